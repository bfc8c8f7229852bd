"""A whole deal of every game through a dumb pipe: lines of words, and nothing else (U38)."""

from __future__ import annotations

import unicodedata

import pytest

from rummy_server.game.variants import PRESETS

ASKED = ("hand", "table", "score", "last", "time", "rules", "who", "pile", "swap")
TURNS = 12
"""Own turns after which the deal is blocked, if nobody has gone out by then."""


async def one_deal(ann):
    """Ask about everything once, and play as the hints say, until the deal is over."""
    asked = False
    while (line := await ann.next()) is not None:
        first = not asked and line.startswith("You may ")  # where one has a card too many
        if first or line.startswith("It is your turn: "):
            ann.say(*(() if asked else ASKED), "hint")
            asked = True
        elif line.startswith("Hint: "):
            play = line.removeprefix("Hint: ")
            ann.say(play, *(() if play.startswith(("discard", "end")) else ("hint",)))
        elif line == "Deal 1 is over.":
            return
    raise AssertionError(f"the client ended; last: {ann.lines[-15:]}")


@pytest.mark.parametrize("name", sorted(PRESETS))
async def test_a_deal_is_played_through_a_pipe(at_pipes, name):
    seats = max(2, PRESETS[name].players_min)
    bots, turns = ",".join(["easy"] * (seats - 1)), TURNS * seats
    async with at_pipes() as ann:
        ann.say(
            f"create friday game={name} seats={seats} bots={bots} max_turns_per_deal={turns}",
            "start",
        )
        await one_deal(ann)
        ann.say("score", "who", "quit")
        while await ann.next() is not None:
            pass

    assert moves_no_cursor(ann.bytes)
    assert ann.goodbye.code == "bye"
    for words in ("Your hand, ", "The match: ", "Seat 1: Ann", "The discard pile"):
        assert any(line.startswith(words) for line in ann.lines), words
    assert any(line.startswith("It is your turn: ") for line in ann.lines)


def moves_no_cursor(data):
    """Whether *data* is text in lines, without any sign that moves a cursor or rings."""
    text = data.decode()
    return not [
        sign for sign in text.replace("\n", "") if unicodedata.category(sign).startswith("C")
    ]
