"""The watch code of a table is known to those who say it alone: no byte and no length tells it.

The same evening is played at tables whose codes have nothing in common, not even their length.
Everybody must hear the same bytes at the same moments, who watches, who guesses and who makes
the table included; log and journal must not tell the codes apart either.
"""

from __future__ import annotations

import logging

import pytest
import trio
from msgspec.structs import replace

from rummy_protocol.actions import DrawStock
from rummy_protocol.errors import Code, Declined
from rummy_protocol.messages import (
    Join,
    Leave,
    ListTables,
    Refused,
    ShowOut,
    Start,
    Watch,
    Watching,
)
from rummy_server import lobby
from rummy_server.journal import MemoryJournal
from rummy_server.table import entrance

SHORT, LONG = "owl", "a parliament of owls that meets at noon behind the barn on Sundays"[:64]
HASH = b"h" * 32


class Tapped:
    """A connection of which everything is kept that comes out of it, with its time."""

    def __init__(self, client, heard):
        self._pipe, self._heard = client.pipe, heard
        client.pipe = self

    async def receive_some(self):
        data = await self._pipe.receive_some()
        self._heard.append((trio.current_time(), bytes(data)))
        return data

    def send_now(self, data):
        return self._pipe.send_now(data)


async def evening(open_house, caplog, **fields):
    """What each of five people hears of a table that is made with *fields*, then the log and
    the journal of it."""
    caplog.clear()
    caplog.set_level(logging.DEBUG)
    began = trio.current_time()
    store = MemoryJournal(keep=True)
    house = await open_house(env={"store": store})
    people, heard = {}, {}
    for name in ("Ann", "Bob", "Walt", "Eve", "Zoe"):
        people[name] = await (house.outsider if name == "Eve" else house.client)(name)
        Tapped(people[name], heard.setdefault(name, []))
    ann, bob, walt, eve, zoe = people.values()
    await ann.create(password="word", **fields)
    code = house.table.id
    await bob.join(code, "word")
    for word in ("", "owls", "word "):
        assert (await eve.ask(Watch, code, word)).code == Code.WRONG_PASSWORD
    assert isinstance(await eve.ask(Join, code, eve.keys.key, HASH, "owl"), Refused)
    assert isinstance(await walt.ask(Watch, code, fields.get("watch_code", "word")), Watching)
    await ann.ask(Start)
    mover = ann if (await ann.see(lambda update: update.deal)).you.may else bob
    await mover.act(DrawStock())
    await ann.ask(ShowOut, "Walt")
    await zoe.ask(ListTables)
    await bob.ask(Leave)
    await house.wait(1, ann, eve, zoe)
    logged = [record.getMessage() for record in caplog.records]
    kept = b"".join(store.kept[code])
    house.scope.cancel()
    await house.stopped.wait()
    told = {name: [(at - began, data) for at, data in said] for name, said in heard.items()}
    return told, logged, kept


async def test_nobody_can_tell_two_watch_codes_apart(open_house, caplog):
    short = await evening(open_house, caplog, watch_code=SHORT)
    long = await evening(open_house, caplog, watch_code=LONG)

    assert short[0] == long[0]
    assert short[1] == long[1]
    assert len(short[2]) == len(long[2])
    for told, logged, kept in (short, long):
        everything = b"".join(data for said in told.values() for _, data in said)
        everything += kept + "".join(logged).encode()
        assert SHORT.encode() not in everything.replace(b"owls", b"")
        assert LONG.encode() not in everything


async def test_that_there_is_a_code_is_told_and_makes_no_frame_longer(open_house, caplog):
    with_code, _, _ = await evening(open_house, caplog, watch_code=SHORT)
    without, _, _ = await evening(open_house, caplog)

    def lengths(told):
        return {name: [(at, len(data)) for at, data in said] for name, said in told.items()}

    assert lengths(with_code) == lengths(without)
    assert with_code["Zoe"] != without["Zoe"], "the list says which tables ask for one"


def an_answer_that_tells(patch):
    real = entrance.check_watcher

    def checked(room, word):
        try:
            real(room, word)
        except Declined as no:
            no.details["code"] = room.watch_code.hex()[:2]
            raise

    patch.setattr(entrance, "check_watcher", checked)


def a_list_that_tells(patch):
    real = lobby.opened

    def opened(create, *given):
        return real(replace(create, name=f"for {len(create.watch_code)}"), *given)

    patch.setattr(lobby, "opened", opened)


@pytest.mark.parametrize("leak", [an_answer_that_tells, a_list_that_tells])
async def test_a_planted_leak_of_a_code_is_heard(open_house, caplog, monkeypatch, leak):
    leak(monkeypatch)
    short = await evening(open_house, caplog, watch_code=SHORT)
    long = await evening(open_house, caplog, watch_code=LONG)

    assert short[0] != long[0]
