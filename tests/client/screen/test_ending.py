"""The real program on a real terminal, which is put back however the program ends."""

from __future__ import annotations

import os
import signal
import sys
import time

import pytest

from ...patience import PATIENCE
from ...processes import runs
from .ptyterm import PtyTerm

pytestmark = pytest.mark.slow

PLAY = [sys.executable, "-m", "rummy_client.cli", "play", "--bots", "1", "--name", "Ann"]

# A client whose link does what the test says, under the same supervisor as the program.
SCRIPT = """
import sys
from rummy_client.terminal.supervisor import supervised

def client(lifeline):
    import os, trio
    from rummy_client.app import Environment, run_client
    from rummy_client.linkstate import Online
    from rummy_protocol.messages import Goodbye, Welcome

    class Link:
        def ask(self, request):
            return 1
        def reconnect(self):
            pass
        async def run(self, hear):
            hear(Online())
            hear(Welcome((1, 0), "den", "test", "Ann", 4096, 5))
            await trio.sleep(.2)
            {what}
            await trio.sleep_forever()

    ending = run_client(Link(), (), Environment(lifeline=lifeline))
    print(ending.line, file=sys.stderr)
    return ending.status

sys.exit(supervised(client))
"""


def playing(**more):
    term = PtyTerm(PLAY, **more)
    term.wait_for("Your hand")
    return term


def ended(term, status):
    assert term.wait_end() == status, term.text
    assert all(term.left_alone().values()), (term.left_alone(), bytes(term.raw[-400:]))


def test_a_hand_is_dealt_and_a_card_is_drawn() -> None:
    with playing() as term:
        term.wait_for("Your turn: take a card")
        term.type("s")
        term.wait_for("Your turn: play")
        assert "new" in term.text
        term.resize(100, 30)
        term.wait_for(lambda text: len(text.split("\n")) == 30 and "Your hand" in text)
        term.resize(59, 15)
        term.wait_for("Too small: 59x15")
        term.resize(80, 24)
        term.wait_for("Your hand")
        term.type("qy")
        ended(term, 0)


def test_after_quitting() -> None:
    with playing() as term:
        term.type("q")
        term.wait_for("Leave?")
        term.type("y")
        ended(term, 0)


def test_after_two_interrupts_from_the_keyboard() -> None:
    with playing() as term:
        term.type("\x03")
        term.wait_for("Leave?")
        term.type("\x03")
        ended(term, 0)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_after_a_signal_to_the_program(number) -> None:
    with playing() as term:
        term.process.send_signal(number)
        ended(term, 128 + number)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_after_a_signal_to_the_client_itself(number) -> None:
    with playing() as term:
        os.kill(term.children()[0], number)
        ended(term, 128 + number)
        assert f"Ended by {signal.Signals(number).name}." in term.text


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV])
def test_after_the_client_was_killed(number) -> None:
    with playing() as term:
        os.kill(term.children()[0], number)
        ended(term, 128 + number)
        assert signal.Signals(number).name in term.text


def test_after_the_supervisor_was_killed() -> None:
    """The client notices, ends by itself, and puts the terminal back."""
    with playing() as term:
        client = term.children()[0]
        term.process.kill()
        end = time.monotonic() + PATIENCE
        while runs(client) or not all(term.left_alone().values()):
            term.read(0.1)
            assert time.monotonic() < end, term.left_alone()


@pytest.mark.parametrize(
    ("what", "status", "line"),
    [
        ("raise RuntimeError('a bug')", 70, "RuntimeError: a bug"),
        ("return Goodbye('replaced')", 2, ""),
        ("os._exit(9)", 9, ""),
        ("os.abort()", 134, "SIGABRT"),
        ("raise KeyboardInterrupt", 130, ""),
    ],
)
def test_after_an_end_from_within(what, status, line) -> None:
    with PtyTerm([sys.executable, "-c", SCRIPT.format(what=what)]) as term:
        assert term.wait_end() == status, term.text
        assert all(term.left_alone().values()), term.left_alone()
        assert line in term.text


def test_an_error_before_there_is_a_screen_is_told_and_not_swallowed() -> None:
    broken = (
        "from rummy_client.terminal.supervisor import Sayings, supervised; "
        "supervised(lambda line: 1 / 0, Sayings(failed='{} hat alles beendet'.format))"
    )
    with PtyTerm([sys.executable, "-c", f"import sys; {broken}; sys.exit(70)"]) as term:
        ended(term, 70)
        assert "rummy: ZeroDivisionError: division by zero hat alles beendet" in term.text


def test_a_wide_terminal_is_asked_and_letters_are_shown() -> None:
    term = PtyTerm(PLAY)
    term.answer_column = 3
    with term:
        term.wait_for("Your hand")
        term.wait_for(lambda text: not set("♣♦♥♠") & set(text))
        term.type("qy")
        ended(term, 0)


def test_nothing_of_the_terminal_is_touched_where_there_is_none() -> None:
    import subprocess

    done = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(what="pass")],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )

    assert done.returncode == 2
    assert done.stdout == ""
    assert "--plain" in done.stderr
