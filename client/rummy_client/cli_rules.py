"""``rummy rules`` and ``rummy simulate``: a game in words, and bots that play it in bulk."""

from __future__ import annotations

from collections.abc import Sequence

import click

from rummy_protocol import text
from rummy_protocol.errors import Declined
from rummy_protocol.ruleset import RuleSet

from .switches import BadSetting, parse_changes

__all__ = ["rules", "ruleset", "simulate"]


def ruleset(preset: str, settings: Sequence[str]) -> RuleSet:
    """The game that the options name.

    Raises:
        click.UsageError: there is none, or its rules contradict each other.
    """
    from rummy_server.game.variants import PRESETS, ruleset_of

    if preset not in PRESETS:
        raise click.UsageError(
            f"There is no game {preset!r}: choose from {', '.join(PRESETS)}."
        )
    try:
        return ruleset_of(preset, parse_changes(settings))
    except BadSetting as wrong:
        raise click.UsageError(f"{wrong}.") from None
    except Declined as wrong:
        raise click.UsageError(text.refusal(wrong.code, wrong.rule, wrong.details)) from None


def rules(preset: str, settings: Sequence[str]) -> int:
    """Print the rules of a game."""
    for line in text.ruleset_lines(ruleset(preset, settings)):
        click.echo(line)
    return 0


def simulate(
    preset: str, settings: Sequence[str], bots: tuple[str, ...], deals: int, seed: int
) -> int:
    """Play and print the report."""
    from rummy_server.simulate import main_report

    chosen = ruleset(preset, settings)
    if not chosen.players_min <= len(bots) <= chosen.players_max:
        low, high = chosen.players_min, chosen.players_max
        raise click.UsageError(f"{len(bots)} bots are not from {low} to {high}.")
    click.echo(main_report(rules=chosen, bots=bots, deals=deals, seed=seed))
    return 0
