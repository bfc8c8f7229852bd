"""Coming back to a seat: whatever byte the connection died on, and whoever else tries."""

from __future__ import annotations

import logging
from contextlib import suppress

import pytest
import trio

from rummy_protocol import PROTOCOL
from rummy_protocol.actions import Discard, DrawStock
from rummy_protocol.errors import Code
from rummy_protocol.messages import (
    Accepted,
    Act,
    Create,
    Goodbye,
    Hello,
    Join,
    Refused,
    Resume,
    Seated,
    Update,
)
from rummy_protocol.views import Presence
from rummy_server.table.table import Asked, Gone

LOST = (OSError, EOFError)
"""How a client sees that its connection has died."""


async def whose_turn(ann, bob):
    seat = ann.update.deal.waiting[0].seat
    return (ann, bob) if ann.seated.seat == seat else (bob, ann)


async def presence(client, seat, wanted):
    await client.see(lambda update: update.table.seats[seat].presence is wanted)


async def test_a_seat_is_taken_up_again_with_the_same_view(open_house):
    house = await open_house()
    ann, bob = await house.playing()
    before = ann.update
    ann.pipe.close()
    await presence(bob, ann.seated.seat, Presence.LOST)

    again = await house.client("Ann", ann.keys)
    await again.resume()

    assert again.seated.seat == ann.seated.seat
    assert again.update == before


async def test_each_return_needs_the_next_secret(open_house):
    house = await open_house()
    ann, _ = await house.playing()
    for _ in range(5):
        again = await house.client("Ann", ann.keys)
        seated = await again.resume()
        assert seated.seat == ann.seated.seat


async def test_a_resume_whose_answer_was_lost_is_recognised_when_it_is_repeated(open_house):
    house = await open_house()
    ann, _ = await house.playing()
    lost = await house.client("Ann", ann.keys)
    request = lost.resume_request()
    lost.send(request)
    await lost.answer(request.id)

    again = await house.client("Ann", ann.keys)
    again.send(request)
    answer = await again.answer(request.id)

    assert isinstance(answer, Seated)
    assert answer.seat == ann.seated.seat
    ann.keys.advance()
    assert isinstance(await (await house.client("Ann", ann.keys)).resume(), Seated)


@pytest.mark.parametrize("kind", [Create, Join])
async def test_a_seat_whose_first_answer_was_lost_is_not_given_twice(open_house, kind):
    house = await open_house()
    host = await house.client("Host")
    code = (await host.create(seats=4)).table
    lost = await house.client("Ann")
    first = await (lost.create(name="x") if kind is Create else lost.join(code))
    lost.pipe.cut()

    again = await house.client("Ann", lost.keys)
    proof = {"secret": lost.keys.current}
    second = await (
        again.create(name="x", **proof) if kind is Create else again.join(code, **proof)
    )

    assert (first.table, first.seat) == (second.table, second.seat)
    assert len(house.tables) == (2 if kind is Create else 1)


# --- every byte --------------------------------------------------------------------------


class Honest:
    """Comes back as an honest client does: with the same request until it was answered."""

    def __init__(self, house, client):
        self.house = house
        self.keys = client.keys
        self.reconnects = 0

    async def attempt(self, cut_there=None, cut_back=None):
        """One connection; the `Seated` if it lived so long. Bytes after the cut are lost."""
        client = self.house.connect("Ann", self.keys)
        if cut_there is not None:
            client.pipe.cut_after(cut_there)
        if cut_back is not None:
            client.pipe.other.cut_after(cut_back)
        self.client = client
        try:
            client.pipe.send_now(client.end.send(Hello(PROTOCOL, "Ann")))
            request = client.resume_request()
            client.pipe.send_now(client.end.send(request))
            answer = await client.answer(request.id)
            await client.until(Update)
        except LOST:
            return None  # what arrived, nobody can say: come again with the same
        assert isinstance(answer, Seated), answer
        self.keys.advance()
        return answer


async def dialogue_lengths(open_house):
    house = await open_house()
    ann, _ = await house.playing()
    honest = Honest(house, ann)
    assert await honest.attempt()
    return honest.client.pipe.sent, honest.client.pipe.other.sent


async def test_p7_whatever_byte_of_a_resume_dies_the_client_is_back_with_the_next_try(
    open_house, proof
):
    """P7: within two reconnects, for every byte in each direction of the dialogue.

    In the small volume for every third of them, so that all kinds of byte come up.
    """
    there, back = await dialogue_lengths(open_house)
    house = await open_house()
    ann, _ = await house.playing()
    honest = Honest(house, ann)
    cuts = [{"cut_there": n} for n in range(there)] + [{"cut_back": n} for n in range(back)]

    for cut in cuts[:: 1 if proof == "full" else 3]:
        await honest.attempt(**cut)
        seated = await honest.attempt()
        assert seated is not None, cut
        assert seated.seat == ann.seated.seat

    assert len(cuts) > 500


async def test_p11_whatever_byte_of_an_action_dies_it_is_done_exactly_once(open_house, proof):
    """P11: the repeat after the return gets the same answer, and it counted once."""
    house = await open_house(action_burst=10_000, request_burst=10_000)
    rules = {"max_turns_per_deal": 2000, "max_recycles": None}
    players = dict(enumerate(await house.playing(changes=rules)))
    there, back = 60, 900  # more than the longest request, its answer and its view
    cuts = [("there", n) for n in range(there)] + [("back", n) for n in range(back)]

    for way, count in cuts[:: 1 if proof == "full" else 4]:
        seat = players[0].update.deal.waiting[0].seat
        players[seat] = await act_over_a_cut(house, players[seat], way, count)
        seq = players[seat].update.seq
        await players[1 - seat].see(lambda update, seq=seq: update.seq == seq)

    assert house.table.room.match.number == 1


def simple_move(client):
    """Draw, or throw away what may be thrown."""
    if client.update.deal.waiting[0].kind == "draw":
        return DrawStock()
    return Discard(client.update.you.hand[0])


async def act_over_a_cut(house, player, way, count):
    """Act over a connection that dies; come back and ask again. The new connection."""
    before = player.update
    end = player.pipe if way == "there" else player.pipe.other
    end.cut_after(end.sent + count)
    request = player.act_request(simple_move(player))
    with suppress(*LOST):  # the cut may show anywhere
        player.send(request)
        await player.answer(request.id)
        await player.until(Update)

    again = await house.client(player.name, player.keys)
    seated = await again.resume()
    assert seated.last_id in (request.id - 1, request.id)
    again.send(request)
    answer = await again.answer(request.id)
    assert isinstance(answer, Accepted), (way, count, answer)
    await again.see(lambda update: update.seq > before.seq)
    again.act_id = request.id

    assert answer.seq == again.update.seq == house.table.room.seq
    change = 1 if before.deal.waiting[0].kind == "draw" else -1
    assert len(again.update.you.hand) == len(before.you.hand) + change
    if seated.last_id == request.id:
        assert answer == seated.last_answer
    return again


# --- takeover ----------------------------------------------------------------------------


async def test_the_newest_login_wins_and_the_older_one_is_told(open_house):
    house = await open_house()
    ann, _ = await house.playing()
    again = await house.client("Ann", ann.keys)

    await again.resume()

    assert await ann.ended() == Goodbye(Code.REPLACED)


async def test_what_the_older_connection_still_sends_counts_for_nothing(open_house):
    """The fence by itself: the older connection is not cut, and is not heard."""
    house = await open_house()
    ann, bob = await house.playing()
    player, _ = await whose_turn(ann, bob)
    (visitor,) = [v for v in house.table.people.seated.values() if v.name == player.name]
    stale = visitor.at
    again = await house.client(player.name, player.keys)
    await again.resume()
    visitor.at = stale

    seq = house.table.room.seq
    act = Act(1, seq, DrawStock())
    await house.table.inbox.put(Asked(visitor, act))
    await trio.sleep(1)

    assert house.table.room.seq == seq
    assert house.table.room.seats[player.seated.seat].last_id == 0


async def test_the_end_of_the_older_connection_does_not_touch_the_new_one(open_house):
    house = await open_house()
    ann, _ = await house.playing()
    seat = ann.seated.seat
    again = await house.client("Ann", ann.keys)
    await again.resume()

    await ann.ended()
    ann.pipe.close()
    await again.stay(200)

    assert house.table.people.presence(house.table.room, seat) is Presence.HERE
    assert house.table.people.seated[seat].name == "Ann"


async def test_the_word_of_an_older_end_means_nothing_to_the_table(open_house):
    """The table's own defence, whatever sessions say."""
    house = await open_house()
    ann, _ = await house.playing()
    older = house.table.people.seated[ann.seated.seat]
    again = await house.client("Ann", ann.keys)
    await again.resume()

    house.table.inbox.post(Gone(older))
    await again.stay(1)

    assert house.table.people.presence(house.table.room, ann.seated.seat) is Presence.HERE


async def test_an_older_end_that_comes_late_does_not_touch_the_new_one(open_house):
    """A half-open connection is noticed only long after its owner is back."""
    house = await open_house()
    ann, _ = await house.playing()
    ann.pipe.swallow()
    await trio.sleep(20)
    again = await house.client("Ann", ann.keys)
    await again.resume()
    await again.stay(200)

    assert house.table.people.presence(house.table.room, ann.seated.seat) is Presence.HERE


async def test_ten_connections_at_once_leave_one_owner(open_house, nursery):
    house = await open_house()
    ann, _ = await house.playing()
    clients = [await house.client("Ann", ann.keys) for _ in range(10)]
    request = clients[0].resume_request()
    for client in clients:
        client.send(request)

    ended = []

    async def listen(client):
        ended.append(await client.ended())

    for client in clients:
        nursery.start_soon(listen, client)
    await trio.sleep(1)

    assert ended == [Goodbye(Code.REPLACED)] * 9
    assert len(house.table.people.seated) == 2


async def test_repeating_a_join_on_the_same_connection_ends_nothing(open_house):
    house = await open_house()
    ann, bob = await house.pair()

    again = await bob.join(ann.seated.table)

    assert again.seat == bob.seated.seat
    assert isinstance((await bob.ask(Join, "X", b"x" * 16, b"h" * 32)), Refused)


# --- proof -------------------------------------------------------------------------------


@pytest.mark.parametrize("whose", ["nobody", "bob"])
async def test_p6_only_the_secret_gives_the_seat(open_house, whose):
    """P6: wrong secrets, and those of other seats, are refused alike."""
    house = await open_house()
    ann, bob = await house.playing()
    thief = await house.client("Ann")

    secret = bob.keys.current if whose == "bob" else b"x" * 32
    answer = await thief.ask(Resume, ann.keys.key, secret, b"n" * 32)

    assert (type(answer), answer.code) == (Refused, Code.SEAT_LOST)
    assert house.table.people.presence(house.table.room, ann.seated.seat) is Presence.HERE


@pytest.mark.parametrize("length", [0, 1, 31, 33])
async def test_a_secret_of_another_length_is_no_message(open_house, length):
    house = await open_house()
    ann, _ = await house.playing()
    thief = await house.client("Ann")

    thief.send(Resume(1, ann.keys.key, ann.keys.current[:1] * length, b"n" * 32))

    assert (await thief.ended()).code == Code.BAD_MESSAGE
    assert house.table.people.presence(house.table.room, ann.seated.seat) is Presence.HERE


@pytest.mark.parametrize("kind", [Create, Join])
@pytest.mark.parametrize("returned", [False, True])
async def test_p9_who_knows_the_hash_of_a_secret_has_no_right_to_the_seat(
    open_house, kind, returned
):
    """A backup tells the hashes, and so does a wire that nobody has encrypted."""
    house = await open_house()
    ann, _ = await house.pair(seats=3)
    if returned:
        ann = await house.client("Ann", ann.keys)
        await ann.resume()
    place = house.table.room.seats[0]
    eve = await house.client("Eve")
    fields = {"key": place.key, "hash": place.current}
    for secret in (b"", place.current, b"x" * 32):
        asked = {"name": ""} if kind is Create else {"table": house.table.id}
        answer = await eve.ask(kind, **asked, **fields, secret=secret)
        assert (type(answer), answer.code) == (Refused, Code.ALREADY_SEATED)

    await ann.stay(1)
    assert house.table.people.seated[0].name == "Ann"


async def test_an_unknown_key_is_refused_like_a_wrong_secret(open_house):
    house = await open_house()
    ann, _ = await house.playing()
    thief = await house.client("Ann")

    answer = await thief.ask(Resume, b"x" * 16, ann.keys.current, b"n" * 32)

    assert answer.code == Code.SEAT_LOST


async def test_a_name_gives_no_right(open_house, new_keys):
    house = await open_house()
    ann, _ = await house.pair(seats=3)
    ann.pipe.cut()
    other = await house.client("Ann", new_keys("somebody else"))

    answer = await other.ask(Join, ann.seated.table, other.keys.key, b"h" * 32)

    assert answer.code == Code.NAME_TAKEN


async def test_p8_a_spent_secret_revokes_the_seat_and_is_told(open_house):
    """P8: somebody has a copy; nobody can say who the owner is."""
    house = await open_house()
    ann, bob = await house.playing()
    stolen = ann.keys.current
    owner = await house.client("Ann", ann.keys)
    await owner.resume()
    again = await house.client("Ann", ann.keys)
    await again.resume()

    thief = await house.client("Thief")
    answer = await thief.ask(Resume, ann.keys.key, stolen, b"n" * 32)

    assert answer.code == Code.REVOKED
    assert await again.ended() == Goodbye(Code.REVOKED)
    await presence(bob, ann.seated.seat, Presence.LEFT)
    back = await house.client("Ann", ann.keys)
    request = back.resume_request()
    back.send(request)
    assert (await back.answer(request.id)).code == Code.SEAT_LOST


async def test_a_revoked_seat_can_be_joined_anew_during_the_match(open_house):
    house = await open_house()
    ann, _ = await house.playing(password="word")
    stolen = ann.keys.current
    owner = await house.client("Ann", ann.keys)
    await owner.resume()
    thief = await house.client("Thief")
    await thief.ask(Resume, ann.keys.key, stolen, b"n" * 32)

    anew = await house.client("Annie")
    refused = await anew.ask(Join, house.table.id, anew.keys.key, b"h" * 32)
    seated = await anew.join(house.table.id, "word")

    assert refused.code == Code.WRONG_PASSWORD
    assert seated.seat == ann.seated.seat
    assert seated.last_id == 0


async def test_no_secret_of_anybody_reaches_a_log_line(open_house, caplog):
    caplog.set_level(logging.DEBUG)
    house = await open_house()
    ann, bob = await house.playing(password="open sesame")
    stolen = ann.keys.current
    owner = await house.client("Ann", ann.keys)
    await owner.resume()
    thief = await house.client("Thief")
    await thief.ask(Resume, ann.keys.key, stolen, b"n" * 32)
    bob.pipe.send_now(b"\xff\xff\xff\xff")
    await bob.ended()

    assert caplog.text
    for secret in (stolen, ann.keys.key, ann.keys.current, b"open sesame"):
        assert secret.hex() not in caplog.text
        assert repr(secret)[2:-1] not in caplog.text


# --- what was missed ---------------------------------------------------------------------


async def test_who_missed_nothing_is_told_so(open_house):
    house = await open_house()
    ann, _ = await house.playing()
    again = await house.client("Ann", ann.keys)

    assert (await again.resume()).missed_from == 0
