"""Looks in at a house: who it is, and which tables there are. It does not stay.

The name of the person is not said, and nothing is believed but the key that was shown.
"""

from __future__ import annotations

import errno
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import msgspec
import trio

from rummy_protocol import PROTOCOL, text
from rummy_protocol.connection import ClientEnd
from rummy_protocol.errors import Code, ProtocolViolation
from rummy_protocol.lan import join_code
from rummy_protocol.messages import FromServer, Goodbye, Hello, ListTables, Tables, Welcome
from rummy_protocol.text import _

from ..secure import whoever
from .found import Looked, Place, Standing

__all__ = ["Codes", "look_in"]

NOBODY: Final = "Guest"
AGENT: Final = "looking in"


class Codes:
    """The codes of keys, each made only once however many addresses its house has."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}
        self._one_by_one = trio.Lock()

    async def of(self, pin: str) -> str:
        async with self._one_by_one:
            if pin not in self._known:
                self._known[pin] = await trio.to_thread.run_sync(join_code, pin)
        return self._known[pin]


async def look_in(place: Place, plain: bool, codes: Codes) -> Looked:
    """What there is at *place*.

    Raises:
        OSError: nobody answers there, or nobody who speaks as a house does.
    """
    try:
        async with _connection(place, plain) as (stream, pin):
            looked = await _asked(stream, Looked(place, "", pin))
    except (trio.BrokenResourceError, ProtocolViolation) as exc:
        raise ConnectionAbortedError(errno.ECONNABORTED, _("it is no house")) from exc
    except UnicodeError as exc:  # a host by a name that no network knows
        raise ConnectionAbortedError(errno.ECONNABORTED, _("it is no house")) from exc
    # A code takes its time, and the house would wait for us.
    return msgspec.structs.replace(looked, code=await codes.of(pin) if pin else "")


async def _asked(stream: trio.abc.Stream, looked: Looked) -> Looked:
    """*looked*, with what the house says of itself."""
    end = ClientEnd()
    hello = end.send(Hello(PROTOCOL, NOBODY, AGENT))
    await stream.send_all(hello + end.send(ListTables(1)))
    while True:
        for message in await _heard(stream, end):
            match message:
                case Welcome(server=name):
                    looked = msgspec.structs.replace(looked, name=name)
                case Tables(tables=tables):
                    return msgspec.structs.replace(looked, tables=tables)
                case Goodbye():
                    return _refused(message, looked)
                case _:
                    pass


async def _heard(stream: trio.abc.Stream, end: ClientEnd) -> list[FromServer]:
    data = await stream.receive_some()
    if data:
        return end.receive(data)
    raise ConnectionAbortedError(errno.ECONNABORTED, _("it hung up"))


def _refused(goodbye: Goodbye, looked: Looked) -> Looked:
    """What a house that would not speak with us is taken for."""
    told, why = goodbye.args, goodbye.args.get("why")
    if goodbye.code == Code.BAD_VERSION and why in tuple(Standing):
        major, _, minor = str(told.get("server", "")).partition(".")
        if f"{major}{minor}".isascii() and major.isdigit() and minor.isdigit():
            version = int(major[:5]), int(minor[:5])
            return msgspec.structs.replace(
                looked, standing=Standing(str(why)), protocol=version
            )
    raise ConnectionRefusedError(errno.ECONNREFUSED, text.goodbye(goodbye.code, told))


@asynccontextmanager
async def _connection(place: Place, plain: bool) -> AsyncIterator[tuple[trio.abc.Stream, str]]:
    if plain:
        stream: trio.abc.Stream = await trio.open_tcp_stream(*place)
        pin = ""
    else:
        stream, pin = await whoever(*place)
    try:
        yield stream, pin
    finally:
        await trio.aclose_forcefully(stream)
