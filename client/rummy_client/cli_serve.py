"""``rummy serve``: a server in the foreground, and the lines that its host needs to read."""

from __future__ import annotations

import logging
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

import click
import trio

from rummy_protocol.lan import join_code
from rummy_server.app import Beside, StartAgain
from rummy_server.app import serve as run_server
from rummy_server.env import house_env, real_env
from rummy_server.identity import Identity, IdentityFault
from rummy_server.journal import StorageFailed
from rummy_server.operating.counted import Counted
from rummy_server.operating.hatch import Blocked
from rummy_server.operating.lines import Lines
from rummy_server.pipe import Network, TcpNetwork
from rummy_server.settings import Settings
from rummy_server.store.folder import DataFolder, FolderRefused, default_data_folder
from rummy_server.store.sqlite import SqliteJournal
from rummy_server.tls import TlsNetwork

from .cli_games import from_file, standing_table
from .cli_ssh import SshFault
from .cli_upkeep import Upkeep
from .cli_words import _

__all__ = ["serve"]

E = TypeVar("E", bound=Exception)

START_AGAIN: Final = 75
"""Exit status of a server that was told to restart, or whose store has failed
(`EX_TEMPFAIL`): start it again."""


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
        return _run(settings)
    try:
        folder = DataFolder.open(data or default_data_folder())
    except FolderRefused as no:
        raise click.ClickException(str(no)) from no
    upkeep = Upkeep(log, log_level, log_file, metrics)
    try:
        from .cli_open import is_hidden

        front = _front(folder, insecure, hidden or is_hidden(bind))._replace(ssh=ssh)
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
    settings: Settings,
    folder: DataFolder | None = None,
    upkeep: Upkeep | None = None,
    lines: Lines | None = None,
    front: Front | None = None,
) -> int:
    """Serve with the games in *folder*; without one they end with the server, and it with
    its input."""
    failed: list[str] = []
    lost: list[str] = []
    again = False
    try:
        trio.run(_serve, settings, folder, upkeep, lines, front)
    except* StorageFailed as group:
        lost = [str(exc) for exc in leaves(group)]
    except* StartAgain:
        again = True
    except* Blocked as group:
        raise click.ClickException(next(str(exc) for exc in leaves(group))) from None
    except* SshFault as group:
        why = next(str(exc) for exc in leaves(group))
        told = _("Cannot open the door for ssh: {why}.", why=why)
        raise click.ClickException(told) from None
    except* OSError as group:
        failed = [exc.strerror or str(exc) for exc in leaves(group)]
    if lost and folder is not None:
        click.echo(
            _(
                "rummy serve: Nothing more can be kept in {folder}: {why}. "
                "What was answered is kept. Mend the disk, then start again.",
                folder=str(folder.path),
                why=str(lost[0]),
            ),
            err=True,
        )
        return START_AGAIN
    if failed:
        raise click.ClickException(
            _(
                "Cannot listen at {host} port {port}: {why}. "
                "Choose another with --port or --bind.",
                host=settings.host,
                port=settings.port,
                why=str(failed[0]),
            )
        )
    return START_AGAIN if again else 0


async def _serve(
    settings: Settings,
    folder: DataFolder | None,
    upkeep: Upkeep | None,
    lines: Lines | None,
    front: Front | None,
) -> None:
    env = real_env()
    beside: list[Beside] = []
    if folder and upkeep and lines and front:
        sign = front.identity.sign
        journal = SqliteJournal(folder, reserve=settings.disk_reserve, sign=sign)
        counted = Counted(journal)
        env = house_env(counted, front.network)
        beside.append(upkeep.beside(folder, journal, counted, lines))
    try:
        async with trio.open_nursery() as nursery:
            await nursery.start(_stop_when_told, nursery.cancel_scope)
            address = await nursery.start(run_server, env, settings, beside)
            if folder is None or front is None:
                nursery.start_soon(_stop_with_input, nursery.cancel_scope)
                click.echo(f"{address.port}")
            else:
                from .cli_open import open_to_others

                await open_to_others(nursery, settings, address.port, folder.path, front)
            sys.stdout.flush()
    finally:
        await env.store.close()


async def _stop_when_told(
    scope: trio.CancelScope, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
) -> None:
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        task_status.started()
        async for _ in signals:
            scope.cancel()


async def _stop_with_input(scope: trio.CancelScope) -> None:
    """Whoever started us holds the other end of our input; when they end, so do we."""
    await trio.lowlevel.wait_readable(sys.stdin.fileno())
    while os.read(sys.stdin.fileno(), 4096):
        await trio.lowlevel.wait_readable(sys.stdin.fileno())
    scope.cancel()


def leaves(group: BaseExceptionGroup[E]) -> Iterator[E]:
    """The exceptions in *group*, however deep."""
    for exc in group.exceptions:
        if isinstance(exc, BaseExceptionGroup):
            yield from leaves(exc)
        else:
            yield exc
