"""A game of rummy as data: shown in the lobby, made into a table, kept with its results.

A `RuleSet` says *what* is played; how each of its values is judged is the server's business.
The defaults are the plain game of one pack, and on the wire and in records only what differs
from them is written. They may therefore never change; a field that comes later takes the
value that keeps every earlier rule set what it was.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Final, TypeAlias

import msgspec

from .cards import JOKER, Face, rank
from .choices import (
    Ace,
    AfterOpen,
    BlockedScoring,
    DealScoring,
    DiscardBan,
    DiscardDraw,
    DiscardGate,
    DiscardUse,
    FinalDiscard,
    FirstTurn,
    GoingRummy,
    JokerLimit,
    JokerSwap,
    LayOffGate,
    LayOffOn,
    MeldsPerTurn,
    NumberCards,
    Reach,
    Seen,
    SetRelease,
    SetSuits,
    Starter,
    StockOut,
    SwapUse,
    TakenCard,
    Tie,
)
from .rulecheck import check

__all__ = ["RULES_VERSION", "DealChange", "Field", "RuleSet", "Value", "the_same"]

RULES_VERSION: Final = 1
"""Raised when the meaning of an existing rule set changes."""

Value: TypeAlias = str | int | bool | None
"""What a switch can be set to."""
Field: TypeAlias = Value | tuple[Annotated[str, msgspec.Meta(max_length=8)] | int, ...]
"""What any field of a rule set can be, as plain data."""


class DealChange(msgspec.Struct, frozen=True):
    """Fields that are otherwise in some deals of a match (R75, R76)."""

    first: int
    """The first deal in which they are, from 1."""
    last: int
    """The last one."""
    fields: tuple[tuple[str, Field], ...]
    """Names and values, as plain data."""


class RuleSet(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, cache_hash=True):
    """One game of rummy, complete and free of contradictions.

    Raises:
        Declined: with `Code.BAD_RULES`, from the constructor, when two fields contradict
            each other or the cards do not suffice; `details` names the switches.
    """

    preset: str = ""
    """The name that the game goes by. A label: it decides nothing and is not hashed."""

    # --- people and cards
    players_min: int = 2
    players_max: int = 6
    packs: int = 1
    jokers: int = 0
    packs_by_players: tuple[int, ...] = ()
    """Packs for `players_min` players and upwards; empty: always `packs`."""
    jokers_by_players: tuple[int, ...] = ()
    """Jokers, likewise; empty: always `jokers`."""
    hand_sizes: tuple[int, ...] = (10, 7, 7, 6, 6)
    """Cards dealt to each, for `players_min` players and upwards (R04)."""
    first_turn: FirstTurn = FirstTurn.UPCARD
    starter: Starter = Starter.LEFT_OF_DEALER
    joker_upcard: bool = True
    """Whether a joker may be turned up to begin the pile; else the next card is."""

    # --- the draw
    discard_draw: DiscardDraw = DiscardDraw.TOP
    discard_use: DiscardUse = DiscardUse.FREE
    discard_gate: DiscardGate = DiscardGate.ALWAYS
    discard_from_turn: int = 1
    """A player's first turn in which he may take from the discard pile."""
    last_card_from_stock: bool = False
    """Whether a player with one card left may only draw from the stock."""
    discard_visible: Seen = Seen.TOP
    taken_card: TakenCard = TakenCard.LOCKED

    # --- melds
    ace: Ace = Ace.LOW
    set_suits: SetSuits = SetSuits.DISTINCT
    set_max: int = 4
    run_min: int = 3
    jokers_per_meld: int | None = None
    """``None``: as many as the limit lets."""
    joker_limit: JokerLimit = JokerLimit.FREE
    joker_neighbours: bool = True
    """Whether two jokers may lie side by side in a run."""
    joker_swap: JokerSwap = JokerSwap.NONE
    swap_use: SwapUse = SwapUse.KEEP
    set_release: SetRelease = SetRelease.EITHER_MISSING

    # --- opening: what a player's first melds must be, all in one turn
    opening_points: int | None = None
    """They count at least this much: an ace 11, or 1 below a two; a joker as what it stands
    for."""
    opening_pure_run: bool = False
    """One of them is a run without jokers."""
    opening_no_jokers: bool = False
    """None of them has a joker."""
    contract: tuple[str, ...] = ()
    """Exactly these: ``S3`` for a set of at least three cards, ``R4`` for a run of four."""
    contract_exact: bool = False
    """Whether those are the exact numbers of cards."""
    all_at_once: bool = False
    """Nothing may be melded but in the turn in which everything goes (R76)."""
    opening_waived_for_out: bool = False
    """Whether who lays down all his cards in one turn need not fulfil it."""

    # --- laying
    melds_per_turn: MeldsPerTurn = MeldsPerTurn.ONE
    melds_waived_for_rummy: bool = True
    """Where going rummy counts, the limit of one meld does not bind who goes rummy (C24)."""
    melds_after_open: AfterOpen = AfterOpen.ANY
    lay_off: LayOffOn = LayOffOn.ANY
    lay_off_gate: LayOffGate = LayOffGate.NONE
    discard_ban: DiscardBan = DiscardBan.NONE
    final_discard: FinalDiscard = FinalDiscard.OPTIONAL
    earliest_out_turn: int = 1
    """A player's first turn in which he may go out (E27)."""
    take_back: bool = True
    """Whether plays of the running turn may be taken back (E47)."""

    # --- the stock
    stock_out: StockOut = StockOut.TURN_OVER
    max_recycles: int | None = 2
    """How often the discard pile becomes the stock; ``None``: without limit (R58-R60)."""
    max_turns_per_deal: int = 200
    """Turns of single players after which a deal ends as blocked (E08)."""

    # --- what cards count
    ace_points: int | None = None
    """What an ace counts; ``None``: 1 where it is low, else 15 (R43, R54, C09)."""
    ace_low_points: int | None = None
    """What it counts in a meld below a two; ``None``: the same."""
    joker_points: int = 15
    number_cards: NumberCards = NumberCards.PIPS
    unopened_points: int | None = None
    """What the hand of a loser counts who never opened; ``None``: its cards."""

    # --- what a deal counts
    deal_scoring: DealScoring = DealScoring.WINNER_TAKES_SUM
    blocked_scoring: BlockedScoring | None = None
    """``None``: as the deal scoring has it, see `blocked`."""
    out_bonus: int = 0
    """Points for who goes out (R77)."""
    going_rummy: GoingRummy = GoingRummy.NONE
    winner_bonus: tuple[int, ...] = ()
    """Penalty points taken off for who goes out: as usual, in one turn, and in one turn
    while nobody had melded. Empty: none."""

    # --- the end of the match
    target: int | None = 100
    """The match ends when somebody has this many points (R10, R46, R66)."""
    deals: int | None = None
    """The match ends after this many deals (R46, R68)."""
    eliminate_at: int | None = None
    """Who has this many points is out of the match; the last one left wins it. Exactly one
    of the three is set."""
    reach: Reach = Reach.AT_LEAST
    buy_ins: int = 0
    """How often each player who is out may buy himself in again, at the points of the worst
    of those who are left."""
    target_tie: Tie = Tie.EXTRA_DEAL
    deals_tie: Tie = Tie.SHARE
    lowest_tie: Tie = Tie.SHARE

    deal_changes: tuple[DealChange, ...] = ()
    """What is otherwise in some deals."""

    def __post_init__(self) -> None:
        check(self)

    @property
    def opens(self) -> bool:
        """Whether a player's first melds have to fulfil something."""
        return bool(
            self.opening_points
            or self.opening_pure_run
            or self.opening_no_jokers
            or self.contract
            or self.all_at_once
        )

    @property
    def ace_value(self) -> int:
        """Points for an ace in hand."""
        if self.ace_points is not None:
            return self.ace_points
        return 1 if self.ace is Ace.LOW else 15

    def points_of(self, face: Face) -> int:
        """What a card counts in a hand (R43)."""
        if face == JOKER:
            return self.joker_points
        number = rank(face)
        if number == 1:
            return self.ace_value
        if number >= 10:
            return 10
        return 5 if self.number_cards is NumberCards.FIVES else number

    @property
    def blocked(self) -> BlockedScoring:
        """How a blocked deal is scored."""
        if self.blocked_scoring is not None:
            return self.blocked_scoring
        match self.deal_scoring:
            case DealScoring.PENALTIES:
                return BlockedScoring.ALL_PENALISED
            case DealScoring.MELDS_MINUS_HAND:
                return BlockedScoring.SAME
            case _:
                return BlockedScoring.LOWEST_TAKES_DIFFERENCES

    @property
    def lowest_wins(self) -> bool:
        """Whether points are penalties (R66)."""
        return self.deal_scoring is DealScoring.PENALTIES

    def hand_size(self, players: int) -> int:
        """Cards dealt to each of *players*; the starter may get one more (R73)."""
        return self.hand_sizes[players - self.players_min]

    def packs_for(self, players: int) -> int:
        """Packs with which *players* play."""
        by = self.packs_by_players
        return by[players - self.players_min] if by else self.packs

    def jokers_for(self, players: int) -> int:
        """Jokers with which *players* play."""
        by = self.jokers_by_players
        return by[players - self.players_min] if by else self.jokers

    def for_deal(self, number: int) -> RuleSet:
        """The rules of the deal *number*, from 1, with its changes made."""
        if not any(each.first <= number <= each.last for each in self.deal_changes):
            return self
        return _in_deal(self, number)

    def differences(self) -> dict[str, object]:
        """The fields that differ from the plain game, without the preset's name."""
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


@lru_cache(maxsize=1024)
def the_same(rules: RuleSet) -> RuleSet:
    """*rules*, or the equal ones that came before: what is known of a game is found by them.

    Tables that play the same share one object, so no look-up compares all the fields of two.
    """
    return rules


@lru_cache(maxsize=256)
def _in_deal(rules: RuleSet, number: int) -> RuleSet:
    fields: dict[str, object] = {}
    for change in rules.deal_changes:
        if change.first <= number <= change.last:
            fields |= change.fields
    return with_fields(rules, fields | {"deal_changes": ()})


def with_fields(rules: RuleSet, fields: Mapping[str, object]) -> RuleSet:
    """*rules* with some fields set from plain data.

    Raises:
        msgspec.ValidationError: a field cannot be that; a contradiction is its cause.
    """
    known = {name: getattr(rules, name) for name in RuleSet.__struct_fields__}
    return msgspec.convert(msgspec.to_builtins(known | dict(fields)), RuleSet)
