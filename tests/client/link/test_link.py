"""The link: greeting, coming back, liveness, and answers that come exactly once."""

from __future__ import annotations

import hashlib
import socket
from itertools import pairwise

import msgspec
import pytest
import trio

from rummy_client.link import pause
from rummy_client.linkstate import (
    UNREACHABLE,
    Connecting,
    Ended,
    Lost,
    Online,
    exit_status,
    farewell,
)
from rummy_client.seatfile import free_seats, hold_seat
from rummy_protocol import PROTOCOL
from rummy_protocol.actions import DrawStock
from rummy_protocol.messages import (
    Accepted,
    Act,
    Chat,
    Create,
    Goodbye,
    Hello,
    Join,
    Leave,
    ListTables,
    Ping,
    Refused,
    Resume,
    Say,
    Seated,
    Tables,
    Update,
    Watch,
    Watching,
    Welcome,
)
from rummy_protocol.views import Stage

DRAW = Act(0, 1, DrawStock())


async def sit(house, client):
    """A client that has taken a seat; the visit and the request."""
    client.ask(Join(0, "friday", b"", b""))
    visit = await house.visit()
    await visit.greet()
    join = await visit.next()
    await visit.say(Seated(join.id, "K7QX", 0))
    await client.hears(Seated)
    return visit, join


async def come_back(house):
    """The next connection, up to the claim to the seat."""
    visit = await house.visit()
    await visit.greet()
    return visit, await visit.next()


async def test_it_greets_and_is_online_when_it_is_welcome(house, client):
    ann = client()
    visit = await house.visit()

    hello = await visit.greet()

    await ann.hears(Online)
    assert hello == Hello(PROTOCOL, "Ann", "")
    assert [type(said) for said in ann.heard] == [Connecting, Welcome, Online]


async def test_what_was_asked_before_the_greeting_is_sent_after_it(house, client):
    ann = client()
    number = ann.ask(ListTables(0))
    visit = await house.visit()
    await visit.greet()

    assert await visit.next() == ListTables(number)
    await visit.say(Tables(number, ()))
    assert (await ann.hears(Tables)).id == number


async def test_a_seat_is_written_down_before_it_is_asked_for(house, client, folder):
    ann = client()
    number = ann.ask(Join(0, "friday", b"", b""))
    visit = await house.visit()
    await visit.greet()
    join = await visit.next()

    (path,) = folder.glob("*.seat")
    ann.link.close()
    await ann.hears(Ended)
    seat = hold_seat(path).seat
    assert (join.id, join.table, join.key) == (number, "friday", seat.key)
    assert join.hash == hashlib.sha256(seat.secret).digest()
    assert (seat.host, seat.port, seat.asked, seat.name) == ("den", 7866, "friday", "Ann")


async def test_a_refused_seat_leaves_no_file(house, client, folder):
    ann = client()
    ann.ask(Create(0, "friday", b"", b""))
    visit = await house.visit()
    await visit.greet()
    create = await visit.next()
    await visit.say(Refused(create.id, "name-taken"))
    await ann.hears(Refused)

    assert list(folder.iterdir()) == []


async def test_a_request_for_a_seat_is_repeated_and_proved_with_its_secret(house, client):
    ann = client()
    ann.ask(Join(0, "friday", b"", b""))
    visit = await house.visit()
    await visit.greet()
    first = await visit.next()
    await visit.stream.aclose()

    again = await house.visit()
    await again.greet()

    second = await again.next()
    assert hashlib.sha256(second.secret).digest() == first.hash
    assert msgspec.structs.replace(second, secret=b"") == first


async def test_it_takes_its_seat_up_again_with_the_secret_and_offers_the_next(
    house, client, folder
):
    ann = client()
    visit, join = await sit(house, ann)
    await visit.stream.aclose()

    visit, resume = await come_back(house)

    assert isinstance(resume, Resume)
    assert (resume.key, hashlib.sha256(resume.secret).digest()) == (join.key, join.hash)
    await visit.say(Seated(resume.id, "K7QX", 0))
    await ann.hears(Online, 2)
    ann.link.close()
    await ann.hears(Ended)
    (path,) = free_seats(folder)
    assert hashlib.sha256(hold_seat(path).seat.secret).digest() == resume.next


async def test_the_next_secret_is_on_disk_before_it_is_sent(house, client, folder):
    ann = client()
    visit, _ = await sit(house, ann)
    await visit.stream.aclose()

    _, resume = await come_back(house)

    (path,) = folder.glob("*.seat")
    ann.link.close()
    await ann.hears(Ended)
    assert hold_seat(path).seat.next_hash == resume.next


async def test_a_claim_whose_answer_was_lost_is_made_in_the_same_words(house, client):
    ann = client()
    visit, _ = await sit(house, ann)
    await visit.stream.aclose()
    visit, first = await come_back(house)
    await visit.stream.aclose()

    _, again = await come_back(house)

    assert again == first


async def test_a_seat_file_leads_straight_back_to_the_seat(house, client, folder):
    ann = client()
    await sit(house, ann)
    ann.link.close()
    await ann.hears(Ended)
    (path,) = free_seats(folder)

    back = client(seat=hold_seat(path), patient=True)
    visit, resume = await come_back(house)
    await visit.say(Seated(resume.id, "K7QX", 0))

    assert (await back.hears(Seated)).seat == 0
    assert free_seats(folder) == ()


async def test_the_unanswered_action_is_sent_again_under_its_number(house, client):
    ann = client()
    visit, _ = await sit(house, ann)
    ann.ask(DRAW)
    act = await visit.next()
    await visit.stream.aclose()

    visit, resume = await come_back(house)
    await visit.say(Seated(resume.id, "K7QX", 0, last_id=0))

    assert act == Act(1, 1, DrawStock())
    assert await visit.next() == act
    await visit.say(Accepted(1, 2))
    assert await ann.hears(Accepted) == Accepted(1, 2)


async def test_an_action_that_was_done_is_not_sent_again_and_gets_its_answer(house, client):
    ann = client()
    visit, _ = await sit(house, ann)
    ann.ask(DRAW)
    await visit.next()
    await visit.stream.aclose()

    visit, resume = await come_back(house)
    answer = Accepted(1, 2)
    await visit.say(Seated(resume.id, "K7QX", 0, last_id=1, last_answer=answer))
    await ann.hears(Online, 2)
    ann.ask(DRAW)

    assert await visit.next() == Act(2, 1, DrawStock())
    assert ann.of(Accepted) == [answer]


async def test_actions_go_out_one_at_a_time(house, client):
    ann = client()
    visit, _ = await sit(house, ann)
    ann.ask(DRAW)
    ann.ask(DRAW)
    ann.ask(ListTables(0))

    assert (await visit.next()).id == 1
    assert isinstance(await visit.next(), ListTables)
    await visit.say(Accepted(1, 2))
    assert (await visit.next()).id == 2


async def test_numbers_of_actions_follow_the_last_one_that_the_server_knows(house, client):
    ann = client()
    ann.ask(Join(0, "friday", b"", b""))
    visit = await house.visit()
    await visit.greet()
    join = await visit.next()
    await visit.say(Seated(join.id, "K7QX", 0, last_id=41))
    await ann.hears(Seated)

    ann.ask(DRAW)

    assert (await visit.next()).id == 42


async def test_a_word_to_the_table_is_not_said_twice(house, client):
    ann = client()
    visit, _ = await sit(house, ann)
    number = ann.ask(Say(0, "hello"))
    await visit.next()
    await visit.stream.aclose()

    visit, resume = await come_back(house)
    await visit.say(Seated(resume.id, "K7QX", 0))
    await ann.hears(Online, 2)
    ann.ask(ListTables(0))

    assert isinstance(await visit.next(), ListTables)
    assert [refused.id for refused in ann.of(Refused)] == [number]


async def test_a_spectator_looks_on_again_after_a_loss(house, client):
    ann = client()
    ann.ask(Watch(0, "friday", "word"))
    visit = await house.visit()
    await visit.greet()
    watch = await visit.next()
    await visit.say(Watching(watch.id, "K7QX"))
    await ann.hears(Watching)
    await visit.stream.aclose()

    visit, again = await come_back(house)
    await visit.say(Watching(again.id, "K7QX"))

    await ann.hears(Online, 2)
    assert (again.table, again.password) == ("friday", "word")


async def test_leaving_gives_up_the_seat_and_its_file(house, client, folder):
    ann = client()
    visit, _ = await sit(house, ann)
    ann.ask(Leave(0))
    leave = await visit.next()
    await visit.say(Accepted(leave.id))
    await ann.hears(Accepted)
    await visit.stream.aclose()

    visit = await house.visit()
    await visit.greet()

    await ann.hears(Online, 2)
    assert list(folder.iterdir()) == []


async def test_a_lost_seat_is_told_and_ends_in_the_lobby(house, client, folder):
    ann = client()
    visit, _ = await sit(house, ann)
    ann.ask(DRAW)
    await visit.next()
    await visit.stream.aclose()

    visit, resume = await come_back(house)
    await visit.say(Refused(resume.id, "seat-lost"))

    await ann.hears(Online, 2)
    assert [(refused.id, refused.code) for refused in ann.of(Refused)] == [
        (1, "seat-lost"),
        (resume.id, "seat-lost"),
    ]
    assert list(folder.iterdir()) == []


async def test_a_claim_that_came_at_a_bad_moment_is_made_again(house, client, folder):
    ann = client()
    visit, _ = await sit(house, ann)
    await visit.stream.aclose()
    visit, first = await come_back(house)
    await visit.say(Refused(first.id, "too-many-guesses"))

    _, again = await come_back(house)

    assert again == first


async def test_a_closed_table_leaves_no_file(house, client, folder, view):
    ann = client()
    visit, _ = await sit(house, ann)
    await visit.say(view(stage=Stage.CLOSED))
    await ann.hears(Update)

    assert list(folder.iterdir()) == []


async def test_it_pings_after_ten_seconds_of_sending_nothing(house, client):
    client()
    visit = await house.visit()
    await visit.greet()
    began = trio.current_time()

    assert isinstance(await visit.next_of_any_kind(), Ping)
    assert trio.current_time() - began == pytest.approx(10)


async def test_what_it_hears_does_not_put_off_its_ping(house, client):
    """A busy table is no sign of life of ours: the server would give us up after 25 s."""
    client()
    visit = await house.visit()
    await visit.greet()
    began, pings = trio.current_time(), []
    for _ in range(10):
        await trio.sleep(4)
        await visit.say(Ping())
    while len(pings) < 4:
        if isinstance(await visit.next_of_any_kind(), Ping):
            pings.append(trio.current_time() - began)

    assert pings[-1] <= 40


async def test_a_server_that_sends_no_frame_for_25_seconds_is_dead(house, client):
    ann = client()
    visit = await house.visit()
    await visit.greet()
    began = trio.current_time()

    lost = await ann.hears(Lost)

    assert trio.current_time() - began == pytest.approx(25)
    assert lost.why == "the server fell silent"


async def test_any_frame_is_a_sign_of_life_and_half_a_frame_is_none(house, client):
    ann = client()
    visit = await house.visit()
    await visit.greet()
    for _ in range(3):
        await trio.sleep(20)
        await visit.say(Ping())
    began = trio.current_time()
    for part in (b"\0\0\1\0", b"\x81", b"\xa1", b"t", b"\xa4"):
        await trio.sleep(4)
        await visit.stream.send_all(part)

    await ann.hears(Lost)

    assert trio.current_time() - began == pytest.approx(25)


def test_pauses_double_to_two_seconds_and_then_to_ten():
    first_minute = [pause(attempt, 0.0) for attempt in range(7)]

    assert first_minute == [0.2, 0.4, 0.8, 1.6, 2.0, 2.0, 2.0]
    assert pause(30, 59.9) == 2.0
    assert pause(31, 60.0) == 10.0


async def test_it_tries_again_after_visible_pauses(house, client):
    ann = client()
    visit, _ = await sit(house, ann)
    house.shut = True
    house.tries.clear()
    await visit.stream.aclose()

    await ann.hears(Lost, 60)

    gaps = [after - before for before, after in zip(house.tries, house.tries[1:], strict=False)]
    assert [round(gap, 3) for gap in gaps[:5]] == [0.4, 0.8, 1.6, 2.0, 2.0]
    assert ann.of(Lost)[1] == Lost(pytest.approx(0.4), "Connection refused")


async def test_long_pauses_are_counted_down(house, client):
    ann = client(patient=True)
    house.shut = True
    await trio.sleep(90)

    told = [lost.seconds for lost in ann.of(Lost)]

    tens = told.index(max(told))
    assert told[tens : tens + 10] == pytest.approx([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])


async def test_pauses_begin_anew_after_a_connection_that_held(house, client):
    ann = client()
    house.shut = False
    for _ in range(3):
        visit = await house.visit()
        await visit.greet()
        await visit.stream.aclose()
        await ann.hears(Lost)
    visit = await house.visit()
    await visit.greet()
    await trio.sleep(10)
    ann.heard.clear()
    await visit.stream.aclose()

    assert (await ann.hears(Lost)).seconds == pytest.approx(0.2)


async def test_a_server_that_drops_everybody_at_once_is_not_besieged(house, client):
    ann = client()
    pauses = []
    for _ in range(4):
        visit = await house.visit()
        await visit.greet()
        await visit.say(Goodbye("fault"))
        ann.heard.clear()
        pauses.append((await ann.hears(Lost)).seconds)

    assert pauses == pytest.approx([0.2, 0.4, 0.8, 1.6])


async def test_somebody_in_a_hurry_need_not_wait(house, client):
    ann = client()
    await sit(house, ann)
    began = trio.current_time()

    ann.link.reconnect()
    visit, resume = await come_back(house)
    await visit.say(Seated(resume.id, "K7QX", 0))
    await ann.hears(Online, 2)

    assert trio.current_time() == began


async def test_a_first_connection_that_fails_ends_the_link_in_one_line(house, client):
    house.shut = True
    ann = client()

    ended = await ann.hears(Ended)

    assert ended.goodbye.code == UNREACHABLE
    assert farewell(ended.goodbye) == (
        "No server answers at den:7866 (Connection refused). "
        "Check the address, or start one there with: rummy serve"
    )
    assert len(house.tries) == 1


async def test_a_replaced_client_does_not_fight_for_the_seat(house, client, folder):
    ann = client()
    visit, _ = await sit(house, ann)
    await visit.say(Goodbye("replaced"))

    ended = await ann.hears(Ended)

    assert ended.goodbye == Goodbye("replaced")
    assert len(house.tries) == 1
    assert list(folder.iterdir()) == []


async def test_a_revoked_seat_is_not_claimed_again(house, client, folder):
    ann = client()
    visit, _ = await sit(house, ann)
    await visit.say(Goodbye("revoked"))

    await ann.hears(Ended)

    assert list(folder.iterdir()) == []


async def test_it_waits_for_a_server_that_shuts_down_and_comes_back(house, client):
    ann = client()
    visit, _ = await sit(house, ann)
    house.shut = True
    await visit.say(Goodbye("shutdown", {"seconds": 3}))
    await visit.stream.aclose()
    await ann.hears(Lost, 5)
    house.shut = False

    visit, resume = await come_back(house)
    await visit.say(Seated(resume.id, "K7QX", 0))

    await ann.hears(Online, 2)
    assert ann.of(Lost)[:3] == [Lost(left, "shutdown", planned=True) for left in (3, 2, 1)]
    assert not ann.of(Lost)[3].planned
    assert house.tries[1] - house.tries[0] == pytest.approx(3)


@pytest.mark.parametrize(("told", "kept"), [({}, 1), ({"seat": 0}, 0)])
async def test_who_is_kicked_stays_out(house, client, folder, told, kept):
    """The secret goes with the seat, and only with it."""
    ann = client()
    visit, _ = await sit(house, ann)
    await visit.say(Goodbye("kicked", told))

    ended = await ann.hears(Ended)

    assert ended.goodbye == Goodbye("kicked", told)
    assert len(house.tries) == 1
    assert len(free_seats(folder)) == kept


@pytest.mark.parametrize(
    "error",
    [
        socket.gaierror(-3, "Temporary failure in name resolution"),
        ConnectionRefusedError(111, "Connection refused"),
        OSError(101, "Network is unreachable"),
        OSError("all attempts to connect failed"),
    ],
    ids=lambda error: type(error).__name__,
)
async def test_no_way_of_not_being_reached_ends_who_has_a_seat(house, client, error):
    ann = client()
    visit, _ = await sit(house, ann)
    house.refusal = error
    await visit.stream.aclose()
    await trio.sleep(600)
    house.refusal = None

    visit, resume = await come_back(house)
    await visit.say(Seated(resume.id, "K7QX", 0))

    await ann.hears(Online, 2)
    assert ann.goodbye is None


async def test_a_house_that_closes_for_good_is_not_waited_for(house, client, folder):
    ann = client()
    visit, _ = await sit(house, ann)
    await visit.say(Goodbye("shutdown"))

    ended = await ann.hears(Ended)

    assert ended.goodbye == Goodbye("shutdown")
    assert len(house.tries) == 1
    assert len(free_seats(folder)) == 1, "the secret is not thrown away on a word"


@pytest.mark.parametrize(
    ("told", "waited"), [(1, 1), (90, 90), (2**53, 3600), (-5, 1), ("7", None), (0, 1)]
)
async def test_how_long_a_break_may_be(house, client, told, waited):
    ann = client()
    visit, _ = await sit(house, ann)
    began = trio.current_time()
    await visit.say(Goodbye("shutdown", {"seconds": told}))

    if waited is None:
        await ann.hears(Ended)
        return
    await trio.sleep(waited + 1)
    assert house.tries[1] - began == pytest.approx(waited)


async def test_a_break_is_cut_short_by_who_is_in_a_hurry(house, client):
    ann = client()
    visit, _ = await sit(house, ann)
    await visit.say(Goodbye("shutdown", {"seconds": 600}))
    await ann.hears(Lost)

    ann.link.reconnect()
    visit, resume = await come_back(house)
    await visit.say(Seated(resume.id, "K7QX", 0))

    await ann.hears(Online, 2)
    assert trio.current_time() < 10


async def test_after_a_break_the_tries_begin_anew(house, client):
    """However long the house was closed: it is back within two seconds of being open."""
    ann = client()
    visit, _ = await sit(house, ann)
    house.shut = True
    await visit.say(Goodbye("shutdown", {"seconds": 300}))

    await trio.sleep(310)

    gaps = [later - earlier for earlier, later in pairwise(house.tries)]
    assert gaps[:6] == pytest.approx([300, 0.2, 0.4, 0.8, 1.6, 2], abs=1e-6)


async def test_another_version_is_refused_in_one_line_that_names_both(house, client):
    ann = client()
    visit = await house.visit()
    await visit.next()
    told = {"server": "2.0", "client": "1.0", "update": "client"}
    await visit.stream.send_all(visit.end.send(Goodbye("bad-version", told)))

    ended = await ann.hears(Ended)

    line = farewell(ended.goodbye)
    assert exit_status(ended.goodbye) == 2
    assert "\n" not in line
    assert "2.0" in line
    assert "1.0" in line


async def test_a_server_that_talks_nonsense_is_left(house, client):
    ann = client()
    visit = await house.visit()
    await visit.greet()
    await visit.stream.send_all(b"HTTP/1.1 400 Bad Request\r\n")

    ended = await ann.hears(Ended)

    assert ended.goodbye.code == "too-long"
    assert len(house.tries) == 1


async def test_a_seat_that_cannot_be_written_down_is_not_taken(house, client, folder):
    folder.mkdir(parents=True)
    folder.chmod(0o755)
    ann = client()
    visit = await house.visit()
    await visit.greet()
    await ann.hears(Online)

    ann.ask(Join(0, "friday", b"", b""))

    ended = await ann.hears(Ended)
    assert "chmod 700" in farewell(ended.goodbye)
    with pytest.raises(EOFError):
        await visit.next()


async def test_what_others_say_is_passed_on(house, client):
    ann = client()
    visit, _ = await sit(house, ann)
    await visit.say(Chat(1, "Bob", "hello"))

    assert await ann.hears(Chat) == Chat(1, "Bob", "hello")
