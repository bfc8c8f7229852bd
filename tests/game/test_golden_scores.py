"""The worked examples B-1 to B-14 of the rule pages, each as it must come out."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rummy_protocol.cards import faces
from rummy_server.game.dealing import deal_out
from rummy_server.game.match import begin, close_deal, follow
from rummy_server.game.melding.melds import arranged
from rummy_server.game.position import read_position
from rummy_server.game.scoring import score
from rummy_server.game.state import Outcome
from rummy_server.game.variants import PRESETS, rules_for, ruleset_of

B1 = "0 ends | 0: | 1: KS 7D AC | 2: QH TD 4S | 3: 2C 3C | out 0"
BLOCK = {"max_recycles": 0}
PAYMENT = {"deal_scoring": "payment", "deals": 4}
# Hands worth 6, 15, 7, 21 and so on, whatever the cards.
WORTH = {6: "6C", 7: "7C", 9: "9D", 15: "7D 8D", 20: "TH JH", 21: "TC JC AC"}


def points(position, **switches):
    deal = read_position(position)
    return score(rules_for(ruleset_of("basic", switches), len(deal.hands)), deal)


def blocked(held, **switches):
    hands = [f"{seat}: {WORTH[points]}" for seat, points in enumerate(held)]
    return points(f"0 ends | {' | '.join(hands)} | blocked declined", **switches)


@pytest.mark.rule("B-1", "R43", "R44", "R45")
def test_the_winner_scores_what_all_others_hold():
    assert points(B1) == (47, 0, 0, 0)


@pytest.mark.rule("B-2", "R51")
def test_going_rummy_doubles_or_adds_ten_once():
    rummy = B1 + " rummy"

    assert points(rummy, going_rummy="double") == (94, 0, 0, 0)
    assert points(rummy, going_rummy="add_ten") == (57, 0, 0, 0)
    assert points(rummy) == (47, 0, 0, 0)
    assert points(B1, going_rummy="double") == (47, 0, 0, 0)


@pytest.mark.rule("B-3", "R54", "C09")
def test_an_ace_that_may_be_high_costs_fifteen():
    assert points(B1, ace="either") == (61, 0, 0, 0)
    assert points(B1, ace="corner") == (61, 0, 0, 0)
    assert points(B1, ace="either", ace_points=1) == (47, 0, 0, 0)


@pytest.mark.rule("B-4", "R60", "R61", "R62", "C17")
def test_the_lowest_hand_of_a_blocked_deal_takes_the_differences():
    assert blocked((6, 15, 7, 21), **BLOCK) == (25, 0, 0, 0)


@pytest.mark.rule("B-5", "R63", "E33", "E34")
def test_two_lowest_hands_share_and_keep_the_half():
    assert blocked((6, 6, 15, 20), **BLOCK) == (Fraction(23, 2), Fraction(23, 2), 0, 0)


@pytest.mark.rule("B-6", "R63", "E34", "E35")
def test_shares_are_exact_and_a_tie_of_all_is_worth_nothing():
    assert blocked((6, 6, 15, 21), **BLOCK) == (12, 12, 0, 0)
    assert blocked((6, 6, 6, 20), **BLOCK) == (*[Fraction(14, 3)] * 3, 0)
    assert blocked((9, 9), **BLOCK) == (0, 0)


@pytest.mark.rule("B-7", "R65", "R66")
def test_a_penalty_game_ends_at_a_hundred_and_the_lowest_wins():
    rules = rules_for(ruleset_of("basic", {"deal_scoring": "penalties"}), 4)
    match = follow(None, begin(4, 0))
    totals = tuple(map(Fraction, (88, 95, 40, 61)))
    match = type(match)(players=4, dealer=0, number=3, totals=totals, deal=read_position(B1))

    events = close_deal(rules, match)
    for event in events:
        match = follow(match, event)

    assert match.totals == (88, 113, 64, 66)
    assert match.ended.winners == (2,)
    assert match.ended.why == "target"


@pytest.mark.rule("B-8", "R67", "E31")
def test_losers_pay_the_winner_and_nothing_is_lost():
    half = Fraction(23, 2)

    assert points(B1, **PAYMENT) == (47, -18, -24, -5)
    assert blocked((6, 15, 7, 21), **PAYMENT) == (25, -9, -1, -15)
    assert blocked((6, 6, 15, 20), **PAYMENT) == (half, half, -9, -14)
    assert points(B1 + " rummy", **PAYMENT, going_rummy="double") == (94, -36, -48, -10)
    assert points(B1 + " rummy", **PAYMENT, going_rummy="add_ten") == (77, -28, -34, -15)


@pytest.mark.rule("B-9", "E12", "R35")
def test_a_play_that_leaves_only_the_card_just_taken_is_refused(at):
    table = at("0 draws | 0: 4C 5C | 1: 2H 9H | stock: 3D | pile: KD | #1@1 6C 7C 8C")

    table = table.does("0 take", "0 lay-off #1 5C")

    assert table.refuses("0 lay-off #1 4C") == ("locked-last-card", "E12")
    assert table.may(0) == "discard take-back"


B10 = "0 draws | 0: 2C 3H | 1: 8H 9H | pile: 5C 9D KH 2S"


@pytest.mark.rule("B-10", "R38", "E06", "C14")
def test_the_pile_is_turned_over_and_its_oldest_card_is_drawn(at):
    table = at(B10).does("0 draw")

    assert table.hand(0) == "2C 5C 3H"
    assert table.stock == "9D KH 2S"
    assert table.pile == ""


@pytest.mark.rule("B-10", "R39", "C14")
def test_all_but_the_top_discard_is_shuffled(at):
    table = at(B10, stock_out="shuffle_keep_top").does("0 draw")

    assert table.pile == "2S"
    assert len(table.deal.stock) == 2
    assert {*table.stock.split(), *table.hand(0).split()} == {*["5C", "9D", "KH", "2C", "3H"]}


@pytest.mark.rule("B-11", "R42", "R56", "E16")
def test_three_sevens_may_not_be_melded_where_the_last_card_is_discarded(at):
    table = at("0 draws | 0: 7D 7H | 1: 2C 3C | stock: 7S", final_discard="required")

    table = table.does("0 draw")

    assert table.refuses("0 meld 7D 7H 7S") == ("must-discard", "R56")
    assert table.may(0) == "discard"


@pytest.mark.rule("B-12", "R03", "R53", "R55", "C07", "C08")
@pytest.mark.parametrize(
    ("ace", "high", "corner", "low"),
    [("low", 0, 0, 1), ("either", 1, 0, 1), ("corner", 1, 1, 1)],
)
def test_where_an_ace_may_stand_in_a_run(ace, high, corner, low):
    rules = rules_for(ruleset_of("basic", {"ace": ace}), 4)
    runs = ("QS KS AS", "KS AS 2S", "AS 2S 3S")

    assert [bool(arranged(rules.melds, faces(run))) for run in runs] == [high, corner, low]


B13 = (
    "0 plays | turn 9 | 0: 7S 7D 7C 4C 5C 6C 8H KD 2S | 1: 2C 3C | stock: 3D | pile: 9S"
    " | #1@1 5H 6H 7H"
)


@pytest.mark.rule("B-13", "R28")
def test_a_second_meld_in_a_turn_is_refused_and_a_lay_off_is_not(at):
    table = at(B13).does("0 meld 7S 7D 7C")

    assert table.refuses("0 meld 4C 5C 6C") == ("one-meld-a-turn", "R28")
    assert table.does("0 lay-off #1 8H").table == ["5H 6H 7H 8H", "7C 7D 7S"]


@pytest.mark.rule("B-14", "R02", "R04", "R05", "R06")
@pytest.mark.parametrize(
    ("players", "each", "stock"), [(2, 10, 31), (3, 7, 30), (4, 7, 23), (5, 6, 21), (6, 6, 15)]
)
def test_so_many_cards_are_dealt_and_so_many_are_left(players, each, stock):
    rules = rules_for(PRESETS["basic"], players)

    dealt = deal_out(rules, 1, rules.deck)

    assert [len(hand) for hand in dealt.hands] == [each] * players
    assert len(dealt.stock) == stock
    assert dealt.upcard is not None


def test_an_outcome_knows_whether_it_was_rummy():
    assert read_position(B1 + " rummy").outcome == Outcome(out=0, rummy=True)
