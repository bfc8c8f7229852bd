"""What a closed table still does: spectators who are behind see the end of it in its time.

Nobody plays there or comes any more, and nothing is kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from rummy_protocol.codec import encode
from rummy_protocol.errors import Code, Declined
from rummy_protocol.messages import FromServer, Refused

from .clock import Rang
from .gallery import BEHIND
from .said import Asked, Enters, Gone, Ruled, Said
from .visitor import refused

if TYPE_CHECKING:
    from .table import Table

__all__ = ["let_see_the_rest"]


async def let_see_the_rest(table: Table) -> None:
    """Show spectators what they have not seen, until they have or have gone."""
    table.gallery.show(table.now())
    while table.gallery.lags:
        _hear(table, await table.inbox.take())


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
