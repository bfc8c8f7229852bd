"""The mouse: what is aimed at, what follows, and where it is left alone."""

from __future__ import annotations

import pytest

from rummy_client.commands.obey import obey
from rummy_client.desk import Desk, Over, Writing, hand_of, mouse_plays
from rummy_client.liking import Settings
from rummy_client.order import Sort, groups_of
from rummy_client.pointing import pointed, wheeled
from rummy_client.screen import Size
from rummy_client.screen.cells import Target, at, target_at
from rummy_client.terminal import guest
from rummy_client.terminal.mouse import Gesture, Mouse, Wheel, key_of, takes_mouse
from rummy_protocol.actions import Discard, DrawStock, LayOff, TakeDiscard
from rummy_protocol.cards import faces
from rummy_protocol.messages import Act, Seated
from rummy_protocol.text import NOTATION

from .kit import UTF8, at_table
from .tables import my_draw, one, others_turn, seated, update, you

PICTURE = [
    [("", "  "), (at("hand", 0), "[7H]"), ("", " "), (at("hand", 1), " KD ")],
    [(at("meld", 3), "3 Bob 6S 7S"), ("", "   "), (at("stock", 0), "stock")],
]
DOWN, UP, LEFT_AGAIN = "\x1b[<0;{};{}M", "\x1b[<0;{};{}m", "\x1b[<32;{};{}M"


def reports(*said):
    mouse = Mouse()
    return [mouse.heard(one.format(*where), PICTURE) for one, *where in said]


# --- reading -------------------------------------------------------------------------------


def test_a_press_and_a_release_on_one_thing_are_a_click() -> None:
    held, click = reports((DOWN, 4, 1), (UP, 5, 1))

    assert held == Gesture(Target("hand", "0"), Target("hand", "0"), held=True)
    assert click == Gesture(Target("hand", "0"), Target("hand", "0"), behind=True)


def test_a_drag_tells_on_which_half_it_ends() -> None:
    for column, behind in ((8, False), (9, False), (10, True), (11, True)):
        _, drag = reports((DOWN, 3, 1), (UP, column, 1))
        assert drag == Gesture(Target("hand", "0"), Target("hand", "1"), behind)


@pytest.mark.parametrize(
    "said",
    [
        ((UP, 4, 1),),
        ((DOWN, 1, 1), (UP, 4, 1)),
        ((DOWN, 4, 9), (UP, 4, 1)),
        (("\x1b[<2;{};{}M", 4, 1), ("\x1b[<2;{};{}m", 4, 1)),
        ((LEFT_AGAIN, 4, 1),),
        (("\x1b[<35;{};{}M", 4, 1),),
        (("\x1b[<0;{}M", 4),),
        (("\x1b[M !!",),),
        (("\x1b[<0;99999999;1M",),),
    ],
)
def test_nothing_else_means_anything(said) -> None:
    assert reports(*said)[-1] is None


def test_whoever_holds_a_key_down_clicks_as_well() -> None:
    assert reports(("\x1b[<8;{};{}M", 4, 1), ("\x1b[<8;{};{}m", 4, 1))[-1] is not None


def test_the_wheel_is_heard_anywhere() -> None:
    assert reports(("\x1b[<64;70;20M",), ("\x1b[<65;70;20M",)) == [Wheel.UP, Wheel.DOWN]


def test_a_click_does_not_count_once_something_else_lies_there() -> None:
    """An update between press and release may not make another move of it (X-53)."""
    mouse = Mouse()
    mouse.heard(DOWN.format(16, 2), PICTURE)

    assert mouse.heard(UP.format(16, 2), [PICTURE[0], [("", "nothing any more")]]) is None
    assert mouse.heard(UP.format(16, 2), PICTURE) is None


@pytest.mark.parametrize(
    ("variables", "takes"),
    [
        ({"TERM": "xterm-256color"}, True),
        ({"TERM": "xterm-kitty"}, True),
        ({"TERM": "linux"}, False),
        ({"TERM": "dumb"}, False),
        ({}, False),
        ({"TERM": "screen-256color"}, False),
        ({"TERM": "tmux-256color"}, False),
        ({"TERM": "xterm-256color", "TMUX": "/tmp/tmux-0/default,1,0"}, False),
    ],
)
def test_the_mouse_is_left_alone_where_others_want_it(variables, takes) -> None:
    assert takes_mouse(variables) is takes
    assert mouse_plays(Desk(mouse=takes)) is takes
    assert mouse_plays(Desk(mouse=takes, settings=Settings(mouse=True)))
    assert not mouse_plays(Desk(mouse=takes, settings=Settings(mouse=False)))


def test_where_only_lines_are_chosen_the_mouse_is_a_few_keys() -> None:
    key, card = Target("key", "enter"), Target("hand", "1")

    assert key_of(Gesture(key, key)) == "enter"
    assert key_of(Gesture(key, key, held=True)) == key_of(Gesture(key, card)) == ""
    assert key_of(Gesture(card, card)) == ""
    assert (key_of(Wheel.UP), key_of(Wheel.DOWN)) == ("up", "down")


# --- what follows --------------------------------------------------------------------------


def click(model, desk, kind, which=0):
    target = Target(kind, str(which))
    return pointed(model, desk, Gesture(target, target))


def drag(model, desk, place, kind, which=0, behind=False):
    start = Target("hand", str(place))
    return pointed(model, desk, Gesture(start, Target(kind, str(which)), behind))


def asked_for(outcome):
    return [effect.action for effect in outcome.effects if isinstance(effect, Act)]


def test_a_click_picks_a_card_and_puts_it_back() -> None:
    model, desk = seated(), Desk(sort=Sort.RANK)
    picked = click(model, desk, "hand", 4).desk
    back = click(model, picked, "hand", 4).desk

    assert (picked.picks, picked.cursor) == (faces("TS"), 4)
    assert back.picks == ()


def test_a_held_card_has_the_cursor() -> None:
    model, card = seated(), Target("hand", "3")

    assert pointed(model, Desk(), Gesture(card, card, held=True)).desk.cursor == 3


def test_a_click_on_the_piles_draws_and_takes() -> None:
    assert asked_for(click(my_draw(), Desk(), "stock")) == [DrawStock()]
    assert asked_for(click(my_draw(), Desk(), "discard")) == [TakeDiscard()]


def test_a_click_on_the_pile_throws_the_picked_card_after_asking() -> None:
    outcome = click(seated(), Desk(picks=faces("KD"), places=(6,)), "discard")

    assert outcome.desk.over is Over.DISCARD
    assert outcome.effects == ()


def test_a_click_on_a_meld_lays_the_picked_cards_off_there() -> None:
    model = seated()

    assert asked_for(click(model, Desk(picks=faces("TS")), "meld", 1)) == [
        LayOff(1, faces("TS"))
    ]
    assert "Pick" in click(model, Desk(), "meld", 1).model.notice.text
    early = click(my_draw(), Desk(picks=faces("TS")), "meld", 1)
    assert early.effects == ()


def test_a_click_on_a_meld_answers_the_question_which() -> None:
    desk = Desk(over=Over.CHOOSE, choice=(1, 2), picks=faces("TS"))

    assert asked_for(click(seated(), desk, "meld", 2)) == [LayOff(2, faces("TS"))]


def test_a_click_on_a_key_that_is_told_presses_it() -> None:
    model = seated()

    assert click(model, Desk(), "key", "?").desk.over is Over.HELP
    guarded = obey(model, Desk(sort=Sort.RANK, cursor=6), "discard").desk
    assert asked_for(click(model, guarded, "key", "enter")) == [Discard(one("KD"))]


def test_a_line_is_chosen_and_a_second_click_does_what_enter_does() -> None:
    model = seated()

    assert click(model, Desk(row=0), "row", 2).desk.row == 2


def test_a_drag_moves_a_card_within_the_hand_and_between_groups() -> None:
    model, desk = (
        seated(mine=you(order=(faces("KD QS"), faces("2C 3C 4C 5H TS")))),
        Desk(sort=Sort.OWN),
    )
    outcome = drag(model, desk, 0, "hand", 4, behind=True)
    shown = [NOTATION.many(g) for g in groups_of(outcome.model, outcome.desk.sort)]

    assert shown == ["QS", "2C 3C 4C KD 5H TS"]
    assert hand_of(outcome.model, outcome.desk)[outcome.desk.cursor] == one("KD")


def test_a_drag_lays_off_and_discards() -> None:
    model, desk = seated(), Desk(sort=Sort.RANK, picks=faces("QS"), places=(5,))

    assert asked_for(drag(model, desk, 4, "meld", 1)) == [LayOff(1, faces("TS"))]
    assert asked_for(drag(model, desk, 5, "meld", 1)) == [LayOff(1, faces("QS"))]
    thrown = drag(model, desk, 6, "discard")
    assert (thrown.desk.over, thrown.desk.card) == (Over.DISCARD, one("KD"))


@pytest.mark.parametrize("over", [Over.HELP, Over.QUIT, Over.DISCARD, Over.VOTE])
def test_what_lies_over_the_table_takes_the_mouse_as_it_takes_the_keys(over) -> None:
    model, desk = seated(), Desk(over=over, card=one("KD"))
    clicked = [click(model, desk, kind, 1) for kind in ("hand", "meld", "stock", "discard")]
    dragged = [drag(model, desk, 1, kind, 2) for kind in ("hand", "meld", "discard")]

    assert [one for one in (*clicked, *dragged) if one is not None] == []


def test_who_only_waits_is_told_so_and_nothing_is_sent() -> None:
    model = others_turn()
    for kind in ("stock", "discard"):
        assert not getattr(click(model, Desk(), kind), "effects", ())


def test_the_wheel_scrolls_what_is_read_and_leaves_the_table_alone() -> None:
    model = seated()

    assert wheeled(model, Desk(over=Over.HELP), Wheel.DOWN).desk.scroll == 3
    assert wheeled(model, Desk(over=Over.HELP, scroll=5), Wheel.UP).desk.scroll == 2
    assert wheeled(model, Desk(), Wheel.DOWN) is None


# --- in a terminal -------------------------------------------------------------------------


def cell_of(driver, kind, which=0):
    """The first cell, from 1, of what bears a mark, as the screen has it now."""
    width, height = driver.output.screen.columns, driver.output.screen.lines
    lines = driver.client.draw(Size(width, height))
    for row in range(height):
        for column in range(width):
            if target_at(lines, column, row) == Target(kind, str(which)):
                return column + 1, row + 1
    raise AssertionError(f"no {kind} {which} in\n{driver.text}")


def acts(driver):
    return [asked.action for asked in driver.link.asked if isinstance(asked, Act)]


def test_a_turn_can_be_begun_with_the_mouse() -> None:
    async def turn(driver):
        driver.say(Seated(99, "K7QX", 0), update(40, mine=you(("draw", "take"), fresh=None)))
        await driver.until("K♦")
        assert "\x1b[?1006h" in driver.output.raw
        column, row = cell_of(driver, "stock")
        await driver.press(DOWN.format(column, row) + UP.format(column, row), 2)
        assert acts(driver) == [DrawStock()]

    guest.run(lambda: at_table(turn))


def test_a_drag_on_the_screen_moves_a_card() -> None:
    async def moves(driver):
        driver.say(Seated(99, "K7QX", 0), update(40, mine=you()))
        await driver.until("K♦")
        (left, row), (right, _) = cell_of(driver, "hand", 6), cell_of(driver, "hand", 0)
        await driver.press(DOWN.format(left, row) + UP.format(right, row), 2)
        assert hand_of(driver.client.model, driver.client.desk)[0] == one("KD")

    guest.run(lambda: at_table(moves))


def test_a_mouse_that_does_not_play_is_not_asked_for_and_changes_with_a_key() -> None:
    async def toggles(driver):
        driver.say(Seated(99, "K7QX", 0), update(40, mine=you()))
        await driver.until("K♦")
        assert "\x1b[?1006h" not in driver.output.raw
        await driver.press("M")
        await driver.until(lambda: "\x1b[?1006h" in driver.output.raw)
        await driver.press("M")
        await driver.until(lambda: "\x1b[?1006l" in driver.output.raw)

    guest.run(lambda: at_table(toggles, variables=UTF8 | {"TERM": "screen-256color"}))


def test_while_one_writes_and_behind_the_gate_the_mouse_means_nothing() -> None:
    async def writes(driver):
        driver.say(Seated(99, "K7QX", 0), update(40, mine=you(("draw", "take"), fresh=None)))
        await driver.until("K♦")
        column, row = cell_of(driver, "stock")
        await driver.press("c")
        assert driver.client.desk.writing is Writing.CHAT
        await driver.press(DOWN.format(column, row) + UP.format(column, row), 2)
        await driver.press("\x1b")
        driver.resize(40, 10)
        await driver.until("small")
        await driver.press(DOWN.format(column, row) + UP.format(column, row), 2)
        assert acts(driver) == []

    guest.run(lambda: at_table(writes))
