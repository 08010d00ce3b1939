"""A contract that changes, and a log that is made anew, end as if they had always been so."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import captures
from landing import land
from project import Project


def test_a_column_declared_late_has_the_values_that_came_before(spark: Any, tmp_path: Path) -> None:
    whole = captures.models("postgres")["pg_customers"]
    narrow = copy.deepcopy(whole)
    narrow["columns"] = [column for column in whole["columns"] if column["name"] != "city"]
    made = Project(tmp_path / "p", "late_column")
    made.stream("shop", {"format": "debezium"})
    made.tables("shop", [narrow])
    land(spark, "late_column_landing.shop", captures.load("postgres", "schemaless"))
    made.dbt("deps")
    made.dbt("run")

    made.tables("shop", [whole])
    made.dbt("run")
    current = [row.asDict() for row in spark.table("late_column.pg_customers").collect()]
    assert captures.differences(whole, current, "schemaless") == []

    logged = spark.table("late_column.changes_pg_customers").count()
    made.dbt("run", "--full-refresh", "--select", "routed_shop")
    made.dbt("run")
    assert spark.table("late_column.changes_pg_customers").count() == logged
    current = [row.asDict() for row in spark.table("late_column.pg_customers").collect()]
    assert captures.differences(whole, current, "schemaless") == []
