"""A real server is killed again and again while eight clients play; nothing may be lost.

    python tests/killloop/run.py --kills 200 --seed 1

After each SIGKILL the journal is read before the next server starts: every action that a
client was given an answer to has to be in it, once, with that answer, and every room has to
come out as it stood. The clients come back by themselves. At the end all matches are
played out and everybody gets up.
"""

from __future__ import annotations

import argparse
import random
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import trio
from audit import Account, account_of, disagreements
from house import House, free_port

from bots import Bot
from rummy_client.secure import pin_at, sealed
from rummy_protocol.messages import Create, Join
from rummy_protocol.views import Stage
from rummy_server.journal import Batch
from rummy_server.store.reader import StoreReader

__all__: list[str] = []

GAMES: Final = ("basic", "romme_40")
SEATS: Final = 4
DATABASE: Final = "tables.sqlite"
SHORTEST, LONGEST = 0.05, 0.25
"""Seconds for which they play between the first answer of a life and its end."""
EARLY: Final = 0.1
"""The share of lives that end at any moment from the start on, often before anybody is back."""
START_SECONDS: Final = 1.2
PATIENCE: Final = 120
"""Seconds without any answer after which the loop has failed."""


class Loop:
    """One run of the kill loop."""

    def __init__(self, place: Path, kills: int, seed: int) -> None:
        self.place = place
        self.kills = kills
        self.chance = random.Random(seed)
        self.house = House(place / "data", free_port(), place / "server.log")
        self.bots: list[Bot] = []
        self.faults: list[str] = []
        self.back: list[float] = []
        """Seconds from the start of a server to the last client's return."""
        self.killed = 0

    async def run(self) -> None:
        await self.house.start()
        async with trio.open_nursery() as nursery:
            for game in GAMES:
                await self._company(nursery, game)
            while self.killed < self.kills and not self.faults:
                await self._one_life()
                await self._die()
                await self.house.start()
            await self._play_out()
        self.faults += [
            f"the server ended with {code}" for code in [await self.house.stop()] if code
        ]
        self._check(last=True)

    async def _company(self, nursery: trio.Nursery, game: str) -> None:
        where = ("127.0.0.1", self.house.port)
        connect = sealed(*where, await self._pin())
        bots = [Bot(f"{game} {n}", connect, where, self.chance) for n in range(SEATS)]
        self.bots += bots
        table = Create(
            0, game, b"", b"", preset=game, seats=SEATS, turn_seconds=600, hold_seconds=3600
        )
        nursery.start_soon(bots[0].run, table)
        await self._until(lambda: bool(bots[0].answers.table))
        for bot in bots[1:]:
            nursery.start_soon(bot.run, Join(0, bots[0].answers.table, b"", b""))

    async def _pin(self) -> str:
        """The pin of the house, as soon as it answers; it stays the same in all its lives."""
        while True:
            with suppress(OSError):
                return await pin_at("127.0.0.1", self.house.port)
            await trio.sleep(0.1)

    async def _one_life(self) -> None:
        """Let the server live until it is time to kill it."""
        if self.chance.random() < EARLY:
            await trio.sleep(self.chance.uniform(0, START_SECONDS))
            return
        before = self._answered()
        began = trio.current_time()
        await self._until(lambda: all(bot.online for bot in self.bots))
        self.back.append(trio.current_time() - began)
        await self._until(lambda: self._answered() > before)
        await trio.sleep(self.chance.uniform(SHORTEST, LONGEST))

    async def _die(self) -> None:
        if self.house.ended is not None:
            self.faults.append(f"the server ended by itself with {self.house.ended}")
            return
        await self.house.kill()
        self.killed += 1
        for bot in self.bots:
            bot.online = False
        self._check()
        if self.killed % 20 == 0:
            print(f"{self.killed} kills, {self._answered()} answers, none lost", flush=True)

    async def _play_out(self) -> None:
        """Nobody is killed any more: the matches are played to their ends."""
        for bot in self.bots:
            bot.leaving = True
        await self._until(lambda: all(bot.gone for bot in self.bots))

    def _answered(self) -> int:
        return sum(len(bot.answers.given) for bot in self.bots)

    async def _until(self, done) -> None:
        """Wait until *done*, as long as anything moves."""
        last, moved = -1, trio.current_time()
        while not done():
            await trio.sleep(0.005)
            now = self._answered() + sum(bot.answers.seatings for bot in self.bots)
            if now != last:
                last, moved = now, trio.current_time()
            elif trio.current_time() - moved > PATIENCE:
                raise RuntimeError(f"nothing moves any more: {list(self._standing())}")

    def _standing(self) -> Iterator[str]:
        for bot in self.bots:
            stage = bot.view.table.stage if bot.view else None
            yield f"{bot.name} online={bot.online} {stage} {bot.refusals[-2:]}"

    # --- what is in the journal -------------------------------------------------------------

    def _check(self, *, last: bool = False) -> None:
        accounts = {table: account_of(batches) for table, batches in self._kept()}
        for bot in self.bots:
            if bot.answers.table:
                account = accounts.get(bot.answers.table, Account())
                self.faults += disagreements(bot, account) if not bot.gone else ()
        for table, account in accounts.items():
            self.faults += [f"{table}: {what}" for what in account.strange]
            self.faults += [f"{table}: action {number} twice" for _, number in account.twice]
            if last and (account.room is None or account.room.stage is not Stage.CLOSED):
                self.faults.append(f"{table} was not closed")
            if last and account.began != account.ended:
                self.faults.append(f"{table}: {account.ended} of {account.began} matches ended")
        self.accounts = accounts

    def _kept(self) -> Iterator[tuple[str, tuple[Batch, ...]]]:
        """Every table in a copy of the journal: the next server finds it as it was left."""
        copy = self.place / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(
            self.house.folder, copy, ignore=shutil.ignore_patterns("*.sock", "lock")
        )
        with StoreReader(copy / DATABASE) as reader:
            for table in tuple(reader.tables()):
                yield table.id, reader.verified(table)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as place:
        loop = Loop(Path(place), asked.kills, asked.seed)
        trio.run(loop.run)
        told = (Path(place) / "server.log").read_text(errors="replace")
    report(loop, time.monotonic() - began)
    if loop.faults:
        print(told[-2000:])
    return 1 if loop.faults else 0


def report(loop: Loop, seconds: float) -> None:
    accounts = loop.accounts.values()
    kept = sum(len(account.answers) for account in accounts)
    told = sum(len(bot.answers.given) for bot in loop.bots)
    back = sorted(loop.back) or [0.0]
    print(
        f"{loop.killed} kills in {seconds:.0f} s, {loop.house.lives} lives of the server.",
        f"{told} answers were heard, {kept} actions are in the journal, "
        f"{kept - told} of them were never heard to be answered.",
        f"Acknowledged and lost, or twice, or otherwise: {len(loop.faults)}.",
        f"Matches begun {sum(one.began for one in accounts)}, "
        f"ended {sum(one.ended for one in accounts)}.",
        f"Seats taken up again: {sum(bot.answers.seatings - 1 for bot in loop.bots)}. "
        f"All eight back after the start: median {statistics.median(back):.1f} s, "
        f"longest {back[-1]:.1f} s.",
        *loop.faults[:20],
        sep="\n",
    )


if __name__ == "__main__":
    sys.exit(main())
