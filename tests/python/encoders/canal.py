"""Canal JSON (FlatMessage), for random histories: many rows in a message, texts for all values, `old` as it comes.

The legacy dialect of DTS has the new row of an update in `old` and the old one in `data`, both whole, and a deleted row
in `old`.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from typing import Any

from histories import COLUMNS, KEY, START, Format, Message, Shard
from reference import Change, Entry, Row

from encoders.shared import Topics, from_text

_MYSQL_TYPES = {
    "shard": "int(11)", "id": "int(11)", "code": "varchar(50)", "note": "longtext", "blob": "longblob",
    "big": "bigint(20)", "counter": "bigint(20) unsigned", "amount": "decimal(38,10)", "ratio": "double",
    "flag": "tinyint(1)", "at": "datetime(6)", "day": "date",
}  # fmt: skip
# java.sql.Types; an unsigned number whose first bit is set comes as a decimal.
_SQL_TYPES = {
    "shard": 4, "id": 4, "code": 12, "note": 2005, "blob": 2004, "big": -5, "counter": -5, "amount": 3, "ratio": 8,
    "flag": -6, "at": 93, "day": 91,
}  # fmt: skip
_TYPES = {"read": "INSERT", "insert": "INSERT", "update": "UPDATE", "delete": "DELETE"}


def _text(name: str, value: Any) -> str | None:
    if value is None:
        return None
    if name == "blob":
        return str(value, "latin-1")
    if name == "amount":
        text = format(value, "f")
        return text.rstrip("0") + "0" if value == value.to_integral_value() else text  # 2.0 for 2.0000000000
    if name == "ratio":
        return repr(value).upper()
    if name == "flag":
        return "1" if value else "0"
    return str(value)


def encode(shard: Shard, chance: random.Random, legacy: bool = False) -> list[Message]:
    """A topic's partition of its own; rows of one statement come in one message or in several."""
    names = [name for name in COLUMNS if name not in KEY or shard.key]
    ascii_only = chance.random() < 0.5
    with_nulls = chance.random() < 0.7  # fastjson leaves out null fields of the message by default
    with_types = chance.random() < 0.8
    with_gtid = chance.random() < 0.5
    of_dts = legacy or chance.random() < 0.3
    deleted_in_old = legacy or chance.random() < 0.3
    together = chance.choice([0.0, 0.5, 1.0])
    pace = chance.choice([0, 300, 1000, 5000])  # milliseconds between transactions; `es` has whole seconds
    topics = Topics()
    messages: list[Message] = []
    batch = 1

    def image(row: Row, unsent: frozenset[str] = frozenset()) -> dict[str, str | None]:
        whole = {**row, "shard": shard.number}
        return {name: _text(name, whole.get(name)) for name in names if name not in unsent}

    def send(transaction: int, kind: str, is_ddl: bool = False, **more: Any) -> None:
        nonlocal batch
        batch += chance.choice([0, 0, 1])  # one batch has many messages
        message = {
            "data": None, "database": shard.schema, "es": (START + transaction * pace) // 1000 * 1000,
            "gtid": f"8c3f-11ec:1-{900 + transaction}" if with_gtid else "", "id": batch, "isDdl": is_ddl,
            "mysqlType": None, "old": None, "pkNames": None, "sql": "", "sqlType": None, "table": shard.table,
            "ts": START + transaction * pace + 771, "type": kind, **more,
        }  # fmt: skip
        if not with_nulls:
            message = {name: value for name, value in message.items() if value is not None}
        row = {
            "topic": "canal",
            "partition": shard.number,
            "offset": topics.offset("canal", shard.number),
            "timestamp": START + transaction * 1000 + len(messages),
            "key": None,
            "value": json.dumps(message, ensure_ascii=ascii_only),
            "headers": None,
        }
        messages.append(Message(row, transaction, identified=False))

    def send_rows(entries: Sequence[Entry]) -> None:
        first = entries[0]
        data: list[dict[str, str | None]] = []
        old: list[dict[str, str | None]] = []
        changed: set[str] = set()  # grows from row to row: `old` names what an earlier row changed too
        for entry in entries:
            if entry.after is not None:
                data.append(image(entry.after, entry.unsent))
            elif entry.before is not None:
                (old if deleted_in_old else data).append(image(entry.before))
            if entry.before is not None and entry.after is not None:
                before = image(entry.before, entry.unsent)
                if legacy:
                    old.append(data.pop())
                    data.append(before)
                    continue
                changed |= {name for name in before if before[name] != data[-1][name]}
                old.append({name: before[name] for name in before if name in changed})
        types: dict[str, Any] = {}
        if with_types:
            types["mysqlType"] = {name: _MYSQL_TYPES[name] for name in names}
        types["sqlType"] = {name: _SQL_TYPES[name] for name in names}
        last = (data or old)[-1].get("counter")
        if last is not None and int(last) >= 2**63:
            types["sqlType"]["counter"] = 3
        kind = "INIT" if first.kind == "read" and of_dts else _TYPES[first.kind]
        keys = ["shard", *shard.key] if shard.key else None
        send(first.transaction, kind, data=data or None, old=old or None, pkNames=keys, **types)

    waiting: list[Entry] = []

    def flush() -> None:
        if waiting:
            send_rows(waiting)
            waiting.clear()

    for entry in shard.life.log:
        same = waiting and (waiting[0].kind, waiting[0].transaction) == (entry.kind, entry.transaction)
        if not same or chance.random() >= together:
            flush()
            noise = chance.random()
            if noise < 0.2:
                send(entry.transaction, "QUERY", database="", table="", sql=f"update {shard.table} set big = 0")
            elif noise < 0.25:
                send(entry.transaction, "DDL" if of_dts else "ALTER", True, sql=f"alter table {shard.table} add c int")
        if entry.kind == "truncate":
            send(entry.transaction, "DDL" if of_dts else "TRUNCATE", True, sql=f"truncate table {shard.table}")
        else:
            waiting.append(entry)
    flush()
    return messages


def _value(name: str, text: str | None) -> Any:
    return from_text(name, text, lambda text: text.encode("latin-1"))


def decode(rows: Sequence[Mapping[str, Any]], key: Sequence[str], legacy: bool = False) -> list[Change]:
    """Read the messages back by docs/formats/canal.md, for the replay."""
    keys = ("shard", *key) if key else ()
    changes: list[Change] = []
    for row in rows:
        message = json.loads(row["value"])
        kind, place = message["type"], (row["partition"], row["offset"])
        transaction = message["gtid"] or f"es {message['es']}"
        if kind == "TRUNCATE" or message["sql"].startswith("truncate"):
            changes.append(Change((row["offset"], 0), place, "before", None))
            continue
        data, old = message.get("data") or [], message.get("old") or []
        if kind == "DELETE":
            data, old = data or old, []
        elif kind == "UPDATE" and legacy:
            data, old = old, data
        for index, texts in enumerate(data):
            after = {name: _value(name, text) for name, text in texts.items()}
            before = after | {name: _value(name, text) for name, text in (old[index] if old else {}).items()}
            moves = any(before[name] != after[name] for name in keys)
            sides = {"before": before, "after": after}
            if kind in ("INSERT", "INIT") or (kind == "UPDATE" and keys and not moves):
                del sides["before"]
            if kind == "DELETE":
                del sides["after"]
            for side, image in sides.items():
                carried = {name: image[name] for name in keys} if keys and side == "before" else image
                identity = (*place, index, side)
                changes.append(Change((row["offset"], index), identity, side, carried, moves, transaction))
    return changes


def _sent_again(row: dict[str, Any], later: int) -> dict[str, Any]:
    """Nothing identifies a redelivery, so no message is `identified`."""
    raise AssertionError(f"a copy of {row['offset']}, {later} ms later, cannot be distinguished from a new message")


FORMAT = Format(
    name="canal",
    stream={"format": "canal"},
    encode=encode,
    decode=decode,
    sent_again=_sent_again,
    unsent_values=True,
)
