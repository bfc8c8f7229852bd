"""Connections in memory behave like sockets, and sockets like `Pipe` says."""

from __future__ import annotations

import socket

import pytest
import trio

from rummy_server.memory import MemoryNetwork, memory_pipes
from rummy_server.pipe import SocketPipe, TcpNetwork

from ..patience import PATIENCE


async def test_bytes_arrive_in_order():
    one, other = memory_pipes()

    one.send_now(b"ab")
    one.send_now(b"cd")

    assert await other.receive_some() == b"abcd"


async def test_a_full_pipe_takes_only_what_fits():
    one, _ = memory_pipes(room=4)

    assert one.send_now(b"abcdef") == 4
    assert one.send_now(b"ef") == 0


async def test_one_can_wait_until_a_full_pipe_has_room():
    one, other = memory_pipes(room=4)
    one.send_now(b"abcd")

    with trio.move_on_after(1) as waited:
        await one.wait_writable()
    assert waited.cancelled_caught
    await other.receive_some()
    await one.wait_writable()

    assert one.send_now(b"ef") == 2


async def test_the_end_is_seen_after_what_was_sent_before():
    one, other = memory_pipes()
    one.send_now(b"last")
    one.close()

    assert await other.receive_some() == b"last"
    assert await other.receive_some() == b""


async def test_a_cut_pipe_fails_on_both_sides():
    one, other = memory_pipes()
    one.send_now(b"lost")
    one.cut()

    for end in (one, other):
        with pytest.raises(ConnectionResetError):
            end.send_now(b"x")
        with pytest.raises(ConnectionResetError):
            await end.receive_some()


@pytest.mark.parametrize("count", range(1, 5))
async def test_a_pipe_can_break_after_any_byte(count):
    one, other = memory_pipes()
    one.cut_after(count)

    with pytest.raises(ConnectionResetError):
        one.send_now(b"abcd")

    assert await other.receive_some() == b"abcd"[:count]
    assert await other.receive_some() == b""


async def test_a_half_open_pipe_swallows_and_says_nothing():
    one, other = memory_pipes()
    one.swallow()

    assert one.send_now(b"abcd") == 4
    with trio.move_on_after(60) as waited:
        await other.receive_some()

    assert waited.cancelled_caught


async def test_a_network_in_memory_hands_over_what_connects():
    network = MemoryNetwork()
    ours = network.connect("192.0.2.7")

    theirs, address = await network.accept()
    theirs.send_now(b"hello")

    assert address == "192.0.2.7"
    assert await ours.receive_some() == b"hello"


async def test_a_real_socket_takes_what_it_can_without_waiting():
    left, right = socket.socketpair()
    pipe = SocketPipe(left)
    sent = 0
    while taken := pipe.send_now(b"x" * 65_536):
        sent += taken

    received = 0
    while received < sent:
        received += len(right.recv(65_536))
    await pipe.wait_writable()

    assert pipe.send_now(b"more") == 4
    pipe.close()
    right.close()


async def test_the_last_words_of_a_real_socket_arrive_though_something_was_unread():
    """Closing with unread bytes would reset the connection and take the words away."""
    listener = await TcpNetwork().listen("127.0.0.1", 0)
    with socket.create_connection(listener.address) as client:
        pipe, address = await listener.accept()
        client.sendall(b"never read")
        await trio.lowlevel.wait_readable(pipe._sock)
        pipe.send_now(b"goodbye")
        pipe.close()

        client.settimeout(PATIENCE)
        assert client.recv(100) == b"goodbye"
        assert client.recv(100) == b""
        assert address == "127.0.0.1"
    listener.close()


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
async def test_at_all_real_addresses_both_kinds_arrive_each_as_what_it_is(host):
    listener = await TcpNetwork().listen("*", 0)
    if host == "::1" and ":" not in listener.address[0]:
        return  # there is no IPv6 on this machine
    async with await trio.open_tcp_stream(host, listener.address[1]):
        pipe, address = await listener.accept()
        pipe.close()
    listener.close()

    assert address == host
