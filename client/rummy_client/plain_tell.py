"""What happens, told as it happens: one sentence for each thing, none said twice.

Pure but for its memory of what was told already. It neither reads what a person types nor
writes anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from rummy_protocol import text
from rummy_protocol.errors import Code
from rummy_protocol.messages import (
    Accepted,
    Advice,
    Announcement,
    Chat,
    GameList,
    Goodbye,
    History,
    Leave,
    Page,
    Ping,
    Refused,
    Seated,
    Tables,
    Update,
    Watching,
    Welcome,
)
from rummy_protocol.news import Drew, Entry
from rummy_protocol.text import NOTATION, Style, _
from rummy_protocol.views import Presence, Stage

from . import plain_look as look
from .feed import Aside, Change, first_gap, same_deal
from .lesson import Lesson, Topic, after, due, read
from .lesson_page import page_of, place_words
from .linkstate import PLAIN, Connecting, Ended, LinkState, Lost, Online, Replaying, farewell
from .model import Heard, Model, pending_of, wanted
from .plain_turn import owed, question, turn_sentence
from .plain_typed import command_for
from .words import name_of, seconds_left, told_entry

__all__ = ["Teller"]


class Teller:
    """Turns what a model heard into lines. One for each client, called from one thread."""

    def __init__(self, lesson: Lesson | None = None) -> None:
        self.style: Style = NOTATION
        self._lesson = lesson
        self._taught: Topic | None = None
        """The page of the lesson that was told last."""
        self._told = (0, 0)
        """Deal and entry of the log up to which everything was told."""
        self._prompt: tuple[object, ...] = ()
        self._owed: list[str] = []
        self._sheet = 0
        self._slow = False
        self._marked = False

    def tell(self, old: Model, heard: Heard, new: Model, now: float) -> list[str]:
        """The lines for *heard*, which led from the *old* model to the *new* one."""
        told = self._about(old, heard, new, now)
        if self._lesson is not None:
            self._lesson = after(self._lesson, old, new)
            told += self._page(new)
        return told

    def _about(self, old: Model, heard: Heard, new: Model, now: float) -> list[str]:
        match heard:
            case Connecting() | Online() | Lost() | Ended() | Replaying():
                return list(self._link(old, heard))
            case Welcome():
                return list(self._welcome(old, heard))
            case Tables():
                return look.tables(heard.tables)
            case GameList():
                return look.games(heard.games)
            case Seated():
                return [self._seated(old, heard)]
            case Watching():
                return [] if old.watching else [f"You are watching the table {heard.table}."]
            case Accepted():
                left = isinstance(old.pending.get(heard.id), Leave)
                return ["You have left the table."] if left else []
            case Refused():
                return self._refused(old, new, heard)
            case Advice():
                return [self._advice(heard)]
            case Chat():
                return [f"{heard.name} says: {heard.text}"]
            case Announcement():
                return [text.announcement(heard.code, heard.args)]
            case Update() | Page():
                return list(self._news(old, new, now))
            case Goodbye() | Ping():
                return []
        assert_never(heard)

    # --- the lesson -------------------------------------------------------------------------

    def teach(self, wish: str, model: Model) -> list[str]:
        """The lines for what a learner said: *next*, *lesson* or *lesson-off*."""
        lesson = self._lesson or Lesson()
        if wish == "lesson-off":
            self._lesson = None
            return [_("The lesson is over. Say lesson for it to go on.")]
        if wish == "next" and self._lesson is not None:
            lesson = read(lesson, model)
        self._lesson, self._taught = lesson, None
        return self._page(model, again=True) or [_("There is nothing to explain now.")]

    def _page(self, model: Model, again: bool = False) -> list[str]:
        """The page that is due, if it was not told last, or is asked for *again*."""
        lesson = self._lesson
        topic = due(lesson, model)
        if lesson is None or topic is None or topic is self._taught:
            return []
        if topic in lesson.seen and not again:
            return []
        page = page_of(lesson, model, self.style, keys=False)
        if page is None:
            return []
        self._taught = topic
        head = _("Lesson, {place}: {title}.", place=place_words(page), title=page.title)
        return [head, *page.sentences, *([page.todo] if page.todo else [])]

    # --- the link ---------------------------------------------------------------------------

    def _link(self, old: Model, state: LinkState) -> Iterator[str]:
        match state:
            case Lost(seconds=seconds, why=why, planned=True):
                yield from self._break(old, why, seconds)
            case Lost(seconds=seconds, why=why) if isinstance(old.link, Online):
                said = (
                    text.goodbye(why) if why in set(Code) else f"The connection is lost: {why}."
                )
                yield f"{said} Trying again."
                self._slow = seconds > 2
            case Lost(seconds=seconds, why=why):
                if isinstance(old.link, Connecting) and old.welcome is None:
                    yield f"No connection: {why}. Trying again."
                elif seconds > 2 and not self._slow:
                    self._slow = True
                    yield "Still no connection. Trying again every ten seconds."
            case Online(plain=True) if not self._marked:
                self._marked = True
                yield _(PLAIN)
            case Online() if old.welcome is not None and old.at_table:
                yield "The connection is back."
            case Ended(goodbye=goodbye) if goodbye.code != Code.BYE:
                yield farewell(goodbye)

    def _break(self, old: Model, why: str, seconds: float) -> Iterator[str]:
        """The house is closed for a while: say for how long, and now and then what is left."""
        left, self._slow = round(seconds), False
        if not isinstance(old.link, Lost):
            yield text.goodbye(why, {"seconds": left})
        elif left % (60 if left > 60 else 10) == 0:
            yield f"The house should be open again in {left} s."

    def _welcome(self, old: Model, welcome: Welcome) -> Iterator[str]:
        if old.welcome is None:
            yield f"You are at {welcome.server}, as {welcome.name}."

    def _seated(self, old: Model, seated: Seated) -> str:
        if old.seat is not None or seated.last_id or seated.missed_from:
            return f"You are back in your seat, number {seated.seat + 1}."
        return f"You have seat {seated.seat + 1} at the table {seated.table}."

    # --- answers ----------------------------------------------------------------------------

    def _refused(self, old: Model, new: Model, refused: Refused) -> list[str]:
        if isinstance(old.pending.get(refused.id), History):
            return []
        told = text.refusal(refused.code, refused.rule, refused.args, self.style)
        return [told, *question(new, self.style)]

    def _advice(self, advice: Advice) -> str:
        if advice.action is None:
            return "There is nothing for you to decide now."
        return f"Hint: {command_for(advice.action)}"

    # --- the game ---------------------------------------------------------------------------

    def _news(self, old: Model, new: Model, now: float) -> Iterator[str]:
        yield from self._first_view(old, new)
        yield from self._entries(old, new)
        yield from self._people(old, new)
        yield from self._stage(old, new, now)
        yield from self._turn(new)

    def _first_view(self, old: Model, new: Model) -> Iterator[str]:
        if old.table is not None or new.table is None:
            return
        self._told = (0, 0)
        yield look.gathering(new.table)
        if new.deal is not None and new.away is None:
            # Who comes late is not read the whole deal; `last` and `table` are there for it.
            self._told = (new.deal.number, new.log[-1].n if new.log else 0)
            yield from look.table(new, self.style)[:-1]
        if new.away is not None and new.deal is not None:
            self._told = (new.deal.number, new.away.after)
            yield "While you were away:"

    def _entries(self, old: Model, new: Model) -> Iterator[str]:
        if new.deal is None:
            return
        number, upto = self._told
        other = old.table is not None and not same_deal(old.deal, new.deal)
        if other or new.deal.number != number:
            upto = 0
        fresh = [entry for entry in new.log if entry.n > upto]
        missing = bool(fresh) and fresh[0].n > upto + 1
        if (missing or first_gap(tuple(fresh)) is not None) and (
            wanted(new) or pending_of(new, History)
        ):
            return
        for entry in fresh:
            self._told = (new.deal.number, entry.n)
            yield self._entry(new, entry)

    def _entry(self, model: Model, entry: Entry) -> str:
        you = model.you
        drawn = isinstance(entry, Drew) and entry.seat == model.seat
        if drawn and entry is model.log[-1] and you is not None and you.fresh is not None:
            return f"You drew the {self.style.one(you.fresh)}."
        return told_entry(model, entry, self.style)

    def _people(self, old: Model, new: Model) -> Iterator[str]:
        before = set(map(id, old.spoken))
        for item in new.spoken:
            if isinstance(item, Aside) and id(item) not in before and item.seat != new.seat:
                yield self._person(new, item)
        if old.table is None or new.table is None:
            return
        was, now = old.table.watching, new.table.watching
        if was != now:
            yield "Nobody is watching now." if not now else f"Watching now: {now}."
        for seat, (one, other) in enumerate(
            zip(old.table.seats, new.table.seats, strict=False)
        ):
            if other.ready and not one.ready and seat != new.seat and other.name == one.name:
                yield f"{name_of(new, seat)} is ready."

    def _person(self, model: Model, aside: Aside) -> str:
        assert model.table is not None
        seat = model.table.seats[aside.seat]
        if aside.change is Change.SAT:
            bot = f" (bot, {seat.level})" if seat.level else ""
            return f"{aside.name}{bot} took seat {aside.seat + 1}."
        if aside.change is Change.BACK:
            return f"{aside.name} is back."
        if aside.change is Change.FREED:
            return f"{aside.name} has left seat {aside.seat + 1}."
        if aside.change is Change.HOST:
            return f"{aside.name} is the host now."
        hold = seat.hold if seat.presence is Presence.LOST else None
        return f"{aside.name}: {text.presence(seat.presence, hold)}."

    def _stage(self, old: Model, new: Model, now: float) -> Iterator[str]:
        table, deal = new.table, new.deal
        if table is None:
            return
        result = deal.result if deal is not None else None
        if result is None:
            self._sheet = 0
        elif self._sheet != result.deal:
            self._sheet = result.deal
            yield f"Deal {result.deal} is over."
            yield from text.sheet(result, table.rules, new.names, new.seat)
        before = old.table.stage if old.table is not None else None
        if table.stage is before:
            return
        if table.stage is Stage.SCORING:
            left = seconds_left(table.next_deal, new.view_at, now)
            soon = f"in {left} seconds, or " if left is not None else ""
            ready = " Say: ready" if new.seat is not None else ""
            yield f"The next deal begins {soon}when all are ready.{ready}"
            if new.seat is not None and table.seats[new.seat].may_buy:
                yield "You are out of the match. To come back into it say: buy in"
        elif table.stage is Stage.OVER and table.result is not None:
            yield text.match_result(table.result, new.names, new.seat)
            if new.seat is not None:
                yield "For another match say rematch, to go away say leave."
        elif table.stage is Stage.CLOSED:
            yield "The table is closed."
        elif table.stage is Stage.GATHERING and new.seat is not None:
            yield self._before_start(new)

    def _before_start(self, model: Model) -> str:
        assert model.table is not None
        if model.seat == model.table.host:
            return "You are the host: add bots with bot LEVEL, and begin with start."
        return "Say ready when you are; the host begins."

    def _turn(self, new: Model) -> Iterator[str]:
        if new.you is None or new.deal is None or not new.you.may:
            self._prompt = ()
            return
        you = new.you
        prompt = (new.deal.number, new.deal.turn, you.may, you.duty, you.duty_cards)
        if prompt != self._prompt:
            self._prompt = prompt
            yield turn_sentence(new, self.style)
            self._owed = []
        still = owed(new, self.style)
        yield from (line for line in still if line not in self._owed)
        self._owed = still
