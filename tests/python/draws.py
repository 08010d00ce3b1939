"""Random histories that are drawn once, and then encoded in every format that can carry them (law L3).

What a format can carry limits what is drawn for it. So each shared history is drawn for one ability, such as truncates:
it has what all the formats with this ability can carry, and each of them encodes this same history. Set
SPARK_CDC_HISTORIES_SEED and SPARK_CDC_HISTORIES to draw others, or more of them.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, cached_property

import histories
from encoders import FORMATS
from histories import COLUMNS, Format
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from reference import History, Insert

SEED = int(os.environ.get("SPARK_CDC_HISTORIES_SEED", "20260101"))
COUNT = int(os.environ.get("SPARK_CDC_HISTORIES", "40"))

ABILITIES: dict[str, Callable[[Format], bool]] = {
    "what every format can carry": lambda form: True,
    "changes of keys": lambda form: form.key_changes,
    "truncates": lambda form: form.truncates,
    "transactions": lambda form: form.transactions,
    "values that are left out": lambda form: form.unsent_values,
    "NaN and infinities": lambda form: form.not_a_number,
    "bytes": lambda form: "blob" in form.columns,
    "microseconds": lambda form: form.time_step == 1,
}


@dataclass(frozen=True)
class Shared:
    """A history, and the formats that carry it; `common` is what all of them can carry."""

    history: History
    formats: tuple[Format, ...]
    common: Format

    @cached_property
    def names(self) -> frozenset[str]:
        return frozenset(form.name for form in self.formats)


def draw_one(strategy: st.SearchStrategy[History], number: int) -> History:
    """Return the history of this number, the same one for the same seed.

    Each has a run of Hypothesis for itself: inside one run, many examples are small changes of earlier ones.
    """
    found: list[History] = []

    @seed(SEED * 1000 + number)
    @settings(
        max_examples=2,  # the first is the simplest of all
        database=None,
        deadline=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(history: History) -> None:
        found.append(history)

    collect()
    return found[-1]


def draw(strategy: st.SearchStrategy[History], count: int) -> list[History]:
    """Return so many histories of a strategy."""
    return [draw_one(strategy, number) for number in range(count)]


def common(formats: tuple[Format, ...]) -> Format:
    """Return what all of these formats can carry."""
    return replace(
        formats[0],
        name="common",
        columns=tuple(name for name in COLUMNS if all(name in form.columns for form in formats)),
        truncates=all(form.truncates for form in formats),
        key_changes=all(form.key_changes for form in formats),
        transactions=all(form.transactions for form in formats),
        unsent_values=all(form.unsent_values for form in formats),
        not_a_number=all(form.not_a_number for form in formats),
        time_step=max(form.time_step for form in formats),
        lowest_big=max(form.lowest_big for form in formats),
    )


def in_columns(history: History, form: Format) -> History:
    """Return the history of a table that has all of the format's columns: those that no row has are NULL."""
    empty = dict.fromkeys(name for name in form.columns if name not in ("shard", *histories.KEY))

    def whole(statement: Insert) -> Insert:
        return replace(statement, values={**empty, **statement.values})

    return History(
        tuple(map(whole, history.snapshot)),
        tuple(
            tuple(whole(statement) if isinstance(statement, Insert) else statement for statement in transaction)
            for transaction in history.transactions
        ),
    )


@cache
def shared(strategy: Callable[[Format], st.SearchStrategy[History]], count: int) -> tuple[Shared, ...]:
    """Return so many histories of a strategy, the abilities in turn."""
    drawn = []
    for number in range(count):
        able = list(ABILITIES.values())[number % len(ABILITIES)]
        formats = tuple(form for form in FORMATS if able(form))
        limits = common(formats)
        drawn.append(Shared(draw_one(strategy(limits), number), formats, limits))
    return tuple(drawn)


def histories_of(form: Format, strategy: Callable[[Format], st.SearchStrategy[History]], count: int) -> list[History]:
    """Return so many histories for a format: first those that it shares with others, then its own."""
    carried = [one.history for one in shared(strategy, count * 3 // 4) if form.name in one.names]
    return [in_columns(history, form) for history in carried] + draw(strategy(form), count - len(carried))
