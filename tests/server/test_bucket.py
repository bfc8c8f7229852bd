"""Rate limits are arithmetic."""

from __future__ import annotations

import pytest

from rummy_server.bucket import Bucket


class Hands:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


def taken(bucket: Bucket, tries: int) -> int:
    return sum(bucket.take() for _ in range(tries))


def test_a_full_bucket_lets_its_burst_through_and_no_more():
    assert taken(Bucket(5, 20, Hands()), 100) == 20


@pytest.mark.parametrize("seconds", range(1, 4))
def test_it_gains_exactly_its_rate(seconds):
    clock = Hands()
    bucket = Bucket(5, 20, clock)
    taken(bucket, 20)

    clock.time += seconds

    assert taken(bucket, 100) == 5 * seconds


def test_it_never_holds_more_than_its_burst():
    clock = Hands()
    bucket = Bucket(5, 20, clock)

    clock.time += 1000

    assert taken(bucket, 100) == 20


def test_pieces_of_a_second_add_up():
    clock = Hands()
    bucket = Bucket(5, 20, clock)
    taken(bucket, 20)

    through = 0
    for _ in range(1000):
        clock.time += 0.01
        through += taken(bucket, 1)

    assert through == 50


def test_it_says_when_there_is_more():
    clock = Hands()
    bucket = Bucket(5, 20, clock)
    taken(bucket, 20)

    assert bucket.wait() == pytest.approx(0.2)
    clock.time += bucket.wait()
    assert bucket.take()
    assert not bucket.take()
