"""Random games, by random players and by bots, written down as scripts.

The players here know all the cards or none of the rules; only what they did is kept.
"""

from __future__ import annotations

from dataclasses import replace

from rummy_protocol.actions import (
    Discard,
    DrawStock,
    EndDeal,
    LayMeld,
    LayOff,
    TakeBack,
    TakeDiscard,
)
from rummy_protocol.choices import StockOut
from rummy_protocol.errors import Declined, RuleViolation
from rummy_protocol.messages import Update
from rummy_protocol.switches import SWITCHES
from rummy_protocol.views import Options, SeatKind, SeatView, Stage, TableView
from rummy_server.bots import LEVELS
from rummy_server.game.match import begin, follow
from rummy_server.game.melds import possible
from rummy_server.game.state import Phase, face
from rummy_server.game.variants import rules_for, ruleset_of
from rummy_server.game.view import Seat, view_for

from .play import Act, Ask, Look, Random, Try, World

# --- players -----------------------------------------------------------------------------


def thinkable(world, chance):
    """Actions that the seat whose turn it is might try, the likely ones first."""
    deal, rules = world.deal, world.rules
    seat = deal.turn.seat
    if deal.phase is Phase.DRAW:
        draws = [Ask(seat, DrawStock), Ask(seat, TakeDiscard, (), 1)]
        return [*(draws if chance.random() < 0.6 else draws[::-1]), Ask(seat, EndDeal)]
    hand = deal.hands[seat]
    of = {face(card): world.slot[card] for card in hand}
    lays = [
        *(Ask(seat, LayMeld, tuple(of[f] for f in m)) for m in possible(rules.melds, list(of))),
        *(Ask(seat, LayOff, (of[f],), meld.id) for meld in deal.melds for f in of),
    ]
    throws = [Ask(seat, Discard, (slot,)) for slot in of.values()]
    chance.shuffle(lays)
    chance.shuffle(throws)
    if chance.random() < 0.06:
        lays = [Ask(seat, TakeBack), *lays]
    return [*(lays if chance.random() < 0.7 else ()), *throws, *lays, Ask(seat, TakeBack)]


def attempt(world, chance, seat):
    """Something that *seat* might ask for out of turn, or wrongly."""
    hand = [world.slot[card] for card in world.deal.hands[seat]]
    some = chance.sample(hand, min(len(hand), chance.randint(1, 3)))
    kind = chance.choice([DrawStock, TakeDiscard, LayMeld, LayOff, Discard, TakeBack, EndDeal])
    if kind is Discard:
        some = some[:1]
    cards = tuple(some) if kind in (LayMeld, LayOff, Discard) else ()
    return Try(seat, kind, cards, chance.randint(1, 4))


def guess(world, chance, seat):
    """The like with cards that *seat* does not hold."""
    ask = attempt(world, chance, seat)
    return replace(ask, cards=tuple(chance.randrange(52) for _ in ask.cards))


def first_accepted(world, chance):
    for ask in thinkable(world, chance):
        try:
            return ask, world.judge(ask)
        except RuleViolation:
            continue
    raise AssertionError("the seat whose turn it is has no move")


class BotMover:
    """A seat that is played by a bot, from what the seat may see."""

    def __init__(self, chance):
        self._bot = LEVELS[chance.choice(list(LEVELS))]
        self._memory = self._bot.fresh()

    def move(self, world, chance):
        rules, match, seat = world.rules, world.match, world.deal.turn.seat
        deal, you = view_for(rules, match, Seat(seat))
        update = Update(len(match.history), table_of(rules, match), deal, you)
        self._memory, action = self._bot.step(self._memory, update, chance)
        of = {face(card): world.slot[card] for card in world.deal.hands[seat]}
        match action:
            case LayMeld(cards):
                ask = Ask(seat, LayMeld, tuple(of[card] for card in cards))
            case LayOff(meld, cards):
                ask = Ask(seat, LayOff, tuple(of[card] for card in cards), meld)
            case Discard(card):
                ask = Ask(seat, Discard, (of[card],))
            case TakeDiscard(count):
                ask = Ask(seat, TakeDiscard, (), count)
            case _:
                ask = Ask(seat, type(action))
        return ask, world.judge(ask)


def table_of(rules, match):
    """The public side of the table at which *match* is played."""
    seats = tuple(
        SeatView(f"Player {seat}", SeatKind.HUMAN, (total.numerator, total.denominator))
        for seat, total in enumerate(match.totals)
    )
    return TableView(
        "AB12",
        "By the window",
        rules.ruleset,
        Options(seats=rules.players),
        Stage.PLAYING,
        seats,
        host=0,
        deals_played=len(match.results),
    )


# --- scripts -----------------------------------------------------------------------------


def random_rules(chance):
    """A rule set with some switches thrown at random, for two to six players."""
    players = chance.randint(2, 6)
    if chance.random() < 0.3:
        return rules_for(ruleset_of("basic", {}), players)
    while True:
        thrown = {s.name: chance.choice(s.choices) for s in SWITCHES if chance.random() < 0.3}
        thrown["stock_out"] = chance.choice(list(StockOut))
        try:
            return rules_for(ruleset_of("basic", thrown), players)
        except Declined:
            continue


def shuffled_deck(rules, chance):
    deck = list(rules.deck)
    chance.shuffle(deck)
    return tuple(deck)


def some_match(rules, chance, deals):
    """A match in which *deals* have been played to their ends."""
    match = follow(None, begin(rules.players, chance.randrange(rules.players)))
    for _ in range(deals):
        if match.ended:
            return some_match(rules, chance, 0)
        world = World(rules, match, Random(shuffled_deck(rules, chance)))
        while world.deal.phase is not Phase.OVER:
            for event in first_accepted(world, chance)[1]:
                world.happen(event)
        world.close()
        match = world.match
    return match if match.ended is None else some_match(rules, chance, 0)


def write_script(rules, match, chance, viewer, length):
    """Play a deal for *length* moves, or until just before the hands are shown."""
    world = World(rules, match, Random(shuffled_deck(rules, chance)))
    bots = {seat: BotMover(chance) for seat in range(rules.players) if chance.random() < 0.35}
    script, moves = [], 0
    while moves < length:
        for _ in range(chance.choice((0, 0, 1, 2))):
            script += refused(world, chance, viewer)
        bot = bots.get(world.deal.turn.seat)
        ask, events = bot.move(world, chance) if bot else first_accepted(world, chance)
        trial = world.match
        for event in events:
            trial = follow(trial, event)
        if trial.deal.phase is Phase.OVER:
            break
        for event in events:
            world.happen(event)
        script.append(Act(ask.seat, ask.kind, ask.cards, ask.number))
        moves += 1
        if chance.random() < 0.15:
            script.append(Look("history", chance.choice((0, 0, 3, 64, moves))))
        if chance.random() < 0.1:
            script.append(Look("tables"))
    return world.mix, script


def refused(world, chance, viewer):
    """At most one attempt that the judge turned down."""
    own = viewer is not None and chance.random() < 0.5
    seat = viewer if own else chance.randrange(world.rules.players)
    ask = guess(world, chance, seat) if own and chance.random() < 0.5 else None
    ask = ask or attempt(world, chance, seat)
    try:
        world.judge(ask)
    except RuleViolation:
        return [ask]
    return []
