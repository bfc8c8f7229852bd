"""Houses and people on two machines with two cables between them, whatever gets through."""

from __future__ import annotations

import re
import sys

import pytest

from .network import MULTICAST, two_machines
from .programs import RUMMY, SEEKER, joined, looked, running

pytestmark = pytest.mark.machine

ONE, TWO = "10.77.1", "10.77.2"
BROADCAST = (f"{ONE}.255", f"{TWO}.255")
HOUSE = (*RUMMY, "serve", "--name", "Den", "--table", "kitchen: basic", "--log-level", "debug")
LONG = 15
"""Seconds that are enough on the slowest machine; whoever is there is found in a fraction."""


@pytest.fixture(scope="module")
def near(tmp_path_factory):
    """The machine of somebody who looks for the house on the other one."""
    home = tmp_path_factory.mktemp("host")
    with (
        two_machines() as (a, b),
        running(a, home, *HOUSE) as den,
    ):
        code = den.until("by its code").rpartition(" ")[2]
        address = den.until("Others type").rpartition(" ")[2]
        den.until("lan-announced")
        with running(b, tmp_path_factory.mktemp("seeker"), *SEEKER) as seeker:
            yield b, seeker, code, address


@pytest.fixture(autouse=True)
def _open_again(near):
    yield
    near[0].open()


def hosts(house):
    return {
        host.partition("%")[0].rpartition(".")[0] or host[:4] for host, _ in house["places"]
    }


def test_a_house_on_two_networks_is_listed_once_with_its_tables(near) -> None:
    _, seeker, code, _ = near

    told = looked(seeker, LONG, ONE, TWO, "fd77")

    (house,) = told["houses"]
    assert (house["code"], house["name"]) == (code, "Den")
    assert house["standing"] == "open"
    assert house["tables"] == ["kitchen"]
    assert hosts(house) >= {ONE, TWO, "fd77"}


BLOCKED = {
    "multicast dropped": (*MULTICAST,),
    "broadcast dropped": (*BROADCAST, "ff02::1"),
    "ipv4 dropped": ("10.77.0.0/16", "224.0.0.0/4"),
    "ipv6 dropped": ("fd77::/16", "fe80::/10", "ff00::/8"),
}


@pytest.mark.parametrize("blocked", list(BLOCKED))
def test_it_is_found_by_what_is_left(near, blocked) -> None:
    machine, seeker, code, _ = near
    machine.drop(*BLOCKED[blocked])

    told = looked(seeker, LONG)

    assert [(one["code"], one["standing"]) for one in told["houses"]] == [(code, "open")]


def test_it_is_found_without_a_route_for_multicast(near) -> None:
    machine, seeker, code, _ = near
    machine.ip("route", "add", "unreachable", "224.0.0.0/4")
    try:
        told = looked(seeker, LONG)
    finally:
        machine.ip("route", "del", "unreachable", "224.0.0.0/4")

    assert [one["code"] for one in told["houses"]] == [code]


def test_a_code_leads_there_and_nobody_is_asked_about_a_key(near, tmp_path) -> None:
    machine, _, code, _ = near
    typed = code.replace("-", "").lower()

    with joined(machine, tmp_path, typed) as ann:
        told = ann.lines

    assert not any("key" in line for line in told)


def test_where_nothing_gets_through_there_is_a_hint_and_an_address_still_works(
    near, tmp_path
) -> None:
    machine, _, _, address = near
    machine.drop(*MULTICAST, *BROADCAST)

    with running(machine, tmp_path, *RUMMY, "join", "--plain") as ann:
        ann.until("Looking for servers")
        hint = ann.until("No server was found")
        ann.say(address)
        ann.until("You are at Den")

    assert "rummy join ADDRESS" in hint


def test_a_house_that_does_not_hear_itself_tells_its_host_what_to_open(tmp_path) -> None:
    with two_machines(("one",)) as (a, _):
        a.drop("0.0.0.0/0", ways=("input",))
        with running(a, tmp_path, *RUMMY, "serve", "--port", "7900") as den:
            told = den.until("does not hear itself")
            example = den.until("For example")

    assert "on one:" in told
    assert re.search(r"TCP port 7900 and UDP port 7866", told)
    assert "7900" in example


HOLDER = (
    sys.executable,
    "-c",
    "import socket\n"
    "held = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"
    "held.bind(('0.0.0.0', 7866))\n"
    "print('held', flush=True)\n"
    "while True: held.recv(1)\n",
)


def test_a_house_whose_port_for_questions_is_taken_says_so_and_is_still_found(tmp_path) -> None:
    with (
        two_machines(("one",)) as (a, b),
        running(a, tmp_path / "holder", *HOLDER) as holder,
    ):
        holder.until("held")
        with running(a, tmp_path / "host", *RUMMY, "serve", "--port", "7900") as den:
            code = den.until("by its code").rpartition(" ")[2]
            den.until("Another program on this machine holds UDP port 7866")
            den.until("still announced by multicast")
            with running(b, tmp_path / "seeker", *SEEKER) as seeker:
                told = looked(seeker, LONG)

    assert [one["code"] for one in told["houses"]] == [code]
    assert not any("firewall" in line for line in den.lines)


QUIET = {
    "for this machine alone": ("--bind", "127.0.0.1"),
    "hidden": ("--hidden",),
    "of a game at home": ("--end-with-input",),
}


def test_a_house_that_is_not_to_be_found_opens_no_socket_for_it(tmp_path) -> None:
    with two_machines(("one",)) as (a, _):
        for number, (name, options) in enumerate(QUIET.items()):
            house = (*RUMMY, "serve", "--port", "0", *options)
            with running(a, tmp_path / str(number), *house) as den:
                den.until(r"^\d+$" if "--end-with-input" in options else "Others type")
                assert a.sockets() == [], name
