"""Fixtures that every Python test may use."""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import spark_process
from dbt_common.tests import enable_test_caching
from hypothesis.configuration import set_hypothesis_home_dir
from pyspark.sql import SparkSession
from xdist.scheduler import LoadScopeScheduling

sys.path.insert(0, str(spark_process.ROOT / "udfs"))  # test this checkout, installed or not
set_hypothesis_home_dir(spark_process.HOME / "hypothesis")
enable_test_caching()  # dbt parses a macro once in a process, not once for each project
GATEWAY = pytest.StashKey[Any]()
LAWS = re.findall(r"^\| (L\d+) \|", (spark_process.ROOT / "docs" / "semantics.md").read_text(), re.M)

# The modules with the most statements. `make test-compiled` runs some of them as a user's Spark does, or all.
INTERPRETED = (
    "test_accounts", "test_adoption", "test_bad_input", "test_canal", "test_captures", "test_captures_canal",
    "test_contract_changes", "test_control", "test_datahub", "test_debezium_connectors", "test_declaring",
    "test_dts_avro", "test_edge_cases", "test_errors", "test_examples", "test_histories", "test_huawei_cdl",
    "test_land", "test_lindorm", "test_loss", "test_merges", "test_new_format", "test_observed_columns", "test_qlik",
    "test_quarantine_reports", "test_retention", "test_samples", "test_scaffold", "test_shareplex", "test_stale_keys",
    "test_table_formats", "test_upgrade",
)  # fmt: skip


def pytest_configure(config: pytest.Config) -> None:
    """Make a marker of each law: `pytest -m L2`."""
    for law in LAWS:
        config.addinivalue_line("markers", f"{law}: made from law({law!r})")


def pytest_configure_node(node: Any) -> None:
    """Give a test process the address of the shared Java process; start it for the first of them."""
    stash = node.config.stash
    if GATEWAY not in stash:
        stash[GATEWAY] = spark_process.start()
    java = stash[GATEWAY].java_parameters
    node.workerinput["spark"] = (java.port, java.auth_token)


@pytest.fixture(scope="session")
def spark(pytestconfig: pytest.Config) -> Iterator[SparkSession]:
    """The one Spark session of a test process: the embedded target's, with a lake of its own, empty at the start."""
    from spark_cdc_udfs.registration import register_all

    home = Path(tempfile.mkdtemp(prefix="test-", dir=spark_process.HOME))
    (home / "warehouse").mkdir()
    session = spark_process.session(home, getattr(pytestconfig, "workerinput", {}).get("spark"))
    session.sparkContext.setLogLevel("ERROR")
    spark_process.leave_out_checksums(session)
    register_all(session)
    yield session
    shutil.rmtree(home, ignore_errors=True)


@pytest.fixture(scope="module", autouse=True)
def evaluation(request: pytest.FixtureRequest) -> Iterator[None]:
    """Have Spark interpret the statements of the modules in INTERPRETED, and with Delta tables those of all modules.

    Delta itself runs several queries for each statement.
    """
    if request.module.__name__ not in INTERPRETED and spark_process.FILE_FORMAT == "iceberg":
        yield
        return
    with spark_process.interpreted(request.getfixturevalue("spark")):
        yield


LONGEST = (
    "test_concurrent.py", "test_retention.py", "test_captures.py", "test_histories.py", "test_accounts.py",
    "test_samples.py", "test_merges.py", "test_control.py", "test_qlik.py", "test_captures_canal.py",
    "test_upgrade.py", "test_install.py", "test_declaring.py", "test_debezium_types.py", "test_scaffold.py",
    "test_bad_input.py", "test_examples.py", "test_adoption.py", "test_canal.py",
)  # fmt: skip


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put what takes longest in front, lest one process waits for the other; let `-m L2` choose the tests of a law."""
    for item in items:
        for law in item.iter_markers("law"):
            for name in law.args:
                item.add_marker(name)
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
