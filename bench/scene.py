"""A data set on its way into the tables of some contenders, batch by batch, and what each batch cost them."""

from __future__ import annotations

import datetime
import json
import os
import platform
import shutil
import subprocess
import sys
import time
import timeit
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from bench.contenders import Contender, Dbt, Floor, Logged, Package, Recipe, Stock
from bench.generate import DataSet, generate
from bench.history import History
from bench.measure import Cost, Meter
from bench.projects import Project
from bench.truth import compare

ROOT = Path(__file__).resolve().parents[1]
_KINDS: Mapping[str, type[Contender]] = {
    "floor": Floor, "from_json": Recipe, "get_json_object": Recipe, "stock": Stock, "logged": Logged,
    "straight": Package, "routed": Package,
}  # fmt: skip


def log(message: str) -> None:
    """Print a line with the time."""
    print(f"{time.strftime('%H:%M:%S')} {message}", flush=True)


@dataclass
class Results:
    """What a case measured, written to its file after every measurement."""

    path: Path
    header: Mapping[str, Any]
    measured: list[dict[str, Any]] = field(default_factory=list)
    checks: list[dict[str, Any]] = field(default_factory=list)
    errors: list[dict[str, Any]] = field(default_factory=list)

    def _save(self) -> None:
        parts = [f" {json.dumps(name)}: {json.dumps(value, indent=1)}" for name, value in self.header.items()]
        for name, rows in (("measured", self.measured), ("checks", self.checks), ("errors", self.errors)):
            lines = ",\n".join(f"  {json.dumps(row)}" for row in rows)  # one line for each
            parts.append(f" {json.dumps(name)}: [\n{lines}\n ]")
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text("{\n" + ",\n".join(parts) + "\n}\n")

    def add(self, step: str, who: str, number: int, cost: Cost, **more: Any) -> None:
        """Keep a measurement: the number-th of this step and contender."""
        figures = {name: round(value, 2) for name, value in asdict(cost).items()}
        self.measured.append({"step": step, "who": who, "number": number, **figures, **more})
        times = f"cpu {cost.cpu:.1f} s, own {cost.own:.1f} s, wall {cost.wall:.1f} s, {cost.rss_mb:.0f} MB"
        log(f"  {step} {number} {who}: {times}")
        self._save()

    def check(self, step: str, who: str, number: int, **verdict: Any) -> None:
        """Keep what a comparison with the truth found."""
        self.checks.append({"step": step, "who": who, "number": number, **verdict})
        if any(verdict[name] for name in ("missing", "extra", "different")):
            log(f"  {step} {number} {who}: WRONG {verdict}")
        self._save()

    def error(self, step: str, who: str, message: str) -> None:
        """Keep an error; the case goes on without this contender."""
        self.errors.append({"step": step, "who": who, "message": message[:4000]})
        log(f"  {step} {who}: FAILED {message[:500]}")
        self._save()


class Bench:
    """The one Spark session, the folders and the settings of a run."""

    def __init__(self, home: Path, package: Path, memory: str, results: Path, settings: Mapping[str, Any]) -> None:
        """Start Spark as dbt does; tables of an earlier run go."""
        self.home, self.package, self.results_folder, self.settings = home, package, results, settings
        lake = home / "lake"
        shutil.rmtree(lake, ignore_errors=True)
        shutil.rmtree(home / "projects", ignore_errors=True)
        lake.mkdir(parents=True)
        (lake / "ivy").symlink_to((ROOT / ".spark_cdc" / "ivy").resolve())
        os.environ |= {
            "SPARK_CDC_HOME": str(lake),
            "SPARK_CDC_MEMORY": memory,
            "DBT_SEND_ANONYMOUS_USAGE_STATS": "false",
        }
        os.environ["PYSPARK_PYTHON"] = sys.executable
        self.profiles = package / "profiles"
        self.spark: Any = None
        self.start_up = self._start()
        self.meter = Meter(self.spark)
        self.start_up["cpu"] = round(self.meter.cpu(), 2)

    def _start(self) -> dict[str, float]:
        project = Project(self.home / "projects" / "boot", "boot", self.profiles)
        project.write(
            "dbt_project.yml", {"name": "boot", "version": "1.0.0", "config-version": 2, "profile": "spark_cdc"}
        )
        project.write("macros/start.sql", "{% macro start() %}{% do run_query('select 1') %}{% endmacro %}\n")
        begun, own = time.perf_counter(), time.process_time()
        project.dbt("run-operation", "start")
        from pyspark.sql import SparkSession

        self.spark = SparkSession.builder.getOrCreate()
        return {"wall": round(time.perf_counter() - begun, 2), "own": round(time.process_time() - own, 2)}

    def results(self, case: str, about: str) -> Results:
        """Return the results of a case, empty."""
        names = ("dbt-core", "dbt-spark", "pyspark", "pyarrow", "numpy")
        java = self.spark._jvm.java.lang.System.getProperty("java.version")
        settings = {name: self.spark.conf.get(name, None) for name in _SETTINGS}
        header = {
            "case": case,
            "about": about,
            "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
            "commit": _git(self.package, "rev-parse", "HEAD"),
            "is_clean": not _git(self.package, "status", "--porcelain", "--", "macros", "models", "udfs", "profiles"),
            "versions": {**{name: version(name) for name in names}, "python": platform.python_version(), "java": java},
            "machine": _machine(),
            "settings": {**self.settings, "spark": settings},
            "start_up": self.start_up,
        }
        return Results(self.results_folder / f"{case}.json", header)

    def scene(self, history: History, format_name: str, who: Sequence[str], name: str) -> Scene:
        """Return the scene, whose schemas begin with `name`, of a data set, which is made if it is not there."""
        log(f"making {history.name} in {format_name}")
        data = generate(history, format_name, self.home / "data")
        return Scene(self, name, data, who)


_SETTINGS = (
    "spark.master", "spark.driver.memory", "spark.sql.shuffle.partitions", "spark.sql.adaptive.enabled",
    "spark.sql.ansi.enabled", "spark.jars.packages",
)  # fmt: skip


def _git(folder: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=False).stdout.strip()


def _machine() -> dict[str, Any]:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    models = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
    processor = models[0].partition(":")[2].strip() if models else platform.machine()
    speed = round(timeit.timeit("x += 1", "x = 0", number=10_000_000), 2)  # differs by the day, for others use it, too
    return {
        "cores": os.cpu_count(), "memory_gb": round(memory), "processor": processor, "system": platform.system(),
        "additions_s": speed,
    }  # fmt: skip


class Scene:
    """A landing table and the contenders that read it."""

    def __init__(self, bench: Bench, name: str, data: DataSet, who: Sequence[str]) -> None:
        """Make the landing table, empty, and the contenders' projects."""
        self.bench, self.name, self.data = bench, name, data
        self.spark, self.landing = bench.spark, f"{name}_landing.stream"
        value = "binary" if data.format.is_binary else "string"
        self.spark.sql(f"create schema {name}_landing")
        self.spark.sql(
            f"create table {self.landing} (topic string, partition int, `offset` bigint, `timestamp` timestamp, "
            f"key string, value {value}, headers string) using iceberg"
        )
        self.contenders = {one: self._contender(one) for one in who}
        self.landed = -1
        self.read = dict.fromkeys(who, -1)  # the last batch that each has read

    def _contender(self, who: str) -> Contender:
        made = _KINDS[who](who, self.spark, self.bench.meter, self.data, self.landing, self.name)
        folder = self.bench.home / "projects" / f"{self.name}_{who}"
        if isinstance(made, Stock):
            made.write(folder, self.bench.profiles)
        elif isinstance(made, Package):
            made.write(folder, self.bench.profiles, self.bench.package)
        return made

    def land(self, batch: int) -> None:
        """Append batches to the landing table up to this one."""
        for number in range(self.landed + 1, batch + 1):
            self.spark.read.parquet(self.data.landing(number)).writeTo(self.landing).append()
            self.landed = number

    def advance(self, batch: int, who: Sequence[str] | None = None) -> None:
        """Have contenders read up to this batch, unmeasured, one batch at a time."""
        names = [name for name in who or list(self.contenders) if name in self.contenders]
        for number in range(min((self.read[name] for name in names), default=batch) + 1, batch + 1):
            log(f"  {self.name}: batch {number}, unmeasured")
            self.round(number, who=names)

    def round(
        self,
        batch: int,
        step: str = "",
        results: Results | None = None,
        number: int = 1,
        who: Sequence[str] | None = None,
    ) -> None:
        """Land a batch and have the contenders read it, each time another one first; then compare their tables."""
        self.land(batch)
        names = [name for name in who or list(self.contenders) if name in self.contenders and self.read[name] < batch]
        shift = number % max(1, len(names))
        for name in names[shift:] + names[:shift]:
            self._attempt(step or "advance", name, results, partial(self._read, name, batch, step, results, number))
        for name in names:
            if results and name in self.contenders:
                self._attempt(step, name, results, partial(self.check, name, step, results, number))

    def _read(self, name: str, batch: int, step: str, results: Results | None, number: int) -> None:
        cost, more = self.contenders[name].run(self.read[name] + 1, batch)
        self.read[name] = batch
        if results:
            megabytes = self.data.bytes[batch] / 1e6
            sizes = {"messages": self.data.messages[batch], "mb": round(megabytes, 1)}
            results.add(step, name, number, cost, **sizes, cpu_per_mb=round(cost.cpu / megabytes, 3), **more)

    def _attempt(self, step: str, name: str, results: Results | None, work: Callable[[], None]) -> None:
        """Do something for a contender; one that fails is out, and the others go on."""
        try:
            work()
        except Exception as error:
            if results is None:
                raise
            traceback.print_exc()
            results.error(step, name, f"{type(error).__name__}: {error}")
            del self.contenders[name], self.read[name]

    def again(self, step: str, results: Results, number: int, who: Sequence[str]) -> None:
        """Run contenders although nothing has landed since they ran."""
        for name in who:
            if name in self.contenders:
                cost, more = self.contenders[name].run(self.read[name], self.read[name])
                results.add(step, name, number, cost, **more)

    def command(self, name: str, step: str, results: Results, number: int, *words: str) -> None:
        """Measure a dbt command of a contender."""
        contender = self.contenders.get(name)
        if isinstance(contender, Dbt):
            cost, more = contender.command(*words)
            results.add(step, name, number, cost, **more)

    def check(self, name: str, step: str, results: Results, number: int) -> None:
        """Compare a contender's table with the truth of the batch that it has read."""
        relations = self.contenders[name].relations
        relation = relations[0]
        if len(relations) > 1:
            relation = f"({' union all '.join(f'select * from {one}' for one in relations)})"
        verdict = compare(self.spark, relation, self.data.truth(self.read[name]))
        results.check(step, name, number, **asdict(verdict))

    def drop(self) -> None:
        """Remove all tables, so that they take no room."""
        for schema in [f"{self.name}_landing", *(one.schema for one in self.contenders.values())]:
            for row in self.spark.sql(f"show views in {schema}").collect():
                self.spark.sql(f"drop view if exists {schema}.{row.viewName}")
            for row in self.spark.sql(f"show tables in {schema}").collect():
                self.spark.sql(f"drop table if exists {schema}.{row.tableName} purge")
            self.spark.sql(f"drop schema {schema}")
