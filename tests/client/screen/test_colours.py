"""Whatever is drawn can be read: the contrast of every theme at every depth, computed.

The ratio is that of WCAG 2. Sixteen colours are reckoned as xterm shows them by default.
"""

from __future__ import annotations

from functools import cache

import pytest
from prompt_toolkit.output.color_depth import ColorDepth
from prompt_toolkit.output.vt100 import ANSI_COLORS_TO_RGB, _256_colors

from rummy_client.desk import Desk
from rummy_client.liking import Theme
from rummy_client.screen import Look, Scene, Size, draw
from rummy_client.terminal.abilities import style_for
from rummy_protocol.cards import faces

from .tables import seated
from .test_draw import SCREENS

COLOURED = [theme for theme in Theme if theme is not Theme.MONO]
DEPTHS = [ColorDepth.DEPTH_4_BIT, ColorDepth.DEPTH_8_BIT, ColorDepth.DEPTH_24_BIT]
DECORATION = ("class:rule", ".edge", "class:back ", "class:backs")
"""Frames, edges and the pattern of backs: nothing is told by them alone."""

PICKED = seated(), Desk(cursor=3, picks=faces("2C TS QS"))


def rgb(colour, depth):
    if colour.startswith("ansi"):
        return ANSI_COLORS_TO_RGB[colour]
    exact = tuple(int(colour[place : place + 2], 16) for place in (0, 2, 4))
    return _256_colors.colors[_256_colors[exact]] if depth is ColorDepth.DEPTH_8_BIT else exact


def luminance(colour):
    parts = [part / 255 for part in colour]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@cache
def drawn_styles():
    """Every style in which something is to be read, on the ground on which it stands."""
    told = set()
    for model, desk in [*SCREENS.values(), PICKED]:
        for columns, rows in ((60, 15), (80, 24), (120, 40)):
            for line in draw(Scene(model, desk, Look(), Size(columns, rows), 0.0)):
                for style, text in line:
                    words = [word for word in style.split() if not word.startswith("class:at.")]
                    name = " ".join(words)
                    if text.strip() and not any(each in f"{name} " for each in DECORATION):
                        told.add(name)
    return sorted(told)


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("theme", COLOURED)
def test_all_that_is_drawn_stands_out_from_its_ground(theme, depth) -> None:
    style, least = style_for(depth, theme), 7.0 if theme is Theme.CONTRAST else 4.5
    for name in drawn_styles():
        found = style.get_attrs_for_style_str(name)
        ratio = contrast(rgb(found.color, depth), rgb(found.bgcolor, depth))

        assert ratio >= least, f"{name}: {found.color} on {found.bgcolor} is {ratio:.1f}"


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("theme", COLOURED)
def test_cards_that_others_hold_can_be_counted(theme, depth) -> None:
    """They are no letters: three to one is what a shape takes."""
    found = style_for(depth, theme).get_attrs_for_style_str("class:felt class:backs")

    assert contrast(rgb(found.color, depth), rgb(found.bgcolor, depth)) >= 3


def as_seen(colour, kind):
    """*colour* as somebody sees it who lacks a kind of cones (Viénot, Brettel and Mollon)."""
    r, g, b = (
        p / 255 / 12.92 if p <= 10 else ((p / 255 + 0.055) / 1.055) ** 2.4 for p in colour
    )
    rows = {
        "red": ((0.112, 0.888, -0.0), (0.112, 0.888, 0.0), (0.004, -0.004, 1.0)),
        "green": ((0.292, 0.708, 0.0), (0.292, 0.708, 0.0), (-0.022, 0.022, 1.0)),
        "blue": ((1.0, 0.15, -0.15), (0.0, 0.866, 0.134), (0.0, 0.866, 0.134)),
    }[kind]
    return tuple(x * r + y * g + z * b for x, y, z in rows)


@pytest.mark.parametrize("kind", ["red", "green", "blue"])
def test_who_lacks_some_cones_tells_the_suits_and_the_news_apart(kind) -> None:
    style = style_for(ColorDepth.DEPTH_24_BIT, Theme.BLIND)

    def seen(name):
        found = style.get_attrs_for_style_str(f"class:felt class:{name}")
        return as_seen(rgb(found.color, ColorDepth.DEPTH_24_BIT), kind)

    for one, other in [("card.h", "card.s"), ("text.h", "text.s"), ("good", "bad")]:
        apart = sum((a - b) ** 2 for a, b in zip(seen(one), seen(other), strict=True)) ** 0.5
        assert apart > 0.05, f"{one} and {other} look alike: {apart:.3f}"


def test_nothing_is_told_by_colour_alone_in_a_hand() -> None:
    """The picks stand out of their row, the cursor has a caret, and a new card its word."""
    styles = {
        style for line in draw(Scene(*PICKED, Look(), Size(80, 24), 0.0)) for style, _ in line
    }

    assert any("class:cursor" in style for style in styles)
    bare = [
        "".join(text for _, text in line)
        for line in draw(Scene(*PICKED, Look(), Size(80, 24), 0.0))
    ]
    raised = next(line for line in bare if "│2♣ │" in line)
    assert "│10♠│" in raised
    assert "5♥" not in raised
    assert any("▲" in line and "new" in line for line in bare)
