"""Metrics and health over HTTP: on this machine only, two pages, and nothing left open."""

from __future__ import annotations

import socket

import pytest
import trio

from rummy_server.operating import window as windows
from rummy_server.operating.hatch import Blocked
from rummy_server.operating.window import Window

from ..patience import PATIENCE


def broken():
    raise RuntimeError("KH in the hand")


PAGES = {
    "/metrics": lambda: (200, "text/plain; version=0.0.4", b"rummy_healthy 1.0\n"),
    "/health": lambda: (503, "text/plain", b"not healthy\n"),
    "/broken": broken,
}


@pytest.fixture
async def window(nursery):
    window = Window(0, PAGES)
    await nursery.start(window.run)
    yield window
    nursery.cancel_scope.cancel()


async def asked(window, data):
    """Everything that is answered to *data*, up to the end of the connection."""
    with trio.fail_after(PATIENCE):
        async with await trio.open_tcp_stream(*window.address) as stream:
            heard = b""
            try:
                await stream.send_all(data)
                while more := await stream.receive_some():
                    heard += more
            except trio.BrokenResourceError:
                pass
            return heard


def get(path, method="GET"):
    return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


async def test_it_listens_on_this_machine_only(window):
    assert window.address[0] == "127.0.0.1"


async def test_a_page_is_answered_whole_and_the_connection_ends(window):
    answer = await asked(window, get("/metrics"))

    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 ")
    assert b"content-type: text/plain; version=0.0.4" in head.lower()
    assert body == b"rummy_healthy 1.0\n"


async def test_a_house_that_is_not_well_says_so_by_its_status(window):
    assert (await asked(window, get("/health?full"))).startswith(b"HTTP/1.1 503 ")


async def test_a_head_is_the_page_without_its_body(window):
    answer = await asked(window, get("/metrics", "HEAD"))

    assert answer.startswith(b"HTTP/1.1 200 ")
    assert answer.endswith(b"\r\n\r\n")


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (get("/"), 404),
        (get("/../../etc/passwd"), 404),
        (get("/metrics", "POST"), 405),
        (get("/metrics", "DELETE"), 405),
        (b"\x00\x01\x02\r\n\r\n", 400),
        (b"GET /metrics HTTP/1.1\r\n\r\n", 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n", 400),
        (b"GET /" + b"x" * 100_000 + b" HTTP/1.1\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\n" + b"A: b\r\n" * 20_000 + b"\r\n", 400),
    ],
)
async def test_whatever_else_is_asked_is_refused(window, data, status):
    answer = await asked(window, data)

    # Who is refused before all that he said was read may see the connection broken.
    broken = len(data) > 9_999 and not answer
    assert broken or answer.startswith(f"HTTP/1.1 {status} ".encode())
    assert (await asked(window, get("/metrics"))).startswith(b"HTTP/1.1 200 ")


async def test_a_page_that_fails_ends_alone_and_tells_nothing(window, caplog):
    assert await asked(window, get("/broken")) == b""
    assert (await asked(window, get("/metrics"))).startswith(b"HTTP/1.1 200 ")
    assert "errand-fault" in caplog.text
    assert "KH" not in caplog.text


async def test_who_does_not_come_to_the_point_is_not_waited_for(window, monkeypatch):
    monkeypatch.setattr(windows, "PATIENCE", 0.05)

    assert await asked(window, b"GET /met") == b""


async def test_there_is_room_for_a_few_only_and_then_again(window):
    streams = [await trio.open_tcp_stream(*window.address) for _ in range(windows.AT_ONCE)]
    assert await asked(window, get("/metrics")) == b""

    for stream in streams:
        await stream.aclose()

    with trio.fail_after(PATIENCE):
        while not await asked(window, get("/metrics")):
            await trio.lowlevel.checkpoint()  # it has not seen yet that others have gone


async def test_a_port_that_is_taken_is_said_in_one_line():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]

        with pytest.RaisesGroup(
            Blocked, allow_unwrapped=True, flatten_subgroups=True
        ) as caught:
            await Window(port, PAGES).run()

    assert str(port) in str(caught.value)
