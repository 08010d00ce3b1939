"""The soak test names what writes, and tells a half of an append from a whole one."""

from __future__ import annotations

import itertools
import shlex
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from encoders import FORMATS
from histories import COLUMNS, KEY, Format
from pyspark.sql.functions import lit
from reference import replay
from soak.lake import Lake, Wrong, boundary
from soak.life import APPENDS, Life
from soak.points import Coverage, Kill, point_of
from soak.process import settings

NUMBERS = itertools.count()


@pytest.mark.parametrize(
    ("sql", "point"),
    [
        ('/* {"node_id": "model.p.state_a"} */ merge into s.state_a as t using', "state_a: merge state_a"),
        ('/* {"connection_name": "macro_cdc_trim"} */ drop table if exists s.`going`', "cdc_trim: drop going"),
        ("drop table s.cdc_going_a_20260101000000_0123abcd", "dbt: drop cdc_going_a"),
        ('/* {"node_id": "model.p.a"} */\n\n create or replace table s.a using iceberg', "a: create a"),
        ('/* {"node_id": "model.p.a"} */ create or replace view `s`.`a` as', "a: create a"),
        ("create schema if not exists soak", "dbt: create soak"),
        ("insert into s.a select 1", "dbt: insert a"),
        ("delete from s.a where true", "dbt: delete a"),
        ("alter table s.a set tblproperties ('cdc.read' = 'x')", "dbt: alter a (cdc.read)"),
        ("call `lake`.system.rewrite_manifests(table => 's.a')", "dbt: rewrite_manifests a"),
        ("select 'insert into a'", None),
        ("describe extended s.a", None),
    ],
)
def test_a_statement_that_writes_has_a_name(sql: str, point: str | None) -> None:
    assert point_of(sql) == point


FORMS = [form for form in FORMATS if form.name in ("debezium", "canal", "dts_avro")]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_the_reference_makes_the_sources_tables_of_all_appends(form: Format) -> None:
    life = Life.drawn(form, 7, ("keyed", "bags"))
    for model in life.tables:
        assert life.expected(model, APPENDS) == life.truth(model)


def test_a_folder_with_a_space_is_one_option_of_java(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SPARK_CDC_HOME", "SPARK_CDC_MEMORY", "PYSPARK_PYTHON"):
        monkeypatch.setenv(name, "set, so that it is set back at the end")
    home = tmp_path / "a lake"
    options = settings(home, "-Xshare:auto", "1g")["spark.driver.extraJavaOptions"]
    assert f"-Djava.io.tmpdir={home / 'tmp'}" in shlex.split(options)


def test_a_half_of_an_append_is_no_boundary() -> None:
    life = Life.drawn(FORMS[0], 7, ("keyed", "bags"))
    before, after = life.logged(1), life.logged(2)
    assert boundary(lambda number: life.logged(number) == after, 0, APPENDS) == 2
    assert boundary(lambda number: life.logged(number) == before, 2, APPENDS) is None  # it went back
    half = before + Counter(dict(list((after - before).items())[::2]))
    assert boundary(lambda number: life.logged(number) == half, 0, APPENDS) is None
    row = next(iter(after - before))
    assert boundary(lambda number: life.logged(number) == after + Counter([row]), 0, APPENDS) is None  # and one twice


def test_each_side_of_each_point_has_its_turn() -> None:
    coverage, chance = Coverage({"run": {"a", "b"}, "trim": {"c"}}), Random(1)
    drawn = {coverage.next_kill(("run",), chance) for _ in range(20)}
    aimed = {kill for kill in drawn if kill.side != "anywhere"}
    assert aimed == {Kill(point, side) for point in "ab" for side in ("before", "during", "after")}
    assert drawn - aimed


def test_a_reader_of_snapshots_sees_a_half_a_step_back_and_a_gap(spark: Any, tmp_path: Path) -> None:
    form = FORMS[0]
    life = Life.drawn(form, 7, ("keyed",))
    types = ", ".join(f"{name} {COLUMNS[name]}" for name in form.columns)

    def rows(appends: int) -> list[tuple[Any, ...]]:
        found = []
        for shard in life.tables["keyed"]:
            changes = form.decode([one.row for one in life.first(appends) if one.shard is shard], KEY)
            found += replay(changes, ("shard", *KEY), form.columns)
        return [tuple(row[name] for name in form.columns) for row in found]

    def lake_with(*states: list[tuple[Any, ...]]) -> Lake:
        lake = Lake(spark, tmp_path / str(next(NUMBERS)), life, routed=True)
        lake.landed = APPENDS
        lake.spark.sql("create schema soak")
        lake.spark.sql(f"create table soak.state_keyed ({types}, cdc_deleted boolean) using iceberg")
        for state in states:
            table = lake.spark.createDataFrame([(*row, False) for row in state], f"{types}, cdc_deleted boolean")
            table.writeTo("soak.state_keyed").overwrite(lit(True))
        return lake

    first, last = rows(1), rows(APPENDS)
    assert first != last
    lake_with(first, last, last).check()
    with pytest.raises(Wrong, match="at none"):
        lake_with(first, last[1:], last).check()
    with pytest.raises(Wrong, match="at none"):
        lake_with(last, first).check()
    lake = lake_with(last)
    lake.spark.sql("drop table soak.state_keyed")
    with pytest.raises(Wrong, match="gone for readers"):
        lake.check()
