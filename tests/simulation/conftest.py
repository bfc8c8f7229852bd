"""What the tests of the simulation share."""

from __future__ import annotations

import pytest

from .course import simulate


@pytest.fixture
def run():
    """Runs a seed; gives what became of it."""
    return simulate
