"""cdc_init: what is added to a project's dbt_project.yml, and that nothing else of it changes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from dbt_spark_cdc.settings import add_settings, has, init_below
from hypothesis import given
from hypothesis import strategies as st

MINIMAL = "name: shop\nversion: 1.0.0\nprofile: spark_cdc\n"
OTHER_ORDER = "dispatch: [{macro_namespace: dbt, search_order: [shop, dbt]}]\n"


def test_a_project_that_has_nothing_gets_all() -> None:
    text, done = add_settings(MINIMAL)
    assert text.startswith(MINIMAL)
    assert set(done.values()) == {"wrote"}
    assert yaml.safe_load(text) == {
        "name": "shop",
        "version": "1.0.0",
        "profile": "spark_cdc",
        "dispatch": [{"macro_namespace": "dbt", "search_order": ["shop", "spark_cdc", "dbt"]}],
        "flags": {"require_ref_prefers_node_package_to_root": True},
        "models": {"spark_cdc": {"control": {"+enabled": True}}},
    }


def test_a_second_time_changes_nothing() -> None:
    text, _ = add_settings(MINIMAL)
    again, done = add_settings(text)
    assert again == text
    assert set(done.values()) == {"unchanged"}


def test_a_key_with_another_value_is_left_alone_and_shown() -> None:
    models = "models: {shop: {+materialized: view}}  # ours\n"
    text, done = add_settings(MINIMAL + OTHER_ORDER + models)
    assert text.startswith(MINIMAL + OTHER_ORDER + models)
    assert done["flags"] == "wrote"
    assert "search_order:" in done["dispatch"]
    assert "- spark_cdc" in done["dispatch"]
    assert "+enabled: true" in done["models"]


@pytest.mark.parametrize(
    ("given_value", "wanted", "expected"),
    [
        ({"a": 1, "b": 2}, {"a": 1}, True),
        ({"a": 2}, {"a": 1}, False),
        ({}, {"a": None}, False),
        (None, {"a": 1}, False),
        ([{"n": "dbt", "o": ["x", "p", "dbt"]}], [{"n": "dbt", "o": ["p", "dbt"]}], True),
        ([{"n": "dbt", "o": ["dbt", "p"]}], [{"n": "dbt", "o": ["p", "dbt"]}], False),
        ([{"n": "other", "o": ["p", "dbt"]}], [{"n": "dbt", "o": ["p", "dbt"]}], False),
        ("p", ["p"], False),
    ],
)
def test_what_a_value_has(given_value: Any, wanted: Any, expected: bool) -> None:
    assert has(given_value, wanted) is expected


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner, max_size=3, unique_by=repr) | st.dictionaries(st.text(), inner, max_size=3),
        max_leaves=10,
    )
)
def test_every_value_has_itself(value: Any) -> None:
    assert has(value, value)


def test_the_packages_profile_is_copied_and_an_own_one_kept(tmp_path: Path) -> None:
    package = tmp_path / "dbt_packages/spark_cdc/profiles"
    package.mkdir(parents=True)
    (package / "profiles.yml").write_text("spark_cdc: {}\n")
    (tmp_path / "dbt_project.yml").write_text(MINIMAL)
    assert init_below(tmp_path, package)["profiles.yml"] == "wrote"
    assert (tmp_path / "profiles.yml").read_text() == "spark_cdc: {}\n"
    (tmp_path / "profiles.yml").write_text("mine: {}\n")
    assert init_below(tmp_path, package)["profiles.yml"] == "unchanged"
    assert (tmp_path / "profiles.yml").read_text() == "mine: {}\n"


def test_a_profile_from_elsewhere_is_not_copied(tmp_path: Path) -> None:
    home = tmp_path / ".dbt"
    home.mkdir()
    (home / "profiles.yml").write_text("mine: {}\n")
    root = tmp_path / "shop"
    root.mkdir()
    (root / "dbt_project.yml").write_text(MINIMAL)
    assert "profiles.yml" not in init_below(root, home)
    assert not (root / "profiles.yml").exists()
