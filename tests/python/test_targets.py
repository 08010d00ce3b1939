"""The examples of the targets' pages, as far as no server is needed; tests/engines starts the servers with them."""

from __future__ import annotations

import re
import tomllib

import docs_reference
import make_engines
import pages
import pytest
import yaml
from dbt_spark_cdc.profile import spark_settings
from project import ROOT

PROFILES = ROOT / "profiles" / "profiles.yml"
ERRORS = {name: error for some in docs_reference.errors().values() for name, error in some.items()}


def exports(page: str, chapter: str) -> dict[str, str]:
    """Return the variables that a chapter's one example sets."""
    (example,) = pages.blocks(page, "sh", chapter=chapter)
    return dict(re.findall(r'^export (\w+)="?([^"\s]+)', example.text, re.M))


@pytest.mark.parametrize("target", ["cluster", "connect", "thrift"])
def test_the_example_of_a_target_sets_what_its_profile_asks_for(target: str) -> None:
    exported = exports(f"docs/targets/{target}.md", "Profile")
    assert exported.pop("DBT_TARGET") == target
    output = PROFILES.read_text(encoding="utf-8").split(f"\n    {target}:\n")[1].split("\n\n")[0]
    known = set(re.findall(r"env_var\('(\w+)'", output))
    assert exported.keys() <= known
    assert set(re.findall(r"env_var\('(\w+)'\)", output)) <= exported.keys(), "these have no default"


def test_the_examples_of_catalogs_set_what_the_profile_asks_for() -> None:
    """tests/engines/test_catalogs.py compares them with what it sets."""
    examples = [block.text for block in pages.blocks("docs/targets/catalogs.md", "sh")]
    exported = set(re.findall(r"^export (\w+)=", "".join(examples), re.M))
    output = PROFILES.read_text(encoding="utf-8").split("\n    cluster:\n")[1].split("\n\n")[0]
    assert len(examples) == 5
    assert exported <= set(re.findall(r"env_var\('(\w+)'", output))


@pytest.mark.parametrize("target", ["connect", "thrift"])
def test_the_example_of_a_server_has_the_catalog_of_the_profile(target: str) -> None:
    (example,) = (block.text for block in pages.blocks(f"docs/targets/{target}.md", "sh", chapter="Install"))
    variables = dict(re.findall(r"export (\w+)=(\S+)", pages.blocks("docs/targets/cluster.md", "sh")[0].text))
    profile = spark_settings(PROFILES, "cluster", variables)
    named = dict(re.findall(r"(spark\.sql\.[\w.]+)=(\S+)", example))
    assert named == {name: profile[name] for name in named}
    assert {"spark.sql.extensions", "spark.sql.defaultCatalog", "spark.sql.catalog.lake"} <= named.keys()
    assert profile["spark.jars.packages"] in example


def test_the_variables_of_the_pages_are_those_of_the_profile() -> None:
    text = "".join(
        (ROOT / "docs/targets" / f"{page}.md").read_text()
        for page in ("index", "cluster", "connect", "thrift", "catalogs")
    )
    documented = {name for row in re.findall(r"^\|(.*?)\|", text, re.M) for name in re.findall(r"`(\w+)`", row)}
    asked = set(re.findall(r"env_var\('(\w+)'", PROFILES.read_text(encoding="utf-8")))
    assert asked <= documented
    assert {name for name in documented if name.startswith("SPARK_CDC_")} - asked == {"SPARK_CDC_ANSI"}  # the plugin's


def test_each_target_of_the_profile_has_a_page() -> None:
    for target in yaml.safe_load(PROFILES.read_text(encoding="utf-8"))["spark_cdc"]["outputs"]:
        assert (ROOT / f"docs/targets/{target}.md").exists()


def test_the_errors_that_the_page_shows_are_those_of_the_check() -> None:
    """In the form in which they are printed, which test_errors compares with dbt's output."""
    (shown,) = (block.text for block in pages.blocks("docs/targets/index.md", "text"))
    given = {"engine_functions": "cdc_base64_bytes, cdc_carried_values", "engine_time_zone": "Asia/Kolkata"}
    texts = [
        "spark_cdc: {what}: {given}. {advice}. Read: {read}".format(**ERRORS[name]).format(target="thrift", given=value)
        for name, value in given.items()
    ]
    assert shown.splitlines() == texts


def test_the_page_of_other_versions_has_those_that_the_tests_run_with() -> None:
    """`make test-oldest` and `make test-newest` do; nothing runs the page's commands themselves."""
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    examples = pages.blocks("docs/targets/versions.md", "sh")
    for example, group in zip(examples, make_engines.VERSIONS, strict=True):
        ((installed, version),) = re.findall(r'"(pyspark==(\d+\.\d+)\.\d+)"', example.text)
        assert installed in groups[group]
        (recipe,) = re.findall(rf"^test-{group}:.*\n((?:\t.*\n)+)", makefile, re.M)
        variables, tested = (
            dict(re.findall(r"\b(SPARK_CDC_(?:SPARK_VERSION|FILE_FORMAT))=(\S+)", text))
            for text in (example.text, recipe)
        )
        assert variables == tested
        assert variables["SPARK_CDC_SPARK_VERSION"] == version
        assert f"{version}_2.13:" in spark_settings(PROFILES, "embedded", variables)["spark.jars.packages"]


def test_the_page_of_delta_tables_has_the_settings_of_the_profile() -> None:
    """`make test-delta` runs with them, and tests/engines with those of a server; nothing runs the page's commands."""
    page = "docs/targets/delta.md"
    (example,) = pages.blocks(page, "sh", chapter="On the target embedded")
    variables = exports(page, "On the target embedded")
    assert variables.keys() == {"SPARK_CDC_FILE_FORMAT", "SPARK_CDC_VIEWS", "SPARK_CDC_HOME"}
    assert example.text.splitlines()[len(variables) :] == ["make demo"]
    embedded = spark_settings(PROFILES, "embedded", variables)
    on_cluster = exports(page, "On cluster")
    assert on_cluster.keys() == {"SPARK_CDC_FILE_FORMAT", "SPARK_CDC_CATALOG_URI", "SPARK_CDC_WAREHOUSE"}
    cluster = spark_settings(PROFILES, "cluster", on_cluster)
    named = pages.settings(page, "On connect and thrift")
    assert named == {name: cluster[name] for name in named}
    assert cluster["spark.sql.defaultCatalog"] == embedded["spark.sql.defaultCatalog"] == "spark_catalog"
    of_place = {"spark.hadoop.hive.metastore.uris", "spark.sql.warehouse.dir"}
    of_format = {"spark.jars.packages", "spark.sql.extensions", "spark.sql.catalog.spark_catalog"}
    assert named.keys() == of_place | of_format | {"spark.sql.catalogImplementation"}
    assert {name: embedded[name] for name in named.keys() - of_place} == {
        name: named[name] for name in named.keys() - of_place
    }
