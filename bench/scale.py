"""A stream of many tables on a cluster: what a change costs, reads, shuffles and writes, and a table costs anyway.

    make scale

A standalone cluster with two workers (tests/engines) runs a project with the settings of the target `cluster`. The
results are in bench/results/scale.json, and the tables of docs/targets/sizing.md are made from them.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import engines
import targets

from bench.contenders import Dbt
from bench.history import Batch, History
from bench.measure import Meter, descendants, peak_mb, seconds
from bench.report import table
from bench.scene import ROOT, Bench, Results, Scene, log

MEMORY = {"driver": "3g", "executor": "1536m", "worker": "2g"}
PARTITIONS = "4"  # two for each core of the executors
PAGE = ROOT / "docs" / "targets" / "sizing.md"
RESULTS = ROOT / "bench" / "results" / "scale.json"
WHO = "routed"
FEW = 25  # new rows of each table in a small batch
_DAY = 86_400


class ClusterMeter(Meter):
    """Measures work whose tasks run in executors, beside the driver that plans it."""

    def executors(self) -> list[int]:
        """Return the executors' processes."""
        found = []
        for name in os.listdir("/proc"):
            try:
                if name.isdigit() and b"CoarseGrainedExecutorBackend" in Path("/proc", name, "cmdline").read_bytes():
                    found.append(int(name))
            except OSError:  # it has ended
                continue
        return found

    def driver_cpu(self) -> float:
        """Return the CPU seconds of the driver's Java process so far."""
        return super().java_cpu()

    def java_cpu(self) -> float:
        """Return the CPU seconds of all Java processes so far."""
        return super().java_cpu() + sum(seconds(pid, with_ended_children=False) for pid in self.executors())

    def cpu(self) -> float:
        """Return the CPU seconds of all Java processes and the Python workers so far."""
        workers = [pid for executor in self.executors() for pid in descendants(executor)]
        return super().cpu() + sum(seconds(pid) for pid in workers)

    def executor_mb(self) -> float:
        """Return the largest resident memory that an executor has had."""
        return max((peak_mb(pid) for pid in self.executors()), default=0.0)

    def read_mb(self) -> float:
        """Return the megabytes that the executors have read so far, from files and from each other (proc(5), io)."""
        found = (re.findall(r"^rchar: (\d+)", Path(f"/proc/{pid}/io").read_text()) for pid in self.executors())
        return sum(int(count) for (count,) in found) / 1e6


def traffic(spark: Any, warehouse: Path) -> dict[str, float]:
    """Return the megabytes that tasks have shuffled, and that the tables' files take, of which no run removes any."""
    executors = spark._jsc.sc().statusStore().executorList(False)
    shuffled = sum(executors.apply(number).totalShuffleWrite() for number in range(executors.size()))
    files = sum(path.stat().st_size for path in warehouse.rglob("*") if path.is_file())
    return {"shuffled_mb": shuffled / 1e6, "written_mb": files / 1e6}


def _run(scene: Scene, batch: int, step: str, results: Results, number: int, meter: ClusterMeter) -> None:
    scene.land(batch)
    warehouse = scene.bench.home / "lake" / "warehouse"
    contender = scene.contenders[WHO]
    assert isinstance(contender, Dbt)
    before, driver, read = traffic(scene.spark, warehouse), meter.driver_cpu(), meter.read_mb()
    cost, more = contender.run(batch, batch)
    scene.read[WHO] = batch
    moved = {name: round(now - before[name], 1) for name, now in traffic(scene.spark, warehouse).items()}
    messages = scene.data.messages[batch] if step != "no new rows" else 0
    results.add(
        step, WHO, number, cost, messages=messages, mb=round(scene.data.bytes[batch] / 1e6, 1) if messages else 0,
        driver_cpu=round(meter.driver_cpu() - driver, 2), executor_mb=meter.executor_mb(),
        read_mb=round(meter.read_mb() - read, 1), **moved, **more,
    )  # fmt: skip


def measure(bench: Bench, tables: int, rows: int, changes: int, batches: int, rounds: int) -> None:
    """Load a snapshot and large batches, then small ones, then run without new rows; compare with the truth."""
    assert isinstance(bench.meter, ClusterMeter)
    small = Batch(FEW * tables, late=0.0, duplicates=0.0)
    history = History("scale", rows, (Batch(changes),) * batches + (small,) * rounds, tables=tables)
    results = bench.results("scale", (__doc__ or "").partition("\n")[0])
    scene = bench.scene(history, "debezium", (WHO,), "scale")
    steps = ["load", *["batch"] * batches, *["few rows"] * rounds]
    for batch, step in enumerate(steps):
        _run(scene, batch, step, results, steps[: batch + 1].count(step), bench.meter)
        if step != "few rows":
            scene.check(WHO, step, results, steps[: batch + 1].count(step))
    for number in range(1, rounds + 1):
        _run(scene, scene.read[WHO], "no new rows", results, number, bench.meter)
    scene.check(WHO, "no new rows", results, rounds)


@dataclass(frozen=True)
class Model:
    """What a change costs beyond what its table costs in each run, as CPU seconds and bytes."""

    tables: int
    measured: Sequence[Mapping[str, Any]]

    def _of(self, step: str, figure: str) -> float:
        found = [float(one[figure]) for one in self.measured if one["step"] == step]
        return statistics.median(found[1:] or found)  # the first one is Java's warming up

    def per_change(self, figure: str, step: str = "batch") -> float:
        """Return the figure of a change: what a large batch has more than a small one."""
        more = self._of(step, figure) - self._of("few rows", figure)
        return more / (self._of(step, "messages") - self._of("few rows", "messages"))

    def per_table(self, figure: str, step: str = "few rows") -> float:
        """Return the figure of a table in a run, whatever the number of its rows."""
        return self._of(step, figure) / self.tables

    def cores(self, changes: float, tables: int, runs: int) -> tuple[float, float]:
        """Return the cores of driver and executors that so many changes and runs a day keep busy, on average."""
        driver = changes * self.per_change("driver_cpu") + runs * tables * self.per_table("driver_cpu")
        whole = changes * self.per_change("cpu") + runs * tables * self.per_table("cpu")
        return driver / _DAY, (whole - driver) / _DAY


def _figures(model: Model) -> list[str]:
    rows = [
        (label, *(f"{model.per_change(figure, step) * 1e6:,.0f}" for step in ("batch", "load")))
        for label, figure in (
            ("CPU of driver and executors, microseconds", "cpu"),
            ("of it the driver's", "driver_cpu"),
            ("read by executors, bytes", "read_mb"),
            ("shuffled, bytes", "shuffled_mb"),
            ("written to tables, bytes", "written_mb"),
            ("the message itself, bytes", "mb"),
        )
    ]
    return table(("for each change", "of a batch", "of the first load"), rows)


def _fixed(model: Model) -> list[str]:
    figures = ("cpu", "driver_cpu", "wall")
    rows = [
        (step, *(f"{model.per_table(figure, step):.2f}" for figure in figures)) for step in ("few rows", "no new rows")
    ]
    return table(("for each table and run", "CPU s", "of it the driver's", "wall s"), rows)


def _memory(measured: Sequence[Mapping[str, Any]]) -> list[str]:
    figures = ("messages", "wall", "cpu", "rss_mb", "executor_mb")
    rows = [
        (f"{one['step']} {one['number']}", *(f"{one[figure]:,.0f}" for figure in figures))
        for one in measured
        if one["step"] in ("load", "batch")
    ]
    return table(("run", "messages", "wall s", "CPU s", "driver, peak MB", "executor, peak MB"), rows)


def _day(model: Model) -> list[str]:
    rows = []
    for runs in (24, 96, 288):
        driver, executors = model.cores(1e9, 1000, runs)
        rows.append((f"{runs}", f"{1e9 / runs / 1e6:,.1f}", f"{driver:,.1f}", f"{executors:,.1f}"))
    return table(("runs a day", "million changes of a run", "cores of drivers", "cores of executors"), rows)


def page(results: Mapping[str, Any], text: str) -> str:
    """Return the page with its tables, each below a comment with its name, made from the results."""
    model = Model(results["settings"]["tables"], results["measured"])
    made = {
        "changes": _figures(model), "tables": _fixed(model), "runs": _memory(results["measured"]), "day": _day(model),
    }  # fmt: skip
    for name, lines in made.items():
        before, mark, after = text.partition(f"<!-- {name} -->\n")
        text = before + mark + "\n".join(lines) + "\n" + re.sub(r"\A(\|.*\n)*\n?", "", after)
    return text


@contextmanager
def cluster(home: Path) -> Iterator[str]:
    """Set the environment of the target `cluster`, and yield its master."""
    with engines.cluster(MEMORY["worker"], quick=False) as master:
        variables = targets.cluster_variables(master, engines.Warehouse(home / "lake"))
        os.environ |= {name: value for name, value in variables.items() if name not in engines.QUICK}
        os.environ |= {
            "DBT_TARGET": "cluster",
            "SPARK_CDC_EXECUTOR_MEMORY": MEMORY["executor"],
            "SPARK_CDC_SHUFFLE_PARTITIONS": PARTITIONS,
        }
        yield master


def main() -> None:
    """Measure, and render the page."""
    parser = argparse.ArgumentParser(prog="bench.scale", description=__doc__)
    parser.add_argument("--page", action="store_true", help="only make the page's tables again from the results")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--rows", type=int, default=1_000_000, help="rows of the snapshot of all tables")
    parser.add_argument("--changes", type=int, default=2_000_000, help="changes of a large batch")
    parser.add_argument("--batches", type=int, default=5, help="large batches")
    parser.add_argument("--rounds", type=int, default=2, help="small batches, and runs without new rows")
    parser.add_argument(
        "--results", type=Path, default=RESULTS.parent, help="folder; another one leaves the page as it is"
    )
    given = parser.parse_args()
    if not given.page:
        home = ROOT / ".spark_cdc" / "scale"
        sizes = {name: getattr(given, name) for name in ("tables", "rows", "changes", "batches", "rounds")}
        with cluster(home) as master:
            bench = Bench(home, ROOT, MEMORY["driver"], given.results, {**sizes, "memory": MEMORY})
            bench.meter = ClusterMeter(bench.spark)
            log(f"Spark {bench.spark.version} has started on {master} in {bench.start_up['wall']} s")
            measure(bench, **sizes)
            bench.spark.stop()
    if given.results == RESULTS.parent:
        PAGE.write_text(page(json.loads(RESULTS.read_text()), PAGE.read_text()))
    log(f"results are in {given.results / RESULTS.name}")


if __name__ == "__main__":
    main()
