"""Games, matches and decks by chance: what is played when secrecy is put to the test."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import msgspec

from rummy_protocol.errors import Declined
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.switches import SWITCHES
from rummy_protocol.views import Options, SeatKind, SeatView, Stage, TableView
from rummy_server.game.match import begin, follow, rules_of
from rummy_server.game.variants import PRESETS, ruleset_of

TRIES = 40


@dataclass(frozen=True)
class Game:
    """A game as the maker of a table asks for it."""

    ruleset: RuleSet
    players: int
    preset: str
    changes: tuple = ()


def random_game(chance, presets=tuple(PRESETS)):
    """A preset, in half of all cases with some switches thrown at random."""
    preset = chance.choice(presets)
    changes = thrown(chance, preset) if chance.random() < 0.5 else {}
    ruleset = ruleset_of(preset, changes)
    players = chance.randint(ruleset.players_min, ruleset.players_max)
    return Game(ruleset, players, preset, tuple(changes.items()))


def thrown(chance, preset):
    """Switches set by chance that go together on *preset*."""
    for _ in range(TRIES):
        some = chance.sample(SWITCHES, chance.randint(1, 6))
        changes = {switch.name: chance.choice(switch.choices) for switch in some}
        try:
            ruleset_of(preset, changes)
        except Declined:
            continue
        return changes
    return {}


def first_deal(game, chance):
    """A match in which nothing has been dealt yet."""
    return follow(None, begin(game.players, chance.randrange(game.players)))


def later_deal(game, chance):
    """A match in its course: some deals are over, and players may have dropped out."""
    match, ruleset = first_deal(game, chance), game.ruleset
    last = max([ruleset.deals or 9, *(change.last for change in ruleset.deal_changes)])
    out = ()
    if ruleset.eliminate_at is not None:
        most = game.players - ruleset.players_min
        seats = [seat for seat in range(game.players) if seat != match.dealer]
        out = tuple(sorted(chance.sample(seats, chance.randint(0, most))))
    return msgspec.structs.replace(
        match,
        number=chance.randint(1, min(last, 9)) - 1,
        out=out,
        totals=tuple(Fraction(200 if seat in out else 7) for seat in range(game.players)),
    )


def rules_in(game, match):
    return rules_of(game.ruleset, match)


def shuffled_deck(rules, chance):
    deck = list(rules.deck)
    chance.shuffle(deck)
    return tuple(deck)


def table_of(ruleset, match):
    """The public side of the table at which *match* is played."""
    seats = tuple(
        SeatView(
            f"Player {seat}",
            SeatKind.HUMAN,
            (total.numerator, total.denominator),
            out=seat in match.out,
        )
        for seat, total in enumerate(match.totals)
    )
    return TableView(
        "AB12",
        "By the window",
        ruleset,
        Options(seats=match.players),
        Stage.PLAYING,
        seats,
        host=0,
        deals_played=len(match.results),
    )
