"""Tables that the previous release built are taken over by this one, as docs/upgrading.md describes it.

The expected tables come from the reference, on the messages that landed before the upgrade and after it.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pages
import pytest
import releases
from dbt_spark_cdc.races import is_lost
from project import REPORTS, Project, changed_settings, run_aloud, run_operation
from releases import LATENESS, STREAMS, Landed
from test_histories import land_rows

VERSION = "0.1.0"
FOLDER = releases.DATA / VERSION
READ = 4  # appends that the previous release has read
MESSAGES = releases.messages(FOLDER)
STRAIGHT = "changes_canal_keyed"
OVERSIZED = 10_000_000  # more bytes than any of the messages
TAKE_OVER = json.dumps({"cdc_take_over": [STRAIGHT]})


def read_by(appends: int, limited: bool = True) -> list[Landed]:
    """Return the messages of the first appends; limited: without those that are quarantined as oversized."""
    streams = {stream.name: stream for stream in STREAMS}
    return [
        one
        for one in MESSAGES
        if one.append < appends and not (limited and releases.is_oversized(streams[one.stream], one))
    ]


class Upgrade:
    """A project of this release over tables of the previous one."""

    def __init__(self, spark: Any, path: Path, schema: str, without: Sequence[str] = REPORTS) -> None:
        self.spark = spark
        self.schema = schema
        self.project = Project(path, schema, control=True, without=without)
        releases.write_project(self.project, offsets="sparse")
        self.project.dbt("deps")
        self.tables = releases.put_back(spark, FOLDER, schema)

    def land(self, *appends: int) -> None:
        for stream in STREAMS:
            rows = [one.row for one in MESSAGES if one.stream == stream.name and one.append in appends]
            land_rows(self.spark, stream.form, f"{self.schema}_landing.{stream.name}", rows)

    def wrong(self, landed: list[Landed]) -> list[str]:
        """Return the current tables that are not what the messages must give."""
        return [
            model
            for stream in STREAMS
            for model in stream.tables()
            if releases.current(self.spark, model, self.schema) != releases.expected(stream, model, landed)
        ]

    def log(self, name: str) -> Counter[str]:
        """Return the rows of a log without what depends on the run that read them."""
        rows = self.spark.table(f"{self.schema}.{name}").drop("cdc_batch", "cdc_read", "cdc_copy").collect()
        return Counter(map(repr, rows))

    def property_of(self, table: str, name: str) -> str | None:
        return releases.properties(self.spark, f"{self.schema}.{table}").get(name)

    def outcomes(self) -> dict[str, int]:
        """Return how many landing rows each stream accounts for."""
        query = f"select cdc_stream, sum(cdc_rows) from {self.schema}.cdc_accounting group by 1"
        return {row[0]: row[1] for row in self.spark.sql(query).collect()}


def landed_in(appends: int) -> dict[str, int]:
    return dict(Counter(one.stream for one in MESSAGES if one.append < appends))


@pytest.fixture(scope="module", autouse=True)
def earlier_profile(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Leave a setting off that the previous release's profile lacks: a project may have a copy of that."""
    folder = tmp_path_factory.mktemp("profiles")
    with changed_settings(spark, folder, {"spark.sql.legacy.inlineCTEInCommands": "false"}):
        yield


@pytest.fixture
def upgrade(spark: Any, tmp_path: Path) -> Callable[..., Upgrade]:
    return partial(Upgrade, spark, tmp_path / "p")


@pytest.mark.law("L1", "L2")
def test_a_release_takes_the_tables_of_the_previous_one_over_after_landing_was_trimmed(
    spark: Any, upgrade: Callable[..., Upgrade]
) -> None:
    new = upgrade("upgraded", without=())
    for stream in STREAMS:
        landing = f"{new.schema}_landing.{stream.name}"
        newest = f"(select max(`timestamp`) from {landing})"
        spark.sql(f"delete from {landing} where `timestamp` < {newest} - interval {LATENESS} hours")
        assert spark.table(landing).count() < landed_in(READ)[stream.name]
    logs = [table.split(".")[1] for table in new.tables if ".routed_" in table or ".changes_" in table]
    before = {name: (new.property_of(name, "cdc.made"), new.log(name)) for name in logs}
    states = [f"{new.schema}.state_{stream.name}_keyed" for stream in STREAMS]
    assert len(logs) == 6
    assert all("cdc_debt" in spark.table(state).columns for state in states)
    for view in ("cdc_events", "cdc_accounting", "cdc_quarantine", "debezium_keyed"):
        spark.sql(f"create view {new.schema}.{view} as select 'of the previous release' as mark")

    refused = run_aloud(new.project, "build")
    assert not refused.success
    ways = [f"dbt build --full-refresh --select {STRAIGHT}+", f"dbt build --vars '{{cdc_take_over: [{STRAIGHT}]}}'"]
    assert all(way in refused.output for way in ways), refused.output
    assert "Read: docs/upgrading.md" in refused.output
    # All commands of the page: README's, which test_adoption runs, and the two ways, of which each test takes one.
    commands = [line for block in pages.blocks("docs/upgrading.md", "sh") for line in block.text.splitlines()]
    usual = [line for block in pages.blocks("README.md", "sh") for line in block.text.splitlines()]
    assert set(commands) - set(usual) == {way.replace(STRAIGHT, "changes_orders") for way in ways}
    new.project.dbt("build", "--vars", TAKE_OVER)
    assert new.wrong(read_by(READ)) == []
    assert new.outcomes() == landed_in(READ)
    kept = {name for name in logs if new.property_of(name, "cdc.made") == before[name][0]}
    assert kept == {"routed_debezium", "routed_lindorm", STRAIGHT}
    assert all(new.log(name) == before[name][1] for name in kept)
    assert all("cdc_pending_deletes" in spark.table(state).columns for state in states)

    snapshots = {table: spark.table(f"{table}.snapshots").count() for table in new.tables if "landing" not in table}
    new.project.dbt("build")  # nothing is left to do
    assert snapshots == {table: spark.table(f"{table}.snapshots").count() for table in snapshots}

    new.land(4)
    new.project.dbt("build")
    assert new.wrong(read_by(5)) == []
    new.land(5)
    new.project.dbt("build")
    assert new.wrong(read_by(6)) == []
    assert new.outcomes() == landed_in(6)

    releases.write_project(new.project, offsets="sparse", max_bytes=OVERSIZED)
    assert run_operation(new.project, "cdc_replay", log="routed_debezium", reasons=["oversized"]).success
    new.project.dbt("build")
    assert new.wrong(read_by(6, limited=False)) == []
    assert new.outcomes() == landed_in(6)
    new.project.dbt("build", "--full-refresh", "--select", "changes_debezium_keyed+", "state_canal_keyed+")
    assert new.wrong(read_by(6, limited=False)) == []


@pytest.mark.law("L1", "L4")
def test_a_log_that_was_taken_over_is_what_a_full_refresh_makes(upgrade: Callable[..., Upgrade]) -> None:
    """A run that took one of them over was killed after its first statement."""
    new = upgrade("refreshed")
    new.spark.sql(f"alter table {new.schema}.routed_lindorm add columns (cdc_read string)")
    new.project.dbt("build", "--exclude", f"{STRAIGHT}+", "cdc_events+")
    taken = {name: new.log(name) for name in ("routed_debezium", "routed_lindorm", "changes_debezium_keyed")}
    new.project.dbt("build", "--full-refresh", "--select", f"{STRAIGHT}+")
    new.project.dbt("build")
    assert new.wrong(read_by(READ)) == []
    assert new.outcomes() == landed_in(READ)
    new.project.dbt("build", "--full-refresh")
    assert {name: new.log(name) for name in taken} == taken
    assert new.wrong(read_by(READ)) == []


@pytest.mark.law("L1", "L2")
def test_two_runs_that_take_a_log_over_at_once_lose_nothing(
    spark: Any, upgrade: Callable[..., Upgrade], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The statements of the slower one come after the quicker one has added a batch."""
    from dbt.adapters.spark.session import Cursor

    new = upgrade("overtaken")
    log = f"{new.schema}.routed_debezium"
    execute, found = Cursor.execute, []

    def remember(cursor: Any, sql: str, *parameters: Any) -> Any:
        if re.search(rf"insert into {log}\b.* replace where true\b", sql.replace("`", ""), re.DOTALL):
            found.append(sql)
        return execute(cursor, sql, *parameters)

    new.land(4)
    with monkeypatch.context() as patch:
        patch.setattr(Cursor, "execute", remember)
        new.project.dbt("build", "--vars", TAKE_OVER)
    (slower,) = found
    quicker = new.log("routed_debezium")
    added = f"alter table {log} add columns (cdc_read string)"
    for statement, said in ((added, "Cannot add column"), (slower, "Found conflicting files")):
        with pytest.raises(Exception, match=said) as lost:
            spark.sql(statement)
        assert is_lost(lost.value)  # so that the plugin runs the model again
    assert new.log("routed_debezium") == quicker
    assert new.wrong(read_by(5)) == []
    assert new.outcomes() == landed_in(5)
