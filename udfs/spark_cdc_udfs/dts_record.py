"""A record of Aliyun DTS (its Avro format, one binary datum without header) as one JSON text.

The schema is fixed and small, so it is read by hand: sizes are checked against what is there before anything is made of
them, and each value goes straight from its bytes to its text. A general Avro reader allocates what a message asks for.
Source: Aliyun DTS, "Data formats of a Kafka cluster", DTS Avro, and the schema Record.avsc that it points at.

The JSON has the record's own members by their names. Values of different branches of an Avro union stay distinct:

- a value is a text that begins with the name of its branch (`Integer 5`, `Character abc`, `BinaryObject AAE=`);
  NULL, however it is written, is null, and a value that was not captured is `NONE`;
- text in a charset is decoded: `Bytes` (base64) is text that the source calls binary, `Undecoded` is text in a charset
  that is not known, or that is not valid in it;
- dates and times are texts, scaled to seconds; see _fraction();
- `fields` has, beside name and number, the type that the value declares: `Decimal(10,2)`;
- images are objects by the fields' names; a text in place of an array is `fieldsText`, `beforeText`, `afterText`.
"""

from __future__ import annotations

import datetime
import json
import struct
from binascii import b2a_base64
from collections.abc import Callable
from typing import Any

from .decoded import Decoded

MAX_ITEMS = 100_000  # in one array or map; tables have a few thousand columns at most

SOURCE_TYPES = (
    "MySQL", "Oracle", "SQLServer", "PostgreSQL", "MongoDB", "Redis", "DB2", "PPAS", "DRDS", "HBASE", "HDFS", "FILE",
    "OTHER",
)  # fmt: skip
OPERATIONS = (
    "INSERT", "UPDATE", "DELETE", "DDL", "BEGIN", "COMMIT", "ROLLBACK", "ABORT", "HEARTBEAT", "CHECKPOINT", "COMMAND",
    "FILL", "FINISH", "CONTROL", "RDB", "NOOP", "INIT",
)  # fmt: skip

# Charsets by their names in small letters without punctuation, as MySQL, the JDK and Oracle call them. Those for which
# Python has no table of its own (dec8, hp8, swe7, keybcs2, armscii8, geostd8, eucjpms) are left out: not known is safer
# than nearly right. MySQL's latin1 is cp1252 (see _latin1), its utf16, utf32 and ucs2 have the high byte first.
CHARSETS = {
    **dict.fromkeys(["utf8", "utf8mb3", "utf8mb4", "al32utf8"], "utf-8"),
    **dict.fromkeys(["latin1", "cp1252", "windows1252", "we8mswin1252"], "cp1252"),
    **dict.fromkeys(["iso88591", "we8iso8859p1"], "latin-1"),
    **dict.fromkeys(["ascii", "usascii", "us7ascii"], "ascii"),
    **dict.fromkeys(["gbk", "cp936", "zhs16gbk"], "gbk"),
    **dict.fromkeys(["gb2312", "euccn"], "gb2312"),
    **dict.fromkeys(["ucs2", "utf16", "utf16be", "unicodebig", "al16utf16"], "utf-16-be"),
    **dict.fromkeys(["utf32", "utf32be"], "utf-32-be"),
    **dict.fromkeys(["euckr"], "euc_kr"),
    **dict.fromkeys(["ujis", "eucjp"], "euc_jp"),
    **dict.fromkeys(["sjis", "shiftjis"], "shift_jis"),
    "utf16le": "utf-16-le",
    "gb18030": "gb18030",
    "big5": "big5",
    "cp932": "cp932",
    "cp1250": "cp1250",
    "cp1251": "cp1251",
    "cp1256": "cp1256",
    "cp1257": "cp1257",
    "cp850": "cp850",
    "cp852": "cp852",
    "cp866": "cp866",
    "koi8r": "koi8_r",
    "koi8u": "koi8_u",
    "greek": "iso8859_7",
    "hebrew": "iso8859_8",
    "latin2": "iso8859_2",
    "latin5": "iso8859_9",
    "latin7": "iso8859_13",
    "tis620": "tis_620",
    "macce": "mac_latin2",
    "macroman": "mac_roman",
}
# Java's UTF-16 may begin with one, which is no part of the text.
_BYTE_ORDER_MARKS = {b"\xfe\xff": "utf-16-be", b"\xff\xfe": "utf-16-le"}
_UNUSED_IN_CP1252 = {0xDC00 + byte: byte for byte in (0x81, 0x8D, 0x8F, 0x90, 0x9D)}

# Type numbers, of MySQL's protocol and PostgreSQL's catalog, that decide which parts of a DateTime count.
_DATE_NUMBERS = frozenset({10, 14, 1082})
_TIME_NUMBERS = frozenset({11, 19, 1083, 1266})
_YEAR_NUMBER = 13
_HIGHEST = str(2**63 - 1)
_EPOCH = datetime.datetime(1970, 1, 1)

Value = tuple[str | None, str | None]  # the value's text, and the type that it declares


class _UndecodableError(Exception):
    """The bytes are not a record of the schema."""


class _Reader:
    """Reads Avro's binary encoding; whatever would go past the end raises."""

    __slots__ = ("at", "data", "micros", "number")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0
        self.micros = False  # a fraction of a second is in microseconds, not nanoseconds
        self.number = 0  # the type number of the field whose value is read

    def long(self) -> int:
        data, at = self.data, self.at
        byte = data[at]
        at += 1
        if byte < 128:
            self.at = at
            return (byte >> 1) ^ -(byte & 1)
        value = byte & 127
        shift = 7
        while byte > 127:
            if shift > 63:
                raise _UndecodableError("a number of more than 64 bits")
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
        if value >> 64:
            raise _UndecodableError("a number of more than 64 bits")
        self.at = at
        return (value >> 1) ^ -(value & 1)

    def bytes(self) -> bytes:
        size = self.long()
        end = self.at + size
        if size < 0 or end > len(self.data):
            raise _UndecodableError(f"a length of {size} where {len(self.data) - self.at} bytes are left")
        value = self.data[self.at : end]
        self.at = end
        return value

    def text(self) -> str:
        return self.bytes().decode()

    def symbol(self, symbols: tuple[str, ...]) -> str:
        return symbols[self.choice(len(symbols))]

    def choice(self, count: int) -> int:
        chosen = self.long()
        if not 0 <= chosen < count:
            raise _UndecodableError(f"{chosen} where one of {count} is chosen")
        return chosen

    def items(self, item: Callable[[], Any]) -> list[Any]:
        """Read the blocks of an array or a map."""
        items: list[Any] = []
        while count := self.long():
            if count < 0:
                count = -count
                self.long()  # the block's size in bytes
            if len(items) + count > MAX_ITEMS:
                raise _UndecodableError(f"more than {MAX_ITEMS} items")
            for _ in range(count):
                items.append(item())
        return items


def dts_record(datum: bytes | None) -> Decoded[str]:
    """Decode a record; whatever is wrong with the bytes becomes a reason, never an exception."""
    if datum is None:
        return Decoded(None, None)
    if not isinstance(datum, bytes):
        return Decoded(None, "DTS record: not binary")
    try:
        reader = _Reader(datum)
        record = _record(reader)
    except IndexError:
        return Decoded(None, "DTS record: it ends too early")
    except UnicodeDecodeError:
        return Decoded(None, "DTS record: a text is not valid UTF-8")
    except _UndecodableError as error:
        return Decoded(None, f"DTS record: {error}")
    return Decoded(json.dumps(record, ensure_ascii=False, separators=(",", ":")), None)


def _record(reader: _Reader) -> dict[str, Any]:
    long, text = reader.long, reader.text
    record: dict[str, Any] = {
        "version": long(),
        "id": long(),
        "sourceTimestamp": long(),
        "sourcePosition": text(),
        "safeSourcePosition": text(),
        "sourceTxid": text(),
        "source": {"sourceType": reader.symbol(SOURCE_TYPES), "version": text()},
        "operation": reader.symbol(OPERATIONS),
        "objectName": text() if reader.choice(2) else None,
        "processTimestamps": reader.items(long) if reader.choice(2) else None,
        "tags": dict(reader.items(lambda: (text(), text()))),
    }
    # Readers of PostgreSQL's physical log are another source to the vendor's own client.
    reader.micros = record["source"]["sourceType"] in ("MySQL", "PostgreSQL") and "<->" not in record["sourcePosition"]
    fields: list[tuple[str, int]] = []
    shape = reader.choice(3)
    if shape == 1:
        record["fieldsText"] = text()
    elif shape == 2:
        fields = reader.items(lambda: (text(), long()))
        if len({name for name, _ in fields}) < len(fields):
            raise _UndecodableError("two fields of one name")
    types: dict[str, str] = {}
    for image, words in (("beforeImages", "beforeText"), ("afterImages", "afterText")):
        record[image] = None
        shape = reader.choice(3)
        if shape == 1:
            record[words] = text()
        elif shape == 2:
            record[image] = _image(reader, fields, types, image)
            # An empty array is no image, as a change has none on one side; an update needs both.
            if fields and record[image] is None and record["operation"] == "UPDATE":
                raise _UndecodableError(f"fewer values than fields in {image}")
    record["fields"] = [{"name": name, "dataTypeNumber": n, "type": types.get(name)} for name, n in fields]
    if reader.at < len(reader.data):
        record["bornTimestamp"] = long()  # only newer writers have it
    if reader.at < len(reader.data):
        raise _UndecodableError(f"{len(reader.data) - reader.at} bytes follow the record")
    return record


def _image(reader: _Reader, fields: list[tuple[str, int]], types: dict[str, str], name: str) -> dict[str, Any] | None:
    """Read a row image, value by value in the order of the fields; add the types that its values show to `types`."""
    image: dict[str, Any] = {}
    numbered = iter(fields)

    def value() -> None:
        field, reader.number = next(numbered, (None, 0))
        if field is None:
            raise _UndecodableError(f"more values than fields in {name}")
        image[field], shown = _VALUES[reader.choice(len(_VALUES))](reader)
        if shown is not None:
            types[field] = shown

    reader.items(value)
    if image and len(image) < len(fields):
        raise _UndecodableError(f"fewer values than fields in {name}")
    return image or None


# One function for each branch of the union of values, in its order.


def _null(reader: _Reader) -> Value:
    return None, None


def _integer(reader: _Reader) -> Value:
    precision, value = reader.long(), reader.text()
    digits = value.lstrip("+-")
    beyond = len(digits) > 18 and (len(digits), digits) > (19, _HIGHEST)
    return f"Integer {value}", f"Integer({precision}{', beyond 64 bits' if beyond else ''})"


def _character(reader: _Reader) -> Value:
    charset, value = reader.text(), reader.bytes()
    shown = f"Character({charset})"
    if charset == "binary":
        return f"Bytes {_base64(value)}", shown
    name = "".join(filter(str.isalnum, charset.lower()))
    codec, encoded = CHARSETS.get(charset) or CHARSETS.get(name), value
    if name == "utf16" and value[:2] in _BYTE_ORDER_MARKS:
        codec, encoded = _BYTE_ORDER_MARKS[value[:2]], value[2:]
    try:
        if codec is not None:
            return f"Character {_latin1(encoded) if codec == 'cp1252' else encoded.decode(codec)}", shown
    except UnicodeDecodeError:
        pass
    return f"Undecoded {_base64(value)}", shown


def _decimal(reader: _Reader) -> Value:
    value, precision, scale = reader.text(), reader.long(), reader.long()
    return f"Decimal {value}", f"Decimal({precision},{scale})"


def _float(reader: _Reader) -> Value:
    (value,) = struct.unpack("<d", reader.data[reader.at : reader.at + 8].ljust(8))
    reader.at += 8
    reader.long()  # precision and scale, of which a double has none
    reader.long()
    text = repr(value)
    return "Float " + {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}.get(text, text), "Float"


def _timestamp(reader: _Reader) -> Value:
    seconds, part = reader.long(), reader.long()
    # Only a time of day may be negative, as a whole: anything below zero here is ambiguous, and no type accepts it.
    fraction = _fraction(part, reader.micros) if part >= 0 else f" and {part}"
    if not -62135596800 <= seconds <= 253402300799:
        return f"Timestamp {seconds}{fraction}", "Timestamp"  # beyond the years 1 to 9999
    return f"Timestamp {_EPOCH + datetime.timedelta(seconds=seconds)}{fraction}Z", "Timestamp"


def _date_time(reader: _Reader) -> Value:
    text, kind = _date_time_text(reader)
    return f"DateTime {text}", f"DateTime({kind})"


def _timestamp_with_time_zone(reader: _Reader) -> Value:
    text, kind = _date_time_text(reader)
    return f"TimestampWithTimeZone {text} {reader.text()}", f"TimestampWithTimeZone({kind})"


def _bytes_of(branch: str) -> Callable[[_Reader], Value]:
    def read(reader: _Reader) -> Value:
        shown, value = reader.text(), reader.bytes()
        return f"{branch} {_base64(value)}", f"{branch}({shown})"

    return read


def _text_of(branch: str) -> Callable[[_Reader], Value]:
    def read(reader: _Reader) -> Value:
        shown, value = reader.text(), reader.text()
        return f"{branch} {value}", f"{branch}({shown})"

    return read


def _empty_object(reader: _Reader) -> Value:
    return (None, "NONE")[reader.choice(2)], None


_VALUES = (
    _null, _integer, _character, _decimal, _float, _timestamp, _date_time, _timestamp_with_time_zone,
    _bytes_of("BinaryGeometry"), _text_of("TextGeometry"), _bytes_of("BinaryObject"), _text_of("TextObject"),
    _empty_object,
)  # fmt: skip


def _date_time_text(reader: _Reader) -> tuple[str, str]:
    """Read a DateTime, all of whose parts may be null, and name its kind by its parts and its field's type.

    A time may be negative or longer than a day (MySQL); then each of its pieces is negative.
    """
    year, month, day, hour, minute, second, part = (reader.long() if reader.choice(2) else None for _ in range(7))
    number = reader.number
    if year is not None and number in _DATE_NUMBERS and not (hour or minute or second or part):
        hour = None
    if hour is not None and number in _TIME_NUMBERS and not (year or month or day):
        year = None
    if year is not None and (number == _YEAR_NUMBER or (month is None and day is None and hour is None)):
        return str(year), "year"
    texts = []
    if year is not None:
        sign = "-" if year < 0 else ""
        texts.append(f"{sign}{abs(year):04}-{month or 0:02}-{day or 0:02}")
    if hour is not None:
        pieces = [hour, minute or 0, second or 0]
        sign = "-" if min(*pieces, part or 0) < 0 else ""
        texts.append(f"{sign}{':'.join(f'{abs(n):02}' for n in pieces)}{_fraction(part, reader.micros)}")
    kind = ("nothing", "date" if year is not None else "time", "timestamp")[len(texts)]
    return " ".join(texts), kind


def _fraction(part: int | None, micros: bool) -> str:
    """Write the part of a second that the schema calls millis: microseconds of MySQL and PostgreSQL, else nanoseconds.

    Microseconds beyond a second can only be nanoseconds; what is beyond a second even so is left as it is, in a form
    that no type accepts.
    """
    if not part:
        return ""
    part = abs(part)
    if micros and part < 1_000_000:
        return f".{part:06}".rstrip("0")
    return f".{part:09}".rstrip("0") if part < 1_000_000_000 else f" and {part}"


def _base64(value: bytes) -> str:
    return b2a_base64(value, newline=False).decode()


def _latin1(value: bytes) -> str:
    """Decode MySQL's latin1: cp1252, and the five bytes that cp1252 leaves out as the control characters they are."""
    return value.decode("cp1252", "surrogateescape").translate(_UNUSED_IN_CP1252)
