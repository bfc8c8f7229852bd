"""What lies before the player: cursor, picked cards, open questions, half-typed lines.

All that never leaves the client. It is changed by `commands` alone, and put in order after
each thing heard by `settled`: what is picked and gone from the hand is no longer picked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final

import msgspec

from rummy_protocol.actions import Action, Discard, LayMeld, LayOff, SwapJoker
from rummy_protocol.cards import Face, is_joker, rank, suit
from rummy_protocol.errors import Code
from rummy_protocol.messages import Join, Watch
from rummy_protocol.views import Stage

from .form import Form
from .model import Model, Notice

__all__ = [
    "Desk",
    "Over",
    "Screen",
    "Settings",
    "Sort",
    "Writing",
    "advised",
    "groups_of",
    "hand_of",
    "picked_places",
    "places_of",
    "same_card",
    "screen_of",
    "settled",
]


class Screen(StrEnum):
    """What the screen shows underneath everything that may lie over it."""

    LINKING = "linking"
    LOBBY = "lobby"
    CREATE = "create"
    WAITING = "waiting"
    TABLE = "table"
    SHEET = "sheet"
    OVER = "over"


class Over(StrEnum):
    """What lies over the screen and takes the keys."""

    HELP = "help"
    LOG = "log"
    SCORES = "scores"
    RULES = "rules"
    AWAY = "away"
    QUIT = "quit"
    DISCARD = "discard"
    """The guard against slips: the card is chosen, Enter discards it (U35)."""
    END_DEAL = "end-deal"
    CHOOSE = "choose"
    """To which of several melds the picked cards go."""
    VOTE = "vote"


class Sort(StrEnum):
    MELDS = "melds"
    SUIT = "suit"
    RANK = "rank"


class Writing(StrEnum):
    """What the input line is for."""

    CHAT = "chat"
    ADDRESS = "address"
    PASSWORD = "password"
    CODE = "code"
    TABLE_NAME = "table-name"
    TABLE_PASSWORD = "table-password"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What a player may like otherwise."""

    letters: bool = False
    """Suits as the letters c d h s, frames as ASCII."""
    four_colours: bool = False
    single_key: bool = False
    """Discard at the first press, without the guard."""
    bell: bool = True
    """Ring when it becomes the player's turn."""


class Desk(msgspec.Struct, frozen=True, kw_only=True):
    over: Over | None = None
    scroll: int = 0
    """Lines that an overlay is scrolled by."""
    sort: Sort = Sort.MELDS
    cursor: int = 0
    """A place in the hand as it is shown."""
    picks: tuple[Face, ...] = ()
    places: tuple[int, ...] = ()
    """Where in the hand the picks lay when they were picked: of equal cards, which one."""
    card: Face | None = None
    """What the guard asks about."""
    choice: tuple[int, ...] = ()
    """The melds that `Over.CHOOSE` asks about."""
    absent: int = 0
    """The seat that `Over.VOTE` is about."""
    writing: Writing | None = None
    target: str = ""
    """The table that a password is typed for."""
    watch: bool = False
    """Whether it is to be watched, and not joined."""
    creating: bool = False
    row: int = 0
    """The chosen row of a list."""
    form: Form = Form()
    settings: Settings = Settings()
    kept: bool = True
    """Whether a seat outlives the program; if not, leaving is the end of the game."""


_OF_STAGE: Final = {
    Stage.GATHERING: Screen.WAITING,
    Stage.PLAYING: Screen.TABLE,
    Stage.SCORING: Screen.SHEET,
    Stage.OVER: Screen.OVER,
    Stage.CLOSED: Screen.OVER,
}


def screen_of(model: Model, desk: Desk) -> Screen:
    """The screen that is due, whatever lies over it."""
    if model.table is not None:
        return _OF_STAGE[model.table.stage]
    if model.welcome is None or model.seat is not None:
        return Screen.LINKING
    return Screen.CREATE if desk.creating else Screen.LOBBY


def _by_suit(face: Face) -> tuple[int, int]:
    return suit(face), rank(face)


def _by_rank(face: Face) -> tuple[int, int]:
    return (99, 0) if is_joker(face) else (rank(face), suit(face))


def groups_of(model: Model, sort: Sort) -> tuple[tuple[Face, ...], ...]:
    """The own hand in the order in which it is shown; melds stand apart where they are meant.

    The view brings the best melds ready made. In a view whose split does not add up to the
    hand, the cards of the hand are shown and the split is not believed.
    """
    if model.you is None or not model.you.hand:
        return ()
    you = model.you
    if sort is Sort.SUIT:
        return (tuple(sorted(you.hand, key=_by_suit)),)
    if sort is Sort.RANK:
        return (tuple(sorted(you.hand, key=_by_rank)),)
    rest = tuple(sorted(you.deadwood, key=_by_rank))
    groups = tuple(group for group in (*you.split, rest) if group)
    if sorted(face for group in groups for face in group) != sorted(you.hand):
        return (tuple(sorted(you.hand, key=_by_rank)),)
    return groups


def hand_of(model: Model, desk: Desk) -> tuple[Face, ...]:
    """The own hand, card by card, as it is shown."""
    return tuple(face for group in groups_of(model, desk.sort) for face in group)


def places_of(
    cards: Iterable[Face], hand: Sequence[Face], near: Sequence[int] = ()
) -> tuple[int, ...]:
    """Where each of *cards* lies in *hand*, no place twice; *near* chooses between equals."""
    told = list[int]()
    for number, face in enumerate(cards):
        wish = near[number] if number < len(near) else -1
        free = [n for n, held in enumerate(hand) if held == face and n not in told]
        if free:
            told.append(wish if wish in free else free[0])
    return tuple(told)


def picked_places(model: Model, desk: Desk) -> tuple[int, ...]:
    """The places in the hand, as it is shown, of the picked cards."""
    return places_of(desk.picks, hand_of(model, desk), desk.places)


def _still_held(picks: Iterable[Face], hand: Iterable[Face]) -> tuple[Face, ...]:
    left, kept = list(hand), list[Face]()
    for face in picks:
        if face in left:
            left.remove(face)
            kept.append(face)
    return tuple(kept)


def settled(desk: Desk, before: Model, model: Model) -> Desk:
    """*desk* as it fits to *model*, after *before* was replaced by it (X-53)."""
    changes: dict[str, object] = {}
    hand = hand_of(model, desk)
    if before.you is not model.you:
        old = hand_of(before, desk)
        changes["picks"] = picks = _still_held(desk.picks, hand)
        near = [same_card(old, hand, place) for place in desk.places]
        changes["places"] = places_of(picks, hand, near) if picks == desk.picks else ()
        changes["cursor"] = _cursor_after(old, hand, desk.cursor, model)
    if desk.over is not None and not _still_asked(desk, before, model):
        changes |= {"over": None, "card": None, "choice": ()}
    if before.away is None and model.away is not None:
        changes |= {"over": Over.AWAY, "scroll": 0}
    if model.advice is not before.advice and model.advice is not None:
        changes |= {"picks": _still_held(advised(model.advice.action), hand), "places": ()}
    if model.notice is not before.notice and model.notice is not None:
        changes |= _password_asked(model.notice)
    if screen_of(before, desk) is not screen_of(model, desk):
        changes |= {"row": 0, "creating": False}
        if desk.over in (Over.LOG, Over.SCORES):
            changes |= {"over": None}
    return msgspec.structs.replace(desk, **changes) if changes else desk


def advised(action: Action | None) -> tuple[Face, ...]:
    """The cards that a hint is about; they are picked, so that one key follows it."""
    match action:
        case Discard(card=card):
            return (card,)
        case LayMeld(cards=cards) | LayOff(cards=cards) | SwapJoker(cards=cards):
            return cards
        case _:
            return ()


def _password_asked(notice: Notice) -> dict[str, object]:
    """Where a table wants a password, or a better one, the line for it opens."""
    about = notice.about
    code = notice.refused.code if notice.refused is not None else ""
    if code != Code.WRONG_PASSWORD or not isinstance(about, Join | Watch):
        return {}
    watch = isinstance(about, Watch)
    return {"writing": Writing.PASSWORD, "target": about.table, "watch": watch}


def _cursor_after(
    old: tuple[Face, ...], new: tuple[Face, ...], cursor: int, model: Model
) -> int:
    """The cursor stays on its card; a card that was just drawn draws it."""
    fresh = model.you.fresh if model.you is not None else None
    if fresh is not None and fresh in new and new.count(fresh) > old.count(fresh):
        return places_of((fresh,), new)[0]
    return same_card(old, new, cursor)


def same_card(old: Sequence[Face], new: Sequence[Face], place: int) -> int:
    """Where in *new* the card lies that lay at *place* in *old*; of equal ones, the same."""
    if place < len(old) and old[place] in new:
        alike = [there for there, face in enumerate(new) if face == old[place]]
        return alike[min(old[:place].count(old[place]), len(alike) - 1)]
    return max(0, min(place, len(new) - 1))


def _still_asked(desk: Desk, before: Model, model: Model) -> bool:
    """Whether the question that is open still makes sense; a late answer must not play."""
    may = model.you.may if model.you is not None else ()
    match desk.over:
        case Over.DISCARD:
            held = model.you is not None and desk.card in model.you.hand
            return held and "discard" in may
        case Over.CHOOSE:
            melds = {meld.id for meld in model.deal.melds} if model.deal is not None else set()
            return "lay-off" in may and melds.issuperset(desk.choice)
        case Over.END_DEAL:
            return "end-deal" in may
        case Over.VOTE:
            return model.table is not None and before.table is not None
        case Over.AWAY:
            return model.away is not None
        case _:
            return True
