"""What the files of many small batches cost: the statements that a batch runs on log and state, without dbt.

    python -m bench.growth [batches] [every]

Two pairs of a log and a state grow side by side by the same batches; one of them is maintained after each `every`
batches by the procedures that cdc_maintain calls. What is printed is the mean CPU of the first ten batches and of the
last ten. The bench case `maintenance` measures whole runs of dbt instead, which takes many times as long.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from collections import defaultdict
from functools import partial
from pathlib import Path
from typing import Any

import jinja2
import yaml

from bench.measure import Meter

ROOT = Path(__file__).resolve().parents[1]
ROWS, BATCH, EDGE = 20_000, 200, 10
LABELS = ("without", "with")


def _session(home: Path) -> Any:
    from pyspark.sql import SparkSession

    os.environ |= {"SPARK_CDC_HOME": str(home), "PYSPARK_PYTHON": sys.executable}
    (home / "warehouse").mkdir()
    (home / "ivy").symlink_to((ROOT / ".spark_cdc" / "ivy").resolve())
    text = (ROOT / "profiles" / "profiles.yml").read_text()
    profile = yaml.safe_load(jinja2.Template(text).render(env_var=os.environ.get))
    settings = profile["spark_cdc"]["outputs"]["embedded"]["server_side_parameters"]
    spark = SparkSession.builder.config(map=settings).getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    return spark


def _options() -> str:
    """Return the package's own table properties of Iceberg (_table_options)."""
    text = (ROOT / "macros" / "platform" / "_table_options.sql").read_text()
    pairs = re.findall(r'"([a-z._-]+)": "([^"]+)",', text.split('"iceberg": {')[1].split("}")[0])
    return ", ".join(f"'{name}' = '{value}'" for name, value in pairs)


def _changes(batch: int, first: int, last: int) -> str:
    columns = ", ".join(f"xxhash64(id, {batch}, {n}) as v{n}" for n in range(8))
    keys = f"pmod(xxhash64(id, {batch}), {ROWS})" if batch else "id"
    return (
        f"select {keys} as id, {columns}, lpad(string({batch}L * 1000000 + id), 40, '0') as cdc_position,"
        f" {batch}L as cdc_batch, 'change' as cdc_class from range({first}, {last}, 1, 1)"
    )


def _merge(label: str, batch: int) -> str:
    newest = (
        f"select * except (cdc_number) from (select * except (cdc_class, cdc_batch), false as cdc_deleted,"
        f" row_number() over (partition by id order by cdc_position desc) as cdc_number"
        f" from {label}.log where cdc_batch = {batch}) where cdc_number = 1"
    )
    return (
        f"merge into {label}.state as t using ({newest}) as s on t.id = s.id"
        " when matched then update set * when not matched then insert *"
    )


def _run(spark: Any, sql: str) -> None:
    spark.sql(sql).collect()


def _maintain(spark: Any, table: str) -> None:
    options = "options => map('min-input-files', '5', 'delete-file-threshold', '5', 'remove-dangling-deletes', 'true')"
    spark.sql(f"call lake.system.rewrite_data_files(table => '{table}', {options})")
    spark.sql(f"call lake.system.rewrite_manifests(table => '{table}')")
    five_days_ago = "timestamp'" + str(spark.sql("select current_timestamp() - interval 5 days").first()[0]) + "'"
    spark.sql(f"call lake.system.expire_snapshots(table => '{table}', older_than => {five_days_ago})")


def main(batches: int = 200, every: int = 20) -> None:
    """Grow both pairs and print what the first and the last batches cost."""
    home = Path(tempfile.mkdtemp(prefix="growth-"))
    spark = _session(home)
    meter = Meter(spark)
    for label in LABELS:
        spark.sql(f"create schema {label}")
        log, state = f"{label}.log", f"{label}.state"
        spark.sql(
            f"create table {log} using iceberg partitioned by (cdc_class) tblproperties ({_options()})"
            f" as {_changes(0, 0, ROWS)}"
        )
        rows = f"select * except (cdc_class, cdc_batch), false as cdc_deleted from {log}"
        spark.sql(f"create table {state} using iceberg tblproperties ({_options()}) as {rows}")
    costs: dict[tuple[str, str, str], list[float]] = defaultdict(list)
    for batch in range(-4, batches + 1):  # the first ones warm Java up
        edge = "first" if 0 < batch <= EDGE else "last" if batch > batches - EDGE else ""
        for label in LABELS[:: 1 if batch % 2 else -1]:
            number = batch + 5
            append = f"insert into {label}.log by name {_changes(number, 0, BATCH)}"
            read = f"select sum(hash(*)) from {label}.state where not cdc_deleted"
            work = {"append": append, "merge": _merge(label, number), "read": read}
            for step, sql in work.items():
                if edge:
                    costs[step, label, edge].append(meter.of(partial(_run, spark, sql)).cpu)
                elif step != "read" or batch <= 0:
                    spark.sql(sql).collect()
        if batch > 0 and batch % every == 0 and batch < batches:
            for table in ("with.log", "with.state"):
                _maintain(spark, table)
        if batch % every == 0:
            print(f"batch {batch}", flush=True)
    for step in ("append", "merge", "read"):
        for label in LABELS:
            first, last = (sum(costs[step, label, edge]) / EDGE for edge in ("first", "last"))
            print(f"{step}, {label}: {first:.2f} s, {last:.2f} s, times {last / first:.2f}")
    for label in LABELS:
        for table in ("log", "state"):
            files = spark.sql(
                f"select count_if(content = 0), count_if(content <> 0) from {label}.{table}.files"
            ).first()
            manifests = spark.sql(f"select count(*) from {label}.{table}.manifests").first()[0]
            print(f"{label}.{table}: {files[0]} data files, {files[1]} of deletes, {manifests} manifests")
    spark.stop()
    shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
