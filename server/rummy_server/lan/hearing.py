"""A house asks its own network for itself, to learn whether others could hear it.

What is broadcast comes back to its sender through the same interface, and so through the same
firewall, as what others send. If it does not, no question of theirs will arrive either.
"""

from __future__ import annotations

import secrets
import socket
import struct
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

import msgspec
import trio

from rummy_protocol.lan import (
    PORT,
    SERVICE,
    TOKEN_BYTES,
    Notice,
    broadcasts,
    question,
    read_answer,
)

from .interfaces import Interface

__all__ = ["Hearing", "hear_ourselves"]

TRIES: Final = 3
PATIENCE: Final = 0.4
"""Seconds for each try."""
GROUP: Final = ("224.0.0.251", 5353)


class Hearing(msgspec.Struct, frozen=True):
    """On which interfaces a house heard what it said."""

    asked: tuple[str, ...] = ()
    """The interfaces on which it asked for itself."""
    deaf: tuple[str, ...] = ()
    """Those on which no broadcast arrived."""
    unheard: tuple[str, ...] = ()
    """Those on which multicast was not answered."""
    taken: bool = False
    """Whether it could not even listen: another program has the port for questions."""


async def hear_ourselves(notice: Notice, here: Iterable[Interface]) -> Hearing:
    """Ask on every interface with an IPv4 network, and say on which nothing arrived."""
    asked = [
        (one.name, ip, prefix) for one in here if not one.inside for ip, prefix in one.v4[:1]
    ]
    asked = [one for one in asked if broadcasts([one[1:]])]
    deaf, unheard = (
        dict.fromkeys(one[0] for one in asked),
        dict.fromkeys(one[0] for one in asked),
    )

    async def broadcast(name: str, ip: str, prefix: int) -> None:
        if await _answered(notice, ip, prefix):
            deaf.pop(name, None)

    async def multicast(name: str, ip: str) -> None:
        if await _multicast_answered(notice, ip):
            unheard.pop(name, None)

    async with trio.open_nursery() as nursery:
        for name, ip, prefix in asked:
            nursery.start_soon(broadcast, name, ip, prefix)
            nursery.start_soon(multicast, name, ip)
    names = tuple(dict.fromkeys(one[0] for one in asked))
    return Hearing(names, tuple(deaf), tuple(unheard))


async def _answered(notice: Notice, ip: str, prefix: int) -> bool:
    token = secrets.token_bytes(TOKEN_BYTES)
    with trio.socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        with suppress(OSError):
            await sock.bind((ip, 0))
            for _ in range(TRIES):
                for where in broadcasts([(ip, prefix)]):
                    await sock.sendto(question(token), (where, PORT))
                with trio.move_on_after(PATIENCE):
                    while True:
                        found = read_answer(await sock.recv(1024), token)
                        if found is not None and found.code == notice.code:
                            return True
    return False


async def _multicast_answered(notice: Notice, ip: str) -> bool:
    """Whether our own service answers a question that went out by multicast at *ip*.

    A question from an ordinary port is answered to that port alone.
    """
    asks = _pointer_question()
    with trio.socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock, suppress(OSError):
        sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(ip))
        sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, 1)
        await sock.bind((ip, 0))
        for _ in range(TRIES):
            await sock.sendto(asks, GROUP)
            with trio.move_on_after(PATIENCE):
                while True:
                    if notice.code.encode() in await sock.recv(4096):
                        return True
    return False


def _pointer_question() -> bytes:
    """A DNS question for the houses that there are."""
    labels = SERVICE.rstrip(".").split(".")
    name = b"".join(bytes([len(one)]) + one.encode() for one in labels)
    return struct.pack(">6H", 0, 0, 1, 0, 0, 0) + name + b"\0" + struct.pack(">2H", 12, 1)
