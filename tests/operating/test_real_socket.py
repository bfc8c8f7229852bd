"""The admin socket: who may open it, and that nothing that comes in there hurts the house."""

from __future__ import annotations

import os
import socket
import stat
import threading
from functools import partial

import msgspec
import pytest
import trio

from rummy_server.app import serve
from rummy_server.env import seeded_env
from rummy_server.journal import MemoryJournal
from rummy_server.memory import MemoryNetwork
from rummy_server.operating import hatch as hatches
from rummy_server.operating import language as say
from rummy_server.operating.beside import looking_after
from rummy_server.operating.caller import NobodyThere, call
from rummy_server.operating.counted import Counted
from rummy_server.operating.hatch import Blocked
from rummy_server.operating.lines import Lines
from rummy_server.settings import Settings

from ..patience import PATIENCE


class Shelf:
    late = False

    def has_room(self):
        return True

    async def backup(self, to):
        to.write_bytes(b"copy")


@pytest.fixture
def lines():
    import logging

    return Lines(logging.NullHandler())


@pytest.fixture
def path(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    return folder / "admin.sock"


@pytest.fixture
async def house(nursery, path, lines):
    """A house with a socket at *path*."""
    journal = Counted(MemoryJournal())
    env = seeded_env(1, MemoryNetwork(), journal)
    beside = looking_after(path, Shelf(), journal, lines)
    await nursery.start(serve, env, Settings(), [beside])
    yield path
    nursery.cancel_scope.cancel()


async def ask(path, errand):
    with trio.fail_after(PATIENCE):
        return await trio.to_thread.run_sync(partial(call, path, errand, PATIENCE))


async def said(path, data, *, ends=False):
    """What is answered to *data*, up to the end of the connection or of the first line."""
    with trio.fail_after(PATIENCE):
        async with await trio.open_unix_socket(str(path)) as stream:
            heard = b""
            try:
                await stream.send_all(data)
                if ends:
                    await stream.send_eof()
                while not heard.endswith(b"\n"):
                    more = await stream.receive_some()
                    if not more:
                        break
                    heard += more
            except trio.BrokenResourceError:
                pass
            return heard


async def test_the_socket_is_for_its_owner_alone(house):
    found = house.lstat()

    assert stat.S_ISSOCK(found.st_mode)
    assert stat.S_IMODE(found.st_mode) == 0o600
    assert found.st_uid == os.geteuid()


async def test_an_errand_is_answered(house):
    answer = await ask(house, say.Health())

    assert answer.healthy
    assert answer.sessions == 0


async def test_one_connection_may_give_several_errands(house):
    with trio.fail_after(PATIENCE):
        async with await trio.open_unix_socket(str(house)) as stream:
            await stream.send_all(say.write_errand(say.Health()) * 3)
            heard = b""
            while heard.count(b"\n") < 3:
                heard += await stream.receive_some()

    assert all(say.read_answer(line).healthy for line in heard.splitlines())


HOSTILE = {
    "nothing": b"\n",
    "garbage": b"\xff\xfe\x00\x9b[2J\n",
    "no map": b"[1, 2, 3]\n",
    "another errand": b'{"do": "shoot"}\n',
    "an unknown field": b'{"do": "health", "hand": 1}\n',
    "another type": b'{"do": "kick", "session": "1; rm -rf /"}\n',
    "a number too large": b'{"do": "kick", "session": 1e999}\n',
    "deep": b'{"do": ' + b"[" * 3000 + b"\n",
    "half a sign": b'{"do": "announce", "text": "\xc3"}\n',
    "a lone surrogate": b'{"do": "close", "table": "\\ud800"}\n',
    "a null": b'{"do": "backup", "path": "/tmp/\\u0000x"}\n',
    "long": b"x" * (2 * say.LINE) + b"\n",
    "endless": b"x" * (3 * say.LINE),
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
async def test_what_is_no_errand_is_answered_so_and_the_house_goes_on(house, data):
    heard = await said(house, data)

    answer = say.read_answer(heard)
    assert isinstance(answer, say.Failed)
    assert heard.isascii() or answer.why.isprintable()
    assert (await ask(house, say.Health())).healthy


async def test_a_line_without_an_end_is_taken_for_none(house):
    assert await said(house, b'{"do": "health"', ends=True) == b""
    assert (await ask(house, say.Health())).healthy


async def test_who_says_nothing_is_not_waited_for(house, monkeypatch):
    monkeypatch.setattr(hatches, "PATIENCE", 0.05)

    assert await said(house, b'{"do"') == b""


async def test_there_is_room_for_a_few_only_and_then_again(house):
    streams = [await trio.open_unix_socket(str(house)) for _ in range(hatches.AT_ONCE)]

    with pytest.raises(NobodyThere):
        await ask(house, say.Health())
    for stream in streams:
        await stream.aclose()

    assert (await room(house)).healthy


async def room(path):
    """How it is there, as soon as the house has seen that others have gone."""
    with trio.fail_after(PATIENCE):
        while True:
            try:
                return await ask(path, say.Health())
            except NobodyThere:
                await trio.sleep(0.01)


async def test_a_backup_is_made_where_it_is_asked_for(house, tmp_path):
    answer = await ask(house, say.Backup(str(tmp_path / "copy")))

    assert isinstance(answer, say.Done)
    assert (tmp_path / "copy").read_bytes() == b"copy"


async def test_a_socket_that_was_left_behind_gives_way(nursery, path, lines):
    left = socket.socket(socket.AF_UNIX)
    left.bind(str(path))
    left.close()
    journal = Counted(MemoryJournal())
    env = seeded_env(1, MemoryNetwork(), journal)

    beside = looking_after(path, Shelf(), journal, lines)
    await nursery.start(serve, env, Settings(), [beside])

    assert (await ask(path, say.Health())).healthy
    nursery.cancel_scope.cancel()


async def test_anything_else_that_lies_there_stays_and_the_house_says_so(path, lines):
    path.write_text("precious")
    journal = Counted(MemoryJournal())
    beside = looking_after(path, Shelf(), journal, lines)

    with pytest.RaisesGroup(Blocked, flatten_subgroups=True):
        await serve(seeded_env(1, MemoryNetwork(), journal), Settings(), [beside])

    assert path.read_text() == "precious"


async def test_no_socket_is_left_behind(path, lines):
    journal = Counted(MemoryJournal())
    beside = looking_after(path, Shelf(), journal, lines)
    async with trio.open_nursery() as nursery:
        env = seeded_env(1, MemoryNetwork(), journal)
        await nursery.start(serve, env, Settings(), [beside])
        assert path.exists()
        nursery.cancel_scope.cancel()

    assert not path.exists()


async def test_a_path_may_be_longer_than_the_name_of_a_socket(nursery, tmp_path, lines):
    folder = tmp_path / ("x" * 100) / ("y" * 100)
    folder.mkdir(parents=True, mode=0o700)
    path = folder / "admin.sock"
    journal = Counted(MemoryJournal())
    env = seeded_env(1, MemoryNetwork(), journal)
    await nursery.start(serve, env, Settings(), [looking_after(path, Shelf(), journal, lines)])

    assert (await ask(path, say.Health())).healthy
    assert stat.S_IMODE(path.lstat().st_mode) == 0o600
    nursery.cancel_scope.cancel()


def test_where_no_house_is_one_line_says_so(tmp_path):
    with pytest.raises(
        NobodyThere, match=r"No house answers at .*: No such file or directory\."
    ):
        call(tmp_path / "admin.sock", say.Health())


@pytest.mark.parametrize("data", [b"", b"\x1b[2J\n", b'{"is": "tables"}\n', b"no end"])
def test_another_program_behind_the_socket_is_not_believed(tmp_path, data):
    path = tmp_path / "s"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()

        def other():
            peer, _ = listener.accept()
            peer.recv(say.LINE)
            peer.sendall(data)
            peer.close()

        thread = threading.Thread(target=other)
        thread.start()
        with pytest.raises(NobodyThere) as caught:
            call(path, say.Health(), PATIENCE)
        thread.join()
    assert str(caught.value).isprintable()


def test_every_answer_is_clean_when_it_is_written_and_when_it_is_read():
    line = say.TableLine("K", "\x1b]52;c;x\x07\u202e\x9b2J", "g", "s", 2, 1, 1, 0, 0, 0)
    written = say.write_answer(say.Tables((line,)))
    raw = msgspec.json.encode(say.Tables((line,))) + b"\n"

    for data in (written, raw):
        name = say.read_answer(data).tables[0].name
        assert name.isprintable()
    assert b"\\u001b" not in written
    assert "\x9b" not in written.decode()


async def test_an_errand_that_breaks_ends_alone_and_tells_nothing(house, monkeypatch, caplog):
    async def broken(self, to):
        raise RuntimeError("KH in the hand")

    monkeypatch.setattr(Shelf, "backup", broken)

    heard = await said(house, say.write_errand(say.Backup("/x")))

    assert heard == b""
    assert (await ask(house, say.Health())).healthy
    assert "errand-fault" in caplog.text
    assert "KH" not in caplog.text
