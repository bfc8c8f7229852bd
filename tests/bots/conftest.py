"""What the tests of the bots share: positions as a seat sees them."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest
from msgspec.structs import replace

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
from rummy_server.bots import LEVELS
from rummy_server.bout import bare_table, shuffle_of
from rummy_server.game.decide import accepts, decide
from rummy_server.game.events import Dealt, TurnBegan
from rummy_server.game.match import Match, begin, follow, rules_of
from rummy_server.game.melding.melds import mask_of, meld_table, possible
from rummy_server.game.solving.arrange import best_split
from rummy_server.game.state import Card, Deal, Meld, Phase, Turn, face
from rummy_server.game.variants import rules_for
from rummy_server.game.view import views_of


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


class Scene:
    """A deal in the middle, with a seat that has to decide; made for the judge to look at."""

    def __init__(self, ruleset: RuleSet, match: Match) -> None:
        self.ruleset = ruleset
        self.match = match
        self.rules = rules_of(ruleset, match)
        self.deal = match.deal

    @property
    def update(self) -> Update:
        """What seat 0 sees."""
        views = views_of(self.rules, self.match)
        table = bare_table(self.ruleset, ["steady"] * self.match.players)
        return Update(1, table, views.deal, views.yous[0])

    def chosen(self, level: str, seed: int = 0) -> Any:
        """What the seat would do; the judge has to accept it."""
        bot = LEVELS[level]
        action = bot.step(bot.fresh(), self.update, random.Random(seed))[1]
        assert action is not None, "it is this seat's decision"
        assert accepts(self.rules, self.deal, 0, action), action
        return action

    def turn(self, level: str) -> list[Any]:
        """Everything that the seat does until its turn is over."""
        bot, match, done = LEVELS[level], self.match, []
        memory, chance = bot.fresh(), random.Random(0)
        seq, before = 1, match.deal.turns
        while match.deal.turns == before and match.deal.phase is not Phase.OVER:
            views = views_of(self.rules, match)
            table = bare_table(self.ruleset, ["steady"] * match.players)
            update = Update(seq, table, views.deal, views.yous[0])
            memory, action = bot.step(memory, update, chance)
            for event in decide(self.rules, match.deal, 0, action, shuffle_of("scene")):
                match = follow(match, event)
                seq += 1
            done.append(action)
        self.after = match.deal
        return done


@pytest.fixture(scope="session")
def scene():
    """Make a `Scene` of seat 0 from cards in notation."""
    return _scene


def _scene(
    hand: str,
    ruleset: RuleSet,
    *,
    melds: str = "",
    pile: str = "",
    draws: bool = False,
    others: tuple[int, ...] = (10,),
    opened: tuple[int, ...] = (),
    number: int = 1,
    stock: int | None = None,
    **turn: Any,
) -> Scene:
    """Melds are separated by slashes, each with its owner in front: ``1 5H JK=6H 7H``.

    A joker is written with what it stands for. The others hold what is left of the pack.
    """
    players = 1 + len(others)
    deck = list(rules_for(ruleset.for_deal(number), players).deck)

    def cards(text: str) -> tuple[Card, ...]:
        return tuple(_picked(deck, token.split("=")[0]) for token in text.split())

    lying = tuple(
        _meld(place, part.split(), cards)
        for place, part in enumerate(melds.split("/"), 1)
        if part
    )
    mine, discards = cards(hand), cards(pile)
    random.Random(hand).shuffle(deck)
    hands = [mine, *(tuple(deck.pop() for _ in range(count)) for count in others)]
    rest = tuple(deck if stock is None else deck[:stock])
    seats = tuple(range(players))
    began = Dealt(players - 1, tuple(hands), rest, None, 0, seats)
    owners = {meld.owner for meld in lying}
    deal = Deal(
        dealer=players - 1,
        seats=seats,
        hands=tuple(hands),
        stock=rest,
        discards=discards,
        phase=Phase.DRAW if draws else Phase.PLAY,
        turn=Turn(
            seat=0, opened_before=0 in {*opened, *owners}, laid_before=0 in owners, **turn
        ),
        melds=lying,
        opened=tuple(sorted({*opened, *owners})),
        played=tuple(sorted(owners)),
        next_meld=len(lying) + 1,
        turns=1 + 2 * players,
    )
    match = follow(None, begin(players, players - 1))
    turns = [TurnBegan(n % players) for n in range(1, deal.turns)]
    history = (began, *turns)
    return Scene(ruleset, replace(match, number=number, deal=deal, history=history))


def _picked(deck: list[Card], text: str) -> Card:
    wanted = faces(text)[0]
    card = next(card for card in deck if face(card) == wanted)
    deck.remove(card)
    return card


def _meld(place: int, words: list[str], cards: Any) -> Meld:
    owner, tokens = int(words[0]), words[1:]
    stands = tuple(faces(token.split("=")[-1])[0] for token in tokens)
    return Meld(place, owner, cards(" ".join(tokens)), stands, (owner,) * len(tokens))
