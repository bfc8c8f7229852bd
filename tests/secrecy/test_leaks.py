"""The proof can fail: leaks planted on purpose are heard, each of them."""

from __future__ import annotations

import pytest

from rummy_protocol.errors import Code

from .house import told
from .leaks import CHANNELS, KINDS, LEAKS

PATIENCE = 150
"""Pairs within which a leak has to be heard."""


def heard(leak, pair):
    """The channels on which the two worlds sound different."""
    one, two = told(leak.house, pair, pair.one), told(leak.house, pair, pair.two)
    lines = [line for a, b in zip(one, two, strict=False) if a != b for line in (a, b)]
    longer = max(one, two, key=len)[min(len(one), len(two)) :]
    return {channel for _, channel, _ in (*lines, *longer)}


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.name.replace(" ", "-"))
def test_a_planted_leak_is_heard(leak, pairs):
    found = (pairs(seed) for seed in range(PATIENCE))
    caught = (heard(leak, pair) for pair in found if not isinstance(pair, Code))

    assert any(leak.heard_on in channels for channels in caught)


def test_every_channel_and_every_kind_has_its_leak():
    assert {leak.channel for leak in LEAKS} == set(CHANNELS)
    assert {leak.kind for leak in LEAKS} == set(KINDS)
    assert len({leak.name for leak in LEAKS}) == len(LEAKS) >= 45
