"""In each catalog, the same project ends in the same tables, whoever reads or writes them at the same time."""

from __future__ import annotations

import json
import re
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import catalogs
import pages
import pytest
import spark_process
import targets
from catalogs import Catalog
from engines import Warehouse
from landing import land
from project import ROOT, Outcome, Project, run_dbt
from pyspark.sql import SparkSession
from targets import Target

pytest_plugins = ["sparks"]
SCHEMA = "shop"
PAGE = "docs/targets/catalogs.md"
CHAPTERS = {
    "rest": [PAGE, "REST"],
    "hive": [PAGE, "Hive metastore"],
    "postgresql": [PAGE, "JDBC on PostgreSQL"],
    "s3": [PAGE, "JDBC on PostgreSQL", "Object storage"],
    "hadoop": [PAGE, "Catalogs without views"],
    "delta": ["docs/targets/delta.md", "On cluster"],
}
TABLES = ("routed_shop", "changes_orders", "state_orders")
TABLES_OF_CONTROL = {"cdc_batches", "cdc_column_evidence", "cdc_ddl_ledger", "cdc_transaction_counts"}
# A dbt process works in a Java that another one has warmed up, and stops before the first statement whose name begins
# with HOLD, until GO is there.
BEFORE = """
import json, os, sys, time
from pathlib import Path
import spark_process
from dbt.adapters.spark.session import Cursor
from soak.points import point_of
port, secret = os.environ.pop("TEST_JAVA").split()
settings = json.loads(os.environ.pop("TEST_SETTINGS"))
spark = spark_process.session(Path(os.environ["SPARK_CDC_HOME"]), (int(port), secret), quick=False, more=settings)
for name, value in spark_process.INTERPRETED_SETTINGS.items():
    spark.conf.set(name, value)
execute = Cursor.execute
def held(cursor, sql, *parameters):
    if os.environ.get("HOLD") and (point_of(sql) or "").startswith(os.environ["HOLD"]):
        os.environ["HOLD"] = ""
        Path(os.environ["GO"] + ".held").touch()
        while not Path(os.environ["GO"]).exists():
            time.sleep(0.02)
    execute(cursor, sql, *parameters)
Cursor.execute = held
"""
# Rows appended one by one, each by a statement of its own.
COUNT = """
{% macro append_numbers(first, last) %}
    {% for number in range(first, last + 1) %}
        {% do run_query("insert into shop.numbers values (" ~ number ~ ")") %}
    {% endfor %}
{% endmacro %}
"""


def event(offset: int, op: str, before: int | None, after: tuple[int, str] | None) -> dict[str, Any]:
    """Return a change of app.orders (id, state) as a landing row, as Debezium's connector of PostgreSQL writes it."""
    value = {
        "op": op,
        "before": None if before is None else {"id": before, "state": None},
        "after": None if after is None else dict(zip(("id", "state"), after, strict=True)),
        "source": {"connector": "postgresql", "db": "shop", "schema": "app", "table": "orders", "lsn": 100 + offset},
        "ts_ms": 1_700_000_000_000,
    }
    key = before if after is None else after[0]
    when = 1_700_000_000_000 + offset
    row = {"topic": "shop", "partition": 0, "offset": offset, "timestamp": when, "headers": None}
    return {**row, "key": json.dumps({"id": key}), "value": json.dumps(value)}


FIRST = [event(number, "c", None, (number, "new")) for number in range(4)]
# An update, a delete, and a change of a key, which the connector writes as a delete and a create.
SECOND = [
    event(4, "u", 0, (0, "paid")),
    event(5, "d", 1, None),
    event(6, "d", 2, None),
    event(7, "c", None, (20, "new")),
]
ORDERS = [(0, "paid"), (3, "new"), (20, "new")]
THIRD = [event(8, "u", 3, (3, "sent")), event(9, "c", None, (4, "new"))]
FOURTH = [event(10, "u", 0, (0, "sent")), event(11, "d", 20, None)]
FIFTH = [event(12, "u", 0, (0, "back")), event(13, "c", None, (5, "new"))]
SIXTH = [event(14, "u", 0, (0, "last")), event(15, "d", 4, None), event(16, "c", None, (6, "new"))]


@dataclass
class Lake:
    """A catalog with the project's tables, two dbt processes that build them, and a session that is neither's."""

    catalog: Catalog
    project: Path
    out: Path
    reader: SparkSession
    one: Target
    other: Target

    def land(self, rows: list[dict[str, Any]]) -> None:
        land(self.reader, f"{SCHEMA}_landing.shop", rows)

    def run(self, target: Target, *command: str, **more: str) -> Outcome:
        """Run dbt in one of the processes, with files of its own."""
        views = ("--vars", json.dumps({"cdc_views": self.catalog.views}))
        return target.run(self.project, self.out / target.schema, SCHEMA, *command, *views, more=more)

    def built(self, target: Target, *command: str) -> str:
        done = self.run(target, *command)
        assert done.success, done.output[-5000:]
        return done.output

    def rows(self, statement: str) -> list[tuple[Any, ...]]:
        return sorted(tuple(row) for row in self.reader.sql(statement).collect())

    def orders(self) -> list[tuple[Any, ...]]:
        return self.rows(f"select id, state from {SCHEMA}.orders")

    def history(self, table: str) -> list[int]:
        """Return the snapshots that a table has had, in order; of a Delta table its versions."""
        return spark_process.snapshots(self.reader, f"{SCHEMA}.{table}")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The one project of all catalogs: a stream, a table, and the control models."""
    made = Project(tmp_path_factory.mktemp("catalogs") / "project", SCHEMA, control=True)
    made.stream("shop", {"format": "debezium", "lateness": "0 seconds"})
    columns = [{"name": "id", "data_type": "bigint"}, {"name": "state", "data_type": "string"}]
    cdc = {"tables": ["app.orders"], "key": ["id"]}
    made.tables("shop", [{"name": "orders", "config": {"meta": {"cdc": cdc}}, "columns": columns}])
    (made.path / "models/control").mkdir()
    made.model("control/cdc_events", "cdc_events([ref('state_orders')])")
    (made.path / "macros").mkdir()
    (made.path / "macros/append_numbers.sql").write_text(COUNT)
    run_dbt(made.path, made.path, SCHEMA, "deps")
    return made.path


@pytest.fixture(scope="module")
def java() -> Any:
    """A Java process for Spark, with what each of the catalogs needs."""
    return catalogs.start_java("java.log")


@pytest.fixture(scope="module")
def spark(warehouse: Warehouse, java: Any) -> Iterator[SparkSession]:
    """A Spark of the test's own in that process, whose sessions have a catalog each."""
    session = spark_process.session(warehouse.home, catalogs.address(java), more=warehouse.settings())
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


@pytest.fixture(scope="module")
def other_java() -> Any:
    """A second Java process: what excludes two writers must not be something that they share."""
    gateway = catalogs.start_java("java_other.log")
    yield gateway
    gateway.shutdown()


@pytest.fixture(scope="module", params=catalogs.CATALOGS)
def lake(
    request: pytest.FixtureRequest,
    spark: SparkSession,
    java: Any,
    other_java: Any,
    warehouse: Warehouse,
    project: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Lake]:
    """A catalog whose tables were built once, and again after more had landed."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a cancelled job must stop its servers, too
    with ExitStack() as stack:
        catalog = stack.enter_context(catalogs.CATALOGS[request.param](warehouse))
        reader = spark.newSession()
        settings = {**spark_process.INTERPRETED_SETTINGS, "spark.sql.session.timeZone": "UTC"}
        for name, value in {**settings, **catalog.settings()}.items():
            reader.conf.set(name, value)
        variables = {
            **catalog.variables,
            "SPARK_CDC_MASTER": "local[2]",
            "SPARK_CDC_HOME": str(warehouse.home),
            "TEST_SETTINGS": json.dumps(warehouse.settings()),
            "PYTHONPATH": ":".join(str(ROOT / folder) for folder in ("udfs", "tests", "tests/python")),
        }
        started = []
        for number, gateway in enumerate((other_java, java)):
            port, secret = catalogs.address(gateway)
            environment = {**variables, "TEST_JAVA": f"{port} {secret}"}
            dbt = targets.started("cluster", Path(sys.executable), f"dbt_{number}", environment, BEFORE)
            started.append(stack.enter_context(dbt))
        made = Lake(catalog, project, tmp_path_factory.mktemp(catalog.name), reader, *started)
        made.land(FIRST)
        made.built(made.one, "run", "--select", *TABLES, "orders")
        made.land(SECOND)
        made.built(made.one, "build")
        yield made


def test_the_page_names_what_the_tests_set(lake: Lake) -> None:
    page, *chapters = CHAPTERS[lake.catalog.name]
    blocks = [block for chapter in chapters for block in pages.blocks(page, "sh", chapter=chapter)]
    text = "".join(block.text for block in blocks)
    named = dict(re.findall(r"^export (\w+)=(\S+)", text, re.M))
    own = {"SPARK_CDC_S3_ENDPOINT", "SPARK_CDC_S3_PATH_STYLE"}  # of a store outside Amazon
    assert named.keys() == lake.catalog.variables.keys() - own
    for name in ("SPARK_CDC_PACKAGES", "SPARK_CDC_CATALOG", "SPARK_CDC_FILE_IO", "SPARK_CDC_FILE_FORMAT"):
        assert named.get(name) == lake.catalog.variables.get(name)


def test_the_tables_are_the_sources_tables(lake: Lake) -> None:
    assert lake.orders() == ORDERS
    assert lake.rows(f"select cdc_class, count(*) from {SCHEMA}.routed_shop group by 1") == [("change", 8)]


def test_another_session_reads_every_view(lake: Lake) -> None:
    views = {row.viewName for row in lake.reader.sql(f"show views in {SCHEMA}").collect() if not row.isTemporary}
    models = {path.stem for path in (ROOT / "models/control").glob("*.sql") if path.stem not in TABLES_OF_CONTROL}
    assert views == ({"orders", "cdc_events"} | models if lake.catalog.views == "view" else set())
    for view in ("orders", "cdc_events", *models):  # Spark resolves all that the view's text names
        assert lake.reader.table(f"{SCHEMA}.{view}").columns
    outcomes = lake.rows(f"select cdc_outcome, cdc_rows, cdc_landed from {SCHEMA}.cdc_accounting")
    assert outcomes == [("change", 8, 8)]


def test_a_full_refresh_replaces_a_table_in_one_step(lake: Lake) -> None:
    """Readers in a loop, and the snapshots that the table has had, between which no reader can have seen anything."""
    counts = {"routed_shop": {8}, "changes_orders": {8}, "state_orders": {5}, "orders": {3}}
    before = {table: lake.history(table) for table in TABLES}
    seen: dict[str, set[Any]] = {table: set() for table in counts}
    done = threading.Event()

    def read() -> None:
        while not done.is_set():
            for table, found in seen.items():
                try:
                    found.add(lake.reader.table(f"{SCHEMA}.{table}").count())
                except Exception as error:
                    found.add(str(error)[:500])

    reading = threading.Thread(target=read)
    reading.start()
    try:
        lake.built(lake.one, "run", "--full-refresh", "--select", *TABLES, "orders")
    finally:
        done.set()
        reading.join()
    assert seen == counts
    for table in TABLES:
        after = lake.history(table)
        assert after[: len(before[table])] == before[table], "the table was dropped"
        made = after[len(before[table]) :]
        assert made, "the table was not replaced"
        for snapshot in made:
            version = f"select count(*) from {SCHEMA}.{table} version as of {snapshot}"
            assert lake.rows(version) == [(next(iter(counts[table])),)]
    assert lake.orders() == ORDERS


@contextmanager
def held(lake: Lake, target: Target, statement: str) -> Iterator[Future[Outcome]]:
    """Run dbt in a process, and give the run when it has come to this statement, which it begins after the block."""
    go = lake.out / re.sub(r"\W", "_", f"{target.schema} {statement}")
    with ThreadPoolExecutor() as pool:
        running = pool.submit(lake.run, target, "run", "--select", *TABLES, "orders", HOLD=statement, GO=str(go))
        try:
            while not Path(f"{go}.held").exists():
                assert not running.done(), running.result().output
                time.sleep(0.05)
            yield running
        finally:
            go.touch()


def held_before(lake: Lake, statement: str, meanwhile: Callable[[], None]) -> str:
    """Run dbt, do something else before a statement of it begins, and return what dbt printed."""
    with held(lake, lake.one, statement) as running:
        meanwhile()
    done = running.result()
    assert done.success, done.output[-5000:]
    return done.output


def test_of_two_runs_the_one_that_is_overtaken_looks_again(lake: Lake) -> None:
    def overtake() -> None:
        lake.built(lake.other, "run", "--select", *TABLES, "orders")

    def land_and_overtake() -> None:
        lake.land(FIFTH)
        overtake()

    again = "another run wrote to the same table; trying again"
    lake.land(THIRD)
    assert f"routed_shop: {again}" in held_before(lake, "routed_shop: insert routed_shop", overtake)
    lake.land(FOURTH)
    assert f"state_orders: {again}" in held_before(lake, "state_orders: merge state_orders", land_and_overtake)
    assert lake.orders() == [(0, "back"), (3, "sent"), (4, "new"), (5, "new")]
    for log in ("routed_shop", "changes_orders"):
        found = lake.rows(f"select cdc_offset from {SCHEMA}.{log}")
        assert found == [(offset,) for offset in range(14)]


@pytest.mark.parametrize(
    "lake", [name for name in catalogs.CATALOGS if name in ("hive", "delta")], indirect=True, scope="module"
)
def test_a_run_that_is_killed_before_it_notes_what_it_wrote_is_made_good(lake: Lake) -> None:
    """One with Iceberg's tables and one with Delta's: `make soak` kills runs anywhere, with the first."""
    orders = {**dict(lake.orders()), 0: "last", 6: "new"}
    orders.pop(4, None)
    offsets = [*lake.rows(f"select cdc_offset from {SCHEMA}.routed_shop"), (14,), (15,), (16,)]
    lake.land(SIXTH)
    for table in ("routed_shop", "state_orders"):
        with lake.one.another() as victim, held(lake, victim, f"{table}: alter {table}") as running:
            victim.kill()
            assert not running.result().success
    lake.built(lake.other, "run", "--select", *TABLES, "orders")
    assert lake.orders() == sorted(orders.items())
    for log in ("routed_shop", "changes_orders"):
        assert lake.rows(f"select cdc_offset from {SCHEMA}.{log}") == offsets


@pytest.mark.parametrize(
    "lake", [name for name in catalogs.CATALOGS if name not in ("hadoop", "delta")], indirect=True, scope="module"
)
def test_no_append_of_two_processes_is_lost(lake: Lake) -> None:
    """They commit at any moment, as fast as they can: the catalog lets one of two such commits win.

    A catalog of plain files, and Delta, rely on a file system that renames no file over another one, which a local
    folder is not.
    """
    lake.reader.sql(f"create table {SCHEMA}.numbers (number int) using iceberg")
    with ThreadPoolExecutor() as pool:
        works = [
            pool.submit(
                lake.built,
                target,
                "run-operation",
                "append_numbers",
                "--args",
                json.dumps({"first": first, "last": first + 4}),
            )
            for first, target in ((1, lake.one), (6, lake.other))
        ]
        for work in works:
            work.result()
    assert lake.rows(f"select number from {SCHEMA}.numbers") == [(number,) for number in range(1, 11)]
