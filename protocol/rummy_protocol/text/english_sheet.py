"""English for the score sheet of a deal and the end of a match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["MATCH", "SHEET"]

SHEET: Final[Mapping[str, str]] = {
    # A line for each seat, with what was left in the hand.
    "hand": "{who}: {cards} = {held}",
    "hand:opened=no": "{who}: {cards}; never opened, so {held}",
    "no-cards": "{who}: no cards",
    "not-dealt": "{who}: out of the match",
    # How the points of a deal came about in which somebody went out.
    "out:scoring=winner_takes_sum": "{who} went out and scored what the others held: {sum}.",
    "out:scoring=penalties": "{who} went out; everybody else scored what they held.",
    "out:scoring=payment": "{who} went out; everybody else paid what they held: {sum}.",
    "out:scoring=melds_minus_hand": "{who} went out; everybody scored what they laid, less "
    "what they held.",
    "laid": "{who} laid {cards} = {laid}, less {held} in hand: {net}.",
    "laid:held=0": "{who} laid {cards} = {laid}.",
    "laid-nothing": "{who} laid nothing, less {held} in hand: {net}.",
    "rummy:bonus=double": "{who} went rummy: {plain} doubled to {raised}.",
    "rummy:bonus=add_ten": "{who} went rummy: {plain} and 10 more, {raised}.",
    "rummy-each:bonus=double": "{who} went rummy: it counted double for each of them.",
    "rummy-each:bonus=add_ten": "{who} went rummy: it counted 10 more for each of them.",
    "bonus": "For going out {who} scored {bonus} more.",
    "bonus:scoring=penalties": "For going out {bonus} were taken off: {who}.",
    "bonus:scoring=payment": "For going out {who} got {bonus} more from each of them.",
    "winner-bonus:how=usual": "{who} went out: {points} taken off.",
    "winner-bonus:how=at-once": "{who} went out in one turn: {points} taken off.",
    "winner-bonus:how=alone": "{who} went out in one turn before anybody else had laid a card: "
    "{points} taken off.",
    # ... and of one in which nobody did.
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
    "blocked-all_penalised": "Everybody lost what they held.",
    "blocked-all_penalised:wins=lowest": "Everybody scored what they held.",
    "blocked-no_score": "A blocked deal scores nothing.",
    "blocked-same": "{who} held the lowest hand, {lowest}, and scored what the others held: "
    "{sum}.",
    "blocked-same:shared=yes": "{who} held the lowest hand, {lowest}, and shared what the "
    "others held: {sum}, by {count}.",
    "blocked-laid": "Everybody scored what they laid, less what they held.",
    # The match.
    "dropped": "Dropped out with {limit} points or more: {who}.",
    "dropped:reach=above": "Dropped out with more than {limit} points: {who}.",
    "total": "{who}: {points}, in all {total}",
    "total-out": "{who}: not dealt in, in all {total}",
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
