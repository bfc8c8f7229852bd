"""Sentences for the entries of a table's log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from ..cards import Face
from ..news import (
    Blocked,
    Dealt,
    Discarded,
    Drew,
    Entry,
    LaidOff,
    Melded,
    Restocked,
    Swapped,
    TookBack,
    TookDiscard,
    WentOut,
)
from .cardwords import NOTATION, Style
from .language import Language, filled, listing, pick
from .spoken import plural, spoken

__all__ = ["entry", "people", "who"]

_Told = dict[str, str | int]


def entry(
    told: Entry,
    names: Sequence[str],
    you: int | None = None,
    style: Style = NOTATION,
    language: Language | None = None,
) -> str:
    """What happened, as a sentence; *you* is the reader's seat and *names* are everybody's."""
    language = language or spoken().language
    values = _values(told, style) | {"who": who(told.seat, names, you, language)}
    entries = language.entries_you if told.seat == you else language.entries
    template = pick(entries, told.kind, values) or told.kind
    return filled(template, values)


def who(seat: int, names: Sequence[str], you: int | None, language: Language) -> str:
    """Whoever sits at *seat*, for a reader at the seat *you*."""
    if seat == you:
        return language.you
    if 0 <= seat < len(names) and names[seat]:
        return names[seat]
    return filled(language.nobody, {"seat": seat + 1})


def people(
    seats: Iterable[int], names: Sequence[str], you: int | None, language: Language
) -> str:
    """Several of them, the reader first."""
    order = sorted(seats, key=lambda seat: (seat != you, seat))
    return listing([who(seat, names, you, language) for seat in order], language.both)


def _values(told: Entry, style: Style) -> _Told:
    match told:
        case Dealt(each=each, upcard=upcard, extra=extra):
            if upcard is None:
                return {"each": each, "up": "extra" if extra else "hidden"}
            return {"each": each, "card": style.one(upcard)}
        case Drew():
            return {}
        case TookDiscard(cards=cards):
            return _taken(cards, style)
        case Melded(meld=meld, cards=laid, stands=stands, opens=opens):
            told_cards = style.lying(laid, stands)
            return {"meld": meld, "cards": told_cards, "opens": "yes" if opens else "no"}
        case LaidOff(meld=meld, cards=laid, stands=stands):
            return {"meld": meld, "cards": style.lying(laid, stands)}
        case Swapped(meld=meld, cards=laid, jokers=jokers):
            return {"meld": meld, "cards": style.many(laid), **_count("jokers", jokers)}
        case TookBack(meld=meld, cards=laid, jokers=jokers):
            return {"meld": meld, "cards": style.many(laid), **_count("jokers", jokers)}
        case Discarded(card=card):
            return {"known": "no"} if card is None else {"card": style.one(card)}
        case Restocked(how=how, stock=stock, left=left):
            counted = plural("{n} card", "{n} cards", stock)
            return {"left": "any" if left is None else left, "how": how, "cards": counted}
        case WentOut(rummy=rummy):
            return {"rummy": "yes" if rummy else "no"}
        case Blocked(why=why):
            return {"why": why}
    assert_never(told)


def _taken(cards: Sequence[Face | None], style: Style) -> _Told:
    known = [card for card in cards if card is not None]
    how = "no" if not known else "many" if cards[1:] else "one"
    return {"count": len(cards), "known": how, "cards": style.many(known)}


def _count(what: str, number: int) -> _Told:
    how = "none" if not number else "one" if number == 1 else "many"
    return {what: how, "count": number}
