"""What is read aloud is what is judged: the sentences, taken at their word, tried on the game.

A reader who knows nothing but the text says which cards are a meld and what a deal brings; the
compiled rules have to agree.
"""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from rummy_protocol import text
from rummy_protocol.cards import faces
from rummy_protocol.stretches import stretches
from rummy_protocol.text import Part
from rummy_server.game.melding.readings import readings
from rummy_server.game.scoring import Tally
from rummy_server.game.variants import rules_for

VOLUME = 250


@pytest.fixture(scope="module")
def games(rule_sets):
    """What is read aloud of the first deal, and the rules of it for as many as can play."""
    found = []
    for ruleset in (*rule_sets.BASES, *rule_sets.every_scoring(), *rule_sets.drawn(VOLUME, 11)):
        first = stretches(ruleset)[0].rules
        told = [each for each in text.rules_text(ruleset) if each.part is not Part.CHANGES]
        words = "\n".join(each.text for each in told)
        found.append((words, rules_for(first, first.players_max)))
    return found


def is_meld(rules, cards):
    return bool(readings(rules.melds, faces(cards)))


# --- melds ------------------------------------------------------------------------------------


def test_runs_are_what_the_text_says(games):
    for words, rules in games:
        least = int(re.search(r"A run is (\d) or more", words)[1])
        low = "A 2 3 is one" in words or "A 2 3 and Q" in words or "A 2 3, Q" in words
        high = "Q K A is one" in words or "Q K A are" in words or "Q K A and K A 2" in words
        corner = "K A 2 are all runs" in words

        assert is_meld(rules, " ".join(["AC", "2C", "3C", "4C"][:least])) is low
        assert is_meld(rules, " ".join(["JC", "QC", "KC", "AC"][-least:])) is high
        assert is_meld(rules, " ".join(["KC", "AC", "2C", "3C"][:least])) is corner
        assert is_meld(rules, "5C 6C 7C") is (least == 3)
        assert is_meld(rules, "5C 6C 7C 8C")


def test_sets_are_what_the_text_says(games):
    for words, rules in games:
        found = re.search(
            r"A set is (?:3 (?:or|to) )?(\d) cards of one rank, in (any|di)", words
        )
        most, any_suits = int(found[1]), found[2] == "any"
        packs = len([card for card in rules.deck if card & 63 == 0])

        assert is_meld(rules, "7C 7D 7H")
        assert is_meld(rules, "7C 7D 7H 7S") is (most >= 4)
        assert is_meld(rules, "7C 7C 7D") is (any_suits and packs > 1)
        assert is_meld(rules, "7C 7C 7D 7D 7H") is (any_suits and packs > 1 and most >= 5)


def test_jokers_are_what_the_text_says(games):
    for words, rules in games:
        jokers = len([card for card in rules.deck if card & 63 == 52])
        if not jokers or "Jokers cannot be melded." in words:
            assert "joker may" not in words
            continue
        most = re.search(r"A meld may have (?:up to )?(\w+) joker", words)
        limit = {"any": 9, "one": 1}.get(most[1]) if most else None
        limit = int(most[1]) if most and limit is None else limit
        if "A meld may have any number of jokers" in words:
            limit = 9
        more = "more jokers than natural cards" not in words
        beside = "may not lie side by side" not in words

        assert is_meld(rules, "7C 7D JK")
        assert is_meld(rules, "7C JK JK") is (limit >= 2 and more)
        assert is_meld(rules, "7C JK 9C TC JK QC") is (limit >= 2)
        assert is_meld(rules, "7C 8C JK JK JC QC") is (limit >= 2 and beside)
        assert not is_meld(rules, "JK JK JK")


# --- what cards and deals count ---------------------------------------------------------------


def test_cards_count_what_the_text_says(games):
    for words, rules in games:
        ace = int(re.search(r"an ace counts (\d+), king", words)[1])
        joker = re.search(r"a joker counts (\d+)\.", words)
        seven = 5 if "and other cards 5." in words else 7
        ac, kc, tc, c7 = faces("AC KC TC 7C")

        counted = [rules.values[face] for face in (ac, kc, tc, c7)]
        assert counted == [ace, 10, 10, seven]
        assert joker is None or rules.values[52] == int(joker[1])


def number(pattern, words):
    found = re.search(pattern, words)
    return int(found[1]) if found else 0


def brought(words, rummy, alone):
    """What a deal brings in which the first of three goes out, and the others hold 10 and 7.

    The three have laid cards for 30, 5 and 0.
    """
    doubled = rummy and "double" in words.replace("not doubled", "")
    factor = 2 if doubled else 1
    more = 10 if rummy and " 10 more." in words else 0
    if "each of the others is charged what he holds" in words:
        off = number(r"out has (\d+) penalty points taken off\.", words)
        let = re.search(r"has (\d+) penalty points taken off; (\d+), if.* and (\d+), if", words)
        if let:
            off += int(let[3 if rummy and alone else 2 if rummy else 1])
        return [-off, 10 * factor + more, 7 * factor + more]
    if "each of the others pays him what he holds" in words:
        bonus = number(r"others pays (\d+) more to whoever", words)
        paid = [10 * factor + more + bonus, 7 * factor + more + bonus]
        return [sum(paid), -paid[0], -paid[1]]
    bonus = number(r"Whoever goes out scores (\d+) more\.", words)
    if "Whoever goes out scores what all others hold" in words:
        return [17 * factor + more + bonus, 0, 0]
    assert "Everybody scores the cards that he laid" in words
    return [30 * factor + more + bonus, 5 - 10, 0 - 7]


@pytest.mark.parametrize(("rummy", "alone"), [(False, False), (True, False), (True, True)])
def test_going_out_brings_what_the_text_says(games, rummy, alone):
    told = Tally((0, 1, 2), (0, 10, 7), (30, 5, 0), 0, rummy, alone)
    for words, rules in games:
        assert list(rules.scoring.out(told)) == brought(words, rummy, alone), words


def blocked(words):
    """What a deal brings in which nobody goes out: hands of 6, 10 and 6."""
    half = Fraction(1, 2)
    if "the lowest hand scores the differences" in words:
        return [4 * half, 0, 4 * half]
    if "the others pay the lowest hand the differences" in words:
        return [4 * half, -4, 4 * half]
    if "the lowest hand scores what the others hold" in words:
        return [10 * half, 0, 10 * half]
    if "everybody is charged what he holds" in words:
        return [6, 10, 6]
    if "everybody loses what he holds" in words:
        return [-6, -10, -6]
    if "the deal counts for nobody" in words:
        return [0, 0, 0]
    assert "the deal counts in the same way, with nothing added" in words
    return [30 - 6, 5 - 10, 0 - 6]


def test_a_blocked_deal_brings_what_the_text_says(games):
    told = Tally((0, 1, 2), (6, 10, 6), (30, 5, 0), None, False, False)
    for words, rules in games:
        assert list(rules.scoring.blocked(told)) == blocked(words), words


def test_a_match_ends_when_the_text_says(games):
    for words, rules in games:
        ending = rules.ending
        limit = number(r"(\d+) (?:penalty )?points", words.partition("The match")[2] or words)
        if ending.deals is not None:
            assert f"is {ending.deals} deals" in words or "is one deal" in words
            continue
        reached = ending.target if ending.target is not None else ending.eliminate_at
        above = f"more than {reached} " in words
        assert ending.reached(Fraction(reached), reached) is not above
        assert ending.lowest_wins is ("fewest" in words)
        assert limit or reached
