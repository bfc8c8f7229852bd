"""Who may import whom. The table below is the architecture; this file enforces it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOTS = ("protocol", "server", "client")

# Who, what they must not import, and why. Every line that fits a module applies to it.
FORBIDDEN = [
    ("rummy_protocol", ("rummy_server", "rummy_client"), "the language knows no speaker"),
    ("rummy_protocol", ("trio", "asyncio", "socket", "logging", "time"), "bytes in, bytes out"),
    ("rummy_server", ("rummy_client", "prompt_toolkit", "asyncio"), "a server has no screen"),
    (
        "rummy_server.game",
        ("trio", "msgpack", "socket", "time", "logging", "random", "secrets", "os"),
        "the rules are pure: no clock, no network, no chance of their own",
    ),
    (
        "rummy_server.game",
        tuple(
            f"rummy_protocol.{name}"
            for name in ("messages", "from_client", "from_server", "codec", "connection")
        ),
        "the rules know no wire",
    ),
    *(
        (
            f"rummy_server.game.{name}",
            tuple(
                f"rummy_server.game.{other}"
                for other in ("state", "events", "evolve", "decide", "steps", "match", "turn")
            ),
            "what a meld is hangs on no deal",
        )
        for name in ("melding", "solving")
    ),
    (
        "rummy_server.game.turn",
        tuple(f"rummy_server.game.{name}" for name in ("events", "evolve", "decide", "steps")),
        "where a turn stands is no judgement of a play",
    ),
    (
        "rummy_server.game.events",
        ("rummy_protocol.views", "rummy_protocol.news"),
        "what happened is one thing, what may be told of it another",
    ),
    (
        "rummy_server.bots",
        tuple(
            f"rummy_server.game.{name}"
            for name in ("state", "decide", "evolve", "events", "match", "view", "dealing")
        ),
        "a bot sees what its seat was sent",
    ),
    ("rummy_server.bots", ("trio", "time", "socket", "logging"), "a bot is a fold"),
    *(
        (
            name,
            ("rummy_server.room.orders", "rummy_protocol.own_order"),
            "how somebody lays his hand is nobody else's business",
        )
        for name in ("rummy_server.game", "rummy_server.bots", "rummy_server.table.view")
    ),
    (
        "rummy_server.room",
        ("trio", *(f"rummy_server.{other}" for other in ("journal", "table", "session"))),
        "what a table remembers hangs on nobody who is there",
    ),
    ("rummy_server.session", ("rummy_server.journal",), "a session cannot lift a seal"),
    ("rummy_server.outbox", ("rummy_server.journal",), "the way out cannot lift a seal"),
    ("rummy_server.game", ("rummy_server.journal",), "the rules keep no records"),
    (
        "rummy_server.game",
        ("rummy_server.archive",),
        "the rules are not told what became of games",
    ),
    (
        "rummy_server.archive",
        ("trio", "socket", "sqlite3", "rummy_server.table.table", "rummy_server.session"),
        "what is over is read, and nothing of it runs",
    ),
    *(
        (
            f"rummy_server.archive.{name}",
            tuple(
                f"rummy_server.{other}"
                for other in (
                    "game.state",
                    "game.events",
                    "room.records",
                    "journal",
                    "game.match",
                )
            ),
            "what is told of a game is made from what its viewer was sent",
        )
        for name in ("account", "course", "origins", "public_lines", "filing")
    ),
    *(
        (f"rummy_server.{name}", ("rummy_server.operating",), "a house knows no overseer")
        for name in ("app", "lobby", "table", "session", "game", "store", "archive")
    ),
    *(
        (
            f"rummy_server.operating.{name}",
            ("rummy_server.game", "rummy_server.room.records", "rummy_server.table.shown"),
            "whoever runs the house is shown no card",
        )
        for name in ("language", "office", "numbers", "metrics", "window", "lines", "hatch")
    ),
    (
        "rummy_server.operating.caller",
        ("trio", "rummy_server.app", "rummy_server.operating.office"),
        "an errand needs no house of its own",
    ),
    (
        "rummy_server.store",
        tuple(
            f"rummy_server.{name}"
            for name in ("table", "lobby", "session", "app", "outbox", "restored", "operating")
        ),
        "what is kept does not know who plays",
    ),
    *(
        (
            f"rummy_server.{name}",
            ("rummy_server.store",),
            "it knows the journal, and not where it lies",
        )
        for name in ("table", "lobby", "session", "app", "restored", "env", "play")
    ),
    ("rummy_server.store.chain", ("trio", "os", "pathlib"), "bytes in, bytes out"),
    ("rummy_client", ("rummy_server",), "a client knows no rules"),
    (
        "rummy_client.tongue",
        ("click", "trio", "msgspec", "rummy_protocol", "os"),
        "a language is chosen before anything heavy is loaded",
    ),
    *(
        (f"rummy_client.{name}", ("trio", "msgspec", "rummy_protocol"), "before all else")
        for name in ("loading", "cli.terminal", "terminal.supervisor")
    ),
    ("rummy_client.cli.manner", ("trio", "rummy_client.link"), "known before all is loaded"),
    ("rummy_client.model", ("trio", "asyncio", "prompt_toolkit"), "pure"),
    ("rummy_client.commands", ("trio", "asyncio", "prompt_toolkit"), "pure"),
    ("rummy_client.keymap", ("trio", "asyncio", "prompt_toolkit"), "pure"),
    *(
        (f"rummy_client.{name}", ("trio", "asyncio", "prompt_toolkit"), "pure")
        for name in (
            "laid",
            "layout",
            "order",
            "pointing",
            "terminal.mouse",
            "terminal.calling",
        )
    ),
    *(
        (f"rummy_client.{name}", ("trio", "asyncio", "prompt_toolkit"), "pure")
        for name in ("tastes", "ways")
    ),
    ("rummy_client.config", ("rummy_client", "msgspec"), "a file is read before all else"),
    (
        "rummy_client.terminal.columns",
        ("rummy_client.screen", "rummy_client.model", "rummy_protocol", "prompt_toolkit"),
        "widths, which a table of a command needs as well",
    ),
    (
        "rummy_client.terminal.signs",
        ("rummy_client", "rummy_protocol"),
        "it knows blanks and signs",
    ),
    ("rummy_client.private", ("trio", "prompt_toolkit", "click"), "it only looks at a file"),
    (
        "rummy_client.choosing",
        tuple(f"rummy_client.{name}" for name in ("link", "search", "found", "player")),
        "before there is a house there is no network",
    ),
    ("rummy_client.screen", ("trio", "asyncio", "prompt_toolkit", "rummy_client.app"), "pure"),
    ("rummy_client.plain", ("prompt_toolkit", "asyncio"), "lines need no terminal"),
    *(
        (
            f"rummy_client.{name}",
            ("trio", "asyncio", "prompt_toolkit", "rummy_client.screen", "rummy_client.link"),
            "what is said is a function of what is known",
        )
        for name in ("lesson", "plain.tell", "plain.words")
    ),
    ("rummy_client.link", ("prompt_toolkit", "asyncio"), "the link knows no screen"),
    *(
        (
            f"rummy_client.{name}",
            ("trio", "socket", "prompt_toolkit", "rummy_client.houses.search"),
            "pure",
        )
        for name in ("houses.found", "houses.words")
    ),
    *(
        (f"rummy_client.{name}", ("prompt_toolkit", "click"), "who looks asks nobody")
        for name in ("houses",)
    ),
    (
        "rummy_server.lan",
        tuple(
            f"rummy_server.{name}"
            for name in ("app", "lobby", "table", "session", "game", "store", "room")
        ),
        "what is told to a network comes from no table",
    ),
    *(
        (f"rummy_server.{name}", ("rummy_server.lan",), "a house need not be announced")
        for name in ("app", "lobby", "session", "env", "door")
    ),
    *(
        (
            f"rummy_client.{name}",
            ("rummy_client.ssh",),
            "a client does not know who is behind it",
        )
        for name in (
            "app",
            "player",
            "terminal",
            "link",
            "dialogue",
            "plain",
            "model",
            "screen",
        )
    ),
    ("rummy_client.ssh.limits", ("trio", "asyncssh", "prompt_toolkit"), "it only counts"),
    ("rummy_client.ssh.easel", ("trio", "asyncssh"), "it knows whose turn it is, and no line"),
    ("rummy_client.ssh.seats", ("trio", "asyncssh", "prompt_toolkit"), "files know no line"),
]

EXEMPT = {"rummy_client": ("rummy_client.cli", "rummy_client.play")}
"""The command line, and the game on one's own machine, may know both sides."""

SSH = ("caller", "gateway", "hostkey", "visitor", "wire")

ONLY_IN = [
    ("msgpack", ("rummy_protocol.codec",), "one place decides what is decoded"),
    (
        "asyncio",
        ("rummy_client.terminal.guest",),
        "one module knows that there is another loop",
    ),
    (
        "asyncssh",
        tuple(f"rummy_client.ssh.{name}" for name in SSH),
        "ssh ends at the door: what comes after it does not know of it",
    ),
    (
        "sqlite3",
        tuple(
            f"rummy_server.store.{name}" for name in ("committer", "reader", "schema", "sqlite")
        ),
        "whoever wants to know what was kept asks the store",
    ),
    (
        "zeroconf",
        ("rummy_server.lan.multicast", "rummy_client.houses.multicast"),
        "two modules speak multicast DNS: who is looked for, and who looks",
    ),
    (
        "prompt_toolkit.output.vt100",
        ("rummy_client.terminal.frames",),
        "whatever is drawn in one go is shown in one go",
    ),
    ("segno", ("rummy_client.cli.announce",), "one picture"),
    ("tomlkit", ("rummy_client.config",), "one module writes what a player likes"),
    ("h11", ("rummy_server.operating.window",), "one module speaks HTTP"),
    ("prometheus_client", ("rummy_server.operating.metrics",), "one module knows a monitor"),
]


def modules() -> Iterator[tuple[str, Path]]:
    for root in ROOTS:
        for path in sorted((ROOT / root).rglob("*.py")):
            parts = path.relative_to(ROOT / root).with_suffix("").parts
            yield ".".join(parts).removesuffix(".__init__"), path


def imports(name: str, source: str, is_package: bool) -> Iterator[str]:
    package = name if is_package else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package.split(".")[: len(package.split(".")) - node.level + 1]
            stem = ".".join([*base, node.module or ""] if node.level else [node.module or ""])
            stem = stem.rstrip(".")
            yield stem
            yield from (f"{stem}.{alias.name}" for alias in node.names)


def within(name: str, package: str) -> bool:
    return name == package or name.startswith(package + ".")


def trespasses(name: str, found: set[str]) -> list[str]:
    wrong = []
    for importer, targets, why in FORBIDDEN:
        exempt = any(name.startswith(prefix) for prefix in EXEMPT.get(importer, ()))
        if within(name, importer) and not exempt:
            wrong += [f"{f}: {why}" for f in found for t in targets if within(f, t)]
    for target, homes, why in ONLY_IN:
        if name not in homes:
            wrong += [f"{f}: {why}" for f in found if within(f, target)]
    return sorted(set(wrong))


@pytest.mark.parametrize(("name", "path"), list(modules()), ids=str)
def test_a_module_stays_in_its_layer(name: str, path: Path) -> None:
    found = set(imports(name, path.read_text(), path.name == "__init__.py"))

    assert trespasses(name, found) == []


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("rummy_server.game.melding.melds", "import random"),
        ("rummy_server.game.steps.draw", "from rummy_protocol import codec"),
        ("rummy_server.bots.sharp", "from ..game.state import Deal"),
        ("rummy_server.session", "from .journal import lift"),
        ("rummy_client.screen.table", "from rummy_server.game import melds"),
        ("rummy_client.app", "import asyncio"),
        ("rummy_protocol.text", "import rummy_server"),
        ("rummy_server.lobby", "import msgpack"),
    ],
)
def test_a_trespass_is_noticed(name: str, source: str) -> None:
    assert trespasses(name, set(imports(name, source, is_package=False)))
