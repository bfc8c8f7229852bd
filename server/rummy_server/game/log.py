"""The public log of a deal: what happened, told as far as the whole table may know it now.

It says the same to everybody. A card that was drawn is never named. A discard that lay open
for more than a round loses its face again where only the top of the pile may be seen, until
the deal has ended (E09): the pile may come back unshuffled, and memory is part of the game.
What was shown in a meld keeps its face, also after it was taken back (E47). What a seat may
see *now* is the business of `view`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final, assert_never

from rummy_protocol import news
from rummy_protocol.cards import JOKER, Face
from rummy_protocol.choices import Seen

from . import events
from .match import Match
from .rules import Rules
from .state import Card, Deal, Meld, Phase, face

__all__ = ["LATEST", "latest_entries", "log_entries"]

LATEST: Final = 8
"""How many entries a view carries."""


def log_entries(
    rules: Rules, match: Match, after: int = 0, limit: int | None = None
) -> tuple[news.Entry, ...]:
    """The log of the running deal, or of the last one, from the entry that follows *after*.

    Args:
        after: the number of an entry; 0 for the beginning.
        limit: how many entries at most, the oldest of them first.
    """
    if match.deal is None:
        return ()
    found = list(_newest_first(rules, match, match.deal, after))[::-1]
    return tuple(found[:limit])


def latest_entries(
    rules: Rules, match: Match, known: tuple[news.Entry, ...] = (), count: int = LATEST
) -> tuple[news.Entry, ...]:
    """The last *count* entries, the newest last. Costs the same however long the deal is.

    Args:
        known: the last entries of an earlier moment of the same deal; they are kept where
            none of them can have lost or regained a face since.
    """
    deal = match.deal
    if deal is None:
        return ()
    if known and deal.phase is not Phase.OVER and 2 * len(deal.seats) >= count:
        # A round has at least two entries for each seat, so none of these is too old.
        new = list(_newest_first(rules, match, deal, known[-1].n))
        return (*known, *new[::-1])[-count:]
    return tuple(list(islice(_newest_first(rules, match, deal), count))[::-1])


def _newest_first(
    rules: Rules, match: Match, deal: Deal, after: int = 0
) -> Iterator[news.Entry]:
    """Entries from the newest back to the one that follows *after*."""
    n = len(match.history) - (deal.turns - 1)  # every turn but the first has its event
    turn, recycles = deal.turns, deal.recycles
    shown = deal.phase is Phase.OVER or rules.ruleset.discard_visible is Seen.ALL
    oldest = 0 if shown else deal.turns - len(deal.seats)
    for event in reversed(match.history):
        if n <= after:
            return
        if type(event) is events.TurnBegan:
            turn -= 1
            continue
        yield _told(rules, deal, n, event, turn >= oldest, recycles)
        n -= 1
        if type(event) is events.Restocked:
            recycles -= 1


def _told(
    rules: Rules, deal: Deal, n: int, event: events.DealEvent, shown: bool, recycles: int
) -> news.Entry:
    """*event* as entry *n*.

    Args:
        shown: whether faces of discards may be told.
        recycles: how often the pile had become the stock, this time included.
    """
    match event:
        case events.Drew():
            return news.Drew(n, event.seat)
        case events.Discarded():
            return news.Discarded(n, event.seat, face(event.card) if shown else None)
        case events.TookDiscards():
            return news.TookDiscard(
                n, event.seat, _faces(event.cards) if shown else (None,) * len(event.cards)
            )
        case events.Melded(seat, meld, opens):
            return news.Melded(
                n, seat, meld.id, _faces(meld.cards), _stands(meld, meld.cards), opens
            )
        case events.LaidOff(seat, cards, meld):
            return news.LaidOff(n, seat, meld.id, _faces(cards), _stands(meld, cards))
        case events.Swapped(seat, cards, jokers, meld):
            return news.Swapped(n, seat, meld.id, _faces(cards), len(jokers))
        case events.TookBack(seat, play):
            return news.TookBack(
                n, seat, play.meld.id, _faces(play.cards), jokers=len(play.gained)
            )
        case events.Restocked():
            most = rules.ruleset.max_recycles
            left = None if most is None else most - recycles
            return news.Restocked(n, event.seat, event.how, len(event.stock), left)
        case events.Dealt():
            opened = None if event.upcard is None or not shown else face(event.upcard)
            each = min([len(event.hands[seat]) for seat in event.seats])
            return news.Dealt(n, event.dealer, each, opened, extra=event.upcard is None)
        case events.DealEnded():
            return _ended(n, deal.turn.seat, event)
        case events.TurnBegan():
            raise AssertionError("a turn that begins is no entry of its own")
        case _:
            assert_never(event)


def _ended(n: int, seat: int, event: events.DealEnded) -> news.Entry:
    outcome = event.outcome
    if outcome.out is None:
        return news.Blocked(n, seat, outcome.why)
    return news.WentOut(n, outcome.out, outcome.rummy)


def _faces(cards: tuple[Card, ...]) -> tuple[Face, ...]:
    return tuple([face(card) for card in cards])


def _stands(meld: Meld, cards: tuple[Card, ...]) -> tuple[Face, ...]:
    """What each of *cards*, which lie in *meld*, stands for; empty without jokers."""
    if JOKER not in _faces(cards):
        return ()
    means = dict(zip(meld.cards, meld.stands, strict=True))
    return tuple([means[card] for card in cards])
