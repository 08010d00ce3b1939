"""A key is marked as long as a quarantined change would change its row."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from landing import land
from messages import POSTGRES, contract, event, landed
from project import Project

COLUMNS: dict[str, Any] = {"id": "bigint", "n": "int", "note": "string"}


def message(offset: int, op: str, lsn: int, **after: Any) -> dict[str, Any]:
    """Return a landing row; of a change by its LSN, with the row after it, or before it where it deletes."""
    image = {"before" if op == "d" else "after": after} if after else {}
    return landed(offset, event(op, source={**POSTGRES, "lsn": lsn}, **image))


class Orders:
    """A project of one table, whose bad values are texts in the column n."""

    def __init__(self, spark: Any, folder: Path, schema: str, routed: bool) -> None:
        self.spark, self.schema = spark, schema
        self.project = Project(folder / "p", schema)
        self.project.stream("shop", {"format": "debezium"}, routed=routed)
        shown = contract(
            "orders",
            ["id"],
            {**COLUMNS, "newer": ("string", {"from": "cdc_stale"})},
            ["app.orders"],
        )
        self.project.tables("shop", [shown])
        self.project.dbt("deps")
        self.offset = 0

    def read(self, *changes: tuple[str, int, dict[str, Any]]) -> None:
        """Land changes (operation, LSN, image) and run."""
        rows = []
        for op, lsn, image in changes:
            whole = {"note": None, **image} if image else {}
            rows.append(message(self.offset, op, lsn, **whole))
            self.offset += 1
        land(self.spark, f"{self.schema}_landing.shop", rows)
        self.project.dbt("run")

    def state(self) -> list[Any]:
        return sorted(
            self.spark.table(f"{self.schema}.state_orders").drop("cdc_batch").collect(), key=lambda row: row.id
        )

    def marked(self) -> dict[int, int]:
        """Return the LSN of the change in quarantine by marked key."""
        return {row.id: int(row.cdc_stale.split(".")[0]) for row in self.state() if row.cdc_stale is not None}

    def current(self) -> dict[int, tuple[int, bool]]:
        return {row.id: (row.n, row.newer is not None) for row in self.spark.table(f"{self.schema}.orders").collect()}

    def check_anew(self) -> None:
        """A full refresh must end in the same state, marks included."""
        grown = self.state()
        self.project.dbt("run", "--full-refresh", "--select", "state_orders")
        assert self.state() == grown


@pytest.fixture(params=[True, False], ids=["routed", "straight"])
def orders(spark: Any, tmp_path: Path, request: pytest.FixtureRequest) -> Orders:
    return Orders(spark, tmp_path, request.node.name.replace("[", "_").rstrip("]"), request.param)


@pytest.mark.law("L4")
def test_keys_are_marked_while_a_newer_change_is_in_quarantine(orders: Orders) -> None:
    orders.read(*(("c", lsn, {"id": lsn, "n": lsn}) for lsn in (3, 4, 5, 6)))
    assert orders.marked() == {}
    orders.read(
        ("u", 11, {"id": 3, "n": "many"}),
        ("c", 12, {"id": 9, "n": "many"}),  # a row that is simply missing
        ("u", 13, {"id": 4, "n": "many"}),
        ("u", 14, {"id": 4, "n": 44}),  # replaces it in the same batch
        ("u", 2, {"id": 5, "n": "many"}),  # is older than the row
    )
    assert orders.marked() == {3: 11, 9: 12}
    assert orders.current() == {3: (3, True), 4: (44, False), 5: (5, False), 6: (6, False)}
    orders.check_anew()

    orders.read(("u", 10, {"id": 3, "n": 33}), ("u", 21, {"id": 6, "n": "many"}), ("u", 20, {"id": 6, "n": 66}))
    assert orders.marked() == {3: 11, 6: 21, 9: 12}  # what comes late is still older
    assert orders.current()[3] == (33, True)
    orders.read(("u", 31, {"id": 3, "n": 333}), ("d", 32, {"id": 6}))
    assert orders.marked() == {9: 12}
    assert orders.current() == {3: (333, False), 4: (44, False), 5: (5, False)}
    orders.check_anew()

    kept = {"id": 3, "n": 43, "note": "__debezium_unavailable_value"}
    orders.read(("u", 41, {"id": 9, "n": 99}), ("u", 42, {"id": 3, "n": "many"}), ("u", 43, kept))
    assert orders.marked() == {3: 42}  # a newer partial update does not replace the whole row
    assert orders.current() == {3: (43, True), 4: (44, False), 5: (5, False), 9: (99, False)}
    orders.check_anew()


def test_a_truncate_ends_what_is_in_quarantine(orders: Orders) -> None:
    orders.read(("c", 1, {"id": 1, "n": 1}))
    orders.read(("u", 11, {"id": 1, "n": "many"}), ("c", 12, {"id": 2, "n": "many"}), ("c", 31, {"id": 3, "n": "many"}))
    assert orders.marked() == {1: 11, 2: 12, 3: 31}
    orders.read(("t", 20, {}))
    assert orders.marked() == {3: 31}
    assert [row.id for row in orders.state()] == [1, 3]  # of 2 nothing is left
    orders.check_anew()


def test_a_replay_ends_the_mark_of_what_can_be_used_now(spark: Any, tmp_path: Path) -> None:
    orders = Orders(spark, tmp_path, "stale_replay", routed=True)
    orders.read(("c", 1, {"id": 1, "n": 1}), ("u", 11, {"id": 1, "n": 11}), ("c", 12, {"id": 2, "n": "many"}))
    # As an older version would have left it.
    quarantined = "cdc_class = 'quarantined', cdc_reason = 'bad_value', n = null"
    spark.sql(f"update stale_replay.changes_orders set {quarantined} where cdc_offset = 1")
    orders.project.dbt("run", "--full-refresh", "--select", "state_orders")
    assert orders.marked() == {1: 11, 2: 12}
    orders.project.dbt("run-operation", "cdc_replay", "--args", json.dumps({"log": "changes_orders"}))
    orders.project.dbt("run")
    assert orders.marked() == {2: 12}
    assert orders.current() == {1: (11, False)}
    orders.check_anew()
