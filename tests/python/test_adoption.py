"""A stranger's way: README's chapter "Your own tables", step by step, in an empty folder, ends in the right tables."""

from __future__ import annotations

import gzip
import json
import re
import shlex
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import captures
import pytest
import yaml
from dbt.cli.main import dbtRunner

ROOT = Path(__file__).resolve().parents[2]

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


class Step(NamedTuple):
    """A file to write, or (without path) shell commands to run."""

    path: str | None
    text: str


def steps() -> list[Step]:
    """Return what the numbered steps of the chapter tell to write and to run, in order."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    chapter = re.search(r"^## Your own tables$(.*?)^### Settings of a stream$", readme, re.S | re.M)
    assert chapter is not None
    parts = re.split(r"```(\w+)\n(.*?)```", chapter[1], flags=re.S)  # text, language, block, text, language, block ...
    found = []
    for text, language, block in zip(parts[0::3], parts[1::3], parts[2::3], strict=False):
        if language == "text":  # to look at
            continue
        caption = re.match(r"`([\w./]+)`", text.strip().rpartition("\n\n")[2])
        assert language == "sh" or caption, f"a block of {language} without a file's name before it:\n{block}"
        path = caption[1] if caption and language != "sh" else None
        here = str(ROOT) if path else shlex.quote(str(ROOT))  # a shell needs quotes where the folder has a space
        found.append(Step(path, block.replace("path/to/spark_cdc", here)))
    return found


def run(command: str) -> None:
    """Run one shell command of the README; dbt in this process, for it shares the tests' Spark."""
    words = shlex.split(command, comments=True)
    if not words or words[0] == "pip":  # the tests' environment has the package
        return
    if words[0] == "dbt":
        result = dbtRunner().invoke([*words[1:], "--quiet"])
        failures = [str(node.message) for node in getattr(result.result, "results", []) or [] if node.status == "error"]
        assert result.success, f"{command}: {result.exception or ''}\n" + "\n".join(failures)[:3000]
    else:
        subprocess.run(words, check=True)


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
    todo = steps()
    assert [step.path for step in todo if step.path] == [
        *("packages.yml", "dbt_project.yml", "models/control/cdc_events.sql")
    ]
    for step in todo:
        if step.path:
            (tmp_path / step.path).write_text(step.text, encoding="utf-8")
        else:
            for command in step.text.splitlines():
                run(command)

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
