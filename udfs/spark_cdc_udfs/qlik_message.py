"""Qlik Replicate's Avro messages: the fixed envelope, and in it a message with a schema of its own, to JSON text.

A metadata message (MD) brings its schema along. A data message (DT) names the schema that a metadata message has
published as its `dataSchema`. Source: Qlik Replicate, "The Replicate envelope" and "Metadata and data messages".
"""

from __future__ import annotations

from typing import Any

from .avro_json import json_text, read_datum, unreadable
from .decoded import Decoded

MAGIC = b"atMSG"
ENVELOPE = """{"type": "record", "name": "MessageEnvelope", "fields": [
    {"name": "magic", "type": {"type": "fixed", "name": "Magic", "size": 5}},
    {"name": "type", "type": "string"},
    {"name": "headers", "type": ["null", {"type": "map", "values": "string"}]},
    {"name": "messageSchemaId", "type": ["null", "string"]},
    {"name": "messageSchema", "type": ["null", "string"]},
    {"name": "message", "type": "bytes"}
]}"""


def decode_qlik_message(datum: bytes | None, data_schema: str | None = None) -> Decoded[str]:
    """Return the envelope as JSON with the message as an object in it, as Replicate itself writes it in JSON.

    Without `data_schema` the message of a DT envelope is null.
    """
    if datum is None:
        return Decoded(None, None)
    if not isinstance(datum, bytes) or not datum.startswith(MAGIC):
        return Decoded(None, "Qlik envelope: the bytes do not begin with atMSG")
    try:
        envelope, rest = read_datum(datum, ENVELOPE)
    except Exception as error:  # see avro_json
        return Decoded(None, f"Qlik envelope: {unreadable(error)}")
    if rest:
        return Decoded(None, f"Qlik envelope: {rest} bytes follow it")
    kind = envelope["type"]
    if kind not in ("MD", "DT"):
        return Decoded(None, "Qlik envelope: the type is neither MD nor DT")
    schema = envelope["messageSchema"] if envelope["messageSchema"] is not None else data_schema
    message: Any = None
    try:
        if schema is not None:
            message, rest = read_datum(envelope["message"], schema)
            if rest:
                return Decoded(None, f"Qlik {kind} message: {rest} bytes follow it")
        elif kind == "MD":
            return Decoded(None, "Qlik MD message: the envelope has no messageSchema")
        made = {**envelope, "magic": MAGIC.decode(), "messageSchema": None, "message": message}
        return Decoded(json_text(made), None)
    except Exception as error:  # see avro_json
        return Decoded(None, f"Qlik {kind} message: {unreadable(error)}")
