"""What went wrong in other houses: tables swept away, guests left behind, logs that tell."""

from __future__ import annotations

import logging
import re

import pytest
import trio

from rummy_client.cli.main import rummy
from rummy_client.link import Link
from rummy_client.model import Model, asked, hear
from rummy_client.plain.tell import Teller
from rummy_protocol.actions import Discard, DrawStock
from rummy_protocol.cards import faces, name
from rummy_protocol.messages import Leave, ListTables, Refused, Start, Tables, Watch
from rummy_protocol.views import Stage

MINUTE = 60


async def test_a_table_whose_owner_waits_stays_in_the_list(keep):
    """X-97: half an hour in the lobby is no reason to sweep a table away."""
    kept = await keep()
    ann = await kept.house.client("Ann")
    seated = await ann.create(name="friday", turn_seconds=30)

    await kept.house.wait(35 * MINUTE, ann)

    bob = await kept.house.client("Bob")
    listed = await bob.ask(ListTables)
    assert [line.id for line in listed.tables] == [seated.table]
    assert await bob.join(seated.table)


async def test_who_watches_a_table_that_ends_is_told_and_stays_in_the_house(keep):
    """X-99: however long ago he asked for anything."""
    kept = await keep()
    ann, bob = await kept.house.playing()
    cleo = await kept.house.client("Cleo")
    await cleo.watch(ann.seated.table)
    await kept.house.wait(31 * MINUTE, ann, bob, cleo)

    await ann.ask(Leave)
    await bob.ask(Leave)

    await cleo.see(lambda update: update.table.stage is Stage.CLOSED)
    await cleo.stay(28 * MINUTE)
    assert isinstance(await cleo.ask(ListTables), Tables)
    assert not kept.house.tables


async def test_a_client_that_watched_is_back_in_the_lobby(keep, nursery):
    """X-99, as the person sees it: one line, and no table that is no more."""
    kept = await keep()
    ann, bob = await kept.house.playing()
    person = Person(kept.house)
    nursery.start_soon(person.run)
    await person.hears(lambda model: model.online)
    person.ask(Watch(0, ann.seated.table))
    await person.hears(lambda model: model.table is not None)

    await ann.ask(Leave)
    await bob.ask(Leave)
    await person.hears(lambda model: model.table.stage is Stage.CLOSED)
    person.link.reconnect()
    await person.hears(lambda model: not model.online)
    await person.hears(lambda model: model.online)

    assert person.lines.count("The table is closed.") == 1
    assert not any(isinstance(said, Refused) for said in person.heard)


class Person:
    """A real link to a house in memory, and the model and the lines that follow."""

    def __init__(self, house):
        async def connect():
            return Stream(house.network.connect())

        self.link = Link(connect, "Zoe", where=("den", 7866))
        self.model, self.lines, self.heard = Model(), [], []
        self._teller = Teller()
        self._news = trio.Event()

    async def run(self):
        await self.link.run(self._hear)

    def _hear(self, said):
        before, now = self.model, trio.current_time()
        self.heard.append(said)
        self.model = hear(self.model, said, now)
        self.lines += self._teller.tell(before, said, self.model, now)
        self._news.set()
        self._news = trio.Event()

    def ask(self, request):
        self.model = asked(self.model, self.link.ask(request), request)

    async def hears(self, fits):
        with trio.fail_after(600):
            while not fits(self.model):
                await self._news.wait()


class Stream(trio.abc.Stream):
    """A pipe in memory as the stream that a link wants."""

    def __init__(self, pipe):
        self._pipe = pipe

    async def send_all(self, data):
        await trio.lowlevel.checkpoint()
        assert self._pipe.send_now(data) == len(data)

    async def wait_send_all_might_not_block(self):
        await self._pipe.wait_writable()

    async def receive_some(self, max_bytes=None):
        try:
            return await self._pipe.receive_some()
        except OSError as exc:
            raise trio.BrokenResourceError from exc

    async def aclose(self):
        self._pipe.close()
        await trio.lowlevel.checkpoint()


def test_no_password_is_typed_where_everybody_can_read_it():
    """X-67: `ps` shows the arguments of every process."""
    found = [
        option
        for command in rummy.commands.values()
        for option in command.params
        if "password" in option.name or "secret" in option.name
    ]

    assert found
    assert all(option.is_flag for option in found)


async def test_the_log_names_no_card_no_password_and_no_address(keep, caplog):
    """X-67: at the level at which a house writes."""
    caplog.set_level(logging.INFO)
    kept = await keep()
    ann = await kept.house.outsider("Ann")
    bob = await kept.house.outsider("Bob")
    seated = await ann.create(name="friday", password="Tresterschnaps")
    with pytest.raises(AssertionError):
        await bob.join(seated.table, "Obstler")
    await bob.join(seated.table, "Tresterschnaps")
    await play_a_while(ann, bob)
    bob.pipe.send_now(b"\xff" * 8)
    await trio.sleep(60)

    told = caplog.text
    assert "table-opened" in told
    assert "given-up" in told or "protocol-broken" in told
    for secret in ("Tresterschnaps", "Obstler", "192.0.2.7", "friday", "Ann", "Bob"):
        assert secret not in told
    for card in map(name, faces("AS KD 7H TC 2D")):
        assert not re.search(rf"\b{card}\b", told)


async def play_a_while(ann, bob, turns=6):
    await ann.ask(Start)
    for _ in range(turns):
        for one in (ann, bob):
            await one.see(lambda update: update.deal is not None)
        one = ann if ann.update.you.may else bob
        other = bob if one is ann else ann
        await one.act(DrawStock())
        await one.act(Discard(one.update.you.hand[0]))
        await other.see(lambda update, seq=one.update.seq: update.seq >= seq)
