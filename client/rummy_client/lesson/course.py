"""A first deal, explained while it is played: what is due now, and what was had already.

Pure functions of what the client knows. The lesson is led by the game: whatever the player
does, the page is the one that fits the moment, and what was done needs no more explaining. The
sentences stand in `words`; no rules are judged in here.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec

from rummy_protocol.news import Discarded, Drew, Entry, LaidOff, Melded, TookDiscard
from rummy_protocol.views import Stage

from ..feed import same_deal
from ..model import Model

__all__ = ["READING", "TOPICS", "Lesson", "Topic", "after", "due", "read", "topic_of"]


class Topic(StrEnum):
    """What a page of the lesson is about."""

    HAND = "hand"
    MELDS = "melds"
    PILES = "piles"
    DRAW = "draw"
    MELD = "meld"
    """Laying one."""
    LAY_OFF = "lay-off"
    DISCARD = "discard"
    OUT = "out"
    OTHERS = "others"
    """What to look at while others play."""
    SCORES = "scores"


TOPICS: Final = tuple(topic for topic in Topic if topic is not Topic.OTHERS)
"""What one has to have heard of, in the usual order."""

READING: Final = frozenset({Topic.HAND, Topic.MELDS, Topic.PILES, Topic.OUT})
"""Pages on which there is nothing to do but to read them."""

_FIRST: Final = (Topic.HAND, Topic.MELDS, Topic.PILES)


class Lesson(msgspec.Struct, frozen=True):
    """How far somebody has come."""

    seen: tuple[Topic, ...] = ()
    shut: bool = False
    """Whether the player would rather be left alone."""

    @property
    def over(self) -> bool:
        """Whether a whole deal was explained."""
        return Topic.SCORES in self.seen


def topic_of(lesson: Lesson, model: Model) -> Topic | None:
    """What the lesson is about at this moment, shut or not; ``None``: nothing."""
    if model.table is None or model.deal is None or model.you is None:
        return None
    if model.table.stage in (Stage.SCORING, Stage.OVER):
        return None if lesson.over else Topic.SCORES
    if model.table.stage is not Stage.PLAYING or not model.you.hand:
        return None
    topic = _while_playing(lesson, model)
    return None if lesson.over and topic in (*lesson.seen, Topic.OTHERS) else topic


def _while_playing(lesson: Lesson, model: Model) -> Topic:
    assert model.you is not None, "asked at a table with a hand"
    may, seen = model.you.may, lesson.seen
    if may and not {"draw", "take"} & set(may):
        return _after_drawing(seen, model)
    unread = [topic for topic in _FIRST if topic not in seen]
    if unread:
        return unread[0]
    if may:
        return Topic.DRAW
    return Topic.OUT if Topic.DISCARD in seen and Topic.OUT not in seen else Topic.OTHERS


def _after_drawing(seen: tuple[Topic, ...], model: Model) -> Topic:
    """Laying and laying off are told of where they can be done; else how a turn ends."""
    assert model.you is not None, "asked of the own turn"
    if "meld" in model.you.may and model.you.can_meld and Topic.MELD not in seen:
        return Topic.MELD
    fits = any(fit.melds for fit in model.you.fits)
    if "lay-off" in model.you.may and fits and Topic.LAY_OFF not in seen:
        return Topic.LAY_OFF
    return Topic.DISCARD


def due(lesson: Lesson | None, model: Model) -> Topic | None:
    """What is to be shown now; ``None``: nothing, there is no lesson or it is shut."""
    return None if lesson is None or lesson.shut else topic_of(lesson, model)


def read(lesson: Lesson, model: Model) -> Lesson:
    """The lesson after the player has read the page that is due."""
    topic = topic_of(lesson, model)
    return _told(lesson, topic) if topic in READING else lesson


def after(lesson: Lesson, before: Model, model: Model) -> Lesson:
    """The lesson after *before* was replaced by *model*: what was done is explained."""
    for entry in _news(before, model):
        if entry.seat == model.seat:
            lesson = _told(lesson, *_learnt(entry))
    scored = before.table is not None and before.table.stage is Stage.SCORING
    if scored and model.table is not None and model.table.stage is Stage.PLAYING:
        lesson = _told(lesson, Topic.SCORES)
    return lesson


def _news(before: Model, model: Model) -> tuple[Entry, ...]:
    if model.deal is None:
        return ()
    known = same_deal(before.deal, model.deal) and bool(before.log)
    upto = before.log[-1].n if known else 0
    return tuple(entry for entry in model.log if entry.n > upto)


def _learnt(entry: Entry) -> tuple[Topic, ...]:
    match entry:
        case Drew() | TookDiscard():
            return (*_FIRST, Topic.DRAW)
        case Melded():
            return (Topic.MELD,)
        case LaidOff():
            return (Topic.LAY_OFF,)
        case Discarded():
            return (Topic.DISCARD,)
        case _:
            return ()


def _told(lesson: Lesson, *topics: Topic | None) -> Lesson:
    fresh = tuple(topic for topic in topics if topic is not None and topic not in lesson.seen)
    return msgspec.structs.replace(lesson, seen=(*lesson.seen, *fresh)) if fresh else lesson
