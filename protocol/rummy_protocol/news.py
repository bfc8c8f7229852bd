"""Entries of a table's public log: what everybody at the table saw happen.

Typed, not worded: `rummy_protocol.text` makes the sentences where they are read. A face is
here only if the whole table may know it *now*; a discard that has been covered for more
than a round loses its face where only the top of the pile may be seen (E09).
"""

from __future__ import annotations

from typing import ClassVar, TypeAlias

import msgspec

from .cards import Face

__all__ = [
    "Blocked",
    "Dealt",
    "Discarded",
    "Drew",
    "Entry",
    "LaidOff",
    "Melded",
    "Restocked",
    "Swapped",
    "TookBack",
    "TookDiscard",
    "WentOut",
]


class _Entry(msgspec.Struct, frozen=True, tag_field="e"):
    n: int
    """Its number in this deal, from 1, without gaps."""
    seat: int
    """Who did it; the dealer, for `Dealt`."""
    kind: ClassVar[str]


class Dealt(_Entry, frozen=True, tag="dealt", omit_defaults=True):
    """A new deal: *each* cards to each player, and *upcard* opened the discard pile."""

    kind: ClassVar[str] = "dealt"
    each: int
    upcard: Face | None = None
    """``None``: none was turned up, or its face is no longer told."""
    extra: bool = False
    """Whether the first to play got one card more, and none was turned up."""


class Drew(_Entry, frozen=True, tag="drew"):
    """One card from the stock. Which, only its new owner knows."""

    kind: ClassVar[str] = "drew"


class TookDiscard(_Entry, frozen=True, tag="took"):
    kind: ClassVar[str] = "took"
    cards: tuple[Face | None, ...]


class Melded(_Entry, frozen=True, tag="melded", omit_defaults=True):
    kind: ClassVar[str] = "melded"
    meld: int
    cards: tuple[Face, ...]
    stands: tuple[Face, ...] = ()
    """What each of *cards* stands for; empty where no joker is among them."""
    opens: bool = False
    """Whether the seat has opened with it."""


class LaidOff(_Entry, frozen=True, tag="laid-off", omit_defaults=True):
    kind: ClassVar[str] = "laid-off"
    meld: int
    cards: tuple[Face, ...]
    stands: tuple[Face, ...] = ()
    """As in `Melded`."""


class Swapped(_Entry, frozen=True, tag="swapped"):
    """*cards* went into the meld and *jokers* of its jokers into the hand."""

    kind: ClassVar[str] = "swapped"
    meld: int
    cards: tuple[Face, ...]
    jokers: int = 1


class TookBack(_Entry, frozen=True, tag="took-back", omit_defaults=True):
    """The seat took its last play back into the hand; what was shown stays known."""

    kind: ClassVar[str] = "took-back"
    meld: int
    cards: tuple[Face, ...]
    jokers: int = 0
    """How many jokers went back into the meld, when a swap was taken back."""


class Discarded(_Entry, frozen=True, tag="discarded"):
    kind: ClassVar[str] = "discarded"
    card: Face | None


class Restocked(_Entry, frozen=True, tag="restocked"):
    """The discard pile became the stock: ``turned`` over or ``shuffled``; *stock* cards."""

    kind: ClassVar[str] = "restocked"
    how: str
    stock: int
    left: int | None
    """How often it may still be done in this deal; ``None``: without limit."""


class WentOut(_Entry, frozen=True, tag="went-out"):
    kind: ClassVar[str] = "went-out"
    rummy: bool
    """All in one turn, with nothing laid before (R51)."""


class Blocked(_Entry, frozen=True, tag="blocked"):
    """Nobody went out. *why*: ``declined``, ``nothing-to-draw`` or ``turn-cap``."""

    kind: ClassVar[str] = "blocked"
    why: str


Entry: TypeAlias = (
    Dealt
    | Drew
    | TookDiscard
    | Melded
    | LaidOff
    | Swapped
    | TookBack
    | Discarded
    | Restocked
    | WentOut
    | Blocked
)
