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
import secrets
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import trio
from terms import DEAF, MUTE, SETTINGS, TABLES

from rummy_protocol import PROTOCOL
from rummy_protocol.actions import Action, Discard, DrawStock
from rummy_protocol.connection import ClientEnd
from rummy_protocol.messages import (
    Act,
    Create,
    Goodbye,
    Hello,
    Join,
    Ping,
    Ready,
    Seated,
    Start,
    Update,
)
from rummy_protocol.views import Stage

__all__: list[str] = []

HERE: Final = Path(__file__).parent
SEATS: Final = 4
PACE: Final = 0.07
"""Between two actions of a table, so that no seat comes near the limit of five a second."""


class Player:
    """One honest seat."""

    def __init__(self, stream: trio.SocketStream, waits: list[float]) -> None:
        self.stream = stream
        self.end = ClientEnd()
        self._speaking = trio.Lock()
        self.waits = waits
        self.seated: Seated | None = None
        self.update: Update | None = None
        self.acts = 0
        self.sent_at = 0.0
        self.pending = False
        self.readied = 0

    async def say(self, *messages: Any) -> None:
        async with self._speaking:
            await self.stream.send_all(b"".join(map(self.end.send, messages)))

    async def listen(self) -> None:
        while data := await self.stream.receive_some():
            for message in self.end.receive(data):
                if isinstance(message, Update):
                    self.update = message
                elif isinstance(message, Seated):
                    self.seated = message
                elif isinstance(message, Goodbye):
                    raise RuntimeError(f"an honest player was thrown out: {message}")
                elif self.pending and getattr(message, "id", None) == self.acts:
                    self.waits.append(time.perf_counter() - self.sent_at)
                    self.pending = False

    def action(self) -> Action | None:
        you = self.update.you if self.update is not None else None
        if you is None or self.pending:
            return None
        if "draw" in you.may:
            return DrawStock()
        if "discard" in you.may:
            return Discard(next(card for card in you.hand if card != you.locked))
        return None

    async def move(self) -> None:
        """Act, if it is this seat's turn, or be ready for the next deal."""
        action = self.action()
        assert self.update is not None
        if action is not None:
            self.acts += 1
            self.pending, self.sent_at = True, time.perf_counter()
            await self.say(Act(self.acts, self.update.seq, action))
        elif self.update.table.stage is Stage.SCORING and self.readied != self.update.seq:
            self.readied = self.update.seq
            await self.say(Ready(0))

    async def live(self) -> None:
        while True:
            await trio.sleep(8)
            await self.say(Ping())


async def _player(port: int, nursery: trio.Nursery, waits: list[float]) -> Player:
    player = Player(await trio.open_tcp_stream("127.0.0.1", port), waits)
    nursery.start_soon(player.listen)
    nursery.start_soon(player.live)
    await player.say(Hello(PROTOCOL, secrets.token_hex(6)))
    return player


async def _table(port: int, nursery: trio.Nursery, waits: list[float]) -> list[Player]:
    changes = {"target": 10_000, "max_recycles": None}
    players = [await _player(port, nursery, waits) for _ in range(SEATS)]
    for player in players:
        key, secret = secrets.token_bytes(16), sha256(secrets.token_bytes(32)).digest()
        seated = players[0].seated
        if seated is None:
            await player.say(Create(1, "", key, secret, changes=changes, seats=SEATS))
        else:
            await player.say(Join(1, seated.table, key, secret))
        while player.seated is None or player.update is None:  # noqa: ASYNC110 fed by a callback
            await trio.sleep(0.01)
    await players[0].say(Start(2))
    return players


async def _play(players: list[Player]) -> None:
    while True:
        for player in players:
            await player.move()
        await trio.sleep(PACE)


# --- the two other processes ----------------------------------------------------------------


@contextmanager
def _child(core: int, *command: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, *command],
        cwd=HERE,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: os.sched_setaffinity(0, {core % (os.cpu_count() or 1)}),
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


async def _tell(mob: subprocess.Popen[str], word: str) -> list[int]:
    def ask() -> list[int]:
        assert mob.stdin is not None
        assert mob.stdout is not None
        mob.stdin.write(word + "\n")
        mob.stdin.flush()
        return [int(part) for part in mob.stdout.readline().split()]

    return await trio.to_thread.run_sync(ask)


def _kib(pid: int, what: str) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(what))


# --- the rounds -----------------------------------------------------------------------------


async def _window(waits: list[float], seconds: float) -> tuple[float, float, int]:
    """p50 and p99 in milliseconds, and how many answers they are of."""
    waits.clear()
    await trio.sleep(seconds)
    taken = sorted(waits)
    return taken[len(taken) // 2] * 1e3, taken[int(len(taken) * 0.99)] * 1e3, len(taken)


async def _gathered(mob: subprocess.Popen[str], wanted: bool) -> list[int]:
    """Wait until the crowd is there, or is gone; how many are, and were thrown out."""
    told = await _tell(mob, "ON" if wanted else "OFF")
    with trio.move_on_after(20):
        while (told[0] > MUTE * 0.9 and told[1] > DEAF * 0.9) is not wanted:
            await trio.sleep(0.2)
            told = await _tell(mob, "COUNT")
    await trio.sleep(1)
    return told


async def run(rounds: int, seconds: float) -> None:
    waits: list[float] = []
    found: dict[bool, list[tuple[float, float, int]]] = {False: [], True: []}
    with _child(0, "house.py") as house:
        assert house.stdout is not None
        port = int(house.stdout.readline().split()[1])
        async with trio.open_nursery() as nursery:
            tables = [await _table(port, nursery, waits) for _ in range(TABLES)]
            for players in tables:
                nursery.start_soon(_play, players)
            codes = [players[0].seated.table for players in tables if players[0].seated]
            await trio.sleep(2)
            before = _kib(house.pid, "VmRSS")
            with _child(1, "mob.py", str(port), *codes) as mob:
                for number in range(rounds):
                    for there in (False, True) if number % 2 else (True, False):
                        crowd = await _gathered(mob, there)
                        window = await _window(waits, seconds)
                        found[there].append(window)
                        crowd = await _tell(mob, "COUNT")
                        print(_line(number, there, window, crowd, _kib(house.pid, "VmRSS")))
                _report(found, before, _kib(house.pid, "VmHWM"))
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
