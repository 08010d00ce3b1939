"""What the encoders of the formats share: values as numbers and texts, offsets, and a message that is sent again."""

from __future__ import annotations

import base64
import datetime
import decimal
import json
import math
from collections import Counter
from collections.abc import Callable
from typing import Any

EPOCH = datetime.datetime(1970, 1, 1)
PLAIN = ("shard", "id", "code", "note", "big", "flag")  # columns whose values JSON has, too


def micros(time: datetime.datetime) -> int:
    return (time - EPOCH) // datetime.timedelta(microseconds=1)


def days(day: datetime.date) -> int:
    return (day - EPOCH.date()).days


def base64_text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def connect_double(value: float) -> float | str:
    """As Connect's JSON converter writes it: JSON has no number that is not finite."""
    if math.isnan(value):
        return "NaN"
    return value if math.isfinite(value) else ("Infinity" if value > 0 else "-Infinity")


def connect_decimal(text: str, scale: int) -> decimal.Decimal:
    """Read the base64 text of an unscaled number."""
    unscaled = int.from_bytes(base64.b64decode(text), "big", signed=True)
    return decimal.Decimal(unscaled).scaleb(-scale, decimal.Context(prec=60))


def from_json(name: str, value: Any, read: Callable[[str, Any], Any]) -> Any:
    """Read a column's value in JSON, where bytes are in base64; `read` reads decimals and times."""
    if value is None or name in PLAIN:
        return value
    if name == "blob":
        return base64.b64decode(value)
    return float(value) if name == "ratio" else read(name, value)


def from_text(name: str, text: str | None, read_bytes: Callable[[str], bytes]) -> Any:
    """Read a column's value where every value is a text."""
    if text is None or name in ("code", "note"):
        return text
    if name == "blob":
        return read_bytes(text)
    if name in ("counter", "amount"):
        return decimal.Decimal(text)
    if name == "ratio":
        return float(text)
    if name == "flag":
        return text == "1"
    if name == "at":
        return datetime.datetime.fromisoformat(text)
    return datetime.date.fromisoformat(text) if name == "day" else int(text)


def captured_later(row: dict[str, Any], later: int) -> dict[str, Any]:
    """The message as it is sent again: the connector's own time, where the message has it, is another one."""
    if row["value"] is None:
        return row
    value = json.loads(row["value"])
    envelope = value.get("payload", value)
    if "ts_ms" in envelope:
        envelope["ts_ms"] += later
    return {**row, "value": json.dumps(value, ensure_ascii=False)}


class Topics:
    """Hands out offsets: each message of a topic's partition gets the next one."""

    def __init__(self) -> None:
        self.next: Counter[tuple[str, int]] = Counter()

    def offset(self, topic: str, partition: int) -> int:
        self.next[topic, partition] += 1
        return self.next[topic, partition] - 1
