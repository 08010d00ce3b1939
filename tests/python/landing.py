"""Writes landing rows into the embedded catalog, as a connector would have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import spark_process
from pyspark.sql import SparkSession

SCHEMA = "topic string, partition int, `offset` bigint, `timestamp` timestamp, key string, value string, headers string"


def land(spark: SparkSession, table: str, rows: Sequence[Mapping[str, Any]]) -> None:
    """Append rows to a landing table, making it (and its schema) when it is not there."""
    spark.sql(f"create schema if not exists {table.split('.')[0]}")
    spark.sql(f"create table if not exists {table} ({SCHEMA}) {spark_process.USING}")
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
    spark.createDataFrame(records, SCHEMA).coalesce(1).writeTo(table).append()


def land_columns(spark: SparkSession, table: str, schema: str, rows: Sequence[Sequence[Any]]) -> None:
    """Append rows to a landing table with columns of its own, making it when it is not there."""
    spark.sql(f"create schema if not exists {table.split('.')[0]}")
    spark.sql(f"create table if not exists {table} ({schema}) {spark_process.USING}")
    spark.createDataFrame([tuple(row) for row in rows], schema).coalesce(1).writeTo(table).append()
