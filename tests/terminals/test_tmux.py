"""The program in a shell in tmux: put aside, brought back, and a shell that lives on."""

from __future__ import annotations

import os
import signal

import pytest

from ..processes import children_of

pytestmark = [pytest.mark.slow, pytest.mark.machine]

PLAY = ("play", "--bots", "easy", "--pause", "0", "--name", "Ann")


def test_it_is_put_aside_and_comes_back_to_the_same_cards(tmux) -> None:
    tmux.run("echo", "written before")
    tmux.rummy(*PLAY)
    tmux.wait_for("Your turn: take a card")
    before = tmux.settled()
    tmux.type("C-z")
    shell = tmux.wait_for("Stopped", "written before")
    tmux.run("fg")
    tmux.wait_for("Your turn: take a card")
    after = tmux.settled()
    tmux.type("q", "y")
    end = tmux.wait_for("written before")

    assert "written before" in shell, "what stood on the ordinary screen is there again"
    assert before == after
    assert "Your turn" not in end


def test_a_shell_is_as_it_was_after_the_client_was_killed(tmux) -> None:
    tmux.rummy(*PLAY)
    tmux.wait_for("Your turn: take a card")
    supervisor = int(tmux.ask("display-message", "-p", "#{pane_pid}"))
    (program,) = children_of(supervisor)
    client = children_of(program)[0]  # it owns the screen; behind it comes the server
    os.kill(client, signal.SIGKILL)
    tmux.wait_for("was ended by SIGKILL")
    tmux.run("echo", "still", "here")

    tmux.wait_for("still here", times=2)  # as it is typed, and as it is answered
    assert tmux.told("cursor_flag") == "1"
    assert tmux.told("alternate_on") == "0"
