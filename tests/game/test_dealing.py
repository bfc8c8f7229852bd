"""From a shuffled deck to the first turn, and for how many players a game is."""

from __future__ import annotations

import pytest

from rummy_protocol.errors import Declined
from rummy_server.game.dealing import deal_out
from rummy_server.game.evolve import evolve
from rummy_server.game.state import Phase
from rummy_server.game.variants import PRESETS, rules_for, ruleset_of

BASIC = PRESETS["basic"]


@pytest.mark.rule("R05", "R06", "R12")
def test_cards_go_round_one_at_a_time_from_the_left_of_the_dealer():
    rules = rules_for(BASIC, 3)

    dealt = deal_out(rules, 1, rules.deck)

    assert dealt.hands[2][:3] == (0, 3, 6)
    assert dealt.hands[0][:3] == (1, 4, 7)
    assert dealt.hands[1][:3] == (2, 5, 8)
    assert dealt.upcard == 21
    assert dealt.stock[-1] == 22
    assert dealt.stock[0] == 51


@pytest.mark.rule("R12")
@pytest.mark.parametrize(("players", "dealer", "first"), [(2, 0, 1), (2, 1, 0), (4, 3, 0)])
def test_the_left_of_the_dealer_begins(players, dealer, first):
    rules = rules_for(BASIC, players)

    deal = evolve(None, deal_out(rules, dealer, rules.deck))

    assert [(d.seat, d.kind) for d in deal.pending] == [(first, Phase.DRAW)]
    assert deal.turns == 1


def test_a_deck_that_is_not_whole_is_not_dealt():
    rules = rules_for(BASIC, 2)

    with pytest.raises(AssertionError):
        deal_out(rules, 0, (*rules.deck[:-1], rules.deck[0]))


@pytest.mark.rule("R01", "E45")
@pytest.mark.parametrize("players", [0, 1, 7])
def test_rummy_is_for_two_to_six(players):
    with pytest.raises(Declined) as caught:
        rules_for(BASIC, players)

    assert caught.value.details["one"] == "players"


@pytest.mark.rule("R02")
def test_the_deck_is_one_pack_without_jokers():
    assert rules_for(BASIC, 2).deck == tuple(range(52))


@pytest.mark.rule("R43", "C10")
def test_what_cards_count():
    values = rules_for(BASIC, 2).values

    assert values[:13] == (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
    assert values[:13] == values[13:26] == values[26:39] == values[39:52]
    assert len(values) == 53


@pytest.mark.rule("R11")
def test_a_rule_set_cannot_be_changed_once_made():
    with pytest.raises(AttributeError):
        BASIC.target = 50


def test_the_same_rule_set_is_compiled_once():
    assert rules_for(BASIC, 3) is rules_for(ruleset_of("basic", {}), 3)
    assert rules_for(BASIC, 3) is not rules_for(BASIC, 4)


def test_an_unknown_game_is_declined():
    with pytest.raises(Declined) as caught:
        ruleset_of("whist", {})

    assert caught.value.details["why"] == "unknown"
