"""What tables, their restart and their cost must not become."""

from __future__ import annotations

from registry import Mutant

TABLE = "server/rummy_server/table/table.py"
HEARING = "server/rummy_server/table/hearing.py"
LOBBY = "server/rummy_server/lobby.py"
RESTORED = "server/rummy_server/table/restored.py"
FAULTS = "tests/server/test_faults.py::"
AGAIN = "tests/server/test_taking_over.py::"
COST = "tests/server/test_cost.py::"

MUTANTS: tuple[Mutant, ...] = (
    Mutant(
        name="answer-before-append",
        promise="P16",
        file=HEARING,
        before="    await table.commit(Acted(seat=seat, answer=answer, events=events))\n    visitor.outbox.put(encode(answer))\n",
        after="    visitor.tell(answer)\n    await table.commit(Acted(seat=seat, answer=answer, events=events))\n",
        test=FAULTS + "test_a_table_whose_journal_fails_ends_without_an_answer",
        why="A move is acknowledged that no journal has: after a crash it is lost.",
    ),
    Mutant(
        name="broken-table-is-not-opened-again",
        promise="P22",
        file=TABLE,
        before="        if broke:\n            self._register.broke(self)\n",
        after="        if broke:\n            self._register.closed(self)\n",
        test=FAULTS + "test_a_table_that_breaks_comes_back_as_it_was_kept_and_goes_on",
        why="One fault of ours costs a whole table its match.",
    ),
    Mutant(
        name="broken-table-is-opened-for-ever",
        promise="P22",
        file=LOBBY,
        before="        if self._reopened[table.id] <= REOPENED:\n",
        after="        if self._reopened[table.id] <= 9:\n",
        test=FAULTS + "test_a_table_that_breaks_again_and_again_is_left_alone",
        why="A table with a lasting fault keeps the house busy with itself.",
    ),
    Mutant(
        name="words-to-a-broken-table-are-refused-for-good",
        promise="P7",
        file=TABLE,
        before="        code = Code.TABLE_CLOSED if closed else Code.BUSY\n",
        after="        code = Code.TABLE_CLOSED\n",
        test=FAULTS + "test_one_who_wanted_in_as_the_table_broke_is_answered",
        why="A client that returns in that instant throws its seat away.",
    ),
    Mutant(
        name="restart-without-looking",
        promise="P13",
        file=RESTORED,
        before="    if imprint(room) != batches[-1].imprint:\n",
        after="    if not room.seats:\n",
        test=AGAIN + "test_a_journal_that_comes_out_otherwise_opens_no_table",
        why="A table goes on from a state in which it never was.",
    ),
    Mutant(
        name="downtime-is-charged",
        promise="P13",
        file="server/rummy_server/lease.py",
        before="        self._closed_at, self._began = kept.at, now()\n",
        after="        self._closed_at, self._began = 0.0, 0.0\n",
        test=AGAIN + "test_nor_is_the_time_between_two_later_lives",
        why="A night's rest of the server costs a player the turn.",
    ),
    Mutant(
        name="clock-begins-anew",
        promise="P13",
        file=RESTORED,
        before="            what: at - now\n",
        after="            what: max(at - now, 60.0)\n",
        test=AGAIN + "test_time_while_the_house_was_shut_is_nobodys",
        why="Whoever is in need of time has only to bring the server down.",
    ),
    Mutant(
        name="codes-are-given-twice",
        promise="P13",
        file=LOBBY,
        before="        self._spent = set(kept.past)\n",
        after="        self._spent: set[str] = set()\n",
        test=AGAIN
        + "test_a_table_that_was_closed_is_not_there_and_its_code_is_not_given_again",
        why="A new table cannot be kept, since the journal has an old one of that name.",
    ),
    Mutant(
        name="keys-are-forgotten",
        promise="P7",
        file=LOBBY,
        before="            if place.owned:\n                self.add_key(place.key, table)\n",
        after="            if place.owned and place.left:\n                self.add_key(place.key, table)\n",
        test=AGAIN + "test_the_table_stands_as_it_stood",
        why="After a restart nobody gets back into a seat.",
    ),
    Mutant(
        name="everybody-has-his-view-packed",
        promise="P25",
        file="server/rummy_server/table/shown.py",
        before="                if you is not before.yous[seat] or not same:\n",
        after="                if you is not None:\n",
        test=COST + "test_a_move_is_packed_once_for_all_and_once_for_who_moved",
        why="A move costs as much as the table has seats.",
    ),
    Mutant(
        name="clock-in-a-batch-of-its-own",
        promise="P10",
        file=TABLE,
        before="        clock = self.play.clock_due(rooms[-1])\n",
        after="        clock = self.play.clock_due(rooms[-1]) if not records else None\n",
        test=COST + "test_a_move_is_one_batch_in_the_journal_its_clock_included",
        why="A crash between the two leaves a decision without its clock.",
    ),
    Mutant(
        name="last-discard-may-be-locked",
        promise="P17",
        file="server/rummy_server/game/steps/discard.py",
        before="    if card == turn.locked:\n",
        after="    if card == turn.locked and last:\n",
        test="tests/game/test_discard.py::test_the_discard_just_taken_may_not_be_thrown_in_the_same_turn",
        why="Two players can hand each other one card for ever.",
    ),
    Mutant(
        name="dead-peers-are-waited-for",
        promise="P20",
        file="server/rummy_server/settings.py",
        before="    dead_seconds: float = 25\n",
        after="    dead_seconds: float = 75\n",
        test="tests/server/test_session.py::test_who_falls_silent_is_gone_after_twenty_five_seconds",
        why="Others wait for a minute and more before they are told that somebody is gone.",
    ),
    Mutant(
        name="a-failure-that-cannot-be-repeated",
        promise="P34",
        file="tests/simulation/report.py",
        before='python tests/simulation/run.py --seed {outcome.seed}"\n',
        after='python tests/simulation/run.py"\n',
        test="tests/simulation/test_simulation.py::test_a_failure_is_one_line_that_shows_it_again",
        why="A failure in the night is one that nobody ever sees again.",
    ),
    Mutant(
        name="terminal-is-left-as-it-was-found",
        promise="P32",
        file="client/rummy_client/terminal/supervisor.py",
        before="    _put_back(terminal, saved, os.WIFSIGNALED(status))\n",
        after="",
        test="tests/client/screen/test_ending.py::test_after_the_client_was_killed",
        why="A killed client leaves a terminal in which nothing is shown that one types.",
    ),
    Mutant(
        name="a-mutant-that-changes-nothing",
        promise="P35",
        file="tests/mutants/collect.py",
        before='        yield "changes nothing"\n',
        after="        pass\n",
        test="tests/mutants/test_registered.py::test_a_mutant_that_cannot_be_made_is_noticed",
        why="The list would boast of defects that are none.",
    ),
)
