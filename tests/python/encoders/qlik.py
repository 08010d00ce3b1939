"""Qlik Replicate messages, JSON and Avro, for random histories; the builders serve the format's own test too."""

from __future__ import annotations

import datetime
import decimal
import io
import json
import random
from collections.abc import Mapping, Sequence
from typing import Any

from fastavro import parse_schema, schemaless_reader, schemaless_writer
from histories import COLUMNS, KEY, START, Format, Message, Shard
from landing import SCHEMA as MESSAGES
from reference import Change, Entry, Row

from encoders.shared import EPOCH, Topics, days, micros

# ---------------------------------------------------------------------------------------------------- the messages

ENVELOPE = parse_schema({
    "type": "record", "name": "MessageEnvelope", "fields": [
        {"name": "magic", "type": {"type": "fixed", "name": "Magic", "size": 5}},
        {"name": "type", "type": "string"},
        {"name": "headers", "type": ["null", {"type": "map", "values": "string"}]},
        {"name": "messageSchemaId", "type": ["null", "string"]},
        {"name": "messageSchema", "type": ["null", "string"]},
        {"name": "message", "type": "bytes"},
    ],
})  # fmt: skip
METADATA = {
    "type": "record", "name": "MetadataMessage", "fields": [
        {"name": "schemaId", "type": "string"},
        {"name": "lineage", "type": {"type": "record", "name": "Lineage", "fields": [
            *({"name": name, "type": "string"} for name in ("server", "task", "schema", "table")),
            {"name": "tableVersion", "type": "int"},
            {"name": "timestamp", "type": "string"},
        ]}},
        {"name": "tableStructure", "type": {"type": "record", "name": "TableStructure", "fields": [
            {"name": "tableColumns", "type": {"type": "map", "values": {
                "type": "record", "name": "Column", "fields": [
                    {"name": "ordinal", "type": "int"}, {"name": "type", "type": "string"},
                    *({"name": name, "type": "int"} for name in ("length", "precision", "scale", "primaryKeyPosition")),
                ],
            }}},
        ]}},
        {"name": "dataSchema", "type": "string"},
    ],
}  # fmt: skip
_HEADERS = {
    "type": "record", "name": "Headers", "namespace": "com.attunity.queue.msg", "fields": [
        {"name": "operation", "type": {
            "type": "enum", "name": "operation", "symbols": ["INSERT", "UPDATE", "DELETE", "REFRESH"],
        }},
        *({"name": name, "type": "string"} for name in ("changeSequence", "timestamp")),
        *({"name": name, "type": "string"} for name in ("streamPosition", "transactionId")),
        {"name": "changeMask", "type": ["null", "bytes"], "default": None},
        {"name": "columnMask", "type": ["null", "bytes"], "default": None},
        {"name": "transactionEventCounter", "type": ["null", "long"], "default": None},
        {"name": "transactionLastEvent", "type": ["null", "boolean"], "default": None},
    ],
}  # fmt: skip
_AVRO_TYPES: dict[str, Any] = {
    "BYTES": "bytes", "BLOB": "bytes", "REAL4": "float", "REAL8": "double", "INT1": "int", "INT2": "int", "INT4": "int",
    "INT8": "long", "UINT1": "int", "UINT2": "int", "UINT4": "long", "BOOLEAN": "boolean",
    "DATE": {"type": "int", "logicalType": "date"},
    "TIME": {"type": "int", "logicalType": "time-millis"},
    "DATETIME": {"type": "long", "logicalType": "timestamp-micros"},
    "UINT8": {"type": "bytes", "logicalType": "decimal", "precision": 20, "scale": 0},
}  # fmt: skip
Column = tuple[str, str, int, int, int]  # name, Replicate type, precision, scale, place in the key


def data_schema(columns: Sequence[Column]) -> dict[str, Any]:
    """Return the Avro schema of a table's data messages; its columns are in the order of their ordinals."""
    fields = []
    for name, kind, precision, scale, _ in columns:
        avro = _AVRO_TYPES.get(kind, "string")
        if kind == "NUMERIC":
            avro = {"type": "bytes", "logicalType": "decimal", "precision": precision, "scale": scale}
        fields.append({"name": name, "type": ["null", avro], "default": None})
    return {
        "type": "record", "name": "DataRecord", "namespace": "", "fields": [
            {"name": "data", "type": ["null", {"type": "record", "name": "Data", "fields": fields}]},
            {"name": "beforeData", "type": ["null", "Data"], "default": None},
            {"name": "headers", "type": _HEADERS},
        ],
    }  # fmt: skip


def metadata(schema_id: str, table: str, columns: Sequence[Column], version: int = 1) -> dict[str, Any]:
    """Return the body of a metadata message; table: schema.table."""
    structure = {
        name: {
            "ordinal": ordinal, "type": kind, "length": 0, "precision": precision, "scale": scale,
            "primaryKeyPosition": place,
        }
        for ordinal, (name, kind, precision, scale, place) in enumerate(columns, 1)
    }  # fmt: skip
    schema, _, name = table.rpartition(".")
    return {
        "schemaId": schema_id,
        "lineage": {
            "server": "SRV", "task": "shop", "schema": schema, "table": name, "tableVersion": version,
            "timestamp": "2024-05-01T12:00:00.000",
        },
        "tableStructure": {"tableColumns": structure},
        "dataSchema": json.dumps(data_schema(columns)),
    }  # fmt: skip


def enveloped(kind: str, body: Any, schema_id: str | None = None) -> dict[str, Any]:
    """Return the envelope of a JSON message."""
    return {
        "magic": "atMSG", "type": kind, "headers": None, "messageSchemaId": schema_id, "messageSchema": None,
        "message": body,
    }  # fmt: skip


def packed(schema: Any, value: Any) -> bytes:
    stream = io.BytesIO()
    schemaless_writer(stream, parse_schema(schema), value)
    return stream.getvalue()


def avro_envelope(kind: str, message: bytes, schema_id: str | None = None, schema: str | None = None) -> bytes:
    return packed(ENVELOPE, {**enveloped(kind, message, schema_id), "magic": b"atMSG", "messageSchema": schema})


def avro_metadata(body: dict[str, Any]) -> bytes:
    return avro_envelope("MD", packed(METADATA, body), None, json.dumps(METADATA))


def avro_data(schema: dict[str, Any], schema_id: str | None, body: dict[str, Any]) -> bytes:
    """Return a data message; body as Avro takes it, its masks as in JSON."""
    headers = {**body["headers"]}
    for name in ("changeMask", "columnMask"):
        headers[name] = None if headers.get(name) is None else bytes.fromhex(headers[name])
    return avro_envelope("DT", packed(schema, {**body, "headers": headers}), schema_id)


def mask(ordinals: Sequence[int], columns: int) -> str:
    """Return a mask as Replicate writes it: of n columns, n / 8 + 1 bytes."""
    return f"{sum(1 << ordinal - 1 for ordinal in ordinals):0{2 * (columns // 8 + 1)}X}"


def sequence(counter: int, time: str = "2024050112000000") -> str:
    return f"{time}{counter:019d}"


# ----------------------------------------------------------------------------------------------------- histories

_TYPES: dict[str, tuple[str, int, int]] = {
    "int": ("INT4", 0, 0), "string": ("WSTRING", 0, 0), "binary": ("BYTES", 0, 0), "bigint": ("INT8", 0, 0),
    "decimal(20,0)": ("UINT8", 0, 0), "decimal(38,10)": ("NUMERIC", 38, 10), "double": ("REAL8", 0, 0),
    "boolean": ("BOOLEAN", 0, 0),
    "timestamp_ntz": ("DATETIME", 0, 0), "date": ("DATE", 0, 0),
}  # fmt: skip


def _avro_value(value: Any) -> Any:
    if isinstance(value, datetime.datetime):
        return micros(value)
    return days(value) if isinstance(value, datetime.date) else value


def _json_value(value: Any, blank: str) -> Any:
    if isinstance(value, datetime.datetime):
        return value.isoformat(sep=blank, timespec="microseconds")
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, bytes):
        return value.hex().upper()
    return format(value, "f") if isinstance(value, decimal.Decimal) else value


class _Schemas:
    """The versions of a table's structure: each new one has the same columns in another order."""

    def __init__(self, shard: Shard, chance: random.Random) -> None:
        self.shard, self.chance, self.version = shard, chance, 0
        self.columns: list[Column] = []

    def next(self) -> dict[str, Any]:
        self.version += 1
        key = ("shard", *self.shard.key) if self.shard.key else ()
        self.columns = [
            (name, *_TYPES[data_type], key.index(name) + 1 if name in key else 0)
            for name, data_type in COLUMNS.items()
            if name not in KEY or self.shard.key
        ]
        self.chance.shuffle(self.columns)
        return metadata(self.id, self.shard.qualified, self.columns, self.version)

    @property
    def id(self) -> str:
        return f"{self.shard.number:016X}{self.version:016X}"

    @property
    def names(self) -> list[str]:
        return [column[0] for column in self.columns]


def encode(shard: Shard, chance: random.Random) -> list[Message]:
    """Metadata and data in one topic, in JSON (in the envelope or bare) or Avro; structures change in between."""
    style = chance.choice(["avro", "avro", "envelope", "bare"])
    named = style == "avro" or (style == "envelope" and chance.random() < 0.6)
    blank, plain = chance.choice("T "), chance.random() < 0.5
    topic = "shop" if named else shard.qualified
    partitions = chance.randint(1, 3)
    topics = Topics()
    messages: list[Message] = []
    schemas = _Schemas(shard, chance)
    counter = 95

    def send(transaction: int, value: bytes, identified: bool = True) -> None:
        partition = 10 * shard.number + chance.randrange(partitions)
        row = {
            "topic": topic,
            "partition": partition,
            "offset": topics.offset(topic, partition),
            "timestamp": START + transaction * 1000 + len(messages),
            "key": None,
            "value": value,
            "headers": None,
        }
        messages.append(Message(row, transaction, identified))

    def text(value: Any) -> bytes:
        return json.dumps(value, ensure_ascii=plain).encode()

    def publish(transaction: int) -> None:
        body = schemas.next()
        if style == "avro":
            send(transaction, avro_metadata(body))
        else:
            send(transaction, text(enveloped("MD", body) if style == "envelope" else body))

    def image(row: Row | None, unsent: frozenset[str] = frozenset()) -> Row | None:
        if row is None:
            return None
        full = {**row, "shard": shard.number}
        made = {name: None if name in unsent else full.get(name) for name in schemas.names}
        if style == "avro":
            return {name: _avro_value(value) for name, value in made.items()}
        sent = [(name, _json_value(value, blank)) for name, value in made.items()]
        if named:
            chance.shuffle(sent)  # the metadata has the ordinals
        return dict(sent)

    def masks(entry: Entry, unsent: frozenset[str]) -> tuple[str, str]:
        names = schemas.names
        before, after = entry.before or {}, entry.after or {}
        if entry.kind == "update":
            changed = [name for name in names if before.get(name) != after.get(name) and name not in ("note", "blob")]
        else:
            changed = [name for name in names if entry.kind == "insert" or name in ("shard", *shard.key)]
        there = [name for name in names if name not in unsent]

        def of(some: Sequence[str]) -> str:
            return mask([names.index(name) + 1 for name in some], len(names))

        return of(changed), of(there)

    for entry in shard.life.log:
        if not messages or chance.random() < 0.15:
            publish(entry.transaction)
        unsent = entry.unsent if shard.key else frozenset()
        headers: dict[str, Any] = {
            "operation": "REFRESH", "changeSequence": "", "timestamp": "", "streamPosition": "", "transactionId": "",
            "changeMask": None, "columnMask": None, "transactionEventCounter": None, "transactionLastEvent": None,
        }  # fmt: skip
        if entry.kind != "read":
            counter += chance.choice([1, 2, 900])
            change_mask, column_mask = masks(entry, unsent)
            headers |= {
                "operation": entry.kind.upper(), "changeSequence": sequence(counter),
                "timestamp": "2024-05-01T12:00:00.000", "streamPosition": f"{chance.random()}",
                "transactionId": f"{entry.transaction:032X}", "changeMask": change_mask, "columnMask": column_mask,
                "transactionEventCounter": chance.choice([None, 1]), "transactionLastEvent": True,
            }  # fmt: skip
        gone = entry.kind == "delete"
        data = image(entry.before if gone else entry.after, unsent)
        before = image(entry.before, unsent) if entry.kind == "update" else None
        if gone and chance.random() < 0.3:
            data, before = None, data
        body = {"data": data, "beforeData": before, "headers": headers}
        identified = bool(shard.key) or entry.kind != "read"
        if style == "avro":
            send(entry.transaction, avro_data(data_schema(schemas.columns), schemas.id, body), identified)
        else:
            whole = enveloped("DT", body, schemas.id if named else None) if style == "envelope" else body
            send(entry.transaction, text(whole), identified)
    return messages


def _sent_again(row: dict[str, Any], later: int) -> dict[str, Any]:
    """A task that resumes sends the same message again."""
    return row


# -------------------------------------------------------------------------------------------------- the replay


def _opened(value: bytes) -> tuple[str, str | None, Any]:
    """Return kind, schema id and body; the body of an Avro data message as bytes."""
    if value.startswith(b"atMSG"):
        envelope: Any = schemaless_reader(io.BytesIO(value), ENVELOPE, None)
        if envelope["type"] == "MD":
            return "MD", None, schemaless_reader(io.BytesIO(envelope["message"]), parse_schema(METADATA), None)
        return "DT", envelope["messageSchemaId"], envelope["message"]
    message = json.loads(value)
    if "magic" in message:
        return message["type"], message["messageSchemaId"], message["message"]
    return ("DT" if "headers" in message else "MD"), None, message


def _from_qlik(name: str, value: Any) -> Any:
    kind = COLUMNS[name]
    if isinstance(value, datetime.datetime):
        return value.replace(tzinfo=None)
    if value is None or not isinstance(value, (str, int)) or isinstance(value, bool):
        return value
    if kind == "binary":
        return bytes.fromhex(value)
    if kind.startswith("decimal"):
        return decimal.Decimal(value)
    if kind == "timestamp_ntz":
        return (
            datetime.datetime.fromisoformat(value)
            if isinstance(value, str)
            else EPOCH + datetime.timedelta(microseconds=value)
        )
    if kind == "date":
        return datetime.date.fromisoformat(value)
    return float(value) if kind == "double" else value


def decode(rows: Sequence[Mapping[str, Any]], key: Sequence[str]) -> list[Change]:
    """Read the messages back by docs/formats/qlik.md, for the replay."""
    opened = [(row, *_opened(row["value"])) for row in rows]
    schemas = {body["schemaId"]: body for _, kind, _, body in opened if kind == "MD"}
    changes = []
    for row, kind, schema_id, found in opened:
        if kind == "MD":
            continue
        body = found
        if isinstance(found, bytes):
            schema = json.loads(schemas[schema_id]["dataSchema"])
            for field in schema["fields"][0]["type"][1]["fields"]:
                if isinstance(field["type"][1], dict) and field["type"][1].get("logicalType") == "timestamp-micros":
                    field["type"][1] = "long"  # Python's datetime would take it for an instant of its own range
            body = schemaless_reader(io.BytesIO(found), parse_schema(schema), None)
        headers = body["headers"]
        op, at = headers["operation"], int(headers["changeSequence"] or 0)
        there: set[str] | None = None
        column_mask = headers["columnMask"]
        if op == "UPDATE" and column_mask is not None:
            bits = int.from_bytes(column_mask, "big") if isinstance(column_mask, bytes) else int(column_mask, 16)
            ordinals = {name: number for number, name in enumerate(body["data"], 1)}
            if schema_id:
                columns = schemas[schema_id]["tableStructure"]["tableColumns"]
                ordinals = {name: column["ordinal"] for name, column in columns.items()}
            there = {name for name, ordinal in ordinals.items() if bits >> ordinal - 1 & 1}

        def read(image: Row | None, there: set[str] | None = there) -> Row | None:
            if image is None:
                return None
            return {
                name: _from_qlik(name, value)
                for name, value in image.items()
                if value is not None or there is None or name in there
            }

        data, before = read(body["data"]), read(body["beforeData"])
        identity: tuple[Any, ...] = (at, op)
        if op == "REFRESH":
            identity = (op, repr(data)) if key else (row["partition"], row["offset"])
        if op == "DELETE":
            changes.append(Change((at,), identity, "before", data or before))
            continue
        moves = False
        if op == "UPDATE" and before is not None and data is not None:
            moves = any(before[name] != data[name] for name in ("shard", *key)) if key else True
            if moves:
                changes.append(Change((at,), (*identity, 0), "before", before, bool(key), headers["transactionId"]))
        changes.append(
            Change((at,), (*identity, 1), "after", data, moves and bool(key), headers["transactionId"] or None)
        )
    return changes


FORMAT = Format(
    name="qlik",
    stream={"format": "qlik", "options": {"encoding": "avro"}},
    encode=encode,
    decode=decode,
    sent_again=_sent_again,
    landing=MESSAGES.replace("value string", "value binary"),
    truncates=False,
    unsent_values=True,
)
