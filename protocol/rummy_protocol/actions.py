"""What a player may ask for in play. An action says nothing about whether it is legal."""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias

import msgspec

from .cards import Face

__all__ = [
    "ACTIONS",
    "Action",
    "Discard",
    "DrawStock",
    "EndDeal",
    "LayMeld",
    "LayOff",
    "SwapJoker",
    "TakeBack",
    "TakeDiscard",
]


class _Action(msgspec.Struct, frozen=True, tag_field="a", forbid_unknown_fields=True):
    kind: ClassVar[str]
    """The tag on the wire, and the word for this kind of action everywhere else."""


class DrawStock(_Action, frozen=True, tag="draw"):
    """Take the top card of the stock, unseen (R24, R26).

    With an empty stock this declines the discard and asks for a new stock (R38, E01).
    """

    kind: ClassVar[str] = "draw"


class TakeDiscard(_Action, frozen=True, tag="take"):
    """Take *count* cards from the top of the discard pile; one, in most games (R24, R25)."""

    kind: ClassVar[str] = "take"
    count: Annotated[int, msgspec.Meta(ge=1)] = 1


class LayMeld(_Action, frozen=True, tag="meld", omit_defaults=True):
    """Put a new meld on the table (R16).

    The order of *cards* says nothing. Where a joker could stand for more than one card,
    *stands* says which; without it the meld is refused with the choices there are.
    """

    kind: ClassVar[str] = "meld"
    cards: tuple[Face, ...]
    stands: tuple[Face, ...] = ()
    """What the jokers among *cards* stand for, all of them, in any order."""


class LayOff(_Action, frozen=True, tag="lay-off", omit_defaults=True):
    """Add *cards* to the meld with the number *meld*, all at once, in any order (R19, E26)."""

    kind: ClassVar[str] = "lay-off"
    meld: int
    cards: tuple[Face, ...]
    stands: tuple[Face, ...] = ()
    """As in `LayMeld`; needed only where a joker could stand for more than one card."""


class SwapJoker(_Action, frozen=True, tag="swap"):
    """Put natural cards into the meld *meld* for a joker there, and take the joker (R71).

    One card, the one that the joker stands for; two, where a set gives its joker free only
    for both missing suits.
    """

    kind: ClassVar[str] = "swap"
    meld: int
    cards: tuple[Face, ...]


class Discard(_Action, frozen=True, tag="discard"):
    """End the turn with *card* face up on the discard pile (R33)."""

    kind: ClassVar[str] = "discard"
    card: Face


class TakeBack(_Action, frozen=True, tag="take-back"):
    """Undo one's own last meld or lay-off of this turn (E47)."""

    kind: ClassVar[str] = "take-back"


class EndDeal(_Action, frozen=True, tag="end-deal"):
    """Decline the discard where no new stock can be made: the deal ends, blocked (R60, E01)."""

    kind: ClassVar[str] = "end-deal"


Action: TypeAlias = (
    DrawStock | TakeDiscard | LayMeld | LayOff | SwapJoker | Discard | TakeBack | EndDeal
)

ACTIONS: tuple[type[Action], ...] = (
    DrawStock,
    TakeDiscard,
    LayMeld,
    LayOff,
    SwapJoker,
    Discard,
    TakeBack,
    EndDeal,
)
