"""A lake as its readers see it: every snapshot of every log and state, and every table that was ever dropped."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import histories
from pyspark.sql import SparkSession
from reference import SpeltRow, as_bag
from test_histories import land_rows

from soak.life import APPENDS, Life
from soak.process import SCHEMA

# SQLite notes each drop in the transaction that makes it, so that none can go unseen.
_WATCH = """
create table soak_dropped (name text);
create trigger soak_drops after delete on iceberg_tables begin insert into soak_dropped values (old.table_name); end;
"""


class Wrong(AssertionError):
    """A table is not what the reference says that it is, or was not while somebody could read it."""


def boundary(fits: Callable[[int], bool], first: int, last: int) -> int | None:
    """Return the number of appends, from `first` to `last`, that fits what a table has; None if none does."""
    return next((number for number in range(first, last + 1) if fits(number)), None)


class Lake:
    """The lake of one life, seen by a Spark session that is not killed."""

    def __init__(self, first: SparkSession, home: Path, life: Life, routed: bool) -> None:
        """Make an empty lake in `home`. first: a session of the same Spark."""
        self.home, self.life = home, life
        self.landed = 0  # appends
        self.trimmed = False
        self.seen: set[int] = set()  # the snapshots that have been compared
        self.reached: Counter[str] = Counter()  # the appends that were in the newest of them, by table
        logs = {"routed_shop": None} if routed else {}
        self.logs: dict[str, str | None] = {**logs, **{f"changes_{model}": model for model in life.tables}}
        self.over_landing = next(iter(self.logs))
        (home / "warehouse").mkdir(parents=True)
        jvm = first._jvm
        assert jvm is not None
        self.spark = SparkSession(first.sparkContext, first._jsparkSession.newSession(), {})
        for name, value in first.conf.getAll.items():
            if name.startswith("spark.sql.") and ".catalog." not in name and first.conf.isModifiable(name):
                self.spark.conf.set(name, value)
        catalog = f"jdbc:sqlite:{home}/catalog.db?busy_timeout=30000&journal_mode=WAL"
        self.spark.conf.set("spark.sql.catalog.lake.uri", catalog)
        self.spark.conf.set("spark.sql.catalog.lake.warehouse", str(home / "warehouse"))
        self.spark.sql(f"create schema {SCHEMA}_landing")
        with sqlite3.connect(home / "catalog.db", timeout=30) as database:
            database.executescript(_WATCH)

    def activate(self) -> None:
        """Have dbt, in this process, work with this lake."""
        SparkSession._instantiatedSession = self.spark
        jvm = self.spark._jvm
        assert jvm is not None
        jvm.SparkSession.setDefaultSession(self.spark._jsparkSession)
        jvm.SparkSession.setActiveSession(self.spark._jsparkSession)

    def land(self) -> bool:
        """Land the next append; return whether there was one."""
        if self.landed == APPENDS:
            return False
        rows = [one.row for one in self.life.appends[self.landed]]
        land_rows(self.spark, self.life.form, f"{SCHEMA}_landing.shop", rows)
        self.landed += 1
        return True

    def _catalog(self, query: str) -> list[str]:
        with sqlite3.connect(self.home / "catalog.db", timeout=30) as database:
            return [name for (name,) in database.execute(query)]

    def tables(self) -> list[str]:
        return self._catalog(f"select table_name from iceberg_tables where table_namespace = '{SCHEMA}'")

    # -------------------------------------------------------------------------------------------------------- checks

    def check(self) -> None:
        """Compare all that a reader can see, or could have seen since the last check, with the reference."""
        dropped = [name for name in self._catalog("select name from soak_dropped") if "cdc_going_" not in name]
        if dropped:
            raise Wrong(f"tables were gone for readers: {dropped}")
        for model in self.life.tables:
            self._check_state(f"state_{model}", model)
            if model in self.tables():
                self._compare(model, "now", self._read(model))
        for log, of in self.logs.items():
            self._check_log(log, of)

    def check_end(self) -> None:
        """The current tables are the source's."""
        for model in self.life.tables:
            found, truth = self._read(model, every=True), self.life.truth(model)
            if found != truth:
                raise Wrong(f"{model} is not the source's table; {_difference(found, truth)}")

    def _columns(self, model: str) -> list[str]:
        """Return the columns of a current table by which it is compared between two appends.

        While messages of a transaction are missing, a value that others leave out may be unknown: there, any is right.
        """
        unsure = histories.LONG if self.life.form.unsent_values else ()
        keyed = bool(self.life.tables[model][0].key)
        return [name for name in self.life.form.columns if (keyed or name not in histories.KEY) and name not in unsure]

    def _read(self, model: str, every: bool = False) -> Counter[SpeltRow]:
        table = self.spark.table(f"{SCHEMA}.{model}")
        return as_bag([row.asDict() for row in (table if every else table.select(*self._columns(model))).collect()])

    def _expected(self, model: str, appends: int) -> Counter[SpeltRow]:
        columns, rows = set(self._columns(model)), self.life.expected(model, appends)
        some: Counter[SpeltRow] = Counter()
        for row, count in rows.items():
            some[tuple((name, value) for name, value in row if name in columns)] += count
        return some

    def _snapshots(self, table: str, columns: Sequence[str], where: str) -> list[tuple[int, list[dict[str, Any]]]]:
        """Return the snapshots of a table that have not been compared, oldest first, and their rows."""
        if table not in self.tables():
            return []
        name = f"{SCHEMA}.{table}"
        # The history of a table begins anew when it is replaced; its snapshots stay until maintenance.
        snapshots = self.spark.sql(f"select snapshot_id from {name}.snapshots order by committed_at").collect()
        new = [row.snapshot_id for row in snapshots if row.snapshot_id not in self.seen]
        self.seen.update(new)
        rows: dict[int, list[dict[str, Any]]] = {snapshot: [] for snapshot in new}
        selects = [
            f"select {snapshot} as snapshot, {', '.join(columns)} from {name} version as of {snapshot} where {where}"
            for snapshot in new
        ]
        for row in self.spark.sql(" union all ".join(selects)).collect() if selects else []:
            values = row.asDict()
            rows[values.pop("snapshot")].append(values)
        return list(rows.items())

    def _check_state(self, table: str, model: str) -> None:
        """Every snapshot of a state is what the reference makes of whole appends."""
        keyed = bool(self.life.tables[model][0].key)
        columns = self._columns(model) + ([] if keyed else ["cdc_count"])
        for snapshot, rows in self._snapshots(table, columns, "not cdc_deleted" if keyed else "cdc_count > 0"):
            bag = as_bag([row for row in rows for _ in range(row.pop("cdc_count", 1))])
            self.reached[table] = self._compare(model, f"in snapshot {snapshot} of {table}", bag, self.reached[table])

    def _compare(self, model: str, when: str, found: Counter[SpeltRow], first: int = 0) -> int:
        place = boundary(lambda number: found == self._expected(model, number), first, self.landed)
        if place is None:
            newest = self._expected(model, self.landed)
            raise Wrong(
                f"{model}, {when}: between appends {first} and {self.landed}, at none; {_difference(found, newest)}"
            )
        return place

    def _check_log(self, table: str, model: str | None) -> None:
        """Every snapshot of a log has all of whole appends: the landing rows, or the changes of its model.

        A log over landing says how many landing rows of a batch were trimmed; for another one, trimmed rows are just
        gone.
        """
        over_landing = table == self.over_landing
        columns = ["cdc_topic", "cdc_partition", "cdc_offset", "cdc_copy", "cdc_class", "cdc_detail"]
        where = "true" if over_landing else "cdc_class in ('change', 'truncate')"
        for snapshot, rows in self._snapshots(table, columns, where):
            marks = [mark for row in rows if row["cdc_class"] == "trimmed" for mark in json.loads(row["cdc_detail"])]
            gone = sum(mark["landing_rows"] for mark in marks)
            found = [
                (row["cdc_topic"], row["cdc_partition"], row["cdc_offset"], row["cdc_copy"])
                for row in rows
                if row["cdc_class"] != "trimmed"
            ]
            there = Counter(place[:3] for place in (set(found) if over_landing else found))

            def fits(number: int, there: Counter[Any] = there, gone: int = gone) -> bool:
                whole = self.life.logged(number, None if over_landing else model)
                if gone or (self.trimmed and not over_landing):
                    return there <= whole and (not over_landing or there.total() + gone == whole.total())
                return there == whole

            place = boundary(fits, self.reached[table], self.landed)
            if place is None:
                newest = self.life.logged(self.landed, None if over_landing else model)
                raise Wrong(
                    f"snapshot {snapshot} of {table}: {there.total()} there, {gone} trimmed, no whole appends between"
                    f" {self.reached[table]} and {self.landed}; {_difference(there, newest)}"
                )
            self.reached[table] = place


def _difference(found: Counter[Any], expected: Counter[Any]) -> str:
    def brief(rows: Counter[Any]) -> str:
        return "; ".join(f"{count} x {str(row)[:400]}" for row, count in list(rows.items())[:3]) or "none"

    return f"missing: {brief(expected - found)}. Surplus: {brief(found - expected)}"
