"""From ``rummy serve`` to the first card on another machine: what `make lan-demo` shows."""

from __future__ import annotations

import pytest

from .demo import WAYS, main


@pytest.mark.machine
def test_from_nothing_to_the_first_card_and_nobody_types_an_address(capsys) -> None:
    ways = []
    main(lambda way, typed, told, seconds: ways.append((way, round(seconds, 1))))

    with capsys.disabled():
        print(f"\nuntil the first card: {ways}")
    assert [way for way, _ in ways] == list(WAYS)
