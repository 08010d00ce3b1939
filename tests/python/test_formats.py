"""Formats are alike: the same parts, a page with the same chapters, and nothing of them outside their folders."""

from __future__ import annotations

import re

import jinja2
import jinja2.meta
import pytest
from encoders import FORMATS
from project import ROOT
from test_format_schemas import EVENTS, IMAGES, LANDED

NAMES = sorted({str(form.stream["format"]) for form in FORMATS})
FOLDERS = ROOT / "macros" / "formats"
OWN = ("events", "images")
PARTS = (*OWN, *sorted(path.stem.removeprefix("_default__") for path in FOLDERS.glob("_default__*.sql")))
# What a macro would have to use to find out how a run is going, or what is in a table.
RUNNING = {
    "adapter", "execute", "flags", "graph", "invocation_args_dict", "load_cached_relation", "load_relation", "model",
    "ref", "run_query", "selected_resources", "should_full_refresh", "source", "statement", "this", "var",
}  # fmt: skip
CHAPTERS = ("Messages", "Declaring the stream", "Order, key, images", "Types", "What the format cannot carry")


def test_every_format_has_random_histories() -> None:
    assert sorted(path.name for path in FOLDERS.iterdir() if path.is_dir()) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_formats_folder_has_known_parts_alone(name: str) -> None:
    parts = {path.stem.removeprefix(f"{name}__") for path in (FOLDERS / name).glob(f"{name}__*.sql")}
    assert set(OWN) <= parts <= set(PARTS)


@pytest.mark.parametrize("name", NAMES)
def test_a_format_does_not_depend_on_the_state_of_a_run(name: str) -> None:
    jinja = jinja2.Environment(extensions=["jinja2.ext.do"])
    for path in (FOLDERS / name).glob("*.sql"):
        used = jinja2.meta.find_undeclared_variables(jinja.parse(path.read_text()))
        assert used & RUNNING == set(), path.name
        assert not re.search(r"spark_cdc\._(node|runs|is_incremental|scalar|table_property)\(", path.read_text()), (
            path.name
        )


def test_a_helpers_name_begins_with_its_formats() -> None:
    """The format is the whole name of the folder: `_dts_x` could be of any of DTS's formats."""
    helpers = [path for path in FOLDERS.glob("*/*.sql") if "__" not in path.stem]
    assert [path.name for path in helpers if not path.stem.startswith(f"_{path.parent.name}_")] == []


@pytest.mark.parametrize("name", NAMES)
def test_no_other_macro_calls_one_of_a_format(name: str) -> None:
    own = {path.stem for path in (FOLDERS / name).glob("*.sql")}
    outside = [path for path in ROOT.glob("macros/**/*.sql") if path.parent != FOLDERS / name]
    code = {path.name: re.sub("{#.*?#}", "", path.read_text(), flags=re.S) for path in outside}
    called = {file: own & set(re.findall(r"\w+", text)) for file, text in code.items()}
    assert {file: names for file, names in called.items() if names} == {}


@pytest.mark.parametrize("name", NAMES)
def test_a_formats_page_has_the_chapters_of_all_others(name: str) -> None:
    page = (ROOT / "docs" / "formats" / f"{name}.md").read_text()
    assert tuple(title for title in re.findall("^## (.*)$", page, re.M) if title in CHAPTERS) == CHAPTERS


def test_adding_a_format_describes_every_macro() -> None:
    page = (ROOT / "docs" / "adding_a_format.md").read_text()
    assert sorted(re.findall(r"^\| `<format>__(\w+)\(", page, re.M)) == sorted(PARTS)


def rows_of_chapter(chapter: str) -> dict[str, str]:
    """Return the columns that a chapter of the page lists, with their types in its words."""
    page = (ROOT / "docs" / "adding_a_format.md").read_text()
    (text,) = re.findall(rf"^### {chapter}$(.*?)^###? ", page, re.M | re.S)
    rows = re.findall(r"^\| (`cdc_.*?) \| (.*?) \|", text, re.M)
    return {name: kind for names, kind in rows for name in re.findall(r"`(\w+)`", names)}


def spark_type(words: str) -> str:
    """Return the type that the page describes."""
    struct = "struct<type:string,scale:int>"
    words = words.replace("struct of `type` and `scale`", struct)
    words = re.sub(r"map of (\w+) to (\S+)", r"map<\1,\2>", words)
    return re.sub(r"array of (\w+)", r"array<\1>", words)


def test_the_columns_of_events_are_those_of_the_page() -> None:
    assert rows_of_chapter("Events") == {name: kind for name, kind in EVENTS.items() if name not in LANDED}


def test_the_columns_of_images_are_those_of_the_page() -> None:
    documented = {name: spark_type(kind) for name, kind in rows_of_chapter("Images").items()}
    structs = {"cdc_before", "cdc_after", "cdc_message_key", "cdc_old_key"}
    assert {name: kind for name, kind in documented.items() if name not in structs} == IMAGES
    assert structs <= documented.keys()
