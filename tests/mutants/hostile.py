"""What strangers, floods and crowds would break if nobody looked."""

from __future__ import annotations

from registry import Mutant

__all__ = ["MUTANTS"]

BARRIERS = "tests/server/test_barriers.py"
FLOODS = "tests/server/test_floods.py"
EMPTY = "tests/server/test_exhaustion.py"
CALLS = "tests/client/screen/test_calling.py"

MUTANTS: tuple[Mutant, ...] = (
    Mutant(
        name="bucket-without-refill",
        promise="P21",
        file="server/rummy_server/bucket.py",
        before="min(self._burst, self._tokens + (now - self._filled) * self._rate)",
        after="min(self._burst, self._tokens)",
        test=f"{FLOODS}::test_lines_of_chat_are_five_and_then_one_in_two_seconds",
        why="Whoever was once too fast would be so for ever.",
    ),
    Mutant(
        name="bucket-without-bottom",
        promise="P21",
        file="server/rummy_server/bucket.py",
        before="        if self._tokens < 1 - DUST:\n            return False\n",
        after="",
        test=f"{FLOODS}::test_connections_of_one_address_are_thirty_two_a_minute",
        why="No limit would hold anybody back.",
    ),
    Mutant(
        name="greeting-as-long-as-a-request",
        promise="P18",
        file="protocol/rummy_protocol/connection.py",
        before="CLIENT_SAYS, min(limit, GREETING))",
        after="CLIENT_SAYS)",
        test="tests/protocol/test_connection.py::test_a_stranger_has_less_to_say_than_a_guest",
        why="Strangers could make the house hold eight times as much.",
    ),
    Mutant(
        name="greeting-limit-for-ever",
        promise="P18",
        file="protocol/rummy_protocol/framing.py",
        before="            self._limit = self._later\n",
        after="",
        test="tests/protocol/test_framing.py::test_the_first_frame_may_be_held_to_less",
        why="Nobody could open a table with a long list of changed rules.",
    ),
    Mutant(
        name="mute-strangers-fill-the-door",
        promise="P18",
        file="server/rummy_server/door.py",
        before="        return next(iter(self._strangers))",
        after="        return stranger",
        test=f"{FLOODS}::test_a_crowd_of_mute_strangers_makes_room_for_one_who_speaks",
        why="256 connections that say nothing would keep everybody out.",
    ),
    Mutant(
        name="a-new-burst-on-every-connection",
        promise="P21",
        file="server/rummy_server/session.py",
        before="            self._actions = self._door.pace_of(table.room.seats[at.seat].key)",
        after="            pass",
        test=f"{FLOODS}::test_actions_are_counted_by_the_seat_over_all_its_connections",
        why="Coming back again and again would lift the limit on actions.",
    ),
    Mutant(
        name="pings-cost-nothing",
        promise="P21",
        file="server/rummy_server/session.py",
        before="                if not self._frames.take():",
        after="                if False:",
        test=f"{FLOODS}::test_frames_that_nobody_answers_are_counted_too",
        why="Pings at the rate of the network would take the turns of all others.",
    ),
    Mutant(
        name="accepting-without-a-pause",
        promise="P18",
        file="server/rummy_server/app.py",
        before="            await trio.lowlevel.checkpoint()\n            try:\n"
        "                pipe, address = await listener.accept()",
        after="            try:\n                pipe, address = await listener.accept()",
        test=f"{BARRIERS}::test_a_throng_at_the_door_does_not_keep_those_inside_waiting",
        why="As long as somebody waits at the door, nobody inside would be served.",
    ),
    Mutant(
        name="deadlines-all-at-once",
        promise="P18",
        file="server/rummy_server/clock.py",
        before="        for _ in range(AT_ONCE):",
        after="        for _ in range(1_000_000):",
        test=f"{BARRIERS}::test_deadlines_that_come_together_let_others_have_their_turn",
        why="A thousand mute strangers thrown out together would make every table wait.",
    ),
    Mutant(
        name="no-barrier-around-sending",
        promise="P22",
        file="server/rummy_server/outbox.py",
        before="                taken = self._pipe.send_now(frame)\n"
        "            except OSError:\n"
        "                self._end(Code.BYE)\n"
        "                return\n"
        "            except Exception as exc:  # noqa: BLE001"
        " the barrier: it is this connection's alone\n"
        "                self._fail(exc)\n"
        "                return\n",
        after="                taken = self._pipe.send_now(frame)\n"
        "            except OSError:\n"
        "                self._end(Code.BYE)\n"
        "                return\n",
        test=f"{BARRIERS}::test_the_table_of_a_broken_connection_takes_the_next_move",
        why="One connection that breaks oddly would end the table that was showing something.",
    ),
    Mutant(
        name="no-barrier-around-deadlines",
        promise="P22",
        file="server/rummy_server/session.py",
        before="        except Exception as exc:  # noqa: BLE001 the barrier: "
        "the clock rings for everybody",
        after="        except OSError as exc:",
        test=f"{BARRIERS}::test_a_bug_in_a_deadline_ends_that_connection_alone",
        why="An error about one connection would end the clock of the whole house.",
    ),
    Mutant(
        name="closed-while-waited-for",
        promise="P22",
        file="server/rummy_server/outbox.py",
        before="                if self.closed:\n                    return  # while we waited\n",
        after="",
        test="tests/server/test_outbox.py::"
        "test_one_that_is_closed_while_its_pipe_is_waited_for_ends_quietly",
        why="It ended the house once: somebody left in the moment in which he could be sent to.",
    ),
    Mutant(
        name="backlog-never-released",
        promise="P23",
        file="server/rummy_server/outbox.py",
        before='        self._begun = b""\n        self._count(-self._unsent_bytes)\n',
        after='        self._begun = b""\n',
        test="tests/server/test_outbox.py::"
        "test_a_backlog_counts_what_waits_everywhere_and_nothing_that_is_gone",
        why="After enough slow clients the house would let nobody in until it is restarted.",
    ),
    Mutant(
        name="backlog-without-a-limit",
        promise="P23",
        file="server/rummy_server/door.py",
        before="self.backlog.bytes >= self._settings.unsent_bytes_in_all",
        after="False",
        test=f"{EMPTY}::test_while_too_much_waits_to_be_taken_nothing_new_is_begun",
        why="Ten thousand who read nothing would cost gigabytes.",
    ),
    Mutant(
        name="no-descriptors-to-spare",
        promise="P23",
        file="server/rummy_server/app.py",
        before="    room = max(1, make_room(settings.connections) - OWN)",
        after="    room = settings.connections",
        test=f"{EMPTY}::test_without_descriptors_nobody_is_let_in_and_the_game_goes_on",
        why="Connections would take the descriptors that the store and the log need.",
    ),
    Mutant(
        name="an-address-for-every-guess",
        promise="P21",
        file="server/rummy_server/addresses.py",
        before='    return f"{int(found) >> 128 - _SUBNET:x}::/{_SUBNET}"',
        after="    return address",
        test="tests/server/test_door.py::test_all_addresses_of_one_network_are_one_household",
        why="With IPv6 one household has 2^64 addresses, and no limit by address would hold.",
    ),
    Mutant(
        name="last-words-printed-raw",
        promise="P31",
        file="client/rummy_client/dialogue.py",
        before="            message = received(message)\n",
        after="            pass\n",
        test="tests/client/link/test_evil_house.py",
        why="A house could write to the terminal, and to the clipboard, of whoever leaves it.",
    ),
    Mutant(
        name="chat-longer-than-a-client-takes",
        promise="P22",
        file="server/rummy_server/table/spoken.py",
        before="within(clean(ask.text, CHAT_CELLS, lines=2), TO_CLIENT.string)",
        after="clean(ask.text, CHAT_CELLS, lines=2)",
        test="tests/server/test_hostile_words.py::test_nothing_that_is_said_throws_others_out",
        why="One line of notes of music would end the connections of all at the table.",
    ),
    Mutant(
        name="eight-bit-controls-are-letters",
        promise="P31",
        file="protocol/rummy_protocol/clean.py",
        before="""    if category[0] == "C" or char in _BLANK:""",
        after="""    if char < " " or char in _BLANK:""",
        test="tests/protocol/test_clean.py::"
        "test_no_code_point_that_could_do_harm_survives_in_company",
        why="\\x9b is an escape sequence in one character, and overrides turn names around.",
    ),
    Mutant(
        name="decoder-without-depth",
        promise="P18",
        file="protocol/rummy_protocol/codec.py",
        before="            if room == 0:",
        after="            if False:",
        test="tests/protocol/test_codec.py",
        why="A few bytes of nested arrays would cost milliseconds and megabytes.",
    ),
    Mutant(
        name="a-name-parts-the-message",
        promise="P31",
        file="client/rummy_client/terminal/calling.py",
        before='    kept = clean(words, cells).replace(";", ",")',
        after="    kept = clean(words, cells)",
        test=f"{CALLS}::test_no_name_ends_a_sequence_or_begins_another",
        why="A table's name could make another message, or a progress bar, of the one that calls.",
    ),
)
