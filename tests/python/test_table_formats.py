"""What a run relies on, and each table format does in its own way; `make test-delta` runs it with Delta's tables."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from error_cases import assert_error
from landing import land
from messages import POSTGRES, contract, event, landed
from project import ROOT, Project
from spark_process import FILE_FORMAT, snapshots

TABLES = ROOT / "macros/tables"
AGAIN = "another run wrote to the same table; trying again (1 of 5)"
# Another run does something before a statement of the tested one, which has looked already (at the snapshot `seen`).
RIVALS = {
    # It writes the same rows first: it appends them, or replaces the log.
    "_append": """
{% macro _append(table, snapshot, rows) %}
    {% set statement = spark_cdc._append_alone(table, snapshot, rows) %}
    {% if snapshot == var("seen", "") %}
        {% set rival = spark_cdc._replaced(table, rows) if var("replaces", false) else statement %}
        {% do run_query(rival | replace(invocation_id, "rival")) %}
    {% endif %}
    {{ return(statement) }}
{% endmacro %}
{% macro _replaced(table, rows) %}
    {% set columns = spark_cdc._columns_of(table) | map(attribute="name") | join(", ") %}
    {% set properties = {} %}
    {% for name, value in spark_cdc._table_properties(table).items() if name.startswith("cdc.") %}
        {% do properties.update({name: value}) %}
    {% endfor %}
    create or replace table {{ table }} {{ spark_cdc._table_options(properties=properties) }}
    {{ spark_cdc._unless_written(table, spark_cdc._before_replacing(table)) }}
    as select {{ columns }} from {{ table }} union all select {{ columns }} from ({{ rows }})
{% endmacro %}
""",
    # It creates the log first.
    "_unless_written": """
{% macro _unless_written(table, snapshot) %}
    {% set clause = spark_cdc._unless_written_alone(table, snapshot) %}
    {% if this.name == var("creates", "") and not load_cached_relation(this) %}
        {% set options = spark_cdc._table_options(properties={"cdc.contract": spark_cdc._fingerprint()}) %}
        {% set rival = "create table " ~ this ~ " " ~ options ~ " " ~ clause ~ " as " ~ var("rival") %}
        {% do run_query(rival | replace(invocation_id, "rival")) %}
    {% endif %}
    {{ return(clause) }}
{% endmacro %}
""",
    "_is_at": """
{% macro _is_at(table, snapshot) %}
    {% if snapshot == var("seen", "") %}{% do run_query(var("rival")) %}{% endif %}
    {{ spark_cdc._is_at_alone(table, snapshot) }}
{% endmacro %}
""",
}


def parts(folder: str) -> set[str]:
    names = (path.stem for path in (TABLES / folder).glob("*.sql"))
    return {name.removeprefix(f"{folder}__") for name in names if not name.startswith("_")}


def test_every_table_format_has_the_same_parts() -> None:
    formats = [path.name for path in TABLES.iterdir() if path.is_dir()]
    named = re.search(r"return\((\[.*?\])\)", (TABLES / "_table_formats.sql").read_text(encoding="utf-8"))
    assert named
    assert sorted(formats) == sorted(json.loads(named[1])) == ["delta", "iceberg"]
    assert parts("delta") == parts("iceberg")


def test_no_other_macro_depends_on_a_table_format() -> None:
    """Only the default is named elsewhere, and what Iceberg's ids of snapshots lack, which are numbers.

    The formats of messages do not know of tables; one has an option of such a name.
    """
    allowed = {"_file_format.sql", "_format_of_snapshot.sql", "_table_formats.sql"}
    for path in (ROOT / "macros").rglob("*.sql"):
        code = re.sub(r"{#.*?#}", "", path.read_text(encoding="utf-8"), flags=re.S)
        if {"delta", "iceberg", "errors", "formats"} & set(path.relative_to(ROOT).parts) or path.name in allowed:
            continue
        assert not re.search(r"iceberg|\"delta\"|delta__|current-snapshot-id|version as of", code), path


def test_every_macro_that_another_calls_is_there() -> None:
    """Jinja finds out only when the call is made, some of which one table format alone makes."""
    macros = {
        path.stem.removeprefix("test_") for path in [*ROOT.glob("macros/**/*.sql"), *ROOT.glob("tests/generic/*.sql")]
    }
    for path in (ROOT / "macros").rglob("*.sql"):
        code = re.sub(r"{#.*?#}", "", path.read_text(encoding="utf-8"), flags=re.S)
        called = set(re.findall(r"(?<!modules\.)\bspark_cdc\.(\w+)", code)) - {"keys"}
        assert called <= macros, path


@pytest.fixture
def made(spark: Any, tmp_path: Path, request: pytest.FixtureRequest) -> Project:
    """A project with one change of one key, whose package has a place for a rival."""
    made = Project(tmp_path / "p", request.node.name.removeprefix("test_")[:30])
    for name, text in RIVALS.items():
        path = made.path.with_name("package") / f"macros/tables/{name}.sql"
        path.write_text(path.read_text().replace(f"macro {name}(", f"macro {name}_alone(") + text)
    made.stream("shop", {"format": "debezium"}, routed=False)
    made.tables("shop", [contract("orders", ["id"], {"id": "bigint", "name": "string"}, ["app.orders"])])
    made.dbt("deps")
    land(spark, f"{made.landing_schema}.shop", [change(1, 1, "a")])
    made.dbt("run")
    return made


def change(offset: int, number: int, name: str) -> dict[str, Any]:
    return landed(offset, event("c", None, {"id": number, "name": name}, {**POSTGRES, "lsn": offset}))


def noted(spark: Any, made: Project, table: str) -> str:
    properties = dict(tuple(row) for row in spark.sql(f"show tblproperties {made.schema}.{table}").collect())
    return str(properties["cdc.snapshot"])


def rows(spark: Any, made: Project, table: str, columns: str) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in spark.sql(f"select {columns} from {made.schema}.{table} order by 1, 2").collect()]


@pytest.mark.law("L7")
def test_a_log_to_which_another_run_has_appended_gets_no_row_twice(spark: Any, made: Project) -> None:
    land(spark, f"{made.landing_schema}.shop", [change(2, 2, "b")])
    done = made.aloud("run", "--vars", json.dumps({"seen": noted(spark, made, "changes_orders")}))
    assert done.success
    assert AGAIN in done.output
    assert rows(spark, made, "changes_orders", "cdc_offset, cdc_class") == [(1, "change"), (2, "change")]
    assert rows(spark, made, "orders", "id, name") == [(1, "a"), (2, "b")]


@pytest.mark.law("L7")
def test_a_log_that_another_run_has_replaced_gets_no_row_twice(spark: Any, made: Project) -> None:
    """A run that has looked at a log before a full refresh adds nothing to the new one until it has looked again."""
    land(spark, f"{made.landing_schema}.shop", [change(2, 2, "b")])
    variables = {"seen": noted(spark, made, "changes_orders"), "replaces": True}
    done = made.aloud("run", "--vars", json.dumps(variables))
    assert done.success, done.output
    assert AGAIN in done.output
    assert rows(spark, made, "changes_orders", "cdc_offset, cdc_class") == [(1, "change"), (2, "change")]
    assert rows(spark, made, "orders", "id, name") == [(1, "a"), (2, "b")]


@pytest.mark.law("L7")
def test_of_two_first_runs_the_later_one_does_not_replace_what_the_other_has_made(spark: Any, made: Project) -> None:
    """Else, with Delta, a third run that has looked at the first one's log could add to the second one's."""
    log, kept = (f"{made.schema}.{name}" for name in ("changes_orders", "kept"))
    spark.sql(f"create table {kept} using {FILE_FORMAT} as select * from {log}")
    spark.sql(f"drop table {log}")
    land(spark, f"{made.landing_schema}.shop", [change(2, 2, "b")])
    done = made.aloud("run", "--vars", json.dumps({"creates": "changes_orders", "rival": f"select * from {kept}"}))
    assert done.success, done.output
    assert (AGAIN in done.output) is (FILE_FORMAT == "delta")
    assert rows(spark, made, "changes_orders", "cdc_offset, cdc_class") == [(1, "change"), (2, "change")]
    assert rows(spark, made, "orders", "id, name") == [(1, "a"), (2, "b")]


@pytest.mark.law("L7")
def test_a_state_to_which_another_run_has_written_is_merged_again(spark: Any, made: Project) -> None:
    """Iceberg fails the merge, and the rival's delete stays. Delta has merged; the next attempt assumes nothing."""
    land(spark, f"{made.landing_schema}.shop", [change(2, 2, "b")])
    variables = {
        "seen": noted(spark, made, "state_orders"),
        "rival": f"delete from {made.schema}.state_orders where id = 1",
    }
    done = made.aloud("run", "--vars", json.dumps(variables))
    assert done.success
    assert AGAIN in done.output
    kept = [(1, "a")] if FILE_FORMAT == "delta" else []
    assert rows(spark, made, "orders", "id, name") == [*kept, (2, "b")]
    land(spark, f"{made.landing_schema}.shop", [change(3, 3, "c")])
    made.dbt("run")
    assert rows(spark, made, "orders", "id, name") == [*kept, (2, "b"), (3, "c")]


@pytest.mark.law("L7")
def test_a_state_whose_first_run_was_killed_before_its_note_is_merged_again(spark: Any, made: Project) -> None:
    spark.sql(f"alter table {made.schema}.state_orders unset tblproperties ('cdc.snapshot', 'cdc.applied_batch')")
    land(spark, f"{made.landing_schema}.shop", [change(2, 2, "b")])
    made.dbt("run")
    assert rows(spark, made, "orders", "id, name") == [(1, "a"), (2, "b")]
    assert noted(spark, made, "state_orders")


@pytest.mark.law("L10")
def test_only_what_was_appended_to_landing_is_read(spark: Any, made: Project) -> None:
    """So a row of any age is found, in a landing table as cdc_land creates it."""
    old = {**change(2, 2, "b"), "timestamp": 0}
    land(spark, f"{made.landing_schema}.shop", [old])
    made.dbt("run")
    spark.sql(f"delete from {made.landing_schema}.shop where `offset` = 1")
    land(spark, f"{made.landing_schema}.shop", [{**change(3, 3, "c"), "timestamp": 0}])
    made.dbt("run")
    assert rows(spark, made, "orders", "id, name") == [(1, "a"), (2, "b"), (3, "c")]
    read = rows(spark, made, "changes_orders", "cdc_batch, cdc_read")
    assert [sum(part["rows"] for part in json.loads(note)["partitions"]) for _, note in read] == [1, 1, 1]


def test_what_delta_has_left_out_is_an_error(spark: Any, made: Project) -> None:
    """Iceberg fails the statement itself, so that nothing is left to check."""
    arguments = {"table": f"{made.schema}.changes_orders", "snapshot": noted(spark, made, "changes_orders")}
    done = made.aloud("run-operation", "_check_written", "--args", json.dumps(arguments))
    assert done.success is (FILE_FORMAT == "iceberg")
    if not done.success:
        assert_error(
            done.output,
            "table_overtaken",
            f"{made.schema}.changes_orders: another run has written to this table meanwhile. Run again. "
            "Read: docs/semantics.md, Runs that overlap",
        )


@pytest.mark.law("L6")
def test_a_table_in_place_of_a_view_is_replaced_if_what_it_reads_has_changed(spark: Any, made: Project) -> None:
    def views() -> list[str]:
        found = spark.sql(f"show views in {made.schema}").collect()
        return [row.viewName for row in found if not row.isTemporary]

    def run(*more: str) -> set[int]:
        """Run with a table in place of the view; return the snapshots that the table has had."""
        made.dbt("run", "--vars", "{cdc_views: table}", *more)
        return set(snapshots(spark, f"{made.schema}.orders"))

    assert views() == ["orders"]
    first = run()
    assert rows(spark, made, "orders", "id, name") == [(1, "a")]
    assert run() == first
    land(spark, f"{made.landing_schema}.shop", [change(2, 1, "b")])
    second = run()
    assert rows(spark, made, "orders", "id, name") == [(1, "b")]
    assert first < second < run("--full-refresh")
    made.dbt("run", "--full-refresh")
    assert rows(spark, made, "orders", "id, name") == [(1, "b")]
    assert views() == ["orders"]
