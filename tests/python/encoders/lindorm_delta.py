"""Messages of a Lindorm subscription without OldImage and NewImage, for random histories: each has what was written."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from encoders import lindorm

FORMAT = replace(
    lindorm.FORMAT,
    name="lindorm_delta",
    stream={"format": "lindorm", "options": {"images": "delta"}},
    encode=partial(lindorm.encode, delta=True),
    decode=partial(lindorm.decode, delta=True),
)
