"""A Spark Thrift server whose clients find the decoders registered.

    python -m spark_cdc_udfs.thrift spark.master=spark://host:7077 spark.hadoop.hive.server2.thrift.port=10010

Every argument is one Spark setting. The stock server cannot do this, because Python functions exist only in the session
that registered them; therefore all clients share that one session, temporary views and settings included.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterable, Mapping
from urllib.parse import unquote, urlparse

from spark_cdc_udfs.errors import error_text

# What the models need of a session (profiles/profiles.yml), for clients that do not ask for it.
DEFAULTS = {
    "spark.app.name": "spark-cdc Thrift server",
    "spark.sql.analyzer.maxIterations": "300",
    "spark.sql.legacy.inlineCTEInCommands": "true",
    "spark.sql.icu.caseMappings.enabled": "false",
    "spark.sql.execution.arrow.maxBytesPerBatch": "134217728",
    "spark.sql.session.timeZone": "UTC",
}

# The variable whose paths Spark appends to Java's class path.
LAST = "SPARK_DIST_CLASSPATH"


def settings(arguments: Iterable[str]) -> dict[str, str]:
    """Read `key=value` arguments, with the settings that the server cannot do without."""
    conf = dict(DEFAULTS)
    for argument in arguments:
        key, sign, value = argument.partition("=")
        if not sign or not key.startswith("spark."):
            raise SystemExit(error_text("thrift_setting", given=argument))
        conf[key] = value
    return conf | {"spark.sql.hive.thriftServer.singleSession": "true"}


def local_paths(jars: str) -> list[str]:
    """Return the paths of those jars that are local. jars: URLs or paths, as in the setting spark.jars."""
    urls = [urlparse(jar) for jar in jars.split(",") if jar]
    return [unquote(url.path) if url.scheme else url.path for url in urls if url.scheme in ("", "file")]


def on_class_path(conf: Mapping[str, str]) -> dict[str, str]:
    """Fetch the jars that the settings name, and put them on the class path of the server's Java process.

    Spark loads spark.jars and spark.jars.packages by a class loader that Hive closes as soon as the first client
    leaves: from then on, no class of theirs that has not been needed yet would be found. They come after Spark's own
    jars, as in that class loader: Delta brings a Jackson that Spark cannot use.
    """
    from pyspark import SparkConf
    from pyspark.java_gateway import launch_gateway

    gateway = launch_gateway(SparkConf(loadDefaults=False).setAll(list(conf.items())))  # fetches them
    try:
        jars = SparkConf(_jvm=gateway.jvm).get("spark.jars", "") or ""
    finally:
        gateway.shutdown()
        gateway.proc.stdin.close()
        gateway.proc.wait()
    paths = local_paths(jars)
    if not paths:
        return dict(conf)
    before = [os.environ[LAST]] if os.environ.get(LAST) else []
    os.environ[LAST] = os.pathsep.join([*before, *paths])
    kept = {key: value for key, value in conf.items() if key != "spark.jars.packages"}
    return kept | {"spark.jars": jars}


def main(arguments: Iterable[str]) -> None:
    """Serve until SIGTERM or SIGINT."""
    conf = settings(arguments)
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())

    from pyspark.sql import SparkSession

    from spark_cdc_udfs.registration import register_all

    builder = SparkSession.builder.enableHiveSupport()
    for key, value in on_class_path(conf).items():
        builder = builder.config(key, value)
    spark = builder.getOrCreate()
    try:
        names = register_all(spark)
        spark.sql("create schema if not exists default")  # each client begins by `use default`
        server = spark._jvm.org.apache.spark.sql.hive.thriftserver.HiveThriftServer2
        server.startWithContext(spark._jsparkSession.sqlContext())
        print(f"Thrift server is up with {', '.join(names)}", flush=True)
        stop.wait()
    finally:
        spark.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
