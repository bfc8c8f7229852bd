"""Whole deals between bots: nothing they choose is refused, whatever the house plays."""

from __future__ import annotations

import random

import pytest

from rummy_protocol.codec import decode_from_server, encode
from rummy_protocol.errors import Declined
from rummy_protocol.messages import Update
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.switches import SWITCHES, changed
from rummy_server.bots import LEVELS
from rummy_server.bots.plans import MOST, plans
from rummy_server.bots.sight import sight_of
from rummy_server.bout import bare_table, play_deal, play_match, shuffle_of
from rummy_server.game.dealing import deal_out
from rummy_server.game.decide import decide
from rummy_server.game.match import begin, follow
from rummy_server.game.state import Phase
from rummy_server.game.variants import PRESETS, rules_for
from rummy_server.game.view import views_of

NAMES = tuple(LEVELS)


def rule_sets():
    """Every value of every switch, one at a time."""
    for switch in SWITCHES:
        for value in switch.choices:
            try:
                yield pytest.param(
                    changed(RuleSet(), {switch.name: value}), id=f"{switch.name}={value}"
                )
            except Declined:
                continue


def seating(players, first):
    return tuple(NAMES[(first + seat) % len(NAMES)] for seat in range(players))


@pytest.mark.parametrize("ruleset", [*rule_sets()])
def test_no_choice_is_refused_at_any_value_of_a_switch(ruleset, volume):
    for number in range(volume(3, 60)):
        players = 2 + number % 3
        played = play_deal(ruleset, seating(players, number), 5, number)

        assert played.refusals == 0


@pytest.mark.parametrize("players", range(2, 7))
def test_no_choice_is_refused_under_random_house_rules(players, volume):
    chance = random.Random(f"house rules {players}")
    out = refused = count = 0
    for number in range(volume(12, 400)):
        rules = _random_rules(chance)
        played = play_deal(rules, seating(players, number), 7, number)
        refused += played.refusals
        out += played.out is not None
        count += 1

    assert refused == 0
    assert out > count // 2, "most deals end by somebody's going out"


def _random_rules(chance):
    while True:
        picked = chance.sample([switch for switch in SWITCHES if switch.name != "deals"], 5)
        try:
            return changed(RuleSet(), {s.name: chance.choice(s.choices) for s in picked})
        except Declined:
            continue


def deals_of(ruleset):
    """The deals of a match that differ in their rules."""
    return range(1, 1 + max([change.last for change in ruleset.deal_changes], default=1))


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", ["fewest", "most"])
def test_every_preset_is_played_to_its_end_without_a_refusal(preset, seats, volume):
    """Every deal of a match, by all levels at one table."""
    rules = PRESETS[preset]
    players = rules.players_min if seats == "fewest" else min(5, rules.players_max)
    out = count = 0
    for number in range(volume(1, 30)):
        for deal in deals_of(rules):
            played = play_deal(rules, seating(players, number + deal), 21, number, deal)
            out += played.out is not None
            count += 1

            assert played.refusals == 0
    assert 2 * out > count, "most deals end by somebody's going out"


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("level", ["steady", "sharp"])
def test_a_thinker_opens_and_goes_out_in_every_game(preset, level, volume):
    rules, count, out, opened = PRESETS[preset], 0, 0, 0
    for number in range(volume(2, 40)):
        for deal in deals_of(rules):
            played = play_deal(rules, (level,) * max(2, rules.players_min), 33, number, deal)
            out += played.out is not None
            opened += bool(played.opened)
            count += 1

            assert played.refusals == 0
    assert out >= 0.8 * count
    assert opened >= 0.8 * count


@pytest.mark.parametrize("part", range(6))
def test_no_choice_is_refused_under_random_rules_of_any_preset(part, volume):
    chance = random.Random(f"any rules {part}")
    for number in range(volume(4, 250)):
        rules = _random_relative(chance)
        players = chance.randint(rules.players_min, min(4, rules.players_max))
        deal = chance.choice(deals_of(rules))
        played = play_deal(rules, seating(players, number), 8, number, deal)

        assert played.refusals == 0, rules.differences()


def _random_relative(chance):
    while True:
        base = PRESETS[chance.choice(list(PRESETS))]
        picked = chance.sample(list(SWITCHES), chance.randint(0, 6))
        try:
            return changed(base, {s.name: chance.choice(s.choices) for s in picked})
        except Declined:
            continue


@pytest.mark.parametrize("preset", ["kalooki_40", "scala_40", "wrotham"])
def test_whole_matches_end_with_a_winner(preset, volume):
    """Those who drop out get no cards, and the others play on without them."""
    for number in range(volume(1, 10)):
        match = play_match(PRESETS[preset], ("steady", "easy", "sharp"), 4, number)

        assert match.winners
        assert sum(played.refusals for played in match.deals) == 0
        out = [seat for seat, total in enumerate(match.totals) if seat not in match.winners]
        assert out or preset == "wrotham"


@pytest.mark.parametrize("level", NAMES)
@pytest.mark.parametrize("changes", [{}, {"going_rummy": "double", "max_recycles": None}])
def test_deals_end_between_players_of_one_level(level, changes, volume):
    """They do not take and throw the same two cards for ever (E08)."""
    rules, count = changed(RuleSet(), changes), volume(12, 200)
    capped = 0
    for number in range(count):
        played = play_deal(rules, (level, level), 3, number)
        capped += played.turns >= rules.max_turns_per_deal

        assert played.refusals == 0
    assert capped <= count // (10 if level == "easy" else 25)


@pytest.mark.parametrize("preset", [*PRESETS, "+10"])
@pytest.mark.parametrize("players", [2, 4])
def test_a_deal_over_bytes_is_the_same_deal_with_one_answer_for_one_sight(preset, players):
    """Nothing but the bytes of an update reaches the bot, and the fold is deterministic."""
    house = changed(RuleSet(), {"going_rummy": "add_ten"})
    ruleset = PRESETS.get(preset, house)
    players = min(max(players, ruleset.players_min), ruleset.players_max)
    rules = rules_for(ruleset.for_deal(1), players)
    names = seating(players, 1)
    table = bare_table(ruleset, names)

    first, second = (_over_bytes(rules, names, table) for _ in range(2))

    assert first == second
    assert len(first) > 10


def _over_bytes(rules, names, table):
    bots = [LEVELS[name] for name in names]
    minds = [bot.fresh() for bot in bots]
    chances = [random.Random(seat) for seat in range(len(names))]
    shuffle = shuffle_of("bytes")
    match = follow(None, begin(rules.players, 0))
    match = follow(match, deal_out(rules, 0, shuffle("deal", rules.deck)))
    actions, seq = [], 0
    while match.deal.phase is not Phase.OVER:
        views, taken = views_of(rules, match), None
        for seat, bot in enumerate(bots):
            update = Update(seq, table, views.deal, views.yous[seat])
            heard = decode_from_server(encode(update)[4:])
            minds[seat], action = bot.step(minds[seat], heard, chances[seat])
            assert (action is not None) == (seat == match.deal.turn.seat)
            taken = action if action is not None else taken
        actions.append(taken)
        for event in decide(rules, match.deal, match.deal.turn.seat, taken, shuffle):
            match = follow(match, event)
            seq += 1
    return actions


@pytest.mark.parametrize("level", NAMES)
def test_a_bot_that_is_asked_again_for_the_same_sight_tries_something_plainer(level, seen):
    """Whatever a table refuses, in the end there is nothing left that has not been tried."""
    bot, update = LEVELS[level], seen("7C 7D 7S 2H KS 9C", may="meld discard", top="3D")
    memory, tried = bot.fresh(), []
    for _ in range(20):
        memory, action = bot.step(memory, update, random.Random(1))
        tried.append(action)

    plainer = [action for action in tried[1:] if action is not None]
    assert len(plainer) == len(set(plainer)) >= 6
    assert tried[-1] is None


@pytest.mark.parametrize("level", NAMES)
def test_news_of_the_people_does_not_make_a_bot_change_its_mind(level, seen):
    bot, update = LEVELS[level], seen("7C 7D 7S 2H KS 9C", may="meld discard", top="3D")
    waiting = Update(1, seen("2C", may="", others=(7, 7)).table, update.deal, update.you)

    memory, before = bot.step(bot.fresh(), update, random.Random(1))
    _, after = bot.step(memory, waiting, random.Random(1))

    assert before == after


def test_a_rich_hand_is_looked_at_in_a_bounded_number_of_ways(seen):
    """Whole suits and sets at once, any number of melds: the search of a turn has an end."""
    rules = changed(RuleSet(), {"melds_per_turn": "any"})
    hand = "4C 5C 6C 7C 8C 4D 5D 6D 7D 8D 4H 5H 6H 7H"
    sight = sight_of(seen(hand, may="meld discard", rules=rules, melds="9C TC JC/9D TD JD"))

    assert len(list(plans(sight))) <= MOST * len(hand.split())
