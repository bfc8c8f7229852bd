"""What is told by lines of people, of time and of what one likes; and tables made by a line."""

from __future__ import annotations

import msgspec
import pytest

from rummy_client.feed import Aside, Change
from rummy_client.liking import Settings, Theme
from rummy_client.plain.clock import next_warning, time_left
from rummy_client.plain.people import people_lines
from rummy_client.plain.reply import Unclear
from rummy_client.plain.settings import Tastes
from rummy_client.plain.words import understood
from rummy_protocol.messages import Consent, Create, ShowOut
from rummy_protocol.text import NOTATION, speaking
from rummy_protocol.views import DEAL_BEHIND, Absence

from .people import at, table


def asks(typed, model=None):
    return understood(typed, model or at(table()), NOTATION, 0.0).request


def unclear(typed, model=None):
    with pytest.raises(Unclear) as wrong:
        understood(typed, model or at(table()), NOTATION, 0.0)
    return str(wrong.value)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            {},
            {"votes": ((1, 2, Absence.BOT),)},
            ["Bob votes for a bot to play for Cid."],
        ),
        (
            {"votes": ((1, 2, Absence.BOT),)},
            {"votes": ((1, 2, Absence.BOT), (0, 2, Absence.END))},
            ["Ann votes for ending the match, as Cid is away."],
        ),
        (
            {"consents": (0,)},
            {"consents": (0, 1)},
            ["Bob agrees that those who watch see all hands."],
        ),
        (
            {"consents": (0, 1)},
            {"consents": (0,)},
            ["Bob no longer agrees that those who watch see all hands."],
        ),
        ({}, {"open_hands": True}, ["In this deal those who watch see all hands."]),
        ({"open_hands": True}, {}, ["Hands are shown to nobody any more."]),
        ({}, {"watching": 1, "spectators": ("Eve",)}, ["Eve is watching now."]),
        (
            {"watching": 2, "spectators": ("Eve", "Flo")},
            {"watching": 1, "spectators": ("Flo",)},
            ["Eve is no longer watching."],
        ),
        (
            {"watching": 20, "spectators": ("Eve",)},
            {"watching": 21, "spectators": ("Eve",)},
            ["21 people are watching now."],
        ),
        ({"watching": 1}, {"watching": 1}, []),
    ],
)
def test_each_thing_about_people_is_one_sentence(old, new, told):
    before = at(table(**old))

    assert (
        list(people_lines(before, msgspec.structs.replace(before, table=table(**new)))) == told
    )


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (Change.SAT, "Bob took seat 2."),
        (Change.BACK, "Bob is back."),
        (Change.FREED, "Bob has left seat 2."),
        (Change.HOST, "Bob is the host now."),
    ],
)
def test_coming_and_going_is_told_once_and_never_of_oneself(change, told):
    before = at(table())
    spoken = (Aside((1, 0), 1, "Bob", change), Aside((1, 0), 0, "Ann", change))
    after = msgspec.structs.replace(before, spoken=spoken)

    assert list(people_lines(before, after)) == [told]
    assert list(people_lines(after, after)) == []


# --- time ----------------------------------------------------------------------------------


def test_time_is_told_of_at_thirty_and_at_ten_seconds_of_ones_own_decision():
    model = at(table(clock=45_000), may=("draw",))

    assert next_warning(model, 0.0)[:2] == (15.0, 30)
    assert next_warning(model, 15.0)[:2] == (35.0, 10)
    assert next_warning(model, 35.0) is None
    assert next_warning(at(table(clock=45_000)), 0.0) is None
    assert next_warning(at(table(), may=("draw",)), 0.0) is None
    assert time_left(10) == "10 seconds are left for this decision."


def test_two_decisions_are_told_of_apart_and_one_only_once():
    first, later = (at(table(clock=45_000), ("draw",), now=now) for now in (0.0, 0.01))
    other = at(table(clock=45_000), ("draw",), turn=4)

    assert next_warning(first, 0.0).about == next_warning(later, 0.0).about
    assert next_warning(first, 0.0).about != next_warning(other, 0.0).about
    assert next_warning(first, 0.0).about != next_warning(first, 20.0).about


async def test_a_clock_speaks_by_itself_and_the_line_that_is_typed_stays_whole(at_pipes):
    async with at_pipes(2) as (ann, bob):
        ann.say("create friday seats=2 turn=11")
        code = (await ann.until("You have seat 1"))[-1].rpartition(" ")[2].rstrip(".")
        bob.say(f"join {code}")
        await ann.until("took seat 2")
        ann.say("start")
        told = await ann.asked("table", "table")
        player = ann if any("It is your turn" in line for line in told) else bob
        player.type("tab")
        await player.until("10 seconds are left for this decision.")
        player.type("le\nhelp quit\n")
        answer = await player.until("quit: ")

    assert any(line.startswith("Deal 1. The stock has") for line in answer)
    assert not any("Unknown word" in line for line in player.lines)


# --- what one likes ------------------------------------------------------------------------


def test_settings_are_told_changed_and_kept():
    kept = []
    tastes = Tastes(Settings(), lambda changes: kept.append(dict(changes)) or "")

    assert "theme=dark: Colours. No colour carries a meaning alone." in tastes.asked(())
    assert tastes.asked(("theme=light", "bell=off")) == ["That is how it is from now on."]
    assert [sorted(changes) for changes in kept] == [["bell", "theme"]]
    assert any(line.startswith("theme=light: ") for line in tastes.asked(()))


def test_a_language_that_is_chosen_is_spoken_at_once():
    tastes = Tastes(Settings(), None)
    with tastes.tongue():
        assert time_left(10) == "10 seconds are left for this decision."

    tastes.asked(("language=en",))

    with tastes.tongue():
        assert time_left(1) == "1 second is left for this decision."


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("theme",), "for example: settings language=fr"),
        (("theme=pink",), "theme can be "),
        (("luck=more",), "There is no setting luck"),
    ],
)
def test_a_setting_that_there_is_not_changes_nothing(words, why):
    tastes = Tastes(Settings(), None)
    before = tastes.asked(())

    with pytest.raises(Unclear, match=why):
        tastes.asked(words)

    assert tastes.asked(()) == before


def test_what_went_wrong_with_keeping_is_told():
    tastes = Tastes(Settings(), lambda changes: "The file cannot be written.")

    assert tastes.asked(("theme=light",)) == ["The file cannot be written."]


# --- tables by a line ----------------------------------------------------------------------


def test_a_line_makes_a_table_with_everything_that_the_form_offers():
    made = asks(
        "create friday night game=basic seats=3 turn=30 bots=easy,sharp hold=60 absence=wait "
        "watch=no delay=60 password=owl watch-code=noon target=50"
    )

    assert made == Create(
        0,
        "friday night",
        b"",
        b"",
        preset="basic",
        changes={"target": 50},
        seats=3,
        turn_seconds=30,
        absence=Absence.WAIT,
        hold_seconds=60,
        spectators=False,
        password="owl",
        bots=("easy", "sharp"),
        delay=60,
        watch_code="noon",
    )
    assert asks("create x delay=deal").delay == DEAL_BEHIND
    assert asks("create x bots=easy,easy,easy,easy").seats == 5
    assert asks("create x").seats == 4


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("create game=basic", "Give the table a name"),
        ("create x seats=two", "A number is missing, for example: create friday seats=4"),
        ("create x absence=maybe", "Say one of wait, bot, end, for example: create friday"),
        ("create x watch=perhaps", "Say one of yes, no, for example: create friday watch=no"),
        ("create x luck=1", "no rule is called 'luck'"),
    ],
)
def test_what_is_wrong_with_a_table_is_told_in_one_line(typed, told):
    assert told in unclear(typed)


def test_consent_and_the_door_for_spectators_can_be_typed():
    watched = at(table(watching=1, spectators=("Eve Adams",)))

    assert asks("agree") == Consent(0, True)
    assert asks("agree no") == Consent(0, False)
    assert asks("remove eve adams", watched) == ShowOut(0, "Eve Adams")
    assert unclear("remove bob", watched) == "Say who of those that watch shall go: Eve Adams."
    assert "nobody is watching" in unclear("remove eve")
    assert asks("let Eve Adams in") == ShowOut(0, "Eve Adams", out=False)
    for typed in ("let", "let in", "let Eve"):
        assert unclear(typed) == "Say who may watch again, for example: let NAME in"
    assert "agree no" in unclear("agree perhaps")


def test_what_is_told_of_a_setting_can_be_typed_in_any_language():
    with speaking("fr"):
        told = Tastes(Settings(theme=Theme.CONTRAST, letters=True), None).asked(())
    words = [line.partition(":")[0].strip() for line in told]

    assert "theme=contrast" in words
    assert "letters=on" in words
    for word in words[:-1]:  # the last is a name, and there is none
        Tastes(Settings(), None).asked((word,))
