"""Two machines that are none: network namespaces with two cables between them.

Each cable has an IPv4 and an IPv6 network. What shall not get through is dropped at one end,
or has no route. It takes root, `ip` and `nft`.
"""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
from contextlib import contextmanager

TABLE = "rummy"
NUMBERS = itertools.count()
MULTICAST = ("224.0.0.0/4", "ff02::fb", "ff02::1")
NEEDED = (
    "These tests make network namespaces: they have to run as root, with `ip` and `nft` "
    "(apt-get install iproute2 nftables). To leave them out: pytest -m 'not namespaces'"
)


def run(*command, check=True):
    return subprocess.run(command, check=check, capture_output=True, text=True)


class Machine:
    """A namespace of its own."""

    def __init__(self, name):
        self.name = f"rummy-{os.getpid()}-{next(NUMBERS)}-{name}"
        run("ip", "netns", "add", self.name)
        self.ip("link", "set", "lo", "up")

    def ip(self, *words):
        run("ip", "-n", self.name, *words)

    def command(self, *command):
        """*command*, to be run on this machine."""
        return ["ip", "netns", "exec", self.name, *command]

    def run(self, *command):
        return run(*self.command(*command), check=False)

    def sockets(self):
        """The UDP sockets that are open here: local address and port, in hexadecimal."""
        told = [self.run("cat", f"/proc/net/{kind}").stdout for kind in ("udp", "udp6")]
        return [line.split()[1] for one in told for line in one.splitlines()[1:]]

    def drop(self, *networks, ways=("input", "output")):
        """Drop what is sent to *networks* and comes in or goes out here, and say nothing."""
        rules = [f"add table inet {TABLE}"]
        for way in ways:
            chain = f"inet {TABLE} {way}"
            rules.append(f"add chain {chain} {{ type filter hook {way} priority 0; }}")
            for net in networks:
                kind = "ip6" if ":" in net else "ip"
                rules.append(f"add rule {chain} {kind} daddr {net} drop")
        subprocess.run(
            self.command("nft", "-f", "-"), input="\n".join(rules), text=True, check=True
        )

    def open(self):
        """Let everything through again."""
        self.run("nft", "delete", "table", "inet", TABLE)

    def remove(self):
        run("ip", "netns", "del", self.name, check=False)


@contextmanager
def two_machines(cables=("one", "two"), four=True, six=True):
    """Two machines, joined by *cables*; the first has .1 on each network, the second .2."""
    if os.geteuid() or not (shutil.which("ip") and shutil.which("nft")):
        raise RuntimeError(NEEDED)
    made = [Machine("a"), Machine("b")]
    a, b = made
    try:
        for number, cable in enumerate(cables, 1):
            run("ip", "link", "add", cable, "netns", a.name, "type", "veth",
                "peer", "name", cable, "netns", b.name)  # fmt: skip
            for place, one in enumerate(made, 1):
                _plug(one, cable, number, place, four, six)
        yield a, b
    finally:
        for one in made:
            one.remove()


def _plug(machine, cable, number, place, four, six):
    # Without a doubt about their own addresses machines can speak at once.
    machine.run("sysctl", "-qw", f"net.ipv6.conf.{cable}.accept_dad=0")
    if not six:
        machine.run("sysctl", "-qw", f"net.ipv6.conf.{cable}.disable_ipv6=1")
    if four:
        machine.ip("addr", "add", f"10.77.{number}.{place}/24", "brd", "+", "dev", cable)
    if six:
        machine.ip("addr", "add", f"fd77:{number}::{place}/64", "dev", cable, "nodad")
    machine.ip("link", "set", cable, "up")
