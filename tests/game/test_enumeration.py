"""The judge against the law told once more: in random positions both allow the same."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from rummy_protocol.actions import LayMeld, LayOff
from rummy_server.game import decide
from rummy_server.game.position import position_text
from rummy_server.game.state import Card, Meld, Phase, Turn, face


def request_key(action):
    """Requests that name the same cards in another order are one."""
    match action:
        case LayMeld(cards):
            return LayMeld(tuple(sorted(cards)))
        case LayOff(meld, cards):
            return LayOff(meld, tuple(sorted(cards)))
    return action


def compare(arena, law, rules, deal, chance, seen):
    """One position: every request is judged as the law has it, and `may` names the kinds."""
    seat = deal.turn.seat
    legal = law.legal_actions(rules.ruleset, deal)
    where = f"{rules.ruleset.differences()} {position_text(deal)}"
    for action in legal:
        assert decide.accepts(rules, deal, seat, action), (action, where)
        seen[action.kind] += 1
    for action in arena.all_requests(deal, chance):
        known = request_key(action) in legal
        assert decide.accepts(rules, deal, seat, action) == known, (action, where)
    assert set(decide.may(rules, deal, seat)) == {action.kind for action in legal}, where
    assert legal, "whoever has to decide can do something"


@pytest.mark.rule("R23", "R28", "R35", "R52", "R56", "C24", "E12", "E16", "E27", "E51")
def test_on_the_way_through_random_deals_the_judge_and_the_law_agree(arena, law, volume):
    chance, seen, positions = arena.rng("on the way"), Counter(), 0
    while positions < volume(250, 6000):
        rules = arena.rules_for(arena.random_ruleset(chance), chance.randrange(2, 7))
        deal = arena.dealt(rules, chance)
        while deal.phase is not Phase.OVER:
            if chance.random() < 0.08:
                compare(arena, law, rules, deal, chance, seen)
                positions += 1
            action = arena.random_action(rules, deal, chance)
            _, deal = decide.play(rules, deal, deal.turn.seat, action, arena.shuffled(chance))

    assert len(seen) >= 6, seen


def some_melds(arena, rules, chance, cards, count):
    """A few melds that can lie side by side, and what they leave of *cards*."""
    found = []
    while len(found) < count:
        melds = list(arena.melds.possible(rules.melds, chance.sample(cards, 14)))
        if melds:
            found.append(chance.choice(melds))
            cards = [card for card in cards if card not in found[-1]]
    return found, cards


def lying(number, owner, faces):
    cards = tuple(map(Card, faces))
    return Meld(id=number, owner=owner, cards=cards, stands=faces, credit=(owner,) * len(faces))


def crowded(arena, rules, chance):
    """The end of a turn on a full table: few cards in hand, most of them near some meld."""
    melds, cards = some_melds(arena, rules, chance, list(rules.deck), chance.randrange(1, 4))
    table = [
        lying(number, chance.randrange(rules.players), meld)
        for number, meld in enumerate(melds, 1)
    ]
    held, cards = some_melds(arena, rules, chance, cards, chance.choice((0, 1, 2, 2)))
    near = [
        card
        for card in chance.sample(cards, len(cards))
        if any(arena.melds.extended(rules.melds, meld, (card,)) for meld in melds)
    ]
    hand = [card for meld in held for card in meld] + near[: chance.randrange(3)]
    hand += [card for card in cards if card not in near][
        : chance.randrange(0 if hand else 1, 3)
    ]
    chance.shuffle(hand)
    rest = [card for card in cards if card not in hand]
    laid = tuple(dict.fromkeys(meld.owner for meld in table))
    before = 0 in laid or chance.random() < 0.3
    hands = [tuple(hand), *(tuple(rest[seat::12]) for seat in range(1, rules.players))]
    left = rest[0::12]
    return replace(
        arena.dealt(rules, chance, rules.players - 1),
        hands=tuple(hands),
        stock=tuple(left[1:]),
        discards=tuple(left[:1]),
        phase=Phase.PLAY,
        melds=tuple(table),
        opened=laid,
        played=(*laid, 0) if before and 0 not in laid else laid,
        next_meld=len(table) + 1,
        turns=chance.choice((1, rules.players + 1)),
        turn=Turn(
            seat=0,
            fresh=hand[-1],
            locked=hand[-1] if chance.random() < 0.5 else None,
            laid_before=before,
        ),
    )


def rummy_ruleset(arena, chance):
    """A rule set of chance; half of the time one in which going rummy waives the limit."""
    if chance.random() < 0.5:
        return arena.random_ruleset(chance)
    return arena.ruleset_of(
        "basic",
        {
            "going_rummy": chance.choice(("double", "add_ten")),
            "final_discard": chance.choice(("optional", "required")),
            "lay_off": chance.choice(("none", "own", "any")),
            "take_back": chance.choice((True, False)),
            "ace": chance.choice(("low", "either", "corner")),
        },
    )


@pytest.mark.rule("R28", "R31", "R35", "R40", "R52", "R56", "C24", "E12", "E16", "E27")
def test_at_the_end_of_a_hand_the_judge_and_the_law_agree(arena, law, volume):
    chance, seen, duties = arena.rng("at the end"), Counter(), 0
    for _ in range(volume(300, 6000)):
        rules = arena.rules_for(rummy_ruleset(arena, chance), chance.randrange(2, 7))
        deal = crowded(arena, rules, chance)
        turn = law.TurnLaw(rules.ruleset, deal)
        if not turn.can_end(turn.here()):
            continue
        while deal.phase is Phase.PLAY and deal.turn.seat == 0:
            compare(arena, law, rules, deal, chance, seen)
            duties += bool(decide.duty(rules, deal))
            action = arena.random_action(rules, deal, chance)
            if action.kind == "take-back":
                break
            _, deal = decide.play(rules, deal, 0, action, arena.shuffled(chance))

    assert duties >= volume(6, 120)
    assert all(seen[kind] > 50 for kind in ("meld", "lay-off", "discard", "take-back")), seen

