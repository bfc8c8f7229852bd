"""Text that is pasted on a terminal that does not say so: a handful of keys at one time."""

from __future__ import annotations

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.keys import Keys

from rummy_client.terminal import guest
from rummy_client.terminal.bursts import burst, plain_text
from rummy_client.terminal.heeding import HeedingInput
from rummy_protocol.actions import DrawStock
from rummy_protocol.messages import Act, Say, Seated

from .kit import at_table
from .tables import deal, update, you

CONSOLE = {"TERM": "linux", "LANG": "en_GB.UTF-8"}


@pytest.mark.parametrize(
    ("text", "pasted"),
    [
        ("", False),
        ("sd\r", False),
        ("sdm", False),
        ("sdmq", True),
        ("d\rd\r", True),
        ("    ", True),
        ("안녕하세요", True),
        ("\r" * 30, False),
        ("\x1b[A" * 30, False),
        ("\x1b[A" * 30 + "s", False),
        ("\x1b[1;2C\x1bOP\x1b[15~\x1b", False),
        ("\x1b[I\x1b[O\x1b[1;2Rs", False),
        ("\x1b[<0;12;14M\x1b[<0;12;14m", False),
        ("\x1b[Asdmq\x1b[B", True),
        ("\x7f" * 30, False),
    ],
)
def test_more_than_three_characters_at_one_time_were_pasted(text, pasted) -> None:
    assert burst(text) is pasted


def test_of_pasted_text_nothing_remains_but_text() -> None:
    assert plain_text("a\x1b[200~b\x1b[31m\tc\x03\x1bOP\r\nd\x1b[<0;1") == "ab\tc\r\nd"


def keys_of(*sent, marks=False):
    """What a keyboard gives out for what was *sent*, reading after reading."""
    with create_pipe_input() as pipe:
        keyboard = HeedingInput(pipe, lambda looking: None, marks)
        told = []
        for data in sent:
            pipe.send_text(data)
            told.append([(key.key, key.data) for key in keyboard.read_keys()])
    return told


def test_a_burst_is_one_pasted_text_and_a_few_keys_are_keys() -> None:
    assert keys_of("sd\r", "sdm\r", "\x1b[A\x1b[A\x1b[A\x1b[A") == [
        [("s", "s"), ("d", "d"), (Keys.ControlM, "\r")],
        [(Keys.BracketedPaste, "sdm\r")],
        [(Keys.Up, "\x1b[A")] * 4,
    ]


def test_where_the_terminal_says_what_is_pasted_a_burst_is_keys() -> None:
    (keys,) = keys_of("sdm\r", marks=True)

    assert [key for key, _ in keys] == ["s", "d", "m", Keys.ControlM]


@pytest.mark.parametrize("length", [1023, 1024, 1025, 1026, 3000])
def test_the_end_of_a_long_text_is_no_key_wherever_readings_end(length) -> None:
    text = ("sd\r" * length)[:length]

    assert keys_of(text) == [[(Keys.BracketedPaste, text)]]


def test_the_answer_of_the_terminal_is_heard_within_a_burst() -> None:
    (keys,) = keys_of("sdm\x1b[1;3Rq")

    assert keys == [(Keys.CPRResponse, "\x1b[1;3R"), (Keys.BracketedPaste, "sdmq")]


# --- at a table --------------------------------------------------------------------------


def to_draw():
    at = deal(waiting=(0, "draw"))
    return update(40, at=at, mine=you(("draw", "take"), fresh=None))


def asked(driver, kind):
    return [one for one in driver.link.asked if isinstance(one, kind)]


def at_console(test):
    async def sat(driver):
        driver.say(Seated(99, "K7QX", 0), to_draw())
        await driver.until("Your hand")
        await test(driver)

    guest.run(lambda: at_table(sat, variables=CONSOLE))


def test_what_is_pasted_on_a_console_plays_nothing_and_keys_play() -> None:
    async def paste(driver):
        driver.type("s\rs\rqy\x1b[C")
        await driver.until("Pasted text is taken only while you write")
        assert not asked(driver, Act)
        driver.type("\x1b[C" * 9 + "s")
        await driver.until(lambda: asked(driver, Act))
        assert [act.action for act in asked(driver, Act)] == [DrawStock()]

    at_console(paste)


def test_what_comes_at_once_while_one_writes_is_written_and_not_sent() -> None:
    async def paste(driver):
        driver.type("c")
        await driver.until("say:")
        for text in ("good evening\r", " friends", " of\rmine"):
            driver.type(text)
            await driver.until(text.split("\r")[-1].strip())
        await driver.until(lambda: driver.last.endswith("say: good evening friends of mine"))
        assert not asked(driver, Say)
        driver.type("\r")
        await driver.until(lambda: asked(driver, Say))

    at_console(paste)
