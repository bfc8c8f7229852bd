"""Plays at the real client, by its keys and its screen alone, and paints what it sees.

    python docs/pictures/paint.py            the picture of the README
    python docs/pictures/paint.py --match    a whole match, told screen by screen on stdout

It asks for a hint and does what the hint says, so it also tries that the screen always says
what can be pressed. Needs the DejaVu fonts and the extras `test` and `pictures`.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent.parent / "tests" / "client" / "screen"))

from ptyterm import PtyTerm  # noqa: E402 lies with the tests, which use it most

OVER = ("Press r for the next deal", "won the match")
ANSWERS = ("Enter yes", "hich meld", "Your turn", "turn. You can", *OVER)
"""What the screen says when a key was taken."""


class Player:
    """Somebody who reads the screen and presses keys."""

    def __init__(self, terminal: PtyTerm) -> None:
        self.terminal = terminal

    def sees(self, *words: str) -> str:
        return self.terminal.wait_for(lambda text: any(word in text for word in words))

    def take_turn(self) -> None:
        """One turn by hints; ends when the turn or the deal has ended."""
        while True:
            text = self.sees("Your turn", "turn. You can", *OVER)
            if "Your turn" not in text:
                return
            self.terminal.type("h")
            shown = self.terminal.wait_for("Hint:")
            self.follow(shown.split("Hint:")[-1].splitlines()[0])

    def follow(self, hint: str) -> None:
        """Press the key that a hint names; its cards are picked already."""
        before = self.terminal.text
        self.terminal.type(hint.rstrip(" .")[-1])
        asked = self.terminal.wait_for(
            lambda text: text != before and any(word in text for word in ANSWERS)
        )
        if "Enter yes" in asked:
            self.terminal.type("\r")
            self.terminal.wait_for(lambda text: "Enter yes" not in text)
        elif which := re.search(r"[Ww]hich meld.*?(\d+)", asked):
            self.terminal.type(which[1])


@contextmanager
def table(columns: int, rows: int, *options: str) -> Iterator[PtyTerm]:
    command = [sys.executable, "-m", "rummy_client.cli", "play", "--name", "Ann", *options]
    colours = {"COLORTERM": "truecolor"}
    with tempfile.TemporaryDirectory() as home:
        terminal = PtyTerm(command, columns, rows, colours | {"HOME": home})
        try:
            yield terminal
        finally:
            terminal.close()


def turns(player: Player) -> Iterator[str]:
    """Play a match to its end; each screen before a decision, and the last one."""
    terminal = player.terminal
    while True:
        text = player.sees("Your turn", *OVER)
        yield text
        if "won the match" in text:
            return
        if "Your turn" in text:
            player.take_turn()
        else:
            terminal.type("r")
            terminal.wait_for(lambda shown: "Press r" not in shown)


def picture(path: Path) -> None:
    from picture import paint

    with table(80, 24, "--bots", "sharp,steady,easy", "--pause", "50") as terminal:
        for text in turns(Player(terminal)):
            melds = re.findall(r"\b\d\d? (?:Ann|Ada|Bela|Cleo) ", text)
            if "take a card" in text and len(melds) >= 3:
                paint(terminal.screen, path)
                return


def match() -> None:
    """Play a match to its end and print every screen at which something was decided."""
    with table(80, 24, "--bots", "3", "--pause", "20") as terminal:
        for text in turns(Player(terminal)):
            print(text, "\n" + "=" * 80, flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--match", action="store_true")
    parser.add_argument("--to", type=Path, default=HERE / "table.png")
    asked = parser.parse_args()
    match() if asked.match else picture(asked.to)
