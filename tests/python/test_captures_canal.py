"""Real Canal messages of a real MariaDB end in the tables that the database itself reported.

The same history as the MariaDB captures of Debezium, so their contracts and their truth are these messages' too; only
what Canal writes in another shape has another type here.
"""

from __future__ import annotations

import base64
import copy
import itertools
import json
import random
from collections import Counter
from typing import Any

import captures
import pytest
from landing import land
from project import Project

TYPES = {
    "c_bit8": "decimal(20,0)", "c_bit20": "decimal(20,0)", "c_bit64": "decimal(20,0)", "c_float72": "float",
    "c_point": "binary", "c_geom": "binary",
    "c_date": "string",  # for it has a zero date, which Canal keeps
}  # fmt: skip

_LATIN1 = "Canal reads latin1 bytes beyond ASCII as UTF-8 and puts U+FFFD for them"
_UUID = "Canal reads the 16 bytes of a uuid as UTF-8 and puts U+FFFD for those that are none"
_DEFAULT = "no event follows ADD COLUMN ... DEFAULT, and the row was not touched since"
# (table, source column): the keys of the rows whose cell no reader can recover, and why.
LOSSES: dict[tuple[str, str], tuple[set[str], str]] = {
    ("shop.all_types", "c_latin1"): ({"3", "4"}, _LATIN1),
    ("shop.all_types", "c_uuid"): ({"1", "3", "4"}, _UUID),
    ("shop.ddl_default", "d"): ({"2", "3", "4"}, _DEFAULT),
    ("shop.ddl_default", "e"): ({"2", "3", "4"}, _DEFAULT),
}
LOST = {(table, key, column) for (table, column), (keys, _) in LOSSES.items() for key in keys}

STREAMS = ("ordered", "shuffled")
MESSAGES = {
    "change": 168,  # 101 INSERT, 52 UPDATE, 15 DELETE
    "truncate": 2,
    "ddl": 23,  # 14 CREATE, 8 ALTER, and a QUERY that makes the database
    "noop": 168,  # QUERY with the text of statements whose rows come by themselves
}


def contracts(stream: str) -> list[dict[str, Any]]:
    models = copy.deepcopy(list(captures.models("mariadb").values()))
    for model in models:
        model["name"] = f"{stream}_{model['name']}"
        for column in model["columns"]:
            column["data_type"] = TYPES.get(column["name"], column["data_type"])
            captures.meta_of(column).pop("type", None)
    return models


def batches(stream: str) -> list[list[captures.LandingRow]]:
    """Cut the capture into uneven batches: in order, or in any order with every fifth message twice."""
    rows = captures.load("canal", "flatmessage")
    ends = [0, 230, len(rows)]
    if stream == "shuffled":
        chance = random.Random(11)
        rows = rows + chance.sample(rows, len(rows) // 5)
        chance.shuffle(rows)
        ends = [0, 250, len(rows)]
    return [rows[start:end] for start, end in itertools.pairwise(ends)]


def shape(value: bytes) -> str:
    """Return a geometry (its SRID in four bytes, then WKB) as the text that captures.py reads."""
    srid, wkb = value[:4], base64.b64encode(value[4:]).decode()
    return json.dumps({"srid": int.from_bytes(srid, "little"), "wkb": wkb})


def found(spark: Any, project: Project, stream: str) -> list[captures.Difference]:
    """Return where a stream's current tables differ from the database's own."""
    differences = []
    for model in contracts(stream):
        # captures.py finds the database by the name of the model.
        known = {**model, "name": model["name"].removeprefix(f"{stream}_")}
        rows = [row.asDict() for row in spark.table(f"{project.schema}.{model['name']}").collect()]
        for row in rows:
            for name in ("c_point", "c_geom"):
                if row.get(name) is not None:
                    row[name] = shape(bytes(row[name]))
        differences += captures.all_differences(known, rows, "schemas")
    return differences


@pytest.fixture(scope="module")
def captured(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> Project:
    project = Project(tmp_path_factory.mktemp("captured_canal") / "p", "captured_canal")
    for stream in STREAMS:
        project.stream(stream, {"format": "canal"})
        project.tables(stream, contracts(stream))
    project.dbt("deps")
    waiting = {stream: batches(stream) for stream in STREAMS}
    while any(waiting.values()):
        for stream in STREAMS:
            if waiting[stream]:
                land(spark, f"{project.landing_schema}.{stream}", waiting[stream].pop(0))
        project.dbt("build")
    return project


def assert_true(spark: Any, project: Project, stream: str) -> None:
    differences = found(spark, project, stream)
    assert [d for d in differences if (d.table, *d.key, d.column) not in LOST] == []
    assert {(d.table, *d.key, d.column) for d in differences} == LOST, "a loss that is none"


@pytest.mark.law("L2", "L5")
@pytest.mark.parametrize("stream", STREAMS)
def test_current_tables_are_the_databases_own(spark: Any, captured: Project, stream: str) -> None:
    assert_true(spark, captured, stream)


@pytest.mark.law("L1")
@pytest.mark.parametrize("stream", STREAMS)
def test_every_message_is_accounted_for(spark: Any, captured: Project, stream: str) -> None:
    rows = spark.table(f"{captured.schema}.routed_{stream}").select("cdc_class").collect()
    classes = Counter(row.cdc_class for row in rows)
    duplicates = len(captures.load("canal", "flatmessage")) // 5 if stream == "shuffled" else 0
    assert classes == Counter({**MESSAGES, "duplicate": duplicates} if duplicates else MESSAGES)
    for model in contracts(stream):
        log = spark.table(f"{captured.schema}.changes_{model['name']}")
        assert log.where("cdc_class = 'quarantined'").count() == 0


@pytest.mark.law("L4")
def test_a_full_refresh_ends_the_same(spark: Any, captured: Project) -> None:
    captured.dbt("build", "--full-refresh", "--select", "routed_shuffled+")
    assert_true(spark, captured, "shuffled")
