"""Messages with their expected outcomes, and the expected tables: the parts of every format's test."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Sent:
    """A message, the batch in which it lands, and its class, or quarantine reason, in the last log that has it."""

    batch: int
    outcome: str
    value: str | None


def landing_rows(topic: str, sent: Sequence[Sent], batch: int, start: int) -> list[dict[str, Any]]:
    """Return a batch's messages as landing rows; a message's offset is its place in `sent`, start is milliseconds."""
    return [
        {
            "topic": topic,
            "partition": 0,
            "offset": offset,
            "timestamp": start + offset,
            "key": None,
            "value": message.value,
            "headers": None,
        }
        for offset, message in enumerate(sent)
        if message.batch == batch
    ]


def contract(model: str, tables: Sequence[str], key: Sequence[str], /, **columns: str) -> dict[str, Any]:
    return {
        "name": model,
        "config": {"contract": {"enforced": True}, "meta": {"cdc": {"tables": list(tables), "key": list(key)}}},
        "columns": [{"name": column, "data_type": data_type} for column, data_type in columns.items()],
    }


def rows_of(spark: Any, table: str, columns: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return a table's rows in the order of their texts; timestamps and NaN, which equals nothing, as text."""
    texts = [f"cast(`{c}` as string) as `{c}`" if t.startswith("timestamp") else f"`{c}`" for c, t in columns.items()]
    found = []
    for row in spark.sql(f"select {', '.join(texts)} from {table}").collect():
        values = row.asDict()
        for name, value in values.items():
            if value != value:
                values[name] = "NaN"
            elif isinstance(value, bytearray):
                values[name] = bytes(value)
        found.append(values)
    return sorted(found, key=repr)


def outcomes(spark: Any, logs: Sequence[str]) -> dict[int, tuple[str, str | None]]:
    """Return each offset's outcome in the last of the logs that has the row, and the sentence that explains it.

    Of a message with several rows in a log the newest batch counts, and in it what is quarantined.
    """
    found: dict[int, tuple[str, str | None]] = {}
    for log in logs:
        columns = "select cdc_offset, cdc_class, cdc_reason, cdc_detail"
        for row in spark.sql(f"{columns} from {log} order by cdc_batch, cdc_class = 'quarantined'").collect():
            found[row.cdc_offset] = (row.cdc_reason or row.cdc_class, row.cdc_detail)
    return found


def assert_outcomes(sent: Sequence[Sent], found: Mapping[int, tuple[str, str | None]]) -> None:
    wrong = [
        (message.outcome, found.get(offset), (message.value or "null")[-500:])
        for offset, message in enumerate(sent)
        if found.get(offset, ("lost", None))[0] != message.outcome
    ]
    assert wrong == [], wrong
    usable = ("change", "truncate", "ddl", "noop", "transaction", "heartbeat", "tombstone")
    for outcome, detail in found.values():
        assert (detail is None) == (outcome in usable), outcome
