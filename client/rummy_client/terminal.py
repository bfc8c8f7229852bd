"""What the terminal can show: signs or letters, how many colours, and a style for each depth.

It looks at the environment it is given and asks nobody. How wide a suit sign really is, only
the terminal knows: `PROBE` asks for it, and `narrow` reads the answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec
from prompt_toolkit.output.color_depth import ColorDepth
from prompt_toolkit.styles import Style

from .liking import Settings, Theme
from .screen.look import Look
from .tongue import is_utf8

__all__ = ["ERASE_PROBE", "PROBE", "Terminal", "detect", "fitting", "narrow", "style_for"]

PROBE: Final = "\r♠\x1b[6n"
"""A suit sign at the left edge, and the question where the cursor stands after it."""
ERASE_PROBE: Final = "\r\x1b[K"

_LETTERS_ONLY: Final = ("linux", "dumb", "")
"""Terminals whose usual fonts lack spades, hearts and clubs, or that are not known at all."""


class Terminal(NamedTuple):
    look: Look
    depth: ColorDepth
    probe: bool
    """Whether it is worth asking how wide the signs are."""


def detect(variables: Mapping[str, str]) -> Terminal:
    """What *variables*, the environment, say about the terminal."""
    name = variables.get("TERM", "")
    utf8 = is_utf8(variables)
    letters = not utf8 or name in _LETTERS_ONLY or bool(variables.get("RUMMY_ASCII"))
    return Terminal(Look(letters, not utf8), _depth(variables, name), not letters)


def fitting(settings: Settings, terminal: Terminal) -> Settings:
    """*settings* as far as *terminal* can show them."""
    if terminal.look.letters:
        return msgspec.structs.replace(settings, letters=True)
    return settings


def _depth(variables: Mapping[str, str], name: str) -> ColorDepth:
    if variables.get("NO_COLOR") or name in ("dumb", ""):
        return ColorDepth.DEPTH_1_BIT
    if variables.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return ColorDepth.DEPTH_24_BIT
    if name == "linux" or name.endswith(("-16color", "ansi")):
        return ColorDepth.DEPTH_4_BIT
    return ColorDepth.DEPTH_1_BIT if name.startswith("vt") else ColorDepth.DEPTH_8_BIT


def narrow(answer: str) -> bool:
    """Whether *answer*, a cursor report, says that the sign took one cell.

    An answer that cannot be read is no reason to distrust the signs.
    """
    column = answer.rpartition(";")[2].removesuffix("R")
    return not column.isdigit() or int(column) == 2


class _Palette(NamedTuple):
    """The colours of one depth; everything else follows from them."""

    title: str
    card: str
    picked: str
    cursor: str
    black: str
    red: str
    green: str
    blue: str
    bright_red: str
    bright_green: str
    bright_blue: str
    dim: str
    good: str
    bad: str
    turn: str
    key: str
    said: str


_BY_DEPTH: Final = {
    ColorDepth.DEPTH_24_BIT: _Palette(
        title="bg:#14532d #ffffff",
        card="bg:#f5f0e1",
        picked="bg:#f2c94c",
        cursor="bg:#9cc9ff",
        black="#1c1c1c",
        red="#b3261e",
        green="#1b6e33",
        blue="#1d4fb8",
        bright_red="#e5534b",
        bright_green="#3fa65a",
        bright_blue="#5b8def",
        dim="#8a8f98",
        good="#3fa65a",
        bad="#e5534b",
        turn="#d9a400",
        key="#2aa1b3",
        said="#b07bd8",
    ),
    ColorDepth.DEPTH_8_BIT: _Palette(
        title="bg:#005f00 #ffffff",
        card="bg:#ffffd7",
        picked="bg:#ffd75f",
        cursor="bg:#87d7ff",
        black="#121212",
        red="#af0000",
        green="#005f00",
        blue="#0000af",
        bright_red="#ff5f5f",
        bright_green="#5faf5f",
        bright_blue="#5f87ff",
        dim="#8a8a8a",
        good="#5faf5f",
        bad="#ff5f5f",
        turn="#d7af00",
        key="#00afaf",
        said="#af87d7",
    ),
    ColorDepth.DEPTH_4_BIT: _Palette(
        title="bg:ansigreen ansiblack",
        card="bg:ansigray",
        picked="bg:ansiyellow",
        cursor="bg:ansicyan",
        black="ansiblack",
        red="ansired",
        green="ansigreen",
        blue="ansiblue",
        bright_red="ansibrightred",
        bright_green="ansibrightgreen",
        bright_blue="ansibrightblue",
        dim="",
        good="ansigreen",
        bad="ansired",
        turn="ansiyellow",
        key="ansicyan",
        said="ansimagenta",
    ),
}

_MONO: Final = {
    "title": "reverse",
    "online": "reverse",
    "open": "reverse bold",
    "wait": "reverse",
    "hurry": "reverse bold",
    "bad": "bold",
    "turn": "bold",
    "ask": "bold",
    "tip": "bold",
    "key": "bold underline",
    "heading": "bold",
    "chosen": "reverse",
    "cursor": "reverse",
    "picked": "bold underline",
    "fits": "reverse",
    "win": "bold",
    "caret": "bold",
    "fresh": "bold",
}


# One object for each choice: the renderer keeps what it has worked out for a style, and
# worked everything out anew for every frame when it was given a new one.
@lru_cache(maxsize=16)
def style_for(depth: ColorDepth, theme: Theme) -> Style:
    """The colours of *theme* for *depth*."""
    palette = _BY_DEPTH.get(depth)
    if palette is None or theme is Theme.MONO:
        return Style.from_dict(_MONO)
    return Style.from_dict(_plain(palette) | _suits(palette, theme is Theme.FOUR))


def _plain(p: _Palette) -> dict[str, str]:
    return {
        "title": f"{p.title} bold",
        "online": p.title,
        "open": f"bg:{p.red} #ffffff bold",
        "wait": f"{p.title} blink",
        "hurry": f"{p.picked} {p.red} bold",
        "good": p.good,
        "bad": f"{p.bad} bold",
        "turn": f"{p.turn} bold",
        "ask": f"{p.turn} bold",
        "tip": f"{p.good} bold",
        "win": f"{p.good} bold",
        "fresh": f"{p.good} bold",
        "caret": f"{p.key} bold",
        "key": f"{p.key} bold",
        "label": p.dim,
        "rule": p.dim,
        "aside": f"{p.dim} italic",
        "heading": "bold",
        "me": "bold",
        "said": p.said,
        "chosen": f"{p.cursor} {p.black}",
        "fits": f"{p.picked} {p.black} bold",
        "gate": "bold",
    }


def _suits(p: _Palette, four_colours: bool) -> dict[str, str]:
    """Suits on the light ground of a card, and suits on whatever the terminal's ground is."""
    on_card = {"c": p.black, "d": p.red, "h": p.red, "s": p.black, "joker": p.blue}
    on_text = {"c": "", "d": p.bright_red, "h": p.bright_red, "s": "", "joker": p.bright_blue}
    if four_colours:
        on_card |= {"c": p.green, "d": p.blue}
        on_text |= {"c": p.bright_green, "d": p.bright_blue}
    told = {f"text.{suit}": f"{colour} bold" for suit, colour in on_text.items()}
    for ground, colour in (("card", p.card), ("picked", p.picked), ("cursor", p.cursor)):
        told[ground] = f"{colour} {p.black} bold"
        told |= {f"{ground}.{suit}": f"{colour} {ink} bold" for suit, ink in on_card.items()}
    return told
