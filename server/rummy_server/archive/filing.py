"""A game as a file for programs: what one viewer was sent, one JSON object a line.

The first line says what game it is and how cards are numbered; each further one holds an
`Update`, just as it was sent. The file can be replayed without the store it came from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from rummy_protocol.cards import JOKER, Face, name
from rummy_protocol.errors import Declined
from rummy_protocol.messages import Update
from rummy_protocol.text import _

from .frames import Frame
from .games import Game, NoSuchGame

__all__ = ["FORMAT", "Filed", "head", "line_of", "read_file", "update_lines"]

FORMAT: Final = 1
_FACES: Final = tuple(name(Face(face)) for face in (*range(52), JOKER))
_LONGEST: Final = 1 << 20
"""Bytes of a line; no update is as long."""


class Filed(msgspec.Struct, frozen=True):
    """A game as it was read from a file."""

    code: str
    seat: int | None
    updates: tuple[Update, ...]


def head(game: Game, viewer: object) -> dict[str, Any]:
    """The first line of every file."""
    return {
        "line": "game",
        "format": FORMAT,
        "game": game.code,
        "table": game.name,
        "rules": msgspec.to_builtins(game.ruleset),
        "rules_hash": game.ruleset.rules_hash(),
        "players": [msgspec.to_builtins(player) for player in game.players],
        "began": game.began,
        "ended": game.ended,
        "state": game.state.value,
        "viewer": viewer,
    }


def update_lines(
    game: Game, sent: Iterable[tuple[Frame, Update]], seat: int | None
) -> Iterator[str]:
    """What the viewer at *seat* was sent, or (``None``) those who looked on."""
    viewer = "onlooker" if seat is None else {"seat": seat, "name": game.names[seat]}
    yield line_of(head(game, viewer) | {"faces": dict(enumerate_faces())})
    for frame, update in sent:
        yield line_of(
            {
                "line": "update",
                "batch": frame.batch,
                "day": frame.day,
                "update": msgspec.to_builtins(update),
            }
        )


def enumerate_faces() -> Iterator[tuple[str, int]]:
    """Each card as it is written, with its number in an update."""
    yield from zip(_FACES, (*range(52), JOKER), strict=True)


def line_of(told: dict[str, Any]) -> str:
    return msgspec.json.encode(told).decode()


class _Line(msgspec.Struct, tag_field="line", frozen=True):
    pass


class _Head(_Line, frozen=True, tag="game"):
    format: int
    game: str
    viewer: Any


class _Update(_Line, frozen=True, tag="update"):
    update: Update


_read: Final = msgspec.json.Decoder(_Head | _Update).decode


def read_file(lines: Iterable[bytes]) -> Filed:
    """Read what `update_lines` wrote.

    Raises:
        NoSuchGame: it is something else.
    """
    try:
        first, *rest = [_read(line[:_LONGEST]) for line in lines if line.strip()]
    except (msgspec.MsgspecError, Declined, ValueError) as exc:
        raise NoSuchGame(
            _("No game that can be replayed is in there ({why}).", why=_short(exc))
        ) from None
    if not isinstance(first, _Head) or first.format != FORMAT or not rest:
        raise NoSuchGame(_("No game that can be replayed is in there: export it for a viewer."))
    updates = tuple(line.update for line in rest if isinstance(line, _Update))
    return Filed(first.game[:40], _seat(first.viewer, updates), updates)


def _seat(viewer: Any, updates: tuple[Update, ...]) -> int | None:
    seat = viewer.get("seat") if isinstance(viewer, dict) else None
    fewest = min(len(update.table.seats) for update in updates)
    return seat if isinstance(seat, int) and 0 <= seat < fewest else None


def _short(exc: Exception) -> str:
    return " ".join(str(exc).split())[:80] or type(exc).__name__
