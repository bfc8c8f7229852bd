"""Games as the command line names them: a preset, a file of rules, or a table that stands.

What is wrong with one is told in one line that says what is possible.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click
from msgspec.structs import replace

from rummy_protocol import text
from rummy_protocol.clean import clean
from rummy_protocol.errors import Declined
from rummy_protocol.rulefile import read_rules
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.switches import SWITCHES, changed
from rummy_protocol.views import DEAL_BEHIND
from rummy_server.game.variants import PRESETS, ruleset_of
from rummy_server.passwords import LONGEST_WORD, SALT_BYTES, TableWords, scrypted
from rummy_server.standing_tables import StandingTable, check_standing

from ..switches import BadSetting, parse_changes
from .options import is_file
from .secret import watch_code_of
from .words import N_, _

__all__ = ["MAY_WATCH", "from_file", "game", "standing_table"]

_SWITCHES: Final = {switch.name for switch in SWITCHES}
_NAME_CELLS: Final = 24
_OF_THE_TABLE: Final = ("seats", "turn_seconds", "delay", "watch")
MAY_WATCH: Final = ("open", "code", "nobody")
_HOW: Final = N_("write NAME: GAME, RULE=VALUE, ..., like kitchen: basic, target=150")


def game(told: str, settings: Sequence[str]) -> RuleSet:
    """The game that is named, with some of its switches set.

    Args:
        told: a preset, a file, or nothing for what the house plays by default.

    Raises:
        click.UsageError: there is none, or its rules contradict each other.
    """
    try:
        changes = parse_changes(settings)
        if is_file(told):
            return changed(from_file(told), changes)
        if told and told not in PRESETS:
            raise click.UsageError(
                _(
                    "There is no game {told}: choose from {games}.",
                    told=repr(told[:40]),
                    games=", ".join(PRESETS),
                )
            )
        return ruleset_of(told, changes)
    except BadSetting as wrong:
        raise click.UsageError(f"{wrong}.") from None
    except Declined as wrong:
        raise click.UsageError(_refused(wrong)) from None


def _refused(wrong: Declined) -> str:
    """Why there is no such game; where two rules clash, with the names to set them by."""
    sentence = text.refusal(wrong.code, wrong.rule, wrong.details)
    named = [str(wrong.details[key]) for key in ("one", "other") if wrong.details.get(key)]
    told = [name for name in dict.fromkeys(named) if name in _SWITCHES]
    return f"{sentence[:-1]} ({', '.join(told)})." if len(told) > 1 else sentence


def from_file(place: str) -> RuleSet:
    """The game in a file that ``rummy rules --format`` wrote, or that somebody wrote like it.

    Raises:
        click.UsageError: it cannot be read, or is no game.
    """
    path = Path(place)
    try:
        told = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as exc:
        why = exc.strerror if isinstance(exc, OSError) else _("it is no text")
        raise click.UsageError(
            _("Cannot read {file}: {why}.", file=repr(place), why=str(why))
        ) from None
    try:
        return read_rules(told, _label(path.stem))
    except Declined as wrong:
        raise click.UsageError(text.named(path.name, _refused(wrong))) from None


def _label(stem: str) -> str:
    """What a game is called after its file."""
    return re.sub(r"[^A-Za-z0-9_-]+", "_", stem)[:24]


def standing_table(told: str) -> StandingTable:
    """The table that *told* describes, like ``kitchen: basic, ace=either, seats=3``.

    Raises:
        click.UsageError: it cannot be read, or there can be no such table.
    """
    name, colon, rest = told.partition(":")
    name = clean(name, _NAME_CELLS).strip()
    if not colon or not name:
        raise click.UsageError(
            _("{told} is no table: {how}.", told=repr(told[:60]), how=_(_HOW))
        )
    first, *more = (part.strip() for part in rest.split(","))
    settings = [first, *more] if "=" in first else more
    mine = [one for one in settings if _key(one) in _OF_THE_TABLE]
    rules = game("" if "=" in first else first, [one for one in settings if one not in mine])
    options: dict[str, object] = dict(_option(one) for one in mine)
    watch = options.pop("watch", "open")
    table = replace(StandingTable(name=name, rules=rules), **options)
    if watch == "code":
        table = replace(table, words=_watch_words(name))
    elif watch == "nobody":
        table = replace(table, spectators=False)
    try:
        check_standing(table)
    except Declined as wrong:
        raise click.UsageError(text.refusal(wrong.code, wrong.rule, wrong.details)) from None
    return table


def _key(setting: str) -> str:
    return setting.partition("=")[0].strip().lower().replace("-", "_")


def _watch_words(table: str) -> TableWords:
    """What is kept of the watch code of *table*. Like any password it is never an argument."""
    code = watch_code_of(table)
    if not 0 < len(code) <= LONGEST_WORD:
        raise click.UsageError(
            _(
                "The watch code of {table} is taken from RUMMY_WATCH_CODE, or asked for at a "
                "terminal; it has up to {high} characters.",
                table=repr(table),
                high=LONGEST_WORD,
            )
        )
    salt = secrets.token_bytes(SALT_BYTES)
    return TableWords(salt, watch_code=scrypted(code, salt))


def _option(setting: str) -> tuple[str, int | str]:
    told = setting.partition("=")[2].strip()
    if _key(setting) == "watch":
        if told.lower() not in MAY_WATCH:
            raise click.UsageError(
                _(
                    "{option} is one of {words}, not {told}.",
                    option="watch",
                    words=", ".join(MAY_WATCH),
                    told=repr(told[:20]),
                )
            )
        return "watch", told.lower()
    if (_key(setting), told.lower()) == ("delay", "deal"):
        return "delay", DEAL_BEHIND
    if not told.isascii() or not told.isdigit():
        raise click.UsageError(
            _("{option} is a number, not {told}.", option=_key(setting), told=repr(told[:20]))
        )
    return _key(setting), int(told[:9])
