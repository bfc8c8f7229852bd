"""The product's server as a crowd finds it: a real process, real sockets.

python tests/load/house.py            prints READY and the port
python tests/load/house.py FOLDER     encrypts with the key in FOLDER, on the terms of the ssh
                                      load, and prints READY, the port and the pin
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import msgspec
import trio
from terms import SETTINGS, SSH_SETTINGS

from rummy_server.app import Server, serve
from rummy_server.env import house_env, real_env
from rummy_server.identity import Identity
from rummy_server.journal import MemoryJournal
from rummy_server.pipe import TcpNetwork
from rummy_server.settings import Settings
from rummy_server.tls import TlsNetwork

__all__: list[str] = []


async def main() -> None:
    async with trio.open_nursery() as nursery:
        address = await nursery.start(serve, real_env(), msgspec.convert(SETTINGS, Settings))
        print("READY", address.port, flush=True)


async def encrypted(folder: Path) -> None:
    identity = Identity.in_folder(folder)
    network = TlsNetwork(TcpNetwork(), identity.server_context())
    settings = msgspec.convert(SSH_SETTINGS, Settings)
    server = Server(house_env(MemoryJournal(), network), settings)
    async with trio.open_nursery() as nursery:
        listener = await network.listen(settings.host, settings.port)
        address = await nursery.start(partial(server.run, listener))
        print("READY", address.port, identity.pin, flush=True)


if __name__ == "__main__":
    trio.run(encrypted, Path(sys.argv[1])) if sys.argv[1:] else trio.run(main)
