"""The store against the system calls themselves; needs strace, so it is no test of the suite.

    python tests/store/with_strace.py [RUNS]

First it watches a writer and sees that no batch is answered between a write to the log and
its flush. Then a writer's n-th write or flush fails, with an error that no real disk could
be asked for, and everything that was answered has to be in the file afterwards.
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from rummy_server.store.reader import StoreReader

__all__: list[str] = []

WRITER = Path(__file__).parent / "writer.py"
OPENED = re.compile(r'openat\(.*"([^"]+)".*= (\d+)')
CALL = re.compile(r"(pwrite64|fdatasync|fsync|write)\((\d+)(.*)")
FAULTS = (
    ("fdatasync", "EIO"),
    ("fdatasync", "ENOSPC"),
    ("pwrite64", "ENOSPC"),
    ("pwrite64", "EIO"),
)


def traced(place, tables, *options):
    """What a writer says within eight seconds, under strace."""
    command = ["timeout", "8", "strace", "-f", "-o", place / "trace", *options]
    command += [sys.executable, WRITER, place / "tables.sqlite", str(tables)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.splitlines()


def watch(place):
    """How many batches were answered, and how many of them before the flush."""
    calls = "trace=openat,pwrite64,fdatasync,fsync,write"
    traced(place, 1, "-e", calls)
    files, unflushed, answers, early = {}, False, 0, 0
    for line in (place / "trace").read_text(errors="replace").splitlines():
        if found := OPENED.search(line):
            files[found[2]] = found[1]
        elif found := CALL.search(line):
            call, file, rest = found.groups()
            if files.get(file, "").endswith("-wal"):
                unflushed = call == "pwrite64"
            if file == "1" and rest.startswith(', "T'):
                answers += 1
                early += unflushed
    return answers, early


def injure(place, call, error, when):
    """What was answered before the fault, and the tables of which something is missing."""
    said = traced(
        place, 6, "-e", f"trace={call}", "-e", f"inject={call}:error={error}:when={when}"
    )
    answered = {}
    for line in said:
        table, _, count = line.partition(" ")
        if table.startswith("T"):
            answered[table] = int(count)
    assert sum(line.startswith("failed") for line in said) == 6, said[-6:]
    with StoreReader(place / "tables.sqlite") as reader:
        assert reader.faults() == []
        kept = {table.id: len(reader.verified(table)) for table in reader.tables()}
    return answered, [code for code, count in answered.items() if kept.get(code, 0) < count]


def main(runs):
    chance, answers, lost = random.Random(runs), 0, []
    with TemporaryDirectory() as place:
        seen, early = watch(Path(place))
    print(f"{seen} batches watched: {early} answered before the log was flushed")
    for number in range(runs):
        call, error = FAULTS[number % len(FAULTS)]
        with TemporaryDirectory() as place:
            answered, missing = injure(Path(place), call, error, chance.randrange(20, 160))
        answers += sum(answered.values())
        lost += missing
    print(f"{runs} faults injected: {answers} batches answered before them, {len(lost)} lost")
    return 1 if early or lost else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if sys.argv[1:] else 24))
