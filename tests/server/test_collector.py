"""The collector's settings are a running server's, and nobody else's."""

from __future__ import annotations

import gc

from rummy_server.app import serve
from rummy_server.collector import THRESHOLDS
from rummy_server.env import seeded_env
from rummy_server.memory import MemoryNetwork
from rummy_server.settings import Settings


async def test_a_server_collects_seldom_and_leaves_the_collector_as_it_was(nursery):
    before = gc.get_threshold()
    await nursery.start(serve, seeded_env(1, MemoryNetwork()), Settings())
    running = gc.get_threshold(), gc.get_freeze_count()
    nursery.cancel_scope.cancel()

    assert running[0] == THRESHOLDS
    assert running[1] > 0
    assert before != THRESHOLDS


def test_afterwards_nothing_is_passed_over():
    assert gc.get_threshold() != THRESHOLDS
    assert gc.get_freeze_count() == 0
