"""People who have nothing but ssh, at the tables of a house."""

from __future__ import annotations

import re

import trio

QUICK = {"actions_per_second": 1000, "requests_per_second": 1000, "scoring_seconds": 600}


KEYS = (
    ("d discard", "d\r"),
    (r"\bs (stock|make the pile)", "s"),
    # With nothing left to draw there is the discard, or the end.
    ("e end the deal", "e\r"),
)
"""What the screen says may be pressed, and what is pressed then; the first that is said."""


async def draw_and_discard(ben):
    """Press what the screen names as the keys of this moment, until the deal is over."""
    while "for the next deal" not in ben.text:
        for words, keys in KEYS:
            if re.search(words, ben.text):
                await ben.press(keys)
                break
        await ben.read()


def code_of(told):
    return re.search(r"seat 1 at the table (\w+)", told)[1]


def test_whoever_comes_by_ssh_sees_the_lobby_and_leaves_with_a_key(spend):
    async def scenario(evening):
        ada = await evening.screen(await evening.connect())
        await ada.until("There is no table here yet")
        assert await ada.leave() == 0
        assert ada.raw.rindex("\x1b[?1049l") > ada.raw.rindex("\x1b[?1049h")
        assert "\x1b[?25h" in ada.raw
        await evening.nobody()

    spend(scenario)


def test_two_who_come_by_ssh_and_one_from_home_play_a_deal_at_one_table(spend, keys):
    async def scenario(evening):
        ada = await evening.lines(await evening.connect("Ada", keys[0]))
        ada.say("create Den game=basic seats=3")
        code = code_of(await ada.until("Den .*1 of 3"))
        ben = await evening.screen(await evening.connect("Ben", keys[1]))
        await ben.until("Den")
        await ben.press("\r", "Ben")
        cy = evening.at_home()
        cy.say(f"join {code}")
        await ada.until("Cy")
        ada.say("start")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ada.play_deal)
            nursery.start_soon(cy.play_deal)
            nursery.start_soon(draw_and_discard, ben)
        ada.say("quit")
        assert await ada.end() == 0
        assert await ben.leave() == 0
        cy.say("quit")
        await evening.nobody()

    spend(scenario, **QUICK)
