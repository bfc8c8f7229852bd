"""Programs on machines that are none, and what they say while they run."""

from __future__ import annotations

import json
import os
import queue
import re
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path

RUMMY = (sys.executable, "-m", "rummy_client.cli")
SEEKER = (sys.executable, str(Path(__file__).with_name("seeker.py")))
PATIENCE = 60


class Program:
    """A program of which one reads line by line."""

    def __init__(self, process):
        self.process = process
        self.lines = []
        self._coming = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        for line in self.process.stdout:
            self._coming.put(line.rstrip("\n"))
        self._coming.put(None)

    def say(self, *lines):
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def until(self, pattern):
        """The first line from here on that *pattern* is found in."""
        while (line := self._coming.get(timeout=PATIENCE)) is not None:
            self.lines.append(line)
            if re.search(pattern, line):
                return line
        raise AssertionError(f"it ended without {pattern!r}: {self.lines}")

    def end(self):
        """End it, and hear it out."""
        self.process.kill()
        self.process.wait()
        self._reader.join()


@contextmanager
def running(machine, home, *command):
    """A program on *machine*, with *home* for all that it keeps, until the ``with`` ends."""
    known = {name: value for name, value in os.environ.items() if name != "LANGUAGE"}
    places = dict.fromkeys(("XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), str(home))
    with subprocess.Popen(
        machine.command(*command),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=known | places | {"PYTHONUNBUFFERED": "1", "LC_ALL": "C.UTF-8"},
    ) as process:
        program = Program(process)
        try:
            yield program
        finally:
            program.end()


def looked(seeker, seconds, *networks):
    """What the seeker finds in *seconds*, or until it knows a house on each of *networks*."""
    seeker.say(" ".join(map(str, (seconds, *networks))))
    return json.loads(seeker.until(r"^\{"))


@contextmanager
def joined(machine, home, *words, listed=False):
    """Somebody at the house that is called Den; whether it is chosen from a list.

    Whoever looks for a house gives up after a few seconds, and may do so too soon where a
    machine has other things to do. Then he tries once or twice more, as people do.
    """
    there, nowhere = "You are at Den", "was found on your network"
    for end in (f"{there}|{nowhere}", f"{there}|{nowhere}", there):
        with running(machine, home, *RUMMY, "join", *words, "--plain") as ann:
            while listed and "Den" not in ann.until(r"^1: Den|to look again\.$"):
                ann.say("")
            if listed:
                ann.say("1")
            if there in ann.until(end):
                yield ann
                return
