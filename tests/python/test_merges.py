"""Merges as a user's Spark runs them, compiled to Java: the modules with the most statements have them interpreted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from landing import land
from project import Project
from scenario import contract


def event(offset: int, op: str, before: dict[str, Any] | None, after: dict[str, Any] | None) -> dict[str, Any]:
    source = {"connector": "postgresql", "db": "shop", "schema": "app", "table": "orders", "lsn": 100 + offset}
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
