"""Melding and laying off: what is a meld, whose may be added to, and what must be kept back."""

from __future__ import annotations

import pytest

HAND = "0 plays | turn 5 | 0: 7S 7D 7C 4C 5C 6C KD 2S | 1: 2C 3C | stock: 3D | pile: 9S"


@pytest.mark.rule("R16", "R17", "R18")
@pytest.mark.parametrize(
    ("asked", "lies"), [("7S 7D 7C", "7C 7D 7S"), ("6C 4C 5C", "4C 5C 6C")]
)
def test_a_set_or_a_run_is_laid_before_its_owner(at, asked, lies):
    table = at(HAND).does(f"0 meld {asked}")

    assert table.table == [lies]
    assert table.deal.melds[0].owner == 0
    assert table.deal.melds[0].credit == (0, 0, 0)
    assert table.deal.opened == (0,)


@pytest.mark.rule("R17", "R18")
@pytest.mark.parametrize(
    ("asked", "rule"),
    [("4C 5C", "R17"), ("4C 5C 7C", "R17"), ("7S 7D", "R18"), ("4C 5C KD", "R17")],
)
def test_what_is_no_meld_is_refused(at, asked, rule):
    assert at(HAND).refuses(f"0 meld {asked}") == ("not-a-meld", rule)


@pytest.mark.rule("R17", "E23")
def test_a_run_may_be_as_long_as_one_holds_and_laid_in_parts_it_is_two(at):
    table = at("0 plays | 0: 3H 4H 5H 6H 7H 8H KD 2S | 1: 2C | stock: 3D")

    assert table.does("0 meld 3H 4H 5H 6H 7H 8H").table == ["3H 4H 5H 6H 7H 8H"]
    assert table.does("0 meld 3H 4H 5H").refuses("0 meld 6H 7H 8H") == (
        "one-meld-a-turn",
        "R28",
    )


@pytest.mark.rule("R15", "X-29")
@pytest.mark.parametrize("asked", ["7S 7D 7H", "7S 7S 7S", "7S 7D 7D"])
def test_a_meld_is_made_of_cards_that_one_holds_each_once(at, asked):
    assert at(HAND).refuses(f"0 meld {asked}") == ("not-your-card", "R15")


@pytest.mark.rule("X-29")
def test_the_same_meld_asked_for_twice_is_laid_once(at):
    table = at(HAND, melds_per_turn="any").does("0 meld 7S 7D 7C")

    assert table.refuses("0 meld 7S 7D 7C") == ("not-your-card", "R15")
    assert table.table == ["7C 7D 7S"]


@pytest.mark.rule("R50", "C01")
def test_a_table_may_allow_any_number_of_melds(at):
    table = at(HAND, melds_per_turn="any").does("0 meld 7S 7D 7C", "0 meld 4C 5C 6C")

    assert table.hand(0) == "KD 2S"
    assert [meld.id for meld in table.deal.melds] == [1, 2]


@pytest.mark.rule("R28")
def test_the_next_turn_may_bring_a_meld_again(at):
    table = at(HAND).does("0 meld 7S 7D 7C", "0 discard KD", "1 draw", "1 discard 3D")

    assert table.does("0 take", "0 meld 4C 5C 6C").table == ["7C 7D 7S", "4C 5C 6C"]


LAY = (
    "0 plays | turn 9 | 0: {} 2D JD | 1: 2C 3D | stock: 4D | pile: 9S"
    " | #1@1 8C 8D 8S | #2@1 8H 9H TH | #3@0 3C 4C 5C"
)


@pytest.mark.rule("R19", "R22", "R31", "R32", "C03")
@pytest.mark.parametrize(
    ("meld", "cards", "lies"),
    [
        (1, "8H", "8C 8D 8H 8S"),
        (2, "7H", "7H 8H 9H TH"),
        (2, "JH", "8H 9H TH JH"),
        (2, "7H JH", "7H 8H 9H TH JH"),
        (3, "6C 7C", "3C 4C 5C 6C 7C"),
        (3, "2C", "2C 3C 4C 5C"),
    ],
)
def test_the_examples_of_laying_off(at, meld, cards, lies):
    table = at(LAY.format(cards).replace("1: 2C", "1: AD").replace("8H 9H TH", "8H 9H TH"))

    table = table.does(f"0 lay-off #{meld} {cards}")

    assert table.table[meld - 1] == lies
    assert table.hand(0) == "2D JD"


@pytest.mark.rule("R19", "E26", "X-13", "X-15")
def test_several_cards_go_at_once_in_any_order_or_one_by_one(at):
    table = at(LAY.format("6C 7C 2C").replace("1: 2C", "1: AD"))

    together = table.does("0 lay-off #3 7C 2C 6C")
    singly = table.does("0 lay-off #3 2C", "0 lay-off #3 6C", "0 lay-off #3 7C")

    assert together.table[2] == singly.table[2] == "2C 3C 4C 5C 6C 7C"
    assert table.refuses("0 lay-off #3 7C") == ("does-not-fit", "R19")


@pytest.mark.rule("R19")
def test_one_card_that_does_not_fit_keeps_all_of_them_back(at):
    table = at(LAY.format("6C 7C 9D"))

    assert table.refuses("0 lay-off #3 6C 9D") == ("does-not-fit", "R19")
    assert table.refuses("0 lay-off #3 KS") == ("not-your-card", "R15")
    assert table.refuses("0 lay-off #9 6C") == ("no-such-meld", "R31")
    assert table.refuses("0 lay-off #3") == ("does-not-fit", "R19")


@pytest.mark.rule("R20")
def test_no_card_moves_from_one_meld_to_another(at):
    table = at("0 plays | 0: AS 9D 4H | 1: 2H | stock: 3D | #1@1 2C 2D 2H 2S | #2@1 3S 4S 5S")

    assert table.refuses("0 lay-off #2 AS") == ("does-not-fit", "R19")
    assert table.refuses("0 meld 2S 3S 4S") == ("not-your-card", "R15")


@pytest.mark.rule("R21")
def test_a_card_that_is_laid_off_is_credited_to_who_played_it(at):
    table = at(LAY.format("7H JH")).does("0 lay-off #2 7H JH")

    assert table.deal.melds[1].owner == 1
    assert table.deal.melds[1].credit == (0, 1, 1, 1, 0)


@pytest.mark.rule("E21")
def test_who_lays_off_says_on_which_meld(at):
    table = at("0 plays | 0: 7C 2D 9D | 1: 2H | stock: 3D | #1@1 7D 7H 7S | #2@1 4C 5C 6C")

    assert table.does("0 lay-off #1 7C").table == ["7C 7D 7H 7S", "4C 5C 6C"]
    assert table.does("0 lay-off #2 7C").table == ["7D 7H 7S", "4C 5C 6C 7C"]


@pytest.mark.rule("E22")
def test_runs_that_touch_stay_two(at):
    table = at("0 plays | 0: 6C 2D 9D | 1: 2H | stock: 3D | #1@1 3C 4C 5C | #2@1 7C 8C 9C")

    assert table.does("0 lay-off #1 6C").table == ["3C 4C 5C 6C", "7C 8C 9C"]
    assert table.does("0 lay-off #2 6C").table == ["3C 4C 5C", "6C 7C 8C 9C"]


@pytest.mark.rule("E19", "E46", "C02")
def test_one_may_lay_off_on_the_meld_just_laid_and_meld_after_laying_off(at):
    table = at(LAY.format("6C 7C 9C TC JC QC"))

    assert table.does("0 meld 9C TC JC", "0 lay-off #4 QC").table[3] == "9C TC JC QC"
    assert table.does("0 lay-off #3 6C", "0 meld 9C TC JC").table[3] == "9C TC JC"


@pytest.mark.rule("R52", "C04")
def test_a_table_may_ask_for_an_own_meld_before_laying_off(at):
    position = "0 plays | turn 5 | 0: 4H 4S 4D 6C 9D KD | 1: 2H | stock: 3D | #1@1 3C 4C 5C"
    gated = at(position, lay_off_gate="own_meld")

    assert gated.refuses("0 lay-off #1 6C") == ("own-meld-first", "R52")
    assert gated.may(0) == "meld discard"
    assert at(position).does("0 lay-off #1 6C").deal.opened == (1,)


@pytest.mark.rule("R52", "E20")
def test_a_meld_of_the_same_turn_opens_the_way_to_lay_off(at):
    table = at(
        "0 plays | turn 5 | 0: 4H 4S 4D 6C 9D KD | 1: 2H | stock: 3D | #1@1 3C 4C 5C",
        lay_off_gate="own_meld",
    ).does("0 meld 4H 4S 4D")

    assert table.does("0 lay-off #1 6C").hand(0) == "9D KD"


@pytest.mark.rule("R31")
def test_a_table_may_forbid_laying_off_or_allow_it_on_own_melds_only(at):
    position = LAY.format("6C 7C 7H")

    assert at(position, lay_off="none").refuses("0 lay-off #3 6C") == (
        "lay-off-forbidden",
        "R31",
    )
    assert at(position, lay_off="none").may(0) == "discard"
    assert at(position, lay_off="own").refuses("0 lay-off #2 7H") == (
        "lay-off-forbidden",
        "R31",
    )
    assert at(position, lay_off="own").does("0 lay-off #3 6C").table[2] == "3C 4C 5C 6C"


@pytest.mark.rule("R40", "R34", "C05", "C06", "E18")
def test_a_hand_may_go_out_by_a_meld_or_a_lay_off_without_a_discard(at):
    melded = at("0 plays | 0: 7S 7D 7C | 1: 2H | stock: 3D").does("0 meld 7S 7D 7C")
    laid = at("0 plays | 0: 6C | 1: 2H | stock: 3D | #1@1 3C 4C 5C").does("0 lay-off #1 6C")

    assert melded.told == ["Melded", "DealEnded"]
    assert laid.told == ["LaidOff", "DealEnded"]
    assert melded.deal.outcome.out == laid.deal.outcome.out == 0


@pytest.mark.rule("R42", "R56", "E16", "E17", "C05")
def test_where_the_last_card_is_discarded_one_is_kept_back(at):
    two = at("0 plays | 0: 6C 2C | 1: 2H | stock: 3D | #1@1 3C 4C 5C", final_discard="required")
    four = at("0 plays | 0: 7S 7D 7C 7H | 1: 2H | stock: 3D", final_discard="required")

    assert two.refuses("0 lay-off #1 6C 2C") == ("must-discard", "R56")
    assert two.does("0 lay-off #1 6C", "0 discard 2C").deal.outcome.out == 0
    assert four.refuses("0 meld 7S 7D 7C 7H") == ("must-discard", "R56")
    assert four.does("0 meld 7S 7D 7C", "0 discard 7H").deal.outcome.out == 0


LOCKED = "0 plays | turn 5 | 0: {} | 1: 2H | stock: 3D | locked {} | #1@1 6C 7C 8C"


@pytest.mark.rule("E12")
def test_the_card_just_taken_may_be_the_last_if_it_can_be_played(at):
    table = at(LOCKED.format("5C 9C", "9C")).does("0 lay-off #1 5C")

    assert table.may(0) == "lay-off take-back"
    assert table.refuses("0 discard 9C") == ("just-taken", "R35")
    assert table.does("0 lay-off #1 9C").deal.outcome.out == 0


@pytest.mark.rule("E14")
def test_of_two_twins_the_one_that_was_taken_is_laid(at):
    table = at("0 plays | 0: 7S 7D 7H 7H' 2C | 1: 2H | stock: 3D | fresh 7H' | locked 7H'")

    table = table.does("0 meld 7S 7D 7H")

    assert table.table == ["7D 7H' 7S"]
    assert table.does("0 discard 7H").pile == "7H"


@pytest.mark.rule("E12", "R28")
def test_a_meld_that_leaves_only_the_card_just_taken_is_refused(at):
    assert at(LOCKED.format("2S 2C 2D KD", "KD")).refuses("0 meld 2S 2C 2D") == (
        "locked-last-card",
        "E12",
    )


@pytest.mark.rule("E12", "R52", "E20")
def test_whether_it_can_be_played_asks_for_an_own_meld_too(at):
    position = LOCKED.format("2S 2C 2D 9C", "9C")

    assert at(position, lay_off_gate="own_meld").does("0 meld 2S 2C 2D").hand(0) == "9C"
    assert at(position, lay_off="own").refuses("0 meld 2S 2C 2D") == (
        "locked-last-card",
        "E12",
    )


@pytest.mark.rule("E12", "E16", "R56")
def test_nor_can_it_be_played_where_the_last_card_is_discarded(at):
    table = at(LOCKED.format("5C 9C", "9C"), final_discard="required")

    assert table.refuses("0 lay-off #1 5C") == ("locked-last-card", "E12")


@pytest.mark.rule("R53", "E24")
def test_an_ace_lies_high_or_low_where_it_may_and_nothing_goes_beyond(at):
    position = "0 plays | 0: {} 9D 3H | 1: 2H | stock: 3D | #1@1 JS QS KS | #2@1 3C 4C 5C"

    high = at(position.format("AS 2S"), ace="either").does("0 lay-off #1 AS")
    low = at(position.format("2C AC"), ace="either").does("0 lay-off #2 2C AC")

    assert high.table[0] == "JS QS KS AS"
    assert low.table[1] == "AC 2C 3C 4C 5C"
    assert high.refuses("0 lay-off #1 2S") == ("does-not-fit", "R19")
    assert at(position.format("AS 2S")).refuses("0 lay-off #1 AS") == ("does-not-fit", "R19")


@pytest.mark.rule("R55", "E25")
def test_round_the_corner_a_run_goes_on_beyond_the_ace(at):
    table = at("0 plays | 0: AS 2S 9D 3H | 1: 2H | stock: 3D | #1@1 JS QS KS", ace="corner")

    assert table.does("0 lay-off #1 2S AS").table[0] == "JS QS KS AS 2S"
