"""A writer that changes a database all the time, and the messages that a connector would send of it, with a lag."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Mapping, Sequence
from typing import Any

from messages import event, landed
from servers import Server
from tables import image, literal, row

Values = dict[str, Any]
FIRST, LAST = 1, 20  # keys that the writer leaves alone


class Writer:
    """Changes the tables orders and codes, in one thread; `due` gives the messages whose time has come."""

    def __init__(self, server: Server, seed: int) -> None:
        """Fill the tables with rows, all of which are captured."""
        self.server = server
        self.random = random.Random(seed)
        self.orders: dict[int, Values] = {}
        self.codes: dict[str, Values] = {}
        self.sent: list[tuple[float, Values]] = []
        self.position = 0
        self.next_key = 1
        self.stopped = threading.Event()
        self.fault: Exception | None = None
        self.thread = threading.Thread(target=self._write, daemon=True)
        for _ in range(12):
            self._transact([self._new_order() for _ in range(50)])
        self._transact([self._code(text) for text in ("a", "A", "ä", "a b", "Z'", "z\\", "😀", "")])

    def start(self) -> None:
        self.thread.start()

    def stop(self) -> None:
        self.stopped.set()
        self.thread.join(timeout=60)
        if self.fault:
            raise self.fault

    def due(self, lag: float) -> list[Values]:
        """Take the messages that are older than `lag` seconds, as landing rows, in the order of the changes."""
        end = time.monotonic() - lag
        taken = [message for at, message in self.sent if at <= end]
        del self.sent[: len(taken)]
        return taken

    def update(self, key: int, values: Values) -> None:
        """Change some columns of an order, captured as everything else."""
        before = self.orders[key]
        self.orders[key] = {**before, **values}
        self._transact([("orders", "u", before, self.orders[key])])

    def _write(self) -> None:
        try:
            while not self.stopped.is_set():
                self._transact([self._change() for _ in range(self.random.randrange(1, 6))])
                time.sleep(0.05)
        except Exception as error:
            self.fault = error

    def _new_order(self) -> tuple[str, str, Values | None, Values | None]:
        key, self.next_key = self.next_key, self.next_key + self.random.choice((1, 1, 3))
        self.orders[key] = row(self.server.kind, self.random, key)
        return "orders", "c", None, self.orders[key]

    def _code(self, text: str) -> tuple[str, str, Values | None, Values | None]:
        before = self.codes.get(text)
        self.codes[text] = {"code": text, "n": self.random.randrange(1000)}
        return "codes", "u" if before else "c", before, self.codes[text]

    def _change(self) -> tuple[str, str, Values | None, Values | None]:
        kind = self.random.random()
        key = self.random.choice([key for key in self.orders if key > LAST])
        if kind < 0.3:
            return self._new_order()
        if kind < 0.5:
            return "orders", "d", self.orders.pop(key), None
        if kind < 0.6:
            return self._code(self.random.choice(["a", "ä", "new", f"k{self.random.randrange(50)}"]))
        if kind < 0.8:  # a few rows are late at every look
            key = [key for key in self.orders if key > LAST][self.random.randrange(5)]
        before = self.orders[key]
        self.orders[key] = {**row(self.server.kind, self.random, key), "due": before["due"]}
        return "orders", "u", before, self.orders[key]

    def _transact(self, changes: Sequence[tuple[str, str, Values | None, Values | None]]) -> None:
        """Make changes in one transaction, and note the message of each."""
        clock = {
            "postgresql": "select (extract(epoch from clock_timestamp()) * 1000)::bigint - 1;",
            "mariadb": "select cast(unix_timestamp(sysdate(3)) * 1000 as integer);",
        }[self.server.kind]
        statements = [self.sql(table, before, after) for table, _, before, after in changes]
        at = int(self.server.run("begin;\n" + clock + "\n" + "\n".join(statements) + "\ncommit;\n").strip())
        for table, op, before, after in changes:
            self.position += 1
            self.sent.append((time.monotonic(), self._message(at, table, op, before, after)))

    def _quoted(self, name: str) -> str:
        return f'"{name}"' if self.server.kind == "postgresql" else f"`{name}`"

    def sql(self, table: str, before: Values | None, after: Values | None) -> str:
        """Return the statement of a change. Run by itself, it is one that nothing captures."""
        kind, key = self.server.kind, "id" if table == "orders" else "code"
        rows = before or after or {}
        where = f"where {key} = {literal(kind, rows[key])}"
        if after is None:
            return f"delete from app.{table} {where};"
        if before is None:
            names = ", ".join(map(self._quoted, after))
            return f"insert into app.{table} ({names}) values ({', '.join(literal(kind, v) for v in after.values())});"
        parts = ", ".join(f"{self._quoted(name)} = {literal(kind, value)}" for name, value in after.items())
        return f"update app.{table} set {parts} {where};"

    def _message(self, at: int, table: str, op: str, before: Values | None, after: Values | None) -> Values:
        source: Mapping[str, Any] = {
            "postgresql": {"connector": "postgresql", "db": "postgres", "schema": "app", "lsn": self.position},
            "mariadb": {"connector": "mariadb", "db": "app", "file": "binlog.000001", "pos": self.position, "row": 0},
        }[self.server.kind]
        images = [None if values is None else self._image(table, values) for values in (before, after)]
        value = event(op, images[0], images[1], {**source, "table": table, "ts_ms": at})
        return landed(self.position, json.dumps(value))

    def _image(self, table: str, values: Values) -> Values:
        return image(self.server.kind, values) if table == "orders" else values
