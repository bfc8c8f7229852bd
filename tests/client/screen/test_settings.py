"""The page of settings: every taste can be read, changed, and left."""

from __future__ import annotations

import pytest

from rummy_client.commands.lobby import entered, line_start
from rummy_client.commands.obey import obey
from rummy_client.desk import Desk, Over, Writing
from rummy_client.liking import Settings, Switch, Theme
from rummy_client.model import Model
from rummy_client.moment import command_for
from rummy_client.pointing import pointed
from rummy_client.screen.cells import Target
from rummy_client.tastes import TASTES, changes_between
from rummy_client.terminal import guest
from rummy_client.terminal.mouse import Gesture
from rummy_protocol.messages import Seated
from rummy_protocol.text import speaking, spoken

from .kit import at_table
from .tables import WELCOME, heard, page, seated, update, you

OPEN = Desk(over=Over.SETTINGS)
NAME = next(place for place, each in enumerate(TASTES) if each.name == "name")


def press(model, desk, *keys):
    for key in keys:
        outcome = obey(model, desk, command_for(model, desk, key), key)
        model, desk = outcome.model, outcome.desk
    return desk


@pytest.mark.parametrize("model", [seated(), heard(Model(), WELCOME)], ids=["table", "lobby"])
def test_a_key_opens_it_and_escape_leads_back(model) -> None:
    desk = press(model, Desk(), "S")
    assert desk.over is Over.SETTINGS
    assert press(model, desk, "escape") == Desk()


@pytest.mark.parametrize("place", range(len(TASTES)), ids=lambda place: TASTES[place].name)
def test_the_arrow_keys_change_the_chosen_one_and_no_other(place) -> None:
    desk = press(seated(), OPEN, *["down"] * place)
    assert desk.setting == place
    desk = press(seated(), desk, "right")
    if TASTES[place].values:
        assert list(changes_between(Settings(), desk.settings)) == [TASTES[place].name]
        assert press(seated(), desk, "left").settings == Settings()
    else:
        assert desk.writing is Writing.NAME


def test_the_cursor_stays_on_the_page() -> None:
    assert press(seated(), OPEN, *["down"] * 30).setting == len(TASTES) - 1
    assert press(seated(), OPEN, *["up"] * 3).setting == 0


def test_a_name_is_written_and_one_that_will_not_do_stays_to_be_mended() -> None:
    desk = press(seated(), Desk(over=Over.SETTINGS, setting=NAME), "enter")
    assert line_start(desk) == ""
    outcome = entered(seated(), desk, "김 철수")
    assert (outcome.desk.settings.name, outcome.desk.writing) == ("김 철수", None)
    assert "next table" in outcome.model.notice.text
    outcome = entered(seated(), desk, "x" * 30)
    assert outcome.desk.writing is Writing.NAME
    assert outcome.model.notice.bad
    assert outcome.desk.settings == Settings()


@pytest.mark.parametrize(("columns", "rows"), [(60, 15), (80, 24), (120, 40)])
def test_all_of_them_are_in_sight_with_their_values(columns, rows) -> None:
    desk = Desk(over=Over.SETTINGS, settings=Settings(bell=Switch.AWAY, theme=Theme.CONTRAST))
    lines = page(seated(), desk, columns, rows).split("\n")
    for each in TASTES:
        assert any(each.label in line for line in lines), each.label
    assert any("Bell" in line and "away" in line for line in lines)
    assert any("Colours" in line and "high contrast" in line for line in lines)
    assert any("Esc" in line for line in lines)


def test_nothing_moves_from_one_setting_to_the_next() -> None:
    first = page(seated(), OPEN).split("\n")
    for place in range(len(TASTES)):
        lines = page(seated(), Desk(over=Over.SETTINGS, setting=place)).split("\n")
        for row, each in enumerate(TASTES):
            assert each.label in lines[row + 2]
            assert each.label in first[row + 2]


def test_what_is_changed_there_is_seen_at_once_and_kept() -> None:
    kept = []

    async def changed(driver):
        driver.say(Seated(99, "K7QX", 0), update(40, mine=you()))
        await driver.until("Your hand")
        await driver.press("S")
        await driver.until("Colours")
        await driver.press("\x1b[B\x1b[C", 2)
        await driver.press("\x1b", 1)
        await driver.until(lambda: "5h" in driver.text)
        driver.client.choices.keep_now()

    def remember(changes):
        kept.append(dict(changes))
        return ""

    guest.run(lambda: at_table(changed, remember=remember))
    assert kept == [{"letters": True}]


def test_a_language_is_spoken_as_soon_as_it_is_chosen_and_by_nobody_else() -> None:
    said = []

    async def changed(driver):
        draw = driver.client.draw

        def draw_and_listen(size):
            lines = draw(size)
            said.append(spoken().code)
            return lines

        driver.client.draw = draw_and_listen
        driver.say(Seated(99, "K7QX", 0), update(40, mine=you()))
        await driver.press(":language fr\r")
        await driver.settle()
        assert said[-1] == "fr"
        driver.say(update(41, mine=you()))
        await driver.settle()
        assert said[-1] == "fr"
        await driver.press(":language auto\r")
        await driver.settle()
        assert said[-1] == "en"

    with speaking("de"):
        guest.run(lambda: at_table(changed))
        assert spoken().code == "de"


def test_a_click_chooses_a_setting_and_another_one_takes_its_next_value() -> None:
    target = Target("setting", "3")
    click = Gesture(target, target)
    desk = pointed(seated(), OPEN, click).desk
    assert (desk.setting, desk.settings) == (3, Settings())
    desk = pointed(seated(), desk, click).desk
    assert desk.settings.bell is Switch.OFF
    assert pointed(seated(), Desk(), click) is None
