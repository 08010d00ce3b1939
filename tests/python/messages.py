"""Debezium messages made by hand, as landing rows, and contracts for their tables."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

Row = dict[str, Any]

POSTGRES: Row = {
    "connector": "postgresql",
    "db": "shop",
    "schema": "app",
    "table": "orders",
    "ts_ms": 1_700_000_000_000,
}


def event(op: str, before: Any = None, after: Any = None, source: Mapping[str, Any] = POSTGRES, **more: Any) -> Row:
    """Return a change event without schema."""
    return {"before": before, "after": after, "source": dict(source), "op": op, "ts_ms": 1_700_000_001_000, **more}


def landed(offset: int, value: Any, key: Any = None, headers: Mapping[str, Any] | None = None) -> Row:
    """Return a landing row; value and key are written as JSON unless they are text, bytes or None."""

    def text(part: Any) -> Any:
        return part if part is None or isinstance(part, str | bytes) else json.dumps(part, ensure_ascii=False)

    return {
        "topic": "shop",
        "partition": 0,
        "offset": offset,
        "timestamp": 1_700_000_002_000 + offset,
        "key": text(key),
        "value": text(value),
        "headers": json.dumps(headers or {}),
    }


def wrapped(payload: Any, fields: Sequence[Mapping[str, Any]]) -> Row:
    """Return an event enveloped with its Connect schema; fields are those of the row."""
    row = {"type": "struct", "optional": True, "fields": list(fields)}
    images = [{**row, "field": name} for name in ("before", "after")]
    return {"schema": {"type": "struct", "optional": False, "fields": images}, "payload": payload}


def contract(name: str, key: Sequence[str], columns: Mapping[str, str | tuple[str, Row]], tables: Sequence[str]) -> Row:
    """Return a model's properties; a column is its data_type, or that and its meta.cdc."""
    listed = []
    for column, given in columns.items():
        kind, meta = (given, {}) if isinstance(given, str) else given
        listed.append({"name": column, "data_type": kind, **({"config": {"meta": {"cdc": meta}}} if meta else {})})
    cdc = {"tables": list(tables), "key": list(key)}
    return {"name": name, "config": {"contract": {"enforced": True}, "meta": {"cdc": cdc}}, "columns": listed}
