"""A process that keeps matches and says what was acknowledged, until it is stopped.

    python writer.py DATABASE TABLES [BYTES]

One line on the output for each batch that was kept: the table and how many it has. With
BYTES no file of the process may grow by more than that, as on a disk that is full.
"""

from __future__ import annotations

import os
import resource
import sys
from pathlib import Path

import trio
from matches import Match

from rummy_server.journal import StorageFailed
from rummy_server.store.sqlite import SqliteJournal

__all__: list[str] = []


def say(words):
    os.write(1, f"{words}\n".encode())


async def main(database, tables, more):
    journal = SqliteJournal(database)
    kept = await journal.begin()
    if more:
        most = database.with_name(database.name + "-wal").stat().st_size + more
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    say(f"epoch {kept.epoch}")
    async with trio.open_nursery() as nursery:
        for number in range(tables):
            nursery.start_soon(play, journal, kept, f"T{number:04}")


async def play(journal, kept, code):
    """Play the match that is kept of this table on from where it stands."""
    batches = Match(code, seats=2).batches()
    done = len(await journal.read(code)) if code in kept.live else 0
    for number, batch in enumerate(batches):
        if number < done:
            continue
        try:
            await journal.append(code, number, kept.epoch, batch)
        except StorageFailed as exc:
            say(f"failed {exc}")
            return
        say(f"{code} {number + 1}")


if __name__ == "__main__":
    sys.stdout.flush()
    trio.run(main, Path(sys.argv[1]), int(sys.argv[2]), int((sys.argv[3:] or ["0"])[0]))
