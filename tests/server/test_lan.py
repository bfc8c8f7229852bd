"""A house answers those who ask for it: shortly, seldom enough, and only where it is."""

from __future__ import annotations

import logging
import socket
from contextlib import asynccontextmanager

import pytest
import trio

from rummy_protocol.lan import Notice, answer, question
from rummy_server.lan import announcing
from rummy_server.lan.announcing import announce
from rummy_server.lan.beacon import (
    BURST,
    RATE,
    Ears,
    hear_questions,
    listening_sockets,
    near,
)
from rummy_server.lan.hearing import Hearing
from rummy_server.lan.interfaces import Interface

DEN = Notice("K7FH-4RTM", "Den", 7900)
TOKEN = b"12345678"


class Sock:
    """A socket that hears what the test says and keeps what is sent."""

    def __init__(self, heard):
        self._heard = list(heard)
        self.sent = []

    async def recvfrom(self, size):
        if not self._heard:
            await trio.sleep_forever()
        await trio.lowlevel.checkpoint()
        one = self._heard.pop(0)
        if isinstance(one, OSError):
            raise one
        return one

    async def sendto(self, data, address):
        await trio.lowlevel.checkpoint()
        self.sent.append((data, address))


async def answered(*heard, may=lambda address: True, seconds=0.0, autojump_clock):
    sock = Sock(heard)
    with trio.move_on_after(seconds or 0.5):
        await hear_questions(sock, DEN, may)
    return sock.sent


ANN = ("10.0.0.9", 40_000)


async def test_a_question_is_answered_to_the_one_who_asked(autojump_clock) -> None:
    sent = await answered((question(TOKEN), ANN), autojump_clock=autojump_clock)

    assert sent == [(answer(TOKEN, DEN), ANN)]


NO_QUESTION = {
    "empty": b"",
    "short": b"rummy?1",
    "cut": question(TOKEN)[:-1],
    "other": b"\0" * 400,
}


@pytest.mark.parametrize("data", NO_QUESTION.values(), ids=list(NO_QUESTION))
async def test_what_is_no_question_is_not_answered(data, autojump_clock) -> None:
    assert await answered((data, ANN), autojump_clock=autojump_clock) == []


async def test_an_answer_that_cannot_be_delivered_ends_nothing(autojump_clock) -> None:
    heard = [ConnectionRefusedError(), (question(TOKEN), ANN)]

    assert len(await answered(*heard, autojump_clock=autojump_clock)) == 1


async def test_a_flood_of_questions_is_answered_at_a_steady_pace(autojump_clock) -> None:
    heard = [(question(TOKEN), ANN)] * (BURST + 200)

    assert len(await answered(*heard, autojump_clock=autojump_clock)) == BURST
    assert RATE < BURST


async def test_a_house_at_one_address_answers_on_that_network_alone(
    autojump_clock, monkeypatch
) -> None:
    here = (Interface("a", 1, (("10.0.0.5", 24),)), Interface("b", 2, (("10.9.9.5", 24),)))
    monkeypatch.setattr("rummy_server.lan.beacon.interfaces", lambda: here)
    heard = [(question(TOKEN), ("10.9.9.1", 1)), (question(TOKEN), ("10.0.0.77", 1))]

    sent = await answered(*heard, may=near("10.0.0.5"), autojump_clock=autojump_clock)

    assert [address for _, address in sent] == [("10.0.0.77", 1)]
    assert near("*")("10.9.9.1")


@pytest.mark.parametrize("part", ["listening_sockets", "announced_by_multicast"])
async def test_whatever_goes_wrong_with_announcing_the_house_goes_on(
    monkeypatch, caplog, autojump_clock, part
) -> None:
    def broken(*arguments):
        raise RuntimeError("no network at all")

    async def none(bind):
        return Ears()

    async def unheard(notice, here):
        return Hearing()

    monkeypatch.setattr(announcing, "listening_sockets", none)
    monkeypatch.setattr(announcing, "hear_ourselves", unheard)
    monkeypatch.setattr(announcing, "interfaces", lambda: (Interface("a", 1),))
    monkeypatch.setattr(announcing, part, broken)
    with caplog.at_level(logging.WARNING), trio.move_on_after(1):
        await announce(DEN, "*", lambda hearing: None)

    assert "lan-fault" in caplog.text


@pytest.mark.parametrize("alone", [True, False], ids=["alone", "shared"])
async def test_a_port_that_another_program_has_for_itself_is_known_to_be_taken(
    monkeypatch, alone
) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, not alone)
        other.bind(("0.0.0.0", 0))
        monkeypatch.setattr("rummy_server.lan.beacon.PORT", other.getsockname()[1])

        ears = await listening_sockets("0.0.0.0")

    for sock in ears.sockets:
        sock.close()
    assert (len(ears.sockets), ears.taken) == ((0, True) if alone else (1, False))


@pytest.mark.parametrize("taken", [True, False])
async def test_whoever_hears_of_the_announcing_is_told_whether_the_port_is_taken(
    monkeypatch, autojump_clock, taken
) -> None:
    async def ears(bind):
        return Ears(taken=taken)

    async def unheard(notice, here):
        return Hearing(("a",), ("a",))

    @asynccontextmanager
    async def announced(notice, bind, here):
        yield

    for name, part in (
        ("listening_sockets", ears),
        ("hear_ourselves", unheard),
        ("interfaces", lambda: (Interface("a", 1),)),
        ("announced_by_multicast", announced),
    ):
        monkeypatch.setattr(announcing, name, part)
    heard = []
    with trio.move_on_after(1):
        await announce(DEN, "*", heard.append)

    assert heard == [Hearing(("a",), ("a",), taken=taken)]


async def test_a_house_is_announced_anew_where_the_machine_has_wandered(
    monkeypatch, autojump_clock
) -> None:
    places = [(Interface("a", 1),), (), (Interface("b", 2), Interface("c", 3))]
    said = []

    @asynccontextmanager
    async def announced(notice, bind, here):
        said.append(("on", len(here)))
        try:
            yield
        finally:
            said.append(("off", len(here)))

    async def none(bind):
        return Ears()

    async def unheard(notice, here):
        return Hearing(tuple(one.name for one in here))

    def here():
        return places[min(int(trio.current_time() - began) // 20, 2)]

    began = trio.current_time()
    for name, part in (
        ("listening_sockets", none),
        ("hear_ourselves", unheard),
        ("interfaces", here),
        ("announced_by_multicast", announced),
    ):
        monkeypatch.setattr(announcing, name, part)
    heard = []
    with trio.move_on_after(100):
        await announce(DEN, "*", heard.append)

    assert said == [("on", 1), ("off", 1), ("on", 2), ("off", 2)]
    assert heard == [Hearing(("a",)), Hearing(("b", "c"))]
