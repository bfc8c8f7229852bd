"""Sentences about the player's own situation: whose turn it is, and what can be done now.

What happened at the table and what a refusal means is worded in `rummy_protocol.text`. These
are pure functions of the model and belong to no screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from rummy_protocol import text
from rummy_protocol.clean import cells, clean
from rummy_protocol.news import Entry, Melded
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.text import N_, _, plural, term
from rummy_protocol.text.language import listing
from rummy_protocol.views import DEAL_BEHIND, Absence, OpeningView, Options, Presence, Stage

from .model import Model, busy
from .sound import NAME_CELLS
from .ways import rules_in_force

__all__ = [
    "MELD_KEYS",
    "absence_word",
    "clock_text",
    "end_in_brief",
    "game_in_brief",
    "how_late",
    "is_out",
    "level_word",
    "meld_key",
    "name_of",
    "opening_sentence",
    "options_text",
    "seconds_left",
    "table_of",
    "told_entry",
    "waiting_sentence",
    "watching_word",
    "who_watches",
]

MELD_KEYS: Final = "123456789abcdefghijklmnopqrstuvwxyz"
"""The key of each meld on the table, by its number; of each answer to a question, in order."""


def meld_key(meld: int) -> str:
    """The key by which the meld with the number *meld* is meant; empty if it has none."""
    return MELD_KEYS[meld - 1 : meld] if meld > 0 else ""


def name_of(model: Model, seat: int) -> str:
    """What a seat is called: its name, or its number where it has none."""
    names = model.names
    return (
        names[seat]
        if seat < len(names) and names[seat]
        else _("seat {number}", number=seat + 1)
    )


def table_of(person: str) -> str:
    """What a table is called by default: a name of at most 24 cells, in any language.

    A long name gives way, so that what follows it is still a word.
    """
    bare = cells(_("{name}'s table", name=""))
    person = clean(person, max(1, NAME_CELLS - bare)).strip()
    return clean(_("{name}'s table", name=person), NAME_CELLS).strip()


_ABSENCES: Final = {
    Absence.WAIT: N_("wait"),
    Absence.BOT: N_("a bot plays"),
    Absence.END: N_("end it"),
}


def absence_word(choice: Absence) -> str:
    """What becomes of an absent seat, in a word or two."""
    return _(_ABSENCES[choice])


def level_word(level: str) -> str:
    """How well a bot plays, in a word."""
    match level:
        case "easy":
            return term("bot", "easy")
        case "steady":
            return term("bot", "steady")
        case "sharp":
            return term("bot", "sharp")
        case _:
            return level


def is_out(model: Model) -> bool:
    """Whether the player has dropped out of the match."""
    if model.table is None or model.seat is None:
        return False
    return model.table.seats[model.seat].out


def opening_sentence(opening: OpeningView) -> str:
    """What is still to be brought before the player has opened, and how far it is."""
    told = list[str]()
    if opening.need:
        told.append(
            _(
                "Opening {laid} of {need}; with your hand up to {best}.",
                laid=opening.laid,
                need=opening.need,
                best=opening.best,
            )
        )
    if opening.contract:
        asked = text.contract(opening.contract)
        told.append(_("Contract still to lay: {contract}.", contract=asked))
    if opening.pure_run:
        told.append(_("A run without jokers is missing."))
    return " ".join(told)


def end_in_brief(rules: RuleSet) -> str:
    """When the match is over: ``to 100``, ``6 deals``, ``out at 101``."""
    if rules.eliminate_at is not None:
        return plural("out at {n}", "out at {n}", rules.eliminate_at)
    if rules.target is not None:
        return plural("to {n}", "to {n}", rules.target)
    return plural("{n} deal", "{n} deals", rules.deals or 1)


def game_in_brief(rules: RuleSet) -> str:
    """What one wants to know before choosing a game, in one line."""
    players = _either((rules.players_min, rules.players_max))
    told = [plural("{number} player", "{number} players", rules.players_max, number=players)]
    packs = sorted(set(rules.packs_by_players or (rules.packs,)))
    told.append(plural("{number} pack", "{number} packs", packs[-1], number=_either(packs)))
    jokers = sorted(set(rules.jokers_by_players or (rules.jokers,)))
    if jokers != [0]:
        number = _either(jokers)
        told.append(plural("{number} joker", "{number} jokers", jokers[-1], number=number))
    cards = sorted(set(rules.hand_sizes))
    number = _either(cards)
    told.append(plural("{number} card each", "{number} cards each", cards[-1], number=number))
    wins = _("the fewest points win") if rules.lowest_wins else _("the most points win")
    return text.apart([", ".join(told), f"{end_in_brief(rules)}, {wins}"])


def _either(numbers: Sequence[int]) -> str:
    if not numbers[1:] or numbers[0] == numbers[-1]:
        return str(numbers[0])
    return _("{low} to {high}", low=numbers[0], high=numbers[-1])


def how_late(options: Options) -> list[str]:
    """How late spectators see the table; nothing where they see it live."""
    if options.delay == DEAL_BEHIND:
        return [_("spectators are a deal behind")]
    late = plural(
        "spectators are {n} second behind", "spectators are {n} seconds behind", options.delay
    )
    return [late] if options.delay else []


def who_watches(options: Options) -> str:
    """Who may watch a table."""
    if not options.spectators:
        return _("no spectators")
    return _("spectators with a watch code") if options.watch_code else _("spectators welcome")


def options_text(options: Options, watching: int) -> str:
    """How a table is run."""
    seconds = options.turn_seconds
    told = [_("{seconds} s for each decision", seconds=seconds) if seconds else _("no clock")]
    told.append(who_watches(options))
    told += how_late(options) if options.spectators else []
    if watching:
        told.append(watching_word(watching))
    told.append(_("when somebody stays away: {what}", what=text.absence(options.absence)))
    return text.apart(told)


def watching_word(watching: int) -> str:
    """How many spectators there are, in a word or two."""
    return plural("{number} watching", "{number} watching", watching, number=watching)


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
        return _("There is nothing to play now.")
    if model.deal is None:
        return _("The cards are being dealt.")
    if busy(model):
        return _("Your play is on its way.")
    others = [waiting.seat for waiting in model.deal.waiting if waiting.seat != model.seat]
    if not others:
        return _("The cards are being dealt.")
    whose = _whose_turn(model, others)
    if is_out(model):
        return f"{_('You are out of the match.')} {whose}"
    return whose


def _whose_turn(model: Model, others: Sequence[int]) -> str:
    assert model.table is not None, "somebody plays"
    names = listing([name_of(model, seat) for seat in others], text.spoken().language.both)
    match model.table.seats[others[0]].presence:
        case Presence.LOST:
            return _("{name} is to play, but the connection was lost.", name=names)
        case Presence.ASLEEP:
            return _("{name} is away, and the table waits.", name=names)
        case _ if others[1:]:
            return _("{names} are to play.", names=names)
        case _:
            return _("It is {name}'s turn.", name=names)
