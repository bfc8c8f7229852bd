"""The lesson: the page that fits the moment, on both faces of the client."""

from __future__ import annotations

import msgspec
import pytest

from rummy_client.desk import Desk, settled
from rummy_client.keymap import KEYS, key_name
from rummy_client.lesson.course import (
    READING,
    TOPICS,
    Lesson,
    Topic,
    after,
    due,
    read,
    topic_of,
)
from rummy_client.lesson.page import page_of
from rummy_client.model import Model, hear
from rummy_client.moment import contexts
from rummy_client.plain.lesson import Tutor
from rummy_client.plain.words import understood
from rummy_protocol.cards import faces
from rummy_protocol.messages import Seated, Update
from rummy_protocol.news import Dealt, Discarded, Drew, LaidOff, Melded
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.text import NOTATION, speaking
from rummy_protocol.views import (
    DealResult,
    DealView,
    Fit,
    Lay,
    MeldView,
    Options,
    SeatKind,
    SeatResult,
    SeatView,
    Stage,
    TableView,
    Waiting,
    You,
)

from ...languages.said import english_but

HAND = faces("2C 3C 4C 5H TS QS KD")
PLAY = ("meld", "lay-off", "discard", "take-back")
MELDS = (MeldView(1, 1, faces("7S 8S 9S"), (1, 1, 1)),)
READ = (Topic.HAND, Topic.MELDS, Topic.PILES)
DONE = Lesson(tuple(topic for topic in TOPICS if topic is not Topic.SCORES))


def one(name):
    return faces(name)[0]


def model(may=(), log=(), stage=Stage.PLAYING, result=None, **mine):
    """What Ann in the first seat knows."""
    people = (SeatView("Ann", SeatKind.HUMAN), SeatView("Ada", SeatKind.BOT, level="easy"))
    fields = {"hand": HAND, "may": may, "deadwood": HAND, "points": 44} | mine
    rules = RuleSet(preset="basic")
    table = TableView("K7QX", "friday", rules, Options(seats=2), stage, people, 0)
    deal = DealView(
        number=1,
        dealer=1,
        waiting=(Waiting(0 if may else 1, "play"),) if stage is Stage.PLAYING else (),
        hands=(7, 7),
        stock=30,
        discards=1,
        top=faces("9H"),
        melds=MELDS,
        turn=1,
        recycles=0,
        log=log,
        result=result,
    )
    told = hear(Model(), Seated(1, "K7QX", 0))
    return hear(told, Update(len(log) + 1, table, deal, You(0, **fields)))


SHEET = DealResult(
    1,
    1,
    False,
    "out",
    (SeatResult(HAND, 44, (0, 1), (0, 1)), SeatResult((), 0, (44, 1), (44, 1))),
)
CAN_MELD = {"can_meld": (Lay(faces("2C 3C 4C")),), "split": (faces("2C 3C 4C"),)}
FITS = {"fits": (Fit(one("TS"), (1,)),)}

MOMENTS = [
    ((), {}, (), Topic.HAND),
    ((Topic.HAND,), {"may": ("draw", "take")}, (), Topic.MELDS),
    (READ[:2], {}, (), Topic.PILES),
    (READ, {"may": ("draw", "take")}, (), Topic.DRAW),
    (READ, {}, (), Topic.OTHERS),
    ((), {"may": PLAY, **CAN_MELD, **FITS}, (), Topic.MELD),
    ((Topic.MELD,), {"may": PLAY, **CAN_MELD, **FITS}, (), Topic.LAY_OFF),
    ((), {"may": PLAY, **FITS}, (), Topic.LAY_OFF),
    ((), {"may": ("discard",), **CAN_MELD, **FITS}, (), Topic.DISCARD),
    ((), {"may": PLAY}, (), Topic.DISCARD),
    ((*READ, Topic.DISCARD), {}, (), Topic.OUT),
    ((*READ, Topic.DISCARD, Topic.OUT), {}, (), Topic.OTHERS),
    (READ, {"stage": Stage.SCORING, "result": SHEET}, (), Topic.SCORES),
    (READ, {"stage": Stage.OVER, "result": SHEET}, (), Topic.SCORES),
    ((), {"stage": Stage.CLOSED}, (), None),
    (TOPICS, {"may": ("draw", "take")}, (), None),
    (TOPICS, {}, (), None),
    ((Topic.SCORES,), {"may": PLAY, **CAN_MELD}, (), Topic.MELD),
]


@pytest.mark.parametrize(("seen", "moment", "log", "topic"), MOMENTS)
def test_the_page_fits_the_moment(seen, moment, log, topic):
    assert topic_of(Lesson(seen), model(log=log, **moment)) is topic


@pytest.mark.parametrize("keys", [True, False])
@pytest.mark.parametrize(("seen", "moment", "log", "topic"), MOMENTS)
def test_every_page_says_what_to_do_and_has_no_open_places(seen, moment, log, topic, keys):
    page = page_of(Lesson(seen), model(log=log, **moment), NOTATION, keys=keys)

    if topic is None:
        assert page is None
        return
    assert page.topic is topic
    assert page.sentences
    assert bool(page.todo) is (topic is not Topic.OTHERS)
    for sentence in (page.title, *page.sentences, page.todo):
        assert not {"{", "}", "?"} & set(sentence)


def test_a_lesson_needs_a_hand_of_ones_own():
    assert topic_of(Lesson(), Model()) is None
    assert topic_of(Lesson(), model(hand=())) is None


def test_reading_turns_a_page_on_which_there_is_nothing_to_do_and_no_other():
    here = model(may=("draw", "take"))
    lesson = Lesson()
    for topic in READ:
        assert topic_of(lesson, here) is topic
        lesson = read(lesson, here)

    assert read(lesson, here) is lesson
    assert topic_of(lesson, here) is Topic.DRAW
    assert lesson.seen == READ


@pytest.mark.parametrize(
    ("entry", "learnt"),
    [
        (Drew(2, 0), {*READ, Topic.DRAW}),
        (Melded(2, 0, 3, faces("2C 3C 4C")), {Topic.MELD}),
        (LaidOff(2, 0, 1, faces("TS")), {Topic.LAY_OFF}),
        (Discarded(2, 0, one("KD")), {Topic.DISCARD}),
        (Drew(2, 1), set()),
        (Discarded(2, 1, one("KD")), set()),
    ],
)
def test_what_the_player_has_done_is_explained_no_more(entry, learnt):
    dealt = Dealt(1, 1, 7, one("9H"))
    before, now = model(log=(dealt,)), model(log=(dealt, entry))

    assert set(after(Lesson(), before, now).seen) == learnt


def test_nothing_is_learnt_twice_from_a_view_that_comes_again():
    told = model(log=(Dealt(1, 1, 7, one("9H")), Drew(2, 0)))

    assert after(Lesson(), told, told) == Lesson()


def test_a_whole_deal_is_the_lesson():
    scored = model(stage=Stage.SCORING, result=SHEET)
    lesson = after(DONE, scored, model(may=("draw",)))

    assert not DONE.over
    assert lesson.over
    assert due(lesson, model(may=("draw", "take"))) is None


def test_the_desk_follows_what_happens_and_a_lost_link_changes_nothing():
    dealt = Dealt(1, 1, 7, one("9H"))
    before, now = model(log=(dealt,)), model(log=(dealt, Drew(2, 0)), may=PLAY)
    desk = settled(Desk(lesson=Lesson()), before, now)

    assert desk.lesson.seen == (*READ, Topic.DRAW)
    assert settled(desk, now, now).lesson == desk.lesson
    assert settled(Desk(), before, now).lesson is None


def test_the_keys_of_the_lesson_count_only_where_somebody_learns():
    reading, turn = model(), model(may=("draw", "take"))

    assert {"lesson", "lesson-page"} <= contexts(reading, Desk(lesson=Lesson()))
    assert "lesson-page" not in contexts(turn, Desk(lesson=Lesson(READ)))
    assert "lesson" in contexts(turn, Desk(lesson=Lesson(READ)))
    assert not {"lesson", "lesson-page"} & contexts(reading, Desk())
    assert "lesson-page" not in contexts(reading, Desk(lesson=Lesson(shut=True)))


@pytest.mark.parametrize(
    ("topic", "moment", "commands"),
    [
        (Topic.DRAW, {"may": ("draw", "take")}, ("draw-stock", "take-discard", "hint")),
        (Topic.MELD, {"may": PLAY, **CAN_MELD}, ("pick-meld", "lay-meld")),
        (Topic.LAY_OFF, {"may": PLAY, **FITS}, ("left", "right", "lay-off")),
        (Topic.DISCARD, {"may": ("discard",)}, ("left", "right", "discard")),
        (Topic.SCORES, {"stage": Stage.SCORING, "result": SHEET}, ("ready",)),
        (Topic.HAND, {}, ("lesson-next",)),
    ],
)
def test_a_page_on_the_screen_names_the_keys_that_do_it(topic, moment, commands):
    seen = () if topic is Topic.HAND else READ
    page = page_of(Lesson(seen), model(**moment), NOTATION, keys=True)
    bound = {command: {key_name(k.keys.split()[0]) for k in KEYS if k.command == command}
             for command in commands}  # fmt: skip

    assert page.topic is topic
    assert all(any(f" {key}" in page.todo for key in keys) for keys in bound.values())


def test_keys_are_called_as_the_language_that_is_spoken_calls_them():
    with speaking(english_but({("key name", "←"): "Gauche"})):
        page = page_of(Lesson(READ), model(may=("discard",)), NOTATION, keys=True)

    assert page.todo == "Move to the card with Gauche and →, and press d."


@pytest.mark.parametrize(("seen", "moment", "log", "topic"), MOMENTS)
def test_what_a_page_says_to_type_can_be_typed(seen, moment, log, topic):
    here = model(log=log, **moment)
    page = page_of(Lesson(seen), here, NOTATION, keys=False)
    if page is None or not page.todo.startswith("Type: "):
        assert topic in (*READING, Topic.DRAW, Topic.OTHERS, None)
        return

    reply = understood(page.todo.removeprefix("Type: "), here, NOTATION, 0.0)

    assert reply.request is not None


# --- by lines ------------------------------------------------------------------------------


def test_each_page_is_told_once_by_lines():
    tutor, here = Tutor(Lesson()), model()
    first = tutor.follow(Model(), here, NOTATION)

    assert first[0] == "Lesson, 1 of 9: Your hand."
    assert tutor.follow(here, here, NOTATION) == []
    assert tutor.answer("lesson", here, NOTATION) == first
    assert tutor.answer("next", here, NOTATION)[0] == "Lesson, 2 of 9: Sets and runs."


@pytest.mark.parametrize("keys", [True, False])
def test_the_last_page_has_the_last_number_whatever_did_not_come_up(keys):
    scored = model(stage=Stage.SCORING, result=SHEET)
    for seen in ((), READ, (*READ, Topic.DRAW, Topic.DISCARD)):
        page = page_of(Lesson(seen), scored, NOTATION, keys=keys)
        assert (page.topic, page.place) == (Topic.SCORES, len(TOPICS))


def test_while_others_play_the_number_is_that_of_the_furthest_page():
    page = page_of(Lesson((*READ, Topic.DRAW, Topic.DISCARD, Topic.OUT)), model(), NOTATION,
                   keys=True)  # fmt: skip

    assert (page.topic, page.place) == (Topic.OTHERS, 8)


def test_a_page_that_was_lived_through_is_told_only_when_asked_for():
    turn = model(may=("draw", "take"))
    tutor = Tutor(Lesson((*READ, Topic.DRAW)))

    assert tutor.follow(turn, turn, NOTATION) == []
    assert tutor.answer("lesson", turn, NOTATION)[0] == "Lesson, 4 of 9: First a card."


def test_a_lesson_can_be_left_and_begun_at_any_time():
    tutor, here = Tutor(), model()

    assert tutor.follow(Model(), here, NOTATION) == []
    assert tutor.answer("lesson", here, NOTATION)[0].startswith("Lesson, 1 of 9")
    assert tutor.answer("lesson-off", here, NOTATION) == [
        "The lesson is over. Say lesson for it to go on."
    ]
    assert tutor.follow(Model(), here, NOTATION) == []
    assert tutor.answer("next", Model(), NOTATION) == ["There is nothing to explain now."]


async def test_a_first_deal_is_explained_to_its_end_through_a_pipe(at_pipes):
    async with at_pipes(learn=True) as ann:
        ann.say("create friday seats=2 bots=easy max_turns_per_deal=40", "start")
        while (line := await ann.next()) is not None:
            if line.startswith("It is your turn: "):
                ann.say("next", "next", "next", "hint")
            elif line.startswith("Hint: "):
                ann.say(line.removeprefix("Hint: "))
                ann.say(*(() if line.startswith(("Hint: discard", "Hint: end")) else ("hint",)))
            elif line == "Type: ready":
                break
        ann.say("quit")
        while await ann.next() is not None:
            pass

    pages = [line.partition(": ")[2] for line in ann.lines if line.startswith("Lesson, ")]
    assert {"Your hand.", "Sets and runs.", "Stock and discard pile.", "The discard.",
            "Going out.", "What the deal counts."} <= {*pages}  # fmt: skip


def test_a_lesson_is_a_value():
    assert msgspec.structs.replace(Lesson(), shut=True) == Lesson(shut=True)
    assert due(None, model()) is None
    assert due(Lesson(shut=True), model()) is None
