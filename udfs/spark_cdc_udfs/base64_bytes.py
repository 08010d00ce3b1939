"""Base64 text to bytes, accepting exactly the inputs that Spark's `try_to_binary(text, 'base64')` accepts."""

from __future__ import annotations

import binascii
import re

from .decoded import Decoded

# What java.lang.Character.isWhitespace accepts. Python's str.isspace differs: it also takes U+0085, U+00A0, U+2007
# and U+202F, which Spark rejects.
JAVA_WHITESPACE = "\t\n\v\f\r\x1c\x1d\x1e\x1f \u1680" + "".join(
    chr(code) for code in (*range(0x2000, 0x2007), *range(0x2008, 0x200B), 0x2028, 0x2029, 0x205F, 0x3000)
)
_WITHOUT_WHITESPACE = dict.fromkeys(map(ord, JAVA_WHITESPACE))
_ALPHABET = re.compile(r"[A-Za-z0-9+/]*")


def decode_base64_bytes(text: object) -> Decoded[bytes]:
    """Decode the standard alphabet, padded or not.

    Whitespace may stand anywhere before the padding, never in or after it. Padding, when present, must be complete.
    Unused bits of the last digit are dropped, as Java does.
    """
    if text is None:
        return Decoded(None, None)
    if not isinstance(text, str):
        return Decoded(None, "base64: not a text")
    head, sign, tail = text.partition("=")
    digits, padding = head.translate(_WITHOUT_WHITESPACE), sign + tail
    if not _ALPHABET.fullmatch(digits):
        return Decoded(None, "base64: character outside the standard alphabet")
    if padding not in ("", "=", "==") or (padding and (len(digits) + len(padding)) % 4):
        return Decoded(None, "base64: wrong padding")
    if len(digits) % 4 == 1:
        return Decoded(None, "base64: truncated, one digit left over")
    return Decoded(binascii.a2b_base64(digits + "=" * (-len(digits) % 4)), None)
