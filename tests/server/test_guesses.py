"""Passwords and secrets that are wrong: how many are looked at, and what the others notice."""

from __future__ import annotations

import ast
import hmac
import re
from pathlib import Path

import msgpack
import pytest
import trio

import rummy_server
from rummy_protocol.actions import Discard, DrawStock
from rummy_protocol.errors import Code, Declined
from rummy_protocol.messages import Accepted, Create, Join, Refused, Resume, Seated, Watch
from rummy_protocol.views import Presence
from rummy_server.door import Door
from rummy_server.guesses import Guesses
from rummy_server.passwords import AT_ONCE, QuickPasswords, ScryptPasswords
from rummy_server.room import house as house_module
from rummy_server.room.house import NOBODYS, Claim, claim, hash_secret
from rummy_server.room.records import SPENT_KEPT, Place
from rummy_server.settings import Settings

FAR = "192.0.2.7"
KEY, HASH = b"k" * 16, b"h" * 32
SOURCES = Path(rummy_server.__file__).parent


class Hands:
    def __init__(self):
        self.time = 0.0

    def __call__(self):
        return self.time


def may(door, address, table="T"):
    try:
        door.guesses(address, table)
    except Declined:
        return False
    return True


# --- counting ------------------------------------------------------------------------------


def test_after_five_wrong_within_a_minute_nothing_is_tried_for_a_minute():
    clock = Hands()
    guesses = Guesses(5, clock, 100)
    for second in range(5):
        clock.time = second * 10.0
        assert guesses.may_try("eve")
        guesses.tries("eve")
        guesses.tried("eve", wrong=True)

    for second, allowed in ((41, False), (99, False), (100, True)):
        clock.time = float(second)
        assert guesses.may_try("eve") is allowed
    assert guesses.may_try("bob")


def test_wrong_ones_that_are_a_minute_apart_are_no_guessing():
    clock = Hands()
    guesses = Guesses(5, clock, 100)
    for second in range(0, 3000, 15):
        clock.time = float(second)
        assert guesses.may_try("ann")
        guesses.tries("ann")
        guesses.tried("ann", wrong=True)


def test_what_is_being_tried_counts_as_if_it_were_wrong():
    guesses = Guesses(5, Hands(), 100)
    for _ in range(5):
        assert guesses.may_try("eve")
        guesses.tries("eve")

    assert not guesses.may_try("eve")
    guesses.tried("eve", wrong=False)
    assert guesses.may_try("eve")


def test_who_has_done_nothing_wrong_is_not_kept():
    clock = Hands()
    guesses = Guesses(5, clock, 10)
    for number in range(1000):
        guesses.tries(f"{number}")
        guesses.tried(f"{number}", wrong=number % 2 == 0)
        clock.time += 61

    assert len(guesses) <= 11


def test_a_hundred_thousand_guesses_of_one_address_come_to_five_a_minute_or_less(proof):
    clock, tries = Hands(), 100_000 if proof == "full" else 20_000
    door = Door(Settings(guesses=5), clock)
    looked_at = 0
    for _ in range(tries):
        if may(door, FAR):
            door.guessed(FAR, "T", wrong=True)
            looked_at += 1
        clock.time += 0.01

    assert looked_at <= 5 * (tries * 0.01 / 60 + 1)


def test_one_address_alone_cannot_keep_others_from_a_table():
    door = Door(Settings(), Hands())
    while may(door, FAR):
        door.guessed(FAR, "T", wrong=True)

    assert may(door, "192.0.2.8", "T")


def test_many_addresses_together_are_stopped_at_the_table():
    """This machine too, for which no limit by address holds."""
    door = Door(Settings(table_guesses=20), Hands())
    looked_at = 0
    for number in range(100):
        for address in (f"192.0.2.{number}", "127.0.0.1"):
            if may(door, address):
                door.guessed(address, "T", wrong=True)
                looked_at += 1

    assert looked_at == 20
    assert may(door, FAR, "another")


# --- at the tables -------------------------------------------------------------------------


async def test_p7_the_owner_of_a_seat_comes_back_whatever_others_have_guessed(open_house):
    """From the same address and to the same table."""
    house = await open_house()
    ann, _ = await house.playing(password="word")
    eve = await house.outsider("Eve")
    for number in range(30):
        await eve.ask(Join, house.table.id, KEY, HASH, f"{number}")
        await eve.stay(1)
    for number in range(10):
        await eve.ask(Resume, ann.keys.key, bytes([number]) * 32, HASH)
        await eve.stay(1)

    again = house.connect("Ann", ann.keys, address="192.0.2.7")
    await again.greet()
    assert isinstance(await again.resume(), Seated)


async def test_a_wrong_secret_counts_against_the_passwords_of_its_address(open_house):
    house = await open_house()
    ann, _ = await house.pair(seats=3, password="word")
    eve = await house.outsider("Eve")
    for number in range(5):
        await eve.ask(Resume, ann.keys.key, bytes([number]) * 32, HASH)

    answer = await eve.ask(Join, house.table.id, KEY, HASH, "word")
    assert answer.code == Code.TOO_MANY_GUESSES


async def test_x91_a_wrong_password_opens_nothing_and_makes_no_table(open_house):
    house = await open_house()
    ann = await house.client("Ann")
    code = (await ann.create(password="word")).table
    bob = await house.client("Bob")

    answers = [await bob.ask(Watch, code, "no"), await bob.ask(Join, code, KEY, HASH, "no")]

    assert [answer.code for answer in answers] == [Code.WRONG_PASSWORD] * 2
    assert len(house.tables) == 1
    assert bob.update is None


class Slow:
    """Passwords that take a second of virtual time each, two at once."""

    def __init__(self):
        self.limiter = trio.CapacityLimiter(AT_ONCE)
        self.most = 0
        self.done = 0

    async def digest(self, password, salt):
        async with self.limiter:
            self.most = max(self.most, self.limiter.borrowed_tokens)
            await trio.sleep(1)
            self.done += 1
        return await QuickPasswords().digest(password, salt)


async def test_a_table_waits_for_no_hashing(open_house, nursery):
    """Five hundred wrong passwords at once; the answers of the table take no virtual time."""
    slow = Slow()
    house = await open_house(
        env={"passwords": slow}, table_guesses=10_000, connections_per_address=1000
    )
    ann, bob = await house.playing(password="word")
    slow.done = 0
    crowd = [await house.client(f"Eve{number}") for number in range(500)]
    for eve in crowd:
        eve.send(Join(1, house.table.id, eve.keys.key, HASH, "no"))

    took = []
    for _ in range(20):
        first = ann if ann.update.deal.waiting[0].seat == ann.seated.seat else bob
        for move in (DrawStock, None):
            action = move() if move else Discard(first.update.you.hand[0])
            began = trio.current_time()
            assert isinstance(await first.act(action), Accepted)
            took.append(trio.current_time() - began)
        for one in (ann, bob):
            await one.see(lambda u, seq=first.update.seq: u.seq >= seq)
        await house.wait(2, ann, bob)

    assert max(took) == 0
    assert slow.most == AT_ONCE
    assert 0 < slow.done < 500, "they were still being tried all the while"
    for eve in crowd:
        eve.pipe.cut()


async def test_many_tries_at_once_of_one_address_are_no_way_round_the_limit(open_house):
    house = await open_house(env={"passwords": Slow()}, guesses=5)
    ann = await house.client("Ann")
    code = (await ann.create(password="word")).table
    crowd = [await house.outsider(f"E{number}") for number in range(12)]
    for eve in crowd:
        eve.send(Join(1, code, KEY, HASH, "no"))

    codes = sorted([(await eve.answer(1)).code for eve in crowd])

    assert codes.count(Code.WRONG_PASSWORD) == 5
    assert codes.count(Code.TOO_MANY_GUESSES) == 7


async def test_a_table_that_is_asked_for_twice_while_its_password_is_hashed_is_one(open_house):
    house = await open_house(env={"passwords": Slow()})
    first = await house.client("Ann")
    second = await house.client("Ann", first.keys)
    fields = {"key": first.keys.key, "hash": hash_secret(first.keys.current)}
    for one in (first, second):
        one.send(Create(1, "", password="word", **fields))
    answers = {type(await second.answer(1)), type(await first.answer(1))}

    assert len(house.tables) == 1
    assert answers == {Seated, Refused}, "the other has shown no secret"


@pytest.mark.parametrize(
    ("kept", "said", "same"),
    [
        ("w\u00f6rd", "wo\u0308rd", True),
        ("word", "Word", False),
        ("x" * 64, "x" * 65, False),
        ("word", "word ", False),
    ],
)
async def test_what_looks_the_same_is_the_same_password_and_nothing_else(
    open_house, kept, said, same
):
    house = await open_house()
    ann, bob = await house.client("Ann"), await house.client("Bob")
    code = (await ann.create(password=kept)).table

    answer = await bob.ask(Join, code, bob.keys.key, HASH, said)

    assert isinstance(answer, Seated) is same


async def hash_four(passwords, heard):
    """Four at once, and what the loop could do meanwhile."""
    found = []

    async def tries(number):
        found.append(await passwords.digest("word", b"%16d" % (number % 2)))
        heard["most"] = max(heard["most"], passwords._limiter.borrowed_tokens)

    async def counts():
        while len(found) < 4:
            heard["turns"] += 1
            await trio.sleep(0.001)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(counts)
        for number in range(4):
            nursery.start_soon(tries, number)
    return found


def test_passwords_are_hashed_in_threads_two_at_a_time_and_the_loop_goes_on():
    """On the real clock, and without a word about how long it took."""
    heard = {"most": 0, "turns": 0}

    found = trio.run(hash_four, ScryptPasswords(), heard)

    assert 0 < heard["most"] <= AT_ONCE
    assert heard["turns"] > 4, "nothing else had to wait for a hash"
    assert len(set(found)) == 2
    assert {len(one) for one in found} == {32}


# --- all refusals alike --------------------------------------------------------------------


def wrong_claims(ann, bob):
    """All ways in which a claim of the right form can be wrong."""
    own, other = ann.keys, bob.keys
    return {
        "no such key": (b"x" * 16, own.current, HASH),
        "no secret": (own.key, bytes(32), HASH),
        "another secret": (own.key, b"x" * 32, HASH),
        "cut short and filled up": (own.key, own.current[:31] + b"\0", HASH),
        "one bit wrong": (own.key, own.current[:31] + bytes([own.current[31] ^ 1]), HASH),
        "of another seat": (own.key, other.current, HASH),
        "the hash for the secret": (own.key, hash_secret(own.current), HASH),
        "the key for the secret": (own.key, own.key * 2, HASH),
        "the key of another seat": (other.key, own.current, HASH),
        "the next secret": (own.key, own.next, HASH),
    }


async def test_p6_claims_that_are_wrong_are_refused_alike(open_house):
    """The same bytes for every one of them, and nobody at the table notices."""
    house = await open_house()
    ann, bob = await house.playing()
    other = await house.client("Cleo")
    await other.create()
    ways = wrong_claims(ann, bob) | {
        "of another table": (ann.keys.key, other.keys.current, HASH),
        "the key of another table": (other.keys.key, ann.keys.current, HASH),
    }
    lengths = set()
    for way, (key, secret, after) in ways.items():
        eve = await house.client("Eve")
        before = eve.pipe.other.sent
        eve.send(Resume(1, key, secret, after))
        answer = await eve.answer(1)
        assert answer == Refused(1, Code.SEAT_LOST), way
        lengths.add(eve.pipe.other.sent - before)
        eve.pipe.cut()
    await ann.stay(0.5)
    await bob.stay(0.5)

    assert len(lengths) == 1
    assert ann.update.table.seats[ann.seated.seat].presence is Presence.HERE


MALFORMED = {
    "empty": b"",
    "one byte": b"x",
    "cut short": "short",
    "too long": "long",
    "text": "x" * 32,
    "a number": 7,
    "nothing": None,
    "a list": [1, 2],
    "true": True,
}


@pytest.mark.parametrize("way", MALFORMED)
@pytest.mark.parametrize("whose", ["own", "nobody's"])
async def test_p6_a_secret_of_another_form_is_no_message_whoever_it_is_about(
    open_house, way, whose
):
    """Refused before any seat is looked for, so that nothing can be learned from it."""
    house = await open_house()
    ann, _ = await house.playing()
    secret = MALFORMED[way]
    secret = {"short": ann.keys.current[:31], "long": ann.keys.current + b"x"}.get(
        secret if isinstance(secret, str) else "", secret
    )
    eve = await house.client("Eve")
    key = ann.keys.key if whose == "own" else b"x" * 16
    body = msgpack.packb({"t": "resume", "id": 1, "key": key, "secret": secret, "next": HASH})
    eve.pipe.send_now(len(body).to_bytes(4, "big") + body)

    assert (await eve.ended()).code == Code.BAD_MESSAGE
    assert house.table.people.seated[ann.seated.seat].name == "Ann"


def test_p9_whatever_is_wrong_with_a_claim_the_work_is_the_same(monkeypatch):
    """As many hashes and comparisons for a seat that is not there as for one robbed often."""
    done = []
    monkeypatch.setattr(
        house_module.hmac,
        "compare_digest",
        lambda one, other, real=hmac.compare_digest: (
            done.append(len(other)) or real(one, other)
        ),
    )
    place = Place(current=hash_secret(b"c" * 32), spent=(hash_secret(b"s" * 32),))
    ways = [(NOBODYS, b"x"), (place, b"x"), (place, b"s"), (place, b"c"), (Place(), b"c")]
    works = []
    for about, secret in ways:
        done.clear()
        claim(about, Resume(1, KEY, secret * 32, HASH))
        works.append(list(done))

    assert works == [[32] * (SPENT_KEPT + 2)] * len(ways)


def test_a_seat_without_an_owner_answers_to_nothing():
    for secret in (b"\0" * 32, b"", b"x" * 32):
        assert claim(NOBODYS, Resume(1, KEY, secret, bytes(32))) is Claim.WRONG


# --- constant time -------------------------------------------------------------------------

SECRET = re.compile(
    r"\b(secret|secrets|hash|hashed|digest|password|passwords|word|offered|current|spent|"
    r"next|key)\b"
)
PUBLIC = ("archive/", "bots/", "game/", "identity.py", "operating/", "store/")
"""What is said there is about cards, chains of hashes and public keys: all may know them."""


def comparisons():
    """Each `==` and `!=` of the server in which something secret is called by its name."""
    for path in sorted(SOURCES.rglob("*.py")):
        name = path.relative_to(SOURCES).as_posix()
        for node in ast.walk(ast.parse(path.read_text())):
            if name.startswith(PUBLIC) or not isinstance(node, ast.Compare):
                continue
            sides = map(ast.unparse, (node.left, *node.comparators))
            equal = any(isinstance(one, ast.Eq | ast.NotEq) for one in node.ops)
            if equal and any(SECRET.search(s) and not s.startswith("len(") for s in sides):
                yield f"{name}: {ast.unparse(node)}"


def test_p9_no_secret_is_compared_but_in_constant_time():
    assert list(comparisons()) == []
