"""``rummy rules`` and ``rummy simulate``: games in words, and bots that play one in bulk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import click

from rummy_protocol import text
from rummy_protocol.rulefile import to_json, to_toml
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.switches import SWITCHES

from ..terminal.columns import wrapped
from .games import game
from .words import _

__all__ = ["rules", "simulate"]

_WIDTH: Final = 78
_NUMBERS: Final = 5
_SWITCHES: Final = {switch.name for switch in SWITCHES}


def rules(told: str, settings: Sequence[str], form: str) -> int:
    """Print the rules of a game, or which games there are."""
    if not told and not settings and form == "text":
        click.echo("\n".join(_games()))
        return 0
    chosen = game(told, settings)
    match form:
        case "json":
            click.echo(to_json(chosen), nl=False)
        case "toml":
            click.echo(to_toml(chosen, _remark), nl=False)
        case _:
            click.echo("\n".join(_spoken(chosen)))
    return 0


def _games() -> Iterator[str]:
    from rummy_server.game.variants import PRESETS

    longest = max(map(len, PRESETS))
    for name, rules in PRESETS.items():
        yield f"{name.ljust(longest)}  {text.brief(rules)}"
    yield _("The rules of one: rummy rules NAME. To play it: rummy play --rules NAME.")


def _spoken(rules: RuleSet) -> Iterator[str]:
    """The numbered sentences under their titles, as wide as a terminal is at least."""
    name, part = text.game(rules.preset, typed=True) or _("A game"), None
    yield from wrapped(f"{text.named(name, text.brief(rules))}.", _WIDTH)
    for sentence in text.rules_text(rules):
        if sentence.part is not part:
            part = sentence.part
            yield ""
            yield text.part_title(part)
        told = f"{sentence.text} ({' '.join(sentence.rules)})"
        number = f"{sentence.number}.".rjust(_NUMBERS - 1) + " "
        first, *more = wrapped(told, _WIDTH - _NUMBERS)
        yield number + first
        yield from (" " * _NUMBERS + line for line in more)


def _remark(name: str, value: object) -> str:
    """What follows from a value, for who edits the file."""
    told = None if value == "none" and name in ("target", "deals", "eliminate_at") else value
    return text.switch(name, told) if name in _SWITCHES else ""


def simulate(
    told: str,
    settings: Sequence[str],
    bots: tuple[str, ...],
    deals: int,
    seed: int,
    deal: int | None,
    matches: bool,
) -> int:
    """Play and print the report."""
    from rummy_server.simulate import main_report

    chosen = game(told, settings)
    if not chosen.players_min <= len(bots) <= chosen.players_max:
        low, high = chosen.players_min, chosen.players_max
        raise click.UsageError(
            _(
                "The number of bots is {low} to {high}, and not {n}.",
                n=len(bots),
                low=low,
                high=high,
            )
        )
    if matches and deal is not None:
        raise click.UsageError(
            _("--deal is one deal, --matches are whole ones: say one of them.")
        )
    click.echo(
        main_report(rules=chosen, bots=bots, deals=deals, seed=seed, deal=deal, matches=matches)
    )
    return 0
