"""Tables that are always there, and games that only this house has."""

from __future__ import annotations

import pytest

from rummy_protocol.errors import Declined
from rummy_protocol.messages import Bot, Games, Leave, ListTables, Start
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.switches import changed
from rummy_server.game.variants import PRESETS
from rummy_server.standing_tables import StandingTable, check_standing

RULES = changed(RuleSet(preset="ours"), {"ace": "either", "target": 150})
KITCHEN = StandingTable(name="kitchen", rules=RULES)
ATTIC = StandingTable(name="attic", rules=PRESETS["kalooki_40"], seats=2, turn_seconds=30)


async def test_standing_tables_are_there_before_anybody_comes(open_house):
    house = await open_house(standing=(KITCHEN, ATTIC))
    ann = await house.client("Ann")

    lines = {line.name: line for line in (await ann.ask(ListTables)).tables}

    assert set(lines) == {"kitchen", "attic"}
    assert lines["kitchen"].rules == RULES
    assert (lines["kitchen"].taken, lines["kitchen"].options.seats) == (0, 4)
    assert lines["attic"].options.turn_seconds == 30


async def test_who_sits_down_first_is_the_host_of_a_standing_table(open_house):
    house = await open_house(standing=(ATTIC,))
    ann, bob = await house.client("Ann"), await house.client("Bob")

    assert (await ann.join("attic")).seat == 0
    assert (await bob.join("attic")).seat == 1
    assert bob.update.table.host == 0
    await ann.ask(Start)
    await house.wait(1, ann, bob)

    assert ann.update.deal.hands == (13, 13)


async def test_a_standing_table_is_played_at_with_bots(open_house):
    house = await open_house(standing=(KITCHEN,))
    ann = await house.client("Ann")
    await ann.join("kitchen")
    await ann.ask(Bot, "easy")
    await ann.ask(Start)
    await house.wait(1, ann)

    assert ann.update.table.stage == "playing"
    assert ann.update.table.rules == RULES


async def test_a_standing_table_stands_again_when_all_have_left(open_house):
    house = await open_house(standing=(KITCHEN,))
    ann, bob = await house.client("Ann"), await house.client("Bob")
    code = (await ann.join("kitchen")).table
    await ann.ask(Leave)
    await house.wait(1, ann, bob)

    (line,) = (await bob.ask(ListTables)).tables

    assert (line.name, line.taken) == ("kitchen", 0)
    assert line.id != code
    assert (await bob.join("kitchen")).seat == 0


async def test_a_house_with_standing_tables_stops_like_any(open_house):
    """Tables that end because the house stops are not closed: none is opened instead."""
    house = await open_house(standing=(KITCHEN, ATTIC))
    before = dict(house.tables)
    house.scope.cancel()
    await house.stopped.wait()

    assert house.tables == before


async def test_games_of_the_house_are_offered_and_played(open_house):
    own = changed(PRESETS["basic"], {"target": 200})
    house = await open_house(games=(RULES, own))
    ann, bob = await house.client("Ann"), await house.client("Bob")

    games = {game.preset: game for game in (await ann.ask(Games)).games}
    await ann.create(preset="ours", changes={"take_back": False})
    await bob.create(preset="basic")

    assert (games["ours"], games["basic"]) == (RULES, own)
    assert set(games) == {*PRESETS, "ours"}
    assert ann.update.table.rules == changed(RULES, {"take_back": False})
    assert bob.update.table.rules.target == 200


@pytest.mark.parametrize(
    ("fields", "one"),
    [({"seats": 7}, "seats"), ({"seats": 1}, "seats"), ({"turn_seconds": 3}, "turn_seconds")],
)
def test_a_standing_table_that_cannot_be_is_refused(fields, one):
    with pytest.raises(Declined) as refused:
        check_standing(StandingTable(name="kitchen", rules=RuleSet(), **fields))

    assert refused.value.details["one"] == one


@pytest.mark.parametrize(("name", "seats"), [("basic", 4), ("contract", 4)])
def test_four_sit_at_a_table_if_nothing_is_said(name, seats):
    assert StandingTable(name="kitchen", rules=PRESETS[name]).places == seats


def test_where_so_many_cannot_play_as_many_as_can_sit_there():
    pair = RuleSet(players_max=2, hand_sizes=(10,))

    assert StandingTable(name="kitchen", rules=pair).places == 2
