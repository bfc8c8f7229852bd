"""The link of a visitor: the ordinary one, that counts what the house cannot count.

To the house all who come by ssh are at one address, this machine's. So what it limits by
address is limited here, by the address from which they really come. All who come share one
thread: it hears for one of them at a time, and tells when somebody has his answer.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import trio

from rummy_protocol.errors import Code
from rummy_protocol.messages import Accepted, Create, Goodbye, Refused, Request
from rummy_protocol.text import _

from ..dialogue import Heard
from ..link import Connect, Hear, Link, tcp
from ..seatfile import HeldSeat
from ..secure import sealed
from .errand import House
from .limits import Doorway

__all__ = ["VisitLink"]

_HELPING: Final = 4096
"""Bytes that are heard for one visitor at a time: one update or two."""


class VisitLink(Link):
    """A link that ends the visit when too much is asked from one address."""

    def __init__(
        self,
        house: House,
        name: str,
        folder: Path | None,
        seat: HeldSeat | None,
        *,
        doorway: Doorway,
        address: str,
        ear: trio.Lock,
        over: Callable[[str], None],
        answered: Callable[[], None],
    ) -> None:
        super().__init__(
            _way(house),
            name,
            where=(house.host, house.port),
            folder=folder,
            seat=seat,
            patient=seat is not None,
            pin=house.pin,
            agent="ssh",
        )
        self._doorway = doorway
        self._address = address
        self._ear = ear
        self._over = over
        self._answered = answered

    def ask(self, request: Request) -> int:
        if isinstance(request, Create) and not self._doorway.may_make_table(self._address):
            self._over(_("Too many tables were made from where you are. Come back later."))
            return 0
        return super().ask(request)

    async def receive(self, stream: trio.abc.Stream) -> bytes:
        data = bytes(await stream.receive_some(_HELPING))
        # Between one and the next Trio takes a turn: a table's news for a hundred visitors
        # are no single piece of work for which a key would have to wait.
        async with self._ear:
            return data

    async def run(self, hear: Hear) -> Goodbye:
        def heard(said: Heard) -> None:
            if isinstance(said, Accepted | Refused):
                self._answered()
            wrong = isinstance(said, Refused) and said.code == Code.WRONG_PASSWORD
            if wrong and not self._doorway.guessed_wrong(self._address):
                self._over(_("Too many wrong passwords. Come back in a minute."))
            hear(said)

        return await super().run(heard)


def _way(house: House) -> Connect:
    if house.pin:
        return sealed(*house)
    return tcp(house.host, house.port)
