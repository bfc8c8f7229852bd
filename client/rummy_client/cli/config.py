"""``rummy config``: where the settings are kept, which hold, and where each of them is from."""

from __future__ import annotations

import os
from collections.abc import Sequence

import click

from rummy_protocol.text import _

from ..config import Unkept, config_path, contents, keep
from ..tastes import TASTES, BadTaste, Found, settings_of, taste, understood, value_for, word_of
from ..terminal.columns import padded

__all__ = ["config"]


def config(told: Sequence[str], path_only: bool) -> int:
    """Show the settings, or change those that are *told*, ``theme=light``; the exit status."""
    path = config_path()
    if path_only:
        click.echo(str(path))
        return 0
    if told:
        _change(told)
    held = contents(path)
    found = understood(held.told)
    click.echo(str(path) if path.exists() else _("{file} (not written yet)", file=str(path)))
    for line in (held.wrong, *found.wrong) if held.wrong else found.wrong:
        click.echo(line, err=True)
    for line in _lines(found):
        click.echo(line)
    return 2 if held.wrong else 0


def _change(told: Sequence[str]) -> None:
    changes, reset = dict[str, object](), list[str]()
    for one in told:
        name, equals, word = one.partition("=")
        if not equals:
            raise click.UsageError(_("Write NAME=VALUE, like theme=light."))
        try:
            known = taste(name)
            if word.strip():
                changes[known.name] = value_for(name, word.strip())
            else:
                reset.append(known.name)
        except BadTaste as bad:
            raise click.UsageError(str(bad)) from None
    try:
        keep(config_path(), changes, reset)
    except Unkept as wrong:
        raise click.ClickException(str(wrong)) from None


def _lines(found: Found) -> list[str]:
    settings = settings_of(found.values)
    widest = max(len(each.name) for each in TASTES)
    told = list[str]()
    for each in TASTES:
        word = word_of(settings, each.name)
        told.append(f"{each.name:<{widest}}  {padded(word, 24)}  {_source(each.name, found)}")
    return told


def _source(name: str, found: Found) -> str:
    """Where a value is from."""
    if name == "letters" and os.environ.get("RUMMY_ASCII"):
        return _("on, by {variable}", variable="RUMMY_ASCII")
    if name == "theme" and os.environ.get("NO_COLOR"):
        return _("no colours, by {variable}", variable="NO_COLOR")
    return _("from the file") if name in found.values else _("as usual")
