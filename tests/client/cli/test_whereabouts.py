"""Which house is gone to, where nobody typed its address."""

from __future__ import annotations

import os

import click
import pytest

from rummy_client.cli import found
from rummy_client.cli.found import Meant, lines_of, whereabouts
from rummy_client.cli.manner import Manner
from rummy_client.cli.options import WHERE, Address, HouseCode
from rummy_client.houses.found import Found, Looked, Sighted, Silent, hear
from rummy_client.houses.known import KnownHouses
from rummy_protocol.lan import Notice
from rummy_protocol.messages import TableLine
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.views import Options

CODE, OTHER, PIN = "K7FH-4RTM", "ACDE-FHJK", "p" * 43
DEN, INN = ("10.0.0.5", 7866), ("10.0.0.6", 7867)
KITCHEN = TableLine("K7QX2", "kitchen", RuleSet(), Options(seats=4), "gathering", 1, 1)
EVENTS = (
    Sighted(Notice(CODE, "Den", 7866), DEN),
    Looked(DEN, CODE, PIN, "Den", (KITCHEN,)),
    Sighted(Notice(OTHER, "Inn", 7867), INN),
    Silent(INN, "refused"),
)
PLAIN = Manner(plain=True)


@pytest.fixture(autouse=True)
def _own_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(found, "_is_host", lambda told: told == "dave-mack")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


@pytest.fixture
def network(monkeypatch):
    """What is found whenever somebody looks."""
    told = Found()
    for event in EVENTS:
        told = hear(told, event)
    looks = [told]

    def look(seconds, enough):
        found = looks.pop(0) if len(looks) > 1 else looks[0]
        enough(found, seconds)
        return found

    monkeypatch.setattr(found, "look", look)
    return looks


@pytest.fixture
def type_in(monkeypatch):
    """Have lines come in as from a pipe."""
    read, write = os.pipe()

    def typing(text):
        os.write(write, text.encode())
        os.close(write)

    def byte(descriptor, count):
        assert (descriptor, count) == (0, 1), "not a byte more than the line"
        return real(read, 1)

    real = os.read
    monkeypatch.setattr(found.os, "read", byte)
    yield typing
    os.close(read)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("1\n", Meant(Address(*DEN), "", "Den")),
        ("1 kitchen\n", Meant(Address(*DEN), "kitchen", "Den")),
        ("\n1\n", Meant(Address(*DEN), "", "Den")),
        ("9\nnot an address\nDDDD-DDDD\nden:99\n", Meant(Address("den", 99))),
        (f"{CODE}\n", Meant(Address(*DEN, PIN), "", "Den")),
        (f"rummy://den/#{PIN}\n", Meant(Address("den", 7866, PIN))),
        ("den", Meant(Address("den", 7866))),
        ("", None),
        ("Quit\n1\n", None),
    ],
    ids=[
        "number",
        "table",
        "again",
        "wrong",
        "code",
        "line",
        "no-end-of-line",
        "nothing",
        "quit",
    ],
)
def test_by_lines_one_types_a_number_a_code_or_an_address(network, type_in, typed, meant):
    type_in(typed)

    assert whereabouts(PLAIN, None) == meant


def test_who_has_been_at_a_house_is_not_asked_about_its_key_at_another_address(
    network, type_in, tmp_path
):
    KnownHouses(tmp_path / "rummy-tables").keep("10.9.9.9", 7866, PIN)
    type_in("1\n")

    assert whereabouts(PLAIN, None).address.pin == PIN


def test_a_list_says_of_each_house_how_it_stands(network):
    told = list(lines_of(network[0]))

    assert told[0] == "1: Den (K7FH-4RTM) at 10.0.0.5. It has 1 table."
    assert "kitchen (K7QX2)" in told[1]
    assert told[2].startswith("2: Inn (ACDE-FHJK) at 10.0.0.6:7867.")
    assert "refused" in told[2]


@pytest.mark.parametrize("typed", ["K7FH-4RTM", "k7fh4rtm", "K7FH 4rtm"])
def test_a_code_is_a_house_and_its_key(network, typed):
    told = WHERE.convert(typed, None, None)

    assert isinstance(told, HouseCode)
    assert whereabouts(PLAIN, told) == Meant(Address(*DEN, PIN), "", "Den")


def test_a_code_of_a_house_that_does_not_answer_says_why(network):
    with pytest.raises(click.ClickException, match=r"refused"):
        whereabouts(PLAIN, HouseCode(OTHER))


def test_a_code_that_nobody_has_is_a_hint_or_a_machine_that_is_called_so(network):
    with pytest.raises(click.ClickException, match="rummy join ADDRESS"):
        whereabouts(PLAIN, HouseCode("DDDD-DDDD"))

    told = WHERE.convert("dave-mack", None, None)
    assert whereabouts(PLAIN, told) == Meant(Address("dave-mack", 7866))


@pytest.mark.parametrize("told", ["den", "192.168.1.5", "kitchens", "den:7866", "localhost"])
def test_an_address_stays_one(told):
    assert isinstance(WHERE.convert(told, None, None), Address)


def test_the_last_house_is_the_first_to_be_looked_at(network, tmp_path):
    found.remember(Meant(Address("10.0.0.9", 7900), "", "Den"), PIN)
    found.remember(Meant(Address("inn", 7866)), "")

    assert found.last_names() == ("inn", "Den")
    (house,) = found._last()
    assert (house.places, house.plain, house.last) == ((("inn", 7866),), True, True)
