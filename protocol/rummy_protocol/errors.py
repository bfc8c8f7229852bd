"""The ways in which things go wrong, and who is to blame for each.

* A *player* asks for what the rules or the house forbid: `RuleViolation` in the game,
  `Declined` everywhere else. The request gets its answer and nothing else changes.
* A *peer* breaks the protocol: `ProtocolViolation`. The connection ends.
* *We* are wrong: an assertion fails. The table ends, with a traceback in the log.

Every one carries a `Code` for programs. Sentences for people are made from code, rule and
arguments by `rummy_protocol.text`, in the reader's language.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

__all__ = ["Args", "Code", "Declined", "ProtocolViolation", "Refusal", "RuleViolation"]

Args = Mapping[str, str | int]
"""What a sentence needs beside its code: names of cards, numbers, limits."""


class Code(StrEnum):
    """Why something was refused. The value is what goes over the wire."""

    # The rules of the game.
    NOT_YOUR_TURN = "not-your-turn"
    NOT_NOW = "not-now"
    """The action is of another part of the turn (E51)."""
    NOT_YOUR_CARD = "not-your-card"
    NOT_A_MELD = "not-a-meld"
    JOKER_UNCLEAR = "joker-unclear"
    """A joker could stand for more than one card. ``choices`` names what the jokers could be,
    like ``6C|9C`` or, for two of them, ``6C 7C|7C TC``: one of these goes into *stands*."""
    JOKER_LIMIT = "joker-limit"
    """More jokers than this game lets a meld have, or lying where they may not."""
    NO_SWAP = "no-swap"
    """No joker can be taken from that meld, or not for these cards."""
    SWAP_FORBIDDEN = "swap-forbidden"
    """Jokers are not swapped in this game, or not before one has opened."""
    NEW_MELD_ONLY = "new-meld-only"
    """A joker that was taken from the table goes into a new meld."""
    NOT_OPENED = "not-opened"
    """That is for players who have opened."""
    OPENING_SHORT = "opening-short"
    """The rest of the hand cannot bring the opening up to what it must be."""
    CONTRACT = "contract"
    """The meld is none of those that the contract of this deal asks for."""
    NO_MORE_MELDS = "no-more-melds"
    """After the opening only laying off is left."""
    ALL_AT_ONCE = "all-at-once"
    """Nothing is melded before all cards can go in one turn."""
    MUST_USE = "must-use"
    """The card that was taken has to be laid in this turn, and could not be."""
    NOT_YET = "not-yet"
    """The discard pile is closed in a player's first turn."""
    LAST_CARD_STOCK = "last-card-stock"
    """With one card in hand one draws from the stock."""
    FITS_TABLE = "fits-table"
    """A card that fits a meld on the table may not be discarded."""
    NO_LAST_DISCARD = "no-last-discard"
    """One goes out by laying the last cards, not by a discard."""
    DOES_NOT_FIT = "does-not-fit"
    """The cards do not extend that meld (R19)."""
    NO_SUCH_MELD = "no-such-meld"
    ONE_MELD_A_TURN = "one-meld-a-turn"
    OWN_MELD_FIRST = "own-meld-first"
    LAY_OFF_FORBIDDEN = "lay-off-forbidden"
    JUST_TAKEN = "just-taken"
    """The discard that was taken may not be discarded in the same turn (R35)."""
    LOCKED_LAST_CARD = "locked-last-card"
    """The play would leave only the card that may not be discarded (E12)."""
    MUST_DISCARD = "must-discard"
    """The last card has to be discarded (R42, R56)."""
    OPEN_DUTY = "open-duty"
    """The turn cannot end before what was begun is finished, or taken back."""
    TOO_EARLY_OUT = "too-early-out"
    NO_DISCARD = "no-discard"
    STOCK_EMPTY = "stock-empty"
    """Nothing is left to draw and no new stock may be made; the deal can be ended."""
    STOCK_LEFT = "stock-left"
    """The deal cannot be ended while there is something to draw."""
    NOTHING_TO_TAKE_BACK = "nothing-to-take-back"
    NO_TAKING_BACK = "no-taking-back"
    """This table plays without taking back."""
    TOO_MANY_CARDS = "too-many-cards"

    # The house: tables, seats, sessions.
    STALE = "stale"
    """The game has moved on since the view that the request was made for."""
    GAP = "gap"
    """The number of the request is not the one that follows the last."""
    FORGOTTEN = "forgotten"
    """The request is older than the last one that was answered."""
    BUSY = "busy"
    TOO_FAST = "too-fast"
    NO_SUCH_TABLE = "no-such-table"
    TABLE_FULL = "table-full"
    TABLE_CLOSED = "table-closed"
    WRONG_PASSWORD = "wrong-password"
    """With ``to=watch`` it was to be the table's watch code."""
    NAME_TAKEN = "name-taken"
    BAD_NAME = "bad-name"
    BAD_RULES = "bad-rules"
    BAD_OPTION = "bad-option"
    NO_SPECTATORS = "no-spectators"
    SPECTATOR = "spectator"
    """Spectators cannot act."""
    NO_SUCH_SPECTATOR = "no-such-spectator"
    """Nobody of that name looks on; with ``shown=out``: nobody so called was shown out."""
    SHOWN_OUT = "shown-out"
    """The host of the table does not want this spectator to look on."""
    NOT_SEATED = "not-seated"
    ALREADY_SEATED = "already-seated"
    NOT_THE_HOST = "not-the-host"
    NOT_READY = "not-ready"
    TOO_FEW_PLAYERS = "too-few-players"
    ALREADY_STARTED = "already-started"
    NOT_STARTED = "not-started"
    NOT_OVER = "not-over"
    NOT_OUT = "not-out"
    """Only who is out of the match can buy himself in."""
    NO_BUY_IN = "no-buy-in"
    NO_SUCH_SEAT = "no-such-seat"
    SEAT_LOST = "seat-lost"
    """No seat answers to this secret."""
    TOO_MANY_TABLES = "too-many-tables"
    TOO_MANY_GUESSES = "too-many-guesses"
    EMPTY_TEXT = "empty-text"
    CLOSING = "closing"
    """The house lets the matches that are played come to an end, and begins nothing."""

    # Endings of a connection.
    BAD_FRAME = "bad-frame"
    TOO_LONG = "too-long"
    BAD_MESSAGE = "bad-message"
    BAD_VERSION = "bad-version"
    SLOW = "slow"
    SILENT = "silent"
    CROWDED = "crowded"
    REPLACED = "replaced"
    """The same seat was taken up from another terminal."""
    REVOKED = "revoked"
    """A spent secret of this seat was used; the seat must be joined anew."""
    KICKED = "kicked"
    """Whoever runs the house has ended the connection; with ``seat`` the seat is gone too."""
    SHUTDOWN = "shutdown"
    """The house closes. With ``seconds`` it expects to be open again after so many, and seats
    are kept; without, it is for good."""
    FAULT = "fault"
    """An error of ours; the table or the connection was closed."""
    BYE = "bye"


class Refusal(Exception):
    """Base of all that carry a code. Never raised itself."""

    def __init__(self, code: Code, rule: str = "", **args: str | int) -> None:
        super().__init__(code, rule, args)
        self.code = code
        self.rule = rule
        """The number of the rule that says so, like ``R35``; empty where none does."""
        self.details = args

    def __str__(self) -> str:
        told = " ".join(f"{name}={value}" for name, value in self.details.items())
        return " ".join(part for part in (self.code.value, self.rule, told) if part)


class RuleViolation(Refusal):
    """A player asked for something that the rules of the game do not allow."""


class Declined(Refusal):
    """Somebody asked the house for something that it cannot do for them now."""


class ProtocolViolation(Refusal):
    """The other side sent something that no correct peer would send."""
