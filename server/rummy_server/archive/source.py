"""What the archive asks of a store that it reads: tables, their batches, the seals.

The store's reader is one; tests have one that holds everything in memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

__all__ = ["KeptBatch", "KeptSeal", "KeptTable", "Source"]


class KeptTable(Protocol):
    """A table as the store lists it."""

    @property
    def id(self) -> str: ...
    @property
    def opened(self) -> str:
        """The day of the first batch."""

    @property
    def seq(self) -> int:
        """How many batches there are."""

    @property
    def head(self) -> bytes:
        """The hash of the last of them."""

    @property
    def closed(self) -> bool: ...


class KeptBatch(Protocol):
    """A batch as the store holds it, with the link of the chain that it is."""

    @property
    def seq(self) -> int: ...
    @property
    def at(self) -> float: ...
    @property
    def day(self) -> str: ...
    @property
    def kinds(self) -> str: ...
    @property
    def body(self) -> bytes: ...
    @property
    def imprint(self) -> bytes: ...
    @property
    def hash(self) -> bytes: ...


class KeptSeal(Protocol):
    """The house's signature under the chain as far as *seq*."""

    @property
    def seq(self) -> int: ...
    @property
    def signature(self) -> bytes: ...


class Source(Protocol):
    """A store that is read and not written."""

    def tables(self) -> Iterable[KeptTable]: ...
    def batches(self, table: str) -> Iterable[KeptBatch]: ...
    def seals(self, table: str) -> Iterable[KeptSeal]: ...
    def house(self) -> Mapping[str, Any]: ...
