"""What the encoders of the formats share: times as numbers, bytes as text, and offsets."""

from __future__ import annotations

import base64
import datetime
from collections import Counter

EPOCH = datetime.datetime(1970, 1, 1)


def micros(time: datetime.datetime) -> int:
    return (time - EPOCH) // datetime.timedelta(microseconds=1)


def days(day: datetime.date) -> int:
    return (day - EPOCH.date()).days


def base64_text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


class Topics:
    """Hands out offsets: each message of a topic's partition gets the next one."""

    def __init__(self) -> None:
        self.next: Counter[tuple[str, int]] = Counter()

    def offset(self, topic: str, partition: int) -> int:
        self.next[topic, partition] += 1
        return self.next[topic, partition] - 1
