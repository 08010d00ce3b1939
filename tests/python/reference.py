"""The truth about a history: a small database that runs it, and docs/semantics.md as a replay of messages in Python.

`Database` executes statements on rows, as a source database does, and writes a log as it goes. What it holds at the
end is the truth: no fold of changes is involved. `replay` and `replay_bag` are the rules of docs/semantics.md, written
in the simplest way: all changes in one order, on one dictionary. Where the pipeline and the database
disagree, they show whether the rule or the SQL is wrong.
"""

from __future__ import annotations

import datetime
import decimal
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

Row = dict[str, Any]
Key = tuple[Any, ...]

# ------------------------------------------------------------------------------------------------- the database


@dataclass(frozen=True)
class Insert:
    """One new row. Rows have numbers of their own, so that a statement can name one without its key."""

    row: int
    values: Row


@dataclass(frozen=True)
class RowUpdate:
    """What an UPDATE does to one row: the columns that it sets, and the long values that its log entry leaves out."""

    row: int
    values: Row
    unsent: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Update:
    """Rows updated in the order of the log, before keys are checked; so keys can be swapped or shifted."""

    rows: tuple[RowUpdate, ...]


@dataclass(frozen=True)
class Delete:
    row: int


@dataclass(frozen=True)
class Truncate:
    pass


Statement = Insert | Update | Delete | Truncate
Transaction = tuple[Statement, ...]


@dataclass(frozen=True)
class History:
    """The life of one table: the rows that were there when capture began, then transactions."""

    snapshot: tuple[Insert, ...]
    transactions: tuple[Transaction, ...]

    def __str__(self) -> str:
        lines = [f"  snapshot: {described(statement)}" for statement in self.snapshot]
        for number, transaction in enumerate(self.transactions, 1):
            lines += [f"  transaction {number}: {described(statement)}" for statement in transaction]
        return "\n".join(lines)


def described(statement: Statement) -> str:
    """Return a short description of a statement: without columns that an INSERT leaves NULL, long values cut."""

    def values(row: Row, null: bool) -> str:
        return ", ".join(f"{n} = {repr(v)[:40]}" for n, v in row.items() if null or v is not None)

    if isinstance(statement, Insert):
        return f"insert row {statement.row}: {values(statement.values, null=False)}"
    if isinstance(statement, Update):
        return "update " + "; ".join(
            f"row {update.row}: {values(update.values, null=True) or 'nothing'}"
            + (f" (not sent: {', '.join(sorted(update.unsent))})" if update.unsent else "")
            for update in statement.rows
        )
    return f"delete row {statement.row}" if isinstance(statement, Delete) else "truncate"


@dataclass(frozen=True)
class Entry:
    """One entry of the database's log: a full before and after image, whatever a connector then makes of them."""

    transaction: int  # 0: read by the snapshot
    kind: str  # read, insert, update, delete, truncate
    before: Row | None = None
    after: Row | None = None
    unsent: frozenset[str] = frozenset()


class Impossible(ValueError):
    """The database would refuse the statement, so there is no such history."""


@dataclass
class Database:
    """One table. `key` is empty for a table without key; its uniqueness is checked when a transaction ends."""

    key: tuple[str, ...]
    rows: dict[int, Row] = field(default_factory=dict)
    log: list[Entry] = field(default_factory=list)
    transactions: int = 0

    def key_of(self, row: Row) -> Key:
        return tuple(row[name] for name in self.key)

    def load(self, snapshot: Iterable[Insert]) -> None:
        for insert in snapshot:
            self._insert(insert, "read", 0)
        self._check_keys()

    def run(self, transaction: Transaction) -> None:
        self.transactions += 1
        for statement in transaction:
            if isinstance(statement, Insert):
                self._insert(statement, "insert", self.transactions)
            elif isinstance(statement, Update):
                self._update(statement)
            elif isinstance(statement, Delete):
                before = self._existing(statement.row)
                del self.rows[statement.row]
                self.log.append(Entry(self.transactions, "delete", before=before))
            else:
                self.rows.clear()
                self.log.append(Entry(self.transactions, "truncate"))
        self._check_keys()

    def _existing(self, row: int) -> Row:
        if row not in self.rows:
            raise Impossible(f"there is no row {row}")
        return self.rows[row]

    def _insert(self, insert: Insert, kind: str, transaction: int) -> None:
        if insert.row in self.rows:
            raise Impossible(f"row {insert.row} is there already")
        self.rows[insert.row] = dict(insert.values)
        self.log.append(Entry(transaction, kind, after=dict(insert.values)))

    def _update(self, statement: Update) -> None:
        for update in statement.rows:
            before = self._existing(update.row)
            after = {**before, **update.values}
            # Only a long value that is there and stays can be left out of the log.
            unsent = {name for name in update.unsent - update.values.keys() if before[name] is not None}
            self.rows[update.row] = after
            self.log.append(Entry(self.transactions, "update", before, after, frozenset(unsent)))

    def _check_keys(self) -> None:
        if self.key:
            keys = [self.key_of(row) for row in self.rows.values()]
            if len(set(keys)) != len(keys):
                raise Impossible(f"a key is there twice: {keys}")


@dataclass(frozen=True)
class Life:
    """What a history left behind: the log, and the table as it was after the snapshot and after each transaction."""

    log: tuple[Entry, ...]
    tables: tuple[tuple[Row, ...], ...]

    @property
    def truth(self) -> tuple[Row, ...]:
        return self.tables[-1]


def live(history: History, key: Sequence[str]) -> Life:
    """Run a history in a database."""
    database = Database(tuple(key))
    database.load(history.snapshot)
    tables = [tuple(database.rows.values())]
    for transaction in history.transactions:
        database.run(transaction)
        tables.append(tuple(database.rows.values()))
    return Life(tuple(database.log), tuple(tables))


# ---------------------------------------------------------------------------------------------- comparing tables


def spelt(value: object, scale: int = 10) -> str | None:
    """Return one text for each distinct value: -0.0 is not 0.0, NaN is NaN, and 1.0 is 1.00 as a decimal."""
    if isinstance(value, decimal.Decimal):
        unit = decimal.Decimal(1).scaleb(-scale)
        return format(value.quantize(unit, context=decimal.Context(prec=80)), "f")
    if isinstance(value, (bytes, bytearray)):
        return "x" + bytes(value).hex()
    if isinstance(value, datetime.date):
        return value.isoformat()
    return None if value is None else f"{type(value).__name__} {value!r}"


SpeltRow = tuple[tuple[str, str | None], ...]


def as_bag(rows: Iterable[Row]) -> Counter[SpeltRow]:
    """Return a table's rows with how often each is there, in a form that compares every value exactly."""
    return Counter(tuple((name, spelt(value)) for name, value in sorted(row.items())) for row in rows)


# ---------------------------------------------------------------------------------------------------- the replay


@dataclass(frozen=True)
class Change:
    """One normalised change, as a reader of one format's messages understands it."""

    position: tuple[int, ...]  # the source's order
    identity: tuple[Any, ...]  # equal for two deliveries of one change
    image: str  # before: the row that is removed; after: the row that is added
    row: Row | None  # the image's columns; None for a truncate
    key_change: bool = False
    transaction: str | None = None

    @property
    def order(self) -> tuple[Any, ...]:
        return (self.position, 0 if self.image == "before" else 1, repr(self.identity))


def _once(changes: Iterable[Change]) -> list[Change]:
    known = {change.identity: change for change in sorted(changes, key=lambda change: change.order, reverse=True)}
    return sorted(known.values(), key=lambda change: change.order)


def replay(changes: Iterable[Change], key: Sequence[str], columns: Sequence[str]) -> list[Row]:
    """Apply the changes of a table with a key by docs/semantics.md, from nothing; return its current rows."""
    rows: dict[Key, Row] = {}
    displaced: dict[Key, list[tuple[str | None, Row]]] = {}  # displaced rows, whose deletes are pending
    leaving: dict[tuple[int, ...], Row] = {}  # what a key change took away, for its other half
    for change in _once(changes):
        if change.row is None:
            rows.clear()
            displaced.clear()
            continue
        at = tuple(change.row[name] for name in key)
        if change.image == "before":
            waiting = displaced.get(at, [])
            if change.key_change and waiting and waiting[0][0] == change.transaction:
                leaving[change.position] = waiting.pop(0)[1]
                continue
            displaced.pop(at, None)
            gone = rows.pop(at, None)
            if change.key_change and gone is not None:
                leaving[change.position] = gone
            continue
        unknown = dict.fromkeys(columns)
        kept = leaving.pop(change.position, unknown) if change.key_change else rows.get(at, unknown)
        if change.key_change and at in rows:
            displaced[at] = [entry for entry in displaced.get(at, []) if entry[0] == change.transaction]
            displaced[at].append((change.transaction, rows[at]))
        else:  # the next update of a key clears its pending deletes, except one by the transaction that changed the key
            by = change.transaction
            displaced[at] = [entry for entry in displaced.get(at, []) if by is not None and entry[0] == by]
        rows[at] = {**kept, **change.row}
    return list(rows.values())


def replay_bag(changes: Iterable[Change]) -> Counter[SpeltRow]:
    """Apply the changes of a table without key: each image adds or takes one row; a truncate ends what lies before."""
    once = _once(changes)
    last = max((change.position for change in once if change.row is None), default=())
    bag: Counter[SpeltRow] = Counter()
    for change in once:
        if change.row is not None and change.position > last:
            bag[next(iter(as_bag([change.row])))] += -1 if change.image == "before" else 1
    return +bag
