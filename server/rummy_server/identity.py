"""Who a house is: a key of its own, made at its first start and kept in one file.

Clients know a house by the hash of its public key, the pin, and not by a name that somebody
else has vouched for: the certificate that TLS asks for is signed by the key itself, and never
runs out. The same key signs what the house wants to be held to. Nothing in here listens.
"""

from __future__ import annotations

import base64
import hashlib
import os
import ssl
import stat
import tempfile
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_der_public_key,
    load_pem_private_key,
)
from cryptography.x509.oid import NameOID

from rummy_protocol.text import _

__all__ = ["Identity", "IdentityFault", "pin_of", "verify_signature"]

FILE: Final = "identity.pem"
CURVE: Final = ec.SECP256R1
NAME: Final = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "rummy-tables")])
BEGIN: Final = datetime(2000, 1, 1, tzinfo=UTC)
NEVER: Final = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)
"""By convention a certificate until this instant is one without an end."""


class IdentityFault(Exception):
    """The house's key cannot be used; the text says in one line what to do."""


class Identity:
    """A house's key with its certificate."""

    def __init__(self, path: Path, key: ec.EllipticCurvePrivateKey) -> None:
        self._path = path
        self._key = key
        self.spki = key.public_key().public_bytes(
            Encoding.DER, PublicFormat.SubjectPublicKeyInfo
        )
        """The public key, as certificates hold it."""

    def __repr__(self) -> str:
        return f"<Identity {self.pin}>"

    @classmethod
    def in_folder(cls, folder: Path) -> Identity:
        """The identity that is kept in *folder*, which must exist; a new one the first time.

        Raises:
            IdentityFault: the file is open to others, spoilt, or cannot be made.
        """
        path = folder / FILE
        try:
            if not path.exists():
                _make(path)
            _safe(path)
            pem = path.read_bytes()
        except OSError as exc:
            raise IdentityFault(
                _(
                    "Cannot use the key {file}: {why}.",
                    file=str(path),
                    why=str(exc.strerror),
                )
            ) from None
        return cls(path, _key_in(pem, path))

    @property
    def pin(self) -> str:
        """What clients know the house by."""
        return pin_of(self.spki)

    def sign(self, data: bytes) -> bytes:
        """A signature that `verify_signature` can check against `spki`."""
        return self._key.sign(data, ec.ECDSA(hashes.SHA256()))

    def server_context(self) -> ssl.SSLContext:
        """How connections to this house are encrypted: TLS 1.3, and nothing older.

        No tickets are given out. They would only spare a client the signature, and every
        connection shall prove anew that the house has its key.
        """
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.num_tickets = 0
        try:
            context.load_cert_chain(self._path)
        except (OSError, ValueError):
            raise IdentityFault(_spoilt(self._path)) from None
        return context


def pin_of(spki: bytes) -> str:
    """The pin of a public key: 43 letters, digits, ``-`` and ``_``."""
    return base64.urlsafe_b64encode(hashlib.sha256(spki).digest()).rstrip(b"=").decode()


def verify_signature(spki: bytes, data: bytes, signature: bytes) -> bool:
    """Whether the house with the public key *spki* has signed *data*."""
    try:
        key = load_der_public_key(spki)
        if not isinstance(key, ec.EllipticCurvePublicKey):
            return False
        key.verify(signature, data, ec.ECDSA(hashes.SHA256()))
    except (InvalidSignature, ValueError):
        return False
    return True


def _key_in(pem: bytes, path: Path) -> ec.EllipticCurvePrivateKey:
    """The key in a file's text, which must be that of the certificate beside it."""
    try:
        key = load_pem_private_key(pem, password=None)
        certified = x509.load_pem_x509_certificate(pem).public_key()
    except (ValueError, TypeError):
        raise IdentityFault(_spoilt(path)) from None
    if not isinstance(key, ec.EllipticCurvePrivateKey) or not isinstance(key.curve, CURVE):
        raise IdentityFault(_spoilt(path))
    if key.public_key() != certified:
        raise IdentityFault(_spoilt(path))
    return key


def _spoilt(path: Path) -> str:
    return _(
        "The key {file} is spoilt: put it back from a copy, or remove it for a new one, "
        "which every player will be asked about.",
        file=str(path),
    )


def _safe(path: Path) -> None:
    """Refuse what others may read: whoever has the key can pass for the house."""
    found = path.stat()
    if found.st_uid != os.geteuid():
        raise IdentityFault(_("The key {file} belongs to another user.", file=str(path)))
    if stat.S_IMODE(found.st_mode) & 0o077:
        raise IdentityFault(
            _("The key {file} is open to other users; run: chmod 600 '{file}'", file=str(path))
        )


def _make(path: Path) -> None:
    """Write a new key, whole or not at all, and never over one that is there."""
    handle, name = tempfile.mkstemp(".new", "identity.", path.parent)  # for us alone
    draft = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(_new_pem())
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):  # another server was faster: its key is the key
            os.link(draft, path)
    finally:
        draft.unlink(missing_ok=True)
    _sync(path.parent)


def _new_pem() -> bytes:
    key = ec.generate_private_key(CURVE())
    certificate = (
        x509.CertificateBuilder()
        .subject_name(NAME)
        .issuer_name(NAME)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(BEGIN)
        .not_valid_after(NEVER)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return secret + certificate.public_bytes(Encoding.PEM)


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
