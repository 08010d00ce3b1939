"""Messages of a Lindorm subscription without OldImage and NewImage, for random histories: each has what was written."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from histories import Message, Shard
from reference import Change

from encoders import lindorm


def encode(shard: Shard, chance: random.Random) -> list[Message]:
    return lindorm.encode_images(shard, chance, delta=True)


def decode(rows: Sequence[Mapping[str, Any]], key: Sequence[str]) -> list[Change]:
    return lindorm.decode_images(rows, key, delta=True)


FORMAT = replace(
    lindorm.FORMAT,
    name="lindorm_delta",
    stream={"format": "lindorm", "options": {"images": "delta"}},
    encode=encode,
    decode=decode,
)
