"""Deadlines ring once, in time, and mean nothing once they were stopped."""

from __future__ import annotations

import pytest
import trio

from rummy_server.clock import Alarms, Deadlines, Rang


@pytest.fixture
async def alarms(nursery):
    alarms = Alarms(trio.current_time)
    nursery.start_soon(alarms.run)
    yield alarms
    nursery.cancel_scope.cancel()


async def test_alarms_ring_in_the_order_of_their_times(alarms):
    rung = []
    for seconds in (3, 1, 2, 1):
        alarms.after(seconds, lambda s=seconds: rung.append((s, trio.current_time())))
    began = trio.current_time()

    await trio.sleep(5)

    assert [(s, at - began) for s, at in rung] == [(1, 1), (1, 1), (2, 2), (3, 3)]


async def test_an_earlier_alarm_that_is_set_later_rings_first(alarms):
    rung = []
    alarms.after(10, lambda: rung.append("late"))
    await trio.sleep(1)
    alarms.after(1, lambda: rung.append("early"))

    await trio.sleep(2)
    assert rung == ["early"]
    await trio.sleep(10)

    assert rung == ["early", "late"]


async def test_a_stopped_alarm_never_rings(alarms):
    rung = []
    alarm = alarms.after(1, lambda: rung.append("rang"))
    alarm.stop()

    await trio.sleep(5)

    assert rung == []
    assert alarms.waiting == 0


async def test_an_alarm_may_set_another(alarms):
    rung = []
    alarms.after(1, lambda: alarms.after(1, lambda: rung.append(trio.current_time())))
    began = trio.current_time()

    await trio.sleep(5)

    assert [at - began for at in rung] == [2]


async def test_a_deadline_holds_once(alarms):
    said: list[Rang] = []
    deadlines = Deadlines(alarms, said.append)
    deadlines.set("turn", 5)

    await trio.sleep(5.001)

    assert [rang.what for rang in said] == ["turn"]
    assert deadlines.claim(said[0])
    assert not deadlines.claim(said[0])


async def test_a_deadline_that_was_set_anew_gives_no_result_for_the_first_time(alarms):
    said: list[Rang] = []
    deadlines = Deadlines(alarms, said.append)
    deadlines.set("turn", 5)
    await trio.sleep(5.001)
    deadlines.set("turn", 5)

    assert not deadlines.claim(said[0])
    await trio.sleep(5.001)
    assert deadlines.claim(said[1])


async def test_a_deadline_that_was_stopped_between_ringing_and_claiming_is_void(alarms):
    said: list[Rang] = []
    deadlines = Deadlines(alarms, said.append)
    deadlines.set("hold-1", 5)
    await trio.sleep(5.001)
    deadlines.stop("hold-1")

    assert not deadlines.claim(said[0])


async def test_the_time_left_is_what_the_clock_says(alarms):
    deadlines = Deadlines(alarms, lambda rang: None)
    deadlines.set("turn", 5)
    await trio.sleep(2)

    assert deadlines.left("turn") == pytest.approx(3)
    assert deadlines.left("other") is None


async def test_what_is_due_at_once_is_told_at_once(alarms):
    said: list[Rang] = []
    deadlines = Deadlines(alarms, said.append)

    deadlines.set("next", 0)

    assert deadlines.claim(said[0])
