"""A tmux of our own: another terminal emulator, with a real shell and its job control."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from ..patience import PATIENCE

__all__ = ["PATIENCE", "Tmux"]


LAST: Final = "q quit"
"""What stands in the last line of a table."""
TAKEN: Final = ("PATH", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "RUMMY_INSTALLED")


class Tmux:
    """One tmux server with one window, in which a shell runs."""

    def __init__(
        self, folder: Path, columns: int = 80, rows: int = 24, **variables: str
    ) -> None:
        self._socket = folder / "tmux"
        taken = {name: os.environ[name] for name in TAKEN if name in os.environ}
        self._env: Mapping[str, str] = {
            **taken,
            "HOME": str(folder),
            "LANG": "C.UTF-8",
            "TERM": "xterm-256color",
            **variables,
        }
        self.ask("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows),
                 "env PS1='ready> ' bash --norc --noprofile -i")  # fmt: skip
        self.wait_for("ready>")

    def ask(self, *words: str) -> str:
        """What tmux answers to a command."""
        done = subprocess.run(
            ["tmux", "-u", "-S", str(self._socket), *words],
            env=self._env,
            capture_output=True,
            text=True,
            check=True,
            timeout=PATIENCE,
        )
        return done.stdout

    def told(self, what: str) -> str:
        """A variable of tmux, like ``pane_title``."""
        return self.ask("display-message", "-p", f"#{{{what}}}").rstrip("\n")

    def type(self, *keys: str) -> None:
        """Keys as tmux names them: ``s``, ``Enter``, ``C-z``."""
        self.ask("send-keys", *keys)

    def run(self, *words: str) -> None:
        """Have the shell run a command."""
        self.ask("send-keys", "-l", shlex.join(words))
        self.type("Enter")

    def rummy(self, *words: str) -> None:
        self.run(sys.executable, "-m", "rummy_client.cli", *words)

    @property
    def text(self) -> str:
        return self.ask("capture-pane", "-p")

    def settled(self) -> str:
        """The screen of a table after it has answered to all that was typed.

        This tmux knows no whole frames, but a picture is drawn from the top: when the line
        for commands is away again from the last line, all above it is drawn.
        """
        self.type(":")
        self._wait(lambda shown: shown.rstrip("\n").rpartition("\n")[2].startswith(" :"))
        self.type("Escape")
        return self._wait(lambda shown: LAST in shown.rstrip("\n").rpartition("\n")[2])

    def wait_for(self, *what: str, times: int = 1) -> str:
        """The screen, as soon as all of *what* is on it, so many *times*."""
        return self._wait(
            lambda shown: all(shown.count(each) >= times for each in what), " and ".join(what)
        )

    def _wait(self, met: Callable[[str], bool], what: str = "line for commands") -> str:
        end = time.monotonic() + PATIENCE
        while not met(shown := self.text):
            assert time.monotonic() < end, f"no {what!r} on the screen:\n{shown}"
            time.sleep(0.05)
        return shown

    def close(self) -> None:
        subprocess.run(
            ["tmux", "-S", str(self._socket), "kill-server"],
            env=self._env,
            capture_output=True,
            check=False,
        )
