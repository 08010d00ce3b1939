"""The table orders of the tests: its columns in SQL and in the contract, and its rows as a connector sends them."""

from __future__ import annotations

import base64
import json
import random
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

EPOCH = datetime(1970, 1, 1)
TEXTS = ("", "plain", "trailing  ", "é😀\t\"quoted\" 'single' \\ back", "0", "null", "x" * 3000)


class Column(NamedTuple):
    """A column: its type in SQL, its contract, how a value is made, and how a connector writes it."""

    sql: str
    contract: Any
    value: Callable[[random.Random], Any]
    message: Callable[[Any], Any] = lambda value: value


def _text(random_: random.Random) -> str:
    return random_.choice(TEXTS)


def _cents(random_: random.Random) -> Decimal:
    return Decimal(random_.randrange(-(10**11), 10**11)) / 100


def _digits(random_: random.Random) -> Decimal:
    return Decimal(random_.randrange(10**37)).scaleb(-10)


def _day(random_: random.Random) -> date:
    return date(1, 1, 1) + timedelta(days=random_.randrange(3_652_058))


def _days(value: date) -> int:
    return (value - date(1970, 1, 1)).days


def _clock(random_: random.Random) -> datetime:
    """Return a time, also of hours that a clock change skips or has twice."""
    hours = (datetime(2024, 3, 31, 2, 30), datetime(2024, 10, 27, 2, 30), datetime(1999, 12, 31, 23, 59))
    return random_.choice(hours) + timedelta(microseconds=random_.randrange(3_600_000_000))


def _micros(value: datetime) -> int:
    return (value - EPOCH) // timedelta(microseconds=1)


def _instant(random_: random.Random) -> datetime:
    return _clock(random_).replace(tzinfo=UTC)


def _zoned(value: datetime) -> str:
    return value.isoformat().replace("+00:00", "Z")


def _hour(random_: random.Random) -> time:
    return time(random_.randrange(24), 5, 0, random_.choice((0, 120_000)))


def _micros_of_day(value: time) -> int:
    return ((value.hour * 60 + value.minute) * 60 + value.second) * 1_000_000 + value.microsecond


def _bytes(random_: random.Random) -> bytes:
    return random_.randbytes(random_.choice((0, 1, 7, 300)))


def _base64(value: bytes) -> str:
    return base64.b64encode(value).decode()


def _document(random_: random.Random) -> dict[str, Any]:
    return {"a": random_.randrange(9), "b": None}


def _boolean(random_: random.Random) -> bool:
    return random_.random() < 0.5


def _one_of(*values: Any) -> Callable[[random.Random], Any]:
    return lambda random_: random_.choice(values)


TIMESTAMP = ("timestamp_ntz", {"type": "io.debezium.time.MicroTimestamp"})
TIME = ("string", {"type": "io.debezium.time.MicroTime"})
COMMON = {
    "note": Column("text", "string", _text),
    "amount": Column("decimal(12,2)", "decimal(12,2)", _cents, lambda value: format(value, ".2f")),
    "big": Column("decimal(38,10)", "decimal(38,10)", _digits, lambda value: format(value, ".10f")),
    "due": Column("date", "date", _day, _days),
}
POSTGRESQL = {
    **COMMON,
    "code": Column("character(6)", "string", _one_of("ab", "ab c", ""), lambda value: value.ljust(6)),
    "Active": Column("boolean", "boolean", _boolean),
    "ratio": Column("double precision", "double", _one_of(0.1 + 0.2, -0.0, 1e300, 1 / 3)),
    "share": Column("real", "float", _one_of(0.5, -3.25, 16777216.0)),
    "placed": Column("timestamp", TIMESTAMP, _clock, _micros),
    "seen": Column("timestamptz", "timestamp", _instant, _zoned),
    "hour": Column("time", TIME, _hour, _micros_of_day),
    "photo": Column("bytea", "binary", _bytes, _base64),
    "doc": Column("jsonb", "string", _document, json.dumps),
    "tags": Column("text[]", "array<string>", _one_of([], ["a", 'b"'], [None])),
}
MARIADB = {
    **COMMON,
    "code": Column("char(6)", "string", _one_of("ab", "ab c", "")),
    "Active": Column("tinyint(1)", "boolean", _boolean, int),
    "level": Column("tinyint", "tinyint", _one_of(-128, 0, 127)),
    "huge": Column("bigint unsigned", "decimal(20,0)", _one_of(0, 2**63, 2**64 - 1)),
    "ratio": Column("double", "double", _one_of(0.1 + 0.2, 1e300, 1 / 3)),
    "share": Column("float", "float", _one_of(0.5, -3.25, 16777216.0, 3.1415927410125732)),
    "placed": Column("datetime(6)", TIMESTAMP, _clock, _micros),
    "seen": Column("timestamp(6) null", "timestamp", _instant, _zoned),
    "hour": Column("time(3)", TIME, _hour, _micros_of_day),
    "photo": Column("blob", "binary", _bytes, _base64),
    "doc": Column("json", "string", _document, json.dumps),
    "kind": Column("enum('new', 'Old')", "string", _one_of("new", "Old")),
    "flag": Column("bit(1)", "boolean", _boolean),
}
COLUMNS = {"postgresql": POSTGRESQL, "mariadb": MARIADB}
KEYS = {"postgresql": ("bigint", "bigint"), "mariadb": ("bigint unsigned", "decimal(20,0)")}


def literal(kind: str, value: Any) -> str:
    """Return a value in a database's SQL."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float | Decimal):
        return f"'{value!r}'" if isinstance(value, float) else str(value)  # a bare -0.0 would be a decimal
    if isinstance(value, bytes):
        return f"x'{value.hex()}'" if kind == "mariadb" else f"'\\x{value.hex()}'::bytea"
    if isinstance(value, list):
        return "array[" + ", ".join(literal(kind, part) for part in value) + "]::text[]"
    if isinstance(value, datetime) and value.tzinfo:
        # Both servers have another time zone.
        return (
            f"'{value.isoformat(' ')}'"
            if kind == "postgresql"
            else f"convert_tz('{value.replace(tzinfo=None)}', '+00:00', '+05:30')"
        )
    text = json.dumps(value) if isinstance(value, dict) else str(value)
    text = text.replace("'", "''")
    return f"'{text.replace(chr(92), chr(92) * 2) if kind == 'mariadb' else text}'"


def row(kind: str, random_: random.Random, key: int) -> dict[str, Any]:
    """Return a row of the orders table, with a NULL here and there."""
    made = {name: None if random_.random() < 0.1 else column.value(random_) for name, column in COLUMNS[kind].items()}
    return {"id": key, **made}


def image(kind: str, values: dict[str, Any]) -> dict[str, Any]:
    """Return a row as the connector writes it."""
    columns = COLUMNS[kind]
    return {
        name: value if value is None or name not in columns else columns[name].message(value)
        for name, value in values.items()
    }
