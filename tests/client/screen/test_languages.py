"""Screens in languages whose words are wider than ours: nothing breaks, nothing sticks out.

The language is made on the spot: English in letters of two cells each.
"""

from __future__ import annotations

import re

import pytest
import trio
from wcwidth import wcswidth

from rummy_client.screen import Look
from rummy_client.terminal import guest
from rummy_protocol.text import LANGUAGES, _, speaking

from ...languages.said import english_but
from ...languages.wide import widened, words_twice_as_wide
from .kit import at_table
from .test_draw import SCREENS, shown

SIZES = ((80, 24), (60, 15), (120, 40))


@pytest.fixture(scope="module")
def wide():
    return words_twice_as_wide()


@pytest.mark.parametrize("name", SCREENS)
def test_words_of_twice_the_width_break_no_screen(name, wide) -> None:
    with speaking(wide):
        for columns, rows in SIZES:
            lines = shown(*SCREENS[name], columns, rows, Look())
            assert len(lines) == rows
            assert max(map(wcswidth, lines)) <= columns
            assert any(chr(ord("e") + 0xFEE0) in line for line in lines), "it is spoken"


@pytest.mark.parametrize("name", ["play", "six-seats", "others"])
def test_melds_and_hand_stand_where_they_stand_in_english(name, wide) -> None:
    """What the player looks for stays in its place, whatever the words around it."""
    english = shown(*SCREENS[name], 80, 24, Look())
    with speaking(wide):
        other = shown(*SCREENS[name], 80, 24, Look())

    def signs(lines):
        return [at for at, line in enumerate(lines) if any(sign in line for sign in "♣♦♥♠")]

    assert signs(other)[-1] == signs(english)[-1]


@pytest.mark.parametrize("size", [(80, 24), (76, 20), (60, 15)])
def test_a_name_never_touches_the_cards_beside_it(size) -> None:
    """However long the name is, and the word for cards."""
    with speaking(english_but()):
        lines = shown(*SCREENS["six-seats"], *size, Look())
    held = [found for line in lines for found in re.findall(r"(.?)\b7 car", line)]

    assert len(held) >= 6
    assert set(held) == {" "}


@pytest.mark.parametrize("code", LANGUAGES)
def test_stock_and_pile_are_called_by_whole_words(code) -> None:
    """Where they are drawn as cards, the longer word has what the shorter one leaves."""
    with speaking(code):
        lines = shown(*SCREENS["play"], 120, 40, Look())
        heading = next(line for line in lines if f" {_('stock')} " in line)

        assert f" {_('discard')} " in heading


def test_two_clients_in_one_process_speak_two_languages(wide) -> None:
    """Keys, the server and a new size have both draw anew: neither takes the other's words."""
    lobby, useless = "Make a table", "does nothing here"
    seen = {}

    async def session(name, tongue, said):
        async def look(driver):
            await driver.until(said(lobby))
            await driver.press("Z")
            await driver.until(said(useless))
            driver.resize(100, 30)
            await driver.settle()
            seen[name] = [words for words in (lobby, widened(lobby)) if words in driver.text]

        with speaking(tongue):
            await at_table(look)

    async def both():
        async with trio.open_nursery() as nursery:
            nursery.start_soon(session, "wide", wide, widened)
            nursery.start_soon(session, "narrow", "en", str)

    guest.run(both)

    assert seen == {"wide": [widened(lobby)], "narrow": [lobby]}


def test_what_one_of_two_clients_is_told_is_drawn_while_the_other_stands_still() -> None:
    there = {name: trio.Event() for name in ("first", "second")}
    drawn = {name: trio.Event() for name in ("first", "second")}

    async def session(name, other):
        async def look(driver):
            await driver.until("Make a table")
            there[name].set()
            await there[other].wait()
            if name == "second":
                await drawn[other].wait()
            driver.client.tell(f"You are {name}.")
            await driver.until(f"You are {name}.")
            drawn[name].set()
            await drawn[other].wait()

        await at_table(look)

    async def both():
        async with trio.open_nursery() as nursery:
            nursery.start_soon(session, "first", "second")
            nursery.start_soon(session, "second", "first")

    guest.run(both)


@pytest.mark.parametrize("code", sorted(set(LANGUAGES) - {"en"}))
@pytest.mark.parametrize("name", ["play", "lobby", "create", "sheet", "help", "rules", "quit"])
def test_every_language_fits_the_screen(name, code) -> None:
    with speaking(code):
        lines = shown(*SCREENS[name], 80, 24, Look())

    assert len(lines) == 24
    assert max(map(wcswidth, lines)) <= 80
