"""Every law of docs/semantics.md has tests that carry its name, and the page names files which have such tests."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pages
import pytest
from project import ROOT

PAGE = (ROOT / "docs" / "semantics.md").read_text()
LAWS: dict[str, str] = dict(re.findall(r"^\| (L\d+) \|.*\| (.*) \|$", PAGE, re.M))  # and what tests them


def named(file: Path) -> set[str]:
    """Return the laws that a file of tests names."""
    calls = [node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Call)]
    marks = [call for call in calls if ast.unparse(call.func) == "pytest.mark.law"]
    return {ast.literal_eval(argument) for mark in marks for argument in mark.args}


MARKED = {file: named(file) for file in sorted(ROOT.glob("tests/*/test_*.py"))}


def test_the_laws_are_the_twelve() -> None:
    assert list(LAWS) == [f"L{number}" for number in range(1, 13)]


def test_no_test_names_another_law() -> None:
    assert {file.name: names - LAWS.keys() for file, names in MARKED.items() if names - LAWS.keys()} == {}


@pytest.mark.parametrize("law", LAWS)
def test_every_law_has_tests(law: str) -> None:
    assert [file.name for file, names in MARKED.items() if law in names] != []


@pytest.mark.parametrize("law", LAWS)
def test_the_files_that_the_page_names_have_tests_of_the_law(law: str) -> None:
    files = [(ROOT / "docs" / link).resolve() for link in re.findall(r"\]\(([^)]*/test_\w+\.py)\)", LAWS[law])]
    assert files != []
    assert [file.name for file in files if law not in MARKED[file]] == []


def modules(cell: str) -> set[Path]:
    """Return the files of tests that a cell of CONTRIBUTING's table names, by file, pattern, folder or test."""
    patterns = [
        name.replace("<format>", "*").replace("<module>", "*") for name in re.findall(r"`(test_[\w<>]+\.py)`", cell)
    ]
    found = {file for pattern in patterns for file in (ROOT / "tests/python").glob(pattern)}
    found |= {file for folder in re.findall(r"`(tests/\w+)`", cell) for file in (ROOT / folder).glob("test_*.py")}
    return found | {
        file for name in re.findall(r"`(test_\w+)` of", cell) for file in MARKED if name in file.read_text()
    }


def test_the_tests_that_contributing_names_carry_the_laws_of_their_row() -> None:
    """What the table of changes promises: the tests that hold a law are in the files beside it."""
    head, *rows = pages.table("CONTRIBUTING.md", "the change is about")
    assert head[-2:] == ["tests that hold it", "laws"]
    for about, _, tests, laws in rows:
        carried = {law for file in modules(tests) for law in MARKED[file]}
        assert set(laws.split(", ")) - carried == set(), about
        assert re.findall(r"`(test_\w+\.py)`", tests) == [
            name for name in re.findall(r"`(test_\w+\.py)`", tests) if (ROOT / "tests/python" / name).exists()
        ], about


def test_a_law_chooses_its_tests() -> None:
    """As `make test LAW=L6` does."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-m", "L6", "tests/python/test_qlik.py"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    (chosen,) = [line for line in done.stdout.splitlines() if "::" in line]
    assert chosen.endswith("test_qlik.py::test_a_run_without_new_rows_writes_nothing_though_rows_wait")
