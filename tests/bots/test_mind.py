"""What can be remembered of a deal, and what is forgotten when entries were missed."""

from __future__ import annotations

import pytest

from rummy_protocol.cards import faces, names
from rummy_protocol.news import (
    Blocked,
    Dealt,
    Discarded,
    Drew,
    LaidOff,
    Melded,
    Restocked,
    Swapped,
    TookBack,
    TookDiscard,
)
from rummy_server.bots.mind import Mind, remembered
from rummy_server.game.melding.holdings import faces_of


def one(text):
    return faces(text)[0]


def said(cards):
    return " ".join("?" if card is None else names((card,)) for card in cards)


STORY = (
    Dealt(1, 0, 7, one("5C")),
    Drew(2, 1),
    Discarded(3, 1, one("9D")),
    TookDiscard(4, 0, faces("9D")),
    Discarded(5, 0, one("KH")),
    Drew(6, 1),
    Discarded(7, 1, one("2S")),
    Drew(8, 0),
)


@pytest.fixture
def at(seen):
    """The deal after some entries, as seat 0 sees it."""

    def view(log, top="", discards=None, stock=20, number=1):
        count = (1 if top else 0) if discards is None else discards
        update = seen(
            "3C", may="", top=top, log=tuple(log), discards=count, stock=stock, number=number
        )
        return update.deal

    return view


def test_the_pile_the_takings_and_the_refusals_are_kept(at):
    mind = remembered(None, at(STORY, top="2S", discards=3))

    assert said(mind.pile) == "5C KH 2S"
    assert [names(faces_of(cards)) for cards in mind.held] == ["9D", ""]
    assert [names(faces_of(cards)) for cards in mind.thrown] == ["KH", "9D 2S"]
    assert [names(faces_of(cards)) for cards in mind.declined] == ["2S", "5C KH"]


def test_it_does_not_matter_in_how_many_portions_a_story_is_heard(at):
    at_once = remembered(None, at(STORY, top="2S", discards=3))
    mind = None
    for end, top, discards in ((1, "5C", 1), (4, "5C", 1), (5, "KH", 2), (8, "2S", 3)):
        mind = remembered(mind, at(STORY[:end], top=top, discards=discards))

    assert mind == at_once


@pytest.mark.rule("R38", "E06")
def test_a_turned_pile_comes_back_from_the_bottom(at):
    story = (*STORY, Restocked(9, 1, "turned", 3, 1), Drew(10, 1))

    mind = remembered(None, at(story, stock=2))

    assert said(mind.coming) == "KH 2S"
    assert mind.pile == ()


@pytest.mark.rule("R57")
def test_a_shuffled_pile_comes_back_in_no_order(at):
    story = (*STORY, Restocked(9, 1, "shuffled", 2, 1))

    mind = remembered(None, at(story, top="2S", stock=2))

    assert mind.coming == ()
    assert said(mind.pile) == "2S"


def test_what_was_laid_is_held_no_more_and_what_was_taken_back_is(at):
    laid = (*STORY[:4], Melded(5, 0, 1, faces("9C 9D 9H")), LaidOff(6, 0, 1, faces("9S")))

    mind = remembered(None, at(laid, top="5C"))
    after = remembered(mind, at((*laid, TookBack(7, 0, 1, faces("9S"))), top="5C"))

    assert mind.held == (0, 0)
    assert names(faces_of(after.held[0])) == "9S"


@pytest.mark.rule("R71")
def test_a_swap_moves_cards_both_ways(at):
    swapped = (*STORY[:4], Swapped(5, 0, 1, faces("9D"), 1))

    mind = remembered(None, at(swapped, top="5C"))
    after = remembered(mind, at((*swapped, TookBack(6, 0, 1, faces("9D"), 1)), top="5C"))

    assert names(faces_of(mind.held[0])) == "JK"
    assert names(faces_of(after.held[0])) == "9D"


def test_twins_are_remembered_as_two(at):
    story = (*STORY[:4], Discarded(5, 1, one("9D")), TookDiscard(6, 0, faces("9D")))
    both = remembered(None, at(story, top="5C"))
    one_left = remembered(both, at((*story, Melded(7, 0, 1, faces("8D 9D TD"))), top="5C"))
    none = remembered(both, at((*story, Melded(7, 0, 1, faces("9D 9D 9H"))), top="5C"))

    assert names(faces_of(both.held[0])) == "9D 9D"
    assert names(faces_of(one_left.held[0])) == "9D"
    assert none.held[0] == 0


def test_entries_that_were_missed_make_the_pile_unknown_below_its_top(at):
    mind = remembered(None, at(STORY[:3], top="9D", discards=2))

    later = remembered(mind, at([Discarded(20, 1, one("QH"))], top="QH", discards=5))

    assert said(later.pile) == "? ? ? ? QH"


def test_a_new_deal_begins_with_nothing(at):
    mind = remembered(None, at(STORY, top="2S", discards=3))

    fresh = remembered(mind, at([Dealt(1, 1, 7, one("AC"))], top="AC", number=2))

    assert fresh == Mind(2, 1, faces("AC"), (), (0, 0), (0, 0), (0, 0))


def test_the_end_of_a_deal_tells_nothing_to_remember(at):
    mind = remembered(None, at(STORY, top="2S", discards=3))

    assert remembered(mind, at([Blocked(9, 1, "declined")], top="2S", discards=3)).noted == 9
