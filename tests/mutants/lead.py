"""What the table and the restart must not do."""

from __future__ import annotations

from registry import Mutant

MUTANTS: tuple[Mutant, ...] = (
    Mutant(
        name="answer-before-append",
        promise="P16",
        file="server/rummy_server/table.py",
        before="        await self.commit(Acted(seat=seat, answer=answer, events=events))\n        visitor.outbox.put(encode(answer))\n",
        after="        visitor.tell(answer)\n        await self.commit(Acted(seat=seat, answer=answer, events=events))\n",
        test="tests/server/test_faults.py::test_a_table_whose_journal_fails_ends_without_an_answer",
        why="A move is acknowledged that no journal has: after a crash it is lost.",
    ),
)
