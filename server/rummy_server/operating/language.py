"""What may be asked over the admin socket, and what is answered: JSON, one line each.

Answers are made of the fields below and nothing else, so no hand, no secret and, but for
`SessionLine`, no address can be in one. All text in them is clean when it is written.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import msgspec

from rummy_protocol.clean import clean

__all__ = [
    "LINE",
    "Announce",
    "Answer",
    "Backup",
    "Close",
    "Done",
    "Drain",
    "Errand",
    "Failed",
    "Health",
    "Kick",
    "ListSessions",
    "ListTables",
    "NotUnderstood",
    "Restart",
    "SessionLine",
    "Sessions",
    "State",
    "TableLine",
    "Tables",
    "read_answer",
    "read_errand",
    "write_answer",
    "write_errand",
]

LINE: Final = 4096
"""Bytes of a line that asks."""

TEXT_CELLS: Final = 400


class NotUnderstood(Exception):
    """A line that is none of ours."""


# --- what may be asked -------------------------------------------------------------------


class _Errand(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    pass


class ListTables(_Errand, frozen=True, tag="tables"):
    pass


class ListSessions(_Errand, frozen=True, tag="sessions"):
    pass


class Kick(_Errand, frozen=True, tag="kick"):
    """End a connection."""

    session: int
    seat: bool = False
    """Whether its seat goes too."""


class Close(_Errand, frozen=True, tag="close"):
    """End a table."""

    table: str
    why: str = ""
    """What its people are told."""


class Announce(_Errand, frozen=True, tag="announce"):
    text: str
    table: str = ""
    """Whom it is for; empty: for everybody."""


class Drain(_Errand, frozen=True, tag="drain"):
    """Begin nothing new, and let what is played come to its end."""

    stop: bool = False
    """Whether the house closes when nothing is played any more."""
    off: bool = False
    """Take it back instead."""


class Restart(_Errand, frozen=True, tag="restart"):
    """Close so that whatever looks after the house starts it again."""

    seconds: int | None = None
    """When people shall be told to come back."""


class Health(_Errand, frozen=True, tag="health"):
    pass


class Backup(_Errand, frozen=True, tag="backup"):
    path: str
    """A file that is not there yet."""


Errand: TypeAlias = (
    ListTables | ListSessions | Kick | Close | Announce | Drain | Restart | Health | Backup
)


# --- what is answered --------------------------------------------------------------------


class TableLine(msgspec.Struct, frozen=True):
    code: str
    name: str
    game: str
    stage: str
    seats: int
    people: int
    """Seats that belong to people."""
    here: int
    """Of these, those who are connected."""
    bots: int
    watching: int
    deals: int
    """Played in this match so far."""


class SessionLine(msgspec.Struct, frozen=True):
    number: int
    name: str
    """Empty before the greeting."""
    address: str
    table: str
    seat: int | None
    """Counted from 1; without one it watches, or is at no table."""
    silent: int
    """Seconds since anything was heard."""
    unsent: int
    """Bytes that it has not taken yet."""


class _Answer(msgspec.Struct, frozen=True, tag_field="is"):
    pass


class Tables(_Answer, frozen=True, tag="tables"):
    tables: tuple[TableLine, ...]


class Sessions(_Answer, frozen=True, tag="sessions"):
    sessions: tuple[SessionLine, ...]


class State(_Answer, frozen=True, tag="health"):
    healthy: bool
    store: str
    """``ok``, ``full`` (no new tables are begun) or ``late`` (the disk does not answer)."""
    lag_ms: int
    """The most by which the house came too late to something within the last minute."""
    draining: bool
    sessions: int
    tables: int
    playing: int
    """Tables at which a match is played."""


class Done(_Answer, frozen=True, tag="done"):
    words: str


class Failed(_Answer, frozen=True, tag="failed"):
    why: str


Answer: TypeAlias = Tables | Sessions | State | Done | Failed


# --- lines -------------------------------------------------------------------------------

_encode: Final = msgspec.json.Encoder().encode
_errand: Final = msgspec.json.Decoder(Errand)
_answer: Final = msgspec.json.Decoder(Answer)


def write_errand(errand: Errand) -> bytes:
    return _encode(errand) + b"\n"


def read_errand(line: bytes) -> Errand:
    """What *line* asks for.

    Raises:
        NotUnderstood: nothing that is done here.
    """
    try:
        return _errand.decode(line)
    except (msgspec.MsgspecError, ValueError, RecursionError) as exc:
        raise NotUnderstood(clean(str(exc), 200)) from None


def write_answer(answer: Answer) -> bytes:
    """One line, safe to be shown on a terminal as it is."""
    return _encode(_cleaned(answer)) + b"\n"


def read_answer(line: bytes) -> Answer:
    """What a house has answered; cleaned again, since it may be none of ours.

    Raises:
        NotUnderstood: it is no answer.
    """
    try:
        safe: Answer = _cleaned(_answer.decode(line))
    except (msgspec.MsgspecError, ValueError, RecursionError) as exc:
        raise NotUnderstood(clean(str(exc), 200)) from None
    return safe


def _cleaned(value: Any) -> Any:
    if isinstance(value, str):
        return clean(value, TEXT_CELLS)
    if isinstance(value, tuple):
        return tuple(map(_cleaned, value))
    if isinstance(value, msgspec.Struct):
        fields = {name: _cleaned(getattr(value, name)) for name in value.__struct_fields__}
        return msgspec.structs.replace(value, **fields)
    return value
