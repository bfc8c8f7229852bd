"""Strangers against a whole server, beside a match that must not notice (P18, P22, I19)."""

from __future__ import annotations

import os

import pytest

from .strangers import SETTINGS, play

FULL = os.environ.get("PROOF", "small") == "full"
RUNS = range(50) if FULL else range(1)
MESSAGES = 4_000 if FULL else 1_200


@pytest.mark.parametrize("seed", RUNS)
def test_strangers_change_nothing_for_others_and_bring_nothing_down(seed):
    alone, beside = play(seed), play(seed, 8, MESSAGES)

    assert not alone.wrong
    assert not beside.wrong
    assert beside.honest == alone.honest
    assert min(map(len, alone.honest)) > 30
    sessions, _, unsent = beside.left
    assert sessions <= 2
    assert unsent == 0
    assert beside.unsent <= SETTINGS.unsent_bytes
    assert beside.sent > MESSAGES / 2
    assert len(beside.heard) > 25, "strangers get somewhere, and not only to the door"
