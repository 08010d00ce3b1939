"""The errors that Python raises at a user: one place for their texts, in the form of those of macros/errors.

What Python finds for an operation is a `Problem`, whose texts are among the errors of the macros.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Problem(NamedTuple):
    """An error of macros/errors by its name, with the values of its texts; the operation that asked raises it."""

    name: str
    values: dict[str, str]


# What it is about, what was given, what is allowed or what to do, and where to read on; `{name}` is a value.
ERRORS = {
    "ansi_value": {
        "what": "environment variable SPARK_CDC_ANSI",
        "given": "invalid value '{given}'",
        "allowed": "true, false, or no value",
        "read": "docs/reference/settings.md, Environment variables",
    },
    "connect_server": {
        "what": "environment variable SPARK_CDC_REMOTE",
        "given": "no Spark Connect server answers at {given} ({problem})",
        "advice": "Start it, or set the variable to its address",
        "read": "docs/targets/connect.md",
    },
    "file_outside": {
        "what": "file {given}",
        "given": "it is no .sql or .yml file below {root}",
        "advice": "Give a folder inside the model path of the project",
        "read": "docs/reference/operations.md, cdc_scaffold",
    },
    "jars_of_another_spark": {
        "what": "setting spark.jars.packages",
        "given": "its jars are for Spark {given}, and pyspark {installed} is installed",
        "advice": "Set the environment variable SPARK_CDC_SPARK_VERSION, or the setting of your profile, to this one",
        "read": "docs/targets/versions.md",
    },
    "model_path_outside": {
        "what": "dbt_project.yml, model-paths",
        "given": "{given} leaves the project {root}",
        "allowed": "a folder of the project",
        "read": "docs/reference/operations.md, cdc_scaffold",
    },
    "thrift_setting": {
        "what": "python -m spark_cdc_udfs.thrift",
        "given": "'{given}' is not a Spark setting",
        "allowed": "spark.some.key=value",
        "read": "docs/targets/thrift.md, Install",
    },
}


def error_text(name: str, **values: object) -> str:
    """Return the text of an error of this module, filled in one pass, because a value may hold braces, too."""
    error = {
        part: re.sub(r"\{(\w+)\}", lambda found: str(values.get(str(found[1]), found[0])), text)
        for part, text in ERRORS[name].items()
    }
    expected = f"Allowed: {error['allowed']}" if "allowed" in error else error["advice"]
    return f"spark_cdc: {error['what']}: {error['given']}. {expected}. Read: {error['read']}"
