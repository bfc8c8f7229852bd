"""Looking on: whose place one follows, hands that are open, and what is written down of it."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import click
import msgspec
import pyte
import pytest
import trio

from rummy_client.cli.cast import Recording, run_recorded
from rummy_client.commands.obey import obey
from rummy_client.commands.spelled import SPELLED
from rummy_client.desk import Desk
from rummy_client.environment import Environment
from rummy_client.liking import Settings
from rummy_client.linkstate import Online
from rummy_client.looking import as_seen, behind_sentence, followed, open_sentence
from rummy_client.model import Heard, Model, hear
from rummy_client.moment import command_for
from rummy_client.screen import Size
from rummy_client.terminal.cast import Cast, Unseen
from rummy_protocol.cards import faces
from rummy_protocol.messages import Chat, Consent, Goodbye, ShowOut, Update, Watching
from rummy_protocol.views import DEAL_BEHIND, OpenHands, Options, Stage, You

from ...patience import come_true
from .tables import WELCOME, deal, human, page, seated, table, watching

HANDS = (
    You(0, faces("2C 3C 4C"), points=9),
    You(1, faces("KD KH KS"), split=(faces("KD KH KS"),), points=30),
    You(2, faces("AS"), points=1),
)


def shown(model: Model, **fields: object) -> Model:
    """*model* after another view of its table."""
    assert model.table is not None
    at = msgspec.structs.replace(model.table, **fields)
    dealt = deal() if len(at.seats) == 3 else None
    open_hands = OpenHands(HANDS) if at.open_hands else None
    return hear(model, Update(model.seq + 1, at, dealt, None, open_hands))


def looked_at(**fields: object) -> Model:
    return shown(watching(), **fields)


def test_the_key_goes_from_seat_to_seat_and_then_to_nobody() -> None:
    model, desk = looked_at(), Desk()
    command = command_for(model, desk, "w")
    assert command == "follow"
    names = []
    for _ in range(5):
        desk = obey(model, desk, command).desk
        names.append(desk.follow)

    assert names == ["Ann", "Bob", "Cara", "", "Ann"]


def test_u27_who_is_followed_is_followed_when_seats_move_up() -> None:
    model, desk = looked_at(), Desk(follow="Cara")
    assert followed(model, desk) == 2

    model = shown(model, seats=(human("Bob"), human("Cara")))
    assert followed(model, desk) == 1
    model = shown(model, seats=(human("Bob"), human("Dan")))
    assert followed(model, desk) is None


def test_who_has_a_seat_follows_nobody() -> None:
    assert followed(seated(), Desk(follow="Bob")) is None
    assert command_for(seated(), Desk(), "w") is None


def test_the_hand_of_who_is_followed_lies_in_front_where_hands_are_open() -> None:
    model = looked_at(open_hands=True)

    assert as_seen(model, Desk()).you is None
    assert as_seen(model, Desk(follow="Bob")).you == HANDS[1]
    assert as_seen(looked_at(), Desk(follow="Bob")).you is None
    assert model.may == ()


def test_the_screen_shows_the_hand_and_whose_it_is() -> None:
    model, desk = looked_at(open_hands=True), Desk(follow="Bob")
    told = page(as_seen(model, desk), desk)

    assert "Bob's hand" in told
    assert "you follow Bob" in told
    assert "open hands" in told


def test_hands_that_are_closed_again_are_forgotten() -> None:
    model = shown(looked_at(open_hands=True), open_hands=False)

    assert model.hands == ()


def test_a_player_agrees_and_thinks_better_of_it() -> None:
    model = seated()
    assert command_for(model, Desk(), "O") == "consent"
    (asked,) = obey(model, Desk(), "consent").effects
    assert asked == Consent(0, True)

    model = msgspec.structs.replace(model, table=table(consents=(0,)))
    (asked,) = obey(model, Desk(), "consent").effects
    assert asked == Consent(0, False)


def test_the_log_tells_who_agrees_and_who_no_longer_does() -> None:
    model = shown(looked_at(), consents=(1,))
    assert "Bob agrees that those who watch see all hands." in page(model, Desk())

    model = shown(model, consents=())
    assert "Bob no longer agrees" in page(model, Desk())


def test_what_another_spectator_says_is_shown() -> None:
    model = hear(looked_at(), Chat(None, "Wanda", "Nice."))

    assert "Wanda: Nice." in page(model, Desk())
    assert command_for(model, Desk(), "c") == "chat"


def test_the_host_shows_a_spectator_out_by_name() -> None:
    model = msgspec.structs.replace(seated(), table=table(spectators=("Walt",), watching=1))
    word = SPELLED["show-out"]
    assert word.counts(model, Desk(), ())
    assert word.words(model, Desk(), "") == ("Walt",)

    assert word.run(model, Desk(), "Walt").effects == (ShowOut(0, "Walt"),)
    assert word.run(model, Desk(), "Wanda").effects == ()


def test_the_host_lets_in_again_whom_he_has_shown_out() -> None:
    model, word = seated(), SPELLED["let-in"]
    assert word.counts(model, Desk(), ())
    assert not word.counts(looked_at(), Desk(), ())

    outcome = word.run(model, Desk(), "Walt")

    assert outcome.effects == (ShowOut(0, "Walt", out=False),)
    assert "Walt may watch again." in page(outcome.model, outcome.desk)


def test_how_late_one_sees_it_is_said() -> None:
    live, late, behind = (
        looked_at(options=Options(seats=3, delay=delay)) for delay in (0, 90, DEAL_BEHIND)
    )

    assert behind_sentence(live) == ""
    assert behind_sentence(late) == "Those who watch are 90 seconds behind."
    assert behind_sentence(behind) == "Those who watch are a whole deal behind."
    assert "spectators are 90 seconds behind" in page(late, Desk(), columns=140)
    assert open_sentence(looked_at(open_hands=True)) == "All hands are open to those who watch."
    assert open_sentence(live) == ""


# --- recordings ------------------------------------------------------------------------------


def test_a_recording_is_an_asciicast_of_all_that_is_drawn_with_its_time() -> None:
    file, now = io.StringIO(), [100.0]
    cast = Cast(file, Size(80, 24), "Rummy", lambda: now[0])
    screen = Unseen(cast)
    screen.write("\x1b[2J♠ hello\n")
    now[0] += 1.5
    cast.sized(Size(80, 24))
    cast.sized(Size(100, 30))
    screen.write("so\r\n")
    head, *events = map(json.loads, file.getvalue().splitlines())

    assert (head["version"], head["width"], head["height"]) == (2, 80, 24)
    assert events == [
        [0.0, "o", "\x1b[2J♠ hello\r\n"],
        [1.5, "r", "100x30"],
        [1.5, "o", "so\r\n"],
    ]


@pytest.mark.parametrize(
    "asked",
    [
        "\x1b[?1000h",
        "\x1b[?1003l",
        "\x1b[?1006h",
        "\x1b[?1004h",
        "\x1b[?2004h",
        "\x1b[?1h",
        "\x1b[22;0t",
        "\x1b]0;your turn\x07",
        "\x1b]9;your turn\x1b\\",
        "\x1bPtmux;\x1b\x1b]9;your turn\x1b\x1b\\\x1b\\",
        "\x1b[6n",
    ],
)
def test_a_recording_asks_nothing_of_whoever_plays_it_back(asked) -> None:
    file, terminal = io.StringIO(), io.StringIO()
    screen = Unseen(Cast(file, Size(80, 24), "Rummy", lambda: 0.0), terminal)
    screen.write(f"\x1b[?1049h{asked}\x1b[0;1mcards\x1b[?25l")
    screen.write(asked)
    _, *events = map(json.loads, file.getvalue().splitlines())

    assert events == [[0.0, "o", "\x1b[?1049h\x1b[0;1mcards\x1b[?25l"]]
    assert terminal.getvalue().count(asked) == 2


def test_a_recorded_terminal_is_written_to_as_without_a_recording() -> None:
    file, terminal = io.StringIO(), io.StringIO()
    screen = Unseen(Cast(file, Size(80, 24), "Rummy", lambda: 0.0), terminal)
    screen.write("a\nb")
    screen.flush()

    assert terminal.getvalue() == "a\nb"


class Ending:
    """A link over which a table is watched that is closed as soon as it was drawn."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def ask(self, request: object) -> int:
        return 1

    def reconnect(self) -> None:
        """There is nothing to connect."""

    async def run(self, hear: Callable[[Heard], None]) -> Goodbye:
        hear(Online())
        for message in (WELCOME, Watching(1, "K7QX"), Update(1, table(), deal())):
            hear(message)
        await come_true(lambda: "you are watching" in self.file.read_text())
        hear(Update(2, table(stage=Stage.CLOSED)))
        await trio.sleep_forever()
        raise AssertionError


def test_a_recording_without_a_terminal_ends_with_the_table(tmp_path: Path) -> None:
    file = tmp_path / "walt.cast"
    recording = Recording(file, (100, 30))
    around = Environment(variables={"LANG": "C.UTF-8"}, signals=False)

    ending = run_recorded(Ending(file), (), around, Settings(), recording)
    head, *events = map(json.loads, file.read_text().splitlines())
    drawn = pyte.Screen(100, 30)
    stream = pyte.Stream(drawn)
    seen = []
    for _, kind, data in events:
        assert kind == "o"
        assert "?1000h" not in data
        stream.feed(data)
        seen.append("\n".join(drawn.display))

    assert ending.status == 0
    assert (head["width"], head["height"]) == (100, 30)
    assert any("you are watching" in picture and "Bob" in picture for picture in seen)
    with pytest.raises(click.ClickException, match="already"):
        run_recorded(Ending(file), (), around, Settings(), recording)
