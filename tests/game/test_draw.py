"""The beginning of a turn: stock, discard pile, and what happens when the stock runs out."""

from __future__ import annotations

import pytest

from rummy_server.game.events import Restocked

START = "0 draws | 0: 2C 5D 9H | 1: 3C 8S KH | stock: 7D QC | pile: 4S JD"


@pytest.mark.rule("R23", "R24", "R26")
def test_one_card_is_drawn_from_the_top_of_the_stock(at):
    table = at(START).does("0 draw")

    assert table.hand(0) == "2C QC 5D 9H"
    assert table.stock == "7D"
    assert table.may(0) == "discard"


@pytest.mark.rule("R24", "R27")
def test_or_the_top_card_of_the_pile_is_taken(at):
    table = at(START).does("0 take")

    assert table.hand(0) == "2C 5D JD 9H"
    assert table.pile == "4S"


@pytest.mark.rule("R24", "C11")
def test_what_lies_below_the_top_discard_cannot_be_taken(at):
    assert at(START).refuses("0 take 2") == ("too-many-cards", "R24")
    assert at(START).refuses("0 take 0") == ("no-discard", "R24")


@pytest.mark.rule("R23", "E51")
@pytest.mark.parametrize("early", ["discard 2C", "meld 2C 5D 9H", "lay-off #1 2C", "take-back"])
def test_nothing_comes_before_the_draw(at, early):
    assert at(START).refuses(f"0 {early}") == ("not-now", "E51")


@pytest.mark.rule("R23", "R24", "E51")
@pytest.mark.parametrize("late", ["draw", "take", "end-deal"])
def test_there_is_one_draw_in_a_turn(at, late):
    assert at(START).does("0 draw").refuses(f"0 {late}") == ("not-now", "E51")


@pytest.mark.rule("R13")
def test_whose_turn_it_is_not_cannot_draw(at):
    assert at(START).refuses("1 draw") == ("not-your-turn", "R13")
    assert at(START).may(1) == ""


@pytest.mark.rule("E05")
def test_from_an_empty_pile_nothing_can_be_taken(at):
    table = at("0 draws | 0: 2C 5D | 1: 3C 8S | stock: 7D QC")

    assert table.refuses("0 take") == ("no-discard", "R24")
    assert table.may(0) == "draw"


@pytest.mark.rule("E01", "E11")
def test_a_stock_that_runs_out_is_no_matter_until_somebody_asks_for_a_card(at):
    table = at("0 draws | 0: 2C 5D | 1: 3C 8S | stock: QC | pile: 4S JD")

    table = table.does("0 draw", "0 discard QC")

    assert (table.stock, table.pile) == ("", "4S JD QC")
    assert table.may(1) == "draw take"
    assert table.does("1 take").pile == "4S JD"


EMPTY = "0 draws | 0: 2C 5D | 1: 3C 8S | pile: 4S JD QC"


@pytest.mark.rule("R38", "E02", "E07")
def test_asking_for_a_stock_card_declines_the_discard_and_turns_the_pile(at):
    table = at(EMPTY).does("0 draw")

    assert table.told == ["Restocked", "Drew"]
    assert table.events[0] == Restocked(0, "turned", table.events[0].stock, ())
    assert table.hand(0) == "2C 5D 4S"
    assert table.stock == "JD QC"
    assert table.deal.recycles == 1


@pytest.mark.rule("R57")
def test_the_pile_may_be_shuffled_as_a_whole(at):
    table = at(EMPTY, stock_out="shuffle_all").does("0 draw")

    assert table.events[0].how == "shuffled"
    assert table.hand(0) == "2C 5D 4S"
    assert (table.stock, table.pile) == ("JD QC", "")


@pytest.mark.rule("R39", "X-05")
def test_the_top_discard_stays_where_the_rest_is_shuffled(at):
    table = at(EMPTY, stock_out="shuffle_keep_top").does("0 draw")

    assert table.pile == "QC"
    assert table.hand(0) == "2C 5D 4S"
    assert table.stock == "JD"


@pytest.mark.rule("R58", "R59", "R60", "E07")
@pytest.mark.parametrize("most", [0, 1, 2])
def test_the_pile_is_used_again_so_often_and_no_more(at, most):
    before = at(f"{EMPTY} | recycles {max(most - 1, 0)}", max_recycles=most)
    spent = at(f"{EMPTY} | recycles {most}", max_recycles=most)

    assert before.may(0) == ("draw take" if most else "take end-deal")
    assert spent.may(0) == "take end-deal"
    assert spent.refuses("0 draw") == ("stock-empty", "R58")


@pytest.mark.rule("R38")
def test_without_a_limit_the_pile_is_used_for_ever(at):
    assert at(f"{EMPTY} | recycles 50", max_recycles=None).may(0) == "draw take"


@pytest.mark.rule("R60", "E01")
def test_declining_the_last_discard_is_an_action_of_its_own_and_ends_the_deal(at):
    table = at(EMPTY, max_recycles=0).does("0 end-deal")

    assert table.deal.outcome.out is None
    assert table.deal.outcome.why == "declined"
    assert table.deal.pending == ()


@pytest.mark.rule("E01")
@pytest.mark.parametrize("position", [START, EMPTY])
def test_the_deal_cannot_be_ended_while_there_is_something_to_draw(at, position):
    assert at(position).refuses("0 end-deal") == ("stock-left", "E01")


@pytest.mark.rule("E03", "R37", "X-07")
def test_a_pile_of_one_card_is_turned_and_comes_back_to_who_declined_it(at):
    table = at("0 draws | 0: 2C 5D | 1: 3C 8S | pile: QC").does("0 draw")

    assert table.hand(0) == "2C QC 5D"
    assert table.does("0 discard QC").pile == "QC"


@pytest.mark.rule("E03")
def test_where_the_top_stays_a_pile_of_one_card_makes_no_stock(at):
    table = at(
        "0 draws | 0: 2C 5D | 1: 3C 8S | pile: QC", stock_out="shuffle_keep_top", max_recycles=2
    )

    assert table.refuses("0 draw") == ("stock-empty", "E03")
    assert table.may(0) == "take end-deal"


@pytest.mark.rule("E04", "X-07")
def test_where_no_card_is_left_to_draw_the_deal_can_only_end(at):
    table = at("0 draws | 0: 2C 5D | 1: 3C 8S")

    assert table.refuses("0 draw")[0] == "stock-empty"
    assert table.may(0) == "end-deal"
    assert table.does("0 end-deal").deal.outcome.why == "nothing-to-draw"
