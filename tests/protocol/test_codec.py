"""Messages survive the way there and back; anything else is one kind of violation."""

from __future__ import annotations

import os
import struct
import tracemalloc

import msgpack
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy_protocol.actions import Discard, LayMeld
from rummy_protocol.cards import faces
from rummy_protocol.codec import (
    UpdateFrames,
    decode_from_client,
    decode_from_server,
    encode,
    encode_part,
)
from rummy_protocol.errors import Code, ProtocolViolation
from rummy_protocol.framing import PREFIX
from rummy_protocol.limits import TO_CLIENT, TO_SERVER
from rummy_protocol.messages import Accepted, Act, Hello, Ping, Say, Update
from rummy_protocol.padding import KEY, is_padding
from rummy_protocol.registry import FROM_CLIENT, FROM_SERVER

FULL = os.environ.get("PROOF", "small") == "full"
VOLUME = settings(max_examples=5_000 if FULL else 150, deadline=None)
KINDS = [(kind, "client") for kind in FROM_CLIENT] + [(kind, "server") for kind in FROM_SERVER]
KINDS.sort(key=lambda pair: (pair[1], pair[0].__name__))

pack = msgpack.packb


def refused(body: bytes) -> tuple[Code, str]:
    """Code and reason with which a client's *body* is refused."""
    with pytest.raises(ProtocolViolation) as caught:
        decode_from_client(body)
    return caught.value.code, str(caught.value.details["why"])


# --- there and back ----------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "sender"), KINDS, ids=lambda v: getattr(v, "__name__", v))
@settings(max_examples=500 if FULL else 10, deadline=None)
@given(data=st.data())
def test_every_message_comes_back_as_it_was_sent(kind, sender, data, messages_of, decode):
    message = data.draw(messages_of(kind))

    assert decode(encode(message)[PREFIX:], sender) == message


def test_one_example_of_each_comes_back(example, decode):
    sender = "client" if type(example) in FROM_CLIENT else "server"

    assert decode(encode(example)[PREFIX:], sender) == example


def test_what_we_send_is_plain_msgpack(example, decode):
    """Another language with a msgpack library needs nothing of ours."""
    sender = "client" if type(example) in FROM_CLIENT else "server"
    tree = msgpack.unpackb(encode(example)[PREFIX:])

    assert tree["t"] == type(example).__struct_config__.tag
    assert is_padding(tree[KEY])
    assert decode(pack(tree), sender) == example


def test_the_length_in_front_is_that_of_the_body(example):
    framed = encode(example)

    assert int.from_bytes(framed[:PREFIX], "big") == len(framed) - PREFIX


@settings(max_examples=500 if FULL else 15, deadline=None)
@given(data=st.data(), seq=st.integers(0, 2**53))
def test_an_update_made_of_parts_is_the_same_bytes(data, seq, messages_of):
    update = data.draw(messages_of(Update))
    update = msgspec.structs.replace(update, seq=seq)
    table, deal, you = (
        part and encode_part(part) for part in (update.table, update.deal, update.you)
    )
    for_all = msgspec.structs.replace(update, you=None, hands=None)
    for_seat = msgspec.structs.replace(for_all, you=update.you)

    frames = UpdateFrames(seq, table, deal, size=len(encode(for_all)) - PREFIX)

    assert frames.for_all() == encode(for_all)
    assert you is None or frames.for_seat(you) == encode(for_seat)


# --- what is refused, and why ------------------------------------------------------------

ACT = {"t": "act", "id": 1, "seq": 2, "action": {"a": "draw"}}


def test_the_message_of_these_tests_is_itself_in_order():
    assert decode_from_client(pack(ACT)).id == 1


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"", "msgpack"),
        (b"\xc1", "msgpack"),
        (pack(ACT)[:-1], "msgpack"),
        (pack(ACT) + b"\xc0", "msgpack"),
        (b"\x81\xa1t\xa2\xff\xfe", "msgpack"),  # no UTF-8
        (b"\x81\xa1t\xa3\xed\xa0\x80", "msgpack"),  # a surrogate
        (b"\x81\x01\x02", "msgpack"),  # a number as a key
        (b"\x81\x90\x02", "msgpack"),  # an array as a key
        (b"\x81\xc4\x01t\x02", "key"),  # bytes as a key
        (b"\x81\xa1t" + pack(msgpack.ExtType(5, b"x")), "msgpack"),
        (b"\x81\xa1t\xc7\x00\x05", "type"),  # an empty extension
        (b"\x81\xa1t\xd6\xff\x00\x00\x00\x01", "msgpack"),  # a timestamp
        (b"\xdf\xff\xff\xff\xff", "msgpack"),
        (b"\xdd\xff\xff\xff\xff", "msgpack"),
        (b"\x81\xa1t\xc6\xff\xff\xff\xff", "msgpack"),
        (b"\x81\xa1t\xdb\xff\xff\xff\xff", "msgpack"),
        (b"\x91" * 4_000 + b"\x90", "msgpack"),
        (pack([1, 2]), "not-a-map"),
        (pack("hello"), "not-a-map"),
        (pack(None), "not-a-map"),
        (b"\x82\xa1t\xa4ping\xa1t\xa4ping", "repeated-key"),
        (b"\x84\xa1t\xa3act\xa2id\x01\xa2id\x02\xa3seq\x01", "repeated-key"),
        (pack({"t": 1.0}), "type"),
        (pack({"t": float("nan")}), "type"),
        (pack({"t": "ping", "x": {"y": [float("inf")]}}), "type"),
        (pack({"t": 2**53 + 1}), "number"),
        (pack({"t": -(2**53) - 1}), "number"),
        (pack({"t": 2**64 - 1}), "number"),
        (pack({"t": [[[[[[]]]]]]}), "depth"),
    ],
    ids=lambda value: value if isinstance(value, str) else repr(value[:12]),
)
def test_what_is_no_proper_msgpack_is_a_bad_frame(body, why):
    assert refused(body) == (Code.BAD_FRAME, why)


@pytest.mark.parametrize(
    "change",
    [
        {"t": "zap"},
        {"t": None},
        {"t": ["act"]},
        {"t": "update"},  # a server's
        {"id": "1"},
        {"id": None},
        {"id": True},
        {"seq": [1]},
        {"extra": 1},
        {"action": None},
        {"action": {}},
        {"action": {"a": "cheat"}},
        {"action": {"a": "draw", "card": 1}},
        {"action": {"a": "discard"}},
        {"action": {"a": "discard", "card": 53}},
        {"action": {"a": "discard", "card": -1}},
        {"action": {"a": "discard", "card": "7H"}},
        {"action": {"a": "meld", "cards": [1, None]}},
        {"action": {"a": "meld", "cards": b"\x01\x02"}},
        {"action": {"a": "take", "count": 0}},
    ],
    ids=str,
)
def test_what_is_no_message_is_a_bad_message(change):
    assert refused(pack(ACT | change)) == (Code.BAD_MESSAGE, "schema")


@pytest.mark.parametrize("missing", sorted(ACT))
def test_a_missing_field_is_a_bad_message(missing):
    body = pack({key: value for key, value in ACT.items() if key != missing})

    assert refused(body) == (Code.BAD_MESSAGE, "schema")


@pytest.mark.parametrize(
    ("field", "value"),
    [("key", bytes(15)), ("key", bytes(17)), ("hash", bytes(31)), ("key", "k" * 16)],
    ids=str,
)
def test_keys_and_hashes_have_one_length(field, value):
    join = {"t": "join", "id": 1, "table": "K7QF", "key": bytes(16), "hash": bytes(32)}
    decode_from_client(pack(join))

    assert refused(pack(join | {field: value})) == (Code.BAD_MESSAGE, "schema")


def test_a_refusal_says_where_and_never_what():
    bad = ACT | {"action": {"a": "meld", "cards": [1, "\x1b[2Jsecret"]}}
    with pytest.raises(ProtocolViolation) as caught:
        decode_from_client(pack(bad))

    assert caught.value.details["at"] == "$.action.cards[1]"
    assert "secret" not in str(caught.value)
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__


def test_an_unknown_field_of_a_server_is_passed_over():
    """So that an older client understands a newer server."""
    body = pack({"t": "accepted", "id": 1, "seq": 2, "mood": {"good": [True]}})

    assert decode_from_server(body) == Accepted(1, 2)


def test_a_greeting_of_a_later_version_is_understood():
    body = pack({"t": "hello", "protocol": [2, 5], "name": "Ann", "colour": "red"})

    assert decode_from_client(body) == Hello((2, 5), "Ann")


def test_a_rule_set_that_contradicts_itself_is_a_bad_message(examples):
    body = msgpack.unpackb(encode(examples["Tables"])[PREFIX:])
    body["tables"][0]["rules"] = {"packs": 9}

    with pytest.raises(ProtocolViolation, match="bad-message"):
        decode_from_server(pack(body))


# --- limits, exactly at and one over the border --------------------------------------------


def loose(value: object) -> bytes:
    """A server's message with *value* where nothing is expected."""
    return pack({"t": "ping", "x": value})


def nested(levels: int) -> object:
    value: object = 0
    for _ in range(levels):
        value = [value]
    return value


BORDERS = [
    ("map", lambda n: {str(i): i for i in range(n)}, TO_CLIENT.map),
    ("array", lambda n: [0] * n, TO_CLIENT.array),
    ("string", lambda n: "x" * n, TO_CLIENT.string),
    ("bin", lambda n: bytes(n), TO_CLIENT.bin),
    ("depth", lambda n: nested(n - 1), TO_CLIENT.depth),
    ("number", lambda n: n, 2**53),
    ("negative", lambda n: -n, 2**53),
]


@pytest.mark.parametrize(("name", "of", "limit"), BORDERS, ids=[b[0] for b in BORDERS])
def test_what_a_server_says_may_reach_each_limit_and_not_pass_it(name, of, limit):
    assert decode_from_server(loose(of(limit))) == Ping()

    with pytest.raises(ProtocolViolation, match="bad-frame"):
        decode_from_server(loose(of(limit + 1)))


def limited(exact: bytes, over: bytes) -> None:
    """*exact* is unpacked, whatever the schema thinks of it, and *over* is not."""
    assert refused(exact) == (Code.BAD_MESSAGE, "schema")
    assert refused(over)[0] is Code.BAD_FRAME


def test_what_a_client_says_may_reach_each_limit_and_not_pass_it():
    def with_fields(count: int) -> bytes:
        return pack({"t": "list"} | {str(i): i for i in range(count - 1)})

    def listed(value: object) -> bytes:
        return pack({"t": "list", "id": value})

    limited(with_fields(TO_SERVER.map), with_fields(TO_SERVER.map + 1))
    limited(listed([0] * TO_SERVER.array), listed([0] * (TO_SERVER.array + 1)))
    limited(listed("x" * TO_SERVER.string), listed("x" * (TO_SERVER.string + 1)))
    limited(listed(bytes(TO_SERVER.bin)), listed(bytes(TO_SERVER.bin + 1)))
    limited(listed(nested(TO_SERVER.depth - 1)), listed(nested(TO_SERVER.depth)))


def test_a_string_is_measured_in_bytes():
    assert decode_from_client(pack({"t": "say", "id": 1, "text": "é" * 512})) == Say(
        1, "é" * 512
    )

    assert refused(pack({"t": "say", "id": 1, "text": "é" * 513}))[0] is Code.BAD_FRAME


@pytest.mark.parametrize(
    "bomb",
    [
        b"\xdc\x00\x80" * 1_365,  # arrays of 128 in arrays of 128
        b"\xde\x00\x20\xa1a" * 800,  # maps of 32 in maps of 32
        b"\x90" * 4_096,
        b"\xdc\x00\x80" + b"\x90" * 4_000,
        b"\xdd\x00\x00\xea\x60" + b"\x90" * 4_000,
    ],
    ids=lambda bomb: bomb[:4].hex(),
)
def test_a_bomb_costs_little_memory(bomb):
    tracemalloc.start()
    with pytest.raises(ProtocolViolation):
        decode_from_client(bomb[: TO_SERVER.frame])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert peak < 4 * 1024 * 1024


# --- fuzzing: nothing but a violation comes out ---------------------------------------------


def only_a_violation(body: bytes, sender: str, decode) -> None:
    try:
        decode(body, sender)
    except ProtocolViolation as exc:
        code = exc.code
    else:
        return
    assert code in (Code.BAD_FRAME, Code.BAD_MESSAGE)


SENDERS = st.sampled_from(("client", "server"))
LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**63), 2**64 - 1), st.floats(),
    st.text(max_size=9), st.binary(max_size=40),
    st.builds(msgpack.ExtType, st.integers(0, 127), st.binary(max_size=9)),
)  # fmt: skip
FIELDS = [
    "t", "a", "e", "id", "seq", "action", "cards", "card", "table", "deal", "you", "rules",
    "args", "key", "hash", "protocol", "name", "log", "changes", "seats",
]  # fmt: skip
KEYS = st.one_of(st.sampled_from(FIELDS), st.text(max_size=3), st.integers(0, 3))
TREES = st.recursive(
    LEAVES,
    lambda inside: st.one_of(
        st.lists(inside, max_size=5), st.dictionaries(KEYS, inside, max_size=5)
    ),
    max_leaves=20,
)
TAGS = sorted({kind.__struct_config__.tag for kind, _ in KINDS})


@VOLUME
@given(st.binary(max_size=200), SENDERS)
def test_random_bytes_are_a_violation_at_most(decode, body, sender):
    only_a_violation(body, sender, decode)


@VOLUME
@given(TREES, SENDERS)
def test_random_trees_are_a_violation_at_most(decode, tree, sender):
    only_a_violation(pack(tree), sender, decode)


@VOLUME
@given(st.dictionaries(KEYS, TREES, max_size=6), st.sampled_from(TAGS), SENDERS)
def test_random_fields_under_a_true_tag_are_a_violation_at_most(decode, fields, tag, sender):
    only_a_violation(pack(fields | {"t": tag}), sender, decode)


CHANGES = st.lists(
    st.tuples(st.integers(0, 1 << 16), st.sampled_from("xid"), st.integers(1, 255)), max_size=5
)


@VOLUME
@given(st.data(), CHANGES, SENDERS)
def test_true_frames_with_bytes_changed_are_a_violation_at_most(
    examples, decode, data, changes, sender
):
    name = data.draw(st.sampled_from(sorted(examples)))
    body = bytearray(encode(examples[name])[PREFIX:])
    for place, how, value in changes:
        at = place % len(body)
        match how:
            case "x":
                body[at] ^= value
            case "i":
                body.insert(at, value)
            case "d" if len(body) > 1:
                del body[at]
    only_a_violation(bytes(body), sender, decode)


def replaced(value: object, path: list[int], new: object) -> object:
    """*value* with the place that *path* leads to set to *new*."""
    if not path or not isinstance(value, dict | list) or not value:
        return new
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    key = keys[path[0] % len(keys)]
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[key] = replaced(value[key], path[1:], new)
    return copy


@VOLUME
@given(st.data(), st.lists(st.integers(0, 20), min_size=1, max_size=5), TREES, SENDERS)
def test_true_messages_with_one_place_changed_are_a_violation_at_most(
    examples, decode, data, path, new, sender
):
    name = data.draw(st.sampled_from(sorted(examples)))
    tree = replaced(msgpack.unpackb(encode(examples[name])[PREFIX:]), path, new)
    only_a_violation(pack(tree), sender, decode)


# --- what we do not send -------------------------------------------------------------------


def test_a_frame_too_long_for_its_receiver_is_our_own_fault():
    with pytest.raises(AssertionError, match="a Say of"):
        encode(Say(1, "x" * TO_SERVER.frame))


@pytest.mark.parametrize("card", faces("AC KS JK"))
def test_every_face_can_be_named(card):
    discard, meld = Act(1, 2, Discard(card)), Act(1, 2, LayMeld((card,)))

    assert decode_from_client(encode(discard)[PREFIX:]) == discard
    assert decode_from_client(encode(meld)[PREFIX:]) == meld


def test_the_length_is_written_most_significant_byte_first():
    framed = encode(Say(1, "x" * 300))

    assert struct.unpack(">I", framed[:PREFIX]) == (len(framed) - PREFIX,)
