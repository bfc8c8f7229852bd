"""Looks for houses, as a client does, each time that it is told for how many seconds.

    python tests/lan/seeker.py

reads a number of seconds from each line of its input, and writes what was found in that time as
a line of JSON. It stops looking a little after a house has answered at an address of each of
the networks that stand behind the number, by how they begin.
"""

from __future__ import annotations

import json
import sys
import time

import trio

from rummy_client.houses.found import Found, Standing, hear
from rummy_client.houses.search import search


def is_all(found, networks):
    """Whether a house is open, and places on all *networks* are known."""
    places = [host for one in found.houses if one.standing is Standing.OPEN
              for host, _ in one.places]  # fmt: skip
    return bool(places) and all(
        any(host.startswith(network) for host in places) for network in networks
    )


async def look(seconds, networks):
    began, found, first, heard = time.monotonic(), Found(), None, 0
    with trio.move_on_after(seconds) as scope:

        def tell(event):
            nonlocal found, first, heard
            heard += 1
            found = hear(found, event)
            if first is None and is_all(found, ()):
                first = time.monotonic() - began
            if is_all(found, networks):
                scope.deadline = min(scope.deadline, trio.current_time() + 0.7)

        await search(tell)
    return {
        "first": first,
        "heard": heard,
        "houses": [
            {
                "code": one.code,
                "name": one.name,
                "standing": one.standing,
                "places": one.places,
                "tables": [table.name for table in one.tables],
            }
            for one in found.houses
        ],
    }


if __name__ == "__main__":
    for line in sys.stdin:
        seconds, *networks = line.split()
        print(json.dumps(trio.run(look, float(seconds), networks)), flush=True)
