"""Builds a small project with an earlier release and keeps its tables in tests/data/releases, for the test of upgrades.

    git worktree add --detach ../released <commit or tag>
    .spark_cdc/venv/bin/python tests/python/keep_release.py ../released 0.1.0

It lands random histories (histories.py), of which the release reads a part, in several runs; the others are for
the release that takes the tables over. tests/data/releases/README.md has what is kept.
"""

from __future__ import annotations

import itertools
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import histories
import project
import releases
import spark_process
from draws import draw_one
from histories import KEY, Shard, deliveries
from releases import LANDING, SCHEMA, STREAMS, Landed, Stream
from test_histories import land_rows

APPENDS = 6
BUILDS = ((0, 1), (2,), (3,))  # the appends that the earlier release reads, by run


def drawn(stream: Stream, number: int) -> list[Landed]:
    """Return what lands in a stream: rows of several source tables, late ones and copies, and two broken ones."""
    chance = random.Random(number)
    form = stream.form
    rows: list[tuple[dict[str, object], str | None, int | None]] = []
    for shard in range(6):
        kind = stream.kinds[shard % len(stream.kinds)]
        keyed = kind == "keyed"
        strategy = histories.keyed_histories(form) if keyed else histories.bag_histories(form)
        one = Shard.of(shard, "orders" if keyed else "visits", KEY if keyed else (), draw_one(strategy, number + shard))
        for message in form.encode(one, chance):
            rows += [(row, kind, shard) for row in deliveries(form, message, releases.LATENESS, chance)]
    for _ in range(2):
        like = chance.choice(rows)[0]
        rows.append(({**like, "offset": chance.randrange(10**7, 10**8), "value": '{"op":'}, None, None))
    rows.sort(key=lambda found: (found[0]["timestamp"], found[0]["topic"], found[0]["offset"]))
    ends = [len(rows) * append // APPENDS for append in range(APPENDS + 1)]
    return [
        Landed(append, stream.name, kind, shard, dict(row))
        for append, (first, last) in enumerate(itertools.pairwise(ends))
        for row, kind, shard in rows[first:last]
    ]


def main(checkout: Path, version: str) -> None:
    """Build, compare with the reference, and keep."""
    from spark_cdc_udfs.registration import register_all

    folder = releases.DATA / version
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    landed = [one for number, stream in enumerate(STREAMS) for one in drawn(stream, 100 * (number + 1))]
    releases.write_messages(folder, landed)
    project.ROOT = checkout
    with tempfile.TemporaryDirectory(dir=spark_process.HOME) as home:
        (Path(home) / "warehouse").mkdir()
        (Path(home) / "ivy").symlink_to(spark_process.HOME / "ivy")
        spark = spark_process.session(Path(home), None)
        register_all(spark)
        made = project.Project(Path(home) / "p", SCHEMA, control=True)
        releases.write_project(made)
        variables = {"SPARK_CDC_HOME": home, "SPARK_CDC_SCHEMA": SCHEMA, "PYTHONPATH": str(checkout / "udfs")}

        def dbt(command: str) -> None:
            where = ["--profiles-dir", str(checkout / "profiles")]
            program = Path(sys.executable).with_name("dbt")
            subprocess.run([program, command, *where], cwd=made.path, env={**os.environ, **variables}, check=True)

        dbt("deps")
        for build in BUILDS:
            for stream in STREAMS:
                rows = [one.row for one in landed if one.stream == stream.name and one.append in build]
                land_rows(spark, stream.form, f"{LANDING}.{stream.name}", rows)
            dbt("build")
        read = [one for one in landed if one.append <= BUILDS[-1][-1]]
        for stream in STREAMS:
            usable = [one for one in read if not releases.is_oversized(stream, one)]
            for model in stream.tables():
                assert releases.current(spark, model) == releases.expected(stream, model, usable), model
        releases.keep(spark, folder)
        spark.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), sys.argv[2])
