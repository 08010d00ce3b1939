"""Spark's own functions that stand for a Python one, for speed, give the same, and stop no run in ANSI mode."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal, localcontext
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from project import Project
from spark_cdc_udfs.base64_bytes import decode_base64_bytes
from spark_cdc_udfs.connect_decimal import decode_connect_decimal
from spark_cdc_udfs.hex_mask import mask_ordinals

# Each example is one Spark query over many values, too slow to be shrunk.
FEW = settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
TIME = "io.debezium.time."
DECIMAL = "org.apache.kafka.connect.data.Decimal"
UNITS = ("Date", "Timestamp", "MicroTimestamp", "NanoTimestamp")
TYPES = ["decimal(38,0)", "decimal(38,38)", "decimal(20,4)", "decimal(10,2)", "decimal(5,0)"]


@pytest.fixture(scope="module")
def compiled(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The macros' SQL over the columns `text` and `scale`."""
    calls: dict[str, str] = {}
    project = Project(tmp_path_factory.mktemp("sql") / "p", "sql_equals_udf", ansi=True)
    for number, kind in enumerate(TYPES):
        exact = f"spark_cdc._exact_decimal('t', '{kind}')"
        calls[f"d{number}"] = f"spark_cdc._let('t', spark_cdc._connect_digits('text', 'scale'), {exact})"
        column = f"{{'source': 'amount', 'data_type': '{kind}'}}"
        calls[f"n{number}"] = f"spark_cdc._connect_decimal_value({{}}, {column}, 'text', \"'{DECIMAL}'\")"
    for unit in UNITS:
        options = "{'nanoseconds': 'truncate'}"
        time = f"spark_cdc._connect_timestamp({options}, 'text', 'null', '{TIME}{unit}', 'timestamp_ntz')"
        calls[unit] = f"'cast(' ~ {time} ~ ' as string)'"
    for order in ("number", "bytes_le"):
        calls[f"mask_{order}"] = f"spark_cdc._qlik_mask({{'options': {{'mask_byte_order': '{order}'}}}}, 'text')"
    calls["has_bit"] = "spark_cdc._qlik_has_bit('mask', 'ordinal')"
    calls["highest_bit"] = "spark_cdc._qlik_highest_bit('mask')"
    for kind in ("timestamp", "timestamp_ntz"):
        stream = "{'format': 'qlik', 'options': {'nanoseconds': 'quarantine'}}"
        calls[f"qlik_{kind}"] = f"spark_cdc._format('qlik', 'value')({stream}, {{'data_type': '{kind}'}}, 'text')"
    calls["duration"] = "spark_cdc._connect_duration('text')"
    calls["nanos"] = "spark_cdc._connect_nano_text('text', \"''\")"
    for name, call in calls.items():
        (Path(project.path) / f"models/{name}.sql").write_text(f"{{{{ {call} }}}}\n")
    project.dbt("deps")
    nodes = project.dbt("compile").results
    return {node.node.name: node.node.compiled_code for node in nodes}


@pytest.fixture(scope="module")
def expression(compiled: dict[str, str]) -> dict[str, str]:
    return {kind: compiled[f"d{number}"] for number, kind in enumerate(TYPES)}


@pytest.fixture(scope="module")
def narrow(compiled: dict[str, str]) -> dict[str, str]:
    return {kind: compiled[f"n{number}"] for number, kind in enumerate(TYPES)}


@pytest.fixture(scope="module")
def times(compiled: dict[str, str]) -> dict[str, str]:
    return {name: compiled[name] for name in (*UNITS, "duration", "nanos")}


def encode(value: int, padding: int) -> str:
    size = value.bit_length() // 8 + 1 + padding
    return base64.b64encode(value.to_bytes(size, "big", signed=True)).decode()


INTEGERS = st.one_of(
    st.integers(-(10**38), 10**38),
    st.integers(-(2**70), 2**70),
    st.integers(-300, 300),
    st.sampled_from([0, 1, -1, 2**63, -(2**63), 2**64, -(2**64), 2**127 - 1, -(2**127), 10**38 - 1, 1 - 10**38]),
    st.integers(-99, 99).flatmap(lambda n: st.integers(0, 36).map(lambda zeros: n * 10**zeros)),
)
DECIMALS = st.lists(
    st.tuples(
        st.one_of(st.builds(encode, INTEGERS, st.just(0)), st.text("AB+/= \n-_%", max_size=9)),
        st.one_of(st.integers(-3, 40), st.sampled_from([-16_383, 16_383, 65_534, 2**31 - 1, -(2**31)])),
    ),
    min_size=60,
    max_size=120,
)


def fits(text: str | None, kind: str) -> Decimal | None:
    """Return the function's text as the type holds it, None when it would be rounded or overflow."""
    if text is None:
        return None
    precision, scale = (int(part) for part in kind.removeprefix("decimal(").rstrip(")").split(","))
    value = Decimal(text)
    with localcontext(prec=20_000):
        unscaled = value.scaleb(scale) if value else Decimal(0)
        if unscaled % 1 or abs(unscaled) >= 10**precision:
            return None
    return value


@pytest.fixture(params=["false", "true"], ids=["plain", "ansi"])
def ansi(spark: Any, request: pytest.FixtureRequest) -> Iterator[None]:
    """Both of Spark's modes: what gives NULL in the one is not to stop a run in the other."""
    before = spark.conf.get("spark.sql.ansi.enabled")
    spark.conf.set("spark.sql.ansi.enabled", request.param)
    yield
    spark.conf.set("spark.sql.ansi.enabled", before)


@pytest.mark.law("L5")
@FEW
@given(values=DECIMALS)
def test_decimals(spark: Any, ansi: None, expression: dict[str, str], values: list[tuple[str, int]]) -> None:
    wide = [encode(sign * number, 0) for sign in (1, -1) for number in (10**38 - 1, 10**38, 2**127 - 1, 2**127)]
    values = [*values, *((text, scale) for text in wide for scale in (0, 38))]
    frame = spark.createDataFrame(values, "text string, scale int")
    columns = [f"{sql} as `{kind}`" for kind, sql in expression.items()]
    found = frame.selectExpr("text", "scale", *columns).collect()
    for row in found:
        whole = decode_connect_decimal(row.text, 0).value or ""
        # the macro wants 38 digits to hold the unscaled number too, zeros at its end and all
        text = decode_connect_decimal(row.text, row.scale).value if len(whole.lstrip("-")) <= 38 else None
        for kind in TYPES:
            assert row[kind] == fits(text, kind), (row.text, row.scale, kind)


SHORT = st.one_of(st.integers(-(2**63), 2**63 - 1), st.integers(-(2**70), 2**70), st.integers(-300, 300))


@pytest.mark.law("L5")
@FEW
@given(texts=st.lists(st.builds(encode, SHORT, st.integers(0, 2)) | st.text("AB+/= \n-_%", max_size=14), min_size=100))
def test_decimals_of_up_to_8_bytes(spark: Any, ansi: None, narrow: dict[str, str], texts: list[str]) -> None:
    frame = spark.createDataFrame([(text,) for text in [*texts, "", "=", "AAAAAAAAAAA", "gAAAAAAAAAA="]], "text string")
    types = "cast(null as map<string, struct<type: string, scale: int>>) as cdc_types"
    for row in (
        frame.selectExpr("text", types)
        .selectExpr("text", *(f"{sql} as `{kind}`" for kind, sql in narrow.items()))
        .collect()
    ):
        for kind in TYPES:
            scale = int(kind.rstrip(")").split(",")[1])
            read = len(row.text.rstrip("=")) <= 11  # all others are digits by then
            expected = fits(decode_connect_decimal(row.text, scale).value, kind) if read else None
            assert row[kind] == expected, (row.text, kind)


ENDS = [str(end) for end in (-(2**63), 2**63 - 1, -(2**63) - 1, 2**63, 0)]
DURATIONS = ["P1Y", "P999999999999Y", "P1000000000000Y", "PT999999999999.999999S", "PT1000000000000S", "PT0.0000001S"]
YEAR = 31_557_600_000_000


@pytest.mark.law("L12")
def test_no_number_stops_a_run(spark: Any, ansi: None, times: dict[str, str]) -> None:
    """The ends of 64 bits as times of each unit, and parts of a duration beyond what is read."""
    frame = spark.createDataFrame([(text,) for text in [*ENDS, *DURATIONS]], "text string")
    found = {
        row.text: row
        for row in frame.selectExpr("text", *(f"{sql} as `{name}`" for name, sql in times.items())).collect()
    }
    assert [found[text].duration for text in DURATIONS] == [YEAR, None, None, 10**18 - 1, None, None]
    assert [found[text].nanos for text in ENDS] == [
        "1677-09-21 00:12:43.145224192", "2262-04-11 23:47:16.854775807", None, None, "1970-01-01 00:00:00.000000000",
    ]  # fmt: skip
    assert [found[text].NanoTimestamp for text in ENDS] == [
        "1677-09-21 00:12:43.145224", "2262-04-11 23:47:16.854775", None, None, "1970-01-01 00:00:00",
    ]  # fmt: skip
    for name in ("Date", "Timestamp", "MicroTimestamp"):
        assert [found[text][name] for text in ENDS] == [None, None, None, None, "1970-01-01 00:00:00"]


BASE64 = st.one_of(
    st.binary(max_size=40).map(lambda raw: base64.b64encode(raw).decode()),
    st.binary(max_size=40).map(lambda raw: base64.b64encode(raw).decode().rstrip("=")),
    st.binary(max_size=20).map(lambda raw: base64.urlsafe_b64encode(raw).decode()),
    st.text("ABab01+/= \t\n\r\u2003\u00a0-_%", max_size=12),
    st.text(max_size=8),
)


@pytest.mark.law("L5")
@FEW
@given(values=st.lists(BASE64, min_size=100, max_size=200))
def test_base64(spark: Any, values: list[str]) -> None:
    frame = spark.createDataFrame([(value,) for value in values], "text string")
    for row in frame.selectExpr("text", "try_to_binary(text, 'base64') as bytes").collect():
        assert row.bytes == decode_base64_bytes(row.text).value, row.text


MASKS = st.text("0123456789abcdefABCDEF", min_size=1, max_size=40) | st.text("0fFgG x\n", max_size=4)


@pytest.mark.law("L5")
@FEW
@given(values=st.lists(MASKS, min_size=100, max_size=200), order=st.sampled_from(["number", "bytes_le"]))
def test_masks(spark: Any, compiled: dict[str, str], values: list[str], order: str) -> None:
    values = [*values, "0", "00", "8", "01\n", "\n"]
    frame = spark.createDataFrame([(value,) for value in values], "text string").selectExpr(
        "text", f"{compiled[f'mask_{order}']} as mask", f"cdc_mask_ordinals(text, '{order}') as udf"
    )
    bits = f"filter(sequence(1, 170), ordinal -> {compiled['has_bit']}) as bits"
    for row in frame.selectExpr("text", "mask", "udf", bits, f"{compiled['highest_bit']} as highest").collect():
        assert tuple(row.udf) == mask_ordinals(row.text, order), row.text
        ordinals = row.udf.value
        assert (row.mask is None) == (ordinals is None), row.text
        assert row.bits == (ordinals or []), row.text
        if ordinals is not None:
            assert row.highest == max(ordinals, default=0), row.text


@pytest.fixture
def far_away(spark: Any) -> Iterator[None]:
    """A session whose clock is not UTC, which the embedded target's always is."""
    before = spark.conf.get("spark.sql.session.timeZone")
    spark.conf.set("spark.sql.session.timeZone", "Asia/Kolkata")
    yield
    spark.conf.set("spark.sql.session.timeZone", before)


@pytest.mark.law("L5")
def test_the_clock_of_the_session_moves_no_time_of_qlik(spark: Any, far_away: None, compiled: dict[str, str]) -> None:
    texts = ["2024-02-29T12:00:00", "2024-02-29T12:00:00+05:30", "2024-02-29T12:00:00Z"]
    frame = spark.createDataFrame([(text,) for text in texts], "text string")
    instant, wall = compiled["qlik_timestamp"], compiled["qlik_timestamp_ntz"]
    rows = frame.selectExpr("text", f"unix_micros({instant}) as micros", f"cast({wall} as string) as wall").collect()
    found = {row.text: (row.micros, row.wall) for row in rows}
    noon, morning = (int(datetime(2024, 2, 29, *at, tzinfo=UTC).timestamp()) * 10**6 for at in ((12, 0), (6, 30)))
    expected = [(noon, "2024-02-29 12:00:00"), (morning, "2024-02-29 06:30:00"), (noon, "2024-02-29 12:00:00")]
    assert found == dict(zip(texts, expected, strict=True))
