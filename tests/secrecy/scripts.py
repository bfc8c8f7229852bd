"""Random deals, by random players and by bots, written down as scripts.

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
    SwapJoker,
    TakeBack,
    TakeDiscard,
)
from rummy_protocol.cards import faces
from rummy_protocol.errors import Code, RuleViolation
from rummy_protocol.messages import Update
from rummy_server.bots import LEVELS
from rummy_server.game import events
from rummy_server.game.match import follow
from rummy_server.game.state import Phase, face
from rummy_server.game.turn.search import way_to_end
from rummy_server.game.turn.standing import standing_of
from rummy_server.game.view import Seat, view_for

from .games import shuffled_deck, table_of
from .play import Act, Ask, Look, Random, Try, World

# --- saying things -----------------------------------------------------------------------


def asked(world, seat, action):
    """*action* as *seat* would say it, by slots; faces that it does not hold stay faces."""
    left = [world.slot[card] for card in world.deal.hands[seat]]

    def slots(cards):
        for wanted in cards:
            held = [slot for slot in left if face(world.lies[slot]) == wanted]
            if held:
                left.remove(held[0])
            yield held[0] if held else wanted

    match action:
        case LayMeld(cards, stands):
            return Ask(seat, LayMeld, tuple(slots(cards)), stands=stands)
        case LayOff(meld, cards, stands):
            return Ask(seat, LayOff, tuple(slots(cards)), meld, stands)
        case SwapJoker(meld, cards):
            return Ask(seat, SwapJoker, tuple(slots(cards)), meld)
        case Discard(card):
            return Ask(seat, Discard, tuple(slots((card,))))
        case TakeDiscard(count):
            return Ask(seat, TakeDiscard, (), count)
    return Ask(seat, type(action))


def settled(world, ask, happened):
    """*ask* with the slots of those cards that the judge took for the faces that were said."""
    pool = list(moved(happened))
    slots = []
    for said in ask.cards:
        card = next(card for card in pool if face(card) == face(world.lies[said]))
        pool.remove(card)
        slots.append(world.slot[card])
    return replace(ask, cards=tuple(slots))


def moved(happened):
    """The cards that left the hand."""
    for event in happened:
        match event:
            case events.Discarded():
                yield event.card
            case events.Melded():
                yield from event.meld.cards
            case events.LaidOff() | events.Swapped():
                yield from event.cards


# --- players -----------------------------------------------------------------------------


def thinkable(world, chance):
    """Actions that the seat whose turn it is might try, the likely ones first."""
    deal = world.deal
    seat = deal.turn.seat
    _, you = view_for(world.rules, world.match, Seat(seat))
    if deal.phase is Phase.DRAW:
        takes = [TakeDiscard(take.count) for take in you.takes] or [TakeDiscard()]
        take = chance.choice(takes)
        draws = [DrawStock(), take] if chance.random() < 0.6 else [take, DrawStock()]
        return [*draws, EndDeal(), *takes]
    lays = list(likely(you))
    throws = [Discard(card) for card in dict.fromkeys(you.hand)]
    chance.shuffle(lays)
    chance.shuffle(throws)
    if chance.random() < 0.06:
        lays = [TakeBack(), *lays]
    return [*(lays if chance.random() < 0.7 else ()), *throws, *lays]


def likely(you):
    """Plays that the hand may allow; what the turn forbids the judge will say."""
    for lay in you.can_meld:
        yield LayMeld(lay.cards, lay.stands)
    for fit in you.fits:
        near = [card for card in you.hand if 0 < abs(card - fit.card) <= 2]
        for meld in fit.melds:
            yield LayOff(meld, (fit.card,))
            yield from (LayOff(meld, (fit.card, card)) for card in near)
    gives = [(meld, fit.card) for fit in you.swaps for meld in fit.melds]
    for meld, card in gives:
        yield SwapJoker(meld, (card,))
        yield from (SwapJoker(meld, (card, other)) for at, other in gives if at == meld)


def last_resort(world):
    """A play with which the turn can still come to its end."""
    deal = world.deal
    if deal.phase is Phase.PLAY:
        way = way_to_end(world.rules, standing_of(world.rules, deal))
        yield from (way or ())[:1]
    yield TakeBack()


def first_accepted(world, chance):
    """What the seat whose turn it is does, and what follows from it."""
    seat = world.deal.turn.seat
    wild = chance.random() < 0.15
    for actions in (() if wild else thinkable(world, chance), last_resort(world)):
        for action in actions:
            found = tried(world, chance, asked(world, seat, action))
            if found:
                return found
    if wild:
        return first_accepted(world, chance)
    raise AssertionError("the seat whose turn it is has no move")


def tried(world, chance, ask):
    """*ask* and what follows from it, ``None`` if it is refused; jokers are named if asked."""
    try:
        happened = world.judge(ask)
    except RuleViolation as violation:
        if violation.code is not Code.JOKER_UNCLEAR or ask.stands:
            return None
        choice = chance.choice(violation.details["choices"].split("|"))
        return tried(world, chance, replace(ask, stands=faces(choice)))
    return settled(world, ask, happened), happened


def attempt(world, chance, seat):
    """Something that *seat* might ask for out of turn, or wrongly."""
    hand = [world.slot[card] for card in world.deal.hands[seat]]
    some = tuple(chance.sample(hand, min(len(hand), chance.randint(1, 3))))
    kind = chance.choice(
        [DrawStock, TakeDiscard, LayMeld, LayOff, SwapJoker, Discard, TakeBack, EndDeal]
    )
    number = chance.randint(1, 4)
    if kind in (LayMeld, LayOff):
        stands = tuple(chance.sample(range(52), chance.choice((0, 0, 1))))
        return Try(seat, kind, some, number, stands)
    if kind in (SwapJoker, Discard) and some:
        return Try(seat, kind, some[:1] if kind is Discard else some, number)
    return Try(seat, DrawStock if kind in (SwapJoker, Discard) else kind, (), number)


def guess(world, chance, seat):
    """The like with cards that *seat* does not hold."""
    ask = attempt(world, chance, seat)
    return replace(ask, cards=tuple(chance.randrange(53) for _ in ask.cards))


class BotMover:
    """A seat that is played by a bot, from what the seat may see."""

    def __init__(self, game, chance):
        self._game = game
        self._bot = LEVELS[chance.choice(list(LEVELS))]
        self._memory = self._bot.fresh()

    def move(self, world, chance):
        rules, match, seat = world.rules, world.match, world.deal.turn.seat
        deal, you = view_for(rules, match, Seat(seat))
        update = Update(len(match.history), table_of(self._game.ruleset, match), deal, you)
        self._memory, action = self._bot.step(self._memory, update, chance)
        return tried(world, chance, asked(world, seat, action))


# --- scripts -----------------------------------------------------------------------------


def played_out(rules, match, chance):
    """*match* after one more deal, with the score."""
    world = World(rules, match, Random(shuffled_deck(rules, chance)))
    while world.deal.phase is not Phase.OVER:
        for event in first_accepted(world, chance)[1]:
            world.happen(event)
    world.close()
    return world.match


def write_script(game, rules, match, chance, viewer, length):
    """Play a deal for *length* moves, or until just before the hands are shown."""
    world = World(rules, match, Random(shuffled_deck(rules, chance)))
    bots = {s: BotMover(game, chance) for s in world.deal.seats if chance.random() < 0.35}
    script, moves = [], 0
    while moves < length:
        for _ in range(chance.choice((0, 0, 1, 2))):
            script += refused(world, chance, viewer)
        bot = bots.get(world.deal.turn.seat)
        found = bot.move(world, chance) if bot else None
        ask, happened = found or first_accepted(world, chance)
        trial = world.match
        for event in happened:
            trial = follow(trial, event)
        if trial.deal.phase is Phase.OVER:
            break
        for event in happened:
            world.happen(event)
        script.append(Act(ask.seat, ask.kind, ask.cards, ask.number, ask.stands))
        moves += 1
        if chance.random() < 0.15:
            script.append(Look("history", chance.choice((0, 0, 3, 64, moves))))
        if chance.random() < 0.1:
            script.append(Look("tables"))
    return world.mix, script


def refused(world, chance, viewer):
    """At most one attempt that the judge turned down."""
    own = viewer is not None and chance.random() < 0.5
    seat = viewer if own else chance.randrange(len(world.deal.hands))
    ask = guess(world, chance, seat) if own and chance.random() < 0.5 else None
    ask = ask or attempt(world, chance, seat)
    try:
        world.judge(ask)
    except RuleViolation:
        return [ask]
    return []
