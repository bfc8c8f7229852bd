"""The law, once more: every action that a position lets its player take, found by force.

Written from the rules and not from the judge: no tables, no masks, and nothing of what judge,
solver and search are made of. A play is legal if, trying everything that could follow in the
same turn, some lawful end of the turn is found. Slow; for small hands.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, pairwise, permutations
from typing import NamedTuple

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
from rummy_protocol.cards import JOKER, face_of, rank, suit
from rummy_server.game.state import Phase, face

__all__ = ["TurnLaw", "is_meld", "legal_actions", "meanings", "meanings_grown"]


class Token(NamedTuple):
    """A card as far as the rest of the turn tells it from its twins."""

    face: int
    reached: bool = False
    """It is the discard that was reached for: locked, or to be laid, or both."""
    owed: bool = False
    """It is a joker from the table that has to be laid again."""


class Lies(NamedTuple):
    """A meld on the table."""

    number: int
    owner: int
    cards: tuple[Token, ...]
    stands: tuple[int, ...]

    @property
    def wild(self):
        """What its jokers stand for."""
        return tuple(s for c, s in zip(self.cards, self.stands, strict=True) if c.face == JOKER)

    @property
    def naturals(self):
        return tuple(c.face for c in self.cards if c.face != JOKER)


class Here(NamedTuple):
    """Where the turn has come to."""

    hand: tuple[Token, ...]
    table: tuple[Lies, ...]
    fresh: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = ()
    """The new melds of this turn as they were laid: what they are, and which are jokers."""
    opened: bool = False
    beyond: bool = False
    """Something was done that only going out in this turn permits."""


# What is a meld.

STARTS = {"low": (1,), "high": (2,), "either": (1, 2), "corner": tuple(range(1, 14))}


def run_orders(ace, stands):
    """Every way *stands* lie as a run, from low to high: more than one for a whole suit."""
    if len({suit(f) for f in stands}) != 1 or len(set(stands)) < len(stands):
        return
    for start in STARTS[ace]:
        lying = sorted(stands, key=lambda f, first=start: (rank(f) - first) % 13)
        if all((rank(b) - rank(a)) % 13 == 1 for a, b in pairwise(lying)):
            yield lying


def run_order(ace, stands):
    """The first of them; None: they are no run."""
    return next(run_orders(ace, stands), None)


def is_set(stands):
    return len({rank(f) for f in stands}) == 1


def is_meld(ruleset, packs, stands, wild):
    """Whether cards that are *stands*, those of *wild* by jokers, may lie as one meld."""
    if len(stands) == len(wild):
        return False
    if ruleset.jokers_per_meld is not None and len(wild) > ruleset.jokers_per_meld:
        return False
    if ruleset.joker_limit == "not_more" and 2 * len(wild) > len(stands):
        return False
    if is_set(stands):
        most = packs if ruleset.set_suits == "any" else 1
        return 3 <= len(stands) <= ruleset.set_max and max(Counter(stands).values()) <= most
    lying = run_order(ruleset.ace, stands)
    if lying is None or len(stands) < ruleset.run_min:
        return False
    jokers = [f in wild for f in lying]
    side_by_side = any(a and b for a, b in pairwise(jokers))
    return ruleset.joker_neighbours or not side_by_side


@lru_cache(maxsize=200_000)
def meanings(ruleset, packs, cards):
    """What the jokers among *cards* can be, if these are laid as a new meld."""
    return meanings_grown(ruleset, packs, (), (), cards)


@lru_cache(maxsize=200_000)
def meanings_grown(ruleset, packs, stands, wild, cards):
    """The same, if *cards* are added to what lies."""
    naturals = tuple(f for f in cards if f != JOKER)
    jokers = len(cards) - len(naturals)
    near = (*stands, *naturals)
    could = sorted(
        {face_of(rank(f), s) for f in near for s in range(4)}
        | {face_of(r, suit(f)) for f in near for r in range(1, 14)}
        if jokers
        else ()
    )
    return tuple(
        meant
        for meant in combinations_with_replacement(could, jokers)
        if is_meld(ruleset, packs, (*stands, *naturals, *meant), (*wild, *meant))
    )


def opening_points(ace, stands):
    """An ace 11, or 1 below a two; courts and tens 10; else what the card shows."""
    lying = list(stands) if is_set(stands) else run_order(ace, stands)
    total = 0
    for place, one in enumerate(lying):
        low = not is_set(stands) and place + 1 < len(lying) and rank(lying[place + 1]) == 2
        total += (1 if low else 11) if rank(one) == 1 else min(rank(one), 10)
    return total


def matches(contract, exact, melds):
    """Whether each of *melds* finds a place of its own in *contract*."""

    def fills(slot, stands):
        size = int(slot[1:])
        kind = "S" if is_set(stands) else "R"
        return kind == slot[0] and (len(stands) == size if exact else len(stands) >= size)

    if len(melds) > len(contract):
        return False
    return any(
        all(fills(slot, stands) for slot, stands in zip(chosen, melds, strict=True))
        for chosen in permutations(contract, len(melds))
    )


def subsets(hand, least=1):
    """Every choice of at least *least* cards, by what they show."""
    shown = sorted(token.face for token in hand)
    for size in range(least, min(len(shown), 13) + 1):
        yield from sorted(set(combinations(shown, size)))


class TurnLaw:
    """The law of one turn: the rule set of the deal, and what does not change in the turn."""

    def __init__(self, ruleset, deal):
        self.rules, self.deal, turn = ruleset, deal, deal.turn
        self.seat = turn.seat
        self.packs = ruleset.packs_for(len(deal.seats))
        self.own_turn = (deal.turns - 1) // len(deal.seats) + 1
        self.early = self.own_turn < ruleset.earliest_out_turn
        self.laid_before, self.opened_before = turn.laid_before, turn.opened_before
        self.must, self.locks = turn.must is not None, turn.locked is not None
        self.must_open = turn.must_open
        self.waived = ruleset.opening_waived_for_out and not turn.laid_before
        self.loose = ruleset.set_release == "both_missing"
        self.known = {}

    def here(self):
        """Where the deal stands."""
        deal, turn = self.deal, self.deal.turn

        def token(card):
            return Token(face(card), card in (turn.must, turn.locked), card in turn.owed)

        return Here(
            hand=tuple(sorted(map(token, deal.hands[self.seat]))),
            table=tuple(
                Lies(meld.id, meld.owner, tuple(map(token, meld.cards)), meld.stands)
                for meld in deal.melds
            ),
            fresh=tuple(laid(play.meld) for play in turn.plays if play.before is None),
            opened=self.seat in deal.opened,
            beyond=self.went_beyond(),
        )

    def went_beyond(self):
        """Whether the plays of this turn had anything that only going out permits."""
        new = sum(play.before is None for play in self.deal.turn.plays)
        if new and self.rules.all_at_once:
            return True
        if new > 1 and self.rules.melds_per_turn == "one":
            return True
        opened = self.opened_before
        for play in self.deal.turn.plays:
            swap = bool(play.gained)
            gated = self.rules.joker_swap if swap else self.rules.lay_off_gate
            if play.before is not None and gated == "after_open" and not opened:
                return True
            opened = opened or play.opens
        return False

    # The draw.

    def draws(self):
        deal, rules = self.deal, self.rules
        found = {
            TakeDiscard(count)
            for count in range(1, len(deal.discards) + 1)
            if self.may_take(count)
        }
        kept = 1 if rules.stock_out == "shuffle_keep_top" else 0
        again = rules.max_recycles is None or deal.recycles < rules.max_recycles
        if deal.stock or (len(deal.discards) > kept and again):
            return found | {DrawStock()}
        return found | {EndDeal()}

    def may_take(self, count):
        rules, opened = self.rules, self.seat in self.deal.opened
        held = self.deal.hands[self.seat]
        if count > 1 and rules.discard_draw == "top":
            return False
        if self.own_turn < rules.discard_from_turn:
            return False
        if rules.last_card_from_stock and len(held) == 1:
            return False
        if rules.discard_gate == "after_open" and not opened:
            return False
        after = TurnLaw(rules, self.deal)
        with_it = rules.discard_gate == "opening_with_it"
        after.must_open = not opened and (rules.discard_gate == "when_opening" or with_it)
        after.must = (
            (with_it and not opened)
            or rules.discard_use == "must"
            or (rules.discard_use == "must_if_deep" and count > 1)
        )
        after.locks = rules.taken_card == "locked"
        deepest, *above = (face(card) for card in self.deal.discards[-count:])
        reached = Token(deepest, after.must or after.locks)
        now = self.here()
        now = now._replace(hand=tuple(sorted((*now.hand, reached, *map(Token, above)))))
        return not (after.must or after.must_open) or after.can_end(now)

    # What may be played.

    def plays(self, here):
        """Single plays, and where they lead; whether the turn can then end is not asked."""
        yield from self.new_melds(here)
        yield from self.lay_offs(here)
        yield from self.swaps(here)

    def complete(self, fresh):
        """Whether the melds of this turn are all that the contract asks for."""
        rules = self.rules
        whole = len(fresh) >= len(rules.contract)
        return whole and any(
            matches(rules.contract, rules.contract_exact, [stands for stands, _ in some])
            for some in combinations(fresh, len(rules.contract))
        )

    def fulfilled(self, fresh):
        """Whether the melds of this turn are an opening."""
        rules = self.rules
        if sum(opening_points(rules.ace, s) for s, _ in fresh) < (rules.opening_points or 0):
            return False
        if rules.opening_pure_run and not any(not w and not is_set(s) for s, w in fresh):
            return False
        if rules.opening_no_jokers and any(wild for _, wild in fresh):
            return False
        return self.complete(fresh)

    def new_meld(self, here, stands, wild):
        """The flags `opened` and `beyond` after a new meld; None: it is not to be laid."""
        rules, beyond = self.rules, here.beyond
        fresh = (*here.fresh, (stands, wild))
        done = here.opened or bool(rules.contract and self.complete(here.fresh))
        if rules.melds_after_open == "none" and done:
            return None
        if rules.contract and not done:
            melds = [meld for meld, _ in fresh]
            if not matches(rules.contract, rules.contract_exact, melds):
                return None
        if rules.melds_per_turn == "one" and here.fresh:
            rummy = rules.going_rummy != "none" and rules.melds_waived_for_rummy
            if not rummy or self.laid_before:
                return None
            beyond = True
        return here.opened or self.fulfilled(fresh), beyond or rules.all_at_once

    def new_melds(self, here):
        for cards in subsets(here.hand, 3):
            for meant in meanings(self.rules, self.packs, cards):
                stands = (*(f for f in cards if f != JOKER), *meant)
                flags = self.new_meld(here, stands, meant)
                if flags is None:
                    continue
                taken, rest = self.picked(here.hand, cards, new=True)
                number = max((lies.number for lies in here.table), default=0) + 1
                after = Here(
                    hand=rest,
                    table=(*here.table, Lies(number, self.seat, taken, stands)),
                    fresh=(*here.fresh, (stands, meant)),
                    opened=flags[0],
                    beyond=flags[1],
                )
                yield LayMeld(cards, meant), after

    def picked(self, hand, cards, *, new):
        """Which of equal cards go: first the one reached for, then jokers that are owed.

        Where those may only go into new melds, the others are laid off before them.
        """
        keeps = self.rules.swap_use == "new_meld" and not new
        left, gone = list(hand), []
        for shown in cards:
            equals = [token for token in left if token.face == shown]
            best = min(equals, key=lambda t: (keeps and t.owed, not t.reached, not t.owed))
            left.remove(best)
            gone.append(best)
        return tuple(gone), tuple(sorted(left))

    def gate(self, here, gate):
        """Whether *gate* lets a play through: freely, or only on the way out, or not at all."""
        if gate == "own_meld":
            return any(lies.owner == self.seat for lies in here.table), False
        if gate == "after_open_next_turn":
            return self.opened_before, False
        if gate == "after_open" and not here.opened:
            return bool(self.waived and here.fresh), True
        return True, False

    def lay_offs(self, here):
        lets, out = self.gate(here, self.rules.lay_off_gate)
        if not lets or self.rules.lay_off == "none":
            return
        for lies in here.table:
            if self.rules.lay_off == "own" and lies.owner != self.seat:
                continue
            for cards in subsets(here.hand):
                if len(cards) + len(lies.cards) > 13:
                    continue
                taken, rest = self.picked(here.hand, cards, new=False)
                if self.rules.swap_use == "new_meld" and any(token.owed for token in taken):
                    continue
                for meant, stands in self.grown(lies, cards):
                    cards_now = (*lies.cards, *taken)
                    table = exchanged(here.table, lies._replace(cards=cards_now, stands=stands))
                    after = here._replace(hand=rest, table=table, beyond=here.beyond or out)
                    yield LayOff(lies.number, cards, meant), after

    def grown(self, lies, cards):
        """What *cards* can be on that meld, and what then lies there."""
        naturals = tuple(f for f in cards if f != JOKER)
        jokers = len(cards) - len(naturals)
        if self.loose and lies.wild and is_set(lies.stands):
            fixed = (*lies.naturals, *naturals)
            everyone = (*fixed, *(JOKER,) * (len(lies.wild) + jokers))
            found = meanings(self.rules, self.packs, tuple(sorted(everyone)))
            if found and is_set((*fixed, *found[0])):
                # Its jokers are bound to no suit: no meaning differs from another.
                stands = settled((*lies.cards, *(Token(f) for f in cards)), found[0])
                yield (), stands
            return
        for meant in meanings_grown(self.rules, self.packs, lies.stands, lies.wild, cards):
            rest = iter(meant)
            stands = tuple(f if f != JOKER else next(rest) for f in cards)
            yield meant, (*lies.stands, *stands)

    def swaps(self, here):
        swap = self.rules.joker_swap
        lets, out = self.gate(here, swap)
        if swap == "none" or not lets:
            return
        held = sorted({token.face for token in here.hand} - {JOKER})
        for lies in here.table:
            for given in (*((f,) for f in held), *combinations(held, 2)):
                changed = self.swapped(lies, given)
                if changed is None:
                    continue
                taken, rest = self.picked(here.hand, given, new=False)
                meld, joker = changed(taken)
                owed = self.rules.swap_use != "keep"
                hand = tuple(sorted((*rest, joker._replace(owed=owed))))
                table = exchanged(here.table, meld)
                after = here._replace(hand=hand, table=table, beyond=here.beyond or out)
                yield SwapJoker(lies.number, given), after

    def swapped(self, lies, given):
        """How the meld changes for *given*, and which joker comes free; None: not at all."""
        wild, cards = lies.wild, lies.cards
        places = [n for n, card in enumerate(cards) if card.face == JOKER]
        if self.loose and is_set(lies.stands) and wild:
            same = all(rank(f) == rank(lies.stands[0]) for f in given)
            missing = same and all(f not in lies.naturals for f in given)
            both = len(cards) == 3 and len(wild) == 1 and self.rules.set_max >= 4
            if not missing or len(given) != (2 if both else 1):
                return None
            if len(wild) == 1 and not both:
                return None
            place = places[0]
        else:
            here = [n for n in places if lies.stands[n] == given[0]]
            if len(given) != 1 or not here:
                return None
            place = here[0]

        def change(taken):
            lie = (*cards[:place], *taken, *cards[place + 1 :])
            naturals = {card.face for card in lie if card.face != JOKER}
            if self.loose and is_set(lies.stands):
                free = [face_of(rank(given[0]), s) for s in range(4)]
                stands = settled(lie, [f for f in free if f not in naturals])
            else:
                stands = lies.stands
            return Lies(lies.number, lies.owner, lie, stands), cards[place]

        return change

    # How it may end.

    def owes(self, here, *, out):
        """Whether something has to be done before the turn can end, or end by going *out*."""
        if any(token.owed or (self.must and token.reached) for token in here.hand):
            return True
        short = not here.opened and (bool(here.fresh) or self.must_open)
        if short and not (out and self.waived):
            return True
        return here.beyond and not out

    def discards(self, here):
        """Faces that may be discarded now."""
        rules, last = self.rules, len(here.hand) == 1
        if last and (rules.final_discard == "never" or self.early):
            return set()
        if self.owes(here, out=last):
            return set()
        could = {t.face for t in here.hand if not (t.reached and self.locks)}
        bans = rules.discard_ban == "all" or (
            rules.discard_ban == "before_open" and not here.opened
        )
        fits = {f for f in could if bans and self.fits(here, f)}
        return could - fits or could

    def fits(self, here, card):
        return any(True for lies in here.table for _ in self.grown(lies, (card,)))

    def can_end(self, here):
        """Whether the turn can come to a lawful end from here, by whatever plays."""
        if here not in self.known:
            self.known[here] = self.ends(here)
        return self.known[here]

    def ends(self, here):
        if not here.hand:
            may = self.rules.final_discard != "required" and not self.early
            return may and not self.owes_when_out(here)
        if self.discards(here):
            return True
        return any(self.can_end(after) for _, after in self.plays(here))

    def owes_when_out(self, here):
        return self.owes(here, out=True)

    def acts(self):
        """Every action in the second part of the turn."""
        here = self.here()
        found = {action for action, after in self.plays(here) if self.can_end(after)}
        found |= {Discard(f) for f in self.discards(here)}
        if self.deal.turn.plays and self.rules.take_back:
            found.add(TakeBack())
        return found


def laid(meld):
    """A new meld of this turn: what it is, and which of that are jokers."""
    pairs = list(zip(map(face, meld.cards), meld.stands, strict=True))
    naturals = tuple(sorted(s for f, s in pairs if f != JOKER))
    wild = tuple(sorted(s for f, s in pairs if f == JOKER))
    return (*naturals, *wild), wild


def settled(cards, free):
    """Natural cards stand for themselves, and jokers, in order, for what is *free*."""
    rest = iter(free)
    return tuple(card.face if card.face != JOKER else next(rest) for card in cards)


def exchanged(table, meld):
    return tuple(meld if lies.number == meld.number else lies for lies in table)


def legal_actions(ruleset, deal):
    """Every action that the seat whose turn it is may take; *ruleset* is that of the deal.

    Cards and meanings of jokers are sorted. On a set whose jokers are bound to no suit, a
    joker is laid off without a meaning.
    """
    turn = TurnLaw(ruleset, deal)
    return turn.draws() if deal.phase is Phase.DRAW else turn.acts()
