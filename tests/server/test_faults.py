"""Faults of our own end one table or one connection, and nothing else (P16, P22)."""

from __future__ import annotations

import logging

import pytest

from rummy_protocol.actions import DrawStock
from rummy_protocol.errors import Code
from rummy_protocol.messages import (
    Accepted,
    Create,
    Goodbye,
    Join,
    ListTables,
    Refused,
    Start,
    Tables,
)
from rummy_server.env import SeededShuffle
from rummy_server.faults import where
from rummy_server.journal import Fenced, MemoryJournal, OutcomeUnknown


class Breaking(MemoryJournal):
    """A store that fails at one table from a certain record on."""

    def __init__(self, error):
        super().__init__(keep=True)
        self.error = error
        self.table = None

    async def append(self, table, expected, epoch, batch):
        if table == self.table:
            raise self.error
        await super().append(table, expected, epoch, batch)


async def two_tables(house):
    first, second = await house.playing(), []
    for name in ("Cleo", "Dan"):
        client = await house.client(name)
        second.append(client)
    code = (await second[0].create()).table
    await second[1].join(code)
    return first, second


@pytest.mark.parametrize(
    "error", [Fenced("T"), OutcomeUnknown("T"), OSError("disk"), RuntimeError("bug")], ids=repr
)
async def test_a_table_whose_journal_fails_ends_without_an_answer(open_house, error):
    """P16: what may not have been kept is not acknowledged."""
    store = Breaking(error)
    house = await open_house(env={"store": store})
    (ann, bob), (cleo, dan) = await two_tables(house)
    store.table = ann.seated.table
    turn = ann if "draw" in ann.update.you.may else bob
    heard = len(turn.heard)
    turn.send(turn.act_request(DrawStock()))

    for one in (ann, bob):
        assert await one.ended() == Goodbye(Code.FAULT)
    assert not any(isinstance(m, Accepted) for m in turn.heard[heard:])
    assert list(house.tables) == [cleo.seated.table]
    assert isinstance(await cleo.ask(ListTables), Tables)
    await dan.stay(1)


async def test_a_bug_at_one_table_leaves_the_others_untouched(open_house):
    """I19."""
    house = await open_house()
    (ann, bob), (cleo, _) = await two_tables(house)
    table = house.tables[ann.seated.table]
    table.shown.set_match = None
    turn = ann if "draw" in ann.update.you.may else bob
    turn.send(turn.act_request(DrawStock()))

    assert await ann.ended() == Goodbye(Code.FAULT)
    assert isinstance(await cleo.ask(ListTables), Tables)
    back = await house.client("Ann", ann.keys)
    request = back.resume_request()
    back.send(request)
    assert (await back.answer(request.id)).code == Code.SEAT_LOST


async def test_a_bug_in_one_connection_leaves_the_others_untouched(open_house):
    house = await open_house()
    ann, bob = await house.playing()
    broken = [s for s in house.server.sessions if s._visitor.name == "Ann"]
    broken[0]._hear = None
    ann.send(ListTables(1))

    assert await ann.ended() == Goodbye(Code.FAULT)
    await bob.see(lambda update: update.table.seats[ann.seated.seat].hold is not None)


async def test_a_bug_while_a_table_is_opened_leaves_nobody_waiting(open_house):
    store = Breaking(RuntimeError("bug"))
    house = await open_house(env={"store": store})
    ann = await house.client("Ann")
    lobby_code = house.server.lobby._code
    store.table = code = lobby_code()
    house.server.lobby._code = lambda: code

    answer = await ann.ask(Create, name="", key=ann.keys.key, hash=b"h" * 32)

    assert (type(answer), answer.code) == (Refused, Code.TABLE_CLOSED)
    assert not house.tables
    assert isinstance(await ann.ask(ListTables), Tables)


async def test_the_log_says_where_and_never_what(open_house, caplog):
    caplog.set_level(logging.DEBUG)
    store = Breaking(RuntimeError("the stock holds KH 7S"))
    house = await open_house(env={"store": store})
    ann, bob = await house.playing()
    store.table = ann.seated.table
    turn = ann if "draw" in ann.update.you.may else bob
    turn.send(turn.act_request(DrawStock()))
    await ann.ended()

    assert "RuntimeError" in caplog.text
    assert "table.py" in caplog.text
    assert "KH" not in caplog.text


def test_faults_are_told_with_their_causes():
    def fail():
        try:
            raise KeyError("secret")
        except KeyError as exc:
            raise ValueError("secret") from exc

    with pytest.raises(ValueError, match="secret") as caught:
        fail()

    told = where(ExceptionGroup("several", [caught.value]))
    assert "ValueError" in told
    assert "KeyError" in told
    assert "fail" in told
    assert "secret" not in told


async def test_a_shuffle_that_fails_ends_the_table_alone(open_house):
    class Failing(SeededShuffle):
        def __call__(self, label, cards, /):
            if label.endswith("deal"):
                raise OSError("no entropy")
            return super().__call__(label, cards)

    house = await open_house()
    (ann, _), (cleo, dan) = await two_tables(house)
    table = house.tables[cleo.seated.table]
    table.play._env = type(house.env)(
        time=house.env.time,
        entropy=house.env.entropy,
        shuffle=Failing("x"),
        store=house.env.store,
        network=house.env.network,
    )
    cleo.send(Start(99))

    assert await dan.ended() == Goodbye(Code.FAULT)
    assert isinstance(await ann.ask(ListTables), Tables)


async def test_a_request_to_a_table_that_has_just_closed_is_answered(open_house):
    house = await open_house()
    await house.pair(seats=3)
    table = house.table
    cleo = await house.client("Cleo")
    cleo.send(Join(5, table.id, cleo.keys.key, b"h" * 32))
    table.inbox.close()

    answer = await cleo.answer(5)

    assert answer.code in (Code.TABLE_CLOSED, Code.NO_SUCH_TABLE)


async def test_one_who_wanted_in_as_the_table_broke_is_answered(open_house):
    store = Breaking(OutcomeUnknown("T"))
    house = await open_house(env={"store": store})
    ann, _ = await house.playing()
    store.table = house.table.id
    again = await house.client("Ann", ann.keys)
    request = again.resume_request()
    again.send(request)

    answer = await again.answer(request.id)

    assert (type(answer), answer.code) == (Refused, Code.TABLE_CLOSED)
    assert isinstance(await again.ask(ListTables), Tables)
