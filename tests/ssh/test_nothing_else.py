"""Nothing but the game is behind this door."""

from __future__ import annotations

import asyncssh
import pytest

from rummy_client.terminal import guest


async def refused(awaitable):
    with pytest.raises((asyncssh.ChannelOpenError, asyncssh.ChannelListenError, OSError)):
        await guest.aio(awaitable)


@pytest.mark.parametrize("command", ["ls", "sh", "rummy play", "plain; ls", "scp -t /tmp", ""])
def test_no_command_is_run(spend, command):
    async def scenario(evening):
        connection = await evening.connect()
        await refused(connection.create_process(command or " "))

    spend(scenario)


def test_there_are_no_files(spend):
    async def scenario(evening):
        connection = await evening.connect()
        await refused(connection.start_sftp_client())
        await refused(connection.create_process(subsystem="sftp"))

    spend(scenario)


def test_nothing_is_forwarded(spend):
    async def scenario(evening):
        connection = await evening.connect()
        house = ("127.0.0.1", evening.house.port)
        await refused(connection.open_connection(*house))
        await refused(connection.open_unix_connection("/run/docker.sock"))
        await refused(connection.create_server(lambda *told: None, "127.0.0.1", 0))
        await refused(connection.start_unix_server(lambda *told: None, "/tmp/rummy-no"))
        await refused(connection.create_tun(lambda *told: None))

    spend(scenario)


def test_neither_agent_nor_display_is_forwarded(spend):
    async def scenario(evening):
        connection = await evening.connect()
        display = {"x11_forwarding": True, "x11_display": "localhost:9"}
        await refused(connection.create_process(term_type="xterm", **display))

    spend(scenario)


def test_the_key_that_stops_a_program_stops_nobody_else(spend):
    async def scenario(evening):
        ada = await evening.screen(await evening.connect("ada"))
        await ada.until("There is no table here yet")
        await ada.press("\x1a", "no shell here")
        assert await ada.leave() == 0

    spend(scenario)


def test_passwords_are_not_asked_for(spend):
    async def scenario(evening):
        with pytest.raises(asyncssh.PermissionDenied):
            await evening.connect(preferred_auth=["password"], password="hunter2")

    spend(scenario)
