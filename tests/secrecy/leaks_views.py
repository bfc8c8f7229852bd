"""Leaks planted in views."""

from __future__ import annotations

from bisect import bisect

from rummy_protocol.cards import Face
from rummy_protocol.views import Fit
from rummy_server.game import events
from rummy_server.game.solving.arrange import best_split
from rummy_server.game.state import face

from .house import shown, updated
from .leaking import (
    as_drawn,
    but,
    could_lay,
    could_open,
    hand,
    in_order,
    jokers,
    kept,
    leak,
    melds_in,
    melds_of,
    next_card,
    openings,
    pack,
    unseen,
    worth,
)


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


@leak("how many jokers the others hold stands beside the stock", "view", "count")
def _(scene, viewer):
    deal, you = kept(scene, viewer)
    return updated(scene, but(deal, recycles=jokers(scene, viewer)), you)


@leak("all see how much the others' openings could count", "view", "count")
def _(scene, viewer):
    deal, you = kept(scene, viewer)
    return updated(scene, but(deal, recycles=openings(scene, viewer)), you)


@leak("who could open is shown as if he had", "view", "identity")
def _(scene, viewer):
    deal, you = kept(scene, viewer)
    ready = [s for s in range(len(deal.hands)) if s != viewer and could_open(scene, s)]
    return updated(scene, but(deal, opened=(*deal.opened, *ready)), you)


@leak("the private part of the player to move is sent to all who play", "view", "identity")
def _(scene, viewer):
    deal, you = kept(scene, viewer)
    turn = scene.views.yous[scene.deal.turn.seat]
    if you is not None:
        taken = {"takes": turn.takes, "swaps": turn.swaps, "duty": turn.duty}
        you = but(you, **taken, duty_cards=turn.duty_cards, opening=turn.opening)
    return updated(scene, deal, you)


@leak("no discard may be taken that the next player needs", "view", "count")
def _(scene, viewer):
    deal, you = kept(scene, viewer)
    needed = any(
        could_lay(scene, seat, top) for seat in unseen(scene, viewer)[:1] for top in deal.top
    )
    if you is not None and needed:
        you = but(you, takes=())
    return updated(scene, deal, you)


@leak("a card has to be laid if another hand could use it", "view", "identity")
def _(scene, viewer):
    deal, you = kept(scene, viewer)
    if you is not None and you.fresh is not None:
        others = unseen(scene, viewer)
        used_by = any(could_lay(scene, seat, you.fresh) for seat in others)
        you = but(you, duty="use" if used_by else "")
    return updated(scene, deal, you)


@leak("jokers are offered that lie in other hands", "view", "identity")
def _(scene, viewer):
    deal, you = kept(scene, viewer)
    if you is not None:
        you = but(
            you, swaps=(*you.swaps, *(Fit(Face(n), ()) for n in [jokers(scene, viewer)] if n))
        )
    return updated(scene, deal, you)


@leak("a card is shown with the pack that it is from", "view", "identity")
def _(scene, viewer):
    deal, you = kept(scene, viewer)
    melds = tuple(
        but(meld, credit=tuple(pack(card) for card in lying.cards))
        for meld, lying in zip(deal.melds, scene.deal.melds, strict=True)
    )
    return updated(scene, but(deal, melds=melds), you)


@leak("of two equal cards in the hand one has a mark", "view", "identity")
def _(scene, viewer):
    deal, you = kept(scene, viewer)
    if you is not None:
        cards = sorted(scene.deal.hands[viewer], key=lambda card: (face(card), card))
        marked = [n for n, card in enumerate(cards) if pack(card)]
        you = but(you, points=you.points + sum(marked))
    return updated(scene, deal, you)


@leak("the hand lies in the order of the packs", "view", "order")
def _(scene, viewer):
    deal, you = kept(scene, viewer)
    if you is not None:
        you = but(you, hand=tuple(map(face, sorted(scene.deal.hands[viewer]))))
    return updated(scene, deal, you)


@leak("who may buy himself in is asked of the hands", "view", "identity")
def _(scene, viewer):
    seats = enumerate(scene.table.seats)
    told = tuple(but(s, may_buy=melds_of(scene, n) > 0) for n, s in seats)
    return updated(scene, *kept(scene, viewer), but(scene.table, seats=told))


@leak("an update is longer by the jokers that are out there", "view", "size")
def _(scene, viewer):
    return shown(scene, viewer) + bytes(jokers(scene, viewer))


@leak("the table thinks longer while others hold jokers", "view", "time")
def _(scene, viewer):
    return jokers(scene, viewer) / 1000


@leak("a view is as long as the hidden hands are worth", "view", "size")
def _(scene, viewer):
    long = but(scene.table, name=scene.table.name + " " * (worth(scene, viewer) % 64))
    return updated(scene, *kept(scene, viewer), long)


@leak("the table thinks longer about a hard hand", "view", "time")
def _(scene, viewer):
    return worth(scene, viewer) / 1000
