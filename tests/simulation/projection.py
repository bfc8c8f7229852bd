"""What a client is shown, compared with the second account of its table.

Everything in a view has to follow from what was durable when it was sent, and nothing in it
may be more than its viewer may know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy_protocol.messages import Update

from .ledger import FACE, Ledger, Standing

if TYPE_CHECKING:
    from .players import Person
    from .world import World

__all__ = ["agrees", "judge_update"]


def judge_update(world: World, person: Person, update: Update) -> None:
    """I10, I16: *update* is the projection of a state that was kept."""
    check = world.trace.check
    ledger = world.ledger(update.table.id)
    standing = ledger.standings.get(update.seq)
    if standing is None:
        world.trace.fail("I10", f"{person.name} was shown {update.seq}, which is not kept")
        return
    table, seq = person.seen
    back = table == update.table.id and update.seq < seq
    check(not back, "I16", f"{person.name} was shown {update.seq} after {seq}")
    check(len(update.table.seats) > 0, "I10", "a table without seats")
    if update.you is not None:
        owner = (person.seat_key, update.you.seat) in ledger.owners
        check(owner, "I11", f"{person.name} was shown the hand of seat {update.you.seat}")
    if update.deal is not None and standing.hands:
        wrong = _differs(update, standing)
        check(not wrong, "I10", f"{person.name} at {update.seq}: {wrong}")
    elif update.you is not None:
        check(not update.you.hand, "I11", "a hand without a deal")


def _differs(update: Update, standing: Standing) -> str:
    """In what a view is not what was kept; empty if in nothing."""
    deal, you = update.deal, update.you
    assert deal is not None
    told = {
        "number": (deal.number, standing.number),
        "hands": (deal.hands, tuple(map(len, standing.hands))),
        "stock": (deal.stock, standing.stock),
        "discards": (deal.discards, len(standing.discards)),
        "melds": (
            tuple((meld.id, tuple(sorted(meld.cards))) for meld in deal.melds),
            tuple((number, _faces(cards)) for number, cards in standing.melds),
        ),
        "top": (_end(deal.top), _end(tuple(card & FACE for card in standing.discards))),
    }
    if deal.waiting:
        told["turn"] = tuple(one.seat for one in deal.waiting), (standing.turn,)
    if you is not None and you.seat < len(standing.hands):
        told["hand"] = tuple(sorted(you.hand)), _faces(standing.hands[you.seat])
    return ", ".join(f"{k}: {a} for {b}" for k, (a, b) in told.items() if a != b)


def _end(cards: tuple[int, ...]) -> tuple[int, ...]:
    return cards[-1:]


def _faces(cards: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(card & FACE for card in cards))


def agrees(ledger: Ledger, update: Update) -> bool:
    """Whether *update* is the newest there is."""
    return update.seq == ledger.seq and update.table.stage == ledger.stage
