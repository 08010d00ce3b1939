"""What work costs: CPU seconds of Spark's Java process and its workers, of this process, wall time and peak memory."""

from __future__ import annotations

import gc
import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_TICKS = os.sysconf("SC_CLK_TCK")
_MEGABYTE = 1 << 20


@dataclass
class Cost:
    """What a piece of work cost; `cpu` is Spark's, `own` this process's, which runs dbt."""

    wall: float = 0.0
    cpu: float = 0.0
    own: float = 0.0
    rss_mb: float = 0.0  # peak resident memory of the Java process
    old_mb: float = 0.0  # peak of the heap's old generation: what outlived a young collection

    def __add__(self, more: Cost) -> Cost:
        """Return the cost of both, one after the other."""
        peaks = max(self.rss_mb, more.rss_mb), max(self.old_mb, more.old_mb)
        return Cost(self.wall + more.wall, self.cpu + more.cpu, self.own + more.own, *peaks)


def _process_fields(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:  # it has ended
        return []


def seconds(pid: int, with_ended_children: bool = True) -> float:
    """Return the CPU seconds of a process, 0 if it has ended."""
    fields = _process_fields(pid)
    return sum(int(value) for value in fields[11 : 15 if with_ended_children else 13]) / _TICKS


def peak_mb(pid: int) -> float:
    """Return the largest resident memory that a process has had since it began, or since its peak was reset."""
    status = Path(f"/proc/{pid}/status").read_text().splitlines()
    return round(next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024)


def descendants(pid: int) -> Iterator[int]:
    """Yield a process and all that it started, directly or not."""
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):
        if name.isdigit() and (fields := _process_fields(int(name))):
            children.setdefault(int(fields[1]), []).append(int(name))
    waiting = [pid]
    while waiting:
        found = waiting.pop()
        yield found
        waiting += children.get(found, [])


class Meter:
    """Measures work on one Spark session that lives in a Java process of its own."""

    def __init__(self, spark: Any) -> None:
        """Find the session's Java process."""
        self._jvm = spark._jvm
        self.pid = int(self._jvm.java.lang.ProcessHandle.current().pid())
        beans = self._jvm.java.lang.management.ManagementFactory.getMemoryPoolMXBeans()
        self._old = next((bean for bean in beans if any(word in bean.getName() for word in ("Old", "Tenured"))), None)

    def java_cpu(self) -> float:
        """Return the CPU seconds of the Java process alone, which is quickly found."""
        return seconds(self.pid, with_ended_children=False)

    def cpu(self) -> float:
        """Return the CPU seconds of the Java process and its workers so far."""
        return sum(seconds(pid) for pid in descendants(self.pid))

    def _reset_peaks(self) -> None:
        with suppress(PermissionError):  # then the peak is that of the process so far
            Path(f"/proc/{self.pid}/clear_refs").write_text("5")
        if self._old is not None:
            self._old.resetPeakUsage()

    def _peaks(self) -> tuple[float, float]:
        old = self._old.getPeakUsage().getUsed() / _MEGABYTE if self._old is not None else 0.0
        return peak_mb(self.pid), round(old)

    def collect_garbage(self) -> None:
        """Collect in both processes, so that no measurement includes the garbage of another one."""
        gc.collect()
        self._jvm.java.lang.System.gc()

    @contextmanager
    def measured(self) -> Iterator[Cost]:
        """Yield a cost that is filled when the block ends; garbage is collected ahead."""
        self.collect_garbage()
        self._reset_peaks()
        cost = Cost()
        wall, cpu, own = time.perf_counter(), self.cpu(), time.process_time()
        yield cost
        cost.wall, cost.cpu, cost.own = time.perf_counter() - wall, self.cpu() - cpu, time.process_time() - own
        cost.rss_mb, cost.old_mb = self._peaks()

    def of(self, work: Callable[[], object]) -> Cost:
        """Return what a piece of work costs."""
        with self.measured() as cost:
            work()
        return cost


@dataclass
class Ended:
    """A command that has ended, with what it and all that it started cost."""

    cost: Cost
    code: int
    output: str


def command(words: Sequence[str], folder: Path, environment: Mapping[str, str]) -> Ended:
    """Run a command and watch its session's processes, four times a second; the peak is the largest sum over them."""
    cost, used = Cost(), dict[int, float]()
    begun = time.perf_counter()
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(
            words, cwd=folder, env=dict(environment), stdout=output, stderr=output, start_new_session=True
        )
        while process.poll() is None:
            time.sleep(0.25)
            pids = list(_of_session(process.pid))
            used |= {pid: seconds(pid, with_ended_children=False) for pid in pids}
            cost.rss_mb = max(cost.rss_mb, sum(_resident(pid) for pid in pids))
        output.seek(0)
        text = output.read()
    cost.wall, cost.cpu = time.perf_counter() - begun, sum(used.values())
    return Ended(cost, process.returncode, text)


def _of_session(leader: int) -> Iterator[int]:
    for name in os.listdir("/proc"):
        if name.isdigit() and (fields := _process_fields(int(name))) and int(fields[3]) == leader:
            yield int(name)


def _resident(pid: int) -> float:
    fields = _process_fields(pid)
    return int(fields[21]) * os.sysconf("SC_PAGE_SIZE") / _MEGABYTE if fields else 0.0
