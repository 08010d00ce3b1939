"""The reference and the code have the same things, and the README keeps to what a first screen may be."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import docs_reference
import pages
import pytest
import yaml
from project import ROOT

# What is changed in a copy of the repository, and the fault that must be found.
CHANGES = {
    "setting": ("macros/streams/_stream_settings.sql", '"lateness"', '"lateness", "patience"', "settings: patience"),
    "no setting": ("docs/reference/settings.md", "| `offsets` |", "| `offset` |", "settings: offset is not in"),
    "twice": ("docs/reference/settings.md", "| `offsets` |", "| `options` |", "settings: options is documented twice"),
    "landing": ("docs/reference/settings.md", "| `headers` |", "| `header` |", "landing: headers is not documented"),
    "variable": ("dbt_project.yml", "cdc_lateness: 7 days", "cdc_lateness: 8 days", "of cdc_lateness is `8 days`"),
    "environment": ("profiles/profiles.yml", "'3g'", "'4g'", "the default of SPARK_CDC_MEMORY is `4g`"),
    "contract": ("macros/contract/_table_settings.sql", '"key"', '"keys"', "Settings of the model: keys is not"),
    "column": ("macros/contract/_column_settings.sql", '"from"', '"whence"', "Settings of a column: whence is not"),
    "type": ("macros/contract/_data_type.sql", '"date", ', '"date", "time", ', "data types: time is not documented"),
    "model": ("macros/routed/cdc_routed.sql", "(landing, metadata", "(landing, meta", "cdc_routed(landing, meta) is"),
    "class": ("macros/formats/canal/canal__events.sql", "then 'heartbeat'", "then 'pulse'", "classes: pulse is not"),
    "reason": ("macros/operations/_reasons.sql", '"oversized"', '"too_big"', "reasons: too_big is not documented"),
    "metadata": ("macros/routed/_routed_columns.sql", '"cdc_ddl"', '"cdc_sql"', "cdc_sql is not documented"),
    "written": ("macros/scaffold/_metadata_columns.sql", '"cdc_count"', '"cdc_number"', "models: cdc_number is not"),
    "block": ("models/columns.md", "docs cdc_absent %", "docs cdc_missing %", "cdc_absent is not described"),
    "control": ("docs/reference/control_models.md", "| `cdc_batches` |", "| `cdc_batch` |", "models: cdc_batches is"),
    "test": ("docs/reference/control_models.md", "| `cdc_nothing_lost` |", "| `cdc_lost` |", "tests: cdc_lost is not"),
    "text": ("models/control/control.yml", "Number of the last batch", "The last batch", "run python scripts/docs_ref"),
    "function": ("docs/reference/functions.md", "`cdc_ddl_meta(text)` |", "`cdc_ddl(text)` |", "cdc_ddl_meta is not"),
    "operation": ("macros/operations/cdc_trim.sql", "stream=none", "streams=none", "cdc_trim: streams is not"),
    "default": ("macros/operations/cdc_trim.sql", '"90 days"', '"91 days"', "the default of retention is `91 days`"),
    "required": ("macros/operations/cdc_land.sql", "table, path", "table, path=none", "default of path is optional"),
    "described": ("macros/macros.yml", "name: partition,", "name: part,", "cdc_land: part is not in the code"),
    "option": ("macros/formats/canal/canal__options.sql", '"zero_dates"', '"zeros"', "options: zeros is not"),
    "allowed": ("docs/formats/canal.md", "`quarantine`, `null`", "`quarantine`", "zero_dates may be quarantine, null"),
    "error": ("macros/errors/_stream_errors.sql", "two sources are", "some sources are", "errors.md: run python"),
    "python": ("udfs/spark_cdc_udfs/errors.py", "no Spark Connect", "not one Connect", "errors.md: run python"),
    "format": ("docs/formats/index.md", "[`qlik`]", "[`qlick`]", "formats: qlik is not documented"),
}  # fmt: skip


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that the comparison reads."""
    root = tmp_path_factory.mktemp("repository")
    for folder in ("docs", "macros", "models", "profiles", "tests/generic", "udfs"):
        shutil.copytree(ROOT / folder, root / folder)
    for file in ("README.md", "dbt_project.yml"):
        shutil.copy(ROOT / file, root)
    return root


def test_the_reference_has_what_the_code_has_and_nothing_else() -> None:
    assert docs_reference.faults() == []


@pytest.mark.parametrize("change", CHANGES)
def test_what_the_reference_or_the_code_lacks_is_found(copy: Path, change: str) -> None:
    file, before, after, fault = CHANGES[change]
    text = (copy / file).read_text(encoding="utf-8")
    assert before in text
    (copy / file).write_text(text.replace(before, after, 1), encoding="utf-8")
    try:
        found = docs_reference.faults(copy)
    finally:
        (copy / file).write_text(text, encoding="utf-8")
    assert any(fault in line for line in found), found


def test_the_readme_fits_a_first_screen() -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 150
    assert [language for _, _, language, _, _ in pages.blocks("README.md")].count("mermaid") == 1


def test_the_readme_has_as_many_commands_as_it_promises() -> None:
    """From an empty folder to the first current table; the files that it shows are no commands."""
    blocks = pages.blocks("README.md", "sh", chapter="Your own tables")
    commands = [line for block in blocks for line in block.text.splitlines()]
    needed = commands[: commands.index("dbt build") + 1]
    (landing,) = [command for command in needed if "cdc_land" in command]
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    assert (
        "They are five commands if a connector fills your landing table already, and six if you land files." in readme
    )
    assert len(needed) == 6
    assert len([command for command in needed if command != landing]) == 5


def test_install_and_tutorial_make_the_readmes_project() -> None:
    readme = {block.path: block.text for block in pages.blocks("README.md", "yaml", "sql")}
    for page in ("docs/install.md", "docs/tutorial.md"):
        found = {block.path: block.text for block in pages.blocks(page, "yaml", "sql")}
        assert {path: found[path] for path in readme} == readme, page
    commands = "".join(block.text for block in pages.blocks("README.md", "sh"))
    for block in pages.blocks("docs/install.md", "sh"):
        assert block.text in commands


def test_a_log_is_called_append_only_where_the_exceptions_are() -> None:
    """Replay, trim and purge change a log, so that the word stands beside them alone: docs/semantics.md, Logs."""
    files = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    files += [path for folder in ("macros", "models", "examples/models") for path in (ROOT / folder).rglob("*.*")]
    called = [path for path in files if re.search("append[- ]only", path.read_text(encoding="utf-8"), re.I)]
    assert called == [ROOT / "docs/semantics.md"]
    (chapter,) = re.findall(r"^## Logs\n(.*?)^## ", called[0].read_text(encoding="utf-8"), re.S | re.M)
    assert {"cdc_replay", "cdc_trim", "cdc_purge"} <= set(re.findall(r"\bcdc_\w+", chapter))


def test_the_commands_of_readme_and_contributing_name_what_is_there() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    commands = [
        line.split("#")[0].split()
        for page in ("README.md", "CONTRIBUTING.md")
        for block in pages.blocks(page, "sh")
        for line in block.text.splitlines()
    ]
    named = {words[1] for words in commands if words and words[0] == "make"}
    assert {"demo", "test", "docs"} <= named
    assert named <= set(re.findall(r"^([a-z-]+):", makefile, re.M))
    (single,) = [words for words in commands if "pytest" in words]
    ids = subprocess.run([sys.executable, *single[1:], "--collect-only"], cwd=ROOT, capture_output=True, text=True)
    assert ids.returncode == 0, ids.stdout


def test_the_figures_of_the_readme_are_those_of_the_benchmark() -> None:
    sentences = (ROOT / "README.md").read_text(encoding="utf-8").partition("A batch of 100,000 changes")[2]
    cells = [row for row in pages.rows((ROOT / "docs/benchmark.md").read_text(encoding="utf-8")) if len(row) > 10]
    batch = [(row[1], row[3].split()[0], row[-1]) for row in cells if row[0] == "batch"][:6]
    straight, routed, floor = (next(cpu for who, cpu, _ in batch if who.startswith(name)) for name in (
        "this project, straight", "this project, with", "floor"))  # fmt: skip
    recipes = sorted((float(cpu), cpu, end) for who, cpu, end in batch if "project" not in who and "floor" not in who)
    assert all("wrong" in end for _, _, end in recipes)
    expected = [straight, routed, floor, recipes[0][1], recipes[-1][1]]
    assert re.findall(r"([0-9.]+) s\b", sentences) == expected


def test_every_page_is_in_the_navigation() -> None:
    def listed(node: object) -> list[str]:
        if isinstance(node, dict):
            return [page for part in node.values() for page in listed(part)]
        return [page for part in node for page in listed(part)] if isinstance(node, list) else [str(node)]

    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    config = yaml.safe_load(re.sub("!!python/.*", "", text))  # objects of MkDocs' extensions
    there = {str(path.relative_to(ROOT / "docs")) for path in (ROOT / "docs").rglob("*.md")}
    hooks = (ROOT / "scripts/mkdocs_hooks.py").read_text(encoding="utf-8")
    of_the_root = dict(re.findall(r'^    "(\w+\.md)": "(\w+\.md)",$', hooks, re.M))
    assert of_the_root.keys() >= {"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"}
    assert set(listed(config["nav"])) == there | set(of_the_root.values())
