"""The messages of the set-up if something is missing."""

from __future__ import annotations

import os
import re
import subprocess
import tomllib
from pathlib import Path

import make_engines
import pytest
import yaml
from project import ROOT


def checked(environment: dict[str, str], *arguments: str) -> tuple[int, str]:
    done = subprocess.run(
        ["bash", "scripts/check_machine.sh", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def command(folder: Path, name: str, text: str) -> Path:
    """Write a command that prints `text`."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\ncat <<'END'\n{text}\nEND\n")
    path.chmod(0o755)
    return path


def test_a_machine_that_has_all_is_let_through() -> None:
    assert checked({}) == (0, "")


@pytest.mark.parametrize("arguments", [(), ("java",)])
def test_a_missing_java_is_named(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    code, output = checked({"JAVA_HOME": str(tmp_path)}, *arguments)
    assert (code, output.count("\n")) == (1, 1)
    assert f"there is no Java ({tmp_path}/bin/java)" in output


def test_an_old_java_is_named(tmp_path: Path) -> None:
    command(tmp_path / "bin", "java", 'openjdk version "11.0.2" 2019-01-15')
    code, output = checked({"JAVA_HOME": str(tmp_path)})
    assert (code, output.count("\n")) == (1, 1)
    assert "of version 11. Spark 4.1 needs Java 17 or 21" in output


def test_a_missing_python_is_named() -> None:
    code, output = checked({"PYTHON": "python-of-nowhere"})
    assert (code, output.count("\n")) == (1, 1)
    assert "there is no python-of-nowhere on PATH" in output


def test_a_full_disk_is_named(tmp_path: Path) -> None:
    command(tmp_path, "df", "Filesystem 1M-blocks Used Available Capacity Mounted on\ndisk 9000 8000 1000 89% /")
    code, output = checked({"PATH": f"{tmp_path}:{os.environ['PATH']}"})
    assert (code, output.count("\n")) == (1, 1)
    assert "only 1000 MB are free here. About 3 GB are needed" in output


def test_missing_databases_are_named(tmp_path: Path) -> None:
    done = subprocess.run(
        ["/bin/bash", "scripts/check_databases.sh"],
        cwd=ROOT,
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "Debian's packages postgresql mariadb-server are not installed" in done.stderr
    assert "apt-get install --no-install-recommends postgresql mariadb-server" in done.stderr


def test_the_environments_without_the_package_have_the_versions_of_the_tests() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    pinned = dict(re.findall(r"^([\w-]+)==(\S+)$", (ROOT / "constraints.txt").read_text(encoding="utf-8"), re.M))
    for name, group in declared["dependency-groups"].items():
        for dependency in group:
            if isinstance(dependency, str) and name not in make_engines.VERSIONS:
                package, version = re.sub(r"\[\w+\]", "", dependency).split("==")
                assert package == "pyspark-client" or version == pinned[package], dependency


def test_the_oldest_dbt_of_the_tests_is_the_oldest_that_is_supported() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    ranges = dict(re.findall(r"^(dbt-[a-z]+)>=([\d.]+),", "\n".join(declared["project"]["dependencies"]), re.M))
    oldest = dict(dependency.split("==") for dependency in declared["dependency-groups"]["oldest"])
    assert {name: oldest[name] for name in ranges} == ranges
    (version,) = yaml.safe_load((ROOT / "dbt_project.yml").read_text(encoding="utf-8"))["require-dbt-version"][:1]
    assert version == f">={ranges['dbt-core'].rpartition('.')[0]}.0"
