from __future__ import annotations

import base64
import random
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from spark_cdc_udfs import Decoded, decode_connect_decimal

pytestmark = pytest.mark.law("L12")


def encoded(unscaled: int, extra_bytes: int = 0) -> str:
    raw = unscaled.to_bytes(unscaled.bit_length() // 8 + 1 + extra_bytes, "big", signed=True)
    return base64.b64encode(raw).decode()


@pytest.mark.parametrize(
    ("text", "scale", "expected"),
    [
        ("AQ==", 0, "1"),
        ("gA==", 2, "-1.28"),
        ("/w==", 5, "-0.00001"),
        ("AA==", 2, "0.00"),
        ("AA==", -3, "0"),
        ("/w==", -3, "-1000"),
        ("AAAAAQ==", 1, "0.1"),
        (encoded(-(2**127)), 38, "-1.70141183460469231731687303715884105728"),
    ],
)
def test_plain_decimal_text(text: str, scale: int, expected: str) -> None:
    assert decode_connect_decimal(text, scale) == Decoded(expected, None)


@pytest.mark.parametrize(
    ("text", "scale"),
    [("", 0), ("!", 0), ("AQ==", None), ("AQ==", "2"), ("AQ==", 16_384), ("AQ==", -16_384), ("AAAA" * 30_000, 0)],
)
def test_malformed_or_oversized_input_gives_a_reason(text: str, scale: object) -> None:
    value, reason = decode_connect_decimal(text, scale)
    assert value is None
    assert reason


def test_none_is_neither_a_value_nor_a_reason() -> None:
    assert decode_connect_decimal(None, None) == Decoded(None, None)


def test_the_widest_number_of_postgresql_keeps_every_digit() -> None:
    digits = "9" * 131_072 + "." + "8" * 16_383
    unscaled = int(Decimal(digits.replace(".", "")))  # int(str) stops at 4300 digits
    assert decode_connect_decimal(encoded(-unscaled), 16_383).value == f"-{digits}"


@given(st.integers(), st.integers(-50, 50), st.integers(0, 3))
def test_the_text_is_the_number_itself(unscaled: int, scale: int, extra_bytes: int) -> None:
    text = decode_connect_decimal(encoded(unscaled, extra_bytes), scale).value
    assert text is not None
    assert set(text) <= set("-.0123456789")
    expected = Decimal((int(unscaled < 0), tuple(map(int, str(abs(unscaled)))), -scale))
    assert Decimal(text) == expected
    assert len(text.partition(".")[2]) == max(scale, 0)


@given(st.text(), st.none() | st.integers())
def test_any_input_gives_either_a_value_or_a_reason(text: str, scale: int | None) -> None:
    value, reason = decode_connect_decimal(text, scale)
    assert (value is None) != (reason is None)


def test_the_registered_function_gives_the_same(spark: Any) -> None:
    some = random.Random(11)
    numbers = [some.randrange(-(2**127), 2**127) >> some.randrange(128) for _ in range(500)]
    sent = [(encoded(number, some.randrange(3)), some.randrange(-6, 40)) for number in numbers] + [("%", 0), (None, 0)]
    frame = spark.createDataFrame(sent, "t string, s int")
    rows = frame.selectExpr("t", "s", "cdc_connect_decimal(t, s) udf").collect()
    assert [tuple(row.udf) for row in rows] == [tuple(decode_connect_decimal(row.t, row.s)) for row in rows]


@pytest.mark.parametrize("text", [b"AQ==", 1, 1.5, ["AQ=="]])
def test_what_is_no_text_gives_a_reason(text: object) -> None:
    assert decode_connect_decimal(text, 0) == Decoded(None, "decimal: base64: not a text")
