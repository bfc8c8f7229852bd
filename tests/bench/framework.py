"""A yardstick of the client: one word on the screen by a full terminal framework, textual."""

from __future__ import annotations

from hello import WORD
from textual.app import App, ComposeResult
from textual.widgets import Static

__all__ = ["OneWord"]


class OneWord(App[None]):
    def compose(self) -> ComposeResult:
        yield Static(WORD)


if __name__ == "__main__":
    OneWord().run()
