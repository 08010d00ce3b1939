"""Where the values live that a key change left out: the row moved, and its unchanged TOAST values were not sent again.

SQL folds the changes of one key; a row that moves has a history under several keys, in chains, rings and swaps. This
follows the rows of the keys that such changes name through all of their changes and tells, for each column that a key
change left out, which earlier change carries its value. See docs/semantics.md.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .decoded import Decoded


class CarriedValue(NamedTuple):
    """The change at `position` has its value of `column_name` from the change at `donor`."""

    position: str
    column_name: str
    donor: str


@dataclass
class _Row:
    """For each column the position of the change that carries its value."""

    table: str | None
    position: str | None = None  # of every column that `others` does not name
    others: dict[str, str | None] = field(default_factory=dict)

    def donor(self, column: str) -> str | None:
        return self.others.get(column, self.position)


def _may_be_one(transaction: str | None, other: str | None) -> bool:
    return transaction is None or other is None or transaction == other


def _place(change: Mapping[str, Any]) -> tuple[str, bool, str]:
    """Order by source position; of the halves of a key change, which may lie in two partitions, the delete is first."""
    return change["source_position"], change["operation"] not in ("delete", "truncate"), change["position"]


def carried_values(changes: Sequence[Mapping[str, Any]] | None) -> Decoded[list[CarriedValue]]:
    """Return the donor of every column that a key change left out and that an earlier change carries.

    Each change has the keys `position`, `source_position` (what two deliveries share), `hash` (of its content),
    `operation`, `key` and `old_key` (texts; the latter only of the upsert half of a key change), `key_change`,
    `transaction`, `source_table` and `absent` (names of columns). A truncate has no key.
    """
    if changes is None:
        return Decoded(None, None)
    rows: dict[str, _Row] = {}
    displaced: defaultdict[str, list[tuple[str | None, _Row]]] = defaultdict(list)
    leaving: dict[tuple[str, str], _Row] = {}
    elsewhere: defaultdict[str, dict[str | None, _Row]] = defaultdict(dict)  # rows that another table's row displaced
    delivered: dict[str, tuple[str, Any]] = {}
    inserted: dict[str, tuple[str, Any]] = {}
    found: list[CarriedValue] = []
    for change in sorted(changes, key=_place):
        key, at, operation = change["key"], change["source_position"], change["operation"]
        if operation == "truncate":
            table = change["source_table"]
            rows = {name: row for name, row in rows.items() if row.table != table}
            for owed in displaced.values():
                owed[:] = [entry for entry in owed if entry[1].table != table]
            for others in elsewhere.values():
                others.pop(table, None)
            continue
        if delivered.get(key) == (at, change["hash"]):
            continue
        delivered[key] = at, change["hash"]
        if operation == "insert":
            if inserted.get(key) == (at, change["hash"]):
                continue
            inserted[key] = at, change["hash"]
        if operation == "delete":
            inserted.pop(key, None)
            if change["source_table"] in elsewhere[key]:
                leaving[at, key] = elsewhere[key].pop(change["source_table"])
                continue
            elsewhere.pop(key, None)
            owed = displaced.pop(key, [])
            if change["key_change"] and owed and _may_be_one(owed[0][0], change["transaction"]):
                # The key-change delete of a key that has a newcomer is meant for the row that the newcomer displaced.
                leaving[at, key] = owed[0][1]
                displaced[key] = owed[1:]
            elif key in rows:
                leaving[at, key] = rows.pop(key)
            continue
        before = rows.get(key, _Row(change["source_table"]))
        elsewhere[key].pop(change["source_table"], None)
        changes_table = before.table != change["source_table"]
        if changes_table:
            elsewhere[key][before.table] = before
        if change["key_change"]:
            if key in rows and not changes_table:
                displaced[key] = [owed for owed in displaced[key] if owed[0] == change["transaction"]]
                displaced[key].append((change["transaction"], rows[key]))
            old_key = change["old_key"]
            before = leaving.get((at, old_key)) or rows.get(old_key, _Row(change["source_table"]))
        else:  # ends what the key is owed, but for one by the transaction that changed the key
            by = change["transaction"]
            displaced[key] = [owed for owed in displaced[key] if by is not None and owed[0] == by]
        donors = {column: before.donor(column) for column in change["absent"] or []}
        if change["key_change"]:
            found += [
                CarriedValue(change["position"], column, donor) for column, donor in donors.items() if donor is not None
            ]
        rows[key] = _Row(change["source_table"], change["position"], dict(donors))
    return Decoded(found, None)
