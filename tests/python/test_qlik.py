"""Qlik Replicate: every kind of message, JSON and Avro, and every known trap, through the real models.

Each message has its expected outcome; the rows of the tables are written by hand. Source: the vendor's page
"Metadata and data messages" and docs/formats/qlik.md.
"""

from __future__ import annotations

import io
import json
import struct
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import yaml
from encoders.qlik import (
    ENVELOPE,
    Column,
    avro_data,
    avro_envelope,
    avro_metadata,
    data_schema,
    enveloped,
    metadata,
    packed,
    sequence,
)
from fastavro import schemaless_reader
from landing import land_columns
from project import REPORTS, Project
from scenario import Sent, assert_outcomes, contract, outcomes, rows_of

BATCHES = 3
LANDED = datetime(2024, 5, 1, 12, tzinfo=UTC)
LANDING = (
    "topic string, partition int, `offset` bigint, `timestamp` timestamp, key string, value binary, headers string"
)

TYPES: list[Column] = [
    ("ID", "INT4", 0, 0, 1), ("I1", "INT1", 0, 0, 0), ("I2", "INT2", 0, 0, 0), ("I8", "INT8", 0, 0, 0),
    ("U1", "UINT1", 0, 0, 0), ("U2", "UINT2", 0, 0, 0), ("U4", "UINT4", 0, 0, 0), ("U8", "UINT8", 0, 0, 0),
    ("R4", "REAL4", 0, 0, 0), ("R8", "REAL8", 0, 0, 0), ("N1", "NUMERIC", 38, 10, 0), ("N2", "NUMERIC", 5, 2, 0),
    ("OK", "BOOLEAN", 0, 0, 0), ("RAW", "BYTES", 0, 0, 0), ("DOC", "CLOB", 0, 0, 0), ("NAME", "WSTRING", 0, 0, 0),
    ("DAY", "DATE", 0, 0, 0), ("CLOCK", "TIME", 0, 0, 0), ("AT", "DATETIME", 0, 0, 0),
]  # fmt: skip
TYPED = {
    "ID": "int", "I1": "tinyint", "I2": "smallint", "I8": "bigint", "U1": "smallint", "U2": "int", "U4": "bigint",
    "U8": "decimal(20,0)", "R4": "float", "R8": "double", "N1": "decimal(38,10)", "N2": "decimal(5,2)", "OK": "boolean",
    "RAW": "binary", "DOC": "string", "NAME": "string", "DAY": "date", "CLOCK": "string", "AT": "timestamp_ntz",
}  # fmt: skip
PERSON: list[Column] = [("ID", "INT4", 0, 0, 1), ("NAME", "STRING", 0, 0, 0), ("NOTE", "CLOB", 0, 0, 0)]
PEOPLE = {"ID": "int", "NAME": "string", "NOTE": "string"}
PAIRED: list[Column] = [("A", "INT4", 0, 0, 2), ("B", "INT4", 0, 0, 1)]


def headers(op: str | None, counter: int | str | None, **more: Any) -> dict[str, Any]:
    """Return the headers of a change; a counter that is a text is the whole changeSequence."""
    full = op == "REFRESH" and counter is None
    at = "" if full else sequence(counter) if isinstance(counter, int) else counter
    return {
        "operation": op, "changeSequence": at, "timestamp": "" if full else "2024-05-01T12:00:00.123456",
        "streamPosition": "", "transactionId": "" if full else "0A", "changeMask": None, "columnMask": None,
        "transactionEventCounter": None if full else 1, "transactionLastEvent": None if full else True, **more,
    }  # fmt: skip


def change(op: str | None, counter: Any, data: Any, before: Any = None, **more: Any) -> dict[str, Any]:
    return {"data": data, "beforeData": before, "headers": headers(op, counter, **more)}


def text(value: Any) -> bytes:
    return value.encode() if isinstance(value, str) else json.dumps(value, ensure_ascii=False).encode()


@dataclass(frozen=True)
class Landed(Sent):
    """A message of bytes in a topic."""

    data: bytes | None
    topic: str


def message(batch: int, outcome: str, value: Any, topic: str = "hr.people") -> Landed:
    data = value if isinstance(value, bytes) or value is None else text(value)
    return Landed(batch, outcome, repr(data), data, topic)


# ------------------------------------------------------------------------------------- JSON: bare and in the envelope


def person(number: int | None, name: str | None, note: str | None = None) -> dict[str, Any]:
    return {"ID": number, "NAME": name, "NOTE": note}


def people() -> Iterator[Landed]:
    def sent(batch: int, *arguments: Any, **more: Any) -> Landed:
        return message(batch, "change", enveloped("DT", change(*arguments, **more)))

    # Full load sorts first, also when it lands last; insert, update, delete; bare messages.
    yield sent(0, "REFRESH", None, person(1, "loaded"))
    yield sent(0, "UPDATE", 20, person(1, "updated"), person(1, "loaded"), changeMask="02", columnMask="07")
    yield sent(2, "REFRESH", None, person(1, "loaded again"))
    yield message(0, "change", change("INSERT", 5, person(2, "bare"), changeMask="07", columnMask="07"))
    yield message(1, "change", change("DELETE", 6, person(2, "bare"), changeMask="01", columnMask="07"))
    # A delete that has its row in beforeData, or the key alone.
    yield sent(0, "INSERT", 7, person(3, "x"))
    yield sent(1, "DELETE", 8, None, person(3, "x"), changeMask="01")
    yield sent(0, "INSERT", 9, person(4, "x"))
    yield sent(1, "DELETE", 10, {"ID": 4}, changeMask="01", columnMask="01")
    # An older update lands after a newer one; an older insert after the delete.
    yield sent(0, "INSERT", 30, person(5, "first"))
    yield sent(0, "UPDATE", 40, person(5, "third"), person(5, "second"))
    yield sent(1, "UPDATE", 35, person(5, "second"), person(5, "first"))
    yield sent(0, "DELETE", 42, person(6, "late"))
    yield sent(1, "INSERT", 41, person(6, "late"))
    # Bit 0 keeps the value, bit 1 with a null is NULL, no mask: all are there.
    for number in (7, 8, 9, 10):
        yield sent(0, "INSERT", 50 + number, person(number, "kept", "kept"))
    yield sent(1, "UPDATE", 61, person(7, None, None), person(7, None, None), changeMask="00", columnMask="05")
    yield sent(1, "UPDATE", 62, person(8, None, "new"), person(8, "kept", "kept"), changeMask="06", columnMask="07")
    yield sent(1, "UPDATE", 63, person(9, None, "no mask"), person(9, "kept", "kept"))
    # A LOB is in no changeMask; columnMask decides. Odd digits, small letters and leading zeros are all one.
    yield sent(1, "UPDATE", 64, person(10, "kept", "lob"), person(10, "kept", None), changeMask="00", columnMask="007")
    yield sent(2, "UPDATE", 65, person(10, None, None), person(10, None, None), changeMask="0", columnMask="1")
    # A changed key; a swap of two keys, cut between them; a changed key whose other columns are absent.
    yield sent(0, "INSERT", 70, person(11, "mover"))
    yield sent(1, "UPDATE", 71, person(12, "mover"), person(11, "mover"), changeMask="01", columnMask="07")
    yield sent(0, "INSERT", 72, person(13, "thirteen"))
    yield sent(0, "INSERT", 73, person(14, "fourteen"))
    yield sent(1, "UPDATE", 74, person(14, "thirteen"), person(13, "thirteen"), changeMask="01")
    yield sent(2, "UPDATE", 75, person(13, "fourteen"), person(14, "fourteen"), changeMask="01")
    yield sent(0, "INSERT", 76, person(15, "carried", "carried"))
    yield sent(1, "UPDATE", 77, person(16, None, None), person(15, None, None), changeMask="01", columnMask="01")
    # beforeData that does not repeat the key; the same key.
    yield sent(0, "INSERT", 78, person(17, "x"))
    yield sent(1, "UPDATE", 79, person(17, "y"), {"NAME": "x"}, changeMask="02", columnMask="07")
    # The task resumes and sends a change again; sequences are compared as numbers; the event counter breaks ties.
    yield sent(0, "INSERT", 80, person(18, "once"))
    yield sent(2, "INSERT", 80, person(18, "once"))
    yield sent(0, "INSERT", sequence(1, "2025010100000000"), person(19, "next year"))
    yield sent(0, "UPDATE", 2**62, person(19, "last year"))
    yield sent(0, "INSERT", 81, person(20, "second"), transactionEventCounter=2)
    yield sent(0, "UPDATE", 81, person(20, "first"), transactionEventCounter=1)
    # The table: by fields of the message, by the topic with a stream's path before it.
    other = "/apps/stream:all"
    yield message(
        0,
        "change",
        enveloped("DT", {**change("INSERT", 82, person(21, "by fields")), "schema": "hr", "table": "people"}),
        other,
    )
    yield message(0, "change", enveloped("DT", change("INSERT", 83, person(22, "by path"))), "/apps/stream:hr.people")
    # What the vendor calls optional: headers that are not there, an external schema id, a transaction's end.
    slim = {"data": person(23, "slim"), "headers": {"operation": "insert", "changeSequence": sequence(84)}}
    yield message(0, "change", slim)
    yield sent(0, "INSERT", 85, person(24, "external"), externalSchemaId="7", transactionLastEvent=False)
    noted = {**enveloped("DT", change("INSERT", 86, person(25, "headed"))), "headers": {"operation": "x", "k": None}}
    yield message(0, "change", noted)
    # streamPosition is the source's own and no order.
    yield sent(0, "UPDATE", 88, person(26, "last"), streamPosition="00000001")
    yield sent(0, "INSERT", 87, person(26, "first"), streamPosition="00000002")
    # No columnMask: what data has is there, and a column that it lacks keeps its value.
    yield sent(0, "INSERT", 89, person(27, "old", "kept"))
    yield sent(1, "UPDATE", 90, {"ID": 27, "NAME": None}, person(27, "old", "kept"), changeMask="02")
    # An empty columnMask is none: all are there.
    yield sent(0, "INSERT", 91, person(28, "old", "kept"))
    yield sent(1, "UPDATE", 92, person(28, None, "kept"), person(28, "old", "kept"), columnMask="")
    # The changeSequence of a full load may be null as well as empty.
    yield sent(0, "INSERT", 93, person(29, "changed"))
    yield sent(2, "REFRESH", None, person(29, "loaded last"), changeSequence=None)


PEOPLE_ROWS = {
    1: ("updated", None), 5: ("third", None), 7: ("kept", None), 8: (None, "new"), 9: (None, "no mask"),
    10: ("kept", "lob"), 12: ("mover", None), 14: ("thirteen", None), 13: ("fourteen", None),
    16: ("carried", "carried"),
    17: ("y", None), 18: ("once", None), 19: ("next year", None), 20: ("second", None), 21: ("by fields", None),
    22: ("by path", None), 23: ("slim", None), 24: ("external", None), 25: ("headed", None), 26: ("last", None),
    27: (None, "kept"), 28: (None, "kept"), 29: ("changed", None),
}  # fmt: skip

WIDE = [f"c{n}" for n in range(1, 17)]


def wide(number: int, **values: Any) -> dict[str, Any]:
    return {**dict.fromkeys(WIDE), "c1": number, **values}


def masks() -> Iterator[Landed]:
    """The masks of a real message of 16 columns: 008080 are the ordinals 8 and 16, 00FFFF all."""

    def sent(batch: int, outcome: str, *arguments: Any, **more: Any) -> Landed:
        return message(batch, outcome, enveloped("DT", change(*arguments, **more)), "hr.wide")

    for number in (1, 2, 3):
        yield sent(0, "change", "INSERT", number, wide(number, c2="a", c8="b", c16="c"))
    yield sent(1, "change", "UPDATE", 11, wide(1, c8="B", c16="C"), wide(1), changeMask="008080", columnMask="00ffff")
    yield sent(1, "change", "UPDATE", 12, wide(2, c8="B"), wide(2), changeMask="008080", columnMask="008081")
    yield sent(1, "change", "UPDATE", 13, wide(3), wide(3), changeMask="00", columnMask="7FFF")
    yield sent(0, "mask_mismatch", "UPDATE", 14, wide(3), wide(3), columnMask="01FFFF")
    yield sent(0, "mask_mismatch", "UPDATE", 15, wide(3), wide(3), changeMask="010000")
    yield sent(0, "mask_mismatch", "UPDATE", 16, wide(3), wide(3), columnMask="0x07")
    yield sent(0, "mask_mismatch", "UPDATE", 17, wide(3), wide(3), changeMask="F" * 100_000)
    # The masks of every operation are looked at; zeros do not matter, however many.
    yield sent(0, "change", "INSERT", 18, wide(4), columnMask="00FFFF", changeMask="00FFFF")
    yield sent(0, "mask_mismatch", "INSERT", 25, wide(7), columnMask="x")
    yield sent(0, "mask_mismatch", "INSERT", 25, wide(7), changeMask="FFFFFF")
    yield sent(0, "mask_mismatch", "INSERT", 25, wide(7), columnMask="01FFFF")
    yield sent(0, "mask_mismatch", "REFRESH", None, wide(7), columnMask="01FFFF")
    yield sent(0, "mask_mismatch", "DELETE", 25, wide(4), changeMask="0x01")
    # A full load has no masks; one that fits is no fault, and neither is an empty one.
    yield sent(0, "change", "REFRESH", None, wide(8, c2="loaded"), columnMask="00FFFF", changeMask="")
    # Without a schema nobody knows the ordinal of a key that a delete carries alone.
    yield sent(0, "change", "INSERT", 26, wide(9))
    yield sent(0, "change", "DELETE", 27, {"c1": 9}, changeMask="0100", columnMask="")
    # What has changed is there.
    yield sent(0, "mask_mismatch", "UPDATE", 28, {"c1": 3, "c2": None}, wide(3), changeMask="04")
    yield sent(0, "change", "UPDATE", 19, wide(4, c2="d"), wide(4), columnMask="0" * 5000 + "FFFF", changeMask="")
    # Without its bit only a NULL keeps the value.
    yield sent(0, "change", "INSERT", 20, wide(5, c2="a", c8="b", c16="c"))
    yield sent(1, "change", "UPDATE", 21, wide(5, c2="x"), wide(5), columnMask="008081")
    # What follows the digits is no part of a number, be it the end of a line.
    yield sent(0, "mask_mismatch", "UPDATE", 22, wide(3), wide(3), columnMask="01\n")
    yield sent(0, "mask_mismatch", "UPDATE", 23, wide(3), wide(3), changeMask="01\n")
    yield sent(0, "change", "INSERT", 24, wide(6, c3="2024-02-29T12:00:00", c4="2024-02-29T12:00:00+05:30"))


WIDE_ROWS = {
    1: (None, "B", "C"), 2: ("a", "B", None), 3: (None, None, "c"), 4: ("d", None, None), 5: ("x", None, None),
    6: (None, None, None), 8: ("loaded", None, None),
}  # fmt: skip


def versions() -> Iterator[Landed]:
    """Two schemas of one table in a topic of many: each message has the ordinals and the lineage of its own."""
    first = [("ID", "INT4", 0, 0, 1), ("A", "STRING", 0, 0, 0), ("B", "STRING", 0, 0, 0)]
    second = [("B", "STRING", 0, 0, 0), ("NEW", "STRING", 0, 0, 0), ("ID", "INT4", 0, 0, 1), ("A", "STRING", 0, 0, 0)]

    def sent(batch: int, schema_id: str, *arguments: Any, **more: Any) -> Landed:
        return message(batch, "change", enveloped("DT", change(*arguments, **more), schema_id), "all")

    yield message(0, "ddl", enveloped("MD", metadata("S1", "hr.versions", first, 1)), "all")
    yield sent(0, "S1", "INSERT", 1, {"B": "b", "A": "a", "ID": 1})
    yield sent(0, "S1", "UPDATE", 2, {"B": None, "A": None, "ID": 1}, {"ID": 1}, columnMask="03", changeMask="02")
    # Data of the second schema comes before its metadata, which comes bare.
    yield sent(
        0, "S2", "UPDATE", 3, {"A": None, "NEW": None, "ID": 1, "B": "bb"}, {"ID": 1}, columnMask="05", changeMask="01"
    )
    yield sent(0, "S2", "INSERT", 4, {"A": "a", "NEW": "n", "ID": 2, "B": "b"})
    yield sent(
        0, "S2", "UPDATE", 5, {"A": None, "NEW": None, "ID": 2, "B": None}, {"ID": 2}, columnMask="0C", changeMask="08"
    )
    yield message(1, "ddl", metadata("S2", "hr.versions", second, 2), "all")
    # A restarted task publishes the first again.
    yield message(2, "ddl", enveloped("MD", metadata("S1", "hr.versions", first, 1)), "all")
    yield sent(2, "S1", "INSERT", 6, {"ID": 3, "A": "old", "B": "shape"})
    # A schema without columns: masks go by the order in data, and not by another version's columns.
    yield message(0, "ddl", enveloped("MD", {**metadata("S0", "hr.versions", [], 0), "tableStructure": {}}), "all")
    empty = {"A": None, "ID": 3, "B": None}
    yield sent(2, "S0", "UPDATE", 9, empty, {"ID": 3}, columnMask="06", changeMask="04")
    # The ordinals of changeMask too are the schema's: in data, ID is the first, and B the second.
    yield sent(1, "S2", "INSERT", 11, {"ID": 5, "B": "bb", "NEW": "n", "A": "a"})
    later = {"ID": 5, "B": "z", "NEW": None, "A": None}
    yield sent(1, "S2", "UPDATE", 12, later, {"B": "bb"}, columnMask="05", changeMask="01")
    lost = enveloped("DT", change("UPDATE", 13, later, {"B": "bb"}, columnMask="05", changeMask="04"), "S2")
    yield message(1, "image_contract", lost, "all")
    beyond = enveloped("DT", change("UPDATE", 10, empty, {"ID": 3}, columnMask="08"), "S0")
    yield message(2, "mask_mismatch", beyond, "all")
    for kind, image, before, masks_of in (
        ("UPDATE", {"ID": 3, "A": "x"}, {"ID": 3}, {"columnMask": "07"}),
        ("UPDATE", {"ID": 3, "A": "x"}, {"ID": 3}, {"changeMask": "04"}),
        # An insert whose columns, a delete whose key, in either image, is not in the message.
        ("INSERT", {"ID": 3, "A": "x"}, None, {"changeMask": "07"}),
        ("INSERT", {"ID": 3, "A": "x"}, None, {"columnMask": "07"}),
        ("DELETE", {"A": "x"}, None, {"changeMask": "01"}),
        ("DELETE", None, {"A": "x"}, {"changeMask": "01"}),
        ("DELETE", {"ID": 3}, None, {"changeMask": "01", "columnMask": "03"}),
        ("DELETE", {"ID": 3}, None, {"changeMask": "09"}),
    ):
        missing = enveloped("DT", change(kind, 7, image, before, **masks_of), "S1")
        yield message(0, "mask_mismatch", missing, "all")
    yield sent(0, "S1", "INSERT", 14, {"ID": 6, "A": "x"}, columnMask="03", changeMask="03")
    yield sent(0, "S1", "DELETE", 15, {"ID": 6}, columnMask="01", changeMask="01")
    yield message(0, "unknown_schema", enveloped("DT", change("INSERT", 8, {"ID": 4}), "S9"), "all")


VERSIONS_ROWS = [
    {"ID": 1, "A": None, "B": "bb", "NEW": None},
    {"ID": 2, "A": None, "B": "b", "NEW": "n"},
    {"ID": 3, "A": "old", "B": None, "NEW": None},
    {"ID": 5, "A": "a", "B": "z", "NEW": "n"},
]


def bag() -> Iterator[Landed]:
    one, two = {"A": 1, "B": "x"}, {"A": 2, "B": None}
    for batch, arguments in (
        (0, ("REFRESH", None, one)),
        (0, ("REFRESH", None, one)),
        (0, ("INSERT", 1, one)),
        (1, ("INSERT", 1, one)),  # sent again
        (0, ("INSERT", 2, two)),
        (1, ("UPDATE", 3, two, one)),
        (2, ("DELETE", 4, one)),
        (2, ("DELETE", 5, None, two)),
    ):
        yield message(batch, "change", enveloped("DT", change(*arguments)), "hr.bag")
    partial = change("UPDATE", 6, {"A": 3, "B": None}, one, columnMask="01", changeMask="01")
    yield message(2, "change", enveloped("DT", partial), "hr.bag")
    # A deleted row needs all of its columns, because another row may share a part of them. A column that its schema
    # lacks is NULL.
    for kind, image, before in (
        ("UPDATE", one, None),
        ("UPDATE", two, {"A": 1}),
        ("DELETE", {"A": 1}, None),
        ("DELETE", None, {"B": "x"}),
    ):
        yield message(0, "image_contract", enveloped("DT", change(kind, 7, image, before)), "hr.bag")
    yield message(0, "ddl", enveloped("MD", metadata("B1", "hr.bag", [("A", "INT4", 0, 0, 0)], 1)), "all")
    for counter, kind, image, before in (
        (8, "INSERT", {"A": 8}, None),
        (9, "UPDATE", {"A": 9}, {"A": 8}),
        (10, "DELETE", {"A": 9}, None),
    ):
        yield message(0, "change", enveloped("DT", change(kind, counter, image, before), "B1"), "all")
    lacking = enveloped("DT", change("DELETE", 11, {"B": "x"}), "B1")
    yield message(0, "image_contract", lacking, "all")


def refused() -> Iterator[Landed]:
    whole = json.dumps(enveloped("DT", change("INSERT", 90, person(99, "x"))))
    for value in (whole + " {}", whole[:-1], f"[{whole}]", "", '"x"', "7", whole.replace('"', "'"), None):
        yield message(0, "malformed", value)
    yield message(0, "malformed", text("[" * 5000))
    for body in (
        {},
        {"message": change("INSERT", 90, person(99, "x"))},
        {**enveloped("DT", change("INSERT", 90, person(99, "x"))), "magic": "other"},
        enveloped("XX", change("INSERT", 90, person(99, "x"))),
        enveloped("DT", None),
        enveloped("DT", {"data": person(99, "x")}),
        enveloped("DT", change(None, 90, person(99, "x"))),
        {"data": person(99, "x")},
    ):
        yield message(0, "unknown_envelope", body)
    for op in ("TRUNCATE", "UPSERT", "", "INSERT "):
        yield message(0, "unknown_operation", change(op, 90, person(99, "x")))
    for at in (None, "", "abc", "1e5", "-1", "7\u2028", "9" * 39):
        yield message(0, "missing_position", change("INSERT", at, person(99, "x")))
    yield message(0, "missing_position", change("REFRESH", "abc", person(99, "x")))
    for counter in ("x", "7\u2028"):
        yield message(0, "missing_position", change("INSERT", 90, person(99, "x"), transactionEventCounter=counter))
    yield message(0, "missing_table", change("INSERT", 90, person(99, "x")), "/apps/stream:")
    yield message(0, "image_contract", change("INSERT", 90, None))
    yield message(0, "image_contract", change("UPDATE", 90, None, person(99, "x")))
    yield message(0, "image_contract", change("DELETE", 90, None))
    # The key changed, and the old one is nowhere.
    yield message(0, "image_contract", change("UPDATE", 90, person(99, "x"), changeMask="01", columnMask="07"))
    keyless = {"NAME": "x", "NOTE": None}
    yield message(0, "image_contract", change("UPDATE", 90, person(99, "x"), keyless, changeMask="01", columnMask="07"))
    yield message(0, "image_contract", change("UPDATE", 90, person(99, "x"), keyless, changeMask="1"))
    yield message(0, "missing_key", change("INSERT", 90, {"NAME": "x"}))
    yield message(0, "missing_key", change("DELETE", 90, person(None, "x")))
    yield message(0, "bad_value", change("INSERT", 90, {"ID": "x"}))
    yield message(0, "bad_value", change("INSERT", 90, {"ID": 2**31}))
    yield message(0, "bad_value", change("DELETE", 90, {"ID": 1.5}))
    yield message(0, "undecodable_binary", b"\x00\x00\x00\x00\x01\x02")
    yield message(0, "undecodable_binary", b"\xff\xfe{}")
    yield message(0, "undecodable_binary", text(whole).replace(b'"x"', b'"\xe9"'))
    yield message(0, "undecodable_binary", b"atMSG")
    yield message(0, "undecodable_binary", b"atMSG\x04DT\xff\xff\xff")
    hostile = {"type": "record", "name": "R", "fields": [{"name": "x", "type": "R"}]}
    yield message(0, "undecodable_binary", avro_envelope("MD", b"", None, json.dumps(hostile)))
    yield message(
        0, "undecodable_binary", avro_envelope("MD", b"\xfe\xff\xff\xff\x0f", None, '{"type":"array","items":"null"}')
    )
    yield message(0, "undecodable_binary", avro_envelope("MD", b"", None, "[" * 50_000))
    yield message(0, "unknown_schema", avro_envelope("DT", b"", "S-never"))
    yield message(0, "unknown_schema", avro_envelope("DT", b"", None))
    # Types of metadata that are in no table.
    others = [("AT", "TIMESTAMP", 0, 0, 0), ("BIG", "BLOB", 0, 0, 0), ("LONG", "NUMERIC", 50, 2, 0)]
    yield message(0, "ddl", enveloped("MD", metadata("O9", "hr.others", others)), "all")
    yield message(0, "change", enveloped("DT", change("INSERT", 1, dict.fromkeys(("AT", "BIG", "LONG"))), "O9"), "all")


JSON_VALUES = [
    '{"ID":1,"I1":-128,"I2":-32768,"I8":9223372036854775807,"U1":255,"U2":65535,"U4":4294967295,'
    '"U8":"18446744073709551615","R4":3.4028234663852886E38,"R8":1e-308,'
    '"N1":"9999999999999999999999999999.9999999999","N2":"1.10","OK":true,"RAW":"00807FFF","DOC":"é😀\\u0000\\"\\\\",'
    '"NAME":"null","DAY":"9999-12-31","CLOCK":"23:59:59","AT":"9999-12-31T23:59:59.999999"}',
    '{"ID":2,"I1":127,"I2":"32767","I8":-9223372036854775808,"U1":0,"U2":0,"U4":0,"U8":0,"R4":1.4E-45,"R8":-0.0,'
    '"N1":-0.0000000001,"N2":-999.99,"OK":false,"RAW":"","DOC":"","NAME":"","DAY":"0001-01-01T00:00:00",'
    '"CLOCK":"00:00:00","AT":"0001-01-01 00:00:00.000"}',
    '{"ID":3,"R4":"NaN","R8":"-Infinity","N1":1E3,"DAY":"2024-02-29","AT":"2024-02-29T12:34:56.123456000","RAW":"ab"}',
]
BAD = {
    "I1": ["128", '"x"', "1.5", "true"], "U8": ['"1.5"', '"1' + "0" * 20 + '"'], "R4": ["1e39", '"x"', '"1f"'],
    "R8": ["1e999", '"1e999"', '"1d"', '"0x1p3"'],
    "N1": ['"1e-999999999"', '"0.00000000001"', "12345678901234567890123456789.5"],
    "N2": ["1.101", '"1000"', "1e-999999999"], "OK": ['"yes"', "2"], "RAW": ['"0"', '"0x00"', '"zz"'],
    "DAY": ['"2023-02-29"', '"2024-01-01 00:00:01"', '"0000-00-00"', "5"],
    "AT": ['"2024-02-29T12:34:56.1234567"', '"10000-01-01 00:00:00"', '"2024-02-30 00:00:00"', '"12:00"'],
}  # fmt: skip


def json_values() -> Iterator[Landed]:
    for number, image in enumerate(JSON_VALUES):
        body = json.dumps(enveloped("DT", change("INSERT", number + 1, "@"))).replace('"@"', image)
        yield message(number % BATCHES, "change", body, "hr.typed")
    for bare in ("NaN", "Infinity", "-Infinity"):  # as numbers they are no JSON; the texts above are read
        body = json.dumps(change("INSERT", 9, "@")).replace('"@"', f'{{"ID":98,"R8":{bare}}}')
        yield message(0, "malformed", body, "hr.typed")
        body = json.dumps(enveloped("DT", change("INSERT", 9, "@"))).replace('"@"', f'{{"ID":98,"NAME":{bare}}}')
        yield message(0, "malformed", body, "hr.typed")
    for column, values in BAD.items():
        for value in values:
            body = json.dumps(change("INSERT", 9, "@")).replace('"@"', f'{{"ID":99,"{column}":{value}}}')
            yield message(0, "bad_value", body, "hr.typed")


# --------------------------------------------------------------------------------------------------------------- Avro

TYPED_SCHEMA = data_schema(TYPES)


def typed(number: int, **values: Any) -> dict[str, Any]:
    return {**dict.fromkeys(TYPED), "ID": number, **values}


AVRO_VALUES = [
    typed(
        11, I1=-128, I2=-32768, I8=2**63 - 1, U1=255, U2=65535, U4=2**32 - 1, U8=Decimal(2**64 - 1), R4=0.1, R8=1e-308,
        N1=Decimal("9999999999999999999999999999.9999999999"), N2=Decimal("1.10"), OK=True, RAW=b"\x00\x80\x7f\xff",
        DOC='é😀\x00"\\', NAME="null", DAY=2932896, CLOCK=86_399_999, AT=253402300799999999,
    ),
    typed(
        12, I1=127, I2=32767, I8=-(2**63), U1=0, U2=0, U4=0, U8=Decimal(0), R4=float("nan"), R8=float("-inf"),
        N1=Decimal("-0.0000000001"), N2=Decimal("-999.99"), OK=False, RAW=b"", DOC="", NAME="", DAY=-719162, CLOCK=0,
        AT=-62135596800000000,
    ),
    typed(13),
]  # fmt: skip


def avro() -> Iterator[Landed]:
    """A table's metadata lands two batches after its first data."""

    def sent(batch: int, *arguments: Any, schema: Any = TYPED_SCHEMA, schema_id: str = "T1", **more: Any) -> Landed:
        return message(batch, "change", avro_data(schema, schema_id, change(*arguments, **more)), "all")

    yield sent(0, "REFRESH", None, AVRO_VALUES[0])
    yield sent(0, "INSERT", 20, AVRO_VALUES[1], changeMask="00", columnMask="07FFFF")
    yield sent(1, "INSERT", 21, AVRO_VALUES[2])
    yield sent(1, "INSERT", 22, typed(14, NAME="kept", DOC="kept"))
    yield sent(1, "UPDATE", 23, typed(14), typed(14), changeMask="000000", columnMask="008001")  # ID and NAME
    yield sent(1, "INSERT", 24, typed(15))
    yield sent(2, "DELETE", 25, typed(15), changeMask="01")
    yield sent(2, "UPDATE", 26, typed(17, NAME="moved"), typed(13), changeMask="008001", columnMask="07FFFF")
    yield message(2, "ddl", avro_metadata(metadata("T1", "hr.typed", TYPES, 1)), "all")
    later = [*TYPES, ("EXTRA", "STRING", 0, 0, 0)]
    yield message(2, "ddl", avro_metadata(metadata("T2", "hr.typed", later, 2)), "all")
    extra = {**typed(18, NAME="second version"), "EXTRA": "x"}
    yield sent(2, "INSERT", 27, extra, schema=data_schema(later), schema_id="T2")
    headed = avro_data(TYPED_SCHEMA, "T1", change("INSERT", 30, typed(20, NAME="headed")))
    envelope: Any = schemaless_reader(io.BytesIO(headed), ENVELOPE, None)
    yield message(2, "change", packed(ENVELOPE, {**envelope, "headers": {"k": "v"}}), "all")
    wrong = avro_data(TYPED_SCHEMA, "T2", change("INSERT", 28, typed(19)))
    yield message(2, "undecodable_binary", wrong, "all")
    # A year that no timestamp has costs a value, not the message.
    yield message(2, "bad_value", avro_data(TYPED_SCHEMA, "T1", change("INSERT", 29, typed(99, AT=2**62))), "all")


FLOAT = struct.unpack("<f", struct.pack("<f", 0.1))[0]
LAST = "9999-12-31 23:59:59.999999"
TYPED_ROWS = [
    typed(
        1, I1=-128, I2=-32768, I8=2**63 - 1, U1=255, U2=65535, U4=2**32 - 1, U8=Decimal(2**64 - 1),
        R4=3.4028234663852886e38, R8=1e-308, N1=Decimal("9999999999999999999999999999.9999999999"), N2=Decimal("1.10"),
        OK=True, RAW=b"\x00\x80\x7f\xff", DOC='é😀\x00"\\', NAME="null", DAY=date(9999, 12, 31),
        CLOCK="23:59:59", AT=LAST,
    ),
    typed(
        2, I1=127, I2=32767, I8=-(2**63), U1=0, U2=0, U4=0, U8=Decimal(0), R4=1.401298464324817e-45, R8=-0.0,
        N1=Decimal("-0.0000000001"), N2=Decimal("-999.99"), OK=False, RAW=b"", DOC="", NAME="", DAY=date(1, 1, 1),
        CLOCK="00:00:00", AT="0001-01-01 00:00:00",
    ),
    typed(
        3, R4="NaN", R8=float("-inf"), N1=Decimal(1000), DAY=date(2024, 2, 29),
        AT="2024-02-29 12:34:56.123456", RAW=b"\xab",
    ),
    typed(
        11, I1=-128, I2=-32768, I8=2**63 - 1, U1=255, U2=65535, U4=2**32 - 1, U8=Decimal(2**64 - 1),
        R4=FLOAT, R8=1e-308,
        N1=Decimal("9999999999999999999999999999.9999999999"), N2=Decimal("1.10"), OK=True, RAW=b"\x00\x80\x7f\xff",
        DOC='é😀\x00"\\', NAME="null", DAY=date(9999, 12, 31), CLOCK="23:59:59.999000", AT=LAST,
    ),
    typed(
        12, I1=127, I2=32767, I8=-(2**63), U1=0, U2=0, U4=0, U8=Decimal(0), R4="NaN", R8=float("-inf"),
        N1=Decimal("-0.0000000001"), N2=Decimal("-999.99"), OK=False, RAW=b"", DOC="", NAME="", DAY=date(1, 1, 1),
        CLOCK="00:00:00", AT="0001-01-01 00:00:00",
    ),
    typed(14, NAME=None, DOC="kept"),
    typed(17, NAME="moved"),
    typed(18, NAME="second version"),
    typed(20, NAME="headed"),
]  # fmt: skip


# ------------------------------------------------------------------------- metadata in a source of its own; no metadata


def two_topics() -> tuple[list[Landed], list[Landed]]:
    """Avro data in one source, metadata in the other: before its data, after it, and never."""
    schema = data_schema(PERSON)

    def sent(batch: int, outcome: str, schema_id: str, *arguments: Any) -> Landed:
        return message(batch, outcome, avro_data(schema, schema_id, change(*arguments)), "data")

    data = [
        sent(0, "change", "P1", "INSERT", 1, person(1, "at once")),
        sent(0, "change", "P2", "INSERT", 2, person(2, "later")),
        sent(0, "unknown_schema", "P3", "INSERT", 3, person(3, "never")),
        message(0, "change", avro_data(TYPED_SCHEMA, "O1", change("INSERT", 4, AVRO_VALUES[0])), "data"),
        message(0, "change", avro_data(data_schema(PAIRED), "O2", change("INSERT", 5, {"A": 1, "B": 2})), "data"),
    ]
    published = [
        message(0, "ddl", avro_metadata(metadata("P1", "hr.apart", PERSON, 1)), "metadata"),
        message(1, "ddl", avro_metadata(metadata("P2", "hr.apart", PERSON, 2)), "metadata"),
        message(0, "ddl", avro_metadata(metadata("O1", "hr.undeclared", TYPES, 1)), "metadata"),
        message(0, "ddl", avro_metadata(metadata("O2", "hr.paired", PAIRED, 1)), "metadata"),
    ]
    return data, published


def ignored() -> Iterator[Landed]:
    """JSON whose metadata does not land, masks with the first byte as the lowest, straight from landing."""

    def sent(outcome: str, *arguments: Any, **more: Any) -> Landed:
        return message(0, outcome, enveloped("DT", change(*arguments, **more), "S1"), "hr.ignored")

    yield sent("change", "INSERT", 1, wide(1, c2="a", c8="b", c16="c"))
    yield sent("change", "UPDATE", 2, wide(1), wide(1), changeMask="0000", columnMask="0180")
    yield sent("mask_mismatch", "UPDATE", 3, wide(1), wide(1), columnMask="008080")
    # changeMask alone: 0001 is c9, and 0100 is c1, the key.
    yield sent("change", "UPDATE", 4, wide(3, c2="d", c4="2024-02-29T12:34:56.1234567"), None, changeMask="0001")
    yield sent("image_contract", "UPDATE", 5, wide(4), None, changeMask="0100")
    yield sent("missing_position", "INSERT", "", wide(2))
    yield message(0, "undecodable_binary", b"atMSG\x04DT", "hr.ignored")
    yield message(0, "malformed", b"\xff", "hr.ignored")


DATA, PUBLISHED = two_topics()
ALL_SENT: list[Landed] = [
    *people(), *masks(), *versions(), *bag(), *refused(), *json_values(), *avro(),
]  # fmt: skip
IGNORED: list[Landed] = list(ignored())
WIDE_COLUMNS = {"c1": "int", **dict.fromkeys(WIDE[1:], "string"), "c3": "timestamp", "c4": "timestamp_ntz"}
MODELS = [
    contract("people", ["hr.people"], ["ID"], **PEOPLE),
    contract("wide", ["hr.wide"], ["c1"], **WIDE_COLUMNS),
    contract("versions", ["hr.versions"], ["ID"], ID="int", A="string", B="string", NEW="string"),
    contract("bag", ["hr.bag"], [], A="int", B="string"),
    contract("typed", ["hr.typed"], ["ID"], **TYPED),
]
LOGS = ["qlik.routed_all", *(f"qlik.changes_{model['name']}" for model in MODELS)]
TYPES_OF = """
{%- if execute %}{{ spark_cdc.qlik__types(spark_cdc._stream(spark_cdc._node()), ref('routed_all')) }}
{%- else %}select 1 from {{ ref('routed_all') }}
{%- endif %}
"""


def land(spark: Any, name: str, sent: Sequence[Landed], batch: int) -> None:
    rows = [
        (one.topic, 0, offset, LANDED, None, one.data, None) for offset, one in enumerate(sent) if one.batch == batch
    ]
    land_columns(spark, f"qlik_landing.{name}", LANDING, rows)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Project:
    reports = [name for name in REPORTS if name != "cdc_ddl_ledger"]
    made = Project(tmp_path_factory.mktemp("qlik") / "p", "qlik", control=True, ansi=True, without=reports)
    made.stream("all", {"format": "qlik", "options": {"encoding": "avro"}})
    made.tables("all", MODELS)
    (made.path / "models/types_all.sql").write_text(TYPES_OF)
    made.stream("published", {"format": "qlik", "options": {"encoding": "avro"}})
    made.stream("apart", {"format": "qlik", "options": {"encoding": "avro"}})
    made.model("routed_apart", "cdc_routed(source('landing', 'apart'), metadata=ref('routed_published'))")
    made.tables("apart", [contract("apart", ["hr.apart"], ["ID"], **PEOPLE)])
    options = {"metadata": "ignored", "mask_byte_order": "bytes_le", "nanoseconds": "truncate"}
    made.stream("ignored", {"format": "qlik", "options": options}, routed=False)
    made.tables("ignored", [contract("ignored", ["hr.ignored"], ["c1"], **WIDE_COLUMNS)])
    states = ", ".join(f"ref('state_{name}')" for name in [*(model["name"] for model in MODELS), "apart", "ignored"])
    made.model("cdc_events", f"cdc_events([{states}])")
    made.dbt("deps")
    return made


@pytest.fixture(scope="module")
def run(spark: Any, made: Project) -> list[dict[str, Any]]:
    """Land and build batch by batch, in one project with all streams; return what was seen after each."""
    seen = []
    for batch in range(BATCHES):
        land(spark, "all", ALL_SENT, batch)
        land(spark, "apart", DATA, batch)
        land(spark, "published", PUBLISHED, batch)
        land(spark, "ignored", IGNORED, batch)
        made.dbt("build")
        seen.append({
            "apart": {row.ID: row.NAME for row in spark.table("qlik.apart").collect()},
            "typed": {row.ID for row in spark.table("qlik.typed").collect()},
            "waiting": outcomes(spark, ["qlik.routed_apart"]),
        })  # fmt: skip
    return seen


def test_each_message_has_its_class_or_reason(spark: Any, run: Any) -> None:
    assert_outcomes(ALL_SENT, outcomes(spark, LOGS))
    assert_outcomes(IGNORED, outcomes(spark, ["qlik.changes_ignored"]))


def test_changes_end_in_the_right_rows(spark: Any, run: Any) -> None:
    rows = rows_of(spark, "qlik.people", PEOPLE)
    assert {row["ID"]: (row["NAME"], row["NOTE"]) for row in rows} == PEOPLE_ROWS


def test_masks_of_any_width_distinguish_absent_from_null(spark: Any, run: Any) -> None:
    rows = rows_of(spark, "qlik.wide", WIDE_COLUMNS)
    assert {row["c1"]: (row["c2"], row["c8"], row["c16"]) for row in rows} == WIDE_ROWS
    rows = rows_of(spark, "qlik.ignored", WIDE_COLUMNS)
    found = {row["c1"]: (row["c2"], row["c8"], row["c16"]) for row in rows}
    assert found == {1: ("a", "b", None), 3: ("d", None, None)}


def test_times_are_utc_and_end_with_microseconds(spark: Any, run: Any) -> None:
    def found(table: str) -> dict[int, tuple[Any, Any]]:
        rows = rows_of(spark, f"qlik.{table}", WIDE_COLUMNS)
        return {row["c1"]: (row["c3"], row["c4"]) for row in rows if row["c3"] or row["c4"]}

    assert found("wide") == {6: ("2024-02-29 12:00:00", "2024-02-29 06:30:00")}
    assert found("ignored") == {3: (None, "2024-02-29 12:34:56.123456")}


def test_each_message_is_read_by_its_own_schema(spark: Any, run: Any) -> None:
    columns = {"ID": "int", "A": "string", "B": "string", "NEW": "string"}
    assert rows_of(spark, "qlik.versions", columns) == sorted(VERSIONS_ROWS, key=repr)


def test_a_table_without_key_is_a_bag(spark: Any, run: Any) -> None:
    found = Counter((row["A"], row["B"]) for row in rows_of(spark, "qlik.bag", {"A": "int", "B": "string"}))
    assert found == {(2, None): 1, (3, "x"): 1}


@pytest.mark.law("L5")
def test_values_of_every_type_are_exact(spark: Any, run: Any) -> None:
    assert rows_of(spark, "qlik.typed", TYPED) == sorted(TYPED_ROWS, key=repr)


def test_data_waits_for_its_metadata_and_is_read_by_itself(spark: Any, run: list[dict[str, Any]]) -> None:
    assert not {number for number in run[1]["typed"] if number > 10}
    assert {number for number in run[2]["typed"] if number > 10} == {11, 12, 14, 17, 18, 20}
    assert [seen["apart"] for seen in run] == [{1: "at once"}, {1: "at once", 2: "later"}, {1: "at once", 2: "later"}]
    reasons = [{offset: outcome for offset, (outcome, _) in seen["waiting"].items()} for seen in run]
    late = {0: "change", 1: "change", 2: "unknown_schema", 3: "change", 4: "change"}
    assert reasons == [{**late, 1: "unknown_schema"}, late, late]
    assert "P3" in str(run[2]["waiting"][2][1])


@pytest.mark.law("L1")
@pytest.mark.law("L1")
def test_a_message_that_waited_counts_once_where_landing_has_no_snapshots(spark: Any, tmp_path: Path) -> None:
    schema = "qlik_waiting"
    made = Project(tmp_path / "p", schema, control=True, without=REPORTS)
    made.stream("shop", {"format": "qlik"})
    made.tables("shop", [contract("waiting", ["hr.waiting"], ["ID"], **PEOPLE)])
    made.model("cdc_events", "cdc_events([ref('state_waiting')])")
    made.dbt("deps")
    steps = [
        [
            enveloped("MD", metadata("S1", "hr.waiting", PERSON)),
            enveloped("DT", change("INSERT", 1, person(1, "a")), "S1"),
        ],
        [enveloped("DT", change("INSERT", 2, person(2, "b")), "S2")],
        [enveloped("MD", metadata("S2", "hr.waiting", PERSON, 2))],
    ]
    for number, values in enumerate(steps):
        rows = [("hr", 0, 10 * number + n, LANDED, None, text(value), None) for n, value in enumerate(values)]
        land_columns(spark, f"{schema}_landing.files", LANDING, rows)
        spark.sql(f"create or replace view {schema}_landing.shop as select * from {schema}_landing.files")
        made.dbt("run", *(["--select", "routed_shop"] if number else []))
    made.dbt("build")
    counted = spark.sql(
        f"select cdc_class, sum(cdc_landing_rows) as n from {schema}.cdc_batches"
        " where cdc_log = 'routed_shop' group by cdc_class"
    )
    found = {row.cdc_class: row.n for row in counted.collect() if row.n}
    assert found == {"read": 4, "ddl": 2, "change": 2}


@pytest.mark.law("L6")
def test_a_run_without_new_rows_writes_nothing_though_rows_wait(spark: Any, made: Project, run: Any) -> None:
    def snapshots() -> dict[str, int]:
        logs = ["routed_all", "routed_apart", "routed_published", "changes_typed", "state_typed"]
        return {log: spark.table(f"qlik.{log}.snapshots").count() for log in logs}

    before = snapshots()
    made.dbt("build")
    assert snapshots() == before


@pytest.mark.law("L1")
def test_metadata_is_in_the_ledger_and_every_row_accounted_for(spark: Any, run: Any) -> None:
    ledger = spark.table("qlik.cdc_ddl_ledger")
    found = sorted((row.cdc_stream, row.cdc_table, row.cdc_ddl) for row in ledger.collect())
    people = "ID INT4 key 1, NAME STRING, NOTE CLOB"
    assert [row for row in found if row[:2] == ("published", "apart")] == [
        ("published", "apart", f"table hr.apart version 1: {people}"),
        ("published", "apart", f"table hr.apart version 2: {people}"),
    ]
    assert len(found) == sum(one.outcome == "ddl" for one in [*ALL_SENT, *PUBLISHED])
    accounts: Counter[str] = Counter()
    for row in spark.table("qlik.cdc_accounting").collect():
        accounts[row.cdc_stream] += row.cdc_rows
        assert row.cdc_outcome != "unread"
    sizes = {"all": ALL_SENT, "apart": DATA, "published": PUBLISHED, "ignored": IGNORED}
    assert accounts == {name: len(sent) for name, sent in sizes.items()}


def test_types_are_those_of_the_metadata(spark: Any, run: Any) -> None:
    rows = spark.sql(
        "select distinct column_name, column_number, evidence, data_type, key_number from qlik.types_all"
        " where cdc_table = 'typed' and evidence not like 'JSON%' and column_name <> 'EXTRA'"
    ).collect()
    assert {row.column_name: row.data_type for row in rows} == TYPED
    found = {row.column_name: (row.column_number, row.evidence, row.key_number) for row in rows}
    assert (found["ID"], found["N2"], found["U8"]) == ((1, "INT4", 1), (12, "NUMERIC(5,2)", None), (8, "UINT8", None))
    others = spark.sql("select column_name, data_type from qlik.types_all where cdc_table = 'others'").collect()
    assert {tuple(row) for row in others} == {("AT", "timestamp_ntz"), ("BIG", "binary"), ("LONG", "string")}
    kinds = spark.sql("select distinct evidence, data_type from qlik.types_all where column_name = 'NOTE'").collect()
    assert ("JSON text", "string") in {tuple(row) for row in kinds}


def test_redelivery_is_known_by_the_change_sequence(spark: Any, run: Any) -> None:
    outcome = {
        row.cdc_outcome: row.cdc_changes
        for row in spark.table("qlik.cdc_change_outcomes").where("cdc_table_model = 'bag'").collect()
    }
    assert outcome["redelivered"] == 1


def test_a_change_without_a_transaction_has_none(spark: Any, run: Any) -> None:
    rows = spark.table("qlik.changes_people").where("cdc_class = 'change' and ID in (1, 2, 23)").collect()
    assert {(row.ID, row.cdc_operation, row.cdc_transaction) for row in rows} == {
        (1, "read", None), (1, "update", "0A"), (2, "insert", "0A"), (2, "delete", "0A"), (23, "insert", None),
    }  # fmt: skip


@pytest.mark.law("L9")
def test_undecodable_bytes_are_kept_as_base64(spark: Any, run: Any) -> None:
    values = {
        row.cdc_value for row in spark.table("qlik.routed_all").where("cdc_reason = 'undecodable_binary'").collect()
    }
    assert '{"base64":"AAAAAAEC"}' in values
    assert '{"base64":"YXRNU0c="}' in values


@pytest.mark.law("L4")
def test_a_full_refresh_ends_the_same(spark: Any, made: Project, run: Any) -> None:
    tables = {"people": PEOPLE, "wide": WIDE_COLUMNS, "typed": TYPED, "apart": PEOPLE}
    before = {name: rows_of(spark, f"qlik.{name}", columns) for name, columns in tables.items()}
    made.dbt("build", "--full-refresh")
    assert {name: rows_of(spark, f"qlik.{name}", columns) for name, columns in tables.items()} == before
    assert_outcomes(ALL_SENT, outcomes(spark, LOGS))


def test_the_scaffold_takes_types_and_key_from_metadata_in_another_source(spark: Any, made: Project, run: Any) -> None:
    made.dbt("run-operation", "cdc_scaffold", "--args", json.dumps({"source": "landing.apart", "control": False}))
    folder = made.path / "models/apart"
    assert not (folder / "routed_apart.sql").exists(), "it is there already, with its metadata"
    (model,) = yaml.safe_load((folder / "current/undeclared.yml").read_text())["models"]
    assert model["config"]["meta"]["cdc"] == {"tables": ["hr.undeclared"], "key": ["ID"]}
    assert [(column["name"], column["data_type"]) for column in model["columns"]] == list(TYPED.items())
    assert {column["name"]: column["description"] for column in model["columns"]}["N2"].endswith("(NUMERIC(5,2)).")
    assert model["columns"][0]["data_tests"] == ["unique", "not_null"]
    # A key of several columns has them by their place in it, not by their ordinals or names.
    (pair,) = yaml.safe_load((folder / "current/paired.yml").read_text())["models"]
    assert pair["config"]["meta"]["cdc"] == {"tables": ["hr.paired"], "key": ["B", "A"]}
