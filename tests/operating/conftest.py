"""What the tests of operating share: a house in memory, and an office that looks after it."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from rummy_server.operating.office import Office
from rummy_server.operating.pulse import Pulse
from rummy_server.store.sqlite import BackupFailed

from ..server.conftest import open_house, run_in_virtual_time

__all__ = ["open_house"]


def pytest_itemcollected(item):
    """Time is virtual but where a test waits for real sockets."""
    here = item.path.parent == Path(__file__).parent and "real" not in item.path.stem
    if here and inspect.iscoroutinefunction(getattr(item, "obj", None)):
        item.add_marker(pytest.mark.trio(run=run_in_virtual_time))


class Shelf:
    """A store as the office sees it, in the state that a test wants."""

    def __init__(self):
        self.late = False
        self.room = True
        self.copies = []

    def has_room(self):
        return self.room

    async def backup(self, to):
        if to.exists():
            raise BackupFailed(f"Cannot write {to}: File exists.")
        self.copies.append(to)


class Kept:
    """A house with its office."""

    def __init__(self, house):
        self.house = house
        self.shelf = Shelf()
        self.pulse = Pulse(house.server.now)
        self.office = Office(house.server, self.shelf, self.pulse)
        self.pulse.each.append(self.office.close_when_done)

    async def ask(self, errand):
        return await self.office.answer(errand)


@pytest.fixture
def keep(open_house, nursery):
    """Opens a house that is looked after."""

    async def open_one(**settings):
        kept = Kept(await open_house(**settings))
        nursery.start_soon(kept.pulse.run)
        return kept

    return open_one
