"""Defects in what spectators are shown, and when (P3, U20, U26)."""

from __future__ import annotations

from typing import Final

from registry import Mutant

__all__ = ["MUTANTS"]

BEHIND: Final = "tests/server/test_behind.py::"
NO_BYTE: Final = BEHIND + "test_u26_no_byte_of_an_event_is_sent_before_its_time"
MAY_WATCH: Final = "tests/server/test_who_may_watch.py::"
OPEN: Final = "tests/server/test_open_hands.py::"

MUTANTS: Final = (
    Mutant(
        name="what-is-late-is-seen-at-once",
        promise="P3",
        file="server/rummy_server/table/behind.py",
        before="            self._let_go(at + self._delay, moment)\n",
        after="            self._let_go(at, moment)\n",
        test=NO_BYTE,
        why="A friend who looks on tells a player what the others do, while they do it.",
    ),
    Mutant(
        name="a-deal-behind-is-not-behind",
        promise="P3",
        file="server/rummy_server/table/behind.py",
        before="                self._hold(at, moment)\n            case Stage.SCORING:",
        after="                self._let_go(at, moment)\n            case Stage.SCORING:",
        test=NO_BYTE,
        why="The running deal is seen where only the one before it shall be.",
    ),
    Mutant(
        name="late-spectators-read-the-log-live",
        promise="P3",
        file="server/rummy_server/table/gallery.py",
        before="                return page_of(self._rules_of(room), room.match, request)\n",
        after="                live = self._table.room\n"
        "                return page_of(self._rules_of(live), live.match, request)\n",
        test=NO_BYTE,
        why="Whoever asks for the log is a minute ahead of the picture.",
    ),
    Mutant(
        name="late-spectators-are-answered-with-the-live-count",
        promise="P3",
        file="server/rummy_server/table/gallery.py",
        before="        return Accepted(request.id, room.seq)\n",
        after="        return Accepted(request.id, self._table.room.seq)\n",
        test=NO_BYTE,
        why="The number in an answer tells that somebody has moved.",
    ),
    Mutant(
        name="the-lobby-is-ahead-of-late-spectators",
        promise="P3",
        file="server/rummy_server/table/gallery.py",
        before="        return table_line(seen, people)\n",
        after="        return line\n",
        test=NO_BYTE,
        why="The list of tables tells that a deal has ended before its end is seen.",
    ),
    Mutant(
        name="late-spectators-hear-who-is-removed",
        promise="P3",
        file="server/rummy_server/operating/orders.py",
        before="    if not table.room.options.delay:\n",
        after="    if True:\n",
        test=NO_BYTE,
        why="An announcement runs ahead of what is seen.",
    ),
    Mutant(
        name="late-spectators-are-sent-something-at-each-move",
        promise="P3",
        file="server/rummy_server/table/gallery.py",
        before="            if self._told != self._onlookers():\n",
        after="            if True:\n",
        test=NO_BYTE,
        why="The same old picture at the moment of a move tells that there was a move.",
    ),
    Mutant(
        name="a-restart-forgets-what-was-held-back",
        promise="P3",
        file="server/rummy_server/table/restored.py",
        before="        course.append((age, room))\n",
        after="        course[:] = [(1e9, room)]\n",
        test=BEHIND + "test_u26_what_is_held_back_is_held_back_through_a_restart",
        why="A restart shows at once what was to be seen a minute later.",
    ),
    Mutant(
        name="most-agree-and-so-do-all",
        promise="P3",
        file="server/rummy_server/room/consent.py",
        before="    return all(place.consents or not place.owned for place in seats)\n",
        after="    return any(place.consents for place in seats)\n",
        test=OPEN + "test_u20_none_is_shown_as_long_as_one_owner_has_not_agreed",
        why="Somebody's hand is shown who has not agreed to it.",
    ),
    Mutant(
        name="a-new-owner-inherits-a-consent",
        promise="P3",
        file="server/rummy_server/room/fold.py",
        before="    opened = room.open_hands and not isinstance(record, SeatTaken)\n",
        after="    opened = room.open_hands\n",
        test=OPEN + "test_a_new_owner_was_not_asked_so_the_hands_are_closed_at_once",
        why="Who takes over a seat plays with open cards and was never asked.",
    ),
    Mutant(
        name="an-open-deal-loses-its-mark",
        promise="P3",
        file="server/rummy_server/room/consent.py",
        before="    return ((*deals, match.number) if agreed else deals), agreed\n",
        after="    return ((match.number,) if agreed else ()), agreed\n",
        test=OPEN + "test_u20_who_withdraws_closes_the_next_deal_and_the_mark_stays",
        why="Nobody can tell afterwards that hands were open.",
    ),
    Mutant(
        name="open-hands-go-to-players",
        promise="P1",
        file="server/rummy_server/table/shown.py",
        before="        return frames.for_seat(self._yous[seat])\n",
        after="        from rummy_protocol.codec import encode\n"
        "        from rummy_protocol.views import OpenHands\n\n"
        "        hands = OpenHands(self._views.hands) if self.table.open_hands else None\n"
        "        return encode(msgspec.structs.replace(self.update(seat), hands=hands))\n",
        test="tests/secrecy/test_server_streams.py::test_hands_that_are_open_to_spectators_tell_players_nothing",
        why="Players see each other's cards because a spectator may.",
    ),
    Mutant(
        name="open-hands-are-as-long-as-they-are",
        promise="P2",
        file="protocol/rummy_protocol/codec.py",
        before="        public += open_room(deal)\n",
        after="        public += len(_pack(update.hands))\n",
        test="tests/protocol/test_padding.py::test_an_update_with_open_hands_has_the_same_length_whatever_they_are",
        why="Somebody on the wire reads from a length what a player holds.",
    ),
    Mutant(
        name="spectators-speak-to-players",
        promise="P24",
        file="server/rummy_server/table/gallery.py",
        before="                for other in self._table.people.watching:\n                    other.outbox.send(frame)\n",
        after="                for other in self._table.people.everybody():\n                    other.outbox.send(frame)\n",
        test=BEHIND + "test_a_spectator_speaks_to_spectators_and_to_nobody_else",
        why="Whoever looks on can tell a player what another holds.",
    ),
    Mutant(
        name="a-watch-code-opens-a-seat",
        promise="P6",
        file="server/rummy_server/room/house.py",
        before="    if room.password and not hmac.compare_digest(word, room.password):\n",
        after="    coded = hmac.compare_digest(word, room.watch_code)\n"
        "    if room.password and not coded and not hmac.compare_digest(word, room.password):\n",
        test=MAY_WATCH
        + "test_u28_with_a_password_the_code_opens_no_seat_and_the_password_both",
        why="Who was let look on sits down and plays.",
    ),
    Mutant(
        name="wrong-watch-codes-are-not-counted",
        promise="P21",
        file="server/rummy_server/room/house.py",
        before='        raise Declined(Code.WRONG_PASSWORD, to="watch")\n',
        after='        raise Declined(Code.NO_SPECTATORS, to="watch")\n',
        test=MAY_WATCH + "test_p21_wrong_watch_codes_count_like_wrong_passwords",
        why="A stranger tries a million codes.",
    ),
    Mutant(
        name="a-watch-code-in-the-journal",
        promise="P4",
        file="server/rummy_server/lobby.py",
        before='        watch_code = await digest(create.watch_code, salt) if coded else b""\n',
        after='        watch_code = create.watch_code.encode() if coded else b""\n',
        test="tests/secrecy/test_watch_codes.py::test_nobody_can_tell_two_watch_codes_apart",
        why="Whoever reads a backup reads the codes of all tables.",
    ),
    Mutant(
        name="who-was-shown-out-has-another-name",
        promise="P3",
        file="server/rummy_server/room/unwanted.py",
        before="        skeleton(out) == shape or (bool(origin) and origin == from_there)\n",
        after="        skeleton(out) == shape\n",
        test=MAY_WATCH + "test_who_was_shown_out_stays_out_over_a_restart_and_a_rematch",
        why="Whoever was shown out comes back at once, as somebody else.",
    ),
    Mutant(
        name="who-was-shown-out-is-forgotten",
        promise="P13",
        file="server/rummy_server/table/floor.py",
        before="        await table.commit(*(ShownOut(name=ask.name, whence=origin) for origin in origins))\n",
        after="        for origin in origins:\n"
        "            kept = (*table.room.shown_out, (ask.name, origin))\n"
        '            table.room = __import__("msgspec").structs.replace(table.room, shown_out=kept)\n',
        test=MAY_WATCH + "test_who_was_shown_out_stays_out_over_a_restart_and_a_rematch",
        why="A restart lets everybody in again whom the host of a table has shown out.",
    ),
    Mutant(
        name="a-restart-puts-late-spectators-further-back",
        promise="P24",
        file="server/rummy_server/app.py",
        before="            await self._env.store.beat(self.lobby.house_time())\n\n\nasync def serve(",
        after="            pass\n\n\nasync def serve(",
        test=BEHIND + "test_u26_a_planned_restart_brings_back_to_the_same_place",
        why="Whoever is behind sees again what he has seen, after each restart.",
    ),
    Mutant(
        name="a-lost-connection-ends-what-late-spectators-see",
        promise="P24",
        file="server/rummy_server/table/afterwards.py",
        before="                _wait(table)  # whoever",
        after="                pass  # whoever",
        test=BEHIND
        + "test_who_loses_the_connection_at_a_closed_table_comes_back_to_see_its_end",
        why="Who is behind and loses the connection never sees how the match ended.",
    ),
    Mutant(
        name="a-restart-ends-what-late-spectators-see",
        promise="P24",
        file="server/rummy_server/lobby.py",
        before="        self._stand_all()\n        self._spawn(self._take_up_ended)\n",
        after="        self._stand_all()\n",
        test=BEHIND + "test_u26_the_end_of_a_closed_table_is_seen_after_a_restart_too",
        why="Who is a deal behind never sees how the match ended.",
    ),
)
