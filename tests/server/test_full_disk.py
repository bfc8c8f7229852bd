"""A disk that is nearly full begins no new table; what is played goes on to its end (P23)."""

from __future__ import annotations

from rummy_protocol.actions import DrawStock
from rummy_protocol.errors import Code
from rummy_protocol.messages import Accepted, Create
from rummy_server.journal import MemoryJournal

KEY, HASH = b"k" * 16, b"h" * 32


class Filling(MemoryJournal):
    """A journal whose disk a test may fill."""

    full = False

    def has_room(self) -> bool:
        return not self.full


async def test_a_full_disk_refuses_tables_and_lets_games_go_on(open_house):
    store = Filling(keep=True)
    house = await open_house(env={"store": store})
    ann, bob = await house.playing()
    cleo = await house.client("Cleo")
    store.full = True

    refused = await cleo.ask(Create, name="", key=KEY, hash=HASH)
    first = ann if ann.update.deal.waiting[0].seat == ann.seated.seat else bob
    played = await first.act(DrawStock())

    assert refused.code == Code.TOO_MANY_TABLES
    assert isinstance(played, Accepted)

    store.full = False
    assert await cleo.create()
