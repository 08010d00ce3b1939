"""Two dbt processes on one project and one catalog at the same time."""

from __future__ import annotations

import multiprocessing
import os
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession
from soak.pairs import Pairs
from soak.run import Layout

LIVES = int(os.environ.get("SPARK_CDC_LIVES", "0"))  # each of about six pairs; by default a short one, with all layers
SHORT = 2


@pytest.fixture(scope="module")
def forks() -> Any:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["soak.process"])
    return context


@pytest.fixture(scope="module", params=["routed", "straight"] if LIVES else ["routed"])
def layout(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Layout:
    return Layout.written(tmp_path_factory.mktemp("layout"), "debezium", request.param == "routed")


@pytest.mark.law("L2", "L7")
def test_runs_that_overlap_leave_the_tables_of_one_run(
    spark: SparkSession, tmp_path: Path, layout: Layout, forks: Any
) -> None:
    """Whatever two processes do at once, every snapshot is right, both succeed, and the next run has everything."""
    home, instantiated = os.environ["SPARK_CDC_HOME"], SparkSession._instantiatedSession
    pairs = 0
    try:
        for seed in range(max(1, LIVES // 2)):
            life = Pairs(spark, tmp_path, 100 + seed, layout, forks)
            os.environ["SPARK_CDC_HOME"] = str(life.lake.home)
            try:
                pairs += life.pairs() if LIVES else life.pairs(SHORT)
            except Exception as error:
                error.add_note("\n  ".join(["what was run:", *life.history]))
                raise
    finally:
        os.environ["SPARK_CDC_HOME"], SparkSession._instantiatedSession = home, instantiated
        jvm: Any = spark._jvm
        jvm.SparkSession.setDefaultSession(spark._jsparkSession)
        jvm.SparkSession.setActiveSession(spark._jsparkSession)
    assert pairs >= max(1, LIVES // 2)
