"""What the kernel says about a process and a core. Reads /proc only, and needs Linux."""

from __future__ import annotations

import os
import resource
from pathlib import Path

__all__ = ["core_seconds", "cpu_seconds", "more_files", "percentile", "pin", "resident_kib"]


def cpu_seconds(pid: int) -> float:
    """CPU time that all threads of a process have used, to the nanosecond."""
    total = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        try:
            total += int((task / "schedstat").read_text().split()[0])
        except OSError:
            continue
    return total / 1e9


def core_seconds(core: int) -> float:
    """Time that *core* has been busy, whoever used it."""
    for line in Path("/proc/stat").read_text().splitlines():
        name, *fields = line.split()
        if name == f"cpu{core}":
            user, nice, system, _idle, _wait, irq, softirq, steal = map(int, fields[:8])
            return (user + nice + system + irq + softirq + steal) / os.sysconf("SC_CLK_TCK")
    return 0.0


def resident_kib(pid: int) -> int:
    """The memory of a process that is in RAM."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Rss:"):
            return int(line.split()[1])
    raise RuntimeError("no Rss line")


def pin(core: int) -> None:
    """Keep this process on *core*, where there is one."""
    if core in os.sched_getaffinity(0):
        os.sched_setaffinity(0, {core})


def more_files() -> None:
    """Let this process open as many files as it is allowed to."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def percentile(values: list[float], share: float) -> float | None:
    """The value below which *share* of the sorted *values* lie."""
    return values[min(len(values) - 1, int(share * len(values)))] if values else None
