"""Shards, tables that topics name, null messages, and streams of several topics and landing tables."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from landing import land, land_columns
from messages import contract
from project import Project

AT = 1_700_000_000_000  # milliseconds
SCHEMA = "declaring"
LANDING = f"{SCHEMA}_landing"


def row(offset: int, value: Any, topic: str = "shop", key: Any = None) -> dict[str, Any]:
    return {
        "topic": topic,
        "partition": 0,
        "offset": offset,
        "timestamp": AT + offset,
        "key": None if key is None else json.dumps(key),
        "value": value if isinstance(value, str) or value is None else json.dumps(value),
        "headers": "{}",
    }


def event(op: str, lsn: int, table: str | None, before: Any = None, after: Any = None) -> dict[str, Any]:
    """Return a Debezium event of PostgreSQL; table is schema.table."""
    named = dict(zip(("schema", "table"), table.split("."), strict=True)) if table else {}
    source = {"connector": "postgresql", "db": "shop", **named, "lsn": lsn}
    return {"op": op, "before": before, "after": after, "source": source, "ts_ms": AT}


# --------------------------------------------------------------------------------------------------------------- shards

ORDERS = contract(
    "orders",
    ["id", "shard"],
    {"id": "bigint", "name": "string", "shard": ("string", {"from": "cdc_schema"})},
    ["shop_%.orders"],
)
VISITS = contract(
    "visits",
    [],
    {"page": "string", "part": ("string", {"from": "cdc_table"}), "base": ("string", {"from": "cdc_database"})},
    ["log.visits_%", "shop.log.half%%"],
)
ABSENT = "__debezium_unavailable_value"
SHARDS: list[list[tuple[int, str, str, Any, Any]]] = [
    [
        (1, "c", "shop_1.orders", None, {"id": 1, "name": "a"}),
        (2, "c", "shop_1.orders", None, {"id": 2, "name": "b"}),
        (3, "c", "shop_2.orders", None, {"id": 1, "name": "c"}),
        (4, "c", "shop_2.orders", None, {"id": 2, "name": "d"}),
        (5, "c", "shop_3.orders", None, {"id": 1, "name": "e"}),
        (6, "c", "shopx1.orders", None, {"id": 1, "name": "_ is no wildcard"}),
        (7, "c", "shop_1.orders2", None, {"id": 1, "name": "a pattern is of the whole name"}),
        (8, "c", "log.visits_1", None, {"page": "x"}),
        (9, "c", "log.visits_1", None, {"page": "x"}),
        (10, "c", "log.visits_2", None, {"page": "x"}),
        (11, "c", "log.half%", None, {"page": "x"}),
        (12, "c", "log.halfway", None, {"page": "%% is a percent sign"}),
    ],
    [
        (20, "u", "shop_2.orders", None, {"id": 1, "name": "changed"}),
        (21, "u", "shop_2.orders", {"id": 2}, {"id": 3, "name": ABSENT}),  # a change of key that leaves out the name
        (22, "d", "shop_3.orders", {"id": 1}, None),
        (23, "t", "shop_1.orders", None, None),
        (24, "c", "shop_1.orders", None, {"id": 9, "name": "afterwards"}),
        (25, "d", "log.visits_2", {"page": "x"}, None),
        (26, "t", "log.visits_1", None, None),
        (27, "c", "log.visits_1", None, {"page": "y"}),
    ],
    [
        (15, "c", "shop_1.orders", None, {"id": 4, "name": "truncated"}),
        (16, "c", "shop_2.orders", None, {"id": 4, "name": "late"}),
    ],
]
ORDERS_AFTER = [
    [(1, "a", "shop_1"), (1, "c", "shop_2"), (1, "e", "shop_3"), (2, "b", "shop_1"), (2, "d", "shop_2")],
    [(1, "changed", "shop_2"), (3, "d", "shop_2"), (9, "afterwards", "shop_1")],
    [(1, "changed", "shop_2"), (3, "d", "shop_2"), (4, "late", "shop_2"), (9, "afterwards", "shop_1")],
]
VISITS_AFTER = [
    [("x", "half%", "shop"), ("x", "visits_1", "shop"), ("x", "visits_1", "shop"), ("x", "visits_2", "shop")],
    [("x", "half%", "shop"), ("y", "visits_1", "shop")],
    [("x", "half%", "shop"), ("y", "visits_1", "shop")],
]
UNIT_TESTS = {
    "version": 2,
    "unit_tests": [
        {
            "name": "a_shard_is_part_of_the_key",
            "model": "changes_orders",
            "given": [
                {
                    "input": "ref('routed_shards')",
                    "format": "sql",
                    "rows": """
                        select
                            'shards' as cdc_stream, 1000L as cdc_batch, 'shop' as cdc_topic, 0 as cdc_partition,
                            1L as cdc_offset, 1 as cdc_copy, timestamp'2024-01-01' as cdc_landed_at,
                            'change' as cdc_class, 'update' as cdc_operation, 'shop' as cdc_database,
                            schema_name as cdc_schema, 'orders' as cdc_table,
                            concat(repeat('0', 129), '1') as cdc_position,
                            null as cdc_event_at, null as cdc_captured_at, null as cdc_transaction,
                            false as cdc_identified, null as cdc_reason, null as cdc_detail, null as cdc_ddl,
                            null as cdc_ddl_meta, null as cdc_key, null as cdc_headers,
                            '{"op":"u","before":{"id":1},"after":{"id":2,"name":"x"}}' as cdc_value
                        from values ('shop_7'), ('shop') as t(schema_name)
                    """,
                }
            ],
            "expect": {
                "format": "dict",
                "rows": [
                    {"cdc_image": "before", "id": 1, "name": None, "shard": "shop_7", "cdc_class": "change"},
                    {"cdc_image": "after", "id": 2, "name": "x", "shard": "shop_7", "cdc_class": "change"},
                ],
            },
        }
    ],
}

# ------------------------------------------------------------------------------- topics that name tables; null messages

# A change of each format that names no table; the topic is srv.app.orders, or what the format's own page has.
TOPICS: dict[str, tuple[dict[str, Any], Any]] = {
    "debezium": ({"format": "debezium"}, event("c", 1, None, None, {"id": 1})),
    "flattened": (
        {"format": "debezium", "options": {"envelope": "flattened", "order": "transport"}},
        {"id": 1, "__op": "c"},
    ),
    "canal": (
        {"format": "canal"},
        {"type": "INSERT", "data": [{"id": "1"}], "es": 1, "ts": 2, "isDdl": False, "database": "", "table": ""},
    ),
    "datahub_blob": (
        {"format": "datahub_blob"},
        {"schema": {}, "payload": {"op": "INSERT", "after": {"dataColumn": {"id": 1}}, "sequenceId": "5"}},
    ),
    "datahub_tuple": (
        {"format": "datahub_tuple", "landing": {"value": "value", "key": "key"}},
        {"_sequence_id_": "1", "_operation_type_": "I", "_after_image_": "Y", "_before_image_": "N", "id": 1},
    ),
    "dts_avro": (
        {"format": "dts_avro", "landing": {"value": "value"}},
        {"operation": "INSERT", "objectName": None, "source": {"sourceType": "MySQL"}, "tags": {}},
    ),
    "huawei_cdl": (
        {"format": "huawei_cdl", "options": {"order": "transport"}},
        {"payload": {"message_version": "1.0", "OPERATION": "INSERT", "TABLE_NAME": None, "data": {"id": 1}}},
    ),
    "lindorm": (
        {"format": "lindorm"},
        {"payload": {"op": "c", "ts_ms": 2, "source": {"db": "", "ts_ms": 1}, "after": {"id": 1}}},
    ),
    "qlik": (
        {"format": "qlik"},
        {"data": {"id": 1}, "beforeData": None, "headers": {"operation": "INSERT", "changeSequence": "1"}},
    ),
    "shareplex": (
        {"format": "shareplex"},
        {"meta": {"op": "ins", "scn": "1", "seq": 1, "trans": "1"}, "data": {"ID": "1"}},
    ),
}
# The outcome of a null message with a key and of one without, by the format itself.
NULLS = {
    "debezium": ("tombstone", "tombstone"),
    "flattened": ("tombstone", "tombstone"),
    "dts_avro": ("noop", "noop"),
    "huawei_cdl": ("tombstone", "tombstone"),
    "lindorm": ("tombstone", "tombstone"),
    "shareplex": ("tombstone", "tombstone"),
}
TEMPLATE = "%.{schema}.{table}"


# ------------------------------------------------------------------------------------------------------- landing tables

BILLS = contract("bills", ["id"], {"id": "bigint", "name": "string"}, ["app.bills"])
COLUMNS = "partition int, `offset` bigint, landed timestamp, body string"


def bill(offset: int, number: int, name: str, lsn: int) -> tuple[int, int, datetime, str]:
    body = json.dumps(event("c", lsn, "app.bills", None, {"id": number, "name": name}))
    return 0, offset, datetime.fromtimestamp(AT / 1000 + offset, UTC), body


# One stream without a routed model, whose messages name no table, in two landing tables.
ITEMS = contract("items", ["id", "shard"], {"id": "bigint", "shard": ("string", {"from": "cdc_table"})}, ["app.item_%"])
ITEM_TOPICS = {"items_1": ["srv.app.item_1", "srv.app.other"], "items_2": ["srv.app.item_2"]}


@pytest.fixture(scope="module")
def declared(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> Project:
    made = Project(tmp_path_factory.mktemp("declaring") / "p", SCHEMA, control=True)
    made.stream("shards", {"format": "debezium"})
    made.tables("shards", [ORDERS, VISITS])
    made._write("models/unit_tests.yml", UNIT_TESTS)
    for name, (cdc, value) in TOPICS.items():
        made.stream(name, {**cdc, "table_from_topic": TEMPLATE, "null_messages": "tombstone"})
        rows = [
            row(0, value, "srv.app.orders"),
            row(0, value, "srv.app.returns"),  # the same offset in another topic
            row(1, value, "srv.a.b.c"),
            row(2, value, "orders"),
            row(3, None, "srv.app.orders", {"id": 1}),
            row(4, None, "srv.app.orders"),
        ]
        if name == "debezium":
            rows.append(row(5, event("c", 9, "own.named", None, {"id": 1}), "srv.app.orders"))
        land(spark, f"{LANDING}.{name}", rows)
    made.stream("refused", {"format": "debezium", "null_messages": "quarantine"})
    land(spark, f"{LANDING}.refused", [row(0, None, key={"id": 1}), row(1, None)])
    made.stream(
        "bills_2024_01",
        {
            "format": "debezium",
            "landing_tables": ["bills_%", f"{SCHEMA}_archive.bills"],
            "landing": {
                "topic": "'{table}'",
                "timestamp": "landed",
                "value": "body",
                "key": "null",
                "headers": "null",
            },
        },
    )
    made.tables("bills_2024_01", [BILLS])
    read = {"format": "debezium", "table_from_topic": "srv.{schema}.{table}", "landing_tables": ["items_2"]}
    made.stream("items_1", read, routed=False)
    made.tables("items_1", [ITEMS])
    for table, topics in ITEM_TOPICS.items():
        land(spark, f"{LANDING}.{table}", [row(0, event("c", 1, None, None, {"id": 1}), topic) for topic in topics])
    states = ", ".join(f"ref('state_{name}')" for name in ("orders", "visits", "bills", "items"))
    made.model("cdc_events", f"cdc_events([{states}])")
    made.dbt("deps")
    return made


Built = list[dict[str, list[tuple[Any, ...]]]]


def rows_of(spark: Any, sql: str) -> list[tuple[Any, ...]]:
    return sorted(tuple(found) for found in spark.sql(sql).collect())


@pytest.fixture(scope="module")
def built(spark: Any, declared: Project) -> Built:
    """Build in three runs and return the tables after each; a full refresh ends in the same tables."""
    january, february, archive = f"{LANDING}.bills_2024_01", f"{LANDING}.bills_2024_02", f"{SCHEMA}_archive.bills"
    bills = [
        {january: [bill(0, 1, "January", 10)], archive: [bill(0, 1, "older", 5), bill(1, 3, "archived", 6)]},
        {february: [bill(0, 2, "February", 20)] * 2},  # a table that is new, and a row that came twice
        {january: [bill(1, 4, "later", 30)]},
    ]
    seen = []
    for shards, tables in zip(SHARDS, bills, strict=True):
        events = [row(offset, event(op, 100 + offset, table, *images)) for offset, op, table, *images in shards]
        land(spark, f"{LANDING}.shards", events)
        for table, rows in tables.items():
            land_columns(spark, table, COLUMNS, rows)
        last = shards is SHARDS[-1]
        declared.dbt(*(["build"] if last else ["run", "--select", "+bills", "+orders", "+visits"]))
        seen.append({name: rows_of(spark, f"select * from {SCHEMA}.{name}") for name in ("orders", "visits", "bills")})
    declared.dbt("run", "--full-refresh", "--select", "+bills", "+orders", "+visits")
    assert {name: rows_of(spark, f"select * from {SCHEMA}.{name}") for name in seen[-1]} == seen[-1]
    return seen


def test_shards_are_one_table_whose_key_holds_the_shard(built: Built) -> None:
    assert [tables["orders"] for tables in built] == ORDERS_AFTER


def test_shards_without_key_are_one_bag(built: Built) -> None:
    assert [tables["visits"] for tables in built] == VISITS_AFTER


def test_a_table_that_no_pattern_fits_is_not_declared(spark: Any, built: Built) -> None:
    missing = f"select cdc_schema, cdc_table from {SCHEMA}.cdc_quarantine where cdc_reason = 'missing_table'"
    assert rows_of(spark, missing + " and cdc_stream = 'shards'") == [
        ("log", "halfway"),
        ("shop_1", "orders2"),
        ("shopx1", "orders"),
    ]
    observed = (
        f"select distinct column_name, cdc_is_declared from {SCHEMA}.cdc_observed_columns where cdc_table = 'orders'"
    )
    assert rows_of(spark, observed + " and cdc_schema = 'shop_2'") == [("id", True), ("name", True)]


@pytest.mark.parametrize("name", TOPICS)
def test_a_message_that_names_no_table_has_that_of_its_topic(spark: Any, built: Built, name: str) -> None:
    columns = "cdc_topic, cdc_offset, cdc_class, if(cdc_table is null, null, cdc_schema), cdc_table, cdc_reason"
    found = rows_of(spark, f"select {columns} from {SCHEMA}.routed_{name} where cdc_offset < 3")
    assert found == [
        ("orders", 2, "quarantined", None, None, "missing_table"),
        ("srv.a.b.c", 1, "quarantined", None, None, "missing_table"),
        ("srv.app.orders", 0, "change", "app", "orders", None),
        ("srv.app.returns", 0, "change", "app", "returns", None),
    ]


def test_the_message_s_own_table_counts(spark: Any, built: Built) -> None:
    found = f"select cdc_schema, cdc_table from {SCHEMA}.routed_debezium where cdc_offset = 5"
    assert rows_of(spark, found) == [("own", "named")]


@pytest.mark.parametrize("name", TOPICS)
def test_a_null_message_with_a_key_is_a_tombstone_if_the_stream_is_set_so(spark: Any, built: Built, name: str) -> None:
    found = rows_of(
        spark,
        f"select cdc_offset, cdc_class, cdc_reason from {SCHEMA}.routed_{name} where cdc_offset in (3, 4)",
    )
    keyed, keyless = NULLS.get(name, ("tombstone", "malformed"))
    without_key = ("quarantined", "malformed") if keyless == "malformed" else (keyless, None)
    assert found == [(3, keyed, None), (4, *without_key)]


def test_null_messages_are_quarantined_if_the_stream_is_set_so(spark: Any, built: Built) -> None:
    found = f"select cdc_offset, cdc_class, cdc_reason, cdc_detail is not null from {SCHEMA}.routed_refused"
    assert rows_of(spark, found) == [(0, "quarantined", "malformed", True), (1, "quarantined", "malformed", True)]


@pytest.mark.law("L1")
def test_landing_tables_are_one_stream_with_one_row_accounting(spark: Any, built: Built) -> None:
    assert [tables["bills"] for tables in built] == [
        [(1, "January"), (3, "archived")],
        [(1, "January"), (2, "February"), (3, "archived")],
        [(1, "January"), (2, "February"), (3, "archived"), (4, "later")],
    ]
    account = (
        f"select cdc_outcome, cdc_rows, cdc_landed from {SCHEMA}.cdc_accounting where cdc_stream = 'bills_2024_01'"
    )
    assert rows_of(spark, account) == [("change", 5, 6), ("duplicate", 1, 6)]
    coordinates = f"select cdc_topic, cdc_offset, cdc_copy from {SCHEMA}.routed_bills_2024_01"
    assert rows_of(spark, coordinates) == [
        ("bills", 0, 1), ("bills", 1, 1), ("bills_2024_01", 0, 1), ("bills_2024_01", 1, 1),
        ("bills_2024_02", 0, 1), ("bills_2024_02", 0, 2),
    ]  # fmt: skip


def test_a_stream_without_routed_model_has_the_same_settings(spark: Any, built: Built) -> None:
    assert rows_of(spark, f"select id, shard from {SCHEMA}.items") == [(1, "item_1"), (1, "item_2")]
    refused = f"select cdc_topic, cdc_table, cdc_reason from {SCHEMA}.changes_items where cdc_class = 'quarantined'"
    assert rows_of(spark, refused) == [("srv.app.other", "other", "missing_table")]
