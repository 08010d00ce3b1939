"""A wheel and a git tag, made from this checkout, install as users do it, and build a table by README's commands."""

from __future__ import annotations

import importlib.metadata
import json
import os
import shlex
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pages
import pytest
import yaml
from packaging.requirements import Requirement
from project import ROOT

(ENTRY,) = [block.text for block in pages.blocks("docs/install.md", "yaml") if "revision:" in block.text]
# Runs dbt commands one after the other, in one process and so in one Spark, and ends at the first that fails.
PROGRAM = """
import json, sys
from dbt.cli.main import dbtRunner
for command in json.loads(sys.argv[1]):
    print("$", *command, flush=True)
    if not dbtRunner().invoke(command).success:
        sys.exit(1)
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What pip installs of a wheel that is built from a copy of the checkout, without the dependencies."""
    folder = tmp_path_factory.mktemp("wheel")
    shutil.copytree(ROOT / "udfs", folder / "udfs", ignore=shutil.ignore_patterns("*.egg-info", "__pycache__"))
    for file in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / file, folder)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", str(folder), str(folder)], check=True)
    (wheel,) = folder.glob("spark_cdc-*.whl")
    modules = {path.relative_to(ROOT / "udfs").as_posix() for path in (ROOT / "udfs").glob("*/*.py")}
    assert {*modules, "spark_cdc_udfs/py.typed"} <= set(zipfile.ZipFile(wheel).namelist())
    subprocess.run([*pip, "install", "--no-deps", "--target", str(folder / "site"), str(wheel)], check=True)
    return folder / "site"


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A git repository of this checkout's files, as one tagged commit."""
    folder = tmp_path_factory.mktemp("repository")
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z", "--deduplicate"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, check=True, text=True).stdout.split("\0")
    for name in filter(None, names):
        if (ROOT / name).is_file() and not name.startswith(("tests/data", "bench")):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    (tag,) = [package["revision"] for package in yaml.safe_load(ENTRY)["packages"]]
    git = ["git", "-c", "user.name=test", "-c", "user.email=test@localhost"]
    for command in (["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "-m", "All"], ["tag", tag]):
        subprocess.run([*git, *command], cwd=folder, check=True)
    return folder


def test_the_environment_has_what_the_wheel_requires(site: Path) -> None:
    """So that what the next test runs with is what pip would choose, in this environment."""
    (wheel,) = importlib.metadata.distributions(name="spark-cdc", path=[str(site)])
    required = [Requirement(text) for text in wheel.requires or []]
    needed = [one for one in required if not one.marker or one.marker.evaluate({"extra": ""})]
    assert {"dbt-core", "dbt-spark", "pyspark"} <= {one.name for one in needed}
    assert [str(one) for one in needed if importlib.metadata.version(one.name) not in one.specifier] == []


def test_a_wheel_and_a_git_tag_lead_from_an_empty_folder_to_a_current_table(
    site: Path, repository: Path, tmp_path: Path
) -> None:
    written = {block.path: block.text for block in pages.blocks("README.md", "yaml")}
    (tmp_path / "dbt_project.yml").write_text(written["dbt_project.yml"], encoding="utf-8")
    address = "https://git.example.com/spark_cdc.git"
    assert address in ENTRY
    entry = ENTRY.replace(address, f"file://{repository}")
    (tmp_path / "packages.yml").write_text(entry, encoding="utf-8")
    shutil.copy(ROOT / "docs/tutorial/messages_1.jsonl", tmp_path / "messages.jsonl")
    where = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "DBT_PROFILES_DIR")}
    own = {"PYTHONPATH": str(site), "HOME": str(tmp_path), "DBT_SEND_ANONYMOUS_USAGE_STATS": "false"}
    lake = {"SPARK_CDC_HOME": str(tmp_path / "lake"), "SPARK_CDC_SCHEMA": "first", "SPARK_CDC_MEMORY": "1g"}
    environment = where | own | lake | {"JDK_JAVA_OPTIONS": "-XX:TieredStopAtLevel=1"}  # compiles less
    (tmp_path / "lake").mkdir()
    (tmp_path / "lake/ivy").symlink_to(ROOT / ".spark_cdc/ivy")  # the jars that the setup has fetched

    def run(*command: str) -> str:
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    assert str(site) in run(sys.executable, "-c", "import dbt_spark_cdc; print(dbt_spark_cdc.__file__)")
    commands = [
        shlex.split(line)
        for block in pages.blocks("README.md", "sh", chapter="Your own tables")
        for line in block.text.splitlines()
    ]
    pip, *steps = commands[: commands.index(["dbt", "show", "--select", "orders"]) + 1]
    assert pip[:2] == ["pip", "install"]  # as the fixture has done
    assert all(step[0] == "dbt" for step in steps)
    # A process reads the flags of dbt_project.yml once, and cdc_init, the second command, adds one.
    init, output = (
        run(sys.executable, "-c", PROGRAM, json.dumps([step[1:] for step in some])) for some in (steps[:2], steps[2:])
    )
    made = {
        "dbt_project.yml, dispatch", "dbt_project.yml, flags", "dbt_project.yml, models", "profiles.yml",
        "models/control/cdc_events.sql", "models/control/cdc_events.yml", "models/shop/landing_shop.yml",
    }  # fmt: skip
    assert {line.removeprefix("wrote ") for line in init.splitlines() if line.startswith("wrote ")} == made
    assert "cdc_accounting" in output
    assert "[WARNING]" not in output
    head, *rows = pages.rows("\n".join(line for line in output.splitlines() if line.startswith("|")))
    assert head[:2] == ["id", "status"]
    assert sorted(row[:2] for row in rows) == [["1", "paid"], ["2", "new"]]
