"""One game of each preset as text, in which its own rules are seen at work.

A change of the rules shows as a change of these pages. `--regen` has them played anew, by
chance and by some sense, until everything in `SHOWS` has happened.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rummy_protocol.actions import Discard
from rummy_protocol.cards import JOKER
from rummy_server.game import decide
from rummy_server.game.events import (
    DealEnded,
    Dealt,
    LaidOff,
    MatchEnded,
    Melded,
    Restocked,
    Scored,
    Swapped,
    TookDiscards,
)
from rummy_server.game.match import begin, close_deal, follow, next_dealer, rules_of
from rummy_server.game.record import read_record, record_text, recorded, replayed
from rummy_server.game.solving.arrange import best_after_discard, best_split
from rummy_server.game.state import Phase, face, faces_in
from rummy_server.game.variants import PRESETS

GOLDENS = Path(__file__).with_name("goldens")

SHOWS = {
    "basic": (),
    "family": ("lay-off", "out", "target"),
    "block": ("declined", "out"),
    "french": ("deep", "lay-off", "out", "deals"),
    "french_500": ("deep", "lay-off", "out"),
    "rummy_500": ("deep", "lay-off", "out", "joker", "opening"),
    "colonel": ("lay-off", "out", "target"),
    "wrotham": ("swap", "joker", "out", "all at once", "deals"),
    "romme_40": ("opening", "swap", "lay-off", "joker", "out"),
    "rami_51": ("opening", "joker", "lay-off", "out"),
    "scala_40": ("opening", "take", "lay-off", "out"),
    "kalooki_40": ("opening", "take", "lay-off", "joker", "out"),
    "contract": ("opening", "lay-off", "joker", "out"),
}
"""What happens in the game of each preset."""

CHANGES = {
    "family": {"target": 50},
    "block": {"deals": 2},
    "french": {"deals": 1},
    "french_500": {"target": 100},
    "rummy_500": {"target": 100},
    "romme_40": {"deals": 1},
    "rami_51": {"deals": 1},
    "scala_40": {"eliminate_at": 60},
    "kalooki_40": {"eliminate_at": 30},
    "wrotham": {"max_turns_per_deal": 40},
    "contract": {"deals": 2},
    "colonel": {"target": 40},
}
"""Shorter matches than the preset's own."""


def shown(events):
    """What was to be seen, by the names that stand in `SHOWS`."""
    dealt = 0
    for event in events:
        match event:
            case Dealt():
                dealt += 1
            case TookDiscards(_, cards):
                yield "deep" if len(cards) > 1 else "take"
            case Melded(_, meld, opens):
                yield from ("opening",) * opens
                yield from ("joker",) * any(face(card) == JOKER for card in meld.cards)
            case LaidOff():
                yield "lay-off"
            case Swapped():
                yield "swap"
            case Restocked(how=how):
                yield how
            case DealEnded(outcome):
                yield outcome.why
                if outcome.out is not None and dealt > 3:
                    yield "all at once"
            case MatchEnded(_, why):
                yield why


def sensible(arena, rules, deal, chance):
    """Something by chance, but the discard that leaves the best hand."""
    action = arena.random_action(rules, deal, chance)
    if isinstance(action, Discard):
        hand = [face(card) for card in deal.hands[deal.turn.seat]]
        locked = deal.turn.locked
        locked = face(locked) if locked in deal.hands[deal.turn.seat] else None
        if set(hand) != {locked}:
            best, _ = best_after_discard(rules.melds, rules.values, hand, locked)
            if decide.accepts(rules, deal, deal.turn.seat, Discard(best)):
                return Discard(best)
    return action


def good_order(arena, rules, match, chance):
    """A deck that deals hands with which something can be done, the best of many."""

    def deadwood(order):
        hands = arena.deal_out(rules, next_dealer(match), order, match.out).hands
        dead = [best_split(rules.melds, rules.values, faces_in(hand)).points for hand in hands]
        return min(dead) if rules.ruleset.all_at_once else sum(dead)

    orders = (tuple(chance.sample(rules.deck, len(rules.deck))) for _ in range(60))
    return min(orders, key=deadwood)


def new_match(arena, ruleset, chance):
    """A whole match as text, and what was to be seen in it."""
    players = ruleset.players_min
    events = [begin(players, 0)]
    match = follow(None, events[0])
    while match.ended is None:
        rules = rules_of(ruleset, match)
        order = good_order(arena, rules, match, chance)
        new = [arena.deal_out(rules, next_dealer(match), order, match.out)]
        match = follow(match, new[0])
        while match.deal.phase is not Phase.OVER:
            action = sensible(arena, rules, match.deal, chance)
            seat = match.deal.turn.seat
            happened = decide.decide(rules, match.deal, seat, action, arena.shuffled(chance))
            for event in happened:
                match = follow(match, event)
            new += happened
        for event in close_deal(rules, match):
            match = follow(match, event)
            new.append(event)
        events += new
    return record_text(recorded(ruleset, events)), set(shown(events))


def new_page(arena, preset):
    """The shortest of some matches in which all is seen that is to be seen."""
    ruleset = arena.ruleset_of(preset, CHANGES.get(preset, {}))
    wanted = set(SHOWS.get(preset, ()))
    found = []
    for seed in range(60):
        text, seen = new_match(arena, ruleset, arena.rng(f"golden {preset} {seed}"))
        if wanted <= seen:
            found.append(text)
        if len(found) >= 3:
            break
    return min(found, key=len)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_golden_game_of_each_preset_is_judged_as_it_is_written(arena, preset, request):
    path = GOLDENS / f"{preset}.txt"
    if request.config.getoption("--regen") and SHOWS.get(preset, True):
        path.write_text(new_page(arena, preset))

    text = path.read_text()
    record = read_record(text)
    events = replayed(record)

    assert record_text(record) == text
    assert record.ruleset.preset == preset
    assert set(shown(events)) >= set(SHOWS.get(preset, ()))
    assert isinstance(events[-1], MatchEnded | Scored)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_golden_game_with_another_card_in_it_is_refused(preset):
    """The page is judged, not believed."""
    text = (GOLDENS / f"{preset}.txt").read_text()
    line = next(line for line in text.splitlines() if " discard " in line)
    card = line.split(";")[0].split()[-1]
    other = "2S" if card != "2S" else "2H"
    record = read_record(text.replace(line, f"{line[0]} discard {other}", 1))

    with pytest.raises((decide.RuleViolation, StopIteration)):
        replayed(record)
