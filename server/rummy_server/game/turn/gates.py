"""Who may lay off and who may take jokers from the table, before any card is looked at."""

from __future__ import annotations

from rummy_protocol.choices import JokerSwap, LayOffGate, LayOffOn

from ..rules import Bounds
from .standing import Standing

__all__ = ["Gate", "gate_for", "lays_off_on", "swap_gate"]

Gate = tuple[bool, bool]
"""Whether one may do it, and whether only on the way out."""


def gate_for(bounds: Bounds, standing: Standing) -> Gate:
    """Whether one may lay off (R52)."""
    if bounds.lay_off is LayOffOn.NONE:
        return False, False
    match bounds.gate:
        case LayOffGate.NONE:
            return True, False
        case LayOffGate.OWN_MELD:
            own = any(lying.owner == standing.seat for lying in standing.melds)
            return own, False
        case LayOffGate.AFTER_OPEN_NEXT_TURN:
            return standing.opened_before, False
        case LayOffGate.AFTER_OPEN:
            return _after_open(bounds, standing)


def swap_gate(bounds: Bounds, standing: Standing) -> Gate:
    """Whether one may take a joker from the table (R71)."""
    match bounds.swap:
        case JokerSwap.NONE:
            return False, False
        case JokerSwap.OWN_TURN:
            return True, False
        case JokerSwap.AFTER_OPEN:
            return _after_open(bounds, standing)


def _after_open(bounds: Bounds, standing: Standing) -> Gate:
    if standing.opened:
        return True, False
    waived = bounds.opening is not None and bounds.opening.waived
    return waived and not standing.laid_before and bool(standing.fresh_melds), True


def lays_off_on(bounds: Bounds, seat: int, owner: int | None) -> bool:
    """Whether the melds of *owner* are among those that *seat* may add to (R31)."""
    return bounds.lay_off is LayOffOn.ANY or owner == seat
