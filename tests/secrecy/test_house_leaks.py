"""The proof on the whole house can fail: what is planted there is heard, too."""

from __future__ import annotations

from dataclasses import fields

import pytest

from rummy_protocol.errors import Code

from .hall import Heard, can_be_hosted, played, without_attempts
from .leaks import LEAKS
from .leaks_house import HOUSE_LEAKS
from .worlds import Presence

PATIENCE = 100
"""Seeds within which a leak has to be heard."""


def fitting(leak, pair):
    """Whether *pair* is one in which *leak* could be heard."""
    if leak.heard_in == "replayed" and pair.presence != Presence():
        return False
    left, back = pair.presence.away
    return not leak.how.get("away") or left < back < len(pair.one.script)


def two_sides(leak, pair):
    restarts = len(pair.one.script) // 2 if leak.how.get("again") else None
    loud = pair if leak.how.get("attempts") else without_attempts(pair)
    return [
        getattr(played(loud, side, restarts=restarts), leak.heard_in)
        for side in (loud.one, loud.two)
    ]


@pytest.mark.parametrize("leak", HOUSE_LEAKS, ids=lambda leak: leak.name.replace(" ", "-"))
def test_what_is_planted_in_a_house_is_heard(leak, pairs, monkeypatch):
    found = (pairs(seed) for seed in range(PATIENCE))
    hosted = (pair for pair in found if not isinstance(pair, Code) and can_be_hosted(pair))
    tried = (pair for pair in hosted if fitting(leak, pair))
    with monkeypatch.context() as patch:
        leak.plant(patch)
        caught = any(one != two for one, two in (two_sides(leak, pair) for pair in tried))

    assert caught


def test_everything_that_leaves_the_house_has_its_leak():
    assert {leak.heard_in for leak in HOUSE_LEAKS} == {one.name for one in fields(Heard)}
    assert len({leak.name for leak in HOUSE_LEAKS}) == len(HOUSE_LEAKS)
    assert len(LEAKS) + len(HOUSE_LEAKS) >= 60
