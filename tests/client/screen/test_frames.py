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


def test_what_wipes_the_screen_is_sent_with_the_picture_that_follows() -> None:
    terminal = Terminal()
    output = Frames(terminal, lambda: Cells(24, 80))
    for wiped in (output.erase_screen, output.erase_down):
        wiped()
        output.flush()
        assert not terminal.pieces
        output.write_raw("\x1b[H")
        output.flush()
        output.write("cards")
        output.flush()
        (frame,) = terminal.pieces
        assert "J" in frame
        assert "cards" in frame
        terminal.pieces.clear()
    output.erase_down()
    output.quit_alternate_screen()
    output.flush()
    assert terminal.pieces, "who leaves waits for no picture"


def test_no_frame_of_a_new_size_is_an_empty_screen(tmp_path) -> None:
    """By the real program: neither a resize nor Ctrl-L shows a screen without a picture."""
    command = [sys.executable, "-m", "rummy_client.cli", "play", "--bots", "1"]
    with PtyTerm(command, env={"HOME": str(tmp_path)}) as term:
        term.wait_for("Your turn")
        term.settled()
        begun = len(term.raw)
        term.resize(100, 30)
        term.wait_for(lambda shown: max(map(len, shown.split("\n"))) > 80)
        term.type("\x0c")
        term.settled()
        drawn = bytes(term.raw[begun:]).decode()
        term.type("qy")
        assert term.wait_end() == 0

    wiped = [frame for frame in drawn.split(BEGIN) if "\x1b[J" in frame or "\x1b[2J" in frame]
    assert len(wiped) >= 2
    assert all("Your hand" in frame for frame in wiped)
    assert "\x1b[?1049l" not in drawn, "the screen of the shell was shown"


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
