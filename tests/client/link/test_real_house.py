"""The real link against the real server, with the connection cut wherever it can be cut."""

from __future__ import annotations

import os
from contextlib import asynccontextmanager

import pytest
import trio

from rummy_client.link import Link
from rummy_client.linkstate import Ended
from rummy_client.seatfile import free_seats, hold_seat
from rummy_protocol.actions import DrawStock
from rummy_protocol.messages import Accepted, Act, Create, Refused, Seated, Start, Update
from rummy_protocol.news import Drew
from rummy_protocol.views import Stage
from rummy_server.app import serve
from rummy_server.env import seeded_env
from rummy_server.memory import MemoryNetwork
from rummy_server.settings import Settings

STRIDE = 1 if os.environ.get("PROOF") == "full" else 53
"""Every how manieth byte is cut."""


class PipeStream(trio.abc.Stream):
    """A pipe of the server in the shape that a link wants."""

    def __init__(self, pipe):
        self.pipe = pipe

    async def send_all(self, data):
        try:
            while data:
                data = data[self.pipe.send_now(data) :]
                await self.pipe.wait_writable()
        except OSError as exc:
            raise trio.BrokenResourceError from exc

    async def wait_send_all_might_not_block(self):
        await self.pipe.wait_writable()

    async def receive_some(self, max_bytes=None):
        try:
            return await self.pipe.receive_some()
        except OSError as exc:
            raise trio.BrokenResourceError from exc

    async def aclose(self):
        self.pipe.close()
        await trio.lowlevel.checkpoint()


class Road:
    """Connections to a server in memory; the first may be cut after so many bytes."""

    def __init__(self, network, there=None, back=None):
        self._network = network
        self._cuts = (there, back)
        self.first = None

    async def connect(self):
        await trio.lowlevel.checkpoint()
        pipe = self._network.connect()
        if self.first is None:
            self.first = pipe
            there, back = self._cuts
            if there is not None:
                pipe.cut_after(there)
            if back is not None:
                pipe.other.cut_after(back)
        return PipeStream(pipe)


class Ann:
    """Opens a table against a bot, begins, and draws one card, whatever happens to the way."""

    def __init__(self, road, folder, seat=None):
        self.link = Link(
            road.connect, "Ann", where=("den", 1), folder=folder, seat=seat, patient=True
        )
        self.answers = []
        self.seated = []
        self.view = None
        self._starting = self._drawing = None
        self.drawn = trio.Event()

    async def play(self):
        self.link.ask(Create(0, "friday", b"", b"", seats=2, bots=("easy",)))
        await self.link.run(self.hear)

    def hear(self, said):
        match said:
            case Update():
                self.view = said
                self.act()
            case Seated():
                self.seated.append(said)
            case Accepted() | Refused() if said.id == self._starting:
                self._starting = None
                self.act()
            case Accepted() | Refused() if said.id == self._drawing:
                self.answers.append(said)
            case Ended():
                raise AssertionError(said)
        if self.answers and self.view.seq >= self.answers[0].seq:
            self.drawn.set()

    def act(self):
        view = self.view
        if view is None or self._starting is not None:
            return
        if view.table.stage is Stage.GATHERING:
            self._starting = self.link.ask(Start(0))
        elif view.you is not None and "draw" in view.you.may and self._drawing is None:
            self._drawing = self.link.ask(Act(0, view.seq, DrawStock()))


@asynccontextmanager
async def a_house():
    network = MemoryNetwork()
    settings = Settings(bot_pause_ms=0, request_burst=1000)
    async with trio.open_nursery() as nursery:
        await nursery.start(serve, seeded_env(7, network), settings)
        yield network
        nursery.cancel_scope.cancel()


async def draws_one_card(folder, there=None, back=None):
    """A whole dialogue over a way that is cut; how much went each way on the first one."""
    with trio.fail_after(1000):
        async with a_house() as network, trio.open_nursery() as nursery:
            road = Road(network, there, back)
            ann = Ann(road, folder)
            nursery.start_soon(ann.play)
            await ann.drawn.wait()
            nursery.cancel_scope.cancel()
        return ann, road.first


async def length_of_the_dialogue(folder):
    _, pipe = await draws_one_card(folder)
    return pipe.sent, pipe.other.sent


@pytest.mark.parametrize("way", ["there", "back"])
async def test_wherever_the_way_is_cut_a_card_is_drawn_exactly_once(way, tmp_path):
    """P7 and P11, from the client's side: the seat is kept and nothing is done twice."""
    there, back = await length_of_the_dialogue(tmp_path / "whole")
    total = there if way == "there" else back
    # The last bytes that go there are the draw itself: those are cut more finely.
    cuts = sorted({*range(0, total, STRIDE), *range(total - 60, total, 6)})

    for cut in cuts:
        ann, _ = await draws_one_card(tmp_path / str(cut), **{way: cut})

        drawn = [e for e in ann.view.deal.log if isinstance(e, Drew) and e.seat == 0]
        assert len(drawn) == 1, cut
        assert [type(answer) for answer in ann.answers] == [Accepted], cut
        assert {seated.seat for seated in ann.seated} == {0}, cut
        assert len({seated.table for seated in ann.seated}) == 1, cut

    assert len(cuts) >= 5


@pytest.mark.parametrize("way", ["there", "back"])
async def test_a_client_that_dies_wherever_the_way_is_cut_finds_its_seat(way, tmp_path):
    """Its file leads back to the seat, even if the last words of a claim were lost."""
    async with a_house() as network, trio.open_nursery() as nursery:
        ann = Ann(Road(network), tmp_path)
        async with trio.open_nursery() as first:
            first.start_soon(ann.play)
            await ann.drawn.wait()
            first.cancel_scope.cancel()
        for cut in range(0, 900, STRIDE):
            # One life that ends with its connection, whatever it has learnt till then.
            await one_life(network, tmp_path, **{way: cut})
            back = await one_life(network, tmp_path)

            assert back.seated, cut
            assert (back.seated[-1].seat, back.seated[-1].last_id) == (0, 1), cut
        nursery.cancel_scope.cancel()


async def one_life(network, folder, there=None, back=None):
    """A client that takes up the seat in *folder*, and dies when its connection does."""
    (path,) = free_seats(folder)
    road = Road(network, there, back)
    ann = Ann(road, folder, hold_seat(path))
    async with trio.open_nursery() as nursery:

        def hear(said):
            ann.hear(said)
            if type(said).__name__ == "Lost" or (ann.seated and ann.view is not None):
                nursery.cancel_scope.cancel()

        with trio.fail_after(1000):
            await ann.link.run(hear)
    return ann
