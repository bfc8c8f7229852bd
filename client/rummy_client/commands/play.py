"""The plays that need a choice first: how deep to take, what to swap, what a joker stands for.

A part of `commands`; the same rules hold. What all plays share is in here, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from rummy_protocol.actions import Action, SwapJoker, TakeDiscard
from rummy_protocol.cards import Face, is_joker
from rummy_protocol.messages import Act
from rummy_protocol.text import N_, _

from ..desk import Desk, Over, hand_of
from ..model import Model
from ..ways import swap_ways
from ..words import MELD_KEYS, is_out, waiting_sentence
from .outcome import Command, Outcome, changed, sent, told

__all__ = ["DRAW_FIRST", "PLAY_COMMANDS", "chosen", "closed", "must_draw", "play"]

DRAW_FIRST: Final = N_("First take a card: s draws from the stock, t takes the discard.")


def play(model: Model, desk: Desk, action: Action) -> Outcome:
    """Ask for *action*, or say at once why it cannot even be asked for."""
    if is_out(model):
        return told(model, desk, _("You are out of the match and look on."))
    if model.you is None:
        return told(model, desk, _("You are watching; only the players can do that."))
    if not model.you.may:
        return told(model, desk, waiting_sentence(model))
    return sent(model, desk, Act(0, model.seq, action))


def chosen(model: Model, desk: Desk) -> tuple[Face, ...]:
    """The picked cards; if there are none, the one at the cursor."""
    hand = hand_of(model, desk)
    return desk.picks or hand[desk.cursor : desk.cursor + 1]


def must_draw(model: Model) -> bool:
    return "draw" in model.may or "take" in model.may


def closed(desk: Desk) -> Desk:
    """*desk* with nothing lying over the screen."""
    return msgspec.structs.replace(desk, over=None, card=None, choice=(), offers=())


# --- the discard pile --------------------------------------------------------------------


def _pile(model: Model, desk: Desk, pressed: str) -> Outcome:
    """Spread the pile out; the cursor lies where a hint says, or at the shallowest take."""
    if model.deal is None or not model.deal.top:
        return told(model, desk, _("There is no discard to look at."), bad=False)
    advised = model.advice.action if model.advice is not None else None
    if isinstance(advised, TakeDiscard):
        depth = advised.count
    else:
        takes = model.you.takes if model.you is not None and model.may else ()
        depth = min((take.count for take in takes), default=1)
    depth = max(1, min(depth, len(model.deal.top)))
    return changed(model, desk, over=Over.PILE, depth=depth)


def _deeper(step: int) -> Command:
    def command(model: Model, desk: Desk, pressed: str) -> Outcome:
        most = len(model.deal.top) if model.deal is not None else 1
        return changed(model, desk, depth=max(1, min(desk.depth + step, most)))

    return command


def _take_deep(model: Model, desk: Desk, pressed: str) -> Outcome:
    if model.may and not must_draw(model):
        return told(model, closed(desk), _("You have drawn already."))
    return play(model, closed(desk), TakeDiscard(desk.depth))


# --- questions with numbered answers -----------------------------------------------------


def _answer(model: Model, desk: Desk, pressed: str) -> Outcome:
    place = MELD_KEYS.find(pressed) if pressed else -1
    if 0 <= place < len(desk.offers):
        return play(model, closed(desk), desk.offers[place])
    return told(model, desk, _("That is none of the numbers; Esc: none of them."))


def _swap(model: Model, desk: Desk, pressed: str) -> Outcome:
    """Give the picked cards for a joker; with none picked, whatever can be given."""
    advised = model.advice.action if model.advice is not None else None
    if isinstance(advised, SwapJoker) and sorted(advised.cards) == sorted(desk.picks):
        return play(model, desk, advised)
    ways = swap_ways(model)
    if desk.picks:
        wished = [way for way in ways if set(desk.picks) <= set(way.cards)]
        exact = [way for way in wished if sorted(way.cards) == sorted(desk.picks)]
        ways = tuple(exact or wished)
    if model.may and must_draw(model):
        return told(model, desk, _(DRAW_FIRST))
    if not ways:
        return _swap_for_the_reason(model, desk)
    if len(ways) == 1:
        return play(model, desk, ways[0])
    return changed(model, desk, over=Over.OFFER, offers=ways)


def _swap_for_the_reason(model: Model, desk: Desk) -> Outcome:
    """None is known to be possible; the server is asked all the same, for the reason."""
    melds = model.deal.melds if model.deal is not None else ()
    with_joker = [meld.id for meld in melds if any(map(is_joker, meld.cards))]
    cards = chosen(model, desk)
    if model.may and (not with_joker or not cards):
        return told(model, desk, _("There is no joker on the table that could be taken."))
    return play(model, desk, SwapJoker(with_joker[0] if with_joker else 0, cards))


PLAY_COMMANDS: Final[Mapping[str, Command]] = {
    "pile": _pile,
    "deeper": _deeper(1),
    "shallower": _deeper(-1),
    "deeper-by-ten": _deeper(10),
    "shallower-by-ten": _deeper(-10),
    "take-deep": _take_deep,
    "answer": _answer,
    "swap": _swap,
}
