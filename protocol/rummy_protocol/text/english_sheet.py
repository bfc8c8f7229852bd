"""English for the score sheet of a deal and the end of a match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["MATCH", "SHEET"]

SHEET: Final[Mapping[str, str]] = {
    "hand": "{who}: {cards} = {held}",
    "no-cards": "{who}: no cards",
    "out:scoring=winner_takes_sum": "{who} went out and scored what the others held: {sum}.",
    "out:scoring=penalties": "{who} went out; everybody else scored what they held.",
    "out:scoring=payment": "{who} went out; everybody else paid what they held: {sum}.",
    "rummy:bonus=double": "{who} went rummy: it counts double.",
    "rummy:bonus=add_ten": "{who} went rummy: it counts 10 more.",
    "rummy": "{who} went rummy.",
    "blocked": "Nobody went out.",
    "blocked:why=declined": "Nobody went out: the stock was empty and the discard declined.",
    "blocked:why=nothing-to-draw": "Nobody went out: nothing was left to draw.",
    "blocked:why=turn-cap": "Nobody went out: the deal had taken too many turns.",
    "blocked-lowest_takes_differences": "{who} held the lowest hand, {lowest}, and scored the "
    "differences to the others: {sum}.",
    "blocked-lowest_takes_differences:shared=yes": "{who} held the lowest hand, {lowest}, and "
    "shared the differences to the others: {sum}, by {count}.",
    "blocked-payment": "{who} held the lowest hand, {lowest}; the others paid the differences "
    "to it: {sum}.",
    "blocked-payment:shared=yes": "{who} held the lowest hand, {lowest}; the others paid the "
    "differences to it, to be shared: {sum}, by {count}.",
    "blocked-all_penalised": "Everybody scored what they held.",
    "blocked-no_score": "A blocked deal scores nothing.",
    "total": "{who}: {points}, in all {total}",
}

MATCH: Final[Mapping[str, str]] = {
    "won": "{who} won the match.",
    "shared": "{who} share the match.",
    "nobody": "Nobody won the match.",
    "why:target": "The target was reached.",
    "why:deals": "All deals were played.",
    "why:last-standing": "Everybody else has dropped out.",
    "why:last-player": "Nobody else was left.",
    "why:ended": "It was ended because somebody stayed away.",
}
