"""What somebody on the network sees of a game: that it is played, and nothing of it (T4)."""

from __future__ import annotations

import pytest
import trio

from rummy_client.link import Link, tcp
from rummy_client.linkstate import Online
from rummy_client.secure import sealed
from rummy_protocol import connection
from rummy_protocol.messages import Create, Join, Say, Seated, Start, Update

from ...patience import PATIENCE

PIECE = 8
"""Bytes in a row that may not be the same in what is said and in what is seen."""


@pytest.fixture
def said(monkeypatch):
    """Every frame that a client says or hears, as it is before it is encrypted."""
    frames = {"there": [], "back": []}
    send, receive = connection.ClientEnd.send, connection.ClientEnd.receive

    def sending(self, message):
        frames["there"].append(send(self, message))
        return frames["there"][-1]

    def receiving(self, data):
        frames["back"].append(bytes(data))
        return receive(self, data)

    monkeypatch.setattr(connection.ClientEnd, "send", sending)
    monkeypatch.setattr(connection.ClientEnd, "receive", receiving)
    return frames


def play(connect, wire, folder):
    """Two people sit down, talk, and are dealt a hand; what they were told.

    It ends when everything that was said has come by the *wire*.
    """
    port = wire.port
    heard = []

    async def run():
        seated, dealt = trio.Event(), trio.Event()
        code = []

        def of(link, *wanted):
            def hear(told):
                nonlocal seated
                heard.append(told)
                if isinstance(told, Online):
                    for request in wanted:
                        link.ask(request)
                if isinstance(told, Seated):
                    code.append(told.table)
                    seated.set()
                if isinstance(told, Update) and told.deal is not None:
                    dealt.set()

            return hear

        with trio.fail_after(PATIENCE):
            async with trio.open_nursery() as nursery:
                ann = Link(connect(port), "Annegret", where=("den", port), folder=folder)
                create = Create(0, "the kitchen", b"", b"", seats=2, password="sesame open")
                nursery.start_soon(ann.run, of(ann, create))
                await seated.wait()
                seated = trio.Event()
                bob = Link(connect(port), "Bartholomew", where=("den", port), folder=folder)
                join = Join(0, code[0], b"", b"", "sesame open")
                nursery.start_soon(bob.run, of(bob, join, Say(0, "a very good evening")))
                await seated.wait()
                ann.ask(Start(0))
                await dealt.wait()
                ann.close()
                bob.close()

    trio.run(run)
    wire.wait_until_all_is_over()
    return heard


def pieces(data):
    return {data[at : at + PIECE] for at in range(len(data) - PIECE + 1)}


def telling(frames):
    """The pieces of *frames* that tell something: not the zeros that make frames longer."""
    return {piece for frame in frames for piece in pieces(frame) if piece.count(0) < 4}


def seen(wire, frames):
    """The share of all pieces that a listener finds on the wire."""
    both = pieces(wire.there) | pieces(wire.back)
    wanted = telling(frames["there"] + frames["back"])
    assert len(wanted) > 1000, "there was something to see"
    return len(wanted & both) / len(wanted)


def test_nothing_of_a_game_is_to_be_seen_on_the_network(open_house, tap, said, tmp_path):
    house = open_house()
    wire = tap(house.port)

    heard = play(lambda port: sealed("127.0.0.1", port, house.identity.pin), wire, tmp_path)

    assert any(isinstance(one, Update) and one.you and one.you.hand for one in heard)
    assert seen(wire, said) == 0
    for word in (b"Annegret", b"Bartholomew", b"kitchen", b"sesame", b"evening", b"7866"):
        assert word not in wire.there + wire.back


def test_all_of_a_game_is_to_be_seen_where_nothing_is_encrypted(
    open_house, tap, said, tmp_path
):
    """What the test above would find: hands, names, words, secrets, and every other byte."""
    house = open_house(plain=True)
    wire = tap(house.port)

    play(lambda port: tcp("127.0.0.1", port), wire, tmp_path)

    assert seen(wire, said) == 1
    for word in (b"Annegret", b"Bartholomew", b"kitchen", b"sesame", b"evening"):
        assert word in wire.there + wire.back


def records(data):
    """Kind and length of every TLS record in *data*."""
    while data:
        length = int.from_bytes(data[3:5], "big")
        yield data[0], length
        data = data[5 + length :]


HANDSHAKE = {"there": 1, "back": 4}
"""Records of a handshake on each way that look like data."""
ALERT = 2
"""Bytes of a farewell."""


def test_lengths_on_the_network_are_those_to_which_frames_are_padded(
    open_house, tap, said, tmp_path
):
    """A record holds one frame or a few; to each record TLS adds the same 17 bytes."""
    house = open_house()
    wire = tap(house.port)

    play(lambda port: sealed("127.0.0.1", port, house.identity.pin), wire, tmp_path)

    assert len(wire.connections) == 2
    for there, back in wire.connections:
        for way, data in (("there", there), ("back", back)):
            sizes = [length - 17 for kind, length in records(data) if kind == 23]
            sizes = [size for size in sizes[HANDSHAKE[way] :] if size != ALERT]
            assert sizes
            for size in sizes:
                assert 1 <= size % 128 // 4 <= 8, "so many frames, each with its length"
                assert size % 4 == 0
