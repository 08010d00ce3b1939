"""The source database of cdc_reconcile, as a temporary view over JDBC: SQL could not name it without its password."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from spark_cdc_udfs.errors import Problem

USER = "SPARK_CDC_JDBC_USER"
PASSWORD = "SPARK_CDC_JDBC_PASSWORD"


class Driver(NamedTuple):
    """How Spark reads one kind of database."""

    name: str
    package: str  # fetched when it is first needed, unless Spark has it
    properties: Mapping[str, str]


DRIVERS = {
    "postgresql": Driver("org.postgresql.Driver", "org.postgresql:postgresql:42.7.7", {}),
    # Spark quotes names as standard SQL does, which MariaDB takes for texts; a TIMESTAMP is in the session's zone.
    "mariadb": Driver(
        "org.mariadb.jdbc.Driver",
        "org.mariadb.jdbc:mariadb-java-client:3.5.6",
        {"sessionVariables": "sql_mode='ANSI_QUOTES',time_zone='+00:00'"},
    ),
}
_ROWS_AT_ONCE = "5000"  # without it, a driver fetches the whole result into memory


def url_problem(url: str) -> Problem | None:
    """Return why a JDBC URL cannot be used, None if it can."""
    schemes = " or ".join(f"jdbc:{kind}://host:port/database" for kind in DRIVERS)
    if kind_of(url) is None:
        return Problem("reconcile_url", {"given": url.split("?")[0], "allowed": schemes})
    if re.search(r"//[^/?]*@|[?&;](user|password)=", url, re.IGNORECASE):
        return Problem("reconcile_url_credentials", {"allowed": schemes})
    if not os.environ.get(USER):
        return Problem("reconcile_user", {})
    return None


def kind_of(url: str) -> str | None:
    """Return the kind of database that a JDBC URL names, None for one that is not known."""
    found = re.match(r"jdbc:([a-z]+)://", url)
    return found.group(1) if found and found.group(1) in DRIVERS else None


def _said(error: Exception) -> str:
    """Return the message of the database or its driver, without Java's stack and without the password."""
    java = getattr(error, "java_exception", None)
    text = str(java.toString() if java is not None else error).split("\n\tat ")[0].split("\n\nJVM")[0].strip()
    password = os.environ.get(PASSWORD)
    return text.replace(password, "***") if password else text


def create_view(spark: Any, view: str, url: str, query: str, predicates: Sequence[str] = ()) -> Problem | None:
    """Create a temporary view over a query that the database at `url` runs; return the problem if it cannot be read.

    Spark reads the rows of each predicate by a connection of its own, as many at a time as it has cores.
    """
    driver = DRIVERS[kind_of(url) or ""]
    properties = {
        **driver.properties,
        "driver": driver.name,
        "user": os.environ[USER],
        "password": os.environ.get(PASSWORD, ""),
        "fetchsize": _ROWS_AT_ONCE,
    }
    table = f"({query}) as source_rows"

    def read() -> None:
        if predicates:
            rows = spark.read.jdbc(url, table, predicates=list(predicates), properties=properties)
        else:
            rows = spark.read.jdbc(url, table, properties=properties)
        rows.createOrReplaceTempView(view)

    try:
        try:
            read()
        except Exception as error:
            if driver.name not in str(error):  # any other fault than a driver that is not there
                raise
            try:
                spark.sql(f"add jar 'ivy://{driver.package}?transitive=false'").collect()
            except Exception as missing:
                return Problem("reconcile_driver", {"driver": driver.package, "problem": _said(missing)})
            read()
    except Exception as error:
        return Problem("reconcile_unreadable", {"problem": _said(error)})
    return None


def source_view(view: str, url: str, query: str, predicates: Sequence[str] = ()) -> Problem | None:
    """Call create_view in the session that dbt opened; for Jinja: modules.spark_cdc.source_view."""
    import dbt_spark_cdc

    if dbt_spark_cdc._prepared is None:
        return Problem("reconcile_session", {})
    return create_view(dbt_spark_cdc._prepared, view, url, query, predicates)
