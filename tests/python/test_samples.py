"""The project in examples/, as `make demo` builds it: every format's samples, dbt tests and dbt unit tests."""

from __future__ import annotations

import contextlib
import csv
import functools
import io
import json
import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import agate
import demo
import pages
import pytest
import spark_process
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
    return {name: spark_process.snapshots(spark, f"{SCHEMA}.{name}") for name in kept}


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


def tables_of(printed: str) -> list[list[list[str]]]:
    """Return the cells of each table in what was printed, head first."""
    found = re.findall(r"(?:^\|.*\n)+", printed, re.M)
    return [pages.rows(table) for table in found]


def test_the_screen_of_the_demo_shows_what_landed_and_a_table_before_and_after(
    dbt: Callable[..., Any], built: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it shows is in the seeds: the landed messages, and the rows that they must become."""
    printed = io.StringIO()
    print_table = functools.partialmethod(agate.Table.print_table, output=printed)
    monkeypatch.setattr(agate.Table, "print_table", print_table)
    with contextlib.redirect_stdout(printed):
        dbt("run-operation", "show_samples")
    outcomes, messages, before, after = tables_of(printed.getvalue())
    landed = {path.stem: seed(path) for path in (ROOT / "examples/seeds/landing").glob("*.csv")}
    assert outcomes[0] == ["landing table", "messages", "changes", "non-row events", "quarantined"]
    numbers = {name: [int(cell.replace(",", "")) for cell in cells] for name, *cells in outcomes[1:]}
    assert {name: count for name, (count, *_) in numbers.items()} == {name: len(rows) for name, rows in landed.items()}
    assert all(count == sum(parts) for count, *parts in numbers.values())
    sent = [row for row in landed["debezium"] if row["topic"] == "shop.app.customers" and row["key"] in KEYS]
    assert [offset for offset, *_ in messages[1:]] == [row["offset"] for row in sent]
    first = {row["key"]: json.loads(row["value"])["after"] for row in reversed(sent) if row["value"]}
    assert [row[:4] for row in before[1:]] == [
        [str(image[name]) if image[name] else "" for name in ("id", "name", "email", "city")]
        for image in (first[key] for key in KEYS)
    ]
    expected = {row["id"]: row for row in seed(ROOT / "examples/seeds/expected/expected_shop_customers.csv")}
    assert [row[:5] for row in after[1:]] == [list(expected[id_].values())[:5] for id_ in ("14", "16")]
    for command in ("cdc_quarantine", "cdc_overview", "dbt build"):
        assert command in printed.getvalue()


KEYS = ['{"id":14}', '{"id":16}']


def seed(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_demo_builds_the_samples_and_shows_the_screen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """With dbt replaced: the two commands, the progress between them, and the exit status."""
    commands: list[tuple[str, list[str]]] = []

    class Runner:
        def __init__(self, callbacks: Sequence[Callable[[Any], None]] = ()) -> None:
            self.callbacks = callbacks

        def invoke(self, command: list[str]) -> SimpleNamespace:
            commands.append((Path.cwd().name, command))
            for name in ("LogStartLine", "NodeFinished", "NodeFinished"):
                for call in self.callbacks:
                    call(SimpleNamespace(info=SimpleNamespace(name=name), data=SimpleNamespace(total=2)))
            return SimpleNamespace(success=succeed)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(demo, "dbtRunner", Runner)
    monkeypatch.setattr(demo, "LOGS", tmp_path)
    monkeypatch.setattr(os, "dup2", lambda *_: None)
    succeed = True
    assert demo.main() == 0
    assert commands == [("examples", ["build", "--quiet"]), ("examples", ["run-operation", "show_samples", "--quiet"])]
    assert "2 of 2 models, seeds and tests done" in capsys.readouterr().out
    succeed = False
    assert demo.main() == 1
    assert len(commands) == 3
    assert "The samples could not be built" in capsys.readouterr().out


def test_every_model_and_seed_is_described(built: Any) -> None:
    nodes = [result.node for result in built.results if result.node.resource_type in ("model", "seed")]
    assert [node.name for node in nodes if not node.description] == []
    current = [node for node in nodes if "current" in node.fqn]
    assert [node.name for node in current for column in node.columns.values() if not column.description] == []


def test_the_commands_that_build_nothing(spark: Any, dbt: Callable[..., Any], built: Any) -> None:
    fresh = [result for result in dbt("source", "freshness").results if result.node.resource_type == "source"]
    assert {result.status for result in fresh} == {"warn"}  # the samples are old; the others are of on-run-end
    shown = {result.node.name: result for result in dbt("show", "--select", "shop_customers").results}
    assert shown["shop_customers"].agate_table.column_names[0] == "id"
    dbt("docs", "generate")
    catalog = json.loads((dbt.args[1] / "target/catalog.json").read_text())["nodes"]  # type: ignore[attr-defined]
    for result in built.results:
        if result.node.resource_type == "model":
            described = {name: column.data_type for name, column in result.node.columns.items()}
            assert set(described) == set(catalog[result.node.unique_id]["columns"]), result.node.name
            if result.node.package_name != "spark_cdc":
                found = dict(spark.table(result.node.relation_name).dtypes)
                typed = {name: kind.replace(" ", "") for name, kind in described.items() if kind}
                assert typed == {name: found[name] for name in typed}, result.node.name


def models_of(result: Any) -> dict[str, Any]:
    return {one.node.name: one.node for one in result.results if one.node.resource_type == "model"}


def layer_of(node: Any) -> str:
    return next((layer for layer in ("routed", "changes", "state", "current") if layer in node.fqn), "control")


def test_every_column_of_every_layer_is_described(built: Any) -> None:
    models = models_of(built)
    assert {layer_of(node) for node in models.values()} == {"routed", "changes", "state", "current", "control"}
    for name, node in models.items():
        assert all(column.description for column in node.columns.values()), name
        assert node.columns, name


def test_current_models_are_public_and_the_logs_and_states_private(built: Any) -> None:
    wanted = {"current": "public", "control": "protected"}
    for name, node in models_of(built).items():
        assert node.access == wanted.get(layer_of(node), "private"), name
        assert node.config.group == ("cdc" if node.package_name != "spark_cdc" else None), name


def test_tags_select_streams_tables_and_layers(dbt: Callable[..., Any], built: Any) -> None:
    models = models_of(built)

    def selected(*tags: str) -> set[str]:
        selection = ",".join(f"tag:{tag}" for tag in tags)
        return set(dbt("ls", "--select", selection, "--resource-type", "model", "--output", "name"))

    for layer in ("routed", "changes", "state", "current", "control"):
        assert selected(layer) == {name for name, node in models.items() if layer_of(node) == layer}
    assert selected("shop_customers") == {"changes_shop_customers", "state_shop_customers", "shop_customers"}
    tables = ("shop_customers", "shop_no_pk", "shop_pk_change", "shop_truncated")
    assert selected("debezium", "current") == set(tables)
    layers = {f"{layer}{table}" for table in tables for layer in ("changes_", "state_", "")}
    assert selected("debezium") == {"routed_debezium", *layers}


def test_the_lineage_leads_from_each_source_to_current_and_control_models(dbt: Callable[..., Any]) -> None:
    manifest = dbt("parse")
    manifest.build_parent_and_child_maps()

    def ahead_of(unique_id: str) -> set[str]:
        parents = set(manifest.parent_map[unique_id])
        return parents.union(*(ahead_of(parent) for parent in parents))

    of_layer: dict[str, set[str]] = {}
    for node in manifest.nodes.values():
        if node.resource_type == "model":
            of_layer.setdefault(layer_of(node), set()).add(node.unique_id)
    sources = set(manifest.sources)
    assert len(sources) > 8
    assert sources == set().union(*(ahead_of(one) & sources for one in of_layer["current"])) | {
        "source.spark_cdc_examples.landing.qlik_metadata"
    }
    for one in of_layer["current"]:
        table = one.rpartition(".")[2]
        above = ahead_of(one)
        assert {f"model.spark_cdc_examples.{layer}_{table}" for layer in ("changes", "state")} <= above
        assert above & sources, one
    for one in of_layer["control"]:
        assert ahead_of(one) >= sources | of_layer["routed"] | of_layer["changes"] | of_layer["state"], one
