"""StreamX messages (DataHub BLOB), for random histories."""

from __future__ import annotations

import datetime
import decimal
import json
import random
from collections.abc import Mapping, Sequence
from typing import Any

from histories import COLUMNS, KEY, START, Format, Message, Shard
from reference import Change, Row

from encoders.shared import EPOCH, PLAIN, Topics, base64_text, days, from_json, micros

_STREAMX_TYPES = {
    "shard": "LONG", "id": "LONG", "code": "STRING", "note": "STRING", "blob": "BYTES", "big": "LONG",
    "counter": "LONG", "amount": "STRING", "ratio": "DOUBLE", "flag": "BOOLEAN", "at": "DATE", "day": "DATE",
}  # fmt: skip


def _streamx_value(name: str, value: Any, number_as_text: bool) -> Any:
    if value is None or name in PLAIN:
        return value
    if name == "blob":
        return base64_text(value)
    if name == "counter":
        return int(value)
    if name == "amount":
        return format(value, "f")
    if name == "ratio":
        return repr(value) if number_as_text else value
    return micros(value) // 1000 if name == "at" else days(value) * 86_400_000


def encode(shard: Shard, chance: random.Random) -> list[Message]:
    """StreamX JSON in one DataHub topic, with heartbeats, DDL and transaction marks between the changes."""
    names = [name for name in COLUMNS if name not in KEY or shard.key]
    primary = ["shard", *shard.key] if shard.key else []
    in_one = chance.random() < 0.3
    quoted = chance.random() < 0.7
    nulls = chance.random() < 0.5
    number_as_text = chance.random() < 0.3
    ascii_only = chance.random() < 0.5
    befor = chance.choice(["UPDATE_BEFOR", "UPDATE_BEFORE"])
    topics = Topics()
    messages: list[Message] = []
    sequence = 9_900
    source = {"dbName": shard.schema, "dbType": "MySQL", "tableName": shard.table}

    def image(row: Row | None) -> dict[str, Any] | None:
        if row is None:
            return None
        made = [(name, _streamx_value(name, row.get(name), number_as_text)) for name in names if name != "shard"]
        made.append(("shard", shard.number))
        chance.shuffle(made)  # the order in a JSON object has no meaning
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


def _sent_again(row: dict[str, Any], later: int) -> dict[str, Any]:
    value = json.loads(row["value"])
    for name in ("systemTime", "checkpointTime"):
        if name in value["payload"]["timestamp"]:
            value["payload"]["timestamp"][name] += later
    return {**row, "value": json.dumps(value, ensure_ascii=False)}


def _from_streamx(name: str, value: Any) -> Any:
    if name in ("counter", "amount"):
        return decimal.Decimal(value)
    time = EPOCH + datetime.timedelta(milliseconds=value)
    return time if name == "at" else time.date()


def decode(rows: Sequence[Mapping[str, Any]], key: Sequence[str]) -> list[Change]:
    """Read the messages back by docs/formats/datahub_blob.md, for the replay."""
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
                read = {name: from_json(name, value, _from_streamx) for name, value in image.items()}
                changes.append(Change((sequence,), (*identity, side), side, read, key_change=moves))
    return changes


FORMAT = Format(
    name="datahub_blob",
    stream={"format": "datahub_blob"},
    encode=encode,
    decode=decode,
    sent_again=_sent_again,
    transactions=False,
    time_step=1000,
)
