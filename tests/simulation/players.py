"""The people of a simulation who play by the book: the real link, and a bot that decides.

Each lives through any number of connections, links and seats. Now and then they do what
people do: ask for what is not allowed, leave, come back on another terminal, talk.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

import trio

from rummy_client.link import Link
from rummy_client.linkstate import CLAIM, Ended, Online
from rummy_client.seatfile import HeldSeat
from rummy_protocol.actions import Discard, DrawStock, EndDeal, LayMeld, LayOff, TakeBack
from rummy_protocol.cards import Face
from rummy_protocol.messages import (
    Accepted,
    Act,
    Advise,
    Bot,
    Create,
    Games,
    History,
    Join,
    Leave,
    ListTables,
    Ready,
    Refused,
    Rematch,
    Request,
    Say,
    Seated,
    Start,
    Update,
    Vote,
    Watch,
)
from rummy_protocol.views import Absence, Presence, Stage
from rummy_server.botseat import BotSeat

if TYPE_CHECKING:
    from .world import World

__all__ = ["Person", "Plan"]

NASTY: Final = (
    "hello",
    "\x1b[2J\x1b]52;c;aGk=\x07",
    "‮ txet desrever ⁦",
    "a\u0301\u0301\u0301\u0301\u0301\u0301",
    "\u0000\u0007\u009b31m",
    "line\nline\nline\nline",
    "😀" * 250,
    "   ",
)


class Plan:
    """One table that people of a simulation meet at."""

    def __init__(self, number: int, create: dict[str, Any]) -> None:
        self.number = number
        self.create = create
        self.code = ""
        """Known when it was opened."""
        self.opened = trio.Event()


class Person:
    """Somebody who sits at a table, or looks on."""

    def __init__(
        self,
        world: World,
        number: int,
        plan: Plan,
        *,
        opens: bool = False,
        looks_on: bool = False,
        seat: HeldSeat | None = None,
    ) -> None:
        self._seat = seat
        """A seat that was taken up elsewhere before."""
        self.world = world
        self.name = f"P{number}"
        self.number = number
        self.plan = plan
        self.opens = opens
        self.looks_on = looks_on
        self.chance: random.Random = world.streams(f"person {number}")
        self.address = world.address(self.chance)
        self.pace = self.chance.choice((0.05, 0.3, 1.0, 3.0))
        self.link: Link | None = None
        self.seat_key = seat.seat.key if seat is not None else b""
        self.first_secret = b""
        """A secret of the seat that has been used."""
        self.view: Update | None = None
        self.place: int | None = None
        """The seat, by the newest that was heard of it."""
        self.seen: tuple[str, int] = ("", 0)
        """The table that was shown last, and its count of events."""
        self.online = False
        self.goodbye: str | None = None
        self._mind: BotSeat | None = None
        self._unanswered: dict[int, tuple[Request, int]] = {}
        self._news = trio.Event()
        self._voted: set[tuple[int, int]] = set()
        self._last_secret = b""
        self.done = False
        """Wants nothing more."""

    # --- links ----------------------------------------------------------------------------

    async def live(self) -> None:
        """Be there from the warm-up to the end, over any number of links."""
        if self._seat is None:
            await trio.sleep(self.chance.uniform(0, 4))
        while not self.done:
            seat, self._seat = self._seat, None
            await self._one_link(seat)
            if self.done:
                return
            await trio.sleep(self.chance.uniform(0.5, 5))

    async def _one_link(self, seat: HeldSeat | None) -> None:
        link = self.link = Link(
            lambda: self.world.network.connect(self.address),
            self.name,
            where=("simulated", 0),
            seat=seat,
            patient=True,
            entropy=self.world.entropy(f"link {self.number}"),
        )
        self.view, self._unanswered, self.place = None, {}, None
        self._mind = None
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._play)
            if seat is not None:
                pass
            elif self.opens and not self.plan.code:
                self._ask(Create(0, f"T{self.plan.number}", b"", b"", **self.plan.create))
            else:
                nursery.start_soon(self._come)
            ended = await link.run(self._hear)
            self.goodbye = ended.code
            self._lost_seat(ended.code)
            self.online = False
            self.world.trace.note("link", self.name, ended.code)
            nursery.cancel_scope.cancel()

    async def _come(self) -> None:
        """Sit down at the table, or look on there, when there is one."""
        await self.plan.opened.wait()
        password = self.plan.create.get("password", "")
        if self.looks_on:
            self._ask(Watch(0, self.plan.code, password))
        else:
            self._ask(Join(0, self.plan.code, b"", b"", password))

    def _ask(self, request: Request) -> None:
        assert self.link is not None
        number = self.link.ask(request)
        floor = self.world.order.get(self.plan.number, 0)
        self._unanswered[number] = request, floor

    # --- hearing --------------------------------------------------------------------------

    def _hear(self, said: Any) -> None:
        match said:
            case Update():
                self._see(said)
            case Seated():
                self._sat(said)
            case Refused():
                self._was_refused(said)
            case Accepted():
                self._was_accepted(said)
            case Online():
                self.online = True
            case Ended():
                self.online = False
            case _:
                pass
        self._unanswered.pop(getattr(said, "id", 0), None)
        self._news.set()
        self._news = trio.Event()

    def _sat(self, seated: Seated) -> None:
        held = self.link._talk._seat if self.link is not None else None
        self.seat_key = held.seat.key if held is not None else b""
        self.place = seated.seat
        if held is not None and held.seat.secret != self._last_secret:
            self.first_secret, self._last_secret = self._last_secret, held.seat.secret
        if self.opens and not self.plan.code:
            self.plan.code = seated.table
            self.plan.opened.set()
        self.world.trace.note("seated", self.name, seated.table, seated.seat)

    def _see(self, update: Update) -> None:
        self.world.shown(self, update)
        if update.you is not None:
            self.place = update.you.seat
            if self._mind is None:
                self._think(update)
            elif self.view is None or update.seq != self.view.seq:
                self._mind.hear(update)
        self.view = update
        self.seen = update.table.id, update.seq
        if update.table.stage is Stage.CLOSED and self.link is not None:
            self.link.close()

    def _was_accepted(self, accepted: Accepted) -> None:
        request, floor = self._unanswered.get(accepted.id, (None, 0))
        if isinstance(request, Act):
            self.world.answered(self, accepted, floor)
        if isinstance(request, Leave) and self.link is not None:
            self.link.close()

    def _was_refused(self, refused: Refused) -> None:
        request, _ = self._unanswered.get(refused.id, (None, 0))
        if refused.id == CLAIM and self.link is not None:
            self.world.trace.note("no-seat", self.name, refused.code)
            self._lost_seat(refused.code)
            self.link.close()
        elif isinstance(request, Act):
            self.world.answered(self, refused, 0)
            if self.view is not None and self._mind is not None and self.view.you:
                self._mind.hear(self.view)
        elif isinstance(request, Join | Watch | Create) and self.view is None:
            self.world.trace.note("refused", self.name, refused.code)
            if not isinstance(request, Create):
                self.looks_on = self.chance.random() < 0.5
            if self.link is not None:
                self.link.close()

    @property
    def told(self) -> str:
        """How it stands with this person, for who looks for a fault."""
        asked = self.link._talk._asked if self.link is not None else None
        waiting = {} if asked is None else asked._waiting
        mind = None if self._mind is None else (self._mind.seq, self._mind.action)
        return (
            f"{self.name} online={self.online} place={self.place} seen={self.seen} mind={mind}"
            f" unanswered={self._unanswered} asked={waiting}"
        )

    def _lost_seat(self, code: str) -> None:
        """P7: who has shown his secret to nobody is never taken for a thief."""
        honest = self.seat_key not in self.world.stolen
        check = self.world.trace.check
        check(code != "revoked" or not honest, "P7", f"{self.name} was taken for a thief")
        if code == "seat-lost" and honest and self.seen[0]:
            ledger = self.world.ledger(self.seen[0])
            his = any(seat.key == self.seat_key and not seat.left for seat in ledger.seats)
            kept = his and ledger.stage != "closed"
            check(not kept, "P7", f"{self.name} is not known at {ledger.id}, where he sits")

    def _think(self, update: Update) -> None:
        """Begin to think afresh about what is shown."""
        self._mind = BotSeat("easy", self.chance.randbytes(8))
        self._mind.hear(update)

    # --- wanting --------------------------------------------------------------------------

    async def _play(self) -> None:
        while True:
            await self._news.wait()
            while self._wants() is not None:
                await trio.sleep(self.pace * self.chance.random() if self.world.busy else 0.01)
                wanted = self._wants()
                if wanted is not None:
                    self._ask(self._perhaps_other(wanted))

    def _wants(self) -> Request | None:
        """What is to be asked for now; nothing while an answer is awaited."""
        view = self.view
        if view is None or self.place is None or self._unanswered or not self.online:
            return None
        stage = view.table.stage
        if self.place >= len(view.table.seats):
            return None  # the match has begun with other numbers; the deal will tell
        place = view.table.seats[self.place]
        if stage is Stage.OVER:
            played = self.world.ledger(view.table.id).matches_ended
            again = self.world.busy and not place.ready and played < self.world.matches
            return Rematch(0) if again else None
        if stage in (Stage.GATHERING, Stage.SCORING):
            return None if place.ready else Ready(0)
        if not self.world.busy and (vote := self._vote(view)) is not None:
            return vote
        if view.you is None or self._mind is None or not view.you.may:
            return None
        if self._mind.action is None:
            # It took what it was not told of for refusals of its own, and gave up.
            self._think(view)
        if self._mind.action is None:
            return None
        return Act(0, self._mind.seq, self._mind.action)

    def _vote(self, view: Update) -> Vote | None:
        """Let a bot play for who will not be back, so that the match comes to its end."""
        for seat, one in enumerate(view.table.seats):
            vote = self.place, seat, Absence.BOT
            if one.presence is Presence.ASLEEP and vote not in view.table.votes:
                return Vote(0, seat, Absence.BOT)
        return None

    def _perhaps_other(self, wanted: Request) -> Request:
        """*wanted*, or what should not be asked for."""
        if not isinstance(wanted, Act) or not self.world.busy:
            return wanted
        drawn = self.chance.random()
        if drawn < 0.08:
            return Act(0, wanted.seq, self._illegal())
        if drawn < 0.13:
            return Act(0, max(0, wanted.seq - self.chance.randint(-2, 6)), wanted.action)
        return wanted

    def _illegal(self) -> Any:
        chance = self.chance
        faces = [Face(chance.randrange(53)) for _ in range(3)]
        return chance.choice(
            (
                DrawStock(),
                Discard(faces[0]),
                LayMeld(tuple(faces)),
                LayOff(chance.randint(0, 9), (faces[0],)),
                TakeBack(),
                EndDeal(),
            )
        )

    # --- whims ----------------------------------------------------------------------------

    async def have_whims(self) -> None:
        """Do something beside the game now and then, while the middle of the run lasts."""
        while True:
            await trio.sleep(self.chance.expovariate(1 / self.world.calm))
            if self.world.busy and self.link is not None:
                self._whim()

    def _whim(self) -> None:
        drawn = self.chance.random()
        assert self.link is not None
        if drawn < 0.2:
            self.link.reconnect()
        elif drawn < 0.25 and self.seat_key:
            self._move_to_another_terminal()
        elif drawn < 0.3 and self.view is not None and self.view.you is not None:
            self._ask(Leave(0))
        elif not self._unanswered and self.online:
            self._ask(self.chance.choice(tuple(self._requests())))

    def _requests(self) -> Iterable[Request]:
        chance = self.chance
        yield from (ListTables(0), Games(0), Say(0, chance.choice(NASTY)), Advise(0))
        yield from (History(0, chance.randint(0, 60)), Start(0), Bot(0), Bot(0, "", 1))
        about = chance.randint(0, 3), chance.randint(0, 2)
        if about not in self._voted:
            self._voted.add(about)
            yield Vote(0, about[0], tuple(Absence)[about[1]])

    def _move_to_another_terminal(self) -> None:
        """Take the seat up elsewhere with a copy of its secret; this link is to end."""
        held = self.link._talk._seat if self.link is not None else None
        if held is None:
            return
        self.world.stolen.add(held.seat.key)
        copy = HeldSeat(held.seat, None, None)
        self.done = True
        self.world.add(
            Person(self.world, self.world.next_number(), self.plan, opens=self.opens, seat=copy)
        )

    def leave_for_good(self) -> None:
        """The end: get up, or just go."""
        self.done = True
        if self.link is not None:
            self.link.close()
