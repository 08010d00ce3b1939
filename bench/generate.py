"""Writes a history as landing files in a format, and beside each batch the rows that the table must hold then.

The truth comes from the history's typed rows; no message is read for it. Files are kept, and made once for each set of
settings.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from bench import rows
from bench.formats import FORMATS
from bench.formats.shared import Format, Messages
from bench.history import MINUTE, START, Changes, History, Log, State, snapshot
from bench.rows import Numbers

VERSION = 1  # of the generated data; another version regenerates the kept files
_CHUNK = 50_000  # rows that are made at once, which bounds memory
_LANDED = 1_750_000_000_000_000  # microseconds since 1970 at which the snapshot landed


@dataclass(frozen=True)
class DataSet:
    """A history in a format, written to a folder."""

    history: History
    format: Format
    folder: Path
    bytes: tuple[int, ...]  # of the messages' values, by batch; 0 is the snapshot
    messages: tuple[int, ...]
    first_offsets: tuple[int, ...]  # of each batch, where all messages are in one topic

    def landing(self, batch: int) -> str:
        """Return the file of a batch; 0 is the snapshot."""
        return str(self.folder / f"landing_{batch}.parquet")

    def truth(self, batch: int) -> str:
        """Return the file of the rows that the table must hold after a batch."""
        return str(self.folder / f"truth_{batch}.parquet")


def tables(history: History) -> list[str]:
    """Return the names of the source tables."""
    return ["orders"] if history.tables == 1 else [f"t{number:03d}" for number in range(history.tables)]


def generate(history: History, format_name: str, home: Path) -> DataSet:
    """Write a data set, unless it is there already."""
    made_from = json.dumps([VERSION, format_name, asdict(history)], sort_keys=True)
    folder = home / f"{history.name}_{format_name}_{hashlib.sha256(made_from.encode()).hexdigest()[:12]}"
    note = folder / "made.json"
    if not note.exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        written = _Writer(history, FORMATS[format_name], folder).write()
        note.write_text(json.dumps(written))
    found = {name: tuple(values) for name, values in json.loads(note.read_text()).items()}
    return DataSet(history, FORMATS[format_name], folder, **found)


class _Writer:
    def __init__(self, history: History, made_in: Format, folder: Path) -> None:
        self.history, self.format, self.folder = history, made_in, folder
        self.tables = pa.array(tables(history))
        self.offsets = np.zeros(max(1, history.tables), dtype=np.int64)  # next of each topic
        self.landed = _LANDED
        value = pa.binary() if made_in.is_binary else pa.string()
        self.schema = pa.schema({
            "topic": pa.string(), "partition": pa.int32(), "offset": pa.int64(),
            "timestamp": pa.timestamp("us", tz="UTC"), "key": pa.string(), "value": value, "headers": pa.string(),
        })  # fmt: skip

    def write(self) -> dict[str, list[int]]:
        """Write all files; return what DataSet keeps by batch."""
        log = Log(self.history)
        found: dict[str, list[int]] = {"bytes": [], "messages": [], "first_offsets": []}
        for number in range(len(self.history.batches) + 1):
            found["first_offsets"].append(int(self.offsets[0]))
            count, size = self._land(number, log)
            found["messages"].append(count)
            found["bytes"].append(size)
        for number, state in enumerate(log.states()):
            self._truth(number, state)
        return found

    def _chunks(self, number: int, log: Log) -> Iterator[Changes]:
        if number == 0:
            for start in range(0, self.history.rows, _CHUNK):
                yield snapshot(self.history, start, min(start + _CHUNK, self.history.rows))
            return
        changes = log.batch(number)
        for start in range(0, len(changes), _CHUNK):
            yield changes[start : start + _CHUNK]

    def _land(self, number: int, log: Log) -> tuple[int, int]:
        minutes = self.history.batches[number - 1].minutes if number else 30.0
        total = self.history.batches[number - 1].changes if number else self.history.rows
        begun, count, size = 0, 0, 0
        with pq.ParquetWriter(self.folder / f"landing_{number}.parquet", self.schema, compression="zstd") as out:
            for changes in self._chunks(number, log):
                parts = [self.format.encode(changes, self.tables.take(pa.array(changes.keys % self.history.tables)))]
                if number == 0 and begun == 0 and self.format.first:
                    parts.insert(0, self.format.first())
                for messages in parts:
                    when = self.landed + ((begun + messages.of) * (minutes * MINUTE / max(1, total))).astype(np.int64)
                    landed = self._rows(messages, changes.keys[messages.of] % self.history.tables, when)
                    out.write_table(landed)
                    count += len(landed)
                    size += int(pa.compute.sum(pa.compute.binary_length(landed["value"])).as_py())
                begun += len(changes)
        self.landed += int((minutes + 5) * MINUTE)
        return count, size

    def _rows(self, messages: Messages, table: Numbers, when: Numbers) -> pa.Table:
        """Return landing rows; each table has a topic of its own, with one partition."""
        order = np.argsort(table, kind="stable")
        begins = np.searchsorted(table[order], np.arange(self.history.tables))
        place = np.empty(len(table), dtype=np.int64)
        place[order] = np.arange(len(table)) - begins[table[order]]
        offset = self.offsets[table] + place
        self.offsets += np.bincount(table, minlength=len(self.offsets))
        topics = rows.joined(f"srv.{self.format.schema}.", self.tables.take(pa.array(table)))
        nothing = pa.nulls(len(table), pa.string())
        columns: list[Any] = [
            topics, np.zeros(len(table), dtype=np.int32), offset,
            pa.array(when).cast(self.schema.field("timestamp").type),
            messages.keys if messages.keys is not None else nothing, messages.values,
            messages.headers if messages.headers is not None else nothing,
        ]  # fmt: skip
        return pa.table(columns, schema=self.schema)

    def _truth(self, number: int, state: State) -> None:
        live = state.live()
        made = rows.typed(
            live[:1], np.full((1, len(rows.GROUPS)), START) if state.groups is not None else np.array([START])
        )
        with pq.ParquetWriter(self.folder / f"truth_{number}.parquet", made.schema, compression="zstd") as out:
            for start in range(0, len(live), _CHUNK):
                keys = live[start : start + _CHUNK]
                out.write_table(rows.typed(keys, state.positions(keys)))
