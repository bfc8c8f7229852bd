"""A game told in words, deal by deal, as one viewer could have told it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

import msgspec

from rummy_protocol import text
from rummy_protocol.messages import Update
from rummy_protocol.news import Drew, Entry, Melded
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.text import _
from rummy_protocol.views import DealView, MeldView, SeatView, TableView, You

from .course import DealBegan, DealScored, GameEnded, Passed, SeatChanged, Told, course
from .frames import Frame
from .games import Game, Player, State
from .origins import came_from_pack

__all__ = ["account", "heading"]

CARDS = text.NOTATION


def account(
    game: Game, sent: Iterable[tuple[Frame, Update]], seat: int | None = None
) -> Iterator[str]:
    """The lines of the whole account.

    Args:
        sent: What the viewer was sent of *game*; see `updates`.
        seat: Where he sat, if he did.
    """
    yield from heading(game)
    if seat is not None:
        yield _("Told as it was seen from the seat of {name}.", name=game.names[seat])
    for told in course(sent):
        yield from _lines(told, seat)
    yield ""
    match game.state:
        case State.RUNNING:
            yield _("The game still runs. Hands and stock of a running deal are not told.")
        case State.BROKEN_OFF:
            yield _broken_off(game)
        case State.FINISHED:
            yield _finished(game)
        case _:
            assert_never(game.state)


def heading(game: Game) -> Iterator[str]:
    """What game it is, and who played."""
    yield _begun(game)
    what = text.game(game.ruleset.preset) or _("A game of the house")
    yield f"{text.named(what, text.brief(game.ruleset))}."
    yield _("Players: {names}.", names=", ".join(map(_player, game.players)))


def _player(player: Player) -> str:
    return _("{name} (bot)", name=player.name) if player.bot else player.name


def _begun(game: Game) -> str:
    told = {"code": game.code, "name": game.name}
    if not game.began:
        return _("Game {code}, at the table {name}, begun on a day that nobody noted.", **told)
    return _(
        "Game {code}, at the table {name}, begun on {began}.", began=_day(game.began), **told
    )


def _broken_off(game: Game) -> str:
    if not game.ended:
        return _(
            "The table was closed before the game was decided, on a day that nobody noted."
        )
    return _(
        "The table was closed on {ended} before the game was decided.", ended=_day(game.ended)
    )


def _finished(game: Game) -> str:
    if not game.ended:
        return _("The game ended on a day that nobody noted.")
    return _("The game ended on {ended}.", ended=_day(game.ended))


def _day(stamp: str) -> str:
    """``2025-11-30T03:49:23+00:00`` as ``2025-11-30 03:49 UTC``."""
    return f"{stamp[:16].replace('T', ' ')} UTC"


def _lines(told: Told, seat: int | None) -> Iterator[str]:
    names = tuple(map(_name, told.table.seats))
    match told.news:
        case DealBegan(deal=deal, you=you):
            yield ""
            yield _("Deal {number}", number=deal.number)
            if deal.number in told.table.open_deals:
                yield f"  {text.open_deal()}"
            yield from _hand(you)
        case Passed(entry=entry, you=you):
            yield f"  {_sentence(entry, you, names, told.table, seat)}"
        case DealScored() as scored:
            yield from _scored(scored, names, told.table, seat)
        case SeatChanged(seat=number, name=name, left=left):
            yield f"  {_changed(names, number, name, left)}"
        case GameEnded(result=result):
            yield ""
            yield text.match_result(result, names, seat)
        case _:
            assert_never(told.news)


def _name(seat: SeatView) -> str:
    return seat.name


def _hand(you: You | None) -> Iterator[str]:
    if you is not None and you.hand:
        yield "  " + _("Your hand as dealt: {cards}", cards=CARDS.many(you.hand))


def _sentence(
    entry: Entry, you: You | None, names: tuple[str, ...], table: TableView, seat: int | None
) -> str:
    mine = isinstance(entry, Drew) and entry.seat == seat
    if mine and you is not None and you.fresh is not None:
        return _("You drew the {card}.", card=CARDS.one(you.fresh))
    if isinstance(entry, Melded) and entry.opens and not _opens(table.rules):
        entry = msgspec.structs.replace(entry, opens=False)
    return text.entry(entry, names, seat, CARDS)


def _opens(rules: RuleSet) -> bool:
    """Whether anything is asked of an opening in this game."""
    return rules.opens


def _scored(
    scored: DealScored, names: tuple[str, ...], table: TableView, seat: int | None
) -> Iterator[str]:
    yield from _melds(scored.deal, names)
    yield "  " + _("Dealt or drawn:")
    came = came_from_pack(scored.entries, scored.result)
    for name, cards in zip(names, came or (), strict=False):
        if cards:
            yield f"    {text.named(name, CARDS.many(cards))}"
    yield "  " + _("Points:")
    for line in text.sheet(scored.result, table.rules, names, seat):
        yield f"    {line}"


def _melds(deal: DealView, names: tuple[str, ...]) -> Iterator[str]:
    if deal.melds:
        yield "  " + _("On the table:")
    for meld in deal.melds:
        yield f"    {_meld(meld, names)}"


def _meld(meld: MeldView, names: tuple[str, ...]) -> str:
    cards = CARDS.lying(meld.cards, meld.stands)
    if meld.owner is None:
        return _("Meld {meld}: {cards}", meld=meld.id, cards=cards)
    name = names[meld.owner]
    return _("Meld {meld} of {name}: {cards}", meld=meld.id, name=name, cards=cards)


def _changed(names: tuple[str, ...], seat: int, name: str, left: bool) -> str:
    if left:
        return _("{name} has left; a bot plays on.", name=names[seat])
    return (
        _("{name} has seat {seat} now.", name=name, seat=seat + 1)
        if name
        else _("Seat {seat} is open now.", seat=seat + 1)
    )
