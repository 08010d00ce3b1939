"""The SQL that people copy to read Debezium's messages into a table: parse, keep the newest of each key, merge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from bench.rows import COLUMNS, NAMES

_JSON_TYPES = {"timestamp": "bigint"}  # the connector's microseconds
_FIELDS = (f"{column.name}: {_JSON_TYPES.get(column.data_type, column.data_type)}" for column in COLUMNS)
_ROW = f"struct<{', '.join(_FIELDS)}>"
_SOURCE = (
    "struct<version: string, connector: string, name: string, ts_ms: bigint, snapshot: string, db: string, "
    "sequence: string, `schema`: string, `table`: string, txId: bigint, lsn: bigint, xmin: bigint>"
)
_TRANSACTION = "struct<id: string, total_order: bigint, data_collection_order: bigint>"
_ENVELOPES = {
    "narrow": f"struct<before: struct<id: bigint>, after: {_ROW}, source: struct<lsn: bigint>, op: string>",
    "full": (
        f"struct<before: {_ROW}, after: {_ROW}, source: {_SOURCE}, transaction: {_TRANSACTION}, "
        "op: string, ts_ms: bigint>"
    ),
}


# Which landing row a change came in.
LANDING = (
    "topic as landed_topic", "partition as landed_partition", "`offset` as landed_offset", "`timestamp` as landed_at",
)  # fmt: skip


def message_columns() -> list[str]:
    """Return the columns, with lsn and op, of a message that from_json has parsed."""
    columns = ["coalesce(message.after.id, message.before.id) as id"]
    for column in COLUMNS[1:]:
        value = f"message.after.{column.name}"
        columns.append(f"{f'timestamp_micros({value})' if column.data_type == 'timestamp' else value} as {column.name}")
    return [*columns, "message.source.lsn as lsn", "message.op as op"]


def parsed_message(envelope: Literal["narrow", "full"]) -> str:
    """Return the expression that parses a message."""
    return f"from_json(value, '{_ENVELOPES[envelope]}') as message"


def from_json(messages: str, envelope: Literal["narrow", "full"], also: Sequence[str] = ()) -> str:
    """Return typed changes with lsn and op, parsed at once; `messages` is a relation with the column value."""
    columns = [*message_columns(), *also]
    return f"select {', '.join(columns)} from (select *, {parsed_message(envelope)} from {messages})"


def get_json_object(messages: str) -> str:
    """Return typed changes with lsn and op, one path for each column."""

    def at(path: str, data_type: str) -> str:
        found = f"get_json_object(value, '$.{path}')"
        if data_type == "timestamp":
            return f"timestamp_micros(cast({found} as bigint))"
        return found if data_type == "string" else f"cast({found} as {data_type})"

    columns = [f"coalesce({at('after.id', 'bigint')}, {at('before.id', 'bigint')}) as id"]
    columns += [f"{at(f'after.{column.name}', column.data_type)} as {column.name}" for column in COLUMNS[1:]]
    columns += [f"{at('source.lsn', 'bigint')} as lsn", f"{at('op', 'string')} as op"]
    return f"select {', '.join(columns)} from {messages}"


def newest(changes: str) -> str:
    """Return the newest change of each key."""
    ranked = f"select *, row_number() over (partition by id order by lsn desc) as place from ({changes})"
    return f"select * except (place) from ({ranked}) where place = 1"


def counts(log: str) -> str:
    """Return how many rows of a log there are, and of how many landing rows, by partition and operation."""
    return (
        "select landed_topic, landed_partition, op, count(*) as changes, count(distinct landed_offset) as landed,"
        f" min(landed_offset) as first_offset, max(landed_offset) as last_offset from {log} group by 1, 2, 3"
    )


def _parts() -> tuple[str, str, str]:
    """Return a MERGE's assignments, its columns and their new values."""
    columns = [*NAMES, "lsn"]
    assignments = ", ".join(f"old.{name} = new.{name}" for name in columns)
    return assignments, ", ".join(columns), ", ".join(f"new.{name}" for name in columns)


def merge_deleting(table: str, changes: str) -> str:
    """Return the MERGE of newest changes that deletes rows for good."""
    assignments, columns, values = _parts()
    return (
        f"merge into {table} as old using ({changes}) as new on old.id = new.id"
        " when matched and new.op = 'd' and new.lsn >= old.lsn then delete"
        f" when matched and new.lsn >= old.lsn then update set {assignments}"
        f" when not matched and new.op <> 'd' then insert ({columns}) values ({values})"
    )


def merge_keeping(table: str, changes: str) -> str:
    """Return the MERGE of newest changes that keeps deleted rows as tombstones."""
    assignments, columns, values = _parts()
    return (
        f"merge into {table} as old using {changes} as new on old.id = new.id"
        f" when matched and new.lsn > old.lsn then update set {assignments}, old.is_deleted = (new.op = 'd')"
        f" when not matched then insert ({columns}, is_deleted) values ({values}, new.op = 'd')"
    )
