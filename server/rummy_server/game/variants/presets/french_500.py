"""French rummy in which everybody scores what he laid, less what he holds, to five hundred."""

from __future__ import annotations

from msgspec.structs import replace

from rummy_protocol.choices import DealScoring

from .french import RULES as FRENCH

__all__ = ["RULES"]

RULES = replace(
    FRENCH,
    preset="french_500",
    ace_points=15,
    deal_scoring=DealScoring.MELDS_MINUS_HAND,
    out_bonus=25,
    target=500,
)
