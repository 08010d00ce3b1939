"""Hooks, hosted checks and forms ask for what the Makefile and the project really have."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import check_files
import pytest
import yaml
from packaging.requirements import Requirement
from project import ROOT

MAKEFILE = (ROOT / "Makefile").read_text()
TARGETS = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.M))
HOOKS = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]
JOBS: dict[str, Any] = yaml.safe_load((ROOT / ".github/workflows/checks.yml").read_text())["jobs"]
FORMS = sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml"))


def test_hooks_are_the_parts_of_lint() -> None:
    (parts,) = re.findall(r"^lint: ([a-z -]+?) *##", MAKEFILE, re.M)
    hooks = [hook for repository in HOOKS for hook in repository["hooks"]]
    assert [hook["entry"] for hook in hooks] == [f"make {part}" for part in parts.split()]
    assert set(parts.split()) <= TARGETS


def test_every_file_is_of_a_hook_that_looks_at_it() -> None:
    """A hook for some files alone would let others pass: those of the tools' own settings, for one."""
    patterns = {hook["id"]: re.compile(hook.get("files", "")) for hook in HOOKS[0]["hooks"]}
    looked_at = {
        "lint-python": ["udfs/spark_cdc_udfs/dts_record.py", "tests/python/conftest.py", "pyproject.toml"],
        "lint-sql": ["macros/state/_fold.sql", "examples/models/debezium.yml", "dbt_project.yml", ".sqlfluff"],
        "lint-text": ["README.md", ".github/workflows/checks.yml", "examples/seeds/landing/canal.csv"],
    }
    for hook, files in looked_at.items():
        assert [file for file in files if not (ROOT / file).exists() or not patterns[hook].search(file)] == []


def test_hosted_jobs_run_make_targets_alone() -> None:
    commands = [step["run"] for job in JOBS.values() for step in job["steps"] if "run" in step]
    made = [word for command in commands if command.startswith("make ") for word in command.split()[1:]]
    calls = re.findall(r"^make (.*)$", (ROOT / ".ci/run").read_text(), re.M)
    submitted = {word for call in calls for word in call.removesuffix(" &").split()} - {"setup"}  # `test` has lint
    assert submitted <= set(made) <= TARGETS
    # Hosted jobs have a machine each, `.ci/run` has 90 minutes of one.
    assert set(made) == {"lint", "docs", *(target for target in TARGETS if re.match("test(-|$)", target))}
    assert [command for command in commands if not re.match("make |sudo apt-get ", command)] == []
    packages = set(re.findall(r"missing\+=\(([a-z-]+)\)", (ROOT / "scripts/check_databases.sh").read_text()))
    (installed,) = {command for command in commands if "apt-get install" in command}
    assert packages == set(installed.split()[-2:])


def test_every_dependency_has_a_version_that_its_range_allows() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = [requirement for extra in project["optional-dependencies"].values() for requirement in extra]
    pinned = dict(re.findall(r"^([\w.-]+)==(\S+)$", (ROOT / "constraints.txt").read_text(), re.M))
    versions = {name.lower().replace("_", "-"): version for name, version in pinned.items()}
    wanted = [Requirement(text) for text in project["dependencies"] + extras]
    assert [str(one) for one in wanted if versions.get(one.name.lower(), "0") not in one.specifier] == []


def test_hosted_tests_run_on_what_is_supported() -> None:
    matrix = JOBS["test"]["strategy"]["matrix"]
    (lowest, highest) = re.findall(r'requires-python = ">=3\.(\d+),<3\.(\d+)"', (ROOT / "pyproject.toml").read_text())[
        0
    ]
    assert matrix["python"] == [f"3.{minor}" for minor in range(int(lowest), int(highest))]
    javas = re.findall(r'"\$version" == (\d+)', (ROOT / "scripts/check_machine.sh").read_text())
    assert matrix["java"] == javas


def test_the_version_is_the_same_everywhere() -> None:
    """Python's package and dbt's are released together."""
    (package,) = re.findall(r'^version = "(.*)"$', (ROOT / "pyproject.toml").read_text(), re.M)
    for project in ("dbt_project.yml", "examples/dbt_project.yml"):
        assert yaml.safe_load((ROOT / project).read_text())["version"] == package
    named = re.findall(r"revision: v(\S+)|spark_cdc\.git@v([\w.]+)", (ROOT / "docs/install.md").read_text())
    assert [one or other for one, other in named] == [package, package]
    assert f"`revision` in `packages.yml` to `v{package}`" in (ROOT / "docs/upgrading.md").read_text()


def test_the_changelogs_newest_version_is_the_packages_and_has_one_list_of_each_kind() -> None:
    (package,) = re.findall(r'^version = "(.*)"$', (ROOT / "pyproject.toml").read_text(), re.M)
    first, *chapters = re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text(), flags=re.M)[1:]
    assert first.startswith("[Unreleased]\n")
    versions = [re.findall(r"\A\[([\d.]+)\] - \d{4}-\d\d-\d\d\n", chapter) for chapter in chapters]
    assert versions[0] == [package]
    assert all(versions)
    for chapter in (first, *chapters):
        kinds = re.findall(r"^### (.*)$", chapter, re.M)
        assert len(kinds) == len(set(kinds))
        assert set(kinds) <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
        entries = re.findall(r"^- (.*(?:\n  .*)*)", chapter, re.M)
        assert len(entries) == len(set(entries))


@pytest.mark.parametrize("form", [form for form in FORMS if form.name != "config.yml"], ids=lambda path: path.name)
def test_forms_have_what_the_host_asks_for(form: Path) -> None:
    content = yaml.safe_load(form.read_text())
    assert {"name", "description", "body"} <= content.keys()
    fields = [field for field in content["body"] if field["type"] != "markdown"]
    names = [field["id"] for field in fields]
    assert len(names) == len(set(names))
    assert [field["id"] for field in fields if not field["attributes"].get("label")] == []


@pytest.mark.parametrize(
    ("name", "content", "found"),
    [
        ("a.md", b"one\ntwo\n", []),
        ("a.md", b"", []),
        ("a.md", b"one \ntwo\t\n", ["line 1 ends with white space", "line 2 ends with white space"]),
        ("a.md", b"one\r\n", ["line 1 ends with white space"]),
        ("a.md", b"one", ["it does not end with exactly one line break"]),
        ("a.md", b"one\n\n", ["it does not end with exactly one line break"]),
        ("examples/seeds/a.csv", b"one \r\n\n", []),
        ("a.md", b"<<<<<<< main\n", ["it has a mark of a merge conflict"]),
        ("a.gz", b"\x00 \n", []),
    ],
)
def test_untidy_files_are_found(name: str, content: bytes, found: list[str]) -> None:
    assert check_files.faults(name, content) == found


def test_large_files_are_found_whatever_they_are() -> None:
    for name in ("a.gz", "examples/seeds/a.csv", "a.md"):
        (fault,) = check_files.faults(name, b"\x00" * (check_files.LARGEST + 1))
        assert "at most 262144 are allowed" in fault


def test_a_file_that_git_would_add_is_looked_at(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    (tmp_path / ".gitignore").write_text("ignored\n")
    (tmp_path / "ignored").write_text("x ")
    (tmp_path / "new").write_text("x ")
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts/check_files.py")],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stdout == "new: line 1 ends with white space\nnew: it does not end with exactly one line break\n"
