"""Every game on the screen: twins, jokers, deep piles, openings, duties, seats that are out.

Whole pages stand in `pages/`, as those of `test_draw`; ``--regen`` writes them anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rummy_client.commands.obey import obey
from rummy_client.desk import Desk, Over, Screen, picked_places, screen_of, settled
from rummy_client.linkstate import Online
from rummy_client.model import Model, asked, busy, hear
from rummy_client.moment import command_for
from rummy_client.order import Sort
from rummy_client.screen import Look, Scene, Size, draw
from rummy_client.screen.cells import width
from rummy_client.screen.look import card_text, meld_text
from rummy_protocol.actions import (
    Discard,
    LayMeld,
    LayOff,
    SwapJoker,
    TakeDiscard,
)
from rummy_protocol.messages import Accepted, Act, Advice, BuyIn, Refused, Seated
from rummy_protocol.news import Discarded, LaidOff, Melded, Swapped
from rummy_protocol.views import (
    DealResult,
    Fit,
    Lay,
    MatchResult,
    MeldView,
    OpeningView,
    SeatResult,
    Stage,
    Take,
    You,
)
from rummy_server.game.variants import PRESETS

from .tables import (
    WELCOME,
    bot,
    changed,
    deal,
    faces,
    heard,
    human,
    one,
    page,
    seated,
    shown,
    table,
    update,
)

PAGES = Path(__file__).parent / "pages"
LOOKS = {
    "80x24": (80, 24, Look()),
    "100x30-ascii": (100, 30, Look(letters=True, ascii_only=True)),
    "60x15": (60, 15, Look()),
}
KOREAN = ("김철수와 그의 아주 긴 이름", "박영희", "최고의 러미 선수 중 한 명", "이순신")

THIRTEEN = faces("7H 7H 8H 9H JK KC KD 2S 3S 4C 5D QS JK")
JOKERS = (
    MeldView(1, 1, faces("7C 8C JK TC"), (1, 1, 1, 1), faces("7C 8C 9C TC")),
    MeldView(2, 2, faces("QC JK QH"), (2, 2, 2), faces("QC QD QH")),
    MeldView(3, 1, faces("4S 4D 4H"), (1, 1, 2)),
)
LOG = (
    Melded(1, 1, 1, faces("7C 8C JK TC"), faces("7C 8C 9C TC"), True),
    Swapped(2, 2, 1, faces("9C")),
    LaidOff(3, 2, 3, faces("4H")),
    Discarded(4, 2, one("KD")),
)
PLAY = ("meld", "lay-off", "discard", "take-back")


def mine(hand=THIRTEEN, may=PLAY, **more):
    return You(0, hand, may, deadwood=hand, points=96, dead_points=96, **more)


def people(count, **more):
    names = (*KOREAN, "Eve", "Fred", "Gus", "Hal")
    return tuple(human("Ann") if not n else bot(names[n - 1], **more) for n in range(count))


def game(name, count=4, at=None, **more):
    """A table at which *name* is played, in the middle of a turn of our own."""
    rules = PRESETS[name]
    of = table(*people(count), rules=rules)
    fields = {"melds": JOKERS, "log": LOG, "opened": (1, 2)} | (at or {})
    here = deal(count, hands=(13,) * count, **fields)
    return seated(of=of, at=here, mine=mine(**more))


# --- every game --------------------------------------------------------------------------

OPENING = {
    "romme_40": OpeningView(need=40, laid=21, best=51),
    "rami_51": OpeningView(need=51, laid=0, best=30, pure_run=True),
    "scala_40": OpeningView(need=40, laid=0, best=44),
    "kalooki_40": OpeningView(need=40, laid=31, best=40),
    "contract": OpeningView(contract=("S3", "S3")),
}


PICTURED = [name for name in PRESETS if (PAGES / f"game-{name}-80x24.txt").exists()]
"""Games with pages of their own; one whose screen shows nothing new needs none."""


@pytest.mark.parametrize("size", LOOKS)
@pytest.mark.parametrize("name", PICTURED)
def test_a_turn_of_each_game_looks_as_it_did(name, size, request) -> None:
    columns, rows, look = LOOKS[size]
    jokers = PRESETS[name].jokers or PRESETS[name].jokers_by_players
    count = max(3, PRESETS[name].players_min)
    at = {} if jokers else {"melds": deal(3).melds, "log": deal(3).log}
    hand = THIRTEEN if jokers else faces("7H 8H 9H 2S 3S 4C 5D QS KD AC")
    model = game(name, count, at, hand=hand, opening=OPENING.get(name))
    told = page(model, Desk(), columns, rows, look)

    assert len(PICTURED) >= 12
    path = PAGES / f"game-{name}-{size}.txt"
    if request.config.getoption("--regen"):
        path.write_text(told + "\n")
    assert told + "\n" == path.read_text()


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("over", [*Over, None])
def test_no_page_of_any_game_is_wider_or_longer_than_the_screen(name, over) -> None:
    model = game(name, max(3, PRESETS[name].players_max), opening=OPENING.get(name))
    for columns, rows, look in (*LOOKS.values(), (200, 60, Look())):
        desk = Desk(over=over, depth=2, offers=(SwapJoker(1, faces("9C")),))
        lines = shown(model, desk, columns, rows, look)
        assert len(lines) == rows
        assert max(map(width, lines)) <= columns


# --- twins -------------------------------------------------------------------------------


def test_of_two_equal_cards_exactly_the_one_at_the_cursor_is_picked() -> None:
    model = seated(mine=mine(faces("7H 7H 8H")))
    desk = obey(model, Desk(cursor=1), "pick").desk

    assert (desk.picks, picked_places(model, desk)) == (faces("7H"), (1,))
    lines = [line for line in shown(model, desk) if "│7♥ │" in line]
    assert [line.count("7♥") for line in lines] == [1, 1], "one of them stands out of the row"
    assert lines[0].index("7♥") > lines[1].index("7♥")


def test_both_of_two_equal_cards_can_be_picked_and_put_back_one_by_one() -> None:
    model = seated(mine=mine(faces("7H 7H 8H")))
    desk = obey(model, Desk(cursor=1), "pick").desk
    desk = obey(model, changed(desk, cursor=0), "pick").desk

    assert (desk.picks, picked_places(model, desk)) == (faces("7H 7H"), (1, 0))
    desk = obey(model, changed(desk, cursor=1), "pick").desk
    assert (desk.picks, picked_places(model, desk)) == (faces("7H"), (0,))


def test_a_pick_of_two_jokers_survives_sorting_and_a_new_view() -> None:
    hand = faces("JK 4C JK 9S")
    model = seated(mine=mine(hand, split=(faces("JK 4C JK"),)))
    model = changed(model, you=changed(model.you, deadwood=faces("9S")))
    desk = obey(model, Desk(cursor=2), "pick").desk
    assert picked_places(model, desk) == (2,)

    desk = obey(model, desk, "sort").desk
    assert desk.sort is Sort.SUIT
    assert picked_places(model, desk) == (3,)
    after = hear(model, update(41, of=model.table, at=model.deal, mine=mine(hand)))
    desk = settled(desk, model, after)
    assert picked_places(after, desk) == (3,)


def test_one_of_two_equal_cards_is_marked_as_new() -> None:
    model = seated(mine=mine(faces("7H 7H 8H"), fresh=one("7H")))

    assert page(model).count("new") == 1


def test_when_one_of_two_picked_twins_goes_the_other_stays_picked() -> None:
    before = seated(mine=mine(faces("7H 7H 8H")))
    after = hear(before, update(41, at=before.deal, mine=mine(faces("7H 8H"))))
    desk = settled(Desk(picks=faces("7H 7H"), places=(0, 1)), before, after)

    assert desk.picks == faces("7H")


def test_the_best_melds_are_picked_each_once_whatever_their_jokers_mean() -> None:
    lays = (
        Lay(faces("7C 7D JK"), faces("7H")),
        Lay(faces("7C 7D JK"), faces("7S")),
        Lay(faces("8C 9C TC")),
    )
    model = seated(mine=mine(faces("7C 7D JK 8C 9C TC"), can_meld=lays))
    first = obey(model, Desk(), "pick-meld").desk
    second = obey(model, first, "pick-meld").desk

    assert (first.picks, second.picks) == (faces("7C 7D JK"), faces("8C 9C TC"))


# --- jokers ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("look", "told"), [(Look(), "JK=9♣"), (Look(letters=True, ascii_only=True), "JK=9c")]
)
def test_everybody_sees_what_a_joker_stands_for(look, told) -> None:
    assert told in page(game("romme_40"), look=look)
    assert told.replace("9", "Q").replace("♣", "♦").replace("c", "d") in page(
        game("romme_40"), look=look
    )


def test_thirteen_melds_still_say_what_their_jokers_stand_for() -> None:
    melds = tuple(
        MeldView(n, n % 4, faces("7C 8C JK TC JC"), (1,) * 5, faces("7C 8C 9C TC JC"))
        for n in range(1, 14)
    )
    told = page(game("romme_40", at={"melds": melds}))

    assert told.count("JK=9♣") == 13


def test_a_meld_with_a_joker_can_be_told_in_short() -> None:
    run, its = faces("7S JK 9S TS"), faces("7S 8S 9S TS")
    both, theirs = faces("QC JK JK"), faces("QC QD QH")

    assert meld_text(run, Look(), its) == "7-10♠ JK=8♠"
    assert meld_text(both, Look(), theirs) == "Q♣♦♥ JK=Q♦ JK=Q♥"


def refused(action, choices="6C|9C", model=None):
    before = asked(model or game("romme_40"), 1, Act(0, 40, action))
    after = hear(before, Refused(1, "joker-unclear", "", {"choices": choices}))
    return after, settled(Desk(picks=action.cards), before, after)


def test_a_joker_that_could_be_several_cards_is_asked_about_with_numbers() -> None:
    model, desk = refused(LayMeld(faces("JK 7H 8H")), "6H|9H")
    told = page(model, desk)

    assert desk.over is Over.OFFER
    assert "What does the joker in JK 7♥ 8♥ stand for?" in told
    assert "1 6♥   2 9♥" in told
    answer = obey(model, desk, "answer", "2")
    assert answer.effects == (Act(0, 40, LayMeld(faces("JK 7H 8H"), faces("9H"))),)
    assert answer.desk.over is None


def test_two_jokers_are_asked_about_together() -> None:
    model, desk = refused(LayOff(3, faces("JK JK")), "4C 5C|4C AC")

    assert "What do the jokers in JK JK stand for?" in page(model, desk)
    assert obey(model, desk, "answer", "1").effects == (
        Act(0, 40, LayOff(3, faces("JK JK"), faces("4C 5C"))),
    )


def test_a_number_that_is_no_answer_and_escape_play_nothing() -> None:
    model, desk = refused(LayMeld(faces("JK 7H 8H")))

    assert obey(model, desk, "answer", "3").effects == ()
    assert command_for(model, desk, "escape") == "dismiss"
    assert obey(model, desk, "dismiss").desk.offers == ()


@pytest.mark.parametrize("choices", ["", "|", "6X|7X", "6X"])
def test_without_choices_there_is_no_question(choices) -> None:
    _, desk = refused(LayMeld(faces("JK 7H 8H")), choices)

    assert desk.over is None


def test_no_other_refusal_asks_anything() -> None:
    before = asked(game("romme_40"), 1, Act(0, 40, LayMeld(faces("JK 7H 8H"))))
    after = hear(before, Refused(1, "not-a-meld", "R16", {"choices": "6H|9H"}))

    assert settled(Desk(), before, after).over is None


def test_the_question_goes_away_with_the_turn() -> None:
    model, desk = refused(LayMeld(faces("JK 7H 8H")))
    later = update(44, of=model.table, at=model.deal, mine=mine(may=()))

    assert settled(desk, model, hear(model, later)).over is None


def test_the_question_goes_away_with_its_cards() -> None:
    model, desk = refused(LayMeld(faces("JK 7H 8H")))
    later = update(44, of=model.table, at=model.deal, mine=mine(faces("7H 8H KC")))

    assert settled(desk, model, hear(model, later)).over is None


def test_a_hint_says_what_its_joker_stands_for_when_it_is_followed() -> None:
    lay = LayMeld(faces("JK 7H 8H"), faces("9H"))
    before = game("romme_40")
    model = hear(before, Advice(9, lay))
    desk = settled(Desk(), before, model)

    assert obey(model, desk, "lay-meld").effects == (Act(0, 40, lay),)


# --- swaps -------------------------------------------------------------------------------

SWAPS = (Fit(one("9C"), (1,)),)


def test_a_swap_has_a_key_where_the_view_offers_one() -> None:
    hand = (*THIRTEEN, one("9C"))
    able, unable = game("romme_40", hand=hand, swaps=SWAPS), game("romme_40", hand=hand)

    assert "j take a joker" in page(able)
    assert "j take a joker" not in page(unable)
    assert obey(able, Desk(), "swap").effects == (Act(0, 40, SwapJoker(1, faces("9C"))),)


def test_several_swaps_are_asked_about() -> None:
    swaps = (Fit(one("9C"), (1,)), Fit(one("QD"), (2,)))
    model = game("romme_40", hand=faces("9C QD 2S"), swaps=swaps)
    desk = obey(model, Desk(), "swap").desk

    assert desk.over is Over.OFFER
    assert "What do you give for the joker?" in page(model, desk)
    assert obey(model, desk, "answer", "2").effects == (Act(0, 40, SwapJoker(2, faces("QD"))),)
    picked = obey(model, Desk(picks=faces("QD")), "swap")
    assert picked.effects == (Act(0, 40, SwapJoker(2, faces("QD"))),)


def test_two_cards_are_given_where_the_game_wants_both_missing_ones() -> None:
    hand, swaps = faces("QD QS 2S"), (Fit(one("QD"), (2,)), Fit(one("QS"), (2,)))
    model = game("kalooki_40", hand=hand, swaps=swaps)

    assert obey(model, Desk(), "swap").effects == (Act(0, 40, SwapJoker(2, faces("QD QS"))),)
    one_picked = obey(model, Desk(picks=faces("QS")), "swap")
    assert one_picked.effects == (Act(0, 40, SwapJoker(2, faces("QD QS"))),)


def test_why_no_joker_can_be_taken_the_server_says() -> None:
    model = game("romme_40", hand=faces("2S 3S"))

    asked_all_the_same = obey(model, Desk(picks=faces("3S")), "swap")
    assert asked_all_the_same.effects == (Act(0, 40, SwapJoker(1, faces("3S"))),)
    bare = game("romme_40", at={"melds": ()})
    assert "no joker on the table" in obey(bare, Desk(), "swap").model.notice.text


# --- the discard pile --------------------------------------------------------------------

FORTY = tuple(n % 52 for n in range(3, 43))
DRAW = ("draw", "take")


TAKES = (Take(1), Take(3), Take(7, must=True))


def deep(takes=TAKES, top=FORTY, may=DRAW, **more):
    at = {"top": top, "discards": len(top), "waiting": (0, "draw")}
    return game("french", 3, at, may=may, takes=takes, **more)


def test_the_pile_lies_spread_as_far_as_it_fits_with_the_newest_at_the_right() -> None:
    line = shown(deep())[1]

    assert "…" in line
    assert line.index("3♠") < line.index("4♠  (40 cards)")
    wide = "\n".join(shown(deep(top=FORTY[:12]), columns=140, rows=40))
    assert all(card_text(card, Look()) in wide for card in FORTY[:12])


def test_forty_discards_are_all_to_be_seen() -> None:
    model = deep()
    desk = obey(model, Desk(), "pile").desk
    for _ in range(4):
        desk = obey(model, desk, "deeper-by-ten").desk
    told = page(model, desk)

    assert "newest first: 40 cards" in told
    assert desk.depth == 40
    assert "40[ 4♣]" in told


@pytest.mark.parametrize("rows", [24, 40])
def test_the_hand_stays_in_sight_while_the_depth_is_chosen(rows) -> None:
    model = deep()

    assert "Your hand" in page(model, obey(model, Desk(), "pile").desk, rows=rows)


def test_one_key_takes_the_top_and_another_asks_how_deep() -> None:
    model = deep()

    assert "f deeper" in page(model)
    assert obey(model, Desk(), "take-discard").effects == (Act(0, 40, TakeDiscard(1)),)
    desk = obey(model, Desk(), "pile").desk
    assert (desk.over, desk.depth) == (Over.PILE, 1)
    desk = obey(model, obey(model, desk, "deeper").desk, "deeper").desk
    assert "Take 3 cards down to 2♠? Enter yes" in page(model, desk)
    assert obey(model, desk, "take-deep").effects == (Act(0, 40, TakeDiscard(3)),)


def test_what_must_be_laid_at_once_is_said_before() -> None:
    model = deep()
    told = page(model, Desk(over=Over.PILE, depth=7))

    assert "Take 7 cards down to J♥, to be laid at once?" in told
    top = deep(takes=(Take(1, must=True),))
    assert "t take 4♠, to be laid at once" in page(top)


def test_a_depth_that_is_not_open_is_not_offered_and_the_server_says_why() -> None:
    model, desk = deep(), Desk(over=Over.PILE, depth=2)

    assert "You cannot take 2 cards now. Enter tells why" in page(model, desk)
    assert obey(model, desk, "take-deep").effects == (Act(0, 40, TakeDiscard(2)),)


def test_the_top_is_not_offered_where_only_more_may_be_taken() -> None:
    told = page(deep(takes=(Take(2, must=True),)))

    assert "t take" not in told
    assert "f deeper" in told


def test_the_pile_can_be_looked_at_in_anybodys_turn() -> None:
    model = deep(takes=(), may=())
    desk = obey(model, Desk(), "pile").desk

    assert command_for(model, Desk(), "f") == "pile"
    assert "newest card first" in page(model, desk)
    assert obey(model, desk, "take-deep").effects == ()


def test_when_the_pile_changes_the_question_how_deep_is_over() -> None:
    before = deep()
    desk = obey(before, Desk(), "pile").desk
    at = changed(before.deal, top=FORTY[:-1])
    after = hear(before, update(41, of=before.table, at=at, mine=before.you))

    assert settled(desk, before, after).over is None


def test_a_hint_to_take_deep_lays_the_cursor_there() -> None:
    model = hear(deep(), Advice(3, TakeDiscard(7)))

    assert obey(model, Desk(), "pile").desk.depth == 7
    assert "take 7 discards: press f" in page(model)


# --- openings and duties -----------------------------------------------------------------


def test_an_opening_is_told_with_what_is_laid_and_what_the_hand_can_bring() -> None:
    opening = OpeningView(need=40, laid=31, best=44, pure_run=True)
    told = page(game("rami_51", opening=opening))

    assert "Opening 31 of 40; with your hand up to 44. A run without jokers is missing." in told


@pytest.mark.parametrize(
    ("contract", "words"),
    [
        (("S3", "S3"), "2 sets of 3"),
        (("S3", "R4"), "a set of 3 and a run of 4"),
        (("S3", "S3", "R4"), "2 sets of 3 and a run of 4"),
        (("R4", "R4", "R4"), "3 runs of 4"),
    ],
)
def test_a_contract_is_told_in_words(contract, words) -> None:
    opening = OpeningView(contract=contract)

    assert f"Contract still to lay: {words}." in page(game("contract", opening=opening))


def test_who_has_opened_is_to_be_seen_at_each_seat() -> None:
    lines = [line for line in shown(game("romme_40")) if " cards " in line]

    assert ["opened" in line for line in lines] == [False, True, True, False]
    assert "opened" not in "".join(line for line in shown(game("wrotham")) if " cards " in line)


@pytest.mark.parametrize("duty", ["go-out", "open", "use", "lay-joker"])
def test_a_duty_is_told_with_its_cards_and_the_key_that_gets_one_out(duty) -> None:
    cards = faces("7H") if duty in ("use", "lay-joker") else ()
    lines = shown(game("romme_40", duty=duty, duty_cards=cards))

    assert len(lines[-4].strip()) > 20
    assert "u takes back" in lines[-4]
    assert duty != "use" or "7♥" in lines[-4]
    assert lines[-3].startswith(" Your turn")


def test_a_refusal_does_not_hide_what_the_turn_owes() -> None:
    model = hear(game("romme_40", duty="open"), Refused(9, "not-a-meld", "R16"))
    told = shown(model)

    assert "u takes back" in told[-4]
    assert "R16" in "".join(told[-6:-4])


# --- who is out --------------------------------------------------------------------------


def knocked_out(may_buy=True, stage=Stage.SCORING, seat=0):
    seats = (
        human("Ann", points=(104, 1), out=True, may_buy=may_buy),
        bot(KOREAN[0], points=(12, 1)),
        bot(KOREAN[1], points=(120, 1), out=True),
        bot("Dan", points=(90, 1)),
    )
    lines = (
        SeatResult(faces("KC KD QS JK 9C 2D"), 96, (96, 1), (104, 1)),
        SeatResult((), 0, (0, 1), (12, 1)),
        SeatResult((), 0, (0, 1), (120, 1), played=False),
        SeatResult(faces("2C"), 2, (2, 1), (90, 1)),
    )
    result = DealResult(3, 1, False, "out", lines)
    of = table(*seats, stage=stage, rules=PRESETS["scala_40"], deals_played=3)
    at = deal(4, waiting=None, number=3, hands=(0, 0, 0, 0), melds=JOKERS, result=result)
    first = update(40, of, at, You(0, ()))
    return heard(Model(), Online(), WELCOME, Seated(1, "K7QX", seat), first)


def test_who_is_out_is_shown_so_and_may_buy_himself_in() -> None:
    model = knocked_out()
    told = page(model)

    assert told.count("  out") >= 2
    assert "You are out of the match, but may come back: b buy in" in told
    assert command_for(model, Desk(), "b") == "buy-in"
    assert obey(model, Desk(), "buy-in").effects == (BuyIn(0),)


def test_no_buying_in_is_offered_where_there_is_none() -> None:
    model = knocked_out(may_buy=False)

    assert command_for(model, Desk(), "b") is None
    assert "buy in" not in page(model)
    assert "look on" in page(model)


def test_a_seat_that_is_out_holds_no_cards_and_is_not_waited_for() -> None:
    of = table(human("Ann"), human("Bob", out=True), bot("Cara"), rules=PRESETS["scala_40"])
    line = next(line for line in shown(seated(of=of, at=deal(3))) if "Bob" in line)

    assert "out of the match" in line
    assert "card" not in line


def test_who_is_out_himself_is_told_whose_turn_it_is() -> None:
    of = table(human("Ann", out=True), human("Bob"), bot("Cara"), rules=PRESETS["scala_40"])
    model = seated(of=of, at=deal(3, waiting=(1, "draw")), mine=You(0, ()))

    assert "You are out of the match. It is Bob's turn." in page(model)
    assert "out of the match" in obey(model, Desk(), "draw-stock").model.notice.text


def test_the_last_one_standing_wins_in_words() -> None:
    model = knocked_out(stage=Stage.OVER)
    of = changed(model.table, result=MatchResult((1,), "last-standing"))
    told = page(hear(model, update(41, of=of, at=model.deal, mine=model.you)))

    assert "won the match" in told
    assert "dropped out" in told


# --- the score sheet ---------------------------------------------------------------------


def long_sheet(count=8):
    cards = faces("7H 8H 9H TC TD TH KC KD KH KS 2C 3C 4C")
    lines = tuple(
        SeatResult(
            () if not n else cards,
            0 if not n else 120,
            (-20 * n, 1),
            (5, 1),
            tuple((card, 10) for card in cards),
        )
        for n in range(count)
    )
    of = table(*people(count), stage=Stage.SCORING, rules=PRESETS["rummy_500"])
    result = DealResult(1, 0, False, "out", lines)
    at = deal(count, waiting=None, hands=(0,) * count, melds=(), result=result)
    return seated(of=of, at=at, mine=You(0, ()))


def test_a_long_sheet_is_read_to_its_end_by_scrolling() -> None:
    model, desk = long_sheet(), Desk()
    whole = page(model, rows=120)
    assert screen_of(model, desk) is Screen.SHEET
    assert command_for(model, desk, "down") == "down"

    seen = set(shown(model, desk))
    assert any("scroll" in line or "↑ ↓" in line for line in seen)
    for _ in range(12):
        desk = obey(model, desk, command_for(model, desk, "pagedown")).desk
        seen |= set(shown(model, desk))
    for line in whole.splitlines()[1:-5]:
        assert any(line == other.rstrip() for other in seen), line


def test_every_number_stands_in_its_column_however_many_cards_are_left() -> None:
    lines = [line for line in shown(long_sheet(), rows=120) if line.rstrip().endswith(" 5")]

    assert len(lines) == 8
    assert len({width(line.rstrip()) for line in lines}) == 1


def test_what_was_laid_is_told_card_by_card() -> None:
    told = " ".join(page(long_sheet(), rows=120).split())

    assert told.count("less 120 in hand") == 7


# --- many cards, many people -------------------------------------------------------------


def cursors(model, desk, columns=80, rows=24):
    """What is drawn as the card at the cursor."""
    scene = Scene(model, desk, Look(), Size(columns, rows), 0.0)
    ranks = [part for line in draw(scene) for part in line if "class:cursor." in part[0]]
    return [text for style, text in ranks if "cursor.edge" not in style and text.strip()]


@pytest.mark.parametrize("cards", [14, 20, 27, 40, 52])
@pytest.mark.parametrize("seats", [3, 5, 8])
def test_the_cursor_the_prompt_and_some_melds_are_seen_however_large_the_hand(
    cards, seats
) -> None:
    hand = tuple(n % 53 for n in range(cards))
    model = game("rummy_500", seats, hand=hand)
    for cursor in (0, cards - 1):
        lines = shown(model, Desk(cursor=cursor))
        assert len(cursors(model, Desk(cursor=cursor))) == 1
        assert any("Your turn" in line for line in lines)
        assert any("JK=9♣" in line for line in lines)
        assert any("discarded the K♦" in line for line in lines)
        assert any(f"{cards} cards, 96 points" in line for line in lines)
        assert lines[-3].startswith(" Your turn")


def test_names_in_wide_signs_move_nothing() -> None:
    lines = [line for line in shown(game("romme_40")) if " pts " in line]

    assert len({width(line.partition(" pts ")[0]) for line in lines}) == 1


def test_a_play_waits_for_its_answer_before_it_is_sent_again() -> None:
    model = asked(game("romme_40", swaps=SWAPS), 1, Act(1, 40, Discard(one("KC"))))

    assert busy(model)
    assert obey(model, Desk(), "swap").effects == ()
    model = hear(model, Accepted(1, 40))
    assert obey(model, Desk(), "swap").effects


@pytest.mark.parametrize(("seats", "cards"), [(8, 40), (8, 52), (5, 52), (3, 52)])
def test_the_headings_of_melds_and_log_have_room_beside_the_largest_hands(seats, cards) -> None:
    told = page(game("rummy_500", seats, hand=tuple(n % 53 for n in range(cards))))

    assert "─ melds" in told
    assert "─ log" in told
    assert "Your hand" in told


def test_the_rules_on_the_screen_are_those_of_the_running_deal() -> None:
    pages = [
        page(game("contract", at={"number": n}), Desk(over=Over.RULES), rows=120)
        for n in (1, 5)
    ]

    assert "The rules of deal 1:" in pages[0]
    assert pages[0].splitlines()[2:-4] != pages[1].splitlines()[2:-4]
