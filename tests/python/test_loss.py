"""What is lost before it lands is found: by offsets, by the source's own counts of transactions, and by heartbeats."""

from __future__ import annotations

import json
import re
import shlex
import time
from collections.abc import Mapping
from typing import Any

import pytest
from landing import land
from messages import POSTGRES, contract, event
from project import Project, run_aloud

pytestmark = pytest.mark.law("L1")  # and each build runs row accounting

Row = dict[str, Any]
SECOND = 1_700_000_000_000  # milliseconds
COLUMNS = {"id": "bigint", "n": "int"}
FINDINGS = {
    "offsets": "cdc_stream, cdc_topic, cdc_partition, cdc_first_missing, cdc_last_missing, cdc_expected, cdc_found",
    "transactions": (
        "cdc_stream, cdc_transaction, cdc_source_table, cdc_first_missing, cdc_last_missing, cdc_expected, cdc_found"
    ),
    "heartbeats": "cdc_stream, unix_millis(cdc_silent_from), unix_millis(cdc_silent_until), unix_millis(cdc_seen_at)",
}


class Lake:
    """A project over streams of several formats, of which each test reads some more."""

    def __init__(self, spark: Any, project: Project) -> None:
        self.spark = spark
        self.project = project

    def land(self, stream: str, *rows: Row) -> None:
        land(self.spark, f"{self.project.landing_schema}.{stream}", rows)

    def build(self, *command: str) -> str:
        """Build all that losses depend on, and return the lines of the output about losses."""
        built = run_aloud(self.project, "build", "--exclude", *UNUSED, *command)
        assert built.success, built.output[-3000:]
        return "\n".join(line for line in built.output.splitlines() if "missing in" in line or "no heartbeat" in line)

    def found(self, proof: str, stream: str) -> list[tuple[Any, ...]]:
        """Return the findings of a proof in a stream: its columns and whether it is open."""
        rows = self.spark.sql(
            f"select {FINDINGS[proof]}, cdc_closed_at is null from {self.project.schema}.cdc_loss_findings"
            f" where cdc_proof = '{proof}' and cdc_stream = '{stream}' order by all"
        ).collect()
        return [tuple(row)[1:] for row in rows]

    def written(self, table: str) -> int:
        return int(self.spark.table(f"{self.project.schema}.{table}.snapshots").count())


def row(value: Any, offset: int, topic: str = "shop", partition: int = 0, at: int | None = None) -> Row:
    return {
        "topic": topic, "partition": partition, "offset": offset, "timestamp": SECOND + (offset if at is None else at),
        "key": None, "value": json.dumps(value), "headers": "{}",
    }  # fmt: skip


def insert(number: int, lsn: int, transaction: Mapping[str, Any] | None = None, table: str = "orders") -> Row:
    more = {"transaction": dict(transaction)} if transaction else {}
    source = {**POSTGRES, "lsn": lsn, "table": table}
    return event("c", after={"id": number, "n": 1}, source=source, **more)


def order(offset: int, partition: int = 0, topic: str = "shop") -> Row:
    return row(insert(offset, offset), offset, topic, partition)


def shareplex(scn: int, trans: str, seq: int, size: int) -> Row:
    """Return a message as the vendor prints it."""
    meta = {
        "time": "2017-06-16T14:24:34", "userid": 84, "op": "ins", "scn": str(14589063118712 + scn),
        "rowid": "AAATGpAAIAAItcIAAA", "trans": trans, "seq": seq, "size": size, "table": "CL_BIZ1.MIO_LOG",
        "idx": f"{seq}/{size}", "posttime": "2017-06-16T14:33:52",
    }  # fmt: skip
    return {"meta": meta, "data": {"ID": str(100 * scn + seq), "N": "1"}}


def qlik(sequence: int, transaction: str, counter: int, last: bool) -> Row:
    """Return a message as a Kafka target of Replicate writes it."""
    headers = {
        "operation": "INSERT", "changeSequence": f"20230911032325000000000000000{sequence:06}",
        "timestamp": "2023-09-11T03:23:25.000", "streamPosition": "00000000.00bb2531.00000001.0000.02.0000:154.6963.16",
        "transactionId": transaction, "changeMask": "03", "columnMask": "03", "transactionEventCounter": counter,
        "transactionLastEvent": last,
    }  # fmt: skip
    message = {"data": {"id": sequence, "n": 1}, "beforeData": None, "headers": headers}
    envelope = {"magic": "atMSG", "type": "DT", "headers": None, "messageSchemaId": None, "messageSchema": None}
    return {**envelope, "message": message}


STREAMS: dict[str, Row] = {
    "shop": {"format": "debezium"},
    "sparse": {"format": "debezium", "offsets": "sparse", "transactions": "partial"},
    "splex": {"format": "shareplex"},
    "replicate": {"format": "qlik", "options": {"metadata": "ignored"}},
    "straight": {"format": "debezium", "heartbeat_every": "1 hour"},
}
TABLES = {
    "shop": "app.orders", "sparse": "app.orders", "splex": "CL_BIZ1.MIO_LOG", "replicate": "hr.jobs",
    "straight": "app.orders",
}  # fmt: skip
UNUSED = (
    *(f"{stream}_rows" for stream in STREAMS), "cdc_accounting", "cdc_landing_outcomes+", "cdc_column_evidence+",
    "cdc_change_outcomes", "cdc_ddl_ledger", "cdc_run_audit", "cdc_stream_lag",
)  # fmt: skip
NOW = int(time.time() * 1000)
HOUR = 3_600_000


def declare(project: Project, stream: str, **settings: str) -> None:
    project.stream(stream, STREAMS[stream] | settings, routed=stream != "straight")
    columns = {name.upper(): kind for name, kind in COLUMNS.items()} if stream == "splex" else COLUMNS
    project.tables(stream, [contract(f"{stream}_rows", [next(iter(columns))], columns, [TABLES[stream]])])


def numbered(transaction: int, number: int, offset: int) -> Row:
    """Return a row of a transaction, whose ids end with the LSN of each message as PostgreSQL's do."""
    counts = {"id": f"{transaction}:{9000 + offset}", "total_order": number, "data_collection_order": number}
    return row(insert(1000 * transaction + number, 9000 + offset, counts), offset, "orders")


def end(transaction: int, offset: int, **counts: int) -> Row:
    collections = [{"data_collection": f"app.{table}", "event_count": count} for table, count in counts.items()]
    return row(
        {"status": "END", "id": f"{transaction}:8{offset}", "event_count": sum(counts.values()),
         "data_collections": collections, "ts_ms": SECOND}, offset, "transaction", at=9000,
    )  # fmt: skip


@pytest.fixture(scope="module")
def lake(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """A project whose first batch begins in the middle of partitions and transactions, and lacks nothing since."""
    made = Project(tmp_path_factory.mktemp("lossy") / "p", "lossy", control=True, ansi=True)
    for stream in STREAMS:
        declare(made, stream)
    states = ", ".join(f"ref('state_{stream}_rows')" for stream in STREAMS)
    made.model("cdc_events", f"cdc_events([{states}])")
    made.dbt("deps")
    lake = Lake(spark, made)
    lake.land("shop", *(order(n) for n in range(100, 104)), *(order(n, 1) for n in range(50, 53)), order(51, 1))
    lake.land("shop", *(order(n, 0, "more") for n in range(100, 104)), numbered(1, 3, 20), end(1, 5, orders=3))
    lake.land("sparse", *(order(n) for n in (100, 102, 107)))
    lake.land("straight", *(order(n) for n in range(5, 9)))
    lake.land("straight", *(row({"ts_ms": 1}, n, "beat", at=NOW - SECOND - n * 50 * 60_000) for n in (0, 1)))
    lake.land("splex", row(shareplex(0, "7.0.1", 2, 2), 40))
    lake.land("replicate", row(qlik(0, "A", 3, last=True), 40, "hr.jobs"))
    assert lake.build() == ""
    return lake


def test_what_is_cut_by_the_first_batch_or_a_later_one_is_not_lost(lake: Lake) -> None:
    lake.land("shop", order(104), order(105), numbered(2, 1, 21), order(53, 1))
    lake.land("sparse", order(110), order(112))
    lake.land("splex", row(shareplex(1, "7.0.2", 1, 3), 41), row(shareplex(1, "7.0.2", 2, 3), 42))
    lake.land("splex", *(row(shareplex(9, "7.0.9", 2**63 - n, 2**63 - n), 42 + n) for n in (1, 2)))  # no counts
    lake.land("replicate", row(qlik(1, "B", 1, last=False), 41, "hr.jobs"))
    assert lake.build() == ""
    assert lake.spark.table("lossy.cdc_loss_findings").count() == 0


def test_holes_are_found_at_once_and_transactions_when_a_later_batch_has_come(lake: Lake) -> None:
    # Of transaction 3 the second row is lost; its third one came twice, and its other table lands elsewhere.
    lake.land("shop", numbered(2, 2, 22), numbered(3, 1, 23), numbered(3, 3, 24), numbered(3, 3, 25))
    lake.land(
        "shop", end(2, 6, orders=2), end(3, 7, orders=3, audit=4), order(108), order(109), order(53, 1), order(54, 1)
    )
    lake.land("shop", order(106, 0, "more"))
    lake.land("sparse", end(3, 7, orders=3))
    lake.land(
        "splex", row(shareplex(1, "7.0.2", 3, 3), 45), *(row(shareplex(2, "7.0.3", n, 4), 45 + n) for n in (1, 2))
    )
    lake.land(
        "replicate", row(qlik(2, "B", 2, last=True), 42, "hr.jobs"), row(qlik(3, "C", 1, last=False), 43, "hr.jobs")
    )
    lake.land(
        "replicate", row(qlik(5, "C", 3, last=True), 44, "hr.jobs"), row(qlik(6, "D", 1, last=False), 45, "hr.jobs")
    )
    lake.land("straight", order(11))
    output = lake.build()
    assert lake.found("offsets", "shop") == [
        ("more", 0, 104, 105, 2, 0, True), ("shop", 0, 106, 107, 2, 0, True)
    ]  # fmt: skip
    assert lake.found("offsets", "straight") == [("shop", 0, 9, 10, 2, 0, True)]
    assert "stream shop: 2 messages are missing in topic shop, partition 0, between the offsets 106 and 107" in output
    assert len(output.splitlines()) == 3
    (shown, *_) = re.findall("To see the findings: dbt (show .*)", output)
    assert run_aloud(lake.project, *shlex.split(shown)).success
    assert lake.found("transactions", "shop") == []

    lake.land(
        "shop", order(107), order(110), numbered(2, 2, 26), end(2, 8, orders=2)
    )  # a transaction's end comes again
    lake.land("splex", row(shareplex(3, "7.0.4", 1, 1), 48))
    lake.land("replicate", row(qlik(7, "E", 1, last=True), 46, "hr.jobs"))
    lake.land("sparse", order(120))
    output = lake.build()
    assert lake.found("offsets", "shop")[1:] == [
        ("shop", 0, 106, 106, 1, 0, True), ("shop", 0, 107, 107, 1, 1, False)
    ]  # fmt: skip
    assert lake.found("transactions", "shop") == [("3", "app.orders", 2, 2, 3, 2, True)]
    assert lake.found("transactions", "splex") == [("7.0.3", None, 3, 4, 4, 2, True)]
    assert lake.found("transactions", "replicate") == [("C", None, 2, 2, 3, 2, True)]
    assert lake.found("transactions", "sparse") == []
    assert "stream splex: 2 messages are missing in 1 transactions, the first of which is 7.0.3" in output


@pytest.mark.law("L6")
def test_findings_close_when_the_rows_land(lake: Lake) -> None:
    lake.spark.sql("delete from lossy_landing.shop where `offset` between 100 and 103")  # trimmed
    lake.land("shop", order(106), order(104, 0, "more"), order(105, 0, "more"), numbered(3, 2, 27))
    lake.land("splex", *(row(shareplex(2, "7.0.3", n, 4), 46 + n) for n in (3, 4)))
    lake.land("replicate", row(qlik(4, "C", 2, last=False), 47, "hr.jobs"))
    lake.land("straight", order(9), order(10))
    assert lake.build() == ""
    assert lake.found("offsets", "shop") == [
        ("more", 0, 104, 105, 2, 2, False), ("shop", 0, 106, 106, 1, 1, False), ("shop", 0, 107, 107, 1, 1, False)
    ]  # fmt: skip
    assert lake.found("transactions", "shop") == [("3", "app.orders", 2, 2, 3, 3, False)]
    assert lake.found("transactions", "splex") == [("7.0.3", None, 3, 4, 4, 4, False)]
    assert lake.found("transactions", "replicate") == [("C", None, 2, 2, 3, 3, False)]
    # What is complete is forgotten one batch later, and what is open is not.
    kept = lake.spark.table("lossy.cdc_transaction_counts").where("cdc_stream = 'replicate'").collect()
    assert sorted(found.cdc_transaction for found in kept) == ["A", "C", "D", "E"]
    tables = ("cdc_batches", "cdc_transaction_counts")
    before = [lake.written(table) for table in tables]
    assert lake.build() == ""
    assert [lake.written(table) for table in tables] == before


def test_settings_take_effect_at_once_and_heartbeats_that_stop_are_found(lake: Lake) -> None:
    declare(lake.project, "sparse", offsets="contiguous")
    declare(lake.project, "straight", heartbeat_every="1 second")
    output = lake.build()
    assert [found[2:4] for found in lake.found("offsets", "sparse")][:2] == [(101, 101), (103, 106)]
    assert "stream straight: no heartbeat has landed since" in output
    assert lake.found("heartbeats", "straight") == [(NOW, None, NOW + 1000, True)]
    declare(lake.project, "sparse")
    lake.land("straight", row({"ts_ms": 1}, 2, "beat", at=NOW - SECOND + 2 * HOUR))
    lake.build()
    assert lake.found("offsets", "sparse") == []
    assert lake.found("heartbeats", "straight") == [(NOW, NOW + 2 * HOUR, NOW + 1000, False)]


def test_a_transaction_whose_end_is_delivered_again_after_it_was_forgotten_lacks_nothing(lake: Lake) -> None:
    """A connector that starts again sends everything since the position that it noted last."""
    proofs = {stream: lake.found("transactions", stream) for stream in ("shop", "splex", "replicate")}
    lake.land("shop", order(111))
    lake.build()
    counts = lake.spark.table("lossy.cdc_transaction_counts").where("cdc_stream = 'shop' and cdc_transaction = '2'")
    assert counts.count() == 0
    lake.land("shop", numbered(2, 2, 30), end(2, 30, orders=2), numbered(4, 2, 31), end(4, 31, orders=2))
    lake.land("splex", row(shareplex(1, "7.0.2", 3, 3), 60))
    lake.land("replicate", row(qlik(2, "B", 2, last=True), 60, "hr.jobs"))
    lake.build()
    lake.land("shop", order(112))
    lake.land("splex", row(shareplex(5, "7.0.5", 1, 1), 61))
    lake.land("replicate", row(qlik(8, "F", 1, last=True), 61, "hr.jobs"))
    lake.build()
    proofs["shop"].append(("4", "app.orders", 1, 1, 2, 1, True))  # its first row has never come
    assert {stream: lake.found("transactions", stream) for stream in proofs} == proofs
