"""Whole matches between processes, with what goes wrong in real life."""

from __future__ import annotations

import os
import re
import signal

import trio

from ..patience import PATIENCE
from ..processes import children_of

OVER = r"won the match|share the match|Nobody won the match"


async def test_four_play_a_match_while_one_is_killed_and_one_looks_on(start, player, nursery):
    _, host = await start.house()
    ann = await start("join", host, "--plain", "--name", "Ann", person="ann")
    await ann.say("create friday seats=4 deals=2 max_turns_per_deal=24")
    await ann.until("You are the host")
    others = []
    for name in ("Bob", "Cid", "Dan"):
        other = await start(
            "join", host, "--table", "friday", "--plain", "--name", name, person=name
        )
        await other.until("You have seat")
        others.append(other)
    bob, cid, dan = others
    spectator = await start("watch", host, "friday", "--plain", "--name", "Eve", person="eve")
    await spectator.until("You are watching")
    await ann.say("start")
    for program in (ann, cid, dan):
        nursery.start_soon(player(program).play)

    # Bob plays a turn, and is killed in the middle of his second.
    await player(bob).play(until="^You discarded")
    await player(bob).play(until="^You may")
    await bob.say("hand", "help quit")
    (hand,) = [line for line in await bob.until("^quit: ") if line.startswith("Your hand")]
    bob.kill()
    await bob.ends()
    await spectator.until("Bob: connection lost")
    again = await start("--plain", person="Bob")

    await again.until("You are back in your seat, number 2")
    await again.until("^You may")
    await again.say("hand", "help quit")
    assert hand in await again.until("^quit: ")
    await player(again).finish_turn()
    await player(again).play()
    told = await spectator.until(OVER)
    assert sum("is over" in line for line in told) == 2
    assert not any(line.startswith(("You drew", "Your hand")) for line in told)


async def test_a_bot_from_outside_plays_at_a_table(start, player):
    _, host = await start.house()
    ann = await start("join", host, "--plain", "--name", "Ann")
    await ann.say("create friday seats=2 deals=1 max_turns_per_deal=20")
    await ann.until("You are the host")
    await start("bot", host, "friday", "--level", "sharp", "--pause", "0", person="bot")
    await ann.until("sharp bot took seat 2")
    await ann.say("start")

    await player(ann).play()

    await ann.say("quit")
    assert await ann.ends() == 0


async def test_a_bot_without_a_seat_says_why_in_one_line(start):
    _, host = await start.house()
    bot = await start("bot", host, "nowhere")

    assert await bot.ends() == 2
    await bot.until("There is no table nowhere")
    assert await bot.next() is None


async def test_a_game_against_bots_goes_from_the_deal_to_the_end_through_a_pipe(start, player):
    ann = await start(
        *("play", "--plain", "--bots", "easy,easy", "--pause", "0"),
        *("--set", "deals=2", "--set", "max_turns_per_deal=30"),
    )

    await player(ann).play()

    await ann.say("score", "quit")
    await ann.until(r"The match: 2 deals; 2 deals played\.")
    assert await ann.ends() == 0


async def test_a_first_deal_is_explained_to_those_who_ask_for_it(start):
    ann = await start("play", "--learn", "--plain", "--pause", "0")

    told = await ann.until("Lesson, 1 of 9")
    await ann.say("who", "quit")
    await ann.until("Seat 3: .*, easy bot")

    assert any("3 of 3 seats taken" in line for line in told)
    assert await ann.ends() == 0


async def test_the_server_of_a_game_ends_with_the_player_who_is_killed(start):
    ann = await start("play", "--plain", "--bots", "easy")
    await ann.until("It is your turn|dealt")
    servers = [os.pidfd_open(child) for child in children_of(ann.process.pid)]

    ann.kill()

    assert servers
    with trio.fail_after(PATIENCE):
        for server in servers:
            await trio.lowlevel.wait_readable(server)
            os.close(server)


async def test_a_server_that_is_told_to_stop_says_so_and_stops(start):
    house, host = await start.house()
    ann = await start("join", host, "--plain", "--name", "Ann")
    await ann.say("create friday seats=2")
    await ann.until("You are the host")

    os.kill(house.process.pid, signal.SIGTERM)

    assert await house.ends() == 0
    await ann.until("open again in \\d+ s")
    await ann.say("quit")
    assert await ann.ends() == 0


async def test_a_client_that_was_stopped_looks_after_its_connection(start):
    _, host = await start.house()
    ann = await start("join", host, "--plain", "--name", "Ann")
    await ann.say("create friday seats=2")
    await ann.until("You are the host")

    os.kill(ann.process.pid, signal.SIGSTOP)
    os.kill(ann.process.pid, signal.SIGCONT)

    await ann.until("You are back in your seat, number 1")
    await ann.say("say hello", "quit")
    assert await ann.ends() == 0


async def test_a_seat_that_is_given_up_is_not_gone_back_to(start):
    _, host = await start.house()
    ann = await start("join", host, "--plain", "--name", "Ann")
    await ann.say("create friday seats=2", "leave", "quit")
    await ann.until("You have left the table")
    assert await ann.ends() == 0

    again = await start("--plain")

    await again.until("No seat is kept for you")
    assert await again.ends() == 0


async def test_a_second_terminal_of_a_person_sits_down_anew(start):
    _, host = await start.house()
    ann = await start("join", host, "--plain")
    await ann.say("create friday seats=2")
    await ann.until("You have seat 1")

    second = await start("join", host, "--table", "friday", "--plain")

    await second.until("You have seat 2")
    (name,) = re.findall("as (.*)\\.", second.heard[0])
    assert name.endswith(" 2")


async def test_a_server_that_cannot_have_its_port_says_so_in_one_line(start):
    house, host = await start.house()
    second = await start(
        "serve", "--bind", "127.0.0.1", "--port", re.search(r":(\d+)/", host)[1]
    )

    assert await second.ends() == 2
    told = await second.until("Cannot listen at 127.0.0.1")
    assert len(told) == 1
    assert house.process.returncode is None
