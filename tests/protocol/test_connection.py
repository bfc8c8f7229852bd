"""Both ends of a connection, driven against each other."""

from __future__ import annotations

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy_protocol import PROTOCOL, messages
from rummy_protocol.codec import encode
from rummy_protocol.connection import (
    CLIENT_SAYS,
    SERVER_SAYS,
    ClientEnd,
    ServerEnd,
    State,
    goodbye,
)
from rummy_protocol.errors import Code, ProtocolViolation
from rummy_protocol.framing import frame
from rummy_protocol.limits import GREETING
from rummy_protocol.messages import Goodbye, Hello, ListTables, Ping, Say, Welcome
from rummy_protocol.registry import FROM_CLIENT, FROM_SERVER
from rummy_protocol.text import goodbye as goodbye_sentence

FULL = os.environ.get("PROOF", "small") == "full"
HELLO = Hello(PROTOCOL, "Ann")
WELCOME = Welcome(PROTOCOL, "Kitchen", "0.1", "Ann", 4096, 5)


def said_by(sender: frozenset[type], examples: dict) -> list:
    """A whole dialogue's worth of one side: first words, everything else, last words."""
    ends = (Hello, Welcome, Goodbye)
    between = [m for m in examples.values() if type(m) in sender and type(m) not in ends]
    if sender is FROM_CLIENT:
        return [HELLO, *between]
    return [WELCOME, *between, Goodbye(Code.BYE)]


@pytest.fixture(params=["client", "server"])
def speech(request, examples):
    """What one side says from beginning to end, as messages and bytes, and a listener."""
    if request.param == "client":
        end, said, listener = ClientEnd(), said_by(FROM_CLIENT, examples), ServerEnd
    else:
        end, said, listener = ServerEnd(), said_by(FROM_SERVER, examples), ClientEnd
    return said, b"".join(map(end.send, said)), listener


def heard(listener, parts) -> list:
    end = listener()
    return [message for part in parts for message in end.receive(part)]


def test_a_dialogue_is_heard_as_it_was_said(speech):
    said, stream, listener = speech

    assert heard(listener, [stream]) == said


def test_a_dialogue_is_heard_in_every_two_pieces(speech):
    said, stream, listener = speech

    for cut in range(len(stream) + 1):
        assert heard(listener, [stream[:cut], stream[cut:]]) == said, cut


def test_a_dialogue_is_heard_byte_by_byte(speech):
    said, stream, listener = speech

    assert heard(listener, [bytes([byte]) for byte in stream]) == said


def test_both_ends_at_once_byte_by_byte(examples):
    """Questions and answers in turn, each byte handed over by itself."""
    client, server = ClientEnd(), ServerEnd()
    questions = said_by(FROM_CLIENT, examples)
    answers = said_by(FROM_SERVER, examples)
    asked, answered = [], []

    for question, answer in zip(questions, answers, strict=False):
        for byte in client.send(question):
            asked += server.receive(bytes([byte]))
        for byte in server.send(answer):
            answered += client.receive(bytes([byte]))

    pairs = min(len(questions), len(answers))
    assert (asked, answered) == (questions[:pairs], answers[:pairs])
    assert not client.partial
    assert not server.partial


@settings(max_examples=2_000 if FULL else 100, deadline=None)
@given(st.data(), st.binary(max_size=60), st.sampled_from([ServerEnd, ClientEnd]))
def test_bytes_after_a_good_beginning_give_messages_or_a_violation_alike(data, noise, listener):
    first = encode(HELLO if listener is ServerEnd else WELCOME)
    stream = first + noise
    cut = data.draw(st.integers(0, len(stream)))

    def outcome(parts):
        end, found = listener(), []
        try:
            for part in parts:
                found += end.receive(part)
        except ProtocolViolation as exc:
            return found, exc.code, end.state
        return found, end.fault and end.fault.code, end.state

    whole = outcome([stream])
    assert len(whole[0]) >= 1
    assert outcome([stream[:cut], stream[cut:]]) == whole
    assert outcome([bytes([byte]) for byte in stream]) == whole


# --- the tables -----------------------------------------------------------------------------


def test_every_message_can_be_said_somewhere():
    assert set().union(*CLIENT_SAYS.values()) == FROM_CLIENT
    assert set().union(*SERVER_SAYS.values()) == FROM_SERVER


@pytest.mark.parametrize(
    ("listener", "said"),
    [
        (ServerEnd, [Ping()]),
        (ServerEnd, [ListTables(1)]),
        (ServerEnd, [HELLO, HELLO]),
        (ClientEnd, [Ping()]),
        (ClientEnd, [WELCOME, WELCOME]),
        (ClientEnd, [WELCOME, Goodbye("bye"), Ping()]),
        (ClientEnd, [Goodbye("bye"), WELCOME]),
    ],
    ids=repr,
)
def test_a_dialogue_out_of_order_is_a_violation(listener, said):
    """Told apart from the tables, which might be wrong themselves."""
    end = listener()
    for message in said[:-1]:
        assert end.receive(encode(message)) == [message]

    with pytest.raises(ProtocolViolation) as caught:
        end.receive(encode(said[-1]))

    assert caught.value.code is Code.BAD_MESSAGE
    assert caught.value.details["why"] == "state"


def brought_to(listener, state: State):
    end = listener()
    if state is State.OPEN:
        end.receive(encode(HELLO if listener is ServerEnd else WELCOME))
    elif state is State.CLOSED:
        with pytest.raises(ProtocolViolation):
            end.receive(b"\xff" * 4)
        assert end.state is State.CLOSED
    return end


@pytest.mark.parametrize("state", State)
@pytest.mark.parametrize(
    ("listener", "says", "sender"),
    [(ServerEnd, CLIENT_SAYS, FROM_CLIENT), (ClientEnd, SERVER_SAYS, FROM_SERVER)],
    ids=["server", "client"],
)
def test_only_what_the_table_allows_is_heard(state, listener, says, sender, examples):
    for message in examples.values():
        if type(message) not in sender:
            continue
        if isinstance(message, Hello):
            message = HELLO
        end = brought_to(listener, state)
        after = says[state].get(type(message))
        if after is None:
            with pytest.raises(ProtocolViolation):
                end.receive(encode(message))
            assert end.state is State.CLOSED
        else:
            assert end.receive(encode(message)) == [message]
            assert end.state is after


@pytest.mark.parametrize("end", [ServerEnd, ClientEnd])
def test_speaking_out_of_turn_is_our_own_fault(end):
    with pytest.raises(AssertionError, match="Ping while GREETING"):
        end().send(Ping())


def test_what_the_other_side_may_say_is_no_message_here():
    with pytest.raises(ProtocolViolation, match="bad-message"):
        ServerEnd().receive(encode(WELCOME))
    with pytest.raises(ProtocolViolation, match="bad-message"):
        ClientEnd().receive(encode(HELLO))


def test_a_client_may_go_on_before_it_was_welcomed():
    """It saves a round trip on return."""
    client = ClientEnd()

    stream = client.send(HELLO) + client.send(ListTables(1))

    assert ServerEnd().receive(stream) == [HELLO, ListTables(1)]


def test_a_stranger_has_less_to_say_than_a_guest():
    """P18: 512 bytes for the greeting, and 4,096 from then on."""
    long = Hello(PROTOCOL, "x" * 460)
    end = ServerEnd()

    assert end.receive(encode(long) + encode(Say(1, "y" * 1000))) == [long, Say(1, "y" * 1000)]
    with pytest.raises(ProtocolViolation) as caught:
        ServerEnd().receive((GREETING + 1).to_bytes(4, "big"))
    assert (caught.value.code, caught.value.details["limit"]) == (Code.TOO_LONG, GREETING)


def test_the_longest_name_fits_into_the_greeting():
    assert len(encode(Hello(PROTOCOL, "\U0001d400" * 24, "rummy 10.10.10"))) < GREETING


# --- versions -------------------------------------------------------------------------------


@pytest.mark.parametrize("minor", [0, 1, 77])
def test_another_minor_version_is_welcome(minor):
    hello = Hello((PROTOCOL[0], minor), "Ann")

    assert ServerEnd().receive(encode(hello)) == [hello]


@pytest.mark.parametrize(
    ("theirs", "why", "told"),
    [
        ((0, 9), "old-client", "Update this program"),
        ((2, 0), "old-server", "Ask the host to update the server"),
        ((-1, 0), "old-client", "Update this program"),
    ],
)
def test_another_major_version_is_refused_with_both_versions_and_what_to_do(theirs, why, told):
    end = ServerEnd()
    with pytest.raises(ProtocolViolation) as caught:
        end.receive(encode(Hello(theirs, "Ann")) + encode(ListTables(1)))

    last = goodbye(caught.value)
    assert last == Goodbye(
        Code.BAD_VERSION,
        {"server": "1.0", "client": f"{theirs[0]}.{theirs[1]}", "why": why},
    )
    assert end.state is State.CLOSED
    sentence = goodbye_sentence(last.code, last.args)
    assert told in sentence
    assert "1.0" in sentence
    assert f"{theirs[0]}.{theirs[1]}" in sentence


def test_a_client_that_is_refused_hears_why():
    server, client = ServerEnd(), ClientEnd()
    with pytest.raises(ProtocolViolation) as caught:
        server.receive(encode(Hello((9, 0), "Ann")))

    assert client.receive(server.send(goodbye(caught.value))) == [goodbye(caught.value)]
    assert client.state is State.CLOSED


# --- violations -----------------------------------------------------------------------------


def test_what_came_before_a_violation_is_served_first():
    end = ServerEnd()

    assert end.receive(encode(HELLO) + encode(Ping()) + frame(b"\xc1")) == [HELLO, Ping()]
    assert end.state is State.CLOSED
    assert end.fault is not None
    assert end.fault.code is Code.BAD_FRAME
    with pytest.raises(ProtocolViolation):
        end.receive(encode(Ping()))


def test_a_violation_can_be_told_in_a_goodbye():
    for noise in (b"\xff" * 4, frame(b"\xc1"), frame(b"\x80"), encode(Ping())):
        with pytest.raises(ProtocolViolation) as caught:
            ServerEnd().receive(noise)
        last = goodbye(caught.value)
        assert ClientEnd().receive(encode(last)) == [last]
        assert "?" not in goodbye_sentence(last.code, last.args)


@pytest.mark.parametrize("count", [1, 3, 4, 5, 20])
def test_an_unfinished_frame_shows(count):
    end = ServerEnd()
    end.receive(encode(HELLO)[:count])

    assert end.partial


def test_a_request_type_is_never_from_the_server():
    assert not FROM_SERVER & FROM_CLIENT - {Ping}
    assert set(messages.Request.__args__) == FROM_CLIENT - {Hello, Ping}
