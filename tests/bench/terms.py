"""On what terms the product is measured: settings and rules that differ from the usual ones.

Printed with every run, so that nobody has to guess what a figure stands for.
"""

from __future__ import annotations

from typing import Final

__all__ = ["SETTINGS", "STYLES", "told"]

SETTINGS: Final[dict[str, int]] = {
    "port": 0,
    "bot_pause_ms": 0,
    "actions_per_second": 1_000_000,
    "action_burst": 1_000_000,
    "requests_per_second": 1_000_000,
    "request_burst": 1_000_000,
    "connections": 20_000,
    "ungreeted": 20_000,
    "connections_per_address": 20_000,
    "connects_per_minute": 1_000_000,
    "tables_per_address": 2_000,
    "goodbye_seconds": 0,
}
"""Of the server: what guards it against one greedy client is off, the rest as it comes."""

STYLES: Final[dict[str, dict[str, int | None]]] = {
    "turns": {"target": 10_000, "max_recycles": None},
    "deals": {"target": 10_000},
}
"""Of the tables, by how they are played. ``turns``: each seat draws from the stock and throws
its first card that is not locked, until the deal is blocked after 200 turns. ``deals``: it
also lays the first meld and the first lay-off that its view offers, until somebody is out."""


def told(changes: dict[str, int] | dict[str, int | None]) -> str:
    """Changes in one line."""
    return ", ".join(f"{name} {value}" for name, value in changes.items())
