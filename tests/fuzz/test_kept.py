"""Every input that was kept, through its target: what failed once does not fail again."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from rummy_protocol.codec import decode_from_client
from rummy_protocol.errors import ProtocolViolation

from .say import Sayer
from .targets import TARGETS

FULL = os.environ.get("PROOF", "small") == "full"
KEPT = Path(__file__).parent / "corpus"


@pytest.mark.parametrize("name", TARGETS)
def test_what_was_kept_is_taken_or_refused_and_nothing_else(name):
    inputs = sorted((KEPT / name).iterdir())
    assert inputs
    for each in inputs:
        TARGETS[name](each.read_bytes())


@pytest.mark.parametrize("name", ["from_client", "at_the_server"])
def test_what_is_nearly_a_message_is_taken_or_refused(name):
    sayer, taken = Sayer(Random(5)), 0
    count = 100_000 if FULL else 400
    for _ in range(count):
        frame = sayer.frame(sayer.from_client())
        TARGETS[name](frame[4:] if name == "from_client" else frame)
        try:
            decode_from_client(frame[4:])
        except ProtocolViolation:
            continue
        taken += 1

    assert count / 3 < taken < count * 0.95, "most is right, and some is not"


@pytest.mark.parametrize("name", ["from_server", "client"])
def test_what_is_nearly_a_message_of_a_server_is_taken_or_refused(name):
    sayer = Sayer(Random(6))
    for _ in range(50_000 if FULL else 150):
        frame = sayer.frame(sayer.from_server())
        TARGETS[name](frame[4:] if name == "from_server" else frame)


@pytest.mark.parametrize("name", TARGETS)
def test_noise_is_taken_or_refused(name):
    chance = Random(7)
    for _ in range(100_000 if FULL else 300):
        TARGETS[name](chance.randbytes(chance.choice((0, 1, 3, 8, 30, 200))))
