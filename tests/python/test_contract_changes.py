"""A changed contract and a rebuilt log give the same tables as if they had always been so."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import captures
import pytest
from landing import land
from project import DbtFailed, Project


@pytest.mark.law("L4")
def test_a_column_declared_late_has_its_earlier_values(spark: Any, tmp_path: Path) -> None:
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

    # A log that holds positions of two kinds would order nothing.
    made.stream("shop", {"format": "debezium", "options": {"order": "transport"}})
    with pytest.raises(DbtFailed, match="routed_shop: it was made by another configuration"):
        made.dbt("run")
    made.dbt("run", "--full-refresh", "--select", "routed_shop")
    made.dbt("run")
    current = [row.asDict() for row in spark.table("late_column.pg_customers").collect()]
    assert captures.differences(whole, current, "schemaless") == []


def test_a_view_is_replaced_only_where_it_changes(spark: Any, tmp_path: Path) -> None:
    whole = captures.models("postgres")["pg_customers"]
    made = Project(tmp_path / "p", "kept_view")
    made.stream("shop", {"format": "debezium"}, routed=False)
    made.tables("shop", [whole])
    land(spark, "kept_view_landing.shop", captures.load("postgres", "schemaless")[:1])
    made.dbt("deps")

    def is_replaced(*command: str) -> bool:
        """Put another query behind the view, run dbt, and return whether the model's own one is back."""
        spark.sql("create or replace view kept_view.pg_customers as select 'another' as mark")
        made.dbt("run", *command)
        return "mark" not in spark.table("kept_view.pg_customers").columns

    made.dbt("run")
    assert not is_replaced()
    assert is_replaced("--full-refresh", "--select", "pg_customers")
    made.tables("shop", [{**whole, "columns": [one for one in whole["columns"] if one["name"] != "city"]}])
    assert is_replaced("--full-refresh")
    assert "city" not in spark.table("kept_view.pg_customers").columns
    made.model("pg_customers", "cdc_current(ref('state_pg_customers')) }} and {{ 'false'")
    assert is_replaced()
    assert spark.table("kept_view.pg_customers").count() == 0


def test_a_full_refresh_replaces_no_view_that_is_right(spark: Any, tmp_path: Path) -> None:
    made = Project(tmp_path / "p", "right_view")
    wide = "{{ config(materialized='cdc_view') }} select * from {{ ref('numbers') }}"
    numbers = "{{ config(materialized='table') }} select 1 as id, {{ var('more', 2) }} as more"
    (made.path / "models/numbers.sql").write_text(numbers)
    (made.path / "models/wide.sql").write_text(wide)
    made.dbt("deps")

    def is_replaced(*command: str) -> bool:
        done = made.aloud("--debug", "run", "--full-refresh", *command)
        assert done.success, done.output
        return "create or replace view" in done.output

    assert is_replaced()
    assert not is_replaced()
    # The same query, with another type: a view keeps the types that its query had.
    assert is_replaced("--vars", "more: \"'two'\"")
    assert [tuple(row) for row in spark.table("right_view.wide").collect()] == [(1, "two")]
    assert not is_replaced("--vars", "more: \"'two'\"")
