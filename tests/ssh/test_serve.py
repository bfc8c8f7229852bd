"""``rummy serve --ssh`` as its host types it: the gateway is looked after, and ends with it."""

from __future__ import annotations

import io
import os
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager

import asyncssh
import msgspec
import pytest

from rummy_client.ssh.__main__ import main
from rummy_client.ssh.errand import Errand, House, Opened
from rummy_client.terminal import guest

from ..patience import PATIENCE
from ..ports import own_port
from ..processes import children_of, runs

RUMMY = (sys.executable, "-m", "rummy_client.cli")
DOOR = r"ssh -p (\d+) 127\.0\.0\.1"


@contextmanager
def serving(folder, *options):
    """A house, and what its host reads up to the fingerprint of the door."""
    command = [*RUMMY, "serve", "--bind", "127.0.0.1", "--port", "0", "--data", str(folder)]
    with subprocess.Popen(
        [*command, *options], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as house:
        try:
            yield house
        finally:
            house.kill()


def heard(house, pattern):
    told = ""
    while not (found := re.search(pattern, told)):
        line = house.stdout.readline()
        assert line, told
        told += line
    return told, found


def key_at(port):
    """The fingerprint of the key that is shown at *port*; ``None``: there is nobody."""

    async def main():
        try:
            return await guest.aio(asyncssh.get_server_host_key("127.0.0.1", port))
        except OSError:
            return None

    key = guest.run(main)
    return key and key.get_fingerprint()


def wait_until(done):
    """Other processes do not tell us when they are done."""
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, "it never came about"
        time.sleep(0.05)


@pytest.mark.slow
def test_the_door_is_announced_looked_after_and_ends_with_its_house(tmp_path):
    port = own_port()
    with serving(tmp_path / "house", "--ssh", str(port)) as house:
        told, _ = heard(house, "SHA256:.*\n")
        assert re.search(DOOR, told)[1] == str(port)
        fingerprint = re.search(r"SHA256:[\w+/]+", told)[0]
        (gateway,) = children_of(house.pid)

        os.kill(gateway, signal.SIGKILL)
        heard(house, "opened again")
        wait_until(lambda: key_at(port) == fingerprint)
        (gateway,) = children_of(house.pid)

        house.kill()
        wait_until(lambda: not runs(gateway))


def test_a_place_that_is_taken_is_answered_in_one_line(tmp_path, monkeypatch, capfdbinary):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        house, port = House("127.0.0.1", 1), taken.getsockname()[1]
        errand = Errand(bind="127.0.0.1", port=port, house=house, folder=str(tmp_path / "ssh"))
        told = io.BytesIO(msgspec.json.encode(errand) + b"\n")
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(told))

        assert main() == 2
    answer = msgspec.json.decode(capfdbinary.readouterr().out, type=Opened)
    assert "in use" in answer.fault
    assert not answer.port
