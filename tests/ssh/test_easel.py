"""Who is drawn next, where all are drawn in one thread. The loop is a list here."""

from __future__ import annotations

from contextvars import ContextVar, copy_context
from types import SimpleNamespace

import pytest
import trio

from rummy_client.ssh.easel import IN_A_ROW, Easel, Place
from rummy_client.ssh.errand import House
from rummy_client.ssh.limits import Doorway, Limits
from rummy_client.ssh.visitlink import VisitLink
from rummy_protocol.errors import Code
from rummy_protocol.messages import Accepted, Refused, Seated

BYTES_PER_VIEW = 2052
LOBBY = "There is no table here yet"
WHOSE = ContextVar("whose", default="nobody's")


class Loop:
    """Calls what it is given in passes: what comes up meanwhile is for the next."""

    def __init__(self):
        self.ready = []
        self.passes = []
        self.failed = []

    def soon(self, call, context):
        self.ready.append((call, context))

    def pass_once(self):
        now, self.ready = self.ready, []
        self.passes.append([])
        for call, context in now:
            context = context or copy_context()
            try:
                context.run(call)
            except RuntimeError as error:
                self.failed.append((context[WHOSE], str(error)))

    def run(self):
        """Go on until nothing is left; who was drawn in each pass in which somebody was."""
        while self.ready:
            self.pass_once()
        return ["".join(drawn) for drawn in self.passes if drawn]


class Sitting:
    """Some who are drawn at one easel."""

    def __init__(self, names):
        self.loop = Loop()
        easel = Easel(self.loop.soon)
        self.places = {name: Place(easel) for name in names}

    def want(self, names):
        for name in names:
            self.places[name](lambda name=name: self.draw(name), copy_context())

    def hurry(self, name):
        self.places[name].hurry()

    def draw(self, name):
        self.loop.passes[-1].append(name)


def test_between_two_pictures_the_loop_looks_at_everything_else() -> None:
    sitting = Sitting("abc")
    sitting.want("abc")

    assert sitting.loop.run() == ["a", "b", "c"]


def test_a_picture_that_nobody_has_to_wait_for_is_drawn_at_once() -> None:
    sitting = Sitting("a")
    sitting.want("a")
    sitting.loop.pass_once()
    sitting.loop.pass_once()

    assert sitting.loop.passes == [[], ["a"]]
    assert sitting.loop.run() == ["a"]


def test_however_often_somebody_has_something_new_it_is_drawn_once() -> None:
    sitting = Sitting("ab")
    sitting.want("abaabbb")

    assert sitting.loop.run() == ["a", "b"]
    sitting.want("b")
    assert sitting.loop.run() == ["a", "b", "b"]


def test_whoever_has_pressed_a_key_comes_before_those_who_look_on() -> None:
    sitting = Sitting("abcd")
    sitting.want("abc")
    sitting.hurry("d")
    sitting.want("d")

    assert sitting.loop.run() == ["d", "a", "b", "c"]


def test_whoever_waits_already_comes_forward_with_a_key_and_is_drawn_once() -> None:
    sitting = Sitting("abcd")
    sitting.want("abcd")
    sitting.hurry("c")

    assert sitting.loop.run() == ["c", "a", "b", "d"]


def test_one_key_is_one_picture_before_those_of_others() -> None:
    sitting = Sitting("abc")
    sitting.hurry("c")
    sitting.want("c")
    sitting.loop.run()
    sitting.want("abc")

    assert sitting.loop.run() == ["c", "a", "b", "c"]


def test_those_who_never_stop_pressing_keys_leave_the_others_their_turn() -> None:
    sitting = Sitting("abk")
    sitting.want("ab")

    def press_on(name="k"):
        sitting.hurry(name)
        sitting.want(name)

    draw = sitting.draw
    sitting.draw = lambda name: (draw(name), len(sitting.loop.passes) < 40 and press_on())
    press_on()

    assert "".join(sitting.loop.run()).startswith("k" * IN_A_ROW + "a" + "k" * IN_A_ROW + "b")


def test_a_picture_that_goes_wrong_goes_wrong_in_its_own_context_and_alone() -> None:
    sitting = Sitting("ab")

    def fail():
        raise RuntimeError("cards are missing")

    mine = copy_context()
    mine.run(WHOSE.set, "a's")
    sitting.places["a"](fail, mine)
    sitting.want("b")

    assert sitting.loop.run() == ["b"]
    assert sitting.loop.failed == [("a's", "cards are missing")]


# --- with visits ------------------------------------------------------------------------------


def test_a_key_hurries_the_one_who_pressed_it(spend, monkeypatch) -> None:
    hurried = []
    monkeypatch.setattr(Place, "hurry", lambda place: hurried.append(place))

    async def scenario(evening):
        ada = await evening.screen(await evening.connect("ada"))
        await ada.until(LOBBY)
        bo = await evening.screen(await evening.connect("bo"))
        await bo.until(LOBBY)
        hurried.clear()
        await bo.press("Z", "does nothing here")
        assert len(set(hurried)) == 1
        first = hurried[0]
        await ada.press("Z", "does nothing here")
        assert {place is first for place in hurried} == {True, False}

    spend(scenario)


def visitlink(ear, answered=lambda: None):
    return VisitLink(
        House("127.0.0.1", 1),
        "ada",
        None,
        None,
        doorway=Doorway(Limits(), lambda: 0.0),
        address="127.0.0.1",
        ear=ear,
        over=lambda why: None,
        answered=answered,
    )


class Rounds(trio.abc.Instrument):
    """Counts the turns of Trio's loop: whatever is ready is done in one of them."""

    def __init__(self):
        self.count = 0

    def before_io_wait(self, timeout):
        self.count += 1


def test_the_news_of_a_table_are_no_single_piece_of_work() -> None:
    rounds, heard = Rounds(), []

    class Ready:
        async def receive_some(self, most):
            await trio.lowlevel.checkpoint()
            return b"news" * (most // 4)

    async def listen(link):
        assert len(await link.receive(Ready())) < 2 * BYTES_PER_VIEW
        heard.append(rounds.count)

    async def main():
        ear = trio.Lock()
        async with trio.open_nursery() as nursery:
            for _ in range(20):
                nursery.start_soon(listen, visitlink(ear))

    trio.run(main, instruments=[rounds])
    assert len(set(heard)) == len(heard) == 20


@pytest.mark.parametrize(
    ("said", "answers"),
    [(Accepted(1, 2), 1), (Refused(1, Code.WRONG_PASSWORD), 1), (Seated(1, "K7QX", 0), 0)],
)
def test_an_answer_hurries_the_one_who_waits_for_it(monkeypatch, said, answers) -> None:
    told = []

    async def run(link, hear):
        hear(said)

    monkeypatch.setattr("rummy_client.ssh.visitlink.Link.run", run)
    link = visitlink(SimpleNamespace(), lambda: told.append("answer"))
    trio.run(link.run, lambda heard: told.append("heard"))

    assert told == ["answer"] * answers + ["heard"]
