"""dbt on the targets of profiles/profiles.yml that need a server, in a process and an environment of its own."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import engines
import spark_process
from engines import Warehouse
from project import ROOT, DbtFailed, Outcome, Project

ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if not name.startswith(("SPARK_", "PYSPARK_", "DBT_"))},
    "DBT_SEND_ANONYMOUS_USAGE_STATS": "false",
    "PYTHONPATH": str(ROOT / "udfs"),  # test this checkout, installed or not
}
NO_JAVA = {"PATH": str(ROOT / "tests" / "engines"), "JAVA_HOME": str(ROOT / "tests" / "engines")}
OFFSET = 4  # seconds
END = "\x1e end of a command: "
# One process for all commands of a target: on a cluster, each would wait for executors of its own.
PROGRAM = f"""
import json, os, sys
from dbt.cli.main import dbtRunner
for line in sys.stdin:
    wanted = json.loads(line)
    os.environ.update(wanted["environment"])
    os.chdir(wanted["folder"])
    result = dbtRunner().invoke(wanted["command"])
    print(result.exception or "")
    print({END!r} + str(result.success), flush=True)
"""


class Target:
    """A target, and the dbt process that uses it."""

    def __init__(
        self,
        name: str,
        schema: str,
        started: subprocess.Popen[str],
        another: Callable[[], AbstractContextManager[Target]],
    ) -> None:
        """Schema: how the schemas that it makes end; another: starts one more dbt process that uses the same target."""
        self.name = name
        self.schema = schema
        self._started = started
        self.another = another

    def run(
        self,
        folder: Path,
        out: Path,
        schema: str,
        *command: str,
        ansi: bool = False,
        more: Mapping[str, str] | None = None,
    ) -> Outcome:
        """Run a dbt command in a project's folder; what it makes goes to `schema`, and its files to `out`.

        more: environment variables, which stay set.
        """
        where = ["--project-dir", str(folder), "--profiles-dir", str(ROOT / "profiles")]
        where += ["--log-path", str(out / "logs")]
        if command[0] not in ("deps", "clean"):
            where += ["--target-path", str(out / "target")]
        environment = {"SPARK_CDC_SCHEMA": schema, "SPARK_CDC_ANSI": str(ansi).lower(), **(more or {})}
        wanted = {
            "command": ["--no-use-colors", *command, *where],
            "environment": environment,
            "folder": str(folder),
        }
        assert self._started.stdin
        assert self._started.stdout
        print(json.dumps(wanted), file=self._started.stdin, flush=True)
        output: list[str] = []
        for line in self._started.stdout:
            if line.startswith(END):
                return Outcome(line.removeprefix(END).strip() == "True", "".join(output))
            output.append(line)
        return Outcome(False, "".join([*output, "dbt's process has ended"]))

    def kill(self) -> None:
        """End dbt's process in the middle of whatever it does."""
        self._started.kill()


class TargetProject(Project):
    """A throw-away project whose commands run on a target."""

    def __init__(self, path: Path, schema: str, target: Target, control: bool = False) -> None:
        """Write the project's frame into `path`; see Project."""
        super().__init__(path, schema, control)
        self.target = target

    def dbt(self, *command: str) -> Any:
        """Run a dbt command; raise with the output of dbt if it fails."""
        done = self.aloud(*command)
        if not done.success:
            raise DbtFailed(f"dbt {' '.join(command)} on {self.target.name}:\n{done.output[-5000:]}")

    def aloud(self, *command: str) -> Outcome:
        """Run a dbt command, whether it succeeds or not."""
        return self.target.run(self.path, self.path, self.schema, *command, ansi=self.ansi)


class PairProject(TargetProject):
    """A throw-away project of which two processes run each command that builds, at the same time."""

    def __init__(self, path: Path, schema: str, target: Target, second: Target) -> None:
        """Write the project's frame into `path`; the second process begins up to `OFFSET` seconds later."""
        super().__init__(path, schema, target)
        self.second = second
        self.chance = random.Random(schema)

    def dbt(self, *command: str) -> Any:
        """Run a dbt command in both processes; raise with the output of dbt if it fails in one of them."""
        if command[0] != "build":
            return super().dbt(*command)

        def later() -> Outcome:
            time.sleep(self.chance.uniform(0, OFFSET))
            return self.second.run(self.path, self.path / "second", self.schema, *command)

        with ThreadPoolExecutor() as threads:
            second = threads.submit(later)
            super().dbt(*command)
        done = second.result()
        if not done.success:
            raise DbtFailed(f"dbt {' '.join(command)} beside another one on {self.target.name}:\n{done.output[-5000:]}")
        return None


@contextmanager
def started(name: str, python: Path, schema: str, variables: Mapping[str, str], before: str = "") -> Iterator[Target]:
    """Start dbt in an environment, as a client of the target `name`, for as long as the block runs.

    before: Python that the process runs first.
    """
    if not python.exists():
        raise RuntimeError(f"{python} is not there: run `make test-engines`, which makes it")
    process = subprocess.Popen(
        [str(python), "-c", before + PROGRAM],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**ENVIRONMENT, **variables, "DBT_TARGET": name, "SPARK_CDC_JDBC_USER": "reader"},
        start_new_session=True,
    )
    with engines.ended(process):
        yield Target(name, schema, process, lambda: started(name, python, schema, variables, before))


def client(name: str) -> Path:
    """Return the Python of an environment that scripts/make_engines.py makes."""
    return engines.FOLDER / name / "bin" / "python"


def cluster_variables(master: str, warehouse: Warehouse) -> dict[str, str]:
    """Return the environment variables of the cluster target, with small memory."""
    return {
        **engines.QUICK,
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_CDC_HOME": str(spark_process.HOME),
        "SPARK_CDC_MASTER": master,
        "SPARK_CDC_DRIVER_HOST": "127.0.0.1",
        "SPARK_CDC_MEMORY": "1536m",
        "SPARK_CDC_EXECUTOR_MEMORY": "768m",
        "SPARK_CDC_EXECUTOR_CORES": "1",
        "SPARK_CDC_SHUFFLE_PARTITIONS": "2",
        "SPARK_CDC_WORKER_PYTHON": str(engines.WORKER_PYTHON),
        "SPARK_CDC_PACKAGES": warehouse.settings()["spark.jars.packages"],
        **warehouse.variables(),
    }


@contextmanager
def opened(name: str, master: str, warehouse: Warehouse) -> Iterator[Target]:
    """Give a target by its name, with the server that it needs, for as long as the block runs."""
    file_format = {"SPARK_CDC_FILE_FORMAT": "delta" if warehouse.is_delta else "iceberg"}
    if name == "cluster":
        variables = cluster_variables(master, warehouse) | file_format
        with started(name, Path(sys.executable), name, variables) as target:
            yield target
    elif name == "thrift":  # the client has no pyspark at all
        with engines.thrift_server(master, warehouse) as port:
            variables = {
                "SPARK_CDC_THRIFT_HOST": "127.0.0.1",
                "SPARK_CDC_THRIFT_PORT": str(port),
                **NO_JAVA,
                **file_format,
            }
            with started(name, client(name), name, variables) as target:
                yield target
    else:  # of Spark Connect: `connect` has neither Java nor Spark's jars
        with engines.connect_server(master, warehouse) as remote:
            variables = {"SPARK_CDC_REMOTE": remote, **({} if name == "connect-java" else NO_JAVA), **file_format}
            with started("connect", client(name), name.replace("-", "_"), variables) as target:
                yield target
