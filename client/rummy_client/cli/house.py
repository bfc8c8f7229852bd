"""A house whose games are kept and that others may come to: its folder, its key, its doors.

Loaded for ``rummy serve``, and not for the house of a game at home, which has none of them.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import NamedTuple

import click

from rummy_protocol.lan import join_code
from rummy_server.env import house_env
from rummy_server.identity import Identity, IdentityFault
from rummy_server.operating.counted import Counted
from rummy_server.operating.hatch import Blocked
from rummy_server.operating.lines import Lines
from rummy_server.pipe import Network, TcpNetwork
from rummy_server.settings import Settings
from rummy_server.store.folder import DataFolder, FolderRefused, default_data_folder
from rummy_server.store.sqlite import SqliteJournal
from rummy_server.tls import TlsNetwork

from .opened import is_hidden, open_to_others
from .running import leaves, run, served
from .ssh import SshFault
from .upkeep import Upkeep

__all__ = ["Front", "house"]


class Front(NamedTuple):
    """How a house shows itself to those who come."""

    identity: Identity
    network: Network
    pin: str
    """What others know it by; empty if nothing is encrypted."""
    code: str = ""
    """By which it is announced; empty if it is not."""
    ssh: int | None = None
    """The port for those who come by ssh; ``None``: nobody can."""


def house(
    settings: Settings,
    data: Path | None,
    upkeep: Upkeep,
    *,
    hidden: bool,
    insecure: bool,
    ssh: int | None,
) -> int:
    """Serve with the games that are kept in *data*; the exit status."""
    try:
        folder = DataFolder.open(data or default_data_folder())
    except FolderRefused as no:
        raise click.ClickException(str(no)) from no
    try:
        front = _front(folder, insecure, hidden or is_hidden(settings.host))._replace(ssh=ssh)
        lines = upkeep.lines()
        try:
            return _run(settings, folder, upkeep, lines, front)
        finally:
            lines.close()
    finally:
        folder.close()


def _front(folder: DataFolder, insecure: bool, hidden: bool) -> Front:
    """The house's key, and a network on which everything is encrypted with it, or not."""
    try:
        identity = Identity.in_folder(folder.path)
        code = "" if hidden else join_code(identity.pin)
        if insecure:
            return Front(identity, TcpNetwork(), "", code)
        network = TlsNetwork(TcpNetwork(), identity.server_context())
        return Front(identity, network, identity.pin, code)
    except IdentityFault as no:
        raise click.ClickException(str(no)) from None


def _run(
    settings: Settings, folder: DataFolder, upkeep: Upkeep, lines: Lines, front: Front
) -> int:
    try:
        serving = partial(_serve, settings, folder, upkeep, lines, front)
        return run(serving, settings, folder.path)
    except* Blocked as group:
        raise click.ClickException(next(str(exc) for exc in leaves(group))) from None
    except* SshFault as group:
        raise click.ClickException(next(str(exc) for exc in leaves(group))) from None


async def _serve(
    settings: Settings, folder: DataFolder, upkeep: Upkeep, lines: Lines, front: Front
) -> None:
    journal = SqliteJournal(folder, reserve=settings.disk_reserve, sign=front.identity.sign)
    counted = Counted(journal)
    beside = upkeep.beside(folder, journal, counted, lines)
    async with served(house_env(counted, front.network), settings, [beside]) as (
        nursery,
        port,
    ):
        await open_to_others(nursery, settings, port, folder.path, front)
        lines.write_held()
