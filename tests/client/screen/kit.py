"""An application in a terminal that is an object: keys go in, a pyte screen comes out."""

from __future__ import annotations

from contextlib import contextmanager

import pyte
import trio
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from rummy_client.environment import Environment
from rummy_client.liking import Settings
from rummy_client.linkstate import Online
from rummy_client.player import Client
from rummy_client.terminal.abilities import detect
from rummy_client.terminal.window import build_window
from rummy_protocol.messages import Goodbye

from ...patience import PATIENCE
from .tables import WELCOME

UTF8 = {"TERM": "xterm-256color", "LANG": "en_GB.UTF-8", "COLORTERM": "truecolor"}


class PyteOutput(Vt100_Output):
    """An output whose terminal is a pyte screen, as the player would see it."""

    encoding = "utf-8"

    def __init__(self, columns=80, rows=24):
        self.screen = pyte.Screen(columns, rows)
        self.raw = ""
        self._stream = pyte.Stream(self.screen)
        super().__init__(self, self._size, term="xterm-256color", enable_cpr=False)

    def _size(self):
        return Size(rows=self.screen.lines, columns=self.screen.columns)

    def flush(self):
        data = "".join(self._buffer)
        self._buffer = []
        self.raw += data
        self._stream.feed(data)

    def fileno(self):
        raise NotImplementedError

    def isatty(self):
        return True

    @property
    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display)


class Link:
    """A link whose server is the test."""

    def __init__(self):
        self.asked = []
        self.hear = None
        self.hurried = 0
        self.goodbye = trio.Event()
        self.running = trio.Event()

    def ask(self, request):
        self.asked.append(request)
        return len(self.asked)

    def reconnect(self):
        self.hurried += 1

    async def run(self, hear):
        self.hear = hear
        hear(Online())
        hear(WELCOME)
        self.running.set()
        await self.goodbye.wait()
        return Goodbye("bye")


class Driver:
    """A client at its terminal, from outside: press keys, let the server speak, look."""

    def __init__(self, client, link, keys, output):
        self.client, self.link, self.keys, self.output = client, link, keys, output
        self._drawn = trio.Event()
        self._taken = 0
        client.window.app.after_render += self._rendered
        client.window.app.key_processor.after_key_press += self._took

    def _rendered(self, _):
        self._drawn.set()
        self._drawn = trio.Event()

    def _took(self, _):
        self._taken += 1
        self._rendered(_)

    async def press(self, text, count=None):
        """Type *text* and wait until all of its keys were taken, and the picture drawn."""
        goal = self._taken + (len(text) if count is None else count)
        self.type(text)
        await self.until(lambda: self._taken >= goal)
        await self.settle()

    def say(self, *messages):
        for message in messages:
            self.link.hear(message)

    def type(self, text):
        self.keys.send_text(text)

    def resize(self, columns, rows):
        self.output.screen.resize(rows, columns)
        self.client.window.app.invalidate()

    @property
    def text(self):
        return self.output.text

    @property
    def last(self):
        return self.output.text.split("\n")[-1].strip()

    async def until(self, met, what="it"):
        """Wait until *met*, a text on the screen or a test, holds; no polling, no sleeping."""
        wanted = met if callable(met) else lambda: met in self.text
        with trio.move_on_after(PATIENCE):
            while not wanted():
                await self._drawn.wait()
            return self.text
        raise AssertionError(f"no {met!r} on the screen:\n{self.text}")

    async def settle(self):
        """Wait for the next picture."""
        drawn = self._drawn
        self.client.window.app.invalidate()
        await drawn.wait()


@contextmanager
def terminal(columns=80, rows=24):
    with create_pipe_input() as keys:
        yield keys, PyteOutput(columns, rows)


async def at_table(
    test, *, start=(), columns=80, rows=24, settings=None, variables=UTF8, **more
):
    """Run *test* with a client in a terminal; gives back how the client ended."""
    with terminal(columns, rows) as (keys, output):
        environment = Environment(variables, keys, output, signals=False, **more)
        found = detect(variables)
        link = Link()
        settings = settings or Settings(letters=found.look.letters)
        client = Client(link, start, environment, found, settings)
        probe = found.probe and environment.probe is not False
        client.window = build_window(client, found, keys, output, probe)
        driver = Driver(client, link, keys, output)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(client.keep_link)
            nursery.start_soon(client.window.run, False)
            await link.running.wait()
            await driver.until(lambda: output.text.strip())
            await test(driver)
            client.quit()
            nursery.cancel_scope.cancel()
        return client
