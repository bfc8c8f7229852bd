"""Encrypted connections: every byte once and in order, whatever the pipe below takes."""

from __future__ import annotations

import os
import random
import ssl
import struct

import pytest
import trio

from rummy_protocol.errors import Code
from rummy_server.identity import Identity
from rummy_server.memory import memory_pipes
from rummy_server.outbox import Outbox
from rummy_server.settings import Settings
from rummy_server.tls import RECORD, TlsPipe

FULL = os.environ.get("PROOF") == "full"
GREETING = b"good evening"


@pytest.fixture(scope="session")
def context(tmp_path_factory):
    return Identity.in_folder(tmp_path_factory.mktemp("house")).server_context()


def client_context(newest=ssl.TLSVersion.TLSv1_3):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.maximum_version = newest
    return context


class Caller:
    """A client's end of TLS without a network: bytes in, bytes out."""

    def __init__(self, context=None):
        self._in, self._out = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = (context or client_context()).wrap_bio(self._in, self._out)
        self.heard = b""
        self.ended = self.agreed = False

    def take(self, data=b""):
        """Take *data* off the wire; what is to be sent in answer."""
        self._in.write(data)
        try:
            if not self.agreed:
                self.tls.do_handshake()
                self.agreed = True
            while piece := self.tls.read(RECORD):
                self.heard += piece
            self.ended = True
        except ssl.SSLWantReadError:
            pass
        return self._out.read()

    def say(self, data):
        """What goes over the wire so that the server hears *data*."""
        self.tls.write(data)
        return self._out.read()

    def farewell(self):
        with pytest.raises(ssl.SSLWantReadError):
            self.tls.unwrap()
        return self._out.read()


class Line:
    """A `TlsPipe`, the wire to it, and a client at the other end of that."""

    def __init__(self, context, room=65_536, caller=None):
        self.ours, self.wire = memory_pipes(room)
        self.pipe = TlsPipe(self.ours, context)
        self.caller = caller or Caller()

    async def give(self, data):
        while data:
            await self.wire.wait_writable()
            data = data[self.wire.send_now(data) :]

    async def answer(self):
        """Be a client that does what TLS asks of it."""
        await self.give(self.caller.take())
        while data := await self.wire.receive_some():
            await self.give(self.caller.take(data))

    async def meet(self):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self.answer)
            with trio.move_on_after(1):
                await self.pipe.receive_some()
            nursery.cancel_scope.cancel()
        return self

    async def some(self, seconds=1.0):
        """What the server's end receives, if anything."""
        with trio.move_on_after(seconds):
            return await self.pipe.receive_some()
        return None

    async def fetch(self):
        """All that the client has been told when nothing more arrives."""
        with trio.move_on_after(1):
            while data := await self.wire.receive_some():
                self.caller.take(data)
        return self.caller.heard


@pytest.fixture
async def line(context):
    return await Line(context).meet()


# --- what comes in -------------------------------------------------------------------------


async def test_what_a_client_says_arrives(line):
    assert line.caller.agreed
    await line.give(line.caller.say(GREETING))

    assert await line.pipe.receive_some() == GREETING


@pytest.mark.parametrize("room", [1, 2, 3, 7, 64])
async def test_a_wire_of_any_width_carries_the_same(context, room):
    line = await Line(context, room).meet()
    said, got = bytes(range(256)) * 3, b""

    async with trio.open_nursery() as nursery:
        nursery.start_soon(line.give, line.caller.say(said))
        while len(got) < len(said):
            got += await line.pipe.receive_some()

    assert got == said


async def greeted(context, first, second):
    """What is heard when the client's two flights come in two pieces each, cut there."""
    line = Line(context)
    hello = line.caller.take()
    for piece in (hello[:first], hello[first:]):
        line.wire.send_now(piece)
        assert await line.some() is None
    flight = line.caller.take(await line.wire.receive_some()) + line.caller.say(GREETING)
    got = b""
    for piece in (flight[:second], flight[second:]):
        line.wire.send_now(piece)
        got += await line.some() or b""
    return got, len(hello), len(flight)


async def test_every_two_way_split_of_a_greeting_is_the_same_greeting(context):
    """Of the client's hello, and of its last flight, which has a frame behind it."""
    _, hello, flight = await greeted(context, 1, 1)

    for cut in range(max(hello, flight)):
        got, *_ = await greeted(context, cut % hello, cut % flight)
        assert got == GREETING, cut


async def test_a_client_that_says_farewell_has_ended(line):
    await line.give(line.caller.say(b"last") + line.caller.farewell())

    assert await line.pipe.receive_some() == b"last"
    assert await line.pipe.receive_some() == b""
    assert await line.pipe.receive_some() == b""


async def test_a_client_that_only_hangs_up_was_perhaps_cut(line):
    """Anybody on the way can end a line; only the client can say farewell."""
    await line.give(line.caller.say(b"last"))
    line.wire.close()

    assert await line.pipe.receive_some() == b"last"
    for _ in range(2):
        with pytest.raises(ConnectionResetError):
            await line.pipe.receive_some()


async def test_a_line_that_is_cut_fails_like_any_other(line):
    line.wire.cut()

    with pytest.raises(ConnectionResetError):
        await line.pipe.receive_some()
    with pytest.raises(ConnectionResetError):
        line.pipe.send_now(b"xx")


async def test_bytes_that_somebody_has_changed_end_the_connection(context):
    length = len((await Line(context).meet()).caller.say(GREETING))
    for place in range(length):
        line = await Line(context).meet()
        sent = bytearray(line.caller.say(GREETING))
        sent[place] ^= 0x20
        await line.give(bytes(sent))
        line.wire.close()

        with pytest.raises(ConnectionResetError):
            await line.pipe.receive_some()


async def test_what_was_said_before_a_broken_record_is_still_heard(line):
    good, broken = line.caller.say(b"first"), bytearray(line.caller.say(b"second"))
    broken[-1] ^= 1
    await line.give(good + bytes(broken))

    assert await line.pipe.receive_some() == b"first"
    for _ in range(2):
        with pytest.raises(ConnectionResetError):
            await line.pipe.receive_some()


@pytest.mark.parametrize("seed", range(200 if FULL else 8))
async def test_garbage_ends_the_connection(context, seed):
    line, chance = Line(context), random.Random(seed)
    await line.give(chance.randbytes(chance.randrange(6, 3000)))
    line.wire.close()

    with pytest.raises(ConnectionResetError):
        await line.pipe.receive_some()


async def test_an_older_tls_is_refused_and_told_so(context):
    line = Line(context, caller=Caller(client_context(ssl.TLSVersion.TLSv1_2)))
    await line.give(line.caller.take())

    with pytest.raises(ConnectionResetError):
        await line.pipe.receive_some()

    with pytest.raises(ssl.SSLError, match="PROTOCOL_VERSION"):
        line.caller.take(await line.wire.receive_some())


# --- what goes out -------------------------------------------------------------------------


async def test_what_the_server_says_arrives(line):
    assert line.pipe.send_now(GREETING) == len(GREETING)

    assert await line.fetch() == GREETING


async def test_before_the_handshake_nothing_is_sent(context):
    """A farewell to somebody with whom no key is agreed upon would be a plain one."""
    line = Line(context)

    assert line.pipe.send_now(GREETING) == len(GREETING)

    assert line.ours.sent == 0
    assert not (await line.meet()).caller.heard


@pytest.mark.parametrize("room", [1, 20, 37, 300])
async def test_of_a_frame_that_is_on_its_way_one_byte_is_owed(context, room):
    line = await Line(context, room).meet()
    frame = bytes(range(200)) * 3

    assert line.pipe.send_now(frame) == len(frame) - 1
    assert line.pipe.send_now(frame[-1:]) == 0
    async with trio.open_nursery() as nursery:
        nursery.start_soon(line.fetch)
        while not line.pipe.send_now(frame[-1:]):
            await line.pipe.wait_writable()

    assert line.caller.heard == frame


async def test_what_is_behind_the_first_record_waits_unencrypted(context):
    """So it can still be replaced by something newer."""
    line = await Line(context, room=100).meet()

    assert line.pipe.send_now(bytes(3 * RECORD)) == RECORD


async def test_the_end_is_said_and_follows_what_was_said_before(line):
    line.pipe.send_now(GREETING)

    line.pipe.close()

    assert await line.fetch() == GREETING
    assert line.caller.ended


async def test_an_end_in_the_middle_of_a_frame_is_no_farewell(context):
    """The client shall see that something was cut off."""
    line = await Line(context, room=50).meet()
    line.pipe.send_now(bytes(500))

    line.pipe.close()

    await line.fetch()
    assert not line.caller.ended


async def test_closing_a_line_that_has_broken_raises_nothing(line):
    line.wire.cut()

    line.pipe.close()

    assert line.ours.closed


def frame(text, size=0):
    body = text.encode().ljust(size, b".")
    return struct.pack(">I", len(body)) + body


def bodies(data):
    while data:
        (size,) = struct.unpack(">I", data[:4])
        assert len(data) >= 4 + size, "a broken frame"
        yield data[4 : 4 + size].decode().rstrip(".")
        data = data[4 + size :]


@pytest.mark.parametrize("seed", range(200 if FULL else 16))
async def test_whatever_the_wire_takes_an_outbox_behind_tls_loses_and_repeats_nothing(
    context, seed, nursery
):
    chance = random.Random(seed)
    room = chance.choice([1, 3, 20, 100, 1000, 20_000])
    line = await Line(context, room).meet()
    given_up, unsent = [], b""
    settings = Settings(unsent_bytes=10**7)
    outbox = Outbox(line.pipe, settings, trio.current_time, nursery.start_soon, given_up.append)
    most = min(chance.choice([40, 400, 9_000, 40_000]), 40 * room)
    answers, newest = [], 0
    for number in range(60):
        if chance.random() < 0.4:
            answers.append(f"answer {number}")
            outbox.put(frame(answers[-1], chance.randrange(most)))
        else:
            newest = number
            outbox.show(frame(f"view {number}", chance.randrange(most)), 0)
        if chance.random() < 0.3:
            outbox.flush()
        if chance.random() < 0.5:
            with trio.move_on_after(0.1):
                line.caller.take(await line.wire.receive_some())
        if chance.random() < 0.1:
            unsent += line.caller.say(b".")
        unsent = unsent[line.wire.send_now(unsent) :]
        await line.some(0.01)
    outbox.flush()

    heard = list(bodies(await line.fetch()))

    assert [one for one in heard if one.startswith("answer")] == answers
    shown = [int(one.split()[1]) for one in heard if one.startswith("view")]
    assert shown == sorted(set(shown))
    assert shown[-1] == newest
    assert not given_up
    assert outbox.empty


async def test_a_client_that_takes_nothing_is_given_up(context, nursery):
    line = await Line(context, room=100).meet()
    given_up = []
    outbox = Outbox(
        line.pipe, Settings(), trio.current_time, nursery.start_soon, given_up.append
    )

    outbox.show(frame("view", 500), 0)
    await trio.sleep(11)

    assert given_up == [Code.SLOW]
