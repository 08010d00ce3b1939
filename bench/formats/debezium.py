"""Debezium's PostgreSQL connector in JSON, with REPLICA IDENTITY DEFAULT; without and with the inline schema."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bench.formats.shared import (
    KINDS,
    Format,
    Messages,
    by_operation,
    dumps,
    is_quoted,
    json_object,
    json_text,
    milliseconds,
    texts,
    whole,
)
from bench.history import Changes, Operation
from bench.rows import NAMES, joined, text, typed

_SNAPSHOT_TIME = 1_750_000_000_000
_TIME = "io.debezium.time.MicroTimestamp"
_CONNECT = {"bigint": "int64", "int": "int32", "boolean": "boolean", "timestamp": "int64"}


def _fields(field: str) -> dict[str, Any]:
    columns = []
    for name in NAMES:
        kind = KINDS[name]
        column: dict[str, Any] = {"type": _CONNECT.get(kind, "string"), "optional": name != "id"}
        if kind == "timestamp":
            column |= {"name": _TIME, "version": 1}
        columns.append({**column, "field": name})
    return {"type": "struct", "fields": columns, "optional": True, "name": "srv.public.orders.Value", "field": field}


def _simple(kind: str, field: str, optional: bool = False) -> dict[str, Any]:
    return {"type": kind, "optional": optional, "field": field}


_SOURCE = [
    *(_simple("string", name) for name in ("version", "connector", "name")),
    _simple("int64", "ts_ms"),
    {
        "type": "string", "optional": True, "name": "io.debezium.data.Enum", "version": 1,
        "parameters": {"allowed": "true,last,false,incremental"}, "default": "false", "field": "snapshot",
    },
    _simple("string", "db"), _simple("string", "sequence", True), _simple("string", "schema"),
    _simple("string", "table"), _simple("int64", "txId", True), _simple("int64", "lsn", True),
    _simple("int64", "xmin", True),
]  # fmt: skip
_TRANSACTION = [_simple("string", "id"), _simple("int64", "total_order"), _simple("int64", "data_collection_order")]
SCHEMA = dumps({
    "type": "struct",
    "fields": [
        _fields("before"),
        _fields("after"),
        {
            "type": "struct", "fields": _SOURCE, "optional": False,
            "name": "io.debezium.connector.postgresql.Source", "field": "source",
        },
        {
            "type": "struct", "fields": _TRANSACTION, "optional": True,
            "name": "event.block", "version": 1, "field": "transaction",
        },
        _simple("string", "op"),
        _simple("int64", "ts_ms", True),
    ],
    "optional": False, "name": "srv.public.orders.Envelope", "version": 2,
})  # fmt: skip
KEY_SCHEMA = dumps({
    "type": "struct", "fields": [_simple("int64", "id")], "optional": False, "name": "srv.public.orders.Key",
})  # fmt: skip


def _micros(times: pa.Array) -> pa.Array:
    return text(milliseconds(times) * 1000)


def _image(changes: Changes) -> pa.Array:
    values = texts(typed(changes.keys, changes.positions), times=_micros)
    bare = {name for name in NAMES if not is_quoted(name) or KINDS[name] == "timestamp"}
    return json_object({name: value if name in bare else json_text(value) for name, value in values.items()})


def _encode(changes: Changes, tables: pa.Array, with_schema: bool) -> Messages:
    is_delete = changes.operations == Operation.DELETE
    is_truncate = pa.array(changes.is_truncate)
    at = text(changes.positions)
    time = _SNAPSHOT_TIME + changes.positions // 10_000
    key = joined('{"id":', text(changes.keys), "}")
    nulls = ",".join(f'"{name}":null' for name in NAMES[1:])
    no_row = pa.array(is_delete | changes.is_truncate)
    before = pc.if_else(pa.array(is_delete), joined('{"id":', text(changes.keys), f",{nulls}}}"), "null")
    after = pc.if_else(no_row, "null", _image(changes))
    op = pc.if_else(is_truncate, "t", by_operation(changes.operations, ("r", "c", "u", "d")))
    value = joined(
        '{"before":', before, ',"after":', after,
        ',"source":{"version":"3.0.8.Final","connector":"postgresql","name":"srv","ts_ms":', text(time),
        ',"snapshot":"', pc.if_else(pa.array(changes.operations == Operation.READ), "true", "false"),
        '","db":"shop","sequence":"[\\"', at, '\\",\\"', at, '\\"]","schema":"public","table":"', tables,
        '","txId":', text(changes.positions // 5_000 % 2**31), ',"lsn":', at,
        ',"xmin":null},"transaction":null,"op":"', op, '","ts_ms":', text(time + 300), "}",
    )  # fmt: skip
    if with_schema:
        value = joined(f'{{"schema":{SCHEMA},"payload":', value, "}")
        key = joined(f'{{"schema":{KEY_SCHEMA},"payload":', key, "}")
    key = pc.if_else(is_truncate, pa.scalar(None, pa.string()), key)
    return Messages(whole(len(changes)), value, key, _headers(changes, is_delete))


def _headers(changes: Changes, is_delete: Any) -> pa.Array:
    """Return the headers by which the connector ties the halves of a key change."""
    moves = changes.other_keys >= 0
    name = pc.if_else(pa.array(is_delete), "__debezium.newkey", "__debezium.oldkey")
    # A header's value is the key as JSON, here as text in a JSON object.
    made = joined('{"', name, '":"{\\"id\\":', text(np.maximum(changes.other_keys, 0)), '}"}')
    return pc.if_else(pa.array(moves), made, pa.scalar(None, pa.string()))


_CDC = {"format": "debezium", "options": {"decimal_handling_mode": "string"}}
FORMAT = Format("debezium", _CDC, partial(_encode, with_schema=False), encodings={"timestamp": _TIME})
WITH_SCHEMA = Format("debezium_schema", _CDC, partial(_encode, with_schema=True), encodings={"timestamp": _TIME})
