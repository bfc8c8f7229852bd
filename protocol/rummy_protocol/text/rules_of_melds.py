"""The clauses of a rule set on melds, jokers, the opening, laying off and going out."""

from __future__ import annotations

from collections.abc import Iterator

from ..choices import (
    Ace,
    AfterOpen,
    DiscardBan,
    FinalDiscard,
    JokerLimit,
    JokerSwap,
    LayOffGate,
    LayOffOn,
    MeldsPerTurn,
    SetRelease,
    SetSuits,
)
from ..dealable import largest_set
from ..ruleset import RuleSet
from ..silent import asks_to_open, in_force, most_jokers, most_packs, silent, speaks_of_opening
from .clauses import Clause, Part, contract, counted
from .language import Language

__all__ = ["joker_clauses", "laying_clauses", "meld_clauses", "opening_clauses", "out_clauses"]


def meld_clauses(rules: RuleSet, language: Language) -> Iterator[Clause]:
    part = Part.MELDS
    most = largest_set(rules, most_packs(rules))
    any_suits = rules.set_suits is SetSuits.ANY and not silent("set_suits", rules)
    suits = SetSuits.ANY if any_suits else SetSuits.DISTINCT
    size = "few" if most == 3 else "four" if most == 4 else "many"
    yield Clause(part, "set", f"set:{suits}:{size}", "R18 C21", {"n": most})
    yield Clause(part, "run", "run", "R17 E25", {"n": rules.run_min})
    rule = {
        Ace.LOW: "R03 C07",
        Ace.HIGH: "R03 C07",
        Ace.EITHER: "R53 C07 C08 E24",
        Ace.CORNER: "R55 E25",
    }[rules.ace]
    yield Clause(part, "ace", f"ace:{rules.ace}", rule)
    yield Clause(part, "lies", "lies", "R16 R20 E22 E23")
    one = rules.melds_per_turn is MeldsPerTurn.ONE
    yield Clause(
        part, "melds", f"melds:{rules.melds_per_turn}", f"{'R28' if one else 'R50'} C01"
    )
    waived = rules.melds_waived_for_rummy and not silent("melds_waived_for_rummy", rules)
    if waived and one:
        yield Clause(part, "melds-waived", "melds-waived", "C24 E50")


def joker_clauses(rules: RuleSet, language: Language) -> Iterator[Clause]:
    """What is to be said of jokers, where there are any."""
    part = Part.JOKERS
    if not most_jokers(rules):
        return
    if rules.jokers_per_meld == 0:
        yield Clause(part, "joker", "joker:unmelded", "R70")
        return
    twins = rules.set_suits is SetSuits.ANY and not silent("set_suits", rules)
    key = "joker:twins" if twins else "joker"
    yield Clause(part, "joker", key, "R69 R70 E49", {"n": most_packs(rules)})
    most = in_force("jokers_per_meld", rules)
    key = "per-meld:any" if most is None else counted("per-meld", int(str(most)))
    yield Clause(part, "per-meld", key, "G11 G12", {"n": 0 if most is None else str(most)})
    if rules.joker_limit is JokerLimit.NOT_MORE and not silent("joker_limit", rules):
        yield Clause(part, "limit", "not-more", "G11")
    if not rules.joker_neighbours and not silent("joker_neighbours", rules):
        yield Clause(part, "neighbours", "no-neighbours", "G11")
    yield Clause(part, "swap", f"swap:{rules.joker_swap}", "R71 E49")
    if rules.joker_swap is not JokerSwap.NONE:
        yield Clause(part, "swap-use", f"swap-use:{rules.swap_use}", "R71 E50")
    if rules.set_release is SetRelease.BOTH_MISSING and not silent("set_release", rules):
        yield from _release(rules)


def _release(rules: RuleSet) -> Iterator[Clause]:
    part = Part.JOKERS
    yield Clause(part, "loose", "loose", "G14")
    if rules.joker_swap is not JokerSwap.NONE:
        key = "release" if rules.set_max >= 4 else "release:three"
        yield Clause(part, "release", key, "G14 E49")


# --- the opening -------------------------------------------------------------------------


def opening_clauses(rules: RuleSet, language: Language) -> Iterator[Clause]:
    part = Part.OPENING
    if not speaks_of_opening(rules):
        if rules.melds_after_open is AfterOpen.NONE:
            yield Clause(part, "after", "after:one-meld", "G15")
        return
    if rules.all_at_once:
        yield Clause(part, "at-once", "at-once", "R76")
    if asks_to_open(rules):
        yield from _demands(rules, language)
    elif not rules.all_at_once:
        yield Clause(part, "open", "open:any", "G11")
    if not rules.all_at_once or rules.melds_after_open is AfterOpen.NONE:
        yield Clause(part, "after", f"after:{rules.melds_after_open}", "G11 G15")


def _demands(rules: RuleSet, language: Language) -> Iterator[Clause]:
    part, points = Part.OPENING, rules.opening_points
    if rules.contract:
        yield _contract(rules, language)
    else:
        yield Clause(part, "open", "open", "G11")
    if points:
        yield Clause(part, "points", "open:points", "G11 G12", {"n": points})
        ace = "high" if rules.ace is Ace.HIGH else "low"
        jokers = "plain" if silent("joker_swap", rules) else "jokers"
        yield Clause(part, "counted", f"open:counted:{ace}:{jokers}", "G11 G12")
    if rules.opening_pure_run:
        jokers = "plain" if silent("joker_swap", rules) else "jokers"
        yield Clause(part, "pure", f"open:pure:{jokers}", "G12")
    if rules.opening_no_jokers and not silent("opening_no_jokers", rules):
        yield Clause(part, "no-jokers", "open:no-jokers", "G13")
    yield Clause(part, "begun", "open:begun", "E50")
    if rules.opening_waived_for_out:
        yield Clause(part, "waived", f"open:waived:{_waits(rules)}", "G11 G12 G13")


def _contract(rules: RuleSet, language: Language) -> Clause:
    words = contract(rules.contract, "exact" if rules.contract_exact else "least", language)
    return Clause(Part.OPENING, "open", "open:contract", "G15", {"melds": words})


def _waits(rules: RuleSet) -> str:
    """What waits for the opening and need not, where the whole hand goes."""
    lays = rules.lay_off_gate is LayOffGate.AFTER_OPEN
    swaps = rules.joker_swap is JokerSwap.AFTER_OPEN and not silent("joker_swap", rules)
    return "both" if lays and swaps else "lays" if lays else "swaps" if swaps else "none"


# --- laying off and going out ------------------------------------------------------------


def laying_clauses(rules: RuleSet, language: Language) -> Iterator[Clause]:
    part = Part.LAYING
    rule = {
        LayOffOn.NONE: "R31",
        LayOffOn.OWN: "R19 R30 R31 R32 C02 C03",
        LayOffOn.ANY: "R19 R30 R31 R32 C02 C03",
    }[rules.lay_off]
    yield Clause(part, "lay-off", f"lay-off:{rules.lay_off}", rule)
    if rules.lay_off is not LayOffOn.NONE:
        gate = in_force("lay_off_gate", rules)
        on = "own" if rules.lay_off is LayOffOn.OWN else "any"
        if gate is not LayOffGate.NONE or on == "any":
            rule = {
                LayOffGate.NONE: "C04 E19",
                LayOffGate.OWN_MELD: "R52 C04 E20",
                LayOffGate.AFTER_OPEN: "C04 E20 G11",
                LayOffGate.AFTER_OPEN_NEXT_TURN: "C04 E20 G15",
            }[LayOffGate(str(gate))]
            yield Clause(part, "lay-off-gate", f"lay-off-gate:{gate}", rule)
        yield Clause(part, "lay-off-where", "lay-off-where", "R20 E21 E26")
    if rules.discard_ban is not DiscardBan.NONE and not silent("discard_ban", rules):
        key = f"ban:{rules.discard_ban}"
        if rules.discard_ban is DiscardBan.BEFORE_OPEN and not speaks_of_opening(rules):
            key = "ban:before_meld"
        yield Clause(part, "ban", key, "G13")


def out_clauses(rules: RuleSet, language: Language) -> Iterator[Clause]:
    part = Part.OUT
    rule = {
        FinalDiscard.OPTIONAL: "R34 R40 C05 C06 E18",
        FinalDiscard.REQUIRED: "R42 R56 E16 E17",
        FinalDiscard.NEVER: "R40 G15",
    }[rules.final_discard]
    lays = "melds" if rules.lay_off is LayOffOn.NONE else "lays"
    yield Clause(part, "out", f"out:{rules.final_discard}:{lays}", rule)
    yield Clause(part, "dead-end", "dead-end", "E12 E50")
    if rules.earliest_out_turn > 1:
        yield Clause(part, "earliest", "earliest", "E27")
