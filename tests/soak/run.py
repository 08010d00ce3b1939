"""The soak test: lives of lakes whose dbt processes are killed, compared with the reference, until the time is over."""

from __future__ import annotations

import argparse
import contextlib
import json
import multiprocessing
import os
import random
import shutil
import signal
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import project as projects
import spark_process
from encoders import FORMATS
from histories import KEY, Format
from pyspark.sql import SparkSession
from test_histories import contract

from soak import process
from soak.lake import Lake, Wrong
from soak.life import APPENDS, LATENESS, Life
from soak.points import NEVER, SIDES, Coverage, Kill
from soak.process import HOME, SCHEMA, Work

BESIDE = (
    "states",
    "run",
    "replay",
    "trim",
    "purge",
)  # what a second process of a life does, none of which replaces a table
LEAST = 8  # kills of a life that the end of the time does not cut short
OTHERS = ("canal", "dts_avro", "lindorm", "shareplex")  # formats of which a run has one, beside Debezium
# The commands of a process, by name.
PLANS = (
    *[("states",)] * 4,
    *[("states", "trim"), ("states", "purge"), ("trim", "purge"), ("states", "maintain"), ("replay", "states")],
    *[("refresh of states", "states"), ("refresh",), ("run",), ("run",), ("build",)],
)


def _commands(models: Sequence[str], routed: bool) -> dict[str, tuple[str, ...]]:
    def operation(name: str, **arguments: Any) -> tuple[str, ...]:
        return "run-operation", name, "--args", json.dumps(arguments)

    retention = f"{LATENESS} hours"
    states = ("run", "--select", *(f"+{model}" for model in models))
    return {
        "run": ("run",),
        "build": ("build",),
        "first states": states,  # whose statements no later run has
        "states": states,
        "refresh": ("run", "--full-refresh"),
        "refresh of states": ("run", "--full-refresh", "--select", *(f"state_{model}" for model in models)),
        "trim": operation("cdc_trim", retention=retention, dry_run=False),
        "purge": operation("cdc_purge", retention=retention, dry_run=False),
        "maintain": operation("cdc_maintain", retention="0 seconds", dry_run=False),
        "replay": operation("cdc_replay", log="routed_shop" if routed else "changes_keyed"),
    }


@dataclass(frozen=True)
class Layout:
    """A dbt project of one format, parsed once for all its lives."""

    form: Format
    routed: bool
    path: Path
    manifest: Path

    @property
    def name(self) -> str:
        return f"{self.form.name}, {'routed' if self.routed else 'straight'}"

    @property
    def models(self) -> tuple[str, ...]:
        return ("keyed", "bags") if self.routed else ("keyed",)

    @classmethod
    def written(cls, folder: Path, name: str, routed: bool) -> Layout:
        """Write a project into `folder` and parse it."""
        form = next(form for form in FORMATS if form.name == name)
        made = projects.Project(folder / "p", SCHEMA, control=True)
        layout = cls(form, routed, made.path, folder / "manifest")
        made.stream("shop", {**form.stream, "lateness": f"{LATENESS} hours", "offsets": "sparse"}, routed)
        keyed = contract(form, "keyed", ("shard", *KEY), [f"app_{n}.orders" for n in range(8)])
        bags = contract(form, "bags", (), [f"app_{n}.visits" for n in range(8)])
        made.tables("shop", [keyed, bags][: len(layout.models)])
        states = ", ".join(f"ref('state_{model}')" for model in layout.models)
        made.model("cdc_events", f"cdc_events([{states}])")
        made.dbt("deps")
        layout.manifest.write_bytes(made.dbt("parse").to_msgpack())
        return layout


class One:
    """One life: what lands, which processes are killed meanwhile, and whether all is right in the end."""

    def __init__(self, spark: SparkSession, folder: Path, seed: int, layout: Layout) -> None:
        """Draw the life and make its lake."""
        self.seed, self.layout = seed, layout
        self.chance = random.Random(seed)
        self.life = Life.drawn(layout.form, seed, layout.models)
        self.lake = Lake(spark, folder / f"lake-{seed}", self.life, layout.routed)
        self.commands = _commands(layout.models, layout.routed)
        self.kills = self.works = 0
        self.history: list[str] = []  # what was run, for people

    def begin(self, coverage: Coverage) -> Work:
        """Land something, perhaps, and return the process that is to run and to be killed."""
        if not self.lake.landed or self.chance.random() < 0.8:  # a run without new rows writes little
            self.land()
        plan: tuple[str, ...] = self.chance.choice(PLANS)
        if not {f"state_{model}" for model in self.life.tables} <= set(self.lake.tables()):
            plan = ("first states",)
        return self.work(plan, coverage.next_kill(plan, self.chance))

    def beside(self, first: Work) -> Work | None:
        """Return a second process that is to run on the lake at the same time, now and then.

        Maintenance without retention removes the snapshots that the other one reads.
        """
        if self.lake.seen and "maintain" not in first.names and self.chance.random() < 0.3:
            return self.work((self.chance.choice(BESIDE),), NEVER)
        return None

    def work(self, plan: tuple[str, ...], kill: Kill) -> Work:
        """Return a process with these commands."""
        self.lake.trimmed |= bool({"trim", "purge"} & set(plan))
        self.works += 1
        return Work(
            home=self.lake.home,
            out=self.lake.home / f"process-{self.works}",
            project=self.layout.path,
            manifest=self.layout.manifest,
            commands=tuple((name, self.commands[name]) for name in plan),
            threads=self.chance.choice([1, 2]),
            kill=kill,
        )

    def land(self) -> None:
        if self.lake.land():
            self.history.append(f"append {self.lake.landed}")

    def took(self, work: Work, code: int, overlapped: bool = False) -> bool:
        """Check what a process left, which must have been killed or have succeeded; return whether the life goes on.

        overlapped: whether it was not alone. If it replaced a table, that may have fewer appends than before.
        """
        killed = code == -signal.SIGKILL
        self.kills += killed
        where = " ".join(work.trace()[-1:][0]) if work.trace() else "nothing written"
        self.history.append(f"{', '.join(work.names)}: {'killed' if killed else f'exit {code}'}; {where}")
        if code and not killed:
            raise Wrong(f"{work.names[code - 1]} failed:\n{(work.out / 'output').read_text()[-3000:]}")
        if overlapped:
            self.lake.reached.clear()
        self.lake.check()
        return self.lake.landed < APPENDS or self.kills < LEAST

    def end(self) -> None:
        """Land the rest and build undisturbed, with all tests: the tables are then the source's."""
        while self.lake.landed < APPENDS:
            self.land()
        os.environ["SPARK_CDC_HOME"] = str(self.lake.home)
        self.lake.activate()
        manifest = process.manifest(self.layout.manifest)
        projects.run_dbt(self.layout.path, self.lake.home / "end", SCHEMA, "build", manifest=manifest)
        self.lake.check()
        self.lake.check_end()
        shutil.rmtree(self.lake.home, ignore_errors=True)


class Host:
    """A Java in which dbt processes run until one SIGKILL ends all of them."""

    def __init__(self, forks: Any, home: Path) -> None:
        """Start it."""
        self.forks, self.home = forks, home
        self.process = forks.Process(target=process.host, args=(home,))
        self.process.start()

    def run(self, lives: Sequence[One], works: Sequence[Work], chance: random.Random, latest: float) -> list[int]:
        """Run dbt processes until each is done or waits for its end, and kill them; return their exit codes."""
        while not (self.home / "address").exists():
            if not self.process.is_alive():
                raise RuntimeError(f"Java did not start: {self.home / 'output'}")
            time.sleep(0.1)
        port, secret = (self.home / "address").read_text().split()
        group, go = self.process.pid, self.home / "go"
        running = [self.forks.Process(target=process.run, args=(w, group, (int(port), secret), go)) for w in works]
        for one in running:
            one.start()
        late = [life for life in lives if chance.random() < 0.3]  # for whom something lands while processes run
        while time.time() < latest:
            there = sum(work.is_waiting() or not one.is_alive() for work, one in zip(works, running, strict=True))
            if there == len(works):
                break
            if there >= len(works) / 3:
                while late:
                    late.pop().land()
            time.sleep(0.1)
        go.touch()
        time.sleep(chance.uniform(0, 1))
        os.killpg(group, signal.SIGKILL)
        for one in [*running, self.process]:
            one.join()
        shutil.rmtree(self.home, ignore_errors=True)
        return [one.exitcode for one in running]


class Soak:
    """The loop, and what it has done."""

    def __init__(self, folder: Path, seed: int) -> None:
        """Write the projects, and start a Spark that reads and a process from which others are forked."""
        self.folder, self.seed, self.began = folder, seed, time.time()
        self.chance = random.Random(seed)
        self.coverage = Coverage()
        self.counts: Counter[str] = Counter()
        wanted = [("debezium", True), ("debezium", False), (self.chance.choice(OTHERS), self.chance.random() < 0.7)]
        self.layouts: list[Layout] = []
        for number, (name, routed) in enumerate(wanted):
            self.layouts.append(Layout.written(folder / f"layout-{number}", name, routed))
            print(f"project of {self.layouts[-1].name}", flush=True)
        self.forks = multiprocessing.get_context("forkserver")
        self.forks.set_forkserver_preload(["soak.process"])
        self.forks.Process(target=time.sleep, args=(0,)).start()  # the server starts, as long as nothing is open here
        (folder / "reader" / "warehouse").mkdir(parents=True)
        java = spark_process.quick_start("2g")["spark.driver.extraJavaOptions"]
        if not process.CLASSES.exists():  # so that the next `make soak` starts twice as fast
            java += f' "-XX:ArchiveClassesAtExit={process.CLASSES}"'
        self.spark = SparkSession.builder.config(map=process.settings(folder / "reader", java, "2g")).getOrCreate()
        self.spark.sparkContext.setLogLevel("ERROR")
        spark_process.leave_out_checksums(self.spark)

    def until(self, deadline: float, lanes: int) -> None:
        """Have so many lives side by side until the time is over, and bring all that have begun to their end."""
        lives: list[One] = []
        host = Host(self.forks, self.folder / "host-0")
        while time.time() < deadline:
            while len(lives) < lanes:
                self.counts["begun"] += 1
                seed = self.seed * 1000 + self.counts["begun"]
                lives.append(One(self.spark, self.folder, seed, self.chance.choice(self.layouts)))
            works = [life.begin(self.coverage) for life in lives]
            beside = ((life, life.beside(work)) for life, work in zip(lives, works, strict=True))
            seconds = {life.seed: second for life, second in beside if second}
            codes = host.run(lives, [*works, *seconds.values()], self.chance, deadline)
            self.counts["Java"] += 1
            self.counts["seconds"] += len(seconds)
            second_codes = dict(zip(seconds, codes[len(works) :], strict=True))
            host = Host(self.forks, self.folder / f"host-{self.counts['Java']}")  # starts during the checks
            lives = [
                life
                for life, work, code in zip(lives, works, codes[: len(works)], strict=True)
                if self.goes_on(life, work, code, seconds.get(life.seed), second_codes.get(life.seed, 0))
            ]
        for life in lives:
            self.end(life)

    def goes_on(self, life: One, work: Work, code: int, second: Work | None, second_code: int) -> bool:
        """Count and check what a process did, and a second one beside it; return whether its life goes on."""
        trace = work.trace()
        self.counts["processes"] += 1
        command = ""
        for what, name in trace:
            command = name if what == "command" else command
            if what == "before":
                self.coverage.points.setdefault(command, set()).add(name)
        if code == -signal.SIGKILL:
            if work.is_waiting():
                self.coverage.killed[work.kill] += 1
            self.counts[work.kill.side if work.is_waiting() else "anywhere"] += 1
            self.counts["kills"] += 1
        try:
            if second:
                life.took(second, second_code, overlapped=True)
            if life.took(work, code, overlapped=bool(second)):
                return True
        except Exception as error:
            self.print_life(life, error)
        else:
            self.end(life)
        return False

    def end(self, life: One) -> None:
        try:
            life.end()
        except Exception as error:
            self.print_life(life, error)
        else:
            self.print_life(life)

    def print_life(self, life: One, error: Exception | None = None) -> None:
        """Print how a life ended; the lake of a wrong one stays."""
        counts = self.counts
        counts["lives"] += 1
        counts["wrong"] += error is not None
        counts["histories"] += sum(map(len, life.life.tables.values()))
        counts["changes"] += life.life.changes
        counts["landing rows"] += len(life.life.first(APPENDS))
        counts["snapshots"] += len(life.lake.seen)
        print(
            f"life {life.seed} ({life.layout.name}): {life.kills} kills, {life.life.changes} changes,"
            f" {len(life.lake.seen)} snapshots: {'WRONG' if error else 'right'}",
            flush=True,
        )
        if error:
            print("".join(traceback.format_exception(error)), "\n  ".join(["what was run:", *life.history]), sep="")
            print(f"its lake: {life.lake.home}", flush=True)

    def progress(self) -> str:
        counts = self.counts
        return (
            f"{(time.time() - self.began) / 60:.1f} minutes: {counts['lives']} lives ended, {counts['wrong']} of them"
            f" wrong; {counts['kills']} of {counts['processes']} processes killed, by {counts['Java']} kills of Java"
        )

    def report(self) -> str:
        """Return what has been done."""
        counts, missed = self.counts, self.coverage.missed()
        places = 3 * len(set().union(*self.coverage.points.values()))
        sides = ", ".join(f"{counts[side]} {side}" for side in SIDES)
        return "\n".join(
            [
                f"soak: seed {self.seed}, {self.progress()}",
                f"  {counts['histories']} histories, {counts['changes']} changes, {counts['landing rows']} messages;"
                f" {counts['snapshots']} snapshots of logs and states compared with the reference",
                f"  {counts['seconds']} second processes on a lake at the same time",
                f"  kills at a statement that writes: {sides}; at other moments: {counts['anywhere']}",
                f"  {places - len(missed)} of {places} places before, during and after a statement had a kill",
            ]
        )

    def close(self) -> None:
        """End every process that is left."""
        for left in multiprocessing.active_children():
            with contextlib.suppress(ProcessLookupError):
                os.killpg(left.pid or 0, signal.SIGKILL)
            left.kill()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the soak test as the command line says; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=int(time.time()) % 1_000_000)
    parser.add_argument("--lanes", type=int, default=6, help="lives side by side, whose processes share a Java")
    chosen = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # which ends the processes below as well
    print(f"soak: seed {chosen.seed}, {chosen.minutes:g} minutes", flush=True)
    HOME.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="run-", dir=HOME))
    soak, over = Soak(folder, chosen.seed), threading.Event()

    def tell_progress() -> None:
        while not over.wait(30):
            print(soak.progress(), flush=True)

    threading.Thread(target=tell_progress, daemon=True).start()
    try:
        soak.until(soak.began + 60 * chosen.minutes, chosen.lanes)
    finally:
        over.set()
        soak.close()
        print(soak.report(), flush=True)
    if not soak.counts["wrong"]:
        soak.spark.stop()
        shutil.rmtree(folder, ignore_errors=True)
    return int(bool(soak.counts["wrong"]))
