"""The words of the plain client that are about people and tables, not about the cards."""

from __future__ import annotations

from typing import Final

from rummy_protocol.messages import (
    Bot,
    BuyIn,
    Consent,
    Games,
    Join,
    Leave,
    ListTables,
    Ready,
    Rematch,
    Say,
    ShowOut,
    Start,
    Vote,
    Watch,
)
from rummy_protocol.text import _
from rummy_protocol.views import Absence

from .reply import Reply, Situation, Unclear, number

__all__ = [
    "agree",
    "bot",
    "buy_in",
    "games",
    "join",
    "leave",
    "let_in",
    "ready",
    "rematch",
    "remove",
    "say",
    "start",
    "tables",
    "vote",
    "watch",
]

NO: Final = ("no", "off")


def say(here: Situation, words: list[str]) -> Reply:
    if not words:
        raise Unclear(_("Say what, for example: {usage}", usage="say good luck"))
    return Reply(request=Say(0, " ".join(words)))


def ready(here: Situation, words: list[str]) -> Reply:
    return Reply(request=Ready(0))


def start(here: Situation, words: list[str]) -> Reply:
    return Reply(request=Start(0))


def rematch(here: Situation, words: list[str]) -> Reply:
    return Reply(request=Rematch(0))


def buy_in(here: Situation, words: list[str]) -> Reply:
    if [word.lower() for word in words] not in ([], ["in"]):
        usage = "buy in"
        raise Unclear(
            _("To come back into a match that you are out of, say: {words}", words=usage)
        )
    return Reply(request=BuyIn(0))


def leave(here: Situation, words: list[str]) -> Reply:
    return Reply(request=Leave(0))


def bot(here: Situation, words: list[str]) -> Reply:
    if len(words) == 2 and words[0].lower() == "away":
        return Reply(request=Bot(0, "", number(words[1:], "bot away 3") - 1))
    if len(words) > 1:
        told = {"bot": "bot steady", "away": "bot away 3"}
        raise Unclear(_("Say one level, for example {bot}; or a seat to free: {away}", **told))
    return Reply(request=Bot(0, words[0].lower()) if words else Bot(0))


def vote(here: Situation, words: list[str]) -> Reply:
    usage = "vote 2 bot"
    if len(words) != 2 or words[1].lower() not in list(Absence):
        raise Unclear(
            _(
                "Say what shall become of an absent seat, one of {words}, for example: {usage}",
                words=", ".join(Absence),
                usage=usage,
            )
        )
    return Reply(request=Vote(0, number(words[:1], usage) - 1, Absence(words[1].lower())))


def agree(here: Situation, words: list[str]) -> Reply:
    lower = [word.lower() for word in words]
    if lower not in ([], ["yes"], *([word] for word in NO)):
        told = {"yes": "agree", "no": "agree no"}
        raise Unclear(_("Say {yes} or {no}: those who watch see all hands, or not.", **told))
    return Reply(request=Consent(0, not lower or lower[0] not in NO))


def remove(here: Situation, words: list[str]) -> Reply:
    named = " ".join(words)
    watching = here.model.table.spectators if here.model.table is not None else ()
    found = [name for name in watching if name.lower() == named.lower()]
    if not found:
        raise Unclear(_("Say who of those that watch shall go: {names}.", names=_all(watching)))
    return Reply(request=ShowOut(0, found[0]))


def let_in(here: Situation, words: list[str]) -> Reply:
    named = words[:-1] if [word.lower() for word in words[-1:]] == ["in"] else []
    if not named:
        raise Unclear(_("Say who may watch again, for example: {usage}", usage="let NAME in"))
    return Reply(request=ShowOut(0, " ".join(named), out=False))


def _all(names: tuple[str, ...]) -> str:
    return ", ".join(names) or _("nobody is watching")


# --- tables --------------------------------------------------------------------------------


def tables(here: Situation, words: list[str]) -> Reply:
    return Reply(request=ListTables(0))


def games(here: Situation, words: list[str]) -> Reply:
    return Reply(request=Games(0))


def join(here: Situation, words: list[str]) -> Reply:
    table, password = _table_and_password(words, "join K7QX")
    return Reply(request=Join(0, table, b"", b"", password))


def watch(here: Situation, words: list[str]) -> Reply:
    table, password = _table_and_password(words, "watch K7QX")
    return Reply(request=Watch(0, table, password))


def _table_and_password(words: list[str], usage: str) -> tuple[str, str]:
    if not 1 <= len(words) <= 2:
        raise Unclear(
            _(
                "Say which table, and its password if it has one, for example: {usage}",
                usage=usage,
            )
        )
    return words[0], words[1] if words[1:] else ""
