"""A language made on the spot, in which every word is twice as wide, and the tools of docs."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from rummy_protocol.text import speaking

from .wide import words_twice_as_wide

TOOLS = Path(__file__).parent.parent.parent / "docs" / "languages"


@pytest.fixture(scope="session")
def wide_tongue():
    return words_twice_as_wide()


@pytest.fixture
def spoken_wide(wide_tongue):
    with speaking(wide_tongue):
        yield wide_tongue


@pytest.fixture(scope="session")
def tools():
    """The modules that gather and judge sentences; they are no part of what is installed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(TOOLS))
        import catalogues
        import faults
        import gathering
    assert Path(sys.modules["gathering"].__file__).parent == TOOLS
    return type(
        "Tools", (), {"catalogues": catalogues, "faults": faults, "gathering": gathering}
    )
