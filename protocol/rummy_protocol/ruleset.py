"""A game of rummy as data: shown in the lobby, made into a table, kept with its results.

A `RuleSet` says *what* is played; how each of its values is judged is the server's business.
The defaults are the game `basic`, and on the wire and in records only what differs from them
is written. They may therefore never change; a field that comes later takes the value that
keeps every earlier rule set what it was.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from enum import StrEnum
from typing import Final, TypeAlias

import msgspec

from .errors import Code, Declined

__all__ = [
    "RULES_VERSION",
    "SWITCHES",
    "Ace",
    "BlockedScoring",
    "DealScoring",
    "FinalDiscard",
    "GoingRummy",
    "LayOffGate",
    "LayOffOn",
    "MeldsPerTurn",
    "RuleSet",
    "Seen",
    "StockOut",
    "Switch",
    "TakenCard",
    "Tie",
    "Value",
    "changed",
]

RULES_VERSION: Final = 1
"""Raised when the meaning of an existing rule set changes."""

Value: TypeAlias = str | int | bool | None
"""What a switch can be set to."""


class Ace(StrEnum):
    """Where an ace may stand in a run (R03, R53, R55)."""

    LOW = "low"
    HIGH = "high"
    EITHER = "either"
    CORNER = "corner"


class MeldsPerTurn(StrEnum):
    """How many new melds a turn may bring (R28, R50)."""

    ONE = "one"
    ANY = "any"


class LayOffOn(StrEnum):
    """Whose melds may be added to (R31, C03)."""

    NONE = "none"
    OWN = "own"
    ANY = "any"


class LayOffGate(StrEnum):
    """What must come before one may lay off (R52)."""

    NONE = "none"
    OWN_MELD = "own_meld"


class TakenCard(StrEnum):
    """Whether the discard just taken may be discarded in the same turn (R35)."""

    LOCKED = "locked"
    FREE = "free"


class FinalDiscard(StrEnum):
    """Whether one must go out by a discard (R40, R42, R56)."""

    OPTIONAL = "optional"
    REQUIRED = "required"


class StockOut(StrEnum):
    """How the discard pile becomes the new stock (R38, R39, R57)."""

    TURN_OVER = "turn_over"
    SHUFFLE_ALL = "shuffle_all"
    SHUFFLE_KEEP_TOP = "shuffle_keep_top"


class Seen(StrEnum):
    """How much of the discard pile may be looked at (R27, E09)."""

    TOP = "top"
    ALL = "all"


class DealScoring(StrEnum):
    """Who scores what at the end of a deal (R44, R65, R67)."""

    WINNER_TAKES_SUM = "winner_takes_sum"
    PENALTIES = "penalties"
    PAYMENT = "payment"


class BlockedScoring(StrEnum):
    """What a deal is worth in which nobody goes out (R62, C17)."""

    LOWEST_TAKES_DIFFERENCES = "lowest_takes_differences"
    ALL_PENALISED = "all_penalised"
    NO_SCORE = "no_score"


class GoingRummy(StrEnum):
    """What going out in one turn, with nothing laid before, is worth (R51)."""

    NONE = "none"
    DOUBLE = "double"
    ADD_TEN = "add_ten"


class Tie(StrEnum):
    """What follows when the match ends level (E36, E37, E38)."""

    EXTRA_DEAL = "extra_deal"
    SHARE = "share"
    WENT_OUT_FIRST = "went_out_first"


class RuleSet(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One game of rummy, complete and free of contradictions.

    Raises:
        Declined: with `Code.BAD_RULES`, from the constructor, when two fields contradict
            each other or the cards do not suffice; `details` names the switches.
    """

    preset: str = "basic"
    """The name that the game goes by. A label: it decides nothing and is not hashed."""

    players_min: int = 2
    players_max: int = 6
    packs: int = 1
    jokers: int = 0
    hand_sizes: tuple[int, ...] = (10, 7, 7, 6, 6)
    """Cards dealt to each, for `players_min` players and upwards (R04)."""

    ace: Ace = Ace.LOW
    ace_points: int | None = None
    """What an ace in hand counts; ``None``: 1 where it is low, else 15 (R43, R54, C09)."""

    melds_per_turn: MeldsPerTurn = MeldsPerTurn.ONE
    melds_waived_for_rummy: bool = True
    """Where going rummy counts, the limit of one meld does not bind who goes rummy (C24)."""
    lay_off: LayOffOn = LayOffOn.ANY
    lay_off_gate: LayOffGate = LayOffGate.NONE
    taken_card: TakenCard = TakenCard.LOCKED
    final_discard: FinalDiscard = FinalDiscard.OPTIONAL
    earliest_out_turn: int = 1
    """A player's first turn in which he may go out (E27)."""
    take_back: bool = True
    """Whether plays of the running turn may be taken back (E47)."""

    stock_out: StockOut = StockOut.TURN_OVER
    max_recycles: int | None = 2
    """How often the discard pile becomes the stock; ``None``: without limit (R58-R60)."""
    max_turns_per_deal: int = 200
    """Turns of single players after which a deal ends as blocked (E08)."""
    discard_visible: Seen = Seen.TOP

    deal_scoring: DealScoring = DealScoring.WINNER_TAKES_SUM
    blocked_scoring: BlockedScoring | None = None
    """``None``: as the deal scoring has it, see `blocked`."""
    going_rummy: GoingRummy = GoingRummy.NONE

    target: int | None = 100
    """The match ends when somebody has this many points (R10, R46, R66)."""
    deals: int | None = None
    """The match ends after this many deals (R46, R68). Exactly one of the two is set."""
    target_tie: Tie = Tie.EXTRA_DEAL
    deals_tie: Tie = Tie.SHARE
    lowest_tie: Tie = Tie.SHARE

    def __post_init__(self) -> None:
        _check(self)

    @property
    def ace_value(self) -> int:
        """Points for an ace in hand."""
        if self.ace_points is not None:
            return self.ace_points
        return 1 if self.ace is Ace.LOW else 15

    @property
    def blocked(self) -> BlockedScoring:
        """How a blocked deal is scored."""
        if self.blocked_scoring is not None:
            return self.blocked_scoring
        if self.deal_scoring is DealScoring.PENALTIES:
            return BlockedScoring.ALL_PENALISED
        return BlockedScoring.LOWEST_TAKES_DIFFERENCES

    @property
    def lowest_wins(self) -> bool:
        """Whether points are penalties (R66)."""
        return self.deal_scoring is DealScoring.PENALTIES

    def hand_size(self, players: int) -> int:
        """Cards dealt to each of *players*."""
        return self.hand_sizes[players - self.players_min]

    def differences(self) -> dict[str, object]:
        """The fields that differ from `basic`, without the preset's name."""
        plain = RuleSet()
        return {
            field: getattr(self, field)
            for field in self.__struct_fields__
            if field != "preset" and getattr(self, field) != getattr(plain, field)
        }

    def rules_hash(self) -> str:
        """Sixteen hex digits that two rule sets share only if they play alike."""
        text = msgspec.json.encode([RULES_VERSION, sorted(self.differences().items())])
        return hashlib.sha256(text).hexdigest()[:16]


def _bad(why: str, one: str, other: str = "") -> Declined:
    return Declined(Code.BAD_RULES, why=why, one=one, other=other)


_RANGES: Final = {
    "packs": (1, 2),
    "jokers": (0, 6),
    "ace_points": (0, 50),
    "earliest_out_turn": (1, 2),
    "max_recycles": (0, 50),
    "max_turns_per_deal": (20, 2000),
    "target": (10, 10_000),
    "deals": (1, 100),
}


def _check(rules: RuleSet) -> None:
    for name, (low, high) in _RANGES.items():
        value = getattr(rules, name)
        if value is not None and not low <= value <= high:
            raise Declined(Code.BAD_RULES, why="range", one=name, low=low, high=high)
    if not 2 <= rules.players_min <= rules.players_max <= 8:
        raise _bad("players", "players_min", "players_max")
    if len(rules.hand_sizes) != rules.players_max - rules.players_min + 1:
        raise _bad("hand-sizes", "hand_sizes", "players_max")
    deck = 52 * rules.packs + rules.jokers
    for players in range(rules.players_min, rules.players_max + 1):
        size = rules.hand_size(players)
        # Everyone's cards, an upcard, and a first draw for each.
        if size < 1 or deck < players * size + 1 + players:
            raise _bad("too-few-cards", "hand_sizes", "packs")
    if (rules.target is None) == (rules.deals is None):
        raise _bad("one-end", "target", "deals")
    if rules.deal_scoring is DealScoring.PAYMENT and rules.deals is None:
        raise _bad("payment-deals", "deal_scoring", "target")
    scoring, blocked = rules.deal_scoring, rules.blocked
    if scoring is DealScoring.PENALTIES and blocked is not BlockedScoring.ALL_PENALISED:
        raise _bad("blocked-penalties", "deal_scoring", "blocked_scoring")
    if (
        scoring is DealScoring.PAYMENT
        and blocked is not BlockedScoring.LOWEST_TAKES_DIFFERENCES
    ):
        raise _bad("blocked-payment", "deal_scoring", "blocked_scoring")
    if rules.lay_off is LayOffOn.NONE and rules.lay_off_gate is not LayOffGate.NONE:
        raise _bad("gate-without-lay-off", "lay_off", "lay_off_gate")
    if Tie.WENT_OUT_FIRST in (rules.deals_tie, rules.lowest_tie):
        raise _bad("went-out-first", "deals_tie", "lowest_tie")


class Switch(msgspec.Struct, frozen=True):
    """A field of the rule set that the maker of a table may set."""

    name: str
    choices: tuple[Value, ...]
    """All values of a closed choice; examples, for a number."""
    is_number: bool
    rule: str
    """The rules that it decides about."""


SWITCHES: Final = (
    Switch("melds_per_turn", tuple(MeldsPerTurn), False, "R28 R50"),
    Switch("going_rummy", tuple(GoingRummy), False, "R51"),
    Switch("melds_waived_for_rummy", (True, False), False, "C24"),
    Switch("lay_off", tuple(LayOffOn), False, "R31"),
    Switch("lay_off_gate", tuple(LayOffGate), False, "R52"),
    Switch("ace", tuple(Ace), False, "R03 R53 R55"),
    Switch("ace_points", (None, 1, 11, 15), True, "R43 R54"),
    Switch("final_discard", tuple(FinalDiscard), False, "R40 R56"),
    Switch("taken_card", tuple(TakenCard), False, "R35"),
    Switch("stock_out", tuple(StockOut), False, "R38 R39 R57"),
    Switch("max_recycles", (None, 0, 1, 2), True, "R58 R59 R60"),
    Switch("deal_scoring", tuple(DealScoring), False, "R44 R65 R67"),
    Switch("blocked_scoring", (None, *BlockedScoring), False, "R61 R62"),
    Switch("target", (50, 100, 150, 500), True, "R10 R66"),
    Switch("deals", (None, 1, 4, 6, 10), True, "R46 R68"),
    Switch("target_tie", tuple(Tie), False, "E36"),
    Switch("deals_tie", (Tie.SHARE, Tie.EXTRA_DEAL), False, "E38"),
    Switch("lowest_tie", (Tie.SHARE, Tie.EXTRA_DEAL), False, "E37"),
    Switch("discard_visible", tuple(Seen), False, "R27 E09"),
    Switch("take_back", (True, False), False, "E47"),
    Switch("earliest_out_turn", (1, 2), True, "E27"),
    Switch("max_turns_per_deal", (200,), True, "E08"),
)


def changed(base: RuleSet, changes: Mapping[str, Value]) -> RuleSet:
    """*base* with some switches set; naming one of target and deals unsets the other.

    Raises:
        Declined: with `Code.BAD_RULES`: an unknown switch, a value that it cannot take, or
            two switches that contradict each other.
    """
    known = {switch.name for switch in SWITCHES}
    for name in changes:
        if name not in known:
            raise Declined(Code.BAD_RULES, why="unknown", one=name[:40])
    fields = {name: getattr(base, name) for name in RuleSet.__struct_fields__} | dict(changes)
    if changes.get("deals") is not None and "target" not in changes:
        fields["target"] = None
    if changes.get("target") is not None and "deals" not in changes:
        fields["deals"] = None
    try:
        return msgspec.convert(msgspec.to_builtins(fields), RuleSet)
    except msgspec.ValidationError as exc:
        if isinstance(exc.__cause__, Declined):
            raise exc.__cause__ from None
        wrong = next((name for name in changes if f".{name}`" in str(exc)), "?")
        raise Declined(
            Code.BAD_RULES, why="value", one=wrong, value=str(changes.get(wrong))[:40]
        ) from None
