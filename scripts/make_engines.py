"""Makes the Python environments of `make test-engines`: of the cluster's workers, and of dbt as a client."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / ".spark_cdc" / "engines"
PROJECT = ROOT / "pyproject.toml"
PIP = "pip==26.3"  # that of a new environment may be too old for --group (25.1)
CLIENTS = ("connect", "thrift")  # these run dbt, and have this package; workers do not
# This adds to what the tests' own environment has: a second pyspark would be 500 MB.
ADDED = "connect-java"


def make(group: str) -> None:
    """Make the environment of a dependency group, unless it is there with the same dependencies."""
    folder = FOLDER / group
    wanted = repr(tomllib.loads(PROJECT.read_text(encoding="utf-8"))["dependency-groups"])
    done = folder / "ready"
    if done.exists() and done.read_text(encoding="utf-8") == wanted:
        return
    print(f"Making the Python environment {folder.relative_to(ROOT)} ...", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    venv.create(folder, with_pip=True)
    if group == ADDED:
        paths = [path for path in sys.path if path.endswith("site-packages")]
        site = next((folder / "lib").glob("python*")) / "site-packages"
        (site / "tests.pth").write_text("\n".join(paths), encoding="utf-8")
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    steps = [[*pip, PIP], [*pip, "--group", f"{PROJECT}:{group}"]]
    if group in CLIENTS:
        steps.append([*pip, "--no-deps", "--editable", str(ROOT)])
    for step in steps:
        if subprocess.run(step, cwd=FOLDER, check=False).returncode != 0:
            sys.exit(f"pip could not install the dependency group {group}. Is the package index reachable?")
    done.write_text(wanted, encoding="utf-8")


def main() -> None:
    """Make those that are not there."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for group in ("workers", *CLIENTS, ADDED):
        make(group)


if __name__ == "__main__":
    main()
