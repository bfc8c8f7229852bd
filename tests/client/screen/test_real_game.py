"""A game with jokers at the real program on a real terminal, over a real server."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from .ptyterm import PtyTerm

pytestmark = pytest.mark.slow

# A server whose first deals come in an order that its caller names.
SERVER = """
import sys
import trio
from rummy_protocol.cards import faces
from rummy_server.app import serve
from rummy_server.env import seeded_env
from rummy_server.game.state import deck_of, face
from rummy_server.pipe import TcpNetwork
from rummy_server.settings import Settings

def order(first):
    rest = list(deck_of(1, 3))
    told = []
    for wanted in faces(first):
        told.append(next(card for card in rest if face(card) == wanted))
        rest.remove(told[-1])
    return (*told, *rest)

async def main():
    env = seeded_env(1, TcpNetwork(), orders=(order(sys.argv[1]),))
    settings = Settings(host="127.0.0.1", port=0, bot_pause_ms=0)
    async with trio.open_nursery() as nursery:
        address = await nursery.start(serve, env, settings)
        print(address.port, flush=True)
        await trio.lowlevel.wait_readable(sys.stdin.fileno())
        nursery.cancel_scope.cancel()

trio.run(main)
"""
DEAL = "JK JK 6C 9C 6D 9D AH 2S 4D 7H KH QS 8H 5S JC"
"""Dealt to two in turn: each has a joker and two cards of one rank."""

SUITS = "♣♦♥♠"
CARD = re.compile(f"10[{SUITS}]|[A2-9JQK][{SUITS}]|JK")


@pytest.fixture
def port():
    command = [sys.executable, "-c", SERVER, DEAL]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        yield int(server.stdout.readline())
        server.stdin.close()
        server.wait()


@pytest.fixture
def term(port, tmp_path):
    program = [
        sys.executable,
        "-m",
        "rummy_client.cli",
        "join",
        "--insecure",
        f"127.0.0.1:{port}",
    ]
    home = {"HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path)}
    with PtyTerm([*program, "--name", "Ann"], env=home) as term:
        yield term


def drawn(shown):
    """The cards above the line on the hand, each with its column and its row."""
    lines = shown.split("\n")
    end = next((n for n, line in enumerate(lines) if "Your hand" in line), 0)
    rows = list(enumerate(lines))[max(0, end - 5) : end]
    found = [(card.start(), n, card[0]) for n, line in rows for card in CARD.finditer(line)]
    return sorted(found)


def hand(shown):
    return [card for _, _, card in drawn(shown)]


def picked(shown):
    """The cards that stand out of their row."""
    rows = [row for _, row, _ in drawn(shown)]
    return [card for _, row, card in drawn(shown) if row < max(rows)]


def pick(term, place):
    term.type("\x1b[H" + "\x1b[C" * place + " ")


def begin(term):
    """Make a table for two with jokers, a bot in the other seat, and start."""
    term.wait_for("no table here yet")
    term.type("n")
    term.wait_for("To choose from")
    while "Wrotham" not in term.text.splitlines()[1]:
        before = term.text.splitlines()[1]
        term.type("\x1b[C")
        term.wait_for(lambda shown, before=before: shown.splitlines()[1] != before)
    term.type("\x1b[B" * 3)
    term.wait_for("▶ Seats")
    term.type("2\r")
    term.wait_for(lambda shown: re.search(r"Seats +2", shown))
    term.type("\x1b[B1\r")
    term.wait_for(lambda shown: re.search(r"Bots +1", shown))
    term.type("\x1b[B\r")
    term.wait_for("Are you ready?")
    term.type("\r")


def test_a_joker_is_laid_after_the_question_what_it_stands_for(term) -> None:
    begin(term)
    term.wait_for("Your turn")
    if "take a card" in term.text:
        term.type("s")
        term.wait_for("Your turn: play")
    cards = hand(term.text)
    clubs, diamonds = ("6♣", "6♦") if "6♣" in cards else ("9♣", "9♦")
    rank = clubs[0]

    for card in (diamonds, clubs, "JK"):
        pick(term, cards.index(card))
    term.wait_for(lambda shown: len(picked(shown)) == 3)
    term.type("m")
    term.wait_for("stand for?")
    asked = term.text
    assert f"1 {rank}♥   2 {rank}♠" in asked
    assert f"1 Ann {rank}" not in asked

    term.type("2")
    laid = term.wait_for(f"JK={rank}♠")
    assert f"You melded {rank}♣ {rank}♦ JK={rank}♠" in laid
    assert "JK" not in hand(laid)

    term.type("u")
    term.wait_for(lambda shown: "JK" in hand(shown))
    term.type("i")
    rules = term.wait_for("The rules of deal 1:")
    assert "  1. " in rules
    term.type("\x1b")
    term.wait_for("Your hand")
    term.type("qy")
    assert term.wait_end() == 0


def press_at(term, card, button="0", up="M"):
    """What a terminal sends when the mouse goes down, or *up*, on a card of the hand."""
    column, row, _ = next(found for found in drawn(term.text) if found[2] == card)
    term.type(f"\x1b[<{button};{column + 1};{row + 1}{up}")


def test_a_hand_lies_at_another_terminal_as_it_was_left(port, tmp_path) -> None:
    """Keys and mouse lay it anew, and it is kept with the seat (U36)."""
    command = [sys.executable, "-m", "rummy_client.cli", "join", "--insecure"]
    command += [f"127.0.0.1:{port}", "--name", "Ann"]
    home = {"HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path)}
    with PtyTerm(command, env=home) as first:
        begin(first)
        first.wait_for("Your turn")
        first.wait_for("Your hand")
        first.type("o\x1b[H\x1b[1;2C\x1b[1;2C")
        first.wait_for("sort: your own")
        first.settled()
        laid = hand(first.text)
        press_at(first, laid[-1])
        press_at(first, laid[0], up="m")
        first.wait_for(lambda shown: hand(shown)[0] == laid[-1])
        left = hand(first.text)
        first.type("qy")
        first.wait_end()
    with PtyTerm(command, env=home) as second:
        second.wait_for("sort: your own")
        assert hand(second.text) == left
