"""Spectators who are behind: not a byte of an event reaches them before its time (U26).

Two worlds are compared. In one of them something happens at a certain time, in the other it
does not; until the delay has passed after that, a spectator's connection must have carried the
same bytes at the same moments.
"""

from __future__ import annotations

from contextlib import suppress

import pytest
import trio

from rummy_protocol.actions import Discard, DrawStock, EndDeal
from rummy_protocol.errors import Code
from rummy_protocol.messages import (
    Accepted,
    Chat,
    Consent,
    Create,
    Goodbye,
    History,
    Join,
    Leave,
    ListTables,
    Ready,
    Refused,
    Say,
    Seated,
    ShowOut,
    Update,
    Vote,
    Watch,
)
from rummy_protocol.views import DEAL_BEHIND, Absence, Stage
from rummy_server.operating.orders import remove
from rummy_server.table.table import Ruled

AT = 200.0
"""When the worlds part."""
DELAY = 60
SHORT = {"max_recycles": 0}
"""A deal ends when the stock is used up."""


class Tapped:
    """A pipe that notes what comes out of it, and when."""

    def __init__(self, pipe):
        self.pipe = pipe
        self.heard = []

    async def receive_some(self):
        data = await self.pipe.receive_some()
        self.heard.append((round(trio.current_time() - self.begun, 6), bytes(data)))
        return data

    def send_now(self, data):
        return self.pipe.send_now(data)


async def turn(house, ann, bob):
    waits = ann.update.deal.waiting[0].seat
    player, other = (ann, bob) if ann.seated.seat == waits else (bob, ann)
    if isinstance(await player.act(DrawStock()), Accepted):
        await player.act(Discard(player.update.you.hand[0]))
    else:
        assert isinstance(await player.act(EndDeal()), Accepted)
    await other.see(lambda update: update.seq == player.update.seq)


async def play_out(house, ann, bob):
    """Play to the end of the deal."""
    while ann.update.table.stage is Stage.PLAYING:
        await turn(house, ann, bob)


# --- what may happen ---------------------------------------------------------------------


async def a_move(house, ann, bob):
    await turn(house, ann, bob)


async def many_moves(house, ann, bob):
    for _ in range(5):
        await turn(house, ann, bob)


async def the_deal_ends(house, ann, bob):
    await play_out(house, ann, bob)


async def the_next_deal_begins(house, ann, bob):
    await play_out(house, ann, bob)
    await ann.ask(Ready)
    await bob.ask(Ready)


async def words(house, ann, bob):
    await ann.ask(Say, "Look at that.")


async def a_link_is_lost(house, ann, bob):
    bob.pipe.cut()


async def somebody_leaves(house, ann, bob):
    await bob.ask(Leave)


async def somebody_is_removed(house, ann, bob):
    visitor, done = house.table.people.seated[bob.seated.seat], trio.Event()
    await house.table.inbox.put(Ruled(lambda table: remove(table, visitor), done))
    await done.wait()


async def a_consent(house, ann, bob):
    await ann.ask(Consent)


async def a_refusal(house, ann, bob):
    await ann.ask(Vote, 7, Absence.END)


EVENTS = (
    a_move,
    many_moves,
    the_deal_ends,
    the_next_deal_begins,
    words,
    a_link_is_lost,
    somebody_leaves,
    somebody_is_removed,
    a_consent,
    a_refusal,
)


async def watch_until(until, walt, tap):
    """Look on, and ask for all that may be asked, at fixed times, until *until*."""
    asked = iter((History(1001), Say(1002, "Nice."), ListTables(1003), Watch(1004, walt.code)))
    for at in (10, 20, 25, 30, 40, 50):
        if at >= until - AT:
            break
        await stay(walt, tap, AT + at)
        request = next(asked, None)
        if request is not None:
            walt.send(request)
    await stay(walt, tap, until)


async def stay(walt, tap, until):
    await walt.stay(tap.begun + until - trio.current_time())


async def on_the_wire(open_house, happens, delay, until, *, to_the_end=False):
    """All that came over a spectator's connection, with the times of it, *until* the house is
    stopped; or to the last words of the house."""
    begun = trio.current_time()
    house = await open_house(
        scoring_seconds=1_000_000, request_burst=1_000, actions_per_second=1_000
    )
    ann, bob = await house.playing(delay=delay, changes=SHORT)
    for _ in range(3):
        await turn(house, ann, bob)
        await house.wait(20, ann, bob)
    walt = await house.client("Walt")
    tap = walt.pipe = Tapped(walt.pipe)
    tap.begun, walt.code = begun, house.table.id
    await walt.watch(house.table.id)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(players, nursery, house, ann, bob, begun + AT, happens)
        await watch_until(until, walt, tap)
        nursery.cancel_scope.cancel()
    heard = [(at, data) for at, data in tap.heard if at < until]
    house.scope.cancel()
    await house.stopped.wait()
    if to_the_end:
        assert (await walt.ended()).code == Code.SHUTDOWN
        heard = tap.heard
    return house, walt, heard


async def players(nursery, house, ann, bob, at, happens):
    """What those do who sit there: nothing, but for what happens."""
    await house.wait(at - trio.current_time(), ann, bob)
    if happens is not None:
        await happens(house, ann, bob)
    for one in (ann, bob):
        nursery.start_soon(keep_alive, one)


async def keep_alive(client):
    with suppress(EOFError, OSError):
        await client.stay(100_000)


CASES = [(DELAY, happens) for happens in EVENTS] + [
    (DEAL_BEHIND, happens)
    for happens in EVENTS
    if happens not in (the_next_deal_begins, somebody_leaves, somebody_is_removed)
]
"""A deal behind, what is held back is seen when the next begins, or the match ends."""


@pytest.mark.parametrize(
    ("delay", "happens"), CASES, ids=lambda one: getattr(one, "__name__", one)
)
async def test_u26_no_byte_of_an_event_is_sent_before_its_time(open_house, delay, happens):
    until = AT + DELAY
    _, _, without = await on_the_wire(open_house, None, delay, until)
    _, walt, heard = await on_the_wire(open_house, happens, delay, until)

    assert heard == without
    assert sum(isinstance(message, Update) for message in walt.heard) > 1


@pytest.mark.parametrize("happens", EVENTS[:4], ids=lambda one: one.__name__)
async def test_u26_the_same_would_be_seen_at_once_where_nothing_is_held_back(
    open_house, happens
):
    """Else the test above would prove nothing."""
    _, _, without = await on_the_wire(open_house, None, 0, AT + 5)
    _, _, heard = await on_the_wire(open_house, happens, 0, AT + 5)

    assert heard != without


async def test_u26_everything_is_seen_when_its_time_has_come(open_house):
    _, live, _ = await on_the_wire(open_house, many_moves, 0, AT + 5)
    _, walt, heard = await on_the_wire(open_house, many_moves, DELAY, AT + DELAY + 5)

    assert walt.update.seq == live.update.seq
    assert walt.update.deal == live.update.deal
    assert AT + DELAY < heard[-1][0] < AT + DELAY + 1


async def looking(house, **fields):
    ann, bob = await house.playing(**fields)
    walt = await house.client("Walt")
    await walt.watch(house.table.id, fields.get("watch_code", ""))
    return ann, bob, walt


async def test_who_comes_too_early_sees_a_table_at_which_nobody_sits_yet(open_house):
    house = await open_house()
    _, _, walt = await looking(house, delay=DELAY)

    assert (walt.update.seq, walt.update.deal) == (0, None)
    assert [seat.name for seat in walt.update.table.seats] == ["", ""]
    assert walt.update.table.spectators == ("Walt",)


async def test_spectators_see_each_other_at_once(open_house):
    house = await open_house()
    _, _, walt = await looking(house, delay=DELAY)
    wanda = await house.client("Wanda")
    await wanda.watch(house.table.id)

    await walt.see(lambda update: update.table.spectators == ("Walt", "Wanda"))
    await wanda.ask(Leave)
    await walt.see(lambda update: update.table.spectators == ("Walt",))


async def test_a_spectator_speaks_to_spectators_and_to_nobody_else(open_house):
    house = await open_house()
    ann, bob, walt = await looking(house)
    wanda = await house.client("Wanda")
    await wanda.watch(house.table.id)

    answer = await walt.ask(Say, " He holds \x1b[2Jthe kings. ")
    chat = await wanda.until(Chat)
    await house.wait(1, ann, bob)

    assert isinstance(answer, Accepted)
    assert (chat.seat, chat.name) == (None, "Walt")
    assert "\x1b" not in chat.text
    assert not [m for m in (*ann.heard, *bob.heard) if isinstance(m, Chat)]
    assert (await walt.ask(Say, " \n")).code == Code.EMPTY_TEXT


async def test_u26_what_is_held_back_is_held_back_through_a_restart(open_house):
    house = await open_house()
    ann, bob = await house.playing(delay=DELAY)
    for _ in range(3):
        await turn(house, ann, bob)
        await house.wait(25, ann, bob)
    await turn(house, ann, bob)
    seq = ann.update.seq
    await house.wait(10, ann, bob)
    await house.crash()
    house = await open_house(after=house)
    walt = await house.client("Walt")
    await walt.watch(house.table.id)

    assert 0 < walt.update.seq < seq
    assert walt.update.deal is not None
    await walt.stay(45)
    assert walt.update.seq < seq
    await walt.stay(15)
    assert walt.update.seq == seq


@pytest.mark.parametrize("delay", [DELAY, DEAL_BEHIND])
async def test_u26_a_house_that_closes_shows_nothing_before_its_time(open_house, delay):
    """To the last byte, its goodbye included."""
    told = [
        await on_the_wire(open_house, happens, delay, AT + 30, to_the_end=True)
        for happens in (None, many_moves, the_deal_ends)
    ]

    assert told[0][2] == told[1][2] == told[2][2]


@pytest.mark.parametrize("delay", [DELAY, DEAL_BEHIND])
async def test_u26_a_planned_restart_brings_back_to_the_same_place(open_house, delay):
    """As far behind as before, and not a second further, however long the house was closed."""
    house = await open_house(
        beat_seconds=10_000, scoring_seconds=1_000_000, actions_per_second=1_000
    )
    ann, bob, walt = await looking(house, delay=delay, changes=SHORT)
    if delay == DEAL_BEHIND:
        await play_out(house, ann, bob)
        await ann.ask(Ready)
        await bob.ask(Ready)
        for one in (ann, bob):
            await one.see(lambda update: update.deal.number == 2)
    for _ in range(4):
        await turn(house, ann, bob)
        await house.wait(20, ann, bob, walt)
    for one in (ann, bob):
        one.pipe.cut()  # so that nothing is kept any more as the house closes
    await walt.stay(15)
    before, code = walt.update, house.table.id
    house.scope.cancel()
    assert await walt.ended() == Goodbye(Code.SHUTDOWN, {"seconds": 5})
    await house.stopped.wait()
    await trio.sleep(5_000)

    house = await open_house(after=house)
    again = await house.client("Walt")
    await again.watch(code)
    assert (again.update.seq, again.update.deal) == (before.seq, before.deal)
    assert 0 < before.seq < house.table.room.seq
    if delay == DELAY:
        # The third turn is 55 seconds old, the fourth 35.
        await again.stay(4)
        assert again.update.seq == before.seq
        await again.stay(2)
        assert before.seq < again.update.seq < house.table.room.seq
        await again.stay(20)
        assert again.update.seq == house.table.room.seq


async def test_a_deal_is_seen_while_the_next_one_is_played(open_house):
    house = await open_house(scoring_seconds=1_000_000, actions_per_second=1_000)
    ann, bob, walt = await looking(house, delay=DEAL_BEHIND, changes=SHORT)
    for _ in range(3):
        await turn(house, ann, bob)
        await house.wait(10, ann, bob, walt)
    await play_out(house, ann, bob)
    await house.wait(50, ann, bob, walt)
    assert walt.update.deal is None
    assert not (await walt.ask(History)).entries

    await ann.ask(Ready)
    await bob.ask(Ready)
    await ann.see(lambda update: update.deal.number == 2)
    await house.wait(5, ann, bob, walt)
    assert (walt.update.deal.number, walt.update.deal.result) == (1, None)
    await house.wait(70, ann, bob, walt)
    assert walt.update.table.stage is Stage.SCORING
    assert walt.update.deal.result is not None
    assert walt.update.deal.number == 1
    assert (await walt.ask(History)).deal == 1


async def test_the_end_of_a_closed_table_is_still_seen_in_its_time(open_house):
    house = await open_house()
    ann, bob, walt = await looking(house, delay=DELAY)
    await turn(house, ann, bob)
    seq = ann.update.seq
    await house.wait(20, ann, bob)
    table = house.table
    await ann.ask(Leave)
    await bob.ask(Leave)
    await walt.stay(30)

    assert not house.tables
    assert table.room.stage is Stage.CLOSED
    assert walt.update.seq < seq
    assert isinstance(await walt.ask(Say, "Where are they?"), Accepted)
    await walt.see(lambda update: update.seq >= seq)
    await walt.see(lambda update: update.table.stage is Stage.CLOSED)
    assert isinstance(await walt.ask(Say, "Gone."), Refused)
    assert table.deadlines.named("") == ()


async def test_who_loses_the_connection_at_a_closed_table_comes_back_to_see_its_end(open_house):
    """Though nobody else is left to look on; and it opens nothing to those who would play."""
    house = await open_house()
    ann, bob, walt = await looking(house, delay=DELAY, watch_code="owl")
    await turn(house, ann, bob)
    await house.wait(20, ann, bob, walt)
    table, seq = house.table, ann.update.seq
    await ann.ask(Leave)
    await bob.ask(Leave)
    await walt.stay(10)
    before = walt.update
    walt.pipe.cut()
    await ann.stay(10)

    again = await house.client("Walt")
    assert (await again.ask(ListTables)).tables == ()
    assert (await again.ask(Join, table.id, b"k" * 16, b"h" * 32)).code == Code.NO_SUCH_TABLE
    assert (await again.ask(Watch, table.id, "no")).code == Code.WRONG_PASSWORD
    await again.watch(table.id, "owl")
    assert before.seq <= again.update.seq < seq
    await again.see(lambda update: update.seq >= seq)
    await again.see(lambda update: update.table.stage is Stage.CLOSED)
    await again.stay(1)
    assert (await again.ask(Watch, table.id, "owl")).code == Code.NO_SUCH_TABLE
    assert table.inbox.closed


async def test_a_closed_table_waits_for_nobody_when_all_has_been_seen(open_house):
    house = await open_house(tables=1)
    ann, bob, walt = await looking(house, delay=DELAY)
    table = house.table
    await ann.ask(Leave)
    await bob.ask(Leave)
    await walt.stay(1)
    walt.pipe.cut()
    assert (await ann.ask(Create, "next", b"k" * 16, b"h" * 32)).code == Code.TOO_MANY_TABLES
    await ann.stay(DELAY)

    assert table.inbox.closed
    assert isinstance(await ann.create(), Seated)


async def test_u26_the_end_of_a_closed_table_is_seen_after_a_restart_too(open_house):
    """Those who were behind come back to it; nobody else can tell that there is anything."""
    house = await open_house()
    ann, bob, walt = await looking(house, delay=DELAY, watch_code="owl", name="friday")
    await turn(house, ann, bob)
    await house.wait(20, ann, bob, walt)
    seq, code = ann.update.seq, house.table.id
    await ann.ask(Leave)
    await bob.ask(Leave)
    await walt.stay(30)
    before = walt.update
    house.scope.cancel()
    assert (await walt.ended()).code == Code.SHUTDOWN
    await house.stopped.wait()
    await trio.sleep(5_000)

    house = await open_house(after=house)
    again = await house.client("Walt")
    assert (await again.ask(ListTables)).tables == ()
    assert (await again.ask(Join, code, b"k" * 16, b"h" * 32)).code == Code.NO_SUCH_TABLE
    assert (await again.ask(Watch, code, "no")).code == Code.WRONG_PASSWORD
    await again.watch("friday", "owl")
    assert (again.update.seq, again.update.deal) == (before.seq, before.deal)
    assert before.seq < seq
    await again.stay(5)
    assert again.update.seq < seq
    await again.see(lambda update: update.seq >= seq)
    await again.see(lambda update: update.table.stage is Stage.CLOSED)
    await again.stay(1)
    assert (await again.ask(Watch, code, "owl")).code == Code.NO_SUCH_TABLE


async def test_what_was_seen_to_its_end_is_not_taken_up_after_a_restart(open_house):
    house = await open_house()
    ann, bob, walt = await looking(house, delay=DELAY)
    code = house.table.id
    await ann.ask(Leave)
    await bob.ask(Leave)
    await walt.see(lambda update: update.table.stage is Stage.CLOSED)
    await walt.stay(1)
    house.scope.cancel()
    await house.stopped.wait()

    house = await open_house(after=house)
    again = await house.client("Walt")
    assert (await again.ask(Watch, code)).code == Code.NO_SUCH_TABLE


async def test_a_closed_table_goes_with_the_last_who_looks_on(open_house):
    house = await open_house()
    ann, bob, walt = await looking(house, delay=DELAY)
    table = house.table
    await ann.ask(Leave)
    await bob.ask(Leave)
    await walt.stay(1)
    assert isinstance(await walt.ask(Leave), Accepted)
    await walt.stay(1)

    assert table.inbox.closed


async def test_there_is_an_end_to_how_far_one_may_be_behind(open_house):
    house = await open_house()
    ann = await house.client("Ann")

    with pytest.raises(AssertionError, match="delay"):
        await ann.create(delay=3_601)


# --- the host's word ---------------------------------------------------------------------


async def test_u28_the_host_may_have_a_spectator_go_for_good(open_house):
    house = await open_house()
    ann, bob, walt = await looking(house)
    assert (await bob.ask(ShowOut, "Walt")).code == Code.NOT_THE_HOST
    assert (await ann.ask(ShowOut, "Wanda")).code == Code.NO_SUCH_SPECTATOR

    assert isinstance(await ann.ask(ShowOut, "Walt"), Accepted)
    assert (await walt.ended()).code == Code.SHOWN_OUT
    await bob.see(lambda update: update.table.watching == 0)
    again = await house.client("walt")
    assert (await again.ask(Watch, house.table.id)).code == Code.SHOWN_OUT
    wanda = await house.client("Wanda")
    await wanda.watch(house.table.id)
