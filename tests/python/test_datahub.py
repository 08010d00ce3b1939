"""DataHub BLOB (StreamX JSON) and TUPLE: every documented operation and every known trap, through the real models.

Each message has its expected outcome; the rows of the tables are written by hand. Source: the vendor's appendix
and docs/formats/datahub_blob.md and datahub_tuple.md.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest
from landing import land, land_columns
from project import ROOT, Project
from scenario import Sent, assert_outcomes, contract, landing_rows, outcomes, rows_of

BATCHES = 3
START = 1_605_339_516_000
TEXT123 = "dGV4dDEyMw=="  # the vendor's own example of BYTES


# ------------------------------------------------------------------------------------------------------------ BLOB

THINGS = {
    "id": "bigint", "small": "tinyint", "flag": "boolean", "ratio": "double", "amount": "decimal(12,2)",
    "wide": "decimal(38,18)", "big": "decimal(20,0)", "raw": "binary", "at": "timestamp", "at_local": "timestamp_ntz",
    "day": "date", "note": "string",
}  # fmt: skip
STREAMX = {"bigint": "LONG", "tinyint": "LONG", "string": "STRING"}
BLOB_MODELS = [
    contract("people", ["shop.people"], ["id"], id="bigint", name="string"),
    contract("cleared", ["shop.cleared"], ["id"], id="bigint", name="string"),
    contract("bag", ["bags.shop.bag"], [], a="int", b="string"),
    contract("decimals", ["shop.decimals"], ["k"], k="decimal(10,2)", v="string"),
    contract("things", ["shop.things"], ["id"], **THINGS),
]
COLUMNS = {model["name"]: {c["name"]: c["data_type"] for c in model["columns"]} for model in BLOB_MODELS}


def blob(op: str | None, sequence: Any, table: str = "people", before: Any = ..., after: Any = ..., **more: Any) -> str:
    """Return a StreamX message; images are dictionaries, or texts of JSON where the spelling of a number matters.

    An image that is not given is not in the message; None is sent as null.
    """
    source = {"dbType": "MySQL", "dbName": "shop", "tableName": table}
    if table == "bag":
        source |= {"dbName": "bags", "schemaName": "shop"}
    types = [{"name": c, "type": STREAMX.get(t, "DOUBLE")} for c, t in COLUMNS.get(table, {}).items()]
    schema: dict[str, Any] = {"dataColumn": types, "primaryKey": ["id"], "source": source}
    payload: dict[str, Any] = {"op": op, "timestamp": {"eventTime": START, "systemTime": START + 736}}
    if sequence is not None:
        payload["sequenceId"] = sequence
    for side, image in (("before", before), ("after", after)):
        if image is not ...:
            payload[side] = image and {"dataColumn": f"@{side}" if isinstance(image, str) else image}
    payload.update(more)
    text = json.dumps({"schema": schema, "payload": payload, "version": "0.0.1"}, ensure_ascii=False)
    for side, image in (("before", before), ("after", after)):
        if isinstance(image, str):
            text = text.replace(f'"@{side}"', image)
    return text


def person(number: int, name: str) -> dict[str, Any]:
    return {"name": name, "id": number}  # the order in a JSON object is arbitrary


def people() -> Iterator[Sent]:
    def change(batch: int, *arguments: Any, **more: Any) -> Sent:
        return Sent(batch, "change", blob(*arguments, **more))

    # The halves of an update, the second one in the next batch.
    yield change(0, "INSERT", "5", after=person(1, "joe"))
    yield change(0, "UPDATE_BEFOR", "99", before=person(1, "joe"))
    yield change(1, "UPDATE_AFTER", "99", after=person(1, "jo"))
    # Ids of different numbers of digits, as number and as text, an older pair late; a message with both images.
    yield change(0, "INSERT", 9, after=person(2, "old"))
    yield change(0, "UPDATE_AFTER", "1000", before=person(2, "middle"), after=person(2, "new"))
    yield change(1, "UPDATE_BEFORE", 999, before=person(2, "old"))
    yield change(1, "UPDATE_AFTER", "999", after=person(2, "middle"))
    # A key change in halves over two batches; in one message; in one message with the template's word.
    yield change(0, "INSERT", "10", after=person(3, "mover"))
    yield change(0, "UPDATE_BEFOR", "20", before=person(3, "mover"))
    yield change(1, "UPDATE_AFTER", "20", after=person(4, "mover"))
    yield change(0, "INSERT", "11", after=person(7, "jumper"))
    yield change(1, "UPDATE_AFTER", "21", before=person(7, "jumper"), after=person(8, "jumper"))
    yield change(1, "UPDATE", "22", before=person(8, "jumper"), after=person(9, "jumped"))
    # Two keys swapped in halves, cut between them; an image that is null makes no whole update of a half.
    yield change(0, "INSERT", "12", after=person(5, "five"))
    yield change(0, "INSERT", "13", after=person(6, "six"))
    yield change(0, "UPDATE_BEFOR", "30", before=person(5, "five"))
    yield change(0, "UPDATE_AFTER", "30", before=None, after=person(6, "five"))
    yield change(1, "UPDATE_BEFOR", "31", before=person(6, "six"), after=None)
    yield change(1, "UPDATE_AFTER", "31", after=person(5, "six"))
    # Snapshot rows sort first, also when they land last; Paimon's messages have the other keys with null.
    times = {"eventTime": -1, "systemTime": -1, "checkpointTime": -1}
    nulls: dict[str, Any] = {"before": None, "ddl": None, "timestamp": times}
    yield change(0, "INSERT", "-1", after=person(10, "snapshot"), **nulls)
    yield change(0, "UPDATE_AFTER", "40", before=person(11, "snapshot"), after=person(11, "changed"))
    yield change(2, "INSERT", "-1", after=person(11, "snapshot"), **nulls)
    # Delete; delete and insert again; an older insert after the delete.
    yield change(0, "INSERT", "41", after=person(12, "gone"))
    yield change(1, "DELETE", "42", before=person(12, "gone"), after=None)
    yield change(0, "INSERT", "43", after=person(13, "first"))
    yield change(0, "DELETE", "44", before=person(13, "first"))
    yield change(0, "INSERT", "45", after=person(13, "again"))
    yield change(0, "DELETE", "47", before=person(14, "late"))
    yield change(1, "INSERT", "46", after=person(14, "late"))
    # UPDATE with the after image alone; operations in other letters; a long id; times that no timestamp holds.
    yield change(0, "UPDATE", "50", after=person(15, "after alone"))
    yield change(0, "insert", "51", after=person(16, "small letters"))
    yield change(0, "INSERT", "9" * 37, after=person(17, "37 digits"))
    yield change(0, "UPDATE", "52", after=person(17, "older"))
    yield change(0, "INSERT", "53", after=person(18, "no time"), timestamp={"eventTime": 2**63 - 1, "systemTime": "x"})
    yield change(0, "INSERT", "54", after={"id": "19", "name": None, "undeclared": {"a": 1}})
    # An image is whole: a column that is not in it is NULL.
    yield change(0, "INSERT", "55", after=person(20, "to be null"))
    yield change(0, "UPDATE", "56", before=person(20, "to be null"), after={"id": 20})
    yield change(0, "INSERT", "57", after=person(21, "to be null"))
    yield change(0, "UPDATE_BEFOR", "58", before=person(21, "to be null"))
    yield change(0, "UPDATE_AFTER", "58", after={"id": 21})
    # The version of the document's template, and none: nothing depends on it.
    yield Sent(0, "change", blob("INSERT", "59", after=person(22, "1.0.0")).replace('"0.0.1"', '"1.0.0"'))
    yield Sent(0, "change", blob("INSERT", "59", after=person(23, "none")).replace('"0.0.1"', "null"))
    # Redelivered under other coordinates.
    yield change(2, "UPDATE_BEFOR", "99", before=person(1, "joe"))


PEOPLE = {
    1: "jo", 2: "new", 4: "mover", 9: "jumped", 5: "six", 6: "five", 10: "snapshot", 11: "changed", 13: "again",
    15: "after alone", 16: "small letters", 17: "37 digits", 18: "no time", 19: None,
    20: None, 21: None, 22: "1.0.0", 23: "none",
}  # fmt: skip


def vendors_ddl() -> Any:
    """Return the vendor's own DDL message, whose ddlMeta is of another table than its text."""
    csv.field_size_limit(10**6)
    with (ROOT / "examples/seeds/landing/datahub_blob.csv").open(newline="") as file:
        return next(json.loads(row["value"].strip("'")) for row in csv.DictReader(file) if row["offset"] == "7")


VENDORS_DDL = vendors_ddl()


def controls() -> Iterator[Sent]:
    ddl = {"text": "alter table people add column holo text", "ddlMeta": "rO0ABQ=="}
    yield Sent(0, "ddl", blob("ALTER", "60", ddl=ddl))
    yield Sent(0, "ddl", json.dumps(VENDORS_DDL))
    right = {
        "text": "alter table t_shiyu_nopk add column holo text",
        "ddlMeta": VENDORS_DDL["payload"]["ddl"]["ddlMeta"],
    }
    yield Sent(0, "ddl", blob("ALTER", "60", "t_shiyu_nopk", ddl=right))
    older = {**right, "text": "alter table app.t_shiyu_nopk_old add column holo text"}
    yield Sent(0, "ddl", blob("ALTER", "60", "t_shiyu_nopk_old", ddl=older))
    yield Sent(0, "ddl", blob("ALTER", "60", "textless", ddl={**right, "text": None}))
    yield Sent(0, "ddl", json.dumps({
        "schema": {"source": {"dbName": "shop", "tableName": "people"}},
        "payload": {"op": "CREATE", "ddl": {"text": "ADD COLUMN c text"}},
    }))  # fmt: skip
    yield Sent(0, "ddl", blob("ERASE", "61", ddl={"text": "drop table old_people", "ddlMeta": None}))
    for op in ("RENAME", "CINDEX", "DINDEX"):
        yield Sent(0, "ddl", blob(op, "62"))
    for op in ("QUERY", "GTID", "XACOMMIT", "XAROLLBACK"):
        yield Sent(0, "noop", blob(op, "63"))
    for op in ("TRANSACTION_BEGIN", "TRANSACTION_END"):
        yield Sent(0, "transaction", blob(op, "64", table=""))
    beat = {"op": "MHEARTBEAT", "timestamp": {"eventTime": 1605339953629, "checkpointTime": 1605339953629}}
    yield Sent(0, "heartbeat", json.dumps({"schema": {}, "payload": beat, "version": "0.0.1"}))


def refused() -> Iterator[Sent]:
    """Messages that no rule covers; the same in every batch would do, so they go into the first."""
    whole = blob("INSERT", "70", after=person(99, "x"))
    # The vendor's template as it is printed: with comments, an unquoted XXX, an operation that lists them all.
    template = (
        '{ "schema": { // Metadata\n "primaryKey": ["id"] }, "payload": { "sequenceId":XXX, "op": "INSERT/UPDATE" } }'
    )
    for text in (template, whole + " {}", whole[:-1], f"[{whole}]", "", '"text"', "7", whole.replace('"op"', "'op'")):
        yield Sent(0, "malformed", text)
    yield Sent(0, "malformed", None)
    for text in ("{}", '{"payload":null}', blob(None, "70", after=person(99, "x")), '{"a":{"b":1}}'):
        yield Sent(0, "unknown_envelope", text)
    for op in ("UPSERT", "INSERT/UPDATE", "", "delete "):
        yield Sent(0, "unknown_operation", blob(op, "70", after=person(99, "x")))
    for sequence in (None, "", "abc", 1.5e18, "1e5", -2, "9" * 38, "0x1", "1 2", "7\u2028"):
        yield Sent(0, "missing_position", blob("INSERT", sequence, after=person(99, "x")))
    yield Sent(0, "missing_position", blob("TRUNCATE", None, table="cleared"))
    no_table = json.loads(whole)
    del no_table["schema"]["source"]["tableName"]
    yield Sent(0, "missing_table", json.dumps(no_table))
    yield Sent(0, "missing_table", json.dumps({**no_table, "schema": {}}))
    yield Sent(0, "image_contract", blob("INSERT", "70", before=person(99, "x")))
    yield Sent(0, "image_contract", blob("INSERT", "70", after=None, before=None))
    yield Sent(0, "image_contract", blob("UPDATE_AFTER", "70", before=person(99, "x")))
    yield Sent(0, "image_contract", blob("UPDATE", "70", before=person(99, "x")))
    yield Sent(0, "image_contract", blob("UPDATE_BEFOR", "70", after=person(99, "x")))
    yield Sent(0, "image_contract", blob("DELETE", "70", after=person(99, "x")))
    yield Sent(0, "missing_key", blob("INSERT", "70", after={"name": "x"}))
    yield Sent(0, "missing_key", blob("DELETE", "70", before={"id": None, "name": "x"}))
    yield Sent(0, "bad_value", blob("INSERT", "70", after={"id": "x", "name": "x"}))
    yield Sent(0, "bad_value", blob("DELETE", "70", before={"id": 2**63, "name": "x"}))
    yield Sent(0, "bad_value", blob("INSERT", "70", after={"id": 1.5, "name": "x"}))


def cleared() -> Iterator[Sent]:
    for batch, sequence, number in ((0, 10, 1), (0, 30, 2), (1, 15, 3), (1, 19, 1)):
        yield Sent(batch, "change", blob("INSERT", sequence, "cleared", after=person(number, "x")))
    yield Sent(0, "truncate", blob("TRUNCATE", "20", "cleared", ddl={"text": "truncate table cleared"}))
    yield Sent(2, "change", blob("UPDATE", 31, "cleared", after=person(4, "y")))


def bag() -> Iterator[Sent]:
    one, two = {"a": 1, "b": "x"}, {"a": 2, "b": None}
    for batch, arguments in (
        (0, ("INSERT", "1", None, one)),
        (0, ("INSERT", "2", None, one)),
        (0, ("INSERT", "3", None, one)),
        (0, ("INSERT", "4", None, two)),
        (0, ("UPDATE_BEFOR", "5", one, None)),
        (1, ("UPDATE_AFTER", "5", None, two)),
        (1, ("UPDATE_AFTER", "6", one, {"a": 3, "b": "z"})),
        (2, ("DELETE", "7", two, None)),
        # Rows of a snapshot share their sequence, and are no second deliveries of each other.
        (0, ("INSERT", "-1", None, {"a": 4, "b": "s"})),
        (1, ("INSERT", "-1", None, {"a": 4, "b": "s"})),
    ):
        op, sequence, before, after = arguments
        yield Sent(batch, "change", blob(op, sequence, "bag", before, after))
    yield Sent(0, "bad_value", blob("INSERT", "8", "bag", after={"a": "x", "b": "y"}))


def pair() -> Iterator[Sent]:
    """A table that no model declares, whose key has not the order of its columns."""
    columns = [{"name": name, "type": "LONG"} for name in ("a", "b", "c")]
    message = json.loads(blob("INSERT", "1", "pair", after={"c": 3, "b": 2, "a": 1}))
    message["schema"] |= {"dataColumn": columns, "primaryKey": ["b", "a"]}
    yield Sent(0, "change", json.dumps(message))


def decimals() -> Iterator[Sent]:
    """A key with decimal places, once spelled as a number and once as a text."""
    yield Sent(0, "change", blob("INSERT", "1", "decimals", after='{"k": 1.10, "v": "a"}'))
    yield Sent(0, "change", blob("UPDATE_AFTER", "2", "decimals", '{"k": 1.10, "v": "a"}', '{"k": "1.1", "v": "b"}'))
    yield Sent(1, "change", blob("UPDATE_AFTER", "3", "decimals", '{"k": 1.10, "v": "b"}', '{"k": 1.11, "v": "c"}'))


def things() -> Iterator[Sent]:
    good = [
        f'{{"id":1,"small":-128,"flag":true,"ratio":1.1,"amount":12.34,"wide":12345678901234567890.123456789012345678,'
        f'"big":18446744073709551615,"raw":"{TEXT123}","at":1590315269000,"at_local":1590315269000,'
        '"day":1590249600000,"note":"é😀\\u0001\\"\\\\"}',
        '{"id":"2","small":"127","flag":"False","ratio":"1.100000","amount":"12.30","wide":"-0.000000000000000001",'
        '"big":"9223372036854775808","raw":"","at":-1,'
        '"at_local":"2024-02-29 12:34:56.789","day":"2024-02-29","note":""}',
        '{"id":3,"note":"null"}',
        '{"id":4,"flag":0,"ratio":5e-324,"amount":1.23E1,"wide":1.0000000000E-8,"big":1E3,"at":253402300799999,"day":253402185600000}',
        '{"id":5,"ratio":"NaN","amount":-0.0,"wide":0E-18,"at":-62135596800000,"at_local":"2024-02-29T12:34:56Z","day":"2024-02-28T16:00:00Z"}',
        '{"id":6,"ratio":-1.7976931348623157E308,"at":"2024-02-29 08:00:00","amount":9999999999.99}',
    ]
    for number, image in enumerate(good):
        yield Sent(number % BATCHES, "change", blob("INSERT", str(100 + number), "things", after=image))
    bad = {
        "small": ["128", '"128"', '"1.0"', "true", '""', "1.5"],
        "flag": ['"yes"', "2"],
        "ratio": ['"x"', "true", "1e400", '"1e400"', '"1d"', '"0x1p3"'],
        "amount": ["12.345", '"12.345"', "1.2345e1", '"1.2345e1"', "99999999999", '"x"', "[1]"],
        "wide": ["1.1234567890123456789", "123456789012345678901", "1.1234567890123456789012345678901234567890"],
        "big": ["123456789012345678901", "1.5", '"1.5"'],
        "raw": ['"!!"', '"dGV4dDEyMw="', '"_-8="', "7"],
        "at": ['"yesterday"', "9223372036854775807", "253402300800000", "1.5", '"2024-01-01 00:00:00.1234567"', "true"],
        "at_local": ['"0000-00-00 00:00:00"', '"2024-02-30 00:00:00"'],
        "day": ["1590249600001", '"2024-01-01 00:00:01"', '"2023-02-29"'],
    }
    for column, values in bad.items():
        for value in values:
            image = f'{{"id":99,"{column}":{value}}}'
            yield Sent(0, "bad_value", blob("INSERT", "200", "things", after=image))


def thing(number: int, **values: Any) -> dict[str, Any]:
    return {**dict.fromkeys(THINGS), "id": number, **values}


DAY = date(2024, 2, 29)
THING_ROWS = [
    thing(
        1, small=-128, flag=True, ratio=1.1, amount=Decimal("12.34"),
        wide=Decimal("12345678901234567890.123456789012345678"),
        big=Decimal(2**64 - 1), raw=b"text123", at="2020-05-24 10:14:29", at_local="2020-05-24 18:14:29",
        day=date(2020, 5, 24), note='é😀\x01"\\',
    ),
    thing(
        2, small=127, flag=False, ratio=1.1, amount=Decimal("12.30"), wide=Decimal("-0.000000000000000001"),
        big=Decimal(2**63), raw=b"", at="1969-12-31 23:59:59.999", at_local="2024-02-29 12:34:56.789", day=DAY, note="",
    ),
    thing(3, note="null"),
    thing(
        4, flag=False, ratio=5e-324, amount=Decimal("12.30"), wide=Decimal("0.00000001"), big=Decimal(1000),
        at="9999-12-31 23:59:59.999", day=date(9999, 12, 31),
    ),
    thing(
        5, ratio="NaN", amount=Decimal(0), wide=Decimal(0), at="0001-01-01 00:00:00",
        at_local="2024-02-29 20:34:56", day=DAY,
    ),
    thing(6, ratio=-1.7976931348623157e308, at="2024-02-29 00:00:00", amount=Decimal("9999999999.99")),
]  # fmt: skip


# ----------------------------------------------------------------------------------------------------------- TUPLE

TYPED = {
    "id": "bigint", "small": "smallint", "amount": "decimal(38,18)", "ratio": "double", "part": "float",
    "flag": "boolean", "raw": "binary", "at": "timestamp", "at_local": "timestamp_ntz", "day": "date",
    "micros": "timestamp", "note": "string", "text": "string",
}  # fmt: skip
TYPED_LANDING = (
    "topic string, partition int, `offset` bigint, `timestamp` timestamp, _sequence_id_ bigint,"
    " _operation_type_ string, _execute_time_ timestamp, id bigint, small smallint, amount decimal(38,18),"
    " ratio double, part float, flag boolean, raw binary, at timestamp, at_local timestamp_ntz, day date,"
    " micros bigint, note string, text decimal(38,18)"
)
LANDED = datetime(2022, 4, 15, 3, 2, 6, tzinfo=UTC)
EXACT_TIME = datetime(2024, 2, 29, 12, 34, 56, 123456)
TYPED_VALUES: list[tuple[Any, ...]] = [
    (
        2**63 - 1, -32768, Decimal("12345678901234567890.123456789012345678"), 0.1, 1.100000023841858, True,
        b"\x00\xff\x80",
        EXACT_TIME.replace(tzinfo=UTC), EXACT_TIME, date(1, 1, 1), -62135596800000000, 'é😀\x01"\\\n',
        Decimal("12345678901234567890.123456789012345678"),
    ),
    (
        -(2**63), 0, Decimal("0.00000001"), 5e-324, 1.401298464324817e-45, False, b"",
        datetime(9999, 12, 31, 23, 59, 59, 999999, tzinfo=UTC), datetime(1, 1, 1), date(9999, 12, 31),
        253402300799999999, "", Decimal("0.00000001"),
    ),
    (0, None, Decimal("0E-18"), float("nan"), float("-inf"), None, None, None, None, None, 1, None, None),
    (
        1, 1, Decimal("-99999999999999999999.999999999999999999"), -0.0, 3.4028234663852886e38, None, b"x",
        None, None, None, None, "null", Decimal(-5),
    ),
]  # fmt: skip
TYPED_ROWS = [dict(zip(TYPED, values, strict=True)) for values in TYPED_VALUES]
for row, at, at_local, micros in zip(
    TYPED_ROWS,
    ["2024-02-29 12:34:56.123456", "9999-12-31 23:59:59.999999", None, None],
    ["2024-02-29 12:34:56.123456", "0001-01-01 00:00:00", None, None],
    ["0001-01-01 00:00:00", "9999-12-31 23:59:59.999999", "1970-01-01 00:00:00.000001", None],
    strict=True,
):
    row.update(at=at, at_local=at_local, micros=micros)
TYPED_ROWS[2]["ratio"] = "NaN"
# A decimal in a string column keeps its digits, though not the zeros at its end.
for row, text in zip(TYPED_ROWS, ["12345678901234567890.123456789012345678", "0.00000001", None, "-5"], strict=True):
    row["text"] = text

TEXTS = {
    "id": "bigint", "amount": "decimal(10,2)", "flag": "boolean", "at": "timestamp", "at_local": "timestamp_ntz",
    "day": "date", "note": "string",
}  # fmt: skip
TEXTS_METADATA = (
    "_sequence_id_",
    "_operation_type_",
    "_excute_time_",
    "_source_table_",
    "_before_image_",
    "_after_image_",
)
TEXTS_LANDING = "topic string, partition int, `offset` bigint, `timestamp` timestamp, " + ", ".join(
    f"{name} string" for name in (*TEXTS_METADATA, *TEXTS)
)


@dataclass(frozen=True)
class SentRow:
    """A row of the topic whose columns are all text, its batch, and its outcome."""

    batch: int
    outcome: str
    metadata: tuple[str | None, ...]
    values: dict[str, str | None]


def tuple_rows() -> Iterator[SentRow]:
    def sent(
        batch: int,
        outcome: str,
        sequence: str | None,
        op: str | None,
        flags: str,
        number: str | None,
        note: str,
        **more: Any,
    ) -> SentRow:
        table = more.pop("table", "shop.texts")
        time = more.pop("time", "1649991726000")
        before, after = ({"-": None, "_": ""}.get(flag, flag) for flag in flags)
        return SentRow(batch, outcome, (sequence, op, time, table, before, after), {"id": number, "note": note, **more})

    # The vendor's sample, with a key: insert, update, delete; the halves of the update land in two batches.
    yield sent(0, "change", "1649991610688000000", "I", "NY", "1", "one")
    yield sent(0, "change", "1649991610688000001", "U", "YN", "1", "one")
    yield sent(1, "change", "1649991610688000001", "U", "NY", "1", "uno")
    yield sent(1, "change", "1649991610688000002", "D", "YN", "1", "uno")
    # Words, other letters; ids of different numbers of digits, the older one late.
    yield sent(0, "change", "9", "insert", "NY", "2", "old")
    yield sent(0, "change", "1000", "UPDATE_BEFOR", "YN", "2", "middle")
    yield sent(0, "change", "1000", "UPDATE_AFTER", "NY", "2", "new")
    yield sent(1, "change", "999", "UPDATE_BEFORE", "YN", "2", "old")
    yield sent(1, "change", "999", "UPDATE", "NY", "2", "middle")
    # A swap of keys, cut in the middle.
    yield sent(0, "change", "10", "I", "NY", "5", "five")
    yield sent(0, "change", "11", "I", "NY", "6", "six")
    yield sent(0, "change", "30", "U", "YN", "5", "five")
    yield sent(0, "change", "30", "U", "NY", "6", "five")
    yield sent(1, "change", "31", "U", "YN", "6", "six")
    yield sent(1, "change", "31", "U", "NY", "5", "six")
    # The operation from the flags alone; one flag; the operation alone.
    yield sent(0, "change", "40", None, "NY", "7", "by flags")
    yield sent(0, "change", "41", None, "NY", "8", "gone by flags")
    yield sent(1, "change", "42", None, "YN", "8", "gone by flags")
    yield sent(0, "change", "43", "U", "-Y", "9", "one flag")
    yield sent(0, "change", "44", "I", "--", "10", "no flags")
    yield sent(0, "change", "45", "D", "--", "11", "no flags")
    yield sent(0, "change", "46", "U", "N-", "12", "the other flag")
    # An update by the flags alone, and an after image that comes twice: the before image still deletes the row.
    yield sent(0, "change", "47", None, "NY", "19", "moves by flags")
    yield sent(0, "change", "48", None, "YN", "19", "moves by flags")
    yield sent(1, "change", "48", None, "NY", "20", "moved by flags")
    yield sent(0, "change", "47", None, "NY", "21", "in the full load")
    yield sent(0, "change", "48", None, "NY", "21", "in the log too")
    yield sent(1, "change", "49", None, "YN", "21", "in the log too")
    # The words of BLOB messages, with flags and without; halves by one flag. An empty flag is none.
    yield sent(0, "change", "100", "I", "NY", "22", "gone by word")
    yield sent(1, "change", "101", "DELETE", "YN", "22", "gone by word")
    yield sent(0, "change", "100", "INSERT", "--", "23", "gone by word alone")
    yield sent(1, "change", "101", "DELETE", "--", "23", "gone by word alone")
    yield sent(0, "change", "100", "I", "NY", "24", "moves by word")
    yield sent(1, "change", "101", "UPDATE", "YN", "24", "moves by word")
    yield sent(1, "change", "101", "UPDATE", "NY", "25", "moved by word")
    yield sent(0, "change", "100", "I", "NY", "26", "moves by word alone")
    yield sent(1, "change", "101", "UPDATE_BEFORE", "--", "26", "moves by word alone")
    yield sent(1, "change", "101", "UPDATE_AFTER", "--", "27", "moved by word alone")
    yield sent(0, "change", "100", "I", "NY", "28", "gone by word alone")
    yield sent(1, "change", "101", "UPDATE_BEFOR", "--", "28", "gone by word alone")
    yield sent(0, "change", "100", "I", "NY", "29", "gone by one flag")
    yield sent(1, "change", "101", "U", "Y-", "29", "gone by one flag")
    yield sent(0, "change", "100", "I", "NY", "30", "gone by the other flag")
    yield sent(1, "change", "101", "U", "-N", "30", "gone by the other flag")
    yield sent(0, "change", "100", "I", "__", "31", "empty flags")
    # No source table: the topic's name. Times in milliseconds, microseconds, as text, and none.
    yield sent(0, "change", "50", "I", "NY", "13", "topic", table=None, time="1649991726000000")
    yield sent(0, "change", "51", "I", "NY", "14", "text time", time="2022-04-15 11:02:06")
    yield sent(0, "change", "52", "I", "NY", "15", "no time", time=None)
    yield sent(0, "change", "53", "I", "NY", "18", "no such time", time=str(-(2**63)))
    yield sent(0, "change", "54", "I", "NY", "32", "the last milliseconds", time="99999999999999")
    yield sent(0, "change", "55", "I", "NY", "33", "the first microseconds", time="100000000000000")
    # Values as text; a number that stands for a time is milliseconds here, by the stream's option.
    yield sent(
        0,
        "change",
        "60",
        "I",
        "NY",
        "16",
        "values",
        amount="12.30",
        flag="True",
        at="1649991726000",
        at_local="2022-04-15 11:02:06.123456",
        day="2022-04-15",
    )
    yield sent(
        0,
        "change",
        "61",
        "I",
        "NY",
        "17",
        "",
        amount="1E+1",
        flag="0",
        at="2022-04-15 11:02:06",
        at_local="1649991726000",
        day="1649952000000",
    )
    for flags, op in (
        ("YY", "I"),
        ("NN", "D"),
        ("YY", "U"),
        ("NN", None),
        ("YN", "I"),
        ("NY", "D"),
        ("NY", "UPDATE_BEFOR"),
        ("YN", "UPDATE_AFTER"),
        ("--", "U"),
        # A flag that is neither yes nor no.
        ("XY", "I"),
        ("YX", "D"),
        ("X-", "I"),
        ("XY", None),
        ("XX", None),
    ):
        yield sent(0, "image_contract", "70", op, flags, "99", "x")
    yield sent(0, "unknown_operation", "70", "X", "NY", "99", "x")
    yield sent(0, "unknown_operation", "70", "", "NY", "99", "x")
    yield sent(0, "unknown_envelope", "70", None, "--", "99", "x")
    yield sent(0, "unknown_envelope", "70", None, "__", "99", "x")
    for sequence in (None, "", "1.5", "-2", "1e5", "x", "7\u2028"):
        yield sent(0, "missing_position", sequence, "I", "NY", "99", "x")
    yield sent(0, "missing_key", "70", "I", "NY", None, "x")
    yield sent(0, "missing_table", "70", "I", "NY", "99", "x", table="shop.other")
    bad: dict[str, list[str]] = {
        "amount": ["12.345", "x", "", "1.2345E1"], "flag": ["yes"], "at": ["yesterday"],
        "day": ["1649991726000", "2022-02-30"], "at_local": ["2022-04-15 11:02:06.1234567"],
    }  # fmt: skip
    for column, values in bad.items():
        for value in values:
            yield sent(0, "bad_value", "80", "I", "NY", "99", "x", **{column: value})
    yield sent(0, "bad_value", "80", "I", "NY", "1.0", "x")
    yield sent(0, "bad_value", "80", "D", "YN", "9223372036854775808", "x")


TEXT_NOTES = {
    2: "new", 5: "six", 6: "five", 7: "by flags", 9: "one flag", 10: "no flags", 12: "the other flag", 13: "topic",
    14: "text time", 15: "no time", 18: "no such time", 20: "moved by flags", 25: "moved by word",
    27: "moved by word alone", 31: "empty flags", 32: "the last milliseconds", 33: "the first microseconds",
}  # fmt: skip
APRIL = date(2022, 4, 15)
TEXT_ROWS = [{**dict.fromkeys(TEXTS), "id": number, "note": note} for number, note in TEXT_NOTES.items()] + [
    {
        "id": 16, "amount": Decimal("12.30"), "flag": True, "at": "2022-04-15 03:02:06",
        "at_local": "2022-04-15 11:02:06.123456", "day": APRIL, "note": "values",
    },
    {
        "id": 17, "amount": Decimal("10.00"), "flag": False, "at": "2022-04-15 03:02:06",
        "at_local": "2022-04-15 11:02:06", "day": APRIL, "note": "",
    },
]  # fmt: skip

# ----------------------------------------------------------------------------------------------------------- tests

BLOB_SENT = [*people(), *controls(), *refused(), *cleared(), *bag(), *pair(), *decimals(), *things()]
TEXTS_SENT = list(tuple_rows())
TYPES_OF_BLOB = """
{%- if execute %}{{ spark_cdc.datahub_blob__types(spark_cdc._stream(spark_cdc._node()), ref('routed_blob')) }}
{%- else %}select 1 from {{ ref('routed_blob') }}
{%- endif %}
"""
TYPES_OF_TYPED = """
{%- if execute %}
{%- set stream = spark_cdc._stream(spark_cdc._node()) %}
{{ spark_cdc._format('datahub_tuple', 'types')(
    stream, "(" ~ spark_cdc._events(stream, spark_cdc._whole_landing(source('landing', 'typed'))) ~ ")"
) }}
{%- else %}select 1 from {{ source('landing', 'typed') }}
{%- endif %}
"""


def land_batch(spark: Any, batch: int) -> None:
    land(spark, "datahub_landing.blob", landing_rows("shop", BLOB_SENT, batch, START))
    texts = [
        ("topic_texts", 0, offset, LANDED, *row.metadata, *(row.values.get(name) for name in TEXTS))
        for offset, row in enumerate(TEXTS_SENT)
        if row.batch == batch
    ]
    land_columns(spark, "datahub_landing.texts", TEXTS_LANDING, texts)
    typed = [
        ("topic_typed", 0, offset, LANDED, 100 - offset, "I", LANDED, *values)
        for offset, values in enumerate(TYPED_VALUES)
        if offset % BATCHES == batch
    ]
    land_columns(spark, "datahub_landing.typed", TYPED_LANDING, typed)


@pytest.fixture(scope="module")
def run(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> list[dict[int, str]]:
    """Land and build batch by batch, in one project with all streams; return the people of the table after each."""
    made = Project(tmp_path_factory.mktemp("datahub") / "p", "datahub", ansi=True)
    made.stream("blob", {"format": "datahub_blob", "options": {"date_time_zone": "Asia/Shanghai"}})
    made.tables("blob", BLOB_MODELS)
    (made.path / "models/types_blob.sql").write_text(TYPES_OF_BLOB)
    ddl = "select *, true as cdc_reads_landing from {{ ref('routed_blob') }}"
    (made.path / "models/blob_events.sql").write_text(ddl)
    made.model("ledger", "cdc_ddl_ledger(ref('blob_events'))")
    made.stream("typed", {"format": "datahub_tuple", "options": {"table": "shop.typed"}}, routed=False)
    made.tables("typed", [contract("typed", ["shop.typed"], ["id"], **TYPED)])
    (made.path / "models/types_typed.sql").write_text(TYPES_OF_TYPED)
    options = {"date_time_zone": "Asia/Shanghai", "timestamp_unit": "milliseconds"}
    made.stream("texts", {"format": "datahub_tuple", "options": options}, routed=False)
    made.tables("texts", [contract("texts", ["shop.texts", "topic_texts"], ["id"], **TEXTS)])
    made.dbt("deps")
    seen = []
    for batch in range(BATCHES):
        land_batch(spark, batch)
        made.dbt("run")
        seen.append({row.id: row.name for row in spark.table("datahub.people").collect()})
    return seen


def test_each_blob_message_has_its_class_or_reason(spark: Any, run: Any) -> None:
    logs = ["datahub.routed_blob", *(f"datahub.changes_{model['name']}" for model in BLOB_MODELS)]
    assert_outcomes(BLOB_SENT, outcomes(spark, logs))


def test_blob_updates_end_in_the_right_rows(run: list[dict[int, str]]) -> None:
    assert 1 not in run[0], "the first half of an update takes the row away until the second comes"
    assert 3 not in run[0]
    assert run[-1] == PEOPLE


@pytest.mark.law("L2")
def test_blob_truncate_kills_what_is_older_also_when_it_comes_later(spark: Any, run: Any) -> None:
    assert rows_of(spark, "datahub.cleared", COLUMNS["cleared"]) == [{"id": 2, "name": "x"}, {"id": 4, "name": "y"}]


def test_blob_table_without_key_is_a_bag(spark: Any, run: Any) -> None:
    found = Counter((row["a"], row["b"]) for row in rows_of(spark, "datahub.bag", COLUMNS["bag"]))
    assert found == {(1, "x"): 1, (2, None): 1, (3, "z"): 1, (4, "s"): 2}


def test_blob_key_with_decimal_places_is_one_key_however_it_is_spelled(spark: Any, run: Any) -> None:
    assert rows_of(spark, "datahub.decimals", COLUMNS["decimals"]) == [{"k": Decimal("1.11"), "v": "c"}]


@pytest.mark.law("L5")
def test_blob_values_are_exact(spark: Any, run: Any) -> None:
    assert rows_of(spark, "datahub.things", THINGS) == sorted(THING_ROWS, key=repr)


def test_blob_snapshot_rows_have_no_times_and_ddl_keeps_its_meta(spark: Any, run: Any) -> None:
    routed = spark.table("datahub.routed_blob")
    texts = "cdc_offset", "cast(cdc_event_at as string) as event", "cast(cdc_captured_at as string) as captured"
    times = {row.cdc_offset: row for row in routed.selectExpr(*texts).collect()}
    seen = Counter[str]()
    for offset, message in enumerate(BLOB_SENT):
        for part, column, time in (
            ('"eventTime": -1', "event", None),
            (f'"eventTime": {2**63 - 1}', "event", None),
            ('"systemTime": -1', "captured", None),
            ('"systemTime": "x"', "captured", None),
            (f'"systemTime": {START + 736}', "captured", "2020-11-14 07:38:36.736"),
        ):
            if message.outcome == "change" and part in (message.value or ""):
                seen[part] += 1
                assert times[offset][column] == time, part
    assert len(seen) == 5
    vendors = VENDORS_DDL["payload"]["ddl"]["ddlMeta"]
    ddl = routed.where("cdc_ddl is not null").select("cdc_class", "cdc_table", "cdc_ddl", "cdc_ddl_meta").collect()
    assert sorted(map(tuple, ddl), key=repr) == [
        ("ddl", "example_table_nopk", VENDORS_DDL["payload"]["ddl"]["text"], vendors),
        ("ddl", "people", "ADD COLUMN c text", None),
        ("ddl", "people", "alter table people add column holo text", "rO0ABQ=="),
        ("ddl", "people", "drop table old_people", None),
        ("ddl", "t_shiyu_nopk", "alter table t_shiyu_nopk add column holo text", vendors),
        ("ddl", "t_shiyu_nopk_old", "alter table app.t_shiyu_nopk_old add column holo text", vendors),
        ("truncate", "cleared", "truncate table cleared", None),
    ]


def test_blob_ddl_meta_that_is_unreadable_or_of_another_table_is_a_warning(spark: Any, run: Any) -> None:
    ledger = spark.table("datahub.ledger").where("cdc_meta is not null or cdc_warning is not null").collect()
    other = "ddlMeta names the table t_shiyu_nopk, the statement does not"
    assert {row.cdc_table: row.cdc_warning for row in ledger} == {
        "example_table_nopk": other,
        "t_shiyu_nopk": None,
        "t_shiyu_nopk_old": other,
        "textless": "ddlMeta names the table t_shiyu_nopk, the message textless",
        "people": "ddlMeta could not be read: ddlMeta: an object is missing",
    }


def test_blob_ddl_is_pending_also_as_a_fragment_or_without_a_text(spark: Any, run: Any) -> None:
    """A column that is added, and a table that is dropped (ERASE), need somebody to see to the contract."""
    rows = spark.table("datahub.ledger").where("cdc_table = 'people'")
    assert {row.cdc_ddl: (row.cdc_kind, row.cdc_status) for row in rows.collect()} == {
        "ADD COLUMN c text": ("ADD", "pending"),
        "alter table people add column holo text": ("ALTER", "pending"),
        "drop table old_people": ("DROP TABLE", "pending"),
        None: ("UNKNOWN", "pending"),
    }


def test_blob_types_are_those_that_the_messages_declare(spark: Any, run: Any) -> None:
    rows = spark.sql(
        "select distinct column_name, column_number, evidence, data_type, key_number from datahub.types_blob"
        " where cdc_table = 'people' and column_name is not null"
    ).collect()
    assert sorted(map(tuple, rows)) == [("id", 1, "LONG", "bigint", 1), ("name", 2, "STRING", "string", None)]
    pair = spark.sql("select column_name, column_number, key_number from datahub.types_blob where cdc_table = 'pair'")
    assert sorted(map(tuple, pair.collect())) == [("a", 1, 2), ("b", 2, 1), ("c", 3, None)]


def test_each_tuple_row_has_its_class_or_reason(spark: Any, run: Any) -> None:
    sent = [Sent(row.batch, row.outcome, str((row.metadata, row.values))) for row in TEXTS_SENT]
    assert_outcomes(sent, outcomes(spark, ["datahub.changes_texts"]))


def test_tuple_rows_of_text_end_in_the_right_rows(spark: Any, run: Any) -> None:
    assert rows_of(spark, "datahub.texts", TEXTS) == sorted(TEXT_ROWS, key=repr)


def test_tuple_execute_time_is_read_in_every_shape(spark: Any, run: Any) -> None:
    rows = spark.sql(
        "select distinct id, cast(cdc_event_at as string) as at from datahub.changes_texts"
        " where id in (10, 13, 14, 15, 18, 32, 33)"
    )
    times = {row.id: row.at for row in rows.collect()}
    assert times == {
        10: "2022-04-15 03:02:06",
        13: "2022-04-15 03:02:06",
        14: "2022-04-15 03:02:06",
        15: None,
        18: None,
        32: "5138-11-16 09:46:39.999",
        33: "1973-03-03 09:46:40",
    }


@pytest.mark.law("L5")
def test_tuple_columns_of_every_type_are_exact(spark: Any, run: Any) -> None:
    found = rows_of(spark, "datahub.typed", TYPED)
    assert found == sorted(TYPED_ROWS, key=repr)
    assert [str(row["ratio"]) for row in found if row["id"] == 1] == ["-0.0"]


def test_tuple_types_are_the_kinds_of_values(spark: Any, run: Any) -> None:
    rows = spark.sql(
        "select distinct column_name, data_type from datahub.types_typed where data_type is not null"
    ).collect()
    types = {row.column_name: row.data_type for row in rows}
    assert not [name for name in types if name.startswith("_") or name in ("topic", "partition", "offset", "timestamp")]
    assert (types["id"], types["note"], types["flag"]) == ("bigint", "string", "boolean")
    found = {(row.column_name, row.data_type) for row in rows}
    assert {("ratio", "double"), ("amount", "string")} <= found, "a decimal is a text, a double a number"
    assert ("amount", "double") not in found
    times = spark.sql("select distinct cast(cdc_event_at as string) as at from datahub.changes_typed").collect()
    assert [row.at for row in times] == ["2022-04-15 03:02:06"], (
        "_execute_time_, which the other topic calls _excute_time_"
    )
