"""What a player means by the cards he names: which meld, and what its jokers stand for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from rummy_protocol.cards import JOKER, Face, names, rank
from rummy_protocol.errors import Code, RuleViolation

from ..melding.holdings import faces_of, holding_of, less, plus
from ..melding.layings import used
from ..melding.loose import is_loose, settled
from ..melding.melds import JokerRules, MeldRules, arranged, extended
from ..melding.readings import Reading, laying_of, reading_of, readings, readings_grown
from ..rules import Rules
from ..state import FACE_BITS, Meld

__all__ = ["meant", "meant_grown", "reading_of_meld"]


def reading_of_meld(meld: Meld) -> Reading:
    """A meld on the table as a reading of its cards."""
    return Reading(meld.stands, tuple([card & FACE_BITS == JOKER for card in meld.cards]))


def meant(rules: Rules, cards: tuple[Face, ...], stands: tuple[Face, ...]) -> Reading:
    """The new meld that these cards are.

    Raises:
        RuleViolation: they are none, or could be several.
    """
    melds = rules.melds
    if JOKER not in cards and not melds.any_suits and not stands:
        lying = arranged(melds, cards)
        if lying is not None:
            return Reading(lying, (False,) * len(lying))
    found = _said(readings(melds, cards), 0, stands)
    if not found:
        if JOKER in cards and _said(readings(_unlimited(melds), cards), 0, stands):
            raise RuleViolation(Code.JOKER_LIMIT, "R70", cards=names(cards))
        raise RuleViolation(Code.NOT_A_MELD, _no_meld(cards), cards=names(cards))
    if all(is_loose(rules.bounds.loose, laying_of(each)) for each in found):
        return found[0]
    return _chosen(found, 0)


def _no_meld(cards: tuple[Face, ...]) -> str:
    """The rule that cards break that are no meld: that of sets, or of runs."""
    ranks = {rank(card) for card in cards if card != JOKER}
    return "R18" if len(ranks) == 1 else "R17"


def meant_grown(
    rules: Rules, meld: Meld, cards: tuple[Face, ...], stands: tuple[Face, ...]
) -> Reading:
    """The meld that *meld* is with these cards added.

    Raises:
        RuleViolation: they do not fit, or a joker among them could be several cards.
    """
    melds, lying = rules.melds, reading_of_meld(meld)
    if JOKER not in cards and True not in lying.wild and not melds.any_suits and not stands:
        grown = extended(melds, meld.stands, cards)
        if grown is not None:
            return Reading(grown, (False,) * len(grown))
    before = laying_of(lying)
    if is_loose(rules.bounds.loose, before):
        return _meant_loose(rules, meld, cards)
    found = _said(readings_grown(melds, lying, cards), before.wild, stands)
    if not found:
        raise _no_fit(melds, lying, cards, stands, meld.id)
    return _chosen(found, before.wild)


def _meant_loose(rules: Rules, meld: Meld, cards: tuple[Face, ...]) -> Reading:
    """The same for a set whose jokers are bound to no suit, so that nothing is unclear."""
    lying = reading_of_meld(meld)
    before, size = laying_of(lying), len(meld.cards) + len(cards)
    after = None
    if cards:
        after = settled(rules.melds, before, plus(used(before), holding_of(cards)))
    reading = None if after is None else reading_of(rules.melds, after)
    if reading is None or len(reading.lying) != size:
        raise _no_fit(rules.melds, lying, cards, (), meld.id)
    return reading


def _no_fit(
    melds: MeldRules,
    lying: Reading,
    cards: tuple[Face, ...],
    stands: tuple[Face, ...],
    meld: int,
) -> RuleViolation:
    told, wild = names(cards), laying_of(lying).wild
    free = readings_grown(_unlimited(melds), lying, cards) if JOKER in cards else ()
    if _said(free, wild, stands):
        return RuleViolation(Code.JOKER_LIMIT, "R70", cards=told, meld=meld)
    return RuleViolation(Code.DOES_NOT_FIT, "R19", cards=told, meld=meld)


def _unlimited(melds: MeldRules) -> MeldRules:
    return replace(melds, jokers=JokerRules())


def _jokers(reading: Reading, before: int) -> tuple[Face, ...]:
    """What its jokers stand for, but for those that lay there *before*."""
    return faces_of(less(laying_of(reading).wild, before))


def _said(
    found: Iterable[Reading], before: int, stands: tuple[Face, ...]
) -> tuple[Reading, ...]:
    """Those of the readings in which the jokers are what they are said to be, if it is said."""
    if not stands:
        return tuple(found)
    wanted = tuple(sorted(stands))
    return tuple([each for each in found if _jokers(each, before) == wanted])


def _chosen(found: Sequence[Reading], before: int) -> Reading:
    """The one reading that there is.

    Raises:
        RuleViolation: there are several; nothing is guessed from the order of the cards.
    """
    if len(found) == 1:
        return found[0]
    choices = "|".join(dict.fromkeys([names(_jokers(each, before)) for each in found]))
    raise RuleViolation(Code.JOKER_UNCLEAR, "E49", choices=choices)
