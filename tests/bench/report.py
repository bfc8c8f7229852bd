"""Windows into lines of a table. A ratio is taken within a round, then the median of them."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator
from typing import Any

__all__ = ["Line", "lines", "text"]

Line = tuple[str, str, str, str, str, str]
"""What, ours, the yardstick's, their ratio with its spread, the floor, the aim."""

HEAD: Line = ("what", "ours", "bare", "ours / bare", "floor", "aim")
Window = dict[str, Any]


def _ratio(ours: list[Window], theirs: list[Window], key: str) -> str:
    """The median of the rounds' ratios, and between what they lie."""
    ratios = [a[key] / b[key] for a, b in zip(ours, theirs, strict=True) if a[key] and b[key]]
    if not ratios:
        return "-"
    middle = statistics.median(ratios)
    return f"{middle:.2f}  ({min(ratios):.2f}-{max(ratios):.2f})"


def _middle(windows: list[Window], key: str, show: Callable[[float], str]) -> str:
    values = [window[key] for window in windows if window[key] is not None]
    return show(statistics.median(values)) if values else "-"


def _whole(value: float) -> str:
    return f"{value:,.0f}"


def _ms(value: float) -> str:
    return f"{value * 1000:.2f} ms"


def _crowd(part: dict[str, Any]) -> Iterator[Line]:
    size, closed, late = part["tables"], part["closed"], part["open"]
    tables = f"{size} table" + "s" * (size > 1)

    def rate(name: str, ours: str, theirs: str, floor: str = "", aim: str = "") -> Line:
        key, one, two = "moves_per_cpu_second", closed[ours], closed[theirs]
        pair = _middle(one, key, _whole), _middle(two, key, _whole)
        return (name, *pair, _ratio(one, two, key), floor, aim)

    yield rate(
        f"moves per CPU second, {tables}",
        "house",
        "raw",
        *((".40", ".70") if size == 100 else ()),
    )
    if "house-deals" in closed:
        yield rate("  whole deals with melds", "house-deals", "raw")
    if "raw-300" in closed:
        yield rate("  beside updates of 300 bytes", "house", "raw-300")
    for name in closed:
        if name.startswith("house-") and name[6:].isdigit():
            yield rate(f"  {size} tables beside {name[6:]}", "house", name, ".80", ".90")
    for key, floor, aim in (("p50", "2", "1.3"), ("p99", "4", "2")):
        pair = _middle(late["house"], key, _ms), _middle(late["raw"], key, _ms)
        yield (
            f"{key} to the last viewer, {tables}",
            *pair,
            _ratio(late["house"], late["raw"], key),
            floor,
            aim,
        )
    ours, bare = part["memory"]["house"], part["memory"]["raw"]
    if size >= 25:
        yield (
            f"KiB per client, {tables}",
            f"{ours['kib_per_client']:.1f}",
            f"{bare['kib_per_client']:.1f}",
            f"{ours['kib_per_client'] / bare['kib_per_client']:.2f}",
            "32 KiB",
            "12 KiB",
        )
    if size == 100:
        empty = f"{ours['empty_mib']:.1f}", f"{bare['empty_mib']:.1f}"
        yield ("MiB of an empty server", *empty, "", "", "40 MiB")


def _keeping(part: dict[str, Any]) -> Iterator[Line]:
    """The product with its games on disk, beside itself with games in memory."""
    size, closed, late = part["tables"], part["closed"], part["open"]
    yield (f"{size} tables, beside games in memory", "", "memory", "ours / memory", "", "")
    for key, name, floor, aim in (
        ("journal", "games on disk", ".50", ".70"),
        ("journal-tls", "games on disk, encrypted", "", ""),
    ):
        ratio = _ratio(closed[key], closed["memory"], "moves_per_cpu_second")
        pair = [_middle(closed[one], "moves_per_cpu_second", _whole) for one in (key, "memory")]
        yield (f"  moves per CPU second, {name}", *pair, ratio, floor, aim)
        for what in ("p50", "p99"):
            pair = [_middle(late[one], what, _ms) for one in (key, "memory")]
            yield (
                f"  {what} to the last viewer",
                *pair,
                _ratio(late[key], late["memory"], what),
                "",
                "",
            )


def _engine(found: dict[str, float]) -> Iterator[Line]:
    moves = found["moves_per_second"]
    yield ("random play, moves a second", _whole(moves), "", "", "27,000", "54,000")
    for key, name, floor, aim in (
        ("split_of_10_us", "best split of 10 cards", "", "10 us"),
        ("split_of_11_us", "best split of 11 cards", "", ""),
        ("best_discard_of_11_us", "best of 11 discards", "28 us", "9 us"),
    ):
        yield (name, f"{found[key]:.1f} us", "", "", floor, aim)
    plain, wide = (found[f"{kind}_split_of_13_us"] for kind in ("plain", "wide"))
    yield (
        "best split of 13, two packs and two jokers",
        f"{wide:.0f} us",
        f"{plain:.0f} us",
        f"{found['wide_to_plain']:.1f}",
        "2,000 us",
        "",
    )
    thrown = f"{found['wide_discard_of_14_us']:.0f} us"
    yield ("best of 14 discards, likewise", thrown, "", "", "", "")


def _client(found: dict[str, Any]) -> Iterator[Line]:
    ours, bare = found["paint"]["ours"], found["paint"]["bare"]
    for beside, name, floor, aim in (
        (found["paint"]["framework"], "a framework's first word", "1.5", "1"),
        (bare, "prompt_toolkit's", "", ""),
    ):
        yield (
            f"first frame with the hand, {name}",
            _middle(ours, "seconds", _ms),
            _middle(beside, "seconds", _ms),
            _ratio(ours, beside, "seconds"),
            floor,
            aim,
        )
    key = found["key"]
    yield ("key to screen, p50", _ms(key["p50"]), "", "", "", "")
    yield ("key to screen, p95", _ms(key["p95"]), "", "", "50 ms", "30 ms")


def lines(figures: dict[str, Any]) -> Iterator[Line]:
    """All lines of the table."""
    for part in figures.get("servers", ()):
        yield from _crowd(part)
    if "journal" in figures:
        yield from _keeping(figures["journal"])
    if "return" in figures:
        ours, bare = figures["return"]["house"], figures["return"]["raw"]
        pair = _middle(ours, "p50", _ms), _middle(bare, "p50", _ms)
        yield ("back in the seat, p50", *pair, _ratio(ours, bare, "p50"), "3", "1.5")
        pair = _middle(ours, "bytes", _whole), _middle(bare, "bytes", _whole)
        yield ("  bytes received for it", *pair, "", "", "2,048")
    if "engine" in figures:
        yield from _engine(figures["engine"])
    if "client" in figures:
        yield from _client(figures["client"])


def text(figures: dict[str, Any]) -> str:
    """The table, for people."""
    rows = [HEAD, *lines(figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    shown = [
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    return "\n".join((shown[0], "-" * len(shown[0]), *shown[1:]))
