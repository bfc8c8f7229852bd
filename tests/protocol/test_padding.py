"""Padding: what it is, how long frames become by it, and what it must not depend on."""

from __future__ import annotations

import msgpack
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy_protocol.cards import faces
from rummy_protocol.codec import decode_from_client, decode_from_server, encode
from rummy_protocol.errors import Code, ProtocolViolation
from rummy_protocol.framing import PREFIX
from rummy_protocol.limits import TO_CLIENT, TO_SERVER
from rummy_protocol.messages import ListTables, Ping, Say, Update
from rummy_protocol.padding import KEY, LEAST_TAIL, STEP, padded, tail, with_entries
from rummy_protocol.registry import CLASSES
from rummy_protocol.update_size import LEAST, base_size, open_room, private_room, size_for
from rummy_protocol.views import Fit, Lay, OpenHands, OpeningView, Take, You

pack = msgpack.packb


def test_an_entry_of_every_length_says_nothing_and_is_exactly_so_long():
    for size in (*range(LEAST_TAIL, 700), 4_096, 60_000):
        entry = tail(size)

        assert len(entry) == size
        assert msgpack.unpackb(b"\x81" + entry, max_bin_len=65_536) == {
            KEY: bytes(len(msgpack.unpackb(b"\x81" + entry)[KEY]))
        }


@pytest.mark.parametrize("entries", [*range(20), 96])
def test_a_map_of_any_size_is_given_one_more_entry(entries):
    told = {f"k{n}": n for n in range(entries)}
    head, rest = with_entries(pack(told), 1)

    assert msgpack.unpackb(head + rest + tail(9)) == told | {KEY: bytes(3)}


@given(st.dictionaries(st.text(max_size=9), st.integers(0, 300) | st.text(max_size=40)))
@settings(max_examples=60, deadline=None)
def test_a_padded_body_is_a_multiple_of_128_and_says_the_same(told):
    told.pop(KEY, None)
    body = padded(pack(told), 65_536)
    again = msgpack.unpackb(body)

    assert len(body) % STEP == 0
    assert len(body) < len(pack(told)) + STEP + LEAST_TAIL + 3
    assert set(again.pop(KEY, b"")) <= {0}
    assert again == told


def test_every_message_but_an_update_is_rounded_up(example):
    length = len(encode(example)) - PREFIX

    if isinstance(example, Update):
        assert length >= LEAST
        assert length & (length - 1) == 0
    else:
        assert length % STEP == 0


def test_a_body_that_could_not_be_rounded_up_within_its_limit_stays_as_it_is():
    body = pack({"x": "y" * 120})

    assert padded(body, len(body) + 5) == body
    assert len(padded(body, 2 * STEP)) == 2 * STEP


def test_padding_belongs_to_no_message():
    assert not [kind for kind in CLASSES if KEY in getattr(kind, "__struct_fields__", ())]
    assert decode_from_client(encode(ListTables(7))[PREFIX:]) == ListTables(7)


def test_nobody_has_to_pad():
    assert decode_from_client(pack({"t": "list", "id": 7})) == ListTables(7)
    assert decode_from_server(pack({"t": "ping"})) == Ping()


@pytest.mark.parametrize("place", range(3))
def test_padding_may_stand_anywhere_once(place):
    entries = [("t", "list"), ("id", 7)]
    entries.insert(place, (KEY, bytes(11)))

    assert decode_from_client(pack(dict(entries))) == ListTables(7)
    with pytest.raises(ProtocolViolation, match="bad-frame"):
        decode_from_client(b"\x84" + pack(dict(entries))[1:] + tail(8))


@pytest.mark.parametrize(
    "filling", [b"\0\0\1", b"\xff" * 50, "", "\0\0", 0, None, [], {}, True], ids=repr
)
@pytest.mark.parametrize("decode", [decode_from_client, decode_from_server])
def test_anything_but_zeros_in_it_is_a_bad_frame(decode, filling):
    """It is no place to put something: neither a message nor what lay in memory."""
    told = {"t": "ping", KEY: filling}
    with pytest.raises(ProtocolViolation) as caught:
        decode(pack(told))

    assert (caught.value.code, caught.value.details["why"]) == (Code.BAD_FRAME, "padding")


def test_padding_keeps_to_the_limits():
    most = pack({"t": "list", "id": 7, KEY: bytes(TO_SERVER.bin)})

    assert decode_from_client(most) == ListTables(7)
    with pytest.raises(ProtocolViolation, match="bad-frame"):
        decode_from_client(pack({"t": "list", "id": 7, KEY: bytes(TO_SERVER.bin + 1)}))
    assert len(encode(Say(1, "x" * 1_000))) - PREFIX <= TO_SERVER.frame


# --- how long an update is -----------------------------------------------------------------


def test_a_table_of_any_game_begins_at_one_length(presets):
    for rules in presets.values():
        for seats in range(rules.players_min, rules.players_max + 1):
            size = base_size(rules, seats)

            assert LEAST <= size <= 8_192
            assert size & (size - 1) == 0


def test_the_length_of_an_update_does_not_change_with_the_private_part(examples):
    update = examples["Update"]
    hand = faces("AC 2C 3C 4C 5C 6C 7C")
    rich = You(
        0, hand, ("draw", "take"), split=(hand,), can_meld=(Lay(hand),) * 16,
        takes=(Take(1),),
    )  # fmt: skip
    lengths = {
        len(encode(msgspec.structs.replace(update, you=you)))
        for you in (None, You(0, ()), update.you, rich)
    }

    assert len(lengths) == 1


def opens(rules):
    """Whether there is a deal in which a seat is told of its opening."""
    return rules.opens or any(rules.for_deal(one.first).opens for one in rules.deal_changes)


def fullest(rules, deal, hand):
    """A private part with everything in it that could be, for *hand* cards."""
    card = faces("KS")[0]
    ids = tuple(meld.id for meld in deal.melds)
    jokers = tuple(meld.id for meld in deal.melds if meld.stands)
    long = min(hand, 14)
    return You(
        15, (card,) * hand,
        ("draw", "take", "meld", "lay-off", "swap", "discard", "take-back", "end"),
        card, card, ((card,) * 3,) * (hand // 3), (card,) * (hand % 3), 9_999, 9_999,
        (Fit(card, ids),) * hand,
        (Lay((card,) * long, (card,) * min(long, rules.jokers)),) * (16 if hand >= 3 else 0),
        (Fit(card, jokers),) * hand if jokers else (),
        tuple(Take(n, True) for n in range(1, deal.discards + 1))
        if rules.discard_draw.value == "deep"
        else (Take(1, True),),
        OpeningView(9_999, 9_999, 9_999, ("R13",) * 6, True) if opens(rules) else None,
        "lay-joker", (card,) * hand,
        ((card,),) * hand,
    )  # fmt: skip


@pytest.mark.parametrize("hand", [0, 1, 3, 7, 11, 14, 17, 26, 40])
@pytest.mark.parametrize("melds", [0, 1, 9, 25])
@pytest.mark.parametrize("first_id", [1, 120, 300])
def test_no_private_part_is_longer_than_the_room_that_is_kept(
    presets, examples, hand, melds, first_id
):
    deal = examples["Update"].deal
    for rules in presets.values():
        shown = msgspec.structs.replace(
            deal,
            hands=(hand, 0),
            discards=30,
            melds=tuple(
                msgspec.structs.replace(
                    deal.melds[0],
                    id=first_id + n,
                    stands=faces("7S") * 3 if rules.jokers else (),
                )
                for n in range(melds)
            ),
        )
        long = len(msgspec.msgpack.encode(fullest(rules, shown, hand)))

        assert long <= private_room(rules, shown)


def test_every_field_of_the_private_part_is_in_the_fullest_one(presets, examples):
    """Else a new one would not be reckoned with."""
    deal = examples["Update"].deal
    jokers = tuple(msgspec.structs.replace(meld, stands=meld.cards) for meld in deal.melds)
    deal = msgspec.structs.replace(deal, melds=jokers)
    full = fullest(presets["scala_40"], deal, 11)

    assert not [name for name in You.__struct_fields__ if not getattr(full, name)]


def test_four_players_of_the_plainest_game_are_sent_two_kibibytes_a_view(presets):
    """Room for one more list in a hand may not cost everybody twice the bytes (P25)."""
    assert base_size(presets["basic"], 4) == 2_048


def test_what_outgrows_the_length_doubles_it_and_never_passes_a_frame():
    assert size_for(1_024, 500, 400) == 1_024
    assert size_for(1_024, 700, 400) == 2_048
    assert size_for(1_024, 70_000, 0) == TO_CLIENT.frame


@pytest.mark.parametrize("cards", [0, 1, 3, 7, 15, 16, 22, 40])
def test_open_hands_go_into_the_room_that_their_numbers_of_cards_make(examples, cards):
    shown = msgspec.structs.replace(examples["Update"].deal, hands=(cards, cards, 3))
    card = faces("JK")[0]
    hands = tuple(
        You(15, (card,) * held, split=((card,) * 3,) * (held // 3), deadwood=(card,) * held,
            points=9_999, dead_points=9_999)
        for held in shown.hands
    )  # fmt: skip

    assert len(msgspec.msgpack.encode(OpenHands(hands))) <= open_room(shown)


def test_an_update_with_open_hands_has_the_same_length_whatever_they_are(examples):
    update = examples["Update"]
    shown = msgspec.structs.replace(update.deal, hands=(13, 13))
    one, other = (
        OpenHands(tuple(You(seat, faces(cards)) for seat in range(2)))
        for cards in ("AS", "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC")
    )

    for letters in range(0, 2000, 20):  # some length of the rest is at the edge of a size
        table = msgspec.structs.replace(update.table, name="x" * letters)
        assert len(encode(Update(1, table, shown, None, one))) == len(
            encode(Update(1, table, shown, None, other))
        )
