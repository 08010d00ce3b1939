"""Kafka Connect's Decimal (base64 of a big-endian two's complement integer, and a scale) to plain decimal text."""

from __future__ import annotations

from decimal import Decimal

from .base64_bytes import decode_base64_bytes
from .decoded import Decoded

# PostgreSQL's numeric is the widest source type: 131072 digits before the point and 16383 after it, 61 234 bytes.
MAX_BYTES = 65_536
MAX_SCALE = 16_383


def decode_connect_decimal(text: object, scale: object) -> Decoded[str]:
    """Return the number as java.math.BigDecimal.toPlainString prints it: every digit, never an exponent."""
    if text is None:
        return Decoded(None, None)
    if scale is None:
        return Decoded(None, "decimal: scale is missing")
    if not isinstance(scale, int):
        return Decoded(None, "decimal: scale is not an integer")
    if abs(scale) > MAX_SCALE:
        return Decoded(None, f"decimal: scale beyond {MAX_SCALE}")
    unscaled_bytes, reason = decode_base64_bytes(text)
    if unscaled_bytes is None:
        return Decoded(None, f"decimal: {reason}")
    if not unscaled_bytes:
        return Decoded(None, "decimal: no bytes")
    if len(unscaled_bytes) > MAX_BYTES:
        return Decoded(None, f"decimal: more than {MAX_BYTES} bytes")
    return Decoded(plain_text(int.from_bytes(unscaled_bytes, "big", signed=True), scale), None)


def plain_text(unscaled: int, scale: int) -> str:
    """Return unscaled / 10^scale with every digit."""
    # Decimal's constructor is exact whatever the context, and unlike str(int) it has no limit of 4300 digits.
    digits = str(Decimal(abs(unscaled)))
    if scale < 0:
        digits = digits + "0" * -scale if unscaled else digits
    elif scale > 0:
        digits = digits.rjust(scale + 1, "0")
        digits = f"{digits[:-scale]}.{digits[-scale:]}"
    return f"-{digits}" if unscaled < 0 else digits
