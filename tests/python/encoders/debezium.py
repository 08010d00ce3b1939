"""Debezium messages of PostgreSQL and MariaDB connectors, for random histories."""

from __future__ import annotations

import datetime
import decimal
import json
import random
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from histories import COLUMNS, KEY, LONG, START, Format, Message, Shard
from reference import Change, Entry, Row

from encoders.shared import (
    EPOCH,
    PLAIN,
    Topics,
    base64_text,
    captured_later,
    connect_decimal,
    connect_double,
    days,
    from_json,
    micros,
)

_UNAVAILABLE = "__debezium_unavailable_value"
_DECIMAL = "org.apache.kafka.connect.data.Decimal"
_SCALES = {"counter": 0, "amount": 10}
_CONNECT_TYPES: dict[str, dict[str, Any]] = {
    "shard": {"type": "int32"},
    "id": {"type": "int32"},
    "code": {"type": "string"},
    "note": {"type": "string"},
    "blob": {"type": "bytes"},
    "big": {"type": "int64"},
    "counter": {"type": "bytes", "name": _DECIMAL, "version": 1, "parameters": {"scale": "0"}},
    "amount": {"type": "bytes", "name": _DECIMAL, "version": 1, "parameters": {"scale": "10"}},
    "ratio": {"type": "double"},
    "flag": {"type": "boolean"},
    "at": {"type": "int64", "name": "io.debezium.time.MicroTimestamp", "version": 1},
    "day": {"type": "int32", "name": "io.debezium.time.Date", "version": 1},
}


def _connect_value(name: str, value: Any) -> Any:
    if value is None or name in PLAIN:
        return value
    if name == "blob":
        return base64_text(value)
    if name in _SCALES:
        unscaled = int(value.scaleb(_SCALES[name], decimal.Context(prec=60)))
        return base64_text(unscaled.to_bytes(unscaled.bit_length() // 8 + 1, "big", signed=True))
    if name == "ratio":
        return connect_double(value)
    return micros(value) if name == "at" else days(value)


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
    """The position of an entry in PostgreSQL: each change has an LSN, and those of a multi-insert share one."""

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

    def source(self, entry: Entry, schema: str) -> dict[str, Any]:
        return {
            "connector": "postgresql",
            "db": "shop",
            "sequence": f'[null,"{self.lsn}"]',
            "schema": schema,
            "txId": 700 + entry.transaction,
            "lsn": self.lsn,
            "xmin": None,
        }

    def transaction(self, number: int) -> str:
        """Return the id of the transaction block, which has another LSN in each message of a transaction."""
        return f"{700 + number}:{self.lsn}"


class _MariaDbLog:
    """The position of an entry in MariaDB: file, position and row of the binary log."""

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

    def source(self, entry: Entry, schema: str) -> dict[str, Any]:
        return {
            "connector": "mariadb",
            "db": schema,
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


def encode(shard: Shard, chance: random.Random) -> list[Message]:
    """PostgreSQL or MariaDB through Debezium, with heartbeats and transaction markers between the changes."""
    style = _DebeziumStyle.drawn(chance)
    # MariaDB's log leaves nothing out.
    some_unsent = any(entry.unsent for entry in shard.life.log)
    where = _PostgresLog(chance) if some_unsent or chance.random() < 0.6 else _MariaDbLog(chance)
    topic = f"shop.{shard.qualified}"
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
    topics = Topics()
    messages: list[Message] = []

    def image(row: Row, unsent: frozenset[str] = frozenset()) -> Row:
        made = {name: _connect_value(name, row.get(name)) for name in names}
        made["shard"] = shard.number
        for name in unsent:
            made[name] = base64_text(_UNAVAILABLE.encode()) if name == "blob" else _UNAVAILABLE
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
            **where.source(entry, shard.schema),
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
        # Equal rows of a snapshot, or of a multi-insert in PostgreSQL, share a position: only a key distinguishes them.
        identified = bool(shard.key) or (where.identifies_rows and not snapshot)
        send(topic, entry.transaction, key, style.text(value_schema, envelope), identified, **headers)
        if op == "d" and style.tombstones and shard.key:
            send(topic, entry.transaction, key, None, True)

    def control(transaction: int) -> None:
        kind = chance.random()
        if kind < 0.15:
            key = style.text(None, {"serverName": "shop"})
            beat = style.text(None, {"ts_ms": START + transaction * 1000})
            send(f"__debezium-heartbeat.{shard.qualified}", transaction, key, beat, True)
        elif kind < 0.3:
            status = chance.choice(["BEGIN", "END"])
            marker = {"status": status, "id": where.transaction(transaction), "ts_ms": START}
            marker |= {"event_count": None, "data_collections": None}
            send(f"shop.transaction.{shard.qualified}", transaction, None, style.text(None, marker), True)

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


def _from_connect(name: str, value: Any) -> Any:
    if name in _SCALES:
        return connect_decimal(value, _SCALES[name])
    if name == "at":
        return EPOCH + datetime.timedelta(microseconds=value)
    return EPOCH.date() + datetime.timedelta(days=value)


def decode(rows: Sequence[Mapping[str, Any]], key: Sequence[str]) -> list[Change]:
    """Read the messages back by docs/formats/debezium.md, for the replay."""

    def payload(text: str) -> Any:
        value = json.loads(text)
        return value.get("payload", value)

    def row_of(image: Row) -> Row:
        placeholders = {_UNAVAILABLE, base64_text(_UNAVAILABLE.encode())}
        return {
            name: from_json(name, value, _from_connect)
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


FORMAT = Format(
    name="debezium",
    stream={"format": "debezium"},
    encode=encode,
    decode=decode,
    sent_again=captured_later,
    unsent_values=True,
    not_a_number=True,
)
