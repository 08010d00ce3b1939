"""What the files of many small batches cost: the statements that a batch runs on log and state, without dbt.

    python -m bench.growth [batches] [every]

Two pairs of a log and a state grow side by side by the same batches; one of them is maintained after each `every`
batches by the procedures that cdc_maintain calls. What is printed is the mean CPU of the last ten batches of each, and
of the second ten of a fresh pair, which are run in turn with them. The bench case `maintenance` measures whole runs of
dbt instead, which takes many times as long.
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

from dbt_spark_cdc.profile import spark_settings

from bench.measure import Meter

ROOT = Path(__file__).resolve().parents[1]
ROWS, BATCH, EDGE = 20_000, 200, 10
GROWN = ("without", "with")


def _session(home: Path) -> Any:
    from pyspark.sql import SparkSession

    os.environ |= {"SPARK_CDC_HOME": str(home), "PYSPARK_PYTHON": sys.executable}
    (home / "warehouse").mkdir()
    (home / "ivy").symlink_to((ROOT / ".spark_cdc" / "ivy").resolve())
    settings = spark_settings(ROOT / "profiles" / "profiles.yml")
    spark = SparkSession.builder.config(map=settings).getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    return spark


def _options() -> str:
    """Return the package's own table properties of Iceberg (iceberg__properties)."""
    text = (ROOT / "macros" / "tables" / "iceberg" / "iceberg__properties.sql").read_text()
    pairs = re.findall(r'"([a-z._-]+)": "([^"]+)",', text)
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


def _make(spark: Any, label: str) -> None:
    spark.sql(f"create schema {label}")
    partitioned = f"using iceberg partitioned by (cdc_class) tblproperties ({_options()})"
    spark.sql(f"create table {label}.log {partitioned} as {_changes(0, 0, ROWS)}")
    rows = f"select * except (cdc_class, cdc_batch), false as cdc_deleted from {label}.log"
    spark.sql(f"create table {label}.state using iceberg tblproperties ({_options()}) as {rows}")


def main(batches: int = 200, every: int = 20) -> None:
    """Grow both pairs, at the end beside a fresh one, and print what the last ten batches of each cost."""
    home = Path(tempfile.mkdtemp(prefix="growth-"))
    spark = _session(home)
    meter = Meter(spark)
    costs: dict[tuple[str, str], list[float]] = defaultdict(list)

    def advance(label: str, batch: int, measured: bool) -> None:
        statements = {
            "append": f"insert into {label}.log by name {_changes(batch, 0, BATCH)}",
            "merge": _merge(label, batch),
            "read": f"select sum(hash(*)) from {label}.state where not cdc_deleted",
        }
        for step, sql in statements.items():
            if measured:
                costs[step, label].append(meter.of(partial(_run, spark, sql)).cpu)
            elif step != "read":
                _run(spark, sql)

    for label in GROWN:
        _make(spark, label)
    started = dict.fromkeys(GROWN, 0)  # after which batch each pair was made
    for batch in range(1, batches + 1):
        if batch == batches - 2 * EDGE + 1:  # only now, when Java has compiled as much as for the others
            _make(spark, "fresh")
            started["fresh"] = batch - 1
        for label in list(started)[:: 1 if batch % 2 else -1]:
            advance(label, batch - started[label], batch > batches - EDGE)
        if batch % every == 0 and batch < batches:
            for table in ("with.log", "with.state"):
                _maintain(spark, table)
            print(f"batch {batch}", flush=True)
    for (step, label), found in sorted(costs.items()):
        times = sum(found) / sum(costs[step, "fresh"])
        print(f"{step}, {label}: {sum(found) / EDGE:.2f} s, {times:.2f} times one after ten batches")
    for label in GROWN:
        for table in ("log", "state"):
            counts = "count_if(content = 0), count_if(content <> 0)"
            files = spark.sql(f"select {counts} from {label}.{table}.files").first()
            print(f"{label}.{table}: {files[0]} data files, {files[1]} of deletes")
    spark.stop()
    shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
