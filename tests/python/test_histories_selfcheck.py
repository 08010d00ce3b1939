"""The random histories are what they claim to be, and the rules of docs/semantics.md end where the database ended."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import captures
import histories
import pytest
from draws import ABILITIES, COUNT, Shared, draw, in_columns, shared
from encoders import FORMATS
from encoders.datahub_blob import FORMAT as DATAHUB_BLOB
from encoders.datahub_tuple import FORMAT as DATAHUB_TUPLE
from encoders.debezium import FORMAT as DEBEZIUM
from histories import KEY, Format, Message, Shard, deliver
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from reference import (
    Database,
    Delete,
    Entry,
    History,
    Impossible,
    Insert,
    RowUpdate,
    SpeltRow,
    Statement,
    Truncate,
    Update,
    as_bag,
    live,
    replay,
    replay_bag,
)

many = settings(
    max_examples=120,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.generate, Phase.shrink),
)


def history(*transactions: Sequence[Statement], snapshot: Sequence[Insert] = ()) -> History:
    return History(tuple(snapshot), tuple(tuple(statements) for statements in transactions))


def row(row: int, key: int, note: str | None) -> Insert:
    values = dict.fromkeys(histories.COLUMNS)
    del values["shard"]
    return Insert(row, {**values, "id": key, "code": "a", "note": note})


def moved(row: int, key: int, **values: Any) -> RowUpdate:
    return RowUpdate(row, {"id": key, **values})


def kept(row: int, key: int) -> RowUpdate:
    return RowUpdate(row, {"id": key}, frozenset({"note"}))


def notes(lived: History) -> dict[int, str | None]:
    return {r["id"]: r["note"] for r in live(lived, KEY).truth}


# ------------------------------------------------------------------------------------------------- the database


def test_a_swap_and_a_shift_in_one_statement_keep_each_row_with_its_new_key() -> None:
    rows = [row(1, 1, "one"), row(2, 2, "two"), row(3, 3, "three")]
    swap = Update((moved(1, 2), moved(2, 1)))
    assert notes(history([swap], snapshot=rows)) == {2: "one", 1: "two", 3: "three"}
    shift = Update((moved(1, 2), moved(2, 3), moved(3, 4)))
    assert notes(history([shift], snapshot=rows)) == {2: "one", 3: "two", 4: "three"}


def test_a_key_may_be_there_twice_inside_a_transaction_but_not_at_its_end() -> None:
    rows = [row(1, 1, "one"), row(2, 2, "two")]
    assert notes(history([Update((moved(1, 2),)), Delete(2)], snapshot=rows)) == {2: "one"}
    with pytest.raises(Impossible):
        live(history([Update((moved(1, 2),))], snapshot=rows), KEY)


def test_a_truncate_ends_all_rows_and_a_later_insert_stays() -> None:
    assert notes(history([row(1, 1, "old")], [Truncate(), row(2, 1, "new")])) == {1: "new"}


def test_the_log_leaves_out_only_long_values_that_are_there_and_stay() -> None:
    rows = [row(1, 1, "long"), row(2, 2, None)]
    update = RowUpdate(1, {"big": 5}, frozenset({"note"}))
    log = live(history([Update((update, RowUpdate(2, {"big": 5}, frozenset({"note"}))))], snapshot=rows), KEY).log
    assert [entry.unsent for entry in log] == [set(), set(), {"note"}, set()]
    changed = RowUpdate(1, {"note": "other"}, frozenset({"note"}))
    assert live(history([Update((changed,))], snapshot=rows), KEY).log[-1].unsent == set()


def test_tables_differ_by_zero_sign_and_scale_is_no_difference() -> None:
    assert as_bag([{"x": 0.0}]) != as_bag([{"x": -0.0}])
    assert as_bag([{"x": float("nan")}]) == as_bag([{"x": float("nan")}])
    assert as_bag([{"x": 1}]) != as_bag([{"x": True}])
    assert as_bag([{"x": None}]) != as_bag([{"x": "None"}])


# --------------------------------------------------------------------------------------- what the generator draws


def facts(one: History) -> set[str]:
    """Name what happens in a history with a key, by its log."""
    found = set()
    database = Database(KEY)
    database.load(one.snapshot)
    there = Counter(database.key_of(r) for r in database.rows.values())
    ever = set(there)
    for transaction in one.transactions:
        for statement in transaction:
            taken = {database.key_of(r): number for number, r in database.rows.items()}
            start = len(database.log)
            database.run((statement,))
            for entry in database.log[start:]:
                found |= {entry.kind}
                if entry.kind == "truncate":
                    there.clear()
                there.subtract(database.key_of(r) for r in (entry.before,) if r is not None)
                there.update(database.key_of(r) for r in (entry.after,) if r is not None)
                if entry.after is not None and entry.kind == "insert" and database.key_of(entry.after) in ever:
                    found.add("a key comes back")
                if entry.kind == "update" and entry.before is not None and entry.after is not None:
                    change = database.key_of(entry.before) != database.key_of(entry.after)
                    if entry.unsent:
                        found.add("a key change leaves a value out" if change else "an update leaves a value out")
                    if change and database.key_of(entry.after) in taken:
                        found.add("a row moves to a key that is taken")
                    if change and database.key_of(entry.after) not in taken:
                        found.add("a row moves to a free key")
                    if not change and there[database.key_of(entry.after)] > 1:
                        found.add("a row is updated while its key is there twice")
                if entry.after is not None:
                    ever.add(database.key_of(entry.after))
    if one.snapshot:
        found.add("snapshot")
    if any(len(transaction) > 1 for transaction in one.transactions):
        found.add("several statements in a transaction")
    return found


def test_the_histories_of_each_format_hold_everything_that_the_format_can_carry() -> None:
    common = {
        "insert", "update", "delete", "a key comes back", "snapshot", "several statements in a transaction",
    }  # fmt: skip
    moves = {"a row moves to a key that is taken", "a row moves to a free key"}
    unsent = {"an update leaves a value out", "a key change leaves a value out"}
    twice = {"a row is updated while its key is there twice"}
    kinds = {  # what draws differ by
        (form.key_changes, form.transactions, form.unsent_values, form.truncates): form for form in FORMATS
    }
    for form in kinds.values():
        expected = common | (moves if form.key_changes else set()) | (unsent if form.unsent_values else set())
        expected |= twice if form.key_changes and form.transactions else set()
        expected |= {"truncate"} if form.truncates else set()
        seen = Counter(fact for one in draw(histories.keyed_histories(form), 100) for fact in facts(one))
        assert seen.keys() == expected, form.name
        assert min(seen.values()) >= 10, form.name


def test_bags_hold_equal_rows() -> None:
    lives = [live(one, ()) for one in draw(histories.bag_histories(DEBEZIUM), 100)]
    assert sum(max(as_bag(life.truth).values(), default=0) > 1 for life in lives) > 10


def test_deliveries_repeat_messages_and_send_some_again_at_new_coordinates() -> None:
    one = history([row(number, number, "x") for number in range(1, 200)])
    shard = Shard.of(1, "k_1", KEY, one)
    messages = DEBEZIUM.encode(shard, random.Random(1))
    delivery = deliver(DEBEZIUM, messages, random.Random(2), batches=3, ordered=False)
    rows = list(delivery.rows())
    places = Counter((r["topic"], r["partition"], r["offset"]) for r in rows)
    assert sum(count > 1 for count in places.values()) > 10
    assert len(places) > len(messages) + 10
    assert all(len(batch) > 10 for batch in delivery.batches)
    assert len({r["timestamp"] for r in rows}) > 100


# ---------------------------------------------------------------------------------------------- the messages' form


def encoded(form: Format, shard: Shard) -> list[Message]:
    return [message for seed in range(8) for message in form.encode(shard, random.Random(seed))]


def test_debezium_messages_have_the_members_of_captured_ones() -> None:
    """Every op comes with the envelope, source block and headers that the connector really writes."""

    def shape(landed: Any) -> tuple[Any, ...] | None:
        if landed["value"] is None:
            return ("tombstone", landed["key"] is None)
        value = json.loads(landed["value"])
        value = value.get("payload", value)
        if value.get("op") not in ("r", "c", "u", "d", "t"):
            return None
        headers = {name for name in json.loads(landed["headers"]) if "key" in name}
        present = tuple(value[name] is not None for name in ("before", "after"))
        return (value["op"], present, frozenset(value["source"]) - {"ts_us", "ts_ns"}, frozenset(headers))

    real = {shape(r) for name in ("postgres", "mariadb") for r in captures.load(name, "schemaless")}
    rows = [row(1, 1, "one"), row(2, 2, "two")]
    one = history([Update((moved(1, 2), moved(2, 1)))], [kept_note()], [Delete(1)], [Truncate()], snapshot=rows)
    ours = {shape(message.row) for message in encoded(DEBEZIUM, Shard.of(1, "k_1", KEY, one))}
    assert {shape and shape[0] for shape in ours} == {None, "r", "c", "u", "d", "t", "tombstone"}
    assert ours <= real


def test_the_transaction_block_has_one_id_in_mariadb_and_one_for_each_message_in_postgresql() -> None:
    """As captured; so only the source block's txId identifies a transaction of PostgreSQL."""

    def ids(landed: Any) -> set[tuple[Any, str]]:
        values = [json.loads(r["value"]) for r in landed if r["value"] is not None]
        values = [value.get("payload", value) for value in values]
        changes = [value for value in values if value.get("transaction")]
        return {(v["source"].get("txId") or v["source"].get("gtid"), v["transaction"]["id"]) for v in changes}

    for database, more in (("postgres", True), ("mariadb", False)):
        captured = ids(captures.load(database, "schemaless"))
        assert (len(captured) > len({transaction for transaction, _ in captured})) is more
    one = history([Update((moved(1, 3), moved(2, 4)))], snapshot=[row(1, 1, "x"), row(2, 2, "y")])
    for seed in range(20):
        messages = DEBEZIUM.encode(Shard.of(1, "k_1", KEY, one), random.Random(seed))
        made = ids([message.row for message in messages])
        assert len(made) == (0 if not made else 2 if "lsn" in str(messages) else 1)


def kept_note() -> Update:
    return Update((RowUpdate(1, {"big": 1}, frozenset({"note"})),))


def test_a_debezium_key_change_is_a_delete_and_an_insert_of_one_position_that_name_each_other() -> None:
    one = history([Update((kept(1, 7),))], snapshot=[row(1, 1, "long")])
    for message in encoded(DEBEZIUM, Shard.of(5, "k_5", KEY, one)):
        text = message.row["value"]
        if text is None or '"op":"c"' not in text:
            continue
        value = json.loads(text)
        value = value.get("payload", value)
        old = json.loads(json.loads(message.row["headers"])["__debezium.oldkey"])
        assert old.get("payload", old) == {"shard": 5, "id": 1, "code": "a"}
        assert value["after"]["note"] == "__debezium_unavailable_value"
        assert value["after"]["id"] == 7
        break
    else:
        pytest.fail("no insert half")


def test_streamx_updates_come_as_two_halves_of_one_sequence_or_as_one_message() -> None:
    one = history([Update((RowUpdate(1, {"big": 1}),))], snapshot=[row(1, 1, "x")])
    shard = Shard.of(5, "k_5", KEY, one)
    seen = set()
    for seed in range(20):
        payloads = [json.loads(m.row["value"])["payload"] for m in DATAHUB_BLOB.encode(shard, random.Random(seed))]
        updates = [p for p in payloads if p["op"].startswith("UPDATE")]
        assert len({p["sequenceId"] for p in updates}) == 1
        seen.add(tuple((p["op"], bool(p.get("before")), bool(p.get("after"))) for p in updates))
    assert (("UPDATE_BEFOR", True, False), ("UPDATE_AFTER", False, True)) in seen
    assert (("UPDATE_AFTER", True, True),) in seen


def test_tuple_rows_flag_their_images_and_share_the_sequence_of_an_update() -> None:
    one = history([Update((moved(1, 2),))], [Delete(1)], snapshot=[row(1, 1, "x")])
    rows = [m.row for m in DATAHUB_TUPLE.encode(Shard.of(5, "k_5", KEY, one), random.Random(1))]
    flags = [(r["_operation_type_"], r["_before_image_"], r["_after_image_"], r["id"]) for r in rows]
    assert flags == [("I", "N", "Y", 1), ("U", "Y", "N", 1), ("U", "N", "Y", 2), ("D", "Y", "N", 2)]
    assert rows[1]["_sequence_id_"] == rows[2]["_sequence_id_"]


# --------------------------------------------------------------------------- the rules end where the database does


@pytest.mark.law("L2")
@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_replaying_the_messages_in_any_order_ends_in_the_databases_table(form: Format) -> None:
    @many
    @given(histories.keyed_histories(form), st.integers(0, 2**32))
    def check(one: History, seed: int) -> None:
        chance = random.Random(seed)
        shard = Shard.of(3, "k_3", KEY, one)
        delivery = deliver(form, form.encode(shard, chance), chance, batches=3, ordered=False)
        changes = form.decode(list(delivery.rows()), KEY)
        assert as_bag(replay(changes, ("shard", *KEY), form.columns)) == as_bag(shard.with_number(shard.life.truth))

    check()


@pytest.mark.law("L2")
@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_replaying_the_messages_of_a_bag_in_any_order_ends_in_the_databases_bag(form: Format) -> None:
    @many
    @given(histories.bag_histories(form), st.integers(0, 2**32))
    def check(one: History, seed: int) -> None:
        chance = random.Random(seed)
        shard = Shard.of(3, "b_3", (), one)
        delivery = deliver(form, form.encode(shard, chance), chance, batches=3, ordered=False)
        changes = form.decode(list(delivery.rows()), ())
        assert replay_bag(changes) == as_bag(shard.with_number(shard.life.truth))

    check()


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_an_ordered_delivery_has_after_each_batch_what_the_database_had(form: Format) -> None:
    @settings(many, max_examples=100)
    @given(histories.keyed_histories(form), st.integers(0, 2**32))
    def check(one: History, seed: int) -> None:
        chance = random.Random(seed)
        shard = Shard.of(3, "k_3", KEY, one)
        delivery = deliver(form, form.encode(shard, chance), chance, batches=3, ordered=True)
        landed: list[dict[str, Any]] = []
        for batch, reached in zip(delivery.batches, delivery.reached, strict=True):
            landed += batch
            assert reached is not None
            truth = shard.with_number(shard.life.tables[reached]) if reached >= 0 else []
            assert as_bag(replay(form.decode(landed, KEY), ("shard", *KEY), form.columns)) == as_bag(truth)

    check()


def test_the_replay_takes_a_left_out_value_from_the_row_that_moved_not_from_its_old_key() -> None:
    """In a swap whose log says 1 to 2 first, the old key 2 holds the newcomer when the second row's move is logged."""
    rows = [row(1, 1, "one"), row(2, 2, "two")]
    shard = Shard.of(3, "k_3", KEY, history([Update((kept(1, 2), kept(2, 1)))], snapshot=rows))
    messages = DEBEZIUM.encode(shard, random.Random(1))
    table = replay(DEBEZIUM.decode([m.row for m in messages], KEY), ("shard", *KEY), DEBEZIUM.columns)
    assert {r["id"]: r["note"] for r in table} == {2: "one", 1: "two"}


def test_log_entries_carry_the_number_of_their_transaction() -> None:
    log = live(history([Delete(1)], snapshot=[row(1, 1, "x")]), KEY).log
    assert [(entry.kind, entry.transaction) for entry in log] == [("read", 0), ("delete", 1)]
    assert isinstance(log[0], Entry)


# ------------------------------------------------------------------------------- one history in all formats that can


SHARED = [
    pytest.param(one, key, id=f"{'keyed' if key else 'bag'} {number}")
    for strategy, key in ((histories.keyed_histories, KEY), (histories.bag_histories, ()))
    for number, one in enumerate(shared(strategy, len(ABILITIES)))
]


@pytest.mark.law("L3")
def test_every_format_carries_shared_histories_and_each_is_carried_by_several() -> None:
    carried = Counter(name for one in shared(histories.keyed_histories, COUNT) for name in one.names)
    assert carried.keys() == {form.name for form in FORMATS}
    first, *others = shared(histories.keyed_histories, len(ABILITIES))
    assert len(first.formats) == len(FORMATS)
    assert min(len(one.formats) for one in others) > 1


@pytest.mark.law("L3")
@pytest.mark.parametrize(("one", "key"), SHARED)
def test_one_history_in_any_format_ends_in_one_table(one: Shared, key: tuple[str, ...]) -> None:
    """The columns that all can carry, by the replay in Python; test_histories does the same with the real models."""

    def carried(rows: Counter[SpeltRow]) -> Counter[SpeltRow]:
        names = one.common.columns
        return Counter(tuple(value for value in row if value[0] in names) for row in rows.elements())

    ends, truths = {}, []
    for form in one.formats:
        shard = Shard.of(3, "t_3", key, in_columns(one.history, form))
        changes = form.decode([message.row for message in form.encode(shard, random.Random(1))], key)
        end = as_bag(replay(changes, ("shard", *KEY), form.columns)) if key else replay_bag(changes)
        ends[form.name] = carried(end)
        truths.append(carried(as_bag(shard.with_number(shard.life.truth))))
    assert [truth for truth in truths if truth != truths[0]] == []
    assert {name: end for name, end in ends.items() if end != truths[0]} == {}
