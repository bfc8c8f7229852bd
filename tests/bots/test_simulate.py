"""Duplicate deals between bots, and what is reported of them."""

from __future__ import annotations

from math import isclose

import pytest

from rummy_protocol.errors import Declined
from rummy_protocol.switches import changed
from rummy_server.bout import play_deal, shuffle_of
from rummy_server.game.variants import PRESETS, rules_for
from rummy_server.simulate import main_report, seatings, simulate, simulate_matches

BASIC = PRESETS["basic"]


def test_a_report_says_who_won_how_often_and_how_sure_that_is():
    text = main_report(rules=BASIC, bots=["steady", "easy"], deals=6, seed=1)

    assert text.splitlines()[0] == "basic: 12 deals (6 decks, 2 seatings), seed 1"
    assert text.splitlines()[2].startswith("steady       1 ")
    assert text.splitlines()[3].startswith("easy         1 ")
    assert "0 refused" in text
    assert "+-" in text


def test_matches_are_reported_as_matches():
    text = main_report(
        rules=PRESETS["kalooki_40"], bots=["steady", "easy"], deals=2, seed=1, matches=True
    )

    assert text.splitlines()[0] == "kalooki_40: 4 matches (2 decks, 2 seatings), seed 1"
    assert "matches won by a seat" in text
    assert " deals, blocked " in text
    assert "0 refused" in text


def test_the_decks_go_through_all_deals_of_a_match_or_stay_with_one():
    """In Wrotham's first deal one meld at a time is laid, in its fourth all at once."""
    wrotham = PRESETS["wrotham"]
    first, fourth = (simulate(wrotham, ["steady", "easy"], 6, 3, deal) for deal in (1, 4))
    mixed = simulate(wrotham, ["steady", "easy"], 6, 3)

    assert len({first, fourth, mixed}) == 3
    number_four = play_deal(wrotham, ("steady", "easy"), 3, 3, 4)
    assert number_four.points == play_deal(wrotham, ("steady", "easy"), 3, 3, 5).points


def test_who_has_fewest_points_wins_a_match_of_penalties():
    rules = changed(BASIC, {"deal_scoring": "penalties"})

    report = simulate_matches(rules, ["steady", "easy", "easy"], 1, 5)

    steady, easy = report.records
    assert report.deals > 3
    assert (steady.wins > easy.wins) == (steady.points < easy.points)


def test_the_same_seed_gives_the_same_report_and_another_one_does_not():
    first, again, other = (simulate(BASIC, ["steady", "easy"], 5, seed) for seed in (4, 4, 5))

    assert first == again
    assert first.records != other.records


def test_a_bot_against_itself_wins_as_much_as_it_loses():
    report = simulate(BASIC, ["steady", "steady"], 10, 2)

    assert report.seatings == 1
    assert isclose(report.records[0].wins, 0.5 * (1 - report.blocked / 10), abs_tol=0.06)


def test_penalties_are_won_by_the_lowest():
    """Points count against those who hold them, and the shares in the first place add up."""
    rules = changed(BASIC, {"deal_scoring": "penalties"})

    report = simulate(rules, ["steady", "easy", "easy"], 10, 2)

    steady, easy = report.records
    assert steady.points < easy.points
    assert 0.9 < steady.wins + 2 * easy.wins <= 1.0000001


@pytest.mark.parametrize(
    ("bots", "number"),
    [
        (["a", "a"], 1),
        (["a", "b"], 2),
        (["a", "b", "b", "b"], 4),
        (["a", "a", "b", "b"], 6),
        (["a", "b", "c", "d"], 24),
        (["a", "b", "c", "d", "e"], 5),
        (["a", "b", "c", "d", "e", "f"], 6),
    ],
)
def test_everybody_sits_in_every_seat_equally_often(bots, number):
    orders = seatings(bots)

    assert len(orders) == len(set(orders)) == number
    for seat in range(len(bots)):
        sat = [order[seat] for order in orders]
        assert all(sat.count(bot) * len(bots) == bots.count(bot) * number for bot in set(bots))


def test_the_cards_are_those_of_the_deck_whoever_sits_where():
    """Where all play alike the names do not matter: the deck and the dealer are the same."""
    assert play_deal(BASIC, ("steady", "steady"), 1, 3) == play_deal(
        BASIC, ("steady", "steady"), 1, 3
    )
    deck = rules_for(BASIC, 2).deck
    assert shuffle_of("1 3")("deal", deck) == shuffle_of("1 3")("deal", deck)
    assert shuffle_of("1 3")("deal", deck) != shuffle_of("1 4")("deal", deck)
    assert sorted(shuffle_of("1 3")("deal", deck)) == sorted(deck)


def test_too_many_players_are_refused_in_words():
    with pytest.raises(Declined):
        main_report(rules=BASIC, bots=["easy"] * 7, deals=1, seed=1)
