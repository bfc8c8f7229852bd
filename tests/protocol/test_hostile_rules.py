"""Rule sets of strangers: a server may send anything where a client expects one.

What is not a rule set ends the connection; what is one can be shown, asked for every deal, and
played. Above all the changes of single deals, which are rule sets within a rule set.
"""

from __future__ import annotations

import os
import tracemalloc

import msgpack
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy_protocol import text
from rummy_protocol.codec import decode_from_server, encode
from rummy_protocol.errors import ProtocolViolation
from rummy_protocol.framing import PREFIX
from rummy_protocol.limits import TO_CLIENT
from rummy_protocol.messages import GameList
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.switches import SWITCHES
from rummy_server.game.variants import PRESETS, rules_for

FULL = os.environ.get("PROOF", "small") == "full"
VOLUME = settings(max_examples=20_000 if FULL else 400, deadline=None)
FIELDS = RuleSet.__struct_fields__
CHOICES = {switch.name: switch.choices for switch in SWITCHES}
NUMBERS = st.one_of(
    st.integers(-2, 60), st.sampled_from((100, 101, 200, 2**31, 2**53, -(2**53)))
)
WORDS = st.sampled_from(("S3", "R4", "S9", "R99", "X3", "", "3", "S", "low", "any", "x" * 300))
PLAIN = st.one_of(st.none(), st.booleans(), NUMBERS, WORDS)
JUNK = st.one_of(PLAIN, st.lists(PLAIN, max_size=7), st.dictionaries(WORDS, PLAIN, max_size=2))


def values(name):
    """What could stand in a field: mostly what may, now and then anything."""
    choices = [*map(msgspec.to_builtins, CHOICES.get(name, (getattr(RuleSet(), name),)))]
    fitting = st.sampled_from(choices)
    return st.one_of(fitting, fitting, fitting, st.lists(NUMBERS, max_size=7), JUNK)


def some_fields(most):
    """A few fields, and now and then one that there is not."""
    pair = st.sampled_from(sorted(FIELDS)).flatmap(
        lambda name: st.tuples(st.just(name), values(name))
    )
    strange = st.tuples(st.sampled_from(("deal_changes", "seal", "", "__class__")), JUNK)
    return st.lists(st.one_of(*[pair] * 6, strange), max_size=most)


CHANGES = st.lists(
    st.fixed_dictionaries(
        {
            "first": NUMBERS,
            "last": NUMBERS,
            "fields": some_fields(4).map(lambda f: [*map(list, f)]),
        }
    ),
    max_size=4,
)
PRESET = st.sampled_from([msgspec.to_builtins(rules) for rules in PRESETS.values()])
HOSTILE = st.builds(
    lambda base, fields, changes: (
        base | dict(fields) | ({"deal_changes": changes} if changes else {})
    ),
    st.one_of(PRESET, st.just({})),
    some_fields(2),
    st.one_of(st.just([]), st.just([]), CHANGES),
)


def received(rules):
    """What a client makes of *rules*: a rule set, or ``None`` if it hangs up."""
    body = msgpack.packb({"t": "games", "id": 1, "games": [rules]})
    try:
        return decode_from_server(body).games[0]
    except ProtocolViolation:
        return None


def used(rules):
    """All that client and server do with a rule set."""
    assert len(encode(GameList(1, (rules,)))) - PREFIX <= TO_CLIENT.frame
    for words in (text.brief(rules), *text.house_rules(rules), *text.ruleset_lines(rules)):
        assert isinstance(words, str)
    assert text.rules_text(rules)
    assert len(rules.rules_hash()) == 16
    for deal in (1, 2, 7, 100):
        for players in {rules.players_min, rules.players_max}:
            assert len(rules_for(rules.for_deal(deal), players).deck) <= 112


@VOLUME
@given(HOSTILE)
def test_a_strangers_rules_are_a_violation_or_can_be_used(rules):
    found = received(rules)

    if found is not None:
        used(found)


@pytest.mark.parametrize("preset", PRESETS)
def test_our_own_rules_arrive_and_can_be_used(preset):
    found = received(msgspec.to_builtins(PRESETS[preset]))

    assert found == PRESETS[preset]
    used(found)


def change(first, last, *fields):
    return {"deal_changes": [{"first": first, "last": last, "fields": [*map(list, fields)]}]}


@pytest.mark.parametrize(
    "rules",
    [
        change(1, 1, ("packs", 9)),
        change(1, 1, ("nothing", 1)),
        change(1, 1, ("lay_off", "nobody")),
        change(1, 1, ("hand_sizes", ["a", 3])),
        change(1, 1, ("deal_changes", ["a"])),
        change(0, 0, ("ace", "high")),
        change(9, 3, ("ace", "high")),
        change(2, 2, ("players_max", 3), ("hand_sizes", [10, 7])),
        change(2, 2, ("target", None), ("deals", 5)),
        change(2, 2, ("preset", "\x1b[2J")),
        {"deal_changes": [{"first": 1, "last": 1, "fields": [["ace"]]}]},
        {"deal_changes": [{"first": 1, "last": 1, "fields": [["ace", "high", "low"]]}]},
        {"deal_changes": [{"first": 1, "last": 1, "fields": {"ace": "high"}}]},
        {"deal_changes": [[1, 1, [["ace", "high"]]]]},
        {"packs_by_players": [2**40] * 5},
        {"jokers_by_players": [-5] * 5},
        {"hand_sizes": [2**50] * 5},
        {"contract": ["zz"], "melds_per_turn": "any"},
        {"winner_bonus": [2**53] * 3, "deal_scoring": "penalties"},
    ],
    ids=str,
)
def test_rules_that_nobody_can_play_end_the_connection(rules):
    assert received(rules) is None


def test_many_changes_of_single_deals_cost_little_memory():
    """As many as an array may have, each for a deal of its own."""
    changes = [
        {"first": n, "last": n + 600, "fields": [["lay_off", "none"]]}
        for n in range(1, TO_CLIENT.array + 1)
    ]
    tracemalloc.start()
    received({"deal_changes": changes})
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert peak < 8 * 1024 * 1024
