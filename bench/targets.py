"""What the project wants to be true, as ratios of figures of one run."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bench.report import Figures

Measure = Callable[["Figures"], "float | None"]


@dataclass(frozen=True)
class Pick:
    """The median of a figure."""

    case: str
    step: str
    who: str
    figure: str = "cpu"

    def __call__(self, figures: Figures) -> float | None:
        """Return the median, None where nothing was measured."""
        found = figures.values(self.case, self.step, self.who, self.figure)
        return statistics.median(found) if found else None


@dataclass(frozen=True)
class Target:
    """A figure and its limit."""

    text: str
    limit: float
    measured: Measure
    unit: str = ""


def ratio(one: Measure, other: Measure) -> Measure:
    """Return the ratio of two figures."""

    def measured(figures: Figures) -> float | None:
        above, below = one(figures), other(figures)
        return None if above is None or not below else above / below

    return measured


def worst(*measures: Measure) -> Measure:
    """Return the largest of the figures that were measured."""

    def measured(figures: Figures) -> float | None:
        found = [value for measure in measures if (value := measure(figures)) is not None]
        return max(found, default=None)

    return measured


def per_table(with_rows: bool) -> Measure:
    """Return the wall time of a table's models, of a run in which half of the tables have a few new rows."""

    def measured(figures: Figures) -> float | None:
        nothing = Pick("tables", "no new rows", "routed", "nodes_wall")(figures)
        some = Pick("tables", "few rows in half of the tables", "routed", "nodes_wall")(figures)
        if nothing is None or some is None:
            return None
        tables = int(figures.cases["tables"]["settings"]["tables"])
        # The other half costs half of a run without new rows.
        return (some - nothing / 2) / (tables // 2) if with_rows else nothing / tables

    return measured


def failures(case: str, *steps: str) -> Measure:
    """Return how many of the steps have failed."""

    def measured(figures: Figures) -> float | None:
        if case not in figures.cases:
            return None
        return float(sum(error["step"] in steps for error in figures.cases[case]["errors"]))

    return measured


def _main(step: str, who: str, against: str) -> Measure:
    return ratio(Pick("main", step, who), Pick("main", step, against))


_WRITING = [
    ("straight", "changes"),
    ("straight", "state"),
    ("routed", "routed"),
    ("routed", "changes"),
    ("routed", "state"),
]
TARGETS = (
    Target("a batch, straight from landing, against the floor", 1.5, _main("batch", "straight", "floor")),
    Target("a batch with a routed log, against the floor", 2.0, _main("batch", "routed", "floor")),
    *(
        Target(f"a batch, {who}, against {label}", limit, _main("batch", who, other))
        for other, label, limit in (
            ("stock", "stock dbt-spark merge", 1.2), ("get_json_object", "the get_json_object recipe", 0.8),
        )
        for who in ("straight", "routed")
    ),
    Target("initial load, straight from landing, against the floor", 1.8, _main("load", "straight", "floor")),
    Target("initial load with a routed log, against the floor", 2.5, _main("load", "routed", "floor")),
    *(
        Target(
            f"a small batch, {who}, against stock dbt-spark merge of it", 1.5,
            ratio(Pick("small", "small", who), Pick("small", "small", "stock")),
        )
        for who in ("straight", "routed")
    ),
    Target(
        "a run without new rows: the slowest model that would have written", 0.3,
        worst(*(Pick("noop", "noop", who, f"layers.{layer}.longest") for who, layer in _WRITING)), " s wall",
    ),
    *(
        Target(
            f"a run without new rows, {who}, against one with a batch", 0.1,
            ratio(Pick("noop", "noop", who), Pick("main", "batch", who)),
        )
        for who in ("straight", "routed")
    ),
    *(
        Target(
            f"the same batch onto a table {times} times as large", limit,
            ratio(Pick(case, f"batch, times_{times}", "straight"), Pick(case, "batch, times_1", "straight")),
        )
        for case, times, limit in (("big", 5, 1.3), ("big20", 20, 2.0))
    ),
    *(
        Target(
            f"the same batch with landing and logs twenty times as long, {who}", 1.1,
            ratio(Pick("long", "batch, long_log", who), Pick("long", "batch, short_log", who)),
        )
        for who in ("straight", "routed")
    ),
    *(
        Target(
            f"a batch with {kind}, against one without", 1.5,
            ratio(Pick("special", kind, "straight"), Pick("special", "plain", "straight")),
        )
        for kind in ("late rows", "key changes", "truncate")
    ),
    Target(
        "a stream of many tables with changes in each, against one table with the same rows", 2.0,
        ratio(Pick("tables", "batch, many_tables", "routed"), Pick("tables", "batch, one_table", "routed")),
    ),
    Target("a table with 25 new rows, of a stream of many tables", 1.5, per_table(with_rows=True), " s wall"),
    Target("a table without new rows, of a stream of many tables", 0.1, per_table(with_rows=False), " s wall"),
    *(
        Target(
            f"control models and their tests, {who}{log}, against the pipeline", 0.2,
            ratio(Pick(case, f"control{step}", who), Pick(case, f"pipeline{step}", who)),
        )
        for case, step, log in (("control", "", ""), ("long", ", long_log", ", with long logs"))
        for who in ("straight", "routed")
    ),
    Target(
        "inline schema against none, per byte", 1.2,
        ratio(
            Pick("schema", "batch, debezium_schema", "straight", "cpu_per_mb"),
            Pick("schema", "batch, debezium", "straight", "cpu_per_mb"),
        ),
    ),
    Target("demo and adoption in 2 GB of heap", 0, failures("memory", "demo", "adoption"), " failures"),
)  # fmt: skip
