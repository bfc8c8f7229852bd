"""Makes the golden journal of a release: whole matches, played in a house in memory.

Run it from the top of the project, once for each release, with the release's number:

    python -m tests.archive.golden.make 0.2.0

It writes ``journal-0.2.0.sqlite``, the store as that release keeps it, ``journal-0.2.0.spki``,
the public key that its seals are checked with, and ``journal-0.2.0.json``: what every later
release has to find in there. A file that is there already is never written again.
"""

from __future__ import annotations

import json
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import trio
import trio.testing

from rummy_protocol.actions import Discard
from rummy_protocol.messages import BuyIn, Leave, Rematch, Start
from rummy_protocol.views import Stage
from rummy_server.archive import games
from rummy_server.env import seeded_env
from rummy_server.identity import Identity
from rummy_server.journal import Batch, MemoryJournal, read_records
from rummy_server.memory import MemoryNetwork
from rummy_server.settings import Settings
from rummy_server.store.reader import StoreReader
from rummy_server.store.sqlite import SqliteJournal

from ...server.conftest import House
from ..conftest import play_on

HERE = Path(__file__).parent
BEGAN = datetime(2025, 11, 30, 20, 0, tzinfo=UTC)
PATIENCE = 1_000_000


class Dated:
    """The clock of the run, and a date that goes with it."""

    now = staticmethod(trio.current_time)

    def wall(self):
        return BEGAN + timedelta(seconds=trio.current_time())


class Played:
    """One journal, and house after house that begins with it."""

    def __init__(self, name):
        self.journal = MemoryJournal(keep=True)
        self._name = name
        self._houses = 0

    async def open(self, nursery):
        self._houses += 1
        network = MemoryNetwork()
        env = seeded_env(f"{self._name} {self._houses}", network, self.journal)
        env = msgspec.structs.replace(env, time=Dated())
        house = House(network, env, Settings(bot_pause_ms=200, scoring_seconds=2))
        await nursery.start(_run, house)
        return house


async def _run(house, task_status):
    listener = await house.network.listen("", 0)
    with house.scope:
        await house.server.run(listener, task_status=task_status)
    house.stopped.set()


async def stop(house):
    house.scope.cancel()
    await house.stopped.wait()


def over(update):
    return update.table.stage is Stage.OVER


async def a_plain_match_over_a_restart(played, nursery):
    """Two people and a bot; the house is closed in the middle, and they come back."""
    house = await played.open(nursery)
    ann, bob = await house.client("Ann"), await house.client("Bob")
    at = await ann.create(name="kitchen", seats=3, bots=("steady",), turn_seconds=5)
    await bob.join(at.table)
    await ann.ask(Start)
    await ann.see(lambda u: u.deal is not None and u.deal.turn > 9)
    await stop(house)
    house = await played.open(nursery)
    ann, bob = await house.client("Ann", ann.keys), await house.client("Bob", bob.keys)
    await ann.resume()
    await bob.resume()
    async with trio.open_nursery() as both:
        both.start_soon(bob.stay, PATIENCE)
        await ann.see(over)
        both.cancel_scope.cancel()
    await stop(house)


async def one_deal_by_hand(played, nursery):
    """Two people who play themselves, and one of them tries what he may not."""
    house = await played.open(nursery)
    ann, bob = await house.client("Ann"), await house.client("Bob")
    at = await ann.create(
        name="quick", seats=3, bots=("steady",), turn_seconds=60, changes={"target": 10}
    )
    await bob.join(at.table)
    await ann.ask(Start)
    await ann.see(lambda u: u.deal is not None)
    await ann.act(Discard(ann.update.you.hand[0]))
    async with trio.open_nursery() as both:
        both.start_soon(play_on, ann, over)
        both.start_soon(play_on, bob, over)
    await stop(house)


async def jokers_and_a_rematch(played, nursery):
    house = await played.open(nursery)
    ann = await house.client("Änne")
    await ann.create(
        name="Stammtisch",
        preset="romme_40",
        changes={"deals": 1},
        seats=3,
        bots=("sharp", "steady"),
        turn_seconds=5,
    )
    await ann.ask(Start)
    await ann.see(over)
    await ann.ask(Rematch)
    await ann.see(lambda u: not over(u))
    await ann.see(over)
    await stop(house)


async def a_seat_that_is_left(played, nursery):
    house = await played.open(nursery)
    ann, bob, cleo = await house.four("Ann Bob Cleo", preset="rummy_500", turn_seconds=5)
    await bob.see(lambda u: u.deal is not None and u.deal.turn > 4)
    await bob.ask(Leave)
    async with trio.open_nursery() as both:
        both.start_soon(cleo.stay, PATIENCE)
        await ann.see(lambda u: u.table.deals_played == 2)
        both.cancel_scope.cancel()
    await cleo.ask(Leave)
    await ann.ask(Leave)
    await trio.sleep(1)
    await stop(house)


async def dropping_out_and_coming_back(played, nursery):
    house = await played.open(nursery)
    ann = await house.client("Ann")
    rules = {"deal_scoring": "penalties", "eliminate_at": 60, "buy_ins": 1}
    await ann.create(seats=4, changes=rules, bots=("steady",) * 3, turn_seconds=5)
    await ann.ask(Start)
    while not over(ann.update):
        await ann.see(lambda u: over(u) or u.table.seats[0].may_buy)
        if not over(ann.update):
            await ann.ask(BuyIn)
            await ann.see(lambda u: not u.table.seats[0].may_buy)
    await stop(house)


async def a_game_that_runs(played, nursery):
    house = await played.open(nursery)
    ann, _ = await house.pair(preset="contract", seats=3, bots=("easy",), turn_seconds=5)
    await ann.ask(Start)
    await ann.see(lambda u: u.table.deals_played == 1 and u.deal is not None)
    await ann.see(lambda u: u.deal is not None and u.deal.number == 2 and u.deal.turn > 5)
    await stop(house)


MATCHES = (
    one_deal_by_hand,
    a_plain_match_over_a_restart,
    jokers_and_a_rematch,
    a_seat_that_is_left,
    dropping_out_and_coming_back,
    a_game_that_runs,
)


async def play(match):
    """The journal of one match."""
    played = Played(match.__name__)
    async with trio.open_nursery() as nursery:
        await match(played, nursery)
        nursery.cancel_scope.cancel()
    return played.journal


async def keep(journals, path, sign):
    """Write down on disk what was played in memory."""
    store = SqliteJournal(path, sign=sign)
    kept = await store.begin()
    for journal in journals:
        await _write(journal, store, kept.epoch)
    await store.close()


async def _write(journal, store, epoch):
    for table, bodies in journal.kept.items():
        for seq, body in enumerate(bodies):
            imprint, at, day = journal._stamps[table][seq]
            batch = Batch(read_records(body), imprint, at, day)
            await store.append(table, seq, epoch, batch)


def expected(path):
    """What is to be found in there, for ever."""
    with StoreReader(path) as reader:
        return {
            "games": [
                {
                    "game": game.code,
                    "rules_hash": game.ruleset.rules_hash(),
                    "state": game.state.value,
                    "players": list(game.names),
                    "totals": [list(points) for points in game.totals],
                    "winners": None if game.result is None else list(game.result.winners),
                }
                for game in games(reader)
            ],
            "heads": {
                table.id: {"batches": table.seq, "head": table.head.hex()}
                for table in reader.tables()
            },
            "imprints": {
                table.id: [batch.imprint.hex()[:16] for batch in reader.batches(table.id)]
                for table in reader.tables()
            },
        }


def main(release):
    path = HERE / f"journal-{release}.sqlite"
    if path.exists():
        raise SystemExit(f"{path} is there already, and is never written again")
    clock = trio.testing.MockClock
    journals = [trio.run(play, match, clock=clock(autojump_threshold=0)) for match in MATCHES]
    with tempfile.TemporaryDirectory() as folder:
        identity = Identity.in_folder(Path(folder))
    trio.run(keep, journals, path, identity.sign)
    path.with_suffix(".spki").write_bytes(identity.spki)
    told = expected(path)
    path.with_suffix(".json").write_text(json.dumps(told, indent=1) + "\n")
    for game in told["games"]:
        print(game["game"], game["state"], *game["players"])


if __name__ == "__main__":
    main(sys.argv[1])
