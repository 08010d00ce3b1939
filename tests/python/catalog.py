"""The catalog of the tests' lake, an SQLite database, in which tables can return to what they were."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path


@contextmanager
def restored(*schemas: str) -> Iterator[None]:
    """Return the Iceberg tables and views of these schemas to what they are now, when the block ends.

    The catalog has the path of each table's metadata file, and Iceberg writes another file for each change. A block
    that expires snapshots removes the data files of earlier ones, so nothing is left to return to.
    """
    chosen = f"where table_namespace in ({', '.join('?' * len(schemas))})"
    with closing(sqlite3.connect(Path(os.environ["SPARK_CDC_HOME"]) / "catalog.db", timeout=30)) as database:
        before = database.execute(f"select * from iceberg_tables {chosen}", schemas).fetchall()
        yield
        with database:
            database.execute(f"delete from iceberg_tables {chosen}", schemas)
            places = ", ".join("?" * len(before[0]))
            database.executemany(f"insert into iceberg_tables values ({places})", before)
