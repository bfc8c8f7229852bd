"""The way back to a house that may have moved: where it was, else where its key is found.

    connect = Homeward(place, pin, moved)

A lease of an address ends, a machine is carried to another room; the key of its house stays.
Only the house with that key is gone to, whoever says that he is it. Nobody is asked in here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Final, TypeAlias

import trio

from rummy_protocol.lan import join_code

from ..link import Connect, Refusal
from ..secure import sealed
from .found import Event, Found, House, Place, hear
from .search import Hear, search

__all__ = ["Homeward", "Looking"]

Looking: TypeAlias = Callable[[Hear, Sequence[House]], Awaitable[None]]

HEAD_START: Final = 2.0
"""Seconds that a house has to answer where it was before it is looked for."""
LOOK_SECONDS: Final = 3.0
"""Houses that answer at all do so in a fraction of it."""
ONE_IN: Final = 5
"""Of so many tries one looks around: mostly a house that is gone comes back in its place."""


class Homeward:
    """Connections to the house with the key of *pin*, last seen at *place*.

    Only one link may have it.
    """

    def __init__(
        self,
        place: Place,
        pin: str,
        moved: Callable[[House], None],
        looking: Looking = search,
        to: Callable[[str, int, str], Connect] = sealed,
    ) -> None:
        """Prepare the way.

        Args:
            moved: is told of the house when it was reached elsewhere.
            looking: how houses are looked for.
            to: how a house at a place is connected to.
        """
        self._place = place
        self._pin = pin
        self._moved = moved
        self._looking = looking
        self._to = to
        self._tries = 0
        """Since the house was last reached; the first of all looks around."""

    async def __call__(self) -> trio.abc.Stream:
        """A connection to the house.

        Raises:
            OSError: it cannot be reached.
            Refusal: another house is where it was.
        """
        around, self._tries = self._tries % ONE_IN == 0, self._tries + 1
        stream = await (self._anywhere() if around else self._at(self._place))
        self._tries = 1
        return stream

    async def _anywhere(self) -> trio.abc.Stream:
        gone: Exception
        try:
            with trio.fail_after(HEAD_START):
                return await self._at(self._place)
        except (OSError, Refusal, trio.TooSlowError) as exc:
            gone = exc
        house = await self._found()
        if house is not None:
            stream = await self._at(house.places[0])
            self._place = house.places[0]
            self._moved(house)
            return stream
        if isinstance(gone, trio.TooSlowError):
            return await self._at(self._place)
        raise gone

    async def _at(self, place: Place) -> trio.abc.Stream:
        return await self._to(*place, self._pin)()

    async def _found(self) -> House | None:
        """The house, if it is on our network."""
        code = await trio.to_thread.run_sync(join_code, self._pin)
        found, here = Found(), trio.Event()

        def ours() -> House | None:
            house = found.with_code(code)
            return house if house is not None and house.pin == self._pin else None

        def heard(event: Event) -> None:
            nonlocal found
            found = hear(found, event)
            if ours() is not None:
                here.set()

        with trio.move_on_after(LOOK_SECONDS):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._looking, heard, ())
                await here.wait()
                nursery.cancel_scope.cancel()
        return ours()
