"""A one-line text for every value of the game, and the way back. For tests, records and bug
reports; what players read is worded by `rummy_protocol.text`, and hidden cards stand here too.

A card is its face, with a mark for each pack before its own: ``7H``, ``7H'``. A meld has its
number, its owner and its cards, and says of a card if another seat laid it or what it stands
for: ``#3@0 6C JK=7C 8C 9C@1``. An action says what jokers stand for in the same way, where it
says it at all: ``meld 7C 8C JK=9C``.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import assert_never

import msgspec

from rummy_protocol.actions import (
    ACTIONS,
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
from rummy_protocol.cards import Face, faces, is_joker, name, names, parse_face
from rummy_protocol.errors import Declined
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.switches import with_values

from .state import Card, Meld, Outcome, Play, face
from .variants import DEFAULT, PRESETS, ruleset_of

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
OPENS = " opens"


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
    """A play: ``6C 7C 8C to #1 .. opens``, or ``6C for JK to #1 .. was #1 ..``."""
    gained = f" for {cards_text(play.gained)}" if play.gained else ""
    was = "" if play.before is None else f" was {meld_text(play.before)}"
    opens = OPENS if play.opens else ""
    return f"{cards_text(play.cards)}{gained} to {meld_text(play.meld)}{was}{opens}"


def read_play(text: str) -> Play:
    """Read a play.

    Raises:
        ValueError: *text* is none.
    """
    bare = text.removesuffix(OPENS)
    moved, _, rest = bare.partition(" to ")
    cards, _, gained = moved.partition(" for ")
    meld, _, before = rest.partition(" was ")
    return Play(
        cards=read_cards(cards),
        meld=read_meld(meld),
        before=read_meld(before) if before else None,
        gained=read_cards(gained),
        opens=bare != text,
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
        case LayMeld(cards, stands):
            return f"{action.kind} {_named(cards, stands)}"
        case LayOff(meld, cards, stands):
            return f"{action.kind} #{meld} {_named(cards, stands)}"
        case SwapJoker(meld, cards):
            return f"{action.kind} #{meld} {names(cards)}"
        case Discard(card):
            return f"{action.kind} {name(card)}"
    assert_never(action)


def _named(cards: tuple[Face, ...], stands: tuple[Face, ...]) -> str:
    """*cards*, the jokers among them with what they stand for, one after the other.

    What is said of more jokers than there are stands by itself at the end: ``7C 8C =9C``.
    """
    left = [f"={name(what)}" for what in stands]
    told = [name(card) + (left.pop(0) if is_joker(card) and left else "") for card in cards]
    return " ".join(told + left)


def _read_named(text: str) -> tuple[tuple[Face, ...], tuple[Face, ...]]:
    parts = [part.partition("=") for part in text.split()]
    cards = tuple(parse_face(card) for card, _, _ in parts if card)
    if any(card and sign and not is_joker(parse_face(card)) for card, sign, _ in parts):
        raise ValueError(f"only jokers stand for something: {text!r}")
    return cards, tuple(parse_face(what) for _, sign, what in parts if sign)


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
        return LayMeld(*_read_named(rest))
    if kind in (LayOff, SwapJoker):
        number, _, laid = rest.partition(" ")
        meld = int(number.removeprefix("#"))
        if kind is SwapJoker:
            return SwapJoker(meld, faces(laid))
        return LayOff(meld, *_read_named(laid))
    if kind is Discard:
        return Discard(parse_face(rest))
    for bare in (DrawStock, TakeBack, EndDeal):
        if kind is bare and not rest:
            return bare()
    raise ValueError(f"not an action: {text!r}")


def ruleset_text(ruleset: RuleSet) -> str:
    """A game that all houses have, and the fields that are otherwise, from a to z.

    ``basic deals=4 target=-`` is one. A game of a house's own is told as a change of the plain
    one; its name, and whatever is a table, stand there as JSON without blanks.
    """
    known = ruleset.preset in PRESETS
    base = PRESETS[ruleset.preset if known else DEFAULT]
    told = sorted(
        f"{field}={_value_text(getattr(ruleset, field))}"
        for field in RuleSet.__struct_fields__
        if getattr(ruleset, field) != getattr(base, field)
    )
    return " ".join([base.preset, *told])


def read_ruleset(text: str) -> RuleSet:
    """Read a rule set. To name one end of the match is to unset the others.

    Raises:
        ValueError: there is no such preset or field, or they do not go together.
    """
    preset, *set_to = text.split()
    try:
        fields = {
            part: _read_value(value) for part, _, value in (s.partition("=") for s in set_to)
        }
        base = ruleset_of(preset, {})
        return with_values(base, fields) if fields else base
    except (Declined, msgspec.DecodeError) as exc:
        raise ValueError(f"not a rule set: {text!r} ({exc})") from exc


def _value_text(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, StrEnum | int):
        return str(value)
    return msgspec.json.encode(value).decode().replace(" ", "\\u0020")


def _read_value(text: str) -> object:
    named: dict[str, object] = {"-": None, "yes": True, "no": False}
    if text in named:
        return named[text]
    if text[:1] in ('"', "["):
        return msgspec.json.decode(text)
    return int(text) if text.isdecimal() else text
