"""What happens, told as it happens: one sentence for each thing, none said twice.

Pure but for its memory of what was told already. It neither reads what a person types nor
writes anywhere. People, the connection and the lesson are worded in modules of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from rummy_protocol import text
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
    Request,
    Seated,
    ShowOut,
    Tables,
    Update,
    Watching,
    Welcome,
)
from rummy_protocol.news import Drew, Entry
from rummy_protocol.text import NOTATION, Style, _, plural
from rummy_protocol.views import SeatKind, Stage

from ..feed import first_gap, same_deal
from ..lesson.course import Lesson
from ..linkstate import CLAIM, Connecting, Ended, Lost, Online, Replaying
from ..model import Heard, Model, pending_of, wanted
from ..words import seconds_left, told_entry
from . import lists as lists
from . import look as look
from .lesson import Tutor
from .links import LinkTeller, welcomed
from .people import people_lines
from .turn import owed, question, turn_sentence
from .typed import command_for
from .watch import drawn, told_at_first

__all__ = ["Teller"]


class Teller:
    """Turns what a model heard into lines. One for each client, called from one thread."""

    def __init__(self, lesson: Lesson | None = None, *, begins: bool = False) -> None:
        self.style: Style = NOTATION
        self.follow = ""
        """The name of the player whose place a spectator has taken."""
        self._begins = begins
        """Whether the match begins by itself, as soon as people are at the table."""
        self._links = LinkTeller()
        self._tutor = Tutor(lesson)
        self._told = (0, 0)
        """Deal and entry of the log up to which everything was told."""
        self._prompt: tuple[object, ...] = ()
        self._owed: list[str] = []
        self._sheet = 0

    def tell(self, old: Model, heard: Heard, new: Model, now: float) -> list[str]:
        """The lines for *heard*, which led from the *old* model to the *new* one."""
        told = self._about(old, heard, new, now)
        return told + self._tutor.follow(old, new, self.style)

    def teach(self, wish: str, model: Model) -> list[str]:
        """The lines for what a learner said: *next*, *lesson* or *lesson-off*."""
        return self._tutor.answer(wish, model, self.style)

    def _about(self, old: Model, heard: Heard, new: Model, now: float) -> list[str]:
        match heard:
            case Connecting() | Online() | Lost() | Ended() | Replaying():
                return list(self._links.tell(old, heard))
            case Welcome():
                return welcomed(old, heard)
            case Tables():
                return lists.tables(heard.tables)
            case GameList():
                return lists.games(heard.games)
            case Seated() | Watching() | Accepted():
                return _placed(old, heard)
            case Refused():
                return self._refused(old, new, heard)
            case Advice():
                return [_advice(heard)]
            case Chat():
                return [_("{name} says: {words}", name=heard.name, words=heard.text)]
            case Announcement():
                return [text.announcement(heard.code, heard.args)]
            case Update() | Page():
                return list(self._news(old, new, now))
            case Goodbye() | Ping():
                return []
        assert_never(heard)

    def _refused(self, old: Model, new: Model, refused: Refused) -> list[str]:
        if isinstance(old.pending.get(refused.id), History):
            return []
        told = text.refusal(refused.code, refused.rule, refused.args, self.style)
        return [told, *question(new, self.style)]

    # --- the game ---------------------------------------------------------------------------

    def _news(self, old: Model, new: Model, now: float) -> Iterator[str]:
        yield from self._first_view(old, new)
        yield from self._entries(old, new)
        yield from people_lines(old, new)
        yield from self._sheet_of(new)
        yield from _stage(old, new, now, self._begins)
        yield from self._turn(new)

    def _first_view(self, old: Model, new: Model) -> Iterator[str]:
        if old.table is not None or new.table is None:
            return
        self._told = (0, 0)
        yield lists.gathering(new.table)
        yield from told_at_first(new)
        if new.deal is not None and new.away is None:
            # Who comes late is not read the whole deal; `last` and `table` are there for it.
            self._told = (new.deal.number, new.log[-1].n if new.log else 0)
            yield from look.table(new, self.style)[:-1]
        if new.away is not None and new.deal is not None:
            self._told = (new.deal.number, new.away.after)
            yield _("While you were away:")

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
        mine = isinstance(entry, Drew) and entry.seat == model.seat
        if mine and entry is model.log[-1] and you is not None and you.fresh is not None:
            return _("You drew the {card}.", card=self.style.one(you.fresh))
        return drawn(model, entry, self.style) or told_entry(model, entry, self.style)

    def _sheet_of(self, new: Model) -> Iterator[str]:
        """The score sheet, once."""
        result = new.deal.result if new.deal is not None else None
        if result is None or new.table is None:
            self._sheet = 0
        elif self._sheet != result.deal:
            self._sheet = result.deal
            yield _("Deal {number} is over.", number=result.deal)
            yield from text.sheet(result, new.table.rules, new.names, new.seat)
            if result.deal in new.table.open_deals:
                yield text.open_deal()

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


# --- answers -------------------------------------------------------------------------------


def _placed(old: Model, heard: Seated | Watching | Accepted) -> list[str]:
    """Where the person is now, if the answer says something about it."""
    match heard:
        case Seated(seat=seat, table=table):
            return [_seated(old, heard, seat + 1, table)]
        case Watching(table=table):
            told = _("You are watching the table {table}.", table=table)
            return [] if old.watching else [told]
        case Accepted(id=id):
            return _granted(old.pending.get(id))


def _granted(request: Request | None) -> list[str]:
    match request:
        case Leave():
            return [_("You have left the table.")]
        case ShowOut(name=name, out=False):
            return [_("{name} may watch again.", name=name)]
        case _:
            return []


def _seated(old: Model, seated: Seated, number: int, table: str) -> str:
    if old.seat is not None or seated.id == CLAIM:
        return _("You are back in your seat, number {seat}.", seat=number)
    return _("You have seat {seat} at the table {table}.", seat=number, table=table)


def _advice(advice: Advice) -> str:
    if advice.action is None:
        return _("There is nothing for you to decide now.")
    return _("Hint: {words}", words=command_for(advice.action))


# --- where the table stands ----------------------------------------------------------------


def _stage(old: Model, new: Model, now: float, begins: bool) -> Iterator[str]:
    table = new.table
    if table is None or table.stage is (old.table.stage if old.table is not None else None):
        return
    if table.stage is Stage.SCORING:
        yield from _between_deals(new, seconds_left(table.next_deal, new.view_at, now))
    elif table.stage is Stage.OVER and table.result is not None:
        yield text.match_result(table.result, new.names, new.seat)
        if new.seat is not None:
            again, away = "rematch", "leave"
            yield _("For another match say {again}, to go say {away}.", again=again, away=away)
    elif table.stage is Stage.CLOSED:
        yield _("The table is closed.")
    elif table.stage is Stage.GATHERING and new.seat is not None and not begins:
        yield _before_start(new)


def _between_deals(model: Model, left: int | None) -> Iterator[str]:
    if left is None:
        yield _("The next deal begins when all are ready.")
    else:
        yield plural(
            "The next deal begins in {n} second, or when all are ready.",
            "The next deal begins in {n} seconds, or when all are ready.",
            left,
        )
    if model.seat is None or model.table is None:
        return
    yield _("When you are, say {word}.", word="ready")
    if model.table.seats[model.seat].may_buy:
        words = "buy in"
        yield _("You are out of the match. To come back into it, say {words}.", words=words)


def _before_start(model: Model) -> str:
    assert model.table is not None, "people wait at a table"
    if model.seat == model.table.host:
        if all(seat.kind is not SeatKind.OPEN for seat in model.table.seats):
            return _("You are the host: {start} begins.", start="start")
        words = {"bot": "bot easy", "start": "start"}
        return _("You are the host: {bot} seats a bot, {start} begins.", **words)
    return _("Say {word} when you are; the host begins.", word="ready")
