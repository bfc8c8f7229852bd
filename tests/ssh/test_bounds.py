"""What one visitor can do to the others: nothing, however much he sends or leaves unread."""

from __future__ import annotations

from contextlib import suppress

import asyncssh
import pytest
import trio

from rummy_client.ssh import limits as limits_module
from rummy_client.ssh import wire as wire_module
from rummy_client.ssh.limits import Limits
from rummy_client.ssh.visitor import Visitor
from rummy_client.terminal import guest

from ..patience import PATIENCE, come_true

LOBBY = "There is no table here yet"


async def cut_off(connection):
    with trio.fail_after(PATIENCE):
        await guest.aio(connection.wait_closed())


# --- sizes and terminals -----------------------------------------------------------------


@pytest.mark.parametrize("size", [(0, 0), (0, 24), (2**32 - 1, 2**32 - 1)], ids=str)
def test_a_terminal_of_no_size_or_any_size_is_served(spend, size):
    async def scenario(evening):
        ada = await evening.screen(await evening.connect(), *size)
        await ada.until(LOBBY)
        assert len(ada.raw) < 240 * 70 * 3
        assert await ada.leave() == 0

    spend(scenario)


def test_a_resize_is_followed_and_a_storm_of_them_is_survived(spend):
    async def scenario(evening):
        ada = await evening.screen(await evening.connect())
        await ada.until(LOBBY)
        for columns in range(40, 140):
            ada.process.change_terminal_size(columns, 10)
        ada.resize(100, 30)
        await ada.until("rules and the bots, and others\n")
        ada.resize(30, 8)
        await ada.until("Too small: 30x8")
        ada.resize(80, 24)
        await ada.until(LOBBY)
        assert await ada.leave() == 0

    spend(scenario)


def test_what_the_terminal_says_about_itself_is_heeded(spend):
    async def scenario(evening):
        connection = await evening.connect()
        sent = {"LANG": "C", "NO_COLOR": "1", "PATH": "/bin"}
        ada = await evening.screen(connection, env=sent)
        await ada.until("Rummy - |There is no table")
        assert ada.raw.isascii()
        assert "38;5" not in ada.raw
        assert "\x1b[31m" not in ada.raw

    spend(scenario)


@pytest.mark.parametrize(
    ("term", "sent"),
    [("dumb", {}), (None, {}), ("xterm", {"command": "plain"})],
)
def test_whoever_has_no_screen_plays_by_lines(spend, term, sent):
    async def scenario(evening):
        connection = await evening.connect()
        opening = connection.create_process(term_type=term, **sent)
        process = await guest.aio(opening)
        heard = ""
        while "as ada" not in heard:
            heard += await guest.aio(process.stdout.read(65_536))
        assert "\x1b" not in heard
        assert ("\r" in heard) is (term is not None)
        process.stdin.write("quit\r" if term is not None else "quit\n")
        await guest.aio(process.wait_closed())
        assert process.exit_status == 0

    spend(scenario)


def test_on_a_dumb_terminal_what_is_typed_is_seen_and_can_be_rubbed_out(spend):
    async def scenario(evening):
        ada = await evening.screen(await evening.connect(), term="dumb", command="plain")
        await ada.until("as ada")
        await ada.press("helxx\x7f\x7fp", "(?m)^help$")
        await ada.press("\r")
        await ada.until("these words")
        await ada.press("half a lin", "half a lin")
        await ada.press("\x03")
        assert await ada.end() == 0

    spend(scenario)


# --- too much ----------------------------------------------------------------------------


def test_a_pasted_book_plays_no_card_and_holds_up_nobody(spend):
    async def scenario(evening):
        ada = await evening.screen(await evening.connect("ada"))
        bo = await evening.screen(await evening.connect("bo"))
        await ada.until(LOBBY)
        await bo.until(LOBBY)
        ada.process.stdin.write("\x1b[200~" + "n" * 20_000 + "\x1b[201~")
        await bo.press("?", "keys")
        assert LOBBY in await ada.until("Pasted text")

    spend(scenario)


def test_on_a_console_far_away_pasted_text_presses_no_key(spend):
    async def scenario(evening):
        ada = await evening.screen(await evening.connect("ada"), term="linux")
        await ada.until(LOBBY)
        # As many keys are pressed at one time as there are before the last one.
        await ada.press("x\r" * 16 + "n", "Pasted text")
        await ada.press("?", "[Kk]eys")
        await ada.press("\r", f"{LOBBY}|To choose from")
        assert LOBBY in ada.text
        assert await ada.leave() == 0

    spend(scenario)


def test_an_unfinished_paste_is_given_up(spend):
    async def scenario(evening):
        ada = await evening.screen(await evening.connect("ada"))
        await ada.until(LOBBY)
        ada.process.stdin.write("\x1b")
        await trio.sleep(0.1)
        ada.process.stdin.write("[200~" + "n" * 10_000)
        await trio.sleep(0.1)
        assert LOBBY in ada.text

    spend(scenario)


def test_whoever_sends_faster_than_is_allowed_is_read_more_slowly(spend, monkeypatch):
    async def scenario(evening):
        connection = await evening.connect("ada")
        ada = await evening.screen(connection)
        await ada.until(LOBBY)
        held = []
        pause = wire_module.Wire._hold

        def hold(wire, why):
            pause(wire, why)
            held.append((wire._transport, wire._transport.is_reading()))

        monkeypatch.setattr(wire_module.Wire, "_hold", hold)
        for _ in range(40):
            connection.send_debug("x" * 500)
        await come_true(lambda: held)
        transport, reads = held[0]
        assert not reads
        await ada.press("?", "keys")
        await come_true(transport.is_reading)

    spend(scenario, Limits(received_burst=8_192, received_per_second=65_536))


def test_variables_are_not_heaped_up(spend):
    async def scenario(evening):
        many = {f"V{number}": "x" * 100 for number in range(300)}
        ada = await evening.screen(await evening.connect(), env={**many, "LANG": "C.UTF-8"})
        await ada.until(LOBBY)
        (visit,) = evening.gateway.visits
        assert dict(visit._caller._channel.get_environment()) == {"LANG": "C.UTF-8"}

    spend(scenario)


def test_whoever_reads_nothing_is_drawn_nothing_and_has_to_go_in_the_end(spend, monkeypatch):
    async def scenario(evening):
        connection = await evening.connect("ada")
        ada = await evening.screen(connection, window=32_768, max_pktsize=4_096)
        bo = await evening.screen(await evening.connect("bo"))
        await ada.until(LOBBY)
        await bo.until(LOBBY)
        ada.process.stdout.channel.pause_reading()
        waiting, gone = [], []
        (visit,) = (one for one in evening.gateway.visits if one._name == "ada")
        abort = Visitor.abort

        def cut(visitor):
            waiting.append(visit._caller._channel.get_write_buffer_size())
            gone.append(visitor)
            abort(visitor)

        monkeypatch.setattr(Visitor, "abort", cut)
        with trio.fail_after(PATIENCE):
            while visit in evening.gateway.visits:
                # Every key changes the picture, and the pictures pile up.
                for key in "?\r":
                    with suppress(BrokenPipeError):  # she has just been cut off
                        ada.process.stdin.write(key)
                    await trio.sleep(0.06)
                if visit._caller.full and not gone:
                    waiting.append(visit._caller._channel.get_write_buffer_size())
        assert gone
        assert max(waiting) == waiting[0]
        assert await bo.leave() == 0

    spend(scenario, Limits(unsent_bytes=16_384, stall_seconds=0.5))


def test_a_line_that_takes_nothing_holds_up_its_sessions_and_ends_in_the_end(spend):
    async def scenario(evening):
        ada = await evening.screen(await evening.connect("ada"))
        await ada.until(LOBBY)
        (visit,) = evening.gateway.visits
        line = visit._caller._channel.get_connection()
        # As asyncio does when what is to be sent piles up before the socket.
        line.pause_writing()
        assert visit._caller.full
        assert not line._transport.is_reading()
        line.resume_writing()
        assert not visit._caller.full
        await ada.press("?", "keys")
        line.pause_writing()
        await cut_off(evening.connections[0])
        await evening.nobody()

    spend(scenario, Limits(stall_seconds=0.5))


# --- too many ----------------------------------------------------------------------------


@pytest.fixture
def from_elsewhere(monkeypatch):
    """Everybody comes from another machine."""
    monkeypatch.setattr(limits_module, "is_here", lambda address: False)


@pytest.mark.usefixtures("from_elsewhere")
def test_one_address_has_its_share_of_connections(spend):
    async def scenario(evening):
        first = await evening.connect()
        await evening.connect()
        with pytest.raises((OSError, asyncssh.Error)):
            await evening.connect()
        first.abort()
        await come_true(lambda: evening.gateway.doorway.inside == 1)
        ada = await evening.screen(await evening.connect())
        await ada.until(LOBBY)

    spend(scenario, Limits(connections_per_address=2))


def test_one_connection_has_its_share_of_sessions(spend):
    async def scenario(evening):
        connection = await evening.connect()
        first = await evening.lines(connection)
        await evening.lines(connection)
        with pytest.raises(asyncssh.ChannelOpenError):
            await evening.lines(connection)
        first.say("quit")
        await first.end()
        third = await evening.lines(connection)
        await third.until("as ada")

    spend(scenario, Limits(sessions_per_connection=2))


@pytest.mark.usefixtures("from_elsewhere")
def test_one_address_makes_so_many_tables(spend):
    async def scenario(evening):
        ada = await evening.lines(await evening.connect())
        for name in ("One", "Two"):
            ada.say(f"create {name} game=basic seats=2")
            await ada.until(f"{name} .*1 of 2")
            ada.say("leave")
            await ada.until("seat")
        ada.say("create Three game=basic seats=2")
        await ada.until("Too many tables")
        assert await ada.end() == 1

    spend(scenario, Limits(tables=2))


@pytest.mark.usefixtures("from_elsewhere")
def test_one_address_guesses_so_many_passwords(spend):
    async def scenario(evening):
        host = evening.at_home()
        host.say("create Den game=basic seats=2 password=sesame")
        await host.until("Den .*1 of 2")
        ada = await evening.lines(await evening.connect())
        ada.say("join Den open", "join Den sesam", "join Den sesame")
        assert "You have seat" not in await ada.until("Too many wrong passwords")
        assert await ada.end() == 1

    spend(scenario, Limits(guesses=2))


# --- nobody there ------------------------------------------------------------------------


def test_a_connection_in_which_nothing_begins_ends(spend):
    async def scenario(evening):
        with suppress(OSError, asyncssh.Error):  # it may end before anybody is let in
            await cut_off(await evening.connect())
        await evening.nobody()

    spend(scenario, Limits(enter_seconds=0.3))


def test_a_caller_who_says_nothing_at_all_is_hung_up_on(spend):
    async def scenario(evening):
        stream = await trio.open_tcp_stream("127.0.0.1", evening.port)
        async with stream:
            with trio.fail_after(PATIENCE):
                while await stream.receive_some(4096):
                    pass
        await evening.nobody()

    spend(scenario, Limits(enter_seconds=0.3))


def test_after_the_last_session_the_connection_ends(spend):
    async def scenario(evening):
        connection = await evening.connect()
        ada = await evening.lines(connection)
        await ada.until("as ada")
        evening.gateway.doorway.limits = Limits(enter_seconds=0.3)
        await trio.sleep(0.5)
        ada.say("quit")
        assert await ada.end() == 0
        await cut_off(connection)

    spend(scenario)


def test_who_types_nothing_for_hours_has_to_go(spend):
    async def scenario(evening):
        ada = await evening.screen(await evening.connect())
        assert await ada.end() == 1
        assert "Nothing was typed" in ada.raw
        assert ada.raw.index("\x1b[?1049l") < ada.raw.index("Nothing was typed")

    spend(scenario, Limits(idle_seconds=0.3))
