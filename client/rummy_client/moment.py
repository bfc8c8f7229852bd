"""Which keys count at this moment: the situation of the player, as contexts of `keymap`.

Pure. What lies over the screen takes the keys from what lies beneath it.
"""

from __future__ import annotations

from typing import Final

from rummy_protocol.views import Presence, SeatKind

from .desk import Desk, Over, Screen, screen_of
from .keymap import CONTEXTS, KEYS, Key, presses
from .lesson.course import READING, due
from .model import Model

__all__ = ["PLAYS", "absent_seats", "active", "command_for", "contexts"]

_READING: Final = frozenset(
    {Over.HELP, Over.LOG, Over.SCORES, Over.RULES, Over.AWAY, Over.LESSON}
)

_GONE: Final = (Presence.LOST, Presence.BOT, Presence.ASLEEP)

PLAYS: Final = frozenset(
    {"draw", "take", "end-deal", "meld", "lay-off", "swap", "discard", "take-back"}
)
"""Contexts of keys that mean the same all the time, even when they cannot be granted."""


def contexts(model: Model, desk: Desk) -> frozenset[str]:
    """Where the player is now. What lies over the screen takes all keys but the last ones."""
    if desk.writing is not None:
        return frozenset()
    if desk.over in _READING:
        turning = _of_lesson(model, desk) if desk.over is Over.LESSON else frozenset[str]()
        return frozenset({"scroll", "any"}) | turning & {"lesson-page"}
    if desk.over is not None:
        return frozenset({f"over-{desk.over.value}"})
    screen = screen_of(model, desk)
    there = _of_replay(model, screen) or _of_screen(model, screen)
    return frozenset({"any"}) | there | _of_lesson(model, desk)


def _of_lesson(model: Model, desk: Desk) -> frozenset[str]:
    if desk.lesson is None or model.table is None:
        return frozenset()
    page = {"lesson-page"} if due(desk.lesson, model) in READING else set[str]()
    whole = {"lesson-whole"} if due(desk.lesson, model) is not None else set[str]()
    return frozenset({"lesson"} | page | whole)


def _of_replay(model: Model, screen: Screen) -> frozenset[str]:
    """In a game that was played one can look about and turn, and nothing else."""
    if not model.replaying:
        return frozenset()
    long = {"long"} if screen in (Screen.SHEET, Screen.OVER) else set[str]()
    pile = {"pile"} if model.deal is not None and len(model.deal.top) > 1 else set[str]()
    return frozenset({"replay", "table"} | long | pile)


def _of_screen(model: Model, screen: Screen) -> frozenset[str]:
    seated = model.seat is not None
    match screen:
        case Screen.LINKING:
            return frozenset()
        case Screen.LOBBY:
            return frozenset({"lobby", "listed"} if model.tables else {"lobby"})
        case Screen.CREATE:
            return frozenset({"create"})
        case Screen.WAITING:
            hosting = seated and model.table is not None and model.table.host == model.seat
            return (
                _table(model)
                | ({"waiting"} if seated else set())
                | ({"host"} if hosting else set())
            )
        case Screen.TABLE:
            return _table(model) | _of_turn(model) | _of_pile(model)
        case Screen.SHEET:
            return _table(model) | {"long"} | _between_deals(model)
        case Screen.OVER:
            return _table(model) | {"long"} | ({"match-over"} if seated else set())


def _between_deals(model: Model) -> frozenset[str]:
    if model.seat is None or model.table is None:
        return frozenset()
    bought = {"buy-in"} if model.table.seats[model.seat].may_buy else set[str]()
    return frozenset({"sheet"} | bought)


def _table(model: Model) -> frozenset[str]:
    if model.seat is None:
        return frozenset({"table", "watching"} if model.watching else {"table"})
    absent = {"absent"} if absent_seats(model) else set[str]()
    return frozenset({"table", "seat"} | absent)


def absent_seats(model: Model) -> tuple[int, ...]:
    """Seats of people who are not there, our own left out."""
    seats = model.table.seats if model.table is not None else ()
    return tuple(
        number
        for number, seat in enumerate(seats)
        if seat.kind is SeatKind.HUMAN and seat.presence in _GONE and number != model.seat
    )


def _of_turn(model: Model) -> frozenset[str]:
    if model.you is None or model.watching:
        return frozenset()
    may = set(model.may) - {"swap"}
    if model.you.takes and all(take.count > 1 for take in model.you.takes):
        may.discard("take")
    if model.may:
        may.add("deciding")
        if model.you.swaps:
            may.add("swap")
    return frozenset({"hand"} | may) & CONTEXTS.keys()


def _of_pile(model: Model) -> frozenset[str]:
    """Whether there is a pile to look at, and to reach into."""
    takes = model.you.takes if model.you is not None and model.may else ()
    if any(take.count > 1 for take in takes):
        return frozenset({"deep"})
    many = model.deal is not None and len(model.deal.top) > 1
    return frozenset({"pile"}) if many else frozenset()


def active(model: Model, desk: Desk) -> tuple[Key, ...]:
    """The keys that count now, in the order of the table."""
    here = contexts(model, desk)
    return tuple(key for key in KEYS if key.where in here)


def command_for(model: Model, desk: Desk, pressed: str) -> str | None:
    """The command of the key *pressed*; ``None`` where it means nothing.

    A key for a play that is not open now still gives its command: the player is told why it
    cannot be done, which a dead key would not tell.
    """
    known = active(model, desk)
    for key in known:
        if pressed in presses(key.keys):
            return key.command
    if any(key.keys == "any" for key in known):
        return "dismiss"
    if "hand" in contexts(model, desk):
        for key in KEYS:
            if key.where in (*PLAYS, "deciding") and pressed == key.keys:
                return key.command
    return None
