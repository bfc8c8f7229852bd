"""People who come by ssh, on terminals of 80 by 24: they watch the first table, and one writes.

    python tests/load/callers.py PORT

It reads from its input, and answers each line with one: COME N and WATCH when all have seen
what they came for, TYPE N with the milliseconds after which each of so many letters was drawn
for the one who writes, READ with the bytes that all have received, GO when all have hung up.
"""

from __future__ import annotations

import asyncio
import random
import sys
import time
from collections.abc import Callable
from typing import Any, Final

import asyncssh
import pyte

__all__: list[str] = []

LETTERS: Final = "αβγδεζηθικλμνξοπρστυφχψω"
"""Letters that no word of the game has, so that one is seen in what is drawn."""
LINE: Final = len(LETTERS)
"""After so many the line is dropped, and another begun."""
PATIENCE: Final = 120
CHANCE: Final = random.Random(1)


class Guest(asyncssh.SSHClient):
    """Somebody without a key."""

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(
        self, name: str, instructions: str, lang: str, prompts: Any
    ) -> list[str]:
        return []


class Caller:
    """One session. Its screen is looked at for as long as something is waited for."""

    def __init__(self, connection: asyncssh.SSHClientConnection, process: Any) -> None:
        self.connection = connection
        self.received = 0
        self.looks = True
        """Whether what comes is put on a screen."""
        self._process = process
        self._screen = pyte.Screen(80, 24)
        self._stream = pyte.Stream(self._screen)
        self._letter = ""
        self._come = asyncio.Event()
        self._reading = asyncio.ensure_future(self._read())

    async def _read(self) -> None:
        while some := await self._process.stdout.read(65_536):
            self.received += len(some)
            if self.looks:
                self._stream.feed(some)
            if self.looks or self._letter in some:
                self._come.set()

    async def press(self, keys: str, met: Callable[[str], bool]) -> None:
        """Press *keys*, and wait until the screen has *met* something."""
        self._process.stdin.write(keys)
        try:
            async with asyncio.timeout(PATIENCE):
                while not met(self._shown):
                    self._come.clear()
                    await self._come.wait()
        except TimeoutError:
            raise SystemExit(f"after {keys!r} there is still:\n{self._shown}") from None

    @property
    def _shown(self) -> str:
        return "\n".join(self._screen.display)

    async def write(self, letter: str) -> float:
        """After how many milliseconds *letter*, which stands nowhere else, is drawn."""
        self._letter = letter
        began = time.perf_counter()
        await self.press(letter, lambda shown: letter in shown)
        return (time.perf_counter() - began) * 1000

    async def end(self) -> None:
        self.connection.close()
        await self.connection.wait_closed()
        await self._reading


async def come(port: int) -> Caller:
    connection = await asyncssh.connect(
        "127.0.0.1",
        port,
        username="guest",
        client_keys=[],
        known_hosts=None,
        config=None,
        agent_path=None,
        client_factory=Guest,
    )
    process = await connection.create_process(
        term_type="xterm-256color", term_size=(80, 24), env={"LANG": "C.UTF-8"}
    )
    caller = Caller(connection, process)
    await caller.press("", lambda shown: "sit down" in shown)
    return caller


async def written(caller: Caller, count: int) -> list[float]:
    """How long each of *count* letters took to be seen."""
    waits = []
    for number in range(count):
        if not number % LINE:
            await caller.press("c", lambda shown: "say:" in shown)
        waits.append(await caller.write(LETTERS[number % LINE]))
        await asyncio.sleep(CHANCE.uniform(0.05, 0.15))
        if number % LINE == LINE - 1 or number == count - 1:
            await caller.press("\x1b", lambda shown: "say:" not in shown)
    return waits


async def obey(word: str, number: int, port: int, callers: list[Caller]) -> str:
    match word:
        case "COME":
            callers.extend([await come(port) for _ in range(number)])
        case "WATCH":
            for caller in callers:
                await caller.press("w", lambda shown: "stock" in shown)
                caller.looks = caller is callers[0]
        case "TYPE":
            return " ".join(f"{wait:.2f}" for wait in await written(callers[0], number))
        case "READ":
            return str(sum(caller.received for caller in callers))
        case "GO":
            async with asyncio.TaskGroup() as group:
                for caller in callers:
                    group.create_task(caller.end())
            callers.clear()
    return str(len(callers))


async def main() -> None:
    callers: list[Caller] = []
    while line := await asyncio.to_thread(sys.stdin.readline):
        word, _, number = line.strip().partition(" ")
        print(await obey(word, int(number or 0), int(sys.argv[1]), callers), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
