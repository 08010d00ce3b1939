"""Runs a model, an operation or the creation of a schema again if another dbt process wrote there at the same time.

The table format or the catalog lets one of two such commits win, and fails the other. Jinja cannot catch an error, and
the same statement would fail again: the model has to look again at what is new. Nothing of what failed was written,
and everything that the package writes may be written again, so repeating is safe.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

TRIES = 6
# What Iceberg, its catalogs, Delta, Spark and the package itself (errors state_overtaken and table_overtaken) say about
# a lost race, on any target.
LOST = (
    "Found conflicting files",
    "Found new conflicting delete files",
    "Cannot determine history between starting snapshot",
    "is not an ancestor of",  # the table was replaced while a statement ran
    "Cannot commit, missing data files",
    "Cannot commit, found new",
    "CommitFailedException",
    "AlreadyExistsException",  # two first runs
    "INTO iceberg_namespace_properties",  # two first runs, of which both create the schema in a JDBC catalog
    # A table was created again after this run had looked at it; Spark says it of a statement that has begun.
    "Cannot find snapshot with ID",
    "INCOMPATIBLE_TABLE_CHANGE_AFTER_ANALYSIS",
    "Cannot add column, because `cdc_read` already exists",  # two runs take a log over from an earlier release
    "another run has merged into this state meanwhile",
    "another run has written to this table meanwhile",
    # Delta's: rows, files or the table itself were changed while a statement ran; two first runs.
    "DELTA_CONCURRENT_",
    "DELTA_METADATA_CHANGED",
    "DELTA_PROTOCOL_CHANGED",
    "DELTA_SCHEMA_CHANGE_SINCE_ANALYSIS",
    "DELTA_TABLE_ALREADY_EXISTS",
    "SQLITE_BUSY",
)
OPERATIONS = ("cdc_maintain", "cdc_purge", "cdc_replay", "cdc_trim")


def is_lost(error: BaseException) -> bool:
    """Return whether an error says that another process has written to the table meanwhile."""
    text = str(error)
    return any(sentence in text for sentence in LOST)


def was_written(query: Callable[[str], Any], tables: Iterable[str], since: float) -> bool:
    """Return whether one of these tables has a snapshot (or version) that is younger than a time (seconds since 1970).

    Asked of a model that failed, it says that another process has written, for what the model itself wrote before it
    failed is at most its own merge, which may be repeated. query: returns the first row of a statement; a table that
    does not exist, or of a format without history, has no such snapshot.
    """
    for table in tables:
        with suppress(Exception):
            if query(f"select max(made_current_at) >= timestamp_millis({int(since * 1000)}) from {table}.history")[0]:
                return True
            continue
        with suppress(Exception):
            if _is_later(query(f"describe history {table} limit 1")[1], since):
                return True
    return False


def _is_later(time_: Any, since: float) -> bool:
    """Return whether a time of Spark (a datetime or its text, of the session's zone, UTC) is later than `since`."""
    text = str(time_).replace("Z", "+00:00")
    found = datetime.fromisoformat(text)
    return (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp() >= since


def repeat(
    work: Callable[[], Any],
    name: str,
    before: Callable[[], object] = lambda: None,
    wait: Callable[[float], None] = time.sleep,
    is_raced: Callable[[float], bool] = lambda since: False,
) -> Any:
    """Return what `work` returns; call it again, with a line in dbt's log, if it loses a race, 5 times at most.

    before: called before it is tried again. is_raced: whether another process has written since a time, which may fail
    a statement in other words than those of LOST.
    """
    for number in range(1, TRIES + 1):
        began = time.time()
        try:
            return work()
        except Exception as error:
            if number == TRIES or not (is_lost(error) or is_raced(began)):
                raise
            _log(f"spark_cdc: {name}: another run wrote to the same table; trying again ({number} of {TRIES - 1})")
            wait(random.uniform(0, 0.5 * number))
            before()
    return None


def _log(text: str) -> None:
    from dbt_common.events.functions import fire_event
    from dbt_common.events.types import Note

    fire_event(Note(msg=text))


def install() -> None:
    """Wrap the execution of models and operations, and the creation of schemas, once."""
    from dbt.adapters.spark.impl import SparkAdapter
    from dbt.task.run import ModelRunner
    from dbt.task.run_operation import RunOperationTask

    if getattr(ModelRunner, "_spark_cdc", False):
        return
    execute = ModelRunner.execute
    operate = RunOperationTask._run_unsafe
    create_schema = SparkAdapter.create_schema

    def execute_again(self: Any, model: Any, manifest: Any) -> Any:
        if not model.get_materialization().startswith("cdc_"):
            return execute(self, model, manifest)

        def look_again() -> None:
            """Forget what this run has found: the properties of tables (macro _last_look), and which tables there are,
            of which dbt makes a list only when a run begins.
            """
            manifest.flat_graph.pop("cdc_looks", None)
            schema = self.adapter.Relation.create_from(self.config, model).without_identifier()
            for relation in self.adapter.list_relations_without_caching(schema):
                self.adapter.cache_added(relation)

        def is_raced(since: float) -> bool:
            logs = [manifest.nodes[name].relation_name for name in model.depends_on.nodes if name in manifest.nodes]
            return was_written(row_of, [model.relation_name, *logs], since)

        def row_of(statement: str) -> Any:
            return self.adapter.execute(statement, fetch=True)[1].rows[0]

        return repeat(lambda: execute(self, model, manifest), model.name, look_again, is_raced=is_raced)

    def create_schema_again(self: Any, relation: Any) -> Any:
        return repeat(lambda: create_schema(self, relation), f"schema {relation.schema}")

    def operate_again(self: Any, package_name: Any, macro_name: str) -> Any:
        if macro_name not in OPERATIONS:
            return operate(self, package_name, macro_name)
        return repeat(lambda: operate(self, package_name, macro_name), macro_name)

    ModelRunner.execute = execute_again
    SparkAdapter.create_schema = create_schema_again
    RunOperationTask._run_unsafe = operate_again
    ModelRunner._spark_cdc = True
