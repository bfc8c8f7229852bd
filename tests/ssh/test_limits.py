"""How much the door bears: counted without a network and without a clock of its own."""

from __future__ import annotations

import os

import pytest
from prompt_toolkit.input import vt100_parser
from prompt_toolkit.keys import Keys

from rummy_client.seatfile import Seat, new_seat
from rummy_client.ssh.caller import clamped
from rummy_client.ssh.keyboard import Keyboard, Pasting
from rummy_client.ssh.limits import Bucket, Doorway, Limits, is_here, whose
from rummy_client.ssh.seats import KEPT_SECONDS, folder_of, kept_seat, settings_in, tidy
from rummy_client.ssh.wire import KNOWN, _Few

BEGIN, END = "\x1b[200~", "\x1b[201~"


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def doorway(clock, **limits):
    return Doorway(Limits(**limits), clock)


# --- who is let in -----------------------------------------------------------------------


def test_one_address_has_so_many_connections_and_others_have_theirs(clock):
    door = doorway(clock, connections_per_address=2)

    assert [door.enter("10.0.0.1") for _ in range(3)] == [True, True, False]
    assert door.enter("10.0.0.2")
    door.leave("10.0.0.1")
    assert door.enter("10.0.0.1")
    assert door.inside == 3


def test_one_address_comes_so_often_in_a_minute(clock):
    door = doorway(clock, connects_per_minute=3)
    for _ in range(3):
        assert door.enter("10.0.0.1")
        door.leave("10.0.0.1")

    assert not door.enter("10.0.0.1")
    assert door.enter("10.0.0.2")
    clock.now += 20
    assert door.enter("10.0.0.1")


def test_all_together_have_so_many_connections(clock):
    door = doorway(clock, connections=2)

    assert [door.enter(f"10.0.0.{last}") for last in range(3)] == [True, True, False]


def test_this_machine_has_no_limit_of_its_own_but_that_of_all(clock):
    door = doorway(clock, connections_per_address=1, connects_per_minute=1, connections=5)

    assert [door.enter("127.0.0.1") for _ in range(6)] == [True] * 5 + [False]


def test_what_is_left_of_strangers_is_bounded(clock):
    door = doorway(clock, connections=4, connects_per_second=1e6)
    for number in range(1000):
        clock.now += 60
        assert door.enter(f"10.0.{number // 250}.{number % 250}")
        door.leave(f"10.0.{number // 250}.{number % 250}")

    assert len(door._buckets) <= 16 * 4 + 1
    assert not door._inside


@pytest.mark.parametrize(
    ("address", "here"),
    [
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("10.0.0.1", False),
        ("::ffff:10.0.0.1", False),
        ("fe80::1%eth0", False),
        ("", False),
    ],
)
def test_this_machine_is_known_in_all_its_clothes(address, here):
    assert is_here(address) is here


def test_a_household_of_ipv6_is_one_address():
    assert whose("2001:db8::1") == whose("2001:db8::ffff") != whose("2001:db8:0:1::1")
    assert whose("::ffff:10.0.0.1") == whose("10.0.0.1") == "10.0.0.1"
    assert whose("fe80::1%eth0") == whose("fe80::2")


def test_tables_and_wrong_passwords_are_counted_by_address(clock):
    door = doorway(clock, tables=2, guesses=3)

    assert [door.may_make_table("10.0.0.1") for _ in range(3)] == [True, True, False]
    assert door.may_make_table("10.0.0.2")
    assert [door.guessed_wrong("10.0.0.1") for _ in range(3)] == [True, True, False]
    clock.now += 600
    assert door.may_make_table("10.0.0.1")
    assert door.guessed_wrong("10.0.0.1")


def test_who_sends_too_much_has_to_wait_as_long_as_it_takes_at_the_allowed_speed(clock):
    bucket = Bucket(100, 1000, clock)

    assert bucket.spend(1000) == 0
    assert bucket.spend(500) == 5
    clock.now += 5
    assert bucket.spend(100) == 1


# --- what is typed -----------------------------------------------------------------------


def test_of_a_pasted_text_only_the_beginning_is_handed_on():
    told = Pasting().cut(f"ab{BEGIN}{'x' * 5000}{END}cd")

    assert told == f"ab{BEGIN}{'x' * 256}{END}cd"


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7])
def test_pasted_text_is_cut_however_it_is_split(size):
    sent = f"ab{BEGIN}{'x' * 1500}{END}cd{BEGIN}yy{END}\x1b[A"
    pasting = Pasting()
    told = "".join(
        pasting.cut(sent[place : place + size]) for place in range(0, len(sent), size)
    )

    assert told + pasting.rest() == f"ab{BEGIN}{'x' * 256}{END}cd{BEGIN}yy{END}\x1b[A"


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ("sd\r", "sd\r"),
        ("\x1b[A" * 9, "\x1b[A" * 9),
        ("sdm\rq", f"{BEGIN}sdm\rq{END}"),
        ("s" * 5000, f"{BEGIN}{'s' * 256}{END}"),
        (f"sdm\rq{BEGIN}x", f"{BEGIN}sdm\rqx{END}"),
        (f"{BEGIN}sdm\rq{END}", f"{BEGIN}sdm\rq{END}"),
        ("sdmq\x1b\x1b[201~[201~s\r", f"{BEGIN}sdmq[201~s\r{END}"),
    ],
)
def test_what_a_terminal_does_not_mark_as_pasted_is_marked(sent, told):
    assert Pasting(marks=False).cut(sent) == told


def test_the_beginning_of_a_key_behind_pasted_text_is_kept():
    pasting = Pasting(marks=False)

    assert pasting.cut("sdmq\x1b[") == f"{BEGIN}sdmq{END}"
    assert pasting.cut("A") == "\x1b[A"


def test_an_escape_key_is_not_kept_for_ever():
    pasting = Pasting()

    assert pasting.cut("\x1b") == ""
    assert pasting.rest() == "\x1b"
    assert pasting.rest() == ""


def test_a_key_that_never_ends_is_dropped_and_of_many_little_is_remembered():
    """The library keeps all beginnings of keys, and goes through long ones again and again."""
    keyboard = Keyboard(0)
    vt100_parser._IS_PREFIX_OF_LONGER_MATCH_CACHE.clear()
    for number in range(400):
        keyboard.feed(f"\x1b[<{number};{'1' * 100}\x1b[A")
        keys = [key.key for key in keyboard.read_keys()]
        assert keys[-1] is Keys.Up
        assert len(keys) < 100
    seen = vt100_parser._IS_PREFIX_OF_LONGER_MATCH_CACHE

    assert len(seen) < 4096
    assert max(map(len, seen)) < 64


def test_a_pasted_text_is_one_key_however_it_is_split():
    keyboard, text, paste = Keyboard(0), "x" * 256, Keys.BracketedPaste
    for sign in f"{BEGIN}{text}{END}":
        keyboard.feed(sign)

    assert [(key.key, key.data) for key in keyboard.read_keys()] == [(paste, text)]


# --- what is drawn and kept --------------------------------------------------------------


@pytest.mark.parametrize(
    ("told", "drawn"),
    [
        ((0, 0), (80, 24)),
        ((0, 30), (80, 24)),
        ((80, 0), (80, 24)),
        ((120, 40), (120, 40)),
        ((1, 1), (1, 1)),
        ((2**32 - 1, 2**32 - 1), (240, 70)),
    ],
)
def test_a_size_is_taken_for_one_that_can_be_drawn(told, drawn):
    size = clamped(*told)

    assert (size.columns, size.rows) == drawn


def test_of_what_a_client_sends_about_itself_only_short_and_known_words_are_kept():
    kept = _Few()
    for name in (*KNOWN, "PATH", "LD_PRELOAD", "RUMMY_PASSWORD"):
        kept[name.encode()] = b"C.UTF-8"
    kept[b"LANG"] = b"x" * 65
    kept[b"\xff"] = b"C"

    assert sorted(kept) == sorted(name.encode() for name in KNOWN)
    assert kept[b"LANG"] == b"C.UTF-8"


def test_a_guest_has_no_folder_and_no_seat_that_is_kept(tmp_path):
    assert folder_of(tmp_path, "") is None
    assert kept_seat(None, "") is None


def test_folders_without_a_seat_and_seats_of_last_month_are_cleared_away(tmp_path):
    now = 2 * KEPT_SECONDS
    for key, age in (("old", KEPT_SECONDS + 1), ("new", KEPT_SECONDS - 1)):
        seat = Seat(host="h", port=1, key=key.encode(), secret=b"s")
        held = new_seat(tmp_path / key, seat)
        held.release()
        os.utime(held.path, (now - age,) * 2)
    (tmp_path / "empty").mkdir(mode=0o700)
    for key, age in (("liked", KEPT_SECONDS - 1), ("forgotten", KEPT_SECONDS + 1)):
        (tmp_path / key).mkdir(mode=0o700)
        settings_in(tmp_path / key).touch()
        os.utime(settings_in(tmp_path / key), (now - age,) * 2)
    tidy(tmp_path, now)

    assert sorted(path.name for path in tmp_path.iterdir()) == ["liked", "new"]


def test_a_seat_that_is_being_played_is_not_cleared_away(tmp_path):
    held = new_seat(tmp_path / "key", Seat(host="h", port=1, key=b"k", secret=b"s"))
    os.utime(held.path, (0, 0))
    tidy(tmp_path, 2 * KEPT_SECONDS)

    assert held.path.exists()
    held.release()


def test_a_seat_in_another_house_is_not_taken_up(tmp_path):
    seat = Seat(host="h", port=1, key=b"k", secret=b"s", pin="this")
    new_seat(tmp_path / "key", seat).release()

    assert kept_seat(tmp_path / "key", "that") is None
    held = kept_seat(tmp_path / "key", "this")
    assert held.seat == seat
    assert kept_seat(tmp_path / "key", "this") is None, "it is held by one at a time"
    held.release()
