"""What was asked of the server and has no answer yet. Book-keeping only: it sends nothing.

An action is sent again after a lost connection, under the same number, until its answer is
known; the server carries it out once. Other requests are asked again only where asking twice
does no harm.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from rummy_protocol.errors import Code
from rummy_protocol.messages import (
    Accepted,
    Act,
    Advise,
    Create,
    FromServer,
    Games,
    History,
    Join,
    Leave,
    ListTables,
    Ready,
    Refused,
    Request,
    Watch,
)

__all__ = ["Asked"]

FIRST_OTHER: Final = 1 << 30
"""Numbers of requests that are no `Act` begin here, so that answers cannot be confused."""

HARMLESS: Final = (ListTables, Games, Create, Join, Watch, Leave, Ready, Advise, History)
"""Requests that may be asked again when nobody knows whether they arrived."""


class Asked:
    """The unanswered requests of one client, in the order in which they were asked."""

    def __init__(self) -> None:
        self._waiting: dict[int, Request] = {}
        self._sent: set[int] = set()
        self._last_act = 0
        self._last_other = FIRST_OTHER

    def add(self, request: Request) -> Request:
        """Note *request* under the number that is its own from now on."""
        if isinstance(request, Act):
            number = self._last_act = self._last_act + 1
        else:
            number = self._last_other = self._last_other + 1
        numbered = msgspec.structs.replace(request, id=number)
        self._waiting[number] = numbered
        return numbered

    def due(self) -> Iterator[Request]:
        """What may be sent now, each once for a connection; of actions one at a time.

        One at a time, because a server remembers the answer to the last one only.
        """
        acting = any(number < FIRST_OTHER for number in self._sent)
        for number, request in self._waiting.items():
            if number in self._sent or (acting and isinstance(request, Act)):
                continue
            acting = acting or isinstance(request, Act)
            self._sent.add(number)
            yield request

    def answered(self, number: int) -> Request | None:
        """The request that the answer with *number* is for, which is settled with that."""
        self._sent.discard(number)
        return self._waiting.pop(number, None)

    def prove(self, number: int, secret: bytes) -> None:
        """Should the request for a seat with *number* be repeated, then with its *secret*."""
        request = self._waiting.get(number)
        if number in self._sent and isinstance(request, Create | Join):
            self._waiting[number] = msgspec.structs.replace(request, secret=secret)

    def repeat(self, number: int) -> None:
        """The server did not look at the request with *number*: it is due once more."""
        self._sent.discard(number)

    def cut(self) -> tuple[Refused, ...]:
        """The connection is gone: what cannot be asked again is answered here."""
        given_up = [
            number
            for number in self._sent
            if not isinstance(self._waiting[number], (Act, *HARMLESS))
        ]
        self._sent.clear()
        for number in given_up:
            del self._waiting[number]
        return tuple(Refused(number, Code.BUSY) for number in sorted(given_up))

    def resumed(
        self, last_id: int, last_answer: Accepted | Refused | None
    ) -> tuple[FromServer, ...]:
        """Settle the actions up to *last_id*, which is as far as the server has come."""
        answers: list[FromServer] = []
        for number in [n for n in self._waiting if n <= last_id]:
            del self._waiting[number]
            if last_answer is not None and last_answer.id == number:
                answers.append(last_answer)
            else:
                answers.append(Refused(number, Code.FORGOTTEN))
        self._last_act = max(self._last_act, last_id)
        return tuple(answers)

    def unseated(self) -> tuple[FromServer, ...]:
        """There is no seat any more: nothing that was asked from it can be done."""
        over = {n: r for n, r in self._waiting.items() if isinstance(r, (Act, Leave, Ready))}
        for number in over:
            self.answered(number)
        self._last_act = 0
        return tuple(
            Accepted(number) if isinstance(request, Leave) else Refused(number, Code.SEAT_LOST)
            for number, request in over.items()
        )
