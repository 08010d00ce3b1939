"""Random histories of a table, the messages that each format makes of them, and the ways in which these may arrive.

A history is drawn by Hypothesis against a `reference.Database`, so every statement is one that the database accepts.
An encoder turns the database's log into messages as the format's connector would write them; what a format cannot say
(`Format`) is not drawn for it.
"""

from __future__ import annotations

import base64
import datetime
import decimal
import itertools
import json
import math
import random
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st
from landing import SCHEMA as MESSAGES
from reference import (
    Change,
    Database,
    Delete,
    Entry,
    History,
    Insert,
    Key,
    Life,
    Row,
    RowUpdate,
    Statement,
    Transaction,
    Truncate,
    Update,
    live,
)

# ----------------------------------------------------------------------------------------------------- the table

COLUMNS = {
    "shard": "int",  # which history the row belongs to; the same in all rows of a history
    "id": "int",
    "code": "string",
    "note": "string",
    "blob": "binary",
    "big": "bigint",
    "amount": "decimal(38,10)",
    "ratio": "double",
    "flag": "boolean",
    "at": "timestamp_ntz",
    "day": "date",
}
KEY = ("id", "code")  # within one history; of the table it is shard, id, code
LONG = frozenset({"note", "blob"})  # columns whose unchanged value a log may leave out

_ODD_TEXTS = [
    "", " ", "null", "NULL", "'", '"', "\\", "\\u0041", "a\nb\r\tc", "\x00", "\x01\x1f\x7f", "\u2028", "\ufeff", "😀",
    "e\u0301", "é", "{}", '{"a":1}', "[1", "0", "true", "1e5", "$[0]", "${x}", "{{ x }}", "a|b", "%", "_", "\ufffd",
    "__debezium_unavailable_value.", "x" * 3000,
]  # fmt: skip
_CODES = ["a", "A", "a ", "", "é", "e\u0301", "😀", "'\"\\", "x.y|z", "0", "00", "\n", "null", "$['a']"]
_IDS = [1, 2, 3, 4, 0, -1, 2**31 - 1, -(2**31)]
_FLOATS = [0.0, -0.0, 0.1, 1e16, 1e-7, 5e-324, 1.7976931348623157e308, -1.5, 123456789.12345679, 3.0]
_TIMES = [
    datetime.datetime(1, 1, 1),
    datetime.datetime(1582, 10, 10, 1, 2, 3, 4000),
    datetime.datetime(1969, 12, 31, 23, 59, 59, 999000),
    datetime.datetime(1970, 1, 1),
    datetime.datetime(2024, 2, 29, 12, 34, 56, 789000),
    datetime.datetime(9999, 12, 31, 23, 59, 59, 999000),
]
_TEXTS = st.one_of(
    st.sampled_from(_ODD_TEXTS),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
    st.text("ab", max_size=3),
)


def _big(lowest: int) -> st.SearchStrategy[int]:
    edges = st.sampled_from([lowest, 2**63 - 1, 2**53 + 1, -(2**53) - 1, 0, -1])
    return st.one_of(edges, st.integers(lowest, 2**63 - 1))


def _amounts() -> st.SearchStrategy[decimal.Decimal]:
    most = 10**38 - 1
    edges = st.sampled_from([0, 1, -1, most, -most, 2**63, -(2**64), 10**10, 127, 128, -128, -129, 255, 256])
    exact = decimal.Context(prec=60)
    return st.one_of(edges, st.integers(-most, most)).map(lambda n: decimal.Decimal(n).scaleb(-10, exact))


def _times(micros: int) -> st.SearchStrategy[datetime.datetime]:
    def rounded(time: datetime.datetime) -> datetime.datetime:
        return time.replace(microsecond=time.microsecond // micros * micros)

    return st.one_of(st.sampled_from(_TIMES), st.datetimes().map(rounded))


# ------------------------------------------------------------------------------------------------------- formats


@dataclass(frozen=True)
class Shard:
    """One history as a source table: `app.<table>`, whose rows all carry the shard's number."""

    number: int
    table: str
    key: tuple[str, ...]
    history: History
    life: Life

    @classmethod
    def of(cls, number: int, table: str, key: Sequence[str], history: History) -> Shard:
        return cls(number, table, tuple(key), history, live(history, key))

    def with_number(self, rows: Sequence[Row]) -> list[Row]:
        return [{"shard": self.number, **row} for row in rows]


@dataclass(frozen=True)
class Message:
    """One landing row, the transaction that it tells about, and whether a second sending of it is recognisable."""

    row: dict[str, Any]
    transaction: int
    identified: bool


@dataclass(frozen=True, eq=False)
class Format:
    """A format: how its stream is declared, what it can say, and how it says it."""

    name: str
    stream: Mapping[str, Any]
    encode: Callable[[Shard, random.Random], list[Message]]
    decode: Callable[[Sequence[Mapping[str, Any]], Sequence[str]], list[Change]]
    sent_again: Callable[[dict[str, Any], int], dict[str, Any]]
    landing: str = MESSAGES
    columns: tuple[str, ...] = tuple(COLUMNS)
    truncates: bool = True
    unsent_values: bool = False
    not_a_number: bool = False
    time_step: int = 1  # microseconds
    lowest_big: int = -(2**63)

    def values(self) -> dict[str, st.SearchStrategy[Any]]:
        """Return what each column without a part in the key may hold, NULL aside."""
        floats = st.floats(allow_nan=self.not_a_number, allow_infinity=self.not_a_number)
        odd = [math.nan, math.inf, -math.inf] if self.not_a_number else []
        made: dict[str, st.SearchStrategy[Any]] = {
            "note": _TEXTS,
            "blob": st.one_of(st.binary(max_size=20), st.just(bytes(range(256)))),
            "big": _big(self.lowest_big),
            "amount": _amounts(),
            "ratio": st.one_of(st.sampled_from(_FLOATS + odd), floats),
            "flag": st.booleans(),
            "at": _times(self.time_step),
            "day": st.one_of(st.sampled_from([time.date() for time in _TIMES]), st.dates()),
        }
        return {name: strategy for name, strategy in made.items() if name in self.columns}


# ----------------------------------------------------------------------------------------------------- histories


@st.composite
def _rows(draw: st.DrawFn, form: Format) -> Row:
    return {name: draw(st.none() | strategy) for name, strategy in form.values().items()}


@st.composite
def _settings(draw: st.DrawFn, form: Format) -> tuple[Row, frozenset[str]]:
    """What an update sets besides the key, and which long values it leaves out of the log."""
    values = form.values()
    chosen = draw(st.sets(st.sampled_from(sorted(values)), max_size=3))
    unsent = draw(st.sets(st.sampled_from(sorted(LONG)))) if form.unsent_values else set()
    return {name: draw(st.none() | values[name]) for name in sorted(chosen)}, frozenset(unsent)


@st.composite
def _moves(draw: st.DrawFn, form: Format, database: Database, keys: Sequence[Key]) -> Update:
    """One statement that gives one to three rows other keys: to free keys, in a ring, or each to the next one's."""
    count = min(draw(st.sampled_from([1, 2, 2, 3])), len(database.rows))
    moved = draw(st.permutations(sorted(database.rows)))[:count]
    taken = {number: database.key_of(database.rows[number]) for number in moved}
    free = [key for key in keys if key not in {database.key_of(row) for row in database.rows.values()}]
    targets = [taken[number] for number in moved]
    outwards: bool = draw(st.booleans())
    if free and outwards:
        targets = [*targets[1:], draw(st.sampled_from(free))]
    elif count > 1:
        targets = [*targets[1:], targets[0]]
    updates = []
    for number, target in zip(moved, targets, strict=True):
        values, unsent = draw(_settings(form))
        updates.append(RowUpdate(number, {**dict(zip(KEY, target, strict=True)), **values}, unsent))
    return Update(tuple(draw(st.permutations(updates))))


@st.composite
def keyed_histories(draw: st.DrawFn, form: Format) -> History:
    """Histories of a table with key (id, code): few keys, so that each of them has a life of many changes."""
    ids = draw(st.lists(st.sampled_from(_IDS), min_size=2, max_size=3, unique=True))
    codes = draw(st.lists(st.sampled_from(_CODES), min_size=1, max_size=2, unique=True))
    keys: list[Key] = list(itertools.product(ids, codes))
    database = Database(KEY)
    numbers = itertools.count(1)

    def insert() -> Insert:
        taken = {database.key_of(row) for row in database.rows.values()}
        key = draw(st.sampled_from([key for key in keys if key not in taken]))
        return Insert(next(numbers), {**dict(zip(KEY, key, strict=True)), **draw(_rows(form))})

    def statement() -> Statement:
        kinds = []
        if len(database.rows) < len(keys):
            kinds += ["insert"] * 3
        if database.rows:
            kinds += ["update"] * 3 + ["delete"] * 2 + ["move"] * (4 if len(database.rows) > 1 else 2)
        if form.truncates:
            kinds += ["truncate"]
        kind = draw(st.sampled_from(kinds))
        if kind == "insert":
            return insert()
        if kind == "update":
            values, unsent = draw(_settings(form))
            return Update((RowUpdate(draw(st.sampled_from(sorted(database.rows))), values, unsent),))
        if kind == "delete":
            return Delete(draw(st.sampled_from(sorted(database.rows))))
        if kind == "move":
            return draw(_moves(form, database, keys))
        return Truncate()

    snapshot = []
    for _ in range(draw(st.integers(0, len(keys)))):
        snapshot.append(insert())
        database.load(snapshot[-1:])
    transactions: list[Transaction] = []
    for _ in range(draw(st.integers(1, 7))):
        statements: list[Statement] = []
        for _ in range(draw(st.integers(1, 3))):
            statements.append(statement())
            database.run((statements[-1],))
        transactions.append(tuple(statements))
    return History(tuple(snapshot), tuple(transactions))


@st.composite
def bag_histories(draw: st.DrawFn, form: Format) -> History:
    """Histories of a table without key, in which equal rows are common."""
    pool = [draw(_rows(form)) for _ in range(draw(st.integers(1, 3)))]
    database = Database(())
    numbers = itertools.count(1)

    def insert() -> Insert:
        return Insert(next(numbers), dict(draw(st.sampled_from(pool))))

    def statement() -> Statement:
        kinds = ["insert"] * 4
        if database.rows:
            kinds += ["update", "update", "delete", "delete"]
        if form.truncates:
            kinds += ["truncate"]
        kind = draw(st.sampled_from(kinds))
        if kind == "insert":
            return insert()
        if kind == "update":
            number = draw(st.sampled_from(sorted(database.rows)))
            values = dict(draw(st.sampled_from(pool))) if draw(st.booleans()) else draw(_settings(form))[0]
            return Update((RowUpdate(number, values),))
        if kind == "delete":
            return Delete(draw(st.sampled_from(sorted(database.rows))))
        return Truncate()

    snapshot = []
    for _ in range(draw(st.integers(0, 3))):
        snapshot.append(insert())
        database.load(snapshot[-1:])
    transactions: list[Transaction] = []
    for _ in range(draw(st.integers(1, 5))):
        statements: list[Statement] = []
        for _ in range(draw(st.integers(1, 4))):
            statements.append(statement())
            database.run((statements[-1],))
        transactions.append(tuple(statements))
    return History(tuple(snapshot), tuple(transactions))


# ---------------------------------------------------------------------------------------- what the encoders share

START = 1_790_000_000_000  # milliseconds; when the first transaction happened
_EPOCH = datetime.datetime(1970, 1, 1)


def _micros(time: datetime.datetime) -> int:
    return (time - _EPOCH) // datetime.timedelta(microseconds=1)


def _days(day: datetime.date) -> int:
    return (day - _EPOCH.date()).days


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


class _Topics:
    """Hands out offsets: each message of a topic's partition gets the next one."""

    def __init__(self) -> None:
        self.next: Counter[tuple[str, int]] = Counter()

    def offset(self, topic: str, partition: int) -> int:
        self.next[topic, partition] += 1
        return self.next[topic, partition] - 1


# ------------------------------------------------------------------------------------------------------ Debezium

_UNAVAILABLE = "__debezium_unavailable_value"
_DECIMAL = "org.apache.kafka.connect.data.Decimal"
_CONNECT_TYPES: dict[str, dict[str, Any]] = {
    "shard": {"type": "int32"},
    "id": {"type": "int32"},
    "code": {"type": "string"},
    "note": {"type": "string"},
    "blob": {"type": "bytes"},
    "big": {"type": "int64"},
    "amount": {"type": "bytes", "name": _DECIMAL, "version": 1, "parameters": {"scale": "10"}},
    "ratio": {"type": "double"},
    "flag": {"type": "boolean"},
    "at": {"type": "int64", "name": "io.debezium.time.MicroTimestamp", "version": 1},
    "day": {"type": "int32", "name": "io.debezium.time.Date", "version": 1},
}


def _connect_value(name: str, value: Any) -> Any:
    if value is None or name in ("shard", "id", "code", "note", "big", "flag"):
        return value
    if name == "blob":
        return _base64(value)
    if name == "amount":
        unscaled = int(value.scaleb(10, decimal.Context(prec=60)))
        return _base64(unscaled.to_bytes(unscaled.bit_length() // 8 + 1, "big", signed=True))
    if name == "ratio":
        if math.isnan(value):
            return "NaN"
        return value if math.isfinite(value) else ("Infinity" if value > 0 else "-Infinity")
    return _micros(value) if name == "at" else _days(value)


def _connect_struct(names: Sequence[str], **more: Any) -> dict[str, Any]:
    fields = [{**_CONNECT_TYPES[name], "optional": True, "field": name} for name in names]
    return {"type": "struct", "fields": fields, "optional": True, **more}


@dataclass(frozen=True)
class _DebeziumStyle:
    """How a connector and its converter are set up."""

    schemas: bool
    payload: bool  # without a schema: {"schema": null, "payload": ...}
    ascii: bool
    transactions: bool
    tombstones: bool
    partitions: int

    @classmethod
    def drawn(cls, chance: random.Random) -> _DebeziumStyle:
        schemas, payload, plain, transactions, tombstones = (chance.random() < 0.5 for _ in range(5))
        return cls(schemas, payload, plain, transactions, tombstones, chance.randint(1, 3))

    def text(self, schema: Mapping[str, Any] | None, value: Any) -> str:
        if self.schemas and schema is not None:
            value = {"schema": schema, "payload": value}
        elif self.payload and not self.schemas:
            value = {"schema": None, "payload": value}
        return json.dumps(value, ensure_ascii=self.ascii, separators=(",", ":"))


class _PostgresLog:
    """Where PostgreSQL's connector says that an entry lies: each change at an LSN, those of a multi-insert at one."""

    plain_before = False  # replica identity DEFAULT: the before image is the key, and only a delete has it
    identifies_rows = False

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.lsn = 999_900  # a text comparison would put the positions from a million on before those below it
        self.last: Entry | None = None

    def step(self, entry: Entry) -> None:
        last, self.last = self.last, entry
        together = last is not None and last.kind == "insert" and last.transaction == entry.transaction
        if entry.kind == "read" or (entry.kind == "insert" and together and self.chance.random() < 0.5):
            return
        self.lsn += self.chance.choice([1, 8, 56, 40_000])

    def source(self, entry: Entry) -> dict[str, Any]:
        return {
            "connector": "postgresql",
            "db": "shop",
            "sequence": f'[null,"{self.lsn}"]',
            "schema": "app",
            "txId": 700 + entry.transaction,
            "lsn": self.lsn,
            "xmin": None,
        }

    def transaction(self, number: int) -> str:
        """Return the id of the transaction block, which has another LSN in each message of a transaction."""
        return f"{700 + number}:{self.lsn}"


class _MariaDbLog:
    """Where MariaDB's connector says that an entry lies: file, position and row of the binary log."""

    plain_before = True  # the before image is always whole
    identifies_rows = True

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.file, self.pos, self.row = 99, 9_900, 0
        self.last: Entry | None = None

    def step(self, entry: Entry) -> None:
        last, self.last = self.last, entry
        if entry.kind == "read":
            return
        same = last is not None and (last.kind, last.transaction) == (entry.kind, entry.transaction)
        if same and entry.kind != "truncate" and self.chance.random() < 0.5:
            self.row += 1
        elif self.chance.random() < 0.2:
            self.file, self.pos, self.row = self.file + 1, 400, 0
        else:
            self.pos, self.row = self.pos + self.chance.choice([31, 200]), 0

    def source(self, entry: Entry) -> dict[str, Any]:
        return {
            "connector": "mariadb",
            "db": "app",
            "sequence": None,
            "server_id": 1,
            "gtid": self.transaction(entry.transaction) if entry.transaction else None,
            "file": f"binlog.{self.file:06d}",
            "pos": self.pos,
            "row": self.row,
            "thread": None,
            "query": None,
        }

    def transaction(self, number: int) -> str:
        return f"0-1-{number}"


def encode_debezium(shard: Shard, chance: random.Random) -> list[Message]:
    """PostgreSQL or MariaDB through Debezium, with heartbeats and transaction markers between the changes."""
    style = _DebeziumStyle.drawn(chance)
    # MariaDB's log leaves nothing out.
    some_unsent = any(entry.unsent for entry in shard.life.log)
    where = _PostgresLog(chance) if some_unsent or chance.random() < 0.6 else _MariaDbLog(chance)
    topic = f"shop.app.{shard.table}"
    key_names = ("shard", *shard.key) if shard.key else ()
    names = [name for name in COLUMNS if name not in KEY or shard.key]
    value_schema = {
        "type": "struct",
        "fields": [
            _connect_struct(names, name=f"{topic}.Value", field="before"),
            _connect_struct(names, name=f"{topic}.Value", field="after"),
            {"type": "string", "optional": False, "field": "op"},
        ],
        "optional": False,
        "name": f"{topic}.Envelope",
    }
    topics = _Topics()
    messages: list[Message] = []

    def image(row: Row, unsent: frozenset[str] = frozenset()) -> Row:
        made = {name: _connect_value(name, row.get(name)) for name in names}
        made["shard"] = shard.number
        for name in unsent:
            made[name] = _base64(_UNAVAILABLE.encode()) if name == "blob" else _UNAVAILABLE
        return made

    def key_image(row: Row) -> Row:
        return {name: image(row)[name] for name in key_names}

    def key_text(row: Row) -> str:
        return style.text(_connect_struct(key_names, name=f"{topic}.Key", optional=False), key_image(row))

    def before_image(row: Row) -> Row:
        whole = where.plain_before or not shard.key  # a table without key has replica identity FULL
        return image(row) if whole else {**dict.fromkeys(names), **key_image(row)}

    def send(to: str, transaction: int, key: str | None, value: str | None, identified: bool, **headers: str) -> None:
        partition = 0 if key is None or to != topic else zlib.crc32(key.encode()) % style.partitions
        row = {
            "topic": to,
            "partition": partition,
            "offset": topics.offset(to, partition),
            "timestamp": START + transaction * 1000 + len(messages),
            "key": key,
            "value": value,
            "headers": json.dumps({f"__debezium.{name}": text for name, text in headers.items()}),
        }
        messages.append(Message(row, transaction, identified))

    def change(entry: Entry, op: str, before: Row | None, after: Row | None, at: Row | None, **headers: str) -> None:
        snapshot = op == "r"
        source = {
            "version": "3.4.0.Final",
            "name": "shop",
            "ts_ms": START + entry.transaction * 1000,
            "snapshot": "true" if snapshot else chance.choice([None, "false"]),
            "table": shard.table,
            **where.source(entry),
        }
        block = {"id": where.transaction(entry.transaction), "total_order": 1, "data_collection_order": 1}
        envelope = {
            "before": before,
            "after": after,
            "source": source,
            "transaction": block if style.transactions and not snapshot else None,
            "op": op,
            "ts_ms": START + entry.transaction * 1000 + 500,
        }
        key = key_text(at) if at is not None and shard.key else None
        # Equal rows of a snapshot, or of a multi-insert in PostgreSQL, have one position: only a key tells them apart.
        identified = bool(shard.key) or (where.identifies_rows and not snapshot)
        send(topic, entry.transaction, key, style.text(value_schema, envelope), identified, **headers)
        if op == "d" and style.tombstones and shard.key:
            send(topic, entry.transaction, key, None, True)

    def control(transaction: int) -> None:
        kind = chance.random()
        if kind < 0.15:
            key = style.text(None, {"serverName": "shop"})
            beat = style.text(None, {"ts_ms": START + transaction * 1000})
            send(f"__debezium-heartbeat.{shard.table}", transaction, key, beat, True)
        elif kind < 0.3:
            status = chance.choice(["BEGIN", "END"])
            marker = {"status": status, "id": where.transaction(transaction), "ts_ms": START}
            send(f"shop.transaction.{shard.table}", transaction, None, style.text(None, marker), True)

    for entry in shard.life.log:
        control(entry.transaction)
        where.step(entry)
        before, after = entry.before, entry.after
        if before is None and after is None:
            change(entry, "t", None, None, None)
        elif before is None and after is not None:
            change(entry, "r" if entry.kind == "read" else "c", None, image(after), after)
        elif before is not None and after is None:
            change(entry, "d", before_image(before), None, before)
        elif before is not None and after is not None:
            new = image(after, entry.unsent if shard.key else frozenset())
            if key_image(before) == key_image(after):
                sent = before_image(before) if where.plain_before or not shard.key else None
                change(entry, "u", sent, new, after)
            else:
                change(entry, "d", before_image(before), None, before, newkey=key_text(after))
                change(entry, "c", None, new, after, oldkey=key_text(before))
    return messages


def _debezium_sent_again(row: dict[str, Any], later: int) -> dict[str, Any]:
    """The connector's own time is another one when it sends a change for the second time."""
    if row["value"] is None:
        return row
    value = json.loads(row["value"])
    envelope = value.get("payload", value)
    envelope["ts_ms"] += later
    return {**row, "value": json.dumps(value, ensure_ascii=False)}


def _from_connect(name: str, value: Any) -> Any:
    if value is None or name in ("shard", "id", "code", "note", "big", "flag"):
        return value
    if name == "blob":
        return base64.b64decode(value)
    if name == "amount":
        unscaled = int.from_bytes(base64.b64decode(value), "big", signed=True)
        return decimal.Decimal(unscaled).scaleb(-10, decimal.Context(prec=60))
    if name == "ratio":
        return float(value)
    if name == "at":
        return _EPOCH + datetime.timedelta(microseconds=value)
    return _EPOCH.date() + datetime.timedelta(days=value)


def decode_debezium(rows: Sequence[Mapping[str, Any]], key: Sequence[str]) -> list[Change]:
    """Read the messages back, as FORMATS.md 4 says, for the replay."""

    def payload(text: str) -> Any:
        value = json.loads(text)
        return value.get("payload", value)

    def row_of(image: Row) -> Row:
        placeholders = {_UNAVAILABLE, _base64(_UNAVAILABLE.encode())}
        return {
            name: _from_connect(name, value)
            for name, value in image.items()
            if not (name in LONG and value in placeholders)
        }

    changes: list[Change] = []
    for row in rows:
        envelope = None if row["value"] is None else payload(row["value"])
        if envelope is None or envelope.get("op") not in ("r", "c", "u", "d", "t"):
            continue
        source, op = envelope["source"], envelope["op"]
        postgres = source["connector"] == "postgresql"
        position: tuple[int, ...] = (
            (source["lsn"],) if postgres else (int(source["file"].rpartition(".")[2]), source["pos"], source["row"])
        )
        transaction = str(source["txId"] if postgres else source["gtid"])
        content = json.dumps([envelope["before"], envelope["after"], row["key"]])
        identity: tuple[Any, ...] = (position, op, content)
        if not key and (postgres or op == "r"):
            identity = (row["topic"], row["partition"], row["offset"])
        moves = any("key" in name for name in json.loads(row["headers"]))
        if op == "t":
            changes.append(Change(position, identity, "before", None))
        if op == "d" or (op == "u" and not key):
            gone = row_of({name: envelope["before"][name] for name in ("shard", *key)} if key else envelope["before"])
            changes.append(Change(position, (*identity, 0), "before", gone, moves, transaction))
        if op in ("r", "c", "u"):
            come = row_of(envelope["after"])
            changes.append(Change(position, (*identity, 1), "after", come, moves, transaction))
    return changes


# -------------------------------------------------------------------------------------------------- DataHub BLOB

_STREAMX_TYPES = {
    "shard": "LONG", "id": "LONG", "code": "STRING", "note": "STRING", "blob": "BYTES", "big": "LONG",
    "amount": "STRING", "ratio": "DOUBLE", "flag": "BOOLEAN", "at": "DATE", "day": "DATE",
}  # fmt: skip


def _streamx_value(name: str, value: Any, number_as_text: bool) -> Any:
    if value is None or name in ("shard", "id", "code", "note", "big", "flag"):
        return value
    if name == "blob":
        return _base64(value)
    if name == "amount":
        return format(value, "f")
    if name == "ratio":
        return repr(value) if number_as_text else value
    return _micros(value) // 1000 if name == "at" else _days(value) * 86_400_000


def encode_datahub_blob(shard: Shard, chance: random.Random) -> list[Message]:
    """StreamX JSON in one DataHub topic, with heartbeats, DDL and transaction marks between the changes."""
    names = [name for name in COLUMNS if name not in KEY or shard.key]
    primary = ["shard", *shard.key] if shard.key else []
    in_one = chance.random() < 0.3
    quoted = chance.random() < 0.7
    nulls = chance.random() < 0.5
    number_as_text = chance.random() < 0.3
    ascii_only = chance.random() < 0.5
    befor = chance.choice(["UPDATE_BEFOR", "UPDATE_BEFORE"])
    topics = _Topics()
    messages: list[Message] = []
    sequence = 9_900
    source = {"dbName": "app", "dbType": "MySQL", "tableName": shard.table}

    def image(row: Row | None) -> dict[str, Any] | None:
        if row is None:
            return None
        made = [(name, _streamx_value(name, row.get(name), number_as_text)) for name in names if name != "shard"]
        made.append(("shard", shard.number))
        chance.shuffle(made)  # the order in a JSON object says nothing
        return {"dataColumn": dict(made)}

    def send(transaction: int, op: str, identified: bool = True, **payload: Any) -> None:
        schema: dict[str, Any] = {"source": source}
        if op == "MHEARTBEAT":
            schema = {}
        elif op not in ("ALTER", "TRUNCATE", "TRANSACTION_BEGIN", "TRANSACTION_END"):
            columns = [{"name": name, "type": _STREAMX_TYPES[name]} for name in names]
            schema = {"dataColumn": columns, "source": source, "primaryKey": primary}
        snapshot = payload.get("sequenceId") in (-1, "-1")
        time = -1 if snapshot else START + transaction * 1000
        stamps = {"eventTime": time, "checkpointTime": time}
        if op != "MHEARTBEAT":
            stamps["systemTime"] = START + transaction * 1000 + 300
        made = {"op": op, "timestamp": stamps, **payload}
        if nulls:
            made = {"before": None, "after": None, "ddl": None, **made}
        else:
            made = {name: value for name, value in made.items() if value is not None}
        text = json.dumps({"schema": schema, "payload": made, "version": "0.0.1"}, ensure_ascii=ascii_only)
        row = {
            "topic": "blob",
            "partition": shard.number,
            "offset": topics.offset("blob", shard.number),
            "timestamp": START + transaction * 1000 + len(messages),
            "key": None,
            "value": text,
            "headers": None,
        }
        messages.append(Message(row, transaction, identified))

    def number(value: int) -> int | str:
        return str(value) if quoted else value

    for entry in shard.life.log:
        kind = chance.random()
        if kind < 0.1:
            send(entry.transaction, "MHEARTBEAT")
        elif kind < 0.15:
            text = f"alter table {shard.table} add column c{sequence} text"
            send(entry.transaction, "ALTER", sequenceId=number(sequence), ddl={"text": text, "ddlMeta": None})
        elif kind < 0.2:
            mark = chance.choice(["TRANSACTION_BEGIN", "TRANSACTION_END"])
            send(entry.transaction, mark, sequenceId=number(sequence))
        if entry.kind == "read":
            send(0, "INSERT", bool(shard.key), after=image(entry.after), sequenceId=number(-1))
            continue
        sequence += chance.choice([1, 2, 100])
        at = number(sequence)
        before, after = image(entry.before), image(entry.after)
        if entry.kind == "insert":
            send(entry.transaction, "INSERT", after=after, sequenceId=at)
        elif entry.kind == "delete":
            send(entry.transaction, "DELETE", before=before, sequenceId=at)
        elif entry.kind == "truncate":
            ddl = {"text": f"truncate table {shard.table}", "ddlMeta": None}
            send(entry.transaction, "TRUNCATE", sequenceId=at, ddl=ddl)
        elif in_one:
            send(entry.transaction, "UPDATE_AFTER", before=before, after=after, sequenceId=at)
        else:
            send(entry.transaction, befor, before=before, sequenceId=at)
            send(entry.transaction, "UPDATE_AFTER", after=after, sequenceId=at)
    return messages


def _blob_sent_again(row: dict[str, Any], later: int) -> dict[str, Any]:
    value = json.loads(row["value"])
    for name in ("systemTime", "checkpointTime"):
        if name in value["payload"]["timestamp"]:
            value["payload"]["timestamp"][name] += later
    return {**row, "value": json.dumps(value, ensure_ascii=False)}


def _from_streamx(name: str, value: Any) -> Any:
    if value is None or name in ("shard", "id", "code", "note", "big", "flag"):
        return value
    if name == "blob":
        return base64.b64decode(value)
    if name == "amount":
        return decimal.Decimal(value)
    if name == "ratio":
        return float(value)
    time = _EPOCH + datetime.timedelta(milliseconds=value)
    return time if name == "at" else time.date()


def decode_datahub_blob(rows: Sequence[Mapping[str, Any]], key: Sequence[str]) -> list[Change]:
    """Read the messages back, as FORMATS.md 2 says, for the replay."""
    changes = []
    for row in rows:
        payload = json.loads(row["value"])["payload"]
        op = payload["op"]
        if op not in ("INSERT", "UPDATE_BEFOR", "UPDATE_BEFORE", "UPDATE_AFTER", "DELETE", "TRUNCATE"):
            continue
        sequence = int(payload["sequenceId"])
        images = {name: (payload.get(name) or {}).get("dataColumn") for name in ("before", "after")}
        content = json.dumps(images, sort_keys=True)
        identity: tuple[Any, ...] = (sequence, op, content)
        if sequence < 0 and not key:
            identity = (row["partition"], row["offset"])
        moves = op.startswith("UPDATE")
        if op == "TRUNCATE":
            changes.append(Change((sequence,), identity, "before", None))
        for side, image in images.items():
            if image is not None:
                read = {name: _from_streamx(name, value) for name, value in image.items()}
                changes.append(Change((sequence,), (*identity, side), side, read, key_change=moves))
    return changes


# ------------------------------------------------------------------------------------------------- DataHub TUPLE


def _tuple_value(name: str, value: Any) -> Any:
    if value is None:
        return None
    if name == "at":
        return _micros(value)
    return value.isoformat() if name == "day" else value


def encode_datahub_tuple(shard: Shard, chance: random.Random) -> list[Message]:
    """Rows of DataHub TUPLE topics, each history in a DataHub shard of its own.

    TIMESTAMP is a number of microseconds; a date is text; the format has no bytes, no control events and no truncate.
    """
    names = [name for name in DATAHUB_TUPLE.columns if name not in KEY or shard.key]
    messages: list[Message] = []
    sequence = 9_900
    offsets = itertools.count()

    def send(entry: Entry, operation: str, row: Row, before: bool) -> None:
        landed = {
            "topic": "keyed" if shard.key else "bags",
            "partition": shard.number,
            "offset": next(offsets),
            "timestamp": START + entry.transaction * 1000 + len(messages),
            "_sequence_id_": str(sequence),
            "_operation_type_": operation,
            "_excute_time_": START + entry.transaction * 1000,
            "_source_table_": f"app.{shard.table}",
            "_before_image_": "Y" if before else "N",
            "_after_image_": "N" if before else "Y",
            **{name: _tuple_value(name, row.get(name)) for name in names},
            "shard": shard.number,
        }
        messages.append(Message(landed, entry.transaction, True))

    for entry in shard.life.log:
        sequence += chance.choice([1, 2, 100])
        if entry.before is not None:
            send(entry, "D" if entry.kind == "delete" else "U", entry.before, before=True)
        if entry.after is not None:
            send(entry, "U" if entry.kind == "update" else "I", entry.after, before=False)
    return messages


def decode_datahub_tuple(rows: Sequence[Mapping[str, Any]], key: Sequence[str]) -> list[Change]:
    """Read the rows back, as FORMATS.md 1 says, for the replay."""
    changes = []
    for row in rows:
        read = {name: row[name] for name in DATAHUB_TUPLE.columns if name in row}
        if read["at"] is not None:
            read["at"] = _EPOCH + datetime.timedelta(microseconds=read["at"])
        if read["day"] is not None:
            read["day"] = datetime.date.fromisoformat(read["day"])
        side = "before" if row["_before_image_"] == "Y" else "after"
        position = (int(row["_sequence_id_"]),)
        moves = row["_operation_type_"] == "U"
        changes.append(Change(position, (row["partition"], *position, side), side, read, key_change=moves))
    return changes


_TUPLE_LANDING = (
    "topic string, partition int, `offset` bigint, `timestamp` timestamp, _sequence_id_ string,"
    " _operation_type_ string, _excute_time_ bigint, _source_table_ string, _before_image_ string,"
    " _after_image_ string, shard int, id int, code string, note string, big bigint, amount decimal(38,10),"
    " ratio double, flag boolean, at bigint, day string"
)
DEBEZIUM = Format(
    name="debezium",
    stream={"format": "debezium"},
    encode=encode_debezium,
    decode=decode_debezium,
    sent_again=_debezium_sent_again,
    unsent_values=True,
    not_a_number=True,
)
DATAHUB_BLOB = Format(
    name="datahub_blob",
    stream={"format": "datahub_blob"},
    encode=encode_datahub_blob,
    decode=decode_datahub_blob,
    sent_again=_blob_sent_again,
    time_step=1000,
)
DATAHUB_TUPLE = Format(
    name="datahub_tuple",
    stream={"format": "datahub_tuple"},
    encode=encode_datahub_tuple,
    decode=decode_datahub_tuple,
    sent_again=lambda row, later: row,
    landing=_TUPLE_LANDING,
    columns=tuple(name for name in COLUMNS if name != "blob"),
    truncates=False,
    lowest_big=-(2**63) + 1,  # DataHub's BIGINT leaves the lowest one out
)
FORMATS = (DEBEZIUM, DATAHUB_BLOB, DATAHUB_TUPLE)

# ------------------------------------------------------------------------------------------------------ delivery


@dataclass(frozen=True)
class Delivery:
    """Messages in batches, and how far they have got: the tables that the source had when a batch was there.

    `reached[n]` is an index into `Life.tables`; -1: nothing is there yet; None: some messages of many transactions.
    """

    batches: tuple[tuple[dict[str, Any], ...], ...]
    reached: tuple[int | None, ...]

    def rows(self) -> Iterator[dict[str, Any]]:
        return itertools.chain.from_iterable(self.batches)


def deliver(form: Format, messages: Sequence[Message], chance: random.Random, batches: int, ordered: bool) -> Delivery:
    """Cut messages into batches and repeat some of them.

    Ordered: batches end between transactions, and copies come after what they copy. Else: any order at all. A copy is a
    second delivery of the same coordinates, or the same change sent again, which has coordinates of its own.
    """
    last = messages[-1].transaction if messages else 0
    ends = [*sorted(chance.randint(-1, last) for _ in range(batches - 1)), last]
    cut: list[list[dict[str, Any]]] = [[] for _ in range(batches)]
    topics = Counter((m.row["topic"], m.row["partition"]) for m in messages)
    for message in messages:
        first = next(n for n, end in enumerate(ends) if message.transaction <= end)
        cut[first if ordered else chance.randrange(batches)].append(message.row)
        if chance.random() < 0.15:
            cut[chance.randrange(first if ordered else 0, batches)].append(message.row)
        if message.identified and chance.random() < 0.15:
            later = chance.randint(1, 60_000)
            place = message.row["topic"], message.row["partition"]
            moved = {**message.row, "offset": topics[place], "timestamp": START + 100_000 + later}
            topics[place] += 1
            cut[chance.randrange(first if ordered else 0, batches)].append(form.sent_again(moved, later))
    for batch in cut:
        chance.shuffle(batch)
    reached = [end if ordered else None for end in ends[:-1]] + [last]
    return Delivery(tuple(tuple(batch) for batch in cut), tuple(reached))
