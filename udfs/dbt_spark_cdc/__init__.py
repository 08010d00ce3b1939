"""The dbt plugin that makes the decoders available to plain `dbt run`, `build`, `test` and `show`.

dbt imports every installed top-level module named dbt_* and initialises what its list `plugins` holds. That happens for
each dbt command, so initialising only patches; Spark starts with the first statement, as without the plugin.

It also gives Jinja `modules.spark_cdc.write_files`, by which the scaffold operation writes models,
`modules.spark_cdc.landing_files`, by which cdc_land looks for its files (see files.py),
`modules.spark_cdc.source_view`, by which cdc_reconcile reads the source database (see source_database.py), and
`modules.spark_cdc.session_facts`, by which _check_engine asks a Spark in this process; and in unit tests the variable
`graph`, which dbt leaves empty there: the models find their stream and contract in it.

A model or operation that loses a race against another dbt process is run again (see races.py).

Python's garbage collector is called less often (see _collect_less).

SPARK_CDC_ANSI=true or false sets spark.sql.ansi.enabled, which dbt-spark otherwise forces to false.
"""

from __future__ import annotations

import gc
import os
import re
import socket
import sys
import threading
import warnings
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from spark_cdc_udfs.errors import error_text

from dbt_spark_cdc import races

_lock = threading.Lock()
_prepared: Any = None  # the Spark session that has the functions
_settings: dict[str, str] = {}  # those that it was last given

# As Python starts: objects made before a collection of the youngest, and such collections before one of older ones.
_DEFAULT_COLLECTION = (700, 10, 10)

# For a Spark inside dbt's process, unless the profile sets them: no web server, no progress bar over the log.
_EMBEDDED_DEFAULTS = {"spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false"}


def _ansi() -> str | None:
    """Return the wanted spark.sql.ansi.enabled, None to leave it as dbt-spark sets it."""
    value = os.environ.get("SPARK_CDC_ANSI", "").strip().lower()
    if value not in ("", "true", "false"):
        raise ValueError(error_text("ansi_value", given=value))
    return value or None


def _remote(conf: dict[str, str]) -> str | None:
    """Return the address of the Spark Connect server, None where Spark's driver is in this process."""
    return conf.get("spark.remote") or os.environ.get("SPARK_REMOTE")


def _is_embedded(conf: dict[str, str]) -> bool:
    return not _remote(conf) and str(conf.get("spark.master", "local")).startswith("local")


def _is_connect(spark: Any) -> bool:
    return type(spark).__module__.startswith("pyspark.sql.connect")


def settle_folders(conf: dict[str, str]) -> None:
    """Make the local folders of embedded catalogs, which Iceberg and SQLite expect to find, and their paths absolute.

    A path in `conf` may be relative to the working directory; Ivy and Iceberg want absolute ones. `conf` is changed.
    """
    for key, value in conf.items():
        text = str(value)
        if key == "spark.jars.ivy" or (key == "spark.sql.warehouse.dir" and ":" not in text):
            conf[key] = os.path.abspath(text)
        elif key.startswith("spark.sql.catalog.") and key.endswith(".warehouse") and ":" not in text:
            conf[key] = os.path.abspath(text)
            os.makedirs(conf[key], exist_ok=True)
        elif key.startswith("spark.sql.catalog.") and text.startswith("jdbc:sqlite:"):
            path, mark, options = text.removeprefix("jdbc:sqlite:").partition("?")
            conf[key] = f"jdbc:sqlite:{os.path.abspath(path)}{mark}{options}"
            os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
        elif text.startswith("jdbc:derby:;databaseName="):
            path, mark, options = text.removeprefix("jdbc:derby:;databaseName=").partition(";")
            conf[key] = f"jdbc:derby:;databaseName={os.path.abspath(path)}{mark}{options}"


def _check_jars(packages: str) -> None:
    """Raise if jars of a table format are for another Spark than the one here, which would fail in words of Java.

    `packages`: Maven coordinates, separated by commas.
    """
    import pyspark
    from dbt_common.exceptions import DbtRuntimeError

    for spark in re.findall(r"\b(?:iceberg-spark-runtime-|delta-spark_)(\d+\.\d+)_2\.13:", packages):
        if not pyspark.__version__.startswith(f"{spark}."):
            raise DbtRuntimeError(error_text("jars_of_another_spark", given=spark, installed=pyspark.__version__))


def _reach(remote: str) -> None:
    """Raise unless somebody listens at the address of a Spark Connect server.

    Spark's client would try for many minutes, and say nothing meanwhile.
    """
    from dbt_common.exceptions import DbtRuntimeError

    parts = urlsplit(remote)
    try:
        socket.create_connection((parts.hostname or "", parts.port or 15002), timeout=30).close()
    except OSError as error:
        address = remote.partition(";")[0]  # what follows may be a token
        raise DbtRuntimeError(error_text("connect_server", given=address, problem=error)) from error


def _settle(conf: dict[str, str]) -> None:
    """Complete the settings of a session that dbt opens. `conf` is changed.

    A setting without a value is left out: it is how a profile leaves a choice to Spark, where a variable is not set.
    """
    for key in [key for key, value in conf.items() if not str(value).strip()]:
        del conf[key]
    if _is_embedded(conf):
        for key, value in _EMBEDDED_DEFAULTS.items():
            conf.setdefault(key, value)
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # else the workers run the first python3 on PATH
    elif "spark.pyspark.python" in conf:
        os.environ["PYSPARK_PYTHON"] = conf["spark.pyspark.python"]  # a session that Python starts reads only this
    if not _remote(conf):
        _check_jars(conf.get("spark.jars.packages", ""))
        settle_folders(conf)


def _hive_settings(conf: dict[str, str]) -> dict[str, str]:
    """Return settings as a Thrift server takes them over; dbt-spark sends them bare, and the server ignores those."""
    return {key if key.startswith("set:") else f"set:hiveconf:{key}": value for key, value in conf.items()}


def _prepare_session(conf: dict[str, str]) -> None:
    """Register the functions and quieten Spark, once for each Spark session, and give it settings that have changed."""
    global _prepared, _settings
    from pyspark.logger import PySparkLogger
    from pyspark.sql import SparkSession

    with _lock:
        remote = _remote(conf)
        if remote and _prepared is None:
            _reach(remote)
        builder = SparkSession.builder.enableHiveSupport()  # exactly as dbt-spark builds it
        # dbt opens a connection for each node, and each setting takes a call into Java.
        if not remote and conf == _settings and builder.getOrCreate() is _prepared:
            return
        for key, value in conf.items():
            builder = builder.config(key, value)
        spark = builder.getOrCreate()
        _settings = dict(conf)
        if spark is _prepared:
            return
        from spark_cdc_udfs.registration import register_all

        register_all(spark)
        # It prints a JSON stack trace of every SQL error; dbt reports the error itself.
        PySparkLogger.getLogger("SQLQueryContextLogger").disabled = True
        if not _is_connect(spark):  # a Connect client has no SparkContext
            spark.sparkContext.setLogLevel("ERROR")
        _prepared = spark


def session_facts(functions: Sequence[str]) -> dict[str, Any] | None:
    """Return what _check_engine asks of Spark, without a statement; None where there is no Spark in this process yet.

    `functions`: those to look for. The first statement of a new Java process takes most of a second.
    """
    if _prepared is None or _is_connect(_prepared):
        return None
    return {
        # catalog.currentCatalog() is that of the thread, which may not be the one that opened the session.
        "catalog": _prepared.conf.get("spark.sql.defaultCatalog"),
        "zone": _prepared.conf.get("spark.sql.session.timeZone"),
        "version": _prepared.version,
        "functions": [name for name in functions if _prepared.catalog.functionExists(name)],
        "iterations": _prepared.conf.get("spark.sql.analyzer.maxIterations"),
        "spark_catalog": _prepared.conf.get("spark.sql.catalog.spark_catalog", "builtin"),
    }


def _install() -> None:
    """Wrap the opening of connections, once."""
    from dbt.adapters.spark.connections import SparkConnectionManager, SparkConnectionMethod

    if getattr(SparkConnectionManager, "_spark_cdc", False):
        return
    original = SparkConnectionManager.open.__func__

    def open_with_functions(cls: Any, connection: Any) -> Any:
        conf = connection.credentials.server_side_parameters
        is_session = connection.credentials.method == SparkConnectionMethod.SESSION
        ansi = _ansi()
        if ansi is not None:
            conf["spark.sql.ansi.enabled"] = ansi
        if is_session:
            _settle(conf)
        elif connection.credentials.method == SparkConnectionMethod.THRIFT:
            connection.credentials.server_side_parameters = _hive_settings(conf)
        connection = original(cls, connection)
        if is_session:
            _prepare_session(conf)
            # The session has them now; dbt-spark would set every one again before each statement. A Connect client is
            # found by its address.
            remote = _remote(conf)
            connection.handle.handle.server_side_parameters = {"spark.remote": remote} if remote else {}
        return connection

    SparkConnectionManager.open = classmethod(open_with_functions)
    SparkConnectionManager._spark_cdc = True


def _install_modules() -> None:
    """Add `modules.spark_cdc` to dbt's Jinja context, once."""
    from dbt.context import base

    from dbt_spark_cdc.files import landing_files, write_files
    from dbt_spark_cdc.settings import init_project
    from dbt_spark_cdc.source_database import kind_of, source_view, url_problem

    if getattr(base, "_spark_cdc", False):
        return
    original = base.get_context_modules
    added: dict[str, Any] = {"write_files": write_files, "landing_files": landing_files, "init_project": init_project}
    added |= {"source_view": source_view, "url_problem": url_problem, "database_of": kind_of}
    added["session_facts"] = session_facts
    base.get_context_modules = lambda: {**original(), "spark_cdc": added}
    base._spark_cdc = True


def _install_graph() -> None:
    """Let the models see the project's `graph` in their unit tests as they do in a run, once."""
    from dbt.parser.unit_tests import UnitTestManifestLoader

    if getattr(UnitTestManifestLoader, "_spark_cdc", False):
        return
    original = UnitTestManifestLoader.load

    def load_with_graph(self: Any) -> Any:
        tested = original(self)
        tested.flat_graph = self.manifest.flat_graph
        return tested

    UnitTestManifestLoader.load = load_with_graph
    UnitTestManifestLoader._spark_cdc = True


def _collect_less() -> None:
    """Have Python look for unreachable objects less often, unless the program has settings of its own for that.

    What dbt has parsed lives as long as the run. By default Python goes through it again and again, which takes a
    seventh of the time of a run without new rows over 30 tables.
    """
    if gc.get_threshold() == _DEFAULT_COLLECTION:
        gc.set_threshold(50_000, 20, 100)


plugins: list[Any] = []
try:
    from dbt.plugins.manager import dbtPlugin
except ImportError:  # without dbt there is nothing to plug into
    pass
else:

    class SparkCdcPlugin(dbtPlugin):  # type: ignore[misc]  # dbt ships no types
        """Makes the decoders available on every Spark session that dbt opens."""

        def initialize(self) -> None:
            """Patch dbt and dbt-spark; start nothing."""
            _ansi()  # a misspelt value must stop dbt here, not in the middle of a run
            # Spark Connect answers each statement with it, because dbt-spark asks for Hive support every time.
            warnings.filterwarnings("ignore", message=r"(?s).*CANNOT_MODIFY_STATIC_CONFIG", category=UserWarning)
            _collect_less()
            _install()
            _install_modules()
            _install_graph()
            races.install()

    plugins.append(SparkCdcPlugin)
