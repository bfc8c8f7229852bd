"""What went wrong in public elsewhere: each report is a position here, and must come out right.

Reports about knocking and about laying off on a knocker (X-11, X-21, X-23) belong to games
that are not played here yet.
"""

from __future__ import annotations

import pytest

from rummy_protocol.cards import faces
from rummy_server.game.position import read_position
from rummy_server.game.scoring import lines, score
from rummy_server.game.solving.arrange import best_split
from rummy_server.game.state import Phase
from rummy_server.game.variants import PRESETS, rules_for

HOLDS = "0 plays | turn 3 | 0: {} 4C 9D | 1: 2H 3H | stock: 7D 8D | pile: KC"


@pytest.mark.rule("X-01", "R03", "R53", "R55")
@pytest.mark.parametrize(
    ("ace", "cards", "laid"),
    [
        ("low", "KS AS 2S", False),
        ("low", "QS KS AS", False),
        ("low", "AS 2S 3S", True),
        ("high", "KS AS 2S", False),
        ("high", "QS KS AS", True),
        ("high", "AS 2S 3S", False),
        ("either", "KS AS 2S", False),
        ("either", "QS KS AS", True),
        ("either", "AS 2S 3S", True),
        ("corner", "KS AS 2S", True),
        ("corner", "QS KS AS", True),
        ("corner", "AS 2S 3S", True),
    ],
)
def test_a_run_goes_round_the_corner_only_where_that_is_agreed(at, ace, cards, laid):
    table = at(HOLDS.format(cards), ace=ace)

    if laid:
        assert len(table.does(f"0 meld {cards}").table) == 1
    else:
        assert table.refuses(f"0 meld {cards}")[0] == "not-a-meld"


@pytest.mark.rule("X-01")
@pytest.mark.parametrize("preset", PRESETS)
def test_no_game_of_the_house_goes_round_the_corner_unasked(at, preset):
    more = range(2, PRESETS[preset].players_min)
    here = HOLDS.format("KS AS 2S QS") + "".join(f" | {seat}: 5H" for seat in more)

    assert at(here, preset).refuses("0 meld KS AS 2S")[0] == "not-a-meld"
    assert at(here, preset).refuses("0 meld QS KS AS 2S")[0] == "not-a-meld"


@pytest.mark.rule("X-03", "G5")
def test_an_ace_counts_by_its_use_where_the_game_says_so():
    """500: A-2-3 is 6 and A-A-A is 45; in the hand the ace is 15."""
    rules = rules_for(PRESETS["rummy_500"], 2)
    deal = read_position(
        "0 ends | 0: | 1: AC | stock: 7D | pile: KC | #1@0 AH 2H 3H | #2@0 AS AD AC'"
        " | #3@1 QD KD AD' | out 0"
    )

    laid = [[points for _, points in line.laid] for line in lines(rules, deal)]

    assert laid == [[1, 2, 3, 15, 15, 15], [10, 10, 15]]
    assert score(rules, deal) == (51, 35 - 15)


@pytest.mark.rule("X-05", "R39", "B-10")
def test_the_top_discard_stays_and_the_rest_is_shuffled(at):
    """Reported: the whole pile became the stock, unshuffled, so the last discard came next."""
    table = at(
        "0 draws | 0: 4C 9D | 1: 2H 3H | stock: | pile: 5C 9C KH 2S",
        stock_out="shuffle_keep_top",
    ).does("0 draw")

    assert table.pile == "2S"
    assert table.stock == "9C KH"
    assert "5C" in table.hand(0)


@pytest.mark.rule("X-05", "R38", "E06")
def test_a_pile_that_is_turned_over_begins_with_its_oldest_card(at):
    table = at("0 draws | 0: 4C 9D | 1: 2H 3H | stock: | pile: 5C 9C KH 2S").does("0 draw")

    assert (table.pile, table.stock) == ("", "9C KH 2S")
    assert "5C" in table.hand(0)


@pytest.mark.rule("X-07", "E03", "E04")
@pytest.mark.parametrize("out", ["turn_over", "shuffle_all", "shuffle_keep_top"])
@pytest.mark.parametrize("pile", ["", "KC"])
def test_an_empty_stock_is_no_crash(at, out, pile):
    """Reported: the server popped a card from an empty list."""
    table = at(f"0 draws | 0: 4C 9D | 1: 2H 3H | stock: | pile: {pile}", stock_out=out)

    if pile and out != "shuffle_keep_top":
        assert table.does("0 draw").hand(0) == "4C KC 9D"
        assert table.refuses("0 end-deal")[0] == "stock-left"
    else:
        assert table.refuses("0 draw")[0] == "stock-empty"
        assert table.does("0 end-deal").deal.outcome.out is None


@pytest.mark.rule("X-09", "R35", "E14")
def test_the_discard_just_taken_is_not_thrown_back_but_its_twin_is(at):
    here = "0 draws | 0: KC 9D | 1: 2H 3H | stock: 7D | pile: KC'"
    table = at(here, packs=2).does("0 take")

    after = table.does("0 discard KC")
    assert (after.pile, after.hand(0)) == ("KC", "9D KC'")

    alone = at(here.replace("0: KC", "0: 8C"), packs=2).does("0 take")
    assert alone.refuses("0 discard KC") == ("just-taken", "R35")


@pytest.mark.rule("X-13", "E26")
def test_a_run_that_grew_at_its_low_end_grows_on(at):
    """Reported: the second card was refused, as if the meld had not grown."""
    table = at("0 plays | 0: 4C 3C 2C 9D | 1: 2H | stock: 7D | #1@1 5C 6C 7C")

    for end in (("0 lay-off #1 4C", "0 lay-off #1 3C"), ("0 lay-off #1 4C 3C",)):
        grown = table.does(*end)
        assert grown.table == ["3C 4C 5C 6C 7C"]
        assert grown.does("0 lay-off #1 2C").table == ["2C 3C 4C 5C 6C 7C"]


@pytest.mark.rule("X-15", "E26")
@pytest.mark.parametrize("order", ["4C 3C", "3C 4C"])
def test_cards_that_fit_only_together_go_together_in_any_order(at, order):
    """Reported: each card was tested alone."""
    table = at("0 plays | 0: 4C 3C 9D TD | 1: 2H | stock: 7D | #1@1 5C 6C 7C")

    assert table.does(f"0 lay-off #1 {order}").table == ["3C 4C 5C 6C 7C"]
    assert table.refuses("0 lay-off #1 3C")[0] == "does-not-fit"
    assert table.refuses("0 lay-off #1 3C 9D")[0] == "does-not-fit"


@pytest.mark.rule("X-17", "R70", "E49")
def test_a_joker_stands_inside_a_run_as_well_as_at_its_end(at):
    """Reported: with J-Q-K on the table, joker and 9 could not both be laid."""
    here = "0 plays | turn 3 | 0: JK 9S 4C 8D | 1: 2H 3H | stock: 7D | pile: 3C | {}"
    table = at(here.format("#1@1 JS QS KS"), "wrotham").does("0 lay-off #1 JK 9S")

    assert table.deal.melds[0].stands == faces("9S TS JS QS KS")
    assert table.table == ["9S JK JS QS KS"]

    here = "0 plays | turn 3 | 0: JK 9S JS 4C 8D | 1: 2H 3H | stock: 7D | pile: 3C"
    laid = at(here, "wrotham").does("0 meld 9S JK JS")
    assert laid.deal.melds[0].stands == faces("9S TS JS")


@pytest.mark.rule("X-17")
def test_the_solver_finds_a_joker_inside_a_run():
    rules = rules_for(PRESETS["wrotham"], 2)

    assert best_split(rules.melds, rules.values, faces("9S JK JS QS")).points == 0


@pytest.mark.rule("X-19")
@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("6H QH QC 5H KD KH 7H KC 4H QD", 0),
        ("KC 3S 3C 9C KH 3H 9H 3D 9D KD", 0),
        ("TC 2H 3H 2S TD 5H 3S 4H 4S TS", 0),
        ("5S 4H 6S TH 3H JH 5H 9H 2H 4S", 0),
        ("JC 9D 8S 6D JS 8H TD 8D 7D JD", 16),
        ("5H 6H 7H 7S 7D 8H 9H 9S 9D 2C", 16),
    ],
)
def test_the_solver_is_neither_greedy_nor_claims_a_card_twice(hand, points):
    """Reported of another program's bots; whoever counts deadwood needs the exact best."""
    rules = rules_for(PRESETS["basic"], 2)
    split = best_split(rules.melds, rules.values, faces(hand))

    assert split.points == points
    used = [card for meld in split.melds for card in meld]
    assert len(used) == len(set(used))


@pytest.mark.rule("X-25", "E08")
@pytest.mark.parametrize("preset", ["basic", "block", "french"])
def test_two_who_take_each_others_discards_for_ever_are_stopped(at, preset):
    table = at(
        "0 draws | 0: 4C 9D | 1: 2H 6S | stock: 7D 8D | pile: KC JH",
        preset,
        max_turns_per_deal=20,
    )
    for _ in range(20):
        seat, top = table.deal.turn.seat, table.pile.split()[-1]
        table = table.does(f"{seat} take")
        other = next(card for card in table.hand(seat).split() if card != top)
        table = table.does(f"{seat} discard {other}")

    assert table.deal.phase is Phase.OVER
    assert table.deal.outcome.why == "turn-cap"
    assert table.told[-1] == "DealEnded", "and the table is told"


@pytest.mark.rule("X-27", "R13", "E51")
@pytest.mark.parametrize(
    "asked", ["1 take", "1 meld 7D 7H 7S", "1 lay-off #1 9C", "1 discard 7D", "1 swap #1 7D"]
)
def test_nobody_acts_out_of_turn_whatever_the_cards(at, asked):
    """Reported: a call out of turn was carried out, and the others were not told."""
    table = at("0 plays | 0: 4C 9D | 1: 7D 7H 7S 9C | stock: 8D | pile: JH | #1@0 6C 7C 8C")

    assert table.refuses(asked) == ("not-your-turn", "R13")


@pytest.mark.rule("X-27")
@pytest.mark.parametrize("number", [0, 2, 99])
def test_a_meld_that_is_not_there_is_no_crash(at, number):
    table = at("0 plays | 0: 4C 9C | 1: 7D | stock: 8D | pile: JH | #1@0 6C 7C 8C")

    assert table.refuses(f"0 lay-off #{number} 9C")[0] == "no-such-meld"


@pytest.mark.rule("X-29", "R15")
def test_the_same_joker_is_laid_once_however_often_it_is_asked_for(at):
    """Reported: pressing the key several times laid one wild card again and again."""
    table = at(
        "0 plays | turn 3 | 0: JK 4C 8D | 1: 2H 3H | stock: 7D | pile: 3C | #1@1 JS QS KS",
        "wrotham",
    ).does("0 lay-off #1 JK=TS")

    assert table.refuses("0 lay-off #1 JK=9S")[0] == "not-your-card"
    assert table.refuses("0 lay-off #1 JK")[0] == "not-your-card"
    assert table.table == ["JK JS QS KS"]
