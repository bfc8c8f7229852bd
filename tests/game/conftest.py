"""What the tests of the game share."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def oracle():
    """The brute force of `oracle.py`, beside this file."""
    spec = importlib.util.spec_from_file_location(
        "rummy_oracle", Path(__file__).with_name("oracle.py")
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def volume():
    """Choose how much chance a test spends: ``volume(small, full)``."""
    full = os.environ.get("PROOF", "small") == "full"
    return lambda few, many: many if full else few
