"""Random hands with twins and jokers, and random rules of what a meld is, for the tests."""

from __future__ import annotations

from rummy_protocol.cards import JOKER, Face
from rummy_protocol.choices import Ace
from rummy_server.game.melding.melds import JokerRules, MeldRules

__all__ = ["ROMME", "meld_rules", "rich_hand", "values_of"]

ROMME = MeldRules(ace=Ace.EITHER, packs=2)


def values_of(ace_points, joker_points=20):
    """Points in hand by face, the joker last."""
    return (*((ace_points, *range(2, 11), 10, 10, 10) * 4), joker_points)


def meld_rules(chance, ace):
    """Rules of one or two packs: a joker limit or none, sets of any suits or not."""
    packs = chance.choice((1, 2, 2))
    any_suits = packs == 2 and chance.random() < 0.4
    return MeldRules(
        ace=ace,
        packs=packs,
        any_suits=any_suits,
        set_max=chance.choice((3, 4, 5, 8)) if any_suits else chance.choice((3, 4, 4)),
        run_min=chance.choice((3, 3, 4)),
        jokers=JokerRules(
            per_meld=chance.choice((None, None, None, 0, 1, 2)),
            not_more=chance.random() < 0.3,
            neighbours=chance.random() < 0.7,
        ),
    )


def rich_hand(chance, rules, size, jokers):
    """A hand out of a part of the deck, where melds abound."""
    suits = chance.choice([(0, 1), (2,), (0, 1, 2, 3), (1, 2, 3)])
    ranks = range(13) if len(suits) < 3 or chance.randrange(2) else chance.sample(range(13), 5)
    part = [Face(s * 13 + r) for s in suits for r in ranks] * rules.packs
    return [*chance.sample(part, min(len(part), size - jokers)), *[JOKER] * jokers]
