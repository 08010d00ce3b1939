"""Types that messages declare for their columns: the same as in contracts written by hand, and nothing is hidden."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import captures
import pytest
from landing import land
from project import Project


class Proposal(NamedTuple):
    data_type: str | None
    cdc_type: str | None


class Difference(NamedTuple):
    observed: Proposal | None
    by_hand: Proposal | None
    reason: str


_DECIMAL = "org.apache.kafka.connect.data.Decimal"
_ZONED = "io.debezium.time.ZonedTimestamp"
_UNSIGNED = "the message declares int64; that it is unsigned shows only in the database"
_GONE = "dropped half-way: older messages have it"
_GARBLED = "the connector garbles a non-ASCII column name when streaming; the table had no snapshot rows"

DIFFERENCES: dict[tuple[str, str], Difference] = {
    ("app.all_types", "c_money"): Difference(
        Proposal("decimal(38,2)", _DECIMAL), Proposal("decimal(19,2)", _DECIMAL), "money comes without a precision"
    ),
    ("app.all_types", "c_tstz"): Difference(
        Proposal("timestamp", _ZONED), Proposal("string", _ZONED), "declared as text to keep infinities"
    ),
    ("app.neg_scale", "n"): Difference(
        Proposal("string", _DECIMAL), Proposal("decimal(5,0)", _DECIMAL), "the scale is sent as 2046, not as -2"
    ),
    ("app.ddl_evolving", "b"): Difference(Proposal("string", None), None, _GONE),
    ("app.odd_unicode", "naïve"): Difference(None, Proposal("string", None), _GARBLED),
    ("app.odd_unicode", "na\uffc3\uffafve"): Difference(Proposal("string", None), None, _GARBLED),
    ("shop.all_types", "c_ubig"): Difference(Proposal("bigint", None), Proposal("decimal(20,0)", "int64"), _UNSIGNED),
    ("shop.customers", "id"): Difference(Proposal("bigint", None), Proposal("decimal(20,0)", "int64"), _UNSIGNED),
    ("shop.ddl_evolving", "b"): Difference(Proposal("string", None), None, _GONE),
}

MODELS = ("routed_shop", "cdc_column_evidence", "cdc_observed_columns")
EVIDENCE = "* except (cdc_batch, cdc_first_landed_at, cdc_last_landed_at)"


def project(path: Path, schema: str, database: str) -> Project:
    made = Project(path, schema, control=True)
    made.stream("shop", {"format": "debezium"})
    made.tables("shop", list(captures.models(database).values()))
    states = ", ".join(f"ref('state_{name}')" for name in captures.models(database))
    made.model("cdc_events", f"cdc_events([{states}])")
    made.dbt("deps")
    return made


@pytest.mark.parametrize("database", captures.DATABASES)
def test_evidence_proposes_the_contracts_that_were_written_by_hand(spark: Any, tmp_path: Path, database: str) -> None:
    schema = f"observed_{database}"
    made = project(tmp_path / "p", schema, database)
    land(spark, f"{schema}_landing.shop", captures.load(database, "schemas"))
    made.dbt("run", "--select", *MODELS)
    rows = spark.sql(
        "select concat_ws('.', cdc_schema, cdc_table) as name, column_name, data_type, cdc_type, key_number,"
        f" cdc_is_declared, cdc_declared_by from {schema}.cdc_observed_columns"
    ).collect()
    observed = {(row["name"], row.column_name): Proposal(row.data_type, row.cdc_type) for row in rows}
    models = {captures.table_of(model): model for model in captures.models(database).values()}
    by_hand = {
        (table, captures.source_name(column)): Proposal(column["data_type"], captures.meta_of(column).get("type"))
        for table, model in models.items()
        for column in model["columns"]
    }
    different = {
        column: (observed.get(column), by_hand.get(column))
        for column in observed.keys() | by_hand.keys()
        if observed.get(column) != by_hand.get(column)
    }
    tables = set(models)
    assert different == {
        column: (known.observed, known.by_hand) for column, known in DIFFERENCES.items() if column[0] in tables
    }
    keys: dict[str, list[str]] = {table: [] for table in models}
    for row in sorted(rows, key=lambda row: row.key_number or 0):
        if row.key_number is not None:
            keys[row["name"]].append(row.column_name)
    assert keys == {table: captures.key_of(model) for table, model in models.items()}
    undeclared = {(row["name"], row.column_name) for row in rows if not row.cdc_is_declared}
    assert undeclared == set(observed) - set(by_hand)
    assert all(row.cdc_declared_by == [models[row["name"]]["name"]] for row in rows if row.cdc_is_declared)


@pytest.mark.law("L12")
def test_half_a_surrogate_pair_in_a_name_stops_no_evidence(spark: Any, tmp_path: Path) -> None:
    schema = "observed_halves"
    made = project(tmp_path / "p", schema, "postgres")
    whole = next(row for row in captures.load("postgres", "schemaless") if row["topic"] == "shop.app.customers")
    texts = ['"a": 1, "\\ud800"', '"a": {"b": 1, "\\ud800": 2}, "z"', '"a": [{"b": 1, "\\udc00": 2}], "z"']
    texts.append('"\\ud83d\\ude00"')  # a whole one
    rows = [whole]
    for number, text in enumerate(texts, 1):
        value = str(whole["value"]).replace('"id":', f'{text}: 0, "id":')
        rows.append({**whole, "offset": whole["offset"] + 1000 * number, "value": value})
    land(spark, f"{schema}_landing.shop", rows)
    made.dbt("run", "--select", *MODELS)
    names = spark.sql(f"select column_name from {schema}.cdc_observed_columns where cdc_table = 'customers'").collect()
    assert {"id", "email", "\U0001f600"} <= {row.column_name for row in names}


@pytest.mark.law("L6")
def test_evidence_adds_up_over_batches_and_rests_without_new_rows(spark: Any, tmp_path: Path) -> None:
    schema = "observed_batches"
    made = project(tmp_path / "p", schema, "postgres")
    rows = [
        row
        for row in captures.load("postgres", "schemaless")
        if row["topic"] in ("shop.app.ddl_evolving", "shop.app.customers")
    ]
    half = len(rows) // 2

    def evidence() -> list[Any]:
        return sorted(map(str, spark.sql(f"select {EVIDENCE} from {schema}.cdc_column_evidence").collect()))

    def snapshots() -> int:
        return int(spark.sql(f"select count(*) as n from {schema}.cdc_column_evidence.snapshots").first().n)

    for batch in (rows[:half], rows[half:]):
        land(spark, f"{schema}_landing.shop", batch)
        made.dbt("run", "--select", *MODELS)
    in_batches = evidence()
    before = snapshots()
    made.dbt("run", "--select", *MODELS)
    assert snapshots() == before
    made.dbt("run", "--full-refresh", "--select", *MODELS)
    assert evidence() == in_batches
    changes = f"select count(*) as n from {schema}.routed_shop where cdc_table = 'customers' and cdc_class = 'change'"
    counted = (
        f"select sum(cdc_events) as n from {schema}.cdc_column_evidence"
        " where cdc_table = 'customers' and column_name = 'id'"
    )
    assert spark.sql(counted).first().n == spark.sql(changes).first().n
    kinds = spark.sql(
        f"select column_name, evidence, data_type from {schema}.cdc_observed_columns where cdc_table = 'ddl_evolving'"
    )
    assert {row.column_name: (row.evidence, row.data_type) for row in kinds.collect()} == {
        "id": ("JSON integer", "bigint"),
        "a": ("JSON integer, JSON null", "bigint"),
        "b": ("JSON text", "string"),
        "amount": ("JSON null, JSON text", "string"),
        "c": ("JSON null, JSON text", "string"),
        "tags": ("JSON null", "string"),
    }


@pytest.mark.law("L6")
def test_evidence_of_a_release_that_noted_no_batches_adds_up(spark: Any, tmp_path: Path) -> None:
    """One stream has a change since, the other one only a heartbeat."""
    schema = "observed_without_notes"
    (customers,) = (m for m in captures.models("postgres").values() if captures.table_of(m) == "app.customers")
    made = Project(tmp_path / "p", schema, control=True)
    streams = ("shop", "other")
    for stream in streams:
        made.stream(stream, {"format": "debezium"})
        made.tables(stream, [{**customers, "name": f"{stream}_customers"}])
    made.model("cdc_events", "cdc_events([ref('state_shop_customers'), ref('state_other_customers')])")
    made.dbt("deps")
    first, second = [row for row in captures.load("postgres", "schemaless") if row["topic"] == "shop.app.customers"][:2]
    heartbeat = {**second, "key": None, "value": '{"ts_ms": 1700000000000}'}

    def run_with(shop: Any, other: Any) -> dict[str, int]:
        for stream, row in zip(streams, (shop, other), strict=True):
            land(spark, f"{schema}_landing.{stream}", [row])
        made.dbt("run", "--select", "routed_shop", "routed_other", "cdc_column_evidence")
        counted = f"select cdc_stream, sum(cdc_events) as n from {schema}.cdc_column_evidence where column_name = 'id'"
        return {row.cdc_stream: row.n for row in spark.sql(f"{counted} group by cdc_stream").collect()}

    assert run_with(first, first) == {"shop": 1, "other": 1}
    spark.sql(f"alter table {schema}.cdc_column_evidence unset tblproperties ('cdc.counted')")
    assert run_with(second, heartbeat) == {"shop": 2, "other": 1}
    assert run_with(heartbeat | {"offset": second["offset"] + 1000}, {**second, "offset": second["offset"] + 1000}) == {
        "shop": 2, "other": 2,
    }  # fmt: skip


@pytest.mark.law("L10")
def test_in_a_large_batch_large_tables_are_sampled(spark: Any, tmp_path: Path) -> None:
    schema = "observed_large"
    made = project(tmp_path / "p", schema, "postgres")
    loaded = captures.load("postgres", "schemaless")
    names = ("customers", "ddl_evolving")
    land(
        spark, f"{schema}_landing.shop", [next(r for r in loaded if r["topic"] == f"shop.app.{name}") for name in names]
    )
    spark.sql(
        f"insert into {schema}_landing.shop select topic, partition, offset + 10000 * id, timestamp, key, value,"
        f" headers from {schema}_landing.shop cross join range(1, 30000) where topic = 'shop.app.customers'"
    )
    made.dbt("run", "--select", *MODELS)
    counted = spark.sql(
        f"select cdc_table, sum(cdc_events) as n from {schema}.cdc_column_evidence"
        " where column_name = 'id' group by cdc_table"
    )
    looked_at = {row.cdc_table: row.n for row in counted.collect()}
    assert looked_at["ddl_evolving"] == 1
    assert 1_900 < looked_at["customers"] < 2_400  # one of 14 of the 29,999; the standard deviation is 45
