"""Huawei CDL messages, of version 1.0, of its Debezium variant 2.0, or of both in turns, for random histories."""

from __future__ import annotations

import datetime
import decimal
import json
import random
from collections.abc import Mapping, Sequence
from typing import Any

from histories import COLUMNS, KEY, START, Format, Message, Shard
from reference import Change, Entry, Row

from encoders.shared import EPOCH, PLAIN, Topics, base64_text, captured_later, connect_double, days, from_json, micros

_CONNECT = "org.apache.kafka.connect.data."
_CDL = "com.xxx.cdc.data."
_TYPES: dict[str, dict[str, Any]] = {
    "shard": {"type": "int32"},
    "id": {"type": "int32"},
    "code": {"type": "string"},
    "note": {"type": "string"},
    "blob": {"type": "bytes"},
    "big": {"type": "int64"},
    "counter": {"type": "string", "name": _CDL + "Decimal"},
    "amount": {"type": "string", "name": _CDL + "Decimal"},
    "ratio": {"type": "double"},
    "flag": {"type": "boolean"},
    "at": {"type": "int64", "name": _CONNECT + "Timestamp", "version": 1},
    "day": {"type": "int32", "name": _CONNECT + "Date", "version": 1},
}
_AT_AS_TEXT = {"type": "string", "name": _CDL + "timestamp"}


def _value(name: str, value: Any, version: int) -> Any:
    if value is None or name in PLAIN:
        return value
    if name == "blob":
        return base64_text(value)
    if name in ("counter", "amount"):
        return format(value, "f")
    if name == "ratio":
        return connect_double(value)
    if name == "at":
        return micros(value) // 1000 if version == 1 else value.isoformat(" ")
    return days(value)


def encode(shard: Shard, chance: random.Random) -> list[Message]:
    """CDL messages in one topic, with heartbeats between the changes."""
    names = [name for name in COLUMNS if name not in KEY or shard.key]
    key_names = ["shard", *shard.key] if shard.key else []
    versions = chance.choice([[1], [2], [1, 2]])
    position = chance.choice(["lsn", "lsn", "scn"])
    with_version = chance.random() < 0.8
    before_of_key_only = bool(shard.key) and chance.random() < 0.3
    ascii_only = chance.random() < 0.5
    topics = Topics()
    messages: list[Message] = []
    lsn = 999_900  # a text comparison would put the positions from a million on before those below it

    def fields(version: int, of: Sequence[str]) -> list[dict[str, Any]]:
        types = {**_TYPES, "at": _AT_AS_TEXT} if version == 2 else _TYPES
        return [{**types[name], "optional": name not in key_names, "field": name} for name in of]

    def schema(version: int) -> dict[str, Any]:
        data = {"type": "struct", "fields": fields(version, names), "optional": True}
        unique = {"type": "struct", "fields": fields(version, key_names), "optional": True}
        parts = [
            {**unique, "name": "unique", "field": "unique"},
            {**data, "name": "data", "field": "data" if version == 1 else "after"},
            {**data, "name": "before", "field": "before"},
            {"type": "string", "optional": False, "field": "OPERATION" if version == 1 else "op"},
        ]
        chance.shuffle(parts)
        return {"type": "struct", "fields": parts, "optional": False, "name": shard.qualified}

    def image(row: Row | None, version: int, of: Sequence[str] = names) -> Row | None:
        if row is None:
            return None
        return {name: _value(name, {**row, "shard": shard.number}.get(name), version) for name in of}

    def send(entry: Entry, owner: str, table: str, identified: bool) -> None:
        version = chance.choice(versions)
        before, after = image(entry.before, version), image(entry.after, version)
        moves = entry.before is not None and entry.after is not None and any(
            entry.before[name] != entry.after[name] for name in shard.key
        )  # fmt: skip
        if before is not None and before_of_key_only:
            before = {name: value if name in key_names else None for name, value in before.items()}
        if entry.kind == "update" and shard.key and not moves and chance.random() < 0.3:
            before = None  # a replica identity that leaves out the before image where the key stays
        which = entry.before if moves and chance.random() < 0.5 else entry.after or entry.before
        common = {
            "before": before,
            "unique": image(which, version, key_names) if shard.key else None,
            "message_type": "0",
            "LOB_COLUMNS": chance.choice([None, "note,blob"]),
            **({"message_version": f"{version}.0"} if with_version else {}),
        }
        time = START + entry.transaction * 1000
        if version == 1:
            properties = [{"name": position, "value": lsn}, {"name": "txId", "value": 700 + entry.transaction}]
            chance.shuffle(properties)
            kind = "INSERT" if entry.kind == "read" else entry.kind.upper()
            payload = {
                "DATA_STORE": "POSTGRESQL",
                "SEG_OWNER": owner,
                "TABLE_NAME": table,
                "TIMESTAMP": time,
                "OPERATION": kind,
                "transaction": {"properties": properties},
                "data": after,
                "HEARTBEAT_IDENTIFIER": chance.choice([None, "279fb050-0143-45c1-b184-50bc48c2461c"]),
                **common,
            }
        else:
            op = {"read": "r", "insert": "c", "update": "u", "delete": "d"}[entry.kind]
            source = {
                "version": "1.4.0.Final",
                "connector": "postgresql",
                "name": "cdl",
                "ts_ms": time,
                "snapshot": "true" if op == "r" else "false",
                "db": "shop",
                "schema": owner,
                "table": table,
                "txId": 700 + entry.transaction,
                position: lsn,
            }
            payload = {"after": after, "source": source, "op": op, "ts_ms": time + 93_000, **common}
        row = {
            "topic": "cdl",
            "partition": shard.number,
            "offset": topics.offset("cdl", shard.number),
            "timestamp": time + len(messages),
            "key": None,
            "value": json.dumps({"schema": schema(version), "payload": payload}, ensure_ascii=ascii_only),
            "headers": None,
        }
        messages.append(Message(row, entry.transaction, identified))

    for entry in shard.life.log:
        if chance.random() < 0.1:
            beat = chance.choice([("cdc_cdl", "cdc_heartbeat"), ("CDC_CDL", "CDC_HEARTBEAT")])
            send(Entry(entry.transaction, "update", after=dict.fromkeys(names)), *beat, identified=True)
        if entry.kind != "read":
            lsn += chance.choice([1, 8, 40_000])
        send(entry, shard.schema, shard.table, identified=bool(shard.key))
    return messages


def _from_cdl(name: str, value: Any) -> Any:
    if name in ("counter", "amount"):
        return decimal.Decimal(value)
    if name == "at":
        text = isinstance(value, str)
        return datetime.datetime.fromisoformat(value) if text else EPOCH + datetime.timedelta(milliseconds=value)
    return EPOCH.date() + datetime.timedelta(days=value)


def decode(rows: Sequence[Mapping[str, Any]], key: Sequence[str]) -> list[Change]:
    """Read the messages back by docs/formats/huawei_cdl.md, for the replay."""
    changes: list[Change] = []
    for row in rows:
        payload = json.loads(row["value"])["payload"]
        first = "OPERATION" in payload
        names = ("SEG_OWNER", "TABLE_NAME") if first else ("schema", "table")
        owner = (payload if first else payload["source"])[names[0]]
        if owner.lower() == "cdc_cdl":
            continue
        properties = (
            {p["name"]: p["value"] for p in payload["transaction"]["properties"]} if first else payload["source"]
        )
        position = (properties["lsn"] if "lsn" in properties else properties["scn"],)
        operation = payload["OPERATION" if first else "op"][0].lower()
        before, after = payload["before"], payload["data" if first else "after"]
        if key and before is None:
            before = payload["unique"]
        content = json.dumps([before, after, operation])
        identity: tuple[Any, ...] = (position, content) if key else (row["partition"], row["offset"])
        at = ("shard", *key)
        moves = bool(key) and operation == "u" and any(before[name] != after[name] for name in at)
        if operation == "d" or (operation == "u" and (moves or not key)):
            gone = {name: from_json(name, before[name], _from_cdl) for name in (at if key else before)}
            changes.append(Change(position, (*identity, 0), "before", gone, moves, str(properties["txId"])))
        if operation != "d":
            come = {name: from_json(name, value, _from_cdl) for name, value in after.items()}
            changes.append(Change(position, (*identity, 1), "after", come, moves, str(properties["txId"])))
    return changes


FORMAT = Format(
    name="huawei_cdl",
    stream={"format": "huawei_cdl"},
    encode=encode,
    decode=decode,
    sent_again=captured_later,
    truncates=False,  # the vendor documents none
    not_a_number=True,
    time_step=1000,  # version 1.0 has milliseconds
)
