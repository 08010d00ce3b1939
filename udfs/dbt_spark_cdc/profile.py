"""The Spark settings of a target in a profiles.yml, for programs that start the same Spark without dbt."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path


def spark_settings(
    profiles: Path, target: str = "embedded", variables: Mapping[str, str] = os.environ
) -> dict[str, str]:
    """Return the settings of a target of the profile spark_cdc, rendered with these environment variables.

    Only this target's are rendered: others may need variables that are not set.
    """
    import jinja2
    import yaml

    profile = yaml.safe_load(profiles.read_text(encoding="utf-8"))["spark_cdc"]
    settings: Mapping[str, object] = profile["outputs"][target]["server_side_parameters"]
    return {key: jinja2.Template(str(value)).render(env_var=variables.get) for key, value in settings.items()}
