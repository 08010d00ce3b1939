"""What a run merges into a state, for each way in which changes come."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from error_cases import assert_error
from landing import land
from project import Project
from scenario import contract
from spark_process import FILE_FORMAT


def event(
    offset: int,
    op: str,
    before: dict[str, Any] | None,
    after: dict[str, Any] | None,
    transaction: int | None = None,
    table: str = "orders",
) -> dict[str, Any]:
    source = {"connector": "postgresql", "db": "shop", "schema": "app", "table": table, "lsn": 100 + offset}
    source["txId"] = transaction
    value = json.dumps({"op": op, "before": before, "after": after, "source": source, "ts_ms": 1_700_000_000_000})
    place = {"topic": "shop", "partition": 0, "offset": offset, "timestamp": 1_700_000_000_000 + offset}
    return {**place, "key": None, "value": value, "headers": None}


def orders_project(path: Path, schema: str, tables: Sequence[str] = ("app.orders",)) -> Project:
    """Return a project in which these source tables feed a table `orders`, straight from landing."""
    made = Project(path / "p", schema)
    made.stream("shop", {"format": "debezium"}, routed=False)
    made.tables("shop", [contract("orders", list(tables), ["id"], id="bigint", name="string")])
    made.dbt("deps")
    return made


def test_a_merge_deletes_existing_and_unknown_rows(spark: Any, tmp_path: Path) -> None:
    made = orders_project(tmp_path, "merges")
    kept, gone, never = ({"id": number, "name": "x"} for number in (1, 2, 3))
    land(spark, "merges_landing.shop", [event(1, "c", None, kept), event(2, "c", None, gone)])
    made.dbt("run")
    second = [event(3, "d", gone, None), event(4, "c", None, never), event(5, "d", never, None)]
    land(spark, "merges_landing.shop", second)
    made.dbt("run")
    state = spark.sql("select id, name, cdc_deleted from merges.state_orders order by id").collect()
    assert [tuple(row) for row in state] == [(1, "x", False), (2, None, True), (3, None, True)]
    if FILE_FORMAT == "iceberg":  # Delta's merges are checked afterwards: test_table_formats.py
        overtaken = (tmp_path / "p/target/run/captured/models/state_orders.sql").read_text()
        with pytest.raises(Exception, match="spark_cdc: ") as failed:
            spark.sql(overtaken)  # as of a run that looked before this one merged
        assert_error(
            str(failed.value),
            "state_overtaken",
            "merges.state_orders: another run has merged into this state meanwhile. Run again. "
            "Read: docs/semantics.md, Runs that overlap",
        )
    land(spark, "merges_landing.shop", [event(0, "d", kept, None), event(6, "c", None, gone)])  # one late, one back
    made.dbt("run")
    current = spark.sql("select id, name from merges.orders order by id").collect()
    assert [tuple(row) for row in current] == [(1, "x"), (2, "x")]


SLOWER = """
{# What a run that looked at its table as it was in `seen` notes after a faster run has written. #}
{% macro slower_run(kind) %}
    {% set seen = var("seen", {}).get(kind) %}
    {% if not execute or not seen %}{{ return("") }}{% endif %}
    {% if kind == "state" %}
        {% do spark_cdc._note_applied(this, dict(seen, truncates=false, carries=false)) %}
    {% else %}
        {% do spark_cdc._note_read(dict(seen, noted={}, has_new=true), true) %}
    {% endif %}
{% endmacro %}
"""


@pytest.mark.law("L7")
def test_a_run_that_notes_last_but_saw_less_stops_no_later_one(spark: Any, tmp_path: Path) -> None:
    """Two runs of one model overlap; what the slower one knew is not what is there."""
    made = Project(tmp_path / "p", "overtaken")
    made.stream("shop", {"format": "debezium"}, routed=False)
    made.tables("shop", [contract("orders", ["app.orders"], ["id"], id="bigint", name="string")])
    (tmp_path / "p/macros").mkdir(exist_ok=True)
    (tmp_path / "p/macros/slower_run.sql").write_text(SLOWER)
    for kind in ("changes", "state"):
        model = tmp_path / f"p/models/{kind}_orders.sql"
        hook = f"{{{{ config(post_hook=\"{{{{ slower_run('{kind}') }}}}\") }}}}\n"
        model.write_text(hook + model.read_text())
    made.dbt("deps")

    def noted(table: str) -> dict[str, str]:
        return dict(tuple(row) for row in spark.sql(f"show tblproperties overtaken.{table}").collect())

    land(spark, "overtaken_landing.shop", [event(1, "c", None, {"id": 1, "name": "a"})])
    made.dbt("run")
    land(spark, "overtaken_landing.shop", [event(2, "u", None, {"id": 1, "name": "b"})])
    made.dbt("run")
    log, state = noted("changes_orders"), noted("state_orders")
    seen = {
        "changes": {"read": json.loads(log["cdc.read"]), "snapshot": log["cdc.snapshot"]},
        "state": {
            "upto": state["cdc.applied_batch"],
            "read": log["cdc.snapshot"],
            "snapshot": state["cdc.snapshot"],
            "reached": state["cdc.newest_position"],
        },
    }
    for offset, name in ((9, "faster"), (10, "fastest")):
        land(spark, "overtaken_landing.shop", [event(offset, "u", None, {"id": 1, "name": name})])
        made.dbt("run", *(("--vars", json.dumps({"seen": seen})) if offset == 10 else ()))
    land(spark, "overtaken_landing.shop", [event(5, "c", None, {"id": 2, "name": "late"})])
    made.dbt("run")
    land(spark, "overtaken_landing.shop", [event(11, "u", None, {"id": 1, "name": "last"})])
    made.dbt("run")
    current = spark.sql("select id, name from overtaken.orders order by id").collect()
    assert [tuple(row) for row in current] == [(1, "last"), (2, "late")]
    logged = spark.sql("select cdc_offset from overtaken.changes_orders order by 1").collect()
    assert [row.cdc_offset for row in logged] == [1, 2, 5, 9, 10, 11]


@pytest.mark.law("L2")
def test_a_row_that_arrives_after_the_pending_delete_of_its_key_stays(spark: Any, tmp_path: Path) -> None:
    """With keys checked at commit, a row takes a key and is updated there before the key's old row leaves."""
    made = orders_project(tmp_path, "newcomer")
    one, two = {"id": 1, "name": "a"}, {"id": 2, "name": "b"}
    comes = event(5, "u", one, {**one, "id": 2}, transaction=7)
    updated = event(6, "u", {**one, "id": 2}, {"id": 2, "name": "updated"}, transaction=7)
    leaves = event(7, "u", two, {**two, "id": 3}, transaction=7)
    afterwards = event(8, "u", {"id": 2, "name": "updated"}, {"id": 2, "name": "again"}, transaction=8)
    ends = [(2, "updated"), (3, "b")]
    # Until the key change arrives, the update settles the key. Onto a key that seems free, it leaves no pending delete.
    batches = [[updated], [leaves], [event(1, "c", None, one), comes], [event(2, "c", None, two)], [afterwards]]
    expected = [[(2, "updated")], [(3, "b")], [(3, "b")], ends, [(2, "again"), (3, "b")]]
    for messages, rows in zip(batches, expected, strict=True):
        land(spark, "newcomer_landing.shop", messages)
        made.dbt("run")
        current = spark.sql("select id, name from newcomer.orders order by id").collect()
        assert [tuple(row) for row in current] == rows


@pytest.mark.law("L2")
def test_a_truncate_deletes_the_rows_of_its_own_table(spark: Any, tmp_path: Path) -> None:
    """Two source tables feed one table; a row moves from the one to the other, under its key."""
    made = orders_project(tmp_path, "moved", ["app.orders", "app.archive"])

    def rows() -> list[tuple[Any, ...]]:
        return [tuple(row) for row in spark.sql("select id, name from moved.orders order by id").collect()]

    one, two, three = ({"id": number, "name": name} for number, name in ((1, "a"), (2, "b"), (3, "c")))
    # Truncated twice, and between the two a row of the other table takes a key and leaves it in the same transaction.
    old, other = {"id": 9, "name": "old"}, {"id": 8, "name": "d"}
    early = [event(1, "c", None, old), event(2, "t", None, None), event(3, "c", None, other, table="archive")]
    early.append(event(4, "u", other, {**other, "id": 9}, 7, table="archive"))
    early += [event(5, "t", None, None), event(6, "u", {**other, "id": 9}, other, 7, table="archive")]
    first = [event(offset, "c", None, row) for offset, row in ((10, one), (11, two), (12, three))]
    moves = [event(20, "d", one, None), event(21, "c", None, one, table="archive")]
    moves_late = [event(28, "d", two, None), event(29, "c", None, two, table="archive")]
    # Rows of the other table displace two that the truncate deletes. Then that table is renamed, and one is deleted.
    four, five = {"id": 4, "name": "e"}, {"id": 5, "name": "f"}
    displaces = [event(offset, "c", None, row) for offset, row in ((22, four), (24, five))]
    displaces += [event(offset, "c", None, row, table="archive") for offset, row in ((23, four), (25, five))]
    truncate, renamed = event(30, "t", None, None), event(31, "d", four, None)
    batches = [early[:4], early[4:], [*first, *moves, *displaces], [truncate], [*moves_late, renamed]]
    stays = [(5, "f"), (8, "d")]
    ends = [[(9, "d")], [(8, "d")], [(1, "a"), (2, "b"), (3, "c"), (4, "e"), *stays], [(1, "a"), (4, "e"), *stays]]
    ends.append([(1, "a"), (2, "b"), *stays])
    for messages, there in zip(batches, ends, strict=True):
        land(spark, "moved_landing.shop", messages)
        made.dbt("run")
        assert rows() == there
    columns = "id, name, cdc_position, cdc_settled_position, cdc_operation, cdc_deleted, cdc_pending_deletes"
    columns += ", cdc_source_table, cdc_displaced_tables"
    grown = spark.sql(f"select {columns} from moved.state_orders order by id").collect()
    made.dbt("run", "--full-refresh")
    assert spark.sql(f"select {columns} from moved.state_orders order by id").collect() == grown
    land(spark, "moved_landing.shop", [event(40, "t", None, None, table="archive")])
    made.dbt("run")
    assert rows() == []


@pytest.mark.law("L2")
def test_a_truncate_leaves_the_table_of_the_same_name_in_another_database(spark: Any, tmp_path: Path) -> None:
    """A declared name without a database is that of a table of each database of the stream."""
    made = orders_project(tmp_path, "namesakes")

    def elsewhere(message: dict[str, Any]) -> dict[str, Any]:
        return {**message, "value": message["value"].replace('"db": "shop"', '"db": "other"')}

    one, two = ({"id": number, "name": "x"} for number in (1, 2))
    land(spark, "namesakes_landing.shop", [event(1, "c", None, one), elsewhere(event(2, "c", None, two))])
    made.dbt("run")
    land(spark, "namesakes_landing.shop", [elsewhere(event(4, "t", None, None))])
    for options in ([], ["--full-refresh"]):
        made.dbt("run", *options)
        assert [row.id for row in spark.sql("select id from namesakes.orders").collect()] == [1]


@pytest.mark.law("L2")
def test_a_row_that_moves_between_source_tables_lives_in_the_last_one(spark: Any, tmp_path: Path) -> None:
    """Tables are resharded by insert first and delete after, and renamed without either; messages come in any order."""
    made = orders_project(tmp_path, "resharded", ["app.one", "app.two", "app.three"])
    # Statements by table, and the table whose row is there in the end.
    lives: list[tuple[list[tuple[str, str]], str | None]] = [
        ([("c", "one"), ("c", "two"), ("d", "one")], "two"),
        ([("c", "one"), ("d", "one"), ("c", "two")], "two"),
        ([("c", "one"), ("c", "two"), ("d", "one"), ("d", "two")], None),
        ([("c", "one"), ("c", "two"), ("u", "two"), ("d", "one")], "two"),
        ([("c", "one"), ("c", "two"), ("c", "three"), ("d", "one"), ("d", "two")], "three"),
        ([("c", "one"), ("c", "two"), ("d", "one"), ("c", "one"), ("d", "two")], "one"),
        ([("r", "one"), ("u", "two"), ("u", "two")], "two"),  # renamed
        ([("c", "one"), ("d", "two")], None),  # renamed
        ([("c", "one"), ("u", "two"), ("d", "two")], None),  # renamed
    ]
    batches: list[list[dict[str, Any]]] = [[] for _ in range(5)]
    expected = []
    key = 0
    for life, last in lives:
        for order in itertools.permutations(range(len(life))):
            key += 1
            if last:
                expected.append((key, last))
            for batch, place in enumerate(order):
                op, table = life[place]
                image = {"id": key, "name": table}
                before, after = (image, None) if op == "d" else (None, image)
                change = event(place, op, before, after, table=table)
                batches[batch].append({**change, "offset": 10 * key + place})
    for messages in batches:
        land(spark, "resharded_landing.shop", messages)
        made.dbt("run")
    rows = spark.sql("select id, name from resharded.orders order by id").collect()
    assert [tuple(row) for row in rows] == expected
    grown = spark.sql("select * except (cdc_event_at) from resharded.state_orders order by id").collect()
    made.dbt("run", "--full-refresh")
    assert spark.sql("select * except (cdc_event_at) from resharded.state_orders order by id").collect() == grown


@pytest.mark.law("L2")
def test_full_images_that_arrive_twice_and_in_any_order_count_once(spark: Any, tmp_path: Path) -> None:
    """No key change, part or truncate: the newest change of a key is its row, at the position of its first delivery."""
    made = orders_project(tmp_path, "repeated")
    # Operations with their place in the source's log, in order of offsets; the place and offset of the row in the end.
    lives: list[tuple[list[tuple[str, int]], int, int]] = [
        ([("c", 1), ("u", 2), ("u", 2)], 2, 1),
        ([("c", 1), ("c", 1), ("u", 3)], 3, 2),
        ([("c", 1), ("u", 2), ("d", 3), ("d", 3)], 3, 2),
        ([("c", 1), ("d", 2), ("c", 3), ("c", 1)], 3, 2),
        ([("r", 0), ("u", 2), ("r", 0), ("u", 2)], 2, 1),
    ]
    batches: list[list[dict[str, Any]]] = [[] for _ in range(4)]
    expected = {}
    key = 0
    for life, last, offset in lives:
        for order in itertools.permutations(range(len(life))):
            key += 1
            for batch, number in enumerate(order):
                op, place = life[number]
                image = {"id": key, "name": f"at {place}"}
                before, after = (image, None) if op == "d" else (None, image)
                change = event(place, op, before, after, place)
                batches[batch].append({**change, "offset": 10 * key + number})
            is_deleted = life[offset][0] == "d"
            expected[key] = (None if is_deleted else f"at {last}", is_deleted, 10 * key + offset)

    def state() -> list[Any]:
        return list(spark.sql("select * from repeated.state_orders order by id").collect())

    for messages in batches:
        land(spark, "repeated_landing.shop", messages)
        made.dbt("run")
    grown = state()
    found = {row.id: (row.name, row.cdc_deleted, int(row.cdc_position.split(".")[4])) for row in grown}
    assert found == expected
    made.dbt("run", "--full-refresh")
    assert state() == grown


@pytest.mark.law("L2", "L4")
def test_a_truncate_ends_what_is_older_whenever_it_lands(spark: Any, tmp_path: Path) -> None:
    """Truncates at 15 and 25 land in batches that differ by table, and in the last batch one that is not late.

    Each change replaces its row whole, but for one that leaves a value out in tables named folded, which need a fold.
    """
    made = Project(tmp_path / "p", "truncated")
    made.stream("shop", {"format": "debezium"})
    names = ("orders_0_0", "orders_0_3", "orders_1_2", "orders_3_1", "folded_1_2", "folded_3_1")
    places = (15, 25, 50)
    landings = {name: (*map(int, name.split("_")[1:]), 4) for name in names}
    made.tables("shop", [contract(name, [f"app.{name}"], ["id"], name="string", id="bigint") for name in landings])
    made.dbt("deps")
    # Operations with their place in the source's log.
    lives: list[list[tuple[str, int]]] = [
        [("c", 10)],
        [("c", 10), ("u", 20), ("u", 24)],
        [("c", 10), ("c", 20), ("u", 30)],
        [("c", 10), ("u", 20), ("d", 22)],
        [("c", 20), ("d", 30), ("c", 40)],
    ]
    # Each life as it is, and landing the other way round.
    keys = [life[::way] for life in lives for way in (1, -1)]
    keys.append([("c", 10), ("u", 20), ("u", 24), ("u", 45), ("u", 60)])
    partial = len(keys)  # the key of the change that leaves a value out
    for batch in range(5):
        for name, truncates in landings.items():
            number = list(landings).index(name)
            messages = []
            if name.startswith("folded") and batch == 0:
                for op, place, value in (("c", 10, "at 10"), ("u", 30, "__debezium_unavailable_value")):
                    change = event(place, op, None, {"id": partial, "name": value}, table=name)
                    messages.append({**change, "offset": 10_000 * number + 9_900 + place})
            for key, life in enumerate(keys):
                for op, place in life[batch : batch + 1]:
                    image = {"id": key, "name": f"at {place}"}
                    change = event(place, op, image if op == "d" else None, None if op == "d" else image, table=name)
                    messages.append({**change, "offset": 10_000 * number + 100 * key + place})
            for place in (place for place, landed in zip(places, truncates, strict=True) if landed == batch):
                truncate = event(place, "t", None, None, table=name)
                messages.append({**truncate, "offset": 10_000 * number + 9_990 + place % 10 + place // 20})
            land(spark, "truncated_landing.shop", messages)
        made.dbt("run")
        for name, truncates in landings.items():
            cut = max((place for place, landed in zip(places, truncates, strict=True) if landed <= batch), default=0)
            expected: list[tuple[int, str | None]] = []
            for key, life in enumerate(keys):
                op, place = max(life[: batch + 1], key=lambda change: change[1])
                if op != "d" and place > cut:
                    expected.append((key, f"at {place}"))
            if name.startswith("folded") and cut < 30:
                expected.append((partial, None if cut else "at 10"))
            current = spark.sql(f"select id, name from truncated.{name} order by id").collect()
            assert [tuple(row) for row in current] == expected, (name, batch)

    def states() -> list[list[Any]]:
        return [spark.sql(f"select * from truncated.state_{name} order by id").collect() for name in landings]

    grown = states()
    made.dbt("run", "--full-refresh")
    assert states() == grown
    # As declared, though the key comes last.
    assert [spark.table(f"truncated.state_{name}").columns[:2] for name in landings] == [["name", "id"]] * len(landings)


ODD_NAMES = [
    "ship to", "naïve", "1st", "select", "a.b", "x-y", "UPPER", "日本", "from", "a,b", "a:b", "(x)", "#1",
    'say "x"', "n" * 255,
]  # fmt: skip


@pytest.mark.law("L12")
def test_columns_whose_names_sql_must_quote_work_from_end_to_end(spark: Any, tmp_path: Path) -> None:
    made = Project(tmp_path / "p", "quoted", control=True)
    made.stream("shop", {"format": "debezium"})
    columns = {"the key": "bigint", **dict.fromkeys(ODD_NAMES, "string")}
    keyed, bag = (
        contract(name, [f"app.{name}"], key, **columns) for name, key in (("keyed", ["the key"]), ("bag", []))
    )
    keyed["data_tests"] = [{"spark_cdc.cdc_unique_key": {"columns": ["the key", "1st"]}}]
    # dbt's own tests quote a column when the YAML says so.
    keyed["columns"][0] |= {"quote": True, "data_tests": ["unique", "not_null"]}
    made.tables("shop", [keyed, bag])
    made.model("cdc_events", "cdc_events([ref('state_keyed'), ref('state_bag')])")
    made.dbt("deps")

    def row(number: int, word: str) -> dict[str, Any]:
        return {"the key": number, **{name: f"{word} {name}" for name in ODD_NAMES}}

    one, two, three = row(1, "old"), row(1, "new"), row(2, "late")
    land(spark, "quoted_landing.shop", [event(n, "c", None, one, table=t) for n, t in enumerate(("keyed", "bag"))])
    made.dbt("build")
    changed = [event(2, "u", one, two, table="keyed"), event(3, "u", one, two, table="bag")]
    in_other_case = {"upper" if name == "UPPER" else name: value for name, value in three.items()}
    land(spark, "quoted_landing.shop", [*changed, event(4, "c", None, in_other_case, table="keyed")])
    made.dbt("build")
    for name, rows in (("keyed", [two, three]), ("bag", [two])):
        found = [row.asDict() for row in spark.table(f"quoted.{name}").collect()]
        assert sorted(found, key=repr) == sorted(rows, key=repr)
    observed = spark.table("quoted.cdc_observed_columns").where("not cdc_is_declared").collect()
    assert observed == []
    other_case = "select column_name, cdc_read_as from quoted.cdc_observed_columns where cdc_read_as is not null"
    assert [tuple(row) for row in spark.sql(other_case).collect()] == [("upper", "UPPER")]
