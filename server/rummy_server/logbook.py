"""What the house notes of itself: events with stable names, and fields that anybody may read.

An event says what kind of thing happened, its fields where and how often. Never a card and
never a secret; an address only at the level `DEBUG`, which a house does not write unless it is
told to. How the lines look, and how many there may be, is `operating.lines`' business.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Final, TypeAlias

__all__ = ["DEBUG", "ERROR", "EVENTS", "INFO", "LOGGER", "WARNING", "Field", "note"]

LOGGER: Final = logging.getLogger("rummy_server")

DEBUG: Final = logging.DEBUG
INFO: Final = logging.INFO
WARNING: Final = logging.WARNING
ERROR: Final = logging.ERROR

Field: TypeAlias = str | int | float | bool | None

EVENTS: Final[Mapping[str, str]] = {
    # The house.
    "open": "The house is open.",
    "closing": "The house closes, and has told everybody when it will be back.",
    "store-failed": "The store has failed: nothing can be kept any more, and the house closes.",
    "no-room": "No further connection can be taken: the system has none left.",
    "lan-announced": "The house says on its own network where it is.",
    "lan-fault": "The house cannot say so, or not in each way; people still come by address.",
    "disk-full": "No table was opened: the disk is nearly full, or does not answer.",
    # Tables.
    "table-opened": "Somebody has opened a table.",
    "table-taken-over": "A table stands again as an earlier server has left it.",
    "table-closed": "A table is closed.",
    "table-damaged": "What is kept of a table is not what was written; it stays closed.",
    "table-fault": "An error of ours has ended a table.",
    "table-out-of-order": "A table that fails again and again stays away until the next start.",
    "table-stopped": "A table has stopped: nothing can be kept any more.",
    "table-fenced": "A table is somebody else's by now.",
    "bot-refused": "A bot wanted to do what the rules do not allow.",
    "spent-secret": "A secret was used that had been spent: there is a copy of it.",
    # Connections.
    "connected": "Somebody has connected. With the address, at the level debug.",
    "protocol-broken": "A connection said what no client of ours would say, and was ended.",
    "given-up": "A connection was given up.",
    "connection-fault": "An error of ours has ended a connection.",
    "not-received": "An error of ours has kept a connection out.",
    "not-sent": "A connection broke in a way that none should.",
    # Whoever runs the house.
    "kicked": "A connection was ended by the host, with its seat or without.",
    "closed-by-host": "A table was closed by the host.",
    "announced": "The host has announced something.",
    "drained": "The host lets the house come to its end, or takes that back.",
    "drained-to-the-end": "Nobody plays any more, and the house closes as it was told.",
    "restart-asked": "The host has the house started again.",
    "backed-up": "Everything that is kept was copied.",
    "errand-fault": "An error of ours has ended an errand of the host.",
    "unlogged": "So many events of a kind were not written, since there were too many.",
}
"""Every event, with what it means. There are no others."""


def note(level: int, event: str, **fields: Field) -> None:
    """Note that *event* has happened."""
    assert event in EVENTS, event
    if LOGGER.isEnabledFor(level):
        told = "".join(f" {name}={value}" for name, value in fields.items())
        words = f"{event}: {EVENTS[event]}{told}"
        LOGGER.log(level, "%s", words, extra={"event": event, "fields": fields})
