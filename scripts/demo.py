"""Builds the samples and shows one screen about them; `make demo` runs it, in an environment that has dbt.

The output of dbt and Spark goes to .spark_cdc/logs, and a line of progress here.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any

from dbt.cli.main import dbtRunner

ROOT = Path(__file__).resolve().parents[1]
LOGS = ROOT / ".spark_cdc" / "logs"


class Progress:
    """Prints how many of dbt's models, seeds and tests are done: over one line of a terminal, else now and then."""

    def __init__(self, is_terminal: bool) -> None:
        """Start the clock."""
        self.is_terminal, self.began, self.printed = is_terminal, time.monotonic(), 0.0
        self.done = self.total = 0

    def __call__(self, event: Any) -> None:
        """Take one of dbt's events."""
        if event.info.name == "LogStartLine":
            self.total = event.data.total
        elif event.info.name == "NodeFinished":
            self.done += 1
        now = time.monotonic()
        if self.total and now - self.printed > (0.2 if self.is_terminal else 15):
            self.printed = now
            self.show(end="\r" if self.is_terminal else "\n")

    def show(self, end: str = "\n") -> None:
        """Print how far it is."""
        seconds = time.monotonic() - self.began
        print(f"{self.done} of {self.total} models, seeds and tests done ({seconds:.0f} s)", end=end, flush=True)


def main() -> int:
    """Build the samples in examples/ and show them; return the exit status."""
    LOGS.mkdir(parents=True, exist_ok=True)
    os.chdir(ROOT / "examples")
    java = os.open(LOGS / "java.log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(java, 2)  # Java's own words, which nobody asked for
    print("Starting Spark ...", flush=True)
    progress = Progress(sys.stdout.isatty())
    built = dbtRunner(callbacks=[progress]).invoke(["build", "--quiet"])
    if progress.total:
        progress.show()
    if not built.success:
        print(f"The samples could not be built; see above, and {LOGS}/dbt.log and java.log.", flush=True)
        return 1
    shown = dbtRunner().invoke(["run-operation", "show_samples", "--quiet"])
    return 0 if shown.success else 1


if __name__ == "__main__":
    sys.exit(main())
