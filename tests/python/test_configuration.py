"""Configuration that is not known is a compile error: what was given, what is allowed, where to read (L11)."""

from __future__ import annotations

import re
from typing import Any

import pytest
from landing import land
from messages import contract
from project import ROOT, DbtFailed, Project

pytestmark = pytest.mark.law("L11")

STREAM = {"format": "debezium"}

# What is declared of a stream, and what the error must hold.
STREAMS: dict[str, tuple[dict[str, Any], str]] = {
    "format": ({"format": "debezum"}, "format: 'debezum' is not known. Allowed: canal, datahub_blob"),
    "setting": ({**STREAM, "latness": "1 day"}, "meta.cdc: 'latness' is not known. Allowed: format, options"),
    "option": ({**STREAM, "options": {"evelope": "x"}}, "option: 'evelope' is not known. Allowed: envelope"),
    "value": ({**STREAM, "options": {"envelope": "x"}}, "option envelope: 'x' is not known. Allowed: debezium"),
    "column": ({**STREAM, "landing": {"ofset": "o"}}, "landing: 'ofset' is not known. Allowed: topic"),
    "topic": (
        {**STREAM, "table_from_topic": "srv.{schema}"},
        "table_from_topic: 'srv.{schema}' is not known. Allowed: a text with",
    ),
    "part": ({**STREAM, "table_from_topic": "{tenant}.{table}"}, "table_from_topic: '{tenant}.{table}' is not known"),
    "brace": ({**STREAM, "table_from_topic": "{table}.{x"}, "table_from_topic: '{table}.{x' is not known"),
    "double": ({**STREAM, "table_from_topic": "{table}.{table}"}, "table_from_topic: '{table}.{table}' is not known"),
    "number": ({**STREAM, "table_from_topic": 7}, "table_from_topic: '7' is not known"),
    "both": (
        {"format": "datahub_tuple", "options": {"table": "app.t"}, "table_from_topic": "{table}"},
        "option table: 'app.t' is not known. Allowed: either the option table or the setting table_from_topic",
    ),
    "nulls": (
        {**STREAM, "null_messages": "skip"},
        "null_messages: 'skip' is not known. Allowed: tombstone, quarantine",
    ),
    "landings": (
        {**STREAM, "landing_tables": "shop_2"},
        "landing_tables: 'shop_2' is not known. Allowed: a list of tables",
    ),
    "landing": ({**STREAM, "landing_tables": ["a`b"]}, "landing_tables: 'a`b' is not known"),
    "schemas": ({**STREAM, "landing_tables": ["raw_%.shop"]}, "landing_tables: 'raw_%.shop' is not known"),
    "lateness": ({**STREAM, "lateness": "7 dayz"}, "lateness: '7 dayz' is not known. Allowed: a number and a unit"),
    "text": ({**STREAM, "max_bytes": "64MB"}, "max_bytes: '64MB' is not known. Allowed: a number of bytes from 1"),
    "zero": ({**STREAM, "max_bytes": 0}, "max_bytes: '0' is not known"),
    "huge": ({**STREAM, "max_bytes": 2**26}, "max_bytes: '67108864' is not known"),
    "offsets": ({**STREAM, "offsets": "gapless"}, "offsets: 'gapless' is not known. Allowed: contiguous, sparse"),
    "counts": ({**STREAM, "transactions": False}, "transactions: 'False' is not known. Allowed: whole, partial"),
    "beat": ({**STREAM, "heartbeat_every": 60}, "heartbeat_every: '60' is not known. Allowed: a number and a unit"),
    "never": ({**STREAM, "heartbeat_every": "0 days"}, "heartbeat_every: '0 days' is not known"),
    "zone": (
        {"format": "canal", "options": {"date_time_zone": "Asia/Shangai"}},
        "option date_time_zone: 'Asia/Shangai' is not known. Allowed: a zone's name such as Asia/Shanghai",
    ),
    "twice": (STREAM, "two sources are streams of the name twice (landing, other)"),
}

TYPES = {
    "missing": ("", "column a, data_type: 'none' is not known"),
    "typo": ("strng", "column a, data_type: 'strng' is not known. Allowed: string, boolean, tinyint"),
    "wide": ("decimal(39,2)", "data_type: 'decimal(39,2)' is not known"),
    "scale": ("decimal(3,4)", "data_type: 'decimal(3,4)' is not known"),
    "map": ("map<string, string>", "data_type: 'map<string, string>' is not known"),
    "variant": ("variant", "data_type: 'variant' is not known"),
    "decimals": ("array<decimal(10,2)>", "data_type: 'array<decimal(10,2)>' is not known"),
    "tinyints": ("struct<a: array<tinyint>>", "data_type: 'struct<a: array<tinyint>>' is not known"),
}

# What is declared of a table, and what the error must hold.
TABLES: dict[str, tuple[dict[str, Any], str]] = {
    "key": (contract("key", ["ident"], {"id": "int"}, []), "model key, key: 'ident' is not known. Allowed: id"),
    "list": (
        contract("list", [], {"id": "int"}, []) | {"config": {"meta": {"cdc": {"tables": "app.orders"}}}},
        "meta.cdc.tables: 'app.orders' is not known. Allowed: a list of names, such as [app.orders]",
    ),
    "word": (
        contract("word", [], {"id": "int"}, []) | {"config": {"meta": {"cdc": {"keys": ["id"]}}}},
        "model word, meta.cdc: 'keys' is not known. Allowed: tables, key",
    ),
    "hint": (
        contract("hint", [], {"id": ("int", {"encoding": "x"})}, []),
        "model hint, column id, meta.cdc: 'encoding' is not known. Allowed: source, type, from",
    ),
    "part": (contract("parts", [], {"id": "int"}, ["app..orders"]), "meta.cdc.tables: 'app..orders' is not known"),
    "whence": (
        contract("whence", [], {"id": "int", "a": ("string", {"from": "cdc_tabel"})}, []),
        "column a, from: 'cdc_tabel' is not known. Allowed: cdc_database, cdc_schema, cdc_table",
    ),
    "two": (
        contract("two", [], {"id": "int", "a": ("string", {"from": "cdc_table", "source": "b"})}, []),
        "column a, source: 'b' is not known. Allowed: from alone",
    ),
    "text": (
        contract("text", [], {"id": "int", "a": ("int", {"from": "cdc_table"})}, []),
        "column a, data_type: 'int' is not known. Allowed: string, as the column has from",
    ),
    "nothing": (
        contract("nothing", [], {"a": ("string", {"from": "cdc_table"})}, []),
        "model nothing, columns: 'a' is not known. Allowed: at least one column that messages carry",
    ),
    "shards": (
        contract("shards", ["a"], {"id": "int", "a": ("string", {"from": "cdc_table"})}, []),
        "model shards, key: 'a' is not known. Allowed: at least one column that messages carry",
    ),
    "case": (
        contract("case", [], {"id": "int", "other": ("int", {"source": "ID"})}, []),
        "a source column 'ID' cannot be read, because another one has the same name, but for the case",
    ),
    "quote": (
        contract("quote", [], {"id": ("int", {"source": "o'clock"})}, []),
        "a source column 'o'clock' cannot be read, because it holds an apostrophe",
    ),
    "tick": (
        contract("tick", [], {"a`b": ("int", {"source": "a"})}, []),
        "a column cannot be named a`b, because it holds a backtick",
    ),
    "apostrophe": (
        contract("apostrophe", [], {"o'clock": ("int", {"source": "a"})}, []),
        "a column cannot be named o'clock, because it holds an apostrophe. Give it another name",
    ),
    "cases": (
        contract("cases", [], {"Id": "int", "ID": ("int", {"source": "a"})}, []),
        "a column cannot be named ID, because another one has the same name, but for the case of letters",
    ),
    **{name: (contract(name, [], {"a": given}, []), error) for name, (given, error) in TYPES.items()},
}
ALIASES = {
    "a": "INTEGER", "b": "long", "c": "short", "d": "byte", "e": "real", "f": "numeric(10, 2)", "g": "dec",
    "h": "timestamp_ltz", "i": "decimal( 20 , 0 )", "j": "array<struct<Name: string, n: int>>",
}  # fmt: skip


@pytest.fixture(scope="module")
def errors(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The output of dbt for a project in which every stream and every table but one has a fault."""
    made = Project(tmp_path_factory.mktemp("configuration") / "p", "configuration")
    for name, (cdc, _) in STREAMS.items():
        made.stream(name, cdc)
    other = {"name": "other", "tables": [{"name": "twice", "config": {"meta": {"cdc": STREAM}}}]}
    made._write("models/other.yml", {"version": 2, "sources": [other]})
    made.stream("good", STREAM)
    plain = [model | {"config": {**model["config"], "contract": {"enforced": False}}} for model, _ in TABLES.values()]
    made.tables("good", [*plain, contract("aliases", [], ALIASES, [])])
    land(spark, "configuration_landing.good", [])
    made.dbt("deps")
    with pytest.raises(DbtFailed) as failed:
        made.dbt("run")
    return str(failed.value)


@pytest.mark.parametrize("words", [words for _, words in (*STREAMS.values(), *TABLES.values())])
def test_what_is_not_known_is_named_with_what_is_allowed(errors: str, words: str) -> None:
    assert words in errors


def test_every_error_names_the_page_that_has_what_is_allowed(errors: str) -> None:
    lines = [line for line in errors.splitlines() if "spark_cdc: " in line]
    pages = {page for line in lines for page in re.findall(r"Read: (docs/[\w/]+\.md)", line)}
    assert all("Read: docs/" in line for line in lines)
    formats = {"docs/formats/index.md", *(f"docs/formats/{name}.md" for name in ("canal", "datahub_tuple", "debezium"))}
    assert pages == formats | {"docs/reference/contract.md", "docs/reference/settings.md"}
    assert [page for page in pages if not (ROOT / page).exists()] == []


def test_what_is_right_is_no_error_beside_it(errors: str) -> None:
    assert "aliases" not in errors
    assert "routed_good" not in errors
