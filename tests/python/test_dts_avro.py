"""Each rule and trap of Aliyun DTS's Avro records, as a record with its expected outcome, through the real models."""

from __future__ import annotations

import base64
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest
import yaml
from dts_avro import (
    NONE,
    NULL,
    binary_object,
    character,
    date_time,
    datum,
    decimal,
    double,
    integer,
    record,
    text_object,
    timestamp,
    value,
    zoned,
)
from landing import land_columns
from project import Project
from scenario import Sent, assert_outcomes, contract, outcomes, rows_of

BATCHES = 3
MAX_BYTES = 100_000
LANDED = datetime(2024, 1, 1, tzinfo=UTC)
KEY_OF_ID = {"pk_uk_info": '{"PRIMARY":["id"]}'}
CAPTURED = {"readerThroughoutTime": "1700000001234"}
POSTGRES = {"sourceType": "PostgreSQL", "version": "15"}
ORACLE = {"sourceType": "Oracle", "version": "19"}

THINGS = {
    "id": "bigint", "small": "smallint", "big": "decimal(20,0)", "amount": "decimal(10,2)", "wide": "decimal(38,18)",
    "ratio": "double", "part": "float", "flag": "boolean", "raw": "binary", "at": "timestamp",
    "at_local": "timestamp_ntz", "day": "date", "born": "int", "note": "string",
}  # fmt: skip
COLUMNS: dict[str, dict[str, str]] = {
    "people": {"id": "bigint", "name": "string", "city": "string"},
    "things": THINGS,
    "cleared": {"id": "bigint", "name": "string", "city": "string"},
    "elsewhere": {"id": "bigint", "name": "string", "city": "string"},
    "bag": {"a": "bigint", "b": "string"},
}
MODELS = [
    contract("people", ["shop.people"], ["id"], **COLUMNS["people"]),
    contract("things", ["shop.things"], ["id"], **THINGS),
    contract("cleared", ["shop.cleared"], ["id"], **COLUMNS["cleared"]),
    # A name with a dot in it, a logical name, a name of three parts.
    contract("elsewhere", ["sh.op.people", "logical.people", "public.people"], ["id"], **COLUMNS["elsewhere"]),
    contract("bag", ["shop.bag"], [], **COLUMNS["bag"]),
]
LAX = {"id": "bigint", "day": "date", "at": "timestamp", "at_local": "timestamp_ntz", "note": "string"}


@dataclass(frozen=True)
class Landed:
    """A landing row: the batch in which it lands, its expected outcome, and its value."""

    batch: int
    outcome: str
    value: bytes | None


def change(
    operation: str,
    table: str,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    numbers: Mapping[str, int] | None = None,
    **more: Any,
) -> bytes:
    names = list(after if after is not None else before or {})
    fields = [{"name": name, "dataTypeNumber": (numbers or {}).get(name, 253)} for name in names]
    return datum(
        record(
            operation,
            objectName=more.pop("objectName", f"shop.{table}"),
            fields=fields,
            beforeImages=None if before is None else [before[name] for name in names],
            afterImages=None if after is None else [after[name] for name in names],
            **{"tags": KEY_OF_ID, **more},
        )
    )


def person(number: int, name: Any, city: Any = None) -> dict[str, Any]:
    return {
        "id": integer(number, 4),
        "name": character(name) if isinstance(name, str) else name,
        "city": character(city) if isinstance(city, str) else city,
    }


def people() -> Iterator[Landed]:
    def sent(batch: int, *arguments: Any, **more: Any) -> Landed:
        return Landed(batch, "change", change(arguments[0], "people", *arguments[1:], **more))

    # The offset is the order: what lands later with a lower one is older.
    yield sent(0, "INIT", None, person(1, "loaded", "A"))
    yield sent(2, "INSERT", None, person(2, "late", "A"))
    yield sent(0, "UPDATE", person(2, "late", "A"), person(2, "changed", "B"))
    yield sent(1, "UPDATE", person(1, "loaded", "A"), person(1, "changed", "B"), bornTimestamp=1_700_000_001)
    # NONE keeps, null and NULL do not; so also in a late record, and on a key without row.
    yield sent(0, "INSERT", None, person(3, "kept", "A"))
    yield sent(0, "UPDATE", person(3, NONE, NONE), person(3, NONE, NULL))
    yield sent(0, "INSERT", None, person(4, "gone", "A"))
    yield sent(1, "UPDATE", person(4, NONE, NONE), person(4, None, NONE))
    yield sent(2, "UPDATE", person(5, NONE, NONE), person(5, NONE, "new"))
    # A field that the record does not have is absent, too.
    yield sent(0, "INSERT", None, person(6, "stays", "A"))
    yield sent(1, "UPDATE", {"id": integer(6), "city": NONE}, {"id": integer(6), "city": character("B")})
    # Key changes: a move, a swap, and an update whose after image lacks the key; before images with the key alone.
    yield sent(0, "INSERT", None, person(7, "mover", "A"))
    yield sent(0, "UPDATE", person(7, "mover", "A"), person(8, "mover", "A"))
    yield sent(0, "INSERT", None, person(9, "nine", None))
    yield sent(0, "INSERT", None, person(10, "ten", None))
    yield sent(1, "UPDATE", person(9, NONE, NONE), person(10, "nine", None))
    yield sent(2, "UPDATE", person(10, NONE, NONE), person(9, "ten", None))
    yield sent(0, "INSERT", None, person(11, "keyless", "A"))
    yield sent(0, "UPDATE", person(11, "keyless", "A"), {**person(11, "by its old key", "A"), "id": NONE})
    yield sent(0, "UPDATE", None, person(12, "no before image", "A"))
    yield sent(0, "UPDATE", {**person(12, NONE, NONE), "id": NULL}, person(12, "no old key", "A"))
    # Deletes; a delete before what it deletes has landed; insert again.
    yield sent(0, "INSERT", None, person(13, "x", None))
    yield sent(1, "DELETE", person(13, "x", None), None)
    yield sent(1, "INSERT", None, person(14, "x", None))
    yield sent(0, "DELETE", person(14, "x", None), None)
    yield sent(0, "DELETE", person(1, "changed", "B"), None)
    yield sent(1, "INSERT", None, person(1, "again", "C"))
    # Charsets, each value with its own.
    for number, (text, charset, codec) in enumerate(
        [
            ("é€\x81", "latin1", None),
            ("中文", "gbk", "gbk"),
            ("😀\x00é", "utf8mb4", "utf-8"),
            ("é", "utf8", "utf-8"),
            ("é😀", "utf16", "utf-16-be"),
            ("é", "ISO-8859-1", "latin-1"),
            ("ж", "koi8r", "koi8_r"),
            ("日本", "sjis", "shift_jis"),
        ],
        20,
    ):
        encoded = b"\xe9\x80\x81" if codec is None else text.encode(codec)
        yield sent(0, "INSERT", None, person(number, character(encoded, charset), charset))
    yield sent(0, "INSERT", None, person(30, text_object("NONE", "enum"), character(b"\xc3\xa9", "binary")))
    yield sent(0, "INSERT", None, person(31, "NONE", ""))
    # Neither the source's time nor the record's id is the order, though both go back here.
    yield sent(0, "INSERT", None, person(50, "old"), sourceTimestamp=1_700_000_005, id=9)
    yield sent(0, "UPDATE", person(50, "old"), person(50, "new"), sourceTimestamp=1_699_999_999, id=8)
    # NONE is no value of a loaded row either.
    yield sent(0, "INSERT", None, person(60, "a", "A"))
    yield sent(0, "INIT", None, person(60, NONE, "B"))


PEOPLE = {
    1: ("again", "C"), 2: ("changed", "B"), 3: ("kept", None), 4: (None, "A"), 5: (None, "new"), 6: ("stays", "B"),
    8: ("mover", "A"), 9: ("ten", None), 10: ("nine", None), 11: ("by its old key", "A"), 12: ("no old key", "A"),
    20: ("é€\x81", "latin1"), 21: ("中文", "gbk"), 22: ("😀\x00é", "utf8mb4"), 23: ("é", "utf8"),
    24: ("é😀", "utf16"), 25: ("é", "ISO-8859-1"), 26: ("ж", "koi8r"), 27: ("日本", "sjis"),
    30: ("NONE", "é"), 31: ("NONE", ""), 50: ("new", None), 60: ("a", "B"),
}  # fmt: skip


def controls() -> Iterator[Landed]:
    for operation in ("BEGIN", "COMMIT", "ROLLBACK", "ABORT"):
        yield Landed(0, "transaction", datum(record(operation, sourceTxid="tx1")))
    yield Landed(0, "heartbeat", datum(record("HEARTBEAT")))
    for operation in ("CHECKPOINT", "FILL", "FINISH", "CONTROL", "RDB", "NOOP"):
        yield Landed(0, "noop", datum(record(operation, bornTimestamp=0)))
    # Filler: nothing, or at most 48 bytes that are no record. A record of at most 48 bytes is one.
    yield Landed(0, "noop", None)
    yield Landed(0, "noop", b"")
    yield Landed(1, "noop", bytes(48))
    small = datum(record("HEARTBEAT", sourcePosition="", source={"sourceType": "MySQL", "version": ""}))
    assert len(small) < 48
    yield Landed(1, "heartbeat", small)
    for text, name in (
        ("alter table people add column c int", "shop.people"),
        ("truncated is no truncate", "shop.cleared"),
        ("alter table cleared truncate partition p0", "shop.cleared"),
        ("create database x", "x"),
    ):
        yield Landed(0, "ddl", datum(record("DDL", objectName=name, afterImages=text)))
    yield Landed(0, "ddl", datum(record("COMMAND", objectName="shop.people", afterImages="truncate people")))
    yield Landed(0, "ddl", datum(record("DDL")))


def refused() -> Iterator[Landed]:
    whole = change("INSERT", "people", None, person(99, "x"))
    for broken in (bytes(49), whole[:-1], whole + b"\0\0", b"\0" + whole, b"Obj\1" + whole, b'{"op":"c"}' * 9):
        yield Landed(0, "undecodable_binary", broken)
    names = [{"name": name, "dataTypeNumber": 3} for name in ("id", "name")]
    twice = {"objectName": "shop.people", "fields": [names[0], names[0]], "afterImages": [integer(1), integer(1)]}
    short = {"objectName": "shop.people", "fields": names, "afterImages": [integer(1)]}
    long = {"objectName": "shop.people", "fields": names[:1], "afterImages": [integer(1), integer(2)]}
    for members in (twice, short, long):
        yield Landed(0, "undecodable_binary", datum(record("INSERT", **members)))
    # Images of an update that have no value for a field; a change whose other side is empty has none there.
    one = {"objectName": "shop.people", "fields": names[:1]}
    for before, after in (([integer(99)], []), ([], [integer(99)]), ([], [])):
        data = datum(record("UPDATE", beforeImages=before, afterImages=after, **one))
        yield Landed(0, "undecodable_binary", data)
    yield Landed(0, "change", datum(record("INSERT", beforeImages=[], afterImages=[integer(70)], **one)))
    yield Landed(1, "change", datum(record("DELETE", beforeImages=[integer(70)], afterImages=[], **one)))
    yield Landed(0, "image_contract", datum(record("INSERT", beforeImages=[], afterImages=[], **one)))
    yield Landed(0, "oversized", change("INSERT", "people", None, person(99, "x" * MAX_BYTES)))
    for name in (None, "", "shop", "shop."):
        yield Landed(0, "missing_table", change("INSERT", "", None, person(99, "x"), objectName=name))
    yield Landed(0, "unknown_operation", datum(record("DDL", afterImages="truncate table a, b")))
    yield Landed(0, "unknown_operation", datum(record("DDL", afterImages="TRUNCATE")))
    yield Landed(0, "unknown_operation", datum(record("DDL", afterImages="truncate table a with (partitions (2))")))
    # What regular expressions would take stack or time for.
    for start in ("#\n" * 40_000, "/*" * 40_000, " " * 80_000, "a" * 80_000):
        yield Landed(0, "ddl", datum(record("DDL", afterImages=f"{start} alter")))
    for quotes in ("`" * 80_000, "`a`." * 20_000, "``.." * 20_000):
        yield Landed(0, "unknown_operation", datum(record("DDL", afterImages=f"truncate {quotes},")))
    yield Landed(0, "truncate", datum(record("DDL", objectName="x.y", afterImages="truncate " + "a" * 80_000)))
    yield Landed(0, "unknown_operation", datum(record("DDL", objectName="", afterImages="truncate (x)")))
    yield Landed(0, "image_contract", change("INSERT", "people", person(99, "x"), None))
    yield Landed(0, "image_contract", change("UPDATE", "people", person(99, "x"), None))
    yield Landed(0, "image_contract", change("DELETE", "people", None, person(99, "x")))
    yield Landed(0, "image_contract", datum(record("INSERT", objectName="shop.people")))
    yield Landed(0, "image_contract", datum(record("INSERT", objectName="shop.people", afterImages="text")))
    yield Landed(0, "missing_key", change("INSERT", "people", None, {**person(99, "x"), "id": NONE}))
    yield Landed(0, "missing_key", change("DELETE", "people", {**person(99, "x"), "id": None}, None))
    yield Landed(0, "missing_key", change("UPDATE", "people", person(99, "x"), {**person(99, "x"), "id": None}))
    for text, charset in ((b"\xff", "utf8mb4"), (b"a", "klingon"), (b"a", ""), (b"\xff", "binary")):
        yield Landed(0, "bad_value", change("INSERT", "people", None, person(99, character(text, charset))))


def cleared() -> Iterator[Landed]:
    def row(batch: int, number: int) -> Landed:
        return Landed(batch, "change", change("INSERT", "cleared", None, person(number, "x")))

    def truncate(batch: int, text: str, name: str | None = "shop.cleared") -> Landed:
        return Landed(batch, "truncate", datum(record("DDL", objectName=name, afterImages=text)))

    yield row(0, 1)
    yield row(2, 2)  # older than the truncates, though it lands after them
    yield truncate(0, "truncate table cleared")
    yield row(0, 3)
    yield truncate(1, " /* a */ -- b\n TRUNCATE `cleared`;", "shop")
    yield row(0, 4)
    yield truncate(1, 'Truncate Table "shop"."cleared" cascade', None)
    yield truncate(0, "truncate table other", "shop.other")
    yield row(1, 6)
    yield truncate(1, "-- a\n" * 201 + "/*" + "x" * 10_001 + "*/truncate table cleared")
    yield row(1, 5)


def elsewhere() -> Iterator[Landed]:
    def sent(number: int, name: str, **more: Any) -> Landed:
        return Landed(0, "change", change("INSERT", "", None, person(number, name), **more))

    yield sent(1, "escaped", objectName="sh\\u002Eop.people")
    logical = {**KEY_OF_ID, "l_db_name": "logical", "l_tb_name": "people"}
    yield sent(2, "logical", objectName="phys_0001.people_xy_03", tags=logical)
    yield sent(3, "three parts", objectName="db.public.people", source=POSTGRES)
    yield sent(4, "empty part", objectName="public..people")
    # No model has this one; its name ends in the six characters.
    yield sent(5, "escaped", objectName="shop.a\\u002e")


FRESH = {
    "id": integer(1), "name": character("x", "gbk"), "amount": decimal("1.50", 12, 4), "raw": binary_object(b"x"),
    "at": timestamp(0), "at_local": date_time(year=2024, month=1, day=1, hour=0),
    "day": date_time(year=2024, month=1, day=1),
    "doc": text_object("{}"), "unknown": None, "wide": decimal("1", 65, 30), "unbounded": decimal("1", 131072, 16383),
    "long": integer(1, 16), "jsonb": binary_object(b"{}", "jsonb"), "flag": text_object("t", "bool"),
    "names": text_object("{a,b}", "_text"), "newdate": date_time(year=2024, month=1, day=1, hour=0),
    # MySQL has one number for TEXT and BLOB, and for BIT that of PostgreSQL's boolean: the branch distinguishes them.
    "clob": character("x"), "blob": binary_object(b"x"), "bits": integer(5, 8),
}  # fmt: skip
FRESH_TYPES = {
    "id": "bigint", "name": "string", "amount": "decimal(12,4)", "raw": "binary", "at": "timestamp",
    "at_local": "timestamp_ntz", "day": "date", "doc": "string", "unknown": "string", "wide": "string",
    "unbounded": "string", "long": "decimal(20,0)", "jsonb": "string", "flag": "boolean", "names": "string",
    "newdate": "date", "clob": "string", "blob": "binary", "bits": "bigint",
}  # fmt: skip
FRESH_NUMBERS = {"jsonb": 3802, "flag": 16, "names": 1007, "newdate": 14, "clob": 252, "blob": 252, "bits": 16}


def fresh() -> Iterator[Landed]:
    """Tables that no model declares, by their keys: a unique one of two columns, the primary one, none; and MongoDB."""

    def sent(table: str, row: Mapping[str, Any], **more: Any) -> Landed:
        return Landed(0, "change", change("INSERT", table, None, row, **more))

    tags = {"pk_uk_info": '{"uk_b": ["doc"], "uk_a": ["name", "id"]}'}
    yield sent("fresh", FRESH, tags=tags, numbers=FRESH_NUMBERS)
    pair = {"a": integer(1), "b": integer(2)}
    yield sent("keyed", pair, tags={"pk_uk_info": '{"AA": ["a"], "PRIMARY": ["b"]}', **CAPTURED})
    yield sent("keyless", pair, tags={})
    mongo = {"_id": character("65a"), "_value": text_object('{"_id": "65a", "n": 1.10}', "document")}
    yield sent(
        "docs", mongo, tags={"pk_uk_info": '{"PRIMARY":["_id"]}'}, source={"sourceType": "MongoDB", "version": "4"}
    )


def bag() -> Iterator[Landed]:
    one, two = {"a": integer(1), "b": character("x")}, {"a": integer(2), "b": None}
    yield Landed(0, "change", change("INSERT", "bag", None, one))
    yield Landed(1, "change", change("INSERT", "bag", None, one))
    yield Landed(0, "change", change("INIT", "bag", None, two))
    yield Landed(2, "change", change("UPDATE", "bag", one, two))
    yield Landed(1, "change", change("DELETE", "bag", two, None))
    yield Landed(0, "image_contract", change("UPDATE", "bag", None, two))
    # What goes is known, what comes is not.
    yield Landed(0, "image_contract", change("UPDATE", "bag", one, {"a": integer(3), "b": NONE}))


MIDNIGHT = {"hour": 0, "minute": 0, "second": 0}
DIGITS = binary_object(b"\xd3\x5d\xb7")  # whose base64 is 0123


def whole(text: str) -> tuple[str, Any]:
    return value("Integer", precision=8, value=text)


GOOD: list[tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    (
        {
            "small": integer(-32768, 2), "big": integer(2**64 - 1), "amount": decimal("-99999999.99", 10, 2),
            "wide": decimal("12345678901234567890.123456789012345678", 38, 18), "ratio": double(5e-324),
            "part": double(1.401298464324817e-45), "flag": integer(1, 1), "raw": binary_object(bytes(range(256))),
            "at": timestamp(1_709_210_096, 123456),
            "at_local": date_time(year=2024, month=2, day=29, hour=12, minute=34, second=56, millis=123456),
            "day": date_time(year=2024, month=2, day=29), "born": date_time(year=2155), "note": character('é😀\0"\\\n'),
        },
        {
            "small": -32768, "big": Decimal(2**64 - 1), "amount": Decimal("-99999999.99"),
            "wide": Decimal("12345678901234567890.123456789012345678"), "ratio": 5e-324, "part": 1.401298464324817e-45,
            "flag": True, "raw": bytes(range(256)), "at": "2024-02-29 12:34:56.123456",
            "at_local": "2024-02-29 12:34:56.123456", "day": date(2024, 2, 29), "born": 2155, "note": 'é😀\0"\\\n',
        },
        {},
    ),
    (
        {
            "small": integer(32767, 2), "big": integer(0), "amount": decimal("0.1"), "wide": decimal("1E-18"),
            "ratio": double(-1.7976931348623157e308), "part": double(-0.0), "flag": text_object("f", "bool"),
            "raw": character(b"\x80\xff", "binary"), "at": timestamp(-62135596800),
            "at_local": date_time(year=1, month=1, day=1, hour=0, minute=0, second=0),
            "day": date_time(year=9999, month=12, day=31), "born": integer(-1), "note": text_object('{"a": 1.10}'),
        },
        {
            "small": 32767, "big": Decimal(0), "amount": Decimal("0.10"), "wide": Decimal("0.000000000000000001"),
            "ratio": -1.7976931348623157e308, "part": -0.0, "flag": False, "raw": b"\x80\xff",
            "at": "0001-01-01 00:00:00", "at_local": "0001-01-01 00:00:00", "day": date(9999, 12, 31), "born": -1,
            "note": '{"a": 1.10}',
        },
        {},
    ),
    (
        {
            # An instant by the clock of Shanghai, and a clock time of Shanghai as an instant.
            "at": date_time(year=9999, month=12, day=31, hour=23, minute=59, second=59, millis=999999),
            "at_local": timestamp(253402300799 - 8 * 3600, 999999), "day": timestamp(1_709_136_000),
            "ratio": double(float("nan")), "part": double(float("-inf")), "flag": text_object("TRUE"),
            "wide": integer(-5), "note": value("TextGeometry", type="point", value="POINT(1 2)"),
            "raw": value("BinaryGeometry", type="point", value=b"\1\2"),
        },
        {
            "at": "9999-12-31 15:59:59.999999", "at_local": "9999-12-31 23:59:59.999999", "day": date(2024, 2, 29),
            "ratio": "NaN", "part": float("-inf"), "flag": True, "wide": Decimal(-5), "note": "POINT(1 2)",
            "raw": b"\1\2",
        },
        {},
    ),
    (
        # PostgreSQL: micros, too.
        {
            "at": zoned("+08:00", year=2024, month=2, day=29, hour=8, minute=0, second=0, millis=1),
            "at_local": zoned("America/New_York", year=2024, month=2, day=28, hour=19, minute=0, second=0),
            "day": date_time(year=1, month=1, day=1, hour=0, minute=0, second=0, millis=0),
            "note": binary_object(b'{"j": "\xc3\xa9"}', "jsonb"),
        },
        {
            "at": "2024-02-29 00:00:00.000001", "at_local": "2024-02-29 08:00:00", "day": date(1, 1, 1),
            "note": '{"j": "é"}',
        },
        {"source": POSTGRES, "numbers": {"day": 1082}},
    ),
    (
        # Other sources write nanoseconds, and so does the physical reader of PostgreSQL.
        {"at": timestamp(-1, 999_999_000), "at_local": date_time(year=2024, month=1, day=1, **MIDNIGHT, millis=1000)},
        {"at": "1969-12-31 23:59:59.999999", "at_local": "2024-01-01 00:00:00.000001"},
        {"source": ORACLE},
    ),
    (
        {"at": timestamp(0, 123_456_000), "at_local": timestamp(0, 5000)},
        {"at": "1970-01-01 00:00:00.123456", "at_local": "1970-01-01 08:00:00.000005"},
        {"source": POSTGRES, "sourcePosition": "0/16B3748<->5"},
    ),
    # Microseconds of a whole second and more can only be nanoseconds.
    ({"at": timestamp(0, 123_456_000)}, {"at": "1970-01-01 00:00:00.123456"}, {}),
    # Numbers that come as texts; the two short names of a zone that mean one.
    (
        {
            "ratio": character("-Infinity"), "part": character(".5"),
            "at": zoned("UTC", year=2024, month=1, day=1, **MIDNIGHT),
            "at_local": zoned("GMT", year=2024, month=1, day=1, **MIDNIGHT),
        },
        {
            "ratio": float("-inf"), "part": 0.5, "at": "2024-01-01 00:00:00", "at_local": "2024-01-01 08:00:00",
        },
        {},
    ),
    # An Integer is a text, too.
    ({"ratio": whole("NaN"), "part": whole("-Infinity")}, {"ratio": "NaN", "part": float("-inf")}, {}),
]  # fmt: skip
for _time, _text in [
    ({"hour": -838, "minute": -59, "second": -59, "millis": -1}, "-838:59:59.000001"),
    ({"hour": 0, "minute": 0, "second": -1}, "-00:00:01"),
    ({"hour": 838, "minute": 59, "second": 59}, "838:59:59"),
    ({"year": 0, "month": 0, "day": 0, "hour": 1, "minute": 2, "second": 3, "millis": 100000}, "01:02:03.1"),
]:
    GOOD.append(({"note": date_time(**_time)}, {"note": _text}, {"numbers": {"note": 11}}))
for _date, _text, _number in [
    ({"year": 0, "month": 0, "day": 0}, "0000-00-00", 10),
    ({"year": 2024, "month": 0, "day": 0, "hour": 0, "minute": 0, "second": 0}, "2024-00-00", 10),
    ({"year": 0, "month": 0, "day": 0, "hour": 0, "minute": 0, "second": 0}, "0000-00-00 00:00:00", 12),
    ({"year": 2024, "month": 1, "day": 1, "hour": 0, "minute": 0, "second": 0}, "2024", 13),
]:
    GOOD.append(({"note": date_time(**_date)}, {"note": _text}, {"numbers": {"note": _number}}))
for _other, _text in [
    (integer(10**40), str(10**40)), (decimal("1.10"), "1.10"), (decimal("NaN"), "NaN"), (double(0.1), "0.1"),
    (timestamp(0), "1970-01-01 00:00:00Z"), (zoned("+08:00", hour=1, minute=2, second=3), "01:02:03 +08:00"),
]:  # fmt: skip
    GOOD.append(({"note": _other}, {"note": _text}, {}))

BAD: dict[str, list[Any]] = {
    "small": [
        integer(32768), decimal("1.0"), double(1.0), DIGITS, character(""), whole("NaN"), whole("Infinity"),
    ],
    "big": [integer(10**20), character("x"), whole("NaN"), whole("-Infinity")],
    "amount": [decimal("1.001"), decimal("100000000"), decimal("NaN"), decimal("1E999999999"), DIGITS],
    "ratio": [character("x"), character("1e400"), character("1d"), character("0x1p3"), DIGITS],
    "part": [double(3.5e38), decimal("-3.5E38"), character("1f")],
    "flag": [integer(2), character("yes"), binary_object(b"\1")],
    "raw": [character("text"), text_object("AAAA")],
    "at": [
        timestamp(0, 10**9), timestamp(2**62), timestamp(253402300800), text_object("yesterday"),
        date_time(year=0, month=0, day=0, **MIDNIGHT), date_time(hour=1, minute=2, second=3), timestamp(0, 1_000_001),
        zoned("Nowhere/Land", year=2024, month=1, day=1, **MIDNIGHT), date_time(), binary_object(b"x"),
        zoned("CST", year=2024, month=1, day=1, **MIDNIGHT), timestamp(0, -500_000),
    ],
    "at_local": [
        date_time(year=0, month=1, day=1, **MIDNIGHT), date_time(year=2024, month=2, day=30, **MIDNIGHT),
        date_time(year=10000, month=1, day=1, **MIDNIGHT), date_time(year=-1, month=1, day=1, **MIDNIGHT),
        timestamp(253402300799), zoned("EST", year=2024, month=1, day=1, **MIDNIGHT),
    ],
    "day": [
        date_time(year=2023, month=2, day=29), date_time(year=2024, month=0, day=1), date_time(year=2024),
        date_time(year=2024, month=2, day=29, hour=1, minute=0, second=0), timestamp(1_709_136_001),
    ],
    "born": [date_time(year=2024, month=1, day=1)],
    "note": [character(b"\xff"), binary_object(b"\xff")],
}  # fmt: skip


def things() -> Iterator[Landed]:
    for number, (values, _, more) in enumerate(GOOD):
        row = {"id": integer(number), **values}
        yield Landed(number % BATCHES, "change", change("INSERT", "things", None, row, **more))
    for column, wrong in BAD.items():
        for one in wrong:
            yield Landed(0, "bad_value", change("INSERT", "things", None, {"id": integer(9999), column: one}))


THING_ROWS = [{**dict.fromkeys(THINGS), "id": number, **expected} for number, (_, expected, _) in enumerate(GOOD)]

LAX_VALUES = [
    (
        {
            "day": date_time(year=0, month=0, day=0), "at": date_time(year=2024, month=0, day=0, **MIDNIGHT),
            "at_local": date_time(year=2024, month=1, day=0, **MIDNIGHT), "note": character(b"\xff\xe9", "klingon"),
        },
        {"note": "FFE9"},
    ),
    (
        {
            "at": timestamp(0, 123_456_789), "note": date_time(year=0, month=0, day=0),
            "at_local": date_time(year=2024, month=1, day=1, hour=0, minute=0, second=0, millis=999_999_999),
        },
        {"at": "1970-01-01 00:00:00.123456", "at_local": "2024-01-01 00:00:00.999999", "note": "0000-00-00"},
    ),
]  # fmt: skip

SENT = [*people(), *controls(), *refused(), *cleared(), *elsewhere(), *fresh(), *bag(), *things()]
TYPES = """
{%- if execute %}{{ spark_cdc.dts_avro__types(spark_cdc._stream(spark_cdc._node()), ref('routed_dts')) }}
{%- else %}select 1 from {{ ref('routed_dts') }}
{%- endif %}
"""
LANDING = (
    "topic string, partition int, `offset` bigint, `timestamp` timestamp, key binary, value binary, headers string"
)


def land_batch(spark: Any, batch: int) -> None:
    rows = [
        ("dts", 0, offset, LANDED, None, message.value, None)
        for offset, message in enumerate(SENT)
        if message.batch == batch
    ]
    land_columns(spark, "dts_landing.dts", LANDING, rows)
    # A table that has base64, in a column of another name.
    lax = [
        change("INSERT", "lax", None, {"id": integer(number), **values}, source=ORACLE)
        for number, (values, _) in enumerate(LAX_VALUES)
    ]
    texts = [
        *(base64.b64encode(one).decode() for one in lax),
        "no base64 at all! " * 5,
        "AAAA",
        '{"operation": 1}',
        None,
        # A short text is no filler, unless it is base64 of few bytes.
        "hello, world!",
        '{"operation": ',
        base64.b64encode(bytes(49)).decode(),
    ]
    schema = LANDING.replace("value binary", "payload string")
    land_columns(
        spark, "dts_landing.lax", schema, [("lax", 0, n, LANDED, None, t, None) for n, t in enumerate(texts)][batch::3]
    )


@pytest.fixture(scope="module")
def run(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Land and build batch by batch, in one project with both streams."""
    made = Project(tmp_path_factory.mktemp("dts") / "p", "dts", ansi=True)
    made.stream("dts", {"format": "dts_avro", "max_bytes": MAX_BYTES, "options": {"date_time_zone": "Asia/Shanghai"}})
    made.tables("dts", MODELS)
    (made.path / "models/types_dts.sql").write_text(TYPES)
    options = {"nanoseconds": "truncate", "zero_dates": "null", "undecodable_text": "hex"}
    made.stream("lax", {"format": "dts_avro", "landing": {"value": "payload"}, "options": options}, routed=False)
    made.tables("lax", [contract("lax", [], ["id"], **LAX)])
    made.dbt("deps")
    for batch in range(BATCHES):
        land_batch(spark, batch)
        if batch != 1:  # the second run reads two batches
            made.dbt("run")
    return made


def test_each_record_has_its_class_or_reason(spark: Any, run: Project) -> None:
    logs = ["dts.routed_dts", *(f"dts.changes_{model['name']}" for model in MODELS)]
    found = outcomes(spark, logs)
    assert_outcomes([Sent(m.batch, m.outcome, str(m.value)) for m in SENT], found)


def test_rows_end_as_their_records_describe(spark: Any, run: Project) -> None:
    found = rows_of(spark, "dts.people", COLUMNS["people"])
    assert {row["id"]: (row["name"], row["city"]) for row in found} == PEOPLE


def test_truncates_that_come_as_ddl_kill_what_is_older(spark: Any, run: Project) -> None:
    assert [row["id"] for row in rows_of(spark, "dts.cleared", COLUMNS["cleared"])] == [5]


def test_names_are_logical_and_unescaped(spark: Any, run: Project) -> None:
    found = {row["id"]: row["name"] for row in rows_of(spark, "dts.elsewhere", COLUMNS["elsewhere"])}
    assert found == {1: "escaped", 2: "logical", 3: "three parts", 4: "empty part"}
    names = spark.sql(
        "select distinct cdc_database, cdc_schema, cdc_table from dts.routed_dts where cdc_class = 'change'"
    )
    assert {tuple(row) for row in names.collect()} >= {
        ("sh.op", "sh.op", "people"), ("logical", "logical", "people"), ("db", "public", "people"),
        ("public", "public", "people"), ("shop", "shop", "a."),
    }  # fmt: skip


def test_a_table_without_key_is_a_bag(spark: Any, run: Project) -> None:
    found = Counter((row["a"], row["b"]) for row in rows_of(spark, "dts.bag", COLUMNS["bag"]))
    assert found == {(2, None): 1}


@pytest.mark.law("L5")
def test_values_are_exact(spark: Any, run: Project) -> None:
    found = rows_of(spark, "dts.things", THINGS)
    assert found == sorted(THING_ROWS, key=repr)


def test_options_decide_the_outcome_of_values_that_do_not_fit(spark: Any, run: Project) -> None:
    expected = [{**dict.fromkeys(LAX), "id": number, **row} for number, (_, row) in enumerate(LAX_VALUES)]
    assert rows_of(spark, "dts.lax", LAX) == sorted(expected, key=repr)
    found = {offset: outcome for offset, (outcome, _) in outcomes(spark, ["dts.changes_lax"]).items()}
    assert found == {
        0: "change", 1: "change", 2: "malformed", 3: "noop", 4: "unknown_operation", 5: "noop",
        6: "malformed", 7: "malformed", 8: "undecodable_binary",
    }  # fmt: skip


@pytest.mark.law("L9")
def test_a_quarantined_record_keeps_its_bytes(spark: Any, run: Project) -> None:
    rows = spark.sql(
        "select cdc_offset, cdc_value from dts.routed_dts where cdc_reason in ('undecodable_binary', 'oversized')"
    )
    kept = {row.cdc_offset: base64.b64decode(row.cdc_value) for row in rows.collect()}
    assert kept == {n: m.value for n, m in enumerate(SENT) if m.outcome in ("undecodable_binary", "oversized")}


def test_statements_are_in_the_ddl_log(spark: Any, run: Project) -> None:
    rows = spark.sql(
        "select cdc_schema, cdc_table, cdc_ddl from dts.routed_dts where cdc_class = 'ddl' and cdc_table = 'people'"
    )
    assert sorted(map(tuple, rows.collect())) == [
        ("shop", "people", "alter table people add column c int"),
        ("shop", "people", "truncate people"),
    ]


def test_times_and_transactions_are_those_of_the_record(spark: Any, run: Project) -> None:
    rows = spark.sql(
        "select distinct cdc_transaction, cast(cdc_event_at as string) as at from dts.routed_dts"
        " where cdc_class = 'transaction'"
    )
    assert [tuple(row) for row in rows.collect()] == [("tx1", "2023-11-14 22:13:20")]
    captured = "select cast(cdc_captured_at as string) from dts.routed_dts where cdc_table = "
    assert spark.sql(captured + "'keyed'").head()[0] == "2023-11-14 22:13:21.234"
    assert spark.sql(captured + "'keyless'").head()[0] is None


def test_types_are_those_of_the_values(spark: Any, run: Project) -> None:
    rows = spark.sql(
        "select column_name, evidence, max(data_type) as data_type, max(key_number) as key_number from dts.types_dts"
        " where cdc_table = 'things' group by column_name, evidence"
    )
    found = {(row.column_name, row.evidence): (row.data_type, row.key_number) for row in rows.collect()}
    assert found["id", "Integer(8)"] == ("bigint", 1)
    assert found["big", "Integer(8, beyond 64 bits)"] == ("decimal(20,0)", None)
    assert found["amount", "Decimal(10,2)"] == ("decimal(10,2)", None)
    assert found["ratio", "Float"] == ("double", None)
    assert found["raw", "Character(binary)"] == ("binary", None)
    assert found["raw", "BinaryGeometry(point)"] == ("binary", None)
    assert found["note", "TextGeometry(point)"] == ("string", None)
    assert found["at", "TimestampWithTimeZone(timestamp)"] == ("timestamp", None)
    assert found["at_local", "DateTime(timestamp)"] == ("timestamp_ntz", None)
    assert found["day", "DateTime(date)"] == ("date", None)
    assert found["born", "DateTime(year)"] == ("int", None)
    assert found["note", "DateTime(time)"] == ("string", None)
    assert found["note", "TextObject(json)"] == ("string", None)


def test_the_scaffold_writes_the_contract_that_the_records_show(run: Project) -> None:
    tables = [f"shop.{name}" for name in ("fresh", "keyed", "keyless", "docs")]
    run.dbt(
        "run-operation",
        "cdc_scaffold",
        "--args",
        json.dumps({"source": "landing.dts", "tables": tables, "control": False}),
    )
    models = {}
    for name in ("fresh", "keyed", "keyless", "docs"):
        (models[name],) = yaml.safe_load((run.path / f"models/dts/current/{name}.yml").read_text())["models"]
    types = {n: {column["name"]: column["data_type"] for column in m["columns"]} for n, m in models.items()}
    assert types["fresh"] == FRESH_TYPES
    assert types["docs"] == {"_id": "string", "_value": "string"}
    keys = {name: model["config"]["meta"]["cdc"]["key"] for name, model in models.items()}
    assert keys == {"fresh": ["name", "id"], "keyed": ["b"], "keyless": [], "docs": ["_id"]}


def test_a_decoded_record_can_be_read_by_people(spark: Any, run: Project) -> None:
    (row,) = spark.sql("select cdc_value from dts.routed_dts where cdc_offset = 5").collect()
    decoded = json.loads(row.cdc_value)
    assert decoded["afterImages"] == {"id": "Integer 3", "name": "NONE", "city": None}
    assert decoded["fields"][0] == {"name": "id", "dataTypeNumber": 253, "type": "Integer(4)"}
