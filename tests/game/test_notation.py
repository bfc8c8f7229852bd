"""Every value of the game as text and back."""

from __future__ import annotations

import pytest

from rummy_server.game.match import begin
from rummy_server.game.notation import (
    action_text,
    card_text,
    meld_text,
    outcome_text,
    play_text,
    read_action,
    read_card,
    read_meld,
    read_outcome,
    read_play,
    read_ruleset,
    ruleset_text,
)
from rummy_server.game.position import position_text, read_position
from rummy_server.game.record import read_record, record_text, recorded
from rummy_server.game.state import deck_of
from rummy_server.game.variants import PRESETS


def test_every_card_of_every_deck_has_a_name_of_its_own():
    deck = deck_of(2, 6)

    texts = [card_text(card) for card in deck]

    assert len(set(texts)) == len(deck) == 110
    assert tuple(map(read_card, texts)) == deck
    assert texts[6] == "7C"
    assert texts[52 + 6] == "7C'"
    assert texts[-1] == "JK'''''"


@pytest.mark.parametrize(
    "text",
    [
        "draw",
        "take",
        "take 3",
        "meld 7S 7D 7C",
        "lay-off #3 6C TC",
        "discard KD",
        "take-back",
        "end-deal",
    ],
)
def test_an_action_reads_as_it_was_written(text):
    assert action_text(read_action(text)) == text


@pytest.mark.parametrize(
    "text",
    ["", "jump", "draw 7C", "discard", "discard ZZ", "lay-off 7C", "take all", "meld 1X"],
)
def test_what_is_no_action_is_not_read(text):
    with pytest.raises(ValueError):  # noqa: PT011 - the words differ
        read_action(text)


@pytest.mark.parametrize(
    "text",
    ["#3@0 6C 7C 8C", "#3@0 6C 7C 8C 9C@1", "#1 6C@2 7C@1", "#12@5 6C' JK'=7C 8C JK=9C@1"],
)
def test_a_meld_reads_as_it_was_written(text):
    assert meld_text(read_meld(text)) == text


@pytest.mark.parametrize("text", ["6C 7C 8C", "#1", "#1 6C 7C 8C", "#x@0 6C"])
def test_what_is_no_meld_is_not_read(text):
    with pytest.raises(ValueError):  # noqa: PT011 - the words differ
        read_meld(text)


@pytest.mark.parametrize(
    "text", ["6C 7C 8C to #3@0 6C 7C 8C", "9C to #3@0 6C 7C 8C 9C@1 was #3@0 6C 7C 8C"]
)
def test_a_play_reads_as_it_was_written(text):
    assert play_text(read_play(text)) == text


@pytest.mark.parametrize(
    "text", ["out 3", "out 3 rummy", "blocked declined", "blocked turn-cap"]
)
def test_an_outcome_reads_as_it_was_written(text):
    assert outcome_text(read_outcome(text)) == text


def test_what_is_no_outcome_is_not_read():
    with pytest.raises(ValueError, match="out 3 gin"):
        read_outcome("out 3 gin")


@pytest.mark.parametrize(
    "text",
    [
        "basic",
        "basic max_recycles=-",
        "basic going_rummy=double target=150 take_back=no",
        "basic deal_scoring=payment target=- deals=4",
    ],
)
def test_a_rule_set_reads_as_it_was_written(text):
    assert ruleset_text(read_ruleset(text)) == text


def test_every_rule_set_of_chance_reads_as_it_was_written(arena, volume):
    chance = arena.rng("rule sets")
    for _ in range(volume(300, 3000)):
        ruleset = arena.random_ruleset(chance)

        assert read_ruleset(ruleset_text(ruleset)) == ruleset


@pytest.mark.parametrize("text", ["whist", "basic ace=middle", "basic colour=red"])
def test_what_is_no_rule_set_is_not_read(text):
    with pytest.raises(ValueError, match="not a rule set"):
        read_ruleset(text)


def test_a_position_reads_as_it_was_written():
    text = (
        "0 plays | turn 9 | dealer 1 | 0: 4C | 1: 2H KD | stock: 7D 8D | pile: KC"
        " | #1@1 6C 7C 8C 5C@0 | next 4 | recycles 1 | opened 1 | played 1 0 | fresh KC"
        " | locked KC | played-before | play 5C to #1@1 6C 7C 8C 5C@0 was #1@1 6C 7C 8C"
    )

    assert position_text(read_position(text)) == text


def test_a_position_may_be_told_briefly():
    deal = read_position("1 draws | 0: 4C | 1: 2H | pile: KC | #2@0 6C 7C 8C")

    assert (deal.dealer, deal.turns, deal.next_meld) == (0, 1, 3)
    assert deal.opened == deal.played == (0,)
    assert deal.stock == ()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "draws | 0: 4C",
        "2 draws | 0: 4C | 1: 5C",
        "0 draws | 0: 4C | 2: 5C",
        "0 draws | 0: 4C | gin",
        "0 sleeps | 0: 4C",
        "0 draws | 0: 4C | turn 1 | turn 2",
    ],
)
def test_what_is_no_position_is_not_read(text):
    with pytest.raises(ValueError):  # noqa: PT011 - the words differ
        read_position(text)


def test_positions_of_random_deals_read_as_they_were_written(arena):
    chance = arena.rng("positions")
    rules = arena.rules_for(arena.ruleset_of("basic", {"melds_per_turn": "any"}), 4)
    for _ in range(5):
        deal = arena.dealt(rules, chance)
        while deal.pending:
            action = arena.random_action(rules, deal, chance)
            _, deal = arena.decide.play(
                rules, deal, deal.turn.seat, action, arena.shuffled(chance)
            )

            assert read_position(position_text(deal)) == deal


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("players 4\nrules basic\ndealer 0\n", "begins"),
        ("rules basic\nplayers 4\ndealer 0\n1 draw\n", "before the first deck"),
        ("rules basic\nplayers 4\ndealer 0\ndeck 2C\n1 jump\n", "not an action"),
    ],
)
def test_what_is_no_record_is_not_read(text, match):
    with pytest.raises(ValueError, match=match):
        read_record(text)


def test_the_record_of_a_match_that_has_only_begun():
    record = recorded(PRESETS["basic"], [begin(3, 2)])

    assert record_text(record) == "rules basic\nplayers 3\ndealer 2\n"
    assert read_record(record_text(record)) == record
