"""Qlik Replicate in JSON, in the envelope, with its metadata ahead; updates carry the columns that their mask names."""

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
    plain_text,
    texts,
    whole,
)
from bench.history import Changes, Operation
from bench.rows import GROUPS, NAMES, carried, joined, text, typed

_SCHEMA_ID = "0000000000000001"
_TYPES = {
    "bigint": ("INT8", 0, 0), "int": ("INT4", 0, 0), "string": ("WSTRING", 0, 0), "boolean": ("BOOLEAN", 0, 0),
    "decimal(12,2)": ("NUMERIC", 12, 2), "timestamp": ("DATETIME", 0, 3),
}  # fmt: skip
_BYTES = len(NAMES) // 8 + 1
_GROUP_BITS = [sum(1 << NAMES.index(name) for name in names) for names in GROUPS]


def _envelope(kind: str, schema_id: str | None) -> str:
    named = f'"messageSchemaId":{dumps(schema_id)},"messageSchema":null'
    return f'{{"magic":"atMSG","type":"{kind}","headers":null,{named},"message":'


def _first() -> Messages:
    """Return the metadata message of the table."""
    columns = {}
    for ordinal, name in enumerate(NAMES, 1):
        kind, precision, scale = _TYPES[KINDS[name]]
        key = {"primaryKeyPosition": int(name == "id")}
        columns[name] = {"ordinal": ordinal, "type": kind, "length": 0, "precision": precision, "scale": scale, **key}
    lineage = {"server": "SRV", "task": "shop", "schema": "shop", "table": "orders", "tableVersion": 1}
    body = {
        "schemaId": _SCHEMA_ID,
        "lineage": {**lineage, "timestamp": "2025-06-01T00:00:00.000"},
        "tableStructure": {"tableColumns": columns},
        "dataSchema": dumps({"type": "record", "name": "DataRecord", "fields": []}),
    }
    return Messages(np.zeros(1, dtype=np.int64), pa.array([_envelope("MD", None) + dumps(body) + "}"]))


def _mask(bits: int) -> str:
    return f"{bits:0{2 * _BYTES}X}"


def _encode(changes: Changes, tables: pa.Array) -> Messages:
    operations = changes.operations
    carries = carried(changes.keys, changes.positions)
    carries[operations != Operation.UPDATE] = True
    combination = (carries << np.arange(len(GROUPS))).sum(axis=1)
    sent = [
        sum(bits for group, bits in enumerate(_GROUP_BITS) if number >> group & 1) for number in range(2 ** len(GROUPS))
    ]
    columns = pa.array([_mask(1 | bits) for bits in sent]).take(pa.array(combination))
    changed = pa.array([_mask(bits) for bits in sent]).take(pa.array(combination))
    is_delete = operations == Operation.DELETE
    row = texts(typed(changes.keys, changes.positions), times=lambda times: plain_text(times, "T"))
    values = {}
    for name, value in row.items():
        made = json_text(value) if is_quoted(name) else value
        if name != "id":
            group = next(number for number, names in enumerate(GROUPS) if name in names)
            made = pc.if_else(pa.array(carries[:, group] & ~is_delete), made, pa.scalar(None, pa.string()))
        values[name] = made
    is_read = operations == Operation.READ
    sequence = pc.if_else(pa.array(is_read), "null", joined('"', text(changes.positions + 20240501120000 * 10**5), '"'))
    is_update = pa.array(operations == Operation.UPDATE)  # no update changes the key
    changed = pc.if_else(is_update, changed, pc.if_else(pa.array(is_delete), _mask(1), columns))
    op = by_operation(operations, ("REFRESH", "INSERT", "UPDATE", "DELETE"))
    quoted = [pc.if_else(pa.array(is_read), "null", joined('"', mask, '"')) for mask in (changed, columns)]
    value = joined(
        _envelope("DT", _SCHEMA_ID) + '{"data":', json_object(values), ',"beforeData":null,"headers":{"operation":"',
        op, '","changeSequence":', sequence, ',"timestamp":"2025-06-01T00:00:00.000","streamPosition":"',
        text(changes.positions), '","transactionId":"', text(changes.positions // 5_000), '","changeMask":', quoted[0],
        ',"columnMask":', quoted[1], ',"transactionEventCounter":1,"transactionLastEvent":false}}}',
    )  # fmt: skip
    return Messages(whole(len(changes)), value)


_CDC = {"format": "qlik"}
FORMAT = Format("qlik", _CDC, _encode, schema="shop", first=_first, is_partial=True)
