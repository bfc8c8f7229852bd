"""What the player wants, by name: model and desk in, model, desk and what is to be done out.

Nothing is done in here. Requests carry no number and no secret; the link puts them in. Whether
a play is legal the server says; the client only knows what it was told.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, TypeVar

import msgspec

from rummy_protocol.actions import (
    Discard,
    DrawStock,
    EndDeal,
    LayMeld,
    LayOff,
    TakeBack,
    TakeDiscard,
)
from rummy_protocol.cards import Face
from rummy_protocol.messages import Advise, BuyIn, History, Leave, Rematch, Vote
from rummy_protocol.text import N_, _
from rummy_protocol.views import Absence, Stage

from ..desk import Desk, Over, Screen, Writing, mouse_plays, screen_of
from ..liking import Switch, Theme
from ..looking import LOOKING_COMMANDS
from ..model import Model, put_away
from ..moment import absent_seats
from ..tastes import shown
from ..ways import meant
from ..words import meld_key, name_of, waiting_sentence
from .hand import HAND_COMMANDS
from .lesson import LESSON_COMMANDS
from .lobby import LOBBY_COMMANDS
from .outcome import Command, Effect, Local, Outcome, changed, sent, told
from .play import DRAW_FIRST, PLAY_COMMANDS, chosen, closed, must_draw, play
from .replay import REPLAY_COMMANDS
from .settings import SETTING_COMMANDS

__all__ = ["COMMANDS", "Effect", "Local", "Outcome", "obey"]


def obey(model: Model, desk: Desk, command: str, pressed: str = "") -> Outcome:
    """What follows from *command*, given by the key *pressed*."""
    if model.notice is not None:
        model = msgspec.structs.replace(model, notice=None)
    return COMMANDS[command](model, desk, pressed)


Setting = TypeVar("Setting", bound=StrEnum)


# --- plays -------------------------------------------------------------------------------


def _draw_stock(model: Model, desk: Desk, pressed: str) -> Outcome:
    return play(model, desk, DrawStock())


def _take_discard(model: Model, desk: Desk, pressed: str) -> Outcome:
    return play(model, desk, TakeDiscard())


def _end_deal(model: Model, desk: Desk, pressed: str) -> Outcome:
    if "end-deal" not in model.may:
        return play(model, desk, EndDeal())
    return changed(model, desk, over=Over.END_DEAL)


def _confirm_end_deal(model: Model, desk: Desk, pressed: str) -> Outcome:
    return play(model, closed(desk), EndDeal())


def _take_back(model: Model, desk: Desk, pressed: str) -> Outcome:
    return play(model, desk, TakeBack())


def _lay_meld(model: Model, desk: Desk, pressed: str) -> Outcome:
    if must_draw(model):
        return told(model, desk, _(DRAW_FIRST))
    if len(desk.picks) < 3 and model.may:
        return told(
            model, desk, _("A meld has at least three cards: pick them with Space first.")
        )
    return play(model, desk, meant(model, LayMeld(desk.picks)))


def _lay_off(model: Model, desk: Desk, pressed: str) -> Outcome:
    cards = chosen(model, desk)
    if not model.may or not cards or model.you is None or model.deal is None:
        return play(model, desk, LayOff(0, cards))
    if must_draw(model):
        return told(model, desk, _(DRAW_FIRST))
    if not model.deal.melds:
        return told(model, desk, _("There is no meld on the table yet to lay off to."))
    hinted = meant(model, LayOff(0, cards))
    if hinted.meld:
        return play(model, desk, hinted)
    fits = {fit.card: set(fit.melds) for fit in model.you.fits}
    homes = [fits.get(card, set()) for card in cards]
    common = set.intersection(*homes) or set.union(*homes)
    melds = tuple(meld.id for meld in model.deal.melds if meld.id in common)
    if not melds:
        # None is known to fit; the server is asked all the same, for the reason.
        return play(model, desk, LayOff(model.deal.melds[0].id, cards))
    if len(melds) == 1:
        return play(model, desk, LayOff(melds[0], cards))
    return changed(model, desk, over=Over.CHOOSE, choice=melds, picks=cards)


def _choose(model: Model, desk: Desk, pressed: str) -> Outcome:
    for meld in desk.choice:
        if pressed and meld_key(meld) == pressed:
            return play(model, closed(desk), LayOff(meld, desk.picks))
    return told(model, desk, _("That number is none of those that fit; Esc: neither."))


def _discard(model: Model, desk: Desk, pressed: str) -> Outcome:
    if must_draw(model):
        return told(model, desk, _(DRAW_FIRST))
    cards = chosen(model, desk)
    if not model.may or not cards:
        return play(model, desk, Discard(Face(0)))
    if len(cards) > 1:
        return told(model, desk, _("One card is discarded; Esc puts the picked ones back."))
    if desk.settings.single_key or "discard" not in model.may:
        return play(model, desk, Discard(cards[0]))
    return changed(model, desk, over=Over.DISCARD, card=cards[0])


def _confirm_discard(model: Model, desk: Desk, pressed: str) -> Outcome:
    if desk.card is None:
        return changed(model, desk, over=None)
    return play(model, closed(desk), Discard(desk.card))


def _hint(model: Model, desk: Desk, pressed: str) -> Outcome:
    if not model.may:
        return told(model, desk, waiting_sentence(model), bad=False)
    return sent(model, desk, Advise(0))


# --- what lies over the screen -----------------------------------------------------------


def _dismiss(model: Model, desk: Desk, pressed: str) -> Outcome:
    if desk.over is Over.AWAY:
        model = msgspec.structs.replace(model, away=None)
    return Outcome(model, closed(desk))


def _opens(over: Over) -> Command:
    def command(model: Model, desk: Desk, pressed: str) -> Outcome:
        return changed(model, desk, over=over, scroll=0)

    return command


def _log(model: Model, desk: Desk, pressed: str) -> Outcome:
    """Open the log at its end, and ask for what of it was never seen."""
    opened = msgspec.structs.replace(desk, over=Over.LOG, scroll=0)
    if model.log and model.log[0].n > 1 and model.online:
        return Outcome(model, opened, (History(0, 0),))
    return Outcome(model, opened)


def _scrolls(lines: int) -> Command:
    def command(model: Model, desk: Desk, pressed: str) -> Outcome:
        # The log is read from its end upwards, everything else from its beginning.
        step = -lines if desk.over is Over.LOG else lines
        return changed(model, desk, scroll=max(0, desk.scroll + step))

    return command


def _vertical(step: int) -> Command:
    def command(model: Model, desk: Desk, pressed: str) -> Outcome:
        if desk.over is not None or screen_of(model, desk) in (Screen.SHEET, Screen.OVER):
            return _scrolls(step)(model, desk, pressed)
        return changed(model, desk, row=max(0, desk.row + step))

    return command


# --- people ------------------------------------------------------------------------------


def _chat(model: Model, desk: Desk, pressed: str) -> Outcome:
    return changed(model, desk, writing=Writing.CHAT)


def _vote(model: Model, desk: Desk, pressed: str) -> Outcome:
    """Open the vote about the first absent seat, or go on to the next one."""
    gone = absent_seats(model)
    if not gone:
        return told(model, closed(desk), _("Nobody is absent."), bad=False)
    place = gone.index(desk.absent) + 1 if desk.absent in gone and desk.over is Over.VOTE else 0
    return changed(model, desk, over=Over.VOTE, absent=gone[place % len(gone)])


def _votes(choice: Absence) -> Command:
    def command(model: Model, desk: Desk, pressed: str) -> Outcome:
        if desk.absent not in absent_seats(model):
            back = _("{name} is back.", name=name_of(model, desk.absent))
            return told(model, closed(desk), back, bad=False)
        return sent(model, closed(desk), Vote(0, desk.absent, choice))

    return command


def _rematch(model: Model, desk: Desk, pressed: str) -> Outcome:
    return sent(model, desk, Rematch(0))


def _buy_in(model: Model, desk: Desk, pressed: str) -> Outcome:
    return sent(model, desk, BuyIn(0))


def _quit(model: Model, desk: Desk, pressed: str) -> Outcome:
    return Outcome(model, desk, (Local.QUIT,))


def _leave(model: Model, desk: Desk, pressed: str) -> Outcome:
    if model.table is None or model.replaying:
        return _quit(model, desk, pressed)
    if model.table.stage is Stage.CLOSED:
        return Outcome(put_away(model), closed(desk))
    return sent(model, closed(desk), Leave(0))


# --- the program -------------------------------------------------------------------------


def _toggles(setting: str, on: str, off: str) -> Command:
    def command(model: Model, desk: Desk, pressed: str) -> Outcome:
        value = not getattr(desk.settings, setting)
        settings = msgspec.structs.replace(desk.settings, **{setting: value})
        desk = msgspec.structs.replace(desk, settings=settings)
        return told(model, desk, _(on if value else off), bad=False)

    return command


def _next(values: type[Setting], value: Setting) -> Setting:
    every = list(values)
    return every[(every.index(value) + 1) % len(every)]


def _colours(model: Model, desk: Desk, pressed: str) -> Outcome:
    theme = _next(Theme, desk.settings.theme)
    settings = msgspec.structs.replace(desk.settings, theme=theme)
    desk = msgspec.structs.replace(desk, settings=settings)
    return told(model, desk, _("Colours: {theme}.", theme=shown(settings, "theme")), bad=False)


def _mouse(model: Model, desk: Desk, pressed: str) -> Outcome:
    plays = not mouse_plays(desk)
    settings = msgspec.structs.replace(desk.settings, mouse=plays)
    desk = msgspec.structs.replace(desk, settings=settings)
    if plays:
        words = _("The mouse plays; with Shift held it selects text, as ever.")
    else:
        words = _("The mouse does not play; it selects text.")
    return told(model, desk, words, bad=False)


_RINGING: Final = {
    Switch.OFF: N_("It does not ring any more."),
    Switch.ON: N_("It rings when it is your turn."),
    Switch.AWAY: N_("It rings when it is your turn and you look elsewhere."),
}


def _bell(model: Model, desk: Desk, pressed: str) -> Outcome:
    bell = _next(Switch, desk.settings.bell)
    settings = msgspec.structs.replace(desk.settings, bell=bell)
    return told(
        model, msgspec.structs.replace(desk, settings=settings), _(_RINGING[bell]), False
    )


def _local(effect: Local) -> Command:
    def command(model: Model, desk: Desk, pressed: str) -> Outcome:
        return Outcome(model, desk, (effect,))

    return command


def _command(model: Model, desk: Desk, pressed: str) -> Outcome:
    return changed(model, desk, writing=Writing.COMMAND, typed="", completions=(), completion=0)


COMMANDS: Final[Mapping[str, Command]] = {
    "draw-stock": _draw_stock,
    "take-discard": _take_discard,
    "end-deal": _end_deal,
    "confirm-end-deal": _confirm_end_deal,
    "lay-meld": _lay_meld,
    "lay-off": _lay_off,
    "choose": _choose,
    "discard": _discard,
    "confirm-discard": _confirm_discard,
    "take-back": _take_back,
    "hint": _hint,
    "dismiss": _dismiss,
    "help": _opens(Over.HELP),
    "scores": _opens(Over.SCORES),
    "rules": _opens(Over.RULES),
    "log": _log,
    "up": _vertical(-1),
    "down": _vertical(1),
    "page-up": _scrolls(-10),
    "page-down": _scrolls(10),
    "chat": _chat,
    "command": _command,
    "vote": _vote,
    "vote-wait": _votes(Absence.WAIT),
    "vote-bot": _votes(Absence.BOT),
    "vote-end": _votes(Absence.END),
    "rematch": _rematch,
    "buy-in": _buy_in,
    "ask-quit": _opens(Over.QUIT),
    "quit": _quit,
    "leave": _leave,
    "letters": _toggles(
        "letters", N_("Suits are shown as letters."), N_("Suits are shown as signs.")
    ),
    "colours": _colours,
    "bell": _bell,
    "single-key": _toggles(
        "single_key", N_("d discards at once."), N_("d asks before it discards.")
    ),
    "mouse": _mouse,
    "redraw": _local(Local.REDRAW),
    "suspend": _local(Local.SUSPEND),
    **PLAY_COMMANDS,
    **LOOKING_COMMANDS,
    **HAND_COMMANDS,
    **LESSON_COMMANDS,
    **SETTING_COMMANDS,
    **LOBBY_COMMANDS,
    **REPLAY_COMMANDS,
}
"""Everything that a key may ask for."""
