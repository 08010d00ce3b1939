"""Registers the decoders as Spark SQL functions."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import pyarrow as pa
from pyspark import cloudpickle
from pyspark.sql import SparkSession, functions

from .base64_bytes import decode_base64_bytes
from .carried_values import CarriedValue, CarriedValues
from .connect_decimal import decode_connect_decimal
from .ddl_meta import decode_ddl_meta
from .decoded import Decoded
from .dts_record import dts_record
from .hex_mask import mask_ordinals
from .qlik_message import decode_qlik_message


class SqlFunction(NamedTuple):
    """A decoder and the type of its value, for Arrow and as Spark writes it."""

    decode: Callable[..., Decoded[Any]]
    value_type: pa.DataType
    value_sql: str


_ACTION_FIELDS = ("action", "column_name", "column_type", "new_name")
_META_FIELDS = ("ddl_text", "statement", "kind", "table_name")

FUNCTIONS = {
    "cdc_base64_bytes": SqlFunction(decode_base64_bytes, pa.binary(), "binary"),
    "cdc_connect_decimal": SqlFunction(decode_connect_decimal, pa.string(), "string"),
    "cdc_dts_record": SqlFunction(dts_record, pa.string(), "string"),
    "cdc_mask_ordinals": SqlFunction(mask_ordinals, pa.list_(pa.int32()), "array<int>"),
    "cdc_ddl_meta": SqlFunction(
        decode_ddl_meta,
        pa.struct(
            [(name, pa.string()) for name in _META_FIELDS]
            + [("actions", pa.list_(pa.struct([(name, pa.string()) for name in _ACTION_FIELDS])))]
        ),
        f"struct<{','.join(f'{name}:string' for name in _META_FIELDS)},"
        f"actions:array<struct<{','.join(f'{name}:string' for name in _ACTION_FIELDS)}>>>",
    ),
    "cdc_qlik_message": SqlFunction(decode_qlik_message, pa.string(), "string"),
}

# A function that reads a table row by row and makes another one, in the order that a query gives.
TABLE_FUNCTIONS = {"cdc_carried_values": (CarriedValues, CarriedValue._fields)}


def register_all(spark: SparkSession) -> list[str]:
    """Register every function, and return their names. May be repeated.

    A function of values returns struct<value, reason>, a function of tables a table of texts.

    The package is pickled by value, so that the workers need pyarrow, fastavro and javaobj-py3 but not this package.
    """
    cloudpickle.register_pickle_by_value(sys.modules[__package__])  # a package covers its modules
    # Spark 4.0 has no functions of Arrow columns. A client of Spark Connect may be newer than its server, or older.
    by_column = not spark.version.startswith("4.0.") and hasattr(functions, "arrow_udf")
    for name, function in FUNCTIONS.items():
        spark.udf.register(name, _spark_function(function, by_column))
    for name, (rows, columns) in TABLE_FUNCTIONS.items():
        returns = ", ".join(f"{column} string" for column in columns)
        spark.udtf.register(name, functions.udtf(rows, returnType=returns).asDeterministic())
    return [*FUNCTIONS, *TABLE_FUNCTIONS]


def _spark_function(function: SqlFunction, by_column: bool) -> Any:
    """Return the function for Spark; one that takes rows has the same values as one that takes Arrow columns."""
    returns = f"struct<value:{function.value_sql},reason:string>"
    if by_column:
        return functions.arrow_udf(_by_column(function.decode, function.value_type), returns)
    return functions.udf(_by_row(function.decode), returns, useArrow=False)


def _by_column(decode: Callable[..., Decoded[Any]], value_type: pa.DataType) -> Callable[..., pa.Array]:
    """Make a function of values into one of Arrow columns.

    `udf(..., useArrow=True)` would do so too, but it fails the whole batch on the first text that is not UTF-8, which a
    message cast from binary may well be.
    """
    result_type = pa.struct([("value", value_type), ("reason", pa.string())])

    def decode_columns(*columns: pa.Array) -> pa.Array:
        rows = zip(*map(_python_values, columns), strict=True)
        return pa.array([_as_python(decode(*row)) for row in rows], result_type)

    return decode_columns


def _by_row(decode: Callable[..., Decoded[Any]]) -> Callable[..., Decoded[Any]]:
    """Let a function of values take binaries as Spark gives them row by row, as bytearrays."""

    def decode_row(*row: Any) -> Decoded[Any]:
        return decode(*(bytes(value) if isinstance(value, bytearray) else value for value in row))

    return decode_row


def _python_values(column: pa.Array) -> list[Any]:
    if not pa.types.is_string(column.type) and not pa.types.is_large_string(column.type):
        values: list[Any] = column.to_pylist()
        return values
    bytes_type = pa.binary() if pa.types.is_string(column.type) else pa.large_binary()
    return [None if raw is None else raw.decode(errors="replace") for raw in column.cast(bytes_type).to_pylist()]


def _as_python(value: Any) -> Any:
    """Turn named tuples, at any depth, into the dictionaries that Arrow takes for structs."""
    if isinstance(value, tuple):
        return {name: _as_python(part) for name, part in value._asdict().items()}  # type: ignore[attr-defined]
    if isinstance(value, list):
        return [_as_python(part) for part in value]
    return value
