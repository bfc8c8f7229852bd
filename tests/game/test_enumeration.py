"""The judge against the law told once more: in random positions both allow the same."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from rummy_protocol.cards import JOKER, rank, suit
from rummy_server.game import decide
from rummy_server.game.position import position_text
from rummy_server.game.state import Deal, Meld, Phase, Turn, face


def compare(arena, law, rules, deal, chance, seen):
    """One position: every request is judged as the law has it, and `may` names the kinds."""
    seat = deal.turn.seat
    legal = law.legal_actions(rules.ruleset, deal)
    where = f"{rules.ruleset.differences()} {position_text(deal)}"
    for action in legal:
        assert decide.accepts(rules, deal, seat, action), ("refused", action, where)
        seen[action.kind] += 1
        seen["deep"] += action.kind == "take" and action.count > 1
        seen["joker"] += JOKER in getattr(action, "cards", ())
    for action in arena.all_requests(deal, chance):
        if arena.meaning_left_open(action) or arena.on_loose_set(rules, deal, action):
            continue
        known = arena.request_key(action) in legal
        assert decide.accepts(rules, deal, seat, action) == known, (known, action, where)
    assert set(decide.may(rules, deal, seat)) == {action.kind for action in legal}, where
    assert legal, "whoever has to decide can do something"


def small(rules, chance):
    """The same game with few ranks and few cards in hand, so that much can be laid."""
    first = chance.choice((1, 1, 5, 10, 11))
    ranks = {(first - 1 + step) % 13 + 1 for step in range(chance.randrange(4, 7))}
    suits = set(chance.sample(range(4), chance.choice((2, 3, 3, 4))))
    deck = tuple(
        card
        for card in rules.deck
        if face(card) == JOKER or (rank(face(card)) in ranks and suit(face(card)) in suits)
    )
    most = (len(deck) - rules.players - 2) // rules.players
    return replace(rules, deck=deck, hand_size=max(1, min(6, most, chance.randrange(2, 7))))


def drawn(arena, chance, **more):
    """Rules of chance, as in some deal, for few cards."""
    ruleset = arena.random_ruleset(chance, more=True, **more)
    ruleset = ruleset.for_deal(chance.randrange(1, 8))
    return small(arena.rules_for(ruleset, arena.players_for(chance, ruleset)), chance)


@pytest.mark.rule("R23", "R28", "R35", "R52", "R56", "C24", "E12", "E16", "E27", "E51")
def test_on_the_way_through_random_deals_the_judge_and_the_law_agree(arena, law, volume):
    chance, seen, positions = arena.rng("on the way"), Counter(), 0
    while positions < volume(150, 6000):
        rules = drawn(arena, chance)
        deal = arena.dealt(rules, chance)
        for _ in range(40):
            if deal.phase is Phase.OVER:
                break
            if chance.random() < 0.3:
                compare(arena, law, rules, deal, chance, seen)
                positions += 1
            action = arena.random_action(rules, deal, chance)
            _, deal = decide.play(rules, deal, deal.turn.seat, action, arena.shuffled(chance))

    assert set(+seen) >= {"draw", "take", "meld", "discard"}, seen


def taken_from(cards, faces):
    """Cards with these faces, taken out of *cards*; None, if they are not all there."""
    found = []
    for one in faces:
        card = next((card for card in cards if face(card) == one), None)
        if card is None:
            cards.extend(found)
            return None
        cards.remove(card)
        found.append(card)
    return found


def some_meld(arena, law, rules, chance, cards):
    """Cards of *cards* that lie as a meld of this game, and what they stand for."""
    ruleset, packs = rules.ruleset, rules.ruleset.packs_for(rules.players)
    some = [face(card) for card in chance.sample(cards, min(14, len(cards)))]
    shown = sorted(set(some) - {JOKER})
    jokers = min(some.count(JOKER), chance.randrange(3))
    options = list(arena.runs_near(shown, jokers))
    options += arena.sets_near([f for f in some if f != JOKER], jokers, chance)
    chance.shuffle(options)
    for option in options:
        naturals = tuple(f for f in option.cards if f != JOKER)
        stands = (*naturals, *option.stands)
        if law.is_meld(ruleset, packs, stands, option.stands):
            lying = law.run_order(ruleset.ace, stands) or sorted(stands)
            wild = list(option.stands)
            shows = []
            for one in lying:
                joker = one in wild and (one not in naturals or shows.count(one))
                shows.append(JOKER if joker else one)
                if joker:
                    wild.remove(one)
            gone = taken_from(cards, shows)
            if gone is not None:
                return tuple(gone), tuple(lying)
    return None


def near_first(cards, stands, chance):
    """*cards* by chance, those near the melds first, most of the time."""
    ranks, suits = {rank(f) for f in stands}, {suit(f) for f in stands}

    def key(card):
        shown = face(card)
        near = shown == JOKER or rank(shown) in ranks or suit(shown) in suits
        return (not near, chance.random()) if chance.random() < 0.7 else (1, chance.random())

    return sorted(cards, key=key)


def crowded(arena, law, rules, chance):
    """Late in a deal: a full table, few cards in hand, most of them near some meld."""
    cards = chance.sample(rules.deck, len(rules.deck))
    table = []
    for number in range(1, 1 if rules.ruleset.all_at_once else chance.randrange(2, 5)):
        found = some_meld(arena, law, rules, chance, cards)
        if found and len(cards) > 8:
            owner = chance.randrange(rules.players)
            credit = (owner,) * len(found[0])
            table.append(
                Meld(id=number, owner=owner, cards=found[0], stands=found[1], credit=credit)
            )
    hand = []
    for _ in range(chance.choice((0, 1, 1, 2))):
        found = some_meld(arena, law, rules, chance, cards) if len(hand) < 4 else None
        hand += found[0] if found else ()
    stands = [f for meld in table for f in meld.stands]
    for meld in table:
        wild = [s for c, s in zip(meld.cards, meld.stands, strict=True) if face(c) == JOKER]
        if wild and chance.random() < 0.6:
            hand += taken_from(cards, wild[:1]) or ()
    cards = near_first(cards, stands + [face(c) for c in hand if face(c) != JOKER], chance)
    more = chance.randrange(0 if hand else 1, 3)
    hand, cards = hand + cards[:more], cards[more:]
    pile = chance.randrange(4)
    return late(rules, chance, tuple(table), hand[:6], cards[:pile], cards[pile:])


def late(rules, chance, table, hand, pile, rest):
    """Before the draw of seat 0, or now and then in a turn without one."""
    opened = tuple(dict.fromkeys(meld.owner for meld in table))
    played = (*opened, 0) if 0 not in opened and chance.random() < 0.3 else opened
    first = rules.ruleset.first_turn == "extra_card" and chance.random() < 0.2
    return Deal(
        dealer=rules.players - 1,
        seats=tuple(range(rules.players)),
        hands=(tuple(hand), *((card,) for card in rest[: rules.players - 1])),
        stock=tuple(rest[rules.players - 1 :]),
        discards=tuple(pile),
        phase=Phase.PLAY if first else Phase.DRAW,
        turn=Turn(seat=0, laid_before=0 in played, opened_before=0 in opened),
        melds=table,
        opened=opened,
        played=played,
        next_meld=len(table) + 4,
        turns=chance.choice((1, rules.players + 1)),
    )


@pytest.mark.rule("R28", "R31", "R35", "R40", "R52", "R56", "R70", "R71", "R76")
@pytest.mark.rule("C24", "E12", "E16", "E27", "E49", "E50")
def test_at_the_end_of_a_hand_the_judge_and_the_law_agree(arena, law, volume):
    chance, seen, duties = arena.rng("at the end"), Counter(), Counter()
    for _ in range(volume(160, 4000)):
        ruleset = arena.random_ruleset(chance, more=True).for_deal(chance.randrange(1, 8))
        rules = arena.rules_for(ruleset, arena.players_for(chance, ruleset))
        deal = crowded(arena, law, rules, chance)
        turn = law.TurnLaw(ruleset, deal)
        if deal.phase is Phase.PLAY and not turn.can_end(turn.here()):
            continue
        while deal.phase is not Phase.OVER and deal.turn.seat == 0:
            compare(arena, law, rules, deal, chance, seen)
            duties[decide.duty(rules, deal)[0]] += deal.phase is Phase.PLAY
            action = arena.random_action(rules, deal, chance)
            if action.kind == "take-back":
                break
            _, deal = decide.play(rules, deal, 0, action, arena.shuffled(chance))

    assert set(duties) >= {"", "go-out", "open", "use", "lay-joker"}, duties
    kinds = ("meld", "lay-off", "swap", "discard", "take-back", "deep", "joker")
    assert all(seen[kind] > 5 for kind in kinds), seen
