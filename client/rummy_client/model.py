"""What a client knows: a pure function of what was said to it.

Both faces of the client, the screen and the lines, share it. It knows neither a terminal nor
a network nor the rules, and nothing of what its player is up to; that is `desk`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias, TypeVar, assert_never

import msgspec

from rummy_protocol import text
from rummy_protocol.errors import Code, ProtocolViolation
from rummy_protocol.messages import (
    Accepted,
    Act,
    Advice,
    Announcement,
    Arrange,
    Chat,
    FromServer,
    GameList,
    Goodbye,
    History,
    Leave,
    Page,
    Ping,
    Refused,
    Request,
    Seated,
    TableLine,
    Tables,
    Update,
    Watching,
    Welcome,
)
from rummy_protocol.news import Entry
from rummy_protocol.own_order import Order
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.text import _
from rummy_protocol.views import DealView, TableView, You

from .feed import (
    Aside,
    Away,
    HouseSaid,
    Place,
    Spoken,
    changes_of_people,
    first_gap,
    merged,
    same_deal,
)
from .laid import Lying, lying, told_after_refusal
from .linkstate import CLAIM, Connecting, Ended, LinkState, Lost, Online, Replaying, farewell
from .sound import received

__all__ = [
    "Heard",
    "Model",
    "Notice",
    "asked",
    "busy",
    "hear",
    "pending_of",
    "put_away",
    "wanted",
]

Heard: TypeAlias = FromServer | LinkState

SPOKEN_KEPT: Final = 200
"""Chat lines and asides that are kept."""

R = TypeVar("R", bound=msgspec.Struct)


class Notice(msgspec.Struct, frozen=True):
    """The one line that answers the player's last doing."""

    text: str
    bad: bool = True
    """Whether it tells of something that did not happen."""
    refused: Refused | None = None
    """What *text* was made from, for whoever words it otherwise."""
    about: Request | None = None
    """The request that was refused."""


class Model(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the client knows."""

    link: LinkState = Connecting()
    link_at: float = 0.0
    """When that was heard, by the clock that `hear` is given."""
    welcome: Welcome | None = None
    tables: tuple[TableLine, ...] | None = None
    """``None`` until the lobby was asked for."""
    games: tuple[RuleSet, ...] | None = None
    """The games of the house; ``None`` until they were asked for."""

    seat: int | None = None
    """``None`` where we hold no seat."""
    watching: bool = False
    seq: int = 0
    table: TableView | None = None
    deal: DealView | None = None
    you: You | None = None
    """Its `order` is that of the screen, which the house may not have been told yet."""
    laid: Order = ()
    """The order of the hand that the house knows of."""
    hands: tuple[You, ...] = ()
    """All hands, for a spectator to whom they are open."""
    view_at: float = 0.0
    """When the view was heard: its clocks run down from then."""

    log: tuple[Entry, ...] = ()
    """This deal's public log, as far as it was seen or asked for."""
    log_next: int = 0
    """The entry after which the next page of the log shall begin; 0: none is needed."""
    spoken: tuple[Spoken | Aside | HouseSaid, ...] = ()
    away: Away | None = None
    """What happened while we were away, from our coming back until it was put aside."""

    pending: Mapping[int, Request] = {}
    """Requests that were sent and not answered yet."""
    awaited: int = 0
    """The number of events that our last accepted act led to; until then the view is old."""
    advice: Advice | None = None
    """The last hint, as long as the view is the one it was given for."""
    notice: Notice | None = None

    @property
    def at_table(self) -> bool:
        return self.table is not None

    @property
    def online(self) -> bool:
        return isinstance(self.link, Online)

    @property
    def replaying(self) -> bool:
        """Whether a game is looked at that was played; nothing can be done in it."""
        return isinstance(self.link, Replaying)

    @property
    def names(self) -> tuple[str, ...]:
        """The names at the table, seat by seat."""
        return tuple(seat.name for seat in self.table.seats) if self.table else ()

    @property
    def may(self) -> tuple[str, ...]:
        """The kinds of action that are open now; none while an answer is awaited."""
        shut = self.you is None or self.replaying or busy(self)
        return () if self.you is None or shut else self.you.may


def asked(model: Model, id: int, request: Request) -> Model:
    """The model after *request* was handed to the link, which gave it the number *id*."""
    if isinstance(request, Arrange) and model.you is not None:
        you = msgspec.structs.replace(model.you, order=request.groups)
        model = _with(model, you=you, laid=request.groups)
    return _with(model, pending={**model.pending, id: request})


def busy(model: Model) -> bool:
    """Whether the last act is still unanswered, or its consequence not seen yet (U34)."""
    return pending_of(model, Act) or model.seq < model.awaited


def pending_of(model: Model, kind: type[Request]) -> bool:
    """Whether a request of *kind* waits for its answer."""
    return any(type(request) is kind for request in model.pending.values())


def wanted(model: Model) -> tuple[Request, ...]:
    """What the client should ask for by itself: the missing part of the log (U09, U29)."""
    if model.deal is None or not model.log or not model.online or pending_of(model, History):
        return ()
    after = first_gap(model.log) or model.log_next
    if model.away is not None and model.log[0].n > model.away.after + 1:
        after = model.away.after
    return (History(0, after),) if after else ()


def hear(model: Model, message: Heard, now: float = 0.0) -> Model:
    """The model after *message* was heard at *now*.

    Raises:
        ProtocolViolation: no correct server sends that.
    """
    match message:
        case Connecting() | Online() | Lost() | Ended() | Replaying():
            return _hear_link(model, message, now)
        case _:
            told = _hear_server(model, received(message), now)
    if told.seat is not None and told.table and told.seat >= len(told.table.seats):
        raise ProtocolViolation(Code.BAD_MESSAGE, what="seat")
    return told


def _with(model: Model, **changes: object) -> Model:
    return msgspec.structs.replace(model, **changes)


def _hear_link(model: Model, state: LinkState, now: float) -> Model:
    told = _with(model, link=state, link_at=now)
    if isinstance(state, Online | Replaying):
        return told
    # What was asked on the old connection is not answered on the next, save for acts, which
    # the link sends again under their old numbers.
    acts = {id: ask for id, ask in model.pending.items() if isinstance(ask, Act)}
    if pending_of(model, Arrange):
        told = _with(told, laid=())
    if isinstance(state, Ended):
        return _with(told, pending={}, notice=Notice(farewell(state.goodbye)))
    return _with(told, pending=acts)


def _hear_server(model: Model, message: FromServer, now: float) -> Model:
    match message:
        case Welcome():
            return _with(model, welcome=message)
        case Tables():
            return _answered(_with(model, tables=message.tables), message.id)
        case GameList():
            return _answered(_with(model, games=message.games), message.id)
        case Seated():
            return _seated(model, message)
        case Watching():
            told = _answered(model, message.id)
            return _with(told, watching=True, seat=None, notice=None, log=(), spoken=())
        case Accepted():
            return _accepted(model, message)
        case Refused():
            return _refused(model, message)
        case Update():
            return _updated(model, message, now)
        case Page():
            return _paged(model, message)
        case Advice():
            return _advised(model, message)
        case Chat():
            return _spoke(model, message)
        case Announcement():
            return _announced(model, message)
        case Goodbye():
            return _with(model, notice=Notice(text.goodbye(message.code, message.args)))
        case Ping():
            return model
    assert_never(message)


def _answered(model: Model, id: int) -> Model:
    rest = {known: request for known, request in model.pending.items() if known != id}
    return _with(model, pending=rest)


def _seated(model: Model, seated: Seated) -> Model:
    told = _answered(model, seated.id)
    if seated.last_answer is not None and seated.last_answer.id in told.pending:
        told = _hear_server(told, seated.last_answer, told.view_at)
    away = Away(seated.missed_from) if seated.missed_from else None
    return _with(told, seat=seated.seat, watching=False, awaited=0, away=away)


def _accepted(model: Model, accepted: Accepted) -> Model:
    request = model.pending.get(accepted.id)
    told = _answered(model, accepted.id)
    match request:
        case Act():
            return _with(told, awaited=max(told.awaited, accepted.seq), notice=None)
        case Leave():
            return put_away(told)
        case _:
            return told


def put_away(model: Model) -> Model:
    """The model without its table: back to the lobby, whose list is asked for anew."""
    return Model(
        link=model.link,
        link_at=model.link_at,
        welcome=model.welcome,
        games=model.games,
        notice=model.notice,
    )


def _refused(model: Model, refused: Refused) -> Model:
    sentence = text.refusal(refused.code, refused.rule, refused.args)
    about = model.pending.get(refused.id)
    notice = Notice(sentence, True, refused, about)
    told = _answered(model, refused.id)
    if isinstance(about, Arrange):
        # Sorting goes on here in any case, so there is nothing to tell the player.
        return _with(told, laid=told_after_refusal(model.you, refused))
    if refused.id == CLAIM:
        # Where we were is gone: back to the lobby rather than to a table that is no more.
        told = put_away(told)
    return _with(told, notice=notice)


def _updated(model: Model, update: Update, now: float) -> Model:
    fresh = update.deal is not None and not same_deal(model.deal, update.deal)
    you, laid = lying(
        Lying(model.you, model.laid), update.you, waits=pending_of(model, Arrange), fresh=fresh
    )
    asides = changes_of_people(model.table, update.table, _place(model))
    told = _with(
        model,
        seq=update.seq,
        table=update.table,
        deal=update.deal,
        you=you,
        laid=laid,
        seat=_seat_in(model, update),
        hands=() if update.hands is None else update.hands.hands,
        view_at=now,
        advice=model.advice if update.seq == model.seq else None,
        log=merged(() if fresh else model.log, update),
        log_next=0 if fresh else model.log_next,
        spoken=(*model.spoken, *asides)[-SPOKEN_KEPT:],
        notice=_notice_after(model, update),
    )
    if told.away is not None:
        away = told.away.until(update, model.table)
        points = tuple(seat.points for seat in update.table.seats)
        quiet = away.nothing and away.before in ((), points)
        told = _with(told, away=None if quiet else away)
    return told


def _seat_in(model: Model, update: Update) -> int | None:
    """Who is seated may have moved up for another match."""
    if model.seat is None or update.you is None:
        return model.seat
    return update.you.seat


def _notice_after(model: Model, update: Update) -> Notice | None:
    """A refusal stands until the player does something else; what else was told grows old."""
    notice = model.notice
    if notice is None or notice.refused is not None or update.seq == model.seq:
        return notice
    return None


def _paged(model: Model, page: Page) -> Model:
    told = _answered(model, page.id)
    if told.deal is None or told.deal.number != page.deal or told.table is None:
        return told
    held = {entry.n: entry for entry in page.entries} | {e.n: e for e in told.log}
    last = page.entries[-1].n if page.entries else 0
    follows = page.more and last + 1 not in {entry.n for entry in told.log}
    log = tuple(entry for _, entry in sorted(held.items()))
    return _with(told, log=log, log_next=last if follows else 0)


def _advised(model: Model, advice: Advice) -> Model:
    told = _answered(model, advice.id)
    if advice.action is None:
        return _with(
            told, notice=Notice(_("There is nothing for you to decide now."), bad=False)
        )
    return _with(told, advice=advice)


def _spoke(model: Model, chat: Chat) -> Model:
    said = Spoken(_place(model), chat.seat, chat.name, chat.text)
    return _with(model, spoken=(*model.spoken, said)[-SPOKEN_KEPT:])


def _announced(model: Model, announcement: Announcement) -> Model:
    words = text.announcement(announcement.code, announcement.args)
    said = HouseSaid(_place(model), words)
    spoken = (*model.spoken, said)[-SPOKEN_KEPT:] if model.at_table else model.spoken
    return _with(model, spoken=spoken, notice=Notice(words, bad=False))


def _place(model: Model) -> Place:
    """Where in the log something belongs that is said now."""
    deal = model.deal.number if model.deal is not None else 0
    return deal, model.log[-1].n if model.log else 0
