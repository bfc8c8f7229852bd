"""Secrets and passwords of a whole evening are looked for in all that was written (P4).

Only the seat files of their owners may hold a secret; nothing at all may hold a password.
"""

from __future__ import annotations

import base64
import json
import re

import pytest

PASSWORD = "correct-horse-canary"
WATCH_CODE = "owl-at-noon-canary"


def shapes(secret):
    """The ways in which *secret* might have been written down."""
    yield secret
    yield secret.hex().encode()
    yield base64.b64encode(secret).rstrip(b"=")
    yield base64.urlsafe_b64encode(secret).rstrip(b"=")
    yield repr(secret)[2:-1].encode()


def secrets_in(folder):
    """What the seat files under *folder* hold, and nobody else may know."""
    for path in folder.rglob("*.seat"):
        yield base64.b64decode(json.loads(path.read_text())["secret"])


def found(needles, files):
    """Where any of *needles* stands: in which file, and as which bytes."""
    return [
        (str(path), needle)
        for path in files
        for needle in needles
        if needle in path.read_bytes()
    ]


async def evening(start, tmp_path):
    """A house with a locked table, a kill, a return, a look by its admin; what was printed."""
    data, log = tmp_path / "data", tmp_path / "house.log"
    options = ("--data", str(data), "--log-level", "debug", "--log-file", str(log))
    house, host = await start.house(*options)
    ann = await start("join", host, "--plain", "--name", "Ann", person="ann")
    await ann.say(f"create friday seats=2 password={PASSWORD} watch-code={WATCH_CODE}")
    await ann.until("You are the host")
    bob = await start(
        *("join", host, "--table", "friday", "--plain", "--name", "Bob"),
        person="bob",
        more={"RUMMY_PASSWORD": PASSWORD},
    )
    await bob.until("You have seat")
    early = set(secrets_in(tmp_path))
    await start("join", host, "--table", "friday", "--plain", person="eve")
    walt = await start(
        *("watch", host, "friday", "--plain", "--name", "Walt"),
        person="walt",
        more={"RUMMY_WATCH_CODE": WATCH_CODE},
    )
    await walt.until("You are watching")
    await ann.say("start")
    await ann.until("dealt")
    house.kill()
    await house.ends()
    await start.house(*options, port=re.search(r":(\d+)(/|$)", host)[1])
    for person in (ann, bob):
        await person.until("You are back in your seat")
    for errand in ("tables", "sessions", "health"):
        told = await start("admin", errand, "--data", str(data))
        assert await told.ends() == 0
    for command in (("games",), ("export", "--format", "jsonl"), ("verify",)):
        await (await start(command[0], *await names(start, command, data))).ends()
    return early | set(secrets_in(tmp_path))


async def names(start, command, data):
    """The arguments that *command* needs beside its own, of the only game there is."""
    if command[0] != "export":
        return (*command[1:], "--data", str(data))
    listed = await start("games", "--data", str(data))
    game = re.search(r"[A-Z0-9]{5}-1", "\n".join(await listed.until("friday|-1")))[0]
    return (game, *command[1:], "--data", str(data))


@pytest.mark.slow
async def test_no_secret_and_no_password_is_in_anything_that_was_written(start, tmp_path):
    secrets = await evening(start, tmp_path)
    printed = tmp_path / "printed"
    for program in start._programs:
        program.kill() if program.process.returncode is None else None
        await program.ends()
        while await program.next() is not None:
            pass
    printed.write_text("\n".join(line for one in start._programs for line in one.heard))
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    others = [path for path in written if path.suffix != ".seat"]

    assert len(secrets) >= 4
    assert {"tables.sqlite", "house.log", "printed"} <= {path.name for path in others}
    assert found([shape for secret in secrets for shape in shapes(secret)], others) == []
    assert found([PASSWORD.encode(), WATCH_CODE.encode()], written) == []


def test_a_canary_is_heard_in_whatever_shape_it_sings(tmp_path):
    secret = bytes(range(40, 72))
    for number, shape in enumerate(shapes(secret)):
        (tmp_path / str(number)).write_bytes(b"before " + shape + b" after")

    assert len({path for path, _ in found(list(shapes(secret)), tmp_path.iterdir())}) == 5
