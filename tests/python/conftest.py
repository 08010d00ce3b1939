"""Fixtures that every Python test may use."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jinja2
import pytest
import yaml
from hypothesis.configuration import set_hypothesis_home_dir
from xdist.scheduler import LoadScopeScheduling

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "udfs"))  # test this checkout, installed or not
set_hypothesis_home_dir(ROOT / ".spark_cdc" / "hypothesis")


def _embedded_settings() -> dict[str, str]:
    """Return the Spark settings of the embedded target in profiles/profiles.yml."""
    text = (ROOT / "profiles" / "profiles.yml").read_text()
    profile = yaml.safe_load(jinja2.Template(text).render(env_var=os.environ.get))
    settings: dict[str, str] = profile["spark_cdc"]["outputs"]["embedded"]["server_side_parameters"]
    return settings


# Thousands of statements are planned, in half of the time once Java's second compiler has been there; as it comes, it
# takes as much for itself in the first ten minutes, so it is told to compile less, later and simpler. The heap is
# small, and two processes share two cores, so that the simplest collector is the quickest.
QUICK_START = {
    "spark.driver.extraJavaOptions": "-XX:+UseSerialGC -XX:MaxInlineLevel=6 -XX:InlineSmallCode=1000 "
    "-XX:-DoEscapeAnalysis -XX:Tier4InvocationThreshold=15000 -XX:Tier4MinInvocationThreshold=2000 "
    "-XX:Tier4CompileThreshold=45000 -XX:Tier4BackEdgeThreshold=120000"
}

# Spark compiles each query to Java before it runs, which takes more than the few rows of a test give back, and looks
# for parts that could be shared. The modules with the most tables have it interpreted, with each part written out where
# it is used; samples, bad input, types and control models run as a user's do.
INTERPRETED = (
    "test_adoption", "test_canal", "test_captures", "test_captures_canal", "test_contract_changes", "test_datahub",
    "test_debezium_connectors", "test_dts_avro", "test_histories", "test_huawei_cdl", "test_lindorm", "test_qlik",
    "test_scaffold", "test_shareplex",
)  # fmt: skip


@pytest.fixture(scope="session")
def spark() -> Iterator[Any]:
    """The one Spark session of the tests: the embedded target's, with a lake of its own, empty at the start."""
    parent = ROOT / ".spark_cdc"
    parent.mkdir(exist_ok=True)
    home = Path(tempfile.mkdtemp(prefix="test-", dir=parent))
    (home / "warehouse").mkdir()
    os.environ["SPARK_CDC_HOME"] = str(home)
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    from pyspark.sql import SparkSession
    from spark_cdc_udfs.registration import register_all

    builder = SparkSession.builder.config("spark.sql.ansi.enabled", os.environ.get("SPARK_CDC_ANSI", "false"))
    for key, value in {**_embedded_settings(), "spark.jars.ivy": str(parent / "ivy"), **QUICK_START}.items():
        builder = builder.config(key, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    register_all(session)
    yield session
    session.stop()
    shutil.rmtree(home, ignore_errors=True)


@pytest.fixture(scope="module", autouse=True)
def evaluation(request: pytest.FixtureRequest) -> Iterator[None]:
    """Have Spark interpret the statements of the modules in INTERPRETED, and plan them in one piece."""
    if request.module.__name__ not in INTERPRETED:
        yield
        return
    conf = request.getfixturevalue("spark").conf
    settings = {
        "spark.sql.codegen.wholeStage": "false",
        "spark.sql.codegen.factoryMode": "NO_CODEGEN",
        "spark.sql.legacy.inlineCTEInCommands": "true",
    }
    for name, value in settings.items():
        conf.set(name, value)
    yield
    for name in settings:
        conf.unset(name)


LONGEST = ("test_samples.py", "test_captures.py", "test_histories.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put what takes longest in front, lest one process waits for the other."""
    items.sort(key=lambda item: LONGEST.index(item.path.name) if item.path.name in LONGEST else len(LONGEST))


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling:
    """Keep tests that share what they build in one process: those of a file, or of a database or format in it."""

    class ByFile(LoadScopeScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            file, _, name = nodeid.partition("::")
            if file.endswith("test_histories.py"):
                return nodeid
            return f"{file} mariadb" if file.endswith("test_captures.py") and "mariadb" in name else file

    return ByFile(config, log)
