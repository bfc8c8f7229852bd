"""The screen as text. Whole pages stand in `pages/`; a change of one is a diff to read.

``--regen`` writes the pages anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummy_client.commands.obey import obey
from rummy_client.desk import Desk, Over, Writing
from rummy_client.form import Form
from rummy_client.liking import Settings, Theme
from rummy_client.linkstate import Connecting, Ended, Lost, Online
from rummy_client.model import Model, asked, hear
from rummy_client.order import Sort
from rummy_client.screen import Look, Scene, Size, draw, text_of
from rummy_client.screen.cells import clip, flow, folded, padded, width, width_of, wrapped
from rummy_client.screen.look import meld_text
from rummy_client.screen.start import draw_start
from rummy_client.words import table_of
from rummy_protocol.actions import LayOff
from rummy_protocol.choices import GoingRummy, MeldsPerTurn, Seen
from rummy_protocol.messages import (
    Advice,
    Advise,
    Announcement,
    Chat,
    GameList,
    Goodbye,
    Page,
    Refused,
    Seated,
    TableLine,
    Tables,
)
from rummy_protocol.news import Drew, Melded
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.views import (
    MatchResult,
    MeldView,
    Options,
    Presence,
    SeatKind,
    SeatView,
    Stage,
)

from .tables import (
    PLAIN,
    WELCOME,
    bot,
    changed,
    deal,
    faces,
    heard,
    human,
    lost,
    my_draw,
    one,
    others_turn,
    page,
    scored,
    seated,
    shown,
    table,
    update,
    watching,
    you,
)

PAGES = Path(__file__).parent / "pages"

HOUSE = RuleSet(preset="basic", going_rummy=GoingRummy.DOUBLE, melds_per_turn=MeldsPerTurn.ANY)


def lobby(*lines):
    games = GameList(2, (PLAIN, RuleSet(preset="deep", discard_visible=Seen.ALL)))
    return heard(Model(), Online(), WELCOME, Tables(1, lines), games)


def line(id, name, **more):
    fields = {"rules": PLAIN, "stage": "gathering", "taken": 2, "humans": 1} | more
    return TableLine(id, name, options=fields.pop("options", Options()), **fields)


def waiting_room():
    seats = (human("Ann", ready=True), human("Bob"), bot("Cara"), SeatView("", SeatKind.OPEN))
    model = seated(of=table(*seats, stage=Stage.GATHERING, rules=HOUSE), mine=None)
    return changed(model, deal=None, log=())


def six_seats():
    people = (
        human("Ann", points=(35, 1)),
        lost("Bob"),
        human("Cara", points=(23, 2)),
        human("Dan Longbottom-Smythe II", presence=Presence.LEFT),
        bot("Eve", "sharp"),
        human("김철수"),
    )
    of = table(*people, options=Options(seats=6, turn_seconds=60), clock=42_000, watching=2)
    return seated(Chat(2, "Cara", "well played"), of=of, at=deal(6), mine=you())


def away():
    gone = heard(Model(), Online(), WELCOME, Seated(1, "K7QX", 0), update(10, mine=you()))
    back = heard(gone, Lost(1.0), Online(), Seated(2, "K7QX", 0, missed_from=3))
    people = (human("Ann"), human("Bob", points=(30, 1)), bot("Cara"))
    return hear(back, update(44, of=table(*people), mine=you()))


def two_homes():
    fits = you().fits
    return seated(mine=you(fits=(changed(fits[0], melds=(1, 2)), fits[1])))


def hinted():
    return hear(asked(seated(), 9, Advise(9)), Advice(9, LayOff(1, faces("TS"))))


def match_over():
    people = (human("Ann", points=(104, 1)), human("Bob", points=(12, 1)), bot("Cara"))
    model = scored(Stage.OVER)
    of = table(*people, stage=Stage.OVER, result=MatchResult((0,), "target"), deals_played=4)
    return changed(model, table=of)


TABLES = (
    line("K7QX", "friday", rules=HOUSE),
    line("PPPP", "Bob's table", stage="playing", options=Options(seats=2, password=True)),
    line("ZZZZ", "러미 한 판", watching=3, options=Options(turn_seconds=30)),
)

CODED = line("AAAA", "parlour", options=Options(seats=3, watch_code=True))

SCREENS = {
    "draw": (my_draw(), Desk()),
    "play": (seated(), Desk(cursor=5, picks=faces("2C 3C 4C"))),
    "others": (others_turn(), Desk(sort=Sort.SUIT)),
    "six-seats": (six_seats(), Desk()),
    "guard": (seated(), Desk(over=Over.DISCARD, card=one("KD"), cursor=6)),
    "choose": (two_homes(), Desk(over=Over.CHOOSE, choice=(1, 2), picks=faces("TS"))),
    "hint": (hinted(), Desk()),
    "refused": (hear(seated(), Refused(1, "just-taken", "R35", {"card": "KD"})), Desk()),
    "quit": (seated(), Desk(over=Over.QUIT)),
    "vote": (six_seats(), Desk(over=Over.VOTE, absent=1)),
    "watching": (watching(), Desk()),
    "lost": (heard(seated(), Lost(3.0, "reset")), Desk()),
    "linking": (Model(), Desk()),
    "lobby-empty": (lobby(), Desk()),
    "lobby": (lobby(*TABLES), Desk()),
    "password": (lobby(*TABLES), Desk(row=1, writing=Writing.PASSWORD)),
    "watch-code": (lobby(*TABLES, CODED), Desk(row=3, writing=Writing.WATCH_CODE, watch=True)),
    "create": (lobby(), Desk(creating=True, row=4, form=Form(name="friday", bots=2))),
    "create-wrong": (
        lobby(),
        Desk(creating=True, row=11, form=Form(name="x", changes={"deal_scoring": "payment"})),
    ),
    "waiting-room": (waiting_room(), Desk(row=3)),
    "sheet": (scored(), Desk()),
    "match-over": (match_over(), Desk()),
    "help": (seated(), Desk(over=Over.HELP)),
    "log": (six_seats(), Desk(over=Over.LOG)),
    "points": (six_seats(), Desk(over=Over.SCORES)),
    "rules": (seated(), Desk(over=Over.RULES)),
    "away": (away(), Desk(over=Over.AWAY)),
    "settings": (seated(), Desk(over=Over.SETTINGS, setting=3)),
    "command": (seated(), Desk(writing=Writing.COMMAND, typed="l")),
}

LETTERS = Look(letters=True)
ASCII = Look(letters=True, ascii_only=True)


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize(
    ("columns", "rows", "look", "kind"),
    [(80, 24, Look(), "80x24"), (100, 30, ASCII, "100x30-ascii")],
    ids=["80x24", "100x30-ascii"],
)
def test_a_screen_looks_as_it_did(name, columns, rows, look, kind, request) -> None:
    model, desk = SCREENS[name]
    told = page(model, desk, columns, rows, look) + "\n"
    kept = PAGES / f"{name}-{kind}.txt"
    if request.config.getoption("--regen"):
        PAGES.mkdir(exist_ok=True)
        kept.write_text(told)

    assert told == kept.read_text()


LARGE = [(80, 24), (81, 25), (99, 50), (100, 24), (100, 30), (120, 40), (200, 60)]
SMALL = [(60, 15), (61, 60), (79, 23), (200, 16), (20, 5), (1, 1)]


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_has_its_size_and_nothing_sticks_out(name) -> None:
    for columns, rows in LARGE + SMALL:
        for look in (Look(), LETTERS, ASCII):
            lines = shown(*SCREENS[name], columns, rows, look)
            assert len(lines) == rows
            assert max(map(width, lines)) <= columns
            assert not any("\n" in line for line in lines)


@pytest.mark.parametrize("name", SCREENS)
def test_ascii_means_ascii(name) -> None:
    assert page(*SCREENS[name], 100, 30, ASCII).isascii()


@pytest.mark.parametrize("name", SCREENS)
def test_letters_leave_no_sign_and_no_frame(name) -> None:
    assert not set("♣♦♥♠─│▶▲") & set(page(*SCREENS[name], 100, 30, LETTERS))


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (100, 30)])
def test_the_line_of_what_may_be_done_is_never_empty(name, columns, rows) -> None:
    prompt = shown(*SCREENS[name], columns, rows)[-3]
    reading = SCREENS[name][1].over in (Over.HELP, Over.LOG, Over.SCORES, Over.RULES, Over.AWAY)

    assert prompt.strip() or reading


@pytest.mark.parametrize(("columns", "rows"), [(59, 24), (80, 14), (40, 10), (20, 5)])
def test_a_terminal_that_is_too_small_says_how_large_it_must_be(columns, rows) -> None:
    told = " ".join(page(seated(), columns=columns, rows=rows).split())

    assert f"{columns}x{rows}" in told
    assert "60x15" in told
    assert "q quits" in told
    assert "friday" not in told


def test_six_players_their_melds_and_the_hand_fit_the_smallest_screen() -> None:
    told = page(six_seats())

    for part in ("Ann (you)", "Bob", "Cara", "Dan Lon", "Eve (sharp bot)", "김철수"):
        assert part in told
    for part in (
        "1 Ann",
        "2 Cara",
        "stock 23",
        "9♥",
        "10♠",
        "Your hand: 7 cards",
        "0:42",
        "K7QX",
        "35 pts",
    ):
        assert part in told
    assert "11 1/2 pts" in told
    assert "lost, 1:52" in told
    assert "left" in told
    assert "Cara: well played" in told


def test_seventeen_melds_are_all_there() -> None:
    runs = [faces(f"{a}{s} {b}{s} {c}{s}") for s in "CDHS" for a, b, c in ("A23", "456", "789")]
    runs += [faces(f"T{s} J{s} Q{s}") for s in "CDHS"] + [faces("KC KD KH")]
    melds = tuple(MeldView(n + 1, n % 6, run, (0, 0, 0)) for n, run in enumerate(runs))
    people = tuple(human(f"Player number {n}") for n in range(6))
    told = page(seated(of=table(*people), at=deal(6, melds=melds), mine=you()))

    for meld in melds:
        assert f"{meld.id} {meld_text(meld.cards, Look())}" in told


def test_the_drawn_card_the_cursor_and_the_picks_are_marked() -> None:
    lines = shown(seated(), Desk(cursor=4, picks=faces("5H")))
    row, raised = (next(n for n, t in enumerate(lines) if c in t) for c in ("│K♦ │", "│5♥ │"))

    assert raised == row - 1, "a picked card stands out of the row"
    assert lines[row + 2].index("▲") == lines[row].index("│10♠│")
    assert "▲ new" in lines[row + 2]


def test_melds_stand_apart_and_what_they_leave_is_counted() -> None:
    told = page(seated())

    assert "│3♣ │ │4♣ │  │5♥ │ │10♠│" in told
    assert "7 cards, 44 points; 35 without melds" in told


@pytest.mark.parametrize(
    ("columns", "told"),
    [
        (80, "7 cards, 44 points; 35 without melds"),
        (64, "7 cards; 35 without melds  "),
        (60, "7 cards, 44 points  "),
    ],
)
def test_what_a_hand_counts_is_told_whole_or_not_at_all(columns, told) -> None:
    rows = 15 if columns == 60 else 30
    mine = you() if columns != 60 else you(split=())

    assert f"Your hand: {told}" in page(seated(mine=mine), columns=columns, rows=rows)
    for size in range(60, 131):
        line = next(one for one in shown(seated(), columns=size) if "Your hand" in one)
        assert "…" not in line


def test_a_long_name_keeps_apart_from_the_number_of_cards() -> None:
    people = (human("Wilhelmina-Konstantina"), *(bot(name) for name in "ABCDE"))
    for columns in (60, 72, 80, 90):
        lines = shown(
            seated(of=table(*people), at=deal(6, hands=(13,) * 6), mine=you()),
            columns=columns,
            rows=24 if columns >= 80 else 15,
        )
        (line,) = (one for one in lines if "Wil" in one and "13 cards" in one)
        assert "… 13 cards" in line


def test_a_panel_tells_the_points_of_the_one_whose_turn_it_is_too() -> None:
    told = page(seated(of=table(human("Ann", points=(35, 1)), *map(bot, "ABC")), at=deal(4)),
                columns=100, rows=30)  # fmt: skip

    assert "┃ 35  to play ┃" in told


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("Ann", "Ann's table"),
        ("Wilhelmina-Konstantina", "Wilhelmina-Konst's table"),
        ("김철수와영희의긴이름", "김철수와영희의긴's table"),
    ],
)
def test_a_table_is_called_after_its_host_with_whole_words(name, called) -> None:
    assert table_of(name) == called


@pytest.mark.parametrize(
    ("seconds", "clock"), [(0.0, "0:42"), (1.0, "0:41"), (41.5, "0:01"), (99.0, "0:00")]
)
def test_clocks_run_down_from_when_they_were_heard(seconds, clock) -> None:
    assert f"· {clock}" in page(six_seats(), now=seconds)


def test_the_hold_of_a_lost_seat_runs_down() -> None:
    assert "lost, 1:40" in page(six_seats(), now=12.0)


def test_what_is_up_with_a_seat_is_told_shortly_before_it_is_cut() -> None:
    people = (human("Ann"), lost("Bob"), human("Cara"))
    told = page(seated(of=table(*people), at=deal(waiting=(1, "draw")), mine=you()))

    assert "  lost, 1:52, to draw\n" in told
    roomy = deal(waiting=None)
    assert "  connection lost, 1:52" in page(seated(of=table(*people), at=roomy, mine=you()))


def test_the_wait_for_the_next_try_runs_down() -> None:
    model = heard(seated(), Lost(3.0, "reset"), now=10.0)

    assert "next try in 3 s" in page(model, now=10.0)
    assert "next try in 1 s" in page(model, now=12.0)


@pytest.mark.parametrize(
    ("link", "words"),
    [
        (Online(), "online"),
        (Connecting(3), "connecting, try 4"),
        (Lost(2.0), "no connection"),
        (Lost(9.0, "shutdown", planned=True), "closed for a moment, back in 9 s"),
        (Ended(Goodbye("shutdown")), "disconnected"),
    ],
)
def test_the_title_says_how_the_link_stands(link, words) -> None:
    assert words in shown(heard(seated(), link))[0]


@pytest.mark.parametrize(
    ("link", "silent"),
    [
        (Connecting(), False),
        (Connecting(1), True),
        (Lost(2.0, "refused"), True),
        (Lost(20.0, "shutdown", planned=True), False),
    ],
)
def test_who_comes_back_to_a_server_that_does_not_answer_is_told_so(link, silent) -> None:
    told = " ".join(page(heard(Model(), link)).split())

    assert ("The server does not answer." in told) is silent
    assert "Connecting to the server." in told


def test_whose_turn_it_is_is_pointed_at() -> None:
    arrows = [line for line in shown(others_turn()) if "▶" in line]

    assert len(arrows) == 1
    assert "Bob" in arrows[0]
    assert "to draw" in arrows[0]


def test_the_score_sheet_shows_all_hands_and_explains_every_number() -> None:
    told = page(scored())

    for part in ("7♣ K♥ A♠", "10♦ 6♣", "K 10", "= 18", "= 16", "18 + 16", "+34", "34", "12"):
        assert part in told
    assert "r for the next deal" in told


def test_what_a_turn_still_owes_stands_over_its_keys() -> None:
    lines = shown(seated(mine=you(duty="go-out")))

    assert "take back" in lines[-4]
    assert "Your turn" in lines[-3]


def test_the_rules_begin_with_the_name_of_the_game() -> None:
    assert shown(seated(), Desk(over=Over.RULES))[1].strip().startswith("Basic Rummy: 2-6")


def test_who_watches_is_told_by_name() -> None:
    of = table(watching=2, spectators=("Zoe", "Max"))

    assert "Watching: Zoe, Max" in page(seated(of=of), Desk(over=Over.SCORES))


def test_chat_stays_in_the_last_line_whatever_happens_at_the_table() -> None:
    model = seated(Chat(1, "Bob", "hello"))
    for n in range(8, 28):
        model = hear(model, update(40 + n, at=deal(log=(Drew(n, 1),)), mine=you()))

    assert shown(model)[-1].strip() == "Bob: hello"


def test_what_the_house_announces_is_shown_and_stays_in_the_last_line() -> None:
    model = seated(Announcement("says", {"text": "We close at ten."}))
    words = "The house says: We close at ten."

    assert page(model).count(words) == 2, "once as news, and once in what has happened"
    assert shown(model)[-1].strip() == ""

    for n in range(8, 28):
        model = hear(model, update(40 + n, at=deal(log=(Drew(n, 1),)), mine=you()))
    assert shown(model)[-1].strip() == words


def test_what_the_house_announces_is_shown_in_the_lobby() -> None:
    model = heard(Model(), Online(), Announcement("drains"))

    assert "takes nobody new" in page(model)
    assert model.spoken == ()


def test_the_digest_holds_what_happened_meanwhile_and_nothing_else() -> None:
    told = page(away(), Desk(over=Over.AWAY))

    for part in ("discarded", "laid off", "Bob drew", "30 now"):
        assert part in told
    assert "melded" not in told


def test_a_page_that_is_longer_than_the_screen_can_be_scrolled_to_its_end() -> None:
    top = page(seated(), Desk(over=Over.HELP))
    end = page(seated(), Desk(over=Over.HELP, scroll=10_000))

    assert "draw a card" not in end
    assert "lay the picked cards" in top
    assert "back to the table" in end


def test_the_log_opens_at_its_end() -> None:
    model = seated()
    for n in range(8, 60):
        entry = Drew(n, 1) if n < 59 else Melded(n, 1, 3, faces("AH AD AS"))
        model = hear(model, update(40 + n, at=deal(log=(entry,)), mine=you()))

    assert "A♥ A♦ A♠" in page(model, Desk(over=Over.LOG))
    assert "A♥ A♦ A♠" not in page(model, Desk(over=Over.LOG, scroll=30))


def test_while_one_reads_one_is_told_of_ones_turn() -> None:
    assert "your turn" in page(seated(), Desk(over=Over.HELP))


def test_names_of_any_script_leave_the_columns_where_they_are() -> None:
    names = ("Ann", "김철수가나다라마바사아자차카타파하", "👨‍👩‍👧 Family", "שלום", "e\u0301a")
    for some in (names[:4], names[1:]):
        people = tuple(human(name) for name in some)
        lines = shown(seated(of=table(*people), at=deal(4), mine=you()))
        ends = [width(line[: line.index(" pts")]) for line in lines if " pts" in line]

        assert len(ends) == 4
        assert len(set(ends)) == 1


def test_the_rules_can_be_read_before_sitting_down() -> None:
    told = page(lobby(*TABLES))

    assert "2 house rules" in told
    assert "doubl" in told


def test_a_hint_is_told_in_words_and_marked_on_the_cards() -> None:
    told = page(hinted())

    assert "Hint: lay 10♠ off to meld 1: press l" in told
    assert "tip" in told
    assert "1+Ann" in told


def test_the_first_screen_says_what_there_is() -> None:
    lines = draw_start(Desk(), "", ("den:7866",), Look(), Size(80, 24))
    told = "\n".join(map(text_of, lines))

    assert len(lines) == 24
    for part in ("Play here", "Join a table", "Watch a table", "Host tables", "den:7866"):
        assert part in told


def test_settings_say_what_they_did() -> None:
    model, desk, _ = obey(seated(), Desk(), "colours")

    assert desk.settings == Settings(theme=Theme.LIGHT)
    assert "Colours: light." in page(model, desk)


# --- cells -----------------------------------------------------------------------------------


@given(st.text(alphabet="ab 한글é♠", max_size=40), st.integers(1, 30))
def test_padding_gives_exactly_the_cells_that_were_asked_for(text, cells) -> None:
    assert width(padded(text, cells)) == cells
    assert width(clip(text, cells)) <= cells


@given(st.text(alphabet="ab 한글é♠\t", max_size=200), st.integers(4, 40))
def test_wrapping_loses_no_word_and_keeps_to_the_width(text, cells) -> None:
    lines = wrapped(text, cells, "  ")

    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(width(line) <= cells for line in lines)


def test_things_flow_onto_as_many_lines_as_they_need() -> None:
    items = [[("", f"item {n}")] for n in range(10)]
    lines = flow(items, 20)

    assert len(lines) == 5
    assert all(width_of(line) <= 20 for line in lines)
    assert folded("class:x", "one two", 4) == [[("class:x", "one")], [("class:x", "two")]]


@pytest.mark.parametrize(
    ("cards", "short"),
    [
        ("7S 8S 9S TS", "7-10♠"),
        ("QC QD QH", "Q♣♦♥"),
        ("QS KS AS", "Q-A♠"),
        ("AC 2C", "A♣ 2♣"),
        ("JK 8S 9S", "JK 8♠ 9♠"),
    ],
)
def test_a_meld_can_be_told_in_short(cards, short) -> None:
    assert meld_text(faces(cards), Look()) == short


def test_drawing_changes_nothing() -> None:
    scene = Scene(six_seats(), Desk(), Look(), Size(80, 24), 0.0)

    assert draw(scene) == draw(scene)


def test_a_page_of_the_log_fills_the_gap() -> None:
    late = watching(at=deal(log=seated().log[3:]))
    model = hear(late, Page(9, 1, seated().log[:3]))

    assert "melded" in page(model, Desk(over=Over.LOG))
