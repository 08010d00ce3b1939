"""dbt seed keeps every cell exactly, which dbt-spark's own loader does not on the session method."""

from __future__ import annotations

import csv
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from project import Project

TYPES = {"id": "int", "note": "string", "big": "bigint", "exact": "decimal(38,10)", "day": "date", "flag": "boolean"}

CELLS = [
    [
        "1",
        "it's \"quoted\" and 'quoted'",
        "9223372036854775807",
        "1234567890123456789012345678.0123456789",
        "0001-01-01",
        "true",
    ],
    ["2", "back\\slash \\n \\' \\", "-9223372036854775808", "-0.0000000001", "9999-12-31", "false"],
    ["3", "line1\nline2\n\nline4\ttab", "9007199254740993", "0.1", "2024-02-29", ""],
    ["4", "", "", "", "", ""],
    ["5", "{{ jinja }} -- /* sql */ ; ${x} é 日本 😀", "0", "1E+3", "1970-01-01", "true"],
    ["6", "  spaces around  ", "-1", "10.50", "1969-12-31", "false"],
]

ROWS = [
    (
        1,
        "it's \"quoted\" and 'quoted'",
        9223372036854775807,
        "1234567890123456789012345678.0123456789",
        "0001-01-01",
        True,
    ),
    (2, "back\\slash \\n \\' \\", -9223372036854775808, "-0.0000000001", "9999-12-31", False),
    (3, "line1\nline2\n\nline4\ttab", 9007199254740993, "0.1", "2024-02-29", None),
    (4, None, None, None, None, None),
    (5, "{{ jinja }} -- /* sql */ ; ${x} é 日本 😀", 0, "1000", "1970-01-01", True),
    (6, "  spaces around  ", -1, "10.50", "1969-12-31", False),
]


def write_csv(path: Path, header: list[str], rows: list[list[str]]) -> None:
    path.parent.mkdir(exist_ok=True)
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([header, *rows])


@pytest.mark.law("L5")
def test_every_cell_arrives_as_it_was_written(spark: Any, tmp_path: Path) -> None:
    made = Project(tmp_path / "p", "seeded")
    write_csv(made.path / "seeds" / "cells.csv", list(TYPES), CELLS)
    write_csv(
        made.path / "seeds" / "quoted.csv", ["id", "note"], [["1", "''"], ["2", "' '"], ["3", "'null'"], ["4", ""]]
    )
    write_csv(made.path / "seeds" / "untyped.csv", ["number", "word"], [[str(n), f"w{n}"] for n in range(1200)])
    settings = "seeds:\n  captured:\n    +file_format: iceberg\n    cells:\n      +column_types: {types}\n    quoted:\n"
    with (made.path / "dbt_project.yml").open("a") as file:
        file.write(settings.format(types="{" + ", ".join(f'{name}: "{kind}"' for name, kind in TYPES.items()) + "}"))
        file.write("      +column_types: {id: int, note: string}\n      +meta: {cdc: {quoted_cells: true}}\n")
    made.dbt("deps")
    for _ in range(2):  # the second time replaces what the first one wrote
        made.dbt("seed")

    got = spark.sql("select id, note, big, exact, cast(day as string), flag from seeded.cells order by id").collect()
    expected = [(*row[:3], None if row[3] is None else Decimal(row[3]), *row[4:]) for row in ROWS]
    assert [tuple(row) for row in got] == expected
    quoted = spark.sql("select note from seeded.quoted order by id").collect()
    assert [row.note for row in quoted] == ["", " ", "null", None]
    count, total = spark.sql("select count(*), sum(number) from seeded.untyped").first()
    assert (count, total) == (1200, 719400)
