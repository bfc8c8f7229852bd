"""A whole server in memory and in virtual time, on which one side of a pair is played.

Every seat has a connection of its own, and so has the lobby, where somebody asks for the list
of tables. What the server sends is kept as it arrives: the moment, and the bytes. So is what
whoever runs the house can see of it, and what its journal tells of a game that still runs.
"""

from __future__ import annotations

import hashlib
import logging
import random
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import groupby

import msgspec
import trio
import trio.testing

from rummy_protocol import PROTOCOL, messages
from rummy_protocol.codec import encode
from rummy_protocol.framing import FrameReader
from rummy_protocol.limits import TO_CLIENT
from rummy_server.app import Server
from rummy_server.env import seeded_env
from rummy_server.game.state import face
from rummy_server.journal import MemoryJournal
from rummy_server.memory import MemoryNetwork
from rummy_server.operating.counted import Counted
from rummy_server.settings import Settings

from .play import Act, Look, Pause, Try, World
from .rooms import host_sees, journal_tells
from .worlds import Presence

SETTLED = 0.05
"""Seconds after which a request has had all its consequences."""
PACE = 0.8

PATIENT = Settings(
    actions_per_second=1000, action_burst=1000, requests_per_second=1000, dead_seconds=1e6
)
"""Nobody is made to wait, and nobody is given up: silence is part of some scripts."""


class Ear:
    """A client's end of a connection, which writes down what it hears."""

    def __init__(self, pipe, heard):
        self.pipe, self.heard = pipe, heard

    async def listen(self):
        try:
            while data := await self.pipe.receive_some():
                self.heard.append((trio.current_time(), data))
        except OSError:
            pass

    def say(self, message):
        frame = encode(message)
        assert self.pipe.send_now(frame) == len(frame)


class Person:
    """Somebody at the table or in the lobby, over any number of connections."""

    def __init__(self, hall, name):
        self.hall, self.name = hall, name
        self.heard, self.ear = [], None
        self.ids = self.acts = self.secret = 0

    def connect(self):
        self.ear = Ear(self.hall.network.connect(), self.heard)
        self.hall.nursery.start_soon(self.ear.listen)
        self.ear.say(messages.Hello(PROTOCOL, self.name))

    def hang_up(self):
        self.ear.pipe.close()

    def ask(self, kind, *given, **named):
        self.ids += 1
        self.ear.say(kind(self.ids, *given, **named))

    def act(self, action):
        self.acts += 1
        self.ear.say(messages.Act(self.acts, self.hall.table.room.seq, action))

    def hash(self, number):
        return hashlib.sha256(self.secret_of(number)).digest()

    def secret_of(self, number):
        return hashlib.sha256(f"{self.name} {number}".encode()).digest()

    @property
    def key(self):
        return hashlib.sha256(self.name.encode()).digest()[:16]

    def resume(self):
        now = self.secret_of(self.secret)
        self.secret += 1
        self.ask(messages.Resume, self.key, now, self.hash(self.secret))

    def told(self):
        """Moments and bytes; what came within one moment is one."""
        moments = groupby(self.heard, key=lambda heard: heard[0])
        return [(when, b"".join(data for _, data in heard)) for when, heard in moments]


class Hall:
    """One run of `played`."""

    followed = False
    """Whether the deal ended where the script had to lead."""

    def __init__(self, pair, side, store, restarts, sorting, refusing):
        self.pair, self.side, self.restarts = pair, side, restarts
        self.sorting, self.refusing = sorting, refusing
        self.store = Counted(store)
        self.world = World(pair.rules, pair.match, side.mix)
        """Played alongside: it knows which card a slot of the script holds."""
        self.people = [Person(self, f"Player {seat}") for seat in range(pair.game.players)]
        self.lobby, self.onlooker = Person(self, "Stroller"), Person(self, "Onlooker")
        self.books, self.told_later = [], []

    @property
    def table(self):
        (table,) = self.server.lobby.tables.values()
        return table

    @property
    def viewer(self):
        seat = self.pair.viewer
        return self.onlooker if seat is None else self.people[seat]

    def shuffle(self, label, cards):
        what = label.rsplit("/", 1)[1]
        if what == "dealer":
            return (cards[self.pair.match.dealer],)
        return self.side.mix.order if what == "deal" else self.side.mix.shuffle(what, cards)

    async def run(self):
        async with trio.open_nursery() as self.nursery:
            await self._open()
            await self._sit_down()
            there = self.pair.viewer is not None
            for place, step in enumerate(self.side.script):
                if place == self.restarts:
                    await self._restart(there)
                if self.pair.presence.at(place) is not there:
                    there = not there
                    await self._come() if there else await self._go()
                await self._take(step, there)
                self.books.append(await host_sees(self.server, self.store))
            self.followed = self.table.room.match.deal == self.world.deal
            if self.pair.presence == Presence():
                players = self.pair.game.players
                self.told_later = await journal_tells(self.store, self.table, players)
            self.nursery.cancel_scope.cancel()

    # --- the house ------------------------------------------------------------------------

    async def _open(self):
        self.network = MemoryNetwork()
        env = seeded_env(self.pair.seed, self.network, self.store)
        self.server = Server(msgspec.structs.replace(env, shuffle=self.shuffle), PATIENT)
        self.house = await self.nursery.start(self._serve, await self.network.listen("", 0))

    async def _serve(self, listener, task_status):
        with trio.CancelScope() as scope:
            async with trio.open_nursery() as nursery:
                await nursery.start(self.server.run, listener)
                task_status.started(scope)

    async def _restart(self, there):
        """The house stops, and another one opens where it left off."""
        self.house.cancel()
        await trio.sleep(PACE)
        await self._open()
        self.lobby.connect()
        for person in self.people:
            if there or person is not self.viewer:
                person.connect()
                person.resume()
                await trio.sleep(SETTLED)
        if there and self.pair.viewer is None:
            await self._come()

    # --- the people -----------------------------------------------------------------------

    async def _sit_down(self):
        game = self.pair.game
        changes = msgspec.to_builtins(dict(game.changes))
        for seat, person in enumerate(self.people):
            person.connect()
            if seat == 0:
                fields = {"preset": game.preset, "changes": changes, "seats": game.players}
                person.ask(messages.Create, "", person.key, person.hash(0), **fields)
            else:
                person.ask(messages.Join, self.table.id, person.key, person.hash(0))
            await trio.sleep(SETTLED)
        self.lobby.connect()
        if self.refusing is not None:
            await self._agree()
        self.people[0].ask(messages.Start)
        await trio.sleep(PACE)

    async def _agree(self):
        """All but so many agree that spectators see all hands; where players are compared, a
        spectator looks on."""
        for person in self.people[self.refusing :]:
            person.ask(messages.Consent)
            await trio.sleep(SETTLED)
        if self.pair.viewer is not None:
            self.onlooker.connect()
            self.onlooker.ask(messages.Watch, self.table.id)
        await trio.sleep(SETTLED)

    async def _come(self):
        self.viewer.connect()
        if self.pair.viewer is None:
            self.viewer.ask(messages.Watch, self.table.id)
        else:
            self.viewer.resume()
        await trio.sleep(SETTLED)

    async def _go(self):
        self.viewer.hang_up()
        await trio.sleep(SETTLED)

    async def _take(self, step, there):
        match step:
            case Act():
                action, events = self.world.said(step), self.world.judge(step)
                if self.sorting and step.seat != self.pair.viewer:
                    self._sort(step.seat)
                self.people[step.seat].act(action)
                for event in events:
                    self.world.happen(event)
                await trio.sleep(PACE)
            case Try():
                self.people[step.seat].act(self.world.said(step))
                await trio.sleep(PACE / 8)
            case Pause():
                await trio.sleep(PACE / 8)
            case Look("tables"):
                self.lobby.ask(messages.ListTables)
                await trio.sleep(SETTLED)
            case Look("history", after) if there:
                self.viewer.ask(messages.History, after)
                await trio.sleep(SETTLED)

    def _sort(self, seat):
        """Whoever is about to move lays his hand in some order, in some groups."""
        chance = random.Random(f"{self.sorting} {seat} {len(self.books)}")
        hand = [face(card) for card in self.world.deal.hands[seat]]
        chance.shuffle(hand)
        cut = chance.randint(1, len(hand))
        self.people[seat].ask(messages.Arrange, (tuple(hand[:cut]), tuple(hand[cut:])))


@dataclass(frozen=True)
class Heard:
    """Everything that left the house in one run."""

    viewer: list
    lobby: list
    log: list
    lengths: list
    """Of every frame on every connection: when it came, how long it is, whether it is an
    `Update`. What a stranger on the line sees, and a little more."""
    books: list
    """What whoever runs the house could see at every moment: list, sessions, numbers."""
    replayed: list
    """What the journal's reader tells, of each seat, of the deal that still runs; nothing where
    the viewer was not there all the time, for whoever was has seen more of what lay open."""

    @property
    def streams(self):
        """What must be the same whatever others attempt in vain."""
        return self.viewer, self.lobby, self.log


def played(pair, side, store=None, restarts=None, sorting="", refusing=None):
    """All that is heard of *side* of *pair*.

    Args:
        restarts: the place in the script at which the house stops and opens again.
        sorting: chance by which all but the viewer sort their hands before each move; empty:
            nobody does.
        refusing: how many do not agree that spectators see all hands; ``None``: nobody asks.
    """
    hall = Hall(pair, side, store or MemoryJournal(keep=True), restarts, sorting, refusing)
    with everything_logged() as lines:
        trio.run(hall.run, clock=trio.testing.MockClock(autojump_threshold=0))
    assert hall.followed, "the server played the script"
    everybody = [*hall.people, hall.onlooker, hall.lobby]
    return Heard(
        hall.viewer.told(),
        hall.lobby.told(),
        lines,
        [lengths(person) for person in everybody],
        hall.books,
        hall.told_later,
    )


def lengths(person):
    reader = FrameReader(TO_CLIENT.frame)
    frames = [(when, body) for when, data in person.heard for body in reader.feed(data)]
    return [(when, len(body), b"update" in body[:12]) for when, body in frames]


def without_attempts(pair):
    """*pair* with nobody trying in vain, for those who see that somebody tried."""
    script = tuple(Pause() if isinstance(step, Try) else step for step in pair.one.script)
    two = tuple(Pause() if isinstance(step, Try) else step for step in pair.two.script)
    return replace(
        pair, one=replace(pair.one, script=script), two=replace(pair.two, script=two)
    )


@contextmanager
def everything_logged():
    """Collect what the server writes into its log, at the most talkative level."""
    logger, lines = logging.getLogger("rummy_server"), []
    keeper, level = logging.Handler(), logger.level
    keeper.emit = lambda record: lines.append(logging.Formatter().format(record))
    logger.addHandler(keeper)
    logger.setLevel(logging.DEBUG)
    try:
        yield lines
    finally:
        logger.removeHandler(keeper)
        logger.setLevel(level)


def can_be_hosted(pair):
    """Whether a server can play it as it is.

    It begins with a match's first deal; who has a seat is there when it is dealt, and nobody
    has to move while he is away.
    """
    acts = [n for n, s in enumerate(pair.one.script) if isinstance(s, Act)]
    own = [n for n in acts if pair.one.script[n].seat == pair.viewer]
    start, end = pair.presence.away
    there = pair.viewer is None or pair.presence.at(0)
    return there and pair.match.number == 0 and not any(start <= n < end for n in own)
