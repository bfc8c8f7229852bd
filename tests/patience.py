"""How long tests wait, by the clock on the wall, for what is bound to come."""

from __future__ import annotations

from typing import Final

__all__ = ["PATIENCE"]

PATIENCE: Final = 60
"""Seconds after which a test has failed. Nothing is measured by it: what comes in a
hundredth of a second on a machine of its own may take many on one that others use too."""
