"""Paints the pictures of the pages: ``python -m tests.client.pictures.make``.

Each is drawn by the client itself, its window included, on a terminal emulator, and written to
``docs/pictures`` with a word by which a test knows whether it is still what the client draws.
It needs the extras `test` and `pictures`, and the DejaVu and Nanum fonts.
"""

from __future__ import annotations

import json
from pathlib import Path

from prompt_toolkit.application import create_app_session
from prompt_toolkit.application.current import set_app

from rummy_client.terminal.abilities import detect
from rummy_client.terminal.window import build_window
from rummy_protocol.text import speaking

from ..screen.kit import UTF8, terminal
from .paint import paint
from .scenes import PICTURES, Picture, digest, lines_of, scene_of

ROOT = Path(__file__).parent.parent.parent.parent
FOLDER = ROOT / "docs" / "pictures"
DIGESTS = FOLDER / "digests.json"


class _Onlooker:
    """The player of a window in which one picture is shown."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.desk = scene_of(picture).desk

    def draw(self, size):
        return lines_of(self.picture)


def painted(picture: Picture) -> None:
    """Write the file of *picture*."""
    with (
        terminal(picture.columns, picture.rows) as (keys, output),
        create_app_session(input=keys, output=output),
        speaking(picture.language),
    ):
        window = build_window(_Onlooker(picture), detect(UTF8), keys, output, False)
        app = window.app
        with set_app(app):
            app.before_render.fire()
            app.renderer.render(app, app.layout)
            light = picture.theme == "light"
            paint(output.screen, FOLDER / f"{picture.name}.png", light=light)


def main() -> None:
    for picture in PICTURES:
        painted(picture)
        print(picture.name)
    told = {picture.name: digest(picture) for picture in PICTURES}
    DIGESTS.write_text(json.dumps(told, indent=1) + "\n")


if __name__ == "__main__":
    main()
