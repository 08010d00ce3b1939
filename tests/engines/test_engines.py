"""On each target that needs a server, the same facts as on the embedded one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import engines
import histories
import pytest
import targets
from draws import draw
from encoders import FORMATS
from histories import KEY
from project import ROOT, Outcome
from pyspark.sql import SparkSession
from targets import PairProject, Target, TargetProject
from test_histories import build_and_compare, cases, contract

pytest_plugins = ["sparks"]
EXAMPLES = ROOT / "examples"
HISTORIES = 4  # of each kind; `make test` has more of them, on the embedded target
# The current tables whose samples are built: on the cluster, whose executors are other processes than the driver, some
# of each format. A server gets the same statements in another way, so those of the formats that Python functions decode
# are enough there; the random histories are Debezium's, and every operation runs with the control models.
SAMPLES = {
    "cluster": ["canal_kinds", "cdl_*", "datahub_t*", "dts_*", "lindorm_orders", "qlik_*", "shareplex_*", "shop_c*"],
    "connect": ["dts_visits", "qlik_jobs"],
    "thrift": ["dts_visits", "qlik_jobs"],
    "connect_java": ["shop_truncated"],
}


@pytest.fixture(scope="session")
def master() -> Iterator[str]:
    """The cluster of which all targets are clients."""
    with engines.cluster("2g", cores=2) as address:  # so that two applications fit
        yield address


ALL = ("cluster", "connect", "thrift", "connect-java")
# The two clients of Spark Connect differ in how they reach it, not in what the server does.
WHOLE = pytest.mark.parametrize("target", ["cluster", "connect", "thrift"], indirect=True, scope="session")


@pytest.fixture(scope="session", params=ALL)
def target(request: pytest.FixtureRequest, master: str, warehouse: engines.Warehouse) -> Iterator[Target]:
    with targets.opened(request.param, master, warehouse) as opened:
        yield opened


def succeeded(done: Outcome) -> str:
    assert done.success, done.output[-5000:]
    return done.output


def test_the_workers_do_not_have_the_package() -> None:
    program = "import pyarrow\ntry:\n    import spark_cdc_udfs\nexcept ImportError:\n    print('absent')"
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [engines.WORKER_PYTHON, "-c", program], capture_output=True, text=True, check=True, env=environment
    )
    assert done.stdout == "absent\n"


def is_running(pid: str) -> bool:
    try:
        return Path("/proc", pid, "stat").read_text().split(")")[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_a_server_and_what_it_starts_end_when_a_test_fails() -> None:
    program = (
        "import subprocess, time; print('up', subprocess.Popen(['sleep', '600']).pid, flush=True); time.sleep(600)"
    )
    command = [sys.executable, "-c", program]
    with suppress(AssertionError), engines.process("parent", command, r"up \d+\n") as output:
        raise AssertionError("the failure of a test")
    for _ in range(600):  # killed processes end in their own time
        if not is_running(output.split()[1]):
            return
        time.sleep(0.1)
    pytest.fail("the process that the server has started is still there")


def test_the_samples_end_in_the_expected_tables(target: Target, tmp_path: Path) -> None:
    """dbt's own tests compare each current table with the seed of its expected rows."""
    samples = SAMPLES[target.schema]
    chosen = [path.stem for name in samples for path in (EXAMPLES / "seeds" / "expected").glob(f"expected_{name}.csv")]
    select = ["--select", *chosen, *(f"+{name}" for name in samples)]
    succeeded(target.run(EXAMPLES, tmp_path, f"samples_{target.schema}", "build", *select))
    results = json.loads((tmp_path / "target" / "run_results.json").read_text(encoding="utf-8"))["results"]
    outcomes = {result["unique_id"]: result["status"] for result in results}
    compared = [name for name in outcomes if name.startswith("test.spark_cdc_examples.spark_cdc_cdc_same_rows")]
    assert len(compared) == len(chosen) > 0
    unfinished = [name.split(".")[2] for name, status in outcomes.items() if status not in ("success", "pass")]
    assert unfinished == []


# A call of each function, its argument and its answer; see docs/reference/functions.md.
ANSWERS = {
    "hex(cdc_base64_bytes(value).value)": ("AAE=", "0001"),
    "cdc_connect_decimal(value, 2).value": ("AeJA", "1234.56"),
    "to_json(cdc_mask_ordinals(value).value)": ("8001", "[1,16]"),
    "cdc_dts_record(unhex(value)).reason": ("00", "DTS record: it ends too early"),
    "cdc_qlik_message(unhex(value), cast(null as string)).reason": (
        "00",
        "Qlik envelope: the bytes do not begin with atMSG",
    ),
    "cdc_ddl_meta(value).reason": ("AAAA", "ddlMeta: not a Java serialisation"),
}


def test_every_function_answers(target: Target, tmp_path: Path) -> None:
    """Executors run them; cdc_carried_values, which takes a table, is in each build of a state."""
    calls = [
        f"select {number} as number, {call} as answer from (select '{given}' as value)"
        for number, (call, (given, _)) in enumerate(ANSWERS.items())
    ]
    command = ("show", "--quiet", "--limit", "-1", "--output", "json", "--inline", " union all ".join(calls))
    output = succeeded(target.run(EXAMPLES, tmp_path, f"functions_{target.schema}", *command))
    shown = json.loads(output[output.index("{") :])["show"]
    answers = [row["answer"] for row in sorted(shown, key=lambda row: row["number"])]
    assert answers == [answer for _, answer in ANSWERS.values()]


@WHOLE
@pytest.mark.law("L2", "L4")
def test_random_histories_end_in_the_databases_tables(spark: SparkSession, target: Target, tmp_path: Path) -> None:
    """With partial images, key changes, truncates, late and repeated messages; see test_histories."""
    form = next(form for form in FORMATS if form.name == "debezium")
    keys, lists = histories.keyed_histories(form), histories.bag_histories(form)
    keyed = cases(form, "orders", KEY, draw(keys, HISTORIES), 0)
    bags = cases(form, "visits", (), draw(lists, HISTORIES), len(keyed)) if target.name == "cluster" else []
    made = TargetProject(tmp_path / "p", f"histories_{target.schema}", target)
    made.stream("shop", {**form.stream, "lateness": "0 seconds"})
    tables = {"keyed": (contract(form, "keyed", ("shard", *KEY), [case.shard.qualified for case in keyed]), keyed)}
    if bags:
        tables["bags"] = (contract(form, "bags", (), [case.shard.qualified for case in bags]), bags)
    made.tables("shop", [declared for declared, _ in tables.values()])
    made.dbt("deps")
    build_and_compare(spark, form, made, tables)


@WHOLE
@pytest.mark.law("L2", "L7")
def test_runs_that_overlap_leave_the_tables_of_one_run(spark: SparkSession, target: Target, tmp_path: Path) -> None:
    """Two dbt processes build each batch, and rebuild all, at the same time; see test_concurrent for embedded ones."""
    form = next(form for form in FORMATS if form.name == "debezium")
    keyed = cases(form, "orders", KEY, draw(histories.keyed_histories(form), HISTORIES), 0)
    with target.another() as second:
        made = PairProject(tmp_path / "p", f"pairs_{target.schema}", target, second)
        made.stream("shop", {**form.stream, "lateness": "0 seconds"})
        declared = contract(form, "keyed", ("shard", *KEY), [case.shard.qualified for case in keyed])
        made.tables("shop", [declared])
        made.dbt("deps")
        build_and_compare(spark, form, made, {"keyed": (declared, keyed)})


def event(offset: int, op: str, before: Any, after: Any) -> dict[str, Any]:
    """Return a change of the table app.orders as a landing row."""
    source = {"connector": "postgresql", "db": "shop", "schema": "app", "table": "orders", "lsn": 100 + offset}
    value = {"op": op, "before": before, "after": after, "source": source, "ts_ms": 1_700_000_000_000}
    return landed(offset, json.dumps(value), json.dumps({"id": (after or before)["id"]}))


def landed(offset: int, value: str, key: str | None = None) -> dict[str, Any]:
    when = 1_700_000_000_000 + offset
    return {"topic": "shop", "partition": 0, "offset": offset, "timestamp": when, "key": key, "value": value}


BEFORE = [
    *(event(number, "c", None, {"id": number, "state": "new"}) for number in range(4)),
    landed(4, "no message"),
]
AFTER = [event(5, "u", {"id": 0}, {"id": 0, "state": "paid"}), event(6, "d", {"id": 1}, None)]
ORDERS = [(0, "paid"), (2, "new"), (3, "new")]


@WHOLE
def test_every_operation_works(spark: SparkSession, target: Target, tmp_path: Path) -> None:
    """From a file of messages to current tables by the operations alone, and through the maintenance of them."""
    schema = f"operated_{target.schema}"
    made = TargetProject(tmp_path / "p", schema, target, control=True)
    (made.path / "models/control").mkdir()
    (made.path / "models/control/cdc_events.sql").write_text(
        "{# Maintained by cdc_scaffold #}\n{{ spark_cdc.cdc_events([]) }}\n"
    )
    made.dbt("deps")

    def operate(name: str, **arguments: Any) -> Outcome:
        return made.aloud("run-operation", name, "--args", json.dumps(arguments))

    def land(name: str, rows: list[dict[str, Any]]) -> str:
        path = tmp_path / name
        path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
        return succeeded(operate("cdc_land", table=f"{schema}_landing.shop", path=str(path)))

    def orders() -> list[tuple[Any, ...]]:
        return sorted(tuple(row) for row in spark.sql(f"select id, state from {schema}.orders").collect())

    assert "5 rows landed" in land("before.jsonl", BEFORE)
    declared = {"schema": f"{schema}_landing", "format": "debezium", "lateness": "0 seconds"}
    assert "1 of 1 observed tables: orders" in succeeded(
        operate("cdc_scaffold", source="landing.shop", declare=declared)
    )
    made.dbt("build")
    assert "2 rows landed" in land("after.jsonl", AFTER)
    made.dbt("build")
    assert orders() == ORDERS
    log = spark.sql(f"select cdc_class from {schema}.routed_shop").collect()
    assert Counter(row.cdc_class for row in log) == {"change": 6, "quarantined": 1}

    marked = succeeded(operate("cdc_replay", log="routed_shop"))
    assert "1 rows of routed_shop are marked; the next run replays them" in marked
    made.dbt("build")
    assert " have been removed" in succeeded(operate("cdc_trim", retention="0 seconds", dry_run=False))
    assert "cdc_purge" in succeeded(operate("cdc_purge", stream="shop", retention="0 seconds", dry_run=False))
    kept = succeeded(operate("cdc_maintain", tables=["state_orders"], retention="1 second", dry_run=False))
    assert "cdc_maintain: state_orders: now" in kept
    assert "orders: 3 rows" in succeeded(operate("cdc_overview"))
    made.dbt("build")
    assert orders() == ORDERS
    made.dbt("docs", "generate")


@WHOLE
def test_the_source_database_is_reached_where_sparks_session_is_dbts(target: Target, tmp_path: Path) -> None:
    """Nobody listens on the port: Spark has fetched the driver and tried."""
    made = TargetProject(tmp_path / "p", f"operated_{target.schema}", target)
    made.stream("shop", {"format": "debezium"})
    columns = [{"name": "id", "data_type": "bigint"}, {"name": "state", "data_type": "string"}]
    cdc = {"tables": ["app.orders"], "key": ["id"]}
    made.tables("shop", [{"name": "orders", "config": {"meta": {"cdc": cdc}}, "columns": columns}])
    made.dbt("deps")
    url = f"jdbc:postgresql://127.0.0.1:{engines.free_port()}/shop"
    done = made.aloud("run-operation", "cdc_reconcile", "--args", json.dumps({"table": "orders", "url": url}))
    assert not done.success
    expected = "Use a target with `method: session`" if target.name == "thrift" else "refused"
    assert expected in done.output, done.output[-3000:]
