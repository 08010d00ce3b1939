"""Each type that a Connect schema names, from its JSON to a column, by the type in the schema or in the contract."""

from __future__ import annotations

import base64
import hashlib
import json
import math
import uuid
from collections.abc import Iterator, Mapping
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

import pytest
from landing import land
from messages import POSTGRES, Row, contract, event, landed, wrapped
from project import Project


class Case(NamedTuple):
    """A column: its Spark type, the Connect type and logical name, the JSON value and what must come of it."""

    data_type: str
    connect: str
    name: str | None
    value: Any
    expected: Any
    parameters: Mapping[str, str] | None = None
    contract: str | None = None  # meta.cdc.type where it is not the logical name


CONNECT, TIME, DATA = "org.apache.kafka.connect.data.", "io.debezium.time.", "io.debezium.data."


def number(value: int) -> str:
    """Return an integer as Connect's Decimal writes it."""
    return base64.b64encode(value.to_bytes(value.bit_length() // 8 + 1, "big", signed=True)).decode()


WIDE = 10**64 + 7
POINT = {"x": 1.5, "y": -2.25, "wkb": "AQEAAAAAAAAAAAD4PwAAAAAAAALA", "srid": 4326}

CASES = {
    "i8": Case("tinyint", "int8", None, -128, -128),
    "i16": Case("smallint", "int16", None, 32_767, 32_767),
    "i32": Case("int", "int32", None, -(2**31), -(2**31)),
    "i64": Case("bigint", "int64", None, 2**63 - 1, 2**63 - 1),
    "bool": Case("boolean", "boolean", None, False, False),
    "f32": Case("float", "float", None, 1.5, 1.5),
    "f32_old": Case("float", "float32", None, "NaN", math.nan),
    "f64": Case("double", "double", None, 5e-324, 5e-324),
    "f64_old": Case("double", "float64", None, "-Infinity", -math.inf),
    "text": Case("string", "string", None, "é \u0000 \U0001f600 \u2028", "é \u0000 \U0001f600 \u2028"),
    "bytes": Case("binary", "bytes", None, "AP/+", b"\x00\xff\xfe", contract="bytes"),
    "bytes_none": Case("binary", "bytes", None, "", b"", contract="bytes"),
    "dec": Case("decimal(10,2)", "bytes", CONNECT + "Decimal", number(-1), Decimal("-0.01"), {"scale": "2"}),
    "dec_wide": Case(
        "decimal(38,10)",
        "bytes",
        CONNECT + "Decimal",
        number(-(10**38) + 1),
        Decimal(f"-{'9' * 28}.{'9' * 10}"),
        {"scale": "10"},
    ),
    "dec_number": Case("decimal(38,18)", "bytes", CONNECT + "Decimal", 12.25, Decimal("12.25"), {"scale": "18"}),
    "dec_text": Case(
        "string",
        "bytes",
        CONNECT + "Decimal",
        number(-WIDE),
        f"-1{'0' * 34}.{'0' * 29}7",
        {"scale": "30"},
        CONNECT + "Decimal(30)",
    ),
    "dec_string": Case("decimal(10,2)", "string", None, "1.5", Decimal("1.50"), contract="string"),
    "dec_double": Case("decimal(10,2)", "double", None, 1.5, Decimal("1.50"), contract="double"),
    "variable": Case(
        "decimal(12,3)", "struct", DATA + "VariableScaleDecimal", {"scale": -2, "value": number(5)}, Decimal("500.000")
    ),
    "variable_text": Case(
        "string", "struct", DATA + "VariableScaleDecimal", {"scale": 40, "value": number(5)}, "0." + "0" * 39 + "5"
    ),
    "u64_long": Case("decimal(20,0)", "int64", None, -1, Decimal(2**64 - 1), contract="int64"),
    "u64_small": Case("decimal(20,0)", "int64", None, 1, Decimal(1), contract="int64"),
    "u64_precise": Case(
        "decimal(20,0)", "bytes", CONNECT + "Decimal", number(2**64 - 1), Decimal(2**64 - 1), {"scale": "0"}
    ),
    "u64_text": Case("decimal(20,0)", "string", None, str(2**64 - 1), Decimal(2**64 - 1), contract="string"),
    "c_date": Case("date", "int32", CONNECT + "Date", -1, date(1969, 12, 31)),
    "c_time": Case("string", "int32", CONNECT + "Time", 86_399_999, "23:59:59.999000"),
    "c_timestamp": Case(
        "timestamp_ntz", "int64", CONNECT + "Timestamp", -1, datetime(1969, 12, 31, 23, 59, 59, 999_000)
    ),
    "day": Case("date", "int32", TIME + "Date", 2_932_896, date(9999, 12, 31)),
    "day_iso": Case("date", "string", TIME + "IsoDate", "0001-01-01Z", date(1, 1, 1)),
    "time": Case("string", "int32", TIME + "Time", -1, "-00:00:00.001000"),
    "time_micro": Case("string", "int64", TIME + "MicroTime", 3_020_399_000_000, "838:59:59.000000"),
    "time_negative": Case("string", "int64", TIME + "MicroTime", -3_020_399_000_000, "-838:59:59.000000"),
    "time_day": Case("string", "int64", TIME + "MicroTime", 86_400_000_000, "24:00:00.000000"),
    "time_nano": Case("string", "int64", TIME + "NanoTime", 1_000, "00:00:00.000001"),
    "time_nano_fine": Case("string", "int64", TIME + "NanoTime", -86_399_999_999_900, "-23:59:59.999999900"),
    "time_iso": Case("string", "string", TIME + "IsoTime", "20:45:22.123Z", "20:45:22.123Z"),
    "time_zoned": Case("string", "string", TIME + "ZonedTime", "10:00:00Z", "10:00:00Z"),
    "ts": Case(
        "timestamp_ntz", "int64", TIME + "Timestamp", 253_402_300_799_999, datetime(9999, 12, 31, 23, 59, 59, 999_000)
    ),
    "ts_micro": Case(
        "timestamp_ntz", "int64", TIME + "MicroTimestamp", -1, datetime(1969, 12, 31, 23, 59, 59, 999_999)
    ),
    "ts_nano": Case(
        "timestamp_ntz", "int64", TIME + "NanoTimestamp", -1_000, datetime(1969, 12, 31, 23, 59, 59, 999_999)
    ),
    "ts_nano_text": Case("string", "int64", TIME + "NanoTimestamp", -1, "1969-12-31 23:59:59.999999999"),
    "ts_iso": Case(
        "timestamp_ntz",
        "string",
        TIME + "IsoTimestamp",
        "2017-09-15T01:02:03.000004Z",
        datetime(2017, 9, 15, 1, 2, 3, 4),
    ),
    "ts_zoned": Case(
        "timestamp", "string", TIME + "ZonedTimestamp", "2017-09-15T01:02:03-05:00", datetime(2017, 9, 15, 6, 2, 3)
    ),
    "ts_infinite": Case("string", "string", TIME + "ZonedTimestamp", "infinity", "infinity"),
    "zero_date": Case("date", "int32", TIME + "Date", None, None),
    "year": Case("int", "int32", TIME + "Year", 2155, 2155),
    "span": Case("bigint", "int64", TIME + "MicroDuration", -(2**62), -(2**62)),
    "span_iso": Case("bigint", "string", TIME + "Interval", "P1Y2M3DT4H5M6.78S", 37_091_106_780_000),
    "span_negative": Case("bigint", "string", TIME + "Interval", "P0Y0M-1DT0H0M-0.5S", -86_400_500_000),
    "span_text": Case("string", "string", TIME + "Interval", "P1Y", "P1Y"),
    "bit": Case("boolean", "boolean", None, True, True),
    "bits": Case(
        "binary", "bytes", DATA + "Bits", "AQAI", b"\x08\x00\x01", {"length": "20"}
    ),  # the lowest byte comes first
    "enum": Case("string", "string", DATA + "Enum", "x-large", "x-large", {"allowed": "small,x-large"}),
    "set": Case("string", "string", DATA + "EnumSet", "a,c d", "a,c d"),
    "json": Case("string", "string", DATA + "Json", '{"b": 1.10,  "a":2}', '{"b": 1.10,  "a":2}'),
    "uuid": Case(
        "string",
        "string",
        DATA + "Uuid",
        "44806cb2-1111-4222-8333-0b87c77e262b",
        "44806cb2-1111-4222-8333-0b87c77e262b",
    ),
    "xml": Case("string", "string", DATA + "Xml", "<x>&amp;</x>", "<x>&amp;</x>"),
    "ltree": Case("string", "string", DATA + "Ltree", "Top.Science", "Top.Science"),
    "tsvector": Case("string", "string", DATA + "TsVector", "'a':1", "'a':1"),
    "point": Case(
        "struct<x: double, y: double, wkb: binary, srid: int>", "struct", DATA + "geometry.Point", POINT, None
    ),
    "geometry": Case(
        "string", "struct", DATA + "geometry.Geometry", {"wkb": "AQE=", "srid": None}, '{"wkb":"AQE=","srid":null}'
    ),
    "floats": Case("array<float>", "array", DATA + "FloatVector", [1.5, -2], [1.5, -2.0]),
    "doubles": Case("array<double>", "array", DATA + "DoubleVector", [0.1], [0.1]),
    "sparse": Case(
        "string",
        "struct",
        DATA + "SparseVector",
        {"dimensions": 3, "vector": [[1, 0.5]]},
        '{"dimensions":3,"vector":[[1,0.5]]}',
    ),
    "ints": Case("array<int>", "array", None, [1, None, -1], [1, None, -1]),
    "texts": Case("array<string>", "array", None, ["", None, "a"], ["", None, "a"]),
    "map": Case("string", "map", None, {"a": "1", "b": None}, '{"a":"1","b":null}'),
    "row": Case("struct<a: int, b: string>", "struct", None, {"a": 1, "b": "x"}, {"a": 1, "b": "x"}),
    "nothing": Case("string", "string", None, None, None),
}

ID = {"type": "int32", "optional": False, "field": "id"}
NANOS = {
    1_700_000_000_000_000_999: "2023-11-14 22:13:20",  # a double would make the next microsecond of it
    9_223_372_036_854_775_807: "2262-04-11 23:47:16.854775",
    1_001: "1970-01-01 00:00:00.000001",
    -1: "1969-12-31 23:59:59.999999",
    -(2**63): "1677-09-21 00:12:43.145224",
}
SOURCE = {**POSTGRES, "table": "types"}

# One value in one column, by the connect type and name that the message's schema gives it, or without a schema.
BAD = "bad_value"
SINGLES_COLUMNS: dict[str, str | tuple[str, Row]] = {
    "id": "int", "day": "date", "at": "timestamp_ntz", "zoned": "timestamp", "tiny": "tinyint", "f32": "float",
    "dec": "decimal(10,2)", "big": "decimal(38,5)", "wide": "decimal(38,0)",
    "num": ("string", {"type": CONNECT + "Decimal(2)"}),
    "millis": ("timestamp_ntz", {"type": CONNECT + "Timestamp"}),
    "nano": ("string", {"type": TIME + "NanoTimestamp"}), "tod": ("string", {"type": TIME + "NanoTime"}),
    "span": ("bigint", {"type": TIME + "Interval"}), "text": "string", "bool": "boolean",
}  # fmt: skip
EPOCH = datetime(1970, 1, 1)
DAY = 86_400
SINGLES: list[tuple[str, tuple[str, str] | None, Any, Any]] = [
    # A date is days, a text, or a time at midnight of the UTC clock; PostgreSQL's infinities are neither.
    ("day", None, -719_162, date(1, 1, 1)), ("day", ("int32", ""), 1, date(1970, 1, 2)),
    ("day", None, "2024-02-29Z", date(2024, 2, 29)), ("day", None, "2024-02-29 00:00:00", date(2024, 2, 29)),
    ("day", None, "2024-02-29T01:00:00+01:00", date(2024, 2, 29)),
    ("day", ("int64", TIME + "Timestamp"), DAY * 1000, date(1970, 1, 2)),
    ("day", ("int64", TIME + "MicroTimestamp"), -DAY * 10**6, date(1969, 12, 31)),
    ("day", ("int64", TIME + "NanoTimestamp"), DAY * 10**9, date(1970, 1, 2)),
    *(("day", None, value, BAD) for value in (
        -2_147_472_692, 2_147_483_647, -719_163, 2_932_897, 2**63 - 1, "2024-02", "2024-01-01 junk", "infinity",
        "2024-02-30", "2024-02-29 00:00:00.000001", "2024-02-29T00:00:00+01:00", "0000-01-01", "10000-01-01", "", True,
    )),
    *(("day", ("int64", name), 1, BAD) for name in (
        TIME + "Timestamp", TIME + "MicroTimestamp", TIME + "NanoTimestamp", TIME + "Time", TIME + "IsoDate",
    )),
    # A type such as int64 does not declare a time's unit: the contract does, then time_precision_mode.
    ("at", None, 1, EPOCH + timedelta(microseconds=1)), ("zoned", None, 1, EPOCH + timedelta(microseconds=1)),
    ("at", ("int64", ""), 1, EPOCH + timedelta(microseconds=1)),
    ("millis", ("int64", ""), 1, EPOCH + timedelta(milliseconds=1)),
    ("millis", ("int64", TIME + "MicroTimestamp"), 1, EPOCH + timedelta(microseconds=1)),
    ("tod", ("int64", ""), 1_000, "00:00:00.000001"),
    ("nano", ("int64", TIME + "Timestamp"), 1, "1970-01-01 00:00:00.001000000"),
    ("nano", ("int64", TIME + "MicroTimestamp"), -1, "1969-12-31 23:59:59.999999000"),
    ("nano", None, -(2**63), "1677-09-21 00:12:43.145224192"), ("nano", ("int64", TIME + "Timestamp"), 2**62, BAD),
    ("at", ("int32", TIME + "Date"), 1, EPOCH + timedelta(days=1)),
    # A string column takes what the message's own schema declares, with or without a type in the contract.
    ("text", ("bytes", CONNECT + "Decimal"), number(-12_345), "-0.12345"),
    ("text", ("bytes", CONNECT + "Decimal"), number(1_234_567), "12.34567"),
    ("text", ("bytes", CONNECT + "Decimal"), number(-(10**38 - 1)), "-" + "9" * 33 + "." + "9" * 5),
    ("text", ("bytes", CONNECT + "Decimal"), 1.5, "1.5"),
    ("text", ("bytes", CONNECT + "Decimal"), number(10**40), BAD), ("text", ("bytes", CONNECT + "Decimal"), "?", BAD),
    ("text", ("struct", DATA + "VariableScaleDecimal"), {"scale": 2, "value": number(-5)}, "-0.05"),
    ("text", ("struct", DATA + "VariableScaleDecimal"), {"scale": -2, "value": number(5)}, "500"),
    ("text", ("int64", TIME + "MicroTime"), 1_000, "00:00:00.001000"),
    ("text", ("int32", TIME + "Date"), 1, "1970-01-02"),
    ("text", ("int64", TIME + "MicroTimestamp"), -1, "1969-12-31 23:59:59.999999"),
    ("text", ("int64", CONNECT + "Timestamp"), 1, "1970-01-01 00:00:00.001000"),
    ("text", ("int64", TIME + "NanoTimestamp"), 1, "1970-01-01 00:00:00.000000001"),
    ("text", ("int64", TIME + "MicroTimestamp"), 9_223_372_036_825_200_000, "9223372036825200000"),
    ("text", ("string", TIME + "ZonedTimestamp"), "infinity", "infinity"), ("text", ("int64", ""), 1_000, "1000"),
    # Java writes some doubles with digits that the message does not have: 8.409999999999999E21.
    ("text", None, 8.41e21, "8.41E21"), ("text", None, -7e22, "-7E22"), ("text", None, 1.5e-200, "1.5E-200"),
    ("text", None, 1.2345678987654322e32, BAD), ("text", None, 5e-324, BAD), ("text", None, 0.1, "0.1"),
    ("num", ("int64", TIME + "MicroTime"), 1_000, "00:00:00.001000"),
    ("nano", ("bytes", CONNECT + "Decimal"), number(150), "0.00150"),
    ("bool", ("int16", ""), 1, True), ("bool", None, 0, False), ("bool", None, True, True), ("bool", None, 2, BAD),
    ("zoned", ("int32", CONNECT + "Date"), -1, EPOCH - timedelta(days=1)),
    ("at", ("int64", TIME + "NanoTimestamp"), -(2**63), BAD),
    *(("at", ("int64", name), 1, BAD) for name in (
        TIME + "MicroTime", CONNECT + "Time", TIME + "ZonedTimestamp", "x.Unknown",
    )),
    # Texts: an offset is applied, and a text that is no date and time is none.
    ("at", None, "2024-02-29T12:00:00+05:30", datetime(2024, 2, 29, 6, 30)),
    ("at", None, "2024-02-29 12:00:00.5-08", datetime(2024, 2, 29, 20, 0, 0, 500_000)),
    ("at", None, "2024-02-29", datetime(2024, 2, 29)), ("zoned", None, "2024-02-29Z", datetime(2024, 2, 29)),
    ("zoned", None, "2024-02-29T12:00:00.1234560Z", datetime(2024, 2, 29, 12, 0, 0, 123_456)),
    *((column, None, value, BAD) for column in ("at", "zoned") for value in (
        "2024-02", "2024-02-29 junk", "12:00:00Z", "2024-02-29T12:00:00.1234567+01:00", "infinity", "-infinity",
        9_223_372_036_825_200_000, -9_223_372_036_832_400_000, "2024-02-30T00:00:00Z", "2024-02-29T25:00:00Z",
    )),
    # Digits are a number, unless the schema declares a text.
    *((column, ("string", ""), "2024", BAD) for column in ("day", "at", "zoned", "millis")),
    # Only a number is read as one, and a boolean is no base64.
    *((column, None, value, BAD) for column in ("dec", "num") for value in ("=1", "=abc", "=no exact 1", True)),
    ("dec", ("string", ""), "=1", BAD), ("num", ("string", ""), "abc", "abc"), ("num", ("string", ""), "NaN", "NaN"),
    ("num", None, number(-1), "-0.01"), ("num", None, 1.5, "1.5"),
    # Digits may be base64: the schema declares which they are.
    ("big", ("bytes", CONNECT + "Decimal"), "1234", Decimal("-26.58824")),
    ("big", ("string", ""), "1234", Decimal(1234)),
    # Without a schema a number is one, and any text is base64; so is a text that looks like a number.
    ("big", None, 1234, Decimal(1234)), ("big", None, "1234", Decimal("-26.58824")),
    ("big", None, -12.5, Decimal("-12.5")), ("num", None, 1234, "1234"),
    ("big", None, "12.5", BAD), ("num", None, "12.5", BAD),
    # A text of a number in a column of numbers.
    ("tiny", None, "127", 127), ("f32", None, "0.5", 0.5), ("tiny", None, "1.0", BAD), ("tiny", None, 1.0, BAD),
    # json.decimal.format=NUMERIC, with exponents
    ("big", ("bytes", CONNECT + "Decimal"), 1.2345678987654322e32, Decimal("123456789876543220000000000000000")),
    ("big", ("bytes", CONNECT + "Decimal"), 1.5e-5, BAD), ("big", None, -2.5e-4, Decimal("-0.00025")),
    # 1.5 and 1.23456 with scale 5, in columns of scale 2: a schema or a number has the scale. Without either, that of
    # the contract counts, and the value is another one (docs/formats/debezium.md, When the scale of a decimal changes).
    ("dec", ("bytes", CONNECT + "Decimal"), number(150_000), Decimal("1.50")),
    ("dec", ("bytes", CONNECT + "Decimal"), number(123_456), BAD),
    ("dec", None, 1.5, Decimal("1.50")), ("dec", None, 1.23456, BAD), ("dec", None, number(150_000), Decimal(1500)),
    ("num", ("bytes", CONNECT + "Decimal"), number(123_456), "1.23456"), ("num", None, 1.23456, "1.23456"),
    ("num", None, number(150), "1.50"),
    # Sixteen bytes hold more than 38 digits.
    ("wide", None, number(10**38 - 1), Decimal(10**38 - 1)),
    *(("wide", None, number(value), BAD) for value in (10**38, -(10**38), 2**127 - 1, -(2**127), 2**127)),
    # Unsigned bytes, and numbers beyond a float.
    ("tiny", None, 127, 127), *(("tiny", None, value, BAD) for value in (128, 255, -129, 256)),
    ("f32", None, 3.4028234663852886e38, 3.4028234663852886e38), ("f32", None, "-Infinity", -math.inf),
    ("f32", None, 1e39, BAD), ("f32", ("float", ""), -1e39, BAD), ("f32", None, 0.1, 0.10000000149011612),
    ("span", None, "P1000000000000Y", BAD), ("span", None, "PT9999999999999.5S", BAD), ("span", None, "P300000Y", BAD),
    ("span", None, "P-1Y", -31_557_600_000_000), ("span", None, "PT", BAD),
]  # fmt: skip

# The options decide where neither schema nor contract declares the encoding.
PLACEHOLDER = b"left out~~~"  # its base64 has a plus sign
MODES_OPTIONS = {
    "time_precision_mode": "connect",
    "binary_handling_mode": "base64-url-safe",
    "unavailable_value": "hex:" + PLACEHOLDER.hex(),
}
ABSENT: dict[str, tuple[str, Any, list[Any]]] = {
    # column: data type, a value, and what stands for a value that was not sent
    "txt": ("string", "text", [
        "left out~~~", '{"left out~~~":"left out~~~"}', {"left out~~~": "left out~~~"}, ["left out~~~"],
        list(PLACEHOLDER),
    ]),
    "raw": ("binary", "--__", [base64.urlsafe_b64encode(PLACEHOLDER).decode()]),
    "texts": ("array<string>", ["a"], [
        ["left out~~~"], [base64.b64encode(PLACEHOLDER).decode()],
        [str(uuid.UUID(bytes=hashlib.md5(PLACEHOLDER, usedforsecurity=False).digest(), version=3))],
    ]),
    "ints": ("array<int>", [1], [list(PLACEHOLDER)]),
    "bytes": ("array<binary>", ["AAE="], [[base64.b64encode(PLACEHOLDER).decode()]]),
}  # fmt: skip
ABSENT_UPDATES = [(column, form) for column, (_, _, forms) in ABSENT.items() for form in forms]


def field(name: str, case: Case) -> Row:
    return {
        "type": case.connect,
        "optional": True,
        "field": name,
        **({"name": case.name} if case.name else {}),
        **({"parameters": dict(case.parameters)} if case.parameters else {}),
    }


def model(name: str, with_types: bool) -> Row:
    """Return the contract; without types only a message's schema names an encoding that the Spark type leaves open."""
    columns: dict[str, str | tuple[str, Row]] = {"id": "int"}
    for column, case in CASES.items():
        kind = case.contract or case.name
        decides = case.data_type in ("string", "bigint")  # how a text or a duration is to be written is the contract's
        columns[column] = (case.data_type, {"type": kind}) if kind and (with_types or decides) else case.data_type
    return contract(name, ["id"], columns, ["app.types"])


def single(number_: int, column: str, schema: tuple[str, str] | None, value: Any) -> Row:
    """Return an insert of one value; numbers in Python's spelling, so with exponents where they are long."""
    insert = event("c", after={"id": number_, column: value}, source={**POSTGRES, "table": "singles", "lsn": number_})
    if schema is None:
        return insert
    kind, name = schema
    parameters = {"parameters": {"scale": "5"}} if name.endswith("Decimal") else {}
    return wrapped(insert, [ID, {"type": kind, "field": column, **({"name": name} if name else {}), **parameters}])


# One row as other settings of the connector write it: the stream's options, and the columns.
OTHER_MODES: dict[str, tuple[Row, Row]] = {
    "micro": (
        {"time_precision_mode": "microseconds", "decimal_handling_mode": "double", "binary_handling_mode": "base64"},
        {"day": 19_675, "at": 1_700_000_000_123_456, "price": 1.5, "raw": "AP8="},
    ),
    "iso": (
        {"time_precision_mode": "isostring", "decimal_handling_mode": "string", "binary_handling_mode": "hex"},
        {"day": "2023-11-14Z", "at": "2023-11-14T22:13:20.123456Z", "price": "1.5", "raw": "00ff"},
    ),
}
OTHER_COLUMNS = {"id": "int", "day": "date", "at": "timestamp_ntz", "price": "decimal(10,2)", "raw": "binary"}

MODES_COLUMNS: dict[str, str | tuple[str, Row]] = {
    "id": "int",
    "day": "date",
    "at": "timestamp_ntz",
    "zoned": "timestamp",
    **{column: kind for column, (kind, _, _) in ABSENT.items()},
}


def modes() -> Iterator[Row]:
    """A row of all columns for each way to leave one out, and the update that does so; the last update is whole."""
    source = {**POSTGRES, "table": "modes"}
    row = {"day": 1, "at": 1, "zoned": 1, **{column: value for column, (_, value, _) in ABSENT.items()}}
    for id_, (column, form) in enumerate([*ABSENT_UPDATES, ("txt", "__debezium_unavailable_value")]):
        yield landed(2 * id_, event("c", after={"id": id_, **row}, source={**source, "lsn": 1}))
        yield landed(2 * id_ + 1, event("u", after={"id": id_, **row, column: form}, source={**source, "lsn": 2}))


def keys() -> Iterator[Row]:
    """Unsigned 64-bit keys, as an int64 that wrapped and as Decimal, in images, message keys and headers."""
    decimal = {"type": "bytes", "name": CONNECT + "Decimal", "parameters": {"scale": "0"}, "field": "id"}
    for table, kind, first, second in (
        ("wraps", {"type": "int64", "field": "id"}, -1, -2),
        ("precise", decimal, number(2**64 - 1), number(2**64 - 2)),
    ):
        key_schema = {"type": "struct", "fields": [kind]}
        old, new = ({"schema": key_schema, "payload": {"id": key}} for key in (first, second))
        changes: list[tuple[int, str, Any, Row, dict[str, Row]]] = [
            (1, "c", {"id": first, "note": "gone"}, old, {}),
            (2, "d", None, old, {}),
            (3, "c", {"id": first, "note": "carried"}, old, {}),
            # a key change whose other value was not sent: it is where the old key is
            (4, "d", None, old, {"__debezium.newkey": new}),
            (4, "c", {"id": second, "note": "__debezium_unavailable_value"}, new, {"__debezium.oldkey": old}),
        ]
        for number_, (lsn, op, after, key, headers) in enumerate(changes, 10 * (table == "precise")):
            value = wrapped(
                event(op, after=after, source={**POSTGRES, "table": table, "lsn": lsn}),
                [kind, {"type": "string", "field": "note"}],
            )
            yield landed(number_, value, key, {name: json.dumps(header) for name, header in headers.items()})


def decimal_keys() -> Iterator[Row]:
    """Keys that change from one number to another, or go: digits that could be base64, base64, more than 15 digits."""
    source = {**POSTGRES, "table": "numbers"}
    for number_, (old, new) in enumerate([(1234, 1500.0), ("1234", "5678"), (123456789012.12345, 123456789012.12346)]):
        first = {"id": old, "note": "old"}
        yield landed(2 * number_, event("c", after=first, source={**source, "lsn": 1 + number_}))
        change = event("u", before=first, after={"id": new, "note": "new"}, source={**source, "lsn": 10 + number_})
        yield landed(2 * number_ + 1, change)
    # The key is in the message key alone.
    for number_, key in enumerate([4321, "4321", 987654321098.12345, 5]):
        yield landed(20 + 2 * number_, event("c", after={"id": key}, source={**source, "lsn": 30 + number_}))
        yield landed(21 + 2 * number_, event("d", source={**source, "lsn": 40 + number_}), {"id": key})


def numbers_elsewhere() -> Iterator[Row]:
    """Encoded decimals of more than 64 bits; another image, or the message key, has a number under the same name."""
    wide = number(10**20)
    source = {**POSTGRES, "table": "elsewhere"}
    before, after = {"id": 1, "big": 5, "other": 1}, {"id": 1, "BIG": wide, "other": 2}
    yield landed(0, event("u", before=before, after=after, source={**source, "lsn": 1}))
    source["table"] = "elsewhere_by_key"
    yield landed(1, event("c", after={"ID": wide, "note": "wide"}, source={**source, "lsn": 2}), {"id": 27})


@pytest.fixture(scope="module")
def built(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> str:
    schema = "types"
    project = Project(tmp_path_factory.mktemp("types") / "p", schema, ansi=True)
    values = {column: case.value for column, case in CASES.items()}
    insert = event("c", after={"id": 1, **values}, source={**SOURCE, "lsn": 1})
    infinite = event("c", after={"id": 2, "ts_micro": 9_223_372_036_825_200_000}, source={**SOURCE, "lsn": 2})
    odd = event("c", after={"id": 3, "ts_nano": 1_001}, source={**SOURCE, "lsn": 3})
    fields = [ID, *(field(column, case) for column, case in CASES.items())]
    twice = [*fields, {"type": "string", "field": "id"}, {"type": "string"}]
    plain = contract("plain", ["id"], {"id": "int", "text": "string"}, ["app.plain"])
    source = {**POSTGRES, "table": "plain"}
    key = {"schema": {"type": "struct", "fields": [ID]}, "payload": {"id": 1}}
    streams: dict[str, tuple[list[Row], list[Row]]] = {
        "with_schema": (
            [
                landed(0, wrapped(insert, fields)),
                # A schema that names a field twice declares nothing, and stops nothing.
                landed(1, wrapped(event("c", after={"id": 4, "text": "odd"}, source={**SOURCE, "lsn": 4}), twice)),
            ],
            [model("by_schema", with_types=False)],
        ),
        "without": (
            [landed(0, {"schema": None, "payload": insert}), landed(1, infinite), landed(2, odd)],
            [model("by_contract", with_types=True)],
        ),
        # REPLICA IDENTITY NOTHING: no before image, the key is in the message key alone
        "nothing": (
            [
                landed(0, event("c", after={"id": 1, "text": "a"}, source={**source, "lsn": 1}), {"id": 1}),
                landed(1, event("u", after={"id": 1, "text": "b"}, source={**source, "lsn": 2}), key),
                landed(2, event("c", after={"id": 2, "text": "c"}, source={**source, "lsn": 3}), {"id": 2}),
                landed(3, event("d", source={**source, "lsn": 4}), key),
                landed(4, event("d", source={**source, "lsn": 5})),
                # what the connector writes for a snapshot without LSN, beyond 64 bits
                landed(5, event("u", after={"id": 3, "text": "later"}, source={**source, "lsn": 6})),
                landed(6, event("r", after={"id": 3, "text": "read"}, source={**source, "lsn": -9223372036854776000})),
            ],
            [plain],
        ),
    }
    columns = {"id": "decimal(20,0)", "note": "string"}
    streams["keys"] = (
        list(keys()),
        [contract(name, ["id"], columns, [f"app.{name}"]) for name in ("wraps", "precise")],
    )
    numbers = contract("numbers", ["id"], {"id": "decimal(38,5)", "note": "string"}, ["app.numbers"])
    streams["numbers"] = (list(decimal_keys()), [numbers])
    cut = contract("cut", ["id"], {"id": "int", "at": "timestamp_ntz"}, ["app.cut"])
    source = {**POSTGRES, "table": "cut"}
    streams["cut"] = (
        [
            landed(n, event("c", after={"id": n, "at": nanos}, source={**source, "lsn": n}))
            for n, nanos in enumerate([*NANOS, "2023-11-14T22:13:20.1234567+01:00"])
        ],
        [cut],
    )
    streams["singles"] = (
        [landed(n, single(n, *one[:3])) for n, one in enumerate(SINGLES)],
        [contract("singles", ["id"], SINGLES_COLUMNS, ["app.singles"])],
    )
    columns = {"id": "int", "big": "decimal(38,5)", "other": "decimal(38,5)"}
    elsewhere = contract("elsewhere", ["id"], columns, ["app.elsewhere"])
    by_key = contract("elsewhere_by_key", ["id"], {"id": "decimal(38,5)", "note": "string"}, ["app.elsewhere_by_key"])
    streams["elsewhere"] = (list(numbers_elsewhere()), [elsewhere, by_key])
    streams["modes"] = (list(modes()), [contract("modes", ["id"], MODES_COLUMNS, ["app.modes"])])
    for name, (_, columns) in OTHER_MODES.items():
        insert = event("c", after={"id": 1, **columns}, source={**POSTGRES, "table": name, "lsn": 1})
        streams[name] = ([landed(0, insert)], [contract(name, ["id"], dict(OTHER_COLUMNS), [f"app.{name}"])])
    options = {"cut": {"nanoseconds": "truncate", "time_precision_mode": "nanoseconds"}, "modes": MODES_OPTIONS}
    options |= {name: chosen for name, (chosen, _) in OTHER_MODES.items()}
    for name, (rows, models) in streams.items():
        project.stream(name, {"format": "debezium", "options": options.get(name, {})})
        project.tables(name, models)
        land(spark, f"{schema}_landing.{name}", rows)
    project.dbt("deps")
    project.dbt("build")
    return schema


@pytest.mark.law("L5")
@pytest.mark.parametrize("table", ["by_schema", "by_contract"])
def test_values_are_exact(spark: Any, built: str, table: str) -> None:
    log = spark.table(f"{built}.changes_{table}").where("cdc_offset = 0").collect()
    assert [(row.cdc_reason, row.cdc_detail) for row in log] == [(None, None)]
    row = spark.table(f"{built}.{table}").where("id = 1").collect()[0].asDict(recursive=True)
    assert row.pop("id") == 1
    point = row.pop("point")
    assert point == {**POINT, "wkb": base64.b64decode(str(POINT["wkb"]))}
    expected = {column: case.expected for column, case in CASES.items() if column != "point"}
    assert math.isnan(row.pop("f32_old"))
    assert math.isnan(expected.pop("f32_old"))
    assert {c: v for c, v in row.items() if v != expected[c]} == {}
    assert row["dec"].as_tuple().exponent == -2


def test_a_key_of_decimals_moves_and_goes_whatever_its_digits_look_like(spark: Any, built: str) -> None:
    rows = {row.id: row.note for row in spark.table(f"{built}.numbers").collect()}
    base64_key = Decimal(int.from_bytes(base64.b64decode("5678"), signed=True)).scaleb(-5)
    assert rows == {Decimal(1500): "new", base64_key: "new", Decimal("123456789012.12346"): "new"}


@pytest.mark.law("L5")
def test_values_that_no_type_holds_are_quarantined(spark: Any, built: str) -> None:
    rows = (
        spark.table(f"{built}.changes_by_contract").where("cdc_class = 'quarantined'").orderBy("cdc_offset").collect()
    )
    assert [(row.cdc_offset, row.cdc_reason, row.cdc_detail.split(": ")[1]) for row in rows] == [
        (1, "bad_value", "ts_micro"),
        (2, "bad_value", "ts_nano"),
    ]


def test_nanoseconds_are_cut_to_the_microsecond_before_if_the_stream_is_set_so(spark: Any, built: str) -> None:
    rows = spark.sql(f"select cast(at as string) as at from {built}.cut order by id").collect()
    assert [row.at for row in rows] == [*NANOS.values(), "2023-11-14 21:13:20.123456"]


@pytest.mark.law("L5")
def test_a_value_is_read_by_its_declared_encoding_or_not_at_all(spark: Any, built: str) -> None:
    rows = {row.id: row for row in spark.table(f"{built}.singles").collect()}
    reasons = {row.cdc_offset: row.cdc_reason for row in spark.table(f"{built}.changes_singles").collect()}
    found = [
        getattr(rows[number_], column) if number_ in rows else reasons[number_]
        for number_, (column, *_) in enumerate(SINGLES)
    ]
    wrong = [(one, value) for one, value in zip(SINGLES, found, strict=True) if value != one[3]]
    assert wrong == []


@pytest.mark.law("L5")
def test_a_value_is_never_that_of_another_image(spark: Any, built: str) -> None:
    assert [tuple(row) for row in spark.table(f"{built}.elsewhere").collect()] == [(1, Decimal(10**15), Decimal(2))]
    assert [tuple(row) for row in spark.table(f"{built}.elsewhere_by_key").collect()] == [(Decimal(10**15), "wide")]


def test_options_decide_what_neither_schema_nor_contract_declares(spark: Any, built: str) -> None:
    rows = spark.table(f"{built}.modes").orderBy("id").collect()
    whole = {
        "day": date(1970, 1, 2), "at": EPOCH + timedelta(milliseconds=1), "zoned": EPOCH + timedelta(milliseconds=1),
        "txt": "text", "raw": b"\xfb\xef\xff", "texts": ["a"], "ints": [1], "bytes": [b"\x00\x01"],
    }  # fmt: skip
    for row in rows[: len(ABSENT_UPDATES)]:
        assert row.asDict() == {"id": row.id, **whole}, ABSENT_UPDATES[row.id]
    assert rows[-1].txt == "__debezium_unavailable_value"


@pytest.mark.law("L3")
@pytest.mark.parametrize("stream", OTHER_MODES)
def test_other_settings_of_the_connector_end_in_the_same_row(spark: Any, built: str, stream: str) -> None:
    at = datetime(2023, 11, 14, 22, 13, 20, 123_456)
    found = [tuple(row) for row in spark.table(f"{built}.{stream}").collect()]
    assert found == [(1, date(2023, 11, 14), at, Decimal("1.50"), b"\x00\xff")]


@pytest.mark.law("L8")
def test_a_schema_with_a_field_twice_stops_nothing(spark: Any, built: str) -> None:
    assert [row.text for row in spark.table(f"{built}.by_schema").where("id = 4").collect()] == ["odd"]


def test_the_key_may_be_in_the_message_key_alone(spark: Any, built: str) -> None:
    rows = spark.table(f"{built}.plain").orderBy("id").collect()
    assert [(row.id, row.text) for row in rows] == [(2, "c"), (3, "later")]
    bad = spark.table(f"{built}.changes_plain").where("cdc_class = 'quarantined'").collect()
    assert [(row.cdc_offset, row.cdc_reason) for row in bad] == [(4, "image_contract")]


@pytest.mark.parametrize("table", ["wraps", "precise"])
def test_a_key_has_one_value_whatever_part_of_the_message_it_stands_in(spark: Any, built: str, table: str) -> None:
    assert [tuple(row) for row in spark.table(f"{built}.{table}").collect()] == [(2**64 - 2, "carried")]
