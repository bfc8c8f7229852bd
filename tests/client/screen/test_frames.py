"""What is drawn in one go is shown in one go."""

from __future__ import annotations

import io
import re
import sys

from prompt_toolkit.data_structures import Size as Cells

from rummy_client.terminal.frames import BEGIN, END, Frames

from .ptyterm import PtyTerm

HALF = f"""
import sys
for piece in ("{BEGIN}upper half, ", "lower half{END}", "{BEGIN}\x1b[2Jnew ", "picture"):
    sys.stdout.write(piece)
    sys.stdout.flush()
    sys.stdin.readline()
"""


class Terminal(io.StringIO):
    """A terminal that notes in which pieces it is written to."""

    def __init__(self):
        super().__init__()
        self.pieces = []

    def write(self, text):
        self.pieces.append(text)
        return len(text)


def test_all_that_is_sent_at_once_is_one_frame() -> None:
    terminal = Terminal()
    output = Frames(terminal, lambda: Cells(24, 80))
    output.erase_screen()
    output.write("cards")
    output.flush()
    output.flush()
    output.write_raw("\x07")
    output.flush()

    assert terminal.pieces == [f"{BEGIN}\x1b[2Jcards{END}", f"{BEGIN}\x07{END}"]


def test_a_client_draws_nothing_outside_of_frames(tmp_path) -> None:
    """By the real program: what its supervisor writes at the end is no picture."""
    command = [sys.executable, "-m", "rummy_client.cli", "play", "--bots", "1"]
    with PtyTerm(command, env={"HOME": str(tmp_path)}) as term:
        term.wait_for("Your turn")
        term.type("h")
        term.wait_for("Hint: ")
        drawn = bytes(term.raw).decode()

    outside = re.sub(f"{re.escape(BEGIN)}.*?{re.escape(END)}", "", drawn, flags=re.DOTALL)
    assert "Your hand" not in outside
    assert "Hint: " not in outside
    assert drawn.count(BEGIN) >= 2


def test_half_a_frame_is_not_shown() -> None:
    """This holds the tests to it: they judge what they see by whole pictures."""
    with PtyTerm([sys.executable, "-c", HALF]) as term:
        term.helping = 5
        while BEGIN not in bytes(term.raw).decode():
            term.read(0.1)
        assert "upper" not in term.text
        term.type("\n")
        assert "lower half" in term.wait_for("upper half")
        term.type("\n")
        while not bytes(term.raw).endswith(b"new "):
            term.read(0.1)
        assert "lower half" in term.text
        term.type("\n\n")
        term.wait_end()
        assert "upper" not in term.text
        assert "picture" in term.text
