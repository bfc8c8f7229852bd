"""What a house tells its network, and the code by which it is known."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummy_protocol.lan import (
    CODE_LETTERS,
    Notice,
    answer,
    as_code,
    broadcasts,
    from_properties,
    join_code,
    properties,
    question,
    read_answer,
    token_of,
)

TOKEN = b"\x01\xff12345\n"
DEN = Notice("K7FH-4RTM", "Den", 7866, (1, 3), "0.2")
names = st.text(st.characters(codec="utf-8"), max_size=200)
notices = st.builds(
    Notice,
    st.text(CODE_LETTERS, min_size=8, max_size=8).map(as_code),
    names,
    st.integers(1, 65_535),
    st.tuples(st.integers(0, 999), st.integers(0, 999)),
    st.text("0123456789.abc", max_size=20),
    st.booleans(),
)


def test_no_letter_of_a_code_can_be_taken_for_another() -> None:
    for alike in ("0OQD"[:3], "1IL", "2Z", "5S", "8B", "6G", "UV"):
        assert sum(sign in CODE_LETTERS for sign in alike) <= 1
    assert len(set(CODE_LETTERS)) == len(CODE_LETTERS)


def test_a_code_follows_from_the_key_alone() -> None:
    first, other = join_code("a" * 43), join_code("b" * 43)

    assert first == join_code("a" * 43) != other
    assert as_code(first) == first
    assert join_code("yzSDs-_0" * 5 + "abc") == "RNE4-FEKH"


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("k7fh4rtm", "K7FH-4RTM"),
        (" K7FH 4RTM ", "K7FH-4RTM"),
        ("K7FH-4RTM", "K7FH-4RTM"),
        ("K7FH-4RT", ""),
        ("K7FH-4RTM3", ""),
        ("kitchens", ""),
        ("K7FH-4RT0", ""),
        ("", ""),
        ("ᴷ7FH-4RTM", ""),
    ],
)
def test_a_code_may_be_typed_in_several_ways(typed, code) -> None:
    assert as_code(typed) == code


@given(notices)
def test_what_is_told_is_understood_both_ways(notice) -> None:
    for heard in (
        read_answer(answer(TOKEN, notice), TOKEN),
        from_properties(properties(notice), notice.port),
    ):
        assert heard is not None
        assert notice.name.startswith(heard.name)
        assert len(heard.name) >= min(len(notice.name), 30)
        assert (heard.code, heard.port, heard.protocol) == (
            notice.code,
            notice.port,
            notice.protocol,
        )
        assert (heard.build, heard.plain) == (notice.build, notice.plain)


@given(notices)
def test_an_answer_is_never_longer_than_the_question(notice) -> None:
    assert len(answer(TOKEN, notice)) <= len(question(TOKEN))


def test_a_name_of_any_length_fits_into_an_entry_of_a_record() -> None:
    notice = Notice("K7FH-4RTM", "\U0001f0a1" * 200, 65_535, (999, 999), "0" * 20, True)

    told = properties(notice)

    assert all(len(f"{key}={value}".encode()) <= 255 for key, value in told.items())
    heard = read_answer(answer(TOKEN, notice), TOKEN)
    assert heard is not None
    assert set(heard.name) == {"\U0001f0a1"}


def test_only_a_whole_question_is_one() -> None:
    asked = question(TOKEN)

    assert token_of(asked) == TOKEN
    assert token_of(asked[:-1]) == token_of(asked + b"\0") == b""
    assert token_of(b"x" + asked[1:]) == b""
    assert read_answer(answer(TOKEN, DEN), b"12345678") is None


@given(st.binary(max_size=450))
def test_whatever_comes_is_an_answer_or_nothing(data) -> None:
    for told in (data, b"rummy!1" + TOKEN + data):
        heard = read_answer(told, TOKEN)
        assert heard is None or as_code(heard.code) == heard.code
    token_of(data)


records = st.dictionaries(
    st.sampled_from(["code", "v", "name", "build", "plain", "port"]),
    st.none() | st.sampled_from(["K7FH-4RTM", "1.0", "1", "-1.0", "1.", "٣.٣"]) | names,
)


@given(records, st.integers(-1, 70_000))
def test_whatever_a_record_says_is_a_notice_or_nothing(told, port) -> None:
    heard = from_properties(told, port)

    assert heard is None or 1 <= heard.port <= 65_535


def test_everybody_on_a_network_is_asked_and_nobody_where_there_are_only_two() -> None:
    own = [("10.77.1.9", 24), ("10.77.1.10", 24), ("192.168.4.1", 30), ("10.0.0.1", 31)]

    assert broadcasts(own) == ("10.77.1.255", "192.168.4.3")
