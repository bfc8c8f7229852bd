"""Metrics: what they count, and that they depend on no card."""

from __future__ import annotations

import pytest
import trio

from rummy_protocol.actions import Discard, DrawStock
from rummy_server.game.state import deck_of
from rummy_server.journal import MemoryJournal
from rummy_server.operating import language as say
from rummy_server.operating.counted import Counted
from rummy_server.operating.metrics import METRICS, exposition
from rummy_server.operating.numbers import Numbers, numbers_of


class Slow(MemoryJournal):
    """Takes a while over each batch, as a disk does."""

    async def append(self, table, expected, epoch, batch):
        await super().append(table, expected, epoch, batch)
        with trio.CancelScope(shield=True):
            await trio.sleep(0.015)


NUMBERS = Numbers(
    healthy=True,
    draining=False,
    lag=0.25,
    connections=3,
    let_in=10,
    turned_away={"crowded": 2},
    tables={"playing": 1, "gathering": 4},
    people=2,
    watching=1,
    bots=5,
    actions={"accepted": 7, "refused": 1},
    batches=9,
    append_seconds={0.001: 6, 0.1: 2, float("inf"): 1},
    append_seconds_in_all=6.5,
    events={"open": 1},
)


def lines(numbers=NUMBERS):
    return exposition(numbers).decode().splitlines()


def test_numbers_are_told_in_the_text_form_of_prometheus():
    told = lines()

    for line in (
        "rummy_healthy 1.0",
        "rummy_lag_seconds 0.25",
        "rummy_connections_total 10.0",
        'rummy_turned_away_total{code="crowded"} 2.0',
        'rummy_tables{stage="playing"} 1.0',
        'rummy_actions_total{answer="refused"} 1.0',
        'rummy_append_seconds_bucket{le="0.001"} 6.0',
        'rummy_append_seconds_bucket{le="0.1"} 8.0',
        'rummy_append_seconds_bucket{le="+Inf"} 9.0',
        "rummy_append_seconds_count 9.0",
        "rummy_append_seconds_sum 6.5",
        'rummy_events_total{event="open"} 1.0',
    ):
        assert line in told


def test_every_metric_is_there_and_has_its_words():
    told = lines()

    named = {line.split()[2] for line in told if line.startswith("# TYPE")}
    assert named == set(METRICS)
    for name, words in METRICS.items():
        assert f"# HELP {name} {words}" in told


def test_the_same_numbers_make_the_same_bytes():
    assert exposition(NUMBERS) == exposition(NUMBERS)


async def counts(kept, journal):
    return numbers_of(kept.house.server, journal, kept.pulse, True, {})


async def test_a_house_is_counted_as_it_stands(keep):
    journal = Counted(Slow(keep=True))
    kept = await keep(env={"store": journal}, connections=3)
    ann, bob = await kept.house.playing()
    cleo = await kept.house.client("Cleo")
    await cleo.watch(ann.seated.table)
    await kept.house.connect("Dan").ended()
    one = ann if ann.update.you.may else bob
    await one.act(DrawStock())
    await one.act(DrawStock())

    numbers = await counts(kept, journal)

    assert (numbers.connections, numbers.let_in, numbers.turned_away) == (3, 3, {"crowded": 1})
    assert (numbers.people, numbers.watching, numbers.bots) == (2, 1, 0)
    assert numbers.tables["playing"] == 1
    assert sum(numbers.tables.values()) == 1
    assert numbers.actions == {"accepted": 1, "refused": 1}
    assert numbers.batches == sum(numbers.append_seconds.values())
    assert set(numbers.append_seconds) == {0.02}
    assert numbers.append_seconds_in_all == pytest.approx(0.015 * numbers.batches)


async def test_no_number_and_no_answer_depends_on_a_card(keep):
    """The same match, dealt otherwise: the same numbers, and the same answers to errands."""
    told = []
    for order in (deck_of(1, 0), deck_of(1, 0)[::-1]):
        journal = Counted(MemoryJournal(keep=True))
        kept = await keep(env={"store": journal, "orders": (order,)})
        ann, bob = await kept.house.playing()
        one = ann if ann.update.you.may else bob
        await one.act(DrawStock())
        await one.act(Discard(one.update.you.hand[0]))
        answers = [
            say.write_answer(await kept.ask(errand))
            for errand in (say.ListTables(), say.ListSessions(), say.Health())
        ]
        answers.append(exposition(await counts(kept, journal)))
        told.append((one.update.you.hand, answers))

    assert told[0][0] != told[1][0], "the hands are different"
    assert told[0][1] == told[1][1]
