"""Looks for houses, as a client does, each time that it is told for how many seconds.

    python tests/lan/seeker.py

reads a number of seconds from each line of its input, and writes what was found in that time as
a line of JSON. It stops looking when it has seen everything that it is told to wait for.
"""

from __future__ import annotations

import json
import sys
import time

import trio

from rummy_client.houses.found import Found, Standing, hear
from rummy_client.houses.search import search


async def look(seconds, houses):
    began, found, first, heard = time.monotonic(), Found(), None, 0
    with trio.move_on_after(seconds) as scope:

        def tell(event):
            nonlocal found, first, heard
            heard += 1
            found = hear(found, event)
            opened = sum(one.standing is Standing.OPEN for one in found.houses)
            if opened and first is None:
                first = time.monotonic() - began
            if opened >= houses:
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
        seconds, _, houses = line.partition(" ")
        print(json.dumps(trio.run(look, float(seconds), int(houses or 1))), flush=True)
