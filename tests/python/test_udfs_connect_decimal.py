from __future__ import annotations

import base64
import random
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from spark_cdc_udfs import Decoded, decode_connect_decimal

# The expression of the macros; more than eight bytes would lose digits, so it must not see them.
SQL_UP_TO_EIGHT_BYTES = """
    cast(conv(lpad(hex(b), 16, if(hex(b) >= '8', 'F', '0')), 16, -10) as decimal(38, 0))
"""


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


def test_up_to_eight_bytes_sql_reads_the_same_number(spark: Any) -> None:
    some = random.Random(11)
    edges = [edge for bits in range(1, 65) for edge in (2 ** (bits - 1) - 1, -(2 ** (bits - 1)))]
    numbers = edges + [some.randrange(-(2**63), 2**63) >> some.randrange(64) for _ in range(3000)]
    texts = {encoded(number) for number in numbers} | {encoded(some.randrange(-128, 128), 7) for _ in range(50)}
    rows = spark.createDataFrame([(text, some.randrange(-6, 20)) for text in sorted(texts)], "t string, s int")
    rows = rows.selectExpr("*", "try_to_binary(t, 'base64') b").where("length(b) between 1 and 8")
    collected = rows.selectExpr("t", "s", f"{SQL_UP_TO_EIGHT_BYTES} sql", "cdc_connect_decimal(t, s) udf").collect()
    assert len(collected) > 2500
    for row in collected:
        assert row.udf.reason is None
        assert Decimal(row.udf.value) == row.sql.scaleb(-row.s), row
        assert decode_connect_decimal(row.t, row.s).value == row.udf.value


def test_beyond_eight_bytes_sql_is_wrong_and_the_decoder_is_not(spark: Any) -> None:
    text = encoded(2**64)  # nine bytes: lpad cuts them to the first eight
    row = spark.sql(
        f"select {SQL_UP_TO_EIGHT_BYTES} sql, cdc_connect_decimal(t, 0).value udf "
        f"from (select t, unbase64(t) b from values ('{text}') as rows(t))"
    ).first()
    assert row.udf == str(2**64)
    assert row.sql != 2**64
