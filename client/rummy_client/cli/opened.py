"""A house that is open is shown: to its host what others type, to its network that it is there.

Loaded for houses that others may come to, and not for that of a game at home.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
import trio

from rummy_protocol.lan import Notice
from rummy_server.lan import Heard, Hearing, announce, reachable
from rummy_server.lan.interfaces import is_loopback_host
from rummy_server.settings import Settings

from .announce import MOST_ADDRESSES, announcement, hints, join_line, picture
from .ssh import errand_for, ssh_door, ssh_lines

if TYPE_CHECKING:
    from .house import Front

__all__ = ["is_hidden", "open_to_others"]


BENEATH: Final = 5
"""Rows below the picture: three ways to come, the longest of them in two, and the cursor."""


def is_hidden(bind: str) -> bool:
    """Whether nobody but this machine can reach a server that listens at *bind*."""
    return is_loopback_host(bind)


async def open_to_others(
    nursery: trio.Nursery, settings: Settings, port: int, folder: Path, front: Front
) -> None:
    """Say to the host what others type, and to the network that there is a house."""
    hosts = reachable(settings.host)[:MOST_ADDRESSES]
    doors = 0 if front.ssh is None else len(hosts) + 1
    shown = _picture(settings, port, front.pin, BENEATH + doors)
    by_ssh: Iterable[str] = ()
    if front.ssh is not None:
        # Before anything is said: a house that cannot open all its doors does not open.
        errand = errand_for(settings.host, front.ssh, port, front.pin, folder)
        by_ssh = ssh_lines(await nursery.start(ssh_door, errand), hosts)
    for told in announcement(settings, port, folder, front.pin, front.code, shown):
        click.echo(told)
    for told in by_ssh:
        click.echo(told)
    if front.code:
        nursery.start_soon(
            announce, _notice(settings, port, front), settings.host, _hearer(port)
        )


def _notice(settings: Settings, port: int, front: Front) -> Notice:
    build = version("rummy-tables")
    return Notice(front.code, settings.name, port, build=build, plain=not front.pin)


def _hearer(port: int) -> Heard:
    def heard(hearing: Hearing) -> None:
        for told in hints(hearing, port):
            click.echo(told)
        sys.stdout.flush()

    return heard


def _picture(settings: Settings, port: int, pin: str, beneath: int) -> list[str]:
    """The join line as a picture, where it can be seen whole with the rows *beneath* it."""
    line = join_line(settings, port, pin)
    if not line or not _knows_blocks():
        return []
    rows = picture(line, coloured=False)
    columns, lines = shutil.get_terminal_size()
    if len(rows[0]) > columns or len(rows) + beneath > lines:
        return []
    return rows if "NO_COLOR" in os.environ else picture(line, coloured=True)


def _knows_blocks() -> bool:
    """Whether our output is a terminal that has half blocks."""
    if not sys.stdout.isatty():
        return False
    try:
        "▄▀█".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
