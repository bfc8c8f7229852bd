"""The first screen, before there is a server: play here, join, watch, or host."""

from __future__ import annotations

from collections.abc import Sequence

from ..desk import Desk, Writing
from ..keymap import KEYS, key_name
from .cells import Line, clip_line, narrowed, padded
from .frame import filled, keys_text
from .gate import draw_gate, too_small
from .look import Look, Size

__all__ = ["CHOICES", "draw_start"]

CHOICES = (
    ("play", "Play here", "a table on this machine, bots in the other seats"),
    ("learn", "Learn the game", "a first deal, explained step by step as you play it"),
    ("join", "Join a table", "sit down at a server on another machine"),
    ("watch", "Watch a table", "look on; you see what everybody sees, and no hand"),
    ("serve", "Host tables", "let others on your network play at this machine"),
)
"""What can be done, by the word of the command line, in two lengths."""

_KEYS_OF = {"play": "p", "learn": "l", "join": "j", "watch": "w", "serve": "s"}


def draw_start(
    desk: Desk, notice: str, servers: Sequence[str], look: Look, size: Size
) -> list[Line]:
    """The lines of the screen; *servers* are addresses known from before."""
    if too_small(size):
        return draw_gate(size)
    suits = "c d h s" if look.letters else "♣ ♦ ♥ ♠"
    lines: list[Line] = [
        [("class:title", padded(f" Rummy {suits}", size.columns))],
        [],
        [("class:text", " What would you like to do?")],
        [],
    ]
    for place, (what, label, words) in enumerate(CHOICES):
        chosen = place == desk.row
        arrow = look.arrow if chosen else " "
        style = "class:chosen" if chosen else "class:name"
        head = (style, f" {arrow} {padded(label, 16)}")
        lines.append([head, ("class:key", f" {_KEYS_OF[what]} "), ("class:label", f" {words}")])
    if servers:
        lines += [[], [("class:label", f" Last played at: {', '.join(servers)}")]]
    keys = [
        (key_name(k.keys.split()[0]), k.label) for k in KEYS if k.where == "start" and k.label
    ]
    words = "The arrow keys choose, Enter goes on."
    if desk.writing is Writing.ADDRESS:
        words = "Host, or host:port, of the server. Enter goes on, Esc goes back."
    tail: list[Line] = [
        [("class:bad", f" {notice}")] if notice else [],
        [("class:turn", f" {words}")],
        [("", " "), *keys_text(keys)],
        [],
    ]
    body = [*filled(lines, size.rows - len(tail)), *tail]
    if look.letters:
        body = [narrowed(line, look.ascii_only) for line in body]
    return [clip_line(line, size.columns) for line in body]
