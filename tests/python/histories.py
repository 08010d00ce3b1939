"""Random histories of a table, the messages that each format makes of them, and the ways in which these may arrive.

A history is drawn by Hypothesis against a `reference.Database`, so every statement is one that the database accepts.
An encoder turns the database's log into messages as the format's connector would write them; what a format cannot carry
(`Format`) is not drawn for it.
"""

from __future__ import annotations

import datetime
import decimal
import itertools
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from hypothesis import strategies as st
from landing import SCHEMA as MESSAGES
from reference import (
    Change,
    Database,
    Delete,
    History,
    Insert,
    Key,
    Life,
    Row,
    RowUpdate,
    Statement,
    Transaction,
    Truncate,
    Update,
    live,
)

START = 1_790_000_000_000  # milliseconds; when the first transaction of every history happened
HOUR = 3_600_000  # milliseconds

# ----------------------------------------------------------------------------------------------------- the table

COLUMNS = {
    "shard": "int",  # which history the row belongs to; the same in all rows of a history
    "id": "int",
    "code": "string",
    "note": "string",
    "blob": "binary",
    "big": "bigint",
    "counter": "decimal(20,0)",  # of an unsigned 64-bit integer
    "amount": "decimal(38,10)",
    "ratio": "double",
    "flag": "boolean",
    "at": "timestamp_ntz",
    "day": "date",
}
KEY = ("id", "code")  # within one history; of the table it is shard, id, code
LONG = frozenset({"note", "blob"})  # columns whose unchanged value a log may leave out

_ODD_TEXTS = [
    "", " ", "null", "NULL", "'", '"', "\\", "\\u0041", "a\nb\r\tc", "\x00", "\x01\x1f\x7f", "\u2028", "\ufeff", "😀",
    "e\u0301", "é", "{}", '{"a":1}', "[1", "0", "true", "1e5", "$[0]", "${x}", "{{ x }}", "a|b", "%", "_", "\ufffd",
    "__debezium_unavailable_value.", "x" * 3000,
]  # fmt: skip
_CODES = ["a", "A", "a ", "", "é", "e\u0301", "😀", "'\"\\", "x.y|z", "0", "00", "\n", "null", "$['a']"]
_IDS = [1, 2, 3, 4, 0, -1, 2**31 - 1, -(2**31)]
_FLOATS = [0.0, -0.0, 0.1, 1e16, 1e-7, 5e-324, 1.7976931348623157e308, -1.5, 123456789.12345679, 3.0]
_TIMES = [
    datetime.datetime(1, 1, 1),
    datetime.datetime(1582, 10, 10, 1, 2, 3, 4005),
    datetime.datetime(1969, 12, 31, 23, 59, 59, 999999),
    datetime.datetime(1970, 1, 1),
    datetime.datetime(2024, 2, 29, 12, 34, 56, 789001),
    datetime.datetime(2024, 3, 31, 2, 30),  # an hour that Europe's clocks leave out
    datetime.datetime(2024, 10, 27, 2, 30),  # and one that they have twice
    datetime.datetime(9999, 12, 31, 23, 59, 59, 999999),
]


def _amounts() -> st.SearchStrategy[decimal.Decimal]:
    return st.integers(1 - 10**38, 10**38 - 1).map(_amount)


def _amount(unscaled: int) -> decimal.Decimal:
    return decimal.Decimal(unscaled).scaleb(-10, decimal.Context(prec=60))


# ------------------------------------------------------------------------------------------------------- formats


@dataclass(frozen=True)
class Shard:
    """One history as a source table: `app_<number>.<table>`, whose rows all carry the shard's number."""

    number: int
    table: str
    key: tuple[str, ...]
    history: History
    life: Life

    @classmethod
    def of(cls, number: int, table: str, key: Sequence[str], history: History) -> Shard:
        return cls(number, table, tuple(key), history, live(history, key))

    @property
    def schema(self) -> str:
        return f"app_{self.number}"

    @property
    def qualified(self) -> str:
        return f"{self.schema}.{self.table}"

    def with_number(self, rows: Sequence[Row]) -> list[Row]:
        return [{"shard": self.number, **row} for row in rows]


@dataclass(frozen=True)
class Message:
    """One landing row, the transaction that it belongs to, and whether a second sending of it is recognisable."""

    row: dict[str, Any]
    transaction: int
    identified: bool


@dataclass(frozen=True, eq=False)
class Format:
    """A format: how its stream is declared, what it can carry, and how it carries it."""

    name: str
    stream: Mapping[str, Any]
    encode: Callable[[Shard, random.Random], list[Message]]
    decode: Callable[[Sequence[Mapping[str, Any]], Sequence[str]], list[Change]]
    sent_again: Callable[[dict[str, Any], int], dict[str, Any]]
    landing: str = MESSAGES
    columns: tuple[str, ...] = tuple(COLUMNS)
    truncates: bool = True
    key_changes: bool = True
    transactions: bool = True  # whether each message names its transaction
    unsent_values: bool = False
    not_a_number: bool = False
    time_step: int = 1  # microseconds
    lowest_big: int = -(2**63)

    def variant(self, name: str, options: Mapping[str, Any], **flags: bool) -> Format:
        """Return the format under other options of its stream, whose encoder and decoder take `flags`."""
        return replace(
            self,
            name=name,
            stream={**self.stream, "options": options},
            encode=partial(self.encode, **flags),
            decode=partial(self.decode, **flags),
        )

    def extremes(self) -> dict[str, list[Any]]:
        """Return the values of each column without a part in the key that are the hardest to keep."""
        most = 10**38 - 1
        amounts = [0, 1, -1, most, -most, 2**63, -(2**64), 10**10, 127, 128, -128, -129, 255, 256]
        made: dict[str, list[Any]] = {
            "note": _ODD_TEXTS,
            "blob": [b"", bytes(range(256)), b"\x00", b"\xff\xfe", b"abc"],
            "big": [self.lowest_big, 2**63 - 1, 2**53 + 1, -(2**53) - 1, 0, -1],
            "counter": [decimal.Decimal(number) for number in (0, 2**63 - 1, 2**63, 2**64 - 1)],
            "amount": [_amount(unscaled) for unscaled in amounts],
            "ratio": _FLOATS + ([math.nan, math.inf, -math.inf] if self.not_a_number else []),
            "flag": [True, False],
            "at": [self._held(time) for time in _TIMES],
            "day": [time.date() for time in _TIMES],
        }
        return {name: values for name, values in made.items() if name in self.columns}

    @cached_property
    def values(self) -> dict[str, st.SearchStrategy[Any]]:
        """What each column without a part in the key may hold; made once, for Hypothesis checks each strategy once."""
        any_value: dict[str, st.SearchStrategy[Any]] = {
            "note": st.one_of(st.text(st.characters(exclude_categories=["Cs"]), max_size=8), st.text("ab", max_size=3)),
            "blob": st.binary(max_size=20),
            "big": st.integers(self.lowest_big, 2**63 - 1),
            "counter": st.integers(0, 2**64 - 1).map(decimal.Decimal),
            "amount": _amounts(),
            "ratio": st.floats(allow_nan=self.not_a_number, allow_infinity=self.not_a_number),
            "flag": st.booleans(),
            "at": st.datetimes().map(self._held),
            "day": st.dates(),
        }
        return {
            name: st.none() | st.sampled_from(extremes) | any_value[name] for name, extremes in self.extremes().items()
        }

    def _held(self, time: datetime.datetime) -> datetime.datetime:
        return time.replace(microsecond=time.microsecond // self.time_step * self.time_step)


# ----------------------------------------------------------------------------------------------------- histories


@st.composite
def _rows(draw: st.DrawFn, form: Format) -> Row:
    return {name: draw(strategy) for name, strategy in form.values.items()}


@st.composite
def _settings(draw: st.DrawFn, form: Format) -> tuple[Row, frozenset[str]]:
    """What an update sets besides the key, and which long values it leaves out of the log."""
    values = form.values
    chosen = draw(st.sets(st.sampled_from(sorted(values)), max_size=3))
    unsent = draw(st.sets(st.sampled_from(sorted(LONG)))) if form.unsent_values else set()
    return {name: draw(values[name]) for name in sorted(chosen)}, frozenset(unsent)


@st.composite
def _moves(draw: st.DrawFn, form: Format, database: Database, keys: Sequence[Key]) -> Update:
    """One to three rows get other keys: free ones, in a ring, or each the next one's; some are then updated."""
    count = min(draw(st.sampled_from([1, 2, 2, 3])), len(database.rows))
    moved = draw(st.permutations(sorted(database.rows)))[:count]
    taken = {number: database.key_of(database.rows[number]) for number in moved}
    free = [key for key in keys if key not in {database.key_of(row) for row in database.rows.values()}]
    targets = [taken[number] for number in moved]
    outwards: bool = draw(st.booleans())
    if free and outwards:
        targets = [*targets[1:], draw(st.sampled_from(free))]
    elif count > 1:
        targets = [*targets[1:], targets[0]]
    updates = []
    for number, target in draw(st.permutations(list(zip(moved, targets, strict=True)))):
        values, unsent = draw(_settings(form))
        updates.append(RowUpdate(number, {**dict(zip(KEY, target, strict=True)), **values}, unsent))
        if form.transactions and draw(st.integers(0, 2)) == 0:
            updates.append(RowUpdate(number, *draw(_settings(form))))
    return Update(tuple(updates))


def _history(
    draw: st.DrawFn,
    database: Database,
    insert: Callable[[], Insert],
    statement: Callable[[], Statement],
    most: tuple[int, int, int],
) -> History:
    """Run drawn statements on the database. most: rows of the snapshot, transactions, statements in one."""
    snapshot = []
    for _ in range(draw(st.integers(0, most[0]))):
        snapshot.append(insert())
        database.load(snapshot[-1:])
    transactions: list[Transaction] = []
    for _ in range(draw(st.integers(1, most[1]))):
        statements: list[Statement] = []
        for _ in range(draw(st.integers(1, most[2]))):
            statements.append(statement())
            database.run((statements[-1],))
        transactions.append(tuple(statements))
    return History(tuple(snapshot), tuple(transactions))


@st.composite
def keyed_histories(draw: st.DrawFn, form: Format) -> History:
    """Histories of a table with key (id, code): few keys, so that each of them has a life of many changes."""
    ids = draw(st.lists(st.sampled_from(_IDS), min_size=2, max_size=3, unique=True))
    codes = draw(st.lists(st.sampled_from(_CODES), min_size=1, max_size=2, unique=True))
    keys: list[Key] = list(itertools.product(ids, codes))
    database = Database(KEY)
    numbers = itertools.count(1)

    def insert() -> Insert:
        taken = {database.key_of(row) for row in database.rows.values()}
        key = draw(st.sampled_from([key for key in keys if key not in taken]))
        return Insert(next(numbers), {**dict(zip(KEY, key, strict=True)), **draw(_rows(form))})

    def statement() -> Statement:
        kinds = []
        if len(database.rows) < len(keys):
            kinds += ["insert"] * 3
        if database.rows:
            kinds += ["update"] * 3 + ["delete"] * 2
        if database.rows and form.key_changes:
            kinds += ["move"] * (4 if len(database.rows) > 1 else 2)
        if form.truncates:
            kinds += ["truncate"]
        kind = draw(st.sampled_from(kinds))
        if kind == "insert":
            return insert()
        if kind == "update":
            values, unsent = draw(_settings(form))
            return Update((RowUpdate(draw(st.sampled_from(sorted(database.rows))), values, unsent),))
        if kind == "delete":
            return Delete(draw(st.sampled_from(sorted(database.rows))))
        if kind == "move":
            return draw(_moves(form, database, keys))
        return Truncate()

    return _history(draw, database, insert, statement, most=(len(keys), 7, 3))


def history_of_extremes(form: Format) -> History:
    """Bring every extreme value of a format into a table, by an insert and by an update, and a NULL into each column.

    The row of such a NULL has a value in all its other columns, and the transaction no other row.
    """
    columns = form.extremes()
    count = max(map(len, columns.values()))

    def row(number: int) -> Row:
        return {name: values[number % len(values)] for name, values in columns.items()}

    inserts = tuple(Insert(number, {"id": number, "code": "a", **row(number)}) for number in range(count))
    updates = tuple(RowUpdate(number, row(number + 1)) for number in range(0, count, 2))
    nulls = (Update((RowUpdate(2 * number + 1, {name: None}),)) for number, name in enumerate(columns))
    return History((), (inserts, (Update(updates),), *((null,) for null in nulls)))


@st.composite
def bag_histories(draw: st.DrawFn, form: Format) -> History:
    """Histories of a table without key, in which equal rows are common."""
    pool = [draw(_rows(form)) for _ in range(draw(st.integers(1, 3)))]
    database = Database(())
    numbers = itertools.count(1)

    def insert() -> Insert:
        return Insert(next(numbers), dict(draw(st.sampled_from(pool))))

    def statement() -> Statement:
        kinds = ["insert"] * 4
        if database.rows:
            kinds += ["update", "update", "delete", "delete"]
        if form.truncates:
            kinds += ["truncate"]
        kind = draw(st.sampled_from(kinds))
        if kind == "insert":
            return insert()
        if kind == "update":
            number = draw(st.sampled_from(sorted(database.rows)))
            values = dict(draw(st.sampled_from(pool))) if draw(st.booleans()) else draw(_settings(form))[0]
            return Update((RowUpdate(number, values),))
        if kind == "delete":
            return Delete(draw(st.sampled_from(sorted(database.rows))))
        return Truncate()

    return _history(draw, database, insert, statement, most=(3, 5, 4))


# ------------------------------------------------------------------------------------------------------ delivery


@dataclass(frozen=True)
class Delivery:
    """Messages in batches, and how far they have got: the tables that the source had when a batch was there.

    `reached[n]` is an index into `Life.tables`; -1: nothing is there yet; None: some messages of many transactions.
    """

    batches: tuple[tuple[dict[str, Any], ...], ...]
    reached: tuple[int | None, ...]

    def rows(self) -> Iterator[dict[str, Any]]:
        return itertools.chain.from_iterable(self.batches)


def deliver(form: Format, messages: Sequence[Message], chance: random.Random, batches: int, ordered: bool) -> Delivery:
    """Cut messages into batches and repeat some of them.

    Ordered: batches end between transactions, and copies come after what they copy. Else: any order at all. A copy is a
    second delivery of the same coordinates, or the same change sent again, which has coordinates of its own.
    """
    last = messages[-1].transaction if messages else 0
    ends = [*sorted(chance.randint(-1, last) for _ in range(batches - 1)), last]
    cut: list[list[dict[str, Any]]] = [[] for _ in range(batches)]
    topics = Counter((m.row["topic"], m.row["partition"]) for m in messages)
    for message in messages:
        first = next(n for n, end in enumerate(ends) if message.transaction <= end)
        cut[first if ordered else chance.randrange(batches)].append(message.row)
        if chance.random() < 0.15:
            cut[chance.randrange(first if ordered else 0, batches)].append(message.row)
        if message.identified and chance.random() < 0.15:
            later = chance.randint(1, 60_000)
            place = message.row["topic"], message.row["partition"]
            moved = {**message.row, "offset": topics[place], "timestamp": START + 100_000 + later}
            topics[place] += 1
            cut[chance.randrange(first if ordered else 0, batches)].append(form.sent_again(moved, later))
    for batch in cut:
        chance.shuffle(batch)
    reached = [end if ordered else None for end in ends[:-1]] + [last]
    return Delivery(tuple(tuple(batch) for batch in cut), tuple(reached))


def deliveries(form: Format, message: Message, lateness: int, chance: random.Random) -> Iterator[dict[str, Any]]:
    """Yield the landing rows of a message: up to `lateness` hours after what the source did later, perhaps again."""
    happened = START + 2 * HOUR * message.transaction

    def late() -> int:
        return happened + chance.randrange(lateness * HOUR)

    first = {**message.row, "timestamp": late()}
    yield first
    if chance.random() < 0.15:
        yield first
    if message.identified and chance.random() < 0.15:
        yield form.sent_again({**message.row, "offset": message.row["offset"] + 1_000_000, "timestamp": late()}, 7)
