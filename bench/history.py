"""Who changes when: the seeded history of a table, cut into the batches in which its messages land.

A history is what a database could have logged: no update of a row that is not there, no second insert. Operations are
drawn at random and made possible afterwards, in the order of positions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Literal

import numpy as np
import numpy.typing as npt

from bench import rows
from bench.rows import Numbers, uniform

Keys = Literal["uniform", "zipf", "recent"]
START = 1_000_000_000  # position of the snapshot's rows
STEP = 100  # between the positions of two changes of a batch, so that late rows and truncates find room
TRUNCATE = STEP - 1  # place of a truncate within a step
MINUTE = 60_000_000
_UPDATES, _INSERTS = 0.7, 0.2  # the rest are deletes


class Operation(IntEnum):
    """What a change does."""

    READ = 0
    INSERT = 1
    UPDATE = 2
    DELETE = 3


@dataclass(frozen=True)
class Batch:
    """What lands between two runs."""

    changes: int
    late: float = 0.02  # share of late changes; half of them are older than the batch, half late within it
    duplicates: float = 0.01  # share that is delivered twice, under another offset
    key_changes: float = 0.0  # share of updates that move a row to another key
    truncate: bool = False  # the table is emptied in the middle of the batch
    minutes: float = 10.0  # how long it takes to land
    block: int = 1  # so many changes after one another are of one kind, as those of one statement
    tables: int | None = None  # only so many of the tables have changes


@dataclass(frozen=True)
class History:
    """A table of `rows` rows, and the batches that follow its snapshot."""

    name: str
    rows: int
    batches: tuple[Batch, ...]
    keys: Keys = "uniform"
    tables: int = 1  # source tables over which the keys are spread
    partial: bool = False  # updates carry a part of the columns


@dataclass
class Changes:
    """The changes of a batch in order of arrival."""

    keys: Numbers
    positions: Numbers
    operations: npt.NDArray[np.int8]
    before: Numbers  # position of the change before it of its key
    other_keys: Numbers  # of half of a key change: the other key, else -1
    is_truncate: npt.NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, dtype=bool))

    def __len__(self) -> int:
        """Return how many changes there are."""
        return len(self.keys)

    def __getitem__(self, index: slice | npt.NDArray[np.intp] | npt.NDArray[np.bool_]) -> Changes:
        """Return some of the changes."""
        parts = (self.keys, self.positions, self.operations, self.before, self.other_keys, self.is_truncate)
        return Changes(*(part[index] for part in parts))  # type: ignore[arg-type]


def snapshot(history: History, start: int, end: int) -> Changes:
    """Return the snapshot's rows of these keys."""
    keys = np.arange(start, end, dtype=np.int64)
    nothing = np.full(len(keys), -1, dtype=np.int64)
    operations = np.full(len(keys), Operation.READ, dtype=np.int8)
    return Changes(keys, np.full(len(keys), START), operations, nothing, nothing, np.zeros(len(keys), dtype=bool))


class Log:
    """All changes of a history after its snapshot."""

    def __init__(self, history: History) -> None:
        """Draw the whole history."""
        self.history = history
        self.truncates: list[tuple[int, int]] = []  # batch and position
        self._next_key = history.rows
        parts = []
        base = START + STEP * (1 + 2 * max((batch.changes for batch in history.batches), default=0))
        for number, batch in enumerate(history.batches, 1):
            parts.append(self._drawn(number, batch, base))
            base += batch.changes * STEP
        self.key_space = self._next_key
        names = ("keys", "positions", "operations", "others", "batches", "arrival")
        self._columns = {
            name: np.concatenate([part[name] for part in parts]) if parts else np.zeros(0, np.int64) for name in names
        }
        self._make_possible()

    def _drawn(self, number: int, batch: Batch, base: int) -> dict[str, npt.NDArray[np.generic]]:
        """Return what a batch asks for: changes of random keys, not all of them possible."""
        index = np.arange(batch.changes, dtype=np.int64)
        salt = 1000 * number
        statement = index // batch.block
        kind = uniform(salt + 1, statement)
        operations = np.full(len(index), Operation.UPDATE, dtype=np.int8)
        operations[kind >= _UPDATES] = Operation.INSERT
        operations[kind >= _UPDATES + _INSERTS] = Operation.DELETE
        keys = self._chosen(uniform(salt + 2, index), batch)
        inserts = operations == Operation.INSERT
        if batch.tables is not None:  # a new key may be of any table
            operations[inserts], inserts = Operation.UPDATE, np.zeros(len(index), dtype=bool)
        keys[inserts] = self._new_keys(int(inserts.sum()))
        positions = base + index * STEP
        arrival = index.astype(np.float64)
        when = uniform(salt + 3, index)
        is_older = when < batch.late / 2
        positions[is_older] -= batch.changes * STEP * 6 // 5 - number % (STEP - 2) - 1
        is_late = (when >= batch.late / 2) & (when < batch.late)
        arrival[is_late] += uniform(salt + 4, index)[is_late] * batch.changes
        others = np.full(len(index), -1, dtype=np.int64)
        moves = (operations == Operation.UPDATE) & (uniform(salt + 5, index) < batch.key_changes)
        others[moves] = self._new_keys(int(moves.sum()))
        operations[moves] = Operation.DELETE
        if batch.truncate:
            self.truncates.append((number, base + batch.changes // 2 * STEP + TRUNCATE))
        return {
            "keys": np.concatenate([keys, others[moves]]),
            "positions": np.concatenate([positions, positions[moves]]),
            "operations": np.concatenate([operations, np.full(int(moves.sum()), Operation.INSERT, dtype=np.int8)]),
            "others": np.concatenate([others, keys[moves]]),
            "batches": np.full(len(index) + int(moves.sum()), number, dtype=np.int64),
            "arrival": np.concatenate([arrival, arrival[moves] + 0.5]),
        }

    def _new_keys(self, count: int) -> Numbers:
        keys = np.arange(self._next_key, self._next_key + count, dtype=np.int64)
        self._next_key += count
        return keys

    def _chosen(self, draw: npt.NDArray[np.float64], batch: Batch) -> Numbers:
        count = self.history.rows
        if self.history.keys == "zipf":  # density 1 / rank; a prime spreads the ranks over the table
            ranks: Numbers = np.floor(np.power(float(count), draw)).astype(np.int64)
            return ranks * 7919 % count
        if self.history.keys == "recent":
            ages: Numbers = np.floor(np.power(draw, 4) * self._next_key).astype(np.int64)
            return self._next_key - 1 - ages
        keys: Numbers = np.floor(draw * count).astype(np.int64)
        if batch.tables is not None:
            keys = keys // self.history.tables * self.history.tables + keys % batch.tables
            keys[keys >= count] -= self.history.tables
        return keys

    def _make_possible(self) -> None:
        """Change operations so that each key's changes could have happened; find the change before each."""
        columns = self._columns
        order = np.lexsort((columns["positions"], columns["keys"]))
        keys, positions = columns["keys"][order], columns["positions"][order]
        wanted, others = columns["operations"][order], columns["others"][order]
        cuts = np.sort(np.array([position for _, position in self.truncates], dtype=np.int64))
        epoch = np.searchsorted(cuts, positions)
        first_of_key = np.ones(len(keys), dtype=bool)
        first_of_key[1:] = keys[1:] != keys[:-1]
        first = first_of_key.copy()  # of the key since the last truncate
        first[1:] |= epoch[1:] != epoch[:-1]
        lives_at_first = (keys < self.history.rows) & (epoch == 0)
        # Of deletes in a row, every other one becomes an insert. The row lives ahead of the first of them, unless it
        # is the key's first change and there was no row.
        deletes = wanted == Operation.DELETE
        begins = deletes.copy()
        begins[1:] &= first[1:] | ~deletes[:-1]
        index = np.arange(len(keys))
        run_start = np.maximum.accumulate(np.where(begins, index, 0)) if len(keys) else index
        dead_ahead = first[run_start] & ~lives_at_first[run_start]
        is_delete = deletes & ((index - run_start + dead_ahead) % 2 == 0)
        lives = lives_at_first.copy()
        lives[~first] = ~is_delete[:-1][~first[1:]]
        done = np.where(is_delete, Operation.DELETE, np.where(lives, Operation.UPDATE, Operation.INSERT)).astype(
            np.int8
        )
        before = np.where(keys < self.history.rows, START, -1)
        before[~first_of_key] = positions[:-1][~first_of_key[1:]]
        before[~lives] = -1
        # A row that was not there cannot move: its change stays as an insert, and the other half goes.
        stays = (others >= 0) & (wanted == Operation.DELETE) & ~is_delete
        gone = np.isin(keys, others[stays]) & (others >= 0) & (wanted == Operation.INSERT)
        others[stays] = -1
        back = np.empty_like(order)
        back[order] = index
        for name, values in (("operations", done), ("others", others), ("before", before), ("gone", gone)):
            columns[name] = values[back]
        for name in list(columns):
            if name != "gone":
                columns[name] = columns[name][~columns["gone"]]
        del columns["gone"]

    def _changes(self, at: npt.NDArray[np.intp]) -> Changes:
        columns = self._columns
        return Changes(
            columns["keys"][at],
            columns["positions"][at],
            columns["operations"][at],
            columns["before"][at],
            columns["others"][at],
            np.zeros(len(at), dtype=bool),
        )

    def batch(self, number: int) -> Changes:
        """Return what lands in a batch, in order of arrival: with duplicates and truncates."""
        batch = self.history.batches[number - 1]
        at = np.flatnonzero(self._columns["batches"] == number)
        arrival = self._columns["arrival"][at]
        again = uniform(1000 * number + 6, self._columns["keys"][at], self._columns["positions"][at]) < batch.duplicates
        later = arrival[again] + uniform(1000 * number + 7, at[again].astype(np.int64)) * batch.changes / 10
        changes = self._changes(np.concatenate([at, at[again]]))
        arrival = np.concatenate([arrival, later])
        for landed, position in self.truncates:
            if landed == number:
                row = Changes(*(np.array([value]) for value in (-1, position, 0, -1, -1, True)))
                changes = _appended(changes, row)
                arrival = np.append(arrival, batch.changes // 2 + 0.75)
        return changes[np.argsort(arrival, kind="stable")]

    def states(self) -> Iterator[State]:
        """Return what the table holds after the snapshot and after each batch."""
        state = State(self)
        yield state
        for number in range(1, len(self.history.batches) + 1):
            state.apply(number)
            yield state


def _appended(some: Changes, more: Changes) -> Changes:
    names = ("keys", "positions", "operations", "before", "other_keys", "is_truncate")
    return Changes(*(np.concatenate([getattr(some, name), getattr(more, name)]) for name in names))


class State:
    """The newest landed change of each key, by position: all that the truth needs."""

    def __init__(self, log: Log) -> None:
        """Begin with the snapshot."""
        self.log = log
        count = log.history.rows
        self.newest = np.full(log.key_space, -1, dtype=np.int64)
        self.newest[:count] = START
        self.is_deleted = np.zeros(log.key_space, dtype=bool)
        self.groups: Numbers | None = None
        if log.history.partial:
            self.groups = np.repeat(self.newest[:, None], len(rows.GROUPS), axis=1)
        self.horizon = -1  # of the last truncate

    def apply(self, number: int) -> None:
        """Land a batch."""
        changes = self.log.batch(number)
        truncates = changes.positions[changes.is_truncate]
        self.horizon = max([self.horizon, *truncates.tolist()])
        changes = changes[~changes.is_truncate]
        changes = changes[np.argsort(changes.positions, kind="stable")]
        if self.groups is not None:
            carries = rows.carried(changes.keys, changes.positions)
            carries[changes.operations != Operation.UPDATE] = True
            for group in range(carries.shape[1]):
                some = changes[carries[:, group]]
                np.maximum.at(self.groups[:, group], some.keys, some.positions)
        # Of several changes of a key, the last assignment stays, which is the newest.
        newest = np.full(self.log.key_space, -1, dtype=np.int64)
        deleted = np.zeros(self.log.key_space, dtype=bool)
        newest[changes.keys], deleted[changes.keys] = changes.positions, changes.operations == Operation.DELETE
        wins = newest > self.newest
        self.newest[wins], self.is_deleted[wins] = newest[wins], deleted[wins]

    def live(self) -> Numbers:
        """Return the keys of the rows that are there."""
        return np.flatnonzero((self.newest > self.horizon) & (self.newest >= 0) & ~self.is_deleted)

    def positions(self, keys: Numbers) -> Numbers:
        """Return where the values of these rows come from, as rows.typed takes it."""
        return self.newest[keys] if self.groups is None else self.groups[keys]
