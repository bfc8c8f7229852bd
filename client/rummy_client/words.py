"""Sentences about the player's own situation: whose turn it is, and what can be done now.

What happened at the table and what a refusal means is worded in `rummy_protocol.text`. These
are pure functions of the model and belong to no screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from rummy_protocol import text
from rummy_protocol.news import Entry, Melded
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.views import OpeningView, Presence, Stage

from .model import Model, busy
from .ways import rules_in_force

__all__ = [
    "MELD_KEYS",
    "clock_text",
    "contract_words",
    "end_in_brief",
    "game_in_brief",
    "is_out",
    "meld_key",
    "name_of",
    "opening_sentence",
    "seconds_left",
    "told_entry",
    "waiting_sentence",
]

MELD_KEYS: Final = "123456789abcdefghijklmnopqrstuvwxyz"
"""The key of each meld on the table, by its number; of each answer to a question, in order."""


def meld_key(meld: int) -> str:
    """The key by which the meld with the number *meld* is meant; empty if it has none."""
    return MELD_KEYS[meld - 1 : meld] if meld > 0 else ""


def name_of(model: Model, seat: int) -> str:
    """What a seat is called: its name, or its number where it has none."""
    names = model.names
    return names[seat] if seat < len(names) and names[seat] else f"seat {seat + 1}"


def is_out(model: Model) -> bool:
    """Whether the player has dropped out of the match."""
    if model.table is None or model.seat is None:
        return False
    return model.table.seats[model.seat].out


def contract_words(melds: Sequence[str]) -> str:
    """``S3 S3 R4`` as *2 sets of 3 and a run of 4*."""
    told = [
        _meld_words(meld, melds.count(meld)) for meld in dict.fromkeys(melds) if len(meld) > 1
    ]
    return " and ".join([", ".join(told[:-1]), told[-1]]) if told[1:] else "".join(told)


def _meld_words(meld: str, count: int) -> str:
    kind, size = {"S": "set", "R": "run"}.get(meld[0], "meld"), meld[1:]
    return f"a {kind} of {size}" if count == 1 else f"{count} {kind}s of {size}"


def opening_sentence(opening: OpeningView) -> str:
    """What is still to be brought before the player has opened, and how far it is."""
    told = list[str]()
    if opening.need:
        told.append(f"opening {opening.laid} of {opening.need}")
        told.append(f"with your hand up to {opening.best}")
    if opening.contract:
        told.append(f"contract still to lay: {contract_words(opening.contract)}")
    if opening.pure_run:
        told.append("a run without jokers is missing")
    if not told:
        return ""
    sentence = "; ".join(told)
    return f"{sentence[0].upper()}{sentence[1:]}."


def end_in_brief(rules: RuleSet) -> str:
    """When the match is over: ``to 100``, ``6 deals``, ``out at 101``."""
    if rules.eliminate_at is not None:
        return f"out at {rules.eliminate_at}"
    return f"to {rules.target}" if rules.target is not None else f"{rules.deals} deals"


def game_in_brief(rules: RuleSet) -> str:
    """What one wants to know before choosing a game, in one line."""
    players = f"{rules.players_min} to {rules.players_max} players"
    packs = sorted(set(rules.packs_by_players or (rules.packs,)))
    jokers = sorted(set(rules.jokers_by_players or (rules.jokers,)))
    told = [players, f"{_either(packs)} pack{'s' if packs != [1] else ''}"]
    if jokers != [0]:
        told.append(f"{_either(jokers)} joker{'s' if jokers != [1] else ''}")
    told.append(f"{_either(sorted(set(rules.hand_sizes)))} cards each")
    wins = "the fewest points win" if rules.lowest_wins else "the most points win"
    return f"{', '.join(told)}; {end_in_brief(rules)}, {wins}"


def _either(numbers: Sequence[int]) -> str:
    return f"{numbers[0]} to {numbers[-1]}" if numbers[1:] else str(numbers[0])


def seconds_left(millis: int | None, since: float, now: float) -> int | None:
    """Whole seconds left of *millis* that began to run down at *since*."""
    if millis is None:
        return None
    return max(0, -int(-(millis / 1000 - (now - since)) // 1))


def clock_text(seconds: int) -> str:
    """A time as ``1:52``."""
    return f"{seconds // 60}:{seconds % 60:02}"


def told_entry(model: Model, entry: Entry, style: text.Style) -> str:
    """An entry of the log as a sentence; of openings is told where the game asks for them."""
    rules = rules_in_force(model)
    if isinstance(entry, Melded) and entry.opens and not (rules is not None and rules.opens):
        entry = msgspec.structs.replace(entry, opens=False)
    return text.entry(entry, model.names, model.seat, style)


def waiting_sentence(model: Model) -> str:
    """Why there is nothing for the player to decide now."""
    if model.table is None or model.table.stage is not Stage.PLAYING:
        return "There is nothing to play now."
    if model.deal is None:
        return "The cards are being dealt."
    if busy(model):
        return "Your play is on its way."
    others = [waiting.seat for waiting in model.deal.waiting if waiting.seat != model.seat]
    if not others:
        return "The cards are being dealt."
    before = "You are out of the match. " if is_out(model) else ""
    names = " and ".join(name_of(model, seat) for seat in others)
    seat = model.table.seats[others[0]]
    if seat.presence is Presence.LOST:
        return f"{before}{names} is to play, but the connection was lost."
    if seat.presence is Presence.ASLEEP:
        return f"{before}{names} is away, and the table waits."
    whose = f"It is {names}'s turn." if len(others) == 1 else f"{names} are to play."
    return f"{before}{whose}"
