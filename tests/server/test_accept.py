"""The way in survives whatever the network says (P23)."""

from __future__ import annotations

import errno

import pytest
import trio

from rummy_protocol.errors import Code
from rummy_protocol.messages import Goodbye, ListTables, Tables
from rummy_server.app import Server, serve
from rummy_server.env import real_env, seeded_env
from rummy_server.memory import MemoryNetwork
from rummy_server.settings import Settings

SURVIVED = (
    errno.EMFILE,
    errno.ENFILE,
    errno.ENOBUFS,
    errno.ENOMEM,
    errno.ECONNABORTED,
    errno.EPROTO,
    errno.EPERM,
    errno.ENETDOWN,
    errno.ENETUNREACH,
    errno.EHOSTUNREACH,
    errno.EHOSTDOWN,
    errno.ENOPROTOOPT,
    errno.ETIMEDOUT,
    errno.EINTR,
    errno.EAGAIN,
)


@pytest.mark.parametrize("error", SURVIVED, ids=errno.errorcode.get)
async def test_the_next_one_is_let_in_after_any_error(open_house, error):
    house = await open_house()
    for _ in range(3):
        house.network.fail(error)

    client = await house.client("Ann")

    assert isinstance(await client.ask(ListTables), Tables)


@pytest.mark.parametrize("error", [errno.EBADF, errno.EINVAL, errno.ENOTSOCK])
async def test_a_listener_that_is_gone_ends_the_server_and_not_in_a_loop(error):
    network = MemoryNetwork()
    server = Server(seeded_env(1, network), Settings())
    network.fail(error)

    with pytest.RaisesGroup(OSError):
        await server.run(network)


async def test_a_server_without_room_waits_a_little_between_tries(open_house):
    house = await open_house()
    for _ in range(10):
        house.network.fail(errno.EMFILE)
    began = trio.current_time()

    await house.client("Ann")

    assert trio.current_time() - began == pytest.approx(1)


async def test_one_too_many_is_told_so(open_house):
    house = await open_house(connections=2)
    await house.client("Ann")
    await house.client("Bob")

    cleo = house.connect("Cleo")

    assert await cleo.ended() == Goodbye(Code.CROWDED)
    assert len(house.server.sessions) == 2


async def test_a_place_that_was_given_up_can_be_taken(open_house):
    house = await open_house(connections=1)
    ann = await house.client("Ann")
    ann.pipe.close()
    await trio.sleep(1)

    assert await house.client("Bob")


async def test_a_thousand_who_say_nothing_keep_nobody_out(open_house):
    house = await open_house(ungreeted=2000)
    for number in range(1000):
        house.connect(f"M{number}")
    ann = await house.client("Ann")

    assert isinstance(await ann.ask(ListTables), Tables)
    await ann.stay(6)
    assert len(house.server.sessions) == 1


async def test_a_real_server_listens_on_a_port_of_its_own_choice(nursery):
    address = await nursery.start(serve, real_env(), Settings(port=0))

    stream = await trio.open_tcp_stream(address.host, address.port)
    async with stream:
        await stream.send_all(b"\xff\xff\xff\xff")
        answer = await stream.receive_some()

    assert Code.TOO_LONG.encode() in answer
    nursery.cancel_scope.cancel()
