"""The judge: the one place that says whether an action is legal.

Absence is refusal: an action that the flow of a game does not name in the present phase is
refused, and there is no other list of what is forbidden.
"""

from __future__ import annotations

from rummy_protocol.actions import ACTIONS, Action
from rummy_protocol.errors import Code, RuleViolation

from .course import accepted, followed, unshuffled
from .events import DealEvent
from .rules import Course, Rules, Shuffle
from .state import Deal, Phase
from .steps.ending import open_melds, owes

__all__ = ["Shuffle", "accepts", "decide", "duty", "may", "play", "reachable"]


def decide(
    rules: Rules, deal: Deal, seat: int, action: Action, shuffle: Shuffle
) -> tuple[DealEvent, ...]:
    """Say what follows if *seat* takes *action*, or why it may not.

    Args:
        rules: The game that is being played.
        deal: The deal as it stands; it is not changed.
        seat: Who asks.
        action: What they ask for.
        shuffle: Gives the order where cards must be mixed; the events keep it.

    Returns:
        Everything that happens, in order, up to the next choice of a player.

    Raises:
        RuleViolation: the rules forbid it. Nothing has happened.
    """
    return followed(_course(rules, deal, seat, action, shuffle), deal)[0]


def play(
    rules: Rules, deal: Deal, seat: int, action: Action, shuffle: Shuffle
) -> tuple[tuple[DealEvent, ...], Deal]:
    """`decide`, and the deal as it stands afterwards."""
    return followed(_course(rules, deal, seat, action, shuffle), deal)


def accepts(rules: Rules, deal: Deal, seat: int, action: Action) -> bool:
    """Whether `decide` would accept *action* of *seat* now."""
    try:
        return accepted(_course(rules, deal, seat, action, unshuffled), deal)
    except RuleViolation:
        return False


def may(rules: Rules, deal: Deal, seat: int) -> tuple[str, ...]:
    """The kinds of action of which *seat* could take at least one now."""
    phase = _asked(deal, seat)
    if phase is None:
        return ()
    steps = rules.flow[phase]
    return tuple(
        [kind.kind for kind in ACTIONS if kind in steps and steps[kind].open(rules, deal)]
    )


def duty(rules: Rules, deal: Deal) -> str:
    """What the running turn must still do before it can end; empty: nothing."""
    return "go-out" if deal.phase is Phase.PLAY and owes(rules.bounds, deal) else ""


def reachable(rules: Rules, deal: Deal) -> tuple[int, ...]:
    """Numbers of the melds to which the seat whose turn it is may add, if cards fit."""
    return tuple(meld.id for meld in open_melds(rules.bounds, deal))


def _asked(deal: Deal, seat: int) -> Phase | None:
    """What *seat* is asked to decide."""
    for decision in deal.pending:
        if decision.seat == seat:
            return decision.kind
    return None


def _course(rules: Rules, deal: Deal, seat: int, action: Action, shuffle: Shuffle) -> Course:
    phase = _asked(deal, seat)
    if phase is None:
        if not deal.pending:
            raise RuleViolation(Code.NOT_NOW, "R41", action=action.kind)
        raise RuleViolation(Code.NOT_YOUR_TURN, "R13")
    step = rules.flow[phase].get(type(action))
    if step is None:
        raise RuleViolation(Code.NOT_NOW, "E51", action=action.kind, phase=phase.value)
    return step(rules, deal, action, shuffle)
