"""One connection: its first words, its limits, its signs of life, and how it ends."""

from __future__ import annotations

import pytest
import trio

from rummy_protocol import PROTOCOL
from rummy_protocol.actions import DrawStock
from rummy_protocol.errors import Code
from rummy_protocol.messages import (
    Accepted,
    Act,
    Advise,
    Bot,
    Chat,
    Create,
    Goodbye,
    Hello,
    History,
    Join,
    Leave,
    ListTables,
    Ping,
    Ready,
    Refused,
    Rematch,
    Resume,
    Say,
    Start,
    Tables,
    Vote,
    Watch,
)
from rummy_protocol.views import Absence


async def test_a_greeting_is_answered_with_the_limits(open_house):
    house = await open_house(name="The House", actions_per_second=7)
    client = house.connect("  Ann\u200b\x1b[2J ")

    welcome = await client.greet()

    assert welcome.server == "The House"
    assert welcome.actions_per_second == 7
    assert welcome.frame_limit == 4096
    assert "\x1b" not in welcome.name
    assert welcome.plain


async def test_a_client_of_another_version_is_told_who_must_update(open_house):
    house = await open_house()
    client = house.connect("Ann")
    client.send(Hello((PROTOCOL[0] + 1, 0), "Ann"))

    last = await client.ended()

    assert last.code == Code.BAD_VERSION
    assert last.args["why"] == "old-server"


@pytest.mark.parametrize("name", ["", "   ", "\t\n"])
async def test_a_name_of_nothing_is_refused(open_house, name):
    house = await open_house()
    client = house.connect(name)
    client.send(Hello(PROTOCOL, name))

    assert (await client.ended()).code == Code.BAD_NAME


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xff\xff\xff",
        b"\x00\x00\x00\x01\xc1",
        b"\x00\x00\x00\x00",
        b"\x00\x00\x00\x02\x80\x80",
        b"GET / HTTP/1.1\r\n\r\n",
    ],
)
async def test_what_is_no_frame_ends_the_connection_with_a_code(open_house, data):
    house = await open_house()
    client = house.connect("Ann")
    client.pipe.send_now(data)

    last = await client.ended()

    assert last.code in (Code.BAD_FRAME, Code.TOO_LONG, Code.BAD_MESSAGE)


async def test_requests_before_a_bad_frame_are_still_answered(open_house):
    house = await open_house()
    client = await house.client("Ann")
    client.pipe.send_now(client.end.send(ListTables(7)) + b"\xff\xff\xff\xff")

    assert isinstance(await client.answer(7), Tables)
    assert (await client.ended()).code == Code.TOO_LONG


REQUESTS = [
    Leave(1),
    Ready(1),
    Start(1),
    Bot(1),
    Rematch(1),
    Vote(1, 0, Absence.BOT),
    Act(1, 0, DrawStock()),
    Advise(1),
    History(1),
    Say(1, "hello"),
]


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda one: type(one).__name__)
async def test_without_a_seat_nothing_can_be_asked_of_a_table(open_house, request_):
    house = await open_house()
    client = await house.client("Ann")
    client.send(request_)

    answer = await client.answer(1)

    assert (type(answer), answer.code) == (Refused, Code.NOT_SEATED)


EVERYTHING = [
    *REQUESTS,
    ListTables(1),
    Create(1, "x", b"k" * 16, b"h" * 32),
    Join(1, "XXXXX", b"k" * 16, b"h" * 32),
    Resume(1, b"k" * 16, b"s" * 32, b"n" * 32),
    Watch(1, "XXXXX"),
]


@pytest.mark.parametrize("request_", EVERYTHING, ids=lambda one: type(one).__name__)
@pytest.mark.parametrize("where", ["lobby", "gathering", "playing", "watching"])
async def test_every_request_is_answered_exactly_once(open_house, request_, where):
    house = await open_house()
    ann, bob = await (house.pair if where == "gathering" else house.playing)()
    client = ann
    if where == "lobby":
        client = await house.client("Cleo")
    elif where == "watching":
        client = await house.client("Cleo")
        await client.watch(house.table.id)
    before = len(client.heard)

    client.send(request_)
    await client.stay(3)

    answers = [m for m in client.heard[before:] if getattr(m, "id", None) == 1]
    assert len(answers) == 1
    bob.pipe.close()


# --- signs of life -----------------------------------------------------------------------


async def lasts(client):
    """Seconds until the server gives the client up."""
    began = trio.current_time()
    last = await client.ended()
    return trio.current_time() - began, last


async def test_who_says_nothing_at_all_is_gone_after_five_seconds(open_house):
    house = await open_house()
    client = house.connect("Ann")

    seconds, last = await lasts(client)

    assert seconds == pytest.approx(5)
    assert last == Goodbye(Code.SILENT)
    assert house.server.door.ungreeted == 0


async def test_who_falls_silent_is_gone_after_twenty_five_seconds(open_house):
    """P20: nothing that the server sends puts that off."""
    house = await open_house()
    ann, bob = await house.playing()
    began = trio.current_time()
    for _ in range(3):
        await bob.stay(5)
        await bob.ask(Say, "hello")

    await ann.ended()

    assert trio.current_time() - began == pytest.approx(25, abs=0.1)
    assert sum(isinstance(m, Chat) for m in ann.heard) == 3


async def test_any_frame_is_a_sign_of_life(open_house):
    house = await open_house()
    client = await house.client("Ann")
    for _ in range(20):
        await trio.sleep(24)
        client.send(Ping())

    assert isinstance(await client.ask(ListTables), Tables)


async def test_bytes_that_never_become_a_frame_are_none(open_house):
    house = await open_house()
    client = await house.client("Ann")
    began = trio.current_time()
    frame = client.end.send(Say(1, "x" * 100))
    for byte in range(len(frame)):
        if client.pipe.other.closed:
            break
        client.pipe.send_now(frame[byte : byte + 1])
        await trio.sleep(1)

    assert (await client.ended()).code == Code.SLOW
    assert trio.current_time() - began <= 12


async def test_bytes_are_no_sign_of_life_however_long_a_frame_may_take(open_house):
    house = await open_house(frame_seconds=1000)
    client = await house.client("Ann")
    began = trio.current_time()
    for byte in client.end.send(Say(1, "x" * 100)):
        if client.pipe.other.closed:
            break
        client.pipe.send_now(bytes([byte]))
        await trio.sleep(1)

    assert (await client.ended()).code == Code.SILENT
    assert trio.current_time() - began == pytest.approx(25, abs=1)


async def test_the_server_pings_after_ten_seconds_of_saying_nothing(open_house):
    house = await open_house()
    client = await house.client("Ann")
    began = trio.current_time()

    await client.pipe.receive_some()

    assert trio.current_time() - began == pytest.approx(10)


async def test_who_neither_sits_nor_asks_is_sent_away_in_the_end(open_house):
    house = await open_house(idle_seconds=600)
    client = await house.client("Ann")
    with pytest.raises(EOFError):
        await client.stay(700)

    assert client.heard[-1] == Goodbye(Code.SILENT)


async def test_who_sits_at_a_table_may_be_idle(open_house):
    house = await open_house(idle_seconds=600)
    client = await house.client("Ann")
    await client.create()

    await client.stay(2000)

    assert isinstance(await client.ask(ListTables), Tables)


async def test_nothing_is_left_of_a_thousand_connections(open_house):
    """I9: no session, no alarm, no count."""
    house = await open_house()
    for number in range(1000):
        client = house.connect(f"N{number}")
        if number % 3:
            await client.greet()
        if number % 5 == 0:
            client.pipe.cut()
        client.pipe.close()
    await trio.sleep(100)

    assert not house.server.sessions
    assert house.server.door.ungreeted == 0
    assert house.server.alarms.waiting == 0
    assert house.server.door.enter("192.0.2.1") is None


# --- limits ------------------------------------------------------------------------------


async def test_actions_beyond_the_limit_wait_and_none_is_lost(open_house):
    """P21: burst 20, then five a second, exactly; the numbers stay without a gap."""
    house = await open_house()
    ann, _ = await house.playing()
    began, times = trio.current_time(), []
    for _ in range(40):
        ann.send(ann.act_request(DrawStock()))
    for number in range(1, 41):
        answer = await ann.answer(number)
        assert isinstance(answer, Accepted | Refused)
        times.append(trio.current_time() - began)

    assert times[19] == pytest.approx(0)
    assert times[20:] == pytest.approx([0.2 * n for n in range(1, 21)])


async def test_a_flood_of_actions_slows_nobody_else(open_house):
    house = await open_house()
    ann, bob = await house.playing()
    for _ in range(200):
        ann.send(ann.act_request(DrawStock()))
    began = trio.current_time()

    await bob.ask(History)

    assert trio.current_time() == began


async def test_chat_is_limited_and_says_so(open_house):
    house = await open_house()
    ann, _ = await house.pair()
    answers = [await ann.ask(Say, f"line {number}") for number in range(7)]
    await trio.sleep(2)
    after = await ann.ask(Say, "again")

    assert [type(one) for one in answers] == [Accepted] * 5 + [Refused] * 2
    assert answers[5].code == Code.TOO_FAST
    assert isinstance(after, Accepted)


async def test_requests_are_limited_and_recover(open_house):
    house = await open_house()
    client = await house.client("Ann")
    answers = [await client.ask(ListTables) for _ in range(25)]
    await trio.sleep(1)

    assert [type(one) for one in answers] == [Tables] * 20 + [Refused] * 5
    assert [type(await client.ask(ListTables)) for _ in range(3)] == [Tables, Tables, Refused]


async def test_a_deaf_client_is_cut_and_holds_up_nobody(open_house):
    """P19: it takes nothing for ten seconds; the table goes on meanwhile."""
    house = await open_house()
    house.network._room = 300
    ann, bob = await house.playing()
    house_pipe = ann.pipe.other
    for _ in range(4):
        await bob.ask(Say, "hello" * 10)

    assert not house_pipe.closed
    for _ in range(3):
        ann.send(Ping())
        await bob.stay(5)

    assert house_pipe.closed
    await bob.see(lambda update: update.table.seats[ann.seated.seat].hold is not None)


async def test_what_a_deaf_client_costs_is_bounded(open_house):
    house = await open_house(bot_pause_ms=0, scoring_seconds=0.1, stall_seconds=10_000)
    house.network._room = 1_000
    ann = await house.client("Ann")
    await ann.create(seats=4, bots=("steady",) * 3, turn_seconds=5)
    (session,) = house.server.sessions
    ann.send(Start(99))
    most = 0
    for _ in range(200):
        ann.send(Ping())
        await trio.sleep(10)
        most = max(most, session.outbox.unsent)

    assert 0 < most < 10_000  # a view that is begun, and the one that waits
    assert house.table.room.seq > 200
