"""Answers over UDP to whoever asks the whole network whether there is a house.

It works where multicast is lost. An answer is never longer than the question, goes to the one
who asked and nowhere else, and there are only so many a second.
"""

from __future__ import annotations

import errno
import socket
import sys
from collections.abc import Callable
from ipaddress import ip_address, ip_network
from typing import Final, NamedTuple

import trio

from rummy_protocol.lan import PORT, Notice, answer, token_of

from ..bucket import Bucket
from .interfaces import EVERYWHERE, interfaces

__all__ = ["Ears", "hear_questions", "listening_sockets", "near"]

RATE: Final = 20
BURST: Final = 60
"""Answers a second, and at once."""
PAUSE: Final = 0.1


class Ears(NamedTuple):
    """What a house hears questions with."""

    sockets: tuple[trio.socket.SocketType, ...] = ()
    taken: bool = False
    """Whether another program on this machine has the port, and shares it with nobody."""


def near(bind: str) -> Callable[[str], bool]:
    """Whether one at an address could reach a server that listens at *bind*."""
    if bind in EVERYWHERE:
        return lambda address: True
    nets = [
        ip_network(f"{ip}/{prefix}", strict=False)
        for one in interfaces()
        for ip, prefix in (*one.v4, *one.v6)
        if ip == bind
    ]
    return lambda address: any(ip_address(address.partition("%")[0]) in net for net in nets)


async def listening_sockets(bind: str) -> Ears:
    """Sockets that hear questions over IPv4 and over IPv6, as far as there is such a thing.

    Several houses on one machine hear the same questions, each with sockets of its own.
    """
    families = [(socket.AF_INET, "0.0.0.0"), (socket.AF_INET6, "::")]
    found, taken = list[trio.socket.SocketType](), False
    for family, where in families:
        if bind in ("0.0.0.0", "::") and bind != where:
            continue
        try:
            found.append(await _listening(family, where))
        except OSError as exc:
            taken = taken or exc.errno == errno.EADDRINUSE
    return Ears(tuple(found), taken)


async def _listening(family: int, where: str) -> trio.socket.SocketType:
    sock = trio.socket.socket(family, socket.SOCK_DGRAM)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if sys.platform != "linux" and hasattr(socket, "SO_REUSEPORT"):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if family == socket.AF_INET6:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        await sock.bind((where, PORT))
    except OSError:
        sock.close()
        raise
    return sock


async def hear_questions(
    sock: trio.socket.SocketType, notice: Notice, may: Callable[[str], bool]
) -> None:
    """Answer on *sock* whoever asks from an address that *may* be answered."""
    answers = Bucket(RATE, BURST, trio.current_time)
    while True:
        try:
            data, address = await sock.recvfrom(1024)
            token = token_of(data)
            if token and may(address[0]) and answers.take():
                await sock.sendto(answer(token, notice), address)
        except OSError:  # an answer could not be delivered
            await trio.sleep(PAUSE)
