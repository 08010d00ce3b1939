"""The operation that lands files: their exact content lands, or nothing lands and an error explains why."""

from __future__ import annotations

import gzip
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from project import Outcome, Project, run_operation

SCHEMA = "landed"
COLUMNS = ("topic", "partition", "offset", "timestamp", "key", "value", "headers")


class Land:
    """A project without models, and the folder of its files."""

    def __init__(self, path: Path) -> None:
        self.project = Project(path, SCHEMA, ansi=True)
        self.project.dbt("deps")
        self.files = path / "files"
        self.files.mkdir()

    def __call__(self, table: str, path: str, **arguments: Any) -> Outcome:
        return run_operation(self.project, "cdc_land", table=f"{SCHEMA}.{table}", path=f"files/{path}", **arguments)

    def write(self, name: str, *lines: str | bytes) -> str:
        content = b"\n".join(line if isinstance(line, bytes) else line.encode() for line in lines)
        path = self.files / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
        return name


@pytest.fixture(scope="module")
def land(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> Land:
    return Land(tmp_path_factory.mktemp("land") / "p")


def row(**changed: Any) -> str:
    whole = {"topic": "t", "partition": 0, "offset": 1, "timestamp": 0, "key": None, "value": "v", "headers": None}
    return json.dumps({**whole, **changed})


def landed(spark: Any, table: str) -> list[tuple[Any, ...]]:
    """Return a table's rows, with text columns as the bytes that they are and the time in milliseconds."""
    texts = ("topic", "key", "value", "headers")
    names = [f"cast(`{c}` as binary)" if c in texts else f"`{c}`" for c in COLUMNS]
    names[3] = "unix_millis(`timestamp`)"
    rows = spark.sql(f"select {', '.join(names)} from {SCHEMA}.{table} order by 1, 2, 3").collect()
    return [tuple(bytes(value) if isinstance(value, bytearray) else value for value in found) for found in rows]


def missing(spark: Any, table: str) -> bool:
    return (
        not spark.sql(f"show schemas like '{SCHEMA}'").collect()
        or not spark.sql(f"show tables in {SCHEMA} like '{table}'").collect()
    )


# What would change if Spark rewrote the value: digits, escapes, blanks, order and doubled names.
EXACT = '{ "n": 1.10, "big": 12345678901234567890.123456789, "t": "\\u00e9\\ud83d\\ude00\\\\ud800", "n": 1E2}\t'


@pytest.mark.law("L5")
def test_landing_rows_land_as_they_are(spark: Any, land: Land) -> None:
    kcat = (
        '{"topic":"t","partition":1,"offset":9007199254740993,"tstype":"create","ts":1700000000123,"broker":0,'
        '"headers":["a","1","a","\\"2\\"","n",null],"key":"k","payload":' + json.dumps(EXACT) + "}"
    )
    land.write(
        "rows/a.jsonl",
        kcat,
        "",
        row(
            offset=2, timestamp="2023-11-14T22:13:20.123Z", key='{"id": 1.0}', value="é\u2028\r\n😀", headers={"h": "x"}
        )
        + " \r",
        row(offset=3, value=None, headers='{"h": 1.0}'),
    )
    land.write("rows/b.jsonl.gz", row(topic="z", value="\\ud800", headers=[]), "")
    land.write("rows/_SUCCESS", "no message")
    outcome = land("rows", "rows")
    assert outcome.success, outcome.output
    assert "4 rows landed in landed.rows, a new table" in outcome.output
    assert "Note" not in outcome.output
    assert landed(spark, "rows") == [
        (b"t", 0, 2, 1_700_000_000_123, b'{"id": 1.0}', "é\u2028\r\n😀".encode(), b'{"h":"x"}'),
        (b"t", 0, 3, 0, None, None, b'{"h": 1.0}'),
        (b"t", 1, 9007199254740993, 1_700_000_000_123, b"k", EXACT.encode(), b'{"a":"1","a":"\\"2\\"","n":null}'),
        (b"z", 0, 1, 0, None, b"\\ud800", b"{}"),
    ]

    again = land("rows", "rows")
    assert again.success, again.output
    assert "4 rows landed" in again.output
    assert "Note: 4 of them have the topic, partition and offset of a row that landed before" in again.output
    assert len(landed(spark, "rows")) == 8

    other = land("rows", land.write("other.jsonl", row(offset=2, value="another"), row(offset=70)))
    assert not other.success
    assert (
        "1 messages have the topic, partition and offset of another one with a different key or value" in other.output
    )
    assert len(landed(spark, "rows")) == 8


BROKEN: list[tuple[str | bytes, str]] = [
    ('{"op": "c", "after": {"id": 1}}', 'a landing row has no "after"'),
    (row(value={"id": 1.10}), '"value" must be a text or null, since any other JSON would not stay as it is'),
    (row(value=1), '"value" must be a text or null'),
    (row(key={"id": 1}), '"key" must be a text or null'),
    (row(payload="x"), 'it must have either "value" or "payload"'),
    ('{"topic": "t", "partition": 0, "offset": 1, "timestamp": 0}', 'it must have either "value" or "payload"'),
    (row(topic=None), '"topic" must be a text'),
    (row(partition=2**31), '"partition" must be a whole number'),
    (row(partition=-1), '"partition" must be a whole number'),
    (row(offset="1"), '"offset" must be a whole number'),
    (row(offset=1.5), '"offset" must be a whole number'),
    (row(timestamp=None), 'it has no "timestamp" or "ts" (see the argument timestamp)'),
    (row(timestamp="yesterday?"), '"timestamp" must be milliseconds since 1970 or a text'),
    (row(timestamp=-1), '"timestamp" must be milliseconds since 1970 or a text'),
    (row(headers=1), '"headers" must be a text, an object of texts or a list of names and texts'),
    (row(headers={"a": 1.0}), '"headers" must be'),
    (row(headers=["a"]), '"headers" must be'),
    (row(headers=["a", 1]), '"headers" must be'),
    (row() + "x", "it is not one JSON object"),
    (row() + row(), "it is not one JSON object"),
    (row() + "," + row(), "it is not one JSON object"),
    (row() + '],"x":[1', "it is not one JSON object"),
    (row()[:-1], "it is not one JSON object"),
    ("[" + row() + "]", "it is not one JSON object"),
    ('{"topic": "t", "topic": "u"}', "it is not one JSON object (or has a name twice"),
    (row(value="\ud800"), "it has an escape (uD800 to uDFFF) that is no character"),
    (b'{"value": "\xff"}', "it is not valid UTF-8"),
]


@pytest.mark.parametrize("start", range(0, len(BROKEN), 5))
def test_a_line_that_is_no_landing_row_stops_all_and_is_named(spark: Any, land: Land, start: int) -> None:
    some = BROKEN[start : start + 5]
    land.write("broken.jsonl", row(), "", *(line for line, _ in some), row(offset=2))
    outcome = land("broken", "broken.jsonl")
    assert not outcome.success
    assert f"nothing has landed, because {len(some)} of {len(some) + 2} lines are no landing rows" in outcome.output
    for number, (line, problem) in enumerate(some):
        assert f"broken.jsonl, line {number + 3}: {problem}" in outcome.output, line
    assert missing(spark, "broken")


def test_lines_that_are_values_have_the_topic_of_their_file_and_their_number_as_offset(spark: Any, land: Land) -> None:
    lines = [f'{{"id": {number}.10, "pad": "{"x" * 60}"}}'.encode() for number in range(1, 201)]
    lines[6:9] = [b"", b'{"bad": "\xff"}', b'{"carriage": "return"}\r']
    land.write("values/shop.app.it's 50%+ new.jsonl", *lines, b"")
    land.write("values/shop.gz.jsonl.gz", "one", "two")
    spark.conf.set("spark.sql.files.maxPartitionBytes", "2000")  # parts of some twenty lines
    try:
        outcome = land("by_value", "values", lines="values", timestamp="2026-01-31T12:00:00Z")
    finally:
        spark.conf.unset("spark.sql.files.maxPartitionBytes")
    assert outcome.success, outcome.output
    at = int(datetime(2026, 1, 31, 12, tzinfo=UTC).timestamp() * 1000)
    name = b"shop.app.it's 50%+ new"
    assert landed(spark, "by_value") == [
        *((name, 0, number, at, None, line, None) for number, line in enumerate(lines, 1)),
        (b"shop.gz", 0, 1, at, None, b"one", None),
        (b"shop.gz", 0, 2, at, None, b"two", None),
    ]
    one = land.write("next.jsonl", "three")
    assert "another one with a different key or value" in land("by_value", one, lines="values", topic="shop.gz").output
    assert land("by_value", one, lines="values", topic="shop.gz", partition=1).success
    rows = landed(spark, "by_value")
    assert [(*found[:3], found[5]) for found in rows if found[1] == 1] == [(b"shop.gz", 1, 1, b"three")]
    assert rows[-1][3] > at  # without a timestamp it is now
    both = land("by_value", "values", lines="values", topic="t")
    assert "2 files have only 1 topics" in both.output
    assert landed(spark, "by_value") == rows


def test_parquet_lands_with_its_columns(spark: Any, land: Land) -> None:
    usual = "'t' as topic, 0 as `partition`, 1L as `offset`, timestamp'2026-01-31 12:00:00' as `timestamp`"
    spark.sql(f"select {usual}, X'00FF' as value").write.parquet(str(land.files / "usual.parquet"))
    columns = "topic string, `partition` int, `offset` bigint, `timestamp` timestamp"
    columns += ", key string, value binary, headers string"
    spark.sql(f"create schema if not exists {SCHEMA}")
    spark.sql(f"create table {SCHEMA}.usual ({columns}) using iceberg partitioned by (days(`timestamp`))")
    assert land("usual", "usual.parquet").success
    assert land("made", "usual.parquet").success
    assert landed(spark, "made") == landed(spark, "usual")
    assert [tuple(found[-3:]) for found in landed(spark, "usual")] == [(None, b"\x00\xff", None)]
    rest = "cast(null as string) as key, 'é' as value, 1 as headers"
    spark.sql(f"select {usual}, {rest}").write.parquet(str(land.files / "wrong.parquet"))
    wrong = land("usual", "wrong.parquet")
    assert "column headers is string in table landed.usual and int in what is to land" in wrong.output
    assert "Note: 1 of them have" in land("usual", "usual.parquet").output

    own = land.files / "own"
    spark.sql("select 1 as id, 'a' as `_sequence_id_`").write.parquet(str(own / "1"))
    spark.sql("select 2L as later, cast(1.5 as decimal(3, 1)) as amount").write.parquet(str(own / "2"))
    for number in "12":
        for file in (own / number).glob("*.parquet"):
            file.rename(own / f"{number}.parquet")
    outcome = land("own", "own", format="parquet")
    assert outcome.success, outcome.output
    assert "Name them in the source's `landing` setting" in outcome.output
    found = spark.sql(f"select id, _sequence_id_, later, amount from {SCHEMA}.own order by id nulls last").collect()
    assert [tuple(map(str, one)) for one in found] == [("1", "a", "None", "None"), ("None", "None", "2", "1.5")]
    assert (
        "it lacks: id, _sequence_id_, later, amount; it alone has: topic"
        in land("usual", "own", format="parquet").output
    )
