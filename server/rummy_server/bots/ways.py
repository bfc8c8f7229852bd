"""Ways to go through a turn where there are jokers, twins, openings or duties.

Not all of them: at each step the most promising few are followed, and the number of steps
is bounded. Every way that is found ends in a lawful discard, so each of its plays is lawful.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from rummy_protocol.actions import Action, Discard, LayMeld, LayOff
from rummy_protocol.cards import JOKER, Face

from ..game.melding.holdings import faces_of, holding_of, less, size_of
from ..game.melding.layings import used
from ..game.melding.melds import masks_in
from ..game.melding.opening import opening_points
from ..game.solving.arrange import best_opening
from ..game.turn.search import discards, plays, way_out, way_to_end
from ..game.turn.standing import Standing
from .eyes import Eyes
from .finish import might_go_out
from .partial import Prospect, completions
from .worth import assignment, cost, laid_out

__all__ = ["Way", "best_way", "first_out", "first_to_end", "may_finish"]

_Step: TypeAlias = tuple[Action, Standing]

BEAM: Final = 3
"""Positions that are followed at each step."""
STEPS: Final = 7
"""Plays of one turn that are looked ahead."""
TRIED: Final = 9
"""Plays of one position that are looked at."""
THROWN: Final = 6
"""Discards of one position that are looked at."""
GO_OUT_FROM: Final = 16
"""Cards in a hand for which the exact search of a way out is asked."""


class Way(msgspec.Struct, frozen=True):
    """A way to end the turn."""

    first: Action
    """What to begin with."""
    cost: float
    left: Standing
    """How the seat is left by it."""


def first_out(eyes: Eyes, standing: Standing) -> Action | None:
    """The first play of a turn that empties the hand, if one is found."""
    if standing.early or not may_finish(eyes, standing):
        return None
    found = way_out(eyes.sight.rules, standing)
    return found[0] if found else None


def first_to_end(eyes: Eyes, standing: Standing) -> Action | None:
    """What begins some lawful end of the turn."""
    found = way_to_end(eyes.sight.rules, standing)
    return found[0] if found else None


def may_finish(eyes: Eyes, standing: Standing) -> bool:
    """Whether it is worth asking for a way out; in a very large hand it never is."""
    if size_of(standing.hand) > GO_OUT_FROM:
        return False
    rules = eyes.sight.rules
    waived = standing.opened or rules.ruleset.opening_waived_for_out
    if rules.ruleset.contract and not waived and assignment(eyes, standing).lacks:
        return False
    return might_go_out(rules, standing)


# --- the search --------------------------------------------------------------------------


def best_way(eyes: Eyes, standing: Standing, steps: int = STEPS) -> Way | None:
    """The cheapest way that was found; ``None`` where none was."""
    best: Way | None = None
    seen = {_key(standing)}
    ahead: list[tuple[Standing, Action | None]] = [(standing, None)]
    for _ in range(steps + 1):
        for position, first in ahead:
            best = _cheaper(best, _ended(eyes, position, first))
        found: list[tuple[float, Standing, Action]] = []
        for position, first in ahead:
            for play, after in _likely(eyes, position):
                key = _key(after)
                if key not in seen:
                    seen.add(key)
                    found.append((_promise(eyes, after), after, first or play))
        found.sort(key=lambda one: one[0])
        ahead = [(after, first) for _, after, first in found[:BEAM]]
        if not ahead:
            break
    return best


def _key(standing: Standing) -> tuple[object, ...]:
    return standing.hand, tuple([lying.laying for lying in standing.melds]), standing.owed


def _cheaper(one: Way | None, other: Way | None) -> Way | None:
    if one is None or other is None:
        return one or other
    return other if other.cost < one.cost else one


def _promise(eyes: Eyes, standing: Standing) -> float:
    """What a position in the middle of a turn is worth."""
    if not standing.hand:
        return -1000.0
    return cost(eyes, standing, None, laid_out(eyes, standing))


def _ended(eyes: Eyes, standing: Standing, first: Action | None) -> Way | None:
    """The best discard from here."""
    if not standing.hand:
        return None
    lawful = discards(eyes.sight.rules, standing)
    if not lawful:
        return None
    found = laid_out(eyes, standing)
    best: Way | None = None
    useful = _for_contract(eyes, standing)
    for card in _throwable(eyes, faces_of(lawful), found, useful):
        left = replace(standing, hand=less(standing.hand, holding_of((card,))))
        after = _without(eyes, left, found, card)
        way = Way(first or Discard(card), cost(eyes, left, card, after), left)
        best = _cheaper(best, way)
    return best


def _without(eyes: Eyes, left: Standing, found: Prospect, card: Face) -> Prospect:
    """How the hand is laid out without *card*; where that was loose nothing else changes."""
    if card not in found.loose:
        return laid_out(eyes, left)
    place = found.loose.index(card)
    return Prospect(found.melds, found.loose[:place] + found.loose[place + 1 :])


def _for_contract(eyes: Eyes, standing: Standing) -> Counter[Face] | None:
    """Cards that go into the contract, where one is still to be fulfilled."""
    if standing.opened or not eyes.sight.rules.ruleset.contract:
        return None
    parts = assignment(eyes, standing).parts
    return Counter(face for part in parts for face in faces_of(part.cards))


def _throwable(
    eyes: Eyes, lawful: Sequence[Face], found: Prospect, useful: Counter[Face] | None
) -> list[Face]:
    """Discards that are worth a look, the most useless first."""
    cards = list(dict.fromkeys(face for face in lawful if face != JOKER))
    if useful is not None:
        held = Counter(lawful)
        cards = [card for card in cards if held[card] > useful[card]] or cards
        return cards or [JOKER]
    if not cards:
        return [JOKER]
    values, table = eyes.sight.rules.values, completions(eyes.sight.rules.melds)
    loose = set(found.loose)

    def rank(card: Face) -> tuple[bool, bool, int]:
        paired = any((min(card, o), max(card, o)) in table for o in loose if o != card)
        return card not in loose, paired, -values[card]

    cards.sort(key=rank)
    some = [card for card in cards if card in loose]
    return some[:THROWN] or cards[: THROWN // 2]


# --- plays -------------------------------------------------------------------------------


def _likely(eyes: Eyes, standing: Standing) -> list[_Step]:
    """The plays that are worth a look."""
    wanted = _wanted(eyes, standing)
    if wanted is None:
        return []
    found: dict[tuple[object, ...], _Step] = {}
    for play, after in plays(eyes.sight.rules, standing):
        match play:
            case LayMeld(cards):
                if holding_of(cards) not in wanted:
                    continue
                key: tuple[object, ...] = ("meld", holding_of(cards))
            case LayOff(meld, cards):
                key = ("off", meld, cards)
            case _:
                key = ("swap", play)
        if key not in found or _dearer(after, found[key][1]):
            found[key] = play, after
    return sorted(found.values(), key=lambda step: size_of(step[1].hand))[: TRIED * 2]


def _dearer(one: Standing, other: Standing) -> bool:
    """Whether the jokers of the last meld stand for more in *one*."""
    if not one.fresh_melds or not other.fresh_melds:
        return False
    return opening_points(one.fresh_melds[-1]) > opening_points(other.fresh_melds[-1])


def _wanted(eyes: Eyes, standing: Standing) -> set[int] | None:
    """The melds that are worth laying; ``None`` where nothing shall be played at all."""
    ruleset = eyes.sight.rules.ruleset
    if standing.opened or not ruleset.opens:
        return set(_melds(eyes, standing))
    if ruleset.all_at_once:
        return None if not standing.beyond else set(_melds(eyes, standing))
    if ruleset.contract:
        return _of_contract(eyes, standing)
    return _of_opening(eyes, standing)


def _melds(eyes: Eyes, standing: Standing) -> Iterator[int]:
    """The melds in which the hand is best laid out, and those with a card that must go."""
    for meld in laid_out(eyes, standing).melds:
        yield holding_of(meld)
    if standing.must is not None:
        for mask in masks_in(eyes.sight.rules.melds, standing.hand & (1 << 64) - 1):
            if mask >> standing.must & 1:
                yield mask


def _of_opening(eyes: Eyes, standing: Standing) -> set[int] | None:
    """The melds of an opening, if there is one."""
    rules = eyes.sight.rules
    need = rules.ruleset.opening_points or 0
    laid = sum([opening_points(laying) for laying in standing.fresh_melds])
    best, melds = best_opening(
        rules.melds, faces_of(standing.hand), no_jokers=rules.ruleset.opening_no_jokers
    )
    if laid + best < need and not standing.fresh_melds:
        return None
    wanted = {used(laying) for laying in melds} | set(_melds(eyes, standing))
    if rules.ruleset.opening_pure_run or standing.must is not None:
        wanted |= set(masks_in(rules.melds, standing.hand & (1 << 64) - 1))
    return wanted


def _of_contract(eyes: Eyes, standing: Standing) -> set[int] | None:
    """The melds that fulfil the contract, if the hand has them all."""
    found = assignment(eyes, standing)
    if found.lacks:
        return None
    return {part.cards + (part.lacks << 128) for part in found.parts}
