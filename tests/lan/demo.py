"""From nothing to the first card on another machine, without anybody typing an address.

    make lan-demo

makes two machines out of network namespaces, opens a house on one, and sits down from the
other: by the list, by the code, and, where nothing is heard, by the line that the host reads.
It prints what was typed, and how long it took until the first card was dealt. It takes root.
"""

from __future__ import annotations

import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

if __package__:
    from .network import MULTICAST, two_machines
    from .programs import RUMMY, joined, running
else:
    from network import MULTICAST, two_machines
    from programs import RUMMY, joined, running

DEALT = r"You dealt|dealt \d+ cards|were dealt"
BROADCAST = ("10.77.1.255",)


@contextmanager
def house(machine, home):
    """A house on *machine*; its code, and the line that its host passes on."""
    with running(machine, home, *RUMMY, "serve", "--name", "Den") as den:
        code = den.until("by its code").rpartition(" ")[2]
        line = den.until("Others type").rpartition(" ")[2]
        yield code, line


def first_card(machine, home, *words, listed=False):
    """Join with *words*, open a table with a bot, begin; what was told when cards came."""
    with joined(machine, home, *words, listed=listed) as ann:
        ann.say(f"create {home.name} seats=2")
        ann.until("You have seat 1")
        ann.say("bot easy")
        ann.until("took seat 2")
        ann.say("start")
        return ann.until(DEALT)


WAYS = {
    "by the list": lambda code, line: ("--trust-new",),
    "by the code": lambda code, line: (code,),
    "by the line": lambda code, line: (line,),
}


def main(report):
    """All of it; *report* is told each step with the seconds that it took."""
    with tempfile.TemporaryDirectory() as folder, two_machines(("one",)) as (a, b):
        homes = Path(folder)
        began = time.monotonic()
        (homes / "host").mkdir()
        with house(a, homes / "host") as (code, line):
            for way, words in WAYS.items():
                home = homes / way.rpartition(" ")[2]
                home.mkdir()
                if way == "by the line":
                    b.drop(*MULTICAST, *BROADCAST)
                typed = words(code, line)
                told = first_card(b, home, *typed, listed=way == "by the list")
                report(way, typed, told, time.monotonic() - began)
                began = time.monotonic()


def show(way, typed, told, seconds):
    blocked = ", all else blocked" if way == "by the line" else ""
    start = "rummy serve, then " if way == "by the list" else ""
    print(f"{way}{blocked}: {start}rummy join {' '.join(typed)}")
    print(f"    {told}")
    print(f"    {seconds:.1f} s until the first card")


if __name__ == "__main__":
    main(show)
    sys.exit(0)
