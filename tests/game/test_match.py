"""A match: who deals, when it is over, whose it is."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rummy_server.game.match import Match, begin, close_deal, follow, next_dealer
from rummy_server.game.position import read_position
from rummy_server.game.variants import rules_for, ruleset_of

# A goes out and takes 47, or nobody does and A and B share 23.
OUT = "0 ends | 0: | 1: KS 7D AC | 2: QH TD 4S | 3: 2C 3C | out 0"
SHARED = "0 ends | 0: 6C | 1: 6D | 2: 7D 8D | 3: TH JH | blocked declined"


def ending(position, totals, number=3, **switches):
    """The totals after a deal that ended like that, and who has won."""
    deal = read_position(position)
    rules = rules_for(ruleset_of("basic", switches), 4)
    match = Match(
        players=4, dealer=0, number=number, totals=tuple(map(Fraction, totals)), deal=deal
    )
    for event in close_deal(rules, match):
        match = follow(match, event)
    return match.totals, match.ended.winners if match.ended else ()


@pytest.mark.rule("R08", "E42")
def test_who_deals_first_is_chosen_outside_and_kept():
    match = follow(None, begin(4, 2))

    assert next_dealer(match) == 2
    assert match.totals == (0, 0, 0, 0)


@pytest.mark.rule("R09", "E48", "C22")
@pytest.mark.parametrize(("players", "dealers"), [(2, [1, 0, 1]), (3, [1, 2, 0])])
def test_the_deal_moves_on_by_one(arena, players, dealers):
    rules = rules_for(ruleset_of("basic", {}), players)
    match, seen = follow(None, begin(players, 1)), []
    for _ in dealers:
        seen.append(next_dealer(match))
        match = follow(match, arena.deal_out(rules, seen[-1], rules.deck))

    assert seen == dealers
    assert match.number == 3


@pytest.mark.rule("R46", "R47", "R48", "R49", "R10", "C18", "C19")
def test_who_reaches_the_target_wins_after_the_deal_is_scored():
    assert ending(OUT, (53, 0, 99, 0)) == ((100, 0, 99, 0), (0,))
    assert ending(OUT, (52, 0, 99, 0)) == ((99, 0, 99, 0), ())
    assert ending(OUT, (53, 0, 99, 0), target=150) == ((100, 0, 99, 0), ())


@pytest.mark.rule("E36", "E34")
def test_two_over_the_target_at_once_are_told_apart_by_their_totals():
    half = Fraction(1, 2)

    assert ending(SHARED, (95, 96, 0, 0)) == ((106 + half, 107 + half, 0, 0), (1,))


@pytest.mark.rule("E36")
@pytest.mark.parametrize(
    ("tie", "winners"), [("extra_deal", ()), ("share", (0, 1)), ("went_out_first", ())]
)
def test_level_over_the_target_they_play_on_unless_agreed(tie, winners):
    assert ending(SHARED, (95, 95, 0, 0), target_tie=tie)[1] == winners


@pytest.mark.rule("E36")
def test_who_went_out_may_be_agreed_to_win_level_totals():
    assert ending(OUT, (53, 100, 0, 0), target_tie="went_out_first")[1] == (0,)
    assert ending(OUT, (53, 100, 0, 0))[1] == ()


@pytest.mark.rule("R46", "R48", "R10")
def test_most_points_win_after_the_agreed_number_of_deals():
    assert ending(OUT, (0, 50, 0, 0), number=4, deals=4)[1] == (1,)
    assert ending(OUT, (0, 500, 0, 0), number=3, deals=4)[1] == ()


@pytest.mark.rule("E38")
@pytest.mark.parametrize(("tie", "winners"), [("share", (0, 1)), ("extra_deal", ())])
def test_level_after_the_last_deal_they_share_or_play_another(tie, winners):
    assert ending(OUT, (0, 47, 0, 0), number=4, deals=4, deals_tie=tie)[1] == winners
    assert ending(OUT, (1, 47, 0, 0), number=5, deals=4, deals_tie=tie)[1] == (0,)


@pytest.mark.rule("R66", "E37")
@pytest.mark.parametrize(("tie", "winners"), [("share", (0, 3)), ("extra_deal", ())])
def test_equal_lowest_penalties_share_or_play_on(tie, winners):
    switches = {"deal_scoring": "penalties", "lowest_tie": tie}

    assert ending(OUT, (10, 90, 99, 5), **switches) == ((10, 108, 123, 10), winners)
    assert ending(OUT, (10, 80, 75, 5), **switches)[1] == ()


@pytest.mark.rule("R65", "C17")
def test_in_a_blocked_deal_of_penalties_everybody_is_charged():
    assert ending(SHARED, (0, 0, 0, 0), deal_scoring="penalties")[0] == (6, 6, 15, 20)


@pytest.mark.rule("C17", "R61", "E44")
def test_a_blocked_deal_may_count_against_all_or_for_nobody():
    against = ending(SHARED, (0, 0, 0, 0), blocked_scoring="all_penalised")
    nothing = ending(SHARED, (0, 0, 0, 0), blocked_scoring="no_score")

    assert against[0] == (-6, -6, -15, -20)
    assert nothing[0] == (0, 0, 0, 0)


@pytest.mark.rule("R67", "R68")
def test_a_match_for_payment_is_played_over_a_number_of_deals():
    totals, winners = ending(OUT, (0, 0, 0, 0), number=2, deal_scoring="payment", deals=2)

    assert totals == (47, -18, -24, -5)
    assert winners == (0,)


@pytest.mark.rule("E31", "R51")
def test_going_rummy_raises_the_penalty_of_each_loser():
    penalties = {"deal_scoring": "penalties", "deals": 9}
    rummy = OUT + " rummy"

    assert ending(rummy, (0,) * 4, going_rummy="double", **penalties)[0] == (0, 36, 48, 10)
    assert ending(rummy, (0,) * 4, going_rummy="add_ten", **penalties)[0] == (0, 28, 34, 15)


@pytest.mark.rule("E32")
def test_nobody_goes_rummy_in_a_blocked_deal():
    assert ending(SHARED, (0,) * 4, going_rummy="double")[0] == (
        Fraction(23, 2),
        Fraction(23, 2),
        0,
        0,
    )


@pytest.mark.rule("R48", "E43")
def test_the_hands_of_a_scored_deal_are_kept_for_the_sheet():
    rules = rules_for(ruleset_of("basic", {}), 4)
    deal = read_position(OUT)
    match = Match(players=4, dealer=3, number=1, totals=(Fraction(0),) * 4, deal=deal)

    match = follow(match, close_deal(rules, match)[0])

    (result,) = match.results
    assert (result.number, result.dealer) == (1, 3)
    assert result.hands == deal.hands
    assert result.points == result.totals == (47, 0, 0, 0)
