"""Deals are numbered within a match: two of the same number are not always the same deal."""

from __future__ import annotations

import msgspec
import pytest

from rummy_client.feed import same_deal
from rummy_protocol.news import Dealt, Drew
from rummy_protocol.views import DealResult

LOG = (Dealt(1, 1, 7), *(Drew(n, n % 2) for n in range(2, 10)))


@pytest.fixture
def deal(deal_view):
    base = deal_view().deal
    return lambda **changes: msgspec.structs.replace(base, **changes)


def test_a_later_moment_of_a_deal_is_the_same_deal(deal):
    result = DealResult(1, None, False, "turn-cap", ())

    assert same_deal(deal(log=LOG[:3]), deal(log=LOG[1:5]))
    assert same_deal(deal(log=LOG[:3]), deal(log=LOG[:3]))
    assert same_deal(deal(log=LOG[:3]), deal(log=LOG[:3], result=result))


def test_another_deal_is_known_by_its_number_or_by_what_has_not_happened_in_it(deal):
    result = DealResult(1, None, False, "turn-cap", ())

    assert not same_deal(None, deal())
    assert not same_deal(deal(number=1), deal(number=2))
    assert not same_deal(deal(log=LOG[:3], result=result), deal(log=LOG[:5]))
    assert not same_deal(deal(log=LOG[:5]), deal(log=LOG[:3]))
