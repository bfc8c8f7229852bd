"""Matches with dropping out, at which people come and go as chance will have it."""

from __future__ import annotations

import random

import pytest

from rummy_protocol.messages import Accepted, BuyIn, Ready, Refused, Vote
from rummy_protocol.views import Absence, Stage
from rummy_server.journal import replayed
from rummy_server.table.view import may_buy

RULES = {
    "deal_scoring": "penalties",
    "eliminate_at": 150,
    "buy_ins": 5,
    "max_turns_per_deal": 30,
}
NAMES = ("Ann", "Bob", "Cleo", "Dan")


class Company:
    """Four people, of whom some are here, and what chance has them do."""

    def __init__(self, house, clients, seed):
        self.house, self.chance = house, random.Random(seed)
        self.here = {client.name: client for client in clients}
        self.keys = {client.name: client.keys for client in clients}
        self.bought = 0

    @property
    def room(self):
        return self.house.table.room

    async def step(self):
        name = self.chance.choice(NAMES)
        client = self.here.get(name)
        if client is None:
            await self.comes_back(name)
        elif self.chance.random() < 0.1:
            self.here.pop(name).pipe.cut()
        elif self.may_buy(client) and self.chance.random() < 0.7:
            await self.asks(client, BuyIn)
        else:
            whom, what = self.chance.randrange(4), self.chance.choice(list(Absence)[:2])
            asked = self.chance.choice([(Ready,), (BuyIn,), (Vote, whom, what)])
            await self.asks(client, *asked)
        await self.house.wait(self.chance.choice([0.1, 1, 3, 12]), *self.here.values())
        self.check()

    async def comes_back(self, name):
        client = await self.house.client(name, self.keys[name])
        await client.resume()
        self.here[name] = client

    def may_buy(self, client):
        return may_buy(self.room, client.seated.seat)

    async def asks(self, client, kind, *args):
        may = self.may_buy(client)
        answer = await client.ask(kind, *args)
        assert isinstance(answer, Accepted | Refused)
        if kind is BuyIn:
            assert isinstance(answer, Accepted) is may
            self.bought += may

    def check(self):
        room, match = self.room, self.room.match
        assert room.stage is not Stage.CLOSED
        assert len(match.left) >= 2 or match.ended is not None
        deal = match.deal
        if deal is not None and match.ended is None:
            assert all(not deal.hands[seat] for seat in set(range(4)) - set(deal.seats))
            assert {decision.seat for decision in deal.pending} <= set(deal.seats)
            if room.stage is Stage.PLAYING:
                assert set(deal.seats) == set(match.left)
        bots = self.house.table.people.bot_seats(room)
        assert not set(bots) & set(match.out)


@pytest.mark.parametrize("absence", [Absence.WAIT, Absence.BOT])
async def test_people_who_come_and_go_never_break_a_match(open_house, absence, proof, caplog):
    bought = ended = 0
    for seed in range(4 if proof == "small" else 40):
        house = await open_house(
            bot_pause_ms=0, scoring_seconds=20, ungreeted=1000, connects_per_minute=100_000
        )
        clients = await house.four(
            " ".join(NAMES), changes=RULES, absence=absence, hold_seconds=10, turn_seconds=5
        )
        company = Company(house, clients, f"{absence} {seed}")
        for _ in range(200):
            await company.step()
            if company.room.stage is Stage.OVER:
                break

        bought += company.bought
        ended += company.room.stage is Stage.OVER
        assert replayed(house.journal.records(house.table.id)) == company.room
        assert not [record for record in caplog.records if record.levelname == "ERROR"]
        for client in company.here.values():
            client.pipe.cut()

    assert bought > 0
    assert ended > 0
