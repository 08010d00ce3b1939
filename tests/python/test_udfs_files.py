from __future__ import annotations

from pathlib import Path

import pytest
from dbt_spark_cdc.files import KEPT, UnwritableFileError, write_below


def test_writes_what_is_new_and_keeps_what_is_there(tmp_path: Path) -> None:
    (tmp_path / "a.sql").write_text("mine")
    (tmp_path / "same.sql").write_text("same")
    files = {"a.sql": "generated", "b/c.yml": "naïve", "same.sql": "same"}
    assert write_below(tmp_path, files) == {"a.sql": "kept", "b/c.yml": "wrote", "same.sql": "unchanged"}
    assert (tmp_path / "a.sql").read_text() == "mine"
    assert (tmp_path / "b/c.yml").read_text(encoding="utf-8") == "naïve"
    assert write_below(tmp_path, files, overwrite=True)["a.sql"] == "wrote"
    assert (tmp_path / "a.sql").read_text() == "generated"


def test_a_marked_file_is_the_operations_own(tmp_path: Path) -> None:
    (tmp_path / "list.sql").write_text(f"{KEPT}: it lists each new table's models here. #}}\nold")
    assert write_below(tmp_path, {"list.sql": "new"}) == {"list.sql": "wrote"}


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
