"""What would be open behind the door for ssh, and what would be left of those who came."""

from __future__ import annotations

from registry import Mutant

__all__ = ["MUTANTS"]

DOOR = "client/rummy_client/ssh"
WHO = "tests/ssh/test_who.py"
ELSE = "tests/ssh/test_nothing_else.py"
BOUNDS = "tests/ssh/test_bounds.py"
LEAVING = "tests/ssh/test_leaving.py"
LIMITS = "tests/ssh/test_limits.py"
EASEL = "tests/ssh/test_easel.py"

MUTANTS: tuple[Mutant, ...] = (
    Mutant(
        name="ssh-key-that-was-only-named",
        promise="P36",
        file=f"{DOOR}/visitor.py",
        before='        self._login, self._shown = username, ""\n        return True',
        after="        self._login = username\n        return True",
        test=f"{WHO}::test_whoever_only_names_a_key_and_gets_in_otherwise_is_a_guest "
        f"{WHO}::test_a_key_that_is_signed_for_by_another_opens_no_seat",
        why="Whoever has somebody's public key would have his seat.",
    ),
    Mutant(
        name="ssh-runs-any-command",
        promise="P36",
        file=f"{DOOR}/caller.py",
        before="        return self._asked_plain\n\n    def subsystem",
        after="        return True\n\n    def subsystem",
        test=f"{ELSE}::test_no_command_is_run",
        why="A command would be taken for a wish to play.",
    ),
    Mutant(
        name="ssh-seats-by-name",
        promise="P36",
        file=f"{DOOR}/visit.py",
        before="folder_of(self._way.seats, self._person.key)",
        after="folder_of(self._way.seats, self._person.login)",
        test=f"{WHO}::test_another_key_and_a_guest_find_the_lobby",
        why="Anybody can say any name.",
    ),
    Mutant(
        name="ssh-killed-client-plays-on",
        promise="P37",
        file=f"{DOOR}/caller.py",
        before="        self.gone = True\n        self.scope.cancel()\n",
        after="        self.gone = True\n",
        test=f"{LEAVING}::test_whoever_is_gone_leaves_nothing",
        why="Clients of people who are gone would sit at tables for ever.",
    ),
    Mutant(
        name="ssh-draws-for-the-deaf",
        promise="P37",
        file=f"{DOOR}/visit.py",
        before="        if self._caller.full:\n            self.stale = True\n        else:",
        after="        if self._caller.gone:\n            self.stale = True\n        else:",
        test=f"{BOUNDS}::test_whoever_reads_nothing_is_drawn_nothing_and_has_to_go_in_the_end",
        why="Pictures would pile up for those who read none.",
    ),
    Mutant(
        name="ssh-pasted-book",
        promise="P37",
        file=f"{DOOR}/keyboard.py",
        before="        some = text[: self._left]",
        after="        some = text[:]",
        test=f"{LIMITS}::test_of_a_pasted_text_only_the_beginning_is_handed_on",
        why="A pasted book would be held in memory, and gone through again with each piece.",
    ),
    Mutant(
        name="ssh-key-without-end",
        promise="P37",
        file=f"{DOOR}/keyboard.py",
        before="        if self._unfinished > (",
        after="        if self._unfinished > 4096 + (",
        test=f"{LIMITS}::test_a_key_that_never_ends_is_dropped_and_of_many_little_is_remembered",
        why="A few thousand digits would hold up everybody for seconds, and be kept for ever.",
    ),
    Mutant(
        name="ssh-remembers-what-was-typed",
        promise="P37",
        file=f"{DOOR}/keyboard.py",
        before="        if len(_SEEN) > _REMEMBERED:\n            _SEEN.clear()\n",
        after="",
        test=f"{LIMITS}::test_a_key_that_never_ends_is_dropped_and_of_many_little_is_remembered",
        why="Whoever presses no real keys could fill the memory of the door.",
    ),
    Mutant(
        name="ssh-any-size",
        promise="P37",
        file=f"{DOOR}/caller.py",
        before="min(width, _LARGEST.columns)",
        after="width",
        test=f"{LIMITS}::test_a_size_is_taken_for_one_that_can_be_drawn",
        why="One picture could take all memory.",
    ),
    Mutant(
        name="ssh-keeps-all-variables",
        promise="P37",
        file=f"{DOOR}/visitor.py",
        before="        keep_few(channel)\n",
        after="",
        test=f"{BOUNDS}::test_variables_are_not_heaped_up",
        why="What a client says about itself would be kept, however much it is.",
    ),
    Mutant(
        name="ssh-waits-for-ever",
        promise="P37",
        file=f"{DOOR}/visitor.py",
        before="                with trio.move_on_at(deadline):\n",
        after="                with trio.CancelScope():\n",
        test=f"{BOUNDS}::test_a_connection_in_which_nothing_begins_ends",
        why="Connections in which nobody plays would fill the house.",
    ),
    Mutant(
        name="ssh-reads-as-fast-as-is-sent",
        promise="P37",
        file=f"{DOOR}/wire.py",
        before="            self._transport.pause_reading()",
        after="            pass",
        test=f"{BOUNDS}::test_whoever_sends_faster_than_is_allowed_is_read_more_slowly",
        why="One connection could keep the process busy.",
    ),
    Mutant(
        name="ssh-counts-no-tables",
        promise="P37",
        file=f"{DOOR}/visitlink.py",
        before="if isinstance(request, Create) and not self",
        after="if request.id and not self",
        test=f"{BOUNDS}::test_one_address_makes_so_many_tables",
        why="All tables of the house could be made from one address.",
    ),
    Mutant(
        name="ssh-fault-is-everybodys",
        promise="P37",
        file="client/rummy_client/terminal/guest.py",
        before="            where.run(report, error)",
        after="            report(error)",
        test=f"{LEAVING}::test_a_fault_in_one_client_ends_that_one_alone",
        why="A client that cannot draw would stay, and nobody would know whose it is.",
    ),
    Mutant(
        name="ssh-keys-without-end",
        promise="P37",
        file=f"{DOOR}/easel.py",
        before="(self._in_a_row < IN_A_ROW or not self._others)",
        after="True",
        test=f"{EASEL}::test_those_who_never_stop_pressing_keys_leave_the_others_their_turn",
        why="Whoever holds a key down would keep all others from seeing anything.",
    ),
    Mutant(
        name="ssh-pictures-before-keys",
        promise="P37",
        file=f"{DOOR}/visit.py",
        before="            self._place.hurry()\n",
        after="",
        test=f"{EASEL}::test_a_key_hurries_the_one_who_pressed_it",
        why="A key would wait for the pictures of all who look on.",
    ),
    Mutant(
        name="ssh-hears-all-at-once",
        promise="P37",
        file=f"{DOOR}/visitlink.py",
        before="        async with self._ear:\n            return data",
        after="        return data",
        test=f"{EASEL}::test_the_news_of_a_table_are_no_single_piece_of_work",
        why="A key would wait until the news of a table have been heard by all who watch it.",
    ),
)
