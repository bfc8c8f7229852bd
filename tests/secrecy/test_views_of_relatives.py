"""What stands in the views of games with jokers, openings, deep takes and dropping out."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rummy_protocol import news
from rummy_protocol.actions import (
    Discard,
    DrawStock,
    LayMeld,
    LayOff,
    SwapJoker,
    TakeBack,
    TakeDiscard,
)
from rummy_protocol.cards import JOKER, faces
from rummy_protocol.views import Fit, Lay, MeldView, OpeningView, Take
from rummy_server.game.decide import decide
from rummy_server.game.log import log_entries
from rummy_server.game.match import Match, begin, follow
from rummy_server.game.position import read_position
from rummy_server.game.variants import rules_for, ruleset_of
from rummy_server.game.view import Seat, private_view, public_view, views_of


class Table:
    """A deal that runs, and what is seen of it."""

    def __init__(self, preset, line, deal=1, **changes):
        here = read_position(line)
        ruleset = ruleset_of(preset, changes).for_deal(deal)
        self.rules = rules_for(ruleset, len(here.seats))
        begun = follow(None, begin(len(here.hands), here.dealer))
        self.match = Match(
            players=begun.players,
            dealer=here.dealer,
            number=deal,
            totals=begun.totals,
            deal=here,
        )

    def does(self, *actions):
        for action in actions:
            seat = self.match.deal.turn.seat
            for event in decide(self.rules, self.match.deal, seat, action, lambda _, c: c):
                self.match = follow(self.match, event)
        return self

    @property
    def seen(self):
        return public_view(self.rules, self.match)

    @property
    def told(self):
        return log_entries(self.rules, self.match)

    def you(self, seat=0):
        return private_view(self.rules, self.match, Seat(seat))


def card(text):
    (found,) = faces(text)
    return found


# --- jokers ------------------------------------------------------------------------------

WITH_JOKER = "0 plays | 0: {} | 1: 3C 4D | stock: 4S 9C | pile: KS | #1@1 5H JK=6H 7H"


def test_a_meld_with_a_joker_says_what_each_card_stands_for():
    table = Table("wrotham", WITH_JOKER.format("2C 9D"))

    assert table.seen.melds == (
        MeldView(1, 1, faces("5H JK 7H"), (1, 1, 1), faces("5H 6H 7H")),
    )


def test_a_meld_without_a_joker_says_nothing_more():
    line = WITH_JOKER.format("2C 9D").replace("JK=6H", "6H")

    assert Table("wrotham", line).seen.melds[0].stands == ()


def test_melds_with_jokers_are_ready_to_be_laid():
    you = Table("wrotham", WITH_JOKER.format("9S TS JK' KD")).you()

    assert you.can_meld == (
        Lay(faces("JK 9S TS"), faces("8S")),
        Lay(faces("9S TS JK"), faces("JS")),
    )


def test_melds_with_many_natural_cards_come_first():
    you = Table("wrotham", WITH_JOKER.format("7S 8S 9S JK' KD")).you()

    assert you.can_meld[0] == Lay(faces("7S 8S 9S"))
    assert [len(lay.stands) for lay in you.can_meld[:4]] == [0, 1, 1, 1]


def test_a_joker_fits_where_it_could_be_laid_off():
    you = Table("wrotham", WITH_JOKER.format("4H JK' KD")).you()

    assert you.fits == (Fit(card("4H"), (1,)), Fit(JOKER, (1,)))


def test_the_card_for_which_a_joker_stands_can_be_given_for_it():
    you = Table("wrotham", WITH_JOKER.format("6H JC KD")).you()

    assert you.swaps == (Fit(card("6H"), (1,)),)


def test_in_a_closed_set_both_missing_cards_are_named():
    """One action gives both (G14)."""
    line = "0 plays | 0: 7C 7D KS QS 2H | 1: 3C | stock: 4S 5S | pile: KH"
    line += " | #1@1 7S 7H JK=7D | opened 0 1 | opened-before"
    table = Table("kalooki_40", line)

    assert table.you().swaps == (Fit(card("7C"), (1,)), Fit(card("7D"), (1,)))
    assert JOKER in table.does(SwapJoker(1, faces("7C 7D"))).you().hand


def test_a_swap_is_told_to_all_and_so_is_its_being_taken_back():
    table = Table("wrotham", WITH_JOKER.format("6H JC KD")).does(SwapJoker(1, faces("6H")))

    assert table.told[-1] == news.Swapped(len(table.told), 0, 1, faces("6H"))
    assert table.you().hand == (*faces("JC KD"), JOKER)
    assert table.does(TakeBack()).told[-1] == news.TookBack(
        len(table.told), 0, 1, faces("6H"), jokers=1
    )


def test_a_joker_that_is_owed_is_a_duty():
    line = "0 plays | 0: 7D KS QS 2H | 1: 3C | stock: 4S 5S | pile: KH"
    line += " | #1@1 6D JK=7D 8D | opened 0 1 | opened-before"
    you = Table("romme_40", line).does(SwapJoker(1, faces("7D"))).you()

    assert (you.duty, you.duty_cards) == ("lay-joker", (JOKER,))


def test_the_log_says_what_laid_jokers_stand_for():
    table = Table("wrotham", WITH_JOKER.format("9S TS JK' 4H 2D KD"))
    table.does(LayMeld(faces("9S TS JK"), faces("JS")), LayOff(1, faces("4H")))

    assert table.told[-2:] == (
        news.Melded(1, 0, 2, faces("9S TS JK"), faces("9S TS JS"), opens=True),
        news.LaidOff(2, 0, 1, faces("4H")),
    )


# --- taking from the pile ----------------------------------------------------------------

SPREAD = "0 draws | 0: 8S 8D 2C | 1: 3C 4D | stock: 4S 9C | pile: 8H KC 3S QD"


def test_the_pile_lies_spread_where_all_of_it_may_be_seen():
    assert Table("rummy_500", SPREAD).seen.top == faces("8H KC 3S QD")


def test_only_takes_that_can_be_used_are_offered():
    """Golden 5-4: the eight below three other cards."""
    assert Table("rummy_500", SPREAD).you().takes == (Take(4, must=True),)


def test_where_nothing_has_to_be_used_any_number_may_be_taken():
    takes = Table("french", SPREAD).you().takes

    assert takes == (Take(1), Take(2), Take(3), Take(4))


def test_the_card_that_was_reached_for_is_a_duty():
    table = Table("rummy_500", SPREAD).does(TakeDiscard(4))

    assert (table.you().duty, table.you().duty_cards) == ("use", faces("8H"))
    assert table.you().fresh == card("8H")
    assert table.told[-1] == news.TookDiscard(1, 0, faces("8H KC 3S QD"))


def test_a_top_card_that_binds_nobody_is_one_way_to_take():
    line = "0 draws | 0: 2C | 1: 3C | stock: 4C 5C | pile: 6C 7C"

    assert Table("basic", line).you().takes == (Take(1),)
    assert Table("basic", line.replace("pile: 6C 7C", "pile:")).you().takes == ()


# --- opening -----------------------------------------------------------------------------

FORTY = "0 plays | turn 3 | 0: {} | 1: 3C 4D | stock: 4S 9C | pile: KS"


def test_an_opening_says_what_it_needs_and_what_the_hand_could_bring():
    table = Table("romme_40", FORTY.format("QS QH QD 7H 8H 9H 2C 5D"))

    assert table.you().opening == OpeningView(need=40, best=54)
    table.does(LayMeld(faces("QS QH QD")))
    assert table.you().opening == OpeningView(need=40, laid=30, best=54)
    assert (table.you().duty, table.seen.opened) == ("open", ())
    table.does(LayMeld(faces("7H 8H 9H")))
    assert table.you().opening is None
    assert (table.you().duty, table.seen.opened) == ("", (0,))


def test_who_waits_is_told_of_his_own_opening_too():
    table = Table("romme_40", FORTY.format("QS QH QD 7H 8H 9H 2C 5D"))

    assert table.you(1).opening == OpeningView(need=40)


def test_a_pure_run_is_missing_until_it_is_laid():
    table = Table("rami_51", FORTY.format("KS KH KD 7H 8H 9H 2C 5D"))

    assert table.you().opening.pure_run
    assert table.does(LayMeld(faces("KS KH KD"))).you().opening.pure_run


def test_a_contract_shrinks_with_each_meld():
    hand = "4C 4D 4H 9C 9D 9H 2S 5D"
    line = f"0 plays | turn 4 | 0: {hand} | 1: 3C | 2: 3D | stock: 4S 9S | pile: KS"
    table = Table("contract", line)

    assert table.you().opening == OpeningView(contract=("S3", "S3"))
    table.does(LayMeld(faces("4C 4D 4H")))
    assert table.you().opening == OpeningView(contract=("S3",))
    assert table.does(LayMeld(faces("9C 9D 9H"))).you().opening is None


def test_what_was_opened_with_can_be_taken_back():
    table = Table("romme_40", FORTY.format("QS QH QD 7H 8H 9H 2C 5D"))
    table.does(LayMeld(faces("QS QH QD")), LayMeld(faces("7H 8H 9H")))
    assert table.seen.opened == (0,)

    table.does(TakeBack())
    assert table.seen.opened == ()
    assert table.you().opening == OpeningView(need=40, laid=30, best=54)


def test_where_everything_goes_at_once_the_first_meld_binds():
    hand = "4C 5C 6C 8S 8H 8D 8C 2H"
    line = f"0 plays | turn 3 | 0: {hand} | 1: 3C 4D | stock: 4S 9C | pile: KS"
    table = Table("wrotham", line, deal=4).does(LayMeld(faces("4C 5C 6C")))

    assert table.you().duty == "go-out"
    table.does(LayMeld(faces("8S 8H 8D 8C")), Discard(card("2H")))
    assert table.match.deal.outcome.out == 0


def test_the_same_cards_laid_otherwise_are_told_anew():
    """A table need not look at every moment: the hand alone does not show the change."""
    table = Table("romme_40", FORTY.format("QS QH QD 7H 8H JK 2C 5D"))
    table.does(LayMeld(faces("7H 8H JK"), faces("9H")))
    kept = views_of(table.rules, table.match)
    table.does(TakeBack(), LayMeld(faces("7H 8H JK"), faces("6H")))
    after = views_of(table.rules, table.match, kept)

    assert [views.yous[0].opening.laid for views in (kept, after)] == [24, 21]
    assert after == views_of(table.rules, table.match)


# --- dropping out ------------------------------------------------------------------------


def test_who_is_out_of_the_match_has_no_cards_and_nothing_to_fulfil():
    line = "0 draws | seats 0 2 | 0: 4C 5C | 1: | 2: 2H 3D | stock: 4S 9C | pile: KS"
    table = Table("scala_40", line)

    assert table.seen.hands == (2, 0, 2)
    assert table.you(1) == replace(table.you(1), hand=(), may=(), opening=None, can_meld=())
    assert table.you(2).opening == OpeningView(need=40)


@pytest.mark.parametrize("turn", [1, 2, 3, 4])
def test_a_round_is_as_long_as_there_are_players_left(turn):
    """Where only the top may be seen, a discard keeps its face for one round (E09)."""
    line = (
        "0 plays | seats 0 2 | 0: 4C 5C | 1: | 2: 2H 3D | stock: 4S 9C 8S 7S 6S 4D | pile: KS"
    )
    table = Table("scala_40", line).does(Discard(card("4C")))
    for _ in range(turn):
        seat = table.match.deal.turn.seat
        table.does(DrawStock(), Discard(table.you(seat).hand[0]))

    assert (table.told[0].card is not None) == (turn < 2)
