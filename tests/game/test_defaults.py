"""What is done for a seat whose time has run out (E29)."""

from __future__ import annotations

import pytest

from rummy_server.game.defaults import default_action
from rummy_server.game.notation import action_text
from rummy_server.game.state import Phase


def default(table):
    """The default of the seat that has to decide, in words."""
    seat = table.deal.pending[0].seat
    return action_text(default_action(table.rules, table.deal, seat))


def let_run(table):
    """Take defaults until the turn, or the deal, is over."""
    seat, taken = table.deal.turn.seat, []
    while table.deal.pending and table.deal.turn.seat == seat:
        taken.append(default(table))
        table = table.does(f"{seat} {taken[-1]}")
    return table, taken


HANDS = "0: 2C QD 9H | 1: 3C 8S"


@pytest.mark.rule("E29")
@pytest.mark.parametrize(
    ("rest", "switches", "action"),
    [
        ("stock: 7D | pile: 4S", {}, "draw"),
        ("pile: 4S", {}, "draw"),
        ("pile: 4S", {"max_recycles": 0}, "take"),
        ("pile: 4S", {"stock_out": "shuffle_keep_top"}, "take"),
        ("recycles 0", {}, "end-deal"),
    ],
)
def test_a_card_is_drawn_and_the_deal_is_not_ended_while_there_is_one(
    at, rest, switches, action
):
    assert default(at(f"0 draws | {HANDS} | {rest}", **switches)) == action


@pytest.mark.rule("E29", "R37")
def test_the_card_from_the_stock_is_thrown_again(at):
    table, taken = let_run(at(f"0 draws | {HANDS} | stock: AD | pile: 4S"))

    assert taken == ["draw", "discard AD"]
    assert table.deal.turn.seat == 1


@pytest.mark.rule("E29", "R35")
def test_after_taking_a_discard_the_dearest_other_card_is_thrown(at):
    table = at(f"0 draws | {HANDS} | stock: AD | pile: KD").does("0 take")

    assert default(table) == "discard QD"


@pytest.mark.rule("E29", "R35")
def test_a_taken_discard_goes_back_where_it_may(at):
    table = at(f"0 draws | {HANDS} | stock: AD | pile: 2D", taken_card="free").does("0 take")

    assert default(table) == "discard 2D"


@pytest.mark.rule("E29")
def test_if_the_drawn_card_has_been_played_the_dearest_one_is_thrown(at):
    table = at("0 draws | 0: 7S 7D 9H JD | 1: 3C | stock: 7C | pile: 4S")

    table = table.does("0 draw", "0 meld 7S 7D 7C")

    assert default(table) == "discard JD"


@pytest.mark.rule("E29", "C24")
def test_an_open_duty_is_taken_back_first(at):
    table = at(
        "0 plays | 0: 7S 7D 7C 4C 5C 6C KD | 1: 2C | stock: 3D | fresh KD",
        going_rummy="double",
    ).does("0 meld 7S 7D 7C", "0 meld 4C 5C 6C")

    table, taken = let_run(table)

    assert taken == ["take-back", "discard KD"]
    assert table.table == ["7C 7D 7S"]


@pytest.mark.rule("E29", "C24")
def test_without_taking_back_a_turn_that_must_go_out_goes_out(at):
    table = at(
        "0 plays | 0: 7S 7D 7C 4C 5C 6C 7H 8C | 1: 2C | stock: 3D | fresh 8C",
        going_rummy="double",
        take_back=False,
    ).does("0 meld 7S 7D 7C", "0 meld 4C 5C 6C")

    table, _ = let_run(table)

    assert table.deal.outcome.rummy


@pytest.mark.rule("E29", "E12")
@pytest.mark.parametrize(("allowed", "first"), [(True, "take-back"), (False, "lay-off #1 9C")])
def test_a_last_card_that_cannot_be_thrown_is_taken_back_for_or_played(at, allowed, first):
    table = at(
        "0 plays | 0: 5C 9C | 1: 2H | stock: 3D | fresh 9C | locked 9C | #1@1 6C 7C 8C",
        take_back=allowed,
    ).does("0 lay-off #1 5C")

    assert default(table) == first
    assert let_run(table)[0].deal.turn.seat == 1 or let_run(table)[0].deal.outcome


@pytest.mark.rule("E29", "G14")
def test_an_opening_that_the_draw_asked_for_is_laid_to_its_end(at):
    table = at(
        "0 draws | turn 5 | 0: QH KH 3S 3H 3D 9C 2D | 1: 3C 5C | stock: 9D | pile: AH",
        preset="kalooki_40",
    ).does("0 take", "0 meld 3S 3H 3D")

    table, taken = let_run(table)

    assert taken == ["meld QH KH AH", "discard 9C"]
    assert table.deal.opened == (0,)


@pytest.mark.rule("E29", "E50", "G11")
def test_a_joker_that_would_have_to_be_laid_is_given_back(at):
    table = at(
        "0 plays | turn 5 | 0: 6H 9D 9S 2C 4S | 1: 3C | stock: 9C | fresh 4S"
        " | #1@1 5H JK=6H 7H | opened 0 1 | opened-before | played-before",
        preset="romme_40",
    ).does("0 swap #1 6H")

    table, taken = let_run(table)

    assert taken == ["take-back", "discard 4S"]
    assert table.table == ["5H JK 7H"]


@pytest.mark.rule("E29", "U03")
def test_every_decision_of_random_games_has_a_default_that_ends_the_turn(arena, volume):
    chance, decisions = arena.rng("defaults"), 0
    for game in range(volume(60, 1000)):
        ruleset = arena.random_ruleset(chance).for_deal(1 + game % 7)
        rules = arena.rules_for(ruleset, arena.players_for(chance, ruleset))
        deal = arena.dealt(rules, chance)
        while deal.phase is not Phase.OVER:
            seat, turns, spent = deal.turn.seat, deal.turns, 0
            if chance.random() < 0.7:
                action = arena.random_action(rules, deal, chance)
                _, deal = arena.decide.play(rules, deal, seat, action, arena.shuffled(chance))
                continue
            while deal.phase is not Phase.OVER and deal.turns == turns:
                action = default_action(rules, deal, seat)
                _, deal = arena.decide.play(rules, deal, seat, action, arena.shuffled(chance))
                spent, decisions = spent + 1, decisions + 1
                assert spent <= 30
    assert decisions > 1000
