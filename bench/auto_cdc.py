"""Spark's AUTO CDC (Declarative Pipelines), as the package index has it, on the same messages.

It needs a newer Spark than this project, so it runs in a virtual environment and in processes of its own: every update
of a pipeline starts a new Java process. An update without new rows shows what that costs. Where a table format is not
supported, the result is Spark's error.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

from bench import recipes
from bench.generate import DataSet, generate
from bench.history import Batch, History
from bench.measure import Cost, Ended, command
from bench.scene import ROOT, Bench, Results, log
from bench.truth import compare

SPARK = "4.2.1"
# For each table format: the jars, and the settings of a catalog that keeps tables between processes.
_DELTA = "io.delta:delta-spark_4.2_2.13:4.4.0"
_ICEBERG = "org.apache.iceberg:iceberg-spark-runtime-4.1_2.13:1.11.0"  # none for Spark 4.2 is released
FORMATS: dict[str, dict[str, str]] = {
    "iceberg": {
        "spark.jars.packages": _ICEBERG,
        "spark.sql.extensions": "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions",
        "spark.sql.catalog.lake": "org.apache.iceberg.spark.SparkCatalog",
        "spark.sql.catalog.lake.type": "hadoop",
        "spark.sql.catalog.lake.warehouse": "{home}/warehouse",
        "spark.sql.defaultCatalog": "lake",
    },
    "delta": {
        "spark.jars.packages": _DELTA,
        "spark.sql.extensions": "io.delta.sql.DeltaSparkSessionExtension",
        "spark.sql.catalog.spark_catalog": "org.apache.spark.sql.delta.catalog.DeltaCatalog",
        "spark.sql.catalogImplementation": "hive",
        "spark.hadoop.javax.jdo.option.ConnectionURL": "jdbc:derby:;databaseName={home}/metastore;create=true",
        "spark.sql.warehouse.dir": "{home}/warehouse",
    },
}
_PIPELINE = """\
from pyspark import pipelines as dp
from pyspark.sql import SparkSession

spark = SparkSession.active()


@dp.temporary_view
def changes():
    landed = spark.readStream.schema("value string").parquet({landing!r})
    return landed.selectExpr({parsed!r}).selectExpr(*{columns!r})


dp.create_streaming_table("orders", format={table_format!r})
dp.create_auto_cdc_flow(
    target="orders",
    source="changes",
    keys=["id"],
    sequence_by="lsn",
    apply_as_deletes="op = 'd'",
    except_column_list=["op"],
)
"""


def measure(bench: Bench, rows: int, batch: int, rounds: int, results: Results) -> None:
    """Measure the initial load and batches with each table format, or keep the error."""
    python = _environment()
    data = generate(History("auto_cdc", rows, (Batch(batch),) * rounds), "debezium", bench.home / "data")
    for table_format in FORMATS:
        pipeline = _Pipeline(bench, python, data, table_format)
        who = f"auto_cdc_{table_format}"
        for number in range(rounds + 1):
            step = "batch" if number else "load"
            cost, error = pipeline.update(number)
            if error:
                results.error(step, who, error)
                break
            results.add(step, who, max(1, number), cost, spark=SPARK)
            pipeline.check(step, who, number, results)
        else:
            cost, error = pipeline.update(rounds)
            results.add("no new rows", who, 1, cost, spark=SPARK)


def _environment() -> Path:
    """Return the Python of a virtual environment with that Spark, which is made if it is not there."""
    folder = ROOT / ".spark_cdc" / f"spark-{SPARK}"
    python = folder / "bin" / "python"
    if not (folder / "ready").exists():
        log(f"  installing Spark {SPARK} into an environment of its own")
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*install, f"pyspark[pipelines]=={SPARK}"], check=True)
        (folder / "ready").touch()
    return python


class _Pipeline:
    """A pipeline project of one table."""

    def __init__(self, bench: Bench, python: Path, data: DataSet, table_format: str) -> None:
        self.bench, self.python, self.data = bench, python, data
        self.home = bench.home / "auto_cdc" / table_format
        shutil.rmtree(self.home, ignore_errors=True)
        (self.home / "landing").mkdir(parents=True)
        self.settings = {name: value.format(home=self.home) for name, value in FORMATS[table_format].items()}
        source = _PIPELINE.format(
            landing=str(self.home / "landing"),
            parsed=recipes.parsed_message("full"),
            columns=recipes.message_columns(),
            table_format=table_format,
        )
        (self.home / "transformations").mkdir()
        (self.home / "transformations" / "orders.py").write_text(source)
        spec = {
            "name": "orders",
            "storage": f"file://{self.home}/storage",
            "database": "default",
            "libraries": [{"glob": {"include": "transformations/**"}}],
        }
        (self.home / "spark-pipeline.yml").write_text(json.dumps(spec))
        self._configure()

    def _configure(self) -> None:
        """Write the settings where every process of that Spark finds them."""
        common = {
            "spark.driver.memory": self.bench.settings["memory"],
            "spark.driver.host": "127.0.0.1",
            "spark.ui.enabled": "false",
            "spark.sql.session.timeZone": "UTC",
            "spark.sql.shuffle.partitions": "2",
            "spark.jars.ivy": str((self.bench.home / "lake" / "ivy").resolve()),
        }
        (self.home / "conf").mkdir()
        lines = [f"{name} {value}\n" for name, value in {**common, **self.settings}.items()]
        (self.home / "conf" / "spark-defaults.conf").write_text("".join(lines))

    def _run(self, name: str, *words: str) -> Ended:
        """Run a command of that Spark."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("SPARK_", "PYSPARK_"))}
        environment |= {"PYSPARK_PYTHON": str(self.python), "PYTHONPATH": "", "SPARK_CONF_DIR": str(self.home / "conf")}
        return command([str(self.python.parent / name), *words], self.home, environment)

    def update(self, batch: int) -> tuple[Cost, str]:
        """Land a batch and update the pipeline; return the cost of all its processes, and its error."""
        target = self.home / "landing" / f"{batch}.parquet"
        if not target.exists():
            shutil.copy(self.data.landing(batch), target)
        ended = self._run("spark-pipelines", "run")
        (self.home / f"update_{batch}.log").write_text(ended.output)
        return ended.cost, "" if ended.code == 0 else _error(ended.output)

    def check(self, step: str, who: str, batch: int, results: Results) -> None:
        """Compare the table with the truth; that Spark writes it out as Parquet for this one."""
        copy = self.home / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        ended = self._run("spark-sql", "-e", f"insert overwrite directory '{copy}' using parquet select * from orders")
        if ended.code != 0:
            results.error(f"{step}, reading the table", who, _error(ended.output))
            return
        verdict = compare(self.bench.spark, f"parquet.`{copy}`", self.data.truth(batch))
        results.check(step, who, max(1, batch), **asdict(verdict))


def _error(output: str) -> str:
    """Return the lines that describe the error."""
    lines = [line.strip() for line in output.splitlines()]
    telling = [line for line in lines if "Exception" in line or line.startswith("details =")]
    return "\n".join(dict.fromkeys(line[:1000] for line in telling[:4] or lines[-6:]))
