"""Canal JSON of a DTS instance made before 20 March 2022, for random histories: updates the other way round."""

from __future__ import annotations

from encoders import canal

FORMAT = canal.FORMAT.variant("canal_legacy", {"dialect": "dts_legacy"}, legacy=True)
