"""Files for the operations of the running dbt project, because Jinja itself can neither write nor find files."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from spark_cdc_udfs.errors import Problem, error_text

# A file that begins with one of these is maintained by the operation, which replaces it; the second is of version 0.1.
MAINTAINED = ("{# Maintained by cdc_scaffold", "{# Kept by cdc_scaffold")
_SUFFIXES = {".sql", ".yml"}


class UnwritableFileError(ValueError):
    """A path that may not be written."""


def _target(root: Path, path: str) -> Path:
    """Return where a relative path lies below root, symbolic links followed; raise if that is elsewhere."""
    target = (root / path).resolve()
    if not target.is_relative_to(root) or target.suffix not in _SUFFIXES:
        raise UnwritableFileError(error_text("file_outside", given=path, root=root))
    return target


def write_below(root: Path, files: Mapping[str, str], overwrite: bool = False) -> dict[str, str]:
    """Write files below root and return what was done with each: wrote, unchanged, or kept, where another was there."""
    root = root.resolve()
    targets = {path: _target(root, path) for path in files}  # all are checked before the first is written
    done = {}
    for path, target in targets.items():
        old = target.read_text(encoding="utf-8") if target.exists() else None
        if old == files[path]:
            done[path] = "unchanged"
        elif old is not None and not overwrite and not old.startswith(MAINTAINED):
            done[path] = "kept"
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(files[path], encoding="utf-8")
            done[path] = "wrote"
    return done


def write_files(files: Mapping[str, str], overwrite: bool = False) -> dict[str, str]:
    """Write files below the first model path of the running project; for Jinja: modules.spark_cdc.write_files."""
    from dbt.config.project import load_raw_project
    from dbt.flags import get_flags

    project = Path(get_flags().PROJECT_DIR).resolve()
    models = load_raw_project(str(project)).get("model-paths", ["models"])[0]
    root = (project / models).resolve()
    if not root.is_relative_to(project):
        raise UnwritableFileError(error_text("model_path_outside", given=models, root=project))
    return {f"{models}/{path}": action for path, action in write_below(root, files, overwrite).items()}


_FORMATS = {".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "jsonl", ".txt": "jsonl", ".log": "jsonl"}
_FORMATS |= {".parquet": "parquet"}


def _format_of(name: str) -> str | None:
    """Return the format by a file's name, None for an unknown one."""
    return _FORMATS.get(Path(name.lower().removesuffix(".gz")).suffix)


def _files_below(folder: Path) -> list[str]:
    """Return the files that Spark reads in a folder, as relative paths: none that are hidden or begin with _."""
    paths = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return sorted(str(path) for path in paths if not any(part.startswith((".", "_")) for part in path.parts))


def messages_at(path: str, root: Path) -> dict[str, Any]:
    """Look at a file or folder of messages, a path below root unless absolute; nothing is opened.

    The result has `path`, for Spark; `format`, by the files' names: jsonl, parquet or None; and `problem`, a
    Problem when it cannot be read, else None. What has a scheme (s3a://...) is Spark's to look for.
    """
    found: dict[str, Any] = {"path": path, "format": _format_of(path), "problem": None}
    if any(character in path for character in "*?[]{}\\\n\r"):
        found["problem"] = Problem("land_path_pattern", {"given": path})
        return found
    if "://" in path:
        return found
    target = Path(os.path.abspath(root / path))  # a link keeps its own name, which gives format and topic
    found["path"] = str(target)
    if target.is_dir():
        names = _files_below(target)
        formats = {_format_of(name): name for name in names}
        found["format"] = next(iter(formats)) if len(formats) == 1 else None
        if not names:
            found["problem"] = Problem("land_path_empty", {"given": path})
        elif len(formats) > 1:
            some = ", ".join(sorted(formats.values())[:3])
            found["problem"] = Problem("land_path_mixed", {"given": path, "files": some})
    elif not target.exists():
        found["problem"] = Problem("land_path_missing", {"given": path, "target": str(target)})
    return found


def landing_files(path: str) -> dict[str, Any]:
    """Look at a path of the running project, see messages_at; for Jinja: modules.spark_cdc.landing_files."""
    from dbt.flags import get_flags

    return messages_at(path, Path(get_flags().PROJECT_DIR).resolve())
