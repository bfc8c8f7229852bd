"""From a shuffled deck to the first turn, and for how many players a game is."""

from __future__ import annotations

import pytest

from rummy_protocol.errors import Declined
from rummy_protocol.ruleset import with_fields
from rummy_server.game.dealing import deal_out, undealt
from rummy_server.game.evolve import evolve
from rummy_server.game.notation import read_cards
from rummy_server.game.state import Phase, deck_of
from rummy_server.game.variants import PRESETS, rules_for, ruleset_of

BASIC = PRESETS["basic"]


@pytest.mark.rule("R05", "R06", "R12")
def test_cards_go_round_one_at_a_time_from_the_left_of_the_dealer():
    rules = rules_for(BASIC, 3)

    dealt = deal_out(rules, 1, rules.deck)

    assert dealt.hands[2][:3] == (0, 3, 6)
    assert dealt.hands[0][:3] == (1, 4, 7)
    assert dealt.hands[1][:3] == (2, 5, 8)
    assert dealt.upcard == 21
    assert dealt.stock[-1] == 22
    assert dealt.stock[0] == 51


@pytest.mark.rule("R12")
@pytest.mark.parametrize(("players", "dealer", "first"), [(2, 0, 1), (2, 1, 0), (4, 3, 0)])
def test_the_left_of_the_dealer_begins(players, dealer, first):
    rules = rules_for(BASIC, players)

    deal = evolve(None, deal_out(rules, dealer, rules.deck))

    assert [(d.seat, d.kind) for d in deal.pending] == [(first, Phase.DRAW)]
    assert deal.turns == 1


def test_a_deck_that_is_not_whole_is_not_dealt():
    rules = rules_for(BASIC, 2)

    with pytest.raises(AssertionError):
        deal_out(rules, 0, (*rules.deck[:-1], rules.deck[0]))


@pytest.mark.rule("R01", "E45")
@pytest.mark.parametrize("players", [0, 1, 7])
def test_rummy_is_for_two_to_six(players):
    with pytest.raises(Declined) as caught:
        rules_for(BASIC, players)

    assert caught.value.details["one"] == "players"


@pytest.mark.rule("R02")
def test_the_deck_is_one_pack_without_jokers():
    assert rules_for(BASIC, 2).deck == tuple(range(52))


@pytest.mark.rule("R43", "C10")
def test_what_cards_count():
    values = rules_for(BASIC, 2).values

    assert values[:13] == (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
    assert values[:13] == values[13:26] == values[26:39] == values[39:52]
    assert len(values) == 53


@pytest.mark.rule("R11")
def test_a_rule_set_cannot_be_changed_once_made():
    with pytest.raises(AttributeError):
        BASIC.target = 50


def test_the_same_rule_set_is_compiled_once():
    assert rules_for(BASIC, 3) is rules_for(ruleset_of("basic", {}), 3)
    assert rules_for(BASIC, 3) is not rules_for(BASIC, 4)


def test_an_unknown_game_is_declined():
    with pytest.raises(Declined) as caught:
        ruleset_of("whist", {})

    assert caught.value.details["why"] == "unknown"


def with_jokers_first(rules, dealt, *jokers):
    """A deck that has *jokers* on top once so many cards are dealt."""
    rest = [card for card in rules.deck if card not in jokers]
    return (*rest[:dealt], *jokers, *rest[dealt:])


@pytest.mark.rule("R73", "R74", "R06", "E05")
@pytest.mark.parametrize(("dealer", "first"), [(0, 1), (2, 0)])
def test_at_wrotham_the_starter_gets_eight_cards_and_does_not_draw(dealer, first):
    rules = rules_for(PRESETS["wrotham"], 3)

    dealt = deal_out(rules, dealer, rules.deck)
    deal = evolve(None, dealt)

    assert [len(hand) for hand in dealt.hands] == [8 if s == first else 7 for s in range(3)]
    assert dealt.hands[first][-1] == rules.deck[21]
    assert dealt.upcard is None
    assert deal.discards == ()
    assert deal.phase is Phase.PLAY
    assert deal.turn.seat == first
    assert len(deal.stock) == 55 - 22
    assert deal.stock[-1] == rules.deck[22]


@pytest.mark.rule("R69", "C20")
@pytest.mark.parametrize(("players", "stock"), [(2, 40), (3, 33), (4, 26), (5, 19), (6, 12)])
def test_the_stock_at_wrotham_suffices_for_two_to_six(players, stock):
    rules = rules_for(PRESETS["wrotham"], players)

    assert len(rules.deck) == 55
    assert len(deal_out(rules, 0, rules.deck).stock) == stock


@pytest.mark.rule("R12", "R74")
@pytest.mark.parametrize("preset", ["romme_40", "rami_51"])
def test_where_the_dealer_begins_he_has_the_card_more(preset):
    rules = rules_for(PRESETS[preset], 4)

    dealt = deal_out(rules, 2, rules.deck)

    assert (dealt.first, dealt.draws) == (2, False)
    assert [len(hand) for hand in dealt.hands] == [13, 13, 14, 13]
    assert dealt.hands[3][:2] == (rules.deck[0], rules.deck[4]), "the first card goes left"


@pytest.mark.rule("R06", "R12")
def test_a_dealer_may_begin_with_an_upcard_as_well():
    rules = rules_for(ruleset_of("basic", {"starter": "dealer"}), 3)

    deal = evolve(None, deal_out(rules, 1, rules.deck))

    assert deal.turn.seat == 1
    assert deal.phase is Phase.DRAW
    assert len(deal.discards) == 1


@pytest.mark.rule("R06", "E09")
def test_no_joker_is_turned_up_where_none_may_be():
    rules = rules_for(PRESETS["scala_40"], 4)
    first, second = read_cards("JK JK'")
    order = with_jokers_first(rules, 52, first, second)

    dealt = deal_out(rules, 0, order)

    assert dealt.upcard == order[54]
    assert dealt.stock[-3:] == (order[55], second, first), "the jokers stay on top, in order"
    assert deal_out(rules, 0, undealt(dealt)) == dealt


@pytest.mark.rule("R06")
def test_a_joker_may_be_turned_up_where_nothing_forbids_it():
    rules = rules_for(PRESETS["kalooki_40"], 4)
    (joker,) = read_cards("JK")

    assert deal_out(rules, 0, with_jokers_first(rules, 52, joker)).upcard == joker


def test_if_nothing_but_jokers_is_left_one_is_turned_up_all_the_same():
    rules = rules_for(
        with_fields(
            PRESETS["basic"],
            {"joker_upcard": False, "jokers": 8, "players_max": 3, "hand_sizes": (26, 17)},
        ),
        2,
    )

    dealt = deal_out(rules, 0, rules.deck)

    assert dealt.upcard == rules.deck[52]
    assert len(dealt.stock) == 7


@pytest.mark.rule("R02", "R69", "C21")
@pytest.mark.parametrize(
    ("preset", "players", "packs", "jokers"),
    [
        ("wrotham", 2, 1, 3),
        ("rummy_500", 4, 1, 2),
        ("rummy_500", 5, 2, 4),
        ("romme_40", 2, 2, 6),
        ("contract", 3, 2, 2),
        ("contract", 5, 2, 4),
    ],
)
def test_the_deck_is_that_for_so_many_players(preset, players, packs, jokers):
    assert rules_for(PRESETS[preset], players).deck == deck_of(packs, jokers)


@pytest.mark.rule("R76", "R04")
def test_the_hands_of_a_deal_may_be_of_another_size():
    contract = PRESETS["contract"]

    sizes = [rules_for(contract.for_deal(deal), 4).hand_size for deal in range(1, 8)]

    assert sizes == [10, 10, 10, 12, 12, 12, 12]


@pytest.mark.rule("E40", "E41")
def test_who_is_out_gets_no_cards_and_no_turn():
    rules = rules_for(ruleset_of("scala_40", {}), 3)

    dealt = deal_out(rules, 0, rules.deck, (1, 4))
    deal = evolve(None, dealt)

    assert dealt.seats == deal.seats == (0, 2, 3)
    assert [len(hand) for hand in dealt.hands] == [13, 0, 13, 13, 0]
    assert dealt.first == 2
    assert dealt.hands[2][:2] == (rules.deck[0], rules.deck[3])
    assert undealt(dealt) == rules.deck


def test_who_is_out_does_not_deal():
    rules = rules_for(PRESETS["scala_40"], 2)

    with pytest.raises(AssertionError):
        deal_out(rules, 1, rules.deck, (1,))


def test_where_players_drop_out_the_last_two_play_on_in_a_game_for_three():
    last = rules_for(
        with_fields(
            PRESETS["contract"], {"deals": None, "eliminate_at": 100, "deal_changes": ()}
        ),
        2,
    )

    assert (last.players, last.hand_size) == (2, 10)
    assert len(last.deck) == 106
    with pytest.raises(Declined):
        rules_for(PRESETS["contract"], 2)


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_a_deal_is_dealt_again_from_the_deck_that_it_tells_of(preset, arena, volume):
    ruleset, chance = PRESETS[preset], arena.rng(f"dealing {preset}")
    for _ in range(volume(10, 100)):
        rules = rules_for(
            ruleset.for_deal(chance.randint(1, 7)),
            chance.randint(ruleset.players_min, ruleset.players_max),
        )
        gone = chance.randint(0, 2)
        table = range(rules.players + gone)
        out = tuple(sorted(chance.sample(table, gone)))
        dealer = chance.choice([seat for seat in table if seat not in out])
        order = tuple(chance.sample(rules.deck, len(rules.deck)))

        dealt = deal_out(rules, dealer, order, out)

        assert deal_out(rules, dealer, undealt(dealt), out) == dealt
        assert sorted(
            (
                *sum(dealt.hands, ()),
                *dealt.stock,
                *(() if dealt.upcard is None else (dealt.upcard,)),
            )
        ) == sorted(order)
