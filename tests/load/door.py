"""The product's door for ssh, which also says how many are in it and what memory it takes.

    python tests/load/door.py

Like the door of a house it reads its errand as a line of JSON and answers where it is open.
For every line after that it collects garbage, and answers with the sessions and connections
that there are and its memory in KiB.
"""

from __future__ import annotations

import gc
import logging
import os
import sys

import msgspec
import trio
from children import resident_kib

from rummy_client.ssh.errand import Errand
from rummy_client.ssh.gateway import Gateway, open_gateway
from rummy_client.terminal import guest

__all__: list[str] = []


def look(gateway: Gateway) -> str:
    gc.collect()
    memory = resident_kib(os.getpid())
    return f"{len(gateway.visits)} {gateway.doorway.inside} {memory}"


async def main() -> None:
    errand = msgspec.json.decode(sys.stdin.readline(), type=Errand)
    async with open_gateway(errand) as gateway:
        print(msgspec.json.encode(gateway.opened).decode(), flush=True)
        while await trio.to_thread.run_sync(sys.stdin.readline):
            print(look(gateway), flush=True)


if __name__ == "__main__":
    logging.basicConfig(level=logging.WARNING)
    logging.getLogger("asyncssh").setLevel(logging.ERROR)
    guest.run(main)
