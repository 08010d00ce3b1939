"""Catalogs and the servers that they need, on loopback, each for as long as a test needs it."""

from __future__ import annotations

import sys
import tempfile
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import engines
import pytest
import servers
import spark_process
from dbt_spark_cdc.profile import spark_settings
from engines import Warehouse
from project import ROOT

SERVERS = engines.FOLDER / "servers"  # their jars, which scripts/make_engines.py fetches
PROGRAM = ROOT / "tests" / "engines" / "catalog_server.py"
ICEBERG = "org.apache.iceberg:iceberg-spark-runtime-4.1_2.13:1.11.0"
POSTGRESQL = "org.postgresql:postgresql:42.7.7"
AWS = "org.apache.iceberg:iceberg-aws-bundle:1.11.0"
# What the AWS SDK finds in the environment of Spark's process. The server of the tests takes anybody.
AWS_ENVIRONMENT = {"AWS_ACCESS_KEY_ID": "reader", "AWS_SECRET_ACCESS_KEY": "any", "AWS_REGION": "us-east-1"}


def start_java(log_name: str) -> Any:
    """Start a Java process for Spark, with what each of the catalogs needs; return the gateway to it."""
    with pytest.MonkeyPatch.context() as patch:
        for variable, value in {"SPARK_CDC_MEMORY": "1500m", **AWS_ENVIRONMENT}.items():
            patch.setenv(variable, value)
        return spark_process.start(log_name, (POSTGRESQL, AWS))


def address(gateway: Any) -> tuple[int, str]:
    """Return port and secret of a gateway."""
    return gateway.java_parameters.port, gateway.java_parameters.auth_token


class Catalog(NamedTuple):
    """A catalog, by the environment variables of the target cluster that its page in docs/targets/ names."""

    name: str
    variables: dict[str, str]
    views: str = "view"  # what is in their place, as the variable cdc_views of dbt

    def settings(self) -> dict[str, str]:
        """Return Spark's settings of the catalog, from the profile, for a session that is not dbt's."""
        profile = spark_settings(ROOT / "profiles" / "profiles.yml", "cluster", self.variables)
        return {key: value for key, value in profile.items() if key.startswith("spark.sql.catalog.lake.") and value}


@contextmanager
def served(kind: str, warehouse: Warehouse, **more: str) -> Iterator[Catalog]:
    """Give a catalog whose server is a Java program. more: variables beside its type, address and warehouse."""
    folder, tables = SERVERS / kind, warehouse.home / kind
    if not (folder / "ready").exists():
        raise RuntimeError(f"{folder} is not there: run `make test-engines`, which fetches it")
    tables.mkdir()
    with ExitStack() as stack:
        # The metastore makes its own tables by statements in a file whose path must have no space.
        jars = Path(stack.enter_context(tempfile.TemporaryDirectory())) / kind
        jars.symlink_to(folder)
        command = [sys.executable, str(PROGRAM), kind, str(jars), str(tables)]
        output = stack.enter_context(engines.process(f"catalog_{kind}", command, r"listening at \S+"))
        yield Catalog(
            kind,
            {
                "SPARK_CDC_CATALOG": kind,
                "SPARK_CDC_CATALOG_URI": output.split()[-1],
                "SPARK_CDC_WAREHOUSE": str(tables),
                **more,
            },
        )


@contextmanager
def postgresql(warehouse: Warehouse) -> Iterator[Catalog]:
    """Give a catalog in a PostgreSQL database, whose user owns nothing else."""
    with servers.postgresql() as server:
        server.run(f"create role lake login password {servers.QUOTED};")
        server.run("create database lake owner lake;")
        yield Catalog(
            "postgresql",
            {
                "SPARK_CDC_PACKAGES": f"{ICEBERG},{POSTGRESQL}",
                "SPARK_CDC_CATALOG": "jdbc",
                "SPARK_CDC_CATALOG_URI": server.url.rpartition("/")[0] + "/lake",
                "SPARK_CDC_CATALOG_USER": "lake",
                "SPARK_CDC_CATALOG_PASSWORD": servers.PASSWORD,
                "SPARK_CDC_WAREHOUSE": str(warehouse.home / "postgresql"),
            },
        )


@contextmanager
def object_store() -> Iterator[str]:
    """Start a server with the S3 API, which has a bucket named lake; give its address."""
    python = engines.FOLDER / "object-store" / "bin" / "python"
    if not python.exists():
        raise RuntimeError(f"{python} is not there: run `make test-engines`, which makes it")
    command = [str(python), "-m", "moto.server", "-H", "127.0.0.1", "-p", "0"]
    with engines.process("object_store", command, r"http://127\.0\.0\.1:\d+") as address:
        urllib.request.urlopen(urllib.request.Request(f"{address}/lake", method="PUT")).close()
        yield address


@contextmanager
def s3(warehouse: Warehouse) -> Iterator[Catalog]:
    """Give a catalog in PostgreSQL whose tables are in an object store."""
    with postgresql(warehouse) as catalog, object_store() as address:
        store = {
            "SPARK_CDC_PACKAGES": f"{ICEBERG},{POSTGRESQL},{AWS}",
            "SPARK_CDC_WAREHOUSE": "s3://lake/warehouse",
            "SPARK_CDC_FILE_IO": "org.apache.iceberg.aws.s3.S3FileIO",
            "SPARK_CDC_S3_ENDPOINT": address,
            "SPARK_CDC_S3_PATH_STYLE": "true",
        }
        yield Catalog("s3", {**catalog.variables, **store})


@contextmanager
def hadoop(warehouse: Warehouse) -> Iterator[Catalog]:
    """Give a catalog that is a folder, and has no views."""
    yield Catalog(
        "hadoop",
        {
            "SPARK_CDC_CATALOG": "hadoop",
            "SPARK_CDC_CATALOG_URI": "none",
            "SPARK_CDC_WAREHOUSE": str(warehouse.home / "hadoop"),
        },
        "table",
    )


@contextmanager
def delta(warehouse: Warehouse) -> Iterator[Catalog]:
    """Give the Hive metastore of Delta tables, which Spark must know when it starts."""
    yield Catalog("delta", {"SPARK_CDC_FILE_FORMAT": "delta", **warehouse.variables()})


OF_ICEBERG: dict[str, Callable[[Warehouse], AbstractContextManager[Catalog]]] = {
    "rest": partial(served, "rest", SPARK_CDC_CATALOG_CREDENTIAL="reader:any"),
    "hive": partial(served, "hive"),
    "postgresql": postgresql,
    "s3": s3,
    "hadoop": hadoop,
}
CATALOGS = {"delta": delta} if spark_process.FILE_FORMAT == "delta" else OF_ICEBERG
