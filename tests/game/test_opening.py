"""Openings: what first melds must count or be, who may do what before, and the way round."""

from __future__ import annotations

import pytest

from rummy_protocol.views import OpeningView
from rummy_server.game import decide

SEVENS = "0 plays | turn 5 | 0: {} | 1: 3C 5C | stock: 3D 9D | pile: TD"


def owes(table):
    return decide.duty(table.rules, table.deal)[0]


def lacks(table, seat=0):
    return decide.opening_of(table.rules, table.deal, seat)


@pytest.mark.rule("11-1", "G11", "R84")
def test_forty_points_from_two_melds_open_and_a_joker_counts_what_it_is(at):
    table = at(SEVENS.format("7H 8H 9H 6C 6D JK 2S 4S KD"), preset="romme_40")

    begun = table.does("0 meld 7H 8H 9H")

    assert lacks(begun) == OpeningView(need=40, laid=24, best=42)
    assert (owes(begun), begun.deal.opened) == ("open", ())
    assert begun.may(0) == "meld take-back"
    done = begun.does("0 meld 6C 6D JK=6S")
    assert (owes(done), done.deal.opened, lacks(done)) == ("", (0,), None)
    assert done.does("0 discard KD").deal.turn.seat == 1


@pytest.mark.rule("11-2", "G11")
def test_thirty_seven_points_open_nothing(at):
    table = at(SEVENS.format("AS 2S 3S QD KD AD 5C 9H"), preset="romme_40")

    assert table.refuses("0 meld AS 2S 3S") == ("opening-short", "G11")
    assert table.refuses("0 meld QD KD AD") == ("opening-short", "G11")
    assert table.may(0) == "discard"
    assert lacks(table) == OpeningView(need=40, laid=0, best=37)


@pytest.mark.rule("11-3", "G11")
@pytest.mark.parametrize("order", [("AC AD AH", "2C 3C 4C"), ("2C 3C 4C", "AC AD AH")])
def test_aces_count_eleven_in_a_set(at, order):
    table = at(SEVENS.format("AC AD AH 2C 3C 4C 9H KS"), preset="romme_40")

    assert table.does(*[f"0 meld {meld}" for meld in order]).deal.opened == (0,)


@pytest.mark.rule("14-1", "G14")
def test_an_ace_above_a_king_counts_eleven(at):
    table = at(SEVENS.format("QH KH AH 3S 3H 3D 9C 2D"), preset="kalooki_40")

    opened = table.does("0 meld QH KH AH", "0 meld 3S 3H 3D")

    assert opened.deal.opened == (0,)


@pytest.mark.rule("12-1", "G12")
def test_an_opening_of_fifty_one_with_a_run_without_jokers(at):
    table = at(SEVENS.format("9S TS JS 8D 8H 8C 2D 4H"), preset="rami_51")

    assert table.does("0 meld 9S TS JS", "0 meld 8D 8H 8C").deal.opened == (0,)


@pytest.mark.rule("12-2", "G12")
def test_fifty_four_points_without_a_pure_run_open_nothing(at):
    table = at(SEVENS.format("KS KH KD 7H 8H JK 2D 4H"), preset="rami_51")

    assert table.refuses("0 meld KS KH KD") == ("opening-short", "G12")
    assert table.refuses("0 meld 7H 8H JK=9H") == ("opening-short", "G12")
    assert lacks(table).pure_run


@pytest.mark.rule("G12")
def test_sixty_points_without_a_pure_run_wait_for_one(at):
    table = at(SEVENS.format("KS KH KD QC QD QH 2S 3S 4S 8D 9C"), preset="rami_51")

    sets = table.does("0 meld KS KH KD", "0 meld QC QD QH")

    assert (owes(sets), lacks(sets).pure_run) == ("open", True)
    assert sets.does("0 meld 2S 3S 4S").deal.opened == (0,)


@pytest.mark.rule("G11")
def test_an_opening_that_is_begun_is_finished_or_taken_back(at):
    table = at(SEVENS.format("7H 8H 9H 6C 6D JK 2S 4S KD"), preset="romme_40")
    begun = table.does("0 meld 7H 8H 9H")

    assert begun.refuses("0 discard KD") == ("open-duty", "G11")
    assert begun.does("0 take-back", "0 discard KD").deal.turn.seat == 1


TABLE = SEVENS + " | #1@1 5H 6H 7H"


@pytest.mark.rule("G11", "C04")
def test_before_the_opening_nothing_is_laid_off_and_after_it_at_once(at):
    table = at(TABLE.format("8H 6C 6D 6S TC JC QC 2S 4S"), preset="romme_40")

    assert table.refuses("0 lay-off #1 8H") == ("not-opened", "G11")
    assert decide.reachable(table.rules, table.deal) == ()
    opened = table.does("0 meld 6C 6D 6S", "0 meld TC JC QC")
    assert decide.reachable(opened.rules, opened.deal) == (1, 2, 3)
    assert opened.does("0 lay-off #1 8H").hand(0) == "2S 4S"


@pytest.mark.rule("E20", "G15")
def test_a_table_may_ask_for_an_opening_in_an_earlier_turn(at):
    gate = {"preset": "romme_40", "lay_off_gate": "after_open_next_turn"}
    position = TABLE.format("8H 6C 6D 6S TC JC QC 2S 4S")
    opened = at(position, **gate).does("0 meld 6C 6D 6S", "0 meld TC JC QC")
    before = at(position + " | opened 0 1 | opened-before | played-before", **gate)

    assert opened.refuses("0 lay-off #1 8H") == ("not-opened", "G11")
    assert before.does("0 lay-off #1 8H").deal.opened == (0, 1)


@pytest.mark.rule("G11", "R51")
def test_who_lays_down_all_in_one_turn_needs_no_forty(at):
    table = at(SEVENS.format("2C 3C 4C 2D 3D 4D 9H"), preset="romme_40")

    out = table.does("0 meld 2C 3C 4C", "0 meld 2D 3D 4D", "0 discard 9H")

    assert (out.deal.outcome.out, out.deal.outcome.rummy) == (0, True)


@pytest.mark.rule("G11", "E50")
def test_on_the_way_out_one_lays_off_without_an_opening_and_must_go_on(at):
    table = at(TABLE.format("8H 2C 3C 4C 9D"), preset="romme_40").does("0 meld 2C 3C 4C")

    beyond = table.does("0 lay-off #1 8H")

    assert owes(beyond) == "go-out"
    assert beyond.does("0 discard 9D").deal.outcome.rummy


@pytest.mark.rule("G11", "E50")
@pytest.mark.parametrize(
    ("hand", "more"),
    [("8H 2C 3C 4C 9D KS", ""), ("8H 2C 3C 4C 9D", " | played 0 1 | played-before")],
)
def test_the_opening_is_waived_only_for_who_goes_out_and_had_laid_nothing(at, hand, more):
    table = at(TABLE.format(hand) + more, preset="romme_40")

    assert table.refuses("0 meld 2C 3C 4C") == ("opening-short", "G11")


@pytest.mark.rule("G14")
def test_elsewhere_it_is_not_waived_at_all(at):
    table = at(SEVENS.format("2C 3C 4C 2D 3D 4D 9H"), preset="kalooki_40")

    assert table.refuses("0 meld 2C 3C 4C") == ("opening-short", "G11")
    last = at(SEVENS.format("2C 3C 4C"), preset="kalooki_40", final_discard="optional")
    assert last.refuses("0 meld 2C 3C 4C") == ("opening-short", "G11")


@pytest.mark.rule("G13")
def test_a_first_meld_may_have_to_be_without_jokers(at):
    position = SEVENS.format("9H TH JK 7C 7D 7S KC KD KH 2S 4S")
    pure = {"preset": "romme_40", "opening_no_jokers": True}

    assert at(position, **pure).refuses("0 meld 9H TH JK=JH") == ("opening-short", "G11")
    opened = at(position, **pure).does("0 meld 7C 7D 7S", "0 meld KC KD KH")
    assert opened.does("0 meld 9H TH JK=JH").deal.opened == (0,)


PILE = "0 draws | turn 5 | 0: {} | 1: 3C 5C | stock: 3D 9D | pile: 2D {}"


@pytest.mark.rule("G14", "E50")
def test_who_has_not_opened_takes_a_discard_only_to_open_in_that_turn(at):
    table = at(PILE.format("QH KH 3S 3H 3D 9C 2D", "AH"), preset="kalooki_40").does("0 take")

    assert owes(table) == "open"
    assert table.refuses("0 discard 9C") == ("open-duty", "G11")
    opened = table.does("0 meld QH KH AH", "0 meld 3S 3H 3D")
    assert opened.does("0 discard 9C").deal.turn.seat == 1


@pytest.mark.rule("G14", "E50")
def test_the_discard_itself_need_not_be_used_there(at):
    table = at(PILE.format("QH KH AH 3S 3H 3D 9C", "TS"), preset="kalooki_40").does("0 take")

    assert table.does("0 meld QH KH AH", "0 meld 3S 3H 3D", "0 discard 9C").hand(0) == "TS"


@pytest.mark.rule("G14")
def test_who_cannot_open_with_it_may_not_take(at):
    table = at(PILE.format("QH KH 3S 3H 3D 9C 2D", "TS"), preset="kalooki_40")

    assert table.refuses("0 take") == ("opening-short", "G11")
    assert table.may(0) == "draw"
    assert decide.takes(table.rules, table.deal) == ()


@pytest.mark.rule("G13", "E50")
def test_or_the_discard_has_to_be_in_what_is_laid(at):
    with_it = at(PILE.format("QH KH 3S 3H 3D 9C 2D", "AH"), preset="scala_40").does("0 take")
    beside = at(PILE.format("QH KH AH 3S 3H 3D 9C", "TS"), preset="scala_40")

    assert with_it.deal.turn.must is not None
    opened = with_it.does("0 meld QH KH AH", "0 meld 3S 3H 3D")
    assert owes(opened) == ""
    assert beside.refuses("0 take") == ("must-use", "E50")


@pytest.mark.rule("G13", "E50")
def test_it_may_be_laid_off_in_the_turn_of_the_opening(at):
    position = PILE.format("QH KH AH 3S 3H 3D 9C 2D", "8H") + " | #1@1 5H 6H 7H"
    table = at(position, preset="scala_40").does("0 take")

    opened = table.does("0 meld QH KH AH", "0 meld 3S 3H 3D")

    assert owes(opened) == "use"
    assert opened.refuses("0 discard 9C") == ("open-duty", "E50")
    assert opened.does("0 lay-off #1 8H", "0 discard 9C").deal.turn.seat == 1


@pytest.mark.rule("G11")
def test_a_pile_may_be_closed_to_all_who_have_not_opened(at):
    gate = {"preset": "romme_40", "discard_gate": "after_open"}
    closed = at(PILE.format("QH KH AH 3S 3H 3D 9C", "TS"), **gate)
    opened = at(PILE.format("9C 2D", "TS") + " | opened 0 | opened-before", **gate)

    assert closed.refuses("0 take") == ("not-opened", "G13")
    assert opened.does("0 take").deal.turn.must is None


@pytest.mark.rule("G12")
def test_in_the_first_turn_and_with_one_card_the_pile_is_closed(at):
    use = PILE.format("8D 8C 5H", "8H")
    early = at(use.replace("turn 5", "turn 2"), preset="rami_51")
    one = at(PILE.format("8D", "8H") + " | #1@1 8C 8S 8D'", preset="rami_51")

    assert early.refuses("0 take") == ("not-yet", "G12")
    assert one.refuses("0 take") == ("last-card-stock", "G12")
    assert early.may(0) == one.may(0) == "draw"


THREE = "0 plays | turn 4 | 0: {} | 1: 3C 5C | 2: 9C | stock: 3D 9D | pile: TD"


@pytest.mark.rule("R75", "G15")
def test_a_contract_is_laid_meld_by_meld_and_nothing_else_before(at):
    table = at(THREE.format("8S 8S' 8D 4H 5H 6H 7H KC KD KH 2S"), preset="contract", deal=2)

    begun = table.does("0 meld 8S 8S 8D")

    assert lacks(begun).contract == ("R4",)
    assert begun.refuses("0 meld KC KD KH") == ("contract", "G15")
    assert begun.refuses("0 discard 2S") == ("open-duty", "G11")
    done = begun.does("0 meld 4H 5H 6H 7H")
    assert done.deal.opened == (0,)
    assert done.refuses("0 meld KC KD KH") == ("no-more-melds", "G15")
    assert done.may(0) == "discard take-back"


@pytest.mark.rule("G15")
def test_a_meld_may_be_longer_than_its_place_in_the_contract(at):
    table = at(THREE.format("8S 8D 8H 8C 4H 5H 6H 7H 9H TH 2S"), preset="contract", deal=2)

    done = table.does("0 meld 8S 8D 8H 8C", "0 meld 4H 5H 6H 7H")

    assert done.deal.opened == (0,)
    assert done.refuses("0 lay-off #1 9H") == ("does-not-fit", "R19")


@pytest.mark.rule("G15")
def test_the_sizes_of_a_contract_may_be_exact(arena):
    contract = arena.ruleset_of("contract", {}).for_deal(2)
    exact = arena.rules_for(arena.with_fields(contract, {"contract_exact": True}), 3)
    hand = "8S 8D 8H 8C 4H 5H 6H 7H 2S 3D"
    table = arena.At(exact, arena.read_position(THREE.format(hand)))

    assert table.refuses("0 meld 8S 8D 8H 8C") == ("contract", "G15")
    opened = table.does("0 meld 8S 8D 8H", "0 meld 4H 5H 6H 7H")
    assert opened.does("0 lay-off #1 8C").hand(0) == "3D 2S"


@pytest.mark.rule("G15", "R76")
def test_in_the_last_deal_everything_goes_at_once_and_nothing_is_discarded(at):
    runs = "4H 5H 6H 7H 8C 9C TC JC 2S 3S 4S 5S"
    out = at(THREE.format(runs + " 6S"), preset="contract", deal=7)
    short = at(THREE.format(runs + " KD"), preset="contract", deal=7)

    begun = out.does("0 meld 4H 5H 6H 7H", "0 meld 8C 9C TC JC")
    assert begun.may(0) == "meld take-back"
    assert begun.does("0 meld 2S 3S 4S 5S 6S").deal.outcome.out == 0
    assert begun.refuses("0 meld 2S 3S 4S 5S") == ("all-at-once", "R76")
    assert short.refuses("0 meld 4H 5H 6H 7H") == ("all-at-once", "R76")


@pytest.mark.rule("W-2", "R76")
def test_seven_cards_go_all_at_once_or_not_at_all(at):
    position = "0 plays | turn 5 | 0: 4C 5C 6C 8S 8H 8D 8C {} | 1: 3C | stock: 3D"
    table = at(position.format("2H"), preset="wrotham", deal=4)
    more = at(position.format("2H 9D"), preset="wrotham", deal=4)

    begun = table.does("0 meld 4C 5C 6C")
    assert owes(begun) == "go-out"
    assert begun.refuses("0 discard 2H") == ("open-duty", "C24")
    assert begun.does("0 meld 8S 8H 8D 8C", "0 discard 2H").deal.outcome.out == 0
    assert table.refuses("0 meld 8S 8H 8D") == ("all-at-once", "R76")
    assert more.refuses("0 meld 4C 5C 6C") == ("all-at-once", "R76")
    opened = position.format("2H 9D") + " | opened 0 | opened-before"
    assert at(opened, preset="wrotham", deal=4).refuses("0 meld 4C 5C 6C")[0] == "all-at-once"


@pytest.mark.rule("R75")
def test_in_the_first_deals_of_it_one_meld_is_laid_as_usual(at):
    position = "0 plays | turn 5 | 0: 4C 5C 6C 8S 8H 8D 8C 2H | 1: 3C | stock: 3D"

    assert at(position, preset="wrotham", deal=3).does("0 meld 4C 5C 6C").table == ["4C 5C 6C"]


@pytest.mark.rule("R73", "R74", "E05")
def test_who_starts_with_a_card_more_plays_without_a_draw(at):
    table = at("1 plays | 0: 3C 5C | 1: 4C 5C 6C 8S 8H 8D 8C 2H", preset="wrotham")

    assert table.refuses("1 draw") == ("not-now", "E51")
    after = table.does("1 meld 4C 5C 6C", "1 discard 2H")
    assert after.pile == "2H"


BANNED = "0 plays | turn 5 | 0: {} | 1: 3C 5C | stock: 3D 9D | pile: TD | #1@1 5H 6H 7H"


@pytest.mark.rule("G13")
def test_what_fits_the_table_may_be_no_discard(at):
    ban = {"preset": "scala_40", "discard_ban": "all"}
    table = at(BANNED.format("8H 9D 2C"), **ban)

    assert table.refuses("0 discard 8H") == ("fits-table", "G13")
    assert table.does("0 discard 9D").hand(0) == "2C 8H"
    only = at(BANNED.format("8H 4H"), **ban)
    assert only.does("0 discard 8H").hand(0) == "4H"
    assert at(BANNED.format("8H 9D"), preset="scala_40").does("0 discard 8H").pile == "TD 8H"


@pytest.mark.rule("G13")
def test_the_ban_can_be_played_where_nothing_has_to_be_opened(at):
    table = at(BANNED.format("8H 9D 2C"), discard_ban="all")

    assert table.refuses("0 discard 8H") == ("fits-table", "G13")
    assert table.may(0) == "lay-off discard"


@pytest.mark.rule("G13")
def test_the_ban_may_be_for_those_who_have_not_opened(at):
    ban = {"preset": "scala_40", "discard_ban": "before_open"}
    opened = at(BANNED.format("8H 9D") + " | opened 0 1 | opened-before", **ban)

    assert at(BANNED.format("8H 9D"), **ban).refuses("0 discard 8H") == ("fits-table", "G13")
    assert opened.does("0 discard 8H").pile == "TD 8H"


@pytest.mark.rule("E47", "G11")
def test_an_opening_that_is_taken_back_was_none(at):
    table = at(TABLE.format("8H 6C 6D 6S TC JC QC 2S 4S"), preset="romme_40")
    opened = table.does("0 meld 6C 6D 6S", "0 meld TC JC QC")

    back = opened.does("0 take-back")

    assert back.deal.opened == (1,)
    assert back.refuses("0 lay-off #1 8H") == ("not-opened", "G11")


@pytest.mark.rule("G13", "G15", "E50")
def test_the_card_that_must_be_laid_may_come_after_the_contract(arena):
    scala = arena.ruleset_of("scala_40", {})
    rules = arena.rules_for(arena.with_fields(scala, {"contract": ("S3",)}), 2)
    position = PILE.format("KH TD KD QD JK 2C 4C", "JD")
    table = arena.At(rules, arena.read_position(position)).does("0 take")

    opened = table.does("0 meld KD KH JK=KS", "0 meld TD JD QD")

    assert (owes(opened), opened.deal.opened) == ("", (0,))


@pytest.mark.rule("G13", "E50")
def test_or_in_a_meld_with_a_joker_after_an_opening_without_any(at):
    position = PILE.format("KC KH KD TH TS TD 7D JK 2C 4C", "8D")
    table = at(position, preset="scala_40", opening_no_jokers=True).does("0 take")

    opened = table.does("0 meld KC KH KD", "0 meld TH TS TD")

    assert owes(opened) == "use"
    assert owes(opened.does("0 meld 7D 8D JK=9D")) == ""
