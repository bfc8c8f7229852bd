"""How a house is found on its own network: it says there where it is, and answers who asks.

Nothing in here is started for a house that listens on loopback only, and nothing a house needs
hangs on it: whatever goes wrong, people still come by address.
"""

from __future__ import annotations

from .announcing import Heard, announce
from .hearing import Hearing
from .interfaces import Interface, interfaces, reachable

__all__ = ["Heard", "Hearing", "Interface", "announce", "interfaces", "reachable"]
