"""How somebody lays his hand, and that he does, is nobody else's business."""

from __future__ import annotations

from registry import Mutant

TESTS = "tests/server/test_own_order.py::"

MUTANTS: tuple[Mutant, ...] = (
    Mutant(
        name="sorting-wakes-the-table",
        promise="P1",
        file="server/rummy_server/table/table.py",
        before="                continue  # nobody else may see that, or how, one sorts\n",
        after="                pass\n",
        test=TESTS + "test_nobody_hears_that_somebody_sorts",
        why="An update that shows nothing new tells that somebody has sorted, and when.",
    ),
    Mutant(
        name="everybody-is-shown-the-first-order",
        promise="P1",
        file="server/rummy_server/table/shown.py",
        before="    order = order_of(orders, you.seat)\n",
        after="    order = next(filter(None, orders), ())\n",
        test=TESTS + "test_what_others_are_shown_does_not_depend_on_how_one_sorts",
        why="An order has the cards of its owner in it.",
    ),
    Mutant(
        name="the-order-stays-with-the-seat",
        promise="P1",
        file="server/rummy_server/room/fold.py",
        before="    if not isinstance(record, SeatClaimed):\n        # Whoever",
        after="    if not isinstance(record, SeatClaimed | SeatRevoked | SeatTaken):\n        # Whoever",
        test=TESTS + "test_who_gets_the_seat_of_another_learns_nothing_of_his_order",
        why="Who takes over a seat reads from the order what its owner was up to.",
    ),
    Mutant(
        name="who-comes-back-sorts-anew",
        promise="P11",
        file="server/rummy_server/room/fold.py",
        before="    if not isinstance(record, SeatClaimed):\n        # Whoever",
        after="    if record:\n        # Whoever",
        test=TESTS + "test_the_order_outlasts_a_lost_connection_and_a_restart",
        why="After every lost connection the hand lies in another order.",
    ),
    Mutant(
        name="no-room-for-the-order",
        promise="P2",
        file="protocol/rummy_protocol/update_size.py",
        before=" + 2 * hand + _ORDER\n",
        after="\n",
        test="tests/protocol/test_padding.py::test_no_private_part_is_longer_than_the_room_that_is_kept",
        why="A frame that grows tells into how many groups a hand was laid.",
    ),
    Mutant(
        name="what-is-asked-for-is-kept-as-it-is",
        promise="P13",
        file="server/rummy_server/table/floor.py",
        before="    order = merged(ask.groups, hand) if ask.groups else ()\n",
        after="    order = ask.groups\n",
        test=TESTS
        + "test_cards_that_are_not_held_are_passed_over_and_those_left_out_come_to_the_end",
        why="A journal would have cards in a hand that nobody holds.",
    ),
    Mutant(
        name="the-order-is-no-part-of-the-imprint",
        promise="P13",
        file="server/rummy_server/room/imprint.py",
        before="    if room.orders:\n",
        after="    if not room:\n",
        test=TESTS + "test_an_order_that_is_lost_from_a_journal_is_noticed",
        why="A hand could be laid otherwise after a restart, and nobody would notice.",
    ),
    Mutant(
        name="orders-outlast-their-deal",
        promise="U36",
        file="server/rummy_server/room/orders.py",
        before="isinstance(event, Dealt | MatchBegan)",
        after="isinstance(event, MatchBegan)",
        test=TESTS + "test_the_next_deal_is_laid_by_nobody_yet",
        why="The next hand lies in the order of the one before, as far as it has the same cards.",
    ),
)
