"""The product's server as the benches run it: limits that guard against one client are off.

Everything else is as it comes: heartbeats, outbox, padding, secrets, logs of deals.

    python tests/bench/house.py                         prints READY and the port
    python tests/bench/house.py --data FOLDER [--tls]   keeps its games there, and encrypts
"""

from __future__ import annotations

import argparse
import gc
import signal
from pathlib import Path

import trio
from msgspec.structs import replace
from terms import SETTINGS

from rummy_server.app import serve
from rummy_server.env import Env, house_env, real_env
from rummy_server.settings import Settings

__all__: list[str] = []


def env_in(data: Path | None, tls: bool) -> Env:
    """The world, with games kept in *data* if there is one, and encrypted if so wished."""
    if data is None:
        return real_env()
    # Loaded here, since they are a fifth of what an empty server takes that needs none of them.
    from rummy_server.identity import Identity
    from rummy_server.store.folder import DataFolder
    from rummy_server.store.sqlite import SqliteJournal
    from rummy_server.tls import TlsNetwork

    folder = DataFolder.open(data)
    identity = Identity.in_folder(folder.path)
    env = house_env(SqliteJournal(folder, sign=identity.sign))
    if tls:
        env = replace(env, network=TlsNetwork(env.network, identity.server_context()))
    return env


async def main(data: Path | None, tls: bool) -> None:
    settings = Settings(**SETTINGS)  # type: ignore[arg-type]
    async with trio.open_nursery() as nursery:
        address = await nursery.start(serve, env_in(data, tls), settings)
        print("READY", address.port, flush=True)


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--data", type=Path)
    options.add_argument("--tls", action="store_true", help="with --data only")
    given = options.parse_args()
    signal.signal(signal.SIGUSR2, lambda *_: gc.collect())
    trio.run(main, given.data, given.tls)
