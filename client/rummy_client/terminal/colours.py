"""The colours of each theme, for terminals of many colours and for those of sixteen.

Plain values. A theme paints its own ground, so that what stands on it can be read whatever the
terminal's own colours are; how well it can be read is computed by a test.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ..liking import Theme

__all__ = ["DEEP", "SIXTEEN", "Palette"]


class Palette(NamedTuple):
    """The colours of one theme; everything else follows from them."""

    ground: str
    felt: str
    """Under the table."""
    side: str
    """Under log and chat."""
    bar: str
    """Under the title."""
    bar_ink: str
    ink: str
    dim: str
    rule: str
    """Frames, which nothing depends on."""
    good: str
    bad: str
    turn: str
    key: str
    said: str
    suits: tuple[str, str, str, str, str]
    """Clubs, diamonds, hearts, spades, and joker, in text."""
    card: str
    picked: str
    cursor: str
    edge: str
    """The edges of cards."""
    inks: tuple[str, str, str, str, str]
    """Clubs, diamonds, hearts, spades, and joker, on cards."""
    back: str
    back_ink: str
    backs: str = ""
    """Cards that somebody holds, counted as backs; empty: what is drawn on a back."""
    alarm: str = "#b3261e"
    """Under the mark of a connection that is not encrypted."""
    alarm_ink: str = "#ffffff"


_DARK: Final = Palette(
    ground="#14171a",
    felt="#0d2b22",
    side="#1a1f23",
    bar="#1f6b4c",
    bar_ink="#ffffff",
    ink="#e9e6dc",
    dim="#a7b0aa",
    rule="#5f7a6e",
    good="#7ddf9b",
    bad="#ff8f85",
    turn="#ffd54a",
    key="#6fd9ea",
    said="#dcb8ff",
    suits=("#e9e6dc", "#ff8f85", "#ff8f85", "#e9e6dc", "#8fb8ff"),
    card="#f7f2e3",
    picked="#ffd766",
    cursor="#b8dcff",
    edge="#8c8672",
    inks=("#1c1c1c", "#a81616", "#a81616", "#1c1c1c", "#1d43a8"),
    back="#23407a",
    back_ink="#a9c1f0",
)

_LIGHT: Final = Palette(
    ground="#fbfaf6",
    felt="#d8efd8",
    side="#f1efe8",
    bar="#1f6b4c",
    bar_ink="#ffffff",
    ink="#1d211f",
    dim="#535b56",
    rule="#9db3a4",
    good="#11602e",
    bad="#a61b1b",
    turn="#7a4a00",
    key="#005a70",
    said="#6b2fa0",
    suits=("#1d211f", "#a61b1b", "#a61b1b", "#1d211f", "#1d43a8"),
    card="#ffffff",
    picked="#ffdf80",
    cursor="#bfe0ff",
    edge="#6f7a72",
    inks=("#1c1c1c", "#a81616", "#a81616", "#1c1c1c", "#1d43a8"),
    back="#3a5ea8",
    back_ink="#ffffff",
    backs="#3a5ea8",
)

_CONTRAST: Final = Palette(
    ground="#000000",
    felt="#000000",
    side="#000000",
    bar="#ffffff",
    bar_ink="#000000",
    ink="#ffffff",
    dim="#e0e0e0",
    rule="#ffffff",
    good="#7dff9b",
    bad="#ffb0a8",
    turn="#ffff00",
    key="#7df3ff",
    said="#ffc8ff",
    suits=("#ffffff", "#ffb0a8", "#ffb0a8", "#ffffff", "#a8ccff"),
    card="#ffffff",
    picked="#ffff66",
    cursor="#c4f4ff",
    edge="#000000",
    inks=("#000000", "#870000", "#870000", "#000000", "#00005f"),
    back="#000000",
    back_ink="#ffffff",
    alarm="#870000",
)

_FOUR: Final = _DARK._replace(
    suits=("#7ddf9b", "#8fb8ff", "#ff8f85", "#e9e6dc", "#dcb8ff"),
    inks=("#0f5325", "#123a8f", "#a81616", "#1c1c1c", "#6a1b8a"),
)

# Blue and orange with yellow between them: told apart by all who see colours otherwise.
_BLIND: Final = _DARK._replace(
    good="#7cc7ff",
    bad="#ffa64d",
    turn="#f5e663",
    key="#9fd8ff",
    said="#e9c3dc",
    suits=("#e9e6dc", "#ffa64d", "#ffa64d", "#e9e6dc", "#7cc7ff"),
    inks=("#1c1c1c", "#7a2f00", "#7a2f00", "#1c1c1c", "#00479e"),
    picked="#f5e663",
    felt="#10222e",
    bar="#1b4f7a",
    rule="#5d7688",
)

DEEP: Final = {
    Theme.DARK: _DARK,
    Theme.LIGHT: _LIGHT,
    Theme.CONTRAST: _CONTRAST,
    Theme.FOUR: _FOUR,
    Theme.BLIND: _BLIND,
}
"""For terminals that show any colour, or the nearest of 256."""

_DARK_16: Final = Palette(
    ground="ansiblack",
    felt="ansiblack",
    side="ansiblack",
    bar="ansigray",
    bar_ink="ansiblack",
    ink="ansigray",
    dim="ansigray",
    rule="ansibrightblack",
    good="ansibrightgreen",
    bad="ansibrightred",
    turn="ansibrightyellow",
    key="ansibrightcyan",
    said="ansibrightmagenta",
    suits=("ansigray", "ansibrightred", "ansibrightred", "ansigray", "ansibrightcyan"),
    card="ansiwhite",
    picked="ansibrightyellow",
    cursor="ansibrightcyan",
    edge="ansibrightblack",
    inks=("ansiblack", "ansired", "ansired", "ansiblack", "ansiblue"),
    back="ansiblue",
    back_ink="ansiwhite",
    alarm="ansired",
    alarm_ink="ansiwhite",
)

_LIGHT_16: Final = _DARK_16._replace(
    ground="ansiwhite",
    felt="ansiwhite",
    side="ansiwhite",
    bar="ansiblack",
    bar_ink="ansiwhite",
    ink="ansiblack",
    dim="ansiblack",
    good="ansiblue",
    bad="ansired",
    turn="ansiblue",
    key="ansiblue",
    said="ansimagenta",
    suits=("ansiblack", "ansired", "ansired", "ansiblack", "ansiblue"),
    backs="ansiblue",
)

SIXTEEN: Final = {
    Theme.DARK: _DARK_16,
    Theme.LIGHT: _LIGHT_16,
    Theme.CONTRAST: _DARK_16._replace(
        bar="ansiwhite",
        ink="ansiwhite",
        dim="ansiwhite",
        rule="ansiwhite",
        suits=("ansiwhite", "ansiwhite", "ansiwhite", "ansiwhite", "ansiwhite"),
        inks=("ansiblack", "ansiblack", "ansiblack", "ansiblack", "ansiblack"),
        bad="ansibrightyellow",
        said="ansiwhite",
        edge="ansiblack",
        back="ansiblack",
        alarm="ansibrightyellow",
        alarm_ink="ansiblack",
    ),
    Theme.FOUR: _DARK_16._replace(
        suits=(
            "ansibrightgreen",
            "ansibrightcyan",
            "ansibrightred",
            "ansigray",
            "ansibrightmagenta",
        ),
        # No fourth ink can be read on yellow or cyan: picks rise, and the cursor has its caret.
        inks=("ansimagenta", "ansiblue", "ansired", "ansiblack", "ansiblue"),
        picked="ansiwhite",
        cursor="ansiwhite",
    ),
    Theme.BLIND: _DARK_16._replace(
        good="ansibrightcyan",
        bad="ansibrightyellow",
        suits=(
            "ansigray",
            "ansibrightyellow",
            "ansibrightyellow",
            "ansigray",
            "ansibrightcyan",
        ),
        inks=("ansiblack", "ansiblue", "ansiblue", "ansiblack", "ansimagenta"),
    ),
}
"""For terminals of sixteen colours, whose shades are the terminal's own."""
