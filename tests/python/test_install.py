"""A wheel and a git tag, made from this checkout, install as users install them, by README's commands."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pages
import pytest
import yaml
from project import ROOT

TAG = "v1"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What pip installs of a wheel that is built from a copy of the checkout, without the dependencies."""
    folder = tmp_path_factory.mktemp("wheel")
    shutil.copytree(ROOT / "udfs", folder / "udfs", ignore=shutil.ignore_patterns("*.egg-info", "__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
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
    git = ["git", "-c", "user.name=test", "-c", "user.email=test@localhost"]
    for command in (["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "-m", "All"], ["tag", TAG]):
        subprocess.run([*git, *command], cwd=folder, check=True)
    return folder


def test_a_wheel_and_a_git_tag_make_a_project_in_an_empty_folder(site: Path, repository: Path, tmp_path: Path) -> None:
    written = {block.path: block.text for block in pages.blocks("README.md", "yaml")}
    (tmp_path / "dbt_project.yml").write_text(written["dbt_project.yml"], encoding="utf-8")
    package = {"git": f"file://{repository}", "revision": TAG}
    (tmp_path / "packages.yml").write_text(yaml.safe_dump({"packages": [package]}), encoding="utf-8")
    where = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "DBT_PROFILES_DIR")}
    environment = {**where, "PYTHONPATH": str(site), "HOME": str(tmp_path), "DBT_SEND_ANONYMOUS_USAGE_STATS": "false"}

    def run(*command: str) -> str:
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    assert str(site) in run(sys.executable, "-c", "import dbt_spark_cdc; print(dbt_spark_cdc.__file__)")
    commands = [
        line for block in pages.blocks("README.md", "sh", chapter="Your own tables") for line in block.text.splitlines()
    ]
    deps, init = commands[1:3]  # after pip install
    run(str(Path(sys.executable).with_name("dbt")), *deps.split()[1:])
    arguments = init.partition(" --args ")
    output = run(
        str(Path(sys.executable).with_name("dbt")), *arguments[0].split()[1:], "--args", arguments[2].strip("'")
    )
    made = {
        "dbt_project.yml, dispatch", "dbt_project.yml, flags", "dbt_project.yml, models", "profiles.yml",
        "models/control/cdc_events.sql", "models/control/cdc_events.yml", "models/shop/landing_shop.yml",
    }  # fmt: skip
    assert {line.removeprefix("wrote ") for line in output.splitlines() if line.startswith("wrote ")} == made
    parsed = run(str(Path(sys.executable).with_name("dbt")), "ls", "--resource-type", "model", "--output", "name")
    assert "cdc_accounting" in parsed.split()
    assert "[WARNING]" not in parsed
