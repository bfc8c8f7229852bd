"""Old tricks against tables: stalling, half frames, frames too long, watchers that vanish."""

from __future__ import annotations

import logging

import pytest
import trio

from rummy_protocol import PROTOCOL
from rummy_protocol.actions import Discard, DrawStock
from rummy_protocol.codec import encode
from rummy_protocol.connection import ClientEnd
from rummy_protocol.errors import Code, ProtocolViolation
from rummy_protocol.limits import TO_SERVER
from rummy_protocol.messages import Accepted, Hello, History, ListTables, Ready, Say


async def test_x57_neither_junk_nor_dropping_out_moves_the_end_of_a_turn(open_house):
    """The deadline is fixed when the decision opens, to the millisecond."""
    house = await open_house()
    ann, bob = await house.playing(turn_seconds=10)
    player, other = (ann, bob) if "draw" in ann.update.you.may else (bob, ann)
    began, seq = trio.current_time(), house.table.room.seq
    for number in range(11):
        if number % 4 == 3:
            player.pipe.close()
            update, player = player.update, house.connect(player.name, player.keys)
            await player.greet()
            await player.resume()
            player.update = update
        player.send(player.act_request(Discard(52)), History(900 + number), Ready(950 + number))
        await other.stay(0.9 if number < 10 else 0.999)
        assert house.table.room.seq == seq, "nothing has happened yet"

    await other.see(lambda update: update.seq > seq)
    assert trio.current_time() - began == pytest.approx(10)


async def test_x37_a_frame_too_long_is_told_by_its_length_and_logged(open_house, caplog):
    caplog.set_level(logging.INFO)
    house = await open_house()
    ann = await house.client("Ann")
    ann.pipe.send_now((TO_SERVER.frame + 1).to_bytes(4, "big") + b"x" * 100)

    last = await ann.ended()

    assert last.code == Code.TOO_LONG
    assert last.args == {"length": TO_SERVER.frame + 1, "limit": TO_SERVER.frame}
    assert [r.fields["code"] for r in caplog.records if r.event == "protocol-broken"] == [
        Code.TOO_LONG
    ]


@pytest.mark.parametrize("room", [150, 333, 2_100, 5_000])
async def test_x35_one_that_is_cut_has_whole_frames_and_at_most_the_beginning_of_one(
    open_house, room
):
    """A connection on which a frame is left unfinished is never used again."""
    house = await open_house()
    ann, bob = await house.pair()
    deaf = house.connect("Deaf")
    deaf.pipe.other._out.room = room
    deaf.pipe.send_now(deaf.end.send(Hello(PROTOCOL, "Deaf")) + encode(ListTables(1)))
    for number in range(30):
        if not deaf.pipe.other.closed:
            deaf.send(ListTables(2 + number))
        await house.wait(1, ann, bob)

    assert deaf.pipe.other.closed
    end, data = ClientEnd(), bytes(deaf.pipe._back.data)
    try:
        end.receive(data)
    except ProtocolViolation:
        pytest.fail("what has arrived is not what was sent")
    assert end.fault is None


async def test_x33_a_watcher_that_vanishes_costs_one_view_however_much_happens(open_house):
    house = await open_house()
    ann, bob = await house.playing()
    cleo = await house.client("Cleo")
    await cleo.watch(house.table.id)
    cleo.pipe.other._out.room = 3_000
    (watching,) = [s for s in house.server.sessions if s._visitor.name == "Cleo"]
    most = moves = 0
    while ann.update.deal.stock and moves < 100:
        turn = ann if "draw" in ann.update.you.may else bob
        at = trio.current_time()
        assert isinstance(await turn.act(DrawStock()), Accepted)
        card = next(c for c in turn.update.you.hand if c != turn.update.you.locked)
        assert isinstance(await turn.act(Discard(card)), Accepted)
        assert trio.current_time() - at < 1, "only ever the limit on actions"
        most = max(most, watching.outbox.unsent)
        await (bob if turn is ann else ann).see(lambda u, seq=turn.update.seq: u.seq == seq)
        moves += 2
        await house.wait(0.05, ann, bob)

    assert moves > 40
    assert most < 3 * 2_100
    await house.wait(30, ann, bob)
    assert watching not in house.server.sessions
    assert (await ann.ask(Say, "still here")).id
