"""How many ways a deal can go from a tiny deck: one count for each game and phase.

At every position on every way the judge is asked for everything that could be asked for, and
must accept what `law` finds legal and nothing else; so the count is that of both. The numbers
stand here so that a change of the rules cannot go by unseen.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from rummy_protocol.cards import JOKER, faces
from rummy_protocol.ruleset import DealChange, with_fields
from rummy_server.game import decide
from rummy_server.game.position import position_text
from rummy_server.game.state import Phase, face
from rummy_server.game.variants import PRESETS

LOW = "AC 2C 3C 4C AD 2D 3D AH 2H"
HIGH = "TC JC QC KC AC KD AD KH AH"
PAIRS = "7C 7D 7H 7S 8C 8D 8H 8S 9C 9D"
RUNS = "7C 8C 9C TC 7D 8D 9D TD 7H 8H 7S 8S"
ONE_RUN = ("contract", ("R4",))


class Tiny(NamedTuple):
    """A game cut down: a few faces, in as many packs as the game has, and few jokers."""

    preset: str
    deck: str
    hand: int
    ways: tuple[int, ...]
    """How many ways there are after one action, after two, and so on."""
    more: tuple[int, ...] = ()
    """The same, further on, for the full volume."""
    jokers: int = 0
    deal: int = 1
    seed: int = 0
    fields: tuple[tuple[str, object], ...] = ()

    def rules(self, arena):
        ruleset = with_fields(PRESETS[self.preset].for_deal(self.deal), dict(self.fields))
        rules = arena.rules_for(ruleset, ruleset.players_min)
        shown = set(faces(self.deck))
        jokers = [card for card in rules.deck if face(card) == JOKER][: self.jokers]
        deck = [card for card in rules.deck if face(card) in shown]
        return replace(rules, deck=(*deck, *jokers), hand_size=self.hand)


TINY = {
    "basic": Tiny("basic", LOW, 3, (2, 11, 21, 70, 138, 494, 984), (3561, 7114), seed=13),
    "block": Tiny("block", LOW, 3, (2, 8, 16, 59, 118, 348, 696), (1879, 3755, 9103), seed=18),
    "family": Tiny("family", LOW, 3, (2, 11, 21, 66, 130, 472, 940), (3351, 6694), seed=28),
    "french": Tiny("french", LOW, 3, (2, 7, 18, 77, 210, 809), (2310, 9634), seed=8),
    "french_500": Tiny("french_500", HIGH, 3, (2, 7, 18, 78, 218, 817), (2322, 9989), seed=26),
    "rummy_500": Tiny(
        "rummy_500", HIGH, 3, (2, 6, 12, 61, 173), (739, 2481), jokers=1, seed=22
    ),
    "colonel": Tiny("colonel", HIGH, 3, (2, 7, 14, 61, 122, 343, 686), (1801, 3599), seed=1),
    "wrotham": Tiny("wrotham", LOW, 3, (4, 8, 93, 195, 1087), (2230, 14057), jokers=2, seed=19),
    "wrotham 4": Tiny(
        "wrotham", LOW, 3, (4, 8, 45, 90, 342), (680, 3017, 5942), jokers=2, deal=4, seed=20
    ),
    "romme_40": Tiny("romme_40", HIGH, 5, (14, 31, 223), (522, 4110), jokers=2, seed=1),
    "rami_51": Tiny("rami_51", HIGH, 5, (6, 6, 66, 126), (659, 1177, 6266), jokers=1, seed=39),
    "scala_40": Tiny(
        "scala_40", HIGH, 5, (1, 12, 26, 130), (269, 1366, 2888), jokers=1, seed=30
    ),
    "kalooki_40": Tiny(
        "kalooki_40", HIGH, 5, (2, 10, 21, 76), (186, 649, 1556), jokers=1, seed=15
    ),
    "contract": Tiny("contract", PAIRS, 6, (2, 11, 22), (709,), jokers=2, seed=1),
    "contract 2": Tiny("contract", RUNS, 7, (2, 23), (58, 373), jokers=2, deal=2, seed=18),
    "contract 7": Tiny(
        "contract",
        RUNS,
        3,
        (2, 6, 12, 30, 60),
        (249, 402, 1267),
        jokers=2,
        deal=7,
        seed=12,
        fields=(ONE_RUN,),
    ),
}


def accepted(arena, rules, deal, legal):
    """What the judge accepts of all that could be asked for, each request once."""
    chance = arena.rng(position_text(deal))
    asked = {
        arena.request_key(action)
        for action in arena.all_requests(deal, chance, 40)
        if not arena.meaning_left_open(action) and not arena.on_loose_set(rules, deal, action)
    }
    return {
        action
        for action in asked | legal
        if decide.accepts(rules, deal, deal.turn.seat, action)
    }


def ways(arena, law, rules, deal, depth, seen):
    """The number of ways after one action, two, and so on; judge and law agree on each."""
    level, counts = Counter([deal]), []
    for _ in range(depth):
        following = Counter()
        for here, times in level.items():
            if here.phase is Phase.OVER:
                continue
            legal = law.legal_actions(rules.ruleset, here)
            judged = accepted(arena, rules, here, legal)
            assert judged == legal, (judged ^ legal, position_text(here))
            for action in legal:
                seen[action.kind] += times
                turn = here.turn.seat
                _, after = decide.play(rules, here, turn, action, arena.backwards)
                following[after] += times
        level = following
        counts.append(level.total())
    return tuple(counts)


@pytest.mark.rule("I14")
@pytest.mark.parametrize("name", TINY)
def test_judge_and_law_count_the_same_ways(arena, law, name, volume):
    tiny = TINY[name]
    rules = tiny.rules(arena)
    deal = arena.dealt(rules, arena.rng(f"{name} {tiny.seed}"))
    expected = volume(tiny.ways, tiny.ways + tiny.more)

    assert ways(arena, law, rules, deal, len(expected), Counter()) == expected


def test_every_game_is_counted():
    assert {tiny.preset for tiny in TINY.values()} == set(PRESETS)


NINE_DEALS = "SSS SSR SRR RRR SSSS SSSR SSRR SRRR RRRR"


@pytest.mark.rule("15-2", "G15")
def test_the_nine_contracts_of_a_relative_ask_for_all_cards_that_are_dealt(arena):
    """The longest relative is data, too: sets of three, runs of four, all cards at once."""
    changes = [
        DealChange(
            number,
            number,
            (
                ("contract", tuple({"S": "S3", "R": "R4"}[each] for each in kinds)),
                ("hand_sizes", (sum({"S": 3, "R": 4}[each] for each in kinds),)),
            ),
        )
        for number, kinds in enumerate(NINE_DEALS.split(), 1)
    ]
    base = {"players_max": 3, "jokers": 4, "jokers_by_players": (), "hand_sizes": (9,)}
    ruleset = with_fields(
        PRESETS["contract"], {**base, "deals": 9, "deal_changes": tuple(changes)}
    )

    dealt = [arena.rules_for(ruleset.for_deal(n), 3).hand_size for n in range(1, 10)]

    assert dealt == [9, 10, 11, 12, 12, 13, 14, 15, 16]
