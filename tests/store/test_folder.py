"""The data folder: whose it is, who may look into it, and that one server has it (P30)."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys

import pytest

from rummy_server.store.folder import DataFolder, FolderRefused, default_data_folder

from ..patience import PATIENCE

RUMMY = [sys.executable, "-m", "rummy_client.cli"]


def mode(path):
    return path.stat().st_mode & 0o777


def test_a_new_folder_and_all_that_comes_into_it_is_for_its_owner(tmp_path):
    before = os.umask(0o022)
    try:
        folder = DataFolder.open(tmp_path / "deep" / "house")
        (folder.path / "anything").write_text("cards")
        folder.close()
        (tmp_path / "later").write_text("no cards")
    finally:
        os.umask(before)

    assert mode(folder.path) == 0o700
    assert {mode(one) for one in folder.path.iterdir()} == {0o600}
    assert mode(tmp_path / "later") == 0o644, "the process is as it was before"


@pytest.mark.parametrize("wide", [0o755, 0o710, 0o701, 0o770, 0o777])
def test_a_folder_that_is_open_to_others_is_refused(tmp_path, wide):
    house = tmp_path / "house"
    house.mkdir()
    house.chmod(wide)

    with pytest.raises(FolderRefused) as no:
        DataFolder.open(house)

    assert str(no.value).endswith(f"Close it: chmod 700 {house}")
    assert mode(house) == wide, "only its owner knows whether it was meant"
    assert list(house.iterdir()) == []


@pytest.mark.parametrize("wide", [0o644, 0o640, 0o604, 0o660])
@pytest.mark.parametrize("name", ["tables.sqlite", "tables.sqlite-wal", "identity.pem", "lock"])
def test_a_file_that_is_open_to_others_is_refused(tmp_path, name, wide):
    """T15: it may have been read already; a server that closed it would hide that."""
    (tmp_path / name).touch()
    (tmp_path / name).chmod(wide)
    tmp_path.chmod(0o700)

    with pytest.raises(FolderRefused, match=f"chmod go= {tmp_path / name}"):
        DataFolder.open(tmp_path)


def test_a_link_is_refused(tmp_path):
    """What it points to could be anywhere, and anybody's."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.touch(0o600)
    house = tmp_path / "house"
    house.mkdir(0o700)
    (house / "tables.sqlite").symlink_to(elsewhere)

    with pytest.raises(FolderRefused, match="is a link"):
        DataFolder.open(house)


def test_what_belongs_to_somebody_else_is_refused(tmp_path, monkeypatch):
    tmp_path.chmod(0o700)
    monkeypatch.setattr(os, "geteuid", lambda: tmp_path.stat().st_uid + 1)

    with pytest.raises(FolderRefused, match="belongs to somebody else"):
        DataFolder.open(tmp_path)


def test_what_is_no_folder_is_refused(tmp_path):
    (tmp_path / "house").write_text("a letter")
    with pytest.raises(FolderRefused, match="File exists"):
        DataFolder.open(tmp_path / "house")


def test_one_server_at_a_time_has_a_folder(tmp_path):
    """T29."""
    first = DataFolder.open(tmp_path / "house")
    with pytest.raises(FolderRefused, match=f"Another server has its games in {first.path}"):
        DataFolder.open(tmp_path / "house")
    first.close()
    first.close()

    DataFolder.open(tmp_path / "house").close()


def test_the_folder_is_free_when_its_server_was_killed(tmp_path):
    code = (
        "import sys, time; from pathlib import Path;"
        "from rummy_server.store.folder import DataFolder;"
        "folder = DataFolder.open(Path(sys.argv[1])); print('has it', flush=True);"
        "time.sleep(600)"
    )
    house = tmp_path / "house"
    other = subprocess.Popen([sys.executable, "-c", code, house], stdout=subprocess.PIPE)
    other.stdout.readline()
    with pytest.raises(FolderRefused):
        DataFolder.open(house)

    other.send_signal(signal.SIGKILL)
    other.communicate()

    DataFolder.open(house).close()


def test_the_usual_folder_is_the_platforms(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    if sys.platform == "linux":
        assert default_data_folder() == tmp_path / "rummy-tables"


# --- as the host meets it -------------------------------------------------------------------


def serve(*arguments, before=None):
    return subprocess.Popen(
        [*RUMMY, "serve", "--bind", "127.0.0.1", "--port", "0", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=before,
    )


def told(server):
    """The one line of a server that does not start, and its exit status."""
    _, lines = server.communicate(timeout=PATIENCE)
    wanted = [line for line in lines.splitlines() if line.startswith("rummy")]
    assert len(wanted) == 1, lines
    return wanted[0], server.returncode


def test_a_server_says_where_its_games_are_and_a_second_one_does_not_start(tmp_path):
    house = tmp_path / "house"
    first = serve("--data", house)
    lines = [first.stdout.readline(), first.stdout.readline()]
    second = told(serve("--data", house))
    first.send_signal(signal.SIGTERM)
    first.communicate(timeout=PATIENCE)

    assert lines[1] == f"Games are kept in {house}.\n"
    line = f"rummy: Another server has its games in {house}. "
    assert second == (f"{line}End that one, or name another folder with --data.", 2)
    assert first.returncode == 0
    assert mode(house) == 0o700
    assert {mode(one) for one in house.iterdir()} == {0o600}


def test_a_server_whose_disk_is_full_ends_with_status_75_and_one_line(tmp_path):
    """P16: whoever starts servers starts it again; nothing was answered that is not kept."""

    def no_room():
        resource.setrlimit(resource.RLIMIT_FSIZE, (9_000, 9_000))

    line, status = told(serve("--data", tmp_path / "house", before=no_room))

    assert status == 75
    assert line.startswith(f"rummy serve: Nothing more can be kept in {tmp_path / 'house'}: ")
