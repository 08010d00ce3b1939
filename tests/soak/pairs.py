"""Pairs of dbt processes that work on one lake at the same time, none of which is killed."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import project as projects
from pyspark.sql import SparkSession

from soak import process
from soak.lake import Wrong
from soak.life import APPENDS
from soak.points import NEVER, Kill
from soak.process import SCHEMA, Work
from soak.run import Layout, One

# Where a process may be held until the other one has ended: its next statement knows only what was there before.
WRITES = (
    "{log}: insert {log}",
    "{log}: alter {log} (cdc.snapshot)",
    "state_keyed: merge state_keyed",
    "state_keyed: create state_keyed",
    "state_keyed: alter state_keyed (cdc.applied_batch)",
)
STATEMENTS = 30
OTHERS = (("states",), ("states",), ("run",), ("refresh",), ("replay", "states"), ("trim",), ("purge",), ("maintain",))
# A log has a landing row more than once only if it is replayed.
_TWICE = """
select {columns} from {schema}.{log} where cdc_class not in ('quarantined', 'replay', 'trimmed')
group by {columns} having count(*) > 1
"""


class Pairs(One):
    """A life whose processes come in pairs."""

    def __init__(self, spark: SparkSession, folder: Path, seed: int, layout: Layout, forks: Any) -> None:
        """Draw the life and make its lake. forks: the context of multiprocessing that starts the processes."""
        super().__init__(spark, folder, seed, layout)
        gateway: Any = spark.sparkContext._gateway
        self.address = (gateway.java_parameters.port, gateway.java_parameters.auth_token)
        self.forks = forks
        # Its default keeps the snapshots that a running statement reads.
        self.commands["maintain"] = ("run-operation", "cdc_maintain", "--args", '{"dry_run": false}')
        self.lost: list[str] = []  # the races that were lost and tried again

    def place(self) -> Kill:
        """Choose where a process is held: before a statement that writes, or before any other one."""
        if self.chance.random() < 0.3:
            return Kill(f"statement {self.chance.randrange(1, STATEMENTS)}", "anywhere")
        log = self.chance.choice(sorted(self.lake.logs))
        return Kill(self.chance.choice(WRITES).format(log=log), "during")

    def start(self, work: Work, go: Path) -> Any:
        started = self.forks.Process(target=process.run, args=(work, 0, self.address, go))
        started.start()
        return started

    def pair(self) -> None:
        """Land something, run two processes, one of them perhaps held until the other has ended, and check."""
        self.land()
        is_first = not self.lake.tables()
        one = ("states",) if is_first or self.chance.random() < 0.7 else self.chance.choice(OTHERS)
        other = ("states",) if is_first else self.chance.choice(OTHERS)
        if self.chance.random() < 0.5:
            one, other = other, one
        works = [self.work(one, NEVER), self.work(other, NEVER)]
        go = self.lake.home / f"go-{len(self.history)}"
        held = self.chance.random() < 0.6
        if held:
            works[0] = replace(works[0], kill=self.place())
        lands = self.chance.random() < 0.4
        running = [self.start(works[0], go)]
        if held:
            while running[0].is_alive() and not works[0].is_waiting():
                time.sleep(0.05)
        else:
            time.sleep(self.chance.uniform(0, 3))
        if lands and not is_first:
            self.land()
        running.append(self.start(works[1], go))
        running[1].join()
        go.touch()
        running[0].join()
        place = f"held at {works[0].kill.point}" if held else "at a random offset"
        self.history.append(f"{' + '.join(one)}, {place}, beside {' + '.join(other)}")
        print(f"pair: {self.history[-1]}", flush=True)
        for work, ended in zip(works, running, strict=True):
            output = (work.out / "output").read_text()
            if ended.exitcode:
                output = "\n".join(line for line in output.splitlines() if not line.lstrip().startswith(("at ", "...")))
                raise Wrong(f"{work.names} failed ({self.history[-1]}):\n{output[-3000:]}")
            self.lost += [text for what, text in work.trace() if what == "lost"]
        self.check()

    def check(self) -> None:
        """Every snapshot of a log or a state is right, though a table that is replaced may have fewer appends."""
        self.lake.reached = Counter()
        self.lake.check()
        for log in self.lake.logs:
            if log in self.lake.tables():
                columns = "cdc_topic, cdc_partition, cdc_offset, cdc_copy"
                if log.startswith("changes_"):
                    columns += ", cdc_position, cdc_image"
                twice = self.lake.spark.sql(_TWICE.format(columns=columns, schema=SCHEMA, log=log)).count()
                if twice:
                    raise Wrong(f"{log} has {twice} landing rows twice")

    def pairs(self, most: int = APPENDS) -> int:
        """Run pairs until everything has landed, or `most`; then build undisturbed, with all tests. Return how many."""
        count = 0
        while self.lake.landed < APPENDS and count < most:
            self.pair()
            count += 1
        self.finish()
        print(f"life {self.seed}: {count} pairs, {len(self.lost)} races lost:", *self.lost, sep="\n  ", flush=True)
        return count

    def finish(self) -> None:
        """Build undisturbed, with all tests: the tables are then the source's."""
        self.lake.activate()
        while self.lake.landed < APPENDS:
            self.land()
        manifest = process.manifest(self.layout.manifest)
        projects.run_dbt(self.layout.path, self.lake.home / "end", SCHEMA, "build", manifest=manifest)
        self.check()
        self.lake.check_end()
