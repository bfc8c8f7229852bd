"""How a player lays his hand: kept with the seat, and nobody else's business (U36, P1)."""

from __future__ import annotations

import pytest
import trio.testing
from msgspec.structs import replace

from rummy_protocol.actions import Discard, DrawStock
from rummy_protocol.codec import encode
from rummy_protocol.errors import Code
from rummy_protocol.messages import Accepted, Advise, Arrange, Leave, Refused, Resume, Update
from rummy_server.archive.judge import Wrong
from rummy_server.archive.people import judge_record
from rummy_server.room.imprint import imprint
from rummy_server.room.orders import with_order
from rummy_server.room.records import Arranged


def mover(*clients):
    """Who has to decide, and somebody else."""
    waits = clients[0].update.deal.waiting[0].seat
    (player,) = [one for one in clients if one.seated.seat == waits]
    return player, next(one for one in clients if one is not player)


def shuffled(hand):
    """The cards of *hand* as no sorting would have them, in three groups."""
    back = tuple(reversed(hand))
    return (back[1:3], back[:1], back[3:])


async def laid(client):
    """*client*, after it has laid its hand, and how."""
    groups = shuffled(client.update.you.hand)
    assert isinstance(await client.ask(Arrange, groups), Accepted)
    return groups


async def test_a_hand_stays_as_its_owner_has_laid_it_and_is_told_so_with_the_next_view(
    open_house,
):
    house = await open_house()
    player, other = mover(*await house.playing())
    groups = await laid(other)

    await player.act(DrawStock())
    await other.see(lambda update: update.seq == player.update.seq)

    assert other.update.you.order == groups
    assert sorted(sum(groups, ())) == list(other.update.you.hand)
    assert player.update.you.order == ()


async def test_a_new_card_comes_to_the_end_and_what_goes_leaves_the_rest_as_it_lies(open_house):
    house = await open_house()
    player, _ = mover(*await house.playing())
    groups = await laid(player)

    await player.act(DrawStock())
    you = player.update.you
    assert you.order == (*groups[:-1], (*groups[-1], you.fresh))

    gone = groups[1][0]
    await player.act(Discard(gone))
    assert player.update.you.order == (groups[0], (*groups[-1], you.fresh))


async def test_cards_that_are_not_held_are_passed_over_and_those_left_out_come_to_the_end(
    open_house,
):
    house = await open_house()
    ann, _ = await house.playing()
    player, _ = mover(ann, _)
    hand = player.update.you.hand
    strange = next(face for face in range(52) if face not in hand)

    await player.ask(Arrange, ((strange, hand[3]), (strange,), (hand[0], hand[0])))
    await player.act(DrawStock())

    rest = tuple(face for face in hand if face not in (hand[0], hand[3]))
    assert player.update.you.order == (
        (hand[3],),
        (hand[0], *rest, player.update.you.fresh),
    )


async def test_no_groups_at_all_put_an_end_to_the_order(open_house):
    house = await open_house()
    player, _ = mover(*await house.playing())
    await laid(player)

    assert isinstance(await player.ask(Arrange), Accepted)
    await player.act(DrawStock())

    assert player.update.you.order == ()
    assert house.table.room.orders == ()


async def test_the_order_outlasts_a_lost_connection_and_a_restart(open_house):
    """Reorder, come back from another terminal: order and groups are as they were (U36)."""
    house = await open_house()
    clients = await house.playing()
    groups = await laid(clients[0])
    stood = imprint(house.table.room)

    again = await house.client("Ann", clients[0].keys)
    await again.resume()
    assert again.update.you.order == groups

    await house.crash()
    later = await open_house(after=house)
    back = await later.client("Ann", clients[0].keys)
    await back.resume()
    assert back.update.you.order == groups
    assert imprint(later.table.room) != stood  # the seat was claimed twice since
    assert later.table.room.orders == house.table.room.orders


async def test_an_order_that_is_lost_from_a_journal_is_noticed(open_house):
    house = await open_house()
    ann, _ = await house.playing()
    before = imprint(house.table.room)
    await laid(ann)
    room = house.table.room

    assert imprint(room) != before
    assert imprint(replace(room, orders=())) == before


async def test_the_next_deal_is_laid_by_nobody_yet(open_house):
    house = await open_house(scoring_seconds=1)
    clients = await house.playing(turn_seconds=5)
    for one in clients:
        await laid(one)  # whoever goes out: the other's order is there at the end

    await clients[0].see(lambda update: update.deal.number == 2)

    assert house.table.room.orders == ()
    assert clients[0].update.you.order == ()


async def test_nobody_hears_that_somebody_sorts(open_house):
    """Not one byte, and not even an update that shows nothing new."""
    house = await open_house()
    ann, bob, cleo = await house.four("Ann Bob Cleo")
    walt = await house.client("Walt")
    await walt.watch(house.table.id)
    await house.wait(0.5, ann, bob, cleo, walt)
    heard = [one.pipe.other.sent for one in (bob, cleo, walt)]

    for _ in range(5):
        await laid(ann)
        await ann.ask(Arrange)
    await trio.testing.wait_all_tasks_blocked()

    assert [one.pipe.other.sent for one in (bob, cleo, walt)] == heard
    await house.wait(0.5, bob, cleo, walt)
    assert [m for m in walt.heard if isinstance(m, Update)][-1] == walt.update
    assert [one.pipe.other.sent for one in (bob, cleo, walt)] == heard


async def test_what_others_are_shown_does_not_depend_on_how_one_sorts(open_house):
    """Two houses alike but for the order of one hand: the same bytes for all others."""
    streams = []
    for sorts in (False, True):
        house = await open_house()
        ann, bob, cleo = await house.four("Ann Bob Cleo")
        walt = await house.client("Walt")
        await walt.watch(house.table.id)
        player, _ = mover(ann, bob, cleo)
        others = [one for one in (ann, bob, cleo, walt) if one is not player]
        if sorts:
            await laid(player)
        await player.act(DrawStock())
        await player.act(Discard(player.update.you.hand[0]))
        for one in others:
            await one.see(lambda update, seq=player.update.seq: update.seq == seq)
        streams.append([[encode(m) for m in one.heard] for one in others])

    assert streams[0] == streams[1]


async def test_the_order_makes_no_frame_longer(open_house):
    house = await open_house()
    player, other = mover(*await house.playing())
    before = len(house.table.shown.frame(player.seated.seat))

    await player.ask(Arrange, tuple((face,) for face in player.update.you.hand))
    await player.act(DrawStock())

    assert len(house.table.shown.frame(player.seated.seat)) == before
    assert len(house.table.shown.frame(other.seated.seat)) == before


async def test_a_hint_and_a_bot_know_nothing_of_the_order(open_house):
    house = await open_house()
    player, _ = mover(*await house.playing())
    before = await player.ask(Advise)
    await laid(player)

    assert (await player.ask(Advise)).action == before.action
    assert house.table.shown.update(player.seated.seat).you.order == ()


async def test_who_gets_the_seat_of_another_learns_nothing_of_his_order(open_house):
    house = await open_house()
    ann, _ = await house.playing()
    await laid(ann)
    stolen = ann.keys.current
    owner = await house.client("Ann", ann.keys)
    await owner.resume()
    thief = await house.client("Thief")
    await thief.ask(Resume, ann.keys.key, stolen, b"n" * 32)

    anew = await house.client("Annie")
    seated = await anew.join(house.table.id)

    assert seated.seat == ann.seated.seat
    assert anew.update.you.hand
    assert anew.update.you.order == ()


async def test_who_leaves_takes_his_order_along(open_house):
    house = await open_house()
    ann, bob, _ = await house.four("Ann Bob Cleo")
    await laid(bob)

    await bob.ask(Leave)

    assert house.table.room.orders == ()
    assert isinstance(await ann.ask(Advise), object)


@pytest.mark.parametrize("when", ["before", "after"])
async def test_where_there_is_no_hand_there_is_nothing_to_lay(open_house, when):
    house = await open_house()
    if when == "before":
        ann, _ = await house.pair()
    else:
        ann, bob, _ = await house.four("Ann Bob Cleo")
        await bob.ask(Leave)
    answer = await (ann if when == "before" else bob).ask(Arrange, ((1, 2),))

    assert isinstance(answer, Refused)
    assert answer.code == (Code.NOT_NOW if when == "before" else Code.NOT_SEATED)


async def test_who_looks_on_has_nothing_to_lay(open_house):
    house = await open_house()
    await house.playing()
    walt = await house.client("Walt")
    await walt.watch(house.table.id)

    assert (await walt.ask(Arrange, ((1, 2),))).code == Code.SPECTATOR


async def test_the_same_order_again_is_kept_once(open_house):
    house = await open_house()
    ann, _ = await house.playing()
    kept = house.journal.kept[house.table.id]
    groups = await laid(ann)
    count = len(kept)

    await ann.ask(Arrange, groups)

    assert len(kept) == count


async def test_who_checks_a_journal_finds_an_order_of_other_cards(open_house):
    house = await open_house()
    ann, _ = await house.playing()
    room, seat = house.table.room, ann.seated.seat
    hand = ann.update.you.hand

    judge_record(room, Arranged(seat=seat, order=(hand,)))
    judge_record(room, Arranged(seat=seat, order=()))
    strange = next(face for face in range(52) if face not in hand)
    for order in ((hand[1:],), ((*hand, hand[0]),), ((*hand[1:], strange),), (hand, ())):
        with pytest.raises(Wrong):
            judge_record(room, Arranged(seat=seat, order=order))


def test_orders_are_kept_for_as_many_seats_as_need_be():
    one = with_order((), 2, ((1,),))

    assert one == ((), (), ((1,),))
    assert with_order(one, 0, ((2, 3),)) == (((2, 3),), (), ((1,),))
    assert with_order(one, 2, ()) == ()
    assert with_order((), 1, ()) == ()
