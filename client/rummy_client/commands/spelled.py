"""Commands that take words, as they are typed into the command line.

Each has what can stand behind it, and what then follows. Whether a play is legal the server
says, here as everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final, NamedTuple

import msgspec

from rummy_protocol import text
from rummy_protocol.actions import LayOff, TakeDiscard
from rummy_protocol.cards import Face, parse_face
from rummy_protocol.clean import clean
from rummy_protocol.errors import Code
from rummy_protocol.messages import Join, Say, ShowOut, Watch
from rummy_protocol.text import N_, NOTATION, _

from ..desk import Desk, Over, hand_of
from ..looking import follow
from ..model import Model
from ..order import Sort, places_of
from ..sound import NAME_CELLS
from ..tastes import TASTES, BadTaste, shown, stepped, with_word
from .lobby import enter
from .obey import obey
from .outcome import Outcome, sent, told
from .play import play

__all__ = ["SPELLED", "Spelled", "spelled"]

Counts = Callable[[Model, Desk, Collection[str]], bool]
Words = Callable[[Model, Desk, str], tuple[str, ...]]
Run = Callable[[Model, Desk, str], Outcome]


class Spelled(NamedTuple):
    about: str
    counts: Counts
    """Whether it can be typed now; the last argument are the commands that have a key now."""
    words: Words
    """What can stand behind it, after the words that stand there already."""
    run: Run


def spelled(name: str, model: Model, desk: Desk, before: str) -> tuple[str, ...]:
    """What can be typed behind the command *name*, after the words *before*."""
    word = SPELLED.get(name)
    return word.words(model, desk, before) if word is not None else ()


def _always(model: Model, desk: Desk, keys: Collection[str]) -> bool:
    return True


def _with(*commands: str) -> Counts:
    """It counts where one of *commands* has a key."""
    return lambda model, desk, keys: any(command in keys for command in commands)


def _none(model: Model, desk: Desk, before: str) -> tuple[str, ...]:
    return ()


def _first_only(words: Callable[[Model, Desk], tuple[str, ...]]) -> Words:
    return lambda model, desk, before: () if before else words(model, desk)


def _of(words: tuple[str, ...]) -> Words:
    return _first_only(lambda model, desk: words)


# --- tastes ------------------------------------------------------------------------------


def _sets(name: str) -> Run:
    def run(model: Model, desk: Desk, rest: str) -> Outcome:
        try:
            if rest:
                settings = with_word(desk.settings, name, rest)
            else:
                settings = stepped(desk.settings, name, 1)
        except BadTaste as bad:
            return told(model, desk, str(bad))
        each = next(taste for taste in TASTES if taste.name == name)
        line = _("{setting}: {value}", setting=_(each.label), value=shown(settings, name))
        desk = msgspec.structs.replace(desk, settings=settings)
        return told(model, desk, line, bad=False)

    return run


def _tastes() -> dict[str, Spelled]:
    return {
        each.name.replace("_", "-"): Spelled(
            each.about,
            _always,
            _of(tuple(each.values)),
            _sets(each.name),
        )
        for each in TASTES
    }


# --- cards -------------------------------------------------------------------------------


def _cards(rest: str) -> tuple[Face, ...] | str:
    """The cards that *rest* names, or the word that is none."""
    found = list[Face]()
    for word in rest.replace(",", " ").split():
        try:
            found.append(parse_face(word))
        except ValueError:
            return clean(word, 20)
    return tuple(found)


def _held(model: Model, desk: Desk, before: str) -> tuple[str, ...]:
    """The cards of the hand that *before* does not name yet."""
    named = _cards(before)
    left = list(hand_of(model, desk))
    for card in named if not isinstance(named, str) else ():
        if card in left:
            left.remove(card)
    return tuple(dict.fromkeys(map(NOTATION.one, left)))


def _picked(model: Model, desk: Desk, rest: str) -> Desk | str:
    """*desk* with the cards of *rest* picked; or why that cannot be."""
    cards = _cards(rest)
    if isinstance(cards, str):
        return _("{word} is no card; cards are written like 7H, TD or AS.", word=cards)
    hand = hand_of(model, desk)
    places = places_of(cards, hand)
    if len(places) < len(cards):
        return _("You do not hold all of these cards.")
    return msgspec.structs.replace(desk, picks=cards, places=places)


def _with_cards(command: str) -> Run:
    """Pick the cards that are named, and give *command*; without cards it is as its key."""

    def run(model: Model, desk: Desk, rest: str) -> Outcome:
        picked = _picked(model, desk, rest) if rest else desk
        if isinstance(picked, str):
            return told(model, desk, picked)
        outcome = obey(model, picked, command)
        if rest and outcome.desk.over is Over.DISCARD:
            # A card that was named and confirmed with Enter is no slip of a finger.
            return obey(outcome.model, outcome.desk, "confirm-discard")
        return outcome

    return run


def _pick(model: Model, desk: Desk, rest: str) -> Outcome:
    picked = _picked(model, desk, rest)
    return told(model, desk, picked) if isinstance(picked, str) else Outcome(model, picked)


def _lay_off(model: Model, desk: Desk, rest: str) -> Outcome:
    """``lay-off 4C``, or ``lay-off 4C on 2`` where the meld is named."""
    cards, on, meld = rest.partition(" on ")
    if not on:
        return _with_cards("lay-off")(model, desk, rest)
    picked = _picked(model, desk, cards)
    if isinstance(picked, str):
        return told(model, desk, picked)
    if not (meld.strip().isascii() and meld.strip().isdigit()):
        return told(model, desk, _("Say the number of a meld, like: lay-off 4C on 2"))
    return play(model, picked, LayOff(int(meld[:6]), picked.picks))


def _take(model: Model, desk: Desk, rest: str) -> Outcome:
    if not rest:
        return obey(model, desk, "take-discard")
    if not (rest.isascii() and rest.isdigit() and 1 <= int(rest[:6]) <= 999):
        return told(model, desk, _("Say how many cards, like: take-discard 3"))
    return play(model, desk, TakeDiscard(int(rest)))


def _takes(model: Model, desk: Desk) -> tuple[str, ...]:
    return tuple(str(take.count) for take in model.you.takes) if model.you is not None else ()


def _sorts(model: Model, desk: Desk) -> tuple[str, ...]:
    own = model.you is not None and model.you.order
    return tuple(sort for sort in Sort if own or sort is not Sort.OWN)


def _sort(model: Model, desk: Desk, rest: str) -> Outcome:
    if not rest:
        return obey(model, desk, "sort")
    if rest.lower() not in list(Sort):
        words = ", ".join(Sort)
        return told(model, desk, _("A hand is sorted by one of: {words}.", words=words))
    outcome = Outcome(model, desk)
    for _again in Sort:
        if outcome.desk.sort != rest.lower():
            outcome = obey(outcome.model, outcome.desk, "sort")
    if outcome.desk.sort != rest.lower():
        return told(model, desk, _("You have not laid your hand in an order of your own."))
    return outcome


# --- tables and talk ---------------------------------------------------------------------


def _say(model: Model, desk: Desk, rest: str) -> Outcome:
    if not rest:
        return obey(model, desk, "chat")
    return sent(model, desk, Say(0, rest))


def _tables(model: Model, desk: Desk) -> tuple[str, ...]:
    return tuple(line.id for line in model.tables or ())


def _join(model: Model, desk: Desk, rest: str) -> Outcome:
    if not rest:
        return obey(model, desk, "join")
    return sent(model, desk, Join(0, rest, b"", b""))


def _watch(model: Model, desk: Desk, rest: str) -> Outcome:
    if not rest:
        return obey(model, desk, "watch")
    listed = [line for line in model.tables or () if line.id == rest.upper()]
    if listed:
        return enter(model, desk, listed[0], watch=True)
    return sent(model, desk, Watch(0, rest))


def _sits(model: Model, desk: Desk) -> tuple[str, ...]:
    return tuple(name for name in model.names if name)


def _follow(model: Model, desk: Desk, rest: str) -> Outcome:
    return follow(model, desk, rest) if rest else obey(model, desk, "follow")


def _looks_on(model: Model, desk: Desk) -> tuple[str, ...]:
    return model.table.spectators if model.table is not None else ()


def _hosting(model: Model, desk: Desk, keys: Collection[str]) -> bool:
    return model.table is not None and model.seat is not None and model.table.host == model.seat


def _watched(model: Model, desk: Desk, keys: Collection[str]) -> bool:
    return _hosting(model, desk, keys) and bool(_looks_on(model, desk))


def _show_out(model: Model, desk: Desk, rest: str) -> Outcome:
    if rest not in _looks_on(model, desk):
        return told(model, desk, text.refusal(Code.NO_SUCH_SPECTATOR))
    return sent(model, desk, ShowOut(0, rest))


def _let_in(model: Model, desk: Desk, rest: str) -> Outcome:
    outcome = sent(model, desk, ShowOut(0, rest, out=False))
    if not outcome.effects:
        return outcome
    words = _("{name} may watch again.", name=clean(rest, NAME_CELLS))
    return Outcome(told(outcome.model, desk, words, bad=False).model, desk, outcome.effects)


def _quit(model: Model, desk: Desk, rest: str) -> Outcome:
    return obey(model, desk, "quit")


def _leave(model: Model, desk: Desk, rest: str) -> Outcome:
    return obey(model, desk, "leave")


SPELLED: Final[Mapping[str, Spelled]] = {
    **_tastes(),
    "pick": Spelled(N_("pick the cards that are named"), _with("pick"), _held, _pick),
    "discard": Spelled(
        N_("discard the card that is named"), _with("discard"), _held, _with_cards("discard")
    ),
    "lay-meld": Spelled(
        N_("lay the named cards down as a meld"),
        _with("lay-meld"),
        _held,
        _with_cards("lay-meld"),
    ),
    "lay-off": Spelled(
        N_("add the named cards to a meld: lay-off 4C on 2"), _with("lay-off"), _held, _lay_off
    ),
    "take-discard": Spelled(
        N_("take so many cards of the discard pile"),
        _with("take-discard", "pile"),
        _first_only(_takes),
        _take,
    ),
    "sort": Spelled(N_("sort the hand"), _with("sort"), _first_only(_sorts), _sort),
    "say": Spelled(N_("write something to the table"), _with("chat"), _none, _say),
    "join": Spelled(
        N_("sit down at the table with that code"), _with("join"), _first_only(_tables), _join
    ),
    "watch": Spelled(
        N_("watch the table with that code"), _with("watch"), _first_only(_tables), _watch
    ),
    "follow": Spelled(
        N_("look from the seat of whom you name"), _with("follow"), _first_only(_sits), _follow
    ),
    "show-out": Spelled(
        N_("have a spectator go, for good"), _watched, _first_only(_looks_on), _show_out
    ),
    "let-in": Spelled(
        N_("let somebody watch again who was shown out"), _hosting, _none, _let_in
    ),
    "quit": Spelled(N_("leave at once; a seat is kept for you"), _always, _none, _quit),
    "leave": Spelled(
        N_("give up the seat, or stop watching"),
        lambda model, desk, keys: model.at_table,
        _none,
        _leave,
    ),
}
"""By name; a key's command of the same name is given where no words stand behind it."""
