"""What was decided about each game, where people play it in more than one way."""

from __future__ import annotations

import pytest

from rummy_protocol.ruleset import RuleSet


def differs(rules, base):
    """The fields in which two games differ, apart from their names."""
    return {
        name
        for name in RuleSet.__struct_fields__
        if getattr(rules, name) != getattr(base, name) and name != "preset"
    }


def of(rules, names):
    return {name: getattr(rules, name) for name in names.split()}


@pytest.mark.rule("R28 R24 R38 C01 C04 C05 C09 C13 C15 C16 C18 C23")
def test_the_plain_game_is_played_as_it_is_printed(presets):
    rules = presets["basic"]

    assert rules == RuleSet(preset="basic")
    assert of(rules, "melds_per_turn lay_off lay_off_gate final_discard stock_out") == {
        "melds_per_turn": "one",
        "lay_off": "any",
        "lay_off_gate": "none",
        "final_discard": "optional",
        "stock_out": "turn_over",
    }
    assert (rules.max_recycles, rules.target, rules.ace_value) == (2, 100, 1)
    assert (rules.going_rummy, rules.starter) == ("none", "left_of_dealer")


@pytest.mark.rule("R39", "R47", "R51", "C13", "C15", "C16", "C24")
def test_the_family_shuffles_doubles_and_plays_to_a_hundred_and_fifty(presets):
    rules = presets["family"]

    assert differs(rules, presets["basic"]) == {
        "going_rummy", "stock_out", "max_recycles", "target",
    }  # fmt: skip
    assert of(rules, "going_rummy stock_out max_recycles target") == {
        "going_rummy": "double",
        "stock_out": "shuffle_keep_top",
        "max_recycles": None,
        "target": 150,
    }
    assert rules.melds_waived_for_rummy
    assert rules.blocked == "lowest_takes_differences"


@pytest.mark.rule("R25", "R42", "R53", "C08", "C09", "C11", "C12")
def test_french_rummy_reaches_into_the_pile_and_discards_the_last_card(presets):
    rules = presets["french"]

    assert of(rules, "discard_draw discard_use taken_card final_discard ace") == {
        "discard_draw": "deep",
        "discard_use": "free",
        "taken_card": "locked",
        "final_discard": "required",
        "ace": "either",
    }
    assert (rules.ace_value, rules.set_max, rules.run_min) == (1, 4, 3)
    assert (rules.max_recycles, rules.target, rules.going_rummy) == (2, 100, "none")


@pytest.mark.rule("R77", "R78", "R79", "R80", "R81")
def test_french_rummy_to_five_hundred_is_the_same_play(presets):
    rules = presets["french_500"]

    assert differs(rules, presets["french"]) == {
        "ace_points", "deal_scoring", "out_bonus", "target",
    }  # fmt: skip
    assert (rules.ace_value, rules.out_bonus, rules.target) == (15, 25, 500)
    assert (rules.deal_scoring, rules.blocked) == ("melds_minus_hand", "same")


@pytest.mark.rule("R60", "C17")
def test_block_rummy_is_the_plain_game_without_a_second_stock(presets):
    assert differs(presets["block"], presets["basic"]) == {"max_recycles"}
    assert presets["block"].max_recycles == 0
    assert presets["block"].blocked == "lowest_takes_differences"


@pytest.mark.rule("R69", "R72", "R73", "R74", "R75", "R76", "C20")
def test_wrotham_has_three_jokers_six_deals_and_all_at_once_in_the_last_three(presets):
    rules = presets["wrotham"]
    late = rules.for_deal(4)

    assert (rules.jokers, rules.deals, rules.hand_sizes) == (3, 6, (7,) * 5)
    assert (rules.first_turn, rules.joker_swap, rules.swap_use) == (
        "extra_card", "own_turn", "keep",
    )  # fmt: skip
    assert (rules.jokers_per_meld, rules.joker_points, rules.going_rummy) == (None, 15, "none")
    assert [rules.for_deal(number).all_at_once for number in range(1, 8)] == [
        False, False, False, True, True, True, False,
    ]  # fmt: skip
    assert (late.lay_off, late.melds_per_turn, late.going_rummy) == ("none", "any", "none")


GAMES = {
    "rummy_500": {
        "discard_use": "must", "ace_low_points": 1, "max_recycles": 0, "out_bonus": 0,
        "joker_swap": "none", "joker_points": 15, "ace_value": 15,
    },
    "romme_40": {
        "packs": 2, "jokers": 6, "opening_points": 40, "final_discard": "optional",
        "swap_use": "same_turn", "discard_gate": "always", "going_rummy": "double",
        "starter": "dealer", "first_turn": "extra_card", "joker_points": 20, "ace_value": 11,
    },
    "rami_51": {
        "packs": 2, "jokers": 4, "opening_points": 51, "opening_pure_run": True,
        "jokers_per_meld": 1, "swap_use": "new_meld", "discard_from_turn": 2,
        "last_card_from_stock": True, "unopened_points": 100, "winner_bonus": (10, 20, 50),
        "final_discard": "required", "target": 500,
    },
    "scala_40": {
        "packs": 2, "jokers": 4, "opening_points": 40, "discard_gate": "opening_with_it",
        "joker_upcard": False, "final_discard": "required", "discard_ban": "none",
        "eliminate_at": 101, "joker_points": 25,
    },
    "kalooki_40": {
        "packs": 2, "jokers": 4, "opening_points": 40, "discard_gate": "when_opening",
        "set_release": "both_missing", "final_discard": "required", "eliminate_at": 150,
        "reach": "above", "joker_points": 15, "ace_value": 11,
    },
    "contract": {
        "packs": 2, "jokers_by_players": (2, 3, 4), "set_suits": "any", "run_min": 4,
        "melds_after_open": "none", "lay_off_gate": "after_open", "deals": 7, "ace_value": 15,
    },
}  # fmt: skip


@pytest.mark.rule("C21")
@pytest.mark.parametrize("name", GAMES)
def test_the_relatives_are_what_their_pages_say(name, presets):
    assert of(presets[name], " ".join(GAMES[name])) == GAMES[name]


@pytest.mark.rule("G15")
def test_the_contracts_grow_from_deal_to_deal(presets):
    contracts = [presets["contract"].for_deal(number).contract for number in range(1, 8)]

    assert [" ".join(contract) for contract in contracts] == [
        "S3 S3", "S3 R4", "R4 R4", "S3 S3 S3", "S3 S3 R4", "S3 R4 R4", "R4 R4 R4",
    ]  # fmt: skip
    sizes = [presets["contract"].for_deal(number).hand_sizes[0] for number in range(1, 8)]
    assert sizes == [10, 10, 10, 12, 12, 12, 12]
