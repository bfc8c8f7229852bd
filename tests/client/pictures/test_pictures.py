"""The pictures of the pages show what the client draws today, and the pages show them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .scenes import PICTURES, digest, lines_of

ROOT = Path(__file__).parent.parent.parent.parent
FOLDER = ROOT / "docs" / "pictures"
DIGESTS = json.loads((FOLDER / "digests.json").read_text())
PAGES_WITH_PICTURES = ("README.md", "docs/playing.md", "docs/watching.md")
PAGES = "".join((ROOT / name).read_text() for name in PAGES_WITH_PICTURES)


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_a_picture_is_what_the_client_draws(picture) -> None:
    assert digest(picture) == DIGESTS[picture.name], "run make pictures"
    assert f"pictures/{picture.name}.png" in PAGES
    assert (FOLDER / f"{picture.name}.png").stat().st_size > 4000


def test_there_is_no_picture_that_nothing_draws() -> None:
    drawn = {picture.name for picture in PICTURES}

    assert {path.stem for path in FOLDER.glob("*.png")} == drawn == set(DIGESTS)


def test_it_is_said_whose_turn_it_is_what_one_holds_and_what_to_press() -> None:
    table = "\n".join("".join(text for _, text in line) for line in lines_of(PICTURES[0]))

    assert "Your turn: take a card" in table
    assert "your hand" in table.lower()
