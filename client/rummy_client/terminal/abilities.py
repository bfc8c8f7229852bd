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

from ..liking import Settings, Theme
from ..screen.look import Look
from ..tongue import is_utf8
from .colours import DEEP, SIXTEEN, Palette

__all__ = ["ERASE_PROBE", "PROBE", "Terminal", "detect", "fitting", "narrow", "style_for"]

PROBE: Final = "\r♠\x1b[6n"
"""A suit sign at the left edge, and the question where the cursor stands after it."""
ERASE_PROBE: Final = "\r\x1b[K"

_LETTERS_ONLY: Final = ("linux", "dumb", "")
"""Terminals whose usual fonts lack spades, hearts and clubs, or that are not known at all."""


_MARKS_NOTHING: Final = (
    *("linux", "fbterm", "vt", "ansi", "pcansi", "cons", "wsvt", "pcvt"),
    *("sun", "hurd", "mach", "eterm", "cygwin"),
)
"""How the names of terminals begin that hand on pasted text as if it were typed. Some of their
kind have learned better by now, under the same name."""
_OLD_SCREEN: Final = "screen"
"""So tmux calls itself too, which marks what is pasted; GNU screen long did not."""


class Terminal(NamedTuple):
    look: Look
    depth: ColorDepth
    probe: bool
    """Whether it is worth asking how wide the signs are."""
    marks: bool
    """Whether it says of pasted text that it was pasted."""


def detect(variables: Mapping[str, str]) -> Terminal:
    """What *variables*, the environment, say about the terminal."""
    name = variables.get("TERM", "")
    utf8 = is_utf8(variables)
    letters = not utf8 or name in _LETTERS_ONLY or bool(variables.get("RUMMY_ASCII"))
    look = Look(letters, not utf8)
    return Terminal(look, _depth(variables, name), not letters, _marks(variables, name))


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


def _marks(variables: Mapping[str, str], name: str) -> bool:
    if name.startswith(_OLD_SCREEN):
        return bool(variables.get("TMUX"))
    return name not in ("dumb", "") and not name.startswith(_MARKS_NOTHING)


def narrow(answer: str) -> bool:
    """Whether *answer*, a cursor report, says that the sign took one cell.

    An answer that cannot be read is no reason to distrust the signs.
    """
    column = answer.rpartition(";")[2].removesuffix("R")
    return not column.isdigit() or int(column) == 2


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
    "picked": "bold",
    "fits": "reverse",
    "win": "bold",
    "me": "bold",
    "caret": "bold",
    "fresh": "bold",
}


# One object for each choice: the renderer keeps what it has worked out for a style, and
# worked everything out anew for every frame when it was given a new one.
@lru_cache(maxsize=32)
def style_for(depth: ColorDepth, theme: Theme) -> Style:
    """The colours of *theme* for *depth*."""
    if theme is Theme.MONO or depth is ColorDepth.DEPTH_1_BIT:
        return Style.from_dict(_MONO)
    palette = (SIXTEEN if depth is ColorDepth.DEPTH_4_BIT else DEEP)[theme]
    return Style.from_dict(_words(palette) | _cards(palette))


def _words(p: Palette) -> dict[str, str]:
    bar = f"bg:{p.bar} {p.bar_ink}"
    return {
        "": f"bg:{p.ground} {p.ink}",
        "ground": "",
        "felt": f"bg:{p.felt}",
        "side": f"bg:{p.side}",
        "title": f"{bar} bold",
        "online": bar,
        "open": f"bg:{p.alarm} {p.alarm_ink} bold",
        "wait": f"bg:{p.picked} {p.inks[0]} bold",
        "hurry": f"bg:{p.picked} {p.inks[0]} bold",
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
        "rule": p.rule,
        "aside": f"{p.dim} italic",
        "heading": f"{p.ink} bold",
        "me": f"{p.ink} bold",
        "said": p.said,
        "chosen": f"bg:{p.cursor} {p.inks[0]}",
        "fits": f"bg:{p.picked} {p.inks[0]} bold",
        "gate": "bold",
        "back": f"bg:{p.back} {p.back_ink}",
        "backs": p.backs or p.back_ink,
    }


def _cards(p: Palette) -> dict[str, str]:
    """Suits on the light ground of a card, and suits in text on the ground of the table."""
    names = ("c", "d", "h", "s", "joker")
    told = {f"text.{suit}": f"{ink} bold" for suit, ink in zip(names, p.suits, strict=True)}
    for ground, colour in (("card", p.card), ("picked", p.picked), ("cursor", p.cursor)):
        told[ground] = f"bg:{colour} {p.inks[0]} bold"
        told[f"{ground}.edge"] = f"bg:{colour} {p.edge} nobold"
        for suit, ink in zip(names, p.inks, strict=True):
            told[f"{ground}.{suit}"] = f"bg:{colour} {ink} bold"
    return told
