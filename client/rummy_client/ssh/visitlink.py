"""The link of a visitor: the ordinary one, that counts what the house cannot count.

To the house all who come by ssh are at one address, this machine's. So what it limits by
address is limited here, by the address from which they really come.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rummy_protocol.errors import Code
from rummy_protocol.messages import Create, Goodbye, Refused, Request
from rummy_protocol.text import _

from ..dialogue import Heard
from ..link import Connect, Hear, Link, tcp
from ..seatfile import HeldSeat
from ..secure import sealed
from .errand import House
from .limits import Doorway

__all__ = ["VisitLink"]


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
        over: Callable[[str], None],
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
        self._over = over

    def ask(self, request: Request) -> int:
        if isinstance(request, Create) and not self._doorway.may_make_table(self._address):
            self._over(_("Too many tables were made from where you are. Come back later."))
            return 0
        return super().ask(request)

    async def run(self, hear: Hear) -> Goodbye:
        def heard(said: Heard) -> None:
            wrong = isinstance(said, Refused) and said.code == Code.WRONG_PASSWORD
            if wrong and not self._doorway.guessed_wrong(self._address):
                self._over(_("Too many wrong passwords. Come back in a minute."))
            hear(said)

        return await super().run(heard)


def _way(house: House) -> Connect:
    if house.pin:
        return sealed(*house)
    return tcp(house.host, house.port)
