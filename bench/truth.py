"""Compares an end table with the expected rows of the generator."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bench.rows import NAMES


@dataclass(frozen=True)
class Verdict:
    """How many rows the truth has, and how many of the table's are wrong."""

    rows: int
    missing: int
    extra: int
    different: int

    @property
    def is_right(self) -> bool:
        """Return whether the table holds exactly the truth."""
        return self.missing == self.extra == self.different == 0


def compare(spark: Any, relation: str, truth: str) -> Verdict:
    """Compare a relation's 20 columns with a file of the truth, row by row."""
    # A hash skips NULLs, so it also gets whether each value is NULL.
    content = "xxhash64(" + ", ".join(f"{name}, {name} is null" for name in NAMES) + ")"
    query = f"""
        select count(wanted.id), count_if(found.id is null), count_if(wanted.id is null),
            count_if(found.content <> wanted.content)
        from (select id, {content} as content from {relation}) as found
        full join (select id, {content} as content from parquet.`{truth}`) as wanted on found.id = wanted.id
    """
    return Verdict(*spark.sql(query).collect()[0])
