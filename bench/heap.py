"""Whether the demo, and a project that adopts the package, run in 2 GB of heap: each in processes of its own."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow.parquet as pq

from bench import measure
from bench.generate import generate
from bench.history import Batch, History
from bench.measure import Cost
from bench.scene import ROOT, Bench

HEAP = "2g"
_DBT = (sys.executable, "-m", "dbt.cli.main")


@dataclass
class Outcome:
    """What it cost, and the error if it failed."""

    cost: Cost = field(default_factory=Cost)
    error: str = ""


def _run(commands: Sequence[Sequence[str]], folder: Path, environment: Mapping[str, str]) -> Outcome:
    """Run commands one after the other, until one fails."""
    done = Outcome()
    for words in commands:
        ended = measure.command(words, folder, {**os.environ, **environment})
        done.cost += ended.cost
        if ended.code != 0:
            done.error = f"{' '.join(words[3:])} ended with {ended.code}: {ended.output[-1500:]}"
            break
    return done


def _environment(home: Path) -> dict[str, str]:
    home.mkdir(parents=True)
    (home / "ivy").symlink_to((ROOT / ".spark_cdc" / "ivy").resolve())
    return {"SPARK_CDC_HOME": str(home), "SPARK_CDC_MEMORY": HEAP, "SPARK_CDC_SCHEMA": "cdc"}


def demo(bench: Bench) -> Outcome:
    """Build the samples, as `make demo` does."""
    folder = _empty(bench.home / "demo")
    where = ["--project-dir", str(bench.package / "examples"), "--profiles-dir", str(bench.profiles)]
    where += ["--target-path", str(folder / "target"), "--log-path", str(folder / "logs")]
    return _run([[*_DBT, "build", *where]], folder, _environment(folder / "lake"))


def adoption(bench: Bench) -> Outcome:
    """Land a file of messages, have models and contracts proposed, and build them, as the README's steps say."""
    folder = _empty(bench.home / "adoption")
    data = generate(History("adoption", 10_000, (Batch(1_000),)), "debezium", bench.home / "data")
    messages = pq.read_table(data.landing(0), columns=["value"])["value"].to_pylist()
    (folder / "messages.jsonl").write_text("\n".join(messages) + "\n")
    (folder / "packages.yml").write_text(f"packages:\n  - local: {bench.package}\n")
    (folder / "dbt_project.yml").write_text(_PROJECT)
    land = "{table: shop_landing.shop, path: messages.jsonl, lines: values}"
    source = "{source: landing.shop, declare: {schema: shop_landing, format: debezium}}"
    profiles = ["--profiles-dir", "dbt_packages/spark_cdc/profiles"]
    commands = [
        [*_DBT, "deps"],
        [*_DBT, "run-operation", "cdc_init", *profiles, "--args", source],
        [*_DBT, "run-operation", "cdc_land", "--args", land],
        [*_DBT, "run-operation", "cdc_scaffold", "--args", "{source: landing.shop}"],
        [*_DBT, "build"],
    ]
    return _run(commands, folder, _environment(folder / "lake"))


_PROJECT = """\
name: shop
version: 1.0.0
config-version: 2
profile: spark_cdc
"""


def _empty(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder
