"""When something runs out, new work is refused and running games go on (P23).

Memory that is not taken, descriptors, and room on the disk. The descriptors are real: a server
of its own with a low limit, over real sockets.
"""

from __future__ import annotations

import resource
import socket
import subprocess
import sys
import textwrap
import time
from contextlib import ExitStack, contextmanager, suppress

import pytest
import trio

from rummy_protocol import PROTOCOL
from rummy_protocol.actions import DrawStock
from rummy_protocol.codec import encode
from rummy_protocol.connection import ClientEnd
from rummy_protocol.errors import Code
from rummy_protocol.messages import (
    Accepted,
    Act,
    Create,
    Goodbye,
    Hello,
    ListTables,
    Refused,
    Start,
    Tables,
    Update,
    Welcome,
)
from rummy_server.descriptors import OWN
from rummy_server.journal import MemoryJournal

from ..patience import PATIENCE

# --- memory ---------------------------------------------------------------------------------


async def test_while_too_much_waits_to_be_taken_nothing_new_is_begun(open_house):
    house = await open_house(unsent_bytes_in_all=6_000, stall_seconds=30)
    ann, bob = await house.playing()
    cleo = await house.client("Cleo")
    house.network._room = 300
    deaf = []
    for number in range(4):
        deaf.append(await house.client(f"Deaf{number}"))
        deaf[-1].pipe.other._out.room = 0
    for _ in range(40):
        for client in deaf:
            if not client.pipe.other.closed:
                client.send(ListTables(2))
        await trio.sleep(0.5)
        await house.wait(0.1, ann, bob, cleo)

    assert house.server.door.burdened
    late = house.connect("Late")
    assert await late.ended() == Goodbye(Code.CROWDED)
    answer = await cleo.ask(Create, name="", key=cleo.keys.key, hash=b"h" * 32)
    assert (type(answer), answer.code) == (Refused, Code.TOO_MANY_TABLES)
    turn = ann if "draw" in ann.update.you.may else bob
    assert isinstance(await turn.act(DrawStock()), Accepted)

    await house.wait(60, ann, bob, cleo)  # the deaf are given up
    assert house.server.door.backlog.bytes == 0
    house.network._room = 65_536
    assert await house.client("Later")
    assert isinstance((await cleo.create()).table, str)


# --- the disk -------------------------------------------------------------------------------


class Full(MemoryJournal):
    """A store that has room for what is played, and for no more tables."""

    full = False

    def has_room(self):
        return not self.full


async def test_a_full_disk_takes_no_new_table_and_stops_none(open_house):
    store = Full(keep=True)
    house = await open_house(env={"store": store})
    ann, bob = await house.playing()
    cleo = await house.client("Cleo")
    store.full = True

    answer = await cleo.ask(Create, name="", key=cleo.keys.key, hash=b"h" * 32)

    assert (type(answer), answer.code) == (Refused, Code.TOO_MANY_TABLES)
    turn = ann if "draw" in ann.update.you.may else bob
    assert isinstance(await turn.act(DrawStock()), Accepted)
    assert isinstance(await cleo.ask(ListTables), Tables)
    store.full = False
    assert await cleo.create()


# --- descriptors ----------------------------------------------------------------------------

HOUSE = textwrap.dedent(
    """
    import resource, sys, trio
    limit, spare = int(sys.argv[1]), sys.argv[2] == "spare"
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    from rummy_server.app import Server, serve
    from rummy_server.env import real_env
    from rummy_server.settings import Settings

    async def unprepared(env, settings, *, task_status):
        listener = await env.network.listen(settings.host, settings.port)
        await Server(env, settings).run(listener, task_status=task_status)

    async def main():
        settings = Settings(port=0, greet_seconds=600, bot_pause_ms=0)
        async with trio.open_nursery() as nursery:
            run = serve if spare else unprepared
            address = await nursery.start(run, real_env(), settings)
            print(address.port, flush=True)

    trio.run(main)
    """
)


@contextmanager
def house_with(limit, how):
    command = [sys.executable, "-c", HOUSE, str(limit), how]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        yield int(process.stdout.readline()), process
    finally:
        process.kill()
        process.communicate()


class Guest:
    """A client on a real socket that waits for what it wants to hear."""

    def __init__(self, port):
        self.sock = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.end = ClientEnd()
        self._unread = []

    def say(self, *messages):
        self.sock.sendall(b"".join(map(encode, messages)))

    def hear(self, fits):
        while True:
            while self._unread:
                message = self._unread.pop(0)
                if fits(message):
                    return message
            data = self.sock.recv(65_536)
            if not data:
                return None
            self._unread += self.end.receive(data)

    def greet(self, name="Ann"):
        self.say(Hello(PROTOCOL, name))
        return self.hear(lambda said: isinstance(said, Welcome | Goodbye))


def sit_down(guest):
    """Open a table with a bot and begin; the first view in which it is the guest's turn."""
    guest.say(Create(1, "", b"k" * 16, b"h" * 32, seats=2, bots=("easy",)), Start(2))
    return guest.hear(
        lambda said: isinstance(said, Update) and said.you and "draw" in said.you.may
    )


def mute(stack, port, count):
    """So many connections that say nothing; the ones that the other side has not ended."""
    socks = []
    for _ in range(count):
        sock = socket.socket()
        stack.callback(sock.close)
        sock.settimeout(PATIENCE)
        sock.connect(("127.0.0.1", port))
        socks.append(sock)
    return socks


def is_let_in(port, name):
    """Whether somebody is let in, as soon as the house has seen that others have gone."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with ExitStack() as stack:
            guest = Guest(port)
            stack.callback(guest.sock.close)
            with suppress(ConnectionError):
                if isinstance(guest.greet(name), Welcome):
                    return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize(("limit", "how"), [(60, "none"), (OWN + 40, "spare")])
def test_without_descriptors_nobody_is_let_in_and_the_game_goes_on(limit, how):
    """And there is room again when others have gone."""
    with house_with(limit, how) as (port, process), ExitStack() as stack:
        ann = Guest(port)
        stack.callback(ann.sock.close)
        assert isinstance(ann.greet(), Welcome)
        view = sit_down(ann)
        socks = mute(stack, port, limit + 20)

        late = Guest(port)
        stack.callback(late.sock.close)
        try:
            refused = late.greet("Late")
        except ConnectionError:
            refused = None
        assert not isinstance(refused, Welcome)
        if how == "spare":
            assert refused == Goodbye(Code.CROWDED)
        ann.say(Act(1, view.seq, DrawStock()))
        assert ann.hear(lambda said: isinstance(said, Accepted) and said.id == 1)
        assert ann.hear(lambda said: isinstance(said, Update) and said.seq > view.seq)

        for sock in socks:
            sock.close()
        assert is_let_in(port, "Bob")
        assert process.poll() is None


def test_a_house_asks_for_the_descriptors_that_it_may_have():
    script = (
        "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (100, 500));"
        "from rummy_server.descriptors import make_room;"
        "print(make_room(50), make_room(300), make_room(9_000))"
    )
    said = subprocess.check_output([sys.executable, "-c", script], text=True)

    assert said.split() == [str(max(100, 50 + OWN)), str(300 + OWN), "500"]
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 0
