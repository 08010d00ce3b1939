"""Canal JSON: every documented operation and every known trap, through the real models, in both dialects.

Each message has its expected outcome; the rows of the tables are written by hand. Source: the vendor's page on
the data formats of a Kafka cluster and docs/formats/canal.md. A message's offset is its place in the
list, which is its order too, whatever the batch in which it lands.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
import yaml
from landing import land
from project import Project
from scenario import Sent, assert_outcomes, contract, landing_rows, outcomes, rows_of

BATCHES = 3
START = 1_600_161_894_000
ALL_BYTES = bytes(range(256))
MANY = 30_000
LONG_NUMBER = "0.12345678901234567891"
LONG_LABEL = "it''s " * 3000

THINGS = {
    "id": ("decimal(20,0)", "bigint(20) unsigned"), "tiny": ("tinyint", "tinyint(4)"),
    "utiny": ("smallint", "tinyint(3) unsigned"), "medium": ("int", "mediumint(8) unsigned"),
    "big": ("bigint", "bigint(20)"), "ubig": ("decimal(20,0)", "bigint(20) unsigned zerofill"),
    "amount": ("decimal(38,10)", "decimal(38,10)"), "wide": ("string", "decimal(65,30)"),
    "single": ("float", "float"), "ratio": ("double", "double"), "flag": ("boolean", "tinyint(1)"),
    "bit1": ("boolean", "bit(1)"), "bit20": ("decimal(20,0)", "bit(20)"), "bit12": ("binary", "bit(12)"),
    "bit64": ("binary", "bit(64)"), "born": ("int", "year(4)"), "day": ("date", "date"), "clock": ("string", "time(6)"),
    "local_at": ("timestamp_ntz", "datetime(6)"), "at": ("timestamp", "timestamp(6)"), "raw": ("binary", "longblob"),
    "bin8": ("binary", "binary(8)"), "spot": ("binary", "point"),
    "size": ("string", "enum('small','it''s',''',','a\\b','')"), "tags": ("string", "set('a','b','c d')"),
    "js": ("string", "json"), "note": ("string", "varchar(2000)"),
}  # fmt: skip


def model(name: str, tables: Sequence[str], key: Sequence[str], /, **columns: Any) -> dict[str, Any]:
    """Return a contract; a column is its data_type, or that and its meta.cdc."""
    made = contract(name, tables, key, **{c: t if isinstance(t, str) else t[0] for c, t in columns.items()})
    for column in made["columns"]:
        if not isinstance(columns[column["name"]], str):
            column["config"] = {"meta": {"cdc": columns[column["name"]][1]}}
    return made


ROW_ID = "__#alibaba_rds_row_id#__"
COMMUNITY = [
    model("people", ["shop.people"], ["id"], id="bigint", name="string"),
    model("cleared", ["shop.cleared"], ["id"], id="bigint", name="string"),
    model("bag", ["shop.bag"], [], a="int", b="string"),
    model("docs", ["shop.docs"], ["id"], id="bigint", title="string", body="string"),
    model("orders", ["shop_0.orders_0", "shop_1.orders_1"], ["id"], id="bigint", note="string"),
    model("hidden", ["shop.hidden"], ["row_id"], row_id=("bigint", {"source": ROW_ID}), note="string"),
    model("odd", ["shop.odd"], ["row_id"], row_id=("bigint", {"source": "_drds_implicit_id_"}),
          note=("string", {"source": 'say "x"'}), n=("decimal(10,2)", {"source": "a-b c"})),
    model("many", ["shop.many"], ["id"], id="bigint", name="string", amount="decimal(10,2)"),
    model("labels", ["shop.labels"], ["id"], id="int", kind=("string", {"type": "enum('a','it''s','')"}),
          number="int", members="string", plain="string", raw=("binary", {"type": "binary(4)"}),
          bits=("binary", {"type": "bit(12)"})),
    model("things", ["shop.things"], ["id"], **{name: types[0] for name, types in THINGS.items()}),
]  # fmt: skip
LEGACY = [
    model("old_people", ["shop.people"], ["id"], id="bigint", name="string", day="date", at="timestamp",
          amount="decimal(10,2)"),
    model("old_bag", ["shop.bag"], [], a="int", b="string"),
]  # fmt: skip
DIRECT = [model("one", ["shop.one"], ["id"], id="bigint", name="string")]
COLUMNS = {m["name"]: {c["name"]: c["data_type"] for c in m["columns"]} for m in (*COMMUNITY, *LEGACY, *DIRECT)}
MYSQL_TYPES = {
    "people": {"id": "bigint(20)", "name": "varchar(50)"},
    "bag": {"a": "int(11)", "b": "varchar(50)"},
    "docs": {"id": "bigint(20)", "title": "varchar(50)", "body": "text"},
    "hidden": {"note": "varchar(50)", ROW_ID: "bigint(20)"},
    "odd": {'say "x"': "varchar(50)", "a-b c": "decimal(10,2)", "_drds_implicit_id_": "bigint(20)"},
    "labels": {
        "id": "int(11)",
        "kind": "enum",
        "number": "enum('x')",
        "members": "set",
        "plain": "enum",
        "raw": "binary",
        "bits": "bit",
    },
    "things": {name: types[1] for name, types in THINGS.items()},
}


def flat(kind: str | None, table: str = "people", data: Any = None, old: Any = None, **more: Any) -> str:
    """Return a FlatMessage; a text in place of rows is written as it is, where the spelling of a number matters."""
    types = MYSQL_TYPES.get(table, {"id": "bigint(20)"})
    message = {
        "data": "@data" if isinstance(data, str) else data, "database": "shop", "es": START, "gtid": "", "id": 2,
        "isDdl": False, "mysqlType": types, "old": old, "pkNames": [next(iter(types))], "sql": "",
        "sqlType": dict.fromkeys(types, 12), "table": table, "ts": START + 771, "type": kind, **more,
    }  # fmt: skip
    text = json.dumps({name: value for name, value in message.items() if value is not ...}, ensure_ascii=False)
    return text.replace('"@data"', data) if isinstance(data, str) else text


def person(number: int, name: str | None = None) -> dict[str, str | None]:
    return {"id": str(number), "name": name}


def people() -> Iterator[Sent]:
    def change(batch: int, *arguments: Any, **more: Any) -> Sent:
        return Sent(batch, "change", flat(*arguments, **more))

    # Many rows in one message; old[i] also names what changed in another row only; the same row twice.
    yield change(0, "INSERT", data=[person(1, "a"), person(2, "b"), person(3, "c")])
    yield change(0, "UPDATE", data=[person(1, "a2"), person(2, "b")], old=[{"name": "a"}, {"name": "b"}])
    yield change(0, "INSERT", data=[person(4, "twice"), person(4, "twice")])
    # An older update that lands last; the same key more than once in one message: the index decides.
    yield change(2, "UPDATE", data=[person(3, "older")], old=[{"name": "c"}])
    yield change(0, "UPDATE", data=[person(3, "newer")], old=[{"name": "older"}])
    yield change(0, "UPDATE", data=[person(4, "first"), person(4, "last")], old=[{"name": "twice"}, {"name": "first"}])
    # The batch's id and the second do not give the order.
    yield change(0, "INSERT", data=[person(5, "id 9")], id=9, es=START + 9000)
    yield change(1, "UPDATE", data=[person(5, "id 1")], old=[{"name": "id 9"}], id=1, es=START)
    # Changes of keys: to a free key, a swap, a shift upwards as no index would allow it, and onwards in a later batch.
    yield change(0, "INSERT", data=[person(n, f"born {n}") for n in (10, 11, 12, 13, 14, 15)])
    yield change(1, "UPDATE", data=[person(20, "born 10")], old=[{"id": "10"}])
    yield change(0, "UPDATE", data=[person(12, "born 11"), person(11, "born 12")], old=[{"id": "11"}, {"id": "12"}])
    yield change(
        1, "UPDATE", data=[person(14, "born 13"), person(15, "born 14"), person(16, "born 15")],
        old=[{"id": "13", "name": "born 13"}, {"id": "14"}, {"id": "15"}],
    )  # fmt: skip
    # Two swaps one after the other in one message, so that each row is back where it was.
    yield change(0, "INSERT", data=[person(70, "a"), person(71, "b")])
    rows = [person(71, "a"), person(70, "b"), person(71, "b"), person(70, "a")]
    yield change(1, "UPDATE", data=rows, old=[{"id": "70"}, {"id": "71"}, {"id": "70"}, {"id": "71"}])
    yield change(2, "UPDATE", data=[person(21, "moved on")], old=[{"id": "20", "name": "born 10"}])
    # The deleted row in data, in old, in old beside an empty data; deleted and there again; born after its death.
    yield change(0, "INSERT", data=[person(n, "mortal") for n in (30, 31, 32, 33)])
    yield change(0, "DELETE", data=[person(30, "mortal")])
    yield change(1, "DELETE", old=[person(31, "mortal")])
    yield change(0, "DELETE", data=[], old=[person(32)])
    yield change(0, "DELETE", data=[person(33, "mortal")])
    yield change(1, "INSERT", data=[person(33, "again")])
    yield change(2, "INSERT", data=[person(34, "late")])
    yield change(0, "DELETE", data=[person(34, "late")])
    # A topic that was sent again from some point on, under new offsets: 40 became 41 and 41 became 42.
    yield change(0, "INSERT", data=[person(40, "rewound")], es=START)
    for batch in (0, 1):
        yield change(batch, "UPDATE", data=[person(41, "rewound")], old=[{"id": "40"}], es=START + 1000)
        yield change(batch, "UPDATE", data=[person(42, "rewound")], old=[{"id": "41"}], es=START + 2000)
    yield change(2, "UPDATE", data=[person(43, "rewound")], old=[{"id": "42"}], es=START + 3000)
    # Spellings: INIT, small letters, numbers as numbers, nothing but what is needed, no old, an empty old.
    yield change(0, "INIT", data=[person(50, "full load")])
    yield change(0, "insert", data='[{"id":51,"name":"a number"}]', es=str(START), isDdl="false")
    yield Sent(0, "change", '{"type":"INSERT","database":"shop","table":"people","data":[{"name":null,"id":"52"}]}')
    yield change(1, "UPDATE", data=[person(52, "no old")])
    yield change(0, "INSERT", data=[{**person(53, "x"), "undeclared": "y"}], mysqlType=..., sqlType=..., pkNames=None)
    yield change(1, "UPDATE", data=[person(53, "empty old")], old=[{}], mysqlType={}, es=2**63, ts="x")
    yield change(0, "INSERT", data=[person(54, "first of two")], gtid="0-1-99")
    yield change(0, "INSERT", data=[person(57, "isDdl beside rows")], isDdl=True)
    yield change(0, "INSERT", data='[{"id":"55","id":"56","name":"the last of two"}]')


PEOPLE = {
    1: "a2", 2: "b", 3: "newer", 4: "last", 5: "id 1", 21: "moved on", 11: "born 12", 12: "born 11", 14: "born 13",
    15: "born 14", 16: "born 15", 33: "again", 43: "rewound", 50: "full load", 51: "a number", 52: "no old",
    53: "empty old", 54: "first of two", 56: "the last of two", 57: "isDdl beside rows", 60: "good", 61: "good too",
    70: "a", 71: "b",
}  # fmt: skip


def controls() -> Iterator[Sent]:
    ddl: dict[str, Any] = {"data": None, "mysqlType": None, "sqlType": None, "pkNames": None, "isDdl": True}
    kinds = ("CREATE", "ALTER", "ERASE", "RENAME", "CINDEX", "DINDEX", "QUERY", "INSERT", "DELETE", "SOMETHING", None)
    for kind in kinds:
        yield Sent(0, "ddl", flat(kind, sql="alter table people add column c int", **ddl))
    yield Sent(0, "ddl", flat("ALTER", sql="x", **{**ddl, "isDdl": False}))
    yield Sent(0, "ddl", flat("INSERT", sql="alter table people add column c int", **{**ddl, "data": []}))
    # The vendor's DDL sample without its comments.
    yield Sent(0, "ddl", json.dumps({
        "database": "dbname", "es": START, "id": 58, "isDdl": True, "sql": "eg: create xxx", "table": "tablename",
        "ts": START + 771, "type": "DDL",
    }))  # fmt: skip
    # Statements of the binlog whose rows come by themselves; other marks of the log.
    yield Sent(0, "noop", flat("QUERY", table="", sql="insert into people values (1,'a')", database=""))
    for kind in ("QUERY", "GTID", "XACOMMIT", "XAROLLBACK"):
        yield Sent(0, "noop", flat(kind))
    yield Sent(0, "heartbeat", flat("MHEARTBEAT"))


def bad_messages() -> Iterator[Sent]:
    good = flat("INSERT", data=[person(99, "never")])
    for text in (
        "", "null", "[]", '"x"', good + good, good + "x", good[:-1], f"[{good}]", "{", "\x08\x01\x12",
        good.replace('"data"', "// rows\n\"data\""), good.replace('"', "'"), "[" * 5000,
    ):  # fmt: skip
        yield Sent(0, "malformed", text)
    yield Sent(0, "malformed", None)
    yield Sent(0, "unknown_envelope", "{}")
    yield Sent(0, "unknown_envelope", '{"type":null,"data":[{"id":"1"}]}')
    yield Sent(0, "unknown_operation", flat("UPSERT", data=[person(99)]))
    yield Sent(0, "unknown_operation", flat('{"a":1}', data=[person(99)]))
    yield Sent(0, "missing_table", flat("INSERT", table="", data=[person(99)]))
    yield Sent(0, "missing_table", flat("TRUNCATE", table="", isDdl=True))
    no_rows: list[Any] = [None, [], '"x"', {}, person(99)]
    for rows in no_rows:
        yield Sent(0, "image_contract", flat("INSERT", data=rows))
    yield Sent(0, "image_contract", flat("INSERT", data=person(99), isDdl=True))
    # A statement in place of rows: binlog_format is not ROW.
    yield Sent(0, "image_contract", flat("INSERT", sql="insert into people values (99,'x')"))
    yield Sent(0, "image_contract", flat("UPDATE", data=[person(99), person(98)], old=[{"name": "x"}]))
    yield Sent(0, "image_contract", flat("UPDATE", data=[person(99)], old=[{"name": "x"}, {"name": "y"}]))
    # An empty array carries no images and does not pair with rows. A missing array is another case.
    yield Sent(0, "image_contract", flat("UPDATE", data=[person(99)], old=[]))
    yield Sent(0, "image_contract", flat("UPDATE", data=[person(99), person(98)], old=[]))
    yield Sent(0, "image_contract", flat("UPDATE", data=[], old=[]))
    yield Sent(0, "image_contract", flat("UPDATE", data=[], old=[person(99)]))
    yield Sent(0, "image_contract", flat("UPDATE", old=[person(99)]))
    yield Sent(0, "image_contract", flat("DELETE"))
    yield Sent(0, "image_contract", flat("INSERT", data=[1, person(99)]))
    yield Sent(0, "image_contract", flat("INSERT", data=[[person(99)]]))
    yield Sent(0, "image_contract", flat("INSERT", data=[person(99)], mysqlType="bigint"))
    yield Sent(0, "image_contract", flat("INSERT", data=[None]))
    yield Sent(0, "image_contract", flat("UPDATE", table="bag", data=[{"a": "1", "b": "x"}]))
    yield Sent(0, "missing_key", flat("INSERT", data=[{"name": "x"}]))
    yield Sent(0, "missing_key", flat("DELETE", data=[person(99) | {"id": None}]))
    # The vendor's sample of the old dialect, whose row has no key; and an update of a MINIMAL image without it.
    yield Sent(0, "missing_key", flat("DELETE", data=..., old=[{"name": "aaa"}]))
    yield Sent(0, "missing_key", flat("UPDATE", data=[{"name": "y"}], old=[{"name": "x"}], pkNames=None))
    yield Sent(0, "oversized", flat("INSERT", data="[" + "{}," * 1_000_000 + "{}]"))
    yield Sent(0, "bad_value", flat("INSERT", data=[person(99) | {"id": "1e1"}]))
    yield Sent(0, "bad_value", flat("INSERT", data='[{"id":{"a":1},"name":"x"}]'))


# Two rows that can be read beside two that cannot: the message is in quarantine, and the good rows are not.
MIXED = Sent(
    1, "mixed", flat("INSERT", data=[person(60, "good"), {"id": "x", "name": "bad"}, None, person(61, "good too")])
)


def others() -> Iterator[Sent]:
    def change(batch: int, *arguments: Any, **more: Any) -> Sent:
        return Sent(batch, "change", flat(*arguments, **more))

    def truncate(batch: int, kind: str, table: str, sql: str, database: str = "shop") -> Sent:
        return Sent(batch, "truncate", flat(kind, table, isDdl=True, sql=sql, database=database, mysqlType=None))

    yield change(0, "INSERT", "cleared", data=[person(1, "dead"), person(2, "dead")])
    yield change(2, "INSERT", "cleared", data=[person(3, "dead, and late")])
    yield truncate(1, "TRUNCATE", "cleared", "truncate table cleared")
    for statement in DTS_TRUNCATES:
        yield change(1, "INSERT", "cleared", data=[person(4, "dead by DTS"), person(5, "dead by DTS")])
        yield truncate(1, "DDL", "cleared", statement)
    for statement in ("alter table cleared truncate partition p0", "-- truncate cleared", "truncated", "truncate_x()"):
        yield Sent(1, "ddl", flat("DDL", "cleared", isDdl=True, sql=statement))
    yield change(0, "INSERT", "cleared", data=[person(6, "alive")])

    # Without key: equal rows count, old's NULL is a value, and old that names nothing changes nothing.
    yield change(0, "INSERT", "bag", data=[{"a": "1", "b": "x"}] * 3 + [{"a": "2", "b": None}, {"a": "3", "b": "q"}])
    yield change(1, "UPDATE", "bag", data=[{"a": "1", "b": "y"}], old=[{"b": "x"}])
    yield change(0, "UPDATE", "bag", data=[{"a": "2", "b": "z"}], old=[{"b": None}])
    yield change(2, "UPDATE", "bag", data=[{"a": "3", "b": None}, {"a": "2", "b": "z"}], old=[{"b": "q"}, {"b": "z"}])
    yield change(0, "UPDATE", "bag", data=[{"a": "1", "b": "x"}], old=[{}])
    yield change(1, "DELETE", "bag", data=[{"a": "1", "b": "x"}])
    yield change(1, "DELETE", "bag", old=[{"a": "2", "b": "z"}])
    yield change(0, "INSERT", "bag", data=[{"a": "4", "b": "w"}])

    # Row images that are not full: what is absent keeps its value, a NULL is a NULL, the key may be in old alone.
    def doc(**columns: str | None) -> list[dict[str, str | None]]:
        return [dict(columns)]

    yield change(0, "INSERT", "docs", data=[{"id": str(n), "title": "t", "body": f"body {n}"} for n in (1, 2, 3, 4)])
    yield change(0, "UPDATE", "docs", data=doc(id="1", title="t1"), old=doc(title="t"))
    yield change(1, "UPDATE", "docs", data=doc(id="2", title="t2", body=None), old=doc(body="body 2"))
    yield change(1, "UPDATE", "docs", data=doc(title="t3"), old=doc(id="3", title="t"))
    yield change(0, "UPDATE", "docs", data=doc(id="5", title=None), old=doc(id="4"))
    yield change(0, "INSERT", "docs", data=doc(id="6", title="no body"))
    yield change(2, "UPDATE", "docs", data=[{"id": "7", "title": "x"}, {"id": "6"}], old=[{"title": "y"}, {}])

    # Shards: rows of several tables in one, and a truncate of one of them.
    for shard, name in ((0, "orders_0"), (1, "orders_1")):
        rows = [{"id": str(10 * shard + n), "note": f"of {name}"} for n in (1, 2)]
        yield change(0, "INSERT", name, data=rows, database=f"shop_{shard}")
    yield truncate(1, "TRUNCATE", "orders_0", "truncate orders_0", "shop_0")
    yield change(1, "INSERT", "orders_0", data=[{"id": "3", "note": "new"}], database="shop_0")
    yield change(2, "UPDATE", "orders_1", data=[{"id": "12", "note": "new"}], old=[{"note": "x"}], database="shop_1")

    # A table without key of RDS, whose hidden key comes along.
    yield change(
        0, "INSERT", "hidden", data=[{"note": "same", ROW_ID: "1"}, {"note": "same", ROW_ID: "2"}], pkNames=[ROW_ID]
    )
    yield change(1, "DELETE", "hidden", data=[{"note": "same", ROW_ID: "1"}], pkNames=[ROW_ID])

    # The hidden key of PolarDB-X, and names that SQL has to quote.
    odd = [{'say "x"': f"note {n}", "a-b c": f"{n}.5", "_drds_implicit_id_": str(n)} for n in (1, 2)]
    yield change(0, "INSERT", "odd", data=odd)
    yield change(1, "UPDATE", "odd", data=[{**odd[0], 'say "x"': None, "a-b c": "7"}], old=[{'say "x"': "note 1"}])
    yield Sent(0, "bad_value", flat("INSERT", "odd", data=[{**odd[0], "a-b c": "1.555"}]))
    # A decimal whose NULL is the only one in its message.
    yield change(1, "UPDATE", "odd", data=[{**odd[1], "a-b c": None}], old=[{"a-b c": "2.5"}])

    # Labels: from the contract where the message has none; the message's own where it has.
    members = "set(" + ",".join(f"'m{n}'" for n in range(64)) + ")"
    label: list[tuple[dict[str, Any], dict[str, str]]] = [
        ({"id": "1", "kind": "2", "number": "2", "members": "3"}, {}),
        (
            {"id": "2", "kind": "2", "number": "1", "members": str(2**63 + 1)},
            {"kind": "enum('p','q')", "members": members},
        ),
        ({"id": "3", "kind": "3", "number": "0", "members": str(2**64 - 1)}, {"members": members}),
        ({"id": "4", "kind": "a", "number": None, "members": "m1,m63"}, {"members": members.upper()[:3] + members[3:]}),
        ({"id": "5", "kind": "0", "number": None, "members": ""}, {"members": members}),
        (
            {"id": "6", "kind": "1", "number": None, "members": "0"},
            {"kind": f"enum('{LONG_LABEL}')", "members": "set('')"},
        ),
    ]
    for number, (row, types) in enumerate(label):
        yield change(number % BATCHES, "INSERT", "labels", data=[row], mysqlType={**MYSQL_TYPES["labels"], **types})
    # Only numbers, with types that lack lengths and labels, and without types: the contract's type has the rest.
    for number, declared_types in ((7, MYSQL_TYPES["labels"]), (8, None)):
        row = {
            "id": str(number),
            "kind": "2",
            "number": None,
            "members": "3",
            "plain": "2",
            "raw": "\x01",
            "bits": "4095",
        }
        yield change(0, "INSERT", "labels", data=[row], mysqlType=declared_types)
    for types in ({"kind": "enum('p')"}, {"members": "set('a')"}):
        row = {"id": "9", "kind": "2", "number": "1", "members": "2"}
        yield Sent(0, "bad_value", flat("INSERT", "labels", data=[row], mysqlType={**MYSQL_TYPES["labels"], **types}))
    # So many rows that anything that grows quadratically would not end. For the digits of one number the message is
    # read again, which most of the other rows do not have.
    crowd = [person(n, None if n % 2 else "even") | {"amount": "1.50"} for n in range(MANY)]
    exact = json.dumps(crowd, separators=(",", ":")).replace('"even"', LONG_NUMBER, 1)
    yield change(0, "UPDATE", "many", data=exact, old=[{"name": "x"}] * MANY)
    yield Sent(0, "change", flat("INSERT", "undeclared", data=[person(1)]))


DTS_TRUNCATES = [
    "/* cron */ Truncate\n`cleared`",
    "/* a */ -- b\n# c\n\t/* truncate d; */truncate`cleared`",
    "--\ntruncate/**/table cleared",
    "/*" + "x" * 10_001 + "*/ truncate table cleared",
    "-- a\n" * 201 + "truncate table cleared",
]
BY_TYPE_ONLY = {"plain": None, "raw": None, "bits": None}
BY_CONTRACT = {"kind": "it's", "number": None, "members": "3", "plain": "2", "raw": b"\x01\0\0\0", "bits": b"\x0f\xff"}
LABEL_ROWS = [
    {"id": 1, "kind": "it's", "number": 2, "members": "3"},
    {"id": 2, "kind": "q", "number": 1, "members": "m0,m63"},
    {"id": 3, "kind": "", "number": 0, "members": ",".join(f"m{n}" for n in range(64))},
    {"id": 4, "kind": "a", "number": None, "members": "m1,m63"},
    {"id": 5, "kind": "", "number": None, "members": ""},
    {"id": 6, "kind": LONG_LABEL.replace("''", "'"), "number": None, "members": ""},
]
LABEL_ROWS = [*({**row, **BY_TYPE_ONLY} for row in LABEL_ROWS), {"id": 7, **BY_CONTRACT}, {"id": 8, **BY_CONTRACT}]

# For each column, what the messages carry for it, and the expected value.
ODD_TEXT = "e\u0301 😀 \x00 \x01 \\u0041 \\ ' \" \u2028\n"
POINT = bytes.fromhex("00000000" + "0101000000000000000000f03f0000000000000040")
VALUES: dict[str, list[tuple[str | None, Any]]] = {
    "id": [("1", 1), ("18446744073709551615", 2**64 - 1), ("3", 3)],
    "tiny": [("-128", -128), ("127", 127), ("0", 0)],
    "utiny": [("255", 255), ("128", 128), ("0", 0)],
    "medium": [("16777215", 16777215), ("0", 0), ("8388608", 8388608)],
    "big": [("-9223372036854775808", -(2**63)), ("9223372036854775807", 2**63 - 1), ("9007199254740993", 2**53 + 1)],
    "ubig": [("18446744073709551615", 2**64 - 1), ("9223372036854775808", 2**63), ("00000000000000000007", 7)],
    "amount": [("9" * 28 + "." + "9" * 10, Decimal("9" * 28 + "." + "9" * 10)), ("-0.0000000001", Decimal("-1e-10")),
               ("2.0", Decimal(2))],
    "wide": [("9" * 35 + "." + "9" * 30, "9" * 35 + "." + "9" * 30), ("0.1", "0.1"), ("-1.10", "-1.10")],
    "single": [("3.4028235E38", 3.4028234663852886e38), ("1.4E-45", 1.401298464324817e-45),
               ("0.1", 0.10000000149011612)],
    "ratio": [("1.7976931348623157E308", 1.7976931348623157e308), ("1.0E-308", 1e-308), ("4.9E-324", 5e-324)],
    "flag": [("1", True), ("0", False), ("true", True)],
    "bit1": [("1", True), ("0", False), (None, None)],
    "bit20": [("1048575", 1048575), ("0", 0), ("524289", 524289)],
    "bit12": [("4095", b"\x0f\xff"), ("0", b"\x00\x00"), ("1", b"\x00\x01")],
    "bit64": [("18446744073709551615", b"\xff" * 8), ("0", b"\x00" * 8),
              ("9223372036854775808", b"\x80" + b"\x00" * 7)],
    "born": [("2155", 2155), ("0000", 0), ("1901", 1901)],
    "day": [("0001-01-01", date(1, 1, 1)), ("9999-12-31", date(9999, 12, 31)), ("2024-02-29", date(2024, 2, 29))],
    "clock": [("-838:59:59.000000", "-838:59:59.000000"), ("838:59:59", "838:59:59"),
              ("00:00:00.000001", "00:00:00.000001")],
    "local_at": [("0001-01-01 00:00:00", "0001-01-01 00:00:00"),
                 ("9999-12-31 23:59:59.999999", "9999-12-31 23:59:59.999999"),
                 ("1969-12-31 23:59:59.999", "1969-12-31 23:59:59.999")],
    "at": [("1970-01-01 08:00:01", "1970-01-01 00:00:01"), ("2038-01-19 11:14:07.999999", "2038-01-19 03:14:07.999999"),
           ("2024-02-29T12:00:00Z", "2024-02-29 12:00:00")],
    "raw": [(ALL_BYTES.decode("latin-1"), ALL_BYTES), ("", b""), ("\x80\xff\x00", b"\x80\xff\x00")],
    "bin8": [("\x01\x02", b"\x01\x02" + b"\x00" * 6), ("", b"\x00" * 8), ("\xff" * 8, b"\xff" * 8)],
    "spot": [(POINT.decode("latin-1"), POINT), (None, None), (POINT.decode("latin-1"), POINT)],
    "size": [("1", "small"), ("2", "it's"), ("3", "',")],
    "tags": [("0", ""), ("7", "a,b,c d"), ("5", "a,c d")],
    "js": [('{"a":1.10,"b":[null]}', '{"a":1.10,"b":[null]}'), ("null", "null"), ('"x"', '"x"')],
    "note": [("", ""), ("null", "null"), (ODD_TEXT, ODD_TEXT)],
}  # fmt: skip
# Each of these must be refused in a row of its own.
REFUSED = {
    "tiny": ["128", "-129", "1.0", ""], "utiny": ["32768"], "ubig": ["18446744073709551616" + "0" * 9, "-x"],
    "amount": ["0.00000000001", "1e-999999999", "9" * 29, "NaN", ""], "single": ["3.5E38", "x", "1d", ""],
    "ratio": ["1e309", "1f", "0x1p3", "."], "flag": ["2", "-1", ""], "bit1": ["2"], "bit20": ["x"],
    "bit12": ["65536", "-1", "1.5"], "bit64": ["18446744073709551616"], "born": ["x"],
    "day": ["0000-00-00", "2024-00-10", "2023-02-29", "2024-01-01 00:00:01", "24-01-01", "infinity"],
    "local_at": ["0000-00-00 00:00:00", "2024-01-01 00:00:00.1234567", "2024-01-01 24:00:00"],
    "at": ["0000-00-00 00:00:00", "2024-01-01 25:00:00", "now"], "raw": ["日", "\u0100"], "bin8": ["😀"],
    "size": ["6", "nothing", "99999999999"], "tags": ["8", "18446744073709551616", "a,x"],
}  # fmt: skip


def things() -> Iterator[Sent]:
    rows = [{name: values[number][0] for name, values in VALUES.items()} for number in range(3)]
    yield Sent(0, "change", flat("INSERT", "things", data=[rows[0], {**dict.fromkeys(VALUES), "id": "4"}]))
    yield Sent(1, "change", flat("INSERT", "things", data=[rows[1]]))
    yield Sent(2, "change", flat("INSERT", "things", data=[rows[2]]))
    # Numbers as numbers, as other writers of the format have them.
    numbers = '[{"id":5,"big":-9223372036854775808,"ratio":1e-308,"single":"NaN","flag":true,'
    numbers += '"amount":1234567890123456789012345678.0123456789}]'
    yield Sent(0, "change", flat("INSERT", "things", data=numbers))
    yield Sent(
        0, "bad_value", flat("INSERT", "things", data='[{"id":6,"amount":12345678901234567890123456789012345678901.5}]')
    )
    yield Sent(0, "bad_value", flat("INSERT", "things", data='[{"id":6,"amount":1.5e1}]'))
    for name, texts in REFUSED.items():
        for text in texts:
            yield Sent(1, "bad_value", flat("INSERT", "things", data=[{"id": "7", name: text}]))


NOTHING = dict.fromkeys(VALUES)
THING_ROWS = [
    *({name: values[number][1] for name, values in VALUES.items()} for number in range(3)),
    {**NOTHING, "id": 4},
    {**NOTHING, "id": 5, "big": -(2**63), "amount": Decimal("1234567890123456789012345678.0123456789"), "ratio": 1e-308,
     "single": "NaN", "flag": True},
]  # fmt: skip


# A table that no model declares, with a column of each type, for the contract that the scaffold proposes.
PROPOSED = {
    "tenant": ("int(10) unsigned", "bigint"), "id": ("bigint(20) unsigned", "decimal(20,0)"),
    "a": ("tinyint(3) unsigned", "smallint"), "b": ("smallint(5) unsigned zerofill", "int"),
    "c": ("mediumint(9)", "int"),
    "d": ("decimal(12,4) unsigned", "decimal(12,4)"), "e": ("decimal(65,30)", "string"),
    "f": ("DECIMAL", "decimal(38,18)"),
    "g": ("float(7,2)", "float"), "h": ("double unsigned", "double"), "i": ("bit(1)", "boolean"),
    "j": ("bit(64)", "decimal(20,0)"), "k": ("year(4)", "int"), "l": ("date", "date"), "m": ("time(6)", "string"),
    "n": ("datetime", "timestamp_ntz"), "o": ("timestamp(3)", "timestamp"), "p": ("varbinary(20)", "binary"),
    "q": ("mediumblob", "binary"), "r": ("polygon", "binary"), "s": ("enum('unsigned','(3)')", "string"),
    "t": ("set('a')", "string"), "u": ("json", "string"), "v": ("longtext", "string"), "w": ("serial", "decimal(20,0)"),
    "x": ("numeric(5)", "decimal(5,0)"), "y": ("inet6", "string"), "z": ("bool", "tinyint"),
    "i1": ("int1 unsigned", "smallint"), "i2": ("int2", "smallint"), "i3": ("int3 unsigned", "int"),
    "i4": ("int4 unsigned", "bigint"), "i8": ("int8", "bigint"), "mi": ("middleint(9)", "int"),
    "de": ("dec(10,2)", "decimal(10,2)"), "fi": ("fixed(7)", "decimal(7,0)"), "re": ("real", "double"),
    "t1": ("tinyint(1)", "tinyint"), "si": ("int(11)", "int"), "sn": ("integer", "int"), "bo": ("boolean", "tinyint"),
    "ch": ("char(3)", "string"), "vc": ("varchar(9)", "string"), "bn": ("binary(4)", "binary"),
    "tb": ("tinyblob", "binary"), "bl": ("blob", "binary"), "gc": ("geometrycollection", "binary"),
    "up": ("BIGINT(20) UNSIGNED", "decimal(20,0)"), "sp": ("decimal(10, 2)", "decimal(10,2)"),
    "zf": ("int(10) zerofill", "bigint"),
    "bb": ("bit", "decimal(20,0)"),  # DTS leaves widths out
}  # fmt: skip
# The same without mysqlType: sqlType is of the value, so an unsigned number shows its width only when it is large.
NUMBERED = {
    "id": ([-5, 3], "decimal(38,18)"), "a": ([-6, 5], "smallint"), "b": ([93, 93], "timestamp_ntz"),
    "c": ([2004, 2004], "binary"), "d": ([2005, 2005], "string"), "e": ([-7, -7], "decimal(20,0)"),
    "f": ([8, 8], "double"), "g": ([7, 7], "float"), "h": ([6, 6], "double"), "i": ([16, 16], "boolean"),
    "j": ([91, 91], "date"), "k": ([92, 92], "string"), "l": ([2014, 2014], "timestamp"), "m": ([-2, -2], "binary"),
    "n": ([-3, -3], "binary"), "o": ([-4, -4], "binary"), "p": ([1111, 1111], "string"),
    "q": ([4, 4], "int"), "r": ([2, 2], "decimal(38,18)"), "s": ([12, 12], "string"),
}  # fmt: skip


def undeclared() -> Iterator[Sent]:
    types = {name: evidence for name, (evidence, _) in PROPOSED.items()}
    nulls: dict[str, str | None] = dict.fromkeys(PROPOSED)
    keys = ["tenant", "id"]
    rows = [{**nulls, "tenant": "1", "id": "1"}]
    yield Sent(0, "change", flat("INSERT", "proposed", data=rows, mysqlType=types, pkNames=keys))
    # A type that was altered: the wider one holds both.
    rows = [{**nulls, "tenant": "1", "id": "2"}]
    yield Sent(1, "change", flat("INSERT", "proposed", data=rows, mysqlType={**types, "a": "tinyint(4)"}, pkNames=keys))
    for n in range(2):
        numbers = {name: seen[n] for name, (seen, _) in NUMBERED.items()}
        row = {**dict.fromkeys(NUMBERED), "id": str(n)}
        more: dict[str, Any] = {"mysqlType": [None, {}][n], "sqlType": numbers, "pkNames": None}
        yield Sent(0, "change", flat("INSERT", "numbered", data=[row], **more))


# ---------------------------------------------------------------------------------------------- the older dialect


def legacy() -> Iterator[Sent]:
    def change(batch: int, kind: str, data: Any = ..., old: Any = ..., table: str = "people") -> Sent:
        return Sent(batch, "change", flat(kind, table, data, old, mysqlType={"id": "bigint"}))

    def row(number: int, name: str | None, **more: str | None) -> dict[str, str | None]:
        return {**person(number, name), "day": "2024-02-29", "at": "2024-02-29 08:00:00", "amount": "1.50", **more}

    yield change(0, "INSERT", [row(1, "a"), row(2, "b"), row(3, "c", day="0000-00-00", at="0000-00-00 00:00:00")])
    yield change(0, "INIT", [row(4, "d", day=None, at=None)])
    # An update has the old rows in data and the new ones in old; a deleted row is in old.
    yield change(1, "UPDATE", [row(1, "a")], [row(1, "a new")])
    yield change(0, "UPDATE", [row(2, "b")], [row(5, None)])
    yield change(2, "UPDATE", [row(3, "c")], [{"id": "3", "name": "c new", "day": "2024-00-00"}])
    yield change(1, "DELETE", old=[row(4, "d")])
    yield change(0, "INSERT", [row(7, "in data"), row(8, "h")])
    yield change(1, "UPDATE", [row(8, "h")], [row(8, "h", amount=None)])
    yield change(1, "DELETE", [row(7, "in data")])
    yield Sent(0, "image_contract", flat("UPDATE", data=[row(1, "x")]))
    yield Sent(0, "bad_value", flat("INSERT", data=[row(6, "x", day="2024-02-30")]))
    yield change(0, "INSERT", [{"a": "1", "b": "x"}, {"a": "1", "b": "x"}], table="bag")
    yield change(1, "UPDATE", [{"a": "1", "b": "x"}], [{"a": "1", "b": None}], table="bag")
    yield change(2, "DELETE", None, [{"a": "1", "b": "x"}], table="bag")


LEGACY_ROWS = [
    {"id": 1, "name": "a new", "day": date(2024, 2, 29), "at": "2024-02-29 00:00:00", "amount": Decimal("1.5")},
    {"id": 3, "name": "c new", "day": None, "at": "2024-02-29 00:00:00", "amount": Decimal("1.5")},
    {"id": 5, "name": None, "day": date(2024, 2, 29), "at": "2024-02-29 00:00:00", "amount": Decimal("1.5")},
    {"id": 8, "name": "h", "day": date(2024, 2, 29), "at": "2024-02-29 00:00:00", "amount": None},
]
LEGACY_SENT = list(legacy())
SENT = [*people(), *controls(), *bad_messages(), *others(), *things(), *undeclared(), MIXED]

# A stream of one table without a routed log, where messages of every class pass the reading of images.
DIRECT_SENT = [
    Sent(0, "change", flat("INSERT", "one", data=[person(1, "a"), person(2, "b")])),
    Sent(0, "noop", flat("QUERY", "one", sql="update one set name = 'c'")),
    Sent(1, "ddl", flat("ALTER", "one", isDdl=True, sql="alter table one add c int")),
    Sent(1, "malformed", "{"),
    Sent(1, "missing_table", flat("INSERT", "two", data=[person(1, "never")])),
    Sent(1, "change", flat("UPDATE", "one", data=[person(1, "c"), person(2, "c")], old=[{"name": "a"}, {"name": "b"}])),
    Sent(2, "truncate", flat("TRUNCATE", "one", isDdl=True, sql="truncate one")),
    Sent(2, "change", flat("INSERT", "one", data=[person(3, "d")])),
    Sent(2, "oversized", flat("INSERT", "one", data=[person(4, "x" * 20_000)])),
]

STREAMS: dict[str, tuple[list[Sent], list[dict[str, Any]], dict[str, Any]]] = {
    "canal": (SENT, COMMUNITY, {"options": {"date_time_zone": "Asia/Shanghai"}}),
    "legacy": (
        LEGACY_SENT,
        LEGACY,
        {"options": {"dialect": "dts_legacy", "zero_dates": "null", "date_time_zone": "+08:00"}},
    ),
    "direct": (DIRECT_SENT, DIRECT, {"max_bytes": 20_000}),
}

TYPES = """
{%- if execute %}
{{ spark_cdc.canal__types(spark_cdc._stream(spark_cdc._node()), ref('routed_canal')) }}
{%- else %}select 1 from {{ ref('routed_canal') }}
{%- endif %}
"""


# A row that its topic has nowhere.
NOWHERE: list[dict[str, Any]] = [
    {
        "topic": "canal", "partition": 0, "offset": None, "timestamp": START, "key": None,
        "value": flat("INSERT", data=[person(99, "never")]), "headers": None,
    },
]  # fmt: skip


@pytest.fixture(scope="module")
def run(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Land and build batch by batch, in one project with all streams."""
    made = Project(tmp_path_factory.mktemp("canal") / "p", "canal", ansi=True)
    for stream, (_, models, settings) in STREAMS.items():
        made.stream(stream, {"format": "canal", **settings}, routed=stream != "direct")
        made.tables(stream, models)
    (made.path / "models/types_canal.sql").write_text(TYPES)
    made.dbt("deps")
    for batch in range(BATCHES):
        for stream, (sent, _, _) in STREAMS.items():
            rows = landing_rows(stream, sent, batch, START)
            land(spark, f"canal_landing.{stream}", rows + NOWHERE * (batch == 0 and stream == "canal"))
        if batch != 1:  # the second run reads two batches
            made.dbt("run")
    return made


@pytest.mark.parametrize("stream", STREAMS)
def test_each_message_has_its_class_or_reason(spark: Any, run: Project, stream: str) -> None:
    sent, models, _ = STREAMS[stream]
    logs = [f"canal.changes_{model['name']}" for model in models]
    found = outcomes(spark, logs if stream == "direct" else [f"canal.routed_{stream}", *logs])
    if stream == "canal":
        found[SENT.index(MIXED)] = ("mixed", "looked at by rows below")
    assert_outcomes(sent, found)


def test_a_row_without_offset_has_no_place(spark: Any, run: Project) -> None:
    rows = spark.sql("select cdc_reason, cdc_detail from canal.routed_canal where cdc_offset is null").collect()
    assert [tuple(row) for row in rows] == [("missing_position", "the landing row has no offset")]


def test_each_row_of_a_message_is_judged_alone(spark: Any, run: Project) -> None:
    rows = spark.sql(
        "select substring(cdc_position, 82, 6) as i, id, cdc_class, cdc_reason, cdc_value is not null as kept"
        f" from canal.changes_people where cdc_offset = {SENT.index(MIXED)}"
    ).collect()
    assert sorted(map(tuple, rows)) == [
        ("000000", 60, "change", None, False),
        ("000001", None, "quarantined", "bad_value", True),
        ("000002", None, "quarantined", "image_contract", True),
        ("000003", 61, "change", None, False),
    ]


def test_rows_with_key_end_right(spark: Any, run: Project) -> None:
    assert {row["id"]: row["name"] for row in rows_of(spark, "canal.people", COLUMNS["people"])} == PEOPLE


@pytest.mark.law("L2")
def test_truncates_kill_what_is_older_also_when_it_comes_later(spark: Any, run: Project) -> None:
    assert rows_of(spark, "canal.cleared", COLUMNS["cleared"]) == [{"id": 6, "name": "alive"}]


def test_rows_without_key_are_counted(spark: Any, run: Project) -> None:
    found = Counter((row["a"], row["b"]) for row in rows_of(spark, "canal.bag", COLUMNS["bag"]))
    assert found == {(1, "x"): 1, (1, "y"): 1, (3, None): 1, (4, "w"): 1}


def test_absent_columns_keep_their_values(spark: Any, run: Project) -> None:
    found = {row["id"]: (row["title"], row["body"]) for row in rows_of(spark, "canal.docs", COLUMNS["docs"])}
    assert found == {
        1: ("t1", "body 1"), 2: ("t2", None), 3: ("t3", "body 3"), 5: (None, "body 4"), 6: ("no body", None),
        7: ("x", None),
    }  # fmt: skip
    incomplete = spark.sql("select id from canal.state_docs where cdc_incomplete").collect()
    assert [row.id for row in incomplete] == [7]


def test_a_message_may_have_many_rows(spark: Any, run: Project) -> None:
    counted = "count(*), count(name), max(id), count(distinct cdc_position)"
    found = spark.sql(f"select {counted} from canal.state_many").head()
    assert tuple(found) == (MANY, MANY // 2, MANY - 1, MANY)
    found = spark.sql("select max(name) filter (where id = 0), min(amount), max(amount) from canal.state_many").head()
    assert tuple(found) == (LONG_NUMBER, Decimal("1.50"), Decimal("1.50"))


def test_shards_make_one_table(spark: Any, run: Project) -> None:
    found = {row["id"]: row["note"] for row in rows_of(spark, "canal.orders", COLUMNS["orders"])}
    assert found == {3: "new", 11: "of orders_1", 12: "new"}


def test_a_hidden_row_id_is_a_key(spark: Any, run: Project) -> None:
    assert rows_of(spark, "canal.hidden", COLUMNS["hidden"]) == [{"row_id": 2, "note": "same"}]


def test_a_hidden_key_of_polardb_x_and_names_that_sql_must_quote(spark: Any, run: Project) -> None:
    assert rows_of(spark, "canal.odd", COLUMNS["odd"]) == [
        {"row_id": 1, "note": None, "n": Decimal("7.00")},
        {"row_id": 2, "note": "note 2", "n": None},
    ]


def test_labels_come_from_message_or_contract(spark: Any, run: Project) -> None:
    assert rows_of(spark, "canal.labels", COLUMNS["labels"]) == sorted(LABEL_ROWS, key=repr)


@pytest.mark.law("L5")
def test_values_are_exact(spark: Any, run: Project) -> None:
    assert rows_of(spark, "canal.things", COLUMNS["things"]) == sorted(THING_ROWS, key=repr)


def test_each_refused_value_is_named(spark: Any, run: Project) -> None:
    rows = spark.sql("select cdc_detail from canal.changes_things where cdc_reason = 'bad_value'").collect()
    named = Counter(row.cdc_detail.rpartition(": ")[2] for row in rows)
    assert named == {name: len(texts) + 2 * (name == "amount") for name, texts in REFUSED.items()}


def test_times_transactions_and_statements_are_kept(spark: Any, run: Project) -> None:
    rows = spark.sql(
        "select distinct cast(cdc_event_at as string) as e, cast(cdc_captured_at as string) as c, cdc_transaction as t"
        " from canal.routed_canal where cdc_class = 'change'"
        " and (cdc_value like '%0-1-99%' or cdc_value like '%empty old%')"
    ).collect()
    assert sorted(map(tuple, rows), key=repr) == [
        ("2020-09-15 09:24:54", "2020-09-15 09:24:54.771", "0-1-99"), (None, None, f"es {2**63}"),
    ]  # fmt: skip
    ddl = spark.sql("select cdc_table, cdc_ddl from canal.routed_canal where cdc_class = 'truncate'").collect()
    assert sorted(map(tuple, ddl)) == [
        *(("cleared", statement) for statement in sorted([*DTS_TRUNCATES, "truncate table cleared"])),
        ("orders_0", "truncate orders_0"),
    ]  # fmt: skip
    assert (
        spark.sql("select count(*) from canal.routed_canal where cdc_class = 'noop' and cdc_ddl is not null").head()[0]
        == 0
    )


def test_the_older_dialect_has_old_and_data_of_an_update_swapped(spark: Any, run: Project) -> None:
    assert rows_of(spark, "canal.old_people", COLUMNS["old_people"]) == sorted(LEGACY_ROWS, key=repr)
    assert rows_of(spark, "canal.old_bag", COLUMNS["old_bag"]) == [{"a": 1, "b": None}]


def test_a_stream_of_one_table_needs_no_routed_log(spark: Any, run: Project) -> None:
    assert rows_of(spark, "canal.one", COLUMNS["one"]) == [{"id": 3, "name": "d"}]


def test_the_scaffold_proposes_the_types_of_mysql(spark: Any, run: Project) -> None:
    tables = ["shop.proposed", "shop.numbered"]
    arguments = {"source": "landing.canal", "tables": tables, "folder": "proposed", "control": False}
    run.dbt("run-operation", "cdc_scaffold", "--args", json.dumps(arguments))
    contracts = {}
    for name in ("proposed", "numbered"):
        (made,) = yaml.safe_load((run.path / f"models/proposed/current/{name}.yml").read_text())["models"]
        contracts[name] = made["config"]["meta"]["cdc"], {c["name"]: c["data_type"] for c in made["columns"]}
    assert contracts == {
        "proposed": ({"tables": ["shop.proposed"], "key": ["tenant", "id"]}, {n: t for n, (_, t) in PROPOSED.items()}),
        "numbered": ({"tables": ["shop.numbered"], "key": []}, {n: t for n, (_, t) in NUMBERED.items()}),
    }
    assert [list(columns) for _, columns in contracts.values()] == [list(PROPOSED), list(NUMBERED)]


def test_types_are_those_that_the_message_declares(spark: Any, run: Project) -> None:
    rows = spark.sql(
        "select distinct column_name, column_number, evidence, data_type, cdc_type, key_number from canal.types_canal"
        " where cdc_table = 'numbered' and column_name in ('id', 'a')"
        " union all select column_name, column_number, evidence, data_type, cdc_type, key_number from canal.types_canal"
        " where cdc_table = 'proposed' and column_name in ('id', 'a')"
    ).collect()
    assert sorted(map(tuple, rows)) == [
        ("a", 2, "sqlType -6", "tinyint", None, None),
        ("a", 2, "sqlType 5", "smallint", None, None),
        ("a", 3, "tinyint(3) unsigned", "smallint", None, None),
        ("a", 3, "tinyint(4)", "tinyint", None, None),
        ("id", 1, "sqlType -5", "bigint", None, None),
        ("id", 1, "sqlType 3", "decimal(38,18)", None, None),
        ("id", 2, "bigint(20) unsigned", "decimal(20,0)", None, 2),
        ("id", 2, "bigint(20) unsigned", "decimal(20,0)", None, 2),
    ]
