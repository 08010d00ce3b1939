"""Records of Aliyun DTS (Avro), for random histories."""

from __future__ import annotations

import datetime
import decimal
import io
import json
import random
from collections.abc import Mapping, Sequence
from typing import Any

import dts_avro
import fastavro
from histories import COLUMNS, KEY, START, Format, Message, Shard
from reference import Change, Entry, Row

from encoders.shared import Topics

_NUMBERS = {
    "shard": 3, "id": 3, "code": 253, "note": 252, "blob": 252, "big": 8, "counter": 8, "amount": 246, "ratio": 5,
    "flag": 1, "at": 12, "day": 10,
}  # fmt: skip
_CHARSETS = {"utf8mb4": "utf-8", "utf16": "utf-16-be", "gb18030": "gb18030", "utf32": "utf-32-be"}


class _Source:
    """A database and how DTS writes its values."""

    def __init__(self, chance: random.Random) -> None:
        self.kind = chance.choice(["MySQL", "PostgreSQL", "Oracle", "DRDS"])
        self.unit = 1 if self.kind in ("MySQL", "PostgreSQL") else 1000  # parts of a second in a microsecond
        self.charset = chance.choice(list(_CHARSETS))
        self.blob_is_text = chance.random() < 0.3
        self.names_transactions = chance.random() < 0.7
        self.newer = chance.random() < 0.5  # its records have 15 members
        self.whole_before = chance.random() < 0.5
        self.null = chance.choice([None, dts_avro.NULL])

    def value(self, name: str, value: Any) -> Any:
        if value is None:
            return self.null
        if name in ("shard", "id", "big", "counter"):
            return dts_avro.integer(value, 4 if name in ("shard", "id") else 8)
        if name in ("code", "note"):
            return dts_avro.character(value.encode(_CHARSETS[self.charset]), self.charset)
        if name == "blob":
            return dts_avro.character(value, "binary") if self.blob_is_text else dts_avro.binary_object(value)
        if name == "amount":
            return dts_avro.decimal(format(value, "f"), 38, 10)
        if name == "ratio":
            return dts_avro.double(value)
        if name == "flag":
            postgres = self.kind == "PostgreSQL"
            return dts_avro.text_object("t" if value else "f", "bool") if postgres else dts_avro.integer(int(value), 1)
        date = {"year": value.year, "month": value.month, "day": value.day}
        if name == "day":
            return dts_avro.date_time(**date)
        part = {"millis": value.microsecond * self.unit}
        return dts_avro.date_time(**date, hour=value.hour, minute=value.minute, second=value.second, **part)


def encode(shard: Shard, chance: random.Random) -> list[Message]:
    """DTS in its one partition, with transactions, heartbeats, DDL and filler between the changes."""
    source = _Source(chance)
    names = [name for name in COLUMNS if name not in KEY or shard.key]
    key_names = {"shard", *shard.key} if shard.key else set()
    chance.shuffle(names)
    fields = [{"name": name, "dataTypeNumber": _NUMBERS[name]} for name in names]
    table = f"db.{shard.qualified}" if source.kind == "PostgreSQL" else shard.qualified
    topics = Topics()
    messages: list[Message] = []

    def image(row: Row | None, unsent: frozenset[str] = frozenset()) -> list[Any] | None:
        if row is None:
            return None
        full = {**row, "shard": shard.number}
        return [dts_avro.NONE if name in unsent else source.value(name, full.get(name)) for name in names]

    def land(transaction: int, value: bytes | None) -> None:
        row = {
            "topic": "dts",
            "partition": shard.number,
            "offset": topics.offset("dts", shard.number),
            "timestamp": START + transaction * 1000 + len(messages),
            "key": None,
            "value": value,
            "headers": None,
        }
        messages.append(Message(row, transaction, False))

    def send(transaction: int, operation: str, **members: Any) -> None:
        record = dts_avro.record(
            operation,
            id=chance.randint(1, 3),  # it is not unique
            sourceTimestamp=START // 1000 + transaction,
            sourceTxid=str(transaction) if source.names_transactions and transaction else "",
            source={"sourceType": source.kind, "version": "1"},
            **members,
        )
        land(transaction, dts_avro.datum({**record, "bornTimestamp": START} if source.newer else record))

    def change(entry: Entry, operation: str) -> None:
        gone = frozenset(names) - key_names if shard.key and not source.whole_before else frozenset()
        tags = {"pk_uk_info": json.dumps({"PRIMARY": sorted(key_names)})} if shard.key else {}
        send(
            entry.transaction,
            operation,
            objectName=table,
            tags={**tags, "readerThroughoutTime": str(START)},
            fields=fields,
            beforeImages=image(entry.before, gone),
            afterImages=image(entry.after, entry.unsent if shard.key else frozenset()),
        )

    for entry in shard.life.log:
        kind = chance.random()
        if kind < 0.1:
            send(entry.transaction, chance.choice(["BEGIN", "COMMIT"]))
        elif kind < 0.15:
            send(entry.transaction, chance.choice(["HEARTBEAT", "CHECKPOINT"]))
        elif kind < 0.2:
            land(entry.transaction, chance.choice([None, b"", bytes(48)]))
        elif kind < 0.25:
            send(entry.transaction, "DDL", objectName=table, afterImages=f"alter table {shard.table} add c int")
        if entry.kind == "truncate":
            text = chance.choice(["truncate table ", "TRUNCATE "]) + shard.table
            send(entry.transaction, "DDL", objectName=table, afterImages=text)
        else:
            snapshot = chance.choice(["INIT", "INSERT"])
            change(entry, {"insert": "INSERT", "update": "UPDATE", "delete": "DELETE"}.get(entry.kind, snapshot))
    return messages


def _read(name: str, value: Any, unit: int) -> Any:
    if value in (None, dts_avro.NULL):
        return None
    branch, members = value[0].rpartition(".")[2], value[1]
    if name in ("shard", "id", "big"):
        return int(members["value"])
    if name in ("code", "note"):
        return members["value"].decode(_CHARSETS[members["charset"]])
    if name in ("blob", "ratio"):
        return members["value"]
    if name in ("counter", "amount"):
        return decimal.Decimal(members["value"])
    if name == "flag":
        return members["value"] == ("t" if branch == "TextObject" else "1")
    if name == "day":
        return datetime.date(members["year"], members["month"], members["day"])
    pieces = {piece: members[piece] for piece in ("year", "month", "day", "hour", "minute", "second")}
    return datetime.datetime(**pieces, microsecond=members["millis"] // unit)


def decode(rows: Sequence[Mapping[str, Any]], key: Sequence[str]) -> list[Change]:
    """Read the records back by docs/formats/dts_avro.md, for the replay."""
    changes: list[Change] = []
    for row in rows:
        if not row["value"] or len(row["value"]) <= 48:
            continue
        record: Any = fastavro.schemaless_reader(io.BytesIO(row["value"]), dts_avro.SCHEMA_14, return_record_name=True)
        position = (row["offset"],)
        identity = (row["partition"], row["offset"])
        text = record["afterImages"]
        if record["operation"] == "DDL" and text.lower().startswith("truncate"):
            changes.append(Change(position, identity, "before", None))
        if record["operation"] not in ("INIT", "INSERT", "UPDATE", "DELETE"):
            continue
        unit = 1 if record["source"]["sourceType"] in ("MySQL", "PostgreSQL") else 1000
        names = [field["name"] for field in record["fields"]]
        images: dict[str, Row] = {
            side: {
                name: _read(name, value, unit)
                for name, value in zip(names, record[f"{side}Images"], strict=True)
                if value != dts_avro.NONE
            }
            for side in ("before", "after")
            if record[f"{side}Images"] is not None
        }
        stays = bool(key) and len(images) == 2 and all(
            images["before"][name] == images["after"][name] for name in ("shard", *key)
        )  # fmt: skip
        for side, image in images.items():
            if not (stays and side == "before"):
                moves = len(images) == 2 and not stays
                transaction = record["sourceTxid"] or None
                changes.append(Change(position, (*identity, side), side, image, moves, transaction))
    return changes


FORMAT = Format(
    name="dts_avro",
    stream={"format": "dts_avro"},
    encode=encode,
    decode=decode,
    sent_again=lambda row, later: row,
    transactions=False,  # not of every source
    landing=(
        "topic string, partition int, `offset` bigint, `timestamp` timestamp, key string, value binary, headers string"
    ),
    unsent_values=True,
    not_a_number=True,
)
