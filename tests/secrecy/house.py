"""All that one viewer is ever told about a table, as lines of (time, channel, bytes).

`House` is what tells: one function for each channel. The real ones are thin; what they call
is the product's code. A planted leak is a `House` with one function replaced.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rummy_protocol.codec import encode
from rummy_protocol.errors import RuleViolation
from rummy_protocol.messages import (
    Accepted,
    Page,
    Refused,
    Seated,
    TableLine,
    Tables,
    Update,
    Watching,
)
from rummy_protocol.views import TableView
from rummy_server.game.log import log_entries
from rummy_server.game.view import Bystander, Seat, Views, view_for, views_of

from .games import table_of
from .play import Act, Look, Pause, Try, World

PACE = 0.8
PAGE = 64


@dataclass
class Scene:
    """The table at a moment. Mutable: belongs to one run of `told`."""

    world: World
    table: TableView
    views: Views
    seq: int = 1
    before: object = None
    """The deal before the last move, for leaks that tell of it."""
    last_id: int = 0

    @property
    def rules(self):
        return self.world.rules

    @property
    def match(self):
        return self.world.match

    @property
    def deal(self):
        return self.world.deal


def shown(scene, viewer):
    """An `Update` after a move, from the kept views."""
    you = None if viewer is None else scene.views.yous[viewer]
    return updated(scene, scene.views.deal, you)


def updated(scene, deal, you, table=None):
    return encode(Update(scene.seq, table or scene.table, deal, you))


def greeted(scene, viewer):
    """What somebody hears first who sits down, comes back or begins to look on."""
    who = Bystander() if viewer is None else Seat(viewer)
    deal, you = view_for(scene.rules, scene.match, who)
    if viewer is None:
        hello = Watching(1, scene.table.id)
    else:
        hello = Seated(1, scene.table.id, viewer, last_id=scene.last_id)
    return encode(hello) + updated(scene, deal, you)


def paged(scene, viewer, after):
    entries = log_entries(scene.rules, scene.match, after, PAGE + 1)
    page = Page(1, scene.match.number, entries[:PAGE], more=len(entries) > PAGE)
    return encode(page)


def refused(scene, viewer, violation):
    told = Refused(scene.last_id, violation.code.value, violation.rule, violation.details)
    return encode(told)


def line(scene):
    table = scene.table
    return TableLine(
        id=table.id,
        name=table.name,
        rules=table.rules,
        options=table.options,
        stage=table.stage,
        taken=len(table.seats),
        humans=len(table.seats),
        deals_played=table.deals_played,
    )


def listed(scene):
    return encode(Tables(1, (line(scene),)))


def unheard(scene, viewer):
    """What others hear of an attempt that was refused."""
    return ()


def at_once(scene, viewer, channel):
    """How long the table waits before it speaks on *channel*."""
    return 0.0


@dataclass(frozen=True)
class House:
    view: Callable = shown
    resume: Callable = greeted
    history: Callable = paged
    error: Callable = refused
    tables: Callable = listed
    others_error: Callable = unheard
    delay: Callable = at_once


def told(house, pair, side):
    """Everything that the viewer of *pair* is told if the cards lie as on *side*."""
    world = World(pair.rules, pair.match, side.mix)
    table = table_of(pair.game.ruleset, pair.match)
    views = views_of(pair.rules, world.match)
    run = _Run(house, pair, Scene(world, table, views))
    there = False
    for place, step in enumerate(side.script):
        if pair.presence.at(place) and not there:
            run.say("resume", house.resume(run.scene, pair.viewer))
        there = pair.presence.at(place)
        run.take(step, there)
    return run.lines


class _Run:
    def __init__(self, house, pair, scene):
        self.house, self.viewer, self.scene = house, pair.viewer, scene
        self.time, self.lines = 0.0, []

    def say(self, channel, words):
        late = self.house.delay(self.scene, self.viewer, channel)
        self.lines.append((self.time + late, channel, words))

    def take(self, step, there):
        match step:
            case Act():
                self.time += PACE
                self._act(step, there)
            case Try():
                self.time += PACE / 8
                self._try(step, there)
            case Pause():
                self.time += PACE / 8
            case Look("tables"):
                self.say("tables", self.house.tables(self.scene))
            case Look("history", after) if there:
                self.say("history", self.house.history(self.scene, self.viewer, after))

    def _act(self, step, there):
        scene = self.scene
        scene.before = scene.deal
        for event in scene.world.judge(step):
            scene.world.happen(event)
            scene.seq += 1
        scene.views = views_of(scene.rules, scene.match, scene.views)
        if there and step.seat == self.viewer:
            scene.last_id += 1
            self.say("answer", encode(Accepted(scene.last_id, scene.seq)))
        if there:
            self.say("view", self.house.view(scene, self.viewer))

    def _try(self, step, there):
        scene = self.scene
        try:
            scene.world.judge(step)
        except RuleViolation as violation:
            if step.seat == self.viewer:
                scene.last_id += 1
                self.say("error", self.house.error(scene, self.viewer, violation))
            elif there:
                self._overhear()

    def _overhear(self):
        for words in self.house.others_error(self.scene, self.viewer):
            self.say("error", words)
