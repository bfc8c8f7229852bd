"""Paints what a terminal emulator holds as a PNG, cell by cell, so that pages can show it.

    from picture import paint
    paint(screen, "docs/pictures/table.png")

*screen* is a `pyte.Screen`. It needs Pillow and the DejaVu fonts (`pip install .[pictures]`,
`apt-get install fonts-dejavu-core`) and is no part of the program or of any test.
"""

from __future__ import annotations

from pathlib import Path

import pyte
from PIL import Image, ImageDraw, ImageFont

__all__ = ["paint"]

FONTS = Path("/usr/share/fonts/truetype/dejavu")
SIZE = 18
MARGIN = 12
INK = (216, 216, 210)
PAPER = (24, 26, 27)

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


def paint(screen: pyte.Screen, path: str | Path, size: int = SIZE) -> None:
    """Write a picture of *screen* to *path*."""
    fonts = {
        bold: ImageFont.truetype(FONTS / f"DejaVuSansMono{'-Bold' if bold else ''}.ttf", size)
        for bold in (False, True)
    }
    across = round(fonts[False].getlength("M"))
    above, below = fonts[False].getmetrics()
    down = above + below
    extent = (across * screen.columns + 2 * MARGIN, down * screen.lines + 2 * MARGIN)
    image = Image.new("RGB", extent, PAPER)
    draw = ImageDraw.Draw(image)
    for row in range(screen.lines):
        for column in range(screen.columns):
            cell = screen.buffer[row][column]
            ink, ground = _colour(cell.fg, INK), _colour(cell.bg, PAPER)
            if cell.reverse:
                ink, ground = ground, ink
            x, y = MARGIN + column * across, MARGIN + row * down
            draw.rectangle((x, y, x + across - 1, y + down - 1), fill=ground)
            if cell.data.strip():
                draw.text((x, y + above), cell.data, ink, fonts[cell.bold], anchor="ls")
            if cell.underscore:
                draw.line((x, y + above + 2, x + across - 1, y + above + 2), fill=ink)
    image.save(path, optimize=True)
