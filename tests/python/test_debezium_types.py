"""Each type that a Connect schema names, from its JSON to a column, told by the schema or by the contract."""

from __future__ import annotations

import base64
import math
from collections.abc import Mapping
from datetime import date, datetime
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
    "bits": Case("binary", "bytes", DATA + "Bits", "AQAI", b"\x01\x00\x08", {"length": "20"}),
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
}
SOURCE = {**POSTGRES, "table": "types"}


def field(name: str, case: Case) -> Row:
    return {
        "type": case.connect,
        "optional": True,
        "field": name,
        **({"name": case.name} if case.name else {}),
        **({"parameters": dict(case.parameters)} if case.parameters else {}),
    }


def model(name: str, with_types: bool) -> Row:
    """Return the contract; without types the messages' schemas alone tell the encodings, where the Spark type does."""
    columns: dict[str, str | tuple[str, Row]] = {"id": "int"}
    for column, case in CASES.items():
        kind = case.contract or case.name
        decides = case.data_type in ("string", "bigint")  # how a text or a duration is to be written is the contract's
        columns[column] = (case.data_type, {"type": kind}) if kind and (with_types or decides) else case.data_type
    return contract(name, ["id"], columns, ["app.types"])


@pytest.fixture(scope="module")
def built(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> str:
    schema = "types"
    project = Project(tmp_path_factory.mktemp("types") / "p", schema)
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
                # A schema that names a field twice tells nothing, and stops nothing.
                landed(1, wrapped(event("c", after={"id": 4, "text": "odd"}, source={**SOURCE, "lsn": 4}), twice)),
            ],
            [model("told", with_types=False)],
        ),
        "without": (
            [landed(0, {"schema": None, "payload": insert}), landed(1, infinite), landed(2, odd)],
            [model("declared", with_types=True)],
        ),
        # REPLICA IDENTITY NOTHING: no before image, the key is in the message key alone
        "nothing": (
            [
                landed(0, event("c", after={"id": 1, "text": "a"}, source={**source, "lsn": 1}), {"id": 1}),
                landed(1, event("u", after={"id": 1, "text": "b"}, source={**source, "lsn": 2}), key),
                landed(2, event("c", after={"id": 2, "text": "c"}, source={**source, "lsn": 3}), {"id": 2}),
                landed(3, event("d", source={**source, "lsn": 4}), key),
                landed(4, event("d", source={**source, "lsn": 5})),
            ],
            [plain],
        ),
    }
    cut = contract("cut", ["id"], {"id": "int", "at": ("timestamp_ntz", {"type": TIME + "NanoTimestamp"})}, ["app.cut"])
    source = {**POSTGRES, "table": "cut"}
    streams["cut"] = (
        [
            landed(n, event("c", after={"id": n, "at": nanos}, source={**source, "lsn": n}))
            for n, nanos in enumerate(NANOS)
        ],
        [cut],
    )
    for name, (rows, models) in streams.items():
        project.stream(name, {"format": "debezium", "options": {"nanoseconds": "truncate"} if name == "cut" else {}})
        project.tables(name, models)
        land(spark, f"{schema}_landing.{name}", rows)
    project.dbt("deps")
    project.dbt("build")
    return schema


@pytest.mark.parametrize("table", ["told", "declared"])
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


def test_values_that_no_type_holds_are_quarantined(spark: Any, built: str) -> None:
    rows = spark.table(f"{built}.changes_declared").where("cdc_class = 'quarantined'").orderBy("cdc_offset").collect()
    assert [(row.cdc_offset, row.cdc_reason, row.cdc_detail.split(": ")[1]) for row in rows] == [
        (1, "bad_value", "ts_micro"),
        (2, "bad_value", "ts_nano"),
    ]


def test_nanoseconds_are_cut_to_the_microsecond_before_where_the_stream_says_so(spark: Any, built: str) -> None:
    rows = spark.sql(f"select cast(at as string) as at from {built}.cut order by id").collect()
    assert [row.at for row in rows] == list(NANOS.values())


def test_a_schema_with_a_field_twice_stops_nothing(spark: Any, built: str) -> None:
    assert [row.text for row in spark.table(f"{built}.told").where("id = 4").collect()] == ["odd"]


def test_the_key_may_be_in_the_message_key_alone(spark: Any, built: str) -> None:
    assert [(row.id, row.text) for row in spark.table(f"{built}.plain").collect()] == [(2, "c")]
    bad = spark.table(f"{built}.changes_plain").where("cdc_class = 'quarantined'").collect()
    assert [(row.cdc_offset, row.cdc_reason) for row in bad] == [(4, "image_contract")]
