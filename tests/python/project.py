"""A throw-away dbt project that uses this repository as its package, run in this process on one Spark session."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from dbt.cli.main import dbtRunner
from dbt.contracts.graph.manifest import Manifest
from pyspark.sql import SparkSession

ROOT = Path(__file__).resolve().parents[2]
PROFILES = ROOT / "profiles"

# Control models that neither others nor a dbt test reads: a seventh of a small build.
REPORTS = ("cdc_column_evidence", "cdc_observed_columns", "cdc_ddl_ledger", "cdc_run_audit", "cdc_stream_lag")


@contextmanager
def changed_settings(spark: SparkSession, folder: Path, settings: Mapping[str, str]) -> Iterator[None]:
    """Use a copy of the profile with these settings of Spark, in `folder`: dbt sets them each time that it connects."""
    global PROFILES
    profile = yaml.safe_load((PROFILES / "profiles.yml").read_text(encoding="utf-8"))
    profile["spark_cdc"]["outputs"]["embedded"]["server_side_parameters"].update(settings)
    (folder / "profiles.yml").write_text(yaml.safe_dump(profile), encoding="utf-8")
    profiles, before = PROFILES, {name: spark.conf.get(name) for name in settings}
    PROFILES = folder
    try:
        yield
    finally:
        PROFILES = profiles
        for name, value in before.items():
            spark.conf.set(name, value)


class DbtFailed(AssertionError):
    """A dbt command failed; the message lists the failed nodes with their errors."""


def run_dbt(
    folder: Path, out: Path, schema: str, *command: str, ansi: bool = False, manifest: Manifest | None = None
) -> Any:
    """Run a dbt command in a project's folder; raise DbtFailed with the nodes' own messages if it fails.

    What it makes goes to `schema`, and its files to `out`. With a manifest, the project is not parsed again.
    """
    os.environ["SPARK_CDC_SCHEMA"] = schema
    os.environ["SPARK_CDC_ANSI"] = str(ansi).lower()
    os.environ["DBT_SEND_ANONYMOUS_USAGE_STATS"] = "false"
    where = ["--project-dir", str(folder), "--profiles-dir", str(PROFILES), "--log-path", str(out / "logs")]
    # A line for each statement takes longer than to compile it, the manifest as JSON a third of what is left.
    where += ["--log-level-file", "none", "--no-write-json"]
    if command[0] not in ("deps", "clean"):
        where += ["--target-path", str(out / "target")]
    result = dbtRunner(manifest=manifest).invoke([*command, *where, "--quiet"])
    if not result.success:
        failed = [
            f"{node.node.name if hasattr(node, 'node') else node.unique_id}: {node.message}"
            for node in getattr(result.result, "results", [])
            if node.status not in ("success", "pass", "skipped")
        ]
        raise DbtFailed(f"dbt {' '.join(command)}: {result.exception or ''}\n" + "\n".join(failed))
    return result.result


class Outcome(NamedTuple):
    """How a command ended, and the whole output of dbt."""

    success: bool
    output: str


class Project:
    """Models for a list of tables over one landing stream, all in one schema of the embedded catalog."""

    def __init__(
        self, path: Path, schema: str, control: bool = False, ansi: bool = False, without: Sequence[str] = ()
    ) -> None:
        """Write the project's frame into `path`; its tables go to `schema` and `<schema>_landing`.

        With `control`, the package's control models run too, but for those of `without`, over a model cdc_events that
        the test writes: a test of what others say need not wait for them in each build. With `ansi`,
        Spark's ANSI mode is on: every test must pass either way, and those of odd values run with it.
        """
        self.path = path
        self.schema = schema
        self.ansi = ansi
        self.landing_schema = f"{schema}_landing"
        self._parsed: tuple[object, Manifest | None] = (None, None)  # what was parsed last, and the result
        (path / "models").mkdir(parents=True)
        self._write(
            "dbt_project.yml",
            {
                "name": "captured",
                "version": "1.0.0",
                "config-version": 2,
                "profile": "spark_cdc",
                "dispatch": [{"macro_namespace": "dbt", "search_order": ["captured", "spark_cdc", "dbt"]}],
                "models": {
                    "spark_cdc": {"control": {"+enabled": control, **{name: {"+enabled": False} for name in without}}}
                },
            },
        )
        package = self._package("models/control") if control else self._package()
        self._write("packages.yml", {"packages": [{"local": str(package)}]})

    def _package(self, *more: str) -> Path:
        """Copy the macros, and more folders, as a package: without the control models dbt starts faster."""
        package = self.path.with_name("package")
        for folder in ("macros", "tests/generic", *more):
            shutil.copytree(ROOT / folder, package / folder)
        (package / "models").mkdir(exist_ok=True)
        for file in ("models/columns.md", "dbt_project.yml"):
            shutil.copy(ROOT / file, package / file)
        return package

    def _write(self, name: str, content: dict[str, Any]) -> None:
        (self.path / name).write_text(yaml.safe_dump(content, sort_keys=False, allow_unicode=True))

    def stream(self, name: str, cdc: dict[str, Any], routed: bool = True) -> None:
        """Declare a landing stream and, for one of many tables, its routed model."""
        self._write(
            f"models/{name}.yml",
            {
                "version": 2,
                "sources": [
                    {
                        "name": "landing",
                        "schema": self.landing_schema,
                        "tables": [{"name": name, "config": {"meta": {"cdc": cdc}}}],
                    }
                ],
            },
        )
        if routed:
            self.model(f"routed_{name}", f"cdc_routed(source('landing', '{name}'))")

    def model(self, name: str, call: str) -> None:
        """Write a model whose body is one call of a macro of the package."""
        (self.path / f"models/{name}.sql").write_text(f"{{{{ spark_cdc.{call} }}}}\n")

    def tables(self, stream: str, models: Sequence[dict[str, Any]]) -> None:
        """Declare tables by their contracts (dbt properties), fed by a stream's routed model if it has one."""
        routed = (self.path / f"models/routed_{stream}.sql").exists()
        upstream = f"ref('routed_{stream}')" if routed else f"source('landing', '{stream}')"
        self._write(f"models/{stream}_tables.yml", {"version": 2, "models": list(models)})
        for model in models:
            name = model["name"]
            self.model(f"changes_{name}", f"cdc_changes({upstream})")
            self.model(f"state_{name}", f"cdc_state(ref('changes_{name}'))")
            self.model(name, f"cdc_current(ref('state_{name}'))")

    def _manifest(self, command: Sequence[str]) -> Manifest | None:
        """Return the project as dbt parsed it for an earlier command; None if this command has to parse it itself.

        dbt parses a project for each command, which takes a tenth of a small one's time.
        """
        if command[0] in ("deps", "clean", "parse") or {"--vars", "--target", "--profile"} & set(command):
            return None
        files = [
            (path, path.stat().st_mtime_ns, path.stat().st_size)
            for folder in (self.path, self.path.with_name("package"))
            for path in sorted(folder.rglob("*"))
            if path.is_file() and not {"target", "logs"} & set(path.relative_to(folder).parts)
        ]
        own = {"SPARK_CDC_SCHEMA": self.schema, "SPARK_CDC_ANSI": self.ansi}
        variables = {name: value for name, value in os.environ.items() if name.startswith(("SPARK_CDC_", "DBT_"))} | own
        state = (files, variables)
        if self._parsed[0] != state:
            with suppress(DbtFailed):
                self._parsed = (None, None)
                self._parsed = (state, run_dbt(self.path, self.path, self.schema, "parse", ansi=self.ansi))
        return self._parsed[1]

    def dbt(self, *command: str) -> Any:
        """Run a dbt command in the project, as run_dbt does."""
        manifest = self._manifest(command)
        return run_dbt(self.path, self.path, self.schema, *command, ansi=self.ansi, manifest=manifest)

    def aloud(self, *command: str) -> Outcome:
        """Run a dbt command in the project, whether it succeeds or not."""
        output: list[str] = []
        os.environ["SPARK_CDC_SCHEMA"] = self.schema
        os.environ["SPARK_CDC_ANSI"] = str(self.ansi).lower()
        manifest = self._manifest(command)
        result = dbtRunner(manifest=manifest, callbacks=[lambda event: output.append(event.info.msg)]).invoke(
            [
                *command,
                *("--quiet", "--no-write-json"),
                *("--project-dir", str(self.path), "--profiles-dir", str(PROFILES)),
                *("--target-path", str(self.path / "target"), "--log-path", str(self.path / "logs")),
            ]
        )
        return Outcome(result.success, "\n".join(output))


def run_aloud(project: Project, *command: str) -> Outcome:
    """Run a dbt command in a project, whether it succeeds or not."""
    return project.aloud(*command)


def run_operation(project: Project, name: str, **arguments: Any) -> Outcome:
    """Run an operation in a project with these arguments."""
    return run_aloud(project, "run-operation", name, "--args", json.dumps(arguments))
