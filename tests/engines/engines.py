"""A standalone Spark cluster and the servers on it, on loopback, each for as long as a test needs it."""

from __future__ import annotations

import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import pages
import pyspark
import spark_process

FOLDER = spark_process.HOME / "engines"  # of the virtual environments that scripts/make_engines.py makes
LOGS = spark_process.HOME / "logs"
WORKER_PYTHON = FOLDER / "workers" / "bin" / "python"  # has the functions' dependencies, but not this package
SPARK = Path(pyspark.__file__).parent
WAIT = 300  # seconds until a server that says nothing is given up
# Most of the time goes to Java, which loads Spark, and compiles it and what Spark generates. The tests do without, on
# every target. Spark's classes come as scripts/make_engines.py has written them, and are not checked again; Java then
# allows no folder with files on the class path, as SPARK_CONF_DIR would be.
# The cache of compiled code keeps its usual size: without the second compiler it would have 48 MB, and run full.
DEFAULTS = FOLDER / "spark-defaults.conf"
QUICK = {
    "PYSPARK_SUBMIT_ARGS": f"--properties-file {shlex.quote(str(DEFAULTS))} pyspark-shell",
    "JAVA_TOOL_OPTIONS": (
        "-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=240m -XX:+UseSerialGC -XX:MetaspaceSize=200m "
        f"-XX:SharedArchiveFile={shlex.quote(str(FOLDER / 'classes.jsa'))} -Xlog:disable "
        "-XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote"
    ),
}
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if not name.startswith(("SPARK_", "PYSPARK_", "PYTHON"))},
    "SPARK_HOME": str(SPARK),
    "SPARK_LOCAL_IP": "127.0.0.1",
    "PYSPARK_PYTHON": str(WORKER_PYTHON),
    **QUICK,
}
# As on the target embedded: by default, Delta reads a table's log in 50 tasks, whatever its length.
FEW_TASKS = {"spark.databricks.delta.snapshotPartitions": "2"}
WORKERS = 2


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@contextmanager
def process(name: str, command: list[str], ready: str, **environment: str) -> Iterator[str]:
    """Run a server until the block ends; give what the pattern `ready` finds in its log once the server is up."""
    LOGS.mkdir(parents=True, exist_ok=True)
    log = LOGS / f"engine_{name}.log"
    with log.open("w") as output:
        # In a group of its own: a worker starts executors, a Python server a Java process, which end with it.
        started = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            cwd=LOGS,
            env={**ENVIRONMENT, **environment},
            start_new_session=True,
        )
    with ended(started):
        yield _wait(name, started, log, ready)


@contextmanager
def ended(started: subprocess.Popen[Any]) -> Iterator[None]:
    """End a process, and all that it has started in its group, when the block ends."""
    try:
        yield
    finally:
        started.terminate()
        with suppress(subprocess.TimeoutExpired):
            started.wait(timeout=30)
        with suppress(ProcessLookupError):
            os.killpg(started.pid, signal.SIGKILL)
        started.wait(timeout=30)


def _wait(name: str, started: subprocess.Popen[bytes], log: Path, ready: str) -> str:
    for _ in range(WAIT * 5):
        found = re.search(ready, log.read_text(errors="replace"))
        if found:
            return found[0]
        if started.poll() is not None:
            raise RuntimeError(f"the {name} ended with {started.returncode}; its output: {log}")
        time.sleep(0.2)
    raise RuntimeError(f"the {name} is not up after {WAIT} seconds; its output: {log}")


@contextmanager
def cluster(memory: str, cores: int = 1, quick: bool = True) -> Iterator[str]:
    """Start a standalone master and two workers with so much memory and so many cores each; give the master's address.

    quick: Java compiles less, Spark interprets queries, and an application has one core of each worker, as tests want
    it; else as users run it.
    """
    if not WORKER_PYTHON.exists():
        raise RuntimeError(f"{WORKER_PYTHON} is not there: run `make test-engines`, which makes it")
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a cancelled job must stop its servers, too
    settings = {**spark_process.INTERPRETED_SETTINGS, **FEW_TASKS, "spark.cores.max": str(WORKERS)}
    defaults = "".join(f"{name} {value}\n" for name, value in settings.items())
    DEFAULTS.write_text(defaults)
    spark_class = str(SPARK / "bin" / "spark-class")
    master = [spark_class, "org.apache.spark.deploy.master.Master"]
    worker = [spark_class, "org.apache.spark.deploy.worker.Worker", "--cores", str(cores), "--memory", memory]
    local = ["--host", "127.0.0.1", "--port", "0", "--webui-port", "0"]
    small = {"SPARK_DAEMON_MEMORY": "256m"}  # of a server it would be the driver's memory, whatever its settings say
    if not quick:
        small |= dict.fromkeys(QUICK, "")
    with ExitStack() as started:
        address = started.enter_context(process("master", [*master, *local], r"spark://127\.0\.0\.1:[1-9]\d*", **small))
        for number in range(WORKERS):
            command = [*worker, *local, "--work-dir", str(FOLDER / "work"), address]
            started.enter_context(process(f"worker_{number}", command, "Successfully registered with master", **small))
        yield address


class Warehouse(NamedTuple):
    """Where the tables are, which the test process reads, too: those of Iceberg have a catalog on SQLite in `home`."""

    home: Path
    metastore: str = ""  # the address of a Hive metastore, for Delta tables

    @property
    def is_delta(self) -> bool:
        return bool(self.metastore)

    def settings(self) -> dict[str, str]:
        """Return the settings of Spark that make its default catalog this one; Delta's are those of its page."""
        jars = {"spark.jars.ivy": str(spark_process.HOME / "ivy")}
        if self.is_delta:
            return {
                **pages.settings("docs/targets/delta.md", "On connect and thrift"),
                **jars,
                "spark.hadoop.hive.metastore.uris": self.metastore,
                "spark.sql.warehouse.dir": str(self.home / "delta"),
            }
        embedded = {**spark_process.embedded_settings(self.home), **jars}
        return {name: embedded[name] for name in embedded if name.startswith(("spark.sql.catalog.lake.", "spark.jars"))}

    def variables(self) -> dict[str, str]:
        """Return the environment variables by which the target cluster finds this one."""
        settings = self.settings()
        if self.is_delta:
            return {
                "SPARK_CDC_CATALOG_URI": self.metastore,
                "SPARK_CDC_WAREHOUSE": settings["spark.sql.warehouse.dir"],
            }
        return {
            "SPARK_CDC_CATALOG": settings["spark.sql.catalog.lake.type"],
            "SPARK_CDC_CATALOG_URI": settings["spark.sql.catalog.lake.uri"],
            "SPARK_CDC_WAREHOUSE": settings["spark.sql.catalog.lake.warehouse"],
        }


def server_settings(page: str, master: str, warehouse: Warehouse) -> dict[str, str]:
    """Return the settings of a page's example of a server, but for cluster, catalog and memory."""
    example = pages.settings(page, "Install")
    if warehouse.is_delta:  # its page says what takes the place of Iceberg's settings
        example = {name: example[name] for name in example if not name.startswith("spark.sql.")}
    return {
        **example,
        "spark.sql.warehouse.dir": str(warehouse.home / "spark"),
        **warehouse.settings(),
        "spark.master": master,
        "spark.driver.host": "127.0.0.1",
        "spark.driver.memory": "1536m",
        "spark.executor.memory": "768m",
        "spark.executor.cores": "1",
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "2",
    }


@contextmanager
def connect_server(master: str, warehouse: Warehouse) -> Iterator[str]:
    """Start a Spark Connect server on the cluster; give its address."""
    port = free_port()
    settings = {
        **server_settings("docs/targets/connect.md", master, warehouse),
        "spark.connect.grpc.binding.address": "127.0.0.1",
        "spark.connect.grpc.binding.port": str(port),
    }
    command = [str(SPARK / "bin" / "spark-submit"), "--properties-file", str(DEFAULTS)]
    for name, value in settings.items():
        command += ["--conf", f"{name}={value}"]
    command += ["--class", "org.apache.spark.sql.connect.service.SparkConnectServer", "spark-internal"]
    with process("connect_server", command, "Spark Connect server started"):
        yield f"sc://127.0.0.1:{port}"


@contextmanager
def thrift_server(master: str, warehouse: Warehouse) -> Iterator[int]:
    """Start the project's own Thrift server on the cluster; give its port."""
    port = free_port()
    settings = {
        **server_settings("docs/targets/thrift.md", master, warehouse),
        "spark.hadoop.hive.server2.thrift.bind.host": "127.0.0.1",
        "spark.hadoop.hive.server2.thrift.port": str(port),
    }
    command = [sys.executable, "-m", "spark_cdc_udfs.thrift", *(f"{name}={value}" for name, value in settings.items())]
    with process("thrift_server", command, "Thrift server is up", PYTHONPATH=str(spark_process.ROOT / "udfs")):
        yield port
