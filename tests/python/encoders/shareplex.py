"""SharePlex JSON messages, whose updates carry what changed, for random histories."""

from __future__ import annotations

import datetime
import json
import math
import random
from collections.abc import Mapping, Sequence
from typing import Any

from histories import COLUMNS, KEY, START, Format, Message, Shard
from reference import Change, Row, spelt

from encoders.shared import Topics, from_text

_WORDS = {
    "insert": ["ins", "INSERT"], "update": ["upd", "UPDATE"], "delete": ["del", "DELETE"],
    "truncate": ["trunc", "TRUNCATE"], "before": ["UPDATE BEFORE"], "after": ["UPDATE AFTER"],
}  # fmt: skip


def _text(name: str, value: Any) -> str | None:
    """Return a column's value as SharePlex writes it: every value is a text."""
    if value is None:
        return None
    if name == "blob":
        return str(value.hex())
    if name in ("counter", "amount"):
        return format(value, "f")
    if name == "ratio":
        if math.isnan(value):
            return "NaN"
        return repr(value) if math.isfinite(value) else ("Infinity" if value > 0 else "-Infinity")
    if name == "flag":
        return "1" if value else "0"
    return str(value.isoformat()) if name in ("at", "day") else str(value)


def encode(shard: Shard, chance: random.Random) -> list[Message]:
    """SharePlex messages in one topic: one operation each, numbered in its transaction."""
    names = [name for name in COLUMNS if name not in KEY or shard.key]
    key_names = ["shard", *shard.key] if shard.key else names
    some_nulls_left_out = chance.random() < 0.5
    in_halves = chance.random() < 0.2
    whole_key = chance.random() < 0.5
    seq_sent_as = chance.choice(["seq", "idx", "both"])
    ascii_only = chance.random() < 0.5
    topics = Topics()
    messages: list[Message] = []
    scns = [99_990 + chance.choice([0, 7])]  # a text comparison would put those from 100000 on first
    for _ in shard.life.tables:
        scns.append(scns[-1] + chance.choice([1, 40]))
    sizes = [sum(entry.transaction == number for entry in shard.life.log) for number in range(len(scns))]
    done = [0] * len(scns)

    def image(row: Row) -> dict[str, str | None]:
        return {name: _text(name, {**row, "shard": shard.number}.get(name)) for name in names}

    def full(row: Row) -> dict[str, str | None]:
        made = image(row)
        return {n: v for n, v in made.items() if v is not None} if some_nulls_left_out else made

    def send(number: int, word: str, **parts: Any) -> None:
        seq, size = done[number], sizes[number]
        time = datetime.datetime.fromtimestamp(START // 1000 + number, datetime.UTC)
        meta = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S") + chance.choice(["", "Z"]),
            "userid": 84,
            "op": chance.choice(_WORDS[word]),
            "scn": str(scns[number]),
            "rowid": chance.choice(["AAATGpAAIAAItcIAAA", "AAATGpAAIAAItcIAAB"]),
            "trans": f"7.0.{411_499 + number}",
            "seq": seq,
            "size": size,
            "table": shard.qualified,
            "idx": f"{seq}/{size}",
            "posttime": time.strftime("%Y-%m-%dT%H:%M:%S"),
        }
        if seq_sent_as == "seq":
            del meta["idx"]
        elif seq_sent_as == "idx":
            del meta["seq"], meta["size"]
        row = {
            "topic": "shareplex",
            "partition": shard.number,
            "offset": topics.offset("shareplex", shard.number),
            "timestamp": START + number * 1000 + len(messages),
            "key": None,
            "value": json.dumps({"meta": meta, **parts}, ensure_ascii=ascii_only),
            "headers": None,
        }
        messages.append(Message(row, number, True))

    for entry in shard.life.log:
        number = entry.transaction
        done[number] += 1
        if entry.before is None and entry.after is None:
            send(number, "truncate", **({"data": {}} if chance.random() < 0.5 else {}))
        elif entry.before is None and entry.after is not None:
            send(number, "insert", data=full(entry.after))
        elif entry.after is None and entry.before is not None:
            whole = full(entry.before)
            keyed = {name: whole[name] for name in key_names} if shard.key else whole
            send(number, "delete", data=chance.choice([whole, keyed]))
        elif in_halves and entry.before is not None and entry.after is not None:
            send(number, "before", data=image(entry.before))
            send(number, "after", data=image(entry.after))
        elif entry.before is not None and entry.after is not None:
            before, after = image(entry.before), image(entry.after)
            changed = [name for name in names if spelt(entry.before.get(name)) != spelt(entry.after.get(name))]
            if chance.random() < 0.3:
                changed = sorted({*changed, chance.choice(names)})  # set to the value that it had
            sent = before if whole_key or not shard.key else {name: before[name] for name in (*key_names, *changed)}
            send(number, "update", data={name: after[name] for name in changed}, key=sent)
    return messages


def _sent_again(row: dict[str, Any], later: int) -> dict[str, Any]:
    """The target commits the second sending at another time."""
    value = json.loads(row["value"])
    posted = datetime.datetime.fromisoformat(value["meta"]["posttime"]) + datetime.timedelta(milliseconds=later)
    value["meta"]["posttime"] = posted.strftime("%Y-%m-%dT%H:%M:%S")
    return {**row, "value": json.dumps(value, ensure_ascii=False)}


def _read(name: str, text: str | None) -> Any:
    return from_text(name, text, bytes.fromhex)


def decode(rows: Sequence[Mapping[str, Any]], key: Sequence[str]) -> list[Change]:
    """Read the messages back by docs/formats/shareplex.md, for the replay."""
    words = {word.lower(): kind for kind, spellings in _WORDS.items() for word in spellings}
    names = [name for name in COLUMNS if name not in KEY or key]
    changes: list[Change] = []
    for row in rows:
        message = json.loads(row["value"])
        meta, data = message["meta"], message.get("data")
        kind = words[meta["op"].lower()]
        position = (int(meta["scn"]), int(meta.get("seq") or meta["idx"].split("/")[0]))
        trans = meta["trans"]
        if kind == "truncate":
            changes.append(Change(position, position, "before", None))
            continue
        old = message.get("key") or data
        new = {**message.get("key", {}), **data}
        at = ("shard", *key)
        moves = kind in ("before", "after") or (
            kind == "update" and bool(key) and any(old[name] != new[name] for name in at)
        )
        if kind in ("delete", "before") or (kind == "update" and (moves or not key)):
            gone = {name: _read(name, old.get(name)) for name in (at if key else names)}
            changes.append(Change(position, (*position, 0), "before", gone, moves, trans))
        if kind in ("insert", "update", "after"):
            present = names if kind != "update" else [name for name in names if name in new]
            come = {name: _read(name, new.get(name)) for name in present}
            changes.append(Change(position, (*position, 1), "after", come, moves, trans))
    return changes


FORMAT = Format(
    name="shareplex",
    stream={"format": "shareplex"},
    encode=encode,
    decode=decode,
    sent_again=_sent_again,
    not_a_number=True,
)
