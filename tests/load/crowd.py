"""An honest game beside a crowd that says nothing or reads nothing, and how late it is then.

    python tests/load/crowd.py             about two minutes
    python tests/load/crowd.py --rounds 3 --seconds 5

One server process, one process for the crowd, and this one, which plays at three tables with
four seats each and takes the time from an action to its answer. In every round the crowd is
away for one window and there for one, in turns. What is printed are medians over the rounds
of each window's p50 and p99, the ratio, and the most memory that the server had. No figure
makes anything fail.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
from functools import partial
from typing import Final

import trio
from children import Child, child, counts, resident_kib
from players import SEATS, play, sit_down
from terms import DEAF, MUTE, SETTINGS, TABLES

__all__: list[str] = []

PACE: Final = 0.07
"""Between two actions of a table, so that no seat comes near the limit of five a second."""


# --- the rounds -----------------------------------------------------------------------------


async def _window(waits: list[float], seconds: float) -> tuple[float, float, int]:
    """p50 and p99 in milliseconds, and how many answers they are of."""
    waits.clear()
    await trio.sleep(seconds)
    taken = sorted(waits)
    return taken[len(taken) // 2] * 1e3, taken[int(len(taken) * 0.99)] * 1e3, len(taken)


async def _gathered(mob: Child, wanted: bool) -> list[int]:
    """Wait until the crowd is there, or is gone; how many are, and were thrown out."""
    told = await counts(mob, "ON" if wanted else "OFF")
    with trio.move_on_after(20):
        while (told[0] > MUTE * 0.9 and told[1] > DEAF * 0.9) is not wanted:
            await trio.sleep(0.2)
            told = await counts(mob, "COUNT")
    await trio.sleep(1)
    return told


async def run(rounds: int, seconds: float) -> None:
    waits: list[float] = []
    found: dict[bool, list[tuple[float, float, int]]] = {False: [], True: []}
    with child(0, "house.py") as house:
        assert house.stdout is not None
        port = int(house.stdout.readline().split()[1])
        async with trio.open_nursery() as nursery:
            connect = partial(trio.open_tcp_stream, "127.0.0.1", port)
            tables = [await sit_down(connect, nursery, waits) for _ in range(TABLES)]
            for players in tables:
                nursery.start_soon(play, players, lambda: PACE)
            codes = [players[0].seated.table for players in tables if players[0].seated]
            await trio.sleep(2)
            before = resident_kib(house.pid)
            with child(1, "mob.py", str(port), *codes) as mob:
                for number in range(rounds):
                    for there in (False, True) if number % 2 else (True, False):
                        crowd = await _gathered(mob, there)
                        window = await _window(waits, seconds)
                        found[there].append(window)
                        crowd = await counts(mob, "COUNT")
                        print(_line(number, there, window, crowd, resident_kib(house.pid)))
                _report(found, before, resident_kib(house.pid, "VmHWM"))
            nursery.cancel_scope.cancel()


def _line(
    number: int, there: bool, window: tuple[float, float, int], crowd: list[int], kib: int
) -> str:
    mute, deaf, mute_out, deaf_out = crowd
    return (
        f"round {number + 1} {'with   ' if there else 'without'}: "
        f"p50 {window[0]:6.2f} ms, p99 {window[1]:7.2f} ms of {window[2]:5} answers; "
        f"{mute:4} mute, {deaf:3} deaf, thrown out so far {mute_out} and {deaf_out}; "
        f"server {kib / 1024:.0f} MiB"
    )


def _report(found: dict[bool, list[tuple[float, float, int]]], before: int, most: int) -> None:
    def median(there: bool, which: int) -> float:
        return statistics.median(window[which] for window in found[there])

    print()
    for which, name in ((0, "p50"), (1, "p99")):
        without, beside = median(False, which), median(True, which)
        print(
            f"{name}: {without:.2f} ms without the crowd, {beside:.2f} ms with it, "
            f"ratio {beside / without:.2f}"
        )
    each = (most - before) / (MUTE + DEAF)
    print(
        f"memory of the server: {before / 1024:.0f} MiB before, {most / 1024:.0f} MiB at most, "
        f"{each:.1f} KiB for each of the crowd"
    )


def main() -> None:
    options = argparse.ArgumentParser(description="an honest game beside a crowd")
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--seconds", type=float, default=8)
    given = options.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    load = os.getloadavg()[0]
    print(
        f"{MUTE} mute and {DEAF} deaf beside {TABLES} tables of {SEATS}; load before {load:.1f}"
    )
    print("settings:", ", ".join(f"{name} {value}" for name, value in SETTINGS.items()))
    trio.run(run, given.rounds, given.seconds)


if __name__ == "__main__":
    main()
