"""Messages that ExtractNewRecordState flattened: what a null value means, and what a position needs."""

from __future__ import annotations

from typing import Any

import pytest
from landing import land
from messages import Row, contract, event, landed
from project import Project


def flat(number: int, note: str | None, **metadata: Any) -> Row:
    return {"id": number, "note": note, **{f"__{name}": value for name, value in metadata.items()}}


def topic(rows: list[Row]) -> list[Row]:
    return [{**row, "topic": "shop.app.notes"} for row in rows]


LOGICAL = {
    "op": "m",
    "ts_ms": 5,
    "source": {"connector": "postgresql", "lsn": 7},
    "message": {"transactional": True, "prefix": "p", "content": "eA=="},
}
ROTATED = [
    landed(1, flat(1, "old", op="c", table="notes", source_file="binlog.000009", source_pos=900, source_row=0)),
    landed(2, flat(1, "new", op="u", table="notes", source_file="binlog.000010", source_pos=4, source_row=0)),
    landed(3, flat(2, "no file", op="c", table="notes", source_pos=5, source_row=0)),
    landed(4, None, {"id": 1}),
    # the file after the 999999th
    landed(5, flat(5, "newest", op="u", table="notes", source_file="binlog.1000000", source_pos=4, source_row=0)),
    landed(6, flat(5, "older", op="c", table="notes", source_file="binlog.999999", source_pos=900, source_row=0)),
    # Rows of a snapshot without a position: before what was streamed, in the order in which they came.
    landed(7, flat(7, "streamed", op="u", table="notes", source_file="binlog.000001", source_pos=4, source_row=0)),
    landed(8, flat(7, "read", op="r", table="notes", source_file="", source_pos=0)),
    landed(9, flat(8, "read", op="r", table="notes", source_lsn=None)),
    landed(10, flat(8, "read again", op="c", table="notes", source_file="", source_pos=0, source_snapshot="true")),
    landed(11, flat(9, "streamed", op="c", table="notes", source_file="", source_pos=0, source_snapshot="false")),
    # What the transformation leaves as the connector wrote it.
    landed(12, LOGICAL),
    landed(13, {"schema": {}, "payload": {**LOGICAL, "transaction": None, "ts_us": 1, "ts_ns": 1}}),
    landed(14, {"ts_ms": 5}),
    landed(15, {"status": "END", "id": "7", "event_count": 0, "data_collections": None, "ts_ms": 5}),
    landed(16, {"source": {"connector": "mysql"}, "databaseName": "shop", "ddl": "x", "tableChanges": [], "ts_ms": 5}),
    *(landed(17 + number, event(op, None, {"id": 9})) for number, op in enumerate("crudt")),
    landed(22, {"schema": {}, "payload": event("u", None, {"id": 9}, transaction=None, ts_us=1, ts_ns=1)}),
    # Rows, judged by their columns.
    landed(23, {"op": "m", "source": "x", "message": "y", "id": 9}),
    landed(24, {"op": "c", "source": "x", "before": None, "after": "y"}),
]
# Where neither op nor a position was added: the offset orders, and __deleted marks a delete.
REWRITTEN = [
    landed(1, flat(1, "gone", deleted="false"), {"id": 1}),
    landed(2, flat(1, None, deleted="true"), {"id": 1}),
    landed(3, flat(2, "stays", deleted="false"), {"id": 2}),
    # Rows that only their other columns distinguish from the connector's own messages.
    landed(4, {"id": 3, "ts_ms": 5}),
    landed(5, {"id": 4, "status": "BEGIN"}),
    landed(6, {"ddl": "x", "ts_ms": 5}),
]
POSITIONS = [
    landed(1, flat(1, "newer", op="u", table="notes", source_lsn=20)),
    landed(2, flat(1, "older", op="u", table="notes", source_lsn=9)),
]
TOMBSTONES = [
    landed(1, flat(1, "gone"), {"id": 1}),
    landed(2, flat(2, "gone"), {"id": 2}),
    landed(3, flat(3, "stays", deleted="false"), {"id": 3}),
    landed(4, None, {"id": 1}),
    landed(5, {"schema": None, "payload": None}, {"payload": {"id": 2}, "schema": {}}),
    landed(6, flat(4, "came back"), {"id": 4}),
    landed(7, None, {"id": 4}),
    landed(8, flat(4, "came back"), {"id": 4}),
    landed(9, None),
    landed(10, {"ts_ms": 1_700_000_000_000}, {"serverName": "shop"}),
    landed(11, {"source": {"connector": "sqlserver"}, "databaseName": "shop", "ddl": None, "tableChanges": []}),
    landed(12, {"id": 5, "databaseName": "a", "ddl": "b", "note": "a row"}, {"id": 5}),
    landed(13, {"status": "END", "id": "7", "event_count": 0, "data_collections": None, "ts_ms": 5}),
    landed(14, LOGICAL),
    landed(15, event("c", None, {"id": 9})),
    landed(16, {"op": "m", "source": "x", "message": "y", "id": 6, "note": "a row"}, {"id": 6}),
]


@pytest.fixture(scope="module")
def built(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> Project:
    made = Project(tmp_path_factory.mktemp("flattened") / "p", "flattened", ansi=True)
    by_offset = {"envelope": "flattened", "order": "transport", "deletes": "tombstone"}
    for stream, options, rows, more in (
        ("rotated", {"envelope": "flattened"}, ROTATED, {}),
        ("tombstones", by_offset, TOMBSTONES, {}),
        ("null_messages", by_offset, TOMBSTONES, {"null_messages": "tombstone"}),
        ("rewritten", {"envelope": "flattened", "order": "transport"}, REWRITTEN, {}),
        ("positions", {"envelope": "flattened"}, POSITIONS, {}),
    ):
        made.stream(stream, {"format": "debezium", "options": options, **more})
        made.tables(stream, [contract(f"{stream}_notes", ["id"], {"id": "int", "note": "string"}, ["app.notes"])])
        land(spark, f"flattened_landing.{stream}", topic(rows))
    made.dbt("deps")
    made.dbt("build")
    return made


def rows_of(spark: Any, sql: str) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in spark.sql(sql).collect()]


def test_a_position_in_the_binary_log_needs_its_file(spark: Any, built: Project) -> None:
    rows = [(1, "new"), (5, "newest"), (7, "streamed"), (8, "read again")]
    assert rows_of(spark, "select id, note from flattened.rotated_notes order by id") == rows
    found = "select cdc_offset, cdc_class, cdc_reason from flattened.routed_rotated where cdc_offset in (3, 4, 11)"
    unplaced = ("quarantined", "missing_position")
    assert sorted(rows_of(spark, found)) == [(3, *unplaced), (4, "tombstone", None), (11, *unplaced)]


def test_what_the_transformation_does_not_flatten_is_distinguished_from_rows(spark: Any, built: Project) -> None:
    found = "select cdc_offset, cdc_class, cdc_detail from flattened.routed_rotated where cdc_offset > 11 order by 1"
    rows = rows_of(spark, found)
    own = [(12, "noop"), (13, "noop"), (14, "heartbeat"), (15, "transaction"), (16, "ddl")]
    assert [row[:2] for row in rows] == [*own, *((offset, "quarantined") for offset in range(17, 25))]
    named = [offset for offset, _, detail in rows if "option envelope is flattened" in (detail or "")]
    assert named == [*range(17, 23)]
    reasons = "select distinct cdc_reason from flattened.routed_rotated where cdc_offset > 16"
    assert rows_of(spark, reasons) == [("unknown_envelope",)]


@pytest.mark.parametrize("stream", ["tombstones", "null_messages"])
def test_a_null_value_with_a_key_is_a_delete_if_the_stream_is_set_so(spark: Any, built: Project, stream: str) -> None:
    found = f"select id, note from flattened.{stream}_notes order by id"
    assert rows_of(spark, found) == [(3, "stays"), (4, "came back"), (5, "a row"), (6, "a row")]
    found = f"select cdc_offset, cdc_class from flattened.routed_{stream} where cdc_class <> 'change' order by 1"
    own = [(9, "tombstone"), (10, "heartbeat"), (11, "ddl"), (13, "transaction"), (14, "noop")]
    assert rows_of(spark, found) == [*own, (15, "quarantined")]


def test_a_delete_may_be_marked_by_deleted_alone(spark: Any, built: Project) -> None:
    assert rows_of(spark, "select id, note from flattened.rewritten_notes") == [(2, "stays")]
    found = "select cdc_offset from flattened.routed_rewritten where cdc_reason = 'unknown_envelope' order by 1"
    assert rows_of(spark, found) == [(4,), (5,), (6,)]


def test_a_log_sequence_number_orders_before_the_offset(spark: Any, built: Project) -> None:
    assert rows_of(spark, "select id, note from flattened.positions_notes") == [(1, "newer")]
