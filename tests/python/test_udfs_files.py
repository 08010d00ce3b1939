from __future__ import annotations

from pathlib import Path

import pytest
from dbt_spark_cdc.files import MAINTAINED, UnwritableFileError, messages_at, write_below


def test_writes_what_is_new_and_keeps_what_is_there(tmp_path: Path) -> None:
    (tmp_path / "a.sql").write_text("mine")
    (tmp_path / "same.sql").write_text("same")
    files = {"a.sql": "generated", "b/c.yml": "naïve", "same.sql": "same"}
    assert write_below(tmp_path, files) == {"a.sql": "kept", "b/c.yml": "wrote", "same.sql": "unchanged"}
    assert (tmp_path / "a.sql").read_text() == "mine"
    assert (tmp_path / "b/c.yml").read_text(encoding="utf-8") == "naïve"
    assert write_below(tmp_path, files, overwrite=True)["a.sql"] == "wrote"
    assert (tmp_path / "a.sql").read_text() == "generated"


@pytest.mark.parametrize("mark", MAINTAINED)
def test_a_marked_file_is_the_operations_own(tmp_path: Path, mark: str) -> None:
    (tmp_path / "list.sql").write_text(f"{mark}, which lists each new table's models here. #}}\nold")
    assert write_below(tmp_path, {"list.sql": "new"}) == {"list.sql": "wrote"}


@pytest.mark.law("L12")
@pytest.mark.parametrize(
    "path", ["../out.sql", "/etc/out.sql", "link/out.sql", "a.py", "dbt_project", "a/../../out.sql"]
)
def test_nothing_is_written_outside_or_of_another_kind(tmp_path: Path, path: str) -> None:
    root = tmp_path / "models"
    root.mkdir()
    (root / "link").symlink_to(tmp_path)
    with pytest.raises(UnwritableFileError):
        write_below(root, {"good.sql": "select 1", path: "select 1"})
    assert not (root / "good.sql").exists()


def test_what_a_path_of_messages_holds(tmp_path: Path) -> None:
    for name in ("one.JSONL.gz", "rows/a.json", "rows/1/b.ndjson.gz", "rows/_SUCCESS", "rows/.c.json.crc", "x.parquet"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    for path, form in {"one.JSONL.gz": "jsonl", "rows": "jsonl", "x.parquet": "parquet", ".": None}.items():
        found = messages_at(path, tmp_path)
        assert (found["path"], found["format"]) == (str(tmp_path / path).removesuffix("/."), form)
        assert bool(found["problem"]) == (path == ".")
    (tmp_path / "shop.jsonl").symlink_to("x.parquet")
    assert messages_at("shop.jsonl", tmp_path)["path"] == str(tmp_path / "shop.jsonl")
    assert messages_at(str(tmp_path / "rows"), Path("/elsewhere"))["format"] == "jsonl"
    assert messages_at("s3a://bucket/rows.parquet", tmp_path) == {
        "path": "s3a://bucket/rows.parquet",
        "format": "parquet",
        "problem": None,
    }


@pytest.mark.parametrize("path", ["none.jsonl", "a[1].jsonl", "*.jsonl", "s3a://bucket/{a,b}.jsonl", "a\nb.jsonl"])
def test_a_path_that_cannot_be_read_is_a_problem(tmp_path: Path, path: str) -> None:
    problem = messages_at(path, tmp_path)["problem"]
    assert problem.name == ("land_path_missing" if path == "none.jsonl" else "land_path_pattern")
    assert problem.values["given"] == path
