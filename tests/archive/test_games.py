"""Games out of a store: which there are, how they are told, and that every game is judged."""

from __future__ import annotations

import json
import os

import msgspec
import pytest

from rummy_protocol.messages import Leave, Ready, Start
from rummy_protocol.views import Stage
from rummy_server.archive import (
    NoSuchGame,
    State,
    account,
    find,
    games,
    public_lines,
    read_file,
    update_lines,
    updates,
    verify,
)
from rummy_server.archive.games import Game, Player
from rummy_server.game.variants import PRESETS
from rummy_server.game.view import Bystander, Seat

from .kept import shelf_of, signed


async def bots_play(open_house, deals, **fields):
    """A house in which one person let the clock play, with bots, over so many *deals*."""
    house = await open_house(bot_pause_ms=0, scoring_seconds=1)
    ann = await house.client("Ann")
    await ann.create(**{"seats": 3, "bots": ("steady",) * 2, "turn_seconds": 5} | fields)
    await ann.ask(Start)
    await ann.see(lambda u: u.table.stage is Stage.OVER or u.table.deals_played == deals)
    return house, ann


def told(shelf, game, seat=None):
    viewer = Bystander() if seat is None else Seat(seat)
    return list(account(game, updates(shelf, game, viewer), seat))


def test_a_day_that_nobody_noted_is_told_in_sentences_of_its_own():
    """Not as a word in the place of a day: most languages say that another way."""
    game = Game(
        table="K7QX", number=1, name="friday", ruleset=PRESETS["basic"], state=State.FINISHED,
        began="", players=(Player("Ann"), Player("Ada", bot=True)), first=1, last=2,
    )  # fmt: skip
    first, *_more, last = account(game, ())
    (broken,) = list(account(msgspec.structs.replace(game, state=State.BROKEN_OFF), ()))[-1:]

    assert first == "Game K7QX-1, at the table friday, begun on a day that nobody noted."
    assert last == "The game ended on a day that nobody noted."
    assert broken.endswith("game was decided, on a day that nobody noted.")

    noted = msgspec.structs.replace(game, began="2025-11-30T03:49:23+00:00")
    assert next(account(noted, ())).endswith("begun on 2025-11-30 03:49 UTC.")


FULL = os.environ.get("PROOF", "small") == "full"


@pytest.mark.parametrize("preset", sorted(PRESETS)[:: 1 if FULL else 6])
async def test_deals_of_every_game_are_found_without_a_fault(open_house, preset, volume):
    """Of three games; with ``PROOF=full`` three deals of all."""
    rules = PRESETS[preset]
    seats = max(rules.players_min, min(3, rules.players_max))
    fields = {"preset": preset, "seats": seats, "bots": ("easy",) * (seats - 1)}
    house, _ = await bots_play(open_house, volume(1, 3), **fields)
    shelf = shelf_of(house.journal)
    (game,) = games(shelf)

    assert list(verify(shelf, full=True, signed=signed)) == []
    assert game.ruleset.preset == preset
    assert len(list(public_lines(game, updates(shelf, game, Bystander())))) > 10


async def test_a_game_is_called_after_its_table_and_its_place_there(open_house):
    house, ann = await bots_play(open_house, 99, name="den", changes={"target": 20})
    running = shelf_of(house.journal)
    await ann.ask(Ready)
    await ann.see(lambda u: u.table.stage is Stage.PLAYING and u.deal is not None)
    both = shelf_of(house.journal)
    (first,), (second, before) = games(running), games(both)
    if second.number == 1:
        second, before = before, second

    assert first == before
    assert first.state is State.FINISHED
    assert first.result is not None
    assert first.names == ("Ann", "Ada", "Bela")
    assert [player.bot for player in first.players] == [False, True, True]
    assert (second.number, second.state) == (2, State.RUNNING)
    assert second.first > first.last
    assert find(both, first.code.lower()) == first
    assert find(running, first.table) == first
    for unknown in (first.table, "ZZZZZ-1", f"{first.table}-3", ""):
        with pytest.raises(NoSuchGame):
            find(both, unknown)
    assert first.seat_of("bela") == 2
    assert first.seat_of("1") == 0
    with pytest.raises(NoSuchGame):
        first.seat_of("Zoe")


async def test_a_game_whose_table_was_closed_is_broken_off(open_house):
    house, ann = await bots_play(open_house, 1)
    await ann.ask(Leave)
    await ann.stay(1)
    (game,) = games(shelf_of(house.journal))

    assert game.state is State.BROKEN_OFF
    assert "before the game was decided" in told(shelf_of(house.journal), game)[-1]


async def test_an_account_tells_deals_moves_melds_and_points(open_house):
    house, _ = await bots_play(open_house, 99, changes={"target": 20})
    shelf = shelf_of(house.journal)
    (game,) = games(shelf)
    lines = told(shelf, game)
    mine = told(shelf, game, 0)

    assert lines[0].startswith(f"Game {game.code}, at the table")
    assert "Deal 1" in lines
    assert any(line.strip().startswith("Ann drew a card.") for line in lines)
    assert any("Meld 1" in line for line in lines)
    assert any("won the match" in line for line in lines)
    assert not any("Your hand" in line for line in lines)
    assert sum("Your hand as dealt" in line for line in mine) == game.scored
    assert any(line.strip().startswith("You drew the ") for line in mine)


async def test_the_cards_that_came_from_the_pack_are_all_that_were_dealt_or_drawn(open_house):
    house, _ = await bots_play(open_house, 1)
    shelf = shelf_of(house.journal)
    (game,) = games(shelf)
    lines = [json.loads(line) for line in public_lines(game, updates(shelf, game, Bystander()))]
    (score,) = [line for line in lines if line["line"] == "score"]
    (deal,) = [line for line in lines if line["line"] == "deal" and line["deal"] == 1]
    draws = [line["seat"] for line in lines if line.get("what") == "drew" and line["deal"] == 1]

    assert [len(cards) for cards in score["dealt_or_drawn"]] == [
        count + draws.count(seat) for seat, count in enumerate(deal["dealt"])
    ]


async def test_of_a_running_deal_nothing_is_told_that_a_bystander_may_not_know(open_house):
    house, ann = await bots_play(open_house, 1)
    await ann.ask(Ready)
    await ann.see(lambda u: u.deal is not None and u.deal.number == 2 and u.deal.turn > 4)
    shelf = shelf_of(house.journal)
    (game,) = games(shelf)
    for seat in range(3):
        sent = [update for _, update in updates(shelf, game, Seat(seat))]
        assert all(u.you is None for u in sent if u.deal is not None and u.deal.number == 2)
        assert any(u.you is not None for u in sent if u.deal is not None)
    assert "Hands and stock of a running deal are not told." in told(shelf, game)[-1]


async def test_a_file_holds_what_the_viewer_was_sent_and_is_read_back(open_house):
    house, _ = await bots_play(open_house, 1)
    shelf = shelf_of(house.journal)
    (game,) = games(shelf)
    for seat in (None, 1):
        viewer = Bystander() if seat is None else Seat(seat)
        sent = list(updates(shelf, game, viewer))
        lines = list(update_lines(game, sent, seat))
        filed = read_file(line.encode() for line in lines)

        assert filed.updates == tuple(update for _, update in sent)
        assert (filed.code, filed.seat) == (game.code, seat)
        assert json.loads(lines[0])["faces"]["AC"] == 0


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no game\n",
        b'{"line":"update"}\n',
        b'{"line":"game","format":2,"game":"X","viewer":"onlooker"}\n',
        b'{"line":"game","format":1,"game":"X","viewer":"onlooker"}\n',
        b'{"line":"game","format":1,"game":"X","viewer":1}\n{"line":"update","update":{}}\n',
        b"\xff\xfe\n",
    ],
)
def test_what_is_no_file_of_a_game_is_refused_in_one_line(data):
    with pytest.raises(NoSuchGame) as refused:
        read_file(data.splitlines())

    assert "\n" not in str(refused.value)


async def test_an_export_holds_no_secret_and_no_identity_of_a_card(open_house):
    house, _ = await bots_play(open_house, 1, password="open sesame", preset="rummy_500")
    shelf = shelf_of(house.journal)
    (game,) = games(shelf)
    whole = "\n".join(
        [
            *told(shelf, game),
            *public_lines(game, updates(shelf, game, Bystander())),
            *update_lines(game, updates(shelf, game, Seat(0)), 0),
        ]
    )
    room = house.table.room
    secrets = [place.current for place in room.seats] + [place.key for place in room.seats]
    secrets += [room.password, room.salt, b"open sesame", b"127.0.0.1"]

    for secret in filter(None, secrets):
        assert secret.hex() not in whole
        assert secret.decode("latin-1") not in whole
