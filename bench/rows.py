"""The benchmark's table: 20 columns whose values are hashes of a row's key and of the position of its last change.

So the row after any change is known without keeping it, and without reading a message.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

Numbers = npt.NDArray[np.int64]
SEED = 20_261_123  # of every hash

_STATUSES = ("new", "paid", "packed", "shipped", "delivered", "returned")
_CURRENCIES = ("EUR", "USD", "GBP", "SEK", "JPY")
_CITIES = ("Lyon", "Oslo", "Rome", "Bonn", "Graz", "Cork", "Bern", "Gent")
_FIRST_NAMES = ("Ada", "Ben", "Cleo", "Dan", "Edda", "Finn", "Gita", "Hugo")


def hashed(salt: int, *parts: Numbers) -> npt.NDArray[np.uint64]:
    """Return 64 well mixed bits for each row (the finisher of SplitMix64 over all parts)."""
    with np.errstate(over="ignore"):
        bits = np.full(len(parts[0]), SEED + salt * 0x9E3779B97F4A7C15 & 2**64 - 1, dtype=np.uint64)
        for part in parts:
            bits ^= part.astype(np.uint64)
            bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            bits ^= bits >> np.uint64(31)
    return bits


def uniform(salt: int, *parts: Numbers) -> npt.NDArray[np.float64]:
    """Return a number from 0 to below 1 for each row."""
    return (hashed(salt, *parts) >> np.uint64(11)).astype(np.float64) / 2.0**53


def text(numbers: Numbers) -> pa.Array:
    """Return the numbers as texts."""
    return pc.cast(pa.array(numbers), pa.string())


def joined(*parts: Any) -> pa.Array:
    """Concatenate texts (or bytes) row by row; a part may be one text for all rows. NULL in a part makes NULL."""
    is_binary = any(
        isinstance(part, bytes) or (isinstance(part, pa.Array) and part.type == pa.binary()) for part in parts
    )
    kind = pa.binary() if is_binary else pa.string()
    whole = [pa.scalar(part, kind) if isinstance(part, str | bytes) else part.cast(kind) for part in parts]
    return pc.binary_join_element_wise(*whole, pa.scalar("" if kind == pa.string() else b"", kind))


def _cents(numbers: Numbers) -> pa.Array:
    words = np.zeros((len(numbers), 2), dtype=np.int64)
    words[:, 0] = numbers  # none is negative, so that the upper word is 0
    return pa.Array.from_buffers(pa.decimal128(12, 2), len(numbers), [None, pa.py_buffer(words.tobytes())])


def _times(milliseconds: Numbers) -> pa.Array:
    return pc.cast(pa.array(milliseconds * 1000), pa.timestamp("us", tz="UTC"))


def _one_of(words: tuple[str, ...], index: Numbers) -> pa.Array:
    return pa.array(words).take(pa.array(index))


def _but_null(values: pa.Array, is_null: npt.NDArray[np.bool_]) -> pa.Array:
    return pc.if_else(pa.array(is_null), pa.scalar(None, values.type), values)


@dataclass(frozen=True)
class Draws:
    """Where the values of some rows come from."""

    keys: Numbers
    positions: Numbers

    def below(self, salt: int, limit: int) -> Numbers:
        """Return a number from 0 to below the limit for each row."""
        return (hashed(salt, self.keys, self.positions) % np.uint64(limit)).astype(np.int64)


@dataclass(frozen=True)
class Column:
    """A column: its Spark type and how its values are made."""

    name: str
    data_type: str
    make: Callable[[Draws], pa.Array]
    is_fixed: bool = False  # depends on the key alone


_DAY = 86_400_000
_CUSTOMERS = 200_000
COLUMNS = (
    Column("id", "bigint", lambda draws: pa.array(draws.keys), is_fixed=True),
    Column("customer_id", "bigint", lambda draws: pa.array(draws.below(1, _CUSTOMERS))),
    Column(
        "order_number", "string", lambda draws: joined("ORD-", text(7_000_000_000 + draws.keys * 13)), is_fixed=True
    ),
    Column("status", "string", lambda draws: _one_of(_STATUSES, draws.below(2, len(_STATUSES)))),
    Column("currency", "string", lambda draws: _one_of(_CURRENCIES, draws.below(3, len(_CURRENCIES)))),
    Column("email", "string", lambda draws: joined("user", text(draws.below(1, _CUSTOMERS)), "@example.org")),
    Column("first_name", "string", lambda draws: _one_of(_FIRST_NAMES, draws.below(4, len(_FIRST_NAMES)))),
    Column("last_name", "string", lambda draws: joined("Name", text(draws.below(5, 50_000)))),
    Column("city", "string", lambda draws: _one_of(_CITIES, draws.below(6, len(_CITIES)))),
    Column(
        "note",
        "string",
        lambda draws: _but_null(
            joined("note ", text(draws.below(7, 10**15)), " ", text(draws.below(8, 10**15))), draws.below(9, 4) == 0
        ),
    ),
    Column("amount", "decimal(12,2)", lambda draws: _cents(draws.below(10, 10**8))),
    Column("tax", "decimal(12,2)", lambda draws: _cents(draws.below(11, 10**6))),
    Column(
        "discount", "decimal(12,2)", lambda draws: _but_null(_cents(draws.below(12, 10**5)), draws.below(13, 3) == 0)
    ),
    Column("quantity", "int", lambda draws: pa.array(draws.below(14, 100).astype(np.int32))),
    Column("priority", "int", lambda draws: pa.array(draws.below(15, 5).astype(np.int32))),
    Column(
        "store_id",
        "int",
        lambda draws: _but_null(pa.array(draws.below(16, 900).astype(np.int32)), draws.below(17, 10) == 0),
    ),
    Column("is_paid", "boolean", lambda draws: pa.array(draws.below(18, 2) == 1)),
    Column("is_gift", "boolean", lambda draws: pa.array(draws.below(19, 9) == 1)),
    # Whole milliseconds, because not every format has finer times.
    Column(
        "created_at", "timestamp", lambda draws: _times(1_700_000_000_000 + draws.keys % (200 * _DAY)), is_fixed=True
    ),
    Column("updated_at", "timestamp", lambda draws: _times(1_750_000_000_000 + draws.positions % (90 * _DAY))),
)
NAMES = tuple(column.name for column in COLUMNS)

# Qlik's updates leave columns out: these go together. The key is in every message.
GROUPS = (NAMES[1:6], NAMES[6:11], NAMES[11:16], NAMES[16:])


def carried(keys: Numbers, positions: Numbers) -> npt.NDArray[np.bool_]:
    """Return which groups of columns a partial update carries, one column of the matrix for each group."""
    bits = hashed(90, keys, positions)
    return np.stack([(bits >> np.uint64(8 * group)) % np.uint64(2) == 1 for group in range(len(GROUPS))], axis=1)


def typed(keys: Numbers, positions: Numbers | npt.NDArray[np.int64]) -> pa.Table:
    """Return the rows of these keys as their changes at these positions left them.

    With one position for each group of columns (a matrix), the columns of a group are those of its own position.
    """
    by_group = positions.ndim == 2
    arrays = []
    for column in COLUMNS:
        at = positions
        if by_group:
            group = next((number for number, names in enumerate(GROUPS) if column.name in names), 0)
            at = positions[:, group]
        arrays.append(column.make(Draws(keys, at)))
    return pa.table(arrays, names=list(NAMES))
