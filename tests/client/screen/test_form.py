"""A new table: which rows there are, what they may be set to, and what is sent in the end."""

from __future__ import annotations

import pytest

from rummy_client.commands.lobby import entered, line_start, request_of
from rummy_client.commands.obey import obey
from rummy_client.desk import Desk, Over, Writing, settled
from rummy_client.form import (
    Form,
    RowKind,
    base_of,
    rows_of,
    rules_of,
    stepped,
    value_of,
    with_games,
    with_row,
)
from rummy_client.linkstate import Online
from rummy_client.model import Model, hear
from rummy_protocol.errors import Declined
from rummy_protocol.messages import Create, GameList, Games, Tables
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.silent import silent
from rummy_protocol.switches import SWITCHES, changed
from rummy_server.game.variants import PRESETS

from .tables import WELCOME, heard, page, shown

GAMES = tuple(PRESETS.values())


def form(game="basic", **more):
    return with_row(with_games(Form(name="friday", **more), GAMES), "game", game)


def place_of(made, name):
    return next(n for n, row in enumerate(rows_of(made)) if row.name == name)


def row(made, name):
    return rows_of(made)[place_of(made, name)]


def lobby(*more):
    return heard(Model(), Online(), WELCOME, Tables(1, ()), *more)


def creating(made, name):
    return Desk(creating=True, row=place_of(made, name), form=made)


def typed(made, name, words):
    desk = obey(lobby(), creating(made, name), "type-number", words[0]).desk
    assert desk.writing is Writing.NUMBER
    assert line_start(desk) == words[0]
    return entered(lobby(), desk, words)


# --- the game ------------------------------------------------------------------------------


def test_the_games_are_asked_for_when_a_table_is_made() -> None:
    outcome = obey(lobby(), Desk(), "new-table")

    assert outcome.effects == (Games(0),)
    assert obey(lobby(GameList(2, GAMES)), Desk(), "new-table").effects == ()


def test_the_games_of_the_house_come_into_a_form_that_is_open_already() -> None:
    desk = obey(lobby(), Desk(), "new-table").desk
    model = hear(lobby(), GameList(2, GAMES))
    desk = settled(desk, lobby(), model)

    assert value_of(desk.form, rows_of(desk.form)[0]) == "basic"
    assert rows_of(desk.form)[0].choices == tuple(PRESETS)


def test_the_game_is_the_first_choice() -> None:
    made = form()

    assert rows_of(made)[0].kind is RowKind.GAME
    assert base_of(stepped(made, 0, 1)) == GAMES[1]


@pytest.mark.parametrize("game", PRESETS)
def test_a_table_of_each_game_is_made_from_its_name_alone(game) -> None:
    request = request_of(form(game))

    assert (request.preset, request.changes) == (game, {})
    assert PRESETS[game].players_min <= request.seats <= PRESETS[game].players_max


def test_another_game_forgets_the_house_rules_of_the_last_one() -> None:
    made = with_row(form(), "ace", "either")

    assert with_row(made, "game", "scala_40").changes == {}


@pytest.mark.parametrize("game", PRESETS)
def test_seats_are_from_the_range_of_the_game(game) -> None:
    base = PRESETS[game]
    seats = row(form(game), "seats").choices

    assert seats == tuple(range(base.players_min, base.players_max + 1))


def test_a_game_for_fewer_takes_seats_away() -> None:
    made = with_row(with_row(form("rummy_500"), "seats", 8), "bots", 7)
    made = with_row(made, "game", "kalooki_40")

    assert (made.seats, made.bots) == (5, 4)


# --- the switches --------------------------------------------------------------------------


@pytest.mark.parametrize("game", PRESETS)
def test_switches_that_decide_nothing_are_left_out(game) -> None:
    made = form(game)
    told = {each.name for each in rows_of(made)}
    ends = {"target", "deals", "eliminate_at"}
    quiet = {each.name for each in SWITCHES if silent(each.name, PRESETS[game])}

    assert told & quiet <= ends
    assert told | quiet >= {each.name for each in SWITCHES}


def test_jokers_bring_their_rules_with_them() -> None:
    made = form()
    assert "joker_swap" not in {each.name for each in rows_of(made)}

    made = with_row(made, "jokers", 2)
    assert "joker_swap" in {each.name for each in rows_of(made)}


def test_the_cursor_stays_on_its_row_when_others_come() -> None:
    made = form()
    desk = creating(made, "jokers")
    desk = obey(lobby(), desk, "more").desk

    assert rows_of(desk.form)[desk.row].name == "jokers"
    assert desk.form.changes == {"jokers": 1}


@pytest.mark.parametrize("game", ["basic", "rummy_500", "kalooki_40"])
def test_every_switch_can_be_set_to_each_of_its_values(game) -> None:
    for each in rows_of(form(game)):
        made, seen = form(game), set()
        for _ in each.choices:
            made = stepped(made, place_of(made, each.name), 1)
            seen.add(value_of(made, each))
        back = stepped(made, place_of(made, each.name), -1)
        assert seen == set(each.choices), each.name
        assert not each.choices or value_of(back, each) in each.choices


@pytest.mark.parametrize("game", PRESETS)
def test_every_value_comes_with_its_consequence(game) -> None:
    for each in rows_of(form(game)):
        made = form(game)
        for _ in each.choices or (None,):
            made = stepped(made, place_of(made, each.name), 1)
            below = shown(lobby(), creating(made, each.name))[-9:-5]
            assert len("".join(below[1:]).strip()) > 12, each.name


def test_the_switches_stand_under_the_headings_of_their_groups() -> None:
    told = page(lobby(), creating(form(), "deals"), rows=90)

    assert told.index(" Match\n") > told.index(" Scoring\n") > told.index(" The draw\n")


@pytest.mark.parametrize("end", ["target", "deals", "eliminate_at"])
@pytest.mark.parametrize("other", ["target", "deals", "eliminate_at"])
def test_one_end_of_the_match_takes_the_place_of_another(end, other) -> None:
    made = form(changes={"deal_scoring": "penalties"})
    made = with_row(with_row(made, other, 20), end, 30)

    for name in {"target", "deals", "eliminate_at"} - {end}:
        assert value_of(made, row(made, name)) is None
    assert value_of(made, row(made, end)) == 30


def test_what_contradicts_itself_is_told_at_once_with_both_names() -> None:
    made = with_row(form(), "deal_scoring", "payment")
    told = page(lobby(), creating(made, "deal_scoring"), rows=90)

    assert isinstance(rules_of(made), Declined)
    assert told.count(" ! ") >= 1
    wrong = obey(lobby(), creating(made, "deal_scoring"), "create")
    assert wrong.effects == ()
    assert wrong.model.notice.text in " ".join(told.split())


def test_a_rule_that_is_changed_back_is_no_house_rule() -> None:
    made = with_row(with_row(form(), "ace", "either"), "ace", "low")

    assert made.changes == {}


# --- numbers -------------------------------------------------------------------------------


def test_a_number_can_be_typed() -> None:
    outcome = typed(form(), "target", "175")

    assert outcome.desk.form.changes == {"target": 175}
    assert outcome.desk.writing is None


def test_a_number_out_of_range_is_told_with_the_range() -> None:
    made = typed(form(), "target", "5").desk.form

    assert "10" in page(lobby(), creating(made, "target"))
    assert "2 to 6 seats" in page(typed(form(), "seats", "9").model, creating(form(), "seats"))


def test_no_number_at_all_can_be_typed_where_that_means_something() -> None:
    made = typed(form(), "max_recycles", "9").desk.form
    desk = creating(made, "max_recycles")
    desk = obey(lobby(), desk, "type-number", "1").desk

    assert made.changes == {"max_recycles": 9}
    assert entered(lobby(), desk, "none").desk.form.changes == {"max_recycles": None}
    assert "cannot be" in entered(lobby(), desk, "many").model.notice.text


def test_from_a_typed_number_one_steps_to_the_neighbours() -> None:
    made = with_row(form(), "target", 120)
    place = place_of(made, "target")
    target = row(made, "target")

    assert value_of(stepped(made, place, 1), target) == 150
    assert value_of(stepped(made, place, -1), target) == 100


def test_a_digit_on_a_row_without_a_number_says_so() -> None:
    outcome = obey(lobby(), creating(form(), "ace"), "type-number", "3")

    assert outcome.desk.writing is None
    assert "no number" in outcome.model.notice.text


# --- what is sent --------------------------------------------------------------------------


def test_a_table_is_made_with_game_and_house_rules() -> None:
    made = with_row(form("scala_40"), "eliminate_at", 201)
    request = obey(lobby(), creating(made, "eliminate_at"), "create").effects[0]

    assert isinstance(request, Create)
    assert (request.preset, request.changes) == ("scala_40", {"eliminate_at": 201})
    assert changed(PRESETS[request.preset], request.changes) == rules_of(made)


def test_a_house_that_names_no_games_still_opens_a_table() -> None:
    made = Form(name="x")

    assert request_of(made).preset == ""
    assert rules_of(made) == RuleSet()


def test_bots_leave_a_seat_for_who_makes_the_table() -> None:
    made, counts = with_row(form(), "seats", 2), []
    for _ in range(4):
        made = stepped(made, place_of(made, "bots"), 1)
        counts.append(len(request_of(made).bots))

    assert counts == [1, 0, 1, 0]


@pytest.mark.parametrize("game", PRESETS)
def test_all_rules_can_be_read_before_the_table_is_made(game) -> None:
    desk = obey(lobby(), creating(form(game), "game"), "rules").desk
    told = page(lobby(), desk, rows=200)

    assert desk.over is Over.RULES
    assert "  1. " in told
    assert "players" in told
