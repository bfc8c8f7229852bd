"""``rummy serve`` and ``rummy join`` as people type them: encrypted unless they say no."""

from __future__ import annotations

import socket
import subprocess
import sys
from contextlib import contextmanager

import pytest

from rummy_client.linkstate import PLAIN
from rummy_server.identity import Identity

from ...patience import PATIENCE

RUMMY = (sys.executable, "-m", "rummy_client.cli")
HELLO = bytes.fromhex("160301") + (4).to_bytes(2, "big") + b"\x01\x00\x00\x00"
"""As much of a TLS handshake as it takes to be answered in kind."""


@pytest.fixture(autouse=True)
def _own_folders(tmp_path, monkeypatch):
    for name in ("XDG_STATE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))


@contextmanager
def serving(*options):
    """A house; the lines that its host reads."""
    command = [*RUMMY, "serve", "--bind", "127.0.0.1", "--port", "0", *options]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as house:
        lines = []
        try:
            last = "ENCRYPTED" if "--insecure" in options else "Only this machine"
            while not lines or last not in lines[-1]:
                lines.append(house.stdout.readline())
                assert lines[-1], lines
            yield [line.rstrip("\n") for line in lines]
        finally:
            house.kill()


def typed(lines):
    (line,) = (line for line in lines if "Others type: " in line)
    return line.partition("Others type: rummy join ")[2].split()


def joined(*words):
    return subprocess.run(
        [*RUMMY, "join", *words, "--plain"], input="", capture_output=True, text=True,
        timeout=PATIENCE, check=False,
    )  # fmt: skip


def test_what_others_are_told_to_type_leads_into_an_encrypted_house():
    with serving() as lines:
        (address,) = typed(lines)
        assert address.startswith("rummy://127.0.0.1:")

        told = joined(address)
        port = int(address.partition(":")[2].partition("/#")[0].rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port)) as bare:
            bare.sendall(HELLO)
            assert bare.recv(1) == b"\x15"

    assert told.returncode == 0
    assert "You are at" in told.stdout
    assert PLAIN not in told.stdout


def test_a_house_that_does_not_encrypt_says_so_to_its_host_and_to_everybody():
    with serving("--table", "kitchen: basic", "--insecure") as lines:
        words = typed(lines)
        assert words[1:] == ["--insecure"]
        assert "NOT ENCRYPTED" in "".join(lines)

        told = joined(*words)
        with subprocess.Popen(
            [*RUMMY, "bot", words[0], "kitchen", "--insecure"],
            stderr=subprocess.PIPE,
            text=True,
        ) as bot:
            said = bot.stderr.readline()
            bot.terminate()

    assert told.returncode == 0
    assert PLAIN in told.stdout
    assert said == f"{PLAIN}\n"


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda key: key.write_bytes(b"no key"), "is spoilt"),
        (lambda key: key.chmod(0o644), "chmod"),
    ],
    ids=["spoilt", "open to others"],
)
def test_a_house_without_a_sound_key_does_not_open_and_says_why_in_one_line(
    tmp_path, spoil, told
):
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    Identity.in_folder(folder)
    spoil(folder / "identity.pem")

    ended = subprocess.run(
        [*RUMMY, "serve", "--bind", "127.0.0.1", "--port", "0", "--data", str(folder)],
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip

    assert ended.returncode == 2
    assert told in ended.stderr
    assert ended.stderr.count("\n") == 1
