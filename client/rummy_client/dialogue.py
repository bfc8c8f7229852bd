"""What a client has to say so that it keeps its place, over any number of connections.

It takes what the server says and gives back what is to be told to the rest of the client, and
what is to be sent. No I/O but the seat file, no waiting and no clock: those are the link's.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from rummy_protocol.errors import Code
from rummy_protocol.messages import (
    Accepted,
    Create,
    FromServer,
    Goodbye,
    Join,
    Leave,
    Page,
    Ping,
    Refused,
    Request,
    Resume,
    Seated,
    Update,
    Watch,
    Watching,
    Welcome,
)
from rummy_protocol.views import Stage

from .asked import Asked
from .linkstate import CLAIM, SEAT_FILE, LinkState, Online
from .seatfile import KEY_BYTES, SECRET_BYTES, Entropy, HeldSeat, Seat, SeatFileError, new_seat
from .sound import received

__all__ = ["Cut", "Dialogue", "Ending", "Heard", "Over"]

Heard: TypeAlias = FromServer | LinkState

FINAL: Final = frozenset(
    {
        Code.BAD_VERSION,
        Code.BAD_FRAME,
        Code.BAD_MESSAGE,
        Code.TOO_LONG,
        Code.BAD_NAME,
        Code.REPLACED,
        Code.REVOKED,
        Code.KICKED,
        Code.BYE,
    }
)
"""Endings after which coming back would lead to the same ending, or to a fight for the seat."""

SPENT: Final = frozenset({Code.REPLACED, Code.REVOKED})
"""Endings after which our secret is worth nothing, and using it would look like theft."""

PASSING: Final = frozenset({Code.BUSY, Code.TOO_FAST, Code.TOO_MANY_GUESSES})
"""Refusals of a claim that say nothing about the seat."""


LONGEST_BREAK: Final = 3600
"""Seconds. A house that says that it will be closed for longer is asked after these."""


class Cut(msgspec.Struct, frozen=True):
    """This connection is over and another is to be made."""

    why: str
    seconds: int = 0
    """The server has said that it will not be back before."""


class Over(msgspec.Struct, frozen=True):
    """There will be no other connection."""

    goodbye: Goodbye


Ending: TypeAlias = Cut | Over


class Dialogue:
    """One client's side of the talk. Only its link calls it, from one thread."""

    def __init__(
        self,
        name: str,
        where: tuple[str, int],
        folder: Path | None,
        seat: HeldSeat | None,
        entropy: Entropy,
        plain: bool = False,
        pin: str = "",
    ) -> None:
        self._name = name
        self._where = where
        self._folder = folder
        self._entropy = entropy
        self._plain = plain
        self._pin = pin
        self._asked = Asked()
        self._seat = seat
        self._watching: Watch | None = None
        self._claims: dict[int, HeldSeat] = {}
        """Seats that were asked for, by the number of the request."""
        self._first: list[Request] = []
        self.greeted = False
        """Whether a server has ever welcomed us."""
        self.open = False
        """Whether requests may be sent on this connection."""
        self.ending: Ending | None = None
        """Set when the connection has to be closed."""

    def ask(self, request: Request) -> int:
        """Put down *request* for sending; its number."""
        if not isinstance(request, Create | Join) or request.key:
            return self._asked.add(request).id
        held = self._new_seat(request)
        if held is None:
            return 0
        told = msgspec.structs.replace(request, key=held.seat.key, hash=held.seat.hash)
        number = self._asked.add(told).id
        self._claims[number] = held
        return number

    def due(self) -> list[Request]:
        """What is to be sent now: the claim to our place first, then what was asked."""
        first, self._first = self._first, []
        return first + (list(self._asked.due()) if self.open else [])

    def connected(self) -> None:
        """A new connection has been made: claim the place that we had, if there is one.

        The claim follows the greeting without waiting for its answer, which saves a round
        trip; a server that will not speak with us does not look at it.
        """
        self._first = []
        if isinstance(self.ending, Cut):
            self.ending = None
        try:
            self._first += self._claim()
        except SeatFileError as exc:
            self._spoilt(exc)

    def disconnected(self) -> tuple[FromServer, ...]:
        """The connection is gone; answers to what will not be asked again."""
        self.open = False
        for number, held in self._claims.items():
            self._asked.prove(number, held.seat.secret)
        return self._asked.cut()

    def release(self) -> None:
        """The client ends; its seat may be taken up by another."""
        for held in (*self._claims.values(), self._seat):
            if held is not None:
                held.release()

    def heard(self, message: FromServer) -> list[Heard]:
        """What the rest of the client is to be told when the server has said *message*.

        Last words are printed when the screen is gone, and the name of a table is kept on disk,
        so all that is said is made safe here. Views, the bulk of it, are when they are shown.

        Raises:
            ProtocolViolation: no correct server sends that.
        """
        if not isinstance(message, Update | Page):
            message = received(message)
        try:
            return list(self._judge(message))
        except SeatFileError as exc:
            self._spoilt(exc)
            return []

    def _judge(self, message: FromServer) -> list[Heard]:
        match message:
            case Ping():
                return []
            case Welcome():
                return [message, *self._welcomed()]
            case Goodbye():
                return self._bidden_farewell(message)
            case Update():
                if message.table.stage is Stage.CLOSED:
                    self._drop_place()
                return [message]
            case Seated():
                return self._seated(message)
            case Refused() if message.id == CLAIM:
                return self._claim_refused(message)
            case Watching() if message.id == CLAIM:
                return [message, self._online()]
            case _:
                return self._answered(message)

    # --- taking up our place again ----------------------------------------------------------

    def _claim(self) -> list[Request]:
        if self._seat is not None:
            seat = self._seat.offer_next(self._entropy)
            return [Resume(CLAIM, seat.key, seat.secret, seat.next_hash)]
        if self._watching is not None:
            return [msgspec.structs.replace(self._watching, id=CLAIM)]
        return []

    def _welcomed(self) -> list[Heard]:
        self.greeted = True
        claiming = self._seat is not None or self._watching is not None
        return [] if claiming else [self._online()]

    def _online(self) -> Online:
        self.open = True
        return Online(self._plain)

    def _seated(self, seated: Seated) -> list[Heard]:
        if seated.id != CLAIM:
            held = self._claims.pop(seated.id, None)
            self._asked.answered(seated.id)
            if held is not None:
                self._drop_place()
                self._seat = held
        if self._seat is None:
            return []
        self._seat.confirm(seated.table)
        answers = self._asked.resumed(seated.last_id, seated.last_answer)
        online = [] if self.open else [self._online()]
        return [seated, *answers, *online]

    def _claim_refused(self, refused: Refused) -> list[Heard]:
        if refused.code in PASSING:
            self.ending = Cut(refused.code)
            return []
        self._drop_place()
        return [*self._asked.unseated(), refused, self._online()]

    # --- answers and endings ----------------------------------------------------------------

    def _answered(self, message: FromServer) -> list[Heard]:
        request = self._asked.answered(getattr(message, "id", 0))
        match request, message:
            case ((Create() | Join()), Refused()):
                held = self._claims.pop(request.id, None)
                if held is not None:
                    held.forget()
            case Leave(), Accepted():
                self._drop_place()
            case Watch(), Watching():
                self._watching = request
            case _:
                pass
        return [message]

    def _bidden_farewell(self, goodbye: Goodbye) -> list[Heard]:
        if goodbye.code in SPENT or (goodbye.code == Code.KICKED and "seat" in goodbye.args):
            self._drop_place()
        back_in = _back_in(goodbye)
        closed = goodbye.code == Code.SHUTDOWN and not back_in
        final = closed or goodbye.code in FINAL
        self.ending = Over(goodbye) if final else Cut(goodbye.code, back_in)
        return [goodbye]

    # --- places -----------------------------------------------------------------------------

    def _new_seat(self, request: Create | Join) -> HeldSeat | None:
        """A seat to ask for, whose first secret is on disk."""
        host, port = self._where
        seat = Seat(
            host=host,
            port=port,
            key=self._entropy(KEY_BYTES),
            secret=self._entropy(SECRET_BYTES),
            asked=request.table if isinstance(request, Join) else request.name,
            name=self._name,
            plain=self._plain,
            pin=self._pin,
        )
        try:
            return new_seat(self._folder, seat)
        except SeatFileError as exc:
            self._spoilt(exc)
            return None

    def _drop_place(self) -> None:
        """We have no seat and look at no table any more."""
        if self._seat is not None:
            self._seat.forget()
            self._seat = None
        self._watching = None

    def _spoilt(self, exc: SeatFileError) -> None:
        self.ending = Over(Goodbye(SEAT_FILE, {"why": str(exc)}))


def _back_in(goodbye: Goodbye) -> int:
    """After how many seconds a house that closes will be open again; 0 if it does not say."""
    told = goodbye.args.get("seconds") if goodbye.code == Code.SHUTDOWN else None
    return max(1, min(told, LONGEST_BREAK)) if isinstance(told, int) else 0
