"""A game of rummy as the core works with it: compiled once from a `RuleSet` and frozen.

Where does a difference between two games go?

* Everybody needs it (what a meld is, what a card counts): a field of `Rules`.
* Several parts of a turn need it (how a turn may end): a field of `Bounds`.
* One kind of action needs it (how often the pile may be used again): a field of the step.
* The course of play is another one: another `Flow`.

Nothing in here judges, and nothing in here knows a game by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

import msgspec

from rummy_protocol.choices import (
    DiscardBan,
    FinalDiscard,
    JokerSwap,
    LayOffGate,
    LayOffOn,
    Reach,
    SwapUse,
    Tie,
)
from rummy_protocol.ruleset import RuleSet

from .events import DealEvent
from .melding.melds import MeldRules
from .state import Card, Deal, Phase

__all__ = [
    "Bounds",
    "Course",
    "Ending",
    "Flow",
    "MeldRules",
    "Opening",
    "Rules",
    "Shuffle",
    "Slot",
    "Step",
    "on",
]

Shuffle: TypeAlias = Callable[[str, tuple[Card, ...]], tuple[Card, ...]]
"""A new order for some cards; the label says what for. It keeps no state of its own."""

Course: TypeAlias = Generator[DealEvent, Deal, None]
"""What follows from an action: events one by one, each answered with the deal after it."""

Asked = TypeVar("Asked", contravariant=True)


class Step(Protocol[Asked]):
    """The judge of one kind of action. Frozen; its fields are what games differ by."""

    def __call__(self, rules: Rules, deal: Deal, action: Asked, shuffle: Shuffle) -> Course:
        """Say what happens, or raise `RuleViolation`: even after events, nothing counts."""
        ...

    def open(self, rules: Rules, deal: Deal) -> bool:
        """Whether some action of this kind would be accepted now."""
        ...


Steps: TypeAlias = Mapping[type, Step[Any]]
Flow: TypeAlias = Mapping[Phase, Steps]
"""What each phase allows, and who judges it. What is not in here is refused (E51)."""


def on(action: type[Asked], step: Step[Asked]) -> Steps:
    """A kind of action and the step that judges it, type-checked where it is said."""
    return {action: step}


class Slot(NamedTuple):
    """A meld that a contract asks for."""

    run: bool
    size: int

    @property
    def name(self) -> str:
        """As it is written: ``S3``, ``R4``."""
        return f"{'R' if self.run else 'S'}{self.size}"


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """What the first melds of a player must be, all of one turn."""

    points: int = 0
    """They count at least this much; 0: they are not counted."""
    pure_run: bool = False
    """One of them is a run without jokers."""
    no_jokers: bool = False
    """None of them has a joker."""
    contract: tuple[Slot, ...] = ()
    exact: bool = False
    """Whether the melds of the contract have exactly those sizes, or at least."""
    all_at_once: bool = False
    """Nothing is melded but in the turn in which everything goes (R76)."""
    waived: bool = False
    """Whether all this does not bind who lays down all his cards in one turn."""


class Bounds(msgspec.Struct, frozen=True, kw_only=True):
    """What a turn may bring and how it may end; several steps keep to it."""

    new_melds: int | None = 1
    """At most so many new melds; ``None``: any number (R28, R50)."""
    waived: bool = False
    """Whether that limit does not bind a player who goes rummy in this turn (C24)."""
    opening: Opening | None = None
    """``None``: the first meld of a player opens, whatever it is."""
    closed: bool = False
    """Whether no new meld may follow once a player has opened."""
    lay_off: LayOffOn = LayOffOn.ANY
    """Whose melds one may add to (R31)."""
    gate: LayOffGate = LayOffGate.NONE
    """What must come before one lays off (R52)."""
    swap: JokerSwap = JokerSwap.NONE
    """Who may take a joker from the table (R71)."""
    swap_use: SwapUse = SwapUse.KEEP
    """What must become of it."""
    loose: bool = False
    """Whether the jokers of a set are bound to no suit, and come free only if no suit is left
    for them."""
    ban: DiscardBan = DiscardBan.NONE
    """Who may not discard what fits a meld on the table."""
    last: FinalDiscard = FinalDiscard.OPTIONAL
    """Whether the last card of a hand goes to the discard pile (R42, R56)."""
    earliest_out: int = 1
    """The first turn of a player in which he may go out (E27)."""

    @property
    def own_meld_first(self) -> bool:
        """Whether one lays off only after a meld of one's own (R52)."""
        return self.gate is LayOffGate.OWN_MELD


class Ending(msgspec.Struct, frozen=True, kw_only=True):
    """When a match is over, and whose it is. One of the first three is set."""

    target: int | None
    deals: int | None
    eliminate_at: int | None
    """Who has this many points is out of the match; the last one left wins it."""
    reach: Reach
    """Whether the target, or the limit, has to be passed."""
    lowest_wins: bool
    tie: Tie
    """What follows when the best are level."""
    buy_ins: int
    """How often each player who is out may buy himself in again."""

    def reached(self, points: Fraction, limit: int) -> bool:
        """Whether *points* are as many as *limit* asks for."""
        return points > limit if self.reach is Reach.ABOVE else points >= limit


class Rules(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A compiled game for a number of players. One object, compared by identity."""

    ruleset: RuleSet
    """As it is in this deal."""
    players: int
    """How many are dealt in."""
    hand_size: int
    """Cards dealt to each (R04)."""
    deck: tuple[Card, ...]
    melds: MeldRules
    values: tuple[int, ...]
    """What each face counts in a hand, by its number (R43)."""
    bounds: Bounds
    flow: Flow
    scoring: Callable[[Rules, Deal], tuple[Fraction, ...]]
    """What a deal that is over brings each seat of the table."""
    ending: Ending
