"""The screen on which a server is chosen from those on the own network."""

from __future__ import annotations

import re

import pytest
import trio

from rummy_client.desk import Desk, Writing
from rummy_client.environment import Environment
from rummy_client.finding import Chosen, ask_found
from rummy_client.houses.found import Found, House, Looked, Sighted, Silent, hear
from rummy_client.screen import Size
from rummy_client.screen.cells import text_of, width_of
from rummy_client.screen.found import draw_found
from rummy_client.screen.look import Look
from rummy_protocol.lan import Notice
from rummy_protocol.messages import TableLine
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.views import Options

from ...patience import come_true
from .kit import UTF8, terminal


def line():
    return TableLine("K7QX2", "friday", RuleSet(), Options(seats=4), "gathering", 1, 1)


UP, DOWN = "\x1b[A", "\x1b[B"
CLICK = "\x1b[<0;9;{0}M\x1b[<0;9;{0}m"
"""On the ninth column of a row."""
DEN, INN = ("10.0.0.5", 7866), ("10.0.0.6", 7867)
DEN_SIGHTED = Sighted(Notice("K7FH-4RTM", "Den", 7866), DEN)
DEN_OPEN = Looked(DEN, "K7FH-4RTM", "p" * 43, "Den", (line(), line()))
INN_SIGHTED = Sighted(Notice("ACDE-FHJK", "Inn", 7867), INN)
INN_SILENT = Silent(INN, "no answer")
BOTH = (DEN_SIGHTED, INN_SIGHTED, DEN_OPEN, INN_SILENT)


def found(*events, last=()):
    told = Found(tuple(last))
    for event in events:
        told = hear(told, event)
    return told


def choose(typed, *events, columns=80, rows=24):
    async def looking(heard, last):
        drawn, flush = trio.Event(), output.flush

        def flushed():
            flush()
            if not events or "Inn" in output.text:
                drawn.set()

        output.flush = flushed
        for event in events:
            heard(event)
        await drawn.wait()  # a click is aimed at what stands there
        keys.send_text(typed)
        await trio.sleep_forever()

    with terminal(columns, rows) as (keys, output):
        environment = Environment(UTF8, keys, output, signals=False)
        return ask_found((), lambda typed: "" if "." in typed else "no address", environment,
                         looking=looking)  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "chosen"),
    [
        ("\r", ("Den", "", "")),
        (DOWN + "\r", ("Den", line().id, "")),
        (DOWN * 5 + "\r" + UP * 4 + "\r", ("Den", "", "")),
        (CLICK.format(3) * 2, ("Den", "", "")),
        (CLICK.format(4) + "\r", ("Den", line().id, "")),
        (CLICK.format(4) * 2, ("Den", line().id, "")),
        ("aden.example\r", (None, "", "den.example")),
        ("anonsense\r\x15den.example\r", (None, "", "den.example")),
        ("a\r\r", ("Den", "", "")),
    ],
    ids=[
        "server",
        "table",
        "not a silent one",
        "two clicks",
        "a click and a key",
        "two clicks on a table",
        "address",
        "no address",
        "nothing typed",
    ],
)
def test_what_is_chosen_is_given_back(typed, chosen) -> None:
    name, table, written = chosen
    got = choose(typed, *BOTH)

    assert got is not None
    assert (got.house.name if got.house else None, got.table, got.typed) == (
        name,
        table,
        written,
    )


@pytest.mark.parametrize("typed", ["q", "\x1b", "\x03"])
def test_one_can_leave(typed) -> None:
    assert choose(typed, *BOTH) is None


def test_without_any_server_enter_asks_for_an_address() -> None:
    assert choose("\r10.0.0.9\r") == Chosen(typed="10.0.0.9")


def drawn(told, columns=80, rows=24, waited=True, look=None, **desk):
    picture = draw_found(Desk(**desk), told, "", waited, look or Look(), Size(columns, rows))
    assert len(picture) == rows
    assert all(width_of(row) <= columns for row in picture)
    return "\n".join(map(text_of, picture))


def test_keys_are_named_only_where_there_is_something_to_go_to() -> None:
    assert "go there" in drawn(found(*BOTH))
    assert "go there" not in drawn(Found())
    assert "a address" in drawn(Found())


def test_a_server_stands_there_once_with_its_tables_and_its_code() -> None:
    text = drawn(found(*BOTH, DEN_SIGHTED))

    assert text.count("Den (K7FH-4RTM) at 10.0.0.5") == 1
    assert text.count(line().name) >= 2
    assert "2 tables" in text


def test_the_chosen_server_says_why_it_cannot_be_reached() -> None:
    told = found(*BOTH)

    text = " ".join(drawn(told, row=3).split())

    assert "does not answer (no answer)" in text
    assert "TCP port 7867" in text


def test_nothing_found_is_a_hint_and_not_silence() -> None:
    assert "Looking for servers" in drawn(found(), waited=False)
    assert "rummy join ADDRESS" in drawn(found())


def test_where_there_is_nothing_to_choose_from_one_is_told_what_to_do() -> None:
    for waited in (False, True):
        text = drawn(found(), waited=waited)
        assert "Press a to type the code or the address of a server." in text
        assert "arrow keys" not in text

    assert "arrow keys" in drawn(found(*BOTH))


def test_while_an_address_is_written_letters_are_no_keys() -> None:
    assert "q quit" in drawn(found(*BOTH))

    text = drawn(found(*BOTH), writing=Writing.ADDRESS)
    assert "Esc goes back" in text
    assert "q quit" not in text


def test_a_server_without_tables_says_that_one_can_be_made() -> None:
    text = drawn(found(DEN_SIGHTED, Looked(DEN, "K7FH-4RTM", "p" * 43, "Den")))

    assert "It has no table yet; you can make one there." in text


@pytest.mark.parametrize("size", [(80, 24), (60, 16), (120, 40), (61, 17)])
@pytest.mark.parametrize("letters", [False, True])
def test_it_fits_every_size_however_many_there_are(size, letters) -> None:
    events = [
        Sighted(
            Notice(f"ACDE-FH{a}{b}", "네트워크" * 9, 7866), (f"10.0.{ord(a)}.{ord(b)}", 7866)
        )
        for a in "ACDEFH"
        for b in "JKMNPR"
    ]
    for row in (0, 20, 99):
        drawn(found(*events), *size, row=row, look=Look(letters=letters, ascii_only=letters))
    drawn(found(*BOTH), *size, writing=Writing.ADDRESS)


def test_what_others_are_called_reaches_no_terminal_as_it_is() -> None:
    evil = Sighted(Notice("K7FH-4RTM", "a\x1b[2J\u202eb", 7866), DEN)

    text = drawn(found(evil))

    assert "\x1b" not in text
    assert "\u202e" not in text


def test_the_arrow_stays_at_what_it_points_at() -> None:
    late = Looked(DEN, "K7FH-4RTM", "p" * 43, "Den", (line(),) * 3)
    events = (DEN_SIGHTED, INN_SIGHTED, Looked(INN, "ACDE-FHJK", "q" * 43, "Inn"))

    async def looking(heard, last):
        for event in events:
            heard(event)
        keys.send_text("\x1b[B")
        await come_true(lambda: re.search(r"▶ *Inn", output.text))
        heard(late)
        keys.send_text("\r")
        await trio.sleep_forever()

    with terminal() as (keys, output):
        environment = Environment(UTF8, keys, output, signals=False)
        got = ask_found((), lambda typed: "", environment, looking=looking)

    assert got.house.name == "Inn"


def test_the_server_of_the_last_time_stands_first_and_is_looked_at_first() -> None:
    asked = []

    async def looking(heard, last):
        asked.extend(last)
        keys.send_text("q")
        await trio.sleep_forever()

    den = House("K7FH-4RTM", "Den", (DEN,), last=True)
    with terminal() as (keys, output):
        environment = Environment(UTF8, keys, output, signals=False)
        ask_found((den,), lambda typed: "", environment, looking=looking)

    assert asked == [den]
    first = found(INN_SIGHTED, DEN_SIGHTED, last=(den,)).houses[0]
    assert (first.name, first.last) == ("Den", True)
