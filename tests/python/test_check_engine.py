"""The error where a Spark lacks what the models need, before the first of them runs."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import dbt_spark_cdc
import pytest
from project import ROOT, Project, changed_settings, run_aloud
from spark_cdc_udfs import registration


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    made = Project(tmp_path_factory.mktemp("engine") / "p", "engine")
    (made.path / "models/one.sql").write_text("select 1 as one")
    made.dbt("deps")
    return made


def test_a_spark_with_everything_is_let_through(spark: Any, project: Project) -> None:
    assert run_aloud(project, "run-operation", "_check_engine").success


@pytest.mark.parametrize("command", ["run --select one", "run-operation _check_engine"])
@pytest.mark.parametrize(
    ("setting", "value", "expected"),
    [
        ("spark.sql.session.timeZone", "Asia/Kolkata", "time zone of the session is Asia/Kolkata. Set spark.sql."),
        ("spark.sql.analyzer.maxIterations", "100", "spark.sql.analyzer.maxIterations is 100. Set it to 300"),
        ("spark.sql.defaultCatalog", "spark_catalog", "default catalog is Spark's own, which has no Iceberg tables"),
    ],
)
def test_a_wrong_setting_stops_a_command(
    spark: Any,
    project: Project,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    setting: str,
    value: str,
    expected: str,
    command: str,
) -> None:
    """A run has a session by then, whose settings the plugin reads; of an operation it is the first statement."""
    monkeypatch.setattr(dbt_spark_cdc, "_prepared", None)
    with changed_settings(spark, tmp_path, {setting: value}):
        done = run_aloud(project, *command.split())
    assert not done.success
    assert "spark_cdc: the Spark of target embedded cannot be used" in done.output
    assert expected in done.output
    assert "docs/targets/index.md" in done.output


def test_the_plugin_reports_what_statements_report(spark: Any, project: Project) -> None:
    assert run_aloud(project, "show", "--inline", "select 1").success
    wanted = [*registration.FUNCTIONS, *registration.TABLE_FUNCTIONS, "cdc_not_there"]
    with ThreadPoolExecutor() as pool:  # dbt opens its session in another thread than the one that runs hooks
        facts = pool.submit(dbt_spark_cdc.session_facts, wanted).result()
    assert facts is not None
    catalog, zone, version = spark.sql("select current_catalog(), current_timezone(), version()").first()
    assert (facts["catalog"], facts["zone"], facts["version"]) == (catalog, zone, version.split(" ")[0])
    assert sorted(facts["functions"]) == sorted(row[0] for row in spark.sql("show functions like 'cdc_*'").collect())
    assert spark.sql("set spark.sql.analyzer.maxIterations").first()[1] == facts["iterations"]
    assert spark.sql("set spark.sql.catalog.spark_catalog").first()[1] in ("<undefined>", facts["spark_catalog"])


def test_a_missing_function_stops_an_operation(spark: Any, project: Project) -> None:
    spark.sql("drop temporary function cdc_ddl_meta")
    try:
        done = run_aloud(project, "run-operation", "cdc_trim")
    finally:
        registration.register_all(spark)
    assert not done.success
    assert "it lacks the functions cdc_ddl_meta. Install the Python package spark-cdc beside dbt" in done.output


def test_every_function_is_looked_for() -> None:
    text = (ROOT / "macros/platform/_check_engine.sql").read_text()
    needed = re.search(r"set needed = \[(.*?)\]", text)
    assert needed is not None
    assert sorted(re.findall(r'"(\w+)"', needed[1])) == sorted([*registration.FUNCTIONS, *registration.TABLE_FUNCTIONS])


def test_the_page_that_the_error_names_is_there() -> None:
    assert Path(ROOT, "docs/targets/index.md").exists()
