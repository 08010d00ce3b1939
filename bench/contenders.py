"""Who is compared: each reads the same landing table and keeps a table of the same layout, by means of its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from bench import projects, recipes
from bench.generate import DataSet, tables
from bench.measure import Cost, Meter
from bench.projects import Project
from bench.rows import COLUMNS, NAMES

LABELS = {
    "floor": "floor: narrow from_json, newest of each key, MERGE with tombstones",
    "from_json": "from_json recipe",
    "get_json_object": "get_json_object recipe",
    "stock": "stock dbt-spark merge, with from_json",
    "logged": "by hand with a log: from_json into a log, MERGE from it, counts of it",
    "straight": "this project, straight from landing",
    "routed": "this project, with a routed log",
    "auto_cdc_iceberg": "Spark's AUTO CDC with Iceberg",
    "auto_cdc_delta": "Spark's AUTO CDC with Delta",
}
_PROPERTIES = projects.properties_sql()
_DEFINITIONS = ", ".join(f"{column.name} {column.data_type}" for column in COLUMNS) + ", lsn bigint"


def _keep(table: str, changes: str, is_first: bool) -> str:
    """Return the statement that brings newest changes into a table with tombstones, which the first batch makes."""
    if not is_first:
        return recipes.merge_keeping(table, changes)
    rows = f"select {', '.join(NAMES)}, lsn, op = 'd' as is_deleted from {changes}"
    return f"create or replace table {table} using iceberg tblproperties ({_PROPERTIES}) as {rows}"


def _without_tombstones(table: str) -> str:
    return f"(select * from {table} where not is_deleted)"


class Contender(ABC):
    """One way from a landing table to a current table."""

    def __init__(self, name: str, spark: Any, meter: Meter, data: DataSet, landing: str, schema: str) -> None:
        """Make the schema in which the contender's tables live."""
        self.name, self.spark, self.meter, self.data, self.landing = name, spark, meter, data, landing
        self.schema = f"{schema}_{name}"
        spark.sql(f"create schema if not exists {self.schema}")

    @abstractmethod
    def run(self, batch: int, last: int) -> tuple[Cost, dict[str, Any]]:
        """Read the landed batches from one to another; return what it cost, and details."""

    @property
    @abstractmethod
    def relations(self) -> Sequence[str]:
        """Return the current rows: relations that together have them."""

    def _messages(self, batch: int, columns: str = "value") -> str:
        """Return what landed from a batch on, which a reader of Kafka knows by its offsets."""
        return f"(select {columns} from {self.landing} where `offset` >= {self.data.first_offsets[batch]})"


class Floor(Contender):
    """The two steps that no pipeline can do without, each bare: parse the batch, and merge its newest changes."""

    def run(self, batch: int, last: int) -> tuple[Cost, dict[str, Any]]:
        """Measure parsing into nothing, then the MERGE of a table that is there; what lies between is not measured."""
        newest = recipes.newest(recipes.from_json(self._messages(batch), "narrow"))
        table, ready = f"{self.schema}.orders", f"{self.schema}.ready"
        parse = self.meter.of(lambda: self.spark.sql(newest).write.format("noop").mode("overwrite").save())
        self.spark.sql(f"create or replace table {ready} using iceberg as {newest}")
        merge = self.meter.of(lambda: self.spark.sql(_keep(table, ready, batch == 0)))
        return parse + merge, {"parse_cpu": round(parse.cpu, 2), "merge_cpu": round(merge.cpu, 2)}

    @property
    def relations(self) -> Sequence[str]:
        """Return the rows that are no tombstones."""
        return [_without_tombstones(f"{self.schema}.orders")]


class Recipe(Contender):
    """One MERGE for each batch, which deletes rows for good."""

    def run(self, batch: int, last: int) -> tuple[Cost, dict[str, Any]]:
        """Measure the one statement."""
        table = f"{self.schema}.orders"
        if batch == 0:
            definition = f"({_DEFINITIONS}) using iceberg tblproperties ({_PROPERTIES})"
            self.spark.sql(f"create or replace table {table} {definition}")
        messages = self._messages(batch)
        parsed = (
            recipes.get_json_object(messages) if self.name == "get_json_object" else recipes.from_json(messages, "full")
        )
        statement = recipes.merge_deleting(table, recipes.newest(parsed))
        return self.meter.of(lambda: self.spark.sql(statement)), {}

    @property
    def relations(self) -> Sequence[str]:
        """Return the table."""
        return [f"{self.schema}.orders"]


class Logged(Contender):
    """The least that keeps each change and accounts for it: parse into a log, merge from it, count the batch."""

    def run(self, batch: int, last: int) -> tuple[Cost, dict[str, Any]]:
        """Measure the three statements."""
        log, table, counts = (f"{self.schema}.{name}" for name in ("log", "orders", "counts"))
        since = self.data.first_offsets[batch]
        parsed = recipes.from_json(self._messages(batch, "*"), "full", also=recipes.LANDING)
        added = f"(select * from {log} where landed_offset >= {since})"
        newest = f"(select {', '.join([*NAMES, 'lsn', 'op'])} from ({recipes.newest(added)}))"
        made = f"create or replace table {{}} using iceberg tblproperties ({_PROPERTIES}) as"
        add = made if batch == 0 else "insert into {}"
        statements = {
            "log": f"{add.format(log)} {parsed}",
            "merge": _keep(table, newest, batch == 0),
            "counts": f"{add.format(counts)} {recipes.counts(added)}",
        }
        costs = {name: self.meter.of(partial(self.spark.sql, sql)) for name, sql in statements.items()}
        return sum(costs.values(), Cost()), {f"{name}_cpu": round(cost.cpu, 2) for name, cost in costs.items()}

    @property
    def relations(self) -> Sequence[str]:
        """Return the rows that are no tombstones."""
        return [_without_tombstones(f"{self.schema}.orders")]


class Dbt(Contender):
    """A dbt project, run whole."""

    project: Project

    def run(self, batch: int, last: int) -> tuple[Cost, dict[str, Any]]:
        """Measure `dbt run`."""
        return self.command("run")

    def command(self, *words: str) -> tuple[Cost, dict[str, Any]]:
        """Measure any dbt command."""
        with self.meter.measured() as cost:
            done = self.project.dbt(*words)
        return cost, projects.as_json(done)


class Stock(Dbt):
    """An ordinary incremental model of dbt-spark; deletes are a flag, since its merge cannot delete."""

    def write(self, folder: Path, profiles: Path) -> None:
        """Write the project."""
        self.project = projects.stock(Project(folder, self.schema, profiles, self.meter.java_cpu), self.landing)

    @property
    def relations(self) -> Sequence[str]:
        """Return the rows that are not flagged."""
        return [_without_tombstones(f"{self.schema}.orders")]


class Package(Dbt):
    """A project that adopts this package, straight from landing or with a routed log."""

    def write(self, folder: Path, profiles: Path, package: Path) -> None:
        """Write the project."""
        bare = Project(folder, self.schema, profiles, self.meter.java_cpu)
        names = tables(self.data.history)
        routed = self.name != "straight"
        self.project = projects.adopt(bare, package, self.landing, self.data.format, names, routed)

    @property
    def relations(self) -> Sequence[str]:
        """Return the current views."""
        return [f"{self.schema}.{table}" for table in tables(self.data.history)]
