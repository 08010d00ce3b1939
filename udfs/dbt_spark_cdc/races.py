"""Runs a model or an operation of the package again if another dbt process wrote to the same table at the same time.

The table format lets one of two such commits win, and fails the other. Jinja cannot catch an error, and the same
statement would fail again: the model has to look again at what is new. Nothing of what failed was written, and
everything that the package writes may be written again, so repeating is safe.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

TRIES = 6
# What Iceberg, its catalogs, Spark and the package itself (error state_overtaken) say about a lost race, on any target.
LOST = (
    "Found conflicting files",
    "Found new conflicting delete files",
    "Cannot determine history between starting snapshot",
    "Cannot commit, missing data files",
    "Cannot commit, found new",
    "CommitFailedException",
    "AlreadyExistsException",  # two first runs
    # Likewise: a table was created again after this run had looked at it; Spark says it of a statement that has begun.
    "Cannot find snapshot with ID",
    "INCOMPATIBLE_TABLE_CHANGE_AFTER_ANALYSIS",
    "another run has merged into this state meanwhile",
    "SQLITE_BUSY",
)
OPERATIONS = ("cdc_maintain", "cdc_purge", "cdc_replay", "cdc_trim")


def is_lost(error: BaseException) -> bool:
    """Return whether an error says that another process has written to the table meanwhile."""
    text = str(error)
    return any(sentence in text for sentence in LOST)


def repeat(
    work: Callable[[], Any],
    name: str,
    before: Callable[[], object] = lambda: None,
    wait: Callable[[float], None] = time.sleep,
) -> Any:
    """Return what `work` returns; call it again, with a line in dbt's log, if it loses a race, 5 times at most.

    before: called before it is tried again.
    """
    for number in range(1, TRIES + 1):
        try:
            return work()
        except Exception as error:
            if number == TRIES or not is_lost(error):
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
    """Wrap the execution of models and operations, once."""
    from dbt.task.run import ModelRunner
    from dbt.task.run_operation import RunOperationTask

    if getattr(ModelRunner, "_spark_cdc", False):
        return
    execute = ModelRunner.execute
    operate = RunOperationTask._run_unsafe

    def execute_again(self: Any, model: Any, manifest: Any) -> Any:
        if not model.get_materialization().startswith("cdc_"):
            return execute(self, model, manifest)

        def look_again() -> None:
            """Let dbt know of tables that another first run has created: it lists them only when a run begins."""
            schema = self.adapter.Relation.create_from(self.config, model).without_identifier()
            for relation in self.adapter.list_relations_without_caching(schema):
                self.adapter.cache_added(relation)

        return repeat(lambda: execute(self, model, manifest), model.name, look_again)

    def operate_again(self: Any, package_name: Any, macro_name: str) -> Any:
        if macro_name not in OPERATIONS:
            return operate(self, package_name, macro_name)
        return repeat(lambda: operate(self, package_name, macro_name), macro_name)

    ModelRunner.execute = execute_again
    RunOperationTask._run_unsafe = operate_again
    ModelRunner._spark_cdc = True
