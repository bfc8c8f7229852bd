"""How the log of a house looks: one line for each event, as text or as JSON, and not too many.

A flood of one event is written as a few lines and a count, so that nobody fills a disk by
being refused. Whatever comes from outside is clean before it is written.
"""

from __future__ import annotations

import json
import logging
import time
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any, Final, TextIO

from rummy_protocol.clean import clean

from ..bucket import Bucket
from ..logbook import Field

__all__ = ["FILES", "FILE_BYTES", "FORMS", "Lines", "open_log"]

FORMS: Final = ("text", "json")

FIELD_CELLS: Final = 300
BURST: Final = 20
"""Lines of one event that are written at once; after them one a second."""
SETTLED: Final = 10.0
"""After so many seconds a flood is counted up."""
FILE_BYTES: Final = 5 * 1024 * 1024
FILES: Final = 5
"""A log file is given up for a new one at `FILE_BYTES`; so many are kept."""


class _Form(logging.Formatter):
    """Words a record, as text or as JSON."""

    def __init__(self, form: str) -> None:
        super().__init__()
        self._put = _as_json if form == "json" else _as_text

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        event = getattr(record, "event", "")
        told: dict[str, Any] = {
            "time": at.replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "event": event or "other",
        }
        fields: Mapping[str, Field] = getattr(record, "fields", {})
        if not event:
            fields = {"from": record.name, "words": record.getMessage()}
        told |= {name: _safe(value) for name, value in fields.items() if value is not None}
        return self._put(told)


def _safe(value: Field) -> Field:
    return clean(value, FIELD_CELLS) if isinstance(value, str) else value


def _as_json(told: Mapping[str, Any]) -> str:
    return json.dumps(told, ensure_ascii=True, allow_nan=False)


def _as_text(told: Mapping[str, Any]) -> str:
    head = f"{told['time']} {told['level']:<7} {told['event']}"
    rest = [f"{name}={_word(value)}" for name, value in told.items() if name not in _HEAD]
    return " ".join([head, *rest])


_HEAD: Final = ("time", "level", "event")


def _word(value: object) -> str:
    text = str(value)
    plain = text.isascii() and text and not set(text) & set(' "=\\')
    return text if plain else json.dumps(text, ensure_ascii=False)


class Lines(logging.Handler):
    """Writes a house's log to another handler, and counts what it does not write."""

    def __init__(self, way: logging.Handler, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._way = way
        self._now = now
        self._buckets: dict[str, Bucket] = {}
        self._unwritten: Counter[str] = Counter()
        self._since = 0.0
        self._held: list[logging.LogRecord] | None = None
        self.counts: Counter[str] = Counter()
        """Events of each kind, the unwritten ones included."""

    def emit(self, record: logging.LogRecord) -> None:
        event = getattr(record, "event", "other")
        self.counts[event] += 1
        bucket = self._buckets.get(event)
        if bucket is None:
            bucket = self._buckets[event] = Bucket(1, BURST, self._now)
        if bucket.take():
            self._write(record)
            return
        if not self._unwritten:
            self._since = self._now()
        self._unwritten[event] += 1

    def _write(self, record: logging.LogRecord) -> None:
        if self._held is None:
            self._way.handle(record)
        else:
            self._held.append(record)

    def hold_back(self) -> None:
        """Write nothing for now: something else is to stand first where the log goes."""
        self._held = self._held or []

    def write_held(self) -> None:
        """Write what was held, and from now on at once."""
        held, self._held = self._held or [], None
        for record in held:
            self._way.handle(record)

    def settle(self, *, at_once: bool = False) -> None:
        """Write how much was left out, if that is due."""
        if not self._unwritten or not (at_once or self._now() - self._since >= SETTLED):
            return
        for event, number in sorted(self._unwritten.items()):
            record = logging.LogRecord(
                "rummy_server", logging.WARNING, "", 0, "unlogged", None, None
            )
            record.event, record.fields = "unlogged", {"of": event, "count": number}
            self._write(record)
        self._unwritten.clear()

    def close(self) -> None:
        self.write_held()
        self.settle(at_once=True)
        self._way.close()
        super().close()


class _ToFile(RotatingFileHandler):
    """Log files of bounded size. A full disk costs lines of the log and nothing else."""

    def handleError(self, record: logging.LogRecord) -> None:
        pass


class _ToStream(logging.StreamHandler[TextIO]):
    def handleError(self, record: logging.LogRecord) -> None:
        pass


def open_log(form: str, level: int, stream: TextIO, file: Path | None = None) -> Lines:
    """Have everything that is logged in this process written down.

    Args:
        form: one of `FORMS`.
        level: what is less serious is left out.
        stream: where to.
        file: where to instead.
    """
    way: logging.Handler = _ToStream(stream)
    if file is not None:
        way = _ToFile(file, maxBytes=FILE_BYTES, backupCount=FILES - 1, encoding="utf-8")
    way.setFormatter(_Form(form))
    lines = Lines(way)
    root = logging.getLogger()
    root.handlers[:] = [lines]
    root.setLevel(logging.WARNING)
    logging.getLogger("rummy_server").setLevel(level)
    return lines
