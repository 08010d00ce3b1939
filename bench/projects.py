"""The dbt projects of the benchmark, and dbt run in this process.

A project that adopts this package follows the README's chapter "Your own tables", so that only the package's
public interface is measured.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from dbt.cli.main import dbtRunner

from bench import recipes
from bench.formats.shared import Format
from bench.rows import COLUMNS

# Of every contender's table; the same that this package gives its own.
PROPERTIES = {
    "format-version": "3",
    "write.merge.mode": "merge-on-read",
    "write.update.mode": "merge-on-read",
    "write.delete.mode": "merge-on-read",
    "write.distribution-mode": "none",
}
CONTROL = ("package:spark_cdc", "cdc_events")  # selects the control models; the package's samples are off


class DbtFailed(RuntimeError):
    """A dbt command failed; the message has the nodes' own errors."""


@dataclass
class Node:
    """What a node of a dbt command cost."""

    wall: float
    cpu: float  # of the Java process while the node ran; nodes that run at once share it


@dataclass
class Invocation:
    """What dbt did: its nodes by name, and the wall time from the first node's start to the last one's end."""

    nodes: dict[str, Node] = field(default_factory=dict)
    nodes_wall: float = 0.0
    statements: int = 0


class _Watch:
    """Notes, by dbt's events, when nodes start and end and how many statements they send."""

    def __init__(self, cpu: Callable[[], float]) -> None:
        self._cpu = cpu
        self._starts: dict[str, tuple[float, float]] = {}
        self._first = self._last = 0.0
        self.seen = Invocation()

    def __call__(self, event: Any) -> None:
        kind = event.info.name
        if kind == "SQLQuery":
            self.seen.statements += 1
        if kind not in ("NodeStart", "NodeFinished"):
            return
        now, name = time.perf_counter(), event.data.node_info.node_name
        if kind == "NodeStart":
            self._first = self._first or now
            self._starts[name] = now, self._cpu()
        elif name in self._starts:
            began, cpu = self._starts[name]
            self.seen.nodes[name] = Node(round(now - began, 3), round(self._cpu() - cpu, 2))
            self.seen.nodes_wall = round(now - self._first, 3)


@dataclass
class Project:
    """A dbt project in a folder, whose tables go to one schema."""

    folder: Path
    schema: str
    profiles: Path
    cpu: Callable[[], float] = lambda: 0.0

    def write(self, name: str, content: Any) -> None:
        """Write a file: a text as it is, anything else as YAML."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else yaml.safe_dump(content, sort_keys=False))

    def dbt(self, *command: str) -> Invocation:
        """Run a dbt command."""
        os.environ["SPARK_CDC_SCHEMA"] = self.schema
        watch = _Watch(self.cpu)
        folders = ["--project-dir", str(self.folder), "--profiles-dir", str(self.profiles)]
        folders += ["--log-path", str(self.folder / "logs"), "--log-level-file", "none"]
        if command[0] != "deps":
            folders += ["--target-path", str(self.folder / "target")]
        result = dbtRunner(callbacks=[watch]).invoke([*command, *folders, "--quiet"])
        if not result.success:
            results = getattr(result.result, "results", None) or []
            failed = [f"{one.node.name}: {one.message}" for one in results if one.status in ("error", "fail")]
            raise DbtFailed(f"dbt {' '.join(command)}: {result.exception or ''}\n" + "\n".join(failed))
        return watch.seen


def _contract(name: str, tables: Sequence[str], encodings: Mapping[str, str]) -> dict[str, Any]:
    columns: list[dict[str, Any]] = []
    for column in COLUMNS:
        declared: dict[str, Any] = {"name": column.name, "data_type": column.data_type}
        if column.data_type in encodings:
            declared["config"] = {"meta": {"cdc": {"type": encodings[column.data_type]}}}
        columns.append(declared)
    config = {"contract": {"enforced": True}, "meta": {"cdc": {"tables": list(tables), "key": ["id"]}}}
    return {"name": name, "config": config, "columns": columns}


def adopt(
    project: Project, package: Path, landing: str, made_in: Format, tables: Sequence[str], routed: bool
) -> Project:
    """Write a project that installs the package and reads `landing`, a schema's table, into a model for each table."""
    name = "bench"
    project.write("packages.yml", {"packages": [{"local": str(package)}]})
    project.write("dbt_project.yml", {
        "name": name, "version": "1.0.0", "config-version": 2, "profile": "spark_cdc",
        "dispatch": [{"macro_namespace": "dbt", "search_order": [name, "spark_cdc", "dbt"]}],
        "flags": {"require_ref_prefers_node_package_to_root": True},
        "models": {"spark_cdc": {"control": {"+enabled": True}}},
    })  # fmt: skip
    schema, _, stream = landing.partition(".")
    source = {"name": stream, "config": {"meta": {"cdc": dict(made_in.cdc)}}}
    project.write(
        "models/landing.yml", {"version": 2, "sources": [{"name": "landing", "schema": schema, "tables": [source]}]}
    )
    upstream = f"source('landing', '{stream}')"
    if routed:
        project.write("models/routed_stream.sql", f"{{{{ spark_cdc.cdc_routed({upstream}) }}}}\n")
        upstream = "ref('routed_stream')"
    for table in tables:
        project.write(f"models/changes/changes_{table}.sql", f"{{{{ spark_cdc.cdc_changes({upstream}) }}}}\n")
        project.write(f"models/state/state_{table}.sql", f"{{{{ spark_cdc.cdc_state(ref('changes_{table}')) }}}}\n")
        project.write(f"models/current/{table}.sql", f"{{{{ spark_cdc.cdc_current(ref('state_{table}')) }}}}\n")
    contracts = [_contract(table, [f"{made_in.schema}.{table}"], made_in.encodings) for table in tables]
    project.write("models/current/contracts.yml", {"version": 2, "models": contracts})
    states = ", ".join(f"ref('state_{table}')" for table in tables)
    project.write("models/control/cdc_events.sql", f"{{{{ spark_cdc.cdc_events([{states}]) }}}}\n")
    project.dbt("deps")
    return project


def stock(project: Project, landing: str) -> Project:
    """Write a project of one ordinary incremental model, as dbt-spark's documentation has it: merge by key."""
    project.write("dbt_project.yml", {
        "name": "stock", "version": "1.0.0", "config-version": 2, "profile": "spark_cdc",
        "models": {"stock": {
            "+materialized": "incremental", "+incremental_strategy": "merge", "+file_format": "iceberg",
            "+unique_key": "id", "+tblproperties": PROPERTIES,
        }},
    })  # fmt: skip
    since = "{% if is_incremental() %} where `offset` > (select max(landed_offset) from {{ this }}){% endif %}"
    changes = recipes.from_json(
        f"(select value, `offset` from {landing}{since})", "full", also=("`offset` as landed_offset",)
    )
    columns = ", ".join(column.name for column in COLUMNS)
    newest = recipes.newest(changes)
    project.write(
        "models/orders.sql", f"select {columns}, lsn, op = 'd' as is_deleted, landed_offset from ({newest})\n"
    )
    return project


def properties_sql() -> str:
    """Return the table properties as SQL."""
    return ", ".join(f"'{name}' = '{value}'" for name, value in PROPERTIES.items())


def layer(node: str) -> str:
    """Return the layer of a model by its name; of stock dbt-spark's one model it is `current`."""
    first = node.partition("_")[0]
    return {"routed": "routed", "changes": "changes", "state": "state", "cdc": "control"}.get(first, "current")


def as_json(invocation: Invocation) -> dict[str, Any]:
    """Return an invocation for the results' file, its nodes summed up by layer."""
    layers: dict[str, dict[str, float]] = {}
    for name, node in invocation.nodes.items():
        found = layers.setdefault(layer(name), {"nodes": 0, "wall": 0.0, "cpu": 0.0, "longest": 0.0})
        found["nodes"] += 1
        found["wall"] = round(found["wall"] + node.wall, 3)
        found["cpu"] = round(found["cpu"] + node.cpu, 2)
        found["longest"] = max(found["longest"], node.wall)
    return {"layers": layers, "nodes_wall": invocation.nodes_wall, "statements": invocation.statements}
