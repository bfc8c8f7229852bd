"""``rummy join``, ``rummy watch``, and ``rummy`` alone."""

from __future__ import annotations

import sys

import click

from rummy_protocol.messages import Join, ListTables, Request, Watch

from .cli_client import called, kept_seat, run_client, seat_folder, secret_word
from .cli_options import Address

__all__ = ["home", "join", "watch"]

START = (
    ("play", "Play here, against bots"),
    ("join", "Join a server: rummy join HOST"),
    ("serve", "Host tables for others: rummy serve --bind 0.0.0.0"),
    ("watch", "Look on: rummy watch HOST TABLE"),
)


def join(
    host: Address, table: str, password: bool, name: str | None, plain: bool, profile: str
) -> int:
    """Back to a seat that is kept at *host*, or a new one; the exit status."""
    folder = seat_folder(profile)
    seat = kept_seat(folder, host, table)
    if seat is not None:
        return run_client(host, seat.seat.name, plain=plain, folder=folder, seat=seat)
    wanted: Request = (
        Join(0, table, b"", b"", secret_word(password)) if table else ListTables(0)
    )
    person = called(name, folder)
    return run_client(host, person, plain=plain, folder=folder, opening=(wanted,))


def watch(host: Address, table: str, password: bool, name: str | None, plain: bool) -> int:
    """Look on at *table*; the exit status."""
    wanted: Request = Watch(0, table, secret_word(password)) if table else ListTables(0)
    return run_client(host, called(name), plain=plain, opening=(wanted,), stay=bool(table))


def home(plain: bool, profile: str) -> int:
    """Straight back to the seat that is kept for this person; else say what there is."""
    folder = seat_folder(profile)
    held = kept_seat(folder)
    if held is None:
        return start(plain)
    seat = held.seat
    host = Address(seat.host, seat.port)
    return run_client(host, seat.name, plain=plain, folder=folder, seat=held)


def start(plain: bool) -> int:
    """The start screen: what one can do here."""
    click.echo("No seat is kept for you. What now?")
    for number, (command, what) in enumerate(START, 1):
        click.echo(f"{number}  {what}" if ":" in what else f"{number}  {what}: rummy {command}")
    if not sys.stdin.isatty():
        return 0
    return chosen(click.prompt("1 to 4, or Enter to play", default="1", show_default=False))


def chosen(answer: str) -> int:
    """Do what was chosen at the start screen."""
    from .cli import main

    number = int(answer) if answer.isascii() and answer.isdigit() else 0
    if not 1 <= number <= len(START):
        raise click.UsageError(f"{answer[:20]!r} is not from 1 to {len(START)}.")
    command = START[number - 1][0]
    told = [command]
    if command in ("join", "watch"):
        told.append(click.prompt("The server's address", default="127.0.0.1"))
    return main(told)
