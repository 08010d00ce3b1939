"""Avro to JSON, and Qlik Replicate's envelope: exact values, and nothing that a message or a schema can break."""

from __future__ import annotations

import io
import json
import math
import struct
from typing import Any

import pytest
from fastavro import parse_schema, schemaless_writer
from hypothesis import given, settings
from hypothesis import strategies as st
from spark_cdc_udfs import Decoded, avro_json, decode_qlik_message
from spark_cdc_udfs.qlik_message import ENVELOPE

pytestmark = pytest.mark.law("L12")


def packed(schema: Any, value: Any) -> bytes:
    stream = io.BytesIO()
    schemaless_writer(stream, parse_schema(schema), value)
    return stream.getvalue()


def read(schema: Any, datum: bytes) -> Any:
    value, reason = avro_json(datum, json.dumps(schema))
    assert reason is None
    assert value is not None
    return json.loads(value, parse_float=str)


def zigzag(number: int) -> bytes:
    value, made = (number << 1) ^ (number >> 63), b""
    while value > 0x7F:
        made += bytes([value & 0x7F | 0x80])
        value >>= 7
    return made + bytes([value])


@pytest.mark.parametrize(
    ("schema", "datum", "expected"),
    [
        ("int", zigzag(-1), -1),
        ("long", zigzag(2**63 - 1), 2**63 - 1),
        ("long", zigzag(-(2**63)), -(2**63)),
        ("string", zigzag(11) + 'a"\\\n\x00é😀'.encode(), 'a"\\\n\x00é😀'),
        ("bytes", zigzag(3) + b"\x00\x80\xff", "0080FF"),
        ("boolean", b"\x01", True),
        ("double", struct.pack("<d", 5e-324), "5e-324"),
        ("double", struct.pack("<d", -0.0), "-0.0"),
        ("double", struct.pack("<d", math.nan), "NaN"),
        ("double", struct.pack("<d", -math.inf), "-Infinity"),
        ("float", struct.pack("<f", 0.1), "0.10000000149011612"),
        ({"type": "int", "logicalType": "date"}, zigzag(19782), "2024-02-29"),
        ({"type": "int", "logicalType": "date"}, zigzag(-719162), "0001-01-01"),
        ({"type": "int", "logicalType": "date"}, zigzag(2**31 - 1), "2147483647"),
        ({"type": "int", "logicalType": "time-millis"}, zigzag(86_399_999), "23:59:59.999000"),
        ({"type": "int", "logicalType": "time-millis"}, zigzag(-1), "-1"),
        ({"type": "long", "logicalType": "timestamp-micros"}, zigzag(253402300799999999), "9999-12-31T23:59:59.999999"),
        ({"type": "long", "logicalType": "timestamp-micros"}, zigzag(-62135596800000000), "0001-01-01T00:00:00"),
        ({"type": "long", "logicalType": "timestamp-micros"}, zigzag(2**63 - 1), str(2**63 - 1)),
        ({"type": "long", "logicalType": "local-timestamp-millis"}, zigzag(1), "1970-01-01T00:00:00.001000"),
        ({"type": "bytes", "logicalType": "decimal", "precision": 38, "scale": 2}, zigzag(1) + b"\xff", "-0.01"),
        ({"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": 10**9}, zigzag(1) + b"\xff", "FF"),
        ({"type": "string", "logicalType": "uuid"}, zigzag(1) + b"x", "x"),
        (["null", {"type": "bytes", "logicalType": "decimal", "scale": 1, "precision": 5}], b"\x02\x02\x05", "0.5"),
        ({"type": "enum", "name": "E", "symbols": ["A", "B"]}, zigzag(1), "B"),
        ({"type": "map", "values": "int"}, zigzag(1) + zigzag(1) + b"k" + zigzag(7) + b"\x00", {"k": 7}),
        ({"type": {"type": "array", "items": {"type": "long"}}}, zigzag(2) + zigzag(7) + zigzag(8) + b"\x00", [7, 8]),
    ],
)  # fmt: skip
def test_values_are_exact(schema: Any, datum: bytes, expected: Any) -> None:
    assert read(schema, datum) == expected


NEST: Any = "int"
for _ in range(70):
    NEST = {"type": "array", "items": NEST}
BIG = {
    "type": "record", "name": "R",
    "fields": [{"name": f"c{n}", "type": ["null", "int"], "default": None} for n in range(4096)],
}  # fmt: skip
LAUGHS = {
    "type": "record", "name": "R0", "fields": [
        {"name": "leaf", "type": {"type": "record", "name": "L0", "fields": [{"name": "x", "type": ["null"]}]}},
        *({"name": f"l{n}", "type": {"type": "record", "name": f"L{n}", "fields": [
            {"name": name, "type": f"L{n - 1}"} for name in "ab"
        ]}} for n in range(1, 40)),
    ],
}  # fmt: skip
CHAIN = {
    "type": "record", "name": "R", "fields": [
        {"name": "first", "type": {"type": "record", "name": "C0", "fields": [{"name": "x", "type": "int"}]}},
        *({"name": f"c{n}", "type": {"type": "record", "name": f"C{n}", "fields": [{"name": "x", "type": f"C{n - 1}"}]}}
          for n in range(1, 100)),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    "schema",
    [
        '{"type": "record", "name": "R", "fields": [{"name": "x", "type": "R"}]}',
        '{"type": "record", "name": "a.R", "fields": [{"name": "x", "type": ["null", "b.R"]}]}',
        '{"type": "array", "items": "null"}',
        '{"type": "array", "items": {"type": "null"}}',
        '{"type": "array", "items": {"type": "record", "name": "R", "fields": []}}',
        '{"type": "array", "items": {"type": "fixed", "name": "F", "size": 0}}',
        '{"type": "fixed", "name": "F", "size": 99999999999}',
        '{"type": "enum", "name": "F", "symbols": []}',
        '{"type": "map"}',
        '"Unknown"',
        "[]",
        "{}",
        "7",
        "null",
        "",
        "{",
        "[" * 100_000,
        '{"type":' * 500 + '"int"' + "}" * 500,
        json.dumps(NEST),
        json.dumps(LAUGHS),
        json.dumps(CHAIN),
        '"int"' + " " * (4 << 20),
    ],
    ids=str.__len__,
)
def test_a_hostile_schema_gives_a_reason(schema: str) -> None:
    value, reason = avro_json(b"\x02" * 2_000, schema)
    assert value is None
    assert reason


def test_a_table_of_4096_columns_is_read() -> None:
    assert len(read(BIG, b"\x00" * 4096)) == 4096


@pytest.mark.parametrize(
    ("schema", "datum"),
    [
        ('"string"', zigzag(2**40) + b"x"),
        ('"string"', zigzag(-5) + b"xxxxx"),
        ('"string"', zigzag(2) + b"\xc3\x28"),
        ('"string"', zigzag(3) + b"\xed\xa0\x80"),
        ('"int"', b""),
        ('"int"', b"\x00\x00"),
        ('"int"', b"\xff" * 100),
        ('["null", "int"]', zigzag(5)),
        ('{"type": "array", "items": "int"}', zigzag(2**60)),
        ('{"type": "array", "items": "int"}', zigzag(-(2**60)) + zigzag(1)),
        ('{"type": "enum", "name": "E", "symbols": ["A"]}', zigzag(9)),
        ('{"type": "bytes", "logicalType": "decimal", "precision": 5, "scale": 1}', zigzag(0)),
    ],
)
def test_a_damaged_datum_gives_a_reason(schema: str, datum: bytes) -> None:
    value, reason = avro_json(datum, schema)
    assert value is None
    assert reason


def test_none_is_neither_a_value_nor_a_reason() -> None:
    assert avro_json(None, '"int"') == decode_qlik_message(None, None) == Decoded(None, None)
    assert avro_json(b"", None).reason


# ------------------------------------------------------------------------------------------------------ the envelope

DATA = {
    "type": "record", "name": "DataRecord", "fields": [
        {"name": "data", "type": ["null", {"type": "record", "name": "Data", "fields": [
            {"name": "ID", "type": ["null", "int"]}, {"name": "RAW", "type": ["null", "bytes"]},
        ]}]},
        {"name": "beforeData", "type": ["null", "Data"]},
    ],
}  # fmt: skip


def envelope(kind: str, message: bytes, schema_id: str | None = None, schema: str | None = None) -> bytes:
    value = {
        "magic": b"atMSG", "type": kind, "headers": None, "messageSchemaId": schema_id, "messageSchema": schema,
        "message": message,
    }  # fmt: skip
    return packed(json.loads(ENVELOPE), value)


DATUM = envelope("DT", packed(DATA, {"data": {"ID": 1, "RAW": b"\x00\xff"}, "beforeData": None}), "A1")


def test_a_data_message_is_read_by_the_schema_that_it_names() -> None:
    assert DATUM.startswith(bytes.fromhex("61744D5347044454"))
    value, reason = decode_qlik_message(DATUM, json.dumps(DATA))
    assert reason is None
    assert json.loads(value or "") == {
        "magic": "atMSG", "type": "DT", "headers": None, "messageSchemaId": "A1", "messageSchema": None,
        "message": {"data": {"ID": 1, "RAW": "00FF"}, "beforeData": None},
    }  # fmt: skip
    without = json.loads(decode_qlik_message(DATUM, None).value or "")
    assert (without["messageSchemaId"], without["message"]) == ("A1", None)


def test_a_metadata_message_brings_its_schema() -> None:
    schema = {"type": "record", "name": "M", "fields": [{"name": "schemaId", "type": "string"}]}
    datum = envelope("MD", packed(schema, {"schemaId": "A1"}), None, json.dumps(schema))
    assert json.loads(decode_qlik_message(datum, None).value or "")["message"] == {"schemaId": "A1"}


@pytest.mark.parametrize(
    ("datum", "schema"),
    [
        (b"", None),
        (b"atMSG", None),
        (b"\x00\x00\x00\x00\x01", None),
        (DATUM + b"x", json.dumps(DATA)),
        (DATUM[:-1], json.dumps(DATA)),
        (DATUM, '"int"'),
        (DATUM, "{"),
        (envelope("XX", b""), None),
        (envelope("MD", b""), None),
        (envelope("DT", b"\x00\x00x", "A1"), json.dumps(DATA)),
    ],
)
def test_what_is_no_message_gives_a_reason(datum: bytes, schema: str | None) -> None:
    value, reason = decode_qlik_message(datum, schema)
    assert value is None
    assert reason


@settings(max_examples=600, deadline=None)
@given(st.data())
def test_any_input_gives_either_a_value_or_a_reason(data: st.DataObject) -> None:
    datum = bytearray(DATUM)
    for _ in range(data.draw(st.integers(0, 4))):
        datum[data.draw(st.integers(0, len(datum) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.one_of(st.just(len(datum)), st.integers(0, len(datum))))
    tail = data.draw(st.one_of(st.just(b""), st.binary(max_size=20)))
    schema = json.dumps(DATA)
    if data.draw(st.booleans()):
        at = data.draw(st.integers(0, len(schema) - 1))
        schema = schema[:at] + data.draw(st.text(max_size=6)) + schema[data.draw(st.integers(at, at + 8)) :]
    value, reason = decode_qlik_message(bytes(datum[:cut]) + tail, schema)
    assert (value is None) != (reason is None)
    if value is not None:
        json.loads(value)


TYPES: Any = st.recursive(
    st.sampled_from(["null", "int", "long", "bytes", "string", "double", "R", "F", "", 7, None]),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.fixed_dictionaries(
            {"type": st.one_of(st.sampled_from(["record", "array", "map", "enum", "fixed", "bytes", "int"]), inner)},
            optional={
                "name": st.sampled_from(["R", "F", "a.R", ""]),
                "namespace": st.sampled_from(["", "a", "b"]),
                "fields": st.lists(st.fixed_dictionaries({"name": st.sampled_from("xyz"), "type": inner}), max_size=3),
                "items": inner,
                "values": inner,
                "size": st.sampled_from([-1, 0, 1, 10**10]),
                "symbols": st.lists(st.sampled_from(["A", "B"]), max_size=2),
                "logicalType": st.sampled_from(["decimal", "date", "timestamp-micros", "cdc-number"]),
                "scale": st.sampled_from([-1, 0, 2, 10**10, True, "x"]),
                "precision": st.sampled_from([0, 5]),
            },
        ),
    ),
    max_leaves=12,
)


@settings(max_examples=1500, deadline=None)
@given(TYPES, st.binary(max_size=60))
def test_any_schema_gives_either_a_value_or_a_reason(schema: Any, datum: bytes) -> None:
    value, reason = avro_json(datum, json.dumps(schema))
    assert (value is None) != (reason is None)
