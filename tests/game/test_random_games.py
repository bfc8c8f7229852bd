"""Whole matches played by chance: what must hold after every event, whatever the rule set.

At full volume this is the proof that random games end and break no promise; it prints what it
saw: ``PROOF=full pytest -s tests/game/test_random_games.py``.
"""

from __future__ import annotations

from collections import Counter

import pytest

from rummy_protocol.actions import TakeBack
from rummy_server.game import decide
from rummy_server.game.defaults import default_action
from rummy_server.game.events import (
    BoughtIn,
    DealEnded,
    DealEvent,
    Dealt,
    Event,
    MatchEnded,
    Melded,
    Scored,
)
from rummy_server.game.match import (
    begin,
    buy_in,
    close_deal,
    follow,
    may_buy_in,
    next_dealer,
    rules_of,
    rules_played,
)
from rummy_server.game.notation import read_ruleset, ruleset_text
from rummy_server.game.position import position_text, read_position
from rummy_server.game.record import read_record, record_text, recorded, replayed
from rummy_server.game.scoring import held_points
from rummy_server.game.state import Phase
from rummy_server.game.variants import PRESETS

LONG = 60
"""Actions of one turn after which chance is not asked any more."""


class Game:
    """A match of random play, watched event by event."""

    def __init__(self, arena, law, ruleset, players, chance):
        self.arena, self.law, self.ruleset, self.chance = arena, law, ruleset, chance
        self.rules = None
        self.events: list[Event] = []
        self.match = None
        self.seen = Counter()
        self.asked: tuple[object, int] = (None, 0)
        """The running turn, and how many actions it has had."""
        self.happen([begin(players, chance.randrange(players))])

    def happen(self, new):
        for event in new:
            before = self.match and self.match.deal
            self.match = follow(self.match, event)
            if isinstance(event, DealEvent):
                self.watched(before, event, self.match.deal)
        self.events.extend(new)

    def watched(self, before, event, after):
        self.arena.check_conserved(self.rules, after)
        if isinstance(event, Dealt):
            return
        self.arena.check_table(self.law, self.rules, before, after)
        self.arena.check_duties(before, event)
        self.seen.update(self.arena.kinds_of(event))

    def play(self, most_deals):
        while self.match.ended is None and self.match.number < most_deals:
            self.deal()
            while self.match.deal.phase is not Phase.OVER:
                self.turn()
            self.happen(close_deal(self.rules, self.match))
            for seat in self.match.out:
                if may_buy_in(self.ruleset, self.match, seat) and self.chance.random() < 0.5:
                    self.happen([buy_in(self.ruleset, self.match, seat)])
        return self

    def deal(self):
        self.rules, deck = rules_of(self.ruleset, self.match), None
        deck = self.rules.deck
        order = tuple(self.chance.sample(deck, len(deck)))
        dealer, out = next_dealer(self.match), self.match.out
        self.happen([self.arena.deal_out(self.rules, dealer, order, out)])

    def turn(self):
        """One action by chance. Now and then it is asked what the server would do instead."""
        rules, deal, chance = self.rules, self.match.deal, self.chance
        seat = deal.pending[0].seat
        action = self.arena.random_action(rules, deal, chance)
        turn = (self.match.number, deal.turns)
        self.asked = (turn, self.asked[1] + 1 if self.asked[0] == turn else 1)
        # Who lays and takes back for ever is helped on, as the clock of a table would.
        endless = self.asked[1] > LONG
        if endless or chance.random() < 0.05:
            instead = default_action(rules, deal, seat)
            assert decide.accepts(rules, deal, seat, instead), (instead, position_text(deal))
            action = instead if endless or chance.random() < 0.2 else action
        new = decide.decide(rules, deal, seat, action, self.arena.shuffled(chance))
        assert new, "every action leads to something"
        self.happen(new)
        if action.kind in ("meld", "lay-off", "swap") and self.match.deal.phase is Phase.PLAY:
            self.taken_back(deal, seat)

    def taken_back(self, deal, seat):
        """A play that is taken back leaves nothing behind but the numbers that it used."""
        rules, played = self.rules, self.match.deal
        if not rules.ruleset.take_back or self.chance.random() < 0.7:
            return
        _, again = decide.play(rules, played, seat, TakeBack(), self.arena.backwards)
        self.arena.check_same(deal, again)

    def check(self):
        """I2, I3, I10 and I14 of the match, deal by deal; the rest was checked as it went."""
        again, length = None, 0
        for event in self.events:
            again = follow(again, event)
            in_deal = isinstance(event, DealEvent)
            length = 1 if isinstance(event, Dealt) else length + in_deal
            assert len(again.history) == length, "every event is the next of its deal"
            if isinstance(event, DealEnded):
                first = again.history[0]
                self.arena.check_turns(again.history, first.seats, first.first)
                laid = [e.meld.id for e in again.history if isinstance(e, Melded)]
                assert laid == list(range(1, len(laid) + 1)), "no number is used twice"
            if isinstance(event, Scored):
                result, rules = again.results[-1], rules_played(self.ruleset, again)
                held = held_points(rules, again.deal)
                self.arena.check_scores(rules, again.deal, held, result.points)
        assert again == self.match
        position = position_text(again.deal)
        assert read_position(position) == again.deal, position
        return self


def check_record(game):
    """The record says all that happened, and plays to the same end."""
    record = recorded(game.ruleset, game.events)
    assert replayed(read_record(record_text(record))) == tuple(game.events)
    written = read_ruleset(ruleset_text(game.ruleset))
    assert written == game.ruleset
    assert written.rules_hash() == game.ruleset.rules_hash()


def tell(what, seen):
    print(f"\n{what}: " + ", ".join(f"{count} {kind}" for kind, count in sorted(seen.items())))


@pytest.mark.rule("R01", "R13", "R14", "R46", "I1", "I2", "I3", "I10", "I14")
@pytest.mark.parametrize("preset", PRESETS)
def test_matches_of_every_game_keep_every_promise_and_come_to_an_end(
    arena, law, preset, volume
):
    ruleset, seen = PRESETS[preset], Counter()
    games = volume(1, 40)
    for seed in range(games):
        chance = arena.rng(f"{preset} {seed}")
        players = arena.players_for(chance, ruleset)
        game = Game(arena, law, ruleset, players, chance).play(volume(2, 8)).check()
        check_record(game)
        seen.update(game.seen)

    tell(preset, seen)
    assert seen["deals"] >= games
    assert seen["out"] >= volume(0, seen["deals"] // 10), seen


@pytest.mark.rule("I1", "I2", "I3", "I10", "I14", "E08")
def test_matches_of_any_rules_keep_every_promise(arena, law, volume):
    seen, hashes = Counter(), set()
    for seed in range(volume(60, 5000)):
        chance = arena.rng(f"any {seed}")
        more = chance.random() < 0.2
        ruleset = arena.random_ruleset(chance, more=more)
        hashes.add(ruleset.rules_hash())
        for _ in range(volume(1, 2)):
            players = arena.players_for(chance, ruleset)
            game = Game(arena, law, ruleset, players, chance).play(2).check()
            if not more:
                check_record(game)
            seen.update(game.seen)
            seen["games"] += 1
            seen["matches ended"] += isinstance(game.events[-1], MatchEnded)
            seen["bought in"] += sum(isinstance(e, BoughtIn) for e in game.events)

    seen["rule sets"] = len(hashes)
    tell("any rules", seen)
    assert seen["out"] >= seen["deals"] * 0.25, seen
    assert all(seen[kind] > 0 for kind in arena.KINDS), seen
    assert seen["rule sets"] >= volume(50, 4800)
