from __future__ import annotations

import gc
import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import dbt_spark_cdc
import pytest
import yaml
from dbt.adapters.spark.connections import SparkConnectionManager
from dbt.contracts.graph.manifest import Manifest
from dbt.parser.unit_tests import UnitTestManifestLoader
from dbt_common.exceptions import DbtRuntimeError
from dbt_spark_cdc.profile import spark_settings
from project import ROOT


def test_initialising_patches_once_and_starts_no_spark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SPARK_CDC_ANSI", raising=False)
    monkeypatch.setattr(dbt_spark_cdc, "_prepared", None)  # other tests may have run dbt before
    (plugin,) = dbt_spark_cdc.plugins
    plugin("any project")
    patched = SparkConnectionManager.open.__func__
    plugin("any project")
    assert SparkConnectionManager.open.__func__ is patched
    assert dbt_spark_cdc._prepared is None


@pytest.mark.parametrize(
    ("conf", "expected"),
    [
        ({"spark.master": "local[2]"}, sys.executable),
        ({"spark.master": "spark://host:7077"}, None),  # Spark's own choice: the first python3 on a worker's PATH
        ({"spark.master": "spark://host:7077", "spark.pyspark.python": "/opt/python"}, "/opt/python"),
        ({"spark.remote": "sc://host"}, None),
    ],
)
def test_the_workers_python(monkeypatch: pytest.MonkeyPatch, conf: dict[str, str], expected: str | None) -> None:
    monkeypatch.delenv("SPARK_REMOTE", raising=False)
    monkeypatch.setenv("PYSPARK_PYTHON", "")  # so that what is set here goes again
    monkeypatch.delenv("PYSPARK_PYTHON")
    dbt_spark_cdc._settle(conf)
    assert os.environ.get("PYSPARK_PYTHON") == expected


@pytest.mark.parametrize(("before", "after"), [((700, 10, 10), (50_000, 20, 100)), ((900, 10, 10), (900, 10, 10))])
def test_garbage_is_collected_less_often_unless_the_program_has_chosen(
    before: tuple[int, int, int], after: tuple[int, int, int]
) -> None:
    chosen = gc.get_threshold()
    try:
        gc.set_threshold(*before)
        (plugin,) = dbt_spark_cdc.plugins
        plugin("any project")
        assert gc.get_threshold() == after
    finally:
        gc.set_threshold(*chosen)


def test_a_setting_without_a_value_is_left_to_spark() -> None:
    conf = {"spark.remote": "sc://host", "spark.sql.shuffle.partitions": "", "spark.sql.session.timeZone": "UTC"}
    dbt_spark_cdc._settle(conf)
    assert conf == {"spark.remote": "sc://host", "spark.sql.session.timeZone": "UTC"}


def test_a_connect_server_that_is_not_there_is_named_at_once() -> None:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    with pytest.raises(DbtRuntimeError, match=f"no Spark Connect server answers at sc://127.0.0.1:{port}/ .*refused"):
        dbt_spark_cdc._reach(f"sc://127.0.0.1:{port}/;token=secret")


def test_a_thrift_server_takes_settings_over_only_with_hives_prefix() -> None:
    once = dbt_spark_cdc._hive_settings({"spark.sql.ansi.enabled": "false"})
    assert once == {"set:hiveconf:spark.sql.ansi.enabled": "false"}
    assert dbt_spark_cdc._hive_settings({**once, "spark.sql.ansi.enabled": "true"}) == {
        "set:hiveconf:spark.sql.ansi.enabled": "true"
    }


# What each target needs; `embedded` needs nothing.
VARIABLES = {
    "embedded": {},
    "cluster": {"SPARK_CDC_MASTER": "m", "SPARK_CDC_CATALOG_URI": "u", "SPARK_CDC_WAREHOUSE": "w"},
    "connect": {"SPARK_CDC_REMOTE": "r"},
    "thrift": {"SPARK_CDC_THRIFT_HOST": "h"},
}


def test_every_target_gives_the_session_what_the_models_need() -> None:
    profiles = ROOT / "profiles" / "profiles.yml"
    outputs = yaml.safe_load(profiles.read_text())["spark_cdc"]["outputs"]
    assert list(outputs) == list(VARIABLES)
    for target, variables in VARIABLES.items():
        settings = spark_settings(profiles, target, variables)
        assert settings["spark.sql.analyzer.maxIterations"] == "300"
        assert settings["spark.sql.legacy.inlineCTEInCommands"] == "true"
        assert settings["spark.sql.icu.caseMappings.enabled"] == "false"
        assert settings["spark.sql.session.timeZone"] == "UTC"
        assert "None" not in settings.values(), "a variable without default is not in VARIABLES"


def test_a_laptops_settings_stay_on_the_embedded_target() -> None:
    profiles = ROOT / "profiles" / "profiles.yml"
    for target in ("cluster", "connect", "thrift"):
        settings = spark_settings(profiles, target, VARIABLES[target])
        assert not settings.get("spark.sql.shuffle.partitions")
        assert "spark.buffer.pageSize" not in settings
        assert "spark.sql.ui.retainedExecutions" not in settings


def test_unit_tests_see_the_graph_of_the_project() -> None:
    dbt_spark_cdc.plugins[0]("any project")
    manifest = Manifest(flat_graph={"nodes": {"model.a": {}}})
    assert UnitTestManifestLoader(manifest, None, set()).load().flat_graph == manifest.flat_graph


def test_a_misspelt_ansi_setting_stops_dbt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPARK_CDC_ANSI", "yes")
    with pytest.raises(DbtRuntimeError, match="SPARK_CDC_ANSI"):
        dbt_spark_cdc.plugins[0]("any project")


@pytest.mark.parametrize(("value", "expected"), [("true", "true"), (" False ", "false"), ("", None)])
def test_ansi_setting(monkeypatch: pytest.MonkeyPatch, value: str, expected: str | None) -> None:
    monkeypatch.setenv("SPARK_CDC_ANSI", value)
    assert dbt_spark_cdc._ansi() == expected


@pytest.mark.parametrize(
    ("conf", "expected"),
    [
        ({}, True),
        ({"spark.master": "local[2]"}, True),
        ({"spark.master": "spark://host:7077"}, False),
        ({"spark.remote": "sc://host"}, False),
    ],
)
def test_only_a_local_spark_gets_the_embedded_defaults(
    monkeypatch: pytest.MonkeyPatch, conf: dict[str, str], expected: bool
) -> None:
    monkeypatch.delenv("SPARK_REMOTE", raising=False)
    assert dbt_spark_cdc._is_embedded(conf) is expected


def test_the_folders_of_embedded_catalogs_are_made_and_absolute(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    conf = {
        "spark.jars.ivy": "a b/ivy",
        "spark.sql.catalog.lake.warehouse": "a b/warehouse",
        "spark.sql.catalog.lake.uri": "jdbc:sqlite:a b/home/catalog.db?busy_timeout=1",
        "spark.sql.catalog.far.warehouse": "s3://bucket/warehouse",
    }
    dbt_spark_cdc.settle_folders(conf)
    assert conf == {
        "spark.jars.ivy": f"{tmp_path}/a b/ivy",
        "spark.sql.catalog.lake.warehouse": f"{tmp_path}/a b/warehouse",
        "spark.sql.catalog.lake.uri": f"jdbc:sqlite:{tmp_path}/a b/home/catalog.db?busy_timeout=1",
        "spark.sql.catalog.far.warehouse": "s3://bucket/warehouse",
    }
    assert sorted(path.name for path in (tmp_path / "a b").iterdir()) == ["home", "warehouse"]


def test_sql_that_is_typed_into_plain_dbt_has_the_functions(tmp_path: Path) -> None:
    """In a process of its own, where no test has registered anything, and in a folder with a space."""
    folder, home = tmp_path / "a project", tmp_path / "a home"
    folder.mkdir()
    home.mkdir()
    (home / "ivy").symlink_to(ROOT / ".spark_cdc" / "ivy")
    (folder / "dbt_project.yml").write_text("{name: typed, version: 1.0.0, config-version: 2, profile: spark_cdc}")
    typed = "select hex(cdc_base64_bytes('AAE=').value) as bytes, cdc_connect_decimal(X'01', 2).reason as reason"
    done = subprocess.run(
        [Path(sys.executable).with_name("dbt"), "show", "--output", "json", "--inline", typed],
        cwd=folder,
        env={**os.environ, "SPARK_CDC_HOME": str(home), "DBT_PROFILES_DIR": str(ROOT / "profiles")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    shown = json.loads(done.stdout[done.stdout.index("{") :])
    assert shown["show"] == [{"bytes": "0001", "reason": "decimal: base64: not a text"}]
