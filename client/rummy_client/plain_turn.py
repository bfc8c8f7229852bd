"""What the player may do now, and what there is to take, as lines of the plain client.

Pure functions of the model. They ask nothing of the server.
"""

from __future__ import annotations

from collections.abc import Sequence

from rummy_protocol import text
from rummy_protocol.actions import Action, LayMeld, LayOff
from rummy_protocol.text import Style
from rummy_protocol.views import Take

from .model import Model
from .plain_typed import command_for
from .ways import joker_ways, swap_ways
from .words import opening_sentence

__all__ = ["answers", "either", "owed", "pile", "question", "swaps", "turn_sentence"]


def turn_sentence(model: Model, style: Style) -> str:
    """What the player may do now; empty where it is not for him to decide."""
    if model.you is None or model.deal is None or not model.you.may:
        return ""
    may = model.you.may
    if not {"draw", "take", "end-deal"} & set(may):
        return text.may(may)
    ways = [text.action(kind) for kind in may if kind != "take"]
    ways = ["draw" if way == text.action("draw") else way for way in ways]
    takes = model.you.takes
    if "take" in may and model.deal.top and (not takes or takes[0].count == 1):
        must = ", which must be laid at once" if takes and takes[0].must else ""
        ways.append(f"take the {style.one(model.deal.top[-1])}{must}")
    if any(take.count > 1 for take in takes):
        ways.append("take more of the pile (say pile)")
    return f"It is your turn: {either(ways)}."


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
        f"You can give the {style.many(way.cards)} for the joker of meld {way.meld}."
        for way in swap_ways(model)
    ]


# --- the discard pile --------------------------------------------------------------------


def pile(model: Model, style: Style) -> list[str]:
    """All that may be seen of the discard pile, and how much of it may be taken."""
    deal = model.deal
    if deal is None or not deal.top:
        return ["There is no discard."]
    cards = ", ".join(f"{n} {style.one(card)}" for n, card in enumerate(deal.top[::-1], 1))
    count = f"{deal.discards} card{'s' if deal.discards != 1 else ''}"
    lines = [f"The discard pile, {count}, the newest first: {cards}."]
    if model.may and model.you is not None and model.you.takes:
        free = [take for take in model.you.takes if not take.must]
        bound = [take for take in model.you.takes if take.must]
        lines += [f"You may take {_counts(free)}."] if free else []
        if bound:
            lines.append(f"You may take {_counts(bound)} if you lay the last of them at once.")
    return lines


def _counts(takes: Sequence[Take]) -> str:
    """Numbers of cards, with ranges: *1, 3 to 5 or 9*."""
    runs: list[list[int]] = []
    for count in sorted(take.count for take in takes):
        if runs and runs[-1][-1] == count - 1:
            runs[-1].append(count)
        else:
            runs.append([count])
    told = [f"{run[0]} to {run[-1]}" if run[1:] else str(run[0]) for run in runs]
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
        f"{number}: {style.many(way.stands)}"
        for number, way in enumerate(answers(model), 1)
        if isinstance(way, LayMeld | LayOff)
    ]
    if not told:
        return []
    example = command_for(answers(model)[0])
    return [*told, f"Say the number, or the whole play, for example: {example}"]


def either(ways: Sequence[str]) -> str:
    if len(ways) < 2:
        return "".join(ways)
    return f"{', '.join(ways[:-1])} or {ways[-1]}"
