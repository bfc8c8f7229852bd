"""From opening a table to the last score, as clients see it."""

from __future__ import annotations

import pytest
import trio

from rummy_protocol import text
from rummy_protocol.actions import Discard, DrawStock
from rummy_protocol.messages import Accepted, Ready, Start
from rummy_protocol.views import SeatKind, Stage
from rummy_server.game.variants import PRESETS


async def test_two_people_sit_down_and_play_a_turn(open_house):
    house = await open_house()
    ann, bob = await house.playing()
    first = ann if ann.update.deal.waiting[0].seat == ann.seated.seat else bob

    drawn = await first.act(DrawStock())
    hand = first.update.you.hand
    thrown = await first.act(Discard(hand[0]))

    assert isinstance(drawn, Accepted)
    assert isinstance(thrown, Accepted)
    assert len(hand) == 11
    assert first.update.deal.top == (hand[0],)
    other = bob if first is ann else ann
    await other.see(lambda update: update.seq == first.update.seq)
    assert other.update.deal.waiting[0].seat == other.seated.seat


async def test_a_table_of_bots_and_one_person_comes_to_the_end_of_a_match(open_house):
    house = await open_house(bot_pause_ms=0, scoring_seconds=1)
    ann = await house.client("Ann")
    await ann.create(seats=4, bots=("easy", "steady", "sharp"), turn_seconds=5)
    await ann.ask(Start)

    update = await ann.see(lambda update: update.table.stage is Stage.OVER)

    assert update.table.result is not None
    assert update.table.result.why == "target"
    assert [seat.kind for seat in update.table.seats].count(SeatKind.BOT) == 3


async def test_a_bot_moves_after_the_same_pause_whatever_it_holds(open_house):
    """T2: nothing can be read from how long it thinks."""
    house = await open_house(bot_pause_ms=800)
    ann = await house.client("Ann")
    await ann.create(seats=4, bots=("easy", "steady", "sharp"), turn_seconds=5)
    await ann.ask(Start)
    await ann.see(lambda update: update.deal is not None)
    pauses, last, before = [], trio.current_time(), ann.update
    while len(pauses) < 60:
        update = await ann.see(lambda update, seq=before.seq: update.seq > seq)
        waited_for = before.deal.waiting
        if waited_for and waited_for[0].seat != ann.seated.seat:
            pauses.append(trio.current_time() - last)
        last, before = trio.current_time(), update

    assert pauses == pytest.approx([0.8] * 60)


@pytest.mark.parametrize("preset", sorted(PRESETS))
async def test_a_match_of_every_game_is_played_without_a_refusal(
    open_house, preset, proof, caplog
):
    """Over two deals; with ``PROOF=full`` to the end of the match."""
    house, rules = await open_house(bot_pause_ms=0, scoring_seconds=1), PRESETS[preset]
    ann, seats = await house.client("Ann"), max(rules.players_min, min(3, rules.players_max))
    bots = ("steady",) * (seats - 1)
    await ann.create(seats=seats, preset=preset, bots=bots, turn_seconds=5)
    await ann.ask(Ready)

    update = await ann.see(
        lambda update: (
            update.table.stage is Stage.OVER
            or (proof == "small" and update.table.deals_played == 2)
        )
    )

    sheet = text.sheet(update.deal.result, rules, [seat.name for seat in update.table.seats])
    assert len(sheet) > 2 * seats
    assert [seat.total for seat in update.deal.result.seats] == [
        seat.points for seat in update.table.seats
    ]
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
