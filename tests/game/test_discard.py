"""The end of a turn and of a deal: what may be thrown, who goes out, who is next."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rummy_server.game.notation import card_text
from rummy_server.game.state import Phase

DRAWN = "0 plays | turn 5 | 0: 2C 5D QC | 1: 3C 8S | 2: KH | stock: 7D | pile: 4S | fresh QC"


@pytest.mark.rule("R33", "R13")
def test_a_discard_ends_the_turn_and_the_left_neighbour_is_next(at):
    table = at(DRAWN).does("0 discard 5D")

    assert table.pile == "4S 5D"
    assert [decision.seat for decision in table.deal.pending] == [1]
    assert table.deal.phase is Phase.DRAW
    assert table.deal.turns == 6


@pytest.mark.rule("R13")
def test_after_the_last_seat_comes_the_first(at):
    table = at("2 plays | 0: 2C | 1: 3C | 2: KH 9H | stock: 7D").does("2 discard 9H")

    assert table.deal.turn.seat == 0


@pytest.mark.rule("R13")
def test_a_seat_that_is_out_of_the_match_is_passed_over(at):
    table = at("0 plays | 0: 2C 5D | 1: | 2: KH 9H | stock: 7D")
    table = type(table)(table.rules, replace(table.deal, seats=(0, 2)))

    after = table.does("0 discard 2C")

    assert after.deal.turn.seat == 2
    assert after.does("2 draw", "2 discard KH").deal.turn.seat == 0


@pytest.mark.rule("R37")
def test_a_card_from_the_stock_may_be_thrown_at_once(at):
    assert at(DRAWN).does("0 discard QC").pile == "4S QC"


TAKEN = "0 draws | 0: 2C 5D | 1: 3C 8S | stock: 7D 9D TD JD | pile: 4S KD"


@pytest.mark.rule("R35", "C12", "X-09")
def test_the_discard_just_taken_may_not_be_thrown_in_the_same_turn(at):
    table = at(TAKEN).does("0 take")

    assert table.refuses("0 discard KD") == ("just-taken", "R35")


@pytest.mark.rule("R36")
def test_but_it_may_in_a_later_turn(at):
    table = at(TAKEN).does("0 take", "0 discard 2C", "1 draw", "1 discard JD", "0 draw")

    assert table.does("0 discard KD").pile == "4S 2C JD KD"


@pytest.mark.rule("R35")
def test_a_table_may_let_a_taken_card_go_back(at):
    assert at(TAKEN, taken_card="free").does("0 take", "0 discard KD").pile == "4S KD"


@pytest.mark.rule("E13")
def test_with_one_card_in_hand_a_taken_discard_is_a_swap(at):
    table = at("0 draws | 0: 2C | 1: 3C | stock: 7D | pile: KD").does("0 take")

    assert table.refuses("0 discard KD") == ("just-taken", "R35")
    assert table.does("0 discard 2C").hand(0) == "KD"


@pytest.mark.rule("E14", "X-09")
def test_of_two_twins_the_one_that_was_not_taken_is_thrown(at):
    table = at("0 plays | 0: KD' KD | 1: 3C | stock: 7D | fresh KD' | locked KD'")

    assert table.does("0 discard KD").pile == "KD"


@pytest.mark.rule("R33", "R15", "X-29")
def test_only_a_card_that_one_holds_can_be_thrown(at):
    assert at(DRAWN).refuses("0 discard KH") == ("not-your-card", "R33")


@pytest.mark.rule("R14", "R15", "R40", "R41")
def test_the_last_card_goes_out_by_a_discard_and_play_stops(at):
    table = at("0 plays | 0: 2C | 1: 3C 4C 5C | stock: 7D | played 0 | played-before")

    table = table.does("0 discard 2C")

    assert table.deal.outcome.out == 0
    assert table.told == ["Discarded", "DealEnded"]
    assert table.may(1) == ""
    assert table.refuses("1 draw") == ("not-now", "R41")


@pytest.mark.rule("R29", "R30")
def test_nobody_has_to_meld_or_to_lay_off(at):
    table = at("0 plays | 0: 7S 7D 7C 9H | 1: 3C | stock: 7H | #1@1 6H 7H 8H")

    assert table.may(0) == "meld lay-off discard"
    assert table.does("0 discard 7S").deal.turn.seat == 1


@pytest.mark.rule("E08", "X-25")
def test_after_so_many_turns_a_deal_is_blocked(at):
    position = "0 plays | turn {} | 0: 2C 5D | 1: 3C 8S | stock: 7D"
    last = at(position.format(20), max_turns_per_deal=20).does("0 discard 2C")
    earlier = at(position.format(19), max_turns_per_deal=20).does("0 discard 2C")

    assert last.deal.outcome.why == "turn-cap"
    assert last.deal.outcome.out is None
    assert earlier.deal.outcome is None


@pytest.mark.rule("E08", "X-25")
def test_two_who_take_each_others_discards_for_ever_are_stopped(at):
    table = at("0 draws | 0: 2C 5D | 1: 3C 8S | pile: KD QD", max_turns_per_deal=20)

    while table.deal.outcome is None:
        seat = table.deal.turn.seat
        table = table.does(f"{seat} take")
        other = next(c for c in table.deal.hands[seat] if c != table.deal.turn.locked)
        table = table.does(f"{seat} discard {card_text(other)}")

    assert table.deal.turns == 20
    assert table.deal.outcome.why == "turn-cap"


@pytest.mark.rule("E27")
def test_where_going_out_must_wait_nobody_goes_out_in_his_first_turn(at):
    first = at("1 plays | turn 2 | 0: 9C | 1: 2C | stock: 7D", earliest_out_turn=2)
    second = at("1 plays | turn 4 | 0: 9C | 1: 2C | stock: 7D", earliest_out_turn=2)

    assert first.refuses("1 discard 2C") == ("too-early-out", "E27")
    assert second.does("1 discard 2C").deal.outcome.out == 1


@pytest.mark.rule("E27")
def test_and_must_keep_two_cards_to_end_it_with(at):
    position = "1 plays | turn 2 | 0: 9C | 1: 7S 7D 7C 2C | stock: 7D"

    assert at(position, earliest_out_turn=2).refuses("1 meld 7S 7D 7C") == (
        "too-early-out",
        "E27",
    )
    assert at(position).does("1 meld 7S 7D 7C").hand(1) == "2C"
