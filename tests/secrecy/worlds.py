"""Pairs of worlds that one viewer cannot tell apart, if nothing leaks.

World two has the same cards wherever the viewer has rightly seen one; the unseen faces are
dealt anew among their slots, and unseen slots of one hand change places with what was shown
from it later: who saw a card laid does not know when it came into the hand. Equal cards, twins
from two packs and jokers, change places at will: nobody can tell one from the other. Both
worlds play the same script up to a cut before the hands are shown; what the judge refuses to
others is attempted in world one only, for nobody may ever notice.
"""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import dataclass, replace

from rummy_protocol.errors import RuleViolation
from rummy_server.game import events
from rummy_server.game.state import face, faces_in

from .games import Game, first_deal, later_deal, random_game, rules_in
from .oracle import Oracle
from .play import Act, Ask, Mix, Pause, Try, World
from .scripts import played_out, write_script


@dataclass(frozen=True)
class Presence:
    """When the viewer is at the table, in places of the script."""

    joins: int = 0
    away: tuple = (0, 0)

    def at(self, place):
        return place >= self.joins and not self.away[0] <= place < self.away[1]


NEVER = Presence(joins=1 << 30)


@dataclass(frozen=True)
class Side:
    """One of the two worlds: its chance, and the script in the slots of this world."""

    mix: Mix
    script: tuple


@dataclass(frozen=True)
class Pair:
    seed: int
    game: Game
    rules: object
    """Of this deal."""
    match: object
    """With the deals before this one."""
    viewer: int | None
    presence: Presence
    one: Side
    two: Side
    differs: bool
    """Whether some hand that is not the viewer's is another one at the cut."""
    sworn: bool
    """Whether the oracle saw the same in both worlds."""
    twins: bool
    """Whether the viewer saw a card that is another one of two equal ones in world two."""


class Replay:
    """A side of a pair played to its end, with what the oracle saw on the way.

    Raises:
        RuleViolation: a play of another seat is not accepted on this side.
        AssertionError: one of the viewer's own is not, though he sees all that it depends on.
    """

    def __init__(self, rules, match, side, viewer, presence):
        self.world = World(rules, match, side.mix)
        self.oracle = Oracle(self.world, viewer)
        self.came, self.left = {}, {}
        self._moment = 0
        self._note(self.world.dealt, presence.at(0))
        for place, step in enumerate(side.script):
            if presence.at(place):
                self.oracle.look()
            if isinstance(step, Act):
                for event in self._judged(step, presence.at(place) and step.seat == viewer):
                    self.world.happen(event)
                    self._note(event, presence.at(place))

    def _judged(self, step, own):
        try:
            return self.world.judge(step)
        except RuleViolation:
            if own:
                raise AssertionError(f"{step} hangs on what its seat cannot know") from None
            raise

    def passed_over(self):
        """Slots of jokers that were not turned up, since no joker may be: they stay as well."""
        order, dealt = self.world.mix.order, self.world.dealt
        first = sum(map(len, dealt.hands))
        up = first if dealt.upcard is None else order.index(dealt.upcard)
        return {(0, place): face(order[place]) for place in range(first, up)}

    def _note(self, event, present):
        """Keep when each slot first came into a hand, and when it first lay open."""
        self._moment += 1
        self.oracle.watch(event, present)
        slot = self.world.slot
        match event:
            case events.Dealt(_, hands):
                self._leave(() if event.upcard is None else (event.upcard,))
                for seat, hand in enumerate(hands):
                    self.came |= {slot[card]: (seat, self._moment) for card in hand}
            case events.Drew(seat, card):
                self.came.setdefault(slot[card], (seat, self._moment))
            case events.Melded(_, meld):
                self._leave(meld.cards)
            case events.LaidOff(_, cards) | events.Swapped(_, cards):
                self._leave(cards)
            case events.Discarded(_, card):
                self._leave((card,))

    def _leave(self, cards):
        for card in cards:
            self.left.setdefault(self.world.slot[card], self._moment)


def known_to(replay):
    """What must stay: what the oracle saw, and for a shuffled stock where it came from."""
    known = replay.oracle.seen | replay.oracle.must_stay() | replay.passed_over()
    for _, (_, came) in sorted(replay.world.stocks.items(), reverse=True):
        known |= {came[slot]: shown for slot, shown in known.items() if slot in came}
    return known


def dealt_anew(replay, side, chance):
    """*side* with every unseen slot filled anew."""
    known = known_to(replay)
    order = list(side.mix.order)
    _permute(order, [place for place in range(len(order)) if (0, place) not in known], chance)
    mixes = dict(side.mix.mixes)
    for label, came in replay.world.stocks.values():
        mix = list(mixes[label])
        _permute(mix, [slot[1] for slot in came if slot not in known], chance)
        mixes[label] = tuple(mix)
    return Side(Mix(tuple(order), mixes), side.script)


def _permute(things, places, chance):
    mixed = [things[place] for place in places]
    chance.shuffle(mixed)
    for place, thing in zip(places, mixed, strict=True):
        things[place] = thing


def exchanged(replay, side, viewer, chance):
    """*side* with slots exchanged that lay in one hand together before either left it."""
    order, swaps, fixed = list(side.mix.order), {}, replay.passed_over()
    slots = sorted(
        slot
        for slot, (seat, _) in replay.came.items()
        if seat != viewer and not slot[0] and slot not in fixed
    )
    shown = [slot for slot in slots if slot in replay.left]
    for one in [*chance.sample(shown, min(len(shown), 6)), *slots[:2]]:
        near = [s for s in slots if s not in swaps and s != one and _together(replay, one, s)]
        if one not in swaps and near:
            other = chance.choice(near)
            swaps |= {one: other, other: one}
            order[one[1]], order[other[1]] = order[other[1]], order[one[1]]
    return Side(Mix(tuple(order), side.mix.mixes), tuple(_named(s, swaps) for s in side.script))


def _together(replay, one, other):
    (seat, first), (owner, second) = replay.came[one], replay.came[other]
    gone = min(replay.left.get(one, 1 << 30), replay.left.get(other, 1 << 30))
    return seat == owner and max(first, second) < gone


def _named(step, swaps):
    if not isinstance(step, Ask):
        return step
    return replace(step, cards=tuple(swaps.get(card, card) for card in step.cards))


def twins_exchanged(side, chance):
    """*side* with equal cards exchanged, wherever they lie and whoever has seen them."""
    order, equal = list(side.mix.order), defaultdict(list)
    for place, card in enumerate(order):
        equal[face(card)].append(place)
    for places in equal.values():
        _permute(order, places, chance)
    return Side(Mix(tuple(order), side.mix.mixes), side.script)


# --- pairs -------------------------------------------------------------------------------


def make_pair(seed, presets=None):
    """A pair of worlds, or why there is none.

    There is none where the second world refuses what was accepted in the first: that a play
    was accepted is seen by all (C24, E12), so the two can be told apart rightly.
    """
    chance = random.Random(f"pair {seed}")
    game, rules, match = _some_deal(chance, presets)
    viewer = chance.choice((None, None, *range(game.players)))
    length = chance.randint(1, chance.choice((12, 60, 140)))
    mix, script = write_script(game, rules, match, chance, viewer, length)
    presence = _some_presence(chance, viewer, len(script))
    one = Side(mix, tuple(_attended(s, viewer, presence.at(n)) for n, s in enumerate(script)))
    first = Replay(rules, match, one, viewer, presence)
    two = dealt_anew(first, one, chance)
    try:
        again = Replay(rules, match, two, viewer, presence)
        if chance.random() < 0.5:
            two = exchanged(again, two, viewer, chance)
            Replay(rules, match, two, viewer, presence)
    except RuleViolation as refused:
        return refused.code
    two = twins_exchanged(two, chance)
    second = Replay(rules, match, two, viewer, presence)
    return Pair(
        seed=seed,
        game=game,
        rules=rules,
        match=match,
        viewer=viewer,
        presence=presence,
        one=one,
        two=Side(two.mix, tuple(_hushed(step, viewer) for step in two.script)),
        differs=_other_hands(first, viewer) != _other_hands(second, viewer),
        sworn=first.oracle.looks == second.oracle.looks,
        twins=any(
            _twins(mix.order[n], two.mix.order[n]) for m, n in first.oracle.seen if not m
        ),
    )


def _twins(one, other):
    return one != other and face(one) == face(other)


def _some_deal(chance, presets):
    """A game, the rules of one of its deals, and the match before that deal."""
    game = random_game(chance) if presets is None else random_game(chance, presets)
    what = chance.random()
    match = later_deal(game, chance) if what < 0.4 else first_deal(game, chance)
    rules = rules_in(game, match)
    if what > 0.9:
        after = played_out(rules, match, chance)
        if after.ended is None:
            return game, rules_in(game, after), after
    return game, rules, match


def _attended(step, viewer, present):
    """Who is away attempts nothing."""
    return Pause() if isinstance(step, Try) and step.seat == viewer and not present else step


def _hushed(step, viewer):
    """In the second world the others never attempt what is refused."""
    return Pause() if isinstance(step, Try) and step.seat != viewer else step


def _other_hands(replay, viewer):
    hands = enumerate(replay.world.deal.hands)
    return [faces_in(hand) for seat, hand in hands if seat != viewer]


def _some_presence(chance, viewer, length):
    kind = chance.random()
    if kind < 0.5:
        return Presence()
    if viewer is None:
        return NEVER if kind > 0.9 else Presence(joins=chance.randint(0, length))
    away = sorted((chance.randint(0, length), chance.randint(0, length)))
    return Presence(away=tuple(away))
