"""The page that strangers write clients from says what the program does."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path

import msgpack
import pytest

from rummy_protocol import PROTOCOL
from rummy_protocol.codec import decode_from_client, decode_from_server, encode
from rummy_protocol.connection import ClientEnd, ServerEnd
from rummy_protocol.errors import Code
from rummy_protocol.messages import Goodbye
from rummy_protocol.registry import FROM_CLIENT, FROM_SERVER
from rummy_server.settings import Settings

HERE = Path(__file__).parent
PAGE = (HERE.parent.parent / "docs" / "protocol.md").read_text(encoding="utf-8")
PROSE = " ".join(re.sub(r"<!-- begin.*?<!-- end.*?-->", "", PAGE, flags=re.DOTALL).split())
EXAMPLES = re.findall(r"```json\n(.*?)```\n```hex (\w+)\n(.*?)```", PAGE, re.DOTALL)
IDS = [f"{number}-{sender}" for number, (_, sender, _) in enumerate(EXAMPLES)]


@pytest.fixture(scope="module")
def written():
    """The module that writes the tables of the page."""
    spec = importlib.util.spec_from_file_location("page", HERE / "page.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_tables_are_those_of_the_classes(written):
    """Run ``python tests/protocol/page.py`` to write them anew."""
    assert written.rendered(PAGE) == PAGE
    assert set(re.findall(r"<!-- begin: ([\w-]+) -->", PAGE)) == set(written.SECTIONS)


def test_every_message_and_code_is_on_the_page():
    tags = {kind.__struct_config__.tag for kind in FROM_CLIENT | FROM_SERVER}

    assert {tag for tag in tags if f"`t` is `{tag}`" not in PAGE} == set()
    assert {code for code in Code if f"| `{code.value}` |" not in PAGE} == set()


def frame_of(text: str) -> bytes:
    """The bytes of an example; at its end it says how many zeros follow."""
    said, _, zeros = text.partition("(")
    return bytes.fromhex("".join(said.split())) + bytes(int(zeros.split()[0]) if zeros else 0)


def plain(value: object) -> object:
    """Binary values as the page writes them."""
    if isinstance(value, bytes):
        return f"h'{value.hex()}'"
    if isinstance(value, dict):
        return {key: plain(inside) for key, inside in value.items()}
    return [plain(inside) for inside in value] if isinstance(value, list) else value


@pytest.mark.parametrize(("told", "sender", "text"), EXAMPLES, ids=IDS)
def test_the_bytes_say_what_is_written_above_them(told, sender, text):
    """Read as a stranger would: four bytes of length, then msgpack."""
    framed = frame_of(text)
    length = int.from_bytes(framed[:4], "big")

    assert length == len(framed) - 4
    body = msgpack.unpackb(framed[4:])
    assert set(body.pop("pad", b"")) <= {0}
    assert plain(body) == json.loads(told)


@pytest.mark.parametrize(("told", "sender", "text"), EXAMPLES, ids=IDS)
def test_the_bytes_are_read_and_written_alike(told, sender, text):
    framed = frame_of(text)
    read = decode_from_client if sender == "client" else decode_from_server

    assert encode(read(framed[4:])) == framed


def test_the_examples_are_a_dialogue_that_both_ends_accept():
    client, server = ClientEnd(), ServerEnd()
    for _, sender, text in EXAMPLES:
        (server if sender == "client" else client).receive(frame_of(text))

    assert client.fault is None
    assert server.fault is None
    assert isinstance(decode_from_server(frame_of(EXAMPLES[-1][2])[4:]), Goodbye)
    assert len(EXAMPLES) >= 10


def test_the_version_on_the_page_is_ours():
    assert f"This is version **{PROTOCOL[0]}.{PROTOCOL[1]}**" in PROSE
    assert f"protocol [{PROTOCOL[0]}, {PROTOCOL[1]}]" in PROSE


@pytest.mark.parametrize(
    ("sentence", "of"),
    [
        ("nothing for **{:g} seconds** sends `ping`", "ping_seconds"),
        ("no whole frame for **{:g} seconds**", "dead_seconds"),
        ("does not greet within {:g} seconds", "greet_seconds"),
        ("takes more than {:g} seconds over one frame", "frame_seconds"),
        ("pile up for {:g} seconds", "stall_seconds"),
        ("after a burst of {:g}", "action_burst"),
        ("chat after {:g} lines at once", "chat_burst"),
    ],
)
def test_the_times_and_limits_on_the_page_are_the_servers(sentence, of):
    assert sentence.format(getattr(Settings(), of)) in PROSE
