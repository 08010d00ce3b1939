"""The benchmark's histories are possible, and its truth is what they leave. Nothing here is timed."""

import io
import json
from pathlib import Path

import dts_avro
import fastavro
import numpy as np
import pyarrow.parquet as pq
import pytest

from bench import report, scale
from bench.formats import FORMATS
from bench.generate import generate
from bench.history import START, Batch, History, Log, Operation
from bench.scene import ROOT

_LATE = (Batch(400, late=0.1), Batch(300, late=0.1, key_changes=0.1), Batch(300, late=0.1, truncate=True))
_COLUMNS = ("positions", "keys", "operations", "before", "is_truncate")
_IN_ORDER = (Batch(400, late=0.0, duplicates=0.0, block=7),) * 2


@pytest.mark.parametrize("keys", ["uniform", "zipf", "recent"])
def test_the_truth_is_what_the_changes_leave_when_they_are_applied_by_position(keys: str) -> None:
    history = History("test", 500, _LATE, keys=keys)  # type: ignore[arg-type]
    log = Log(history)
    landed: list[tuple[int, int, int, bool]] = []
    for number, state in enumerate(log.states()):
        if number:
            changes = log.batch(number)
            columns = (changes.positions, changes.keys, changes.operations, changes.is_truncate)
            landed += zip(*(column.tolist() for column in columns), strict=True)
        rows = dict.fromkeys(range(history.rows), START)
        for position, key, operation, is_truncate in sorted(landed):
            if is_truncate:
                rows.clear()
            elif operation == Operation.DELETE:
                rows.pop(key, None)
            else:
                rows[key] = position
        live = state.live()
        assert dict(zip(live.tolist(), state.positions(live).tolist(), strict=True)) == rows


def test_no_row_is_inserted_twice_and_none_that_is_not_there_changes() -> None:
    log = Log(History("test", 500, _LATE, keys="zipf"))
    changes = [log.batch(number) for number in range(1, len(_LATE) + 1)]
    columns = [np.concatenate([getattr(batch, name) for batch in changes]) for name in _COLUMNS]
    live = dict.fromkeys(range(500), START)
    for position, key, operation, before, is_truncate in sorted(set(zip(*(c.tolist() for c in columns), strict=True))):
        if is_truncate:
            live.clear()
            continue
        assert (key in live) == (operation != Operation.INSERT)
        assert before == live.get(key, -1)
        live[key] = position
        if operation == Operation.DELETE:
            del live[key]


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "dts_avro"])
def test_messages_are_json(name: str, tmp_path: Path) -> None:
    history = History("test", 100, _IN_ORDER, partial=FORMATS[name].is_partial)
    data = generate(history, name, tmp_path)
    values = [value for batch in range(3) for value in pq.read_table(data.landing(batch))["value"].to_pylist()]
    assert all(isinstance(json.loads(value), dict) for value in values)
    assert sum(data.bytes) == sum(len(value) for value in values)


def test_dts_records_are_what_an_avro_library_reads(tmp_path: Path) -> None:
    data = generate(History("test", 100, _IN_ORDER), "dts_avro", tmp_path)
    found = set()
    for value in pq.read_table(data.landing(1))["value"].to_pylist():
        record = fastavro.schemaless_reader(io.BytesIO(value), dts_avro.SCHEMA_14, None)
        assert isinstance(record, dict)
        found.add(record["operation"])
        assert dts_avro.datum(record) == value
    assert found == {"INSERT", "UPDATE", "DELETE"}


def test_the_page_of_the_benchmark_is_what_the_results_render() -> None:
    page = (ROOT / "docs/benchmark.md").read_text(encoding="utf-8")
    assert report.markdown(report.read(ROOT / "bench/results"), "benchmark.svg") == page


def test_the_page_on_sizing_has_the_figures_of_the_results() -> None:
    text = scale.PAGE.read_text(encoding="utf-8")
    assert scale.page(json.loads(scale.RESULTS.read_text(encoding="utf-8")), text) == text


def test_what_a_change_costs_is_what_a_large_batch_takes_beyond_a_small_one() -> None:
    few = {"step": "few rows", "messages": 100, "cpu": 40.0, "driver_cpu": 30.0}
    large = {"step": "batch", "messages": 1_000_100, "cpu": 240.0, "driver_cpu": 50.0}
    warming_up = {"step": "batch", "messages": 1_000_100, "cpu": 900.0, "driver_cpu": 90.0}
    model = scale.Model(20, [warming_up, large, few])
    assert model.per_change("cpu") == pytest.approx(200e-6)
    assert model.per_table("cpu") == pytest.approx(2.0)
    # 86,400,000 changes and 432 runs of 100 tables a day: 0.02 and 0.18 cores for changes, 0.75 and 0.25 for tables.
    assert model.cores(86_400_000, 100, 432) == pytest.approx((0.77, 0.43))
