"""The cases: what is run, in which order, and what of it is measured."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from bench import auto_cdc, heap
from bench.formats import FORMATS
from bench.history import Batch, History, Keys
from bench.projects import CONTROL
from bench.scene import Bench, Results, Scene, log

EVERYBODY = ("floor", "from_json", "get_json_object", "stock", "logged", "straight", "routed")
_WHOLE = Batch(1, late=0.0, duplicates=0.0)  # in order, each change once; only the number of changes differs


@dataclass(frozen=True)
class Size:
    """How large the cases are."""

    rows: int  # of the table of most cases
    batch: int  # changes of a batch
    rounds: int  # batches that are measured
    small_batch: int
    side_rows: int  # of the tables of the side cases
    side_batch: int
    tables: int  # of the stream of many tables
    times: int = 20  # how much longer the long log is
    loads: int = 1  # how often the initial load is measured


SIZES = {
    "small": Size(10_000, 2_000, 1, 200, 5_000, 1_000, 4, times=4),
    "medium": Size(200_000, 50_000, 2, 1_000, 100_000, 20_000, 40),
    "full": Size(1_000_000, 100_000, 4, 1_000, 250_000, 50_000, 200, loads=2),
}


@dataclass
class Stage:
    """What the cases of a run share: the session, the size, and the scene of the main table."""

    bench: Bench
    size: Size
    selected: Sequence[str]
    case: str = "warm"  # that runs; names its schemas
    _orders: Scene | None = field(default=None)

    @property
    def side_rounds(self) -> int:
        """Return how many batches the side cases measure."""
        return max(1, self.size.rounds // 2)

    def orders(self) -> Scene:
        """Return the scene of the main table, with the contenders that the selected cases need."""
        if self._orders is None:
            size = self.size
            batches = (
                *(Batch(size.batch) for _ in range(size.rounds)),
                *(Batch(size.small_batch) for _ in range(size.rounds)),
                *(Batch(size.batch) for _ in range(self.side_rounds)),
            )
            self._orders = self.bench.scene(History("orders", size.rows, batches), "debezium", self.needed(), "orders")
        return self._orders

    def needed(self) -> list[str]:
        """Return the contenders that the selected cases have for the main table."""
        needed = {one for case in self.selected for one in NEEDS.get(case, ())}
        return [one for one in EVERYBODY if one in needed]

    @contextmanager
    def scenes(self, *made: tuple[str, History, str, Sequence[str]]) -> Iterator[dict[str, Scene]]:
        """Yield scenes by label, of (label, history, format, contenders); their tables are dropped at the end."""
        scenes = {
            label: self.bench.scene(history, form, who, f"{self.case}_{label}") for label, history, form, who in made
        }
        yield scenes
        for scene in scenes.values():
            scene.drop()


# Which contenders of the main table a case needs.
NEEDS: Mapping[str, Sequence[str]] = {
    "main": EVERYBODY,
    "noop": ("stock", "straight", "routed"),
    "small": ("floor", "stock", "logged", "straight", "routed"),
    "control": ("straight", "routed"),
}


MAINTAIN = ("run-operation", "cdc_maintain", "--args", "{dry_run: false}")


def warm_up(stage: Stage) -> None:
    """Run every contender that is needed on a few rows, so that Java has compiled what they use."""
    log("warming up")
    rows, batch = min(20_000, stage.size.rows), Batch(min(2_000, stage.size.batch))
    who = stage.needed() or ("straight", "routed")
    with stage.scenes(("orders", History("warm", rows, (batch, batch)), "debezium", who)) as scenes:
        scenes["orders"].advance(2)


def _interleaved(scenes: Mapping[str, Scene], results: Results, batches: Sequence[int], step: str = "batch") -> None:
    """Have scenes read the same batches in turn, each time another one first."""
    labels = list(scenes)
    for number, batch in enumerate(batches, 1):
        shift = number % len(labels)
        for label in labels[shift:] + labels[:shift]:
            scenes[label].round(batch, f"{step}, {label}", results, number)


def main(stage: Stage, results: Results) -> None:
    """Everybody reads the initial load and the same batches, in rotating order."""
    scene, loads = stage.orders(), stage.size.loads
    for number in range(1, loads):
        with stage.scenes((str(number), scene.data.history, "debezium", EVERYBODY)) as scenes:
            scenes[str(number)].round(0, "load", results, number)
    scene.round(0, "load", results, loads)
    for number in range(1, stage.size.rounds + 1):
        scene.round(number, "batch", results, number)


def noop(stage: Stage, results: Results) -> None:
    """A run when nothing has landed since the one before."""
    scene = stage.orders()
    scene.advance(1, NEEDS["noop"])
    for number in range(1, stage.size.rounds + 1):
        scene.again("noop", results, number, NEEDS["noop"])


def small(stage: Stage, results: Results) -> None:
    """Small batches onto the large table."""
    scene, rounds = stage.orders(), stage.size.rounds
    scene.advance(rounds, NEEDS["small"])
    for number in range(1, rounds + 1):
        scene.round(rounds + number, "small", results, number, NEEDS["small"])


def control(stage: Stage, results: Results) -> None:
    """A batch without the control models, then these and their tests."""
    scene, rounds = stage.orders(), stage.size.rounds
    scene.advance(2 * rounds, NEEDS["control"])
    for number in range(1, stage.side_rounds + 1):
        _control(scene, 2 * rounds + number, "", results, number)


def _control(scene: Scene, batch: int, label: str, results: Results, number: int) -> None:
    scene.land(batch)
    for who in ("straight", "routed"):
        scene.command(who, f"pipeline{label}", results, number, "run", "--exclude", *CONTROL)
        scene.read[who] = batch
        scene.command(who, f"control{label}", results, number, "build", "--select", *CONTROL)


def special(stage: Stage, results: Results) -> None:
    """Batches with late rows, key changes or a truncate among ordinary changes, against ordinary ones alone."""
    size, rounds = stage.size, stage.side_rounds
    plain = Batch(size.batch, late=0.0)
    kinds = {"plain": plain, "late rows": Batch(size.batch), "key changes": replace(plain, key_changes=0.02)}
    # A truncate empties the table, so that it comes last.
    steps = [*kinds] * rounds + ["truncate"]
    batches = tuple(kinds.get(step, replace(plain, truncate=True)) for step in steps)
    with stage.scenes(("orders", History("special", size.rows, batches), "debezium", ("straight",))) as scenes:
        scenes["orders"].advance(0)
        for number, step in enumerate(steps):
            scenes["orders"].round(number + 1, step, results, steps[: number + 1].count(step))


def big(stage: Stage, results: Results) -> None:
    """The same batch onto a table of the size, and onto one five times as large."""
    _big(stage, results, 5)


def big20(stage: Stage, results: Results) -> None:
    """The same batch onto a table of the size, and onto one twenty times as large."""
    _big(stage, results, 20)


def _big(stage: Stage, results: Results, times: int) -> None:
    batches = (Batch(stage.size.batch),) * stage.side_rounds
    histories = {f"times_{n}": History(f"times_{n}", stage.size.rows * n, batches) for n in (1, times)}
    made = [(label, history, "debezium", ("floor", "straight")) for label, history in histories.items()]
    with stage.scenes(*made) as scenes:
        _interleaved(scenes, results, [0], "load")
        _interleaved(scenes, results, range(1, stage.side_rounds + 1))


def long(stage: Stage, results: Results) -> None:
    """The same batch with short landing and logs, and with weeks of them, a fifth within the lateness; maintained."""
    size, rounds = stage.size, stage.side_rounds
    weeks = Batch(size.side_rows, minutes=35 * 24 * 60 / (size.times - 1))
    batches = (Batch(size.side_batch),) * (rounds + 1)
    short_log = History("short_log", size.side_rows, batches)
    long_log = History("long_log", size.side_rows, (weeks,) * (size.times - 1) + batches)
    who = ("straight", "routed")
    made = [(history.name, history, "debezium", who) for history in (short_log, long_log)]
    with stage.scenes(*made) as scenes:
        for label, history in (("short_log", short_log), ("long_log", long_log)):
            scenes[label].advance(len(history.batches) - rounds - 1)
            for contender in who:  # else the files that the many merges have left are measured, as in `maintenance`
                scenes[label].contenders[contender].project.dbt(*MAINTAIN)  # type: ignore[attr-defined]
        for number in range(1, rounds + 1):
            for label, history in (("short_log", short_log), ("long_log", long_log))[:: 1 if number % 2 else -1]:
                scenes[label].round(len(history.batches) - rounds - 1 + number, f"batch, {label}", results, number)
        for label, history in (("short_log", short_log), ("long_log", long_log)):
            _control(scenes[label], len(history.batches), f", {label}", results, 1)


def tables(stage: Stage, results: Results) -> None:
    """A stream of many tables against one with the same rows; then with a few new rows in half of them, or none."""
    size, rounds = stage.size, stage.side_rounds
    some = size.tables // 2
    few = replace(_WHOLE, changes=25 * some, tables=some)
    batches = (replace(_WHOLE, changes=size.batch),) * rounds + (few,) * rounds
    histories = {
        "many_tables": History("many_tables", size.side_rows, batches, tables=size.tables),
        "one_table": History("one_table", size.side_rows, batches[:rounds]),
    }
    with stage.scenes(*((label, history, "debezium", ("routed",)) for label, history in histories.items())) as scenes:
        _interleaved(scenes, results, [0], "load")
        _interleaved(scenes, results, range(1, rounds + 1))
        for number in range(1, rounds + 1):
            scenes["many_tables"].round(rounds + number, "few rows in half of the tables", results, number)
        for number in range(1, rounds + 1):
            scenes["many_tables"].again("no new rows", results, number, ("routed",))


def schema(stage: Stage, results: Results) -> None:
    """The same rows as Debezium messages without and with the inline schema."""
    size, rounds = stage.size, stage.side_rounds
    history = History("schema", size.side_rows, (Batch(size.side_batch),) * rounds)
    made = [(label, history, label, ("straight",)) for label in ("debezium", "debezium_schema")]
    with stage.scenes(*made) as scenes:
        _interleaved(scenes, results, [0], "load")
        _interleaved(scenes, results, range(1, rounds + 1))


def formats(stage: Stage, results: Results) -> None:
    """The same changes in each format, through a routed log, in order and without duplicates."""
    size, rounds = stage.size, stage.side_rounds
    made = []
    for name, form in FORMATS.items():
        batch = replace(_WHOLE, changes=size.side_batch, block=form.block)
        history = History("formats", size.side_rows, (batch,) * rounds, partial=form.is_partial)
        made.append((name, history, name, ("routed",)))
    with stage.scenes(*made) as scenes:
        _interleaved(scenes, results, [0], "load")
        _interleaved(scenes, results, range(1, rounds + 1))


def keys(stage: Stage, results: Results) -> None:
    """Batches whose keys are spread evenly, by Zipf's law, or are mostly the newest."""
    size, rounds = stage.size, stage.side_rounds
    kinds: tuple[Keys, ...] = ("uniform", "zipf", "recent")
    batches = (Batch(size.side_batch),) * rounds
    made = [
        (kind, History(f"keys_{kind}", size.side_rows, batches, keys=kind), "debezium", ("floor", "straight"))
        for kind in kinds
    ]
    with stage.scenes(*made) as scenes:
        for scene in scenes.values():
            scene.advance(0)
        _interleaved(scenes, results, range(1, rounds + 1))


def memory(stage: Stage, results: Results) -> None:
    """Peak memory of batches of growing size onto one table; then demo and adoption in 2 GB of heap."""
    size = stage.size
    factors = (1, 2, 4)
    history = History("memory", size.side_rows, tuple(Batch(size.side_batch * factor) for factor in factors))
    with stage.scenes(("orders", history, "debezium", ("straight", "routed"))) as scenes:
        scenes["orders"].advance(0)
        for batch, factor in enumerate(factors, 1):
            scenes["orders"].round(batch, f"batch times {factor}", results)
    for name, work in (("demo", heap.demo), ("adoption", heap.adoption)):
        done = work(stage.bench)
        if done.error:
            results.error(name, "routed", done.error)
        else:
            results.add(name, "routed", 1, done.cost, heap="2g")


def maintenance(stage: Stage, results: Results) -> None:
    """Small batches without and with cdc_maintain after each 20th: the first ten and the last ten, merged and read."""
    many, measured, every = 200, 10, 20
    history = History("maintenance", stage.size.side_rows, (Batch(stage.size.small_batch),) * many)
    made = [(label, history, "debezium", ("straight",)) for label in ("without", "with")]
    with stage.scenes(*made) as scenes:
        for scene in scenes.values():
            scene.advance(0)
        for batch in range(1, many + 1):
            step = "first ten" if batch <= measured else "last ten" if batch > many - measured else ""
            for label in list(scenes)[:: 1 if batch % 2 else -1]:
                _maintained(scenes[label], batch, f"{step}, {label}" if step else "", results)
            if batch % every == 0:
                scenes["with"].command("straight", "cdc_maintain", results, batch, *MAINTAIN)
        for label, scene in scenes.items():
            scene.check("straight", f"last ten, {label}", results, many)


def _maintained(scene: Scene, batch: int, step: str, results: Results) -> None:
    scene.land(batch)
    words = ("run", "--exclude", *CONTROL)
    if not step:
        scene.contenders["straight"].project.dbt(*words)  # type: ignore[attr-defined]
    else:
        scene.command("straight", f"merge, {step}", results, batch, *words)
        (table,) = scene.contenders["straight"].relations
        read = f"select sum(hash(*)) from {table}"
        cost = scene.bench.meter.of(lambda: [scene.spark.sql(read).collect() for _ in range(10)])
        results.add(f"read ten times, {step}", "straight", batch, cost)
    scene.read["straight"] = batch


def auto(stage: Stage, results: Results) -> None:
    """Spark's own AUTO CDC, as its index has it, with the tables' formats; its error where it does not run."""
    auto_cdc.measure(stage.bench, stage.size.rows, stage.size.batch, stage.side_rounds, results)


CASES: Mapping[str, Callable[[Stage, Results], None]] = {
    "main": main, "noop": noop, "small": small, "control": control, "special": special, "big": big, "big20": big20,
    "long": long, "tables": tables, "schema": schema, "formats": formats, "keys": keys, "memory": memory,
    "maintenance": maintenance,
    "auto_cdc": auto,
}  # fmt: skip
DEFAULT = tuple(name for name in CASES if name not in ("big20", "maintenance"))  # each takes as long as all others


def run(stage: Stage) -> None:
    """Run the selected cases, in their order here."""
    for name, case in CASES.items():
        if name in stage.selected:
            about = (case.__doc__ or "").strip()
            log(f"case {name}: {about}")
            stage.case, results = name, stage.bench.results(name, about)
            try:
                case(stage, results)
            except Exception as error:  # the other cases go on
                traceback.print_exc()
                results.error(name, "", f"{type(error).__name__}: {error}")
