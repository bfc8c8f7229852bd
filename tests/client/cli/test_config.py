"""Settings in a file: read, told, changed, and never lost."""

from __future__ import annotations

import os
import subprocess
import sys

import click
import pytest

from rummy_client import config
from rummy_client.cli.client import called
from rummy_client.cli.liking import THEMES, WHEN, liking, taken
from rummy_client.cli.main import main, rummy
from rummy_client.cli.manner import manner_of
from rummy_client.config import Unkept, contents, keep, language_kept
from rummy_client.liking import Settings, Switch, Theme
from rummy_client.tastes import (
    TASTES,
    BadTaste,
    changes_between,
    settings_of,
    shown,
    stepped,
    understood,
    value_for,
    with_word,
    word_of,
)
from rummy_protocol.text import speaking


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return config.config_path()


def told(capsys):
    """What ``rummy config`` tells of each setting: its value, and where it is from."""
    first, *rest = capsys.readouterr().out.splitlines()
    rows = {line.split()[0]: " ".join(line.split()[1:]) for line in rest}
    return first, rows


# --- tastes ------------------------------------------------------------------------------


def test_every_field_of_the_settings_is_a_taste_and_no_other() -> None:
    assert {each.name for each in TASTES} == set(Settings.__struct_fields__)


@pytest.mark.parametrize("name", [each.name for each in TASTES if each.values])
def test_every_word_of_a_taste_is_read_back_as_it_was_written(name) -> None:
    for word in next(each for each in TASTES if each.name == name).values:
        assert word_of(with_word(Settings(), name, word), name) == word


@pytest.mark.parametrize("name", [each.name for each in TASTES if each.values])
def test_stepping_goes_through_all_values_and_back_to_the_first(name) -> None:
    values = next(each for each in TASTES if each.name == name).values
    settings = Settings()
    seen = {word_of(settings := stepped(settings, name, 1), name) for _ in values}
    assert seen == set(values)
    assert settings == Settings()
    assert stepped(stepped(settings, name, 1), name, -1) == settings


@pytest.mark.parametrize(
    ("name", "word", "value"),
    [
        ("theme", "light", Theme.LIGHT),
        ("theme", "Four_Color", Theme.FOUR),
        ("letters", True, True),
        ("letters", "yes", True),
        ("single-key", "off", False),
        ("bell", False, Switch.OFF),
        ("bell", "away", Switch.AWAY),
        ("mouse", "auto", None),
        ("mouse", "on", True),
        ("language", "ko", "ko"),
        ("language", "", ""),
        ("name", "김 철수", "김 철수"),
        ("name", " ", ""),
    ],
)
def test_a_word_means_a_value(name, word, value) -> None:
    assert value_for(name, word) == value


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("theme", "green"),
        ("theme", True),
        ("letters", 1),
        ("letters", "auto"),
        ("bell", None),
        ("mouse", []),
        ("language", "tlh"),
        ("name", "x" * 25),
        ("name", "한" * 13),
        ("name", "a\x1b]2;x\x07"),
        ("name", "\u202eabc"),
        ("name", " ab"),
        ("colour", "dark"),
    ],
)
def test_a_word_that_means_nothing_is_told(name, word) -> None:
    with pytest.raises(BadTaste) as wrong:
        value_for(name, word)
    assert str(wrong.value).isprintable()


def test_a_value_is_shown_in_words() -> None:
    settings = Settings(theme=Theme.BLIND, language="ko", name="on")
    assert shown(settings, "theme") == "safe for the colour-blind"
    assert shown(settings, "language") == "한국어"
    assert shown(settings, "name") == "on"
    assert shown(settings, "mouse") == "auto"


def test_only_what_was_chosen_is_a_change() -> None:
    before = Settings(theme=Theme.LIGHT)
    assert changes_between(before, stepped(before, "bell", 1)) == {"bell": Switch.OFF}
    assert changes_between(before, before) == {}


# --- the file ----------------------------------------------------------------------------


def test_what_is_kept_is_read_again(path) -> None:
    changes = {"theme": Theme.LIGHT, "mouse": None, "letters": True, "name": '"Ann" #\\'}
    keep(path, changes)
    assert understood(contents(path).told).values == changes


def test_what_a_person_wrote_is_left_as_it_is(path) -> None:
    path.parent.mkdir()
    path.write_text(
        '# mine\r\ntheme = "light" # nice\nnew = [1, 2]\n[more]\nx = 1\n', newline=""
    )
    keep(path, {"theme": Theme.MONO, "bell": Switch.AWAY})
    assert path.read_bytes().decode() == (
        '# mine\r\ntheme = "monochrome" # nice\nnew = [1, 2]\nbell = "away"\n\n[more]\nx = 1\n'
    )
    keep(path, {}, ["theme", "mouse"])
    assert "theme" not in path.read_text()
    assert contents(path).told["more"] == {"x": 1}


def test_keys_that_mean_nothing_are_told_and_do_no_harm(path) -> None:
    found = understood({"theem": "light", "bell": 7, "theme": "light", "\x1b[2J": 1})
    assert settings_of(found.values) == Settings(theme=Theme.LIGHT)
    assert len(found.wrong) == 3
    assert all(line.isprintable() for line in found.wrong)


@pytest.mark.parametrize(
    "data", [b"theme = ", b"\xff\xfe", b"a = " + b"[" * 5000, b"x" * 100_000, b"a\x00b"]
)
def test_a_broken_file_is_one_line_and_is_not_written_over(path, data) -> None:
    path.parent.mkdir()
    path.write_bytes(data)
    liked = liking({})
    assert liked.settings == Settings()
    assert len(liked.wrong) == 1
    assert liked.wrong[0].isprintable()
    assert liked.remember({"theme": Theme.LIGHT}).startswith("This choice could not be kept")
    assert path.read_bytes() == data


def test_a_folder_in_its_place_is_one_line(path) -> None:
    path.mkdir(parents=True)
    assert "cannot be read" in contents(path).wrong
    with pytest.raises(Unkept, match="Is a directory"):
        keep(path, {"theme": Theme.LIGHT})


def test_a_file_that_cannot_be_replaced_stays_and_leaves_nothing_beside_it(
    path, monkeypatch
) -> None:
    keep(path, {"theme": Theme.LIGHT})

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(Unkept, match="No space left"):
        keep(path, {"theme": Theme.MONO})
    assert contents(path).told == {"theme": "light"}
    assert list(path.parent.iterdir()) == [path]


def test_a_link_stays_a_link_and_the_file_keeps_who_may_read_it(path, tmp_path) -> None:
    mine = tmp_path / "dotfiles.toml"
    mine.write_text('bell = "off"\n')
    mine.chmod(0o644)
    path.parent.mkdir()
    path.symlink_to(mine)
    keep(path, {"theme": Theme.LIGHT})
    assert path.is_symlink()
    assert contents(mine).told == {"bell": "off", "theme": "light"}
    assert mine.stat().st_mode & 0o777 == 0o644


def test_a_new_file_is_for_its_owner_alone(path) -> None:
    keep(path, {"theme": Theme.LIGHT})
    assert path.stat().st_mode & 0o777 == 0o600


def test_the_language_is_known_before_anything_heavy_is_loaded(path) -> None:
    keep(path, {"language": "ko"})
    assert language_kept() == "ko"
    script = (
        "import sys; from rummy_client.config import language_kept; language_kept();"
        "assert not {'tomlkit', 'msgspec', 'rummy_protocol'} & set(sys.modules), 'heavy'"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


# --- options and the command -------------------------------------------------------------


def test_options_win_over_the_file_and_are_not_written(path) -> None:
    keep(path, {"theme": Theme.LIGHT, "bell": Switch.OFF})
    liked = liking({"theme": "monochrome", "letters": True})
    assert liked.settings == Settings(theme=Theme.MONO, letters=True, bell=Switch.OFF)
    assert contents(path).told == {"theme": "light", "bell": "off"}
    assert liked.remember({"bell": Switch.ON}) == ""
    assert contents(path).told == {"theme": "light", "bell": "on"}


def test_the_options_have_the_words_of_the_tastes() -> None:
    values = {each.name: set(each.values) for each in TASTES}
    assert set(THEMES) == values["theme"]
    assert set(WHEN) == values["bell"] == values["notify"]


@pytest.mark.parametrize("command", ["play", "join", "watch", "replay"])
def test_an_option_before_the_command_counts_unless_it_is_given_again(command) -> None:
    words = ["--theme", "light", "--no-title", command, "--theme", "monochrome"]
    words += ["x"] if command == "replay" else []
    context = rummy.make_context("rummy", list(words))
    sub = rummy.commands[command]
    with context:
        inner = sub.make_context(command, words[4:], parent=context)
        with inner:
            assert taken(dict(inner.params)) == {"theme": "monochrome", "title": False}


def test_the_name_that_is_liked_is_the_name(path, tmp_path) -> None:
    keep(path, {"name": "Ann"})
    manner = manner_of(True, None, {})
    assert called(None, None, manner.name) == "Ann"
    assert called("Bob", None, manner.name) == "Bob"
    (tmp_path / "seats").mkdir(mode=0o700)
    assert called(None, tmp_path / "seats", manner.name) == "Ann"


def test_config_tells_where_and_what_and_from_where(path, capsys) -> None:
    assert main(["config"]) == 0
    where, rows = told(capsys)
    assert where == f"{path} (not written yet)"
    assert rows["theme"] == "dark as usual"
    assert main(["config", "theme=light", "bell=away"]) == 0
    where, rows = told(capsys)
    assert where == str(path)
    assert rows["theme"] == "light from the file"
    assert rows["bell"] == "away from the file"
    assert main(["config", "theme="]) == 0
    assert told(capsys)[1]["theme"] == "dark as usual"
    assert main(["config", "--path"]) == 0
    assert capsys.readouterr().out == f"{path}\n"


def test_config_says_which_variable_wins(path, capsys, monkeypatch) -> None:
    monkeypatch.setenv("RUMMY_ASCII", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    assert main(["config"]) == 0
    _, rows = told(capsys)
    assert rows["letters"].endswith("by RUMMY_ASCII")
    assert rows["theme"].endswith("by NO_COLOR")


@pytest.mark.parametrize("word", ["theme=green", "theem=dark", "theme", "bell=loud"])
def test_config_refuses_in_one_line_and_writes_nothing(path, word, capsys) -> None:
    assert main(["config", "title=off", word]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not path.exists()


def test_a_broken_file_is_told_by_config_too(path, capsys) -> None:
    path.parent.mkdir()
    path.write_text("theme = ")
    assert main(["config"]) == 2
    assert "cannot be read" in capsys.readouterr().err
    assert main(["config", "theme=light"]) == 2


def test_config_is_spoken_in_the_language_of_whoever_asks(path, capsys) -> None:
    with speaking("en"):
        assert main(["config"]) == 0
    assert "as usual" in capsys.readouterr().out


def test_a_flag_that_is_no_word_is_refused_before_anything_runs() -> None:
    with pytest.raises(click.BadParameter), rummy.make_context("rummy", ["--theme", "green"]):
        pass
