"""Both ends of one connection as state machines that never touch a socket.

They say what may be said in which state, and nothing about seats, tables or time. The tables
are all there is: a pair that is not in them is a violation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum, auto
from typing import Final, Generic, TypeAlias, TypeVar, get_args

from . import PROTOCOL
from .codec import decode_from_client, decode_from_server, encode
from .errors import Code, ProtocolViolation, Refusal
from .framing import FrameReader
from .limits import GREETING, TO_CLIENT, TO_SERVER
from .messages import FromClient, FromServer, Goodbye, Hello, Ping, Request, Welcome

__all__ = ["CLIENT_SAYS", "SERVER_SAYS", "ClientEnd", "ServerEnd", "State", "goodbye"]


class State(Enum):
    """How far a side has come in speaking."""

    GREETING = auto()
    """It has not said its first words: `Hello` of the client, `Welcome` of the server."""
    OPEN = auto()
    CLOSED = auto()


Says: TypeAlias = Mapping[State, Mapping[type, State]]

_ANSWERS: Final = tuple(t for t in get_args(FromServer) if t not in (Welcome, Goodbye))

# A client need not wait for `Welcome` before it goes on: what it asks for meanwhile is heard
# if the server agrees to speak with it, and lost if not. This saves a round trip on return.
CLIENT_SAYS: Final[Says] = {
    State.GREETING: {Hello: State.OPEN},
    State.OPEN: dict.fromkeys((*get_args(Request), Ping), State.OPEN),
    State.CLOSED: {},
}
"""What a client may say, and where that takes it."""

SERVER_SAYS: Final[Says] = {
    State.GREETING: {Welcome: State.OPEN, Goodbye: State.CLOSED},
    State.OPEN: dict.fromkeys(_ANSWERS, State.OPEN) | {Goodbye: State.CLOSED},
    State.CLOSED: {},
}
"""What a server may say, and where that takes it."""


def goodbye(refusal: Refusal) -> Goodbye:
    """The last words to a peer with whom we cannot go on."""
    return Goodbye(refusal.code, dict(refusal.details))


_Heard = TypeVar("_Heard")


class _Ear(Generic[_Heard]):
    """Hears one side out: bytes in, messages out, in the states of *says*."""

    def __init__(
        self,
        limit: int,
        decode: Callable[[bytes], _Heard],
        says: Says,
        first: int | None = None,
    ) -> None:
        self.state = State.GREETING
        self.fault: ProtocolViolation | None = None
        self._frames = FrameReader(limit, first)
        self._decode = decode
        self._says = says

    def receive(self, data: bytes | bytearray | memoryview) -> list[_Heard]:
        if self.fault is not None:
            raise self.fault
        heard: list[_Heard] = []
        try:
            for body in self._frames.feed(data):
                message = self._decode(body)
                self._advance(message)
                heard.append(message)
        except ProtocolViolation as exc:
            self.fault = exc
        else:
            self.fault = self._frames.fault
        if self.fault is not None:
            self.state = State.CLOSED
            if not heard:
                raise self.fault
        return heard

    def _advance(self, message: _Heard) -> None:
        after = self._says[self.state].get(type(message))
        if after is None:
            raise ProtocolViolation(
                Code.BAD_MESSAGE,
                why="state",
                at=f"{type(message).__name__} {self.state.name.lower()}",
            )
        self.state = after

    @property
    def partial(self) -> bool:
        return self._frames.partial


class _Mouth:
    """Speaks for one side, in the states of *says*. To speak out of turn is our own fault."""

    def __init__(self, says: Says) -> None:
        self.state = State.GREETING
        self._says = says

    def say(self, message: FromClient | FromServer) -> bytes:
        after = self._says[self.state].get(type(message))
        assert after is not None, f"{type(message).__name__} while {self.state.name}"
        packed = encode(message)
        self.state = after
        return packed


class ServerEnd:
    """The server's end of one connection; belongs to the session that serves it."""

    def __init__(self, limit: int = TO_SERVER.frame) -> None:
        self._ear = _Ear(limit, decode_from_client, CLIENT_SAYS, min(limit, GREETING))
        self._mouth = _Mouth(SERVER_SAYS)

    @property
    def state(self) -> State:
        """How far the client has come."""
        return self._ear.state

    @property
    def partial(self) -> bool:
        """Whether a frame has begun that is not complete."""
        return self._ear.partial

    @property
    def fault(self) -> ProtocolViolation | None:
        """What the client did wrong. Look at it when the messages of `receive` are served."""
        return self._ear.fault

    def receive(self, data: bytes | bytearray | memoryview) -> list[FromClient]:
        """Take in bytes and give back the messages that they complete.

        Raises:
            ProtocolViolation: the client broke the protocol, or speaks another major
                version. Messages that came before that are given back first; then `fault` is
                set, and the next call raises it.
        """
        heard = self._ear.receive(data)
        if heard and isinstance(heard[0], Hello) and heard[0].protocol[0] != PROTOCOL[0]:
            self._ear.fault = _other_version(heard[0])
            self._ear.state = State.CLOSED
            raise self._ear.fault
        return heard

    def send(self, message: FromServer) -> bytes:
        """The frame of *message*. An `Outbox` that knows its place may use `encode` alone."""
        return self._mouth.say(message)


def _other_version(hello: Hello) -> ProtocolViolation:
    ours, theirs = PROTOCOL, hello.protocol
    return ProtocolViolation(
        Code.BAD_VERSION,
        server=f"{ours[0]}.{ours[1]}",
        client=f"{theirs[0]}.{theirs[1]}",
        why="old-client" if theirs < ours else "old-server",
    )


class ClientEnd:
    """The client's end of one connection; belongs to the link that keeps it."""

    def __init__(self, limit: int = TO_CLIENT.frame) -> None:
        self._ear = _Ear(limit, decode_from_server, SERVER_SAYS)
        self._mouth = _Mouth(CLIENT_SAYS)

    @property
    def state(self) -> State:
        """How far the server has come."""
        return self._ear.state

    @property
    def partial(self) -> bool:
        """Whether a frame has begun that is not complete."""
        return self._ear.partial

    @property
    def fault(self) -> ProtocolViolation | None:
        """What the server did wrong. Look at it when the messages of `receive` are heard."""
        return self._ear.fault

    def receive(self, data: bytes | bytearray | memoryview) -> list[FromServer]:
        """Take in bytes and give back the messages that they complete.

        Raises:
            ProtocolViolation: as `ServerEnd.receive` does.
        """
        return self._ear.receive(data)

    def send(self, message: FromClient) -> bytes:
        """The frame of *message*; `Hello` has to be the first."""
        return self._mouth.say(message)
