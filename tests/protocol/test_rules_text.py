"""The rules as they are read aloud: whole, in force, and never false."""

from __future__ import annotations

import os
import re
from collections import Counter
from itertools import combinations

import pytest
from msgspec.structs import replace

from rummy_protocol import text
from rummy_protocol.ruleset import DealChange, RuleSet
from rummy_protocol.silent import in_force, silent
from rummy_protocol.stretches import stretches
from rummy_protocol.switches import SWITCHES, changed
from rummy_protocol.text import ENGLISH, Part, rulebook

VOLUME = 5000 if os.environ.get("PROOF") == "full" else 400


def told(rules):
    return "\n".join(f"{each.number} {each.text}" for each in text.rules_text(rules))


def first_deal(rules):
    return " ".join(
        each.text for each in text.rules_text(rules) if each.part is not Part.CHANGES
    )


# --- whole ----------------------------------------------------------------------------------


def test_the_plain_game_is_read_from_beginning_to_end():
    sentences = text.rules_text(RuleSet())

    assert [each.number for each in sentences] == list(range(1, len(sentences) + 1))
    assert sentences[0].text == "This is a game for 2 to 6 players, each for himself."
    assert sentences[3].text == (
        "Each player is dealt, one at a time, 10 cards if 2 play, 7 cards if 3 or 4 play and 6 "
        "cards if 5 or 6 play."
    )
    assert sentences[-1].text == "If the best are level, another deal is played."
    assert text.ruleset_lines(RuleSet())[0] == (
        "1. This is a game for 2 to 6 players, each for himself. (R01 E45)"
    )


def test_parts_come_in_their_order_and_have_titles(presets):
    for rules in presets.values():
        parts = [each.part for each in text.rules_text(rules)]

        assert parts == sorted(parts, key=list(Part).index)
    assert [text.part_title(part) for part in Part][:2] == ["Players and cards", "The deal"]


def test_each_topic_is_spoken_of_once(rule_sets):
    for rules in rule_sets.drawn(VOLUME // 4):
        for stretch in stretches(rules):
            clauses = [
                clause.topic
                for chapter in rulebook._CHAPTERS
                for clause in chapter(stretch.rules, ENGLISH)
            ]
            assert not [topic for topic, count in Counter(clauses).items() if count > 1]


def test_every_sentence_that_there_is_can_be_read_somewhere(rule_sets):
    """A template that no rule set uses says something of no game."""
    used = set()

    class Noting(dict):
        def __getitem__(self, key):
            used.add(key)
            return super().__getitem__(key)

    noting = replace(ENGLISH, rules=Noting(ENGLISH.rules))
    for rules in (
        *rule_sets.all_single(),
        *rule_sets.every_scoring(),
        *rule_sets.drawn(VOLUME),
    ):
        text.rules_text(rules, noting)
        text.brief(rules, noting)
    text.contract(("S3", "R4", "S3", "R4"), noting)
    text.contract(("S3", "R4"), noting)

    assert set(ENGLISH.rules) - used == set()


# --- what a rule set is called decides nothing, and everything else does ---------------------


def test_the_name_of_a_game_is_not_in_its_rules(presets):
    for rules in presets.values():
        assert told(rules) == told(replace(rules, preset="other"))


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.name)
def test_two_games_that_differ_in_one_switch_read_differently(switch, rule_sets):
    """Unless the switch is silent, or both values come to the same."""
    compared = 0
    for base in rule_sets.BASES:
        values = rule_sets.values_of(switch)
        games = [rule_sets.changed(base, **{switch.name: value}) for value in values]
        for one, other in combinations([game for game in games if game is not None], 2):
            alike = in_force(switch.name, one) == in_force(switch.name, other)
            covered = any(switch.name in each.changes for each in stretches(one)[:1])
            if not alike and not covered:
                idle = silent(switch.name, one) and silent(switch.name, other)
                assert (told(one) == told(other)) is idle, (base.preset, one, other)
                compared += 1
    assert compared


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.name)
def test_what_a_switch_comes_to_is_the_same_text(switch, rule_sets):
    for base in (*rule_sets.BASES, *rule_sets.drawn(8)):
        values = rule_sets.values_of(switch)
        games = [rule_sets.changed(base, **{switch.name: value}) for value in values]
        for one, other in combinations([game for game in games if game is not None], 2):
            alike = [
                in_force(switch.name, a.rules) == in_force(switch.name, b.rules)
                or (silent(switch.name, a.rules) and silent(switch.name, b.rules))
                for a, b in zip(stretches(one), stretches(other), strict=False)
            ]
            if all(alike) and len(stretches(one)) == len(stretches(other)):
                assert told(one) == told(other), (switch.name, one, other)


OTHERS = {
    "players_max": ({"players_max": 5, "hand_sizes": (10, 7, 7, 6)}, {"players_max": 6}),
    "hand_sizes": ({"hand_sizes": (7, 7, 7, 7, 6)}, {"hand_sizes": (7, 7, 7, 6, 6)}),
    "packs_by_players": ({"packs_by_players": (1, 1, 2, 2, 2)}, {"packs_by_players": (2,) * 5}),
    "jokers_by_players": ({"jokers_by_players": (0, 1, 2, 2, 2)}, {"jokers": 2}),
    "contract": (
        {"contract": ("S3",), "melds_per_turn": "any"},
        {"contract": ("R3",), "melds_per_turn": "any"},
        {"contract": ("S4",), "melds_per_turn": "any"},
        {"contract": ("S3", "S3"), "melds_per_turn": "any"},
        {"contract": ("S3",), "melds_per_turn": "any", "contract_exact": True},
    ),
    "winner_bonus": (
        {"deal_scoring": "penalties", "winner_bonus": (10, 20, 50)},
        {"deal_scoring": "penalties", "winner_bonus": (10, 20, 40)},
        {"deal_scoring": "penalties"},
    ),
    "deal_changes": (
        {"deal_changes": (DealChange(2, 3, (("ace", "high"),)),)},
        {"deal_changes": (DealChange(2, 4, (("ace", "high"),)),)},
        {"deal_changes": (DealChange(2, 3, (("ace", "either"),)),)},
        {},
    ),
}


@pytest.mark.parametrize("field", OTHERS)
def test_fields_that_are_no_switches_are_read_too(field, rule_sets):
    games = [rule_sets.changed(RuleSet(), **fields) for fields in OTHERS[field]]

    assert len({told(game) for game in games}) == len(games)


def test_every_field_is_a_switch_or_among_these():
    fields = set(RuleSet.__struct_fields__)

    assert fields - {switch.name for switch in SWITCHES} == {
        "preset", "players_min", "players_max", "hand_sizes", "packs_by_players",
        "jokers_by_players", "contract", "winner_bonus", "deal_changes",
    }  # fmt: skip


def test_a_game_in_one_line_tells_the_presets_apart(presets, rule_sets):
    lines = [text.brief(rules) for rules in presets.values()]

    assert len(set(lines)) == len(lines)
    assert max(map(len, lines)) < 68
    for rules in rule_sets.drawn(VOLUME, seed=3):
        assert re.fullmatch(r"\d[^?{}]*[a-z0-9]", text.brief(rules))


# --- only what is in force ------------------------------------------------------------------


def test_no_line_is_false_for_any_rule_set(rule_sets):
    for rules in rule_sets.drawn(VOLUME, seed=7):
        for each in text.rules_text(rules):
            assert re.fullmatch(r"[A-Z][^?{}]*\.", each.text), each.text
            assert len(each.text) < (240 if each.number > 4 else 360)
            assert each.rules
            assert all(re.fullmatch(r"[RECG]\d\d?", rule) for rule in each.rules)
        for check in CHECKS:
            check(stretches(rules)[0].rules, first_deal(rules))
        sentences = [each.text for each in text.rules_text(rules)]
        assert len(sentences) == len(set(sentences))


def no_jokers_are_spoken_of_where_there_are_none(rules, words):
    if not max(rules.jokers_by_players, default=rules.jokers):
        assert "joker" not in words.replace("without jokers", "").lower()


def nothing_waits_for_an_opening_that_is_none(rules, words):
    if not rules.opens:
        assert "open " not in words.replace("is open to all", "")
        assert "opened" not in words
        assert "opening" not in words


def nobody_is_told_of_laying_off_where_nobody_does(rules, words):
    if rules.lay_off == "none":
        assert "You may lay off" not in words
        assert "laid off" not in words
        assert "For that" not in words


def only_penalties_are_charged(rules, words):
    assert ("penalty" in words) == (rules.deal_scoring == "penalties")
    assert ("pays" in words) == (rules.deal_scoring == "payment")
    assert ("drops out" in words) == (rules.eliminate_at is not None)


def one_end_of_the_match_is_told(rules, words):
    ends = words.count("The match ends when"), words.count("The match is"), words.count("drops")
    assert sum(ends) == 1
    for number in (rules.target, rules.eliminate_at):
        assert number is None or re.search(rf"\b{number} (penalty )?points", words)
    assert ("the fewest" in words) == rules.lowest_wins


def a_deep_pick_is_told_where_there_is_one(rules, words):
    assert ("all that lie above it" in words) == (rules.discard_draw == "deep")
    if rules.discard_draw == "top":
        assert "lowest of them in the pile" not in words


def the_stock_is_renewed_as_often_as_it_may_be(rules, words):
    assert ("no new one is made" in words) == (rules.max_recycles == 0)
    assert ("as often as it is needed" in words) == (rules.max_recycles is None)


def sets_are_no_larger_than_cards_allow(rules, words):
    found = re.search(
        r"A set is (?:(\d) or |3 to )?(\d) cards of one rank, in (any|diff)", words
    )
    packs = max(rules.packs_by_players, default=rules.packs)
    assert found
    suits = 4 if rules.set_suits == "distinct" else 4 * packs
    assert int(found[2]) == min(rules.set_max, suits)
    assert (found[3] == "any") == (rules.set_suits == "any" and packs > 1)


def every_hand_is_told(rules, words):
    for size in set(rules.hand_sizes):
        assert f"{size} cards" in words
    assert ("one card more" in words) == (rules.first_turn == "extra_card")


CHECKS = (
    no_jokers_are_spoken_of_where_there_are_none,
    nothing_waits_for_an_opening_that_is_none,
    nobody_is_told_of_laying_off_where_nobody_does,
    only_penalties_are_charged,
    one_end_of_the_match_is_told,
    a_deep_pick_is_told_where_there_is_one,
    the_stock_is_renewed_as_often_as_it_may_be,
    sets_are_no_larger_than_cards_allow,
    every_hand_is_told,
)


# --- other rules in some deals --------------------------------------------------------------


def test_later_deals_say_what_takes_the_place_of_what(presets):
    sentences = text.rules_text(presets["wrotham"])
    melds = next(each for each in sentences if "one new meld in a turn" in each.text)
    changes = [each.text for each in sentences if each.part is Part.CHANGES]

    assert changes[0] == (
        f"In deals 4 to 6, instead of {melds.number}: You may lay any number of new melds in a "
        "turn."
    )
    assert any(
        line.startswith("In deals 4 to 6: Nothing is melded before all your cards can go")
        for line in changes
    )
    assert [line for line in changes if line.endswith("does not hold.")]


def test_deals_that_follow_each_other_and_are_alike_are_told_once(presets):
    lines = [each.text for each in text.rules_text(presets["contract"])]

    assert (
        "In deals 4 to 7, instead of 4: Each player is dealt 12 cards, one at a time." in lines
    )
    assert sum("12 cards" in line for line in lines) == 1


def test_deals_beyond_the_last_are_not_spoken_of():
    change = DealChange(7, 9, (("ace", "high"),))
    rules = RuleSet(target=None, deals=6, deal_changes=(change,))

    assert told(rules) == told(RuleSet(target=None, deals=6))
    assert told(changed(rules, {"deals_tie": "extra_deal"})).count("In deals 7 to 9") == 2


def test_a_change_without_an_end_is_told_so():
    rules = RuleSet(deal_changes=(DealChange(1, 2, (("ace", "high"),)),))

    assert "From deal 3 on, instead of 16: In a run the ace is low" in told(rules)
    assert "Q K A is one, A 2 3 is none" in first_deal(rules)


# --- the switches that are silent -------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "hushed"),
    [
        ({}, {"joker_limit", "joker_swap", "discard_gate", "lowest_tie", "contract_exact"}),
        ({"jokers": 1}, {"joker_limit", "joker_neighbours"}),
        ({"jokers": 4, "jokers_per_meld": 0}, {"joker_swap", "set_release"}),
        ({"deals": 4}, {"reach", "target_tie", "lowest_tie", "buy_ins"}),
        ({"max_recycles": 0}, {"stock_out"}),
        ({"lay_off": "none"}, {"lay_off_gate"}),
        ({"going_rummy": "double", "melds_per_turn": "any"}, {"melds_waived_for_rummy"}),
    ],
)  # fmt: skip
def test_switches_that_decide_nothing_are_silent(game, hushed):
    rules = changed(RuleSet(), game)

    assert hushed <= {switch.name for switch in SWITCHES if silent(switch.name, rules)}


@pytest.mark.parametrize(
    ("game", "loud"),
    [
        ({}, {"melds_per_turn", "target", "deals", "eliminate_at", "target_tie"}),
        ({"jokers": 2}, {"joker_limit", "joker_neighbours", "joker_swap", "joker_points"}),
        ({"deals": 4}, {"deals_tie"}),
        ({"deal_scoring": "penalties"}, {"lowest_tie", "reach"}),
        ({"going_rummy": "double"}, {"melds_waived_for_rummy"}),
    ],
)  # fmt: skip
def test_switches_that_decide_something_are_not(game, loud):
    rules = changed(RuleSet(), game)

    assert not [name for name in loud if silent(name, rules)]
