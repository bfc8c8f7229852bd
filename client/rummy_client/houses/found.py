"""What is known of the houses on the own network, as it comes in; pure.

    hear(found, event) -> Found

A house is one house, however many interfaces it is heard on: it is known by its code, which is
made from its key. What is announced is a hint; what was seen by looking in at a place counts.
"""

from __future__ import annotations

from enum import StrEnum
from ipaddress import ip_address
from typing import Final, TypeAlias

import msgspec

from rummy_protocol import PROTOCOL
from rummy_protocol.clean import clean
from rummy_protocol.lan import Notice
from rummy_protocol.messages import TableLine

__all__ = [
    "Event",
    "Found",
    "Gone",
    "House",
    "Looked",
    "Place",
    "Sighted",
    "Silent",
    "Standing",
    "expected",
    "hear",
    "is_settled",
]

Place: TypeAlias = tuple[str, int]
"""A host and a port."""

MOST_HOUSES: Final = 40
MOST_PLACES: Final = 8
"""Of one house. Whoever fills the network with words fills no memory of ours."""
NAME_CELLS: Final = 24


class Standing(StrEnum):
    """What came of looking in at a house."""

    ASKED = "asked"
    OPEN = "open"
    SILENT = "silent"
    """It does not answer."""
    OLD_CLIENT = "old-client"
    """It speaks a newer version than we do, or"""
    OLD_SERVER = "old-server"
    """an older one."""


# --- what comes in -----------------------------------------------------------------------


class Sighted(msgspec.Struct, frozen=True):
    """A house was heard of, at a place."""

    notice: Notice
    place: Place


class Gone(msgspec.Struct, frozen=True):
    """A house has said that it closes."""

    code: str


class Looked(msgspec.Struct, frozen=True):
    """Somebody answered at a place, and this is who it is."""

    place: Place
    code: str
    """Made from the key that was shown; empty for one that does not encrypt."""
    pin: str = ""
    name: str = ""
    tables: tuple[TableLine, ...] = ()
    standing: Standing = Standing.OPEN
    protocol: tuple[int, int] = PROTOCOL


class Silent(msgspec.Struct, frozen=True):
    """Nobody answers at a place."""

    place: Place
    why: str


Event: TypeAlias = Sighted | Gone | Looked | Silent


# --- what is known -----------------------------------------------------------------------


class House(msgspec.Struct, frozen=True):
    """A house that was heard of, or was played at before."""

    code: str = ""
    name: str = ""
    places: tuple[Place, ...] = ()
    """Where it may be, the first that answered in front."""
    standing: Standing = Standing.ASKED
    pin: str = ""
    tables: tuple[TableLine, ...] = ()
    plain: bool = False
    protocol: tuple[int, int] = PROTOCOL
    why: str = ""
    """Why it is silent."""
    last: bool = False
    """Whether the person was there the last time."""
    heard: bool = False
    """Whether it was heard of on the network, and not only known from before."""


class Found(msgspec.Struct, frozen=True):
    """The houses, in the order in which they were heard of; that of the last time first."""

    houses: tuple[House, ...] = ()

    def with_code(self, code: str) -> House | None:
        return next((house for house in self.houses if house.code == code), None)


def expected(place: Place, code: str, name: str) -> House:
    """The house of the last time, as long as nothing was heard of it."""
    return House(code, clean(name, NAME_CELLS), (place,), plain=not code, last=True)


def is_settled(found: Found) -> bool:
    """Whether there is somebody, and of each it is known whether they answer."""
    asked = any(house.standing is Standing.ASKED for house in found.houses)
    return bool(found.houses) and not asked


def hear(found: Found, event: Event) -> Found:
    """What is known after *event*."""
    match event:
        case Sighted(notice=notice, place=place):
            return _sighted(found, notice, place)
        case Gone(code=code):
            houses = tuple(one for one in found.houses if one.code != code or one.last)
            return Found(houses)
        case Looked():
            return _looked(found, event)
        case Silent(place=place, why=why):
            return Found(tuple(_silent(one, place, why) for one in found.houses))


def _sighted(found: Found, notice: Notice, place: Place) -> Found:
    known = found.with_code(notice.code)
    if known is None:
        known = next(
            (one for one in found.houses if not one.code and place in one.places), None
        )
    if known is None:
        if len(found.houses) >= MOST_HOUSES:
            return found
        return Found((*found.houses, _seen(House(), notice, place)))
    return _with(found, known, _seen(known, notice, place))


def _seen(house: House, notice: Notice, place: Place) -> House:
    places = house.places
    if place not in places and len(places) < MOST_PLACES:
        places = (*places, place)
    standing = house.standing
    if standing in (Standing.ASKED, Standing.SILENT):
        standing = _by_version(notice.protocol) or Standing.ASKED
    return msgspec.structs.replace(
        house,
        code=notice.code,
        name=house.name if house.standing is Standing.OPEN else clean(notice.name, NAME_CELLS),
        places=places,
        plain=notice.plain,
        protocol=notice.protocol,
        standing=standing,
        heard=True,
    )


def _by_version(protocol: tuple[int, int]) -> Standing | None:
    if protocol[0] == PROTOCOL[0]:
        return None
    return Standing.OLD_CLIENT if protocol[0] > PROTOCOL[0] else Standing.OLD_SERVER


def _looked(found: Found, looked: Looked) -> Found:
    for house in found.houses:
        if looked.place in house.places:
            return _with(found, house, _answered(house, looked))
    return found


def _answered(house: House, looked: Looked) -> House | None:
    if looked.code and house.code and looked.code != house.code:
        # Somebody else is at that place: what was announced of it was wrong, or is old.
        rest = tuple(place for place in house.places if place != looked.place)
        return msgspec.structs.replace(house, places=rest) if rest else None
    if house.standing is Standing.OPEN and _rank(looked.place) > _rank(house.places[0]):
        return house
    rest = tuple(place for place in house.places if place != looked.place)
    return msgspec.structs.replace(
        house,
        code=house.code or looked.code,
        name=clean(looked.name, NAME_CELLS) or house.name,
        places=(looked.place, *rest),
        pin=looked.pin,
        plain=not looked.pin,
        tables=looked.tables,
        standing=looked.standing,
        protocol=looked.protocol,
        why="",
    )


def _rank(place: Place) -> int:
    """How good a place is to come back to: this machine, IPv4, IPv6, of one link alone."""
    try:
        host = ip_address(place[0].partition("%")[0])
    except ValueError:
        return 1
    if host.is_loopback:
        return 0
    return 3 if host.is_link_local else 2 if host.version == 6 else 1


def _silent(house: House, place: Place, why: str) -> House:
    """*house* when there was no answer at *place*; another of its places may do better."""
    if place not in house.places or house.standing in (
        Standing.OLD_CLIENT,
        Standing.OLD_SERVER,
    ):
        return house
    if house.standing is Standing.OPEN and house.places[0] != place:
        return house
    rest = tuple(one for one in house.places if one != place)
    if rest and house.standing is Standing.ASKED:
        return msgspec.structs.replace(house, places=(*rest, place))
    return msgspec.structs.replace(
        house, standing=Standing.SILENT, why=clean(why, 100), tables=()
    )


def _with(found: Found, before: House, after: House | None) -> Found:
    """*found* with *after* in the place of *before*, and each house once."""
    houses = list[House]()
    for house in found.houses:
        if house is before:
            houses += [after] if after is not None else []
        elif after is None or not after.code or house.code != after.code:
            houses.append(house)
    return Found(tuple(houses))
