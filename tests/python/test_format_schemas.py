"""Every format gives the same columns, and refuses what is no message: its queries alone, without logs."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from encoders import FORMATS
from project import Project
from scenario import contract

LANDED = {
    "cdc_topic": "string", "cdc_partition": "int", "cdc_offset": "bigint", "cdc_copy": "int",
    "cdc_landed_at": "timestamp", "cdc_key": "string", "cdc_value": "string", "cdc_headers": "string",
    "cdc_waits": "boolean",
}  # fmt: skip
JUDGED = {
    "cdc_class": "string", "cdc_operation": "string", "cdc_database": "string", "cdc_schema": "string",
    "cdc_table": "string", "cdc_identified": "boolean", "cdc_event_at": "timestamp", "cdc_captured_at": "timestamp",
    "cdc_transaction": "string", "cdc_ddl": "string", "cdc_ddl_meta": "string", "cdc_reason": "string",
    "cdc_detail": "string",
}  # fmt: skip
EVENTS = {
    **LANDED, **JUDGED, "cdc_order_1": "decimal(38,0)", "cdc_order_2": "decimal(20,0)", "cdc_order_3": "decimal(20,0)",
}  # fmt: skip
LOGGED = {
    **LANDED, **JUDGED, "cdc_stream": "string", "cdc_batch": "bigint", "cdc_position": "string",
    "cdc_landed": "struct<cdc_key:string,cdc_value:string>", "cdc_unmatched": "string",
    "cdc_has_long_number": "boolean",
}  # fmt: skip
IMAGES = {
    "cdc_index": "int", "cdc_key_change": "boolean", "cdc_present": "array<string>",
    "cdc_types": "map<string,struct<type:string,scale:int>>", "cdc_before_path": "string",
    "cdc_after_path": "string",
}  # fmt: skip
TYPES = {
    "cdc_stream": "string", "cdc_batch": "bigint", "cdc_database": "string", "cdc_schema": "string",
    "cdc_table": "string", "cdc_events": "bigint", "cdc_first_position": "string", "cdc_last_position": "string",
    "cdc_first_landed_at": "timestamp", "cdc_last_landed_at": "timestamp", "column_name": "string",
    "column_number": "int", "evidence": "string", "data_type": "string", "cdc_type": "string", "key_number": "int",
    "is_optional": "boolean",
}  # fmt: skip
TRANSACTIONS = {
    "cdc_stream": "string", "cdc_batch": "bigint", "cdc_topic": "string", "cdc_partition": "int",
    "cdc_offset": "bigint", "cdc_landed_at": "timestamp", "cdc_transaction": "string", "cdc_source_table": "string",
    "cdc_number": "bigint", "cdc_size": "bigint",
}  # fmt: skip
COLUMNS = {
    "id": "bigint", "part": "string", "amount": "decimal(10,2)", "at": "timestamp", "day": "date", "blob": "binary",
}  # fmt: skip

MORE: dict[str, dict[str, Any]] = {
    "debezium_flattened": {"format": "debezium", "options": {"envelope": "flattened"}},
    "debezium_tombstone": {
        "format": "debezium",
        "options": {"envelope": "flattened", "deletes": "tombstone", "order": "transport"},
    },
    "debezium_mongodb": {"format": "debezium", "options": {"envelope": "mongodb"}},
    "huawei_cdl_transport": {"format": "huawei_cdl", "options": {"order": "transport", "lob_nulls": "keep"}},
    "qlik_json": {"format": "qlik", "options": {"metadata": "ignored"}},
    "shareplex_transport": {"format": "shareplex", "options": {"order": "transport", "update_before": "ignore"}},
}
STREAMS = {**{form.name: dict(form.stream) for form in FORMATS}, **MORE}
BY_TOPIC = {f"{name}_by_topic": {**stream, "table_from_topic": "{table}"} for name, stream in STREAMS.items()}
UNREADABLE = (
    "hello", "5", '"x"', "[]", "[{}]", "{", "{}}", "{} {}", '{"a":1},"x":1', "{'a':1}", '{"a":1,}', '{"a":"\n"}',
    '{"a":' * 1100 + "1" + "}" * 1100, '{"a":NaN}', '{"a":[-Infinity]}', '{"a":{"b":Infinity}}',
)  # fmt: skip
MODEL = """
{{%- if execute %}}
{{%- set stream = spark_cdc._stream(spark_cdc._node()) %}}
{body}
{{%- else %}}{{{{ source("landing", "{name}") }}}}{{% endif %}}
"""
PART = '{{{{ spark_cdc._format(stream.format, "{part}")(stream, {arguments}) }}}}'
COUNTS = (
    '{{{{ spark_cdc._format(stream.format, "transactions")(dict(stream, boundaries=true), {arguments})'
    ' or "select 0 as none" }}}}'
)
CONTRACT = "spark_cdc._message_contract(spark_cdc._contract('{model}'))"
# Images have the types of _text_fields: the after image, the before image (whose key is enough), and the key.
STRUCTS = """
{{% set all = {contract}.columns %}}
{{% set keys = all | selectattr("key") | list %}}
{{% set key = spark_cdc._text_fields(keys) or "none: string" %}}
select
    cast(null as struct<{{{{ spark_cdc._text_fields(all) }}}}>) as cdc_after,
    cast(null as struct<{{{{ spark_cdc._text_fields(keys or all) }}}}>) as cdc_before,
    cast(null as struct<{{{{ key }}}}>) as cdc_message_key,
    cast(null as struct<{{{{ key }}}}>) as cdc_old_key
"""


def nulls(columns: Mapping[str, str]) -> str:
    """Return a relation of no rows with these columns."""
    return "(select " + ", ".join(f"cast(null as {kind}) as {name}" for name, kind in columns.items()) + " where false)"


def rows(texts: Sequence[str]) -> str:
    """Return a relation of landing rows with these values."""
    coded = [base64.b64encode(text.encode()).decode() for text in texts]
    given = {**{name: f"cast(null as {kind})" for name, kind in LANDED.items()}, "cdc_offset": "cast(n as bigint)"}
    given |= {"cdc_topic": '"shop.app.t"', "cdc_partition": "0", "cdc_value": "cast(unbase64(text) as string)"}
    values = ", ".join(f'({number}, "{text}")' for number, text in enumerate(coded))
    return f"(select {', '.join(f'{sql} as {name}' for name, sql in given.items())} from values {values} as t(n, text))"


@pytest.fixture(scope="module")
def compiled(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the queries of each stream's parts by names such as events_canal."""
    made = Project(tmp_path_factory.mktemp("schemas") / "p", "format_schemas")
    models = made.path / "models"
    for name, stream in {**STREAMS, **BY_TOPIC}.items():
        made.stream(name, stream)
        bodies = {f"events_{name}": PART.format(part="events", arguments=f"'{nulls(LANDED)}'")}
        bodies[f"types_{name}"] = PART.format(part="types", arguments=f"'{nulls(LOGGED)}'")
        bodies[f"transactions_{name}"] = COUNTS.format(arguments=f"'{nulls(LOGGED)}'")
        bodies[f"refused_{name}"] = PART.format(part="events", arguments=f"'{rows(UNREADABLE)}'")
        tables = [contract(f"keyed_{name}", ["app.t"], ["id", "part"], **COLUMNS)]
        tables.append(contract(f"bag_{name}", ["app.t"], [], **COLUMNS))
        made.tables(name, tables)
        for model in (table["name"] for table in tables):
            declared = CONTRACT.format(model=model)
            bodies[f"images_{model}"] = PART.format(part="images", arguments=f"{declared}, '{nulls(LOGGED)}'")
            bodies[f"structs_{model}"] = STRUCTS.format(contract=declared)
        for model, body in bodies.items():
            (models / f"{model}.sql").write_text(MODEL.format(body=body, name=name))
    made.dbt("deps")
    return {result.node.name: result.node.compiled_code for result in made.dbt("compile")}


def columns_of(spark: Any, query: str) -> dict[str, str]:
    return {field.name: field.dataType.simpleString() for field in spark.sql(query).schema}


@pytest.mark.parametrize("name", [*STREAMS, *BY_TOPIC])
def test_events_are_the_same_columns(spark: Any, compiled: dict[str, str], name: str) -> None:
    assert columns_of(spark, compiled[f"events_{name}"]) == EVENTS


@pytest.mark.parametrize("name", STREAMS)
@pytest.mark.parametrize("table", ["keyed", "bag"])
def test_images_are_the_same_columns(spark: Any, compiled: dict[str, str], name: str, table: str) -> None:
    structs = columns_of(spark, compiled[f"structs_{table}_{name}"])
    assert columns_of(spark, compiled[f"images_{table}_{name}"]) == {**LOGGED, **IMAGES, **structs}


@pytest.mark.parametrize("name", STREAMS)
def test_types_are_the_same_columns(spark: Any, compiled: dict[str, str], name: str) -> None:
    assert columns_of(spark, compiled[f"types_{name}"]) == TYPES


@pytest.mark.parametrize("name", STREAMS)
def test_counts_of_transactions_are_the_same_columns_or_none(spark: Any, compiled: dict[str, str], name: str) -> None:
    assert columns_of(spark, compiled[f"transactions_{name}"]) in (TRANSACTIONS, {"none": "int"})


@pytest.mark.law("L8", "L12")
@pytest.mark.parametrize("name", STREAMS)
def test_what_is_no_message_is_quarantined(spark: Any, compiled: dict[str, str], name: str) -> None:
    found = spark.sql(compiled[f"refused_{name}"]).collect()
    assert sorted(row.cdc_offset for row in found) == list(range(len(UNREADABLE)))
    # DTS decodes bytes: a text that is no base64 is malformed, other bytes are no record.
    taken = [
        UNREADABLE[row.cdc_offset][:20] for row in found if row.cdc_reason not in ("malformed", "undecodable_binary")
    ]
    assert taken == []
    assert [row.cdc_offset for row in found if not row.cdc_detail] == []
