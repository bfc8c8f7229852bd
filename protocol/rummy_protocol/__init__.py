"""The language that a rummy server and its clients speak. No I/O and no rules in here."""

from typing import Final

__all__ = ["PROTOCOL"]

PROTOCOL: Final = (1, 0)
"""Major and minor version of the wire protocol. Majors must agree."""
