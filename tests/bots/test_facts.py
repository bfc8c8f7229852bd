"""A bot puts the turn together from what it was sent: it has to be the judge's own turn."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from rummy_protocol.messages import Update
from rummy_server.bots import LEVELS
from rummy_server.bots.sight import sight_of
from rummy_server.bout import bare_table, shuffle_of
from rummy_server.game.dealing import deal_out
from rummy_server.game.decide import decide
from rummy_server.game.match import begin, follow, rules_of
from rummy_server.game.state import Phase
from rummy_server.game.turn.standing import standing_of
from rummy_server.game.variants import PRESETS
from rummy_server.game.view import views_of


@pytest.mark.parametrize("preset", [*PRESETS])
def test_the_turn_as_it_was_sent_is_the_turn_as_it_stands(preset, volume):
    ruleset, plays = PRESETS[preset], 0
    for number in range(volume(2, 30)):
        plays += sum(_compared(ruleset, number))
    assert plays > 10


def _compared(ruleset, number):
    players = max(2, ruleset.players_min)
    names = [list(LEVELS)[(number + seat) % 3] for seat in range(players)]
    table, shuffle = bare_table(ruleset, names), shuffle_of(f"facts {number}")
    match = follow(None, begin(players, 0))
    rules = rules_of(ruleset, match)
    match = follow(match, deal_out(rules, 0, shuffle("deal", rules.deck)))
    memories, chances, seq = [LEVELS[n].fresh() for n in names], random.Random(number), 0
    while match.deal.phase is not Phase.OVER:
        seat, seq = match.deal.turn.seat, seq + 1
        views = views_of(rules, match)
        update = Update(seq, table, views.deal, views.yous[seat])
        memories[seat], action = LEVELS[names[seat]].step(memories[seat], update, chances)
        if match.deal.phase is Phase.PLAY:
            told = sight_of(update, memories[seat].turn).standing
            there = standing_of(rules, match.deal)
            # Taking back does not lower the number of the next meld; a bot need not know.
            assert replace(told, next_meld=0) == replace(there, next_meld=0)
            yield True
        for event in decide(rules, match.deal, seat, action, shuffle):
            match = follow(match, event)
