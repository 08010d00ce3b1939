"""The processes that are killed: a Java for Spark, and dbt processes that work in it, each on a lake of its own.

A Java costs seconds of CPU to start and as many to warm up, so dbt processes share one, as the tests' processes do. One
SIGKILL ends them all, and the Java: each waits at the point at which it is to be killed until the others have come to
theirs.
"""

from __future__ import annotations

import itertools
import os
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import project  # all that takes seconds to import comes before the processes are forked
import spark_process
from dbt.adapters.spark.session import Cursor
from dbt.contracts.graph.manifest import Manifest
from dbt_common.tests import enable_test_caching
from dbt_spark_cdc import races
from pyspark.sql import SparkSession

from soak.points import Kill, point_of

HOME = spark_process.HOME / "soak"
CLASSES = HOME / "classes.jsa"
SCHEMA = "soak"
# Java lives for a minute: one compiler, the simplest collector, and classes from an archive, if there is one.
SHORT_LIVED = (  # a folder may have a space
    f'-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto "-XX:SharedArchiveFile={CLASSES}"'
)
_EACH = "-XX:-UsePerfData -XX:ReservedCodeCacheSize=300m"
_POLL = 0.02  # seconds

enable_test_caching()  # dbt parses a macro once in a process and those that are forked from it


@dataclass(frozen=True)
class Work:
    """What a dbt process has to do. home: the lake; out: a folder for what this process writes beside it."""

    home: Path
    out: Path
    project: Path
    manifest: Path
    commands: tuple[tuple[str, tuple[str, ...]], ...]  # names and arguments
    threads: int
    kill: Kill

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.commands)

    def trace(self) -> list[tuple[str, str]]:
        """Return what the process wrote down: (command, name), (before, point), (after, point), (waits, point), and
        (lost, model) when a model is run again because another process won a race.
        """
        text = (self.out / "trace").read_text() if (self.out / "trace").exists() else ""
        lines = [line.split("\t") for line in text.splitlines() if line.count("\t") == 1]
        return [(what, name) for what, name in lines]

    def is_waiting(self) -> bool:
        return any(what == "waits" for what, _ in self.trace())


def settings(home: Path, java: str, memory: str) -> dict[str, str]:
    """Return the embedded target's settings with the lake in `home`, and options and memory of Java."""
    os.environ["SPARK_CDC_HOME"] = str(home)
    os.environ["SPARK_CDC_MEMORY"] = memory
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    conf = spark_process.settings_of(quick=False) | spark_process.INTERPRETED_SETTINGS
    # Jars on the class path of Java itself need no Ivy, and their classes can be archived. The folder may have more.
    packages = (package.split(":") for package in conf.pop("spark.jars.packages").split(",") if package)
    jars = [spark_process.HOME / f"ivy/jars/{group}_{name}-{version}.jar" for group, name, version in packages]
    conf["spark.driver.extraClassPath"] = ":".join(map(str, jars))
    tmp = home / "tmp"
    conf["spark.local.dir"] = str(tmp)
    conf["spark.driver.extraJavaOptions"] = f'{_EACH} "-Djava.io.tmpdir={tmp}" {java}'
    tmp.mkdir(exist_ok=True, parents=True)
    return conf


def _print_to(path: Path) -> None:
    output = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(output, 1)
    os.dup2(output, 2)


def host(home: Path) -> None:
    """Start a Java, write where it is to `home`/address, and wait for the SIGKILL, or for the end of the soak test."""
    os.setpgid(0, 0)
    server = os.getppid()  # the process from which this one is forked ends with the soak test
    home.mkdir(parents=True)
    _print_to(home / "output")
    spark = SparkSession.builder.config(map=settings(home, SHORT_LIVED, "1500m")).getOrCreate()
    spark_process.leave_out_checksums(spark)
    place = spark.sparkContext._gateway.java_parameters
    (home / "address.new").write_text(f"{place.port} {place.auth_token}")
    (home / "address.new").rename(home / "address")
    while os.getppid() == server:
        time.sleep(1)
    os.killpg(0, signal.SIGKILL)


def run(work: Work, group: int, address: tuple[int, str], go: Path) -> None:
    """Run commands in a host's Java; exit with the number of the first one that failed, counted from 1, else with 0.

    group: the process group of the host, which is killed as a whole. go: the file that lets go those that are to be
    killed while they work.
    """
    os.setpgid(0, group)
    work.out.mkdir(parents=True)
    _print_to(work.out / "output")
    spark = spark_process.session(work.home, address, quick=False)
    for name, value in spark_process.INTERPRETED_SETTINGS.items():
        spark.conf.set(name, value)
    begin = _watch(work, go)
    for number, (name, arguments) in enumerate(work.commands, 1):
        begin(name)
        threads = () if arguments[0] == "run-operation" else ("--threads", str(work.threads))
        try:
            project.run_dbt(work.project, work.out, SCHEMA, *arguments, *threads, manifest=manifest(work.manifest))
        except project.DbtFailed as error:
            print(f"{name}: {error}", file=sys.stderr, flush=True)
            os._exit(number)
    os._exit(0)


def _watch(work: Work, go: Path) -> Callable[[str], None]:
    """Have each statement that writes leave its name in the trace, and wait where the process is to be killed.

    Returns what to call with the name of each command when it begins. The second statement of a name in a command is
    called `<name> #2`.
    """
    trace = os.open(work.out / "trace", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    execute: Callable[..., Any] = Cursor.execute
    lock, waiting = threading.Lock(), threading.Event()
    counts: Counter[str] = Counter()
    numbers = itertools.count(1)

    def note(what: str, name: str) -> None:
        os.write(trace, f"{what}\t{name}\n".encode())

    def wait(point: str, until_go: bool) -> None:
        """Wait for the end, or for the file `go`; no other thread begins a statement meanwhile."""
        waiting.set()
        note("waits", point)
        while not (until_go and go.exists()):
            time.sleep(_POLL)
        waiting.clear()

    def watched(cursor: Any, sql: str, *parameters: Any) -> None:
        while waiting.is_set():
            time.sleep(_POLL)
        number = next(numbers)
        if work.kill == Kill(f"statement {number}", "anywhere"):
            wait(f"statement {number}", until_go=True)
        name = point_of(sql)
        if name is None:
            execute(cursor, sql, *parameters)
            return
        with lock:
            counts[name] += 1
            point = name if counts[name] == 1 else f"{name} #{counts[name]}"
        note("before", point)
        if work.kill in (Kill(point, "before"), Kill(point, "during")):
            wait(point, until_go=work.kill.side == "during")
        execute(cursor, sql, *parameters)
        note("after", point)
        if work.kill == Kill(point, "after"):
            wait(point, until_go=False)

    def lost(text: str) -> None:
        counts.clear()
        note("lost", text)

    def begin(name: str) -> None:
        counts.clear()
        note("command", name)

    Cursor.execute = watched
    races._log = lost
    return begin


def manifest(path: Path) -> Manifest:
    """Return a manifest as dbt keeps it from one parse to the next."""
    found: Manifest = Manifest.from_msgpack(path.read_bytes())
    found.build_flat_graph()
    return found
