"""Fetches the jars of the embedded target once, so that a missing network is reported here with a clear message."""

import subprocess
import sys
from pathlib import Path

import yaml
from dbt_spark_cdc import settle_folders
from dbt_spark_cdc.profile import spark_settings

ROOT = Path(__file__).resolve().parents[1]
TIMEOUT = 1800  # seconds; a Maven repository that does not answer would hold the set-up for ever
START = """
import sys, yaml
from pyspark.sql import SparkSession
builder = SparkSession.builder.master("local[1]")
for key, value in yaml.safe_load(sys.stdin).items():
    builder = builder.config(key, value)
builder.getOrCreate().stop()
"""


def main() -> None:
    """Start Spark once with the packages of the profile's embedded target."""
    settings = spark_settings(ROOT / "profiles" / "profiles.yml")
    settle_folders(settings)
    needed = ("spark.jars", "spark.driver.", "spark.ui")
    wanted = {key: value for key, value in settings.items() if key.startswith(needed)}
    command = [sys.executable, "-c", START]
    log = ROOT / ".spark_cdc" / "fetch_jars.log"
    with log.open("w+", encoding="utf-8") as output:
        try:
            started = subprocess.run(
                command,
                input=yaml.safe_dump(wanted),
                text=True,
                stdout=output,
                stderr=output,
                cwd=ROOT,
                check=False,
                timeout=TIMEOUT,
            ).returncode
        except subprocess.TimeoutExpired:
            started = None
    if started != 0:
        sys.exit(
            f"Spark could not start with the packages {wanted['spark.jars.packages']}. Is a Maven repository "
            "reachable (spark.jars.ivySettings in profiles/profiles.yml names another one)? "
            f"Output of Spark: {log.relative_to(ROOT)}"
        )


if __name__ == "__main__":
    main()
