"""How a player is called: exactly the documented bytes, and nothing that others could add."""

from __future__ import annotations

import msgspec
import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.keys import Keys

from rummy_client.attention import Attention
from rummy_client.liking import Settings, Switch
from rummy_client.model import Model
from rummy_client.terminal import guest
from rummy_client.terminal.calling import Called, Means, called, due, hushed, means_of, title_of
from rummy_client.terminal.heeding import HeedingInput
from rummy_protocol.messages import Accepted, Seated
from rummy_protocol.views import SeatKind, SeatView

from .kit import UTF8, at_table
from .tables import deal, heard, human, my_draw, seated, table, update, watching, you

XTERM = Means(True)
QUIET = Settings(bell=Switch.OFF, title=False)
WAITING = seated(of=table(), at=deal(waiting=(1, "draw")), mine=you(()))
MY_TURN = heard(WAITING, update(41, at=deal(waiting=(0, "draw"), turn=6), mine=you(("draw",))))


def bytes_for(settings, means=XTERM, told=None, before=WAITING, after=MY_TURN):
    return called(told or Called(), before, after, settings, means)[1]


def switched(**more):
    return Settings(**({"bell": Switch.OFF, "title": False} | more))


# --- the documented bytes ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "looked_at", "sequence"),
    [
        (switched(), None, ""),
        (switched(bell=Switch.ON), None, "\x07"),
        (switched(bell=Switch.ON), True, "\x07"),
        (switched(notify=Switch.ON), True, "\x1b]9;Rummy: It is your turn at friday.\x07"),
        (switched(bell=Switch.AWAY), None, "\x1b[?1004h\x07"),
        (switched(bell=Switch.AWAY), False, "\x1b[?1004h\x07"),
        (switched(bell=Switch.AWAY), True, "\x1b[?1004h"),
        (switched(notify=Switch.AWAY), True, "\x1b[?1004h"),
        (
            switched(notify=Switch.AWAY),
            False,
            "\x1b[?1004h\x1b]9;Rummy: It is your turn at friday.\x07",
        ),
        (switched(title=True), None, "\x1b[22;2t\x1b]2;* Your turn at friday\x07"),
        (
            switched(title=True, bell=Switch.ON, notify=Switch.ON),
            None,
            "\x1b[22;2t\x1b]2;* Your turn at friday\x07\x07"
            "\x1b]9;Rummy: It is your turn at friday.\x07",
        ),
    ],
)
def test_each_switch_writes_its_bytes_and_no_others(settings, looked_at, sequence) -> None:
    assert bytes_for(settings, told=Called(looked_at=looked_at)) == sequence


def test_a_message_goes_the_way_that_the_terminal_knows() -> None:
    settings = switched(notify=Switch.ON)
    words = "It is your turn at friday."
    assert bytes_for(settings, Means(True, 777)) == f"\x1b]777;notify;Rummy;{words}\x07"
    assert bytes_for(settings, Means(True, 9, "tmux")) == (
        f"\x1bPtmux;\x1b\x1b]9;Rummy: {words}\x07\x1b\\"
    )
    assert (
        bytes_for(settings, Means(True, 9, "screen")) == f"\x1bP\x1b]9;Rummy: {words}\x07\x1b\\"
    )
    assert bytes_for(settings, Means(False)) == ""


@pytest.mark.parametrize(
    ("variables", "means"),
    [
        (UTF8, Means(True)),
        (UTF8 | {"VTE_VERSION": "7200"}, Means(True, 777)),
        (UTF8 | {"KONSOLE_VERSION": "230401"}, Means(True, 777)),
        (UTF8 | {"TERM": "foot"}, Means(True, 777)),
        (UTF8 | {"TERM": "rxvt-unicode-256color"}, Means(True, 777)),
        (UTF8 | {"TERM": "screen", "TMUX": "/tmp/tmux,1,0"}, Means(True, 9, "tmux")),
        (UTF8 | {"TERM": "tmux-256color"}, Means(True, 9, "tmux")),
        (UTF8 | {"TERM": "screen-256color", "STY": "1.pts"}, Means(True, 9, "screen")),
        ({"TERM": "xterm", "LANG": "C"}, Means(True, utf8=False)),
        (UTF8 | {"TERM": "linux"}, Means(False)),
        (UTF8 | {"TERM": "vt100"}, Means(False)),
        (UTF8 | {"TERM": "dumb"}, Means(False)),
        ({}, Means(False)),
    ],
)
def test_what_the_terminal_can_is_read_from_the_environment(variables, means) -> None:
    assert means_of(variables) == means


def test_a_terminal_without_a_window_gets_the_bell_alone() -> None:
    every = Settings(bell=Switch.AWAY, notify=Switch.AWAY)
    assert bytes_for(every, Means(False)) == "\x07"


@pytest.mark.parametrize("looked_at", [None, True, False])
def test_a_switch_is_off_on_or_for_when_one_looks_elsewhere(looked_at) -> None:
    assert due(Switch.ON, looked_at)
    assert not due(Switch.OFF, looked_at)
    assert due(Switch.AWAY, looked_at) is (looked_at is not True)


def test_everything_is_put_back() -> None:
    every = Settings(bell=Switch.AWAY)
    told, written = called(Called(), Model(), WAITING, every, XTERM)
    assert written == "\x1b[22;2t\x1b]2;Bob's turn at friday\x07\x1b[?1004h"
    assert hushed(told) == "\x1b[?1004l\x1b[23;2t"
    assert hushed(Called()) == ""


def test_switching_off_puts_back_at_once() -> None:
    told, _ = called(Called(), Model(), WAITING, Settings(bell=Switch.AWAY), XTERM)
    told, written = called(told, WAITING, WAITING, QUIET, XTERM)
    assert written == "\x1b[23;2t\x1b[?1004l"
    assert told == Called()


# --- when --------------------------------------------------------------------------------


def test_one_is_called_once_a_turn() -> None:
    ring = switched(bell=Switch.ON)
    later = heard(MY_TURN, update(42, at=deal(turn=6), mine=you()))
    assert bytes_for(ring) == "\x07"
    assert bytes_for(ring, before=MY_TURN, after=MY_TURN) == ""
    assert bytes_for(ring, before=MY_TURN, after=later) == ""


def test_ones_own_answer_does_not_ring() -> None:
    """Drawing leaves the player at turn; nothing is new for him (the answer comes between)."""

    async def draw(driver):
        driver.say(
            Seated(99, "K7QX", 0), update(40, at=deal(waiting=(0, "draw")), mine=you(("draw",)))
        )
        await driver.until("Your turn")
        assert driver.output.raw.count("\x07") == 1
        await driver.press("s")
        driver.say(Accepted(len(driver.link.asked), 41), update(41, at=deal(), mine=you()))
        await driver.until("Your turn: play")
        assert driver.output.raw.count("\x07") == 1

    guest.run(lambda: at_table(draw, settings=switched(bell=Switch.ON)))


def test_a_turn_that_comes_round_unseen_rings_again() -> None:
    round_later = heard(MY_TURN, update(60, at=deal(turn=9), mine=you(("draw",))))
    assert bytes_for(switched(bell=Switch.ON), before=MY_TURN, after=round_later) == "\x07"


def test_the_title_is_written_when_it_changes() -> None:
    told, first = called(Called(), Model(), WAITING, Settings(), XTERM)
    same = heard(WAITING, update(45, at=deal(waiting=(1, "play")), mine=you(())))
    told, second = called(told, WAITING, same, Settings(), XTERM)
    assert "]2;" in first
    assert second == ""


def test_the_title_says_whose_turn_it_is() -> None:
    assert title_of(Model()) == "Rummy"
    assert title_of(my_draw()) == "* Your turn at friday"
    assert title_of(WAITING) == "Bob's turn at friday"
    assert title_of(watching(at=deal(waiting=()))) == "Rummy at friday"


# --- hostile names -----------------------------------------------------------------------

HOSTILE = [
    "\x1b]2;owned\x07",
    "a\x07b",
    "a\x1b\\b",
    "a\x9cb\x9d",
    "4;3;100",
    "x;y;z",
    "\u202egnp.exe",
    "a\r\nb\x00c",
    "x" * 500,
    "한" * 100,
    "e" + "\u0301" * 50,
]


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("number", [9, 777])
def test_no_name_ends_a_sequence_or_begins_another(name, number) -> None:
    """Neither in a title nor in a message, whatever a server let through."""
    of = msgspec.structs.replace(table(), name=name)
    before = seated(of=of, at=deal(waiting=(1, "draw")), mine=you(()))
    after = heard(before, update(41, of=of, mine=you()))
    every = Settings(bell=Switch.OFF, notify=Switch.ON)
    written = bytes_for(every, Means(True, number), before=before, after=after)
    assert written.startswith("\x1b[22;2t\x1b]2;")
    title, message, rest = written.removeprefix("\x1b[22;2t\x1b]2;").split("\x07")
    lead = "\x1b]9;Rummy: " if number == 9 else "\x1b]777;notify;Rummy;"
    assert rest == ""
    assert title.isprintable()
    assert message.startswith(lead)
    body = message.removeprefix(lead)
    assert body.isprintable()
    assert ";" not in body + title
    assert len(title) <= 120
    assert len(body) <= 160


def test_a_hostile_player_cannot_write_into_the_title_either() -> None:
    evil = SeatView("\x1b]52;c;aGk=\x07\u202e", SeatKind.HUMAN)
    model = seated(
        of=table(human("Ann"), evil, human("C")), at=deal(waiting=(1, "draw")), mine=you(())
    )
    written = called(Called(), Model(), model, Settings(), XTERM)[1]
    assert written.count("\x1b") == 2
    assert written.count("\x07") == 1


def test_in_an_ascii_locale_titles_are_ascii() -> None:
    of = table(human("Ann"), human("김철수"), human("C"))
    model = seated(of=of, at=deal(waiting=(1, "draw")), mine=you(()))
    written = called(Called(), Model(), model, Settings(), Means(True, utf8=False))[1]
    assert written.isascii()
    assert "???'s turn" in written


# --- the reports of the terminal ---------------------------------------------------------


def keys_of(*sent):
    """What a keyboard gives out for what was *sent*, and what it was told meanwhile."""
    heeded = []
    with create_pipe_input() as pipe:
        keyboard = HeedingInput(pipe, heeded.append, marks=True)
        keys = []
        for data in sent:
            pipe.send_text(data)
            keys += [key.key for key in keyboard.read_keys()]
        keys += [key.key for key in keyboard.flush_keys()]
    return keys, heeded


@pytest.mark.parametrize(
    ("sent", "keys", "heeded"),
    [
        (["\x1b[I"], [], [True]),
        (["\x1b[O"], [], [False]),
        (["a\x1b[Ob\x1b[Ic"], ["a", "b", "c"], [False, True]),
        (["\x1b", "[I"], [], [True]),
        (["\x1b[", "O"], [], [False]),
        (["\x1b[A\x1b[I\x1b[B"], [Keys.Up, Keys.Down], [True]),
        (["\x1b[200~\x1b[I\x1b[201~"], [Keys.BracketedPaste], []),
        (["[I"], ["[", "I"], []),
        (["\x1b"], [Keys.Escape], []),
        (["\x1bI"], [Keys.Escape, "I"], []),
    ],
)
def test_reports_are_no_keys_and_keys_are_no_reports(sent, keys, heeded) -> None:
    assert keys_of(*sent) == (keys, heeded)


def test_a_report_drops_no_line_and_picks_no_card() -> None:
    """Looking away and back again while one writes leaves the line as it is."""

    async def away(driver):
        driver.say(Seated(99, "K7QX", 0), update(40, mine=you()))
        await driver.until("Your hand")
        await driver.press("chello")
        driver.type("\x1b[O\x1b[I")
        await driver.press(" there")
        assert driver.last.endswith("hello there")
        await driver.press("\x1b", 1)
        driver.type("\x1b[I")
        await driver.press("o")
        assert driver.client.desk.picks == ()

    guest.run(lambda: at_table(away, settings=Settings(bell=Switch.AWAY)))


def test_one_who_looks_is_not_rung_for_and_one_who_looks_away_is() -> None:
    async def away(driver):
        others = update(40, at=deal(waiting=(1, "draw")), mine=you(()))
        driver.say(Seated(99, "K7QX", 0), others)
        await driver.until("Your hand")
        assert driver.output.raw.count("\x1b[?1004h") == 1
        driver.type("\x1b[I")
        await driver.press("o")
        driver.say(update(41, mine=you()))
        await driver.until("Your turn")
        assert "\x07" not in driver.output.raw
        driver.say(update(42, at=deal(waiting=(1, "draw")), mine=you(())))
        driver.type("\x1b[O")
        await driver.press("o")
        driver.say(update(43, mine=you()))
        await driver.until("Your turn")
        assert driver.output.raw.count("\x07") == 1
        driver.client.hush()
        assert driver.output.raw.endswith("\x1b[?1004l")

    guest.run(lambda: at_table(away, settings=switched(bell=Switch.AWAY)))


def test_while_it_is_put_aside_nothing_is_written_and_then_all_of_it_again() -> None:
    attention = Attention(UTF8)
    every = Settings(bell=Switch.AWAY)
    first = attention.follow(Model(), WAITING, every)
    assert attention.hush() == "\x1b[?1004l\x1b[23;2t"
    assert attention.follow(WAITING, MY_TURN, every) == ""
    attention.again()
    assert attention.follow(WAITING, WAITING, every) == first


def test_one_who_was_stopped_from_outside_puts_no_second_title_aside() -> None:
    attention = Attention(UTF8)
    attention.follow(Model(), WAITING, Settings(bell=Switch.AWAY))
    attention.again()
    again = attention.follow(WAITING, WAITING, Settings(bell=Switch.AWAY))
    assert again == "\x1b]2;Bob's turn at friday\x07\x1b[?1004h"
