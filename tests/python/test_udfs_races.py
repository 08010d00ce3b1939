from __future__ import annotations

from datetime import UTC, datetime

import pytest
from dbt_spark_cdc import races

# As Spark passes on what Iceberg 1.11 says, and what a merge of the package says itself.
CONFLICT = (
    "An error occurred while calling o86.sql.\n: org.apache.iceberg.exceptions.ValidationException: "
    "Found conflicting files that can contain records matching true: [a.parquet]"
)
REPLACED = "Cannot determine history between starting snapshot 12 and the last known ancestor 34"
REPLACED_MEANWHILE = "Snapshot 4260517576957274621 is not an ancestor of 4331138490781585119"
CREATED_AGAIN = "Cannot find snapshot with ID 4060413191503924256"
CREATED_MEANWHILE = (
    "[INCOMPATIBLE_TABLE_CHANGE_AFTER_ANALYSIS.TABLE_ID_MISMATCH] Detected incompatible changes to table `a`.`b`"
)
SCHEMA = (
    "org.apache.iceberg.jdbc.UncheckedSQLException: Failed to execute: INSERT INTO iceberg_namespace_properties "
    "(catalog_name, namespace, property_key, property_value) VALUES (?,?,?,?), (?,?,?,?)"
)
# What Delta 4.4 says, and what the package says of an append that Delta has left out.
DELTA = (
    "[DELTA_CONCURRENT_TRANSACTION] ConcurrentTransactionException: This error occurs when multiple streaming queries"
)
LEFT_OUT = "spark_cdc: a.b: another run has written to this table meanwhile. Run again. Read: docs/semantics.md"
MERGED = "[USER_RAISED_EXCEPTION] spark_cdc: a.b: another run has merged into this state meanwhile. Run again. SQLSTATE"


class Attempts:
    def __init__(self, *errors: str) -> None:
        self.errors = list(errors)
        self.count = 0

    def __call__(self) -> str:
        self.count += 1
        if self.errors:
            raise RuntimeError(self.errors.pop(0))
        return "done"


@pytest.fixture
def logged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    lines: list[str] = []
    monkeypatch.setattr(races, "_log", lines.append)
    return lines


def test_a_lost_race_is_tried_again_with_a_line_in_the_log(logged: list[str]) -> None:
    work, looked = Attempts(CONFLICT, REPLACED, CREATED_AGAIN, CREATED_MEANWHILE, MERGED), []
    assert races.repeat(work, "state_orders", lambda: looked.append(work.count), lambda seconds: None) == "done"
    assert work.count == 6
    assert looked == [1, 2, 3, 4, 5]
    assert logged == [
        f"spark_cdc: state_orders: another run wrote to the same table; trying again ({number} of 5)"
        for number in (1, 2, 3, 4, 5)
    ]


@pytest.mark.parametrize("error", [DELTA, LEFT_OUT, SCHEMA, REPLACED_MEANWHILE])
def test_a_race_over_any_kind_of_table_or_a_schema_is_tried_again(logged: list[str], error: str) -> None:
    assert races.repeat(Attempts(error), "changes_orders", wait=lambda seconds: None) == "done"
    assert len(logged) == 1


def test_races_that_are_always_lost_end_in_the_error(logged: list[str]) -> None:
    work = Attempts(*[CONFLICT] * 9)
    with pytest.raises(RuntimeError, match="Found conflicting files"):
        races.repeat(work, "state_orders", wait=lambda seconds: None)
    assert work.count == 6
    assert len(logged) == 5


@pytest.mark.parametrize(
    "error", ["[UNRESOLVED_COLUMN] b", "[USER_RAISED_EXCEPTION] spark_cdc: invalid value", "Unable to delete files"]
)
def test_another_error_is_not_tried_again(logged: list[str], error: str) -> None:
    work = Attempts(error)
    with pytest.raises(RuntimeError):
        races.repeat(work, "state_orders", wait=lambda seconds: None)
    assert work.count == 1
    assert logged == []


def test_a_failure_in_any_words_is_a_lost_race_if_a_table_was_written_meanwhile(logged: list[str]) -> None:
    answers: dict[str, bool | None] = {"a.state": None, "a.log": True}

    def query(statement: str) -> tuple[bool | None]:
        name = next((name for name in answers if f" from {name}.history" in statement), None)
        if name is None:
            raise RuntimeError("[TABLE_OR_VIEW_NOT_FOUND]")
        return (answers[name],)

    def is_raced(since: float) -> bool:
        return races.was_written(query, ["a.missing", "a.state", "a.log"], since)

    work = Attempts("some words of Spark")
    assert races.repeat(work, "state_orders", wait=lambda seconds: None, is_raced=is_raced) == "done"
    assert len(logged) == 1
    answers["a.log"] = False
    with pytest.raises(RuntimeError, match="some words"):
        races.repeat(Attempts("some words of Spark"), "state_orders", wait=lambda seconds: None, is_raced=is_raced)


def test_a_version_of_a_delta_table_tells_of_a_race() -> None:
    def query(statement: str) -> tuple[int, str]:
        if statement != "describe history a.log limit 1":
            raise RuntimeError("[TABLE_OR_VIEW_NOT_FOUND]")
        return (7, "2026-11-25 22:33:15.343")

    at = datetime(2026, 11, 25, 22, 33, 15, tzinfo=UTC).timestamp()
    assert races.was_written(query, ["a.missing", "a.log"], at)
    assert not races.was_written(query, ["a.missing", "a.log"], at + 1)
