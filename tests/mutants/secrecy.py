"""What must not be learned by anybody who may not know it."""

from __future__ import annotations

from registry import Mutant

VIEWS = "tests/secrecy/test_views.py::"
PADDING = "tests/protocol/test_padding.py::"
STREAMS = "tests/secrecy/test_server_streams.py::"

MUTANTS: tuple[Mutant, ...] = (
    Mutant(
        name="hand-as-it-was-drawn",
        promise="P1",
        file="server/rummy_server/game/own_view.py",
        before="    hand, values = faces_in(deal.hands[seat]), rules.values\n",
        after="    hand, values = tuple(face(card) for card in deal.hands[seat]), rules.values\n",
        test=VIEWS + "test_a_hand_is_shown_by_face_and_not_as_it_was_drawn",
        why="The order of a hand tells which pack a twin is from.",
    ),
    Mutant(
        name="old-discards-keep-their-faces",
        promise="P1",
        file="server/rummy_server/game/log.py",
        before="            return news.Discarded(n, event.seat, face(event.card) if shown else None)\n",
        after="            return news.Discarded(n, event.seat, face(event.card))\n",
        test=VIEWS + "test_a_discard_loses_its_face_after_a_round_until_the_deal_ends",
        why="A client remembers for its player what the table plays to forget.",
    ),
    Mutant(
        name="onlookers-look-into-a-hand",
        promise="P3",
        file="server/rummy_server/table/gallery.py",
        before="        return self._table.shown.frame(None)\n",
        after="        return self._table.shown.frame(0)\n",
        test="tests/server/test_spectators.py::test_u20_a_spectator_never_receives_what_a_seat_alone_may_know",
        why="Whoever looks on can tell one player what another holds.",
    ),
    Mutant(
        name="nothing-is-rounded-up",
        promise="P2",
        file="protocol/rummy_protocol/padding.py",
        before="    if not len(body) % STEP:\n",
        after="    if body:\n",
        test=PADDING + "test_every_message_but_an_update_is_rounded_up",
        why="Whoever measures records on the wire can tell a draw from a refusal.",
    ),
    Mutant(
        name="lengths-follow-the-private-part",
        promise="P2",
        file="protocol/rummy_protocol/codec.py",
        before="    return _filled(head + rest, size_for(base, public, room))\n",
        after="    return _filled(head + rest, len(head) + len(rest) + 8)\n",
        test=PADDING + "test_the_length_of_an_update_does_not_change_with_the_private_part",
        why="The length of a view tells how good a hand is.",
    ),
    Mutant(
        name="room-for-few-melds",
        promise="P2",
        file="protocol/rummy_protocol/update_size.py",
        before="    fits = hand * (16 + melds * id_bytes)\n",
        after="    fits = hand * 4\n",
        test=PADDING + "test_no_private_part_is_longer_than_the_room_that_is_kept",
        why="A hand that fits many melds makes its owner's frames twice as long.",
    ),
    Mutant(
        name="padding-may-hold-anything",
        promise="P2",
        file="protocol/rummy_protocol/padding.py",
        before="    return type(value) is bytes and value.count(0) == len(value)\n",
        after="    return type(value) is bytes\n",
        test=PADDING + "test_anything_but_zeros_in_it_is_a_bad_frame",
        why="What no schema looks at can carry anything past all of them.",
    ),
    Mutant(
        name="faults-are-told-in-their-own-words",
        promise="P4",
        file="server/rummy_server/faults.py",
        before="    return f\"{type(exc).__name__} at {way or 'nowhere'}{cause}\"\n",
        after="    return f\"{type(exc).__name__} {exc} at {way or 'nowhere'}{cause}\"\n",
        test="tests/server/test_faults.py::test_the_log_says_where_and_never_what",
        why="An assertion about a deal writes its cards into the log.",
    ),
    Mutant(
        name="records-are-printed",
        promise="P4",
        file="server/rummy_server/room/records.py",
        before="    def __repr__(self) -> str:\n        return type(self).__name__\n",
        after="    def __str__(self) -> str:\n        return type(self).__name__\n",
        test="tests/server/test_records.py::test_nothing_secret_shows_when_records_are_printed",
        why="A traceback with a record in it shows keys, hashes and the stock.",
    ),
    Mutant(
        name="password-in-the-journal",
        promise="P4",
        file="server/rummy_server/room/house.py",
        before="            name=clean(create.name, NAME_CELLS).strip() or who,\n",
        after="            name=clean(create.password or create.name, NAME_CELLS).strip() or who,\n",
        test="tests/e2e/test_canaries.py::test_no_secret_and_no_password_is_in_anything_that_was_written",
        why="Whoever lists tables, or reads a backup, knows every password.",
    ),
)
