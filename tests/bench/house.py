"""The product's server as the benches run it: limits that guard against one client are off.

Everything else is as it comes: heartbeats, outbox, journal in memory, secrets, logs of deals.

    python tests/bench/house.py        prints READY and the port
"""

from __future__ import annotations

import gc
import signal
from typing import Final

import trio

from rummy_server.app import serve
from rummy_server.env import real_env
from rummy_server.settings import Settings

__all__ = ["CHANGED"]

CHANGED: Final[dict[str, int]] = {
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
"""What differs from the settings of a house."""


async def main() -> None:
    settings = Settings(**CHANGED)  # type: ignore[arg-type]
    async with trio.open_nursery() as nursery:
        address = await nursery.start(serve, real_env(), settings)
        print("READY", address.port, flush=True)


if __name__ == "__main__":
    signal.signal(signal.SIGUSR2, lambda *_: gc.collect())
    trio.run(main)
