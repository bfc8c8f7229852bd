"""The largest things that can be said go into a frame: eight players, two packs, long names."""

from __future__ import annotations

import msgspec
import pytest

from rummy_protocol import messages, news, views
from rummy_protocol.actions import ACTIONS
from rummy_protocol.cards import JOKER, Face
from rummy_protocol.codec import as_many_as_fit, decode_from_server, encode
from rummy_protocol.framing import PREFIX
from rummy_protocol.limits import TO_CLIENT, TO_SERVER
from rummy_protocol.ruleset import RuleSet
from rummy_server.game.variants import PRESETS

LONG = "é" * 24 + "\N{COMBINING ACUTE ACCENT}\N{COMBINING GRAVE ACCENT}" * 24
"""More bytes than any name that passes the cleaning."""
DECK = tuple(Face(n % 52) for n in range(104)) + (Face(JOKER),) * 8
LONGEST = max(PRESETS.values(), key=lambda rules: len(msgspec.msgpack.encode(rules)))
RUN = tuple(Face(n) for n in range(13))
JOKERS = (Face(JOKER),) * 13


def table():
    seat = views.SeatView(
        LONG,
        views.SeatKind.HUMAN,
        (-1234, 7),
        views.Presence.LOST,
        120,
        True,
        "steady",
        True,
        True,
    )
    return views.TableView(
        "K7QF2", LONG, LONGEST, views.Options(seats=8, turn_seconds=30), views.Stage.PLAYING,
        (seat,) * 8, 0, (LONG,) * 20, 9999, 900_000, 900_000, 100,
        views.MatchResult(tuple(range(8)), "last-standing"),
        tuple((a, b, views.Absence.END) for a in range(8) for b in range(8)),
    )  # fmt: skip


def deal():
    """Every card twice over: spread in the pile, lying in melds, and told in the log."""
    melds = tuple(
        views.MeldView(n, 7, JOKERS[:3], (7,) * 3, RUN[:3]) for n in range(len(DECK) // 3)
    )
    sheet = views.SeatResult(
        DECK, 2000, (-2000, 7), (-9999, 7), tuple((f, 15) for f in DECK), False, False
    )
    return views.DealView(
        99, 7, (views.Waiting(7, "draw"),), (99,) * 8, 99, len(DECK), DECK, melds, 2000, 50,
        tuple(news.TookDiscard(n, 7, DECK) for n in range(8)),
        views.DealResult(99, 7, True, "turn-cap", (sheet,) * 8), tuple(range(8)),
    )  # fmt: skip


def you():
    every = tuple(range(len(DECK) // 3))
    lays = tuple(views.Lay(JOKERS, RUN) for _ in range(16))
    fits = tuple(views.Fit(Face(n), every) for n in range(53))
    return views.You(
        7, DECK, tuple(kind.kind for kind in ACTIONS),
        Face(1), Face(1), (DECK,), DECK, 2000, 2000, fits, lays, fits,
        tuple(views.Take(n, True) for n in range(1, len(DECK) + 1)),
        views.OpeningView(200, 199, 200, ("S3", "R4") * 4, True), "lay-joker", DECK,
        tuple((face,) for face in DECK),
    )  # fmt: skip


def line(rules=LONGEST):
    return messages.TableLine(
        "K7QF2", LONG, rules, views.Options(seats=8, turn_seconds=30, password=True),
        "playing", 8, 8, 999, 99,
    )  # fmt: skip


LARGE = {
    "an update": messages.Update(2**31, table(), deal(), you()),
    "a page": messages.Page(
        1, 99, tuple(news.TookDiscard(n, 7, DECK) for n in range(64)), True
    ),
    "all games": messages.GameList(1, tuple(PRESETS.values())),
    "a hundred tables": messages.Tables(1, as_many_as_fit([line()] * 100)),
    "a line of chat": messages.Chat(7, LONG, "x" * TO_SERVER.string),
}


@pytest.mark.parametrize("what", LARGE)
def test_the_largest_that_is_said_goes_into_a_frame_and_is_read_again(what):
    framed = encode(LARGE[what])

    assert len(framed) - PREFIX <= TO_CLIENT.frame
    assert decode_from_server(framed[PREFIX:]) == LARGE[what]


def test_half_a_frame_is_left_for_what_a_view_will_grow_by():
    assert len(encode(LARGE["an update"])) - PREFIX <= TO_CLIENT.frame / 2


@pytest.mark.parametrize("preset", PRESETS)
def test_as_many_tables_are_listed_as_a_frame_holds(preset):
    lines = [line(PRESETS[preset])] * 400
    shown = as_many_as_fit(lines)
    framed = encode(messages.Tables(2**53, shown))

    assert 40 <= len(shown) < 400
    assert TO_CLIENT.frame - 2048 < len(framed) - PREFIX <= TO_CLIENT.frame


def test_few_tables_are_all_listed():
    assert as_many_as_fit([line()] * 3) == (line(),) * 3
    assert as_many_as_fit([]) == ()


def test_a_rule_set_may_differ_in_every_field():
    """A map has fewer entries than the limit even if all of them stand in it."""
    assert len(RuleSet.__struct_fields__) <= TO_CLIENT.map
