"""Sentences about houses that were found, for the screen and for lines; pure."""

from __future__ import annotations

from typing import Final

from rummy_protocol import PROTOCOL, text
from rummy_protocol.clean import clean
from rummy_protocol.errors import Code
from rummy_protocol.messages import TableLine
from rummy_protocol.text import _, plural

from .found import House, Place, Standing

__all__ = ["called", "place_text", "standing_words", "table_words", "typed_instead"]

USUAL_PORT: Final = 7866


def place_text(place: Place) -> str:
    """A place as one types it."""
    host, port = place
    host = f"[{host}]" if ":" in host else host
    return host if port == USUAL_PORT else f"{host}:{port}"


def called(house: House) -> str:
    """The house with its code and where it is."""
    name = house.name or _("a server")
    where = place_text(house.places[0]) if house.places else ""
    if not house.code:
        return _("{house} at {place}", house=name, place=where)
    return _("{house} ({code}) at {place}", house=name, code=house.code, place=where)


def standing_words(house: House) -> str:
    """What is known of a house, in whole sentences."""
    told = _standing(house)
    if house.plain and house.standing is Standing.OPEN:
        told = f"{told} {_('It does not encrypt: --insecure leads there.')}"
    return f"{told} {_('You were there the last time.')}" if house.last else told


def _standing(house: House) -> str:
    match house.standing:
        case Standing.ASKED:
            return _("It is being asked.")
        case Standing.OPEN:
            count = len(house.tables)
            if not count:
                return _("It has no table yet; you can make one there.")
            return plural("It has {n} table.", "It has {n} tables.", count)
        case Standing.SILENT if house.heard:
            return _(
                "It says that it is there, but does not answer ({why}): a firewall on its "
                "machine may keep you out. Its host has to let in TCP port {port}.",
                why=house.why,
                port=house.places[0][1],
            )
        case Standing.SILENT:
            return _("It does not answer ({why}).", why=house.why)
        case Standing.OLD_CLIENT | Standing.OLD_SERVER:
            ours, theirs = PROTOCOL, house.protocol
            versions = {
                "client": f"{ours[0]}.{ours[1]}",
                "server": f"{theirs[0]}.{theirs[1]}",
                "why": house.standing.value,
            }
            return text.goodbye(Code.BAD_VERSION, versions)


def table_words(table: TableLine) -> str:
    """A table in one line."""
    return _(
        "{table} ({code}): {game}, {taken} of {seats} seats taken, {stage}",
        table=clean(table.name, 24),
        code=clean(table.id, 8),
        game=text.game(clean(table.rules.preset, 24)) or _("a game of its own"),
        taken=table.taken,
        seats=table.options.seats,
        stage=clean(text.stage(table.stage), 16),
    )


def typed_instead() -> str:
    """What to do when nothing is found."""
    return _(
        "Guest networks and firewalls often keep machines from hearing each other; then type "
        "the address that the server shows its host: rummy join ADDRESS"
    )
