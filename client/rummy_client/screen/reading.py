"""What is read over the table: keys, log, points, rules, and what one missed."""

from __future__ import annotations

import msgspec

from rummy_protocol import text
from rummy_protocol.errors import Declined
from rummy_protocol.text import N_, _, plural

from ..desk import Over
from ..feed import feed
from ..form import rules_of
from ..keymap import CONTEXTS, KEYS, key_name
from ..moment import contexts
from .cells import Line, folded, padded, width
from .frame import frame_rows, framed, key_line, paragraph
from .lesson import whole_lesson
from .log import item_text
from .rules import rule_lines
from .scene import Scene
from .sheet import sheet_lines, standing_lines
from .table import table_title

__all__ = ["draw_reading", "reading_lines"]

_TITLES = {
    Over.HELP: N_("All keys"),
    Over.LOG: N_("The log of this deal"),
    Over.SCORES: N_("Points"),
    Over.RULES: N_("The rules of this table"),
    Over.AWAY: N_("While you were away"),
    Over.LESSON: N_("The lesson"),
}


def draw_reading(scene: Scene) -> list[Line]:
    """The page that lies over the screen, at the place to which it was scrolled."""
    over = scene.desk.over
    assert over is not None, "a page is drawn only when one lies there"
    lines = reading_lines(scene)
    room = scene.size.rows - frame_rows(scene.size)
    furthest = max(0, len(lines) - room)
    scroll = min(scene.desk.scroll, furthest)
    first = furthest - scroll if over is Over.LOG else scroll
    heading = _(_TITLES[over])
    table = scene.model.table
    where = table_title(scene, table) if table is not None else [("class:title", "Rummy")]
    title: Line = [("class:title", f"{heading} {scene.look.dot} "), *where]
    turn = f" {_('It is your turn.')}" if scene.model.may else ""
    more = plural(
        "{last} of {n} line; the arrow keys scroll.",
        "{last} of {n} lines; the arrow keys scroll.",
        len(lines),
        last=first + room,
    )
    prompt: Line = [("class:turn", turn), ("class:label", f" {more}" if furthest else "")]
    return framed(scene, title, lines[first : first + room], prompt, key_line(scene))


def reading_lines(scene: Scene) -> list[Line]:
    """All lines of the page."""
    match scene.desk.over:
        case Over.HELP:
            return _help(scene)
        case Over.LOG:
            return _log(scene)
        case Over.SCORES:
            return _scores(scene)
        case Over.RULES:
            return _rules(scene)
        case Over.AWAY:
            return _away(scene)
        case Over.LESSON:
            return whole_lesson(scene)
        case _:
            return []


def _help(scene: Scene) -> list[Line]:
    """All keys, those first that count beneath the page; in a replay there are no others."""
    here = contexts(scene.model, msgspec.structs.replace(scene.desk, over=None))
    there = here | {"scroll", "over-settings"} if scene.model.replaying else CONTEXTS.keys()
    titles = dict.fromkeys(CONTEXTS[where] for where in CONTEXTS if where in here)
    others = dict.fromkeys(CONTEXTS[where] for where in CONTEXTS if where in there)
    lines: list[Line] = []
    for title in titles | others:
        lines.append([("class:heading", f" {_(title)}")])
        for key in KEYS:
            if CONTEXTS[key.where] == title and key.where in there:
                names = " ".join(key_name(one) for one in key.keys.split())
                label = f"   {padded(names, 16)}"
                told = folded("class:text", _(key.help), scene.size.columns - 20)
                for place, part in enumerate(told):
                    lead = label if not place else " " * width(label)
                    lines.append([("class:key", lead), *part])
    return lines


def _log(scene: Scene) -> list[Line]:
    model = scene.model
    lines: list[Line] = []
    for item in feed(model.log, model.spoken, model.deal.number if model.deal else 0):
        style, sentence = item_text(scene, item)
        number = f"{item.n:>4} " if hasattr(item, "n") else "     "
        for place, part in enumerate(folded(style, sentence, scene.size.columns - 7)):
            lines.append([("class:label", number if not place else "     "), *part])
    return lines or [[("class:label", f" {_('Nothing has happened yet.')}")]]


def _scores(scene: Scene) -> list[Line]:
    table, deal = scene.model.table, scene.model.deal
    if table is None:
        return []
    lines = standing_lines(scene, table)
    if table.watching:
        names = ", ".join(table.spectators) or f"{table.watching}"
        words = _("Watching: {names}", names=names)
        lines += [[], *paragraph("class:label", words, scene)]
    if deal is not None and deal.result is not None:
        lines += [[], *sheet_lines(scene, table, deal.result)]
    return lines


def _rules(scene: Scene) -> list[Line]:
    table, tables = scene.model.table, scene.model.tables or ()
    if table is not None:
        return _rules_in_force(scene)
    if scene.desk.creating:
        made = rules_of(scene.desk.form)
        if isinstance(made, Declined):
            wrong = text.refusal(made.code, made.rule, made.details)
            return paragraph("class:bad", wrong, scene)
        return rule_lines(made, scene)
    if tables:
        return rule_lines(tables[min(scene.desk.row, len(tables) - 1)].rules, scene)
    return [[("class:label", f" {_('There is no table to show the rules of.')}")]]


def _rules_in_force(scene: Scene) -> list[Line]:
    """Of the running deal, with its contract; before the first deal, of the whole match."""
    table, deal = scene.model.table, scene.model.deal
    if table is None:
        return []
    if deal is None:
        return rule_lines(table.rules, scene)
    lines = rule_lines(table.rules.for_deal(deal.number), scene)
    if table.rules.deal_changes:
        lines.insert(0, [("class:heading", f" {_('The rules of deal {n}:', n=deal.number)}")])
    return lines


def _away(scene: Scene) -> list[Line]:
    """Exactly what the log tells of the time, and whose points changed in it (U09)."""
    model, away = scene.model, scene.model.away
    if away is None:
        return []
    told = [e for e in model.log if away.after < e.n and (e.n <= away.upto or not away.upto)]
    lines: list[Line] = []
    for entry in told:
        style, sentence = item_text(scene, entry)
        lines += paragraph(style, sentence, scene)
    if model.table is not None and len(away.before) == len(model.table.seats):
        for seat, old in zip(model.table.seats, away.before, strict=True):
            if seat.points != old:
                change = _(
                    "{name}: {before} points before, {now} now.",
                    name=seat.name,
                    before=text.points(old),
                    now=text.points(seat.points),
                )
                lines.append([("class:turn", f" {change}")])
    return lines or [[("class:label", f" {_('Nothing happened at the table.')}")]]
