"""What the formats share: how an encoder is declared, and JSON texts made column by column."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bench.history import Changes
from bench.rows import COLUMNS, NAMES, Numbers, joined


@dataclass(frozen=True)
class Messages:
    """Messages in order; `of` is the index of the (first) change that each carries."""

    of: Numbers
    values: pa.Array
    keys: pa.Array | None = None
    headers: pa.Array | None = None


@dataclass(frozen=True)
class Format:
    """A format as the benchmark writes it, and how a project declares it."""

    name: str
    cdc: Mapping[str, Any]  # the stream's settings
    encode: Callable[[Changes, pa.Array], Messages]  # of changes and the names of their tables
    encodings: Mapping[str, str] = field(default_factory=dict)  # by data_type, the contract's `type`
    schema: str = "public"  # of the source tables
    first: Callable[[], Messages] | None = None  # messages ahead of all rows
    is_binary: bool = False
    is_partial: bool = False  # updates carry a part of the columns
    block: int = 1  # changes of one statement


def dumps(value: Any) -> str:
    """Return compact JSON."""
    return json.dumps(value, separators=(",", ":"))


def json_text(values: pa.Array) -> pa.Array:
    """Return texts that need no escaping as JSON; NULL stays NULL."""
    return joined('"', values, '"')


def json_object(values: Mapping[str, pa.Array]) -> pa.Array:
    """Return objects of JSON texts; NULL becomes null."""
    parts: list[Any] = []
    for number, (name, value) in enumerate(values.items()):
        parts += [f'{"," if number else "{"}"{name}":', pc.fill_null(value, "null")]
    return joined(*parts, "}")


def milliseconds(times: pa.Array) -> Numbers:
    """Return the milliseconds since 1970 of times, none of which is NULL."""
    micros: Numbers = times.cast(pa.int64()).to_numpy(zero_copy_only=False)
    return micros // 1000


def plain_text(times: pa.Array, between: str = " ") -> pa.Array:
    """Return times as texts of UTC with three digits of the second."""
    found = pc.cast(pc.cast(times, pa.timestamp("ms")), pa.string())
    return found if between == " " else pc.replace_substring(found, " ", between, max_replacements=1)


def texts(
    row: pa.Table, names: Sequence[str] = NAMES, times: Callable[[pa.Array], pa.Array] = plain_text
) -> dict[str, pa.Array]:
    """Return the values as unquoted texts, times as a format writes them."""
    found = {}
    for name in names:
        values = row[name].combine_chunks()
        found[name] = times(values) if pa.types.is_timestamp(values.type) else pc.cast(values, pa.string())
    return found


def is_quoted(name: str) -> bool:
    """Return whether JSON has the column as text: not what is a number or a boolean there."""
    return KINDS[name] not in ("bigint", "int", "boolean")


KINDS = {column.name: column.data_type for column in COLUMNS}


def whole(length: int) -> Numbers:
    """Return the indexes of that many changes, each a message of its own."""
    return np.arange(length, dtype=np.int64)


def by_operation(operations: Any, names: Sequence[str]) -> pa.Array:
    """Return the format's name of each operation; `names` are in the order of Operation."""
    return pa.array(names).take(pa.array(operations.astype(np.int64)))
