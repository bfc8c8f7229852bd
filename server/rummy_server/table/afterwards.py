"""What a closed table still does: spectators who are behind see the end of it in its time.

Nobody plays there any more, and nothing is kept. Nobody comes either, save after a restart:
then those who were behind come back, and the table waits for them as long as there is
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
"""The deadline at which all has been seen of a table that an earlier server has closed."""


async def let_see_the_rest(table: Table) -> None:
    """Show spectators what they have not seen, until they have or have gone."""
    table.gallery.show(table.now())
    while table.gallery.lags:
        _hear(table, await table.inbox.take())


async def let_come_and_see(table: Table) -> None:
    """The same after a restart: whoever may look on may come to see the rest."""
    if table.gallery.rest <= 0:
        return
    table.deadlines.set(REST, table.gallery.rest + 2 * MARGIN)
    while REST in table.deadlines:
        said = await table.inbox.take()
        if isinstance(said, Enters) and isinstance(said.request, Watch):
            await enter(table, said.visitor, said.request, said.word)
            said.done.set()
            table.gallery.show(table.now())
        else:
            _hear(table, said)


def _hear(table: Table, said: Said) -> None:
    match said:
        case Asked():
            said.visitor.outbox.send(encode(_answer(table, said)))
        case Enters(visitor=visitor, request=request, done=done):
            visitor.tell(Refused(request.id, Code.TABLE_CLOSED))
            done.set()
        case Gone(visitor=visitor):
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
