"""Real messages of real databases end in the tables that those databases themselves reported."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import captures
import pytest
from landing import land
from project import Project

OPTIONS = {
    "schemas": {},
    "schemaless": {},
    "altmodes": {
        "decimal_handling_mode": "string",
        "binary_handling_mode": "hex",
        "time_precision_mode": "connect",
    },
    "flat": {"envelope": "flattened"},
}


def cut(rows: Sequence[Any], *shares: float) -> Iterator[list[Any]]:
    """Cut rows into batches; each share is where a batch ends, as a part of the whole."""
    ends = [int(len(rows) * share) for share in shares] + [len(rows)]
    start = 0
    for end in ends:
        yield list(rows[start:end])
        start = end


# numeric(3,-2) comes as a number of 2046 decimal places, which no SQL decimal holds: bad_value, never a wrong number.
QUARANTINED = {"pg_neg_scale"}


def assert_truth(spark: Any, schema: str, database: str, variant: str) -> None:
    found = []
    for model in captures.models(database).values():
        if model["name"] in QUARANTINED and variant != "altmodes":
            reasons = spark.sql(f"select distinct cdc_reason from {schema}.changes_{model['name']} where n is null")
            assert [row.cdc_reason for row in reasons.collect()] == ["bad_value"]
            continue
        columns = ", ".join(
            # a timestamp of year 0 has no Python value; the cell is listed as out of reach
            f"if(year({c['name']}) between 1 and 9999, {c['name']}, null) as {c['name']}"
            if c["data_type"] in ("timestamp", "timestamp_ntz", "date")
            else f"`{c['name']}`"
            for c in model["columns"]
        )
        rows = [row.asDict() for row in spark.sql(f"select {columns} from {schema}.{model['name']}").collect()]
        found += captures.differences(model, rows, variant)
    assert found == []


def project(path: Path, schema: str, database: str, variant: str) -> Project:
    made = Project(path, schema)
    made.stream("shop", {"format": "debezium", "options": OPTIONS[variant]})
    made.tables("shop", list(captures.models(database).values()))
    made.dbt("deps")
    return made


@pytest.mark.parametrize("database", captures.DATABASES)
def test_batches_in_order_then_a_full_refresh(spark: Any, tmp_path: Path, database: str) -> None:
    schema = f"ordered_{database}"
    made = project(tmp_path / "p", schema, database, "schemas")
    for batch in cut(captures.load(database, "schemas"), 0.5, 0.57, 0.9):
        land(spark, f"{schema}_landing.shop", batch)
        made.dbt("build")
    assert_truth(spark, schema, database, "schemas")
    made.dbt("build", "--full-refresh")
    assert_truth(spark, schema, database, "schemas")


@pytest.mark.parametrize("database", captures.DATABASES)
def test_batches_shuffled_duplicated_and_overlapped(spark: Any, tmp_path: Path, database: str) -> None:
    schema = f"shuffled_{database}"
    made = project(tmp_path / "p", schema, database, "schemas")
    rows = captures.load(database, "schemas")
    chance = random.Random(7)
    rows = rows + chance.sample(rows, len(rows) // 5)
    chance.shuffle(rows)
    batches = list(cut(rows, 0.2, 0.3, 0.8))
    for number, batch in enumerate(batches):
        overlap = batches[number - 1][-40:] if number else []
        land(spark, f"{schema}_landing.shop", batch + overlap)
        made.dbt("build")
    assert_truth(spark, schema, database, "schemas")


@pytest.mark.parametrize("database", captures.DATABASES)
@pytest.mark.parametrize("variant", ["schemaless", "altmodes", "flat"])
def test_every_variant_of_the_connector_is_read(spark: Any, tmp_path: Path, database: str, variant: str) -> None:
    schema = f"{variant}_{database}"
    made = project(tmp_path / "p", schema, database, variant)
    land(spark, f"{schema}_landing.shop", captures.load(database, variant))
    made.dbt("build")
    assert_truth(spark, schema, database, variant)
