"""Canal JSON of a DTS instance made before 20 March 2022, for random histories: updates the other way round."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from encoders import canal

FORMAT = replace(
    canal.FORMAT,
    name="canal_legacy",
    stream={"format": "canal", "options": {"dialect": "dts_legacy"}},
    encode=partial(canal.encode, legacy=True),
    decode=partial(canal.decode, legacy=True),
)
