"""Rule sets for the tests of the protocol: every switch, and thousands at random."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Any

from rummy_protocol.choices import Ace, LayOffGate, LayOffOn, MeldsPerTurn
from rummy_protocol.errors import Declined
from rummy_protocol.ruleset import DealChange, RuleSet, with_fields
from rummy_protocol.switches import SWITCHES
from rummy_server.game.variants import PRESETS

__all__ = ["BASES", "all_single", "changed", "drawn", "every_scoring", "values_of"]

_QUIET = RuleSet(lay_off=LayOffOn.NONE, melds_per_turn=MeldsPerTurn.ANY, packs=2, jokers=3)
_EXACT = [
    RuleSet(melds_per_turn=MeldsPerTurn.ANY, contract=contract, contract_exact=True)
    for contract in (("S3",), ("R3",), ("S3", "S3"), ("R3", "R3"))
]
_OPENINGS = [
    RuleSet(players_max=2, hand_sizes=(10,)),
    RuleSet(melds_per_turn=MeldsPerTurn.ANY, ace=Ace.HIGH, opening_points=40),
    RuleSet(
        melds_per_turn=MeldsPerTurn.ANY,
        opening_no_jokers=True,
        lay_off_gate=LayOffGate.AFTER_OPEN,
    ),
]
BASES = (RuleSet(), *PRESETS.values(), _QUIET)
_MORE = {
    "jokers": (5, 8),
    "opening_points": (1, 12, 66),
    "jokers_per_meld": (0, 3),
    "max_recycles": (3, 50),
    "max_turns_per_deal": (20, 999),
    "set_max": (5,),
    "ace_points": (10,),
    "joker_points": (0, 1),
    "out_bonus": (1,),
    "target": (10, 1000, None),
    "eliminate_at": (10,),
    "buy_ins": (5,),
    "unopened_points": (0,),
}
_TABLES = {
    "hand_sizes": lambda chance, count: tuple(chance.randrange(3, 14) for _ in range(count)),
    "packs_by_players": lambda chance, count: tuple(
        chance.randrange(1, 3) for _ in range(count)
    ),
    "jokers_by_players": lambda chance, count: tuple(
        chance.randrange(0, 7) for _ in range(count)
    ),
    "winner_bonus": lambda chance, count: chance.choice(
        [(), (10, 20, 50), (0, 0, 0), (1, 1, 1)]
    ),
    "contract": lambda chance, count: tuple(
        chance.choice(["S3", "R4", "R3", "S4"]) for _ in range(chance.randrange(4))
    ),
}


def values_of(switch) -> tuple[Any, ...]:
    """The choices of a switch, and for numbers some more."""
    return (*switch.choices, *_MORE.get(switch.name, ()))


def changed(base: RuleSet, **fields: Any) -> RuleSet | None:
    """*base* with any fields set; ``None`` if that is no rule set."""
    ends = ("target", "deals", "eliminate_at")
    if any(fields.get(end) is not None for end in ends):
        fields = dict.fromkeys(ends) | fields
    try:
        return with_fields(base, fields)
    except Declined:
        return None


def all_single() -> Iterator[RuleSet]:
    """Every game with one switch set to each of its values."""
    yield from _EXACT
    yield from _OPENINGS
    for base in BASES:
        for switch in SWITCHES:
            for value in values_of(switch):
                rules = changed(base, **{switch.name: value})
                if rules is not None:
                    yield rules


def every_scoring() -> Iterator[RuleSet]:
    """Every way to score a deal and to end a match, with every bonus."""
    named = {switch.name: switch.choices for switch in SWITCHES}
    fields = ("deal_scoring", "blocked_scoring", "going_rummy", "out_bonus", "reach")
    for values in product(*(named[field] for field in fields)):
        for end in ({"target": 100}, {"deals": 1}, {"deals": 4}, {"eliminate_at": 101}):
            rules = changed(RuleSet(), **dict(zip(fields, values, strict=True)), **end)
            if rules is not None:
                yield rules


def _one(chance: random.Random) -> RuleSet | None:
    base = chance.choice(BASES)
    picked = chance.sample(SWITCHES, chance.randrange(12))
    fields = {switch.name: chance.choice(values_of(switch)) for switch in picked}
    count = base.players_max - base.players_min + 1
    for name, table in _TABLES.items():
        if chance.random() < 0.1:
            fields[name] = table(chance, count)
    if chance.random() < 0.15:
        first = chance.randrange(1, 5)
        some = chance.sample(SWITCHES, 3)
        change = tuple((switch.name, chance.choice(switch.choices)) for switch in some)
        fields["deal_changes"] = (DealChange(first, first + chance.randrange(3), change),)
    return changed(base, **fields)


@lru_cache
def drawn(volume: int, seed: int = 1) -> tuple[RuleSet, ...]:
    """So many rule sets that can be played, some with other rules in some deals."""
    chance = random.Random(seed)
    found: list[RuleSet] = []
    while len(found) < volume:
        rules = _one(chance)
        if rules is not None:
            found.append(rules)
    return tuple(found)
