"""Faults of our own end one table or one connection, and nothing else (P16, P22)."""

from __future__ import annotations

import logging

import pytest
import trio.testing

from rummy_protocol.actions import Discard, DrawStock
from rummy_protocol.errors import Code
from rummy_protocol.messages import (
    Accepted,
    Create,
    Goodbye,
    Join,
    ListTables,
    Refused,
    Seated,
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
    await trio.testing.wait_all_tasks_blocked()
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
    answer = await back.answer(request.id)

    assert isinstance(answer, Seated)
    assert house.tables[ann.seated.table] is not table
    assert isinstance(await cleo.ask(ListTables), Tables)


async def test_a_table_that_breaks_comes_back_as_it_was_kept_and_goes_on(open_house):
    """A fault costs nobody a seat, a card, or the answer to what was kept."""
    house = await open_house()
    ann, bob = await house.playing()
    turn = ann if "draw" in ann.update.you.may else bob
    await turn.act(DrawStock())
    table = house.table
    room, table.shown.set_match = table.room, None
    turn.send(turn.act_request(Discard(turn.update.you.hand[0])))
    for one in (ann, bob):
        assert await one.ended() == Goodbye(Code.FAULT)

    await trio.testing.wait_all_tasks_blocked()
    again = house.connect(turn.name, turn.keys)
    await again.greet()
    seated = await again.resume()

    assert house.table is not table
    assert seated.last_id == 2
    assert isinstance(seated.last_answer, Accepted)
    assert house.table.room.seq > room.seq


async def test_a_table_that_breaks_again_and_again_is_left_alone(open_house):
    """Its seats are not given up: with the next start of the house they may be had again."""
    house = await open_house()
    ann, _ = await house.playing()
    code, rounds = house.table.id, 0
    while house.tables:
        rounds += 1
        house.table.inbox.post(object())
        await trio.testing.wait_all_tasks_blocked()
    back = await house.client("Ann", ann.keys)
    request = back.resume_request()
    back.send(request)

    assert rounds == 1 + 3
    assert (await back.answer(request.id)).code == Code.BUSY
    assert code not in house.server.lobby._spent


async def test_where_nothing_is_kept_a_broken_table_is_gone(open_house):
    house = await open_house(env={"store": MemoryJournal()})
    ann, _ = await house.playing()
    house.table.inbox.post(object())
    await trio.testing.wait_all_tasks_blocked()

    assert house.tables == {}
    assert ann.keys.key not in house.server.lobby._by_key


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

    assert (type(answer), answer.code) == (Refused, Code.BUSY)
    await trio.testing.wait_all_tasks_blocked()
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

    assert answer.code in (Code.BUSY, Code.TABLE_CLOSED, Code.NO_SUCH_TABLE)


async def test_one_who_wanted_in_as_the_table_broke_is_answered(open_house):
    store = Breaking(OutcomeUnknown("T"))
    house = await open_house(env={"store": store})
    ann, _ = await house.playing()
    store.table = house.table.id
    again = await house.client("Ann", ann.keys)
    request = again.resume_request()
    again.send(request)

    answer = await again.answer(request.id)

    assert (type(answer), answer.code) == (Refused, Code.BUSY)
    assert isinstance(await again.ask(ListTables), Tables)
