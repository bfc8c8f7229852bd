"""The order that a player gives the hand: on the screen at once, at the house soon (U36)."""

from __future__ import annotations

import random

import pytest

from rummy_client.commands.obey import obey
from rummy_client.commands.order import as_taken, with_own_order
from rummy_client.commands.outcome import Outcome
from rummy_client.desk import Desk, fresh_places, hand_of, picked_places, settled
from rummy_client.layout import dropped, gathered, layout_of, parted, stepped
from rummy_client.linkstate import Lost, Online
from rummy_client.model import asked, hear
from rummy_client.order import Sort, groups_of, order_due
from rummy_client.plain.reply import Unclear
from rummy_client.plain.words import understood
from rummy_client.terminal import guest
from rummy_protocol.cards import faces
from rummy_protocol.errors import Code
from rummy_protocol.messages import Accepted, Arrange, Refused, Seated
from rummy_protocol.own_order import merged
from rummy_protocol.text import NOTATION

from .kit import at_table
from .tables import HAND, changed, deal, one, seated, update, you

LAID = (faces("KD QS"), faces("2C 3C 4C 5H"), faces("TS"))


def do(model, desk, *commands):
    outcome = Outcome(model, desk)
    for command in commands:
        outcome = obey(outcome.model, outcome.desk, command)
    return outcome


def lying(outcome):
    """The hand as it lies, in words."""
    groups = groups_of(outcome.model, outcome.desk.sort)
    return " | ".join(NOTATION.many(group) for group in groups)


def own(hand=HAND, order=LAID, **more):
    return you(hand=hand, order=order, **more)


# --- places --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "step", "comes"),
    [
        (1, 1, ((0,), (1, 2, 3))),
        (0, 1, ((1, 0), (2, 3))),
        (2, -1, ((0, 1, 2), (3,))),
        (0, -1, ((0,), (1,), (2, 3))),
        (3, 1, ((0, 1), (2,), (3,))),
    ],
)
def test_a_card_steps_within_its_group_and_then_from_group_to_group(place, step, comes) -> None:
    assert stepped(((0, 1), (2, 3)), place, step) == comes


def test_whoever_steps_on_and_on_comes_to_the_end_and_stays_there() -> None:
    layout = ((0, 1), (2, 3))
    for _ in range(20):
        layout = stepped(layout, 0, 1)

    assert layout == ((1,), (2, 3), (0,))
    assert stepped(layout, 0, 1) == layout


def test_a_gap_comes_before_a_card_and_goes_again() -> None:
    assert parted(((0, 1, 2),), 1) == ((0,), (1, 2))
    assert parted(((0,), (1, 2)), 1) == ((0, 1, 2),)
    assert parted(((0, 1, 2),), 0) == ((0, 1, 2),)


def test_cards_are_gathered_where_the_first_of_them_lay() -> None:
    assert gathered(((0, 1, 2), (3, 4)), (4, 1)) == ((0,), (4, 1), (2,), (3,))
    assert gathered(((0, 1), (2, 3)), (0, 1, 2, 3)) == ((0, 1, 2, 3),)


def test_a_card_is_dropped_before_or_behind_another() -> None:
    assert dropped(((0, 1), (2, 3)), 0, 2, behind=False) == ((1,), (0, 2, 3))
    assert dropped(((0, 1), (2, 3)), 0, 2, behind=True) == ((1,), (2, 0, 3))
    assert dropped(((0,), (1,)), 0, 1, behind=True) == ((1, 0),)
    assert dropped(((0, 1),), 1, 1, behind=False) == ((0, 1),)


def test_no_card_is_ever_lost_or_doubled() -> None:
    chance = random.Random(36)
    for _ in range(500):
        layout = layout_of(chance.choices(range(1, 5), k=chance.randint(1, 5)))
        count = sum(map(len, layout))
        for _ in range(5):
            place, at = chance.randrange(count), chance.randrange(count)
            some = chance.sample(range(count), chance.randint(1, count))
            layout = chance.choice(
                [
                    stepped(layout, place, chance.choice((-1, 1))),
                    parted(layout, place),
                    gathered(layout, some),
                    dropped(layout, place, at, behind=chance.random() < 0.5),
                ]
            )
            assert sorted(sum(layout, ())) == list(range(count))
            assert all(layout)


def test_what_is_kept_of_an_order_are_exactly_the_cards_of_the_hand() -> None:
    chance = random.Random(37)
    for _ in range(500):
        before = chance.choices(range(12), k=chance.randint(0, 9))
        after = sorted(chance.choices(range(12), k=chance.randint(0, 9)))
        cut = chance.randint(0, len(before))
        order = merged((before[:cut], before[cut:]), after)

        assert sorted(card for group in order for card in group) == after
        assert all(order)


# --- keys ----------------------------------------------------------------------------------


def test_keys_move_the_card_at_the_cursor_and_part_the_hand() -> None:
    start = seated(mine=you()), Desk(cursor=0, sort=Sort.RANK)

    assert lying(do(*start, "card-right")) == "3C 2C 4C 5H TS QS KD"
    assert lying(do(*start, "card-right", "card-right")) == "3C 4C 2C 5H TS QS KD"
    assert lying(do(*start, "right", "part")) == "2C | 3C 4C 5H TS QS KD"
    assert lying(do(*start, "last", "card-right")) == "2C 3C 4C 5H TS QS | KD"
    assert do(*start, "card-right", "card-right").desk.cursor == 2


def test_the_picked_cards_become_a_group() -> None:
    start = seated(mine=you()), Desk(cursor=6, sort=Sort.RANK)
    outcome = do(*start, "pick", "left", "left", "left", "pick", "part")

    assert lying(outcome) == "2C 3C 4C | KD 5H | TS QS"
    assert picked_places(outcome.model, outcome.desk) == (3, 4)
    assert outcome.desk.picks == faces("KD 5H")


def test_of_two_equal_cards_the_one_at_the_cursor_is_moved_and_stays_picked() -> None:
    hand = faces("7S 7S 8S")
    start = seated(mine=you(hand=hand, fresh=None)), Desk(cursor=1, sort=Sort.RANK)
    outcome = do(*start, "pick", "card-right")

    assert lying(outcome) == "7S 8S 7S"
    assert (outcome.desk.cursor, picked_places(outcome.model, outcome.desk)) == (2, (2,))


def test_the_sort_key_goes_through_the_own_order_once_there_is_one() -> None:
    outcome = do(seated(mine=you()), Desk(sort=Sort.RANK), "card-right")
    seen = []
    for _ in range(4):
        outcome = do(outcome.model, outcome.desk, "sort")
        seen.append(outcome.desk.sort)

    assert seen == [Sort.MELDS, Sort.SUIT, Sort.RANK, Sort.OWN]
    assert lying(outcome) == "3C 2C 4C 5H TS QS KD"


def test_the_order_can_be_given_up() -> None:
    outcome = do(seated(mine=own()), Desk(sort=Sort.OWN), "drop-order")

    assert outcome.desk.sort is Sort.MELDS
    assert order_due(outcome.model) == Arrange(0, ())
    assert "no order" in do(outcome.model, outcome.desk, "drop-order").model.notice.text


# --- what the house knows ------------------------------------------------------------------


def test_who_comes_back_finds_the_hand_as_it_lay() -> None:
    model = seated(mine=own())
    desk = settled(Desk(), changed(model, you=None), model)

    assert desk.sort is Sort.OWN
    assert hand_of(model, desk) == faces("KD QS 2C 3C 4C 5H TS")
    assert order_due(model) is None


def moved():
    """A hand that was moved in, before the house knows; and the request about it."""
    outcome = do(seated(mine=own()), Desk(sort=Sort.OWN, cursor=0), "card-right")
    return outcome.model, order_due(outcome.model)


def test_what_was_moved_is_told_to_the_house_once() -> None:
    model, due = moved()

    assert due == Arrange(0, (faces("QS KD"), *LAID[1:]))
    model = asked(model, 9, due)
    assert order_due(model) is None
    model = hear(model, Accepted(9, 40))
    assert order_due(model) is None


def test_views_of_before_do_not_undo_a_move() -> None:
    """Somebody else acts while the house has not heard of the move yet."""
    model, due = moved()
    for waits in (False, True):
        told = asked(model, 9, due) if waits else model
        told = hear(told, update(41, mine=own()))
        assert told.you.order == (faces("QS KD"), *LAID[1:])
        assert (order_due(told) is None) is waits


def test_a_card_that_is_drawn_meanwhile_comes_to_the_end_here_as_there() -> None:
    model, due = moved()
    hand = tuple(sorted((*HAND, one("9D"))))
    told = hear(asked(model, 9, due), update(41, mine=own(hand, merged(LAID, hand))))

    assert told.you.order == (faces("QS KD"), LAID[1], faces("TS 9D"))
    later = hear(hear(told, Accepted(9, 41)), update(42, mine=own(hand, told.you.order)))
    assert order_due(later) is None


def test_what_the_house_refuses_in_haste_is_told_again_and_nobody_is_bothered() -> None:
    model, due = moved()
    model = asked(model, 9, due)

    hasty = hear(model, Refused(9, Code.TOO_FAST))
    assert order_due(hasty) == due
    assert hasty.notice is None
    barred = hear(model, Refused(9, Code.NOT_NOW))
    assert order_due(barred) is None


def test_what_was_on_its_way_when_the_connection_broke_is_told_again() -> None:
    model, due = moved()
    model = hear(asked(model, 9, due), Lost(1.0))
    assert order_due(model) is None
    model = hear(hear(model, Online()), update(40, mine=own()))

    assert order_due(model) == due


def test_of_two_equal_cards_that_goes_which_was_picked() -> None:
    """The house knows faces only, and would let the last of the two go."""
    hand, order = faces("2C 7S 7S KD"), (faces("7S KD"), faces("7S 2C"))
    before = seated(mine=own(hand, order, fresh=None))
    after = hear(before, update(41, mine=own(faces("2C 7S KD"), (faces("7S KD"), faces("2C")))))
    first = Desk(sort=Sort.OWN, picks=faces("7S"), places=(0,))

    assert as_taken(before, first, after).you.order == (faces("KD"), faces("7S 2C"))
    at_cursor = Desk(sort=Sort.OWN, cursor=0)
    assert as_taken(before, at_cursor, after).you.order == (faces("KD"), faces("7S 2C"))
    last = Desk(sort=Sort.OWN, picks=faces("7S"), places=(2,))
    assert as_taken(before, last, after).you.order == after.you.order
    assert as_taken(before, Desk(sort=Sort.SUIT, cursor=1), after) is after


def test_of_two_equal_cards_the_new_one_is_marked_and_has_the_cursor() -> None:
    hand = faces("2C 7S 7S KD")
    before = seated(mine=own(faces("2C 7S KD"), (faces("7S KD 2C"),), fresh=None))
    after = hear(before, update(41, mine=own(hand, (faces("7S KD 2C 7S"),), fresh=one("7S"))))
    desk = settled(Desk(sort=Sort.OWN), before, after)

    assert desk.cursor == 3
    assert fresh_places(after, desk) == (3,)


def test_another_deal_is_taken_as_the_house_has_it() -> None:
    model, _ = moved()
    told = hear(model, update(50, at=deal(number=2), mine=own(order=())))

    assert told.you.order == ()
    assert order_due(told) is None


def test_who_keeps_an_order_of_his_own_has_one_in_every_deal() -> None:
    model = seated(mine=own(order=()))

    assert with_own_order(model, Desk()).you.order == ()
    assert with_own_order(model, Desk(sort=Sort.OWN)).you.order == (
        faces("2C 3C 4C KD 5H TS QS"),
    )


def test_a_run_of_steps_is_one_request_and_the_rest_follows_with_the_next() -> None:
    async def many(driver):
        driver.say(Seated(99, "K7QX", 0), update(40, mine=you()))
        await driver.press(">>>>><<<")
        arranged = [ask for ask in driver.link.asked if isinstance(ask, Arrange)]
        assert len(arranged) == 1
        driver.say(Accepted(len(driver.link.asked), 40))
        driver.client._order_from = 0.0
        await driver.press("<")
        arranged = [ask for ask in driver.link.asked if isinstance(ask, Arrange)]
        assert arranged[1].groups == driver.client.model.you.order

    guest.run(lambda: at_table(many))


# --- by lines ------------------------------------------------------------------------------


def says(model, line):
    return understood(line, model, NOTATION, 0.0)


@pytest.mark.parametrize(
    ("line", "comes"),
    [
        ("move 5H before KD", (faces("5H KD QS"), faces("2C 3C 4C"), faces("TS"))),
        ("move KD behind TS", (faces("QS"), LAID[1], faces("TS KD"))),
        ("move TS first", (faces("TS KD QS"), LAID[1])),
        ("move KD last", (faces("QS"), LAID[1], faces("TS KD"))),
        ("group TS 5H", (LAID[0], faces("2C 3C 4C"), faces("TS 5H"))),
        ("order rank", (faces("2C 3C 4C 5H TS QS KD"),)),
        ("order none", ()),
    ],
)
def test_the_hand_is_laid_by_lines(line, comes) -> None:
    reply = says(seated(mine=own()), line)

    assert reply.request == Arrange(0, comes)
    assert len(reply.lines) == 1


def test_the_order_is_told_in_its_groups() -> None:
    model = seated(mine=own())

    assert says(model, "order").lines == [
        "Your hand as you have laid it: KD QS; 2C 3C 4C 5H; TS."
    ]
    assert says(model, "hand").lines[0] == "Your hand, 7 cards: KD QS; 2C 3C 4C 5H; TS."
    assert "no order of its own" in says(seated(), "order").lines[0]


@pytest.mark.parametrize(
    "line",
    ["move", "move 5H", "move 5H to KD", "move AS first", "group", "group 9H 9H", "order x"],
)
def test_what_cannot_be_laid_is_answered_with_one_line(line) -> None:
    with pytest.raises(Unclear):
        says(seated(mine=own()), line)
