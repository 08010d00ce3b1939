"""Fixtures of the tests on engines and catalogs."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import catalogs
import pytest
import spark_process
from engines import Warehouse
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
def warehouse(home: Path) -> Iterator[Warehouse]:
    """The tables of all tests. Delta's have a Hive metastore, which lets several processes in."""
    if spark_process.FILE_FORMAT == "delta":
        with catalogs.served("hive", Warehouse(home)) as catalog:
            yield Warehouse(home, catalog.variables["SPARK_CDC_CATALOG_URI"])
    else:
        yield Warehouse(home)


@pytest.fixture(scope="session")
def spark(warehouse: Warehouse) -> Iterator[SparkSession]:
    """A Spark of the test's own, which lands messages as a connector does, and reads tables as anybody else does."""
    os.environ["SPARK_CDC_MEMORY"] = "1g"
    session = spark_process.session(warehouse.home, None, more=warehouse.settings())
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()
