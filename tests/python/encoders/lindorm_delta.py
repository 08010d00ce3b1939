"""Messages of a Lindorm subscription without OldImage and NewImage, for random histories: only the written columns."""

from __future__ import annotations

from encoders import lindorm

FORMAT = lindorm.FORMAT.variant("lindorm_delta", {"images": "delta"}, delta=True)
