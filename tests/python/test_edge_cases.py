"""The questions of docs/edge_cases.md, asked of every format by the same changes: each a row, by its key column `a`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from dts_avro import NULL, character, datum, integer, record
from landing import SCHEMA, land_columns
from project import ROOT, Project

START = 1_700_000_000_000
LANDED = datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC)
Image = Mapping[str, Any]
LONG = "1.2345678901234567890123"  # more digits than a double has

QUESTIONS = {
    "partial key": "A before image has a part of the key, and the key stays",
    "unknown old key": "A before image has a part of the key, and that part changes",
    "other case": "A column is named in another case than the contract's",
    "two names": "Two columns have the contract's name but for the case of letters",
    "exact name": "A column has the contract's name, another one the same in another case",
    "number as boolean": "A boolean comes as the number 0 or 1",
    "long number": "A number with more digits than a double is in a string column",
    "quoted name": "A column's name must be quoted in SQL",
    "another order": "A message has the contract's columns in another order",
    "same change again": "An insert comes again, after an update of its key, under its own position",
}
COLUMNS = {"a": "bigint", "b": "bigint", "name": "string", "flag": "boolean", "ship tö": "string"}


@dataclass(frozen=True)
class Change:
    """A change that is asked about: op c or u, its place in the source's order, the images, and the outcome."""

    op: str
    place: int
    after: Image
    before: Image | None = None
    outcome: str = "change"


def changes() -> Iterator[tuple[str, Change]]:
    """The same changes for every format; a format with another answer declares it in its Format."""

    def row(a: int, b: int = 1, /, **more: Any) -> Image:
        return {"a": a, "b": b, **more}

    def whole(a: int, **more: Any) -> Image:
        return {**row(a, flag=1, **more), "ship tö": "dock"}

    yield "partial key", Change("c", 10, row(1, name="x"))
    yield "partial key", Change("u", 11, row(1, name="y"), {"a": 1})
    yield "partial key", Change("u", 12, row(1, 2, name="y"), row(1, name="y"))
    yield "unknown old key", Change("c", 20, row(2, name="x"))
    yield "unknown old key", Change("u", 21, row(3, name="z"), {"a": 2}, "missing_key")
    yield "other case", Change("c", 30, row(4, NAME="elm"))
    yield "other case", Change("u", 31, row(4, Name="oak"), row(4, Name="elm"))
    yield "other case", Change("c", 32, row(12, name="elm"))
    yield "other case", Change("u", 33, row(12, NAME="oak"), row(12, name="elm"))
    yield "other case", Change("c", 34, whole(13, name="elm"))
    yield "other case", Change("u", 35, whole(13, NAME="oak"), whole(13, name="elm"))
    yield "two names", Change("c", 40, row(5, NAME="x", Name="y"), outcome="image_contract")
    yield "exact name", Change("c", 50, row(6, name="exact", NAME="other"))
    yield "number as boolean", Change("c", 60, row(7, flag=1))
    yield "number as boolean", Change("c", 61, row(8, flag=0))
    yield "long number", Change("c", 70, row(9, name=f"@{LONG}"))
    yield "quoted name", Change("c", 80, {**row(10), "ship tö": "dock"})
    yield "another order", Change("c", 85, {"a": 14, "b": 1, "name": "x", "flag": 1, "ship tö": "dock"})
    yield "another order", Change("c", 86, {"ship tö": "pier", "flag": 0, "name": "y", "b": 2, "a": 15})
    yield "same change again", Change("c", 90, row(11, name="old"))
    yield "same change again", Change("u", 91, row(11, name="new"), row(11, name="old"))
    yield "same change again", Change("c", 90, row(11, name="old"))


ROWS: dict[str, list[tuple[Any, ...]]] = {
    "partial key": [(1, 2, "y", None, None)],
    "unknown old key": [(2, 1, "x", None, None), (3, 1, "z", None, None)],
    "other case": [(4, 1, "oak", None, None), (12, 1, "oak", None, None), (13, 1, "oak", True, "dock")],
    "two names": [],
    "exact name": [(6, 1, "exact", None, None)],
    "number as boolean": [(7, 1, None, True, None), (8, 1, None, False, None)],
    "long number": [(9, 1, LONG, None, None)],
    "quoted name": [(10, 1, None, None, "dock")],
    "another order": [(14, 1, "x", True, "dock"), (15, 2, "y", False, "pier")],
    "same change again": [(11, 1, "new", None, None)],
}


def written(message: Any) -> str:
    """Return JSON in which a value that begins with @ is a number as it is spelled."""
    return json.dumps(message, ensure_ascii=False).replace(f'"@{LONG}"', LONG)


def texts(image: Image | None) -> dict[str, str] | None:
    return None if image is None else {name: str(value).lstrip("@") for name, value in image.items()}


def debezium(change: Change) -> str:
    source = {
        "connector": "postgresql",
        "db": "shop",
        "schema": "app",
        "table": "orders",
        "name": "server",
        "lsn": change.place,
    }
    return written({"op": change.op, "before": change.before, "after": change.after, "source": source, "ts_ms": START})


def flattened(change: Change) -> str:
    metadata = {"__op": change.op, "__source_lsn": change.place, "__source_schema": "app", "__source_table": "orders"}
    return written({**change.after, **metadata})


def canal(change: Change) -> str:
    kind = {"c": "INSERT", "u": "UPDATE"}[change.op]
    old = None if change.before is None else [texts(change.before)]
    metadata = {"database": "app", "table": "orders", "type": kind, "isDdl": False, "es": START, "ts": START}
    return written(
        {
            **metadata,
            "data": [{**change.after} if change.after.get("name") == f"@{LONG}" else texts(change.after)],
            "old": old,
        }
    )


def blob(change: Change) -> str:
    source = {"dbType": "PostgreSQL", "dbName": "shop", "schemaName": "app", "tableName": "orders"}
    payload: dict[str, Any] = {"op": {"c": "INSERT", "u": "UPDATE"}[change.op], "sequenceId": str(change.place)}
    payload["timestamp"] = {"eventTime": START, "systemTime": START}
    payload["before"] = change.before and {"dataColumn": change.before}
    payload["after"] = {"dataColumn": change.after}
    return written(
        {
            "schema": {"source": source, "dataColumn": [{"name": "a", "type": "LONG"}]},
            "payload": payload,
            "version": "0.0.1",
        }
    )


def dts(change: Change) -> bytes:
    def values(image: Image | None) -> list[Any] | None:
        if image is None:
            return None
        return [
            NULL
            if name not in image
            else integer(image[name])
            if isinstance(image[name], int)
            else character(image[name].lstrip("@"))
            for name in change.after
        ]

    names = [{"name": name, "dataTypeNumber": 253} for name in change.after]
    images = {"beforeImages": values(change.before), "afterImages": values(change.after)}
    operation = {"c": "INSERT", "u": "UPDATE"}[change.op]
    more = {"sourcePosition": f"{change.place}@1", "objectName": "app.orders", "fields": names}
    return datum(record(operation, id=change.place, **more, **images))


def cdl(change: Change) -> str:
    source = {
        "connector": "postgresql",
        "db": "shop",
        "schema": "app",
        "table": "orders",
        "name": "server",
        "lsn": change.place // 10,
    }
    payload = {"op": change.op, "before": change.before, "after": change.after, "source": source, "ts_ms": START}
    return written({"schema": None, "payload": {**payload, "message_version": "2.0", "message_type": "0"}})


def lindorm(change: Change) -> str:
    source = {
        "version": "v1.0",
        "db": "ld",
        "namespace": "app",
        "table": "orders",
        "name": "server",
        "ts_ms": START + change.place,
    }
    return written(
        {
            "schema": {},
            "payload": {
                "op": change.op,
                "ts_ms": START,
                "before": change.before,
                "after": change.after,
                "source": source,
            },
        }
    )


def qlik(change: Change) -> str:
    operation = {"c": "INSERT", "u": "UPDATE"}[change.op]
    metadata = {
        "operation": operation,
        "changeSequence": f"20250101000000000000000000000{change.place:06}",
        "timestamp": "2025-01-01T00:00:00",
    }
    return written({"data": change.after, "beforeData": change.before, "headers": metadata})


def shareplex(change: Change) -> str:
    operation = {"c": "ins", "u": "upd"}[change.op]
    metadata = {
        "op": operation,
        "scn": str(change.place),
        "seq": 1,
        "size": 1,
        "table": "app.orders",
        "trans": f"1.{change.place}",
        "time": "2025-01-01T00:00:00",
    }
    parts = {"data": change.after} | ({} if change.before is None else {"key": change.before})
    return written({"meta": metadata, **parts})


TUPLE = (
    SCHEMA.split(", key")[0]
    + ", "
    + ", ".join(
        f"`{name}` string"
        for name in (
            "_sequence_id_",
            "_operation_type_",
            "_before_image_",
            "_after_image_",
            "a",
            "b",
            "NAME",
            "flag",
            "ship tö",
        )
    )
)


def halves(change: Change) -> list[list[Any]]:
    """An update is two rows, of which each has its whole key but for what the change leaves out."""

    def half(operation: str, image: Image, sides: tuple[str, str]) -> list[Any]:
        named = {name.lower(): value for name, value in (texts(image) or {}).items()}
        return [str(change.place), operation, *sides, *(named.get(n) for n in ("a", "b", "name", "flag", "ship tö"))]

    if change.op == "c":
        return [half("I", change.after, ("N", "Y"))]
    return [half("U", change.before or {}, ("Y", "N")), half("U", change.after, ("N", "Y"))]


@dataclass(frozen=True)
class Format:
    """How a format writes a change, as one value or as landing rows, and where it answers otherwise."""

    write: Callable[[Change], Any]
    stream: Image
    landing: str = SCHEMA
    rows: Image = field(default_factory=dict)
    outcomes: Image = field(default_factory=dict)


FORMATS = {
    "debezium": Format(debezium, {"format": "debezium"}),
    # Only the row after a change is left.
    "debezium_flattened": Format(
        flattened,
        {"format": "debezium", "options": {"envelope": "flattened"}},
        rows={"partial key": [(1, 1, "y", None, None), (1, 2, "y", None, None)]},
        outcomes={"missing_key": "change"},
    ),
    # old has what changed; what it lacks is as in data. The offset is the order.
    "canal": Format(
        canal,
        {"format": "canal"},
        rows={"unknown old key": [(3, 1, "z", None, None)], "same change again": [(11, 1, "old", None, None)]},
        outcomes={"missing_key": "change"},
    ),
    "datahub_blob": Format(blob, {"format": "datahub_blob"}),
    # Its landing table has the column NAME, and cannot have another one in another case. The old row stays where the
    # half that takes it away lacks its key.
    "datahub_tuple": Format(
        halves,
        {"format": "datahub_tuple", "options": {"table": "app.orders"}},
        TUPLE,
        rows={
            "partial key": [(1, 1, "y", None, None), (1, 2, "y", None, None)],
            "two names": [(5, 1, "y", None, None)],
            "exact name": [(6, 1, "other", None, None)],
        },
        outcomes={"image_contract": "change"},
    ),
    # The offset is the order.
    "dts_avro": Format(
        dts,
        {"format": "dts_avro"},
        SCHEMA.replace("value string", "value binary"),
        rows={"same change again": [(11, 1, "old", None, None)]},
    ),
    # The LSN may be one for a whole transaction.
    "huawei_cdl": Format(cdl, {"format": "huawei_cdl"}),
    # A primary key does not change. Two writes may share their milliseconds, so that the offset counts.
    "lindorm": Format(
        lindorm,
        {"format": "lindorm"},
        rows={"partial key": [(1, 1, "y", None, None), (1, 2, "y", None, None)]},
        outcomes={"missing_key": "change"},
    ),
    "qlik": Format(qlik, {"format": "qlik", "options": {"metadata": "ignored"}}),
    "shareplex": Format(shareplex, {"format": "shareplex"}),
}
ASKED = list(changes())


def contract(name: str) -> dict[str, Any]:
    return {
        "name": name,
        "config": {"contract": {"enforced": True}, "meta": {"cdc": {"tables": ["app.orders"], "key": ["a", "b"]}}},
        "columns": [{"name": column, "data_type": data_type} for column, data_type in COLUMNS.items()],
    }


@pytest.fixture(scope="module")
def built(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> str:
    schema = "edge"
    project = Project(tmp_path_factory.mktemp("edge") / "p", schema)
    for name, form in FORMATS.items():
        project.stream(name, dict(form.stream), routed=False)
        project.tables(name, [contract(f"orders_{name}")])
        rows = []
        for number, (_, change) in enumerate(ASKED):
            written_as = form.write(change)
            of_columns = written_as if isinstance(written_as, list) else [[None, written_as, None]]
            rows += [("app.orders", 0, 10 * number + n, LANDED, *values) for n, values in enumerate(of_columns)]
        land_columns(spark, f"{schema}_landing.{name}", form.landing, rows)
    project.dbt("deps")
    project.dbt("run")
    return schema


@pytest.mark.law("L8")
@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("name", FORMATS)
def test_every_format_answers_the_same_or_declares_why_not(spark: Any, built: str, name: str, question: str) -> None:
    form = FORMATS[name]
    log = spark.sql(
        f"select cdc_offset, coalesce(cdc_reason, cdc_class) as outcome from {built}.changes_orders_{name}"
    ).collect()
    found: dict[int, set[str]] = {}
    for row in log:
        found.setdefault(row.cdc_offset // 10, set()).add(row.outcome)
    expected = {n: form.outcomes.get(c.outcome, c.outcome) for n, (asked, c) in enumerate(ASKED) if asked == question}
    assert {n: outcome in found.get(n, set()) for n, outcome in expected.items()} == dict.fromkeys(expected, True), (
        found
    )
    keys = {c.after["a"] for asked, c in ASKED if asked == question} | {
        c.before["a"] for asked, c in ASKED if asked == question and c.before
    }
    rows = spark.sql(
        f"select * from {built}.orders_{name} where a in ({', '.join(map(str, keys))}) order by a, b"
    ).collect()
    assert [tuple(row) for row in rows] == form.rows.get(question, ROWS[question])


def test_the_table_of_the_docs_asks_every_question_of_every_format() -> None:
    lines = (ROOT / "docs/edge_cases.md").read_text().splitlines()
    header, _, *table = [line.strip("| ").split(" | ") for line in lines if line.startswith("|")]
    formats = {path.name for path in Path(ROOT / "macros/formats").iterdir() if path.is_dir()}
    assert {name.strip("`").replace(" ", "_").lower() for name in header[1:]} == formats
    assert all(len(cells) == len(header) and all(cell.strip() for cell in cells) for cells in table)
    assert set(QUESTIONS.values()) <= {cells[0] for cells in table}
