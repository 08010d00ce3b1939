"""Messages that ExtractNewRecordState flattened: what a null value means, and what a position needs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from landing import land
from messages import Row, contract, landed
from project import DbtFailed, Project


def flat(number: int, note: str | None, **metadata: Any) -> Row:
    return {"id": number, "note": note, **{f"__{name}": value for name, value in metadata.items()}}


def topic(rows: list[Row]) -> list[Row]:
    return [{**row, "topic": "shop.app.notes"} for row in rows]


ROTATED = [
    landed(1, flat(1, "old", op="c", table="notes", source_file="binlog.000009", source_pos=900, source_row=0)),
    landed(2, flat(1, "new", op="u", table="notes", source_file="binlog.000010", source_pos=4, source_row=0)),
    landed(3, flat(2, "no file", op="c", table="notes", source_pos=5, source_row=0)),
    landed(4, None, {"id": 1}),
    # the file after the 999999th
    landed(5, flat(5, "newest", op="u", table="notes", source_file="binlog.1000000", source_pos=4, source_row=0)),
    landed(6, flat(5, "older", op="c", table="notes", source_file="binlog.999999", source_pos=900, source_row=0)),
]
# Where neither op nor a position was added: the offset orders, and __deleted tells a delete.
REWRITTEN = [
    landed(1, flat(1, "gone", deleted="false"), {"id": 1}),
    landed(2, flat(1, None, deleted="true"), {"id": 1}),
    landed(3, flat(2, "stays", deleted="false"), {"id": 2}),
    # Rows that nothing tells from what the connector says of itself, but for their other columns.
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
]


@pytest.fixture(scope="module")
def built(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> Project:
    made = Project(tmp_path_factory.mktemp("flattened") / "p", "flattened", ansi=True)
    by_offset = {"envelope": "flattened", "order": "transport", "deletes": "tombstone"}
    for stream, options, rows in (
        ("rotated", {"envelope": "flattened"}, ROTATED),
        ("tombstones", by_offset, TOMBSTONES),
        ("rewritten", {"envelope": "flattened", "order": "transport"}, REWRITTEN),
        ("positions", {"envelope": "flattened"}, POSITIONS),
    ):
        made.stream(stream, {"format": "debezium", "options": options})
        made.tables(stream, [contract(f"{stream}_notes", ["id"], {"id": "int", "note": "string"}, ["app.notes"])])
        land(spark, f"flattened_landing.{stream}", topic(rows))
    made.dbt("deps")
    made.dbt("build")
    return made


def rows_of(spark: Any, sql: str) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in spark.sql(sql).collect()]


def test_a_position_in_the_binary_log_needs_its_file(spark: Any, built: Project) -> None:
    assert rows_of(spark, "select id, note from flattened.rotated_notes order by id") == [(1, "new"), (5, "newest")]
    found = (
        "select cdc_offset, cdc_class, cdc_reason from flattened.routed_rotated where cdc_offset in (3, 4) order by 1"
    )
    assert rows_of(spark, found) == [(3, "quarantined", "missing_position"), (4, "tombstone", None)]


def test_a_null_value_with_a_key_is_a_delete_where_the_stream_says_so(spark: Any, built: Project) -> None:
    found = "select id, note from flattened.tombstones_notes order by id"
    assert rows_of(spark, found) == [(3, "stays"), (4, "came back"), (5, "a row")]
    found = "select cdc_offset, cdc_class from flattened.routed_tombstones where cdc_class <> 'change' order by 1"
    assert rows_of(spark, found) == [(9, "tombstone"), (10, "heartbeat"), (11, "ddl"), (13, "transaction")]


def test_a_delete_may_be_told_by_deleted_alone(spark: Any, built: Project) -> None:
    assert rows_of(spark, "select id, note from flattened.rewritten_notes") == [(2, "stays")]
    found = "select cdc_offset from flattened.routed_rewritten where cdc_reason = 'unknown_envelope' order by 1"
    assert rows_of(spark, found) == [(4,), (5,), (6,)]


def test_a_log_sequence_number_orders_before_the_offset(spark: Any, built: Project) -> None:
    assert rows_of(spark, "select id, note from flattened.positions_notes") == [(1, "newer")]


def test_deletes_by_tombstone_without_the_offsets_order_are_refused(tmp_path: Path) -> None:
    made = Project(tmp_path / "p", "refused")
    made.stream("shop", {"format": "debezium", "options": {"envelope": "flattened", "deletes": "tombstone"}})
    made.dbt("deps")
    with pytest.raises(DbtFailed, match=r"option deletes: 'tombstone' is not known.*order: transport"):
        made.dbt("compile")
