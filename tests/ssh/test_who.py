"""Who plays: a key is an identity and proves itself, whoever has none is a guest."""

from __future__ import annotations

import hashlib
import re

import asyncssh
import pytest

from rummy_client.ssh.hostkey import HostKeyFault, host_key
from rummy_client.ssh.limits import Doorway, Limits
from rummy_client.ssh.visitor import Gate, Visitor

NEW_TABLE = "create Den game=basic seats=2"


def identity(key):
    return hashlib.sha256(key.public_data).hexdigest()


async def sit_down(evening, login, key):
    """A session at a table of one's own, which knows the code of the table."""
    person = await evening.lines(await evening.connect(login, key))
    person.say(NEW_TABLE)
    told = await person.until("Den .*1 of 2")
    person.table = re.search(r"seat 1 at the table (\w+)", told)[1]
    return person


@pytest.mark.parametrize("again", ["plain", None], ids=["by lines", "on the screen"])
def test_the_same_key_is_led_back_to_its_seat(spend, keys, again):
    async def scenario(evening):
        code = (await sit_down(evening, "Ada", keys[0])).table
        evening.connections[-1].abort()
        await evening.nobody()
        connection = await evening.connect("somebody", keys[0])
        if again:
            back = await evening.lines(connection)
            told = await back.until("Den .*1 of 2")
            assert "You are back in your seat, number 1." in told
            assert code in told
        else:
            back = await evening.screen(connection)
            assert "Ada" in await back.until(code)

    spend(scenario)


def test_another_key_and_a_guest_find_the_lobby(spend, keys):
    async def scenario(evening):
        await sit_down(evening, "Ada", keys[0])
        evening.connections[-1].abort()
        await evening.nobody()
        for key in (keys[1], None):
            other = await evening.lines(await evening.connect("Ada", key))
            told = await other.until("Den")
            assert "You have seat" not in told
            assert "back in your seat" not in told
            other.say("quit")
            await other.end()

    spend(scenario)


def test_a_guest_is_told_that_his_seat_lasts_as_long_as_his_session(spend):
    async def scenario(evening):
        guest = await evening.lines(await evening.connect("Ada"))
        assert "without a key" in await guest.until("as Ada")
        person = await sit_down(evening, "Bo", None)
        person.say("quit")
        await person.end()
        await evening.nobody()
        assert not list((spend.folder / "ssh" / "seats").rglob("*.seat"))

    spend(scenario)


def test_a_guest_on_the_screen_is_told_so_too(spend):
    async def scenario(evening):
        guest = await evening.screen(await evening.connect("Ada"))
        await guest.until("without a key.*as long as this session")

    spend(scenario)


def test_whoever_has_a_key_and_leaves_is_told_how_to_come_back(spend, keys):
    async def scenario(evening):
        await sit_down(evening, "Bo", keys[1])
        ada = await evening.screen(await evening.connect("Ada", keys[0]))
        await ada.until("Den")
        await ada.press("\r", "Ada")
        await ada.leave()
        assert "Your seat at Den is kept; the same key brings you back.\r\n" in ada.raw

    spend(scenario)


def test_a_person_with_a_key_is_told_nothing_of_guests(spend, keys):
    async def scenario(evening):
        ada = await evening.lines(await evening.connect("Ada", keys[0]))
        assert "without a key" not in await ada.until("as Ada")

    spend(scenario)


def test_two_sessions_of_one_key_are_two_players(spend, keys):
    async def scenario(evening):
        connection = await evening.connect("Ada", keys[0])
        first = await evening.lines(connection)
        first.say("create Den game=basic seats=2")
        await first.until("Den .*1 of 2")
        second = await evening.lines(connection)
        assert "as Ada 2" in await second.until("Den")
        second.say("join Den")
        assert "You have seat 2" in await second.until("Den .*2 of 2")

    spend(scenario)


def test_what_is_chosen_is_kept_for_the_key_and_for_no_guest(spend, keys):
    async def scenario(evening):
        for key in (keys[0], None):
            chooses = await evening.lines(await evening.connect("Ada", key))
            chooses.say("settings bell=away", "quit")
            await chooses.until("how it is from now on")
            await chooses.end()
        again = await evening.lines(await evening.connect("Ada", keys[0]))
        again.say("settings")
        assert "bell=away" in await again.until("bell=.*\n")
        kept = list((spend.folder / "ssh" / "seats").rglob("settings.toml"))
        assert [path.parent.name for path in kept] == [identity(keys[0])]
        assert [path.stat().st_mode & 0o777 for path in kept] == [0o600]

    spend(scenario)


def test_seats_of_each_key_lie_in_a_folder_that_nobody_else_can_read(spend, keys):
    async def scenario(evening):
        await sit_down(evening, "Ada", keys[0])
        seats = spend.folder / "ssh" / "seats"
        assert [path.name for path in seats.iterdir()] == [identity(keys[0])]
        for path in (seats.parent, seats, seats / identity(keys[0])):
            assert path.stat().st_mode & 0o777 == 0o700
        for path in seats.rglob("*.seat"):
            assert path.stat().st_mode & 0o777 == 0o600

    spend(scenario)


@pytest.mark.parametrize(
    ("login", "called"),
    [
        ("ada", "ada"),
        ("a" * 60, "a" * 20),
        ("a b", "a b"),
        ("가나", "가나"),
    ],
)
def test_what_one_is_called_is_cleaned(spend, login, called):
    async def scenario(evening):
        ada = await evening.lines(await evening.connect(login))
        await ada.until(f"as {called}\\.\n")

    spend(scenario)


# --- the proof itself --------------------------------------------------------------------


@pytest.fixture
def visitor():
    async def nothing():
        pass

    def make():
        gate = Gate(lambda task: None, lambda seconds, call: None, lambda *told: None)
        return Visitor(Doorway(Limits(), lambda: 0.0), gate)

    return make


async def test_whoever_only_names_a_key_and_gets_in_otherwise_is_a_guest(visitor, keys):
    mallory = visitor()
    mallory.begin_auth("Ada")
    assert mallory.validate_public_key("Ada", keys[0])
    mallory.get_kbdint_challenge("Ada", "", "")
    mallory.validate_kbdint_response("Ada", [])
    mallory.auth_completed()

    assert mallory.person.key == ""


async def test_whoever_names_a_key_and_proves_another_is_the_other(visitor, keys):
    mallory = visitor()
    mallory.begin_auth("Ada")
    mallory.validate_public_key("Ada", keys[0])
    mallory.validate_public_key("Ada", keys[1])
    mallory.auth_completed()

    assert mallory.person.key == identity(keys[1])


async def test_nobody_is_let_into_a_session_before_he_has_said_who_he_is(visitor):
    assert visitor().session_requested() is False


class Pretender(asyncssh.SSHKeyPair):
    """Has a public key of somebody else, and nothing to prove it with."""

    def __init__(self, key, other):
        pair = asyncssh.load_keypairs([key])[0]
        super().__init__(pair.algorithm, pair.algorithm, pair.sig_algorithms,
                         pair.sig_algorithms, key.public_data, b"", "")  # fmt: skip
        self._other = other

    def sign(self, data):
        return self._other.sign(data, b"ssh-ed25519")


def test_a_key_that_is_signed_for_by_another_opens_no_seat(spend, keys):
    async def scenario(evening):
        await sit_down(evening, "Ada", keys[0])
        evening.connections[-1].abort()
        await evening.nobody()
        connection = await evening.connect("Ada", Pretender(*keys))
        mallory = await evening.lines(connection)
        told = await mallory.until("Den")
        assert "without a key" in told
        assert "You have seat" not in told
        assert "back in your seat" not in told

    spend(scenario)


# --- the key of the door -----------------------------------------------------------------


def test_the_door_is_known_again_by_its_key(tmp_path):
    first, second = host_key(tmp_path / "ssh"), host_key(tmp_path / "ssh")

    assert first.public_data == second.public_data
    assert (tmp_path / "ssh" / "host_key").stat().st_mode & 0o777 == 0o600


def test_a_key_that_others_can_read_is_not_used(tmp_path):
    host_key(tmp_path / "ssh")
    (tmp_path / "ssh" / "host_key").chmod(0o644)

    with pytest.raises(HostKeyFault, match="chmod 600"):
        host_key(tmp_path / "ssh")


def test_a_spoilt_key_is_not_replaced_unasked(tmp_path):
    host_key(tmp_path / "ssh")
    (tmp_path / "ssh" / "host_key").write_bytes(b"spoilt")

    with pytest.raises(HostKeyFault, match="spoilt"):
        host_key(tmp_path / "ssh")
