from __future__ import annotations

import base64
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from spark_cdc_udfs import Decoded, decode_base64_bytes

pytestmark = pytest.mark.law("L12")


def test_none_is_neither_a_value_nor_a_reason() -> None:
    assert decode_base64_bytes(None) == Decoded(None, None)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("dGV4dDEyMw==", b"text123"), ("dGV4dDEyMw", b"text123"), ("", b""), (" AA\n==", b"\0"), ("AB", b"\0")],
)
def test_padded_or_not_and_with_whitespace_before_the_padding(text: str, expected: bytes) -> None:
    assert decode_base64_bytes(text) == Decoded(expected, None)


@pytest.mark.parametrize("text", ["=", "==", "====", "A", "AA=", "AAAA=", "AA==\n", "AA= =", "AA==AAAA", "_-8=", "!!"])
def test_malformed_text_gives_a_reason(text: str) -> None:
    value, reason = decode_base64_bytes(text)
    assert value is None
    assert reason


@given(st.binary())
def test_what_any_encoder_writes_is_read_back(raw: bytes) -> None:
    text = base64.b64encode(raw).decode()
    assert decode_base64_bytes(text) == decode_base64_bytes(text.rstrip("=")) == Decoded(raw, None)


@given(st.text())
def test_any_text_gives_either_a_value_or_a_reason(text: str) -> None:
    value, reason = decode_base64_bytes(text)
    assert (value is None) != (reason is None)


def test_spark_accepts_the_same_text_and_reads_the_same_bytes(spark: Any) -> None:
    some = random.Random(7)
    characters = [chr(code) for code in range(0x3100) if not 0xD800 <= code < 0xE000] + ["\ufeff", "\U0001f600"]
    texts = [f"YW{character}Jj" for character in characters]  # which characters count as whitespace
    texts += [
        f"{'A' * digits}{'=' * signs}{end}" for digits in range(10) for signs in range(5) for end in ("", " ", "A")
    ]
    texts += ["".join(some.choices("AZaz09+/= \n-_", k=some.randrange(12))) for _ in range(4000)]
    texts += [base64.b64encode(some.randbytes(some.randrange(50))).decode() for _ in range(500)]
    rows = spark.createDataFrame([(text,) for text in texts], "t string").selectExpr(
        "t", "try_to_binary(t, 'base64') sql", "cdc_base64_bytes(t) udf"
    )
    collected = rows.collect()
    assert len({bytes(row.sql) for row in collected if row.sql is not None}) > 100
    for row in collected:
        assert row.udf.value == row.sql, repr(row.t)
        assert (row.udf.reason is None) == (row.sql is not None), repr(row.t)
        assert decode_base64_bytes(row.t) == Decoded(row.udf.value, row.udf.reason)


def test_text_that_is_not_utf8_spoils_only_its_own_row(spark: Any) -> None:
    texts = "values (X'41414141'), (X'41FF4141'), (cast(null as binary)) as rows(raw)"
    udf = spark.sql(f"select cdc_base64_bytes(cast(raw as string)) udf from {texts}")
    good, bad, none = udf.selectExpr("udf.*").collect()
    assert good == (b"\0\0\0", None)
    assert bad.value is None
    assert bad.reason
    assert none == (None, None)


@pytest.mark.parametrize("text", [b"AQ==", 1, ["AQ=="]])
def test_what_is_no_text_gives_a_reason(text: object) -> None:
    assert decode_base64_bytes(text) == Decoded(None, "base64: not a text")
