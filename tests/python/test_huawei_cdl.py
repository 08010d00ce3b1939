"""Huawei CDL: CDL JSON 1.0 and its Debezium variant 2.0 in one topic, every documented operation and every known trap.

Each message has its expected outcome; the rows of the tables are written by hand. Source: the vendor's page on
CDL JSON and open-source Debezium JSON, and docs/formats/huawei_cdl.md.
"""

from __future__ import annotations

import base64
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from landing import land
from project import Project
from scenario import Sent, assert_outcomes, contract, landing_rows, outcomes, rows_of

BATCHES = 3
START = 1_707_047_996_013
CONNECT = "org.apache.kafka.connect.data."
CDL = "com.xxx.cdc.data."

# ------------------------------------------------------------------------------------------------------ the tables

THINGS = {
    "id": "int", "i8": "tinyint", "i64": "bigint", "f32": "float", "f64": "double", "flag": "boolean", "txt": "string",
    "raw": "binary", "dec": "decimal(38,10)", "wide": "decimal(38,0)", "cdec": "decimal(10,2)", "u64": "decimal(20,0)",
    "day": "date", "day_ms": "date", "at": "timestamp_ntz", "at_zone": "timestamp", "numtext": "string",
    "tod": "string",
}  # fmt: skip
MODELS = [
    contract("people", ["public.people"], ["id"], id="int", name="string"),
    contract("pairs", ["public.pairs"], ["a", "b"], a="int", b="string", v="string"),
    contract("bag", ["public.bag"], [], a="int", b="string"),
    contract("cleared", ["public.cleared"], ["id"], id="int", name="string"),
    contract("toast", ["public.toast"], ["id"], id="int", doc="string", pic="binary", kept="string"),
    contract("things", ["public.things"], ["id"], **THINGS),
]
for column in MODELS[-1]["columns"]:
    if column["name"] in ("numtext", "tod"):
        named = CDL + "Decimal" if column["name"] == "numtext" else CONNECT + "Time"
        column["config"] = {"meta": {"cdc": {"type": named}}}
LOBS = contract("lobs", ["APP.LOBS"], ["ID"], ID="bigint", DOC="string", PIC="binary", NOTE="string")
SCNS = contract("scns", ["public.scns"], ["id"], id="int", name="string")
COLUMNS = {model["name"]: {c["name"]: c["data_type"] for c in model["columns"]} for model in [*MODELS, LOBS, SCNS]}

PLAIN = {
    "int": "int32", "tinyint": "int8", "bigint": "int64", "float": "float", "double": "double", "boolean": "boolean",
    "string": "string", "binary": "bytes",
}  # fmt: skip
NAMED: dict[str, tuple[str, str]] = {
    "dec": ("string", CDL + "Decimal"),
    "wide": ("string", CDL + "Decimal"),
    "numtext": ("string", CDL + "Decimal"),
    "cdec": ("bytes", CONNECT + "Decimal"),
    "u64": ("int64", ""),
    "day": ("int32", CONNECT + "Date"),
    "day_ms": ("int64", CONNECT + "Timestamp"),
    "at": ("int64", CONNECT + "Timestamp"),
    "at_zone": ("int64", CONNECT + "Timestamp"),
    "tod": ("int32", CONNECT + "Time"),
}
KEYS = {"pairs": ["a", "b"], "bag": [], "lobs": ["ID"]}
Image = Mapping[str, Any] | str | None


def fields(table: str, version: int) -> list[dict[str, Any]]:
    """Return a table's columns as a Connect schema has them; times are texts in version 2.0."""
    made = []
    for name, data_type in COLUMNS[table].items():
        kind, logical = NAMED.get(name, (PLAIN.get(data_type, ""), ""))
        if version == 2 and name in ("at", "at_zone", "day_ms"):
            kind, logical = "string", CDL + "timestamp"
        field: dict[str, Any] = {"type": kind, "optional": name != "id", "field": name}
        if logical:
            field["name"] = logical
        if name == "cdec":
            field["parameters"] = {"scale": "2", "connect.decimal.precision": "10"}
        made.append(field)
    return made


def written(schema: Any, payload: dict[str, Any]) -> str:
    """Return the message's JSON; an image given as a text goes in as it is, where a number's spelling matters."""
    texts = {
        f"@{name}": value for name, value in payload.items() if name in ("data", "after") and isinstance(value, str)
    }
    marked = {name: f"@{name}" if f"@{name}" in texts else value for name, value in payload.items()}
    text = json.dumps({"schema": schema, "payload": marked}, ensure_ascii=False)
    for mark, image in texts.items():
        text = text.replace(f'"{mark}"', image)
    return text


def schema_of(table: str, version: int) -> dict[str, Any]:
    columns = fields(table, version)
    key = [field for field in columns if field["field"] in KEYS.get(table, ["id"])]
    after = "data" if version == 1 else "after"
    return {
        "type": "struct",
        "fields": [
            {"type": "string", "optional": False, "field": "OPERATION" if version == 1 else "op"},
            {"type": "struct", "fields": key, "optional": True, "name": "unique", "field": "unique"},
            {"type": "struct", "fields": columns, "optional": True, "name": "before", "field": "before"},
            {"type": "struct", "fields": columns, "optional": True, "name": "data", "field": after},
        ],
        "optional": False,
        "name": f"public.{table}",
    }


def plain_schema(table: str) -> dict[str, Any]:
    """Return a table's schema without the logical names that declare what a number is."""
    schema = schema_of(table, 1)
    for struct in schema["fields"]:
        struct["fields"] = [{k: v for k, v in field.items() if k != "name"} for field in struct.get("fields", [])]
    return schema


def properties(lsn: Any) -> list[dict[str, Any]]:
    return [{"name": "txId", "value": 57227595}, {"name": "lsn", "value": lsn}]


def v1(operation: Any, lsn: Any, data: Image = None, before: Image = None, table: str = "people", **more: Any) -> str:
    image = data if isinstance(data, Mapping) else before if isinstance(before, Mapping) else {}
    payload = {
        "DATA_STORE": "POSTGRESQL", "SEG_OWNER": "public", "TABLE_NAME": table, "TIMESTAMP": START,
        "OPERATION": operation, "LOB_COLUMNS": None, "transaction": {"properties": properties(lsn)},
        "unique": {name: image.get(name) for name in KEYS.get(table, ["id"])} or None, "data": data, "before": before,
        "message_version": "1.0", "message_type": "0", "HEARTBEAT_IDENTIFIER": "279fb050-0143-45c1-b184-50bc48c2461c",
    }  # fmt: skip
    schema = more.pop("schema", schema_of(table, 1) if table in COLUMNS else None)
    return written(schema, {name: value for name, value in {**payload, **more}.items() if value != "absent"})


def v2(op: Any, lsn: Any, after: Image = None, before: Image = None, table: str = "people", **more: Any) -> str:
    image = after if isinstance(after, Mapping) else before if isinstance(before, Mapping) else {}
    source = {
        "version": "1.4.0.Final", "connector": "postgresql", "name": "cdl", "ts_ms": START, "snapshot": "false",
        "db": "cdl", "schema": "public", "table": table, "txId": 57227663, "lsn": lsn, **more.pop("source", {}),
    }  # fmt: skip
    payload = {
        "before": before, "after": after, "source": source, "op": op, "ts_ms": START + 93_000, "message_version": "2.0",
        "message_type": "0", "LOB_COLUMNS": None,
        "unique": {name: image.get(name) for name in KEYS.get(table, ["id"])} or None,
    }  # fmt: skip
    schema = more.pop("schema", schema_of(table, 2) if table in COLUMNS else None)
    return written(schema, {name: value for name, value in {**payload, **more}.items() if value != "absent"})


def person(number: int, name: str | None) -> dict[str, Any]:
    return {"name": name, "id": number}


# ---------------------------------------------------------------------------------------------------- the messages


def people() -> Iterator[Sent]:
    def change(batch: int, message: str) -> Sent:
        return Sent(batch, "change", message)

    # Each operation of each version; the older message late, positions of different numbers of digits.
    yield change(0, v1("INSERT", 9, person(1, "old")))
    yield change(0, v1("UPDATE", 1000, person(1, "new"), person(1, "middle")))
    yield change(1, v1("UPDATE", 999, person(1, "middle"), person(1, "old")))
    yield change(0, v2("c", 9, person(2, "old")))
    yield change(0, v2("u", 1000, person(2, "new"), person(2, "middle")))
    yield change(1, v2("u", 999, person(2, "middle"), None))
    yield change(0, v1("INSERT", 10, person(3, "gone")))
    yield change(1, v1("DELETE", 11, None, person(3, "gone")))
    yield change(0, v2("r", 10, person(4, "gone")))
    yield change(1, v2("d", 11, None, person(4, "gone")))
    # The two versions of one row, in turns, and late.
    yield change(0, v1("INSERT", 20, person(5, "by 1.0")))
    yield change(0, v2("u", 22, person(5, "by 2.0 last")))
    yield change(1, v1("UPDATE", 21, person(5, "by 1.0 late")))
    yield change(1, v2("c", 25, person(6, "by 2.0 late")))
    yield change(0, v1("DELETE", 26, None, person(6, "by 2.0 late")))
    # The position: properties in any order, as an object, as texts, of other names; the first name counts.
    swapped = {"properties": [{"name": "lsn", "value": 31}, {"name": "txId", "value": 99}]}
    yield change(0, v1("INSERT", 0, person(7, "swapped"), transaction=swapped))
    yield change(1, v1("UPDATE", 30, person(7, "older")))
    yield change(0, v1("INSERT", 0, person(8, "object"), transaction={"properties": {"txId": 99, "lsn": 31}}))
    yield change(1, v1("UPDATE", 30, person(8, "older")))
    yield change(0, v1("INSERT", "31", person(9, "text")))
    yield change(1, v1("UPDATE", 30, person(9, "older")))
    other = {"properties": [{"name": "txId", "value": 99}, None, {"name": "scn", "value": 31}]}
    yield change(0, v1("INSERT", 0, person(10, "scn"), transaction=other))
    yield change(1, v1("UPDATE", 30, person(10, "older")))
    both = {"properties": [{"name": "pos", "value": 1}, {"name": "scn", "value": 2}, {"name": "lsn", "value": 31}]}
    yield change(0, v1("INSERT", 0, person(11, "lsn first"), transaction=both))
    yield change(1, v1("UPDATE", 30, person(11, "older")))
    without_lsn = {"properties": [{"name": "pos", "value": 1}, {"name": "scn", "value": 31}]}
    yield change(0, v1("INSERT", 0, person(41, "scn first"), transaction=without_lsn))
    yield change(1, v1("UPDATE", 30, person(41, "older")))
    pos_alone = {"properties": [{"name": "pos", "value": 31}]}
    yield change(0, v1("INSERT", 0, person(43, "pos"), transaction=pos_alone))
    yield change(1, v1("UPDATE", 0, person(43, "older"), transaction={"properties": [{"name": "pos", "value": 30}]}))
    yield change(0, v2("c", None, person(12, "scn"), source={"scn": "31", "ts_ms": 1}))
    yield change(1, v2("u", None, person(12, "older"), source={"scn": 30}))
    # The same position: the later offset counts. A negative one, as real snapshots have, is the lowest.
    yield change(0, v1("INSERT", 40, person(13, "first of two")))
    yield change(0, v1("UPDATE", 40, person(13, "second of two")))
    yield change(0, v2("u", 41, person(14, "streamed")))
    yield change(1, v2("r", -9223372036854775808, person(14, "snapshot")))
    # A row of a snapshot may have none: it is older than all that was streamed, and the offset orders such rows.
    yield change(0, v2("u", 1, person(44, "streamed")))
    yield change(1, v2("r", None, person(44, "read")))
    yield change(0, v2("r", None, person(45, "read"), source={"snapshot": "true"}))
    yield change(1, v2("c", "", person(45, "read again"), source={"snapshot": "last"}))
    yield Sent(0, "missing_position", v2("c", None, person(99, "x"), source={"snapshot": "false"}))
    yield Sent(0, "missing_position", v2("u", None, person(99, "x"), source={"snapshot": "true"}))
    yield Sent(0, "missing_position", v2("r", "x", person(99, "x")))
    yield change(0, v1("INSERT", 10**37, person(15, "38 digits")))
    yield change(1, v1("UPDATE", 42, person(15, "older")))
    # The key of a delete: from before, from unique, from both.
    deletes: list[dict[str, Any]] = [
        {"before": person(16, "x"), "unique": None},
        {"before": None, "unique": {"id": 17}},
        {"before": {"id": None, "name": "x"}, "unique": {"id": 18}},
    ]
    for number, images in enumerate(deletes, 16):
        yield change(0, v1("INSERT", 50, person(number, "to be deleted")))
        yield change(1, v1("DELETE", 51, **images))
    yield change(0, v2("c", 50, person(19, "to be deleted")))
    yield change(1, v2("d", 51, unique={"id": 19}))
    # A change of key by before and data, whatever unique shows; by unique alone where there is no before.
    for number, unique in ((20, 20), (22, 23)):
        yield change(0, v1("INSERT", 60, person(number, "mover")))
        yield change(1, v1("UPDATE", 61, person(number + 1, "mover"), person(number, "mover"), unique={"id": unique}))
    yield change(0, v2("c", 60, person(24, "mover")))
    yield change(1, v2("u", 61, person(25, "mover"), person(24, "mover")))
    yield change(0, v1("INSERT", 60, person(26, "mover")))
    yield change(1, v1("UPDATE", 61, person(27, "mover"), None, unique={"id": 26}))
    yield change(0, v1("INSERT", 60, person(28, "mover")))
    yield change(1, v1("UPDATE", 61, person(29, "mover"), {"id": None, "name": None}, unique={"id": 28}))
    # Two keys swapped; deleted and inserted again.
    yield change(0, v1("INSERT", 70, person(30, "thirty")))
    yield change(0, v1("INSERT", 71, person(31, "thirty-one")))
    yield change(0, v1("UPDATE", 72, person(31, "thirty"), person(30, "thirty")))
    yield change(1, v1("UPDATE", 73, person(30, "thirty-one"), person(31, "thirty-one")))
    yield change(0, v2("c", 74, person(32, "first")))
    yield change(0, v2("d", 75, None, person(32, "first")))
    yield change(0, v1("INSERT", 76, person(32, "again")))
    # The version: as a number, missing in either shape, empty.
    yield change(0, v1("INSERT", 80, person(33, "number"), message_version=1.0))
    yield change(0, v1("INSERT", 80, person(34, "sniffed"), message_version="absent"))
    yield change(0, v2("c", 80, person(35, "sniffed"), message_version="absent"))
    yield change(0, v2("c", 80, person(36, "sniffed"), message_version=None))
    yield change(0, v1("INSERT", 80, person(37, "empty"), message_version=""))
    # What does not matter: letters of the operation, the kind of message, no schema, no before image at all.
    yield change(0, v1("insert", 81, person(38, "small letters"), message_type="7"))
    yield change(0, v1("INSERT", 81, person(39, None), schema=None, HEARTBEAT_IDENTIFIER="absent", before="absent"))
    yield change(0, v2("c", 81, person(40, "no schema"), schema="absent", source={"schema": None, "db": "public"}))
    # LOB_COLUMNS has no effect on a NULL, unless an option is set.
    yield change(0, v1("INSERT", 90, person(42, "not null")))
    yield change(1, v1("UPDATE", 91, person(42, None), LOB_COLUMNS="name"))
    # Redelivered under other coordinates.
    yield change(2, v1("UPDATE", 999, person(1, "middle"), person(1, "old")))


PEOPLE = {
    1: "new", 2: "new", 5: "by 2.0 last", 7: "swapped", 8: "object", 9: "text", 10: "scn", 11: "lsn first", 12: "scn",
    13: "second of two", 14: "streamed", 15: "38 digits", 21: "mover", 23: "mover", 25: "mover", 27: "mover",
    29: "mover", 30: "thirty-one", 31: "thirty", 32: "again", 33: "number", 34: "sniffed", 35: "sniffed",
    36: "sniffed", 37: "empty", 38: "small letters", 39: None, 40: "no schema", 41: "scn first", 42: None,
    43: "pos", 44: "streamed", 45: "read again",
}  # fmt: skip


def pairs() -> Iterator[Sent]:
    """A key of two columns, of which one changes."""
    one, moved = {"a": 1, "b": "x", "v": "one"}, {"a": 1, "b": "y", "v": "moved"}
    yield Sent(0, "change", v1("INSERT", 1, one, table="pairs"))
    yield Sent(1, "change", v1("UPDATE", 2, moved, one, table="pairs"))
    yield Sent(0, "change", v2("c", 1, {"a": 2, "b": "", "v": "two"}, table="pairs"))
    yield Sent(0, "missing_key", v1("INSERT", 3, {"a": 1, "b": None, "v": "x"}, table="pairs"))
    yield Sent(0, "missing_key", v1("DELETE", 3, None, {"a": 1, "b": None, "v": "x"}, table="pairs"))


def bag() -> Iterator[Sent]:
    """A table without key: unique is null, and an update needs the before image."""
    one, two = {"a": 1, "b": "x"}, {"a": 2, "b": None}
    for lsn in (1, 2, 3):
        yield Sent(0, "change", v1("INSERT", lsn, one, table="bag"))
    yield Sent(1, "change", v2("u", 4, two, one, table="bag"))
    yield Sent(0, "change", v1("UPDATE", 5, {"a": 3, "b": "z"}, one, table="bag"))
    yield Sent(2, "change", v2("d", 6, None, {"a": 3, "b": "z"}, table="bag"))
    yield Sent(2, "change", v2("r", 0, two, table="bag", unique="absent"))
    for _ in range(2):
        yield Sent(2, "change", v2("r", None, two, table="bag", unique="absent"))
    yield Sent(0, "image_contract", v1("UPDATE", 7, {"a": 9, "b": "z"}, None, table="bag"))
    yield Sent(0, "image_contract", v1("DELETE", 7, table="bag"))
    yield Sent(0, "image_contract", v1("INSERT", 7, table="bag"))
    # A deleted row must be whole as well, or it is not found.
    yield Sent(0, "image_contract", v1("DELETE", 7, None, {"a": 2}, table="bag"))
    yield Sent(0, "image_contract", v2("u", 7, {"a": 9, "b": "z"}, {"b": None}, table="bag"))


def cleared() -> Iterator[Sent]:
    """The variant is Debezium's, so that a truncate and its kin count; rows of version 1.0 go too."""
    for batch, lsn, number in ((0, 10, 1), (0, 30, 2), (1, 15, 3), (1, 19, 1)):
        yield Sent(batch, "change", v1("INSERT", lsn, person(number, "x"), table="cleared"))
    yield Sent(0, "truncate", v2("t", 20, table="cleared"))
    yield Sent(2, "change", v2("u", 31, person(4, "y"), table="cleared"))


def toast() -> Iterator[Sent]:
    """PostgreSQL's TOAST values, which version 2.0 leaves out of updates; a column that no schema names stays too."""
    row = {"id": 1, "doc": "text", "pic": "AAE=", "kept": "kept"}
    placeholder = "__debezium_unavailable_value"
    yield Sent(0, "change", v2("c", 1, row, table="toast"))
    left_out = {"id": 1, "doc": placeholder, "pic": base64.b64encode(placeholder.encode()).decode()}
    schema = schema_of("toast", 2)
    for struct in schema["fields"]:
        struct["fields"] = [field for field in struct.get("fields", []) if field["field"] != "kept"]
    yield Sent(1, "change", v2("u", 2, left_out, table="toast", schema=schema))
    yield Sent(0, "change", v1("INSERT", 1, {**row, "id": 2}, table="toast"))
    yield Sent(1, "change", v1("UPDATE", 2, {**row, "id": 2, "doc": "new", "kept": None}, table="toast"))


def controls() -> Iterator[Sent]:
    beat = {"cdl_job_id": "1", "cdl_last_heartbeat": "2024-02-04"}
    yield Sent(0, "heartbeat", v1("UPDATE", 90, beat, beat, SEG_OWNER="cdc_cdl", table="cdc_heartbeat"))
    yield Sent(0, "heartbeat", v1("INSERT", 90, beat, SEG_OWNER="CDC_CDL", table="CDC_HEARTBEAT"))
    yield Sent(0, "heartbeat", v1("UPDATE", None, beat, SEG_OWNER="Cdc_Cdl", table="Cdc_Heartbeat"))
    yield Sent(0, "heartbeat", v2("u", 90, beat, source={"schema": "cdc_cdl"}, table="cdc_heartbeat"))
    yield Sent(0, "heartbeat", v2("u", 90, beat, source={"schema": None, "db": "CDC_CDL"}, table="cdc_heartbeat"))
    yield Sent(0, "change", v1("INSERT", 90, beat, SEG_OWNER="public", table="cdc_heartbeat"))  # another's table
    yield Sent(0, "noop", v2("m", 91, table="people", message={"prefix": "p", "content": "eA=="}))
    yield Sent(0, "tombstone", None)
    yield Sent(0, "tombstone", " null ")


def refused() -> Iterator[Sent]:
    whole, other = v1("INSERT", 95, person(99, "x")), v2("c", 95, person(99, "x"))
    for text in (
        whole + " {}",
        whole[:-1],
        f"[{whole}]",
        "",
        '"text"',
        "7",
        whole.replace('"OPERATION"', "'OPERATION'"),
    ):
        yield Sent(0, "malformed", text)
    deep = '{"payload":' * 1100 + "1" + "}" * 1100
    yield Sent(0, "malformed", deep)
    for text in ("{}", '{"payload":null}', '{"payload":[]}', '{"a":{"b":1}}', '{"payload":{"source":{"lsn":1}}}'):
        yield Sent(0, "unknown_envelope", text)
    yield Sent(0, "unknown_envelope", v1("INSERT", 95, person(99, "x"), message_version="3.0"))
    yield Sent(0, "unknown_envelope", v1("INSERT", 95, person(99, "x"), message_version="2.0"))
    yield Sent(0, "unknown_envelope", v2("c", 95, person(99, "x"), message_version="1.0"))
    yield Sent(0, "unknown_envelope", v1(None, 95, person(99, "x")))
    for operation in ("UPSERT", "TRUNCATE", "", "c", "INSERT/UPDATE/DELETE"):
        yield Sent(0, "unknown_operation", v1(operation, 95, person(99, "x")))
    for op in ("INSERT", "x", "", "C"):
        yield Sent(0, "unknown_operation", v2(op, 95, person(99, "x")))
    for lsn in (None, "", "16/B374D848", 1.5, "1e5", {"a": 1}, "7\u2028", "9" * 39):
        yield Sent(0, "missing_position", v1("INSERT", lsn, person(99, "x")))
        yield Sent(0, "missing_position", v2("c", lsn, person(99, "x")))
    transactions: list[Any] = [
        None,
        {},
        {"properties": []},
        {"properties": None},
        {"properties": "lsn"},
        {"properties": [7]},
        7,
    ]
    for transaction in transactions:
        yield Sent(0, "missing_position", v1("INSERT", 95, person(99, "x"), transaction=transaction))
    yield Sent(0, "missing_position", v2("t", None, table="cleared"))
    yield Sent(0, "missing_table", v1("INSERT", 95, person(99, "x"), TABLE_NAME=None))
    yield Sent(0, "missing_table", v1("INSERT", 95, person(99, "x"), TABLE_NAME=""))
    yield Sent(0, "missing_table", other.replace('"table": "people"', '"table": null'))
    no_source = json.loads(other)
    no_source["payload"]["source"] = 7
    yield Sent(0, "missing_table", json.dumps(no_source))
    yield Sent(0, "image_contract", v1("INSERT", 95, None, person(99, "x")))
    yield Sent(0, "image_contract", v1("UPDATE", 95, None, person(99, "x")))
    yield Sent(0, "image_contract", v2("c", 95, None, person(99, "x")))
    yield Sent(0, "image_contract", v1("INSERT", 95, after=person(99, "x")))
    yield Sent(0, "image_contract", v2("c", 95, data=person(99, "x")))
    yield Sent(0, "image_contract", v1("DELETE", 95, unique=None))
    yield Sent(0, "image_contract", v2("d", 95, unique=None))
    yield Sent(0, "image_contract", v1("INSERT", 95, {"id": 99}))  # the schema names a column that the image lacks
    yield Sent(0, "image_contract", v2("u", 95, {"id": 99}, person(99, "x")))
    yield Sent(0, "missing_key", v1("INSERT", 95, {"id": None, "name": "x"}))
    yield Sent(0, "missing_key", v1("INSERT", 95, {"name": "x"}, schema=None, unique=None))
    yield Sent(0, "bad_value", v1("INSERT", 95, {"id": "x", "name": "x"}))
    yield Sent(0, "bad_value", v1("INSERT", 95, {"id": 2**31, "name": "x"}))
    yield Sent(0, "bad_value", v1("DELETE", 95, None, {"id": 1.5, "name": "x"}, unique=None))
    # A key in before that cannot be read is not made good by unique.
    yield Sent(0, "bad_value", v1("DELETE", 95, None, {"id": "x", "name": "x"}, unique={"id": 1}))
    yield Sent(0, "bad_value", v1("UPDATE", 1001, person(1, "new"), {"id": "x", "name": "x"}))


def base64_number(value: int) -> str:
    return base64.b64encode(value.to_bytes(value.bit_length() // 8 + 1, "big", signed=True)).decode()


LATER = 900  # the position of messages whose schemas are not the table's usual ones
LATEST = 901  # and that of one whose structs are not alike
FEBRUARY_29 = 19_782  # days
NOON = FEBRUARY_29 * 86_400_000 + 45_045_123  # 2024-02-29 12:30:45.123


def unlike_schema() -> dict[str, Any]:
    """Return a schema whose `before` has the name that `data` has elsewhere, and other types than `after`."""
    key = {"type": "int32", "field": "id"}
    before = {"type": "int64", "field": "at", "optional": True, "name": CONNECT + "Timestamp"}
    after = {"type": "string", "field": "at", "optional": True, "name": CDL + "timestamp"}
    return {
        "type": "struct",
        "fields": [
            {"type": "struct", "field": "before", "name": "data", "fields": [key, before]},
            {"type": "struct", "field": "after", "name": "Value", "fields": [key, after]},
        ],
    }


def things() -> Iterator[Sent]:
    def whole(**values: Any) -> dict[str, Any]:
        return {**dict.fromkeys(THINGS), **values}

    good = [
        v1("INSERT", 100, whole(
            id=1, i8=-128, i64=2**63 - 1, f32=1.5, f64=5e-324, flag=True, txt='é😀\x00\x01"\\', raw="AICA/w==",
            dec="9" * 28 + ".9999999999", wide="-" + "9" * 38, cdec=base64_number(-12_345), u64=-5, day=FEBRUARY_29,
            day_ms=FEBRUARY_29 * 86_400_000, at=NOON, at_zone=NOON, numtext="1" * 50 + ".50", tod=45_045_123,
        ), table="things"),
        v2("c", 100, whole(
            id=2, i8=127, i64=-(2**63), f32="NaN", f64="-Infinity", flag=False, txt="", raw="", dec="-0.0000000001",
            wide="0", cdec=base64_number(1), u64=2**63 - 1, day=-719_162, day_ms="2024-02-29 00:00:00",
            at="2024-02-29 12:34:56.123456", at_zone="2024-02-29T12:34:56.123456+08:00", numtext="0.0", tod=0,
        ), table="things"),
        v2("c", 100, whole(
            id=3, f64=-1.7976931348623157e308, at="9999-12-31 23:59:59.999999", at_zone="2024-02-29 12:34:56",
            day=2_932_896, dec="1E3", txt="null",
        ), table="things"),
        v1("INSERT", 100, whole(id=4), table="things"),
        # Without a schema the contract and its defaults decide; a decimal may be a number of any spelling.
        v1(
            "INSERT", 100,
            f'{{"id":5,"at":{NOON},"day":{FEBRUARY_29},"dec":1.10,"wide":12345678901234567890123456789012345678,'
            '"cdec":"12.30","u64":18446744073709551615,"numtext":0.10,"tod":1,"f64":0.1}',
            table="things", schema=None, unique={"id": 5},
        ),
        v2(
            "c", 100, json.dumps(whole(
                id=6, at="2024-02-29T12:34:56Z", at_zone="2024-02-29 12:34:56+00", dec="@", f64=1e-308,
            )).replace('"@"', "1.23e1"),
            table="things", unique={"id": 6},
            schema={"fields": [field for field in schema_of("things", 2)["fields"] if field["field"] != "after"]},
        ),
        # Another prefix; and the clock of texts without a zone is the stream's, without a schema as with one.
        v2(
            "c", LATER, whole(id=8, dec="1.5", at="2024-02-29 12:34:56+00:00", at_zone="2024-02-29 12:34:56"),
            table="things", schema=json.loads(json.dumps(schema_of("things", 2)).replace("com.xxx", "com.huawei")),
        ),
        v2(
            "c", 100, whole(
                id=9, at="2024-02-29T12:34:56+00:00", at_zone="2024-02-29 12:34:56", day="2024-02-29",
                day_ms="2024-02-28T16:00:00Z",
            ),
            table="things", schema=None, unique={"id": 9},
        ),
        # Numbers without a logical name are milliseconds and days, in a schema as without one.
        v1(
            "INSERT", LATER, whole(id=10, at=NOON, at_zone=NOON, day=FEBRUARY_29),
            table="things", schema=plain_schema("things"),
        ),
        v1("INSERT", 100, whole(id=11, at=NOON, at_zone=NOON), table="things", schema=None, unique={"id": 11}),
        v1("UPDATE", 100, whole(id=7, at=-62_135_596_800_000, at_zone=253_402_300_799_999), table="things"),
    ]  # fmt: skip
    for number, message in enumerate(good):
        yield Sent(number % BATCHES, "change", message)
    bad: dict[str, list[Any]] = {
        "i8": [128, 255, -129, "x", 1.5], "i64": [2**63, True], "flag": ["maybe", 2], "f64": ["heavy"],
        "f32": [1e39, -1e39],
        "raw": ["%%", "AI=A"],
        "dec": ["1.12345678901", "x", "", "1E-999999999", "9" * 29, True, "=1"], "wide": ["9" * 39, "0.5"],
        "cdec": ["%%", base64_number(10**10), True, "=1"], "day_ms": [NOON], "numtext": ["=abc", True],
        "day": ["today", 10**12, 2_932_897, -719_163, "2024-02", "2024-02-29 12:00:00"],
        "at": [2**63 - 1, "yesterday", 253_402_300_800_000, -62_135_596_800_001],
    }  # fmt: skip
    for column, values in bad.items():
        for value in values:
            yield Sent(0, "bad_value", v1("INSERT", 200, whole(id=99, **{column: value}), table="things"))
    texts: dict[str, list[Any]] = {
        "at": [
            "2024-02-30 00:00:00", "0000-00-00 00:00:00", "12:34:56", "2024-02-29 12:34:56.1234567", "infinity", "",
            "1709209845123", 1_709_209_845_123, "2024-02", "0000-12-31 00:00:00", "9999-12-31 23:59:59-10:00",
        ],
        "at_zone": ["2024-02-29 25:00:00", "2024-02-29 12:34:56 Nowhere/City"],
        "day_ms": ["2024-02-29 12:00:00", "x"],
    }  # fmt: skip
    for column, values in texts.items():
        for value in values:
            yield Sent(0, "bad_value", v2("c", 200, whole(id=99, **{column: value}), table="things"))
    # By the struct of the field `after` this is a text of time, by the one that is named "data" milliseconds.
    image = {"id": 99, "at": "1709209845123"}
    yield Sent(0, "bad_value", v2("c", LATEST, image, table="things", schema=unlike_schema()))


def thing(number: int, **values: Any) -> dict[str, Any]:
    return {**dict.fromkeys(THINGS), "id": number, **values}


LEAP = date(2024, 2, 29)
THING_ROWS = [
    thing(
        1, i8=-128, i64=2**63 - 1, f32=1.5, f64=5e-324, flag=True, txt='é😀\x00\x01"\\', raw=b"\x00\x80\x80\xff",
        dec=Decimal("9" * 28 + ".9999999999"), wide=Decimal("-" + "9" * 38), cdec=Decimal("-123.45"), u64=Decimal(-5),
        day=LEAP, day_ms=LEAP, at="2024-02-29 12:30:45.123", at_zone="2024-02-29 12:30:45.123",
        numtext="1" * 50 + ".50", tod="12:30:45.123000",
    ),
    thing(
        2, i8=127, i64=-(2**63), f32="NaN", f64=float("-inf"), flag=False, txt="", raw=b"",
        dec=Decimal("-0.0000000001"), wide=Decimal(0), cdec=Decimal("0.01"), u64=Decimal(2**63 - 1), day=date(1, 1, 1),
        day_ms=LEAP, at="2024-02-29 12:34:56.123456", at_zone="2024-02-29 04:34:56.123456", numtext="0.0",
        tod="00:00:00.000000",
    ),
    thing(
        3, f64=-1.7976931348623157e308, at="9999-12-31 23:59:59.999999", at_zone="2024-02-29 04:34:56",
        day=date(9999, 12, 31), dec=Decimal(1000), txt="null",
    ),
    thing(4),
    thing(
        5, at="2024-02-29 12:30:45.123", day=LEAP, dec=Decimal("1.10"),
        wide=Decimal("12345678901234567890123456789012345678"), cdec=Decimal("12.30"), u64=Decimal(2**64 - 1),
        numtext="0.1", tod="00:00:00.001000", f64=0.1,
    ),
    thing(6, at="2024-02-29 20:34:56", at_zone="2024-02-29 12:34:56", dec=Decimal("12.3"), f64=1e-308),
    thing(7, at="0001-01-01 00:00:00", at_zone="9999-12-31 23:59:59.999"),
    thing(8, dec=Decimal("1.5"), at="2024-02-29 20:34:56", at_zone="2024-02-29 04:34:56"),
    thing(9, at="2024-02-29 20:34:56", at_zone="2024-02-29 04:34:56", day=LEAP, day_ms=LEAP),
    thing(10, at="2024-02-29 12:30:45.123", at_zone="2024-02-29 12:30:45.123", day=LEAP),
    thing(11, at="2024-02-29 12:30:45.123", at_zone="2024-02-29 12:30:45.123"),
]  # fmt: skip


def lobs() -> Iterator[Sent]:
    """An Oracle source whose messages have no position, by transport order, and LOBs that updates leave out."""

    def row(number: int, doc: Any, pic: Any, note: Any) -> dict[str, Any]:
        return {"ID": number, "DOC": doc, "PIC": pic, "NOTE": note}

    def sent(batch: int, operation: str, data: Any, lob_columns: Any, before: Any = None) -> Sent:
        more: dict[str, Any] = {"SEG_OWNER": "APP", "TABLE_NAME": "LOBS", "LOB_COLUMNS": lob_columns}
        no_position = {"properties": [{"name": "lsn", "value": 1}]}
        return Sent(batch, "change", v1(operation, 0, data, before, "lobs", transaction=no_position, **more))

    yield sent(0, "INSERT", row(1, "text", "AAE=", "a"), "DOC,PIC")
    yield sent(0, "UPDATE", row(1, None, None, "b"), "DOC,PIC")
    yield sent(0, "INSERT", row(2, "text", "AAE=", "a"), None)
    yield sent(1, "UPDATE", row(2, None, None, None), "PIC")
    yield sent(0, "INSERT", row(3, "text", "AAE=", "a"), "")
    yield sent(1, "UPDATE", row(3, None, "Ag==", None), ' "DOC" ; "PIC" ')
    yield sent(0, "INSERT", row(4, None, None, "new"), "DOC")
    yield sent(0, "INSERT", row(5, "text", "AAE=", "a"), None)
    yield sent(2, "UPDATE", row(6, None, None, "moved"), "DOC, PIC", row(5, None, None, "a"))
    yield sent(0, "INSERT", row(7, "text", None, "a"), None)
    yield sent(2, "UPDATE", row(7, None, None, "null"), None)


LOB_ROWS = [
    {"ID": 1, "DOC": "text", "PIC": b"\x00\x01", "NOTE": "b"},
    {"ID": 2, "DOC": None, "PIC": b"\x00\x01", "NOTE": None},
    {"ID": 3, "DOC": "text", "PIC": b"\x02", "NOTE": None},
    {"ID": 4, "DOC": None, "PIC": None, "NOTE": "new"},
    {"ID": 6, "DOC": "text", "PIC": b"\x00\x01", "NOTE": "moved"},
    {"ID": 7, "DOC": None, "PIC": None, "NOTE": "null"},
]

# ----------------------------------------------------------------------------------------------------------- tests


def scns() -> Iterator[Sent]:
    """A source whose position has names of its own; the first of the list that a message has counts."""

    def sent(batch: int, name: str, **position: Any) -> Sent:
        given = {"properties": [{"name": "lsn", "value": 1}, *({"name": n, "value": v} for n, v in position.items())]}
        return Sent(batch, "change", v1("UPDATE", 0, {"id": 1, "name": name}, table="scns", transaction=given))

    yield sent(0, "last", rs_id=30, ssn=1)
    yield sent(1, "by the second name", ssn=20)
    yield sent(1, "older", ssn=99, rs_id=10)
    yield Sent(0, "missing_position", v1("UPDATE", 5, {"id": 1, "name": "by lsn alone"}, table="scns"))
    yield Sent(0, "change", v2("c", 5, {"id": 2, "name": "2.0"}, table="scns", source={"ssn": "40"}))


SENT = [*people(), *pairs(), *bag(), *cleared(), *toast(), *controls(), *refused(), *things()]
STREAMS = {"cdl": SENT, "lobs": list(lobs()), "scns": list(scns())}
TYPES = """
{%- if execute %}{{ spark_cdc.huawei_cdl__types(spark_cdc._stream(spark_cdc._node()), ref('routed_cdl')) }}
{%- else %}select 1 from {{ ref('routed_cdl') }}
{%- endif %}
"""


def land_batch(spark: Any, batch: int) -> None:
    for stream, sent in STREAMS.items():
        rows = landing_rows(stream, sent, batch, START)
        if rows:
            land(spark, f"huawei_cdl_landing.{stream}", rows)


@pytest.fixture(scope="module")
def run(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> None:
    made = Project(tmp_path_factory.mktemp("huawei_cdl") / "p", "huawei_cdl", ansi=True)
    made.stream("cdl", {"format": "huawei_cdl", "options": {"date_time_zone": "Asia/Shanghai"}})
    made.tables("cdl", MODELS)
    (made.path / "models/types_cdl.sql").write_text(TYPES)
    options = {"lob_nulls": "keep", "order": "transport", "position_properties": "rs"}
    made.stream("lobs", {"format": "huawei_cdl", "options": options}, routed=False)
    made.tables("lobs", [LOBS])
    made.stream("scns", {"format": "huawei_cdl", "options": {"position_properties": ["rs_id", "ssn"]}}, routed=False)
    made.tables("scns", [SCNS])
    made.dbt("deps")
    for batch in range(BATCHES):
        land_batch(spark, batch)
        if batch != 1:  # the second run reads two batches
            made.dbt("run")


def test_each_message_has_its_class_or_reason(spark: Any, run: None) -> None:
    logs = ["huawei_cdl.routed_cdl", *(f"huawei_cdl.changes_{model['name']}" for model in MODELS)]
    assert_outcomes(SENT, outcomes(spark, logs))
    for stream in ("lobs", "scns"):
        assert_outcomes(STREAMS[stream], outcomes(spark, [f"huawei_cdl.changes_{stream}"]))


@pytest.mark.law("L3")
def test_both_versions_end_in_one_table(spark: Any, run: None) -> None:
    assert {row.id: row.name for row in spark.table("huawei_cdl.people").collect()} == PEOPLE


def test_one_column_of_a_key_changes(spark: Any, run: None) -> None:
    assert rows_of(spark, "huawei_cdl.pairs", COLUMNS["pairs"]) == [
        {"a": 1, "b": "y", "v": "moved"},
        {"a": 2, "b": "", "v": "two"},
    ]


def test_a_table_without_key_is_a_bag(spark: Any, run: None) -> None:
    found = Counter((row["a"], row["b"]) for row in rows_of(spark, "huawei_cdl.bag", COLUMNS["bag"]))
    assert found == {(1, "x"): 1, (2, None): 4}


def test_a_truncate_ends_the_rows_of_both_versions(spark: Any, run: None) -> None:
    assert rows_of(spark, "huawei_cdl.cleared", COLUMNS["cleared"]) == [{"id": 2, "name": "x"}, {"id": 4, "name": "y"}]


@pytest.mark.law("L5")
def test_values_are_exact(spark: Any, run: None) -> None:
    assert rows_of(spark, "huawei_cdl.things", THINGS) == sorted(THING_ROWS, key=repr)


def test_nulls_of_lob_columns_keep_the_value_if_the_stream_is_set_so(spark: Any, run: None) -> None:
    assert rows_of(spark, "huawei_cdl.lobs", COLUMNS["lobs"]) == sorted(LOB_ROWS, key=repr)


def test_values_that_a_version_2_update_left_out_stay(spark: Any, run: None) -> None:
    assert rows_of(spark, "huawei_cdl.toast", COLUMNS["toast"]) == [
        {"id": 1, "doc": "text", "pic": b"\x00\x01", "kept": "kept"},
        {"id": 2, "doc": "new", "pic": b"\x00\x01", "kept": None},
    ]


def test_the_position_may_have_names_of_the_streams_own(spark: Any, run: None) -> None:
    assert {row.id: row.name for row in spark.table("huawei_cdl.scns").collect()} == {1: "last", 2: "2.0"}


def test_times_and_transactions_come_from_their_fields(spark: Any, run: None) -> None:
    rows = spark.sql(
        "select distinct cdc_database, cdc_schema, cdc_transaction, cast(cdc_event_at as string) as event,"
        " cast(cdc_captured_at as string) as captured from huawei_cdl.routed_cdl where cdc_table = 'pairs'"
    ).collect()
    assert sorted(map(tuple, rows), key=repr) == [
        (None, "public", "57227595", "2024-02-04 11:59:56.013", None),
        (None, "public", "57227663", "2024-02-04 11:59:56.013", "2024-02-04 12:01:29.013"),
    ]


def test_types_make_a_full_contract(spark: Any, run: None) -> None:
    rows = spark.sql(
        "select distinct column_name, column_number, data_type, cdc_type, key_number, is_optional, evidence"
        " from huawei_cdl.types_cdl where cdc_table = 'things' and evidence not like 'JSON%'"
        f" and cdc_first_position < '{LATER:038d}'"
    ).collect()
    found: dict[str, set[tuple[Any, ...]]] = {}
    for row in sorted(rows, key=lambda row: row.column_number):
        found.setdefault(row.column_name, set()).add((row.data_type, row.cdc_type, row.key_number, row.is_optional))
    stamp, text = CONNECT + "Timestamp", CDL + "timestamp"
    times = {("timestamp_ntz", stamp, None, True), ("timestamp_ntz", text, None, True)}
    assert list(found) == list(THINGS)
    assert found == {
        "id": {("int", None, 1, False)},
        "i8": {("tinyint", None, None, True)},
        "i64": {("bigint", None, None, True)},
        "f32": {("float", None, None, True)},
        "f64": {("double", None, None, True)},
        "flag": {("boolean", None, None, True)},
        "txt": {("string", None, None, True)},
        "raw": {("binary", "bytes", None, True)},
        "dec": {("string", CDL + "Decimal", None, True)},
        "wide": {("string", CDL + "Decimal", None, True)},
        "cdec": {("decimal(10,2)", CONNECT + "Decimal", None, True)},
        "u64": {("bigint", None, None, True)},
        "day": {("date", CONNECT + "Date", None, True)},
        "day_ms": times,
        "at": times,
        "at_zone": times,
        "numtext": {("string", CDL + "Decimal", None, True)},
        "tod": {("string", CONNECT + "Time", None, True)},
    }
    assert {row.evidence for row in rows if row.column_name == "cdec"} == {CONNECT + "Decimal(10,2)"}


def test_types_are_those_of_the_field_after_whatever_the_prefix(spark: Any, run: None) -> None:
    rows = spark.sql(
        "select distinct cast(left(cdc_first_position, 38) as int) as position, column_name, data_type, cdc_type"
        " from huawei_cdl.types_cdl where cdc_table = 'things' and column_name in ('at', 'dec')"
        f" and cdc_first_position >= '{LATER:038d}' and cdc_type is not null"
    ).collect()
    assert {tuple(row) for row in rows} == {
        (LATER, "at", "timestamp_ntz", "com.huawei.cdc.data.timestamp"),
        (LATER, "dec", "string", "com.huawei.cdc.data.Decimal"),
        (LATEST, "at", "timestamp_ntz", CDL + "timestamp"),
    }
