"""What the rules say about who sees what, at the place where it is seen."""

from __future__ import annotations

import pytest

from rummy_protocol.cards import faces
from rummy_server.game.match import begin, follow
from rummy_server.game.view import Seat, private_view, public_view


@pytest.fixture
def drawn(arena):
    """A match in which the first player has just drawn from the stock."""
    rules = arena.rules_for(arena.ruleset_of("basic", {}), 3)
    match = follow(follow(None, begin(3, 2)), arena.deal_out(rules, 2, rules.deck))
    for event in arena.At(rules, match.deal).does("0 draw").events:
        match = follow(match, event)
    return rules, match


@pytest.mark.rule("R07", "R26")
def test_a_hand_is_shown_to_its_owner_in_an_order_that_says_nothing(drawn):
    rules, match = drawn

    you = private_view(rules, match, Seat(0))

    assert you.hand == faces("AC 4C 7C TC KC 3D 6D TD")
    assert you.fresh == faces("TD")[0]
    assert faces("TD")[0] not in private_view(rules, match, Seat(1)).hand


@pytest.mark.rule("R27", "R64", "E10")
def test_the_top_discard_and_the_number_of_stock_cards_are_open_to_all(drawn):
    rules, match = drawn

    seen = public_view(rules, match)

    assert seen.top == faces("9D")
    assert seen.stock == 29
    assert seen.hands == (8, 7, 7)
