"""What whole runs of a house must notice, each by the seeds that do."""

from __future__ import annotations

from registry import Mutant

SEEDS = "tests/simulation/test_simulation.py"
HOLDS = "test_a_house_keeps_its_promises_whatever_goes_wrong"


def seen_by(*seeds: int) -> str:
    """The runs that notice it."""
    return " ".join(f"{SEEDS}::{HOLDS}[{seed}]" for seed in seeds)


MUTANTS: tuple[Mutant, ...] = (
    Mutant(
        name="simulated-answer-before-it-is-kept",
        promise="P10",
        file="server/rummy_server/table/hearing.py",
        before="    await table.commit(Acted(seat=seat, answer=answer, events=events))\n    visitor.outbox.put(encode(answer))",
        after="    visitor.outbox.send(encode(answer))\n    await table.commit(Acted(seat=seat, answer=answer, events=events))",
        test=seen_by(0),
        why="A player could be told of a move that a crash then takes back.",
    ),
    Mutant(
        name="simulated-answer-and-events-kept-apart",
        promise="P10",
        file="server/rummy_server/table/hearing.py",
        before="    await table.commit(Acted(seat=seat, answer=answer, events=events))\n    visitor",
        after="    from .records import Happened\n    await table.commit(Acted(seat=seat, answer=answer))\n    if events:\n        await table.commit(Happened(events=events))\n    visitor",
        test=seen_by(0),
        why="A crash in between would leave an answer without its move.",
    ),
    Mutant(
        name="simulated-hand-of-another-shown",
        promise="P1",
        file="server/rummy_server/table/shown.py",
        before="        return frames.for_seat(self._yous[seat])",
        after="        return frames.for_seat(self._yous[seat - 1])",
        test=seen_by(0),
        why="Players would see one another's cards.",
    ),
    Mutant(
        name="simulated-bystander-sees-a-hand",
        promise="P1",
        file="server/rummy_server/table/shown.py",
        before="        if seat is None or seat >= len(self._yous):\n",
        after="        seat = seat or 0\n        if seat >= len(self._yous):\n",
        test=seen_by(1),
        why="Spectators would see the cards of a player.",
    ),
    Mutant(
        name="simulated-refusal-shown-to-all",
        promise="P1",
        file="server/rummy_server/table/table.py",
        before="        if not self._table_changed:\n            self.changed = False\n        return",
        after="        return",
        test=seen_by(1),
        why="Others would notice what a player has tried.",
    ),
    Mutant(
        name="simulated-card-stays-in-the-stock",
        promise="P17",
        file="server/rummy_server/game/evolve.py",
        before="                stock=deal.stock[:-1],",
        after="                stock=deal.stock,",
        test=seen_by(0),
        why="A card is in two places.",
    ),
    Mutant(
        name="simulated-last-batch-not-followed",
        promise="P13",
        file="server/rummy_server/table/restored.py",
        before="        for batch in batches:\n            for record in batch.records:\n                self.room = follow",
        after="        for batch in batches[:-1]:\n            for record in batch.records:\n                self.room = follow",
        test=seen_by(0),
        why="After a restart a table stands as it stood before the last action.",
    ),
    Mutant(
        name="simulated-strangers-counted-for-ever",
        promise="P18",
        file="server/rummy_server/door.py",
        before="        self._strangers.pop(stranger, None)",
        after="        self._strangers.get(stranger, None)",
        test=seen_by(0),
        why="After so many strangers the door would turn away who has said who he is.",
    ),
    Mutant(
        name="simulated-numbers-forgotten-with-the-connection",
        promise="P11",
        file="server/rummy_server/room/fold.py",
        before="            return replace(before, current=record.next, spent=spent, generation=generation)",
        after="            return replace(\n                before,\n                current=record.next,\n                spent=spent,\n                generation=generation,\n                last_id=0,\n                last_answer=None,\n            )",
        test=seen_by(1),
        why="Who comes back is told nothing of his last action, and may do it again.",
    ),
    Mutant(
        name="simulated-requests-without-a-limit",
        promise="P21",
        file="server/rummy_server/session.py",
        before="            if not bucket.take():\n                raise Declined(Code.TOO_FAST)",
        after="            bucket.take()",
        test=seen_by(6),
        why="One client could ask as much as it likes.",
    ),
    Mutant(
        name="simulated-seats-forgotten-at-restart",
        promise="P7",
        file="server/rummy_server/lobby.py",
        before="            if place.owned:\n                self.add_key(place.key, table)\n        self._spawn(table.run_again",
        after="            if place.owned and place.last_id:\n                self.add_key(place.key, table)\n        self._spawn(table.run_again",
        test=seen_by(38, 110),
        why="Nobody would find his seat again after a restart.",
    ),
    Mutant(
        name="simulated-repeat-taken-for-theft",
        promise="P7",
        file="server/rummy_server/room/house.py",
        before="    return Claim.REPEATED if spent[-1] and again else Claim.STOLEN",
        after="    return Claim.STOLEN",
        test=seen_by(5),
        why="Who lost the answer to his claim would lose the seat with it.",
    ),
    Mutant(
        name="simulated-neither-fence-nor-cut",
        promise="P5",
        file="server/rummy_server/table/entrance.py",
        before="    if before is not None:\n        before.end(Code.REPLACED)",
        after="    if before is not None:\n        before.at = visitor.at",
        test=seen_by(3),
        why="Two terminals could play the same seat.",
    ),
    Mutant(
        name="simulated-gone-is-not-told",
        promise="P5",
        file="server/rummy_server/session.py",
        before="                table.inbox.post(Gone(self._visitor))\n        self.outbox",
        after="                pass\n        self.outbox",
        test=seen_by(0),
        why="A table would wait for ever for who has gone.",
    ),
    Mutant(
        name="simulated-failed-store-is-ignored",
        promise="P16",
        file="server/rummy_server/table/table.py",
        before="        await self._store.append(self.id, self._kept, self._lease.epoch, batch)",
        after="        try:\n            await self._store.append(self.id, self._kept, self._lease.epoch, batch)\n        except StorageFailed:\n            pass",
        test=seen_by(2),
        why="Moves would be acknowledged that are on no disk.",
    ),
)
