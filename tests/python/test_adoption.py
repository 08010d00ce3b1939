"""README's chapter "Your own tables", step by step in an empty folder, ends in the source's own tables."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import captures
import docs_reference
import pages
import pytest
import yaml

TABLES = {
    "customers": "customers",
    "composite_pk": "composite_pk",
    "ddl_evolving": "ddl_evolving",
    "full_identity": "full_identity",
    "no_pk": "no_pk",
    "Odd Names": "odd_names",
    "pk_change": "pk_change",
    "truncated": "truncated",
    "wide_doc": "wide_doc",
}


def rows_of(spark: Any, schema: str, model: captures.Model) -> list[dict[str, Any]]:
    names = ", ".join(f"`{column['name']}`" for column in model["columns"])
    return [row.asDict() for row in spark.sql(f"select {names} from {schema}.{model['name']}").collect()]


def test_the_readme_leads_from_an_empty_folder_to_the_sources_own_tables(
    spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SPARK_CDC_SCHEMA", "adoption")
    topics = {f"shop.app.{name.replace(' ', '_')}" for name in TABLES}
    with gzip.open(captures.DATA / "postgres/schemas.jsonl.gz", "rt", encoding="utf-8", newline="") as captured:
        lines = [line for line in captured if (topic := json.loads(line)["topic"]) in topics or ".app." not in topic]
    (tmp_path / "messages.jsonl").write_text("".join(lines), encoding="utf-8", newline="")
    steps = pages.blocks("README.md", chapter="Your own tables")
    files = ["packages.yml", "dbt_project.yml"]
    assert [step.path for step in steps if step.language != "sh"] == files
    for step in steps:  # the tables of the capture have other names than the README's
        pages.follow(step._replace(text=step.text.replace("--select orders", "--select customers")), tmp_path)

    landed = [
        (row.topic, row.partition, row.offset, row.value)
        for row in spark.sql("select topic, `partition`, `offset`, value from shop_landing.shop").collect()
    ]
    messages = [json.loads(line) for line in lines]
    assert Counter(landed) == Counter((m["topic"], m["partition"], m["offset"], m["value"]) for m in messages)

    found = []
    schema = captures.truth_schema("postgres")
    for table, name in TABLES.items():
        properties = yaml.safe_load((tmp_path / f"models/shop/current/{name}.yml").read_text(encoding="utf-8"))
        (model,) = properties["models"]
        assert captures.table_of(model) == f"app.{table}"
        known = {column["name"] for column in schema[f"app.{table}"]["columns"]}
        surplus = [column for column in model["columns"] if captures.source_name(column) not in known]
        assert [column["name"] for column in surplus] == (["b"] if table == "ddl_evolving" else [])  # dropped half-way
        kept = {**model, "columns": [column for column in model["columns"] if column not in surplus]}
        got = rows_of(spark, "adoption", kept)
        found += captures.differences({**kept, "name": f"pg_{name}"}, got, "schemas")
    assert found == []
    accounts = spark.sql("select distinct cdc_outcome from adoption.cdc_accounting").collect()
    assert {row.cdc_outcome for row in accounts} >= {"change", "tombstone", "heartbeat"}
    assert "quarantined" not in {row.cdc_outcome for row in accounts}
    undeclared = spark.sql("select * from adoption.cdc_observed_columns where not cdc_is_declared").collect()
    assert undeclared == []

    layers = {"r": "routed_shop", "c": "changes_customers", "s": "state_customers", "b": "state_no_pk"}
    documented = docs_reference.metadata_columns()
    for mark, model in layers.items():
        columns = [name for name in spark.table(f"adoption.{model}").columns if name.startswith("cdc_")]
        assert sorted(columns) == sorted(documented[mark]), model
