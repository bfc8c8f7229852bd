"""Going rummy: what it is, and how it waives the limit of one meld (C24)."""

from __future__ import annotations

import pytest

from rummy_server.game import decide

GOING = {"going_rummy": "double"}
# Seven cards of two melds and one to throw, after the draw.
READY = "0 plays | turn 5 | 0: 7S 7D 7C 4C 5C 6C KD | 1: 2C 3C | stock: 3D | pile: 9S"


@pytest.mark.rule("C24", "C25", "R51", "E30")
def test_who_can_go_rummy_may_lay_a_second_meld(at):
    table = at(READY, **GOING).does("0 meld 7S 7D 7C", "0 meld 4C 5C 6C", "0 discard KD")

    assert table.deal.outcome.out == 0
    assert table.deal.outcome.rummy


@pytest.mark.rule("C24")
def test_the_turn_then_owes_going_out(at):
    before = at(READY, **GOING).does("0 meld 7S 7D 7C")
    after = before.does("0 meld 4C 5C 6C")

    assert decide.duty(before.rules, before.deal)[0] == ""
    assert decide.duty(after.rules, after.deal)[0] == "go-out"
    assert after.may(0) == "discard take-back"
    assert decide.duty(after.rules, after.does("0 take-back").deal)[0] == ""


@pytest.mark.rule("C24", "R28")
@pytest.mark.parametrize(
    "switches", [{}, {"going_rummy": "add_ten", "melds_waived_for_rummy": False}]
)
def test_the_limit_binds_where_going_rummy_does_not_count_or_waive(at, switches):
    table = at(READY, **switches).does("0 meld 7S 7D 7C")

    assert table.refuses("0 meld 4C 5C 6C") == ("one-meld-a-turn", "R28")


@pytest.mark.rule("C24", "R28")
def test_the_limit_binds_who_has_played_before(at):
    table = at(READY + " | played 0 | played-before", **GOING).does("0 meld 7S 7D 7C")

    assert table.refuses("0 meld 4C 5C 6C") == ("one-meld-a-turn", "R28")


@pytest.mark.rule("C24", "R28")
def test_the_limit_binds_who_could_not_go_out_with_the_rest(at):
    table = at(READY.replace("KD", "KD 9H"), **GOING).does("0 meld 7S 7D 7C")

    assert table.refuses("0 meld 4C 5C 6C") == ("one-meld-a-turn", "R28")
    assert table.may(0) == "discard take-back"


@pytest.mark.rule("C24", "R35")
def test_the_card_just_taken_is_no_way_out(at):
    taken = at(READY + " | locked KD", **GOING).does("0 meld 7S 7D 7C")
    other = at(READY + " | locked 4C", **GOING).does("0 meld 7S 7D 7C")

    assert taken.refuses("0 meld 4C 5C 6C") == ("locked-last-card", "E12")
    assert other.does("0 meld 4C 5C 6C", "0 discard KD").deal.outcome.rummy


@pytest.mark.rule("C24", "R35")
def test_nor_is_it_among_other_cards(at):
    position = READY.replace("KD", "KD 8H") + " | #1@1 5H 6H 7H"
    free = at(position, **GOING).does("0 meld 7S 7D 7C")
    taken = at(position + " | locked KD", **GOING).does("0 meld 7S 7D 7C")

    assert free.does("0 meld 4C 5C 6C", "0 lay-off #1 8H", "0 discard KD").deal.outcome.rummy
    assert taken.refuses("0 meld 4C 5C 6C") == ("one-meld-a-turn", "R28")


LONG = (
    "0 plays | turn 5 | 0: 7S 7D 7C 4C 5C 6C 8H 9H KD | 1: 2C 3C | stock: 3D | pile: 9S"
    " | #1@1 5H 6H 7H"
)


@pytest.mark.rule("C24", "E50")
def test_a_play_that_would_leave_the_duty_open_is_refused(at):
    """With the eight laid on its own, and not in the run, the nine and a king would stay."""
    table = at(LONG + " | #2@1 8C 8D 8S", **GOING).does("0 meld 7S 7D 7C", "0 meld 4C 5C 6C")

    assert table.refuses("0 lay-off #2 8H") == ("open-duty", "C24")
    assert table.refuses("0 discard KD") == ("open-duty", "C24")
    assert table.does("0 lay-off #1 8H 9H", "0 discard KD").deal.outcome.rummy


@pytest.mark.rule("C24", "E50")
def test_the_third_meld_is_judged_like_the_second(at):
    table = at("0 plays | 0: 7S 7D 7C 4C 5C 6C 4D 5D 6D 8C | 1: 2C | stock: 3D", **GOING).does(
        "0 meld 7S 7D 7C", "0 meld 4C 5C 6C"
    )

    assert table.does("0 meld 4D 5D 6D", "0 discard 8C").deal.outcome.rummy


@pytest.mark.rule("E30", "E18", "R51")
@pytest.mark.parametrize(
    ("position", "rummy"),
    [
        ("0 plays | 0: 7S 7D 7C | 1: 2H | stock: 3D", True),
        ("0 plays | 0: 7S 7D 7C | 1: 2H | stock: 3D | played 0 | played-before", False),
    ],
)
def test_rummy_is_a_hand_that_goes_in_one_turn_with_nothing_played_before(at, position, rummy):
    assert at(position).does("0 meld 7S 7D 7C").deal.outcome.rummy is rummy


@pytest.mark.rule("E30")
def test_one_card_laid_off_in_an_earlier_turn_is_enough_to_spoil_it(at):
    table = at(
        "0 plays | 0: 6C 7S 7D 7C KD | 1: 9H 2H | stock: 8D 3D QD | #1@1 3C 4C 5C", **GOING
    ).does("0 lay-off #1 6C", "0 discard KD", "1 draw", "1 discard QD", "0 draw")

    table = table.does("0 meld 7S 7D 7C", "0 discard 3D")

    assert table.deal.outcome.out == 0
    assert not table.deal.outcome.rummy


@pytest.mark.rule("E30", "E28", "E27")
def test_a_hand_that_is_complete_when_dealt_goes_rummy_in_the_first_turn(at):
    table = at("1 draws | 0: 2H | 1: 7S 7D 7H 4C 5C 6C 7C | stock: KD | pile: 2S", **GOING)

    table = table.does("1 draw", "1 meld 7S 7D 7H", "1 meld 4C 5C 6C 7C", "1 discard KD")

    assert table.deal.outcome.rummy


@pytest.mark.rule("C24", "R56")
def test_going_rummy_by_a_discard_keeps_a_card_for_it(at):
    table = at(READY, **GOING, final_discard="required").does("0 meld 7S 7D 7C")
    without = at(READY.replace(" KD", ""), **GOING, final_discard="required")

    assert table.does("0 meld 4C 5C 6C", "0 discard KD").deal.outcome.rummy
    assert without.does("0 meld 7S 7D 7C").refuses("0 meld 4C 5C 6C") == ("must-discard", "R56")


@pytest.mark.rule("C24", "E27")
def test_nobody_goes_rummy_before_he_may_go_out(at):
    table = at(READY.replace("turn 5", "turn 1"), **GOING, earliest_out_turn=2)

    assert table.does("0 meld 7S 7D 7C").refuses("0 meld 4C 5C 6C") == (
        "too-early-out",
        "E27",
    )
