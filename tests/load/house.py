"""The product's server as a crowd finds it: a real process, real sockets.

python tests/load/house.py        prints READY and the port
"""

from __future__ import annotations

import trio
from terms import SETTINGS

from rummy_server.app import serve
from rummy_server.env import real_env
from rummy_server.settings import Settings

__all__: list[str] = []


async def main() -> None:
    async with trio.open_nursery() as nursery:
        address = await nursery.start(serve, real_env(), Settings(**SETTINGS))  # type: ignore[arg-type]
        print("READY", address.port, flush=True)


if __name__ == "__main__":
    trio.run(main)
