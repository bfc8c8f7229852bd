"""The lesson on the screen: a panel beside the game, with keys of its own."""

from __future__ import annotations

from functools import partial

import pytest

from rummy_client.terminal import guest
from rummy_protocol.messages import Act, Seated

from .kit import at_table
from .tables import deal, table, update, you


def running(test, **options):
    return guest.run(partial(at_table, test, **options))


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (120, 40)])
def test_pages_are_turned_put_away_and_brought_back(columns, rows) -> None:
    async def learning(driver):
        view = update(
            40, table(), deal(waiting=(0, "draw"), log=()), you(("draw", "take"), fresh=None)
        )
        driver.say(Seated(1, "K7QX", 0), view)
        await driver.until("lesson, 1 of 9: Your hand")
        await driver.press("n")
        assert "lesson, 2 of 9: Sets and runs" in driver.text
        await driver.press("nn")
        assert "lesson, 4 of 9: First a card" in driver.text
        await driver.press("n")
        assert "lesson, 4 of 9: First a card" in driver.text
        await driver.press("L")
        assert "lesson, " not in driver.text
        assert "The lesson is put away; L brings it back." in driver.text
        await driver.press("L")
        assert "lesson, 4 of 9: First a card" in driver.text
        assert not any(isinstance(asked, Act) for asked in driver.link.asked)

    running(learning, columns=columns, rows=rows, learn=True)


@pytest.mark.parametrize(("columns", "rows", "cut"), [(60, 15, True), (80, 24, False)])
def test_a_page_that_is_cut_says_how_to_see_the_rest(columns, rows, cut) -> None:
    async def learning(driver):
        view = update(
            40, table(), deal(waiting=(0, "draw"), log=()), you(("draw", "take"), fresh=None)
        )
        driver.say(Seated(1, "K7QX", 0), view)
        await driver.until("Press n to go on.")
        assert ("N shows all" in driver.text) is cut
        await driver.press("N")
        assert "scores what the others hold." in " ".join(driver.text.split())
        await driver.press("nn")
        assert "lesson, 3 of 9" in driver.text
        assert "discard one card." in " ".join(driver.text.split())
        await driver.press("n")
        assert driver.client.desk.over is None, "what is to be done is done at the table"
        assert "lesson, 4 of 9: First a card" in driver.text
        await driver.press("N")
        assert "Press s" not in driver.text, "here it would do nothing"

    running(learning, columns=columns, rows=rows, learn=True)


def test_nobody_is_taught_unasked() -> None:
    async def playing(driver):
        view = update(
            40, table(), deal(waiting=(0, "draw"), log=()), you(("draw", "take"), fresh=None)
        )
        driver.say(Seated(1, "K7QX", 0), view)
        await driver.until("Your turn")
        await driver.press("L")
        assert "lesson" not in driver.text.replace("lesson does", "")

    running(playing)
