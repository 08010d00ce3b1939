"""Fixtures of the tests on engines and catalogs, which share one Spark of the tests' own."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import catalogs
import pytest
import spark_process
from pyspark.sql import SparkSession


@pytest.fixture(scope="session")
def home() -> Iterator[Path]:
    """The folder of the lakes of all tests."""
    spark_process.HOME.mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="engines-", dir=spark_process.HOME))
    (folder / "warehouse").mkdir()
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def java() -> Any:
    """The gateway to a Java process for Spark, with what each of the catalogs needs."""
    return catalogs.start_java("java.log")


@pytest.fixture(scope="session")
def spark(home: Path, java: Any) -> Iterator[SparkSession]:
    """A Spark of the test's own, which lands messages as a connector does, and reads tables as anybody else does.

    Its lake is that of the targets that need a server of Spark.
    """
    session = spark_process.session(home, catalogs.address(java))
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()
