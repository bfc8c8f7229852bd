"""What the host of a house reads."""

from __future__ import annotations

import pytest
import segno

from rummy_client.cli import announce, opened
from rummy_client.cli.announce import announcement, hints, join_line, picture
from rummy_client.cli.opened import is_hidden
from rummy_server.lan import Hearing, Interface, reachable
from rummy_server.settings import Settings

PIN = "yzSDs" + "a" * 38
HALVES = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
NEAR = (
    Interface("eth0", 2, (("192.168.1.5", 24),), (("fd00::5", 64), ("fe80::5", 64))),
    Interface("docker0", 3, (("172.17.0.1", 16),)),
)


def test_a_host_reads_what_others_type_from_the_shortest_to_the_surest() -> None:
    told = list(announcement(Settings(host="192.168.1.5"), 7866, None, PIN, "K7FH-4RTM"))

    assert [line.partition("rummy join")[2] for line in told if "rummy join" in line] == [
        "",
        " K7FH-4RTM",
        f" rummy://192.168.1.5/#{PIN}",
    ]


def test_a_house_that_is_not_announced_promises_nobody_to_be_found() -> None:
    told = list(announcement(Settings(host="192.168.1.5"), 7866, None, PIN))

    assert [line for line in told if "rummy join" in line] == [
        f"Others type: rummy join rummy://192.168.1.5/#{PIN}"
    ]


@pytest.mark.parametrize(
    ("bind", "told"),
    [
        ("127.0.0.1", "Only this machine can reach it. For others too, leave --bind out."),
        ("*", "This machine is in no network now: until it is, nobody else can come."),
    ],
)
def test_a_host_is_told_why_nobody_else_can_come(bind, told, monkeypatch) -> None:
    monkeypatch.setattr(announce, "reachable", lambda host: ("127.0.0.1",))

    assert list(announcement(Settings(host=bind), 7866, None, PIN))[-1] == told


@pytest.mark.parametrize(
    ("bind", "hidden"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        ("localhost", True),
        ("*", False),
        ("10.0.0.5", False),
    ],
)
def test_a_house_that_only_this_machine_can_reach_is_hidden(bind, hidden) -> None:
    assert is_hidden(bind) is hidden
    assert bool(join_line(Settings(host=bind), 7866, PIN)) is not hidden


@pytest.mark.parametrize("bind", ["*", "", "0.0.0.0", "::"])
def test_addresses_that_others_can_use_are_told_the_likeliest_first(bind) -> None:
    told = reachable(bind, NEAR)

    assert told[0] == "192.168.1.5"
    assert "fe80::5" not in told
    assert ("fd00::5" in told) is (bind != "0.0.0.0")
    assert reachable(bind, ()) == ("127.0.0.1",)
    assert reachable("10.0.0.7", NEAR) == ("10.0.0.7",)


def test_the_picture_is_the_join_line_and_fits_a_terminal() -> None:
    line = f"rummy://[fd00:1234:5678:9abc:def0:1234:5678:9abc]:65535/#{PIN}"

    rows = picture(line, coloured=False)

    assert {len(row) for row in rows} == {len(rows[0])}
    assert len(rows[0]) <= 80
    halves = [[HALVES[sign] for sign in row] for row in rows]
    read = [[one[half] for one in row] for row in halves for half in (0, 1)]
    matrix = [list(map(int, row)) for row in segno.make(line, error="l", micro=False).matrix]
    inside = [row[2 : 2 + len(matrix)] for row in read[2 : 2 + len(matrix)]]
    assert inside == matrix


@pytest.mark.parametrize(("rows", "beneath", "seen"), [(24, 5, True), (24, 7, False)])
def test_a_picture_is_shown_where_it_can_be_seen_whole(monkeypatch, rows, beneath, seen):
    """With the lines for those who come by ssh beneath it a screen of 24 rows is too low."""
    monkeypatch.setattr(opened, "_knows_blocks", lambda: True)
    monkeypatch.setattr(opened.shutil, "get_terminal_size", lambda: (80, rows))

    shown = opened._picture(Settings(host="192.168.1.5"), 7866, PIN, beneath)

    assert bool(shown) is seen


def test_a_picture_in_colours_says_which_side_is_light() -> None:
    for row in picture("rummy://den", coloured=True):
        assert row.startswith("\x1b[97m\x1b[40m")
        assert row.endswith("\x1b[0m")


def test_a_deaf_house_says_where_and_what_to_open(monkeypatch) -> None:
    monkeypatch.setattr(announce.shutil, "which", lambda tool: tool == "ufw")

    told = list(hints(Hearing(("eth0", "wlan0"), ("wlan0",), ("wlan0",)), 7900))

    assert "on wlan0:" in told[0]
    assert "TCP port 7900 and UDP port 7866" in told[0]
    assert told[1:] == ["For example: sudo ufw allow 7900/tcp && sudo ufw allow 7866/udp"]


def test_a_house_without_multicast_says_so_and_one_that_is_heard_says_nothing() -> None:
    (told,) = hints(Hearing(("eth0",), (), ("eth0",)), 7866)

    assert "Multicast does not get through on eth0" in told
    assert list(hints(Hearing(("eth0",)), 7866)) == []


@pytest.mark.parametrize("unheard", [(), ("eth0",)])
def test_a_port_that_another_program_holds_is_no_firewall(monkeypatch, unheard) -> None:
    monkeypatch.setattr(announce.shutil, "which", lambda tool: tool in ("ufw", "ss"))

    told = list(hints(Hearing(("eth0",), ("eth0",), unheard, taken=True), 7900))

    assert "Another program" in told[0]
    assert "UDP port 7866" in told[0]
    assert "ss -lunp sport = :7866" in told[1]
    assert ("others type its address" in told[2]) is bool(unheard)
    assert ("still announced by multicast" in told[2]) is not bool(unheard)
    assert not any("firewall" in line or "ufw" in line for line in told)


def test_a_house_that_is_heard_all_the_same_has_nothing_to_say_of_the_port() -> None:
    assert list(hints(Hearing(("eth0",), taken=True), 7900)) == []
