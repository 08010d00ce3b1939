"""Rows of DataHub TUPLE topics, for random histories."""

from __future__ import annotations

import datetime
import itertools
import random
from collections.abc import Mapping, Sequence
from typing import Any

from histories import COLUMNS, KEY, START, Format, Message, Shard
from reference import Change, Entry, Row

from encoders.shared import EPOCH, micros


def _tuple_value(name: str, value: Any) -> Any:
    if value is None:
        return None
    if name == "at":
        return micros(value)
    return value.isoformat() if name == "day" else value


def encode(shard: Shard, chance: random.Random) -> list[Message]:
    """Rows of DataHub TUPLE topics, each history in a DataHub shard of its own.

    TIMESTAMP is a number of microseconds; a date is text; the format has no bytes, no control events and no truncate.
    """
    names = [name for name in FORMAT.columns if name not in KEY or shard.key]
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
            "_source_table_": shard.qualified,
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


def decode(rows: Sequence[Mapping[str, Any]], key: Sequence[str]) -> list[Change]:
    """Read the rows back by docs/formats/datahub_tuple.md, for the replay."""
    changes = []
    for row in rows:
        read = {name: row[name] for name in FORMAT.columns if name in row}
        if read["at"] is not None:
            read["at"] = EPOCH + datetime.timedelta(microseconds=read["at"])
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
    " _after_image_ string, shard int, id int, code string, note string, big bigint, counter decimal(20,0),"
    " amount decimal(38,10), ratio double, flag boolean, at bigint, day string"
)

FORMAT = Format(
    name="datahub_tuple",
    stream={"format": "datahub_tuple"},
    encode=encode,
    decode=decode,
    sent_again=lambda row, later: row,
    transactions=False,
    landing=_TUPLE_LANDING,
    columns=tuple(name for name in COLUMNS if name != "blob"),
    truncates=False,
    lowest_big=-(2**63) + 1,  # DataHub's BIGINT leaves the lowest one out
)
