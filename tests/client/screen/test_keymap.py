"""One table of keys: what is bound, what is shown and what the manual says is the same."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from rummy_client.desk import Desk, Over, Writing
from rummy_client.keymap import CONTEXTS, KEYS, all_presses, manual, presses
from rummy_client.linkstate import Replaying
from rummy_client.model import hear
from rummy_client.moment import active, command_for, contexts

from .tables import my_draw, others_turn, page, scored, seated, table, watching, you

MANUAL = Path(__file__).parents[3] / "docs" / "playing.md"


def test_the_manual_has_the_key_table_as_it_is() -> None:
    """After a change: copy the output of ``manual()`` between the two marks."""
    told = MANUAL.read_text()
    section = told.partition("<!-- keys -->")[2].partition("<!-- end of keys -->")[0]

    assert section.strip() == manual().strip()


def test_every_key_is_in_the_help() -> None:
    told = page(seated(), Desk(over=Over.HELP), rows=250)

    for key in KEYS:
        assert key.help in told


def test_help_in_a_replay_tells_its_keys_and_none_of_those_that_play() -> None:
    replay = hear(seated(), Replaying("K7QX-1", 3, 40))
    told = page(replay, Desk(over=Over.HELP), rows=250)
    here = contexts(replay, Desk())

    assert "replay" in here
    there = {key.help for key in KEYS if key.where in here | {"scroll", "over-settings"}}
    for key in KEYS:
        assert (f" {key.help}\n" in told) is (key.help in there), key


def test_every_key_stands_in_a_known_context() -> None:
    assert {key.where for key in KEYS} == set(CONTEXTS)


SITUATIONS = {
    "draw": (my_draw(), Desk()),
    "play": (seated(mine=you(("meld", "lay-off", "discard", "take-back"))), Desk()),
    "others": (others_turn(), Desk()),
    "watching": (watching(), Desk()),
    "sheet": (scored(), Desk()),
    "help": (seated(), Desk(over=Over.HELP)),
    "guard": (seated(), Desk(over=Over.DISCARD)),
    "choose": (seated(), Desk(over=Over.CHOOSE)),
    "quit": (seated(), Desk(over=Over.QUIT)),
    "vote": (seated(), Desk(over=Over.VOTE)),
}


@pytest.mark.parametrize("situation", SITUATIONS)
def test_no_key_means_two_things_at_once(situation) -> None:
    count = Counter(one for key in active(*SITUATIONS[situation]) for one in presses(key.keys))

    assert {press: n for press, n in count.items() if n > 1} == {}


@pytest.mark.parametrize("situation", SITUATIONS)
def test_there_is_always_a_key_to_press(situation) -> None:
    assert active(*SITUATIONS[situation])


def test_while_a_line_is_written_no_key_plays() -> None:
    writing = Desk(writing=Writing.CHAT)

    assert contexts(seated(), writing) == frozenset()
    assert all(command_for(seated(), writing, press) is None for press in all_presses())


def test_keys_of_a_closed_play_still_answer() -> None:
    assert command_for(others_turn(), Desk(), "s") == "draw-stock"
    assert command_for(others_turn(), Desk(), "h") == "hint"
    assert command_for(watching(), Desk(), "s") is None


def test_help_is_a_key_away_everywhere_but_in_a_question() -> None:
    for situation, (model, desk) in SITUATIONS.items():
        asked = desk.over is not None and desk.over is not Over.HELP
        assert asked or command_for(model, desk, "?") == "help", situation


def test_a_range_of_keys_is_spelt_out() -> None:
    assert presses("1-3 a c-c escape") == ["1", "2", "3", "a", "c-c", "escape"]


def test_a_vote_is_offered_when_somebody_is_away() -> None:
    from .tables import human, lost

    absent = seated(of=table(human("Ann"), lost("Bob"), human("Cara")))

    assert command_for(absent, Desk(), "v") == "vote"
    assert command_for(seated(), Desk(), "v") is None
