"""The door for ssh under load: memory and CPU of a session, keys, and what stays of the gone.

    python tests/load/ssh.py               about two minutes
    python tests/load/ssh.py --sessions 20 --seconds 3

A house that encrypts, the door in a process of its own, one process for those who come by ssh,
and this one, which plays at a table of four that all of them watch. Memory is looked at after a
garbage collection. CPU is that of the door's process, as the kernel counts it; keys are timed
from the ssh client that sends a letter until the same client has what draws it. At last some
come and go, in rounds, after which the door's memory should be back. No figure makes anything
fail.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
import trio
from children import Child, ask, child, counts, cpu_seconds, resident_kib
from players import Player, play, sit_down

from rummy_client.secure import sealed
from rummy_client.ssh.errand import Errand, House, Opened

__all__: list[str] = []

STILL: Final = 1.0
"""Seconds between two moves of a table at which people think."""
FAST: Final = 0.05
"""Twenty moves a second: more than anybody plays, as the client is measured with, too."""
FEW: Final = 10
LETTERS: Final = 24


class Stage(NamedTuple):
    """Everybody who takes part."""

    door: Child
    callers: Child
    players: list[Player]
    nursery: trio.Nursery
    seconds: float


@asynccontextmanager
async def _stage(seconds: float) -> AsyncIterator[Stage]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        house = stack.enter_context(child(1, "house.py", str(folder)))
        assert house.stdout is not None
        _, port, pin = (await trio.to_thread.run_sync(house.stdout.readline)).split()
        there = House("127.0.0.1", int(port), pin)
        door = stack.enter_context(child(0, "door.py"))
        errand = Errand(bind="127.0.0.1", port=0, house=there, folder=str(folder / "ssh"))
        opened = msgspec.json.decode(
            await ask(door, msgspec.json.encode(errand).decode()), type=Opened
        )
        callers = stack.enter_context(child(1, "callers.py", str(opened.port)))
        async with trio.open_nursery() as nursery:
            players = await sit_down(sealed(*there), nursery, [])
            yield Stage(door, callers, players, nursery, seconds)
            nursery.cancel_scope.cancel()


class Pace:
    """How fast the table plays; it can be told to play otherwise while it does."""

    def __init__(self) -> None:
        self.seconds = STILL

    def __call__(self) -> float:
        return self.seconds


# --- what is measured ------------------------------------------------------------------------


async def _memory(stage: Stage) -> int:
    """KiB of the door after a garbage collection."""
    return (await counts(stage.door, "LOOK"))[2]


async def _window(stage: Stage, name: str, sessions: int) -> None:
    """Print what the door needed while the table plays as it does now."""
    before, read = cpu_seconds(stage.door.pid), (await counts(stage.callers, "READ"))[0]
    seen, began = _seen(stage), trio.current_time()
    await trio.sleep(stage.seconds)
    seconds = trio.current_time() - began
    used = (cpu_seconds(stage.door.pid) - before) / seconds
    read = (await counts(stage.callers, "READ"))[0] - read
    print(
        f"{name}, {sessions} sessions: {(_seen(stage) - seen) / seconds:.1f} events a second, "
        f"{used * 100:.0f} % of a core, {used * 1000 / sessions:.1f} ms a second for each, "
        f"{read / 1024 / seconds / sessions:.1f} KiB a second to each",
        flush=True,
    )


def _seen(stage: Stage) -> int:
    update = stage.players[0].update
    return update.seq if update is not None else 0


async def _keys(stage: Stage, name: str) -> None:
    waits = sorted(map(float, (await ask(stage.callers, f"TYPE {LETTERS}")).split()))
    p50, p95 = waits[len(waits) // 2], waits[int(len(waits) * 0.95)]
    print(f"{name}, key to echo: p50 {p50:.1f} ms, p95 {p95:.1f} ms", flush=True)


async def _nobody(stage: Stage) -> int:
    """Have all hang up; the door's memory when it has noticed."""
    await ask(stage.callers, "GO")
    # Another process could not tell us.
    while any((told := await counts(stage.door, "LOOK"))[:2]):  # noqa: ASYNC110
        await trio.sleep(0.1)
    return told[2]


async def _crowd(stage: Stage, sessions: int, pace: Pace) -> None:
    empty = await _memory(stage)
    print(f"door without anybody: {empty / 1024:.1f} MiB", flush=True)
    await ask(stage.callers, f"COME {sessions}")
    _told_each("in the lobby", await _memory(stage) - empty, sessions)
    await ask(stage.callers, "WATCH")
    _told_each("watching", await _memory(stage) - empty, sessions)
    await _window(stage, "nothing happens", sessions)
    stage.nursery.start_soon(play, stage.players, pace)
    await _window(stage, "people play", sessions)
    await _keys(stage, f"people play, {sessions} sessions")
    pace.seconds = FAST
    await _window(stage, "twenty moves a second", sessions)
    await _keys(stage, f"twenty moves a second, {sessions} sessions")
    _told_each("after that", await _memory(stage) - empty, sessions)
    most = resident_kib(stage.door.pid, "VmHWM")
    print(f"door at most: {most / 1024:.1f} MiB", flush=True)


def _told_each(where: str, kib: int, sessions: int) -> None:
    print(f"memory of a session, {where}: {kib / 1024 / sessions:.2f} MiB", flush=True)


async def _few(stage: Stage) -> None:
    await ask(stage.callers, f"COME {FEW}")
    await ask(stage.callers, "WATCH")
    await _window(stage, "twenty moves a second", FEW)
    await _keys(stage, f"twenty moves a second, {FEW} sessions")


async def run(sessions: int, rounds: int, seconds: float) -> None:
    pace = Pace()
    async with _stage(seconds) as stage:
        await _crowd(stage, sessions, pace)
        print(f"door when all have gone: {await _nobody(stage) / 1024:.1f} MiB", flush=True)
        await _few(stage)
        await _nobody(stage)
        pace.seconds = STILL
        for number in range(1, rounds + 1):
            await ask(stage.callers, f"COME {sessions // 2}")
            await ask(stage.callers, "WATCH")
            left = await _nobody(stage)
            print(
                f"round {number}: {sessions // 2} came and went, {left / 1024:.1f} MiB left",
                flush=True,
            )


def main() -> None:
    options = argparse.ArgumentParser(description="the door for ssh under load")
    options.add_argument("--sessions", type=int, default=100)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--seconds", type=float, default=8)
    given = options.parse_args()
    print(f"{given.sessions} sessions of 80 by 24; load before {os.getloadavg()[0]:.1f}")
    trio.run(run, given.sessions, given.rounds, given.seconds)


if __name__ == "__main__":
    main()
