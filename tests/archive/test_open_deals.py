"""Deals that were open to spectators: judged once more, and marked wherever they are told."""

from __future__ import annotations

import json

import pytest

from rummy_protocol.messages import Accepted, Consent, Start
from rummy_server.archive import account, games, public_lines, updates, verify
from rummy_server.archive.judge import Wrong
from rummy_server.archive.people import judge_record
from rummy_server.game.view import Bystander
from rummy_server.room.records import Consented

from .conftest import play_on
from .kept import shelf_of, signed

MARK = "In this deal all hands were open to those who watched."


@pytest.fixture
async def shelf(open_house):
    """Two deals of which only the first was open."""
    house = await open_house(scoring_seconds=1, actions_per_second=1_000)
    ann = await house.client("Ann")
    await ann.create(seats=2, bots=("easy",), changes={"max_recycles": 0})
    await ann.ask(Consent)
    assert isinstance(await ann.ask(Start), Accepted)
    await ann.see(lambda update: update.deal is not None)
    await ann.ask(Consent, False)
    await play_on(ann, lambda update: update.deal.number == 2 and update.deal.turn > 1)
    return shelf_of(house.journal)


async def test_what_seats_agreed_to_is_judged_and_found_right(shelf):
    assert list(verify(shelf, signed=signed)) == []


async def test_a_forged_consent_is_found(shelf):
    (table,) = shelf.rows
    batches = [list(records) for records in shelf.records(table)]
    place = next(n for n, records in enumerate(batches) if Consented in map(type, records))
    forged = shelf.copy()
    forged.forge(table, [*batches[:place], *batches[place + 1 :]])

    assert list(verify(forged, signed=signed)) != []


async def test_the_mark_stands_where_a_game_is_told(shelf):
    (game,) = games(shelf)
    told = list(account(game, updates(shelf, game, Bystander())))
    lines = list(map(json.loads, public_lines(game, updates(shelf, game, Bystander()))))

    assert [told[n - 1] for n, line in enumerate(told) if MARK in line] == ["Deal 1"]
    marked = {line.get("deal") for line in lines if line.get("open_hands")}
    assert marked == {1}
    assert {line.get("deal") for line in lines} >= {1, 2}


async def test_nobody_consents_from_a_seat_that_nobody_holds_or_says_it_twice(open_house):
    house = await open_house()
    ann = await house.client("Ann")
    await ann.create(seats=3, bots=("easy",))
    room = house.table.room

    judge_record(room, Consented(seat=0, given=True))
    for seat, given in ((1, True), (2, True), (0, False)):
        with pytest.raises(Wrong):
            judge_record(room, Consented(seat=seat, given=given))
