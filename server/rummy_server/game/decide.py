"""The judge: the one place that says whether an action is legal.

Absence is refusal: an action that the flow of a game does not name in the present phase is
refused, and there is no other list of what is forbidden.
"""

from __future__ import annotations

from collections.abc import Mapping

from rummy_protocol.actions import ACTIONS, Action, SwapJoker, TakeDiscard
from rummy_protocol.cards import JOKER, Face
from rummy_protocol.choices import LayOffGate, LayOffOn
from rummy_protocol.errors import Code, RuleViolation
from rummy_protocol.views import Take

from .course import accepted, followed, unshuffled
from .events import DealEvent
from .rules import Course, Rules, Shuffle
from .state import Deal, Phase
from .steps.ending import is_plain, over_limit
from .steps.opening import opening_of
from .steps.swap import Swaps
from .steps.take import TakesDiscards, TakesTop
from .turn.duties import duty_of
from .turn.gates import gate_for, lays_off_on
from .turn.standing import standing_of

__all__ = [
    "Shuffle",
    "accepts",
    "decide",
    "duty",
    "may",
    "opening_of",
    "play",
    "reachable",
    "swaps",
    "takes",
]


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


def duty(rules: Rules, deal: Deal) -> tuple[str, tuple[Face, ...]]:
    """What the running turn must still do before it can end, and the cards that it is about.

    ``use``, ``lay-joker``, ``go-out`` or ``open``; empty: nothing.
    """
    if deal.phase is not Phase.PLAY:
        return "", ()
    if is_plain(rules.bounds, deal):
        return "go-out" if over_limit(rules.bounds, deal) else "", ()
    standing = standing_of(rules, deal)
    owed = duty_of(rules.bounds, standing, out=False)
    if owed == "use" and standing.must is not None:
        return owed, (standing.must,)
    return owed, (JOKER,) * standing.owed if owed == "lay-joker" else ()


def reachable(rules: Rules, deal: Deal) -> tuple[int, ...]:
    """Numbers of the melds to which the seat whose turn it is may add, if cards fit."""
    bounds, seat = rules.bounds, deal.turn.seat
    if not deal.melds or bounds.lay_off is LayOffOn.NONE:
        return ()
    if bounds.gate is not LayOffGate.NONE and not gate_for(bounds, standing_of(rules, deal))[0]:
        return ()
    return tuple([meld.id for meld in deal.melds if lays_off_on(bounds, seat, meld.owner)])


def takes(rules: Rules, deal: Deal) -> tuple[Take, ...]:
    """How many discards the seat whose turn it is may take now."""
    step = rules.flow.get(deal.phase, {}).get(TakeDiscard)
    return step.takes(rules, deal) if isinstance(step, TakesDiscards | TakesTop) else ()


def swaps(rules: Rules, deal: Deal) -> Mapping[int, tuple[Face, ...]]:
    """Cards in hand that could be given for a joker now, by the number of its meld."""
    step = rules.flow.get(deal.phase, {}).get(SwapJoker)
    found: dict[int, dict[Face, None]] = {}
    if isinstance(step, Swaps):
        for action in step.swaps(rules, deal):
            found.setdefault(action.meld, {}).update(dict.fromkeys(action.cards))
    return {meld: tuple(cards) for meld, cards in found.items()}


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
