"""Whether a turn can still end, and how: what is found is played to the end by the judge."""

from __future__ import annotations

import pytest

from rummy_protocol.actions import TakeDiscard
from rummy_protocol.cards import faces
from rummy_protocol.ruleset import RuleSet, with_fields
from rummy_server.game import decide
from rummy_server.game.melding.holdings import faces_of, holding_of
from rummy_server.game.notation import action_text
from rummy_server.game.position import read_position
from rummy_server.game.state import Phase
from rummy_server.game.turn import search
from rummy_server.game.turn.standing import standing_of

ONE = {"going_rummy": "double"}
ANY = {"melds_per_turn": "any"}
REQUIRED = {"final_discard": "required"}


def position(hand, table="", more=""):
    melds = [f"#{n}@1 {meld}" for n, meld in enumerate(table.split("/"), 1) if table]
    return " | ".join([f"0 plays | turn 5 | 0: {hand} | 1: 2H | stock: AD", *melds]) + more


def told(actions):
    return None if actions is None else [action_text(action) for action in actions]


@pytest.mark.parametrize(
    ("table", "hand", "locked", "switches", "goes"),
    [
        # B-9: after 5C only 4C and the locked KD are left.
        ("5C 6C 7C 8C", "4C KD", "KD", {}, False),
        ("5C 6C 7C 8C", "4C KD", "", {}, True),
        ("5C 6C 7C 8C", "4C 9C", "9C", {}, True),
        ("5C 6C 7C 8C", "4C 9C", "9C", REQUIRED, True),
        ("5C 6C 7C 8C", "9C", "9C", REQUIRED, False),
        # B-11.
        ("", "7D 7H 7S", "", {}, True),
        ("", "7D 7H 7S", "", REQUIRED, False),
        ("", "7C 7D 7H 7S", "", REQUIRED, True),
        # C24: several melds, where the limit is waived.
        ("", "7C 7D 7H 2S 3S 4S KD", "", {}, False),
        ("", "7C 7D 7H 2S 3S 4S KD", "", ONE, True),
        ("", "7C 7D 7H 2S 3S 4S KD", "", ANY, True),
        ("", "7C 7D 7H 2S 3S 4S KD QD", "", ANY, False),
        # a chain of lay-offs; a gap breaks it.
        ("5H 6H 7H", "2H 3H 4H 8H KS", "", {}, True),
        ("5H 6H 7H", "2H 3H 8H KS", "", {}, False),
        # E22: a gap between two runs may be filled from both sides.
        ("3C 4C 5C/9C TC JC", "6C 7C 8C", "", {}, True),
        ("3C 4C 5C/9C TC JC", "6C 7C 8C KD", "", {}, True),
        # R31, R52: where one may not lay off, or only after a meld of one's own.
        ("5H 6H 7H", "8H KS", "", {"lay_off": "none"}, False),
        ("5H 6H 7H", "8H KS", "", {"lay_off": "own"}, False),
        ("5H 6H 7H", "8H KS", "", {"lay_off_gate": "own_meld"}, False),
        ("5H 6H 7H", "8H KC KD KS", "", {"lay_off_gate": "own_meld"}, True),
        ("5H 6H 7H", "8H KC KD KS 2D", "", {"lay_off_gate": "own_meld"}, True),
        ("", "KD", "KD", {}, False),
        ("", "KD", "", {"earliest_out_turn": 2}, True),
    ],
)
@pytest.mark.rule("B-9", "B-11", "C24", "E12", "R35", "R52", "R56")
def test_a_hand_can_go_out_or_not(at, table, hand, locked, switches, goes):
    more = f" | locked {locked}" if locked else ""
    here = at(position(hand, table, more), **switches)

    found = search.way_out(here.rules, standing_of(here.rules, here.deal))

    assert (found is not None) == goes
    if found is not None:
        out = here.does(*[f"0 {one}" for one in told(found)])
        assert out.deal.outcome.out == 0


@pytest.mark.rule("C24", "R52")
def test_a_way_out_is_told_play_by_play(at):
    here = at(position("4H KC KD KS 2D", "5H 6H 7H"), lay_off_gate="own_meld")

    found = search.way_out(here.rules, standing_of(here.rules, here.deal))

    assert told(found) == ["meld KC KD KS", "lay-off #1 4H", "discard 2D"]


@pytest.mark.rule("E50")
def test_a_way_to_end_does_what_is_owed_and_no_more(at):
    here = at(position("8H KC KD KS 2D", "5H 6H 7H", " | must 8H"), preset="rummy_500")

    found = search.way_to_end(here.rules, standing_of(here.rules, here.deal))

    assert told(found) == ["lay-off #1 8H", "discard KS"]


@pytest.mark.rule("R71", "E50")
def test_a_joker_from_the_table_can_be_what_a_way_out_needs(at):
    swap = position("6H 9C 9D KS", "5H JK=6H 7H", " | opened 0 1 | opened-before")
    here = at(swap, preset="romme_40")

    found = search.way_out(here.rules, standing_of(here.rules, here.deal))

    assert told(found)[0] == "swap #1 6H"
    assert here.does(*[f"0 {one}" for one in told(found)]).deal.outcome.out == 0


@pytest.mark.rule("E26", "G11")
def test_jokers_and_the_card_beyond_them_are_found_together(at):
    more = " | opened 0 1 | opened-before"
    hand = position("JK JK' TH 2D", "5H 6H JK''=7H", more)
    here = at(hand, preset="romme_40", joker_limit="not_more")

    found = search.way_out(here.rules, standing_of(here.rules, here.deal))

    assert here.does(*[f"0 {one}" for one in told(found)]).deal.outcome.out == 0


@pytest.mark.rule("R33", "R35", "G13")
def test_what_may_be_discarded_is_a_holding(at):
    hand = "8H 8H' JK KS 2D"
    here = at(position(hand, "5H 6H 7H", " | locked KS"), preset="scala_40", discard_ban="all")

    found = search.discards(here.rules, standing_of(here.rules, here.deal))

    assert faces_of(found) == faces("2D")


def test_the_single_plays_name_what_jokers_stand_for(at):
    here = at(position("5H 6H JK 2D", "7S 7D 7C"), preset="wrotham")
    standing = standing_of(here.rules, here.deal)

    plays = {action_text(action): after for action, after in search.plays(here.rules, standing)}

    assert set(plays) == {"meld JK=4H 5H 6H", "meld 5H 6H JK=7H", "lay-off #1 JK=7H"}
    left = plays["lay-off #1 JK=7H"]
    assert left.hand == holding_of(faces("5H 6H 2D"))
    assert left.melds[0].laying.wild == 1 << faces("7H")[0]


def test_ways_to_end_random_turns_are_ways(arena, volume):
    chance, walked, searched = arena.rng("ways to end"), 0, 0
    while walked < volume(250, 4000):
        ruleset = arena.random_ruleset(chance).for_deal(chance.randrange(1, 8))
        rules = arena.rules_for(ruleset, arena.players_for(chance, ruleset))
        deal = arena.dealt(rules, chance)
        for _ in range(60):
            if deal.phase is Phase.OVER:
                break
            if deal.phase is Phase.PLAY:
                standing = standing_of(rules, deal)
                actions = search.way_to_end(rules, standing)
                assert search.can_end(rules, standing)
                _walk(arena, rules, deal, actions)
                walked, searched = walked + 1, searched + (len(actions) > 1)
                out = search.way_out(rules, standing)
                if out is not None:
                    end = _walk(arena, rules, deal, out)
                    assert end.phase is Phase.OVER
                    assert end.outcome.out == deal.turn.seat
            action = arena.random_action(rules, deal, chance)
            _, deal = decide.play(rules, deal, deal.turn.seat, action, arena.shuffled(chance))
    assert searched


def _walk(arena, rules, deal, actions):
    """Play them; the turn is over then."""
    seat, turns = deal.turn.seat, deal.turns
    for action in actions:
        _, deal = decide.play(rules, deal, seat, action, arena.backwards)
    assert deal.phase is Phase.OVER or deal.turns == turns + 1
    return deal


@pytest.mark.rule("R69", "R70", "R71")
def test_hands_full_of_jokers_are_searched_too(at):
    """Fourteen cards, three of them jokers, and one more to be had for the eight of spades."""
    table = "7S JK'''=8S 9S TS/6C' 6D 6H/JC JD JH/3S 4S 5S"
    stuck = "6C 6S 8S 4D 5D 9D TD QD 7H 9H AH 2C JK JK'"
    goes = "6C 6S 8S 4D 5D 9D TD QD 7H 9H AH JK JK' JK''"

    for hand, out in ((stuck, False), (goes, True)):
        here = at(position(hand, table), preset="romme_40")
        found = search.way_out(here.rules, standing_of(here.rules, here.deal))
        assert (found is not None) == out
        assert here.may(0) == "meld discard"


def test_a_search_without_end_is_given_up(arena):
    """Half a pack and three jokers that would have to go at once: nobody waits for that."""
    fields = {
        "jokers": 3,
        "discard_draw": "deep",
        "discard_use": "must_if_deep",
        "discard_visible": "all",
        "ace": "either",
        "contract": ("S3", "R3"),
        "melds_per_turn": "any",
        "final_discard": "required",
        "all_at_once": True,
        "lay_off": "none",
    }
    deal = read_position(
        "2 draws | turn 73 | 0: JD 5C 2D JS 7D 7S 4C | 1: AS QC 6S QS 3D QH QD"
        " | 2: JK'' 3C 3H 7H 2H AH TC | stock: TS 6H TH 8D 9D 2S KS 8S"
        " | pile: JH 4H JK 4S 9C 5H AC 6C 8C KC 5S 5D KD KH 3S JC 6D 4D 7C 9S AD 8H 9H TD 2C"
        " JK'"
    )
    rules = arena.rules_for(with_fields(RuleSet(), fields), 3)

    assert not decide.accepts(rules, deal, 2, TakeDiscard(24))
    assert decide.accepts(rules, deal, 2, TakeDiscard(1))
