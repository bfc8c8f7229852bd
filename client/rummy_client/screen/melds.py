"""The melds on the table, each with the number by which cards are laid off to it."""

from __future__ import annotations

from enum import IntEnum, auto
from typing import Final

from rummy_protocol.actions import LayOff, SwapJoker
from rummy_protocol.views import MeldView

from ..desk import hand_of
from ..words import name_of
from .cells import Line, clip, flow
from .look import lying_line, meld_text
from .scene import Scene

__all__ = ["meld_lines"]

OWNER_CELLS: Final = 10


class _Detail(IntEnum):
    """How a meld is told; the less room there is, the shorter."""

    CARDS = auto()
    SHORT = auto()
    BARE = auto()
    """Without its owner, whom no play depends on."""


def meld_lines(scene: Scene, rows: int) -> list[Line]:
    """All melds on at most *rows* lines: card by card, or in short where that is too much."""
    deal = scene.model.deal
    if deal is None or not deal.melds:
        return [[("class:label", " There are no melds on the table yet.")]]
    fitting = _fitting(scene)
    for detail in _Detail:
        items = [_meld(meld, scene, fitting, detail) for meld in deal.melds]
        gap = "   " if detail is _Detail.CARDS else "  "
        lines = flow(items, scene.size.columns - 1, gap)
        if len(lines) <= rows:
            break
    return [[("", " "), *line] for line in lines[:rows]]


def _fitting(scene: Scene) -> set[int]:
    """The melds to point at: those of an open question, of a hint, or of the chosen card."""
    model, desk = scene.model, scene.desk
    if desk.choice:
        return set(desk.choice)
    advice = model.advice.action if model.advice is not None else None
    if isinstance(advice, LayOff | SwapJoker):
        return {advice.meld}
    if model.you is None or "lay-off" not in model.may:
        return set()
    chosen = desk.picks or hand_of(model, desk)[desk.cursor : desk.cursor + 1]
    homes = [set(fit.melds) for fit in model.you.fits if fit.card in chosen]
    return set.union(*homes) if homes else set()


def _meld(meld: MeldView, scene: Scene, fitting: set[int], detail: _Detail) -> Line:
    fits = meld.id in fitting
    told: Line = [
        ("class:fits" if fits else "class:key", f"{meld.id}"),
        ("class:fits" if fits else "class:label", "+" if fits else " "),
    ]
    if meld.owner is not None and detail is not _Detail.BARE:
        owner = clip(name_of(scene.model, meld.owner), OWNER_CELLS)
        told.append(("class:label", f"{owner} "))
    if detail is _Detail.CARDS:
        return [*told, *lying_line(meld.cards, meld.stands, scene.look)]
    short = meld_text(meld.cards, scene.look, meld.stands)
    return [*told, ("class:text", short)]
