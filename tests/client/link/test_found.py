"""How what is heard of houses is put together."""

from __future__ import annotations

import pytest

from rummy_client.houses.found import (
    MOST_HOUSES,
    MOST_PLACES,
    Found,
    Gone,
    Looked,
    Sighted,
    Silent,
    Standing,
    expected,
    hear,
    is_settled,
)
from rummy_client.houses.last import FILE, LastHouse, last_houses, remember_house
from rummy_client.houses.words import standing_words
from rummy_protocol import PROTOCOL
from rummy_protocol.lan import Notice

CODE, OTHER, PIN = "K7FH-4RTM", "ACDE-FHJK", "p" * 43
ONE, TWO, SIX = ("10.0.1.5", 7866), ("10.0.2.5", 7866), ("fe80::5%2", 7866)


def sighted(place=ONE, code=CODE, name="Den", **more):
    return Sighted(Notice(code, name, place[1], **more), place)


def looked(place=ONE, code=CODE, pin=PIN, **more):
    return Looked(place, code, pin, "Den", **more)


def after(*events, start=None):
    found = start or Found()
    for event in events:
        found = hear(found, event)
    return found


def test_a_house_that_is_heard_on_several_networks_is_one_house() -> None:
    (house,) = after(sighted(ONE), sighted(SIX), sighted(TWO), looked(SIX), looked(TWO)).houses

    assert set(house.places) == {ONE, TWO, SIX}
    assert house.places[0] == TWO, "an address of one link alone is the last resort"


def test_who_answers_at_one_address_is_open_whatever_the_others_do() -> None:
    told = after(sighted(ONE), sighted(TWO), Silent(TWO, "no"), looked(ONE), Silent(TWO, "no"))

    assert [one.standing for one in told.houses] == [Standing.OPEN]
    assert is_settled(told)


def test_a_house_is_silent_when_it_answers_nowhere() -> None:
    (house,) = after(sighted(ONE), Silent(ONE, "refused")).houses

    assert house.standing is Standing.SILENT
    assert "refused" in standing_words(house)


def test_who_has_another_key_than_was_announced_is_not_that_house() -> None:
    assert after(sighted(ONE), looked(ONE, OTHER)).houses == ()

    (house,) = after(sighted(TWO), sighted(ONE), looked(ONE, OTHER), looked(TWO)).houses
    assert house.places == (TWO,)
    assert house.code == CODE


def test_the_house_of_the_last_time_is_known_by_its_key_wherever_it_is_now() -> None:
    last = Found((expected(("10.0.9.9", 7866), CODE, "Den"),))

    (house,) = after(sighted(ONE), looked(ONE), start=last).houses

    assert house.last
    assert house.standing is Standing.OPEN
    assert house.places[0] == ONE


def test_a_house_that_closes_goes_and_that_of_the_last_time_stays() -> None:
    last = Found((expected(ONE, CODE, "Den"),))

    assert after(sighted(), Gone(CODE)).houses == ()
    assert len(after(sighted(), Gone(CODE), start=last).houses) == 1


@pytest.mark.parametrize(
    ("major", "words"),
    [(PROTOCOL[0] + 1, "Update this program"), (PROTOCOL[0] - 1, "Ask the host to update")],
    ids=["newer server", "older server"],
)
def test_of_two_versions_it_is_said_who_must_update(major, words) -> None:
    by_notice = after(sighted(protocol=(major, 0))).houses[0]
    theirs = Standing.OLD_CLIENT if major > PROTOCOL[0] else Standing.OLD_SERVER
    by_look = after(sighted(), looked(standing=theirs, protocol=(major, 0))).houses[0]

    for house in (by_notice, by_look):
        assert words in standing_words(house)
        assert f"{major}.0" in standing_words(house)


def test_whoever_floods_the_network_fills_neither_list_nor_memory() -> None:
    letters = "ACDEFHJK"
    codes = [f"ACDE-{a}{b}{c}D" for a in letters for b in letters for c in letters]
    found = after(
        *(sighted((f"10.0.0.{n % 200}", n + 1), code) for n, code in enumerate(codes))
    )
    assert len(found.houses) == MOST_HOUSES

    (house,) = after(*(sighted((f"10.1.1.{n}", 7866)) for n in range(100))).houses
    assert len(house.places) == MOST_PLACES


def test_what_others_are_called_is_cleaned() -> None:
    (house,) = after(sighted(name="\x1b[2J" + "x" * 99)).houses

    assert "\x1b" not in house.name
    assert len(house.name) <= 24


# --- the houses of before --------------------------------------------------------------------


def test_the_last_house_comes_first_and_each_is_kept_once(tmp_path) -> None:
    den, inn = LastHouse("den", 7866, PIN, "The Den"), LastHouse("10.0.0.7", 99, "", "")
    moved = LastHouse("10.0.0.8", 7866, PIN, "The Den")
    for house in (den, inn, moved, inn, moved):
        remember_house(tmp_path / "new", house)

    assert last_houses(tmp_path / "new") == (moved, inn)


def test_a_file_that_is_spoilt_or_cannot_be_written_stops_nobody(tmp_path) -> None:
    (tmp_path / FILE).write_bytes(b"\xff\xfe x\nden\nden 0 - x\nden 7866 - Den\n\n")
    assert last_houses(tmp_path) == (LastHouse("den", 7866, "", "Den"),)

    (tmp_path / "file").write_text("")
    remember_house(tmp_path / "file" / "below", LastHouse("den", 7866))
    assert last_houses(tmp_path / "nowhere") == ()
