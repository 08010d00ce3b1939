"""Trimming logs and purging tombstones changes no current table, now or later, and row accounting stays right."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import catalog
import histories
import pytest
import spark_process
from draws import SEED, draw
from encoders.debezium import FORMAT as DEBEZIUM
from histories import COLUMNS, HOUR, KEY, Shard, deliveries
from landing import land
from project import REPORTS, Outcome, Project, run_operation
from reference import as_bag
from test_histories import contract

LATENESS = 4  # hours
RETENTION = "4 hours"
WRITE = re.compile(r"\s*(/\*.*?\*/)?\s*(create|alter|merge|drop)\b", re.IGNORECASE | re.DOTALL)


def removed(outcome: Outcome) -> int:
    """Return how many landing rows or tombstones an operation reports as removed."""
    assert outcome.success, outcome.output
    return sum(int(count) for count in re.findall(r": (\d+) (?:landing rows|tombstones)", outcome.output))


# ------------------------------------------------------------------------------------------- random histories


@pytest.mark.law("L2", "L4")
@pytest.mark.parametrize("layout", ["routed", "straight"])
def test_random_histories_end_in_the_databases_tables_with_retention_in_between(
    spark: Any, tmp_path: Path, layout: str
) -> None:
    schema = f"retained_{layout}"
    chance = random.Random(SEED)
    drawn = draw(histories.keyed_histories(DEBEZIUM), 30)
    shards = [Shard.of(number, "orders", KEY, history) for number, history in enumerate(drawn)]
    rows = [
        row for s in shards for m in DEBEZIUM.encode(s, chance) for row in deliveries(DEBEZIUM, m, LATENESS, chance)
    ]
    rows.sort(key=lambda row: row["timestamp"])
    made = Project(tmp_path / "p", schema, control=True, without=REPORTS)
    made.stream("shop", {**DEBEZIUM.stream, "lateness": f"{LATENESS} hours", "offsets": "sparse"}, layout == "routed")
    made.tables("shop", [contract(DEBEZIUM, "orders", ("shard", *KEY), [shard.qualified for shard in shards])])
    made.model("cdc_events", "cdc_events([ref('state_orders')])")
    made.dbt("deps")

    trimmed = purged = 0
    batches, edges = 2, [rows[0]["timestamp"], rows[-1]["timestamp"] + 1]
    for batch in range(batches):
        since, until = (edges[0] + (edges[1] - edges[0]) * n // batches for n in (batch, batch + 1))
        land(spark, f"{schema}_landing.shop", [row for row in rows if since <= row["timestamp"] < until])
        made.dbt("build")
        trimmed += removed(run_operation(made, "cdc_trim", retention=RETENTION, dry_run=False))
        if batch % 2:
            purged += removed(run_operation(made, "cdc_purge", retention=RETENTION, dry_run=False))
    assert trimmed
    assert purged
    made.dbt("build")
    truth = as_bag([row for shard in shards for row in shard.with_number(shard.life.tables[-1])])

    def current() -> Counter[Any]:
        names = [name for name in COLUMNS if name in DEBEZIUM.columns]
        return as_bag([row.asDict() for row in spark.table(f"{schema}.orders").select(*names).collect()])

    def live() -> Counter[str]:
        return Counter(map(repr, spark.table(f"{schema}.state_orders").where("not cdc_deleted").collect()))

    assert current() == truth
    grown = live()
    made.dbt("build", "--full-refresh", "--select", "changes_orders+" if layout == "routed" else "state_orders+")
    assert current() == truth
    assert live() == grown


# ---------------------------------------------------------------------------------------------- a small table

ORDERS = {
    "name": "orders",
    "config": {"contract": {"enforced": True}, "meta": {"cdc": {"tables": ["app.orders"], "key": ["id"]}}},
    "columns": [{"name": "id", "data_type": "int"}, {"name": "note", "data_type": "string"}],
}


class Lake:
    """A project over one landing table; `hour` is when a message lands, and its place in the source's order."""

    def __init__(self, spark: Any, project: Project, sent: int = 0) -> None:
        self.spark = spark
        self.project = project
        self.sent = sent

    def send(self, hour: int, number: int | None, note: str | None, position: int | None = None, **more: Any) -> None:
        """Land an upsert of a row, or without a note its delete; without a number a heartbeat."""
        image = {"id": number, "note": note}
        source = {"connector": "postgresql", "schema": "app", "table": "orders", "lsn": position or hour}
        value = {"op": "u", "before": None, "after": image} if note else {"op": "d", "before": image, "after": None}
        row = {
            "topic": "shop",
            "partition": 0,
            "offset": self.sent,
            "timestamp": histories.START + hour * HOUR,
            "key": json.dumps({"id": number}),
            "value": json.dumps({**value, "source": source} if number is not None else {"ts_ms": histories.START}),
            "headers": "{}",
        }
        self.sent += 1
        land(self.spark, f"{self.project.landing_schema}.shop", [{**row, **more}])

    def build(self, *more: str) -> None:
        self.project.dbt("build", *more)

    def run(self, operation: str, **arguments: Any) -> Outcome:
        return run_operation(self.project, operation, **arguments)

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        return [tuple(row) for row in self.spark.sql(query.replace("{}", self.project.schema)).collect()]

    def current(self) -> dict[int, str]:
        return dict(self.rows("select id, note from {}.orders"))

    def accounts(self) -> dict[str, int]:
        return dict(
            self.rows("select cdc_outcome, sum(cdc_rows) from {}.cdc_accounting where cdc_rows > 0 group by all")
        )


def built(spark: Any, path: Path, layout: str, schema: str) -> Lake:
    """Build a lake of a layout, in two batches."""
    made = Project(path / "p", schema, control=True, without=REPORTS)
    made.stream("shop", {"format": "debezium", "lateness": "10 hours"}, routed=layout == "routed")
    made.tables("shop", [ORDERS])
    made.model("cdc_events", "cdc_events([ref('state_orders')])")
    made.dbt("deps")
    found = Lake(spark, made)
    found.send(1, 1, "one")
    found.send(2, 2, "two")
    found.send(3, None, None)
    found.send(4, 1, "one again")
    found.send(5, 2, None)
    found.send(6, 3, "three")
    found.build()
    found.send(30, 4, "four")
    found.build()
    return found


@pytest.fixture(scope="module")
def first(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Lake]:
    """Return the lake of a layout, which is built once."""
    return cache(lambda layout: built(spark, tmp_path_factory.mktemp(layout), layout, f"trimmed_{layout}"))


@pytest.fixture(params=["routed", "straight"])
def lake(request: pytest.FixtureRequest, first: Callable[[str], Lake]) -> Iterator[Lake]:
    """A lake of two batches, which is again as it was when the test has ended."""
    made = first(request.param)
    with catalog.restored(made.project.schema, made.project.landing_schema):
        yield Lake(made.spark, made.project, made.sent)


def log_of(lake: Lake) -> str:
    return "routed_shop" if lake.rows("show tables in {} like 'routed_shop'") else "changes_orders"


@pytest.mark.law("L1")
def test_what_goes_and_what_stays(lake: Lake) -> None:
    truth = {1: "one again", 3: "three", 4: "four"}
    before = lake.rows(f"select count(*) from {{}}.{log_of(lake)}")
    assert "3 landing rows" in lake.run("cdc_trim", retention="10 hours").output
    assert lake.rows(f"select count(*) from {{}}.{log_of(lake)}") == before  # it was a dry run
    assert removed(lake.run("cdc_trim", retention="10 hours", dry_run=False)) == 3
    left = "select cdc_offset from {}.%s where cdc_class <> 'trimmed' order by 1"
    assert lake.rows(left % log_of(lake)) == [(3,), (4,), (5,), (6,)]
    assert lake.rows(left % "changes_orders") == [(3,), (4,), (5,), (6,)]
    assert removed(lake.run("cdc_trim", retention="10 hours", dry_run=False)) == 0
    assert removed(lake.run("cdc_purge", retention="10 hours", dry_run=False)) == 2  # a delete, and its tombstone
    assert lake.rows(left % "changes_orders") == [(3,), (5,), (6,)]
    assert lake.rows("select id from {}.state_orders order by 1") == [(1,), (3,), (4,)]
    lake.build()
    assert lake.current() == truth
    assert lake.accounts() == {"change": 3, "heartbeat": 1, "trimmed": 3}
    assert lake.rows("select count(*) from {}.cdc_loss_findings") == [(0,)]
    lake.build("--full-refresh", "--select", "changes_orders+" if log_of(lake) == "routed_shop" else "state_orders+")
    lake.build("--full-refresh", "--select", "cdc_batches+")
    assert lake.current() == truth
    assert lake.accounts() == {"change": 3, "heartbeat": 1, "trimmed": 3}
    assert lake.rows("select count(*) from {}.cdc_loss_findings") == [(0,)]


@pytest.mark.law("L1")
@pytest.mark.parametrize("lake", ["routed"], indirect=True)
def test_a_row_that_somebody_takes_out_of_a_trimmed_log_is_found(lake: Lake) -> None:
    lake.run("cdc_trim", retention="10 hours", dry_run=False)
    lake.build()
    lake.spark.sql(f"delete from {lake.project.schema}.{log_of(lake)} where cdc_offset = 3")
    with pytest.raises(AssertionError, match="cdc_conservation"):
        lake.project.dbt("test")


@pytest.mark.parametrize("lake", ["straight"], indirect=True)
def test_inside_the_lateness_nothing_is_removed(lake: Lake) -> None:
    for operation in ("cdc_trim", "cdc_purge"):
        refused = lake.run(operation, retention="9 hours", dry_run=False)
        assert not refused.success
        assert "'9 hours' for stream shop. Allowed: at least its allowed lateness, 10 hours" in refused.output
        assert removed(lake.run(operation, retention="28 hours", dry_run=False)) == 0  # only offset 0 is as old


def test_a_landing_without_snapshots_brings_nothing_back(lake: Lake) -> None:
    lake.run("cdc_trim", retention="10 hours", dry_run=False)
    landing = f"{lake.project.landing_schema}.shop"
    lake.spark.sql(f"insert overwrite {landing} select * from {landing}")
    lake.send(31, 5, "five")
    lake.build()
    assert lake.current() == {1: "one again", 3: "three", 4: "four", 5: "five"}
    assert lake.accounts() == {"change": 5, "heartbeat": 1, "trimmed": 2}


def test_rows_in_quarantine_stay_and_can_be_replayed(lake: Lake) -> None:
    lake.send(7, 1, "x", value='{"op": "u"')
    lake.send(40, 6, "six")
    lake.build()
    lake.run("cdc_trim", retention="10 hours", dry_run=False)
    lake.run("cdc_purge", retention="10 hours", dry_run=False)
    assert lake.rows(f"select cdc_class, cdc_reason from {{}}.{log_of(lake)} where cdc_offset = 7") == [
        ("quarantined", "malformed")
    ]
    assert lake.run("cdc_replay", log=log_of(lake)).success
    lake.build()
    outcomes = lake.accounts()
    assert outcomes["quarantined"] == 1
    assert sum(outcomes.values()) == lake.sent


class Killed(Exception):
    """Stands for the end of the process."""


@pytest.mark.law("L7")
@pytest.mark.parametrize(
    ("lake", "operation"),
    [("routed", "cdc_trim"), ("routed", "cdc_purge"), ("straight", "cdc_trim")],
    indirect=["lake"],
)
def test_an_operation_that_is_killed_before_any_of_its_statements_is_finished_later(
    lake: Lake, operation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dbt.adapters.spark.session import Cursor

    execute = Cursor.execute
    left = [0]

    def mortal(cursor: Any, sql: str, *parameters: Any) -> Any:
        if WRITE.match(sql):
            left[0] -= 1
            if left[0] < 0:
                raise Killed(sql)
        return execute(cursor, sql, *parameters)

    steps, newest = 0, "four"
    for steps in range(1, 40, 1 if operation == "cdc_trim" else 2):
        with monkeypatch.context() as patch:
            patch.setattr(Cursor, "execute", mortal)
            left[0] = steps - 1
            outcome = lake.run(operation, retention="10 hours", dry_run=False)
        if outcome.success:
            break
        assert "Killed" in outcome.output or "create" in outcome.output, outcome.output
        newest = f"after {steps}"
        lake.send(30 + steps, 4, newest)
        lake.build(*([] if steps % 3 == 0 else ["--select", "+orders"]))
        assert lake.current() == {1: "one again", 3: "three", 4: newest}
        if steps % 3 == 0:
            assert sum(lake.accounts().values()) == lake.sent
    lake.build()
    assert sum(lake.accounts().values()) == lake.sent
    assert steps > 3  # it was killed every time but the last
    kept = lake.rows("select min(cdc_offset) from {}.changes_orders where cdc_class = 'change'")
    assert kept == [(3 if operation == "cdc_trim" else 0,)]
    assert lake.rows("select count(*) from {}.state_orders where id = 2") == [(1 if operation == "cdc_trim" else 0,)]
    lake.build("--full-refresh", "--select", "state_orders+")
    assert lake.current() == {1: "one again", 3: "three", 4: newest}


@pytest.mark.law("L7")
@pytest.mark.parametrize("lake", ["routed"], indirect=True)
def test_a_work_table_is_left_alone_until_no_operation_can_be_using_it(lake: Lake) -> None:
    """Two operations may work on a log at the same time."""
    schema, now = lake.project.schema, datetime.now(UTC)
    names = [f"cdc_going_routed_shop_{now - age:%Y%m%d%H%M%S}_0123abcd" for age in (timedelta(0), timedelta(days=2))]
    for name in (*names, "cdc_going_routed_shop_1_20200101000000_0123abcd"):  # the last is of a log routed_shop_1
        lake.spark.sql(f"create table {schema}.{name} {spark_process.USING} as select 1 as number")
    assert removed(lake.run("cdc_trim", retention="10 hours", dry_run=False))
    left = {name for _, name, _ in lake.rows("show tables in {} like 'cdc_going*'")}
    assert left == {names[0], "cdc_going_routed_shop_1_20200101000000_0123abcd"}


@pytest.mark.law("L1")
@pytest.mark.parametrize("dry_run", [True, False])
def test_no_change_goes_from_a_log_whose_state_is_not_built(lake: Lake, dry_run: bool) -> None:
    lake.spark.sql(f"drop table {lake.project.schema}.state_orders")
    assert removed(lake.run("cdc_trim", retention="10 hours", dry_run=dry_run)) == 1  # the heartbeat
    lake.build()
    assert lake.current() == {1: "one again", 3: "three", 4: "four"}


@pytest.mark.law("L1")
def test_a_malformed_message_with_the_key_of_a_tombstone_does_not_keep_it(lake: Lake) -> None:
    """Its table is not known, so that the purge removes the changes of the key."""
    lake.send(7, 2, "x", value='{"op": "u"')
    lake.build()
    assert removed(lake.run("cdc_purge", retention="10 hours", dry_run=False)) > 0
    assert lake.rows("select count(*) from {}.changes_orders where id = 2 and cdc_class = 'change'") == [(0,)]
    assert lake.rows("select count(*) from {}.state_orders where cdc_deleted") == [(0,)]


@pytest.mark.law("L1", "L7")
@pytest.mark.parametrize("lake", ["straight"], indirect=True)
def test_a_tombstone_that_a_killed_purge_has_left_is_no_fault(lake: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    from dbt.adapters.spark.session import Cursor

    execute, state = Cursor.execute, f"{lake.project.schema}.state_orders"

    def mortal(cursor: Any, sql: str, *parameters: Any) -> Any:
        if f"merge into {state}" in sql.replace("`", ""):
            raise Killed(sql)
        return execute(cursor, sql, *parameters)

    with monkeypatch.context() as patch:
        patch.setattr(Cursor, "execute", mortal)
        assert not lake.run("cdc_purge", retention="10 hours", dry_run=False).success
    assert lake.rows("select count(*) from {}.changes_orders where id = 2 and cdc_class = 'change'") == [(0,)]
    lake.spark.sql(f"insert into {state} by name select * except (id), 99 as id from {state} where id = 4")
    with pytest.raises(AssertionError, match="cdc_all_applied"):
        lake.build()
    lake.spark.sql(f"delete from {state} where id = 99")  # as it was, but no longer as its last run left it
    lake.build()
    assert lake.rows("select id from {}.state_orders where cdc_deleted") == [(2,)]
    assert lake.current() == {1: "one again", 3: "three", 4: "four"}


@pytest.mark.law("L1")
@pytest.mark.parametrize("lake", ["straight"], indirect=True)
def test_a_tombstone_older_than_the_log_has_it_is_a_fault(lake: Lake) -> None:
    lake.spark.sql(f"update {lake.project.schema}.state_orders set cdc_position = '0' where id = 2 and cdc_deleted")
    with pytest.raises(AssertionError, match="cdc_all_applied"):
        lake.build()


# -------------------------------------------------------------------------------------------------- maintenance


def files(lake: Lake, table: str) -> int:
    return int(lake.rows(f"select count(*) from {{}}.{table}.files")[0][0])


def test_maintenance_compacts_and_expires_and_later_runs_do_not_notice(spark: Any, tmp_path: Path) -> None:
    lake = built(spark, tmp_path, "routed", "maintained")  # its own, whose files go
    for hour in (31, 32, 33):
        lake.send(hour, 1, f"one at {hour}")
        lake.send(hour, hour, "new")
        lake.project.dbt("run", "--select", "+state_orders")
    lake.build()
    logs = {log_of(lake), "changes_orders"}
    before = {table: files(lake, table) for table in (*logs, "state_orders")}
    for log in logs:  # of six batches
        assert lake.rows(f"select count(*) < 5 from {{}}.{log}.manifests") == [(True,)]
    dry = lake.run("cdc_maintain")
    assert dry.success, dry.output
    assert "nothing has been changed" in dry.output
    assert before == {table: files(lake, table) for table in before}
    landing = lake.rows("select count(*) from {}_landing.shop.snapshots")
    rows = sorted(lake.rows("select * from {}.state_orders"))
    counted = lake.rows("select count(*) from {}.cdc_batches.snapshots")

    done = lake.run("cdc_maintain", retention="0 seconds", dry_run=False)
    assert done.success, done.output
    for table, count in before.items():
        assert files(lake, table) < count
        assert lake.rows(f"select count(*) from {{}}.{table}.snapshots")[0][0] < 5
    assert lake.rows("select count(*) from {}_landing.shop.snapshots") == landing
    assert counted > lake.rows("select count(*) from {}.cdc_batches.snapshots")
    assert sorted(lake.rows("select * from {}.state_orders")) == rows

    def newest() -> list[tuple[Any, ...]]:
        return [lake.rows(f"select max_by(snapshot_id, made_current_at) from {{}}.{t}.history")[0] for t in before]

    compacted = newest()
    lake.build()
    assert newest() == compacted  # nothing has landed, so that nothing was written
    lake.send(40, 1, "late", position=32)
    lake.send(40, 99, "newest")
    lake.build()
    operations = f"select operation from {{}}.{log_of(lake)}.snapshots order by committed_at desc limit 1"
    assert lake.rows(operations) == [("append",)]
    assert lake.rows("select operation from {}.cdc_batches.snapshots order by committed_at desc limit 1") == [
        ("append",)
    ]
    assert lake.current()[1] == "one at 33"
    assert lake.current()[99] == "newest"
    assert sum(lake.accounts().values()) == lake.sent
    assert lake.run("cdc_maintain", landing=True, retention="0 seconds", dry_run=False).success
    lake.send(41, 98, "after landing's")
    lake.build()
    assert lake.current()[98] == "after landing's"
