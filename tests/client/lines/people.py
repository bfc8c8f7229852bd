"""A table of three as Ann sees it from her seat, or Eve who looks on."""

from __future__ import annotations

from rummy_client.linkstate import Online
from rummy_client.model import Model, hear
from rummy_protocol.cards import faces
from rummy_protocol.messages import Seated, Update, Watching
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.views import (
    DealView,
    Options,
    Presence,
    SeatKind,
    SeatView,
    Stage,
    TableView,
    Waiting,
    You,
)

PEOPLE = (
    SeatView("Ann", SeatKind.HUMAN),
    SeatView("Bob", SeatKind.HUMAN),
    SeatView("Cid", SeatKind.HUMAN, presence=Presence.BOT),
)


def table(**more):
    fields = {"rules": RuleSet(preset="basic"), "options": Options(seats=3), "host": 0} | more
    return TableView(id="K7QX", name="friday", stage=Stage.PLAYING, seats=PEOPLE, **fields)


def at(of, may=(), turn=3, now=0.0):
    """What Ann knows at a table."""
    deal = DealView(
        number=1,
        dealer=1,
        waiting=(Waiting(0 if may else 1, "draw"),),
        hands=(7, 7, 7),
        stock=20,
        discards=1,
        top=faces("7H"),
        melds=(),
        turn=turn,
        recycles=0,
        log=(),
    )
    told = hear(hear(Model(), Online()), Seated(1, "K7QX", 0), now)
    return hear(told, Update(1, of, deal, You(0, faces("2C 3C"), may)), now)


def looking(of, now=0.0):
    """What Eve knows, who looks on at a table."""
    told = hear(hear(Model(), Online()), Watching(1, "K7QX"), now)
    return hear(told, Update(1, of), now)
