"""The file in which a player's tastes are kept between two evenings: its place, in and out.

It is read with what the standard library has; what can write without losing the player's own
comments is loaded only when something is written, and the sentences only when something is
wrong. What the keys mean is known to `tastes`, and which taste wins to `cli.liking`.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

__all__ = ["Contents", "Unkept", "config_path", "contents", "keep", "language_kept"]

MOST_BYTES: Final = 65_536
"""What is longer is no file of ours."""

HEAD: Final = (
    "# Settings of rummy. Choices made in the game are kept here; docs/playing.md lists them.\n"
)


class Unkept(Exception):
    """A choice that could not be written down; the text is one line that says why."""


class Contents(NamedTuple):
    """What stands in the file, by keys."""

    told: Mapping[str, Any]
    wrong: str = ""
    """Why nothing could be read; empty: there is no such file, or it was read."""


def config_path() -> Path:
    """Where the tastes of this person are kept."""
    import platformdirs

    return platformdirs.user_config_path("rummy-tables") / "settings.toml"


def contents(path: Path) -> Contents:
    """What *path* holds; nothing where there is no such file."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES)
    except FileNotFoundError:
        return Contents({})
    except OSError as wrong:
        return Contents({}, _unread(path, wrong.strerror or str(wrong)))
    import tomllib

    try:
        return Contents(tomllib.loads(data.decode()))
    except UnicodeDecodeError:
        return Contents({}, _unread(path, _no_text()))
    except (ValueError, RecursionError) as wrong:
        return Contents({}, _unread(path, str(wrong)))


def language_kept() -> str:
    """The code of the language that the person likes best; empty: none."""
    told = contents(config_path()).told.get("language", "")
    return told if isinstance(told, str) else ""


def keep(path: Path, changes: Mapping[str, object], reset: Sequence[str] = ()) -> None:
    """Write *changes* into *path*, values by field, and take out what is *reset*.

    All else in the file stays, comments and keys that mean nothing to us included.

    Raises:
        Unkept: the file cannot be written, or is none of ours.
    """
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        target = path.resolve()
        held = target.read_bytes() if target.exists() else HEAD.encode()
        document = tomlkit.parse(held)
        for name, value in changes.items():
            document[name] = _plain(value)
        for name in reset:
            document.pop(name, None)
        _replace(target, tomlkit.dumps(document).encode())
    except OSError as wrong:
        raise Unkept(_unkept(path, wrong.strerror or str(wrong))) from None
    except (TOMLKitError, ValueError, RecursionError) as wrong:
        raise Unkept(_unkept(path, str(wrong))) from None


def _plain(value: object) -> str | bool:
    """A value as it stands in the file."""
    if value is None:
        return "auto"
    return value if isinstance(value, bool) else str(value)


def _replace(path: Path, data: bytes) -> None:
    """Put *data* in the place of *path*, so that nobody ever reads half of it."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o600
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            os.fchmod(file.fileno(), mode)
        os.replace(name, path)
    finally:
        with suppress(FileNotFoundError):  # as it should be
            os.unlink(name)


def _no_text() -> str:
    from rummy_protocol.text import _

    return _("it is no text")


def _unread(path: Path, why: str) -> str:
    from rummy_protocol.clean import clean
    from rummy_protocol.text import _

    told = {"file": clean(str(path), 200), "why": clean(why, 120)}
    return _("The settings in {file} cannot be read, and the usual ones hold: {why}.", **told)


def _unkept(path: Path, why: str) -> str:
    from rummy_protocol.clean import clean
    from rummy_protocol.text import _

    told = {"file": clean(str(path), 200), "why": clean(why, 120)}
    return _("This choice could not be kept in {file}: {why}.", **told)
