"""Aliyun DTS in Avro: datums put together column by column, in the vendor's order of fields and branches."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bench.formats.shared import KINDS, Format, Messages, texts, whole
from bench.history import Changes, Operation
from bench.rows import NAMES, Numbers, joined, typed


def _varints(numbers: Numbers) -> pa.Array:
    """Return Avro's longs: zigzag, then seven bits a byte, the lowest first."""
    bits = ((numbers << 1) ^ (numbers >> 63)).astype(np.uint64)
    shifts = np.arange(10, dtype=np.uint64) * np.uint64(7)
    groups = (bits[:, None] >> shifts) & np.uint64(0x7F)
    lengths = np.maximum(1, (groups != 0).cumsum(axis=1).argmax(axis=1) + 1)
    places = np.arange(10)
    data = (groups.astype(np.uint8) | np.where(places < lengths[:, None] - 1, 0x80, 0).astype(np.uint8))[
        places < lengths[:, None]
    ]
    offsets = np.concatenate([[0], lengths.cumsum()]).astype(np.int32)
    return pa.Array.from_buffers(
        pa.binary(), len(numbers), [None, pa.py_buffer(offsets.tobytes()), pa.py_buffer(data.tobytes())]
    )


def _long(number: int) -> bytes:
    return bytes(_varints(np.array([number]))[0].as_py())


def _string(value: str) -> bytes:
    return _long(len(value.encode())) + value.encode()


def _sized(values: pa.Array) -> pa.Array:
    """Return texts or bytes with their length ahead, NULL as NULL."""
    data = values.cast(pa.binary())
    return joined(
        _varints(pc.fill_null(pc.binary_length(data), 0).to_numpy(zero_copy_only=False).astype(np.int64)), data
    )


# Numbers of the branches in the union of values: null, Integer, Character, Decimal, Float, Timestamp, ...
_NULL, _INTEGER, _CHARACTER, _DECIMAL, _TIMESTAMP = 0, 1, 2, 3, 5
_NUMBERS = {"bigint": 8, "int": 3, "string": 253, "boolean": 1, "decimal(12,2)": 246, "timestamp": 7}
_ARRAY = 2  # branch of fields and images
_FIELDS = (
    _long(_ARRAY)
    + _long(len(NAMES))
    + b"".join(_string(name) + _long(_NUMBERS[KINDS[name]]) for name in NAMES)
    + _long(0)
)


def _value(name: str, row: pa.Table, written: pa.Array) -> pa.Array:
    kind = KINDS[name]
    parts: list[Any]
    if kind in ("bigint", "int", "boolean"):
        number = pc.if_else(pc.equal(written, "true"), "1", "0") if kind == "boolean" else written
        parts = [_long(_INTEGER) + _long(8 if kind == "bigint" else 4), _sized(number)]
    elif kind == "timestamp":
        micros = row[name].combine_chunks().cast(pa.int64()).to_numpy()
        parts = [_long(_TIMESTAMP), _varints(micros // 10**6), _varints(micros % 10**6)]
    elif kind == "string":
        parts = [_long(_CHARACTER) + _string("utf8mb4"), _sized(written)]
    else:
        parts = [_long(_DECIMAL), _sized(written), _long(12) + _long(2)]
    return pc.fill_null(joined(*parts), _long(_NULL))


def _images(keys: Numbers, positions: Numbers) -> pa.Array:
    row = typed(keys, positions)
    written = texts(row)
    values = [_value(name, row, written[name]) for name in NAMES]
    return joined(_long(_ARRAY) + _long(len(NAMES)), *values, _long(0))


def _encode(changes: Changes, tables: pa.Array) -> Messages:
    operations = changes.operations
    has_before = np.isin(operations, (Operation.UPDATE, Operation.DELETE))
    no_image = pa.scalar(_long(0), pa.binary())
    before = pc.if_else(pa.array(has_before), _images(changes.keys, changes.before), no_image)
    after = pc.if_else(pa.array(operations == Operation.DELETE), no_image, _images(changes.keys, changes.positions))
    # Operations are numbered INSERT, UPDATE, DELETE, ...; INIT is the last, 16.
    numbers = pa.array([_long(number) for number in (16, 0, 1, 2)]).take(pa.array(operations.astype(np.int64)))
    tags = _long(1) + _string("pk_uk_info") + _string('{"PRIMARY":["id"]}') + _long(0)
    value = joined(
        _long(0) + _long(1), _varints(1_750_000_000 + changes.positions // 10_000_000),  # version, id, sourceTimestamp
        _string("72469@78") + _string("72469@78"), _sized(pc.cast(pa.array(changes.positions // 5_000), pa.string())),
        _long(0) + _string("8.0.36"), numbers,  # source, operation
        _long(1), _sized(joined("shop.", tables)), _long(0), tags, _FIELDS, before, after,
    )  # fmt: skip
    return Messages(whole(len(changes)), value)


FORMAT = Format("dts_avro", {"format": "dts_avro"}, _encode, schema="shop", is_binary=True)
