"""A one-line text for every value of the game, and the way back. For tests, records and bug
reports; what players read is worded by `rummy_protocol.text`, and hidden cards stand here too.

A card is its face, with a mark for each pack before its own: ``7H``, ``7H'``. A meld has its
number, its owner and its cards, and says of a card if another seat laid it or what it stands
for: ``#3@0 6C JK=7C 8C 9C@1``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from rummy_protocol.actions import (
    ACTIONS,
    Action,
    Discard,
    DrawStock,
    EndDeal,
    LayMeld,
    LayOff,
    TakeBack,
    TakeDiscard,
)
from rummy_protocol.cards import Face, faces, name, names, parse_face
from rummy_protocol.errors import Declined
from rummy_protocol.ruleset import RuleSet, Value
from rummy_protocol.switches import SWITCHES

from .state import Card, Meld, Outcome, Play, face
from .variants import PRESETS, ruleset_of

__all__ = [
    "action_text",
    "card_text",
    "cards_text",
    "meld_text",
    "outcome_text",
    "play_text",
    "read_action",
    "read_card",
    "read_cards",
    "read_meld",
    "read_outcome",
    "read_play",
    "read_ruleset",
    "ruleset_text",
]

PACK = "'"


def card_text(card: Card) -> str:
    return name(face(card)) + PACK * (card >> 6)


def read_card(text: str) -> Card:
    """Read a card.

    Raises:
        ValueError: *text* names none.
    """
    bare = text.rstrip(PACK)
    return Card(parse_face(bare) | (len(text) - len(bare)) << 6)


def cards_text(cards: Iterable[Card]) -> str:
    return " ".join(map(card_text, cards))


def read_cards(text: str) -> tuple[Card, ...]:
    return tuple(map(read_card, text.split()))


def meld_text(meld: Meld) -> str:
    owner = "" if meld.owner is None else f"@{meld.owner}"
    return " ".join([f"#{meld.id}{owner}", *map(_laid_text, *_columns(meld))])


def read_meld(text: str) -> Meld:
    """Read a meld.

    Raises:
        ValueError: *text* is none.
    """
    head, *laid = text.split()
    number, _, owner = head.removeprefix("#").partition("@")
    if not head.startswith("#") or not laid:
        raise ValueError(f"not a meld: {text!r}")
    seat = int(owner) if owner else None
    cards, stands, credit = zip(*(_read_laid(one, seat) for one in laid), strict=True)
    return Meld(id=int(number), owner=seat, cards=cards, stands=stands, credit=credit)


def _columns(
    meld: Meld,
) -> tuple[tuple[Card, ...], tuple[Face, ...], tuple[int, ...], tuple[int | None, ...]]:
    return meld.cards, meld.stands, meld.credit, (meld.owner,) * len(meld.cards)


def _laid_text(card: Card, stands: Face, seat: int, owner: int | None) -> str:
    what = "" if stands == face(card) else f"={name(stands)}"
    return card_text(card) + what + ("" if seat == owner else f"@{seat}")


def _read_laid(text: str, owner: int | None) -> tuple[Card, Face, int]:
    what, _, seat = text.partition("@")
    card, _, stands = what.partition("=")
    read = read_card(card)
    laid_by = int(seat) if seat else owner
    if laid_by is None:
        raise ValueError(f"laid by nobody: {text!r}")
    return read, parse_face(stands) if stands else face(read), laid_by


def play_text(play: Play) -> str:
    was = "" if play.before is None else f" was {meld_text(play.before)}"
    return f"{cards_text(play.cards)} to {meld_text(play.meld)}{was}"


def read_play(text: str) -> Play:
    cards, _, rest = text.partition(" to ")
    meld, _, before = rest.partition(" was ")
    return Play(
        cards=read_cards(cards),
        meld=read_meld(meld),
        before=read_meld(before) if before else None,
    )


def outcome_text(outcome: Outcome) -> str:
    if outcome.out is None:
        return f"blocked {outcome.why}"
    return f"out {outcome.out} rummy" if outcome.rummy else f"out {outcome.out}"


def read_outcome(text: str) -> Outcome:
    match text.split():
        case ["blocked", why]:
            return Outcome(out=None, why=why)
        case ["out", seat, *rest] if rest in ([], ["rummy"]):
            return Outcome(out=int(seat), rummy=bool(rest))
    raise ValueError(f"not an outcome: {text!r}")


def action_text(action: Action) -> str:
    match action:
        case DrawStock() | TakeBack() | EndDeal():
            return action.kind
        case TakeDiscard(count):
            return action.kind if count == 1 else f"{action.kind} {count}"
        case LayMeld(cards):
            return f"{action.kind} {names(cards)}"
        case LayOff(meld, cards):
            return f"{action.kind} #{meld} {names(cards)}"
        case Discard(card):
            return f"{action.kind} {name(card)}"
    assert_never(action)


def read_action(text: str) -> Action:
    """Read an action.

    Raises:
        ValueError: *text* is none.
    """
    word, _, rest = text.strip().partition(" ")
    kind = next((kind for kind in ACTIONS if kind.kind == word), None)
    if kind is TakeDiscard:
        return TakeDiscard(int(rest) if rest else 1)
    if kind is LayMeld:
        return LayMeld(faces(rest))
    if kind is LayOff:
        number, _, cards = rest.partition(" ")
        return LayOff(int(number.removeprefix("#")), faces(cards))
    if kind is Discard:
        return Discard(parse_face(rest))
    for bare in (DrawStock, TakeBack, EndDeal):
        if kind is bare and not rest:
            return bare()
    raise ValueError(f"not an action: {text!r}")


def ruleset_text(ruleset: RuleSet) -> str:
    """The preset, and the switches that are set otherwise: ``basic deals=4 target=-``."""
    base = PRESETS[ruleset.preset]
    told = [
        f"{switch.name}={_value_text(getattr(ruleset, switch.name))}"
        for switch in SWITCHES
        if getattr(ruleset, switch.name) != getattr(base, switch.name)
    ]
    return " ".join([ruleset.preset, *told])


def read_ruleset(text: str) -> RuleSet:
    """Read a rule set.

    Raises:
        ValueError: there is no such preset or switch, or they do not go together.
    """
    preset, *set_to = text.split()
    changes = {
        part: _read_value(value) for part, _, value in (s.partition("=") for s in set_to)
    }
    try:
        return ruleset_of(preset, changes)
    except Declined as exc:
        raise ValueError(f"not a rule set: {text!r} ({exc})") from exc


def _value_text(value: Value) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _read_value(text: str) -> Value:
    named: dict[str, Value] = {"-": None, "yes": True, "no": False}
    if text in named:
        return named[text]
    return int(text) if text.isdecimal() else text
