"""The command: runs the selected cases in one process and renders the report."""

from __future__ import annotations

import argparse
import dataclasses
import os
import sys
from pathlib import Path

from bench.cases import CASES, DEFAULT, SIZES, Stage, run, warm_up
from bench.report import render
from bench.scene import ROOT, Bench, log


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument(
        "cases", nargs="*", metavar="CASE", help=f"of {', '.join(CASES)}; by default {', '.join(DEFAULT)}"
    )
    parser.add_argument("--size", choices=SIZES, default="full")
    parser.add_argument("--rows", type=int, help="rows of the main table, instead of the size's")
    parser.add_argument("--batch", type=int, help="changes of a batch, instead of the size's")
    parser.add_argument("--rounds", type=int, help="how many batches are measured, instead of the size's")
    parser.add_argument("--memory", default="6g", help="memory of Spark (%(default)s)")
    parser.add_argument("--cold", action="store_true", help="leave the warm-up out, to try a case quickly")
    parser.add_argument("--package", type=Path, default=ROOT, help="the checkout that is measured; by default this one")
    parser.add_argument("--home", type=Path, default=ROOT / ".spark_cdc" / "bench", help="folder of data and tables")
    parser.add_argument("--results", type=Path, help="folder of the results; of a full run bench/results")
    found = parser.parse_args()
    unknown = set(found.cases) - set(CASES)
    if unknown:
        parser.error(f"unknown case {', '.join(sorted(unknown))}; expected {', '.join(CASES)}")
    return found


def main() -> None:
    """Run the benchmark."""
    given = _arguments()
    sizes = {name: getattr(given, name) for name in ("rows", "batch", "rounds") if getattr(given, name)}
    size = dataclasses.replace(SIZES[given.size], **sizes)
    package = given.package.resolve()
    # The package's functions are those of the checkout that is measured, in this process and in Spark's workers.
    sys.path.insert(0, str(package / "udfs"))
    inherited = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join([str(package / "udfs"), *([inherited] if inherited else [])])
    is_full = given.size == "full" and not sizes
    home = given.home.resolve()
    results = given.results or (ROOT / "bench" / "results" if is_full else home / "results" / given.size)
    settings = {"size": given.size, **dataclasses.asdict(size), "memory": given.memory, "cold": given.cold}
    bench = Bench(home, package, given.memory, results, settings)
    log(f"Spark {bench.spark.version} has started in {bench.start_up['wall']} s")
    stage = Stage(bench, size, given.cases or list(DEFAULT))
    if not given.cold:
        warm_up(stage)
    run(stage)
    bench.spark.stop()
    page = ROOT / "docs" if is_full else results
    render(results, page)
    log(f"results are in {results}, the report is {page / 'benchmark.md'}")
