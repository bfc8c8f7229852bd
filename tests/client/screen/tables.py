"""Tables as a server would show them, written short."""

from __future__ import annotations

import msgspec

from rummy_client.desk import Desk
from rummy_client.linkstate import Online
from rummy_client.model import Model, hear
from rummy_client.screen import Look, Scene, Size, draw, text_of
from rummy_protocol.cards import faces
from rummy_protocol.messages import Seated, Update, Watching, Welcome
from rummy_protocol.news import Dealt, Discarded, Drew, LaidOff, Melded
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.views import (
    DealResult,
    DealView,
    Fit,
    Lay,
    MeldView,
    Options,
    Presence,
    SeatKind,
    SeatResult,
    SeatView,
    Stage,
    TableView,
    Waiting,
    You,
)

WELCOME = Welcome((1, 0), "den", "test", "Ann", 4096, 5)
PLAIN = RuleSet(preset="basic")
NAMES = ("Ann", "Bob", "Cara", "Dan", "Eve", "Fred")


def one(name):
    return faces(name)[0]


def human(name, **more):
    return SeatView(name, SeatKind.HUMAN, **more)


def bot(name, level="steady", **more):
    return SeatView(name, SeatKind.BOT, level=level, **more)


def table(*seats, stage=Stage.PLAYING, **more):
    seats = seats or (human("Ann"), human("Bob"), bot("Cara"))
    fields = {"rules": PLAIN, "options": Options(seats=len(seats)), "host": 0} | more
    return TableView(id="K7QX", name="friday", stage=stage, seats=seats, **fields)


LOG = (
    Dealt(1, 2, 7, one("4H")),
    Drew(2, 0),
    Melded(3, 0, 1, faces("7S 8S 9S")),
    Discarded(4, 0, one("KD")),
    Drew(5, 1),
    LaidOff(6, 1, 1, faces("6S")),
    Discarded(7, 1, one("2C")),
)
MELDS = (
    MeldView(1, 0, faces("6S 7S 8S 9S"), (1, 0, 0, 0)),
    MeldView(2, 2, faces("QC QD QH"), (2, 2, 2)),
)
HAND = faces("2C 3C 4C 5H TS QS KD")


def deal(seats=3, waiting=(0, "play"), **more):
    fields = {
        "number": 1,
        "dealer": 2 % seats,
        "waiting": (Waiting(*waiting),) if waiting else (),
        "hands": (7,) * seats,
        "stock": 23,
        "discards": 4,
        "top": faces("9H"),
        "melds": MELDS if seats > 2 else (),
        "turn": 5,
        "recycles": 0,
        "log": LOG,
    }
    return DealView(**fields | more)


PLAY = ("meld", "lay-off", "discard")


def you(may=PLAY, hand=HAND, **more):
    fields = {
        "split": (faces("2C 3C 4C"),),
        "deadwood": faces("5H TS QS KD"),
        "points": 44,
        "dead_points": 35,
        "fits": (Fit(one("TS"), (1,)), Fit(one("QS"), (2,))),
        "can_meld": (Lay(faces("2C 3C 4C")),),
        "fresh": one("TS"),
    }
    if hand != HAND:
        fields = {"deadwood": hand}
    return You(0, hand, tuple(may), **fields | more)


def update(seq=40, of=None, at=None, mine=None):
    return Update(seq, of or table(), at or deal(), mine)


def seated(*messages, seat=0, of=None, at=None, mine="mine"):
    """A model at a table, after a few more messages."""
    mine = you() if mine == "mine" else mine
    first = update(40, of, at or deal(len(of.seats) if of else 3), mine)
    return heard(Model(), Online(), WELCOME, Seated(1, "K7QX", seat), first, *messages)


def watching(*messages, of=None, at=None):
    first = update(40, of, at)
    return heard(Model(), Online(), WELCOME, Watching(1, "K7QX"), first, *messages)


def heard(model, *messages, now=0.0):
    for message in messages:
        model = hear(model, message, now)
    return model


def my_draw(**more):
    """The start of the own turn."""
    at = deal(waiting=(0, "draw"), **more)
    return seated(at=at, mine=you(("draw", "take"), fresh=None))


def others_turn():
    return seated(at=deal(waiting=(1, "draw")), mine=you((), fresh=None))


def result(**more):
    """The score sheet of a deal that Ann won."""
    seats = (
        SeatResult((), 0, (34, 1), (34, 1)),
        SeatResult(faces("7C KH AS"), 18, (0, 1), (12, 1)),
        SeatResult(faces("TD 6C"), 16, (0, 1), (0, 1)),
    )
    fields = {"deal": 1, "out": 0, "rummy": False, "why": "out", "seats": seats}
    return DealResult(**fields | more)


def scored(stage=Stage.SCORING, **more):
    people = (human("Ann", points=(34, 1)), human("Bob", points=(12, 1)), bot("Cara"))
    at = deal(waiting=None, result=result())
    return seated(
        of=table(*people, stage=stage, deals_played=1, **more), at=at, mine=you((), ())
    )


def shown(model, desk=None, columns=80, rows=24, look=None, now=0.0):
    """The screen as lines of text."""
    scene = Scene(model, desk or Desk(), look or Look(), Size(columns, rows), now)
    return [text_of(line) for line in draw(scene)]


def page(*args, **kwargs):
    return "\n".join(line.rstrip() for line in shown(*args, **kwargs))


def lost(name, hold=112):
    return human(name, presence=Presence.LOST, hold=hold)


def changed(value, **fields):
    return msgspec.structs.replace(value, **fields)
