"""A connection that is not encrypted is marked, in red where there is colour, all the time."""

from __future__ import annotations

import pytest
import trio

from rummy_client.cli.options import Address
from rummy_client.cli.trust import own_way
from rummy_client.desk import Desk
from rummy_client.linkstate import PLAIN, Lost, Online
from rummy_client.model import Model
from rummy_client.plain.tell import Teller
from rummy_client.screen import Look, Scene, Size, draw, text_of
from rummy_client.terminal import guest
from rummy_protocol.messages import ListTables, Tables

from ...patience import PATIENCE
from .kit import UTF8, at_table
from .tables import WELCOME, heard, seated, update, you

MARK = "NOT ENCRYPTED"


def pictures(online):
    """Every sort of screen that there is with a connection."""
    yield heard(Model(), online, WELCOME, Tables(1, ()))
    yield heard(seated(update(10, mine=you())), Lost(1.0), online)


@pytest.mark.parametrize("size", [Size(80, 24), Size(132, 43)], ids=str)
@pytest.mark.parametrize("look", [Look(), Look(letters=True, ascii_only=True)], ids=str)
def test_the_mark_is_on_every_screen_of_such_a_connection_and_on_no_other(size, look):
    for plain in (True, False):
        for model in pictures(Online(plain)):
            first = text_of(draw(Scene(model, Desk(), look, size, 0.0))[0])
            assert (MARK in first) is plain


@pytest.mark.parametrize(
    ("variables", "reverse", "ground"),
    [
        (UTF8, False, "b3261e"),
        ({"TERM": "xterm-256color", "LANG": "C.UTF-8"}, False, "af0000"),
        ({"TERM": "linux", "LANG": "C.UTF-8"}, False, "red"),
        ({**UTF8, "NO_COLOR": "1"}, True, "default"),
    ],
    ids=["true colour", "256 colours", "16 colours", "no colour"],
)
def test_the_mark_is_red_where_there_is_colour_and_stands_out_where_there_is_none(
    variables, reverse, ground
):
    async def test(driver):
        driver.say(Online(plain=True), Tables(1, ()))
        await driver.until(MARK)
        column = driver.text.splitlines()[0].index(MARK)
        sign = driver.output.screen.buffer[0][column]
        assert (sign.bg, sign.reverse) == (ground, reverse)

    guest.run(lambda: at_table(test, variables=variables, start=(ListTables(0),)))


def test_by_lines_it_is_said_once():
    teller, model = Teller(), Model()
    told = []
    for said in (Online(plain=True), Lost(1.0), Online(plain=True)):
        new = heard(model, said)
        told += teller.tell(model, said, new, 0.0)
        model = new

    assert told.count(PLAIN) == 1


def test_by_lines_nothing_is_said_of_a_connection_that_is_encrypted():
    assert PLAIN not in Teller().tell(Model(), Online(), heard(Model(), Online()), 0.0)


async def test_a_server_of_our_own_needs_no_mark():
    """What goes no further than this process and its child crosses no network."""
    way = own_way(Address("127.0.0.1", 1))

    assert not way.plain
    with pytest.raises(OSError, match=r"127\.0\.0\.1"):
        with trio.fail_after(PATIENCE):
            await way.connect()
