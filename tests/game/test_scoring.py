"""What a deal is worth in every game of the family: worked examples, and what hangs on them.

Those of the plain game are in `test_golden_scores`.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from rummy_protocol.cards import parse_face
from rummy_protocol.choices import NumberCards
from rummy_protocol.ruleset import with_fields
from rummy_server.game.counting import held_points, laid_cards
from rummy_server.game.position import read_position
from rummy_server.game.scoring import lines, score
from rummy_server.game.variants import PRESETS, rules_for, ruleset_of

# The sheet's example: P1 ends the deal with two melds and a jack on P2's run.
F1 = (
    "0 ends | 0: | 1: AS 9H 3D 5D | 2: KS 2D 3S 4H 6H 8H TS"
    " | #1@0 7S 7H 7D | #2@0 QD KD AD | #3@1 8C 9C TC JC@0"
)
B1 = "0 ends | 0: | 1: KS 7D AC | 2: QH TD 4S | 3: 2C 3C | out 0"


def over(preset, position, **switches):
    deal = read_position(position)
    return rules_for(ruleset_of(preset, switches), len(deal.seats)), deal


def points(preset, position, **switches):
    return score(*over(preset, position, **switches))


def held(preset, hand, **switches):
    """What *hand* counts for a loser who has opened."""
    position = f"0 ends | 0: | 1: {hand} | 2: 2C | opened 1 2 | out 0"
    return held_points(*over(preset, position, **switches))[1]


def laid(preset, meld, **switches):
    """What the cards of *meld* count for seat 0."""
    position = f"0 ends | 0: | 1: 2C | 2: 3C | #1@0 {meld} | out 0"
    return sum(count for _, count in laid_cards(*over(preset, position, **switches))[0])


# --- melds less hand -----------------------------------------------------------------------


@pytest.mark.rule("F-1", "R77", "R78", "R79", "R80", "R21")
def test_everybody_scores_what_he_laid_less_what_he_holds():
    assert points("french_500", f"{F1} | out 0") == (66 + 25, 27 - 32, -43)


@pytest.mark.rule("F-1", "R77", "E32")
def test_nobody_has_the_bonus_in_a_blocked_deal():
    blocked = F1.replace("0: |", "0: 2C |") + " | blocked declined"

    assert points("french_500", blocked) == (66 - 2, 27 - 32, -43)


@pytest.mark.rule("F-2", "R79")
def test_an_ace_in_a_low_run_counts_fifteen_on_the_french_page():
    assert laid("french_500", "AH 2H 3H") == 20


@pytest.mark.rule("R79")
def test_values_of_the_french_page():
    assert held("french_500", "AC KD QD JD TD 9D 2D") == 15 + 30 + 10 + 9 + 2


@pytest.mark.rule("5-1", "R80", "E44")
def test_more_in_hand_than_on_the_table_is_a_loss():
    position = (
        "0 ends | 0: KH KD KC QH QD QC JH JD JC | 1: 2C"
        " | #1@0 AS AH AD AC | #2@0 8S 8H 8D | #3@1 4C 5C 6C 3C@0 | out 1"
    )

    assert points("rummy_500", position)[0] == 87 - 90


@pytest.mark.rule("5-2", "R79")
@pytest.mark.parametrize(
    ("meld", "count"),
    [
        ("AH 2H 3H", 6),
        ("QH KH AH", 35),
        ("AH AD AS", 45),
        ("AH JK=2H 3H", 1 + 15 + 3),
        ("JK=AH 2H 3H", 15 + 2 + 3),
        ("2H 3H 4H", 9),
        ("TH JH QH KH AH@1", 40),
    ],
)
def test_an_ace_below_a_two_counts_one_in_five_hundred_rummy(meld, count):
    assert laid("rummy_500", meld) == count


@pytest.mark.rule("5-2", "C10")
def test_in_the_other_school_low_cards_and_low_aces_count_five():
    school = {"number_cards": NumberCards.FIVES, "ace_low_points": 5}

    assert laid("rummy_500", "AH 2H 3H", **school) == 15
    assert laid("rummy_500", "QH KH AH", **school) == 35
    assert held("rummy_500", "2C 9C TC AC JK", **school) == 5 + 5 + 10 + 15 + 15


@pytest.mark.rule("5-2", "R80")
def test_an_ace_in_the_hand_is_never_low():
    assert held("rummy_500", "AH 2H 3H") == 20


@pytest.mark.rule("R55")
def test_round_the_corner_the_ace_lies_below_its_two():
    assert laid("rummy_500", "KH AH 2H", ace="corner") == 10 + 1 + 2


@pytest.mark.rule("5-3", "R21", "R78")
def test_a_card_laid_off_scores_for_who_laid_it():
    position = "0 ends | 0: 2C | 1: | 2: 3C | #1@0 8S 8H 8D 8C@1 | out 1"

    assert points("rummy_500", position) == (24 - 2, 8, -3)


@pytest.mark.rule("5-4", "R25")
def test_a_deep_take_is_worth_its_meld_less_what_came_with_it(at):
    table = at(
        "0 draws | turn 4 | 0: 8S 8D | 1: 2C 3C | stock: 4D 5D | pile: 8H KC 3S QD",
        preset="rummy_500",
    )

    table = table.does("0 take 4", "0 meld 8S 8H 8D")

    deal = table.deal
    assert sum(count for _, count in laid_cards(table.rules, deal)[0]) == 24
    assert held_points(table.rules, deal)[0] == 23


@pytest.mark.rule("R51", "R78")
def test_going_rummy_raises_what_the_winner_laid_and_not_the_bonus():
    position = f"{F1} | out 0 rummy"

    assert points("french_500", position, going_rummy="double") == (66 * 2 + 25, -5, -43)
    assert points("french_500", position, going_rummy="add_ten") == (66 + 10 + 25, -5, -43)


# --- hands in the other games --------------------------------------------------------------


@pytest.mark.rule("11-4", "R43")
def test_a_hand_at_romme():
    assert held("romme_40", "AD KC 7S JK") == 48


@pytest.mark.rule("11-4", "E31")
def test_a_hand_romme_doubles_what_the_losers_pay():
    position = "0 ends | 0: | 1: AD KC 7S JK | 2: 2C | out 0"

    assert points("romme_40", position) == (0, 48, 2)
    assert points("romme_40", f"{position} rummy") == (0, 96, 4)


@pytest.mark.rule("12-3")
def test_who_never_opened_at_rami_scores_a_flat_hundred():
    position = "0 ends | 0: | 1: KC KD QD A{} | 2: AC JK 5D | opened 0 2 | out 0"

    assert points("rami_51", position.format("S")) == (-10, 100, 11 + 20 + 5)


@pytest.mark.rule("12-3")
def test_the_flat_hundred_stands_in_a_blocked_deal_too():
    position = "0 ends | 0: KC | 1: 2D | 2: 5D | opened 0 2 | blocked nothing-to-draw"

    assert points("rami_51", position) == (10, 100, 5)


@pytest.mark.rule("12-3", "E30")
@pytest.mark.parametrize(
    ("how", "bonus"),
    [
        ("#1@0 9S TS JS | #2@2 4C 5C 6C | opened 0 2 | out 0", 10),
        ("#1@0 9S TS JS | #2@2 4C 5C 6C | opened 0 2 | out 0 rummy", 20),
        ("#1@0 9S TS JS | opened 0 | out 0 rummy", 50),
        ("#1@0 9S TS JS | opened 0 | out 0", 10),
    ],
)
def test_how_one_went_out_at_rami_takes_points_off(how, bonus):
    told = points("rami_51", f"0 ends | 0: | 1: KC | 2: 5D | {how}")

    assert told[0] == -bonus


@pytest.mark.rule("12-3")
def test_who_went_out_at_once_without_opening_pays_no_flat_sum():
    """The opening is waived for him, so he may never have opened."""
    position = "0 ends | 0: | 1: KC | 2: 5D | #1@0 2S 3S 4S | opened | played 0 | out 0 rummy"

    assert points("rami_51", position) == (-50, 100, 100)
    assert [line.opened for line in lines(*over("rami_51", position))] == [True, False, False]
    assert [line.held for line in lines(*over("rami_51", position))] == [0, 100, 100]


@pytest.mark.rule("14-2")
def test_a_hand_at_kalooki():
    assert held("kalooki_40", "JK AS 9C") == 35
    assert held("kalooki_40", "JK AS 9C", joker_points=25) == 45


@pytest.mark.rule("15-1")
def test_a_hand_at_contract_rummy():
    assert held("contract", "AC JK QD 7H") == 47


@pytest.mark.rule("R69", "R43")
def test_a_joker_in_hand_counts_fifteen_at_wrotham():
    assert held("wrotham", "JK AC 2C") == 18


def test_a_joker_counts_as_a_joker_whatever_it_stands_for():
    assert laid("rummy_500", "5C JK=6C 7C") == 5 + 15 + 7


# --- every way of scoring ------------------------------------------------------------------


@pytest.mark.rule("R77")
def test_a_bonus_for_going_out_is_good_for_who_went_out_in_every_scoring():
    assert points("basic", B1, out_bonus=25) == (72, 0, 0, 0)
    paid = points("basic", B1, out_bonus=25, deal_scoring="payment", deals=4)
    charged = with_fields(ruleset_of("basic", {"deal_scoring": "penalties"}), {"out_bonus": 25})

    assert paid == (47 + 75, -43, -49, -30)
    assert sum(paid) == 0
    assert score(rules_for(charged, 4), read_position(B1)) == (-25, 18, 24, 5)


@pytest.mark.rule("R77", "R51")
def test_going_rummy_does_not_raise_the_bonus():
    assert points("basic", f"{B1} rummy", out_bonus=25, going_rummy="double")[0] == 94 + 25


@pytest.mark.rule("R61", "C17")
def test_a_blocked_deal_scored_as_usual_goes_to_the_lowest_hand():
    position = "0 ends | 0: 6C | 1: 7C | 2: 7D 8D | blocked declined"
    tied = "0 ends | 0: 6C | 1: 6D | 2: 7D 8D | blocked declined"
    half = Fraction(15, 2)

    assert points("basic", position, blocked_scoring="same") == (7 + 15, 0, 0)
    assert points("basic", tied, blocked_scoring="same") == (half, half, 0)


@pytest.mark.rule("C17")
@pytest.mark.parametrize(
    ("blocked", "brought"),
    [
        ("same", (21 - 6, -7, -15)),
        ("lowest_takes_differences", (10, 0, 0)),
        ("all_penalised", (-6, -7, -15)),
        ("no_score", (0, 0, 0)),
    ],
)
def test_a_blocked_deal_where_melds_score(blocked, brought):
    position = "0 ends | 0: 6C | 1: 7C | 2: 7D 8D | #1@0 7S 7H 7D' | blocked declined"

    assert points("french_500", position, blocked_scoring=blocked) == brought


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_who_is_out_of_the_match_scores_nothing(preset):
    most = PRESETS[preset].players_max
    if most < 3:
        return
    ruleset = with_fields(
        PRESETS[preset],
        {
            "target": None,
            "deals": None,
            "deal_scoring": "penalties",
            "blocked_scoring": None,
            "eliminate_at": 100,
            "deal_changes": (),
        },
    )
    for end in ("out 0", "blocked declined"):
        deal = read_position(f"0 ends | seats 0 2 | 0: | 1: | 2: KC 5D | opened 0 2 | {end}")

        assert score(rules_for(ruleset, 2), deal)[1] == 0


@pytest.mark.rule("E34")
def test_the_lowest_of_those_who_were_dealt_in_takes_the_differences():
    """The empty hand of who is out is not the lowest one."""
    deal = read_position("1 ends | seats 1 2 | 0: | 1: 6C | 2: 7D 8D | blocked declined")

    assert score(rules_for(ruleset_of("basic", {}), 2), deal) == (0, 9, 0)


# --- the lines of the sheet ----------------------------------------------------------------


def test_a_line_says_what_was_laid_and_what_is_deducted():
    first, second, third = lines(*over("french_500", f"{F1} | out 0"))

    assert first.hand == ()
    assert (first.held, first.points) == (0, 91)
    assert sum(count for _, count in first.laid) == 66
    assert (parse_face("JC"), 10) in first.laid
    assert (second.held, second.points) == (32, -5)
    assert (parse_face("JC"), 10) not in second.laid
    assert (third.laid, third.held) == ((), 43)
    assert all(line.opened for line in (first, second, third)), "no flat sum asks for it"


def test_where_melds_do_not_score_no_line_names_them():
    position = "0 ends | 0: | 1: KS | 2: 5D | #1@0 7S 7H 7D | out 0"
    differences = "0 ends | 0: 2C | 1: KS | #1@0 7S 7H 7D | blocked declined"

    assert [line.laid for line in lines(*over("basic", position))] == [(), (), ()]
    told = lines(*over("french_500", differences, blocked_scoring="no_score"))
    assert [line.laid for line in told] == [(), ()]


def test_a_line_says_who_never_opened_and_who_was_not_dealt_in():
    position = "0 ends | seats 0 2 3 | 0: | 1: | 2: KS | 3: 5D | opened 0 3 | out 0"
    deal = read_position(position)
    rules = rules_for(ruleset_of("rami_51", {"eliminate_at": 500}), 3)

    told = lines(rules, deal)

    assert [line.opened for line in told] == [True, True, False, True]
    assert [line.played for line in told] == [True, False, True, True]
    assert [line.held for line in told] == [0, 0, 100, 5]
