"""Every game has a name for people, apart from the word by which commands know it."""

from __future__ import annotations

from rummy_protocol import text
from rummy_server.game.variants import PRESETS


def test_every_game_has_a_name_of_its_own() -> None:
    names = [text.game(preset) for preset in PRESETS]

    assert len({*names}) == len(PRESETS)
    assert not any("_" in name or name[:1].islower() for name in names)
    assert text.game("romme_40") == "Rommé 40"


def test_the_word_that_is_typed_stands_beside_it_on_request() -> None:
    assert text.game("romme_40", typed=True) == "Rommé 40 (romme_40)"


def test_a_game_of_a_house_goes_by_its_own_name() -> None:
    assert text.game("our_game", typed=True) == "our_game"
    assert text.game("") == ""
