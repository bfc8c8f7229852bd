"""A match: who deals, when it is over, whose it is."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from rummy_protocol.errors import Code, Declined
from rummy_server.game.match import (
    Match,
    begin,
    buy_in,
    close_deal,
    follow,
    may_buy_in,
    next_dealer,
    rules_of,
    rules_played,
)
from rummy_server.game.position import read_position
from rummy_server.game.state import Outcome, Phase
from rummy_server.game.variants import PRESETS, rules_for, ruleset_of

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


# --- who drops out, and comes back ---------------------------------------------------------

# Seat 0 goes out; the others hold 18, 24 and 5.
LIMIT = {"eliminate_at": 101}


def closing(position, totals, ruleset, **state):
    """The match after a deal that ended like that."""
    deal = read_position(position)
    players = len(deal.hands)
    match = Match(
        players=players,
        dealer=0,
        number=3,
        totals=tuple(map(Fraction, totals)),
        deal=deal,
        **state,
    )
    rules = rules_for(ruleset, len(deal.seats))
    for event in close_deal(rules, match):
        match = follow(match, event)
    return match


def eliminating(**switches):
    return ruleset_of("basic", {"deal_scoring": "penalties", **LIMIT, **switches})


@pytest.mark.rule("R49", "R66")
def test_who_has_too_many_points_drops_out_and_the_others_play_on():
    match = closing(OUT, (0, 83, 10, 0), eliminating())

    assert match.totals == (0, 101, 34, 5)
    assert match.out == (1,)
    assert match.left == (0, 2, 3)
    assert match.ended is None


@pytest.mark.rule("R49")
@pytest.mark.parametrize(("reach", "out"), [("at_least", (1,)), ("above", ())])
def test_the_limit_is_reached_or_has_to_be_passed(reach, out):
    assert closing(OUT, (0, 83, 0, 0), eliminating(reach=reach)).out == out


@pytest.mark.rule("R49")
@pytest.mark.parametrize(("reach", "winners"), [("at_least", (0,)), ("above", ())])
def test_a_target_is_reached_or_has_to_be_passed(reach, winners):
    assert ending(OUT, (53, 0, 99, 0), reach=reach)[1] == winners
    assert ending(OUT, (54, 0, 99, 0), reach=reach)[1] == (0,)


@pytest.mark.rule("E37")
def test_several_drop_out_at_once_and_the_last_one_wins():
    match = closing(OUT, (0, 99, 99, 99), eliminating())

    assert match.out == (1, 2, 3)
    assert match.ended.winners == (0,)
    assert match.ended.why == "last-standing"


BLOCKED = "0 ends | 0: 6C | 1: 6D | 2: 7D 8D | 3: TH JH | blocked declined"


@pytest.mark.rule("E37")
def test_if_nobody_would_be_left_the_lowest_total_wins():
    match = closing(BLOCKED, (100, 96, 100, 100), eliminating())

    assert match.totals == (106, 102, 115, 120)
    assert match.out == (0, 2, 3)
    assert match.ended.winners == (1,)
    assert match.ended.why == "last-standing"


@pytest.mark.rule("E37")
def test_if_nobody_would_be_left_level_players_share_or_play_on():
    totals = (100, 100, 100, 100)

    shared = closing(BLOCKED, totals, eliminating())
    on = closing(BLOCKED, totals, eliminating(lowest_tie="extra_deal"))

    assert shared.ended.winners == shared.left == (0, 1)
    assert on.ended is None
    assert on.out == (2, 3)
    assert on.left == (0, 1)


def test_who_was_out_before_is_not_judged_again():
    position = "0 ends | seats 0 2 3 | 0: | 1: | 2: KC | 3: 2C | out 0"
    match = closing(position, (0, 140, 10, 0), eliminating(), out=(1,))

    assert match.totals == (0, 140, 20, 2)
    assert match.out == (1,)
    assert match.results[-1].points == (0, 0, 10, 2)


def test_the_best_of_those_who_were_dealt_in_wins_not_who_was_out_with_less():
    position = "0 ends | seats 0 2 | 0: 7D | 1: | 2: KC | blocked declined"
    match = closing(position, (100, 101, 100), eliminating(), out=(1,))

    assert match.ended.winners == (0,)


@pytest.mark.rule("R09", "E41")
def test_the_deal_passes_over_who_is_out():
    match = Match(players=4, dealer=0, number=3, totals=(Fraction(0),) * 4, out=(1, 2))

    assert next_dealer(match) == 3
    assert next_dealer(replace(match, dealer=3)) == 0
    assert next_dealer(replace(match, dealer=2)) == 3
    assert next_dealer(replace(match, dealer=3, out=(0, 1))) == 2


def test_a_dealer_who_dropped_out_hands_the_deal_on():
    match = closing(OUT, (0, 0, 0, 99), eliminating())
    match = replace(match, dealer=3)

    assert match.out == (3,)
    assert next_dealer(match) == 0


def bought_in(match, ruleset, seat):
    return follow(match, buy_in(ruleset, match, seat))


def test_who_buys_in_has_the_points_of_the_worst_who_is_left():
    ruleset = eliminating(buy_ins=1)
    match = closing(OUT, (0, 83, 10, 50), ruleset)

    match = bought_in(match, ruleset, 1)

    assert match.totals == (0, 55, 34, 55)
    assert match.out == ()
    assert match.bought == (0, 1, 0, 0)
    assert match.results[-1].totals == (0, 101, 34, 55), "the sheet says what the deal brought"


def test_a_second_one_buys_in_at_the_points_of_the_first():
    ruleset = eliminating(buy_ins=1)
    match = closing(OUT, (0, 90, 90, 50), ruleset)

    match = bought_in(bought_in(match, ruleset, 2), ruleset, 1)

    assert match.totals == (0, 55, 55, 55)
    assert match.left == (0, 1, 2, 3)


def declined(ruleset, match, seat):
    with pytest.raises(Declined) as caught:
        buy_in(ruleset, match, seat)
    assert not may_buy_in(ruleset, match, seat)
    return caught.value.code


def test_nobody_buys_in_who_is_in():
    ruleset = eliminating(buy_ins=1)

    assert declined(ruleset, closing(OUT, (0, 90, 0, 0), ruleset), 0) is Code.NOT_OUT


def test_where_there_is_no_buying_in_nobody_does():
    ruleset = eliminating()

    assert declined(ruleset, closing(OUT, (0, 90, 0, 0), ruleset), 1) is Code.NO_BUY_IN


def test_nobody_buys_in_more_often_than_agreed():
    ruleset = eliminating(buy_ins=1)
    again = closing(OUT, (0, 90, 0, 0), ruleset, bought=(0, 1, 0, 0))

    assert declined(ruleset, again, 1) is Code.NO_BUY_IN
    assert bought_in(again, eliminating(buy_ins=2), 1).bought == (0, 2, 0, 0)


def test_nobody_buys_in_when_the_match_is_over():
    ruleset = eliminating(buy_ins=1)
    over = closing(OUT, (0, 99, 99, 99), ruleset)

    assert over.ended is not None
    assert declined(ruleset, over, 1) is Code.NO_BUY_IN


def test_nobody_buys_in_while_a_deal_is_played(arena):
    ruleset = eliminating(buy_ins=1)
    match = closing(OUT, (0, 90, 0, 0), ruleset)
    rules = rules_of(ruleset, match)

    match = follow(match, arena.deal_out(rules, next_dealer(match), rules.deck, match.out))

    assert match.deal.seats == (0, 2, 3)
    assert declined(ruleset, match, 1) is Code.NO_BUY_IN


# --- rules that change from deal to deal ----------------------------------------------------


@pytest.mark.rule("R72", "R75", "R76")
def test_the_last_three_deals_of_wrotham_have_rules_of_their_own(arena):
    ruleset = PRESETS["wrotham"]
    match, seen = follow(None, begin(3, 0)), []
    for _ in range(6):
        rules = rules_of(ruleset, match)
        seen.append(rules.ruleset.all_at_once)
        match = follow(match, arena.deal_out(rules, next_dealer(match), rules.deck))
        assert rules_of(ruleset, match) is rules_played(ruleset, match) is rules
        over = replace(match, deal=finished(match.deal, 0))
        (scored, *ended) = close_deal(rules, over)
        match = follow(over, scored)
        assert rules_played(ruleset, match) is rules, "while its score sheet is shown"

    assert seen == [False, False, False, True, True, True]
    assert ended[0].why == "deals"


def finished(deal, out):
    hands = tuple(() if seat == out else hand for seat, hand in enumerate(deal.hands))
    return replace(deal, hands=hands, phase=Phase.OVER, outcome=Outcome(out=out))


@pytest.mark.rule("R72", "R48")
def test_most_points_after_six_deals_win_at_wrotham():
    rules = rules_for(PRESETS["wrotham"].for_deal(6), 4)
    match = Match(
        players=4,
        dealer=0,
        number=6,
        totals=tuple(map(Fraction, (0, 50, 0, 0))),
        deal=read_position(OUT),
    )

    assert close_deal(rules, replace(match, number=5))[1:] == ()
    assert close_deal(rules, match)[1].winners == (1,)


def test_fewer_players_have_the_cards_for_fewer():
    ruleset = eliminating()
    match = closing(OUT, (0, 0, 99, 99), ruleset)

    rules = rules_of(ruleset, match)

    assert (rules.players, rules.hand_size) == (2, 10)


def test_there_are_no_rules_for_a_next_deal_once_the_match_is_over():
    ruleset = eliminating()
    match = closing(OUT, (0, 99, 99, 99), ruleset)

    assert rules_of(ruleset, match) is rules_played(ruleset, match)
    assert rules_of(ruleset, match).players == 4


@pytest.mark.rule("R81", "5-5", "E36")
def test_at_five_hundred_the_higher_total_wins_and_level_they_play_on():
    level = "0 ends | 0: | 1: 2C | #1@0 QH KH AH | #2@1 4S 5S 6S | out 0"
    rules = PRESETS["rummy_500"]

    match = closing(level, (477, 499), rules)
    higher = closing(level, (477, 500), rules)
    below = closing(level, (464, 486), rules)

    assert match.totals == (512, 512)
    assert match.ended is None
    assert higher.ended.winners == (1,)
    assert below.ended is None


@pytest.mark.rule("R81", "R47")
def test_the_first_to_five_hundred_wins_on_the_french_page():
    position = "0 ends | 0: | 1: KC | #1@0 7S 7H 7D | out 0"

    assert closing(position, (454, 0), PRESETS["french_500"]).ended.winners == (0,)
    assert closing(position, (453, 0), PRESETS["french_500"]).ended is None


@pytest.mark.rule("R11")
def test_every_scored_deal_says_by_which_rules():
    wrotham = PRESETS["wrotham"]
    position = "0 ends | 0: | 1: KC | out 0"
    first = closing(position, (0, 0), wrotham.for_deal(1)).results[-1]
    last = closing(position, (0, 0), wrotham.for_deal(4)).results[-1]

    assert first.rules_hash == wrotham.for_deal(1).rules_hash()
    assert last.rules_hash != first.rules_hash
