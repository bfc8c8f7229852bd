"""What stands in the views, and that however one comes by a view, it is the same one."""

from __future__ import annotations

import inspect
import random
from itertools import pairwise

import pytest

from rummy_protocol import news
from rummy_protocol.actions import LayMeld, LayOff
from rummy_protocol.cards import faces
from rummy_protocol.choices import FirstTurn, LayOffOn, Seen
from rummy_protocol.codec import encode_part
from rummy_protocol.errors import Code, RuleViolation
from rummy_protocol.views import Fit, Lay, MeldView, Waiting
from rummy_server.game import decide, view
from rummy_server.game.log import LATEST, latest_entries, log_entries
from rummy_server.game.match import Match, begin, close_deal, follow
from rummy_server.game.position import read_position
from rummy_server.game.state import Phase, faces_in
from rummy_server.game.steps.meaning import meant_grown
from rummy_server.game.variants import rules_for, ruleset_of
from rummy_server.game.view import (
    Bystander,
    Seat,
    private_view,
    public_view,
    view_for,
    views_of,
)

from .games import first_deal, random_game, rules_in, shuffled_deck
from .play import Random, World
from .scripts import first_accepted

GAMES = range(6)


def moments(seed, deals=2):
    """A random match after every move and every scoring, each moment with its rules."""
    chance = random.Random(f"views {seed}")
    game = random_game(chance)
    match, seen = first_deal(game, chance), []
    for _ in range(deals):
        rules = rules_in(game, match)
        world = World(rules, match, Random(shuffled_deck(rules, chance)))
        seen.append((rules, world.match))
        while world.deal.phase is not Phase.OVER:
            for event in first_accepted(world, chance)[1]:
                world.happen(event)
            seen.append((rules, world.match))
        world.close()
        match = world.match
        seen.append((rules, match))
        if match.ended:
            break
    return seen


def at(line, *, history=(), preset="basic", **changes):
    """The rules, and a match of which *line* is the running deal."""
    deal = read_position(line)
    rules = rules_for(ruleset_of(preset, changes), len(deal.hands))
    match = follow(None, begin(rules.players, deal.dealer))
    return rules, Match(
        players=rules.players,
        dealer=deal.dealer,
        number=1,
        totals=match.totals,
        deal=deal,
        history=history,
    )


def you(line, seat=0, **changes):
    rules, match = at(line, **changes)
    return private_view(rules, match, Seat(seat))


# --- one view, however one comes by it ---------------------------------------------------


@pytest.mark.parametrize("seed", GAMES)
def test_a_kept_view_equals_one_made_afresh(seed):
    """Who comes back is shown the same bytes as who was never away (U06)."""
    kept = None
    for rules, match in moments(seed):
        kept = views_of(rules, match, kept)
        for seat in range(match.players):
            deal, own = view_for(rules, match, Seat(seat))

            assert encode_part(deal) == encode_part(kept.deal)
            assert encode_part(own) == encode_part(kept.yous[seat])


def test_a_view_may_be_kept_over_many_moves_and_deals():
    """A table need not look at every moment in between."""
    seen = moments(3)
    kept = views_of(*seen[0])
    for rules, match in seen[:: len(seen) // 9]:
        kept = views_of(rules, match, kept)

        assert kept == views_of(rules, match)


def test_parts_that_did_not_change_are_the_same_objects():
    seen = moments(4, deals=1)
    kept = views_of(*seen[0])
    for (_, before), (rules, after) in pairwise(seen):
        last, kept = kept, views_of(rules, after, kept)
        movers = {found.seat for match in (before, after) for found in match.deal.pending}
        for seat in set(range(after.players)) - movers:
            if before.deal.hands[seat] == after.deal.hands[seat]:
                assert kept.yous[seat] is last.yous[seat]

    assert views_of(rules, after, kept) is kept


def test_a_late_watcher_sees_what_one_from_the_first_move_on_sees():
    """View and history alike (U29)."""
    kept = None
    for rules, match in moments(5):
        kept = views_of(rules, match, kept)
        early = (kept.deal, log_entries(rules, match))
        pages, after = (), 0
        while page := log_entries(rules, match, after, 5):
            pages, after = pages + page, page[-1].n
        late = (view_for(rules, match, Bystander())[0], pages)

        assert late == early


def test_somebody_who_looks_on_is_given_no_hand():
    assert all(view_for(*moment, Bystander())[1] is None for moment in moments(6))


def test_there_is_no_viewer_by_default():
    """Nobody forgets to say who looks, and nothing stands for everybody (U22)."""
    asked = [view.view_for, view.private_view]
    last = [list(inspect.signature(f).parameters.values())[-1] for f in asked]

    assert [p.default for p in last] == [inspect.Parameter.empty] * 2
    rules, match = at("0 draws | 0: 2C | 1: 3C | stock: 4C 5C | pile: 6C")
    for nobody in (None, 0, "0", match):
        with pytest.raises(AssertionError):
            view_for(rules, match, nobody)


# --- what everybody sees -----------------------------------------------------------------

LINE = "1 plays | turn 5 | 0: 4C 5C | 1: 2H KD 9S | stock: 7D 8D | pile: KC QC | #1@0 6H 7H 8H"


def test_the_public_view_counts_what_it_does_not_show():
    seen = public_view(*at(LINE))

    assert (seen.hands, seen.stock, seen.discards) == ((2, 3), 2, 2)
    assert seen.waiting == (Waiting(1, "play"),)
    assert seen.melds == (MeldView(1, 0, faces("6H 7H 8H"), (0, 0, 0)),)
    assert seen.result is None


@pytest.mark.parametrize(
    ("how", "open_cards"), [(Seen.TOP, "QC"), (Seen.ALL, "KC QC")], ids=["top", "all"]
)
def test_as_much_of_the_pile_is_seen_as_the_table_plays(how, open_cards):
    assert public_view(*at(LINE, discard_visible=how)).top == faces(open_cards)


@pytest.mark.parametrize("seed", GAMES)
def test_all_hands_are_open_once_a_deal_is_scored_and_never_before(seed):
    *running, over, (rules, scored) = moments(seed, deals=1)
    sheet = public_view(rules, scored).result

    assert all(public_view(*moment).result is None for moment in (*running, over))
    assert [seat.hand for seat in sheet.seats] == [faces_in(h) for h in scored.deal.hands]
    assert [seat.held for seat in sheet.seats if seat.opened] == [
        sum(rules.values[held] for held in seat.hand) for seat in sheet.seats if seat.opened
    ]
    assert [seat.total for seat in sheet.seats] == [
        (total.numerator, total.denominator) for total in scored.totals
    ]


def test_the_sheet_of_the_last_deal_is_gone_when_the_next_is_dealt():
    dealt = [moment for moment in moments(7) if len(moment[1].history) == 1]

    assert all(public_view(*moment).result is None for moment in dealt)


# --- what the owner of a hand sees -------------------------------------------------------


def test_a_hand_is_shown_by_face_and_not_as_it_was_drawn():
    assert you("1 draws | 0: KD 2C AS 7H | 1: 3C | stock: 4C | pile: 6C").hand == faces(
        "2C KD 7H AS"
    )


def test_the_owner_is_told_his_best_split_and_what_it_leaves():
    seen = you("1 draws | 0: 4C 5C 6C 6D KH | 1: 3C | stock: 4D | pile: 6S")

    assert seen.split == (faces("4C 5C 6C"),)
    assert seen.deadwood == faces("6D KH")
    assert (seen.points, seen.dead_points) == (31, 16)
    assert seen.can_meld == (Lay(faces("4C 5C 6C")),)


def test_melds_in_the_hand_come_longest_first_and_sixteen_at_most():
    seen = you("1 draws | 0: AC 2C 3C 4C 5C 6C 7C 8C 9C TC | 1: 3D | stock: 4D | pile: 6S")
    lengths = [len(meld.cards) for meld in seen.can_meld]

    assert lengths == sorted(lengths, reverse=True)
    assert (len(lengths), lengths[0]) == (16, 10)


def test_who_waits_is_told_of_no_move():
    seen = you(LINE, seat=0)

    assert (seen.may, seen.fits, seen.fresh, seen.locked, seen.duty) == ((), (), None, None, "")


def test_the_card_just_taken_is_marked_and_locked():
    seen = you("0 plays | 0: 4C KD | 1: 3C | stock: 4D | pile: 6S | fresh KD | locked KD")

    assert (seen.fresh, seen.locked) == (*faces("KD"), *faces("KD"))


def test_a_card_that_has_left_the_hand_is_marked_no_more():
    seen = you("0 plays | 0: 4C | 1: 3C | stock: 4D | pile: 6S | #1@0 JD QD KD | fresh KD")

    assert seen.fresh is None


TABLE = "0 plays | 0: 6C 9H KD | 1: 3C | stock: 4D | pile: 6S | #1@1 6H 7H 8H | #2@1 3C 4C 5C"


def test_a_card_fits_where_it_could_be_laid_off_alone():
    seen = you(TABLE)

    assert seen.fits == (Fit(*faces("6C"), (2,)), Fit(*faces("9H"), (1,)))
    assert LayOff.kind in seen.may


@pytest.mark.parametrize(
    "changes", [{"lay_off": "none"}, {"lay_off": "own"}, {"lay_off_gate": "own_meld"}], ids=str
)
def test_nothing_fits_where_laying_off_is_closed(changes):
    assert you(TABLE, **changes).fits == ()


def test_nothing_fits_before_the_draw():
    assert you(TABLE.replace("plays", "draws")).fits == ()


@pytest.mark.parametrize("seed", GAMES)
def test_what_fits_is_what_extends_a_meld_that_is_open(seed):
    laying = 0
    for rules, match in moments(seed, deals=1):
        for found in match.deal.pending:
            own = private_view(rules, match, Seat(found.seat))
            if LayOff.kind not in own.may:
                assert own.fits == ()
                continue
            laying += 1
            reachable = decide.reachable(rules, match.deal)
            lying = [meld for meld in match.deal.melds if meld.id in reachable]

            assert {(fit.card, meld) for fit in own.fits for meld in fit.melds} == {
                (card, meld.id)
                for card in own.hand
                for meld in lying
                if extends(rules, meld, card)
            }

    assert laying or rules.ruleset.lay_off is LayOffOn.NONE or len(match.history) < 60


def extends(rules, meld, card):
    """Whether some reading takes *card* at *meld*."""
    try:
        meant_grown(rules, meld, (card,), ())
    except RuleViolation as refused:
        return refused.code is Code.JOKER_UNCLEAR
    return True


def test_a_turn_beyond_the_limit_of_melds_must_go_out():
    """The second meld was allowed for going rummy (C24)."""
    line = (
        "0 plays | 0: KD | 1: 3D | stock: 4D | pile: 6S | #1@0 6H 7H 8H | #2@0 3C 4C 5C"
        " | play 6H 7H 8H to #1@0 6H 7H 8H | play 3C 4C 5C to #2@0 3C 4C 5C"
    )
    seen = you(line, going_rummy="double")

    assert seen.duty == "go-out"
    assert LayMeld.kind not in seen.may


# --- the log -----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", GAMES)
def test_entries_are_numbered_from_one_without_gaps(seed):
    for rules, match in moments(seed):
        entries = log_entries(rules, match)

        assert [entry.n for entry in entries] == list(range(1, len(entries) + 1))
        assert latest_entries(rules, match) == entries[-LATEST:]


def covered(entry, rules):
    """The faces of discards that *entry* tells, or keeps back."""
    match entry:
        case news.Discarded():
            return (entry.card,)
        case news.TookDiscard():
            return entry.cards
        case news.Dealt() if rules.ruleset.first_turn is FirstTurn.UPCARD:
            return (entry.upcard,)
        case _:
            return ()


@pytest.mark.parametrize("seed", GAMES)
def test_a_discard_loses_its_face_after_a_round_until_the_deal_ends(seed):
    """Where only the top of the pile may be seen (E09)."""
    made = {}
    for rules, match in moments(seed, deals=1):
        always = rules.ruleset.discard_visible is Seen.ALL
        over = match.deal.phase is Phase.OVER
        for entry in log_entries(rules, match):
            turn = made.setdefault(entry.n, match.deal.turns)
            # A move that ends a turn is seen when the next one has begun.
            turn -= isinstance(entry, news.Discarded) and not over
            shown = always or over or match.deal.turns - turn <= rules.players

            assert all((card is not None) == shown for card in covered(entry, rules))


def test_what_was_shown_in_a_meld_keeps_its_face():
    laid = (news.Melded, news.LaidOff, news.Swapped, news.TookBack)
    rules, match = moments(8, deals=1)[-3]
    told = [entry for entry in log_entries(rules, match) if isinstance(entry, laid)]

    assert told
    assert all(entry.cards for entry in told)


def test_a_log_of_no_deal_is_empty():
    rules, _ = at(LINE)
    nothing = follow(None, begin(2, 0))

    assert log_entries(rules, nothing) == latest_entries(rules, nothing) == ()


def test_a_deal_that_is_closed_tells_how_it_ended():
    *_, (rules, over), (_, scored) = moments(9, deals=1)
    last = log_entries(rules, scored)[-1]
    out = scored.deal.outcome.out

    assert isinstance(last, news.Blocked if out is None else news.WentOut)
    assert close_deal(rules, over)
