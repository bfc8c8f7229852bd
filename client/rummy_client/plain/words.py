"""The words that a person may type into the plain client, each with what it leads to.

One table makes the commands and the help. What is typed wrong is answered with one line and
nothing else; what is no command never becomes chat (X-65).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rummy_protocol.messages import History
from rummy_protocol.text import N_, Style, _, named

from ..model import Model
from ..words import told_entry
from . import house as house
from . import lists as lists
from . import look as look
from . import order as own
from . import play as play
from . import watch as watching
from .create import create
from .reply import Do, Reply, Situation, Unclear

__all__ = ["VERBS", "Verb", "understood"]


class Verb(NamedTuple):
    words: tuple[str, ...]
    """The word itself, and others that mean the same."""
    usage: str
    help: str
    do: Do


def understood(typed: str, model: Model, style: Style, now: float, follow: str = "") -> Reply:
    """What *typed* leads to.

    Raises:
        Unclear: nothing; the exception says why, in one line.
    """
    here, words = Situation(model, style, now, follow), typed.split()
    if not words:
        return Reply()
    if words[0].isdigit():
        return play.answer(here, words)
    verb = _BY_WORD.get(words[0].lower())
    if verb is None:
        raise _unknown(words[0])
    return verb.do(here, words[1:])


def _hand(here: Situation, words: list[str]) -> Reply:
    if here.model.hands:
        return Reply(watching.open_hands(here, words))
    return Reply(look.hand(here.model, here.style))


def _table(here: Situation, words: list[str]) -> Reply:
    return Reply(look.table(here.model, here.style))


def _score(here: Situation, words: list[str]) -> Reply:
    return Reply(look.score(here.model))


def _last(here: Situation, words: list[str]) -> Reply:
    return Reply(look.last_lines(here.model, here.style))


def _time(here: Situation, words: list[str]) -> Reply:
    return Reply(look.clock(here.model, here.now))


def _who(here: Situation, words: list[str]) -> Reply:
    return Reply(lists.who(here.model))


def _rules(here: Situation, words: list[str]) -> Reply:
    return Reply(lists.rules(here.model, words[0] if words else ""))


def _help(here: Situation, words: list[str]) -> Reply:
    if words:
        verb = _BY_WORD.get(words[0].lower())
        if verb is None:
            raise _unknown(words[0])
        return Reply([_explained(verb)])
    return Reply([_explained(verb) for verb in VERBS])


def _unknown(word: str) -> Unclear:
    told = {"word": word[:20], "help": "help"}
    return Unclear(_("Unknown word: {word}. Say {help} for the words that there are.", **told))


def _explained(verb: Verb) -> str:
    return named(verb.usage, _(verb.help))


def _history(here: Situation, words: list[str]) -> Reply:
    lines = [told_entry(here.model, entry, here.style) for entry in here.model.log]
    if here.model.log and here.model.log[0].n > 1:
        return Reply(lines, History(0))
    return Reply(lines or [_("Nothing has happened in this deal.")])


def _cards_as(here: Situation, words: list[str]) -> Reply:
    if [word.lower() for word in words] not in (["words"], ["short"]):
        told = {"words": "cards words", "short": "cards short"}
        raise Unclear(_("Say {words} for seven of hearts, or {short} for 7H.", **told))
    return Reply(local=words[0].lower())


def _next(here: Situation, words: list[str]) -> Reply:
    return Reply(local="next")


def _lesson(here: Situation, words: list[str]) -> Reply:
    return Reply(
        local="lesson-off" if [word.lower() for word in words] == ["off"] else "lesson"
    )


def _settings(here: Situation, words: list[str]) -> Reply:
    return Reply(local="settings", words=tuple(words))


def _wait(here: Situation, words: list[str]) -> Reply:
    return Reply(local="wait")


def _quit(here: Situation, words: list[str]) -> Reply:
    return Reply(local="quit")


VERBS: Final = (
    Verb(("draw", "stock"), "draw", N_("draw the top card of the stock"), play.draw),
    Verb(("take", "pick"), "take", N_("take the top discard; take 3 takes three"), play.take),
    Verb(("pile",), "pile", N_("the discard pile, and how much of it you may take"), play.pile),
    Verb(("meld",), "meld 7H 8H 9H", N_("lay a new meld on the table"), play.meld),
    Verb(("lay", "layoff", "lay-off", "add"), "lay off 4C on 2", N_("add to meld 2"), play.lay),
    Verb(("swap",), "swap 7H on 2", N_("give the 7H for the joker of meld 2"), play.swap),
    Verb(("discard", "throw"), "discard KD", N_("end your turn with the KD"), play.discard),
    Verb(("undo", "back"), "undo", N_("take back your last meld or lay-off"), play.undo),
    Verb(("end",), "end deal", N_("end a deal in which nothing is left to draw"), play.end),
    Verb(
        ("hand", "h"),
        "hand",
        N_("your cards and what they make; hand 2: that of seat 2, if open"),
        _hand,
    ),
    Verb(
        ("order",),
        "order",
        N_("how your hand lies; order suit, rank, melds or none"),
        own.order,
    ),
    Verb(("move",), "move 7H before KD", N_("lay a card of your hand elsewhere"), own.move),
    Verb(("group",), "group 7H 8H 9H", N_("lay these cards of your hand together"), own.group),
    Verb(("table", "t"), "table", N_("melds, piles, and whose turn it is"), _table),
    Verb(("score", "scores"), "score", N_("everybody's points"), _score),
    Verb(("last",), "last", N_("what happened last"), _last),
    Verb(("history",), "history", N_("this whole deal, as far as it is known here"), _history),
    Verb(("time", "clock"), "time", N_("how long there is"), _time),
    Verb(("who",), "who", N_("the people at the table"), _who),
    Verb(
        ("rules",), "rules", N_("the rules in force; rules NAME for a game or a table"), _rules
    ),
    Verb(("hint",), "hint", N_("what a sensible player would do"), play.hint),
    Verb(("say",), "say WORDS", N_("speak to the players"), house.say),
    Verb(("ready",), "ready", N_("say that you are ready for the next deal"), house.ready),
    Verb(("start",), "start", N_("begin the match, as host"), house.start),
    Verb(
        ("bot",),
        "bot LEVEL",
        N_("put an easy, steady or sharp bot into a free seat"),
        house.bot,
    ),
    Verb(("rematch",), "rematch", N_("ask for another match"), house.rematch),
    Verb(("buy",), "buy in", N_("come back into a match that you are out of"), house.buy_in),
    Verb(
        ("vote",),
        "vote 2 bot",
        N_("wait for absent seat 2, let a bot play, or end"),
        house.vote,
    ),
    Verb(("tables", "list"), "tables", N_("the tables of this server"), house.tables),
    Verb(("games",), "games", N_("the games that this server can play"), house.games),
    Verb(("join",), "join K7QX", N_("take a seat at a table"), house.join),
    Verb(("watch",), "watch K7QX", N_("look on at a table"), house.watch),
    Verb(
        ("follow",),
        "follow 2",
        N_("watch from seat 2, or that of a name; follow nobody: from none"),
        watching.follow,
    ),
    Verb(
        ("create",),
        "create NAME",
        N_("open a table: game=NAME seats=3 bots=easy, and any rule"),
        create,
    ),
    Verb(
        ("agree",), "agree", N_("let those who watch see all hands; agree no: not"), house.agree
    ),
    Verb(("remove",), "remove NAME", N_("have somebody who watches go, as host"), house.remove),
    Verb(
        ("let",),
        "let NAME in",
        N_("let somebody watch again who was shown out"),
        house.let_in,
    ),
    Verb(("cards",), "cards words", N_("say cards in words, or cards short for 7H"), _cards_as),
    Verb(
        ("settings", "set"),
        "settings",
        N_("what you like; settings language=fr changes it"),
        _settings,
    ),
    Verb(
        ("lesson",), "lesson", N_("explain what can be done now; lesson off: no more"), _lesson
    ),
    Verb(("next",), "next", N_("go on to the next page of the lesson"), _next),
    Verb(("wait",), "wait", N_("read no more until there is something for you to do"), _wait),
    Verb(("leave",), "leave", N_("give up your seat"), house.leave),
    Verb(("quit", "exit", "bye"), "quit", N_("stop; your seat is kept for you"), _quit),
    Verb(("help", "?"), "help", N_("these words"), _help),
)
"""Everything that can be typed."""

_BY_WORD: Final = {word: verb for verb in VERBS for word in verb.words}
