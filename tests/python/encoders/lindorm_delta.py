"""Messages of a Lindorm subscription without OldImage and NewImage, for random histories: each has what was written."""

from __future__ import annotations

from encoders import lindorm

FORMAT = lindorm.FORMAT.variant("lindorm_delta", {"images": "delta"}, delta=True)
