"""The files by which a person comes back to a seat."""

from __future__ import annotations

import hashlib
import os
import stat
import subprocess
import sys

import msgspec
import pytest

from rummy_client import seatfile
from rummy_client.seatfile import Seat, SeatFileError, free_seats, hold_seat, new_seat


def seat(number=1, **changes):
    plain = Seat(host="den", port=7866, key=bytes([number]) * 16, secret=b"s" * 32, name="Ann")
    return msgspec.structs.replace(plain, **changes)


def read(path):
    return msgspec.json.decode(path.read_bytes(), type=Seat)


def test_a_seat_is_on_disk_before_it_is_asked_for(folder):
    held = new_seat(folder, seat())

    assert read(held.path) == seat()


def test_only_its_owner_may_read_a_seat(folder):
    old = os.umask(0)
    try:
        held = new_seat(folder, seat())
    finally:
        os.umask(old)

    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert set(modes.values()) == {0o600}
    assert held.path.name in modes


def test_a_folder_that_others_may_enter_is_refused_in_one_line(folder):
    folder.mkdir(parents=True)
    folder.chmod(0o755)

    with pytest.raises(SeatFileError) as refused:
        new_seat(folder, seat())

    assert str(refused.value) == f"{folder} is open to other users; run: chmod 700 '{folder}'"
    with pytest.raises(SeatFileError, match="chmod 700"):
        free_seats(folder)


def test_a_file_that_others_may_read_is_refused_in_one_line(folder):
    held = new_seat(folder, seat())
    held.release()
    held.path.chmod(0o640)

    with pytest.raises(SeatFileError, match="chmod 600"):
        hold_seat(held.path)


def test_the_next_secret_is_on_disk_when_it_is_offered(folder):
    held = new_seat(folder, seat(table="K7QX"))

    offered = held.offer_next(lambda size: b"n" * size)

    assert offered.pending == b"n" * 32
    assert offered.next_hash == hashlib.sha256(b"n" * 32).digest()
    assert read(held.path) == offered


def test_an_offer_whose_answer_was_lost_is_made_again_and_not_replaced(folder):
    held = new_seat(folder, seat(table="K7QX"))
    first = held.offer_next(lambda size: b"1" * size)
    held.release()

    again = hold_seat(held.path)

    assert again.offer_next(lambda size: b"2" * size) == first


def test_the_offered_secret_is_the_secret_once_the_server_has_agreed(folder):
    held = new_seat(folder, seat())
    held.offer_next(lambda size: b"n" * size)

    held.confirm("K7QX")

    assert read(held.path) == held.seat
    assert held.seat == seat(secret=b"n" * 32, table="K7QX")


def test_a_first_confirmation_keeps_the_first_secret(folder):
    held = new_seat(folder, seat())

    held.confirm("K7QX")

    assert read(held.path) == seat(table="K7QX")


def test_a_seat_in_use_is_not_free(folder):
    held = new_seat(folder, seat())

    assert free_seats(folder) == ()
    assert hold_seat(held.path) is None
    held.release()
    assert free_seats(folder) == (held.path,)


def test_a_seat_stays_held_when_its_file_is_written_anew(folder):
    held = new_seat(folder, seat())
    held.offer_next(lambda size: b"n" * size)
    held.confirm("K7QX")

    assert free_seats(folder) == ()


def test_a_seat_is_free_when_its_client_was_killed(folder):
    script = (
        "import os, pathlib, signal, sys\n"
        "from rummy_client.seatfile import Seat, new_seat\n"
        "held = new_seat(pathlib.Path(sys.argv[1]),\n"
        "                Seat(host='den', port=1, key=b'k' * 16, secret=b's' * 32))\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )

    subprocess.run([sys.executable, "-c", script, str(folder)], check=False)

    (path,) = free_seats(folder)
    assert hold_seat(path).seat.port == 1


def test_the_newest_seat_comes_first(folder):
    paths = []
    for number, age in ((1, 300), (2, 100), (3, 200)):
        held = new_seat(folder, seat(number))
        os.utime(held.path, (1_000_000 - age, 1_000_000 - age))
        held.release()
        paths.append(held.path)

    assert free_seats(folder) == (paths[1], paths[2], paths[0])


def test_a_seat_that_is_given_up_leaves_nothing_behind(folder):
    held = new_seat(folder, seat())

    held.forget()

    assert list(folder.iterdir()) == []


def test_a_file_that_was_written_by_another_is_not_removed(folder):
    held = new_seat(folder, seat())
    seatfile._write(held.path, seat(secret=b"x" * 32))

    held.forget()

    assert read(held.path).secret == b"x" * 32


def test_a_spoilt_file_is_passed_over(folder):
    held = new_seat(folder, seat())
    held.release()
    held.path.write_bytes(b'{"host": "den"')

    assert free_seats(folder) == ()
    assert hold_seat(held.path) is None


def test_a_write_that_fails_keeps_the_old_file_and_says_so_in_one_line(folder):
    held = new_seat(folder, seat())
    held.path.with_suffix(".new").mkdir()

    with pytest.raises(SeatFileError, match=r"cannot write .*"):
        held.offer_next(lambda size: b"n" * size)

    assert read(held.path) == seat()
    assert held.seat == seat()


def test_a_seat_without_a_folder_lives_in_memory(tmp_path):
    held = new_seat(None, seat())

    held.offer_next(lambda size: b"n" * size)
    held.confirm("K7QX")
    held.forget()

    assert held.seat.secret == b"n" * 32
    assert list(tmp_path.iterdir()) == []


def test_secrets_are_not_shown_by_repr():
    shown = repr(seat(secret=b"topsecret" * 3, pending=b"nextsecret" * 3, table="K7QX"))

    assert shown == "<Seat K7QX at den:7866>"


def test_there_are_no_free_seats_where_there_is_no_folder(folder):
    assert free_seats(folder) == ()
