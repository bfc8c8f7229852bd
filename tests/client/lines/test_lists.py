"""Lists that are asked for by lines."""

from __future__ import annotations

from rummy_client.plain.lists import tables
from rummy_protocol.messages import TableLine
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.views import Options


def test_a_table_whose_game_has_no_name_is_told_without_a_hole() -> None:
    line = TableLine("K7QX", "friday", RuleSet(), Options(), "gathering", 1, 1)
    (told,) = tables([line])

    assert told.startswith("K7QX: friday, a game of its own, 1 of ")
