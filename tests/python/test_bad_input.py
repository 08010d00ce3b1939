"""Bad messages are quarantined with a reason, their batch goes on, and a replay applies what a fix makes readable."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from landing import land, land_columns
from messages import POSTGRES, contract, event, landed
from project import Project

LANDING = (
    "topic string, partition int, `offset` bigint, `timestamp` timestamp, key string, value binary, headers string"
)

ORDERS = contract(
    "orders",
    ["id"],
    {
        "id": "bigint",
        "n": "int",
        "amount": ("decimal(10,2)", {"type": "string"}),
        "at": ("timestamp_ntz", {"type": "io.debezium.time.MicroTimestamp"}),
        "day": "date",
        "flag": "boolean",
        "weight": "double",
        "raw": "binary",
        "row": "struct<a: int, b: string>",
        "list": "array<int>",
        "note": "string",
    },
    ["app.orders"],
)


def change(number: int, **columns: Any) -> dict[str, Any]:
    """Return an insert of order `number` at LSN `number`."""
    return event("c", after={"id": number, "n": 1, **columns}, source={**POSTGRES, "lsn": number})


def written(number: int, column: str, text: str) -> str:
    """Return the insert as JSON, with the text as the column's value just as it stands."""
    return json.dumps(change(number, **{column: "?"})).replace('"?"', text)


def placed(**source: Any) -> dict[str, Any]:
    """Return an insert of order 1 with fields of the source block, and no LSN unless it is one of them."""
    return event("c", after={"id": 1}, source={**POSTGRES, **source})


def nested(levels: int) -> str:
    return json.dumps(change(1))[:-1] + ', "x": ' + "[" * levels + "]" * levels + "}"


HUGE_LSN = json.dumps(placed(lsn="?")).replace('"?"', "1E-999999999")  # a number of 999 999 999 digits

# What is landed at each offset, and the class and reason that the routed log gives it.
ROUTED: list[tuple[str, Any, str, str | None]] = [
    ("good", change(0, note="first"), "change", None),
    ("not JSON", "hello", "quarantined", "malformed"),
    ("a bare NaN", written(1, "weight", "NaN"), "quarantined", "malformed"),
    ("a bare Infinity", written(1, "weight", "-Infinity"), "quarantined", "malformed"),
    ("cut off", json.dumps(change(1))[:-1], "quarantined", "malformed"),
    ("a number", "5", "quarantined", "malformed"),
    ("a list", "[]", "quarantined", "malformed"),
    ("single quotes", json.dumps(change(1)).replace('"', "'"), "quarantined", "malformed"),
    ("something follows", json.dumps(change(1)) + " x", "quarantined", "malformed"),
    ("a bracket follows", json.dumps(change(1)) + "}", "quarantined", "malformed"),
    ("another message follows", json.dumps(change(1)) * 2, "quarantined", "malformed"),
    ("more fields follow", json.dumps(change(1)) + ',"x":1', "quarantined", "malformed"),
    ("a frame follows", json.dumps(change(1)) + ',"eof":1,"m":' + json.dumps(change(2)), "quarantined", "malformed"),
    ("not UTF-8", json.dumps(change(1, note="?")).encode().replace(b"?", b"\xff"), "quarantined", "malformed"),
    ("empty", "", "quarantined", "malformed"),
    ("blank", "  ", "quarantined", "malformed"),
    ("deep", nested(10_000), "quarantined", "malformed"),
    ("no value, no key", None, "tombstone", None),
    ("JSON null", "null", "tombstone", None),
    ("null in an envelope", {"schema": None, "payload": None}, "tombstone", None),
    ("no known shape", {"hello": 1}, "quarantined", "unknown_envelope"),
    ("empty object", {}, "quarantined", "unknown_envelope"),
    ("payload is a text", {"schema": None, "payload": "x"}, "quarantined", "unknown_envelope"),
    ("unknown op", {**change(1), "op": "x"}, "quarantined", "unknown_operation"),
    ("op is a number", {**change(1), "op": 5}, "quarantined", "unknown_operation"),
    ("no source", {**change(1), "source": None}, "quarantined", "missing_table"),
    ("source is a text", {**change(1), "source": "x"}, "quarantined", "missing_table"),
    ("no LSN", placed(), "quarantined", "missing_position"),
    ("LSN is no number", placed(lsn="x"), "quarantined", "missing_position"),
    ("LSN ends with a line separator", placed(lsn="7\u2028"), "quarantined", "missing_position"),
    ("LSN of a huge exponent", HUGE_LSN, "quarantined", "missing_position"),
    ("unknown connector", placed(connector="db2", lsn=1), "quarantined", "missing_position"),
    ("unknown table", placed(table="nowhere", lsn=1), "change", None),
    ("a name twice", '{"op":"x",' + json.dumps(change(100))[1:], "change", None),
    ("300 levels", nested(300).replace('"id": 1', '"id": 101'), "change", None),
    ("long text", change(102, note="ä" * 400_000), "change", None),
]  # fmt: skip

GOOD: dict[str, Any] = {"n": 7, "amount": "1.50", "at": 1, "day": 1, "flag": True}
GOOD |= {"weight": "NaN", "raw": "AQ==", "row": {"a": 1}, "list": [], "note": "last"}

# The same for the typed log, of messages that the routed log takes for changes of the table.
TYPED: list[tuple[str, Any, str | None, str]] = [
    ("int is a text", change(1, n="many"), "bad_value", "n"),
    ("int is a fraction", change(1, n=1.5), "bad_value", "n"),
    ("int overflows", change(1, n=2**31), "bad_value", "n"),
    ("int is an object", change(1, n={"a": 1}), "bad_value", "n"),
    ("key overflows", change(2**63), "bad_value", "id"),
    ("decimal is a word", change(1, amount="ten"), "bad_value", "amount"),
    ("decimal has too many places", change(1, amount="1.005"), "bad_value", "amount"),
    ("decimal overflows", change(1, amount="123456789.00"), "bad_value", "amount"),
    ("decimal of a huge exponent", change(1, amount="1E-999999999"), "bad_value", "amount"),
    ("decimal is an object", written(1, "amount", '{"a": 1, "\\ud800": 2}'), "bad_value", "amount"),
    ("number of a huge exponent", written(1, "amount", "1E-999999999"), "bad_value", "amount"),
    ("number that underflows", written(1, "amount", "1E-400"), "bad_value", "amount"),
    ("number of many digits", written(1, "amount", f"0.1{'0' * 40}1"), "bad_value", "amount"),
    ("number with too many places", change(1, amount=1.005), "bad_value", "amount"),
    ("timestamp is a time", change(1, at="12:30:00"), "bad_value", "at"),
    ("timestamp is a word", change(1, at="infinity"), "bad_value", "at"),
    ("timestamp overflows", change(1, at=2**63), "bad_value", "at"),
    ("date is a word", change(1, day="today"), "bad_value", "day"),
    ("boolean is a number", change(1, flag=2), "bad_value", "flag"),
    ("double is a word", change(1, weight="heavy"), "bad_value", "weight"),
    ("bytes are not base64", change(1, raw="%"), "bad_value", "raw"),
    ("a struct's field is a word", change(1, row={"a": "many", "b": "x"}), "bad_value", "row"),
    ("a list's element is a word", change(1, list=[1, "x"]), "bad_value", "list"),
    ("two columns", change(1, n="x", flag="x"), "bad_value", "n, flag"),
    ("a name in another case, with an escape", written(103, "@", '"seven"').replace("@", "\\u004EOTE"), None, ""),
    ("no image", event("c", source={**POSTGRES, "lsn": 1}), "image_contract", ""),
    ("image is a text", event("c", after="x", source={**POSTGRES, "lsn": 1}), "image_contract", ""),
    ("delete without image or key", event("d", source={**POSTGRES, "lsn": 1}), "image_contract", ""),
    ("no key column", event("c", after={"n": 1}, source={**POSTGRES, "lsn": 1}), "missing_key", "id"),
    ("key is null", event("c", after={"id": None, "n": 1}, source={**POSTGRES, "lsn": 1}), "missing_key", "id"),
    ("good", change(200, **GOOD), None, ""),
]  # fmt: skip


def as_bytes(value: Any) -> Any:
    return value.encode() if isinstance(value, str) else value


@pytest.fixture(scope="module")
def bad(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project that has read every message above, and one of 100 MB, in one batch; landing holds bytes."""
    project = Project(tmp_path_factory.mktemp("bad") / "p", "bad_input", ansi=True)
    project.stream("shop", {"format": "debezium", "max_bytes": 1_000_000})
    project.tables("shop", [ORDERS])
    messages = [message for _, message, *_ in ROUTED] + [message for _, message, *_ in TYPED]
    rows = [landed(offset, message) for offset, message in enumerate(messages)]
    when = datetime.fromtimestamp(1_700_000_002, UTC)
    land_columns(
        spark,
        "bad_input_landing.shop",
        LANDING,
        [("shop", 0, row["offset"], when, None, as_bytes(row["value"]), "{}") for row in rows],
    )
    spark.sql(
        "insert into bad_input_landing.shop select 'shop', 0, 9000, timestamp'2023-11-14 22:13:22', null,"
        """ cast(concat('{"op":"c","x":"', repeat('x', 100000000), '"}') as binary), null"""
    )
    project.dbt("deps")
    project.dbt("build")
    return project


@pytest.mark.law("L8", "L12")
def test_routed_rows_have_the_reason_of_their_fault(spark: Any, bad: Project) -> None:
    found = {
        row.cdc_offset: (row.cdc_class, row.cdc_reason)
        for row in spark.sql("select cdc_offset, cdc_class, cdc_reason from bad_input.routed_shop").collect()
    }
    for offset, (name, _, cdc_class, reason) in enumerate(ROUTED):
        assert found[offset] == (cdc_class, reason), name
    assert found[9000] == ("quarantined", "oversized")
    assert len(found) == len(ROUTED) + len(TYPED) + 1
    unexplained = "cdc_class = 'quarantined' and coalesce(cdc_detail, '') = ''"
    assert spark.table("bad_input.routed_shop").where(unexplained).count() == 0


@pytest.mark.law("L5", "L8")
def test_typed_rows_have_the_reason_and_the_columns_of_their_fault(spark: Any, bad: Project) -> None:
    found = {
        row.cdc_offset: (row.cdc_reason, row.cdc_detail or "")
        for row in spark.sql("select cdc_offset, cdc_reason, cdc_detail from bad_input.changes_orders").collect()
    }
    for offset, (name, _, reason, columns) in enumerate(TYPED, len(ROUTED)):
        assert found[offset][0] == reason, name
        assert found[offset][1].endswith(columns) or f"({columns})" in found[offset][1], name


@pytest.mark.law("L8")
def test_the_rest_of_the_batch_goes_on(spark: Any, bad: Project) -> None:
    rows = {row.id: row for row in spark.table("bad_input.orders").collect()}
    assert sorted(rows) == [0, 100, 101, 102, 103, 200]
    assert rows[0].note == "first"
    assert rows[103].note == "seven"
    assert rows[102].note == "ä" * 400_000
    row = rows[200]
    assert (row.n, str(row.amount), row.at, row.flag) == (7, "1.50", datetime(1970, 1, 1, 0, 0, 0, 1), True)
    assert (str(row.day), row.raw, row.row.a, row.list) == ("1970-01-02", b"\x01", 1, [])
    assert math.isnan(row.weight)


@pytest.mark.law("L9")
def test_a_quarantined_row_keeps_its_bytes(spark: Any, bad: Project) -> None:
    kept = spark.sql(
        "select count(*) as n from bad_input.routed_shop as r"
        " join bad_input_landing.shop as l on r.cdc_offset = l.offset"
        " where cdc_class = 'quarantined' and cast(r.cdc_value as binary) <=> l.value"
    ).collect()[0]
    assert kept.n == sum(row[2] == "quarantined" for row in ROUTED) + 1


LOGS = ("routed_shop", "changes_orders")


@pytest.mark.law("L6")
def test_a_replay_marks_quarantined_rows_and_runs_only_append(spark: Any, bad: Project) -> None:
    """What is still bad adds nothing: a row takes the place of each row that was marked."""

    def log_rows(log: str, **quarantined: str) -> Counter[str]:
        rows = [row.asDict(recursive=True) for row in spark.table(f"bad_input.{log}").collect()]
        return Counter(repr({**row, **(quarantined if row["cdc_class"] == "quarantined" else {})}) for row in rows)

    def counts() -> list[Any]:
        reasons = "select cdc_reason, count(*) from bad_input.{} where cdc_class = 'quarantined' group by 1 order by 1"
        return [spark.sql(reasons.format(log)).collect() for log in LOGS]

    before = counts()
    marked = {log: log_rows(log, cdc_class="replay") for log in LOGS}
    for log in LOGS:
        bad.dbt("run-operation", "cdc_replay", "--args", json.dumps({"log": log}))
        assert log_rows(log) == marked[log]
    bad.dbt("build")
    assert counts() == before
    after = {log: log_rows(log) for log in LOGS}
    assert [log for log in LOGS if not marked[log] < after[log]] == []
    orders = spark.table("bad_input.orders").count()
    bad.dbt("build")
    assert {log: log_rows(log) for log in LOGS} == after
    assert spark.table("bad_input.orders").count() == orders


@pytest.fixture
def replayed(spark: Any, tmp_path: Path) -> Iterator[Project]:
    """A project whose logs hold four changes that an older version would have quarantined, and a state without them."""
    project = Project(tmp_path / "p", "replayed")
    project.stream("shop", {"format": "debezium", "max_bytes": 300})
    project.tables("shop", [ORDERS])
    source = {**POSTGRES, "lsn": 30}
    moved = event("u", before={"id": 3, "n": 3}, after={"id": 4, "n": 4}, source=source)
    rows = [
        landed(0, change(1, note="kept")),
        landed(1, change(2, note="x" * 300)),  # oversized until max_bytes is raised
        landed(2, change(3)),
        landed(3, moved),
        landed(4, change(5)),
        landed(5, event("u", after={"id": 1, "n": 2, "note": "later"}, source={**POSTGRES, "lsn": 40})),
    ]
    land(spark, "replayed_landing.shop", rows)
    project.dbt("deps")
    project.dbt("run", "--select", "routed_shop", "changes_orders")
    older = {"bad_value": "cdc_offset = 3 and cdc_image = 'after'", "image_contract": "cdc_offset in (4, 5)"}
    for reason, where in older.items():
        values = f"cdc_class = 'quarantined', cdc_reason = '{reason}', n = null"
        spark.sql(f"update replayed.changes_orders set {values} where {where}")
    project.dbt("run")
    yield project
    spark.sql("drop view if exists replayed.orders")
    for name in ("routed_shop", "changes_orders", "state_orders"):
        spark.sql(f"drop table if exists replayed.{name}")
    spark.sql("drop table if exists replayed_landing.shop")


def replay(project: Project, log: str, *reasons: str) -> None:
    project.dbt("run-operation", "cdc_replay", "--args", json.dumps({"log": log, "reasons": reasons}))


def rows_of(spark: Any) -> dict[int, tuple[Any, ...]]:
    return {row.id: (row.n, row.note and row.note[:5]) for row in spark.table("replayed.orders").collect()}


@pytest.mark.law("L4", "L7")
def test_a_replay_ends_as_a_full_refresh_does(spark: Any, replayed: Project) -> None:
    assert rows_of(spark) == {1: (1, "kept")}  # 3 has moved away, 4 has not come
    replayed.stream("shop", {"format": "debezium", "max_bytes": 1000})
    replay(replayed, "changes_orders", "bad_value")
    replayed.dbt("run", "--select", "changes_orders")  # killed before the state was built
    replay(replayed, "changes_orders", "bad_value")  # nothing is left to mark
    replay(replayed, "routed_shop", "oversized")
    replay(replayed, "changes_orders", "image_contract")  # a second replay without a batch between
    replayed.dbt("build")
    expected = {1: (2, "later"), 2: (1, "xxxxx"), 4: (4, None), 5: (1, None)}
    assert rows_of(spark) == expected
    state = "select * except (cdc_source_table) from replayed.state_orders order by id"
    log = (
        "select cdc_offset, cdc_image, cdc_class, cdc_position, id, n from replayed.changes_orders"
        " where cdc_class <> 'replay' order by cdc_position"
    )
    ended = spark.sql(state).collect(), spark.sql(log).collect()
    replayed.dbt("build")
    assert (spark.sql(state).collect(), spark.sql(log).collect()) == ended
    replayed.dbt("build", "--full-refresh")
    assert rows_of(spark) == expected
    assert (spark.sql(state).collect(), spark.sql(log).collect()) == ended


def test_rows_without_a_landing_time_are_read_once(spark: Any, tmp_path: Path) -> None:
    made = Project(tmp_path / "p", "timeless")
    made.stream("shop", {"format": "debezium"})
    made.tables("shop", [contract("visits", [], {"id": "int"}, ["app.visits"])])
    made.dbt("deps")
    for offset, time in enumerate([None, None, datetime(2024, 1, 1, tzinfo=UTC), None]):
        value = json.dumps(event("c", after={"id": 1}, source={**POSTGRES, "table": "visits", "lsn": 5}))
        land_columns(spark, "timeless_landing.shop", LANDING, [("shop", 0, offset, time, None, value.encode(), None)])
        made.dbt("run")
        assert spark.table("timeless.visits").count() == offset + 1
    assert spark.table("timeless.routed_shop").count() == 4
    assert spark.table("timeless.routed_shop").select("cdc_batch").distinct().count() == 4


def test_a_row_without_key_needs_all_its_values(spark: Any, tmp_path: Path) -> None:
    made = Project(tmp_path / "p", "unsent")
    made.stream("shop", {"format": "debezium"})
    made.tables("shop", [contract("visits", [], {"id": "int", "note": "string"}, ["app.visits"])])
    made.dbt("deps")
    source = {**POSTGRES, "table": "visits", "lsn": 5}
    unsent = {"id": 2, "note": "__debezium_unavailable_value"}
    messages = [event("c", after=row, source=source) for row in ({"id": 1, "note": "a"}, unsent)]
    land_columns(
        spark,
        "unsent_landing.shop",
        LANDING,
        [("shop", 0, n, None, None, json.dumps(message).encode(), None) for n, message in enumerate(messages)],
    )
    made.dbt("build")
    assert [tuple(row) for row in spark.table("unsent.visits").collect()] == [(1, "a")]
    log = spark.sql("select cdc_offset, cdc_reason from unsent.changes_visits order by cdc_offset")
    assert [tuple(row) for row in log.collect()] == [(0, None), (1, "image_contract")]


BAD_KEYS = [b"hello", b'{"id": 5} x', b'{"id": "\xff"}', b"[" * 10_000, b'{"id": "' + b"x" * 25_000_000 + b'"}', b""]
BAD_HEADERS = ["hello", "[" * 10_000, '{"__debezium.newkey"', '{"x": "\\ud800"}', "x" * 25_000_000, ""]


@pytest.mark.law("L8", "L12")
def test_bad_message_keys_and_headers_stop_nothing(spark: Any, tmp_path: Path) -> None:
    made = Project(tmp_path / "p", "keys")
    made.stream("shop", {"format": "debezium"})
    made.tables("shop", [contract("visits", ["id"], {"id": "int", "note": "string"}, ["app.visits"])])
    made.dbt("deps")

    def message(op: str, number: int, **after: Any) -> bytes:
        return json.dumps(event(op, after=after, source={**POSTGRES, "table": "visits", "lsn": number})).encode()

    rows: list[tuple[bytes | None, bytes, str | None]] = [
        (b'{"id": 1}', message("c", 1, id=1, note="old"), None),
        (b'{"id": 1}', message("u", 2, note="new"), "{}"),  # an image without key, as of REPLICA IDENTITY NOTHING
    ]
    rows += [(key, message("u", 10 + number, note="lost"), "{}") for number, key in enumerate(BAD_KEYS)]
    rows += [(None, message("c", 20 + number, id=20 + number), text) for number, text in enumerate(BAD_HEADERS)]
    land_columns(
        spark,
        "keys_landing.shop",
        LANDING.replace("key string", "key binary"),
        [("shop", 0, offset, None, key, value, headers) for offset, (key, value, headers) in enumerate(rows)],
    )
    made.dbt("build")
    expected = {1: "new", **{20 + number: None for number in range(len(BAD_HEADERS))}}
    assert {row.id: row.note for row in spark.table("keys.visits").collect()} == expected
    quarantined = spark.sql("select cdc_offset, cdc_reason from keys.changes_visits where cdc_class = 'quarantined'")
    # The long key is readable, and its text no number.
    reasons = ["bad_value" if len(key) > 25_000_000 else "missing_key" for key in BAD_KEYS]
    assert sorted(map(tuple, quarantined.collect())) == [(2 + n, reason) for n, reason in enumerate(reasons)]
