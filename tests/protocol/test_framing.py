"""Frames come out whole, whatever the pieces in which they came in."""

from __future__ import annotations

import itertools
import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy_protocol.errors import Code, ProtocolViolation
from rummy_protocol.framing import PREFIX, FrameReader, frame

FULL = os.environ.get("PROOF", "small") == "full"
VOLUME = settings(max_examples=5_000 if FULL else 300, deadline=None)
LIMIT = 40


def pieces(data: bytes, cuts: list[int]) -> list[bytes]:
    edges = [0, *sorted(cut % (len(data) + 1) for cut in cuts), len(data)]
    return [data[a:b] for a, b in itertools.pairwise(edges)]


def test_shorter_frames_behind_longer_ones_come_out_at_once():
    """Byte by byte, each as soon as its last byte is there."""
    reader = FrameReader(LIMIT)

    for body in (b"x" * LIMIT, b"y", b"z" * 9, b"w"):
        *most, last = [bytes([byte]) for byte in frame(body)]
        assert [found for byte in most for found in reader.feed(byte)] == []
        assert reader.feed(last) == [body]


def test_the_first_frame_may_be_held_to_less():
    reader = FrameReader(LIMIT, 10)

    assert reader.feed(frame(b"x" * 10) + frame(b"y" * LIMIT)) == [b"x" * 10, b"y" * LIMIT]
    with pytest.raises(ProtocolViolation) as caught:
        FrameReader(LIMIT, 10).feed((11).to_bytes(PREFIX, "big"))
    assert (caught.value.code, caught.value.details["limit"]) == (Code.TOO_LONG, 10)


def test_a_frame_is_its_length_and_its_body():
    assert frame(b"abc") == b"\x00\x00\x00\x03abc"


@VOLUME
@given(
    st.lists(st.binary(min_size=1, max_size=LIMIT), max_size=6),
    st.lists(st.integers(0, 500), max_size=8),
)
def test_bodies_come_out_as_they_went_in_whatever_the_pieces(bodies, cuts):
    reader = FrameReader(LIMIT)
    stream = b"".join(map(frame, bodies))

    found = [body for piece in pieces(stream, cuts) for body in reader.feed(piece)]

    assert found == bodies
    assert not reader.partial


@VOLUME
@given(st.binary(max_size=300), st.lists(st.integers(0, 500), max_size=8))
def test_random_bytes_give_bodies_or_a_violation_alike_in_any_pieces(data, cuts):
    def heard(parts: list[bytes]) -> tuple[list[bytes], Code | None]:
        reader, found = FrameReader(LIMIT), []
        try:
            for part in parts:
                found += reader.feed(part)
        except ProtocolViolation as exc:
            return found, exc.code
        return found, reader.fault and reader.fault.code

    assert heard(pieces(data, cuts)) == heard([data])
    assert heard([bytes([byte]) for byte in data]) == heard([data])


def test_the_longest_body_passes_and_one_byte_more_does_not():
    assert FrameReader(LIMIT).feed(frame(b"x" * LIMIT)) == [b"x" * LIMIT]

    with pytest.raises(ProtocolViolation) as caught:
        FrameReader(LIMIT).feed(frame(b"x" * (LIMIT + 1)))

    assert caught.value.code is Code.TOO_LONG
    assert caught.value.details == {"length": LIMIT + 1, "limit": LIMIT}


def test_a_length_is_refused_before_its_body_has_come():
    with pytest.raises(ProtocolViolation, match="too-long"):
        FrameReader(LIMIT).feed(b"\xff\xff\xff\xff")


def test_nothing_is_kept_of_what_follows_a_refused_length():
    reader = FrameReader(LIMIT)
    with pytest.raises(ProtocolViolation):
        reader.feed(b"\xff\xff\xff\xff" + b"x" * 1_000_000)

    assert not reader.partial
    with pytest.raises(ProtocolViolation):
        reader.feed(frame(b"fine"))


def test_a_frame_without_a_body_is_refused():
    with pytest.raises(ProtocolViolation) as caught:
        FrameReader(LIMIT).feed(frame(b""))

    assert caught.value.code is Code.BAD_FRAME


def test_what_was_whole_before_the_fault_is_given_back_first():
    reader = FrameReader(LIMIT)

    assert reader.feed(frame(b"one") + b"\xff\xff\xff\xff") == [b"one"]
    assert reader.fault is not None
    with pytest.raises(ProtocolViolation):
        reader.feed(b"")


@pytest.mark.parametrize("length", range(PREFIX + 3))
def test_a_frame_that_has_begun_is_partial(length):
    reader = FrameReader(LIMIT)
    reader.feed(frame(b"abc")[:length])

    assert reader.partial == (length > 0)
