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
        test=seen_by(14),
        why="Nobody would find his seat again after a restart.",
    ),
    Mutant(
        name="simulated-downtime-charged",
        promise="P13",
        file="server/rummy_server/lease.py",
        before="        return self._now() + self._shift",
        after="        return self._now()",
        test=seen_by(5),
        why="Clocks would run while no server does, or stand still while one does.",
    ),
    Mutant(
        name="simulated-repeat-taken-for-theft",
        promise="P7",
        file="server/rummy_server/house.py",
        before="    return Claim.REPEATED if spent[-1] and again else Claim.STOLEN",
        after="    return Claim.STOLEN",
        test=seen_by(5),
        why="Who lost the answer to his claim would lose the seat with it.",
    ),
    Mutant(
        name="simulated-neither-fence-nor-cut",
        promise="P5",
        file="server/rummy_server/entrance.py",
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
)
