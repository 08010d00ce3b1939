"""Renders the results as docs/benchmark.md and docs/benchmark.svg: targets, medians and a picture."""

from __future__ import annotations

import argparse
import json
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench import targets
from bench.cases import CASES
from bench.contenders import LABELS
from bench.scene import ROOT

_COLOURS = {True: "#4c78a8", False: "#e45756"}  # right, wrong
_ABOUT = """\
`make bench` writes this page. [bench/README.md](../bench/README.md) explains what is compared and how. CPU seconds are
those of Spark's Java process and its workers; dbt's own CPU seconds stand beside them. Figures are medians
(lowest..highest). Each end table is compared, row by row, with the rows that the generator of the messages expects.
Above the figures of a case stand their commit and day; later changes are not in them. The machine is not equally quick
every day, so compare ratios within a case, not seconds of cases that ran on different days."""


@dataclass(frozen=True)
class Figures:
    """The measurements of all cases, found by case, step and contender."""

    cases: Mapping[str, Mapping[str, Any]]

    def values(self, case: str, step: str, who: str, figure: str = "cpu") -> list[float]:
        """Return a figure of each measurement; a dot goes into nested ones, as in layers.control.cpu."""
        found = []
        for one in self.cases.get(case, {}).get("measured", ()):
            if (one["step"], one["who"]) == (step, who):
                value: Any = one
                for part in figure.split("."):
                    value = value.get(part, {}) if isinstance(value, Mapping) else {}
                if value != {}:
                    found.append(float(value))
        return found

    def wrong(self, case: str, step: str, who: str) -> str:
        """Return what is wrong with a contender's table after the last of these steps; empty if it is right."""
        checks = [c for c in self.cases[case]["checks"] if (c["step"], c["who"]) == (step, who)]
        if not checks:
            return ""
        return ", ".join(
            f"{checks[-1][name]:,} {name}" for name in ("missing", "extra", "different") if checks[-1][name]
        )

    def verdict(self, case: str, step: str, who: str) -> str:
        """Return whether a contender's table was right, empty if it was not compared with the truth."""
        if not any((one["step"], one["who"]) == (step, who) for one in self.cases[case]["checks"]):
            return ""
        wrong = self.wrong(case, step, who)
        return f"**wrong**: {wrong}" if wrong else "right"


def read(folder: Path) -> Figures:
    """Read all results of a folder."""
    files = {name: folder / f"{name}.json" for name in CASES}
    return Figures({name: json.loads(path.read_text()) for name, path in files.items() if path.exists()})


def _spread(values: Sequence[float], digits: int = 1) -> str:
    if not values:
        return ""
    middle = f"{statistics.median(values):,.{digits}f}"
    if len(values) == 1:
        return middle
    return f"{middle} ({min(values):,.{digits}f}..{max(values):,.{digits}f})"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return the lines of a table in Markdown, and an empty one."""
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    return [*lines, *(f"| {' | '.join(row)} |" for row in rows), ""]


def _targets(figures: Figures) -> list[str]:
    rows = []
    for target in targets.TARGETS:
        found = target.measured(figures)
        measured, verdict = "not measured", ""
        if found is not None:
            measured, verdict = f"{found:.2f}{target.unit}", "met" if found <= target.limit else "**missed**"
        rows.append((target.text, f"at most {target.limit}{target.unit}", measured, verdict))
    return table(("what", "target", "measured", ""), rows)


_FIGURES = (
    ("cpu", "CPU s", 1), ("own", "dbt's CPU s", 1), ("wall", "wall s", 1), ("cpu_per_mb", "CPU s per MB", 3),
    ("rss_mb", "peak MB", 0), ("old_mb", "of it old generation", 0),
)  # fmt: skip
_LAYERS = ("routed", "changes", "state", "current", "control")


def _medians(figures: Figures, case: str) -> list[str]:
    whole = figures.cases[case]
    found = dict.fromkeys((one["step"], one["who"]) for one in whole["measured"])
    steps, order = list(dict.fromkeys(step for step, _ in found)), list(LABELS)
    rows = []
    for step, who in sorted(found, key=lambda pair: (steps.index(pair[0]), order.index(pair[1]))):
        spreads = [_spread(figures.values(case, step, who, name), digits) for name, _, digits in _FIGURES]
        cpu = {layer: figures.values(case, step, who, f"layers.{layer}.cpu") for layer in _LAYERS}
        layers = [f"{layer} {statistics.median(values):.1f}" for layer, values in cpu.items() if values]
        runs = str(len(figures.values(case, step, who)))
        rows.append((step, LABELS[who], runs, *spreads, ", ".join(layers), figures.verdict(case, step, who)))
    head = ("step", "who", "runs", *(title for _, title, _ in _FIGURES), "CPU s by layer", "table")
    lines = [f"### {case}", "", whole["about"], "", _origin(whole), "", *(table(head, rows) if rows else ())]
    for error in whole["errors"]:
        who = LABELS.get(error["who"], "The case")
        lines += [f"{who} failed in {error['step']}:", "", "```text", error["message"], "```", ""]
    return lines


def _origin(whole: Mapping[str, Any]) -> str:
    """Return the sentence that says of which commit, day and speed of the machine a case is."""
    clean = "" if whole["is_clean"] else " with uncommitted changes"
    speed = whole["machine"].get("additions_s")
    return f"Commit {whole['commit'][:12]}{clean}, {whole['date'][:10]}" + (
        f", when Python took {speed} s for 10,000,000 additions." if speed else "."
    )


def _conditions(whole: Mapping[str, Any]) -> list[str]:
    machine, versions, settings = whole["machine"], whole["versions"], whole["settings"]
    spark = ", ".join(f"`{name}` {value}" for name, value in settings["spark"].items() if value)
    sizes = ", ".join(
        f"{name} {value:,}" if isinstance(value, int) else f"{name} {value}"
        for name, value in settings.items()
        if name != "spark"
    )
    return table(("", ""), [
        ("machine", "{cores} cores, {memory_gb} GB, {processor}, {system}".format(**machine)),
        ("versions", ", ".join(f"{name} {value}" for name, value in versions.items())),
        ("sizes", sizes),
        ("Spark", spark),
        ("start-up, in no figure", "{wall} s wall, {cpu} s CPU, {own} s of dbt's CPU".format(**whole["start_up"])),
    ])  # fmt: skip


def markdown(figures: Figures, picture: str) -> str:
    """Return the whole page."""
    first = figures.cases.get("main") or next(iter(figures.cases.values()))
    lines = [
        "# Benchmark", "", *_ABOUT.splitlines(), "",
        *_conditions(first),
        f"![CPU seconds of each contender]({picture})", "",
        "## Targets", "", *_targets(figures), "## Medians", "",
    ]  # fmt: skip
    for case in figures.cases:
        lines += _medians(figures, case)
    return "\n".join(lines).rstrip() + "\n"


def draw(figures: Figures, path: Path) -> None:
    """Draw the main case: what the initial load and a batch cost each contender, and who ends wrong."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams |= {"svg.fonttype": "none", "svg.hashsalt": "spark_cdc", "font.size": 9}
    from matplotlib import pyplot

    who = [name for name in LABELS if figures.values("main", "batch", name)]
    if not who:
        return
    settings = figures.cases["main"]["settings"]
    titles = {
        "load": f"initial load of {settings['rows']:,} rows",
        "batch": f"a batch of {settings['batch']:,} changes",
    }
    figure, panels = pyplot.subplots(1, 2, figsize=(10, 0.5 * len(who) + 1.2), sharey=True, layout="constrained")
    for panel, (step, title) in zip(panels, titles.items(), strict=True):
        for place, name in enumerate(reversed(who)):
            values = figures.values("main", step, name)
            wrong = figures.wrong("main", step, name)
            middle = statistics.median(values)
            panel.barh(place, middle, color=_COLOURS[not wrong], height=0.6)
            panel.hlines(place, min(values), max(values), color="black", linewidth=1)
            panel.text(max(values), place, f" {middle:,.1f}" + (f"  wrong: {wrong}" if wrong else ""), va="center")
        panel.set_title(title, loc="left")
        panel.set_xlabel("CPU seconds of Spark")
        panel.margins(x=0.35)
        panel.spines[["top", "right"]].set_visible(False)
    panels[0].set_yticks(range(len(who)), [LABELS[name].partition(":")[0] for name in reversed(who)])
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)


def render(results: Path, folder: Path) -> None:
    """Write benchmark.md and benchmark.svg of these results into a folder."""
    figures = read(results)
    if not figures.cases:
        raise SystemExit(f"there are no results in {results}; run `make bench` first")
    folder.mkdir(parents=True, exist_ok=True)
    draw(figures, folder / "benchmark.svg")
    (folder / "benchmark.md").write_text(markdown(figures, "benchmark.svg"))


def main() -> None:
    """Render the committed results."""
    parser = argparse.ArgumentParser(prog="bench.report", description=__doc__)
    parser.add_argument("--results", type=Path, default=ROOT / "bench" / "results")
    parser.add_argument("--out", type=Path, default=ROOT / "docs")
    given = parser.parse_args()
    render(given.results, given.out)


if __name__ == "__main__":
    main()
