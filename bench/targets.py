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
)  # fmt: skip
