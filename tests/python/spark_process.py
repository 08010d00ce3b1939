"""The Java process in which Spark runs: one that all test processes share, or one for a process on its own.

Most of a test's time is Spark's own code, planning small statements, and Java compiles that code while it runs: what
one process has had compiled, the others need not.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dbt_spark_cdc.profile import spark_settings
from pyspark import SparkConf, SparkContext
from pyspark.java_gateway import launch_gateway
from pyspark.sql import SparkSession

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / ".spark_cdc"

# The table format that is tested, and the clauses of a landing table of it, as cdc_land creates it.
FILE_FORMAT = os.environ.get("SPARK_CDC_FILE_FORMAT", "iceberg")
USING = f"using {FILE_FORMAT}"
if FILE_FORMAT == "delta":
    USING += " tblproperties ('delta.columnMapping.mode' = 'name', 'delta.enableChangeDataFeed' = 'true')"

# Spark compiles each query to Java before it runs, plans it again after each shuffle, looks for parts that could be
# shared and describes each plan for a UI, all of which takes more than the few rows of a test give back. These do
# without. What the profile sets is not among them, for dbt sets it again.
INTERPRETED_SETTINGS = {
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.ui.explainMode": "simple",
}

# Hadoop's local file system starts `chmod` twice for each file that it writes, unless it has its native library: 6 % of
# all work in tests. This one has Java set the permissions.
FILE_SYSTEM = "com.globalmentor:hadoop-bare-naked-local-fs:0.1.0"
FILE_SYSTEM_CLASS = "com.globalmentor.apache.hadoop.fs.BareLocalFileSystem"


def embedded_settings(home: Path | None = None) -> dict[str, str]:
    """Return the Spark settings of the embedded target in profiles/profiles.yml, with the lake in `home`."""
    variables = {**os.environ, **({"SPARK_CDC_HOME": str(home)} if home else {})}
    return spark_settings(ROOT / "profiles" / "profiles.yml", "embedded", variables)


def quick_start(memory: str) -> dict[str, str]:
    """Return the settings of a Java process for tests with such a maximum heap.

    Thousands of statements are planned, in half of the time once Java's second compiler has been there; as it comes, it
    takes as much for itself in the first ten minutes, so it compiles less, later and simpler, and what it has made is
    kept. A plan is garbage as soon as it ran: the quickest collector is seldom called, stops all and uses both cores,
    in a heap that need not grow.
    """
    options = (
        "-XX:+IgnoreUnrecognizedVMOptions -XX:MaxInlineLevel=6 -XX:InlineSmallCode=1000 -XX:-DoEscapeAnalysis "
        "-XX:Tier4InvocationThreshold=15000 -XX:Tier4MinInvocationThreshold=2000 -XX:Tier4CompileThreshold=45000 "
        "-XX:Tier4BackEdgeThreshold=120000 -XX:ReservedCodeCacheSize=400m -XX:MetaspaceSize=400m "
        "-XX:-MethodFlushing -XX:+UseParallelGC -XX:ParallelGCThreads=2 -XX:-UseAdaptiveSizePolicy "
        f"-Xms{memory} -XX:+UseTransparentHugePages -Dderby.stream.error.file=/dev/null"
    )
    return {"spark.driver.memory": memory, "spark.driver.extraJavaOptions": options}


def settings_of(quick: bool = True, packages: Sequence[str] = (), memory: str | None = None) -> dict[str, str]:
    """Return the Spark settings of the embedded target, and those of tests.

    quick: with Java's settings for tests, else with those of the profile. packages: beside those of the profile.
    memory: the maximum heap, if not the profile's.
    """
    settings = embedded_settings()
    settings["spark.jars.packages"] = ",".join([settings["spark.jars.packages"], *packages])
    tests = {
        "spark.app.name": "tests",
        "spark.jars.ivy": str(HOME / "ivy"),
        "spark.sql.ansi.enabled": os.environ.get("SPARK_CDC_ANSI", "false"),
    }
    return {**settings, **tests, **(quick_start(memory or settings["spark.driver.memory"]) if quick else {})}


def snapshots(spark: SparkSession, table: str) -> list[int]:
    """Return the ids of a table's snapshots, in order; of a Delta table its versions that are no notes of a run."""
    if FILE_FORMAT == "delta":
        history = spark.sql(f"describe history {table}").where("operation <> 'SET TBLPROPERTIES'")
        rows = history.select("version").orderBy("version")
    else:
        rows = spark.sql(f"select snapshot_id from {table}.snapshots order by committed_at")
    return [row[0] for row in rows.collect()]


def start(log_name: str = "java.log", packages: Sequence[str] = ()) -> Any:
    """Start a Java process for Spark, which lives as long as this process; return the gateway to it.

    The output of Java, such as the stack of an error that a test expects, goes to .spark_cdc/logs. packages: beside
    those of the profile.
    """
    memory = os.environ.get("SPARK_CDC_MEMORY", "4g")  # for two sessions
    settings = settings_of(packages=(FILE_SYSTEM, *packages), memory=memory)
    conf = SparkConf(loadDefaults=False).setAll(list(settings.items()))
    logs = HOME / "logs"
    logs.mkdir(parents=True, exist_ok=True)
    with (logs / log_name).open("w") as log:
        try:
            gateway = launch_gateway(conf, popen_kwargs={"stdout": log, "stderr": log})
        except Exception as error:
            error.add_note(f"Output of Java: {log.name}")
            raise
    hadoop = gateway.jvm.org.apache.hadoop
    with_class = hadoop.conf.Configuration()
    with_class.set("fs.file.impl", FILE_SYSTEM_CLASS)
    hadoop.fs.FileSystem.closeAll()  # Spark has opened one to find its packages
    hadoop.fs.FileSystem.getLocal(with_class)  # stays open for all
    return gateway


def session(
    home: Path, shared: tuple[int, str] | None, quick: bool = True, more: Mapping[str, str] | None = None
) -> SparkSession:
    """Return the embedded target's session with its lake in `home`.

    shared: port and secret of the gateway to the Java process to use; without, this process starts one for itself.
    quick: with Java's settings for tests, else with those of the profile. more: settings of Spark that replace others.
    """
    os.environ["SPARK_CDC_HOME"] = str(home)
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    settings = {**settings_of(quick), **(more or {})}
    if not shared:
        return SparkSession.builder.config(map=settings).getOrCreate()
    variables = {"PYSPARK_GATEWAY_PORT": str(shared[0]), "PYSPARK_GATEWAY_SECRET": shared[1]}
    os.environ.update(variables)
    gateway = launch_gateway()
    for name in variables:
        del os.environ[name]  # processes that a test starts have a Spark of their own
    conf = SparkConf(_jvm=gateway.jvm).setAll(list(settings.items()))
    java_context = gateway.jvm.org.apache.spark.SparkContext.getOrCreate(conf._jconf)
    context = SparkContext(gateway=gateway, jsc=gateway.jvm.JavaSparkContext(java_context), conf=conf)
    first = gateway.jvm.SparkSession.builder().sparkContext(java_context).getOrCreate()
    return SparkSession(context, first.newSession(), settings)


def leave_out_checksums(spark: SparkSession) -> None:
    """Have Hadoop write no checksum file beside each file."""
    hadoop = spark.sparkContext._jvm.org.apache.hadoop
    hadoop.fs.FileSystem.getLocal(spark.sparkContext._jsc.hadoopConfiguration()).setWriteChecksum(False)


@contextmanager
def interpreted(spark: SparkSession) -> Iterator[None]:
    """Have Spark interpret statements, planned once and in one piece, unless the tests are to run as for users."""
    if os.environ.get("SPARK_CDC_TESTS") == "compiled":
        yield
        return
    before = {name: spark.conf.get(name) for name in INTERPRETED_SETTINGS}
    for name, value in INTERPRETED_SETTINGS.items():
        spark.conf.set(name, value)
    try:
        yield
    finally:
        for name, earlier in before.items():
            spark.conf.set(name, str(earlier))
