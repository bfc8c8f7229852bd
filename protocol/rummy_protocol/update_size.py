"""How long an `Update` is, whoever receives it: decided by what everybody sees.

Every table has one length for all its `Update`s, a power of two that follows from the rule
set and the number of seats. Room is kept in it for the private part, and how much follows
from what lies open: how many cards the largest hand has, how many melds and discards there
are. So a frame never grows for what is in a hand. Where the open part needs more, with long
names, many onlookers or a table full of melds, the length is doubled for all alike.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from .choices import DiscardDraw
from .limits import TO_CLIENT
from .ruleset import RuleSet
from .views import DealView

__all__ = ["LEAST", "base_size", "open_room", "private_room", "size_for"]

LEAST: Final = 1_024
"""No `Update` is shorter."""

_MELDS_TOLD: Final = 16
"""As many as `You.can_meld` may have."""
_LONGEST_MELD: Final = 14

_FIXED: Final = 195
"""What the private part takes up with nothing in its lists: keys, numbers and words."""
_OPENING: Final = 77
"""An opening with its contract, in games where there is something to open with."""
_ORDER: Final = 9
"""The key of the owner's order, and the head of its groups."""
_OPEN, _SEAT, _CARD = 364, 80, 4
"""What the open part comes to in games by chance with names of eight letters, its score sheet
included: to begin with, for each seat, and for each card of the game."""

_HEADS, _HAND = 16, 96
"""What all hands together, and each of them, take up without a card."""

_AROUND: Final = 64
"""More than what stands around the parts: keys, the sequence number, the padding's key."""

_pack: Final = msgspec.msgpack.Encoder().encode


class _Game(msgspec.Struct, frozen=True, cache_hash=True):
    """What the length of a view depends on in a rule set, of all its deals."""

    hand: int
    jokers: int
    cards: int
    deep: bool
    """Whether more than the top discard can be taken."""
    opens: bool
    """Whether first melds have to fulfil something."""
    rules: int
    """Bytes of the rule set itself."""


@lru_cache(maxsize=1024)
def _game(rules: RuleSet) -> _Game:
    deals = [rules, *(rules.for_deal(change.first) for change in rules.deal_changes)]
    packs = max(max(deal.packs, *deal.packs_by_players, 1) for deal in deals)
    jokers = max(max(deal.jokers, *deal.jokers_by_players, 0) for deal in deals)
    return _Game(
        hand=max(max(deal.hand_sizes) for deal in deals),
        jokers=jokers,
        cards=52 * packs + jokers,
        deep=any(deal.discard_draw is not DiscardDraw.TOP for deal in deals),
        opens=any(deal.opens for deal in deals),
        rules=len(_pack(rules)),
    )


@lru_cache(maxsize=1024)
def base_size(rules: RuleSet, seats: int) -> int:
    """The length of the `Update`s of a table, as long as nothing open outgrows it."""
    game = _game(rules)
    public = _OPEN + game.rules + _SEAT * seats + _CARD * game.cards
    return size_for(LEAST, public, _room(game, game.hand + 1, 6, 2, 8, 1))


def private_room(rules: RuleSet, deal: DealView | None) -> int:
    """The most bytes that the private part of a view can take up beside *deal*."""
    if deal is None:
        return 0
    game = _game(rules)
    hand, discards = max(deal.hands, default=0), min(deal.discards, game.cards)
    with_jokers = sum([1 for meld in deal.melds if meld.stands])
    id_bytes = 1 if max([meld.id for meld in deal.melds], default=0) < 128 else 3
    return _room(game, min(hand, game.cards), len(deal.melds), with_jokers, discards, id_bytes)


@lru_cache(maxsize=4096)
def _room(game: _Game, hand: int, melds: int, jokers: int, discards: int, id_bytes: int) -> int:
    """Every list of `You` at its longest, for a hand of *hand* cards."""
    # The hand, and once more in the best split, which has a head for every three cards, and
    # in what the turn owes; and in its owner's order, where every card may be a group.
    held = 3 * hand + hand // 3 + 2 * hand + _ORDER
    fits = hand * (16 + melds * id_bytes)
    swaps = hand * (16 + jokers * id_bytes) if jokers else 0
    wild = 8 + game.jokers if game.jokers else 0
    lays = (8 + min(hand, _LONGEST_MELD) + wild) * _MELDS_TOLD if hand >= 3 else 0
    takes = 15 * (discards if game.deep else 1)
    return _FIXED + _OPENING * game.opens + held + fits + swaps + lays + takes


def open_room(deal: DealView | None) -> int:
    """The most bytes that all hands of *deal* take up, where they are open to spectators."""
    hands = () if deal is None else deal.hands
    return _HEADS + sum([_HAND + 3 * cards + cards // 3 for cards in hands])


def size_for(base: int, public: int, room: int) -> int:
    """*base*, doubled until *public* bytes and *room* for a private part go into it."""
    size = base
    while size < public + room + _AROUND and size < TO_CLIENT.frame:
        size *= 2
    return size
