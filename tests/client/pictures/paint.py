"""Paints what a terminal emulator holds as a PNG, cell by cell, so that pages can show it.

*screen* is a `pyte.Screen`. It needs Pillow and fonts: the extra `pictures`, and Debian's
fonts-dejavu-core and fonts-nanum-coding. No part of the program, nor of any test.
"""

from __future__ import annotations

from pathlib import Path

import pyte
from PIL import Image, ImageDraw, ImageFont
from wcwidth import wcwidth

__all__ = ["paint"]

FONTS = Path("/usr/share/fonts/truetype/dejavu")
NANUM = Path("/usr/share/fonts/truetype/nanum")
"""For what takes two cells."""
SIZE = 18
WIDE_SIZE = 21
"""Of signs that take two cells, so that they fill them."""
MARGIN = 12
INK = (216, 216, 210)
PAPER = (24, 26, 27)
DARK_INK = (36, 38, 40)
LIGHT_PAPER = (252, 252, 250)

NAMED = {
    "black": (24, 26, 27),
    "red": (204, 72, 66),
    "green": (63, 166, 90),
    "brown": (217, 164, 0),
    "blue": (91, 141, 239),
    "magenta": (176, 123, 216),
    "cyan": (42, 161, 179),
    "white": (216, 216, 210),
}


def _colour(name: str, default: tuple[int, int, int]) -> tuple[int, int, int]:
    if name == "default":
        return default
    plain = name.removeprefix("bright").replace("yellow", "brown")
    if plain in NAMED:
        return NAMED[plain]
    return (int(name[0:2], 16), int(name[2:4], 16), int(name[4:6], 16))


def paint(screen: pyte.Screen, path: str | Path, size: int = SIZE, light: bool = False) -> None:
    """Write a picture of *screen* to *path*, on dark or on *light* ground."""
    default_ink, default_paper = (DARK_INK, LIGHT_PAPER) if light else (INK, PAPER)
    fonts = {
        bold: ImageFont.truetype(FONTS / f"DejaVuSansMono{'-Bold' if bold else ''}.ttf", size)
        for bold in (False, True)
    }
    wide = {
        bold: ImageFont.truetype(
            NANUM / f"NanumGothicCoding{'Bold' if bold else ''}.ttf", WIDE_SIZE
        )
        for bold in (False, True)
    }
    across = round(fonts[False].getlength("M"))
    above, below = fonts[False].getmetrics()
    down = above + below
    extent = (across * screen.columns + 2 * MARGIN, down * screen.lines + 2 * MARGIN)
    image = Image.new("RGB", extent, default_paper)
    draw = ImageDraw.Draw(image)
    for row in range(screen.lines):
        for column in range(screen.columns):
            cell = screen.buffer[row][column]
            ink, ground = _colour(cell.fg, default_ink), _colour(cell.bg, default_paper)
            if cell.reverse:
                ink, ground = ground, ink
            x, y = MARGIN + column * across, MARGIN + row * down
            if cell.data:  # the second cell of a wide sign is painted with the first
                cells = max(1, wcwidth(cell.data[0]))
                draw.rectangle((x, y, x + cells * across - 1, y + down - 1), fill=ground)
            if cell.data.strip():
                face = wide if wcwidth(cell.data[0]) == 2 else fonts
                draw.text((x, y + above), cell.data, ink, face[cell.bold], anchor="ls")
            if cell.underscore:
                draw.line((x, y + above + 2, x + across - 1, y + above + 2), fill=ink)
    image.save(path, optimize=True)
