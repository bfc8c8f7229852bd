"""A house that loses its power, and one that begins with what it has kept (P7, P11, P13)."""

from __future__ import annotations

import os
from contextlib import suppress

import msgspec
import pytest
import trio

from rummy_protocol import PROTOCOL
from rummy_protocol.actions import Discard, DrawStock
from rummy_protocol.errors import Code
from rummy_protocol.messages import (
    Accepted,
    Create,
    Hello,
    Join,
    Leave,
    Ready,
    Refused,
    Resume,
    Seated,
    Update,
)
from rummy_protocol.views import Absence, Presence, Stage
from rummy_server.game.variants import PRESETS
from rummy_server.room.house import hash_secret
from rummy_server.room.records import Acted
from rummy_server.standing_tables import StandingTable
from rummy_server.table.play import NEXT, TURN
from rummy_server.table.restored import restore

from .lives import LOST, Company, PowerCut, check_exactly_once, check_restored

DOWN = 500
"""Seconds between the end of a house and the beginning of the next."""
FULL = os.environ.get("PROOF") == "full"
QUICK = {
    "bot_pause_ms": 0,
    "sleep_seconds": 30,
    "scoring_seconds": 8,
    "request_burst": 100_000,
    "action_burst": 100_000,
}
KINDS = (
    {"absence": Absence.BOT, "bots": ("easy",)},
    {"absence": Absence.WAIT, "turn_seconds": 5},
    {"absence": Absence.END, "turn_seconds": 20},
    {
        "changes": {"deal_scoring": "penalties", "eliminate_at": 60, "buy_ins": 5},
        "turn_seconds": 5,
    },
)
GAMES = ("basic", *sorted(set(PRESETS) - {"basic"}))


def table_of(number):
    """A game and a table, different for each number."""
    kind = KINDS[number % len(KINDS)]
    preset = "basic" if "changes" in kind else GAMES[number % len(GAMES)]
    people = min(3, PRESETS[preset].players_max - len(kind.get("bots", ())))
    names = " ".join(("Ann", "Bob", "Cleo")[:people])
    return {"preset": preset, "hold_seconds": 10, **kind}, names


async def company_at(open_house, number):
    fields, names = table_of(number)
    house = await open_house(env={"store": PowerCut()}, **QUICK)
    company = Company(house, number, names)
    await company.begin(**fields)
    return company


async def test_p13_at_every_moment_the_journal_tells_how_the_table_stands(open_house, proof):
    """The room, what is left of every clock, and what was decided about who is away."""
    seen = set()
    for number in range(4 if proof == "small" else 40):
        company = await company_at(open_house, number)
        for step in range(40 if proof == "small" else 120):
            if company.table is None:
                break
            await company.step()
            if proof == "full" or step % 5 == 0:
                check_restored(company.house)
        check_exactly_once(company.house.journal, company.code)
        seen |= company.seen
        company.house.scope.cancel()

    wanted = {"Discard", "LayMeld", "Refused", "a return was cut"}
    if proof == "full":
        wanted |= {"somebody left", "the table slept", "a vote", "SwapJoker", "LayOff"}
        wanted |= {"a seat was revoked", "somebody bought in"}
    assert seen >= wanted


@pytest.mark.parametrize("number", range(60 if FULL else 3))
async def test_p13_every_life_of_a_house_goes_on_where_the_last_one_ended(
    open_house, number, proof, caplog
):
    company = await company_at(open_house, number)
    for life in range(3 if proof == "small" else 8):
        after, kept = company.chance.randrange(1, 25), company.chance.random() < 0.5
        company.house.journal.cut_after(after, kept=kept)
        await company.until_the_power_goes(60)
        await company.house.crash()
        await trio.sleep(DOWN)
        if company.code not in company.house.journal.live:
            assert life > 0
            break
        await company.goes_on_in(await begun_again(open_house, company))
        await company.check_hands()

    check_exactly_once(company.house.journal, company.code)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def begun_again(open_house, company):
    """The next house, as soon as it is open: it stands as the last one stood."""
    before = company.house
    batches = before.journal.batches(company.code)
    restored = restore(batches, before.journal._at)
    house = await open_house(after=before)
    table = house.tables[company.code]
    for what, left in restored.clocks.items():
        if what in table.deadlines and left > 0 and what not in (TURN, NEXT):
            assert table.deadlines.left(what) == pytest.approx(left, abs=1e-6), what
    for seat, choice in restored.settled.items():
        bot = choice is Absence.BOT
        wanted = Presence.BOT if bot else Presence.ASLEEP
        assert table.people.absent[seat].presence is wanted
    check_restored(house)
    assert house.journal.batches(company.code)[: len(batches)] == batches
    return house


@pytest.mark.parametrize("kept", [False, True])
async def test_p13_at_every_record_of_a_match_a_house_can_begin(open_house, kept, proof):
    """The same match each time, ended one record later each time."""
    total = 60
    for batches in range(3, total, 7 if proof == "small" else 1):
        house = await open_house(env={"store": PowerCut()}, **QUICK)
        house.journal.cut_after(batches, kept=kept)
        company = Company(house, 7, "Ann Bob")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(begins_and_plays, company)
            await house.journal.out.wait()
            nursery.cancel_scope.cancel()
        await house.crash()
        await trio.sleep(DOWN)
        codes = house.journal.live
        house = await open_house(after=house)
        assert set(house.tables) <= set(codes)
        company.code = next(iter(codes), None)
        await company.goes_on_in(house)
        await company.check_hands()
        if company.table is not None and company.table.room.match is not None:
            seq = company.table.room.seq
            await company.steps(6)
            assert company.table is None or company.table.room.seq >= seq
        house.scope.cancel()


async def begins_and_plays(company):
    with suppress(*LOST):
        await company.begin(bots=("easy",), turn_seconds=20, hold_seconds=10)
        while True:
            await company.step()


# --- exactly once --------------------------------------------------------------------------


@pytest.mark.parametrize("kept", [False, True])
@pytest.mark.parametrize("action", [DrawStock(), None])
async def test_p11_an_action_whose_answer_was_lost_in_a_crash_is_done_once(
    open_house, kept, action
):
    """Whether the records had reached the store or not; and a refusal like any answer."""
    house = await open_house(env={"store": PowerCut()})
    ann, bob = await house.playing()
    first = ann if ann.update.deal.waiting[0].seat == ann.seated.seat else bob
    request = first.act_request(action or Discard(first.update.you.hand[0]))
    hand, seq = first.update.you.hand, house.table.room.seq
    house.journal.cut_after(1, kept=kept)
    first.send(request)
    await house.journal.out.wait()
    await house.crash()

    house = await open_house(after=house)
    again = await house.client(first.name, first.keys)
    seated = await again.resume()
    again.send(request)
    answers = [await again.answer(request.id)]
    again.send(request)
    answers.append(await again.answer(request.id))

    assert seated.last_id == (request.id if kept else request.id - 1)
    assert seated.last_answer == (answers[0] if kept else None)
    assert answers[0] == answers[1]
    assert isinstance(answers[0], Refused if action is None else Accepted)
    assert house.table.room.seq == seq + (action is not None)
    assert len(again.update.you.hand) == len(hand) + (action is not None)
    judged = [r for r in house.journal.records(house.table.id) if isinstance(r, Acted)]
    assert [record.answer for record in judged] == answers[:1]


# --- every byte ----------------------------------------------------------------------------


class Returning:
    """Comes back as an honest client does, each time to the house that is open then."""

    def __init__(self, keys):
        self.keys = keys
        self.sent = (0, 0)

    async def attempt(self, house, cut_there=None, cut_back=None):
        client = house.connect("Ann", self.keys)
        if cut_there is not None:
            client.pipe.cut_after(cut_there)
        if cut_back is not None:
            client.pipe.other.cut_after(cut_back)
        try:
            request = client.resume_request()
            client.send(Hello(PROTOCOL, "Ann"), request)
            answer = await client.answer(request.id)
            await client.until(Update)
        except (*LOST, AssertionError):
            return None
        assert isinstance(answer, Seated), answer
        self.keys.advance()
        self.sent = client.pipe.sent, client.pipe.other.sent
        return answer


async def test_p7_whatever_byte_of_a_return_dies_the_next_house_lets_one_in(open_house, proof):
    house = await open_house(env={"store": PowerCut()})
    ann, _ = await house.playing()
    returning = Returning(ann.keys)
    assert await returning.attempt(house)
    there, back = returning.sent
    cuts = [{"cut_there": n} for n in range(there)] + [{"cut_back": n} for n in range(back)]
    assert len(cuts) > 500

    for cut in cuts[:: 41 if proof == "small" else 1]:
        await returning.attempt(house, **cut)
        await house.crash()
        house = await open_house(after=house)
        seated = await returning.attempt(house)
        assert seated is not None, cut
        assert seated.seat == ann.seated.seat


async def asks_for_a_seat(house, keys, request, way=None, count=0):
    """Say *request* on a connection that breaks there; the answer, if one came."""
    client = house.connect("Ann", keys)
    if way is not None:
        (client.pipe if way == "there" else client.pipe.other).cut_after(count)
    try:
        client.pipe.send_now(client.end.send(Hello(PROTOCOL, "Ann")) + client.end.send(request))
        return await client.answer(request.id), client
    except LOST:
        return None, client


@pytest.mark.parametrize("restart", [False, True])
@pytest.mark.parametrize("kind", [Create, Join])
async def test_p7_whatever_byte_of_a_first_request_dies_one_seat_is_taken(
    open_house, new_keys, kind, restart, proof
):
    """Over and over the same words, with and without another house in between."""
    house = await open_house(
        env={"store": PowerCut()}, ungreeted=10_000, tables=10_000, request_burst=100_000
    )
    host = new_keys("Host")
    code = None
    if kind is Join:
        code = (await (await house.client("Host", host)).create(seats=3)).table
    step = (97 if restart else 23) if proof == "small" else 1
    for way, length in (("there", 160), ("back", 500)):
        for count in range(0, length, step):
            keys = new_keys(f"{way} {count}")
            fields = {"key": keys.key, "hash": hash_secret(keys.current)}
            request = Join(1, code, **fields) if code else Create(1, "", **fields)
            await asks_for_a_seat(house, keys, request, way, count)
            if restart:
                await house.crash()
                house = await open_house(after=house)
            again = msgspec.structs.replace(request, secret=keys.current)
            answer, client = await asks_for_a_seat(house, keys, again)

            assert isinstance(answer, Seated), (way, count, answer)
            assert answer.seat == (0 if code is None else 1)
            taken = [
                table
                for table in house.tables.values()
                if any(place.key == keys.key for place in table.room.seats)
            ]
            assert [table.id for table in taken] == [answer.table]
            assert isinstance(await client.ask(Leave), Accepted)
            client.pipe.cut()
            await trio.sleep(1)


# --- whole houses --------------------------------------------------------------------------


async def test_p13_all_kinds_of_tables_stand_and_closed_ones_stay_closed(open_house):
    standing = StandingTable(name="The round table", rules=PRESETS["basic"])
    house = await open_house(env={"store": PowerCut()}, standing=(standing,), **QUICK)
    (own,) = house.tables
    ann, bob = await house.client("Ann"), await house.client("Bob")
    closed = (await ann.create()).table
    await ann.ask(Leave)
    gathering = (await ann.create(name="Waiting", password="word")).table
    await bob.join(own)
    await house.crash()

    house = await open_house(after=house)

    assert set(house.tables) == {own, gathering}
    assert house.tables[own].room.seats[0].name == "Bob"
    assert (await (await house.client("Ann", ann.keys)).resume()).table == gathering
    assert (await (await house.client("Bob", bob.keys)).resume()).table == own
    eve = await house.client("Eve")
    assert (await eve.ask(Join, closed, b"k" * 16, b"h" * 32)).code == Code.NO_SUCH_TABLE
    assert (await eve.ask(Join, gathering, b"k" * 16, b"h" * 32)).code == Code.WRONG_PASSWORD
    assert (await eve.join(gathering, "word")).seat == 1


async def test_p13_a_restart_gives_nobody_more_time_than_the_one_before(open_house):
    """The hold of who does not come back runs through any number of houses."""
    house = await open_house(env={"store": PowerCut()}, beat_seconds=1)
    ann, bob = await house.playing(hold_seconds=100)
    for _ in range(3):
        await house.crash()
        await trio.sleep(DOWN)
        house = await open_house(after=house)
        bob = await house.client("Bob", bob.keys)
        await bob.resume()
        await bob.stay(30)

    held = bob.update.table.seats[ann.seated.seat]
    assert held.presence is Presence.LOST
    assert house.table.deadlines.left("hold-1") <= 100 - 3 * 30 + 3


async def test_p13_a_match_that_is_not_dealt_yet_is_dealt_by_the_next_house(open_house):
    house = await open_house(env={"store": PowerCut()})
    ann, bob = await house.pair()
    house.journal.cut_after(1)
    ann.send(Ready(ann.next_id()))
    bob.send(Ready(bob.next_id()))
    await house.journal.out.wait()
    await house.crash()

    house = await open_house(after=house)
    again = await house.client("Ann", ann.keys)
    await again.resume()

    assert (
        await again.see(lambda update: update.deal is not None)
    ).table.stage is Stage.PLAYING


async def test_p13_the_score_sheet_stays_for_the_rest_of_its_time(open_house):
    house = await open_house(env={"store": PowerCut()}, beat_seconds=1, scoring_seconds=30)
    ann, bob = await house.playing(turn_seconds=5)
    while house.table.room.stage is not Stage.SCORING:
        await house.wait(1, ann, bob)
    number = house.table.room.match.number
    await house.wait(10, ann, bob)
    await house.crash()
    await trio.sleep(DOWN)

    house = await open_house(after=house)
    ann = await house.client("Ann", ann.keys)
    await ann.resume()
    await ann.stay(15)
    assert ann.update.deal.number == number
    await ann.stay(10)
    assert ann.update.deal.number == number + 1


async def test_p13_the_clock_of_a_turn_goes_on_with_what_was_left(open_house):
    house = await open_house(env={"store": PowerCut()}, beat_seconds=1)
    ann, bob = await house.playing(turn_seconds=60, hold_seconds=600)
    await house.wait(40, ann, bob)
    seq = house.table.room.seq
    await house.crash()
    await trio.sleep(DOWN)

    house = await open_house(after=house)
    assert house.table.deadlines.left(TURN) == pytest.approx(20, abs=1.1)
    await trio.sleep(19)
    assert house.table.room.seq == seq
    await trio.sleep(3)
    assert house.table.room.seq > seq, "the clock ran for one whose connection was lost"


async def test_p13_a_table_that_slept_sleeps_on(open_house):
    house = await open_house(env={"store": PowerCut()}, beat_seconds=1, **QUICK)
    ann, bob = await house.playing(hold_seconds=10, turn_seconds=20)
    ann.pipe.cut()
    bob.pipe.cut()
    await trio.sleep(100)
    assert house.table.sleeping
    await house.crash()

    house = await open_house(after=house)
    await trio.sleep(1)
    seq = house.table.room.seq
    await trio.sleep(1000)
    assert house.table.room.seq == seq
    again = await house.client("Ann", ann.keys)
    await again.resume()
    assert not house.table.sleeping


async def test_p8_a_spent_secret_is_known_to_the_next_house(open_house):
    house = await open_house(env={"store": PowerCut()})
    ann, _ = await house.playing()
    spent = ann.keys.current
    again = await house.client("Ann", ann.keys)
    await again.resume()
    await house.crash()

    house = await open_house(after=house)
    thief = await house.client("Eve")
    answer = await thief.ask(Resume, ann.keys.key, spent, b"n" * 32)

    assert answer.code == Code.REVOKED
    assert house.table.room.seats[ann.seated.seat].revoked
