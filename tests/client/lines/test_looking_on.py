"""Looking on by lines: open hands, whose place one takes, and how late one sees it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rummy_client.linkstate import Replaying
from rummy_client.plain.reply import Unclear
from rummy_client.plain.watch import told_at_first
from rummy_client.plain.words import understood
from rummy_protocol.text import NOTATION
from rummy_protocol.views import DEAL_BEHIND, Options

from .people import at, looking, table


async def test_hands_that_all_agree_to_open_are_told_to_those_who_watch(at_pipes):
    async with at_pipes(3) as (ann, bob, eve):
        ann.say("create friday seats=2")
        code = (await ann.until("You have seat 1"))[-1].rpartition(" ")[2].rstrip(".")
        bob.say(f"join {code}")
        eve.say(f"watch {code}")
        await eve.until("You are watching the table")
        ann.say("agree")
        await eve.until("Ann agrees that those who watch see all hands.")
        bob.say("agree")
        await eve.until("Bob agrees that those who watch see all hands.")
        ann.say("start")
        await eve.until("In this deal those who watch see all hands.")

        both = await eve.asked("hand")
        eve.say("follow bob")
        await eve.until("You follow Bob.")
        followed = await eve.asked("hand")
        of_ann = await eve.asked("hand 1")
        mine = await ann.asked("hand")

    heads = [line.partition(":")[0] for line in both if line.startswith("The hand of")]
    assert heads == ["The hand of Ann, 10 cards", "The hand of Bob, 10 cards"]
    assert [line for line in followed if "Ann" in line] == []
    assert any(line.startswith("The hand of Bob, 10 cards: ") for line in followed)
    (shown,) = [
        line.partition(": ")[2] for line in of_ann if line.startswith("The hand of Ann")
    ]
    assert f"Your hand, 10 cards: {shown}" in mine
    assert not any("The hand of" in line for line in ann.lines + bob.lines)


@pytest.mark.parametrize(
    ("delay", "told"),
    [
        (0, []),
        (1, ["You see everything 1 second after it happened."]),
        (60, ["You see everything 60 seconds after it happened."]),
        (DEAL_BEHIND, ["You see each deal while the next one is played."]),
    ],
)
def test_how_late_one_sees_it_is_said_at_first_and_to_no_player(delay, told):
    late = table(options=Options(seats=3, delay=delay))

    assert list(told_at_first(looking(late))) == told
    assert list(told_at_first(at(late))) == []


def test_in_a_game_that_was_played_nothing_is_late():
    played = replace(
        looking(table(options=Options(seats=3, delay=60))), link=Replaying("", 0, 1)
    )

    assert list(told_at_first(played)) == []


def test_only_who_looks_on_can_follow_and_only_somebody_who_is_there():
    with pytest.raises(Unclear, match="Only those who watch can follow"):
        understood("follow 2", at(table()), NOTATION, 0.0)
    with pytest.raises(Unclear, match="for example: follow 2"):
        understood("follow 9", looking(table()), NOTATION, 0.0)

    assert understood("follow 2", looking(table()), NOTATION, 0.0).words == ("Bob",)
    assert understood("follow nobody", looking(table()), NOTATION, 0.0).words == ()
