"""Reaching into the discard pile, and what has to become of the card that one reached for."""

from __future__ import annotations

import pytest

from rummy_protocol.views import Take
from rummy_server.game import decide
from rummy_server.game.defaults import default_action
from rummy_server.game.notation import action_text

DRAWS = "0 draws | turn 5 | 0: {} | 1: 3C 5C | stock: 3D 9D | pile: 8H KC 3S QD"


def owes(table):
    return decide.duty(table.rules, table.deal)


def takes(table):
    return decide.takes(table.rules, table.deal)


def by_default(table):
    return action_text(default_action(table.rules, table.deal, 0))


@pytest.mark.rule("5-4", "R25", "C11", "E50")
def test_who_reaches_deep_takes_all_above_and_melds_what_he_reached_for(at):
    table = at(DRAWS.format("8S 8D 5C"), preset="rummy_500").does("0 take 4")

    assert table.hand(0) == "5C KC 8D QD 8H 3S 8S"
    assert (owes(table), table.pile) == (("use", (33,)), "")
    assert table.may(0) == "meld"
    assert table.refuses("0 discard QD") == ("open-duty", "E50")
    melded = table.does("0 meld 8S 8H 8D")
    assert melded.deal.melds[0].credit == (0, 0, 0)
    assert melded.does("0 discard QD").hand(0) == "5C KC 3S"


@pytest.mark.rule("5-4", "C11", "E50")
def test_what_could_not_be_used_is_not_taken(at):
    table = at(DRAWS.format("8S 9D 5C"), preset="rummy_500")

    assert table.refuses("0 take 4") == ("must-use", "E50")
    assert table.refuses("0 take 9") == ("no-discard", "R24")
    assert (takes(table), table.may(0)) == ((), "draw")


@pytest.mark.rule("C11")
def test_the_duty_may_be_for_deep_cards_only_or_for_the_top_one_too(at):
    position = DRAWS.format("8S 8D 5C")
    both = at(position, preset="rummy_500")
    deep = at(position, preset="rummy_500", discard_use="must_if_deep")

    assert takes(both) == (Take(4, must=True),)
    assert takes(deep) == (Take(1), Take(4, must=True))
    assert deep.does("0 take").refuses("0 discard QD") == ("just-taken", "R35")


@pytest.mark.rule("R25", "C11", "C12", "E15")
def test_without_a_duty_any_depth_is_free_and_the_deepest_card_is_locked(at):
    table = at(DRAWS.format("8S 9D 5C"), preset="french")

    assert takes(table) == (Take(1), Take(2), Take(3), Take(4))
    taken = table.does("0 take 3")
    assert (taken.pile, owes(taken)) == ("8H", ("", ()))
    assert taken.refuses("0 discard KC") == ("just-taken", "R35")
    assert taken.does("0 discard QD").pile == "8H QD"


@pytest.mark.rule("E50", "R21", "5-3")
def test_the_card_may_be_laid_off_with_what_leads_to_it(at):
    position = DRAWS.format("7H JC 5C") + " | #1@1 4H 5H 6H"
    table = at(position, preset="rummy_500").does("0 take 4")

    assert table.may(0) == "lay-off"
    laid = table.does("0 lay-off #1 7H", "0 lay-off #1 8H")
    assert laid.deal.melds[0].credit == (1, 1, 1, 0, 0)
    assert laid.does("0 discard QD").deal.turn.seat == 1


@pytest.mark.rule("E50", "E47")
def test_taking_the_use_back_brings_the_duty_back(at):
    table = at(DRAWS.format("8S 8D 5C"), preset="rummy_500").does(
        "0 take 4", "0 meld 8S 8H 8D", "0 take-back"
    )

    assert owes(table)[0] == "use"


@pytest.mark.rule("E50", "E14")
def test_of_two_twins_the_one_that_was_taken_is_laid(at):
    position = DRAWS.replace("8H KC", "8H' KC").replace("1: 3C 5C", "1: 3C | 2: 5C | 3: 6C")
    five = position.replace("| stock", "| 4: 7C | stock").format("8H 8S 8D 5C")
    table = at(five, preset="rummy_500").does("0 take 4", "0 meld 8S 8H 8D")

    assert table.table == ["8D 8H' 8S"]
    assert owes(table)[0] == ""


@pytest.mark.rule("E50", "R71")
def test_giving_the_card_for_a_joker_is_a_use(at):
    position = DRAWS.format("5C 9S") + " | #1@1 7H JK=8H 9H"
    swap = {"preset": "rummy_500", "joker_swap": "own_turn"}
    table = at(position, **swap).does("0 take 4", "0 swap #1 8H")

    assert owes(table)[0] == ""
    assert at(position, preset="rummy_500").refuses("0 take 4") == ("must-use", "E50")


@pytest.mark.rule("E50", "E16", "R56")
def test_a_use_that_would_leave_no_card_to_discard_is_none(at):
    position = "0 draws | turn 5 | 0: 8S 8D | 1: 3C 5C | stock: 3D 9D | pile: 8H"
    free = at(position, preset="rummy_500")
    required = at(position, preset="rummy_500", final_discard="required")

    assert free.does("0 take", "0 meld 8S 8D 8H").deal.outcome.out == 0
    assert required.refuses("0 take") == ("must-use", "E50")


@pytest.mark.rule("E29", "E50")
def test_by_default_nothing_is_taken_that_would_have_to_be_laid(at):
    empty = DRAWS.replace("stock: 3D 9D | ", "").format("QS QC 5C")

    assert by_default(at(empty, preset="rummy_500")) == "end-deal"
    assert by_default(at(empty, preset="rummy_500", discard_use="must_if_deep")) == "take"


@pytest.mark.rule("E29", "E50")
def test_a_duty_that_cannot_be_taken_back_is_done_by_default(at):
    table = at(DRAWS.format("8S 8D 5C"), preset="rummy_500").does("0 take 4")

    said = []
    while table.deal.turn.seat == 0 and table.deal.pending:
        said.append(by_default(table))
        table = table.does(f"0 {said[-1]}")

    assert said == ["meld 8D 8H 8S", "discard KC"]


@pytest.mark.rule("R25", "R27")
def test_a_large_hand_is_judged_too(at):
    hand = "2C 4C 6C 8C TC QC 3D 5D 7D 9D JD KD 2H 4H 6H TH QH 5S 7S 9S JS KS JK"
    position = "0 draws | turn 9 | 0: " + hand + " | 1: 3C 5C | stock: 3H | pile: {} KC 3S QD"

    assert at(position.format("8H"), preset="rummy_500").does("0 take 4").may(0) == "meld"
    bare = position.replace(" JK", "")
    assert at(bare.format("AH"), preset="rummy_500").refuses("0 take 4") == ("must-use", "E50")
