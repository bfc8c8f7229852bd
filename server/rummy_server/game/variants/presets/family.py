"""The family's rummy: going rummy doubles, the pile is shuffled, to a hundred and fifty."""

from __future__ import annotations

from rummy_protocol.choices import GoingRummy, StockOut
from rummy_protocol.ruleset import RuleSet

__all__ = ["RULES"]

RULES = RuleSet(
    preset="family",
    going_rummy=GoingRummy.DOUBLE,
    stock_out=StockOut.SHUFFLE_KEEP_TOP,
    max_recycles=None,
    target=150,
)
