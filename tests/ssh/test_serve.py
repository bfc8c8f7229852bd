"""``rummy serve --ssh`` as its host types it: the gateway is looked after, and ends with it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import asyncssh
import msgspec
import pytest

from rummy_client import guest
from rummy_client.ssh.errand import Errand, House, Opened

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


def gateways(house):
    """The processes that *house* has started."""
    return [
        int(path.parent.name)
        for path in Path("/proc").glob("[0-9]*/stat")
        if path.exists() and path.read_text().rpartition(")")[2].split()[1] == str(house.pid)
    ]


def key_at(port):
    """The fingerprint of the key that is shown at *port*; ``None``: there is nobody."""

    async def main():
        try:
            return await guest.aio(asyncssh.get_server_host_key("127.0.0.1", port))
        except OSError:
            return None

    key = guest.run(main)
    return key and key.get_fingerprint()


def is_there(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def wait_until(done):
    """Other processes do not tell us when they are done."""
    for _ in range(600):
        if done():
            return
        time.sleep(0.05)
    raise AssertionError("it never came about")


@pytest.mark.slow
def test_the_door_is_announced_looked_after_and_closed_with_the_house(tmp_path):
    with serving(tmp_path / "house", "--ssh", "0") as house:
        told, _ = heard(house, "SHA256:.*\n")
        port = int(re.search(DOOR, told)[1])
        fingerprint = re.search(r"SHA256:[\w+/]+", told)[0]
        assert key_at(port) == fingerprint
        (gateway,) = gateways(house)

        os.kill(gateway, signal.SIGKILL)
        heard(house, "opened again")
        wait_until(lambda: key_at(port) == fingerprint)
        (gateway,) = gateways(house)

        with serving(tmp_path / "other", "--ssh", str(port)) as other:
            heard(other, "rummy: Cannot open the door for ssh: .*in use")
            assert other.wait(30) == 2

        house.terminate()
        assert house.wait(30) == 0
        assert not is_there(gateway)


@pytest.mark.slow
def test_a_gateway_whose_house_is_gone_ends_by_itself(tmp_path):
    errand = Errand(
        bind="127.0.0.1", port=0, house=House("127.0.0.1", 1), folder=str(tmp_path / "ssh")
    )
    command = [sys.executable, "-m", "rummy_client.ssh"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as gateway:
        gateway.stdin.write(msgspec.json.encode(errand) + b"\n")
        gateway.stdin.flush()
        opened = msgspec.json.decode(gateway.stdout.readline(), type=Opened)
        assert opened.port
        assert not opened.fault
        gateway.stdin.close()
        assert gateway.wait(30) == 0
