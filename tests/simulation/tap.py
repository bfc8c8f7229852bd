"""What the server says and hears, read off its connections by other means than its own.

Frames are taken apart and unpacked as plain maps. Who was told that he has a seat is noted;
with that, and with what the disk holds, each answer is judged the moment it is sent.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any, Final

import msgspec

if TYPE_CHECKING:
    from .net import Connection
    from .world import World

__all__ = ["Line", "Tap"]

TO_STRANGERS: Final = frozenset(
    {"welcome", "goodbye", "ping", "refused", "tables", "games", "accepted"}
)
FIRST_OTHER: Final = 1 << 30
"""Numbers of requests that are no actions begin here, for our own links."""
TAG_WITHIN: Final = 16


class Frames:
    """Cuts bytes into frames."""

    def __init__(self) -> None:
        self._data = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        self._data += data
        found = []
        while len(self._data) >= 4:
            end = 4 + int.from_bytes(self._data[:4], "big")
            if end > 1 << 20 or len(self._data) < end:
                break
            found.append(bytes(self._data[4:end]))
            del self._data[:end]
        return found


class Line:
    """One connection as the tap knows it."""

    def __init__(self, now: float) -> None:
        self.sent = Frames()
        self.heard = Frames()
        self.greeted = False
        self.seat: tuple[str, bytes] | None = None
        """Table and key of the seat that its client was told to have."""
        self.asked: dict[int, bytes] = {}
        """Keys of the seats that it asked for, by the number of the request."""
        self.placed = False
        """Whether it was ever told that it sits or looks on."""
        self.acts: set[int] = set()
        self.lists = 0
        """Answers to requests that a bucket lets through."""
        self.since = now
        self.last_update = b""
        self.closed = False


class Tap:
    """Listens on every connection of the server."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.lines: dict[int, Line] = {}
        self.holders: dict[tuple[str, bytes], int] = {}
        """The connection that was last told that it has the seat."""

    def line(self, connection: Connection) -> Line:
        found = self.lines.get(connection.number)
        if found is None:
            found = self.lines[connection.number] = Line(self._world.now())
        return found

    # --- what the server hears ------------------------------------------------------------

    def server_reads(self, connection: Connection, data: bytes) -> None:
        line = self.line(connection)
        for body in line.heard.feed(data):
            said = _unpacked(body)
            self._world.trace.note("hears", connection.number, said.get("t"), zlib.crc32(body))
            match said.get("t"):
                case "hello":
                    line.greeted = True
                case "act" if isinstance(said.get("id"), int):
                    line.acts.add(said["id"])
                case "create" | "join" | "resume" if isinstance(said.get("key"), bytes):
                    line.asked[said.get("id", 0)] = said["key"]
                case _:
                    pass

    # --- what the server says -------------------------------------------------------------

    def server_sends(self, connection: Connection, data: bytes) -> None:
        world, line = self._world, self.line(connection)
        world.said += data
        for body in line.sent.feed(data):
            sum = zlib.crc32(body)
            if b"update" in body[:TAG_WITHIN]:
                world.trace.note("shows", connection.number, len(body), sum)
                self._update(line, body)
            else:
                said = _unpacked(body)
                world.trace.note(
                    "says", connection.number, said.get("t"), said.get("code", ""), sum
                )
                self._message(connection, line, said)

    def _update(self, line: Line, body: bytes) -> None:
        world = self._world
        world.trace.check(line.placed, "I25", "an update for somebody without a place")
        if line.seat is not None and body == line.last_update:
            ledger = world.ledger(line.seat[0])
            refused = ledger.refused == (world.now(), ledger.batches)
            world.trace.check(not refused, "I20", "others were shown a refusal")
        line.last_update = body

    def _message(self, connection: Connection, line: Line, said: dict[str, Any]) -> None:
        world, kind = self._world, said.get("t")
        world.trace.check(
            line.greeted or kind == "goodbye", "I25", f"{kind} before any greeting"
        )
        match kind:
            case "seated":
                line.seat, line.placed = (said["table"], line.asked[said["id"]]), True
                self.holders[line.seat] = connection.number
                self._last_answer(line, said)
            case "watching":
                line.placed = True
            case "tables":
                line.lists += 1
                limits, passed = world.settings, world.now() - line.since
                most = limits.request_burst + limits.requests_per_second * passed + 1
                world.trace.check(
                    line.lists <= most, "I21", f"{line.lists} lists in {passed} s"
                )
            case "accepted" | "refused" if line.seat and said["id"] in line.acts:
                self._answer(line, said)
            case _:
                strange = not line.placed and kind not in TO_STRANGERS
                world.trace.check(not strange, "I25", f"{kind} for a stranger")

    def _answer(self, line: Line, said: dict[str, Any]) -> None:
        """I4, I16: an answer to an action is on the disk before anybody hears of it."""
        assert line.seat is not None
        world, (table, key) = self._world, line.seat
        if said["t"] == "refused" and said["code"] in UNKEPT:
            return
        kept = world.ledger(table).answers.get((key, said["id"]))
        world.trace.check(
            kept is not None and same(kept, said),
            "I4",
            f"table {table}: {said} was said, {kept} is kept",
        )

    def _last_answer(self, line: Line, said: dict[str, Any]) -> None:
        """What a returning player is told of his last action is what is kept."""
        assert line.seat is not None
        table, key = line.seat
        ledger, told = self._world.ledger(table), said.get("last_id", 0)
        check = self._world.trace.check
        check((key, said["seat"]) in ledger.owners, "I6", f"seat {said['seat']} is not his")
        if told:
            kept, answer = ledger.answers.get((key, told)), said.get("last_answer")
            check(kept is not None, "I4", f"told of act {told}, which is not kept")
            check(answer is not None and same(kept, answer), "I4", f"{answer}, kept {kept}")

    def acted(self, table: str, key: bytes, number: int) -> None:
        """I7: what is kept as done by a seat was asked on the connection that has it."""
        holder = self.holders.get((table, key))
        line = self.lines.get(holder) if holder is not None else None
        told = line is not None and number in line.acts
        self._world.trace.check(
            told or key in self._world.stolen,
            "I7",
            f"table {table}: act {number} came on no connection that has the seat",
        )


UNKEPT: Final = frozenset(
    {"forgotten", "gap", "too-fast", "not-seated", "table-closed", "spectator"}
)
"""Refusals of an action that was not looked at."""


def same(kept: Any, said: dict[str, Any]) -> bool:
    """Whether an answer that was *said* is the one that is *kept*."""
    if said["t"] == "accepted":
        return (
            kept.__class__.__name__ == "Accepted"
            and kept.id == said["id"]
            and (kept.seq == said.get("seq", 0))
        )
    return (
        kept.__class__.__name__ == "Refused"
        and kept.id == said["id"]
        and (kept.code == said["code"])
    )


def _unpacked(body: bytes) -> dict[str, Any]:
    try:
        found = msgspec.msgpack.decode(body)
    except msgspec.DecodeError:
        return {}
    return found if isinstance(found, dict) else {}
