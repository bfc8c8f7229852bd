"""Whether a turn can still be finished, held against playing on in every order."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from rummy_protocol.cards import Face, faces, names
from rummy_protocol.choices import Ace
from rummy_server.game.melds import MeldRules, arranged, extended, possible
from rummy_server.game.search import WayOut, can_finish, way_out

LOW = MeldRules()


def asked(table, hand, locked=None, **changes):
    """`can_finish` and `way_out` of a position in notation; they must agree."""
    said = {"new_melds": 1, "lay_off": True, "last_discard": "optional"} | changes
    lies = [faces(meld) for meld in table.split("/")] if table else []
    said["locked"] = faces(locked)[0] if locked else None
    found = way_out(LOW, lies, faces(hand), **said)
    assert can_finish(LOW, lies, faces(hand), **said) == (found is not None)
    return found


@pytest.mark.parametrize(
    ("table", "hand", "changes", "finishes"),
    [
        # B-9: after 5C only 4C and the locked KD are left.
        ("5C 6C 7C 8C", "4C KD", {"locked": "KD"}, False),
        ("5C 6C 7C 8C", "4C KD", {}, True),
        ("5C 6C 7C 8C", "4C 9C", {"locked": "9C"}, True),
        ("5C 6C 7C 8C", "4C 9C", {"locked": "9C", "last_discard": "required"}, True),
        ("5C 6C 7C 8C", "9C", {"locked": "9C", "last_discard": "required"}, False),
        # B-11.
        ("", "7D 7H 7S", {}, True),
        ("", "7D 7H 7S", {"last_discard": "required"}, False),
        ("", "7C 7D 7H 7S", {"last_discard": "required"}, True),
        # C24: several melds, where the limit is waived.
        ("", "7C 7D 7H 2S 3S 4S KD", {}, False),
        ("", "7C 7D 7H 2S 3S 4S KD", {"new_melds": 2}, True),
        ("", "7C 7D 7H 2S 3S 4S KD", {"new_melds": None}, True),
        ("", "7C 7D 7H 2S 3S 4S KD QD", {"new_melds": None}, False),
        # a chain of lay-offs; a gap breaks it.
        ("5H 6H 7H", "2H 3H 4H 8H KS", {"new_melds": 0}, True),
        ("5H 6H 7H", "2H 3H 8H KS", {"new_melds": 0}, False),
        # E22: a gap between two runs may be filled from both sides.
        ("3C 4C 5C/9C TC JC", "6C 7C 8C", {"new_melds": 0}, True),
        ("3C 4C 5C/9C TC JC", "6C 7C 8C KD", {"new_melds": 0}, True),
        # R31, R52: where one may not lay off, or only after a meld of one's own.
        ("5H 6H 7H", "8H KS", {"lay_off": False}, False),
        ("5H 6H 7H", "8H KS", {"lay_off": ()}, False),
        ("5H 6H 7H/2C 3C 4C", "5C KS", {"lay_off": (0,)}, False),
        ("5H 6H 7H/2C 3C 4C", "5C KS", {"lay_off": (1,)}, True),
        ("5H 6H 7H", "8H KC KD KS", {"lay_off": (), "opens": (0,)}, True),
        ("5H 6H 7H", "8H KS", {"lay_off": (), "opens": (0,)}, False),
        ("5H 6H 7H", "8H KC KD KS 2D", {"lay_off": (), "opens": (0,)}, True),
        ("", "", {}, True),
        ("", "", {"last_discard": "required"}, False),
        ("", "KD", {}, True),
        ("", "KD", {"locked": "KD"}, False),
    ],
)
@pytest.mark.rule("C24", "E12", "R35", "R52", "R56")
def test_a_turn_can_be_finished_or_not(table, hand, changes, finishes):
    assert (asked(table, hand, **changes) is not None) == finishes


def test_a_way_out_is_told_play_by_play():
    found = asked("5H 6H 7H", "4H KC KD KS 2D", lay_off=(), opens=(0,))

    assert found == WayOut((faces("KC KD KS"),), ((0, faces("4H")),), faces("2D")[0])


def test_a_hand_of_thirty_cards_is_searched_too():
    hand = [Face(n) for n in range(52) if n % 13 < 8][:30]

    assert can_finish(
        LOW, [], hand, new_melds=None, lay_off=True, last_discard="optional", locked=None
    )


@pytest.mark.parametrize("ace", Ace)
def test_brute_force_finds_no_other_answer(ace, oracle, volume):
    chance = random.Random(f"turns {ace}")
    rules = MeldRules(ace=ace)
    answers: Counter[bool] = Counter()
    for number in range(volume(250, 3_000)):
        table, hand = _position(chance, rules, 1 + number % 6)
        places = list(range(len(table)))
        now = frozenset(place for place in places if chance.randrange(3))
        forbidden = chance.randrange(6) == 0
        later = frozenset(places) - now if chance.randrange(2) else frozenset()
        new_melds, required = chance.choice([0, 1, 2]), chance.randrange(3) == 0
        locked = chance.choice([None, *hand])

        found = way_out(
            rules,
            table,
            hand,
            new_melds=new_melds,
            lay_off=False if forbidden else now,
            opens=() if forbidden else later,
            last_discard="required" if required else "optional",
            locked=locked,
        )

        truth = oracle.can_finish(
            ace,
            table,
            hand,
            new_melds=new_melds,
            now=None if forbidden else now,
            later=later,
            required=required,
            locked=locked,
        )
        assert (found is not None) == truth, (table, names(hand), locked, new_melds, required)
        answers[truth] += 1
        if found is not None:
            _walk(rules, table, hand, found)
    assert min(answers.values()) > sum(answers.values()) // 10


def _walk(rules, table, hand, found):
    """The plays of a way out are plays, and together they are the hand."""
    left = list(hand)
    for meld in found.melds:
        assert arranged(rules, meld) == meld
        left = [card for card in left if card not in meld]
    for place, more in found.lay_offs:
        assert extended(rules, table[place], more)
        left = [card for card in left if card not in more]
    assert left == ([] if found.discard is None else [found.discard])


def _position(chance, rules, size):
    """Up to three melds on the table and a hand that is close to them."""
    suits = chance.choice([(0,), (0, 1), (0, 1, 2, 3)])
    ranks = range(13) if len(suits) < 3 else chance.sample(range(13), 6)
    deck = [Face(s * 13 + r) for s in suits for r in ranks]
    table, left = [], deck
    for _ in range(chance.randrange(4)):
        melds = [meld for meld in possible(rules, left) if len(meld) <= 4]
        if melds and len(left) - 4 >= size:
            table.append(chance.choice(melds))
            left = [card for card in left if card not in table[-1]]
    return table, chance.sample(left, size)
