"""Finds the values of columns that are absent from a key change, such as unchanged TOAST values.

SQL folds the changes of one key, but a row that moves has a history under several keys, in chains, rings and swaps.
This module follows the rows of the keys that such changes name through all of their changes. For each column that is
absent from a key change, it returns the earlier change that carries the value. See docs/semantics.md.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class CarriedValue(NamedTuple):
    """The change at `position` takes its value of `column_name` from the change at `origin`."""

    position: str
    column_name: str
    origin: str


@dataclass
class _Row:
    """For each column the position of the change that carries its value."""

    table: str | None
    position: str | None = None  # of every column that `others` does not name
    others: dict[str, str | None] = field(default_factory=dict)

    def origin(self, column: str) -> str | None:
        return self.others.get(column, self.position)


def _may_be_one(transaction: str | None, other: str | None) -> bool:
    return transaction is None or other is None or transaction == other


class CarriedValues:
    """Follows rows through their changes, which come one by one, and keeps only what later changes of the rows need.

    Changes are ordered by source position, then deletes first, then by position. Each has the
    fields `position`, `source_position` (what two deliveries share), `hash` (of its content), `operation`, `key` and
    `old_key` (texts; the latter only of the upsert half of a key change), `key_change`, `transaction`, `source_table`
    and `absent` (names of columns). A truncate has no key.
    """

    def __init__(self) -> None:
        """Begin with no row."""
        self._rows: dict[str, _Row] = {}
        self._displaced: defaultdict[str, list[tuple[str | None, _Row]]] = defaultdict(list)
        self._leaving: dict[str, _Row] = {}  # by key; what the deletes of one source position took
        self._at: str | None = None  # that position
        # Rows that another table's row displaced.
        self._elsewhere: defaultdict[str, dict[str | None, _Row]] = defaultdict(dict)
        self._delivered: dict[str, tuple[str, Any]] = {}
        self._inserted: dict[str, tuple[str, Any]] = {}

    def eval(self, change: Mapping[str, Any]) -> list[CarriedValue]:
        """Return the origin of every column that is absent from a key change and that an earlier change carries."""
        rows, displaced, elsewhere = self._rows, self._displaced, self._elsewhere
        key, at, operation = change["key"], change["source_position"], change["operation"]
        if at != self._at:
            self._at = at
            self._leaving.clear()
        if operation == "truncate":
            self._truncate(change["source_table"])
            return []
        if self._delivered.get(key) == (at, change["hash"]):
            return []
        self._delivered[key] = at, change["hash"]
        if operation == "insert":
            if self._inserted.get(key) == (at, change["hash"]):
                return []
            self._inserted[key] = at, change["hash"]
        if operation == "delete":
            self._delete(change)
            return []
        before = rows.get(key, _Row(change["source_table"]))
        elsewhere[key].pop(change["source_table"], None)
        changes_table = before.table != change["source_table"]
        if changes_table:
            elsewhere[key][before.table] = before
        if change["key_change"]:
            if key in rows and not changes_table:
                displaced[key] = [entry for entry in displaced[key] if entry[0] == change["transaction"]]
                displaced[key].append((change["transaction"], rows[key]))
            old_key = change["old_key"]
            before = self._leaving.get(old_key) or rows.get(old_key, _Row(change["source_table"]))
        else:  # clears the pending deletes, except those of the same transaction
            by = change["transaction"]
            displaced[key] = [entry for entry in displaced[key] if by is not None and entry[0] == by]
        origins = {column: before.origin(column) for column in change["absent"] or []}
        rows[key] = _Row(change["source_table"], change["position"], dict(origins))
        if not change["key_change"]:
            return []
        return [CarriedValue(change["position"], name, found) for name, found in origins.items() if found is not None]

    def _truncate(self, table: str | None) -> None:
        self._rows = {name: row for name, row in self._rows.items() if row.table != table}
        for pending in self._displaced.values():
            pending[:] = [entry for entry in pending if entry[1].table != table]
        for others in self._elsewhere.values():
            others.pop(table, None)

    def _delete(self, change: Mapping[str, Any]) -> None:
        key = change["key"]
        self._inserted.pop(key, None)
        if change["source_table"] in self._elsewhere[key]:
            self._leaving[key] = self._elsewhere[key].pop(change["source_table"])
            return
        self._elsewhere.pop(key, None)
        pending = self._displaced.pop(key, [])
        if change["key_change"] and pending and _may_be_one(pending[0][0], change["transaction"]):
            # This is the pending delete of the row that the present row displaced.
            self._leaving[key] = pending[0][1]
            self._displaced[key] = pending[1:]
        elif key in self._rows:
            self._leaving[key] = self._rows.pop(key)
