"""A tenth format: three short macros in a folder, and the defaults for the rest, from the message to the table."""

from __future__ import annotations

import json
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from landing import land
from project import Project
from scenario import Sent, assert_outcomes, contract, landing_rows, outcomes, rows_of

MACROS = {
    "message": """
{% macro tiny__message(stream) %}
    {{ return({"images": [["$.row"]], "binary": "hex", "unit": "milliseconds"}) }}
{% endmacro %}
""",
    "events": """
{% macro tiny__events(stream, rows) %}
    {% set checks = spark_cdc._unreadable(stream) + [
        ["cdc_class is null", "unknown_operation", "concat('op is ', coalesce(m.op, 'null'))"],
        ["cdc_table is null", "missing_table", "'table is missing'"],
    ] %}
    with messages as (
        {{ spark_cdc._read_messages(stream, rows, "op string, `table` string") }}
    ),

    judged as (
        select
            *,
            case when m.op in ('insert', 'update', 'delete') then 'change' end as cdc_class,
            case when m.op in ('insert', 'update', 'delete') then m.op end as cdc_operation,
            'app' as cdc_schema,
            m.`table` as cdc_table,
            cdc_offset as cdc_order_1,
            {{ spark_cdc._quarantine(checks) }} as cdc_quarantine
        from messages
    )

    {{ spark_cdc._event_rows("judged", without=[
        "cdc_database", "cdc_order_2", "cdc_order_3", "cdc_identified", "cdc_event_at", "cdc_captured_at",
        "cdc_transaction", "cdc_ddl", "cdc_ddl_meta",
    ]) }}
{% endmacro %}
""",
    "images": """
{% macro tiny__images(stream, contract, events) %}
    {% set all = contract.columns %}
    {% set keys = all | selectattr("key") | list %}
    {% set no_key = "cast(null as struct<" ~ spark_cdc._text_fields(keys) ~ ">)" %}
    {% set fields = "`row` struct<" ~ spark_cdc._text_fields(all) ~ ">" %}
    with parsed as (
        select * from {{ spark_cdc._with_json(events, fields) }}
    ),

    imaged as (
        select
            * except (cdc_j),
            cdc_j.m.`row` as cdc_row
        from parsed
    )

    select
        * except (cdc_row),
        0 as cdc_index,
        case when cdc_operation = 'delete' then {{ spark_cdc._struct_of("cdc_row", keys) }} end as cdc_before,
        case when cdc_operation <> 'delete' then cdc_row end as cdc_after,
        {{ no_key }} as cdc_message_key,
        {{ no_key }} as cdc_old_key,
        false as cdc_key_change,
        json_object_keys(get_json_object(cdc_value, '$.row')) as cdc_present,
        cast(null as map<string, struct<type: string, scale: int>>) as cdc_types,
        '$.row' as cdc_before_path,
        '$.row' as cdc_after_path
    from imaged
{% endmacro %}
""",
}
THINGS = {
    "id": "bigint", "price": "decimal(10,2)", "day": "date", "at": "timestamp_ntz", "raw": "binary", "note": "string",
}  # fmt: skip
TYPES = """
{%- if execute %}{{ spark_cdc._format("tiny", "types")(spark_cdc._stream(spark_cdc._node()), ref("routed_tiny")) }}
{%- else %}select 1 from {{ ref("routed_tiny") }}{% endif %}
"""


def message(op: Any, table: Any = "things", /, **row: Any) -> str:
    return json.dumps({"op": op, "table": table, "row": row})


SENT = [
    Sent(0, "change", message("insert", id=1, price=1.5, day="2024-02-29", at=0, raw="00ff", note="a")),
    Sent(0, "change", message("insert", id="2", price="9.99", NOTE="in another case")),
    Sent(0, "change", message("insert", id=3, note="goes")),
    Sent(1, "change", message("update", id=1, price=2, note=None)),
    Sent(1, "change", message("delete", id=3)),
    Sent(1, "bad_value", message("insert", id=4, price="1.234")),
    Sent(1, "missing_key", message("insert", note="x")),
    Sent(1, "unknown_operation", message("upsert", id=4)),
    Sent(1, "missing_table", message("insert", None, id=4)),
    Sent(1, "malformed", "{"),
]


@pytest.fixture(scope="module")
def run(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> None:
    made = Project(tmp_path_factory.mktemp("tiny") / "p", "tiny", ansi=True)
    folder = made.path.with_name("package") / "macros/formats/tiny"
    folder.mkdir()
    for part, macro in MACROS.items():
        (folder / f"tiny__{part}.sql").write_text(macro)
    made.stream("tiny", {"format": "tiny"})
    made.tables("tiny", [contract("things", ["app.things"], ["id"], **THINGS)])
    (made.path / "models/types_tiny.sql").write_text(TYPES)
    made.dbt("deps")
    for batch in range(2):
        land(spark, "tiny_landing.tiny", landing_rows("tiny", SENT, batch, 1_700_000_000_000))
        made.dbt("run")


def test_each_message_has_its_class_or_reason(spark: Any, run: None) -> None:
    assert_outcomes(SENT, outcomes(spark, ["tiny.routed_tiny", "tiny.changes_things"]))


def test_the_table_is_what_the_messages_leave(spark: Any, run: None) -> None:
    nothing = dict.fromkeys(THINGS)
    assert rows_of(spark, "tiny.things", THINGS) == [
        {
            "id": 1, "price": Decimal("2.00"), "day": date(2024, 2, 29), "at": "1970-01-01 00:00:00",
            "raw": b"\x00\xff", "note": None,
        },
        {**nothing, "id": 2, "price": Decimal("9.99"), "note": "in another case"},
    ]  # fmt: skip


def test_types_are_the_kinds_of_the_values(spark: Any, run: None) -> None:
    rows = spark.sql("select distinct column_name, evidence from tiny.types_tiny where column_name < 'e'").collect()
    assert sorted(map(tuple, rows)) == [("NOTE", "JSON text"), ("at", "JSON integer"), ("day", "JSON text")]
