"""A key with a million changes, the longest message and a batch of five million changes, in 2 GiB of heap.

The messages are made by Spark, from numbers, so that the rows which they must end in follow from arithmetic. Java's
heap has its limit from the start of the process: what needs more fails. What each run took is printed (pytest -s).
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import landing
import pytest
import spark_process
from dbt_common.tests import enable_test_caching
from project import Project
from pyspark.sql import SparkSession
from scenario import contract

from bench.measure import Meter

pytestmark = pytest.mark.law("L12")

enable_test_caching()  # dbt parses a macro once, not once for each project
HEAP = "2g"
CHANGES = 1_000_000  # of one key
UNSENT = "__debezium_unavailable_value"  # Debezium's for a long value that did not change


@pytest.fixture(scope="session")
def spark() -> Iterator[SparkSession]:
    """The embedded target's session, as a user's, with a lake of its own."""
    from spark_cdc_udfs.registration import register_all

    spark_process.HOME.mkdir(exist_ok=True)
    home = Path(tempfile.mkdtemp(prefix="test-", dir=spark_process.HOME))
    (home / "warehouse").mkdir()
    os.environ["SPARK_CDC_MEMORY"] = HEAP
    session = spark_process.session(home, None, quick=False)
    session.sparkContext.setLogLevel("ERROR")
    register_all(session)
    assert session._jvm.java.lang.Runtime.getRuntime().maxMemory() <= 2 << 30
    yield session
    session.stop()
    shutil.rmtree(home, ignore_errors=True)


class Pipeline:
    """One table, and the runs that build it."""

    def __init__(self, spark: SparkSession, folder: Path, schema: str, **columns: str) -> None:
        self.spark, self.schema, self.meter = spark, schema, Meter(spark)
        self.made = Project(folder / "p", schema)
        self.made.stream("shop", {"format": "debezium"}, routed=False)
        self.made.tables("shop", [contract("orders", ["app.orders"], ["id"], **columns)])
        self.made.dbt("deps")

    def land(self, count: int, op: str, before: str, after: str, first: int = 0) -> None:
        """Land messages; op and images are SQL over n, which goes from `first`. A transaction has ten of them."""
        table = f"{self.schema}_landing.shop"
        self.spark.sql(f"create schema if not exists {self.schema}_landing")
        self.spark.sql(f"create table if not exists {table} ({landing.SCHEMA}) using iceberg")
        source = '\'"source":{"connector":"postgresql","db":"shop","schema":"app","table":"orders"\''
        self.spark.sql(f"""
            insert into {table}
            select
                'shop', 0, n, timestamp_millis(1700000000000 + n), null,
                concat(
                    '{{"op":"', {op}, '","before":', {before}, ',"after":', {after}, ',"ts_ms":1700000000000,',
                    {source}, ',"lsn":', 100 + n, ',"txId":', n div 10, '}}}}'
                ),
                null
            from (select id as n from range({first}, {first + count}))
        """)

    def run(self, *options: str) -> None:
        """Build the tables, and print what it took."""
        cost = self.meter.of(lambda: self.made.dbt("run", *options))
        print(f"{self.schema} {options}: cpu {cost.cpu:.0f} s, old generation {cost.old_mb:.0f} MB")

    def current(self, columns: str = "*") -> list[tuple[Any, ...]]:
        return [tuple(row) for row in self.spark.sql(f"select {columns} from {self.schema}.orders").collect()]


def test_a_key_with_a_million_whole_images(spark: SparkSession, tmp_path: Path) -> None:
    """The run that merges them, a first run and a full refresh, end in the last one."""
    made = Pipeline(spark, tmp_path, "whole", id="bigint", version="bigint", name="string")
    image = """concat('{"id":1,"version":', n, ',"name":"name ', n, '"}')"""
    made.land(CHANGES, "if(n = 0, 'c', 'u')", "'null'", image)
    made.run()
    assert made.current() == [(1, CHANGES - 1, f"name {CHANGES - 1}")]
    made.run("--full-refresh")
    assert made.current() == [(1, CHANGES - 1, f"name {CHANGES - 1}")]
    made.land(CHANGES, "'u'", "'null'", image, first=CHANGES)
    made.run()
    assert made.current() == [(1, 2 * CHANGES - 1, f"name {2 * CHANGES - 1}")]


def test_a_key_with_a_million_partial_images_that_moves(spark: SparkSession, tmp_path: Path) -> None:
    """Each update sends one of four columns. Then the row moves, and what it leaves out is found at the old key."""
    columns = [f"c{number}" for number in range(4)]
    made = Pipeline(spark, tmp_path, "parts", id="bigint", **dict.fromkeys(columns, "string"))

    def image(key: int) -> str:
        texts = [f"""',"c{i}":"', if(n = 0 or n % 4 = {i}, concat('value ', n), '{UNSENT}'), '"'""" for i in range(4)]
        return f"""concat('{{"id":{key}', {", ".join(texts)}, '}}')"""

    made.land(CHANGES, "if(n = 0, 'c', 'u')", "'null'", image(1))
    made.run()
    values = [f"value {CHANGES - 4 + i}" for i in range(4)]
    assert made.current() == [(1, *values)]
    made.land(1, "'u'", image(1), image(2), first=CHANGES)
    made.run()
    values[0] = f"value {CHANGES}"
    assert made.current() == [(2, *values)]
    made.run("--full-refresh")
    assert made.current() == [(2, *values)]


def test_a_message_of_max_bytes(spark: SparkSession, tmp_path: Path) -> None:
    made = Pipeline(spark, tmp_path, "longest", id="bigint", name="string")
    made.land(1, "'c'", "'null'", """'{"id":1,"name":""}'""")
    table = f"{made.schema}_landing.shop"
    (shortest,) = spark.sql(f"select octet_length(value) from {table}").first() or (0,)
    left = 16_777_216 - shortest
    name = f"repeat('é', {left // 2}), repeat('x', {left % 2})"
    spark.sql(f"drop table {table}")
    made.land(1, "'c'", "'null'", f"""concat('{{"id":1,"name":"', {name}, '"}}')""")
    assert made.spark.sql(f"select octet_length(value) from {table}").first() == (16_777_216,)
    made.run()
    assert made.current(f"id, name = concat({name})") == [(1, True)]


def test_a_batch_of_five_million_changes(spark: SparkSession, tmp_path: Path) -> None:
    """Of a million keys each has five changes, of which the last one is number 4,000,000 + key."""
    made = Pipeline(spark, tmp_path, "batch", id="bigint", version="bigint", name="string")
    image = """concat('{"id":', n % 1000000, ',"version":', n, ',"name":"name ', n, '"}')"""
    made.land(1_000, "'r'", "'null'", image)
    made.run()
    made.land(5 * CHANGES - 1_000, "'u'", "'null'", image, first=1_000)
    made.run()
    right = "version = 4000000 + id and name = concat('name ', version)"
    assert made.current(f"count(*), count(distinct id), count_if({right})") == [(CHANGES, CHANGES, CHANGES)]
