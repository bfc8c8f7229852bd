"""What one viewer may see of a table. Every field in here is safe to show to them.

A view has three parts. `TableView` and `DealView` are the same for everybody who looks at
the table, `You` is for one seat alone. A spectator gets the first two and nothing else.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final, TypeAlias

import msgspec

from .cards import Face
from .news import Entry
from .ruleset import RuleSet

__all__ = [
    "DEAL_BEHIND",
    "LONGEST_DELAY",
    "Absence",
    "DealResult",
    "DealView",
    "Fit",
    "Lay",
    "MatchResult",
    "MeldView",
    "OpenHands",
    "OpeningView",
    "Options",
    "Points",
    "Presence",
    "SeatKind",
    "SeatResult",
    "SeatView",
    "Stage",
    "TableView",
    "Take",
    "Waiting",
    "You",
]

Points: TypeAlias = tuple[int, Annotated[int, msgspec.Meta(ge=1)]]
"""An exact number of points as numerator and denominator (E34)."""


class Stage(StrEnum):
    """Where a table stands."""

    GATHERING = "gathering"
    """Seats are being taken; the host may start."""
    PLAYING = "playing"
    SCORING = "scoring"
    """A deal is over and its score sheet is shown."""
    OVER = "over"
    """The match is decided; the same players may have another."""
    CLOSED = "closed"


class SeatKind(StrEnum):
    OPEN = "open"
    HUMAN = "human"
    BOT = "bot"


class Presence(StrEnum):
    """Whether somebody is at the seat."""

    HERE = "here"
    LOST = "lost"
    """The connection was lost; the seat is held."""
    BOT = "bot"
    """The hold ran out: a bot plays on until the owner is back."""
    LEFT = "left"
    """Left on purpose; a bot plays the seat to the end of the match."""
    ASLEEP = "asleep"
    """The hold ran out and the table waits."""


class Absence(StrEnum):
    """What a table does when a seat's hold has run out (U13)."""

    WAIT = "wait"
    BOT = "bot"
    END = "end"


DEAL_BEHIND: Final = -1
"""As a delay: whoever looks on sees a deal while the one after it is played."""
LONGEST_DELAY: Final = 3_600
"""Seconds by which spectators may be behind."""


class Options(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a table is run; what is played is its rule set."""

    seats: int = 4
    turn_seconds: int = 0
    """Time for a decision; 0: no clock."""
    absence: Absence = Absence.BOT
    hold_seconds: int = 120
    """How long a seat waits for a player whose connection was lost."""
    spectators: bool = True
    password: bool = False
    """Whether one is asked for. The word itself is never sent."""
    bot_pause_ms: int = 800
    """What a bot waits before each of its moves, whatever it holds."""
    delay: int = 0
    """Seconds by which spectators are behind the table; 0: they see it live, -1: they are a
    whole deal behind."""
    watch_code: bool = False
    """Whether those who watch are asked for a code of their own, which opens no seat. The code
    itself is never sent."""


class SeatView(msgspec.Struct, frozen=True, omit_defaults=True):
    name: str
    """Empty while the seat is open."""
    kind: SeatKind
    points: Points = (0, 1)
    """In this match, up to the last deal."""
    presence: Presence = Presence.HERE
    hold: int | None = None
    """Seconds for which the seat is still held, when the connection is lost."""
    ready: bool = False
    level: str = ""
    """Of a bot: ``easy``, ``steady`` or ``sharp``."""
    out: bool = False
    """Whether the seat has dropped out of the match, by too many points."""
    may_buy: bool = False
    """Whether it may buy itself in again now."""


class MatchResult(msgspec.Struct, frozen=True):
    """How the match ended."""

    winners: tuple[int, ...]
    """Seats; more than one where the first place is shared."""
    why: str
    """``target``, ``deals``, ``last-standing``, ``last-player`` or ``ended`` (by the table's
    policy)."""


class TableView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table and the people at it. The same for every viewer."""

    id: str
    """The code by which others find the table."""
    name: str
    rules: RuleSet
    options: Options
    stage: Stage
    seats: tuple[SeatView, ...]
    host: int | None = None
    """The seat of the player who may start and change the table."""
    spectators: tuple[str, ...] = ()
    """Names; at most 20 of them."""
    watching: int = 0
    """How many spectators there are."""
    clock: int | None = None
    """Milliseconds left for the decision that is waited for, when this was sent."""
    next_deal: int | None = None
    """Milliseconds until the next deal begins by itself."""
    deals_played: int = 0
    result: MatchResult | None = None
    votes: tuple[tuple[int, int, Absence], ...] = ()
    """Who (seat), about whom (seat), for what."""
    consents: tuple[int, ...] = ()
    """Seats whose owners agree that spectators see all hands. Bots need not be asked."""
    open_hands: bool = False
    """Whether spectators see the hands of the deal that is shown."""
    open_deals: tuple[int, ...] = ()
    """The deals of this match whose hands spectators have seen while they were played."""


class MeldView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A meld on the table."""

    id: int
    """Never used twice in a deal."""
    owner: int | None
    cards: tuple[Face, ...]
    """In the order in which they lie; a run from low to high."""
    credit: tuple[int, ...]
    """The seat that laid each card (R21)."""
    stands: tuple[Face, ...] = ()
    """What each card stands for; empty where no joker is among them."""


class Waiting(msgspec.Struct, frozen=True):
    """A seat that has to decide."""

    seat: int
    kind: str
    """``draw`` or ``play``: the part of the turn."""


class SeatResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat's line on the score sheet of a deal."""

    hand: tuple[Face, ...]
    """What was left; open to all now (E43)."""
    held: int
    """Points in the hand."""
    points: Points
    """What the deal brought."""
    total: Points
    laid: tuple[tuple[Face, int], ...] = ()
    """Where melded cards score: the cards that the seat laid, each with its points (R78)."""
    opened: bool = True
    """Whether the seat had opened; only where an unopened hand counts a flat sum."""
    played: bool = True
    """Whether the seat was dealt in; one that is out of the match was not."""


class DealResult(msgspec.Struct, frozen=True):
    """The score sheet of a deal, with all hands shown."""

    deal: int
    out: int | None
    """The seat that went out; ``None``: blocked."""
    rummy: bool
    why: str
    """``out``, or why the deal was blocked."""
    seats: tuple[SeatResult, ...]


class DealView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A deal as everybody may see it."""

    number: int
    """From 1, in this match."""
    dealer: int
    waiting: tuple[Waiting, ...]
    """Who must decide; empty while cards are shuffled and when the deal is over."""
    hands: tuple[int, ...]
    """How many cards each seat holds."""
    stock: int
    discards: int
    """How many cards are in the discard pile."""
    top: tuple[Face, ...]
    """The visible end of the pile, the top card last; empty where the pile is."""
    melds: tuple[MeldView, ...]
    turn: int
    """How many turns have begun in this deal."""
    recycles: int
    """How often the pile has become the stock."""
    log: tuple[Entry, ...]
    """The last eight entries."""
    result: DealResult | None = None
    opened: tuple[int, ...] = ()
    """Seats that have opened; where nothing is asked of an opening, that have melded."""


class Lay(msgspec.Struct, frozen=True, omit_defaults=True):
    """A meld that a hand holds, ready to be laid by `LayMeld` with the same fields."""

    cards: tuple[Face, ...]
    """In the order in which they would lie."""
    stands: tuple[Face, ...] = ()
    """What its jokers stand for, in order; empty without jokers."""


class Take(msgspec.Struct, frozen=True, omit_defaults=True):
    """A way to take from the discard pile."""

    count: int
    """How many cards, from the top."""
    must: bool = False
    """Whether the deepest of them has to be laid in the same turn."""


class OpeningView(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat that has not opened yet must bring, and how far it is."""

    need: int = 0
    """Points that the opening must count; 0: it is not counted."""
    laid: int = 0
    """Points that the melds of this turn count so far."""
    best: int = 0
    """The most that they and the melds in the hand could count together."""
    contract: tuple[str, ...] = ()
    """The melds of the contract that are still to be laid, like ``S3`` and ``R4``."""
    pure_run: bool = False
    """Whether a run without jokers is still missing."""


class Fit(msgspec.Struct, frozen=True):
    """A card in hand and the melds to which it could be laid off now."""

    card: Face
    melds: tuple[int, ...]


class You(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat alone may know, and what it may do."""

    seat: int
    hand: tuple[Face, ...]
    """By suit, then rank: the order says nothing."""
    may: tuple[str, ...] = ()
    """The kinds of action that are open now; empty when others decide."""
    fresh: Face | None = None
    """The card that was drawn or taken in this turn."""
    locked: Face | None = None
    """The card that may not be discarded in this turn (R35)."""
    split: tuple[tuple[Face, ...], ...] = ()
    """The melds of a best split of the hand; of one with more than twenty-four cards, jokers or
    equal cards among them, the best split of its different natural cards."""
    deadwood: tuple[Face, ...] = ()
    """What the best split leaves."""
    points: int = 0
    """What the whole hand counts."""
    dead_points: int = 0
    """What the deadwood counts."""
    fits: tuple[Fit, ...] = ()
    can_meld: tuple[Lay, ...] = ()
    """Melds that the hand holds, those with the most natural cards first; at most sixteen."""
    swaps: tuple[Fit, ...] = ()
    """Cards that could be given for a joker, and in which melds."""
    takes: tuple[Take, ...] = ()
    """How many discards may be taken now."""
    opening: OpeningView | None = None
    """While the seat has something to fulfil before it has opened."""
    duty: str = ""
    """What this turn must still do before it can end: ``go-out``, ``open``, ``use`` (lay the
    card that was taken) or ``lay-joker``; else empty."""
    duty_cards: tuple[Face, ...] = ()
    """The cards in hand that the duty is about."""
    order: tuple[tuple[Face, ...], ...] = ()
    """The hand once more, in groups as its owner has laid it; empty where he has not."""


class OpenHands(msgspec.Struct, frozen=True):
    """All hands of a deal, for those who look on where every seat has agreed to it."""

    hands: tuple[You, ...]
    """Of each seat its cards, and what they come to; not what it may do with them."""
