"""Looking in at whatever was announced: a house tells its tables, and nothing else harms."""

from __future__ import annotations

import subprocess
import sys
from contextlib import asynccontextmanager
from functools import partial

import pytest
import trio

from rummy_client.houses import multicast
from rummy_client.houses import search as searching
from rummy_client.houses.found import House, Looked, Silent, Standing
from rummy_client.houses.lookin import Codes, look_in
from rummy_client.houses.search import LOOK_SECONDS, search
from rummy_protocol import PROTOCOL
from rummy_protocol.codec import encode
from rummy_protocol.messages import Goodbye, Ping, Tables, Welcome

WELCOME = Welcome(PROTOCOL, "Den", "0.1", "Guest", 4096, 5)
OLD = Goodbye("bad-version", {"server": "2.3", "client": "1.0", "why": "old-client"})


@asynccontextmanager
async def answering(*said, close=True):
    """Whoever says *said* to everybody; the place."""

    async def one(stream):
        await stream.receive_some()
        for data in said:
            await stream.send_all(data)
        if not close:
            await trio.sleep_forever()

    async with trio.open_nursery() as nursery:
        start = partial(trio.serve_tcp, one, 0, host="127.0.0.1")
        (listener, *_) = await nursery.start(start)
        yield "127.0.0.1", listener.socket.getsockname()[1]
        nursery.cancel_scope.cancel()


async def test_one_with_another_version_says_which_of_the_two_is_older() -> None:
    async with answering(encode(OLD)) as place:
        looked = await look_in(place, True, Codes())

    assert (looked.standing, looked.protocol) == (Standing.OLD_CLIENT, (2, 3))


STRANGERS = {
    "nothing": (),
    "garbage": (b"HTTP/1.1 400 Bad Request\r\n\r\n",),
    "a bomb": (b"\x7f\xff\xff\xff",),
    "half a frame": (encode(WELCOME)[:9],),
    "tables without a welcome": (encode(Tables(1, ())),),
    "a goodbye of its own": (encode(Goodbye("\x1b[2J", {"why": "\x1b"})),),
    "a version that is none": (encode(Goodbye("bad-version", {**OLD.args, "server": "x.y"})),),
    "silence": (encode(WELCOME), encode(Ping())),
}


@pytest.fixture
def _alone(monkeypatch):
    """Nobody is asked, and nothing is heard, on the network of whoever runs the tests."""

    async def nothing(*arguments):
        await trio.lowlevel.checkpoint()

    monkeypatch.setattr(searching, "_ask", nothing)
    monkeypatch.setattr(searching, "_browse", nothing)


@pytest.mark.usefixtures("_alone")
@pytest.mark.parametrize("who", list(STRANGERS))
async def test_whoever_is_no_house_is_silent_and_ends_nothing(who, autojump_clock) -> None:
    heard = []
    async with answering(*STRANGERS[who], close=who != "silence") as place:
        # A socket is no part of the clock that jumps: whoever waits has to be seen to wait.
        autojump_clock.autojump_threshold = 0.3
        with trio.move_on_after(LOOK_SECONDS * 2):
            await search(heard.append, [House(places=(place,), plain=True)])

    silent = [event for event in heard if isinstance(event, Silent) and event.place == place]
    assert silent
    assert not [event for event in heard if isinstance(event, Looked)]


async def test_a_place_that_no_network_knows_is_silent() -> None:
    with pytest.raises(OSError, match=r"house|name|known|resolution"):
        await look_in(("a..b", 7866), True, Codes())


@pytest.mark.parametrize("part", ["_listening", "_start"])
async def test_a_library_that_fails_only_means_that_nothing_is_heard(part, monkeypatch) -> None:
    class Quiet:
        def close(self):
            raise RuntimeError("closed badly, too")

    def broken(*arguments):
        raise RuntimeError("no network at all")

    monkeypatch.setattr(multicast, "_listening", Quiet)
    monkeypatch.setattr(multicast, part, broken)
    send, receive = trio.open_memory_channel(1)

    await multicast.browse(send)

    with pytest.raises(trio.WouldBlock):
        receive.receive_nowait()


def test_no_game_at_home_and_no_address_that_was_typed_loads_what_looks_for_houses() -> None:
    program = (
        "import sys, rummy_client.play, rummy_client.app, rummy_client.cli.serve, "
        "rummy_client.cli.join; "
        "print(sorted({'zeroconf', 'ifaddr', 'segno', 'rummy_server.lan'} & set(sys.modules)))"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)

    assert told.stdout.decode().strip() == "[]"
