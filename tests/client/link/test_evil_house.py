"""A house that means harm: nothing it says reaches terminal or disk as it is (P31, P33)."""

from __future__ import annotations

import pytest

from rummy_client.linkstate import Ended, Lost, farewell
from rummy_client.seatfile import free_seats
from rummy_protocol.messages import Chat, Goodbye, Join, Refused, Seated

ESCAPE = "\x1b]52;c;cm0gLXJm\x07\x9b2J\u202e"


def safe(text):
    return all(char.isprintable() for char in text)


@pytest.mark.parametrize("code", ["bad-version", "bad-name", ESCAPE])
async def test_last_words_are_printed_when_the_screen_is_gone_and_are_text(house, client, code):
    ann = client()
    visit = await house.visit()
    await visit.greet()

    args = {"server": ESCAPE, "client": ESCAPE, "why": "old-client", "name": ESCAPE}
    await visit.say(Goodbye(code, args))

    if code == ESCAPE:
        assert safe((await ann.hears(Lost)).why)
    else:
        assert safe(farewell((await ann.hears(Ended)).goodbye))


async def test_the_name_of_a_table_is_kept_on_disk_as_text(house, client, folder):
    ann = client()
    ann.ask(Join(0, "friday", b"", b""))
    visit = await house.visit()
    await visit.greet()
    join = await visit.next()
    await visit.say(Seated(join.id, ESCAPE, 0))
    await ann.hears(Seated)
    ann.link.close()

    assert all(safe(seat.table) for seat in free_seats(folder))
    files = b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())
    assert b"\x1b" not in files
    assert b"\\u001b" not in files


async def test_what_is_said_and_refused_is_text_when_it_leaves_the_link(house, client):
    ann = client()
    visit = await house.visit()
    await visit.greet()
    await visit.say(Chat(0, ESCAPE, ESCAPE), Refused(9, ESCAPE, ESCAPE, {"one": ESCAPE}))

    spoken, refused = await ann.hears(Chat), await ann.hears(Refused)

    assert safe(spoken.name + spoken.text)
    assert safe(refused.code + refused.rule + refused.args["one"])


async def test_a_seat_that_no_table_has_ends_the_link_and_not_the_client(house, client):
    ann = client()
    visit = await house.visit()
    await visit.greet()
    await visit.say(Chat(2**31, "Bob", "hello"))

    ended = await ann.hears(Ended)

    assert ended.goodbye.code == "bad-message"
