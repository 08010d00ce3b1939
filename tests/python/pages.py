"""The pages of the documentation, and the examples in them as files to write and commands to run."""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from dbt.cli.main import dbtRunner
from project import ROOT

OWN = re.compile(r"^source .*/activate$|^pip ")  # what the tests' environment has done already


class Block(NamedTuple):
    """A fenced block: where it is, its language, the file that the text before it names, if any, and its content."""

    page: str
    line: int
    language: str
    path: str | None
    text: str


def pages() -> list[str]:
    """Return every page that has examples, by its path in the repository."""
    found = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs").rglob("*.md"))
    return ["README.md", "CONTRIBUTING.md", *found]


def blocks(page: str, *languages: str, chapter: str | None = None) -> list[Block]:
    """Return a page's blocks in order; languages and chapter, a heading of the second level, choose some."""
    text = (ROOT / page).read_text(encoding="utf-8")
    found, within, end = [], chapter is None, 0
    for block in re.finditer(r"^( *)```(\w*)\n(.*?)^\1```$|^## ([^\n]*)$", text, re.S | re.M):
        if block[4]:
            within = chapter is None or block[4] == chapter
        elif within and (not languages or block[2] in languages):
            before = text[end : block.start()].strip().rpartition("\n\n")[2]
            names = re.findall(r"`([\w./-]+\.(?:yml|sql))`", before) if block[2] in ("yaml", "sql") else []
            found.append(Block(page, text[: block.start()].count("\n") + 1, block[2], (names or [None])[-1], block[3]))
        end = block.end()
    return found


def settings(page: str, chapter: str) -> dict[str, str]:
    """Return the settings of Spark in a chapter's one example of a server."""
    (example,) = blocks(page, "sh", chapter=chapter)
    return dict(re.findall(r"(spark\.[\w.]+)=(\S+)", example.text))


def table(page: str, first: str) -> list[list[str]]:
    """Return the cells of a page's first table whose head begins with this column, head first, rule left out."""
    text = (ROOT / page).read_text(encoding="utf-8")
    found = re.search(rf"^\| {re.escape(first)} \|.*\n(\|.*\n)*", text, re.M)
    assert found is not None, f"{page}: no table of {first}"
    return rows(found[0])


def rows(text: str) -> list[list[str]]:
    """Return the cells of a table in Markdown, or as dbt shows it, without the rule below its head."""
    cells = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in text.strip().splitlines()]
    return [row for row in cells if not all(re.fullmatch(r":?-+:?", cell) for cell in row)]


def follow(step: Block, folder: Path) -> str:
    """Write the file of a step into a folder, or run its commands; return the output of dbt."""
    if step.language != "sh":
        assert step.path, f"{step.page}, line {step.line}: no text before the block names the file"
        content = step.text.replace("path/to/spark_cdc", str(ROOT))
        (folder / step.path).write_text(content, encoding="utf-8")
        return ""
    return "\n".join(run(command) for command in step.text.splitlines())


def run(command: str) -> str:
    """Run a shell command of a page, dbt in this process, since it shares the tests' Spark; return dbt's output."""
    command = command.replace("path/to/spark_cdc", shlex.quote(str(ROOT)))
    words = shlex.split(command, comments=True)
    if not words or OWN.match(command):
        return ""
    if words[0] == "dbt":
        return _run_dbt(words[1:])
    subprocess.run(words, check=True)
    return ""


def _run_dbt(words: Sequence[str]) -> str:
    output: list[str] = []
    empty: list[str] = []  # a command that selects nothing ends well, and shows nothing

    def take(event: Any) -> None:
        output.append(event.info.msg)
        if event.info.name in ("NoNodesForSelectionCriteria", "NothingToDo", "NoNodesSelected"):
            empty.append(event.info.msg)

    runner = dbtRunner(callbacks=[take])
    result = runner.invoke(list(words) if "--quiet" in words else [*words, "--quiet"])
    failures = [str(node.message) for node in getattr(result.result, "results", []) or [] if node.status == "error"]
    assert result.success, f"dbt {' '.join(words)}: {result.exception or ''}\n" + "\n".join(failures)[:3000]
    assert empty == [], f"dbt {' '.join(words)}"
    return "\n".join(output)
