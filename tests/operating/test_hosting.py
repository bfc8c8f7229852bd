"""The page for hosts, the unit and the container file say what the program knows."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rummy_client.cli.main import ERRANDS, rummy
from rummy_client.cli.running import START_AGAIN

from .page import PAGE, rendered

FILES = PAGE.parent / "hosting"
UNIT = (FILES / "rummy-tables.service").read_text()
CONTAINER = (FILES / "Containerfile").read_text()
TEXT = PAGE.read_text()


def options(command):
    """Every option of *command*, by the names that one types."""
    return {
        name
        for option in rummy.commands[command].params
        for name in option.opts
        if name.startswith("-") and not getattr(option, "hidden", False)
    }


def commands(text):
    """Every call of the program in *text*: the command, and the options given to it."""
    joined = re.sub(r"\\\n\s*", " ", text)
    for line in joined.splitlines():
        words = re.findall(r"[^\s\[\],\"]+", line)
        for at, word in enumerate(words[:-1]):
            if (word == "rummy" or word.endswith("/rummy")) and words[at + 1] in rummy.commands:
                rest = words[at + 2 :]
                yield words[at + 1], {one for one in rest if one.startswith("--")}


@pytest.mark.parametrize("text", [UNIT, CONTAINER, TEXT], ids=["unit", "container", "page"])
def test_what_is_typed_there_can_be_typed(text):
    found = list(commands(text))

    assert found
    for command, used in found:
        assert used <= options(command), command


def test_the_page_lists_every_option_of_serve():
    part = TEXT.partition("| option |")[2].partition("\n\n")[0]
    told = set(re.findall(r"`(--[a-z-]+)", part))

    assert told == options("serve") - {"--help"}


def test_the_page_lists_every_errand_with_its_options():
    part = TEXT.partition("| errand |")[2].partition("\n\n")[0]

    told = re.findall(r"^\| `(\w+)", part, re.M)
    own = set(re.findall(r"`(--[a-z-]+)", part))
    assert told == list(ERRANDS)
    assert own == options("admin") - {"--data", "--format", "--help", "--language"}


def test_the_page_has_every_event_and_every_metric():
    """To write them anew: python tests/operating/page.py"""
    assert rendered(TEXT) == TEXT


def test_the_unit_starts_the_house_again_when_that_is_wanted():
    told = dict(line.split("=", 1) for line in UNIT.splitlines() if re.match(r"\w+=", line))

    assert told["RestartForceExitStatus"] == str(START_AGAIN)
    assert told["StateDirectoryMode"] == "0700"
    assert told["UMask"] == "0077"
    assert told["DynamicUser"] == told["NoNewPrivileges"] == "yes"
    assert int(told["TimeoutStopSec"]) > 5


if shutil.which("systemd-analyze"):  # else there is nobody to ask

    def test_systemd_understands_the_unit(tmp_path):
        unit = tmp_path / "rummy-tables.service"
        unit.write_text(UNIT.replace("/opt/rummy-tables/bin/rummy", sys.executable))

        told = subprocess.run(
            ["systemd-analyze", "verify", "--man=no", str(unit)],
            capture_output=True, text=True, check=False,
        )  # fmt: skip

        assert "rummy-tables.service" not in told.stderr, told.stderr


def test_the_container_runs_as_a_user_of_its_own_and_keeps_a_closed_folder():
    assert "USER rummy" in CONTAINER
    assert "install -d -m 0700" in CONTAINER
    (entry,) = re.findall(r"^ENTRYPOINT \[(.*)\]$", CONTAINER, re.M)
    words = shlex.split(entry.replace(",", " "))
    assert words[words.index("--data") + 1] == re.search(r"^VOLUME (\S+)", CONTAINER, re.M)[1]


def test_the_sources_have_what_the_container_copies():
    root = Path(PAGE).parent.parent

    assert (root / "constraints.txt").exists()
    assert (root / "pyproject.toml").exists()
