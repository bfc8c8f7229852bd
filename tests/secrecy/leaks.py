"""Leaks planted on purpose, each known by name, channel and kind.

Every one is a mistake that somebody has made somewhere, or nearly: a house that differs from
the real one in a single function. The product has no hooks for this.
"""

from __future__ import annotations

from bisect import bisect
from dataclasses import dataclass, replace

import msgspec

from rummy_protocol import news
from rummy_protocol.cards import name
from rummy_protocol.codec import encode
from rummy_protocol.messages import Page, Refused, Tables
from rummy_protocol.views import You
from rummy_server.game import events
from rummy_server.game.arrange import best_split
from rummy_server.game.holdings import holding_of
from rummy_server.game.layings import layings
from rummy_server.game.log import log_entries
from rummy_server.game.state import face, faces_in
from rummy_server.game.view import Bystander, Seat, view_for

from .house import PAGE, House, greeted, line, paged, updated

CHANNELS = ("view", "log", "error", "history", "resume", "tables")
KINDS = ("identity", "order", "count", "size", "time")

but = msgspec.structs.replace


@dataclass(frozen=True)
class Leak:
    name: str
    channel: str
    kind: str
    house: House
    heard_on: str
    """The stream that carries it: a log entry comes with the view."""


LEAKS: list[Leak] = []


def leak(name, channel, kind, place=None, heard_on=None):
    """Register a function that stands in the real one's place in a house.

    Args:
        place: the function of `House`; the one of the channel, if not given. A leak of time
            gives seconds and needs none.
        heard_on: the channel on which it must be noticed, if that is another one.
    """

    def register(function):
        if kind == "time":
            late = delayed(channel, function)
            house = replace(House(), delay=late)
        else:
            house = replace(House(), **{place or channel: function})
        heard = heard_on or ("view" if channel == "log" else channel)
        LEAKS.append(Leak(name, channel, kind, house, heard))
        return function

    return register


def delayed(channel, seconds):
    return lambda scene, viewer, said: seconds(scene, viewer) if said == channel else 0.0


# --- what no viewer may know -------------------------------------------------------------


def unseen(scene, viewer):
    """The seats that are not the viewer's, from the one whose turn it is."""
    players, first = len(scene.deal.hands), scene.deal.turn.seat
    seats = [(first + n) % players for n in range(players)]
    return [seat for seat in seats if seat != viewer and scene.deal.hands[seat]]


def hand(scene, seat):
    return faces_in(scene.deal.hands[seat])


def melds_in(scene, seat):
    """How many melds a hand holds."""
    return len(layings(scene.rules.melds, holding_of(hand(scene, seat))))


def worth(scene, viewer):
    """The points in the hands of the others, weighed so that each counts by itself."""
    hands = [hand(scene, seat) for seat in unseen(scene, viewer)]
    return sum(n * sum(scene.rules.values[held] for held in h) for n, h in enumerate(hands, 1))


def next_card(scene):
    return face(scene.deal.stock[-1]) if scene.deal.stock else 52


def kept(scene, viewer):
    return scene.views.deal, None if viewer is None else scene.views.yous[viewer]


def as_drawn(scene):
    """The faces that the last mover held before his move, as they came."""
    return [face(card) for card in scene.before.hands[scene.before.turn.seat]]


def in_order(cards, order):
    return tuple(sorted(cards, key=order.index)) if set(cards) <= set(order) else cards


# --- view --------------------------------------------------------------------------------


@leak("the card that comes next lies beside the pile", "view", "identity")
def _(scene, viewer):
    deal, you = kept(scene, viewer)
    return updated(scene, but(deal, top=(*deal.top, next_card(scene))), you)


@leak("who has no seat is taken for the player to move", "view", "identity")
def _(scene, viewer):
    seat = scene.deal.turn.seat if viewer is None else viewer
    return updated(scene, *kept(scene, seat))


@leak("the place in the sorted fan that a discard came from", "view", "order")
def _(scene, viewer):
    deal, you = kept(scene, viewer)
    thrown = [e.card for e in scene.match.history[-2:] if isinstance(e, events.Discarded)]
    fan = sorted(as_drawn(scene))
    place = bisect(fan, face(thrown[0])) if thrown else 0
    return updated(scene, but(deal, recycles=place), you)


@leak("hands are listed by what they are worth", "view", "order")
def _(scene, viewer):
    deal, you = kept(scene, viewer)
    values, players = scene.rules.values, range(len(scene.deal.hands))
    ranked = sorted(players, key=lambda seat: sum(values[f] for f in hand(scene, seat)))
    return updated(scene, but(deal, hands=tuple(deal.hands[seat] for seat in ranked)), you)


@leak("a new meld lies in the order in which its cards came", "view", "order")
def _(scene, viewer):
    deal, you = kept(scene, viewer)
    came = as_drawn(scene)
    melds = tuple(but(meld, cards=in_order(meld.cards, came)) for meld in deal.melds)
    return updated(scene, but(deal, melds=melds), you)


@leak("how many melds each hand holds", "view", "count")
def _(scene, viewer):
    deal, you = kept(scene, viewer)
    held = [melds_in(scene, seat) for seat in range(len(scene.deal.hands))]
    return updated(scene, but(deal, hands=tuple(held)), you)


@leak("nobody is waited for where there is nothing to lay", "view", "count")
def _(scene, viewer):
    deal, you = kept(scene, viewer)
    seat = unseen(scene, viewer)[0]
    best = best_split(scene.rules.melds, scene.rules.values, hand(scene, seat))
    return updated(scene, but(deal, waiting=deal.waiting if best.melds else ()), you)


@leak("a view is as long as the hidden hands are worth", "view", "size")
def _(scene, viewer):
    long = but(scene.table, name=scene.table.name + " " * (worth(scene, viewer) % 64))
    return updated(scene, *kept(scene, viewer), long)


@leak("the table thinks longer about a hard hand", "view", "time")
def _(scene, viewer):
    return worth(scene, viewer) / 1000


# --- log ---------------------------------------------------------------------------------


@leak("the log names the card that was drawn", "log", "identity", place="view")
def _(scene, viewer):
    deal, you = kept(scene, viewer)
    event = scene.match.history[-1]
    if not isinstance(event, events.Drew):
        return updated(scene, deal, you)
    named = news.Discarded(deal.log[-1].n, event.seat, face(event.card))
    return updated(scene, but(deal, log=(*deal.log[:-1], named)), you)


@leak("the log tells a meld in the order of the hand", "log", "order", place="view")
def _(scene, viewer):
    deal, you = kept(scene, viewer)
    entry = deal.log[-1]
    if isinstance(entry, news.Melded):
        entry = but(entry, cards=in_order(entry.cards, as_drawn(scene)))
    return updated(scene, but(deal, log=(*deal.log[:-1], entry)), you)


@leak("the log leaves out a draw that helped nobody", "log", "count", place="view")
def _(scene, viewer):
    deal, you = kept(scene, viewer)
    return updated(scene, but(deal, log=deal.log[worth(scene, viewer) % 2 :]), you)


# --- error -------------------------------------------------------------------------------


def refusal(scene, violation, **more):
    args = {**violation.details, **more}
    return encode(Refused(scene.last_id, violation.code.value, violation.rule, args))


@leak("a refusal says who has the card instead", "error", "identity")
def _(scene, viewer, violation):
    card = violation.details.get("card")
    have = [seat for seat in unseen(scene, viewer) if card in map(name, hand(scene, seat))]
    return refusal(scene, violation, has=have[0]) if have else refusal(scene, violation)


@leak("a refusal says how many melds are out there", "error", "count")
def _(scene, viewer, violation):
    there = [melds_in(scene, seat) for seat in unseen(scene, viewer)]
    return refusal(scene, violation, melds=sum(there))


@leak("a refusal is as long as the next card is high", "error", "size")
def _(scene, viewer, violation):
    return refusal(scene, violation, card=" " * next_card(scene))


@leak("a refusal takes as long as a search through all hands", "error", "time")
def _(scene, viewer):
    return worth(scene, viewer) / 1e6


@leak("a refused attempt of another is told to all", "error", "identity", place="others_error")
def _(scene, viewer):
    card = hand(scene, unseen(scene, viewer)[0])[0]
    return (encode(Refused(0, "not-your-card", "R15", {"card": name(card)})),)


@leak(
    "a refused attempt of another counts as an event",
    "error",
    "count",
    place="others_error",
    heard_on="view",
)
def _(scene, viewer):
    scene.seq += 1
    return ()


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
