"""What lands in one life: random histories of some source tables, in several appends, late rows and copies among them,
and the tables and logs that are right after the first of these appends."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import histories
from draws import draw_one
from histories import KEY, Format, Shard, deliveries
from reference import SpeltRow, as_bag, replay, replay_bag

LATENESS = 4  # hours
APPENDS = 8
Coordinates = tuple[str, int, int]


@dataclass(frozen=True)
class Landed:
    """A landing row, and the source table that it is about; None of one that cannot be read."""

    row: dict[str, Any]
    shard: Shard | None
    changes: int = 0

    @property
    def coordinates(self) -> Coordinates:
        return self.row["topic"], self.row["partition"], self.row["offset"]


@dataclass(frozen=True)
class Life:
    """Source tables by the model that they feed, and the landing rows of each append."""

    form: Format
    tables: dict[str, tuple[Shard, ...]]
    appends: tuple[tuple[Landed, ...], ...]
    _expected: dict[tuple[str, int], Counter[SpeltRow]] = field(default_factory=dict)

    @classmethod
    def drawn(cls, form: Format, seed: int, models: Sequence[str]) -> Life:
        chance = random.Random(seed)
        keyed = [draw_one(histories.keyed_histories(form), seed * 10 + number) for number in range(3)]
        tables = {"keyed": tuple(Shard.of(n, "orders", KEY, history) for n, history in enumerate(keyed))}
        if "bags" in models:
            bags = [draw_one(histories.bag_histories(form), seed * 10 + number) for number in range(5, 7)]
            tables["bags"] = tuple(Shard.of(n, "visits", (), history) for n, history in enumerate(bags, len(keyed)))
        landed = [
            Landed(row, shard, len(form.decode([row], shard.key)))
            for shards in tables.values()
            for shard in shards
            for message in form.encode(shard, chance)
            for row in deliveries(form, message, LATENESS, chance)
        ]
        cut: str | bytes = b"{" if "value binary" in form.landing else '{"op":'
        for _ in range(2):
            like = chance.choice(landed).row
            landed.append(Landed({**like, "offset": chance.randrange(10**7, 10**8), "value": cut}, None))
        landed.sort(key=lambda one: (one.row["timestamp"], one.coordinates))
        ends = sorted(chance.sample(range(1, len(landed)), APPENDS - 1))
        return cls(form, tables, tuple(tuple(landed[a:b]) for a, b in itertools.pairwise([0, *ends, len(landed)])))

    def first(self, appends: int) -> list[Landed]:
        return [one for append in self.appends[:appends] for one in append]

    @cached_property
    def changes(self) -> int:
        """How many changes of rows land, copies included."""
        return sum(one.changes for one in self.first(APPENDS))

    def expected(self, model: str, appends: int) -> Counter[SpeltRow]:
        """Return the rows of a current table when the first appends have been applied, by the reference."""
        if (model, appends) not in self._expected:
            found: Counter[SpeltRow] = Counter()
            for shard in self.tables[model]:
                rows = [one.row for one in self.first(appends) if one.shard is shard]
                changes = self.form.decode(rows, shard.key)
                found += (
                    as_bag(replay(changes, ("shard", *KEY), self.form.columns)) if shard.key else replay_bag(changes)
                )
            self._expected[model, appends] = found
        return self._expected[model, appends]

    def truth(self, model: str) -> Counter[SpeltRow]:
        """Return the rows that the source's tables had in the end."""
        return as_bag([row for shard in self.tables[model] for row in shard.with_number(shard.life.truth)])

    def logged(self, appends: int, model: str | None = None) -> Counter[Coordinates]:
        """Return how often each landing row of the first appends lands; with a model, how many changes it has."""
        if model is None:
            return Counter(one.coordinates for one in self.first(appends))
        shards = {id(shard) for shard in self.tables[model]}
        return +Counter({one.coordinates: one.changes for one in self.first(appends) if id(one.shard) in shards})
