"""The client's part of a run: how soon it shows the hand, and how soon a key shows.

First frame: a server on this machine keeps a seat in a running deal; ``rummy`` is started in
a terminal of 80 by 24 and is timed until the hand of that seat can be read there. In turn with
it two yardsticks show one word: the library beneath us alone, and a full terminal framework.
All are compiled before, as installed programs are.

Keys: a recorded game is played to the client at 20 updates a second while the cursor is
moved along the hand; each key is timed until the cursor stands elsewhere on the screen.
"""

from __future__ import annotations

import compileall
import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from frames import PING
from hello import WORD
from measures import percentile
from players import HousePlayer, Link, glimpse
from screens import Terminal
from stage import HERE, server

import rummy_client
import rummy_protocol
from load import Load
from rummy_client.seatfile import Seat, new_seat

__all__ = ["EVENTS", "terminal"]

EVENTS: Final = 20
"""Updates a second while keys are measured."""
CLIENT: Final = [sys.executable, "-m", "rummy_client.cli"]
HELLO: Final = [sys.executable, str(HERE / "hello.py")]
FRAMEWORK: Final = [sys.executable, str(HERE / "framework.py")]
CARETS: Final = "▲^"


@contextmanager
def _home() -> Iterator[dict[str, str]]:
    """The surroundings of somebody who has never played, in a modern terminal."""
    folder = Path(tempfile.mkdtemp())
    wanted = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}
    places = {"HOME": str(folder), "XDG_STATE_HOME": str(folder / "state")}
    try:
        yield {**os.environ, **wanted, **places}
    finally:
        shutil.rmtree(folder)


def _keep_seat(env: Mapping[str, str], link: Link, port: int) -> None:
    """Leave the seat of *link* to the client that will be started."""
    folder = Path(env["XDG_STATE_HOME"]) / "rummy-tables" / "default"
    seat = Seat(
        host="127.0.0.1",
        port=port,
        key=link.key,
        secret=link.secret,
        table=link.table.code,
        name="bench",
        plain=True,
    )
    new_seat(folder, seat).release()


def _worth(view: bytes) -> str:
    """What the line beneath the hand begins with; it is drawn with the cards."""
    you = glimpse(view).you
    assert you is not None
    return f"{len(you.hand)} cards, {you.points} points"


def _paint(command: list[str], env: Mapping[str, str], word: str) -> dict[str, float]:
    with closing(Terminal(command, env)) as screen:
        shown = screen.wait(lambda lines: any(word in line for line in lines), 20)
        return {"seconds": shown - screen.began}


def _paints(count: int) -> dict[str, list[dict[str, float]]]:
    """Alternating starts of the client and of the yardstick; the first of each warms up."""
    found: dict[str, list[dict[str, float]]] = {"ours": [], "bare": [], "framework": []}
    _compile()
    with _home() as env, server("house.py") as (pid, port):
        load = Load(HousePlayer(port, {}), pid)
        load.open_tables(1)
        link = load.tables[0].links[0]
        word = _worth(link.view)
        link.sock.send(PING)  # the seat has seen everything: nothing is told when it is back
        time.sleep(0.1)
        load.drop(link)
        _keep_seat(env, link, port)
        for _ in range(count + 1):
            found["ours"].append(_paint(CLIENT, env, word))
            found["bare"].append(_paint(HELLO, env, WORD))
            found["framework"].append(_paint(FRAMEWORK, env, WORD))
            load.listen(0)
    return {name: paints[1:] for name, paints in found.items()}


def _compile() -> None:
    """What pip does when it installs a program; a source tree may never have been."""
    for package in (rummy_client, rummy_protocol):
        compileall.compile_dir(Path(package.__file__).parent, quiet=1)
    compileall.compile_dir(HERE, quiet=1)


def _record(path: Path, updates: int) -> Link:
    """Play until seat 0 was sent so many updates, and keep them in *path*; its link."""
    with server("house.py") as (pid, port):
        load = Load(HousePlayer(port, {}), pid)
        load.open_tables(1)
        link = load.tables[0].links[0]
        with path.open("wb") as file:
            for _ in range(updates):
                load.moves(1)
                file.write(len(link.view).to_bytes(4, "big") + link.view)
    return link


def _caret(lines: list[str]) -> tuple[int, int, str] | None:
    """Where the cursor of the hand stands, and the cards above it."""
    for row, line in enumerate(lines):
        for caret in CARETS:
            if caret in line and line.strip(f" {CARETS}new") == "":
                return row, line.index(caret), lines[row - 1]
    return None


def _keys(seconds: float) -> dict[str, Any]:
    chance, times = random.Random(5), []
    with _home() as env:
        frames = Path(env["HOME"]) / "frames"
        link = _record(frames, round((seconds + 8) * EVENTS))
        with server("replay.py", str(frames), str(EVENTS)) as (_, port):
            _keep_seat(env, link, port)
            with closing(Terminal(CLIENT, env)) as screen:
                screen.wait(lambda lines: _caret(lines) is not None, 20)
                end = time.perf_counter() + seconds
                while (now := time.perf_counter()) < end:
                    pause = now + chance.uniform(0.1, 0.3)
                    while (left := pause - time.perf_counter()) > 0:
                        screen.read(left)
                    times += _press(screen, chance.choice(("\x1b[C", "\x1b[D")))
    times.sort()
    return {
        "events_per_second": EVENTS,
        "keys": len(times),
        "p50": percentile(times, 0.5),
        "p95": percentile(times, 0.95),
    }


def _press(screen: Terminal, key: str) -> list[float]:
    """The time that *key* took; nothing if the hand changed meanwhile, or it did nothing."""
    before = _caret(screen.lines)
    if before is None:
        return []
    began = time.perf_counter()
    screen.type(key)
    while time.perf_counter() - began < 1:
        if not screen.read(0.1):
            continue
        now = _caret(screen.lines)
        if now is not None and now != before:  # None: a frame is half here
            taken = time.perf_counter() - began
            return [taken] if now[2] == before[2] else []
    return []


def terminal(paints: int, seconds: float) -> dict[str, Any]:
    """All that is measured of the client."""
    return {"paint": _paints(paints), "key": _keys(seconds)}
