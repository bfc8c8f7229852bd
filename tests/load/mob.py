"""The crowd: those who say nothing, and those who read nothing. It comes and goes when told.

python tests/load/mob.py PORT TABLE...    reads ON, COUNT and OFF from its input
"""

from __future__ import annotations

import os
import random
import resource
import socket
import sys
from contextlib import suppress
from typing import Final

import trio
from terms import DEAF, MUTE

from rummy_protocol import PROTOCOL
from rummy_protocol.codec import encode
from rummy_protocol.messages import Hello, Ping, Watch

__all__: list[str] = []

PACE: Final = 0.2
"""Seconds between two attempts of the same one."""
GREETING: Final = 5
"""Seconds after which those who say nothing are thrown out."""
CHANCE: Final = random.Random(1)


class Mob:
    def __init__(self, port: int, tables: list[str]) -> None:
        self.address = ("127.0.0.1", port)
        self.tables = tables
        self.inside = {"mute": 0, "deaf": 0}
        self.thrown_out = {"mute": 0, "deaf": 0}

    async def stand(self, kind: str, first: bytes) -> None:
        """One of the crowd, over as many connections as it takes."""
        # Not all together: what is measured is a crowd that stands there, not one that storms.
        await trio.sleep(CHANCE.uniform(0, GREETING))
        while True:
            with suppress(OSError):
                await self._once(kind, first)
            self.thrown_out[kind] += 1
            await trio.sleep(PACE)

    async def _once(self, kind: str, first: bytes) -> None:
        with trio.socket.socket() as sock:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            await sock.connect(self.address)
            self.inside[kind] += 1
            try:
                if kind == "mute":
                    await sock.recv(1)  # until it is thrown out
                    return
                await sock.send(first)
                while True:
                    await trio.sleep(5)
                    await sock.send(encode(Ping()))
            finally:
                self.inside[kind] -= 1

    async def gather(self) -> None:
        async with trio.open_nursery() as nursery:
            for number in range(DEAF):
                table = self.tables[number % len(self.tables)]
                first = encode(Hello(PROTOCOL, f"Deaf {number}")) + encode(Watch(1, table))
                nursery.start_soon(self.stand, "deaf", first)
            for _ in range(MUTE):
                nursery.start_soon(self.stand, "mute", b"")

    def told(self) -> str:
        return (
            f"{self.inside['mute']} {self.inside['deaf']} "
            f"{self.thrown_out['mute']} {self.thrown_out['deaf']}"
        )


async def main() -> None:
    mob = Mob(int(sys.argv[1]), sys.argv[2:])
    scope, on = trio.CancelScope(), False

    async def gathered() -> None:
        with scope:
            await mob.gather()

    async with trio.open_nursery() as nursery:
        while True:
            word = (await trio.to_thread.run_sync(sys.stdin.readline)).strip()
            if word == "ON" and not on:
                on = True
                scope = trio.CancelScope()
                nursery.start_soon(gathered)
            elif word == "OFF":
                on = False
                scope.cancel()
            elif not word:
                return
            await trio.lowlevel.checkpoint()
            print(mob.told(), flush=True)


if __name__ == "__main__":
    os.nice(10)  # it shares a core with those who take the time
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    trio.run(main)
