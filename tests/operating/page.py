"""The parts of ``docs/hosting.md`` that follow from the program. Run it to write them anew."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from rummy_server.logbook import EVENTS
from rummy_server.operating.metrics import METRICS

PAGE = Path(__file__).parent.parent.parent / "docs" / "hosting.md"
MARK = re.compile(r"(<!-- begin: ([\w-]+) -->\n)(.*?)(<!-- end: \2 -->)", re.DOTALL)


def table(head: str, meanings: Mapping[str, str]) -> Iterator[str]:
    yield f"| {head} | what it means |"
    yield "| --- | --- |"
    for name, meaning in meanings.items():
        yield f"| `{name}` | {meaning} |"


SECTIONS = {
    "events": lambda: table("event", EVENTS),
    "metrics": lambda: table("metric", METRICS),
}


def rendered(page: str) -> str:
    """*page* with its sections as they have to be."""

    def anew(found: re.Match[str]) -> str:
        body = "\n".join(SECTIONS[found[2]]()) + "\n"
        return f"{found[1]}{body}{found[4]}"

    return MARK.sub(anew, page)


if __name__ == "__main__":
    PAGE.write_text(rendered(PAGE.read_text()))
