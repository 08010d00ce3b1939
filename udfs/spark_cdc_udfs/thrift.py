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
from collections.abc import Iterable


def settings(arguments: Iterable[str]) -> dict[str, str]:
    """Read `key=value` arguments, with the settings that the server cannot do without."""
    conf = {"spark.app.name": "spark-cdc Thrift server"}
    for argument in arguments:
        key, sign, value = argument.partition("=")
        if not sign or not key.startswith("spark."):
            raise SystemExit(f"{argument!r} is not a Spark setting; write spark.some.key=value")
        conf[key] = value
    return conf | {"spark.sql.hive.thriftServer.singleSession": "true"}


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
    for key, value in conf.items():
        builder = builder.config(key, value)
    spark = builder.getOrCreate()
    try:
        names = register_all(spark)
        server = spark._jvm.org.apache.spark.sql.hive.thriftserver.HiveThriftServer2
        server.startWithContext(spark._jsparkSession.sqlContext())
        print(f"Thrift server is up with {', '.join(names)}", flush=True)
        stop.wait()
    finally:
        spark.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
