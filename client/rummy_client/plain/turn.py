"""What the player may do now, and what there is to take, as lines of the plain client.

Pure functions of the model. They ask nothing of the server.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rummy_protocol import text
from rummy_protocol.actions import Action, LayMeld, LayOff
from rummy_protocol.text import Style, _, plural, spoken, term
from rummy_protocol.text.language import listing
from rummy_protocol.views import Take, You

from ..model import Model
from ..ways import joker_ways, swap_ways
from ..words import opening_sentence
from .typed import command_for

__all__ = ["answers", "either", "owed", "pile", "question", "swaps", "turn_sentence"]


def turn_sentence(model: Model, style: Style) -> str:
    """What the player may do now; empty where it is not for him to decide."""
    if model.you is None or model.deal is None or not model.you.may:
        return ""
    may = model.you.may
    if not {"draw", "take", "end-deal"} & set(may):
        return text.may(may)
    ways = either(list(_first_ways(model, model.you, style)))
    return _("It is your turn: {ways}.", ways=ways)


def _first_ways(model: Model, you: You, style: Style) -> Iterator[str]:
    """The ways to begin a turn."""
    for kind in you.may:
        if kind == "draw":
            yield term("actions", "draw")
        elif kind != "take":
            yield text.action(kind)
    top = model.deal.top if model.deal is not None else ()
    if "take" in you.may and top and (not you.takes or you.takes[0].count == 1):
        card = style.one(top[-1])
        if you.takes and you.takes[0].must:
            yield term("actions", "take the {card}, which must be laid at once", card=card)
        else:
            yield term("actions", "take the {card}", card=card)
    if any(take.count > 1 for take in you.takes):
        yield term("actions", "take more of the pile (say {word})", word="pile")


def owed(model: Model, style: Style) -> list[str]:
    """What is still to be done before the turn can end, and before the player has opened."""
    you, told = model.you, list[str]()
    if you is None:
        return told
    if you.opening is not None:
        told.append(opening_sentence(you.opening))
    if you.duty:
        told.append(text.duty(you.duty, you.duty_cards, style))
    return [line for line in told if line]


def swaps(model: Model, style: Style) -> list[str]:
    """What can be given for jokers on the table."""
    return [
        _(
            "You can give the {cards} for the joker of meld {meld}.",
            cards=style.many(way.cards),
            meld=way.meld,
        )
        for way in swap_ways(model)
    ]


# --- the discard pile --------------------------------------------------------------------


def pile(model: Model, style: Style) -> list[str]:
    """All that may be seen of the discard pile, and how much of it may be taken."""
    deal = model.deal
    if deal is None or not deal.top:
        return [_("There is no discard.")]
    cards = ", ".join(f"{n} {style.one(card)}" for n, card in enumerate(deal.top[::-1], 1))
    lines = [
        plural(
            "The discard pile, {n} card, the newest first: {cards}.",
            "The discard pile, {n} cards, the newest first: {cards}.",
            deal.discards,
            cards=cards,
        )
    ]
    if model.may and model.you is not None and model.you.takes:
        free = [take for take in model.you.takes if not take.must]
        bound = [take for take in model.you.takes if take.must]
        lines += [_("You may take {counts}.", counts=_counts(free))] if free else []
        if bound:
            counts = _counts(bound)
            lines.append(
                _("You may take {counts} if you lay the last of them at once.", counts=counts)
            )
    return lines


def _counts(takes: Sequence[Take]) -> str:
    """Numbers of cards, with ranges: *1, 3 to 5 or 9*."""
    runs: list[list[int]] = []
    for count in sorted(take.count for take in takes):
        if runs and runs[-1][-1] == count - 1:
            runs[-1].append(count)
        else:
            runs.append([count])
    told = [
        _("{low} to {high}", low=run[0], high=run[-1]) if run[1:] else str(run[0])
        for run in runs
    ]
    return either(told)


# --- what a joker stands for -------------------------------------------------------------


def answers(model: Model) -> tuple[Action, ...]:
    """The plays that the open question is about; none where nothing is asked any more."""
    notice = model.notice
    about = notice.about if notice is not None else None
    if notice is None or getattr(about, "seq", -1) != model.seq:
        return ()
    return joker_ways(notice)


def question(model: Model, style: Style) -> list[str]:
    """The answers to the open question, each with its number."""
    told = [
        text.named(str(number), style.many(way.stands))
        for number, way in enumerate(answers(model), 1)
        if isinstance(way, LayMeld | LayOff)
    ]
    if not told:
        return []
    typed = command_for(answers(model)[0])
    return [*told, _("Say the number, or the whole play, for example: {words}", words=typed)]


def either(ways: Sequence[str]) -> str:
    """*ways* of which one may be chosen, as they are listed in a sentence."""
    return listing(ways, spoken().language.either)
