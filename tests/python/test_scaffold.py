"""The scaffold operation: what it writes, what it refuses, and what a message cannot make it do."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import yaml
from landing import land, land_columns
from project import Outcome, Project, run_operation

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
# Values without schema, as Debezium writes them, and what they are: the bytes of 123.45 (12345) and -0.05 (-5) in
# base64, and 2024-02-29 12:34:56 and 2019-12-31 in days, milliseconds, microseconds and nanoseconds since 1970.
ENCODED: list[dict[str, Any]] = [
    {
        "amount": "MDk=",
        "order_date": 19782,
        "millis": 1709210096789,
        "micros": 1709210096123456,
        "nanos": 1709210096123456000,
        "fine": 1709210096123456789,
        "doc": '{"{{ 1/0 }}": [1]}',
        "list": [1, 2],
        "word": "open",
        "quantity": 12000,
        "ref_id": 1709210096123,
        "ends": "2024-02-29T12:34:56Z",
        "ratio": 0.5,
        "mixed": 1709210096123,
    },
    {
        "amount": "+w==",
        "order_date": 18261,
        "millis": 1577750400000,
        "micros": 9223372036825200000,
        "nanos": 1577750400000000000,
        "fine": 1577750400000000001,
        "doc": "{}",
        "list": [],
        "word": "paid",
        "quantity": 11000,
        "ref_id": 1577750400000,
        "ends": "infinity",
        "ratio": "NaN",
        "mixed": "no time",
    },
    dict.fromkeys(
        ["amount", "order_date", "millis", "micros", "nanos", "fine", "doc", "list", "word", "ends", "ratio"]
    ),
]


def with_schema(offset: int, until: str) -> dict[str, Any]:
    """Return a message with an inline schema, whose column `until` is a timestamp with time zone."""
    whole = message(offset, "app", "ranges", {"id": offset}, {"id": offset, "until": until})
    fields = [
        {"field": "id", "type": "int32", "optional": False},
        {"field": "until", "type": "string", "optional": True, "name": "io.debezium.time.ZonedTimestamp"},
    ]
    schema = {"type": "struct", "fields": [{"field": "after", "type": "struct", "fields": fields}]}
    return {**whole, "value": json.dumps({"schema": schema, "payload": json.loads(whole["value"])})}


MESSAGES = [
    message(1, "app", "orders", {"id": 1}, {"id": 1}),
    message(2, "sales", "orders", {"id": 1, "no": 2}, {"id": 1, "no": 2}),
    message(3, "app", "taken", {"id": 1}, {"id": 1}),
    message(4, "app", "Odd (table)", {"id": 1}, ODD),
    message(5, "app", f"evil {HOSTILE}", {"id": 1}, {"id": 1}),
    message(6, "app", "dotted.name", {"id": 1}, {"id": 1}),
    message(7, "app", "log", None, {"text": "x"}),
    message(9, "app", "Odd (table)", {"id": 2}, {**ODD, "id": 2, "big int": 7}),
    message(8, "app", "bad_key", {"a": 1, "b`": 1}, {"a": 1, "b`": 1, "unique": 7}),
    *(
        {**sent, "timestamp": 1_700_000_000_000}
        for sent in (
            message(10, "app", "no_column", {"b`": 1}, {"b`": 1}),
            *(message(11 + n, "app", "encoded", {"id": n}, {"id": n, **row}) for n, row in enumerate(ENCODED)),
            *(with_schema(15 + n, value) for n, value in enumerate(["2024-02-29", "infinity"])),
        )
    ),
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

SOURCES = {
    "shop": {"meta": {"cdc": {"format": "debezium"}}},
    "sharded": {"meta": {"cdc": {"format": "debezium"}}},
}


DECLARED = {"schema": f"{SCHEMA}_landing", "format": "debezium"}


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
            "{# Maintained by cdc_scaffold #}\n{{ spark_cdc.cdc_events([]) }}"
        )
        self.project.dbt("deps")

    def __call__(self, **arguments: Any) -> Outcome:
        return run_operation(self.project, "cdc_scaffold", **arguments)

    def files(self) -> set[str]:
        return {str(path.relative_to(self.models)) for path in self.models.rglob("*") if path.is_file()}

    def contract(self, name: str) -> dict[str, Any]:
        properties = yaml.safe_load((self.models / f"shop/current/{name}.yml").read_text(encoding="utf-8"))
        model: dict[str, Any] = properties["models"][0]
        return model


@pytest.fixture(scope="module")
def scaffold(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> Scaffold:
    land(spark, f"{SCHEMA}_landing.shop", MESSAGES)
    land(spark, f"{SCHEMA}_landing.sharded", [*SHARDED, {**NAMELESS, "offset": 99}])
    return Scaffold(tmp_path_factory.mktemp("scaffold") / "p")


def test_a_dry_run_of_a_part_prints_and_writes_nothing(scaffold: Scaffold) -> None:
    before = scaffold.files()
    outcome = scaffold(
        source="landing.shop",
        tables=["app.log"],
        last="2 milliseconds",
        limit=100,
        values=False,
        dry_run=True,
        prefix="raw_",
        folder="here",
        control=False,
    )
    assert outcome.success, outcome.output[-2000:]
    assert "--- here/current/raw_log.yml" in outcome.output
    assert "cdc_changes(ref('routed_shop'))" in outcome.output
    assert "1 of 3 observed tables: raw_log" in outcome.output
    assert scaffold.files() == before


def test_a_source_is_written_as_it_was_given(scaffold: Scaffold) -> None:
    settings: dict[str, Any] = {"format": "debezium", "options": {"envelope": "debezium"}, "lateness": "2 days"}
    settings |= {"landing": {"key": "key"}, "landing_tables": ["shop_20%"], "table_from_topic": "srv.{schema}.{table}"}
    settings |= {"null_messages": "quarantine"}
    declare = {**settings, "schema": f"{SCHEMA}_landing", "identifier": "shop"}
    outcome = scaffold(
        source="raw.orders_v1", declare=declare, tables=["app.log"], values=False, dry_run=True, control=False
    )
    assert outcome.success, outcome.output[-2000:]
    parts = re.split(r"^--- (\S+)$", outcome.output, flags=re.M)
    files = dict(zip(parts[1::2], parts[2::2], strict=True))
    freshness = {"loaded_at_field": "timestamp", "freshness": {"warn_after": {"count": 1, "period": "day"}}}
    assert yaml.safe_load(files["orders_v1/raw_orders_v1.yml"]) == {
        "version": 2,
        "sources": [
            {
                "name": "raw",
                "schema": f"{SCHEMA}_landing",
                "tables": [
                    {"name": "orders_v1", "identifier": "shop", "config": {**freshness, "meta": {"cdc": settings}}}
                ],
            }
        ],
    }
    assert "cdc_routed(source('raw', 'orders_v1'))" in files["orders_v1/routed_orders_v1.sql"]


def test_shards_are_noted_with_what_would_make_them_one_table(scaffold: Scaffold) -> None:
    outcome = scaffold(source="landing.sharded", dry_run=True, control=False)
    assert outcome.success, outcome.output[-2000:]
    assert "11 of 11 observed tables" in outcome.output
    assert 'tables: ["app.half%%"]' in outcome.output
    notes = [note for note in outcome.output.split("Note: ")[1:] if "look like shards" in note]
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
    topic = 'of topic "srv.app.orders"; if the topic names it, declare that in the source\'s meta.cdc, such as '
    assert topic + 'table_from_topic: "srv.{schema}.{table}"' in outcome.output


@pytest.mark.law("L12")
def test_names_from_messages_are_made_safe_or_left_out(scaffold: Scaffold) -> None:
    outcome = scaffold(source="landing.shop")
    assert outcome.success, outcome.output[-2000:]
    written = {path for path in scaffold.files() if path.startswith("shop/current/") and path.endswith(".yml")}
    assert written == {
        f"shop/current/{name}.yml"
        for name in ("app_orders", "sales_orders", "taken_2", "odd_table", "log", "bad_key", "encoded", "ranges")
    }
    for note in (
        "it holds Jinja",
        "it holds a dot",
        'app.bad_key is switched off: its key has the column "b`"',
        "app.no_column is left out: none of its columns can be declared",
        "To keep it, rename it in the source or the connector",
        "becomes model taken_2",
        "has no key",
    ):
        assert note in outcome.output
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
        "what": ("what?", "bigint"),
    }


def proposals(scaffold: Scaffold, table: str) -> dict[str, tuple[str, list[str]]]:
    """Return, per column of a table's contract, the first comment below it and the lines that it proposes."""
    text = (scaffold.models / f"shop/current/{table}.yml").read_text(encoding="utf-8")
    found = {}
    for column in text.split("      - name: ")[1:]:
        comments = [line.strip().removeprefix("# ") for line in column.splitlines() if line.strip().startswith("#")]
        if comments:
            found[column.splitlines()[0].strip('"')] = (comments[0], comments[1:])
    return found


def take_proposals(text: str) -> str:
    """Return a contract in which each column has what the comments below it propose."""
    taken = []
    for block in re.split(r"^(?=      - name: )", text, flags=re.M):
        lines = block.splitlines()
        if any("# data_type:" in line for line in lines):
            lines = [line for line in lines if not line.strip().startswith(("data_type:", "config:"))]
        taken += [re.sub(r"# (data_type|config):", r"\1:", line) for line in lines]
    return "\n".join(taken) + "\n"


TIME = "io.debezium.time."


def test_columns_that_look_encoded_have_a_proposal_in_comments(scaffold: Scaffold) -> None:
    tables = ["app.encoded", "app.ranges"]
    outcome = scaffold(source="landing.shop", tables=tables, overwrite=True, dry_run=True, control=False)
    assert outcome.success, outcome.output[-2000:]
    found = proposals(scaffold, "encoded")
    config = "config: {{meta: {{cdc: {{type: {}}}}}}}"
    assert {name: lines for name, (_, lines) in found.items()} == {
        "amount": ["data_type: decimal(38,2)", config.format("org.apache.kafka.connect.data.Decimal")],
        "order_date": ["data_type: date", config.format(TIME + "Date")],
        "millis": ["data_type: timestamp_ntz", config.format(TIME + "Timestamp")],
        "micros": ["data_type: timestamp_ntz", config.format(TIME + "MicroTimestamp")],
        "nanos": ["data_type: timestamp_ntz", config.format(TIME + "NanoTimestamp")],
        "fine": ["data_type: string", config.format(TIME + "NanoTimestamp")],
        "doc": [],
        "list": ["data_type: array<bigint>"],
        "ends": [],
        "ratio": ["data_type: double"],
    }
    reasons = {name: reason for name, (reason, _) in found.items()}
    assert (
        "all 2 values are from 2019-12-31 to 2024-02-29 if they are milliseconds since 1970-01-01" in reasons["millis"]
    )
    assert "the other 1 values are from 2024-02-29 to 2024-02-29 if they are microseconds" in reasons["micros"]
    assert "1 of 2 values stand for infinity (such as 9223372036825200000)" in reasons["micros"]
    assert "all 2 values are from 2019-12-31 to 2024-02-29 if they are days since 1970-01-01" in reasons["order_date"]
    assert "All 2 values are JSON objects in a text" in reasons["doc"]
    assert "1 of 2 values are the word infinity, and the others look like dates. Keep string" in reasons["ends"]
    assert "1 of 2 values are NaN, and the others are numbers" in reasons["ratio"]
    assert "column ends of app.encoded: 1 of 2 values are the word infinity" in outcome.output
    assert "app.encoded: the contract proposes, in comments, other types for amount" in outcome.output
    for column in scaffold.contract("encoded")["columns"]:  # none of it is in force
        assert column["data_type"] in ("bigint", "string")

    assert proposals(scaffold, "ranges") == {
        "until": (
            "1 of 2 values are the word infinity, which timestamp cannot hold: such a change is quarantined as "
            "bad_value. This keeps them:",
            ["data_type: string"],
        )
    }
    assert "1 of 2 values are the word infinity, which timestamp cannot hold; declare string" in outcome.output
    assert scaffold.contract("ranges")["columns"][1]["data_type"] == "timestamp"


MICROS = 1709210096123456  # 2024-02-29 12:34:56.123456
AT_MICROS = ["data_type: timestamp_ntz", "config: {meta: {cdc: {type: io.debezium.time.MicroTimestamp}}}"]
SOURCE = {"db": "d", "namespace": "app", "schema": "app", "table": "t", "lsn": 1, "ts_ms": 1_700_000_000_000}
OF_FORMATS: dict[str, tuple[dict[str, Any], str, list[str]]] = {
    "lindorm": (
        {"payload": {"op": "c", "ts_ms": 1, "before": None, "after": {"id": 1, "at": MICROS}, "source": SOURCE}},
        "all 1 values are from 2024-02-29 to 2024-02-29 if they are microseconds",
        AT_MICROS,
    ),
    "huawei_cdl": (
        {"payload": {"message_version": "2.0", "op": "c", "after": {"id": 1, "at": MICROS}, "source": SOURCE}},
        "all 1 values are from 2024-02-29 to 2024-02-29 if they are microseconds",
        AT_MICROS,
    ),
    "canal": (
        {
            **{
                "database": "app",
                "table": "t",
                "type": "INSERT",
                "isDdl": False,
                "es": 1_700_000_000_000,
                "ts": 1,
                "id": 1,
            },
            **{"mysqlType": {"id": "int", "at": "datetime"}, "pkNames": ["id"], "old": None},
            "data": [{"id": "1", "at": "2024-02-29 12:34:56"}, {"id": "2", "at": "0000-00-00 00:00:00"}],
        },
        "1 of 2 values are zero dates (0000-00-00), which timestamp_ntz cannot hold",
        ["data_type: string"],
    ),
    "datahub_blob": (
        {
            "schema": {
                "dataColumn": [{"name": "id", "type": "LONG"}, {"name": "at", "type": "DATE"}],
                "source": {"dbName": "d", "schemaName": "app", "tableName": "t"},
            },
            "payload": {"op": "INSERT", "sequenceId": "1", "after": {"dataColumn": {"id": 1, "at": "-infinity"}}},
        },
        "1 of 1 values are the word infinity, which timestamp cannot hold",
        ["data_type: string"],
    ),
    "shareplex": (
        {
            "meta": {"op": "ins", "scn": "1", "seq": 1, "table": "APP.T", "idx": "1/1", "time": "2024-02-29T12:34:56"},
            "data": {"ID": "1", "AT": "infinity"},
        },
        "1 of 1 values are the word infinity, and the others look like dates. Keep string",
        [],
    ),
}


@pytest.mark.parametrize("form", OF_FORMATS)
def test_each_format_proposes_what_it_can_read(spark: Any, scaffold: Scaffold, form: str) -> None:
    value, reason, proposed = OF_FORMATS[form]
    sent = {**message(1, "", "", None, {}), "value": json.dumps(value)}
    land(spark, f"{SCHEMA}_landing.of_{form}", [sent])
    declare = {"schema": f"{SCHEMA}_landing", "format": form}
    outcome = scaffold(source=f"raw.of_{form}", declare=declare, dry_run=True, control=False)
    assert outcome.success, outcome.output[-2000:]
    comments = re.findall(r"^ +# (.*)$", outcome.output, flags=re.M)
    assert comments, outcome.output[-2000:]
    assert reason in comments[0]
    assert comments[1:] == proposed


def test_numbers_of_a_tuple_are_times_in_the_streams_unit(spark: Any, scaffold: Scaffold) -> None:
    columns = (
        "topic string, `partition` int, `offset` bigint, `timestamp` timestamp, _sequence_id_ string,"
        " _operation_type_ string, _before_image_ string, _after_image_ string, id int, at bigint"
    )
    row = ("t", 0, 1, datetime(2024, 3, 1, tzinfo=UTC), "1", "I", "N", "Y", 1, MICROS)
    land_columns(spark, f"{SCHEMA}_landing.tuple", columns, [row])
    declare = {"schema": f"{SCHEMA}_landing", "format": "datahub_tuple"}
    outcome = scaffold(source="raw.tuple", declare=declare, dry_run=True, control=False)
    assert outcome.success, outcome.output[-2000:]
    assert re.findall(r"^ +# (.*)$", outcome.output, flags=re.M)[1:] == ["data_type: timestamp"]
    unit = {**declare, "options": {"timestamp_unit": "milliseconds"}}  # in which the number is far away
    outcome = scaffold(source="raw.tuple", declare=unit, dry_run=True, control=False)
    assert not re.findall(r"^ +# (.*)$", outcome.output, flags=re.M)


def test_a_table_whose_key_cannot_be_declared_is_switched_off_until_a_person_declares_it(scaffold: Scaffold) -> None:
    path = scaffold.models / "shop/current/bad_key.yml"
    models = yaml.safe_load(path.read_text(encoding="utf-8"))["models"]
    assert [(model["name"], model["config"]["enabled"]) for model in models] == [
        ("changes_bad_key", False),
        ("state_bad_key", False),
        ("bad_key", False),
    ]
    assert models[2]["config"]["meta"]["cdc"] == {"tables": ["app.bad_key"], "key": []}
    assert [column["name"] for column in models[2]["columns"]] == ["a", "unique"]
    assert "state_bad_key" not in (scaffold.models / "control/cdc_events.sql").read_text(encoding="utf-8")
    assert 'TODO: the table\'s key has the column "b`"' in path.read_text(encoding="utf-8")


def test_what_is_written_runs_and_a_second_scaffold_leaves_it_alone(spark: Any, scaffold: Scaffold) -> None:
    encoded = scaffold.models / "shop/current/encoded.yml"
    encoded.write_text(take_proposals(encoded.read_text(encoding="utf-8")), encoding="utf-8")
    switched = scaffold.models / "shop/current/bad_key.yml"
    text = switched.read_text(encoding="utf-8")
    switched.write_text(text.replace("key: []", "key: [unique]").replace("enabled: false", "enabled: true"))
    assert scaffold(source="landing.shop", values=False).success  # it lists the table that has been switched on
    scaffold.project.dbt("build")
    for path in ("routed_shop", "changes/changes_sales_orders", "state/state_sales_orders", "state/state_log"):
        (model,) = yaml.safe_load((scaffold.models / f"shop/{path}.yml").read_text(encoding="utf-8"))["models"]
        assert (model["config"]["group"], model["config"]["access"]) == ("cdc", "private")
        described = {column["name"]: column.get("data_type") for column in model["columns"]}
        built = dict(spark.table(f"{SCHEMA}.{model['name']}").dtypes)
        assert set(described) == set(built), path
        assert {name: kind for name, kind in described.items() if kind} == {
            name: built[name] for name in built if name.startswith("cdc_") and name != "cdc_old_key"
        }, path
        assert all(column["description"] for column in model["columns"])
    assert scaffold.contract("sales_orders")["config"]["access"] == "public"
    assert spark.sql(f"select * from {SCHEMA}.bad_key").first().asDict() == {"a": 1, "unique": 7}
    first, _nulls = (row.asDict() for row in spark.sql(f"select * from {SCHEMA}.encoded order by id").collect())
    assert {name: str(value) for name, value in first.items() if name not in ("doc", "word", "quantity")} == {
        "id": "0",
        "amount": "123.45",
        "order_date": "2024-02-29",
        "millis": "2024-02-29 12:34:56.789000",
        "micros": "2024-02-29 12:34:56.123456",
        "nanos": "2024-02-29 12:34:56.123456",
        "fine": "2024-02-29 12:34:56.123456789",
        "list": "[1, 2]",
        "ref_id": "1709210096123",
        "ends": "2024-02-29T12:34:56Z",
        "ratio": "0.5",
        "mixed": "1709210096123",
    }
    quarantined = spark.sql(f"select cdc_detail from {SCHEMA}.changes_encoded where cdc_class = 'quarantined'")
    assert [row.cdc_detail for row in quarantined.collect()] == [
        "the contract's types cannot hold the value of: micros"
    ]
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
        "what": "1",
    }
    before = {path: (scaffold.models / path).read_text(encoding="utf-8") for path in scaffold.files()}
    land(spark, f"{SCHEMA}_landing.shop", [message(20, "app", "later", {"id": 1}, {"id": 1, "a": 1, "A": 2})])
    outcome = scaffold(source="landing.shop")
    assert outcome.success, outcome.output[-2000:]
    assert "app.orders is left alone: model app_orders declares it" in outcome.output
    assert 'column "A" of app.later is left out: it differs only by case from one that is kept' in outcome.output
    after = {path: (scaffold.models / path).read_text(encoding="utf-8") for path in scaffold.files()}
    changed = {path for path in after if after[path] != before.get(path)}
    assert changed == {
        "control/cdc_events.sql",
        "shop/changes/changes_later.sql",
        "shop/changes/changes_later.yml",
        "shop/current/later.sql",
        "shop/current/later.yml",
        "shop/state/state_later.sql",
        "shop/state/state_later.yml",
    }
    assert "ref('state_later')" in after["control/cdc_events.sql"]
    models = ("--resource-type", "model", "--output", "name")
    assert set(scaffold.project.dbt("ls", "--select", "tag:later", *models)) == {
        "changes_later",
        "state_later",
        "later",
    }
    assert scaffold.project.dbt("ls", "--select", "tag:shop,tag:routed", *models) == ["routed_shop"]
    scaffold.project.dbt("run", "--select", "+later")
    assert spark.sql(f"select * from {SCHEMA}.later").first().asDict() == {"id": 1, "a": 1}
    contract = scaffold.models / "shop/current/later.yml"
    written = contract.read_text(encoding="utf-8")
    contract.write_text(written.replace("bigint", "int"), encoding="utf-8")
    assert scaffold(source="landing.shop", values=False).success
    assert contract.read_text(encoding="utf-8") != written
    assert scaffold(source="landing.shop", tables=["app.later"], overwrite=True, values=False).success
    assert contract.read_text(encoding="utf-8") == written


def test_models_are_not_private_where_their_readers_could_not_read_them(spark: Any, tmp_path: Path) -> None:
    made = Project(tmp_path / "p", f"{SCHEMA}_apart", control=True)
    made.model("cdc_events", "cdc_events([])")  # not where cdc_scaffold maintains it, and in no group
    made.dbt("deps")
    land(spark, f"{SCHEMA}_apart_landing.shop", MESSAGES[:1])
    declare = {"schema": f"{SCHEMA}_apart_landing", "format": "debezium"}
    outcome = run_operation(made, "cdc_scaffold", source="landing.shop", declare=declare, values=False)
    assert outcome.success, outcome.output[-2000:]
    assert "Note: models are not private, because cdc_events is not in a group `cdc`" in outcome.output
    made.model("cdc_events", "cdc_events([ref('state_orders')])")
    made.dbt("parse")
    written = {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "p/models").rglob("*.yml")}
    assert not any("group" in text or "private" in text for text in written.values())

    group = {"groups": [{"name": "cdc", "owner": {"name": "shop"}}]}
    events = {"models": [{"name": "cdc_events", "config": {"group": "cdc"}}]}
    (tmp_path / "p/models/events.yml").write_text(yaml.safe_dump({"version": 2, **group, **events}))
    assert run_operation(made, "cdc_scaffold", source="landing.shop", values=False, overwrite=True).success
    (model,) = yaml.safe_load((tmp_path / "p/models/shop/state/state_orders.yml").read_text())["models"]
    assert (model["config"]["group"], model["config"]["access"]) == ("cdc", "private")
    made.dbt("parse")
