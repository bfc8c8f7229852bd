"""Ways to lie about a game. Each takes the batches of a table and gives others.

Chain and imprints are made anew after each, so that nothing but the rules can tell. Those in
`SEALED` lie about what no rule is about; there the house's signature has to tell.
"""

from __future__ import annotations

from msgspec.structs import replace

from rummy_protocol.errors import Code
from rummy_protocol.messages import Accepted, Refused
from rummy_server.game.events import (
    BoughtIn,
    DealEnded,
    Dealt,
    Discarded,
    Drew,
    LaidOff,
    MatchBegan,
    MatchEnded,
    Melded,
    Restocked,
    Scored,
    TookDiscards,
    TurnBegan,
)
from rummy_server.game.state import Outcome
from rummy_server.room.fold import follow
from rummy_server.room.records import (
    Acted,
    BotSat,
    Closed,
    DeadlineSet,
    Happened,
    Opened,
    SeatClaimed,
    SeatFreed,
    SeatLeft,
    SeatRevoked,
    SeatTaken,
)

__all__ = ["FORGERIES", "SEALED"]

FORGERIES = {}
SEALED = {}


def forgery(call):
    FORGERIES[call.__name__] = call
    return call


def sealed(call):
    SEALED[call.__name__] = call
    return call


# --- what they are made of ----------------------------------------------------------------


def records_of(batches):
    for place, records in enumerate(batches):
        for number, record in enumerate(records):
            yield place, number, record


def put(batches, place, number, *records):
    """*batches* with *records* in the place of one."""
    old = batches[place]
    return [
        *batches[:place],
        (*old[:number], *records, *old[number + 1 :]),
        *batches[place + 1 :],
    ]


def record(batches, kind, change, fits=lambda one: True):
    """With the first record of *kind* that *fits* changed."""
    place, number, found = next(
        one for one in records_of(batches) if isinstance(one[2], kind) and fits(one[2])
    )
    return put(batches, place, number, change(found))


def event(batches, kind, change, fits=lambda one: True):
    """With the first event of *kind* that *fits* changed, or (``None``) left out."""
    for place, number, found in records_of(batches):
        for at, one in enumerate(getattr(found, "events", ())):
            if isinstance(one, kind) and fits(one):
                told = change(one)
                events = found.events[:at] + (() if told is None else (told,))
                return put(
                    batches,
                    place,
                    number,
                    replace(found, events=events + found.events[at + 1 :]),
                )
    raise LookupError(kind)


def after(batches, kind, *records, nth=0):
    """With a batch of *records* put in after the *nth* that has an event of *kind*."""
    place = places(batches, kind)[nth]
    return [*batches[: place + 1], records, *batches[place + 1 :]]


def places(batches, kind):
    return [
        place
        for place, _, found in records_of(batches)
        if any(isinstance(one, kind) for one in getattr(found, "events", ()))
    ]


def room_after(batches, place):
    room = None
    for records in batches[: place + 1]:
        for one in records:
            room = follow(room, one)
    return room


def swapped(values, one, other):
    values = list(values)
    values[one], values[other] = values[other], values[one]
    return tuple(values)


# --- cards --------------------------------------------------------------------------------


@forgery
def another_card_is_drawn(batches):
    stock = room_after(batches, places(batches, Dealt)[0]).match.deal.stock
    return event(batches, Drew, lambda one: replace(one, card=stock[0]))


@forgery
def a_card_is_drawn_that_somebody_holds(batches):
    hands = room_after(batches, places(batches, Dealt)[0]).match.deal.hands
    return event(batches, Drew, lambda one: replace(one, card=hands[one.seat][0]))


@forgery
def a_card_is_drawn_that_there_is_not(batches):
    return event(batches, Drew, lambda one: replace(one, card=one.card | 7 << 6))


@forgery
def two_hands_are_exchanged_after_the_deal(batches):
    def change(dealt):
        one, other = dealt.seats[:2]
        return replace(dealt, hands=swapped(dealt.hands, one, other))

    return event(batches, Dealt, change)


@forgery
def a_hand_is_dealt_a_better_card_from_the_stock(batches):
    def change(dealt):
        hand, stock = dealt.hands[dealt.first], dealt.stock
        hands = list(dealt.hands)
        hands[dealt.first] = (stock[-1], *hand[1:])
        return replace(dealt, hands=tuple(hands), stock=(*stock[:-1], hand[0]))

    return event(batches, Dealt, change)


@forgery
def a_hand_is_dealt_one_card_twice(batches):
    def change(dealt):
        hands = list(dealt.hands)
        hands[0] = (hands[0][1], *hands[0][1:])
        return replace(dealt, hands=tuple(hands))

    return event(batches, Dealt, change)


@forgery
def a_hand_is_dealt_one_card_too_many(batches):
    def change(dealt):
        hands = list(dealt.hands)
        hands[0] = (*hands[0], dealt.stock[-1])
        return replace(dealt, hands=tuple(hands), stock=dealt.stock[:-1])

    return event(batches, Dealt, change)


@forgery
def the_stock_lies_in_another_order(batches):
    return event(batches, Dealt, lambda dealt: replace(dealt, stock=dealt.stock[::-1]))


@forgery
def the_stock_lacks_a_card(batches):
    return event(batches, Dealt, lambda dealt: replace(dealt, stock=dealt.stock[1:]))


@forgery
def another_card_is_turned_up(batches):
    def change(dealt):
        return replace(dealt, upcard=dealt.stock[0], stock=(dealt.upcard, *dealt.stock[1:]))

    return event(batches, Dealt, change)


@forgery
def a_card_is_discarded_that_is_not_held(batches):
    stock = room_after(batches, places(batches, Dealt)[0]).match.deal.stock
    return event(batches, Discarded, lambda one: replace(one, card=stock[0]))


@forgery
def another_card_is_discarded_than_was(batches):
    place = places(batches, Discarded)[0]
    deal = room_after(batches, place - 1).match.deal

    def change(one):
        return replace(one, card=next(c for c in deal.hands[one.seat] if c != one.card))

    return event(batches, Discarded, change)


@forgery
def a_meld_holds_a_card_of_somebody_else(batches):
    place = places(batches, Melded)[0]
    deal = room_after(batches, place - 1).match.deal

    def change(one):
        other = next(seat for seat in deal.seats if seat != one.seat)
        cards = (deal.hands[other][0], *one.meld.cards[1:])
        return replace(one, meld=replace(one.meld, cards=cards))

    return event(batches, Melded, change)


@forgery
def a_meld_is_none(batches):
    """Three cards of the hand that make nothing."""
    place = places(batches, Melded)[0]
    deal = room_after(batches, place - 1).match.deal

    def change(one):
        hand = sorted(deal.hands[one.seat], key=lambda card: (card & 63) % 5)
        cards = tuple(card for card in hand if card not in one.meld.cards)[:3]
        faces = tuple(card & 63 for card in cards)
        size = len(cards)
        meld = replace(one.meld, cards=cards, stands=faces, credit=one.meld.credit[:size])
        return replace(one, meld=meld)

    return event(batches, Melded, change)


@forgery
def a_meld_goes_to_the_credit_of_another(batches):
    def change(one):
        return replace(
            one, meld=replace(one.meld, credit=(1 - one.seat % 2,) * len(one.meld.cards))
        )

    return event(batches, Melded, change)


@forgery
def a_meld_belongs_to_another(batches):
    return event(
        batches, Melded, lambda one: replace(one, meld=replace(one.meld, owner=one.seat + 1))
    )


@forgery
def a_meld_stands_for_other_cards(batches):
    def change(one):
        stands = tuple((face + 1) % 52 for face in one.meld.stands)
        return replace(one, meld=replace(one.meld, stands=stands))

    return event(batches, Melded, change)


@forgery
def a_meld_has_another_number(batches):
    return event(batches, Melded, lambda one: replace(one, meld=replace(one.meld, id=9)))


@forgery
def a_meld_opens_or_does_not(batches):
    return event(batches, Melded, lambda one: replace(one, opens=not one.opens))


@forgery
def a_meld_is_never_laid(batches):
    place = places(batches, Melded)[0]
    return [*batches[:place], *batches[place + 1 :]]


@forgery
def a_lay_off_is_never_made(batches):
    place = places(batches, LaidOff)[0]
    return [*batches[:place], *batches[place + 1 :]]


@forgery
def a_lay_off_loses_a_card_on_the_way(batches):
    def change(one):
        meld = one.meld
        short = replace(
            meld, cards=meld.cards[:-1], stands=meld.stands[:-1], credit=meld.credit[:-1]
        )
        return replace(one, meld=short)

    return event(batches, LaidOff, change)


@forgery
def the_pile_is_taken_from_deeper(batches):
    def change(one):
        return replace(one, cards=(one.cards[0], *one.cards))

    return event(batches, TookDiscards, change)


@forgery
def a_card_is_lost_when_the_pile_is_turned(batches):
    return event(batches, Restocked, lambda one: replace(one, stock=one.stock[1:]))


@forgery
def the_turned_pile_lies_in_another_order(batches):
    return event(batches, Restocked, lambda one: replace(one, stock=swapped(one.stock, 0, 1)))


@forgery
def a_taken_card_may_be_thrown_again(batches):
    return event(
        batches,
        TookDiscards,
        lambda one: replace(one, locked=None if one.locked is not None else one.cards[0]),
    )


# --- turns --------------------------------------------------------------------------------


@forgery
def a_draw_is_left_out(batches):
    place = places(batches, Drew)[1]
    return [*batches[:place], *batches[place + 1 :]]


@forgery
def a_turn_is_left_out(batches):
    first, second = places(batches, TurnBegan)[:2]
    return [*batches[: first + 1], *batches[second + 1 :]]


@forgery
def a_draw_is_kept_twice(batches):
    place = places(batches, Drew)[0]
    return [*batches[: place + 1], *batches[place:]]


@forgery
def two_batches_change_places(batches):
    return swapped(batches, places(batches, Drew)[0], places(batches, TurnBegan)[0])


@forgery
def two_draws_change_places(batches):
    one, other = places(batches, Drew)[:2]
    return swapped(batches, one, other)


@forgery
def a_second_card_is_drawn(batches):
    place = places(batches, Drew)[0]
    deal = room_after(batches, place).match.deal
    return after(batches, Drew, Happened(events=(Drew(deal.turn.seat, deal.stock[-1]),)))


@forgery
def somebody_else_draws(batches):
    return event(batches, Drew, lambda one: replace(one, seat=(one.seat + 1) % 2))


@forgery
def the_turn_goes_to_somebody_else(batches):
    return event(batches, TurnBegan, lambda one: replace(one, seat=(one.seat + 1) % 3))


@forgery
def nobody_has_the_next_turn(batches):
    return event(batches, TurnBegan, lambda one: None)


@forgery
def an_action_comes_from_another_seat(batches):
    return record(batches, Acted, lambda one: replace(one, seat=1 - one.seat % 2))


@forgery
def an_action_comes_from_no_seat(batches):
    return record(batches, Acted, lambda one: replace(one, seat=7))


@forgery
def an_action_has_the_number_after_the_next(batches):
    return record(
        batches,
        Acted,
        lambda one: replace(one, answer=replace(one.answer, id=one.answer.id + 1)),
    )


@forgery
def an_answer_counts_wrongly(batches):
    return record(
        batches,
        Acted,
        lambda one: replace(one, answer=replace(one.answer, seq=one.answer.seq + 1)),
        lambda one: isinstance(one.answer, Accepted),
    )


@forgery
def an_action_was_refused_and_still_happened(batches):
    return record(
        batches,
        Acted,
        lambda one: replace(one, answer=Refused(one.answer.id, Code.NOT_NOW)),
        lambda one: bool(one.events),
    )


@forgery
def an_action_was_accepted_and_nothing_happened(batches):
    return record(
        batches, Acted, lambda one: replace(one, events=()), lambda one: bool(one.events)
    )


@forgery
def nothing_happened_and_it_was_kept(batches):
    return after(batches, Dealt, Happened(events=()))


# --- points and ends ----------------------------------------------------------------------


@forgery
def points_are_raised(batches):
    def change(one):
        number, part = one.points[0]
        return replace(one, points=((number + 5, part), *one.points[1:]))

    return event(batches, Scored, change)


@forgery
def points_go_to_another(batches):
    return event(
        batches, Scored, lambda one: replace(one, points=one.points[1:] + one.points[:1])
    )


@forgery
def points_are_divided(batches):
    return event(batches, Scored, lambda one: replace(one, points=((1, 3), *one.points[1:])))


@forgery
def points_of_a_seat_are_missing(batches):
    return event(batches, Scored, lambda one: replace(one, points=one.points[:-1]))


@forgery
def somebody_drops_out_who_did_not(batches):
    return event(batches, Scored, lambda one: replace(one, out=(0,)))


@forgery
def a_deal_is_scored_by_other_rules(batches):
    return event(batches, Scored, lambda one: replace(one, rules_hash="0" * 16))


@forgery
def a_deal_is_scored_twice(batches):
    place = places(batches, Scored)[0]
    scored = next(
        one
        for found in batches[place]
        for one in getattr(found, "events", ())
        if isinstance(one, Scored)
    )
    return after(batches, Scored, Happened(events=(scored,)))


@forgery
def a_deal_is_not_scored(batches):
    return event(batches, Scored, lambda one: None)


@forgery
def somebody_else_goes_out(batches):
    def change(one):
        out = (one.outcome.out or 0) + 1
        return replace(one, outcome=replace(one.outcome, out=out % 3))

    return event(batches, DealEnded, change)


@forgery
def somebody_goes_rummy(batches):
    return event(
        batches,
        DealEnded,
        lambda one: replace(one, outcome=replace(one.outcome, rummy=not one.outcome.rummy)),
    )


@forgery
def a_deal_ends_by_itself(batches):
    return after(batches, Drew, Happened(events=(DealEnded(Outcome(out=0)),)))


@forgery
def a_deal_is_called_blocked(batches):
    return after(
        batches, Drew, Happened(events=(DealEnded(Outcome(out=None, why="nothing-to-draw")),))
    )


@forgery
def a_match_is_won_in_the_middle(batches):
    return after(batches, Drew, Happened(events=(MatchEnded((0,), "target"),)))


@forgery
def a_match_that_was_ended_has_a_winner(batches):
    return after(batches, Drew, Happened(events=(MatchEnded((0,), "ended"),)))


@forgery
def a_match_is_won_by_a_last_player_of_several(batches):
    return after(batches, Drew, Happened(events=(MatchEnded((0,), "last-player"),)))


@forgery
def the_match_has_another_winner(batches):
    def change(one):
        return replace(one, winners=tuple((seat + 1) % 3 for seat in one.winners))

    return event(batches, MatchEnded, change)


@forgery
def the_match_does_not_end(batches):
    return event(batches, MatchEnded, lambda one: None)


@forgery
def a_match_begins_with_one_more(batches):
    return event(batches, MatchBegan, lambda one: replace(one, players=one.players + 1))


@forgery
def a_match_begins_with_a_dealer_who_is_not_there(batches):
    return event(batches, MatchBegan, lambda one: replace(one, dealer=5))


@forgery
def a_match_begins_twice(batches):
    return after(batches, Dealt, Happened(events=(MatchBegan(3, 0),)))


@forgery
def a_deal_is_dealt_in_the_middle(batches):
    place = places(batches, Dealt)[0]
    return [*batches[: place + 2], batches[place], *batches[place + 2 :]]


@forgery
def another_deals(batches):
    return event(batches, Dealt, lambda one: replace(one, dealer=(one.dealer + 1) % 3))


@forgery
def another_deals_and_begins(batches):
    """All in itself as it should be, but the deal was not his."""

    def change(one):
        return replace(one, dealer=(one.dealer + 1) % 3, first=(one.first + 1) % 3)

    return event(batches, Dealt, change)


@forgery
def another_begins(batches):
    return event(batches, Dealt, lambda one: replace(one, first=(one.first + 1) % 3))


@forgery
def somebody_is_not_dealt_in(batches):
    return event(batches, Dealt, lambda one: replace(one, seats=one.seats[:-1]))


@forgery
def somebody_buys_himself_in_who_is_not_out(batches):
    return after(batches, Scored, Happened(events=(BoughtIn(0, (10, 1)),)))


# --- people -------------------------------------------------------------------------------


def taken(seat, name):
    return SeatTaken(seat=seat, name=name, key=bytes(16), hash=bytes(32))


@forgery
def somebody_sits_down_on_a_taken_seat(batches):
    return after(batches, Dealt, (taken(0, "Mallory")))


@forgery
def two_are_called_the_same(batches):
    return record(
        batches, SeatTaken, lambda one: replace(one, name="Ann"), lambda one: one.name == "Bob"
    )


@forgery
def somebody_is_called_nothing(batches):
    return record(
        batches, SeatTaken, lambda one: replace(one, name=" "), lambda one: one.name == "Bob"
    )


@forgery
def a_name_rings_the_bell(batches):
    return record(
        batches,
        SeatTaken,
        lambda one: replace(one, name="Bob\x07"),
        lambda one: one.name == "Bob",
    )


@forgery
def a_secret_is_short(batches):
    return record(batches, SeatTaken, lambda one: replace(one, hash=b"short"))


@forgery
def a_bot_is_of_no_known_kind(batches):
    return record(batches, BotSat, lambda one: replace(one, level="cheating"))


@forgery
def a_bot_sits_down_during_a_match(batches):
    return after(batches, Dealt, BotSat(seat=0, name="Hal", level="sharp"))


@forgery
def a_seat_is_freed_during_a_match(batches):
    return after(batches, Dealt, SeatFreed(seat=0))


@forgery
def a_seat_is_freed_that_nobody_had(batches):
    return [batches[0], (SeatFreed(seat=2),), *batches[1:]]


@forgery
def a_bot_leaves_its_seat(batches):
    place = next(p for p, _, one in records_of(batches) if isinstance(one, BotSat))
    seat = next(one.seat for _, _, one in records_of(batches) if isinstance(one, BotSat))
    return [*batches[: place + 3], (SeatLeft(seat=seat),), *batches[place + 3 :]]


@forgery
def somebody_claims_the_seat_of_a_bot(batches):
    seat = next(one.seat for _, _, one in records_of(batches) if isinstance(one, BotSat))
    return after(batches, Dealt, SeatClaimed(seat=seat, next=bytes(32)))


@forgery
def somebody_claims_a_seat_with_half_a_secret(batches):
    return after(batches, Dealt, SeatClaimed(seat=0, next=bytes(16)))


@forgery
def a_seat_is_revoked_before_a_match(batches):
    return [*batches[:2], (SeatRevoked(seat=0),), *batches[2:]]


@forgery
def the_table_is_opened_twice(batches):
    return [batches[0], *batches]


@forgery
def the_table_is_never_opened(batches):
    return batches[1:]


@forgery
def the_table_is_another(batches):
    return record(batches, Opened, lambda one: replace(one, id="ZZZZZ"))


@forgery
def the_rules_were_others(batches):
    return record(batches, Opened, lambda one: replace(one, rules_hash="f" * 16))


@forgery
def the_game_goes_to_another_target(batches):
    def change(one):
        rules = replace(one.ruleset, target=(one.ruleset.target or 100) * 3)
        return replace(one, ruleset=rules, rules_hash=rules.rules_hash())

    return record(batches, Opened, change)


@forgery
def the_clock_is_slower(batches):
    return record(
        batches,
        DeadlineSet,
        lambda one: replace(one, seconds=3600.0),
        lambda one: one.what == "turn",
    )


@forgery
def there_is_no_such_clock(batches):
    return record(batches, DeadlineSet, lambda one: replace(one, what="egg"))


@forgery
def the_table_was_closed_before(batches):
    return after(batches, Dealt, Closed())


@forgery
def there_is_nothing_in_a_batch(batches):
    return [batches[0], (), *batches[1:]]


# --- what no rule is about ----------------------------------------------------------------


@sealed
def somebody_else_was_there(batches):
    return record(
        batches, SeatTaken, lambda one: replace(one, name="Bert"), lambda one: one.name == "Bob"
    )


@sealed
def a_seat_answers_to_another_secret(batches):
    return record(batches, SeatTaken, lambda one: replace(one, hash=b"m" * 32))


@sealed
def the_table_had_another_name(batches):
    return record(batches, Opened, lambda one: replace(one, name="casino"))


@sealed
def a_bot_was_another(batches):
    return record(batches, BotSat, lambda one: replace(one, level="easy"))
