"""Documents: their links lead somewhere, and their statements about the code are true."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
from project import ROOT

MADE = {".git", ".spark_cdc", "dbt_packages", "target"}  # folders of files that nobody wrote
FORMATS = ROOT / "macros" / "formats"


def written(*suffixes: str) -> list[Path]:
    """Return the files of the repository with these suffixes."""
    found = []
    for folder, folders, files in os.walk(ROOT):
        folders[:] = sorted(name for name in folders if name not in MADE)
        found += [Path(folder, name) for name in sorted(files) if name.endswith(suffixes)]
    return found


DOCUMENTS = written(".md")
CODE = written(".sql", ".py", ".sh", ".toml", ".yml", "Makefile")


def prose(text: str) -> str:
    """Return a document without its blocks of code, in which a hash is no heading and brackets are no link."""
    return re.sub(r"^ *(```+|~~~+).*?^ *\1 *$", "", text, flags=re.S | re.M)


def titles(document: Path) -> list[str]:
    return re.findall(r"^#{1,6} +(.*?)(?: +#+)?$", prose(document.read_text()), re.M)


def anchors(document: Path) -> set[str]:
    """Return what a link may name in a document: its headings as GitHub spells them, and anchors in HTML."""
    seen: Counter[str] = Counter()
    found = set(re.findall(r"<a (?:id|name)=\"([^\"]+)\"", document.read_text()))
    for title in titles(document):
        text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", title)
        name = re.sub(r"[^\w -]", "", text.lower()).replace(" ", "-")
        found.add(f"{name}-{seen[name]}" if seen[name] else name)
        seen[name] += 1
    return found


def links(document: Path) -> Iterator[str]:
    """Yield the targets of a document's links and pictures that are no addresses."""
    text = re.sub(r"(`+)(?:(?!`).)+?\1", "code", prose(document.read_text()))
    targets = re.findall(r"\]\(<?([^)\s>]+)>?(?: +[\"'][^)]*)?\)", text)
    targets += re.findall(r"^\[[^\]]+\]: +<?(\S+?)>?$", text, re.M)
    targets += re.findall(r"(?:href|src)=\"([^\"]+)\"", text)
    yield from (target for target in targets if not re.match(r"[a-z][a-z0-9+.-]*:", target))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(document: Path) -> None:
    broken = []
    for link in links(document):
        path, _, anchor = unquote(link).partition("#")
        target = (document.parent / path).resolve() if path else document
        missing = not target.is_relative_to(ROOT) or not target.exists()
        if missing or (anchor and (target.suffix != ".md" or anchor not in anchors(target))):
            broken.append(link)
    assert broken == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# One two\n## One, two!\n## `a_b` & c\n", {"one-two", "one-two-1", "a_b--c"}),
        ("```sh\n# no heading\n```\n# [Link](x.md) here\n", {"link-here"}),
        ('<a id="own"></a>\n# Größe\n', {"own", "größe"}),
    ],
)
def test_anchors_are_those_of_github(tmp_path: Path, text: str, expected: set[str]) -> None:
    (tmp_path / "x.md").write_text(text)
    assert anchors(tmp_path / "x.md") == expected


def test_links_are_found_outside_of_code(tmp_path: Path) -> None:
    text = "[a](b.md#c) ![p](d.svg 'title') [`code`](e.md) `[f](g.md)` <https://h> [i](mailto:j)\n```\n[k](l.md)\n```\n"
    (tmp_path / "x.md").write_text(text + '[m]: n.md\n<img src="o.png">\n')
    assert list(links(tmp_path / "x.md")) == ["b.md#c", "d.svg", "e.md", "n.md", "o.png"]


def test_errors_and_comments_name_documents_and_chapters_that_are_there() -> None:
    """Such as "Read: docs/landing.md" or "docs/semantics.md, L1"."""
    chapters = {}
    for document in DOCUMENTS:
        numbered = {re.sub(r"^\d+\. ", "", title) for title in titles(document)}
        chapters[document] = numbered | set(re.findall(r"^\| (L\d+) \|", document.read_text(), re.M))
    wrong = []
    for file in CODE:
        # A sentence may go on in the next text or comment line.
        text = " ".join(re.sub(r"[\"'] *[~\n][ ~\n]*[\"']|\n *(?:#|--)? *", " ", file.read_text()).split())
        for name, chapter in re.findall(r"(?<![\w/])(README|docs/[\w/]+\.md)(?:, ([A-Z].{0,60}))?", text):
            known = chapters.get(ROOT / (name if name.endswith(".md") else f"{name}.md"))
            if known is None or (chapter and not any(re.match(rf"{re.escape(title)}\b", chapter) for title in known)):
                wrong.append(f"{file.relative_to(ROOT)}: {name}, {chapter}")
    assert wrong == []


@pytest.mark.parametrize("reason", ["undecodable_binary", "mask_mismatch", "unknown_schema"])
def test_a_rare_reason_is_described_for_the_formats_that_have_it(reason: str) -> None:
    """The list of reasons names them where it names any, and their pages explain it."""
    events = {path.parent.name: path.read_text() for path in FORMATS.glob("*/*__events.sql")}
    having = {name for name, text in events.items() if f'"{reason}"' in text}
    rows = [row for path in DOCUMENTS for row in re.findall(rf"^\| `{reason}` \|.*$", path.read_text(), re.M)]
    assert rows != []
    for row in rows:
        assert set(re.findall(r"`(\w+)`", row)) & events.keys() in (having, set())
    pages = {name for name in events if reason in (ROOT / "docs" / "formats" / f"{name}.md").read_text()}
    assert pages == having
