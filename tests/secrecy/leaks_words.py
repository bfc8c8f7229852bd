"""Leaks planted in the log and in refusals."""

from __future__ import annotations

from rummy_protocol import news
from rummy_protocol.cards import JOKER, name
from rummy_protocol.codec import encode
from rummy_protocol.messages import Refused
from rummy_server.game import events
from rummy_server.game.state import face

from .house import updated
from .leaking import (
    as_drawn,
    but,
    hand,
    in_order,
    kept,
    leak,
    melds_in,
    next_card,
    openings,
    pack,
    unseen,
    worth,
)

# --- log ---------------------------------------------------------------------------------


@leak("the log names the card that was drawn", "log", "identity", place="view")
def _(scene, viewer):
    deal, you = kept(scene, viewer)
    event = scene.match.history[-1]
    if not isinstance(event, events.Drew):
        return updated(scene, deal, you)
    named = news.Discarded(deal.log[-1].n, event.seat, face(event.card))
    return updated(scene, but(deal, log=(*deal.log[:-1], named)), you)


@leak("the log says whether a joker was drawn", "log", "identity", place="view")
def _(scene, viewer):
    deal, you = kept(scene, viewer)
    event, entry = scene.match.history[-1], deal.log[-1]
    if isinstance(event, events.Drew) and face(event.card) == JOKER:
        deal = but(deal, log=(*deal.log[:-1], but(entry, seat=-1)))
    return updated(scene, deal, you)


@leak("the log says which of two equal cards was thrown", "log", "identity", place="view")
def _(scene, viewer):
    deal, you = kept(scene, viewer)
    event = next(
        (e for e in scene.match.history[::-1] if isinstance(e, events.Discarded)), None
    )
    if event is not None:
        deal = but(deal, log=(*deal.log, news.Drew(pack(event.card), event.seat)))
    return updated(scene, deal, you)


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


@leak("a refusal says what the others could open with", "error", "count")
def _(scene, viewer, violation):
    return refusal(scene, violation, best=openings(scene, viewer))


@leak("a refusal says who holds the jokers", "error", "identity")
def _(scene, viewer, violation):
    have = [seat for seat in unseen(scene, viewer) if JOKER in hand(scene, seat)]
    return refusal(scene, violation, jokers=" ".join(map(str, have)))


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
