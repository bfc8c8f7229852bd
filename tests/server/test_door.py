"""Who is let in."""

from __future__ import annotations

import pytest

from rummy_protocol.errors import Code
from rummy_server.addresses import is_loopback, whose
from rummy_server.door import Door
from rummy_server.settings import Settings

FAR = "192.0.2.7"


class Stranger(str):
    """Stands for a session."""


class Hands:
    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


def test_one_address_may_have_so_many_connections_and_no_more():
    door = Door(Settings(connections_per_address=3), Hands())

    assert [door.enter(FAR) for _ in range(4)] == [None, None, None, Code.CROWDED]
    assert door.enter("192.0.2.8") is None
    door.leave(FAR)
    assert door.enter(FAR) is None


def test_this_machine_is_under_no_limit_by_address():
    door = Door(Settings(connections_per_address=1, connects_per_minute=1), Hands())

    assert [door.enter("127.0.0.1") for _ in range(20)] == [None] * 20


def test_new_connections_of_one_address_are_limited_by_the_minute():
    clock = Hands()
    door = Door(Settings(connects_per_minute=4), clock)
    for _ in range(4):
        assert door.enter(FAR) is None
        door.leave(FAR)

    assert door.enter(FAR) is Code.CROWDED
    clock.time += 15
    assert door.enter(FAR) is None


def test_those_who_say_nothing_are_limited_by_themselves():
    door = Door(Settings(ungreeted=2), Hands())
    one, two, three = map(Stranger, "abc")
    assert [door.waits(one), door.waits(two)] == [None, None]

    assert door.waits(three) is one
    door.waits_no_more(one)
    door.waits_no_more(two)
    assert door.waits(Stranger("d")) is None
    assert door.ungreeted == 2


def test_memory_of_addresses_is_swept():
    clock = Hands()
    door = Door(Settings(connections=10), clock)
    for number in range(1000):
        door.claimed_wrongly(f"192.0.2.{number}")
        clock.time += 60

    assert len(door._guesses) <= 10


def test_those_who_cannot_be_forgotten_yet_are_not_looked_at_again_and_again():
    """Addresses by the thousand, as one with a large network has them: no work per newcomer."""
    looked = Hands()
    door = Door(Settings(connections=10), looked)
    sweeps = []
    sweep = door._guesses._sweep
    door._guesses._sweep = lambda: (sweeps.append(len(door._guesses)), sweep())

    for number in range(1000):
        door.claimed_wrongly(f"192.0.2.{number}")

    assert len(sweeps) < 10


def test_all_addresses_of_one_network_are_one_household():
    door = Door(Settings(connections_per_address=2), Hands())
    door.enter("2001:db8:1:2:aaaa::1")
    door.enter("2001:db8:1:2:bbbb::1")

    assert door.enter("2001:db8:1:2:cccc::1") is Code.CROWDED
    assert door.enter("2001:db8:1:3::1") is None
    assert whose("::ffff:192.0.2.7") == whose(FAR) == FAR
    assert whose("fe80::1%eth0") == whose("fe80::2")
    assert whose("nonsense") == "nonsense"


def test_new_connections_in_all_are_limited_and_one_who_is_refused_uses_up_nothing():
    clock = Hands()
    settings = Settings(connects_per_second=2, connect_burst=4, connects_per_minute=1)
    door = Door(settings, clock)
    first = [door.enter(f"192.0.2.{number}") for number in range(6)]
    assert first == [None] * 4 + [Code.CROWDED] * 2

    clock.time += 1

    again = [door.enter("192.0.2.0") for _ in range(5)]
    assert again == [Code.CROWDED] * 5
    assert [door.enter(f"198.51.100.{n}") for n in range(3)] == [None, None, Code.CROWDED]
    assert door.enter("127.0.0.1") is None


@pytest.mark.parametrize(
    ("address", "here"),
    [
        ("127.0.0.1", True),
        ("127.8.8.8", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        (FAR, False),
        ("::ffff:192.0.2.7", False),
        ("nonsense", False),
    ],
)
def test_this_machine_is_known_by_all_its_names(address, here):
    assert is_loopback(address) is here
