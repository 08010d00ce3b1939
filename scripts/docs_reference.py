"""What the reference pages and the code have of each other: settings, classes, models, functions, operations and so on.

`faults` compares both ways and reads files alone, so that a test and the build of the site can afford it. Only the
columns of the control models and the errors are written by this program, from the models' own YAML and macros/errors:

    python scripts/docs_reference.py
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import jinja2
import yaml

ROOT = Path(__file__).resolve().parents[1]
PAGES = "docs/reference"
START = "<!-- columns: written by scripts/docs_reference.py from models/control -->\n"
END = "<!-- end of columns -->\n"
ERRORS_START = "<!-- errors: written by scripts/docs_reference.py from macros/errors, the formats and udfs -->\n"
ERRORS_END = "<!-- end of errors -->\n"
CODE = re.compile(r"`([^`]+)`")
JINJA = jinja2.Environment(extensions=["jinja2.ext.do"])


def faults(root: Path = ROOT) -> list[str]:
    """Return a sentence for each thing that only the code or only the reference has."""
    checks = (_stream, _contract, _rows, _control, _functions, _operations, _formats, _errors)
    return [fault for check in checks for fault in check(root)]


# -- Reading the pages ---------------------------------------------------------------------------------------------


def _chapter(root: Path, page: str, title: str) -> str:
    """Return the text below a heading, up to the next one."""
    text = re.sub("^```.*?^```$", "", (root / page).read_text(encoding="utf-8"), flags=re.S | re.M)
    found = re.search(rf"^#+ {re.escape(title)}\n(.*?)(?=^#|\Z)", text, re.S | re.M)
    return found[1] if found else ""


def _table(root: Path, page: str, title: str) -> list[list[str]]:
    """Return the cells of the first table below a heading, without its head."""
    lines = re.search(r"(?:^\|.*\n)+", _chapter(root, page, title) + "\n", re.M)
    rows = lines[0].splitlines()[2:] if lines else []
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def _names(rows: Iterable[list[str]]) -> list[str]:
    return [name for row in rows for name in CODE.findall(row[0])]


def _differences(page: str, title: str, documented: Iterable[str], known: Iterable[str]) -> Iterator[str]:
    documented, known = list(documented), list(known)
    for name in sorted(set(known) - set(documented)):
        yield f"{page}, {title}: {name} is not documented"
    for name in sorted(set(documented) - set(known)):
        yield f"{page}, {title}: {name} is not in the code"
    for name in sorted({name for name in documented if documented.count(name) > 1}):
        yield f"{page}, {title}: {name} is documented twice"


# -- Reading the code ----------------------------------------------------------------------------------------------


def _tree(path: Path) -> Any:
    text = path.read_text(encoding="utf-8")
    text = re.sub(r"{%-? *test ", "{% macro test_", text)  # dbt's own block
    return JINJA.parse(re.sub(r"{%-? *endtest *-?%}", "{% endmacro %}", text))


def _returned(root: Path, path: str) -> Any:
    """Return the literal that a macro returns."""
    for call in _tree(root / path).find_all(jinja2.nodes.Call):
        if getattr(call.node, "name", None) == "return":
            return call.args[0].as_const()
    raise LookupError(path)


def _assigned(root: Path, path: str, name: str) -> Any:
    """Return the first literal that a macro sets a variable to."""
    for assignment in _tree(root / path).find_all(jinja2.nodes.Assign):
        if getattr(assignment.target, "name", None) == name:
            return assignment.node.as_const()
    raise LookupError(f"{path}: {name}")


def _arguments(path: Path) -> dict[str, str | None]:
    """Return the arguments of a file's macro with their defaults as the reference writes them; None: required.

    An empty text: the default is none or nothing, which the reference explains in its own words.
    """
    macro = next(_tree(path).find_all(jinja2.nodes.Macro))
    names = [argument.name for argument in macro.args]
    found: dict[str, str | None] = dict.fromkeys(names)
    for name, default in zip(names[len(names) - len(macro.defaults) :], macro.defaults, strict=True):
        value = default.as_const()
        found[name] = (
            ""
            if value is None or value == ""
            else f"`{str(value).lower() if value is True or value is False else value}`"
        )
    return found


# -- The checks ----------------------------------------------------------------------------------------------------


def _stream(root: Path) -> Iterator[str]:
    page = f"{PAGES}/settings.md"
    settings = _returned(root, "macros/streams/_stream_settings.sql")
    yield from _differences(page, "settings", _names(_table(root, page, "Settings of a stream")), settings)
    landing = _assigned(root, "macros/streams/_stream.sql", "landing")
    yield from _differences(page, "landing", _names(_table(root, page, "Landing columns")), landing)

    variables = yaml.safe_load((root / "dbt_project.yml").read_text(encoding="utf-8"))["vars"]
    defaults = {name: f"`{value}`" for name, value in variables.items()}
    read = {}
    for file in _macros(root):  # a default that the environment may change is in no YAML, which dbt does not render
        found = re.findall(r"\bvar\(\"(\w+)\", env_var\(\"(\w+)\", \"(\w+)\"\)\)", file.read_text(encoding="utf-8"))
        for name, environment, value in found:
            defaults[name] = read[environment] = f"`{value}`"
    rows = _table(root, page, "Variables")
    yield from _differences(page, "variables", _names(rows), defaults)
    used = {
        name for file in _macros(root) for name in re.findall(r"\bvar\(['\"](\w+)", file.read_text(encoding="utf-8"))
    }
    yield from _differences(page, "variables that macros read", used, defaults)

    profile = (root / "profiles/profiles.yml").read_text(encoding="utf-8")
    read = dict.fromkeys(re.findall(r"env_var\('(\w+)'", profile), "") | read
    given: dict[str, dict[str, None]] = {}  # each target of the profile may have a default of its own
    for name, default in re.findall(r"env_var\('(\w+)', '([^']+)'\)", profile):
        given.setdefault(name, {})[f"`{default}`"] = None
    read |= {name: " or ".join(texts) for name, texts in given.items()}
    for file in (root / "udfs").rglob("*.py"):
        read |= dict.fromkeys(re.findall(r"\"(SPARK_CDC_\w+)\"", file.read_text(encoding="utf-8")), "not set")
    environment_rows = _table(root, page, "Environment variables")
    targets = {name for file in (root / "docs/targets").glob("*.md") for name in _variables(file)}
    yield from _differences(
        page, "environment", [*_names(environment_rows), *targets - set(_names(environment_rows))], read
    )
    for row in rows + environment_rows:
        for name in _names([row]):
            if (default := (defaults | read).get(name)) and default != row[1]:
                yield f"{page}: the default of {name} is {default}"


def _variables(file: Path) -> list[str]:
    """Return the environment variables in the tables of a target's page."""
    cells = re.findall(r"^\|(.*?)\|", file.read_text(encoding="utf-8"), re.M)
    return [name for cell in cells for name in re.findall(r"`([A-Z][A-Z0-9_]+)`", cell)]


def _contract(root: Path) -> Iterator[str]:
    page = f"{PAGES}/contract.md"
    for title, macro in (("Settings of the model", "_table_settings"), ("Settings of a column", "_column_settings")):
        known = _returned(root, f"macros/contract/{macro}.sql")
        yield from _differences(page, title, _names(_table(root, page, title)), known)
    simple = _assigned(root, "macros/contract/_data_type.sql", "simple")
    others = _assigned(root, "macros/contract/_data_type.sql", "names")
    rows = _table(root, page, "Data types")
    single = [name for name in _names(rows) if name in simple]
    yield from _differences(page, "data types", single[: len(simple)], simple)
    accepted = [name for row in rows for name in CODE.findall(row[1]) if name.isidentifier() and name not in simple]
    yield from _differences(page, "other names of data types", accepted, others)
    bodies = [root / "macros" / path for path in ("routed/cdc_routed.sql", "changes/cdc_changes.sql")]
    bodies += [
        root / "macros" / path for path in ("state/cdc_state.sql", "state/cdc_current.sql", "control/cdc_events.sql")
    ]
    calls = [f"{file.stem}({', '.join(_arguments(file))})" for file in bodies]
    yield from _differences(page, "macros", _names(_table(root, page, "Macros of the models")), calls)


def _rows(root: Path) -> Iterator[str]:
    page = f"{PAGES}/classes.md"
    yield from _differences(page, "classes", _names(_table(root, page, "Classes and reasons")), classes(root))
    reasons = _returned(root, "macros/operations/_reasons.sql")
    yield from _differences(page, "reasons", _names(_table(root, page, "Reasons")), reasons)

    page = f"{PAGES}/metadata_columns.md"
    routed = _returned(root, "macros/routed/_routed_columns.sql")
    state = _returned(root, "macros/state/_state_columns.sql")
    for mark, known in (("r", routed), ("s", state)):
        documented = metadata_columns(root)[mark]
        yield from (f"{page}: {name} is not documented" for name in known if name not in documented)
    written = _returned(root, "macros/scaffold/_metadata_columns.sql")
    described = _blocks(root)
    for mark, layer in (("r", "routed"), ("c", "changes"), ("s", "state"), ("b", "bag"), ("e", "events")):
        yield from _differences(page, f"columns of {layer} models", metadata_columns(root)[mark], written[layer])
        yield from (f"models/columns.md: {name} is not described" for name in written[layer] if name not in described)


def classes(root: Path = ROOT) -> set[str]:
    """Return the classes that macros give a row: the texts of each `case` that ends as cdc_class, and what is set."""
    found = set()
    for file in _macros(root):
        text = file.read_text(encoding="utf-8")
        for end in re.finditer(r"\bend as cdc_class\b", text):
            words = list(re.finditer(r"\b(?:case|end)\b|(?:then|else) '([a-z]+)'", text[: end.start()]))
            depth = 1
            for word in reversed(words):
                depth += {"end": 1, "case": -1}.get(word[0], 0)
                if depth == 0:
                    break
                if depth == 1 and word[1]:
                    found.add(word[1])
        found |= set(re.findall(r"'([a-z]+)'(?:,| as cdc_class\b)[^\n]*\bas cdc_class\b", text))
        found |= set(re.findall(r"\bcdc_class = '([a-z]+)'", text)) if "control" not in file.parts else set()
    return found


def metadata_columns(root: Path = ROOT, *marks: str) -> dict[str, list[str]]:
    """Return the columns that the page marks for each layer, by the layer's letter there; marks: `x` alone."""
    rows = _table(root, f"{PAGES}/metadata_columns.md", "Metadata columns")
    marked = {letter: number for number, letter in enumerate("rcsbe", start=1)}
    return {
        letter: _names(row for row in rows if row[number] in (marks or ("x",))) for letter, number in marked.items()
    }


def _control(root: Path) -> Iterator[str]:
    page = f"{PAGES}/control_models.md"
    models = [path.stem for path in (root / "models/control").glob("*.sql")]
    yield from _differences(page, "models", _names(_table(root, page, "Control models")), models)
    tests = [path.stem.removeprefix("test_") for path in (root / "tests/generic").glob("*.sql")]
    yield from _differences(page, "tests", _names(_table(root, page, "Tests")), tests)
    described = {model["name"] for model in _described(root)}
    yield from _differences("models/control/*.yml", "models", described, models)
    text = (root / page).read_text(encoding="utf-8")
    if START not in text or text.partition(START)[2].partition(END)[0] != columns(root):
        yield f"{page}, columns: run python scripts/docs_reference.py"


def _described(root: Path) -> list[dict[str, Any]]:
    files = sorted((root / "models/control").glob("*.yml"))
    return [model for file in files for model in yaml.safe_load(file.read_text(encoding="utf-8"))["models"]]


def _blocks(root: Path) -> dict[str, str]:
    """Return the text blocks of models/columns.md by name."""
    text = (root / "models/columns.md").read_text(encoding="utf-8")
    return dict(re.findall(r"{% docs (\w+) %}(.*?){% enddocs %}", text, re.S))


def columns(root: Path = ROOT) -> str:
    """Return the columns of the control models as Markdown, from their YAML and the blocks of models/columns.md."""
    blocks = _blocks(root)
    found = ""
    for model in _described(root):
        found += f"\n### {model['name']}\n\n{model['description']}\n\n| column | content |\n|---|---|\n"
        for column in model["columns"]:
            content = re.sub(r"{{ doc\('(\w+)'\) }}", lambda name: blocks[name[1]].strip(), column["description"])
            found += f"| `{column['name']}` | {content} |\n"
    return found + "\n"


def _functions(root: Path) -> Iterator[str]:
    page = f"{PAGES}/functions.md"
    tree = ast.parse((root / "udfs/spark_cdc_udfs/registration.py").read_text(encoding="utf-8"))
    known = [
        key.value
        for node in tree.body
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in ("FUNCTIONS", "TABLE_FUNCTIONS")
        for key in getattr(node.value, "keys", [])
    ]
    documented = [name.partition("(")[0] for name in _names(_table(root, page, "Functions"))]
    yield from _differences(page, "functions", documented, known)


def _operations(root: Path) -> Iterator[str]:
    page = f"{PAGES}/operations.md"
    files = [file for folder in ("operations", "scaffold") for file in (root / "macros" / folder).glob("cdc_*.sql")]
    names = [re.sub(r"\[(.*)\]\(.*\)", r"\1", row[0]) for row in _table(root, page, "Operations")]
    yield from _differences(page, "operations", CODE.findall(" ".join(names)), [file.stem for file in files])
    for file in files:
        rows = {name: row for row in _table(root, page, file.stem) for name in _names([row])}
        arguments = _arguments(file)
        yield from _differences(page, file.stem, rows, arguments)
        for name, default in arguments.items():
            cell = rows[name][1] if name in rows else ""
            if (cell == "required") != (default is None) or (default and cell != default):
                known = default or ("optional" if default == "" else "required")
                yield f"{page}, {file.stem}: the default of {name} is {known}"
    described = yaml.safe_load((root / "macros/macros.yml").read_text(encoding="utf-8"))["macros"]
    public = {
        file.stem: list(_arguments(file))
        for file in [*_macros(root), *(root / "tests/generic").glob("*.sql")]
        if file.stem.startswith(("cdc_", "test_")) and not file.stem.endswith("_materialization")
    }
    yield from _differences("macros/macros.yml", "macros", [macro["name"] for macro in described], public)
    for macro in described:
        given = [argument["name"] for argument in macro.get("arguments", [])]
        yield from _differences("macros/macros.yml", macro["name"], given, public.get(macro["name"], given))


def _formats(root: Path) -> Iterator[str]:
    formats = sorted(path.name for path in (root / "macros/formats").iterdir() if path.is_dir())
    for page, title in (("docs/formats/index.md", "Formats"), ("README.md", "Formats")):
        yield from _differences(page, "formats", _names(_table(root, page, title)), formats)
    for name in formats:
        page = f"docs/formats/{name}.md"
        file = root / f"macros/formats/{name}/{name}__options.sql"
        options = _returned(root, str(file.relative_to(root))) if file.exists() else {}
        rows = {option: row for row in _options(root, page) for option in _names([row])}
        yield from _differences(page, "options", rows, options)
        for option, row in rows.items():
            known = options.get(option, {})
            default = known.get("default")
            if default not in (None, "") and CODE.findall(row[1])[:1] != [_yaml(default)]:
                yield f"{page}: the default of {option} is {_yaml(default)}"
            if known.get("allowed") and CODE.findall(row[2]) != [str(value) for value in known["allowed"]]:
                yield f"{page}: {option} may be {', '.join(map(str, known['allowed']))}"


def _yaml(value: Any) -> str:
    return f"[{', '.join(value)}]" if isinstance(value, list) else str(value)


def _options(root: Path, page: str) -> list[list[str]]:
    found = re.search(r"^\| option \|.*\n\|.*\n((?:\|.*\n)*)", (root / page).read_text(encoding="utf-8"), re.M)
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in found[1].splitlines()] if found else []


# -- Errors --------------------------------------------------------------------------------------------------------

# The chapters of the page, and the files that have their errors.
_THEMES = {
    "Declaration of a stream": "macros/errors/_stream_errors.sql",
    "Contract of a table": "macros/errors/_contract_errors.sql",
    "Formats": "macros/formats/*/*__errors.sql",
    "Spark and earlier runs": "macros/errors/_run_errors.sql",
    "Operations": "macros/errors/_operation_errors.sql",
    "Python package": "udfs/spark_cdc_udfs/errors.py",
}


def errors(root: Path = ROOT) -> dict[str, dict[str, dict[str, str]]]:
    """Return all errors by theme and name, as macros/errors/_errors.sql describes them."""
    found: dict[str, dict[str, dict[str, str]]] = {}
    for theme, pattern in _THEMES.items():
        found[theme] = {}
        for file in sorted(root.glob(pattern)):
            some = _python_errors(file) if file.suffix == ".py" else _returned(root, str(file.relative_to(root)))
            found[theme] |= some
    return found


def _python_errors(file: Path) -> Any:
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "ERRORS":
            return ast.literal_eval(node.value)
    raise LookupError(file)


def _errors(root: Path) -> Iterator[str]:
    page = f"{PAGES}/errors.md"
    text = (root / page).read_text(encoding="utf-8")
    if ERRORS_START not in text or text.partition(ERRORS_START)[2].partition(ERRORS_END)[0] != errors_text(root):
        yield f"{page}: run python scripts/docs_reference.py"


def errors_text(root: Path = ROOT) -> str:
    """Return all errors as Markdown: the message, what is allowed or to be done, and the page, as a link."""
    found = ""
    for theme, some in errors(root).items():
        found += f"\n## {theme}\n\n| error | allowed, or what to do | read |\n|---|---|---|\n"
        for error in some.values():
            message = f"{error['what']}: {error['given'].strip()}"
            fence = "``" if "`" in message else "`"
            space = " " if "`" in message else ""
            expected = error.get("allowed", error.get("advice", "")).replace("<", "&lt;")
            expected = "what the message lists" if expected == "{allowed}" else expected
            found += f"| {fence}{space}{message}{space}{fence} | {expected} | {_page(root, error['read'])} |\n"
    return found + "\n"


def _page(root: Path, read: str) -> str:
    """Return the link to a page and its chapter; the name alone if they depend on values."""
    page, _, chapter = read.partition(", ")
    anchor = re.sub(r"[^\w -]", "", chapter).lower().replace(" ", "-")
    if "{" in page:
        return f"{chapter}, on the page of the format"
    title = (root / page).read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
    path = page.removeprefix(f"{PAGES}/") if page.startswith(PAGES) else page.replace("docs/", "../")
    if "{" in chapter:
        return f"[{title}]({path}), {chapter}"
    return f"[{chapter or title}]({path}{f'#{anchor}' if anchor else ''})"


def _macros(root: Path) -> list[Path]:
    return sorted((root / "macros").rglob("*.sql"))


def write(root: Path = ROOT) -> None:
    """Write the columns of the control models and the errors into their pages."""
    for name, start, text, end in (
        ("control_models", START, columns(root), END),
        ("errors", ERRORS_START, errors_text(root), ERRORS_END),
    ):
        page = root / PAGES / f"{name}.md"
        before, _, rest = page.read_text(encoding="utf-8").partition(start)
        page.write_text(before + start + text + end + rest.partition(end)[2], encoding="utf-8")


if __name__ == "__main__":
    write()
    for fault in faults():
        print(fault)
