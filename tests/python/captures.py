"""The sample captures in tests/data/captures: landing rows, contracts, truth, and how to compare with it.

A model's rows are right when, cell by cell, ``normalise_truth(column, expected_text(...))`` equals
``normalise_truth(column, <truth text>)``. ``differences`` does that for a whole table and leaves out what
``UNREACHABLE`` names.
"""

import base64
import datetime
import decimal
import functools
import gzip
import json
import re
import struct
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypedDict

import yaml

DATA = Path(__file__).parents[1] / "data" / "captures"
DATABASES = ("postgres", "mariadb")
VARIANTS = ("schemas", "schemaless", "altmodes", "flat")

Model = dict[str, Any]
Column = dict[str, Any]
TruthRow = dict[str, str | None]


class LandingRow(TypedDict):
    """One record of a topic, as a landing table holds it."""

    topic: str
    partition: int
    offset: int
    timestamp: int  # milliseconds
    key: str | None
    value: str | None
    headers: str  # a JSON object; its values are JSON texts


# ---------------------------------------------------------------------------------------------------- the files


def _lines(database: str, name: str) -> Iterator[dict[str, Any]]:
    with gzip.open(DATA / database / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def load(database: str, variant: str) -> list[LandingRow]:
    """Return the records of a capture in the order in which the connector handed them over."""
    return [
        LandingRow(
            topic=line["topic"],
            partition=line["partition"],
            offset=line["offset"],
            timestamp=line["timestamp"],
            key=line["key"],
            value=line["value"],
            headers=json.dumps(line["headers"], ensure_ascii=False),
        )
        for line in _lines(database, variant)
    ]


@functools.cache
def truth_schema(database: str) -> dict[str, dict[str, Any]]:
    """Return, per table, the final content of information_schema: columns, primary key, replica identity."""
    return {line["table"]: line for line in _lines(database, "truth-schema")}


def truth(database: str) -> dict[str, list[TruthRow]]:
    """Return each table's final rows, by the source's column names; a table without rows has an empty list."""
    return {table: [dict(row) for row in rows] for table, rows in _truth(database).items()}


@functools.cache
def _truth(database: str) -> dict[str, list[TruthRow]]:
    tables: dict[str, list[TruthRow]] = {table: [] for table in truth_schema(database)}
    for line in _lines(database, "truth"):
        tables[line["table"]].append(line["row"])
    return tables


@functools.cache
def models(database: str) -> dict[str, Model]:
    """Return the models of the database's property file by name."""
    properties = yaml.safe_load((DATA / f"{database}.yml").read_text(encoding="utf-8"))
    return {model["name"]: model for model in properties["models"]}


def database_of(model: Model) -> str:
    return "postgres" if model["name"].startswith("pg_") else "mariadb"


def table_of(model: Model) -> str:
    table: str = model["config"]["meta"]["cdc"]["tables"][0]
    return table


def key_of(model: Model) -> list[str]:
    key: list[str] = model["config"]["meta"]["cdc"]["key"]
    return key


def meta_of(column: Column) -> dict[str, str]:
    meta: dict[str, str] = column.get("config", {}).get("meta", {}).get("cdc", {})
    return meta


def source_name(column: Column) -> str:
    return meta_of(column).get("source", str(column["name"]))


def source_type(model: Model, column: Column) -> str:
    """Return the database's own name of the column's type, such as ``timestamp(3)``."""
    for candidate in truth_schema(database_of(model))[table_of(model)]["columns"]:
        if candidate["name"] == source_name(column):
            return str(candidate["type"])
    raise KeyError(f"{table_of(model)} has no column {source_name(column)}")


def wire_type(model: Model, column: Column, variant: str) -> str | None:
    """Return the type to configure for a column whose messages are those of the variant.

    The property files hold what schemas, schemaless and flat have; altmodes encodes many columns differently.
    ``text``, ``hex`` and ``iso-duration`` are names of this module, for encodings that have no Connect name.
    """
    kind = meta_of(column).get("type")
    if variant != "altmodes" or kind is None:
        return kind
    if kind == "int64" and column["data_type"] == "decimal(20,0)":
        return "org.apache.kafka.connect.data.Decimal"  # bigint.unsigned.handling.mode=precise
    return {
        "org.apache.kafka.connect.data.Decimal": "text",
        "io.debezium.data.VariableScaleDecimal": "text",
        "bytes": "hex",
        "io.debezium.time.Date": "org.apache.kafka.connect.data.Date",
        "io.debezium.time.Time": "org.apache.kafka.connect.data.Time",
        "io.debezium.time.MicroTime": "org.apache.kafka.connect.data.Time",
        "io.debezium.time.Timestamp": "org.apache.kafka.connect.data.Timestamp",
        "io.debezium.time.MicroTimestamp": "org.apache.kafka.connect.data.Timestamp",
        "io.debezium.time.MicroDuration": "iso-duration",
    }.get(kind, kind)


# --------------------------------------------------------------------------------- from values to database text

_SINGLE_PRECISION = {"real", "float"}
_EPOCH = datetime.date(1970, 1, 1)


def _fraction(kind: str) -> int:
    """Return the digits that a MariaDB type such as time(6) shows after the second."""
    found = re.search(r"\((\d)\)", kind)
    return int(found[1]) if found else 0


def _seconds(kind: str, database: str, text: str, fraction: str) -> str:
    if database == "postgres":
        fraction = fraction.rstrip("0")
    else:
        digits = _fraction(kind)
        if fraction[digits:].strip("0"):
            raise ValueError(f"{text}.{fraction} is finer than {kind}")
        fraction = fraction[:digits].ljust(digits, "0")
    return f"{text}.{fraction}" if fraction else text


def _float_text(value: float, single: bool) -> str:
    if single:
        value = struct.unpack("<f", struct.pack("<f", value))[0]
    return repr(float(value))


def _shortest_single(value: float) -> str:
    """Return the shortest decimal text that reads back as the same single-precision number."""
    single = struct.pack("<f", value)
    for digits in range(1, 10):
        text = f"{value:.{digits}g}"
        if struct.pack("<f", float(text)) == single:
            return repr(float(text))
    return repr(value)


def _money(value: decimal.Decimal) -> str:
    return f"{'-' if value < 0 else ''}${abs(value):,.2f}"


def _decimal(column: Column, value: decimal.Decimal) -> str:
    """Return a decimal with the scale of its type; PySpark's own Decimal may carry another one for the same number."""
    scale = int(column["data_type"].rstrip(")").split(",")[1])
    text = format(value.quantize(decimal.Decimal(1).scaleb(-scale), context=decimal.Context(prec=80)), "f")
    if decimal.Decimal(text) != value:
        raise ValueError(f"{value} is no {column['data_type']}")
    return text


def _number(value: float) -> str:
    return repr(float(value)).removesuffix(".0")


def _coordinates(wkb: bytes, start: int, count: int) -> list[str]:
    numbers = struct.unpack_from(f"<{2 * count}d", wkb, start)
    return [f"{_number(numbers[2 * i])} {_number(numbers[2 * i + 1])}" for i in range(count)]


def _wkt(wkb: bytes) -> str:
    """Return the text of a little-endian point or of a polygon with one ring."""
    order, kind = struct.unpack_from("<BI", wkb)
    if (order, kind) == (1, 1):
        return f"POINT({_coordinates(wkb, 5, 1)[0]})"
    if (order, kind) == (1, 3):
        rings, points = struct.unpack_from("<II", wkb, 5)
        if rings == 1:
            return f"POLYGON(({','.join(_coordinates(wkb, 13, points))}))"
    raise ValueError(f"unknown geometry {wkb.hex()}")


def _geometry(database: str, value: str) -> str:
    shape = json.loads(value)
    if database == "postgres":
        return f"({_number(shape['x'])},{_number(shape['y'])})"
    wkb = base64.b64decode(shape["wkb"])
    return f"SRID={shape.get('srid') or 0};{_wkt(wkb)};WKB={wkb.hex()}"


def _hstore(value: str) -> str:
    def quoted(text: str) -> str:
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'

    entries: dict[str, str | None] = json.loads(value)
    return ", ".join(f"{quoted(k)}=>{'NULL' if v is None else quoted(v)}" for k, v in entries.items())


def _zoned(text: str) -> str:
    """Return PostgreSQL's text of an ISO time stamp in UTC."""
    date, _, time = text.removesuffix("Z").partition("T")
    time, _, fraction = time.partition(".")
    return _seconds("", "postgres", f"{date} {time}", fraction) + "+00"


def _element(kind: str, value: object, variant: str) -> str:
    """Return PostgreSQL's text of an array's element, which keeps the message's raw encoding."""
    if value is None:
        return "NULL"
    if kind.startswith("date"):
        return (_EPOCH + datetime.timedelta(days=int(str(value)))).isoformat()
    text = str(value)
    if kind.startswith("numeric") and variant != "altmodes":
        scale = int(kind.rstrip("[])").rpartition(",")[2])
        unscaled = int.from_bytes(base64.b64decode(text), "big", signed=True)
        text = format(decimal.Decimal(unscaled).scaleb(-scale), "f")
    if kind.startswith("timestamp"):
        text = _zoned(text)
    if text == "" or text.upper() == "NULL" or re.search(r'[\s{},"\\]', text):
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return text


def _temporal(database: str, kind: str, value: datetime.date) -> str:
    if not isinstance(value, datetime.datetime):
        return value.isoformat()
    text = _seconds(kind, database, f"{value:%H:%M:%S}", f"{value.microsecond:06d}")
    zone = "+00" if database == "postgres" and kind.endswith("with time zone") else ""
    return f"{value.date().isoformat()} {text}{zone}"


def _binary(database: str, kind: str, value: bytes) -> str:
    if not re.match(r"bit\b", kind):
        return value.hex()
    number = int.from_bytes(value, "big")
    if database == "mariadb":
        return str(number)
    if kind.startswith("bit varying"):  # the message has the number only: leading zeros are lost
        return f"{number:b}" if number else ""
    found = re.search(r"\d+", kind)
    return f"{number:b}".zfill(int(found[0]) if found else 1)


def _boolean(kind: str, value: bool) -> str:
    if kind.startswith("bit"):
        return "1" if value else "0"
    return "true" if value else "false"


def _text(database: str, kind: str, value: str) -> str:
    if kind == "timestamp with time zone":
        return _zoned(value) if "T" in value else value
    if kind in ("point", "geometry"):
        return _geometry(database, value)
    if kind == "hstore":
        return _hstore(value)
    if kind == "inet" and "/" not in value:
        return value + ("/128" if ":" in value else "/32")
    if kind.startswith("character("):
        return value.rstrip(" ")  # ::text drops the padding that the message has
    if kind == "time" or kind.startswith(("time ", "time(")):
        zoned = kind.endswith("with time zone")
        pattern = r"(-?\d+:\d\d:\d\d)(?:\.(\d+))?" + ("(?:Z|[+]00(?::?00)?)" if zoned else "")
        found = re.fullmatch(pattern, value)
        if not found:
            raise ValueError(f"{value!r} is no {kind}")
        return _seconds(kind, database, found[1], found[2] or "") + ("+00" if zoned else "")
    return value


def expected_text(model: Model, column: Column, value: object, variant: str) -> str | None:
    """Return the database's own text of a value that PySpark's collect() gave (session time zone UTC)."""
    if variant not in VARIANTS:
        raise ValueError(f"unknown variant {variant}")
    if value is None:
        return None
    database = database_of(model)
    kind = source_type(model, column)
    if isinstance(value, bool):
        return _boolean(kind, value)
    if isinstance(value, bytes | bytearray):
        return _binary(database, kind, bytes(value))
    if isinstance(value, datetime.date):
        return _temporal(database, kind, value)
    if isinstance(value, list):
        return "{" + ",".join(_element(kind, element, variant) for element in value) + "}"
    if isinstance(value, decimal.Decimal):
        return _money(value) if kind == "money" else _decimal(column, value)
    if isinstance(value, float):
        if kind == "real":
            return _shortest_single(value)
        return _float_text(value, kind in _SINGLE_PRECISION)
    if isinstance(value, int):
        width = re.search(r"\((\d+)\).*zerofill", kind)
        if width:
            return str(value).zfill(int(width[1]))
        return f"{value:04d}" if kind.startswith("year") else str(value)
    if isinstance(value, str):
        return _text(database, kind, value)
    raise TypeError(f"{type(value).__name__} is no value of a Spark row here")


_INTERVAL_UNITS = {
    "year": 12 * 30.4375 * 86_400_000_000,
    "mon": 30.4375 * 86_400_000_000,
    "day": 86_400_000_000,
}


def _interval_micros(text: str) -> str:
    micros = 0.0
    for count, unit in re.findall(r"(-?\d+) (year|mon|day)s?", text):
        micros += int(count) * _INTERVAL_UNITS[unit]
    clock = re.search(r"(-?)(\d+):(\d\d):(\d\d(?:\.\d+)?)$", text)
    if clock:
        amount = int(clock[2]) * 3_600_000_000 + int(clock[3]) * 60_000_000 + round(float(clock[4]) * 1_000_000)
        micros += -amount if clock[1] else amount
    return str(round(micros))


def normalise_truth(column: Column, text: str | None) -> str | None:
    """Bring a text of the truth, or of ``expected_text``, to one spelling where several mean the same value.

    Floating-point numbers are spelt Python's way; an interval becomes the microseconds that the connector makes
    of it (a month has 30.4375 days), for its own text is lost.
    """
    if text is None:
        return None
    if column["data_type"] in ("float", "double"):
        return repr(float(text))
    if meta_of(column).get("type") == "io.debezium.time.MicroDuration" and not re.fullmatch(r"-?\d+", text):
        return _interval_micros(text)
    return text


# ---------------------------------------------------------------------------------- what no reader can recover


class Loss(NamedTuple):
    """Cells that differ from the truth whatever the reader does."""

    keys: frozenset[tuple[str, ...]] | None  # texts of the key columns; None: the whole table
    reason: str
    variants: frozenset[str] = frozenset(VARIANTS)


def _keys(*texts: str) -> frozenset[tuple[str, ...]]:
    return frozenset((text,) for text in texts)


_NO_SCHEMA = frozenset({"schemaless", "flat"})
_ALTMODES = frozenset({"altmodes"})
_FLAT = frozenset({"flat"})
_NULL_TO_DEFAULT = frozenset({"altmodes", "flat"})

_DEFAULT = "no event follows ADD COLUMN ... DEFAULT, and the row was not touched since"
_REPLACED = "replace.null.with.default=true turned NULL into the column's default"
_OLD_SCALE = "the row was sent with the scale before ALTER, which a message without schema does not have"
_HUGE_SCALE = "numeric(3,-2) is sent with a scale that only a schema has"
_MILLIS = "time.precision.mode=connect has milliseconds only"
_BAD_TIME = "time.precision.mode=connect sends null for a TIME that is negative or over 24 hours"
_NO_TRUNCATE = "ExtractNewRecordState drops truncates, so the row stays"
_NO_BEFORE = "a flattened update lacks the old row, which a table without key needs"
_GARBLED = "the connector garbles a non-ASCII column name when streaming"
_JULIAN = "snapshot rows send a time stamp before 1582 by the Julian calendar"
_OFFSET = "timetz is turned to UTC"
_SHIFTED = "the connector shifts a streamed uuid whose last byte is zero"

UNREACHABLE: dict[tuple[str, str, str], list[Loss]] = {
    # (database, table, source column); the column "*" stands for whole rows, surplus ones too
    ("postgres", "app.all_types", "c_timetz"): [Loss(_keys("1", "4", "6"), _OFFSET)],
    ("postgres", "app.all_types", "c_ts"): [
        Loss(_keys("2"), _JULIAN),
        Loss(_keys("3"), _MILLIS, _ALTMODES),
    ],
    ("postgres", "app.all_types", "c_ts6"): [Loss(_keys("4", "6"), _MILLIS, _ALTMODES)],
    ("postgres", "app.customers", "email"): [Loss(_keys("1", "11", "14", "15", "24"), _REPLACED, _NULL_TO_DEFAULT)],
    ("postgres", "app.ddl_default", "d"): [Loss(_keys("1", "2", "3", "5"), _DEFAULT)],
    ("postgres", "app.ddl_default", "e"): [Loss(_keys("1", "2", "3", "5"), _DEFAULT)],
    ("postgres", "app.ddl_evolving", "amount"): [Loss(_keys("1", "4"), _OLD_SCALE, _NO_SCHEMA)],
    ("postgres", "app.neg_scale", "n"): [Loss(_keys("1", "2"), _HUGE_SCALE, _NO_SCHEMA)],
    ("postgres", "app.no_pk", "*"): [Loss(None, _NO_BEFORE, _FLAT)],
    ("postgres", "app.odd_unicode", "naïve"): [Loss(_keys("1", "2"), _GARBLED)],
    ("postgres", "app.truncated", "*"): [
        Loss(_keys("1", "2", "3", "4", "6", "7", "8", "9", "10"), _NO_TRUNCATE, _FLAT)
    ],
    ("mariadb", "shop.all_types", "c_date"): [Loss(_keys("3"), "a zero date comes as null")],
    ("mariadb", "shop.all_types", "c_dt6"): [Loss(_keys("1", "2", "3", "4"), _MILLIS, _ALTMODES)],
    ("mariadb", "shop.all_types", "c_time"): [Loss(_keys("1", "2", "3", "4"), _BAD_TIME, _ALTMODES)],
    ("mariadb", "shop.all_types", "c_time6"): [Loss(_keys("1", "2", "3", "4"), _BAD_TIME, _ALTMODES)],
    ("mariadb", "shop.all_types", "c_uuid"): [Loss(_keys("4"), _SHIFTED)],
    ("mariadb", "shop.all_types", "c_year"): [Loss(_keys("1"), "a streamed year 0000 comes as 1900")],
    ("mariadb", "shop.customers", "email"): [
        Loss(_keys("2", "8", "12", "15", "22", "23"), _REPLACED, _NULL_TO_DEFAULT)
    ],
    ("mariadb", "shop.ddl_default", "d"): [Loss(_keys("2", "3", "4"), _DEFAULT)],
    ("mariadb", "shop.ddl_default", "e"): [Loss(_keys("2", "3", "4"), _DEFAULT)],
    ("mariadb", "shop.ddl_evolving", "amount"): [Loss(_keys("1", "2", "4", "6"), _OLD_SCALE, _NO_SCHEMA)],
    ("mariadb", "shop.no_pk", "*"): [Loss(None, _NO_BEFORE, _FLAT)],
    ("mariadb", "shop.truncated", "*"): [Loss(_keys("1", "2", "3", "4"), _NO_TRUNCATE, _FLAT)],
}


def unreachable(database: str, table: str, column: str, key: tuple[str, ...], variant: str) -> str | None:
    """Return why the cell cannot equal the truth in this variant; None when it must."""
    for loss in UNREACHABLE.get((database, table, column), []):
        if variant in loss.variants and (loss.keys is None or key in loss.keys):
            return loss.reason
    return None


class Difference(NamedTuple):
    """One cell that is not the truth's; the column "*" stands for a row that one side lacks."""

    table: str
    key: tuple[str, ...]
    column: str
    got: str | None
    truth: str | None


def as_text(model: Model, row: Mapping[str, object], variant: str) -> TruthRow:
    """Return a collected row with the source's column names and normalised texts."""
    return {
        source_name(column): normalise_truth(column, expected_text(model, column, row[column["name"]], variant))
        for column in model["columns"]
    }


def _show(row: TruthRow | None) -> str | None:
    return None if row is None else json.dumps(row, ensure_ascii=False)


def all_differences(model: Model, rows: Iterable[Mapping[str, object]], variant: str) -> list[Difference]:
    """Compare a table's collected rows with the truth, cell by cell; a table without key as a bag."""
    table = table_of(model)
    got = [as_text(model, row, variant) for row in rows]
    want: list[TruthRow] = [
        {source_name(c): normalise_truth(c, row[source_name(c)]) for c in model["columns"]}
        for row in _truth(database_of(model))[table]
    ]
    names = [source_name(column) for column in model["columns"]]
    keys = [source_name(column) for column in model["columns"] if column["name"] in key_of(model)]
    if not keys:
        ours, theirs = (Counter(tuple(row[n] for n in names) for row in side) for side in (got, want))
        surplus = [Difference(table, (), "*", str(row), None) for row in (ours - theirs).elements()]
        return surplus + [Difference(table, (), "*", None, str(row)) for row in (theirs - ours).elements()]
    left, right = _by_key(got, keys), _by_key(want, keys)
    found: list[Difference] = []
    for key in sorted(left.keys() | right.keys()):
        mine, other = left.get(key), right.get(key)
        if mine is None or other is None:
            found.append(Difference(table, key, "*", _show(mine), _show(other)))
        else:
            found += [Difference(table, key, n, mine[n], other[n]) for n in names if mine[n] != other[n]]
    return found


def _by_key(rows: Sequence[TruthRow], keys: Sequence[str]) -> dict[tuple[str, ...], TruthRow]:
    index = {tuple(str(row[k]) for k in keys): row for row in rows}
    if len(index) != len(rows):
        raise AssertionError("a key occurs more than once")
    return index


def differences(model: Model, rows: Iterable[Mapping[str, object]], variant: str) -> list[Difference]:
    """Compare a table's collected rows with the truth; leave out what no reader can recover."""
    return [
        found
        for found in all_differences(model, rows, variant)
        if unreachable(database_of(model), found.table, found.column, found.key, variant) is None
    ]
