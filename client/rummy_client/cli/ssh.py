"""``rummy serve --ssh``: the gateway for ssh clients, as a process that the house looks after.

It is started again when it breaks, and ends with the house. Nothing of ssh is loaded in here.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import click
import msgspec
import trio

from ..ssh.errand import Errand, House, Opened
from .words import _

__all__ = ["SshFault", "errand_for", "ssh_door", "ssh_lines"]

_EVERYWHERE: Final = {"*": "127.0.0.1", "": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}
"""Where a house that listens everywhere is reached from its own machine."""
_START: Final = 30
"""Seconds that a gateway has to answer."""
_END: Final = 5
"""Seconds that it has to take its leave."""
_AGAIN: Final = (1, 60)
"""Seconds before a gateway that broke is started again: at first, and at most."""


class SshFault(Exception):
    """The gateway cannot open; the text is the line that says why, and what to do."""


def errand_for(bind: str, ssh_port: int, house_port: int, pin: str, data: Path) -> Errand:
    """What the gateway of a house is to do that listens at *bind*."""
    house = House(_EVERYWHERE.get(bind, bind), house_port, pin)
    return Errand(bind=bind, port=ssh_port, house=house, folder=str(data / "ssh"))


def ssh_lines(opened: Opened, hosts: Sequence[str]) -> Iterator[str]:
    """What the host tells those who have nothing but ssh."""
    for host in hosts:
        yield _("With ssh alone: {command}", command=f"ssh -p {opened.port} {host}")
    yield _("The key of this door is {fingerprint}.", fingerprint=opened.fingerprint)


async def ssh_door(
    errand: Errand, *, task_status: trio.TaskStatus[Opened] = trio.TASK_STATUS_IGNORED
) -> None:
    """Keep a gateway open until cancelled; it has opened when this has started.

    Raises:
        SshFault: it cannot open.
    """
    pause, most = _AGAIN
    first = True
    while True:
        process = await _start()
        try:
            opened = await _opened(process, errand)
            if opened.port:
                errand = msgspec.structs.replace(errand, port=opened.port)
                pause = _AGAIN[0]
            if first:
                if opened.fault:
                    raise SshFault(_closed(errand.port, opened))
                task_status.started(opened)
                first = False
            await process.wait()
        finally:
            await _end(process)
        click.echo(_("The ssh door broke, and is opened again."), err=True)
        await trio.sleep(pause)
        pause = min(2 * pause, most)


def _closed(port: int, opened: Opened) -> str:
    """Why the gateway cannot open."""
    if opened.by_port:
        return _(
            "Cannot listen for ssh at port {port}: {why}. Choose another with --ssh PORT.",
            port=port,
            why=opened.fault,
        )
    return _("Cannot open the door for ssh: {why}.", why=opened.fault)


async def _start() -> trio.Process:
    # A session of its own: what the terminal sends to us (^C) is not for the gateway.
    return await trio.lowlevel.open_process(
        [sys.executable, "-m", "rummy_client.ssh"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )


async def _opened(process: trio.Process, errand: Errand) -> Opened:
    """What the gateway answers to its *errand*."""
    assert process.stdin is not None, "it was asked for"
    assert process.stdout is not None, "it was asked for"
    told = b""
    with trio.move_on_after(_START):
        try:
            await process.stdin.send_all(msgspec.json.encode(errand) + b"\n")
        except trio.BrokenResourceError:
            return Opened(fault=_("it ended at once"))
        while not told.endswith(b"\n"):
            some = await process.stdout.receive_some()
            if not some:
                return Opened(fault=_("it ended at once"))
            told += some
        return msgspec.json.decode(told, type=Opened)
    return Opened(fault=_("it does not answer"))


async def _end(process: trio.Process) -> None:
    """Have it take its leave; it sees that its input has ended."""
    with trio.CancelScope(shield=True):
        if process.stdin is not None:
            await process.stdin.aclose()
        with trio.move_on_after(_END):
            await process.wait()
        if process.poll() is None:
            process.kill()
            await process.wait()
        if process.stdout is not None:
            await process.stdout.aclose()
