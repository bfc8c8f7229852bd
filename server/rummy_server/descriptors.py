"""How many files and connections the system lets one process have open.

Most systems begin with a soft limit of about a thousand, far below what they allow and below
what a house may need. It knows nothing of what the descriptors are for.
"""

from __future__ import annotations

import resource
from typing import Final

__all__ = ["OWN", "make_room"]

OWN: Final = 64
"""What a house needs besides its connections: its store, its log, its sockets, and some."""


def make_room(connections: int) -> int:
    """Ask the system for as many descriptors as *connections* need; how many there can be."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + OWN
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return soft
