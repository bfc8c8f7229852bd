"""What the archive's tests share: whole matches that were played in a house in memory."""

from __future__ import annotations

import os

import pytest

from rummy_protocol.actions import Discard, DrawStock, TakeDiscard

from ..server.conftest import open_house, pytest_itemcollected

__all__ = ["open_house", "pytest_itemcollected"]


@pytest.fixture(scope="session")
def volume():
    """Choose how much a test tries: ``volume(small, full)``."""
    full = os.environ.get("PROOF", "small") == "full"
    return lambda few, many: many if full else few


async def play_on(client, until):
    """Take each of the client's own turns in the simplest way, *until* an update fits."""
    while not until(client.update):
        update = client.update
        you = update.you
        if you is not None and you.may:
            await client.act(_simplest(update))
        else:
            await client.receive()
    return client.update


def _simplest(update):
    you = update.you
    if "draw" in you.may:
        return DrawStock()
    if "take" in you.may and you.takes:
        return TakeDiscard(1)
    throwable = [card for card in you.hand if card != you.locked] or list(you.hand)
    return Discard(throwable[-1])
