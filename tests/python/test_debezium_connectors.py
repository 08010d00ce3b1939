"""Messages of SQL Server, Oracle and MongoDB, made after Debezium's documented samples: position, types, images."""

from __future__ import annotations

import base64
import json
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import pytest
from landing import land
from messages import Row, contract, event, landed
from project import Project

NANOS = 1_000_000_000


def number(value: int) -> str:
    """Return an integer as Connect's Decimal writes it."""
    return base64.b64encode(value.to_bytes(value.bit_length() // 8 + 1, "big", signed=True)).decode()


# -------------------------------------------------------------------------------------------------- SQL Server


def sqlserver(op: str, commit: str, change: str | None, serial: Any, before: Any = None, after: Any = None) -> Row:
    source = {
        "version": "3.4.0.Final",
        "connector": "sqlserver",
        "name": "server1",
        "ts_ms": 1_700_000_000_000,
        "snapshot": "true" if op == "r" else "false",
        "db": "testDB",
        "schema": "dbo",
        "table": "customers",
        "change_lsn": change,
        "commit_lsn": commit,
        "event_serial_no": serial,
    }
    return event(op, before, after, source)


def customer(number_: int, name: str, **more: Any) -> Row:
    return {"id": number_, "name": name, **more}


WIDE = {
    "at7": 1_700_000_000 * NANOS + 123_456_700,
    "at6": -1 * NANOS + 123_456_000,
    "at_odd": 1_700_000_000 * NANOS + 100,
    "zoned_odd": "2023-11-14T22:13:20.1234567+05:30",
    "t7": 86_399 * NANOS + 999_999_900,
    "zoned": "2023-11-14T22:13:20.123456+05:30",
    "price": number(-12_345),
}

SQLSERVER = [
    sqlserver("u", "00000027:00000ac0:0010", "00000027:00000ac0:000f", 2, customer(2, "two"), customer(2, "two again")),
    sqlserver("r", "00000027:00000758:0003", None, None, None, customer(1, "one")),
    sqlserver("r", "00000027:00000758:0003", None, None, None, customer(2, "two")),
    # a key change: both halves share their LSNs, the serial number orders them
    sqlserver("c", "00000030:00000001:0001", "00000030:00000001:0001", "2", None, customer(11, "moved")),
    sqlserver("d", "00000030:00000001:0001", "00000030:00000001:0001", "1", customer(1, "one"), None),
    # hexadecimal order, and one transaction whose changes lie in two log files
    sqlserver("c", "0000000a:00000001:0001", "0000000a:00000001:0001", 1, None, customer(3, "ninth, then tenth file")),
    sqlserver("c", "00000009:ffffffff:ffff", "00000009:ffffffff:ffff", 1, None, customer(3, "ninth file")),
    sqlserver(
        "u", "7fffffff:00000002:0001", "7ffffffe:00000001:0001", 2, None, customer(4, "first of the transaction")
    ),
    sqlserver("u", "7fffffff:00000002:0001", "7fffffff:00000001:0001", 2, None, customer(4, "last of the transaction")),
    sqlserver("c", "7fffffff:00000002:0001", "7ffffffd:00000001:0001", 1, None, customer(4, "insert")),
    sqlserver("c", "00000031:00000001:0001", "00000031:00000001:0001", 1, None, customer(5, "wide", **WIDE)),
    sqlserver("c", "not an LSN", None, None, None, customer(6, "nowhere")),
    # one place in the log, where the serial number alone orders, as a number
    sqlserver("u", "00000040:00000001:0001", "00000040:00000001:0001", "10", None, customer(7, "tenth")),
    sqlserver("u", "00000040:00000001:0001", "00000040:00000001:0001", 9, None, customer(7, "ninth")),
    # a row of the snapshot, which has no change_lsn, is older than a change of the same commit
    sqlserver("u", "00000041:00000001:0001", "00000041:00000001:0001", 1, None, customer(8, "changed")),
    sqlserver("r", "00000041:00000001:0001", None, None, None, customer(8, "read")),
]

CUSTOMERS = contract(
    "customers",
    ["id"],
    {
        "id": "int",
        "name": "string",
        "at7": ("string", {"type": "io.debezium.time.NanoTimestamp"}),
        "at6": ("timestamp_ntz", {"type": "io.debezium.time.NanoTimestamp"}),
        "t7": ("string", {"type": "io.debezium.time.NanoTime"}),
        "zoned": ("timestamp", {"type": "io.debezium.time.ZonedTimestamp"}),
        "price": ("decimal(19,4)", {"type": "org.apache.kafka.connect.data.Decimal"}),
    },
    ["dbo.customers"],
)
# A datetime2(7) or datetimeoffset(7) of 100 ns does not fit a timestamp.
ODD = contract(
    "odd",
    ["id"],
    {
        "id": "int",
        "at_odd": ("timestamp_ntz", {"type": "io.debezium.time.NanoTimestamp"}),
        "zoned_odd": ("timestamp", {"type": "io.debezium.time.ZonedTimestamp"}),
    },
    ["testDB.dbo.customers"],
)

# ----------------------------------------------------------------------------------------------------- MySQL


def mysql(file: str, pos: int, row: int, name: str) -> Row:
    source = {"connector": "mysql", "db": "shop", "table": "notes", "file": file, "pos": pos, "row": row}
    return event("u", None, {"id": 1, "name": name}, source)


# Rows of one event of the log share file and position.
EVENT_OF_MANY_ROWS = [mysql("binlog.000002", 4, 10, "tenth row"), mysql("binlog.000002", 4, 9, "ninth row")]
# After a failover the files' numbers begin again.
FAILOVER = [mysql("binlog.000009", 900, 0, "old server"), mysql("binlog.000002", 4, 0, "new server")]


def notes(name: str) -> Row:
    return contract(name, ["id"], {"id": "int", "name": "string"}, ["shop.notes"])


# ------------------------------------------------------------------------------------------------------ Oracle

PLACEHOLDER = "__debezium_unavailable_value"


def oracle(op: str, commit: str | None, scn: str | None, ssn: Any, before: Any = None, after: Any = None) -> Row:
    source = {
        "version": "3.4.0.Final",
        "connector": "oracle",
        "name": "server1",
        "ts_ms": 1_700_000_000_000,
        "snapshot": "true" if op == "r" else "false",
        "db": "ORCLPDB1",
        "schema": "DEBEZIUM",
        "table": "ORDERS",
        "txId": "07000d005a030000",
        "scn": scn,
        "commit_scn": commit,
        "rs_id": None,
        "ssn": ssn,
        "redo_thread": 1,
    }
    return event(op, before, after, source)


def variable(unscaled: int, scale: int) -> Row:
    return {"scale": scale, "value": number(unscaled)}


def order(id_: int, qty: Any, doc: Any = "text", blob: Any = "AAE=") -> Row:
    return {
        "ID": variable(id_, 0),
        "QTY": qty,
        "DOC": doc,
        "BLOB": blob,
        "AT": 1_700_000_000_000,
        "RID": "AAAR3sAAEAAAACXAAA",
    }


UNSENT = base64.b64encode(PLACEHOLDER.encode()).decode()

ORACLE = [
    # within one commit: scn 999 before 1000, whatever the order of their texts; then ssn
    oracle("u", "2000", "1000", 0, order(1, None), order(1, variable(15, 1), PLACEHOLDER, UNSENT)),
    oracle("u", "2000", "999", 1, order(1, None), order(1, variable(3, 0), "second text")),
    oracle("u", "2000", "999", 0, order(1, None), order(1, variable(2, 0), "first text")),
    oracle("r", None, "998", None, None, order(1, variable(1, 0))),
    # numbers beyond 2^53, which differ in the last digit only
    oracle("u", "18014398509481985", "18014398509481985", 0, None, order(2, variable(-1, -3))),
    oracle("c", "18014398509481984", "18014398509481984", 0, None, order(2, variable(0, 0))),
    oracle("c", None, None, None, None, order(3, None)),
    oracle("c", "99", "999999999999999999999", 0, None, order(4, None)),
    # the second has more decimal places than its column
    oracle("c", "2001", "2001", 0, None, order(5, variable(1, 5))),
    # a truncate ends what lies before it; a change of the key, whose halves share a commit; a delete
    oracle("c", "400", "400", 0, None, order(8, None)),
    oracle("t", "500", "500", 0),
    oracle("c", "3001", "3001", 1, None, order(7, variable(7, 0))),
    oracle("d", "3001", "3001", 0, order(6, None), None),
    oracle("c", "3000", "3000", 0, None, order(6, None)),
    oracle("d", "3003", "3003", 0, order(9, None), None),
    oracle("c", "3002", "3002", 0, None, order(9, None)),
]

ORDERS = contract(
    "orders",
    ["id"],
    {
        "id": ("decimal(20,0)", {"source": "ID", "type": "io.debezium.data.VariableScaleDecimal"}),
        "qty": ("decimal(10,2)", {"source": "QTY", "type": "io.debezium.data.VariableScaleDecimal"}),
        "doc": ("string", {"source": "DOC"}),
        "blob": ("binary", {"source": "BLOB", "type": "bytes"}),
        "at": ("timestamp_ntz", {"source": "AT", "type": "io.debezium.time.Timestamp"}),
        "rid": ("string", {"source": "RID"}),
    },
    ["DEBEZIUM.ORDERS"],
)

# ----------------------------------------------------------------------------------------------------- MongoDB

ALICE = {"$oid": "596e275826f08b2730779e1f"}
ALICE_KEY = {"id": '{"$oid" : "596e275826f08b2730779e1f"}'}  # other spaces than in the document
DOCUMENT_KEY = {"id": '{"hi" : "kafka", "n" : [1, 2]}'}


def mongo(op: str, second: int, ordinal: int, after: Any = None, **more: Any) -> Row:
    source = {
        "version": "3.4.0.Final",
        "connector": "mongodb",
        "name": "fulfillment",
        "ts_ms": second * 1000,
        "snapshot": "false",
        "db": "inventory",
        "rs": "rs0",
        "collection": "people",
        "ord": ordinal,
    }
    return event(op, None, after if after is None or isinstance(after, str) else json.dumps(after), source, **more)


def snapshot_of(value: Row) -> Row:
    """Return the event without its time; of an op r it is a row of a snapshot."""
    return value | {"source": value["source"] | {"ts_ms": None}}


def update(fields: Any = None, removed: Any = None, truncated: Any = None) -> Row:
    text = None if fields is None else json.dumps(fields)
    return {"updateDescription": {"removedFields": removed, "updatedFields": text, "truncatedArrays": truncated}}


STRICT = {
    "_id": ALICE,
    "name": "Alice",
    "age": 30,
    "balance": {"$numberDecimal": "12345678901234567890.10"},
    "visits": {"$numberLong": "9223372036854775807"},
    "score": 1.5,
    "active": True,
    "born": {"$date": -86_400_000},
    "seen": {"$date": 1_700_000_000_123},
    "photo": {"$binary": "AAE=", "$type": "00"},
    "address": {"city": "Köln", "zip": {"$numberLong": "50667"}},
    "tags": ["a", "b"],
    "looks": '{"$oid": "x"}',
}
CANONICAL = {
    "_id": {"$numberLong": "7"},
    "name": {"$symbol": "Bob"},
    "age": {"$numberInt": "31"},
    "visits": {"$numberInt": "5"},
    "score": {"$numberDouble": "-Infinity"},
    "born": {"$date": {"$numberLong": "0"}},
    "seen": {"$date": "2023-11-14T22:13:20.123Z"},
    "photo": {"$binary": {"base64": "AAE=", "subType": "00"}},
    "looks": None,
    "tags": [],
}

MONGO: list[tuple[Row, Any]] = [
    # (value, key)
    (mongo("u", 20, 1, None, **update({"age": 32, "name": None}, ["score"])), ALICE_KEY),
    (mongo("c", 10, 1, STRICT), ALICE_KEY),
    (mongo("c", 10, 2, CANONICAL), {"schema": {"type": "struct"}, "payload": {"id": '{"$numberLong": "7"}'}}),
    (mongo("c", 10, 3, {"_id": "1234", "name": "text key"}), {"id": '"1234"'}),
    (mongo("d", 30, 1), {"id": '"1234"'}),
    (mongo("r", 1, 1, {"_id": {"hi": "kafka", "n": [1, 2]}, "name": "document key"}), DOCUMENT_KEY),
    # a whole document: what it lacks is gone
    (mongo("u", 11, 1, {"_id": 8, "name": "whole"}, **update({"name": "whole"})), {"id": "8"}),
    (mongo("c", 10, 4, {"_id": 8, "name": "eight", "age": 8}), {"id": "8"}),
    # a part of a column
    (mongo("u", 40, 1, None, **update({"address.city": "Bonn"})), ALICE_KEY),
    (mongo("u", 40, 2, None, **update({}, None, [{"field": "tags", "size": 1}])), ALICE_KEY),
    (mongo("u", 40, 3, None, **update({"other.part": 1, "age": 33})), ALICE_KEY),
    (mongo("u", 40, 4, None, patch='{"$set": {"age": 1}}'), {"id": "8"}),
    (mongo("c", 40, 5, {"_id": 9, "age": "thirty"}), {"id": "9"}),
    (mongo("c", 40, 6, "{no JSON"), {"id": "10"}),
    (mongo("d", 40, 7), None),
    # a time of day in a date column, a number beyond a double
    (mongo("c", 40, 8, {"_id": 11, "born": {"$date": 1}}), {"id": "11"}),
    (mongo("c", 40, 9, {"_id": 12, "born": {"$date": "2023-11-14T22:13:20Z"}}), {"id": "12"}),
    (mongo("c", 40, 10, {"_id": 13, "seen": {"$date": "2023-11"}}), {"id": "13"}),
    (mongo("c", 40, 11, '{"_id": 14, "score": 1e400}'), {"id": "14"}),
    # two documents for MongoDB, which a text does not distinguish: see docs/formats/debezium.md
    (mongo("c", 41, 1, {"_id": "8", "name": "text"}), {"id": '"8"'}),
    (mongo("d", 42, 1), {"id": '"8"'}),
    (mongo("c", 43, 1, {"_id": 8, "name": "whole", "seen": {"$date": "2023-11-14T23:13:20+01:00"}}), {"id": "8"}),
    # a row of the snapshot without the time of its read, and a change that lacks its time
    (snapshot_of(mongo("r", 1, -1, {"_id": "loaded", "name": "read"})), {"id": '"loaded"'}),
    (mongo("u", 41, 1, None, **update({"age": 1})), {"id": '"loaded"'}),
    (snapshot_of(mongo("r", 1, -1, {"_id": "loaded", "name": "read again", "age": 0})), {"id": '"loaded"'}),
    (snapshot_of(mongo("c", 1, 1, {"_id": "untimed"})), {"id": '"untimed"'}),
    # two changes in one second
    (mongo("u", 50, 2, None, **update({"age": 35})), ALICE_KEY),
    (mongo("u", 50, 1, None, **update({"age": 34})), ALICE_KEY),
    # the key's text has other spaces than the document
    (mongo("d", 60, 1), DOCUMENT_KEY),
    # a part of a column is removed; a part beside the whole document; the document before in place of a key
    (mongo("u", 61, 1, None, **update(None, ["address.zip"])), ALICE_KEY),
    (mongo("u", 61, 2, {"_id": 8, "name": "whole", "address": {"x": 1}}, **update({"address.x": 1})), {"id": "8"}),
    (mongo("c", 61, 3, {"_id": 15, "name": "brief"}), {"id": "15"}),
    ({**mongo("d", 62, 1), "before": json.dumps({"_id": 15, "name": "brief"})}, None),
]  # fmt: skip

PEOPLE = contract(
    "people",
    ["id"],
    {
        "id": ("string", {"source": "_id"}),
        "name": "string",
        "age": "int",
        "balance": "decimal(38,2)",
        "visits": "bigint",
        "score": "double",
        "active": "boolean",
        "born": "date",
        "seen": "timestamp",
        "photo": "binary",
        "address": "string",
        "tags": "array<string>",
        "looks": "string",
    },
    ["inventory.people"],
)


# --------------------------------------------------------------------------------------------------- snapshots


def snapshot_row(number_: int, op: str, name: str, connector: str, table: Any = "loaded", **source: Any) -> Row:
    block = {"connector": connector, "db": "shop", "schema": "shop", "table": table, "ts_ms": 1_700_000_000_000}
    return event(op, None, {"id": number_, "name": name}, {**block, **source})


# What each connector's snapshots have in place of a position, and a position of a change that it streamed.
UNPLACED: list[tuple[str, Row, Row]] = [
    ("mysql", {"file": "", "pos": 0, "row": 0}, {"file": "binlog.000001", "pos": 4, "row": 0}),
    ("mariadb", {"file": None, "pos": None, "row": 0}, {"file": "binlog.000001", "pos": 4, "row": 0}),
    ("sqlserver", {"commit_lsn": "00", "change_lsn": "00"}, {"commit_lsn": "00000001:00000001:0001"}),
    ("sqlserver", {"commit_lsn": None, "change_lsn": None}, {"commit_lsn": "00000001:00000001:0001"}),
    ("sqlserver", {"commit_lsn": "NULL"}, {"commit_lsn": "00000001:00000001:0001"}),
    ("oracle", {"scn": None, "commit_scn": None}, {"scn": "1", "commit_scn": "1"}),
    ("oracle", {"scn": "0"}, {"scn": "1"}),
    ("postgresql", {"lsn": None}, {"lsn": 1}),
]
READ = {"snapshot": "incremental"}
STREAMED: list[Row] = []
for number_, (name, unplaced, placed) in enumerate(UNPLACED):
    STREAMED += [
        snapshot_row(number_, "u", "streamed", name, **placed, snapshot="false"),
        snapshot_row(number_, "r", "read after it", name, **unplaced, **READ),
        snapshot_row(100 + number_, "r", "read", name, **unplaced, **READ),
        snapshot_row(100 + number_, "r", "read again", name, **unplaced, **READ),
    ]
FILELESS = {"file": "", "pos": 0, "row": 0}
ONCE = {"file": "binlog.000002", "pos": 9, "row": 0}
# Each row is marked as one of a snapshot; the first by the mark of older connectors.
SAYING = [
    snapshot_row(200, "c", "created", "mysql", **FILELESS, snapshot="last"),
    snapshot_row(201, "c", "created", "mysql", **FILELESS, snapshot=True),
    snapshot_row(202, "r", "read", "mysql", **FILELESS),
    snapshot_row(203, "r", "read", "sqlserver", commit_lsn="00000001:00000001:0001", change_lsn="00"),
]
# Streamed, or of a connector whose positions are not known.
NOT_SAYING = [
    *(snapshot_row(300, "c", "x", "mysql", **FILELESS, snapshot=mark) for mark in ("false", False, None, "")),
    snapshot_row(300, "u", "x", "mysql", **FILELESS, snapshot="true"),
    snapshot_row(300, "d", "x", "sqlserver", commit_lsn="00", snapshot="true"),
    snapshot_row(300, "r", "x", "db2", snapshot="true"),
    snapshot_row(300, "r", "x", "mysql", file="no number", pos=1, snapshot="true"),
    snapshot_row(300, "c", "x", "postgresql", lsn=None, snapshot="false"),
]
BAG = [
    *(
        snapshot_row(1, op, "same", "mysql", table="bag", **FILELESS, snapshot="true")
        for op in ("r", "r", "r", "c", "c")
    ),
    *(snapshot_row(1, "c", "same", "mysql", table="bag", **ONCE, snapshot="false") for _ in range(2)),
]
FLAT = {"id": 1, "name": "x", "__op": "c", "__deleted": "false"}
SNAPSHOTS = [*STREAMED, *SAYING, *NOT_SAYING, *BAG, FLAT]


@pytest.fixture(scope="module")
def built(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> str:
    schema = "connectors"
    project = Project(tmp_path_factory.mktemp("connectors") / "p", schema, ansi=True)
    streams: dict[str, tuple[list[Row], Row, list[Row]]] = {
        "sqlserver": ([landed(n, value) for n, value in enumerate(SQLSERVER)], {}, [CUSTOMERS, ODD]),
        "oracle": ([landed(n, value) for n, value in enumerate(ORACLE)], {}, [ORDERS]),
        "mongodb": ([landed(n, *pair) for n, pair in enumerate(MONGO)], {"envelope": "mongodb"}, [PEOPLE]),
        "snapshots": (
            [landed(n, value) for n, value in enumerate(SNAPSHOTS)], {},
            [
                contract("loaded", ["id"], {"id": "int", "name": "string"}, ["shop.loaded"]),
                contract("loaded_bag", [], {"id": "int", "name": "string"}, ["shop.bag"]),
            ],
        ),
        "mysql": ([landed(n, value) for n, value in enumerate(EVENT_OF_MANY_ROWS)], {}, [notes("rows")]),
        "failover": (
            [landed(n, value) for n, value in enumerate(FAILOVER)], {"order": "transport"}, [notes("after_failover")]
        ),
    }  # fmt: skip
    for name, (rows, options, models) in streams.items():
        project.stream(name, {"format": "debezium", "options": options}, routed=name not in ("mysql", "failover"))
        project.tables(name, models)
        land(spark, f"{schema}_landing.{name}", rows)
    project.dbt("deps")
    project.dbt("build")
    return schema


def quarantined(spark: Any, log: str) -> list[tuple[int, str, str]]:
    rows = spark.sql(f"select * from {log} where cdc_class = 'quarantined' order by cdc_offset").collect()
    return [(row.cdc_offset, row.cdc_reason, row.cdc_detail) for row in rows]


def test_sqlserver_orders_by_lsn_and_serial_number(spark: Any, built: str) -> None:
    assert {row.id: row.name for row in spark.table(f"{built}.customers").collect()} == {
        2: "two again",
        3: "ninth, then tenth file",
        4: "last of the transaction",
        5: "wide",
        7: "tenth",
        8: "changed",
        11: "moved",
    }
    assert [row[:2] for row in quarantined(spark, f"{built}.routed_sqlserver")] == [(11, "missing_position")]


def test_mysql_orders_rows_of_one_event_by_row_and_a_failover_by_transport(spark: Any, built: str) -> None:
    assert [row.name for row in spark.table(f"{built}.rows").collect()] == ["tenth row"]
    assert [row.name for row in spark.table(f"{built}.after_failover").collect()] == ["new server"]


@pytest.mark.law("L2")
def test_a_snapshot_row_without_a_position_precedes_everything_streamed(spark: Any, built: str) -> None:
    expected = dict.fromkeys(range(len(UNPLACED)), "streamed")
    expected |= {100 + number_: "read again" for number_ in range(len(UNPLACED))}
    expected |= {200: "created", 201: "created", 202: "read", 203: "read"}
    assert {row.id: row.name for row in spark.table(f"{built}.loaded").collect()} == expected
    first = len(STREAMED) + len(SAYING)
    found = quarantined(spark, f"{built}.routed_snapshots")
    unplaced = [(first + number_, "missing_position") for number_ in range(len(NOT_SAYING))]
    assert [row[:2] for row in found] == [*unplaced, (len(SNAPSHOTS) - 1, "unknown_envelope")]
    assert "option envelope is debezium" in found[-1][2]


@pytest.mark.law("L2")
def test_equal_rows_of_a_snapshot_are_rows_and_no_redeliveries(spark: Any, built: str) -> None:
    assert spark.table(f"{built}.loaded_bag").count() == 6  # five of the snapshot, and one change that came twice


@pytest.mark.law("L5")
def test_sqlserver_types(spark: Any, built: str) -> None:
    row = spark.table(f"{built}.customers").where("id = 5").collect()[0]
    assert row.at7 == "2023-11-14 22:13:20.123456700"
    assert row.at6 == datetime(1969, 12, 31, 23, 59, 59, 123_456)
    assert row.t7 == "23:59:59.999999900"
    assert row.zoned == datetime(2023, 11, 14, 16, 43, 20, 123_456)
    assert row.price == Decimal("-1.2345")
    found = quarantined(spark, f"{built}.changes_odd")
    assert [(row[0], row[1], row[2].split(": ")[1]) for row in found] == [(10, "bad_value", "at_odd, zoned_odd")]


def test_oracle_orders_by_numbers_and_keeps_what_was_not_sent(spark: Any, built: str) -> None:
    rows = {int(row.id): row for row in spark.table(f"{built}.orders").collect()}
    assert {key: (row.qty, row.doc, row.blob) for key, row in rows.items()} == {
        1: (Decimal("1.50"), "second text", b"\x00\x01"),
        2: (Decimal("-1000.00"), "text", b"\x00\x01"),
        7: (Decimal("7.00"), "text", b"\x00\x01"),
    }
    assert (rows[1].at, rows[1].rid) == (datetime(2023, 11, 14, 22, 13, 20), "AAAR3sAAEAAAACXAAA")
    reasons = [row[:2] for row in quarantined(spark, f"{built}.routed_oracle")]
    assert reasons == [(6, "missing_position"), (7, "missing_position")]
    assert [row[:2] for row in quarantined(spark, f"{built}.changes_orders")] == [(8, "bad_value")]


def test_mongodb_documents(spark: Any, built: str) -> None:
    rows = {row.id: row for row in spark.table(f"{built}.people").collect()}
    assert sorted(rows) == ["596e275826f08b2730779e1f", "7", "8", "loaded"]
    assert (rows["loaded"].name, rows["loaded"].age) == ("read again", 1)
    assert [row[:2] for row in quarantined(spark, f"{built}.routed_mongodb")] == [(25, "missing_position")]
    alice, bob = rows["596e275826f08b2730779e1f"], rows["7"]
    assert (alice.name, alice.age, alice.score) == (None, 35, None)  # set to null; set last; removed
    assert (alice.balance, alice.visits, alice.active) == (Decimal("12345678901234567890.10"), 2**63 - 1, True)
    assert (alice.born, alice.seen) == (date(1969, 12, 31), datetime(2023, 11, 14, 22, 13, 20, 123_000))
    assert (alice.photo, alice.tags, alice.looks) == (b"\x00\x01", ["a", "b"], '{"$oid": "x"}')
    assert json.loads(alice.address) == STRICT["address"]
    assert (bob.name, bob.age, bob.visits, bob.score) == ("Bob", 31, 5, float("-inf"))
    assert (bob.born, bob.seen, bob.photo) == (date(1970, 1, 1), alice.seen, b"\x00\x01")
    assert (bob.balance, bob.address, bob.looks, bob.tags) == (None, None, None, [])
    assert (rows["8"].name, rows["8"].age) == ("whole", None)
    assert json.loads(rows["8"].address) == {"x": 1}


def test_mongodb_changes_inside_a_value_are_quarantined(spark: Any, built: str) -> None:
    found = quarantined(spark, f"{built}.changes_people")
    assert [row[:2] for row in found] == [
        (3, "bad_value"),
        (4, "bad_value"),
        (8, "image_contract"),
        (9, "image_contract"),
        (11, "image_contract"),
        (12, "bad_value"),
        (13, "image_contract"),
        (14, "image_contract"),
        (15, "bad_value"),
        (16, "bad_value"),
        (17, "bad_value"),
        (18, "bad_value"),
        (19, "bad_value"),
        (20, "bad_value"),
        (29, "image_contract"),
    ]
    details = {offset: detail for offset, _, detail in found}
    assert "address" in details[8]
    assert "tags" in details[9]
    assert "updateDescription" in details[11]
