"""Real processes over real sockets: a house, people at their terminals, and how they play."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Iterator

import pytest
import trio

from ..patience import PATIENCE
from ..ports import own_port

RUMMY = (sys.executable, "-m", "rummy_client.cli")


class Program:
    """A process of ours, and the lines that it puts out."""

    def __init__(self, process):
        self.process = process
        self.heard = []
        self._rest = b""

    async def say(self, *lines):
        """Type *lines*."""
        await self.process.stdin.send_all("".join(f"{line}\n" for line in lines).encode())

    async def next(self):
        """The next line; ``None`` when there are no more."""
        with trio.fail_after(PATIENCE):
            while b"\n" not in self._rest:
                data = await self.process.stdout.receive_some()
                if not data:
                    return None
                assert b"\x1b" not in data, "a plain client sends no escape byte"
                self._rest += data
        line, self._rest = self._rest.split(b"\n", 1)
        self.heard.append(line.decode())
        return self.heard[-1]

    async def until(self, pattern):
        """The lines up to the first that *pattern* fits, which is the last of them."""
        lines = []
        while (line := await self.next()) is not None:
            lines.append(line)
            if re.search(pattern, line):
                return lines
        raise AssertionError(f"{pattern!r} was never heard; last: {self.heard[-15:]}")

    def kill(self):
        os.kill(self.process.pid, signal.SIGKILL)

    async def ends(self):
        """The exit status."""
        with trio.fail_after(PATIENCE):
            return await self.process.wait()


class Start:
    """Starts programs, each person with a folder of their own for what they keep."""

    def __init__(self, home):
        self._home = home
        self._programs = []

    async def __call__(self, *arguments, person="ann", more=None):
        folder = self._home / person
        folder.mkdir(exist_ok=True)
        # Without USER and the like a name is taken from the password file: pass it in.
        known = {name: value for name, value in os.environ.items() if name != "RUMMY_PASSWORD"}
        process = await trio.lowlevel.open_process(
            [*RUMMY, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=known
            | {"XDG_STATE_HOME": str(folder), "XDG_DATA_HOME": str(folder), "LOGNAME": person}
            | (more or {}),
        )
        self._programs.append(Program(process))
        return self._programs[-1]

    async def house(self, *options, port=None):
        """A server, and the address that it tells others to type.

        Another one may be opened at its *port* when it is gone.
        """
        house = await self(
            "serve",
            "--bind",
            "127.0.0.1",
            "--port",
            str(port or own_port()),
            "--pause",
            "0",
            *options,
            person="host",
        )
        lines = await house.until("Others type: ")
        return house, lines[-1].rpartition(" ")[2]

    async def end_all(self):
        for program in self._programs:
            if program.process.returncode is None:
                program.kill()
            await program.process.wait()
            for pipe in (program.process.stdin, program.process.stdout):
                await pipe.aclose()


@pytest.fixture
async def start(tmp_path):
    starting = Start(tmp_path)
    yield starting
    await starting.end_all()


OVER = r"won the match|share the match|Nobody won the match"
DONE = "^quit: "
"""What `help quit` is answered: it shows that all before it has been answered too."""


class Player:
    """Plays by what it reads, as a person with a plain client would: simply, but to the end."""

    def __init__(self, program):
        self.program = program
        self._unread = deque()

    async def play(self, until=OVER):
        """Play until a line fits *until*."""
        while (line := await self._next()) is not None:
            if re.search(until, line):
                return
            await self.answer(line)
        raise AssertionError(f"the client ended; last: {self.program.heard[-15:]}")

    async def _next(self):
        return self._unread.popleft() if self._unread else await self.program.next()

    async def answer(self, line):
        if line.startswith("It is your turn: "):
            await self.program.say("draw" if "draw" in line else self.only_way(line))
        elif line.startswith("You may "):
            await self.finish_turn()
        elif line.startswith("The next deal begins"):
            await self.program.say("ready")

    @staticmethod
    def only_way(line):
        return "end deal" if "end the deal" in line else "take"

    async def finish_turn(self):
        """Lay what can be laid, and discard. What is heard behind that is read later."""
        refused = set()
        while True:
            command = self.choice(await self.told("hand"), refused)
            told = await self.told(command)
            ends = [
                n for n, line in enumerate(told) if re.match("You discarded|You went", line)
            ]
            if ends:
                self._unread.extend(told[ends[0] :])
                return
            if not any(re.match("You melded|You laid off", line) for line in told):
                refused.add(command)
                assert len(refused) < 15, told

    async def told(self, command):
        """What is put out from now until *command* has been answered."""
        await self.program.say(command, "help quit")
        return await self.program.until(DONE)

    def choice(self, lines, refused):
        return next(one for one in self.choices(lines) if one not in refused)

    def choices(self, lines) -> Iterator[str]:
        told = "\n".join(lines)
        melds = re.search(r"^Melds in your hand: (.*)\.$", told, re.M)
        if melds:
            yield from (f"meld {meld}" for meld in melds[1].split("; "))
        for card, meld in re.findall(r"^The (\w\w) fits melds? (\d+)", told, re.M):
            yield f"lay off {card} on {meld}"
        hand = re.search(r"^Your hand, \d+ cards?: (.*)\.$", told, re.M)
        dead = re.search(r"^Deadwood: (.*), \d+ points?\.$", told, re.M)
        cards = [*(dead[1].split() if dead else ()), *hand[1].split()]
        cards.sort(key=lambda card: -"A23456789TJQK".index(card[0]))
        yield from (f"discard {card}" for card in dict.fromkeys(cards))


@pytest.fixture
def player():
    return Player
