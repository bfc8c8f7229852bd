"""A match as a journal has it: batches of real records, played by what the rules do for a
player whose time is up. No server, no clock, no chance but the seed's.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from rummy_protocol.messages import Accepted
from rummy_protocol.views import Options, Stage
from rummy_server.env import SeededShuffle
from rummy_server.game.dealing import deal_out
from rummy_server.game.decide import decide
from rummy_server.game.defaults import default_action
from rummy_server.game.match import begin, close_deal, follow, next_dealer, rules_of
from rummy_server.game.variants import PRESETS
from rummy_server.journal import Batch
from rummy_server.room.fold import follow as follow_record
from rummy_server.room.imprint import imprint
from rummy_server.room.records import (
    Acted,
    Closed,
    DeadlineSet,
    Happened,
    Opened,
    Room,
    SeatTaken,
)

DAY = "2026-01-01T00:00:00+00:00"
SECRET = b"canary-of-a-seat-secret-32-bytes"


class Match:
    """Plays on, and says each time what has to be kept."""

    def __init__(self, code="ABCDE", seats=4, preset="basic", seed="1"):
        self.code = code
        self.seats = seats
        self.preset = PRESETS[preset]
        self.shuffle = SeededShuffle(f"{seed}/{code}")
        self.room: Room | None = None
        self.at = 0.0

    def batch(self, *records):
        for record in records:
            self.room = follow_record(self.room, record)
        self.at += 0.25
        return Batch(records, imprint(self.room), self.at, DAY)

    def opening(self) -> Iterator[Batch]:
        options = Options(seats=self.seats, turn_seconds=30)
        meaning = self.preset.rules_hash()
        yield self.batch(
            Opened(
                id=self.code,
                name=f"Table {self.code}",
                ruleset=self.preset,
                options=options,
                salt=b"",
                password=b"",
                rules_hash=meaning,
            )
        )
        for seat in range(self.seats):
            key = hashlib.sha256(f"{self.code}/{seat}".encode()).digest()[:16]
            hashed = hashlib.sha256(SECRET + bytes([seat])).digest()
            yield self.batch(SeatTaken(seat=seat, name=f"Player {seat}", key=key, hash=hashed))
        yield self.batch(Happened(events=(begin(self.seats, 0),)))

    def batches(self) -> Iterator[Batch]:
        """The whole match, move by move."""
        yield from self.opening()
        ids = [0] * self.seats
        while self.room.stage is not Stage.OVER:
            yield self.dealt()
            while self.room.stage is Stage.PLAYING:
                yield self.move(ids)
        yield self.batch(Closed())

    def dealt(self):
        match = self.room.match
        rules = rules_of(self.preset, match)
        order = self.shuffle(f"{self.room.seq}", rules.deck)
        dealt = deal_out(rules, next_dealer(match), order, match.out)
        return self.batch(Happened(events=(dealt,)))

    def move(self, ids):
        match = self.room.match
        rules = rules_of(self.preset, match)
        seat = match.deal.pending[0].seat
        action = default_action(rules, match.deal, seat)
        events = decide(rules, match.deal, seat, action, self.shuffle)
        after = match
        for event in events:
            after = follow(after, event)
        if after.deal is None or after.deal.outcome is not None:
            events += close_deal(rules, after)
        ids[seat] += 1
        answer = Accepted(ids[seat], self.room.seq + len(events))
        acted = Acted(seat=seat, answer=answer, events=events)
        return self.batch(acted, DeadlineSet(what="turn", seconds=30.0))
