"""Who turns a game over sees what was sent when it was played, byte for byte."""

from __future__ import annotations

from itertools import groupby

import pytest
import trio
from msgspec.structs import replace

from rummy_protocol.codec import decode_from_server, encode
from rummy_protocol.framing import PREFIX
from rummy_protocol.messages import Start, Update
from rummy_protocol.views import Presence, Stage
from rummy_server.archive import frames, games
from rummy_server.game.view import Bystander, Seat

from ..server.conftest import Client
from .conftest import play_on
from .kept import shelf_of


class Recording(Client):
    """A client that keeps every byte that it was sent."""

    def __init__(self, pipe, name):
        super().__init__(pipe, name)
        self.raw = bytearray()

    async def _bytes(self, alive):
        data = await super()._bytes(alive)
        self.raw += data
        return data

    @property
    def frames(self):
        rest, found = bytes(self.raw), []
        while rest:
            size = PREFIX + int.from_bytes(rest[:PREFIX], "big")
            found.append(rest[:size])
            rest = rest[size:]
        return found


def over(update):
    return update.table.stage is Stage.OVER


async def matched(open_house, **fields):
    """A match of Ann, Bob and a bot, looked on by Walt, and what each of them was sent."""
    house = await open_house(bot_pause_ms=0, scoring_seconds=1)
    people = [Recording(house.network.connect(), name) for name in ("Ann", "Bob", "Walt")]
    for one in people:
        await one.greet()
    ann, bob, walt = people
    seated = await ann.create(**{"seats": 3, "bots": ("steady",)} | fields)
    await bob.join(seated.table)
    await walt.watch(seated.table)
    await ann.ask(Start)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(play_on, ann, over)
        nursery.start_soon(play_on, bob, over)
        nursery.start_soon(walt.see, over)
    return shelf_of(house.journal), people


def of_the_game(data):
    """The updates among the frames *data*, from the beginning of the match on."""
    said = [(frame, decode_from_server(frame[PREFIX:])) for frame in data]
    return [(frame, one) for frame, one in said if isinstance(one, Update) and one.seq]


def without_people(update):
    """*update* as it would be if nobody came or went and no clock ran."""
    seats = tuple(
        replace(seat, ready=False, hold=None, presence=Presence.HERE)
        for seat in update.table.seats
    )
    table = replace(
        update.table, seats=seats, spectators=(), watching=0, clock=None, next_deal=None
    )
    return replace(update, table=table)


def plain(updates):
    """Packed, each once."""
    return [packed for packed, _ in groupby(encode(without_people(one)) for one in updates)]


GAMES = (
    {"changes": {"target": 20}},
    {"preset": "romme_40", "changes": {"deals": 1}},
)


@pytest.mark.parametrize("fields", GAMES, ids=("basic", "jokers"))
async def test_each_viewer_of_a_replay_is_shown_what_he_was_sent(open_house, fields):
    shelf, people = await matched(open_house, **fields)
    (game,) = games(shelf)
    for one in people:
        viewer = Bystander() if one.seated is None else Seat(one.seated.seat)
        live = of_the_game(one.frames)
        kept = list(frames(shelf, game, viewer))

        assert plain(update for _, update in live) == plain(one.update for one in kept)
        assert (live[-1][1].you is None) == isinstance(viewer, Bystander)


async def test_where_no_clock_runs_and_nobody_looks_on_the_very_frames_are_the_same(open_house):
    house = await open_house(bot_pause_ms=0, scoring_seconds=1)
    ann = Recording(house.network.connect(), "Ann")
    await ann.greet()
    await ann.create(seats=2, bots=("steady",), changes={"target": 20})
    await ann.ask(Start)
    await play_on(ann, over)
    shelf = shelf_of(house.journal)
    (game,) = games(shelf)
    kept = [frame.data for frame in frames(shelf, game, Seat(0))]
    sent = [
        frame
        for frame, update in of_the_game(ann.frames)
        if update == without_people(update) and update.deal is not None
    ]

    assert len(sent) > 20
    assert set(sent) <= set(kept)
    assert [frame for frame in kept if frame in set(sent)] == sent
