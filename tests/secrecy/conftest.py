"""What the secrecy tests share."""

from __future__ import annotations

import os
from functools import lru_cache

import pytest

from ..server.conftest import open_house, pytest_itemcollected
from .worlds import make_pair

__all__ = ["open_house", "pytest_itemcollected"]

kept = lru_cache(maxsize=512)(make_pair)


@pytest.fixture(scope="session")
def volume():
    """Choose how much chance a test spends: ``volume(small, full)``."""
    full = os.environ.get("PROOF", "small") == "full"
    return lambda few, many: many if full else few


@pytest.fixture(scope="session")
def pairs():
    """The pair of worlds of a seed, made once."""
    return kept
