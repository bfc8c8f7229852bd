"""People at the tables of a house that loses its power, and comes back.

Each of them is honest as a client has to be: what was asked and not answered is asked again
in the same words over the next connection, and a secret counts as used once its use was
answered.
"""

from __future__ import annotations

import math
import random
from contextlib import suppress

import trio
from msgspec.structs import replace
from trio.testing import wait_all_tasks_blocked

from rummy_protocol.actions import Discard, DrawStock
from rummy_protocol.codec import encode
from rummy_protocol.errors import Code
from rummy_protocol.messages import (
    Accepted,
    Act,
    Advise,
    Arrange,
    BuyIn,
    Leave,
    Ready,
    Refused,
    Resume,
    Seated,
    Update,
    Vote,
)
from rummy_protocol.views import Absence, Presence, Stage
from rummy_server.game.state import face
from rummy_server.journal import Batch, MemoryJournal, read_records
from rummy_server.room.fold import follow
from rummy_server.room.house import hash_secret
from rummy_server.room.records import Acted
from rummy_server.table.play import NEXT, TURN
from rummy_server.table.restored import restore

LOST = (OSError, EOFError)
"""How a client sees that its connection has died."""


class PowerCut(MemoryJournal):
    """A journal in memory whose house loses its power in the middle of something."""

    def __init__(self):
        super().__init__(keep=True)
        self.out = trio.Event()
        self._left = math.inf
        self._last_is_kept = True
        self.before_append = lambda table: None

    def cut_after(self, batches, *, kept=True):
        """Let the power go at that batch: just after it is *kept*, or just before."""
        self._left, self._last_is_kept = batches, kept

    def cut(self):
        self.out.set()

    async def begin(self):
        self.out, self._left = trio.Event(), math.inf
        return await super().begin()

    async def append(self, table, expected, epoch, batch):
        self._left -= 1
        if self._left <= 0 and not self._last_is_kept:
            self.out.set()
        if self.out.is_set():
            await trio.sleep_forever()
        self.before_append(table)
        await super().append(table, expected, epoch, batch)
        if self._left <= 0:
            self.out.set()
            await trio.sleep_forever()

    @property
    def live(self):
        return tuple(table for table in self.kept if table not in self._past)

    def batches(self, table):
        kept = zip(self.kept.get(table, ()), self._stamps.get(table, ()), strict=True)
        return tuple(Batch(read_records(data), *stamps) for data, stamps in kept)


class Person:
    """Somebody with a seat, over any number of connections and of houses."""

    def __init__(self, name):
        self.name = name
        self.client = None
        self.keys = None
        self.table = None
        self.seat = None
        self.unanswered = None
        """The action that was sent last, if no answer to it was heard."""
        self.answers = {}
        """By number, what was answered to the actions of this seat."""
        self.times = 0

    @property
    def here(self):
        return self.client is not None

    @property
    def seated(self):
        return self.keys is not None

    def drop(self):
        if self.client is not None:
            self.client.pipe.cut()
            self.client = None

    def lose_seat(self):
        self.keys = self.unanswered = None
        self.answers = {}

    async def sits_down(self, house, code=None, **table):
        """Open a table, or join the one with that *code*."""
        self.times += 1
        self.client = house.connect(f"{self.name} {self.times}")
        await self.client.greet()
        await (self.client.create(**table) if code is None else self.client.join(code))
        self.keys, self.table = self.client.keys, self.client.seated.table
        self._sits(self.client.seated)

    async def comes_back(self, house, *, cut_back=None):
        """Take the seat up again, over a connection that may break; whether it did not."""
        client = self.client = house.connect(self.name, self.keys)
        if cut_back is not None:
            client.pipe.other.cut_after(cut_back)
        try:
            await client.greet()
            request = Resume(
                client.next_id(), self.keys.key, self.keys.current, hash_secret(self.keys.next)
            )
            client.send(request)
            answer = await client.answer(request.id)
        except LOST:
            self.client = None
            return False
        if isinstance(answer, Refused):
            assert answer.code == Code.SEAT_LOST
            self.lose_seat()
            return False
        self.keys.advance()
        client.seated = answer
        self._sits(answer)
        await client.until(Update)
        await self._asks_again(answer)
        return True

    def _sits(self, seated: Seated):
        self.seat = seated.seat
        self.client.act_id = seated.last_id
        if seated.last_id in self.answers:
            assert seated.last_answer == self.answers[seated.last_id]

    async def _asks_again(self, seated):
        act = self.unanswered
        if act is None:
            return
        assert seated.last_id in (act.id - 1, act.id)
        self.client.act_id = act.id
        answer = await self._sends(act)
        if seated.last_id == act.id:
            assert answer == seated.last_answer

    async def acts(self, action):
        client = self.client
        client.act_id += 1
        return await self._sends(Act(client.act_id, client.update.seq, action))

    async def _sends(self, act):
        self.unanswered = act
        self.client.send(act)
        answer = await self.client.answer(act.id)
        self.unanswered = None
        assert self.answers.setdefault(act.id, answer) == answer
        return answer


class Company:
    """People at one table, of whom some are here, and what chance has them do."""

    def __init__(self, house, seed, names="Ann Bob Cleo"):
        self.house = house
        self.chance = random.Random(seed)
        self.people = [Person(name) for name in names.split()]
        self.seen = set()
        """What has happened, by name, for a test to see that it did."""
        self.code = None

    @property
    def table(self):
        return self.house.tables.get(self.code)

    async def begin(self, **table):
        first, *others = self.people
        table = {"seats": len(self.people) + len(table.get("bots", ()))} | table
        await first.sits_down(self.house, **table)
        self.code = first.table
        for person in others:
            await person.sits_down(self.house, self.code)
        for person in self.people:
            await person.client.ask(Ready)

    async def steps(self, number):
        for _ in range(number):
            if self.table is None:
                return
            await self.step()

    async def step(self):
        person = self.chance.choice(self.people)
        with suppress(*LOST):
            if not person.seated:
                await self.sits_anew(person)
            elif not person.here:
                await self.returns(person)
            else:
                await self.does_something(person)
        await self.time_passes(self.chance.choice([0.1, 0.1, 1, 3, 12]))

    async def time_passes(self, seconds):
        clients = [person.client for person in self.people if person.here]
        with suppress(*LOST, ExceptionGroup):
            await self.house.wait(seconds, *clients)
        await wait_all_tasks_blocked()
        for person in self.people:
            if person.here and self._hung_up(person):
                person.client = None

    def _hung_up(self, person):
        pipe = person.client.pipe
        return pipe.closed or pipe._broken or pipe.other.closed

    async def sits_anew(self, person):
        room = self.table.room
        if any(place.revoked for place in room.seats) or room.stage in (
            Stage.GATHERING,
            Stage.OVER,
        ):
            with suppress(AssertionError):  # no seat is free: another time
                await person.sits_down(self.house, self.code)

    async def returns(self, person):
        cut = self.chance.choice([None, None, self.chance.randrange(400)])
        if not await person.comes_back(self.house, cut_back=cut) and cut is not None:
            self.seen.add("a return was cut")

    async def does_something(self, person):
        kind = self.chance.choices(
            ["play", "drop", "ready", "buy in", "vote", "leave", "theft", "all drop"],
            [12, 2, 2, 1, 2, 0.2, 0.3, 0.3],
        )[0]
        match kind:
            case "play":
                await self.plays(person)
            case "drop":
                person.drop()
            case "ready":
                await person.client.ask(Ready)
            case "buy in":
                if isinstance(await person.client.ask(BuyIn), Accepted):
                    self.seen.add("somebody bought in")
            case "vote":
                await self.votes(person)
            case "leave":
                await self.leaves(person)
            case "theft":
                await self.is_robbed(person)
            case "all drop":
                for one in self.people:
                    one.drop()
                await trio.sleep(self.chance.choice([1, 20, 60]))
                if self.table is not None and self.table.sleeping:
                    self.seen.add("the table slept")

    async def plays(self, person):
        client = person.client
        with trio.move_on_after(20):
            await client.see(may_act)
        if not may_act(client.update):
            return
        advice = await client.ask(Advise)
        await self.sorts(client)
        action = advice.action or DrawStock()
        if self.chance.random() < 0.1:
            action = self.chance.choice([DrawStock(), action])
        answer = await person.acts(action)
        self.seen.add(type(answer).__name__)
        if isinstance(answer, Accepted):
            self.seen.add(type(action).__name__)

    async def sorts(self, client):
        """Now and then a hand is laid anew; nothing else happens otherwise for it."""
        hand = client.update.you.hand
        if client.update.seq % 3 == 0:
            answer = await client.ask(Arrange, (hand[1::2], hand[::2]))
            self.seen.add(type(answer).__name__)

    async def votes(self, person):
        choice = self.chance.choice([Absence.WAIT, Absence.BOT])
        whom = self.chance.randrange(len(self.table.room.seats))
        if isinstance(await person.client.ask(Vote, whom, choice), Accepted):
            self.seen.add("a vote")

    async def leaves(self, person):
        self.seen.add("somebody left")
        await person.client.ask(Leave)
        person.drop()
        person.lose_seat()

    async def is_robbed(self, person):
        """A secret that was spent is used by another."""
        spent = person.keys.secret(1)
        if spent == person.keys.current:
            return
        thief = await self.house.client("Eve")
        answer = await thief.ask(Resume, person.keys.key, spent, b"n" * 32)
        thief.pipe.cut()
        if answer.code == Code.REVOKED:
            self.seen.add("a seat was revoked")
            person.drop()
            person.lose_seat()

    # --- the power goes -------------------------------------------------------------------

    async def until_the_power_goes(self, steps):
        """Go on until then, or for so many steps."""
        out = self.house.journal.out
        async with trio.open_nursery() as nursery:

            async def go_on():
                await self.steps(steps)
                nursery.cancel_scope.cancel()

            nursery.start_soon(go_on)
            await out.wait()
            nursery.cancel_scope.cancel()
        self.house.journal.cut()

    async def goes_on_in(self, house):
        """The house was opened anew: everybody comes back to it."""
        self.house = house
        for person in self.people:
            person.drop()
        for person in self.people:
            if person.seated:
                await person.comes_back(house)

    async def check_hands(self):
        """Everybody sees the hand that the journal has him hold, and whose turn it is."""
        await self.time_passes(0.0537)
        while any(one.here and one.client.pipe._back.data for one in self.people):
            await self.time_passes(0.0137)
        if self.table is None:
            return
        room = self.table.room
        deal = room.match.deal if room.match is not None else None
        for person in self.people:
            if not person.here or not person.seated:
                continue
            update = person.client.update
            assert update.seq == room.seq
            shown = self.table.shown.update(update_seat(person))
            assert encode(without_order(update)) == encode(shown)
            if deal is not None and room.stage is Stage.PLAYING:
                held = sorted(repr(face(card)) for card in deal.hands[update.you.seat])
                assert sorted(map(repr, update.you.hand)) == held
                waited_for = [one.seat for one in update.deal.waiting]
                assert waited_for == [one.seat for one in deal.pending]


def without_order(update):
    """*update* as a bot would be given it; the order has to have the cards of the hand."""
    you = update.you
    if you is None or not you.order:
        return update
    assert sorted(sum(you.order, ())) == list(you.hand)
    return replace(update, you=replace(you, order=()))


def update_seat(person):
    you = person.client.update.you
    return person.client.seated.seat if you is None else you.seat


# --- what has to come out -----------------------------------------------------------------


def check_restored(house):
    """What the journal tells of each table, now, is how it stands: the room and its clocks."""
    now = house.server.lobby.house_time()
    for table in house.tables.values():
        batches = house.journal.batches(table.id)
        if not batches or table.room.stage is Stage.CLOSED:
            continue
        restored = restore(batches, now)
        assert restored.room == table.room
        check_clocks(table, restored)
        check_settled(table, restored)


def check_clocks(table, restored):
    live = {
        what: table.deadlines.left(what)
        for what in table.deadlines.named("")
        if not what.startswith("bot-")
    }
    owned = {f"hold-{place.since}" for place in table.room.seats if place.owned}
    for what, left in live.items():
        assert what in restored.clocks, what
        assert abs(max(0.0, restored.clocks[what]) - left) < 1e-6, what
    for what, left in restored.clocks.items():
        if what.startswith("hold-") and what not in owned:
            continue
        if what in (TURN, NEXT) and (table.sleeping or stands_still(table, what)):
            continue
        assert left <= 1e-6 or what in live, what


def stands_still(table, what):
    return what == TURN and not table.play._person_decides(table.room)


def check_settled(table, restored):
    becomes = {
        Absence.WAIT: Presence.ASLEEP,
        Absence.BOT: Presence.BOT,
        Absence.END: Presence.ASLEEP,
    }
    live = {
        seat: one.presence
        for seat, one in table.people.absent.items()
        if one.presence is not Presence.LOST
    }
    kept = {seat: becomes[what] for seat, what in restored.settled.items()}
    assert kept == live


def check_exactly_once(journal, table):
    """Each number of each seat was judged once and in order, however often it was sent."""
    room = None
    for record in journal.records(table):
        if isinstance(record, Acted):
            assert record.answer.id == room.seats[record.seat].last_id + 1
        room = follow(room, record)


def may_act(update):
    return update.you is not None and bool(update.you.may)


def simple_move(client):
    """Draw, or throw away what may be thrown."""
    if client.update.deal.waiting[0].kind == "draw":
        return DrawStock()
    return Discard(client.update.you.hand[0])
