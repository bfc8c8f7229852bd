"""Whole matches by chance, written down and judged again: every game, and who drops out."""

from __future__ import annotations

import pytest

from rummy_server.game import decide
from rummy_server.game.match import (
    begin,
    buy_in,
    close_deal,
    follow,
    may_buy_in,
    next_dealer,
    rules_of,
)
from rummy_server.game.record import read_record, record_text, recorded, replayed
from rummy_server.game.state import Phase
from rummy_server.game.variants import PRESETS, ruleset_of

ELIMINATION = {
    "deal_scoring": "penalties",
    "eliminate_at": 101,
    "buy_ins": 1,
    "max_turns_per_deal": 60,
}


class Playing:
    """A match by chance, with everything that happens in it."""

    def __init__(self, arena, ruleset, players, seed):
        self.arena, self.ruleset, self.chance = arena, ruleset, arena.rng(seed)
        self.events, self.match = [], None
        self.happens(begin(players, self.chance.randrange(players)))

    def happens(self, *events):
        for event in events:
            self.match = follow(self.match, event)
        self.events += events

    def deal(self):
        match, chance = self.match, self.chance
        rules = rules_of(self.ruleset, match)
        order = tuple(chance.sample(rules.deck, len(rules.deck)))
        self.happens(self.arena.deal_out(rules, next_dealer(match), order, match.out))
        while self.match.deal.phase is not Phase.OVER:
            deal = self.match.deal
            action = self.arena.random_action(rules, deal, chance)
            shuffle = self.arena.shuffled(chance)
            self.happens(*decide.decide(rules, deal, deal.turn.seat, action, shuffle))
        self.happens(*close_deal(rules, self.match))

    def buy_ins(self):
        for seat in self.match.out:
            if may_buy_in(self.ruleset, self.match, seat) and self.chance.random() < 0.5:
                self.happens(buy_in(self.ruleset, self.match, seat))

    def play(self, deals):
        """To the end, or over so many deals."""
        while self.match.ended is None and self.match.number < deals:
            self.deal()
            self.buy_ins()
            assert self.match.ended or len(self.match.left) >= 2, "there is always one to play"
        return self


def check(played):
    record = recorded(played.ruleset, played.events)
    text = record_text(record)

    assert read_record(text) == record
    assert replayed(record) == tuple(played.events)
    return text


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_a_match_of_every_game_is_judged_again_as_it_was_played(preset, arena):
    ruleset = PRESETS[preset]
    players = min(3, ruleset.players_max)

    check(Playing(arena, ruleset, players, f"record {preset}").play(2))


def test_a_match_with_elimination_and_buying_in_is_judged_again(arena, volume):
    ruleset, bought, ended = ruleset_of("basic", ELIMINATION), 0, 0
    for number in range(volume(4, 40)):
        played = Playing(arena, ruleset, 4, f"elimination {number}").play(60)

        text = check(played)

        bought += "buys-in" in text
        ended += played.match.ended is not None
        assert len(played.match.ended.winners) >= 1
        assert set(played.match.ended.winners) <= set(played.match.left)
        for result in played.match.results:
            assert sum(map(bool, result.points)) <= 4

    assert bought > 0
    assert ended > 0
