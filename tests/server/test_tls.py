"""Encrypted connections: every byte once and in order, whatever the pipe below takes."""

from __future__ import annotations

import os
import random
import ssl
import struct
from contextlib import suppress

import pytest
import trio
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA384
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand

from rummy_protocol import PROTOCOL
from rummy_protocol.connection import ClientEnd
from rummy_protocol.errors import Code
from rummy_protocol.messages import Hello, ListTables, Ping, Tables, Welcome
from rummy_server.app import Server
from rummy_server.env import seeded_env
from rummy_server.identity import Identity
from rummy_server.memory import MemoryNetwork, memory_pipes
from rummy_server.outbox import Outbox
from rummy_server.settings import Settings
from rummy_server.tls import RECORD, TlsNetwork, TlsPipe

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

    for cut in range(0, max(hello, flight), 1 if FULL else 4):
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
    line.wire._out.ended = True
    line.wire._out.wake()

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


# --- new keys in the middle ------------------------------------------------------------------


class Renewing:
    """A client's sending half of TLS 1.3 by hand, for what Python's cannot send."""

    def __init__(self, keylog, cipher):
        assert cipher == "TLS_AES_256_GCM_SHA384"
        told = dict(
            line.split()[::2] for line in keylog.read_text().splitlines() if line[0] != "#"
        )
        self._secret = bytes.fromhex(told["CLIENT_TRAFFIC_SECRET_0"])
        self._count = 0

    def _derived(self, label, length):
        label = b"tls13 " + label
        info = struct.pack(">HB", length, len(label)) + label + b"\0"
        return HKDFExpand(SHA384(), length, info).derive(self._secret)

    def _record(self, body, kind):
        nonce = int.from_bytes(self._derived(b"iv", 12)) ^ self._count
        self._count += 1
        head = struct.pack(">BHH", 23, 0x0303, len(body) + 17)
        sealed = AESGCM(self._derived(b"key", 32)).encrypt(
            nonce.to_bytes(12), body + bytes([kind]), head
        )
        return head + sealed

    def say(self, data):
        return self._record(data, 23)

    def renew(self, ours_too):
        """A KeyUpdate; it asks for one in return if that is wanted."""
        sent = self._record(bytes([24, 0, 0, 1, ours_too]), 22)
        self._secret = self._derived(b"traffic upd", 48)
        self._count = 0
        return sent


@pytest.fixture
async def renewing(context, tmp_path):
    told = client_context()
    told.keylog_filename = str(tmp_path / "keys")
    line = await Line(context, caller=Caller(told)).meet()
    line.renewing = Renewing(tmp_path / "keys", line.caller.tls.cipher()[0])
    return line


@pytest.mark.parametrize("ours_too", [True, False])
async def test_keys_may_change_at_any_time(renewing, ours_too):
    line = renewing
    line.pipe.send_now(b"before, ")
    await line.give(line.renewing.say(b"one"))
    for _ in range(3):
        await line.give(line.renewing.renew(ours_too))
        await line.give(line.renewing.say(b", another"))

    assert await line.pipe.receive_some() == b"one" + 3 * b", another"
    line.pipe.send_now(b"after")

    assert await line.fetch() == b"before, after"


async def test_who_asks_for_new_keys_without_end_and_takes_none_is_not_heard_further(
    context, tmp_path
):
    """The answers would pile up here; as long as they are not taken nothing more is read."""
    told = client_context()
    told.keylog_filename = str(tmp_path / "keys")
    line = await Line(context, 3000, Caller(told)).meet()
    hand = Renewing(tmp_path / "keys", line.caller.tls.cipher()[0])
    heard = 0

    async def listen():
        nonlocal heard
        while True:
            heard += len(await line.pipe.receive_some())

    async with trio.open_nursery() as nursery:
        nursery.start_soon(listen)
        with trio.move_on_after(30):
            for _ in range(5_000):
                await line.give(hand.renew(True) + hand.say(b"."))
        nursery.cancel_scope.cancel()

    assert 100 < heard < 4_000


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


async def test_what_was_encrypted_first_is_sent_first(renewing):
    """What TLS itself has to answer waits behind a frame that is on its way."""
    line = renewing
    line.ours._out.room = 10
    frame = bytes(range(100))
    assert line.pipe.send_now(frame) == 99
    await line.give(line.renewing.renew(True) + line.renewing.say(GREETING))
    assert await line.some() == GREETING
    await line.give(line.renewing.say(b"!"))
    assert await line.some() == b"!"

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


# --- a whole house ---------------------------------------------------------------------------


class Guest:
    """Somebody at an encrypted house: messages in and out."""

    def __init__(self, wire, caller=None):
        self.wire = wire
        self.caller = caller or Caller()
        self._end = ClientEnd()

    async def shake_hands(self):
        self.wire.send_now(self.caller.take())
        while not self.caller.agreed:
            self.wire.send_now(self.caller.take(await self.wire.receive_some()))
        return self

    def say(self, *messages):
        self.wire.send_now(self.caller.say(b"".join(map(self._end.send, messages))))

    async def hear(self):
        """The next messages; none if the house has ended."""
        while not self.caller.heard and not self.caller.ended:
            self.caller.take(await self.wire.receive_some())
        heard, self.caller.heard = self.caller.heard, b""
        return [one for one in self._end.receive(heard) if not isinstance(one, Ping)]

    async def tables(self):
        self.say(Hello(PROTOCOL, "Ann"))
        (welcome,) = await self.hear()
        self.say(ListTables(1))
        (tables,) = await self.hear()
        assert isinstance(tables, Tables)
        return welcome


class House:
    """A server behind TLS."""

    def __init__(self, context, **settings):
        self.network = MemoryNetwork()
        self._context = context
        self.server = Server(seeded_env(1, self.network), Settings(**settings))

    async def run(self, task_status=trio.TASK_STATUS_IGNORED):
        listener = await TlsNetwork(self.network, self._context).listen("", 0)
        with trio.CancelScope() as self.scope:
            await self.server.run(listener, task_status=task_status)

    async def guest(self):
        return await Guest(self.network.connect()).shake_hands()


@pytest.fixture
async def house(context, nursery):
    house = House(context)
    await nursery.start(house.run)
    yield house
    nursery.cancel_scope.cancel()


async def test_a_house_behind_tls_answers_and_says_that_it_is_not_plain(house):
    guest = await house.guest()

    welcome = await guest.tables()

    assert isinstance(welcome, Welcome)
    assert not welcome.plain


async def test_a_house_on_a_bare_network_says_that_it_is_plain(open_house):
    plain = await open_house()

    client = plain.connect("Ann")

    assert (await client.greet()).plain


async def test_a_mute_handshake_ends_when_the_time_to_greet_is_over(house):
    wire = house.network.connect()
    began = trio.current_time()

    assert await wire.receive_some() == b""

    assert trio.current_time() - began == pytest.approx(5, abs=0.1)


@pytest.mark.parametrize("share", [0.01, 0.5, 0.99])
async def test_half_a_handshake_has_no_more_time_than_none(house, share):
    caller, wire = Caller(), house.network.connect()
    hello = caller.take()
    began = trio.current_time()
    for byte in hello[: int(len(hello) * share)]:
        wire.send_now(bytes([byte]))
        await trio.sleep(0.001)

    while await wire.receive_some():
        pass

    assert trio.current_time() - began == pytest.approx(5, abs=0.1)


async def test_who_has_not_shaken_hands_counts_as_not_greeted(house):
    mute = [house.network.connect() for _ in range(3)]
    guest = await house.guest()
    await trio.sleep(0.1)
    assert house.server.door.ungreeted == 4

    await guest.tables()
    assert house.server.door.ungreeted == 3

    mute[0].cut()
    mute[1].send_now(b"GET / HTTP/1.1\r\n\r\n")
    await trio.sleep(6)
    assert house.server.door.ungreeted == 0
    assert len(house.server.sessions) == 1


@pytest.mark.parametrize(
    "said",
    [
        b"GET / HTTP/1.1\r\nHost: den\r\n\r\n",
        b"SSH-2.0-OpenSSH_9.2\r\n",
        bytes(4096),
        b"\x16\x03\x01\xff\xff" + bytes(5000),
        b"\x15\x03\x03\x00\x02\x02\x28",
        b"\x80\x2e\x01\x03\x01",
        ClientEnd().send(Hello(PROTOCOL, "Ann")),
    ],
    ids=["http", "ssh", "zeros", "long record", "alert", "sslv2", "plain rummy"],
)
async def test_a_wrong_handshake_ends_alone_and_the_next_client_is_let_in(house, said):
    for _ in range(3):
        house.network.connect().send_now(said)
    await trio.sleep(6)

    guest = await house.guest()

    assert await guest.tables()
    assert len(house.server.sessions) == 1


async def test_a_plain_client_is_answered_by_an_alert_and_no_frame(house):
    """By which our own client knows what is amiss."""
    wire = house.network.connect()
    wire.send_now(ClientEnd().send(Hello(PROTOCOL, "Ann")))

    told = await wire.receive_some()

    assert told.startswith(b"\x15\x03")
    assert len(told) == 7


async def test_a_client_that_encrypts_sees_at_once_that_a_plain_house_does_not(open_house):
    plain = await open_house()
    caller, wire = Caller(), plain.network.connect()
    wire.send_now(caller.take())

    with pytest.raises(ssl.SSLError, match="WRONG_VERSION"):
        caller.take(await wire.receive_some())


async def test_a_fault_in_the_library_ends_one_connection(house, monkeypatch):
    def fail(*args, **kwargs):
        raise MemoryError

    hello, wire = Caller().take(), house.network.connect()
    with monkeypatch.context() as patched:
        patched.setattr(ssl.SSLObject, "do_handshake", fail)
        wire.send_now(hello)
        assert await wire.receive_some() == b""

    assert await (await house.guest()).tables()


async def test_a_mute_handshake_does_not_keep_a_server_from_stopping(house):
    guest, mute = await house.guest(), house.network.connect()
    await guest.tables()
    mute.send_now(Caller().take()[:20])
    await trio.sleep(0.1)
    began = trio.current_time()

    house.scope.cancel()
    (goodbye,) = await guest.hear()

    assert goodbye.code == Code.SHUTDOWN
    assert await guest.hear() == []
    assert guest.caller.ended
    assert trio.current_time() == began


async def test_who_is_turned_away_at_the_door_is_told_nothing_in_the_clear(context, nursery):
    house = House(context, connections=1)
    await nursery.start(house.run)
    await house.guest()

    wire = house.network.connect()

    assert await wire.receive_some() == b""
    nursery.cancel_scope.cancel()


async def test_every_cut_of_an_encrypted_greeting_leaves_nothing_behind(house):
    guest = await house.guest()
    await guest.tables()
    length = guest.wire.sent + len(guest.caller.say(b"." * 40))

    for count in range(1, length, 7):
        other = Guest(house.network.connect())
        other.wire.cut_after(count)
        with suppress(OSError):
            await other.shake_hands()
            other.say(Hello(PROTOCOL, "Bob"))
        await trio.lowlevel.checkpoint()
        other.wire.cut()

    await trio.sleep(6)
    assert len(house.server.sessions) == 1
    assert house.server.door.ungreeted == 0
