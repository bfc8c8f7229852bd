"""What the store's tests share: a journal on disk, and matches to keep in it."""

from __future__ import annotations

import os
from contextlib import asynccontextmanager
from itertools import islice

import pytest

from rummy_server.store.sqlite import SqliteJournal

from .matches import Match


@pytest.fixture(scope="session")
def proof():
    """How much chance a run spends: ``small`` or ``full``."""
    return os.environ.get("PROOF", "small")


@pytest.fixture(scope="session")
def moves():
    """The first batches of a match, made once."""
    made = {}

    def first(count, code="ABCDE", **how):
        key = count, code, tuple(sorted(how.items()))
        if key not in made:
            made[key] = tuple(islice(Match(code, **how).batches(), count))
        return made[key]

    return first


@pytest.fixture
def path(tmp_path):
    return tmp_path / "tables.sqlite"


@pytest.fixture
def opened(path):
    """A journal that has begun, with what it found."""

    @asynccontextmanager
    async def opening(**how):
        journal = SqliteJournal(path, **how)
        try:
            yield journal, await journal.begin()
        finally:
            await journal.close()

    return opening


@pytest.fixture
def keep():
    """Append *batches* of a table, one after another."""

    async def keeping(journal, kept, table, batches, *, after=0):
        for number, batch in enumerate(batches, after):
            await journal.append(table, number, kept.epoch, batch)

    return keeping
