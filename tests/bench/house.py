"""The product's server as the benches run it: limits that guard against one client are off.

Everything else is as it comes: heartbeats, outbox, journal in memory, secrets, logs of deals.

    python tests/bench/house.py        prints READY and the port
"""

from __future__ import annotations

import gc
import signal

import trio
from terms import SETTINGS

from rummy_server.app import serve
from rummy_server.env import real_env
from rummy_server.settings import Settings

__all__: list[str] = []


async def main() -> None:
    settings = Settings(**SETTINGS)  # type: ignore[arg-type]
    async with trio.open_nursery() as nursery:
        address = await nursery.start(serve, real_env(), settings)
        print("READY", address.port, flush=True)


if __name__ == "__main__":
    signal.signal(signal.SIGUSR2, lambda *_: gc.collect())
    trio.run(main)
