"""Whole matches played by chance: what must hold after every event, whatever the switches."""

from __future__ import annotations

from collections import Counter

import pytest

from rummy_server.game import decide
from rummy_server.game.events import (
    DealEnded,
    DealEvent,
    Dealt,
    MatchEnded,
    Melded,
    Scored,
)
from rummy_server.game.match import begin, close_deal, follow, next_dealer
from rummy_server.game.position import position_text, read_position
from rummy_server.game.record import read_record, record_text, recorded, replayed
from rummy_server.game.scoring import held_points
from rummy_server.game.state import Phase

MOST_DEALS = 12


def played(arena, rules, chance, most_deals=MOST_DEALS):
    """The events of a match of random play, checked one by one, and the match."""
    events = [begin(rules.players, chance.randrange(rules.players))]
    match = follow(None, events[0])

    def happen(new):
        nonlocal match
        for event in new:
            match = follow(match, event)
            arena.check_conserved(rules, match.deal)
        events.extend(new)

    while match.ended is None and match.number < most_deals:
        order = tuple(chance.sample(rules.deck, len(rules.deck)))
        happen([arena.deal_out(rules, next_dealer(match), order)])
        while match.deal.phase is not Phase.OVER:
            seat = match.deal.pending[0].seat
            action = arena.random_action(rules, match.deal, chance)
            new = decide.decide(rules, match.deal, seat, action, arena.shuffled(chance))
            assert new, "every action leads to something"
            happen(new)
        happen(close_deal(rules, match))
    return events, match


def check(arena, rules, events, match):
    """I2, I3, I10 and I14 of a match, deal by deal; I1 was checked as it went."""
    again, length = None, 0
    for event in events:
        again = follow(again, event)
        length = 1 if isinstance(event, Dealt) else length + isinstance(event, DealEvent)
        assert len(again.history) == length, "every event is the next of its deal"
        if isinstance(event, DealEnded):
            first = again.history[0]
            arena.check_turns(again.history, rules.players, first.first)
            laid = [e.meld.id for e in again.history if isinstance(e, Melded)]
            assert laid == list(range(1, len(laid) + 1)), "no number of a meld is used twice"
        if isinstance(event, Scored):
            result = again.results[-1]
            held = held_points(rules, again.deal)
            arena.check_scores(rules, held, result.outcome, result.points)
    assert again == match
    record = recorded(rules.ruleset, events)
    assert replayed(read_record(record_text(record))) == tuple(events)
    assert read_position(position_text(match.deal)) == match.deal


@pytest.mark.rule("R01", "R13", "R14", "R46", "I1", "I2", "I3", "I10", "I14")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_matches_of_basic_keep_every_promise_and_come_to_an_end(arena, players, volume):
    rules = arena.rules_for(arena.ruleset_of("basic", {}), players)
    ends, whole = Counter(), 0
    for seed in range(volume(4, 60)):
        events, match = played(arena, rules, arena.rng(f"basic {players} {seed}"), 40)
        check(arena, rules, events, match)
        ends.update(e.outcome.why for e in events if isinstance(e, DealEnded))
        whole += match.ended is not None

    assert ends["out"] >= sum(ends.values()) * 0.25, ends
    assert whole >= volume(4, 60) * 0.75


@pytest.mark.rule("I1", "I2", "I3", "I10", "I14", "E08")
def test_matches_of_any_switches_keep_every_promise(arena, volume):
    ends, finished = Counter(), 0
    games = volume(50, 3000)
    for seed in range(games):
        chance = arena.rng(f"any {seed}")
        rules = arena.rules_for(arena.random_ruleset(chance), 2 + seed % 5)
        events, match = played(arena, rules, chance, 3)
        check(arena, rules, events, match)
        ends.update(e.outcome.why for e in events if isinstance(e, DealEnded))
        finished += isinstance(events[-1], MatchEnded)

    assert finished >= games * 0.25
    assert set(ends) >= {"out", "declined", "turn-cap"}
    assert ends["out"] >= games * 0.25, ends
