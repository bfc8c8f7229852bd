"""What the tests of the bots share: positions as a seat sees them."""

from __future__ import annotations

import os
from typing import Any

import pytest

from rummy_protocol.cards import faces
from rummy_protocol.messages import Update
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.views import (
    DealView,
    Fit,
    Lay,
    MeldView,
    Options,
    SeatKind,
    SeatView,
    Stage,
    TableView,
    Waiting,
    You,
)
from rummy_server.game.arrange import best_split
from rummy_server.game.melds import mask_of, meld_table, possible
from rummy_server.game.variants import rules_for


@pytest.fixture(scope="session")
def volume():
    """Choose how much chance a test spends: ``volume(small, full)``."""
    full = os.environ.get("PROOF", "small") == "full"
    return lambda few, many: many if full else few


@pytest.fixture(scope="session")
def seen():
    """Make the update of a seat that has to decide, from cards in notation."""
    return _seen


def _seen(
    hand: str,
    *,
    may: str,
    top: str = "",
    melds: str = "",
    locked: str = "",
    others: tuple[int, ...] = (7,),
    rules: RuleSet | None = None,
    **deal: Any,
) -> Update:
    """Seat 0 holds *hand*; melds are separated by slashes and belong to seat 1.

    A meld that begins with a ``*`` belongs to seat 0.
    """
    ruleset, players = rules or RuleSet(), 1 + len(others)
    compiled, held = rules_for(ruleset, players), tuple(sorted(faces(hand)))
    lying = []
    for number, text in enumerate((part.strip() for part in melds.split("/")), start=1):
        if text:
            owner, cards = (0 if text[0] == "*" else 1), faces(text.lstrip("* "))
            lying.append(MeldView(number, owner, cards, (owner,) * len(cards)))
    best = best_split(compiled.melds, compiled.values, held)
    grows = meld_table(compiled.melds).grows
    fits = [
        (card, tuple(meld.id for meld in lying if grows[mask_of(meld.cards)] >> card & 1))
        for card in held
    ]
    you = You(
        seat=0,
        hand=held,
        may=tuple(may.split()),
        locked=faces(locked)[0] if locked else None,
        split=best.melds,
        deadwood=best.deadwood,
        points=sum(compiled.values[card] for card in held),
        dead_points=best.points,
        can_meld=tuple(map(Lay, possible(compiled.melds, held)))[:16],
        fits=tuple(Fit(card, ids) for card, ids in fits if ids),
    )
    view = {
        "number": 1,
        "dealer": players - 1,
        "waiting": (Waiting(0, "draw" if "draw" in may else "play"),),
        "hands": (len(held), *others),
        "stock": 20,
        "discards": 1 if top else 0,
        "top": faces(top),
        "melds": tuple(lying),
        "turn": 1 + 2 * players,
        "recycles": 0,
        "log": (),
    }
    return Update(1, _table(ruleset, players), DealView(**(view | deal)), you)


def _table(rules: RuleSet, players: int) -> TableView:
    return TableView(
        id="AB12",
        name="",
        rules=rules,
        options=Options(seats=players),
        stage=Stage.PLAYING,
        seats=tuple(SeatView(f"B{n}", SeatKind.BOT) for n in range(players)),
    )
