"""What can be seen of a house without a connection: by whoever runs it, and in its journal.

None of them is a viewer who may know a hand, so all of it has to be the same in both worlds.
"""

from __future__ import annotations

from collections import Counter

from rummy_server.archive.account import account
from rummy_server.archive.frames import updates
from rummy_server.archive.games import games
from rummy_server.archive.public_lines import public_lines
from rummy_server.game.view import Bystander, Seat
from rummy_server.journal import write_records
from rummy_server.operating import language, numbers
from rummy_server.operating.metrics import exposition
from rummy_server.operating.office import Office
from rummy_server.operating.pulse import Pulse
from rummy_server.store.chain import first, link
from rummy_server.store.rows import KeptBatch, KeptTable


class Disk:
    """As much of a store as the office looks at."""

    late = False

    def has_room(self):
        return True


async def host_sees(server, counted):
    """The list of tables, the sessions, the house's health and its numbers, as bytes."""
    pulse = Pulse(server.now)
    office = Office(server, Disk(), pulse)
    errands = (language.ListTables(), language.ListSessions(), language.Health())
    answers = [language.write_answer(await office.answer(errand)) for errand in errands]
    shown = numbers.numbers_of(server, counted, pulse, True, Counter())
    return (*answers, exposition(shown))


class Shelf:
    """The journal of one table in memory, as a reader finds it on a disk."""

    def __init__(self, table, batches):
        self._table = KeptTable(table, batches[0].day, 1, len(batches), b"", False)
        self._batches, head = [], first(table)
        for n, one in enumerate(batches, 1):
            body = write_records(one.records)
            head = link(head, table, n, one.at, one.day, body, b"")
            self._batches.append(KeptBatch(n, one.at, one.day, "", body, b"", head))

    def tables(self):
        yield self._table

    def batches(self, table):
        yield from self._batches


async def journal_tells(journal, table, players):
    """Of a game that still runs: each seat's replay and account, and the public lines."""
    shelf = Shelf(table.id, await journal.read(table.id))
    (game,) = games(shelf)
    told = [repr(game)]
    for viewer in (Bystander(), *map(Seat, range(players))):
        sent = list(updates(shelf, game, viewer))
        seat = viewer.number if isinstance(viewer, Seat) else None
        told += [frame.data for frame, _ in sent]
        told += list(account(game, sent, seat))
    return told + list(public_lines(game, updates(shelf, game, Bystander())))
