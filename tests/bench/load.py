"""The load: many tables in one process, over sockets and epoll, with no framework.

It is driven by lines on its standard input and answers each with a line of JSON:

    closed WARM SECONDS   every table moves again as soon as all five observers saw its move
    open RATE SECONDS     moves are due at RATE a second over all tables; a move that is due
                          while its table is busy is timed from when it was due
    moves COUNT           every table makes COUNT moves
    return COUNT          seats drop their connection and come back, one after the other
    quit

At most one move of a table is under way. It counts when all five observers have its update.
"""

from __future__ import annotations

import argparse
import gc
import heapq
import json
import random
import select
import ssl
import sys
import time
from typing import Any, Final

from frames import PING
from measures import core_seconds, cpu_seconds, more_files, percentile, pin
from players import OBSERVERS, PLAYERS, Link, Player, Table

__all__ = ["Load"]

SILENCE: Final = 10.0
"""Seconds without a word after which a client pings, as the protocol asks."""
now: Final = time.monotonic


class Load:
    """The tables, their sockets, and the window that is being measured."""

    def __init__(self, player: Player, server: int) -> None:
        self._player = player
        self._server = server
        self._epoll = select.epoll()
        self._links: dict[int, Link] = {}
        self._order: list[Link] = []
        self.tables: list[Table] = []
        self._next_ping = now()
        self._ping_place = 0
        self._under_way = 0
        self._done = 0
        self._times: list[float] = []
        self._measuring = False
        self._again = False
        """Whether a table that has finished a move starts the next one at once."""
        self._left: dict[int, int] | None = None

    # --- connections -------------------------------------------------------------------

    def open_tables(self, count: int) -> None:
        for number in range(count):
            table = Table(number)
            self._player.open_table(table)
            self.tables.append(table)
            for link in table.links:
                self._adopt(link)
            self.listen(0)

    def _adopt(self, link: Link) -> None:
        link.sock.setblocking(False)
        link.spoke = now()
        self._links[link.sock.fileno()] = link
        self._order.append(link)
        self._epoll.register(link.sock.fileno(), select.EPOLLIN)

    def drop(self, link: Link) -> None:
        """Hang up, as if the line had broken."""
        self._epoll.unregister(link.sock.fileno())
        del self._links[link.sock.fileno()]
        self._order.remove(link)
        link.sock.close()

    def _ping_someone(self, at: float) -> None:
        """Look at the next link, and ping if it was silent; spread, so no burst disturbs."""
        self._next_ping += SILENCE / 2 / len(self._order)
        self._ping_place = (self._ping_place + 1) % len(self._order)
        link = self._order[self._ping_place]
        if at - link.spoke > SILENCE:
            link.spoke = at
            link.sock.send(PING)

    # --- moves -------------------------------------------------------------------------

    def _start(self, table: Table, since: float) -> None:
        """Send the next move of *table*, or let the table go on to its next deal."""
        table.since = since
        table.under_way = False
        chosen = self._player.next_move(table)
        if chosen is None:
            return
        link, data = chosen
        table.under_way = True
        link.spoke = since
        if link.sock.send(data) != len(data):
            raise RuntimeError("the server does not read what it is sent")

    def _finish(self, table: Table, at: float) -> None:
        """All observers are at one: a move is done, or the next deal lies there."""
        if table.under_way:
            table.moves += 1
            table.under_way = False
            if self._measuring:
                self._done += 1
                self._times.append(at - table.since)
        if self._goes_on(table):
            self._start(table, table.due.pop(0) if table.due else at)
        else:
            table.since = 0.0
            self._under_way -= 1

    def _goes_on(self, table: Table) -> bool:
        if self._left is not None:
            self._left[table.number] -= 1
            return self._left[table.number] > 0
        return self._again or bool(table.due)

    def listen(self, timeout: float) -> None:
        """Take in what has come, and finish the moves that it completes."""
        at = now()
        while at >= self._next_ping and self._order:
            self._ping_someone(at)
        for number, _ in self._epoll.poll(timeout):
            link = self._links[number]
            data = _received(link)
            if not data:
                continue
            table = link.table
            before = table.at_top
            self._player.hear(link, data)
            if table.at_top == OBSERVERS != before and table.since:
                self._finish(table, now())

    # --- windows -----------------------------------------------------------------------

    def _begin_all(self) -> None:
        self._under_way = len(self.tables)
        for table in self.tables:
            self._start(table, now())

    def _drain(self) -> None:
        limit = now() + 15
        while self._under_way:
            self.listen(0.1)
            if now() > limit:
                raise RuntimeError(f"{self._under_way} moves were never seen by all")

    def closed(self, warm: float, seconds: float) -> dict[str, Any]:
        self._again = True
        self._begin_all()
        begin = now() + warm
        while now() < begin:
            self.listen(0.1)
        end, before = now() + seconds, self._snap()
        self._measuring = True
        while now() < end:
            self.listen(0.1)
        return self._close(before)

    def open(self, rate: float, seconds: float) -> dict[str, Any]:
        self._again = False
        gap = len(self.tables) / rate
        phase = random.Random(7)
        heap = [(now() + phase.uniform(0, gap), table.number) for table in self.tables]
        heapq.heapify(heap)
        begin = now() + 0.3
        end, before = begin + seconds, None
        while (at := now()) < end:
            if before is None and at >= begin:
                before = self._snap()
                self._measuring = True
            while heap[0][0] <= at:
                due, number = heap[0]
                heapq.heapreplace(heap, (due + gap, number))
                table = self.tables[number]
                if table.since:
                    table.due.append(due)
                else:
                    self._under_way += 1
                    self._start(table, due)
            self.listen(max(0.0, min(0.1, heap[0][0] - now())))
        for table in self.tables:
            table.due.clear()
        assert before is not None
        return self._close(before)

    def moves(self, count: int) -> dict[str, Any]:
        began = now()
        self._left = dict.fromkeys(range(len(self.tables)), count)
        self._begin_all()
        limit = now() + 60
        while self._under_way:
            self.listen(0.1)
            if now() > limit:
                raise RuntimeError("the moves were not made in time")
        self._left = None
        return {"moves": count * len(self.tables), "seconds": now() - began}

    def come_back(self, count: int) -> dict[str, Any]:
        """Drop seats and take them again, one after the other; the server is at rest."""
        chance, times, sizes = random.Random(3), [], []
        for _ in range(count):
            table, place = chance.choice(self.tables), chance.randrange(OBSERVERS - 1)
            self.drop(table.links[place])
            pause = now() + 0.03
            while now() < pause:
                self.listen(0.005)
            began = time.perf_counter()
            sizes.append(self._player.come_back(table, place))
            times.append(time.perf_counter() - began)
            self._adopt(table.links[place])
        return {
            "p50": percentile(sorted(times), 0.5),
            "p90": percentile(sorted(times), 0.9),
            "bytes": sum(sizes) / count,
        }

    def _snap(self) -> tuple[float, float, float, float, int]:
        mine = time.process_time()
        heard = sum(link.heard for link in self._links.values())
        return now(), cpu_seconds(self._server), mine, core_seconds(0), heard

    def _close(self, before: tuple[float, float, float, float, int]) -> dict[str, Any]:
        after = self._snap()
        self._measuring = self._again = False
        done, times = self._done, sorted(self._times)
        self._done, self._times = 0, []
        self._drain()
        wall, server, mine, core, heard = (
            new - old for new, old in zip(after, before, strict=True)
        )
        return {
            "seconds": wall,
            "moves": done,
            "moves_per_second": done / wall,
            "moves_per_cpu_second": done / server if server else None,
            "server_share": server / wall,
            "load_share": mine / wall,
            "others_on_server_core": max(0.0, core - server) / wall,
            "bytes_per_update": heard / max(1, done) / OBSERVERS,
            "p50": percentile(times, 0.5),
            "p90": percentile(times, 0.9),
            "p99": percentile(times, 0.99),
            "slowest": times[-1] if times else None,
        }


def _received(link: Link) -> bytes:
    """What has come for *link*: nothing, if less than one record of an encrypted one."""
    try:
        data = link.sock.recv(262_144)
        while isinstance(link.sock, ssl.SSLSocket) and (ready := link.sock.pending()):
            data += link.sock.recv(ready)
    except (BlockingIOError, ssl.SSLWantReadError):
        return b""
    if not data:
        raise RuntimeError(f"closed: table {link.table.number}, place {link.place}")
    return data


def answer(load: Load, words: list[str]) -> dict[str, Any]:
    match words:
        case ["closed", warm, seconds]:
            return load.closed(float(warm), float(seconds))
        case ["open", rate, seconds]:
            return load.open(float(rate), float(seconds))
        case ["moves", count]:
            return load.moves(int(count))
        case ["return", count]:
            return load.come_back(int(count))
    raise ValueError(f"what is {words}?")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("player", choices=sorted(PLAYERS))
    options.add_argument("--port", type=int, required=True)
    options.add_argument("--server", type=int, required=True, help="process id")
    options.add_argument("--tables", type=int, required=True)
    options.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    given = options.parse_args()
    pin(1)
    more_files()
    settings = dict(option.split("=", 1) for option in given.option)
    player = PLAYERS[given.player](given.port, settings)
    load = Load(player, given.server)
    began = now()
    load.open_tables(given.tables)
    print(json.dumps({"opened": given.tables, "seconds": now() - began}), flush=True)
    gc.collect()
    gc.freeze()
    gc.disable()
    waiting = select.poll()
    waiting.register(0, select.POLLIN)
    while True:
        load.listen(0.02)
        if not waiting.poll(0):
            continue
        words = sys.stdin.readline().split()
        if not words or words == ["quit"]:
            return
        print(json.dumps(answer(load, words)), flush=True)


if __name__ == "__main__":
    main()
