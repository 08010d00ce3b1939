"""The scaffold operation: what it writes, what it refuses, and what a message cannot make it do."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from dbt.cli.main import dbtRunner
from landing import land
from project import ROOT, Project

SCHEMA = "scaffolded"
HOSTILE = "{{ env_var('HOME') }}"


def message(
    offset: int, schema: str, table: str, key: Mapping[str, Any] | None, row: Mapping[str, Any]
) -> dict[str, Any]:
    value = {
        "op": "c",
        "before": None,
        "after": row,
        "source": {"connector": "postgresql", "db": "shop", "schema": schema, "table": table, "lsn": 100 + offset},
        "ts_ms": 1_700_000_000_000,
    }
    return {
        "topic": "shop",
        "partition": 0,
        "offset": offset,
        "timestamp": 1_700_000_000_000 + offset,
        "key": None if key is None else json.dumps(key),
        "value": json.dumps(value),
        "headers": "{}",
    }


ODD = {
    "id": 1,
    "A": 1,
    "on": True,
    "cdc_class": "x",
    "1st": 1.5,
    'quo"te': "x",
    "big int": 12345678901234567890,
    "it's": 1,
    "what?": 1,
    "tick`": 1,
    HOSTILE: 1,
    "nothing": None,
    "list": [1],
}
MESSAGES = [
    message(1, "app", "orders", {"id": 1}, {"id": 1}),
    message(2, "sales", "orders", {"id": 1, "no": 2}, {"id": 1, "no": 2}),
    message(3, "app", "taken", {"id": 1}, {"id": 1}),
    message(4, "app", "Odd (table)", {"id": 1}, ODD),
    message(5, "app", f"evil {HOSTILE}", {"id": 1}, {"id": 1}),
    message(6, "app", "dotted.name", {"id": 1}, {"id": 1}),
    message(7, "app", "log", None, {"text": "x"}),
    message(9, "app", "Odd (table)", {"id": 2}, {**ODD, "id": 2, "big int": 7}),
    message(8, "app", "bad_key", {"b`": 1}, {"b`": 1}),
]
# Shards with and without key; tables with other columns, or with a name that a pattern would match; a percent sign.
SHARDS: list[tuple[str, str, dict[str, Any] | None, dict[str, Any]]] = [
    *((f"shop_{number}", "orders", {"id": 1}, {"id": 1, "name": "x"}) for number in (1, 2, 10)),
    *(("app", f"visits_{number}", None, {"page": "x"}) for number in ("0001", "0002")),
    ("app", "log_1", {"id": 1}, {"id": 1}),
    ("app", "log_2", {"id": 1}, {"id": 1, "more": 1}),
    *(("app", f"bill_{name}", {"id": 1}, {"id": 1}) for name in ("1", "2", "old")),
    ("app", "half%", {"id": 1}, {"id": 1}),
]
SHARDED = [message(offset, *shard) for offset, shard in enumerate(SHARDS)]
NAMELESS = {**message(1, "", "", None, {}), "topic": "srv.app.orders"}
NAMELESS["value"] = NAMELESS["value"].replace('"table": ""', '"table": null')
HEARTBEAT = {**message(1, "", "", None, {}), "value": '{"ts_ms": 1700000000000}'}

SOURCES = {
    "shop": {"meta": {"cdc": {"format": "debezium"}}},
    "plain": {},
    "quiet": {"meta": {"cdc": {"format": "debezium"}}},
    "sharded": {"meta": {"cdc": {"format": "debezium"}}},
    "nameless": {"meta": {"cdc": {"format": "debezium"}}},
    "nowhere": {"meta": {"cdc": {"format": "debezium"}}},
}


DECLARED = {"schema": f"{SCHEMA}_landing", "format": "debezium"}


class Outcome(NamedTuple):
    success: bool
    said: str


class Scaffold:
    """A project with declared sources and no models of its own but one whose name is taken."""

    def __init__(self, path: Path) -> None:
        self.project = Project(path, SCHEMA, control=True)
        self.models = path / "models"
        tables = [{"name": name, "config": config} for name, config in SOURCES.items()]
        source = {"name": "landing", "schema": f"{SCHEMA}_landing", "tables": tables}
        (self.models / "landing.yml").write_text(yaml.safe_dump({"version": 2, "sources": [source]}))
        (self.models / "taken.sql").write_text("select 1 as one")
        (self.models / "control").mkdir()
        (self.models / "control/cdc_events.sql").write_text(
            "{# Kept by cdc_scaffold #}\n{{ spark_cdc.cdc_events([]) }}"
        )
        self.project.dbt("deps")

    def __call__(self, **arguments: Any) -> Outcome:
        said: list[str] = []
        os.environ["SPARK_CDC_SCHEMA"] = SCHEMA
        result = dbtRunner(callbacks=[lambda event: said.append(event.info.msg)]).invoke(
            [
                *("run-operation", "cdc_scaffold", "--args", json.dumps(arguments), "--quiet"),
                *("--project-dir", str(self.project.path), "--profiles-dir", str(ROOT / "profiles")),
                *("--target-path", str(self.project.path / "target"), "--log-path", str(self.project.path / "logs")),
            ]
        )
        return Outcome(result.success, "\n".join(said))

    def files(self) -> set[str]:
        return {str(path.relative_to(self.models)) for path in self.models.rglob("*") if path.is_file()}

    def contract(self, name: str) -> dict[str, Any]:
        properties = yaml.safe_load((self.models / f"shop/current/{name}.yml").read_text(encoding="utf-8"))
        model: dict[str, Any] = properties["models"][0]
        return model


@pytest.fixture(scope="module")
def scaffold(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> Scaffold:
    land(spark, f"{SCHEMA}_landing.shop", MESSAGES)
    land(spark, f"{SCHEMA}_landing.quiet", [HEARTBEAT])
    land(spark, f"{SCHEMA}_landing.sharded", [*SHARDED, {**NAMELESS, "offset": 99}])
    land(spark, f"{SCHEMA}_landing.nameless", [NAMELESS])
    return Scaffold(tmp_path_factory.mktemp("scaffold") / "p")


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"source": "landing.shops"}, "'landing.shops' is not known. Allowed: landing.nameless, landing.nowhere"),
        ({"source": "landing.nameless"}, "1 quarantined missing_table. messages that name no table: 1, of topic"),
        ({"source": "landing.plain"}, "source plain has no config.meta.cdc"),
        ({"source": "landing.quiet"}, "no row changes in .*; its messages are: 1 heartbeat"),
        ({"source": "landing.nowhere"}, "the landing table .* does not exist"),
        ({"source": "landing.shop", "tables": ["app.order"]}, "'app.order' is not known. Allowed: app."),
        ({"source": "landing.shop", "declare": DECLARED}, "landing.shop is declared already, in models.landing.yml"),
        ({"source": "raw-data.shop", "declare": DECLARED}, "'raw-data.shop' is not known. Allowed: <source name>"),
        ({"source": "raw.shop\n", "declare": DECLARED}, "is not known. Allowed: <source name>"),
        ({"source": "raw.shops", "declare": {"format": "debezium"}}, "'no schema' is not known. Allowed: schema and"),
        ({"source": "raw.shops", "declare": {**DECLARED, "formt": 1}}, "'formt' is not known. Allowed: schema, ident"),
        ({"source": "raw.shops", "declare": {**DECLARED, "format": "debezum"}}, "'debezum' is not known. Allowed: c"),
    ],
)
def test_errors_say_what_was_given_and_what_there_is(scaffold: Scaffold, arguments: dict[str, Any], error: str) -> None:
    before = scaffold.files()
    outcome = scaffold(**arguments)
    assert not outcome.success
    assert re.search(error, outcome.said), outcome.said[-2000:]
    assert scaffold.files() == before


def test_a_dry_run_of_a_part_prints_and_writes_nothing(scaffold: Scaffold) -> None:
    before = scaffold.files()
    outcome = scaffold(
        source="landing.shop",
        tables=["app.log"],
        last="2 milliseconds",
        limit=100,
        dry_run=True,
        prefix="raw_",
        folder="here",
        control=False,
    )
    assert outcome.success, outcome.said[-2000:]
    assert "--- here/current/raw_log.yml" in outcome.said
    assert "cdc_changes(ref('routed_shop'))" in outcome.said
    assert "1 of 3 observed tables: raw_log" in outcome.said
    assert scaffold.files() == before


def test_a_source_is_written_as_it_was_told(scaffold: Scaffold) -> None:
    told: dict[str, Any] = {"format": "debezium", "options": {"envelope": "debezium"}, "lateness": "2 days"}
    told |= {"landing": {"key": "key"}, "landing_tables": ["shop_20%"], "table_from_topic": "srv.{schema}.{table}"}
    told |= {"null_messages": "quarantine"}
    declare = {**told, "schema": f"{SCHEMA}_landing", "identifier": "shop"}
    outcome = scaffold(source="raw.orders_v1", declare=declare, tables=["app.log"], dry_run=True, control=False)
    assert outcome.success, outcome.said[-2000:]
    parts = re.split(r"^--- (\S+)$", outcome.said, flags=re.M)
    files = dict(zip(parts[1::2], parts[2::2], strict=True))
    assert yaml.safe_load(files["orders_v1/raw_orders_v1.yml"]) == {
        "version": 2,
        "sources": [
            {
                "name": "raw",
                "schema": f"{SCHEMA}_landing",
                "tables": [{"name": "orders_v1", "identifier": "shop", "config": {"meta": {"cdc": told}}}],
            }
        ],
    }
    assert "cdc_routed(source('raw', 'orders_v1'))" in files["orders_v1/routed_orders_v1.sql"]


def test_shards_are_noted_with_what_would_make_them_one_table(scaffold: Scaffold) -> None:
    outcome = scaffold(source="landing.sharded", dry_run=True, control=False)
    assert outcome.success, outcome.said[-2000:]
    assert "11 of 11 observed tables" in outcome.said
    assert 'tables: ["app.half%%"]' in outcome.said
    notes = [note for note in outcome.said.split("Note: ")[1:] if "look like shards" in note]
    assert [note.split(" look like")[0] for note in notes] == [
        "tables app.visits_0001, app.visits_0002",
        "tables shop_1.orders, shop_10.orders, shop_2.orders",
    ]
    bag, keyed = notes
    assert '  tables: ["app.visits_%"]\nand add' in bag
    assert "{name: source_table, data_type: string, config: {meta: {cdc: {from: cdc_table}}}}" in bag
    assert '  tables: ["shop_%.orders"]\n  key: [source_schema, id]\nand add' in keyed
    assert "{name: source_schema, data_type: string, config: {meta: {cdc: {from: cdc_schema}}}}" in keyed
    assert "rows with equal keys overwrite each other" in keyed
    topic = 'of topic "srv.app.orders"; if the topic names it, say so in the source\'s meta.cdc, such as '
    assert topic + 'table_from_topic: "srv.{schema}.{table}"' in outcome.said


def test_names_from_messages_are_made_safe_or_left_out(scaffold: Scaffold) -> None:
    outcome = scaffold(source="landing.shop")
    assert outcome.success, outcome.said[-2000:]
    written = {path for path in scaffold.files() if path.startswith("shop/current/") and path.endswith(".yml")}
    assert written == {
        f"shop/current/{name}.yml" for name in ("app_orders", "sales_orders", "taken_2", "odd_table", "log")
    }
    for note in (
        "it holds Jinja",
        "it holds a dot",
        "app.bad_key is left out",
        "becomes model taken_2",
        "has no key",
    ):
        assert note in outcome.said
    assert scaffold.contract("sales_orders")["config"]["meta"]["cdc"] == {
        "tables": ["sales.orders"],
        "key": ["id", "no"],
    }
    assert scaffold.contract("log")["config"]["meta"]["cdc"]["key"] == []
    odd = scaffold.contract("odd_table")
    assert odd["config"]["meta"]["cdc"] == {"tables": ["app.Odd (table)"], "key": ["id"]}
    columns = {
        column["name"]: (column.get("config", {}).get("meta", {}).get("cdc", {}).get("source"), column["data_type"])
        for column in odd["columns"]
    }
    assert columns == {
        "id": (None, "bigint"),
        "A": (None, "bigint"),
        "on": (None, "boolean"),
        "source_cdc_class": ("cdc_class", "string"),
        "_1st": ("1st", "double"),
        "quo_te": ('quo"te', "string"),
        "big_int": ("big int", "decimal(38,0)"),
        "nothing": (None, "string"),
        "list": (None, "string"),
    }


def test_what_is_written_runs_and_a_second_scaffold_leaves_it_alone(spark: Any, scaffold: Scaffold) -> None:
    scaffold.project.dbt("build")
    row, other = (row.asDict() for row in spark.sql(f"select * from {SCHEMA}.odd_table order by id").collect())
    assert int(other["big_int"]) == 7
    assert {name: str(value) for name, value in row.items()} == {
        "id": "1",
        "A": "1",
        "on": "True",
        "source_cdc_class": "x",
        "_1st": "1.5",
        "quo_te": "x",
        "big_int": "12345678901234567890",
        "nothing": "None",
        "list": "[1]",
    }
    before = {path: (scaffold.models / path).read_text(encoding="utf-8") for path in scaffold.files()}
    land(spark, f"{SCHEMA}_landing.shop", [message(20, "app", "later", {"id": 1}, {"id": 1, "a": 1, "A": 2})])
    outcome = scaffold(source="landing.shop")
    assert outcome.success, outcome.said[-2000:]
    assert "app.orders is left alone: model app_orders declares it" in outcome.said
    assert 'column "A" of app.later is left out: it differs only by case from one that is kept' in outcome.said
    after = {path: (scaffold.models / path).read_text(encoding="utf-8") for path in scaffold.files()}
    changed = {path for path in after if after[path] != before.get(path)}
    assert changed == {
        "control/cdc_events.sql",
        "shop/changes/changes_later.sql",
        "shop/current/later.sql",
        "shop/current/later.yml",
        "shop/state/state_later.sql",
    }
    assert "ref('state_later')" in after["control/cdc_events.sql"]
    scaffold.project.dbt("run", "--select", "+later")
    assert spark.sql(f"select * from {SCHEMA}.later").first().asDict() == {"id": 1, "a": 1}
    contract = scaffold.models / "shop/current/later.yml"
    written = contract.read_text(encoding="utf-8")
    contract.write_text(written.replace("bigint", "int"), encoding="utf-8")
    assert scaffold(source="landing.shop").success
    assert contract.read_text(encoding="utf-8") != written
    assert scaffold(source="landing.shop", tables=["app.later"], overwrite=True).success
    assert contract.read_text(encoding="utf-8") == written
