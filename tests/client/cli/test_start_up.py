"""What is loaded by when: what the first picture does not need is not waited for.

Lists of modules, and no times. Each program is run by itself, as it is started by people.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

PICTURE = """
import sys
import trio
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
import rummy_client.cli.main, rummy_client.cli.join
from rummy_client.app import Environment, run_client
from rummy_client.linkstate import Online
from rummy_protocol.messages import Goodbye
from rummy_protocol.errors import Code

class Link:
    def ask(self, request):
        return 1

    async def run(self, hear):
        drawn = trio.Event()
        hear.__self__.window.app.after_render += lambda app: drawn.set()
        hear(Online())
        await drawn.wait()
        return Goodbye(Code.BYE)

with create_pipe_input() as keys:
    variables = {"TERM": "xterm", "LANG": "C.UTF-8"}
    around = Environment(variables, keys, DummyOutput(), signals=False)
    assert run_client(Link(), (), around).status == 0
print(*sys.modules)
"""

CONFIG = """
import sys
import rummy_client.cli.main
rummy_client.cli.main.main(["config"])
print(*sys.modules)
"""

SERVER = """
import sys
import rummy_client.cli.main, rummy_client.cli.serve
print(*sys.modules)
"""

CHILD = """
import os, sys
import rummy_client.cli.main, rummy_client.play

def started(*words, **options):
    print(*sys.modules, flush=True)
    os._exit(0)

rummy_client.play.subprocess.Popen = started
rummy_client.cli.main.main(["play"])
"""


@pytest.mark.parametrize(
    ("program", "spared"),
    [
        pytest.param(
            PICTURE,
            {
                "asyncssh",
                "cryptography",
                "h11",
                "ifaddr",
                "importlib.resources",
                "prometheus_client",
                "rummy_client.terminal.cast",
                "rummy_client.houses.lookin",
                "rummy_client.houses.multicast",
                "rummy_client.plain.client",
                "rummy_client.houses.search",
                "rummy_server",
                "segno",
                "sqlite3",
                "tomlkit",
                "zeroconf",
            },
            id="the first picture",
        ),
        pytest.param(
            CONFIG,
            {"prompt_toolkit", "rummy_client.model", "rummy_client.screen", "trio"},
            id="rummy config",
        ),
        pytest.param(
            SERVER,
            {
                "asyncssh",
                "cryptography",
                "h11",
                "ifaddr",
                "prometheus_client",
                "prompt_toolkit",
                "rummy_server.lan",
                "rummy_server.store",
                "rummy_server.tls",
                "segno",
                "sqlite3",
                "zeroconf",
            },
            id="the server of a game at home",
        ),
        pytest.param(
            CHILD,
            {"prompt_toolkit", "rummy_client.link", "rummy_client.model", "trio"},
            id="rummy play until its server is started",
        ),
    ],
)
def test_nothing_is_loaded_before_that_is_needed_after(program, spared, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("LANG", "C.UTF-8")
    done = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, check=True)

    loaded = done.stdout.decode().splitlines()[-1].split()
    assert spared.isdisjoint(loaded)
