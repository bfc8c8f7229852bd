"""Jokers: what they stand for, how many a meld bears, and taking them from the table."""

from __future__ import annotations

import pytest

from rummy_protocol.errors import RuleViolation
from rummy_server.game import decide
from rummy_server.game.notation import read_action
from rummy_server.game.turn import search
from rummy_server.game.turn.standing import standing_of

HAND = "0 plays | turn 5 | 0: {} | 1: 3C 5C | stock: 3D 9D | pile: TD"


def owes(table):
    return decide.duty(table.rules, table.deal)


def choices(table, said):
    """What the judge asks, when it is not clear what a joker stands for."""
    with pytest.raises(RuleViolation) as caught:
        decide.decide(table.rules, table.deal, 0, read_action(said), None)
    return caught.value.code.value, caught.value.details.get("choices")


def stands(table, place=0):
    return table.deal.melds[place].stands


@pytest.mark.rule("R69", "R70", "E49")
@pytest.mark.parametrize(
    ("named", "table"),
    [
        ("5H JK 7H", "5H JK 7H"),
        ("7H JK 5H", "5H JK 7H"),
        ("6H 5H JK=4H", "JK 5H 6H"),
        ("6H 5H JK=7H", "5H 6H JK"),
        ("7S JK=7H 7D", "7D JK 7S"),
    ],
)
def test_a_joker_is_what_is_said_or_the_one_card_that_it_can_be(at, named, table):
    hand = at(HAND.format("5H 6H 7H 7S 7D JK 2S 4S"), preset="wrotham")

    assert hand.does(f"0 meld {named}").table == [table]


@pytest.mark.rule("E49")
@pytest.mark.parametrize(
    ("named", "asked"),
    [
        ("5H JK 6H", "4H|7H"),
        ("JK 5H 6H", "4H|7H"),
        ("5H 6H JK", "4H|7H"),
        ("7S 7D JK", "7C|7H"),
        ("JK 8H JK", None),
    ],
)
def test_where_it_could_be_several_cards_the_player_is_asked(at, named, asked):
    hand = at(HAND.format("5H 6H 8H 7S 7D JK JK' 2S 4S"), preset="wrotham")

    code, said = choices(hand, f"meld {named}")

    assert code == "joker-unclear"
    assert asked in (None, said)


@pytest.mark.rule("E49", "G14")
def test_in_a_set_that_binds_its_jokers_to_no_suit_nothing_is_asked(at):
    position = HAND.format("7S 7D JK 2S 4S") + " | opened 0 | opened-before"

    assert at(position, preset="kalooki_40").does("0 meld 7D 7S JK").table == ["JK 7D 7S"]


@pytest.mark.rule("E49")
def test_it_cannot_be_what_is_no_meld(at):
    hand = at(HAND.format("5H 6H JK 2S 4S"), preset="wrotham")

    assert hand.refuses("0 meld 5H 6H JK=9H") == ("not-a-meld", "R17")
    assert hand.refuses("0 meld 5H 2S JK") == ("not-a-meld", "R17")


@pytest.mark.rule("E49")
def test_one_card_of_a_meld_is_no_joker(at):
    hand = at(HAND.format("5H JK JK' JK'' 2S"), preset="wrotham")

    assert hand.refuses("0 meld JK JK JK") == ("not-a-meld", "R17")
    assert hand.does("0 meld 5H JK=6H JK=7H").table == ["5H JK JK'"]


@pytest.mark.rule("E49", "R70")
def test_what_a_joker_stands_for_lies_nowhere_else_in_the_meld(at):
    table = at(HAND.format("7D 8D 2S") + " | #1@1 7H JK=7D 7S", preset="wrotham")

    assert table.refuses("0 lay-off #1 7D") == ("does-not-fit", "R19")


@pytest.mark.rule("R70", "R19", "E49")
def test_jokers_are_laid_off_and_the_end_is_named_where_there_are_two(at):
    table = at(HAND.format("JK 9D 2S") + " | #1@1 5H 6H 7H", preset="wrotham")

    assert choices(table, "lay-off #1 JK") == ("joker-unclear", "4H|8H")
    low = table.does("0 lay-off #1 JK=4H")
    assert low.table == ["JK 5H 6H 7H"]
    assert low.deal.melds[0].credit == (0, 1, 1, 1)
    assert table.refuses("0 lay-off #1 JK=9H") == ("does-not-fit", "R19")


@pytest.mark.rule("E26", "R70")
def test_a_joker_and_the_card_beyond_it_go_at_once(at):
    table = at(HAND.format("JK 9H 2S 4S") + " | #1@1 5H 6H 7H", preset="wrotham")

    assert table.does("0 lay-off #1 9H JK").table == ["5H 6H 7H JK 9H"]


@pytest.mark.rule("G12")
def test_a_meld_may_bear_one_joker_only(at):
    position = HAND.format("9S TS JS 8D JK JK' 2D 4H") + " | opened 0 | opened-before"

    assert at(position, preset="rami_51").refuses("0 meld 8D JK JK") == ("joker-limit", "R70")


@pytest.mark.rule("G11")
@pytest.mark.parametrize(
    ("switch", "refused"),
    [
        ({"joker_limit": "not_more"}, "0 meld 8D JK=8H JK=8C"),
        ({"joker_neighbours": False}, "0 meld 8D 9D JK=TD JK=JD"),
        ({"jokers_per_meld": 1}, "0 lay-off #1 JK"),
    ],
)
def test_tables_differ_in_how_jokers_may_lie(at, switch, refused):
    position = (
        HAND.format("8D 9D JK JK' 2D 4H") + " | #1@1 5C JK''=6C 7C | opened 0 1 | opened-before"
    )
    free, bound = at(position, preset="romme_40"), at(position, preset="romme_40", **switch)

    code, rule = bound.refuses(refused.replace("#1 JK", "#1 JK=8C"))
    assert (code, rule) == ("joker-limit", "R70")
    assert free.does(refused.replace("#1 JK", "#1 JK=8C"))


@pytest.mark.rule("G11", "E26")
def test_jokers_that_outnumber_no_longer_once_all_is_laid_go_together(at):
    position = HAND.format("JK JK' TH 2D 4H") + " | #1@1 5H 6H JK''=7H | opened 0 1"
    table = at(position + " | opened-before", preset="romme_40", joker_limit="not_more")

    assert table.refuses("0 lay-off #1 JK=8H JK=9H") == ("joker-limit", "R70")
    assert table.does("0 lay-off #1 JK=8H JK=9H TH").table == ["5H 6H JK'' JK JK' TH"]


# Taking jokers from the table.

LIES = HAND + " | #1@1 5H JK=6H 7H"


@pytest.mark.rule("W-1", "R71", "R21")
def test_who_holds_the_card_takes_the_joker_for_it(at):
    table = at(LIES.format("6H 9D 2S"), preset="wrotham")

    swapped = table.does("0 swap #1 6H")

    assert swapped.table == ["5H 6H 7H"]
    assert swapped.hand(0) == "9D 2S JK"
    assert swapped.deal.melds[0].credit == (1, 0, 1)
    assert (owes(swapped), swapped.deal.played) == (("", ()), (1,))
    assert table.may(0) == "swap discard"
    assert swapped.does("0 take-back").hand(0) == table.hand(0)


@pytest.mark.rule("E30", "R51", "R71")
def test_a_swap_is_neither_a_meld_nor_a_lay_off(at):
    table = at(LIES.format("6H 9D 9S 2C"), preset="wrotham", going_rummy="double")

    later = table.does("0 swap #1 6H", "0 discard 2C", "1 draw", "1 discard 5C", "0 draw")
    out = later.does("0 meld 9D 9S JK=9C", "0 discard 3D")

    assert out.deal.outcome.rummy


@pytest.mark.rule("R71", "E49")
@pytest.mark.parametrize("given", ["5H", "9D", "6H 9D", "JK"])
def test_only_the_very_card_frees_it(at, given):
    table = at(LIES.format("6H 5H 9D JK' 2S"), preset="wrotham")

    assert table.refuses(f"0 swap #1 {given}") == ("no-swap", "R71")
    assert table.refuses("0 swap #7 6H") == ("no-such-meld", "R71")
    assert table.refuses("0 swap #1 KD") == ("not-your-card", "R15")


@pytest.mark.rule("R71")
def test_where_jokers_are_not_swapped_they_stay(at):
    table = at(LIES.format("6H 9D 2S"), preset="wrotham", joker_swap="none")

    assert table.refuses("0 swap #1 6H") == ("swap-forbidden", "R71")
    assert table.may(0) == "discard"


@pytest.mark.rule("G13", "R71")
def test_or_only_who_has_opened_takes_them(at):
    closed = at(LIES.format("6H 9D 2S"), preset="scala_40")
    opened = at(LIES.format("6H 9D 2S") + " | opened 0 1 | opened-before", preset="scala_40")

    assert closed.refuses("0 swap #1 6H") == ("swap-forbidden", "R71")
    assert opened.does("0 swap #1 6H", "0 discard JK").pile == "TD JK"


@pytest.mark.rule("E49", "E12", "R35")
def test_giving_the_discard_that_was_taken_frees_the_turn(at):
    draws = LIES.replace("plays", "draws").replace("TD", "6H")
    table = at(draws.format("9D"), preset="wrotham").does("0 take", "0 swap #1 6H")

    assert table.does("0 discard 9D").hand(0) == "JK"
    assert table.does("0 discard JK").hand(0) == "9D"


OPENED = LIES + " | opened 0 1 | opened-before | played 0 1 | played-before"


@pytest.mark.rule("G11", "E50")
def test_a_swapped_joker_may_have_to_be_laid_again_in_the_same_turn(at):
    table = at(OPENED.format("6H 9D 9S 2C 4S"), preset="romme_40").does("0 swap #1 6H")

    assert owes(table) == ("lay-joker", (52,))
    assert table.refuses("0 discard 2C") == ("open-duty", "E50")
    assert table.does("0 lay-off #1 JK=8H", "0 discard 2C").deal.turn.seat == 1
    assert table.does("0 meld 9D 9S JK=9C", "0 discard 2C").deal.turn.seat == 1
    assert owes(table.does("0 take-back"))[0] == ""


@pytest.mark.rule("G12", "E50")
def test_or_even_in_a_new_meld(at):
    table = at(OPENED.format("6H 9D 9S 2C 4S"), preset="rami_51").does("0 swap #1 6H")

    assert table.refuses("0 lay-off #1 JK=8H") == ("new-meld-only", "G12")
    assert table.does("0 meld 9D 9S JK=9C", "0 discard 2C").deal.turn.seat == 1


@pytest.mark.rule("G12", "E50")
def test_a_joker_that_could_not_be_laid_again_is_not_taken(at):
    table = at(OPENED.format("6H 9D 2C 4S"), preset="rami_51")

    assert table.refuses("0 swap #1 6H") == ("open-duty", "E50")
    assert table.may(0) == "discard"
    assert decide.swaps(table.rules, table.deal) == {}


@pytest.mark.rule("G12")
def test_of_two_jokers_the_one_that_is_not_owed_is_laid_off(at):
    position = OPENED.format("6H JK' 9D 9S 2C 4S") + " | #2@1 TC JC QC"
    table = at(position, preset="rami_51").does("0 swap #1 6H")

    laid = table.does("0 lay-off #2 JK=KC")

    assert laid.deal.melds[1].cards[-1] == 52 + 64
    assert owes(laid)[0] == "lay-joker"
    assert laid.refuses("0 lay-off #1 JK=8H") == ("new-meld-only", "G12")


SET = HAND + " | #1@1 7H JK=7D 7S | opened 0 1 | opened-before | played 0 1 | played-before"


@pytest.mark.rule("14-3", "G14")
def test_one_missing_suit_closes_a_set_and_both_together_free_its_joker(at):
    table = at(SET.format("7D 7C 2S 4S"), preset="kalooki_40")

    assert table.refuses("0 swap #1 7D") == ("no-swap", "R71")
    for one in ("7D", "7C"):
        closed = table.does(f"0 lay-off #1 {one}")
        assert len(closed.deal.melds[0].cards) == 4
        other = "7C" if one == "7D" else "7D"
        assert closed.refuses(f"0 swap #1 {other}") == ("no-swap", "R71")
    freed = table.does("0 swap #1 7D 7C")
    assert freed.table == ["7C 7D 7H 7S"]
    assert freed.hand(0) == "2S 4S JK"
    assert freed.deal.melds[0].credit == (0, 0, 1, 1)


@pytest.mark.rule("G14")
def test_of_two_jokers_in_a_set_one_goes_for_any_missing_suit(at):
    position = SET.replace("7H JK=7D 7S", "JK=7C JK'=7D 7S")
    table = at(position.format("7H 7D 2S 4S"), preset="kalooki_40")

    assert table.does("0 swap #1 7H").hand(0).endswith("JK")
    once = table.does("0 swap #1 7D")
    assert sorted(stands(once)) == [6, 19, 45]
    assert once.refuses("0 swap #1 7H") == ("no-swap", "R71")


@pytest.mark.rule("G14", "R71")
def test_a_run_frees_its_joker_for_the_very_card_there_too(at):
    position = SET.replace("7H JK=7D 7S", "7H JK=8H 9H")
    table = at(position.format("8H 2S 4S"), preset="kalooki_40")

    assert table.does("0 swap #1 8H").table == ["7H 8H 9H"]


@pytest.mark.rule("E12", "E49", "R71")
def test_a_locked_last_card_may_be_given_for_a_joker(at):
    """Only the six that was taken would be left: but it frees the joker, and that is thrown."""
    position = LIES.format("4H 6H") + " | fresh 6H | locked 6H"
    table = at(position, preset="wrotham").does("0 lay-off #1 4H")

    assert table.may(0) == "swap take-back"
    out = table.does("0 swap #1 6H", "0 discard JK")
    assert out.deal.outcome.out == 0


@pytest.mark.rule("R71")
def test_of_two_jokers_that_one_comes_which_the_card_stands_in_for(at):
    position = HAND.format("7H 9D 2S") + " | #1@1 5H JK=6H JK'=7H 8H"

    swapped = at(position, preset="wrotham").does("0 swap #1 7H")

    assert swapped.table == ["5H JK 7H 8H"]
    assert swapped.hand(0) == "9D 2S JK'"


@pytest.mark.rule("E49", "E50", "R35")
def test_a_joker_that_was_taken_laid_and_won_back_can_be_laid_again(at):
    position = "0 draws | turn 5 | 0: 4H 4S 4C AC JK' AS | 1: 3C | stock: 9D | pile: JK"
    table = at(position, preset="romme_40").does("0 take", "0 meld JK=AC JK=AH AS")

    back = table.does("0 swap #1 AC")

    assert owes(back) == ("lay-joker", (52,))
    assert back.refuses("0 discard JK")[0] in ("just-taken", "open-duty")
    assert back.does("0 meld 4H 4S 4C JK=4D").deal.outcome.out == 0


@pytest.mark.rule("G12", "E50")
def test_a_joker_that_is_owed_is_not_the_last_discard(at):
    position = HAND.format("9D JK") + " | owed JK | #1@1 6D 7D 8D | opened 0 1 | opened-before"
    here = at(position, preset="rami_51")

    assert search.way_out(here.rules, standing_of(here.rules, here.deal)) is None


@pytest.mark.rule("E49")
def test_swaps_are_told_by_meld_and_card(at):
    table = at(LIES.format("6H 9D 2S"), preset="wrotham")

    assert decide.swaps(table.rules, table.deal) == {1: (31,)}
