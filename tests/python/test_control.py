"""The control models account for every landing row and every change, and fail when they cannot."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import catalog
import pytest
from dbt.adapters.spark.session import Cursor
from error_cases import assert_error
from landing import land
from project import REPORTS, DbtFailed, Project

CONTRACT = {
    "name": "orders",
    "config": {"contract": {"enforced": True}, "meta": {"cdc": {"tables": ["app.orders"], "key": ["id"]}}},
    "columns": [{"name": "id", "data_type": "int"}, {"name": "amount", "data_type": "int"}],
}

VISITS = {
    "name": "visits",
    "config": {"contract": {"enforced": True}, "meta": {"cdc": {"tables": ["app.visits"], "key": []}}},
    "columns": [{"name": "id", "data_type": "int"}],
}

# No message is of this table.
GHOSTS = {
    "name": "ghosts",
    "config": {"contract": {"enforced": True}, "meta": {"cdc": {"tables": ["app.ghosts"], "key": ["id"]}}},
    "columns": [{"name": "id", "data_type": "int"}],
}

EVENTS = "cdc_events([ref('state_orders'), ref('state_visits'), ref('state_ghosts')])"

SECOND = 1_700_000_000_000  # milliseconds


def row(offset: int, value: Any, key: Any = None, second: int | None = None) -> dict[str, Any]:
    text = value if isinstance(value, str) or value is None else json.dumps(value)
    return {
        "topic": "shop",
        "partition": 0,
        "offset": offset,
        "timestamp": SECOND + 1000 * (offset if second is None else second),
        "key": None if key is None else json.dumps(key),
        "value": text,
        "headers": "{}",
    }


def change(offset: int, op: str, lsn: int, before: Any, after: Any, table: str = "orders") -> dict[str, Any]:
    source = {"connector": "postgresql", "db": "shop", "schema": "app", "table": table, "lsn": lsn, "ts_ms": SECOND}
    image = after or before or {}
    return row(
        offset, {"op": op, "before": before, "after": after, "source": source, "ts_ms": SECOND}, {"id": image.get("id")}
    )


# Statements with their kind and status: what touches columns, and what nobody knows, is pending.
STATEMENTS: dict[str | None, tuple[str, str]] = {
    **{f"{verb} x": (verb, "ignored") for verb in (
        "SET", "FLUSH", "ANALYZE", "OPTIMIZE", "GRANT", "REVOKE", "USE", "LOCK", "UNLOCK", "KILL", "REINDEX", "VACUUM",
        "EXPLAIN", "COMMENT",
    )},
    **{verb: (verb, "ignored") for verb in ("BEGIN", "COMMIT", "START", "ROLLBACK")},
    "insert into orders values (1)": ("INSERT", "ignored"),
    "UPDATE orders set a = 1": ("UPDATE", "ignored"),
    "/* x */ delete\nfrom orders": ("DELETE", "ignored"),
    "(select 1)": ("SELECT", "ignored"),
    "set/**/names utf8": ("SET", "ignored"),
    "truncate orders partition p": ("TRUNCATE", "pending"),
    "frobnicate orders": ("FROBNICATE", "pending"),
    "settle orders": ("SETTLE", "pending"),
    "ADD COLUMN note text": ("ADD", "pending"),
    "CREATE DEFINER=`root`@`%` SQL SECURITY DEFINER VIEW v as select 1": ("CREATE VIEW", "ignored"),
    "create or replace force editionable trigger t": ("CREATE TRIGGER", "ignored"),
    "create global temporary table t (a int)": ("CREATE TABLE", "pending"),
    "CREATE TYPE mood AS ENUM ('a')": ("CREATE TYPE", "pending"),
    "drop table if exists orders": ("DROP TABLE", "pending"),
    "alter user u identified by x": ("ALTER USER", "ignored"),
    "ALTER TABLE orders drop column a": ("ALTER", "pending"),
    "/*!50003 alter table orders add x int */": ("ALTER", "pending"),
    "/* nothing but a comment */": ("UNKNOWN", "pending"),
    "": ("UNKNOWN", "pending"),
    None: ("UNKNOWN", "pending"),
    "create " + "or replace " * 20_000 + "table t": ("CREATE TABLE", "pending"),
}  # fmt: skip


def statement(offset: int, ddl: str | None) -> dict[str, Any]:
    message = {"source": {"schema": "app"}, "databaseName": "shop", "schemaName": "app", "ddl": ddl, "ts_ms": SECOND}
    return row(offset, message, second=18)


LANDED = [
    change(0, "c", 5, None, {"id": 1}, table="visits"),
    change(1, "r", 10, None, {"id": 1, "amount": 10}),
    change(2, "c", 20, None, {"id": 2, "amount": 20}),
    change(3, "u", 30, None, {"id": 2, "amount": 21}),
    change(4, "t", 25, None, None),
    change(5, "d", 40, {"id": 2, "amount": None}, None),
    row(6, None, {"id": 2}),
    row(7, {"ts_ms": SECOND}),
    row(8, {"status": "BEGIN", "id": "7", "event_count": None, "data_collections": None, "ts_ms": SECOND}),
    row(
        9,
        {
            "source": {"schema": "app"},
            "databaseName": "shop",
            "schemaName": "app",
            "ddl": "/* nightly */ -- x\nCREATE INDEX i ON orders (amount)",
            "ts_ms": SECOND,
        },
    ),
    row(
        10,
        {
            "source": {"schema": "app"},
            "databaseName": "shop",
            "schemaName": "app",
            "ddl": "alter table orders add column note text",
            "ts_ms": SECOND,
        },
    ),
    row(11, '{"op": "c", '),
    change(12, "c", 50, None, {"id": 3, "amount": "many"}),
    change(13, "x", 60, None, {"id": 4, "amount": 1}),
    change(14, "c", 70, None, {"id": 9, "amount": 1}, table="invoices"),
    change(15, "c", 80, None, {"id": 5, "amount": 50}),
    change(15, "c", 80, None, {"id": 5, "amount": 50}),  # the same coordinates again
    change(16, "c", 80, None, {"id": 5, "amount": 50}),  # the same change under new coordinates
    change(17, "t", 85, None, None, table="visits"),
    change(18, "c", 90, None, {"id": 1}, table="visits"),
]


@pytest.fixture(scope="module")
def shop(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> Project:
    made = Project(tmp_path_factory.mktemp("control") / "p", "control", control=True)
    made.stream("shop", {"format": "debezium"})
    made.tables("shop", [CONTRACT, VISITS, GHOSTS])
    made.model("cdc_events", EVENTS)
    made.dbt("deps")
    statements = [statement(1000 + n, ddl) for n, ddl in enumerate(STATEMENTS)]
    for batch in (LANDED[:10], LANDED[10:] + statements):
        land(spark, "control_landing.shop", batch)
        made.dbt("build")
    return made


def rows_of(spark: Any, sql: str) -> list[tuple[Any, ...]]:
    return [tuple(found) for found in spark.sql(sql).collect()]


@pytest.mark.law("L1")
def test_every_landing_row_is_in_one_class(spark: Any, shop: Project) -> None:
    found = rows_of(
        spark, "select cdc_outcome, cdc_reason, cdc_rows, cdc_landed from control.cdc_accounting order by 1, 2"
    )
    counts = [
        ("change", None, 8),
        ("ddl", None, 2 + len(STATEMENTS)),
        ("duplicate", None, 1),
        ("heartbeat", None, 1),
        ("quarantined", "bad_value", 1),
        ("quarantined", "malformed", 1),
        ("quarantined", "missing_table", 1),
        ("quarantined", "unknown_operation", 1),
        ("tombstone", None, 1),
        ("transaction", None, 1),
        ("truncate", None, 2),
    ]
    assert found == [(*count, 20 + len(STATEMENTS)) for count in counts]


@pytest.mark.law("L1", "L9")
def test_every_change_is_applied_superseded_truncated_or_redelivered(spark: Any, shop: Project) -> None:
    counted = "select cdc_outcome, cdc_changes from control.cdc_change_outcomes where cdc_table_model = '{}' order by 1"
    found = rows_of(spark, counted.format("orders"))
    # ids 1 and 2 were there before the truncate; of id 2 the update lies before the delete; id 5 came twice
    assert found == [("applied", 2), ("redelivered", 1), ("superseded", 1), ("truncated", 2)]
    assert rows_of(spark, "select id, amount from control.orders") == [(5, 50)]
    assert rows_of(spark, counted.format("visits")) == [("applied", 1), ("truncated", 1)]
    assert rows_of(spark, "select id from control.visits") == [(1,)]


@pytest.mark.law("L9")
def test_the_quarantine_keeps_the_message_and_the_reason(spark: Any, shop: Project) -> None:
    found = rows_of(
        spark,
        "select cdc_offset, cdc_reason, cdc_log, cdc_value is not null, cdc_detail"
        " from control.cdc_quarantine order by 1",
    )
    assert [entry[:4] for entry in found] == [
        (11, "malformed", "routed_shop", True),
        (12, "bad_value", "changes_orders", True),
        (13, "unknown_operation", "routed_shop", True),
        (14, "missing_table", "routed_shop", True),
    ]
    assert "amount" in found[1][4]
    assert "app.invoices" in found[3][4]


def test_the_ledger_has_every_statement(spark: Any, shop: Project) -> None:
    found = rows_of(
        spark, "select cdc_offset, cdc_kind, cdc_status, cdc_warning from control.cdc_ddl_ledger order by 1"
    )
    statements = [(1000 + n, *expected, None) for n, expected in enumerate(STATEMENTS.values())]
    assert found == [(9, "CREATE INDEX", "ignored", None), (10, "ALTER", "pending", None), *statements]


def test_lag_distinguishes_silence_from_no_change(spark: Any, shop: Project) -> None:
    found = rows_of(
        spark,
        "select cdc_stream, unix_millis(cdc_last_sign_at), unix_millis(cdc_last_heartbeat_at),"
        " unix_millis(cdc_last_change_at), cdc_delivery_lag from control.cdc_stream_lag",
    )
    assert found == [("shop", SECOND + 18_000, SECOND + 7_000, SECOND, 18)]


def test_the_audit_has_each_run_of_each_log(spark: Any, shop: Project) -> None:
    found = rows_of(
        spark,
        "select cdc_log, cdc_rows, cdc_quarantined, cdc_duplicates"
        " from control.cdc_run_audit order by cdc_log, cdc_batch",
    )
    assert found == [
        ("changes_orders", 5, 0, 0),
        ("changes_orders", 3, 1, 0),
        ("changes_visits", 1, 0, 0),
        ("changes_visits", 2, 0, 0),
        ("routed_shop", 10, 0, 0),
        ("routed_shop", 10 + len(STATEMENTS), 2, 1),
    ]


@pytest.mark.law("L6")
def test_a_run_without_new_rows_writes_nothing(spark: Any, shop: Project) -> None:
    tables = (
        "routed_shop",
        "changes_orders",
        "changes_ghosts",
        "state_orders",
        "state_visits",
        "state_ghosts",
        "cdc_ddl_ledger",
        "cdc_batches",
    )
    before = {table: rows_of(spark, f"select snapshot_id from control.{table}.snapshots") for table in tables}
    shop.dbt("build")
    assert {table: rows_of(spark, f"select snapshot_id from control.{table}.snapshots") for table in tables} == before


def test_a_run_without_new_rows_looks_at_each_table_once(shop: Project) -> None:
    """Each statement costs planning, however few the rows, and a stream may have hundreds of tables."""
    shop.dbt("run")
    run = shop.aloud("run")
    assert run.success
    looks = Counter(re.findall(r"\bshow tblproperties control\.(\w+)", run.output))
    names = [f"{layer}{table}" for layer in ("changes_", "state_", "") for table in ("orders", "visits", "ghosts")]
    assert {name: looks[name] for name in names} == dict.fromkeys(names, 1)
    models = run.output.partition("Finished running")[0]
    assert not re.findall(r"\b(?:from|join) control\.(?:changes_|state_)\w+", models)


def test_the_counts_of_a_run_are_one_file(spark: Any, shop: Project) -> None:
    entries = "control.cdc_batches.all_entries"
    files = rows_of(spark, f"select snapshot_id, count(*) from {entries} where status = 1 group by 1")
    assert files
    assert {number for _, number in files} == {1}


@pytest.mark.law("L1")
@pytest.mark.parametrize(
    ("damage", "table", "failing"),
    [
        ("delete from {table} where cdc_offset = 3", "routed_shop", "cdc_conservation"),
        ("delete from {table} where cdc_offset = 3", "changes_orders", "cdc_conservation"),
        ("delete from {table} where id = 2", "state_orders", "cdc_all_applied"),
        ("update {table} set cdc_batch = cdc_batch - 1", "state_visits", "cdc_all_applied"),
    ],
)
def test_a_lost_row_fails_row_accounting(spark: Any, shop: Project, damage: str, table: str, failing: str) -> None:
    snapshot = spark.sql(f"select max_by(snapshot_id, made_current_at) from control.{table}.history").first()[0]
    spark.sql(damage.format(table=f"control.{table}"))
    try:
        with pytest.raises(DbtFailed, match=failing):
            shop.dbt("test")
    finally:
        spark.sql(f"call lake.system.rollback_to_snapshot('control.{table}', {snapshot})")
    shop.dbt("test")


@pytest.mark.law("L7")
def test_a_killed_run_is_restartable(spark: Any, shop: Project) -> None:
    land(spark, "control_landing.shop", [change(19, "c", 91, None, {"id": 8, "amount": 2})])
    shop.dbt("run", "--select", "routed_shop")  # killed between two logs
    shop.dbt("build")
    state = rows_of(spark, "select * from control.state_orders order by id")
    assert 8 in [row[0] for row in state]
    (first,) = spark.sql("select min(cdc_batch) from control.changes_orders").first()
    note = f"'cdc.applied_batch' = '{first}'"
    spark.sql(f"alter table control.state_orders set tblproperties ({note})")  # killed between merge and note
    shop.dbt("build")
    assert rows_of(spark, "select * from control.state_orders order by id") == state


@pytest.mark.law("L7")
def test_a_log_that_another_run_makes_again_is_looked_at_again(
    spark: Any, shop: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two first runs may both create a log, and the later one leaves nothing of the other's snapshots."""
    execute, log = Cursor.execute, "control.changes_orders"
    raced: list[str] = []

    def race(cursor: Any, sql: str, *parameters: Any) -> Any:
        if f"{log} version as of" in sql and "state_orders" in sql and not raced:
            raced.append(sql)
            spark.sql(f"create table {log}_kept using iceberg as select * from {log}")
            spark.sql(f"drop table {log}")
            spark.sql(f"create table {log} using iceberg as select * from {log}_kept")
        return execute(cursor, sql, *parameters)

    with catalog.restored("control", "control_landing"):
        land(spark, "control_landing.shop", [change(20, "c", 92, None, {"id": 9, "amount": 3})])
        monkeypatch.setattr(Cursor, "execute", race)
        shop.dbt("run", "--select", "+orders")
        assert raced
        assert rows_of(spark, "select id, amount from control.orders where id = 9") == [(9, 3)]


DAY = 86_400_000
WARNED = ("--warn-error-options", '{"error": ["JinjaLogWarning"]}')
UNREAD = "select cdc_log, cdc_unread from control.cdc_run_audit where cdc_unread > 0"


@pytest.mark.law("L1")
def test_a_landing_row_older_than_the_lateness_is_named_and_fails_row_accounting(spark: Any, shop: Project) -> None:
    def late(offset: int, number: int, days: int) -> dict[str, Any]:
        image = {"id": number, "amount": 1}
        return change(offset, "c", 90, None, image) | {"timestamp": SECOND - days * DAY}

    def dbt(*command: str) -> None:
        # Where nobody knows how far the log has read, as where landing is no Iceberg table.
        spark.sql("alter table control.routed_shop unset tblproperties if exists ('cdc.snapshot')")
        shop.dbt(*command)

    def assert_unread(rows: int) -> None:
        dbt("run", "--select", "routed_shop", "cdc_run_audit")
        assert rows_of(spark, UNREAD) == [("routed_shop", rows)]

    dbt("run", "--select", "routed_shop", "cdc_run_audit", *WARNED)
    assert rows_of(spark, UNREAD) == []
    orders = "select id, amount from control.orders order by id"
    before = rows_of(spark, orders)
    land(spark, "control_landing.shop", [late(99, 7, 9)])
    with pytest.raises(DbtFailed, match="cdc_conservation"):
        dbt("build")
    assert rows_of(spark, UNREAD) == [("routed_shop", 1)]
    with pytest.raises(DbtFailed) as failed:
        dbt("run", "--select", "routed_shop", *WARNED)  # also without anything new
    assert_error(
        str(failed.value),
        "landing_unread",
        "model routed_shop: it has not read 1 landing row of source shop, older than the allowed lateness of 7 days: "
        "landed before .... To read them: dbt build --full-refresh --select routed_shop+, or a run with a larger "
        "lateness. Read: docs/reference/settings.md, Settings of a stream",
    )
    # Beside a row that is read, and by which what was read before grows too old.
    newest = change(101, "c", 95, None, {"id": 9, "amount": 9}) | {"timestamp": SECOND + 7 * DAY + 10_000}
    land(spark, "control_landing.shop", [newest])
    assert_unread(1)
    # On a day of which everything else was read; twice the same coordinates; while landing loses rows of another day.
    spark.sql("delete from control_landing.shop where `offset` = 99")
    land(spark, "control_landing.shop", [late(102, 10, 0), late(103, 11, 30), late(103, 11, 30)])
    assert_unread(3)
    dbt("build", "--full-refresh", *WARNED)
    assert rows_of(spark, orders) == [*before, (9, 9), (10, 1), (11, 1)]
    assert rows_of(spark, UNREAD) == []
    land(spark, "control_landing.shop", [late(104, 12, 1)])
    assert_unread(1)
    # With a larger lateness it is read.
    shop.stream("shop", {"format": "debezium", "lateness": "30 days"})
    dbt("build", *WARNED)  # all that is older was read
    assert rows_of(spark, UNREAD) == []
    assert (12, 1) in rows_of(spark, "select id, amount from control.orders")


def test_a_landing_row_of_any_age_is_read_if_landing_has_snapshots(spark: Any, shop: Project) -> None:
    shop.dbt("build")
    old = change(110, "c", 96, None, {"id": 13, "amount": 13}) | {"timestamp": SECOND - 400 * DAY}
    land(spark, "control_landing.shop", [old])
    spark.sql(
        "call lake.system.rewrite_data_files(table => 'control_landing.shop', options => map('min-input-files', '1'))"
    )
    shop.dbt("build", *WARNED)
    assert (13, 13) in rows_of(spark, "select id, amount from control.orders")


@pytest.mark.law("L1")
def test_rows_that_an_overwrite_adds_to_landing_are_read(spark: Any, shop: Project) -> None:
    land(spark, "control_landing.shop", [change(111, "c", 97, None, {"id": 14, "amount": 14})])
    shop.dbt("build")
    spark.sql(
        "insert overwrite control_landing.shop select * from control_landing.shop union all"
        " select topic, partition, 112, `timestamp`, key, replace(value, '14', '15'), headers from control_landing.shop"
        " where `offset` = 111"
    )
    shop.dbt("build", *WARNED)
    assert (15, 15) in rows_of(spark, "select id, amount from control.orders")


@pytest.mark.law("L1")
def test_copies_of_what_was_read_before_and_within_a_batch_are_duplicates(spark: Any, shop: Project) -> None:
    again = change(111, "c", 97, None, {"id": 14, "amount": 14})
    new = change(113, "c", 98, None, {"id": 16, "amount": 16})
    land(spark, "control_landing.shop", [again, new, again, new, change(114, "u", 99, None, {"id": 16, "amount": 17})])
    shop.dbt("build", *WARNED)
    found = rows_of(
        spark,
        "select cdc_offset, cdc_copy, cdc_class = 'duplicate' from control.routed_shop"
        " where cdc_offset in (111, 113, 114) order by 1, 2",
    )
    assert found == [(111, 1, False), (111, 2, True), (111, 3, True), (113, 1, False), (113, 2, True), (114, 1, False)]


@pytest.mark.law("L1")
def test_a_replayed_message_and_one_of_two_images_are_accounted_for_once(spark: Any, tmp_path: Path) -> None:
    made = Project(tmp_path / "p", "again", control=True, without=REPORTS)
    made.stream("shop", {"format": "debezium", "max_bytes": 500}, routed=False)
    made.tables("shop", [CONTRACT])
    made.model("cdc_events", "cdc_events([ref('state_orders')])")
    made.dbt("deps")
    long = change(1, "c", 20, None, {"id": 2, "amount": 20})
    long["value"] += " " * 500
    moved = change(2, "u", 30, {"id": 1, "amount": 10}, {"id": 3, "amount": "many"})  # one half is good
    land(spark, "again_landing.shop", [change(0, "c", 10, None, {"id": 1, "amount": 10}), long, moved])
    made.dbt("build")
    outcomes = "select cdc_outcome, cdc_reason, cdc_rows from again.cdc_accounting order by 1, 2"
    in_quarantine = "select cdc_offset, cdc_value from again.cdc_quarantine order by 1"
    assert rows_of(spark, outcomes) == [
        ("change", None, 1),
        ("quarantined", "bad_value", 1),
        ("quarantined", "oversized", 1),
    ]
    assert rows_of(spark, in_quarantine) == [(1, long["value"]), (2, moved["value"])]
    made.stream("shop", {"format": "debezium"}, routed=False)
    made.dbt("run-operation", "cdc_replay", "--args", json.dumps({"log": "changes_orders", "reasons": ["oversized"]}))
    made.dbt("build")
    assert rows_of(spark, outcomes) == [("change", None, 2), ("quarantined", "bad_value", 1)]
    assert rows_of(spark, in_quarantine) == [(2, moved["value"])]
    assert rows_of(spark, "select id, amount from again.orders") == [(2, 20)]


@pytest.mark.law("L1", "L11")
def test_a_state_that_row_accounting_misses_is_an_error(shop: Project) -> None:
    shop.model("cdc_events", "cdc_events([ref('state_visits'), ref('state_ghosts')])")
    try:
        with pytest.raises(DbtFailed, match="it does not list ref\\('state_orders'\\)"):
            shop.dbt("build", "--select", "cdc_events")
    finally:
        shop.model("cdc_events", EVENTS)


def test_every_column_of_a_control_model_is_described_and_no_other(spark: Any, shop: Project) -> None:
    models = {
        node.name: node.columns
        for node in shop.dbt("parse").nodes.values()
        if node.resource_type == "model" and node.package_name == "spark_cdc"
    }
    assert len(models) == 12
    for name, columns in models.items():
        assert set(columns) == set(spark.table(f"control.{name}").columns), name
        assert all(column.description for column in columns.values())


def test_every_public_macro_and_its_arguments_are_described(shop: Project) -> None:
    public = {
        macro.name: macro
        for macro in shop.dbt("parse").macros.values()
        if macro.package_name == "spark_cdc" and macro.name.startswith(("cdc_", "test_cdc_"))
    }
    assert len(public) > 15
    for name, macro in public.items():
        assert macro.description, name
        declared = re.search(r"{%-? *(?:macro|test) +\w+\(([^)]*)\)", macro.macro_sql)
        assert declared, name
        names = [argument.split("=")[0].strip() for argument in declared[1].split(",") if argument.strip()]
        assert [argument.name for argument in macro.arguments] == names, name
        assert all(argument.description for argument in macro.arguments), name
