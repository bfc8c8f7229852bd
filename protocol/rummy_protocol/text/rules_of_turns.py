"""The clauses of a rule set on players, the deal, turns, the draw and the stock."""

from __future__ import annotations

from collections.abc import Iterator

from ..choices import (
    DiscardDraw,
    DiscardGate,
    DiscardUse,
    FirstTurn,
    StockOut,
    TakenCard,
)
from ..ruleset import RuleSet
from ..silent import in_force, silent
from .clauses import Clause, Part, and_listed, by_players, counted, span
from .language import Language, filled

__all__ = ["deal_clauses", "draw_clauses", "player_clauses", "stock_clauses", "turn_clauses"]


def player_clauses(rules: RuleSet, language: Language) -> Iterator[Clause]:
    players = span((rules.players_min, rules.players_max), language)
    yield Clause(Part.PLAYERS, "players", "players", "R01 E45", {"players": players})
    yield _cards(rules, language)


def _cards(rules: RuleSet, language: Language) -> Clause:
    numbers = range(rules.players_min, rules.players_max + 1)
    decks = ((rules.packs_for(number), rules.jokers_for(number)) for number in numbers)
    groups = list(by_players(rules, decks))
    rule = "R02 R69" if any(jokers for (_, jokers), _ in groups) else "R02"
    if len(groups) == 1:
        told = {"deck": _deck(*groups[0][0], language)}
        return Clause(Part.PLAYERS, "cards", "cards", rule, told)
    each = [
        filled(
            language.rules["deck:for"],
            {"deck": _deck(*deck, language), "players": span(who, language)},
        )
        for deck, who in groups
    ]
    return Clause(Part.PLAYERS, "cards", "cards", rule, {"deck": and_listed(each, language)})


def _deck(packs: int, jokers: int, language: Language) -> str:
    pack = filled(language.rules[counted("pack", packs)], {"n": packs})
    with_jokers = filled(language.rules[counted("with-jokers", jokers)], {"n": jokers})
    return f"{pack} {with_jokers}"


def deal_clauses(rules: RuleSet, language: Language) -> Iterator[Clause]:
    part = Part.DEAL
    yield Clause(part, "dealer", "dealer", "R08 R09 R11")
    yield _hands(rules, language)
    extra = rules.first_turn is FirstTurn.EXTRA_CARD
    yield Clause(part, "start", f"start:{rules.first_turn}", "R73" if extra else "R06")
    if not silent("joker_upcard", rules) and not rules.joker_upcard:
        yield Clause(part, "upcard", "joker-upcard", "G13")
    yield Clause(part, "starter", f"starter:{rules.starter}", "R12 R13")


def _hands(rules: RuleSet, language: Language) -> Clause:
    groups = list(by_players(rules, ((size,) for size in rules.hand_sizes)))
    if len(groups) == 1:
        return Clause(Part.DEAL, "hands", "hands", "R04 R05", {"n": groups[0][0][0]})
    each = [
        filled(language.rules["hand:for"], {"n": size, "players": span(who, language)})
        for (size,), who in groups
    ]
    told = {"hands": and_listed(each, language)}
    return Clause(Part.DEAL, "hands", "hands:by-players", "R04 R05", told)


def turn_clauses(rules: RuleSet, language: Language) -> Iterator[Clause]:
    part = Part.TURN
    yield Clause(part, "aim", "aim", "R14 R41")
    yield Clause(part, "turn", "turn", "R15 R23 R29 R33 R46 E46 E51")
    if rules.first_turn is FirstTurn.EXTRA_CARD:
        yield Clause(part, "no-draw", "no-draw", "R74 E05")
    key = "take-back" if rules.take_back else "no-take-back"
    yield Clause(part, "take-back", key, "E47")


def draw_clauses(rules: RuleSet, language: Language) -> Iterator[Clause]:
    part, draw = Part.DRAW, rules.discard_draw
    deep = draw is DiscardDraw.DEEP
    rule = "R24 R25 R26 C11" if deep else "R24 R26 C11"
    yield Clause(part, "draw", f"draw:{draw}", rule)
    if in_force("discard_use", rules) is not DiscardUse.FREE:
        yield Clause(part, "use", f"use:{draw}:{rules.discard_use}", "C11 E50")
    locked = rules.taken_card is TakenCard.LOCKED
    rule = "R35 R36 R37 C12 E14" if locked else "R37 C12"
    rule += " E15" if locked and deep else ""
    yield Clause(part, "lock", f"{rules.taken_card}:{draw}", rule)
    if rules.discard_gate is not DiscardGate.ALWAYS:
        yield Clause(part, "gate", f"gate:{rules.discard_gate}", "G11 G13 G14")
    if rules.discard_from_turn > 1 and not silent("discard_from_turn", rules):
        yield Clause(part, "from-turn", "from-turn", "G12")
    if rules.last_card_from_stock and not silent("last_card_from_stock", rules):
        yield Clause(part, "last-from-stock", "last-from-stock", "G12")
    yield Clause(part, "seen", f"seen:{rules.discard_visible}", "R27 E09")
    yield Clause(part, "counts", "counts", "R07 R64 E10")


def stock_clauses(rules: RuleSet, language: Language) -> Iterator[Clause]:
    part, most = Part.STOCK, rules.max_recycles
    if most == 0:
        yield Clause(part, "restock", "no-restock", "R60")
    else:
        rule = {
            StockOut.TURN_OVER: "R38 E01 E06 C13 C14",
            StockOut.SHUFFLE_ALL: "R57 E01 C13",
            StockOut.SHUFFLE_KEEP_TOP: "R39 E01 E03 C13 C14",
        }[rules.stock_out]
        yield Clause(part, "restock", f"restock:{rules.stock_out}", rule)
        key = "restocks:any" if most is None else counted("restocks", most)
        key = "restocks:2" if most == 2 else key
        rule = {None: "C15", 1: "R59 E07 C15", 2: "R58 E07 C15"}.get(most, "E07 C15")
        yield Clause(part, "restocks", key, rule, {"n": most or 0})
    yield Clause(part, "blocked", "blocked", "R60 E01 E04 E11")
    yield Clause(part, "cap", "cap", "E08", {"n": rules.max_turns_per_deal})
