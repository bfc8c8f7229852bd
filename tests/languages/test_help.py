"""The command line in another language: its help, its complaints, and click's own words."""

from __future__ import annotations

from contextlib import nullcontext

import click
import pytest
from wcwidth import wcswidth

from rummy_client.cli.main import main, rummy
from rummy_client.cli.words import Spoken
from rummy_protocol.text import speaking

from .said import english_but
from .wide import widened


def commands(command=rummy, path="rummy"):
    yield path, command
    if isinstance(command, click.Group):
        for name, under in command.commands.items():
            yield from commands(under, f"{path} {name}")


ALL = dict(commands())


@pytest.fixture(autouse=True)
def _as_it_is_spoken_here(monkeypatch):
    """The command line chooses no language of its own."""
    monkeypatch.setattr("rummy_client.cli.main.said_in", lambda code: nullcontext())


@pytest.mark.parametrize("path", ALL)
def test_every_command_has_its_help_in_what_is_spoken(path, capsys, spoken_wide) -> None:
    assert isinstance(ALL[path], Spoken), "made with cls=Spoken"
    assert main([*path.split()[1:], "--help"]) == 0
    told = " ".join(capsys.readouterr().out.split())

    assert widened("Usage:") in told
    assert widened("Show this message and exit.") in told
    assert widened("The language to speak.") in told or "--language CODE" in told
    assert "Show this" not in told


@pytest.mark.parametrize("path", ALL)
def test_no_line_of_help_is_wider_than_the_terminal(path, capsys, spoken_wide) -> None:
    """Click counts signs, and these take two cells each."""
    assert main([*path.split()[1:], "--help"]) == 0

    assert max(map(wcswidth, capsys.readouterr().out.splitlines())) <= 80


def test_headings_have_the_colon_that_the_language_has(capsys) -> None:
    with speaking(english_but()):
        assert main(["--help"]) == 0
    told = capsys.readouterr().out.splitlines()

    assert "Options :" in told
    assert "Commands :" in told
    assert not any("\N{NO-BREAK SPACE}" in line for line in told)


def test_no_line_of_help_begins_with_a_sign_that_belongs_before_it(capsys) -> None:
    help_of_plain = next(each.help for each in rummy.params if each.name == "plain")
    words = " ; ".join(["un", "deux", "trois", "quatre"] * 10)
    with speaking(english_but({("", help_of_plain): words})):
        assert main(["--help"]) == 0
    lines = capsys.readouterr().out.splitlines()

    assert sum(line.count(" ;") for line in lines) == 39
    assert not [line for line in lines if line.strip().startswith(";")]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("play --bots 99", "The number of bots is {low} to {high}, and not {n}."),
        ("plya", "No such command {name!r}."),
        ("play --pawns 3", "No such option {name!r}."),
        ("play --pause x", "Invalid value for {param_hint}: {message}"),
        ("play --pause 99999999", "{told} is not a number from {low} to {high}."),
        ("serve --log xml", "{value!r} is not one of {choices}."),
        ("play --pause", "Option {name!r} requires an argument."),
        ("play --plain=yes", "Option {name!r} does not take a value."),
        ("rules basic more", "Got unexpected extra argument ({args})"),
        ("forget", "Missing argument"),
        ("export", "Missing argument"),
    ],
)
def test_complaints_are_in_what_is_spoken(typed, words, capsys, spoken_wide) -> None:
    assert main(typed.split()) == 2
    told = " ".join(capsys.readouterr().err.split())
    longest = max(widened(words).replace("{{", "{").split("{"), key=len)

    assert longest.rpartition("}")[2].strip() in told, told
    assert widened("See:") in told


def test_english_help_needs_no_catalogue(capsys) -> None:
    assert main(["play", "--help"]) == 0
    assert "Play here, against bots." in capsys.readouterr().out
