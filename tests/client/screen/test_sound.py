"""The border: whatever a server puts into a message, what passes is safe to draw."""

from __future__ import annotations

import unicodedata

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummy_client.sound import received
from rummy_protocol.actions import Discard, LayMeld
from rummy_protocol.errors import ProtocolViolation
from rummy_protocol.messages import (
    Advice,
    Announcement,
    Chat,
    Goodbye,
    Page,
    Refused,
    Seated,
    Update,
)
from rummy_protocol.news import Dealt, Discarded, Drew, Melded
from rummy_protocol.views import Absence, Fit, Lay, MatchResult, MeldView, OpeningView, Waiting

from .tables import changed, deal, faces, human, result, seated, table, update, you

ESCAPES = [
    "\x1b[2J",
    "\x1b]52;c;aGVsbG8=\x07",
    "\x9b31m",
    "\x9d0;title\x9c",
    "a\u202eb",
    "zero\u200bwidth\u200d",
    "line\nfeed\rreturn",
    "\x01\x1b[31m\x02",
    "e" + "\u0301" * 500,
    "<b>&amp;</b>",
    "\x00\x07\x08\x7f\x0e\x0f",
]


def harmless(text):
    marks = 0
    for letter in text:
        assert unicodedata.category(letter)[0] != "C", ascii(letter)
        marks = marks + 1 if unicodedata.combining(letter) else 0
        assert marks <= 2


def strings_of(value):
    if isinstance(value, str):
        yield str(value)
    elif isinstance(value, tuple | list):
        for part in value:
            yield from strings_of(part)
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from strings_of((key, part))
    elif hasattr(value, "__struct_fields__"):
        for field in value.__struct_fields__:
            yield from strings_of(getattr(value, field))


@pytest.mark.parametrize("escape", ESCAPES, ids=ascii)
def test_no_field_of_a_view_carries_anything_to_the_terminal(escape) -> None:
    nasty = table(human(escape), human("Bob", level=escape), human("Cara"))
    nasty = changed(nasty, id=escape, name=escape, spectators=(escape,))
    opening = OpeningView(contract=(escape,))
    mine = you(duty=escape, opening=opening)
    view = Update(1, nasty, deal(waiting=(0, escape)), mine)

    for text in strings_of(received(view)):
        harmless(text)


@pytest.mark.parametrize("escape", ESCAPES, ids=ascii)
@pytest.mark.parametrize(
    "message",
    [
        lambda e: Chat(1, e, e),
        lambda e: Refused(1, e, e, {e: e}),
        lambda e: Goodbye(e, {"why": e}),
        lambda e: Announcement("says", {"text": e}),
    ],
)
def test_no_other_message_does(escape, message) -> None:
    for text in strings_of(received(message(escape))):
        harmless(text)


def test_every_character_of_the_basic_plane_is_harmless_behind_the_border() -> None:
    for first in range(0, 0x10000, 64):
        block = "".join(map(chr, range(first, first + 64)))
        for text in strings_of(received(Chat(0, "Ann", "x" + block))):
            harmless(text)


@given(st.text())
def test_what_passed_once_passes_unchanged(text) -> None:
    once = received(Chat(0, "Ann", text))

    assert received(once) == once


def test_what_is_harmless_is_handed_on_as_it_is() -> None:
    view = update(mine=you())

    assert received(view) is view


BAD_FACE = 53


def test_a_seat_that_the_table_does_not_have_ends_the_connection() -> None:
    with pytest.raises(ProtocolViolation):
        seated(seat=3, mine=None)
    with pytest.raises(ProtocolViolation):
        seated(update(mine=msgspec.structs.replace(you(), seat=3)))
    with pytest.raises(ProtocolViolation):
        seated(Seated(2, "K7QX", 7))


@pytest.mark.parametrize(
    "view",
    [
        update(mine=you(hand=(BAD_FACE,))),
        update(mine=you(hand=(-1,))),
        update(mine=you(fresh=99)),
        update(mine=you(locked=99)),
        update(mine=you(fits=(Fit(99, (1,)),))),
        update(mine=you(can_meld=(Lay((99,)),))),
        update(mine=you(can_meld=(Lay((5,), (99,)),))),
        update(mine=you(swaps=(Fit(99, (1,)),))),
        update(mine=you(duty="use", duty_cards=(99,))),
        update(at=deal(opened=(7,))),
        update(at=deal(melds=(MeldView(1, None, faces("2C"), (0,), (BAD_FACE,)),))),
        update(at=deal(melds=(MeldView(1, None, faces("2C"), (0,), (0, 1)),))),
        update(at=deal(log=(Melded(1, 0, 1, faces("JK"), (BAD_FACE,)),))),
        update(mine=you(split=((99,),))),
        update(mine=changed(you(), seat=3)),
        update(at=deal(top=(BAD_FACE,))),
        update(at=deal(dealer=3)),
        update(at=deal(waiting=None, hands=(1,))),
        update(at=changed(deal(), waiting=(Waiting(9, "draw"),))),
        update(at=deal(melds=(MeldView(1, 7, faces("2C"), (0,)),))),
        update(at=deal(melds=(MeldView(1, None, (BAD_FACE,), (0,)),))),
        update(at=deal(melds=(MeldView(1, None, faces("2C"), (9,)),))),
        update(at=deal(log=(Drew(1, 5),))),
        update(at=deal(log=(Dealt(1, 0, 7, BAD_FACE),))),
        update(at=deal(log=(Discarded(1, 0, BAD_FACE),))),
        update(at=deal(log=(Melded(1, 0, 1, (BAD_FACE,)),))),
        update(at=deal(result=result(seats=()))),
        update(at=deal(result=result(out=8))),
        update(of=table(host=5)),
        update(of=table(human("Ann", points=(1, 0)), human("Bob"), human("Cara"))),
        update(of=table(votes=((0, 9, Absence.BOT),))),
        update(of=table(result=MatchResult((4,), "target"))),
        Page(1, 1, (Discarded(1, 0, BAD_FACE),)),
        Advice(1, Discard(BAD_FACE)),
        Advice(1, LayMeld((BAD_FACE,))),
        Chat(-1, "Ann", "hello"),
    ],
)
def test_a_number_that_cannot_be_ends_the_connection(view) -> None:
    with pytest.raises(ProtocolViolation):
        received(view)
