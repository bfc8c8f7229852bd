"""Makes the inputs with which fuzzing begins: real messages, and files of rules.

python -m tests.fuzz.seed FOLDER     writes a folder for each target
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec

from rummy_protocol.framing import PREFIX
from rummy_protocol.rulefile import to_json, to_toml
from rummy_server.game.variants import PRESETS

from .say import CLIENT, NASTY, Sayer
from .strangers import play

__all__ = ["seeds"]


def _frames(stream: bytes) -> Iterator[bytes]:
    while stream:
        end = PREFIX + int.from_bytes(stream[:PREFIX], "big")
        yield stream[:end]
        stream = stream[end:]


def seeds() -> Iterator[tuple[str, bytes]]:
    """Pairs of a target and an input."""
    sayer = Sayer(Random(1))
    for name in CLIENT:
        body = msgspec.msgpack.encode(sayer.from_client(name))
        yield "from_client", body
        yield "at_the_server", sayer.greeting() + len(body).to_bytes(PREFIX, "big") + body
    heard = b"".join(data for _, data in play(3).honest[0])
    frames = list(_frames(heard))[1:]
    for frame in frames[:12]:
        yield "from_server", frame[PREFIX:]
    for start in (0, 4, 9, len(frames) - 4):
        yield "client", b"".join(frames[start : start + 3])
    for told in NASTY:
        yield "text", told.encode()
    for rules in PRESETS.values():
        yield "rules", to_toml(rules).encode()
        yield "rules", to_json(rules).encode()
    for size in (1, 15, 16, 17, 64, 65):
        yield "framing", bytes((size,)) + size.to_bytes(PREFIX, "big") + bytes(size)


def main() -> None:
    folder = Path(sys.argv[1])
    for number, (target, data) in enumerate(seeds()):
        place = folder / target / f"{number:03}"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)


if __name__ == "__main__":
    main()
