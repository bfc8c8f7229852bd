"""The pictures of the pages: moments of the evening, each on a terminal of some size."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from rummy_client.commands.obey import obey
from rummy_client.desk import Desk, settled
from rummy_client.liking import Settings, Theme
from rummy_client.model import Model, hear
from rummy_client.screen import Line, Look, Scene, Size, draw
from rummy_protocol.text import speaking
from rummy_protocol.views import Stage

from .evening import evening

__all__ = ["PICTURES", "Picture", "digest", "lines_of", "scene_of"]

MELDS = 4
"""So many melds lie where a table is shown."""


class Picture(NamedTuple):
    name: str
    alt: str
    """What a person who does not see it is told."""
    columns: int
    rows: int
    moment: Callable[[], tuple[Model, Desk]]
    theme: Theme = Theme.DARK
    language: str = "en"


def _moments(messages: Sequence[object], settings: Settings) -> Iterator[tuple[Model, Desk]]:
    """What the client of somebody who hears *messages* knows after each of them."""
    model, desk = Model(), Desk(settings=settings)
    for message in messages:
        before = model
        model = hear(before, message, 0.0)
        desk = settled(desk, before, model)
        yield model, desk


def _first(messages, fits, *commands: str) -> Callable[[], tuple[Model, Desk]]:
    def moment() -> tuple[Model, Desk]:
        for model, desk in _moments(messages(), Settings()):
            if fits(model):
                for command in commands:
                    model, desk, _ = obey(model, desk, command)
                return model, desk
        raise LookupError("the evening has no such moment")

    return moment


def _ann():
    return evening().ann


def _watcher():
    return evening().watcher


def _lobby():
    return evening().lobby


def _my_draw(model: Model) -> bool:
    deal = model.deal
    return (
        deal is not None
        and deal.number > 1
        and len(deal.melds) >= MELDS
        and model.you is not None
        and {"draw", "take"} <= set(model.you.may)
        and len(model.you.hand) > 4
    )


def _my_play(model: Model) -> bool:
    you, deal = model.you, model.deal
    return you is not None and "meld" in you.may and bool(you.can_meld) and len(deal.melds) > 1


def _many_melds(model: Model) -> bool:
    return model.deal is not None and len(model.deal.melds) > MELDS


def _stage(stage: Stage) -> Callable[[Model], bool]:
    return lambda model: model.table is not None and model.table.stage is stage


def _full(model: Model) -> bool:
    gathering = _stage(Stage.GATHERING)(model)
    return gathering and all(seat.name for seat in model.table.seats) and len(model.spoken) > 1


def _listed(model: Model) -> bool:
    return bool(model.tables) and model.games is not None


PICTURES = (
    Picture("table", "Ann's turn at a table of four, 80 by 24", 80, 24, _first(_ann, _my_draw)),
    Picture("wide", "The same moment at 120 by 40", 120, 40, _first(_ann, _my_draw)),
    Picture(
        "meld", "A meld is picked and can be laid", 80, 24, _first(_ann, _my_play, "pick-meld")
    ),
    Picture("lobby", "The tables of a house", 80, 24, _first(_lobby, _listed)),
    Picture("waiting", "Before the match", 80, 24, _first(_ann, _full)),
    Picture("sheet", "The score sheet of a deal", 80, 24, _first(_ann, _stage(Stage.SCORING))),
    Picture("watching", "What a spectator sees", 120, 40, _first(_watcher, _many_melds)),
    Picture("light", "On a light ground", 120, 40, _first(_ann, _my_play), theme=Theme.LIGHT),
    Picture("korean", "In Korean", 80, 24, _first(_ann, _my_draw), language="ko"),
)


def scene_of(picture: Picture) -> Scene:
    model, desk = picture.moment()
    desk = msgspec.structs.replace(desk, settings=Settings(theme=picture.theme))
    return Scene(model, desk, Look(), Size(picture.columns, picture.rows), 0.0)


def lines_of(picture: Picture) -> list[Line]:
    """The lines of *picture*, as the client draws them."""
    with speaking(picture.language):
        return draw(scene_of(picture))


def digest(picture: Picture) -> str:
    """A short word that is another one as soon as a letter or a style is."""
    told = json.dumps([str(picture.theme), lines_of(picture)], ensure_ascii=False)
    return hashlib.sha256(told.encode()).hexdigest()[:16]
