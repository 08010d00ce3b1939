"""Merges as a user's Spark runs them, compiled to Java: the modules with the most statements have them interpreted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from landing import land
from project import Project
from scenario import contract


def event(
    offset: int, op: str, before: dict[str, Any] | None, after: dict[str, Any] | None, transaction: int = 1
) -> dict[str, Any]:
    source = {"connector": "postgresql", "db": "shop", "schema": "app", "table": "orders", "lsn": 100 + offset}
    source["txId"] = transaction
    value = json.dumps({"op": op, "before": before, "after": after, "source": source, "ts_ms": 1_700_000_000_000})
    place = {"topic": "shop", "partition": 0, "offset": offset, "timestamp": 1_700_000_000_000 + offset}
    return {**place, "key": None, "value": value, "headers": None}


def test_a_merge_ends_rows_that_are_there_and_rows_that_never_were(spark: Any, tmp_path: Path) -> None:
    made = Project(tmp_path / "p", "merges")
    made.stream("shop", {"format": "debezium"}, routed=False)
    made.tables("shop", [contract("orders", ["app.orders"], ["id"], id="bigint", name="string")])
    made.dbt("deps")
    kept, gone, never = ({"id": number, "name": "x"} for number in (1, 2, 3))
    land(spark, "merges_landing.shop", [event(1, "c", None, kept), event(2, "c", None, gone)])
    made.dbt("run")
    second = [event(3, "d", gone, None), event(4, "c", None, never), event(5, "d", never, None)]
    land(spark, "merges_landing.shop", second)
    made.dbt("run")
    state = spark.sql("select id, name, cdc_deleted from merges.state_orders order by id").collect()
    assert [tuple(row) for row in state] == [(1, "x", False), (2, None, True), (3, None, True)]
    overtaken = (tmp_path / "p/target/run/captured/models/state_orders.sql").read_text()
    with pytest.raises(Exception, match="another run has merged into this state meanwhile"):
        spark.sql(overtaken)  # as of a run that looked before this one merged
    land(spark, "merges_landing.shop", [event(0, "d", kept, None), event(6, "c", None, gone)])  # one late, one back
    made.dbt("run")
    current = spark.sql("select id, name from merges.orders order by id").collect()
    assert [tuple(row) for row in current] == [(1, "x"), (2, "x")]


def test_a_newcomer_that_comes_after_the_delete_that_its_key_is_owed_lives(spark: Any, tmp_path: Path) -> None:
    """With keys checked at commit, a row takes a key, is updated there, and only then leaves the key's old row."""
    made = Project(tmp_path / "p", "newcomer")
    made.stream("shop", {"format": "debezium"}, routed=False)
    made.tables("shop", [contract("orders", ["app.orders"], ["id"], id="bigint", name="string")])
    made.dbt("deps")
    one, two = {"id": 1, "name": "a"}, {"id": 2, "name": "b"}
    comes = event(5, "u", one, {**one, "id": 2}, transaction=7)
    updated = event(6, "u", {**one, "id": 2}, {"id": 2, "name": "updated"}, transaction=7)
    leaves = event(7, "u", two, {**two, "id": 3}, transaction=7)
    afterwards = event(8, "u", {"id": 2, "name": "updated"}, {"id": 2, "name": "again"}, transaction=8)
    ends = [(2, "updated"), (3, "b")]
    # Until the newcomer is known, the update settles the key; on a key that seems free, the newcomer is owed nothing.
    batches = [[updated], [leaves], [event(1, "c", None, one), comes], [event(2, "c", None, two)], [afterwards]]
    expected = [[(2, "updated")], [(3, "b")], [(3, "b")], ends, [(2, "again"), (3, "b")]]
    for messages, rows in zip(batches, expected, strict=True):
        land(spark, "newcomer_landing.shop", messages)
        made.dbt("run")
        current = spark.sql("select id, name from newcomer.orders order by id").collect()
        assert [tuple(row) for row in current] == rows
