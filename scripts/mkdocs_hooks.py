"""MkDocs hooks: a site that stands alone, and a build that fails where the reference lacks something of the code.

Pages link files outside of docs/, as a reader of the repository needs it. Each linked file becomes a page, so that the
site needs no address of a repository: README is the home page, and code is shown as it is.
"""

from __future__ import annotations

import logging
import posixpath
import re
from pathlib import Path
from typing import Any

import docs_reference
from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parents[1]
# Pages of the root, which are in the navigation.
PAGES = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "DECISIONS.md": "decisions.md",
    "SECURITY.md": "security.md",
}
LINK = re.compile(r"\]\((?![a-z]+:)([^)#\s]+)(#[^)\s]*)?\)")
FENCED = re.compile(r"(^ *```.*?^ *```$)", re.S | re.M)
LANGUAGES = {".sql": "jinja", ".py": "python", ".yml": "yaml", ".sh": "bash"}

log = logging.getLogger("mkdocs.hooks.spark_cdc")


def on_pre_build(config: Any) -> None:
    """Warn of all that only the code or only the reference has; a strict build fails on a warning."""
    for fault in docs_reference.faults():
        log.warning(fault)


def on_files(files: Any, config: Any) -> Any:
    """Add what the pages link outside of docs/, and what those files link in turn."""
    waiting = [*PAGES, *(f"docs/{file.src_uri}" for file in files.documentation_pages())]
    seen = set(waiting)
    while waiting:
        path = waiting.pop()
        text = _markdown(path)
        if not path.startswith("docs/"):
            files.append(File.generated(config, _place(path), content=text))
        for target, _ in LINK.findall(FENCED.sub("", text)):
            found = _resolve(path, target)
            if found not in seen and (ROOT / found).exists() and not found.startswith("docs/"):
                seen.add(found)
                waiting.append(found)
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Lead the links of a page to the places that its targets have in the site."""
    here = page.file.src_uri
    places = {_place(path): path for path in PAGES}
    path = places.get(here) or (_origin(here) if here.startswith("source/") else f"docs/{here}")

    def lead(link: re.Match[str]) -> str:
        target = posixpath.relpath(_place(_resolve(path, link[1])), posixpath.dirname(here) or ".")
        return f"]({target}{link[2] or ''})"

    parts = FENCED.split(markdown)
    return "".join(part if number % 2 else LINK.sub(lead, part) for number, part in enumerate(parts))


def _resolve(path: str, target: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), target))


def _place(path: str) -> str:
    """Return where a file of the repository is in the site."""
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    return PAGES.get(path) or f"source/{path}.md"


def _origin(place: str) -> str:
    return place.removeprefix("source/").removesuffix(".md")


def _markdown(path: str) -> str:
    """Return a file as a page: Markdown as it is, code in a block, a folder as a list of its files."""
    file = ROOT / path
    if file.is_dir():
        names = sorted(found.name for found in file.iterdir() if found.is_file() and not found.name.startswith("."))
        return f"# {path}\n\n" + "".join(f"- [{name}]({posixpath.basename(path)}/{name})\n" for name in names)
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".md":
        return text
    return f"# {path}\n\n````{LANGUAGES.get(file.suffix, 'text')}\n{text}\n````\n"
