"""The games of the house: each can be chosen, seen before one sits down, and played."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rummy_protocol.errors import Code
from rummy_protocol.messages import Accepted, Create, Games, ListTables, Start
from rummy_protocol.views import Stage
from rummy_server.game.events import Scored
from rummy_server.game.variants import DEFAULT, PRESETS
from rummy_server.journal import JournalError, replayed
from rummy_server.room.records import Acted, Happened, Opened

KEY, HASH = b"k" * 16, b"h" * 32
QUICK = {"bot_pause_ms": 0, "scoring_seconds": 1}


async def test_the_house_names_its_games_to_whoever_asks(open_house):
    house = await open_house()
    ann = await house.client("Ann")

    answer = await ann.ask(Games)

    assert answer.games == tuple(PRESETS.values())
    assert answer.games[0].preset == DEFAULT
    assert len({game.rules_hash() for game in answer.games}) == len(answer.games)


async def test_without_a_name_the_game_of_the_house_is_played(open_house):
    house = await open_house()
    ann = await house.client("Ann")
    await ann.create(preset="")

    assert ann.update.table.rules == PRESETS[DEFAULT]


@pytest.mark.parametrize("preset", sorted(PRESETS))
async def test_every_game_can_be_chosen_and_is_dealt(open_house, preset):
    house = await open_house()
    rules = PRESETS[preset]
    ann, bob = await house.client("Ann"), await house.client("Bob")
    bots = ("easy",) * (rules.players_max - 1)

    seated = await ann.create(preset=preset, seats=rules.players_max, bots=bots)
    tables = await bob.ask(ListTables)
    assert isinstance(await ann.ask(Start), Accepted)
    update = await ann.see(lambda update: update.deal is not None)

    assert tables.tables[0].rules == update.table.rules == rules, "seen before one sits down"
    assert len(update.you.hand) >= rules.hand_size(rules.players_max)
    assert len(update.deal.hands) == rules.players_max
    assert house.tables[seated.table].room.ruleset == rules


@pytest.mark.parametrize("preset", sorted(PRESETS))
async def test_seats_are_as_many_as_the_game_is_for(open_house, preset):
    house = await open_house()
    ann, rules = await house.client("Ann"), PRESETS[preset]

    for seats in (rules.players_min - 1, rules.players_max + 1):
        answer = await ann.ask(Create, name="", key=KEY, hash=HASH, preset=preset, seats=seats)

        assert (answer.code, answer.args["one"]) == (Code.BAD_OPTION, "seats")
        assert answer.args["low"] == rules.players_min
        assert answer.args["high"] == rules.players_max


async def test_eight_people_can_sit_down_at_a_game_for_eight(open_house):
    house = await open_house()
    clients = await house.four("Ann Bob Cleo Dan Eve Fay Gus Hal", preset="rummy_500")

    update = clients[7].update

    assert update.deal.hands == (7,) * 8
    assert len(update.you.hand) == 7
    assert update.deal.stock == 2 * 52 + 4 - 56 - 1


async def test_the_rules_of_the_table_are_those_of_the_deal_it_plays(open_house):
    """Three deals of Wrotham with lay-offs, three without: the table never mixes them up."""
    house = await open_house(**QUICK)
    ann = await house.client("Ann")
    await ann.create(seats=3, preset="wrotham", bots=("easy", "easy"), turn_seconds=5)
    await ann.ask(Start)
    table, seen = house.table, {}
    while len(seen) < 6:
        update = await ann.see(lambda u: u.deal is not None and u.deal.number not in seen)
        seen[update.deal.number] = table.play.rules.ruleset.all_at_once
        assert update.table.rules == PRESETS["wrotham"], "what was agreed does not change"
        await ann.see(lambda u: u.table.stage is not Stage.PLAYING)
        kept = table.play.rules.ruleset.all_at_once
        assert kept is seen[update.deal.number], "while its score sheet is shown"

    assert list(seen.values()) == [False] * 3 + [True] * 3
    over = await ann.see(lambda update: update.table.stage is Stage.OVER)
    assert over.table.deals_played >= 6
    assert over.table.result.why == "deals"


# --- what is kept with the results -----------------------------------------------------------


async def scored_records(open_house):
    house = await open_house(**QUICK)
    ann = await house.client("Ann")
    seated = await ann.create(
        seats=2, preset="wrotham", bots=("easy",), turn_seconds=5, changes={"deals": 1}
    )
    await ann.ask(Start)
    await ann.see(lambda update: update.table.stage is Stage.OVER)
    return house.journal.records(seated.table)


async def test_a_hash_of_the_rules_is_kept_with_every_result(open_house):
    records = await scored_records(open_house)
    opened = next(record for record in records if isinstance(record, Opened))
    events = [
        event
        for record in records
        if isinstance(record, Happened | Acted)
        for event in record.events
    ]
    (scored,) = [event for event in events if isinstance(event, Scored)]

    assert opened.rules_hash == opened.ruleset.rules_hash()
    assert scored.rules_hash == opened.ruleset.for_deal(1).rules_hash()
    assert replayed(records).match.results[0].rules_hash == scored.rules_hash


async def test_records_of_rules_that_mean_something_else_are_not_replayed(open_house):
    first, *more = await scored_records(open_house)
    other = replace(first, rules_hash=PRESETS[DEFAULT].rules_hash())

    with pytest.raises(JournalError):
        replayed([other, *more])
