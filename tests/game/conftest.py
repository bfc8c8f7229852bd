"""What the tests of the game share."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

import pytest


def beside(name):
    """A module of this folder that is no test file."""
    spec = importlib.util.spec_from_file_location(
        f"rummy_{name}", Path(__file__).with_name(f"{name}.py")
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def oracle():
    """The brute force of `oracle.py`, beside this file."""
    return beside("oracle")


@pytest.fixture(scope="session")
def law():
    """The rules once more, from `law.py`, beside this file."""
    return beside("law")


@pytest.fixture(scope="session")
def hands():
    """The random hands of `hands.py`, beside this file."""
    return beside("hands")


@pytest.fixture(scope="session")
def arena():
    """The table of `arena.py`, beside this file."""
    return beside("arena")


@pytest.fixture(scope="session")
def at(arena):
    """Set up a position: ``at("1 plays | ...", ace="either")``."""
    return arena.at


@pytest.fixture(scope="session")
def volume():
    """Choose how much chance a test spends: ``volume(small, full)``."""
    full = os.environ.get("PROOF", "small") == "full"
    return lambda few, many: many if full else few
