"""Writes landing rows into the embedded catalog, as a connector would have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import pyarrow as pa
import spark_process
from pyspark.sql import SparkSession
from pyspark.sql.types import _parse_datatype_string

SCHEMA = "topic string, partition int, `offset` bigint, `timestamp` timestamp, key string, value string, headers string"


def land(spark: SparkSession, table: str, rows: Sequence[Mapping[str, Any]]) -> None:
    """Append rows to a landing table of messages, making it (and its schema) when it is not there."""
    records = [
        (
            row["topic"],
            row["partition"],
            row["offset"],
            datetime.fromtimestamp(row["timestamp"] / 1000, UTC),
            row["key"],
            row["value"],
            row["headers"],
        )
        for row in rows
    ]
    land_columns(spark, table, SCHEMA, records)


def land_columns(spark: SparkSession, table: str, schema: str, rows: Sequence[Sequence[Any]]) -> None:
    """Append rows to a landing table with columns of its own, making it (and its schema) when it is not there."""
    spark.sql(f"create schema if not exists {table.split('.')[0]}")
    spark.sql(f"create table if not exists {table} ({schema}) {spark_process.USING}")
    types = _parse_datatype_string(schema)
    # From Arrow, for which Spark starts no Python: a sixth of the work.
    columns = [pa.array([row[number] for row in rows]) for number in range(len(types))]
    landed = spark.createDataFrame(pa.Table.from_arrays(columns, types.names), types)
    landed.coalesce(1).writeTo(table).append()
