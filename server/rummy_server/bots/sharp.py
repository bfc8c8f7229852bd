"""``sharp``: remembers what was taken and thrown, and asks what the others may hold.

It weighs a turn by what stays in its hand, by the cards that can still come and would help,
and by what its discard hands to the next player.
"""

from __future__ import annotations

from rummy_protocol.actions import Action, DrawStock, EndDeal, TakeDiscard
from rummy_protocol.cards import Face
from rummy_protocol.choices import StockOut

from ..game.melding.melds import faces_of, mask_of
from .mind import Mind
from .outlook import WEIGHTS, Outlook, Weights, cost, gains, outlook_of
from .plans import best_plan, going_out
from .sight import Sight, taking
from .simple import simple_actions
from .versed import choose as choose_versed

__all__ = ["choose"]


def choose(sight: Sight, mind: Mind, weights: Weights = WEIGHTS) -> Action:
    """What a player would do who remembers the deal."""
    if not sight.plain:
        return choose_versed(sight, mind)
    outlook = outlook_of(sight, mind, weights)
    may = sight.you.may
    if DrawStock.kind in may or TakeDiscard.kind in may or EndDeal.kind in may:
        return _draw(outlook, mind)
    out = going_out(sight)
    if out is not None:
        return out
    plan = best_plan(sight, lambda *left: cost(outlook, *left))
    return plan.first if plan is not None else next(simple_actions(sight))


def _draw(outlook: Outlook, mind: Mind) -> Action:
    sight = outlook.sight
    may, top = sight.you.may, sight.top
    if TakeDiscard.kind not in may or top is None:
        return DrawStock() if DrawStock.kind in may else EndDeal()
    taken = taking(sight, (top,))
    if going_out(taken) is not None:
        return TakeDiscard()
    plan = best_plan(taken, lambda *left: cost(outlook, *left))
    if plan is None:
        return DrawStock() if DrawStock.kind in may else EndDeal()
    with_it = cost(outlook, plan.hand, plan.discard, plan.lying)
    if DrawStock.kind not in may:
        return (
            TakeDiscard() if with_it < cost(outlook, sight.hand, 0, sight.lying) else EndDeal()
        )
    coming = _next_card(sight, mind)
    without = _after_any(outlook) if coming is None else _after_drawing(outlook, coming)
    return TakeDiscard() if with_it < without else DrawStock()


def _next_card(sight: Sight, mind: Mind) -> Face | None:
    """The card on top of the stock, where the pile was or will be turned over (R38, E06)."""
    if sight.deal.stock:
        return mind.coming[0] if mind.coming else None
    turns = sight.rules.ruleset.stock_out is StockOut.TURN_OVER
    return mind.pile[0] if turns and mind.pile else None


def _after_any(outlook: Outlook) -> float:
    """What a card from the stock will leave on average.

    It saves what it makes a meld of, or it stays in the place of the worst card of the hand.
    """
    sight, weights = outlook.sight, outlook.weights
    hand, values = sight.hand, sight.rules.values
    now = cost(outlook, hand, 0, sight.lying)
    least = min(cost(outlook, hand ^ 1 << face, 0, sight.lying) for face in sight.you.hand)
    loose = mask_of(sight.you.deadwood)
    saving = gains(outlook, hand, loose, sight.lying)
    live = faces_of(outlook.live)
    saved = sum(
        [max(0, now - least - values[x] - weights.card, saving.get(x, 0)) for x in live]
    )
    return now - saved / max(1, len(live)) - weights.stock


def _after_drawing(outlook: Outlook, card: Face) -> float:
    drawn = taking(outlook.sight, (card,), drawn=True)
    if going_out(drawn) is not None:
        return -1000.0
    plan = best_plan(drawn, lambda *left: cost(outlook, *left))
    return 1000.0 if plan is None else cost(outlook, plan.hand, plan.discard, plan.lying)
