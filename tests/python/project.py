"""A throw-away dbt project that uses this repository as its package, run in this process on one Spark session."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml
from dbt.cli.main import dbtRunner

ROOT = Path(__file__).resolve().parents[2]


class DbtFailed(AssertionError):
    """A dbt command failed; the message lists the failed nodes with their errors."""


class Project:
    """Models for a list of tables over one landing stream, all in one schema of the embedded catalog."""

    def __init__(self, path: Path, schema: str) -> None:
        """Write the project's frame into `path`; its tables go to `schema` and `<schema>_landing`."""
        self.path = path
        self.schema = schema
        self.landing_schema = f"{schema}_landing"
        (path / "models").mkdir(parents=True)
        self._write(
            "dbt_project.yml",
            {
                "name": "captured",
                "version": "1.0.0",
                "config-version": 2,
                "profile": "spark_cdc",
                "vars": {"cdc_samples": False},
                "dispatch": [{"macro_namespace": "dbt", "search_order": ["captured", "spark_cdc", "dbt"]}],
            },
        )
        self._write("packages.yml", {"packages": [{"local": str(ROOT)}]})

    def _write(self, name: str, content: dict[str, Any]) -> None:
        (self.path / name).write_text(yaml.safe_dump(content, sort_keys=False, allow_unicode=True))

    def stream(self, name: str, cdc: dict[str, Any]) -> None:
        """Declare a landing stream and its routed model."""
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
        (self.path / f"models/routed_{name}.sql").write_text(
            f"{{{{ spark_cdc.cdc_routed(source('landing', '{name}')) }}}}\n"
        )

    def tables(self, stream: str, models: Sequence[dict[str, Any]]) -> None:
        """Declare tables by their contracts (dbt properties), fed by the routed model of a stream."""
        self._write(f"models/{stream}_tables.yml", {"version": 2, "models": list(models)})
        for model in models:
            name = model["name"]
            for body, argument in (
                (f"changes_{name}", f"cdc_changes(ref('routed_{stream}'))"),
                (f"state_{name}", f"cdc_state(ref('changes_{name}'))"),
                (name, f"cdc_current(ref('state_{name}'))"),
            ):
                (self.path / f"models/{body}.sql").write_text(f"{{{{ spark_cdc.{argument} }}}}\n")

    def dbt(self, *command: str) -> Any:
        """Run a dbt command in the project; raise DbtFailed with the nodes' own messages if it fails."""
        os.environ["SPARK_CDC_SCHEMA"] = self.schema
        arguments = [
            *command,
            "--project-dir",
            str(self.path),
            "--profiles-dir",
            str(ROOT / "profiles"),
            "--quiet",
            "--log-path",
            str(self.path / "logs"),
        ]
        if command[0] not in ("deps", "clean"):
            arguments += ["--target-path", str(self.path / "target")]
        result = dbtRunner().invoke(arguments)
        if not result.success:
            failed = [
                f"{node.node.name}: {node.message}"
                for node in getattr(result.result, "results", [])
                if node.status not in ("success", "pass", "skipped")
            ]
            raise DbtFailed(f"dbt {' '.join(command)}: {result.exception or ''}\n" + "\n".join(failed))
        return result.result
