"""Our reader of DTS records against an Avro library that writes them, and against bytes that are none."""

from __future__ import annotations

import base64
import json
import math
import struct
import tracemalloc
from decimal import Decimal
from typing import Any

import dts_avro
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spark_cdc_udfs import Decoded, dts_record
from spark_cdc_udfs.dts_record import CHARSETS, MAX_ITEMS, OPERATIONS, SOURCE_TYPES

pytestmark = pytest.mark.law("L12")

INTS = st.integers(-(2**31), 2**31 - 1)
LONGS = st.integers(-(2**63), 2**63 - 1)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
PIECES = st.fixed_dictionaries(
    dict.fromkeys(["year", "month", "day", "hour", "minute", "second", "millis"], st.none() | INTS)
)
MEMBERS: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "Integer": {"precision": INTS, "value": TEXTS},
    "Character": {
        "charset": st.sampled_from(["utf8", "latin1", "binary", "x", ""]) | TEXTS,
        "value": st.binary(max_size=9),
    },
    "Decimal": {"value": TEXTS, "precision": INTS, "scale": INTS},
    "Float": {"value": st.floats(), "precision": INTS, "scale": INTS},
    "Timestamp": {"timestamp": LONGS, "millis": INTS},
    "DateTime": {},
    "TimestampWithTimeZone": {"value": PIECES, "timezone": TEXTS},
    "BinaryGeometry": {"type": TEXTS, "value": st.binary(max_size=9)},
    "TextGeometry": {"type": TEXTS, "value": TEXTS},
    "BinaryObject": {"type": TEXTS, "value": st.binary(max_size=9)},
    "TextObject": {"type": TEXTS, "value": TEXTS},
}


def branch(name: str) -> st.SearchStrategy[tuple[str, Any]]:
    members = PIECES if name == "DateTime" else st.fixed_dictionaries(MEMBERS[name])
    return members.map(lambda value: (f"{dts_avro.NAMESPACE}.{name}", value))


VALUES = st.one_of(st.none(), st.sampled_from([dts_avro.NULL, dts_avro.NONE]), *map(branch, MEMBERS))


@st.composite
def records(draw: st.DrawFn) -> dict[str, Any]:
    names = draw(st.lists(TEXTS, unique=True, max_size=6))
    fields = [{"name": name, "dataTypeNumber": draw(INTS | st.sampled_from([10, 11, 12, 13]))} for name in names]
    row: st.SearchStrategy[Any] = st.lists(VALUES, min_size=len(names), max_size=len(names))
    images = st.one_of(st.none(), TEXTS, row)
    more = {"bornTimestamp": draw(LONGS)} if draw(st.booleans()) else {}
    return {
        "version": draw(INTS),
        "id": draw(LONGS),
        "sourceTimestamp": draw(LONGS),
        "sourcePosition": draw(TEXTS | st.just("a<->b")),
        "safeSourcePosition": draw(TEXTS),
        "sourceTxid": draw(TEXTS),
        "source": {"sourceType": draw(st.sampled_from(SOURCE_TYPES)), "version": draw(TEXTS)},
        "operation": draw(st.sampled_from(OPERATIONS)),
        "objectName": draw(st.none() | TEXTS),
        "processTimestamps": draw(st.none() | st.lists(LONGS, max_size=3)),
        "tags": draw(st.dictionaries(TEXTS, TEXTS, max_size=3)),
        "fields": fields or draw(st.one_of(st.none(), TEXTS)),
        "beforeImages": draw(images),
        "afterImages": draw(images),
        **more,
    }


def decoded(record: dict[str, Any]) -> dict[str, Any]:
    result = dts_record(dts_avro.datum(record))
    assert result.reason is None
    assert result.value is not None
    found: dict[str, Any] = json.loads(result.value)
    return found


def one(value: Any, number: int = 253, **more: Any) -> tuple[Any, Any]:
    """Return the text and the type of a value that is the only one of a record."""
    fields = [{"name": "x", "dataTypeNumber": number}]
    found = decoded(dts_avro.record("INSERT", fields=fields, afterImages=[value], **more))
    return found["afterImages"]["x"], found["fields"][0]["type"]


@settings(max_examples=400, deadline=None)
@given(records())
def test_every_record_that_the_library_writes_is_read_with_all_its_members(record: dict[str, Any]) -> None:
    found = decoded(record)
    for name in set(record) - {"fields", "beforeImages", "afterImages"}:
        assert found[name] == record[name], name
    assert ("bornTimestamp" in found) == ("bornTimestamp" in record)
    if isinstance(record["fields"], str):
        assert found["fieldsText"] == record["fields"]
    names = [field["name"] for field in record["fields"]] if isinstance(record["fields"], list) else []
    assert [field["name"] for field in found["fields"]] == names
    for image, text in (("beforeImages", "beforeText"), ("afterImages", "afterText")):
        given_image = record[image]
        assert found.get(text) == (given_image if isinstance(given_image, str) else None)
        if isinstance(given_image, list) and given_image:
            for name, value in zip(names, given_image, strict=True):
                assert_carried(value, found[image][name])
        else:
            assert found[image] is None


def assert_carried(value: Any, text: str | None) -> None:
    """Compare what needs no rule of ours; the tests below have the rules for charsets and times."""
    if value is None or value == dts_avro.NULL:
        assert text is None
        return
    assert text is not None
    if value == dts_avro.NONE:
        assert text == "NONE"
        return
    name, members = value[0].rpartition(".")[2], value[1]
    tag, _, rest = text.partition(" ")
    if name == "Character":
        assert tag in ("Character", "Bytes", "Undecoded")
        if tag != "Character":
            assert base64.b64decode(rest) == members["value"]
        elif members["charset"] == "utf8":
            assert rest.encode() == members["value"]
        return
    assert tag == name
    if name in ("Integer", "Decimal", "TextGeometry", "TextObject"):
        assert rest == members["value"]
    elif name in ("BinaryGeometry", "BinaryObject"):
        assert base64.b64decode(rest) == members["value"]
    elif name == "Float":
        assert struct.pack(">d", float(rest)) == struct.pack(">d", members["value"]) or math.isnan(members["value"])
    elif name == "TimestampWithTimeZone":
        assert rest.endswith(" " + members["timezone"])


@settings(max_examples=300, deadline=None)
@given(records(), st.data())
def test_what_is_cut_changed_or_lengthened_gives_a_record_or_a_reason(
    record: dict[str, Any], data: st.DataObject
) -> None:
    whole = dts_avro.datum(record)
    cut = dts_record(whole[: data.draw(st.integers(0, len(whole) - 1))])
    # A record with its 15th member cut off whole is one with 14.
    assert (cut.value is None) == (cut.reason is not None)
    if "bornTimestamp" not in record:
        assert cut.reason is not None
    changed = bytearray(whole)
    for _ in range(data.draw(st.integers(1, 4))):
        changed[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    for damaged in (bytes(changed), whole + data.draw(st.binary(min_size=11, max_size=20))):
        result = dts_record(damaged)
        assert (result.value is None) == (result.reason is not None)
        if result.value is not None:
            json.loads(result.value)


@settings(max_examples=500, deadline=None)
@given(st.binary(max_size=300))
def test_random_bytes_give_a_record_or_a_reason(data: bytes) -> None:
    result = dts_record(data)
    assert (result.value is None) == (result.reason is not None)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "it ends too early"),
        (b"\x80" * 20, "a number of more than 64 bits"),
        (b"\xff" * 9 + b"\x7f", "a number of more than 64 bits"),
        (b"\0\0\0\x03", "a length of -2 where 0 bytes are left"),
        (b"\0\0\0\x02\xff\0\0\0\0\0", "a text is not valid UTF-8"),
        (b"\0\0\0\0\0\0\x1a", "13 where one of 13 is chosen"),
    ],
)
def test_reasons_explain_the_fault(data: bytes, reason: str) -> None:
    assert dts_record(data) == Decoded(None, f"DTS record: {reason}")


def test_nothing_is_nothing_and_text_is_no_record() -> None:
    assert dts_record(None) == Decoded(None, None)
    assert dts_record("AAAA") == Decoded(None, "DTS record: not binary")  # type: ignore[arg-type]


def varint(number: int) -> bytes:
    number = number << 1 ^ number >> 63
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


def test_blocks_may_come_in_parts_and_with_their_sizes() -> None:
    head = b"\0\2\0\0\0\0\0\0\0\0"  # up to objectName
    times = b"\2" + varint(1) + varint(5) + varint(-2) + varint(2) + varint(6) + varint(7) + b"\0"
    rest = b"\0" + b"\0\0\0"
    result = dts_record(head[:-1] + b"\0" + times + rest)
    assert result.value is not None, result.reason
    assert json.loads(result.value)["processTimestamps"] == [5, 6, 7]


@pytest.mark.parametrize("size", [2**31, 2**62, 2**63 - 1])
def test_huge_lengths_and_counts_take_no_memory(size: int) -> None:
    whole = dts_avro.datum(dts_avro.record("INSERT", fields=[], afterImages=[]))
    head = b"\0\2\0\0\0\0\0\0\0\0"
    huge = [
        b"\0\0\0" + varint(size),  # a text
        head + b"\2" + varint(size) + b"\2" * 1000,  # an array
        head + b"\2" + varint(-size) + varint(size) + b"\2" * 1000,
        head + b"\0" + varint(size) + b"\0" * 1000,  # a map
        whole[:-4] + b"\4" + varint(size) + b"\0" * 1000,
    ]
    tracemalloc.start()
    for data in huge:
        assert dts_record(data).reason is not None
    assert tracemalloc.get_traced_memory()[1] < 1_000_000
    tracemalloc.stop()


def test_items_that_take_a_byte_each_are_counted_before_they_are_read() -> None:
    head = b"\0\2\0\0\0\0\0\0\0\0"
    block = varint(MAX_ITEMS) + b"\2" * MAX_ITEMS
    assert "items" in (dts_record(head + b"\2" + block * 3 + b"\0\0\0\0\0").reason or "")
    assert dts_record(head + b"\2" + block + b"\0\0\0\0\0").reason is None


# ------------------------------------------------------------------------------------------------------------ values


@pytest.mark.parametrize(
    ("value", "text", "kind"),
    [
        (dts_avro.integer(2**64 - 1), "Integer 18446744073709551615", "Integer(8, beyond 64 bits)"),
        (dts_avro.integer(2**63 - 1), "Integer 9223372036854775807", "Integer(8)"),
        (dts_avro.integer(-5, 4), "Integer -5", "Integer(4)"),
        (dts_avro.decimal(str(Decimal("1.10")), 10, 2), "Decimal 1.10", "Decimal(10,2)"),
        (dts_avro.double(float("nan")), "Float NaN", "Float"),
        (dts_avro.double(float("-inf")), "Float -Infinity", "Float"),
        (dts_avro.double(5e-324), "Float 5e-324", "Float"),
        (dts_avro.character("a b"), "Character a b", "Character(utf8mb4)"),
        (dts_avro.character(b"\xe9\x81", "latin1"), "Character é\x81", "Character(latin1)"),
        (dts_avro.character(b"\xff", "utf8"), "Undecoded /w==", "Character(utf8)"),
        (dts_avro.character(b"\xff", ""), "Undecoded /w==", "Character()"),
        (dts_avro.character(b"\xff", "binary"), "Bytes /w==", "Character(binary)"),
        (dts_avro.character(b"\xd8\x00", "utf16"), "Undecoded 2AA=", "Character(utf16)"),
        (dts_avro.character(b"\xfe\xff\x00a", "utf16"), "Character a", "Character(utf16)"),
        (dts_avro.character(b"\xff\xfea\x00\xff\xfe", "UTF-16"), "Character a\ufeff", "Character(UTF-16)"),
        (dts_avro.character(b"\xfe\xff\x00a", "utf16be"), "Character \ufeffa", "Character(utf16be)"),
        (dts_avro.character(b"\xfe\xff\x00", "utf16"), "Undecoded /v8A", "Character(utf16)"),
        (dts_avro.text_object("NONE"), "TextObject NONE", "TextObject(json)"),
        (dts_avro.timestamp(0, 1), "Timestamp 1970-01-01 00:00:00.000001Z", "Timestamp"),
        (dts_avro.timestamp(0, 1_000_000), "Timestamp 1970-01-01 00:00:00.001Z", "Timestamp"),
        (dts_avro.timestamp(0, 10**9), "Timestamp 1970-01-01 00:00:00 and 1000000000Z", "Timestamp"),
        (dts_avro.timestamp(0, -500_000), "Timestamp 1970-01-01 00:00:00 and -500000Z", "Timestamp"),
        (dts_avro.timestamp(2**62), f"Timestamp {2**62}", "Timestamp"),
        (dts_avro.zoned("+08:00", hour=1), "TimestampWithTimeZone 01:00:00 +08:00", "TimestampWithTimeZone(time)"),
        (dts_avro.date_time(), "DateTime ", "DateTime(nothing)"),
    ],
)
def test_each_branch_has_its_text(value: Any, text: str, kind: str) -> None:
    assert one(value) == (text, kind)


@pytest.mark.parametrize(
    ("number", "pieces", "text", "kind"),
    [
        (10, {"year": 2024, "month": 2, "day": 29, "hour": 0, "minute": 0, "second": 0}, "2024-02-29", "date"),
        (10, {"year": 2024, "month": 2, "day": 29, "hour": 1}, "2024-02-29 01:00:00", "timestamp"),
        (14, {"year": 2024, "month": 2, "day": 29, "hour": 0}, "2024-02-29", "date"),
        (12, {"year": 0, "month": 0, "day": 0, "hour": 0}, "0000-00-00 00:00:00", "timestamp"),
        (12, {"year": 2024, "month": 2, "day": 29}, "2024-02-29", "date"),
        (11, {"hour": -838, "minute": -59, "second": -59, "millis": -1}, "-838:59:59.000001", "time"),
        (11, {"hour": 0, "minute": -1, "second": 0}, "-00:01:00", "time"),
        (11, {"year": 0, "month": 0, "day": 0, "hour": 25, "minute": 1, "second": 2}, "25:01:02", "time"),
        (19, {"year": 0, "month": 0, "day": 0, "hour": 25, "minute": 1, "second": 2}, "25:01:02", "time"),
        (1083, {"year": 0, "month": 0, "day": 0, "hour": 23, "minute": 1, "second": 2}, "23:01:02", "time"),
        (13, {"year": 2024}, "2024", "year"),
        (13, {"year": 1901, "month": 1, "day": 1}, "1901", "year"),
        (0, {"year": 7}, "7", "year"),
        (1114, {"year": -43, "month": 3, "day": 15, "hour": 1}, "-0043-03-15 01:00:00", "timestamp"),
    ],
)
def test_pieces_of_a_date_time_count_by_its_number(number: int, pieces: dict[str, int], text: str, kind: str) -> None:
    assert one(dts_avro.date_time(**pieces), number) == (f"DateTime {text}", f"DateTime({kind})")


def test_fractions_are_scaled_by_the_source() -> None:
    for source in SOURCE_TYPES:
        text, _ = one(dts_avro.timestamp(0, 1000), source={"sourceType": source, "version": ""})
        expected = "0.001" if source in ("MySQL", "PostgreSQL") else "0.000001"
        assert text == f"Timestamp 1970-01-01 00:00:0{expected}Z"


@pytest.mark.parametrize(
    ("charset", "encoded", "text"),
    [
        ("utf8mb3", "c3a9", "é"),
        ("latin2", "b3b1", "łą"),
        ("latin5", "fd", "\N{LATIN SMALL LETTER DOTLESS I}"),
        ("latin7", "e0a5", "ą„"),
        ("greek", "e1", "\N{GREEK SMALL LETTER ALPHA}"),
        ("hebrew", "e0", "א"),
        ("cp1251", "e6", "ж"),
        ("big5", "a4a4", "中"),
        ("gb2312", "d6d0", "中"),
        ("euckr", "b0a1", "가"),
        ("ujis", "c6fc", "日"),
        ("tis620", "a1", "ก"),
    ],
)
def test_charsets_are_those_of_the_source(charset: str, encoded: str, text: str) -> None:
    """The bytes are from the charsets' own tables, so that a name that has another one's table shows itself."""
    value = dts_avro.character(bytes.fromhex(encoded), charset)
    assert one(value) == (f"Character {text}", f"Character({charset})")


def test_every_charset_is_one_that_python_has() -> None:
    for name, codec in CHARSETS.items():
        assert b"\0\0\0a"[-4:].decode(codec, "replace"), name
    for name in ("UTF-8", "ISO-8859-1", "EUC_KR", "KOI8-R", "WINDOWS-1252"):
        assert one(dts_avro.character(b"a", name))[0] == "Character a"
