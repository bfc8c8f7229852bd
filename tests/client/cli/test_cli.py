"""The command line: one clear line for what is typed wrong, and nothing loaded in vain."""

from __future__ import annotations

import errno
import io
import subprocess
import sys

import click
import pytest

from rummy_client.cli.announce import announcement
from rummy_client.cli.client import called, kept_seat
from rummy_client.cli.games import MAY_WATCH, game, standing_table
from rummy_client.cli.main import main, rummy
from rummy_client.cli.options import ADDRESS, BOTS, Address
from rummy_client.cli.secret import watch_word
from rummy_client.play import server_of_our_own
from rummy_client.seatfile import Seat, new_seat
from rummy_client.switches import BadSetting, parse_changes
from rummy_server.game.variants import PRESETS
from rummy_server.passwords import scrypted
from rummy_server.settings import Settings

PIN = "s" * 43
HEAVY = ("trio", "msgspec", "prompt_toolkit", "rummy_server", "rummy_protocol", "platformdirs")


def test_what_a_stranger_looks_for_stands_first_in_the_help(capsys):
    assert main(["--help"]) == 0

    told = capsys.readouterr().out.partition("Commands:")[2]
    names = [line.split()[0] for line in told.splitlines() if line[2:3].strip()]
    assert names[:4] == ["play", "join", "watch", "serve"]
    assert sorted(names) == sorted(rummy.commands)


def test_help_loads_nothing_heavy():
    script = "import sys, rummy_client.cli; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)

    loaded = {name.partition(".")[0] for name in done.stdout.decode().split()}
    assert loaded.isdisjoint(HEAVY)


@pytest.mark.parametrize(
    "command", ["bot", "forget", "join", "play", "rules", "serve", "simulate", "watch"]
)
def test_every_command_explains_itself(command, capsys):
    assert main([command, "--help"]) == 0
    assert capsys.readouterr().out.startswith(f"Usage: rummy {command}")


def test_the_version_is_told(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("rummy ")


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        ("plya", "rummy: No such command 'plya'."),
        ("serve --port 70000", "'70000' is not a number from 0 to 65535."),
        ("serve --pause soon", "'soon' is not a number from 0 to 10000."),
        ("serve --ssh ten", "'ten' is not a number from 0 to 65535."),
        ("rules basic more", "Got unexpected extra argument (more). See: rummy rules --help"),
        (
            "join den:x --plain",
            "'den:x' is no address: write HOST or HOST:PORT, like den:7866.",
        ),
        ("join den:99999 --plain", "the port 99999 is not from 1 to 65535."),
        ("join --name \x1b[2J", "a name has 1 to 24 signs, and none unseen."),
        ("join --name 0123456789012345678901234", "a name has 1 to 24 signs"),
        ("join --profile ../x", "a profile is one word of letters, digits, - and _."),
        ("join --frob", "No such option"),
        ("bot den", "Missing argument 'TABLE'."),
        ("bot den K7QX --level genius", "'genius' is not one of 'easy', 'steady', 'sharp'."),
        ("play --rules colonel --bots 3", "is for 2 players: choose 1 bot with --bots."),
        ("play --rules contract --bots 1", "choose from 2 to 4 bots with --bots."),
        ("play --bots 9", "The number of bots is 1 to 8, and not 9."),
        ("play --bots 0", "The number of bots is 1 to 8, and not 0."),
        (
            "play --bots sharp,genius",
            "there is no 'genius' bot: choose from easy, steady, sharp.",
        ),
        ("play --set target=5 --plain", "choose a number from 10 to 10000."),
        (
            "play --learn --rules block",
            "The lesson is about the basic game: --learn goes without",
        ),
        ("play --learn --set target=50 --plain", "--learn goes without --rules and --set."),
        ("rules chess", "There is no game 'chess': choose from basic, block,"),
        ("rules --set target", "write NAME=VALUE, like target=50."),
        ("rules --set jokerz=2", "'jokerz'; the nearest are: jokers,"),
        ("rules --set luck=more", "no rule is called 'luck'; there are: melds_per_turn,"),
        ("rules --set lay_off=some", "lay_off is one of none, own, any; not 'some'."),
        ("rules --set take_back=maybe", "take_back is on or off, not 'maybe'."),
        ("rules --set deals=many", "deals is a number, such as none, 1, 4, 6, 10; not 'many'."),
        ("rules --set lay_off=none --set lay_off_gate=own_meld", "rummy rules: "),
        ("rules basic --format xml", "'xml' is not one of 'text', 'json', 'toml'."),
        ("play --rules whist --plain", "There is no game 'whist': choose from basic, block,"),
        ("play --rules /no/such.toml --plain", "Cannot read '/no/such.toml': No such file"),
        ("play --rules contract --bots 1 --plain", "choose from 2 to 4 bots with --bots."),
        ("simulate --rules whist", "There is no game 'whist'"),
        ("serve --table kitchen", "'kitchen' is no table: write NAME: GAME, RULE=VALUE, ..."),
        ("serve --table :basic", "':basic' is no table: write NAME: GAME,"),
        ("serve --table k:whist", "There is no game 'whist': choose from basic, block,"),
        ("serve --table k:basic,luck=1", "no rule is called 'luck'; there are:"),
        ("serve --table k:basic,seats=9", "A table has 2 to 6 seats."),
        ("serve --table k:basic,seats=two", "seats is a number, not 'two'."),
        ("serve --table k:basic,turn_seconds=1", "The time for a turn is 5 to 3600 seconds"),
        ("serve --rules none.toml", "Cannot read 'none.toml': No such file or directory."),
        ("simulate --bots sharp", "The number of bots is 2 to 6, and not 1."),
        ("simulate --deals 0", "'0' is not a number from 1 to 1000000."),
        ("simulate --deal 4 --matches", "say one of them"),
    ],
)
def test_what_is_wrong_is_told_in_one_line_and_ends_with_two(argv, told, capsys):
    assert main(argv.split(" ")) == 2

    said = capsys.readouterr()
    assert told in said.err
    assert said.err.count("\n") == 1
    assert "--help" in said.err
    assert said.out == ""


@pytest.mark.parametrize(
    "ended",
    [
        KeyboardInterrupt(),
        BaseExceptionGroup("of a nursery", [KeyboardInterrupt()]),
        BaseExceptionGroup("", [BaseExceptionGroup("", [KeyboardInterrupt()])]),
    ],
    ids=["bare", "in a group", "in two"],
)
def test_who_has_had_enough_sees_no_traceback(ended, monkeypatch, capsys):
    def looking(*args):
        raise ended

    monkeypatch.setattr("rummy_client.cli.found.look", looking)

    assert main(["join", "--plain"]) == 130
    assert capsys.readouterr().err == ""


def test_what_broke_besides_is_not_hidden_by_an_interrupt(monkeypatch):
    def looking(*args):
        raise BaseExceptionGroup("", [KeyboardInterrupt(), ValueError("a bug")])

    monkeypatch.setattr("rummy_client.cli.found.look", looking)

    with pytest.raises(BaseExceptionGroup):
        main(["join", "--plain"])


class Full(io.StringIO):
    name = "<stdout>"

    def write(self, text):
        raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("typed", ["--help", "rules basic", "config --path"])
def test_output_that_cannot_be_written_is_told_in_one_line(typed, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdout", Full())

    assert main(typed.split()) == 2
    assert capsys.readouterr().err == "rummy: Cannot write <stdout>: No space left on device.\n"


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("den", ("den", 7866)),
        ("den:99", ("den", 99)),
        ("192.168.1.5:7866", ("192.168.1.5", 7866)),
        ("[fe80::1]:99", ("fe80::1", 99)),
        ("[::1]", ("::1", 7866)),
        ("::1", ("::1", 7866)),
        ("rummy://den", ("den", 7866)),
    ],
)
def test_addresses_are_read_as_people_write_them(typed, address):
    found = ADDRESS.convert(typed, None, None)

    assert found.place == address
    assert ADDRESS.convert(str(found), None, None) == found


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        (f"rummy://den/#{PIN}", Address("den", 7866, PIN)),
        (f"rummy://den:99/#{PIN}", Address("den", 99, PIN)),
        (f"RUMMY://192.168.1.5#{PIN}", Address("192.168.1.5", 7866, PIN)),
        (f"rummy://[fe80::1]:99/#{PIN}", Address("fe80::1", 99, PIN)),
        (f"rummy://::1/#{PIN}", Address("::1", 7866, PIN)),
    ],
)
def test_a_join_line_stands_wherever_an_address_does(typed, address):
    found = ADDRESS.convert(typed, None, None)

    assert found == address
    assert ADDRESS.convert(found.line(), None, None) == found


@pytest.mark.parametrize("pin", ["", PIN[1:], f"{PIN}s", f"{PIN[1:]}=", f"{PIN}."])
def test_a_pin_that_was_not_copied_whole_is_not_taken(pin):
    with pytest.raises(click.UsageError, match="copy the whole line"):
        ADDRESS.convert(f"rummy://den/#{pin}", None, None)


def test_a_number_of_bots_is_a_choice_of_bots():
    assert BOTS.convert("3", None, None) == ("sharp", "steady", "easy")
    assert BOTS.convert("5", None, None) == ("sharp", "steady", "easy", "sharp", "steady")
    assert BOTS.convert("Easy, sharp", None, None) == ("easy", "sharp")


def test_house_rules_are_read_as_people_write_them():
    typed = ["going-rummy=Double", "target=50", "max_recycles=unlimited", "take_back=off"]

    assert parse_changes(typed) == {
        "going_rummy": "double",
        "target": 50,
        "max_recycles": None,
        "take_back": False,
    }
    with pytest.raises(BadSetting):
        parse_changes(["take_back"])


def test_the_games_are_listed_one_on_a_line(capsys):
    assert main(["rules"]) == 0

    lines = capsys.readouterr().out.splitlines()
    named = [line.partition(" ")[0] for line in lines[:-1]]
    assert named == list(PRESETS)
    assert max(map(len, lines)) <= 80
    assert len({line.partition(" ")[2].strip() for line in lines}) == len(lines)


def test_the_rules_are_read_out_in_numbered_sentences(capsys):
    assert main(["rules", "basic", "--set", "target=50"]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Basic Rummy (basic): 2-6 players, 1 pack; to 50."
    assert lines[2] == "Players and cards"
    assert lines[3] == "  1. This is a game for 2 to 6 players, each for himself. (R01 E45)"
    assert any("50 points or more" in line for line in lines)
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("form", ["toml", "json"])
@pytest.mark.parametrize("name", list(PRESETS))
def test_a_game_can_be_written_to_a_file_and_read_again(name, form, tmp_path, capsys):
    assert main(["rules", name, "--format", form]) == 0
    place = tmp_path / f"mine.{form}"
    place.write_text(capsys.readouterr().out)

    assert game(str(place), ()) == PRESETS[name]
    assert main(["rules", str(place), "--set", "take_back=off"]) == 0
    assert "no play is taken back" in capsys.readouterr().out


def test_a_file_says_what_its_values_mean(capsys):
    assert main(["rules", "wrotham", "--format", "toml"]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert "jokers = 3  # There are 3 jokers." in lines
    assert 'target = "none"  # The match is not played to a number of points.' in lines


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ("ace =", "That is no file of rules"),
        ('{"ace":', "That is no file of rules"),
        ('wings = "two"', "There is no rule or game called wings."),
        ('ace = "sideways"', "“aces in runs” cannot be set to sideways."),
        ("target = 3", "For “target”, choose a number from 10 to 10000."),
        ('target = "many"', "“target” cannot be set to many."),
        ("all_at_once = 1", "“all at once” cannot be set to 1."),
        ("hand_sizes = [7, 7]", "“cards dealt” needs a number for each number of players."),
        ('hand_sizes = "ten"', "“cards dealt” cannot be set to ten."),
        ("deal_changes = 3", "“changes by deal” names deals from 1 to 1000"),
        ("[[deal_changes]]\nfirst = 2", "“changes by deal” names deals from 1 to 1000"),
        ('preset = "a b"', "The name of a game has up to 24 letters"),
        ("lay_off = \"none\"\nlay_off_gate = \"own_meld\"", "Nobody may lay off"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_game_is_refused_in_one_line(told, why, tmp_path, capsys):
    place = tmp_path / "mine.toml"
    place.write_text(told)

    assert main(["rules", str(place)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert why in said


def test_a_file_without_a_name_is_called_after_itself(tmp_path):
    place = tmp_path / "our game.toml"
    place.write_text("deals = 4\n")

    found = game(str(place), ("ace=either",))
    assert (found.preset, found.deals, found.target) == ("our_game", 4, None)
    assert found.ace == "either"


def test_what_is_no_text_is_no_game(tmp_path, capsys):
    place = tmp_path / "mine.toml"
    place.write_bytes(b"\xff\xfe")

    assert main(["rules", str(place)]) == 2
    assert "it is no text" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("told", "name", "seats", "fields"),
    [
        ("kitchen: basic, ace=high, target=50", "kitchen", 4, {"ace": "high", "target": 50}),
        ("den: kalooki_40, seats=5, turn-seconds=30", "den", 5, {"packs": 2, "jokers": 4}),
        ("attic: target=50", "attic", 4, {"target": 50}),
        ("hall:", "hall", 4, {"target": 100}),
    ],
)  # fmt: skip
def test_a_table_is_a_name_a_game_and_house_rules(told, name, seats, fields):
    table = standing_table(told)

    assert (table.name, table.places) == (name, seats)
    assert {field: getattr(table.rules, field) for field in fields} == fields


def test_a_table_of_the_house_says_who_may_watch(monkeypatch):
    """The code comes out of the environment, and is kept as a slow hash only."""
    monkeypatch.setenv("RUMMY_WATCH_CODE", "owl")
    tables = [standing_table(f"kitchen: basic, watch={who}") for who in MAY_WATCH]
    words = [table.words for table in tables]

    assert [table.spectators for table in tables] == [True, True, False]
    assert [bool(each.watch_code) for each in words] == [False, True, False]
    assert words[1].watch_code == scrypted("owl", words[1].salt)


@pytest.mark.parametrize(
    ("code", "watch", "said"), [("", "code", "RUMMY_WATCH_CODE"), ("owl", "owl", "one of open")]
)
def test_a_watch_code_is_no_argument(monkeypatch, code, watch, said):
    monkeypatch.setenv("RUMMY_WATCH_CODE", code)

    with pytest.raises(click.UsageError, match=said):
        standing_table(f"kitchen: basic, watch={watch}")


def test_the_word_for_watching_is_the_code_or_else_the_password(monkeypatch):
    monkeypatch.setenv("RUMMY_PASSWORD", "word")
    assert watch_word(ask=False, ask_password=False) == "word"

    monkeypatch.setenv("RUMMY_WATCH_CODE", "owl")
    assert watch_word(ask=False, ask_password=False) == "owl"


def test_a_host_is_told_which_tables_stand():
    table = standing_table("kitchen: kalooki_40")

    assert list(announcement(Settings(name="den", standing=(table,)), 7866))[:2] == [
        "den is open. Stop it with Ctrl-C.",
        "Table kitchen: Kalooki 40, 4 seats.",
    ]


def test_bots_are_simulated(capsys):
    assert main(["simulate", "--bots", "steady,easy", "--deals", "4", "--seed", "3"]) == 0
    assert "steady" in capsys.readouterr().out


@pytest.mark.parametrize("which", [["--deal", "4"], ["--matches", "--set", "deals=2"]])
def test_one_deal_of_a_match_is_simulated_and_whole_matches(capsys, which):
    bots = ["--bots", "steady,easy", "--deals", "1", "--seed", "3"]

    assert main(["simulate", "--rules", "wrotham", *bots, *which]) == 0
    assert "0 refused" in capsys.readouterr().out


def test_a_server_says_what_others_type_with_the_pin_of_its_key():
    lines = list(announcement(Settings(name="den"), 7866, pin=PIN))

    assert lines == [
        "den is open. Stop it with Ctrl-C.",
        f"Others type: rummy join rummy://127.0.0.1/#{PIN}",
        "Only this machine can reach it. For others too, leave --bind out.",
    ]


def test_a_server_that_does_not_encrypt_says_so_in_red():
    *lines, last = announcement(Settings(name="den"), 7867)

    assert "Others type: rummy join 127.0.0.1:7867 --insecure" in lines
    assert "NOT ENCRYPTED" in last
    assert last.startswith("\x1b[31m")


@pytest.fixture
def seat_of(tmp_path):
    def make(number, host="den", table="K7QX", asked="friday"):
        key = bytes([number]) * 16
        seat = Seat(host=host, port=7866, key=key, secret=b"s" * 32, table=table, asked=asked)
        return new_seat(tmp_path / "default", seat)

    return make


def test_a_kept_seat_is_gone_back_to_where_it_is_asked_for(seat_of, tmp_path):
    folder = tmp_path / "default"
    seat_of(1).release()
    den = Address("den", 7866)

    for host, table in ((None, ""), (den, ""), (den, "friday"), (den, "K7QX")):
        held = kept_seat(folder, host, table)
        assert held is not None
        held.release()
    assert kept_seat(folder, den, "monday") is None
    assert kept_seat(folder, Address("inn", 7866)) is None


def test_a_seat_is_found_again_in_the_same_house_at_another_address(tmp_path):
    place = Address("10.0.0.9", 7900)
    seat = Seat(host="den", port=7866, key=b"k" * 16, secret=b"s" * 32, table="K7QX", pin=PIN)
    new_seat(tmp_path, seat).release()

    assert kept_seat(tmp_path, place, "", "x" * 43) is None
    held = kept_seat(tmp_path, place, "", PIN)
    assert held is not None
    held.release()

    again = kept_seat(tmp_path)
    assert again is not None
    assert (again.seat.host, again.seat.port) == place.place
    again.release()


def test_a_seat_that_a_live_client_has_is_not_taken_from_it(seat_of, tmp_path):
    seat_of(1)

    assert kept_seat(tmp_path / "default") is None


def test_seat_files_that_others_may_read_are_refused_in_one_line(seat_of, tmp_path):
    seat_of(1).release()
    (tmp_path / "default").chmod(0o755)

    with pytest.raises(click.ClickException, match="chmod 700"):
        kept_seat(tmp_path / "default")


def test_a_second_terminal_of_a_person_has_a_name_of_its_own(seat_of, tmp_path, monkeypatch):
    monkeypatch.setenv("LOGNAME", "ann")

    assert called("Bob", tmp_path) == "Bob"
    assert called(None, tmp_path / "default") == "ann"
    seat_of(1)
    assert called(None, tmp_path / "default") == "ann 2"


def test_a_server_of_our_own_ends_with_its_input(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with server_of_our_own(None) as server:
        assert server.stdout.readline().strip().isdigit()

    assert server.returncode == 0
