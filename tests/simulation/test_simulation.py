"""A house in simulation: whatever goes wrong, what was promised holds.

`docs/simulation.md` says what is simulated and what is not. A seed that fails says how to see
it again; write it down in `seeds.txt`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import trio
import trio._core._run as scheduler

from rummy_server.table.play import Play

from .audit import Audit
from .chance import KNOBS, Streams, run_seeded
from .faults import KINDS, Faults
from .players import Plan
from .report import failure, kept_seeds, told_again

FULL = os.environ.get("PROOF", "small") == "full"
SEEDS = range(400) if FULL else range(120)
QUICK = 24
"""So many are tried before each commit; the others are `slow`."""
RUN = Path(__file__).parent / "run.py"


@pytest.mark.parametrize(
    "seed", [pytest.param(n, marks=pytest.mark.slow if n >= QUICK else ()) for n in SEEDS]
)
def test_a_house_keeps_its_promises_whatever_goes_wrong(run, seed):
    outcome = run(seed)

    assert not outcome.failed, failure(outcome)


def test_seeds_that_have_failed_hold_ever_since(run):
    broken = [failure(one) for one in map(run, kept_seeds()) if one.failed]

    assert not broken


def test_a_seed_goes_the_same_way_twice_and_in_another_process(run):
    first, again = run(4), run(4)

    assert first == again
    assert told_again(4, first.hash)


def test_a_run_can_be_stopped_at_an_event_and_told_line_by_line(run):
    lines: list[str] = []
    outcome = run(2, until=40, tell=lines.append)

    assert 40 <= outcome.events <= 60
    assert lines[0].startswith('{"event": 1,')


def test_a_failure_is_one_line_that_shows_it_again(run):
    line = failure(run(2))

    assert "\n" not in line
    assert "--seed 2 --until" in line


def test_the_command_runs_a_seed():
    told = subprocess.run(
        [sys.executable, str(RUN), "--seed", "12"], capture_output=True, text=True, check=True
    )

    assert "held" in told.stdout


def test_trio_still_has_the_private_names_that_the_order_of_tasks_rests_on():
    assert all(hasattr(scheduler, knob) for knob in KNOBS)


def test_the_order_of_tasks_follows_from_the_seed_alone():
    async def order(clock):
        told: list[int] = []

        async def one(number):
            for _ in range(5):
                await trio.lowlevel.checkpoint()
                told.append(number)

        async with trio.open_nursery() as nursery:
            for number in range(6):
                nursery.start_soon(one, number)
        return told

    assert run_seeded(1, order) == run_seeded(1, order)
    assert run_seeded(1, order) != run_seeded(2, order)


def test_each_seed_draws_faults_of_its_own_and_some_draw_none():
    drawn = [frozenset(Faults(Streams(seed)("faults")).rates) for seed in range(200)]

    assert len(set(drawn)) > 150
    assert frozenset() in drawn
    assert frozenset().union(*drawn) == set(KINDS)


def two_tables() -> list[Plan]:
    table = {
        "changes": {"max_turns_per_deal": 20, "target": None, "deals": 1},
        "seats": 2,
        "bots": (),
    }
    return [Plan(number, table) for number in range(2)]


def test_a_fault_at_one_table_changes_nothing_at_another(run, monkeypatch):
    """I19: the other table stands after each of its batches as it would have anyway."""
    calm = frozenset(KINDS)
    alone = run(1, without=calm, plans=two_tables())
    judge, faults = Play.judge, [RuntimeError("planted")]

    def judge_or_fail(play, seat, act):
        if faults and play._desk.room.name == "T0" and play._desk.room.seq > 12:
            raise faults.pop()
        return judge(play, seat, act)

    monkeypatch.setattr(Play, "judge", judge_or_fail)
    monkeypatch.setattr(Audit, "logged", lambda audit, record: None)
    beside = run(1, without=calm, plans=two_tables())

    assert not faults
    assert not alone.failed
    assert not beside.failed, failure(beside)
    assert alone.kept["T0"] != beside.kept["T0"]
    assert alone.kept["T1"] == beside.kept["T1"]
