"""Real terminals with the real program in them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ..client.screen.ptyterm import PtyTerm
from .tmux import Tmux

PLAY = [sys.executable, "-m", "rummy_client.cli", "play", "--bots", "easy", "--pause", "0"]


@pytest.fixture(scope="package")
def played(tmp_path_factory) -> Iterator[PtyTerm]:
    """A table at which it is our turn to draw. Whoever uses it leaves it so."""
    home = tmp_path_factory.mktemp("home")
    with PtyTerm([*PLAY, "--name", "김철수"], env={"HOME": str(home)}) as term:
        term.wait_for("Your turn: take a card")
        yield term
        term.resize(80, 24)
        term.type("qy")
        assert term.wait_end() == 0
        assert all(term.left_alone().values())


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[Tmux]:
    """A shell in a tmux of 80 by 24."""
    window = Tmux(tmp_path)
    yield window
    window.close()
