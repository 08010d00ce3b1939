"""Proves the contracts, the comparison and the list of losses in captures.py, without Spark.

A small decoder and replay in plain Python, independent of the project's readers, turns each capture into the
values that Spark would give; they must be the truth, but for what captures.UNREACHABLE names, all of which must
be needed.
"""

import base64
import datetime
import decimal
import functools
import json
import re
import struct
from collections.abc import Iterator
from typing import Any, NamedTuple

import captures
import pytest
from captures import Column, Difference, LandingRow, Model

PLACEHOLDER = "__debezium_unavailable_value"
UNAVAILABLE = (
    PLACEHOLDER,
    base64.b64encode(PLACEHOLDER.encode()).decode(),
    PLACEHOLDER.encode().hex(),
    [PLACEHOLDER],
    list(PLACEHOLDER.encode()),
)
CASES = [(database, variant) for database in captures.DATABASES for variant in captures.VARIANTS]
Key = tuple[Any, ...]
Row = dict[str, Any]  # by the source's column names, decoded


class Event(NamedTuple):
    op: str  # c, r, u, d, t
    table: str
    key: Any  # the message key's payload
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    schema: dict[str, Any] | None  # column name to Connect schema
    old_key: Any


def payload(text: str | None) -> tuple[Any, dict[str, Any] | None]:
    if text is None:
        return None, None
    value = json.loads(text)
    if isinstance(value, dict) and value.keys() == {"schema", "payload"}:
        return value["payload"], value["schema"]
    return value, None


def event_of(database: str, record: LandingRow) -> Event | None:
    """Return a row change; None for tombstones, heartbeats, transactions, schema changes and messages."""
    value, schema = payload(record["value"])
    old_key, _ = payload(json.loads(record["headers"]).get("__debezium.oldkey"))
    key, _ = payload(record["key"])
    if not isinstance(value, dict):
        return None
    if "__op" in value:
        space = record["topic"].split(".")[1]
        gone = value["__deleted"] == "true"
        assert gone == (value["__op"] == "d")
        before, after = (value, None) if gone else (None, value)
        return Event(value["__op"], f"{space}.{value['__table']}", key, before, after, None, old_key)
    if value.get("op") not in ("c", "r", "u", "d", "t"):
        return None
    source = value["source"]
    space = source["schema" if database == "postgres" else "db"]
    columns = None
    if schema is not None:
        (after,) = (field for field in schema["fields"] if field["field"] == "after")
        columns = {field["field"]: field for field in after["fields"]}
    return Event(value["op"], f"{space}.{source['table']}", key, value["before"], value["after"], columns, old_key)


# ------------------------------------------------------------------------------------------------- the decoder


def exact(unscaled: int, scale: int) -> decimal.Decimal:
    with decimal.localcontext(prec=5000):
        return decimal.Decimal(unscaled).scaleb(-scale)


def big_endian(text: str) -> int:
    return int.from_bytes(base64.b64decode(text), "big", signed=True)


def as_decimal(value: decimal.Decimal, data_type: str) -> decimal.Decimal | None:
    """Cast as Spark does, null when the number does not fit."""
    precision, scale = (int(part) for part in re.findall(r"\d+", data_type))
    with decimal.localcontext(prec=5000):
        rounded = value.quantize(decimal.Decimal(1).scaleb(-scale))
    return rounded if len(rounded.as_tuple().digits) <= precision else None


def clock(micros: int) -> str:
    sign, micros = ("-", -micros) if micros < 0 else ("", micros)
    seconds, fraction = divmod(micros, 1_000_000)
    text = f"{sign}{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
    return f"{text}.{fraction:06d}" if fraction else text


def moment(micros: int) -> datetime.datetime | None:
    try:
        return datetime.datetime(1970, 1, 1) + datetime.timedelta(microseconds=micros)
    except OverflowError:  # before year 1: Spark has it, Python has not
        return None


def iso_micros(text: str) -> int:
    found = re.fullmatch(r"P(-?\d+)Y(-?\d+)M(-?\d+)DT(-?\d+)H(-?\d+)M(-?\d+(?:\.\d+)?)S", text)
    assert found, text
    years, months, days, hours, minutes = (int(part) for part in found.groups()[:5])
    whole = (years * 12 + months) * 30.4375 + days
    return round((whole * 86_400 + hours * 3600 + minutes * 60 + float(found[6])) * 1_000_000)


def decode(column: Column, kind: str | None, scale: int | None, raw: Any) -> Any:
    """Return the value that Spark would give for a raw JSON value of the Connect type or logical name."""
    target: str = column["data_type"]
    if raw is None:
        return None
    if kind == "org.apache.kafka.connect.data.Decimal" or kind == "text":
        found = re.fullmatch(r"decimal\(\d+,(\d+)\)", target)
        if scale is None:
            scale = int(found[1]) if found else 30  # c_dec65_30, the one decimal that is a text
        number = decimal.Decimal(raw) if kind == "text" else exact(big_endian(raw), scale)
        return as_decimal(number, target) if found else format(number, "f")
    if kind == "io.debezium.data.VariableScaleDecimal":
        return format(exact(big_endian(raw["value"]), raw["scale"]), "f")
    if kind == "io.debezium.data.Bits":
        return base64.b64decode(raw)[::-1]  # its lowest byte comes first
    if kind == "bytes":
        return base64.b64decode(raw)
    if kind == "hex":
        return bytes.fromhex(raw)
    if kind in ("io.debezium.time.Date", "org.apache.kafka.connect.data.Date"):
        return datetime.date(1970, 1, 1) + datetime.timedelta(days=raw)
    if kind in ("io.debezium.time.Time", "org.apache.kafka.connect.data.Time"):
        return clock(raw * 1000)
    if kind == "io.debezium.time.MicroTime":
        return clock(raw)
    if kind in ("io.debezium.time.Timestamp", "org.apache.kafka.connect.data.Timestamp"):
        return moment(raw * 1000)
    if kind == "io.debezium.time.MicroTimestamp":
        return moment(raw)
    if kind == "io.debezium.time.ZonedTimestamp":
        if target == "string":
            return raw
        return datetime.datetime.fromisoformat(raw).astimezone(datetime.UTC).replace(tzinfo=None)
    if kind == "iso-duration":
        return iso_micros(raw)
    if target == "decimal(20,0)":
        return decimal.Decimal(raw % 2**64)
    if target == "float":  # Python sees a single-precision number widened
        return struct.unpack("<f", struct.pack("<f", float(raw)))[0]
    if target == "double":
        return float(raw)
    if target == "string" and not isinstance(raw, str):
        return json.dumps(raw, ensure_ascii=False)
    return raw


# -------------------------------------------------------------------------------------------------- the replay


class Table:
    """One table's current rows: by key, or as a bag when there is none."""

    def __init__(self, model: Model, variant: str) -> None:
        self.model, self.variant = model, variant
        self.columns = {captures.source_name(column): column for column in model["columns"]}
        self.key = [name for name, column in self.columns.items() if column["name"] in captures.key_of(model)]
        self.rows: dict[Key, Row] = {}
        self.deleted: dict[Key, Row] = {}
        self.bag: list[Row] = []

    def value(self, name: str, raw: Any, schema: dict[str, Any] | None) -> Any:
        column = self.columns[name]
        if schema is None or name not in schema:
            return decode(column, captures.wire_type(self.model, column, self.variant), None, raw)
        field = schema[name]
        scale = field.get("parameters", {}).get("scale")
        kind = field.get("name") or field["type"]
        return decode(column, kind, None if scale is None else int(scale), raw)

    def row(self, raw: dict[str, Any], schema: dict[str, Any] | None, old: Row | None) -> Row:
        row: Row = {}
        for name in self.columns:
            if raw.get(name) in UNAVAILABLE:
                assert old is not None, f"{name} has no value to keep"
                row[name] = old[name]
            else:
                row[name] = self.value(name, raw.get(name), schema)
        return row

    def key_values(self, raw: dict[str, Any]) -> Key:
        return tuple(self.value(name, raw[name], None) for name in self.key)

    def apply(self, event: Event) -> None:
        if event.op == "t":
            self.rows, self.bag = {}, []
        elif not self.key:
            if event.before is not None:
                before = self.row(event.before, event.schema, None)
                if before in self.bag:
                    self.bag.remove(before)
            if event.after is not None:
                self.bag.append(self.row(event.after, event.schema, None))
        elif event.op == "d":
            key = self.key_values(event.key)
            self.deleted[key] = self.rows.pop(key)
        else:
            key = self.key_values(event.key)
            assert event.after is not None
            old = self.rows.get(key)
            if old is None and event.old_key is not None:
                old = self.deleted[self.key_values(event.old_key)]
            self.rows[key] = self.row(event.after, event.schema, old)

    def collect(self) -> list[Row]:
        """Return the rows as Spark's collect() gives them: by the contract's column names."""
        rows = list(self.rows.values()) if self.key else self.bag
        return [{column["name"]: row[name] for name, column in self.columns.items()} for row in rows]


@functools.cache
def replay(database: str, variant: str) -> dict[str, Table]:
    tables = {captures.table_of(m): Table(m, variant) for m in captures.models(database).values()}
    for record in captures.load(database, variant):
        event = event_of(database, record)
        if event is not None:
            tables[event.table].apply(event)
    return tables


def found_differences(database: str, variant: str) -> Iterator[Difference]:
    for table in replay(database, variant).values():
        yield from captures.all_differences(table.model, table.collect(), variant)


# --------------------------------------------------------------------------------------------------- the tests


@pytest.mark.parametrize("database", captures.DATABASES)
def test_every_captured_table_and_column_has_a_model(database: str) -> None:
    modelled = {captures.table_of(model): model for model in captures.models(database).values()}
    assert modelled.keys() == captures.truth_schema(database).keys()
    for table, model in modelled.items():
        columns = [column["name"] for column in captures.truth_schema(database)[table]["columns"]]
        assert [captures.source_name(column) for column in model["columns"]] == columns
        assert {column["name"] for column in model["columns"]} >= set(captures.key_of(model))


@pytest.mark.parametrize("database", captures.DATABASES)
def test_the_configured_types_are_those_of_the_inline_schemas(database: str) -> None:
    seen: set[tuple[str, str]] = set()
    tables = {captures.table_of(model): model for model in captures.models(database).values()}
    for record in captures.load(database, "schemas"):
        event = event_of(database, record)
        if event is None or event.schema is None:
            continue
        for column in tables[event.table]["columns"]:
            field = event.schema.get(captures.source_name(column))
            kind = captures.meta_of(column).get("type")
            if field is not None and kind is not None:
                assert kind == field.get("name", field["type"]), (event.table, column["name"])
                seen.add((event.table, column["name"]))
    assert len(seen) == sum("type" in captures.meta_of(c) for m in tables.values() for c in m["columns"])


@pytest.mark.parametrize(("database", "variant"), CASES)
def test_records_keep_their_order_within_a_topic(database: str, variant: str) -> None:
    following: dict[str, int] = {}
    for record in captures.load(database, variant):
        assert record["offset"] == following.get(record["topic"], 0)
        following[record["topic"]] = record["offset"] + 1


@pytest.mark.parametrize(("database", "variant"), CASES)
def test_a_plain_replay_reaches_the_truth(database: str, variant: str) -> None:
    left = [
        difference
        for table in replay(database, variant).values()
        for difference in captures.differences(table.model, table.collect(), variant)
    ]
    assert left == []


@pytest.mark.parametrize(("database", "variant"), CASES)
def test_every_loss_is_needed(database: str, variant: str) -> None:
    different = {(found.table, found.column, found.key) for found in found_differences(database, variant)}
    for (owner, table, column), losses in captures.UNREACHABLE.items():
        for loss in losses:
            if owner != database or variant not in loss.variants:
                continue
            if loss.keys is None:
                assert any((found[0], found[1]) == (table, column) for found in different), table
            else:
                needless = [key for key in loss.keys if (table, column, key) not in different]
                assert needless == [], f"{table}.{column}: {loss.reason}"


def test_no_two_losses_name_the_same_cell() -> None:
    for where, losses in captures.UNREACHABLE.items():
        for position, loss in enumerate(losses):
            for other in losses[position + 1 :]:
                if loss.variants & other.variants:
                    assert loss.keys is not None, where
                    assert other.keys is not None, where
                    assert not loss.keys & other.keys, where


@pytest.mark.parametrize(("database", "variant"), CASES)
def test_a_wrong_value_is_found(database: str, variant: str) -> None:
    """Change each cell of the replayed rows in turn; the comparison must object, but where there is a loss."""
    for table in replay(database, variant).values():
        rows, model = table.collect(), table.model
        lost = {(f.column, f.key) for f in captures.all_differences(model, rows, variant)}
        for position, row in enumerate(rows):
            texts = captures.as_text(model, row, variant)
            key = tuple(str(texts[name]) for name in table.key)
            for column in model["columns"]:
                name, value = column["name"], row[column["name"]]
                source = captures.source_name(column)
                if value is None or source in table.key or lost & {(source, key), ("*", key)}:
                    continue
                for wrong in (None, other_value(value)):
                    changed = [*rows[:position], {**row, name: wrong}, *rows[position + 1 :]]
                    assert objects(model, changed, variant), (model["name"], key, name, wrong)


@pytest.mark.parametrize("database", captures.DATABASES)
def test_a_missing_or_surplus_row_is_found(database: str) -> None:
    for table in replay(database, "schemas").values():
        rows = table.collect()
        assert objects(table.model, rows[1:], "schemas")
        assert objects(table.model, [*rows, rows[0]], "schemas")


def objects(model: Model, rows: list[Row], variant: str) -> bool:
    try:
        return captures.differences(model, rows, variant) != []
    except (AssertionError, ValueError, struct.error):  # a key twice, or a text that is no value of the type
        return True


def other_value(value: Any) -> Any:
    """Return a value of the same Python type that means something else."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value - 1
    if isinstance(value, decimal.Decimal):
        digits = format(value, "f")
        return decimal.Decimal(digits[:-1] + ("1" if digits[-1] != "1" else "2"))
    if isinstance(value, float):
        return 0.25
    if isinstance(value, datetime.datetime):
        return value + datetime.timedelta(microseconds=-1 if value.year > 1 else 1)
    if isinstance(value, datetime.date):
        return value + datetime.timedelta(days=-1 if value.year > 1 else 1)
    if isinstance(value, bytes):
        return value + b"\1"
    if isinstance(value, list):
        return [*value, None]
    return value + "!"
