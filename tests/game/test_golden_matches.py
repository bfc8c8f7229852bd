"""Whole matches as text: a change of the rules shows as a change of these pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from rummy_server.game import decide
from rummy_server.game.match import begin, close_deal, follow, next_dealer
from rummy_server.game.record import read_record, record_text, recorded, replayed
from rummy_server.game.state import Phase

GOLDENS = Path(__file__).with_name("goldens")
MATCHES = {
    "basic": ("basic", {"target": 50}, 3),
    "house": (
        "basic",
        {
            "melds_per_turn": "any",
            "going_rummy": "double",
            "ace": "either",
            "lay_off_gate": "own_meld",
            "stock_out": "shuffle_keep_top",
            "deal_scoring": "payment",
            "deals": 2,
        },
        4,
    ),
}


def new_match(arena, preset, changes, players):
    """A match of random play, when the golden one is to be written anew."""
    rules, chance = arena.rules_for(arena.ruleset_of(preset, changes), players), arena.rng(7)
    events = [begin(players, 0)]
    match = follow(None, events[0])
    while match.ended is None:
        new = [arena.deal_out(rules, next_dealer(match), tuple(chance.sample(rules.deck, 52)))]
        match = follow(match, new[0])
        while match.deal.phase is not Phase.OVER:
            action = arena.random_action(rules, match.deal, chance)
            seat = match.deal.turn.seat
            happened = decide.decide(rules, match.deal, seat, action, arena.shuffled(chance))
            new += happened
            for event in happened:
                match = follow(match, event)
        for event in close_deal(rules, match):
            match = follow(match, event)
            new.append(event)
        events += new
    return record_text(recorded(rules.ruleset, events))


@pytest.mark.parametrize("name", sorted(MATCHES))
def test_a_golden_match_is_judged_as_it_is_written(arena, name, request):
    path = GOLDENS / f"{name}.txt"
    if request.config.getoption("--regen"):
        path.write_text(new_match(arena, *MATCHES[name]))

    text = path.read_text()
    record = read_record(text)

    assert record_text(record) == text
    assert read_record(record_text(record)) == record
    assert replayed(record)[-1].winners


@pytest.mark.parametrize("name", sorted(MATCHES))
def test_a_golden_match_with_another_card_in_it_is_refused(name):
    """The page is judged, not believed."""
    text = (GOLDENS / f"{name}.txt").read_text()
    line = next(line for line in text.splitlines() if " discard " in line)
    card = line.split(";")[0].split()[-1]
    other = "2S" if card != "2S" else "2H"
    record = read_record(text.replace(line, f"{line[0]} discard {other}", 1))

    with pytest.raises((decide.RuleViolation, StopIteration)):
        replayed(record)
