from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from spark_cdc_udfs import Decoded, mask_ordinals

pytestmark = pytest.mark.law("L12")


@pytest.mark.parametrize(
    ("mask", "expected"),
    [
        ("0B", [1, 2, 4]),  # vendor document
        ("02", [2]),
        ("05", [1, 3]),
        ("008080", [8, 16]),  # a real message of 16 columns
        ("00FFFF", list(range(1, 17))),
        ("00", []),
        ("b", [1, 2, 4]),
    ],
)
def test_ordinals_of_known_masks(mask: str, expected: list[int]) -> None:
    assert mask_ordinals(mask) == Decoded(expected, None)


@pytest.mark.parametrize(
    ("mask", "expected"), [("8080", [8, 16]), ("0180", [1, 16]), ("008080", [16, 24]), ("B", [1, 2, 4])]
)
def test_ordinals_when_the_first_byte_is_the_lowest(mask: str, expected: list[int]) -> None:
    assert mask_ordinals(mask, "bytes_le") == Decoded(expected, None)


@pytest.mark.parametrize("mask", ["", "0x0B", " 0B", "0B\n", "G", "1_0", "\uff11", "F" * 65_537])
def test_what_is_not_a_mask_gives_a_reason(mask: str) -> None:
    value, reason = mask_ordinals(mask)
    assert value is None
    assert reason


@pytest.mark.parametrize("byte_order", [None, "", "little"])
def test_an_unknown_byte_order_gives_a_reason(byte_order: str | None) -> None:
    value, reason = mask_ordinals("0B", byte_order)
    assert value is None
    assert reason


def test_none_is_neither_a_value_nor_a_reason() -> None:
    assert mask_ordinals(None) == Decoded(None, None)


@given(st.sets(st.integers(1, 400)), st.integers(0, 5), st.booleans())
def test_the_ordinals_are_the_bits_that_were_set(ordinals: set[int], zeros: int, upper: bool) -> None:
    mask = "0" * zeros + f"{sum(1 << (ordinal - 1) for ordinal in ordinals):x}"
    assert mask_ordinals(mask.upper() if upper else mask) == Decoded(sorted(ordinals), None)


@given(st.text(), st.sampled_from(["number", "bytes_le"]) | st.text())
def test_any_input_gives_either_a_value_or_a_reason(mask: str, byte_order: str) -> None:
    value, reason = mask_ordinals(mask, byte_order)
    assert (value is None) != (reason is None)


@pytest.mark.parametrize("mask", [b"0B", 11, ["0B"]])
def test_what_is_no_text_gives_a_reason(mask: object) -> None:
    assert mask_ordinals(mask) == Decoded(None, "mask: not a text")
