"""What a closed table still does: spectators who are behind see the end of it in its time.

Nobody plays there any more, and nothing is kept. Those come who were behind and lost their
connection, or whose server was started again: for them the table waits as long as there is
something to be seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from rummy_protocol.codec import encode
from rummy_protocol.errors import Code, Declined
from rummy_protocol.messages import FromServer, Refused, Watch

from ..clock import Rang
from .entrance import enter
from .gallery import BEHIND, MARGIN
from .said import Asked, Enters, Gone, Ruled, Said
from .visitor import refused

if TYPE_CHECKING:
    from .table import Table

__all__ = ["let_come_and_see", "let_see_the_rest"]

REST: Final = "rest"
"""The deadline at which all has been seen of a closed table that waits for somebody."""


async def let_see_the_rest(table: Table) -> None:
    """Show spectators what they have not seen, until they have or have left."""
    table.gallery.show(table.now())
    while table.gallery.lags or REST in table.deadlines:
        await _hear(table, await table.inbox.take())


async def let_come_and_see(table: Table) -> None:
    """The same after a restart: whoever may look on may come to see the rest."""
    _wait(table)
    while REST in table.deadlines:
        await _hear(table, await table.inbox.take())


def _wait(table: Table) -> None:
    """Stay as long as there is something to be seen, though nobody may be here to see it."""
    if table.gallery.rest > 0 and REST not in table.deadlines:
        table.deadlines.set(REST, table.gallery.rest + 2 * MARGIN)


async def _hear(table: Table, said: Said) -> None:
    match said:
        case Asked():
            said.visitor.outbox.send(encode(_answer(table, said)))
        case Enters(visitor=visitor, request=Watch() as watch, word=word, done=done):
            await enter(table, visitor, watch, word)
            done.set()
            table.gallery.show(table.now())
        case Enters(visitor=visitor, request=request, done=done):
            visitor.tell(Refused(request.id, Code.TABLE_CLOSED))
            done.set()
        case Gone(visitor=visitor):
            if visitor in table.people.watching:
                _wait(table)  # whoever did not leave may come back
            table.looks_away(visitor)
            table.gallery.show(table.now())
        case Ruled(done=done):
            done.set()
        case Rang():
            if table.deadlines.claim(said) and said.what == BEHIND:
                table.gallery.show_due()
        case _:
            assert_never(said)


def _answer(table: Table, asked: Asked) -> FromServer:
    visitor, request = asked.visitor, asked.request
    if visitor not in table.people.watching:
        return Refused(request.id, Code.TABLE_CLOSED)
    try:
        return table.gallery.answer(visitor, request)
    except Declined as no:
        return refused(request.id, no)
