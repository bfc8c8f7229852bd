"""Plays as a person types them into the plain client. Reading them back is `play`'s."""

from __future__ import annotations

from rummy_protocol.actions import (
    Action,
    Discard,
    DrawStock,
    EndDeal,
    LayMeld,
    LayOff,
    SwapJoker,
    TakeBack,
    TakeDiscard,
)
from rummy_protocol.cards import Face
from rummy_protocol.text import NOTATION
from rummy_protocol.views import Lay

__all__ = ["as_words", "command_for", "meld_words"]


def command_for(action: Action) -> str:
    """What one types for *action*."""
    match action:
        case DrawStock():
            return "draw"
        case TakeDiscard(count=count):
            return "take" if count == 1 else f"take {count}"
        case LayMeld(cards=cards, stands=stands):
            return meld_words(Lay(cards, stands))
        case LayOff(meld=meld, cards=cards, stands=stands):
            return f"lay off {NOTATION.many(cards)} on {meld}{as_words(stands)}"
        case SwapJoker(meld=meld, cards=cards):
            return f"swap {NOTATION.many(cards)} on {meld}"
        case Discard(card=card):
            return f"discard {NOTATION.one(card)}"
        case TakeBack():
            return "undo"
        case EndDeal():
            return "end deal"


def as_words(stands: tuple[Face, ...]) -> str:
    """What the jokers stand for, as one types it."""
    return f" as {NOTATION.many(stands)}" if stands else ""


def meld_words(lay: Lay) -> str:
    """What one types for a meld that the hand holds."""
    return f"meld {NOTATION.many(lay.cards)}{as_words(lay.stands)}"
