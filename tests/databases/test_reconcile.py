"""cdc_reconcile against real servers: what is only late is no finding, and every difference is one."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pages
import pytest
import servers
import spark_process
import yaml
from dbt_common.tests import enable_test_caching
from error_cases import assert_error
from landing import land
from messages import contract
from project import Outcome, Project, run_aloud, run_operation
from pyspark.sql import SparkSession
from tables import COLUMNS, KEYS, row
from writer import FIRST, LAST, Writer

enable_test_caching()  # dbt parses a macro once, not once for each project
LAG = 2.0  # seconds from a change in the database to its landing


@pytest.fixture(scope="session")
def spark() -> Iterator[SparkSession]:
    """The embedded target's session, without the drivers, with a lake of its own."""
    spark_process.HOME.mkdir(exist_ok=True)
    home = Path(tempfile.mkdtemp(prefix="test-", dir=spark_process.HOME))
    (home / "warehouse").mkdir()
    session = spark_process.session(home, None)
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()
    shutil.rmtree(home, ignore_errors=True)


class Pipeline:
    """A database with a writer, the project that follows it, and the comparisons of the two."""

    def __init__(self, spark: SparkSession, server: servers.Server, folder: Path) -> None:
        kind = server.kind
        sql, declared = KEYS[kind]
        text = "varchar(50)" if kind == "postgresql" else "varchar(50) collate utf8mb4_bin"
        quote = '"' if kind == "postgresql" else "`"
        columns = [f"{quote}{name}{quote} {column.sql}" for name, column in COLUMNS[kind].items()]
        server.run(f"create table app.orders (id {sql} primary key, {', '.join(columns)});")
        server.run(f"create table app.codes (code {text} primary key, n int);")
        self.spark, self.server, self.schema = spark, server, f"reconciled_{kind}"
        self.project = Project(folder / "p", self.schema, ansi=kind == "mariadb")
        self.project.stream("shop", {"format": "debezium", "options": {"decimal_handling_mode": "string"}})
        contracts = {"id": declared, **{name: column.contract for name, column in COLUMNS[kind].items()}}
        orders = contract("orders", ["id"], contracts, ["app.orders"])
        codes = contract("codes", ["code"], {"code": "string", "n": "int"}, ["app.codes"])
        self.own_stream = kind == "postgresql"  # codes has a stream of its own, without a routed log
        self.project.tables("shop", [orders] if self.own_stream else [orders, codes])
        if self.own_stream:
            self.project.stream("codes", {"format": "debezium"}, routed=False)
            self.project.tables("codes", [codes])
        self.project.dbt("deps")
        self.writer = Writer(server, seed=7)

    def run(self, lag: float = LAG) -> None:
        """Land the messages that are older than the lag, and run dbt."""
        due: dict[str, list[Any]] = {"shop": [], "codes": []}
        for message in self.writer.due(lag):
            table = json.loads(message["value"])["source"]["table"]
            due["codes" if self.own_stream and table == "codes" else "shop"].append(message)
        for stream, messages in due.items():
            land(self.spark, f"{self.schema}_landing.{stream}", messages)
        self.project.dbt("run")

    def compare(self, table: str = "orders", **arguments: Any) -> Outcome:
        """Compare a table with the source, whose password must not be in any output of dbt, even in its log."""
        given = {"table": table, "url": self.server.url, "grace": 1, **arguments}
        outcome = run_operation(self.project, "cdc_reconcile", **given)
        assert servers.PASSWORD not in outcome.output
        return outcome

    def found(self, table: str = "orders", **arguments: Any) -> dict[str, int]:
        """Compare, and return how many findings there are of each status."""
        outcome = self.compare(table, **arguments)
        assert outcome.success, outcome.output[-3000:]
        counts = Counter(row.cdc_status for row in self.rows("findings", table))
        assert f"Confirmed findings: {counts['confirmed']}. Suspects: {counts['suspect']}." in outcome.output
        return counts

    def rows(self, name: str, table: str = "orders") -> list[Any]:
        rows = self.spark.table(f"{self.schema}.cdc_reconcile_{name}").collect()
        return [row for row in rows if row.cdc_table_model == table]

    def confirmed(self, table: str = "orders") -> dict[str, tuple[Any, ...]]:
        """Return kind, differing values (source, here) by column, and the state's position of each confirmed key."""
        return {
            row.cdc_key: (row.cdc_kind, {c.name: (c.source, c.here) for c in row.cdc_columns}, row.cdc_position)
            for row in self.rows("findings", table)
            if row.cdc_status == "confirmed"
        }

    def position(self, key: int) -> str:
        (row,) = self.spark.table(f"{self.schema}.state_orders").where(f"id = {key}").collect()
        return str(row.cdc_position)


@pytest.fixture(scope="module", params=["postgresql", "mariadb"])
def pipeline(
    spark: SparkSession, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Pipeline]:
    with pytest.MonkeyPatch.context() as environment, getattr(servers, request.param)() as server:
        environment.setenv("SPARK_CDC_JDBC_USER", servers.USER)
        environment.setenv("SPARK_CDC_JDBC_PASSWORD", servers.PASSWORD)
        yield Pipeline(spark, server, tmp_path_factory.mktemp(request.param))


# Columns of a row that is there on both sides before the other value is planted in the source: here, there.
PLANTED: list[tuple[str, Any, Any, str | None, str | None]] = [
    ("note", "a text that was", "a text that was longer", "a text that was longer", "a text that was"),
    ("placed", datetime(2024, 3, 31, 2, 30, 0, 5), datetime(2024, 3, 31, 3, 30, 0, 5),
     "2024-03-31 03:30:00.000005", "2024-03-31 02:30:00.000005"),
    ("seen", datetime(2024, 10, 27, 0, 30, 0, 5, UTC), datetime(2024, 10, 27, 0, 30, 0, 6, UTC),
     "2024-10-27 00:30:00.000006Z", "2024-10-27 00:30:00.000005Z"),
    ("amount", Decimal("10.10"), Decimal("10.11"), "10.11", "10.10"),
    ("note", None, "", "", None),
    ("note", "blank", "blank ", "blank ", "blank"),
    ("photo", b"\x00\xff", b"\x00\xfe", "00FE", "00FF"),
    ("Active", True, None, None, "true"),
]  # fmt: skip


def test_what_is_late_is_no_finding_and_what_differs_is(pipeline: Pipeline) -> None:
    writer, server = pipeline.writer, pipeline.server
    free = next(key for key in range(FIRST, LAST) if key not in writer.orders)
    keys = [key for key in writer.orders if key <= LAST]
    surplus, changed = keys.pop(), keys[: len(PLANTED)]
    for key, (column, value, *_) in zip(changed, PLANTED, strict=True):
        writer.update(key, {column: value})
    pipeline.run(lag=0)
    assert pipeline.found() == {}
    assert pipeline.found("codes", ranges=4) == {}
    assert [row.cdc_range for row in pipeline.rows("ranges", "codes")] == [f"hash {i} of 4" for i in range(1, 5)]
    assert sum(row.cdc_rows for row in pipeline.rows("ranges")) == 600

    writer.start()
    suspects = 0
    for _ in range(3):
        pipeline.run()
        counts = pipeline.found()
        suspects += counts["suspect"]
        assert set(counts) <= {"suspect"}
    assert suspects > 0
    late = pipeline.found()  # nothing has landed since, however long the writer has written
    time.sleep(2)
    assert set(pipeline.found()) == {"suspect"}
    assert late["suspect"] > 0
    pipeline.run()

    planted_at = datetime.now()  # as PySpark has times: of the local clock, without zone
    server.run(writer.sql("orders", None, {**row(server.kind, writer.random, free), "amount": Decimal("1.50")}))
    server.run(writer.sql("orders", {"id": surplus}, None))
    server.run(writer.sql("codes", {"code": "z\\"}, {"n": -1}))
    for key, (column, _, value, *_) in zip(changed, PLANTED, strict=True):
        server.run(writer.sql("orders", {"id": key}, {column: value}))
    rounds = 0
    while len(pipeline.confirmed()) < len(PLANTED) + 2 and rounds < 4:
        assert pipeline.found()["suspect"] >= len(PLANTED) + 2 or rounds
        pipeline.found("codes")
        pipeline.run()
        rounds += 1
    assert rounds <= 3
    found = pipeline.confirmed()
    missing = found.pop(f'{{"id":"{free}"}}')
    assert missing[0] == "missing"
    assert missing[1]["amount"] == ("1.50", None)
    assert missing[2] is None
    gone = found.pop(f'{{"id":"{surplus}"}}')
    assert gone[0] == "surplus"
    assert gone[1]["id"] == (None, str(surplus))
    assert gone[2] == pipeline.position(surplus)
    assert found == {
        f'{{"id":"{key}"}}': ("changed", {column: (there, here)}, pipeline.position(key))
        for key, (column, _, _, there, here) in zip(changed, PLANTED, strict=True)
    }
    pipeline.found("codes")
    ((code, (kind, columns, _)),) = pipeline.confirmed("codes").items()
    assert (json.loads(code), kind, columns["n"][0]) == ({"code": "z\\"}, "changed", "-1")

    # One is repaired by a captured change; the writer stops, and what it has written arrives.
    writer.stop()
    writer.update(changed[0], {"note": "repaired"})
    pipeline.run(lag=0)
    failed = pipeline.compare(fail=True)
    assert not failed.success
    assert_error(
        failed.output,
        "reconcile_differences",
        f"cdc_reconcile, fail: {len(PLANTED) + 1} rows of orders differ from app.orders and are confirmed. Look at "
        "cdc_reconcile_findings. Read: docs/reconciliation.md, Results",
    )
    assert '"10.11" in the source, "10.10" here' in failed.output
    assert Counter(row.cdc_status for row in pipeline.rows("findings")) == {
        "confirmed": len(PLANTED) + 1,
        "resolved": 1,
    }
    for mark in pipeline.rows("ranges"):
        assert (mark.cdc_source_hash == mark.cdc_hash) == (mark.cdc_confirmed == 0)
        if mark.cdc_confirmed:
            assert mark.cdc_verified_at < planted_at
        else:
            assert mark.cdc_verified_at == mark.cdc_compared_at > planted_at
            assert mark.cdc_verified_position == mark.cdc_position


@pytest.mark.law("L11")
@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"source": "app.nothing"}, "the source has no table app.nothing, or its user may not read it"),
        ({"expressions": {"note": "nonsense"}}, "the source cannot be read"),
    ],
)
def test_what_the_source_refuses_is_an_error(pipeline: Pipeline, given: dict[str, Any], error: str) -> None:
    """The errors that need no database are in test_errors.py."""
    outcome = pipeline.compare(**given)
    assert not outcome.success
    assert error in outcome.output, outcome.output[-2000:]


def test_columns_may_be_left_out_or_computed(pipeline: Pipeline) -> None:
    left_out = set(COLUMNS[pipeline.server.kind]) - {"note", "amount"}
    length = {"note": "case when note is not null then 'x' end"}
    outcome = pipeline.compare(exclude=[*left_out, "amount"], expressions=length, ranges=1)
    assert outcome.success, outcome.output[-2000:]
    assert "0 of 1 key ranges are equal" in outcome.output


@pytest.mark.parametrize("page", ["docs/reconciliation.md", "docs/reference/operations.md"])
def test_the_commands_of_the_docs_run(pipeline: Pipeline, page: str) -> None:
    commands = [shlex.split(line) for block in pages.blocks(page, "sh") for line in block.text.splitlines()]
    compared = [yaml.safe_load(command[-1]) for command in commands if "cdc_reconcile" in command]
    assert compared
    for given in compared:
        outcome = pipeline.compare(**{**given, "url": pipeline.server.url})
        assert outcome.success, outcome.output[-2000:]
        for example in pages.blocks(page, "text"):
            first, *findings = example.text.splitlines()
            assert re.search(re.sub(r"\d+", r"\\d+", re.escape(first)), outcome.output), outcome.output[-2000:]
            assert all(re.match(r"  (changed|missing|surplus) {.*} at position \d", line) for line in findings)
    for command in commands:
        if command[1] == "show":
            assert run_aloud(pipeline.project, *command[1:]).success


def test_credentials_come_from_the_environment(pipeline: Pipeline, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPARK_CDC_JDBC_PASSWORD", "not this")
    outcome = pipeline.compare()
    assert not outcome.success
    assert "the source cannot be read" in outcome.output
    assert "not this" not in outcome.output
