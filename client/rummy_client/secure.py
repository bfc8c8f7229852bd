"""Encrypted connections to a house that is known by the pin of its key.

The handshake proves that whoever answers has the key; whether it is the right key is seen
from the pin, before a byte of ours is sent. Names and certificates of third parties play no
part. What is known about houses is in `houses.known`; nobody is asked anything in here.
"""

from __future__ import annotations

import base64
import errno
import hashlib
import ssl
from typing import Final

import trio
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from rummy_protocol.messages import Goodbye
from rummy_protocol.text import _

from .link import Connect, Refusal
from .linkstate import WRONG_KEY

__all__ = ["pin_at", "pin_of", "sealed", "whoever"]

STILL: Final = 10
"""Seconds that a house has to show its key."""


def sealed(host: str, port: int, pin: str) -> Connect:
    """Encrypted connections to the house with the key of *pin*, and to no other."""

    async def connect() -> trio.abc.Stream:
        stream = await _handshake(host, port)
        found = pin_of(_certificate(stream))
        if found != pin:
            await trio.aclose_forcefully(stream)
            told: dict[str, str | int] = {
                "host": host,
                "port": port,
                "pin": found,
                "known": pin,
            }
            raise Refusal(Goodbye(WRONG_KEY, told))
        return stream

    return connect


async def pin_at(host: str, port: int) -> str:
    """The pin of whoever answers at *host*; nothing is said to them.

    Raises:
        OSError: nobody answers, or nobody who encrypts.
    """
    with trio.move_on_after(STILL):
        stream, pin = await whoever(host, port)
        await trio.aclose_forcefully(stream)
        return pin
    raise TimeoutError(errno.ETIMEDOUT, _("no answer"))


async def whoever(host: str, port: int) -> tuple[trio.abc.Stream, str]:
    """An encrypted connection to whoever answers at *host*, and the pin of that one's key.

    Raises:
        OSError: nobody answers, or nobody who encrypts.
    """
    stream = await _handshake(host, port)
    return stream, pin_of(_certificate(stream))


def pin_of(certificate: bytes) -> str:
    """The pin of the key in a *certificate*: the SHA-256 of its public half."""
    key = x509.load_der_x509_certificate(certificate).public_key()
    public = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return base64.urlsafe_b64encode(hashlib.sha256(public).digest()).rstrip(b"=").decode()


def _certificate(stream: trio.SSLStream[trio.SocketStream]) -> bytes:
    found = stream.getpeercert(binary_form=True)
    assert isinstance(found, bytes), "a TLS server without a certificate does not get so far"
    return found


async def _handshake(host: str, port: int) -> trio.SSLStream[trio.SocketStream]:
    bare = await trio.open_tcp_stream(host, port)
    stream = trio.SSLStream(bare, _context())
    done = False
    try:
        await stream.do_handshake()
        done = True
    except trio.BrokenResourceError as exc:
        raise ConnectionAbortedError(errno.ECONNABORTED, _why(exc.__cause__)) from exc
    finally:
        if not done:
            await trio.aclose_forcefully(stream)
    return stream


def _context() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE  # the pin says who it is
    return context


def _why(cause: BaseException | None) -> str:
    if isinstance(cause, ssl.SSLError) and not isinstance(cause, ssl.SSLEOFError):
        return _("it does not encrypt as a house does")
    return _("it hung up before the connection was encrypted; it may be full")
