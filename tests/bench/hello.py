"""The yardstick of the client: prompt_toolkit with one word on the screen, and no more."""

from __future__ import annotations

from prompt_toolkit.application import Application
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.layout import FormattedTextControl, Layout, Window

__all__ = ["WORD"]

WORD = "HELLO-TABLE"

if __name__ == "__main__":
    keys = KeyBindings()
    keys.add("q")(lambda event: event.app.exit())
    layout = Layout(Window(FormattedTextControl(WORD)))
    Application(layout=layout, key_bindings=keys, full_screen=True).run()
