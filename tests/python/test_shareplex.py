"""SharePlex JSON: every spelling of every operation and every known trap, through the real models.

Each message has its expected outcome; the rows of the tables are written by hand. Source: the vendor's page on
the data formats of a Kafka cluster, and docs/formats/shareplex.md.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from landing import land
from project import Project
from scenario import Sent, assert_outcomes, contract, landing_rows, outcomes, rows_of

BATCHES = 3
START = 1_497_622_474_000
SCN = 14_589_063_118_712

# ------------------------------------------------------------------------------------------------------ the tables

THINGS = {
    "ID": "bigint", "SMALL": "smallint", "NUM": "decimal(38,10)", "WIDE": "decimal(38,0)", "U64": "decimal(20,0)",
    "RATIO": "double", "PART": "float", "FLAG": "boolean", "RAW1": "binary", "D": "date", "AT": "timestamp_ntz",
    "AT_ZONE": "timestamp", "NOTE": "string",
}  # fmt: skip
MODELS = [
    contract("people", ["HR.PEOPLE"], ["ID"], ID="bigint", NAME="string", CITY="string"),
    contract("pairs", ["HR.PAIRS"], ["A", "B"], A="int", B="string", V="string", W="string"),
    contract("bag", ["HR.BAG"], [], A="int", B="string"),
    contract("cleared", ["HR.CLEARED"], ["ID"], ID="bigint", NAME="string"),
    contract("things", ["HR.THINGS"], ["ID"], **THINGS),
]
OTHERS = [
    contract("offsets", ["HR.OFFSETS"], ["ID"], ID="bigint", NAME="string", AT="timestamp_ntz"),
    contract("nulls", ["HR.NULLS"], [], A="int", B="string"),
]
COLUMNS = {model["name"]: {c["name"]: c["data_type"] for c in model["columns"]} for model in [*MODELS, *OTHERS]}


def message(op: Any, scn: Any, table: Any = "HR.PEOPLE", seq: Any = 1, **more: Any) -> str:
    """Return a message; `data` and `key` may be texts of JSON. What is given as "absent" is left out."""
    meta = {
        "time": "2017-06-16T14:24:34", "userid": 84, "op": op, "scn": scn if scn is None else str(scn),
        "rowid": "AAATGpAAIAAItcIAAA", "trans": "7.0.411499", "seq": seq, "size": 11, "table": table,
        "idx": f"{seq}/11", "posttime": "2017-06-16T14:33:52",
    }  # fmt: skip
    parts = {name: more.pop(name) for name in ("data", "key") if name in more}
    meta = {name: value for name, value in {**meta, **more}.items() if value != "absent"}
    texts = {f"@{name}": value for name, value in parts.items() if isinstance(value, str)}
    marked = {name: f"@{name}" if isinstance(value, str) else value for name, value in parts.items()}
    text = json.dumps({"meta": meta, **marked}, ensure_ascii=False)
    for mark, part in texts.items():
        text = text.replace(f'"{mark}"', part)
    return text


def person(number: int, name: str | None = None, city: str | None = None) -> dict[str, Any]:
    return {"ID": str(number), "NAME": name, "CITY": city}


# ---------------------------------------------------------------------------------------------------- the messages


def people() -> Iterator[Sent]:
    def change(batch: int, *arguments: Any, **more: Any) -> Sent:
        return Sent(batch, "change", message(*arguments, **more))

    # Every spelling of the three operations.
    for number, op in enumerate(("ins", "INSERT", "I", "Insert", " in_s "), 1):
        yield change(0, op, 10, data=person(number, "new", "Bonn"), seq=number)
    for number, op in enumerate(("upd", "UPDATE", "u", "Update"), 1):
        yield change(0, op, 11, data={"NAME": op}, key=person(number, "new", "Bonn"), seq=number)
    for number, op in enumerate(("del", "DELETE", "D", "delete"), 6):
        yield change(0, "ins", 10, data=person(number, "new"), seq=number)
        yield change(1, op, 11, data=person(number, "new"), seq=number)
    # An update with the changed columns, and the key with its old values: what neither has keeps its value.
    yield change(0, "ins", 20, data=person(10, "ann", "Bonn"))
    yield change(1, "upd", 21, data={"CITY": "Rome"}, key={"ID": "10", "CITY": "Bonn"})
    # A null is NULL, a column that is not there keeps its value; of an insert it is NULL.
    yield change(0, "ins", 20, data=person(11, "ann", "Bonn"))
    yield change(1, "upd", 21, data={"CITY": None}, key={"ID": "11", "CITY": "Bonn"})
    yield change(0, "ins", 20, data={"ID": "12", "CITY": "Bonn"})
    yield change(0, "ins", 20, data=person(13, "ann", None))
    yield change(0, "upd", 21, data={}, key={"ID": "13"})
    # A partial update that comes late may be the newest for its own column.
    yield change(0, "ins", 20, data=person(14, "ann", "Bonn"))
    yield change(0, "upd", 23, data={"NAME": "bea"}, key={"ID": "14"})
    yield change(1, "upd", 22, data={"CITY": "Rome", "NAME": "older"}, key={"ID": "14"})
    # On a key that no insert came for, and on one whose insert comes later.
    yield change(0, "upd", 20, data={"NAME": "no insert"}, key={"ID": "15"})
    yield change(0, "upd", 21, data={"NAME": "changed"}, key={"ID": "16"})
    yield change(1, "ins", 20, data=person(16, "inserted", "Bonn"))
    # A whole row in the key, as in the vendor's sample; the key in data and no key at all.
    yield change(0, "upd", 20, data={"CITY": "Rome"}, key=person(17, "whole", "Bonn"))
    yield change(0, "upd", 20, data={"ID": "18", "NAME": "data alone"})
    # A change of key: the columns that neither part has come along, also over two changes and two batches.
    yield change(0, "ins", 20, data=person(19, "mover", "Bonn"))
    yield change(1, "upd", 21, data={"ID": "20"}, key={"ID": "19"})
    yield change(2, "upd", 22, data={"ID": "21", "CITY": "Rome"}, key={"ID": "20", "CITY": "Bonn"})
    yield change(0, "ins", 20, data=person(22, "mover", "Bonn"))
    yield change(1, "upd", 21, data={"ID": "23"}, key=person(22, "mover", "Bonn"))
    # Keys shifted by one statement: 24 to 25 before 25 to 26, in one transaction; and a swap.
    yield change(0, "ins", 20, data=person(24, "first"))
    yield change(0, "ins", 20, data=person(25, "second"), seq=2)
    yield change(0, "upd", 21, data={"ID": "25"}, key={"ID": "24"}, seq=1)
    yield change(1, "upd", 21, data={"ID": "26"}, key={"ID": "25"}, seq=2)
    yield change(0, "ins", 20, data=person(27, "left"), seq=1)
    yield change(0, "ins", 20, data=person(28, "right"), seq=2)
    yield change(1, "upd", 21, data={"ID": "28"}, key={"ID": "27"}, seq=1)
    yield change(0, "upd", 21, data={"ID": "27"}, key={"ID": "28"}, seq=2)
    # The scn is a number: 9 before 10; then seq, also a number; seq from idx; seq as text; neither: the offset.
    yield change(0, "ins", 10, data=person(29, "newer scn"))
    yield change(1, "upd", 9, data={"NAME": "older scn"}, key={"ID": "29"})
    yield change(0, "ins", 10, data=person(30, "newer seq"), seq=10)
    yield change(1, "upd", 10, data={"NAME": "older seq"}, key={"ID": "30"}, seq=9)
    yield change(0, "ins", 10, data=person(31, "newer idx"), seq="absent", idx="10/11")
    yield change(1, "upd", 10, data={"NAME": "older idx"}, key={"ID": "31"}, seq="absent", idx="9/11")
    yield change(0, "ins", 10, data=person(32, "newer text"), seq="10", idx="absent")
    yield change(1, "upd", 10, data={"NAME": "older text"}, key={"ID": "32"}, seq=" 9 ", idx="absent")
    for name in ("a", "b", "a"):
        yield change(0, "upd", 10, data={"NAME": name}, key={"ID": "33"}, seq="absent", idx="absent")
    yield change(0, "ins", "9" * 38, data=person(34, "38 digits"))
    yield change(0, "upd", SCN, data={"NAME": "older"}, key={"ID": "34"})
    # Deleted and inserted again; an insert that comes after its delete; the key of a delete in key.
    yield change(0, "ins", 20, data=person(35, "first"))
    yield change(0, "del", 21, data=person(35, "first"))
    yield change(0, "ins", 22, data=person(35, "again"))
    yield change(0, "del", 21, data={"ID": "36"})
    yield change(1, "ins", 20, data=person(36, "late"))
    yield change(0, "ins", 20, data=person(37, "to be deleted"))
    yield change(1, "del", 21, key={"ID": "37"})
    # An update in two messages, which share their place in the transaction; one that moves the row.
    yield change(0, "ins", 20, data=person(38, "old", "Bonn"))
    yield change(0, "UPDATE BEFORE", 21, data=person(38, "old", "Bonn"))
    yield change(1, "UPDATE AFTER", 21, data=person(38, "new", "Bonn"))
    yield change(0, "ins", 20, data=person(39, "old"))
    yield change(1, "update_before", 21, data=person(39, "old"))
    yield change(1, "UpdateAfter", 21, data=person(40, "moved"))
    # Redelivered under other coordinates; another rowid is the same row; times that are none.
    yield change(2, "upd", 21, data={"CITY": None}, key={"ID": "11", "CITY": "Bonn"})
    yield change(0, "ins", 20, data=person(41, "rowid"))
    yield change(0, "upd", 21, data={"NAME": "moved rowid"}, key={"ID": "41"}, rowid="AAATGpAAIAAItcIAAB")
    yield change(0, "ins", 20, data=person(42, "no time"), time="absent", posttime="soon", userid="absent")
    # idx beside seq alone, or beside a size that stands nowhere else.
    yield change(0, "ins", 20, data=person(43, "no size"), idx="1/12", size="absent")
    yield change(0, "upd", 21, data={"NAME": "no size in idx"}, key={"ID": "43"}, idx="1")
    # The short words of an update in two messages, and what may be between them.
    for number, (before, after) in enumerate(
        (("UB", "UA"), ("UPDBEFORE", "UPDAFTER"), ("upd_before", "upd after"), ("UPDATE-BEFORE", "update-after")), 44
    ):
        yield change(0, "ins", 20, data=person(number, "old"))
        yield change(0, before, 21, data=person(number, "old"))
        yield change(1, after, 21, data=person(number, after))
    # Two messages that have a place each: a swap, and an update that leaves the key as it is.
    for number, seq in ((50, 1), (51, 2), (52, 3)):
        yield change(0, "ins", 20, data=person(number, f"was {number}"), seq=seq)
    halves = [("UPDATE BEFORE", 50, 50), ("UPDATE AFTER", 51, 50), ("UPDATE BEFORE", 51, 51), ("UPDATE AFTER", 50, 51)]
    for seq, (op, number, was) in enumerate(halves, 1):
        yield change(1, op, 21, data=person(number, f"was {was}"), seq=seq, size=4, idx=f"{seq}/4")
    yield change(1, "UPDATE BEFORE", 22, data=person(52, "was 52"), seq=1, size=2, idx="1/2")
    yield change(1, "UPDATE AFTER", 22, data=person(52, "new"), seq=2, size=2, idx="2/2")
    # At one place BEFORE comes first, whatever the offsets are. There is no insert: with one, AFTER would leave a
    # pending delete, and BEFORE would delete nothing in either order.
    yield change(0, "UPDATE AFTER", 21, data=person(53, "new"))
    yield change(0, "UPDATE BEFORE", 21, data=person(53, "old"))


PEOPLE = {
    1: ("upd", "Bonn"), 2: ("UPDATE", "Bonn"), 3: ("u", "Bonn"), 4: ("Update", "Bonn"), 5: ("new", "Bonn"),
    10: ("ann", "Rome"), 11: ("ann", None), 12: (None, "Bonn"), 13: ("ann", None), 14: ("bea", "Rome"),
    15: ("no insert", None), 16: ("changed", "Bonn"), 17: ("whole", "Rome"), 18: ("data alone", None),
    21: ("mover", "Rome"), 23: ("mover", "Bonn"), 25: ("first", None), 26: ("second", None), 27: ("right", None),
    28: ("left", None), 29: ("newer scn", None), 30: ("newer seq", None), 31: ("newer idx", None),
    32: ("newer text", None), 33: ("a", None), 34: ("38 digits", None), 35: ("again", None), 38: ("new", "Bonn"),
    40: ("moved", None), 41: ("moved rowid", None), 42: ("no time", None),
    43: ("no size in idx", None), 44: ("UA", None), 45: ("UPDAFTER", None), 46: ("upd after", None),
    47: ("update-after", None), 50: ("was 51", None), 51: ("was 50", None), 52: ("new", None), 53: ("new", None),
}  # fmt: skip


def pairs() -> Iterator[Sent]:
    """A key of two columns, one of which changes, so that the other is in key alone."""

    def sent(batch: int, outcome: str, op: str, scn: int, **more: Any) -> Sent:
        return Sent(batch, outcome, message(op, scn, "HR.PAIRS", **more))

    yield sent(0, "change", "ins", 1, data={"A": "1", "B": "x", "V": "v", "W": "w"})
    yield sent(1, "change", "upd", 2, data={"B": "y", "V": "moved"}, key={"A": "1", "B": "x", "V": "v"})
    yield sent(0, "change", "ins", 1, data={"A": "2", "B": "x", "V": "v", "W": "w"}, seq=2)
    yield sent(0, "change", "upd", 2, data={"A": "2", "B": "x", "V": "same key"}, key={"A": "2", "B": "x"}, seq=2)
    yield sent(0, "missing_key", "upd", 3, data={"V": "z"}, key={"A": "1"})
    yield sent(0, "missing_key", "upd", 3, data={"A": "1", "V": "z"}, key={"A": "2"})
    yield sent(0, "missing_key", "upd", 3, data={"B": None}, key={"A": "9", "B": "y"})
    yield sent(0, "missing_key", "del", 3, data={"A": "1", "V": "z"})


def bag() -> Iterator[Sent]:
    def sent(batch: int, outcome: str, op: str, scn: int, **more: Any) -> Sent:
        return Sent(batch, outcome, message(op, scn, "HR.BAG", **more))

    one = {"A": "1", "B": "x"}
    for seq in (1, 2, 3):
        yield sent(0, "change", "ins", 1, data=one, seq=seq)
    yield sent(0, "change", "ins", 1, data={"A": "2"}, seq=4)
    yield sent(1, "change", "upd", 2, data={"B": None}, key=one)
    yield sent(0, "change", "upd", 3, data={"A": "3", "B": "z"}, key=one)
    yield sent(2, "change", "del", 4, data={"A": "2", "B": None})
    # The same place in the same transaction is the same change; without it, it is another one.
    yield sent(2, "change", "ins", 1, data=one, seq=3)
    yield sent(2, "change", "ins", 5, data={"A": "4", "B": ""}, seq="absent", idx="absent")
    yield sent(2, "change", "ins", 5, data={"A": "4", "B": ""}, seq="absent", idx="absent")
    # Two transactions may share the scn of their commit; a change that names none belongs to none.
    for trans in ("7.0.1", "8.1.2", "8.1.2", "absent", "absent"):
        yield sent(1, "change", "ins", 8, data={"A": "6", "B": "shared"}, trans=trans)
    yield sent(2, "change", "UPDATE BEFORE", 6, data={"A": "4", "B": ""})
    yield sent(1, "change", "UPDATE AFTER", 6, data={"A": "5", "B": ""})
    yield sent(0, "image_contract", "upd", 7, data={"B": "y"}, key={"A": "1"})  # which row goes?
    yield sent(0, "image_contract", "upd", 7, data={"B": "y"})
    yield sent(0, "image_contract", "del", 7)


def cleared() -> Iterator[Sent]:
    def row(number: int, name: str) -> dict[str, str]:
        return {"ID": str(number), "NAME": name}

    for batch, scn, number in ((0, 10, 1), (0, 50, 2), (1, 15, 3), (1, 19, 1)):
        yield Sent(batch, "change", message("ins", scn, "HR.CLEARED", data=row(number, "x")))
    for scn, op in enumerate(("TRUNCATE", "trunc", "truncate_table", "T"), 20):
        yield Sent(0, "truncate", message(op, scn, "HR.CLEARED"))
    yield Sent(0, "truncate", message("truncate", 30, "HR.CLEARED", data={}, seq="absent", idx="absent"))
    yield Sent(2, "change", message("upd", 51, "HR.CLEARED", data={"NAME": "y"}, key=row(2, "x")))
    yield Sent(2, "change", message("upd", 29, "HR.CLEARED", data={"NAME": "y"}, key=row(3, "x")))


def controls() -> Iterator[Sent]:
    yield Sent(0, "ddl", message("DROP COLUMN", 60, data={"OLD_ONE": None, "OLD_TWO": None}))
    yield Sent(0, "ddl", message("drop_column", "absent", data=None))
    yield Sent(0, "ddl", message("DropCol", 61))
    yield Sent(0, "ddl", message("drop-column", 62))
    yield Sent(0, "tombstone", None)
    yield Sent(0, "tombstone", "null")


def refused() -> Iterator[Sent]:
    whole = message("ins", 95, data=person(99, "x"))
    # The vendor's second and third sample as they are printed: "..." for what is left out, and a trailing comma.
    printed = [
        '{"meta": {"time": "2017-06-16T15:38:13", "userid": 84, "op": "upd", "table": "CL_BIZ1.MIO_LOG"\n ...\n },'
        ' "data": {"CNTR_NO": "1171201606"}, "key": {"MIO_LOG_ID": "32537893"}}',
        '{"meta": {"time": "2017-06-16T15:51:35", "userid": 84, "op": "del", }, "data": {"MIO_LOG_ID": "32539739"}}',
    ]
    for text in (
        *printed,
        whole + "{}",
        whole[:-1],
        f"[{whole}]",
        "",
        "7",
        '"x"',
        '{"meta":' * 1100 + "1" + "}" * 1100,
    ):
        yield Sent(0, "malformed", text)
    for text in ("{}", '{"meta":null}', '{"meta":"ins"}', '{"meta":{}}', message(None, 95, data=person(99, "x"))):
        yield Sent(0, "unknown_envelope", text)
    for op in ("upsert", "", "insert update", "drop table", "merge", "insertupdate"):
        yield Sent(0, "unknown_operation", message(op, 95, data=person(99, "x")))
    for table in (None, "", " ", "absent"):
        yield Sent(0, "missing_table", message("ins", 95, table, data=person(99, "x")))
    yield Sent(0, "missing_table", message("DROP COLUMN", 95, None))
    for scn in ("absent", None, "", "x", "1.5", -1, "7\u2028", "9" * 39):
        yield Sent(0, "missing_position", message("ins", scn, data=person(99, "x")))
    yield Sent(0, "missing_position", message("truncate", None, "HR.CLEARED"))
    yield Sent(0, "missing_position", message("ins", 95, data=person(99, "x"), idx="2/11"))
    yield Sent(0, "missing_position", message("ins", 95, data=person(99, "x"), idx="1/12"))
    yield Sent(0, "missing_position", message("ins", 95, data=person(99, "x"), seq="absent", idx="1/12"))
    yield Sent(0, "image_contract", message("ins", 95))
    yield Sent(0, "image_contract", message("ins", 95, data=None, key=person(99, "x")))
    yield Sent(0, "image_contract", message("ins", 95, data='"a text"'))
    yield Sent(0, "image_contract", message("upd", 95, key=person(99, "x")))
    yield Sent(0, "image_contract", message("del", 95))
    yield Sent(0, "image_contract", message("UPDATE BEFORE", 95))
    yield Sent(0, "image_contract", message("UPDATE AFTER", 95, key=person(99, "x")))
    yield Sent(0, "missing_key", message("ins", 95, data={"NAME": "x"}))
    yield Sent(0, "missing_key", message("upd", 95, data={"NAME": "x"}))
    yield Sent(0, "missing_key", message("upd", 95, data={"NAME": "x"}, key={}))
    yield Sent(0, "missing_key", message("del", 95, data={"NAME": "x"}))
    yield Sent(0, "bad_value", message("ins", 95, data=person(2**63, "x")))
    yield Sent(0, "bad_value", message("ins", 95, data={"ID": "1.5"}))
    yield Sent(0, "bad_value", message("upd", 95, data={"NAME": "x"}, key={"ID": "one"}))
    yield Sent(0, "bad_value", message("del", 95, data={"ID": ""}))


def things() -> Iterator[Sent]:
    table = "HR.THINGS"
    good: list[Any] = [
        {
            "ID": str(2**63 - 1), "SMALL": "-32768", "NUM": "9" * 28 + ".9999999999", "WIDE": "-" + "9" * 38,
            "U64": str(2**64 - 1), "RATIO": "1e-308", "PART": "1.5", "FLAG": "true", "RAW1": "0080FFab",
            "D": "0001-01-01", "AT": "0001-01-01T00:00:00", "AT_ZONE": "2024-02-29T12:34:56.123456Z",
            "NOTE": 'é😀\x00\x01"\\',
        },
        {
            "ID": str(-(2**63)), "SMALL": "0", "NUM": "-.0000000001", "WIDE": "1E37", "U64": "0", "RATIO": "NaN",
            "PART": "-Infinity", "FLAG": "0", "RAW1": "", "D": "9999-12-31", "AT": "9999-12-31 23:59:59.999999",
            "AT_ZONE": "2024-02-29 12:34:56", "NOTE": "",
        },
        # Written by the patterns of the stream; a DATE of midnight may be a date.
        {"ID": "1", "D": "29-FEB-24", "AT": "29-FEB-24", "AT_ZONE": "29-FEB-24", "NOTE": "null"},
        {"ID": "2", "AT": "29.02.2024 12:34:56,123456", "AT_ZONE": "29.02.2024 12:34:56,100000"},
        {"ID": "3", "D": "2024-02-29T00:00:00", "AT_ZONE": "20240229123456+0100", "AT": "20240229123456+0100"},
        {"ID": "4"},
        # Numbers that some producer does not quote are exact too.
        '{"ID":5,"NUM":12345678901234567890.0123456789,"WIDE":12345678901234567890123456789012345678,"FLAG":true}',
        {"ID": "6", "RATIO": "-1.7976931348623157E308", "NUM": "0.10", "D": "1970-01-01 00:00:00"},
        # A year of two digits is Oracle's RR; zeros beyond microseconds lose nothing; a point may be no fraction's.
        {"ID": "7", "D": "29-FEB-52", "AT": "31-DEC-49", "AT_ZONE": "01/07/99 10:00 +02:00"},
        {"ID": "8", "D": "01-JAN-50", "AT": "29.02.2024 12:34:56,123456000", "AT_ZONE": "01/07/00 01:00 +02:00"},
        {"ID": "9", "AT": "29.022024123456", "AT_ZONE": "2024-02-29 12:34:56,5"},
    ]  # fmt: skip
    for number, data in enumerate(good):
        yield Sent(number % BATCHES, "change", message("ins", 100, table, data=data, seq=number + 1))
    bad = {
        "SMALL": ["32768", "x", "1.5", ""], "NUM": ["1.12345678901", "9" * 29, "x", "", "1E-999999999", "1e999999999"],
        "WIDE": ["0.5", "9" * 39], "RATIO": ["x", "", "1e400", "1d", "0x1p3"],
        "PART": ["3.5E38", "1f"], "FLAG": ["maybe"], "RAW1": ["0", "xx", "0080F"],
        "D": ["2024-02-30", "29-FEB-2024 12:00", "2024-02-29T12:00:00", "x", "", "1497622474000"],
        "AT": ["2024-02-29 12:34:56.1234567", "infinity", "12:34:56", "0000-00-00 00:00:00", "1497622474000",
               "29.02.2024 12:34:56,123456789", "29.02.2024 12:34:56,1234567"],
        "AT_ZONE": ["2024-02-29 25:00:00", "x", "31/12/49 23:00 -05:00"],
    }  # fmt: skip
    for column, values in bad.items():
        for value in values:
            yield Sent(0, "bad_value", message("ins", 200, table, data={"ID": "99", column: value}))


def thing(number: int, **values: Any) -> dict[str, Any]:
    return {**dict.fromkeys(THINGS), "ID": number, **values}


LEAP = date(2024, 2, 29)
THING_ROWS = [
    thing(
        2**63 - 1, SMALL=-32768, NUM=Decimal("9" * 28 + ".9999999999"), WIDE=Decimal("-" + "9" * 38),
        U64=Decimal(2**64 - 1), RATIO=1e-308, PART=1.5, FLAG=True, RAW1=b"\x00\x80\xff\xab", D=date(1, 1, 1),
        AT="0001-01-01 00:00:00", AT_ZONE="2024-02-29 12:34:56.123456", NOTE='é😀\x00\x01"\\',
    ),
    thing(
        -(2**63), SMALL=0, NUM=Decimal("-0.0000000001"), WIDE=Decimal(10**37), U64=Decimal(0), RATIO="NaN",
        PART=float("-inf"), FLAG=False, RAW1=b"", D=date(9999, 12, 31), AT="9999-12-31 23:59:59.999999",
        AT_ZONE="2024-02-29 04:34:56", NOTE="",
    ),
    thing(1, D=LEAP, AT="2024-02-29 00:00:00", AT_ZONE="2024-02-28 16:00:00", NOTE="null"),
    thing(2, AT="2024-02-29 12:34:56.123456", AT_ZONE="2024-02-29 04:34:56.1"),
    thing(3, D=LEAP, AT="2024-02-29 19:34:56", AT_ZONE="2024-02-29 11:34:56"),
    thing(4),
    thing(
        5, NUM=Decimal("12345678901234567890.0123456789"), FLAG=True,
        WIDE=Decimal("12345678901234567890123456789012345678"),
    ),
    thing(6, RATIO=-1.7976931348623157e308, NUM=Decimal("0.10"), D=date(1970, 1, 1)),
    thing(7, D=date(1952, 2, 29), AT="2049-12-31 00:00:00", AT_ZONE="1999-07-01 08:00:00"),
    thing(8, D=date(1950, 1, 1), AT="2024-02-29 12:34:56.123456", AT_ZONE="2000-06-30 23:00:00"),
    thing(9, AT="2024-02-29 12:34:56", AT_ZONE="2024-02-29 04:34:56.5"),
]  # fmt: skip


def offsets() -> Iterator[Sent]:
    """The samples' updates and deletes have neither scn nor seq: then the offset is the order."""

    def sent(op: str, outcome: str = "change", **more: Any) -> Sent:
        bare = {"trans": "absent", "seq": "absent", "size": "absent", "idx": "absent"}
        return Sent(0, outcome, message(op, more.pop("scn", "absent"), "HR.OFFSETS", **{**bare, **more}))

    yield sent("ins", data={"ID": "1", "NAME": "first", "AT": "2024-02-29 12:34:56"})
    yield sent("upd", data={"NAME": "second"}, key={"ID": "1", "NAME": "first"})
    yield sent("ins", data={"ID": "2", "NAME": "first"}, scn="5", seq=1, idx="1/1")
    yield sent("del", data={"ID": "2", "NAME": "first"})
    # An update in two messages, of which the second keeps what it does not carry.
    yield sent("UPDATE BEFORE", "noop", data={"ID": "1", "NAME": "second"})
    yield sent("UPDATE AFTER", data={"NAME": "third"}, key={"ID": "1"})
    # One that changes the key: the old row goes where `key` names it, and stays where nothing does.
    named: dict[str, Any] = {"key": {"ID": "3"}}
    for number, more in ((3, named), (5, {})):
        yield sent("ins", data={"ID": str(number), "NAME": "mover"})
        yield sent("UB", "noop", data={"ID": str(number), "NAME": "mover"})
        yield sent("UA", data={"ID": str(number + 1)}, **more)


def nulls() -> Iterator[Sent]:
    """Where an empty text is NULL, as in Oracle: in rows that come, in rows that go, and in numbers."""
    yield Sent(0, "change", message("ins", 1, "HR.NULLS", data={"A": "", "B": ""}))
    yield Sent(0, "change", message("ins", 2, "HR.NULLS", data={"A": "1", "B": None}))
    yield Sent(1, "change", message("upd", 3, "HR.NULLS", data={"A": "2"}, key={"A": "1", "B": ""}))
    yield Sent(1, "change", message("del", 4, "HR.NULLS", data={"A": None, "B": ""}))


# ----------------------------------------------------------------------------------------------------------- tests

SENT = {
    "hr": [*people(), *pairs(), *bag(), *cleared(), *controls(), *refused(), *things()],
    "offsets": list(offsets()),
    "nulls": list(nulls()),
}
TYPES = """
{%- if execute %}{{ spark_cdc._format('shareplex', 'types')(spark_cdc._stream(spark_cdc._node()), ref('routed_hr')) }}
{%- else %}select 1 from {{ ref('routed_hr') }}
{%- endif %}
"""
PATTERNS = [
    "dd-MMM-yy", "dd.MM.yyyy HH:mm:ss,SSSSSSSSS", "yyyyMMddHHmmssxx", "dd.MMyyyyHHmmss", "dd/MM/yy HH:mm xxx",
    "yyyy-MM-dd HH:mm:ss,SSS",
]  # fmt: skip


@pytest.fixture(scope="module")
def run(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> None:
    made = Project(tmp_path_factory.mktemp("shareplex") / "p", "shareplex", ansi=True)
    options = {"date_time_zone": "Asia/Shanghai", "time_patterns": PATTERNS}
    made.stream("hr", {"format": "shareplex", "options": options})
    made.tables("hr", MODELS)
    (made.path / "models/types_hr.sql").write_text(TYPES)
    options = {"order": "transport", "update_before": "ignore", "time_patterns": "dd-MMM-yy"}
    made.stream("offsets", {"format": "shareplex", "options": options}, routed=False)
    made.tables("offsets", OTHERS[:1])
    made.stream("nulls", {"format": "shareplex", "options": {"empty_text": "null"}}, routed=False)
    made.tables("nulls", OTHERS[1:])
    made.dbt("deps")
    for batch in range(BATCHES):
        for stream, sent in SENT.items():
            land(spark, f"shareplex_landing.{stream}", landing_rows(stream, sent, batch, START))
        if batch != 1:  # the second run reads two batches
            made.dbt("run")


def test_each_message_has_its_class_or_reason(spark: Any, run: None) -> None:
    logs = ["shareplex.routed_hr", *(f"shareplex.changes_{model['name']}" for model in MODELS)]
    assert_outcomes(SENT["hr"], outcomes(spark, logs))
    for stream in ("offsets", "nulls"):
        assert_outcomes(SENT[stream], outcomes(spark, [f"shareplex.changes_{stream}"]))


def test_updates_keep_what_they_do_not_carry(spark: Any, run: None) -> None:
    assert {row.ID: (row.NAME, row.CITY) for row in spark.table("shareplex.people").collect()} == PEOPLE


def test_a_row_that_no_insert_came_for_is_incomplete(spark: Any, run: None) -> None:
    rows = spark.sql("select ID from shareplex.state_people where cdc_incomplete and not cdc_deleted").collect()
    assert {row.ID for row in rows} == {15, 18, 33}


def test_one_column_of_a_key_changes(spark: Any, run: None) -> None:
    assert rows_of(spark, "shareplex.pairs", COLUMNS["pairs"]) == [
        {"A": 1, "B": "y", "V": "moved", "W": "w"},
        {"A": 2, "B": "x", "V": "same key", "W": "w"},
    ]


def test_a_table_without_key_is_a_bag(spark: Any, run: None) -> None:
    found = Counter((row["A"], row["B"]) for row in rows_of(spark, "shareplex.bag", COLUMNS["bag"]))
    assert found == {(1, "x"): 1, (1, None): 1, (3, "z"): 1, (4, ""): 1, (5, ""): 1, (6, "shared"): 4}


@pytest.mark.law("L2")
def test_a_truncate_kills_what_is_older_also_when_it_comes_later(spark: Any, run: None) -> None:
    assert rows_of(spark, "shareplex.cleared", COLUMNS["cleared"]) == [{"ID": 2, "NAME": "y"}]


@pytest.mark.law("L5")
def test_values_are_exact(spark: Any, run: None) -> None:
    assert rows_of(spark, "shareplex.things", THINGS) == sorted(THING_ROWS, key=repr)


def test_without_scn_the_offset_orders_if_the_stream_is_set_so(spark: Any, run: None) -> None:
    assert rows_of(spark, "shareplex.offsets", COLUMNS["offsets"]) == [
        {"ID": 1, "NAME": "third", "AT": "2024-02-29 12:34:56"},
        {"ID": 4, "NAME": "mover", "AT": None},
        {"ID": 5, "NAME": "mover", "AT": None},
        {"ID": 6, "NAME": None, "AT": None},
    ]


def test_an_empty_text_is_null_if_the_stream_is_set_so(spark: Any, run: None) -> None:
    assert rows_of(spark, "shareplex.nulls", COLUMNS["nulls"]) == [{"A": 2, "B": None}]


def test_dropped_columns_are_in_the_ddl_log(spark: Any, run: None) -> None:
    rows = spark.sql("select cdc_schema, cdc_table, cdc_ddl from shareplex.routed_hr where cdc_class = 'ddl'").collect()
    assert sorted(map(tuple, rows)) == [
        ("HR", "PEOPLE", "DROP COLUMN"),
        ("HR", "PEOPLE", "DROP COLUMN"),
        ("HR", "PEOPLE", "DROP COLUMN"),
        ("HR", "PEOPLE", "DROP COLUMN OLD_ONE, OLD_TWO"),
    ]


def test_times_and_transactions_come_from_meta(spark: Any, run: None) -> None:
    rows = spark.sql(
        "select distinct cdc_transaction, cast(cdc_event_at as string) as event,"
        " cast(cdc_captured_at as string) as captured from shareplex.routed_hr where cdc_table = 'PAIRS'"
    ).collect()
    assert [tuple(row) for row in rows] == [("7.0.411499", "2017-06-16 14:24:34", "2017-06-16 14:33:52")]


def test_types_name_every_column_of_data_and_key(spark: Any, run: None) -> None:
    rows = spark.sql(
        "select distinct column_name, data_type, cdc_type, key_number, evidence from shareplex.types_hr"
        " where cdc_table = 'PAIRS' and evidence <> 'JSON null'"
    ).collect()
    assert sorted(map(tuple, rows)) == [(name, "string", None, None, "JSON text") for name in ("A", "B", "V", "W")]
