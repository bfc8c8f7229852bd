"""What lies before the player: cursor, picked cards, open questions, half-typed lines.

All that never leaves the client. It is changed by `commands` alone, and put in order after
each thing heard by `settled`: what is picked and gone from the hand is no longer picked.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec

from rummy_protocol.actions import Action, Discard, LayMeld, LayOff, SwapJoker
from rummy_protocol.cards import Face
from rummy_protocol.errors import Code
from rummy_protocol.messages import Join, Watch
from rummy_protocol.views import Stage

from .form import Form, with_games
from .lesson.course import Lesson, after, due
from .liking import Settings
from .model import Model, Notice
from .order import Sort, groups_of, places_of, same_card, still_held
from .ways import joker_ways

__all__ = [
    "Desk",
    "Over",
    "Screen",
    "Writing",
    "advised",
    "fresh_places",
    "hand_of",
    "mouse_plays",
    "picked_places",
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
    LESSON = "lesson"
    """A page of the lesson, where it has not room enough beside the game."""
    AWAY = "away"
    QUIT = "quit"
    DISCARD = "discard"
    """The guard against slips: the card is chosen, Enter discards it (U35)."""
    END_DEAL = "end-deal"
    CHOOSE = "choose"
    """To which of several melds the picked cards go."""
    OFFER = "offer"
    """Which of several numbered plays is meant: what a joker is, or what is given for it."""
    PILE = "pile"
    """The discard pile, spread out; and how many cards are taken from it."""
    VOTE = "vote"
    SETTINGS = "settings"


class Writing(StrEnum):
    """What the input line is for."""

    CHAT = "chat"
    ADDRESS = "address"
    PASSWORD = "password"
    WATCH_CODE = "watch-code"
    CODE = "code"
    TABLE_NAME = "table-name"
    TABLE_PASSWORD = "table-password"
    TABLE_WATCH_CODE = "table-watch-code"
    NUMBER = "number"
    """Of a row of the form."""
    COMMAND = "command"
    """Any command, by its name."""
    NAME = "name"
    """What the player is called from now on."""


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
    offers: tuple[Action, ...] = ()
    """The plays that `Over.OFFER` asks about."""
    depth: int = 1
    """The card of the pile at the cursor of `Over.PILE`, from the top."""
    absent: int = 0
    """The seat that `Over.VOTE` is about."""
    writing: Writing | None = None
    typed: str = ""
    """What was typed of a command, without its completion."""
    completions: tuple[str, ...] = ()
    """The completions that are gone through, while one of them stands in the line."""
    completion: int = 0
    """Which of them it is, from 1; 0: none, but what was typed."""
    target: str = ""
    """The table that a password is typed for; the beginning of a number that is typed."""
    watch: bool = False
    """Whether it is to be watched, and not joined."""
    creating: bool = False
    row: int = 0
    """The chosen row of a list."""
    follow: str = ""
    """Who sits where a spectator looks from; empty: nobody."""
    form: Form = Form()
    settings: Settings = Settings()
    setting: int = 0
    """The chosen row of the page of settings."""
    mouse: bool = False
    """Whether the mouse plays in this terminal, unless the settings say otherwise."""
    lesson: Lesson | None = None
    """How far a first deal was explained; ``None``: nobody is learning."""
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


def mouse_plays(desk: Desk) -> bool:
    """Whether the mouse plays: as the player likes it, else as suits the terminal."""
    return desk.mouse if desk.settings.mouse is None else desk.settings.mouse


def hand_of(model: Model, desk: Desk) -> tuple[Face, ...]:
    """The own hand, card by card, as it is shown."""
    return tuple(face for group in groups_of(model, desk.sort) for face in group)


def fresh_places(model: Model, desk: Desk) -> tuple[int, ...]:
    """The place in the hand, as it is shown, of the card that came in this turn, if any."""
    fresh = model.you.fresh if model.you is not None else None
    hand = hand_of(model, desk)
    if fresh is None or fresh not in hand:
        return ()
    if desk.sort is Sort.OWN:
        # There a new card comes to the end, behind its equals.
        return (len(hand) - 1 - hand[::-1].index(fresh),)
    return places_of((fresh,), hand)


def picked_places(model: Model, desk: Desk) -> tuple[int, ...]:
    """The places in the hand, as it is shown, of the picked cards."""
    return places_of(desk.picks, hand_of(model, desk), desk.places)


def settled(desk: Desk, before: Model, model: Model) -> Desk:
    """*desk* as it fits to *model*, after *before* was replaced by it (X-53)."""
    changes: dict[str, object] = {}
    if before.you is None and model.you is not None and model.you.order:
        # As it was left, on whatever terminal that was.
        desk = msgspec.structs.replace(desk, sort=Sort.OWN)
    hand = hand_of(model, desk)
    if before.you is not model.you:
        old = hand_of(before, desk)
        changes["picks"] = picks = still_held(desk.picks, hand)
        near = [same_card(old, hand, place) for place in desk.places]
        changes["places"] = places_of(picks, hand, near) if picks == desk.picks else ()
        changes["cursor"] = _cursor_after(old, hand, desk, model)
    if desk.lesson is not None:
        changes["lesson"] = after(desk.lesson, before, model)
    if desk.over is not None and not _still_asked(desk, before, model):
        changes |= {"over": None, "card": None, "choice": (), "offers": ()}
    if before.away is None and model.away is not None:
        changes |= {"over": Over.AWAY, "scroll": 0}
    if model.advice is not before.advice and model.advice is not None:
        changes |= {"picks": still_held(advised(model.advice.action), hand), "places": ()}
    if model.notice is not before.notice and model.notice is not None:
        changes |= _password_asked(model.notice, desk) or _joker_asked(model.notice)
    if model.games is not None and model.games is not before.games:
        changes["form"] = with_games(desk.form, model.games)
    if screen_of(before, desk) is not screen_of(model, desk):
        changes |= {"row": 0, "scroll": 0, "creating": False}
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


def _password_asked(notice: Notice, desk: Desk) -> dict[str, object]:
    """Where a table wants a password, or a better one, the line for it opens.

    Not in place of a line that is being written: that is never disturbed.
    """
    about, refused = notice.about, notice.refused
    if (
        refused is None
        or refused.code != Code.WRONG_PASSWORD
        or desk.writing is not None
        or not isinstance(about, Join | Watch)
    ):
        return {}
    coded = refused.args.get("to") == "watch"
    writing = Writing.WATCH_CODE if coded else Writing.PASSWORD
    return {"writing": writing, "target": about.table, "watch": isinstance(about, Watch)}


def _joker_asked(notice: Notice) -> dict[str, object]:
    """Where jokers could stand for several cards, the player is asked for which."""
    offers = joker_ways(notice)
    return {"over": Over.OFFER, "offers": offers} if offers else {}


def _cursor_after(
    old: tuple[Face, ...], new: tuple[Face, ...], desk: Desk, model: Model
) -> int:
    """The cursor stays on its card; a card that was just drawn draws it."""
    fresh = fresh_places(model, desk)
    if fresh and new.count(new[fresh[0]]) > old.count(new[fresh[0]]):
        return fresh[0]
    return same_card(old, new, desk.cursor)


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
        case Over.OFFER:
            return _offers_stand(desk.offers, model) and bool(may)
        case Over.PILE:
            return _pile_of(before) == _pile_of(model) != ()
        case Over.END_DEAL:
            return "end-deal" in may
        case Over.VOTE:
            return model.table is not None and before.table is not None
        case Over.AWAY:
            return model.away is not None
        case Over.LESSON:
            return due(desk.lesson, model) is not None
        case _:
            return True


def _pile_of(model: Model) -> tuple[Face, ...]:
    return model.deal.top if model.deal is not None else ()


def _offers_stand(offers: tuple[Action, ...], model: Model) -> bool:
    """Whether the cards and the melds of all *offers* are still there."""
    hand = model.you.hand if model.you is not None else ()
    melds = {meld.id for meld in model.deal.melds} if model.deal is not None else set()
    return bool(offers) and all(
        still_held(advised(offer), hand) == advised(offer)
        and (isinstance(offer, LayMeld) or getattr(offer, "meld", 0) in melds)
        for offer in offers
    )
