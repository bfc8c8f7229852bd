"""Playing by lines what only some games have: jokers, the pile, swaps, openings, buying in."""

from __future__ import annotations

import pytest

from rummy_client.model import asked, hear
from rummy_client.plain.reply import Unclear
from rummy_client.plain.tell import Teller
from rummy_client.plain.turn import pile, turn_sentence
from rummy_client.plain.typed import command_for
from rummy_client.plain.words import understood
from rummy_protocol import text
from rummy_protocol.actions import (
    Discard,
    LayMeld,
    LayOff,
    SwapJoker,
    TakeDiscard,
)
from rummy_protocol.cards import face_of
from rummy_protocol.messages import (
    Act,
    Advice,
    BuyIn,
    Create,
    GameList,
    Games,
    Refused,
    TableLine,
    Tables,
)
from rummy_protocol.news import Melded, Swapped
from rummy_protocol.text import NOTATION, WORDS
from rummy_protocol.views import Fit, Lay, MeldView, OpeningView, Options, Stage, Take, You
from rummy_server.game.variants import PRESETS

from .tables import (
    bot,
    changed,
    deal,
    faces,
    human,
    one,
    seated,
    table,
    update,
)

HAND = faces("7H 7H 8H 9C QD QS JK JK 2S")
MELDS = (
    MeldView(1, 1, faces("7C 8C JK TC"), (1, 1, 1, 1), faces("7C 8C 9C TC")),
    MeldView(2, 2, faces("QC JK QH"), (2, 2, 2), faces("QC QD QH")),
)
PILE = faces("2C 3C 4D 9H KD")


def playing(name="romme_40", may=("meld", "lay-off", "discard"), at=None, hand=HAND, **more):
    of = table(human("Ann"), human("Bob"), bot("Cara"), rules=PRESETS[name])
    here = deal(3, **{"melds": MELDS, "top": PILE, "discards": 5} | (at or {}))
    return seated(of=of, at=here, mine=You(0, hand, may, deadwood=hand, **more))


def asks(model, typed):
    request = understood(typed, model, NOTATION, 0.0).request
    return request.action if isinstance(request, Act) else request


def answers(model, typed):
    return understood(typed, model, NOTATION, 0.0).lines


def unclear(model, typed):
    with pytest.raises(Unclear) as wrong:
        understood(typed, model, NOTATION, 0.0)
    return str(wrong.value)


# --- jokers ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("meld 7H 8H JK", LayMeld(faces("7H 8H JK"))),
        ("meld 7H 8H JK as 9H", LayMeld(faces("7H 8H JK"), faces("9H"))),
        ("meld jk 8h jk AS 7h 9h", LayMeld(faces("JK 8H JK"), faces("7H 9H"))),
        ("lay off JK on 2 as QS", LayOff(2, faces("JK"), faces("QS"))),
        ("lay off JK as QS on 2", LayOff(2, faces("JK"), faces("QS"))),
        ("add jk on meld 2", LayOff(2, faces("JK"))),
        ("swap 9C on 1", SwapJoker(1, faces("9C"))),
        ("swap QD QS on 2", SwapJoker(2, faces("QD QS"))),
        ("discard jk", Discard(one("JK"))),
    ],
)
def test_plays_with_jokers_can_be_typed(typed, action) -> None:
    assert asks(playing(), typed) == action


@pytest.mark.parametrize(
    "action",
    [
        LayMeld(faces("JK 8H JK"), faces("7H 9H")),
        LayOff(2, faces("JK"), faces("QS")),
        SwapJoker(2, faces("QD QS")),
        TakeDiscard(1),
        TakeDiscard(4),
        TakeDiscard(10),
        LayMeld(faces("AC AH AS")),
        LayMeld(faces("AS 2S 3S")),
        LayMeld(faces("JK AS 2S"), faces("3S")),
        LayMeld(faces("QS KS JK"), faces("AS")),
        LayOff(2, faces("AS JK"), faces("QS")),
        LayOff(2, faces("AS")),
        Discard(one("AS")),
    ],
)
def test_what_a_hint_says_can_be_typed_as_it_stands(action) -> None:
    holding = (*HAND, one("AS"))

    assert asks(playing(may=("meld", "take"), hand=holding), command_for(action)) == action


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("meld AC AH AS", LayMeld(faces("AC AH AS"))),
        ("meld as 2s 3s", LayMeld(faces("AS 2S 3S"))),
        ("meld AH JK AS", LayMeld(faces("AH JK AS"))),
        ("meld JK, AS, 2S", LayMeld(faces("JK AS 2S"))),
        ("meld jk as 2s", LayMeld(faces("JK"), faces("2S"))),
        ("meld as jk 3s as 2s", LayMeld(faces("AS JK 3S"), faces("2S"))),
        ("meld AS JK 3S as 2S", LayMeld(faces("AS JK 3S"), faces("2S"))),
        ("meld QS KS JK as AS", LayMeld(faces("QS KS JK"), faces("AS"))),
        ("lay off AS on 2", LayOff(2, faces("AS"))),
        ("lay off AS JK on 2 as 2S", LayOff(2, faces("AS JK"), faces("2S"))),
        ("lay off JK as 2S on 2", LayOff(2, faces("JK"), faces("2S"))),
        ("lay off JK AS on 2", LayOff(2, faces("JK AS"))),
    ],
)
def test_an_ace_of_spades_in_the_hand_is_no_word(typed, action) -> None:
    assert asks(playing(hand=faces("AC AH AS JK 2S 3S QS KS")), typed) == action


def test_a_meld_and_an_as_without_cards_are_unclear() -> None:
    assert "stands for" in unclear(playing(), "meld 7H 8H JK as")
    assert "No card" in unclear(playing(), "meld 7H 8H JK as nine")


def test_the_melds_of_a_hand_are_told_with_what_their_jokers_mean() -> None:
    lays = (Lay(faces("7H 8H JK"), faces("9H")), Lay(faces("QD QS JK"), faces("QC")))

    assert unclear(playing(can_meld=lays), "meld") == (
        "Say which: meld 7H 8H JK as 9H; meld QD QS JK as QC"
    )


def question(action=None, choices="6H|9H"):
    before = asked(playing(), 1, Act(1, 40, action or LayMeld(faces("7H 8H JK"))))
    refusal = Refused(1, "joker-unclear", "", {"choices": choices})
    return before, refusal, hear(before, refusal)


def test_a_joker_that_could_be_several_cards_is_a_numbered_question() -> None:
    before, refusal, after = question()
    told = Teller().tell(before, refusal, after, 0.0)

    assert told[1:3] == ["1: 6H", "2: 9H"]
    assert told[3].endswith("for example: meld 7H 8H JK as 6H")
    assert asks(after, "2") == LayMeld(faces("7H 8H JK"), faces("9H"))


def test_the_question_is_told_in_words_where_cards_are() -> None:
    before, refusal, after = question()
    teller = Teller()
    teller.style = WORDS

    assert "2: nine of hearts" in teller.tell(before, refusal, after, 0.0)


def test_a_number_that_is_no_answer_plays_nothing() -> None:
    _, _, after = question()

    assert unclear(after, "3") == "Say a number from 1 to 2."
    assert "No question" in unclear(playing(), "1")
    assert "missing" in unclear(after, "1 2")


def test_a_late_answer_plays_nothing() -> None:
    _, _, after = question()
    later = hear(after, update(43, of=after.table, at=after.deal, mine=after.you))

    assert "No question" in unclear(later, "1")


# --- swaps -------------------------------------------------------------------------------

SWAPS = (Fit(one("9C"), (1,)), Fit(one("QD"), (2,)))


def test_a_swap_without_a_card_says_what_could_be_given() -> None:
    assert unclear(playing(swaps=SWAPS), "swap") == "Say which: swap 9C on 1; swap QD on 2"
    assert asks(playing(swaps=SWAPS[:1]), "swap") == SwapJoker(1, faces("9C"))
    assert asks(playing(swaps=SWAPS), "swap qd") == SwapJoker(2, faces("QD"))
    assert "for example: swap 7H on 2" in unclear(playing(), "swap")


def test_the_hand_says_what_could_be_given_for_a_joker() -> None:
    assert "You can give the 9C for the joker of meld 1." in answers(
        playing(swaps=SWAPS), "hand"
    )


def test_the_table_says_what_jokers_stand_for_and_who_has_opened() -> None:
    told = answers(playing(at={"opened": (1,)}), "table")

    assert "Meld 1: 7C 8C JK(9C) TC, laid by Bob." in told
    assert "Opened: Bob." in told
    assert "Nobody has opened." in answers(playing(), "table")
    assert not any("pened" in line for line in answers(playing("wrotham"), "table"))


# --- the pile ----------------------------------------------------------------------------

TAKES = (Take(1), Take(2), Take(3), Take(5, must=True))
DRAW = ("draw", "take")


def drawing(takes=TAKES, **more):
    at = {"waiting": (0, "draw")} | more.pop("at", {})
    return playing("french", DRAW, at, takes=takes, **more)


@pytest.mark.parametrize(
    ("typed", "count"),
    [
        ("take", 1),
        ("take 1", 1),
        ("take 3", 3),
        ("take 9h", 2),
        ("take 10", 10),
        ("take KD", 1),
    ],
)
def test_so_many_cards_are_taken_as_are_named(typed, count) -> None:
    assert asks(drawing(), typed) == TakeDiscard(count)


def test_a_ten_is_a_card_when_its_suit_is_named() -> None:
    assert face_of(10, 0) == faces("10C")[0]
    assert asks(drawing(at={"top": faces("10C KD")}), "take 10c") == TakeDiscard(2)


def test_a_card_that_is_not_in_the_pile_cannot_be_taken() -> None:
    assert "down to which" in unclear(drawing(), "take 8S")


def test_the_pile_is_told_from_its_top_with_what_may_be_taken() -> None:
    assert answers(drawing(), "pile") == [
        "The discard pile, 5 cards, the newest first: 1 KD, 2 9H, 3 4D, 4 3C, 5 2C.",
        "You may take 1 to 3.",
        "You may take 5 if you lay the last of them at once.",
    ]
    assert pile(drawing(at={"top": (), "discards": 0}), NOTATION) == ["There is no discard."]


@pytest.mark.parametrize(
    ("takes", "told"),
    [
        ((Take(1),), "It is your turn: draw or take the KD."),
        (
            (Take(1, must=True),),
            "It is your turn: draw or take the KD, which must be laid at once.",
        ),
        (
            TAKES,
            "It is your turn: draw, take the KD or take more of the pile (say pile).",
        ),
        ((Take(4),), "It is your turn: draw or take more of the pile (say pile)."),
    ],
)
def test_the_turn_says_what_there_is_to_take(takes, told) -> None:
    assert turn_sentence(drawing(takes), NOTATION) == told


# --- openings and duties -----------------------------------------------------------------


def test_an_opening_is_told_once_for_each_step_of_it() -> None:
    teller = Teller()
    first = playing(opening=OpeningView(need=40, laid=0, best=44))
    told = teller.tell(first, update(40), first, 0.0)
    assert "Opening 0 of 40; with your hand up to 44." in told
    assert teller.tell(first, update(40), first, 0.0) == []

    mine = changed(first.you, opening=OpeningView(need=40, laid=31, best=44), duty="open")
    view = update(41, of=first.table, at=first.deal, mine=mine)
    told = teller.tell(first, view, hear(first, view), 0.0)
    assert "Opening 31 of 40; with your hand up to 44." in told
    assert any("does not open yet" in line for line in told)


def test_what_must_be_laid_is_named() -> None:
    told = answers(playing(duty="use", duty_cards=faces("7H")), "hand")

    assert any("7H" in line and "took" in line for line in told)


def test_openings_are_told_where_the_game_asks_for_them() -> None:
    entry = Melded(7, 1, 1, faces("7C 8C JK TC"), faces("7C 8C 9C TC"), True)
    swap = Swapped(8, 2, 1, faces("9C"))
    told = answers(playing(at={"log": (entry, swap)}), "last")

    assert "7C 8C JK(9C) TC" in told[0]
    assert "opened" in told[0]
    assert "joker" in told[1]
    assert "opened" not in answers(playing("wrotham", at={"log": (entry, swap)}), "last")[0]


# --- the match, the rules, the house -----------------------------------------------------


def test_who_is_out_may_buy_himself_in() -> None:
    assert asks(playing(), "buy in") == BuyIn(0)
    assert asks(playing(), "buy") == BuyIn(0)
    assert "buy in" in unclear(playing(), "buy out")


def test_who_is_out_is_told_so() -> None:
    seats = (human("Ann"), human("Bob", out=True, points=(104, 1)), bot("Cara"))
    model = playing("scala_40")
    model = changed(model, table=changed(model.table, seats=seats))

    assert "Bob: 104, out." in answers(model, "score")
    assert "out at 101" in answers(model, "score")[0]
    assert "Seat 2: Bob, out of the match." in answers(model, "who")
    assert "Bob" not in next(line for line in answers(model, "table") if "in hand" in line)


def test_between_deals_the_way_back_is_told() -> None:
    before = playing("scala_40")
    seats = (human("Ann", out=True, may_buy=True), human("Bob"), bot("Cara"))
    of = changed(before.table, seats=seats, stage=Stage.SCORING)
    view = update(50, of=of, at=before.deal, mine=You(0, ()))

    assert any(
        "say buy in" in line for line in Teller().tell(before, view, hear(before, view), 0)
    )


def test_the_rules_in_force_are_those_of_the_running_deal() -> None:
    model = playing("contract", at={"number": 5})
    told = answers(model, "rules")

    assert told[0] == "The rules of deal 5:"
    assert told[1].startswith("1. ")
    assert told != answers(playing("contract", at={"number": 1}), "rules")
    assert answers(playing(), "rules")[0].startswith("1. ")


def test_the_rules_of_a_game_or_a_table_can_be_read_before_sitting_down() -> None:
    line = TableLine("ZZZZ", "friday", PRESETS["colonel"],
                     Options(), "gathering", 1, 1)  # fmt: skip
    model = hear(playing(), GameList(1, tuple(PRESETS.values())))
    model = hear(model, Tables(2, (line,)))

    assert "jokers" in " ".join(answers(model, "rules scala_40"))
    assert answers(model, "rules zzzz")[0].startswith("1. ")
    assert "Say games" in answers(model, "rules poker")[0]


def test_the_games_of_the_house_are_told_one_a_line() -> None:
    assert asks(playing(), "games") == Games(0)
    heard = GameList(1, tuple(PRESETS.values()))
    model = playing()
    told = Teller().tell(model, heard, hear(model, heard), 0.0)

    named = [line.partition(":")[0] for line in told]
    assert named == [f"{text.game(preset)} ({preset})" for preset in PRESETS]
    assert all(line.endswith("points win.") for line in told)


def test_a_table_is_made_of_a_game_and_house_rules() -> None:
    request = asks(playing(), "create friday game=scala_40 eliminate_at=201 seats=3")

    assert isinstance(request, Create)
    assert (request.preset, request.seats) == ("scala_40", 3)
    assert request.changes == {"eliminate_at": 201}


def test_a_hint_for_a_deep_pick_is_told_as_it_is_typed() -> None:
    model = drawing()
    heard = Advice(3, TakeDiscard(3))

    assert Teller().tell(model, heard, hear(model, heard), 0.0) == ["Hint: take 3"]
