"""Those who play at the tables of a bench: one sort for the yardstick, one for the product.

A player opens a table's five connections, chooses its moves and recognises the update that
shows a move to an observer. It measures nothing; `load` does.

The product's tables play real rummy, in one of the `STYLES`: a seat asks for what its newest
view offers, and all say that they are ready when a deal is over. So the views, and with them
the rules, decide what is legal.
"""

from __future__ import annotations

import hashlib
import os
import socket
import ssl
from typing import Any, Final, Protocol

import msgpack
import msgspec
from frames import SIZE, frame
from terms import STYLES

__all__ = [
    "OBSERVERS",
    "PLAYERS",
    "HousePlayer",
    "Link",
    "Player",
    "RawPlayer",
    "Table",
    "glimpse",
]

OBSERVERS: Final = 5
SEATS: Final = 4


class Link:
    """One connection of a table: a seat (0 to 3) or the spectator (4)."""

    __slots__ = (
        "acts",
        "buffer",
        "heard",
        "key",
        "place",
        "secret",
        "seq",
        "sock",
        "spoke",
        "table",
        "view",
    )

    def __init__(self, sock: socket.socket, table: Table, place: int) -> None:
        self.sock = sock
        self.table = table
        self.place = place
        self.buffer = b""
        self.heard = 0
        """Bytes received."""
        self.spoke = 0.0
        """When something was last sent, so that `load` pings in time."""
        self.seq = -1
        self.view = b""
        """The body of the newest update, not yet decoded."""
        self.acts = 0
        self.key = b""
        self.secret = b""


class Table:
    """Five links, and the move that is under way between them."""

    __slots__ = (
        "at_top",
        "code",
        "due",
        "links",
        "moves",
        "number",
        "refused",
        "since",
        "top",
        "turn",
        "under_way",
    )

    def __init__(self, number: int) -> None:
        self.number = number
        self.links: list[Link] = []
        self.moves = 0
        self.top = -1
        """The newest update's number that any observer has seen."""
        self.at_top = 0
        """How many observers have seen it."""
        self.under_way = False
        self.since = 0.0
        self.due: list[float] = []
        self.turn = 0
        self.code = ""
        self.refused = 0

    def seen(self, link: Link, seq: int) -> None:
        """Note that *link* has the update with number *seq*."""
        if seq <= link.seq:
            return
        link.seq = seq
        if seq > self.top:
            self.top, self.at_top = seq, 1
        elif seq == self.top:
            self.at_top += 1


class Player(Protocol):
    """What `load` asks of one who plays."""

    def open_table(self, table: Table) -> None:
        """Connect five observers and wait until each has its first state. Blocks."""

    def come_back(self, table: Table, place: int) -> int:
        """Connect again to *place*, up to its full state; returns the bytes that came."""

    def hear(self, link: Link, data: bytes) -> None:
        """Take in what came for *link*; note the updates in it with `Table.seen`."""

    def next_move(self, table: Table) -> tuple[Link, bytes] | None:
        """The next legal move and whose it is; None: the table was asked to go on."""


def connect(port: int, tls: ssl.SSLContext | None = None) -> socket.socket:
    sock = socket.create_connection(("127.0.0.1", port), timeout=20)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return sock if tls is None else tls.wrap_socket(sock)


def encrypted() -> ssl.SSLContext:
    """How a client encrypts that knows its server: no certificate is asked for here."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


class RawPlayer:
    """Plays at the yardstick: any move is legal, and looks like a product's."""

    def __init__(self, port: int, options: dict[str, str]) -> None:
        self._port = port
        self._moves = [
            frame({"t": "act", "id": 200, "seq": 1000, "action": action})
            for action in ({"a": "draw"}, {"a": "discard", "card": 17})
        ]

    def _sit(self, table: Table, place: int) -> Link:
        link = Link(connect(self._port), table, place)
        link.sock.sendall(frame({"t": "sit", "table": table.number, "place": place}))
        while link.seq < 0:
            self.hear(link, _some(link.sock))
        return link

    def open_table(self, table: Table) -> None:
        table.links = [self._sit(table, place) for place in range(OBSERVERS)]

    def come_back(self, table: Table, place: int) -> int:
        table.links[place] = link = self._sit(table, place)
        return link.heard

    def hear(self, link: Link, data: bytes) -> None:
        link.heard += len(data)
        data = link.buffer + data if link.buffer else data
        start, end = 0, len(data)
        while end - start >= 4:
            stop = start + 4 + SIZE.unpack_from(data, start)[0]
            if stop > end:
                break
            if data[start + 8] == 0x75:  # the u of "update"; "seated" has an s here
                link.table.seen(link, SIZE.unpack_from(data, start + 19)[0])
            start = stop
        link.buffer = data[start:]

    def next_move(self, table: Table) -> tuple[Link, bytes] | None:
        number = table.moves
        return table.links[(number >> 1) % SEATS], self._moves[number & 1]


class _Waiting(msgspec.Struct):
    seat: int


class _Fit(msgspec.Struct):
    card: int
    melds: tuple[int, ...]


class _Lay(msgspec.Struct):
    cards: tuple[int, ...]
    stands: tuple[int, ...] = ()


class _Deal(msgspec.Struct):
    waiting: tuple[_Waiting, ...]


class _You(msgspec.Struct):
    hand: tuple[int, ...]
    may: tuple[str, ...] = ()
    locked: int | None = None
    fits: tuple[_Fit, ...] = ()
    can_meld: tuple[_Lay, ...] = ()
    points: int = 0


class _Table(msgspec.Struct):
    id: str
    stage: str
    host: int | None = None


class _Glimpse(msgspec.Struct):
    """The little of an update that a move is chosen from; the rest is skipped unread."""

    seq: int
    table: _Table
    deal: _Deal | None = None
    you: _You | None = None


glimpse: Final = msgspec.msgpack.Decoder(_Glimpse).decode
_UPDATE: Final = b"\xa1t\xa6update\xa3seq"
"""How an update's map goes on after its first byte; its number follows at once."""


def _number(data: bytes, at: int) -> int:
    """The msgpack integer at place *at*."""
    first = data[at]
    if first < 0x80:
        return first
    width = {0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8}[first]
    return int.from_bytes(data[at + 1 : at + 1 + width], "big")


def _some(sock: socket.socket) -> bytes:
    data = sock.recv(65536)
    if not data:
        raise RuntimeError("the server closed a connection")
    return data


class HousePlayer:
    """Plays rummy at the product's tables.

    Options: ``style=`` one of `STYLES`; ``tls=1`` for a server that encrypts.
    """

    def __init__(self, port: int, options: dict[str, str]) -> None:
        self._port = port
        style = options.get("style", "turns")
        self._melds = style == "deals"
        self._changes = STYLES[style]
        self._tls = encrypted() if options.get("tls") else None
        self.answers: dict[str, int] = {}

    # --- opening a table ---------------------------------------------------------------

    def _greet(self, table: Table, place: int, then: bytes = b"") -> Link:
        """A new connection; what follows the greeting is sent with it, as a client would."""
        link = Link(connect(self._port, self._tls), table, place)
        name = f"T{table.number} {'NESWL'[place]}"
        hello = frame({"t": "hello", "protocol": [1, 0], "name": name})
        link.sock.sendall(hello + then)
        self._wait(link, "welcome")
        return link

    def _wait(self, link: Link, *kinds: str) -> dict[str, Any]:
        """Read until a message of one of *kinds* has come; all others are taken in."""
        while True:
            if len(link.buffer) >= 4:
                stop = 4 + SIZE.unpack_from(link.buffer)[0]
                if len(link.buffer) >= stop:
                    whole, link.buffer = link.buffer[:stop], link.buffer[stop:]
                    message: dict[str, Any] = msgpack.unpackb(whole[4:])
                    self._frame(link, whole, 0, stop)
                    if message["t"] in kinds:
                        return message
                    if message["t"] in ("refused", "goodbye"):
                        raise RuntimeError(f"while waiting for {kinds}: {message}")
                    continue
            data = _some(link.sock)
            link.heard += len(data)
            link.buffer += data

    def _seat(self, table: Table, place: int) -> Link:
        link = self._greet(table, place)
        link.key, link.secret = os.urandom(16), os.urandom(32)
        held = {"id": 1, "key": link.key, "hash": hashlib.sha256(link.secret).digest()}
        if place == 0:
            name = f"bench {table.number}"
            link.sock.sendall(
                frame({"t": "create", "name": name, "changes": self._changes, **held})
            )
        else:
            link.sock.sendall(frame({"t": "join", "table": table.code, **held}))
        table.code = self._wait(link, "seated")["table"]
        return link

    def _look_on(self, table: Table) -> Link:
        link = self._greet(table, SEATS)
        link.sock.sendall(frame({"t": "watch", "id": 1, "table": table.code}))
        self._wait(link, "watching")
        return link

    def open_table(self, table: Table) -> None:
        for place in range(SEATS):
            table.links.append(self._seat(table, place))
        table.links.append(self._look_on(table))
        for link in table.links[:SEATS]:
            link.sock.sendall(frame({"t": "ready", "id": 2}))
            self._wait(link, "accepted")
        table.links[0].sock.sendall(frame({"t": "start", "id": 3}))
        for link in table.links:
            while not (link.view and _waits(link.view)):
                self._wait(link, "update")
            self.hear(link, b"")

    def come_back(self, table: Table, place: int) -> int:
        old = table.links[place]
        secret = os.urandom(32)
        claim = {"t": "resume", "id": 1, "key": old.key, "secret": old.secret}
        successor = hashlib.sha256(secret).digest()
        new = self._greet(table, place, frame({**claim, "next": successor}))
        new.key, new.secret, new.acts = old.key, secret, old.acts
        self._wait(new, "seated")
        self._wait(new, "update")
        self.hear(new, b"")
        table.links[place] = new
        return new.heard

    # --- playing -----------------------------------------------------------------------

    def hear(self, link: Link, data: bytes) -> None:
        link.heard += len(data)
        data = link.buffer + data if link.buffer else data
        start, end = 0, len(data)
        while end - start >= 4:
            stop = start + 4 + SIZE.unpack_from(data, start)[0]
            if stop > end:
                break
            self._frame(link, data, start, stop)
            start = stop
        link.buffer = data[start:]

    def _frame(self, link: Link, data: bytes, start: int, stop: int) -> None:
        if data.startswith(_UPDATE, start + 5):
            link.view = data[start + 4 : stop]
            link.table.seen(link, _number(data, start + 18))
        elif data.startswith(b"\xa7refused", start + 7):
            self._refused(link, msgpack.unpackb(data[start + 4 : stop]))
        elif data.startswith(b"\xa7goodbye", start + 7):
            raise RuntimeError(f"sent away: {msgpack.unpackb(data[start + 4 : stop])}")

    def _refused(self, link: Link, answer: dict[str, Any]) -> None:
        reason = f"{answer['code']} {answer.get('rule', '')}"
        self.answers[reason] = self.answers.get(reason, 0) + 1
        table = link.table
        table.refused += 1
        if not table.under_way or table.refused > 3:
            raise RuntimeError(f"table {table.number}: {answer}")
        link.sock.send(self._act(link, self._choose(glimpse(link.view), False)))

    def next_move(self, table: Table) -> tuple[Link, bytes] | None:
        table.refused = 0
        link = table.links[table.turn]
        seen = glimpse(link.view)
        if seen.deal is None or not seen.deal.waiting:
            self._go_on(table, seen.table)
            return None
        seat = seen.deal.waiting[0].seat
        if seat != table.turn:
            table.turn = seat
            link = table.links[seat]
            seen = glimpse(link.view)
        return link, self._act(link, self._choose(seen, self._melds))

    def _act(self, link: Link, action: dict[str, Any]) -> bytes:
        link.acts += 1
        seq = link.table.top
        return frame({"t": "act", "id": link.acts, "seq": seq, "action": action})

    @staticmethod
    def _choose(seen: _Glimpse, melds: bool) -> dict[str, Any]:
        you = seen.you
        assert you is not None
        if "draw" in you.may:
            return {"a": "draw"}
        if melds and "meld" in you.may and you.can_meld:
            return {"a": "meld", "cards": you.can_meld[0].cards}
        if melds and "lay-off" in you.may and you.fits:
            fit = you.fits[0]
            return {"a": "lay-off", "meld": fit.melds[0], "cards": [fit.card]}
        if "discard" in you.may:
            loose = next(card for card in you.hand if card != you.locked)
            return {"a": "discard", "card": loose}
        return {"a": you.may[0]}

    def _go_on(self, table: Table, view: _Table) -> None:
        """Between deals: everybody is ready; between matches: everybody wants another."""
        match view.stage:
            case "scoring":
                word = "ready"
            case "over":
                word = "rematch"
            case _:
                return
        for link in table.links[:SEATS]:
            link.sock.send(frame({"t": word, "id": 1000 + table.moves}))


def _waits(view: bytes) -> bool:
    deal = glimpse(view).deal
    return deal is not None and bool(deal.waiting)


PLAYERS: Final[dict[str, type[RawPlayer] | type[HousePlayer]]] = {
    "raw": RawPlayer,
    "house": HousePlayer,
}
