"""The house's key: made once, for its owner alone, and refused when it is not sound."""

from __future__ import annotations

import base64
import os
import ssl
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from rummy_client.secure import pin_of as pin_seen_by_clients
from rummy_server.identity import Identity, IdentityFault, pin_of, verify_signature

CERTIFICATE = base64.b64decode(
    "MIIBLjCB1qADAgECAhQeImfJx202MLN36oFSu0f3PLlzUzAKBggqhkjOPQQDAjAXMRUwEwYDVQQDDAxydW1teS10"
    "YWJsZXMwIBcNMDAwMTAxMDAwMDAwWhgPOTk5OTEyMzEyMzU5NTlaMBcxFTATBgNVBAMMDHJ1bW15LXRhYmxlczBZ"
    "MBMGByqGSM49AgEGCCqGSM49AwEHA0IABOvDxuk8WbewarayJ0gvU31KXiINkOvhIBiMWYQc02eY6NIuZqL9rEFh"
    "D1A0I4uWViZmaU0R9DsdjZ3Cv2+Vb4swCgYIKoZIzj0EAwIDRwAwRAIgcGGPqkq4KVUPPJ4ezp1wETaXaK0PrO5m"
    "F9InGOBu1q8CIADXlXP3k6T6OY93ngAhETD5WfDFbwwT3y6z3H03T478"
)


@pytest.fixture
def key(tmp_path):
    """The file of a house that has been started once."""
    Identity.in_folder(tmp_path)
    return tmp_path / "identity.pem"


def test_a_key_is_made_once_and_kept(tmp_path):
    first, again = Identity.in_folder(tmp_path), Identity.in_folder(tmp_path)

    assert first.pin == again.pin
    assert [path.name for path in tmp_path.iterdir()] == ["identity.pem"]


def test_every_house_has_a_key_of_its_own(tmp_path):
    pins = set()
    for name in "abcd":
        (tmp_path / name).mkdir()
        pins.add(Identity.in_folder(tmp_path / name).pin)

    assert len(pins) == 4


def test_nobody_else_can_read_the_key_whatever_the_mask(tmp_path):
    before = os.umask(0)
    try:
        Identity.in_folder(tmp_path)
    finally:
        os.umask(before)

    assert stat.S_IMODE((tmp_path / "identity.pem").stat().st_mode) == 0o600


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o610])
def test_a_key_that_others_can_reach_is_refused(key, mode):
    key.chmod(mode)

    with pytest.raises(IdentityFault, match="chmod 600"):
        Identity.in_folder(key.parent)


def test_the_pin_is_what_clients_make_of_the_certificate(key):
    house = Identity.in_folder(key.parent)
    certificate = x509.load_pem_x509_certificate(key.read_bytes())

    assert pin_seen_by_clients(certificate.public_bytes(Encoding.DER)) == house.pin
    assert len(house.pin) == 43


def test_the_pin_of_a_certificate_is_what_other_programs_work_out():
    """openssl x509 -pubkey, pkey -pubin -outform DER, dgst -sha256, in base64url."""
    pin = "gw8QSb1gAbZieK9dXV-bXRgNh0LVLCt59NVeUFZGIo8"

    assert pin_seen_by_clients(CERTIFICATE) == pin
    public = x509.load_der_x509_certificate(CERTIFICATE).public_key()
    spki = public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    assert pin_of(spki) == pin


def broken_files(pem):
    """Whatever may become of a key file; each is to be refused, and none to be replaced."""
    yield b""
    yield b"no key at all\n"
    yield pem[: len(pem) // 2]
    yield pem[pem.index(b"-----BEGIN CERT") :]
    yield pem[: pem.index(b"-----BEGIN CERT")]
    yield pem.replace(pem.splitlines()[1], pem.splitlines()[2])
    other = ec.generate_private_key(ec.SECP256R1())
    for stranger in (other, ec.generate_private_key(ec.SECP384R1())):
        secret = stranger.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        yield secret + pem[pem.index(b"-----BEGIN CERT") :]
    rsa_key = rsa.generate_private_key(65_537, 1024)
    secret = rsa_key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    yield secret + pem[pem.index(b"-----BEGIN CERT") :]


def test_a_spoilt_key_is_refused_in_one_line_and_left_as_it_is(key):
    """A new key in its place would look like an attack to every player."""
    for spoilt in broken_files(key.read_bytes()):
        key.write_bytes(spoilt)

        with pytest.raises(IdentityFault) as refused:
            Identity.in_folder(key.parent)

        assert str(key) in str(refused.value)
        assert "\n" not in str(refused.value)
        assert key.read_bytes() == spoilt


def test_a_key_that_cannot_be_made_is_refused_in_one_line(tmp_path):
    with pytest.raises(IdentityFault, match="No such file"):
        Identity.in_folder(tmp_path / "nowhere")
    (tmp_path / "identity.pem").mkdir(mode=0o700)
    with pytest.raises(IdentityFault, match="directory"):
        Identity.in_folder(tmp_path)


def test_two_servers_that_start_at_once_agree_on_one_key(tmp_path):
    code = (
        "import pathlib, sys; from rummy_server.identity import Identity;"
        " print(Identity.in_folder(pathlib.Path(sys.argv[1])).pin)"
    )
    started = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE, text=True
        )
        for _ in range(3)
    ]

    told = {one.communicate()[0].strip() for one in started}

    assert told == {Identity.in_folder(tmp_path).pin}
    assert len(list(tmp_path.iterdir())) == 1


def test_a_key_that_another_server_has_just_made_is_taken(key, monkeypatch):
    pin = Identity.in_folder(key.parent).pin
    monkeypatch.setattr(Path, "exists", lambda path: False)

    assert Identity.in_folder(key.parent).pin == pin


def test_what_the_house_has_signed_can_be_checked_and_nothing_else(tmp_path):
    house = Identity.in_folder(tmp_path)
    (tmp_path / "other").mkdir()
    other = Identity.in_folder(tmp_path / "other")
    signed = house.sign(b"the head of a chain")

    assert verify_signature(house.spki, b"the head of a chain", signed)
    assert not verify_signature(house.spki, b"the head of a chain.", signed)
    assert not verify_signature(other.spki, b"the head of a chain", signed)
    for place in range(len(signed)):
        broken = bytearray(signed)
        broken[place] ^= 1
        assert not verify_signature(house.spki, b"the head of a chain", bytes(broken))


@pytest.mark.parametrize("spki", [b"", b"no key", b"\x30\x80"])
def test_a_signature_by_no_key_is_none(spki):
    assert not verify_signature(spki, b"data", b"signature")


def test_a_secret_does_not_show_in_what_python_prints(key):
    house = Identity.in_folder(key.parent)

    assert repr(house) == f"<Identity {house.pin}>"


def test_connections_are_tls_1_3_without_tickets(key):
    context = Identity.in_folder(key.parent).server_context()

    assert context.minimum_version is ssl.TLSVersion.TLSv1_3
    assert context.num_tickets == 0
