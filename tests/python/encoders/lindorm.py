"""Messages of Lindorm's data subscription (SQL tables), for random histories."""

from __future__ import annotations

import base64
import datetime
import decimal
import itertools
import json
import math
import random
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from histories import COLUMNS, KEY, START, Format, Message, Shard
from reference import Change, Entry, Row

from encoders.shared import EPOCH, Topics, base64_text, captured_later, connect_decimal, connect_double, days, micros

_CONNECT = "org.apache.kafka.connect.data."
_TYPES: dict[str, dict[str, Any]] = {
    "shard": {"type": "int32"},
    "id": {"type": "int32"},
    "code": {"type": "string"},
    "note": {"type": "string"},
    "blob": {"type": "bytes"},
    "big": {"type": "int64"},
    "counter": {"type": "string"},
    "amount": {"type": "bytes", "name": _CONNECT + "Decimal", "parameters": {"scale": "10"}},
    "ratio": {"type": "double"},
    "flag": {"type": "boolean"},
    "at": {"type": "int64", "name": "io.debezium.time.MicroTimestamp"},
    "day": {"type": "int32", "name": _CONNECT + "Date"},
}


@dataclass(frozen=True)
class _Style:
    """What one subscription does in all of its messages."""

    schema: str  # full, empty, null or none
    ascii: bool
    nulls: bool  # a column without value is an explicit null, or is not there
    texts: bool  # numbers and dates as text, where no schema declares another type
    whole_before: bool
    in_order: bool  # messages at Kafka in the order of the writes
    put: str | None  # of delta images: the operation of every write, as no row is read before it
    partitions: int

    @classmethod
    def drawn(cls, chance: random.Random, delta: bool) -> _Style:
        plain, nulls, texts, before, in_order = (chance.random() < 0.5 for _ in range(5))
        schema = chance.choice(["full", "empty", "null", "none"])
        put = chance.choice([None, "c", "u"]) if delta else None
        return cls(schema, plain, nulls, texts, before, in_order, put, chance.randint(1, 3))


def _sql_value(name: str, value: Any, style: _Style) -> Any:
    if value is None or name in ("shard", "id", "code", "note", "flag"):
        return value
    if name == "blob":
        return base64_text(value)
    if name == "ratio":
        return repr(value) if style.texts and math.isfinite(value) else connect_double(value)
    if style.schema == "full":
        if name == "amount":
            unscaled = int(value.scaleb(10, decimal.Context(prec=60)))
            return base64_text(unscaled.to_bytes(unscaled.bit_length() // 8 + 1, "big", signed=True))
        if name == "at":
            return micros(value)
        if name == "day":
            return days(value)
    if name == "amount":
        return format(value, "f")
    if name == "at":
        whole = not style.texts and value.microsecond % 1000 == 0
        return micros(value) // 1000 if whole else value.isoformat(sep=" ")
    if name == "day":
        return value.isoformat() if style.texts else days(value)
    return str(value) if style.texts else int(value)


def _schema(names: Sequence[str]) -> dict[str, Any]:
    columns = [{**_TYPES[name], "optional": True, "field": name} for name in names]
    images = [{"type": "struct", "fields": columns, "optional": True, "field": side} for side in ("before", "after")]
    return {"type": "struct", "fields": [{"type": "string", "optional": False, "field": "op"}, *images]}


@dataclass(frozen=True)
class _Times:
    """When a write happened, and when it got to Kafka: in milliseconds, so that writes may share both."""

    written: int
    sent: int


def _times(log: Sequence[Entry], chance: random.Random) -> list[_Times]:
    found: list[_Times] = []
    for _ in log:
        last = found[-1] if found else _Times(START, START)
        kind = chance.choice(["later", "later", "later at Kafka", "same"])
        if kind == "later" or not found:
            written = last.written + chance.choice([1, 2, 1000])
            found.append(_Times(written, written + chance.randrange(10_000)))
        else:
            found.append(_Times(last.written, last.sent + (chance.randint(1, 5) if kind == "later at Kafka" else 0)))
    return found


def encode(shard: Shard, chance: random.Random, delta: bool = False) -> list[Message]:
    """One topic of one namespace. Messages get to Kafka in any order; those of one time keep theirs."""
    style = _Style.drawn(chance, delta)
    delta = delta and bool(shard.key)  # a bag needs whole images
    key = ("shard", *shard.key)
    names = [name for name in COLUMNS if name not in KEY or shard.key]
    times = _times(shard.life.log, chance)
    topics = Topics()

    def image(row: Row | None, chosen: Sequence[str], nulls: bool) -> dict[str, Any] | None:
        if row is None:
            return None
        whole = {**row, "shard": shard.number}
        made = {n: _sql_value(n, whole[n], style) for n in chosen if nulls or whole[n] is not None or n in key}
        return {n: made[n] for n in chance.sample(sorted(made), len(made))}  # the order has no meaning

    def value(entry: Entry, when: _Times) -> str:
        op = {"read": "c", "insert": "c", "update": "u", "delete": "d"}[entry.kind]
        before, after = image(entry.before, names, style.nulls), image(entry.after, names, style.nulls)
        if entry.before is not None and shard.key and (delta or not style.whole_before):
            before = image(entry.before, key, False) if op == "d" else None
        if delta and entry.before is not None and entry.after is not None:
            old, new = entry.before, entry.after
            written = [n for n in names if n in key or old[n] is not new[n] or chance.random() < 0.1]
            after = image(new, written, True)
        source = {
            "version": "v1.0",
            "db": "ld-1",
            "namespace": shard.schema,
            "table": shard.table,
            "ts_ms": when.written,
        }
        op = style.put if style.put and delta and op != "d" else op
        envelope = {"op": op, "ts_ms": when.sent, "before": before, "after": after, "source": source}
        schema = {"full": _schema(names), "empty": {}, "null": None}
        made = {"schema": schema[style.schema]} if style.schema != "none" else {}
        return json.dumps({**made, "payload": envelope}, ensure_ascii=style.ascii)

    def partition(entry: Entry) -> int:
        row = entry.after or entry.before or {}
        return zlib.crc32(repr([row[name] for name in shard.key]).encode()) % style.partitions

    alike = [list(group) for _, group in itertools.groupby(range(len(times)), key=lambda n: times[n])]
    if not style.in_order:
        chance.shuffle(alike)
    writes = [when.written for when in times]
    messages: dict[int, Message] = {}
    for number in itertools.chain.from_iterable(alike):
        entry, when = shard.life.log[number], times[number]
        row = {
            "topic": shard.qualified,
            "partition": partition(entry),
            "offset": topics.offset(shard.qualified, partition(entry)),
            "timestamp": START + entry.transaction * 1000 + number,
            "key": None,
            "value": value(entry, when),
            "headers": None,
        }
        # A second delivery has a later time at Kafka, so it would win over the other writes of its millisecond.
        messages[number] = Message(row, entry.transaction, bool(shard.key) and writes.count(when.written) == 1)
    return [messages[number] for number in sorted(messages)]


def _from_sql(name: str, value: Any, named: bool) -> Any:
    if value is None or name in ("shard", "id", "code", "note", "flag"):
        return value
    if name == "blob":
        return base64.b64decode(value)
    if name == "big":
        return int(value)
    if name == "ratio":
        return float(value)
    if name == "amount" and named:
        return connect_decimal(value, 10)
    if name in ("counter", "amount"):
        return decimal.Decimal(value)
    if isinstance(value, str):
        return (datetime.datetime if name == "at" else datetime.date).fromisoformat(value)
    if name == "at":
        return EPOCH + datetime.timedelta(microseconds=value * (1 if named else 1000))
    return EPOCH.date() + datetime.timedelta(days=value)


def decode(rows: Sequence[Mapping[str, Any]], key: Sequence[str], delta: bool = False) -> list[Change]:
    """Read the messages back by docs/formats/lindorm.md, for the replay."""
    names = [name for name in COLUMNS if name not in KEY or key]
    changes = []
    for row in rows:
        value = json.loads(row["value"])
        payload = value["payload"]
        position = (payload["source"]["ts_ms"], payload["ts_ms"], row["offset"])
        for side in ("before", "after"):
            image = payload[side]
            if image is None or (side == "before" and payload["op"] != "d" and key):
                continue
            read = {name: _from_sql(name, found, bool(value.get("schema"))) for name, found in image.items()}
            if not (delta and key):
                read = {**dict.fromkeys(names), **read}
            changes.append(Change(position, (row["topic"], row["partition"], row["offset"], side), side, read))
    return changes


FORMAT = Format(
    name="lindorm",
    stream={"format": "lindorm"},
    encode=encode,
    decode=decode,
    sent_again=captured_later,
    truncates=False,
    key_changes=False,
    transactions=False,
    not_a_number=True,
)
