"""What a registered mutant is: a planted defect, and the test that has to notice it."""

from __future__ import annotations

import msgspec

__all__ = ["Mutant"]


class Mutant(msgspec.Struct, frozen=True, kw_only=True):
    """One defect that could creep into the code, written down before it does."""

    name: str
    """Unique, in a few words joined by hyphens."""
    promise: str
    """What would be broken: a promise of SECURITY.md (P10), or a rule's number."""
    file: str
    """From the top of the project."""
    before: str
    """Text that stands in the file exactly once."""
    after: str
    """What stands there instead: the defect."""
    test: str
    """The tests that must fail then, as pytest names them, with spaces between."""
    why: str
    """What would go wrong, and for whom."""
