"""A house with a door for ssh, and the `ssh` of this machine that comes through it.

    make ssh-demo

It prints a line for each thing that was tried, and fails with the first that is not as it
should be. The suite does without OpenSSH; this is for people who want to see it.
"""

from __future__ import annotations

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pyte

RUMMY = (sys.executable, "-m", "rummy_client.cli")
PATIENCE = 30


class OnScreen:
    """`ssh` on a terminal of its own."""

    def __init__(self, command):
        self.screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self.screen)
        self.pid, self._terminal = pty.fork()
        if self.pid == 0:
            os.environ |= {"TERM": "xterm-256color", "LINES": "24", "COLUMNS": "80"}
            os.execvp(command[0], command)

    def until(self, pattern):
        end = time.monotonic() + PATIENCE
        while not re.search(pattern, "\n".join(self.screen.display)):
            if time.monotonic() > end:
                raise SystemExit(
                    f"{pattern!r} was not shown:\n" + "\n".join(self.screen.display)
                )
            self._read()

    def press(self, keys):
        os.write(self._terminal, keys.encode())

    def end(self):
        """The exit status."""
        while self._read():
            pass
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def _read(self):
        ready, _, _ = select.select([self._terminal], [], [], 0.1)
        if not ready:
            return True
        try:
            self._stream.feed(os.read(self._terminal, 65_536))
        except OSError:
            return False
        return True


def told(what, right):
    print(f"{'ok  ' if right else 'FAIL'} {what}", flush=True)
    if not right:
        raise SystemExit(1)


def by_lines(ssh, *lines):
    typed = "".join(f"{line}\n" for line in lines)
    return subprocess.run([*ssh, "plain"], input=typed, capture_output=True, text=True,
                          timeout=PATIENCE, check=False)  # fmt: skip


def refused(ssh, *more):
    return subprocess.run([*ssh, *more], input="", capture_output=True, text=True,
                          timeout=PATIENCE, check=False).returncode  # fmt: skip


def try_all(ssh, keyed):
    guest = by_lines(ssh, "quit")
    told("a guest plays by lines", guest.returncode == 0 and "without a key" in guest.stdout)

    made = by_lines(
        keyed, "create Den game=basic seats=2 bots=easy", "start", "wait", "hand", "quit"
    )
    told("somebody with a key makes a table, and holds a hand", "Your hand" in made.stdout)

    back = OnScreen([*keyed])
    back.until("Den.*deal 1")
    told("the same key is led back to the same hand, on the screen", True)
    back.press("?")
    back.until("Keys|keys")
    back.press("\r")
    back.press("q")
    back.until("Leave")
    back.press("y")
    told("and leaves with the exit status 0", back.end() == 0)

    told("no command is run", refused(ssh, "ls") == 255)
    told("there are no files", refused(ssh, "-s", "sftp") == 255)
    forward = ("-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:1", "-N")
    told("nothing is forwarded", refused([ssh[0], *forward, *ssh[1:]]) == 255)


def main():
    if not shutil.which("ssh"):
        raise SystemExit("There is no ssh here: apt-get install openssh-client")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        key = folder / "key"
        subprocess.run(["ssh-keygen", "-qt", "ed25519", "-N", "", "-f", key], check=True)
        house = subprocess.Popen(
            [*RUMMY, "serve", "--bind", "127.0.0.1", "--port", "0", "--ssh", "0",
             "--data", str(folder / "house")],
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        try:
            lines = iter(house.stdout.readline, "")
            port = next(m[1] for line in lines if (m := re.search(r"ssh -p (\d+)", line)))
            common = ["ssh", "-p", port, "-F", "none", "-o", "LogLevel=ERROR"]
            common += ["-o", "StrictHostKeyChecking=no"]
            common += ["-o", f"UserKnownHostsFile={folder}/known"]
            none = ["-o", "PubkeyAuthentication=no"]
            mine = ["-o", "IdentitiesOnly=yes", "-i", str(key)]
            try_all([*common, *none, "ada@127.0.0.1"], [*common, *mine, "ada@127.0.0.1"])
        finally:
            house.terminate()
            house.wait(PATIENCE)


if __name__ == "__main__":
    main()
