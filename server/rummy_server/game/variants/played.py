"""How a deal is played, compiled: what is a meld, what binds a turn, what each phase allows.

What cards and deals count is the business of `counted`.
"""

from __future__ import annotations

from msgspec.structs import replace

from rummy_protocol.actions import (
    Discard,
    DrawStock,
    EndDeal,
    LayMeld,
    LayOff,
    SwapJoker,
    TakeBack,
    TakeDiscard,
)
from rummy_protocol.choices import (
    AfterOpen,
    DiscardDraw,
    GoingRummy,
    JokerLimit,
    MeldsPerTurn,
    SetRelease,
    SetSuits,
    TakenCard,
)
from rummy_protocol.ruleset import RuleSet

from ..melding.melds import JokerRules, MeldRules
from ..rules import Bounds, Flow, Opening, Slot, on
from ..state import Phase
from ..steps.discard import Discards
from ..steps.draw import DrawsStock, EndsDeal
from ..steps.lay import LaysMeld, LaysOff
from ..steps.swap import Swaps
from ..steps.take import TakesDiscards, TakesTop
from ..steps.take_back import TakesBack

__all__ = ["bounds_of", "flow_of", "melds_of"]


def melds_of(ruleset: RuleSet, packs: int) -> MeldRules:
    """What is a meld, where *packs* are in play."""
    return MeldRules(
        ace=ruleset.ace,
        set_max=ruleset.set_max,
        run_min=ruleset.run_min,
        any_suits=ruleset.set_suits is SetSuits.ANY,
        packs=packs,
        jokers=JokerRules(
            per_meld=ruleset.jokers_per_meld,
            not_more=ruleset.joker_limit is JokerLimit.NOT_MORE,
            neighbours=ruleset.joker_neighbours,
        ),
    )


def bounds_of(ruleset: RuleSet) -> Bounds:
    """What a turn may bring and how it may end."""
    one = ruleset.melds_per_turn is MeldsPerTurn.ONE
    goes_rummy = ruleset.going_rummy is not GoingRummy.NONE
    return Bounds(
        new_melds=1 if one else None,
        waived=one and goes_rummy and ruleset.melds_waived_for_rummy,
        opening=_opening(ruleset) if ruleset.opens else None,
        closed=ruleset.melds_after_open is AfterOpen.NONE,
        lay_off=ruleset.lay_off,
        gate=ruleset.lay_off_gate,
        swap=ruleset.joker_swap,
        swap_use=ruleset.swap_use,
        loose=ruleset.set_release is SetRelease.BOTH_MISSING,
        ban=ruleset.discard_ban,
        last=ruleset.final_discard,
        earliest_out=ruleset.earliest_out_turn,
    )


def _opening(ruleset: RuleSet) -> Opening:
    return Opening(
        points=ruleset.opening_points or 0,
        pure_run=ruleset.opening_pure_run,
        no_jokers=ruleset.opening_no_jokers,
        contract=tuple([Slot(slot[0] == "R", int(slot[1:])) for slot in ruleset.contract]),
        exact=ruleset.contract_exact,
        all_at_once=ruleset.all_at_once,
        waived=ruleset.opening_waived_for_out,
    )


def flow_of(ruleset: RuleSet) -> Flow:
    """Draw, lay and swap what one likes, discard one card (R23)."""
    draws = DrawsStock(out=ruleset.stock_out, most=ruleset.max_recycles)
    takes = _takes(ruleset)
    return {
        Phase.DRAW: {
            **on(DrawStock, draws),
            **on(TakeDiscard, takes),
            **on(EndDeal, EndsDeal(draws=draws)),
        },
        Phase.PLAY: {
            **on(LayMeld, LaysMeld()),
            **on(LayOff, LaysOff()),
            **on(SwapJoker, Swaps()),
            **on(Discard, Discards(cap=ruleset.max_turns_per_deal)),
            **on(TakeBack, TakesBack(allowed=ruleset.take_back)),
        },
    }


def _takes(ruleset: RuleSet) -> TakesTop | TakesDiscards:
    """The quicker step of the plain game, where no more is asked than there."""
    locks = ruleset.taken_card is TakenCard.LOCKED
    asked = TakesDiscards(
        deep=ruleset.discard_draw is DiscardDraw.DEEP,
        use=ruleset.discard_use,
        gate=ruleset.discard_gate,
        from_turn=ruleset.discard_from_turn,
        last_from_stock=ruleset.last_card_from_stock,
        locks=False,
    )
    if asked == TakesDiscards(locks=False):
        return TakesTop(locks=locks)
    return replace(asked, locks=locks)
