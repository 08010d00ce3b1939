"""Every example of the documentation is run: the tutorial, commands, declarations, contracts and messages."""

from __future__ import annotations

import base64
import json
import re
import shlex
import shutil
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

import docs_reference
import dts_avro
import pages
import pytest
import yaml
from landing import land, land_columns
from messages import contract, event
from project import ROOT, Project
from spark_cdc_udfs.dts_record import dts_record

TUTORIAL = "docs/tutorial.md"
# Pages whose commands run in the tutorial's project, after its last step.
GUIDES = (
    "docs/landing.md", "docs/monitoring.md", "docs/quarantine.md", "docs/retention.md", "docs/scaffolding.md",
    "docs/reference/operations.md",
)  # fmt: skip
# Pages with declarations of streams and tables, which the projects below are made of.
DECLARED = ("docs/declaring.md", "docs/table_by_hand.md", "docs/reference/contract.md", "docs/reference/settings.md")


# -- The tutorial, and the commands of the guides in its project -------------------------------------------------------


class Shop(NamedTuple):
    """The tutorial's folder after its last step: what dbt showed beside what the page shows, and the first contract."""

    folder: Path
    shown: list[tuple[str, str]]
    scaffolded: str


@pytest.fixture(scope="module")
def shop(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    """The tutorial, step by step, in a lake without what other tests have landed under the same name."""
    spark.sql("drop table if exists shop_landing.shop")
    folder = tmp_path_factory.mktemp("tutorial")
    found = Shop(folder, [], "")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("SPARK_CDC_SCHEMA", "tutorial")
        output = ""
        for step in pages.blocks(TUTORIAL, "sh", "yaml", "sql", "text"):
            if step.language == "text":
                found.shown.append((step.text, output))
            else:
                if step.path and (folder / step.path).exists():
                    found = found._replace(scaffolded=(folder / step.path).read_text(encoding="utf-8"))
                output = pages.follow(step, folder)
        yield found
    spark.sql("drop table if exists shop_landing.shop")


def shown(output: str) -> list[list[str]]:
    """Return the cells of the last table that dbt has shown, columns of digits without what pads them."""
    lines = [line for line in output.splitlines() if line.startswith("|")]
    rule = max(number for number, line in enumerate(lines) if re.fullmatch(r"[|\s:-]+", line))
    return pages.rows("\n".join(lines[rule - 1 :]))


def test_the_tutorial_shows_what_dbt_shows(shop: Shop) -> None:
    assert len(shop.shown) == 4
    for page, output in shop.shown:
        assert shown(output) == pages.rows(page)


def test_the_messages_of_readme_and_tutorial_are_one_of_the_tutorials(shop: Shop) -> None:
    landed = (ROOT / "docs/tutorial/messages_1.jsonl").read_text(encoding="utf-8").splitlines()
    values = [json.loads(json.loads(line)["value"]) for line in landed]
    for page in ("README.md", TUTORIAL):
        (example,) = pages.blocks(page, "json")
        assert json.loads(example.text) == values[2]


def test_the_row_of_the_readme_is_the_tutorials_row(spark: Any, shop: Shop) -> None:
    head, *rows = pages.table("README.md", "id")
    after_step_4 = pages.rows(shop.shown[0][0])
    assert after_step_4[0] == head
    assert rows == [row for row in after_step_4 if row[0] == "1"]


def test_the_scaffold_proposes_what_the_page_shows(shop: Shop) -> None:
    (example,) = pages.blocks("docs/scaffolding.md", "yaml")
    assert example.text in shop.scaffolded, shop.scaffolded


def test_the_tutorials_contract_keeps_what_the_scaffold_wrote_but_for_types_and_descriptions(shop: Shop) -> None:
    (written,) = yaml.safe_load(shop.scaffolded)["models"]
    (example,) = [block for block in pages.blocks(TUTORIAL, "yaml") if block.path and "current" in block.path]
    (kept,) = yaml.safe_load(example.text)["models"]
    assert kept["config"] == written["config"]
    assert kept["description"] == written["description"]
    for ours, proposed in zip(kept["columns"], written["columns"], strict=True):
        assert (ours["name"], ours.get("data_tests")) == (proposed["name"], proposed.get("data_tests"))
        assert ours["description"]


def test_the_scaffolded_source_has_a_freshness(spark: Any, shop: Shop) -> None:
    """So that dbt's own check of freshness looks at the landing table; the tutorial's messages are old."""
    output = pages.run("dbt source freshness")
    found = json.loads((shop.folder / "target/sources.json").read_text(encoding="utf-8"))["results"]
    newest = spark.sql("select max(`timestamp`) from shop_landing.shop").first()[0]
    assert [(one["unique_id"], one["status"]) for one in found] == [("source.shop.landing.shop", "warn")], output
    assert found[0]["max_loaded_at"].startswith(newest.isoformat()[:19])


@pytest.mark.parametrize("page", GUIDES)
def test_the_commands_of_a_guide_run(shop: Shop, page: str) -> None:
    first = shop.folder / "messages_1.jsonl"
    shutil.copy(first, shop.folder / "messages.jsonl")
    values = [json.loads(line)["value"] for line in first.read_text(encoding="utf-8").splitlines()]
    (shop.folder / "orders.jsonl").write_text("".join(f"{value}\n" for value in values), encoding="utf-8")
    done = {line for block in pages.blocks(TUTORIAL, "sh") for line in block.text.splitlines() if "scaffold" in line}
    commands = [line for block in pages.blocks(page, "sh") for line in block.text.splitlines()]
    assert commands
    for command in commands:
        # To declare a source twice is an error. cdc_reconcile needs a database: tests/databases runs it.
        if command not in done and "cdc_reconcile" not in command:
            pages.run(command)


def queries() -> list[pages.Block]:
    return [block for page in pages.pages() for block in pages.blocks(page, "sql") if block.text.startswith("select")]


def test_the_queries_of_the_pages_run(shop: Shop) -> None:
    for query in queries():
        pages.run(f"dbt show --inline {shlex.quote(query.text)}")


def test_a_landing_row_of_the_guide_lands(spark: Any, shop: Shop) -> None:
    (example,) = pages.blocks("docs/landing.md", "json")
    (shop.folder / "row.jsonl").write_text(example.text, encoding="utf-8")
    pages.run("dbt run-operation cdc_land --args '{table: documented.rows, path: row.jsonl}'")
    row = spark.table("documented.rows").first().asDict()
    expected = json.loads(example.text)
    assert {
        **row,
        "timestamp": int(row["timestamp"].timestamp() * 1000),
        "headers": json.loads(row["headers"]),
    } == expected


# -- Declarations, contracts and messages ------------------------------------------------------------------------------


def settings_in(node: Any) -> Iterator[dict[str, Any]]:
    """Yield each dict in a block of YAML that has the settings of a stream."""
    if isinstance(node, dict):
        if "format" in node or set(node) == {"landing"}:
            yield node
        for part in node.values():
            yield from settings_in(part)
    if isinstance(node, list):
        for part in node:
            yield from settings_in(part)


def documented_streams(page: str) -> list[dict[str, Any]]:
    return [found for block in pages.blocks(page, "yaml") for found in settings_in(yaml.safe_load(block.text))]


def declared_with(page: str, text: str) -> Any:
    """Return what the one block of YAML of a page declares that has this text."""
    (found,) = [block.text for block in pages.blocks(page, "yaml") if text in block.text]
    return yaml.safe_load(found)


def row(offset: int, value: Any, topic: str = "app.orders") -> dict[str, Any]:
    text = value if isinstance(value, str) else json.dumps(value)
    return {"topic": topic, "partition": 0, "offset": offset, "timestamp": 1_700_000_000_000 + offset, "key": None,
            "value": text, "headers": None}  # fmt: skip


def message(page: str) -> str:
    (example,) = pages.blocks(page, "json")
    return example.text


def base64_of(value: bytes) -> str:
    return base64.b64encode(value).decode()


class Example(NamedTuple):
    """A stream of a page, with the columns of a contract, landing rows, and the rows that they become."""

    page: str
    stream: dict[str, Any]
    table: str
    columns: Mapping[str, Any]
    landed: list[dict[str, Any]]
    rows: list[tuple[Any, ...]]


DTS = dts_avro.record(
    "UPDATE",
    objectName="app.users",
    fields=[{"name": "id", "dataTypeNumber": 3}, {"name": "name", "dataTypeNumber": 253}],
    beforeImages=[dts_avro.integer(1, 4), dts_avro.NONE],
    afterImages=[dts_avro.integer(1, 4), dts_avro.character("Ann", "latin1")],
)


def examples() -> dict[str, Example]:
    """Return what is landed in each documented stream, and what must come of it."""
    placed = datetime(2026, 1, 31, 9, 30)
    found = {
        "debezium": Example(
            "docs/formats/debezium.md", {}, "app.orders",
            {"id": "bigint", "total": "decimal(10,2)",
             "placed_at": ("timestamp_ntz", {"type": "io.debezium.time.MicroTimestamp"})},
            [row(0, message("README.md"))], [(1, Decimal("99.99"), placed)],
        ),
        "canal": Example(
            "docs/formats/canal.md", {}, "shop.orders", {"id": "bigint", "size": "string"},
            [row(0, message("docs/formats/canal.md"))], [(1, "large"), (2, None)],
        ),
        "datahub_blob": Example(
            "docs/formats/datahub_blob.md", {}, "shop.orders", {"id": "bigint"},
            [row(0, message("docs/formats/datahub_blob.md"))], [(1,)],
        ),
        "dts_avro": Example(
            "docs/formats/dts_avro.md", {}, "app.users", {"id": "int", "name": "string"},
            [], [(1, "Ann")],  # a record is bytes: landed apart
        ),
        "huawei_cdl": Example(
            "docs/formats/huawei_cdl.md", {}, "app.orders", {"id": "bigint"},
            [row(0, {"schema": None, "payload": {
                "message_version": "2.0", "op": "c", "before": None, "after": {"id": 1}, "unique": {"id": 1},
                "ts_ms": 6, "source": {"schema": "app", "table": "orders", "lsn": 5, "txId": 1, "ts_ms": 5}}})], [(1,)],
        ),
        "lindorm": Example(
            "docs/formats/lindorm.md", {}, "default.customers",
            {"id": "string", "first_name": "string", "last_name": "string"},
            [row(0, message("docs/formats/lindorm.md"))], [("1004", "Anne", None)],
        ),
        "shareplex": Example(
            "docs/formats/shareplex.md", {}, "APP.ORDERS", {"ID": "bigint", "PLACED": "date"},
            [row(0, {"meta": {"op": "ins", "table": "APP.ORDERS", "scn": 7, "seq": 1, "trans": "1"},
                     "data": {"ID": "1", "PLACED": "16-Jun-17"}})], [(1, date(2017, 6, 16))],
        ),
        "qlik": Example(
            "docs/formats/qlik.md", {}, "app.orders", {"id": "bigint"},
            [row(0, base64_of(json.dumps({"data": {"id": 1}, "beforeData": None, "headers": {
                "operation": "INSERT", "changeSequence": "1", "timestamp": "2026-01-31T09:30:00.000"}}).encode()))],
            [(1,)],
        ),
        "topic": Example(
            "docs/declaring.md", {}, "app.orders", {"id": "bigint"},
            [row(0, event("c", None, {"id": 1}, {"connector": "postgresql", "lsn": 1}), "srv.app.orders")], [(1,)],
        ),
    }  # fmt: skip
    return {
        name: example._replace(
            stream={key: value for part in streams_of(example.page, name) for key, value in part.items()}
        )
        for name, example in found.items()
    }


def streams_of(page: str, name: str) -> list[dict[str, Any]]:
    """Return the one declaration of a page with, for Qlik, the landing expression beside it."""
    return [part for part in documented_streams(page) if name != "topic" or "table_from_topic" in part]


@pytest.fixture(scope="module")
def built(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A project of the streams that the pages declare, with their messages landed, after a run."""
    schema = "examples"
    project = Project(tmp_path_factory.mktemp("examples") / "p", schema)
    for name, example in examples().items():
        project.stream(name, example.stream)
        if name != "qlik":
            key = [next(iter(example.columns))]
            project.tables(name, [contract(f"{name}_rows", key, example.columns, [example.table])])
        if name != "dts_avro":
            land(spark, f"{schema}_landing.{name}", example.landed)
    columns = "topic string, `partition` int, `offset` bigint, `timestamp` timestamp, "
    columns += "key string, value binary, headers string"
    record = ("app.users", 0, 0, datetime(2026, 1, 31), None, dts_avro.datum(DTS), None)
    land_columns(spark, f"{schema}_landing.dts_avro", columns, [record])

    # The routed models of a Qlik stream and of its metadata, under the names of the page.
    bodies = next(block for block in pages.blocks("docs/formats/qlik.md", "sql") if block.text.startswith("-- "))
    for file, body in re.findall(r"-- (\w+)\.sql\n(.*)\n", bodies.text):
        (project.path / f"models/{file}.sql").write_text(body.replace("'hr'", "'qlik'"), encoding="utf-8")
    (project.path / "models/routed_qlik.sql").unlink()
    (project.path / "models/routed_hr.sql").rename(project.path / "models/routed_qlik.sql")
    project.stream("hr_metadata", {"format": "qlik"}, routed=False)
    land(spark, f"{schema}_landing.hr_metadata", [])
    project.tables("qlik", [contract("qlik_rows", ["id"], {"id": "bigint"}, ["app.orders"])])

    # Columns that a page declares by the way, for any table.
    for page in sorted({example.page for example in examples().values()} - {"docs/declaring.md"}):
        lists = [block for b in pages.blocks(page, "yaml") if isinstance(block := yaml.safe_load(b.text), list)]
        columns_of_page = [column for block in lists for column in block if "data_type" in column]
        if columns_of_page:
            name = Path(page).stem
            cdc = {"contract": {"enforced": True}, "meta": {"cdc": {"tables": ["no.table"]}}}
            properties = {"version": 2, "models": [{"name": f"{name}_more", "config": cdc, "columns": columns_of_page}]}
            (project.path / f"models/{name}_more.yml").write_text(yaml.safe_dump(properties), encoding="utf-8")
            project.model(f"changes_{name}_more", f"cdc_changes(ref('routed_{name}'))")
            project.model(f"state_{name}_more", f"cdc_state(ref('changes_{name}_more'))")
            project.model(f"{name}_more", f"cdc_current(ref('state_{name}_more'))")

    # A TUPLE has columns and no message; its changes model reads landing.
    (tuples,) = documented_streams("docs/formats/datahub_tuple.md")
    project.stream("datahub_tuple", tuples, routed=False)
    project.tables("datahub_tuple", [contract("datahub_tuple_rows", ["id"], {"id": "bigint"}, ["shop.orders"])])
    columns = "topic string, `partition` int, `offset` bigint, `timestamp` timestamp, id bigint, "
    columns += "_sequence_id_ string, _operation_type_ string, _before_image_ string, _after_image_ string"
    tuple_row = ("orders", 0, 0, datetime(2026, 1, 31), 1, "5", "I", "N", "Y")
    land_columns(spark, f"{schema}_landing.datahub_tuple", columns, [tuple_row])

    # Columns of an HBase table.
    columns_of_users = declared_with("docs/formats/lindorm.md", "data_type:")
    project.stream("hbase", {"format": "lindorm"})
    users = contract("hbase_rows", ["id"], {"id": ("string", {"source": "ROW"})}, ["default.users"])
    project.tables("hbase", [{**users, "columns": users["columns"] + columns_of_users}])
    after = {"ROW": base64_of(b"k1"), "f_visits": base64_of((5).to_bytes(8, "big")), "f_age": base64_of(b"42")}
    source = {"db": "ld", "namespace": "default", "table": "users", "ts_ms": 5}
    land(
        spark,
        f"{schema}_landing.hbase",
        [row(0, {"payload": {"op": "c", "ts_ms": 6, "after": after, "source": source}})],
    )

    # Shards.
    (shards,) = declared_with("docs/declaring.md", "data_type:")["models"]
    project.stream("sharded", {"format": "debezium"})
    project.tables("sharded", [{**shards, "name": "sharded_rows"}])
    sources = [{"connector": "postgresql", "schema": f"shop_{n}", "table": "orders", "lsn": n} for n in (1, 2)]
    land(spark, f"{schema}_landing.sharded", [row(n, event("c", None, {"id": 1}, s)) for n, s in enumerate(sources)])

    # All settings of a stream, with a landing table whose columns have other names.
    (every,) = documented_streams("docs/reference/settings.md")
    project.stream("settings", every)
    project.tables("settings", [contract("settings_rows", ["id"], {"id": "bigint"}, ["app.orders"])])
    columns = "topic string, kafka_partition int, kafka_offset bigint, `timestamp` timestamp, "
    columns += "key string, value string, headers string"
    value = json.dumps(
        event("c", None, {"id": 1}, {"connector": "postgresql", "schema": "app", "table": "orders", "lsn": 1})
    )
    land_columns(spark, f"{schema}_landing.settings", columns, [("t", 0, 0, datetime(2026, 1, 31), None, value, None)])

    # The checks of a format's events.
    (checks,) = pages.blocks("docs/adding_a_format.md", "jinja")
    (project.path / "macros").mkdir()
    (project.path / "macros/checked.sql").write_text(
        f"{{% macro checked(stream) %}}{checks.text}{{{{ spark_cdc._quarantine(checks) }}}}{{% endmacro %}}",
        encoding="utf-8",
    )
    landed = "select true as cdc_read, '{}' as cdc_value, {} as cdc_op, 'change' as cdc_class, {} as cdc_table, {}"
    rows = [("null", "'t'", "'no op'"), ("'c'", "null", "'no table'"), ("'c'", "'t'", "'right'")]
    union = " union all ".join(landed.format("{}", op, table, f"{name} as name") for op, table, name in rows)
    stream = "{'max_bytes': 1000, 'format': 'debezium'}"
    (project.path / "models/checked.sql").write_text(
        "{{ config(materialized='view') }} select name, {{ checked("
        + stream
        + ") }} as quarantine from ("
        + union
        + ") as e",
        encoding="utf-8",
    )
    project.dbt("deps")
    project.dbt("run")
    return schema


@pytest.mark.parametrize("name", examples())
def test_a_documented_message_becomes_the_documented_row(spark: Any, built: str, name: str) -> None:
    example = examples()[name]
    names = ", ".join(f"`{column}`" for column in example.columns)
    assert [
        tuple(found) for found in spark.sql(f"select {names} from {built}.{name}_rows order by 1").collect()
    ] == example.rows


@pytest.mark.parametrize(
    ("table", "rows"),
    [
        ("datahub_tuple_rows", [(1,)]),
        ("hbase_rows", [("k1", 5, 42)]),
        ("sharded_rows", [("shop_1", 1), ("shop_2", 1)]),
        ("settings_rows", [(1,)]),
    ],
)
def test_a_documented_declaration_reads_rows(spark: Any, built: str, table: str, rows: list[tuple[Any, ...]]) -> None:
    assert sorted(tuple(found) for found in spark.table(f"{built}.{table}").collect()) == rows


def test_a_changes_log_over_landing_has_the_documented_columns(spark: Any, built: str) -> None:
    columns = [name for name in spark.table(f"{built}.changes_datahub_tuple_rows").columns if name.startswith("cdc_")]
    assert sorted(columns) == sorted(docs_reference.metadata_columns(ROOT, "x", "(x)")["c"])


def test_the_checks_of_the_interface_give_the_first_reason(spark: Any, built: str) -> None:
    found = {row.name: row.quarantine and row.quarantine.reason for row in spark.table(f"{built}.checked").collect()}
    assert found == {"no op": "unknown_envelope", "no table": "missing_table", "right": None}


def test_the_record_of_the_docs_is_what_the_function_gives() -> None:
    decoded = dts_record(dts_avro.datum(DTS))
    documented = json.loads(message("docs/formats/dts_avro.md"))
    found = json.loads(str(decoded.value))
    assert {name: found.get(name) for name in documented} == documented


def test_a_table_by_hand_and_a_contract_over_several_landing_tables(
    spark: Any, tmp_path_factory: pytest.TempPathFactory
) -> None:
    project = Project(tmp_path_factory.mktemp("by_hand") / "p", "by_hand", control=True)
    for block in pages.blocks("docs/table_by_hand.md"):
        assert block.path, block
        path = project.path / block.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.text, encoding="utf-8")
    for page, name in (("docs/declaring.md", "shop.yml"), ("docs/reference/contract.md", "orders.yml")):
        whole = [block for block in pages.blocks(page, "yaml") if re.match("sources:|version:", block.text)]
        (project.path / f"models/shop/{name}").write_text(whole[-1].text, encoding="utf-8")
    (events,) = pages.blocks("docs/reference/control_models.md", "sql")
    (project.path / "models/control/cdc_events.sql").write_text(events.text, encoding="utf-8")
    source = {"connector": "postgresql", "schema": "app", "table": "orders"}
    spark.sql("drop table if exists shop_landing.shop_2024_01")
    for number, table in enumerate(("shop_landing.shop_2024_01", "shop_landing.shop_2024_02", "archive.shop")):
        after = {"id": number, "amount": "BNI=", "placed_at": 1_769_851_800_000_000, "Ship To": "here"}
        land(spark, table, [row(number, event("c", None, after, {**source, "lsn": number}))])
    project.dbt("deps")
    project.dbt("build")
    found = sorted(tuple(found) for found in spark.table("by_hand.orders").collect())
    assert found == [(n, Decimal("12.34"), datetime(2026, 1, 31, 9, 30), "here") for n in (0, 1, 2)]


def test_the_examples_of_functions(spark: Any) -> None:
    head, *rows = pages.table("docs/reference/functions.md", "example")
    assert head == ["example", "result"]
    for example, result in rows:
        call, expected = example.strip("`"), result.strip("`")
        assert spark.sql(f"select {call} = {expected}").first()[0] is True, example


# What no test runs as it stands, since it needs a server, a real database or an environment of its own, and the test
# that compares it with the code or runs its parts.
COMPARED = {
    ("CONTRIBUTING.md", "sh"): "tests/python/test_documentation.py",
    ("docs/benchmark.md", "text"): "tests/python/test_bench.py",
    ("docs/install.md", "sh"): "tests/python/test_documentation.py",  # the README's, which test_adoption runs
    ("docs/install.md", "yaml"): "tests/python/test_install.py",
    ("docs/reconciliation.md", "sh"): "tests/databases/test_reconcile.py",
    ("docs/reconciliation.md", "text"): "tests/databases/test_reconcile.py",
    ("docs/targets/cluster.md", "sh"): "tests/python/test_targets.py",
    ("docs/targets/connect.md", "sh"): "tests/engines/engines.py",
    ("docs/targets/delta.md", "sh"): "tests/python/test_targets.py",
    ("docs/targets/index.md", "text"): "tests/python/test_targets.py",
    ("docs/targets/thrift.md", "sh"): "tests/engines/engines.py",
    ("docs/targets/versions.md", "sh"): "tests/python/test_targets.py",
    ("docs/upgrading.md", "sh"): "tests/python/test_upgrade.py",
}


def test_every_example_is_run_or_compared() -> None:
    """Each block is of a page and language that a test above or test_adoption takes whole, or of those in COMPARED."""
    run = {("README.md", language) for language in ("sh", "yaml", "sql", "json")}  # with test_adoption
    run |= {(TUTORIAL, language) for language in ("sh", "yaml", "sql", "text", "json")}
    run |= {(page, "sh") for page in GUIDES} | {(page, "yaml") for page in DECLARED}
    run |= {(f"docs/formats/{path.stem}.md", "yaml") for path in (ROOT / "macros/formats").iterdir() if path.is_dir()}
    run |= {(example.page, "json") for example in examples().values()}
    run |= {("docs/landing.md", "json"), ("docs/scaffolding.md", "yaml"), ("docs/table_by_hand.md", "sql")}
    run |= {
        ("docs/adding_a_format.md", "jinja"),
        ("docs/formats/qlik.md", "sql"),
        ("docs/reference/control_models.md", "sql"),
    }
    run |= {(query.page, "sql") for query in queries()}
    left = {(b.page, b.language) for page in pages.pages() for b in pages.blocks(page) if b.language != "mermaid"} - run
    engines = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests/engines").glob("*.py"))
    assert {(page, language) for page, language in left if page not in engines} <= COMPARED.keys()
    assert COMPARED.keys() <= left
    for (page, _), file in COMPARED.items():
        assert page in (ROOT / file).read_text(encoding="utf-8"), page
