"""What people call themselves and say, when they mean no good (P31, X-81)."""

from __future__ import annotations

import pytest

from rummy_protocol.messages import Accepted, Chat, ListTables, Say, Tables, Update

ESCAPES = [
    "\x1b[2J\x1b[H",
    "\x1b]0;owned\x07",
    "\x1b]52;c;cm0gLXJm\x07",
    '\x1bP$q"p\x1b\\',
    "\x1b[21t",
    "\x9b2J",
    "\x9d0;owned\x9c",
    "\x90$q m\x9c",
    "\x01\x1b]52;c;eA==\x07\x02",
    "\x05\x07\x08\x0e\x7f",
    "a\u202eb\u2066c\u200f",
    "e" + "\u0301" * 200,
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "one\r\ntwo\u2028three",
]
LONGEST = ["\U0001d160", "\u0958", "\ufb2c", "\x01", "\ufdfa", "\U0001f600", "\u0301"]
"""Characters that grow when they are made clean."""


def unsafe(text):
    return [char for char in text if not char.isprintable() and char != "\n"]


@pytest.mark.parametrize("said", ESCAPES, ids=lambda one: ascii(one)[:20])
async def test_what_is_said_arrives_as_text_and_nothing_else(open_house, said):
    house = await open_house()
    ann, bob = await house.pair()
    await ann.ask(Say, "x" + said)

    heard = await bob.until(Chat)

    assert not unsafe(heard.text)
    assert heard.text.count("\n") <= 1


@pytest.mark.parametrize("name", ESCAPES, ids=lambda one: ascii(one)[:20])
async def test_names_of_people_and_tables_reach_others_as_text(open_house, name):
    house = await open_house()
    ann = await house.client(name + "A")
    await ann.create(name=name + "T")
    bob = await house.client("Bob")

    (line,) = (await bob.ask(ListTables)).tables
    await bob.watch(line.id)

    shown = [line.name, *(seat.name for seat in bob.update.table.seats)]
    assert not unsafe("".join(shown))


@pytest.mark.parametrize("char", LONGEST, ids=lambda one: ascii(one)[:20])
async def test_nothing_that_is_said_throws_others_out(open_house, char):
    """What grows when it is made clean must still fit into what a client may be sent."""
    house = await open_house()
    ann, bob = await house.pair()
    count = 1024 // len(char.encode()) - 2
    text = "a" + char * (count // 2) + "\n" + char * (count - count // 2)
    answer = await ann.ask(Say, text)

    if isinstance(answer, Accepted):
        heard = await bob.until(Chat)
        assert len(heard.text.encode()) <= 2048
    assert isinstance(await bob.ask(ListTables), Tables)


@pytest.mark.parametrize("char", LONGEST, ids=lambda one: ascii(one)[:20])
async def test_the_longest_names_fit_everywhere(open_house, char):
    house = await open_house()
    ann = await house.client("n" + char * (440 // len(char.encode())))
    await ann.create(name="t" + char * (900 // len(char.encode())), bots=("easy",))
    bob = await house.client("Bob")

    (line,) = (await bob.ask(ListTables)).tables
    await bob.watch(line.id)

    assert isinstance(bob.update, Update)
    assert isinstance(await bob.ask(Say, "?"), Accepted)
    heard = next(m for m in bob.heard if isinstance(m, Chat))
    assert (heard.seat, heard.name) == (None, "Bob")
