"""Taking back: one's own plays of the running turn, the last one first (E47)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

PLAYED = (
    "0 plays | turn 5 | 0: 7S 7D 7C 9H 6H KD | 1: 2C 3C | stock: 3D | pile: 9S"
    " | #1@1 TH JH QH | fresh KD"
)
MELD, LAY = "0 meld 7S 7D 7C", "0 lay-off #1 9H"


def alike(deal):
    """The deal without the order of hands and the numbers of melds that were never laid."""
    return replace(deal, hands=tuple(map(sorted, deal.hands)), next_meld=0)


@pytest.mark.rule("E47")
def test_plays_are_taken_back_the_last_one_first(at):
    start = at(PLAYED)
    melded = start.does(MELD)
    laid = melded.does(LAY)

    assert alike(laid.does("0 take-back").deal) == alike(melded.deal)
    assert alike(laid.does("0 take-back", "0 take-back").deal) == alike(start.deal)


@pytest.mark.rule("E47", "E30", "R52")
def test_what_was_taken_back_was_never_played(at):
    melded = at(PLAYED, lay_off_gate="own_meld").does(MELD)
    back = melded.does("0 take-back")

    assert melded.deal.opened == (1, 0)
    assert back.deal.opened == back.deal.played == (1,)
    assert back.refuses(LAY) == ("own-meld-first", "R52")


@pytest.mark.rule("E47", "E30")
def test_what_was_played_in_earlier_turns_stays_played(at):
    table = at(PLAYED + " | #2@0 2S 3S 4S | opened 1 0 | played 1 0 | played-before")

    back = table.does(LAY, "0 take-back").does(MELD, "0 take-back")

    assert back.deal.opened == (1, 0)
    assert back.deal.played == (1, 0)


@pytest.mark.rule("E47")
def test_of_two_plays_the_first_still_counts(at):
    back = at(PLAYED).does(LAY, MELD, "0 take-back")

    assert back.deal.played == (1, 0)
    assert back.deal.opened == (1,)


@pytest.mark.rule("E47", "R28")
def test_after_taking_a_meld_back_another_may_be_laid_with_a_new_number(at):
    table = at(PLAYED).does(MELD, "0 take-back", MELD)

    assert [meld.id for meld in table.deal.melds] == [1, 3]


@pytest.mark.rule("E47")
def test_there_must_be_something_of_this_turn_to_take_back(at):
    assert at(PLAYED).refuses("0 take-back") == ("nothing-to-take-back", "E47")

    next_turn = at(PLAYED).does(MELD, "0 discard KD", "1 draw")

    assert next_turn.refuses("1 take-back") == ("nothing-to-take-back", "E47")
    assert next_turn.refuses("0 take-back") == ("not-your-turn", "R13")


@pytest.mark.rule("E47", "R41")
def test_a_hand_that_went_out_is_out(at):
    table = at("0 plays | 0: 7S 7D 7C | 1: 2H | stock: 3D").does("0 meld 7S 7D 7C")

    assert table.refuses("0 take-back") == ("not-now", "R41")


@pytest.mark.rule("E47")
def test_a_table_may_play_without_taking_back(at):
    table = at(PLAYED, take_back=False).does(MELD)

    assert table.refuses("0 take-back") == ("no-taking-back", "E47")
    assert table.may(0) == "lay-off discard"


@pytest.mark.rule("E47", "R35")
def test_a_card_that_was_taken_stays_locked_after_coming_back(at):
    table = at(PLAYED.replace("fresh KD", "fresh 7C | locked 7C")).does(MELD, "0 take-back")

    assert table.refuses("0 discard 7C") == ("just-taken", "R35")
