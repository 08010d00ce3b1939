"""Writes records of Aliyun DTS with an Avro library that knows nothing of our reader, by a schema that is here."""

from __future__ import annotations

import io
from typing import Any

import fastavro

NAMESPACE = "com.alibaba.dts.formats.avro"


def _record(name: str, /, **fields: Any) -> dict[str, Any]:
    return {"type": "record", "name": name, "fields": [{"name": n, "type": t} for n, t in fields.items()]}


def _enum(name: str, symbols: str) -> dict[str, Any]:
    return {"type": "enum", "name": name, "symbols": symbols.split()}


_PIECES = ("year", "month", "day", "hour", "minute", "second", "millis")
_TYPES = [
    _record("Integer", precision="int", value="string"),
    _record("Character", charset="string", value="bytes"),
    _record("Decimal", value="string", precision="int", scale="int"),
    _record("Float", value="double", precision="int", scale="int"),
    _record("Timestamp", timestamp="long", millis="int"),
    _record("DateTime", **{name: ["null", "int"] for name in _PIECES}),
    _record("TimestampWithTimeZone", value="DateTime", timezone="string"),
    _record("BinaryGeometry", type="string", value="bytes"),
    _record("TextGeometry", type="string", value="string"),
    _record("BinaryObject", type="string", value="bytes"),
    _record("TextObject", type="string", value="string"),
    _enum("EmptyObject", "NULL NONE"),
    _record("Field", name="string", dataTypeNumber="int"),
    _enum("SourceType", "MySQL Oracle SQLServer PostgreSQL MongoDB Redis DB2 PPAS DRDS HBASE HDFS FILE OTHER"),
    _enum(
        "Operation",
        "INSERT UPDATE DELETE DDL BEGIN COMMIT ROLLBACK ABORT HEARTBEAT CHECKPOINT COMMAND FILL FINISH CONTROL RDB"
        " NOOP INIT",
    ),
    _record("Source", sourceType="SourceType", version="string"),
]
BRANCHES = [
    "Integer", "Character", "Decimal", "Float", "Timestamp", "DateTime", "TimestampWithTimeZone", "BinaryGeometry",
    "TextGeometry", "BinaryObject", "TextObject", "EmptyObject",
]  # fmt: skip
_IMAGES = ["null", "string", {"type": "array", "items": ["null", *BRANCHES]}]
_FIELDS: dict[str, Any] = {
    "version": "int",
    "id": "long",
    "sourceTimestamp": "long",
    "sourcePosition": "string",
    "safeSourcePosition": "string",
    "sourceTxid": "string",
    "source": "Source",
    "operation": "Operation",
    "objectName": ["null", "string"],
    "processTimestamps": ["null", {"type": "array", "items": "long"}],
    "tags": {"type": "map", "values": "string"},
    "fields": ["null", "string", {"type": "array", "items": "Field"}],
    "beforeImages": _IMAGES,
    "afterImages": _IMAGES,
}


def _schema(**more: Any) -> Any:
    named: dict[str, Any] = {}
    for definition in [*_TYPES, _record("Record", **_FIELDS, **more)]:
        parsed = fastavro.parse_schema({**definition, "namespace": NAMESPACE}, named_schemas=named)
    return parsed


SCHEMA_14 = _schema()
SCHEMA_15 = _schema(bornTimestamp="long")


def value(branch: str, **members: Any) -> tuple[str, Any]:
    """Return a value of a union's branch, by its name."""
    return f"{NAMESPACE}.{branch}", members


def integer(number: int, precision: int = 8) -> tuple[str, Any]:
    return value("Integer", precision=precision, value=str(number))


def character(text: str | bytes, charset: str = "utf8mb4") -> tuple[str, Any]:
    return value("Character", charset=charset, value=text.encode() if isinstance(text, str) else text)


def decimal(text: str, precision: int = 38, scale: int = 10) -> tuple[str, Any]:
    return value("Decimal", value=text, precision=precision, scale=scale)


def double(number: float) -> tuple[str, Any]:
    return value("Float", value=number, precision=0, scale=0)


def timestamp(seconds: int, part: int = 0) -> tuple[str, Any]:
    return value("Timestamp", timestamp=seconds, millis=part)


def pieces(**given: int) -> dict[str, int | None]:
    return {**dict.fromkeys(_PIECES), **given}


def date_time(**given: int) -> tuple[str, Any]:
    return value("DateTime", **pieces(**given))


def zoned(timezone: str, **given: int) -> tuple[str, Any]:
    return value("TimestampWithTimeZone", value=pieces(**given), timezone=timezone)


def text_object(text: str, kind: str = "json") -> tuple[str, Any]:
    return value("TextObject", type=kind, value=text)


def binary_object(data: bytes, kind: str = "blob") -> tuple[str, Any]:
    return value("BinaryObject", type=kind, value=data)


NULL = (f"{NAMESPACE}.EmptyObject", "NULL")
NONE = (f"{NAMESPACE}.EmptyObject", "NONE")


def record(operation: str, **more: Any) -> dict[str, Any]:
    """Return a record of a source's log with what is not given left empty."""
    return {
        "version": 0,
        "id": 1,
        "sourceTimestamp": 1_700_000_000,
        "sourcePosition": "72469@78",
        "safeSourcePosition": "",
        "sourceTxid": "",
        "source": {"sourceType": "MySQL", "version": "8.0.25"},
        "operation": operation,
        "objectName": None,
        "processTimestamps": None,
        "tags": {},
        "fields": None,
        "beforeImages": None,
        "afterImages": None,
        **more,
    }


def datum(record: dict[str, Any]) -> bytes:
    """Encode a record: with 15 fields when it has a bornTimestamp, else with 14."""
    out = io.BytesIO()
    fastavro.schemaless_writer(out, SCHEMA_15 if "bornTimestamp" in record else SCHEMA_14, record)
    return out.getvalue()
