"""The first screen, before there is a server: play here, join, watch, or host."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rummy_protocol.cards import faces
from rummy_protocol.text import N_, _

from ..desk import Desk
from ..keymap import KEYS, label_of
from .cards import APART, Drawn, fan_lines
from .cells import Line, at, clip_line, grounded, narrowed, padded, width
from .frame import filled, fitted, keys_text
from .gate import draw_gate, too_small
from .look import Look, Size, card_text

__all__ = ["CHOICES", "draw_start"]

CHOICES = (
    ("play", N_("Play here"), N_("a table on this machine, bots in the other seats")),
    ("learn", N_("Learn the game"), N_("a first deal, explained step by step as you play it")),
    ("join", N_("Join a table"), N_("sit down at a server on another machine")),
    ("watch", N_("Watch a table"), N_("look on; you see what everybody sees, and no hand")),
    ("serve", N_("Host tables"), N_("let others on your network play at this machine")),
)
"""What can be done, by the word of the command line, in two lengths."""

_KEYS_OF: Final = {"play": "p", "learn": "l", "join": "j", "watch": "w", "serve": "s"}
LOGO_FROM: Final = 20
"""Rows from which the name of the game is drawn in cards."""
_LOGO: Final = (("R", "AS"), ("U", "AH"), ("M", "AC"), ("M", "AD"), ("Y", "AS"))


def draw_start(
    desk: Desk, notice: str, servers: Sequence[str], look: Look, size: Size
) -> list[Line]:
    """The lines of the screen; *servers* are addresses known from before."""
    if too_small(size):
        return draw_gate(size)
    suits = "c d h s" if look.letters else "♣ ♦ ♥ ♠"
    bar: Line = [("class:title", padded(f" Rummy {suits}", size.columns))]
    lines: list[Line] = [
        [],
        *(_logo(look) if size.rows >= LOGO_FROM else []),
        [("class:heading", f" {_('What would you like to do?')}")],
        [],
        *_choices(desk, look, size.columns),
    ]
    if servers:
        words = _("Last played at: {servers}", servers=", ".join(servers))
        lines += [[], [("class:label", f" {words}")]]
    words = _("The arrow keys choose, Enter goes on.")
    keys = [(k.keys.split()[0], label_of(k)) for k in KEYS if k.where == "start" and k.label]
    tail: list[Line] = [
        [("class:bad", f" {notice}")] if notice else [],
        *fitted([("class:turn", f" {words}")], keys_text(keys), size.columns),
        [],
    ]
    middle = filled(lines, size.rows - len(tail) - 1)
    body = [bar, *(grounded(line, "class:felt", size.columns) for line in middle), *tail]
    if look.letters or look.ascii_only:
        body = [narrowed(line, look.ascii_only) for line in body]
    return [clip_line(line, size.columns) for line in body]


def _choices(desk: Desk, look: Look, columns: int) -> list[Line]:
    """What can be done, each with its key."""
    cells = min(columns // 2, max(16, *(width(_(label)) for _what, label, _words in CHOICES)))
    lines: list[Line] = []
    for place, (what, label, words) in enumerate(CHOICES):
        chosen = place == desk.row
        arrow = look.arrow if chosen else " "
        style, aim = "class:chosen" if chosen else "class:name", at("key", _KEYS_OF[what])
        lines.append(
            [
                (f"{style} {aim}", f" {arrow} {padded(_(label), cells)} "),
                (f"class:key {aim}", f" {_KEYS_OF[what]} "),
                (f"class:label {aim}", f" {_(words)}"),
            ]
        )
    return lines


def _logo(look: Look) -> list[Line]:
    """The name of the game, a letter to a card."""
    cards = [
        Drawn(faces(card)[0], label=letter + card_text(faces(card)[0], look)[1:])
        for letter, card in _LOGO
    ]
    return [*([("", "  "), *line] for line in fan_lines(cards, look, 4, APART)), []]
