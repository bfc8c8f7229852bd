"""Leaks planted on purpose, each known by name, channel and kind.

Every one is a mistake that somebody has made somewhere, or nearly. Those in views, in the log
and in refusals stand in files of their own.
"""

from __future__ import annotations

from rummy_protocol import news
from rummy_protocol.cards import name
from rummy_protocol.codec import encode
from rummy_protocol.messages import Page, Tables
from rummy_protocol.views import You
from rummy_server.game import events
from rummy_server.game.log import log_entries
from rummy_server.game.state import face
from rummy_server.game.view import Bystander, Seat, view_for

from . import leaks_views, leaks_words
from .house import PAGE, greeted, line, paged, updated
from .leaking import (
    CHANNELS,
    KINDS,
    LEAKS,
    but,
    leak,
    melds_in,
    next_card,
    unseen,
    worth,
)

__all__ = ["CHANNELS", "KINDS", "LEAKS", "leaks_views", "leaks_words"]


# --- history -----------------------------------------------------------------------------


@leak("the history never forgets a discard", "history", "identity")
def _(scene, viewer, after):
    """What lay open once, but a viewer who came later never saw."""
    thrown = [e for e in scene.match.history if isinstance(e, events.Discarded)]
    told = [news.Discarded(n, e.seat, face(e.card)) for n, e in enumerate(thrown)]
    return encode(Page(1, scene.match.number, tuple(told[after:][:PAGE])))


@leak("the history has more where the stock is good", "history", "count")
def _(scene, viewer, after):
    entries = log_entries(scene.rules, scene.match, after, PAGE)
    more = next_card(scene) % 2 == 1
    return encode(Page(1, scene.match.number, entries, more))


@leak("a page of history is padded by what lies hidden", "history", "size")
def _(scene, viewer, after):
    return paged(scene, viewer, after) + bytes(worth(scene, viewer) % 16)


@leak("the history comes later while hands are bad", "history", "time")
def _(scene, viewer):
    return worth(scene, viewer) / 1e6


# --- resume ------------------------------------------------------------------------------


@leak("who comes back is given the seat beside his", "resume", "identity")
def _(scene, viewer):
    return greeted(scene, 0 if viewer is None else (viewer + 1) % len(scene.deal.hands))


@leak("the first view shows the whole pile", "resume", "identity")
def _(scene, viewer):
    deal, you = view_for(
        scene.rules, scene.match, Bystander() if viewer is None else Seat(viewer)
    )
    return updated(scene, but(deal, top=tuple(map(face, scene.deal.discards))), you)


@leak("the first view says in which order a hidden hand is sorted", "resume", "order")
def _(scene, viewer):
    deal, _ = view_for(scene.rules, scene.match, Bystander())
    seat = unseen(scene, viewer)[0]
    cards = scene.deal.hands[seat]
    ranks = tuple(sorted(range(len(cards)), key=cards.__getitem__))
    return updated(scene, deal, You(seat=seat, hand=ranks))


@leak("the first words are longer for good hands", "resume", "size")
def _(scene, viewer):
    return greeted(scene, viewer) + bytes(worth(scene, viewer) % 16)


@leak("coming back takes as long as the hidden cards ask", "resume", "time")
def _(scene, viewer):
    return worth(scene, viewer) / 1e6


# --- the list of tables ------------------------------------------------------------------


def listing(scene, **changed):
    return encode(Tables(1, (but(line(scene), **changed),)))


@leak("the list of tables names the card that comes next", "tables", "identity")
def _(scene):
    return listing(scene, name=name(next_card(scene)))


@leak("the list of tables counts who has a meld", "tables", "count")
def _(scene):
    seats = range(len(scene.deal.hands))
    return listing(scene, humans=sum(bool(melds_in(scene, seat)) for seat in seats))


@leak("the list of tables comes later while hands are bad", "tables", "time")
def _(scene, viewer):
    return worth(scene, viewer) / 1e6
