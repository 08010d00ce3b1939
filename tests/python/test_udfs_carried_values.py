from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from spark_cdc_udfs import CarriedValue, CarriedValues


def carried_values(changes: Iterable[Mapping[str, Any]]) -> list[CarriedValue]:
    """Return what the function returns for changes, in the order in which the state's query passes them to it."""
    rows = CarriedValues()
    by_place = sorted(
        changes, key=lambda c: (c["source_position"], c["operation"] not in ("delete", "truncate"), c["position"])
    )
    return [found for change in by_place for found in rows.eval(change)]


def step(position: int, operation: str, key: str | None, **more: Any) -> dict[str, Any]:
    return {
        "position": f"{position:04}",
        "source_position": f"{position // 2:04}",  # the halves of a key change share it
        "hash": position,
        "operation": operation,
        "key": key,
        "old_key": None,
        "key_change": False,
        "transaction": "7",
        "source_table": "t",
        "absent": [],
        **more,
    }


def move(
    position: int, old: str, new: str, absent: tuple[str, ...] = ("note",), transaction: str | None = "7"
) -> list[Any]:
    return [
        step(position, "delete", old, key_change=True, transaction=transaction),
        step(position + 1, "insert", new, old_key=old, key_change=True, absent=list(absent), transaction=transaction),
    ]


def test_a_row_that_moves_twice_has_the_value_of_its_insert() -> None:
    changes = [step(2, "insert", "1"), *move(4, "1", "7"), *move(6, "7", "8", transaction="8")]
    assert carried_values(changes) == [CarriedValue("0005", "note", "0002"), CarriedValue("0007", "note", "0002")]


def test_an_update_on_the_way_is_where_the_value_lives() -> None:
    changes = [step(2, "insert", "1"), *move(4, "1", "7"), step(6, "update", "7"), *move(8, "7", "8")]
    assert carried_values(changes)[-1] == CarriedValue("0009", "note", "0006")


def test_rows_that_swap_keys_keep_their_own_values() -> None:
    changes = [step(0, "insert", "1"), step(2, "insert", "2"), *move(4, "1", "2"), *move(6, "2", "1")]
    assert carried_values(changes) == [CarriedValue("0005", "note", "0000"), CarriedValue("0007", "note", "0002")]


def test_an_update_clears_the_pending_deletes_of_its_key_where_no_transaction_is_named() -> None:
    before = [step(0, "insert", "2"), *move(4, "1", "2", absent=(), transaction=None)]
    changes = [*before, step(6, "update", "2", transaction=None), *move(8, "2", "3", transaction=None)]
    assert carried_values(changes) == [CarriedValue("0009", "note", "0006")]


def test_a_value_that_was_never_sent_or_was_truncated_has_no_origin() -> None:
    assert carried_values(move(4, "1", "7")) == []
    assert carried_values([step(0, "insert", "1"), step(2, "truncate", None), *move(4, "1", "7")]) == []


def test_a_truncate_of_another_table_removes_nothing() -> None:
    other = step(5, "truncate", None, source_table="other")
    changes = [step(0, "insert", "1"), step(2, "insert", "2"), *move(4, "1", "2"), *move(6, "2", "1")]
    assert carried_values([*changes, other]) == carried_values(changes)


def test_halves_in_two_partitions_may_lie_in_any_order_of_offsets() -> None:
    delete, insert = move(6, "2", "1")
    swapped = [{**insert, "position": "0006"}, {**delete, "position": "0007"}]
    changes = [step(0, "insert", "1"), step(2, "insert", "2"), *move(4, "1", "2"), *swapped]
    assert carried_values(changes) == [CarriedValue("0005", "note", "0000"), CarriedValue("0006", "note", "0002")]


def test_a_second_delivery_changes_nothing() -> None:
    changes = [step(2, "insert", "1"), *move(4, "1", "7"), step(6, "insert", "1")]
    again = {**changes[1], "position": "0006.5"}
    assert carried_values([*changes, again]) == carried_values(changes)


@given(st.data())
def test_the_order_of_arrival_does_not_matter(data: st.DataObject) -> None:
    keys = st.sampled_from("123")
    moves = data.draw(st.lists(st.tuples(keys, keys), max_size=6))
    changes = [step(0, "insert", "1"), step(2, "insert", "2")]
    for place, (old, new) in enumerate(moves, start=2):
        changes += move(2 * place, old, new)
    assert carried_values(data.draw(st.permutations(changes))) == carried_values(changes)
