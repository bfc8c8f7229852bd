"""What the host of a house reads: where it is, what others type, and what is wrong."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import click

from rummy_protocol import text
from rummy_protocol.lan import PORT
from rummy_protocol.text import _, plural
from rummy_server.lan import Hearing, reachable
from rummy_server.lan.interfaces import is_loopback_host
from rummy_server.settings import Settings

from .options import Address

__all__ = [
    "MOST_ADDRESSES",
    "announcement",
    "hints",
    "join_line",
    "picture",
]

MOST_ADDRESSES: Final = 6
"""Join lines that are printed: a machine with containers has a network for each."""
QUIET: Final = 2
"""Modules of light around the picture; what reads it wants four, and takes two."""
OPENERS: Final = (
    ("ufw", "sudo ufw allow {tcp}/tcp && sudo ufw allow {udp}/udp"),
    ("firewall-cmd", "sudo firewall-cmd --add-port={tcp}/tcp --add-port={udp}/udp"),
    (
        "iptables",
        "sudo iptables -I INPUT -p tcp --dport {tcp} -j ACCEPT && "
        "sudo iptables -I INPUT -p udp --dport {udp} -j ACCEPT",
    ),
)
"""How ports are opened, by the tool that a machine has. The tables of nft have names that
nobody can know."""


def announcement(
    settings: Settings,
    port: int,
    kept: Path | None = None,
    pin: str = "",
    code: str = "",
    shown: Sequence[str] = (),
) -> Iterator[str]:
    """What the host reads: where the house is, what it keeps where, and what others type.

    Without a *pin* nothing is encrypted; without a *code* it is not announced. What counts
    most stands last, around the picture that is *shown*, where it can be seen as a whole.
    """
    yield _("{house} is open. Stop it with Ctrl-C.", house=settings.name)
    if kept is not None:
        yield _("Games are kept in {folder}.", folder=str(kept))
    for table in settings.standing:
        game = text.game(table.rules.preset) or _("a game of its own")
        yield plural(
            "Table {table}: {game}, {n} seat.",
            "Table {table}: {game}, {n} seats.",
            table.places,
            table=table.name,
            game=game,
        )
    first, *more = (Address(host, port, pin) for host in reachable(settings.host))
    for address in more[: MOST_ADDRESSES - 1]:
        yield _("It is also at: {command}", command=f"rummy join {_typed(address)}")
    yield from shown
    bare = "" if pin else " --insecure"
    if code:
        yield _("On your network: {command}", command=f"rummy join{bare}")
        yield _("Or by its code: {command}", command=f"rummy join {code}{bare}")
    yield _("Others type: {command}", command=f"rummy join {_typed(first)}")
    if is_loopback_host(settings.host):
        yield _("Only this machine can reach it. For others too, leave --bind out.")
    elif is_loopback_host(first.host):
        yield _("This machine is in no network now: until it is, nobody else can come.")
    if not pin:
        told = _(
            "The connections are NOT ENCRYPTED: whoever shares the network can read along."
        )
        yield click.style(told, fg="red", bold=True)


def join_line(settings: Settings, port: int, pin: str) -> str:
    """The line of the likeliest address; empty if only this machine can reach it."""
    host = reachable(settings.host)[0]
    return "" if is_loopback_host(host) else Address(host, port, pin).line()


def _typed(address: Address) -> str:
    return address.line() if address.pin else f"{address} --insecure"


def hints(hearing: Hearing, port: int) -> Iterator[str]:
    """What the host can do about a house that did not hear itself."""
    if hearing.taken and set(hearing.asked) <= set(hearing.deaf):
        yield from _taken(hearing)
    elif hearing.deaf:
        yield _(
            "This house does not hear itself on {networks}: a firewall on this machine may "
            "keep others out. It has to let in TCP port {tcp} and UDP port {udp}.",
            networks=_listed(hearing.deaf),
            tcp=port,
            udp=PORT,
        )
        opener = next((how for tool, how in OPENERS if shutil.which(tool)), "")
        if opener:
            yield _("For example: {command}", command=opener.format(tcp=port, udp=PORT))
    silent = tuple(name for name in hearing.unheard if name not in hearing.deaf)
    if silent:
        yield _(
            "Multicast does not get through on {networks}. Others may still find the house; "
            "if they do not, they type its address.",
            networks=_listed(silent),
        )


def _taken(hearing: Hearing) -> Iterator[str]:
    """That no firewall is to blame: the port on which houses are asked for is not ours."""
    yield _(
        "Another program on this machine holds UDP port {udp}, so this house cannot answer "
        "those who ask their network for it. End that program, then start the house again.",
        udp=PORT,
    )
    if shutil.which("ss"):
        yield _("To see which it is: {command}", command=f"sudo ss -lunp sport = :{PORT}")
    if set(hearing.asked) - set(hearing.unheard):
        yield _("The house is still announced by multicast, and most people find it by that.")
    else:
        yield _("Until then nobody finds it by looking; others type its address.")


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names)


# --- the picture -------------------------------------------------------------------------


def picture(line: str, *, coloured: bool) -> list[str]:
    """*line* as a QR code in half blocks, two of its rows in one of ours.

    In colours it is dark on light in every terminal; without, it is on a dark one.
    """
    import segno

    rows = [list(map(bool, row)) for row in segno.make(line, error="l", micro=False).matrix]
    width = len(rows[0]) + 2 * QUIET
    empty = [[False] * width] * QUIET
    framed = [[False] * QUIET + row + [False] * QUIET for row in rows]
    rows = [*empty, *framed, *empty]
    if len(rows) % 2:
        rows.append([False] * width)
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return [_half_blocks(upper, lower, coloured) for upper, lower in pairs]


def _half_blocks(upper: Sequence[bool], lower: Sequence[bool], coloured: bool) -> str:
    signs = "".join(
        " ▄▀█"[2 * (not high) + (not low)] for high, low in zip(upper, lower, strict=True)
    )
    return click.style(signs, fg="bright_white", bg="black") if coloured else signs
