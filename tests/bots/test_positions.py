"""What each level does in positions where there is a better and a worse thing to do."""

from __future__ import annotations

import random

import pytest

from rummy_protocol.actions import (
    Discard,
    DrawStock,
    EndDeal,
    LayMeld,
    LayOff,
    TakeDiscard,
)
from rummy_protocol.cards import faces
from rummy_protocol.news import Dealt, Discarded, Drew, Melded, Restocked, TookDiscard
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.switches import changed
from rummy_server.bots import LEVELS, suggest

PLAY = "meld lay-off discard"
DRAW = "draw take"


def chosen(level, update, seed=0):
    bot = LEVELS[level]
    return bot.step(bot.fresh(), update, random.Random(seed))[1]


def one(text):
    return faces(text)[0]


THINKERS = ("steady", "sharp")


@pytest.mark.parametrize("level", THINKERS)
@pytest.mark.parametrize(
    ("why", "hand", "melds", "top", "action"),
    [
        ("it makes a meld", "7C 7D 2H KS QD 9C 4S", "", "7S", TakeDiscard()),
        ("it fits the table", "2H KS QD 9C 4S", "5H 6H 7H", "8H", TakeDiscard()),
        ("it is of no use", "7C 7D 2H KS QD 9C 4S", "", "JH", DrawStock()),
        ("with it the deal is won", "7C 7D", "", "7S", TakeDiscard()),
        ("it is locked, and alone would stay", "2H 3S", "", "KD", DrawStock()),
    ],
)
def test_a_thinker_takes_the_discard_only_when_it_helps(
    level, why, hand, melds, top, action, seen
):
    update = seen(hand, melds=melds, top=top, may=DRAW, others=(7, 7))

    assert chosen(level, update) == action, why


@pytest.mark.parametrize("level", THINKERS)
@pytest.mark.parametrize(
    ("why", "hand", "melds", "action"),
    [
        ("a meld is laid", "7C 7D 7S 2H KS QD 9C 4S", "", LayMeld(faces("7C 7D 7S"))),
        ("a card is laid off", "8H 2C KS QD 4S TC", "5H 6H 7H", LayOff(1, faces("8H"))),
        ("the dearest loose card goes", "2C 3C KS 7D 7H", "", Discard(one("KS"))),
        ("the last card goes", "KS", "", Discard(one("KS"))),
    ],
)
def test_a_thinker_gets_rid_of_what_counts_most(level, why, hand, melds, action, seen):
    assert chosen(level, seen(hand, melds=melds, may=PLAY, others=(3,))) == action, why


@pytest.mark.parametrize("level", [*LEVELS])
def test_everybody_goes_out_with_four_cards_when_there_is_a_way(level, seen):
    first = chosen(level, seen("4C 5C 6C KD", may=PLAY))

    assert first == LayMeld(faces("4C 5C 6C"))


@pytest.mark.rule("R35", "E12")
@pytest.mark.parametrize("level", [*LEVELS])
def test_nobody_throws_or_strands_the_locked_card(level, seen):
    """B-9: with 5C and 4C both laid off only the locked king would be left."""
    for seed in range(30):
        action = chosen(level, seen("4C 5C KD", melds="6C 7C 8C", locked="KD", may=PLAY), seed)

        assert action != Discard(one("KD"))
        assert action != LayOff(1, faces("4C 5C"))


@pytest.mark.rule("R56")
@pytest.mark.parametrize("level", [*LEVELS])
def test_nobody_lays_the_last_card_where_it_must_be_discarded(level, seen):
    """B-11: the third seven completes a set that may not be laid."""
    rules = changed(RuleSet(), {"final_discard": "required"})
    for seed in range(30):
        action = chosen(level, seen("7D 7H 7S", may="discard", rules=rules), seed)

        assert isinstance(action, Discard)


@pytest.mark.rule("E27")
@pytest.mark.parametrize("level", [*LEVELS])
def test_nobody_tries_to_go_out_too_early(level, seen):
    rules = changed(RuleSet(), {"earliest_out_turn": 2})
    for seed in range(30):
        action = chosen(level, seen("4C 5C 6C KD", rules=rules, may=PLAY, turn=1), seed)

        assert isinstance(action, Discard)


@pytest.mark.rule("R52")
@pytest.mark.parametrize("level", THINKERS)
def test_the_gate_is_opened_by_a_meld_and_then_passed(level, seen):
    rules = changed(RuleSet(), {"lay_off_gate": "own_meld"})
    shut = seen("8H KC KD KS 2D 5S", melds="5H 6H 7H", rules=rules, may="meld discard")
    opened = seen("8H 2D 5S", melds="5H 6H 7H/* KC KD KS", rules=rules, may=PLAY)

    assert chosen(level, shut) == LayMeld(faces("KC KD KS"))
    assert chosen(level, opened) == LayOff(1, faces("8H"))


@pytest.mark.rule("R51", "C24")
@pytest.mark.parametrize("level", THINKERS)
def test_two_melds_go_in_one_turn_where_that_is_going_rummy(level, seen):
    rules = changed(RuleSet(), {"going_rummy": "double"})
    hand, meld = "7C 7D 7S 2H 3H 4H KD", faces("7C 7D 7S")
    update = seen(hand, rules=rules, may=PLAY, log=(Drew(5, 0),))

    first = chosen(level, update)

    assert isinstance(first, LayMeld)
    rest = tuple(card for card in update.you.hand if card not in first.cards)
    assert len(rest) == 4
    assert first.cards in (meld, faces("2H 3H 4H"))


@pytest.mark.rule("R28")
@pytest.mark.parametrize("level", THINKERS)
def test_a_second_meld_of_a_turn_is_not_tried_where_one_is_allowed(level, seen):
    log = (Drew(5, 0), Melded(6, 0, 1, faces("7C 7D 7S")))
    hand = "2H 3H 4H KD 9C"

    action = chosen(level, seen(hand, melds="* 7C 7D 7S", may="lay-off discard", log=log))

    assert isinstance(action, Discard)


@pytest.mark.parametrize("level", [*LEVELS])
@pytest.mark.parametrize(
    ("may", "top", "actions"),
    [
        ("take end-deal", "KH", {TakeDiscard(), EndDeal()}),
        ("end-deal", "", {EndDeal()}),
        ("draw", "", {DrawStock()}),
    ],
)
def test_a_draw_is_one_that_is_open(level, may, top, actions, seen):
    assert chosen(level, seen("7C 7D 2H KS", may=may, top=top)) in actions


@pytest.mark.parametrize("level", [*LEVELS])
def test_nothing_is_done_while_others_decide(level, seen):
    assert chosen(level, seen("7C 7D 2H KS", may="")) is None


@pytest.mark.parametrize(
    ("level", "others", "lays"),
    [("sharp", (10,), False), ("sharp", (3,), True), ("steady", (10,), True)],
)
def test_sharp_keeps_its_only_meld_till_somebody_is_short_of_cards(level, others, lays, seen):
    """In the hand nobody can add to it, and one meld can always be laid in the last turn."""
    update = seen("7C 7D 7S 2H KS QD 9C 4S", may=PLAY, others=others)

    assert (chosen(level, update) == LayMeld(faces("7C 7D 7S"))) == lays


def test_sharp_keeps_from_the_next_player_what_he_collects(seen):
    """Two cards are equally loose; the next player has taken a neighbour of one of them."""
    hand, plain = "9C 9H 2D 2S 3D 3S", "steady"
    log = (
        Dealt(1, 1, 7, one("8C")),
        TookDiscard(2, 1, faces("8C")),
        Discarded(3, 1, one("KD")),
    )
    update = seen(hand, may=PLAY, top="KD", log=log, others=(7,))
    fed = {"9C", "9H"}

    assert chosen("sharp", update) == Discard(one("9H"))
    assert chosen(plain, update) in {Discard(one(card)) for card in fed}


@pytest.mark.rule("R38", "E06")
def test_sharp_knows_what_the_turned_pile_will_bring(seen):
    """The oldest discard lies on top of the new stock, and it is what the hand waits for."""
    before = (
        Dealt(1, 1, 7, one("7S")),
        Drew(2, 1),
        Discarded(3, 1, one("KD")),
        Restocked(4, 1, "turned", 2, 1),
        Drew(5, 1),
        Discarded(6, 1, one("7H")),
    )
    # The seat remembers 7S KD; 7S was drawn by the other, and so KD comes next.
    update = seen("KC KS 3H 5D", may=DRAW, top="8D", log=before, stock=1, recycles=1)

    memory, action = LEVELS["sharp"].step(LEVELS["sharp"].fresh(), update, random.Random(0))

    assert memory.mind.coming == faces("KD")
    assert action == DrawStock()


def test_a_hint_is_what_steady_would_do(seen):
    update = seen("7C 7D 7S 2H KS QD 9C 4S", may=PLAY)

    assert suggest(update.table.rules, update) == chosen("steady", update)
    assert suggest(RuleSet(), seen("7C 7D", may="")) is None
