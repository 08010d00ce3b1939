"""An Avro datum to the text of a JSON value, by a schema that came with the messages and is trusted no more than they.

Bytes become hexadecimal digits; decimals, dates, times and timestamps become texts, exactly; floats that JSON has no
number for become texts. What could make a decoder work without bound (fastavro even crashes on a type that holds
itself) is refused before the datum is looked at: every value that is left takes at least one byte of the datum.
"""

from __future__ import annotations

import io
import json
import math
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

from .connect_decimal import MAX_BYTES, MAX_SCALE, plain_text
from .decoded import Decoded

MAX_SCHEMA = 4 << 20  # a table of 4 096 columns has about a quarter of it
MAX_DEPTH = 64
MAX_PARSED = 64  # schemas that a worker keeps

_PRIMITIVES = {"boolean", "int", "long", "float", "double", "bytes", "string"}
_LOGICAL = {
    "date": {"int"},
    "time-millis": {"int"},
    "time-micros": {"long"},
    "timestamp-millis": {"long"},
    "timestamp-micros": {"long"},
    "local-timestamp-millis": {"long"},
    "local-timestamp-micros": {"long"},
    "decimal": {"bytes", "fixed"},
}
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_parsed: dict[str, Any] = {}


class _RefusedError(Exception):
    """The schema is none, or one that this module does not read."""


def avro_json(datum: bytes | None, schema: str | None) -> Decoded[str]:
    """Return the JSON text of a datum; any fault of datum or schema becomes a reason, never an exception."""
    if datum is None:
        return Decoded(None, None)
    if schema is None:
        return Decoded(None, "avro: the schema is missing")
    try:
        value, rest = read_datum(datum, schema)
        if rest:
            return Decoded(None, f"avro: {rest} bytes follow the datum")
        return Decoded(json_text(value), None)
    except Exception as error:  # damaged input raises a dozen types, RecursionError and MemoryError among them
        return Decoded(None, unreadable(error))


def read_datum(datum: bytes, schema: str) -> tuple[Any, int]:
    """Return a datum's value, made for `json_text`, and the number of bytes that follow it; raise what goes wrong."""
    from fastavro import schemaless_reader  # lazy: only this decoder needs it

    stream = io.BytesIO(datum)
    value = schemaless_reader(stream, _parse(schema), None)
    return value, len(datum) - stream.tell()


def json_text(value: Any) -> str:
    """Return a value of `read_datum` as JSON."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, default=_hex)
    text.encode()  # a text that is no UTF-8 must fail here and not when Arrow takes it
    return text


def unreadable(error: Exception) -> str:
    """Return the reason for an error that `read_datum` or `json_text` raised."""
    if isinstance(error, _RefusedError):
        return f"avro: {error}"
    if isinstance(error, ImportError):
        return "avro: fastavro is not installed"
    return f"avro: the datum does not fit the schema ({type(error).__name__})"


def _parse(text: str) -> Any:
    if text not in _parsed:
        if len(text) > MAX_SCHEMA:
            raise _RefusedError(f"schema of more than {MAX_SCHEMA} characters")
        try:
            schema = json.loads(text)
        except (ValueError, RecursionError):
            raise _RefusedError("the schema is not JSON") from None
        checked = _Checked().type(schema, 0)
        from fastavro import parse_schema
        from fastavro.read import LOGICAL_READERS

        LOGICAL_READERS.update(_readers())
        try:
            parsed = parse_schema(checked)
        except Exception as error:
            raise _RefusedError(f"the schema cannot be used ({type(error).__name__})") from None
        if len(_parsed) >= MAX_PARSED:
            _parsed.clear()
        _parsed[text] = parsed
    return _parsed[text]


class _Checked:
    """Copies a schema with only what decoding needs, or refuses it."""

    def __init__(self) -> None:
        self.heights: dict[str, int] = {}  # of named types that are complete, by the last part of their names
        self.height = 0  # of the type that was copied last

    def type(self, schema: Any, depth: int) -> Any:
        if depth > MAX_DEPTH:
            raise _RefusedError(f"the schema nests deeper than {MAX_DEPTH} levels")
        self.height = 1
        if isinstance(schema, str):
            return self._name(schema)
        if isinstance(schema, list):
            return self._union(schema, depth)
        if not isinstance(schema, dict):
            raise _RefusedError("the schema holds what is no type")
        kind = schema.get("type")
        if isinstance(kind, (dict, list)):
            return self.type(kind, depth + 1)
        if kind in ("record", "error"):
            return self._record(schema, depth)
        if kind == "array":
            return {"type": kind, "items": self._higher(schema.get("items"), depth)}
        if kind == "map":
            return {"type": kind, "values": self._higher(schema.get("values"), depth)}
        if kind == "enum":
            return self._named(schema, {"type": kind, "symbols": schema.get("symbols")})
        if kind == "fixed":
            size = schema.get("size")
            if not isinstance(size, int) or size < 1:
                raise _RefusedError("the schema has a fixed type without size")
            return self._named(schema, {"type": kind, "size": size, **self._logical(kind, schema)})
        if not isinstance(kind, str):
            raise _RefusedError("the schema holds what is no type")
        return {"type": kind, **self._logical(kind, schema)} if kind in _PRIMITIVES else self._name(kind)

    def _higher(self, schema: Any, depth: int) -> Any:
        made = self.type(schema, depth + 1)
        self.height += 1
        if depth + self.height > MAX_DEPTH:
            raise _RefusedError(f"the schema nests deeper than {MAX_DEPTH} levels")
        return made

    def _name(self, name: str) -> Any:
        if name in _PRIMITIVES:
            return {"type": name, **self._logical(name, {})}
        if name == "null":
            raise _RefusedError("the schema has a null that is no alternative")
        short = name.rpartition(".")[2]
        if short not in self.heights:
            raise _RefusedError("the schema has a type that holds itself, or one that it does not define")
        self.height = self.heights[short]
        return name

    def _union(self, branches: list[Any], depth: int) -> list[Any]:
        made: list[Any] = []
        height = 0
        for branch in branches:
            made.append("null" if branch in ("null", {"type": "null"}) else self._higher(branch, depth))
            height = max(height, self.height)
        self.height = height
        return made

    def _record(self, schema: dict[str, Any], depth: int) -> Any:
        fields = schema.get("fields")
        if not isinstance(fields, list) or not fields or not all(isinstance(field, dict) for field in fields):
            raise _RefusedError("the schema has a record without fields")
        made = []
        height = 0
        for field in fields:
            made.append({"name": field.get("name"), "type": self._higher(field.get("type"), depth)})
            height = max(height, self.height)
        self.height = height
        return self._named(schema, {"type": "record", "fields": made})

    def _named(self, schema: dict[str, Any], made: dict[str, Any]) -> dict[str, Any]:
        name = schema.get("name")
        if not isinstance(name, str):
            raise _RefusedError("the schema has a type without its name")
        short = name.rpartition(".")[2]
        self.heights[short] = max(self.heights.get(short, 0), self.height)
        if isinstance(schema.get("namespace"), str):
            made["namespace"] = schema["namespace"]
        return {"name": name, **made}

    def _logical(self, kind: str, schema: dict[str, Any]) -> dict[str, Any]:
        """Mark a type for this module's own readers."""
        if kind in ("float", "double"):
            return {"logicalType": "cdc-number"}
        logical = schema.get("logicalType")
        if not isinstance(logical, str) or kind not in _LOGICAL.get(logical, ()):
            return {}
        marked = {"logicalType": f"cdc-{logical}"}
        if logical != "decimal":
            return marked
        scale = schema.get("scale", 0)
        return {**marked, "cdc_scale": scale} if type(scale) is int and 0 <= scale <= MAX_SCALE else {}


def _readers() -> dict[str, Callable[..., Any]]:
    """Return fastavro's hooks: they get the value, the writer's schema and the reader's."""

    def of(read: Callable[[int], str]) -> Callable[..., str]:
        return lambda value, *_: read(value)

    def decimal_of(value: bytes, schema: dict[str, Any], *_: Any) -> str:
        if not 1 <= len(value) <= MAX_BYTES:
            raise ValueError("decimal")
        return plain_text(int.from_bytes(value, "big", signed=True), schema["cdc_scale"])

    def number_of(value: float, *_: Any) -> float | str:
        if math.isfinite(value):
            return value
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"

    micros = {"date": _day, "time-millis": _clock(1000), "time-micros": _clock(1)}
    for prefix in ("", "local-"):
        micros |= {f"{prefix}timestamp-millis": _moment(1000), f"{prefix}timestamp-micros": _moment(1)}
    found = {f"{kind}-cdc-{name}": of(read) for name, read in micros.items() for kind in _LOGICAL[name]}
    found |= {f"{kind}-cdc-decimal": decimal_of for kind in _LOGICAL["decimal"]}
    return {**found, "float-cdc-number": number_of, "double-cdc-number": number_of}


def _day(days: int) -> str:
    try:
        return (date(1970, 1, 1) + timedelta(days=days)).isoformat()
    except OverflowError:
        return str(days)  # a text that no date column takes, so that it costs one value and not the message


def _clock(unit: int) -> Callable[[int], str]:
    def read(value: int) -> str:
        micros = value * unit
        if not 0 <= micros < 86_400_000_000:
            return str(value)
        return (_EPOCH + timedelta(microseconds=micros)).time().isoformat()

    return read


def _moment(unit: int) -> Callable[[int], str]:
    def read(value: int) -> str:
        try:
            return (_EPOCH + timedelta(microseconds=value * unit)).replace(tzinfo=None).isoformat()
        except OverflowError:
            return str(value)

    return read


def _hex(value: Any) -> str:
    if isinstance(value, bytes):
        return value.hex().upper()
    raise TypeError(type(value).__name__)
