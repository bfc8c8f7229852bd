"""Matches in which players drop out at too many points, and buy themselves in again."""

from __future__ import annotations

import pytest
import trio
from msgspec.structs import replace

from rummy_protocol.actions import Discard, DrawStock, LayMeld
from rummy_protocol.cards import faces
from rummy_protocol.errors import Code
from rummy_protocol.messages import (
    Accepted,
    Advise,
    BuyIn,
    Leave,
    Ready,
    Refused,
    Rematch,
    Vote,
)
from rummy_protocol.views import Absence, Presence, SeatKind, Stage
from rummy_server.game.notation import read_cards
from rummy_server.game.state import deck_of
from rummy_server.journal import replayed
from rummy_server.table.view import table_view

RULES = {"deal_scoring": "penalties", "eliminate_at": 60, "buy_ins": 1}
RUN, LOW, HIGH = "3C 4C 5C 6C 7C 8C 9C", "AD AH AS 2D 2H 2S 3D", "KC KD KH QC QD QH JC"
FLUSH, LOWER, HIGHER = (
    "3C 4C 5C 6C 7C 8C 9C TC JC QC",
    "AC AD AH AS 2D 2H 2S 3D 3H 3S",
    "KC KD KH KS QD QH QS JD JH JS",
)


def stacked(*hands):
    """A deck from which these hands are dealt, the first of them to the dealer's left."""
    dealt = zip(*(read_cards(hand) for hand in hands), strict=True)
    first = [card for each in dealt for card in each]
    return (*first, *(card for card in deck_of(1, 0) if card not in first))


THREE = stacked(RUN, LOW, HIGH)
"""The first lays all his cards, the second holds 12 points and the dealer 70."""
TWO = stacked(FLUSH, HIGHER)


def seat(client):
    return client.seated.seat


async def settled(*clients):
    """Have everybody see the newest state of the table."""
    newest = max(client.update.seq for client in clients)
    for client in clients:
        await client.see(lambda update: update.seq >= newest)


async def goes_out(client, run=RUN, *others):
    await client.act(DrawStock())
    await client.act(LayMeld(faces(run)))
    await client.act(Discard(client.update.you.hand[0]))
    await settled(client, *others)


@pytest.fixture
def dropped(open_house):
    """A house with a table for three: who won, who is left, and who has just dropped out."""

    async def table(orders=(THREE,), *, settings=(), **fields):
        house = await open_house(env={"orders": orders}, **dict(settings))
        fields = {"changes": RULES} | fields
        clients = {
            seat(client): client for client in await house.four("Ann Bob Cleo", **fields)
        }
        first = clients[0].update.deal.waiting[0].seat
        won, left, out = (clients[(first + place) % 3] for place in range(3))
        await goes_out(won, RUN, left, out)
        return house, won, left, out

    return table


async def next_deal(*clients):
    for client in clients:
        assert isinstance(await client.ask(Ready), Accepted)
    for client in clients:
        await client.see(lambda update: update.table.stage is Stage.PLAYING)


async def test_who_drops_out_looks_on_from_his_seat(dropped):
    _, won, left, out = await dropped()
    sheet = out.update

    await next_deal(won, left)
    await settled(won, left, out)

    assert sheet.table.seats[seat(out)].out
    assert sheet.deal.result.seats[seat(out)].total == (70, 1)
    for client in (won, left, out):
        table, deal = client.update.table, client.update.deal
        assert [view.out for view in table.seats].count(True) == 1
        assert table.seats[seat(out)].out
        assert table.seats[seat(out)].kind is SeatKind.HUMAN
        assert deal.hands[seat(out)] == 0
        assert sorted(deal.hands) == [0, 10, 10], "two play on, with the cards for two"
    assert out.update.you.hand == ()
    assert out.update.you.may == ()
    assert len(won.update.you.hand) == 10


async def test_who_is_out_has_no_turn_and_no_advice(dropped):
    _, won, left, out = await dropped()
    await next_deal(won, left)
    await settled(won, left, out)

    answer = await out.act(DrawStock())
    advice = await out.ask(Advise)

    assert answer.code == Code.NOT_YOUR_TURN
    assert advice.action is None


async def test_the_deal_passes_over_who_is_out(dropped):
    _, won, left, _ = await dropped()
    await next_deal(won, left)

    deal = won.update.deal

    assert deal.dealer == seat(won), "he sits to the left of the dealer who dropped out"
    assert deal.waiting[0].seat == seat(left)


async def test_the_next_deal_does_not_wait_for_who_is_out(dropped):
    _, won, left, out = await dropped()

    assert isinstance(await out.ask(Ready), Accepted)
    await won.ask(Ready)
    assert won.update.table.stage is Stage.SCORING
    await left.ask(Ready)

    await left.see(lambda update: update.table.stage is Stage.PLAYING)


async def test_who_dropped_out_buys_in_at_the_points_of_the_worst(dropped):
    _, won, left, out = await dropped()
    assert out.update.table.seats[seat(out)].may_buy
    assert [view.may_buy for view in won.update.table.seats].count(True) == 1

    assert isinstance(await out.ask(BuyIn), Accepted)
    await out.see(lambda update: not update.table.seats[seat(out)].out)

    view = out.update.table.seats[seat(out)]
    assert view.points == left.update.table.seats[seat(left)].points == (12, 1)
    assert not view.may_buy
    await next_deal(won, left, out)
    assert out.update.deal.hands == (7, 7, 7)


async def test_once_bought_in_he_is_waited_for_again(dropped):
    _, won, left, out = await dropped()
    await out.ask(BuyIn)
    await won.ask(Ready)
    await left.ask(Ready)

    assert left.update.table.stage is Stage.SCORING
    await out.ask(Ready)
    await out.see(lambda update: update.table.stage is Stage.PLAYING)


async def test_only_once_may_he_buy_himself_in(dropped):
    house, won, left, out = await dropped(
        (THREE, stacked(RUN, HIGH, LOW)), changes=RULES | {"eliminate_at": 70}
    )
    assert out.update.table.seats[seat(out)].out
    await out.ask(BuyIn)
    await next_deal(won, left, out)
    # The deal has moved on: the one on its left goes out, and who bought in holds 70 again.
    assert won.update.deal.dealer == seat(won)
    await goes_out(left, RUN, won, out)

    view = out.update.table.seats[seat(out)]
    answer = await out.ask(BuyIn)

    assert view.out
    assert not view.may_buy
    assert answer.code == Code.NO_BUY_IN
    assert house.table.room.match.bought[seat(out)] == 1


async def test_nobody_buys_in_who_is_in_or_while_a_deal_is_played(dropped):
    _, won, left, out = await dropped()

    assert (await won.ask(BuyIn)).code == Code.NOT_OUT
    await next_deal(won, left)
    await settled(won, left, out)

    assert (await out.ask(BuyIn)).code == Code.NOT_NOW
    assert not out.update.table.seats[seat(out)].may_buy


async def test_where_there_is_no_buying_in_it_is_refused(dropped):
    _, _, _, out = await dropped(changes=RULES | {"buy_ins": 0})

    assert not out.update.table.seats[seat(out)].may_buy
    assert (await out.ask(BuyIn)).code == Code.NO_BUY_IN


async def test_the_last_one_wins(dropped):
    house, won, left, out = await dropped((THREE, TWO))
    await next_deal(won, left)
    await goes_out(left, FLUSH, won, out)

    for client in (won, left, out):
        await client.see(lambda update: update.table.stage is Stage.OVER)
        assert client.update.table.result.winners == (seat(left),)
        assert client.update.table.result.why == "last-standing"
    assert house.table.room.match.out == tuple(sorted((seat(won), seat(out))))
    assert (await out.ask(BuyIn)).code == Code.NOT_NOW


async def test_in_another_match_everybody_is_in_again(dropped):
    _, won, left, out = await dropped((THREE, TWO))
    await next_deal(won, left)
    await goes_out(left, FLUSH, won, out)

    for client in (won, left, out):
        assert isinstance(await client.ask(Rematch), Accepted)
    for client in (won, left, out):
        await client.see(lambda update: update.deal is not None and update.deal.number == 1)
        assert client.update.deal.hands == (7, 7, 7)
        assert not any(view.out for view in client.update.table.seats)


async def test_the_deal_passes_from_match_to_match_to_who_was_out_as_well(dropped):
    _, won, left, out = await dropped((THREE, stacked(HIGHER, FLUSH)))
    await next_deal(won, left)
    await left.act(DrawStock())
    await left.act(Discard(left.update.you.hand[0]))
    await settled(won, left)
    await goes_out(won, FLUSH, left, out)
    assert won.update.table.result.winners == (seat(won),)
    assert won.update.deal.dealer == seat(won)

    for client in (won, left, out):
        await client.ask(Rematch)
    await out.see(lambda update: update.deal is not None and update.deal.number == 1)

    assert out.update.deal.dealer == seat(left)


# --- away while out ------------------------------------------------------------------------


async def test_who_is_out_comes_back_to_his_seat_and_looks_on(dropped):
    house, won, left, out = await dropped()
    out.pipe.cut()
    await next_deal(won, left)
    await left.see(lambda update: update.table.seats[seat(out)].presence is Presence.LOST)

    again = await house.client(out.name, out.keys)
    await again.resume()

    assert seat(again) == seat(out)
    assert again.update.you.hand == ()
    assert again.update.deal.number == 2
    assert again.update.table.seats[seat(out)].out
    assert again.update.table.seats[seat(out)].presence is Presence.HERE


async def test_who_resumes_while_out_may_still_buy_in(dropped):
    house, won, left, out = await dropped()
    out.pipe.cut()
    again = await house.client(out.name, out.keys)
    await again.resume()

    assert again.update.table.seats[seat(out)].may_buy
    assert isinstance(await again.ask(BuyIn), Accepted)
    await next_deal(won, left, again)
    assert len(again.update.you.hand) == 7


@pytest.mark.parametrize("absence", list(Absence))
async def test_nobody_waits_for_who_is_out_and_away(dropped, absence):
    house, won, left, out = await dropped(absence=absence, hold_seconds=5, turn_seconds=30)
    await next_deal(won, left)
    out.pipe.cut()

    await house.wait(10, won, left)
    await left.see(lambda update: update.table.clock is not None)

    table = left.update.table
    assert table.stage is Stage.PLAYING
    assert table.seats[seat(out)].presence is Presence.LOST
    assert isinstance(await left.act(DrawStock()), Accepted)


async def test_who_let_the_clock_play_is_here_all_the_same_once_he_is_out(dropped):
    house, won, left, out = await dropped(
        (THREE, stacked(RUN, HIGH, LOW)),
        settings={"bot_pause_ms": 0, "missed_turns": 1},
        turn_seconds=5,
        changes=RULES | {"eliminate_at": 80},
    )
    await next_deal(won, left, out)
    await house.wait(6, won, left, out)

    assert house.table.people.idle == {seat(left)}
    await left.see(lambda update: update.table.seats[seat(left)].presence is Presence.BOT)
    house.table.room = replace(
        house.table.room, match=replace(house.table.room.match, out=(seat(left),))
    )
    view = table_view(house.table.room, house.table.people, house.table.deadlines)

    assert view.seats[seat(left)].presence is Presence.HERE
    assert out.update.table.seats[seat(out)].presence is Presence.HERE


async def test_there_is_no_vote_about_who_is_out(dropped):
    _, won, left, out = await dropped()
    out.pipe.cut()
    await left.see(lambda update: update.table.seats[seat(out)].presence is Presence.LOST)

    answer = await won.ask(Vote, seat(out), Absence.END)

    assert isinstance(answer, Refused)
    assert won.update.table.stage is Stage.SCORING


async def test_who_is_out_has_no_vote_about_the_others(dropped):
    house, won, left, out = await dropped(absence=Absence.WAIT)
    await next_deal(won, left)
    left.pipe.cut()
    await won.see(lambda update: update.table.seats[seat(left)].presence is Presence.LOST)

    await out.ask(Vote, seat(left), Absence.END)
    assert house.table.room.stage is Stage.PLAYING
    await won.ask(Vote, seat(left), Absence.END)

    await won.see(lambda update: update.table.stage is Stage.OVER)


async def test_when_one_of_the_last_two_leaves_the_other_wins_not_who_is_out(dropped):
    _, won, left, out = await dropped()
    await next_deal(won, left)

    await won.ask(Leave)

    for client in (left, out):
        await client.see(lambda update: update.table.stage is Stage.OVER)
        assert client.update.table.result.winners == (seat(left),)
        assert client.update.table.result.why == "last-player"


async def test_when_who_is_out_leaves_the_match_goes_on(dropped):
    _, won, left, out = await dropped()
    await next_deal(won, left)

    await out.ask(Leave)
    await left.see(lambda update: update.table.seats[seat(out)].presence is Presence.LEFT)

    assert left.update.table.stage is Stage.PLAYING
    assert isinstance(await left.act(DrawStock()), Accepted)


async def test_no_bot_plays_for_who_is_out(dropped):
    """Not even for one who had let a bot play for him before."""
    house, won, left, out = await dropped(hold_seconds=5, settings={"bot_pause_ms": 0})
    out.pipe.cut()
    await house.wait(10, won, left)
    await next_deal(won, left)
    await house.wait(5, won, left)

    assert house.table.people.bot_seats(house.table.room) == ()
    assert not house.table.play.has_bots
    assert left.update.deal.turn == 1


async def test_without_a_human_left_the_bots_play_on_to_the_end(open_house):
    house = await open_house(bot_pause_ms=0, scoring_seconds=1, missed_turns=100)
    ann = await house.client("Ann")
    await ann.create(
        seats=4,
        bots=("easy", "steady", "easy"),
        turn_seconds=5,
        changes=RULES | {"eliminate_at": 90},
    )
    await ann.ask(Ready)

    looked_on = await ann.see(
        lambda update: update.table.stage is Stage.PLAYING and update.table.seats[0].out
    )
    over = await ann.see(lambda update: update.table.stage is Stage.OVER)

    assert looked_on.you.hand == ()
    assert over.table.result.why == "last-standing"
    assert over.table.result.winners != (0,)
    assert over.table.seats[0].kind is SeatKind.HUMAN


async def test_when_all_who_are_here_are_out_they_may_hurry_the_next_deal(open_house):
    house = await open_house(bot_pause_ms=0, missed_turns=100)
    ann = await house.client("Ann")
    await ann.create(
        seats=4,
        bots=("easy", "steady", "easy"),
        turn_seconds=5,
        changes=RULES | {"eliminate_at": 90},
    )
    await ann.ask(Ready)
    await ann.see(lambda u: u.table.stage is Stage.SCORING and u.table.seats[0].out)
    before = trio.current_time()

    await ann.ask(Ready)
    await ann.see(lambda update: update.table.stage is Stage.PLAYING)

    assert trio.current_time() - before < 1


async def test_the_room_of_a_match_with_buying_in_is_the_fold_of_its_records(dropped):
    house, won, left, out = await dropped()
    await out.ask(BuyIn)
    await next_deal(won, left, out)
    table = house.table

    assert replayed(house.journal.records(table.id)) == table.room
    assert table.room.match.bought[seat(out)] == 1
