"""Random histories, through the real models, end in the tables that the database had, however their messages arrive.

A dbt run costs seconds and a history milliseconds, so one run carries many histories: each is a source table of its own
(so a truncate touches no other), all of them feed one model, and a column `shard` distinguishes the rows. The tables
have one name in many schemas, because a routed log makes a partition of each name. Of two formats, more histories
share one source table, since a table that a single one feeds is folded by other rules. Half of the histories arrive in
order, and are compared after every batch; the others arrive in any order and are compared when all is there. Most
histories are shared (draws.py): every format that can carry one gets the same, so that they all end in one table.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import histories
import pytest
from draws import COUNT, SEED, draw, histories_of
from encoders import FORMATS
from histories import COLUMNS, KEY, Delivery, Format, Message, Shard, deliver
from landing import land_columns
from project import Project, run_operation
from reference import History, Row, SpeltRow, as_bag, replay, replay_bag

BATCHES = 2
# The formats whose histories come in one batch more, and whose logs are trimmed: all formats share what does this work.
WHOLE = ("debezium", "shareplex")
SHOWN = 3  # so many wrong histories are printed, the shortest first


@dataclass(frozen=True)
class Case:
    """One history as a source table, and the way in which its messages arrive."""

    shard: Shard
    delivery: Delivery
    ordered: bool

    def truth(self, batch: int) -> list[Row] | None:
        reached = self.delivery.reached[batch]
        if reached is None:
            return None
        return self.shard.with_number(self.shard.life.tables[reached]) if reached >= 0 else []


def of_one_table(message: Message, shard: Shard) -> Message:
    """Return the message with the schema `app` in place of the shard's own."""
    return replace(
        message, row={**message.row, "value": re.sub(rf"{shard.schema}\b", "app", message.row["value"] or "") or None}
    )


def cases(
    form: Format,
    table: str,
    key: Sequence[str],
    drawn: Sequence[History],
    first: int,
    batches: int = BATCHES,
    alone: bool = False,
) -> list[Case]:
    made = []
    for number, history in enumerate(drawn, first):
        chance = random.Random(SEED + number)
        shard = Shard.of(number, table, key, history)
        ordered = number % 2 == 0
        messages = form.encode(shard, chance)
        if alone:
            messages = [of_one_table(message, shard) for message in messages]
        made.append(Case(shard, deliver(form, messages, chance, batches, ordered), ordered))
    return made


def contract(form: Format, name: str, key: Sequence[str], tables: Sequence[str]) -> dict[str, Any]:
    columns = [column for column in form.columns if key or column not in KEY]
    return {
        "name": name,
        "config": {
            "contract": {"enforced": True},
            "meta": {"cdc": {"tables": list(tables), "key": list(key)}},
        },
        "columns": [{"name": column, "data_type": COLUMNS[column]} for column in columns],
    }


def land_rows(spark: Any, form: Format, table: str, rows: Sequence[dict[str, Any]]) -> None:
    names = [column.split()[0].strip("`") for column in re.split(r", *(?![0-9])", form.landing)]
    values = [{**row, "timestamp": datetime.fromtimestamp(row["timestamp"] / 1000, UTC)} for row in rows]
    land_columns(spark, table, form.landing, [[row.get(name) for name in names] for row in values])


def by_shard(rows: Sequence[Any]) -> dict[int, list[Row]]:
    found: dict[int, list[Row]] = {}
    for row in rows:
        values = row.asDict()
        found.setdefault(values["shard"], []).append(values)
    return found


def replayed(form: Format, case: Case, batch: int) -> str:
    """Return whether the replay of the same messages finds the truth, that is, whether rule or SQL is wrong."""
    landed = [row for rows in case.delivery.batches[: batch + 1] for row in rows]
    changes = form.decode(landed, case.shard.key)
    end = as_bag(replay(changes, ("shard", *KEY), form.columns)) if case.shard.key else replay_bag(changes)
    return "finds the truth" if end == as_bag(case.truth(batch) or []) else "is wrong too"


def explained(form: Format, case: Case, batch: int, expected: Sequence[Row], got: Sequence[Row]) -> str:
    truth, have = as_bag(expected), as_bag(got)

    def shown(rows: Counter[SpeltRow]) -> str:
        return "".join(f"\n    {count} x {brief(row)}" for row, count in rows.items()) or " none"

    def brief(row: SpeltRow) -> str:
        return ", ".join(f"{name} = {value[:60]}" for name, value in row if value is not None)

    arrived = "".join(
        f"\n  batch {number}: " + ", ".join(f"{row['topic']}/{row['partition']}/{row['offset']}" for row in rows)
        for number, rows in enumerate(case.delivery.batches[: batch + 1], 1)
    )
    return (
        f"\nshard {case.shard.number} ({case.shard.qualified}), {'in order' if case.ordered else 'in any order'};"
        f" the replay {replayed(form, case, batch)}"
        f"\n{case.shard.history}{arrived}"
        f"\n  missing rows:{shown(truth - have)}\n  surplus rows:{shown(have - truth)}"
    )


def wrong_histories(
    spark: Any, form: Format, relation: str, drawn: Sequence[Case], batch: int, when: str
) -> dict[int, str]:
    """Return, by shard, what is wrong with the histories whose table is not what the database had."""
    table = spark.table(relation)
    got = by_shard(table.collect())
    wrong = {}
    for case in drawn:
        rows = case.truth(batch)
        if rows is None:
            continue
        truth = [{name: row[name] for name in table.columns} for row in rows]
        have = got.get(case.shard.number, [])
        if as_bag(truth) != as_bag(have):
            wrong[case.shard.number] = f"\n{when}: {relation}{explained(form, case, batch, truth, have)}"
    return wrong


def quarantined(spark: Any, schema: str, models: Sequence[str]) -> list[Any]:
    return [
        row
        for model in models
        for row in spark.sql(
            f"select distinct cdc_reason, cdc_detail from {schema}.{model} where cdc_class = 'quarantined'"
            " and cdc_reason <> 'unknown_schema' limit 5"  # those wait for a schema that comes in a later batch
        ).collect()
    ]


def build_and_compare(
    spark: Any,
    form: Format,
    made: Project,
    tables: dict[str, tuple[dict[str, Any], list[Case]]],
    whole: bool = False,
) -> None:
    """Land and build batch by batch, then rebuild; fail where a table is not what the database had.

    whole: also trim the logs, and rebuild a state from what is left.
    """
    schema = made.schema
    batches = len(next(iter(tables.values()))[1][0].delivery.batches)
    everything = [case for name, (_, drawn) in tables.items() if name != "keys" for case in drawn]
    wrong: dict[int, str] = {}

    def check(batch: int, when: str) -> None:
        for name, (_, drawn) in tables.items():
            found = wrong_histories(spark, form, f"{schema}.{name}", drawn, batch, when)
            wrong.update({shard: text for shard, text in found.items() if shard not in wrong})

    for batch in range(batches):
        rows = [row for case in everything for row in case.delivery.batches[batch]]
        random.Random(SEED).shuffle(rows)
        land_rows(spark, form, f"{schema}_landing.shop", rows)
        made.dbt("build")
        assert quarantined(spark, schema, ["routed_shop", *(f"changes_{name}" for name in tables)]) == []
        check(batch, f"after batch {batch + 1}")
    grown = {name: spark.table(f"{schema}.state_{name}").drop("cdc_batch").collect() for name in tables}

    def compare(when: str) -> None:
        for name, rows in grown.items():
            rebuilt = spark.table(f"{schema}.state_{name}").drop("cdc_batch").collect()
            have, want = Counter(map(repr, rows)), Counter(map(repr, rebuilt))
            if have != want:
                lines = [f"{name} is not what a full refresh makes{when}:", *(have - want), "after it:", *(want - have)]
                pytest.fail("\n".join(lines[: 2 * SHOWN]), pytrace=False)

    if whole:
        trimmed = run_operation(made, "cdc_trim", retention="0 seconds", dry_run=False)
        assert trimmed.success, trimmed.output
        assert " 0 landing rows" not in trimmed.output
        made.dbt("run", "--full-refresh", "--select", "state_keyed")
        compare(" from a trimmed log")
    made.dbt("build", "--full-refresh")
    check(batches - 1, "after a full refresh")
    compare("")
    if wrong:
        head = f"{len(wrong)} of {len(everything)} histories are wrong; seed {SEED}, count {COUNT}"
        pytest.fail("\n".join([head, *sorted(wrong.values(), key=len)[:SHOWN]]), pytrace=False)


@pytest.mark.law("L2", "L3", "L4", "L5")
@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_random_histories_end_in_the_databases_tables(spark: Any, tmp_path: Path, form: Format) -> None:
    whole = form.name in WHOLE
    batches = BATCHES + whole
    extremes = histories.history_of_extremes(form)
    keyed = cases(form, "orders", KEY, [extremes, *histories_of(form, histories.keyed_histories, COUNT)], 0, batches)
    bags = cases(form, "visits", (), histories_of(form, histories.bag_histories, COUNT // 2), len(keyed), batches)
    schema = f"histories_{form.name}"
    made = Project(tmp_path / "p", schema)
    made.stream("shop", {**form.stream, "lateness": "0 seconds"})  # which only limits how much may be trimmed
    sources = [case.shard.qualified for case in keyed]
    tables = {"keyed": (contract(form, "keyed", ("shard", *KEY), sources), keyed)}
    tables["bags"] = contract(form, "bags", (), [case.shard.qualified for case in bags]), bags
    if whole:
        untruncated = draw(histories.keyed_histories(replace(form, truncates=False)), COUNT)
        alone = cases(form, "single", KEY, untruncated, len(keyed) + len(bags), batches, alone=True)
        tables["alone"] = contract(form, "alone", ("shard", *KEY), ["app.single"]), alone
    if form.name == "debezium":  # a table of nothing but its key is the same in every format
        tables["keys"] = contract(form, "keys", ("shard", *KEY), sources), keyed
        tables["keys"][0]["columns"] = [c for c in tables["keys"][0]["columns"] if c["name"] in ("shard", *KEY)]
    made.tables("shop", [declared for declared, _ in tables.values()])
    made.dbt("deps")
    build_and_compare(spark, form, made, tables, whole)
