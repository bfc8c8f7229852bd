"""Every command by its name: what can be typed, how it is completed, and what it does."""

from __future__ import annotations

import pytest
import trio

from rummy_client.commands.line import (
    commanded,
    completed,
    completions,
    shown_line,
    written,
)
from rummy_client.commands.obey import COMMANDS
from rummy_client.commands.outcome import Local
from rummy_client.commands.spelled import SPELLED
from rummy_client.desk import Desk, Over, Writing, settled
from rummy_client.keymap import KEYS
from rummy_client.liking import Settings, Switch, Theme
from rummy_client.linkstate import Lost, Online
from rummy_client.model import Model, asked, hear
from rummy_client.moment import active
from rummy_client.order import Sort
from rummy_client.terminal import guest
from rummy_protocol.actions import Discard, DrawStock, LayMeld, LayOff, TakeDiscard
from rummy_protocol.messages import (
    Act,
    Join,
    Leave,
    Refused,
    Say,
    Seated,
    TableLine,
    Tables,
    Watch,
)
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.text import speaking
from rummy_protocol.views import Options

from .kit import at_table
from .tables import (
    WELCOME,
    faces,
    heard,
    my_draw,
    one,
    others_turn,
    page,
    seated,
    update,
    watching,
    you,
)

OPEN = Desk(writing=Writing.COMMAND)


def lines(model, typed="", desk=OPEN):
    return [each.line for each in completions(model, desk, typed)]


def do(model, line, desk=OPEN):
    return commanded(model, desk, line)


def lobby():
    friday = TableLine("K7QX", "friday", RuleSet(), Options(), "gathering", 1, 1)
    return heard(heard(Model(), Online(), WELCOME), Tables(1, (friday,)))


SCENES = {
    "to draw": my_draw(),
    "to play": seated(),
    "others": others_turn(),
    "watching": watching(),
    "lobby": lobby(),
    "nothing": Model(),
}


# --- what there is -----------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(SCENES))
def test_everything_that_a_key_can_do_now_can_be_typed(name) -> None:
    model = SCENES[name]
    meant = {key.command for key in active(model, Desk()) if key.keys != "any"}
    offered = {line.strip() for line in lines(model)}
    assert meant - offered <= {"choose", "answer", "dismiss", "command"}


def test_every_command_of_the_table_of_keys_is_a_command_or_of_the_first_screens() -> None:
    elsewhere = {key.command for key in KEYS if key.where in ("start", "found")}
    assert {key.command for key in KEYS} - elsewhere <= COMMANDS.keys() | SPELLED.keys()


@pytest.mark.parametrize("name", sorted(SCENES))
def test_whatever_is_offered_says_what_it_does_and_can_be_typed(name) -> None:
    model = SCENES[name]
    for each in completions(model, OPEN, ""):
        assert each.about
        outcome = do(model, each.line)
        assert outcome.desk.writing is not Writing.COMMAND, each.line


def test_it_is_completed_word_by_word() -> None:
    model = seated()
    assert lines(model, "th") == ["theme "]
    assert lines(model, "theme ")[:2] == ["theme dark", "theme light"]
    assert lines(model, "theme co") == ["theme contrast", "theme colour-blind"]
    assert lines(model, "theme dark ") == []
    assert lines(model, "sort s") == ["sort suit"]
    assert lines(model, "frobnicate") == []
    assert lines(model, "frobnicate x") == []
    assert lines(model, "say he") == []


def test_cards_are_completed_from_the_hand_each_as_often_as_it_is_held() -> None:
    model = seated(mine=you(hand=faces("2C 3C 3C")))
    assert lines(model, "pick ") == ["pick 2C", "pick 3C"]
    assert lines(model, "pick 3c ") == ["pick 3c 2C", "pick 3c 3C"]
    assert lines(model, "pick 3C 3C 2C ") == []
    assert lines(model, "discard 3") == ["discard 3C"]


def test_tables_are_completed_in_the_lobby() -> None:
    assert lines(lobby(), "join k") == ["join K7QX"]
    assert lines(lobby(), "watch ") == ["watch K7QX"]


# --- a line while it is written ----------------------------------------------------------


def test_going_through_completions_ends_at_what_was_typed() -> None:
    model, desk = seated(), written(OPEN, "theme c")
    seen = []
    for _ in range(3):
        desk = completed(model, desk, 1)
        seen.append(shown_line(desk))
    assert seen == ["theme contrast", "theme colour-blind", "theme c"]
    assert shown_line(completed(model, desk, -1)) == "theme colour-blind"


def test_the_only_completion_is_taken_and_the_next_word_follows() -> None:
    model, desk = seated(), written(OPEN, "th")
    desk = completed(model, desk, 1)
    assert shown_line(desk) == "theme "
    desk = completed(model, desk, 1)
    assert shown_line(desk) == "theme dark"
    desk = written(desk, "theme darkx")
    assert (shown_line(desk), desk.completions) == ("theme darkx", ())


def test_completions_do_not_change_under_ones_fingers() -> None:
    """Neither do they when the turn passes on meanwhile (X-79)."""
    desk = completed(my_draw(), written(OPEN, "t"), 1)
    first = desk.completions
    later = heard(my_draw(), update(60, mine=you(())))
    desk = completed(later, desk, 1)
    assert desk.completions == first
    assert shown_line(desk) == first[1]


def test_nothing_to_complete_changes_nothing() -> None:
    desk = written(OPEN, "frob")
    assert completed(seated(), desk, 1) is desk


# --- what it does ------------------------------------------------------------------------


def test_a_command_does_what_its_key_does() -> None:
    assert do(my_draw(), "draw-stock").effects == (Act(0, 40, DrawStock()),)
    assert do(my_draw(), "DRAW_STOCK").effects == (Act(0, 40, DrawStock()),)
    assert do(seated(), "log").desk.over is Over.LOG
    assert do(seated(), "redraw").effects == (Local.REDRAW,)
    assert do(seated(), "quit").effects == (Local.QUIT,)
    assert do(seated(), "ask-quit").desk.over is Over.QUIT
    assert do(seated(), "leave").effects == (Leave(0),)
    assert do(seated(), "").effects == ()


def test_a_play_that_is_not_open_now_is_told_why() -> None:
    outcome = do(my_draw(), "lay-meld 2C 3C 4C")
    assert outcome.effects == ()
    assert "First take a card" in outcome.model.notice.text
    assert outcome.desk.writing is None


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("discard KD", Discard(one("KD"))),
        ("discard kd", Discard(one("KD"))),
        ("lay-meld 2C 3C 4C", LayMeld(faces("2C 3C 4C"))),
        ("lay-off 5H on 2", LayOff(2, faces("5H"))),
    ],
)
def test_named_cards_are_played_at_once(line, action) -> None:
    assert do(seated(), line).effects == (Act(0, 40, action),)


def test_a_deep_take_is_typed_with_its_number() -> None:
    assert do(my_draw(), "take-discard").effects == (Act(0, 40, TakeDiscard()),)
    assert do(my_draw(), "take-discard 3").effects == (Act(0, 40, TakeDiscard(3)),)
    assert do(my_draw(), "take-discard x").effects == ()


def test_a_discard_without_a_name_is_asked_about_as_with_the_key() -> None:
    outcome = do(seated(), "discard")
    assert outcome.desk.over is Over.DISCARD
    assert outcome.effects == ()


@pytest.mark.parametrize("line", ["pick AS", "discard AS", "lay-off AS on 1", "pick 2C 2C"])
def test_cards_that_are_not_held_are_not_played(line) -> None:
    outcome = do(seated(), line)
    assert outcome.effects == ()
    assert outcome.model.notice.text == "You do not hold all of these cards."


def test_a_word_that_is_no_card_is_told() -> None:
    outcome = do(seated(), "discard \x1b[2J")
    assert outcome.effects == ()
    assert "is no card" in outcome.model.notice.text
    assert outcome.model.notice.text.isprintable()


def test_cards_are_picked_by_name() -> None:
    outcome = do(seated(), "pick KD 2C")
    assert outcome.desk.picks == faces("KD 2C")
    assert len(outcome.desk.places) == 2


@pytest.mark.parametrize("order", [Sort.MELDS, Sort.SUIT, Sort.RANK])
def test_the_hand_is_sorted_by_name(order) -> None:
    assert do(seated(), f"sort {order}").desk.sort is order


def test_an_order_of_ones_own_is_a_name_only_where_there_is_one() -> None:
    assert "sort own" not in lines(seated(), "sort ")
    outcome = do(seated(), "sort own")
    assert outcome.desk.sort is Sort.MELDS
    assert outcome.model.notice.bad
    laid = seated(mine=you(order=(faces("KD 2C"), faces("3C 4C 5H TS QS"))))
    assert "sort own" in lines(laid, "sort ")
    assert do(laid, "sort own").desk.sort is Sort.OWN


def test_the_hand_is_not_sorted_by_what_there_is_not() -> None:
    outcome = do(seated(), "sort luck")
    assert outcome.model.notice.bad
    assert outcome.desk.sort is Sort.MELDS


@pytest.mark.parametrize(
    ("line", "settings"),
    [
        ("theme light", Settings(theme=Theme.LIGHT)),
        ("theme=light", Settings(theme=Theme.LIGHT)),
        ("theme", Settings(theme=Theme.LIGHT)),
        ("letters on", Settings(letters=True)),
        ("bell away", Settings(bell=Switch.AWAY)),
        ("single-key yes", Settings(single_key=True)),
        ("language ko", Settings(language="ko")),
        ("mouse off", Settings(mouse=False)),
        ("name 김 철수", Settings(name="김 철수")),
        ("theme green", Settings()),
    ],
)
def test_a_taste_is_set_by_its_name(line, settings) -> None:
    with speaking("en"):
        outcome = do(seated(), line)
    assert outcome.desk.settings == settings
    assert outcome.model.notice.text


def test_only_say_speaks_to_the_table() -> None:
    """A play that was typed wrong is never read by the others (X-65)."""
    assert do(seated(), "say hello there").effects == (Say(0, "hello there"),)
    assert do(seated(), "say").desk.writing is Writing.CHAT
    for line in ("34567", "discrad KD", "hello", ":say x"):
        outcome = do(seated(), line)
        assert outcome.effects == ()
        assert outcome.desk.writing is Writing.COMMAND
        assert outcome.desk.typed == line


def test_in_the_lobby_a_table_is_named() -> None:
    assert do(lobby(), "join K7QX").effects == (Join(0, "K7QX", b"", b""),)
    assert do(lobby(), "watch K7QX").effects == (Watch(0, "K7QX"),)
    assert do(lobby(), "join").effects == (Join(0, "K7QX", b"", b""),)


def test_what_counts_elsewhere_only_is_told_and_the_line_stays() -> None:
    outcome = do(lobby(), "draw-stock")
    assert outcome.desk.writing is Writing.COMMAND
    assert "can do nothing here" in outcome.model.notice.text
    assert do(watching(), "say hi").effects in ((), (Say(0, "hi"),))


def test_without_a_connection_nothing_is_sent() -> None:
    model = hear(seated(), Lost(2.0), 0.0)
    assert do(model, "say hello").effects == ()
    assert do(model, "theme light").desk.settings.theme is Theme.LIGHT


def test_hostile_commands_are_told_in_print() -> None:
    outcome = do(seated(), "\x1b]2;x\x07\u202e" + "x" * 500)
    assert outcome.model.notice.text.isprintable()
    assert len(outcome.model.notice.text) < 120


# --- as it is seen -----------------------------------------------------------------------


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("name", ["to play", "lobby", "watching"])
def test_nothing_moves_when_the_line_opens(name, columns) -> None:
    model = SCENES[name]
    before = page(model, Desk(), columns).split("\n")
    after = page(model, written(OPEN, "th"), columns).split("\n")
    changed = [n for n, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
    assert all(n >= 21 for n in changed), changed
    assert "theme" in "\n".join(after)


def test_the_chosen_completion_is_marked_and_in_sight() -> None:
    model, desk = seated(), OPEN
    for _ in range(len(completions(model, OPEN, ""))):
        desk = completed(model, desk, 1)
        assert shown_line(desk).strip() in page(model, desk, 60, 15)
        assert "▶" + shown_line(desk).strip() in page(model, desk, 80)


def run(test, **more):
    return guest.run(lambda: at_table(test, **more))


def test_a_command_is_typed_completed_and_done() -> None:
    async def typed(driver):
        driver.say(*_sat())
        await driver.until("Your hand")
        await driver.press(":th\t")
        await driver.until(":theme")
        await driver.press("\t\t")
        await driver.until("theme light")
        await driver.press("\r")
        assert driver.client.desk.settings.theme is Theme.LIGHT
        assert driver.client.desk.writing is None

    run(typed)


def test_the_line_is_not_disturbed_and_escape_leaves_it() -> None:
    async def typed(driver):
        driver.say(*_sat())
        await driver.until("Your hand")
        await driver.press(":discar")
        driver.say(update(41, mine=you(())), update(42))
        await driver.settle()
        assert driver.last.endswith("discar")
        await driver.press("\x1b", 1)
        assert driver.client.desk.writing is None
        assert not [asked for asked in driver.link.asked if isinstance(asked, Act)]

    run(typed)


def test_a_refused_password_does_not_take_the_place_of_a_line_that_is_written() -> None:
    friday = lobby().tables[0]
    tried = asked(lobby(), 5, Join(0, friday.id, b"", b"", "wrong"))
    refused = heard(tried, Refused(5, "wrong-password"))
    code = Desk(writing=Writing.CODE)
    assert settled(code, tried, refused).writing is Writing.CODE
    assert settled(Desk(), tried, refused).writing is Writing.PASSWORD


def test_pasted_commands_wait_for_enter() -> None:
    async def pasted(driver):
        driver.say(*_sat())
        await driver.until("Your hand")
        driver.type("\x1b[200~:discard KD\r\x1b[201~")
        await driver.until("Pasted text")
        assert driver.client.desk.writing is None
        await driver.press(":")
        driver.type("\x1b[200~discard KD\r\x1b[201~")
        await driver.until(lambda: driver.last.endswith("discard KD"))
        assert not [asked for asked in driver.link.asked if isinstance(asked, Act)]

    run(pasted)


def _sat():
    return Seated(99, "K7QX", 0), update(40, mine=you())


def test_what_was_chosen_is_kept_and_what_the_terminal_needs_is_not() -> None:
    kept = []

    def remember(changes):
        kept.append(dict(changes))
        return ""

    async def chosen(driver):
        driver.say(*_sat())
        await driver.until("Your hand")
        driver.type("\x1b[1;3R")
        await driver.until(lambda: driver.client.desk.settings.letters)
        await driver.press(":bell away\r")
        await driver.press("C")
        driver.client.choices.keep_now()

    run(chosen, remember=remember)
    assert kept == [{"bell": Switch.AWAY, "theme": Theme.LIGHT}]


def test_a_choice_that_cannot_be_kept_is_told_and_holds_all_the_same() -> None:
    async def chosen(driver):
        driver.say(*_sat())
        await driver.until("Your hand")
        await driver.press("C")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(driver.client.choices.keep)
            await driver.until("no room")
            nursery.cancel_scope.cancel()
        assert driver.client.desk.settings.theme is Theme.LIGHT

    run(chosen, remember=lambda changes: "no room")
