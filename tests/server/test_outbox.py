"""The way out to one client: at once, bounded, and never a broken frame."""

from __future__ import annotations

import random

import pytest
import trio
import trio.testing

from rummy_protocol.errors import Code
from rummy_server.memory import memory_pipes
from rummy_server.outbox import Backlog, Outbox
from rummy_server.settings import Settings

NOW = 0.0


def frame(text: str, size: int = 0) -> bytes:
    body = text.encode().ljust(size, b".")
    return len(body).to_bytes(4, "big") + body


def bodies(data: bytes) -> list[str]:
    found = []
    while data:
        size = int.from_bytes(data[:4], "big")
        assert len(data) >= 4 + size, "a broken frame"
        found.append(data[4 : 4 + size].decode().rstrip("."))
        data = data[4 + size :]
    return found


class Way:
    """An outbox, the other end of its pipe, and what became of it."""

    def __init__(
        self,
        nursery: trio.Nursery,
        room: int = 65_536,
        backlog: Backlog | None = None,
        **settings: int,
    ) -> None:
        ours, self.theirs = memory_pipes(room)
        self.ours = ours
        self.given_up: list[Code] = []
        self.over = trio.Event()
        self.tasks = 0

        def spawn(call):
            self.tasks += 1
            nursery.start_soon(call)

        given = Settings(**settings), trio.current_time, spawn, self.give_up
        self.outbox = Outbox(ours, *given, backlog)

    def give_up(self, why: Code) -> None:
        self.given_up.append(why)
        self.over.set()

    async def arrived(self) -> list[str]:
        """Everything that arrives until nothing more does."""
        data = b""
        while True:
            with trio.move_on_after(1) as waited:
                data += await self.theirs.receive_some()
            if waited.cancelled_caught:
                return bodies(data)


async def test_a_frame_leaves_at_once_and_without_a_task(nursery):
    way = Way(nursery)

    way.outbox.show(frame("view"), NOW)
    way.outbox.send(frame("answer"))

    assert bodies(await way.theirs.receive_some()) == ["view", "answer"]
    assert way.tasks == 0


async def test_an_answer_and_the_view_after_it_leave_in_one_piece(nursery):
    way = Way(nursery)
    sends = []
    send_now = way.ours.send_now
    way.ours.send_now = lambda data: sends.append(len(data)) or send_now(data)

    way.outbox.put(frame("answer"))
    way.outbox.show(frame("view"), NOW)

    assert len(sends) == 1
    assert bodies(await way.theirs.receive_some()) == ["answer", "view"]


async def test_a_newer_view_replaces_one_that_waits(nursery):
    way = Way(nursery, room=10)
    way.outbox.send(frame("first", 20))

    for number in range(50):
        way.outbox.show(frame(f"view {number}"), NOW)

    assert await way.arrived() == ["first", "view 49"]


async def test_answers_are_never_dropped_and_keep_their_order(nursery):
    way = Way(nursery, room=10)
    way.outbox.send(frame("first", 20))

    for number in range(20):
        way.outbox.put(frame(f"answer {number}"))
        way.outbox.show(frame(f"view {number}"), NOW)

    answers = [f"answer {number}" for number in range(20)]
    assert await way.arrived() == ["first", *answers, "view 19"]


async def test_a_view_that_was_begun_is_finished_before_the_next(nursery):
    way = Way(nursery, room=10)
    way.outbox.show(frame("begun", 30), NOW)

    way.outbox.show(frame("newer"), NOW)

    assert await way.arrived() == ["begun", "newer"]


async def test_a_view_in_the_middle_of_a_piece_that_was_begun_is_finished(nursery):
    way = Way(nursery, room=24)
    way.outbox.put(frame("one", 8))
    way.outbox.show(frame("begun", 20), NOW)
    way.outbox.put(frame("two", 8))

    way.outbox.show(frame("newer"), NOW)

    assert await way.arrived() == ["one", "begun", "two", "newer"]


@pytest.mark.parametrize("seed", range(40))
async def test_whatever_the_pipe_takes_frames_are_whole_and_the_newest_view_arrives(
    seed, nursery
):
    chance = random.Random(seed)
    way = Way(nursery, room=chance.choice([1, 3, 7, 20, 100]))
    arrived, answers, views = b"", [], 0
    for number in range(60):
        if chance.random() < 0.4:
            answers.append(f"answer {number}")
            way.outbox.put(frame(answers[-1], chance.randrange(40)))
        else:
            views = number
            way.outbox.show(frame(f"view {number}", chance.randrange(60)), NOW)
        if chance.random() < 0.3:
            way.outbox.flush()
        if chance.random() < 0.5:
            with trio.move_on_after(0.1):
                arrived += await way.theirs.receive_some()
    way.outbox.flush()
    while True:
        with trio.move_on_after(1) as waited:
            arrived += await way.theirs.receive_some()
        if waited.cancelled_caught:
            break

    heard = bodies(arrived)
    assert [one for one in heard if one.startswith("answer")] == answers
    shown = [int(one.split()[1]) for one in heard if one.startswith("view")]
    assert shown == sorted(shown)
    assert shown[-1] == views
    assert not way.given_up


async def test_one_that_takes_nothing_for_ten_seconds_is_given_up(nursery):
    way = Way(nursery, room=10)
    began = trio.current_time()
    way.outbox.show(frame("view", 50), NOW)

    await way.over.wait()

    assert way.given_up == [Code.SLOW]
    assert trio.current_time() - began == pytest.approx(10, abs=1)
    assert way.outbox.closed


async def test_one_that_takes_a_little_now_and_then_is_kept(nursery):
    way = Way(nursery, room=10)
    way.outbox.show(frame("view", 100), NOW)

    data = b""
    while len(data) < 104:
        await trio.sleep(9)
        data += await way.theirs.receive_some()

    assert bodies(data) == ["view"]
    assert not way.given_up


async def test_too_many_answers_that_wait_end_it(nursery):
    way = Way(nursery, room=10, unsent_frames=20)
    way.outbox.send(frame("first", 20))

    for _ in range(21):
        way.outbox.put(frame("answer"))

    assert way.given_up == [Code.SLOW]
    assert way.outbox.unsent == 0


async def test_what_waits_never_exceeds_the_limit(nursery):
    way = Way(nursery, room=10, unsent_bytes=1000)
    way.outbox.send(frame("first", 20))

    most = 0
    while not way.given_up:
        way.outbox.put(frame("answer", 30))
        most = max(most, way.outbox.unsent)

    assert most <= 1000


async def test_views_alone_never_end_it(nursery):
    way = Way(nursery, room=10, unsent_frames=4, unsent_bytes=500)
    way.outbox.send(frame("first", 20))

    for number in range(1000):
        way.outbox.show(frame(f"view {number}", 100), NOW)

    assert not way.given_up
    assert await way.arrived() == ["first", "view 999"]


async def test_a_broken_pipe_ends_it_quietly(nursery):
    way = Way(nursery)
    way.theirs.cut()

    way.outbox.show(frame("view"), NOW)
    way.outbox.send(frame("answer"))

    assert way.given_up == [Code.BYE]
    assert way.outbox.closed


async def test_one_that_is_closed_while_its_pipe_is_waited_for_ends_quietly(nursery):
    """The task that waits for the pipe belongs to the house: what it raised would end that."""
    way, writable = Way(nursery, room=10), trio.Event()
    way.ours.wait_writable = writable.wait
    way.outbox.send(frame("answer", 100))
    await trio.testing.wait_all_tasks_blocked()

    way.outbox.close()
    writable.set()
    await trio.sleep(1)

    assert way.given_up == []
    assert way.outbox.empty


async def test_a_backlog_counts_what_waits_everywhere_and_nothing_that_is_gone(nursery):
    backlog = Backlog()
    ways = [Way(nursery, room=50, backlog=backlog) for _ in range(3)]
    for way in ways:
        way.outbox.send(frame("answer", 100))
        way.outbox.show(frame("view", 200), NOW)
        way.outbox.show(frame("newer", 300), NOW)
    unsent = [way.outbox.unsent for way in ways]

    assert backlog.bytes == sum(unsent) == 3 * (104 + 304 - 50)
    ways[0].outbox.close()
    assert backlog.bytes == sum(unsent[1:])
    await ways[1].arrived()
    assert backlog.bytes == unsent[2]
    ways[2].ours.cut()
    await trio.sleep(1)
    assert backlog.bytes == 0
