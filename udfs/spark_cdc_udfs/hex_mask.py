"""Qlik Replicate's changeMask and columnMask: the column ordinals whose bits a hexadecimal bitmask sets."""

from __future__ import annotations

import re

from .decoded import Decoded

MAX_DIGITS = 65_536  # 262 144 columns, far beyond any database
_HEX = re.compile(r"[0-9A-Fa-f]+")


def mask_ordinals(mask: object, byte_order: object = "number") -> Decoded[list[int]]:
    """Return the 1-based ordinals in ascending order; leading zeros do not matter and an odd digit count is fine.

    `number` reads the mask as one ordinary hexadecimal number and its lowest bit is column 1, which is what real
    messages show. `bytes_le` takes the first byte as columns 1 to 8, for a producer that writes the bytes that way.
    """
    if mask is None:
        return Decoded(None, None)
    if byte_order not in ("number", "bytes_le"):
        return Decoded(None, "mask: byte order is neither 'number' nor 'bytes_le'")
    if not isinstance(mask, str):
        return Decoded(None, "mask: not a text")
    if len(mask) > MAX_DIGITS:
        return Decoded(None, f"mask: more than {MAX_DIGITS} digits")
    if not _HEX.fullmatch(mask):
        return Decoded(None, "mask: not hexadecimal" if mask else "mask: empty")
    bits = int(mask, 16)
    if byte_order == "bytes_le":
        bits = int.from_bytes(bits.to_bytes((len(mask) + 1) // 2, "big"), "little")
    return Decoded([ordinal for ordinal, bit in enumerate(reversed(f"{bits:b}"), start=1) if bit == "1"], None)
