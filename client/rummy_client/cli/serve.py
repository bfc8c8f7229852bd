"""``rummy serve``: what is typed becomes the settings of a house, and the house is served.

A house of one's own, in which a game at home is played, listens on this machine alone and keeps
nothing; what other houses have besides is loaded only for them.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import click
import trio

from rummy_server.env import real_env
from rummy_server.settings import Settings

from .games import from_file, standing_table
from .running import run, served

__all__ = ["serve"]


def serve(
    bind: str,
    port: int,
    name: str | None,
    pause: int | None,
    tables: Sequence[str] = (),
    files: Sequence[str] = (),
    data: Path | None = None,
    *,
    end_with_input: bool,
    hidden: bool = False,
    insecure: bool = False,
    log: str = "text",
    log_level: str = "info",
    log_file: Path | None = None,
    metrics: int | None = None,
    back_in: int = 5,
    ssh: int | None = None,
) -> int:
    """Serve until told to stop; the exit status: 75 if it shall be started again."""
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.INFO)
    told: dict[str, object] = {"host": bind, "port": port}
    told |= {"name": name} if name is not None else {}
    # A house of one's own ends with its owner, and its games with it.
    told |= {"back_seconds": 0 if end_with_input else back_in}
    told |= {"bot_pause_ms": pause} if pause is not None else {}
    told |= {"games": tuple(map(from_file, files))}
    told |= {"standing": tuple(map(standing_table, tables))}
    settings = Settings(**told)  # type: ignore[arg-type]
    if end_with_input:
        return run(partial(_at_home, settings), settings)
    from .house import house
    from .upkeep import Upkeep

    upkeep = Upkeep(log, log_level, log_file, metrics)
    return house(settings, data, upkeep, hidden=hidden, insecure=insecure, ssh=ssh)


async def _at_home(settings: Settings) -> None:
    """Serve one game; whoever plays it is told the port, and nobody else anything."""
    async with served(real_env(), settings) as (nursery, port):
        nursery.start_soon(_stop_with_input, nursery.cancel_scope)
        click.echo(f"{port}")


async def _stop_with_input(scope: trio.CancelScope) -> None:
    """Whoever started us holds the other end of our input; when they end, so do we."""
    await trio.lowlevel.wait_readable(sys.stdin.fileno())
    while os.read(sys.stdin.fileno(), 4096):
        await trio.lowlevel.wait_readable(sys.stdin.fileno())
    scope.cancel()
