"""Row accounting holds while messages land and landing is trimmed, and no loss goes unseen."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import catalog
import pytest
from landing import land
from project import REPORTS, DbtFailed, Project

UNCHANGED = "__debezium_unavailable_value"
SECOND = 1_700_000_000_000  # milliseconds
COLUMNS = ("note", "remark")
CONTRACT = {
    "name": "orders",
    "config": {"contract": {"enforced": True}, "meta": {"cdc": {"tables": ["app.orders"], "key": ["id"]}}},
    "columns": [
        {"name": "id", "data_type": "int"},
        *({"name": name, "data_type": "string"} for name in COLUMNS),
    ],
}


def upsert(offset: int, number: int, lsn: int, note: str, remark: str = "x") -> dict[str, Any]:
    image = {"id": number, "note": note, "remark": remark}
    source = {"connector": "postgresql", "db": "shop", "schema": "app", "table": "orders", "lsn": lsn}
    return {
        "topic": "shop",
        "partition": offset % 2,
        "offset": offset,
        "timestamp": SECOND + 1000 * offset,
        "key": json.dumps({"id": number}),
        "value": json.dumps({"op": "u", "before": None, "after": image, "source": source}),
        "headers": "{}",
    }


class Lake:
    """A project over one landing table, of which each test reads some more."""

    def __init__(self, spark: Any, project: Project, sent: int = 0) -> None:
        self.spark = spark
        self.project = project
        self.dbt = project.dbt
        self.sent = sent

    def land(self, *rows: dict[str, Any]) -> None:
        land(self.spark, f"{self.project.landing_schema}.shop", rows)

    def send(self, count: int = 1) -> None:
        """Land inserts of new keys."""
        first, self.sent = self.sent, self.sent + count
        self.land(*(upsert(n, n, 100 + n, f"note {n}") for n in range(first, self.sent)))

    def rows(self, table: str, columns: str = "*") -> list[tuple[Any, ...]]:
        found = self.spark.sql(f"select {columns} from {self.project.schema}.{table} order by all").collect()
        return [tuple(row) for row in found]

    def change(self, statement: str, table: str) -> None:
        self.spark.sql(statement.format(table=f"{self.project.schema}.{table}"))

    def snapshot(self, table: str) -> Any:
        history = f"{self.project.schema}.{table}.history"
        return self.spark.sql(f"select max_by(snapshot_id, made_current_at) from {history}").first()[0]

    def roll_back(self, table: str, snapshot: Any) -> None:
        self.spark.sql(f"call lake.system.rollback_to_snapshot('{self.project.schema}.{table}', {snapshot})")


@pytest.fixture(scope="module")
def first(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Lake]:
    """Return the lake of a layout, which is built once."""

    @cache
    def of(layout: str) -> Lake:
        schema = f"lake_{layout}"
        made = Project(tmp_path_factory.mktemp(schema) / "p", schema, control=True, without=REPORTS)
        made.stream("shop", {"format": "debezium"}, routed=layout == "routed")
        made.tables("shop", [CONTRACT])
        made.model("cdc_events", "cdc_events([ref('state_orders')])")
        made.dbt("deps")
        living = Lake(spark, made)
        living.send(10)
        made.dbt("build")
        return living

    return of


@pytest.fixture(params=["straight", "routed"])
def lake(request: pytest.FixtureRequest, first: Callable[[str], Lake]) -> Iterator[Lake]:
    """A lake of one batch, whose tests have passed, which is again as it was when the test has ended."""
    made = first(request.param)
    with catalog.restored(made.project.schema, made.project.landing_schema):
        yield Lake(made.spark, made.project, made.sent)


@pytest.mark.law("L1", "L10")
def test_each_batch_notes_what_it_read_of_landing(lake: Lake) -> None:
    columns = "cdc_topic, cdc_partition, cdc_landing_rows, cdc_first_offset, cdc_last_offset"
    read = lake.spark.table(f"{lake.project.schema}.cdc_batches").where("cdc_class = 'read'")
    found = [tuple(row) for row in read.selectExpr(*columns.split(", ")).orderBy("cdc_partition").collect()]
    assert found == [("shop", 0, 5, 0, 8), ("shop", 1, 5, 1, 9)]
    (log,) = {row.cdc_log for row in read.collect()}
    (note,) = {note for (note,) in lake.rows(log, "cdc_read")}
    landing = f"{lake.project.landing_schema}.shop"
    newest = lake.spark.sql(f"select max_by(snapshot_id, made_current_at) from {landing}.history").first()[0]
    assert list(json.loads(note)["snapshots"].values()) == [str(newest)]


# What somebody does to a table, and the test that finds it.
DAMAGES = [
    ("delete from {table} where cdc_offset = 3", "changes_orders", "cdc_conservation"),
    (
        "delete from {table} where cdc_batch = (select min(cdc_batch) from {table})",
        "changes_orders",
        "cdc_conservation",
    ),
    (
        "insert into {table} by name select * except (cdc_offset), 99L as cdc_offset from {table} where cdc_offset = 3",
        "changes_orders",
        "cdc_conservation",
    ),
    ("update {table} set cdc_landing_rows = 0 where cdc_class = 'change'", "cdc_batches", "cdc_conservation"),
    ("delete from {table} where id = 2", "state_orders", "cdc_all_applied"),
    ("update {table} set note = 'other' where id = 2", "state_orders", "cdc_all_applied"),
]


@pytest.mark.law("L1")
@pytest.mark.parametrize(("damage", "table", "failing"), DAMAGES)
def test_damage_is_found(lake: Lake, damage: str, table: str, failing: str) -> None:
    lake.change(damage, table)
    with pytest.raises(DbtFailed, match=failing):
        lake.dbt("test")


@pytest.mark.law("L1")
def test_damage_that_was_rolled_back_is_no_fault(lake: Lake) -> None:
    for damage, table, _ in DAMAGES:
        before = lake.snapshot(table)
        lake.change(damage, table)
        lake.roll_back(table, before)
    lake.dbt("test")


@pytest.mark.law("L1")
@pytest.mark.parametrize("lake", ["routed"], indirect=True)
@pytest.mark.parametrize(
    ("damage", "table", "failing"),
    [
        ("delete from {table} where cdc_offset = 3", "changes_orders", "cdc_conservation"),
        ("delete from {table} where id = 2", "state_orders", "cdc_all_applied"),
    ],
)
def test_later_batches_do_not_hide_damage(lake: Lake, damage: str, table: str, failing: str) -> None:
    lake.change(damage, table)
    for _ in range(2):
        lake.send()
        with pytest.raises(DbtFailed, match=failing):
            lake.dbt("build")
    lake.dbt("build", "--full-refresh")


@pytest.mark.law("L1")
@pytest.mark.parametrize("lake", ["straight"], indirect=True)
def test_a_late_partial_update_that_the_state_lacks_is_found(lake: Lake) -> None:
    lake.land(upsert(1000, 7000, 10, "first"))
    lake.dbt("build")
    lake.land(upsert(1001, 7000, 30, "third", UNCHANGED))
    lake.dbt("build")
    before = lake.snapshot("state_orders")
    lake.land(upsert(1002, 7000, 20, "second", "y"))
    lake.dbt("build")
    assert [row for row in lake.rows("orders") if row[0] == 7000] == [(7000, "third", "y")]
    lake.roll_back("state_orders", before)
    with pytest.raises(DbtFailed, match="cdc_all_applied"):
        lake.dbt("test")
    lake.dbt("build", "--full-refresh", "--select", "state_orders+")


@pytest.mark.law("L1")
@pytest.mark.parametrize("lake", ["straight"], indirect=True)
def test_rebuilt_counts_keep_what_a_lost_batch_had_read(lake: Lake) -> None:
    lake.send()
    lake.dbt("build")
    lake.change("insert into {table} by name select * except (cdc_log), 'gone' as cdc_log from {table}", "cdc_batches")
    lake.change("delete from {table} where cdc_batch = (select max(cdc_batch) from {table})", "changes_orders")
    with pytest.raises(DbtFailed, match="cdc_conservation"):
        lake.dbt("build", "--full-refresh", "--select", "cdc_batches+")
    assert "gone" not in {log for (log,) in lake.rows("cdc_batches", "cdc_log")}
    lake.dbt("build", "--full-refresh")  # which reads the lost batch again


@pytest.mark.law("L1")
def test_rows_that_land_between_a_log_and_its_count_are_no_fault(lake: Lake) -> None:
    lake.send(3)
    lake.dbt("run", "--select", "+state_orders")
    read = lake.sent
    lake.send(3)
    lake.dbt("build", "--select", "cdc_events+")
    assert lake.rows("cdc_accounting", "cdc_outcome, cdc_rows, cdc_landed") == [("change", read, read)]
    lake.dbt("build")
    assert lake.rows("cdc_accounting", "cdc_outcome, cdc_rows, cdc_landed") == [("change", lake.sent, lake.sent)]


@pytest.mark.law("L1")
def test_builds_stay_green_beside_a_writer_that_never_stops(lake: Lake) -> None:
    done = threading.Event()
    failed: list[BaseException] = []

    def write() -> None:
        try:
            while not done.is_set():
                lake.send(2)
        except BaseException as error:
            failed.append(error)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(2):
            lake.dbt("build")
    finally:
        done.set()
        writer.join()
    assert not failed
    lake.dbt("build")
    assert [row[0] for row in lake.rows("orders", "id")] == list(range(lake.sent))
    assert lake.rows("cdc_accounting", "cdc_outcome, cdc_rows, cdc_landed") == [("change", lake.sent, lake.sent)]


@pytest.mark.law("L1")
@pytest.mark.parametrize("lake", ["straight"], indirect=True)
def test_landing_may_lose_its_old_rows(lake: Lake) -> None:
    lake.spark.sql(f"delete from {lake.project.landing_schema}.shop where `offset` < {lake.sent - 2}")
    lake.dbt("build")
    lake.send(4)
    lake.spark.sql(f"delete from {lake.project.landing_schema}.shop where `offset` < {lake.sent - 3}")
    lake.dbt("build")
    assert lake.rows("cdc_accounting", "cdc_outcome, cdc_rows, cdc_landed") == [
        ("change", lake.sent - 1, lake.sent - 1)  # one was gone before anybody read it
    ]
    lake.dbt("test")


@pytest.mark.law("L10")
@pytest.mark.parametrize("lake", ["straight"], indirect=True)
def test_a_log_that_was_compacted_is_not_counted_again(lake: Lake) -> None:
    before = lake.snapshot("cdc_batches")
    options = "options => map('min-input-files', '1', 'rewrite-all', 'true')"
    lake.spark.sql(f"call lake.system.rewrite_data_files(table => '{lake.project.schema}.changes_orders', {options})")
    lake.send()
    lake.dbt("build")
    parents = f"select operation from {lake.project.schema}.cdc_batches.snapshots where parent_id = {before}"
    assert [row.operation for row in lake.spark.sql(parents).collect()] == ["append"]


@pytest.mark.law("L1")
def test_counts_of_a_run_that_was_killed_before_its_note_are_not_counted_twice(lake: Lake) -> None:
    counts = f"{lake.project.schema}.cdc_batches"

    def notes() -> dict[str, str]:
        found = dict(map(tuple, lake.spark.sql(f"show tblproperties {counts}").collect()))
        return {name: value for name, value in found.items() if name.startswith("cdc.count")}

    lake.send(2)
    lake.dbt("build")
    before = notes()
    lake.send(2)
    lake.dbt("build")
    assert notes() != before
    for name, value in before.items():
        lake.spark.sql(f"alter table {counts} set tblproperties ('{name}' = '{value}')")
    lake.send(2)
    lake.dbt("build")
    batches = Counter(lake.rows("cdc_batches", "cdc_log, cdc_batch, cdc_partition, cdc_class, cdc_first_offset"))
    assert set(batches.values()) == {1}
    newest = f"select max_by(operation, committed_at) from {counts}.snapshots"  # counted again, it is an overwrite
    assert lake.spark.sql(newest).first()[0] == "append"


@pytest.mark.law("L1")
@pytest.mark.parametrize("lake", ["straight"], indirect=True)
def test_a_row_that_somebody_adds_to_an_older_batch_is_counted(lake: Lake) -> None:
    """A run counts the rows of later batches, and compares their number with that of the appended rows."""
    copied = "select * except (cdc_offset), 77777L as cdc_offset from {table} where cdc_offset = 3"
    lake.change(f"insert into {{table}} by name {copied}", "changes_orders")
    lake.send()
    lake.dbt("run")
    (rows,) = lake.rows("changes_orders", "count(*)")
    assert lake.rows("cdc_batches", "sum(cdc_rows)") == [rows]
    assert lake.rows("cdc_batches where cdc_last_offset = 77777 and cdc_class = 'change'", "count(*)") == [(1,)]


@pytest.mark.law("L1")
def test_a_batch_behind_a_quarantined_change_is_counted_alone(lake: Lake) -> None:
    """The count looks for newer rows of the state only, and the state has not applied the change that is ahead."""
    ahead = upsert(1_000_001, 1, 1_000_000, "ahead")
    lake.land({**ahead, "key": None, "value": ahead["value"].replace('"id": 1', '"id": "no number"')})
    lake.dbt("build")
    lake.send()
    lake.dbt("build")
    newest = f"select max_by(operation, committed_at) from {lake.project.schema}.cdc_batches.snapshots"
    assert lake.spark.sql(newest).first()[0] == "append"
