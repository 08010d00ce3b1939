"""Tables that an earlier release built, kept in tests/data/releases: how they are built, kept and put back.

Iceberg's files name each other by absolute paths, so they cannot be moved. Kept are the rows of each table as Parquet,
and its columns, partitions and properties, from which the same table is created again. Only the ids of snapshots are
lost, of which 0.1.0 notes none.
"""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from encoders import FORMATS
from histories import KEY, Format
from project import Project
from reference import SpeltRow, as_bag, replay, replay_bag
from test_histories import contract

DATA = Path(__file__).parents[1] / "data" / "releases"
SCHEMA = "released"
LANDING = f"{SCHEMA}_landing"
LATENESS = 4  # hours
# Properties that Iceberg itself gives each table.
OWN = ("current-snapshot-id", "format", "provider", "owner")


@dataclass(frozen=True)
class Stream:
    """A landing stream of the kept project, and the kinds of its tables."""

    name: str
    form: Format
    routed: bool
    kinds: tuple[str, ...]
    settings: dict[str, Any]

    def tables(self) -> dict[str, tuple[str, ...]]:
        """Return the models of the current tables, with the key of each."""
        return {f"{self.name}_{kind}": ("shard", *KEY) if kind == "keyed" else () for kind in self.kinds}


def _form(name: str) -> Format:
    return next(form for form in FORMATS if form.name == name)


STREAMS = (
    # Changes of keys, truncates and values that are left out; a table without key; larger messages are quarantined.
    Stream("debezium", _form("debezium"), True, ("keyed", "bags"), {"max_bytes": 2500}),
    Stream("lindorm", _form("lindorm_delta"), True, ("keyed",), {}),  # partial images
    Stream("canal", _form("canal"), False, ("keyed",), {}),  # without a routed log
)


def write_project(made: Project, streams: Iterable[Stream] = STREAMS, **settings: Any) -> None:
    """Write the streams, tables and control models into a project; settings: of each stream, beside its own."""
    states = []
    for stream in streams:
        lateness = {"lateness": f"{LATENESS} hours"}
        made.stream(stream.name, {**stream.form.stream, **lateness, **stream.settings, **settings}, stream.routed)
        models = []
        for name, key in stream.tables().items():
            source = "orders" if key else "visits"
            models.append(contract(stream.form, name, key, [f"app_{number}.{source}" for number in range(8)]))
            states.append(f"ref('state_{name}')")
        made.tables(stream.name, models)
    made.model("cdc_events", f"cdc_events([{', '.join(states)}])")


# ----------------------------------------------------------------------------------------- what lands, and the truth


@dataclass(frozen=True)
class Landed:
    """A landing row, when it lands, and the source table that it is about; None of one that cannot be read."""

    append: int
    stream: str
    kind: str | None
    shard: int | None
    row: dict[str, Any]


def write_messages(folder: Path, landed: Iterable[Landed]) -> None:
    """Keep what lands."""
    text = "".join(json.dumps(vars(one), ensure_ascii=False) + "\n" for one in landed)
    (folder / "messages.jsonl.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


def messages(folder: Path) -> list[Landed]:
    """Return what lands, in its order."""
    text = gzip.decompress((folder / "messages.jsonl.gz").read_bytes()).decode()
    return [Landed(**json.loads(line)) for line in text.split("\n") if line]


def is_oversized(stream: Stream, one: Landed) -> bool:
    """Return whether the stream's setting quarantines the message."""
    value: str = one.row["value"] or ""
    return "max_bytes" in stream.settings and len(value.encode()) > int(stream.settings["max_bytes"])


def expected(stream: Stream, model: str, landed: Sequence[Landed]) -> Counter[SpeltRow]:
    """Return the rows of a current table that the messages must give, by the reference."""
    key = stream.tables()[model]
    kind = model.removeprefix(f"{stream.name}_")
    found: Counter[SpeltRow] = Counter()
    mine = [one for one in landed if one.stream == stream.name and one.kind == kind]
    for shard in sorted({one.shard for one in mine if one.shard is not None}):
        rows = [one.row for one in mine if one.shard == shard]
        if key:
            found += as_bag(replay(stream.form.decode(rows, KEY), key, stream.form.columns))
        else:
            found += replay_bag(stream.form.decode(rows, ()))
    return found


def current(spark: Any, model: str, schema: str = SCHEMA) -> Counter[SpeltRow]:
    """Return the rows of a current table."""
    return as_bag([row.asDict() for row in spark.table(f"{schema}.{model}").collect()])


# ------------------------------------------------------------------------------------------------------ the kept tables


def properties(spark: Any, table: str) -> dict[str, str]:
    """Return a table's properties."""
    return {row.key: row.value for row in spark.sql(f"show tblproperties {table}").collect()}


def keep(spark: Any, folder: Path) -> None:
    """Write the tables of both schemas into the folder: rows as Parquet, and the rest as JSON."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    tables = {}
    for schema in (LANDING, SCHEMA):
        views = {row.viewName for row in spark.sql(f"show views in {schema}").collect()}
        for name in sorted(row.tableName for row in spark.sql(f"show tables in {schema}").collect()):
            if name in views:
                continue
            table = f"{schema}.{name}"
            created = spark.sql(f"show create table {table}").collect()[0][0]
            partitions = re.search(r"PARTITIONED BY \((.*?)\)", created)
            kept = {key: text for key, text in properties(spark, table).items() if key not in OWN}
            tables[table] = {
                "columns": spark.table(table).schema.toDDL(),
                "partitioned_by": partitions[1] if partitions else None,
                "properties": kept,
            }
            rows: pa.Table = spark.table(table).toArrow()
            pq.write_table(rows, folder / f"{table}.parquet", compression="zstd", compression_level=19)
    (folder / "tables.json").write_text(json.dumps(tables, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def put_back(spark: Any, folder: Path, schema: str) -> list[str]:
    """Create the kept tables in the session's catalog, with their columns, partitions, properties and rows.

    Their schemas become `schema` and `<schema>_landing`. Returns the names of the tables.
    """
    made = []
    for name, kept in json.loads((folder / "tables.json").read_text(encoding="utf-8")).items():
        table = schema + name.removeprefix(SCHEMA)
        made.append(table)
        spark.sql(f"create schema if not exists {table.partition('.')[0]}")
        texts = [f"'{key}' = '{text}'" for key, text in kept["properties"].items()]
        assert not any("'" in text for text in kept["properties"].values())
        partitioned = f"partitioned by ({kept['partitioned_by']})" if kept["partitioned_by"] else ""
        spark.sql(
            f"create table {table} ({kept['columns']}) using iceberg {partitioned} tblproperties ({', '.join(texts)})"
        )
        spark.read.parquet(str(folder / f"{name}.parquet")).writeTo(table).append()
    return made
