"""What a project needs in dbt_project.yml and beside it to use the package: cdc_init adds what is missing.

Text is only appended, so that the comments and the order of the file stay. Where a key is there already with another
value, nothing is changed, and the result has the lines to add by hand.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import yaml

PACKAGE = "spark_cdc"


class Setting(NamedTuple):
    """A key of dbt_project.yml: the value that the package needs below it, as dbt reads it, and why."""

    key: str
    value: Any
    why: str


def needed(project: str) -> tuple[Setting, ...]:
    """Return the settings that a project of this name needs."""
    order = [project, PACKAGE, "dbt"]
    return (
        Setting(
            "dispatch",
            [{"macro_namespace": "dbt", "search_order": order}],
            "spark_cdc replaces three macros of dbt",
        ),
        Setting(
            "flags",
            {"require_ref_prefers_node_package_to_root": True},
            "the control models read cdc_events of this project",
        ),
        Setting(
            "models",
            {PACKAGE: {"control": {"+enabled": True}}},
            "row accounting, quarantine and the other control models",
        ),
    )


def has(given: Any, wanted: Any) -> bool:
    """Return whether `given` has everything of `wanted`: keys of mappings, entries of lists, values that are equal.

    A search order may name more packages, as long as those of `wanted` are in their order.
    """
    if isinstance(wanted, Mapping):
        return isinstance(given, Mapping) and all(key in given and has(given[key], wanted[key]) for key in wanted)
    if isinstance(wanted, list):
        if not isinstance(given, list):
            return False
        if all(isinstance(entry, Mapping) for entry in wanted):
            return all(any(has(entry, one) for entry in given) for one in wanted)
        return [entry for entry in given if entry in wanted] == wanted
    return bool(given == wanted)


def lines_of(setting: Setting) -> str:
    """Return a setting as text for dbt_project.yml."""
    text: str = yaml.safe_dump({setting.key: setting.value}, sort_keys=False, default_flow_style=False)
    return f"# {setting.why}\n{text}"


def add_settings(text: str) -> tuple[str, dict[str, str]]:
    """Return dbt_project.yml with the missing settings appended, and what was done with each key.

    wrote: appended; unchanged: there already; otherwise the lines that must be added by hand below the key, because the
    project has that key already.
    """
    project = yaml.safe_load(text) or {}
    done: dict[str, str] = {}
    for setting in needed(project["name"]):
        if setting.key not in project:
            text = text.rstrip("\n") + "\n\n" + lines_of(setting)
            done[setting.key] = "wrote"
        elif has(project[setting.key], setting.value):
            done[setting.key] = "unchanged"
        else:
            done[setting.key] = lines_of(setting)
    return text, done


def init_below(root: Path, profiles: Path) -> dict[str, str]:
    """Add the missing settings to the project in `root`; return what was done with each file or key of it.

    profiles: the folder of the profiles.yml that dbt reads now. If it is that of the installed package, the file is
    copied into the project, which then needs no option for it.
    """
    path = root / "dbt_project.yml"
    text = path.read_text(encoding="utf-8")
    changed, settings = add_settings(text)
    if changed != text:
        path.write_text(changed, encoding="utf-8")
    done = {f"dbt_project.yml, {key}": action for key, action in settings.items()}
    target = root / "profiles.yml"
    if target.exists():
        done["profiles.yml"] = "unchanged"
    elif profiles.resolve() != root.resolve() and profiles.parent.name == PACKAGE:
        shutil.copyfile(profiles / "profiles.yml", target)
        done["profiles.yml"] = "wrote"
    return done


def init_project() -> dict[str, str]:
    """Add the missing settings to the running project, see init_below; for Jinja: modules.spark_cdc.init_project."""
    from dbt.flags import get_flags

    flags = get_flags()
    return init_below(Path(flags.PROJECT_DIR).resolve(), Path(flags.PROFILES_DIR).absolute())
