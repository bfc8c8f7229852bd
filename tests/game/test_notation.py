"""Every value of the game as text and back."""

from __future__ import annotations

import pytest

from rummy_protocol.actions import (
    Discard,
    DrawStock,
    EndDeal,
    LayMeld,
    LayOff,
    SwapJoker,
    TakeBack,
    TakeDiscard,
)
from rummy_protocol.cards import is_joker
from rummy_protocol.ruleset import with_fields
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
from rummy_server.game.state import Deal, Meld, Outcome, Phase, Play, Turn, deck_of, face
from rummy_server.game.variants import PRESETS, ruleset_of


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
        "meld 7C 8C JK",
        "meld 7C 8C JK=9C",
        "meld JK=7C 8C JK=9C JK",
        "lay-off #3 JK=4C",
        "lay-off #3 JK 5C",
        "swap #2 6H",
        "swap #12 7D 7C",
        "meld 7C 8C =9C",
    ],
)
def test_an_action_reads_as_it_was_written(text):
    assert action_text(read_action(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "jump",
        "draw 7C",
        "discard",
        "discard ZZ",
        "lay-off 7C",
        "take all",
        "meld 1X",
        "meld 7C=8C",
        "swap 6H",
        "swap #1 JK=6H",
        "lay-off #1 JK=",
    ],
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
    "text",
    [
        "6C 7C 8C to #3@0 6C 7C 8C",
        "6C 7C 8C to #3@0 6C 7C 8C opens",
        "9C to #3@0 6C 7C 8C 9C@1 was #3@0 6C 7C 8C",
        "7C for JK' to #3@0 6C 7C@1 8C was #3@0 6C JK'=7C 8C",
        "7D 7C for JK to #3@0 7S 7H 7D 7C was #3@0 7S 7H JK=7D",
    ],
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
        "basic going_rummy=double take_back=no target=150",
        "basic deal_scoring=payment deals=4 target=-",
    ],
)
def test_a_rule_set_reads_as_it_was_written(text):
    assert ruleset_text(read_ruleset(text)) == text


def test_every_rule_set_of_chance_reads_as_it_was_written(arena, volume):
    chance = arena.rng("rule sets")
    for _ in range(volume(300, 3000)):
        ruleset = arena.random_ruleset(chance)

        assert read_ruleset(ruleset_text(ruleset)) == ruleset


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_game_goes_by_its_name_alone(preset):
    assert ruleset_text(PRESETS[preset]) == preset
    assert read_ruleset(preset) == PRESETS[preset]


@pytest.mark.parametrize("name", ["", "sunday_game", "s2"])
def test_a_game_of_a_house_reads_as_it_was_written(name):
    ruleset = with_fields(
        PRESETS["contract"],
        {"preset": name, "winner_bonus": (5, 10, 15), "hand_sizes": (9, 8, 7), "buy_ins": 0},
    )

    text = ruleset_text(ruleset)

    assert text.startswith("basic ")
    assert read_ruleset(text) == ruleset
    assert read_ruleset(text).rules_hash() == ruleset.rules_hash()


def test_a_table_that_a_switch_has_emptied_reads_as_it_was_written():
    ruleset = ruleset_of("rummy_500", {"packs": 2, "jokers": 4})

    assert read_ruleset(ruleset_text(ruleset)) == ruleset


@pytest.mark.parametrize(
    "text",
    [
        "whist",
        "basic ace=middle",
        "basic colour=red",
        "basic hand_sizes=[1",
        "basic players_min=9",
    ],
)
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


def test_a_position_says_what_a_turn_still_owes_and_who_is_out():
    text = (
        "2 plays | turn 9 | dealer 0 | seats 0 2 | 0: 4C | 1: | 2: JK' 5C | stock: 7D"
        " | pile: KC | #1@0 6C 7C 8C | next 2 | opened 0 2 | played 0 | fresh 5C | must 5C"
        " | must-open | owed JK' JK | played-before | opened-before"
        " | play 7C for JK' to #1@0 6C 7C@2 8C was #1@0 6C JK'=7C 8C"
    )

    deal = read_position(text)

    assert position_text(deal) == text
    assert deal.seats == (0, 2)
    assert deal.turn.must == deal.turn.fresh == 4
    assert deal.turn.must_open
    assert deal.turn.opened_before
    assert len(deal.turn.owed) == 2
    assert len(deal.turn.plays[0].gained) == 1


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
        "1 draws | seats 0 2 | 0: 4C | 1: | 2: 5C",
    ],
)
def test_what_is_no_position_is_not_read(text):
    with pytest.raises(ValueError):  # noqa: PT011 - the words differ
        read_position(text)


# --- everything that there can be ------------------------------------------------------------

DECK = deck_of(2, 6)


def some(chance, low=1, high=5):
    return tuple(chance.sample(DECK, chance.randint(low, high)))


def any_faces(chance, low=1):
    return tuple(map(face, some(chance, low)))


def any_meld(chance):
    cards = some(chance, 3, 6)
    stands = tuple(
        chance.randrange(52) if is_joker(face(card)) else face(card) for card in cards
    )
    owner = chance.choice([None, *range(8)])
    credit = tuple(chance.randrange(8) for _ in cards)
    return Meld(
        id=chance.randint(1, 99), owner=owner, cards=cards, stands=stands, credit=credit
    )


def any_play(chance):
    return Play(
        cards=some(chance),
        meld=any_meld(chance),
        before=chance.choice([None, any_meld(chance)]),
        gained=some(chance, 0, 2),
        opens=chance.random() < 0.5,
    )


def any_action(chance):
    cards, stands = any_faces(chance), tuple(chance.sample(range(52), chance.randint(0, 3)))
    return chance.choice(
        [
            DrawStock(),
            TakeDiscard(chance.randint(1, 60)),
            LayMeld(cards, stands),
            LayOff(chance.randint(1, 30), cards, stands),
            SwapJoker(chance.randint(1, 30), cards),
            Discard(cards[0]),
            TakeBack(),
            EndDeal(),
        ]
    )


def any_turn(chance, seat):
    return Turn(
        seat=seat,
        fresh=chance.choice([None, *DECK]),
        locked=chance.choice([None, *DECK]),
        plays=tuple(any_play(chance) for _ in range(chance.randint(0, 2))),
        laid_before=chance.random() < 0.5,
        opened_before=chance.random() < 0.5,
        must=chance.choice([None, *DECK]),
        must_open=chance.random() < 0.5,
        owed=some(chance, 0, 2),
    )


def any_outcome(chance):
    if chance.random() < 0.5:
        return Outcome(out=None, why=chance.choice(["declined", "nothing-to-draw", "turn-cap"]))
    return Outcome(out=chance.randrange(8), rummy=chance.random() < 0.5)


def any_deal(chance):
    players = chance.randint(2, 8)
    seats = tuple(sorted(chance.sample(range(players), chance.randint(1, players))))
    phase = chance.choice(list(Phase))
    return Deal(
        dealer=chance.choice(seats),
        seats=seats,
        hands=tuple(some(chance, 0) if seat in seats else () for seat in range(players)),
        stock=some(chance, 0, 30),
        discards=some(chance, 0, 30),
        phase=phase,
        turn=any_turn(chance, chance.choice(seats)),
        melds=tuple(any_meld(chance) for _ in range(chance.randint(0, 4))),
        opened=tuple(chance.sample(seats, chance.randint(0, len(seats)))),
        played=tuple(chance.sample(seats, chance.randint(0, len(seats)))),
        next_meld=chance.randint(1, 30),
        turns=chance.randint(1, 200),
        recycles=chance.randint(0, 3),
        outcome=any_outcome(chance) if phase is Phase.OVER else None,
    )


@pytest.mark.parametrize(
    ("make", "text", "read"),
    [
        (any_meld, meld_text, read_meld),
        (any_play, play_text, read_play),
        (any_action, action_text, read_action),
        (any_outcome, outcome_text, read_outcome),
        (any_deal, position_text, read_position),
    ],
    ids=["melds", "plays", "actions", "outcomes", "deals"],
)
def test_whatever_there_can_be_reads_as_it_was_written(make, text, read, arena, volume):
    chance = arena.rng(make.__name__)
    for _ in range(volume(300, 5000)):
        value = make(chance)
        if make is any_meld and value.owner is None:
            assert read(text(value)).credit == value.credit

        assert read(text(value)) == value, text(value)
        assert text(read(text(value))) == text(value)


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
