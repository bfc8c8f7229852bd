"""What cannot be played is no rule set, and is told which two switches and why."""

from __future__ import annotations

import random
import re
from itertools import product

import msgspec
import pytest

from rummy_protocol import text
from rummy_protocol.contradictions import CONTRADICTIONS
from rummy_protocol.errors import Code, Declined
from rummy_protocol.rulecheck import OF_THE_MATCH, RANGES
from rummy_protocol.rulefile import read_rules, to_json, to_toml
from rummy_protocol.ruleset import DealChange, RuleSet, with_fields
from rummy_protocol.switches import SWITCHES, Group, changed, with_values
from rummy_protocol.text import ENGLISH


def refusal(base=None, **fields) -> Declined:
    with pytest.raises(Declined) as refused:
        with_values(base or RuleSet(), fields)
    assert refused.value.code is Code.BAD_RULES
    return refused.value


def why(base=None, **fields) -> tuple[str, str, str]:
    told = refusal(base, **fields).details
    return told["why"], told.get("one", ""), told.get("other", "")


OPENS = {"opening_points": 40, "melds_per_turn": "any"}
ONCE = {"all_at_once": True, "melds_per_turn": "any", "lay_off": "none"}
SET, RUN = {"contract": ("S3",), "melds_per_turn": "any"}, {"contract": ("R4",)}
JOKERS = {"jokers": 4, "packs": 2}

REFUSED = [
    # The end of the match.
    ({"target": None}, "one-end", "target", "deals"),
    ({"deal_scoring": "payment"}, "payment-deals", "deal_scoring", "target"),
    ({"eliminate_at": 101}, "eliminate-penalties", "eliminate_at", "deal_scoring"),
    ({"buy_ins": 1}, "buy-in-elimination", "buy_ins", "eliminate_at"),
    ({"deals_tie": "went_out_first"}, "went-out-first", "deals_tie", "target_tie"),
    ({"lowest_tie": "went_out_first"}, "went-out-first", "lowest_tie", "target_tie"),
    # What a deal counts.
    (
        {"deal_scoring": "penalties", "blocked_scoring": "no_score"},
        "blocked-penalties", "deal_scoring", "blocked_scoring",
    ),
    (
        {"deal_scoring": "payment", "deals": 4, "blocked_scoring": "no_score"},
        "blocked-payment", "deal_scoring", "blocked_scoring",
    ),
    ({"winner_bonus": (1, 2, 3)}, "winner-bonus", "winner_bonus", "deal_scoring"),
    (
        {"deal_scoring": "penalties", "winner_bonus": (1, 2)},
        "three-bonuses", "winner_bonus", "",
    ),
    # The draw.
    ({"discard_draw": "deep"}, "deep-visible", "discard_draw", "discard_visible"),
    ({"discard_gate": "when_opening"}, "gate-opening", "discard_gate", "opening_points"),
    # Opening and laying.
    ({"opening_points": 40}, "opening-melds", "opening_points", "melds_per_turn"),
    ({"all_at_once": True}, "opening-melds", "all_at_once", "melds_per_turn"),
    ({"opening_pure_run": True}, "opening-melds", "opening_pure_run", "melds_per_turn"),
    ({"opening_no_jokers": True}, "opening-melds", "opening_no_jokers", "melds_per_turn"),
    ({"contract": ("S3",)}, "opening-melds", "contract", "melds_per_turn"),
    (ONCE | {"lay_off": "any"}, "at-once-lay-off", "all_at_once", "lay_off"),
    (
        ONCE | {"melds_after_open": "none"},
        "at-once-after-open", "all_at_once", "melds_after_open",
    ),
    (
        {"lay_off": "none", "melds_after_open": "none"},
        "no-way-out", "melds_after_open", "lay_off",
    ),
    (
        {"lay_off": "none", "lay_off_gate": "own_meld"},
        "gate-without-lay-off", "lay_off_gate", "lay_off",
    ),
    ({"lay_off_gate": "after_open"}, "gate-opening", "lay_off_gate", "opening_points"),
    (SET | {"opening_pure_run": True}, "pure-run-contract", "opening_pure_run", "contract"),
    # Jokers on the table.
    (JOKERS | {"joker_swap": "after_open"}, "gate-opening", "joker_swap", "opening_points"),
    (JOKERS | {"swap_use": "same_turn"}, "use-without-swap", "swap_use", "joker_swap"),
    (
        JOKERS | {"set_release": "both_missing", "set_suits": "any"},
        "missing-suits", "set_release", "set_suits",
    ),
    # Cards.
    ({"players_max": 9, "hand_sizes": (5,) * 8}, "players", "players_min", "players_max"),
    ({"players_min": 1, "hand_sizes": (5,) * 6}, "players", "players_min", "players_max"),
    ({"players_min": 5, "players_max": 4}, "players", "players_min", "players_max"),
    ({"hand_sizes": (7, 7)}, "hand-sizes", "hand_sizes", "players_max"),
    ({"packs_by_players": (1, 2)}, "hand-sizes", "packs_by_players", "players_max"),
    ({"jokers_by_players": (1, 2)}, "hand-sizes", "jokers_by_players", "players_max"),
    ({"hand_sizes": (10, 10, 10, 10, 8)}, "too-few-cards", "hand_sizes", "packs"),
    ({"hand_sizes": (1, 7, 7, 6, 6)}, "hand-too-small", "hand_sizes", "final_discard"),
    (
        {"hand_sizes": (2, 7, 7, 6, 6), "final_discard": "required"},
        "hand-too-small", "hand_sizes", "final_discard",
    ),
    # Contracts and openings that no hand could bring.
    (SET | {"contract": ("S5",)}, "contract-meld", "contract", "set_max"),
    (SET | {"contract": ("S4",), "set_max": 3}, "contract-meld", "contract", "set_max"),
    (SET | {"contract": ("X3",)}, "contract-meld", "contract", "set_max"),
    (SET | {"contract": ("R14",)}, "contract-meld", "contract", "set_max"),
    (SET | {"contract": ("S3",) * 7}, "contract-meld", "contract", "set_max"),
    (SET | {"contract": ("R3",), "run_min": 4}, "contract-run", "contract", "run_min"),
    (SET | {"contract": ("S3", "S3", "R4")}, "contract-cards", "contract", "hand_sizes"),
    (OPENS | {"opening_points": 75}, "opening-cards", "opening_points", "hand_sizes"),
    (
        ONCE | {"contract": ("S3",), "contract_exact": True, "melds_after_open": "none"},
        "at-once-cards", "contract", "hand_sizes",
    ),
    # The label.
    ({"preset": "\x1b[2J"}, "label", "preset", ""),
    ({"preset": "x" * 25}, "label", "preset", ""),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "reason", "one", "other"), REFUSED, ids=str)
def test_what_cannot_be_played_is_refused(fields, reason, one, other):
    assert why(**fields) == (reason, one, other)


PLAYED = [
    # A switch that merely decides nothing.
    {"swap_use": "keep", "joker_limit": "not_more", "joker_neighbours": False},
    {"joker_swap": "own_turn", "swap_use": "new_meld"},
    {"set_release": "both_missing", "set_suits": "any"},
    {"discard_use": "must_if_deep"},
    {"opening_waived_for_out": True, "contract_exact": True},
    {"joker_upcard": False, "first_turn": "extra_card"},
    {"jokers": 2, "jokers_per_meld": 0},
    # Odd, and it can be played to the end.
    {"lay_off": "none", "discard_ban": "all"},
    {"lay_off": "none", "final_discard": "never"},
    {"final_discard": "never", "last_card_from_stock": True},
    {"final_discard": "required", "earliest_out_turn": 2},
    {"discard_ban": "before_open", "unopened_points": 100},
    {"melds_after_open": "none"},
    {"discard_use": "must", "taken_card": "free"},
    ONCE | {"discard_use": "must", "final_discard": "never"},
    ONCE | {"opening_points": 60, "opening_pure_run": True},
    ONCE | {"discard_gate": "after_open"},
    OPENS | {"opening_points": 200, "opening_waived_for_out": True},
    OPENS | {"opening_points": 74},
    OPENS | {"opening_points": 200, "discard_draw": "deep", "discard_visible": "all"},
    SET | {"contract": ("S3", "R4"), "opening_pure_run": True},
    SET | {"contract": ("S3",), "contract_exact": True, "melds_after_open": "none"},
    {"out_bonus": 25, "deal_scoring": "penalties"},
    {"out_bonus": 25, "deal_scoring": "payment", "deals": 4},
    {"blocked_scoring": "same"},
    {"deal_scoring": "melds_minus_hand", "going_rummy": "double"},
    {"deal_scoring": "penalties", "eliminate_at": 101, "buy_ins": 2, "reach": "above"},
    {"hand_sizes": (2, 7, 7, 6, 6)},
]


@pytest.mark.parametrize("fields", PLAYED, ids=str)
def test_what_can_be_played_is_accepted(fields):
    assert with_values(RuleSet(), fields)


@pytest.mark.parametrize("name", sorted(RANGES))
def test_every_number_has_a_least_and_a_most(name):
    low, high = RANGES[name]
    table = isinstance(getattr(RuleSet(), name), tuple)
    count = 3 if name == "winner_bonus" else 5

    for wrong in (low - 1, high + 1, -(2**40), 2**50):
        told = refusal(**{name: (wrong,) * count if table else wrong}).details
        assert told == {"why": "range", "one": name, "low": low, "high": high}


def test_every_number_of_the_rules_is_held_in_range():
    numbers = {
        field.name
        for field in msgspec.inspect.type_info(RuleSet).fields
        if re.search(r"\bIntType\b", repr(field.type)) and field.name != "deal_changes"
    }

    assert numbers - set(RANGES) == {"players_min", "players_max"}


def test_every_pair_names_two_fields():
    for pair in CONTRADICTIONS:
        assert pair.one in RuleSet.__struct_fields__
        assert pair.other in RuleSet.__struct_fields__
        assert pair.one != pair.other
        assert not pair.is_in(RuleSet())


# --- in words -------------------------------------------------------------------------------


@pytest.mark.parametrize(("fields", "reason", "one", "other"), REFUSED, ids=str)
def test_a_refusal_is_one_sentence_that_names_both_switches(fields, reason, one, other):
    no = refusal(**fields)
    sentence = text.refusal(no.code, no.rule, no.details)

    assert "?" not in sentence
    assert "\n" not in sentence
    assert len(sentence) < 200
    template = ENGLISH.refusals[f"bad-rules:why={reason}"]
    if other and reason not in ("players", "too-few-cards", "hand-too-small", "hand-sizes"):
        for name in ("one", "other"):
            word = {"one": one, "other": other}[name]
            label = (
                text.switch_label(word) if word in ENGLISH.switches else ENGLISH.fields[word]
            )
            assert f"“{label}”" in sentence or f"{{{name}}}" not in template
        assert "{one}" in template or "{other}" in template


def test_every_reason_has_a_sentence_and_every_sentence_a_reason():
    told = {
        key.partition("why=")[2] for key in ENGLISH.refusals if key.startswith("bad-rules:why=")
    }
    known = {reason for _, reason, _, _ in REFUSED} | {reason for _, reason, _ in CHANGES}

    assert {pair.why for pair in CONTRADICTIONS} <= known
    assert told == known | {"range", "unknown", "value", "file"}


# --- other rules in some deals --------------------------------------------------------------


def change(*fields, first=2, last=3):
    return DealChange(first, last, fields)


CHANGES = [
    ((change(("wings", 2)),), "unknown-field", "wings"),
    ((change(("ace", "low"), ("ace", "high")),), "unknown-field", "ace"),
    ((change(("deal_changes", ())),), "of-the-match", "deal_changes"),
    ((change(("target", 500)),), "of-the-match", "target"),
    ((change(("preset", "x")),), "of-the-match", "preset"),
    ((change(("players_max", 4)),), "of-the-match", "players_max"),
    ((change(("ace", "sideways")),), "value", "ace"),
    ((change(("jokers", "many")),), "value", "jokers"),
    ((change(("jokers", 99)),), "range", "jokers"),
    ((change(("discard_draw", "deep")),), "deep-visible", "discard_draw"),
    ((change(("hand_sizes", (40, 40, 40, 40, 40))),), "range", "hand_sizes"),
    ((change(("hand_sizes", (25, 25, 25, 25, 25))),), "too-few-cards", "hand_sizes"),
    ((change(("deal_scoring", "penalties")),), "both-directions", "deal_scoring"),
    ((change(("deal_scoring", "payment")),), "payment-deals", "deal_scoring"),
    ((change(first=0),), "deal-range", "deal_changes"),
    ((change(first=3, last=2),), "deal-range", "deal_changes"),
    ((change(last=10**9),), "deal-range", "deal_changes"),
    ((change(first=-(2**50), last=2**50),), "deal-range", "deal_changes"),
    ((change(),) * 33, "too-many-changes", "deal_changes"),
]


@pytest.mark.parametrize(("changes", "reason", "one"), CHANGES, ids=str)
def test_the_rules_of_every_deal_are_checked(changes, reason, one):
    assert why(deal_changes=changes)[:2] == (reason, one)


def test_deals_where_two_changes_meet_are_checked_too():
    """Each of them can be played; the two together cannot."""
    melds = change(("melds_per_turn", "any"), ("opening_points", 40), first=1, last=4)
    one = change(("melds_per_turn", "one"), first=3, last=6)

    assert why(deal_changes=(melds, one))[0] == "opening-melds"
    assert with_values(RuleSet(), {"deal_changes": (melds,)}).for_deal(4).opens
    assert not with_values(RuleSet(), {"deal_changes": (melds,)}).for_deal(5).opens


def test_deals_in_which_one_change_goes_on_without_another_are_checked_too():
    """While both last they can be played; the second alone cannot."""
    any_melds = change(("melds_per_turn", "any"), first=1, last=4)
    opens = change(("opening_points", 40), first=3, last=6)

    assert why(deal_changes=(any_melds, opens))[0] == "opening-melds"


def test_deals_between_two_changes_are_checked_too():
    base = {"lay_off": "none", "melds_per_turn": "any", "all_at_once": True}
    first = change(("lay_off", "any"), ("all_at_once", False), first=1, last=2)

    assert with_values(RuleSet(), base | {"deal_changes": (first,)}).for_deal(3).all_at_once
    assert why(**base, deal_changes=(change(("lay_off", "any")),))[0] == "at-once-lay-off"


def test_no_field_of_the_match_can_be_otherwise_in_a_deal():
    for name in OF_THE_MATCH:
        value = getattr(RuleSet(), name)
        assert why(deal_changes=(change((name, value)),))[0] == "of-the-match"


# --- what comes off the wire ------------------------------------------------------------------


def nasty(chance: random.Random):
    """A value that nobody who means well would send."""
    return chance.choice([
        None, True, False, -1, 0, 3, 10**12, 2**53, "", "none", "\x00", "any", "S3", "x" * 8,
        [], [7], [7] * 5, [10**12] * 5, ["S3", "R99"], [[1, 2]], {"a": 1}, [None], 1.5,
        [{"first": 1, "last": 2, "fields": [["ace", "high"]]}],
        [{"first": 1, "last": 2, "fields": [["deal_changes", [1]]]}],
    ])  # fmt: skip


def test_whatever_comes_in_is_a_rule_set_or_refused():
    chance = random.Random(5)
    fields = RuleSet.__struct_fields__
    read = 0
    for _ in range(3000):
        told = {name: nasty(chance) for name in chance.sample(fields, chance.randrange(1, 5))}
        try:
            rules = msgspec.convert(told, RuleSet)
        except (Declined, msgspec.ValidationError):
            continue
        read += 1
        assert text.rules_text(rules)
        assert len(rules.rules_hash()) == 16
    assert read


# --- what a maker of a table may set ---------------------------------------------------------


def test_naming_one_end_of_the_match_unsets_the_others():
    rules = changed(RuleSet(), {"deals": 4})
    assert (rules.target, rules.deals) == (None, 4)

    again = changed(rules, {"target": 50})
    assert (again.target, again.deals) == (50, None)
    out = changed(again, {"deal_scoring": "penalties", "eliminate_at": 101})
    assert (out.target, out.eliminate_at) == (None, 101)
    assert why(target=50, deals=4)[0] == "one-end"


def test_naming_packs_or_jokers_unsets_the_table_of_them(presets):
    rules = changed(presets["rummy_500"], {"packs": 2, "jokers": 0})

    assert (rules.packs_by_players, rules.jokers_by_players) == ((), ())
    assert rules.jokers_for(4) == 0


@pytest.mark.parametrize(
    ("changes", "reason", "one"),
    [
        ({"wings": 2}, "unknown", "wings"),
        ({"preset": "x"}, "unknown", "preset"),
        ({"hand_sizes": (7,)}, "unknown", "hand_sizes"),
        ({"ace": "sideways"}, "value", "ace"),
        ({"take_back": "no"}, "value", "take_back"),
        ({"jokers": "two"}, "value", "jokers"),
        ({"x" * 400: 1}, "unknown", "x" * 40),
    ],
)
def test_what_is_no_switch_or_no_value_of_it_is_refused(changes, reason, one):
    with pytest.raises(Declined) as refused:
        changed(RuleSet(), changes)

    assert (refused.value.details["why"], refused.value.details["one"]) == (reason, one)


def test_switches_stand_in_groups_and_each_once():
    groups = [switch.group for switch in SWITCHES]

    assert groups == sorted(groups, key=list(Group).index)
    assert set(groups) == set(Group)
    assert len({switch.name for switch in SWITCHES}) == len(SWITCHES)
    assert [text.group_label(group) for group in Group] == [
        "Play", "The draw", "Melds and jokers", "Opening", "End of a deal", "Scoring", "Match",
    ]  # fmt: skip


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.name)
def test_every_value_of_every_switch_is_played_in_some_game(switch, rule_sets):
    """A choice that every rule set refuses is none."""
    needs = [{}, OPENS, JOKERS, JOKERS | {"joker_swap": "own_turn"}, {"deals": 4},
             {"deal_scoring": "penalties"}, {"eliminate_at": 101, "deal_scoring": "penalties"},
             OPENS | JOKERS | {"joker_swap": "after_open"}, {"discard_visible": "all"}, ONCE,
             {"deals": 4, "blocked_scoring": None}]  # fmt: skip
    for value in switch.choices:
        games = (
            rule_sets.changed(base, **needed | {switch.name: value})
            for base, needed in product((RuleSet(), *rule_sets.BASES[-3:]), needs)
        )
        assert any(game is not None for game in games), (switch.name, value)


def test_numbers_say_what_they_can_be():
    for switch in SWITCHES:
        if switch.is_number:
            numbers = [value for value in switch.choices if value is not None]
            assert switch.low <= min(numbers) <= max(numbers) <= switch.high


# --- files ------------------------------------------------------------------------------------


def test_what_was_written_to_a_file_is_read_again(rule_sets):
    for rules in (*rule_sets.BASES, *rule_sets.drawn(400)):
        for write in (to_toml, to_json):
            read = read_rules(write(rules))
            assert read == rules
            assert read.rules_hash() == rules.rules_hash()


def test_a_file_holds_only_what_differs():
    assert to_json(RuleSet()) == "{}\n"
    assert to_toml(RuleSet()).splitlines()[1:] == []
    assert "ace" not in to_toml(RuleSet(jokers=2))


def test_a_remark_stands_behind_a_value():
    told = to_toml(RuleSet(jokers=2), lambda name, value: f"{name} is {value}")

    assert "jokers = 2  # jokers is 2" in told.splitlines()


def test_a_file_names_one_end_of_the_match_and_that_is_enough():
    assert read_rules("deals = 6").target is None
    assert read_rules('{"deals": 6}').target is None
    assert read_rules('{"deals": 6, "target": null}').deals == 6


@pytest.mark.parametrize(
    "told",
    [
        "\x00", "[", "{", "{1}", "ace = 1979-05-27", "a.b.c = 1", "[ace]\nx = 1", "[" * 5000,
        "{" * 5000, '{"a":' * 5000, "deal_changes = [1]", 'deal_changes = "x"',
        "[[deal_changes]]\nfirst = 1\nlast = 2\nfields = 3",
        "[[deal_changes]]\nfirst = 1\nlast = 2\nmore = 2\n[deal_changes.fields]",
        "[[deal_changes]]\nfirst = 1\nlast = 2\n[deal_changes.fields.ace]\nx = 1",
        "jokers = inf", "jokers = 1.5", '{"jokers": 1e999}', '{"jokers": NaN}',
        "hand_sizes = [[1]]", "contract = [3]", '{"jokers": 9999999999999999999999}',
        'contract = ["\\u001b"]',
    ],
    ids=lambda told: repr(told)[:30],
)  # fmt: skip
def test_a_file_that_is_none_is_refused_and_no_error(told):
    with pytest.raises(Declined) as refused:
        read_rules(told)

    sentence = text.refusal(refused.value.code, "", refused.value.details)
    assert "\n" not in sentence
    assert sentence.isprintable()


def test_fields_can_be_set_from_plain_data():
    assert with_fields(RuleSet(), {"hand_sizes": [9, 7, 7, 6, 6]}).hand_size(2) == 9
