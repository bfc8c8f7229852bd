"""A deal in one line, complete: what stands where, whose turn it is, what was done in it.

The parts are separated by bars, in any order, and what is usual may be left out::

    1 plays | turn 9 | 0: 4C 5C | 1: 2H KD | stock: 7D 8D | pile: KC | #1@1 6C 7C 8C
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .notation import (
    card_text,
    cards_text,
    meld_text,
    outcome_text,
    play_text,
    read_card,
    read_cards,
    read_meld,
    read_outcome,
    read_play,
)
from .state import Card, Deal, Meld, Phase, Turn

__all__ = ["position_text", "read_position"]

_WORDS: Final = {
    Phase.SHUFFLING: "waits",
    Phase.DRAW: "draws",
    Phase.PLAY: "plays",
    Phase.OVER: "ends",
}


def position_text(deal: Deal) -> str:
    """*deal* in one line."""
    return " | ".join(part.rstrip() for part in _parts(deal))


def _parts(deal: Deal) -> Iterator[str]:
    turn = deal.turn
    yield f"{turn.seat} {_WORDS[deal.phase]}"
    yield f"turn {deal.turns}"
    yield f"dealer {deal.dealer}"
    if len(deal.seats) < len(deal.hands):
        yield "seats " + " ".join(map(str, deal.seats))
    for seat, hand in enumerate(deal.hands):
        yield f"{seat}: {cards_text(hand)}"
    yield f"stock: {cards_text(deal.stock)}"
    yield f"pile: {cards_text(deal.discards)}"
    yield from map(meld_text, deal.melds)
    yield f"next {deal.next_meld}"
    if deal.recycles:
        yield f"recycles {deal.recycles}"
    if deal.opened or deal.melds:
        yield "opened " + " ".join(map(str, deal.opened))
    if deal.played or deal.opened:
        yield "played " + " ".join(map(str, deal.played))
    yield from _turn_parts(turn)
    if deal.outcome is not None:
        yield outcome_text(deal.outcome)


def _turn_parts(turn: Turn) -> Iterator[str]:
    if turn.fresh is not None:
        yield f"fresh {card_text(turn.fresh)}"
    if turn.locked is not None:
        yield f"locked {card_text(turn.locked)}"
    if turn.must is not None:
        yield f"must {card_text(turn.must)}"
    if turn.must_open:
        yield "must-open"
    if turn.owed:
        yield f"owed {cards_text(turn.owed)}"
    if turn.laid_before:
        yield "played-before"
    if turn.opened_before:
        yield "opened-before"
    for play in turn.plays:
        yield f"play {play_text(play)}"


def read_position(text: str) -> Deal:
    """Read a deal.

    A meld that lies says that its owner has opened and played, and that the next meld gets a
    higher number, unless *text* says otherwise. Every seat plays, unless ``seats`` names those
    that do.

    Raises:
        ValueError: a part is not understood, or the line begins without whose turn it is.
    """
    first, *rest = [part.strip() for part in text.split("|")]
    said = _Said(first)
    for part in rest:
        said.hear(part)
    return said.deal()


class _Said:
    """What a line has said so far. Private to one call of `read_position`."""

    def __init__(self, first: str) -> None:
        seat, _, word = first.partition(" ")
        phases = [phase for phase, known in _WORDS.items() if known == word]
        if not phases or not seat.isdecimal():
            raise ValueError(f"begins with whose turn it is, not {first!r}")
        self._seat, self._phase = int(seat), phases[0]
        self._hands: dict[int, str] = {}
        self._melds: list[Meld] = []
        self._plays: list[str] = []
        self._words: dict[str, str] = {}
        self._outcome: str | None = None

    def hear(self, part: str) -> None:
        word, _, rest = part.partition(" ")
        if part.startswith("#"):
            self._melds.append(read_meld(part))
        elif word.endswith(":") and word[:-1].isdecimal():
            self._hands[int(word[:-1])] = rest
        elif word in ("out", "blocked"):
            self._outcome = part
        elif word == "play":
            self._plays.append(rest)
        elif word in _KNOWN and word not in self._words:
            self._words[word] = rest
        else:
            raise ValueError(f"not understood: {part!r}")

    def deal(self) -> Deal:
        words, count = self._words, len(self._hands)
        seats = _numbers(words["seats"]) if "seats" in words else tuple(range(count))
        if sorted(self._hands) != list(range(count)) or self._seat not in seats:
            raise ValueError("every seat from 0 has its hand, and one that plays the turn")
        owners = tuple(dict.fromkeys(m.owner for m in self._melds if m.owner is not None))
        opened = _numbers(words["opened"]) if "opened" in words else owners
        highest = max((meld.id for meld in self._melds), default=0)
        return Deal(
            dealer=int(words.get("dealer", (self._seat - 1) % count)),
            seats=seats,
            hands=tuple(read_cards(self._hands[seat]) for seat in range(count)),
            stock=read_cards(words.get("stock:", "")),
            discards=read_cards(words.get("pile:", "")),
            phase=self._phase,
            turn=self._turn(),
            melds=tuple(self._melds),
            opened=opened,
            played=_numbers(words["played"]) if "played" in words else opened,
            next_meld=int(words.get("next", highest + 1)),
            turns=int(words.get("turn", 1)),
            recycles=int(words.get("recycles", 0)),
            outcome=read_outcome(self._outcome) if self._outcome else None,
        )

    def _turn(self) -> Turn:
        words = self._words
        return Turn(
            seat=self._seat,
            fresh=self._card("fresh"),
            locked=self._card("locked"),
            plays=tuple(map(read_play, self._plays)),
            laid_before="played-before" in words,
            opened_before="opened-before" in words,
            must=self._card("must"),
            must_open="must-open" in words,
            owed=read_cards(words.get("owed", "")),
        )

    def _card(self, word: str) -> Card | None:
        told = self._words.get(word)
        return read_card(told) if told else None


_KNOWN: Final = frozenset(
    [
        "turn",
        "dealer",
        "stock:",
        "pile:",
        "next",
        "recycles",
        "opened",
        "played",
        "fresh",
        "locked",
        "must",
        "must-open",
        "owed",
        "played-before",
        "opened-before",
        "seats",
    ]
)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))
