"""The running application: real keys, real escape sequences, a terminal that is an object."""

from __future__ import annotations

import pytest
import trio

from rummy_client.app import run_client
from rummy_client.desk import Desk
from rummy_client.environment import Environment
from rummy_client.liking import Settings
from rummy_client.linkstate import Ended, Lost, Online
from rummy_client.terminal import guest
from rummy_protocol.actions import Discard, DrawStock, LayMeld
from rummy_protocol.messages import (
    Accepted,
    Act,
    Chat,
    Create,
    Games,
    Goodbye,
    Join,
    ListTables,
    Refused,
    Say,
    Seated,
    Start,
    Tables,
    Update,
    Watch,
)
from rummy_protocol.news import Drew
from rummy_protocol.views import Options, Stage

from .kit import UTF8, Link, at_table, terminal
from .tables import (
    WELCOME,
    deal,
    faces,
    heard,
    human,
    one,
    page,
    seated,
    table,
    update,
    you,
)

PASTE = "\x1b[200~{}\x1b[201~"


SAT = Desk(cursor=4, mouse=True)
"""The desk of one who sees his hand for the first time: the cursor is at the drawn card."""


def my_turn(seq=40):
    return update(seq, at=deal(), mine=you())


def to_draw(seq=40):
    at = deal(waiting=(0, "draw"))
    return update(seq, at=at, mine=you(("draw", "take"), fresh=None))


async def sit(driver, view):
    driver.say(Seated(99, "K7QX", 0), view)
    await driver.until("Your hand")


def run(test, **more):
    return guest.run(lambda: at_table(test, **more))


def acts(driver):
    return [asked for asked in driver.link.asked if isinstance(asked, Act)]


def test_a_whole_turn_is_played_with_keys() -> None:
    async def turn(driver):
        await sit(driver, to_draw())
        driver.type("s")
        await driver.until(lambda: acts(driver))
        driver.say(Accepted(len(driver.link.asked), 41), my_turn(41))
        await driver.until("Your turn: play")
        driver.type("bm")
        await driver.until(lambda: len(acts(driver)) == 2)
        rest = faces("5H TS QS KD")
        driver.say(Accepted(len(driver.link.asked), 42), update(42, mine=you(hand=rest)))
        await driver.until("4 cards, 0 points")
        driver.type("\x1b[F")
        driver.type("d")
        await driver.until("Discard K♦ and end your turn?")
        assert len(acts(driver)) == 2
        driver.type("\r")
        await driver.until(lambda: len(acts(driver)) == 3)
        assert [act.action for act in acts(driver)] == [
            DrawStock(),
            LayMeld(faces("2C 3C 4C")),
            Discard(one("KD")),
        ]

    run(turn)


def test_a_key_that_is_held_down_plays_once() -> None:
    async def held(driver):
        await sit(driver, to_draw())
        await driver.press("s" * 30)
        assert len(acts(driver)) == 1
        driver.say(Accepted(len(driver.link.asked), 41))
        await driver.press("s" * 30)
        driver.say(my_turn(41))
        await driver.until("Your turn: play")
        assert len(acts(driver)) == 1

    run(held)


def test_the_discard_key_held_down_discards_nothing() -> None:
    async def held(driver):
        await sit(driver, my_turn())
        await driver.press("d" * 31)
        await driver.until("Discard 10♠ and end")
        assert acts(driver) == []

    run(held)


def test_a_chat_line_is_not_disturbed_by_twenty_events() -> None:
    """Letter by letter, with an event after each (X-79)."""

    async def talk(driver):
        await sit(driver, my_turn())
        driver.type("c")
        await driver.until("say:")
        typed = "a long line, 한글 too"
        for n, letter in enumerate(typed):
            driver.type(letter)
            log = (Drew(8 + n, 1),)
            driver.say(
                Update(41 + n, table(), deal(log=log), you()), Chat(1, "Bob", f"hey {n}")
            )
            so_far = typed[: n + 1].strip()
            await driver.until(lambda told=so_far: driver.last.endswith(told))
            assert driver.last.replace(" ", "").startswith("say:")
        assert f"hey {n}" in driver.text
        driver.type("\r")
        await driver.until(lambda: Say(0, typed) in driver.link.asked)
        assert acts(driver) == []
        await driver.until(lambda: "say:" not in driver.text)

    run(talk)


def test_the_keys_of_the_game_are_letters_while_one_writes() -> None:
    async def talk(driver):
        await sit(driver, my_turn())
        driver.type("cstmlduhq?")
        await driver.until("say: stmlduhq?")
        driver.type("\x1b")
        await driver.until(lambda: "say:" not in driver.text)
        assert [type(asked) for asked in driver.link.asked] == [ListTables, Games]

    run(talk)


def test_what_was_written_before_does_not_come_back() -> None:
    """Not even with the arrow keys: it may have been a password."""

    async def talk(driver):
        await sit(driver, my_turn())
        driver.say(Lost(9.0))
        await driver.press("cfirst\r")
        assert "say: first" in driver.text
        await driver.press("\x1b", 1)
        assert "say:" not in driver.text
        driver.say(Online())
        await driver.press("c\x1b[Anext\r", 7)
        assert driver.link.asked[-1] == Say(0, "next")

    run(talk)


def test_a_line_that_is_being_written_waits_behind_the_gate() -> None:
    async def shrink(driver):
        await sit(driver, my_turn())
        await driver.press("chello")
        driver.resize(59, 15)
        await driver.until("Too small")
        await driver.press(" there\r")
        driver.resize(80, 24)
        await driver.until("say: hello")
        assert driver.last == "say: hello"
        await driver.press("\r")
        assert driver.link.asked[-1] == Say(0, "hello")

    run(shrink)


def test_pasted_text_never_plays() -> None:
    async def paste(driver):
        await sit(driver, my_turn())
        driver.type(PASTE.format("s d \r m q y x"))
        await driver.until("Pasted text is taken only while you write")
        assert acts(driver) == []
        assert driver.client.desk == SAT

    run(paste)


def test_pasted_text_goes_into_the_line_on_one_line_and_harmless() -> None:
    async def paste(driver):
        await sit(driver, my_turn())
        driver.type("c")
        await driver.until("say:")
        driver.type(PASTE.format("one\rtwo\x1b[31m\u202ethree"))
        await driver.until("three")
        assert "one two" in driver.last
        assert Say not in map(type, driver.link.asked)
        driver.type("\r")
        await driver.until(lambda: any(isinstance(a, Say) for a in driver.link.asked))
        said = next(a.text for a in driver.link.asked if isinstance(a, Say))
        assert "\x1b" not in said
        assert "\u202e" not in said

    run(paste)


def test_a_refused_move_shows_one_clear_line_and_changes_nothing() -> None:
    async def refuse(driver):
        await sit(driver, my_turn())
        await driver.press("b")
        before = driver.text.split("\n")
        await driver.press("m")
        driver.say(Refused(len(driver.link.asked), "one-meld-a-turn", "R28"))
        await driver.until("(R28).")
        after = driver.text.split("\n")
        pairs = enumerate(zip(before, after, strict=True))
        changed = {n for n, (old, new) in pairs if old != new}
        assert changed == {19, 20}, driver.text
        assert after[19].startswith(" You have laid a meld")
        assert after[20].endswith("(R28).")

    run(refuse)


def test_time_that_changes_nothing_draws_nothing_and_a_clock_runs_down() -> None:
    now = [100.0]

    async def wait(driver):
        window, app = driver.client.window, driver.client.window.app
        await sit(driver, my_turn())
        await driver.settle()
        now[0] += 1
        window.tick()
        assert not app.invalidated
        timed = table(options=Options(turn_seconds=60), clock=42_000)
        driver.say(update(41, of=timed, at=deal(), mine=you()))
        await driver.until("0:42")
        now[0] += 1
        window.tick()
        assert app.invalidated
        await driver.until("0:41")

    run(wait, clock=lambda: now[0])


@pytest.mark.parametrize(("columns", "rows"), [(100, 30), (80, 24), (140, 50), (81, 25)])
def test_after_a_resize_the_screen_is_as_a_fresh_one(columns, rows) -> None:
    async def resize(driver):
        await sit(driver, my_turn())
        for wide, high in ((59, 15), (79, 24), (200, 60), (20, 5), (columns, rows)):
            driver.resize(wide, high)
            await driver.settle()
        fresh = page(seated(), SAT, columns, rows)
        await driver.until(lambda: driver.text.rstrip() == fresh.rstrip())

    run(resize)


def test_a_small_terminal_swallows_the_keys_of_the_game_and_lets_one_quit() -> None:
    async def shrink(driver):
        await sit(driver, my_turn())
        driver.resize(59, 15)
        await driver.until("Too small: 59x15")
        await driver.press("sdm\r lcx")
        await driver.press(PASTE.format("hello"), 1)
        driver.resize(80, 24)
        await driver.until("Your hand")
        assert acts(driver) == []
        assert driver.client.desk == SAT
        driver.resize(59, 15)
        await driver.until("Too small: 59x15")
        driver.type("q")
        await driver.until(lambda: driver.client.ending is not None)

    client = run(shrink)
    assert client.ending.status == 0
    assert "is kept" in client.ending.line


def test_quitting_asks_first() -> None:
    async def leave(driver):
        await sit(driver, my_turn())
        await driver.press("q" * 20)
        await driver.until("Leave?")
        assert driver.client.ending is None
        driver.type("n")
        await driver.until("Your turn")
        driver.type("q")
        await driver.until("Leave?")
        driver.type("y")
        await driver.until(lambda: driver.client.ending is not None)

    client = run(leave)
    assert client.ending == (0, "Your seat at friday is kept; rummy brings you back to it.")


def test_it_rings_once_when_it_becomes_ones_turn_unless_told_not_to() -> None:
    async def ring(driver):
        waiting = update(40, at=deal(waiting=(1, "draw")), mine=you(()))
        await sit(driver, waiting)
        driver.say(to_draw(41), to_draw(42))
        await driver.until("Your turn")
        assert driver.output.raw.count("\x07") == 1
        driver.type("BB")
        await driver.until("does not ring")
        driver.say(update(43, at=deal(waiting=(1, "draw")), mine=you(())), to_draw(44))
        await driver.until("Your turn")
        assert driver.output.raw.count("\x07") == 1

    run(ring, settings=Settings(title=False))


def test_wide_signs_become_letters_as_soon_as_the_terminal_says_so() -> None:
    async def probed(driver):
        assert "♠\x1b[6n" in driver.output.raw
        await sit(driver, my_turn())
        assert "♠" in driver.text
        driver.type("\x1b[1;3R")
        await driver.until(lambda: "10s" in driver.text and "♠" not in driver.text)
        driver.type("A")
        await driver.until("♠")

    run(probed)


def test_narrow_signs_stay() -> None:
    async def probed(driver):
        await sit(driver, my_turn())
        driver.type("\x1b[1;2R")
        driver.type("A")
        await driver.until("Suits are shown as letters")

    run(probed)


def test_in_an_ascii_locale_nothing_else_is_written() -> None:
    async def plain(driver):
        await sit(
            driver, update(40, of=table(human("Ann"), human("김철수"), human("C")), mine=you())
        )
        driver.type("o")
        await driver.until("sort: by suit")

    client = run(plain, variables={"TERM": "xterm", "LANG": "C"})
    written = client.window._output.raw
    assert written.isascii()
    assert "\x1b[6n" not in written


def test_without_colour_no_colour_is_written() -> None:
    import re

    async def plain(driver):
        await sit(driver, my_turn())

    client = run(plain, variables=UTF8 | {"NO_COLOR": "1"})
    codes = re.findall(r"\x1b\[([0-9;]*)m", client.window._output.raw)
    assert codes
    assert not any(re.search(r"\b(3|4|9|10)\d\b", code) for code in codes)


def test_the_lobby_asks_for_its_tables_and_opens_one() -> None:
    async def lobby(driver):
        await driver.until(lambda: ListTables(0) in driver.link.asked)
        driver.say(Tables(1, ()))
        await driver.until("no table here yet")
        driver.type("n")
        await driver.until("Name of the table")
        driver.type("\x1b[B\r")
        await driver.until("name:")
        driver.type("\x15monday\r")
        await driver.until("monday")
        driver.type("\x1b[B\x1b[B\x1b[C\r")
        await driver.until(lambda: any(isinstance(a, Create) for a in driver.link.asked))
        create = driver.link.asked[-1]
        assert (create.name, create.seats) == ("monday", 5)
        assert (create.key, create.hash, create.id) == (b"", b"", 0)

    run(lobby)


@pytest.mark.parametrize(
    ("asked_for", "key", "label", "request_"),
    [
        ("password", "\r", "password:", Join(0, "K7QX", b"", b"", "geheim")),
        ("watch_code", "w", "watch code:", Watch(0, "K7QX", "geheim")),
    ],
)
def test_a_secret_word_is_not_shown_while_it_is_typed(asked_for, key, label, request_) -> None:
    async def password(driver):
        from rummy_protocol.messages import TableLine
        from rummy_protocol.ruleset import RuleSet

        locked = Options(**{asked_for: True})
        line = TableLine("K7QX", "friday", RuleSet(), locked, "gathering", 1, 1)
        driver.say(Tables(1, (line,)))
        await driver.until("friday")
        driver.type(key)
        await driver.until(label)
        driver.type("geheim")
        await driver.until("******")
        assert "geheim" not in driver.output.raw
        driver.type("\r")
        await driver.until(lambda: request_ in driver.link.asked)

    run(password)


def test_what_it_starts_with_is_asked_one_after_the_other() -> None:
    async def started(driver):
        create = Create(0, "x", b"", b"")
        await driver.until(lambda: driver.link.asked == [create])
        of = table(human("Ann"), human("B"), stage=Stage.GATHERING)
        driver.say(Seated(1, "K7QX", 0), Update(1, of))
        await driver.until(lambda: driver.link.asked == [create, Start(0)])

    run(started, start=(Create(0, "x", b"", b""), Start(0)))


def test_after_a_refusal_nothing_more_is_started() -> None:
    async def refused(driver):
        await driver.until(lambda: len(driver.link.asked) == 1)
        driver.say(Refused(1, "too-many-tables"))
        await driver.until("table")
        driver.say(Online())
        assert [type(asked) for asked in driver.link.asked] == [Create, ListTables, Games]

    run(refused, start=(Create(0, "x", b"", b""), Start(0)))


def test_a_lost_connection_is_shown_and_comes_back() -> None:
    async def lose(driver):
        await sit(driver, my_turn())
        driver.say(Lost(2.0, "reset"))
        await driver.until("next try in 2 s")
        await driver.press("d\r")
        assert "your seat is kept" in driver.text
        assert acts(driver) == []
        driver.say(Online(), Seated(3, "K7QX", 0, missed_from=5), update(44, mine=you()))
        await driver.until("While you were away")
        driver.type("\x1b")
        await driver.until("Your turn")

    run(lose)


def test_the_end_of_the_link_ends_the_client_with_its_reason() -> None:
    async def replaced(driver):
        await sit(driver, my_turn())
        driver.say(Ended(Goodbye("replaced")))
        await driver.until(lambda: driver.client.ending is not None)

    client = run(replaced)
    assert client.ending.status == 2
    assert client.ending.line


def test_a_bug_in_a_key_is_one_line_and_not_a_broken_screen() -> None:
    ending = ends_with(press="?", breaks=lambda client: setattr(client, "desk", None))

    assert ending.status == 70
    assert "AttributeError" in ending.line


def ends_with(press, breaks):
    """How a client ends in which *breaks* has broken something before *press*."""
    endings = []

    class Breaking(Link):
        async def run(self, hear):
            client, drawn = hear.__self__, trio.Event()
            client.window.app.after_render += lambda app: drawn.set()
            hear(Online())
            hear(WELCOME)
            await drawn.wait()
            breaks(client)
            keys.send_text(press)
            return await trio.sleep_forever()

    with terminal() as (keys, output):
        environment = Environment(UTF8, keys, output, signals=False)
        endings.append(run_client(Breaking(), (), environment))
        assert output.raw.rfind("\x1b[?1049l") > output.raw.rfind("\x1b[?1049h")
        assert output.raw.rfind("\x1b[?2004l") > output.raw.rfind("\x1b[?2004h")
    return endings[0]


def test_a_bug_in_the_link_is_one_line_too() -> None:
    class Failing(Link):
        async def run(self, hear):
            hear(Online())
            raise RuntimeError("bug in the link")

    with terminal() as (keys, output):
        ending = run_client(Failing(), (), Environment(UTF8, keys, output, signals=False))

    assert ending == (70, "An error of ours ended the client: RuntimeError: bug in the link")


def test_a_keyboard_that_goes_away_ends_the_client() -> None:
    class Closing(Link):
        async def run(self, hear):
            hear(Online())
            keys.close()
            return await trio.sleep_forever()

    with terminal() as (keys, output):
        ending = run_client(Closing(), (), Environment(UTF8, keys, output, signals=False))

    assert ending.line == "The terminal is gone."


def test_a_client_can_run_again_in_the_same_process() -> None:
    for _ in range(3):
        test_quitting_asks_first()


def test_a_lifeline_that_breaks_ends_the_client() -> None:
    import os

    watched, held = os.pipe()

    class Orphaned(Link):
        async def run(self, hear):
            hear(Online())
            os.close(held)
            return await trio.sleep_forever()

    try:
        with terminal() as (keys, output):
            environment = Environment(UTF8, keys, output, signals=False, lifeline=watched)
            ending = run_client(Orphaned(), (), environment)
    finally:
        os.close(watched)

    assert ending.status == 129


def test_four_colours_are_four() -> None:
    async def colours(driver):
        await sit(driver, my_turn())
        row = next(
            n for n, t in enumerate(driver.output.screen.display) if "K♦" in t and "♣" in t
        )

        def inks():
            cells = driver.output.screen.buffer[row]
            return {cells[x].data: cells[x].fg for x in range(80) if cells[x].data in "♣♦♥♠"}

        assert len(set(inks().values())) == 2
        driver.type("CCC")
        await driver.until(lambda: len(set(inks().values())) == 4)

    run(colours)


def test_the_model_and_the_window_agree() -> None:
    async def same(driver):
        await sit(driver, my_turn())
        fresh = page(heard(driver.client.model), SAT)
        assert driver.text.rstrip() == fresh.rstrip()

    run(same)
