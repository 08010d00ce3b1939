"""StreamX messages (DataHub BLOB): one row image in each, so that an update comes as two halves."""

from __future__ import annotations

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
)
from bench.history import Changes, Operation
from bench.rows import NAMES, Numbers, joined, text, typed

_TYPES = {"bigint": "LONG", "int": "LONG", "boolean": "BOOLEAN", "timestamp": "DATE"}
_COLUMNS = dumps([{"name": name, "type": _TYPES.get(KINDS[name], "STRING")} for name in NAMES])


def _images(keys: Numbers, positions: Numbers) -> pa.Array:
    row = texts(typed(keys, positions), times=lambda times: text(milliseconds(times)))
    bare = {name for name in NAMES if not is_quoted(name) or KINDS[name] == "timestamp"}
    return joined('{"dataColumn":', json_object({n: v if n in bare else json_text(v) for n, v in row.items()}), "}")


def _encode(changes: Changes, tables: pa.Array) -> Messages:
    # The half that goes stands ahead of the one that comes.
    halves = np.where(changes.operations == Operation.UPDATE, 2, 1)
    of = np.repeat(np.arange(len(changes)), halves)
    is_second = np.zeros(len(of), dtype=bool)
    is_second[1:] = of[1:] == of[:-1]
    operations = changes.operations[of]
    goes = (operations == Operation.DELETE) | ((operations == Operation.UPDATE) & ~is_second)
    keys, positions = changes.keys[of], np.where(goes, changes.before[of], changes.positions[of])
    image = _images(keys, positions)
    op = by_operation(operations, ("INSERT", "INSERT", "UPDATE_AFTER", "DELETE"))
    op = pc.if_else(pa.array(goes & (operations == Operation.UPDATE)), "UPDATE_BEFOR", op)
    is_read = operations == Operation.READ
    sequence = text(np.where(is_read, -1, changes.positions[of]))
    time = text(np.where(is_read, -1, 1_750_000_000_000 + changes.positions[of] // 10_000))
    value = joined(
        f'{{"schema":{{"dataColumn":{_COLUMNS},"primaryKey":["id"],"source":{{"dbType":"MySQL","dbName":"shop","tableName":"',
        tables.take(pa.array(of)), '"}},"payload":{"before":', pc.if_else(pa.array(goes), image, "null"),
        ',"after":', pc.if_else(pa.array(goes), "null", image), ',"sequenceId":"', sequence, '","op":"', op,
        '","timestamp":{"eventTime":', time, ',"systemTime":', time, ',"checkpointTime":', time,
        '},"ddl":null},"version":"0.0.1"}',
    )  # fmt: skip
    return Messages(of, value)


FORMAT = Format("datahub_blob", {"format": "datahub_blob"}, _encode, schema="shop")
