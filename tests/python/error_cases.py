"""How each error is provoked, and its text; `...` in a text stands for any text. test_errors.py runs the cases."""

from __future__ import annotations

import re
from typing import Any

import docs_reference
from messages import contract

ERRORS = {name: error for some in docs_reference.errors().values() for name, error in some.items()}

SETTINGS = "docs/reference/settings.md, Settings of a stream"
MODEL = "docs/reference/contract.md, Settings of the model"
COLUMN = "docs/reference/contract.md, Settings of a column"
TYPES = "docs/reference/contract.md, Data types"
NAMES = "docs/reference/contract.md, Names"
STREAM = {"format": "debezium"}
TOPIC = "Allowed: a text with {table}, and {schema} and {database} where the topic has them, each once, such as ..."

# What is declared of a stream: the name of the error, and its text behind the source, without the page of the settings.
STREAMS: dict[str, tuple[dict[str, Any], str, str]] = {
    "setting": (
        {**STREAM, "latness": "1 day"},
        "stream_setting",
        ", meta.cdc: 'latness' is not known. Allowed: format, options, ...",
    ),
    "topic": (
        {**STREAM, "table_from_topic": "srv.{schema}"},
        "stream_table_from_topic",
        ", table_from_topic: invalid value 'srv.{schema}'. " + TOPIC,
    ),
    "part": (
        {**STREAM, "table_from_topic": "{tenant}.{table}"},
        "stream_table_from_topic",
        ", table_from_topic: invalid value '{tenant}.{table}'. " + TOPIC,
    ),
    "brace": (
        {**STREAM, "table_from_topic": "{table}.{x"},
        "stream_table_from_topic",
        ", table_from_topic: invalid value '{table}.{x'. " + TOPIC,
    ),
    "double": (
        {**STREAM, "table_from_topic": "{table}.{table}"},
        "stream_table_from_topic",
        ", table_from_topic: invalid value '{table}.{table}'. " + TOPIC,
    ),
    "number": (
        {**STREAM, "table_from_topic": 7},
        "stream_table_from_topic",
        ", table_from_topic: invalid value '7'. " + TOPIC,
    ),
    "nulls": (
        {**STREAM, "null_messages": "skip"},
        "stream_null_messages",
        ", null_messages: invalid value 'skip'. Allowed: tombstone, quarantine",
    ),
    "landings": (
        {**STREAM, "landing_tables": "shop_2"},
        "stream_landing_tables",
        ", landing_tables: invalid value 'shop_2'. Allowed: a list of tables in the source's schema, or as "
        "schema.table, ...",
    ),
    "landing": (
        {**STREAM, "landing_tables": ["a`b"]},
        "stream_landing_tables",
        ", landing_tables: invalid value 'a`b'. Allowed: a list of tables ...",
    ),
    "schemas": (
        {**STREAM, "landing_tables": ["raw_%.shop"]},
        "stream_landing_tables",
        ", landing_tables: invalid value 'raw_%.shop'. Allowed: a list of tables ...",
    ),
    "lateness": (
        {**STREAM, "lateness": "7 dayz"},
        "stream_lateness",
        ", lateness: invalid value '7 dayz'. Allowed: a number and a unit, such as 12 hours or 7 days",
    ),
    "text": (
        {**STREAM, "max_bytes": "64MB"},
        "stream_max_bytes",
        ", max_bytes: invalid value '64MB'. Allowed: a number of bytes from 1 to 20000000",
    ),
    "zero": (
        {**STREAM, "max_bytes": 0},
        "stream_max_bytes",
        ", max_bytes: invalid value '0'. Allowed: a number of bytes from 1 to 20000000",
    ),
    "huge": (
        {**STREAM, "max_bytes": 2**26},
        "stream_max_bytes",
        ", max_bytes: invalid value '67108864'. Allowed: a number of bytes from 1 to 20000000",
    ),
    "offsets": (
        {**STREAM, "offsets": "gapless"},
        "stream_offsets",
        ", offsets: invalid value 'gapless'. Allowed: contiguous, sparse",
    ),
    "counts": (
        {**STREAM, "transactions": False},
        "stream_transactions",
        ", transactions: invalid value 'False'. Allowed: whole, partial",
    ),
    "beat": (
        {**STREAM, "heartbeat_every": 60},
        "stream_heartbeat_every",
        ", heartbeat_every: invalid value '60'. Allowed: a number and a unit, such as 30 seconds or 10 minutes",
    ),
    "never": (
        {**STREAM, "heartbeat_every": "0 days"},
        "stream_heartbeat_every",
        ", heartbeat_every: invalid value '0 days'. Allowed: a number and a unit, such as ...",
    ),
    "limit": (
        {**STREAM, "quarantine_limit": "many"},
        "quarantine_limit",
        ", quarantine_limit: invalid value 'many'. Allowed: a number of rows, 0 or more",
    ),
    "twice": (
        STREAM,
        "stream_name_twice",
        ": two sources are streams of this name (landing, other), and row accounting distinguishes streams by name. "
        "Give one another name, and its table as `identifier`",
    ),
}
# The same, with another page.
ODD_STREAMS: dict[str, tuple[dict[str, Any], str, str]] = {
    "format": (
        {"format": "debezum"},
        "stream_format",
        ", format: 'debezum' is not known. Allowed: canal, datahub_blob, .... Read: docs/formats/index.md",
    ),
    "option": (
        {**STREAM, "options": {"evelope": "x"}},
        "stream_option",
        ", option: 'evelope' is not known. Allowed: envelope, .... Read: docs/formats/debezium.md, Declaring the "
        "stream",
    ),
    "value": (
        {**STREAM, "options": {"envelope": "x"}},
        "stream_option_value",
        ", option envelope: invalid value 'x'. Allowed: debezium, flattened, mongodb. Read: docs/formats/debezium.md, "
        "Declaring the stream",
    ),
    "zone": (
        {"format": "canal", "options": {"date_time_zone": "Asia/Shangai"}},
        "stream_time_zone",
        ", option date_time_zone: invalid value 'Asia/Shangai'. Allowed: a zone's name such as Asia/Shanghai, or an "
        "offset such as +08:00. Read: docs/formats/canal.md, Declaring the stream",
    ),
    "column": (
        {**STREAM, "landing": {"ofset": "o"}},
        "stream_landing",
        ", landing: 'ofset' is not known. Allowed: topic, partition, .... Read: docs/reference/settings.md, Landing "
        "columns",
    ),
    "both": (
        {"format": "datahub_tuple", "options": {"table": "app.t"}, "table_from_topic": "{table}"},
        "datahub_tuple_table",
        ", option table: 'app.t' is given, and the setting table_from_topic, too. Allowed: either the option table or "
        "the setting table_from_topic. Read: docs/formats/datahub_tuple.md, Declaring the stream",
    ),
    "deletes": (
        {**STREAM, "options": {"envelope": "flattened", "deletes": "tombstone"}},
        "debezium_deletes",
        ", option deletes: invalid value 'tombstone' with envelope: flattened and order: source. Allowed: tombstone "
        "with envelope: flattened and order: transport, or rewritten. Read: docs/formats/debezium.md, Declaring the "
        "stream",
    ),
    "blind": (
        {"format": "qlik", "options": {"encoding": "avro", "metadata": "ignored"}},
        "qlik_metadata",
        ", option metadata: invalid value 'ignored' with encoding: avro, because Avro cannot be read without its "
        "schema. Allowed: required. Read: docs/formats/qlik.md, Declaring the stream",
    ),
}
ALL_STREAMS = {
    **{name: (cdc, error, f"{text}. Read: {SETTINGS}") for name, (cdc, error, text) in STREAMS.items()},
    **ODD_STREAMS,
}

FALSE_TYPES = {
    "missing": ("", "none"),
    "typo": ("strng", "strng"),
    "wide": ("decimal(39,2)", "decimal(39,2)"),
    "scale": ("decimal(3,4)", "decimal(3,4)"),
    "map": ("map<string, string>", "map<string, string>"),
    "variant": ("variant", "variant"),
    "decimals": ("array<decimal(10,2)>", "array<decimal(10,2)>"),
    "tinyints": ("struct<a: array<tinyint>>", "struct<a: array<tinyint>>"),
}
ONE: dict[str, Any] = {"id": "int"}


def noted(name: str, cdc: dict[str, Any]) -> dict[str, Any]:
    """Return the contract of a table with one column, and with this meta.cdc."""
    return contract(name, [], ONE, []) | {"config": {"meta": {"cdc": cdc}}}


# What is declared of a table: the name of the error, and its text.
TABLES: dict[str, tuple[dict[str, Any], str, str]] = {
    "key": (
        contract("key", ["ident"], ONE, []),
        "contract_key",
        f"model key, key: there is no column 'ident'. Allowed: id. Read: {MODEL}",
    ),
    "list": (
        noted("list", {"tables": "app.orders"}),
        "contract_list",
        "model list, meta.cdc.tables: invalid value 'app.orders'. Allowed: a list of names, such as [app.orders]. "
        f"Read: {MODEL}",
    ),
    "word": (
        noted("word", {"keys": ["id"]}),
        "contract_setting",
        f"model word, meta.cdc: 'keys' is not known. Allowed: tables, key, quarantine_limit. Read: {MODEL}",
    ),
    "parts": (
        contract("parts", [], ONE, ["app..orders"]),
        "contract_table",
        "model parts, meta.cdc.tables: invalid value 'app..orders'. Allowed: schema.table or database.schema.table, "
        f"where % stands for any characters but a dot. Read: {MODEL}",
    ),
    "hint": (
        contract("hint", [], {"id": ("int", {"encoding": "x"})}, []),
        "column_setting",
        f"model hint, column id, meta.cdc: 'encoding' is not known. Allowed: source, type, from. Read: {COLUMN}",
    ),
    "whence": (
        contract("whence", [], {**ONE, "a": ("string", {"from": "cdc_tabel"})}, []),
        "column_from",
        "model whence, column a, from: invalid value 'cdc_tabel'. Allowed: cdc_database, cdc_schema, cdc_table. Read: "
        f"{COLUMN}",
    ),
    "stale": (  # a row of a table without key cannot be stale
        contract("stale", [], {**ONE, "a": ("string", {"from": "cdc_stale"})}, []),
        "column_from",
        "model stale, column a, from: invalid value 'cdc_stale'. Allowed: cdc_database, cdc_schema, cdc_table. Read: "
        f"{COLUMN}",
    ),
    "two": (
        contract("two", [], {**ONE, "a": ("string", {"from": "cdc_table", "source": "b"})}, []),
        "column_from_alone",
        "model two, column a, source: 'b' cannot be declared of a column with `from`, because no message carries it. "
        f"Allowed: from alone, or source without from. Read: {COLUMN}",
    ),
    "text": (
        contract("text", [], {**ONE, "a": ("int", {"from": "cdc_table"})}, []),
        "column_from_data_type",
        "model text, column a, data_type: invalid value 'int' for a column with `from`. Allowed: string. Read: "
        f"{COLUMN}",
    ),
    "nothing": (
        contract("nothing", [], {"a": ("string", {"from": "cdc_table"})}, []),
        "contract_no_message_column",
        "model nothing, columns: no message carries a. Allowed: at least one column that messages carry (without "
        f"`from`). Read: {COLUMN}",
    ),
    "shards": (
        contract("shards", ["a"], {**ONE, "a": ("string", {"from": "cdc_table"})}, []),
        "contract_no_message_column",
        "model shards, key: no message carries a. Allowed: at least one column that messages carry (without `from`). "
        f"Read: {COLUMN}",
    ),
    "case": (
        contract("case", [], {**ONE, "other": ("int", {"source": "ID"})}, []),
        "column_source",
        "model case, column other: a source column 'ID' cannot be read, because another one has the same name, but "
        f"for the case of letters. Leave the column out. Read: {NAMES}",
    ),
    "quote": (
        contract("quote", [], {"id": ("int", {"source": "o'clock"})}, []),
        "column_source",
        "model quote, column id: a source column 'o'clock' cannot be read, because it holds an apostrophe. Leave the "
        f"column out. Read: {NAMES}",
    ),
    "nameless": (
        contract("nameless", [], {"id": ("int", {"source": ""})}, []),
        "column_source",
        "model nameless, column id: a source column '' cannot be read, because it is empty. Leave the column out. "
        f"Read: {NAMES}",
    ),
    "tick": (
        contract("tick", [], {"a`b": ("int", {"source": "a"})}, []),
        "column_name",
        "model tick: a column cannot be named a`b, because it holds a backtick, a backslash or a control character. "
        f"Give it another name, and this one as `source`. Read: {NAMES}",
    ),
    "apostrophe": (
        contract("apostrophe", [], {"o'clock": ("int", {"source": "a"})}, []),
        "column_name",
        "model apostrophe: a column cannot be named o'clock, because it holds an apostrophe. Give it another name, "
        f"and this one as `source`. Read: {NAMES}",
    ),
    "cases": (
        contract("cases", [], {"Id": "int", "ID": ("int", {"source": "a"})}, []),
        "column_name",
        "model cases: a column cannot be named ID, because another one has the same name, but for the case of "
        f"letters. Give it another name, and this one as `source`. Read: {NAMES}",
    ),
    **{
        name: (
            contract(name, [], {"a": given}, []),
            "column_data_type",
            f"model {name}, column a, data_type: invalid value '{text}'. Allowed: string, boolean, tinyint, smallint, "
            "int, bigint, float, double, date, timestamp, timestamp_ntz, binary, decimal(p,s) to 38 digits, "
            "array<...> and struct<...> of string/boolean/smallint/int/bigint/float/double/binary (for others declare "
            f"string, which keeps the JSON). Read: {TYPES}",
        )
        for name, (given, text) in FALSE_TYPES.items()
    },
}
# Models over streams of their own, which read landing: the stream, the columns, the name of the error, and its text.
STRAIGHT: dict[str, tuple[dict[str, Any], dict[str, Any], str, str]] = {
    "parted": (
        {"format": "canal"},
        {"a": "array<int>"},
        "canal_data_type",
        "source parted, column a, data_type: invalid value 'array<int>'. Allowed: string, which keeps the JSON text, "
        "or any type without parts. Read: docs/formats/canal.md, Types",
    ),
    "arrayed": (
        {"format": "dts_avro"},
        {"a": "array<int>"},
        "dts_avro_data_type",
        "source arrayed, column a, data_type: messages of the format hold no value of type 'array<int>'. Allowed: "
        "integers, float, .... Read: docs/formats/dts_avro.md, Types",
    ),
    "encoded": (
        {"format": "lindorm"},
        {"a": ("string", {"type": "long"})},
        "lindorm_type",
        "source encoded, column a, meta.cdc.type: invalid value 'long' for a column of type string. Allowed: "
        "...json.... Read: docs/formats/lindorm.md, Types",
    ),
    "unkept": (
        {"format": "qlik"},
        {"a": "int"},
        "qlik_routed",
        "source unkept: a changes model reads it straight from landing, where no metadata is kept. Give it a routed "
        "model, or the stream the option metadata: ignored. Read: docs/formats/qlik.md, Declaring the stream",
    ),
    "halved": (
        {"format": "half"},
        {"a": "int"},
        "format_part",
        "format half: it has no macro half__images. Add it to the format's folder. Read: docs/adding_a_format.md, The "
        "folder",
    ),
}
# Models by hand: the body, the name of the error, and its text.
MODELS: dict[str, tuple[str, str, str]] = {
    "routed_bare": (
        "cdc_routed(source('undeclared', 'bare'))",
        "stream_not_declared",
        f"source bare: it has no config.meta.cdc. Declare the stream there: its format at least. Read: {SETTINGS}",
    ),
    "routed_of_two": (
        "cdc_routed(source('landing', 'good')) }} -- {{ source('landing', 'lateness')",
        "stream_source",
        "model routed_of_two: it reads source.captured.landing.good, source.captured.landing.lateness. Allowed: one "
        f"landing source, or the routed model of one. Read: {SETTINGS}",
    ),
    "changes_orphans": (
        "cdc_changes(source('landing', 'good'))",
        "contract_model",
        "model orphans: there is no current model of this name to take the contract from. Add the model with its "
        "columns, or correct the name of the model that reads it (changes_<current model>, state_<current model>). "
        "Read: docs/reference/contract.md, Contract of a table",
    ),
    "parquet": (
        "_file_format() }} {{ config(file_format='parquet')",
        "setting",
        "model parquet, file_format: invalid value 'parquet'. Allowed: iceberg, delta. Read: "
        "docs/reference/settings.md, Variables",
    ),
    "listing": (
        "cdc_events([])",
        "state_not_listed",
        "model listing: it does not list ref('state_...'). List every state model of the project. Read: "
        "docs/reference/control_models.md, Control models",
    ),
}
DECLARED: dict[str, tuple[str, str]] = {
    **{f"routed_{name}": (error, f"source {name}{text}") for name, (_, error, text) in ALL_STREAMS.items()},
    **{f"changes_{name}": (error, text) for name, (_, error, text) in TABLES.items()},
    **{f"changes_{name}": (error, text) for name, (_, _, error, text) in STRAIGHT.items()},
    **{name: (error, text) for name, (_, error, text) in MODELS.items()},
}
ALIASES = {
    "a": "INTEGER", "b": "long", "c": "short", "d": "byte", "e": "real", "f": "numeric(10, 2)", "g": "dec",
    "h": "timestamp_ltz", "i": "decimal( 20 , 0 )", "j": "array<struct<Name: string, n: int>>",
}  # fmt: skip


def flat(text: str) -> str:
    return " ".join(text.split())


def assert_error(output: str, name: str, expected: str) -> None:
    """Check that dbt's output, whose lines it indents, has this text, and that it is of the error of this name."""
    parts = [re.escape(part) for part in flat(f"spark_cdc: {expected}").split("...")]
    found = re.search(".*?".join(parts), flat(output))
    assert found, f"{expected}\n---\n{output[-3000:]}"
    error = ERRORS[name]
    given = error["given"] if error["given"].endswith("\n") else f"{error['given']}."
    rest = f"Allowed: {error['allowed']}" if "allowed" in error else error["advice"]
    form = flat(f"spark_cdc: {error['what']}: {given} {rest}. Read: {error['read']}")
    assert re.fullmatch(".*?".join(map(re.escape, re.split(r"{\w+}", form))), found[0]), f"{form}\n---\n{found[0]}"


# -- Operations ------------------------------------------------------------------------------------------------------

SCHEMA = "erring"
LANDING = f"{SCHEMA}_landing"
ORDER = {"id": 1, "note": "a"}
NEW = {"schema": LANDING, "format": "debezium"}
URL = "jdbc:postgresql://127.0.0.1:1/shop"
OPERATIONS_PAGE = "docs/reference/operations.md"
LAND = "docs/landing.md"

# The operation, its arguments, the name of the error, and its text.
OPERATIONS: dict[str, tuple[str, dict[str, Any], str, str]] = {
    "init source": (
        "cdc_init",
        {"declare": NEW},
        "init_source",
        "cdc_init, source: there is none, but `declare` is given. Allowed: <source name>.<table name>, which "
        f"`declare` describes. Read: {OPERATIONS_PAGE}, cdc_init",
    ),
    "source": (
        "cdc_scaffold",
        {"source": "landing.shops"},
        "scaffold_source",
        "cdc_scaffold, source: the project declares no source 'landing.shops'. Allowed: landing.columns, "
        "landing.fresh, landing.nameless, landing.nowhere, landing.quiet, landing.shop, landing.undeclared. Read: "
        f"{OPERATIONS_PAGE}, cdc_scaffold",
    ),
    "undeclared": (
        "cdc_scaffold",
        {"source": "landing.undeclared"},
        "stream_not_declared",
        "source undeclared: it has no config.meta.cdc. Declare the stream there: its format at least. Read: "
        f"{SETTINGS}",
    ),
    "source name": (
        "cdc_scaffold",
        {"source": "raw-data.shop", "declare": NEW},
        "scaffold_source_name",
        "cdc_scaffold, source: invalid value 'raw-data.shop'. Allowed: <source name>.<table name> of letters, digits "
        f"and underscores. Read: {OPERATIONS_PAGE}, cdc_scaffold",
    ),
    "source name of init": (
        "cdc_init",
        {"source": "raw.shop\n", "declare": NEW},
        "scaffold_source_name",
        "cdc_init, source: invalid value 'raw.shop '. Allowed: <source name>.<table name> of letters, digits and "
        f"underscores. Read: {OPERATIONS_PAGE}, cdc_init",
    ),
    "declared": (
        "cdc_scaffold",
        {"source": "landing.shop", "declare": NEW},
        "scaffold_declared",
        "cdc_scaffold, declare: source landing.shop is declared already, in models/sources.yml. Leave `declare` out, "
        f"and change it there. Read: {OPERATIONS_PAGE}, cdc_scaffold",
    ),
    "declare": (
        "cdc_scaffold",
        {"source": "raw.shops", "declare": {**NEW, "formt": 1}},
        "scaffold_declare_setting",
        "cdc_scaffold, declare: 'formt' is not known. Allowed: schema, identifier, format, .... Read: "
        f"{OPERATIONS_PAGE}, cdc_scaffold",
    ),
    "declare nothing": (
        "cdc_scaffold",
        {"source": "raw.shops", "declare": {"format": "debezium"}},
        "scaffold_declare_missing",
        f"cdc_scaffold, declare: there is no schema. Allowed: schema and format at least. Read: {OPERATIONS_PAGE}, "
        "cdc_scaffold",
    ),
    "declare format": (
        "cdc_scaffold",
        {"source": "raw.shops", "declare": {**NEW, "format": "debezum"}},
        "stream_format",
        "source shops, format: 'debezum' is not known. Allowed: canal, .... Read: docs/formats/index.md",
    ),
    "no landing": (
        "cdc_scaffold",
        {"source": "landing.nowhere"},
        "scaffold_landing",
        "cdc_scaffold, source: the landing table ...nowhere... of source nowhere does not exist. Land messages first, "
        f"or correct schema and identifier of the source. Read: {LAND}",
    ),
    "no changes": (
        "cdc_scaffold",
        {"source": "landing.quiet"},
        "scaffold_no_changes",
        "cdc_scaffold: there are no row changes in ...; its messages are: 1 heartbeat. Correct the format, the "
        f"options or table_from_topic of the source. Read: {SETTINGS}",
    ),
    "no names": (
        "cdc_scaffold",
        {"source": "landing.nameless"},
        "scaffold_no_changes",
        "cdc_scaffold: there are no row changes in ...; its messages are: 1 quarantined missing_table. messages that "
        "name no table: 1, of topic .... Correct the format, the options or table_from_topic of the source. Read: "
        f"{SETTINGS}",
    ),
    "table": (
        "cdc_scaffold",
        {"source": "landing.shop", "tables": ["app.order"], "values": False},
        "scaffold_table",
        f"cdc_scaffold, tables: no message has the table 'app.order'. Allowed: app.orders. Read: {OPERATIONS_PAGE}, "
        "cdc_scaffold",
    ),
    "folder": (
        "cdc_scaffold",
        {"source": "landing.fresh", "folder": "../../out", "values": False},
        "file_outside",
        "file ../../out/...: it is no .sql or .yml file below .../models. Give a folder inside the model path of the "
        f"project. Read: {OPERATIONS_PAGE}, cdc_scaffold",
    ),
    "log": (
        "cdc_replay",
        {"log": "orders"},
        "replay_log",
        "cdc_replay, log: there is no log 'orders'. Allowed: changes_columns, changes_moved, changes_orders, "
        f"changes_shards, changes_visits. Read: {OPERATIONS_PAGE}, cdc_replay",
    ),
    "reasons": (
        "cdc_replay",
        {"log": "changes_orders", "reasons": "bad_value"},
        "replay_reasons",
        "cdc_replay, reasons: invalid value 'bad_value'. Allowed: a list, such as [bad_value], of ..., "
        "unknown_schema.... Read: docs/reference/classes.md, Reasons",
    ),
    "no reasons": (
        "cdc_replay",
        {"log": "changes_orders", "reasons": []},
        "replay_reasons",
        "cdc_replay, reasons: invalid value '[]'. Allowed: a list, such as [bad_value], of .... Read: "
        "docs/reference/classes.md, Reasons",
    ),
    "reason": (
        "cdc_replay",
        {"log": "changes_orders", "reasons": ["ugly"]},
        "replay_reason",
        "cdc_replay, reasons: 'ugly' is not known. Allowed: ...bad_value, .... Read: docs/reference/classes.md, "
        "Reasons",
    ),
    "replay unbuilt": (
        "cdc_replay",
        {"log": "changes_visits"},
        "table_not_built",
        "cdc_replay: the table of changes_visits does not exist. Build it first: dbt build --select changes_visits. "
        f"Read: {OPERATIONS_PAGE}, cdc_replay",
    ),
    "trim": (
        "cdc_trim",
        {"dry_run": "no"},
        "argument_not_boolean",
        f"cdc_trim, dry_run: invalid value 'no'. Allowed: true, false. Read: {OPERATIONS_PAGE}, cdc_trim",
    ),
    "stream": (
        "cdc_purge",
        {"stream": "shops"},
        "retention_stream",
        "cdc_purge, stream: there is no stream 'shops' with a table. Allowed: columns, shop. Read: "
        f"{OPERATIONS_PAGE}, cdc_purge",
    ),
    "retention": (
        "cdc_trim",
        {"retention": "soon"},
        "retention_interval",
        "cdc_trim, retention: invalid value 'soon'. Allowed: a number and a unit, such as 90 days or 12 months. Read: "
        f"{OPERATIONS_PAGE}, cdc_trim",
    ),
    "short": (
        "cdc_purge",
        {"retention": "6 days"},
        "retention_below_lateness",
        "cdc_purge, retention: invalid value '6 days' for stream shop. Allowed: at least its allowed lateness, 7 "
        "days, because a change that lands late may need what is older. Read: docs/retention.md, What cdc_trim keeps",
    ),
    "snapshots": (
        "cdc_maintain",
        {"retention": "long"},
        "maintain_retention",
        "cdc_maintain, retention: invalid value 'long'. Allowed: a number and a unit, such as 5 days. Read: "
        f"{OPERATIONS_PAGE}, cdc_maintain",
    ),
    "orphans": (
        "cdc_maintain",
        {"orphans": "3 hours"},
        "maintain_orphans",
        "cdc_maintain, orphans: invalid value '3 hours'. Allowed: a number of days or weeks, such as 3 days. Read: "
        f"{OPERATIONS_PAGE}, cdc_maintain",
    ),
    "tables": (
        "cdc_maintain",
        {"tables": "orders"},
        "maintain_tables",
        "cdc_maintain, tables: invalid value 'orders'. Allowed: a list of models, such as [state_orders]. Read: "
        f"{OPERATIONS_PAGE}, cdc_maintain",
    ),
    "no table": (
        "cdc_maintain",
        {"tables": ["nothing"]},
        "maintain_table",
        "cdc_maintain, tables: there is no table of a model 'nothing'. Allowed: changes_orders, state_orders. Read: "
        f"{OPERATIONS_PAGE}, cdc_maintain",
    ),
    "land table": (
        "cdc_land",
        {"path": "rows.jsonl", "table": "a.b; drop"},
        "land_table",
        "cdc_land, table: invalid value 'a.b; drop'. Allowed: <schema>.<table> of letters, digits and underscores. "
        f"Read: {LAND}",
    ),
    "land pattern": (
        "cdc_land",
        {"path": "*.jsonl"},
        "land_path_pattern",
        "cdc_land, path: '*.jsonl' has a character that Spark takes for a pattern. Rename it, or give its folder. "
        f"Read: {LAND}",
    ),
    "land missing": (
        "cdc_land",
        {"path": "no.jsonl"},
        "land_path_missing",
        "cdc_land, path: there is no file or folder no.jsonl (looked for .../no.jsonl). Give a path that is absolute "
        f"or relative to the project, or an address that Spark can read. Read: {LAND}",
    ),
    "land empty": (
        "cdc_land",
        {"path": "empty"},
        "land_path_empty",
        "cdc_land, path: the folder empty has no files. Files whose name begins with a dot or an underscore do not "
        f"count. Give another folder. Read: {LAND}",
    ),
    "land mixed": (
        "cdc_land",
        {"path": "mixed"},
        "land_path_mixed",
        "cdc_land, path: the folder mixed has files of several formats: a.jsonl, b.parquet. Land the files of each "
        f"format by themselves. Read: {LAND}",
    ),
    "land format": (
        "cdc_land",
        {"path": "rows.jsonl", "format": "avro"},
        "land_format",
        f"cdc_land, format: 'avro' is not known. Allowed: jsonl, parquet. Read: {LAND}",
    ),
    "land ending": (
        "cdc_land",
        {"path": "data.avro"},
        "land_format_unknown",
        "cdc_land, path: the name of data.avro does not show its format. Known endings are .jsonl, .... Give "
        f"`format`: jsonl or parquet. Read: {LAND}",
    ),
    "land lines": (
        "cdc_land",
        {"path": "rows.jsonl", "lines": "value"},
        "land_lines",
        f"cdc_land, lines: invalid value 'value'. Allowed: rows, values. Read: {LAND}",
    ),
    "land topic": (
        "cdc_land",
        {"path": "rows.jsonl", "topic": "t"},
        "land_coordinates",
        "cdc_land, topic: 't' is given for whole landing rows, which have their own. Leave topic and partition out. "
        f"They can be given only for `lines: values`. Read: {LAND}",
    ),
    "land partition": (
        "cdc_land",
        {"path": "rows.jsonl", "lines": "values", "partition": -1},
        "land_partition",
        f"cdc_land, partition: invalid value '-1'. Allowed: a whole number from 0 to 2147483647. Read: {LAND}",
    ),
    "land time": (
        "cdc_land",
        {"path": "rows.jsonl", "timestamp": "soon'"},
        "land_timestamp",
        "cdc_land, timestamp: invalid value 'soon''. Allowed: now, or a time such as 2026-01-31T12:00:00Z. Read: "
        f"{LAND}",
    ),
    "land parquet": (
        "cdc_land",
        {"path": "mixed/b.parquet", "timestamp": "now"},
        "land_timestamp_parquet",
        f"cdc_land, timestamp: 'now' is given for Parquet, whose columns land as they are. Leave it out. Read: {LAND}",
    ),
    "land broken": (
        "cdc_land",
        {"path": "broken.jsonl"},
        "land_lines_broken",
        "cdc_land: nothing has landed, because 1 of 2 lines are no landing rows: broken.jsonl, line 2: it is not one "
        f"JSON object ... If each line is a message's value alone, set `lines: values`. Read: {LAND}",
    ),
    "land topics": (
        "cdc_land",
        {"path": "pair", "lines": "values", "topic": "t"},
        "land_topic_of_files",
        "cdc_land: nothing has landed, because 2 files have only 1 topics, so that lines of two files would have one "
        "offset. Leave `topic` out, which takes each file's name, or land them one by one with a `partition` of their "
        f"own. Read: {LAND}",
    ),
    "land taken": (
        "cdc_land",
        {"path": "taken.jsonl"},
        "land_coordinates_taken",
        "cdc_land: nothing has landed, because 1 messages have the topic, partition and offset of another one with a "
        "different key or value, such as ...: the logs would take them for duplicates and leave them out. Give "
        f"another `topic` or `partition` (of `lines: values`), or land them into another table. Read: {LAND}",
    ),
    "land columns": (
        "cdc_land",
        {"path": "rows.jsonl", "table": f"{LANDING}.foreign"},
        "land_columns",
        f"cdc_land, table: the table {LANDING}.foreign has other columns than what is to land; it lacks: partition, "
        f"offset, timestamp, key, value, headers; it alone has: ours. Land into another table. Read: {LAND}",
    ),
    "land type": (
        "cdc_land",
        {"path": "rows.jsonl", "table": f"{LANDING}.narrow"},
        "land_column_type",
        f"cdc_land, table: column offset is int in table {LANDING}.narrow and bigint in what is to land. Land into "
        f"another table. Read: {LAND}",
    ),
    "ranges": (
        "cdc_reconcile",
        {"ranges": 0},
        "reconcile_ranges",
        f"cdc_reconcile, ranges: invalid value '0'. Allowed: a whole number from 1 to 1024. Read: {OPERATIONS_PAGE}, "
        "cdc_reconcile",
    ),
    "grace": (
        "cdc_reconcile",
        {"grace": "soon"},
        "reconcile_grace",
        "cdc_reconcile, grace: invalid value 'soon'. Allowed: a number of seconds from 0 to 604800. Read: "
        f"{OPERATIONS_PAGE}, cdc_reconcile",
    ),
    "reconciled": (
        "cdc_reconcile",
        {"table": "order"},
        "reconcile_table",
        "cdc_reconcile, table: there is no current model 'order' with a state. Allowed: columns, moved, orders, "
        f"shards, visits. Read: {OPERATIONS_PAGE}, cdc_reconcile",
    ),
    "keyless": (
        "cdc_reconcile",
        {"table": "visits"},
        "reconcile_without_key",
        "cdc_reconcile, table: table visits has no key, and rows are compared by key. Declare `key`, if some columns "
        "identify a row. Read: docs/reconciliation.md, What is compared",
    ),
    "several": (
        "cdc_reconcile",
        {"table": "shards"},
        "reconcile_several_tables",
        "cdc_reconcile, table: table shards has several source tables (app.s_1, app.s_2), and only one can be "
        "compared. Compare the tables by a query of your own. Read: docs/reconciliation.md, Limits",
    ),
    "moved": (
        "cdc_reconcile",
        {"table": "moved"},
        "reconcile_key_from_metadata",
        "cdc_reconcile, table: a key column of moved is filled from metadata (`from`), so that the source has no such "
        "key. Compare the table by a query of your own. Read: docs/reconciliation.md, Limits",
    ),
    "source table": (
        "cdc_reconcile",
        {"source": "nothing"},
        "reconcile_source",
        "cdc_reconcile, source: invalid value 'nothing'. Allowed: <schema>.<table> of the source database, without "
        f"quotes. Read: {OPERATIONS_PAGE}, cdc_reconcile",
    ),
    "url": (
        "cdc_reconcile",
        {"url": "jdbc:oracle:thin:@db?password=open"},
        "reconcile_url",
        "cdc_reconcile, url: invalid value 'jdbc:oracle:thin:@db'. Allowed: jdbc:postgresql://host:port/database or "
        f"jdbc:mariadb://host:port/database (MySQL by jdbc:mariadb). Read: {OPERATIONS_PAGE}, cdc_reconcile",
    ),
    "credentials": (
        "cdc_reconcile",
        {"url": "jdbc:mariadb://db/app?password=open"},
        "reconcile_url_credentials",
        "cdc_reconcile, url: it holds a user or a password. Allowed: jdbc:postgresql://host:port/database or ..., and "
        "the two in SPARK_CDC_JDBC_USER and SPARK_CDC_JDBC_PASSWORD. Read: docs/reference/settings.md, Environment "
        "variables",
    ),
    "exclude": (
        "cdc_reconcile",
        {"exclude": "note"},
        "reconcile_exclude",
        "cdc_reconcile, exclude: invalid value 'note'. Allowed: a list of columns: id, note. Read: "
        f"{OPERATIONS_PAGE}, cdc_reconcile",
    ),
    "excluded": (
        "cdc_reconcile",
        {"exclude": ["id"]},
        "reconcile_exclude_column",
        f"cdc_reconcile, exclude: 'id' is no column that can be left out. Allowed: note. Read: {OPERATIONS_PAGE}, "
        "cdc_reconcile",
    ),
    "expressions": (
        "cdc_reconcile",
        {"expressions": ["1"]},
        "reconcile_expressions",
        "cdc_reconcile, expressions: invalid value '1'. Allowed: a dict of columns and SQL, such as {amount: amount / "
        f"100}}. Read: {OPERATIONS_PAGE}, cdc_reconcile",
    ),
    "expression": (
        "cdc_reconcile",
        {"expressions": {"no": "1"}},
        "reconcile_expression_column",
        f"cdc_reconcile, expressions: there is no column 'no'. Allowed: id, note. Read: {OPERATIONS_PAGE}, "
        "cdc_reconcile",
    ),
    "reconcile unbuilt": (
        "cdc_reconcile",
        {"table": "columns"},
        "table_not_built",
        "cdc_reconcile: the table of state_columns does not exist. Build it first: dbt build --select +columns. Read: "
        f"{OPERATIONS_PAGE}, cdc_reconcile",
    ),
}
USUAL = {
    "cdc_land": {"table": f"{LANDING}.refused"},
    "cdc_reconcile": {"table": "orders", "url": URL},
}
