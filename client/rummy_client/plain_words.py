"""The words that a person may type into the plain client, each with what it leads to.

One table makes the commands and the help. What is typed wrong is answered with one line and
nothing else; what is no command never becomes chat (X-65).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rummy_protocol.messages import History
from rummy_protocol.text import Style

from . import plain_house as house
from . import plain_look as look
from . import plain_play as play
from .model import Model
from .plain_reply import Do, Reply, Situation, Unclear
from .words import told_entry

__all__ = ["VERBS", "Verb", "understood"]


class Verb(NamedTuple):
    words: tuple[str, ...]
    """The word itself, and others that mean the same."""
    usage: str
    help: str
    do: Do


def understood(typed: str, model: Model, style: Style, now: float) -> Reply:
    """What *typed* leads to.

    Raises:
        Unclear: nothing; the exception says why, in one line.
    """
    words = typed.split()
    if not words:
        return Reply()
    if words[0].isdigit():
        return play.answer(Situation(model, style, now), words)
    verb = _BY_WORD.get(words[0].lower())
    if verb is None:
        raise Unclear(f"Unknown word: {words[0][:20]}. Say help for the words that there are.")
    return verb.do(Situation(model, style, now), words[1:])


def _hand(here: Situation, words: list[str]) -> Reply:
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
    return Reply(look.who(here.model))


def _rules(here: Situation, words: list[str]) -> Reply:
    return Reply(look.rules(here.model, words[0] if words else ""))


def _help(here: Situation, words: list[str]) -> Reply:
    if words:
        verb = _BY_WORD.get(words[0].lower())
        if verb is None:
            raise Unclear(f"Unknown word: {words[0][:20]}. Say help for all.")
        return Reply([f"{verb.usage}: {verb.help}"])
    return Reply([f"{verb.usage}: {verb.help}" for verb in VERBS])


def _history(here: Situation, words: list[str]) -> Reply:
    lines = [told_entry(here.model, entry, here.style) for entry in here.model.log]
    if here.model.log and here.model.log[0].n > 1:
        return Reply(lines, History(0))
    return Reply(lines or ["Nothing has happened in this deal."])


def _cards_as(here: Situation, words: list[str]) -> Reply:
    if [word.lower() for word in words] not in (["words"], ["short"]):
        raise Unclear("Say: cards words (seven of hearts) or cards short (7H)")
    return Reply(local=words[0].lower())


def _next(here: Situation, words: list[str]) -> Reply:
    return Reply(local="next")


def _lesson(here: Situation, words: list[str]) -> Reply:
    return Reply(
        local="lesson-off" if [word.lower() for word in words] == ["off"] else "lesson"
    )


def _wait(here: Situation, words: list[str]) -> Reply:
    return Reply(local="wait")


def _quit(here: Situation, words: list[str]) -> Reply:
    return Reply(local="quit")


VERBS: Final = (
    Verb(("draw", "stock"), "draw", "draw the top card of the stock", play.draw),
    Verb(("take", "pick"), "take", "take the top discard; take 3 takes three", play.take),
    Verb(("pile",), "pile", "the discard pile, and how much of it you may take", play.pile),
    Verb(("meld",), "meld 7H 8H 9H", "lay a new meld on the table", play.meld),
    Verb(("lay", "layoff", "lay-off", "add"), "lay off 4C on 2", "add to meld 2", play.lay),
    Verb(("swap",), "swap 7H on 2", "give the 7H for the joker of meld 2", play.swap),
    Verb(("discard", "throw"), "discard KD", "end your turn with the KD", play.discard),
    Verb(("undo", "back"), "undo", "take back your last meld or lay-off", play.undo),
    Verb(("end",), "end deal", "end a deal in which nothing is left to draw", play.end),
    Verb(("hand", "h"), "hand", "your cards and what they make", _hand),
    Verb(("table", "t"), "table", "melds, piles, and whose turn it is", _table),
    Verb(("score", "scores"), "score", "everybody's points", _score),
    Verb(("last",), "last", "what happened last", _last),
    Verb(("history",), "history", "this whole deal, as far as it is known here", _history),
    Verb(("time", "clock"), "time", "how long there is", _time),
    Verb(("who",), "who", "the people at the table", _who),
    Verb(("rules",), "rules", "the rules in force; rules NAME for a game or a table", _rules),
    Verb(("hint",), "hint", "what a sensible player would do", play.hint),
    Verb(("say",), "say WORDS", "speak to the players", house.say),
    Verb(("ready",), "ready", "say that you are ready for the next deal", house.ready),
    Verb(("start",), "start", "begin the match, as host", house.start),
    Verb(("bot",), "bot LEVEL", "put an easy, steady or sharp bot into a free seat", house.bot),
    Verb(("rematch",), "rematch", "ask for another match", house.rematch),
    Verb(("buy",), "buy in", "come back into a match that you are out of", house.buy_in),
    Verb(("vote",), "vote 2 bot", "wait for absent seat 2, let a bot play, or end", house.vote),
    Verb(("tables", "list"), "tables", "the tables of this server", house.tables),
    Verb(("games",), "games", "the games that this server can play", house.games),
    Verb(("join",), "join K7QX", "take a seat at a table", house.join),
    Verb(("watch",), "watch K7QX", "look on at a table", house.watch),
    Verb(
        ("create",),
        "create NAME",
        "open a table: game=NAME seats=3 bots=easy",
        house.create,
    ),
    Verb(("cards",), "cards words", "say cards in words, or cards short for 7H", _cards_as),
    Verb(("lesson",), "lesson", "explain what can be done now; lesson off: no more", _lesson),
    Verb(("next",), "next", "go on to the next page of the lesson", _next),
    Verb(("wait",), "wait", "read no more until there is something for you to do", _wait),
    Verb(("leave",), "leave", "give up your seat", house.leave),
    Verb(("quit", "exit", "bye"), "quit", "stop; your seat is kept for you", _quit),
    Verb(("help", "?"), "help", "these words", _help),
)
"""Everything that can be typed."""

_BY_WORD: Final = {word: verb for verb in VERBS for word in verb.words}
