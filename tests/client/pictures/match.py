"""Plays a whole match at the real client, by its keys and its screen alone.

    python -m tests.client.pictures.match --rules NAME    told screen by screen on stdout

It asks for a hint and does what the hint says, so it also tries that the screen always says
what can be pressed. Needs the extra `test`.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

from ..screen.ptyterm import PtyTerm

HINT = re.compile(r"Hint: .*press (\w)((?:, then choose \d+)?)\.$", re.MULTILINE)
"""A hint that has been drawn to its end: the key that it names, and what else."""
BREATH = 0.5
"""Seconds in which a house that was asked too fast takes requests again: no screen tells it."""
MATCH_OVER = "The match is over"
OVER = ("Press r for the next deal", MATCH_OVER)
QUESTIONS = ("Enter yes", "off to which meld?", "stand for?", "for the joker?", "other depths")
ANSWERS = (*QUESTIONS, "too fast", "Your turn", "turn. You can", *OVER)
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
            shown = self.terminal.wait_for(lambda text: HINT.search(text) or "too fast" in text)
            hint = HINT.search(shown)
            if hint:
                self.follow(hint[1], hint[2])
            else:
                self.breathe()

    def breathe(self) -> None:
        """Wait until the house listens again; a look at the help makes the line go."""
        time.sleep(BREATH)
        self.terminal.type("?")
        self.terminal.wait_for(lambda text: "too fast" not in text)
        self.terminal.type("\x1b")
        self.sees("Your turn", "turn. You can", *OVER)

    def follow(self, key: str, hint: str) -> None:
        """Press the key that a hint names, and answer what is asked."""
        asked = self.press(key)
        while any(word in asked for word in QUESTIONS):
            if "Take " in asked or "other depths" in asked:
                wanted = re.search(r"choose (\d+)", hint)
                depth = int(wanted[1]) if wanted else 1
                here = re.search(r"(?:Take|take) (\d+) card", asked)
                at = int(here[1]) if here else 1
                key = "\r" if at == depth else "\x1b[C" if at < depth else "\x1b[D"
            elif "Enter yes" in asked:
                key = "\r"
            elif which := re.search(r"off to which meld\? +(\w)", asked):
                key = which[1]
            else:
                key = "1"
            asked = self.press(key)

    def press(self, key: str) -> str:
        """Press *key* and say what the screen shows then."""
        before = self.terminal.text
        self.terminal.type(key)
        return self.terminal.wait_for(
            lambda text: text != before and any(word in text for word in ANSWERS)
        )


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
        if MATCH_OVER in text:
            return
        if "Your turn" in text:
            player.take_turn()
            continue
        time.sleep(BREATH)
        terminal.type("r")
        terminal.wait_for(lambda shown: "Press r" not in shown or "too fast" in shown)


def match(*options: str) -> None:
    """Play a match to its end and print every screen at which something was decided."""
    with table(80, 24, "--pause", "20", *options) as terminal:
        for text in turns(Player(terminal)):
            print(text, "\n" + "=" * 80, flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--bots", default="3")
    parser.add_argument("--rules", default="")
    asked = parser.parse_args()
    match("--bots", asked.bots, *(("--rules", asked.rules) if asked.rules else ()))
