"""However a visit ends, nothing is left of it, and nobody else notices."""

from __future__ import annotations

import gc
import logging

import asyncssh
import pytest
import trio

from rummy_client.player import Client
from rummy_client.ssh.errand import Errand
from rummy_client.ssh.gateway import open_gateway
from rummy_client.ssh.limits import Limits
from rummy_client.ssh.visit import Visit
from rummy_client.terminal import guest

from ..patience import PATIENCE, come_true

LOBBY = "There is no table here yet"


@pytest.mark.parametrize("ending", ["connection killed", "channel closed", "input ended"])
def test_whoever_is_gone_leaves_nothing(spend, ending):
    async def scenario(evening):
        stays = await evening.screen(await evening.connect("stays"))
        connection = await evening.connect("goes")
        goes = await evening.screen(connection)
        await goes.until(LOBBY)
        await stays.until(LOBBY)
        match ending:
            case "connection killed":
                connection.abort()
            case "channel closed":
                goes.process.close()
            case _:
                goes.process.stdin.write_eof()
                await goes.end()
        await come_true(lambda: len(evening.gateway.visits) == 1)
        await come_true(lambda: len(evening.server.sessions) == 1)
        await stays.press("?", "keys")
        await evening.nobody()

    spend(scenario)


def test_many_visits_leave_neither_tasks_nor_names_nor_places(spend):
    async def scenario(evening):
        await evening.nobody()
        before = len(evening.gateway._nursery.child_tasks)
        for number in range(8):
            connection = await evening.connect("ada")
            ada = await evening.screen(connection)
            await ada.until(LOBBY)
            if number % 2:
                connection.abort()
            else:
                await ada.leave()
        await evening.nobody()
        assert len(evening.gateway._nursery.child_tasks) == before
        assert not evening.gateway._names
        assert not evening.gateway._slots
        gc.collect()
        assert not [one for one in gc.get_objects() if isinstance(one, Client | Visit)]

    spend(scenario)


def test_when_the_house_is_gone_visitors_are_told_and_shown_out(spend):
    async def scenario(evening):
        ada = await evening.screen(await evening.connect("ada"))
        await ada.until(LOBBY)
        evening.server.leave(0)
        assert await ada.end() != 0
        await evening.nobody()

    spend(scenario)


def test_when_the_door_closes_visitors_get_their_terminals_back_and_a_word(spend):
    async def scenario(evening):
        ada = await evening.screen(await evening.connect("ada"))
        bo = await evening.lines(await evening.connect("bo"))
        await ada.until(LOBBY)
        await bo.until("as bo")
        await evening.gateway.close()
        assert await ada.end() == await bo.end() == 1
        assert ada.raw.rindex("The house is closed.") > ada.raw.rindex("\x1b[?1049l")
        assert "The house is closed." in bo.heard

    spend(scenario)


@pytest.mark.parametrize("where", ["press", "draw"])
def test_a_fault_in_one_client_ends_that_one_alone(spend, monkeypatch, caplog, where):
    right = {name: getattr(Client, name) for name in ("press", "draw")}
    spoilt = []

    def press(client, key):
        if key != "F":
            return right["press"](client, key)
        spoilt.append(client)
        client._show()
        return 1 / (where != "press")

    def draw(client, size):
        if where == "draw" and client in spoilt:
            spoilt.remove(client)  # what is drawn later, when time has passed, hides nothing
            raise ZeroDivisionError
        return right["draw"](client, size)

    monkeypatch.setattr(Client, "press", press)
    monkeypatch.setattr(Client, "draw", draw)

    async def scenario(evening):
        ada = await evening.screen(await evening.connect("ada"))
        bo = await evening.screen(await evening.connect("bo"))
        await ada.until(LOBBY)
        await bo.until(LOBBY)
        await ada.press("F")
        assert await ada.end() == 70
        assert "An error of ours" in ada.raw
        assert "ZeroDivision" not in ada.raw
        await bo.press("?", "keys")
        assert await bo.leave() == 0

    with caplog.at_level(logging.ERROR, "rummy.ssh"):
        spend(scenario)
    assert any("ssh session failed" in record.message for record in caplog.records)


def test_garbage_at_the_door_ends_nothing_but_itself(spend):
    async def scenario(evening):
        evening.gateway.doorway.limits = Limits(enter_seconds=0.5)
        for sent in (
            b"GET / HTTP/1.0\r\n\r\n",
            bytes(5_000),
            b"SSH-2.0-x\r\n" + b"\xff" * 5_000,
        ):
            stream = await trio.open_tcp_stream("127.0.0.1", evening.port)
            async with stream:
                with trio.fail_after(PATIENCE):
                    try:
                        await stream.send_all(sent)
                        while await stream.receive_some(4096):
                            pass
                    except trio.BrokenResourceError:
                        pass
        evening.gateway.doorway.limits = Limits()
        ada = await evening.screen(await evening.connect("ada"))
        await ada.until(LOBBY)

    spend(scenario)


def test_two_doors_cannot_be_opened_at_one_place(spend, tmp_path):
    async def scenario(evening):
        errand = Errand(
            bind="127.0.0.1", port=evening.port, house=evening.house, folder=str(tmp_path / "b")
        )
        with pytest.RaisesGroup(OSError, flatten_subgroups=True):
            async with open_gateway(errand):
                pass

    spend(scenario)


def test_the_client_at_the_far_end_sees_the_key_that_the_house_tells(spend):
    async def scenario(evening):
        told = evening.gateway.opened.fingerprint
        seen = await guest.aio(asyncssh.get_server_host_key("127.0.0.1", evening.port))
        assert seen.get_fingerprint() == told

    spend(scenario)
