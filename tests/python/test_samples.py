"""The project in examples/, as `make demo` builds it: every format's samples, dbt tests and dbt unit tests."""

from __future__ import annotations

import contextlib
import functools
import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from encoders import FORMATS
from project import ROOT, run_dbt

SCHEMA = "samples"


@pytest.fixture(scope="module")
def dbt(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Any]:
    """Run a dbt command in the folder of the samples, as a user does."""
    return functools.partial(run_dbt, ROOT / "examples", tmp_path_factory.mktemp("samples"), SCHEMA)


@pytest.fixture(scope="module")
def built(dbt: Callable[..., Any]) -> Any:
    return dbt("build")


def snapshots(spark: Any) -> dict[str, list[Any]]:
    tables = [row.tableName for row in spark.sql(f"show tables in {SCHEMA}").collect()]
    kept = [name for name in tables if name.startswith(("routed_", "changes_", "state_", "cdc_ddl_ledger"))]
    return {name: spark.sql(f"select snapshot_id from {SCHEMA}.{name}.snapshots").collect() for name in kept}


def test_every_format_has_samples_with_expected_rows_and_unit_tests(built: Any) -> None:
    nodes = [result.node for result in built.results]
    tests = [node for node in nodes if node.resource_type == "test"]
    compared = [node for node in tests if node.test_metadata and node.test_metadata.name == "cdc_same_rows"]
    unit_tests = [node.name for node in nodes if node.resource_type == "unit_test"]
    current = [node for node in nodes if node.resource_type == "model" and "current" in node.fqn]
    assert len(compared) == len(current)
    for form in {form.stream["format"] for form in FORMATS}:
        assert any(name.startswith(f"{form}_") for name in unit_tests), form


@pytest.mark.law("L6")
def test_a_second_run_changes_no_log_and_no_state(spark: Any, dbt: Callable[..., Any], built: Any) -> None:
    before = snapshots(spark)
    assert len(before) > 50
    dbt("run")
    assert snapshots(spark) == before


def test_the_overview_shows_every_current_table(dbt: Callable[..., Any], built: Any) -> None:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        dbt("run-operation", "cdc_overview")
    shown = printed.getvalue()
    for result in built.results:
        if result.node.resource_type == "model" and "current" in result.node.fqn:
            assert result.node.name in shown
    assert "Outcomes of all landing rows" in shown  # its rows go past what Python can redirect


def test_every_model_and_seed_is_described(built: Any) -> None:
    nodes = [result.node for result in built.results if result.node.resource_type in ("model", "seed")]
    assert [node.name for node in nodes if not node.description] == []
    current = [node for node in nodes if "current" in node.fqn]
    assert [node.name for node in current for column in node.columns.values() if not column.description] == []


def test_the_commands_that_build_nothing(dbt: Callable[..., Any], built: Any) -> None:
    fresh = [result for result in dbt("source", "freshness").results if result.node.resource_type == "source"]
    assert {result.status for result in fresh} == {"warn"}  # the samples are old; the others are of on-run-end
    shown = {result.node.name: result for result in dbt("show", "--select", "shop_customers").results}
    assert shown["shop_customers"].agate_table.column_names[0] == "id"
    dbt("docs", "generate")
    catalog = json.loads((dbt.args[1] / "target/catalog.json").read_text())["nodes"]  # type: ignore[attr-defined]
    for result in built.results:
        if result.node.resource_type == "model":
            assert set(result.node.columns) <= set(catalog[result.node.unique_id]["columns"]), result.node.name
