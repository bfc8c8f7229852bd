"""The score sheet explains every number, for every way in which a deal can be scored."""

from __future__ import annotations

import itertools

import pytest

from rummy_protocol import text
from rummy_protocol.cards import faces
from rummy_protocol.choices import BlockedScoring, DealScoring, GoingRummy
from rummy_protocol.errors import Declined
from rummy_protocol.ruleset import DealChange, RuleSet, with_fields
from rummy_protocol.views import DealResult, SeatResult

NAMES = ("Ann", "Bob", "Cy", "Di")


def rules(**fields):
    return with_fields(RuleSet(), fields)


def line(hand, held, points, total=None, laid="", **more):
    """A seat's line; *laid* is like ``7S 7, QD 10``."""
    cards = [part.split() for part in laid.split(", ") if part]
    return SeatResult(
        hand=faces(hand),
        held=held,
        points=(points, 1),
        total=(points if total is None else total, 1),
        laid=tuple((faces(card)[0], int(count)) for card, count in cards),
        **more,
    )


def result(*seats, out=0, rummy=False, why=None, deal=1):
    why = why or ("declined" if out is None else "out")
    return DealResult(deal=deal, out=out, rummy=rummy, why=why, seats=seats)


def why_lines(told, ruleset, you=None):
    """What stands between the hands and the totals."""
    count = len(told.seats)
    return text.sheet(told, ruleset, NAMES, you)[count:-count]


B1 = (
    line("", 0, 47),
    line("KS 7D AC", 18, 0),
    line("QH TD 4S", 24, 0),
    line("2C 3C", 5, 0),
)


@pytest.mark.parametrize(
    ("going_rummy", "last"),
    [
        ("double", ["Ann went rummy: 47 doubled to 94."]),
        ("add_ten", ["Ann went rummy: 47 and 10 more, 57."]),
        ("none", []),
    ],
)
def test_golden_b2_says_what_going_rummy_made_of_the_points(going_rummy, last):
    told = why_lines(result(*B1, rummy=True), rules(going_rummy=going_rummy))

    assert told == ["Ann went out and scored what the others held: 18 + 24 + 5 = 47.", *last]


def test_penalties_are_raised_for_each():
    penalties = rules(deal_scoring="penalties", going_rummy="double")
    payment = rules(deal_scoring="payment", going_rummy="add_ten", target=None, deals=4)

    assert why_lines(result(*B1, rummy=True), penalties) == [
        "Ann went out; everybody else scored what they held.",
        "Ann went rummy: it counted double for each of them.",
    ]
    assert why_lines(result(*B1, rummy=True), payment) == [
        "Ann went out; everybody else paid what they held: 18 + 24 + 5 = 47.",
        "Ann went rummy: it counted 10 more for each of them.",
    ]


F1 = (
    line("", 0, 91, laid="7S 7, 7H 7, 7D 7, QD 10, KD 10, AD 15, JC 10"),
    line("AS 9H 3D 5D", 32, -5, laid="8C 8, 9C 9, TC 10"),
    line("KS 2D 3S 4H 6H 8H TS", 43, -43),
)
FRENCH = rules(deal_scoring="melds_minus_hand", ace="either", out_bonus=25, target=500)


def test_golden_f1_shows_laid_cards_and_what_is_deducted():
    assert text.sheet(result(*F1), FRENCH, NAMES, 1) == [
        "Ann: no cards",
        "You: 9, 5, 3, A 15 = 32",
        "Cy: K 10, 10, 8, 6, 4, 3, 2 = 43",
        "Ann went out; everybody scored what they laid, less what they held.",
        "Ann laid 7, 7, 7, Q 10, K 10, A 15, J 10 = 66.",
        "You laid 8, 9, 10 = 27, less 32 in hand: -5.",
        "Cy laid nothing, less 43 in hand: -43.",
        "For going out Ann scored 25 more.",
        "Ann: +91, in all 91",
        "You: -5, in all -5",
        "Cy: -43, in all -43",
    ]


def test_going_rummy_raises_what_was_laid():
    told = why_lines(result(*F1, rummy=True), with_fields(FRENCH, {"going_rummy": "double"}))

    assert "Ann went rummy: 66 doubled to 132." in told


def test_a_blocked_deal_where_melds_score_has_no_bonus_in_it():
    told = why_lines(result(*F1, out=None), FRENCH)

    assert told == [
        "Nobody went out: the stock was empty and the discard declined.",
        "Everybody scored what they laid, less what they held.",
        "Ann laid 7, 7, 7, Q 10, K 10, A 15, J 10 = 66.",
        "Bob laid 8, 9, 10 = 27, less 32 in hand: -5.",
        "Cy laid nothing, less 43 in hand: -43.",
    ]


def test_jokers_and_cards_of_another_value_show_what_they_count():
    ruleset = with_fields(FRENCH, {"number_cards": "fives", "joker_points": 20, "jokers": 2})
    told = text.sheet(
        result(line("", 0, 0, laid="AS 5, 2S 5, JK 20"), line("JK 9C 5D TD", 40, -40)),
        ruleset,
        NAMES,
    )

    assert told[1] == "Bob: 10, 9 5, 5, JK 20 = 40"
    assert told[3] == "Ann laid A 5, 2 5, JK 20 = 30."


RAMI = rules(
    deal_scoring="penalties", winner_bonus=(10, 20, 50), unopened_points=100, target=500
)


def test_golden_12_3_says_who_never_opened():
    told = text.sheet(
        result(line("", 0, -10), line("KC 9D", 100, 100, opened=False), line("5D", 5, 5)),
        RAMI,
        NAMES,
    )

    assert told[1:4] == [
        "Bob: K 10, 9; never opened, so 100",
        "Cy: 5 = 5",
        "Ann went out; everybody else scored what they held.",
    ]


@pytest.mark.parametrize(
    ("off", "rummy", "said"),
    [
        (10, False, "Ann went out: 10 taken off."),
        (20, True, "Ann went out in one turn: 20 taken off."),
        (
            50,
            True,
            "Ann went out in one turn before anybody else had laid a card: 50 taken off.",
        ),
    ],
)
def test_what_is_taken_off_for_going_out_is_told(off, rummy, said):
    told = why_lines(result(line("", 0, -off), line("5D", 5, 5), rummy=rummy), RAMI)

    assert told[-1] == said


@pytest.mark.parametrize(
    ("scoring", "said"),
    [
        ("winner_takes_sum", "For going out Ann scored 25 more."),
        ("penalties", "For going out 25 were taken off: Ann."),
        ("payment", "For going out Ann got 25 more from each of them."),
    ],
)
def test_a_bonus_for_going_out_is_told(scoring, said):
    end = {"target": None, "deals": 4} if scoring == "payment" else {}
    told = why_lines(result(*B1), rules(deal_scoring=scoring, out_bonus=25, **end))

    assert told[-1] == said


def test_a_blocked_deal_as_usual_goes_to_the_lowest_hand():
    tied = result(line("6C", 6, 8), line("6D", 6, 7), line("7D 8D", 15, 0), out=None)

    assert why_lines(tied, rules(blocked_scoring="same"))[1] == (
        "Ann and Bob held the lowest hand, 6, and shared what the others held: 15, by 2."
    )


def test_who_is_out_of_the_match_is_told_to_be():
    ruleset = rules(deal_scoring="penalties", target=None, eliminate_at=101)
    told = text.sheet(
        result(
            line("", 0, 0, 88),
            line("", 0, 0, 130, played=False),
            line("KS", 10, 10, 101),
            line("2C", 2, 2, 100),
        ),
        ruleset,
        NAMES,
    )

    assert told[1] == "Bob: out of the match"
    assert told[4:6] == [
        "Ann went out; everybody else scored what they held.",
        "Dropped out with 101 points or more: Cy.",
    ]
    assert told[-3] == "Bob: not dealt in, in all 130"


def test_the_empty_hand_of_who_is_out_is_not_the_lowest():
    told = why_lines(
        result(line("", 0, 0, played=False), line("6C", 6, 9), line("7D 8D", 15, 0), out=None),
        RuleSet(),
    )

    assert (
        told[1] == "Bob held the lowest hand, 6, and scored the differences to the others: 9."
    )


def test_where_all_would_drop_out_the_best_stay():
    ruleset = rules(deal_scoring="penalties", target=None, eliminate_at=100, reach="above")
    told = why_lines(
        result(line("6C", 6, 6, 106), line("7C", 7, 7, 107), line("8C", 8, 8, 101), out=None),
        ruleset,
    )

    assert told[-1] == "Dropped out with more than 100 points: Ann and Bob."


def test_a_sheet_goes_by_the_rules_of_its_deal():
    change = DealChange(4, 6, (("ace_points", 11),))
    ruleset = rules(deal_changes=[change])
    seats = (line("", 0, 11), line("AC", 11, 0))

    assert text.sheet(result(*seats, deal=4), ruleset, NAMES)[1] == "Bob: A 11 = 11"
    assert text.sheet(result(*seats, deal=3), ruleset, NAMES)[1] == "Bob: A 1 = 11"


def _every_scoring():
    for scoring, blocked, rummy in itertools.product(DealScoring, BlockedScoring, GoingRummy):
        end = {"target": None, "deals": 4} if scoring is DealScoring.PAYMENT else {}
        fields = {"deal_scoring": scoring, "blocked_scoring": blocked, "going_rummy": rummy}
        try:
            yield rules(**fields, **end)
        except (Declined, ValueError):
            continue


@pytest.mark.parametrize("out", [0, None])
@pytest.mark.parametrize("shared", [False, True])
def test_every_way_of_scoring_is_worded_to_the_last_word(out, shared):
    seats = (
        line("" if out == 0 else "2C", 0 if out == 0 else 2, 5, laid="7S 7, 7H 7, 7D 7"),
        line("2D" if shared else "KS", 2 if shared else 10, -5),
        line("JK", 15, 0),
    )
    seen = 0
    for ruleset in _every_scoring():
        told = text.sheet(result(*seats, out=out, rummy=out == 0), ruleset, NAMES)

        seen += 1
        assert all(told), ruleset.differences()
        assert not [words for words in told if "?" in words or "{" in words]
    assert seen >= 18


@pytest.mark.parametrize(("reach", "dropped"), [("at_least", True), ("above", False)])
def test_who_has_just_the_limit_has_dropped_out_or_not(reach, dropped):
    ruleset = rules(deal_scoring="penalties", target=None, eliminate_at=100, reach=reach)
    told = why_lines(result(line("", 0, 0), line("KS", 10, 10, 100)), ruleset)

    assert any("Dropped out" in words for words in told) is dropped
