"""The table while it is played at: people, melds, what happened, and the own hand.

Where each part stands is `plan`'s business; in here the parts are put there.
"""

from __future__ import annotations

from rummy_protocol.text import _, plural, term
from rummy_protocol.views import TableView

from ..desk import Over
from ..feed import feed
from ..ways import rules_in_force
from ..words import clock_text, opening_sentence, seconds_left
from .cells import Line, beside, clip, grounded
from .frame import filled, framed, key_line
from .hand import hand_lines, worth_line
from .lesson import lesson_lines, lesson_open
from .log import feed_lines
from .melds import meld_lines
from .offers import offer_lines
from .onlookers import looking_parts
from .openhands import open_hands
from .people import seat_lines, seat_panels
from .pile import pile_lines, pile_row, piles_drawn
from .plan import PILES, Plan, plan_of
from .prompt import TURN_KEYS, prompt
from .rules import brief_rules, primer_lines
from .scene import Scene
from .side import headed, side_lines

__all__ = ["draw_table", "table_title"]


def table_title(scene: Scene, table: TableView) -> Line:
    dot = scene.look.dot
    parts = [clip(table.name, 24), brief_rules(table.rules, scene)]
    if scene.model.deal is not None:
        parts.append(_("deal {n}", n=scene.model.deal.number))
    parts += looking_parts(scene)
    left = seconds_left(table.clock, scene.model.view_at, scene.now)
    told: Line = [("class:title", f" {dot} ".join(parts))]
    if left is not None:
        style = "class:hurry" if left <= 10 else "class:title"
        told += [("class:title", f" {dot} "), (style, clock_text(left))]
    return told


def draw_table(scene: Scene) -> list[Line]:
    """The whole screen."""
    table = scene.model.table
    assert table is not None, "the table screen is due only at a table"
    plan = plan_of(scene)
    lines = _drawn(scene, plan) if plan.drawn else _told(scene, plan)
    lines = [*lines, *_hand(scene, plan)]
    if plan.side:
        felt = [grounded(line, "class:felt", plan.cells) for line in lines]
        bar: Line = [("class:side class:rule", scene.look.bar)]
        side = [[*bar, *line] for line in side_lines(scene, plan.side, len(felt))]
        lines = [[*one, *other] for one, other in zip(felt, side, strict=True)]
    title = table_title(scene, table)
    keys = key_line(scene, TURN_KEYS)
    return framed(scene, title, lines, prompt(scene), keys, grounds=bool(plan.side))


def _hand(scene: Scene, plan: Plan) -> list[Line]:
    you = scene.model.you
    if you is None:
        return open_hands(scene, plan.cells, plan.hand)
    needed: list[Line] = []
    if plan.opening:
        sentence = opening_sentence(you.opening) if you.opening is not None else ""
        needed = [[("class:turn", f" {sentence}" if sentence else "")]]
    return [
        *hand_lines(scene, plan.cells, plan.hand),
        *needed,
        worth_line(scene, plan.cells),
    ]


def _told(scene: Scene, plan: Plan) -> list[Line]:
    """Everything above the hand in lines of text."""
    headings = plan.melds + plan.log >= 6 and plan.melds > 1
    melds, title = _upper(scene, plan.cells, plan.melds - headings, drawn=False)
    lines = [pile_row(scene, plan.cells), *seat_lines(scene, plan.cells, plan.abreast)]
    if headings:
        lines.append(headed(title, scene, plan.cells))
    lines += filled(melds, plan.melds - headings)
    if plan.side:
        return lines
    if lesson_open(scene):
        return [*lines, *lesson_lines(scene, plan.cells, plan.log)]
    return [*lines, *_log(scene, plan, headings)]


def _log(scene: Scene, plan: Plan, heading: bool) -> list[Line]:
    model, rows = scene.model, plan.log - heading
    happened = feed(model.log, model.spoken, model.deal.number if model.deal else 0)
    told = filled(feed_lines(scene, happened, rows, plan.cells), rows)
    return [headed(term("heading", "log"), scene, plan.cells), *told] if heading else told


def _drawn(scene: Scene, plan: Plan) -> list[Line]:
    """Everything above the hand, drawn: panels for the people, piles beside the melds."""
    panels = filled(seat_panels(scene, plan.cells - 1, plan.abreast), plan.seats)
    room = plan.cells - PILES
    melds, title = _upper(scene, room, plan.melds - 1, drawn=True)
    piles = filled(piles_drawn(scene, PILES, plan.melds), plan.melds)
    right = [headed(title, scene, room - 1), *filled(melds, plan.melds - 1)]
    return [*panels, *beside(piles, right, PILES)]


def _upper(scene: Scene, cells: int, rows: int, drawn: bool) -> tuple[list[Line], str]:
    """The melds, or what a question is about in their place; and their heading."""
    deal = scene.model.deal
    if scene.desk.over is Over.PILE and deal is not None:
        heading = plural(
            "the discard pile, newest first: {n} card",
            "the discard pile, newest first: {n} cards",
            deal.discards,
        )
        return pile_lines(scene, cells, rows), heading
    title = term("heading", "melds")
    if scene.desk.over is Over.OFFER:
        asked = offer_lines(scene, cells, max(1, rows - 1))
        return [*meld_lines(scene, cells, max(1, rows - len(asked))), *asked], title
    told = meld_lines(scene, cells, max(1, rows), drawn)
    if drawn and deal is not None and not deal.melds:
        # As long as the felt is empty there is room to say how the game goes.
        rules = rules_in_force(scene.model)
        told += [[], *primer_lines(rules, scene, cells, rows - 2)] if rules is not None else []
    return told, title
