"""Lindorm's data subscription: SQL and HBase tables, full and delta images, every known trap, through the real models.

Each message has its expected outcome; the rows of the tables are written by hand. Source: the vendor's page
"Data format" and docs/formats/lindorm.md.
"""

from __future__ import annotations

import base64
import json
import math
import random
import struct
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest
from landing import land, land_columns
from project import Project
from scenario import Sent, assert_outcomes, contract, landing_rows, outcomes, rows_of

BATCHES = 3
START = 1_725_258_833_727
CONNECT = "org.apache.kafka.connect.data."
DEBEZIUM = "io.debezium.time."

# ----------------------------------------------------------------------------------------------------- the messages


def message(op: str | None, written: Any, table: str, before: Any = None, after: Any = None, **more: Any) -> str:
    """Return a message; images are dictionaries, or texts of JSON where the spelling of a number matters."""
    source = {"version": "v1.0", "db": "ld-xxxx", "namespace": "default", "table": table, "ts_ms": written}
    sent = more.pop("sent", START + 16_112)
    schema = more.pop("schema", {})
    images = {"before": before, "after": after}
    payload = {"op": op, "ts_ms": sent, **{n: f"@{n}" if isinstance(i, str) else i for n, i in images.items()}}
    text = json.dumps({"schema": schema, "payload": {**payload, "source": source, **more}}, ensure_ascii=False)
    for name, image in images.items():
        if isinstance(image, str):
            text = text.replace(f'"@{name}"', image)
    return text


def change(batch: int, *arguments: Any, **more: Any) -> Sent:
    return Sent(batch, "change", message(*arguments, **more))


def connect_schema(**fields: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an envelope, as far as the images go."""
    columns = [{"optional": True, "field": name, **field} for name, field in fields.items()]
    images = [{"type": "struct", "fields": columns, "optional": True, "field": name} for name in ("before", "after")]
    return {
        "type": "struct",
        "optional": False,
        "fields": [{"type": "string", "optional": False, "field": "op"}, *images],
    }


# Bytes.toBytes of HBase, and the base64 around it.


def cell(data: bytes) -> str:
    return base64.b64encode(data).decode()


def text(value: str) -> str:
    return cell(value.encode())


def number(form: str, value: float) -> str:
    return cell(struct.pack(f">{form}", value))


def big_decimal(value: Decimal) -> str:
    sign, digits, exponent = value.as_tuple()
    assert isinstance(exponent, int)
    unscaled = int("".join(map(str, digits))) * (-1 if sign else 1)
    size = (unscaled if unscaled >= 0 else -unscaled - 1).bit_length() // 8 + 1
    return cell(struct.pack(">i", -exponent) + unscaled.to_bytes(size, "big", signed=True))


# -------------------------------------------------------------------------------------------------------- contracts


def declared(model: str, tables: list[str], key: list[str], columns: Mapping[str, tuple[str, ...]]) -> dict[str, Any]:
    """Return a contract whose columns are given as data type, encoding and name in the message."""
    made = contract(model, tables, key, **{name: column[0] for name, column in columns.items()})
    for column in made["columns"]:
        _, encoding, source = (*columns[column["name"]], "", "")[:3]
        meta = {name: value for name, value in (("type", encoding), ("source", source)) if value}
        if meta:
            column["config"] = {"meta": {"cdc": meta}}
    return made


PEOPLE = {"id": ("string",), "name": ("string",), "city": ("string",)}
CELLS = {
    "id": ("string", "", "ROW"), "name": ("string", "", "f_name"), "raw": ("binary", "", "f_raw"),
    "big": ("bigint", "", "f_big"),
    "number": ("int", "", "f_number"), "small": ("smallint", "", "f_small"), "tiny": ("tinyint", "", "f_tiny"),
    "ratio": ("double", "", "f_ratio"), "part": ("float", "", "f_part"), "flag": ("boolean", "", "f_flag"),
    "amount": ("decimal(38,10)", "", "f_amount"), "at": ("timestamp", "", "f_at"),
    "at_local": ("timestamp_ntz", "", "f_at_local"),
    "day": ("date", "", "f_day"), "texts": ("array<string>", "", "f_texts"),
}  # fmt: skip
DECODED = {
    "id": ("bigint", "long", "ROW"), "amount_text": ("decimal(10,2)", "string", "f_amount"),
    "amount_long": ("decimal(10,2)", "long", "f_long"),
    "big_text": ("bigint", "string", "f_big"), "big_int": ("bigint", "int", "f_int"),
    "int_long": ("int", "long", "f_int_long"),
    "tiny_int": ("tinyint", "int", "f_tiny"), "ratio_float": ("double", "float", "f_float"),
    "part_double": ("float", "double", "f_double"),
    "ratio_text": ("double", "string", "f_ratio"), "flag_text": ("boolean", "string", "f_flag"),
    "at_text": ("timestamp", "string", "f_at"),
    "base64": ("string", "raw", "f_raw"), "same": ("string", "json", "f_json"),
}  # fmt: skip
THINGS = {
    "id": ("bigint",), "small": ("tinyint",), "flag": ("boolean",), "ratio": ("double",), "part": ("float",),
    "amount": ("decimal(12,2)",), "wide": ("decimal(38,18)",), "big": ("decimal(20,0)",), "raw": ("binary",),
    "at": ("timestamp",), "at_local": ("timestamp_ntz",), "day": ("date",), "list": ("array<bigint>",),
    "note": ("string",),
}  # fmt: skip
NAMED = {
    "id": ("int",), "amount": ("decimal(12,4)", CONNECT + "Decimal"),
    "micros": ("timestamp_ntz", DEBEZIUM + "MicroTimestamp"),
    "time": ("string", CONNECT + "Time"), "day": ("date", DEBEZIUM + "Date"), "bytes": ("bigint", "long"),
    "milli_time": ("string", DEBEZIUM + "Time"), "micro_time": ("string", DEBEZIUM + "MicroTime"),
    "nano_time": ("string", DEBEZIUM + "NanoTime"),
}  # fmt: skip
ODD_ROWS = {"ROW": ("string", "json"), "f_x": ("string", "json"), "n": ("bigint", "json")}

MODELS = [
    declared("people", ["default.people"], ["id"], PEOPLE),
    declared("bag", ["ld-xxxx.default.bag"], [], {"a": ("int",), "b": ("string",)}),
    declared("hbase_bag", ["default.hbase_bag"], [], {"a": ("int", "", "f_a")}),
    declared("cells", ["default.cells"], ["id"], CELLS),
    declared("decoded", ["default.decoded"], ["id"], DECODED),
    declared("raw_keys", ["default.raw_keys"], ["ROW"], {"ROW": ("binary",), "f_q_1": ("binary",)}),
    declared("things", ["default.things"], ["id"], THINGS),
    declared("named", ["default.named"], ["id"], NAMED),
    declared("odd_rows", ["default.odd_rows"], ["ROW"], ODD_ROWS),
    declared("small_row", ["default.small_row"], ["row"], {"row": ("string",), "v": ("string",)}),
]
WIDE = {"row_key": ("string", "", "ROW"), "x": ("bigint", "", "f_x"), "y": ("string", "", "f_y")}
DELTA_MODELS = [
    declared("parts", ["default.parts"], ["id"], dict.fromkeys(["id", "a", "b"], ("string", "json"))),
    declared("wide", ["default.wide"], ["row_key"], WIDE),
]  # fmt: skip
SQL_MODELS = [
    declared("named_row", ["default.named_row"], ["id"], {"id": ("string", "", "ROW"), "v": ("string", "", "f_v")})
]
TYPES = {m["name"]: {c["name"]: c["data_type"] for c in m["columns"]} for m in (*MODELS, *DELTA_MODELS, *SQL_MODELS)}


# -------------------------------------------------------------------------------------------------- rows and order


def person(number: int, name: str | None = None, city: str | None = None) -> dict[str, Any]:
    """Return an image: a column that has no value is not in it."""
    return {n: v for n, v in {"name": name, "id": str(number), "city": city}.items() if v is not None}


def people() -> Iterator[Sent]:
    def sent(batch: int, op: str, written: Any, before: Any, after: Any, **more: Any) -> Sent:
        return change(batch, op, written, "people", before, after, **more)

    # The four samples of the vendor: insert, update, column deletion, row deletion.
    yield sent(0, "c", 100, None, person(1, "Anne", "Ulm"))
    yield sent(0, "u", 101, person(1, "Anne", "Ulm"), person(1, "Anne Marie", "Ulm"))
    yield sent(0, "c", 100, None, person(2, "Jane", "Ulm"))
    yield sent(1, "u", 101, person(2, "Jane", "Ulm"), person(2, "Jane"))
    yield sent(0, "c", 100, None, person(3, "Joe", "Ulm"))
    yield sent(1, "d", 101, person(3, "Joe", "Ulm"), None)
    # A put older than the delete comes late: the row stays away. A younger one brings it back.
    yield sent(0, "d", 20, person(4, "gone"), None)
    yield sent(1, "c", 10, None, person(4, "gone"))
    yield sent(0, "d", 20, person(5, "first"), None)
    yield sent(1, "c", 10, None, person(5, "first"))
    yield sent(2, "c", 30, None, person(5, "again"))
    # Nothing comes in the order of the writes; times of different numbers of digits, one as a text.
    yield sent(0, "u", 1000, person(6, "middle", "Bonn"), person(6, "new"))
    yield sent(1, "u", "999", person(6, "old"), person(6, "middle", "Bonn"))
    yield sent(2, "c", 98, None, person(6, "old"))
    # A deleted column stays away when the write that set it comes later; an explicit null is a NULL too.
    yield sent(0, "u", 30, person(7, "x", "Kiel"), person(7, "x"))
    yield sent(1, "u", 20, person(7, "x"), person(7, "x", "Kiel"))
    yield sent(0, "c", 10, None, person(8, "x", "Kiel"))
    yield sent(0, "u", 11, person(8, "x", "Kiel"), {**person(8, "x"), "city": None})
    # Two writes of one millisecond: the time at Kafka decides, against the offset; the later write lands first.
    yield sent(0, "u", 50, person(9, "first"), person(9, "second"), sent=901)
    yield sent(1, "c", 50, None, person(9, "first"), sent=900)
    # All times alike: the offset decides, over batches; a row that is written, deleted and written again stays.
    yield sent(2, "c", 50, None, person(10, "first"))
    yield sent(0, "u", 50, person(10, "first"), person(10, "second"))
    yield sent(0, "c", 50, None, person(11, "same"))
    yield sent(0, "d", 50, person(11, "same"), None)
    yield sent(0, "c", 50, None, person(11, "same"))
    # Delivered again at other coordinates, later by the time at Kafka: its content is as old as before.
    yield sent(0, "c", 60, None, person(12, "old"), sent=900)
    yield sent(0, "u", 61, person(12, "old"), person(12, "new"), sent=901)
    yield sent(1, "c", 60, None, person(12, "old"), sent=902)
    yield sent(0, "c", 62, None, person(13, "gone"), sent=900)
    yield sent(0, "d", 63, person(13, "gone"), None, sent=901)
    yield sent(2, "c", 62, None, person(13, "gone"), sent=902)
    # An update without a before image; a before image without the key; the reserved full export; unknown fields.
    yield sent(0, "u", 70, None, person(14, "no before"))
    yield sent(0, "u", 70, {"name": "x"}, person(15, "before without key"))
    yield sent(0, "r", 70, None, person(16, "exported"))
    # A row of an export may lack its times: it is older than every write, and the offset orders such rows.
    yield sent(0, "u", 1, None, person(24, "written"))
    yield sent(1, "r", None, None, person(24, "exported"))
    yield sent(0, "r", None, None, person(25, "exported"), sent=None)
    yield sent(1, "r", "", None, person(25, "exported again"), sent="")
    yield sent(0, "c", 70, None, {**person(17, "more"), "undeclared": [1]}, transaction={"id": "1"})
    yield sent(0, "c", 2**63 - 1, None, person(18, "the last write"))
    yield sent(1, "u", 71, None, person(18, "older"))
    yield sent(0, "c", 70, None, person(19, "no schema"), schema=None)
    yield sent(0, "c", 70, None, person(20, "odd schema"), schema="none")
    # The version does not depend on the kind of table: an SQL table's values are the JSON values in v2.0 too.
    yield Sent(0, "change", message("c", 70, "people", None, person(23, "dGV4dA==")).replace("v1.0", "v2.0"))
    yield sent(0, "c", 0, None, person(21, "1970"), schema={"type": "struct", "fields": [{"field": "after"}]})
    yield sent(0, "c", 70, None, person(22, "U+0000 \0, 😀, \\, \", '"))


PEOPLE_ROWS = [
    person(1, "Anne Marie", "Ulm"), person(2, "Jane"), person(5, "again"), person(6, "new"), person(7, "x"),
    person(8, "x"),
    person(9, "second"), person(10, "second"), person(11, "same"), person(12, "new"), person(14, "no before"),
    person(15, "before without key"), person(16, "exported"), person(17, "more"), person(18, "the last write"),
    person(23, "dGV4dA=="), person(24, "written"), person(25, "exported again"),
    person(19, "no schema"), person(20, "odd schema"), person(21, "1970"), person(22, "U+0000 \0, 😀, \\, \", '"),
]  # fmt: skip


def others() -> Iterator[Sent]:
    """Messages that are no changes: Kafka's null, and anything that is not of the format."""
    whole = message("c", 70, "people", None, person(99, "x"))
    yield Sent(0, "tombstone", None)
    yield Sent(1, "tombstone", " null ")
    for broken in (whole + " {}", whole[:-1], f"[{whole}]", "", '"text"', "7", whole.replace('"op"', "'op'")):
        yield Sent(0, "malformed", broken)
    # The older format of Lindorm Streams, and an envelope without payload.
    data = [{"type": "string", "name": "f:name", "ts": 1, "value": "x"}]
    for op in ("Put", "DeleteFamily"):
        yield Sent(
            0, "unknown_envelope", json.dumps({"op": op, "table": "people", "ts": 1, "keyOnly": False, "data": data})
        )
    for envelope in ("{}", '{"payload":null}', json.dumps(json.loads(whole)["payload"]), '{"payload":{"op":null}}'):
        yield Sent(0, "unknown_envelope", envelope)
    for op in ("t", "m", "C", "", "insert", "Put"):
        yield Sent(0, "unknown_operation", message(op, 70, "people", None, person(99, "x")))
    times: list[Any] = [None, "", "abc", 1.5, "1e5", -1, 10**19, "7\u2028", True, {}]
    for written in times:
        yield Sent(0, "missing_position", message("c", written, "people", None, person(99, "x")))
        yield Sent(0, "missing_position", message("c", 70, "people", None, person(99, "x"), sent=written))
    for written in times[2:]:
        yield Sent(0, "missing_position", message("r", written, "people", None, person(99, "x")))
    no_table = json.loads(whole)
    del no_table["payload"]["source"]["table"]
    yield Sent(0, "missing_table", json.dumps(no_table))
    del no_table["payload"]["source"]
    yield Sent(0, "missing_table", json.dumps(no_table))
    # Parts of another kind, and a text without end.
    payloads: list[Any] = ["x", [], 7, True]
    for payload in payloads:
        yield Sent(0, "unknown_envelope", json.dumps({"schema": {}, "payload": payload}))
    yield Sent(0, "missing_table", json.dumps({"payload": {"op": "c", "ts_ms": 1, "source": "x", "after": {}}}))
    for image in ("[]", '"x"', "7", "true"):
        yield Sent(0, "image_contract", message("c", 70, "people", None, image))
    yield Sent(0, "missing_key", message("c", 70, "people", None, {}))
    yield Sent(0, "malformed", whole[:-1] + ', "x": ' + "[" * 10_000 + "]" * 10_000 + "}")
    yield Sent(0, "oversized", message("c", 70, "people", None, person(99, "ä" * 30_000)))
    huge = message("c", 70, "people", None, person(99, "x")).replace('"ts_ms": 70', '"ts_ms": 1e-999999999')
    yield Sent(0, "missing_position", huge)
    yield Sent(0, "image_contract", message("c", 70, "people", person(99, "x"), None))
    yield Sent(0, "image_contract", message("u", 70, "people", person(99, "x"), None))
    yield Sent(0, "image_contract", message("d", 70, "people", None, None))
    yield Sent(0, "image_contract", message("d", 70, "people", None, person(99, "x")))
    keyless: list[dict[str, Any]] = [{"name": "x"}, {"id": None, "name": "x"}]
    for row in keyless:
        yield Sent(0, "missing_key", message("c", 70, "people", None, row))
        yield Sent(0, "missing_key", message("d", 70, "people", row, None))


def bags() -> Iterator[Sent]:
    one, two = {"a": 1, "b": "x"}, {"a": 2}
    for number, (batch, op, before, after) in enumerate([
        (0, "c", None, one), (0, "c", None, one), (1, "c", None, two), (0, "u", one, two), (2, "d", two, None),
        (1, "u", one, {"a": 3, "b": "z"}),
    ]):  # fmt: skip
        yield change(batch, op, 1000 - number, "bag", before, after)
    yield change(0, "c", 1, "hbase_bag", None, {"ROW": text("r"), "f_a": number_cell(7)})
    yield change(
        0, "u", 2, "hbase_bag", {"ROW": text("r"), "f_a": number_cell(7)}, {"ROW": text("r"), "f_a": number_cell(8)}
    )


def number_cell(value: int) -> str:
    return number("i", value)


# --------------------------------------------------------------------------------------------------- HBase tables

LONG_ENDS = [2**63 - 1, -(2**63), 0, -1]
DOUBLES = [
    5e-324,
    1.7976931348623157e308,
    -0.0,
    1e-308,
    float("nan"),
    float("inf"),
    float("-inf"),
    0.1,
    2.2250738585072014e-308,
]
DECIMALS = [
    "9999999999999999999999999999.9999999999",
    "-9999999999999999999999999999.9999999999",
    "0.0000000001",
    "-1.28",
    "1E+3",
    "0E+5",
    "-0.5",
]


def cells() -> Iterator[Sent]:
    def put(batch: int, at_row: str, /, **columns: str | None) -> Sent:
        return change(batch, "c", 10, "cells", None, {"ROW": text(at_row), **{f"f_{n}": v for n, v in columns.items()}})

    # The vendor's sample.
    yield change(0, "c", 1725258833727, "cells", None, {"ROW": "dXNlcjE=", "f_name": "bHVja3k="}, sent=1725258859839)
    # Update, column deletion and row deletion, late and out of order.
    yield change(1, "u", 20, "cells", None, {"ROW": text("r"), "f_name": text("two"), "f_big": number("q", 2)})
    yield change(0, "u", 30, "cells", None, {"ROW": text("r"), "f_big": number("q", 3)})
    yield change(2, "c", 10, "cells", None, {"ROW": text("r"), "f_name": text("one")})
    yield change(0, "d", 30, "cells", {"ROW": text("gone")}, None)
    yield change(1, "c", 20, "cells", None, {"ROW": text("gone"), "f_name": text("x")})
    # Every type; the ends of each.
    yield put(
        0, "all", name=text("é😀\0"), raw=cell(bytes(range(256))), big=number("q", 2**63 - 1),
        number=number("i", -(2**31)),
        small=number("h", -32768), tiny=number("h", -128), ratio=number("d", 0.1),
        part=number("f", 3.4028234663852886e38),
        flag=cell(b"\xff"), amount=big_decimal(Decimal("12.50")), at=number("q", 1590315269123),
        at_local=number("q", -1),
        day=text("2024-02-29"),
    )  # fmt: skip
    yield put(
        0,
        "",
        name="",
        raw="",
        flag=cell(b"\0"),
        part=number("f", 1e-45),
        at=number("q", -62135596800000),
        at_local=number("q", 253402300799999),
    )
    for order, big in enumerate(LONG_ENDS):
        yield put(order % BATCHES, f"long {order}", big=number("q", big))
    for order, ratio in enumerate(DOUBLES):
        yield put(order % BATCHES, f"double {order}", ratio=number("d", ratio))
    for order, amount in enumerate(DECIMALS):
        yield put(order % BATCHES, f"decimal {order}", amount=big_decimal(Decimal(amount)))
    yield put(0, "null", name=None, big=None)
    bad: dict[str, list[Any]] = {
        "name": [cell(b"\x80"), cell(b"\xed\xa0\x80"), "!", "bHVja3k=x", "_-8=", 7, ["x"], {}],
        "raw": ["!!", 7, "dGV4dDEyMw="],
        "big": [number("i", 1), cell(b""), text("12345678" + "9"), "x"],
        "number": [number("q", 1), text("1")],
        "tiny": [number("h", 128)],
        "ratio": [number("f", 1), text("0.1"), 0.1],
        "part": [number("d", 1)],
        "flag": [cell(b""), cell(b"\0\0"), True, "true"],
        "amount": [
            cell(b"\0\0\0\x02"), cell(b"\0\0"), big_decimal(Decimal("0.00000000001")), big_decimal(Decimal(10) ** 28),
            cell(b"\x7f\xff\xff\xff\x01"), cell(b"\x80\0\0\0\x01"), cell(b"\0\0\0\0" + bytes(17)), 12.5, "=12",
        ],
        "at": [number("q", 2**63 - 1), number("q", 253402300800000), number("i", 1)],
        "at_local": [number("q", -(2**63)), number("q", -62135596800001)],
        "day": [text("2023-02-29"), number("q", 1), text("2024-02-29 00:00:01")],
        "texts": [text("[]")],
    }  # fmt: skip
    for column, values in bad.items():
        for value in values:
            yield Sent(0, "bad_value", message("c", 1, "cells", None, {"ROW": text("bad"), f"f_{column}": value}))
    yield Sent(0, "bad_value", message("c", 1, "cells", None, {"ROW": cell(b"\xff")}))
    yield Sent(0, "missing_key", message("c", 1, "cells", None, {"f_name": text("x")}))


def cell_row(at_row: str, /, **values: Any) -> dict[str, Any]:
    return {**dict.fromkeys(CELLS), "id": at_row, **values}


CELL_ROWS = [
    cell_row("user1", name="lucky"),
    cell_row("r", big=3),
    cell_row(
        "all", name="é😀\0", raw=bytes(range(256)), big=2**63 - 1, number=-(2**31), small=-32768, tiny=-128, ratio=0.1,
        part=3.4028234663852886e38, flag=True, amount=Decimal("12.5000000000"), at="2020-05-24 10:14:29.123",
        at_local="1969-12-31 23:59:59.999", day=date(2024, 2, 29),
    ),
    cell_row(
        "", name="", raw=b"", flag=False, part=1.401298464324817e-45, at="0001-01-01 00:00:00",
        at_local="9999-12-31 23:59:59.999",
    ),
    cell_row("null"),
    *(cell_row(f"long {order}", big=big) for order, big in enumerate(LONG_ENDS)),
    *(cell_row(f"double {order}", ratio="NaN" if math.isnan(ratio) else ratio) for order, ratio in enumerate(DOUBLES)),
    *(
        cell_row(f"decimal {order}", amount=Decimal(amount))
        for order, amount in enumerate([
            "9999999999999999999999999999.9999999999", "-9999999999999999999999999999.9999999999", "0.0000000001",
            "-1.2800000000", "1000.0000000000", "0E-10", "-0.5000000000",
        ])
    ),
]  # fmt: skip


def decoded() -> Iterator[Sent]:
    """Columns whose type names another decoder than the data type's own."""
    row = {
        "ROW": number("q", 1), "f_amount": text("12.50"), "f_long": number("q", -7),
        "f_big": text("-9223372036854775808"),
        "f_int": number("i", -1), "f_int_long": number("q", 2**31 - 1), "f_tiny": number("i", 127),
        "f_float": number("f", 0.1),
        "f_double": number("d", 0.5), "f_ratio": text("-1.5e-3"), "f_flag": text("true"),
        "f_at": text("2024-02-29 12:34:56.123456"),
        "f_raw": "/+8=", "f_json": "dGV4dA==",
    }  # fmt: skip
    yield change(0, "c", 10, "decoded", None, row)
    yield change(
        0,
        "c",
        10,
        "decoded",
        None,
        {"ROW": number("q", -2), "f_amount": text("-1E+1"), "f_float": number("f", float("inf"))},
    )
    for column, value in (
        ("f_amount", text("12.505")), ("f_amount", text("x")), ("f_amount", text("=1")),
        ("f_amount", text("1e-999999999")), ("f_big", text("1.0")),
        ("f_big", text("9223372036854775808")), ("f_int", number("q", 1)), ("f_int_long", number("q", 2**31)),
        ("f_tiny", number("i", 128)),
        ("f_double", number("d", 0.1)), ("f_double", number("d", 1e300)), ("f_ratio", text("1e999")),
        ("f_ratio", text("1d")),
        ("f_flag", text("yes")), ("f_at", text("yesterday")), ("f_at", text("12:00:00")),
    ):  # fmt: skip
        yield Sent(0, "bad_value", message("c", 1, "decoded", None, {"ROW": number("q", 9), column: value}))
    yield Sent(0, "bad_value", message("c", 1, "decoded", None, {"ROW": number("i", 9)}))


DECODED_ROWS = [
    {
        "id": 1, "amount_text": Decimal("12.50"), "amount_long": Decimal("-7.00"), "big_text": -(2**63), "big_int": -1,
        "int_long": 2**31 - 1, "tiny_int": 127, "ratio_float": 0.10000000149011612, "part_double": 0.5,
        "ratio_text": -0.0015,
        "flag_text": True, "at_text": "2024-02-29 12:34:56.123456", "base64": "/+8=", "same": "dGV4dA==",
    },
    {**dict.fromkeys(DECODED), "id": -2, "amount_text": Decimal("-10.00"), "ratio_float": float("inf")},
]  # fmt: skip


def other_tables() -> Iterator[Sent]:
    # Binary row keys, also such as are no text; a qualifier with underscores stays as it is.
    for number_, key in enumerate([b"\xff\0", b"", b"\x80"]):
        yield change(number_, "c", 10, "raw_keys", None, {"ROW": cell(key), "f_q_1": cell(bytes([number_]))})
    yield change(2, "u", 20, "raw_keys", None, {"ROW": cell(b"\xff\0"), "f_q_1": cell(b"new")})
    yield change(1, "d", 30, "raw_keys", {"ROW": cell(b"\x80"), "f_q_1": ""}, None)
    # SQL tables with a column ROW: the contract wins; `row` is not HBase's name.
    yield change(0, "c", 10, "odd_rows", None, {"ROW": "plain", "f_x": "text", "n": 5})
    yield change(1, "u", 20, "odd_rows", {"ROW": "plain", "f_x": "text", "n": 5}, {"ROW": "plain", "f_x": "dGV4dA=="})
    yield change(0, "c", 10, "small_row", None, {"row": "plain", "v": "text"})


# ----------------------------------------------------------------------------------------------------- SQL tables


def things() -> Iterator[Sent]:
    good = [
        '{"id":1,"small":-128,"flag":true,"ratio":1.1,"part":1.1,"amount":12.34,"wide":12345678901234567890.123456789012345678,'
        '"big":18446744073709551615,"raw":"AID/","at":1590315269000,"at_local":1590315269000,"day":18406,'
        '"list":[1,9223372036854775807],"note":"é😀\\u0000\\"\\\\"}',
        '{"id":"2","small":"127","flag":"False","ratio":"-1.5","part":"3.4028235E38","amount":"12.30","wide":"-0.000000000000000001",'
        '"big":"9223372036854775808","raw":"","at":"2024-02-29 12:34:56.123456",'
        '"at_local":"2024-02-29T12:34:56.789","day":"2024-02-29","note":""}',
        '{"id":3,"note":"null"}',
        # An offset is applied; a date is midnight in whatever way it is written.
        '{"id":10,"at":"2024-02-29T12:00:00+05:30","at_local":"2024-02-29T12:00:00+05:30","day":"2024-02-29 00:00:00"}',
        '{"id":11,"at":"2024-02-29Z","at_local":"2024-02-29","day":"2024-02-29T01:00:00+01:00"}',
        '{"id":4,"ratio":5e-324,"part":1e-45,"amount":1.23E1,"wide":1.0000000000E-8,"big":1E3,"at":253402300799999,"day":2932896}',
        '{"id":5,"ratio":"NaN","part":"-Infinity","amount":-0.0,"wide":0E-18,"at":-62135596800000,"at_local":-1,"day":-719162}',
        '{"id":-9223372036854775808,"ratio":-1.7976931348623157E308,"amount":9999999999.99,"note":{"a":[1]}}',
    ]  # fmt: skip
    for order, image in enumerate(good):
        yield change(order % BATCHES, "c", 100 + order, "things", None, image)
    bad = {
        "small": ["128", '"1.0"', "true", '""', "1.5"],
        "flag": ['"yes"', "2"],
        "ratio": ['"x"', "true", '"1d"', '"1e999"', '""'],
        "part": ['"1e39"'],
        "amount": ["12.345", '"12.345"', "1.2345e1", "99999999999", '"x"', "[1]", "1e-999999999", '"=1"', "true"],
        "wide": ["1.1234567890123456789", "123456789012345678901"],
        "big": ["100000000000000000000", "1.5"],
        "raw": ['"!!"', '"dGV4dDEyMw="', "7"],
        "at": [
            '"yesterday"',
            "9223372036854775807",
            "253402300800000",
            "1.5",
            '"2024-01-01 00:00:00.1234567"',
            "true",
            '"2024-02"',
        ],
        "at_local": ['"0000-00-00 00:00:00"', '"2024-02-30 00:00:00"', '"+10000-01-01 00:00:00"'],
        "day": [
            "2932897",
            "-719163",
            '"2024-01-01 00:00:01"',
            '"2023-02-29"',
            "2147483647",
            "99999999999",
            '"2024-02"',
            '"2024-01-01 x"',
        ],
        "list": ['"x"', "[1.5]"],
    }
    for column, values in bad.items():
        for value in values:
            yield Sent(0, "bad_value", message("c", 1, "things", None, f'{{"id":99,"{column}":{value}}}'))
    yield Sent(0, "bad_value", message("d", 1, "things", '{"id":9223372036854775808}'))
    # The message's own schema names the encodings; a schema that names a column twice, or not at all, is none.
    names = connect_schema(
        id={"type": "int64"}, amount={"type": "bytes", "name": CONNECT + "Decimal", "parameters": {"scale": "3"}},
        at={"type": "int64", "name": DEBEZIUM + "MicroTimestamp"},
        at_local={"type": "int64", "name": CONNECT + "Timestamp"},
        day={"type": "int32", "name": CONNECT + "Date"}, raw={"type": "bytes"},
    )  # fmt: skip
    encoded = {"id": 6, "amount": cell((12_340).to_bytes(3, "big")), "at": 1, "at_local": 1, "day": 1, "raw": "AA=="}
    yield change(0, "c", 10, "things", None, encoded, schema=names)
    yield change(0, "d", 10, "things", {"id": 7}, None, schema=names)
    # An encoding that the schema names is read into a string column, too; 5 with the scale -2 is 500.
    debezium = connect_schema(
        id={"type": "int64"}, amount={"type": "struct", "name": "io.debezium.data.VariableScaleDecimal"},
        at={"type": "string", "name": DEBEZIUM + "ZonedTimestamp"},
        at_local={"type": "int64", "name": DEBEZIUM + "NanoTimestamp"},
        day={"type": "int32", "name": DEBEZIUM + "Date"},
        note={"type": "bytes", "name": CONNECT + "Decimal", "parameters": {"scale": "40"}},
    )  # fmt: skip
    zoned = {"id": 13, "amount": {"scale": -2, "value": "BQ=="}, "at": "2024-02-29T12:00:00+05:30", "at_local": 1000}
    yield change(0, "c", 10, "things", None, {**zoned, "day": 1, "note": "AQ=="}, schema=debezium)
    yield Sent(0, "bad_value", message("c", 10, "things", None, {"id": 99, "at_local": 1001}, schema=debezium))
    timed = connect_schema(
        id={"type": "int64"}, at={"type": "int64", "name": DEBEZIUM + "Timestamp"},
        note={"type": "int32", "name": CONNECT + "Time"},
    )  # fmt: skip
    yield change(0, "c", 10, "things", None, {"id": 14, "at": 1, "note": 3_600_001}, schema=timed)
    twice = connect_schema(id={"type": "int64"})
    twice["fields"][2]["fields"] *= 2
    yield change(1, "c", 10, "things", None, {"id": 8, "amount": "1.5"}, schema=twice)
    plain = connect_schema(id={"type": "int64"}, at={"type": "int64"}, day={"type": "int32"})
    yield change(1, "c", 10, "things", None, {"id": 12, "at": 1, "day": 1}, schema=plain)
    time = connect_schema(id={"type": "int64"}, at={"type": "int64", "name": DEBEZIUM + "MicroTime"})
    yield Sent(0, "bad_value", message("c", 10, "things", None, {"id": 99, "at": 1}, schema=time))
    unnamed = {"fields": [{"field": "after", "fields": [{"type": "int64"}]}]}
    yield change(1, "c", 10, "things", None, {"id": 9, "at": 1}, schema=unnamed)
    yield Sent(0, "bad_value", message("c", 10, "things", None, {"id": 99, "amount": "!"}, schema=names))


def thing(number: int, **values: Any) -> dict[str, Any]:
    return {**dict.fromkeys(THINGS), "id": number, **values}


THING_ROWS = [
    thing(
        1, small=-128, flag=True, ratio=1.1, part=1.100000023841858, amount=Decimal("12.34"),
        wide=Decimal("12345678901234567890.123456789012345678"), big=Decimal(2**64 - 1), raw=b"\0\x80\xff",
        at="2020-05-24 10:14:29", at_local="2020-05-24 10:14:29", day=date(2020, 5, 24), list=[1, 2**63 - 1],
        note='é😀\0"\\',
    ),
    thing(
        2, small=127, flag=False, ratio=-1.5, part=3.4028234663852886e38, amount=Decimal("12.30"),
        wide=Decimal("-0.000000000000000001"), big=Decimal(2**63), raw=b"", at="2024-02-29 12:34:56.123456",
        at_local="2024-02-29 12:34:56.789", day=date(2024, 2, 29), note="",
    ),
    thing(3, note="null"),
    thing(
        4, ratio=5e-324, part=1.401298464324817e-45, amount=Decimal("12.30"), wide=Decimal("0.00000001"),
        big=Decimal(1000),
        at="9999-12-31 23:59:59.999", day=date(9999, 12, 31),
    ),
    thing(
        5, ratio="NaN", part=float("-inf"), amount=Decimal(0), wide=Decimal(0), at="0001-01-01 00:00:00",
        at_local="1969-12-31 23:59:59.999", day=date(1, 1, 1),
    ),
    thing(-(2**63), ratio=-1.7976931348623157e308, amount=Decimal("9999999999.99"), note='{"a":[1]}'),
    thing(
        6, amount=Decimal("12.34"), at="1970-01-01 00:00:00.000001", at_local="1970-01-01 00:00:00.001",
        day=date(1970, 1, 2), raw=b"\0",
    ),
    thing(10, at="2024-02-29 06:30:00", at_local="2024-02-29 06:30:00", day=date(2024, 2, 29)),
    thing(11, at="2024-02-29 00:00:00", at_local="2024-02-29 00:00:00", day=date(2024, 2, 29)),
    thing(12, at="1970-01-01 00:00:00.001", day=date(1970, 1, 2)),
    thing(
        13, amount=Decimal("500.00"), at="2024-02-29 06:30:00", at_local="1970-01-01 00:00:00.000001",
        day=date(1970, 1, 2), note="0." + "0" * 39 + "1",
    ),
    thing(14, at="1970-01-01 00:00:00.001", note="01:00:00.001000"),
    thing(8, amount=Decimal("1.50")),
    thing(9, at="1970-01-01 00:00:00.001"),
]  # fmt: skip


def named() -> Iterator[Sent]:
    """Encodings that the contract names, which take precedence over the message's schema."""
    image = {
        "id": 1, "amount": "MDk=", "micros": 1, "time": 3_600_001, "day": 1, "bytes": number("q", 5), "milli_time": 1,
        "micro_time": 1, "nano_time": 1000,
    }  # fmt: skip
    yield change(0, "c", 10, "named", None, image)
    other = connect_schema(id={"type": "int32"}, micros={"type": "int64", "name": CONNECT + "Timestamp"})
    yield change(1, "c", 10, "named", None, {"id": 2, "amount": 12.5, "micros": 1, "time": "01:00"}, schema=other)
    yield Sent(0, "bad_value", message("c", 10, "named", None, {"id": 9, "bytes": 5}))


NAMED_ROWS = [
    {
        "id": 1, "amount": Decimal("1.2345"), "micros": "1970-01-01 00:00:00.000001", "time": "01:00:00.001000",
        "day": date(1970, 1, 2), "bytes": 5, "milli_time": "00:00:00.001000", "micro_time": "00:00:00.000001",
        "nano_time": "00:00:00.000001",
    },
    {
        **dict.fromkeys(NAMED), "id": 2, "amount": Decimal("12.5000"), "micros": "1970-01-01 00:00:00.000001",
        "time": "01:00",
    },
]  # fmt: skip


# --------------------------------------------------------------------------------------------------- delta images


def deltas() -> Iterator[Sent]:
    def put(batch: int, op: str, written: int, **after: Any) -> Sent:
        return change(batch, op, written, "parts", None, {"id": "1", **after})

    # Each write names what it writes, and comes in no order; `c` only means that something was written.
    yield put(0, "c", 10, a="a1", b="b1")
    yield put(1, "u", 30, b="b3")
    yield put(2, "u", 20, a="a2", b="b2")
    yield change(0, "c", 40, "parts", None, {"id": "2", "a": "a"})
    yield change(1, "c", 50, "parts", None, {"id": "2", "b": "b"})
    # A delete ends all columns; what is written after it is all that is there; an explicit null is a NULL.
    yield change(1, "d", 20, "parts", {"id": "3"}, None)
    yield change(0, "c", 10, "parts", None, {"id": "3", "a": "a", "b": "b"})
    yield change(0, "u", 30, "parts", None, {"id": "3", "b": "new"})
    yield change(0, "c", 10, "parts", None, {"id": "4", "a": "a", "b": "b"})
    yield change(0, "u", 20, "parts", {"id": "4", "a": "a"}, {"id": "4", "a": None})
    yield change(0, "u", 20, "parts", None, {"id": "5"})
    # A row of the full export is whole; what it lacks is not there, and what is written after it is added.
    yield change(0, "c", 10, "parts", None, {"id": "6", "a": "a", "b": "b"})
    yield change(1, "r", 20, "parts", None, {"id": "6", "a": "exported"})
    yield change(0, "u", 30, "parts", None, {"id": "7", "b": "new"})
    yield change(1, "r", 20, "parts", None, {"id": "7", "a": "exported"})
    yield change(1, "u", 20, "wide", None, {"ROW": text("k"), "f_x": number("q", 2)})
    yield change(0, "c", 10, "wide", None, {"ROW": text("k"), "f_x": number("q", 1), "f_y": text("y")})
    yield Sent(0, "missing_key", message("u", 20, "wide", None, {"f_x": number("q", 2)}))


# ----------------------------------------------------------------------------------------------------------- tests

SENT = [*people(), *others(), *bags(), *cells(), *decoded(), *other_tables(), *things(), *named()]
DELTA_SENT = list(deltas())
SQL_SENT = [
    change(0, "c", 10, "named_row", None, {"ROW": "dXNlcjE=", "f_v": "bHVja3k="}),
    change(1, "u", 20, "named_row", None, {"ROW": "dXNlcjE=", "f_v": "!"}),
]
STREAMS = {"main": SENT, "delta": DELTA_SENT, "sql": SQL_SENT}
TYPES_OF_MAIN = """
{%- if execute %}{% set stream = spark_cdc._stream(spark_cdc._node()) %}
{%- for tables in ["auto", "sql", "hbase"] %}{{ "union all" if not loop.first }}
select '{{ tables }}' as tables, * from (
    {{ spark_cdc.lindorm__types(dict(stream, options=dict(stream.options, tables=tables)), ref('routed_main')) }}
)
{% endfor %}
{%- else %}select 1 from {{ ref('routed_main') }}
{%- endif %}
"""
NUMBERS = """
select
    hex, bits,
    if(bits = 64, {{ spark_cdc._ieee_754("hex", "double") }}, {{ spark_cdc._ieee_754("hex", "float") }}) as number
from {{ target.schema }}_landing.numbers
"""


def bit_patterns() -> list[tuple[str, int]]:
    """Every exponent of a double and of a float, with the ends and some of the significands."""
    chance = random.Random(1)
    found = []
    for bits, exponents, fraction in ((64, 2048, 52), (32, 256, 23)):
        for exponent in range(exponents):
            for significand in (0, 1, 2**fraction - 1, chance.randrange(2**fraction)):
                sign = chance.randrange(2) << (bits - 1)
                found.append((f"{sign | exponent << fraction | significand:0{bits // 4}X}", bits))
    return found


@pytest.fixture(scope="module")
def run(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Land and build batch by batch, in one project with all streams."""
    made = Project(tmp_path_factory.mktemp("lindorm") / "p", "lindorm", ansi=True)
    made.stream("main", {"format": "lindorm", "max_bytes": 50_000})
    made.tables("main", MODELS)
    made.stream("delta", {"format": "lindorm", "options": {"images": "delta", "tables": "hbase"}})
    made.tables("delta", DELTA_MODELS)
    made.stream("sql", {"format": "lindorm", "options": {"tables": "sql"}}, routed=False)
    made.tables("sql", SQL_MODELS)
    (made.path / "models/types_main.sql").write_text(TYPES_OF_MAIN)
    (made.path / "models/numbers.sql").write_text(NUMBERS)
    land_columns(spark, "lindorm_landing.numbers", "hex string, bits int", bit_patterns())
    made.dbt("deps")
    for batch in range(BATCHES):
        for stream, sent in STREAMS.items():
            rows = landing_rows(stream, sent, batch, START)
            if rows:
                land(spark, f"lindorm_landing.{stream}", rows)
        if batch != 1:  # the second run reads two batches
            made.dbt("run")
    return made


def table(spark: Any, name: str) -> list[dict[str, Any]]:
    return rows_of(spark, f"lindorm.{name}", TYPES[name])


def test_each_message_has_its_class_or_reason(spark: Any, run: Project) -> None:
    assert_outcomes(SENT, outcomes(spark, ["lindorm.routed_main", *(f"lindorm.changes_{m['name']}" for m in MODELS)]))
    logs = ["lindorm.routed_delta", *(f"lindorm.changes_{m['name']}" for m in DELTA_MODELS)]
    assert_outcomes(DELTA_SENT, outcomes(spark, logs))
    assert_outcomes(SQL_SENT, outcomes(spark, ["lindorm.changes_named_row"]))


def test_the_older_format_is_named(spark: Any, run: Project) -> None:
    details = spark.table("lindorm.routed_main").where("cdc_reason = 'unknown_envelope'").select("cdc_detail").collect()
    found = Counter("older format of Lindorm Streams" in row.cdc_detail for row in details)
    assert found == {True: 2, False: 8}


@pytest.mark.law("L2")
def test_rows_are_as_last_written_however_messages_come(spark: Any, run: Project) -> None:
    expected = [{**dict.fromkeys(PEOPLE), **row} for row in PEOPLE_ROWS]
    assert table(spark, "people") == sorted(expected, key=repr)


def test_times_of_the_write_and_of_its_way_are_kept(spark: Any, run: Project) -> None:
    row = spark.sql(
        "select cdc_event_at, cdc_captured_at, cdc_database, cdc_schema from lindorm.changes_cells where id = 'user1'"
    ).first()
    assert (row.cdc_event_at, row.cdc_captured_at) == (
        datetime(2024, 9, 2, 6, 33, 53, 727000, tzinfo=UTC).astimezone().replace(tzinfo=None),
        datetime(2024, 9, 2, 6, 34, 19, 839000, tzinfo=UTC).astimezone().replace(tzinfo=None),
    )
    assert (row.cdc_database, row.cdc_schema) == ("ld-xxxx", "default")


def test_tables_without_key_are_bags(spark: Any, run: Project) -> None:
    found = Counter((row["a"], row["b"]) for row in table(spark, "bag"))
    assert found == {(2, None): 1, (3, "z"): 1}
    assert table(spark, "hbase_bag") == [{"a": 8}]


@pytest.mark.law("L5")
def test_cells_are_exact(spark: Any, run: Project) -> None:
    found = table(spark, "cells")
    assert found == sorted(CELL_ROWS, key=repr)
    assert [str(row["ratio"]) for row in found if row["id"] == "double 2"] == ["-0.0"]
    assert table(spark, "decoded") == sorted(DECODED_ROWS, key=repr)


@pytest.mark.law("L5")
def test_every_double_and_float_is_read_from_its_bits(spark: Any, run: Project) -> None:
    found = spark.table("lindorm.numbers").collect()
    assert len(found) == 4 * (2048 + 256)
    for row in found:
        (value,) = struct.unpack(">d" if row.bits == 64 else ">f", bytes.fromhex(row.hex))
        assert repr(row.number) == repr(value), row.hex


def test_row_keys_may_be_any_bytes(spark: Any, run: Project) -> None:
    assert table(spark, "raw_keys") == [{"ROW": b"", "f_q_1": b"\x01"}, {"ROW": b"\xff\0", "f_q_1": b"new"}]


def test_a_column_named_row_makes_no_hbase_table_if_the_configuration_declares_another(
    spark: Any, run: Project
) -> None:
    assert table(spark, "odd_rows") == [{"ROW": "plain", "f_x": "dGV4dA==", "n": None}]
    assert table(spark, "small_row") == [{"row": "plain", "v": "text"}]
    assert table(spark, "named_row") == [{"id": "dXNlcjE=", "v": "!"}]


@pytest.mark.law("L5")
def test_values_of_sql_tables_are_exact(spark: Any, run: Project) -> None:
    assert table(spark, "things") == sorted(THING_ROWS, key=repr)
    assert table(spark, "named") == sorted(NAMED_ROWS, key=repr)


def test_delta_images_keep_absent_columns(spark: Any, run: Project) -> None:
    assert table(spark, "parts") == [
        {"id": "1", "a": "a2", "b": "b3"},
        {"id": "2", "a": "a", "b": "b"},
        {"id": "3", "a": None, "b": "new"},
        {"id": "4", "a": None, "b": "b"},
        {"id": "5", "a": None, "b": None},
        {"id": "6", "a": "exported", "b": None},
        {"id": "7", "a": "exported", "b": "new"},
    ]
    assert table(spark, "wide") == [{"row_key": "k", "x": 2, "y": "y"}]
    incomplete = spark.table("lindorm.state_parts").where("cdc_incomplete").select("id").collect()
    assert sorted(row.id for row in incomplete) == ["2", "3", "5"]


def test_types_are_those_that_the_messages_declare(spark: Any, run: Project) -> None:
    def found(name: str, tables: str = "auto") -> set[tuple[Any, ...]]:
        rows = spark.table("lindorm.types_main").where(
            f"tables = '{tables}' and cdc_table = '{name}' and data_type is not null"
        )
        return set(map(tuple, rows.select("column_name", "evidence", "data_type", "cdc_type", "key_number").collect()))

    assert found("people") == {
        ("id", "JSON text", "string", None, None),
        ("name", "JSON text", "string", None, None),
        ("city", "JSON text", "string", None, None),
        ("undeclared", "JSON array", "string", None, None),
    }
    assert found("raw_keys") == {
        ("ROW", "base64", "binary", "raw", 1),
        ("f_q_1", "base64", "binary", "raw", None),
    }
    assert {
        ("amount", CONNECT + "Decimal(3)", "decimal(38,3)", CONNECT + "Decimal", None),
        ("at", DEBEZIUM + "MicroTimestamp", "timestamp_ntz", DEBEZIUM + "MicroTimestamp", None),
        ("day", CONNECT + "Date", "date", CONNECT + "Date", None),
        ("raw", "bytes", "binary", None, None),
        ("id", "int64", "bigint", None, None),
        ("note", CONNECT + "Decimal(40)", "string", None, None),
        ("note", CONNECT + "Time", "string", CONNECT + "Time", None),
    } <= found("things")
    # The option tables counts more than a column ROW: that of an SQL table is a text and no key.
    assert found("raw_keys", "sql") == {(name, "JSON text", "string", None, None) for name in ("ROW", "f_q_1")}
    assert found("raw_keys", "hbase") == found("raw_keys")
    columns = ("id", "name", "city", "undeclared")
    assert found("people", "hbase") == {(name, "base64", "binary", "raw", None) for name in columns}
