"""Canal's FlatMessage: the rows of one statement in one message, all values as texts."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bench.formats.shared import KINDS, Format, Messages, by_operation, dumps, json_object, json_text, texts
from bench.history import Changes, Operation
from bench.rows import COLUMNS, NAMES, Numbers, joined, text, typed

ROWS = 50  # of a statement, at most
_TYPES = {
    "bigint": ("bigint(20)", -5), "int": ("int(11)", 4), "string": ("varchar(100)", 12), "boolean": ("tinyint(1)", -6),
    "decimal(12,2)": ("decimal(12,2)", 3), "timestamp": ("timestamp(3)", 93),
}  # fmt: skip
_MYSQL_TYPES = dumps({name: _TYPES[KINDS[name]][0] for name in NAMES})
_SQL_TYPES = dumps({name: _TYPES[KINDS[name]][1] for name in NAMES})
_CHANGING = [column.name for column in COLUMNS if not column.is_fixed]


def _images(keys: Numbers, positions: Numbers, names: tuple[str, ...] | list[str] = NAMES) -> pa.Array:
    row = texts(typed(keys, positions), names)
    for name in names:
        if KINDS[name] == "boolean":
            row[name] = pc.if_else(pc.equal(row[name], "true"), "1", "0")
    return json_object({name: json_text(value) for name, value in row.items()})


def _listed(values: pa.Array, ends: Numbers) -> pa.Array:
    offsets = pa.array(np.concatenate([[0], ends]).astype(np.int32))
    return joined("[", pc.binary_join(pa.ListArray.from_arrays(offsets, values), ","), "]")


def _encode(changes: Changes, tables: pa.Array) -> Messages:
    operations, count = changes.operations, len(changes)
    # A message ends where the operation changes, and at the statement's last row.
    last = np.ones(count, dtype=bool)
    last[:-1] = (operations[1:] != operations[:-1]) | (np.arange(1, count) % ROWS == 0)
    ends = np.flatnonzero(last) + 1
    first = np.concatenate([[0], ends[:-1]])
    deleted = operations == Operation.DELETE
    data = _images(changes.keys, np.where(deleted, changes.before, changes.positions))
    old = _images(changes.keys, changes.before, _CHANGING)
    is_update = pa.array(operations[first] == Operation.UPDATE)
    time = 1_750_000_000 + changes.positions[first] // 10_000_000
    value = joined(
        '{"data":', _listed(data, ends), ',"database":"shop","es":', text(time), '000,"gtid":"","id":',
        text(time % 10**6),
        f',"isDdl":false,"mysqlType":{_MYSQL_TYPES},"old":', pc.if_else(is_update, _listed(old, ends), "null"),
        f',"pkNames":["id"],"sql":"","sqlType":{_SQL_TYPES},"table":"', tables.take(pa.array(first)), '","ts":',
        text(time),
        '300,"type":"', by_operation(operations[first], ("INSERT", "INSERT", "UPDATE", "DELETE")), '"}',
    )  # fmt: skip
    return Messages(first, value)


FORMAT = Format("canal", {"format": "canal"}, _encode, schema="shop", block=ROWS)
