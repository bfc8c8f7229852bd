"""The words of the plain client that are about people and tables, not about the cards."""

from __future__ import annotations

from typing import Final

from rummy_protocol.messages import (
    Bot,
    BuyIn,
    Create,
    Games,
    Join,
    Leave,
    ListTables,
    Ready,
    Rematch,
    Say,
    Start,
    Vote,
    Watch,
)
from rummy_protocol.ruleset import Value
from rummy_protocol.views import Absence

from .plain_reply import Reply, Situation, Unclear, number
from .switches import BadSetting, parse_changes

__all__ = [
    "bot",
    "buy_in",
    "create",
    "games",
    "join",
    "leave",
    "ready",
    "rematch",
    "say",
    "start",
    "tables",
    "vote",
    "watch",
]


def say(here: Situation, words: list[str]) -> Reply:
    if not words:
        raise Unclear("Say what, for example: say good luck")
    return Reply(request=Say(0, " ".join(words)))


def ready(here: Situation, words: list[str]) -> Reply:
    return Reply(request=Ready(0))


def start(here: Situation, words: list[str]) -> Reply:
    return Reply(request=Start(0))


def rematch(here: Situation, words: list[str]) -> Reply:
    return Reply(request=Rematch(0))


def buy_in(here: Situation, words: list[str]) -> Reply:
    if [word.lower() for word in words] not in ([], ["in"]):
        raise Unclear("To come back into a match that you are out of, say: buy in")
    return Reply(request=BuyIn(0))


def leave(here: Situation, words: list[str]) -> Reply:
    return Reply(request=Leave(0))


def bot(here: Situation, words: list[str]) -> Reply:
    if len(words) == 2 and words[0].lower() == "away":
        return Reply(request=Bot(0, "", number(words[1:], "bot away 3") - 1))
    if len(words) > 1:
        raise Unclear("Say one level, for example: bot steady; or a seat to free: bot away 3")
    return Reply(request=Bot(0, words[0].lower()) if words else Bot(0))


def vote(here: Situation, words: list[str]) -> Reply:
    usage = "vote 2 bot, with the number of the seat and wait, bot or end"
    if len(words) != 2 or words[1].lower() not in list(Absence):
        raise Unclear(f"Say what shall become of an absent seat: {usage}")
    return Reply(request=Vote(0, number(words[:1], usage) - 1, Absence(words[1].lower())))


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
        raise Unclear(f"Say which table, and its password if it has one, for example: {usage}")
    return words[0], words[1] if words[1:] else ""


_OPTIONS: Final = ("seats", "turn", "bots", "password", "hold")


def create(here: Situation, words: list[str]) -> Reply:
    named = [word for word in words if "=" not in word]
    if not named:
        raise Unclear("Give the table a name, for example: create friday game=NAME seats=3")
    told = dict(word.split("=", 1) for word in words if "=" in word)
    options: dict[str, str] = {name: told.pop(name) for name in _OPTIONS if name in told}
    game = told.pop("game", "")
    try:
        changes = parse_changes([f"{name}={value}" for name, value in told.items()])
    except BadSetting as exc:
        raise Unclear(str(exc)) from None
    return Reply(request=_table_of(" ".join(named), game, options, changes))


def _table_of(
    name: str, game: str, options: dict[str, str], changes: dict[str, Value]
) -> Create:
    numbers = {}
    for option in ("seats", "turn", "hold"):
        told = options.get(option)
        if told is not None:
            numbers[option] = number([told], f"create friday {option}=4")
    bots = tuple(filter(None, options.get("bots", "").split(",")))
    return Create(
        0,
        name,
        b"",
        b"",
        preset=game,
        changes=changes,
        seats=numbers.get("seats", max(4, len(bots) + 1)),
        turn_seconds=numbers.get("turn", 0),
        hold_seconds=numbers.get("hold", 120),
        password=options.get("password", ""),
        bots=bots,
    )
