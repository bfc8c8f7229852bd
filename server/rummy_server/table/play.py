"""The course of a match at a table: who acts when, and what happens if nobody does.

`Play` decides what is to be recorded and when; the table records and shows it. Whether an
action is legal the game says, and what a bot does the bot.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Protocol

from rummy_protocol.actions import Action
from rummy_protocol.errors import Code, Declined, RuleViolation
from rummy_protocol.messages import Accepted, Act, Refused
from rummy_protocol.views import Stage

from ..botseat import STAND_IN, BotSeat
from ..clock import Deadlines
from ..env import Env
from ..game.dealing import deal_out
from ..game.decide import decide
from ..game.defaults import default_action
from ..game.events import DealEnded, Event, MatchEnded
from ..game.match import begin, buy_in, close_deal, next_dealer, rules_of, rules_played
from ..game.match import follow as follow_match
from ..game.rules import Rules
from ..game.state import Card, Deal, Decision
from ..logbook import ERROR, note
from ..room.records import DeadlineSet, Happened, Place, Record, Room
from ..settings import Settings
from .attendance import Attendance
from .shown import Shown

__all__ = ["NEXT", "TURN", "Desk", "Play", "decision", "ended"]

TURN: Final = "turn"
NEXT: Final = "next"
BOT: Final = "bot-"

DEFAULTS_A_TURN: Final = 200
"""More defaults than that in one turn are an error of ours."""


class Desk(Protocol):
    """What `Play` may ask of its table."""

    @property
    def room(self) -> Room: ...
    @property
    def people(self) -> Attendance: ...
    @property
    def deadlines(self) -> Deadlines: ...
    @property
    def sleeping(self) -> bool: ...
    @property
    def draining(self) -> bool: ...
    async def commit(self, *records: Record) -> None: ...


class Play:
    """The match of one table. Runs within the table's task."""

    def __init__(self, desk: Desk, env: Env, settings: Settings) -> None:
        self._desk = desk
        self._env = env
        self._settings = settings
        self._rules: tuple[tuple[int, int], Rules] | None = None
        self._bots: dict[int, BotSeat] = {}
        self._decision: object = None
        """What the turn clock was last set for."""

    @property
    def rules(self) -> Rules | None:
        """Of the deal that is played or was the last: they may change from deal to deal."""
        match = self._desk.room.match
        if match is None:
            return None
        deal = (match.number, len(match.deal.seats) if match.deal else match.players)
        if self._rules is None or self._rules[0] != deal:
            # One object for a deal: who has seen views by it knows them again.
            self._rules = deal, rules_played(self._desk.room.ruleset, match)
        return self._rules[1]

    # --- from start to end ----------------------------------------------------------------

    async def start(self) -> None:
        """Begin a match with those who are seated, and have the first deal dealt."""
        desk, room = self._desk, self._desk.room
        if desk.draining:
            raise Declined(Code.CLOSING)
        staying = [seat for seat, place in enumerate(room.seats) if place.plays_on]
        if len(staying) < room.ruleset.players_min:
            raise Declined(Code.TOO_FEW_PLAYERS, low=room.ruleset.players_min)
        dealer = self._first_dealer(len(staying))
        self._bots.clear()
        await desk.commit(Happened(events=(begin(len(staying), dealer % len(staying)),)))
        desk.people.renumber(lambda seat: staying.index(seat) if seat in staying else None)

    def _first_dealer(self, players: int) -> int:
        before = self._desk.room.match
        if before is not None:
            # The deal moves on from match to match, to who was out of the last one as well.
            return before.dealer + bool(before.number)
        # By lot, through the same door as the cards (E42).
        seats = tuple(Card(seat) for seat in range(players))
        return self._env.shuffle(f"{self._desk.room.id}/dealer", seats)[0]

    async def deal(self) -> None:
        """Deal the next deal, to those who are in the match. One that is over gets none."""
        room, match = self._desk.room, self._desk.room.match
        if match is None or match.ended is not None:
            return
        rules = rules_of(room.ruleset, match)
        order = self._env.shuffle(f"{room.id}/{room.seq}/deal", rules.deck)
        dealt = deal_out(rules, next_dealer(match), order, match.out)
        self._desk.deadlines.stop(NEXT)
        self._desk.people.ready.clear()
        await self._desk.commit(Happened(events=(dealt,)))

    async def buy_in(self, seat: int) -> None:
        """*seat* comes back into the match.

        Raises:
            Declined: it is not out of it, or may not come back.
        """
        room = self._desk.room
        if room.stage is not Stage.SCORING or room.match is None:
            raise Declined(Code.NOT_NOW)
        bought = buy_in(room.ruleset, room.match, seat)
        await self._desk.commit(Happened(events=(bought,)))

    async def end(self, why: str, winners: tuple[int, ...] = ()) -> None:
        """End the match before its time: nothing more is decided in it, and nothing dealt."""
        for what in (TURN, NEXT):
            self._desk.deadlines.stop(what)
        self._decision = None
        await self._desk.commit(ended(why, winners))

    # --- actions --------------------------------------------------------------------------

    def judge(self, seat: int, act: Act) -> tuple[Accepted | Refused, tuple[Event, ...]]:
        """The answer to an action of *seat*, and what happens."""
        room = self._desk.room
        deal = self._deal()
        if deal is None:
            code = Code.NOT_STARTED if room.match is None else Code.NOT_NOW
            return Refused(act.id, code), ()
        if not room.fences[seat] <= act.seq <= room.seq:
            return Refused(act.id, Code.STALE, args={"seq": room.seq}), ()
        try:
            events = self._decide(deal, seat, act.action)
        except RuleViolation as no:
            return Refused(act.id, no.code, no.rule, dict(no.details)), ()
        return Accepted(act.id, room.seq + len(events)), events

    def _decide(self, deal: Deal, seat: int, action: Action) -> tuple[Event, ...]:
        """What follows from *action*, the score and the end of the match included."""
        rules = self.rules
        assert rules is not None, "a match has begun"
        events: tuple[Event, ...] = decide(rules, deal, seat, action, self._shuffle)
        return (*events, *self._closing(events)) if _ends_deal(events) else events

    def _closing(self, events: Iterable[Event]) -> tuple[Event, ...]:
        assert self.rules is not None, "a match has begun"
        match = self._desk.room.match
        for event in events:
            match = follow_match(match, event)
        assert match is not None, "it goes on until it has ended"
        return close_deal(self.rules, match)

    def _shuffle(self, label: str, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        room = self._desk.room
        return self._env.shuffle(f"{room.id}/{room.seq}/{label}", cards)

    def _deal(self) -> Deal | None:
        """The deal, while it is played."""
        room = self._desk.room
        if room.stage is not Stage.PLAYING or room.match is None:
            return None
        return room.match.deal

    # --- time -----------------------------------------------------------------------------

    async def follow_up(self) -> None:
        """See to it that whatever must come next will come. Call it when anything changed."""
        desk, room = self._desk, self._desk.room
        if desk.sleeping or room.stage in (Stage.GATHERING, Stage.CLOSED):
            return
        undealt = room.stage is Stage.PLAYING and room.match is not None and not room.match.deal
        if undealt and NEXT not in desk.deadlines:
            desk.deadlines.set(NEXT, 0)
        await self._set_clocks()

    async def _set_clocks(self) -> None:
        if self._decision is not None and not self._person_decides(self._desk.room):
            self._decision = None
            self._desk.deadlines.stop(TURN)
        if self.clock_due(self._desk.room) is not None:
            await self._desk.commit()

    def clock_due(self, room: Room) -> DeadlineSet | None:
        """The clock that starts when the table comes to stand like *room*, if one does."""
        if self._desk.sleeping:
            return None
        return self._pause_due() if room.stage is Stage.SCORING else self._turn_due(room)

    def _pause_due(self) -> DeadlineSet | None:
        """How long the score sheet stays, from when it is first shown."""
        if NEXT in self._desk.deadlines:
            return None
        settings, present = self._settings, bool(self._desk.people.seated)
        seconds = settings.scoring_seconds if present else settings.scoring_seconds_bots
        return DeadlineSet(what=NEXT, seconds=seconds)

    def _turn_due(self, room: Room) -> DeadlineSet | None:
        """One deadline per decision, from when it is opened: no request can put it off, and
        the plays between drawing and discarding do not begin it anew."""
        seconds = room.options.turn_seconds
        if not seconds or decision(room) == self._decision:
            return None
        return DeadlineSet(what=TURN, seconds=seconds) if self._person_decides(room) else None

    def start_clock(self, what: str, seconds: float) -> None:
        """Give *seconds* for the decision that is open, or until the next deal."""
        if what == TURN:
            self._decision = decision(self._desk.room)
        self._desk.deadlines.set(what, seconds)

    def _person_decides(self, room: Room) -> bool:
        """Whether the table waits for a person who is neither away nor asleep."""
        people = self._desk.people
        seats = decision(room)[2]
        return not people.asleep(room) and any(
            not people.played_by_bot(room, one.seat) for one in seats
        )

    def rest(self) -> None:
        """Let nothing happen by itself until `follow_up` and the bots are called again."""
        self._decision = None
        for what in (TURN, NEXT, *self._desk.deadlines.named(BOT)):
            self._desk.deadlines.stop(what)

    async def time_ran_out(self) -> None:
        """Take for everybody who is waited for what the rules say is taken then (E29)."""
        self._decision = None
        deal = self._deal()
        for decision in () if deal is None else deal.pending:
            if not self._desk.people.played_by_bot(self._desk.room, decision.seat):
                self._desk.people.misses(decision.seat, self._settings.missed_turns)
                await self._take_defaults(decision.seat)

    async def _take_defaults(self, seat: int) -> None:
        deal = self._deal()
        assert deal is not None, "somebody was to decide"
        turn = deal.turns
        for _ in range(DEFAULTS_A_TURN):
            deal = self._deal()
            if deal is None or deal.turns != turn or seat not in _pending(deal):
                return
            await self._take(seat, self._default(deal, seat))
        raise AssertionError("a turn of defaults comes to an end")

    def _default(self, deal: Deal, seat: int) -> Action:
        assert self.rules is not None, "a match has begun"
        return default_action(self.rules, deal, seat)

    async def _take(self, seat: int, action: Action) -> None:
        deal = self._deal()
        assert deal is not None, "there is something to decide"
        await self._desk.commit(Happened(events=self._decide(deal, seat, action)))

    # --- bots -----------------------------------------------------------------------------

    @property
    def has_bots(self) -> bool:
        return bool(self._bots)

    def let_bots_look(self, shown: Shown, seats: tuple[int, ...]) -> None:
        """Let the bots at *seats* see what was just shown; who decides moves after a pause."""
        desk, room, deal = self._desk, self._desk.room, self._deal()
        for seat in [seat for seat in self._bots if seat not in seats]:
            self.dismiss_bot(seat)
        if desk.sleeping or room.stage is Stage.CLOSED:
            return
        for seat in seats:
            bot, what = self._bot(seat, room.seats[seat]), f"{BOT}{seat}"
            new = bot.seq != room.seq
            if new:
                bot.hear(shown.update(seat))
            waited_for = deal is not None and seat in _pending(deal)
            if waited_for and (new or what not in desk.deadlines):
                desk.deadlines.set(what, room.options.bot_pause_ms / 1000)

    def _bot(self, seat: int, place: Place) -> BotSeat:
        found = self._bots.get(seat)
        if found is None:
            found = BotSeat(place.level or STAND_IN, self._env.entropy(8))
            self._bots[seat] = found
        return found

    def dismiss_bot(self, seat: int) -> None:
        """The owner is back: his decision is his own again, even one already begun."""
        if self._bots.pop(seat, None) is not None:
            self._desk.deadlines.stop(f"{BOT}{seat}")

    async def bot_moves(self, seat: int) -> None:
        """Take what the bot at *seat* wants to do."""
        deal, bot = self._deal(), self._bots.get(seat)
        if deal is None or bot is None or seat not in _pending(deal):
            return
        if bot.action is not None:
            try:
                events = self._decide(deal, seat, bot.action)
            except RuleViolation as no:
                note(ERROR, "bot-refused", table=self._desk.room.id, code=no.code)
            else:
                await self._desk.commit(Happened(events=events))
                return
        await self._take(seat, self._default(deal, seat))


def decision(room: Room) -> tuple[int, int, tuple[Decision, ...]]:
    """Which decision is open: the number of the deal, its turn, and who is waited for."""
    match = room.match
    if room.stage is not Stage.PLAYING or match is None or match.deal is None:
        return 0, 0, ()
    return match.number, match.deal.turns, match.deal.pending


def ended(why: str, winners: tuple[int, ...] = ()) -> Happened:
    """That the match has ended before its time."""
    return Happened(events=(MatchEnded(winners, why),))


def _pending(deal: Deal) -> tuple[int, ...]:
    return tuple(decision.seat for decision in deal.pending)


def _ends_deal(events: tuple[Event, ...]) -> bool:
    return bool(events) and isinstance(events[-1], DealEnded)
