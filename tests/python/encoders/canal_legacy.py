"""Canal JSON of a DTS instance created before 20 March 2022, for random histories: old and data are swapped."""

from __future__ import annotations

from encoders import canal

FORMAT = canal.FORMAT.variant("canal_legacy", {"dialect": "dts_legacy"}, legacy=True)
