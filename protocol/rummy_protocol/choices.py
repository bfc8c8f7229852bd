"""The words in which a rule set is put: every closed choice that a game can make.

A value means what its rule says; what follows for the game is told by `rummy_protocol.text`.
"""

from __future__ import annotations

from enum import StrEnum

__all__ = [
    "Ace",
    "AfterOpen",
    "BlockedScoring",
    "DealScoring",
    "DiscardBan",
    "DiscardDraw",
    "DiscardGate",
    "DiscardUse",
    "FinalDiscard",
    "FirstTurn",
    "GoingRummy",
    "JokerLimit",
    "JokerSwap",
    "LayOffGate",
    "LayOffOn",
    "MeldsPerTurn",
    "NumberCards",
    "Reach",
    "Seen",
    "SetRelease",
    "SetSuits",
    "Starter",
    "StockOut",
    "SwapUse",
    "TakenCard",
    "Tie",
]


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
    """What must come before one may lay off (R52, E20)."""

    NONE = "none"
    OWN_MELD = "own_meld"
    """A meld of one's own on the table."""
    AFTER_OPEN = "after_open"
    """One's own opening, in the same turn if one likes."""
    AFTER_OPEN_NEXT_TURN = "after_open_next_turn"
    """One's own opening in an earlier turn."""


class TakenCard(StrEnum):
    """Whether the discard just taken may be discarded in the same turn (R35)."""

    LOCKED = "locked"
    FREE = "free"


class FinalDiscard(StrEnum):
    """Whether the last card of a hand is discarded (R40, R42, R56)."""

    OPTIONAL = "optional"
    REQUIRED = "required"
    NEVER = "never"
    """One goes out by laying the last cards, never by a discard."""


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
    MELDS_MINUS_HAND = "melds_minus_hand"
    """Everybody scores the cards he laid, less those he holds (R78, R80)."""


class BlockedScoring(StrEnum):
    """What a deal is worth in which nobody goes out (R62, C17)."""

    LOWEST_TAKES_DIFFERENCES = "lowest_takes_differences"
    ALL_PENALISED = "all_penalised"
    NO_SCORE = "no_score"
    SAME = "same"
    """The usual scoring, with no bonus for going out."""


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


class FirstTurn(StrEnum):
    """How a deal begins (R06, R73, R74)."""

    UPCARD = "upcard"
    """A card is turned up to begin the discard pile, and the starter draws."""
    EXTRA_CARD = "extra_card"
    """The starter is dealt one card more, nothing is turned up, and he does not draw."""


class Starter(StrEnum):
    """Who plays first (R12)."""

    LEFT_OF_DEALER = "left_of_dealer"
    DEALER = "dealer"


class DiscardDraw(StrEnum):
    """Which discards may be taken (R24, R25)."""

    TOP = "top"
    DEEP = "deep"
    """Any, with all that lie above it."""


class DiscardUse(StrEnum):
    """Whether the discard one reached for must be laid in the same turn (C11)."""

    FREE = "free"
    MUST_IF_DEEP = "must_if_deep"
    """It must, unless it was the top card."""
    MUST = "must"


class DiscardGate(StrEnum):
    """Who may take from the discard pile, where there is an opening to be made."""

    ALWAYS = "always"
    AFTER_OPEN = "after_open"
    """Only who has opened in an earlier turn."""
    WHEN_OPENING = "when_opening"
    """Who has opened, or opens in this turn."""
    OPENING_WITH_IT = "opening_with_it"
    """Who has opened, or opens in this turn and lays the taken card in it."""


class SetSuits(StrEnum):
    """Which cards make a set (R18, C21)."""

    DISTINCT = "distinct"
    ANY = "any"
    """Equal cards, too."""


class JokerLimit(StrEnum):
    """How many jokers a meld bears beside its natural cards; one natural it always has."""

    FREE = "free"
    NOT_MORE = "not_more"
    """Not more jokers than natural cards."""


class JokerSwap(StrEnum):
    """Who may put the card that a joker stands for in its place and take the joker (R71)."""

    NONE = "none"
    OWN_TURN = "own_turn"
    AFTER_OPEN = "after_open"


class SwapUse(StrEnum):
    """What must become of a joker that was taken from the table."""

    KEEP = "keep"
    SAME_TURN = "same_turn"
    """It is laid again in the same turn."""
    NEW_MELD = "new_meld"
    """It is laid again in the same turn, in a new meld."""


class SetRelease(StrEnum):
    """What frees a joker in a set of three."""

    EITHER_MISSING = "either_missing"
    """The card it stands for."""
    BOTH_MISSING = "both_missing"
    """The cards of both missing suits at once; one alone closes the set for ever."""


class AfterOpen(StrEnum):
    """Whether new melds may follow once a player has opened."""

    ANY = "any"
    NONE = "none"


class DiscardBan(StrEnum):
    """Who may not discard a card that fits a meld on the table."""

    NONE = "none"
    BEFORE_OPEN = "before_open"
    """A player who has not opened."""
    ALL = "all"


class NumberCards(StrEnum):
    """What the cards from two to nine count."""

    PIPS = "pips"
    """What they show (R43)."""
    FIVES = "fives"
    """Five each."""


class Reach(StrEnum):
    """When the target of a match, or its limit, is reached."""

    AT_LEAST = "at_least"
    ABOVE = "above"
