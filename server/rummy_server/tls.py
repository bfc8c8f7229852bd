"""Encryption between a session and its pipe: a `Pipe` over another `Pipe`.

The handshake happens while the session waits for the first bytes of its client, so that the
time it gives a client to greet holds for the handshake too, and what is wrong with a handshake
ends that connection alone. Nothing here knows keys or frames.
"""

from __future__ import annotations

import errno
import ssl
from contextlib import suppress
from typing import Final

from .pipe import Listener, Network, Pipe

__all__ = ["TlsListener", "TlsNetwork", "TlsPipe"]

RECORD: Final = 16_384
"""Bytes that are encrypted at once: one record of TLS at its longest."""
NOT_TLS: Final = b"\x15\x03\x03\x00\x02\x02\x0a"
"""The alert for a client whose first bytes are so far from TLS that TLS is silent about them:
by it a client that does not encrypt can tell that it should."""
READ: Final = 65_536
UNASKED: Final = 65_536
"""Bytes that a client may make TLS itself answer without taking them."""


class TlsPipe:
    """The server's end of an encrypted connection.

    What has been encrypted has to be sent, in that order and once. So at most one record is
    encrypted ahead of what the inner pipe has taken, and while a part of it is still here,
    one byte less than it holds is said to have been taken: whoever sends must come back with
    that byte in front, as with any frame of which only a part was taken. It is not encrypted
    a second time.
    """

    plain = False

    def __init__(self, pipe: Pipe, context: ssl.SSLContext) -> None:
        self._pipe = pipe
        self._context = context
        self._incoming = ssl.MemoryBIO()
        self._outgoing = ssl.MemoryBIO()
        # Made when the first bytes come: a client that says nothing costs next to nothing.
        self._tls: ssl.SSLObject | None = None
        self._agreed = False
        """Whether the handshake is done."""
        self._over: ssl.SSLError | None = None
        """What ended the client's side; `SSLZeroReturnError` is a proper ending."""
        self._rest: bytes | memoryview = b""
        """Encrypted bytes that the inner pipe has not taken yet."""
        self._ahead = 0
        """Bytes, 0 or 1, that were encrypted and not yet said to have been taken."""

    # --- what comes in ------------------------------------------------------------------

    async def receive_some(self) -> bytes:
        while True:
            while self._has_to_take():
                await self._pipe.wait_writable()
                self._push()
            if self._over is not None:
                return self._ended()
            self._take(await self._pipe.receive_some())
            if not self._agreed:
                self._shake_hands()
            if self._agreed and (data := self._decrypt()):
                return data

    def _has_to_take(self) -> bool:
        """Whether the client is to take what TLS has answered before it is heard further."""
        allowed = UNASKED if self._agreed else 0
        return len(self._rest) > allowed and self._over is None

    def _take(self, data: bytes) -> None:
        if self._tls is None:
            self._tls = self._context.wrap_bio(self._incoming, self._outgoing, server_side=True)
        if data:
            self._incoming.write(data)
        else:
            self._incoming.write_eof()

    def _shake_hands(self) -> None:
        assert self._tls is not None, "something has come in"
        try:
            self._tls.do_handshake()
            self._agreed = True
        except ssl.SSLWantReadError:
            pass
        except ssl.SSLError as exc:
            self._over = exc
            if not self._outgoing.pending:
                self._outgoing.write(NOT_TLS)
        self._push()

    def _decrypt(self) -> bytes:
        """All that has arrived whole; nothing if that is nothing."""
        assert self._tls is not None, "the handshake is done"
        pieces = []
        while self._over is None:
            try:
                piece = self._tls.read(READ)
            except ssl.SSLWantReadError:
                break
            except ssl.SSLError as exc:
                self._over = exc
            else:
                pieces.append(piece)
                if not piece:
                    self._over = ssl.SSLZeroReturnError()
                elif not self._incoming.pending:
                    break  # asking for more would only be answered by an exception
        self._push()
        return b"".join(pieces)

    def _ended(self) -> bytes:
        if isinstance(self._over, ssl.SSLZeroReturnError):
            return b""
        # Whether the client hung up or somebody cut the line cannot be told apart.
        raise ConnectionResetError(errno.ECONNRESET, "cut, or not TLS") from self._over

    # --- what goes out ------------------------------------------------------------------

    def send_now(self, data: bytes | memoryview, /) -> int:
        if not self._agreed:
            # Nothing can be said to a client with which no key has been agreed upon. All
            # that is said before is a farewell, and the client will see that we hung up.
            return len(data)
        assert self._tls is not None, "the handshake is done"
        self._push()
        if self._rest:
            return 0
        rest = memoryview(data)
        taken, self._ahead = self._ahead, 0
        while taken < len(rest) and not self._rest:
            taken += self._tls.write(rest[taken : taken + RECORD])
            self._push()
        if self._rest and taken == len(rest):
            self._ahead = 1
        return taken - self._ahead

    async def wait_writable(self) -> None:
        await self._pipe.wait_writable()

    def _push(self) -> None:
        """Give the inner pipe all that is encrypted and that it takes."""
        if self._outgoing.pending:
            fresh = self._outgoing.read()
            self._rest = bytes(self._rest) + fresh if self._rest else fresh
        if self._rest:
            taken = self._pipe.send_now(self._rest)
            self._rest = memoryview(self._rest)[taken:] if taken < len(self._rest) else b""

    def close(self) -> None:
        if self._agreed and self._tls is not None:
            with suppress(OSError):
                self._tls.unwrap()
            with suppress(OSError):
                self._push()
        self._pipe.close()


class TlsListener:
    """Lets in what another listener lets in, encrypted."""

    def __init__(self, listener: Listener, context: ssl.SSLContext) -> None:
        self._listener = listener
        self._context = context
        self.address = listener.address

    async def accept(self) -> tuple[Pipe, str]:
        pipe, address = await self._listener.accept()
        return TlsPipe(pipe, self._context), address

    def close(self) -> None:
        self._listener.close()


class TlsNetwork:
    """Another network, on which everything is encrypted."""

    def __init__(self, network: Network, context: ssl.SSLContext) -> None:
        self._network = network
        self._context = context

    async def listen(self, host: str, port: int) -> TlsListener:
        return TlsListener(await self._network.listen(host, port), self._context)
