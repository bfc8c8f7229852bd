"""A game turned over again: where the reel stands, and what the client shows of it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import trio

from rummy_client.commands.outcome import Step
from rummy_client.desk import Desk
from rummy_client.environment import Ending, Environment
from rummy_client.keymap import KEYS, presses
from rummy_client.liking import Settings
from rummy_client.model import Model, hear
from rummy_client.moment import active, command_for
from rummy_client.player import Client
from rummy_client.reel import Reel
from rummy_client.replay import ReplayLink, told_by_lines
from rummy_client.terminal import guest
from rummy_client.terminal.abilities import detect
from rummy_client.terminal.window import build_window
from rummy_server.archive import Frame, games, update_lines, updates
from rummy_server.game.view import Bystander, Seat
from rummy_server.store.reader import StoreReader

from ..client.screen.kit import UTF8, Driver, terminal
from ..client.screen.ptyterm import PtyTerm
from ..client.screen.tables import page

GOLDEN = sorted(Path(__file__).with_name("golden").glob("journal-*.sqlite"))[0]


@pytest.fixture(scope="module")
def sent():
    """A short game of two deals as each of its viewers was sent it."""
    with StoreReader(GOLDEN) as reader:
        found = [game for game in games(reader) if game.scored > 1]
        game = min(found, key=lambda game: game.last - game.first)
        return game, {
            seat: [one for _, one in updates(reader, game, viewer)]
            for seat, viewer in ((None, Bystander()), (0, Seat(0)))
        }


def reel(sent, seat=None):
    game, by_seat = sent
    return Reel(game.code, by_seat[seat], seat)


def shown(model, heard):
    for one in heard:
        model = hear(model, one)
    return model


@pytest.mark.parametrize("seat", [None, 0])
def test_going_anywhere_shows_what_going_step_by_step_shows(sent, seat):
    """What is seen at a moment does not depend on the way there, nor on what comes after."""
    onward = reel(sent, seat)
    seen = {0: shown(Model(), onward.begin(False))}
    while not onward.at_end:
        before = seen[onward.place]
        seen[onward.place] = shown(before, onward.turn(Step.NEXT, False))
    about = reel(sent, seat)
    model = shown(Model(), about.begin(False))
    there_and_back = (Step.NEXT_DEAL, Step.BACK, Step.NEXT_DEAL, Step.NEXT, Step.BACK)
    to_the_end = (Step.DEAL_BEFORE, *[Step.NEXT_DEAL] * 9)
    for step in (*there_and_back, *to_the_end):
        model = shown(model, about.turn(step, False))
        there = seen[about.place]
        assert (model.deal, model.you, model.seat) == (there.deal, there.you, there.seat)
        assert model.log == there.log
    assert about.at_end


def test_steps_over_deals_lead_to_where_they_began(sent):
    about = reel(sent)
    model = shown(Model(), about.begin(False))
    assert model.deal is None
    numbers = []
    for step in (Step.NEXT_DEAL, Step.NEXT_DEAL, Step.DEAL_BEFORE):
        model = shown(model, about.turn(step, False))
        numbers.append((model.deal.number, model.deal.log[-1].n))
    assert numbers == [(1, 1), (2, 1), (1, 1)]
    for _ in range(3):
        shown(model, about.turn(Step.DEAL_BEFORE, False))
    assert about.place == 0
    assert about.turn(Step.BACK, False)[1:] == []
    while not about.at_end:
        about.turn(Step.NEXT_DEAL, False)
    assert about.turn(Step.NEXT, False)[1:] == []


def test_a_seat_sees_its_own_hand_and_may_do_nothing(sent):
    about = reel(sent, 0)
    model = shown(Model(), [*about.begin(False), *about.turn(Step.NEXT_DEAL, False)])

    assert model.you is not None
    assert model.you.hand
    assert model.may == ()
    assert model.seat == 0
    told = page(model, Desk())
    assert "Your hand" in told
    assert "replay" in told
    keys = active(model, Desk())
    assert any(one.you is not None and one.you.may for one in sent[1][0])
    assert {key.command for key in keys if key.where == "replay"} == {
        key.command for key in KEYS if key.where == "replay"
    }
    assert not {"draw", "hand", "discard", "seat"} & {key.where for key in keys}
    while not about.at_end:
        model = shown(model, about.turn(Step.NEXT, False))
        assert model.may == ()
    counted = [one for key in keys for one in presses(key.keys)]
    assert len(counted) == len(set(counted))
    assert command_for(model, Desk(), "n") == "replay-next"


def test_an_onlooker_of_a_replay_sees_no_hand(sent):
    about = reel(sent)
    model = shown(Model(), about.begin(False))
    while not about.at_end:
        model = shown(model, about.turn(Step.NEXT, False))
        assert model.you is None
    assert "the end of it" in page(model, Desk())


def test_by_lines_everything_is_told_once(sent):
    lines = list(told_by_lines(reel(sent), None))
    game, _ = sent

    assert lines[0].startswith("You are watching the table")
    assert sum("won the match" in line for line in lines) == 1
    assert sum(line.startswith("Deal ") and line.endswith(" is over.") for line in lines) == (
        game.scored
    )


def test_by_lines_a_person_turns_with_words(sent):
    said = iter(["", "deal", "what", "back", "before", "quit"])
    lines = list(told_by_lines(reel(sent), said))
    rest = list(told_by_lines(reel(sent), iter(["all"])))

    assert sum(line.startswith("Enter: ") for line in lines) == 2
    assert any("dealt" in line for line in lines)
    assert next(said, None) is None
    assert any("won the match" in line for line in rest)


def test_by_lines_one_asks_in_a_replay_as_in_a_game(sent):
    asked = ["", "deal", "hand", "table", "score", "who", "last", "say hello", "draw", "quit"]
    lines = list(told_by_lines(reel(sent, 0), iter(asked)))

    for head in ("Your hand, ", "The discard pile has", "The match: ", "Seat 1: "):
        assert any(line.startswith(head) for line in lines), head
    assert sum(line.startswith("Enter: ") for line in lines) == 3


def test_the_screen_is_turned_with_keys(sent):
    link = ReplayLink(reel(sent, 0))

    async def turning(driver):
        await driver.until("The game")
        driver.type("d")
        await driver.until("Your hand")
        driver.type("n")
        await driver.until("moment 2 of")
        driver.type("b")
        await driver.until("moment 1 of")
        driver.type("a")
        await driver.until("goes on by itself")
        driver.type("a")
        driver.type("q")
        await driver.until("Leave?")
        driver.type("y")
        await driver.until(lambda: driver.client.ending is not None)

    ending = guest.run(lambda: on_a_screen(link, turning))

    assert ending == Ending(0)


async def on_a_screen(link, test):
    """Run *test* with the client of a replay in a terminal; how the client ended."""
    with terminal() as (keys, output):
        environment = Environment(UTF8, keys, output, signals=False, kept=False)
        client = Client(link, (), environment, detect(UTF8), Settings())
        client.window = build_window(client, detect(UTF8), keys, output, False)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(client.keep_link)
            nursery.start_soon(client.window.run, False)
            await test(Driver(client, link, keys, output))
            nursery.cancel_scope.cancel()
        return client.ending


def test_a_file_is_replayed_on_a_real_terminal(sent, tmp_path):
    game, by_seat = sent
    path = tmp_path / "game.jsonl"
    frames = [(Frame(n, "", b""), update) for n, update in enumerate(by_seat[0])]
    path.write_text("".join(f"{line}\n" for line in update_lines(game, frames, 0)))
    with PtyTerm([sys.executable, "-m", "rummy_client.cli", "replay", str(path)]) as term:
        term.wait_for(f"The game {game.code}")
        term.type("dn")
        term.wait_for("moment 2 of")
        term.type("qy")

        assert term.wait_end() == 0
        assert all(term.left_alone().values())
