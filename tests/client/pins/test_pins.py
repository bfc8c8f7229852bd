"""A house is known by its key: given in the join line, or seen before; another is refused."""

from __future__ import annotations

import ssl
import stat
import threading

import click
import pytest
import trio

from rummy_client import secure
from rummy_client.cli import join, trust
from rummy_client.cli.client import Manner, kept_seat
from rummy_client.cli.options import Address
from rummy_client.cli.trust import Trust, Way, forget, way_back, way_home, way_to
from rummy_client.houses import homeward
from rummy_client.houses.found import Looked, Sighted
from rummy_client.houses.known import HousesFileError, KnownHouses
from rummy_client.houses.last import last_houses
from rummy_client.houses.lookin import Codes, look_in
from rummy_client.link import Link, Refusal, tcp
from rummy_client.linkstate import WRONG_KEY, Online, exit_status, farewell
from rummy_client.seatfile import Seat, new_seat
from rummy_client.secure import pin_at, sealed
from rummy_protocol.lan import Notice, join_code
from rummy_protocol.messages import Create, Seated, Welcome

from ...patience import PATIENCE

HERE = "127.0.0.1"
PIN, OTHER = "p" * 43, "q" * 43
ASKED = Trust()


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    """Where this person's clients keep what they know."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "rummy-tables"


@pytest.fixture
def known(state):
    return KnownHouses(state)


@pytest.fixture
def far(monkeypatch):
    """Houses on this machine count as if they were on another one."""
    monkeypatch.setattr(trust, "_is_here", lambda host: False)


@pytest.fixture
def answers(monkeypatch):
    """There is a terminal, and somebody who answers; what was asked is in the list."""
    asked = []

    def at_terminal(answer):
        def confirm(question, **_):
            asked.append(question)
            return answer

        monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
        monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
        monkeypatch.setattr(click, "confirm", confirm)
        return asked

    return at_terminal


def visit(link, *wanted, until=Welcome):
    """Run *link* until something of the kind *until* is heard, or it ends; what it heard."""
    heard = []

    def hear(said):
        heard.append(said)
        if isinstance(said, Online):
            for request in wanted:
                link.ask(request)
        if isinstance(said, until):
            link.close()

    async def run():
        with trio.fail_after(PATIENCE):
            return await link.run(hear)

    return trio.run(run), heard


def link_to(house, pin, **more):
    connect = sealed(HERE, house.port, pin)
    return Link(connect, "Ann", where=(HERE, house.port), pin=pin, **more)


# --- the connection --------------------------------------------------------------------------


def test_a_house_with_the_right_key_is_spoken_with(open_house):
    house = open_house()

    _, heard = visit(link_to(house, house.identity.pin))

    (welcome,) = (one for one in heard if isinstance(one, Welcome))
    assert not welcome.plain


def test_a_house_with_another_key_is_left_before_a_word_is_said(open_house, tap):
    house = open_house()
    wire = tap(house.port)

    async def connect():
        await sealed(HERE, wire.port, PIN)()

    with pytest.raises(Refusal) as refused:
        trio.run(connect)

    assert refused.value.goodbye.args["pin"] == house.identity.pin
    wire.wait_until_all_is_over()
    assert_handshake_only(wire.there)


def assert_handshake_only(sent):
    """A hello, and the end of a handshake in one record; no data, and no farewell."""
    kinds = []
    while sent:
        kinds.append((sent[0], int.from_bytes(sent[3:5], "big")))
        sent = sent[5 + kinds[-1][1] :]
    assert [kind for kind, _ in kinds] in ([22, 20, 23], [22, 23])
    assert kinds[-1][1] <= 69, "as long as a Finished, and no longer"


def test_a_link_ends_for_good_at_another_key_and_says_what_to_do(open_house):
    house = open_house()

    goodbye, heard = visit(link_to(house, PIN))

    assert goodbye.code == WRONG_KEY
    assert exit_status(goodbye) == 2
    told = farewell(goodbye)
    assert "\n" not in told
    assert house.identity.pin in told
    assert f"rummy forget {HERE}:{house.port}" in told
    assert not any(isinstance(one, Welcome) for one in heard)


def test_a_link_that_comes_back_to_another_key_ends_and_keeps_the_seat(
    open_house, new_identity, tmp_path
):
    house = open_house()
    folder = tmp_path / "seats"
    link = link_to(house, house.identity.pin, folder=folder)
    visit(link, Create(0, "friday", b"", b"", seats=2), until=Seated)
    house.end()
    open_house(house.port, identity=new_identity())

    seat = kept_seat(folder)
    assert seat.seat.pin == house.identity.pin
    goodbye, _ = visit(link_to(house, seat.seat.pin, folder=folder, seat=seat, patient=True))

    assert goodbye.code == WRONG_KEY
    assert kept_seat(folder).seat == seat.seat


def test_a_seat_is_taken_up_again_at_a_house_with_the_same_key(open_house, tmp_path):
    house = open_house()
    identity = house.identity
    folder = tmp_path / "seats"
    visit(
        link_to(house, identity.pin, folder=folder),
        Create(0, "friday", b"", b"", seats=2),
        until=Seated,
    )

    seat = kept_seat(folder)
    way = way_back(Address(seat.seat.host, seat.seat.port, seat.seat.pin), seat.seat.plain)
    link = Link(way.connect, "Ann", where=(HERE, house.port), folder=folder, seat=seat)
    _, heard = visit(link, until=Seated)

    assert any(isinstance(one, Seated) for one in heard)


@pytest.mark.parametrize("how", ["rummy alone", "its old address"])
def test_a_house_that_has_moved_has_its_players_back(
    open_house, state, known, far, monkeypatch, how
):
    """And what is kept of it says where the house is now, for the next time."""
    house = open_house()
    pin, old = house.identity.pin, (HERE, house.port)
    folder = state / "default"
    known.keep(*old, pin)
    link = link_to(house, pin, folder=folder)
    visit(link, Create(0, "friday", b"", b"", seats=2), until=Seated)
    house.end()
    moved = open_house(identity=house.identity)
    new = (HERE, moved.port)

    async def looking(hear, last):
        hear(Sighted(Notice(join_code(pin), "The Den", moved.port), new))
        hear(await look_in(new, False, Codes()))
        await trio.sleep_forever()

    def run_client(host, name, manner, way, *, folder, seat, opening):
        link = Link(way.connect, name, where=host.place, folder=folder, seat=seat, patient=True)
        _, heard = visit(link, until=Welcome)
        assert any(isinstance(one, Welcome) for one in heard)
        assert seat.seat.pin == pin
        return 0

    monkeypatch.setattr(homeward.Homeward.__init__, "__defaults__", (looking, sealed))
    monkeypatch.setattr(join, "run_client", run_client)

    if how == "rummy alone":
        join.home(Manner(plain=True), "default")
    else:
        join.join(Manner(plain=True), Address(*old), "", False, None, "default")

    held = kept_seat(folder)
    assert (held.seat.host, held.seat.port) == new
    assert known.pin(*new) == pin
    assert (last_houses(state)[0].host, last_houses(state)[0].port) == new


@pytest.mark.parametrize("pin", ["", PIN])
def test_a_house_on_this_machine_or_without_a_key_is_not_looked_for(pin):
    way = Way(tcp(HERE, 1), pin)
    place = Address(HERE if pin else "10.0.0.5", 1)

    assert way_home(way, place, lambda house: None) is way


def test_a_client_that_encrypts_says_of_a_plain_house_what_is_amiss(open_house):
    house = open_house(plain=True)

    with pytest.raises(click.ClickException, match="joined with --insecure"):
        way_to(Address(HERE, house.port), ASKED)


def test_a_client_that_does_not_encrypt_is_told_to_by_its_own_program(open_house):
    house = open_house()
    way = way_to(Address(HERE, house.port), Trust(insecure=True))

    goodbye, _ = visit(Link(way.connect, "Ann", where=(HERE, house.port), plain=way.plain))

    assert "leave out --insecure" in farewell(goodbye)


def test_a_house_that_is_silent_is_given_up(mute, monkeypatch):
    monkeypatch.setattr(secure, "STILL", 0.2)

    with pytest.raises(click.ClickException, match="no answer"):
        way_to(Address(HERE, mute.port), ASKED)


def test_a_house_of_an_older_tls_is_none(open_house, monkeypatch):
    house = open_house()
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    old.maximum_version = ssl.TLSVersion.TLSv1_2
    monkeypatch.setattr(secure, "_context", lambda: old)

    with pytest.raises(ConnectionAbortedError):
        trio.run(pin_at, HERE, house.port)


# --- which key it has to be ------------------------------------------------------------------


def test_a_new_house_of_this_machine_is_taken_and_kept(open_house, known):
    house = open_house()

    way = way_to(Address(HERE, house.port), ASKED)

    assert way.pin == house.identity.pin == known.pin(HERE, house.port)
    assert not way.plain


@pytest.mark.usefixtures("far")
def test_a_new_house_elsewhere_is_asked_about_and_kept_if_it_is_the_one(
    open_house, known, answers, capsys, monkeypatch
):
    monkeypatch.setenv("COLUMNS", "50")
    house, asked = open_house(), answers(True)

    assert way_to(Address(HERE, house.port), ASKED).pin == house.identity.pin
    assert len(asked) == 1
    told = capsys.readouterr().err
    assert house.identity.pin in told
    assert max(map(len, told.splitlines())) <= 50
    assert f"of the house, {join_code(house.identity.pin)}, is" in " ".join(told.split())

    assert way_to(Address(HERE, house.port), ASKED).pin == known.pin(HERE, house.port)
    assert len(asked) == 1


@pytest.mark.usefixtures("far")
def test_a_new_house_that_is_not_the_one_is_neither_joined_nor_kept(open_house, known, answers):
    house = open_house()
    answers(False)

    with pytest.raises(click.ClickException, match="not trusted"):
        way_to(Address(HERE, house.port), ASKED)

    assert not known.pin(HERE, house.port)


@pytest.mark.usefixtures("far")
def test_without_a_terminal_a_new_house_is_refused_in_one_line(open_house, known):
    house = open_house()

    with pytest.raises(click.ClickException) as refused:
        way_to(Address(HERE, house.port), ASKED)

    told = refused.value.format_message()
    assert f"rummy://{HERE}:{house.port}/#{house.identity.pin}" in told
    assert "--trust-new" in told
    assert "\n" not in told
    assert not known.pin(HERE, house.port)


@pytest.mark.usefixtures("far")
def test_a_new_house_is_taken_unasked_by_those_who_say_so(open_house, known):
    house = open_house()

    assert way_to(Address(HERE, house.port), Trust(new=True)).pin == house.identity.pin
    assert known.pin(HERE, house.port) == house.identity.pin


@pytest.mark.usefixtures("far")
def test_a_line_with_the_pin_is_enough(open_house, known):
    house = open_house()

    way = way_to(Address(HERE, house.port, house.identity.pin), ASKED)

    assert way.pin == known.pin(HERE, house.port) == house.identity.pin


@pytest.mark.usefixtures("far")
@pytest.mark.parametrize("trust", [ASKED, Trust(new=True)])
def test_a_line_with_another_pin_is_refused_and_nothing_is_kept(open_house, known, trust):
    house = open_house()

    with pytest.raises(click.ClickException, match="has not the key of this line"):
        way_to(Address(HERE, house.port, PIN), trust)

    assert not known.pin(HERE, house.port)


@pytest.mark.parametrize("trust", [ASKED, Trust(new=True)])
def test_a_house_whose_key_has_changed_is_refused_until_it_is_forgotten(
    open_house, new_identity, known, trust
):
    """Also on this machine, also with --trust-new: that is for houses that are new."""
    house = open_house()
    address = Address(HERE, house.port)
    way_to(address, trust)
    house.end()
    changed = open_house(house.port, identity=new_identity())

    way = way_to(address, trust)
    goodbye, _ = visit(Link(way.connect, "Ann", where=address.place))
    assert goodbye.code == WRONG_KEY
    assert known.pin(*address.place) == house.identity.pin

    assert forget(address) == 0
    assert way_to(address, trust).pin == changed.identity.pin


def test_a_new_line_of_the_host_is_word_enough_for_a_new_key(
    open_house, new_identity, known, capsys
):
    house = open_house()
    way_to(Address(HERE, house.port), ASKED)
    house.end()
    changed = open_house(house.port, identity=new_identity())

    way = way_to(Address(HERE, house.port, changed.identity.pin), ASKED)

    assert way.pin == known.pin(HERE, house.port) == changed.identity.pin
    assert "new key" in capsys.readouterr().err


def test_an_old_line_does_not_bring_an_old_key_back(open_house, new_identity, known):
    house = open_house()
    way_to(Address(HERE, house.port), ASKED)

    with pytest.raises(click.ClickException, match="an old one"):
        way_to(Address(HERE, house.port, new_identity().pin), ASKED)

    assert known.pin(HERE, house.port) == house.identity.pin


def test_nobody_connects_to_ask_about_a_house_that_is_known(known):
    known.keep(HERE, 1, PIN)

    assert way_to(Address(HERE, 1), ASKED).pin == PIN
    assert way_to(Address(HERE, 1, PIN), ASKED).pin == PIN


def test_a_house_that_is_not_there_is_said_to_be_so():
    with pytest.raises(click.ClickException, match="No server answers"):
        way_to(Address(HERE, 1), ASKED)


def test_nothing_is_encrypted_only_if_it_is_said(known):
    known.keep(HERE, 7866, PIN)

    assert way_to(Address(HERE, 7866), Trust(insecure=True)).plain
    assert not way_to(Address(HERE, 7866), ASKED).plain
    with pytest.raises(click.UsageError):
        way_to(Address(HERE, 7866, PIN), Trust(insecure=True))


def test_a_house_that_is_not_known_cannot_be_forgotten():
    with pytest.raises(click.ClickException, match="not among the houses"):
        forget(Address("den", 7866))


# --- seats -----------------------------------------------------------------------------------


def seat(folder, number, **changes):
    told = {"host": HERE, "port": 7866, "key": bytes([number]) * 16, "secret": b"s" * 32}
    new_seat(folder, Seat(**told | changes)).release()


def test_a_seat_is_for_the_house_where_it_was_taken_and_not_for_its_address(state, known):
    """Two friends' houses often have the same address, each in its own network."""
    folder = state / "default"
    seat(folder, 1, pin=PIN)

    known.keep(HERE, 7866, OTHER)
    assert kept_seat(folder) is None
    assert kept_seat(folder, Address(HERE, 7866), pin=OTHER) is None

    known.keep(HERE, 7866, PIN)
    assert kept_seat(folder).seat.pin == PIN


def test_a_seat_at_a_house_that_was_forgotten_is_still_for_that_house(state):
    folder = state / "default"
    seat(folder, 1, pin=PIN)

    held = kept_seat(folder)

    assert way_back(Address(HERE, 7866, held.seat.pin), held.seat.plain).pin == PIN


def test_a_seat_of_a_house_that_does_not_encrypt_is_gone_back_to_in_the_same_way(tmp_path):
    link = Link(tcp(HERE, 1), "Ann", where=(HERE, 1), folder=tmp_path / "seats", plain=True)
    link.ask(Create(0, "friday", b"", b""))
    visit(link)

    held = kept_seat(tmp_path / "seats")

    assert held.seat.plain
    assert isinstance(way_back(Address(HERE, 1, held.seat.pin), held.seat.plain), Way)
    assert way_back(Address(HERE, 1, held.seat.pin), held.seat.plain).plain


# --- the file --------------------------------------------------------------------------------


def test_the_file_is_for_its_owner_alone(known):
    known.keep("den", 7866, PIN)

    assert stat.S_IMODE(known.path.stat().st_mode) == 0o600
    assert known.path.read_text() == f"[den]:7866 {PIN}\n"


@pytest.mark.parametrize("mode", [0o620, 0o602, 0o644])
def test_a_file_that_others_can_reach_is_refused_in_one_line(known, mode):
    known.keep("den", 7866, PIN)
    known.path.chmod(mode)

    with pytest.raises(HousesFileError, match="chmod 600"):
        known.pin("den", 7866)
    with pytest.raises(click.ClickException, match="chmod 600"):
        way_to(Address("den", 7866), ASKED)
    with pytest.raises(click.ClickException, match="chmod 600"):
        forget(Address("den", 7866))


def test_one_house_is_known_however_its_address_is_written(known):
    known.keep("Den.local.", 7866, PIN)
    known.keep("0:0:0:0:0:0:0:1", 7866, OTHER)

    assert known.pin("den.LOCAL", 7866) == PIN
    assert known.pin("::1", 7866) == OTHER
    assert not known.pin("den.local", 7867)


def test_houses_of_other_addresses_stay_known(known):
    for number in range(5):
        known.keep("den", number, PIN)
    known.keep("den", 3, OTHER)

    assert known.forget("den", 1)
    assert not known.forget("den", 1)

    assert [known.pin("den", n) for n in range(5)] == [PIN, "", PIN, OTHER, PIN]


def test_lines_that_are_none_are_passed_over(known):
    known.keep("den", 7866, PIN)
    known.path.write_bytes(
        b"# mine\n\xff\xfe\n[inn]:1\n" + known.path.read_bytes() + b"x y z\n"
    )

    assert known.pin("den", 7866) == PIN


def test_clients_that_write_at_once_lose_nothing(known):
    def write(number):
        for port in range(20):
            known.keep(f"den{number}", port, PIN)

    writers = [threading.Thread(target=write, args=(n,)) for n in range(4)]
    for one in writers:
        one.start()
    for one in writers:
        one.join()

    assert all(known.pin(f"den{n}", port) == PIN for n in range(4) for port in range(20))


def test_a_file_that_cannot_be_written_is_said_to_be_so(known):
    known.path.parent.mkdir(parents=True)
    known.path.with_suffix(".new").mkdir()

    with pytest.raises(HousesFileError, match="cannot write"):
        known.keep("den", 7866, PIN)


# --- looking in ---------------------------------------------------------------------------


def test_looking_in_shows_the_key_of_a_house_and_the_code_that_is_made_from_it(open_house):
    house = open_house()
    place = (HERE, house.port)

    looked = trio.run(look_in, place, False, Codes())

    pin = house.identity.pin
    assert looked == Looked(place, join_code(pin), pin, "Rummy Tables")
    with pytest.raises(OSError, match=r"house|hung up"):
        trio.run(look_in, place, True, Codes())
