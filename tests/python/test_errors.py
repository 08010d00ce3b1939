"""Every error is provoked as a user would, and says what was given, what is allowed and where to read on (L11).

The errors are data (macros/errors, `<format>__errors`, spark_cdc_udfs/errors.py). An error that no case here provokes
fails a test, so that a new error needs a case. Most cases are in error_cases.py.
"""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import dbt_spark_cdc
import docs_reference
import jinja2.nodes
import pytest
from dbt.context import base
from dbt_spark_cdc import source_database
from error_cases import (
    ALIASES,
    ALL_STREAMS,
    DECLARED,
    ERRORS,
    LANDING,
    MODELS,
    ONE,
    OPERATIONS,
    ORDER,
    SCHEMA,
    STRAIGHT,
    STREAM,
    TABLES,
    USUAL,
    assert_error,
)
from landing import land
from messages import POSTGRES, contract, event, landed
from project import ROOT, DbtFailed, Project, changed_settings
from pyspark.sql import SparkSession
from spark_cdc_udfs import registration, thrift
from test_documents import titles
from test_udfs_source_database import Reader

pytestmark = pytest.mark.law("L11")

# Errors that another test provokes, because they need several runs or a real database.
ELSEWHERE = {
    "reconcile_differences": "tests/databases/test_reconcile.py",
    "landing_unread": "tests/python/test_control.py",
    "state_overtaken": "tests/python/test_merges.py",
}


# -- Declarations: one run, in which every node but a few fails -----------------------------------------------------


@pytest.fixture(scope="module")
def declared(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The messages of dbt, by node, for a project in which every stream and every table but one has a fault."""
    made = Project(tmp_path_factory.mktemp("errors") / "p", "errors")
    half = made.path.with_name("package") / "macros/formats/half"
    half.mkdir()
    (half / "half__events.sql").write_text("{% macro half__events(stream, rows) %}select 1{% endmacro %}")
    for name, (cdc, _, _) in ALL_STREAMS.items():
        made.stream(name, cdc)
    other = {"name": "other", "tables": [{"name": "twice", "config": {"meta": {"cdc": STREAM}}}]}
    undeclared = {"name": "undeclared", "tables": [{"name": "bare"}]}
    made._write("models/other.yml", {"version": 2, "sources": [other, undeclared]})
    for name, (cdc, columns, _, _) in STRAIGHT.items():
        made.stream(name, cdc, routed=False)
        made.tables(name, [contract(name, [], columns, [])])
    made.stream("good", STREAM, routed=False)
    plain = [
        model | {"config": {**model["config"], "contract": {"enforced": False}}} for model, _, _ in TABLES.values()
    ]
    made.tables("good", [*plain, contract("aliases", [], ALIASES, [])])
    for name, (body, _, _) in MODELS.items():
        made.model(name, body)
    land(spark, "errors_landing.good", [])
    made.dbt("deps")
    with pytest.raises(DbtFailed) as failed:
        made.dbt("run")
    parts = re.split(r"^(\w+): (?=\w+ Error in model)", str(failed.value), flags=re.M)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize("node", DECLARED)
def test_a_declaration_is_refused(declared: dict[str, str], node: str) -> None:
    message = declared[node]
    assert_error(message, *DECLARED[node])
    assert message.startswith(f"Compilation Error in model {node} (models/{node}.sql)")


def test_what_is_right_is_no_error_beside_it(declared: dict[str, str]) -> None:
    assert declared.keys() == DECLARED.keys()


# -- Operations ------------------------------------------------------------------------------------------------------


class Erring:
    """A project whose orders have been built, and the files and landing tables that operations refuse."""

    def __init__(self, spark: SparkSession, path: Path) -> None:
        self.spark = spark
        self.project = made = Project(path, SCHEMA, ansi=True)
        self.declare()
        contracts = {
            "orders": contract("orders", ["id"], {"id": "int", "note": "string"}, ["app.orders"]),
            "visits": contract("visits", [], ONE, ["app.visits"]),
            "shards": contract("shards", ["id"], ONE, ["app.s_1", "app.s_2"]),
            "moved": contract("moved", ["id", "t"], {**ONE, "t": ("string", {"from": "cdc_table"})}, ["app.moved"]),
        }
        made.tables("shop", list(contracts.values()))
        made.tables("columns", [contract("columns", ["id"], ONE, ["app.columns"])])
        for name, lines in FILES.items():
            (path / name).parent.mkdir(exist_ok=True)
            (path / name).write_text("\n".join(lines))
        (path / "empty").mkdir()
        # The history of a Delta table in which this run has committed nothing, for `overtaken`.
        versions = path.with_name("package") / "macros/tables/delta/_delta_versions.sql"
        versions.write_text("{% macro _delta_versions(table, limit) %}{{ return([]) }}{% endmacro %}")
        made.dbt("deps")
        heartbeat = {"ts_ms": 1}
        land(spark, f"{LANDING}.quiet", [landed(1, heartbeat)])
        land(spark, f"{LANDING}.nameless", [landed(1, event("c", None, ORDER, {"connector": "postgresql"}))])
        spark.sql(f"create table {LANDING}.foreign (topic string, ours int) using iceberg")
        spark.sql(
            f"create table {LANDING}.narrow (topic string, partition int, `offset` int, `timestamp` timestamp, key "
            "string, value string, headers string) using iceberg"
        )
        land(spark, f"{LANDING}.shop", [landed(1, event("c", None, ORDER, {**POSTGRES, "lsn": 1}))])
        land(spark, f"{LANDING}.fresh", [landed(1, event("c", None, ORDER, {**POSTGRES, "table": "new", "lsn": 1}))])
        made.dbt("run", "--select", "changes_orders", "state_orders")

    def declare(self, **options: Any) -> None:
        """Declare the sources, with options of the stream `shop`."""
        streams = {
            "shop": {**STREAM, "options": options},
            **dict.fromkeys(["columns", "fresh", "quiet", "nameless", "nowhere"], STREAM),
        }
        tables = [{"name": name, "config": {"meta": {"cdc": cdc}}} for name, cdc in streams.items()]
        source = {"name": "landing", "schema": LANDING, "tables": [*tables, {"name": "undeclared"}]}
        self.project._write("models/sources.yml", {"version": 2, "sources": [source]})

    def __call__(self, operation: str, *more: str, **arguments: Any) -> str:
        """Return the output of an operation, which must fail."""
        given = json.dumps({**USUAL.get(operation, {}), **arguments})
        done = self.project.aloud("run-operation", operation, "--args", given, *more)
        assert not done.success
        return done.output


def line(offset: int, value: str) -> str:
    return json.dumps({"topic": "t", "partition": 0, "offset": offset, "timestamp": 0, "value": value})


FILES = {
    "rows.jsonl": [line(1, "v")],
    "data.avro": [line(1, "v")],
    "mixed/a.jsonl": [line(1, "v")],
    "mixed/b.parquet": ["PAR1"],
    "broken.jsonl": [line(1, "v"), "{"],
    "pair/a.jsonl": ["v"],
    "pair/b.jsonl": ["w"],
    "taken.jsonl": [line(1, "v"), line(1, "w")],
}


@pytest.fixture(scope="module")
def erring(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> Erring:
    return Erring(spark, tmp_path_factory.mktemp("erring") / "p")


@pytest.fixture(autouse=True)
def user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(source_database.USER, "reader")


@pytest.mark.parametrize("case", OPERATIONS)
def test_an_operation_is_refused(spark: Any, erring: Erring, monkeypatch: pytest.MonkeyPatch, case: str) -> None:
    operation, arguments, name, expected = OPERATIONS[case]
    before = set(erring.project.path.rglob("models/**/*"))
    output = erring(operation, **arguments)
    assert_error(output, name, expected)
    assert "password=open" not in output.replace(json.dumps(arguments), "")
    assert set(erring.project.path.rglob("models/**/*")) == before
    assert not spark.sql(f"show tables in {LANDING} like 'refused'").collect()


# -- What needs more than arguments ---------------------------------------------------------------------------------


def no_python_package(erring: Erring, patch: pytest.MonkeyPatch) -> str:
    modules = base.get_context_modules()
    patch.setattr(base, "get_context_modules", lambda: {name: modules[name] for name in modules if name != "spark_cdc"})
    outputs = [
        erring(operation, **arguments)
        for operation, arguments in {
            "cdc_init": {},
            "cdc_land": {"path": "rows.jsonl"},
            "cdc_scaffold": {"source": "landing.shop"},
            "cdc_reconcile": {},
        }.items()
    ]
    assert [output for output in outputs if "is not installed beside dbt" not in output] == []
    return outputs[0]


def other_file_format(erring: Erring, patch: pytest.MonkeyPatch) -> str:
    with pytest.raises(DbtFailed) as failed:
        erring.project.dbt("run", "--select", "changes_visits", "--vars", "{cdc_file_format: parquet}")
    return str(failed.value)


def other_file_format_of_the_environment(erring: Erring, patch: pytest.MonkeyPatch) -> str:
    patch.setenv("SPARK_CDC_FILE_FORMAT", "parquet")
    return erring("_file_format")


def overtaken(erring: Erring, patch: pytest.MonkeyPatch) -> str:
    """Another run has written to a Delta table meanwhile, so that Delta has left this run's append out."""
    return erring("_check_written", table=f"{SCHEMA}.changes_orders", snapshot="delta:7:20260101000000000000")


def other_views(erring: Erring, patch: pytest.MonkeyPatch) -> str:
    with pytest.raises(DbtFailed) as failed:
        erring.project.dbt("run", "--select", "visits", "--vars", "{cdc_views: tables}")
    return str(failed.value)


def other_views_of_the_environment(erring: Erring, patch: pytest.MonkeyPatch) -> str:
    patch.setenv("SPARK_CDC_VIEWS", "tables")
    return erring("_views")


def changed_stream(erring: Erring, patch: pytest.MonkeyPatch) -> str:
    erring.declare(order="transport")
    try:
        with pytest.raises(DbtFailed) as failed:
            erring.project.dbt("run", "--select", "changes_orders")
    finally:
        erring.declare()
    return str(failed.value)


def settings_of_spark(erring: Erring, patch: pytest.MonkeyPatch, *more: str) -> str:
    """A session with other settings, of which _check_engine asks by statements; the profile sets them."""
    changed = {
        "spark.sql.session.timeZone": "Asia/Kolkata",
        "spark.sql.analyzer.maxIterations": "100",
        "spark.sql.defaultCatalog": "spark_catalog",
    }
    folder = erring.project.path.with_name("profiles")
    folder.mkdir(exist_ok=True)
    patch.setattr(dbt_spark_cdc, "_prepared", None)
    with changed_settings(erring.spark, folder, changed):
        return erring("cdc_trim", *more)


def no_catalog_of_delta(erring: Erring, patch: pytest.MonkeyPatch) -> str:
    return settings_of_spark(erring, patch, "--vars", "{cdc_file_format: delta}")


def another_spark(erring: Erring, patch: pytest.MonkeyPatch) -> str:
    """An older Spark, without one of the functions."""
    patch.setitem(vars(dbt_spark_cdc._prepared), "version", "3.5.9")
    erring.spark.sql("drop temporary function cdc_ddl_meta")
    try:
        return erring("cdc_trim")
    finally:
        registration.register_all(erring.spark)


def newer_spark(erring: Erring, patch: pytest.MonkeyPatch) -> str:
    patch.setitem(vars(dbt_spark_cdc._prepared), "version", "4.2.1")
    return erring("cdc_trim")


def hanging_spark(erring: Erring, patch: pytest.MonkeyPatch) -> str:
    patch.setitem(vars(dbt_spark_cdc._prepared), "version", "4.2.0")
    return erring("cdc_trim", "--vars", "{cdc_file_format: delta}")


def jars_of_another_spark(erring: Erring, patch: pytest.MonkeyPatch) -> str:
    patch.setenv("SPARK_CDC_SPARK_VERSION", "3.5")
    return erring("cdc_trim")


def no_connect_server(erring: Erring, patch: pytest.MonkeyPatch) -> str:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        patch.setenv("SPARK_CDC_REMOTE", f"sc://127.0.0.1:{found.getsockname()[1]}/;token=secret")
    patch.setattr(dbt_spark_cdc, "_prepared", None)
    output = erring("cdc_trim", "--target", "connect")
    assert "secret" not in output
    return output


def misspelt_ansi(erring: Erring, patch: pytest.MonkeyPatch) -> str:
    patch.setattr(erring.project, "ansi", "yes")
    with pytest.raises(DbtFailed) as failed:
        erring.project.dbt("parse")
    return str(failed.value)


def models_elsewhere(erring: Erring, patch: pytest.MonkeyPatch) -> str:
    file = erring.project.path / "dbt_project.yml"
    before = file.read_text()
    file.write_text(before + "model-paths: [../elsewhere]\n")
    try:
        return erring("cdc_init")
    finally:
        file.write_text(before)


def argument_of_the_server(erring: Erring, patch: pytest.MonkeyPatch) -> str:
    with pytest.raises(SystemExit) as stopped:
        thrift.settings(["--help"])
    return str(stopped.value)


def no_user(erring: Erring, patch: pytest.MonkeyPatch) -> str:
    patch.delenv(source_database.USER)
    return erring("cdc_reconcile")


def no_session(erring: Erring, patch: pytest.MonkeyPatch) -> str:
    """As on the target thrift, where dbt opens no Spark session."""
    patch.setattr(dbt_spark_cdc, "_prepared", None)
    patch.setattr(dbt_spark_cdc, "_prepare_session", lambda conf: None)
    return erring("cdc_reconcile")


def database(patch: pytest.MonkeyPatch, create_view: Callable[..., Any]) -> None:
    """Put something else in the place of the source database; a real one: tests/databases."""
    patch.setattr(source_database, "create_view", create_view)


def no_driver(erring: Erring, patch: pytest.MonkeyPatch) -> str:
    create_view = source_database.create_view
    lacking = "java.lang.ClassNotFoundException: org.postgresql.Driver"
    database(patch, lambda _, *given: create_view(Reader(lacking, "no network", "unused"), *given))
    return erring("cdc_reconcile")


def no_access(erring: Erring, patch: pytest.MonkeyPatch) -> str:
    create_view = source_database.create_view
    database(patch, lambda _, *given: create_view(Reader("no access"), *given))
    return erring("cdc_reconcile")


def columns_of_the_source(erring: Erring, patch: pytest.MonkeyPatch, *names: str) -> str:
    rows = ", ".join(f"('{name}', 'integer', 0)" for name in names) or "('', '', 0)"

    def create_view(spark: SparkSession, view: str, *_: Any) -> None:
        spark.sql(
            f"create or replace temporary view {view} as select * from values {rows} as c (name, type, width) where "
            "name <> ''"
        )

    database(patch, create_view)
    return erring("cdc_reconcile")


def no_source_table(erring: Erring, patch: pytest.MonkeyPatch) -> str:
    return columns_of_the_source(erring, patch)


def no_source_column(erring: Erring, patch: pytest.MonkeyPatch) -> str:
    return columns_of_the_source(erring, patch, "id", "remark")


CANNOT = "the Spark of target embedded cannot be used: "
ENGINE = "Read: docs/targets/index.md, Check at the start"
USE = (
    "Use Spark {}, with {} tables: earlier ones lack functions that the package needs, no {} is released for later "
    f"ones, and Python functions hang in 4.2.0. {ENGINE}"
)
USE_ICEBERG = USE.format("4.0, 4.1", "iceberg", "iceberg")
USE_DELTA = USE.format("4.0, 4.1, 4.2", "delta", "delta")
# What is done, and the names and texts of the errors.
SCENES: dict[Callable[[Erring, pytest.MonkeyPatch], str], dict[str, str]] = {
    no_python_package: {
        "python_package": "cdc_init: the Python package spark-cdc is not installed beside dbt, and Jinja itself can "
        "neither read nor write files, nor open a database. Install it. Without it, cdc_scaffold prints what it would "
        "write, with dry_run: true. Read: docs/install.md, The Python package"
    },
    other_file_format: {
        "setting": "variable cdc_file_format: invalid value 'parquet'. Allowed: iceberg, delta. Read: "
        "docs/reference/settings.md, Variables"
    },
    other_file_format_of_the_environment: {
        "setting": "environment variable SPARK_CDC_FILE_FORMAT: invalid value 'parquet'. Allowed: iceberg, delta. "
        "Read: docs/reference/settings.md, Variables"
    },
    overtaken: {
        "table_overtaken": f"{SCHEMA}.changes_orders: another run has written to this table meanwhile. Run again. "
        "Read: docs/semantics.md, Runs that overlap"
    },
    other_views_of_the_environment: {
        "setting": "environment variable SPARK_CDC_VIEWS: invalid value 'tables'. Allowed: view, table. "
        "Read: docs/reference/settings.md, Variables"
    },
    other_views: {
        "setting": "variable cdc_views: invalid value 'tables'. Allowed: view, table. "
        "Read: docs/reference/settings.md, Variables"
    },
    changed_stream: {
        "log_of_another_configuration": f"...{SCHEMA}.changes_orders: it was made by another configuration: its "
        "stream's format, options or landing columns have changed, or the contract or this package. It reads landing "
        "itself, so that a rebuild is complete only if landing still holds all messages. If it does: dbt build "
        "--full-refresh --select changes_orders+. If not, take the change back, or, after an upgrade of the package "
        "alone: dbt build --vars '{cdc_take_over: [changes_orders]}'. Read: docs/upgrading.md, Changes logs straight "
        "over landing"
    },
    settings_of_spark: {
        "engine_time_zone": f"{CANNOT}the time zone of the session is Asia/Kolkata. Set spark.sql.session.timeZone to "
        f"UTC. {ENGINE}",
        "engine_iterations": f"{CANNOT}spark.sql.analyzer.maxIterations is 100. Set it to 300. {ENGINE}",
        "engine_catalog": f"{CANNOT}its default catalog is Spark's own, which has no Iceberg tables. Set "
        f"spark.sql.defaultCatalog to an Iceberg catalog. {ENGINE}",
    },
    no_catalog_of_delta: {
        "engine_catalog_delta": f"{CANNOT}its default catalog is Spark's own, which has no Delta tables. Set "
        "spark.sql.catalog.spark_catalog to org.apache.spark.sql.delta.catalog.DeltaCatalog, and spark.sql.extensions "
        "to io.delta.sql.DeltaSparkSessionExtension. Read: docs/targets/delta.md, Delta tables"
    },
    another_spark: {
        "engine_version": f"{CANNOT}it is Spark 3.5.9. {USE_ICEBERG}",
        "engine_functions": f"{CANNOT}it lacks the functions cdc_ddl_meta. Install the Python package spark-cdc "
        "beside dbt, whose plugin registers them; start a Thrift server by python -m spark_cdc_udfs.thrift, which "
        f"does. {ENGINE}",
    },
    newer_spark: {"engine_version": f"{CANNOT}it is Spark 4.2.1. {USE_ICEBERG}"},
    hanging_spark: {"engine_version": f"{CANNOT}it is Spark 4.2.0. {USE_DELTA}"},
    jars_of_another_spark: {
        "jars_of_another_spark": "setting spark.jars.packages: its jars are for Spark 3.5, and pyspark ... is "
        "installed. Set the environment variable SPARK_CDC_SPARK_VERSION, or the setting of your profile, to this "
        "one. Read: docs/targets/versions.md"
    },
    no_connect_server: {
        "connect_server": "environment variable SPARK_CDC_REMOTE: no Spark Connect server answers at "
        "sc://127.0.0.1:.../ (... refused). Start it, or set the variable to its address. Read: "
        "docs/targets/connect.md"
    },
    misspelt_ansi: {
        "ansi_value": "environment variable SPARK_CDC_ANSI: invalid value 'yes'. Allowed: true, false, or no value. "
        "Read: docs/reference/settings.md, Environment variables"
    },
    models_elsewhere: {
        "model_path_outside": "dbt_project.yml, model-paths: ../elsewhere leaves the project .... Allowed: a folder "
        "of the project. Read: docs/reference/operations.md, cdc_scaffold"
    },
    argument_of_the_server: {
        "thrift_setting": "python -m spark_cdc_udfs.thrift: '--help' is not a Spark setting. Allowed: "
        "spark.some.key=value. Read: docs/targets/thrift.md, Install"
    },
    no_user: {
        "reconcile_user": "cdc_reconcile, environment variable SPARK_CDC_JDBC_USER: it is not set. Set it to the user "
        "that reads the source, and SPARK_CDC_JDBC_PASSWORD to the user's password. Read: docs/reference/settings.md, "
        "Environment variables"
    },
    no_session: {
        "reconcile_session": "cdc_reconcile: the source is read inside of dbt's own Spark session, which this target "
        "does not have. Use a target with `method: session`. Read: docs/targets/index.md, What each target can do"
    },
    no_driver: {
        "reconcile_driver": "cdc_reconcile: Spark could not fetch the driver org.postgresql:postgresql:... (no "
        "network). Add it to spark.jars.packages or spark.jars of the profile. Read: docs/reconciliation.md, Drivers"
    },
    no_access: {
        "reconcile_unreadable": "cdc_reconcile: the source cannot be read: no access. Check url, user and password, "
        "and the SQL of `expressions`. Read: docs/reconciliation.md"
    },
    no_source_table: {
        "reconcile_source_missing": "cdc_reconcile, source: the source has no table app.orders, or its user may not "
        "read it. Give `source` as <schema>.<table>. Read: docs/reference/operations.md, cdc_reconcile"
    },
    no_source_column: {
        "reconcile_column": "cdc_reconcile, column note: the source app.orders has no column 'note', but: id, remark. "
        "Leave the column out by `exclude`, or give SQL by `expressions`. Read: docs/reconciliation.md, What is "
        "compared"
    },
}


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_a_scene_ends_with_its_errors(
    erring: Erring, monkeypatch: pytest.MonkeyPatch, scene: Callable[[Erring, pytest.MonkeyPatch], str]
) -> None:
    output = scene(erring, monkeypatch)
    for name, expected in SCENES[scene].items():
        assert_error(output, name, expected)


@pytest.mark.parametrize(
    ("version", "file_format"),
    [("4.0.5", "iceberg"), ("4.0.5-amzn-0", "iceberg"), ("4.1.4", "delta"), ("4.2.1", "delta")],
)
def test_a_spark_that_the_tables_have_is_not_refused(
    erring: Erring, monkeypatch: pytest.MonkeyPatch, version: str, file_format: str
) -> None:
    monkeypatch.setitem(vars(dbt_spark_cdc._prepared), "version", version)
    erring.project.dbt("run-operation", "_check_engine", "--vars", f"{{cdc_file_format: {file_format}}}")


# -- The data -------------------------------------------------------------------------------------------------------

TEXTS = [
    *DECLARED.values(),
    *((name, text) for _, _, name, text in OPERATIONS.values()),
    *(case for scene in SCENES.values() for case in scene.items()),
]


def test_every_error_is_provoked() -> None:
    provoked = {name for name, _ in TEXTS}
    for name, file in ELSEWHERE.items():
        assert f'"{name}"' in (ROOT / file).read_text()
    assert ERRORS.keys() - provoked == ELSEWHERE.keys()
    assert provoked <= ERRORS.keys()


def test_every_error_names_a_page_and_a_chapter_that_are_there() -> None:
    for name, text in TEXTS:
        page, _, chapter = text.rpartition("Read: ")[2].partition(", ")
        assert chapter in ("", *titles(ROOT / page)), name


def test_every_error_has_the_parts_of_the_common_form() -> None:
    for name, error in ERRORS.items():
        expected = {"allowed", "advice"} & error.keys()
        assert error.keys() - expected == {"what", "given", "read"}, name
        assert len(expected) == 1, name
        assert not any(text.rstrip("\n").endswith(".") for text in error.values()), name


def test_every_error_has_a_name_of_its_own() -> None:
    names = [name for some in docs_reference.errors().values() for name in some]
    files = {path.parent.name: path for path in ROOT.glob("macros/formats/*/*__errors.sql")}
    assert len(names) == len(set(names))
    for form, path in files.items():
        assert all(name.startswith(f"{form}_") for name in docs_reference._returned(ROOT, str(path.relative_to(ROOT))))


def test_texts_of_errors_stand_in_one_place() -> None:
    code = {
        path: re.sub("{#.*?#}", "", path.read_text(), flags=re.S)
        for folder in ("macros", "models", "tests/generic")
        for path in (ROOT / folder).rglob("*.sql")
    }
    raising = [path.name for path, text in code.items() if "raise_compiler_error" in text]
    assert raising == ["_raise.sql"]
    warned = [text for found in code.values() for text in re.findall(r"exceptions\.warn\((.*)", found)]
    assert warned
    assert all(text.startswith("spark_cdc._error_text(") for text in warned)
    plugin, server = ROOT / "udfs/dbt_spark_cdc", ROOT / "udfs/spark_cdc_udfs/thrift.py"
    raised = [
        text
        for path in (*plugin.glob("*.py"), server)
        for text in re.findall(r"^ +raise \w+\((.*)", path.read_text(), re.M)
    ]
    assert raised
    assert all(text.startswith("error_text(") for text in raised)
    # What else stops a process of a user: nothing. Scripts stop only the set-up of this repository.
    for path in (ROOT / "udfs").rglob("*.py"):
        assert path == server or not re.search(r"SystemExit\(|sys\.exit\(", path.read_text()), path


def test_a_call_gives_the_values_of_the_errors_texts() -> None:
    for path in (ROOT / "macros").rglob("*.sql"):
        if "spark_cdc._error" not in path.read_text():
            continue
        for call in docs_reference.JINJA.parse(path.read_text()).find_all(jinja2.nodes.Call):
            if getattr(call.node, "attr", "") not in ("_error", "_error_text") or call.dyn_kwargs:
                continue
            name = getattr(call.args[0], "value", None)  # a name that is put together is provoked all the same
            values = set(re.findall(r"{(\w+)}", " ".join(ERRORS[name].values()))) if name else set()
            given = {value.key for value in call.kwargs}
            assert name is None or given <= values, (path, name)
            assert name in (None, "stream_table_from_topic") or given == values, (path, name)
