"""Leaks planted in a whole house: in its lengths, its log, its books, its journal's reader.

Each takes the place of a piece of the product while one pair of worlds is played.
"""

from __future__ import annotations

import importlib
import logging
from dataclasses import dataclass, field

import msgspec
import trio

from rummy_protocol import codec
from rummy_protocol.cards import name
from rummy_protocol.messages import Accepted, Refused
from rummy_protocol.padding import LEAST_TAIL, STEP
from rummy_server import lobby
from rummy_server.game.state import face
from rummy_server.game.view import Seat
from rummy_server.journal import MemoryJournal
from rummy_server.operating import numbers, office
from rummy_server.operating.counted import Counted
from rummy_server.room.records import Acted
from rummy_server.table import entrance, gallery, table
from rummy_server.table.play import Play
from rummy_server.table.shown import Shown


@dataclass(frozen=True)
class HouseLeak:
    name: str
    heard_in: str
    """The part of `Heard` that carries it."""
    plant: object
    """Puts it in, with a `MonkeyPatch`."""
    how: dict = field(default_factory=dict)
    """In which pairs: with attempts in vain, with a restart."""


HOUSE_LEAKS: list[HouseLeak] = []
FRAMES = importlib.import_module("rummy_server.archive.frames")
"""The module; the package has a function of that name."""
LOGGER = logging.getLogger("rummy_server.table.play")


def house_leak(name, heard_in, **how):
    def register(plant):
        HOUSE_LEAKS.append(HouseLeak(name, heard_in, plant, how))
        return plant

    return register


def hidden(room):
    """A number that depends on who holds what."""
    deal = None if room.match is None else room.match.deal
    hands = () if deal is None else deal.hands
    return sum(n * face(card) for n, hand in enumerate(hands, 1) for card in hand)


def after(kind, method, then):
    """*kind*'s *method*, and *then* something with what it was called with."""
    real = getattr(kind, method)

    async def changed(self, *given, **named):
        await real(self, *given, **named)
        await then(self, *given)

    return changed


# --- lengths -----------------------------------------------------------------------------


def sized(patch, size_of):
    """Have views the size that *size_of* says, from what one holds and what it should have."""
    real = codec._filled
    patch.setattr(
        codec,
        "_filled",
        lambda body, size: real(body, size_of(len(body) + LEAST_TAIL, size)),
    )


@house_leak("nothing is padded", "lengths")
def _(patch):
    patch.setattr(codec, "padded", lambda body, most: body)
    sized(patch, lambda held, size: held)


@house_leak("a view is rounded up by what is in it", "lengths")
def _(patch):
    sized(patch, lambda held, size: held + -held % STEP)


@house_leak("a view has the next power of two that it fits into", "lengths")
def _(patch):
    sized(patch, lambda held, size: 1 << (held - 1).bit_length())


@house_leak("a hand that allows much gets more room", "lengths")
def _(patch):
    real = Shown.frame

    def frame(self, seat):
        roomy = seat is not None and seat < len(self._yous) and len(self._yous[seat]) > 150
        self._size *= 1 + roomy
        try:
            return real(self, seat)
        finally:
            self._size //= 1 + roomy

    patch.setattr(Shown, "frame", frame)


# --- the log -----------------------------------------------------------------------------


@house_leak("the log says which card was drawn", "log")
def _(patch):
    async def log(self, *records):
        for record in records:
            for event in getattr(record, "events", ()):
                if hasattr(event, "card"):
                    LOGGER.debug("%s", name(face(event.card)))

    patch.setattr(table.Table, "commit", after(table.Table, "commit", log))


@house_leak("the log says when a hand is good", "log")
def _(patch):
    async def log(self, *records):
        if hidden(self.room) % 3 == 0:
            LOGGER.info("a good hand at table %s", self.id)

    patch.setattr(table.Table, "commit", after(table.Table, "commit", log))


# --- the books of the house --------------------------------------------------------------


@house_leak("a number of the house counts points in hands", "books")
def _(patch):
    real = numbers.numbers_of

    def counted(server, *given):
        points = sum(hidden(one.room) for one in server.lobby.tables.values())
        return msgspec.structs.replace(real(server, *given), watching=points)

    patch.setattr(numbers, "numbers_of", counted)


@house_leak("actions are counted by the card that they are about", "books")
def _(patch):
    async def count(self, table, expected, epoch, batch):
        for record in batch.records:
            if isinstance(record, Acted):
                for event in record.events:
                    if hasattr(event, "card"):
                        self.actions[name(face(event.card))] += 1

    patch.setattr(Counted, "append", after(Counted, "append", count))


@house_leak("the host's list of tables names the next card", "books")
def _(patch):
    real = office._table_line

    def line(one):
        deal = one.room.match and one.room.match.deal
        told = name(face(deal.stock[-1])) if deal and deal.stock else ""
        return msgspec.structs.replace(real(one), name=told)

    patch.setattr(office, "_table_line", line)


@house_leak("the list in the lobby counts a good hand as a person", "lobby")
def _(patch):
    real = gallery.table_line

    def line(room, people):
        told = real(room, people)
        return msgspec.structs.replace(told, humans=told.humans + hidden(room) % 7)

    patch.setattr(gallery, "table_line", line)


# --- the journal and its reader ----------------------------------------------------------


@house_leak("the reader shows a seat its hand while the deal runs", "replayed")
def _(patch):
    patch.setattr(FRAMES, "_runs", lambda game, room: False)


@house_leak("the reader takes who looks on for the first player", "replayed")
def _(patch):
    patch.setattr(
        FRAMES, "_seat", lambda game, room, who: who.number if isinstance(who, Seat) else 0
    )


@house_leak("the journal takes its time over some cards", "viewer")
def _(patch):
    async def dawdle(self, table, expected, epoch, batch):
        for record in batch.records:
            if isinstance(record, Acted):
                drawn = [event.card for event in record.events if hasattr(event, "card")]
                await trio.sleep(sum(drawn) / 10_000)

    patch.setattr(MemoryJournal, "append", after(MemoryJournal, "append", dawdle))


# --- the table ---------------------------------------------------------------------------


@house_leak("the table takes longer over good hands", "viewer")
def _(patch):
    async def think(self, *records):
        await trio.sleep(hidden(self.room) / 1e6)

    patch.setattr(table.Table, "commit", after(table.Table, "commit", think))


@house_leak("what is refused to one is shown to all", "viewer", attempts=True)
def _(patch):
    real = Play.judge

    def judge(self, seat, act):
        answer, happened = real(self, seat, act)
        if isinstance(answer, Refused):
            self._desk.touch()
        return answer, happened

    patch.setattr(Play, "judge", judge)


@house_leak("who comes back is told how the others stand", "viewer", away=True)
def _(patch):
    real = entrance._seat

    def seat(at, visitor, *given):
        visitor.outbox.put(codec.encode(Accepted(0, hidden(at.room))))
        return real(at, visitor, *given)

    patch.setattr(entrance, "_seat", seat)


@house_leak(
    "a house that opens again shows everybody his neighbour's hand", "viewer", again=True
)
def _(patch):
    real, taken_over = Shown.frame, lobby.Lobby.take_over

    async def take_over(self):
        await taken_over(self)
        if self.tables:
            patch.setattr(
                Shown,
                "frame",
                lambda self, seat: real(self, (seat or 0) + 1 if self._yous else seat),
            )

    patch.setattr(lobby.Lobby, "take_over", take_over)
