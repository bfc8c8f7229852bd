"""The command ``rummy``: words and options in, one line out for each that is wrong.

It decides what is to be run and runs none of it: each command imports what it needs when it
is called, so that ``rummy --help`` is there at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from ..config import language_kept
from ..loading import loading
from ..terminal.supervisor import Sayings
from ..tongue import asked_for, language_of
from .cast import SIZE
from .ending import told_in_one_line
from .kept import COMMANDS as KEPT
from .kept import data
from .liking import liked, taken
from .options import (
    ADDRESS,
    BOTS,
    DEFAULT_PORT,
    DEFAULT_SSH_PORT,
    LEVEL,
    NAME,
    PROFILE,
    SETTING,
    WHERE,
    Address,
    Whole,
)
from .terminal import in_terminal
from .words import SpokenGroup, _, said_in, teach_click

__all__ = ["main"]

plain = click.option("--plain", is_flag=True, help="Play by lines; for pipes and readers.")
profile = click.option(
    "--profile", type=PROFILE, default="default", help="Whose seats these are. [default]"
)
name = click.option("--name", type=NAME, default=None, help="The name that others see.")
password = click.option(
    "--password", is_flag=True, help="Ask for the table's password; else RUMMY_PASSWORD is it."
)
insecure = click.option(
    "--insecure", is_flag=True, help="Do not encrypt: others on the network can read along."
)
trust_new = click.option(
    "--trust-new", is_flag=True, help="Take the key of a house that is new to you, unasked."
)
settings = click.option(
    "--set", "settings", type=SETTING, multiple=True, help="A house rule, NAME=VALUE."
)
FORMS = ("text", "json")
ERRANDS = (
    "tables",
    "sessions",
    "kick",
    "close",
    "announce",
    "drain",
    "restart",
    "health",
    "backup",
)
the_game = click.option(
    "--rules", "told", default="", metavar="NAME|FILE", help="The game; see rummy rules."
)


@click.group(
    cls=SpokenGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="rummy-tables", message="rummy %(version)s")
@plain
@profile
@liked
@click.pass_context
def rummy(context: click.Context, /, plain: bool, profile: str, **options: Any) -> int:
    """Rummy in the terminal. Alone: back to the seat that is kept for you, or to the start."""
    if context.invoked_subcommand is None:
        return _client(plain, "cli.join", "home", profile=profile, **options)
    return 0


@rummy.command()
@click.option("--bots", type=BOTS, default=(), help="How many, or which: sharp,steady,easy.")
@the_game
@settings
@click.option("--pause", type=Whole(0, 10_000), help="Milliseconds a bot waits.")
@click.option("--learn", is_flag=True, help="Have a first deal explained step by step.")
@plain
@name
@liked
def play(plain: bool, **options: Any) -> int:
    """Play here, against bots. Nothing else is needed."""
    return _client(plain, "play", "play", **options)


@rummy.command()
@click.option("--bind", default="*", help="The address to listen at. [all there are]")
@click.option(
    "--no-lan", "--hidden", "hidden", is_flag=True, help="Do not tell the network about it."
)
@click.option(
    "--port", type=Whole(0, 65_535), default=DEFAULT_PORT, help="The port to listen at. [7866]"
)
@click.option("--name", type=NAME, default=None, help="What the house is called.")
@click.option("--pause", type=Whole(0, 10_000), help="Milliseconds a bot waits.")
@click.option(
    "--table",
    "tables",
    multiple=True,
    metavar="NAME: GAME, RULE=VALUE, ...",
    help="A table that is always there; seats=, turn_seconds=, delay= and watch= may be named "
    "too.",
)
@click.option(
    "--rules", "files", multiple=True, metavar="FILE", help="A game of the house, from a file."
)
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Where games are kept. [your data folder]",
)
@click.option(
    "--log", type=click.Choice(FORMS), default="text", help="How the log looks. [text]"
)
@click.option(
    "--log-level",
    type=click.Choice(("debug", "info", "warning", "error")),
    default="info",
    help="What is logged; addresses only with debug. [info]",
)
@click.option(
    "--log-file", type=click.Path(path_type=Path), help="Log there, in files of bounded size."
)
@click.option(
    "--metrics",
    type=Whole(1, 65_535),
    metavar="PORT",
    help="Show metrics and health there, on this machine only.",
)
@click.option(
    "--back-in",
    type=Whole(1, 3600),
    default=5,
    metavar="SECONDS",
    help="When people are told to come back when it stops. [5]",
)
@click.option(
    "--ssh",
    type=Whole(0, 65_535),
    is_flag=False,
    flag_value=str(DEFAULT_SSH_PORT),
    metavar="[PORT]",
    help="Let people play who have nothing but ssh. [7822]",
)
@insecure
@click.option("--end-with-input", is_flag=True, hidden=True)
def serve(**options: Any) -> int:
    """Host tables for others."""
    with loading():
        from .serve import serve

    return serve(**options)


@rummy.command()
@click.argument("errand", metavar="ERRAND", type=click.Choice(ERRANDS))
@click.argument("words", nargs=-1)
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Where the house keeps its games. [your data folder]",
)
@click.option("--seat", is_flag=True, help="kick: the seat goes too.")
@click.option("--table", default="", metavar="CODE", help="announce: for this table only.")
@click.option("--why", default="", metavar="TEXT", help="close: what the players are told.")
@click.option("--stop", is_flag=True, help="drain: close the house after the last match.")
@click.option("--off", is_flag=True, help="drain: take people again.")
@click.option(
    "--back-in", type=Whole(1, 3600), metavar="SECONDS", help="restart: what people are told."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMS),
    default="text",
    help="How it is written. [text]",
)
def admin(**options: Any) -> int:
    """Look after the house that runs on this machine.

    tables, sessions, kick SESSION, close TABLE, announce TEXT, drain, restart, health,
    backup FILE.
    """
    from .admin import admin

    return admin(**options)


@rummy.command()
@click.argument("host", type=WHERE, required=False)
@click.option("--table", default="", help="The table's code or name.")
@insecure
@trust_new
@password
@name
@plain
@profile
@liked
def join(plain: bool, **options: Any) -> int:
    """Sit down at a table: at HOST[:PORT], by a code, or of a server on your network."""
    return _client(plain, "cli.join", "join", **options)


@rummy.command()
@click.argument("host", type=WHERE, required=False)
@click.argument("table", default="")
@insecure
@trust_new
@password
@click.option(
    "--watch-code",
    is_flag=True,
    help="Ask for the table's watch code; else RUMMY_WATCH_CODE is it.",
)
@name
@plain
@click.option(
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write down what is drawn, as an asciicast.",
)
@click.option("--size", type=SIZE, help="Draw it for a screen that nobody sees, like 80x24.")
@liked
def watch(plain: bool, **options: Any) -> int:
    """Look on at TABLE of the server at HOST[:PORT], by a code, or on your network."""
    return _client(plain, "cli.join", "watch", **options)


@rummy.command()
@click.argument("host", type=ADDRESS)
@click.argument("table")
@click.option("--level", type=LEVEL, default="steady", help="How well it plays. [steady]")
@insecure
@trust_new
@password
@click.option("--pause", type=Whole(0, 10_000), default=800, help="Milliseconds a bot waits.")
@name
def bot(host: Address, table: str, **options: Any) -> int:
    """Put a bot into a free seat of TABLE at HOST[:PORT], from here."""
    from .bot import bot

    return bot(host, table, **options)


@rummy.command()
@click.argument("host", type=ADDRESS)
def forget(host: Address) -> int:
    """Forget the key of the house at HOST[:PORT], to be asked about the next one."""
    from .trust import forget

    return forget(host)


@rummy.command()
@the_game
@settings
@click.option("--bots", type=BOTS, default="sharp,steady", help="Two or more levels.")
@click.option(
    "--deals", type=Whole(1, 1_000_000), default=2000, help="How many are played. [2000]"
)
@click.option(
    "--seed",
    type=Whole(0, 2**31 - 1),
    metavar="NUMBER",
    default=1,
    help="The same number, the same cards. [1]",
)
@click.option("--deal", type=Whole(1, 100), help="Play only this deal of a match.")
@click.option("--matches", is_flag=True, help="Play whole matches; --deals says how many.")
def simulate(**options: Any) -> int:
    """Play bots against bots and print how often each wins."""
    from .rules import simulate

    return simulate(**options)


@rummy.command()
@click.argument("told", metavar="[NAME|FILE]", default="")
@settings
@click.option(
    "--format",
    "form",
    type=click.Choice(("text", "json", "toml")),
    default="text",
    help="How it is written. [text]",
)
def rules(told: str, settings: Sequence[str], form: str) -> int:
    """The games there are; or the rules of one, as they are read aloud or as a file."""
    from .rules import rules

    return rules(told, settings, form)


@rummy.command()
@click.argument("what", metavar="GAME|FILE")
@click.option("--seat", metavar="NAME", help="As it was seen from the seat of NAME.")
@plain
@data
@liked
def replay(plain: bool, **options: Any) -> int:
    """Turn a game over again, move by move, as a player or an onlooker saw it."""
    return _client(plain, "cli.archive", "replay", **options)


@rummy.command()
@click.argument("told", metavar="[NAME=VALUE]...", nargs=-1)
@click.option("--path", "path_only", is_flag=True, help="Say only where they are kept.")
def config(told: Sequence[str], path_only: bool) -> int:
    """The settings that hold, and where they are kept; theme=light changes one."""
    from .config import config

    return config(told, path_only)


for command in KEPT:
    rummy.add_command(command)


def _client(plain: bool, module: str, command: str, **options: Any) -> int:
    """Run a client in the way that suits the terminal; its heavy parts are loaded in there."""
    flags = taken(options)

    def face(lifeline: int | None) -> int:
        with loading():
            run = getattr(import_module(f"rummy_client.{module}"), command)
            from .manner import manner_of

        return told_in_one_line(lambda: run(manner_of(plain, lifeline, flags), **options))

    return in_terminal(plain, face, Sayings(_killed, _failed))


def _killed(name: str) -> str:
    return _("The client was ended by {name}.", name=name)


def _failed(what: str) -> str:
    return _("An error of ours ended the client: {what}", what=what)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; the exit status: 0, 2 for what was typed wrong, 130 for ^C."""
    words = sys.argv[1:] if argv is None else argv
    teach_click()
    with said_in(language_of(asked_for(words), language_kept(), os.environ)):
        return told_in_one_line(
            lambda: rummy.main(words, prog_name="rummy", standalone_mode=False)
        )
