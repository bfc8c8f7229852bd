"""Where things stand on the screen: nothing jumps, all can be reached, no word is too long.

Two successive moments are drawn, and the places of what belongs to both are compared.
"""

from __future__ import annotations

from gettext import NullTranslations

import msgspec
import pytest

from rummy_client.desk import Desk, Over, Writing, hand_of
from rummy_client.model import Notice, asked, hear
from rummy_client.screen import Look, Scene, Size, draw, text_of
from rummy_client.screen.cells import Target, target_at, width, width_of
from rummy_client.screen.frame import fitted, keys_text
from rummy_client.screen.rules import house_lines
from rummy_protocol.cards import faces
from rummy_protocol.messages import Advice, Advise, Chat, Refused
from rummy_protocol.news import Discarded, Drew
from rummy_protocol.text import ENGLISH, speaking
from rummy_protocol.text.language import translated
from rummy_protocol.text.spoken import Tongue
from rummy_protocol.views import MeldView, Options, Stage

from .tables import (
    HAND,
    MELDS,
    bot,
    changed,
    deal,
    human,
    lost,
    my_draw,
    one,
    seated,
    table,
    update,
    watching,
    you,
)
from .test_draw import SCREENS

SIZES = [(60, 15), (70, 30), (80, 24), (100, 24), (100, 30), (120, 40), (200, 60)]


def picture(model, desk=None, columns=80, rows=24):
    return draw(Scene(model, desk or Desk(), Look(), Size(columns, rows), 0.0))


def targets(lines):
    """Where each thing that can be aimed at begins: its mark, to row and column."""
    found = {}
    for row, line in enumerate(lines):
        column = 0
        for style, text in line:
            if "class:at." in style and text:
                found.setdefault(target_at(lines, column, row), (row, column))
            column += width(text)
    return found


def fixed(lines):
    """Places of what stays: headings, piles, people, the lines of what may be done."""
    places = {}
    for row, line in enumerate(lines):
        column = 0
        for style, text in line:
            heading = "class:heading" in style and "Your hand" not in text
            word = text.strip().removeprefix("▶ ")
            if heading or word in ("stock", "discard", "Ann", "Bob", "Cara"):
                shift = len(text) - len(text.lstrip("▶ "))
                places.setdefault(word, (row, column + shift))
            column += width(text)
    piles = {mark: place for mark, place in targets(lines).items() if mark.kind != "key"}
    return places | {mark: place for mark, place in piles.items() if mark.kind != "hand"}


def hand_rows(lines, desk):
    """The rows on which the hand stands, those of picked cards left out."""
    found = targets(lines)
    return {row for mark, (row, _) in found.items() if mark.kind == "hand"}


DREW = seated(at=deal(), mine=you())
BASE = my_draw()


def heard_more():
    """Moments that follow one another at one table."""
    melds = (*MELDS, MeldView(3, 1, faces("4C 4D 4H"), (1, 1, 1)))
    longer = (MeldView(1, 0, faces("6S 7S 8S 9S TS"), (1, 0, 0, 0, 2)), *MELDS[1:])
    log = (Drew(8, 1), Discarded(9, 1, one("3C")))
    return {
        "I have drawn": (DREW, Desk()),
        "another is to play": (seated(at=deal(waiting=(1, "play")), mine=you(())), Desk()),
        "a meld more": (seated(at=deal(melds=melds), mine=you()), Desk()),
        "a longer meld": (seated(at=deal(melds=longer), mine=you()), Desk()),
        "no meld": (seated(at=deal(melds=()), mine=you()), Desk()),
        "more in the log": (hear(DREW, update(41, at=deal(log=log), mine=you())), Desk()),
        "somebody spoke": (hear(DREW, Chat(1, "Bob", "well played, all of you " * 4)), Desk()),
        "a notice": (changed(DREW, notice=Notice("That is done.", bad=False)), Desk()),
        "a refusal": (
            hear(DREW, Refused(1, "just-taken", "R35", {"card": "KD"})),
            Desk(),
        ),
        "picks": (DREW, Desk(picks=faces("2C 3C"), cursor=4)),
        "a question": (DREW, Desk(over=Over.DISCARD, card=one("KD"))),
        "a hint": (hear(asked(DREW, 9, Advise(9)), Advice(9, None)), Desk()),
        "somebody is lost": (
            seated(of=table(human("Ann"), lost("Bob"), bot("Cara")), mine=you()),
            Desk(),
        ),
        "a clock": (
            seated(
                of=table(options=Options(seats=3, turn_seconds=60), clock=9_000), mine=you()
            ),
            Desk(),
        ),
        "many points": (
            seated(of=table(human("Ann", points=(201, 2)), human("Bob"), bot("Cara"))),
            Desk(),
        ),
        "a long pile": (seated(at=deal(discards=31, stock=4, turn=104), mine=you()), Desk()),
        "an empty stock": (seated(at=deal(stock=0, recycles=1), mine=you()), Desk()),
        "people watching": (seated(of=table(watching=3), mine=you()), Desk()),
    }


MOMENTS = heard_more()


@pytest.mark.parametrize(("columns", "rows"), SIZES)
@pytest.mark.parametrize("name", MOMENTS)
def test_nothing_jumps_when_something_happens(name, columns, rows) -> None:
    before = fixed(picture(BASE, None, columns, rows))
    after = fixed(picture(*MOMENTS[name], columns, rows))

    both = before.keys() & after.keys()
    assert len(both) >= 4
    assert {one: after[one] for one in both} == {one: before[one] for one in both}


@pytest.mark.parametrize(("columns", "rows"), SIZES)
@pytest.mark.parametrize("name", [name for name in MOMENTS if name != "picks"])
def test_the_hand_keeps_its_lines(name, columns, rows) -> None:
    model, desk = MOMENTS[name]
    before, after = picture(BASE, None, columns, rows), picture(model, desk, columns, rows)

    assert hand_rows(after, desk) == hand_rows(before, Desk())
    assert targets(after)[Target("hand", "0")] == targets(before)[Target("hand", "0")]


@pytest.mark.parametrize(("columns", "rows"), SIZES)
@pytest.mark.parametrize("cards", [1, 7, 14, 22, 40, 60])
def test_every_card_of_a_hand_is_in_sight_or_one_key_away(cards, columns, rows) -> None:
    hand = tuple(n * 7 % 53 for n in range(cards))
    model = seated(mine=you(hand=hand, fresh=None))
    for cursor in sorted({*range(0, cards, 7), cards - 1}):
        shown = {
            int(mark.which)
            for mark in targets(picture(model, Desk(cursor=cursor), columns, rows))
            if mark.kind == "hand"
        }
        assert cursor in shown
        assert len(shown) == cards or cards > 22


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_everything_that_can_be_played_with_can_be_aimed_at(columns, rows) -> None:
    found = targets(picture(DREW, None, columns, rows))

    kinds = {mark.kind for mark in found}
    assert kinds >= {"hand", "meld", "stock", "discard", "key"}
    assert {mark.which for mark in found if mark.kind == "hand"} == set(map(str, range(7)))
    assert {mark.which for mark in found if mark.kind == "meld"} == {"1", "2"}
    assert {mark.which for mark in found if mark.kind == "key"} >= {"m", "l", "d", "?", "q"}


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_a_meld_is_hit_by_its_number_and_by_its_cards(columns, rows) -> None:
    lines = picture(DREW, None, columns, rows)
    for row, line in enumerate(lines):
        text = text_of(line)
        if "Q♣" in text:
            column = width(text[: text.index("Q♣")])
            assert target_at(lines, column, row) == Target("meld", "2")
            return
    raise AssertionError("the meld is not drawn")


@pytest.mark.parametrize(("columns", "rows"), [(100, 24), (100, 30), (120, 40), (200, 60)])
def test_a_wide_table_fills_its_ground_to_the_edge(columns, rows) -> None:
    for model in (DREW, BASE, watching()):
        lines = picture(model, None, columns, rows)
        for line in lines[1:-4]:
            assert width_of(line) == columns


@pytest.mark.parametrize(("columns", "rows"), [(100, 30), (120, 40)])
def test_beside_a_wide_table_stand_what_happened_and_what_was_said(columns, rows) -> None:
    lines = picture(hear(DREW, Chat(1, "Bob", "well played")), None, columns, rows)
    told = [text_of(line).partition("│")[0] for line in lines]
    side = [text_of(line).rpartition("│")[2] for line in lines]

    assert any("Bob: well played" in line for line in side)
    assert not any("well played" in line for line in told)
    assert any("discarded the 2♣" in line for line in side)


def test_a_picked_card_is_hit_where_it_lay_before_it_was_picked() -> None:
    plain, raised = picture(DREW), picture(DREW, Desk(picks=HAND[:1]))
    hit = [
        {
            (row, column)
            for row in range(24)
            for column in range(80)
            if target_at(lines, column, row) == Target("hand", "0")
        }
        for lines in (plain, raised)
    ]

    assert hit[0] <= hit[1]


# --- where there is little --------------------------------------------------------------------


def small(model, desk=None):
    return [text_of(line).rstrip() for line in picture(model, desk, 60, 15)]


def test_a_sentence_of_the_log_that_is_cut_is_told_from_its_beginning() -> None:
    told = small(
        hear(DREW, Chat(1, "Bob", "the first words of a line that is much too long " * 3))
    )

    assert any("Bob: the first words" in line and line.endswith("…") for line in told)


def test_a_notice_of_two_lines_stands_in_one_place() -> None:
    words = "You agree that those who watch see all hands. They do from the next deal on."
    told = small(changed(DREW, notice=Notice(words, bad=False)))
    first = next(row for row, line in enumerate(told) if "You agree" in line)

    assert "next deal on." in told[first + 1]
    assert "That is done." in small(changed(DREW, notice=Notice("That is done.")))[-1]


def test_a_page_says_first_what_it_is() -> None:
    assert small(DREW, Desk(over=Over.LOG))[0].startswith(" The log of this deal · ")


@pytest.mark.parametrize("columns", [60, 70])
def test_figures_of_people_stand_in_columns_whoever_is_to_play(columns) -> None:
    lines = [text_of(line) for line in picture(DREW, None, columns, 24)]
    seats = [line for line in lines if " cards " in line and " pts" in line]

    assert len(seats) == 3
    assert len({line.index(" cards ") for line in seats}) == 1
    assert len({line.index(" pts") for line in seats}) == 1


# --- where there is room ----------------------------------------------------------------------


def laid(count):
    return tuple(
        MeldView(n, n % 3, faces("6S 7S 8S"), (n % 3,) * 3) for n in range(1, count + 1)
    )


def test_large_melds_are_drawn_only_where_no_number_of_them_makes_them_smaller() -> None:
    places = {}
    for count in range(1, 10):
        lines = picture(seated(at=deal(melds=laid(count)), mine=you()), None, 200, 60)
        for n in range(1, count + 1):
            place = targets(lines)[Target("meld", str(n))]
            assert places.setdefault(n, place) == place
    assert sum("│6♠ │7♠ │8♠ │" in text_of(line) for line in lines) == 3
    assert places[4][0] - places[1][0] == 5, "four lines and a blank one"
    assert not any("│6♠ │" in text_of(line) for line in picture(DREW, None, 120, 40)[5:30])


def test_a_long_meld_of_a_large_place_lies_closer() -> None:
    run = faces("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS")
    long = (MeldView(1, 0, run[:8], (0,) * 8), MeldView(2, 0, run, (0,) * 13))
    lines = picture(seated(at=deal(melds=long), mine=you()), None, 200, 60)
    told = "\n".join(map(text_of, lines))

    assert "│A♠│2♠│3♠│" in told
    assert all(width_of(line) == 200 for line in lines[1:-4])


def test_an_empty_felt_says_how_the_game_goes_until_a_meld_lies_there() -> None:
    empty = seated(at=deal(melds=()), mine=you())
    told = "\n".join(map(text_of, picture(empty, None, 120, 40)))

    assert "Basic Rummy: 2 to 6 players" in told
    assert "· The match is played to 100 points." in told
    assert "· At most one" not in "\n".join(map(text_of, picture(DREW, None, 120, 40)))
    small = "\n".join(map(text_of, picture(empty, None, 80, 24)))
    assert "· At most one" not in small


def test_cards_of_the_hand_are_wide_where_all_of_them_fit() -> None:
    told = "\n".join(map(text_of, picture(DREW, None, 120, 40)))
    many = seated(mine=you(hand=HAND * 2))

    assert "│2♣   │ │3♣   │" in told
    assert "│2♣   │" not in "\n".join(map(text_of, picture(many, None, 120, 40)))
    assert "│2♣   │" not in "\n".join(map(text_of, picture(DREW, None, 100, 30)))


def test_those_who_watch_are_told_whose_chat_it_is() -> None:
    told = "\n".join(map(text_of, picture(watching(), None, 120, 40)))

    assert "chat of those who watch" in told
    assert "Those who watch speak here." in told
    spoken = hear(watching(), Chat(None, "Zoe", "what a hand"))
    heard = "\n".join(map(text_of, picture(spoken, None, 120, 40)))
    assert "Zoe: what a hand" in heard
    assert "speak here" not in heard
    writing = picture(watching(), Desk(writing=Writing.CHAT), 80, 24)
    assert "and no player does" in text_of(writing[-3])
    assert "─ chat ─" in "\n".join(map(text_of, picture(DREW, None, 120, 40)))


# --- words that are longer than ours ---------------------------------------------------------


class Broad(NullTranslations):
    """English in letters of two cells: each sentence is twice as wide."""

    def gettext(self, message):
        return broad(message)

    def ngettext(self, one, many, n):
        return broad(one if n == 1 else many)

    def pgettext(self, context, message):
        return broad(message)


def broad(message):
    told, depth = "", 0
    for letter in message:
        depth += (letter == "{") - (letter == "}")
        plain = depth or not "!" <= letter <= "~" or letter in "{}"
        told += letter if plain else chr(ord(letter) + 0xFEE0)
    return told


CATALOGUE = Broad()
BROAD = Tongue("en", CATALOGUE, translated(ENGLISH, "en", CATALOGUE.pgettext))


@pytest.mark.parametrize("name", SCREENS)
def test_words_of_twice_the_width_break_no_screen(name) -> None:
    with speaking(BROAD):
        for columns, rows in SIZES:
            lines = picture(*SCREENS[name], columns, rows)
            assert len(lines) == rows
            assert max(map(width_of, lines)) <= columns


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_words_of_twice_the_width_leave_the_table_where_it_is(columns, rows) -> None:
    at_home = targets(picture(DREW, None, columns, rows))
    with speaking(BROAD):
        abroad = targets(picture(DREW, None, columns, rows))

    for mark, place in at_home.items():
        if mark.kind == "hand":
            assert abroad[mark] == place
        elif mark.kind in ("meld", "stock", "discard"):
            assert abroad[mark][0] == place[0]
    keys = {mark.which for mark in abroad if mark.kind == "key"}
    assert keys >= {"?", "q"}
    assert keys >= {"m", "l", "d"} or columns < 70


def test_the_line_of_keys_takes_what_the_line_above_cannot_hold() -> None:
    more = ("meld", "lay-off", "discard", "take-back")
    *_, above, below, _ = map(text_of, picture(seated(mine=you(more)), None, 60, 15))

    assert above.strip().endswith("u take back")
    assert below.startswith(" h hint  Space pick")


def test_a_hand_is_told_with_its_count_whatever_the_words_are() -> None:
    with speaking(BROAD):
        lines = picture(seated(mine=you(hand=HAND)), None, 80, 24)

    assert any("7" in text_of(line) and "o" in text_of(line) for line in lines[-6:-4])
    assert hand_of(DREW, Desk()) == HAND


def test_a_game_that_its_house_did_not_name_is_called_a_game() -> None:
    rules = msgspec.structs.replace(table().rules, preset="")
    waiting = seated(of=table(stage=Stage.GATHERING, rules=rules), at=None)
    scene = Scene(waiting, Desk(), Look(), Size(80, 24), 0.0)

    assert text_of(house_lines(rules, scene)[0]).startswith(" A game: ")


PLAYS = (("s", "stock"), ("t", "take Q♥, to be laid at once"), ("x", "look at the pile"))
ALWAYS = (("c", "chat"), ("?", "help"), ("q", "quit"))


@pytest.mark.parametrize("columns", range(60, 120))
def test_help_and_quit_are_named_however_long_the_plays_are(columns) -> None:
    prompt = [("class:turn", " Your turn: take a card. "), *keys_text(PLAYS)]
    first, second = fitted(prompt, keys_text(ALWAYS), columns)
    shown = f"{text_of(first)}{text_of(second)}"

    assert max(width_of(first), width_of(second)) <= columns
    assert shown.rstrip().endswith(("? help  q quit", "?  q"))
    assert "look at the pile" in shown
    assert ("help" in shown) >= ("chat" in shown), "what is always there comes before that"
