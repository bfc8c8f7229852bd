"""Looks for houses on the own network, in every way there is, and looks in at each.

    await search(hear, last)

tells *hear* what it finds until it is cancelled: by multicast DNS, and by a question that is
broadcast on every interface and to this machine. What was found is put together by `found`;
nothing in here asks a person or knows a screen.
"""

from __future__ import annotations

import secrets
import socket
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from ipaddress import ip_address, ip_network
from typing import Final, TypeAlias

import trio

from rummy_protocol.lan import (
    PORT,
    TOKEN_BYTES,
    broadcasts,
    question,
    read_answer,
)
from rummy_protocol.text import _

from ..link import reason
from .found import Event, Gone, House, Looked, Place, Sighted, Silent
from .lookin import Codes, look_in
from .multicast import Announced, browse

__all__ = ["Hear", "search"]

Hear: TypeAlias = Callable[[Event], None]

ASK_AGAIN: Final = (0.2, 0.5, 1.0, 3.0)
"""Seconds after which the question is broadcast once more; then it is each time the last."""
LOOK_SECONDS: Final = 3.0
"""A house that has not said its tables after so long does not answer."""
LOOK_AGAIN: Final = 10.0
AT_ONCE: Final = 8
"""Houses that are looked in at at the same time."""
MOST_PLACES: Final = 64
"""Where we look in at all: the network may name as many as it likes."""
PAUSE: Final = 0.1
ALL_NODES: Final = "ff02::1"


async def search(hear: Hear, last: Sequence[House] = ()) -> None:
    """Look for houses until cancelled; *last* are those that were played at before."""
    async with trio.open_nursery() as nursery:
        looking = _Looking(hear, nursery)
        for house in last:
            for place in house.places:
                looking.at(place, house.plain)
        for family in (socket.AF_INET, socket.AF_INET6):
            nursery.start_soon(_ask, family, looking.sighted)
        nursery.start_soon(_browse, looking.sighted, hear)


class _Looking:
    """Looks in at every place once, and again from time to time."""

    def __init__(self, hear: Hear, nursery: trio.Nursery) -> None:
        self._hear = hear
        self._nursery = nursery
        self._places: set[Place] = set()
        self._front: dict[str, Place] = {}
        """Of each house, by its code, the place at which it is looked at again."""
        self._doors = trio.Semaphore(AT_ONCE)
        self._codes = Codes()

    def sighted(self, sighted: Sighted) -> None:
        self._hear(sighted)
        self.at(sighted.place, sighted.notice.plain)

    def at(self, place: Place, plain: bool) -> None:
        if place not in self._places and len(self._places) < MOST_PLACES:
            self._places.add(place)
            self._nursery.start_soon(self._look, place, plain)

    async def _look(self, place: Place, plain: bool) -> None:
        while True:
            async with self._doors:
                looked = await _looked(place, plain, self._codes)
            self._hear(looked)
            front = looked.code if isinstance(looked, Looked) else ""
            if front and self._front.setdefault(front, place) != place:
                return
            await trio.sleep(LOOK_AGAIN)


async def _looked(place: Place, plain: bool, codes: Codes) -> Looked | Silent:
    try:
        with trio.fail_after(LOOK_SECONDS):
            return await look_in(place, plain, codes)
    except trio.TooSlowError:
        return Silent(place, _("no answer"))
    except OSError as exc:
        return Silent(place, reason(exc))


# --- the question that is broadcast ------------------------------------------------------


async def _ask(family: int, sighted: Callable[[Sighted], None]) -> None:
    """Ask over IPv4 or IPv6, again and again, and hear the answers."""
    try:
        sock = trio.socket.socket(family, socket.SOCK_DGRAM)
    except OSError:  # there is no such thing here
        return
    token = secrets.token_bytes(TOKEN_BYTES)
    with sock:
        async with trio.open_nursery() as nursery:
            await nursery.start(_hear_answers, sock, token, sighted)
            nursery.start_soon(_send_questions, sock, family, question(token))


async def _send_questions(sock: trio.socket.SocketType, family: int, data: bytes) -> None:
    if family == socket.AF_INET:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
    waits = list(ASK_AGAIN)
    while True:
        for where in _everybody(family):
            with suppress(OSError):  # of one interface alone
                await sock.sendto(data, where)
        await trio.sleep(waits.pop(0) if len(waits) > 1 else waits[0])


def _everybody(family: int) -> list[tuple[str, int] | tuple[str, int, int, int]]:
    """Where to send a question, so that whoever is near hears it."""
    own = _own()
    if family == socket.AF_INET:
        networks = [(ip, prefix) for ip, prefix, _ in own if ":" not in ip]
        # Several houses on this machine hear what is broadcast inside it.
        return [(where, PORT) for where in (*broadcasts(networks), "127.255.255.255")]
    indexes = dict.fromkeys(index for ip, _, index in own if ":" in ip)
    return [(ALL_NODES, PORT, 0, index) for index in indexes]


async def _hear_answers(
    sock: trio.socket.SocketType,
    token: bytes,
    sighted: Callable[[Sighted], None],
    *,
    task_status: trio.TaskStatus[None],
) -> None:
    await sock.bind(("", 0))
    task_status.started()
    while True:
        try:
            data, address = await sock.recvfrom(1024)
        except OSError:  # somewhere nobody wanted to hear of it
            await trio.sleep(PAUSE)
            continue
        notice = read_answer(data, token)
        if notice is not None:
            sighted(Sighted(notice, (_scoped(address), notice.port)))


def _scoped(address: Sequence[str | int]) -> str:
    """Who has answered; an address that is of one link alone, with the link."""
    host = str(address[0])
    link = address[3] if len(address) > 3 else 0
    return f"{host}%{link}" if link and "%" not in host else host


# --- multicast DNS -----------------------------------------------------------------------


async def _browse(sighted: Callable[[Sighted], None], hear: Hear) -> None:
    async with trio.open_nursery() as nursery:
        send, receive = trio.open_memory_channel[Announced | Gone](MOST_PLACES)
        nursery.start_soon(browse, send)
        async for told in receive:
            if isinstance(told, Gone):
                hear(told)
                continue
            for host in _nearest(told.hosts):
                sighted(Sighted(told.notice, (host, told.notice.port)))


# --- where we are ------------------------------------------------------------------------


def _own() -> list[tuple[str, int, int]]:
    """Our addresses without those of loopback: each with its prefix and its interface."""
    import ifaddr

    told = list[tuple[str, int, int]]()
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            host = ip.ip if isinstance(ip.ip, str) else str(ip.ip[0])
            if not ip_address(host).is_loopback:
                told.append((host, ip.network_prefix, adapter.index or 0))
    return told


def _nearest(hosts: Iterable[str]) -> list[str]:
    """Those of *hosts* that are on a network of ours; else all of them.

    A house tells all of its addresses on all networks, and with containers and tunnels has
    some that lead elsewhere from here.
    """
    nets = [ip_network(f"{ip}/{prefix}", strict=False) for ip, prefix, _ in _own()]
    all_told = list(dict.fromkeys(hosts))
    near = [
        host
        for host in all_told
        if any(ip_address(host.partition("%")[0]) in net for net in nets)
    ]
    return near or all_told
