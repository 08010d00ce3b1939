"""A build reports the quarantine: with a warning, a line at its end, and a failure above a limit."""

from __future__ import annotations

import re
import shlex
from typing import Any

import pytest
from landing import land
from messages import POSTGRES, contract, event, landed
from project import REPORTS, Project, run_aloud


def declare(project: Project, stream: dict[str, Any] | None = None, **table: Any) -> None:
    project.stream("shop", {"format": "debezium", **(stream or {})})
    declared = contract("orders", ["id"], {"id": "bigint", "n": "int"}, ["app.orders"])
    declared["config"]["meta"]["cdc"] |= table
    project.tables("shop", [declared])


@pytest.fixture(scope="module")
def shop(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project that has read two good changes, two bad ones of one table, and a message that is no JSON."""
    made = Project(tmp_path_factory.mktemp("reported") / "p", "reported", control=True, without=REPORTS)
    declare(made)
    made.model("cdc_events", "cdc_events([ref('state_orders')])")
    made.dbt("deps")
    values = [(1, 1), (2, 2), (2, "many"), (2**63, 4)]
    changes = [
        event("c", after={"id": number, "n": n}, source={**POSTGRES, "lsn": lsn})
        for lsn, (number, n) in enumerate(values)
    ]
    land(spark, "reported_landing.shop", [landed(offset, row) for offset, row in enumerate([*changes, "no JSON"])])
    return made


def test_a_run_ends_with_a_line_for_each_stream_and_a_build_warns(shop: Project) -> None:
    built = run_aloud(shop, "build")
    assert built.success
    assert "stream shop read 5 landing rows, 3 of them in quarantine (bad_value 2, malformed 1)" in built.output
    assert "changes_orders, table app.orders: 2 landing rows in quarantine, bad_value. To see them:" in built.output
    assert "routed_shop: 1 landing rows in quarantine, malformed. To see them:" in built.output
    assert "table orders: 1 keys are stale" in built.output
    commands = re.findall(r"To see them: dbt (show --limit -1 --inline .*)", built.output)
    shown = [run_aloud(shop, *shlex.split(command)) for command in dict.fromkeys(commands)]
    assert [result.success for result in shown] == [True, True, True]


def test_a_run_without_the_control_models_reports_the_same(spark: Any, shop: Project) -> None:
    land(spark, "reported_landing.shop", [landed(9, "no JSON either")])
    ran = run_aloud(shop, "run", "--select", "routed_shop+", "--exclude", "package:spark_cdc")
    assert "stream shop read 1 landing rows, 1 of them in quarantine (malformed 1)" in ran.output
    quiet = run_aloud(shop, "run")
    assert "landing rows" not in quiet.output


@pytest.mark.parametrize(
    ("stream", "table", "words"),
    [
        ({}, {"quarantine_limit": 2}, None),
        ({}, {"quarantine_limit": 1}, "2 landing rows in quarantine, bad_value, of at most 1 for orders"),
        ({"quarantine_limit": 4}, {}, None),
        ({"quarantine_limit": 3}, {}, "2 landing rows in quarantine, malformed, of at most 3 for stream shop"),
        (
            {"quarantine_limit": 2},
            {"quarantine_limit": 2},
            None,
        ),  # a table's own limit takes its rows out of the stream's
        ({"quarantine_limit": 1}, {"quarantine_limit": 2}, "malformed, of at most 1 for stream shop"),
        ({"quarantine_limit": 0}, {"quarantine_limit": 0}, "of at most 0 for orders"),
    ],
)
def test_a_test_fails_above_the_limit(
    shop: Project, stream: dict[str, Any], table: dict[str, Any], words: str | None
) -> None:
    declare(shop, stream, **table)
    tested = run_aloud(shop, "test", "--select", "cdc_accounting")
    assert tested.success == (words is None)
    assert words is None or words in tested.output


@pytest.mark.law("L11")
@pytest.mark.parametrize(("limit", "what"), [("many", "source shop"), (-1, "source shop"), (True, "model orders")])
def test_a_wrong_limit_is_explained(shop: Project, limit: Any, what: str) -> None:
    setting = {"quarantine_limit": limit}
    declare(shop, setting if what == "source shop" else {}, **(setting if what != "source shop" else {}))
    tested = run_aloud(shop, "build")
    assert not tested.success
    assert f"{what}, quarantine_limit: invalid value '{limit}'" in tested.output
    assert "0 or more" in tested.output
