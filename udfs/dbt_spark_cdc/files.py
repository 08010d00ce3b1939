"""Writing of generated files into the dbt project that runs, for the scaffold operation. Jinja itself cannot write."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

# A file that begins with it belongs to the operation, which writes it anew.
KEPT = "{# Kept by cdc_scaffold"
_SUFFIXES = {".sql", ".yml"}


class UnwritableFileError(ValueError):
    """A path that may not be written."""


def _target(root: Path, path: str) -> Path:
    """Return where a relative path lies below root, symbolic links followed; raise if that is elsewhere."""
    target = (root / path).resolve()
    if not target.is_relative_to(root) or target.suffix not in _SUFFIXES:
        raise UnwritableFileError(
            f"spark_cdc writes only {' and '.join(sorted(_SUFFIXES))} files below {root}, not {path}"
        )
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
        elif old is not None and not overwrite and not old.startswith(KEPT):
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
        raise UnwritableFileError(f"the model path {models} leaves the project {project}")
    return {f"{models}/{path}": action for path, action in write_below(root, files, overwrite).items()}
